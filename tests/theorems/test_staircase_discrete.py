"""Section VI: verdicts, planted errors, and oracles in exact fractions that share no code."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction

import mpmath as mp
import pytest
import sympy as sp

from dpproofs.checkers import check
from dpproofs.kernel.assertions import Private
from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.domain import Domain, between
from dpproofs.kernel.proposition import Relation
from dpproofs.theorems.staircase import discrete, discrete_amplitude, discrete_power
from dpproofs.theorems.staircase.discrete_cost import m
from dpproofs.theorems.staircase.setting import Delta, b
from dpproofs.verifying import verify

CLAIMS = {
    claim.id: claim
    for module in (discrete, discrete_amplitude, discrete_power)
    for claim in module.CLAIMS
}
VERDICTS = {
    "staircase.eq79": "definition",
    "staircase.eq80": "holds",
    "staircase.thm12.l1": "holds",
    "staircase.thm12.l2": "holds",
}
r, s = discrete.r, discrete_amplitude.s
HALF = Fraction(1, 2)


@pytest.mark.parametrize("name", VERDICTS)
def test_claim_is_proved_and_every_twin_dies(name):
    verdict = verify(CLAIMS[name])
    grade = verdict.grade and verdict.grade.name
    assert (verdict.decision.value, grade) == (VERDICTS[name], "proved"), verdict.note
    assert verdict.mutation.tried >= 4
    assert verdict.mutation.survivors == ()


# -- planted errors -------------------------------------------------------------------------------


def steps(name, **wanted):
    """The steps of a derivation, and those that a field of the goal's proposition singles out."""
    derivation = CLAIMS[name].derivation
    return derivation, [
        step
        for step in derivation.steps
        if all(getattr(step.goal.proposition, key, None) == value for key, value in wanted.items())
    ]


def survives(derivation, step, domain=None, **changes):
    """Whether a changed goal would be established; the goal itself has to be."""
    assert check(step, derivation).established
    goal = Goal(replace(step.goal.proposition, **changes), domain or step.goal.domain)
    assert goal != step.goal
    return check(replace(step, goal=goal), derivation).established


@pytest.mark.parametrize("name", [name for name in VERDICTS if name != "staircase.eq79"])
@pytest.mark.parametrize("factor", [sp.Rational(999, 1000), sp.Rational(1001, 1000)])
def test_no_stated_value_may_be_a_thousandth_off(name, factor):
    derivation = CLAIMS[name].derivation
    printed = set(CLAIMS[name].statement.printed)
    for step in derivation.steps:
        claim = step.goal.proposition
        field = "value" if hasattr(claim, "value") else "rhs"
        if not hasattr(claim, field):
            continue
        equality = not isinstance(claim, Relation) or claim.op == "=="
        if step.goal in printed and equality:
            changed = factor * getattr(claim, field)
            assert not survives(derivation, step, **{field: changed}), step.name


def test_the_atom_counted_twice_is_noticed():
    derivation, found = steps("staircase.eq80", value=(1 + discrete.peak) / 2)
    assert len(found) == 1
    assert not survives(derivation, found[0], value=sp.Rational(1, 2))


def test_privacy_with_a_smaller_factor_or_farther_is_not_established():
    derivation = CLAIMS["staircase.eq79"].derivation
    (step,) = [s for s in derivation.steps if isinstance(s.goal.proposition, Private)]
    claim = step.goal.proposition
    assert not survives(derivation, step, epsilon=claim.epsilon * sp.Rational(999, 1000))
    assert not survives(derivation, step, sensitivity=claim.sensitivity + 1)


@pytest.mark.parametrize("ends", [(0, 1), (-2, -1), (-1, 1)])
def test_rounding_the_root_otherwise_is_not_optimal(ends):
    derivation = CLAIMS["staircase.thm12.l1"].derivation
    low, high = ends
    share = discrete_amplitude.share
    for goal in CLAIMS["staircase.thm12.l1"].statement.printed[10:12]:
        (step,) = [step for step in derivation.steps if step.goal == goal]
        wrong = between(Delta, (m + low) / share, (m + high) / share, "(]")
        assert check(step, derivation).established
        *kept, _ = step.goal.domain
        changed = replace(step, goal=Goal(goal.proposition, Domain((*kept, wrong))))
        if check(changed, derivation).established:
            break
    else:
        return
    # One side may stay true, never both.
    other = [g for g in CLAIMS["staircase.thm12.l1"].statement.printed[10:12] if g != goal]
    (step,) = [step for step in derivation.steps if step.goal == other[0]]
    *kept, _ = step.goal.domain
    changed = replace(step, goal=Goal(other[0].proposition, Domain((*kept, wrong))))
    assert not check(changed, derivation).established


def test_the_bounds_on_the_power_are_not_loose():
    printed = CLAIMS["staircase.thm12.l2"].statement.printed
    derivation = CLAIMS["staircase.thm12.l2"].derivation
    lower, upper = printed[-5:-3]
    for goal, field, shift in ((lower, "lhs", 1), (upper, "rhs", -1)):
        (step,) = [step for step in derivation.steps if step.goal == goal]
        tight = getattr(goal.proposition, field) + sp.Rational(shift, 100)
        assert not survives(derivation, step, **{field: tight})


# -- oracles: the distribution written once more, in fractions ------------------------------------


def level(i, size, part):
    return 0 if abs(i) % size < part else 1


def mass(i, ratio, size, part):
    """P_r(i) from (79) and (80) as printed."""
    top = (1 - ratio) / (2 * part + 2 * ratio * (size - part) - (1 - ratio))
    return top * ratio ** (abs(i) // size + level(i, size, part))


def moment(power, ratio, size, part):
    """E|X|^power exactly: the sum over periods of a polynomial against ratio^k."""
    c0, c1 = 1 / (1 - ratio), ratio / (1 - ratio) ** 2
    c2 = ratio * (1 + ratio) / (1 - ratio) ** 3
    total = Fraction(0)
    for j in range(size):
        p = mass(j, ratio, size, part)
        if power == 0:
            total += p * c0
        elif power == 1:
            total += p * (size * c1 + j * c0)
        else:
            total += p * (size**2 * c2 + 2 * size * j * c1 + j**2 * c0)
    return 2 * total - (mass(0, ratio, size, part) if power == 0 else 0)


GRID = [
    (ratio, size, part)
    for ratio in (Fraction(1, 9), Fraction(4, 9), Fraction(25, 36), Fraction(81, 100))
    for size in (1, 2, 3, 6)
    for part in range(1, size + 1)
]


@pytest.mark.parametrize("case", GRID, ids=str)
def test_the_masses_add_up_to_one_and_are_private(case):
    ratio, size, _ = case
    assert moment(0, *case) == 1
    for i in range(-3 * size, 3 * size + 1):
        for d in range(-size, size + 1):
            assert mass(i, *case) <= mass(i + d, *case) / ratio
    assert any(
        mass(i, *case) > mass(i + size + 1, *case) / ratio for i in range(-3 * size, 3 * size)
    )


@pytest.mark.parametrize("case", GRID, ids=str)
def test_costs_are_the_stated_ones(case):
    at = dict(zip((b, Delta, r), map(sp.Rational, case), strict=True))
    for cost in (discrete_amplitude.AMPLITUDE, discrete_power.POWER):
        assert cost.value.subs(at) == sp.Rational(moment(cost.power, *case))


@pytest.mark.parametrize("case", GRID, ids=str)
def test_it_is_the_staircase_density_rounded(case):
    ratio, size, part = case
    gamma = (part - HALF) / size
    top = (1 - ratio) / (2 * size * (gamma + ratio * (1 - gamma)))
    for i in range(-2 * size, 2 * size + 1):
        for x in (i - Fraction(499, 1000), i + Fraction(499, 1000)):
            drops = 1 + math.floor(abs(x) / size - gamma)
            assert top * ratio**drops == mass(i, *case)


def best(power, ratio, size):
    costs = [moment(power, ratio, size, part) for part in range(1, size + 1)]
    return costs, costs.index(min(costs)) + 1


@pytest.mark.parametrize("root", [Fraction(1, 10), Fraction(1, 2), Fraction(2, 3), Fraction(9, 10)])
@pytest.mark.parametrize("size", [1, 2, 3, 5, 12, 30])
def test_the_best_r_for_the_amplitude_is_the_root_rounded_up(root, size):
    costs, least = best(1, root**2, size)
    share = root / (1 + root) * size
    assert least == math.ceil(share)
    tie = share == least and least < size
    assert (costs.count(min(costs)) == 2) == tie
    bound = (1 - root**2) / (8 * root**2 * size)
    assert 0 <= root / (1 - root**2) * size - min(costs) <= bound


@pytest.mark.parametrize("ratio", [Fraction(1, 1000), Fraction(1, 9), HALF, Fraction(9, 10)])
@pytest.mark.parametrize("size", [1, 2, 3, 5, 12, 30])
def test_the_best_r_for_the_power_is_the_root_rounded_up(ratio, size):
    costs, least = best(2, ratio, size)
    with mp.workdps(40):
        x = mp.mpf(ratio.numerator) / ratio.denominator
        c = (1 - x) / mp.sqrt(3)
        h = 2 * x * (1 + x) * (size / c) ** 3
        w = c * (mp.cosh(mp.acosh(h) / 3) if h >= 1 else mp.cos(mp.acos(h) / 3))
        assert abs(4 * w**3 - (1 - x) ** 2 * w - 2 * x * (1 + x) * size**3) < mp.mpf(10) ** -30
        assert least == mp.ceil((w - x * size) / (1 - x))
        T = mp.cbrt(x * (1 + x) / 2)
        dense = size**2 * (T**2 + x) / (1 - x) ** 2
        gap = mp.mpf(min(costs).numerator) / min(costs).denominator - dense
        assert -mp.mpf(1) / 12 <= gap <= mp.mpf(1) / 4
        assert abs(least - size * (T - x) / (1 - x)) < 1.5
