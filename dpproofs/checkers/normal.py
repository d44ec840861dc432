"""Normal forms: an expression as a fraction of polynomials in generators.

Symbols are generators; so is every ``exp(m)``, ``f**m`` and ``f**(1/n)`` with f an irreducible
polynomial shown to be positive on the domain, and every application of a function of which
nothing is known. Treating generators as independent is safe for proving equality; the relations
``(f**(1/n))**n = f`` are reduced. Whatever was divided by is shown not to vanish.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import floor, lcm
from typing import Any

import sympy as sp
from flint import fmpq_mpoly
from sympy.core.function import AppliedUndef

from dpproofs.checkers.rational import Ratio, Ring, evaluate
from dpproofs.checkers.signs import Range, Sign, product, sign_of_factor
from dpproofs.kernel.domain import Domain, Variable


class Undecided(Exception):
    """The method cannot decide; the message says what it could not show."""


@dataclass(frozen=True)
class Atom:
    """A generator: the range of its values, and the relation it satisfies, if any."""

    name: str
    range: Range
    root: tuple[int, Any] | None = None  # (n, flat radicand)


class Normal:
    """Normal forms over one domain.

    Raises
    ------
    Undecided
        When the domain cannot be shown to be non-empty, with bounds as stated.
    """

    def __init__(self, domain: Domain, expressions: Iterable[sp.Expr] = ()) -> None:
        self.atoms: dict[str, Atom] = {}
        self._named: dict[str, str] = {}
        self._signs: dict[str, Sign | None] = {}
        self._units = _exponent_units(expressions)
        for variable in domain:
            self._admit(variable)

    # -- generators ---------------------------------------------------------------------------

    def ring(self) -> Ring:
        """The ring over all generators known so far."""
        return Ring(tuple(self.atoms) or ("one",))

    def _admit(self, variable: Variable) -> None:
        lower, upper = variable.lower, variable.upper
        flat_lower = None if lower.is_infinite else self.flat(lower)
        flat_upper = None if upper.is_infinite else self.flat(upper)
        if flat_lower is not None and flat_upper is not None:
            width = self.sign(upper - lower)
            if width is None or width.value <= 0 or not (width.strict or variable.integer):
                raise Undecided(f"cannot show that {lower} < {upper} for {variable.symbol}")
        root = None
        if variable.root is not None:
            order, radicand = variable.root
            self._require(radicand - lower**order, f"{variable.symbol} > {lower}")
            self._require(upper**order - radicand, f"{variable.symbol} < {upper}")
            root = (order, self.flat(radicand))
        name = variable.symbol.name
        self.atoms[name] = Atom(name, Range(flat_lower, flat_upper, variable.ends), root)

    def _require(self, expression: sp.Expr, what: str) -> None:
        sign = self.sign(expression)
        if sign is None or sign.value <= 0 or not sign.strict:
            raise Undecided(f"cannot show that {what}")

    def _atom(self, key: str, span: Range, root: tuple[int, Any] | None = None) -> Any:
        if key not in self._named:
            name = f"g{len(self._named)}"
            self._named[key] = name
            self.atoms[name] = Atom(name, span, root)
        return ("gen", self._named[key])

    # -- flattening: SymPy to rational operations on generators -------------------------------

    def flat(self, expression: sp.Expr) -> Any:
        """Rational operations on generators, as nested tuples."""
        if expression.is_Rational:
            return ("num", Fraction(int(expression.p), int(expression.q)))
        if isinstance(expression, sp.Symbol):
            if expression.name not in self.atoms:
                raise Undecided(f"{expression} is not in the domain")
            return ("gen", expression.name)
        if expression.is_Add:
            return ("add", [self.flat(a) for a in expression.args])
        if expression.is_Mul:
            return ("mul", [self.flat(a) for a in expression.args])
        if expression.is_Pow and expression.base is not sp.E:
            return self._power(expression.base, expression.exp)
        if isinstance(expression, sp.exp):
            return self._exponential(expression.args[0])
        if isinstance(expression, sp.log):
            return self._logarithm(expression.args[0])
        if isinstance(expression, sp.Abs | sp.Max | sp.Min):
            return self._selection(expression)
        if expression is sp.pi:
            return self._atom("pi", Range(("num", Fraction(3)), ("num", Fraction(4)), "()"))
        if expression is sp.E:
            return self._exponential(sp.Integer(1))
        if isinstance(expression, sp.erf | AppliedUndef):
            arguments = [sp.expand(a) for a in expression.args]
            return self._atom(str(expression.func(*arguments)), Range(None, None, "()"))
        raise Undecided(f"no normal form for {expression.func.__name__}")

    def _power(self, base: sp.Expr, exponent: sp.Expr) -> Any:
        if exponent.is_Integer:
            return ("pow", self.flat(base), int(exponent))
        pieces: list[Any] = []
        whole = 0
        symbolic: list[tuple[Fraction, sp.Expr]] = []
        fraction = Fraction(0)
        for term in sp.Add.make_args(sp.expand(exponent)):
            coefficient, rest = term.as_coeff_Mul()
            rational = Fraction(int(coefficient.p), int(coefficient.q))
            if rest == 1:
                whole += floor(rational)
                fraction += rational - floor(rational)
            else:
                symbolic.append((rational, rest))
        if whole:
            pieces.append(("pow", self.flat(base), whole))
        constant, factors = self._positive_factors(base)
        factors = [*_primes(constant), *factors]
        for factor, key, multiplicity in factors:
            if fraction:
                pieces.append(self._root_power(factor, key, fraction * multiplicity))
            for rational, rest in symbolic:
                total = rational * multiplicity
                unit = rest / total.denominator
                gen = self._atom(f"({key})**({unit})", Range(("num", Fraction(0)), None, "()"))
                pieces.append(("pow", gen, total.numerator))
        return ("mul", pieces)

    def _root_power(self, factor: Any, key: str, exponent: Fraction) -> Any:
        whole = floor(exponent)
        rest = exponent - whole
        pieces = [("pow", factor, whole)]
        if rest:
            order = rest.denominator
            gen = self._atom(
                f"({key})**(1/{order})", Range(("num", Fraction(0)), None, "()"), (order, factor)
            )
            pieces.append(("pow", gen, rest.numerator))
        return ("mul", pieces)

    def _positive_factors(self, base: sp.Expr) -> tuple[Fraction, list[tuple[Any, str, int]]]:
        """A constant and irreducible factors, each shown to be positive."""
        ratio, ring = self.ratio(base)
        constant, found = Fraction(1), []
        for polynomial, direction in ((ratio.num, 1), (ratio.den, -1)):
            content, factors = polynomial.factor()
            constant *= Fraction(int(content.p), int(content.q)) ** direction
            for factor, multiplicity in factors:
                sign = self.sign_of(factor, ring)
                if sign is None or not sign.strict:
                    raise Undecided(f"cannot show that {factor} has one sign")
                constant *= sign.value ** int(multiplicity)
                positive = factor if sign.value > 0 else -factor
                times = direction * int(multiplicity)
                found.append((("poly", positive, ring), str(positive), times))
        if constant <= 0:
            raise Undecided(f"{base} is not positive on the domain")
        return constant, found

    def _exponential(self, exponent: sp.Expr) -> Any:
        pieces = []
        for term in sp.Add.make_args(sp.expand(exponent)):
            coefficient, rest = term.as_coeff_Mul()
            if isinstance(rest, sp.log):
                pieces.append(self._power(rest.args[0], coefficient))
                continue
            unit = self._units.get(rest, 1)
            count = Fraction(int(coefficient.p), int(coefficient.q)) * unit
            if count.denominator != 1:
                unit *= count.denominator
                count *= count.denominator
            sign = self.sign(rest)
            low, high = Fraction(0), None
            if sign is not None and sign.strict:
                low, high = (Fraction(1), None) if sign.value > 0 else (Fraction(0), Fraction(1))
            span = Range(("num", low), None if high is None else ("num", high), "()")
            pieces.append(("pow", self._atom(f"exp({rest}/{unit})", span), int(count)))
        return ("mul", pieces)

    def _logarithm(self, argument: sp.Expr) -> Any:
        constant, factors = self._positive_factors(argument)
        terms = []
        for _, key, multiplicity in [*_primes(constant), *factors]:
            gen = self._atom(f"log({key})", Range(None, None, "()"))
            terms.append(("mul", [("num", Fraction(multiplicity)), gen]))
        return ("add", terms)

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
        return self.flat(best)

    # -- evaluation ---------------------------------------------------------------------------

    def ratio(self, expression: sp.Expr) -> tuple[Ratio, Ring]:
        """The expression as a fraction in lowest terms, over the ring of all generators.

        Raises
        ------
        Undecided
            When something that was divided by cannot be shown not to vanish.
        """
        flat = self.flat(expression)
        ring = self.ring()
        return self.value(flat, ring), ring

    def value(self, flat: Any, ring: Ring) -> Ratio:
        """A flat expression in a given ring."""
        match flat:
            case ("num", number):
                return ring.number(number)
            case ("gen", name):
                return ring.generator(name)
            case ("add", parts):
                total = ring.number(0)
                for part in parts:
                    total = total + self.value(part, ring)
                return total
            case ("mul", parts):
                total = ring.number(1)
                for part in parts:
                    total = total * self.value(part, ring)
                return total
            case ("poly", polynomial, old):
                return evaluate(polynomial, [ring.generator(name) for name in old.names], ring)
            case ("pow", base, exponent):
                value = self.value(base, ring)
                if exponent < 0:
                    self._nonzero(value.num, ring)
                return value**exponent
        raise AssertionError(flat)

    def _nonzero(self, polynomial: fmpq_mpoly, ring: Ring) -> None:
        if polynomial.is_zero():
            raise Undecided("division by an expression that vanishes identically")
        sign = self.sign_of(polynomial, ring)
        if sign is None or not sign.strict:
            raise Undecided(f"cannot show that {polynomial} does not vanish")

    def keys(self) -> list[tuple[str, str]]:
        """What each generator stands for, with its name; variables are not listed."""
        return list(self._named.items())

    def vanishes(self, ratio: Ratio, ring: Ring) -> bool:
        """True when a fraction is zero by the relations of the roots (False: not shown)."""
        return bool(self._reduced(ratio.num, ring).is_zero())

    def is_zero(self, expression: sp.Expr) -> bool:
        """True when the expression vanishes identically (False: not shown)."""
        return self.vanishes(*self.ratio(expression))

    def _reduced(self, polynomial: fmpq_mpoly, ring: Ring) -> fmpq_mpoly:
        """A nonzero multiple of the polynomial, with high powers of roots replaced."""
        for name, atom in reversed(self.atoms.items()):
            if atom.root is None:
                continue
            order, flat = atom.root
            radicand = self.value(flat, ring)
            place = ring.names.index(name)
            terms = polynomial.to_dict()
            most = max((int(e[place]) // order for e in terms), default=0)
            total = ring.context.constant(0)
            for exponents, coefficient in terms.items():
                times = int(exponents[place]) // order
                kept = list(exponents)
                kept[place] -= times * order
                term = ring.context.from_dict({tuple(kept): coefficient})
                total += term * radicand.num**times * radicand.den ** (most - times)
            polynomial = total
        return polynomial

    # -- signs --------------------------------------------------------------------------------

    def sign(self, expression: sp.Expr) -> Sign | None:
        """The sign that the expression has on the whole domain, or None when not shown."""
        ratio, ring = self.ratio(expression)
        if self.vanishes(ratio, ring):
            return Sign(0, True)
        return product((self.sign_of(ratio.num, ring), self.sign_of(ratio.den, ring)))

    def sign_of(self, polynomial: fmpq_mpoly, ring: Ring) -> Sign | None:
        """The sign of a polynomial, as the product of the signs of its irreducible factors."""
        content, factors = polynomial.factor()
        signs: list[Sign | None] = [Sign(1 if content > 0 else -1, True)]
        for factor, multiplicity in factors:
            key = str(factor)
            if key not in self._signs:
                self._signs[key] = sign_of_factor(factor, ring, self._spans(), self.value)
            sign = self._signs[key]
            even = int(multiplicity) % 2 == 0
            if even:
                strict = sign is not None and sign.strict
                signs.append(Sign(1, strict))
            else:
                signs.append(sign)
        return product(signs)

    def _spans(self) -> dict[str, Range]:
        return {name: atom.range for name, atom in self.atoms.items()}


def _exponent_units(expressions: Iterable[sp.Expr]) -> dict[sp.Expr, int]:
    """For each monomial m, the n such that every exponential is a power of exp(m/n)."""
    units: dict[sp.Expr, int] = {}
    for expression in expressions:
        for node in expression.atoms(sp.exp):
            for term in sp.Add.make_args(sp.expand(node.args[0])):
                coefficient, rest = term.as_coeff_Mul()
                units[rest] = lcm(units.get(rest, 1), int(coefficient.q))
    return units


def _primes(constant: Fraction) -> list[tuple[Any, str, int]]:
    """The prime factors of a positive rational."""
    factored = sp.factorrat(sp.Rational(constant.numerator, constant.denominator))
    return [
        (("num", Fraction(int(p))), str(p), int(m)) for p, m in factored.items() if p != 1 and m
    ]
