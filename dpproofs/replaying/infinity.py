"""Limits of fractions as a variable x tends to plus or minus infinity.

Every term is written as ``(factor + o(1)) exp(rate) |x|**degree log|x|**logs``. Factor, degree and
logs do not move with x; the rate is 0, or goes to plus or minus infinity faster than log|x|, so
that it counts before the degree, and that before logs. All comparisons of growth are shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from dpproofs.replaying import special
from dpproofs.replaying.algebra import Field, Generator, Poly, Ratio
from dpproofs.replaying.reader import Rejected, need

UNSEEN = "a term whose limit at infinity is not seen"


@dataclass(frozen=True)
class Growth:
    """What is ``(factor + o(1)) exp(rate) |x|**degree log|x|**logs`` far out."""

    factor: Ratio
    rate: Ratio
    degree: Ratio
    logs: Ratio

    def __mul__(self, other: Growth) -> Growth:
        return Growth(
            self.factor * other.factor, self.rate + other.rate, self.degree + other.degree,
            self.logs + other.logs,
        )  # fmt: skip


@dataclass(frozen=True)
class Far:
    """One end of the line on which a field's variable x moves: 1 is infinity, -1 the other."""

    field: Field
    x: str
    direction: int

    def limit(self, value: Ratio) -> Ratio:
        """The number to which a fraction tends."""
        found = self.tends(value)
        if isinstance(found, int):
            raise Rejected("a term grows at infinity")
        return found

    def tends(self, value: Ratio) -> Ratio | int:
        """The number to which a fraction tends, or the sign of the infinity to which it does."""
        if self.x not in self.field.moves(value):
            return value
        value = self._without_rates(value)
        below = self._inverse(self._lead(self._terms(value.den)))
        terms = [term * below for term in self._terms(value.num)]
        orders = [self._order(term) for term in terms]
        if all(order is not None and order <= 0 for order in orders):
            return self._constant(terms, orders)
        lead = self._lead(terms)
        sign, strict = self.field.sign(lead.factor)
        need(strict, "the sign of a leading coefficient is not shown")
        need(self._order(lead) == 1, "a term that may grow at infinity, and may not")
        return sign

    def _without_rates(self, value: Ratio) -> Ratio:
        """The same with the logarithm of what has a rate, or a degree, as these and the rest."""
        field = self.field
        for i in field.used(value.num, value.den):
            g = field.made[i]
            if g.kind == "log" and self.x in g.moves:
                inside = self._of(g.argument[0])
                if inside.rate.num or inside.degree.num:
                    rest = Generator("rest", moves=g.moves, argument=g.argument)
                    far = Generator("far", moves=frozenset({self.x}))
                    whole = inside.rate + inside.degree * field.generator(f"far {self.x}", far)
                    whole += field.generator(f"rest {g.argument[0]}", rest)
                    above, below = (self._put(p, i, whole) for p in (value.num, value.den))
                    value = above * field.power(below, -1)
        return value

    def _put(self, p: Poly, place: int, whole: Ratio) -> Ratio:
        """A polynomial with a value in the place of a generator."""
        total = self.field.number(0)
        for n, c in self.field.by_power(p, place).items():
            term = Ratio(c, self.field.one)
            total += term * self.field.power(whole, n) if n else term
        return total

    def _of(self, value: Ratio) -> Growth:
        """The growth of a fraction."""
        value = self._without_rates(value)
        return self._lead(self._terms(value.num)) * self._inverse(
            self._lead(self._terms(value.den))
        )

    # -- growth -----------------------------------------------------------------------------------

    def _lead(self, terms: Sequence[Growth]) -> Growth:
        """The growth of a sum: of its terms of greatest growth together."""
        for lead in terms:
            self.field.tick()
            back = Growth(self.field.number(1), -lead.rate, -lead.degree, -lead.logs)
            orders = [self._order(term * back) for term in terms]
            if all(order is not None and order <= 0 for order in orders):
                return replace(lead, factor=self._constant(terms, orders))
        raise Rejected("no term is shown to outgrow the others at infinity")

    def _constant(self, terms: Sequence[Growth], orders: Sequence[int | None]) -> Ratio:
        """The factors of those terms that neither grow nor decay."""
        factors = (term.factor for term, o in zip(terms, orders, strict=True) if o == 0)
        return sum(factors, self.field.number(0))

    def _order(self, growth: Growth) -> int | None:
        """1 for what outgrows all numbers, -1 for what tends to 0, 0 for what does neither; None
        where this is not shown.
        """
        field, rate = self.field, self.field.canonical(growth.rate)
        if rate.num:
            try:
                found = self.tends(rate)
                return found if isinstance(found, int) and self._fast(rate) else None
            except Rejected:
                return None
        for power in (growth.degree, growth.logs):
            sign, strict = field.sign(power)
            if strict or not field.holds(power, "=="):
                return sign if strict else None
        return 0

    def _fast(self, rate: Ratio) -> bool:
        """Whether what goes to infinity is shown to do so faster than log|x|."""
        field = self.field
        slow = replace(self._still(field.number(1)), logs=field.number(-1))
        return self._order(self._of(rate) * slow) == 1

    def _terms(self, p: Poly) -> list[Growth]:
        """The monomials of a polynomial in what moves; what does not is in the factors."""
        made, rows = self.field.made, dict[tuple[int, ...], dict[tuple[int, ...], Any]]()
        for powers, c in p.to_dict().items():
            moving = [int(n) if n and self.x in made[i].moves else 0 for i, n in enumerate(powers)]
            still = tuple(int(n) - m for n, m in zip(powers, moving, strict=True))
            rows.setdefault(tuple(moving), {})[still] = c
        return [self._term(self.field.ctx.from_dict(row), powers) for powers, row in rows.items()]

    def _term(self, coefficient: Poly, powers: tuple[int, ...]) -> Growth:
        field = self.field
        found = self._still(Ratio(coefficient, field.one))
        for i, n in enumerate(powers):
            if n:
                found *= self._raised(self._generator(field.made[i]), field.number(n))
        limit = self.tends(field.canonical(found.rate)) if found.rate.num else 0
        if isinstance(limit, int):
            return found
        return replace(found, factor=found.factor * field.exp(limit), rate=field.number(0))

    def _still(self, factor: Ratio) -> Growth:
        """The growth of what tends to a number."""
        zero = self.field.number(0)
        return Growth(factor, zero, zero, zero)

    def _generator(self, g: Generator) -> Growth:
        """The growth of something that moves with x."""
        field = self.field
        one = field.number(1)
        if g.kind == "variable":
            return replace(self._still(field.number(self.direction)), degree=one)
        if g.kind == "far":
            return replace(self._still(one), logs=one)
        if g.kind == "exp":
            return replace(self._still(one), rate=g.argument)
        if g.kind in ("root", "power"):
            base, exponent = g.argument
            return self._raised(self._of(base), exponent)
        if g.kind in ("log", "rest"):  # of what has neither rate nor degree, or less these
            inside = self._of(g.argument[0])
            need(field.holds(inside.logs, "=="), UNSEEN)
            return self._still(field.log(inside.factor))
        need(g.kind in special.VALUES, UNSEEN)
        return self._still(self._bounded(g.kind, g.argument))

    def _raised(self, growth: Growth, exponent: Ratio) -> Growth:
        """A power whose exponent does not move."""
        need(self.x not in self.field.moves(exponent), UNSEEN)
        factor = self.field.raised(growth.factor, exponent)
        rest = (growth.rate, growth.degree, growth.logs)
        return Growth(factor, *(part * exponent for part in rest))

    def _inverse(self, growth: Growth) -> Growth:
        return self._raised(growth, self.field.number(-1))

    def _bounded(self, kind: str, arguments: tuple[Ratio, ...]) -> Ratio:
        """The limit of a function of what tends to a number, or to infinity."""
        *first, last = arguments
        need(self.x not in self.field.moves(*first), UNSEEN)
        inside = self.tends(last)
        if not isinstance(inside, int):
            return (
                self.field.log(inside)
                if kind == "log"
                else special.of(self.field, kind, *first, inside)
            )
        if kind == "lowergamma":
            return special.of(self.field, "Gamma", *first)
        need(kind in ("erf", "atan"), UNSEEN)
        end = self.field.number(1) if kind == "erf" else special.turns(self.field, Fraction(1, 2))
        return end if inside > 0 else -end
