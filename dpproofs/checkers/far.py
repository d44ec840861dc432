"""Limits at infinity, read off how the parts of an expression grow.

A part is written as ``(factor + o(1)) * x**degree * log(x)**logs * exp(rate)``, part by part and
from the inside out. The rate is 0 or tends to plus or minus infinity, faster than log(x) does.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import reduce

import sympy as sp

from dpproofs.checkers.normal import Normal, Undecided, field
from dpproofs.kernel.domain import Domain
from dpproofs.kernel.expression import WRITTEN, written

ZERO, ONE = sp.Integer(0), sp.Integer(1)
ENDS: Mapping[type[sp.Basic], sp.Expr] = {sp.erf: ONE, sp.atan: sp.pi / 2}  # odd functions
CONTINUOUS = (sp.erf, sp.atan, sp.sin, sp.cos, sp.asin, sp.gamma, sp.lowergamma, sp.betainc)


@dataclass(frozen=True)
class Part:
    """How a part grows."""

    factor: sp.Expr
    degree: sp.Expr = ZERO
    rate: sp.Expr = ZERO
    logs: sp.Expr = ZERO


def limit_at(function: sp.Expr, x: sp.Symbol, end: sp.Expr, domain: Domain) -> sp.Expr:
    """The number to which a function tends at an infinite end.

    Raises
    ------
    Undecided
        When none is seen.
    """
    ahead = sp.Symbol(x.name, positive=True)
    moved = function.xreplace({x: ahead if end is sp.oo else -ahead})
    growing = Growing(ahead, field(domain))
    try:
        found = growing.tends(moved)
    except Undecided:
        found = growing.tends(sp.expand(moved))
    if found.is_infinite:
        raise Undecided(f"{function} does not tend to a limit at {end}")
    return found


class Growing:
    """How expressions grow as x, which is positive, tends to infinity."""

    def __init__(self, x: sp.Symbol, normal: Normal) -> None:
        self.x, self.normal = x, normal

    def tends(self, expression: sp.Expr) -> sp.Expr:
        """The limit, which may be infinite."""
        if not expression.has(self.x):
            return expression
        if expression.is_Add:
            try:
                return self._one_by_one(expression.args)
            except Undecided:
                pass  # infinite parts, of which one may outgrow the others
        part = self.part(expression)
        order = self.order(part)
        if order <= 0:
            return ZERO if order else part.factor
        return sp.oo if self._sign(part.factor) > 0 else sp.S.NegativeInfinity

    def _one_by_one(self, terms: Iterable[sp.Expr]) -> sp.Expr:
        limits = [self.tends(term) for term in terms]
        if any(limit.is_infinite for limit in limits):
            raise Undecided("a part has no limit")
        return sp.Add(*limits)

    def _sign(self, expression: sp.Expr) -> int:
        sign = self.normal.sign(expression)
        if sign is None or not sign.strict or not sign.value:
            raise Undecided(f"the sign of {expression} is not shown")
        return sign.value

    def order(self, part: Part) -> int:
        """1 for what grows beyond all numbers, -1 for what tends to 0, 0 for what does neither."""
        if part.rate != 0:
            limit = self.tends(part.rate)
            if not limit.is_infinite:
                raise Undecided(f"exp({part.rate}) neither grows nor decays")
            return 1 if limit is sp.oo else -1
        for power in (part.degree, part.logs):
            if not self.normal.is_zero(power):
                return self._sign(power)
        return 0

    def part(self, expression: sp.Expr) -> Part:
        """How an expression grows."""
        if not expression.has(self.x):
            return Part(expression)
        if expression == self.x:
            return Part(ONE, ONE)
        if expression.is_Mul:
            return reduce(_times, map(self.part, expression.args))
        if expression.is_Add:
            return self._sum([self.part(term) for term in expression.args])
        if isinstance(expression, sp.exp):
            return self._exponential(sp.expand(expression.exp))
        if expression.is_Pow:
            return self._power(self.part(expression.base), expression.exp)
        if isinstance(expression, sp.log):
            return self._logarithm(self.part(expression.args[0]))
        if isinstance(expression, WRITTEN):
            return self.part(written(expression))
        return Part(self._function(expression))

    def _sum(self, parts: list[Part]) -> Part:
        for lead in parts:
            try:
                orders = [self.order(_over(part, lead)) for part in parts]
            except Undecided:
                continue
            if max(orders) == 0:
                same = (part.factor for part, order in zip(parts, orders, strict=True) if not order)
                return replace(lead, factor=sp.Add(*same))
        raise Undecided("no part is seen to outgrow the others")

    def _exponential(self, exponent: sp.Expr) -> Part:
        limit = self.tends(exponent)
        if not limit.is_infinite:
            return Part(sp.exp(limit))
        if self.order(_over(self.part(exponent), Part(ONE, logs=ONE))) <= 0:
            raise Undecided(f"exp({exponent}) is not shown to outgrow powers")
        return Part(ONE, ZERO, exponent)

    def _logarithm(self, inside: Part) -> Part:
        """The logarithm of what has no rate: degree * log(x) + log(factor) + o(1)."""
        if inside.rate != 0 or inside.logs != 0 or self._sign(inside.factor) < 0:
            raise Undecided(f"the limit of the logarithm of {inside} is not seen")
        if self.normal.is_zero(inside.degree):
            return Part(sp.log(inside.factor))
        return Part(inside.degree, logs=ONE)

    def _power(self, base: Part, exponent: sp.Expr) -> Part:
        if exponent.has(self.x):
            raise Undecided(f"an exponent, {exponent}, moves")
        if not (exponent.is_Integer and exponent > 0):
            sign = self._sign(base.factor)
            if sign < 0 and not exponent.is_Integer:
                raise Undecided(f"a root of {base.factor}, which is negative")
        rate = sp.expand(base.rate * exponent)
        degree, logs = (sp.expand(power * exponent) for power in (base.degree, base.logs))
        return Part(base.factor**exponent, degree, rate, logs)

    def _function(self, expression: sp.Expr) -> sp.Expr:
        """The limit of a function of what tends to a number, or of one that stays bounded."""
        *first, last = expression.args
        inside = self.tends(last)
        if any(argument.has(self.x) for argument in first):
            raise Undecided(f"an order of {expression} moves")
        if inside.is_infinite:
            if isinstance(expression, sp.lowergamma) and inside is sp.oo:
                return sp.gamma(first[0])
            if expression.func not in ENDS:
                raise Undecided(f"the limit of {expression} is not seen")
            end = ENDS[expression.func]
            return end if inside is sp.oo else -end
        if not isinstance(expression, CONTINUOUS):
            raise Undecided(f"the limit of {expression} is not seen")
        return expression.func(*first, inside)


def _times(a: Part, b: Part) -> Part:
    degree, rate, logs = (sp.expand(p + q) for p, q in zip(_orders(a), _orders(b), strict=True))
    return Part(a.factor * b.factor, degree, rate, logs)


def _over(a: Part, b: Part) -> Part:
    degree, rate, logs = (sp.expand(p - q) for p, q in zip(_orders(a), _orders(b), strict=True))
    return Part(ONE, degree, rate, logs)


def _orders(part: Part) -> tuple[sp.Expr, sp.Expr, sp.Expr]:
    return part.degree, part.rate, part.logs
