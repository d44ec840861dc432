import math

import numpy as np
import pytest

from dpproofs.kernel.errors import BadInput
from dpproofs.optima import Grid, NotConverged, solved
from dpproofs.optima.cactus import interior_point as ip
from dpproofs.optima.cactus.divergence import Divergence
from dpproofs.optima.cactus.program import DivergenceProgram

ORDERS = [1.0, 1.5, 3.0]


def masses_on(grid, seed=0):
    """Positive masses without structure, which make a distribution."""
    p = np.exp(-2 * np.arange(grid.N + 1) / grid.n)
    p *= np.random.default_rng(seed).uniform(0.2, 1, grid.N + 1)
    return p / (grid.masses @ p)


def whole_line(grid, p, reach):
    """The masses of the cells -reach, ..., reach, straight from Definition 1."""
    i = np.abs(np.arange(-reach, reach + 1))
    return np.where(i < grid.N, p[np.minimum(i, grid.N)], p[-1] * grid.r ** (i - grid.N))


def printed_objective(grid, p, k):
    """Program (20) as the paper prints it."""
    n_last, r = grid.N, grid.r
    total = 0.0
    for i in range(-n_last + 1, n_last - k):
        x, y = p[abs(i)], p[abs(i + k)]
        total += (x - y) * math.log(x / y) / 2
    for i in range(n_last - k, n_last):
        x, y = p[i], p[-1] * r ** (i + k - n_last)
        total += (x - y) * math.log(x / y)
    return total + p[-1] * (1 - r**k) / (1 - r) * k * math.log(1 / r)


@pytest.mark.parametrize(("n", "last"), [(1, 3), (4, 5), (5, 17), (6, 30)])
def test_objectives_are_the_printed_ones_and_the_divergences_of_the_density(n, last):
    grid = Grid(n, last, 0.7)
    p = masses_on(grid)
    found = DivergenceProgram(grid, Divergence()).objectives(p)
    line = whole_line(grid, p, last + 150)
    for k in range(1, n + 1):
        assert found[k - 1] == pytest.approx(printed_objective(grid, p, k), rel=1e-12)
        x, y = line[k:], line[:-k]
        assert found[k - 1] == pytest.approx(float(x @ np.log(x / y)), rel=1e-9)


@pytest.mark.parametrize("order", ORDERS[1:])
def test_objectives_of_higher_orders_are_renyi_divergences(order):
    grid = Grid(5, 12, 0.6)
    p = masses_on(grid)
    line = whole_line(grid, p, 100)
    divergence = Divergence(order)
    found = DivergenceProgram(grid, divergence).objectives(p)
    for k in range(1, 6):
        x, y = line[k:], line[:-k]
        renyi = math.log(float(np.sum(x**order * y ** (1 - order)))) / (order - 1)
        assert divergence.values(found[k - 1]) == pytest.approx(renyi, rel=1e-9)


def test_a_higher_order_tends_to_the_first():
    grid = Grid(5, 12, 0.6)
    p = masses_on(grid)
    near, at = (
        DivergenceProgram(grid, Divergence(order)).objectives(p) for order in (1 + 1e-7, 1.0)
    )
    assert near == pytest.approx(at, rel=1e-5)


@pytest.mark.parametrize("order", ORDERS)
def test_derivatives_agree_with_differences(order):
    grid = Grid(6, 20, 0.8)
    program, p, step = DivergenceProgram(grid, Divergence(order)), masses_on(grid), 1e-5
    weights = np.random.default_rng(1).random(grid.n)
    slopes, bands = program.slopes(p), program.bands(p, weights)
    for i in range(grid.N + 1):
        up, down = p.copy(), p.copy()
        up[i] *= math.exp(step)
        down[i] *= math.exp(-step)
        difference = (program.objectives(up) - program.objectives(down)) / (2 * step)
        assert slopes[:, i] == pytest.approx(difference, rel=1e-5, abs=1e-7)
        # In log p the gradient is p * slope, so its derivative has the slope on the diagonal.
        bend = weights @ (program.slopes(up) - program.slopes(down)) / (2 * step)
        bend[i] -= weights @ slopes[:, i]
        column = [
            bands[abs(i - j), min(i, j)] if abs(i - j) <= grid.n else 0.0 for j in range(grid.N + 1)
        ]
        assert column == pytest.approx(bend, rel=1e-5, abs=1e-6)


@pytest.mark.parametrize("cost", [0.5, 1.0, 2.0, 3.5])
def test_costs_and_masses_are_integrals_of_the_density(cost):
    grid = Grid(4, 9, 0.6, cost)
    p = masses_on(grid)
    line = whole_line(grid, p, 120)
    assert line.sum() == pytest.approx(1, rel=1e-12)
    nodes, weights = np.polynomial.legendre.leggauss(400)
    edges = (np.arange(-120, 121)[:, None] + nodes / 2) / grid.n
    means = (np.abs(edges) ** cost) @ weights / 2
    assert grid.costs @ p == pytest.approx(float(line @ means), rel=1e-5)


@pytest.mark.parametrize("variance", [0.05, 0.1, 0.25, 0.5, 1.0, 2.0])
def test_the_variances_of_the_figures_are_solved_and_beat_the_gaussian(variance):
    found = solved(Grid(20, 160, 0.9), variance)
    assert found.divergence < 1 / (2 * variance)
    assert found.program.grid.masses @ found.masses == pytest.approx(1, abs=1e-12)
    assert found.program.grid.costs @ found.masses <= variance * (1 + 1e-12)
    assert 20 in found.active_shifts


def test_interior_shifts_count():
    found = solved(Grid(20, 160, 0.9), 0.25)
    assert len(found.active_shifts) > 1
    assert np.argmax(found.divergences[[k - 1 for k in found.active_shifts]]) >= 0
    for k in found.active_shifts:
        assert found.divergences[k - 1] == pytest.approx(found.divergence, rel=1e-8)


@pytest.mark.parametrize("order", [1.5, 4.0])
def test_no_distribution_nearby_is_better(order):
    found = solved(Grid(8, 40, 0.8), 0.5, order)
    grid, program = found.program.grid, found.program
    best, rng = found.divergence, np.random.default_rng(3)
    for size in (1e-3, 1e-2, 1e-1):
        for _ in range(20):
            p = found.masses * np.exp(size * rng.standard_normal(grid.N + 1))
            p /= grid.masses @ p
            excess = (grid.costs @ p - 0.5) / (grid.costs @ p - grid.costs[0])
            p *= 1 - max(excess, 0)
            p[0] += max(excess, 0)
            assert program.divergence.values(program.objectives(p).max()) >= best * (1 - 1e-8)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"N": 4}, "N = 4, but should be an integer in (n = 4, 100000]"),
        ({"r": 1.0}, "r = 1.0, but should be a number in (0, 0.99999]"),
        ({"r": 0.0}, "r = 0.0, but should be a number in (0"),
        ({"n": 0}, "n = 0, but should be an integer in [1, 2000]"),
        ({"n": 2.5}, "n = 2.5, but should be an integer"),
        ({"cost": 0}, "cost = 0, but should be a number in (0, 16]"),
    ],
)
def test_a_grid_outside_its_domain_is_refused(arguments, message):
    with pytest.raises(BadInput) as error:
        Grid(**{"n": 4, "N": 10, "r": 0.9, **arguments})
    assert str(error.value).startswith(message)


@pytest.mark.parametrize("budget", [0.0, -1.0, 1 / (12 * 16), math.nan, math.inf, "1"])
def test_an_infeasible_budget_is_refused(budget):
    with pytest.raises(BadInput, match=r"above 0.00521, the cost of the middle cell for n = 4"):
        solved(Grid(4, 10, 0.9), budget)


def test_an_iteration_that_is_cut_short_says_so(monkeypatch):
    monkeypatch.setattr(ip, "MOST_STEPS", 3)
    with pytest.raises(NotConverged, match=r"not solved in 3 steps: bounds are .* apart"):
        solved(Grid(4, 10, 0.9), 0.25)
