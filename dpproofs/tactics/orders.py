"""How an expression grows: as x**p log(x)**q exp(sum of c x**d) when x tends to infinity.

From it one reads off whether an integral is finite. Signs of what is free of x are asked for, so
that an order that depends on parameters is not taken for one that does not.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import sympy as sp

from dpproofs.tactics.terms import in_exponentials

ZERO, ONE = sp.Integer(0), sp.Integer(1)
HYPERBOLIC = (sp.cosh, sp.sinh, sp.tanh, sp.sech, sp.csch, sp.coth)

Sign = Callable[[sp.Expr], int | None]


def assumed(expression: sp.Expr) -> int | None:
    """The sign that SymPy's assumptions give."""
    if expression.is_zero:
        return 0
    return 1 if expression.is_positive else -1 if expression.is_negative else None


class Unknown(Exception):
    """An order that is not seen; the message says of what."""


@dataclass(frozen=True)
class Order:
    """``x**power * log(x)**logs * exp(exponent)``, up to factors between two positive numbers; the
    ``exponent`` is a sum of powers of x that do not stay bounded.
    """

    power: sp.Expr = ZERO
    logs: sp.Expr = ZERO
    exponent: sp.Expr = ZERO

    def __mul__(self, other: Order) -> Order:
        exponent = sp.expand(self.exponent + other.exponent)
        return Order(self.power + other.power, self.logs + other.logs, exponent)

    def raised(self, to: sp.Expr) -> Order:
        """The same to a power."""
        return Order(self.power * to, self.logs * to, sp.expand(self.exponent * to))


@dataclass(frozen=True)
class Orders:
    """Orders in ``x``, with what is known of ``sign``s."""

    x: sp.Symbol
    sign: Sign
    _seen: dict[sp.Expr, Order] = field(default_factory=dict, compare=False)

    def of(self, expression: sp.Expr) -> Order:
        """The order of an expression.

        Raises
        ------
        Unknown
            When it is not seen, or the expression may vanish far out.
        """
        if expression not in self._seen:
            self._seen[expression] = self._of(in_exponentials(expression, self.x))
        return self._seen[expression]

    def _of(self, expression: sp.Expr) -> Order:
        x = self.x
        if not expression.has(x):
            if self.sign(expression) in (None, 0):
                raise Unknown(f"the sign of {expression}")
            return Order()
        if expression == x:
            return Order(power=ONE)
        if expression.is_Mul:
            found = Order()
            for part in expression.args:
                found *= self.of(part)
            return found
        if expression.is_Pow and not expression.exp.has(x):
            return self.of(expression.base).raised(expression.exp)
        if expression.is_Add:
            return self._sum(expression)
        return self._function(expression)

    def bound(self, expression: sp.Expr) -> Order:
        """An order that the size of an expression does not exceed, whatever cancels in it.

        Raises
        ------
        Unknown
            When none is seen.
        """
        if not expression.has(self.x) or isinstance(expression, sp.sin | sp.cos):
            return Order()
        if expression.is_Add:
            best, *others = map(self.bound, expression.args)
            for other in others:
                compared = self._compared(other, best)
                if compared is None:
                    raise Unknown(f"the largest term of {expression}")
                best = other if compared == 1 else best
            return best
        if expression.is_Mul:
            found = Order()
            for part in expression.args:
                found *= self.bound(part)
            return found
        if expression.is_Pow and expression.exp.is_Integer and expression.exp > 0:
            return self.bound(expression.base).raised(expression.exp)
        if isinstance(expression, sp.log):
            inner = self.of(expression.args[0])
            if inner.exponent == 0 and inner.logs == 0:
                return Order(logs=ZERO if inner.power == 0 else ONE)
        return self.of(expression)

    def _function(self, expression: sp.Expr) -> Order:
        if isinstance(expression, sp.exp):
            return self._exponential(expression.exp)
        if isinstance(expression, HYPERBOLIC):
            return self.of(sp.expand(expression.rewrite(sp.exp)))
        if isinstance(expression, sp.log):
            inner = self.of(expression.args[0])
            if inner.exponent == 0 and inner.logs == 0 and self.sign(inner.power) == 1:
                return Order(logs=ONE)
        if isinstance(expression, sp.erf | sp.atan):
            inner = self.of(expression.args[0])
            if inner.exponent == 0 and self.sign(inner.power) == 1:
                return Order()
        if isinstance(expression, sp.erfc) and self._rises(expression.args[0]):
            inner = self.of(expression.args[0])
            return self._exponential(-(expression.args[0] ** 2)) * inner.raised(-ONE)
        raise Unknown(f"the order of {expression}")

    def _rises(self, argument: sp.Expr) -> bool:
        poly = sp.Poly(argument, self.x) if argument.is_polynomial(self.x) else None
        return poly is not None and poly.degree() == 1 and self.sign(poly.LC()) == 1

    def _exponential(self, exponent: sp.Expr) -> Order:
        """exp of powers, and of what stays bounded."""
        kept, bounded = ZERO, list[sp.Expr]()
        for part in sp.Add.make_args(sp.expand(exponent)):
            if not part.has(self.x):
                continue
            moving = part.as_independent(self.x, as_Add=False)[1]
            base, power = moving.as_base_exp()
            if base == self.x and not power.has(self.x) and self.sign(power) == 1:
                kept += part
            else:
                bounded.append(part)
        for part in bounded:
            if not self._bounded(self.of(part)):
                raise Unknown(f"the order of exp({part})")
        return Order(exponent=kept)

    def _bounded(self, order: Order) -> bool:
        if order.exponent != 0:
            return self.leading(order.exponent)[1] == -1
        return order.logs == 0 and self.sign(order.power) in (-1, 0)

    def collapses(self, expression: sp.Expr) -> bool:
        """Whether an expression has a factor exp(-c exp(h)), h to infinity, and all others have an
        order, so that it falls faster than any of these grow.
        """
        others, found = list[sp.Expr](), False
        for factor in sp.Mul.make_args(sp.powsimp(expression)):
            parts = sp.Add.make_args(factor.exp) if isinstance(factor, sp.exp) else ()
            falls = [part for part in parts if self._falls_exponentially(part)]
            found = found or bool(falls)
            others.append(sp.exp(sp.Add(*(set(parts) - set(falls)))) if falls else factor)
        try:
            return found and all(self.of(other) is not None for other in others)
        except Unknown:
            return False

    def _falls_exponentially(self, exponent: sp.Expr) -> bool:
        """Whether an exponent tends to minus infinity as an exponential does."""
        try:
            grown = self.of(exponent).exponent
            growth = grown != 0 and self.leading(grown)[1] == 1
        except Unknown:
            return False
        return growth and self.sign(exponent.subs(self.x, sp.Dummy(positive=True))) == -1

    def leading(self, exponent: sp.Expr) -> tuple[sp.Expr, int | None]:
        """The coefficient of the highest power in an exponent, and its sign.

        Raises
        ------
        Unknown
            When it is not seen which power is the highest.
        """
        rows: dict[sp.Expr, sp.Expr] = {}
        for part in sp.Add.make_args(sp.expand(exponent)):
            fixed, moving = part.as_independent(self.x, as_Add=False)
            power = moving.as_base_exp()[1]
            rows[power] = rows.get(power, ZERO) + fixed
        top = next((p for p in rows if all(q == p or self.sign(p - q) == 1 for q in rows)), None)
        if top is None:
            raise Unknown(f"the highest power in {exponent}")
        coefficient = sp.factor(sp.together(rows[top]))
        return coefficient, self.sign(coefficient)

    def _compared(self, one: Order, other: Order) -> int | None:
        """1 where one outgrows the other, 0 where they are alike."""
        gap = sp.expand(one.exponent - other.exponent)
        if gap != 0:
            sign = self.leading(gap)[1]
            return sign if sign in (1, -1) else None
        for difference in (one.power - other.power, one.logs - other.logs):
            sign = self.sign(difference)
            if sign != 0:
                return sign
        return 0

    def _sum(self, expression: sp.Expr) -> Order:
        """The largest order of a term, where no term of the same order can cancel it."""
        still, moving = expression.as_independent(self.x, as_Add=True)
        small = self._vanishing(-moving / still) if still != 0 else None
        if small is not None:
            return small
        rows = [(part, self.of(part)) for part in sp.Add.make_args(moving)]
        rows += [] if still == 0 else [(still, Order())]  # whose sign is asked for if it matters
        best = [rows[0]]
        for row in rows[1:]:
            compared = self._compared(row[1], best[0][1])
            if compared is None:
                raise Unknown(f"the largest term of {expression}")
            if compared == 1:
                best = [row]
            elif compared == 0:
                best.append(row)
        if len(best) > 1 or best[0][0] == still:
            signs = {self.sign(part.subs(self.x, sp.Dummy(positive=True))) for part, _ in best}
            if signs not in ({1}, {-1}):
                raise Unknown(f"whether terms of {expression} cancel")
        return best[0][1]

    def _vanishing(self, exponential: sp.Expr) -> Order | None:
        """The order of 1 - exp(e), that of e, where e tends to 0; None for anything else."""
        if not isinstance(exponential, sp.exp):
            return None
        order = self.of(exponential.exp)
        falls = order.exponent == 0 and order.logs == 0 and self.sign(order.power) == -1
        return order if falls else None

    def integrable(self, order: Order) -> sp.Basic:
        """When the integral up to infinity is finite: true, false, or a relation of parameters.

        Raises
        ------
        Unknown
            When that is not seen.
        """
        if order.exponent != 0:
            coefficient, sign = self.leading(order.exponent)
            if sign in (1, -1):
                return sp.true if sign == -1 else sp.false
            powers = {p.as_independent(self.x)[1] for p in sp.Add.make_args(order.exponent)}
            if len(powers) > 1:
                raise Unknown(f"the sign of {coefficient}")
            if self.sign(order.power + 1) not in (0, 1) or self.sign(order.logs) not in (0, 1):
                raise Unknown(f"the sign of {coefficient}")  # where it is 0
            return sp.Lt(coefficient, 0)
        margin = sp.expand(order.power + 1)
        sign = self.sign(margin)
        if sign in (1, -1):
            return sp.true if sign == -1 else sp.false
        if sign == 0:
            return sp.Lt(order.logs, -1)
        if self.sign(order.logs) not in (0, 1):
            raise Unknown(f"the sign of {margin}")
        return sp.Lt(margin, 0)
