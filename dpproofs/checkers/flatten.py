"""From SymPy to rational operations on generators, as nested tuples.

Symbols are generators; so is every ``exp(m)``, ``f**m`` and ``f**(1/n)`` with f an irreducible
polynomial shown to be positive on the domain, or not negative where m is positive, and every
application of a function of which nothing is known.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import floor, lcm
from typing import Any

import sympy as sp
from flint import fmpq_mpoly
from sympy.core.function import AppliedUndef

from dpproofs.checkers import special
from dpproofs.checkers.positivity import Range, Sign
from dpproofs.checkers.rational import Ratio, Ring
from dpproofs.kernel.expression import WRITTEN, written
from dpproofs.kernel.terms import BorelSet, Mass, numbers_of

POSITIVE = Range(("num", Fraction(0)), None, "()")
NOT_NEGATIVE = Range(("num", Fraction(0)), None, "[)")
ANY = Range(None, None, "()")


@dataclass(frozen=True)
class Factor:
    """A factor that is not negative: its name, its power, the variables that it depends on, and the
    range of its powers with a positive exponent.
    """

    flat: Any
    key: str
    times: int
    speaks: frozenset[str]
    range: Range = POSITIVE


class Undecided(Exception):
    """The method cannot decide; the message says what it could not show."""


@dataclass(frozen=True)
class Atom:
    """A generator: the range of its values, the variables that it depends on, and the relation
    that it satisfies, if any.
    """

    name: str
    range: Range
    speaks: frozenset[str]
    root: tuple[int, Any] | None = None  # (n, flat radicand)


class Flattening(ABC):
    """Names the generators that expressions over one domain are made of.

    Treating generators as independent is safe for proving equality and signs.
    """

    def __init__(self, reserved: Iterable[str], units: Mapping[sp.Expr, int]) -> None:
        self.atoms: dict[str, Atom] = {}
        self._reserved = frozenset(reserved)  # names of variables, which no generator may take
        self.named: dict[Hashable, str] = {}
        self.logarithms: dict[str, Any] = {}  # the positive argument of each
        self.powers: dict[
            str, tuple[Any, Any]
        ] = {}  # of each the exponent, and the log of the base
        self.flats: dict[sp.Expr, Any] = {}  # what is known already
        self.factored: dict[sp.Expr, list[Factor]] = {}
        self._units = units

    @abstractmethod
    def sign(self, expression: sp.Expr) -> Sign | None:
        """The sign that the expression has on the whole domain, or None when not shown."""

    @abstractmethod
    def ratio(self, expression: sp.Expr) -> tuple[Ratio, Ring]:
        """The expression as a fraction, with everything that was divided by not vanishing."""

    @abstractmethod
    def sign_of(self, polynomial: fmpq_mpoly, ring: Ring) -> Sign | None:
        """The sign of a polynomial in the generators."""

    def _atom(
        self,
        key: Hashable,
        span: Range,
        speaks: frozenset[str],
        root: tuple[int, Any] | None = None,
    ) -> Any:
        if key not in self.named:
            place = len(self.named)
            while f"g{place}" in self._reserved or f"g{place}" in self.atoms:
                place += 1
            name = self.named[key] = f"g{place}"
            self.atoms[name] = Atom(name, span, speaks, root)
        return ("gen", self.named[key])

    def _spoken(self, polynomial: fmpq_mpoly, ring: Ring) -> frozenset[str]:
        """The variables that the value of a polynomial depends on."""
        degrees = zip(ring.names, polynomial.degrees(), strict=True)
        return frozenset().union(*(self.atoms[n].speaks for n, degree in degrees if degree > 0))

    def flat(self, expression: sp.Expr) -> Any:
        """Rational operations on generators, as nested tuples.

        Raises
        ------
        Undecided
            When some part cannot be shown to be defined on the whole domain.
        """
        if expression not in self.flats:
            self.flats[expression] = self._flat(expression)
        return self.flats[expression]

    def _flat(self, expression: sp.Expr) -> Any:
        if expression.is_Rational:
            return ("num", fraction(expression))
        if isinstance(expression, sp.Symbol):
            if expression.name not in self.atoms:
                raise Undecided(f"{expression} is not in the domain")
            return ("gen", expression.name)
        if expression.is_Add:
            return ("add", [self.flat(a) for a in expression.args])
        if expression.is_Mul:
            return ("mul", [self.flat(a) for a in expression.args])
        if isinstance(expression, sp.exp):
            return self._exponential(expression.exp)
        if expression.is_Pow:
            return self._power(expression.base, expression.exp)
        return self._function(expression)

    def _function(self, expression: sp.Expr) -> Any:
        if isinstance(expression, sp.log):
            return self._logarithm(expression.args[0])
        if isinstance(expression, sp.Abs | sp.Max | sp.Min):
            return self._selection(expression)
        if expression is sp.pi:
            span = Range(("num", Fraction(3)), ("num", Fraction(4)), "()")
            return self._atom("pi", span, frozenset())
        if expression is sp.E:
            return self._exponential(sp.Integer(1))
        if isinstance(expression, AppliedUndef):
            arguments = self._expanded(expression)
            key = ("apply", str(expression.func), arguments)
            return self._atom(key, ANY, names(expression))
        if isinstance(expression, WRITTEN):
            return self.flat(written(expression))
        if expression.func in special.RANGES:
            return self._special(expression.func(*self._expanded(expression)))
        if isinstance(expression, Mass):
            for number in numbers_of(expression):
                self.ratio(number)
            return self._atom(("mass", canonical(expression)), ANY, names(expression))
        raise Undecided(f"no normal form for {expression.func.__name__}")

    def _expanded(self, expression: sp.Expr) -> tuple[sp.Expr, ...]:
        """The arguments of a function, which must have values."""
        for argument in expression.args:
            self.ratio(argument)
        return tuple(sp.expand(argument) for argument in expression.args)

    def _special(self, expression: sp.Expr) -> Any:
        """A function with a range; of arguments of gamma that differ by an integer, only one is a
        generator.
        """
        if expression.func not in special.RANGES:  # SymPy knows the value, or took out the sign
            return self.flat(expression)
        if problem := special.outside(expression, self.sign):
            raise Undecided(problem)
        if isinstance(expression, sp.gamma):
            factor, least = special.lowered(expression.args[0], self.sign)
            if factor != 1:
                return ("mul", [self.flat(factor), self.flat(sp.gamma(least))])
        plainer = special.plainer(expression, self.sign)
        if plainer != expression:
            return self.flat(plainer)
        key = (str(expression.func), expression.args)
        return self._atom(key, special.span(expression, self.sign), names(expression))

    def _power(self, base: sp.Expr, exponent: sp.Expr) -> Any:
        if exponent.is_Integer:
            return ("pow", self.flat(base), int(exponent))
        self.ratio(exponent)  # the exponent must have a value before anything in it cancels
        parts = sp.Mul.make_args(base)
        if any(part.is_Pow and not part.exp.is_Integer for part in parts):
            return ("mul", [self._power_of_power(part, exponent) for part in parts])
        pieces: list[Any] = []
        rational, symbolic = Fraction(0), []
        for term in sp.Add.make_args(sp.expand(exponent)):
            coefficient, rest = term.as_coeff_Mul()
            if rest == 1:
                rational += fraction(coefficient)
            else:
                symbolic.append((fraction(coefficient), rest))
        whole = floor(rational)
        if whole:
            pieces.append(("pow", self.flat(base), whole))
        for each in self._factors_of(base):
            pieces.append(self._root_power(each, (rational - whole) * each.times))
            for coefficient, rest in symbolic:
                total = coefficient * each.times
                if each.range != POSITIVE and not special.positive(self.sign(rest * total)):
                    raise Undecided(f"{base} may be 0, and {rest * total} is not positive")
                unit = rest / total.denominator
                gen = self._atom(("pow", each.key, unit), each.range, each.speaks | names(unit))
                self.powers[gen[1]] = self.flat(unit), (each.flat, each.key, each.speaks)
                pieces.append(("pow", gen, total.numerator))
        return ("mul", pieces)

    def _power_of_power(self, part: sp.Expr, exponent: sp.Expr) -> Any:
        """A power of a factor that is a power: none is negative."""
        if part.is_Pow and not isinstance(part, sp.exp) and not part.exp.is_Integer:
            self.ratio(part)
            return self._power(part.base, part.exp * exponent)
        return self._power(part, exponent)

    def _root_power(self, of: Factor, exponent: Fraction) -> Any:
        whole = floor(exponent)
        rest = exponent - whole
        pieces = [("pow", of.flat, whole)]
        if rest:
            order = rest.denominator
            gen = self._atom(("root", of.key, order), of.range, of.speaks, (order, of.flat))
            self.powers[gen[1]] = ("num", Fraction(1, order)), (of.flat, of.key, of.speaks)
            pieces.append(("pow", gen, rest.numerator))
        return ("mul", pieces)

    def _factors_of(self, base: sp.Expr) -> list[Factor]:
        """Primes and irreducible polynomials, each shown not to be negative."""
        if base not in self.factored:
            self.factored[base] = self._factors(base)
        return self.factored[base]

    def _factors(self, base: sp.Expr) -> list[Factor]:
        ratio, ring = self.ratio(base)
        constant, found = Fraction(1), []
        for polynomial, direction in ((ratio.num, 1), (ratio.den, -1)):
            content, factors = polynomial.factor()
            constant *= Fraction(int(content.p), int(content.q)) ** direction
            for factor, multiplicity in factors:
                sign = self.sign_of(factor, ring)
                if sign is None or not sign.value:
                    raise Undecided(f"cannot show that {factor} has one sign")
                constant *= sign.value ** int(multiplicity)
                positive = factor if sign.value > 0 else -factor
                times, speaks = direction * int(multiplicity), self._spoken(factor, ring)
                span = POSITIVE if sign.strict else NOT_NEGATIVE
                flat = ("poly", positive, ring)
                found.append(Factor(flat, str(positive), times, speaks, span))
        if constant <= 0:
            raise Undecided(f"{base} is not positive on the domain")
        return [*_primes(constant), *found]

    def _exponential(self, exponent: sp.Expr) -> Any:
        self.ratio(exponent)  # the exponent must have a value before anything in it cancels
        pieces = []
        for term in exponent_terms(exponent):
            coefficient, rest = term.as_coeff_Mul()
            parts = sp.Mul.make_args(rest)
            logs = [part for part in parts if part.as_base_exp()[0].func is sp.log]
            if len(logs) == 1 and isinstance(logs[0], sp.log):  # exp(c log(f)) is f**c
                pieces.append(self._power(logs[0].args[0], term / logs[0]))
                continue
            unit = self._units.get(rest, 1)
            count = fraction(coefficient) * unit
            if count.denominator != 1:
                unit *= count.denominator
                count *= count.denominator
            sign = self.sign(rest)
            low, high = Fraction(0), None
            if sign is not None and sign.strict and sign.value:
                low, high = (Fraction(1), None) if sign.value > 0 else (Fraction(0), Fraction(1))
            span = Range(("num", low), None if high is None else ("num", high), "()")
            gen = self._atom(("exp", rest, unit), span, names(rest))
            self.powers[gen[1]] = ("mul", [("num", Fraction(1, unit)), self.flat(rest)]), None
            pieces.append(("pow", gen, int(count)))
        return ("mul", pieces)

    def _logarithm(self, argument: sp.Expr) -> Any:
        terms = []
        for each in self._factors_of(argument):
            if each.range != POSITIVE:
                raise Undecided(f"a logarithm of {argument}, which may be 0")
            gen = self._own_logarithm(each.flat, each.key, each.speaks)
            terms.append(("mul", [("num", Fraction(each.times)), gen]))
        return ("add", terms)

    def _own_logarithm(self, factor: Any, key: str, speaks: frozenset[str]) -> Any:
        """The logarithm of a positive factor."""
        gen = self._atom(("log", key), self._span_of_logarithm(factor), speaks)
        self.logarithms[gen[1]] = factor
        return gen

    def _logarithm_of_atom(self, name: str, ring: Ring) -> Any:
        """The logarithm of a positive generator."""
        if name not in self.powers:
            factor = ("poly", ring.generator(name).num, ring)
            return self._own_logarithm(factor, name, self.atoms[name].speaks)
        exponent, base = self.powers[name]
        return exponent if base is None else ("mul", [exponent, self._own_logarithm(*base)])

    def _logarithm_of_quotient(
        self, exponents: Mapping[str, int], number: Fraction, ring: Ring
    ) -> Any:
        """The logarithm of a product of powers of positive generators, times a number."""
        terms = [
            ("mul", [("num", Fraction(n)), self._logarithm_of_atom(name, ring)])
            for name, n in exponents.items()
        ]
        for each in _primes(number):
            own = self._own_logarithm(each.flat, each.key, each.speaks)
            terms.append(("mul", [("num", Fraction(each.times)), own]))
        return ("add", terms)

    def _span_of_logarithm(self, argument: Any) -> Range:
        """On which side of 0 the logarithm of something lies, as far as is shown."""
        if argument[0] == "num":  # a prime
            return POSITIVE
        _, polynomial, ring = argument
        sign = self.sign_of(polynomial - 1, ring)
        if sign is None or not sign.value:
            return ANY
        marks, zero = "()" if sign.strict else "[]", ("num", Fraction(0))
        return (
            Range(zero, None, marks[0] + ")")
            if sign.value > 0
            else Range(None, zero, "(" + marks[1])
        )

    def _selection(self, expression: sp.Expr) -> Any:
        """An absolute value, maximum or minimum whose decision is the same on the whole domain."""
        if isinstance(expression, sp.Abs):
            candidates, larger = [expression.args[0], -expression.args[0]], True
        else:
            candidates, larger = list(expression.args), isinstance(expression, sp.Max)
        best = candidates[0]
        for other in candidates[1:]:
            sign = self.sign(other - best)
            if sign is None:
                raise Undecided(f"cannot decide {expression}")
            if (sign.value > 0) == larger and sign.value:
                best = other
        for candidate in candidates:
            self.ratio(candidate)  # the others must have values too
        return self.flat(best)


def names(expression: sp.Expr) -> frozenset[str]:
    """The names of the variables that an expression speaks of."""
    return frozenset(symbol.name for symbol in expression.free_symbols)


def canonical(expression: sp.Expr) -> sp.Expr:
    """A mass, noise or set with every number in it expanded."""
    if isinstance(expression, Mass | BorelSet | AppliedUndef):
        return expression.func(*map(canonical, expression.args))
    return expression if expression.is_infinite else sp.expand(expression)


def fraction(number: sp.Expr) -> Fraction:
    """A rational number of SymPy's as one of Python's.

    Raises
    ------
    Undecided
        For any other number.
    """
    if not number.is_Rational:
        raise Undecided(f"{number} is not a rational number")
    return Fraction(int(number.p), int(number.q))


@lru_cache(maxsize=4096)
def exponent_terms(exponent: sp.Expr) -> tuple[sp.Expr, ...]:
    """The summands of an exponent; a fraction over a sum is divided out first, its rest term by
    term, so that ``exp(x) exp(-x y/(x + y))`` and ``exp(x**2/(x + y))`` are written alike.
    """
    expanded = sp.expand(exponent)
    terms: tuple[sp.Expr, ...] = sp.Add.make_args(expanded)
    if not any(sp.denom(term).is_Add for term in terms):
        return terms
    above, below = sp.fraction(sp.cancel(sp.together(expanded)))
    symbols = sorted(below.free_symbols, key=str)
    others = sorted(above.free_symbols - set(symbols), key=str)
    if not (above.is_polynomial(*symbols, *others) and below.is_polynomial(*symbols)):
        return terms
    whole, rest = sp.div(above, below, *symbols, *others)
    divided = [term / below for term in sp.Add.make_args(sp.expand(rest))]
    return (*sp.Add.make_args(sp.expand(whole)), *divided)


def exponent_units(expressions: Iterable[sp.Expr]) -> dict[sp.Expr, int]:
    """For each monomial m, the n such that every exponential is a power of exp(m/n)."""
    units: dict[sp.Expr, int] = {}
    for expression in expressions:
        for node in expression.atoms(sp.exp):
            for term in exponent_terms(node.exp):
                coefficient, rest = term.as_coeff_Mul()
                if coefficient.is_Rational:
                    units[rest] = lcm(units.get(rest, 1), int(coefficient.q))
    return units


def _primes(constant: Fraction) -> list[Factor]:
    """The prime factors of a positive rational."""
    factored = sp.factorrat(sp.Rational(constant.numerator, constant.denominator))
    return [
        Factor(("num", Fraction(int(p))), str(p), int(m), frozenset())
        for p, m in factored.items()
        if p != 1 and m
    ]
