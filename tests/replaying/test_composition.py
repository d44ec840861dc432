"""Certificates of compositions: by the accountant, and wrong in every way."""

import copy
import json
import math
import random
from fractions import Fraction
from itertools import accumulate

import pytest
from flint import arb, ctx, fmpz

from dpproofs import DiscreteGaussian, Gaussian, Geometric, Laplace, Round, Sampling, compose
from dpproofs.replaying import composition, composition_noise, program
from dpproofs.replaying.balls import rational as ball
from dpproofs.replaying.composition_noise import DiscreteNormal, Normal, Sampled, shown
from dpproofs.replaying.composition_sums import Arithmetic, Sum, excess
from dpproofs.replaying.reader import Rejected, digest

TRUSTS = ("composition-of-dominating-pairs", "worst-shift-of-log-concave-noise")
EPSILON, DELTA = {"delta": 1e-5}, {"epsilon": 1}
ADDED, REMOVED = (Sampling.poisson("1/10", neighbours=way) for way in ("add", "remove"))
BATCHES = Sampling.without_replacement(10, 100)
EITHER = Sampling.without_replacement(10, 100, neighbours="add or remove")
ASKED = {
    "normal": (compose(Gaussian.of_sigma(3), 7, gap=0.05), EPSILON),
    "Laplace": (compose(Laplace(0.5, 2), 5, gap=0.05), DELTA),
    "geometric": (compose(Geometric(0.4), 6, gap=0.05), EPSILON),
    "discrete normal": (compose(DiscreteGaussian(sigma=4, sensitivity=2), 4, gap=0.05), DELTA),
    "sampled normal": (compose(Gaussian.of_sigma(1), 9, sampling=0.1, gap=0.05), EPSILON),
    "sampled Laplace": (compose(Laplace(1), 5, sampling="1/4", gap=0.05), EPSILON),
    "sampled geometric": (compose(Geometric(1), 5, sampling=0.5, gap=0.05), DELTA),
    "sampled discrete normal": (
        compose(DiscreteGaussian(sigma=1), 5, sampling=0.25, gap=0.05), EPSILON,
    ),
    "added": (compose(Gaussian.of_sigma(1), 9, sampling=ADDED, gap=0.05), EPSILON),
    "removed": (compose(Laplace(1), 5, sampling=REMOVED, gap=0.05), {"epsilon": 0.1}),
    "replaced": (compose(Gaussian.of_sigma(1), 9, sampling=BATCHES, gap=0.05), EPSILON),
    "replaced discrete normal": (
        compose(DiscreteGaussian(sigma=2), 5, sampling=BATCHES, gap=0.05), {"epsilon": 0.1},
    ),
    "drawn": (compose(Geometric(1), 5, sampling=EITHER, gap=0.05), {"epsilon": 0.1}),
    "shuffled": (
        compose(Gaussian.of_sigma(2), 25, sampling=Sampling.shuffled(10), gap=0.05), EPSILON,
    ),
    "mixture of samplings": (
        compose([Round(Laplace(0.5), 3), Round(Gaussian.of_sigma(2), 4, BATCHES)], gap=0.05), DELTA,
    ),
    "mixture": (
        compose([Round(Laplace(0.5), 3), Round(Gaussian.of_sigma(2), 4, 0.5)], gap=0.05), DELTA,
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def made():
    return {name: account.certificate(**at) for name, (account, at) in ASKED.items()}


def sealed(document):
    body = {key: part for key, part in document.items() if key != "digest"}
    return {**body, "digest": digest(body)}


def changed(document, path, change):
    """A part of it replaced, by a value or by what a function makes of it, with a new digest."""
    found = part = copy.deepcopy(document)
    *above, last = [int(key) if key.isdigit() else key for key in path.split("/")]
    for key in above:
        part = part[key]
    part[last] = change(part[last]) if callable(change) else change
    return sealed(found)


def without(document, path):
    found = part = copy.deepcopy(document)
    *above, last = path.split("/")
    for key in above:
        part = part[key]
    del part[last]
    return sealed(found)


def reason_of(document):
    try:
        report = composition.report(document)
    except Rejected as problem:
        return f"malformed: {problem}"
    assert report.accepted == (report.reason == "") == bool(report.says)
    return report.reason


def times(factor):
    return lambda text: str(Fraction(text) * Fraction(factor))


def plus(more):
    return lambda text: str(Fraction(text) + Fraction(more))


def each(change):
    """A change of all integers in a text."""
    return lambda text: " ".join(str(change(int(number))) for number in text.split())


def largest(change):
    """A change of the largest integer in a text."""

    def work(text):
        numbers = [int(number) for number in text.split()]
        at = numbers.index(max(numbers))
        return " ".join(map(str, [*numbers[:at], change(numbers[at]), *numbers[at + 1 :]]))

    return work


# -- what is accepted ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ASKED)
def test_certificates_are_accepted_and_as_close_as_the_bracket(made, name):
    document, (account, at) = json.loads(json.dumps(made[name])), ASKED[name]
    report = program.replay(document)
    assert (report.accepted, report.reason, report.known) == (True, "", True)
    ends = [end for end in ("lower", "upper") if end in document]
    assert (report.id, report.grade, report.steps) == ("composition", "enclosed", len(ends))
    assert report.trusts[:2] == TRUSTS
    found = account.epsilon(**at) if at is EPSILON else account.delta(**at)
    bounds = {end: float(Fraction(document[end]["bound"])) for end in ends}
    assert bounds["upper"] == pytest.approx(found.upper, rel=0.05)
    assert bounds["upper"] >= found.lower
    if name == "shuffled":
        assert ends == ["upper"]
        return
    assert bounds["lower"] == pytest.approx(found.lower, rel=0.15)
    assert bounds["lower"] <= found.upper
    if all(each.way.is_tight for each in account.rounds):
        assert 0 < bounds["upper"] - bounds["lower"] <= 0.05 * bounds["upper"]


def test_a_report_says_how_records_are_drawn_and_by_which_rules(made):
    reports = {name: composition.report(document) for name, document in made.items()}
    ends = {
        "added": " with sampling 1/10 when a record is added lies in [",
        "removed": " with sampling 1/10 when a record is removed lies in [",
        "replaced": " with sampling without replacement 1/10 when a record is replaced lies in [",
        "drawn": " with sampling without replacement 1/10 lies in [",
        "shuffled": " with shuffled batches of a share 1/10 when a record is replaced is at most ",
    }
    assert [name for name, said in ends.items() if said not in reports[name].says] == []
    more = {name: report.trusts[2:] for name, report in reports.items() if report.trusts[2:]}
    drawn, order = ("sampling-without-replacement",), ("shuffled-batches-in-a-fixed-order",)
    without = ("replaced", "replaced discrete normal", "drawn", "mixture of samplings")
    assert more == {**dict.fromkeys(without, drawn), "shuffled": order}


def test_a_report_says_what_is_proved_in_words(made):
    says = {name: composition.report(document).says for name, document in made.items()}
    assert says["normal"].startswith("epsilon at delta 1e-05 after 7 rounds of normal noise of ")
    assert says["mixture"].startswith(
        "delta at epsilon 1 after 3 rounds of Laplace noise of epsilon 0.5 and 4 rounds of normal "
        "noise of sigma 2 with sampling 0.5 lies in [0."
    )
    assert "with sampling 0.25 lies" in says["sampled Laplace"]
    assert "discrete normal noise of sigma 4 for sensitivity 2 lies" in says["discrete normal"]
    assert "6 rounds of geometric noise of epsilon 0.4 lies" in says["geometric"]


def test_either_end_may_stand_alone(made):
    for name in ("normal", "sampled normal"):
        upper, lower = (without(made[name], end) for end in ("lower", "upper"))
        assert " is at most " in composition.report(upper).says
        assert " is at least " in composition.report(lower).says
        assert composition.report(upper).steps == 1
    assert "neither" in reason_of(without(upper, "upper"))


def test_bounds_in_words_are_rounded_outwards(made):
    report = composition.report(made["normal"])
    low, high = (Fraction(part) for part in report.says.split("[")[1].rstrip("]").split(", "))
    assert low <= Fraction(made["normal"]["lower"]["bound"])
    assert high >= Fraction(made["normal"]["upper"]["bound"])


def test_a_number_in_words_is_all_of_it():
    assert [shown(Fraction(x)) for x in (10, 0.1, 1e-5)] == ["10", "0.1", "1e-05"]
    nearly = 10 - Fraction(1, 10**20)
    assert shown(nearly) == str(nearly)
    assert shown(Fraction(10) ** 400) == "1" + "0" * 400
    assert shown(Fraction(1, 10**400)) == "1/1" + "0" * 400


# -- what is rejected ------------------------------------------------------------------------------

UP, DOWN = "upper/removed/losses/0", "lower/losses/0"
NOT_DOMINATING = "the losses do not dominate at place"
NOT_DOMINATED = "the losses are not dominated at place"
LOW, HIGH = "the upper bound is below what is proved", "the lower bound is above what is proved"


@pytest.mark.parametrize(
    ("path", "change", "reason"),
    [
        ("upper/bound", times("9/10"), LOW),
        ("upper/bound", "-1", "epsilon is negative"),
        ("lower/bound", times("11/10"), HIGH),
        ("lower/bound", "-1", "epsilon is negative"),
        ("at", times("9/10"), LOW),
        ("at", times("11/10"), HIGH),
        ("at", "0", "delta is not in (0, 1]"),
        ("at", "2", "delta is not in (0, 1]"),
        ("quantity", "delta", "delta is not in (0, 1]"),
        ("rounds/0/count", 10, LOW),
        ("rounds/0/count", 8, HIGH),
        ("rounds/0/rate", times("11/10"), NOT_DOMINATING),
        ("rounds/0/rate", times("9/10"), NOT_DOMINATED),
        ("rounds/0/rate", "1", NOT_DOMINATING),
        ("rounds/0/sigma", times("99/100"), NOT_DOMINATING),
        ("rounds/0/sigma", times("101/100"), NOT_DOMINATED),
        ("rounds/0/sensitivity", times("101/100"), NOT_DOMINATING),
        ("rounds/0/sensitivity", times("99/100"), NOT_DOMINATED),
        ("rounds/0", lambda old: {**old, "noise": "discrete normal"}, NOT_DOMINATING),
        ("rounds", lambda old: old * 2, "not losses for each round"),
        ("rounds", [], "there is none"),
        (UP + "/masses", each(lambda n: n - n // 10**9), NOT_DOMINATING),
        (UP + "/masses", largest(lambda n: n - n // 10**4), NOT_DOMINATING),
        (UP + "/masses", largest(lambda n: 2 * n), LOW),
        (UP + "/infinite", "0", NOT_DOMINATING),
        (UP + "/infinite", str(1 << 110), LOW),
        (UP + "/offset", plus("-1/100"), NOT_DOMINATING),
        (UP + "/first", lambda first: first - 1, NOT_DOMINATING),
        (UP + "/first", lambda first: first + 1, LOW),
        (UP + "/gaps", largest(lambda n: n - 1), NOT_DOMINATING),
        ("upper/removed/step", times("999/1000"), NOT_DOMINATING),
        ("upper/added/step", times("1001/1000"), NOT_DOMINATING),
        ("upper/added/losses/0/masses", each(lambda n: n - n // 10**9), NOT_DOMINATING),
        ("upper/added/losses/0/first", lambda first: first - 1, NOT_DOMINATING),
        ("upper/removed/losses", [], "not losses for each round"),
        (DOWN + "/masses", each(lambda n: n + n // 10**9), NOT_DOMINATED),
        (DOWN + "/masses", each(lambda n: n // 2), NOT_DOMINATED),
        (DOWN + "/masses", largest(lambda n: n + n // 10**4), NOT_DOMINATED),
        (DOWN + "/offset", plus("1/100"), NOT_DOMINATED),
        (DOWN + "/first", lambda first: first + 1, NOT_DOMINATED),
        (DOWN + "/first", lambda first: first - 1, HIGH),
        (DOWN + "/gaps", largest(lambda n: n + 1), NOT_DOMINATED),
        (DOWN + "/unit", times("1001/1000"), NOT_DOMINATED),
        (DOWN + "/thresholds", each(lambda n: n + (1 << 45)), NOT_DOMINATED),
        (DOWN + "/thresholds", each(lambda n: n - (1 << 45)), NOT_DOMINATED),
        ("lower/step", times("1001/1000"), NOT_DOMINATED),
        ("lower/direction", "added", NOT_DOMINATED),
        ("cut", str(1 << 100), LOW),
        ("bits", lambda bits: bits + 1, NOT_DOMINATING),
        ("bits", lambda bits: bits - 1, LOW),
    ],
)  # fmt: skip
def test_no_other_number_passes_with_a_new_digest(made, path, change, reason):
    document = made["sampled normal"]
    assert reason in reason_of(changed(document, path, change))
    stale = {**changed(document, path, change), "digest": document["digest"]}
    assert "malformed: certificate.digest" in reason_of(stale)


def test_both_directions_are_needed_where_a_record_is_sampled(made):
    for name in ("sampled normal", "mixture"):
        for way in ("removed", "added"):
            found = reason_of(without(made[name], f"upper/{way}"))
            assert found == "losses for a direction are missing"
    document = made["normal"]
    assert set(document["upper"]) == {"bound", "removed"}
    both = {**document["upper"], "added": document["upper"]["removed"]}
    assert reason_of(changed(document, "upper", both)) == ""
    wrong = without(changed(document, "upper", both), "upper/removed")
    assert reason_of(wrong) == ""
    assert "missing" in reason_of(without(wrong, "upper/added"))


@pytest.mark.parametrize("name", ASKED)
def test_masses_are_tight_for_all_noise(made, name):
    document = made[name]
    for number in range(len(document["rounds"])):
        path = f"losses/{number}/masses"
        for way in {*document["upper"]} - {"bound"}:
            less = changed(document, f"upper/{way}/{path}", each(lambda n: n - n // 10**9))
            assert reason_of(less).startswith((NOT_DOMINATING, "the probabilities of the losses"))
        if "lower" in document:
            more = changed(document, f"lower/{path}", each(lambda n: n + n // 10**9))
            assert reason_of(more).startswith(NOT_DOMINATED)


@pytest.mark.parametrize(
    ("name", "path", "change", "reason"),
    [
        ("added", "neighbours", "remove", "losses for a direction are missing"),
        ("added", "neighbours", "add or remove", "losses for a direction are missing"),
        ("removed", "neighbours", "add", "losses for a direction are missing"),
        ("added", "neighbours", "replace", "neighbours: not of poisson sampling"),
        ("added", "lower/direction", "removed", "no inputs differ in this direction"),
        ("removed", "lower/direction", "added", "no inputs differ in this direction"),
        ("added", "rounds/0/rate", times("11/10"), NOT_DOMINATING),
        ("replaced", "rounds/0/scheme", "poisson", "neighbours: not of poisson sampling"),
        ("replaced", "rounds/0/scheme", "shuffled", NOT_DOMINATING),
        ("replaced", "rounds/0/scheme", "with replacement", "rounds[0].scheme"),
        ("replaced", "rounds/0/rate", times("11/10"), NOT_DOMINATING),
        ("replaced", "rounds/0/rate", times("9/10"), NOT_DOMINATED),
        ("replaced", "rounds/0/sigma", times("99/100"), NOT_DOMINATING),
        ("replaced", "rounds/0/count", 10, LOW),
        ("replaced", "upper/removed/losses/0/offset", plus("-1/100"), NOT_DOMINATING),
        ("replaced", "upper/added/losses/0/infinite", "0", NOT_DOMINATING),
        ("replaced", "upper/bound", times("9/10"), LOW),
        ("replaced", "lower/bound", times("11/10"), HIGH),
        ("replaced", "cut", str(1 << 100), LOW),
        ("drawn", "neighbours", "replace", NOT_DOMINATING),
        ("drawn", "neighbours", "other", "neighbours"),
        ("shuffled", "rounds/0/count", 31, LOW),
        ("shuffled", "rounds/0/rate", "1/8", LOW),
        ("shuffled", "rounds/0/rate", "2/21", "not that of a whole number of batches"),
        ("shuffled", "rounds/0/scheme", "without replacement", LOW),
        ("shuffled", "neighbours", "add or remove", "neighbours: not of shuffled sampling"),
        ("shuffled", "rounds/0/sigma", times("99/100"), NOT_DOMINATING),
        ("shuffled", "upper/bound", times("9/10"), LOW),
        ("mixture of samplings", "neighbours", "replaced", "neighbours"),
    ],
)  # fmt: skip
def test_no_other_sampling_passes_with_a_new_digest(made, name, path, change, reason):
    document = {"neighbours": "add or remove", **made[name]}
    assert reason in reason_of(changed(document, path, change))


def test_nothing_is_known_from_below_of_shuffled_batches(made):
    fixed = compose(Gaussian.of_sigma(2), 3, gap=0.05).certificate(**EPSILON)
    wrong = changed({**made["shuffled"], "lower": 0}, "lower", fixed["lower"])
    assert reason_of(wrong) == "how much shuffling hides is not known"
    # One batch is all there is.
    whole = changed(changed(wrong, "rounds/0/rate", "1"), "rounds/0/count", 3)
    assert reason_of(whole) == ""


def test_a_record_that_is_replaced_needs_one_direction(made):
    document = made["replaced"]
    for way in ("removed", "added"):
        assert reason_of(without(document, f"upper/{way}")) == ""
    none = changed(document, "upper", {"bound": document["upper"]["bound"]})
    assert reason_of(none) == "losses for a direction are missing"


def test_divergences_where_a_record_is_replaced():
    """H of the mixture at worst, by the profile of the noise, on either side of gamma = 1."""
    with ctx.workprec(128):
        noise, rate = Normal(Fraction(1), Fraction(1)), Fraction(1, 4)
        replaced = Sampled(noise, rate, adding=False, replaced=True)
        for gamma in (arb("1.5"), arb("0.5")):
            far = gamma if gamma > 1 else 1 / gamma
            there = noise.divergence(1 + 4 * (far - 1)) / 4
            expected = there if gamma > 1 else 1 - gamma + gamma * there
            assert replaced.divergence(gamma).overlaps(expected)
        near = replaced.divergence(arb(1, 1e-9))
        for gamma in (1, arb(1) - arb(9e-10), arb(1) + arb(9e-10)):
            assert near.upper() >= replaced.divergence(arb(gamma)).upper()
        assert near.upper() < replaced.divergence(arb(1)) + arb(1e-7)


def test_a_gamma_that_is_hardly_known_does_not_take_forever():
    with ctx.workprec(128):
        noise = DiscreteNormal(Fraction(10_000), Fraction(1))
        assert noise.divergence(arb(1, 0.9)) == 1


@pytest.mark.parametrize(
    ("name", "parameter"),
    [("Laplace", "epsilon"), ("geometric", "epsilon"), ("discrete normal", "sigma")],
)
def test_parameters_of_other_noise_count(made, name, parameter):
    path = f"rounds/0/{parameter}"
    found = {reason_of(changed(made[name], path, times(f"{n}/100")))[:30] for n in (99, 101)}
    assert found == {NOT_DOMINATING[:30], NOT_DOMINATED[:30]}
    if name == "Laplace":  # a scale is the sensitivity over epsilon: nothing else depends on it
        twice = changed(made[name], "rounds/0/sensitivity", times(2))
        assert reason_of(twice).startswith(NOT_DOMINATED)
    if name == "discrete normal":
        less = changed(made[name], "rounds/0/sensitivity", "1")
        assert reason_of(less).startswith(NOT_DOMINATED)


def test_a_sum_below_1_does_not_dominate_at_gamma_0(made):
    """Where the losses from the least one on have been looked at, nothing else tells."""
    document = made["geometric"]
    few = {"offset": "-10", "first": 0, "gaps": "0", "masses": "0", "infinite": "0"}
    bits = document["bits"]
    short = {**few, "infinite": str((1 << bits) - 1)}
    wrong = changed(document, "upper", {"bound": "9", "removed": {"step": "1", "losses": [short]}})
    assert reason_of(wrong) == "the probabilities of the losses have a sum below 1"


def test_where_a_report_fails_is_said(made):
    report = composition.report(changed(made["normal"], "upper/bound", times("1/2")))
    assert (report.failing, report.steps, report.says) == ("upper", 0, "")
    report = composition.report(changed(made["normal"], "lower/bound", times(2)))
    assert (report.failing, report.steps) == ("lower", 1)


@pytest.mark.parametrize(
    ("path", "change", "reason"),
    [
        ("format", "other", "format"),
        ("kind", "bracket", "kind"),
        ("version", 2, "version"),
        ("more", 1, "exactly the keys"),
        ("quantity", "mu", "quantity"),
        ("at", "1e-5", "not a number p/q"),
        ("bits", 0, "not in [1, 4096]"),
        ("bits", 4097, "not in [1, 4096]"),
        ("bits", True, "not in [1, 4096]"),
        ("cut", "-1", "not a text of integers >= 0"),
        ("rounds", lambda old: old * 17, "not a list of at most 16"),
        ("rounds/0", 3, "exactly the keys"),
        ("rounds/0/noise", "uniform", "exactly the keys"),
        ("rounds/0/noise", ["normal"], "exactly the keys"),
        ("rounds/0/count", 0, "not in [1, 1000000]"),
        ("rounds/0/count", 10**6 + 1, "not in [1, 1000000]"),
        ("rounds/0/count", True, "not in [1, 1000000]"),
        ("rounds/0/rate", "0", "not positive"),
        ("rounds/0/rate", "11/10", "above 1"),
        ("rounds/0/sigma", "0", "not positive"),
        ("upper", 3, "exactly the keys"),
        ("upper/removed/step", "0", "not positive"),
        ("upper/removed/losses", lambda old: old * 17, "not a list of at most 16"),
        (UP + "/first", True, "not an integer"),
        (UP + "/gaps", lambda old: "1" + old[1:], "positive from then on"),
        (UP + "/gaps", lambda old: " ".join(["0"] * len(old.split())), "positive from then on"),
        (UP + "/gaps", lambda old: old + " 1", "not a mass for each gap"),
        (UP + "/gaps", largest(lambda n: n << 22), "beyond 4194304 places"),
        (DOWN + "/unit", "0", "not positive"),
        (DOWN + "/thresholds", lambda old: old + " 1", "not a threshold for each mass"),
        (DOWN + "/thresholds", lambda old: old + " -", "not a text of integers"),
        (DOWN + "/thresholds", 1, "not a text of integers"),
        ("lower/direction", "both", "direction"),
    ],
)
def test_what_cannot_be_read_is_malformed(made, path, change, reason):
    document = {**made["sampled normal"], "more": 0} if path == "more" else made["sampled normal"]
    found = reason_of(changed(document, path, change))
    assert found.startswith("malformed: ")
    assert reason in found


def test_discrete_noise_is_whole_and_its_masses_can_be_written_out(made):
    document = made["discrete normal"]
    assert "not whole" in reason_of(changed(document, "rounds/0/sensitivity", "1/2"))
    assert "sigma above 10000" in reason_of(changed(document, "rounds/0/sigma", "10001"))
    assert "malformed" in reason_of([])


# -- its parts -------------------------------------------------------------------------------------


@pytest.mark.parametrize("upwards", [True, False])
def test_products_are_rounded_to_one_side_in_every_place(upwards):
    """First and last places that are less than a unit among them."""
    work = Arithmetic(8, 0, upwards)
    one, other = Sum(-1, [1, 200, 3, 0, 2], 5), Sum(4, [7, 0, 90, 1])
    found = work.product(one, other)
    exact = [Fraction(0)] * 8
    for i, a in enumerate(one.values):
        for j, b in enumerate(other.values):
            exact[i + j] += Fraction(a * b, 256)
    rounded = [math.ceil(x) if upwards else math.floor(x) for x in exact]
    places = dict(enumerate(map(int, found.values), found.first))
    assert {at: n for at, n in places.items() if n} == {
        at: n for at, n in enumerate(rounded, 3) if n
    }
    assert found.infinite == (math.ceil(Fraction(5 * 98, 256)) if upwards else 0)


@pytest.mark.parametrize("upwards", [True, False])
@pytest.mark.parametrize("seed", range(20))
def test_products_keep_what_the_claims_on_rounding_ask_of_tails(upwards, seed):
    """Of cactus.rounded.above and .below; a round has a mass of at least 1 from above."""
    rng = random.Random(seed)  # noqa: S311
    unit, work = 256, Arithmetic(8, rng.randrange(40), upwards)
    one, other = (
        Sum(rng.randrange(-5, 5), [rng.randrange(60) for _ in range(rng.randrange(1, 9))], infinite)
        for infinite in (rng.randrange(9) * upwards, rng.randrange(9) * upwards)
    )
    other = Sum(other.first, [*other.values, unit], other.infinite)
    found = work.product(one, other)
    lacks = dict.fromkeys(range(-20, 40), Fraction(0))  # of exact masses over those that are kept
    for i, a in enumerate(one.values, one.first):
        for j, b in enumerate(other.values, other.first):
            lacks[i + j] += Fraction(a * b, unit)
    for place, kept in enumerate(found.values, found.first):
        lacks[place] -= int(kept)
    tails = list(accumulate(lacks[place] for place in sorted(lacks, reverse=True)))
    if upwards:
        error = max(*tails, 0)
        product = Fraction(other.infinite * int(sum(one.values)), unit)
        assert found.infinite >= one.infinite + product + error
    else:
        assert min(tails) >= 0


def test_powers_are_those_of_exact_arithmetic():
    one = Sum(0, [fmpz(1), fmpz(2), fmpz(1)])
    assert Arithmetic(0, 0, True).power(one, 11) == Sum(0, [math.comb(22, k) for k in range(23)])
    assert Arithmetic(3, 0, False).product(one, Sum(0, [1])).values == [0]


def test_tails_that_are_cut_off_are_kept_on_the_safe_side():
    values = [1, 1, 2, 50, 40, 3, 1]
    assert Arithmetic(8, 4, True).trimmed(Sum(10, values, 7)) == Sum(13, [54, 40], 11)
    assert Arithmetic(8, 4, False).trimmed(Sum(10, values)) == Sum(13, [50, 40])
    assert Arithmetic(8, 1000, True).trimmed(Sum(10, values)) == Sum(16, [98])


def test_the_delta_of_an_epsilon_is_the_sum_over_larger_losses():
    found, lattice = Sum(-2, [64, 64, 64, 64], 8), (Fraction(1, 2), Fraction(1, 4))
    for epsilon in (Fraction(-9), Fraction(0), Fraction(1, 4), Fraction(3, 10), Fraction(10) ** 60):
        exact = 8.0 / 256
        for place, mass in enumerate((64, 64, 64, 64), -2):
            loss = 0.5 + 0.25 * place
            exact += mass / 256 * max(0.0, -math.expm1(min(float(epsilon) - loss, 0.0)))
        assert float(excess(found, 8, lattice, epsilon)) == pytest.approx(exact, rel=1e-12)


def weights(sigma, reach=60):
    masses = [math.exp(-(k**2) / (2 * sigma**2)) for k in range(-reach, reach + 1)]
    return [mass / sum(masses) for mass in masses]


def test_discrete_normal_noise_is_that_of_its_masses():
    masses, noise = weights(2.5), DiscreteNormal(Fraction(5, 2), Fraction(3))
    tails = list(accumulate(reversed(masses)))[::-1]
    for k in range(-9, 10):
        assert float(noise.beyond(Fraction(k))) == pytest.approx(tails[60 + k + 1], rel=1e-12)
    half = (tails[61] + tails[62]) / 2
    assert float(noise.beyond(Fraction(1, 2))) == pytest.approx(half, rel=1e-12)
    for gamma in (0.1, 0.9, 1.0, 1.7, 6.0):
        pairs = zip(masses[:-3], masses[3:], strict=True)
        exact = sum(max(0.0, p - gamma * q) for p, q in pairs) + sum(masses[-3:])
        assert float(noise.divergence(arb(gamma))) == pytest.approx(exact, rel=1e-10)


@pytest.mark.parametrize(
    "noise",
    [composition_noise.Laplace(Fraction(1, 2), Fraction(2)), Normal(Fraction(2), Fraction(1)),
     composition_noise.Geometric(Fraction(1, 2)), DiscreteNormal(Fraction(2), Fraction(1))],
)  # fmt: skip
@pytest.mark.parametrize("adding", [False, True])
@pytest.mark.parametrize("rate", [Fraction(1), Fraction(1, 3)])
def test_half_lines_reach_the_divergence_and_never_more(noise, adding, rate):
    compared = Sampled(noise, rate, adding)
    with ctx.workprec(128):
        pairs = [compared.half_line(Fraction(k, 4)) for k in range(-60, 61)]
        for gamma in (0.01, 0.5, 0.8, 1.0, 1.2, 1.5, 3.0):
            most = float(compared.divergence(arb(gamma)))
            best = max(0.0, 1 - gamma, *(float(p - gamma * q) for p, q in pairs))
            assert best <= most + 1e-12
            assert best == pytest.approx(most, abs=0.01)


def test_an_undecided_case_counts_as_the_larger_number():
    """The share of the noise is a ball about 0: no half-line is asked for."""
    noise, third = Normal(Fraction(2), Fraction(1)), ball(Fraction(2, 3))
    near = third.union(third + arb(2) ** -20)
    removed, added = (Sampled(noise, Fraction(1, 3), adding) for adding in (False, True))
    assert bool(removed.divergence(near) >= ball(Fraction(1, 3)) - arb(2) ** -19)
    assert bool(added.divergence(1 / near).upper() >= 0)
    assert float(removed.divergence(arb(0.25))) == pytest.approx(0.75)
    assert float(added.divergence(arb(9))) == 0


def test_noise_far_out_is_enclosed_together():
    noise = DiscreteNormal(Fraction(1), Fraction(1))
    far = noise.beyond(Fraction(10) ** 9)
    assert far.contains(0)
    assert bool(far < arb(2) ** -50)
