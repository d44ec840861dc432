"""The linear programs behind Theorems 11 and 12, solved once more by other means."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
import sympy as sp
from scipy.optimize import linprog

import dpproofs as dp
from dpproofs.checkers import check
from dpproofs.kernel.derivation import Derivation, Goal, Step
from dpproofs.theorems.staircase.grid import GRIDS

SMALL = GRIDS[2]


def shown(grid, program, **changed):
    hints = {"point": grid.point(), "multipliers": grid.multipliers(), **changed}
    step = Step("1", Goal(program, grid.goal.domain), "duality", "", hints=hints)
    return check(step, Derivation((step,))).established


@pytest.mark.parametrize("grid", GRIDS, ids=str)
def test_a_solver_finds_the_same_value(grid):
    program = grid.goal.proposition
    variables = program.variables

    def row(expression):
        poly = sp.Poly(expression, *variables)
        constant = float(poly.coeff_monomial(1))
        return [float(poly.coeff_monomial(v)) for v in variables], constant

    above = [row(c) for c in program.constraints]
    level = [row(c) for c in program.equations]
    found = linprog(
        row(program.objective)[0],
        A_ub=-np.array([r for r, _ in above]), b_ub=[c for _, c in above],
        A_eq=[r for r, _ in level], b_eq=[-c for _, c in level],
    )  # fmt: skip
    assert found.fun == pytest.approx(float(program.value), rel=1e-7)


@pytest.mark.parametrize("grid", GRIDS, ids=str)
def test_the_value_is_the_cost_of_a_private_noise_on_the_integers(grid):
    value, r = grid.optimum
    b, period, far = grid.ratio, grid.period, 400 * grid.period
    masses = [
        float((1 - b) / (2 * r + 2 * b * (period - r) - (1 - b)))
        * float(b) ** (i // period + (i % period >= r))
        for i in range(far)
    ]
    two_sided = np.array([*masses[:0:-1], *masses])
    assert two_sided.sum() == pytest.approx(1, rel=1e-9)
    for shift in range(1, period + 1):
        assert np.all(two_sided[:-shift] * float(b) <= two_sided[shift:] * (1 + 1e-12))
    cost = sum(2 * m * float(grid.cost(i)) for i, m in enumerate(masses) if i)
    assert cost == pytest.approx(float(value), rel=1e-9)


def test_other_values_points_and_multipliers_are_not_accepted():
    program = SMALL.goal.proposition
    assert shown(SMALL, program)
    nudge = sp.Rational(1, 10**9)
    for value in (program.value + nudge, program.value - nudge):
        assert not shown(SMALL, replace(program, value=value))
    first, *others = SMALL.multipliers()
    assert not shown(SMALL, program, multipliers=[first + nudge, *others])
    elsewhere = replace(SMALL)
    elsewhere.__dict__["optimum"] = (elsewhere._cost(1), 1)  # the masses of P_1, not the best
    assert not shown(SMALL, program, point=elsewhere.point())


def test_without_a_constraint_the_noise_is_no_longer_the_best():
    program = SMALL.goal.proposition
    places = [place for place, y in enumerate(SMALL.multipliers()) if y][:5]
    for place in places:
        kept = [c for i, c in enumerate(program.constraints) if i != place]
        multipliers = [y for i, y in enumerate(SMALL.multipliers()) if i != place]
        assert not shown(SMALL, replace(program, constraints=tuple(kept)), multipliers=multipliers)


def test_discounted_costs():
    for grid in GRIDS:
        for place in range(6):
            terms = (
                float(grid.ratio) ** k * float(grid.cost(place + k * grid.period))
                for k in range(700)
            )
            exact = grid.cost.discounted(grid.ratio, place, grid.period)
            assert isinstance(exact, Fraction)
            assert float(exact) == pytest.approx(sum(terms), rel=1e-9)


def test_the_verdict():
    verdict = dp.verify("staircase.thm12.grid")
    assert (verdict.decision.name, verdict.grade.name) == ("holds", "certified")
