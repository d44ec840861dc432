"""Theorem 2: (20) is a convex program, as the cost of a pair of masses is convex."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, Variable, between, index, positive
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import Derivative, that
from dpproofs.kernel.rules import OWN
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.cactus.exponential import first, ratio, second, show_plane
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


cells, at = sp.Symbol("N", integer=True, positive=True), OWN["n"]

#: Logarithms of the two masses of a pair of cells, for the shift k, at two points of the program
#: and at their mixture; sums over the pairs before a pair; the two maxima.
ONE, OTHER, BETWEEN = (tuple(Given(f"{name}_{point}", "function", 2) for name in ("a", "b", "J"))
    for point in ("1", "2", "m"))
MAX_1, MAX_2 = Given("M_1", "function"), Given("M_2", "function")
_SHIFTS = Domain((index(many, 1), index(cells, 1), SHARE, index(k, 1, many)))
_EACH = _SHIFTS & index(at, 0, cells - 1)


def _term(point: tuple[Given, ...]) -> sp.Expr:
    """What a pair of cells contributes, by the logarithms of its masses."""
    first, second = (log(k, at) for log in point[:2])
    return (sp.exp(first) - sp.exp(second)) * (first - second)


def _total(point: tuple[Given, ...]) -> sp.Expr:
    """The sum over all pairs."""
    return point[2](k, cells) - point[2](k, 0)


_SUMS = {Goal(that(point[2](k, at + 1) - point[2](k, at)) == _term(point), _EACH): why
    for point, why in ((ONE, "the sum at one point"), (OTHER, "at another"),
        (BETWEEN, "and at their mixture"))}
_MIXED = {Goal(that(sp.exp(BETWEEN[which](k, at))) ==
        mixed(sp.exp(ONE[which](k, at)), sp.exp(OTHER[which](k, at))), _EACH): why
    for which, why in ((0, "whose masses are mixtures"), (1, "the other of each pair as well"))}
_MAXIMA = {Goal(that(_total(ONE)) <= MAX_1(), _SHIFTS): "the first maximum is a bound",
    Goal(that(_total(OTHER)) <= MAX_2(), _SHIFTS): "and so is the second"}
_FIRST, _SECOND = mixed(k, sp.Integer(2)), mixed(k, sp.Integer(1))
_SUM = Goal(that(_total(BETWEEN)) <= mixed(_total(ONE), _total(OTHER)), _SHIFTS)

_PAIR = Goal(that(pair(mixed(mass, _a2), mixed(other, _b2))) <=
    mixed(pair(mass, other), pair(_a2, _b2)), TWO_PAIRS)
_PLANE = Goal(that(slope(_u, _v) * mass + slope(_v, _u) * other) <= pair(mass, other),
    TOUCHING)
_MAX = Goal(that(_total(BETWEEN)) <= mixed(MAX_1(), MAX_2()), _SHIFTS)

CONVEX = Statement(id="cactus.thm2.convex", paper=PAPER, item="Theorem 2, convexity",
    title="the minimisation over step densities is a convex program",
    printed_latex=r"\text{(20) is a convex program: }h(x,y)=(x-y)\log\tfrac xy\text{ is convex, "
    r"and }\max_k\tfrac12\sum h(p_i,p_{i+k})\text{ as well}",
    parameters=Domain((index(many, 1), index(cells, 1), SHARE)),
    given=(*ONE, *OTHER, *BETWEEN, MAX_1, MAX_2), hypotheses=(*_SUMS, *_MIXED, *_MAXIMA),
    printed=(_PLANE, _PAIR, _SUM, _MAX),
    note="The constraints are linear in p, and so are the arguments of every h: the masses of the "
    "tail are p_N times a power of r. Shown are: h lies above its tangent planes, which pass "
    "through the origin; h is convex where both masses are positive; so is a sum of N of them, for "
    "each shift k = 1, ..., m; and the largest over the shifts. exp(a_1(k, n)) and exp(b_1(k, n)) "
    "are the masses of pair n at one point of the program, those with 2 and m at another and at a "
    "mixture of the two, and J_1, J_2, J_m add up what the pairs before pair n contribute; M_1 and "
    "M_2 are the largest sums. h(0,0) = 0, and h is infinite where one mass alone is 0: these "
    "values keep it convex. The third line of the objective is linear in p_N.",
    examples=({"a_1": sp.Lambda((k, at), sp.log(k)), "b_1": sp.Lambda((k, at), sp.log(k)),
            "J_1": sp.Lambda((k, at), sp.Integer(0)), "a_2": sp.Lambda((k, at), sp.log(2)),
            "b_2": sp.Lambda((k, at), sp.Integer(0)), "J_2": sp.Lambda((k, at), at * sp.log(2)),
            "a_m": sp.Lambda((k, at), sp.log(_FIRST)), "b_m": sp.Lambda((k, at), sp.log(_SECOND)),
            "J_m": sp.Lambda((k, at), at * pair(_FIRST, _SECOND)),
            "M_1": sp.Lambda((), sp.Integer(1)), "M_2": sp.Lambda((), cells * sp.log(2))},))


def show_tangent(proof: Proof) -> str:
    """Append log w <= w - 1 for w > 0; return the last step."""
    grows, beyond = Domain((positive(y),)), sp.log(1 + y)
    parts = []
    for low, high, why in ((beyond, y, "the logarithm of 1 + y stays below y"),
            (y / (1 + y), beyond, "it is above y/(1 + y)")):
        room = high - low
        rate = sp.factor(sp.diff(room, y))
        parts.append(proof.shows(that(low) < high, on=grows, by="increasing", because=why,
                uses=(proof.shows(Derivative(room, y, rate), on=grows, by="derivative",
                        because="differentiate the difference of the two sides"),
                    proof.shows(that(0) < rate, on=grows, by="sign", because="it does grow"))))
    below, above = parts
    gap, whole = sp.log(w) - w + 1, Domain((Variable(w, sp.Integer(1), sp.oo, "[)"),))
    often = proof.follows(that(step * gap) <= w, (below, {y: w * (1 + 1 / (step + 1)) - 1}, step),
        (above, {y: 1 / (step + 1)}, step), on=whole & index(step, 0),
        because="put w (1 + 1/(n + 1)) - 1 for y in the first and 1/(n + 1) in the second")
    right = proof.applies("Archimedes", on=whole, uses=(often,),
        because="so log w is at most w - 1 from 1 on", value=gap, bound=w)
    left = proof.follows(that(gap) <= 0, (above, {y: (1 - w) / w}), on=Domain((between(w, 0, 1),)),
        because="before 1 the second one says this, with 1/w - 1 for y")
    return proof.shows(that(gap) <= 0, on=Domain((positive(w),)), by="cases", uses=(left, right),
        because="the logarithm lies below its tangent at 1")


def derive() -> Derivation:
    proof = Proof(PAIRS, CONVEX)
    tangent = show_tangent(proof)
    plane = proof.follows(_PLANE, (tangent, {w: other * _u / (mass * _v)}, mass),
        (tangent, {w: mass * _v / (other * _u)}, other),
        because="(a - b) log(a/b) lies above its tangent plane at (u, v): use the tangent of the "
        "logarithm twice")
    there = {_u: mixed(mass, _a2), _v: mixed(other, _b2)}
    proof.follows(_PAIR, (plane, there, share),
        (plane, {mass: _a2, other: _b2, **there}, 1 - share),
        because="at a mixture the plane has the mixture of its values at the two pairs")
    *sums, first_mixed, second_mixed, one, other_ = proof.supposes(*_SUMS.items(),
        *_MIXED.items(), *_MAXIMA.items())
    summed = _show_sum(proof, sums, first_mixed, second_mixed)
    proof.follows(_MAX, summed, (one, share), other_,
        because="the largest of convex functions is convex")
    return proof.done()


def _show_sum(proof: Proof, sums: list[str], first_mixed: str, second_mixed: str) -> str:
    """Append that a sum over pairs is convex."""
    plane = show_plane(proof)
    up = BETWEEN[0](k, at) - BETWEEN[1](k, at)
    planes = []
    for point, part in ((ONE, share), (OTHER, 1 - share)):
        logs = [log(k, at) for log in point[:2]]
        for (one, two), slope_ in ((logs, up), (logs[::-1], -up)):
            planes.append((plane, {first: one, second: two, ratio: slope_}, part))
    gaps = mixed(ONE[2](k, at), OTHER[2](k, at)) - BETWEEN[2](k, at)
    grows = proof.follows(that(0) <= gaps.subs(at, at + 1) - gaps, *planes, (sums[0], {}, share),
        (sums[1], {}, 1 - share), (sums[2], {}, -1), (first_mixed, {}, sp.exp(-up) - up - 1),
        (second_mixed, {}, sp.exp(up) + up - 1), on=_EACH,
        because="a pair at the mixture contributes no more than the mixture of both")
    total = proof.applies("induction", on=_SHIFTS, uses=(grows,), because="add up pair after pair",
        terms=gaps, step=sp.Integer(0), last=cells)
    return proof.follows(_SUM, total, because="a sum of convex functions is convex")


CLAIMS = (Claim(CONVEX, derive),)
