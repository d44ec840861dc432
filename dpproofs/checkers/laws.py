"""Defined noise at exact points: that it breaks a claim of privacy, or has another cost.

Found without the checkers, so that twins of true claims are known to be false.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import sympy as sp
from flint import arb

from dpproofs.checkers.numbers import NoValue, ball, balls, working_precision
from dpproofs.checkers.points import sampled
from dpproofs.kernel.assertions import Exists, Private
from dpproofs.kernel.derivation import Statement
from dpproofs.kernel.domain import Domain
from dpproofs.kernel.objects import Law, Pieces

PERIODS = 4  # over which a density is looked at
PLACES = 7  # in each piece
TRIES = 6  # values of the parameters


def breaks(claim: Private | Exists, domain: Domain, statement: Statement) -> bool:
    """Whether a claim is false at some parameters; a promise, at every value that is tried."""
    if isinstance(claim, Private):
        return any(_breaks_at(claim, point, statement) for point in sampled(domain, 5, TRIES))
    private = [inner for inner in claim.all if isinstance(inner, Private)]
    whole = Domain((*domain, *claim.variables))
    points = sampled(whole, 7, 4 * TRIES)
    return bool(private and points) and all(
        any(_breaks_at(inner, point, statement) for inner in private) for point in points
    )


def _breaks_at(claim: Private, point: Mapping[sp.Symbol, sp.Expr], statement: Statement) -> bool:
    """Whether the density falls by more than e^epsilon over a shift that is allowed (delta = 0)."""
    names = {found.name: found for found in statement.definitions}
    law = names.get(str(claim.noise.func))
    density = names.get(law.density) if isinstance(law, Law) else None
    if not isinstance(law, Law) or not isinstance(density, Pieces) or claim.delta != 0:
        return False
    values = dict(zip(law.arguments, claim.noise.args, strict=True))
    pieces = _levels(density, values, point)
    with working_precision(128):
        try:
            factor = ball(sp.exp(claim.epsilon), balls(point))
            reach = ball(claim.sensitivity, balls(point))
            return any(
                here > factor * there
                for low, here in pieces
                for high, there in pieces
                if abs(high - low) < reach
            )
        except NoValue:
            return False


def _levels(
    density: Pieces, values: Mapping[sp.Symbol, sp.Expr], point: Mapping[sp.Symbol, sp.Expr]
) -> list[tuple[arb, arb]]:
    """Places inside the pieces, with the density there, as balls."""
    found = []
    at = balls(point)
    for period in range(1 if density.index is None else PERIODS):
        own = {**values, **({density.index: sp.Integer(period)} if density.index else {})}
        for place, piece in enumerate(density.pieces):
            low, high = (
                sp.Integer(1000) if end is sp.oo else end.xreplace(own)
                for end in density.ends(place)
            )
            for part in range(1, PLACES + 1):
                share = sp.Rational(*Fraction(part, PLACES + 1).as_integer_ratio())
                x = low + (high - low) * share
                value = piece.value.xreplace({**own, density.variable: x})
                with working_precision(128):
                    try:
                        if ball(high - low, at) > 0:
                            found.append((ball(x, at), ball(value, at)))
                    except NoValue:
                        continue
    return found
