"""The interior-point method for noise on a lattice, beside a solver that is not ours."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from dpproofs.optima.bracket.exact_ends import Exact, proved_lower, proved_upper
from dpproofs.optima.bracket.search import bracket
from dpproofs.optima.lattice import interior_point as lattice_interior_point
from dpproofs.optima.lattice.costs import Power
from dpproofs.optima.lattice.interior_point import solved
from dpproofs.optima.lattice.noise import Lattice
from dpproofs.optima.lattice.program import solved as simplex
from dpproofs.optima.lattice.solution import NotSolved

LATTICES = [
    Lattice(1.0, 0.05, 8, 30),
    Lattice(0.0, 0.3, 6, 16),
    Lattice(5.0, 0.2, 12, 40, open_end=True),
    Lattice(2.0, 0.75, 10, 14),
    Lattice(3.0, 1e-6, 4, 30),
]


@pytest.mark.parametrize("lattice", LATTICES, ids=str)
@pytest.mark.parametrize("power", [1, 2])
def test_the_simplex_method_finds_the_same_cost(lattice, power):
    costs = (np.arange(lattice.last + 1) / lattice.n) ** power
    own, other = solved(lattice, costs), simplex(lattice, costs)
    assert own.masses @ costs == pytest.approx(other.masses @ costs, rel=2e-6)
    terms = ~lattice.ignored
    for k in lattice.shifts:
        uncovered = np.maximum(lattice.uncovered(own.masses, int(k))[terms], 0).sum()
        assert own.atom + uncovered <= lattice.delta * (1 + 1e-6)
    assert own.atom + 2 * own.masses.sum() - own.masses[0] == pytest.approx(1, abs=1e-6)
    assert all(test.min() >= 0 for test in own.tests.values())


def test_its_multipliers_prove_what_its_noise_costs():
    lattice = Lattice(1.0, 0.05, 16, 60)
    exact = Exact(Fraction(1), Fraction(1, 20), Power(Fraction(1)), 16)
    found = solved(lattice, np.arange(61) / 16)
    lower, upper = proved_lower(found, exact), proved_upper(found, exact)
    middle = found.masses[0] / 4  # what the middle cell costs more than nothing
    assert float(lower.bound) <= 2 * found.masses @ np.arange(61)
    assert float(upper.bound - lower.bound) == pytest.approx(middle, rel=1e-3)
    damaged = replace(found, tests={k: test * 1.1 for k, test in found.tests.items()})
    assert proved_lower(damaged, exact).bound < lower.bound


def test_a_program_without_a_solution_says_so():
    with pytest.raises(NotSolved, match="relative gap"):
        solved(Lattice(0.0, 0.01, 2, 4), np.arange(5.0))


def test_a_lattice_that_it_does_not_solve_is_left_to_the_simplex_method(monkeypatch):
    expected = bracket(1, "0.05", gap="1/50")
    monkeypatch.setattr(lattice_interior_point, "MOST_STEPS", 2)
    found = bracket(1, "0.05", gap="1/50")
    assert float(found.upper) == pytest.approx(float(expected.upper), rel=1e-5)
    assert found.gap <= 1 / 50
