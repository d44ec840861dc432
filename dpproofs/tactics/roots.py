"""Stationary points: the factor of a slope that changes sign, and its root in closed form."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import sympy as sp

from dpproofs.tactics.terms import is_zero
from dpproofs.tactics.tidy import signed

Point = Mapping[sp.Symbol, sp.Expr]


@dataclass(frozen=True)
class Slope:
    """A slope as ``rest * moving``: the sign of ``rest`` is the same everywhere that was looked at,
    ``moving`` is a polynomial in the variable that changes sign, or 1.
    """

    rest: sp.Expr
    moving: sp.Expr


@dataclass(frozen=True)
class Root:
    """``(T - shift) / scale``, where T > 0 is the root of that order of a radicand; of order 1 when
    no root is needed, T then being the radicand.
    """

    order: int
    radicand: sp.Expr
    scale: sp.Expr
    shift: sp.Expr

    def at(self, root: sp.Expr) -> sp.Expr:
        """The place, with an expression for T."""
        return (root - self.shift) / self.scale

    @property
    def value(self) -> sp.Expr:
        """The place in radicals."""
        return self.at(self.radicand ** sp.Rational(1, self.order))


def slope(function: sp.Expr, variable: sp.Symbol, points: Iterable[Point]) -> Slope | None:
    """The slope of a function, split by what changes sign at points; None when it is no fraction of
    polynomials in the variable up to a factor of one sign.
    """
    there = list(points)
    whole = sp.factor(sp.together(sp.diff(function, variable)))
    if not whole.is_rational_function(variable):
        logs = sp.expand_log(sp.log(function), force=True)
        ratio = sp.factor(sp.together(sp.diff(logs, variable)))
        if not ratio.is_rational_function(variable):
            return None
        whole = sp.Mul(function, ratio, evaluate=False)
        numerator, _ = sp.fraction(ratio)
    else:
        numerator, _ = sp.fraction(whole)
    moving = sp.Integer(1)
    for factor in sp.Mul.make_args(numerator):
        base, power = factor.as_base_exp()
        if base.has(variable) and power.is_Integer and power % 2 and _signs(base, there) != 1:
            moving *= base
    return Slope(whole / moving, moving)


def _signs(expression: sp.Expr, points: list[Point]) -> int:
    return len({bool(sp.N(expression.subs(point), 20) > 0) for point in points})


def root(polynomial: sp.Expr, variable: sp.Symbol, points: Iterable[Point]) -> Root | None:
    """The real root of a polynomial that is a constant and a power of something linear."""
    there = list(points)
    poly = sp.Poly(sp.expand(polynomial), variable)
    order = poly.degree()
    if order == 1:
        slope_, still = poly.all_coeffs()
        return Root(1, sp.factor(-still / slope_), sp.Integer(1), sp.Integer(0))
    lead, second = poly.all_coeffs()[:2]
    centre = sp.factor(second / (order * lead))
    moved = sp.Poly(
        sp.expand(sp.cancel(poly.as_expr().subs(variable, variable - centre))), variable
    )
    *middle, constant = (sp.cancel(value) for value in moved.all_coeffs()[1:])
    if not all(is_zero(value) for value in middle):
        return None
    up, scale = sp.fraction(sp.together(centre))
    at = there[0]
    if sp.N(scale.subs(at)) < 0:
        up, scale = -up, -scale
    shift = sp.factor(centre * scale)
    radicand = sp.factor(-constant / lead * scale**order)
    if sp.N(radicand.subs(at)) <= 0:
        return None
    return Root(order, signed(radicand, at), signed(sp.factor(scale), at), signed(shift, at))
