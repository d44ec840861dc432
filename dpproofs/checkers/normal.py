"""Normal forms: an expression as a fraction of polynomials in generators.

The generators are independent but for the relations ``(f**(1/n))**n = f``, which are reduced.
Whatever was divided by is shown not to vanish, and the domain is shown to be what it says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import product as product_of
from math import lcm
from operator import add, mul
from typing import Any

import sympy as sp
from flint import fmpq_mpoly

from dpproofs.checkers import special
from dpproofs.checkers.flatten import Atom, Flattening, Undecided, exponent_units
from dpproofs.checkers.integers import integral
from dpproofs.checkers.positivity import Range, Sign, product, sign_of_factor
from dpproofs.checkers.rational import Ratio, Ring, evaluate, ring_over
from dpproofs.kernel.domain import Domain, Variable

__all__ = ["Normal", "Undecided", "field", "require_value"]

ZERO = sp.Integer(0)
LONGEST = 60  # sum of logarithms that is put into one, in terms of their arguments
HOLLOW = 3  # hollow ranges that are tried with either end left out


class Normal(Flattening):
    """Normal forms over one domain.

    Raises
    ------
    Undecided
        When the domain cannot be shown to be non-empty, with bounds as stated, or SymPy assumes
        more of a symbol than its bounds say.
    """

    def __init__(self, domain: Domain, units: Iterable[tuple[sp.Expr, int]] = ()) -> None:
        super().__init__({variable.symbol.name for variable in domain}, dict(units))
        self.signs: dict[str, Sign | None] = {}
        self.hollow: list[str] = []
        for place, variable in enumerate(domain):
            self._whole(variable, Domain(domain.variables[:place]))
            self._admit(variable)

    # -- the domain ---------------------------------------------------------------------------

    def _admit(self, variable: Variable) -> None:
        name, lower, upper = variable.symbol.name, variable.lower, variable.upper
        flat_lower = None if lower is sp.S.NegativeInfinity else self._bound(lower)
        flat_upper = None if upper is sp.oo else self._bound(upper)
        if flat_lower is not None and flat_upper is not None and not variable.hollow:
            width = self.sign(upper - lower)
            weakly = variable.integer or variable.ends == "[]"  # a point is in it all the same
            if width is None or width.value < 0 or not (weakly or (width.value and width.strict)):
                raise Undecided(f"cannot show that {lower} < {upper} for {name}")
        root = None
        if variable.root is not None:
            order, radicand = variable.root
            self._require(lower, f"{lower} >= 0 for the root {name}", weakly=True)
            self._require(radicand - lower**order, f"{name} > {lower}")
            self._require(upper**order - radicand, f"{name} < {upper}")
            root = (order, self.flat(radicand))
        self._assumed(variable)
        span = Range(flat_lower, flat_upper, variable.ends)
        self.atoms[name] = Atom(name, span, frozenset({name}), root)
        if variable.hollow:
            self.hollow.append(name)

    def _whole(self, variable: Variable, before: Domain) -> None:
        """Show that the finite ends of a range of integers are integers that belong to it."""
        for end, mark in ((variable.lower, "["), (variable.upper, "]")):
            belongs = mark in variable.ends and integral(end, before)
            if variable.integer and not (end.is_infinite or belongs):
                raise Undecided(f"{end} is not shown to be an integer in the range of {variable}")

    def _bound(self, bound: sp.Expr) -> Any:
        self.ratio(bound)  # it must have a value
        return self.flat(bound)

    def _assumed(self, variable: Variable) -> None:
        """Show what SymPy assumes about the sign of the symbol."""
        symbol, ends = variable.symbol, variable.ends
        if symbol.is_extended_nonnegative:
            weakly = ends[0] == "(" or not symbol.is_extended_positive
            self._require(variable.lower, f"{symbol} is positive", weakly=weakly)
        elif symbol.is_extended_nonpositive:
            weakly = ends[1] == ")" or not symbol.is_extended_negative
            self._require(-variable.upper, f"{symbol} is negative", weakly=weakly)
        elif symbol.is_zero is not None:
            raise Undecided(f"cannot show what is assumed of {symbol}")

    def _require(self, expression: sp.Expr, what: str, *, weakly: bool = False) -> None:
        if weakly and expression == 0:
            return
        sign = self.sign(expression)
        if sign is None or sign.value < 0 or not (weakly or (sign.value and sign.strict)):
            raise Undecided(f"cannot show that {what}")

    # -- evaluation ---------------------------------------------------------------------------

    def ring(self) -> Ring:
        """The ring over all generators known so far."""
        return ring_over(tuple(self.atoms) or ("one",))

    def ratio(self, expression: sp.Expr, minus: sp.Expr = ZERO) -> tuple[Ratio, Ring]:
        """The expression (less another) as a fraction in lowest terms, over all generators.

        Both are shown to be defined before anything cancels between them.

        Raises
        ------
        Undecided
            When something that was divided by cannot be shown not to vanish.
        """
        flat, other = self.flat(expression), self.flat(minus)
        ring = self.ring()
        return self.value(flat, ring) - self.value(other, ring), ring

    def value(self, flat: Any, ring: Ring) -> Ratio:
        """A flat expression in a given ring."""
        match flat:
            case ("num", number):
                return ring.number(number)
            case ("gen", name):
                return ring.generator(name)
            case ("add", parts):
                values = [self.value(part, ring) for part in parts]
                return reduce(add, values) if values else ring.number(0)
            case ("mul", parts):
                values = [self.value(part, ring) for part in parts]
                return reduce(mul, values) if values else ring.number(1)
            case ("poly", polynomial, old):
                return evaluate(polynomial, [ring.generator(name) for name in old.names], ring)
        _, base, exponent = flat  # what is left is a power
        value = self.value(base, ring)
        if exponent < 0:
            self._nonzero(value.num, ring)
        return value ** int(exponent)

    def _nonzero(self, polynomial: fmpq_mpoly, ring: Ring) -> None:
        sign = self.sign_of(polynomial, ring)
        if sign is None or not sign.strict or not sign.value:
            raise Undecided(f"cannot show that {polynomial} does not vanish")

    def vanishes(self, ratio: Ratio, ring: Ring) -> bool:
        """True when a fraction is zero by the relations of the roots (False: not shown)."""
        return bool(self._reduced(ratio.num, ring).is_zero())

    def is_zero(self, expression: sp.Expr, minus: sp.Expr = ZERO) -> bool:
        """True when the expression equals the other identically (False: not shown)."""
        return self.vanishes(*self.ratio(expression, minus))

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

    def sign(self, expression: sp.Expr, minus: sp.Expr = ZERO) -> Sign | None:
        """The sign of the expression (less another) on the whole domain; None when not shown."""
        ratio, ring = self.ratio(expression, minus)
        if self.vanishes(ratio, ring):
            return Sign(0, True)
        return product((self.sign_of(ratio.num, ring), self.sign_of(ratio.den, ring)))

    def sign_of(self, polynomial: fmpq_mpoly, ring: Ring) -> Sign | None:
        """The sign of a polynomial, as the product of the signs of its irreducible factors."""
        if polynomial.is_zero():
            return Sign(0, True)
        content, factors = polynomial.factor()
        signs: list[Sign | None] = [Sign(1 if content > 0 else -1, True)]
        for factor, multiplicity in factors:
            key = str(factor)
            if key not in self.signs:
                self.signs[key] = self._sign_of_factor(factor, ring)
            sign = self.signs[key]
            if int(multiplicity) % 2 == 0:
                sign = Sign(1, sign is not None and sign.strict)
            signs.append(sign)
        return product(signs)

    def _sign_of_factor(self, factor: fmpq_mpoly, ring: Ring) -> Sign | None:
        """The best that is shown; a hollow range is tried with either end left out as well, since
        only one of its ends at a time is away from the variable.
        """
        best = self._sign_of_logarithms(factor, ring)
        if best is not None and best.value:
            return best
        for spans in self._spans():
            found = sign_of_factor(factor, ring, spans, self.value)
            if found is not None and found.value and found.strict:
                return found
            best = best or found
        over = None if best is not None and best.value else self._sign_of_two_powers(factor, ring)
        return best if over is None else over

    def _sign_of_logarithms(self, factor: fmpq_mpoly, ring: Ring) -> Sign | None:
        """The sign of a sum of logarithms, which is that of the product of their arguments less 1;
        None of anything else.
        """
        terms = factor.to_dict()
        scale = lcm(*(int(c.q) for c in terms.values()))
        product_of_them, length = ring.number(Fraction(1)), 0
        for exponents, coefficient in terms.items():
            used = [name for name, n in zip(ring.names, exponents, strict=True) if n]
            if sum(exponents) != 1 or used[0] not in self.logarithms:
                return None
            argument, times = self.value(self.logarithms[used[0]], ring), int(coefficient * scale)
            length += abs(times) * len(argument.num)
            if length > LONGEST:
                return None
            product_of_them *= argument**times
        less = product_of_them - ring.number(Fraction(1))
        return product((self.sign_of(less.num, ring), self.sign_of(less.den, ring)))

    def _sign_of_two_powers(self, factor: fmpq_mpoly, ring: Ring) -> Sign | None:
        """The sign of a difference of two positive terms with powers in them, which is that of the
        logarithm of their quotient; None of anything else.
        """
        terms = [(key, Fraction(int(c.p), int(c.q))) for key, c in factor.to_dict().items()]
        if len(terms) != 2 or terms[0][1] * terms[1][1] > 0:
            return None
        (first, c), (other, d) = terms
        gaps = {name: int(a) - int(b) for name, a, b in zip(ring.names, first, other, strict=True)}
        exponents = {name: n for name, n in gaps.items() if n}
        signs = [self.sign_of(ring.generator(name).num, ring) for name in exponents]
        moving = any(name in self.powers for name in exponents)
        if not moving or not all(map(special.positive, signs)):
            return None
        flat = self._logarithm_of_quotient(exponents, abs(c / d), ring)
        whole = self.ring()
        found = self.value(flat, whole)
        one = Sign(1 if c > 0 else -1, True)
        return product((one, self.sign_of(found.num, whole), self.sign_of(found.den, whole)))

    def _spans(self) -> Iterator[dict[str, Range]]:
        whole = {name: atom.range for name, atom in self.atoms.items()}
        hollow = [
            name for name in self.hollow if None not in (whole[name].lower, whole[name].upper)
        ]
        for choice in product_of((0, 1, 2), repeat=min(len(hollow), HOLLOW)):
            spans = dict(whole)
            for name, left in zip(hollow, choice, strict=False):
                lower, upper, ends = whole[name].lower, whole[name].upper, whole[name].ends
                if left == 1:
                    spans[name] = Range(lower, None, ends[0] + ")")
                elif left:
                    spans[name] = Range(None, upper, "(" + ends[1])
            yield spans


def field(domain: Domain, expressions: Iterable[sp.Expr] = ()) -> Normal:
    """Normal forms over a domain, prepared for some expressions.

    What was shown about the domain itself is remembered from one call to the next.

    Raises
    ------
    Undecided
        As :class:`Normal`.
    """
    bounds = (end for variable in domain for end in (variable.lower, variable.upper))
    units = exponent_units((*expressions, *bounds))
    fresh = copy(_admitted(domain, frozenset(units.items())))
    for name, table in vars(fresh).items():
        if isinstance(table, dict):  # what is added for these expressions is theirs alone
            setattr(fresh, name, dict(table))
    return fresh


def require_value(expression: sp.Expr, domain: Domain) -> None:
    """Show that an expression has a value everywhere on a domain; what was shown is remembered.

    Raises
    ------
    Undecided
        When it is not shown.
    """
    if problem := _without_value(expression, domain):
        raise Undecided(problem)


@lru_cache(maxsize=4096)
def _without_value(expression: sp.Expr, domain: Domain) -> str:
    try:
        field(domain, (expression,)).ratio(expression)
    except (Undecided, ZeroDivisionError) as problem:
        return str(problem)
    return ""


@lru_cache(maxsize=256)
def _admitted(domain: Domain, units: frozenset[tuple[sp.Expr, int]]) -> Normal:
    return Normal(domain, units)
