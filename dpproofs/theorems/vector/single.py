"""One dimension: the cost falls up to one first radius and rises from there on, for every power."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.assertions import Exists
from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, between
from dpproofs.kernel.proposition import Relation, Sum, that
from dpproofs.kernel.rules import OWN
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.staircase import powers
from dpproofs.theorems.staircase.series import Adding, Series
from dpproofs.theorems.vector.across import close_to_zero, start
from dpproofs.theorems.vector.base import (
    AFFINE,
    CLIMBS,
    COSTS,
    HIGH,
    LATER,
    LOW,
    ON,
    RISES,
    SUMS,
    UP,
    GrowthSteps,
    T,
    gap,
    is_positive,
    known_of,
    later,
    m,
    model,
    p,
    positive_at,
    slope,
    y,
)
from dpproofs.theorems.vector.mean import Increments
from dpproofs.theorems.vector.ratios import n, one
from dpproofs.theorems.vector.setting import PAPER, b

half, quarter = sp.Rational(1, 2), sp.Rational(1, 4)
root = sp.Symbol("r", positive=True)
x, h = OWN["x"], OWN["h"]

ZERO = Goal(Exists(Domain((between(root, 0, 1),)), (Relation(slope(root), "==", sp.Integer(0)),)),
    ON)

STATEMENT = Statement(id="vector.best.line", paper=PAPER,
    item="ours: the best first radius in one dimension, for every power",
    title="in one dimension the cost of the staircase falls up to one first radius and rises from "
    "there on",
    printed_latex=r"\begin{gathered}T_m(y)=\sum_{k\ge0}b^k(k+y)^m,\qquad "
    r"C=\frac{T_{1+p}}{(1+p)T_1},\qquad W=(1+p)(1-b)\,T_1T_p-T_{1+p}\\W(y)<W(y+z),\qquad "
    r"W(y)\,z<(1-b)\bigl(T_{1+p}(y+z)T_1(y)-T_{1+p}(y)T_1(y+z)\bigr)<W(y+z)\,z\\W(r)=0\text{ for "
    r"some }0<r<1\qquad(p>0,\ 0<y<y+z\le1)\end{gathered}", parameters=ON, given=(T,),
    hypotheses=(SUMS,), printed=(AFFINE, RISES, LOW, HIGH, CLIMBS, *COSTS, ZERO),
    note="For every real p > 0, with C = E||X||^p at sensitivity 1. W increases, and what stands "
    "in the middle is C(y + z) - C(y) times a positive number: so C strictly falls on (0, r], "
    "strictly rises on [r, 1], and r is the one best first radius. The first four goals are what "
    "vector.arcs.line and vector.best assume of N = T_(1+p), D = (1 + p) T_1 and g = (1 - b) T_p. "
    "The slope of g may have no bound near 0, so W is looked at from a place a on at which it is "
    "still negative.", examples=(model(),))


_share = 1 / (1 - b)
_quarterly, _half, _one = T(p, quarter), T(p, half), T(p, one)
_first = T(1, one)


_LOGARITHMS = {"low": "l_0", "high": "l_1"}


def _small(proof: Proof, called: str, gain: sp.Expr, some: str, size: sp.Expr,
        is_some: str) -> tuple[sp.Expr, str]:
    """Append that there is a number a in (0, 1/4) with a size <= gain/4, both being positive."""
    found = proof.obtains("reciprocal", f"{called}_part", uses=(some,), value=gain,
        because="it has a reciprocal")
    part = found.term
    above, unit = (proof.knows(found, fact, because=why)
        for fact, why in enumerate(("it is positive", "and times it 1")))
    there = proof.follows(that(0) < size * part, (is_some, part), also=(above,),
        because="the quotient is positive")
    log = proof.obtains("logarithm", _LOGARITHMS[called], uses=(there,), value=size * part,
        because="the quotient is e to the power of a number")
    same = proof.knows(log, 0, because="which is the quotient")
    a = 1 / (4 * (1 + sp.exp(log.term)))
    proof.letter(sp.Symbol(f"a_{_LOGARITHMS[called][-1]}", positive=True), a)
    return a, proof.follows(that(a * size) <= gain / 4, (same, a * gain), (unit, a * size),
        (some, a),
        because="one over 4 times 1 plus the quotient is at most a quarter of its inverse")


def derive() -> Derivation:
    proof = Proof(ON, STATEMENT)
    proof.idea("The cost is T_(1+p)/((1 + p) T_1), and its slope has the sign of W = (1 + p) (1 - "
        "b) T_1 T_p - T_(1+p). W increases, is negative near 0 and positive at 1, and rises "
        "nowhere faster than some multiple of the distance: so it is 0 at one place.")
    sums = proof.assumes(SUMS, because="T adds up powers")
    proof.part("How the sums grow")
    grown = Increments(proof, sums, LATER)
    known = known_of(proof, sums, grown)
    proof.part("A sum near 0 is nearly b times what it is at 1")
    close = close_to_zero(proof, sums, grown.powers)
    proof.part("W increases, and the cost with it")
    _costs(proof, known)
    proof.part("W is negative near 0")
    whole, above = _whole(proof, sums), is_positive(proof, sums, p)
    lower, begins = _begins(proof, known, close, whole, above)
    proof.part("W is positive at 1")
    ends = _ends(proof, known, close, whole, above)
    proof.part("W is 0 between")
    gentle, rate = _gentle(proof, sums, grown, known, above, lower)
    place = proof.obtains("intermediate value", "y_0", uses=(gentle, begins, ends),
        because="so the function of the last line is 0 at some place between",
        curve=slope(x), slope=rate, lower=lower,
        upper=one)
    after, before, zero_ = (proof.knows(place, fact, because=why)
        for fact, why in enumerate(("it is after a", "and before 1", "and W is 0 there")))
    late = proof.follows(that(0) < place.term, after, because="so after 0")
    proof.exists(ZERO, {root: place.term}, uses=(zero_, late, before),
        because="so there is such a place")
    proof.is_long(7)
    return proof.done()


def _costs(proof: Proof, known: GrowthSteps) -> None:
    """Append that W increases, and that the cost grows as it says."""
    proof.follows(CLIMBS, known.high, (known.affine, {}, (1 + p) * T(p, later)),
        (known.rises, {}, (1 + p) * (1 - b) * T(1, y)),
        also=(positive_at(proof, known, y, (1 + p) * (1 - b), UP),),
            because="add the growth of T(p + 1, y), of T(1, y) and of T(p, y), times their factors")
    for goal, mean, place, sign, why in (
            (COSTS[0], known.low, y, -1, "the cost grows by at least what its slope has at y"),
            (COSTS[1], known.high, later, 1,
                "the cost grows by at most what its slope has at y + z")):
        proof.follows(goal, (mean, {}, (1 - b) * T(1, place)),
            (known.affine, {}, sign * T(1 + p, place)),
            also=(positive_at(proof, known, place, 1 - b, UP),), because=why)


def _whole(proof: Proof, sums: str) -> str:
    """Append T_1(1) = 1/(1 - b)^2."""
    adding = Adding(proof, ON)
    whole = adding.at(Series(sums, b**n * (n + y) ** m, T(m, y)), {m: one, y: one})
    step = proof.shows(Sum(whole.term, n, sp.Integer(0), sp.oo, _share**2), by="sum", ratio=b,
        because="a sum in closed form")
    closed = Series(step, whole.term, _share**2)
    both = [adding.compared(*pair, because="the terms are the same")
        for pair in ((whole, closed), (closed, whole))]
    return proof.applies("antisymmetry", uses=both, left=_first, right=_share**2,
        because="so the sums are")


def _begins(proof: Proof, known: GrowthSteps, close: tuple[str, str], whole: str,
        above: str) -> tuple[sp.Expr, str]:
    """Append that W(a) < 0 at some a."""
    gain = b * (_half - _quarterly)
    rise = proof.follows(that(0) < gain, (known.rises, {y: quarter, gap: quarter}, b),
        because="T_p increases")
    a, little = _small(proof, "low", gain, rise, _one,
        proof.follows(that(0) < _one, (above, {y: one}), because="T_p is positive at 1"))
    times = (1 + p) * _share
    return a, proof.follows(that(slope(a)) < 0, (close[0], {start: a, m: p}, _share),
        (known.low, {y: a, gap: half - a}, b * _share),
        (known.low, {y: half, gap: half}, b * _share),
        (known.affine, {y: a, gap: 1 - a}, (1 + p) * T(p, a)),
        (whole, -(1 + p) * (1 - b) * T(p, a)),
        (known.rises, {y: a, gap: quarter - a}, times * b / 2),
        (known.rises, {y: a, gap: 1 - a}, times * a), (little, times), (rise, times / 4),
        because="T_(p + 1) there is at least b times what it is at 1, and on either part of the "
        "way to 1 it grows by more than (p + 1) T_p at the start times the length; T_p is larger "
        "by enough at 1/2")


def _ends(proof: Proof, known: GrowthSteps, close: tuple[str, str], whole: str, above: str) -> str:
    """Append 0 < W(1)."""
    gain, size = (1 + p) * (_one - _half), 1 + (1 + p) * _one
    rise = proof.follows(that(0) < gain, (known.rises, {y: half, gap: half}, 1 + p),
        because="T_p increases")
    a, little = _small(proof, "high", gain, rise, size,
        proof.follows(that(0) < size, (above, {y: one}, 1 + p), because="T_p is positive at 1"))
    return proof.follows(that(0) < slope(one), (whole, (1 + p) * (1 - b) * _one),
        (known.high, {y: half, gap: half}, _share), (known.high, {y: a, gap: half - a}, _share),
        (close[1], {start: a, m: p}, _share), (little, _share), (rise, _share / 4),
        (above, {y: half}, _share * (1 + p) * a),
        because="T_(p + 1) grows on either part of the way to 1 by less than (p + 1) T_p at the "
        "end times the length; T_p is smaller by enough at 1/2")


def _gentle(proof: Proof, sums: str, grown: Increments, known: GrowthSteps, above: str,
        a: sp.Expr) -> tuple[str, sp.Expr]:
    """Append that from a on W rises by no more than a number times the distance."""
    on = ON & between(x, a, 1, "[)") & between(h, 0, 1 - x, "(]")
    adding = Adding(proof, on)
    every, far = Series(sums, b**n * (n + y) ** m, T(m, y)), x + h
    high_p, low_p, high_n, low_n = (adding.at(every, {m: order, y: place}) for order in (p, 1 + p)
        for place in (far, x))
    power = {powers.r: p, powers.x: n + x, powers.s: h}
    steep = adding.compared(adding.scaled(adding.less(high_p, low_p, "this is how much one sum "
        "grows"), a),
        adding.less(high_n, low_n, "this is how much the next one grows"),
            (grown.powers.grows, power, b**n * (n + x - a)),
        because="T(p, .) grows by no more than a multiple of what T(p + 1, .) does, as n + x is "
        "not near 0")
    bounds = []
    for order, series in ((one, adding.at(every, {m: one, y: far})), (p, high_p)):
        end = adding.at(every, {m: order, y: one})
        rest = proof.applies("without the first term", on=on, uses=(end.step,), terms=end.term,
            value=end.value, because="without its first term")
        most = Series(rest, end.term.xreplace({n: n + 1}), end.value - 1)
        at = {powers.r: order, powers.x: n + far, powers.s: 2 - far}
        bounds.append(adding.compared(adding.scaled(series, b), most,
                (grown.powers.grows, at, b ** (n + 1)),
                because="each term is at most the next term at 1, as x + h < 2"))
    most_one, most_p = (_first - 1) / b, (_one - 1) / b
    times = (1 + p) * (1 - b) / a
    rate = times * (1 + p) * most_one * most_p
    here = [positive_at(proof, known, far, factor, on)
        for factor in (times, times * (1 + p) * h / b)]
    level = proof.follows(that(0) <= times * (1 + p) * h / b * most_p,
        (bounds[1], times * (1 + p) * h / b**2), (above, {y: far}, times * (1 + p) * h / b), on=on,
        because="the other bound is not negative")
    there = {y: x, gap: h}
    return proof.follows(that(slope(far) - slope(x)) <= rate * h, (known.low, there),
        (known.affine, there, -(1 + p) * T(p, x)), (steep, times * T(1, far)),
        (known.high, there, times * T(1, far)), (bounds[1], times * (1 + p) * h / b * T(1, far)),
        (bounds[0], times * (1 + p) * h / b * most_p), on=on, also=(*here, level),
        because="put in the bounds of each factor"), rate


CLAIMS = (Claim(STATEMENT, derive),)
