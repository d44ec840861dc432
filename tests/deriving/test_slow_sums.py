"""Sums whose terms fall as powers do: enclosed to many digits, by values of the zeta function."""

from fractions import Fraction

import mpmath
import pytest
import sympy as sp
from flint import acb, arb, ctx

import dpproofs as dp
from dpproofs.deriving.balls import NoEnclosure
from dpproofs.deriving.enclosure import Over
from dpproofs.deriving.hurwitz import powers_beyond

k, p = sp.symbols("k p", positive=True)
TENTH = arb(10) ** -30


@pytest.mark.parametrize(
    ("term", "exact"),
    [
        (1 / (k + 1) ** 4, sp.zeta(4)),
        (k / (k + 1) ** 4, sp.zeta(3) - sp.zeta(4)),
        (2 / ((k + 1) * (k + 2)), sp.Integer(2)),
        (
            3 / (k + 1) ** 2 - 2 / (k + 3) ** 5,
            3 * sp.zeta(2) - 2 * (sp.zeta(5) - 1 - sp.S(2) ** -5),
        ),
        ((k + 1) ** sp.Rational(-3, 2), sp.zeta(sp.Rational(3, 2))),
        ((k**2 + 1) ** -1, (1 + sp.pi * sp.coth(sp.pi)) / 2),
    ],
)
def test_a_slow_sum_is_enclosed_to_thirty_digits(term, exact):
    low, high = Over(term, k, sp.Integer(0), sp.oo, integers=True).enclose({}, 30, 5)
    with mpmath.workdps(50):
        value = mpmath.mpf(str(sp.N(exact, 45)))
        small, great = (mpmath.mpf(q.numerator) / q.denominator for q in (low, high))
        assert small - mpmath.mpf(10) ** -40 <= value <= great + mpmath.mpf(10) ** -40
        assert great - small < mpmath.mpf(10) ** -30


def test_a_slow_sum_with_a_parameter_is_enclosed():
    term = k**p / (k + 1) ** 4
    low, high = Over(term, k, sp.Integer(0), sp.oo, integers=True).enclose(
        {p: Fraction(3, 2)}, 25, 5
    )
    with mpmath.workdps(40):
        value = mpmath.nsum(lambda i: i**1.5 / (i + 1) ** 4, [0, mpmath.inf], method="e")
        assert abs(mpmath.mpf(low.numerator) / low.denominator - value) < 1e-20
    assert high - low < Fraction(1, 10**25)


def test_the_number_of_coefficients_that_others_use_is_as_before():
    before = ctx.cap
    powers_beyond(1 / k**2, k, 100, {}, TENTH)
    assert ctx.cap == before


@pytest.mark.parametrize(
    ("term", "start", "reason"),
    [
        (1 / k, 100, "finite"),
        (k ** -sp.Rational(1, 2), 100, "finite"),
        (1 / (k - 50) ** 2, 100, "vanish"),
        (1 / (1 - k) ** 2, 100, "positive"),
        (2**-k, 100, "no power"),
        (sp.log(k) / k**2, 100, "no power"),
        (1 / k**2, 16, "early"),
    ],
)
def test_what_is_no_such_sum_is_refused(term, start, reason):
    with pytest.raises(NoEnclosure, match=reason):
        powers_beyond(term, k, start, {k: acb(1)}, TENTH)


def test_slow_noise_has_its_moments_and_probabilities():
    n = sp.Symbol("n", integer=True)
    piece = dp.Piece(3 / ((n + 1) * (n + 2) * (n + 3)), 0, sp.oo)
    noise = dp.Family("slow", x=n, domain=dp.Domain(()), pieces=[piece], integers=True)
    assert noise.normalisation().value == 1
    assert noise.cost(1).value == sp.Rational(3, 2)
    assert noise.cost(2).value == sp.oo
    below, beyond = noise.cdf(2), noise.tail(3)
    assert below.value == sp.Rational(37, 40)
    assert beyond.value == sp.Rational(3, 20)
    assert not below.holds
