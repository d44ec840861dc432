"""Noise for examples: tails of some real distributions, alone or as families."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.examples import Tails

_u = sp.Symbol("u", real=True)
_half = sp.Rational(1, 2)


def passed(place: sp.Expr) -> sp.Expr:
    """1 when a place is positive, 0 when it is not: as can be evaluated, a case distinction not."""
    return sp.Min(1, sp.Max(0, sp.ceiling(place)))


def reached(place: sp.Expr) -> sp.Expr:
    """1 when a place is not negative, 0 when it is."""
    return sp.Min(1, sp.Max(0, sp.floor(place) + 1))


def two_points(chance: sp.Expr, family: tuple[sp.Symbol, ...] = (),
        at: tuple[sp.Expr, sp.Expr] = (0, 1)) -> Tails:
    """The first of two places with a probability, and the second otherwise."""
    low, high = map(sp.S, at)
    before, after = (1 - chance * after(_u - low) - (1 - chance) * after(_u - high)
        for after in (passed, reached))
    return Tails(sp.Lambda((*family, _u), before), sp.Lambda((*family, _u), after))


def symmetric(tail: sp.Lambda, family: tuple[sp.Symbol, ...] = (),
        centre: sp.Expr = sp.S.Zero) -> Tails:
    """Noise symmetric about a centre, with no other atom, by ``P(|X - centre| > u)``, u >= 0."""
    place = _u - centre
    ahead, behind = (tail(sp.Max(sign * place, 0)) for sign in (1, -1))
    atom = 1 - tail(sp.Integer(0))
    here, after = (
        sp.Lambda((*family, _u), ahead / 2 + (1 - behind) / 2 + atom * (_half - over(place)))
        for over in (passed, reached))
    return Tails(here, after)


def laplace(ratio: sp.Expr, scale: sp.Expr, family: tuple[sp.Symbol, ...] = (),
        centre: sp.Expr = sp.S.Zero) -> Tails:
    """Laplace noise whose density falls by a ratio over a scale."""
    u = sp.Symbol("v", nonnegative=True)
    return symmetric(sp.Lambda(u, ratio ** (u / scale)), family, centre)


def uniform(density: sp.Expr) -> Tails:
    """Uniform noise on an interval about 0."""
    return symmetric(sp.Lambda(_u, sp.Max(0, 1 - 2 * density * _u)))


def on_integers(tail: sp.Lambda, family: tuple[sp.Symbol, ...] = ()) -> Tails:
    """Symmetric noise on the integers, by ``P(X >= k)`` for k = 0, 1, ..."""

    def from_(k: sp.Expr) -> sp.Expr:
        return tail(sp.Max(k, 1)) - tail(sp.Max(1 - k, 0)) + tail(0)

    here, after = from_(sp.ceiling(_u)), from_(sp.floor(_u) + 1)
    return Tails(sp.Lambda((*family, _u), here), sp.Lambda((*family, _u), after))


def geometric(ratio: sp.Expr, family: tuple[sp.Symbol, ...] = ()) -> Tails:
    """Noise on the integers, with masses proportional to ``ratio**abs(k)``."""
    k = sp.Symbol("v", real=True)
    return on_integers(sp.Lambda(k, ratio**k / (1 + ratio)), family)


def even_periods(ratio: sp.Expr, size: sp.Expr, family: tuple[sp.Symbol, ...] = ()) -> Tails:
    """Symmetric noise whose density is constant in each period, and falls by a ratio."""
    u = sp.Symbol("v", nonnegative=True)
    whole = sp.floor(u / size)
    tail = sp.Lambda(u, ratio**whole * (1 - (1 - ratio) * (u / size - whole)))
    return symmetric(tail, family)
