"""Fractions of multivariate polynomials over the rationals, on FLINT."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import chain

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
    degrees = [max(0, int(degree)) for degree in polynomial.degrees()]  # -1 of nothing
    if all(value.den.is_one() for value, degree in zip(values, degrees, strict=True) if degree):
        nums = [value.num if degree else ring.one
                for value, degree in zip(values, degrees, strict=True)]  # fmt: skip
        return Ratio(polynomial.compose(*nums, ctx=ring.context), ring.one)
    parted = _parted(len(values))
    apart = parted.from_dict({
        tuple(chain.from_iterable(
            (int(e), degree - int(e)) for e, degree in zip(exponents, degrees, strict=True)
        )): coefficient
        for exponents, coefficient in polynomial.to_dict().items()
    })  # fmt: skip
    den, ends = ring.one, []
    for value, degree in zip(values, degrees, strict=True):
        ends += [value.num, value.den] if degree else [ring.one, ring.one]
        den = den * value.den**degree
    return lowest(apart.compose(*ends, ctx=ring.context), den)


@lru_cache(maxsize=64)
def _parted(count: int) -> fmpq_mpoly_ctx:
    """Polynomials in which each of so many generators has a numerator and a denominator."""
    names = [f"{part}_{place}" for place in range(count) for part in ("num", "den")]
    return fmpq_mpoly_ctx.get(names, Ordering.lex)
