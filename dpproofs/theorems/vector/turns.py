"""From one dimension to the next: W is 0 at two places of the circle, and has one sign between."""

from __future__ import annotations

from collections.abc import Mapping

import sympy as sp

from dpproofs.kernel.assertions import Exists
from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, between, positive
from dpproofs.kernel.proposition import Relation, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.vector.arcs import D, N, gap, grown, later, more, turn, y
from dpproofs.theorems.vector.exchange import Facts
from dpproofs.theorems.vector.line import g, weight
from dpproofs.theorems.vector.setting import PAPER, RATIO, b

bound = sp.Symbol("c", positive=True)
low_root, high_root = sp.symbols("r q", positive=True)
start, step = sp.Symbol("x", real=True), sp.Symbol("h", positive=True)  # as the rule has them

TURN = between(turn, 0, 1)
ON = Domain((RATIO, TURN))
WITH_BOUND = ON & positive(bound)
AT = ON & between(low_root, 0, turn) & between(high_root, turn, 1)
PLACE = between(y, 0, 1, "[]")
UP = ON & between(y, 0, turn, "[)") & between(gap, 0, turn - y, "(]")
DOWN = ON & between(y, turn, 1, "[)") & between(gap, 0, 1 - y, "(]")

POSITIVE = Goal(that(0) < D(y), ON & PLACE)
RISES = Goal(that(g(y)) < g(later), UP)
FALLS = Goal(that(g(later)) < g(y), DOWN)
UP_LOW = Goal(that(g(y) * grown) < more, UP)
UP_HIGH = Goal(that(more) < g(later) * grown, UP)
DOWN_LOW = Goal(that(g(later) * grown) < more, DOWN)
DOWN_HIGH = Goal(that(more) < g(y) * grown, DOWN)
ROUND_D = Goal(that(D(0)) == b * D(1), ON)
ROUND_N = Goal(that(N(0)) == b * N(1), ON)
ROUND_G = Goal(that(g(0)) == g(1), ON)
LARGEST = Goal(that(D(y)) <= D(1), ON & PLACE)
GENTLE_UP = Goal(that(g(later) - g(y)) <= bound * gap, UP & positive(bound))
GENTLE_DOWN = Goal(that(g(y) - g(later)) <= bound * gap, DOWN & positive(bound))

BEGINS = Goal(that(weight(0)) < 0, ON)
TOPS = Goal(that(0) < weight(turn), ON)
ENDS = Goal(that(weight(1)) < 0, ON)
CLIMB = WITH_BOUND & between(start, 0, turn, "[)") & between(step, 0, turn - start, "(]")
SINK = WITH_BOUND & between(start, turn, 1, "[)") & between(step, 0, 1 - start, "(]")
_moves = weight(start + step) - weight(start)
RISE = Goal(that(_moves) <= bound * D(1) * step, CLIMB)
FALL = Goal(that(-_moves) <= bound * D(1) * step, SINK)


def zero(place: sp.Symbol) -> Relation:
    """W is 0 at a place."""
    return Relation(weight(place), "==", sp.Integer(0))


_SOME = Domain((between(low_root, 0, 1), between(high_root, 0, 1)))
ZEROS = Goal(
    Exists(_SOME, (zero(low_root), zero(high_root), that(low_root) < turn, that(turn) < high_root)),
    WITH_BOUND)

_area = y**2 / (2 * turn) - sp.Max(y - turn, 0) ** 2 / (2 * turn * (1 - turn))
_D = sp.Lambda((y,), b + (1 - b) * y)

PLACED = Statement(id="vector.turns", paper=PAPER,
    item="ours: from one dimension to the next, the zeros of the slope",
    title="where g rises once and falls once on the circle, with bounded slope, W is 0 at a place "
    "on either arc",
    printed_latex=r"\begin{gathered}W=Dg-N,\quad0<D\le D(1),\quad D(0)=bD(1),\ N(0)=bN(1),\ "
    r"g(0)=g(1)\\g\text{ rises on }[0,s],\ \text{falls on }[s,1],\quad|g(y+z)-g(y)|\le cz,\qquad "
    r"\delta=D(y+z)-D(y)\\N(y+z)-N(y)\text{ between }g(y)\,\delta\text{ and }g(y+z)\,\delta\text{ "
    r"on either arc}\\\Rightarrow\quad W(0)<0<W(s),\quad W(1)<0,\qquad|W(x+h)-W(x)|\text{ moves by "
    r"at most }c\,D(1)\,h\\ W(r)=W(q)=0\text{ for some }0<r<s<q<1\end{gathered}",
    parameters=WITH_BOUND, given=(D, N, g),
    hypotheses=(POSITIVE, RISES, FALLS, UP_LOW, UP_HIGH, DOWN_LOW, DOWN_HIGH, ROUND_D, ROUND_N,
        ROUND_G, LARGEST, GENTLE_UP, GENTLE_DOWN), printed=(BEGINS, TOPS, ENDS, RISE, FALL, ZEROS),
    note="W is D g - N. The functions are those of vector.arcs, g for its h. In d >= 2 dimensions "
    "g = T_(d-1+p)/T_(d-1) has a bounded slope on [0, 1] for every p > 0, as T_(d-2+p) and T_(d-2) "
    "are bounded there and T_(d-1) is at least b.",
    examples=({"D": _D, "g": sp.Lambda((y,), bound * sp.Min(y * (1 - turn), (1 - y) * turn)),
            "N": sp.Lambda((y,), bound * turn * (1 - turn) * (b / 2 + (1 - b) * _area))},))

LOW_ZERO, HIGH_ZERO = (Goal(zero(place), AT) for place in (low_root, high_root))
SIGNS = (Goal(that(weight(y)) < 0, AT & between(y, 0, low_root, "[)")),
    Goal(that(0) < weight(y), AT & between(y, low_root, turn, "(]")),
    Goal(that(0) < weight(y), AT & between(y, turn, high_root, "[)")),
    Goal(that(weight(y)) < 0, AT & between(y, high_root, 1, "(]")))

_fall = (  # with D = 1 + y and slopes 1 and -_fall of g, W is 0 at r and at q
    (turn - low_root) * (2 + turn + low_root) / ((high_root - turn) * (2 + high_root + turn))
)
_past = sp.Max(y - turn, 0)

SIGNED = Statement(id="vector.turns.signs", paper=PAPER,
    item="ours: from one dimension to the next, the signs of the slope",
    title="between its zeros W is positive, and on the rest of the circle negative",
    printed_latex=r"\begin{gathered}W=Dg-N,\quad D>0,\quad g\text{ rises on }[0,s],\ \text{falls "
    r"on }[s,1],\qquad\delta=D(y+z)-D(y)\\ N(y+z)-N(y)<g(y+z)\,\delta\text{ on }[0,s],\quad "
    r"N(y+z)-N(y)>g(y+z)\,\delta\text{ on }[s,1]\\W(r)=W(q)=0,\quad0<r<s<q<1\\\Rightarrow\quad "
    r"W<0\text{ on }[0,r),\quad W>0\text{ on }(r,q),\quad W<0\text{ on }(q,1]\end{gathered}",
    parameters=AT, given=(D, N, g),
    hypotheses=(POSITIVE, RISES, FALLS, UP_HIGH, DOWN_LOW, LOW_ZERO, HIGH_ZERO), printed=SIGNS,
    note="W is D g - N: so the zeros of vector.turns are the only ones. What is assumed of D, N "
    "and g is part of what vector.turns assumes of them.",
    examples=({"D": sp.Lambda((y,), 1 + y), "g": sp.Lambda((y,), y - (1 + _fall) * _past),
            "N": sp.Lambda((y,), low_root + (low_root**2 + y**2 - (1 + _fall) * _past**2) / 2)},))

REASONS = {POSITIVE: "D is positive", RISES: "g rises up to s", FALLS: "and then falls",
    UP_LOW: "where g rises, N grows by more than g at the start times the growth of D",
    UP_HIGH: "where g rises, N grows by less than g at the end times the growth of D",
    DOWN_LOW: "where g falls, N grows by more than g at the end times the growth of D",
    DOWN_HIGH: "and by less than g at the start times it",
    ROUND_D: "D at 0 is b times what it is at 1", ROUND_N: "and so is N",
    ROUND_G: "and g comes back",
    LARGEST: "D is largest at 1", GENTLE_UP: "g rises by no more than c z",
    GENTLE_DOWN: "and falls by no more", LOW_ZERO: "D g - N is 0 at r", HIGH_ZERO: "and at q"}


def assumed(proof: Proof, statement: Statement) -> dict[Goal, str]:
    """Append the hypotheses of a claim."""
    return {goal: proof.assumes(goal, because=REASONS[goal]) for goal in statement.hypotheses}


def _ends(proof: Proof, has: Mapping[Goal, str]) -> tuple[str, str, str]:
    """Append that W is negative at 0, positive at s and negative at 1."""

    def concludes(goal: Goal, why: str, facts: Facts) -> str:
        uses = tuple(dict.fromkeys(name for name, _, _ in facts))
        return proof.concludes(goal, by="entailment", uses=uses, facts=facts, because=why)

    first: dict[sp.Symbol, sp.Expr] = {y: sp.Integer(0), gap: turn}
    second: dict[sp.Symbol, sp.Expr] = {y: turn, gap: 1 - turn}
    share, round_d, round_n, round_g = 1 / (1 - b), has[ROUND_D], has[ROUND_N], has[ROUND_G]
    ends = concludes(ENDS, "over the period N grows by more than g(0) times the growth of D, which "
        "are (1 - b) N(1) and (1 - b) D(1)",
        [(has[UP_LOW], first, share), (has[DOWN_LOW], second, share), (round_d, {}, -share * g(0)),
            (round_n, {}, share), (round_g, {}, share * (D(turn) - b * D(1)))])
    begins = concludes(BEGINS, "D g - N at 0 is b times what it is at 1",
        [(ends, {}, b), (round_d, {}, -g(0)), (round_n, {}, 1), (round_g, {}, -b * D(1))])
    tops = concludes(TOPS, "on [0, s], and b times on [s, 1], N grows by less than g(s) times the "
        "growth of D",
        [(has[UP_HIGH], first, share), (has[DOWN_HIGH], second, b * share),
            (round_d, {}, share * g(turn)), (round_n, {}, -share)])
    return begins, tops, ends


def _gentle(proof: Proof, has: Mapping[Goal, str], goal: Goal, place: sp.Expr, *facts: Goal) -> str:
    """Append that W moves by no more than c D(1) times the distance, on one arc; ``place`` is
    where g moves D is counted, and the facts are how g moves, how gently, and how N does.
    """
    on, there = goal.domain, start + step
    moves, gentle, mean = facts
    at: dict[sp.Symbol, sp.Expr] = {y: start, gap: step}
    less_g, more_g = (start, there) if moves == RISES else (there, start)
    moved = g(more_g) - g(less_g)
    rise = proof.follows(that(0) <= moved, (has[moves], at), on=on,
        because="by which g moves there")
    end = proof.follows(that(0) < D(1), has[POSITIVE], on=on, because="D is positive at 1")
    return proof.follows(goal, (has[mean], at), (has[LARGEST], {y: place}, moved),
        (has[gentle], at, D(1)), also=(rise, end),
        because="so D g - N moves by no more than c D(1) h")


def derive_places() -> Derivation:
    proof = Proof(WITH_BOUND, PLACED)
    has = assumed(proof, PLACED)
    begins, tops, ends = _ends(proof, has)
    rise = _gentle(proof, has, RISE, start + step, RISES, GENTLE_UP, UP_LOW)
    fall = _gentle(proof, has, FALL, start + step, FALLS, GENTLE_DOWN, DOWN_HIGH)
    slope = bound * D(1)
    up = proof.obtains("intermediate value", "rising", on=WITH_BOUND, uses=(rise, begins, tops),
        because="so D g - N is 0 at some place before s", curve=weight(start), slope=slope,
        lower=sp.Integer(0), upper=turn)
    below, above = (proof.follows(that(lhs) < rhs, fact, on=WITH_BOUND,
        because="turned upside down")
        for fact, lhs, rhs in ((tops, -weight(turn), 0), (ends, 0, -weight(1))))
    down = proof.obtains("intermediate value", "falling", on=WITH_BOUND, uses=(fall, below, above),
        because="so D g - N is 0 at some place after s",
        curve=-weight(start), slope=slope, lower=turn,
        upper=sp.Integer(1))
    after, before, first = (proof.knows(up, fact, because=why)
        for fact, why in enumerate(("it is after 0", "and before s", "and W is 0 there")))
    beyond, within, minus = (proof.knows(down, fact, because=why)
        for fact, why in enumerate(("it is after s", "and before 1", "and -W is 0 there")))
    early, late = (
        proof.follows(that(lhs) < rhs, fact, on=WITH_BOUND, because="so it is on the circle")
        for fact, lhs, rhs in ((before, up.term, 1), (beyond, 0, down.term)))
    second = proof.follows(Relation(weight(down.term), "==", sp.Integer(0)), minus, on=WITH_BOUND,
        because="and so W is as well")
    proof.exists(ZEROS, {low_root: up.term, high_root: down.term},
        uses=(first, second, before, beyond, after, early, late, within),
        because="so there are two such places")
    return proof.done()


def derive_signs() -> Derivation:
    proof = Proof(AT, SIGNED)
    has = assumed(proof, SIGNED)
    up, down = (has[UP_HIGH], has[RISES]), (has[DOWN_LOW], has[FALLS])
    low, high = has[LOW_ZERO], has[HIGH_ZERO]
    for goal, first, last, (mean, moves), (zero_at, times), why in (
            (SIGNS[0], y, low_root, up, (low, -1), "D g - N rises to its first zero"),
            (SIGNS[1], low_root, y, up, (low, 1), "D g - N rises on from there"),
            (SIGNS[2], y, high_root, down, (high, 1), "D g - N falls to its second zero"),
            (SIGNS[3], high_root, y, down, (high, -1), "D g - N falls on from there")):
        at: dict[sp.Symbol, sp.Expr] = {y: first, gap: last - first}
        here = proof.follows(that(0) < D(first), (has[POSITIVE], {y: first}), on=goal.domain,
            because="D is positive there")
        proof.follows(goal, (mean, at), (moves, at, D(first)), (zero_at, times), also=(here,),
            because=why)
    return proof.done()


CLAIMS = (Claim(PLACED, derive_places), Claim(SIGNED, derive_signs))
