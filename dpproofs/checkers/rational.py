"""Fractions of multivariate polynomials over the rationals, on FLINT."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx


@dataclass(frozen=True)
class Ratio:
    """``num / den`` in lowest terms; the denominator is never the zero polynomial."""

    num: fmpq_mpoly
    den: fmpq_mpoly

    def __add__(self, other: Ratio) -> Ratio:
        if self.den == other.den:
            return lowest(self.num + other.num, self.den)
        return lowest(self.num * other.den + other.num * self.den, self.den * other.den)

    def __neg__(self) -> Ratio:
        return Ratio(-self.num, self.den)

    def __sub__(self, other: Ratio) -> Ratio:
        return self + -other

    def __mul__(self, other: Ratio) -> Ratio:
        return lowest(self.num * other.num, self.den * other.den)

    def __truediv__(self, other: Ratio) -> Ratio:
        return lowest(self.num * other.den, self.den * other.num)

    def __pow__(self, exponent: int) -> Ratio:
        if exponent < 0:
            return Ratio(self.den, self.num) ** -exponent
        return Ratio(self.num**exponent, self.den**exponent)


def lowest(num: fmpq_mpoly, den: fmpq_mpoly) -> Ratio:
    """The fraction in lowest terms.

    Raises
    ------
    ZeroDivisionError
        When the denominator is the zero polynomial.
    """
    if den.is_zero():
        raise ZeroDivisionError("a denominator vanishes identically")
    if den.is_constant() or (num.is_constant() and not num.is_zero()):
        return Ratio(num, den)
    common = num.gcd(den)
    if not common.is_one():
        num, den = num / common, den / common
    return Ratio(num, den)


class Ring:
    """The polynomial ring over named generators, with their fractions."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(names)
        self.context = fmpq_mpoly_ctx.get(self.names, Ordering.lex)
        self.one = self.context.constant(1)
        self._gens = dict(zip(self.names, self.context.gens(), strict=True))

    def number(self, value: int | Fraction) -> Ratio:
        """A rational constant."""
        return Ratio(self.context.constant(fmpq(value.numerator, value.denominator)), self.one)

    def generator(self, name: str) -> Ratio:
        """One generator as a fraction."""
        return Ratio(self._gens[name], self.one)


@lru_cache(maxsize=256)
def ring_over(names: tuple[str, ...]) -> Ring:
    """The one ring over these names."""
    return Ring(names)


def evaluate(polynomial: fmpq_mpoly, values: Sequence[Ratio], ring: Ring) -> Ratio:
    """A polynomial at fractions of another ring, one for each of its generators.

    Over one denominator, so that common factors are looked for once and not term by term.
    """
    degrees = [int(degree) for degree in polynomial.degrees()]
    if all(value.den.is_one() for value, degree in zip(values, degrees, strict=True) if degree):
        nums = [value.num if degree else ring.one
                for value, degree in zip(values, degrees, strict=True)]  # fmt: skip
        return Ratio(polynomial.compose(*nums, ctx=ring.context), ring.one)
    total, den, tables = ring.context.constant(0), ring.one, []
    for value, degree in zip(values, degrees, strict=True):
        tables.append(_powers(value, degree, ring))
        den = den * tables[-1][0]
    for exponents, coefficient in polynomial.to_dict().items():
        term = ring.context.constant(coefficient)
        for powers, exponent in zip(tables, map(int, exponents), strict=True):
            if len(powers) > 1:
                term = term * powers[exponent]
        total = total + term
    return lowest(total, den)


def _powers(value: Ratio, degree: int, ring: Ring) -> list[fmpq_mpoly]:
    """``num**e * den**(degree - e)`` for e = 0, ..., degree."""
    nums, dens = [ring.one], [ring.one]
    for _ in range(degree):
        nums.append(nums[-1] * value.num)
        dens.append(dens[-1] * value.den)
    return [num * den for num, den in zip(nums, reversed(dens), strict=True)]
