"""Lerch's transcendent, by which sums of powers have values."""

from __future__ import annotations

import mpmath
import pytest
import sympy as sp
from flint import arb, ctx

from dpproofs.checkers.lerch import lerch, lerch_digits
from dpproofs.checkers.numbers import NoValue, ball, digits, rational_value

CASES = [("1/3", "-2", "1/2"), ("9/10", "-7/3", "3/10"), ("1/50", "1/2", "4")]


@pytest.mark.parametrize(("z", "s", "a"), CASES)
def test_it_is_the_sum(z, s, a):
    at = [sp.Rational(value) for value in (z, s, a)]
    found = digits(sp.lerchphi(*at), {}, mpmath.MPContext())
    ratio, power, start = (mpmath.mpf(value.p) / value.q for value in at)
    total = mpmath.nsum(lambda n: ratio**n * (n + start) ** -power, [0, mpmath.inf])
    assert abs(found - total) < 1e-10 * total
    enclosed = ball(sp.lerchphi(*at), {})
    assert enclosed.rad() < 1e-12 * enclosed
    assert abs(float(enclosed) - float(total)) < 1e-10 * total


def test_a_pole_has_no_value_and_is_no_crash():
    pole = sp.lerchphi(sp.Rational(99999, 100000), -1, 0)
    with pytest.raises(NoValue, match="lerchphi has no value there"):
        digits(pole, {}, mpmath.MPContext())


def test_a_ball_is_kept_for_its_own_precision_and_radius():
    at = (arb(1) / 3, arb(-2), arb(1) / 2)
    rough = lerch(*at)
    with ctx.workprec(200):
        finer = lerch(arb(1) / 3, arb(-2), arb(1) / 2)
        wide = lerch(arb("0.33", "0.01"), arb(-2), arb(1) / 2)
    assert finer.rad() < rough.rad() < wide.rad()
    assert wide.contains(finer)
    assert lerch(*at).mid() == rough.mid()


def test_many_digits_are_kept_where_the_terms_grow_at_first():
    context = mpmath.MPContext()
    z, s, a = context.mpf(9) / 10_000, context.mpf(-9953) / 47, context.mpf(87) / 100
    total = context.fsum(z**n * (n + a) ** -s for n in range(400))
    assert abs(lerch_digits(context, z, s, a) / total - 1) < 1e-14


def test_where_too_many_terms_are_needed_mpmath_is_asked():
    context = mpmath.MPContext()
    z, s, a = context.mpf("0.9999"), context.mpf(2), context.mpf(1)
    assert lerch_digits(context, z, s, a) == context.lerchphi(z, s, a)


def test_it_has_no_rational_value():
    assert rational_value(sp.lerchphi(sp.Rational(1, 2), -1, 1), {}) is None
