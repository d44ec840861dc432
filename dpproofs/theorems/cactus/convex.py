"""Theorem 2: (20) is a convex program, as the cost of a pair of masses is convex."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Proof, Statement, relation_goal
from dpproofs.kernel.domain import Domain, Variable, between, index, positive
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import Derivative, at_most, less
from dpproofs.kernel.rules import OWN
from dpproofs.theorems.cactus.setting import PAPER, k

mass, other, _u, _v, w, y = sp.symbols("a b u v w y", positive=True)
_a2, _b2 = sp.symbols("c d", positive=True)
share = sp.Symbol("s", nonnegative=True)
many = sp.Symbol("m", integer=True, positive=True)  # shifts
step = OWN["n"]

SHARE = Variable(share, sp.Integer(0), sp.Integer(1), "[]")
PAIRS = Domain((positive(mass), positive(other)))
TWO_PAIRS = Domain((SHARE, *PAIRS, positive(_a2), positive(_b2)))
TOUCHING = Domain((*PAIRS, positive(_u), positive(_v)))


def pair(first: sp.Expr, second: sp.Expr) -> sp.Expr:
    """What two masses contribute."""
    return (first - second) * sp.log(first / second)


def slope(first: sp.Expr, second: sp.Expr) -> sp.Expr:
    """Its derivative in the first mass."""
    return sp.log(first / second) + 1 - second / first


def mixed(first: sp.Expr, second: sp.Expr) -> sp.Expr:
    """A share of one, and the rest of the other."""
    return share * first + (1 - share) * second


#: The objective for the shift k/n at two points of the program and at their mixture, and the two
#: maxima.
ONE, OTHER, BETWEEN = (Given(name, "function", 1) for name in ("J_1", "J_2", "J"))
MAX_1, MAX_2 = Given("M_1", "function"), Given("M_2", "function")
_SHIFTS = Domain((index(many, 1), SHARE, index(k, 1, many)))
_CONVEX = relation_goal(BETWEEN(k), "<=", mixed(ONE(k), OTHER(k)), _SHIFTS)
_MAXIMA = (
    relation_goal(ONE(k), "<=", MAX_1(), _SHIFTS),
    relation_goal(OTHER(k), "<=", MAX_2(), _SHIFTS),
)

_PAIR = relation_goal(
    pair(mixed(mass, _a2), mixed(other, _b2)),
    "<=",
    mixed(pair(mass, other), pair(_a2, _b2)),
    TWO_PAIRS,
)
_PLANE = relation_goal(
    slope(_u, _v) * mass + slope(_v, _u) * other, "<=", pair(mass, other), TOUCHING
)
_MAX = relation_goal(BETWEEN(k), "<=", mixed(MAX_1(), MAX_2()), _SHIFTS)

CONVEX = Statement(
    id="cactus.thm2.convex",
    paper=PAPER,
    item="Theorem 2, convexity",
    title="the minimisation over step densities is a convex program",
    printed_latex=r"\text{(20) is a convex program: }h(x,y)=(x-y)\log\tfrac xy\text{ is convex, "
    r"and }\max_k\tfrac12\sum h(p_i,p_{i+k})\text{ as well}",
    parameters=Domain((index(many, 1), SHARE)),
    given=(ONE, OTHER, BETWEEN, MAX_1, MAX_2),
    hypotheses=(_CONVEX, *_MAXIMA),
    printed=(_PLANE, _PAIR, _MAX),
    note="The constraints are linear in p, and so are the arguments of every h: the masses of the "
    "tail are p_N times a power of r. A sum of convex functions is convex, which the hypothesis "
    "says of J_k at a mixture of two points of the program; then the maximum over the shifts is "
    "convex. Shown are: h lies above its tangent planes, which pass through the origin; h is "
    "convex where both masses are positive; the maximum. h(0,0) = 0, and h is infinite where one "
    "mass alone is 0: these values keep it convex. The third line of the objective is linear in "
    "p_N.",
    examples=(
        {
            "J_1": sp.Lambda(k, k / many),
            "J_2": sp.Lambda(k, 1 / k),
            "J": sp.Lambda(k, share * k / many + (1 - share) / (k + 1)),
            "M_1": sp.Lambda((), sp.Integer(1)),
            "M_2": sp.Lambda((), sp.Integer(1)),
        },
    ),
)


def show_tangent(proof: Proof) -> str:
    """Append log w <= w - 1 for w > 0; return the last step."""
    grows, beyond = Domain((positive(y),)), sp.log(1 + y)
    parts = []
    for low, high, why in (
        (beyond, y, "the logarithm of 1 + y stays below y"),
        (y / (1 + y), beyond, "and above y/(1 + y)"),
    ):
        room = high - low
        rate = sp.factor(sp.diff(room, y))
        parts.append(
            proof.shows(
                less(low, high), on=grows, by="increasing", because=why,
                uses=(
                    proof.shows(
                        Derivative(room, y, rate), on=grows, by="derivative",
                        because="how the room between them grows",
                    ),
                    proof.shows(less(0, rate), on=grows, by="sign", because="it does grow"),
                ),
            )
        )  # fmt: skip
    below, above = parts
    gap, whole = sp.log(w) - w + 1, Domain((Variable(w, sp.Integer(1), sp.oo, "[)"),))
    often = proof.shows(
        at_most(step * gap, w), on=whole & index(step, 0), by="entailment", uses=(below, above),
        because="the first at w (1 + 1/(n + 1)), the second at 1/(n + 1)",
        facts=[
            (below, {y: w * (1 + 1 / (step + 1)) - 1}, step), (above, {y: 1 / (step + 1)}, step),
        ],
    )  # fmt: skip
    right = proof.applies(
        "Archimedes", on=whole, uses=(often,), because="so log w is at most w - 1 from 1 on",
        value=gap, bound=w,
    )  # fmt: skip
    left = proof.shows(
        at_most(gap, 0), on=Domain((between(w, 0, 1),)), by="entailment", uses=(above,),
        facts=[(above, {y: (1 - w) / w}, 1)], because="and before 1",
    )  # fmt: skip
    return proof.shows(
        at_most(gap, 0), on=Domain((positive(w),)), by="cases", uses=(left, right),
        because="the logarithm lies below its tangent at 1",
    )  # fmt: skip


def derive() -> Derivation:
    proof = Proof(PAIRS, CONVEX)
    tangent = show_tangent(proof)
    plane = proof.concludes(
        _PLANE,
        by="entailment",
        because="h lies above its tangent plane at (u, v): the tangent of the logarithm, twice",
        uses=(tangent,),
        facts=[
            (tangent, {w: other * _u / (mass * _v)}, mass),
            (tangent, {w: mass * _v / (other * _u)}, other),
        ],
    )
    there = {_u: mixed(mass, _a2), _v: mixed(other, _b2)}
    proof.concludes(
        _PAIR,
        by="entailment",
        because="at a mixture the plane has the mixture of its values at the two pairs",
        uses=(plane,),
        facts=[(plane, there, share), (plane, {mass: _a2, other: _b2, **there}, 1 - share)],
    )
    one, two, three = (
        proof.assumes(goal, because=why)
        for goal, why in zip(
            CONVEX.hypotheses,
            (
                "a sum of convex functions is convex",
                "the first maximum is a bound",
                "and so is the second",
            ),
            strict=True,
        )
    )
    proof.concludes(
        _MAX,
        by="entailment",
        because="the largest of convex functions is convex",
        uses=(one, two, three),
        facts=[(one, {}, 1), (two, {}, share), (three, {}, 1 - share)],
    )
    return proof.done()


CLAIMS = (Claim(CONVEX, derive),)
