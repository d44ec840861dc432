"""Series at 0+: truncated power series over the rationals, after SymPy found the coefficients.

The confirmation shares nothing with SymPy's series: exact Laurent arithmetic on the expression
itself. A function built from rational operations, exponentials, logarithms and roots of series
with the right constant term is analytic near 0 (after the pole is removed), so its coefficients
decide the O() term as well.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import sympy as sp

from dpproofs.kernel.derivation import Derivation, Step
from dpproofs.kernel.proposition import Series
from dpproofs.kernel.verdict import Finding, Grade, established, refuted, unknown

METHOD = "series"
GUARD = 8  # extra coefficients, for what divisions lose


def check(step: Step, derivation: Derivation) -> Finding:
    """Established when exact series arithmetic gives the stated coefficients."""
    claim = step.goal.proposition
    if not isinstance(claim, Series):
        return unknown("needs a series")
    count = len(claim.coefficients)
    try:
        found = laurent(claim.expression, claim.variable, count + GUARD)
    except ValueError as problem:
        return unknown(str(problem))
    if found.start + len(found.terms) < count:
        return unknown("too many coefficients were lost to division")
    exact = [sp.Rational(c.numerator, c.denominator) for c in map(found.coefficient, range(count))]
    if any(found.coefficient(i) for i in range(found.start, 0)):
        return refuted("the expression has a pole at 0")
    if exact != list(claim.coefficients):
        return refuted(f"the coefficients are {exact}")
    return established(Grade.proved, "exact power-series arithmetic gives these coefficients")


class Laurent:
    """``x**start * (terms[0] + terms[1] x + ...)``, known up to the last term."""

    def __init__(self, start: int, terms: list[Fraction]) -> None:
        while terms and not terms[0]:
            start, terms = start + 1, terms[1:]
        self.start, self.terms = start, terms

    def coefficient(self, power: int) -> Fraction:
        """The coefficient of one power of the variable."""
        place = power - self.start
        return self.terms[place] if 0 <= place < len(self.terms) else Fraction(0)

    def __add__(self, other: Laurent) -> Laurent:
        end = min(self.start + len(self.terms), other.start + len(other.terms))
        start = min(self.start, other.start)
        return Laurent(
            start, [self.coefficient(i) + other.coefficient(i) for i in range(start, end)]
        )

    def __mul__(self, other: Laurent) -> Laurent:
        size = min(len(self.terms), len(other.terms))
        terms = [
            sum((self.terms[i] * other.terms[n - i] for i in range(n + 1)), Fraction(0))
            for n in range(size)
        ]
        return Laurent(self.start + other.start, terms)

    def power(self, exponent: Fraction) -> Laurent:
        """A rational power, by the recurrence of J.C.P. Miller."""
        if not self.terms:
            raise ValueError("a power of a series that is 0 to the order computed")
        first = self.terms[0]
        lead = _rational_power(first, exponent)
        shift = self.start * exponent
        if shift.denominator != 1:
            raise ValueError("a fractional power of the variable")
        terms = [lead]
        for n in range(1, len(self.terms)):
            total = sum(
                ((exponent * k - (n - k)) * self.terms[k] * terms[n - k] for k in range(1, n + 1)),
                Fraction(0),
            )
            terms.append(total / (n * first))
        return Laurent(int(shift), terms)

    def _regular(self) -> list[Fraction]:
        if self.start < 0 or self.start + len(self.terms) < 1:
            raise ValueError("a pole inside an exponential or a logarithm")
        return [Fraction(0)] * self.start + self.terms

    def exp(self) -> Laurent:
        """The exponential of a series without constant term."""
        terms = self._regular()
        if terms[0]:
            raise ValueError("the exponential of a series with a constant term")
        result = [Fraction(1)]
        for n in range(1, len(terms)):
            result.append(
                sum((k * terms[k] * result[n - k] for k in range(1, n + 1)), Fraction(0)) / n
            )
        return Laurent(0, result)

    def log(self) -> Laurent:
        """The logarithm of a series with constant term 1."""
        terms = self._regular()
        if terms[0] != 1:
            raise ValueError("the logarithm of a series whose constant term is not 1")
        result = [Fraction(0)]
        for n in range(1, len(terms)):
            tail = sum((k * result[k] * terms[n - k] for k in range(1, n)), Fraction(0))
            result.append(terms[n] - tail / n)
        return Laurent(0, result)


def _rational_power(value: Fraction, exponent: Fraction) -> Fraction:
    if exponent.denominator == 1:
        return value**exponent.numerator
    root = sp.Rational(value.numerator, value.denominator) ** sp.Rational(
        exponent.numerator, exponent.denominator
    )
    if not root.is_Rational:
        raise ValueError(f"{value}**({exponent}) is not rational")
    return Fraction(int(root.p), int(root.q))


def laurent(expression: sp.Expr, variable: sp.Symbol, order: int) -> Laurent:
    """The Laurent series of an expression in one variable at 0.

    Raises
    ------
    ValueError
        For an expression with another symbol, or outside the functions supported.
    """
    if expression.is_Rational:
        value = Fraction(int(expression.p), int(expression.q))
        return Laurent(0, [value] + [Fraction(0)] * (order - 1))
    if expression == variable:
        return Laurent(0, [Fraction(0), Fraction(1)] + [Fraction(0)] * (order - 1))
    if isinstance(expression, sp.exp):
        return laurent(expression.exp, variable, order).exp()
    if expression.is_Pow and expression.exp.is_Rational:
        exponent = Fraction(int(expression.exp.p), int(expression.exp.q))
        return laurent(expression.base, variable, order).power(exponent)
    if isinstance(expression, sp.log):
        return laurent(expression.args[0], variable, order).log()
    if expression.is_Add or expression.is_Mul:
        parts = [laurent(a, variable, order) for a in expression.args]
        join: Callable[[Laurent, Laurent], Laurent] = (
            Laurent.__add__ if expression.is_Add else Laurent.__mul__
        )
        total = parts[0]
        for part in parts[1:]:
            total = join(total, part)
        return total
    raise ValueError(f"no power series for {expression}")
