"""The truncated Laplacian: verdicts as expected, formulas against oracles, wrong ones refused."""

from __future__ import annotations

from dataclasses import replace

import mpmath
import pytest
import sympy as sp

from dpproofs.checkers import check
from dpproofs.checkers.points import seeded
from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.proposition import Integral, Limit, Relation
from dpproofs.kernel.terms import Mass
from dpproofs.mechanisms import LightTailedLaplace, TruncatedLaplace
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.poster import constraint
from dpproofs.theorems.registry import find
from dpproofs.theorems.trunclap import (
    closing,
    decay,
    largest_gain,
    lengths,
    noise,
    theorem2,
    theorem3,
    uniform,
)
from dpproofs.theorems.trunclap.setting import (
    V1_UPPER,
    V2_UPPER,
    Delta,
    bound,
    delta,
    density,
    eps,
    height,
    scale,
)  # fmt: skip
from dpproofs.verifying import verify

EXPECTED = {
    "trunclap.lem1": ("holds", "proved"),
    "trunclap.defV": ("definition", "proved"),
    "trunclap.gaussrate": ("corrected", "enclosed"),
    "trunclap.def3": ("corrected", "proved"),
    "trunclap.props": ("holds", "proved"),
    "trunclap.thm1": ("holds", "proved"),
    "trunclap.thm1.proof": ("corrected", "proved"),
    "trunclap.thm2": ("holds", "proved"),
    "trunclap.thm2.lims": ("holds", "proved"),
    "trunclap.thm2.lims.proof": ("corrected", "proved"),
    "trunclap.unif": ("holds", "proved"),
    "trunclap.thm3": ("holds", "proved"),
    "trunclap.univrate": ("corrected", "enclosed"),
    "trunclap.sec7": ("holds", "proved"),
    "poster.constraint": ("corrected", "proved"),
    "poster.fig1": ("holds", "proved"),
}
PARAMETERS = [("0.5", "0.01", "1"), ("2", "0.3", "3"), ("0.01", "0.4", "2"), ("5", "1e-6", "0.5")]


@pytest.mark.parametrize("name", EXPECTED)
def test_the_verdict_is_the_expected_one_and_every_twin_is_rejected(name: str) -> None:
    verdict = verify(name, digits=30)
    assert verdict.grade is not None
    assert (verdict.decision.value, verdict.grade.name) == EXPECTED[name]
    assert verdict.mutation.tried >= 5  # few goals of sentences about any noise have false twins
    assert not verdict.mutation.survivors
    assert (verdict.erratum is not None) == (verdict.decision.value == "corrected")


def value(expression: sp.Expr, **at: object) -> mpmath.mpf:
    names = {"e": eps, "d": delta, "D": Delta}
    at = {names.get(key, sp.Symbol(key, positive=True)): v for key, v in at.items()}
    return mpmath.mpf(
        str(sp.N(expression.subs({k: sp.Rational(str(v)) for k, v in at.items()}), 40))
    )


@pytest.mark.parametrize(("e", "d", "size"), PARAMETERS)
def test_the_costs_and_the_density_agree_with_quadrature(e: str, d: str, size: str) -> None:
    with mpmath.workdps(40):
        at = {"e": e, "d": d, "D": size}
        end, top, unit = value(bound, **at), value(height, **at), value(scale, **at)

        def f(x: mpmath.mpf) -> mpmath.mpf:
            return top * mpmath.exp(-x / unit)

        grid = mpmath.linspace(0, end, 9)
        assert abs(2 * mpmath.quad(f, grid) - 1) < 1e-30
        assert abs(mpmath.quad(f, [end - mpmath.mpf(size), end]) - mpmath.mpf(d)) < 1e-30
        for power, formula in ((1, V1_UPPER), (2, V2_UPPER)):
            cost = 2 * mpmath.quad(lambda x, p=power: x**p * f(x), grid)
            assert abs(cost / value(formula, **at) - 1) < 1e-28
    noise = TruncatedLaplace(float(e), float(d), float(size))
    assert noise.expected_cost(1) == pytest.approx(float(value(V1_UPPER, **at)), rel=1e-14)
    assert noise.expected_cost(2) == pytest.approx(float(value(V2_UPPER, **at)), rel=1e-14)


def relations(goals: tuple[Goal, ...]) -> list[Goal]:
    return [goal for goal in goals if isinstance(goal.proposition, Relation)]


@pytest.mark.parametrize(
    "goal",
    relations(find("trunclap.thm2.lims").statement.printed)
    + relations(find("trunclap.thm3").statement.printed)
    + relations(find("trunclap.unif").statement.printed)
    + relations(find("trunclap.sec7").statement.printed)
    + relations(find("trunclap.univrate").statement.corrected),
    ids=lambda goal: str(goal.proposition.lhs)[:40],
)
def test_every_bound_holds_at_many_points(goal: Goal) -> None:
    rng = seeded(8)
    for _ in range(15):
        point = goal.domain.sample(rng)
        claim = goal.proposition
        left, right = (sp.N(side.subs(point), 60) for side in (claim.lhs, claim.rhs))
        if claim.op == "==":
            assert abs(left - right) < 1e-25 * (1 + abs(left))
        else:
            assert left < right


@pytest.mark.parametrize(
    ("expression", "limit"),
    [(V1_UPPER, Delta / (4 * delta)), (V2_UPPER, Delta**2 / (12 * delta**2)),
     (bound, Delta / (2 * delta)), (density(sp.Integer(1)), delta / Delta)],
)  # fmt: skip
def test_limits_as_epsilon_tends_to_0(expression: sp.Expr, limit: sp.Expr) -> None:
    at = {"d": "0.1", "D": "2"}
    gaps = [
        abs(value(expression, e=e, **at) - value(limit, **at)) for e in ("1e-3", "1e-5", "1e-7")
    ]
    assert gaps[0] < 0.2
    assert gaps[1] < gaps[0] / 50
    assert gaps[2] < gaps[1] / 50


def test_limits_as_delta_tends_to_0_and_as_both_do() -> None:
    near = {"e": "0.5", "d": "1e-30", "D": "2"}
    assert abs(value(V1_UPPER, **near) - 4) < 1e-25
    assert abs(value(V2_UPPER, **near) - 32) < 1e-24
    both = {"e": "1e-9", "d": "1e-9", "D": "1"}
    log = mpmath.log(mpmath.mpf(3) / 2)
    assert abs(value(V1_UPPER, **both) * mpmath.mpf("1e-9") - (1 - 2 * log)) < 1e-9
    assert abs(value(V2_UPPER, **both) * mpmath.mpf("5e-19") - (1 - 2 * log - log**2)) < 1e-9


def test_the_best_set_is_the_strip_and_not_the_one_printed() -> None:
    # epsilon = 2 log 2, delta = 3/14, and the shift Delta/2: gains of half lines from a fine grid.
    noise = TruncatedLaplace(2 * float(mpmath.log(2)), 3 / 14)
    start = [noise.bound * (i / 200 - 1) for i in range(401)]
    gains = [float(noise.sf(x) - 4 * noise.sf(x + 0.5)) for x in start]
    best = start[max(range(401), key=gains.__getitem__)]
    assert max(gains) == pytest.approx(1 / 14, rel=0.02)
    assert best == pytest.approx(noise.bound - 0.5, abs=0.01)
    printed = noise.bound - 1
    assert noise.sf(printed) - 4 * noise.sf(printed + 0.5) == pytest.approx(-1 / 14)
    at = {eps: 2 * sp.log(2), lengths.m: sp.log(2), largest_gain.d: sp.log(2)}
    assert sp.simplify(largest_gain.STRIP.subs(at)) == sp.Rational(1, 14)


def test_the_tailed_family_is_the_mixture_that_it_is_said_to_be() -> None:
    n, t = closing.n, closing.t
    e, inner, share = 0.7, 0.4, 0.3
    inwards = -float(mpmath.log1p(-share))
    d = float((mpmath.expm1(e)) / (2 * mpmath.expm1(e + inner + inwards)))
    noise = LightTailedLaplace(e, d, share)
    assert noise.bound * e == pytest.approx(e + inner, rel=1e-13)
    assert noise.privacy_profile(e) == pytest.approx(d, rel=1e-12)
    at = {eps: e, n: inner, t: share}
    for goals, power in (((0, 1), 1), ((2, 3), 2)):
        cost = sum(float(closing._COSTS[i].proposition.value.subs(at)) for i in goals)
        total = float(closing._total.subs(at))
        assert noise.expected_cost(power) == pytest.approx(cost / total / e**power, rel=1e-12)
    for x in (0.3, 1.2, 1.9, 4.0):

        def mixed(z: mpmath.mpf, x: float = x) -> mpmath.mpf:
            b = e + inner + share * z
            weight = (1 - share) * mpmath.exp(-(1 - share) * z) * (1 - mpmath.exp(-b))
            given = mpmath.exp(-x * e) / (2 * (1 - mpmath.exp(-b)))
            return weight * given * e if x * e <= b else mpmath.mpf(0)

        start = max(0, (x * e - e - inner) / share)
        density_here = mpmath.quad(mixed, [start, start + 5, mpmath.inf]) / total
        assert noise.pdf(x) == pytest.approx(float(density_here), rel=1e-10)


def test_the_gaussian_of_the_counterexample_decays_faster() -> None:
    e, sigma = mpmath.mpf("0.1"), 3
    least = mpmath.ncdf(mpmath.mpf(1) / 6 - 3 * e) - mpmath.exp(e) * mpmath.ncdf(
        -mpmath.mpf(1) / 6 - 3 * e
    )
    end = mpmath.log1p(mpmath.expm1(e) / (2 * least)) / e
    assert least < 0.5
    assert end > 4.4
    assert (1 + 2 * (end - 1)) / (2 * sigma**2) > 0.4 > e


# -- wrong versions must not be established -------------------------------------------------------


def refused(goal: Goal, *, by: str, **hints: object) -> bool:
    proof = Proof(goal.domain)
    proof.concludes(goal, by=by, because="wrong", **hints)
    derivation = proof.done()
    return not check(derivation.steps[0], derivation).established


def _step(name: str, goal: Goal):
    derivation = find(name).derivation
    return next(step for step in derivation.steps if step.goal == goal), derivation


@pytest.mark.parametrize(
    ("name", "goal", "wrong"),
    [
        ("trunclap.thm2.lims", theorem2.BOUNDS_BOTH[1], {"rhs": theorem2._THREE_HALVES}),
        ("trunclap.thm2.lims", theorem2.BOUNDS_EPSILON[1], {"rhs": theorem2._LOWER}),
        ("trunclap.thm3", theorem3.BOUNDS_EPSILON[0], {"lhs": theorem3._UNIFORM}),
        ("trunclap.unif", uniform.BOUNDS_END[1], {"rhs": Delta / (2 * delta)}),
        ("trunclap.sec7", closing._BOUNDS[1], {"rhs": closing._MOST1 / 2}),
    ],
)
def test_a_bound_that_is_too_good_is_refused(name: str, goal: Goal, wrong: dict) -> None:
    step, derivation = _step(name, goal)
    twin = replace(step, goal=Goal(replace(goal.proposition, **wrong), goal.domain))
    assert not check(twin, derivation).established


@pytest.mark.parametrize(
    ("name", "goal", "value"),
    [
        ("trunclap.thm2.lims", theorem2._TOGETHER, 1 - 2 * sp.log(2)),
        ("trunclap.thm2.lims", theorem2._TO_UNIFORM, Delta / (2 * delta)),
        ("trunclap.thm3", theorem3._TO_LAPLACE, Delta**2 / eps**2),
        ("trunclap.unif", uniform._END, Delta / delta),
        ("trunclap.sec7", closing._MIXED_DELTA, closing._delta / 2),
    ],
)
def test_another_limit_or_integral_is_refused(name: str, goal: Goal, value: sp.Expr) -> None:
    step, derivation = _step(name, goal)
    assert isinstance(goal.proposition, Limit | Integral)
    twin = replace(step, goal=Goal(replace(goal.proposition, value=value), goal.domain))
    assert not check(twin, derivation).established


def test_no_smaller_strip_bounds_the_gain_and_the_strip_gains_no_more_than_its_mass() -> None:
    step, derivation = _step("trunclap.thm1.proof", noise.MOST)
    assert check(step, derivation).established
    claim = noise.MOST.proposition
    for wrong in (claim.rhs - Mass(noise.T, noise.STRIP), claim.rhs / 2):
        twin = replace(step, goal=Goal(replace(claim, rhs=wrong), noise.MOST.domain))
        assert not check(twin, derivation).established
    step, derivation = _step("trunclap.thm1.proof", largest_gain._TOLD)
    claim = largest_gain._TOLD.proposition
    assert check(step, derivation).established
    wrong = largest_gain._PRINTED.proposition.rhs.xreplace({largest_gain.d: noise.s * eps / Delta})
    twin = replace(step, goal=Goal(replace(claim, rhs=wrong), largest_gain._TOLD.domain))
    assert not check(twin, derivation).established


def test_privacy_with_a_smaller_delta_is_refused() -> None:
    step, derivation = _step("trunclap.thm1", noise.IS_PRIVATE)
    claim = noise.IS_PRIVATE.proposition
    for changed in (
        replace(claim, delta=claim.delta / 2),
        replace(claim, epsilon=claim.epsilon / 2),
        replace(claim, sensitivity=2 * claim.sensitivity),
    ):
        twin = replace(step, goal=Goal(changed, noise.IS_PRIVATE.domain))
        assert not check(twin, derivation).established


def test_the_constraint_of_the_poster_is_refused() -> None:
    assert refused(constraint._PRINTED, by="sign")


def test_the_rate_of_one_density_is_not_that_of_the_other() -> None:
    for goal, other in ((decay._DISPLAYED, decay._RIGHT), (decay._RIGHT, decay._DISPLAYED)):
        claim = goal.proposition
        assert isinstance(claim, Relation)
        assert not refused(goal, by="identity")
        wrong = replace(claim, rhs=other.proposition.rhs)
        assert refused(Goal(wrong, goal.domain), by="identity")
