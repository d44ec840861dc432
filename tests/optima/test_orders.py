import json
import math
from fractions import Fraction
from pathlib import Path

import cactus_successors
import pytest
from cactus_successors import winner
from scipy.optimize import brentq

from dpproofs import Cactus, Gaussian, Laplace, Staircase, compose
from dpproofs.kernel.errors import BadInput
from dpproofs.optima.cactus.grid import Grid
from dpproofs.optima.cactus.orders import best_order
from dpproofs.optima.cactus.problem import Problem
from dpproofs.optima.cactus.solver import solved
from dpproofs.replaying.divergence import check
from dpproofs.replaying.reader import Rejected

DELTA = 1e-5
ASSETS = Path(__file__).parents[2] / "docs" / "assets"


@pytest.mark.parametrize(("order", "variance"), [(12, 0.5), (1.001, 0.5)])
def test_high_orders_and_low_variances_are_solved(order, variance):
    found = solved(Grid(12, 96, max(0.9, 0.01 ** (1 / (12 * order)))), variance, order)
    # Renyi's divergence of normal noise is order/(2 variance).
    assert found.divergence < order / (2 * variance)


def epsilon_of_staircase(variance):
    """Of pure privacy at a variance: what Renyi divergences of the best noise tend to."""
    return brentq(lambda e: Staircase(e, cost=2).expected_cost(2) - variance, 0.05, 20)


@pytest.mark.sweep
@pytest.mark.parametrize("variance", ["1/4", "1", "25"])
def test_the_highest_order_is_solved_and_comes_near_pure_privacy(variance):
    problem = Problem.of(variance=Fraction(variance), n=12, order=256)
    found = problem.solution()
    proved = check(problem.certificate(found, None))
    upper, lower = (math.log1p(255 * float(end)) / 255 for end in (proved.upper, proved.lower))
    assert lower <= upper <= lower * (1 + 1e-5)
    assert upper == pytest.approx(found.divergence, rel=1e-9)
    pure = epsilon_of_staircase(float(Fraction(variance)))
    assert 0.97 * pure < found.divergence < 1.003 * pure  # cells are wide
    low = Problem.of(variance=Fraction(variance), n=12, order=64).solution()
    assert low.divergence < found.divergence


def test_masses_of_a_high_order_that_are_changed_prove_less():
    problem = Problem.of(variance=1, n=12, order=128)
    document = problem.certificate(problem.solution(), None)
    masses = [float.fromhex(mass) for mass in document["masses"]]
    masses[0] *= 1.01
    with pytest.raises(Rejected):
        check({**document, "masses": [mass.hex() for mass in masses]})


def test_an_order_whose_sums_are_no_doubles_is_refused():
    expected = r"order = 256.0, but should be at most 150 at this budget, where doubles end"
    with pytest.raises(BadInput, match=expected):
        Problem.of(variance="1/20", n=12, order=256).solution()


@pytest.mark.no_cover
def test_all_mechanisms_are_bounded_at_a_high_order():
    problem = Problem.of(variance=1, n=12, order=128)
    proved = check(problem.certificate(problem.solution(), problem.dual()))
    upper, everything = (
        math.log1p(127 * float(end)) / 127 for end in (proved.upper, proved.global_lower)
    )
    assert 0.99 * upper < everything < upper


def test_divergences_rise_with_the_order():
    values = [Cactus(variance=1, n=8, order=order).divergences().max() for order in (1, 1.5, 3, 6)]
    assert values == sorted(values)


@pytest.mark.sweep
def test_the_best_order_proves_an_epsilon_that_holds():
    count = 100
    best = best_order(count, DELTA, variance=2)
    noise = Cactus(variance=2, n=8, order=best.order)
    low, high = compose(noise, count).epsilon(DELTA)
    assert low <= high <= best.epsilon * (1 + 1e-3)  # on a coarser grid
    # Normal noise: 100 a/(2 * 2) + log(1/delta)/(a - 1) is least at 1 + sqrt(log(1/delta)/25).
    assert best.order == pytest.approx(1 + math.sqrt(math.log(1 / DELTA) / 25), rel=0.1)
    gaussian = compose(Gaussian.of_sigma(math.sqrt(2)), count).epsilon(DELTA)
    assert high < 1.01 * gaussian[1]


@pytest.mark.parametrize(
    ("count", "delta", "message"),
    [(0, 0.1, "count = 0"), (1.5, 0.1, "count = 1.5"), (1, 0, "delta = 0"), (1, 1, "delta = 1")],
)
def test_bad_input_is_refused(count, delta, message):
    with pytest.raises(BadInput, match=message):
        best_order(count, delta, variance=1)


def test_an_order_outside_its_domain_is_refused():
    with pytest.raises(BadInput, match=r"order = 257, but should be a number in \[1, 256\]"):
        Cactus(variance=1, order=257)


def test_who_wins_where_is_as_the_table_says():
    rows = json.loads((ASSETS / f"{cactus_successors.NAME}.json").read_text("utf-8"))
    page = (ASSETS.parent / "cactus.md").read_text("utf-8")
    for row in rows:
        bounds = (f"{row[name]:.4f}" for name in ("Gaussian", "cactus", "Renyi"))
        assert " | ".join((f"| {row['variance']:g}", str(row["rounds"]), *bounds)) in page
        said = {"Gaussian": "normal", "Renyi": "Rényi", None: "not decided"}[winner(row)]
        assert f" | {row['order']:.2f} | {said} |" in page
        assert all(row["lower"][name] <= row[name] for name in row["lower"])
    assert {winner(row) for row in rows if row["rounds"] <= 10} == {"Renyi"}
    assert {winner(row) for row in rows if row["rounds"] == 1000} == {None}


def test_a_winner_is_below_the_lower_bounds_of_the_others():
    row = {"Gaussian": 3.0, "cactus": 2.0, "Renyi": 1.0}
    lower = {"Gaussian": 2.9, "cactus": 1.1, "Renyi": 0.9}
    assert winner({**row, "lower": lower}) == "Renyi"
    assert winner({**row, "lower": {**lower, "cactus": 0.95}}) is None


@pytest.mark.no_cover
def test_figure_1_of_the_paper_on_optimized_noise():
    """Ten rounds, deviation 5, delta = 1e-6: 2.92, 2.83, and 2.66 at the full shift only."""
    noises = (
        Gaussian.of_sigma(5.0),
        Laplace(math.sqrt(2) / 5),
        Cactus(variance=25, order=12.58, n=8),
    )
    normal, laplace, optimized = (compose(noise, 10).epsilon(1e-6) for noise in noises)
    assert [round(end, 2) for end in (*normal, *laplace)] == [2.92, 2.92, 2.83, 2.83]
    assert round(optimized[0], 2) == 2.66
    assert optimized[0] < optimized[1] < laplace[0] < normal[0]
