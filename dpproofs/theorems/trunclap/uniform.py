"""Section 3: as epsilon tends to 0 the truncated Laplacian becomes uniform."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, between, positive
from dpproofs.kernel.proposition import Limit, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.trunclap.logarithms import (E1, exponential_bounds, log, rises, squeezed, y)
from dpproofs.theorems.trunclap.setting import (DELTA, PAPER, SENSITIVITY, Delta, bound, delta,
    density, eps, u, x)

_z = sp.Symbol("z", positive=True)
_PLACE = positive(x)
_SMALL = between(eps, 0, 1)
_NEAR = Domain((DELTA, SENSITIVITY, _SMALL))
_NEAR_AT = Domain((DELTA, SENSITIVITY, _PLACE, _SMALL))

_SHORT, _LONG = 2 * Delta / (4 * delta + eps), Delta / (2 * delta * (1 - eps))
_HIGH = delta / Delta + eps / (2 * Delta)
_LOW = _HIGH - eps * delta / Delta - x * eps / Delta * _HIGH

BOUNDS_END = (Goal(that(_SHORT) < bound, _NEAR), Goal(that(bound) < _LONG, _NEAR))
BOUNDS_DENSITY = (Goal(that(_LOW) < density(x), _NEAR_AT),
    Goal(that(density(x)) < _HIGH, _NEAR_AT))
_END = Goal(Limit(bound, eps, sp.Integer(0), "+", Delta / (2 * delta)),
    Domain((DELTA, SENSITIVITY)))
_DENSITY = Goal(Limit(density(x), eps, sp.Integer(0), "+", delta / Delta),
    Domain((DELTA, SENSITIVITY, _PLACE)))

UNIFORM = Statement(id="trunclap.unif", paper=PAPER, item="section 3, limit as epsilon -> 0",
    title="as epsilon tends to 0 the noise becomes uniform",
    printed_latex=r"\epsilon\to0:\quad A\to\frac\Delta{2\delta},\quad f(x)\to\frac\delta\Delta,"
    r"\quad P\to U\bigl[-\tfrac\Delta{2\delta},\tfrac\Delta{2\delta}\bigr]",
    printed=(_END, _DENSITY, *BOUNDS_END, *BOUNDS_DENSITY),
    note="f(x) is the density at a place x > 0 inside the support, which is the case for small "
    "epsilon when x < Delta/(2 delta), and for none when x is larger. Densities that converge at "
    "almost every place converge in total variation (Scheffe), which is left in words. For epsilon "
    "< 1: Delta/(2 delta + epsilon/2) < A < Delta/(2 delta (1 - epsilon)), and f(x) differs from "
    "delta/Delta by a multiple of epsilon.")


def derive() -> Derivation:
    proof = Proof(_NEAR)
    proof.letter(sp.Symbol("u", positive=True), u)
    low = rises(proof, 2 * y / (2 + y), log, "the logarithm lies above its first Padé approximant")
    high = rises(proof, log, y, "it is below its tangent")
    below, above = exponential_bounds(proof)
    tangent = proof.shows(that(1 - _z) < sp.exp(-_z), on=Domain((positive(_z),)), by="ladder",
        because="the tangent of exp(-z) at 0")
    unit = Delta / eps
    ends = (proof.follows(BOUNDS_END[0], (low, {y: u}, unit),
            (below, 8 * delta * unit / ((4 * delta + E1) * (4 * delta + eps))),
            because="2u/(2 + u) increases with u, and u is above epsilon/(2 delta)"),
        proof.follows(BOUNDS_END[1], (high, {y: u}, unit), (above, unit / (2 * delta * (1 - eps))),
            because="log(1 + u) is below u, and exp(epsilon) - 1 below epsilon/(1 - epsilon)"))
    squeezed(proof, _END, ends, (_SHORT, _LONG))
    fall = x * eps / Delta
    height = density(sp.Integer(0))
    decreasing = proof.shows(that(sp.exp(-_z)) < 1, on=Domain((positive(_z),)), by="sign",
        besides=True, because="the density falls")
    heights = (proof.concludes(BOUNDS_DENSITY[0], by="entailment",
            because="the height is epsilon/(2 Delta) + (delta/Delta) epsilon/(exp(epsilon) - 1), "
                "and the exponential above its tangent", uses=(tangent, below, above),
            facts=[(tangent, {_z: fall}, height), (above, {}, delta / (Delta * E1)),
                (below, {}, fall * delta / (Delta * E1))]),
        proof.follows(BOUNDS_DENSITY[1], (decreasing, {_z: fall}, height),
            (below, delta / (Delta * E1)),
            because="the height is at most this, as epsilon/(exp(epsilon) - 1) is below 1"))
    squeezed(proof, _DENSITY, heights, (_LOW, _HIGH))
    return proof.done()


CLAIMS = (Claim(UNIFORM, derive),)
