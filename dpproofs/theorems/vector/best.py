"""One dimension: the slope of the cost is 0 somewhere, and nowhere else is the cost as small."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.assertions import Exists
from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, between, positive
from dpproofs.kernel.proposition import Relation, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.vector.arcs import D, N, gap, later, y
from dpproofs.theorems.vector.line import (BEGINS, ENDS, HIGH, HYPOTHESES, LINE, LOW, PLACE,
    POSITIVE, UP, assumed, costs, g, signs, weight)
from dpproofs.theorems.vector.setting import PAPER, RATIO, b

bound = sp.Symbol("c", positive=True)
root = sp.Symbol("r", positive=True)
one = sp.Integer(1)
start, step = sp.Symbol("x", real=True), sp.Symbol("h", positive=True)  # as the rule has them
WITH_BOUND = Domain((RATIO, positive(bound)))
ROOT = between(root, 0, 1)
AT = Domain((RATIO, ROOT))

LARGEST = Goal(that(D(y)) <= D(1), PLACE)
GENTLE = Goal(that(g(later) - g(y)) <= bound * gap, UP & positive(bound))
ZERO = Goal(Exists(Domain((ROOT,)), (Relation(weight(root), "==", sp.Integer(0)),)), WITH_BOUND)

SPAN = WITH_BOUND & between(start, 0, 1, "[)") & between(step, 0, 1 - start, "(]")
RISE = Goal(that(weight(start + step) - weight(start)) <= bound * D(1) * step, SPAN)

PLACED = Statement(id="vector.best.place", paper=PAPER,
    item="ours: a zero of the slope in one dimension",
    title="where g rises over the whole period, with bounded slope, W is 0 at some place inside",
    printed_latex=r"\begin{gathered}W=Dg-N,\quad 0<D\le D(1),\quad D(0)=bD(1),\ "
    r"N(0)=bN(1),\quad0<g(y+z)-g(y)\le cz\\ "
    r"g(y)\,\delta<N(y+z)-N(y)<g(y+z)\,\delta,\qquad\delta=D(y+z)-D(y)\\ \Rightarrow\quad "
    r"W(0)<0<W(1),\quad W(x+h)-W(x)\le c\,D(1)\,h\\W(r)=0\text{ for some }0<r<1\end{gathered}",
    parameters=WITH_BOUND, given=(D, N, g), hypotheses=(*LINE.hypotheses, LARGEST, GENTLE),
    printed=(BEGINS, ENDS, RISE, ZERO),
    note="W is D g - N. The functions are those of vector.arcs.line, of gamma or of any power of "
    "it. In one dimension g = (1 - b) T_p has a bounded slope for p >= 1; for p < 1 it has one "
    "over gamma^p, of which D, N and g are such functions as well, as what is assumed of N and D "
    "does not depend on where they are.",
    examples=({"D": sp.Lambda((y,), b + (1 - b) * y), "g": sp.Lambda((y,), bound * y),
            "N": sp.Lambda((y,), bound * (b + (1 - b) * y**2) / 2)},))

REACHED = Goal(that(weight(root)) == 0, AT)
BEFORE = Goal(that(N(root) * D(y)) < N(y) * D(root), AT & between(y, 0, root, "[)"))
AFTER = Goal(that(N(root) * D(root + gap)) < N(root + gap) * D(root),
    AT & between(gap, 0, 1 - root, "(]"))

BEST = Statement(id="vector.best", paper=PAPER, item="ours: the best first radius in one dimension",
    title="where W is 0 the cost is less than anywhere else",
    printed_latex=r"\begin{gathered}W=Dg-N,\quad D>0,\quad "
    r"g(y)\,\delta<N(y+z)-N(y)<h(y+z)\,\delta,\qquad\delta=D(y+z)-D(y)\\ "
    r"W(r)=0,\quad0<r<1\quad\Rightarrow\quad\frac{N(r)}{D(r)}<\frac{N(y)}{D(y)}\text{ for all "
    r"}y\ne r\text{ in }[0,1]\end{gathered}", parameters=AT, given=(D, N, g),
    hypotheses=(POSITIVE, LOW, HIGH, REACHED), printed=(BEFORE, AFTER),
    note="W is D g - N, and the cost N/D. The two fractions are compared times D(r) D(y), which is "
    "positive. So there are not two such places, and in one dimension, with vector.best.place, the "
    "best first radius is unique for every p > 0.",
    examples=({"D": sp.Lambda((y,), 1 + y), "g": sp.Lambda((y,), y),
            "N": sp.Lambda((y,), root + (root**2 + y**2) / 2)},))


def derive_place() -> Derivation:
    proof = Proof(WITH_BOUND, PLACED)
    above, rises, low, high, round_d, round_n = assumed(proof)
    largest = proof.assumes(LARGEST, because="D is largest at 1")
    gentle = proof.assumes(GENTLE, because="and g rises by no more than c z")
    begins, ends = signs(proof, low, high, round_d, round_n)
    at: dict[sp.Symbol, sp.Expr] = {y: start, gap: step}
    there = start + step
    rise = proof.follows(that(0) <= g(there) - g(start), (rises, at), on=SPAN,
        because="g does not fall there")
    end = proof.follows(that(0) < D(1), above, on=SPAN, because="D is positive at 1")
    moves = proof.follows(RISE, (low, at), (largest, {y: there}, g(there) - g(start)),
        (gentle, at, D(1)), also=(rise, end),
        because="D g - N rises by no more than c D(1) h")
    place = proof.obtains("intermediate value", "place", on=WITH_BOUND, uses=(moves, begins, ends),
        because="so D g - N is 0 at some place between", curve=weight(start), slope=bound * D(1),
        lower=sp.Integer(0), upper=one)
    after, before, zero = (proof.knows(place, fact, because=why)
        for fact, why in enumerate(("it is after 0", "and before 1", "and W is 0 there")))
    proof.exists(ZERO, {root: place.term}, uses=(zero, after, before),
        because="so there is such a place")
    return proof.done()


def derive_best() -> Derivation:
    proof = Proof(AT, BEST)
    above, low, high, here = proof.supposes(
        *(known for known in HYPOTHESES.items() if known[0] in BEST.hypotheses),
        (REACHED, "D g - N is 0 at r"))
    least, most = costs(proof, above, low, high)
    proof.follows(BEFORE, (most, {gap: root - y}), (here, D(y) - D(root)),
        because="up to r N/D falls in all")
    proof.follows(AFTER, (least, {y: root}), (here, D(root + gap) - D(root)),
        because="and from there it rises")
    return proof.done()


CLAIMS = (Claim(PLACED, derive_place), Claim(BEST, derive_best))
