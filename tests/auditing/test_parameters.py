"""Planted faults of calibrations are found, with short witnesses; right calibrations pass."""

import json
import math
import re
from dataclasses import replace
from fractions import Fraction
from itertools import product

import mpmath as mp
import numpy as np
import pytest

from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.parameters import audit_parameters
from dpproofs.auditing.parameters.claims import (
    USUAL_EPSILON,
    claim_grid,
    claims_near,
    is_usual,
    length,
    short_claims,
    shortened,
)
from dpproofs.auditing.parameters.point import RefusedClaim, point_at
from dpproofs.auditing.parameters.search import Search
from dpproofs.auditing.suite.points import said
from dpproofs.auditing.target import About, Computed, Target
from dpproofs.commands import audit_text
from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms import Gaussian, TruncatedLaplace, UniformWithAtom
from dpproofs.privacy.enclosed import known_noise
from dpproofs.privacy.enclosed.base import decimals
from dpproofs.privacy.enclosed.density import DensityNoise
from dpproofs.render import audits
from dpproofs.render.numerals import number

MIXED = [
    PrivacyClaim(*numbers)
    for numbers in product((1e-6, 0.1, 1, 5, 30), (1e-300, 1e-12, 1e-5, 0.1, 0.4), (1, 1e-9, 1e9))
]
PURE = [PrivacyClaim(*numbers) for numbers in product((1e-9, 0.3, 1, 7, 500), (0,), (1, 3, 10**9))]
SLIGHT = [PrivacyClaim(0, delta, size) for delta in (1e-17, 0.1, 0.3, 0.5) for size in (1, 7)]
INTEGERS = [PrivacyClaim(*n) for n in product((0.1, 1, 5), (1e-12, 1e-3, 0.3), (1, 2, 9))]


def laplace(claim, factor=1.0):
    return Computed("laplace", {"scale": factor * claim.sensitivity / claim.epsilon})


def classical(claim, constant=1.25):
    width = math.sqrt(2 * math.log(constant / claim.delta))
    return Computed("gaussian", {"sigma": width * claim.sensitivity / claim.epsilon})


def classical_below_one(claim, constant=1.25):
    if claim.epsilon > 1:
        raise ValueError(f"epsilon {claim.epsilon} is greater than 1.0.")
    return classical(claim, constant)


def analytic(claim, factor=1.0):
    sigma = Gaussian(claim.epsilon, claim.delta, claim.sensitivity).sigma
    return Computed("gaussian", {"sigma": factor * sigma})


def truncated(claim, twice=2.0):
    scale = claim.sensitivity / claim.epsilon
    bound = scale * math.log1p(math.expm1(claim.epsilon) / (twice * claim.delta))
    return Computed("truncated_laplace", {"scale": scale, "bound": bound})


def staircase(claim, gamma=None, size=1.0):
    gamma = 1 / (1 + math.exp(claim.epsilon / 2)) if gamma is None else gamma
    parameters = {"epsilon": claim.epsilon, "sensitivity": size * claim.sensitivity, "gamma": gamma}
    return Computed("staircase", parameters)


def uniform(claim, factor=1.0):
    return Computed("uniform", {"half_width": factor * claim.sensitivity / claim.delta / 2})


def with_atom(claim, more=0.0):
    noise = UniformWithAtom(claim.delta, claim.sensitivity)
    return Computed(
        "uniform_with_atom", {"half_width": noise.half_width, "atom": noise.alpha + more}
    )


def geometric(claim, factor=1.0):
    return Computed("geometric", {"scale": factor * claim.sensitivity / claim.epsilon})


def by_ratio(claim, factor=1.0):
    return Computed("geometric", {"ratio": math.exp(-factor * claim.epsilon / claim.sensitivity)})


def discrete(claim, factor=1.0):
    """With a margin of the rounding that discreteness needs."""
    sigma = Gaussian(claim.epsilon, claim.delta, claim.sensitivity).sigma
    return Computed("discrete_gaussian", {"sigma": factor * (1.3 * sigma + 0.5)})


RIGHT = [
    (laplace, PURE),
    (classical_below_one, MIXED),
    (analytic, MIXED[::5]),
    (truncated, MIXED),
    (staircase, PURE),
    (lambda claim: staircase(claim, gamma=0.9), PURE),
    (uniform, SLIGHT),
    (with_atom, SLIGHT),
    (geometric, PURE),
    (by_ratio, [claim for claim in PURE if claim.sensitivity < 10 and claim.epsilon > 0.1]),
    (discrete, INTEGERS),
]
WRONG = [
    (lambda claim: laplace(claim, 0.5), PURE),
    (lambda claim: laplace(claim, 1 - 1e-9), PURE),
    (classical, MIXED),
    (lambda claim: classical_below_one(claim, 0.9), [PrivacyClaim(1, 0.899)]),
    (lambda claim: analytic(claim, 0.5), MIXED[::9]),
    (lambda claim: analytic(claim, 1 - 1e-9), MIXED[::9]),
    (lambda claim: truncated(claim, 4), MIXED),
    (lambda claim: truncated(claim, 2 + 1e-9), MIXED),
    (lambda claim: staircase(claim, size=0.99), PURE),
    (lambda claim: uniform(claim, 0.5), SLIGHT),
    (lambda claim: with_atom(claim, 1e-9), SLIGHT),
    (lambda claim: geometric(claim, 0.9), PURE),
    (lambda claim: by_ratio(claim, 1.001), PURE),
    (lambda claim: discrete(claim, 0.5), INTEGERS),
]


@pytest.mark.parametrize(("build", "claims"), RIGHT)
def test_right_calibrations_pass(build, claims):
    report = audit_parameters(build, claims=claims, seconds=600)
    assert report.verdict == "no violation found"
    assert report.shortest is None
    assert report.outcomes["holds"] + report.outcomes["rounding"] >= len(claims) / 3
    assert report.unreached == 0
    assert report.grade == "enclosed"
    assert report.rounding <= 1e-12
    assert report.worst.ratio <= 1 + 1e-11


@pytest.mark.parametrize(("build", "claims"), WRONG)
def test_wrong_calibrations_are_found(build, claims):
    report = audit_parameters(build, claims=claims, seconds=600)
    assert report.verdict == "violation"
    assert report.worst.outcome == report.shortest.outcome == "violation"
    assert report.worst.ratio >= report.shortest.ratio > 1


def test_given_claims_are_neither_refined_nor_shortened():
    claim = PrivacyClaim(3.14159, 0.0, 17)
    report = audit_parameters(lambda given: laplace(given, 0.9), claims=[claim])
    assert report.worst.claim == claim == report.shortest.claim


def test_the_worst_of_the_usual_claims_is_not_left_behind_for_what_is_worse_elsewhere():
    def build(claim):
        """Too little noise around epsilon = 18.7, and ever less beyond all usual claims."""
        usual = claim.epsilon <= USUAL_EPSILON[1]
        hidden = 1 + max(0.0, 2 - abs(claim.epsilon - 18.7))
        return laplace(claim, 1 / (hidden if usual else claim.epsilon))

    report = audit_parameters(build, seconds=600)
    assert report.worst.ratio > 100
    assert report.worst_usual.claim.epsilon == pytest.approx(18.7, abs=0.3)
    assert report.worst_usual.ratio > 2.7


def test_every_second_claim_is_one_that_people_make():
    grid = claim_grid()
    usual = [claim for claim in grid if is_usual(claim)]
    assert 100 < len(usual) < len(grid) / 2
    assert grid[: 2 * len(usual) : 2] == usual
    assert len({claim.epsilon for claim in usual[:40]}) > 8
    assert len({claim.delta for claim in usual[:40]}) > 6


def test_a_narrow_fault_beside_a_wider_one_is_found():
    def build(claim):
        """As of a root in doubles: right but for intervals of epsilon, the narrowest the worst."""
        if claim.delta:
            raise ValueError("pure privacy only")
        narrow, wide = 23.28 < claim.epsilon < 23.37, 17.3 < claim.epsilon < 17.6
        return laplace(claim, 0.1 if narrow else 0.5 if wide else 1.0)

    report = audit_parameters(build, seconds=600)
    assert 23.28 < report.worst_usual.claim.epsilon < 23.37
    assert report.worst_usual.ratio == pytest.approx(10, rel=1e-6)


def test_a_fault_is_shrunk_to_short_numbers():
    def build(claim):
        if claim.delta == 0 or claim.epsilon == 0:
            raise ZeroDivisionError
        noise = classical_below_one(claim)
        if claim.delta < 3e-8:
            noise = Computed("gaussian", {"sigma": noise.parameters["sigma"] / 2})
        return noise

    report = audit_parameters(build, seconds=600)
    claim = report.shortest.claim
    assert report.verdict == "violation"
    assert report.shortest.ratio >= 2
    assert claim.sensitivity == 1
    assert 1e-8 <= claim.delta < 3e-8
    assert length(claim) <= 12
    assert report.worst_usual.claim.delta >= 1e-12
    assert report.refused["ZeroDivisionError: "] > 0
    # A second way: the profile of Balle & Wang at 60 digits.
    low, high = (mp.mpf(end) for end in report.shortest.to_json()["true_delta"])
    with mp.workdps(60):
        sigma, e = mp.mpf(report.shortest.computed.parameters["sigma"]), mp.mpf(claim.epsilon)
        tails = [mp.erfc((e * sigma + s / sigma / 2) / mp.sqrt(2)) / 2 for s in (-1, 1)]
        assert low <= tails[0] - mp.exp(e) * tails[1] <= high


def test_a_short_form_is_found_by_rounding_when_the_list_has_none():
    def build(claim):
        """Wrong only for a sensitivity from 3 on and a large epsilon with two digits."""
        wrong = claim.sensitivity >= 2.5 and 5.9 < claim.epsilon < 6.45
        return laplace(claim, 0.5 if wrong else 1.0)

    search = Search(build, math.inf)
    worst = search.at(PrivacyClaim(6.2137, 0, 3.21))
    found = search.shortest(worst, refine=True)
    assert found.claim == PrivacyClaim(6.0, 0, 3.0)


def test_climbing_moves_towards_the_violation():
    def build(claim):
        """Too little noise by a factor that grows away from the grid."""
        return laplace(claim, 1 + 0.5 * math.cos(1.7 * math.log10(claim.epsilon)) ** 2 - 0.49)

    search = Search(build, math.inf)
    start = search.at(PrivacyClaim(1.0, 0, 1))
    search.climb(start)
    best = max(point.ratio for point in search.points)
    assert best > start.ratio
    assert best == pytest.approx(1 / 0.51, rel=0.02)


def test_wrong_gamma_costs_more_and_is_no_violation():
    report = audit_parameters(lambda claim: staircase(claim, gamma=0.95), claims=PURE)
    assert report.verdict == "no violation found"
    worst = {(c.excess.reference, c.excess.power): float(c.excess.ratio) for c in report.costs}
    assert worst["optimal staircase", 1] > 5
    assert worst["the same noise, scaled to the claim", 1] == pytest.approx(1)
    right = audit_parameters(staircase, claims=PURE)
    worst = {(c.excess.reference, c.excess.power): float(c.excess.ratio) for c in right.costs}
    assert worst["optimal staircase", 1] == pytest.approx(1)


def test_a_classical_sigma_costs_more_than_the_calibrated_one():
    report = audit_parameters(classical_below_one, claims=[PrivacyClaim(1, 1e-5)])
    same = next(c for c in report.costs if c.excess.power == 1)
    assert float(same.excess.ratio) == pytest.approx(1.29865549238)
    low, high = same.to_json()["ratio"]
    assert float(low) <= 1.29865549238 <= float(high)


def test_rounding_is_told_apart_and_its_size_reported():
    def down(claim):
        return Computed("laplace", {"scale": math.nextafter(1 / claim.epsilon, 0)})

    report = audit_parameters(down, claims=[PrivacyClaim(1), PrivacyClaim(1, 1e-300)])
    assert report.verdict == "no violation found"
    assert report.outcomes == {"rounding": 2}
    assert 1e-17 <= report.rounding <= 1e-15
    assert report.worst.ratio <= 1


def test_exact_boundaries_hold():
    exact = PrivacyClaim(0, 0.25, 1)
    for half_width, outcome in ((2, "holds"), (2 - 1e-9, "violation"), (2 - 1e-15, "rounding")):
        point = point_at(lambda _, h=half_width: Computed("uniform", {"half_width": h}), exact)
        assert point.outcome == outcome
    assert point_at(laplace, PrivacyClaim(0.5, 0, 3)).true == 0.5


def test_nothing_decided_is_unknown_and_not_a_pass():
    def refuses(claim):
        raise ValueError(f"epsilon must be below {claim.epsilon / 2}")

    report = audit_parameters(refuses, claims=MIXED, name="refuses")
    assert report.verdict == "unknown"
    assert report.refused == {"ValueError: epsilon must be below #": len(MIXED)}
    assert report.worst is report.shortest is None
    for family, parameters, reason in (
        ("cauchy", {"scale": 1}, "family = 'cauchy'"),
        ("laplace", {"scale": math.nan}, "scale = nan"),
        ("geometric", {"scale": 1e-3}, "sensitivity = #, but should be an integer"),
    ):
        claims = [PrivacyClaim(1, 0.1, 0.5)]
        report = audit_parameters(Computed(family, parameters), claims=claims)
        assert report.verdict == "unknown"
        assert len(report.refused) == 1
        assert reason in next(iter(report.refused))


def test_no_time_is_unknown():
    report = audit_parameters(laplace, seconds=-1)
    assert report.verdict == "unknown"
    assert report.unreached == len(claim_grid())
    assert report.to_json()["claims"]["tried"] == 0
    assert audit_parameters(laplace, claims=PURE, seconds=1e9).unreached == 0


def test_too_hard_a_profile_is_not_decided(monkeypatch):
    def fails(*_):
        raise ArithmeticError("32768 bits do not give 80 accurate ones")

    noise = known_noise("laplace", {"scale": 1})
    monkeypatch.setattr(type(noise), "pure_epsilon", fails)
    with pytest.raises(RefusedClaim, match="not decided"):
        point_at(lambda _: noise, PrivacyClaim(1))


def test_a_ball_across_the_claim_is_unknown():
    flat = DensityNoise.of(lambda x: (np.abs(x) < 2) / 4, 3, (-2.0, 2.0))
    report = audit_parameters(flat, claims=[PrivacyClaim(0, 0.25)])
    assert report.verdict == "unknown"
    assert report.outcomes == {"unknown": 1}
    assert report.grade == "computed"
    assert audit_parameters(flat, claims=[PrivacyClaim(0, 0.2)]).verdict == "violation"
    assert audit_parameters(flat, claims=[PrivacyClaim(0, 0.3)]).verdict == "no violation found"


def in_an_interval(claim, factor=1.0, width=4.0):
    """Laplace noise drawn until the output is in [0, width sensitivity], by bisection."""
    size, high = Fraction(claim.sensitivity), 1e6 * claim.sensitivity
    low, goal = 0.0, claim.epsilon - math.log1p(-claim.delta)

    def noise(scale):
        return {"scale": scale, "lower": 0, "upper": width * claim.sensitivity}

    for _ in range(100):
        middle = (low + high) / 2
        small = known_noise("bounded_laplace", noise(middle)).pure_epsilon(size) > goal
        low, high = (middle, high) if small else (low, middle)
    return Computed("bounded_laplace", noise(factor * high))


INTERVALS = [PrivacyClaim(*n) for n in product((0.1, 1, 7), (0, 1e-6, 0.1), (1, 1e-3, 9))]
PURE_INTERVALS = [claim for claim in INTERVALS if claim.delta == 0]


@pytest.mark.parametrize("width", [0.5, 1, 4])
def test_noise_in_an_interval_is_decided_both_ways(width):
    def build(claim, factor=1.0):
        return in_an_interval(claim, factor, width)

    report = audit_parameters(build, claims=INTERVALS)
    assert report.verdict == "no violation found"
    assert set(report.outcomes) <= {"holds", "rounding"}
    assert report.grade == "enclosed"
    assert report.costs == ()
    small = audit_parameters(lambda claim: build(claim, 0.9), claims=INTERVALS)
    assert small.verdict == "violation"
    assert small.outcomes["violation"] >= len(PURE_INTERVALS)
    assert small.outcomes["holds"] == 0
    slight = audit_parameters(lambda claim: build(claim, 1 - 1e-9), claims=PURE_INTERVALS)
    assert slight.outcomes == {"violation": len(PURE_INTERVALS)}


def test_a_delta_between_the_bounds_is_unknown_and_one_below_them_a_violation():
    noise = Computed("bounded_laplace", {"scale": 2.0, "lower": 0.0, "upper": 5.0})
    low, high = known_noise(noise.family, noise.parameters).bounds(0.1, 1)
    deltas = {
        "violation": 0.99 * float(low),
        "unknown": 1.5 * float(low),
        "holds": float(high) + 1e-9,
    }
    for outcome, delta in deltas.items():
        point = point_at(lambda _: noise, PrivacyClaim(0.1, delta, 1))
        assert point.outcome == outcome
        data = point.to_json()
        assert data["true_delta"] == [decimals(low)[0], decimals(high)[1]]
        least, most = map(float, data["true_epsilon"])
        assert 0 <= least < most
        assert point.ratio == pytest.approx(float(low) / delta)
    report = audit_parameters(noise, claims=[PrivacyClaim(0.1, deltas["unknown"], 1)])
    assert report.verdict == "unknown"


def test_processed_noise_passes_where_it_keeps_the_claim_and_is_unknown_where_it_does_not():
    def folded(claim, factor=1.0):
        return replace(laplace(claim, factor), processed=True)

    report = audit_parameters(folded, claims=PURE)
    assert report.verdict == "no violation found"
    assert report.costs == ()
    assert report.to_json()["worst"]["computed"]["before_processing"] is True
    for factor in (0.5, 1 - 1e-9):
        small = audit_parameters(lambda claim, f=factor: folded(claim, f), claims=PURE)
        assert small.verdict == "unknown"
        assert small.outcomes == {"unknown": len(PURE)}
        assert small.shortest is None
        plain = audit_parameters(lambda claim, f=factor: laplace(claim, f), claims=PURE)
        assert plain.verdict == "violation"
        assert "before_processing" not in plain.to_json()["worst"]["computed"]
    rounded = Computed("laplace", {"scale": math.nextafter(1, 0)}, processed=True)
    assert audit_parameters(rounded, claims=[PrivacyClaim(1)]).outcomes == {"rounding": 1}


def shown(point):
    """What the page says of a point, by the name of the fact."""
    html = audits.environment().get_template("findings.html.jinja").module.of_point(point)
    return dict(re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", str(html), re.DOTALL))


def test_reports_say_what_is_bounded_and_what_is_processed():
    noise = Computed("bounded_laplace", {"scale": 2.0, "lower": 0.0, "upper": 5.0})
    claims = [PrivacyClaim(0.1, 0.01, 1)]
    point = audit_parameters(noise, claims=claims).record().worst
    low = float(point.true_delta[0])
    assert said(point).startswith(f"delta is at least {low:.8g}, ")
    assert f"delta is between {point.true_delta[0]} and " in audit_text._point(point)
    assert ", at least " in audit_text._point(point)
    assert f"at least {number(point.ratio)} times" in shown(point)["True delta"]
    point = audit_parameters(replace(laplace(PURE[4], 0.5), processed=True), claims=[PURE[4]])
    point = point.record().worst
    assert "epsilon of the noise before processing is " in audit_text._point(point)
    assert "before processing" in shown(point)["Noise computed"]
    point = audit_parameters(laplace(PURE[4], 0.5), claims=[PURE[4]]).record().worst
    assert said(point).startswith("epsilon is ")
    assert "processing" not in audit_text._point(point) + shown(point)["Noise computed"]
    assert "at least" not in audit_text._point(point) + shown(point)["True epsilon"]


class Told(Target):
    """A target that tells what it computes, or not."""

    about = About("told")

    def __init__(self, noise):
        self.noise = noise
        self.closed = False

    def draw(self, value, count, rng):  # noqa: ARG002  # the interface
        raise AssertionError("no draw is needed")

    def computed(self):
        return self.noise

    def close(self):
        self.closed = True


def test_targets_are_asked_and_closed():
    target = Told(Computed("laplace", {"scale": 2}))
    report = audit_parameters(lambda _: target, claims=[PrivacyClaim(1)])
    assert report.verdict == "no violation found"
    assert target.closed
    report = audit_parameters(lambda _: Told(None), claims=[PrivacyClaim(1)])
    assert report.verdict == "unknown"
    assert report.refused == {"the target does not tell what it computes": 1}


def test_one_noise_needs_claims():
    with pytest.raises(BadInput, match="claims"):
        audit_parameters(Computed("laplace", {"scale": 1}))
    noise = known_noise("gaussian", {"sigma": 1})
    report = audit_parameters(noise, claims=[PrivacyClaim(1), PrivacyClaim(1, 0.5)])
    assert report.worst.claim == PrivacyClaim(1)
    assert report.worst.ratio == math.inf
    assert report.outcomes == {"violation": 1, "holds": 1}


def test_reports_are_plain_json():
    reports = [
        audit_parameters(known_noise("gaussian", {"sigma": 1}), claims=[PrivacyClaim(1)]),
        audit_parameters(laplace, claims=PURE, name="ours"),
        audit_parameters(lambda claim: laplace(claim, 0.5), claims=PURE),
    ]
    for report in reports:
        data = json.loads(json.dumps(report.to_json(), allow_nan=False))
        assert data["verdict"] == report.verdict
        assert data["claims"]["tried"] == sum(report.outcomes.values())
    assert reports[0].to_json()["worst"]["computed"] is None
    assert reports[0].to_json()["worst"]["ratio"] == "inf"
    worst = reports[2].to_json()["worst"]
    assert worst["computed"]["family"] == "laplace"
    low, high = map(float, worst["true_epsilon"])
    assert low <= 2 * worst["claim"]["epsilon"] <= high


def test_the_grid_has_the_extremes_and_spreads_them():
    grid = claim_grid()
    assert len(set(grid)) == len(grid)
    assert {claim.delta for claim in grid[:400]} == {claim.delta for claim in grid}
    assert PrivacyClaim(700, 1e-300, 10**9) in grid
    assert PrivacyClaim(0, 0, 1) in grid


def test_neighbours_stay_within_the_domain():
    near = list(claims_near(PrivacyClaim(6000, 1 - 2**-53, 1), 4))
    assert {claim.epsilon for claim in near} == {6000, 1500}
    assert {claim.sensitivity for claim in near} == {1, 4}  # never 0
    assert all(claim.epsilon == 0 for claim in claims_near(PrivacyClaim(0, 0.5), 2))


def test_short_claims_come_first_and_keep_zeros():
    short = short_claims(PrivacyClaim(0.3, 0.0, 4))
    assert short[0] == PrivacyClaim(1, 0.0, 1)
    assert {claim.delta for claim in short} == {0.0}
    assert {claim.epsilon for claim in short_claims(PrivacyClaim(0, 0.1))} == {0.0}
    assert [length(claim) for claim in short] == sorted(length(claim) for claim in short)
    assert PrivacyClaim(0.123, 0.1, 20) in shortened(PrivacyClaim(0.123, 0.1, 17))
    assert length(PrivacyClaim(0.123, 0.1, 17)) > length(PrivacyClaim(0.1, 0.1, 20))


def test_released_analytic_calibrations_break_small_deltas():
    mechanisms = pytest.importorskip("diffprivlib.mechanisms")

    def build(claim):
        mechanism = mechanisms.GaussianAnalytic(
            epsilon=claim.epsilon, delta=claim.delta, sensitivity=claim.sensitivity
        )
        return Computed("gaussian", {"sigma": float(mechanism._scale)})

    report = audit_parameters(build, claims=[PrivacyClaim(1, 1e-5), PrivacyClaim(20, 1e-9)])
    assert report.verdict == "violation"
    assert report.worst.claim == PrivacyClaim(20, 1e-9)
    assert report.worst.ratio > 5


def test_the_reference_truncated_laplace_is_its_own():
    noise = TruncatedLaplace(1, 1e-5)
    computed = Computed("truncated_laplace", {"scale": noise.scale, "bound": noise.bound})
    report = audit_parameters(computed, claims=[PrivacyClaim(1, 1e-5)])
    ratios = {(c.excess.reference, c.excess.power): float(c.excess.ratio) for c in report.costs}
    assert ratios["truncated Laplace", 1] == pytest.approx(1, abs=1e-11)
    assert Fraction(report.worst.claimed) == Fraction(1e-5)


def test_far_too_much_noise_of_a_staircase_has_no_costs_but_a_verdict():
    noise = Computed("staircase", {"epsilon": 0.01, "sensitivity": 1.0, "gamma": 0.5})
    report = audit_parameters(noise, claims=[PrivacyClaim(1, 0.1, 1)])
    assert report.verdict == "no violation found"
    assert report.costs == ()


def test_a_fault_between_the_epsilons_of_the_grid_is_found():
    def build(claim):
        narrow = 15.6 < claim.epsilon < 16.4
        return laplace(claim, 0.5 if narrow else 1.0)

    report = audit_parameters(build, seconds=600)
    assert report.verdict == "violation"
    assert 15.6 < report.worst.claim.epsilon < 16.4


@pytest.mark.parametrize("epsilon", [710.0, 1000.0, 1e6])
def test_claims_beyond_what_doubles_hold_are_decided(epsilon):
    claim = PrivacyClaim(epsilon, 0, 1)
    for factor, verdict in ((1, "no violation found"), (0.5, "violation")):
        report = audit_parameters(laplace(claim, factor), claims=[claim])
        assert report.verdict == verdict
        json.dumps(report.to_json(), allow_nan=False)
    with_delta = PrivacyClaim(epsilon, 1e-6, 1)
    sigma = Computed("gaussian", {"sigma": 1.0})
    report = audit_parameters(sigma, claims=[with_delta])
    assert report.verdict == "no violation found"
    assert float(report.record().worst.true_delta[1]) < 1e-300
