"""Bounds on log(1 + y), exp(epsilon) and u, from which the limits of the costs follow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

import sympy as sp

from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.domain import Domain, between, positive
from dpproofs.kernel.proposition import Derivative, Limit, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.trunclap.setting import eps

#: An earlier step, values for its variables, and a multiplier.
Fact: TypeAlias = tuple[str, Mapping[sp.Symbol, sp.Expr], Any]

y = sp.Symbol("y", positive=True)
log = sp.log(1 + y)
E1 = sp.exp(eps) - 1
U_BOTH = E1 / (2 * eps)  # u where delta = epsilon

POSITIVE = Domain((positive(y),))
UPPER_HALF = Domain((between(y, sp.Rational(1, 2), sp.oo),))
ANY = Domain((positive(eps),))


def rises(proof: Proof, smaller: sp.Expr, larger: sp.Expr, why: str, slope: sp.Expr | None = None,
        on: Domain = POSITIVE, facts: Sequence[Fact] = ()) -> str:
    """Show ``smaller < larger`` right of the left end of the last variable, where both are equal.

    The derivative of the difference is positive by signs, or by the facts given.
    """
    room, x = larger - smaller, on.variables[-1].symbol
    if slope is None:
        slope = sp.factor(sp.diff(room, x))
    rate = proof.shows(Derivative(room, x, slope), on=on, by="derivative",
        because="differentiate the difference of the two sides")
    sign = proof.shows(that(0) < slope, on=on, by="entailment" if facts else "sign",
        uses=[name for name, _, _ in facts], facts=facts, because=f"the room grows with {x}")
    return proof.shows(that(smaller) < larger, on=on, by="increasing", because=why,
        uses=(rate, sign))


def squeezed(proof: Proof, goal: Goal, bounds: Sequence[str], ends: Sequence[sp.Expr],
        because: str = "a bound tends to the limit") -> None:
    """The limit between two bounds, after that of each bound that is not the limit itself."""
    limit = goal.proposition
    assert isinstance(limit, Limit)  # noqa: S101  (built as one above)
    known = [
        proof.shows(replace(limit, expression=end), on=goal.domain, by="limit", because=because)
        for end in ends]
    proof.concludes(goal, by="squeeze", because="between two bounds with this limit",
        uses=(*bounds, *known))


def exponential_bounds(proof: Proof) -> tuple[str, str]:
    """1 + epsilon < exp(epsilon), and (1 - epsilon) exp(epsilon) < 1, for epsilon > 0."""
    below = proof.shows(that(1 + eps) < sp.exp(eps), on=ANY, by="ladder",
        because="the exponential lies above its tangent at 0")
    above = proof.shows(that((1 - eps) * sp.exp(eps)) < 1, on=ANY, by="ladder",
        because="exp(-epsilon) lies above its tangent at 0, multiplied by exp(epsilon)")
    return below, above


def exceeds_half(proof: Proof, below: str, on: Domain) -> str:
    """u > 1/2 where delta = epsilon, by the first of the bounds on the exponential."""
    return proof.follows(that(sp.Rational(1, 2)) < U_BOTH, (below, 1 / (2 * eps)), on=on,
        because="for delta = epsilon, (exp(epsilon) - 1)/(2 epsilon) exceeds 1/2")
