"""Whether relations hold at points, and points at which they do not."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import lru_cache

import sympy as sp
from flint import arb
from sympy.core.function import AppliedUndef

from dpproofs.checkers.numbers import (
    BITS,
    NoValue,
    ball,
    balls,
    rational_value,
    working_precision,
)
from dpproofs.kernel.domain import Domain
from dpproofs.kernel.errors import BadInput
from dpproofs.kernel.proposition import Relation

ROUGH = 64  # bits that suffice to tell most numbers apart


def seeded(seed: int) -> random.Random:
    """A generator of one's own, so that the same points are drawn every time."""
    return random.Random(seed)


def truth(relation: Relation, point: Mapping[sp.Symbol, sp.Expr], bits: int = BITS) -> bool | None:
    """Whether a relation holds at an exact point: True, False, or None when not decided.

    Equality and the boundary of an inequality are decided only when both sides are rational.
    """
    sign = _sign(relation, point, bits)
    return None if sign is None else _fits(sign, relation.op)


def _fits(sign: int, op: str) -> bool:
    """Whether a difference with this sign keeps a relation."""
    return {
        "==": sign == 0, "!=": sign != 0, "<": sign < 0,
        "<=": sign <= 0, ">": sign > 0, ">=": sign >= 0,
    }[op]  # fmt: skip


def _sign(
    relation: Relation, point: Mapping[sp.Symbol, sp.Expr], bits: int, *, exactly: bool = True
) -> int | None:
    """The sign of the difference of the sides, when both are defined and it is decided.

    That sides are equal is only shown ``exactly``, and where balls have no value.
    """
    sides = (relation.lhs, relation.rhs)
    if not _speak_of_unknown(*sides):
        try:
            for precision in (ROUGH, bits):
                left, right = _enclosed(sides, point, precision)
                finite = left.is_finite() and right.is_finite()
                if finite and (left > right or left < right):
                    return 1 if left > right else -1
            if not (finite and exactly):
                return None
        except NoValue:
            if not defined(relation, point):
                return None
    difference = _difference(*sides)
    try:
        (value,) = _enclosed((difference,), point, bits)
    except NoValue:
        value, exactly = arb("nan"), True
    if value.is_finite() and (value > 0 or value < 0):
        return 1 if value > 0 else -1
    exact = rational_value(difference, point) if exactly else None
    return None if exact is None else int(sp.sign(exact))


def _enclosed(
    expressions: tuple[sp.Expr, ...], point: Mapping[sp.Symbol, sp.Expr], bits: int
) -> list[arb]:
    with working_precision(bits):
        at = balls(point)
        return [ball(expression, at) for expression in expressions]


@lru_cache(maxsize=2_000)
def _speak_of_unknown(left: sp.Expr, right: sp.Expr) -> bool:
    """Whether a side has no ball at any point."""
    return any(side.has(AppliedUndef) for side in (left, right))


@lru_cache(maxsize=256)
def _difference(left: sp.Expr, right: sp.Expr) -> sp.Expr:
    """The difference, which is the same at every point."""
    return left - right


def defined(relation: Relation, point: Mapping[sp.Symbol, sp.Expr]) -> bool:
    """True when both sides have finite real values, as far as their functions are known."""
    try:
        at = balls(point)
        return all(ball(side, at).is_finite() for side in (relation.lhs, relation.rhs))
    except NoValue:
        sides = (relation.lhs, relation.rhs)
        unknown = any(side.has(AppliedUndef) for side in sides)
        return unknown or all(rational_value(side, point) is not None for side in sides)


def _is_real(value: sp.Expr) -> bool:
    with working_precision(256):
        try:
            return bool(ball(value, {}).is_finite())
        except NoValue:
            return False


def _is_root(
    value: sp.Expr, order: int, radicand: sp.Expr, point: Mapping[sp.Symbol, sp.Expr]
) -> bool:
    if not truth(Relation(value, ">", sp.Integer(0)), {}):
        return False
    power, wanted = sp.expand(value**order), sp.expand(radicand.subs(point))
    return bool((power - wanted).is_zero)


def inside(domain: Domain, point: Mapping[sp.Symbol, sp.Expr]) -> bool:
    """True when an exact point is shown to lie in the domain."""
    for variable in domain:
        if variable.symbol not in point:
            return False
        value = point[variable.symbol]
        if not _is_real(value) or (variable.integer and not value.is_Integer):
            return False
        if variable.root is not None and not _is_root(value, *variable.root, point):
            return False
        for bound, operator in (
            (variable.lower, ">=" if variable.ends[0] == "[" else ">"),
            (variable.upper, "<=" if variable.ends[1] == "]" else "<"),
        ):
            if bound.is_finite is not False and not truth(
                Relation(value, operator, bound.subs(point)), {}
            ):
                return False
    return True


@lru_cache(maxsize=256)
def sampled(domain: Domain, seed: int, tries: int) -> tuple[Mapping[sp.Symbol, sp.Expr], ...]:
    """The points that a seed gives: the same ones serve every relation on the domain."""
    rng, points = seeded(seed), []
    for _ in range(tries):
        try:
            points.append(domain.sample(rng))
        except BadInput:  # the earlier coordinates leave nothing for a later one
            continue
    return tuple(points)


def falsify(
    relation: Relation, domain: Domain, *, seed: int = 0, tries: int = 12
) -> Mapping[sp.Symbol, sp.Expr] | None:
    """A point of the domain at which the relation is false, if a few random ones include one."""
    points = sampled(domain, seed, tries)
    return next((point for point in points if false_at(relation, point)), None)


def false_at(relation: Relation, point: Mapping[sp.Symbol, sp.Expr]) -> bool:
    """Whether a relation is seen to be false at an exact point."""
    sign = _sign(relation, point, BITS, exactly=relation.op in ("<", ">", "!="))
    return sign is not None and not _fits(sign, relation.op)
