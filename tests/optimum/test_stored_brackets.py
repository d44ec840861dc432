"""The brackets of the grid that are stored: all cells, and the limits that the papers prove."""

import statistics

import pytest
from mpmath import gammainc, log, mpf

from benchmarks.optimum.__main__ import DELTAS, EPSILONS, STORED, paper_bound
from dpproofs.commands.optimum_table import rows_of


@pytest.fixture(scope="module")
def rows():
    return {(row["epsilon"], row["delta"], int(row["cost"])): row for row in rows_of(STORED)}


def test_every_cell_has_a_bracket_as_narrow_as_was_asked(rows):
    assert len(rows) == len(EPSILONS) * len(DELTAS) * 2
    for row in rows.values():
        assert 0 < float(row["lower"]) <= float(row["upper"])
        assert 1 - float(row["lower"]) / float(row["upper"]) <= float(row["wanted"]) * 1.001
    assert statistics.median(float(row["seconds"]) for row in rows.values()) < 10


def test_the_lower_bounds_of_the_papers_are_below(rows):
    for (epsilon, delta, cost), row in rows.items():
        assert paper_bound(float(epsilon), float(delta), cost) <= float(row["upper"])


@pytest.mark.parametrize("cost", [1, 2])
def test_small_epsilon_and_delta_together_have_the_limit_of_truncated_laplace_noise(rows, cost):
    """Theorems 6 and 7 of the (epsilon, delta) paper, third limit: the least cost is on its way."""
    limit = 3 * gammainc(cost + 1, 0, log(mpf(3) / 2))
    near, far = (
        [float(rows[each, each, cost][end]) * float(each) ** cost for end in ("lower", "upper")]
        for each in (".005", ".01")
    )
    assert 2 * near[0] - far[1] < limit * 1.0005
    assert 2 * near[1] - far[0] > limit * 0.9995
    assert limit < near[0] < far[0] < limit * 1.01


@pytest.mark.parametrize("cost", [1, 2])
def test_small_epsilon_alone_has_the_cost_of_uniform_noise(rows, cost):
    for delta in (".05", ".1"):
        near, far, beyond = (
            float(rows[each, delta, cost]["upper"]) for each in (".005", ".01", ".02")
        )
        uniform = (0.5 / float(delta)) ** cost / (cost + 1)
        assert near < uniform
        assert (8 * near - 6 * far + beyond) / 3 == pytest.approx(uniform, rel=1e-3)
