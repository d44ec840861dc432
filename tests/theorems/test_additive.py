"""The (0, delta) paper: verdicts as expected, formulas against oracles, planted errors refused."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import mpmath
import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

from dpproofs.checkers import check
from dpproofs.kernel.assertions import Expected, Private
from dpproofs.kernel.derivation import Claim, Goal
from dpproofs.kernel.proposition import Derivative, Fails, Minimum, Relation
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.additive import (
    averages,
    noise,
    optimality_in_class,
    ripples,
    symmetric,
    theorem3,
    theorem6,
    unrestricted,
)
from dpproofs.theorems.additive.gaussian import AMPLITUDE, POWER
from dpproofs.theorems.additive.in_class import Least
from dpproofs.theorems.additive.setting import Delta, alpha, delta, p
from dpproofs.theorems.registry import catalogue, find
from dpproofs.verifying import verify

EXPECTED = {
    "additive.sec1.discrete": ("holds", "proved"),
    "additive.eq4": ("definition", "proved"),
    "additive.prop1": ("definition", "proved"),
    "additive.lem1": ("holds", "proved"),
    "additive.prop2": ("definition", "proved"),
    "additive.lem2": ("holds", "proved"),
    "additive.thm1": ("holds", "proved"),
    "additive.Palpha": ("holds", "proved"),
    "additive.thm2": ("holds", "proved"),
    "additive.thm2.proof": ("corrected", "proved"),
    "additive.alg1": ("holds", "proved"),
    "additive.thm3.cost": ("holds", "proved"),
    "additive.thm3.deriv": ("holds", "proved"),
    "additive.thm3.alpha": ("holds", "proved"),
    "additive.thm3.alpha.proof": ("corrected", "proved"),
    "additive.thm3.min": ("corrected", "proved"),
    "additive.thm3.class": ("holds", "proved"),
    "additive.thm3.eq8": ("holds", "proved"),
    "additive.cor4": ("corrected", "proved"),
    "additive.cor4.class": ("holds", "proved"),
    "additive.cor5": ("corrected", "proved"),
    "additive.cor5.class": ("holds", "proved"),
    "additive.fn1": ("corrected", "proved"),
    "additive.thm6": ("holds", "enclosed"),
    "additive.sec5.amp": ("corrected", "enclosed"),
    "additive.sec5.gain": ("corrected", "enclosed"),
    "additive.sec5.low": ("corrected", "enclosed"),
    "additive.tables": ("corrected", "enclosed"),
    "additive.intro.cmp": ("holds", "proved"),
    "additive.classic": ("holds", "enclosed"),
}


def test_every_claim_of_the_paper_is_formalised() -> None:
    assert {*EXPECTED} == {name for name, row in catalogue().items() if row.paper == "additive"}


@pytest.mark.parametrize("name", EXPECTED)
def test_the_verdict_is_the_expected_one_and_every_twin_is_rejected(name: str) -> None:
    verdict = verify(name, digits=30)
    assert verdict.grade is not None
    assert (verdict.decision.value, verdict.grade.name) == EXPECTED[name]
    # A sentence about any cost has a single false twin.
    assert verdict.mutation.tried >= (1 if name == "additive.sec1.discrete" else 2)
    assert not verdict.mutation.survivors
    assert (verdict.erratum is not None) == (verdict.decision.value == "corrected")


def cost_by_integration(power: mpmath.mpf, a: mpmath.mpf, d: mpmath.mpf) -> mpmath.mpf:
    end = (1 - a) / (d - a) / 2
    return 2 * (d - a) * mpmath.quad(lambda x: x**power, [0, end])


@pytest.mark.parametrize(
    ("power", "d"), [("1", "0.3"), ("2", "0.9"), ("0.5", "0.6"), ("3.7", ".2")]
)
def test_the_cost_and_its_minimum_agree_with_brute_force(power: str, d: str) -> None:
    q, level = mpmath.mpf(power), mpmath.mpf(d)
    grid = [level * i / 400 for i in range(400)]
    values = [cost_by_integration(q, a, level) for a in grid]
    formula = sp.lambdify((p, delta, alpha, Delta), theorem3.cost, "mpmath")
    assert all(
        mpmath.almosteq(formula(q, level, a, 1), v) for a, v in zip(grid, values, strict=True)
    )
    best = grid[values.index(min(values))]
    star = max(mpmath.mpf(0), (q + 1) * level - q)
    assert abs(best - star) <= level / 400


def test_the_gaussian_has_the_corrected_amplitude() -> None:
    sigma = mpmath.mpf(3) / (2 * mpmath.mpf("0.4"))
    values = {delta: sp.Rational(2, 5), Delta: 3}
    for power, formula in ((1, AMPLITUDE), (2, POWER)):
        oracle = mpmath.quad(
            lambda x, power=power: 2 * x**power * mpmath.npdf(x, 0, sigma), [0, mpmath.inf]
        )
        assert mpmath.almosteq(oracle, mpmath.mpf(str(formula.subs(values).evalf(30))))


@pytest.mark.parametrize("periods", [2, 3, 4, 7])
def test_the_gain_of_a_ripple_is_that_of_a_brute_force_over_cells(periods: int) -> None:
    masses = [periods - 1, periods, periods, periods - 1] * periods
    total = sum(masses)
    for cells in range(1, 5):
        direct = sum(
            max(0, q - (masses[i - cells] if i >= cells else 0)) for i, q in enumerate(masses)
        )
        goal = unrestricted.POWER_PRIVATE[cells - 1].proposition
        assert isinstance(goal, Relation)
        assert goal.lhs.subs(unrestricted.k, periods) == sp.Rational(direct, total)


def decided(goal: Goal, method: str, **hints: object) -> bool:
    proof = Proof(goal.domain)
    proof.concludes(goal, by=method, because="planted", **hints)
    derivation = proof.done()
    return check(derivation.steps[0], derivation).established


@pytest.mark.parametrize(
    ("goal", "method"),
    [
        (Goal(Derivative(theorem3.shape, alpha, theorem3.shape), theorem3.WITH_P), "derivative"),
        (
            Goal(
                Minimum(theorem3.cost, alpha, sp.Integer(0), delta, "[)", (p + 1) * delta - p + 1),
                theorem3.LOW_PRIVACY,
            ),
            "minimum",
        ),
        (
            Goal(
                Minimum(theorem3.cost, alpha, sp.Integer(0), delta, "[)", sp.Integer(0)),
                theorem3.LOW_PRIVACY,
            ),
            "minimum",
        ),
        (unrestricted.POWER_PRINTED, "sign"),
        (unrestricted.AMPLITUDE_PRINTED, "sign"),
    ],
    ids=["wrong derivative", "index shifted", "wrong branch", "power optimal", "amplitude optimal"],
)
def test_a_planted_error_is_refused(goal: Goal, method: str) -> None:
    assert not decided(goal, method)


def test_theorem1_does_not_follow_without_property_2() -> None:
    """Leaving out the monotonicity leaves the comparison of the parts without a reason."""
    derivation = find("additive.thm1").derivation
    texts = {part.text for part in symmetric.PARTS}
    steps = [step for step in derivation.steps if step.reason in texts]
    assert len(steps) == len(texts)
    for step in steps:
        first, _, *others = step.hints["facts"]
        assert check(step, derivation).established
        weak = replace(step, hints={"facts": [first, *others]})
        assert not check(weak, derivation).established


def levels(noise: ripples.Steps, at: dict[sp.Symbol, Fraction]) -> list[tuple[Fraction, Fraction]]:
    """The density on [0, oo) for s = 1: levels, and where they end."""
    return [
        (Fraction(str(sp.S(level).subs(at))), Fraction(str(end))) for level, end in noise.levels
    ]


def mass(pieces: list[tuple[Fraction, Fraction]], low: Fraction, high: Fraction) -> Fraction:
    """The mass that the density gives an interval."""
    total, start = Fraction(0), Fraction(0)
    for level, end in pieces:
        for a, b in ((start, end), (-end, -start)):
            total += level * max(Fraction(0), min(high, b) - max(low, a))
        start = end
    return total


@pytest.mark.parametrize("noise", [ripples.POWER, ripples.AMPLITUDE, ripples.MIXED])
@given(
    ends=st.lists(st.fractions(-2, 2, max_denominator=24), min_size=2, max_size=12, unique=True),
    shift=st.fractions(-1, 1, max_denominator=24),
    weight=st.fractions(Fraction(1, 50), 1),
)
def test_the_better_noise_is_private_for_unions_of_intervals(
    noise: ripples.Steps, ends: list[Fraction], shift: Fraction, weight: Fraction
) -> None:
    at = {ripples.w: sp.Rational(weight.numerator, weight.denominator)}
    pieces = levels(noise, at)
    atom, lost = (Fraction(str(sp.S(number).subs(at))) for number in (noise.atom, noise.delta))
    cuts = sorted(ends)
    pairs = list(zip(cuts[::2], cuts[1::2], strict=False))

    def probability(moved: Fraction) -> Fraction:
        inside = any(low + moved < 0 < high + moved for low, high in pairs)
        return sum((mass(pieces, a + moved, b + moved) for a, b in pairs), atom * inside)

    assert probability(Fraction(0)) <= probability(shift) + lost
    assert mass(pieces, Fraction(-3), Fraction(3)) + atom == 1


@pytest.mark.parametrize("noise", [ripples.POWER, ripples.AMPLITUDE, ripples.MIXED])
def test_the_better_noise_is_private_with_no_smaller_delta(noise: ripples.Steps) -> None:
    derivation = find("additive.fn1").derivation
    step = next(step for step in derivation.steps if step.goal == noise.goals[1])
    claim = step.goal.proposition
    assert isinstance(claim, Private)
    assert check(step, derivation).established
    for changed in (
        replace(claim, delta=claim.delta * sp.Rational(99, 100)),
        replace(claim, sensitivity=2 * claim.sensitivity),
    ):
        twin = replace(step, goal=Goal(changed, step.goal.domain))
        assert not check(twin, derivation).established
    for width in (2 * ripples.s / noise.cells, sp.sqrt(2) * ripples.s, sp.Integer(1)):
        assert not check(replace(step, hints={"width": width}), derivation).established


def test_the_averages_of_gaussian_noise_really_cost_more_and_more() -> None:
    """The counterexample to the limit in the proof of Theorem 2, summed numerically."""
    width = mpmath.mpf(1) / 2
    density = lambda x: mpmath.exp(-(x**2))  # noqa: E731  (a formula)
    loss = lambda x: mpmath.exp(x**2) / (1 + x**2)  # noqa: E731
    cells = []
    for k in range(8, 14):
        ends = [k * width, (k + 1) * width]
        average = mpmath.quad(density, ends) / width
        cells.append(average * mpmath.quad(loss, ends))
    assert all(later > earlier for earlier, later in pairwise(cells))
    assert mpmath.quad(lambda x: density(x) * loss(x), [0, mpmath.inf]) < 2
    bounds = [
        averages.CELL.subs({averages.k: k, averages.w: sp.Rational(1, 2)}) for k in range(8, 14)
    ]
    assert all(least < cell for least, cell in zip(bounds, cells, strict=True))


@pytest.mark.parametrize(
    ("name", "claims"),
    [
        ("additive.thm3.class", optimality_in_class.EVERY),
        ("additive.cor4.class", optimality_in_class.FIRST),
        ("additive.cor5.class", optimality_in_class.SECOND),
    ],
)
def test_no_larger_bound_is_shown_for_the_noise_of_the_class(name: str, claims: Least) -> None:
    derivation = find(name).derivation
    for goal in (*claims.bounds, *claims.attained):
        step = next(step for step in derivation.steps if step.goal == goal)
        said = goal.proposition
        assert isinstance(said, Expected)
        assert check(step, derivation).established
        twin = replace(said, value=said.value * sp.Rational(101, 100))
        assert not check(replace(step, goal=Goal(twin, goal.domain)), derivation).established


@pytest.mark.parametrize("place", [0, 1, 2])
def test_the_bound_needs_every_property_of_the_class(place: int) -> None:
    claim = find("additive.cor4.class")
    kept = tuple(h for at, h in enumerate(claim.statement.hypotheses) if at != place)
    weak = Claim(replace(claim.printed, hypotheses=kept), claim.derive)
    assert verify(weak).decision.value == "open"


def test_both_branches_of_the_printed_power_are_refuted_each_where_it_is_said() -> None:
    for name in ("additive.cor5", "additive.thm3.min"):
        derivation = find(name).derivation
        fails = [step for step in derivation.steps if isinstance(step.goal.proposition, Fails)]
        assert len(fails) == 2
        for step in fails:
            claim = step.goal.proposition
            assert isinstance(claim, Fails)
            assert check(step, derivation).established
            point = tuple((s, sp.Rational(2, 3) if s == delta else v) for s, v in claim.point)
            twin = replace(step, goal=Goal(replace(claim, point=point), step.goal.domain))
            assert not check(twin, derivation).established


def test_the_gaussian_is_private_with_no_smaller_delta_and_no_larger_sensitivity() -> None:
    derivation = find("additive.thm6").derivation
    for goal in (theorem6.IS_PRIVATE, theorem6.STRONGER):
        step = next(step for step in derivation.steps if step.goal == goal)
        claim = goal.proposition
        assert isinstance(claim, Private)
        assert check(step, derivation).established
        for changed in (
            replace(claim, delta=claim.delta / 2),
            replace(claim, sensitivity=2 * claim.sensitivity),
        ):
            assert not check(replace(step, goal=Goal(changed, goal.domain)), derivation).established
    step = next(step for step in derivation.steps if step.goal == theorem6.ATTAINED)
    claim = step.goal.proposition
    assert isinstance(claim, Relation)
    assert check(step, derivation).established
    more = Goal(replace(claim, lhs=claim.lhs + delta / 100), step.goal.domain)
    assert not check(replace(step, goal=more), derivation).established


def test_the_terms_of_the_averages_have_no_smaller_limit() -> None:
    derivation = find("additive.thm2.proof").derivation
    step = derivation.steps[-1]
    assert check(step, derivation).established
    for times in (sp.Integer(0), sp.Rational(99, 100), sp.Integer(2)):
        wrong = replace(step.goal.proposition, value=times * averages.w**3 / 32)
        twin = replace(step, goal=Goal(wrong, step.goal.domain))
        assert not check(twin, derivation).established


def test_a_member_of_the_family_is_monotone_in_no_other_direction() -> None:
    derivation = find("additive.thm2").derivation
    step = next(step for step in derivation.steps if step.goal == noise.IN_CLASS[2])
    assert check(step, derivation).established
    claim = step.goal.proposition
    assert isinstance(claim, Relation)
    twin = replace(step, goal=Goal(replace(claim, op=">="), step.goal.domain))
    assert not check(twin, derivation).established


def test_an_unknown_claim_is_answered_with_the_nearest_one() -> None:
    with pytest.raises(ValueError, match=r"nearest is 'additive\.thm3\.cost'"):
        find("additive.thm3.cosst")
