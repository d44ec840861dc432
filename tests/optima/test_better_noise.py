"""Noise that beats the best monotone noise for (0, delta), small enough to be checked by hand."""

import math
from fractions import Fraction

import pytest

import dpproofs as dp
from dpproofs.optima.bracket.search import bracket
from dpproofs.privacy.exact import StepDistribution, exact_uniform_with_atom
from dpproofs.replaying.bracket import Question, check_upper
from dpproofs.replaying.reader import Rejected

# delta, p, cells in a sensitivity, masses over their total: the atom, then cells 0, 1, ...
SMALL = {
    "amplitude at 1/3": ("1/3", 1, 3, 42, 0, (6, 4, 4, 6, 4), "187/252"),
    "amplitude at 3/10": ("3/10", 1, 2, 100, 0, (18, 12, 18, 11), "333/400"),
    "power at 1/2": ("1/2", 2, 3, 20, 0, (2, 4, 4, 1), "179/540"),
    "power at 2/3": ("2/3", 2, 2, 6, 1, (1, 2), "53/288"),
    "power at 4/5": ("4/5", 2, 2, 10, 5, (1, 2), "53/480"),
    "power at 1/4": ("1/4", 2, 6, 168, 0, (6, 6, 8, 8, 8, 6, 6, 6, 8, 8, 8, 6, 3), "149/112"),
}


def best_monotone(delta, p):
    """The cost of P_alpha with the best alpha: Geng, Ding, Guo & Kumar, Theorem 3."""
    alpha = max(Fraction(0), 1 - (p + 1) * (1 - delta))
    return exact_uniform_with_atom(delta, alpha).moment(p)


def as_steps(n, total, atom, masses):
    ends = [Fraction(2 * j + 1, 2 * n) for j in range(len(masses))]
    levels = [Fraction(mass * n, total) for mass in masses]
    return StepDistribution(
        edges=(*(-end for end in reversed(ends)), *ends),
        densities=(*levels[:0:-1], *levels),
        atoms={Fraction(0): Fraction(atom, total)} if atom else {},
        period=2 * ends[-1],
    )


@pytest.mark.parametrize("name", SMALL)
def test_noise_that_is_not_monotone_is_private_and_cheaper(name):
    delta, p, n, total, atom, masses, cost = SMALL[name]
    delta, cost = Fraction(delta), Fraction(cost)
    asked = Question(Fraction(0), delta, Fraction(1), Fraction(p), n)
    check_upper(asked, cost, total, atom, masses)
    with pytest.raises(Rejected, match="below what is proved"):
        check_upper(asked, cost - Fraction(1, 10**6), total, atom, masses)
    nearer = Question(Fraction(0), delta - Fraction(1, 10**6), Fraction(1), Fraction(p), n)
    with pytest.raises(Rejected, match="not private"):
        check_upper(nearer, cost, total, atom, masses)
    assert cost < best_monotone(delta, p)
    steps = as_steps(n, total, atom, masses)
    assert steps.moment(p) == cost
    for shift in (Fraction(1), Fraction(1, 7), Fraction(5, 9), Fraction(-2, 3)):
        assert steps.divergence(shift, Fraction(1)) <= delta


@pytest.mark.parametrize(("delta", "p"), [("1/2", 1), ("3/5", 1), ("1/4", 1), ("1/6", 1)])
def test_where_monotone_noise_is_best_no_lattice_finds_better(delta, p):
    found = bracket(0, delta, cost=p, gap="1e-3")
    assert found.lower <= best_monotone(Fraction(delta), p) <= found.upper


@pytest.mark.parametrize(
    ("delta", "p", "share"),
    [("0.22", 1, "0.0014"), ("0.35", 1, "0.011"), ("0.3", 3, "0.008"), ("0.4", 2, "0.004")],
)
def test_elsewhere_monotone_noise_is_beaten_by_what_the_guide_says(delta, p, share):
    found = bracket(0, delta, cost=p, gap="3e-4")
    known = best_monotone(Fraction(delta), p)
    assert known / found.upper - 1 > Fraction(share) > 0
    assert known / found.lower - 1 < Fraction(share) + Fraction("0.0014")


# e^epsilon, delta, p, cells in a sensitivity, total, the atom, masses of cells 0, 1, ...: its cost
BESIDE_TRUNCATED_LAPLACE = [
    (2, "1/4", 1, 1, 4, 0, (2, 1), "5/8"),
    (2, "1/4", 2, 1, 4, 0, (2, 1), "7/12"),
    (2, "1/3", 1, 1, 9, 1, (4, 2), "5/9"),
    (2, "1/10", 1, 1, 10, 0, (4, 2, 1), "9/10"),
    (2, "1/3", 2, 2, 6, 0, (2, 1, 1), "7/16"),
    (3, "1/4", 1, 1, 16, 1, (9, 3), "33/64"),
    (3, "1/3", 1, 1, 6, 1, (3, 1), "11/24"),
]


@pytest.mark.parametrize("row", BESIDE_TRUNCATED_LAPLACE, ids=str)
def test_small_noise_beats_truncated_laplace_noise(row):
    growth, delta, p, n, total, atom, masses, cost = row
    assert atom + masses[0] + 2 * sum(masses[1:]) == total
    noise = as_steps(n, total, atom, masses)
    losses = [noise.divergence(Fraction(k, 12), growth) for k in range(13)]
    assert max(losses) == Fraction(delta)
    assert noise.moment(p) == Fraction(cost)
    other = dp.TruncatedLaplace(math.log(growth), float(Fraction(delta)))
    assert float(noise.moment(p)) < other.expected_cost(p) * 0.999
