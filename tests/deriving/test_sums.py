"""Masses on the integers that no telescoper adds up: sums by SymPy, compared with enclosures."""

import pytest
import sympy as sp
from noise_families import over, s, x

import dpproofs as dp
from dpproofs.deriving.balls import NoEnclosure
from dpproofs.deriving.enclosure import Over
from dpproofs.deriving.finite import finite
from dpproofs.kernel.verdict import Decision

S = over(dp.positive(s))
ZERO = sp.Integer(0)
k = sp.Symbol("k", nonnegative=True)


def noise(mass):
    return dp.Family(
        "masses", x=x, domain=S, integers=True, normalise=True, pieces=[dp.Piece(mass, 0, sp.oo)]
    )


def test_two_sided_poisson_masses_are_normalised_and_have_moments():
    poisson = noise(s**x / sp.factorial(x))
    cost = poisson.cost(1)
    assert sp.simplify(cost.value - 2 * s * sp.exp(s) / (2 * sp.exp(s) - 1)) == 0
    assert cost.verdict.decision is Decision.open
    low, high = cost.enclosure(s=1, digits=15)
    exact = sp.N(cost.value.subs(s, 1), 80)
    assert sp.Rational(str(low)) <= exact <= sp.Rational(str(high))
    assert high - low < sp.Rational(1, 10**14)


@pytest.mark.parametrize(
    ("term", "whole"),
    [
        (s**k / sp.factorial(k), sp.true),
        (sp.factorial(k) / s**k, None),
        ((1 + k) ** -4, sp.true),
        (1 / (1 + k), sp.false),
    ],
)
def test_whether_a_sum_is_finite_is_seen(term, whole):
    assert finite(term, k, ZERO, sp.oo, S, integers=True) == whole


def test_sums_of_powers_and_factorials_are_enclosed():
    zeta = Over((1 + k) ** -4, k, ZERO, sp.oo, integers=True).enclose({}, 20, 5.0)
    assert zeta[0] < sp.N(sp.pi**4 / 90, 80) < zeta[1]
    assert zeta[1] - zeta[0] < sp.Rational(1, 10**11)
    low, high = Over(2**k / sp.factorial(k), k, ZERO, sp.oo, integers=True).enclose({}, 20, 5.0)
    assert low < sp.N(sp.exp(2), 80) < high
    with pytest.raises(NoEnclosure):
        Over(1 / (1 + k), k, ZERO, sp.oo, integers=True).enclose({}, 10, 1.0)
