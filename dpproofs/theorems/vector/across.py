"""The mean value theorem for the sums on an arc through 0 = 1, where all of them take a factor b.

Up to 1 it is that of an interval, and so it is from any place after 0 on; as that place tends to 0,
every sum tends to b times what it is at 1.
"""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, between, positive
from dpproofs.kernel.proposition import Sum, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.staircase import powers
from dpproofs.theorems.staircase.series import Adding, Series
from dpproofs.theorems.vector.mean import (
    TERM,
    Increments,
    T,
    big,
    bounded,
    d,
    gap,
    high,
    least,
    low,
    m,
    most,
    p,
    top,
    y,
)
from dpproofs.theorems.vector.ratios import n, one, zero
from dpproofs.theorems.vector.setting import PAPER, RATIO, b

start = sp.Symbol("a", positive=True)

ON = Domain(
    (RATIO, between(d, 1, sp.oo), positive(p), between(low, 0, 1), between(high, 0, 1, "(]")))
UP, DOWN = between(y, low, 1, "[]"), between(y, 0, high, "(]")
ORDER = Domain((RATIO, positive(m)))
LATER = ORDER & between(y, 0, 1) & between(gap, 0, 1 - y, "(]")
NEAR = ORDER & between(start, 0, 1)

SUMS = Goal(Sum(b**n * (n + y) ** m, n, zero, sp.oo, T(m, y)), ORDER & between(y, 0, 1, "(]"))
ABOVE = tuple(Goal(that(least() * T(d - 1, y)) <= T(d - 1 + p, y), ON & arc)
    for arc in (UP, DOWN))
BELOW = tuple(Goal(that(T(d - 1 + p, y)) <= most() * T(d - 1, y), ON & arc)
    for arc in (UP, DOWN))
SIGN, SIGNS = (Goal(that(0) <= bound(), ON) for bound in (least, most))

_grown, _more = big(high) - b * big(low), top(high) - b * top(low)
LOW = Goal(that(least() * _grown) <= _more, ON)
HIGH = Goal(that(_more) <= most() * _grown, ON)
CLOSE = (Goal(that(b * T(m + 1, 1)) <= T(m + 1, start), NEAR),
    Goal(that(T(m + 1, start)) <= b * T(m + 1, 1) + start * (1 + (m + 1) * T(m, 1)), NEAR))


def model() -> dict[str, sp.Lambda]:
    """The sums by Lerch's transcendent; the bounds by the ends of a period, as all sums rise."""
    order, place = sp.symbols("m y", positive=True)

    def total(of: sp.Expr, at: sp.Expr) -> sp.Expr:
        return sp.lerchphi(b, -of, at)

    return {"T": sp.Lambda((order, place), total(order, place)),
        "g_least": sp.Lambda((), b * total(d - 1 + p, one) / total(d - 1, one)),
        "g_most": sp.Lambda((), total(d - 1 + p, one) / (b * total(d - 1, one)))}


ACROSS = Statement(id="vector.turns.across", paper=PAPER,
    item="ours: the mean value theorem for the sums of the staircase, across 0 = 1",
    title="on an arc through 0 = 1 as well, the increments of N and D are in a proportion between "
    "the least and the greatest of their slopes",
    printed_latex=r"\begin{gathered}T_m(y)=\sum_{k\ge0}b^k(k+y)^m,\qquad D=(d+p)T_d,\quad "
    r"N=d\,T_{d+p},\qquad g_0\le\frac{T_{d-1+p}}{T_{d-1}}\le g_1\text{ on }[l,1]\text{ and on "
    r"}(0,u]\\\Rightarrow\quad g_0\,(D(u)-b\,D(l))\le N(u)-b\,N(l)\le "
    r"g_1\,(D(u)-b\,D(l))\\b\,T_{m+1}(1)\le T_{m+1}(a)\le "
    r"b\,T_{m+1}(1)+a\,(1+(m+1)\,T_m(1))\\(d>1,\ p,m>0,\ 0<l,a<1,\ 0<u\le1)\end{gathered}",
    parameters=ON, given=(T, least, most), hypotheses=(SUMS, *ABOVE, *BELOW, SIGN, SIGNS),
    printed=(*CLOSE, LOW, HIGH),
    note="D is (d + p) T_d and N is d T_(d+p), for all real d > 1 and p > 0. Continued to the line "
    "by D(y + 1) = D(y)/b, and N as well, the functions grow from l to 1 + u by D(u)/b - D(l) and "
    "N(u)/b - N(l); here both are taken times b. With vector.turns.mean this is what vector.arcs "
    "and vector.turns assume of the increments of N on every arc of the circle, wherever the "
    "period is cut.", examples=(model(),))


def close_to_zero(proof: Proof, sums: str, terms: powers.Terms) -> tuple[str, str]:
    """Append that near 0 a sum is nearly b times what it is at 1."""
    adding = Adding(proof, NEAR)
    every = Series(sums, b**n * (n + y) ** m, T(m, y))

    def shifted(of: Series, first: sp.Expr) -> Series:
        rest = proof.applies("without the first term", on=NEAR, uses=(of.step,), terms=of.term,
            value=of.value, because="without its first term")
        return Series(rest, of.term.xreplace({n: n + 1}), of.value - first)

    near, whole, slope = (adding.at(every, {m: order, y: place})
        for order, place in ((m + 1, start), (m + 1, one), (m, one)))
    rest = adding.combined(shifted(near, start ** (m + 1)), one, whole, -b,
        "take b times the sum at 1 from what is left")
    grows = {powers.r: m + 1, powers.x: n + 1, powers.s: start}
    some = adding.compared(adding.scaled(rest, zero, "zeros add up to 0"), rest,
        (terms.grows, grows, b ** (n + 1)), because="powers grow")
    little = adding.compared(rest, adding.scaled(shifted(slope, one), (m + 1) * start),
        (terms.tangent_above, {**grows, powers.r: m}, b ** (n + 1)),
        (terms.grows, {powers.r: m, powers.x: n + 1 + start, powers.s: 1 - start},
            b ** (n + 1) * (m + 1) * start),
            because="each term grows by no more than a tangent has it")
    return (proof.follows(CLOSE[0], some, because="its first term is not negative"),
        proof.follows(CLOSE[1], little,
            (terms.grows, {powers.r: m, powers.x: start, powers.s: 1 - start}, start),
            because="the first term a^{m + 1} is at most a"))


def derive() -> Derivation:
    proof = Proof(ON, ACROSS)
    sums, up_low, down_low, up_high, down_high, sign, signs = proof.supposes((SUMS, "the sums"),
        (ABOVE[0], "up to 1 the slopes of N and D have a least proportion"),
        (ABOVE[1], "and from 0 on"),
        (BELOW[0], "up to 1 they have a greatest one"), (BELOW[1], "and from 0 on"),
        (SIGN, "the least is not negative"), (SIGNS, "nor is the greatest"))
    proof.idea("D = (d + p) T_d and N = d T_(d+p). Up to 1 the arc is an interval, and from any "
        "place after 0 on it is one; as that place tends to 0, every sum tends to b times what it "
        "is at 1. An interval is cut into k + 1 equal parts, on each of which tangents bound both "
        "increments; what that leaves is at most a constant over k.")
    proof.part("How the sums grow")
    grown = Increments(proof, sums, LATER)
    close = close_to_zero(proof, sums, grown.powers)
    inside = ON & between(start, 0, high)
    proof.part("Their increments in proportion")
    for goal, named, is_some, up, down in ((LOW, least(), sign, up_low, down_low),
            (HIGH, most(), signs, up_high, down_high)):
        above, side = goal == LOW, 1 if goal == LOW else -1
        before, after = (
            bounded(proof, grown, fact, is_some, named, above=above, over=over, ends=ends)
            for fact, over, ends in ((up, ON, (low, one)), (down, inside, (start, high))))
        gap_ = side * (named * _grown - _more)
        at, steps = {start: high / (n + 2)}, n + 2
        times = steps * (d + p) * named
        some = proof.follows(that(0) <= times, (is_some, {}, steps * (d + p)), on=ON & TERM,
            because="a multiple")
        if above:
            most_of = (d + p) * named * high * (1 + d * T(d - 1, 1))
            near = [(close[1], {**at, m: d - 1}, times),
                (close[0], {**at, m: d + p - 1}, steps * d)]
        else:
            most_of = d * high * (1 + (d + p) * T(d + p - 1, 1))
            near = [(close[1], {**at, m: d + p - 1}, steps * d),
                (close[0], {**at, m: d - 1}, times)]
        small = proof.follows(that(n * gap_) <= most_of - 2 * gap_, (before, {}, b * steps),
            (after, at, steps), *near, on=ON & TERM, also=(some,),
            because="add b times the arc up to 1, the arc from a place near 0 on, and how little a "
            "sum there differs from b times that at 1")
        none = proof.applies("Archimedes", on=ON, uses=(small,), value=gap_,
            bound=most_of - 2 * gap_,
            because="the second arc may begin as near to 0 as one likes, so that nothing is left")
        proof.follows(goal, none, because="which is the bound")
    return proof.done()


CLAIMS = (Claim(ACROSS, derive),)
