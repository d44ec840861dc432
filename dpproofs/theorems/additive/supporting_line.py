"""The member of the family P_alpha whose tail lies below that of symmetric, decreasing noise.

The tail G of the noise is convex, and its supporting line at Delta/2 is the tail of a member of
the family: one that costs no more, whatever the cost.
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from dpproofs.kernel.domain import Domain, Variable, between, positive
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import that
from dpproofs.kernel.terms import Mass, Mirror, Moved, at_least, beyond, interval
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.additive import noise
from dpproofs.theorems.additive.definitions import show_convex
from dpproofs.theorems.additive.noise import P_ALPHA, Q
from dpproofs.theorems.additive.setting import (ALPHA, DELTA, ON, PAIR, Delta, alpha, delta,
    restricted, x)
from dpproofs.theorems.additive.symmetric import Symmetric, point, show_no_atoms

HALF = sp.Rational(1, 2)
rho, s, z = sp.symbols("rho s z", positive=True)


def tail(given: sp.Expr, place: sp.Expr) -> sp.Expr:
    """P(X > place)."""
    return Mass(given, interval(place, sp.oo))


@dataclass(frozen=True)
class SupportingLine:
    """The supporting line of the tail at Delta/2: its slope -kappa, and what is known of it."""

    given: sp.Expr
    kappa: sp.Expr
    support: str  # the tail lies above it
    half: str  # the tail at Delta/2 is (1 - delta)/2 at least
    start: str  # the tail at 0 is 1/2 at most
    positive: str  # kappa is positive
    even: str


def _show_line(proof: Proof, noise_: Given) -> SupportingLine:
    symmetric, decreasing, bounded = restricted(noise_)
    even, moves, private = proof.supposes((symmetric, "the noise is symmetric"),
        (decreasing, "Property 2 for (x, x+h], moved outwards by a"),
        (bounded, "the noise is (0, delta)-private"))
    given = noise_()
    of = Symmetric(given, even, moves)
    convex = show_convex(proof, given, moves)
    proof.key(convex)
    falls = proof.shows(that(tail(given, x + PAIR.variables[1].symbol)) <= tail(given, x), on=PAIR,
        by="measure", because="a tail does not increase")
    found = proof.obtains("supporting line", "kappa", on=ON, uses=(convex, falls),
        because="the tail lies above its supporting line at Delta/2, whose slope is called -kappa",
        curve=tail(given, x), at=Delta / 2)
    kappa = found.term
    support = proof.knows(found, 1, because="the tail lies above this line")
    half = _show_half(proof, of, private)
    places = (interval(0, sp.oo),)
    mirrored = of.mirror(proof, places[0], ON)
    both = proof.shows(that(Mass(given, places[0]) + Mass(given, Mirror(places[0]))) <= 1, on=ON,
        by="measure", because="both sides of the origin")
    start = proof.follows(that(tail(given, sp.Integer(0))) <= HALF, (mirrored, HALF), (both, HALF),
        on=ON, because="(0, oo) and its reflection have the same mass, together at most 1")
    return SupportingLine(given, kappa, support, half, start,
        _show_steep(proof, given, kappa, support, half), even)


def _show_half(proof: Proof, of: Symmetric, private: str) -> str:
    """Append that the tail at Delta/2 is at least (1 - delta)/2."""
    given, atoms = of.noise, show_no_atoms(proof, of)
    ray, there = at_least(-Delta / 2), interval(Delta / 2, sp.oo)
    said = proof.shows(that(Mass(given, ray)) <= Mass(given, Moved(ray, Delta)) + delta, on=ON,
        by="privacy", uses=(private,), set=ray, shift=Delta,
        because="the constraint for [-Delta/2, oo)")
    moved = proof.shows(
        that(Mass(given, Moved(ray, Delta))) == Mass(given, there) + Mass(given, point(Delta / 2)),
        on=ON, by="measure", because="which Delta moves to [Delta/2, oo)")
    rest = proof.shows(that(Mass(given, ray) + Mass(given, Mirror(there))) == 1, on=ON,
        by="measure", because="its complement is the reflection of (Delta/2, oo)")
    mirrored = of.mirror(proof, there, ON)
    return proof.follows(that((1 - delta) / 2) <= Mass(given, there), (said, HALF), moved,
        (rest, HALF), mirrored, atoms.ahead, on=ON,
        because="[-Delta/2, oo) has all but the mass of (Delta/2, oo), by symmetry, and loses at "
            "most delta when it is moved to [Delta/2, oo), whose end has no mass")


def _show_steep(proof: Proof, given: sp.Expr, kappa: sp.Expr, support: str, half: str) -> str:
    """Append that kappa is positive, as the tail vanishes in the end."""
    found = proof.obtains("tails vanish", "far", on=ON, uses=(), because="a tail tends to 0",
        noise=given, level=(1 - delta) / 2)
    far = found.term
    place = proof.knows(found, 0, because="somewhere on the right")
    small = proof.knows(found, 1, because="it is below (1 - delta)/2")
    later = proof.shows(that(tail(given, Delta / 2 + z)) <= Mass(given, at_least(z)),
        on=ON & positive(z), by="measure", because="and so it is further out")
    ahead = proof.follows(that(0) <= Delta / 2 + far, place, on=ON, because="beyond Delta/2")
    steep = proof.follows(that(0) < kappa * far, (support, {x: Delta / 2 + far}), half, small,
        (later, {z: far}), on=ON, also=(place, ahead),
        because="at x = Delta/2 + far the line is below the tail, which is below (1 - delta)/2 "
        "there and at least that at Delta/2")
    proof.key(steep)
    inverse = proof.obtains("reciprocal", "c", on=ON, uses=(place,), because="divide by the place",
        value=far)
    sign = proof.knows(inverse, 0, because="a positive number")
    one = proof.knows(inverse, 1, because="by definition")
    return proof.shows(that(0) < kappa, on=ON, by="entailment", uses=(steep, sign, one),
        because="divide by far, which is "
            "positive", facts=[(steep, {}, inverse.term), (one, {}, -kappa)])


@dataclass(frozen=True)
class Chosen:
    """The member of the family with density kappa: its alpha, and that this is one."""

    alpha: sp.Expr
    low: str
    high: str


def show_member(proof: Proof, given: Given, known: noise.NoiseSteps) -> tuple[Chosen, str]:
    """Append that some member of the family has a tail below that of given noise.

    The noise has the hypotheses of :func:`restricted`, which are assumed here.

    Returns
    -------
    The member, and the step that compares the tails for x > 0.
    """
    proof.part("The tail of a member of the family")
    bound = _show_bound(proof, known)
    proof.key(bound)
    proof.part("The supporting line")
    line = _show_line(proof, given)
    chosen = delta - line.kappa * Delta
    low = proof.follows(that(0) <= chosen, (line.support, {x: sp.Integer(0)}), line.half,
        line.start, on=ON,
        because="the supporting line says at x = 0 that kappa Delta is at most delta",
        latex=r"0\le\alpha:=\delta-\kappa\Delta")
    high = proof.follows(that(chosen) < delta, (line.positive, Delta), on=ON,
        because="kappa is positive, so alpha = delta - kappa Delta is in [0, delta)")
    proof.key(low, high)
    found = Chosen(chosen, low, high)
    proof.part("The comparison")
    return found, _show_below(proof, bound, line, found)


#: Any v above the line of the tail and above 0 is written (1 - alpha) - s/rho, so that the
#: conditions on it are polynomials.
_LEVELS = Domain((DELTA, ALPHA, positive(x), positive(rho), between(s, 0, (1 - alpha) * rho, "(]")))
_longest, _ends = 2 * (delta - alpha) * x * rho / s, 2 * (delta - alpha) * x / (1 - alpha)


def _show_bound(proof: Proof, known: noise.NoiseSteps) -> str:
    """Append that the tail of P_alpha is at most every v that is above its line and above 0."""
    inside, outside = noise.show_tail(proof, known)
    claim = that(rho * Mass(Q, beyond(x))) <= rho * (1 - alpha) - s
    parts = [proof.follows(claim, (step, times),
            on=_LEVELS & between(Delta, low, high, "(]", hollow=low != 0), because=why)
        for step, low, high, times, why in (
            (outside, 0, _ends, rho, ("beyond the support the tail is 0, and the other side is not "
                "negative")),
            (inside, _ends, _longest, -rho, ("in the support the tail is on the line, and the "
                "other side is above it")))]
    return proof.shows(claim, on=_LEVELS & between(Delta, 0, _longest, "(]"), by="cases",
        uses=parts, because="the tail is at most any number that is above 0 and above the line 1 - "
            "alpha - 2 (delta - alpha) x/Delta; here it is written 1 - alpha - s/rho")


def _show_below(proof: Proof, bound: str, line: SupportingLine, chosen: Chosen) -> str:
    """Append that the tail of the chosen member is at most that of the noise."""
    given, kappa, rest = line.given, line.kappa, 1 - chosen.alpha
    ahead = ON & between(x, 0, sp.oo)
    above, sign = _show_above(proof, line, rest - 2 * kappa * x, ahead)
    slope = proof.obtains("reciprocal", "r", on=ON, uses=(line.positive,),
        because="divide by the slope", value=kappa)
    below_one = proof.follows(that(0) < rest, (line.positive, Delta), on=ON,
        because="alpha is below 1")
    whole = proof.obtains("reciprocal", "q", on=ON, uses=(below_one,), because="and by 1 - alpha",
        value=rest)
    r, q = slope.term, whole.term
    r_sign, r_one, q_sign, q_one = (proof.knows(found, fact, because="by definition")
        for found in (slope, whole) for fact in (0, 1))
    end = rest * r / 2
    inner = ON & between(x, 0, end, hollow=True)
    outer = ON & Variable(x, end, sp.oo, "[)", hollow=True)
    ranges = (chosen.low, chosen.high)
    wanted = that(Mass(P_ALPHA(chosen.alpha), beyond(x))) <= Mass(given, beyond(x))
    fit = (proof.follows(that(0) < r / (2 * x), r_sign, on=inner, because="positive"),
        proof.follows(that(Delta) <= kappa * Delta * r, (r_one, Delta), on=inner,
            because="where the line is v"),
        proof.follows(that(0) < 2 * kappa * x, line.positive, on=inner, because="the line falls"))
    first = proof.follows(wanted,
        (bound, {alpha: chosen.alpha, rho: r / (2 * x), s: sp.Integer(1)}, 2 * kappa * x), above,
        (r_one, Mass(P_ALPHA(chosen.alpha), beyond(x)) - rest), also=(line.positive, *fit, *ranges),
        because="up to the end of its support its tail is 1 - alpha - 2 kappa x, which is the line "
            "above", on=inner)
    product = proof.follows(that(0) < kappa * q, (line.positive, q), on=ON, also=(q_sign,),
        because="a product")
    ending = proof.follows(that(0) < rest * r, (below_one, r), on=ON, also=(r_sign,),
        because="the support has an end")
    distance = proof.follows(that(0) <= 2 * kappa * q * (x - end), (product, 2 * (x - end)),
        on=outer, because="at a distance from the end")
    beyond_end = (
        proof.follows(that(0) < x, (ending, sp.Rational(1, 2)), on=outer, because="beyond it"),
        proof.follows(that(1) <= rest * q, q_one, on=outer, because="v is 0 then"),
        proof.follows(that(Delta) <= 2 * kappa * Delta * x * q, (distance, Delta),
            (r_one, Delta * rest * q), (q_one, Delta), on=outer,
            because="beyond the end of the support 2 kappa x is at least 1 - delta + kappa Delta"))
    second = proof.follows(wanted, (bound, {alpha: chosen.alpha, rho: q, s: sp.Integer(1)}, rest),
        sign, (q_one, Mass(P_ALPHA(chosen.alpha), beyond(x)) - rest), on=outer,
        also=(q_sign, below_one, *beyond_end, *ranges),
        because="beyond the end of its support it has no tail")
    return proof.shows(wanted, on=ahead, by="cases", uses=(first, second),
        because="its tail is the smaller one, within its support and beyond")


def _show_above(proof: Proof, line: SupportingLine, level: sp.Expr,
        ahead: Domain) -> tuple[str, str]:
    """Append that P(|X| >= x) is above the line, and above 0."""
    given, ray = line.given, at_least(x)
    mirrored = Symmetric(given, line.even, "").mirror(proof, ray, ahead)
    sides = proof.shows(that(Mass(given, ray) + Mass(given, Mirror(ray))) == Mass(given, beyond(x)),
        on=ahead, by="measure", because="both sides of the origin")
    part = proof.shows(that(tail(given, x)) <= Mass(given, ray), on=ahead, by="measure",
        because="but for a point")
    above = proof.shows(that(level) <= Mass(given, beyond(x)), on=ahead, by="entailment",
        because="both sides have at least twice the tail at x, which is above the line, and that "
            "is at least (1 - delta)/2 at Delta/2",
        facts=[(sides, {}, -1), (mirrored, {}, 1), (part, {}, 2), (line.support, {}, 2),
            (line.half, {}, 2)], uses=(mirrored, sides, part, line.support, line.half))
    return above, proof.shows(that(0) <= Mass(given, beyond(x)), on=ahead, by="measure",
        because="a mass is not negative")
