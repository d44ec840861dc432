"""Results of our own on the least cost of noise: their verdicts, and the bound by numbers."""

import math
from dataclasses import replace
from fractions import Fraction

import pytest
import sympy as sp

import dpproofs as dp
from dpproofs.kernel.derivation import Claim, Goal
from dpproofs.kernel.domain import index
from dpproofs.optima.bracket.search import bracket
from dpproofs.privacy.exact import exact_uniform_with_atom
from dpproofs.theorems.optimum import amplitude, cell, cells, power, three_cells
from dpproofs.theorems.optimum.amplitude import HALF, NEARLY, STATEMENT, Delta, N, delta, n
from dpproofs.verifying import verify


@pytest.fixture(scope="module")
def verdict():
    return dp.verify("optimum.amplitude")


def least(delta):
    """What the claim says of one delta, at sensitivity 1."""
    return max(n * (1 - n * delta) for n in range(int(1 / delta) + 1))


def test_the_bound_is_proved_and_its_certificate_replayed(verdict):
    assert (verdict.decision.name, verdict.grade.name) == ("holds", "proved")
    assert verdict.mutation.tried == verdict.mutation.killed > 0
    assert dp.replay(verdict.certificate).accepted


@pytest.mark.parametrize(
    "value", [(1 - delta**2 / 2) * Delta / (4 * delta), Delta / (4 * delta), (1 - delta**2) * Delta]
)
def test_a_larger_bound_is_not_shown(monkeypatch, value):
    said = replace(NEARLY, proposition=replace(NEARLY.proposition, value=value))
    goals = tuple(said if goal == NEARLY else goal for goal in STATEMENT.printed)
    wrong = replace(STATEMENT, printed=goals)
    monkeypatch.setattr(amplitude, "NEARLY", said)
    monkeypatch.setattr(amplitude, "_NEARLY", value)
    monkeypatch.setattr(amplitude, "STATEMENT", wrong)
    assert verify(Claim(wrong, amplitude.derive)).decision.name == "open"


@pytest.mark.parametrize(
    ("value", "last"),
    [((n + 1) * Delta / 2, N - 1), (n * Delta / 2, N)],
    ids=["a larger bound", "a larger n"],
)
def test_half_of_n_is_not_shown_of_more(monkeypatch, value, last):
    on = amplitude.ON & index(n, 0, last)
    said = Goal(replace(HALF.proposition, value=value), on)
    wrong = replace(
        STATEMENT, printed=tuple(said if goal == HALF else goal for goal in STATEMENT.printed)
    )
    for name, changed in (("HALF", said), ("_HALF", value), ("STATEMENT", wrong)):
        monkeypatch.setattr(amplitude, name, changed)
    assert verify(Claim(wrong, amplitude.derive)).decision.name == "open"


@pytest.mark.parametrize("one_over", range(2, 9))
def test_uniform_noise_attains_it_for_even_inverses_and_misses_it_by_delta_over_4(one_over):
    delta = Fraction(1, one_over)
    cost = exact_uniform_with_atom(delta, Fraction(0)).moment(1)
    missed = 0 if one_over % 2 == 0 else delta / 4
    assert cost - least(delta) == missed
    assert least(delta) >= (1 - delta**2) * cost


def test_no_noise_on_a_lattice_is_below_it():
    found = bracket(0, "1/3", gap="1/100")
    assert least(Fraction(1, 3)) < found.upper < Fraction(3, 4)


@pytest.fixture(scope="module")
def three_cells_verdict():
    return dp.verify("optimum.three_cells")


def test_three_cells_are_private_and_cost_less_than_truncated_laplace_noise(three_cells_verdict):
    verdict = three_cells_verdict
    assert (verdict.decision.name, verdict.grade.name) == ("holds", "enclosed")
    assert verdict.mutation.tried == verdict.mutation.killed > 0
    assert dp.replay(verdict.certificate).accepted


@pytest.mark.parametrize("epsilon", [0.25, 0.7, 1.5, 3.0])
def test_the_other_amplitude_is_that_of_truncated_laplace_noise(epsilon):
    growth = math.exp(epsilon)
    other = dp.TruncatedLaplace(epsilon, 1 / (growth + 2)).expected_cost(1)
    assert float(three_cells.TRUNCATED.subs(three_cells.eps, epsilon)) == pytest.approx(other)
    assert (growth + 8) / (4 * (growth + 2)) < other


def test_with_less_delta_three_cells_are_not_private(monkeypatch):
    less = replace(three_cells.NOISE, delta=three_cells.NOISE.delta * Fraction(99, 100))
    wrong = replace(three_cells.STATEMENT, printed=(*less.goals, three_cells.BEATEN))
    monkeypatch.setattr(three_cells, "NOISE", less)
    monkeypatch.setattr(three_cells, "STATEMENT", wrong)
    assert verify(Claim(wrong, three_cells.derive)).decision.name == "open"


def test_noise_with_less_power_than_the_monotone_is_private_for_every_delta_from_3_5_on():
    verdict = dp.verify("optimum.power")
    assert (verdict.decision.name, verdict.grade.name) == ("holds", "proved")
    assert verdict.mutation.tried == verdict.mutation.killed > 0
    assert dp.replay(verdict.certificate).accepted


@pytest.mark.parametrize("delta", ["3/5", "0.64", "2/3", "9/10"])
def test_the_other_power_is_that_of_the_best_monotone_noise(delta):
    found = Fraction(delta)
    other = exact_uniform_with_atom(found, max(Fraction(0), 3 * found - 2)).moment(2)
    place = int(found >= Fraction(2, 3))
    bound = power.BEATEN[place].proposition.rhs.subs(power.delta, sp.Rational(delta))
    assert Fraction(str(bound)) == other
    assert Fraction(53, 96) * (1 - found) < other
    assert bracket(0, found, cost=2, gap="1/20").lower < Fraction(53, 96) * (1 - found)


@pytest.mark.parametrize("part", ["delta", "value"])
def test_with_less_delta_or_power_it_is_not_shown(monkeypatch, part):
    less = replace(power.NOISE, **{part: getattr(power.NOISE, part) * Fraction(99, 100)})
    wrong = replace(power.STATEMENT, printed=(*less.goals, *power.BEATEN))
    monkeypatch.setattr(power, "NOISE", less)
    monkeypatch.setattr(power, "STATEMENT", wrong)
    assert verify(Claim(wrong, power.derive)).decision.name == "open"


@pytest.mark.parametrize("name", ["optimum.cell", "optimum.cells"])
def test_noise_on_cells_is_private_at_every_real_shift(name):
    verdict = dp.verify(name)
    assert (verdict.decision.name, verdict.grade.name) == ("holds", "proved")
    assert verdict.mutation.tried == verdict.mutation.killed > 0
    assert dp.replay(verdict.certificate).accepted


def _open_with(monkeypatch, module, name, said):
    """Whether a claim whose goal of a name is another one is open."""
    statement, old = module.STATEMENT, getattr(module, name)
    printed = tuple(said if goal == old else goal for goal in statement.printed)
    wrong = replace(statement, printed=printed)
    monkeypatch.setattr(module, name, said)
    monkeypatch.setattr(module, "STATEMENT", wrong)
    return verify(Claim(wrong, module.derive)).decision.name == "open"


def _with_bound(goal, part, most):
    moved = cell.E * cell.mass(cell.Moved(part, cell.SHIFT))
    return replace(goal, proposition=replace(goal.proposition, rhs=moved + most))


@pytest.mark.parametrize(
    "most",
    [
        cell.share * cell.Q(cell.k, cell.i) + (1 - cell.share) * cell.Q(cell.k + 1, cell.i),
        (1 - cell.share) * cell.Q(cell.k, cell.i),
    ],
    ids=["the other mean", "one shift alone"],
)
def test_another_mean_of_what_two_shifts_uncover_is_not_shown(monkeypatch, most):
    part = cell.Meet(cell.S, cell.ALL.interval)
    assert _open_with(monkeypatch, cell, "BETWEEN", _with_bound(cell.BETWEEN, part, most))


def test_noise_on_cells_does_not_keep_less_than_what_is_uncovered(monkeypatch):
    less = _with_bound(cells.BETWEEN, cell.S, cells.D() * sp.Rational(99, 100))
    assert _open_with(monkeypatch, cells, "BETWEEN", less)


def test_more_shifts_than_are_assumed_are_not_shown(monkeypatch):
    on = cells.ON & index(cell.k, -cells.N, cells.N) & cells.SHARE
    assert _open_with(monkeypatch, cells, "BETWEEN", replace(cells.BETWEEN, domain=on))
