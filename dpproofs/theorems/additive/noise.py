"""The family P_alpha as noise: an atom at the origin and a uniform part.

The parameters of a sentence are delta and the sensitivity; alpha is an argument.
"""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.assertions import Even, Private, Proper
from dpproofs.kernel.domain import Domain, Variable, between, positive
from dpproofs.kernel.goal import Goal
from dpproofs.kernel.objects import Law, Piece, Pieces
from dpproofs.kernel.proposition import Integral, Relation, that
from dpproofs.kernel.terms import Mass, Mirror, at_least, beyond, interval
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.additive.setting import (FAMILY, Delta, alpha, decreasing, delta, density, h,
    half_width, shift, x)
from dpproofs.theorems.additive.symmetric import (Symmetric, after, centre, point, show_gains,
    show_no_atoms)

ZERO = sp.Integer(0)
_inner = sp.Symbol("u", real=True)

DENSITY = Pieces("f", x, (alpha,), FAMILY, (Piece(density, half_width), Piece(ZERO, sp.oo)))
P_ALPHA = Law("Q", (alpha,), FAMILY, "f", alpha)
DEFINITIONS = (DENSITY, P_ALPHA)

Q = P_ALPHA(alpha)
EXISTS = Goal(Proper(Q), FAMILY)
IS_PRIVATE = Goal(Private(Q, ZERO, delta, Delta), FAMILY)

_INSIDE = between(x, 0, half_width, "[)")
_BEYOND = Variable(x, half_width, sp.oo, "[)")
_AHEAD = Variable(x, ZERO, sp.oo, "[)")
_AWAY = Variable(shift, ZERO, sp.oo, "[)")

#: P_alpha is one of the symmetric, monotonically decreasing, private noises.
IN_CLASS = (EXISTS, Goal(Even(Q), FAMILY),
    Goal(decreasing(Q), FAMILY & positive(h) & _AWAY & _AHEAD), IS_PRIVATE)


def show_exists(proof: Proof) -> str:
    """Append the steps that make P_alpha a probability; return the last one."""
    used = []
    for place, (value, half) in enumerate(((density, (1 - alpha) / 2), (ZERO, ZERO))):
        lower, upper = DENSITY.ends(place)
        used.append(proof.shows(that(0) <= value, by="sign", because="the density is not negative",
                on=FAMILY & Variable(x, lower, upper, "[)", hollow=True)))
        used.append(proof.shows(Integral(value, x, lower, upper, half), on=FAMILY, by="integral",
                because="half of what the atom leaves" if not place else "and nothing beyond",
                antiderivative=value * x))
    return proof.concludes(EXISTS, by="existence", uses=used,
        because="the atom alpha and twice (1 - alpha)/2, the uniform part, are 1 together, for "
            "every alpha")


class NoiseSteps:
    """Steps on P_alpha: it exists and is even; masses in its support, and beyond."""

    def __init__(self, proof: Proof) -> None:
        self.exists = show_exists(proof)
        self.even = proof.shows(Even(Q), on=FAMILY, by="evenness", uses=(self.exists,),
            because="the density is even")
        inside = FAMILY & _INSIDE & between(h, 0, half_width - x, "(]")
        self.inside = self._density(proof, inside, after(x, h), density * h, 0,
            "the mass of an interval in the support")
        self.rest = self._density(proof, FAMILY & _INSIDE, interval(x, half_width),
            density * (half_width - x), 0, "and of what is left of it")
        self.far = self._density(proof, FAMILY, at_least(half_width), ZERO, 1,
            "nothing beyond the support")
        self.uses = (self.exists,)

    def _density(self, proof: Proof, on: Domain, where: sp.Expr, value: sp.Expr, piece: int,
            why: str) -> str:
        _, lower, upper = where.args
        body = DENSITY.pieces[piece].value
        integral = proof.shows(Integral(body, _inner, lower, upper, value), on=on, by="integral",
            because="the density integrated", antiderivative=body * _inner)
        return proof.shows(that(Mass(Q, where)) == value, on=on, by="density",
            uses=(self.exists, integral), piece=piece, because=why)


def _in_other_order(proof: Proof, step: str, claim: Relation, on: Domain) -> str:
    return proof.follows(claim, step, on=on, because="the same, the place named last")


def show_decreasing(proof: Proof, known: NoiseSteps) -> str:
    """Append Property 2 of intervals for P_alpha; return the last step."""
    longer = Variable(h, half_width - x, sp.oo)
    shorter = between(h, 0, half_width - x, "(]")
    most, moves = that(Mass(Q, after(x, h))) <= density * h, decreasing(Q)
    inside = FAMILY & _INSIDE
    parts = [proof.follows(most, known.inside, on=inside & shorter, because="inside the support")]
    split = proof.shows(that(Mass(Q, after(x, h))) <=
            Mass(Q, interval(x, half_width)) + Mass(Q, at_least(half_width)), on=inside & longer,
        by="measure", uses=known.uses, because="across the end of the support")
    parts.append(proof.follows(most, split, known.rest, known.far, on=inside & longer,
            because="of the interval only what is inside the support has mass, and that is shorter "
                "than h"))
    near = proof.shows(most, on=inside & positive(h), by="cases", uses=parts,
        because="the two cases make up every length")
    placed = FAMILY & positive(h)
    gone = proof.shows(that(Mass(Q, after(x, h))) <= Mass(Q, at_least(half_width)),
        on=placed & _BEYOND, by="measure", uses=known.uses, because="beyond the support")
    outer = proof.follows(most, gone, known.far, on=placed & _BEYOND,
        because="beyond the support there is no mass")
    bounded = proof.shows(most, on=placed & _AHEAD, by="cases",
        uses=(_in_other_order(proof, near, most, placed & _INSIDE), outer),
        because="so an interval has at most the density times its length")
    away = FAMILY & _INSIDE & _AWAY
    first = proof.follows(moves, bounded, known.inside, on=away & shorter,
        because="the inner interval lies in the support, and its mass is its length times the "
            "density: an interval has no more")
    tail = proof.shows(that(Mass(Q, after(x + shift, h))) <= Mass(Q, interval(x, sp.oo)),
        on=away & longer, by="measure", uses=known.uses,
        because="a later interval is part of what is left")
    whole = proof.shows(
        that(Mass(Q, interval(x, sp.oo))) <= Mass(Q, after(x, h)) + Mass(Q, at_least(half_width)),
        on=away & longer, by="measure", uses=known.uses, because="all of which the first one has")
    second = proof.follows(moves, tail, whole, known.far, on=away & longer,
        because="the inner interval has all the mass beyond x, and the outer one lies beyond x")
    inner = proof.shows(moves, on=away & positive(h), by="cases", uses=(first, second),
        because="the two cases make up every length")
    lengths = FAMILY & positive(h) & _AWAY
    lost = proof.shows(that(Mass(Q, after(x + shift, h))) <= Mass(Q, at_least(half_width)),
        on=lengths & _BEYOND, by="measure", uses=known.uses, because="beyond the support")
    sign = proof.shows(that(0) <= Mass(Q, after(x, h)), on=lengths & _BEYOND, by="measure",
        uses=known.uses, because="a mass is not negative")
    last = proof.follows(moves, lost, sign, known.far, on=lengths & _BEYOND,
        because="beyond the support there is no mass")
    return proof.shows(moves, on=lengths & _AHEAD, because="so P_alpha is monotonically decreasing",
        by="cases", uses=(_in_other_order(proof, inner, moves, lengths & _INSIDE), last))


def show_private(proof: Proof, known: NoiseSteps) -> str:
    """Append that P_alpha is (0, delta)-private, by Theorem 1; return the last step."""
    of = Symmetric(Q, known.even, show_decreasing(proof, known), FAMILY, known.uses)
    half = after(ZERO, Delta / 2)
    parts = proof.shows(
        that(Mass(Q, centre())) == Mass(Q, half) + Mass(Q, Mirror(half)) + Mass(Q, point(ZERO)),
        on=FAMILY, by="measure", uses=known.uses, because="both sides of the origin and itself")
    atom = proof.shows(that(Mass(Q, point(ZERO))) == alpha, on=FAMILY, by="atom", uses=known.uses,
        because="the atom")
    mirrored = of.mirror(proof, half, FAMILY)
    mass = proof.follows(that(Mass(Q, centre())) == delta, parts, atom, mirrored, known.inside,
        on=FAMILY, because="the atom alpha and twice Delta/2 times the density (delta - "
            "alpha)/Delta are delta")
    gains = show_gains(proof, of, show_no_atoms(proof, of), Delta, (delta, mass))
    sign = proof.shows(that(0) <= delta, on=FAMILY, by="sign", because="delta is positive")
    return proof.applies("privacy, either way", on=FAMILY, uses=(sign, *gains, known.exists),
        because="this is Theorem 1: P_alpha is private", noise=Q, epsilon=0, delta=delta,
        sensitivity=Delta)


#: P(|Q| >= x) within the support.
TAIL = 1 - alpha - 2 * (delta - alpha) * x / Delta


def show_tail(proof: Proof, known: NoiseSteps) -> tuple[str, str]:
    """Append P(|Q| >= x), within the support and beyond it."""
    of = Symmetric(Q, known.even, "", FAMILY, known.uses)
    inside, outside = FAMILY & between(x, 0, half_width), FAMILY & _BEYOND
    ray = at_least(x)
    found = []
    single = proof.shows(Integral(density, _inner, x, half_width, density * (half_width - x)),
        on=inside, by="integral", because="what is left of the support",
        antiderivative=density * _inner)
    mass = proof.shows(that(Mass(Q, interval(x, half_width, "[)"))) == density * (half_width - x),
        on=inside, by="density", uses=(known.exists, single), piece=0, because="its mass")
    for on, first in ((inside, (mass,)), (outside, ())):
        both = proof.shows(that(Mass(Q, beyond(x))) == Mass(Q, ray) + Mass(Q, Mirror(ray)), on=on,
            by="measure", uses=known.uses, because="both sides of the origin")
        mirrored = of.mirror(proof, ray, on)
        if first:
            split = proof.shows(that(Mass(Q, ray)) ==
                    Mass(Q, interval(x, half_width, "[)")) + Mass(Q, at_least(half_width)), on=on,
                by="measure", uses=known.uses, because="within the support and beyond")
            found.append(proof.follows(that(Mass(Q, beyond(x))) == TAIL, both, mirrored, split,
                    mass, known.far, on=on, because="twice what is left of the support, times the "
                        "density, is 1 - alpha - 2 (delta - alpha) x/Delta"))
            continue
        less = proof.shows(that(Mass(Q, ray)) <= Mass(Q, at_least(half_width)), on=on,
            by="measure", uses=known.uses, because="beyond the support")
        found.append(proof.follows(that(Mass(Q, beyond(x))) <= 0, both, mirrored, less, known.far,
                on=on, because="beyond the support there is no mass"))
    return found[0], found[1]
