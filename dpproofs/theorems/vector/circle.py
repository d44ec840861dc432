"""From one dimension to the next: the cost rises on one arc of the circle, and falls on one."""

from __future__ import annotations

from typing import Any

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, Variable, between
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import Proposition, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.vector.arcs import D, N, gap, grown, later, more, turn, y
from dpproofs.theorems.vector.exchange import Facts
from dpproofs.theorems.vector.line import g, weight
from dpproofs.theorems.vector.setting import PAPER
from dpproofs.theorems.vector.turns import high_root, low_root

C = Given("C", "function", 1)

AT = Domain((between(turn, 0, 1), between(low_root, 0, turn), between(high_root, turn, 1)))
PLACE = AT & between(y, 0, 1, "[]")


def arc(first: sp.Expr | int, last: sp.Expr | int) -> Domain:
    """Two places of an arc, y before y + z."""
    return AT & between(y, first, last, "[)") & between(gap, 0, last - y, "(]")


BEFORE, RISING, STILL, AFTER = ARCS = (arc(0, low_root), arc(low_root, turn), arc(turn, high_root),
    arc(high_root, 1))
UP, DOWN = arc(0, turn), arc(turn, 1)

POSITIVE = Goal(that(0) < D(y), PLACE)
GROWS = Goal(that(D(y)) < D(later), arc(0, 1))
UP_LOW = Goal(that(g(y) * grown) < more, UP)
UP_HIGH = Goal(that(more) < g(later) * grown, UP)
DOWN_LOW = Goal(that(g(later) * grown) < more, DOWN)
DOWN_HIGH = Goal(that(more) < g(y) * grown, DOWN)
QUOTIENT = Goal(that(C(y) * D(y)) == N(y), PLACE)


def _signed(first: sp.Expr | int, last: sp.Expr | int, *, positive: bool) -> Goal:
    place = AT & between(y, first, last, "[]")
    if positive:
        return Goal(that(0) <= weight(y), place)
    return Goal(that(weight(y)) <= 0, place)


SIGNS = {_signed(0, low_root, positive=False): "D g - N is negative before r",
    _signed(low_root, turn, positive=True): "positive from r",
    _signed(turn, high_root, positive=True): "still positive up to q",
    _signed(high_root, 1, positive=False): "and negative from there"}
CLIMBS = tuple(Goal(that(C(y)) < C(later), on) for on in (RISING, STILL))
SINKS = tuple(Goal(that(C(later)) < C(y), on) for on in (BEFORE, AFTER))

# an example with D = 3 + y and a slope of C in four pieces; W = D^2 C' rises up to s and then falls
_drop = (turn - low_root) / (high_root - turn)
_steep = (turn - low_root) * (high_root - low_root) / (low_root**2 + (1 - high_root) ** 2)
_kinks = ((low_root, 1 - _steep), (turn, -1 - _drop), (high_root, _drop - _steep))


def _slope(power: int) -> sp.Expr:
    """The slope of C (power 1), or C but for a constant (power 2)."""
    bent = (change * sp.Max(y - place, 0) ** power for place, change in _kinks)
    return sp.Add(_steep * (y - low_root) ** power, *bent) / power


_EXAMPLE = {"D": sp.Lambda((y,), 3 + y), "C": sp.Lambda((y,), _slope(2)),
    "N": sp.Lambda((y,), (3 + y) * _slope(2)),
    "g": sp.Lambda((y,), _slope(2) + (3 + y) * _slope(1))}

TURNED = Statement(id="vector.turns.arcs", paper=PAPER,
    item="ours: from one dimension to the next, the cost",
    title="where W is positive the cost rises, where it is negative it falls",
    printed_latex=r"\begin{gathered}W=Dg-N,\quad C=N/D,\quad0<D(y)<D(y+z),\qquad "
    r"\delta=D(y+z)-D(y)\\N(y+z)-N(y)\text{ between }g(y)\,\delta\text{ and }g(y+z)\,\delta\text{ "
    r"on }[0,s]\text{ and on }[s,1]\\W\le0\text{ on }[0,r],\quad W\ge0\text{ on }[r,q],\quad "
    r"W\le0\text{ on }[q,1],\quad0<r<s<q<1\\\Rightarrow\quad C\text{ falls on }[0,r],\text{ rises "
    r"on }[r,s]\text{ and on }[s,q],\text{ falls on }[q,1]\end{gathered}", parameters=AT,
    given=(D, N, g, C),
    hypotheses=(POSITIVE, GROWS, UP_LOW, UP_HIGH, DOWN_LOW, DOWN_HIGH, QUOTIENT, *SIGNS),
    printed=(*CLIMBS, *SINKS),
    note="W is D g - N. C rises and falls strictly, in each case. W has these signs by "
    "vector.turns.signs, and on the circle C goes round, C(0) = C(1), as D and N do: so C rises on "
    "one arc, from r to q, and falls on the other. From there the step to the next dimension "
    "begins, with C in the place of g and the period cut at r.", examples=(_EXAMPLE,))

ROUND = Goal(that(C(0)) == C(1), AT)
LEAST = (Goal(that(C(low_root)) < C(y), AT & between(y, 0, low_root, "[)")),
    Goal(that(C(low_root)) < C(y), AT & between(y, low_root, 1)))
LARGEST = (Goal(that(C(y)) < C(high_root), AT & between(y, 0, high_root)),
    Goal(that(C(y)) < C(high_root), AT & between(y, high_root, 1, "(]")))

BEST = Statement(id="vector.turns.best", paper=PAPER,
    item="ours: from one dimension to the next, the best first radius",
    title="a cost that rises on one arc of the circle and falls on the other is least at one place",
    printed_latex=r"\begin{gathered}C\text{ falls on }[0,r],\text{ rises on }[r,s]\text{ and on "
    r"}[s,q],\text{ falls on }[q,1],\quad C(0)=C(1),\quad0<r<s<q<1\\ \Rightarrow\quad "
    r"C(r)<C(y)\text{ for all }y\ne r,\quad C(y)<C(q)\text{ for all }y\ne q\end{gathered}",
    parameters=AT, given=(C,), hypotheses=(*CLIMBS, *SINKS, ROUND), printed=(*LEAST, *LARGEST),
    note="0 and 1 are one place, and y takes one of the two. With vector.turns and its other "
    "parts: in d >= 2 dimensions, where the cost of d - 1 dimensions rises on one arc and falls on "
    "the other, the best first radius is unique for every p > 0.", examples=({"C": _EXAMPLE["C"]},))


def _step(proof: Proof, claim: Proposition, on: Domain, facts: Facts, why: str) -> str:
    """Append what follows from some facts."""
    uses = tuple(dict.fromkeys(name for name, _, _ in facts))
    return proof.shows(claim, on=on, by="entailment", uses=uses, facts=facts, because=why)


def derive_arcs() -> Derivation:
    proof = Proof(AT, TURNED)
    positive, grows, up_low, up_high, down_low, down_high, quotient, *signs = proof.supposes(
        (POSITIVE, "D is positive"), (GROWS, "and rises"),
        (UP_LOW, "where g rises, N grows by more than g at the start times the growth of D"),
        (UP_HIGH, "and by less than g at the end times it"),
        (DOWN_LOW, "where g falls, N grows by more than g at the end times the growth of D"),
        (DOWN_HIGH, "and by less than g at the start times it"),
        (QUOTIENT, "C is N/D"), *SIGNS.items())
    found = proof.obtains("reciprocal", "part", on=PLACE, uses=(positive,),
        because="D has a reciprocal", value=D(y))
    above, product = (proof.knows(found, fact, because=reason)
        for fact, reason in enumerate(("it is positive", "and times D it is 1")))
    first, last = found.term, found.term.xreplace({y: later})
    change = N(later) * D(y) - N(y) * D(later)  # of C, times both D
    for goal, mean, sign, place in ((CLIMBS[0], up_low, signs[1], y),
            (CLIMBS[1], down_low, signs[2], later), (SINKS[0], up_high, signs[0], later),
            (SINKS[1], down_high, signs[3], y)):
        on, rises = goal.domain, 1 if goal in CLIMBS else -1
        wider = _step(proof, that(0) < grown, on, [(grows, {}, 1)], "D rises there")
        here = _step(proof, that(0) < D(place), on, [(positive, {y: place}, 1)], "and is positive")
        moved = proof.follows(that(0) < rises * change, (mean, D(place)), (sign, {y: place}, grown),
            on=on, also=(wider, here),
            because="the growth of N/D, times both D, has the sign of D g - N")
        parts = [
            _step(proof, that(0) < part, on, [(above, {y: at}, 1)], "the reciprocal is positive")
            for at, part in ((y, first), (later, last))]
        both = proof.shows(that(0) < first * last, on=on, by="entailment", uses=parts,
            facts=[(parts[0], {}, last)],
            because="a product of two positive reciprocals is positive")
        move = rises * (C(later) - C(y))
        proof.concludes(goal, by="entailment", uses=(moved, both, quotient, product),
            facts=[(moved, {}, first * last), (quotient, {}, -rises * first * last * D(later)),
                (quotient, {y: later}, rises * first * last * D(y)), (product, {}, -move),
                (product, {y: later}, -move * first * D(y))],
            because="divide by D(y) D(y + z), as C is N/D")
    return proof.done()


def derive_best() -> Derivation:
    proof = Proof(AT, BEST)
    still_up, up, early, late, round_c = proof.supposes((CLIMBS[1], "and from s to q"),
        (CLIMBS[0], "C rises from r to s"), (SINKS[0], "falls up to r"),
        (SINKS[1], "and from q on"),
        (ROUND, "and goes round"))
    at_r: dict[sp.Symbol, sp.Expr] = {y: low_root, gap: turn - low_root}
    at_s: dict[sp.Symbol, sp.Expr] = {y: turn, gap: high_root - turn}
    to_r: dict[sp.Symbol, sp.Expr] = {y: sp.Integer(0), gap: low_root}
    to_1: dict[sp.Symbol, sp.Expr] = {y: high_root, gap: 1 - high_root}

    def to(place: sp.Expr | int) -> dict[sp.Symbol, sp.Expr]:
        return {gap: place - y}

    def since(place: sp.Expr | int) -> dict[sp.Symbol, sp.Expr]:
        return {y: sp.S(place), gap: y - place}

    def piece(goal: Goal, first: Any, last: Any, ends: str, facts: Facts, why: str) -> str:
        on = AT & Variable(y, sp.S(first), sp.S(last), ends)
        return _step(proof, goal.proposition, on, facts, why)

    proof.follows(LEAST[0], (early, to(low_root)), because="before r it falls to r")
    pieces = [piece(LEAST[1], first, last, ends, facts, why)
        for first, last, ends, facts, why in (
            (low_root, turn, "(]", [(up, since(low_root), 1)], "up to s it rises from r"),
            (turn, high_root, "(]", [(up, at_r, 1), (still_up, since(turn), 1)],
                "up to q it rises further"),
            (high_root, 1, "()", [(late, to(1), 1), (round_c, {}, -1), (early, to_r, 1)],
                "then it falls to C(1) = C(0)"))]
    proof.concludes(LEAST[1], by="cases", uses=pieces, because="so C is nowhere below C(r) after r")
    pieces = [piece(LARGEST[0], first, last, ends, facts, why)
        for first, last, ends, facts, why in ((0, low_root, "(]",
                [(early, since(0), 1), (round_c, {}, -1), (late, to_1, 1)],
                "up to r it falls from C(0) = C(1)"),
            (low_root, turn, "()", [(up, to(turn), 1), (still_up, at_s, 1)], "then it rises"),
            (turn, high_root, "[)", [(still_up, to(high_root), 1)], "up to q it rises further"))]
    proof.concludes(LARGEST[0], by="cases", uses=pieces,
        because="so C is nowhere above C(q) before q")
    proof.follows(LARGEST[1], (late, since(high_root)), because="after q it falls from q")
    return proof.done()


CLAIMS = (Claim(TURNED, derive_arcs), Claim(BEST, derive_best))
