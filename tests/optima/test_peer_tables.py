"""The peer's tables from our brackets: their definitions, by numbers of their paper."""

import math

import pytest

from benchmarks.optimum.__main__ import STORED
from benchmarks.optimum.peer import (
    gaps,
    heat_map,
    lower_bound,
    rounded_too_far,
    shares,
    table,
    terms,
    times_the_papers,
    times_theirs,
    truncated_laplacian,
)
from dpproofs.commands.optimum_table import rows_of
from dpproofs.mechanisms import TruncatedLaplace
from dpproofs.render.drawing import compact


@pytest.fixture(scope="module")
def rows():
    return {(row["epsilon"], row["delta"], row["cost"]): row for row in rows_of(STORED)}


@pytest.mark.parametrize("cost", [1, 2])
@pytest.mark.parametrize(("epsilon", "delta"), [(0.005, 0.3), (1, 0.1), (5, 0.01)])
def test_the_formula_is_the_cost_of_the_noise(epsilon, delta, cost):
    exact = TruncatedLaplace(epsilon, delta).expected_cost(cost)
    assert truncated_laplacian(epsilon, delta, cost) == pytest.approx(exact)


@pytest.mark.parametrize("delta", [0.5, 0.6, 0.75, 0.95])
@pytest.mark.parametrize("epsilon", [0.1, 1, 4])
def test_the_noise_is_private_beyond_one_half(epsilon, delta):
    end = math.log1p(math.expm1(epsilon) / (2 * delta)) / epsilon
    assert end <= 1 + 1e-12

    def mass(low, high):
        """Of the two-sided density exp(-epsilon |x|), cut off at the end."""
        total = 2 * -math.expm1(-epsilon * end)
        signed = [math.copysign(-math.expm1(-epsilon * abs(x)), x) for x in (low, high)]
        return (signed[1] - signed[0]) / total

    for shift in (0.1, end, (1 + end) / 2, 1):
        assert mass(max(end - shift, -end), end) <= delta * (1 + 1e-12)


@pytest.mark.parametrize(
    ("epsilon", "delta", "said"),
    [  # Table 1 of the paper
        (".005", ".01", 1.21), (".1", ".25", 42.87), ("1", ".1", 28.62), ("1", ".75", 33.36),
        ("2", ".3", 25.67), ("5", ".005", 19.32), (".02", ".02", 0.56),
    ],
)  # fmt: skip
def test_the_sums_are_those_of_the_paper(rows, epsilon, delta, said):
    """They hardly depend on the least cost, which theirs has to one per cent only."""
    assert 100 * shares(rows[epsilon, delta, "1"]).both == pytest.approx(said, abs=0.02)


def test_the_parts_are_those_of_the_paper_but_for_their_gap(rows):
    found = shares(rows["1", ".05", "1"])
    assert 100 * found.upper == pytest.approx(4.84, abs=0.6)
    assert 100 * found.lower == pytest.approx(35.56, abs=0.6)


def test_an_integer_that_is_too_large_is_no_bound(rows):
    wrong = rounded_too_far(rows)
    assert "epsilon .005, delta .005, p = 1" in wrong
    assert terms(0.005, 0.005, 1) == 81
    cost = truncated_laplacian(0.005, 0.005, 1)
    assert lower_bound(0.005, 0.005, 1, 82) > cost > lower_bound(0.005, 0.005, 1, 81)


def test_tables_have_all_ten_deltas_and_gaps_are_measured_as_theirs(rows):
    assert [len(line.split("|")) for line in table(rows, "1", "upper")] == [13] * 12
    relative, absolute = gaps(rows, "1")
    assert len(relative) == len(absolute) == 100
    assert max(relative) < 1.01e-3
    assert all(a <= r for a, r in zip(absolute, relative, strict=True))


def test_gaps_are_compared_as_ratios_and_the_readme_has_them(rows):
    lines = [*times_theirs(rows), *times_the_papers(rows, "1"), *times_the_papers(rows, "2")]
    assert lines[0].endswith("32 in the median, 10 at worst")
    said = (STORED.parent.parent / "README.md").read_text("utf-8")
    assert all(f"- {line}\n" in said for line in lines)


@pytest.mark.no_cover
def test_the_heat_map_in_the_book_is_the_one_that_is_drawn(rows):
    drawn = compact(heat_map(rows).render("svg"))
    stored = STORED.parent.parent.parent / "docs" / "assets" / "optimum-peer.svg"
    assert drawn == stored.read_bytes()
