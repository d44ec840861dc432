"""Laplace noise of Definition 3 as noise: the steps that it exists, is private, costs so much.

All of epsilon and Delta are arguments, so that a sentence needs no parameters.
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from dpproofs.kernel.assertions import Even, Expected, Private, Proper
from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.domain import Domain, Variable, positive
from dpproofs.kernel.objects import Law, Piece, Pieces
from dpproofs.kernel.proposition import Integral, that
from dpproofs.kernel.terms import Mirror, interval
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.additive.symmetric import Symmetric
from dpproofs.theorems.staircase.noise import AHEAD, h, x
from dpproofs.theorems.staircase.setting import EPSILON, SENSITIVITY, Delta, eps

ON = Domain((EPSILON, SENSITIVITY))
LEVEL = eps / (2 * Delta) * sp.exp(-eps * x / Delta)
DENSITY = Pieces("f", x, (eps, Delta), ON, (Piece(LEVEL, sp.oo),))
LAPLACE = Law("X", (eps, Delta), ON, "f")
DEFINITIONS = (DENSITY, LAPLACE)

NOISE = LAPLACE(eps, Delta)
EXISTS = Goal(Proper(NOISE), ON)
IS_PRIVATE = Goal(Private(NOISE, eps, sp.Integer(0), Delta), ON)

_size, _y = sp.symbols("u y", nonnegative=True)
_PIECE = ON & Variable(x, sp.Integer(0), sp.oo, "[)", hollow=True)


def expected(power: int, value: sp.Expr) -> Goal:
    """E|X|**power is a value."""
    return Goal(Expected(NOISE, _size, _size**power, "==", value), ON)


def show_exists(proof: Proof) -> str:
    """Append the steps that make it a probability."""
    zero = sp.Integer(0)
    used = (proof.shows(that(0) <= LEVEL, on=_PIECE, by="sign", because="the density is positive"),
        proof.shows(Integral(LEVEL, x, zero, sp.oo, sp.Rational(1, 2)), on=ON, by="integral",
            antiderivative=-sp.exp(-eps * x / Delta) / 2,
            because="half of the mass is on one side"))
    return proof.concludes(EXISTS, by="existence", uses=used,
        because="so it is the density of a probability")


def show_private(proof: Proof, exists: str) -> str:
    """Append the steps that make it private, for all Borel sets."""
    here = proof.on_piece(DENSITY, 0, because="the density for x >= 0")
    claim = that(DENSITY(eps, Delta, x)) == LEVEL
    value = proof.follows(claim, here, on=ON & AHEAD, because="the same, everywhere there")
    falling = proof.follows(that(DENSITY(eps, Delta, x + h)) <= DENSITY(eps, Delta, x), value,
        value, on=ON & AHEAD & positive(h), because="the density does not increase")
    lowered = proof.follows(
        that(DENSITY(eps, Delta, x)) <= sp.exp(eps) * DENSITY(eps, Delta, x + Delta), value, value,
        on=ON & AHEAD, because="over Delta it falls by the factor exp(epsilon)")
    return proof.applies("privacy, by the density", on=ON, uses=(falling, lowered, exists),
        because="so the noise is private", noise=NOISE, epsilon=eps, sensitivity=Delta)


def show_expected(proof: Proof, power: int, value: sp.Expr, primitive: sp.Expr) -> str:
    """Append E|X|**power, with an antiderivative of x**power f(x)."""
    exists = show_exists(proof)
    used = (exists,
        proof.shows(that(0) <= _size**power, on=ON & Variable(_size, sp.Integer(0), sp.oo, "[)"),
            by="sign", because="the cost is not negative"),
        proof.shows(Integral(x**power * LEVEL, x, sp.Integer(0), sp.oo, value / 2), on=ON,
            by="integral", antiderivative=primitive, because="integrate on one side of the origin"))
    return proof.concludes(expected(power, value), by="expectation", uses=used,
        because="the mean is twice the integral on one side, as the density is even")


# -- its masses -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class LaplaceMasses:
    """Steps on the masses of (y, y + h], (-y - h, -y], (y, oo), (-oo, -y) and {-y}."""

    right: str
    left: str
    tail_right: str
    tail_left: str
    point: str


def half(place: sp.Expr, length: sp.Expr) -> sp.Expr:
    """The mass of an interval of that length that begins at a place of at least 0."""
    return (sp.exp(-eps * place / Delta) - sp.exp(-eps * (place + length) / Delta)) / 2


def show_masses(proof: Proof, exists: str) -> tuple[Symmetric, LaplaceMasses]:
    """Append what the noise gives to intervals."""
    zero = sp.Integer(0)
    even = proof.shows(Even(NOISE), on=ON, by="evenness", uses=(exists,),
        because="the density is even")
    of = Symmetric(NOISE, even, "", ON, (exists,))
    one = ON & Variable(_y, zero, sp.oo, "[)")
    two, tail = one & positive(h), sp.exp(-eps * _y / Delta) / 2

    def found(ends: str, upper: sp.Expr, value: sp.Expr, on: Domain) -> str:
        integral = proof.shows(Integral(LEVEL, x, _y, upper, value), on=on, by="integral",
            because="the density integrated", antiderivative=-sp.exp(-eps * x / Delta) / 2)
        return proof.shows(that(of.mass(interval(_y, upper, ends))) == value, on=on, by="density",
            uses=(exists, integral), piece=0, because="the mass right of the origin")

    def mirrored(right: sp.Expr, left: sp.Expr, value: sp.Expr, on: Domain, name: str) -> str:
        same = of.mirror(proof, right, on)
        turned = proof.shows(that(of.mass(left)) == of.mass(Mirror(right)), on=on, by="measure",
            uses=of.exists, because="its reflection")
        return proof.follows(that(of.mass(left)) == value, turned, same, name, on=on,
            because="has the same mass")

    part, far = half(_y, h), interval(_y, sp.oo, "()")
    right, closed = (found(ends, _y + h, part, two) for ends in ("(]", "[)"))
    right_tail = found("()", sp.oo, tail, one)
    single = found("[]", _y, zero, ON & positive(_y))
    return of, LaplaceMasses(right,
        mirrored(interval(_y, _y + h, "[)"), interval(-_y - h, -_y, "(]"), part, two, closed),
        right_tail, mirrored(far, interval(-sp.oo, -_y, "()"), tail, one, right_tail),
        mirrored(interval(_y, _y, "[]"), interval(-_y, -_y, "[]"), zero, ON & positive(_y), single))
