"""Limits and expansions of a formula that was derived, with a bound of what an expansion leaves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sympy as sp

from dpproofs.deriving.derived import Derived
from dpproofs.deriving.sentences import Line, decided, extended
from dpproofs.deriving.strips import points
from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.domain import Domain, Variable
from dpproofs.kernel.errors import BadInput
from dpproofs.kernel.proposition import Limit, Series, equal, less
from dpproofs.tactics.limits import coefficients, limit, rate

FACTORS = (1, 2, 4, 8, 16)  # of the first omitted term that are tried as bounds
ORDERS = 6  # further orders that are looked at for a term that is not 0


@dataclass(frozen=True)
class Remainder:
    """What an expansion leaves: between two bounds, for all values of the variable in a range."""

    lower: sp.Expr
    upper: sp.Expr
    range: Variable

    @property
    def bound(self) -> sp.Expr:
        """A bound of the absolute value."""
        return sp.Max(abs(self.lower), abs(self.upper)) if self.lower != 0 else self.upper


@dataclass(frozen=True, repr=False)
class Expanded(Derived):
    """A partial sum of an expansion, with its remainder where one was bounded.

    Attributes
    ----------
    variable
        What tends to 0 from above.
    remainder
        Bounds of what the function is above the partial sum, or None when none was found.
    """

    variable: sp.Symbol | None = None
    remainder: Remainder | None = None


def formula(of: Derived, symbol: sp.Symbol) -> tuple[Variable, sp.Expr]:
    """The variable of that name, and the formula, whose form near its ends is one.

    Raises
    ------
    BadInput
        When there is no such parameter, no formula, or others are bounded by the parameter.
    """
    variable = next((v for v in of.domain if v.symbol.name == symbol.name), None)
    if variable is None:
        raise BadInput("symbol", str(symbol), f"one of {[v.symbol.name for v in of.domain]}")
    if of.value is None:
        raise BadInput("value", of.name, "a quantity with a closed form")
    return variable, of.value


def limit_of(of: Derived, symbol: sp.Symbol, point: Any, side: str | None = None) -> Derived:
    """The limit of a formula as one of its parameters tends to a point."""
    variable, value = formula(of, symbol)
    where = sp.S(point)
    side = side or ("-" if where is sp.oo or where == variable.upper else "+")
    others = of.domain.without(variable.symbol)
    name = f"{of.name}.limit_{variable.symbol.name}"
    at = points(others, tries=1)[0]
    value = _branch(value, variable.symbol, where, side, at)
    found = limit(value, variable.symbol, where, side, at)
    if found is None:
        return Derived(name, others, None, of.path, note="The limit was not found.")
    tends, how = found
    path = (*of.path, f"{variable.symbol} to {where}: {how}")
    shown, target = (1 / value, sp.Integer(0)) if tends.is_infinite else (value, tends)
    claim = Limit(shown, variable.symbol, where, side, target)
    speed = rate(shown, variable.symbol)
    hints = {} if speed is None else {"rate": speed}
    lines = [Line(Goal(claim, others), "limit", "the normal form is continuous there", hints)]
    printed = rf"\lim_{{{sp.latex(variable.symbol)}\to {sp.latex(where)}}}={sp.latex(tends)}"
    whole = extended(of.claim, name, of.name, "a limit", printed, lines)
    return Derived(name, others, tends, path, whole)


def _branch(
    value: sp.Expr, symbol: sp.Symbol, point: sp.Expr, side: str, at: dict[sp.Symbol, sp.Expr]
) -> sp.Expr:
    """The form that a formula in cases has near a point."""
    if not value.has(sp.Piecewise):
        return value
    tiny = sp.Rational(1, 10**9)
    near = 1 / tiny if point is sp.oo else point + tiny if side == "+" else point - tiny

    def chosen(*branches: sp.Basic) -> sp.Expr:
        return next(v for v, c in branches if c.subs(symbol, near).subs(at) == sp.true)

    return value.replace(sp.Piecewise, chosen)


def expansion_of(of: Derived, symbol: sp.Symbol, point: Any, terms: int) -> Expanded:
    """The first terms of the expansion of a formula at 0+ or at infinity (in 1/x)."""
    variable, value = formula(of, symbol)
    if terms < 1:
        raise BadInput("terms", terms, "a positive integer")
    where, x = sp.S(point), variable.symbol
    if where not in (0, sp.oo):
        raise BadInput("point", point, "0 (from above) or oo")
    others = of.domain.without(x)
    name = f"{of.name}.expansion_{x.name}"
    at = points(others, tries=1)[0]
    value = _branch(value, x, where, "+", at)
    inner = value.subs(x, 1 / x) if where is sp.oo else value
    outside, moving = sp.factor(inner).as_independent(x, as_Add=False)
    if sp.N(outside.subs(at), 20) < 0:
        outside, moving = -outside, sp.expand(-moving)
    order = _order(moving, x, at)
    row = None if order is None else coefficients(
        sp.together(moving * x**order), x, terms + order + ORDERS
    )  # fmt: skip
    if row is None or order is None:
        return Expanded(name, of.domain, None, of.path, note="No expansion in powers was found.")
    whole = value if value == of.value else None
    parts = (outside, moving, order, row, terms, where is sp.oo)
    return Expansion(of, variable, whole, *parts).found(name)


def _order(expression: sp.Expr, x: sp.Symbol, at: dict[sp.Symbol, sp.Expr]) -> int | None:
    """The order of the pole at 0, up to 6."""
    for order in range(7):
        tends = limit(expression * x**order, x, sp.Integer(0), "+", at)
        if tends is not None and not tends[0].is_infinite:
            return order
    return None


@dataclass(frozen=True)
class Expansion:
    """``whole = outside * moving``; ``x**order * moving`` has the coefficients ``row`` at 0."""

    of: Derived
    variable: Variable
    whole: sp.Expr | None
    outside: sp.Expr
    moving: sp.Expr
    order: int
    row: list[sp.Expr]
    terms: int
    at_infinity: bool

    def found(self, name: str) -> Expanded:
        """The partial sum with as many terms that are not 0 as asked for."""
        x = self.variable.symbol
        kept = [n for n, value in enumerate(self.row) if value != 0][: self.terms]
        last = kept[-1] if kept else 0
        following = [n for n in range(last + 1, len(self.row)) if self.row[n] != 0]
        part = sp.Add(*(self.row[n] * x ** (n - self.order) for n in kept))
        back = self._back
        lines: list[Line] = []
        plain = all(value.is_Rational for value in self.row)
        rational = plain and self.moving.free_symbols == {x}
        if rational:
            scaled = sp.together(self.moving * x**self.order) if self.order else self.moving
            claim = Series(scaled, x, tuple(self.row[: last + 1]))
            lines.append(Line(Goal(claim, Domain()), "series", "power series arithmetic"))
        elif not self.outside.has(x):
            lines.append(self._limit_line(part, last))
        remainder = self._remainder(part, following, lines) if rational and following else None
        apart = self.outside * back(self.moving)
        if self.whole is not None and self.whole != apart:
            same = Goal(equal(self.whole, apart), self.of.domain)
            lines.append(Line(same, "identity", "what does not move apart"))
        value = self.outside * back(part)
        path = (*self.of.path, f"the power series in {'1/' if self.at_infinity else ''}{x}")
        printed = f"{sp.latex(value)}+\\dots"
        whole = extended(self.of.claim, name, self.of.name, "an expansion", printed, lines)
        return Expanded(
            name, self.of.domain, value, path, whole, None, "", x, remainder
        )  # fmt: skip

    def _back(self, expression: sp.Expr) -> sp.Expr:
        """An expression in the variable itself, at infinity instead of in its reciprocal."""
        x = self.variable.symbol
        return expression.subs(x, 1 / x) if self.at_infinity else expression

    def _limit_line(self, part: sp.Expr, last: int) -> Line:
        """That what is left, over the last power, tends to 0."""
        x = self.variable.symbol
        left = sp.factor(sp.together((self.moving - part) * x ** (self.order - last)))
        claim = Limit(left, x, sp.Integer(0), "+", sp.Integer(0))
        domain = self.of.domain.without(x)
        return Line(Goal(claim, domain), "limit", "what is left is smaller than the last term")

    def _remainder(
        self, part: sp.Expr, following: list[int], lines: list[Line]
    ) -> Remainder | None:
        """Bounds by multiples of the first term left out, for all x > 0 in the range."""
        if self.at_infinity:
            return None
        x, first = self.variable.symbol, following[0]
        lead = self.row[first] * x ** (first - self.order)
        ends = [sp.Integer(0), *(sp.Integer(k) for k in FACTORS)]
        around = Variable(x, sp.Integer(0), self.variable.upper)
        numerator, denominator = sp.fraction(sp.together(as_power_free(self.moving)))
        sign = 1 if denominator.subs(x, sp.Rational(1, 7)) > 0 else -1
        bounds = {}
        for low in (True, False):
            for k in ends if (self.row[first] > 0) == low else ends[1:]:
                edge = part + k * lead if (k or low == (self.row[first] > 0)) else part
                pair = self._bounded(edge, numerator * sign, denominator * sign, around, low=low)
                if pair is not None:
                    bounds[low] = edge
                    start = len(lines)
                    lines += [
                        Line(pair[0].goal, pair[0].by, pair[0].because, pair[0].hints, (), False),
                        Line(pair[1].goal, pair[1].by, pair[1].because,
                             {"facts": [(start, *pair[1].hints["facts"][0][1:])]}, (start,)),
                    ]  # fmt: skip
                    break
        if len(bounds) < 2:
            return None
        scale = self.outside
        low_edge, high_edge = (sp.expand(scale * (bounds[k] - part)) for k in (True, False))
        return Remainder(low_edge, high_edge, around)

    def _bounded(
        self, edge: sp.Expr, up: sp.Expr, down: sp.Expr, around: Variable, *, low: bool
    ) -> tuple[Line, Line] | None:
        """That the function is above an edge (or below), cleared of denominators first."""
        x = around.symbol
        power = max(0, -min(0, *(-self.order, 0)))
        clear = sp.expand(edge * x**power) * down
        cleared = (clear, up * x**power) if low else (up * x**power, clear)
        sides = (edge, self.moving) if low else (self.moving, edge)
        domain = Domain((around,))
        first = Line(Goal(less(*cleared), domain), "ladder", "with denominators cleared")
        second = Line(
            Goal(less(*sides), domain), "entailment", "the partial sum as a bound",
            {"facts": [(0, {}, 1 / (down * x**power))]}, (0,),
        )  # fmt: skip
        return (first, second) if decided([first, second]) else None


def as_power_free(expression: sp.Expr) -> sp.Expr:
    """An expression whose exponentials have no negative multiples in denominators."""
    return expression.replace(
        lambda e: isinstance(e, sp.exp) and e.exp.could_extract_minus_sign(),
        lambda e: 1 / sp.exp(-e.exp),
    )
