import importlib
import json
import math
from collections import Counter

import numpy as np
import pytest
from click.testing import CliRunner
from planted import Clock

import dpproofs as dp
from dpproofs.auditing import neighbours
from dpproofs.auditing.claim import MOST, PrivacyClaim
from dpproofs.auditing.order import DECIDED, ORDER
from dpproofs.auditing.record import ThresholdRecord
from dpproofs.auditing.sampler import Audit, Budget, audit_sampler, workers
from dpproofs.auditing.sampler.audit import Here
from dpproofs.auditing.sampler.confirmation import lower_limit, plain, upper_limit
from dpproofs.auditing.sampler.inputs import SPARE, number_pairs, shares
from dpproofs.auditing.sampler.ladder import Ladder
from dpproofs.auditing.sampler.power import least_leak
from dpproofs.auditing.target import Pair, TargetError
from dpproofs.cli import main
from dpproofs.kernel.errors import BadInput

PURE = PrivacyClaim(1.0)
WITH_OPTIONS = "commands.audit_run"


def verdict(target, claim=PURE, **options):
    return audit_sampler(target, claim, **{"max_draws": 20_000, **options}).verdict


# -- what is found and what is not ----------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_too_little_noise_is_found_and_enough_is_not(laplace, seed):
    assert verdict(laplace(0.7), seed=seed) == "violation"
    assert verdict(laplace(1.0), seed=seed, max_draws=4000) == "no violation found"


@pytest.mark.parametrize(
    ("name", "draw", "claim"),
    [
        ("half the width", lambda v, n, r: v + r.uniform(-2.5, 2.5, n), PrivacyClaim(0, 0.1)),
        (
            "gap at an atom",
            lambda v, n, r: np.where(r.random(n) < 0.2, v, r.laplace(v, 1, n)),
            PURE,
        ),
        ("rounded to its input", lambda v, n, r: v + np.round(r.laplace(0, 1, n)), PURE),
        ("no noise", lambda v, n, _: np.full(n, v), PURE),
        ("one sided", lambda v, n, r: v + r.exponential(size=n), PURE),
        ("parity", lambda v, n, r: 2 * r.integers(-9, 9, n) + (round(v) % 2), PURE),
    ],
)
def test_every_kind_of_flaw_is_found(made, name, draw, claim):
    pairs = [Pair(0, 1)] if name == "parity" else None
    report = audit_sampler(made(draw, pairs), claim, max_draws=20_000)
    assert report.verdict == "violation", name
    assert report.witness.delta_low(claim.epsilon) > claim.delta


@pytest.mark.sweep
@pytest.mark.parametrize(
    "noise",
    [
        dp.Staircase(epsilon=1, sensitivity=1, cost=2),
        dp.Gaussian(epsilon=1, delta=1e-3, sensitivity=1),
        dp.UniformWithAtom(delta=0.3, sensitivity=1),
        dp.TruncatedLaplace(epsilon=1, delta=1e-2, sensitivity=1),
        dp.Geometric(epsilon=1),
        dp.DiscreteStaircase(epsilon=1, sensitivity=2),
    ],
    ids=lambda noise: type(noise).__name__,
)
def test_our_own_mechanisms_keep_their_claims(noise):
    claim = {
        "epsilon": getattr(noise, "epsilon", 0.0),
        "delta": getattr(noise, "delta", 0.0),
        "sensitivity": noise.sensitivity,
    }
    assert dp.audit(noise, **claim, max_draws=5000).verdict == "no violation found"


def test_answers_that_are_categories(made):
    def respond(truth):
        return lambda v, n, r: np.where(r.random(n) < truth, v, 1 - v).astype(str)

    pairs = [Pair(0, 1)]
    honest = math.e / (1 + math.e)
    assert verdict(made(respond(honest), pairs), max_draws=3000) == "no violation found"
    report = audit_sampler(made(respond(0.85), pairs), PURE)
    assert report.verdict == "violation"
    assert report.witness.set.labels in {("0",), ("1",)}


def test_answers_that_are_vectors(made):
    def histogram(scale):
        return lambda v, n, r: np.array(v) + r.laplace(scale=scale, size=(n, len(v)))

    pairs = [Pair((1, 1, 1), (1, 2, 1))]
    assert verdict(made(histogram(1.0), pairs), max_draws=2000) == "no violation found"
    assert verdict(made(histogram(0.5), pairs)) == "violation"


def test_a_sum_gives_away_what_no_coordinate_does(made):
    def repeated(v, n, r):
        return v + r.laplace(scale=1.6, size=(n, 6))

    assert verdict(made(repeated, [Pair(0, 1)])) == "violation"


@pytest.mark.sweep
@pytest.mark.no_cover  # many audits; the same lines run in the other tests
def test_draws_that_depend_on_each_other_raise_no_alarm(made):
    # The draw at the neighbour repeats the randomness of the draw at the input: all noise is one.
    alarms = 0
    for seed in range(40):
        noise, drawn = np.random.default_rng(seed).laplace(size=400), Counter()

        def draw(value, count, _, noise=noise, drawn=drawn):
            drawn[value] += count
            return value + noise[drawn[value] - count : drawn[value]]

        audit = Audit.of(made(draw), PURE, seed=seed)
        audit.run(Budget(max_draws=300), Here(audit.target))
        alarms += audit.process.log_e >= math.log(20)
    assert alarms <= 4


def test_landmarks_are_where_sets_end(made):
    def uniform(value, count, rng):
        return value + rng.uniform(-0.7, 0.7, count)

    target = made(uniform, [Pair(0.0, 1.0)], landmarks=(-0.7, 0.7))
    report = audit_sampler(target, PrivacyClaim(0, 0.69))
    assert report.verdict == "violation"


# -- the budget -----------------------------------------------------------------------------------


def test_the_budget_is_kept(laplace):
    report = audit_sampler(laplace(1.0), PURE, max_draws=777)
    assert report.pairs == 777
    assert audit_sampler(laplace(1.0), PURE, max_draws=1).pairs == 1


def test_the_time_is_kept(laplace, monkeypatch):
    clock = Clock(tick=0.004).plant(monkeypatch)
    report = audit_sampler(laplace(1.0), PURE, seconds=0.2, max_draws=10**12)
    assert 0.2 <= report.seconds < 0.2 + 10 * clock.tick
    assert len(report.history) > 10


def test_the_whole_budget_gives_sharper_bounds(laplace):
    short = audit_sampler(laplace(0.5), PURE, max_draws=30_000)
    long = audit_sampler(laplace(0.5), PURE, max_draws=30_000, to_the_end=True)
    assert (short.verdict, long.verdict) == ("violation", "violation")
    assert long.pairs == 30_000 > short.pairs
    assert 1 < long.epsilon_low <= 2
    assert 0 < long.delta_low <= dp.Laplace(epsilon=2, sensitivity=1).privacy_profile(1)


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"alpha": 0}, "alpha"),
        ({"alpha": 1}, "alpha"),
        ({"max_draws": 0}, "max_draws"),
        ({"seconds": 0}, "seconds"),
        ({"seconds": math.nan}, "seconds"),
    ],
)
def test_a_bad_budget_is_refused(laplace, options, named):
    with pytest.raises(BadInput, match=named):
        audit_sampler(laplace(1.0), PURE, **options)


@pytest.mark.parametrize(
    "numbers",
    [
        (-1, 0, 1),
        (math.inf, 0, 1),
        (1, 1, 1),
        (1, -0.1, 1),
        (1, 0, 0),
        (math.nan, 0, 1),
        (None, 0, 1),
        (1, "0", 1),
        (1, 0, [1]),
    ],
)
def test_a_bad_claim_is_refused(numbers):
    with pytest.raises(BadInput):
        PrivacyClaim(*numbers)


# -- failures -------------------------------------------------------------------------------------


def test_a_target_that_fails_is_an_error_and_keeps_what_was_known(made):
    calls = []

    def draw(value, count, rng):
        calls.append(count)
        if len(calls) > 6:
            raise TargetError("it broke")
        return value + rng.laplace(size=count)

    report = audit_sampler(made(draw), PURE)
    assert (report.verdict, report.error) == ("error", "it broke")
    assert report.pairs > 0


@pytest.mark.parametrize(
    ("draw", "said"),
    [
        (lambda _v, n, _r: np.full(n, np.nan), "NaN"),
        (lambda _v, n, _r: np.zeros(n + 1), "shape"),
        (lambda _v, n, _r: np.zeros((n, 2, 2)), "shape"),
        (lambda _v, n, _r: np.zeros(n, dtype=complex), "complex128"),
    ],
)
def test_what_is_no_draw_is_an_error(made, draw, said):
    report = audit_sampler(made(draw), PURE)
    assert report.verdict == "error"
    assert said in report.error


def test_a_target_whose_randomness_starts_anew_is_an_error(made):
    target = made(lambda v, n, _: v + np.random.default_rng(7).laplace(size=n))
    target.seeded = False
    report = audit_sampler(target, PURE)
    assert report.verdict == "error"
    assert "starts anew" in report.error


def test_an_interruption_keeps_what_is_known(laplace):
    audit = Audit.of(laplace(1.0), PURE)
    budget = Budget(max_draws=10**9)

    def interrupt(audit):
        if audit.process.pairs > 500:
            raise KeyboardInterrupt

    audit.run(budget, Here(audit.target), interrupt)
    report = audit.report(budget)
    assert report.interrupted
    assert report.pairs > 500
    assert report.verdict == "no violation found"


def test_claims_that_allow_nearly_everything_are_never_decided(laplace):
    """No number of draws that can be made would show a violation of epsilon = 700."""
    assert verdict(laplace(1.0), PrivacyClaim(700), max_draws=500) == "undecided"


@pytest.mark.parametrize("claim", [PURE, PrivacyClaim(0.1), PrivacyClaim(4, 1e-6)])
def test_too_few_draws_decide_nothing(laplace, made, claim):
    """ "Nothing found" is worth something only where a gross fault would have been found."""
    for few in (1, 5, 20):
        assert verdict(laplace(1 / claim.epsilon), claim, max_draws=few) == "undecided"
    enough = next(n for n in (2**k for k in range(30)) if least_leak(claim, 0.05, n))
    report = audit_sampler(made(lambda v, n, _: np.full(n, v)), claim, max_draws=2 * enough)
    assert report.verdict == "violation"


@pytest.mark.parametrize(("probability", "value"), [(0.002, 0.375), (0.002, 1e6), (0.002, None)])
def test_a_value_that_seldom_comes_again_is_found(made, probability, value):
    """At one input, inside the noise and out of it; and the input itself, at all of them."""

    def leaks(v, n, r):
        rare = (r.random(n) < probability) & ((v == 0) | (value is None))
        return np.where(rare, v if value is None else value, r.laplace(v, 1.0, n))

    report = audit_sampler(made(leaks), PURE, max_draws=40_000)
    assert report.verdict == "violation"
    assert (value or report.witness.pair.input) in report.witness.set.points


@pytest.mark.parametrize("inputs", [[], [1 / 3]])
def test_an_input_that_is_let_out_among_outputs_on_a_grid_is_found(made, inputs):
    """At inputs off the grid, which the audit looks at too, no other output is the input."""

    def leaks(v, n, r):
        rounded = np.round(r.laplace(v, 1.0, n), 1)
        return np.where(r.random(n) < 0.02, v, rounded)

    report = dp.audit(made(leaks), epsilon=1, inputs=inputs, max_draws=60_000)
    assert report.verdict == "violation"
    assert report.witness.set.points == (report.witness.pair.input,)
    if inputs:
        assert report.pairs < 3 * 475  # 475 are needed, knowing the set


@pytest.mark.parametrize(("low", "high"), [(-math.inf, -50), (20, 40)])
def test_a_fault_at_inputs_far_away_is_found(made, low, high):
    def scaled(v, n, r):
        return v + r.laplace(0, 0.1 if low < v < high else 1.0, n)

    assert verdict(made(scaled), max_draws=40_000) == "violation"


@pytest.mark.parametrize("seed", range(4))
def test_a_seed_that_is_fixed_is_told_whether_or_not_rng_is_taken(seed):
    def fixed(value, size, rng):  # noqa: ARG001 (that it is ignored is the fault)
        return value + np.random.default_rng(7).laplace(0, 1, size)

    def without(value, size):
        return value + np.random.default_rng(7).laplace(0, 1, size)

    def faulty(value, size):
        return value + np.random.default_rng(seed).laplace(0, 0.2, size)

    def whole(value, size):
        noise = np.random.default_rng(seed)
        return round(value) + noise.geometric(0.8, size) - noise.geometric(0.8, size)

    for sampler in (fixed, without, faulty, whole):
        report = dp.audit(sampler, epsilon=1, seed=seed)
        assert report.verdict == "error"
        assert report.witness is None
        assert "the same draws" in report.error


@pytest.mark.parametrize("seed", range(6))
def test_a_seed_that_is_set_again_now_and_then_is_told(seed):
    class Reseeding:
        def __init__(self):
            self.drawn, self.stream = 0, np.random.default_rng(3)

        def __call__(self, value, size, rng):  # noqa: ARG002 (likewise)
            noise = []
            while len(noise) < size:
                if self.drawn % 1000 == 0:
                    self.stream = np.random.default_rng(3)
                self.drawn += 1
                noise.append(self.stream.laplace(0, 1))
            return value + np.array(noise)

    report = dp.audit(Reseeding(), epsilon=1, seed=seed)
    assert report.verdict == "error"
    assert "the same draws" in report.error


@pytest.mark.parametrize(
    "draw",
    [
        lambda v, n, r: np.round(v) + r.geometric(0.632, n) - r.geometric(0.632, n),
        lambda _v, n, r: (r.random(n) < 0.001).astype(int),
        lambda _v, n, r: r.choice(["a", "b"], n),
        lambda _v, n, r: r.integers(0, 2, (n, 2)),
    ],
    ids=["geometric", "seldom", "labels", "vectors"],
)
def test_few_values_are_no_repeated_draws(made, draw):
    report = audit_sampler(made(draw), PrivacyClaim(1.0), max_draws=10_000)
    assert report.error is None


# -- what the function takes ----------------------------------------------------------------------


def mean(records, rng):
    return sum(records) / 10 + rng.laplace(0, 0.05)


def test_any_objects_are_neighbours():
    pairs = neighbours.add_remove([1, 0, 1], others=[1])
    report = dp.audit(mean, epsilon=1, pairs=pairs, max_draws=3000)
    assert report.verdict == "violation"
    assert report.witness.pair.input in ([1, 0, 1], *(pair.neighbour for pair in pairs))
    assert "violation" in repr(report)
    assert len(repr(report)) < 250
    changed = neighbours.replace_one([1, 0], others=[0])
    assert [pair.neighbour for pair in changed] == [[0, 0]]


@pytest.mark.parametrize("norm", ["l1", "l2", "linf"])
def test_vectors_are_neighbours_in_a_norm(norm):
    pairs = neighbours.vectors([[0, 0, 0]], 2.0, norm)
    moves = np.array([pair.neighbour for pair in pairs])
    order = {"l1": 1, "l2": 2, "linf": np.inf}[norm]
    lengths = np.linalg.norm(moves, ord=order, axis=1)
    assert (lengths <= 2).all()
    assert (lengths > 1.999).all()
    report = dp.audit(lambda v, rng: np.array(v) + rng.laplace(size=3), epsilon=1, pairs=pairs)
    assert report.verdict == "violation"


def test_a_dimension_is_no_vectors():
    with pytest.raises(BadInput, match="inputs = 3, but should be vectors"):
        neighbours.vectors(3)


def test_vectors_of_inputs_and_shifts():
    def noisy(v, rng):
        return np.asarray(v) + rng.laplace(0, 0.5, len(v))

    report = dp.audit(noisy, epsilon=1, inputs=[np.array([0.0, 3.0])], shifts=[[0, 1]])
    assert report.witness.pair in (
        Pair((0.0, 3.0), (0.0, 4.0)),
        Pair((0.0, 4.0), (0.0, 3.0)),
    )


def test_every_audit_can_be_asked_for():
    report = dp.audit(dp.Laplace(epsilon=1), epsilon=1, of="all", max_draws=2000)
    assert report.verdicts == {
        "sampler": "no violation found",
        "numbers": "violation",
        "parameters": "no violation found",
        "threshold": "not applicable",
    }
    assert report.verdict == "violation"
    json.dumps(report.to_json())
    assert "numbers: violation" in repr(report)
    alone = dp.audit(dp.Laplace(epsilon=1), epsilon=1, of=["parameters"])
    assert alone.sampler is None


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"of": "numbres"}, "numbres"),
        ({"pairs": []}, "at least one"),
        ({"pairs": [(1, 1)]}, "different"),
        ({"pairs": [3]}, "tuples"),
        ({"pairs": [(0, 1)], "inputs": [1]}, "left out"),
        ({"inputs": [[0, 1]]}, "vectors of one length"),
        ({"inputs": [[0, 1]], "shifts": [[1]]}, "vectors of one length"),
        ({"pairs": 3}, "tuples"),
        ({"workers": 0}, "workers"),
        ({"workers": "2"}, "workers = '2', but should be an integer >= 1"),
        ({"seed": -1}, "seed = -1, but should be an integer >= 0"),
        ({"max_draws": 1.5}, r"max_draws = 1\.5, but should be an integer >= 1"),
        ({"alpha": "a"}, "alpha = 'a', but should be a number"),
        ({"seconds": "long"}, "seconds = 'long', but should be a number"),
        ({"power": "all"}, "power = 'all', but should be a number"),
    ],
)
def test_what_the_function_does_not_take_is_named(options, said):
    with pytest.raises(BadInput, match=said):
        dp.audit(dp.Laplace(epsilon=1), epsilon=1, **options)


def test_an_object_that_only_randomises_gets_a_hint():
    class Mechanism:
        def randomise(self, value):
            return value

    with pytest.raises(BadInput, match=r"mechanism\.randomise"):
        dp.audit(Mechanism(), epsilon=1)
    with pytest.raises(BadInput, match=r"mechanism\.randomise"):
        dp.audit(Mechanism, epsilon=1)


def test_a_recorded_end_is_kept(laplace):
    target = laplace(1.0)
    target.available = lambda: 300
    assert audit_sampler(target, PURE).pairs == 300


# -- inputs ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("sensitivity", [1e-9, 1 / 3, 1.0, 1000.0])
def test_pairs_are_neighbours(sensitivity):
    claim = PrivacyClaim(1, 0, sensitivity)
    pairs = number_pairs(claim, seed=3)
    assert pairs[0] == Pair(0.0, sensitivity)
    assert len(pairs) > 8
    for pair in pairs:
        assert 0 < abs(pair.neighbour - pair.input) <= sensitivity


def test_pairs_of_integers_are_integers():
    pairs = number_pairs(PrivacyClaim(1, 0, 3), seed=3, integers=True)
    assert all(isinstance(x, int) for pair in pairs for x in (pair.input, pair.neighbour))
    with pytest.raises(BadInput, match="--input"):
        number_pairs(PrivacyClaim(1, 0, 0.5), seed=3, integers=True)


def test_pairs_of_the_users_own():
    pairs = number_pairs(PURE, 0, inputs=[5.0, 7.0], shifts=[-0.5])
    assert pairs == [Pair(5.0, 4.5), Pair(7.0, 6.5)]
    assert number_pairs(PURE, 0, shifts=[0.5]) == [Pair(0.0, 0.5)]
    for bad in ({"shifts": [0.0]}, {"shifts": [1.5]}, {"inputs": ["x"]}, {"inputs": [1e300]}):
        with pytest.raises(BadInput):
            number_pairs(PURE, 0, **bad)


@pytest.mark.parametrize("count", [1, 2, 7])
def test_shares_add_up(count):
    assert sum(shares(count)) == pytest.approx(1 - SPARE)


# -- bounds ---------------------------------------------------------------------------------------


def test_a_bound_needs_all_weaker_claims_refuted():
    ladder = Ladder.of(PURE)
    logs = np.full(len(ladder.epsilon), 10.0)
    assert ladder.bound(ladder.epsilons, ladder.epsilon, logs, 0.05) == 8
    logs[ladder.epsilons[3]] = 0
    assert ladder.bound(ladder.epsilons, ladder.epsilon, logs, 0.05) == 0.5
    logs[ladder.epsilons[0]] = 0
    assert ladder.bound(ladder.epsilons, ladder.epsilon, logs, 0.05) == 0


def test_bounds_stay_below_the_truth(laplace):
    report = audit_sampler(laplace(1.0), PrivacyClaim(3.0), max_draws=20_000)
    assert 0.5 <= report.epsilon_low <= 1


def test_confidence_limits_are_clopper_and_pearsons():
    # n = 10: solutions of (1 - p)^10 = 0.025 and p^10 = 0.025.
    assert upper_limit(0, 10, 0.025) == pytest.approx(1 - 0.025 ** (1 / 10))
    assert lower_limit(10, 10, 0.025) == pytest.approx(0.025 ** (1 / 10))
    assert (lower_limit(0, 10, 0.025), upper_limit(10, 10, 0.025)) == (0.0, 1.0)
    assert lower_limit(5, 10, 0.025) == pytest.approx(0.187, abs=1e-3)


# -- the report -----------------------------------------------------------------------------------


def test_a_report_is_plain_data(laplace):
    report = audit_sampler(laplace(0.5), PURE)
    document = json.loads(json.dumps(report.to_json(), allow_nan=False))
    assert document["verdict"] == "violation"
    assert document["evidence"]["e_value"] >= 20
    witness = document["witness"]
    assert {witness["input"], witness["neighbour"]} <= {0.0, 1.0} | {witness["input"]}
    assert witness["delta_low"] > 0
    assert sum(report.histogram.here) > 0
    assert len(report.histogram.edges) == len(report.histogram.here) + 1


def test_inputs_of_any_kind_are_plain():
    assert plain(np.float64(1.5)) == 1.5
    assert plain((1, np.int64(2))) == [1, 2]
    assert plain(math.inf) == "inf"
    assert plain({1}) == "{1}"


def test_the_facade_takes_what_users_have(made):
    assert dp.audit("numpy:laplace", epsilon=1, max_draws=100).pairs == 100
    assert dp.audit(made(lambda v, n, _: np.full(n, v)), epsilon=1).verdict == "violation"

    def noisy(value, size, rng):
        return value + rng.laplace(scale=0.5, size=size)

    assert dp.audit(noisy, epsilon=1).verdict == "violation"


def test_a_seed_decides_everything(laplace):
    first, second = (audit_sampler(laplace(0.8), PURE, seed=5) for _ in range(2))
    assert first.history == second.history
    assert audit_sampler(laplace(0.8), PURE, seed=6).history != first.history


def test_nobody_else_is_needed_for_one_worker(laplace):
    target = laplace(1.0)
    with workers(target) as crew:
        assert crew.parallel == 1


@pytest.mark.parametrize("epsilon", [710.0, 1e6])
def test_epsilon_may_be_larger_than_doubles_can_raise_e_to(epsilon):
    """Nothing is accused there but by outputs that the claim excludes with delta."""
    claim = PrivacyClaim(epsilon)
    report = dp.audit("numpy:laplace", epsilon=epsilon, of="all", max_draws=2000)
    assert report.sampler.verdict == report.numbers.verdict == "undecided"
    assert report.sampler.epsilon_low <= MOST < claim.epsilon
    assert math.isfinite(claim.ratio)
    with pytest.raises(BadInput):
        PrivacyClaim(math.inf)


@pytest.mark.parametrize("in_python", [True, False])
def test_the_audits_have_one_order(in_python, monkeypatch):
    """By the command and in Python: a threshold first, and what draws ends soon where it is low."""
    asked, seconds = [], []
    module = importlib.import_module(f"dpproofs.{'auditing.whole' if in_python else WITH_OPTIONS}")

    def noted(name, real):
        def called(*given, **more):
            asked.append(name)
            if name == "sampler":
                seconds.append(next(x.seconds for x in given if hasattr(x, "seconds")))
            return real(*given, **more)

        return called

    low = lambda *_: ThresholdRecord("violation", audit="threshold")  # noqa: E731
    monkeypatch.setattr(module, "audit_thresholds", noted("threshold", low))
    for name in ("sampler", "numbers", "parameters"):
        monkeypatch.setattr(module, f"_of_{name}", noted(name, getattr(module, f"_of_{name}")))
    if in_python:
        verdicts = dp.audit("numpy:laplace", epsilon=1.0, of="all", max_draws=200).verdicts
    else:
        words = "audit numpy:laplace --epsilon 1 --sensitivity 1 --of all --max-draws 200 --json"
        verdicts = json.loads(CliRunner().invoke(main, words.split()).stdout)["verdicts"]
    assert tuple(asked) == ORDER
    assert seconds == [DECIDED]
    assert verdicts["threshold"] == "violation"
    assert set(verdicts) == set(ORDER)
