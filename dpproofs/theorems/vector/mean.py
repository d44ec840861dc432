"""The mean value theorem for the sums: their increments are in proportion as their slopes are.

An interval is cut into k equal parts, on each of which tangents bound both increments; what that
leaves is at most a constant over k.
"""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, between, index, positive
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import Sum, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.staircase import powers
from dpproofs.theorems.staircase.series import Adding, Series
from dpproofs.theorems.vector.ratios import n, step, zero
from dpproofs.theorems.vector.setting import PAPER, RATIO, b

m, p, y, gap = sp.symbols("m p y z", positive=True)
d = sp.Symbol("d", positive=True)
low, high = sp.symbols("l u", positive=True)
k = sp.Symbol("k", integer=True, nonnegative=True)

ON = Domain(
    (RATIO, between(d, 1, sp.oo), positive(p), between(low, 0, 1), between(high, low, 1, "(]")))
HERE = between(y, low, high, "[]")
AT = ON & positive(m)
PLACE = between(y, 0, 1, "(]")
LATER = AT & between(y, 0, 1) & between(gap, 0, 1 - y, "(]")
TERM = index(n, 0)

T = Given("T", "function", 2)
least, most = Given("g_least", "function"), Given("g_most", "function")

SUMS = Goal(Sum(b**n * (n + y) ** m, n, zero, sp.oo, T(m, y)), AT & PLACE)
ABOVE = Goal(that(least() * T(d - 1, y)) <= T(d - 1 + p, y), ON & HERE)
BELOW = Goal(that(T(d - 1 + p, y)) <= most() * T(d - 1, y), ON & HERE)
SIGN = Goal(that(0) <= least(), ON)
SIGNS = Goal(that(0) <= most(), ON)


def big(place: sp.Expr) -> sp.Expr:
    """D = (d + p) T_d."""
    return (d + p) * T(d, place)


def top(place: sp.Expr) -> sp.Expr:
    """N = d T_(d+p)."""
    return d * T(d + p, place)


LOW = Goal(that(least() * (big(high) - big(low))) <= top(high) - top(low), ON)
HIGH = Goal(that(top(high) - top(low)) <= most() * (big(high) - big(low)), ON)


def model() -> dict[str, sp.Lambda]:
    """The sums by Lerch's transcendent; the bounds by the ends, as all sums rise."""
    order, place = sp.symbols("m y", positive=True)

    def total(of: sp.Expr, at: sp.Expr) -> sp.Expr:
        return sp.lerchphi(b, -of, at)

    return {"T": sp.Lambda((order, place), total(order, place)),
        "g_least": sp.Lambda((), total(d - 1 + p, low) / total(d - 1, high)),
        "g_most": sp.Lambda((), total(d - 1 + p, high) / total(d - 1, low))}


MEAN = Statement(id="vector.turns.mean", paper=PAPER,
    item="ours: the mean value theorem for the sums of the staircase",
    title="the increments of N and D are in a proportion between the least and the greatest of "
    "their slopes",
    printed_latex=r"\begin{gathered}T_m(y)=\sum_{k\ge0}b^k(k+y)^m,\qquad D=(d+p)T_d,\quad "
    r"N=d\,T_{d+p},\qquad g_0\le\frac{T_{d-1+p}}{T_{d-1}}\le g_1\text{ on }[l,u]\\\Rightarrow\quad "
    r"g_0\,(D(u)-D(l))\le N(u)-N(l)\le g_1\,(D(u)-D(l))\qquad(d>1,\ p>0,\ 0<l<u\le1)\end{gathered}",
    parameters=ON, given=(T, least, most), hypotheses=(SUMS, ABOVE, BELOW, SIGN, SIGNS),
    printed=(LOW, HIGH),
    note="D is (d + p) T_d and N is d T_(d+p), for all real d > 1 and p > 0. Where "
    "T_(d-1+p)/T_(d-1) rises from l to u its values there are such numbers, and where it falls "
    "they are so the other way around: this is what vector.arcs and vector.turns assume of the "
    "increments of N, strictly as it is used on both halves of the interval.", examples=(model(),))


def _terms(order: sp.Expr, place: sp.Expr) -> sp.Expr:
    return b**n * (n + place) ** order


class Increments:
    """Steps that bound how much a sum grows by the sum of one order less, at either end."""

    def __init__(self, proof: Proof, sums: str, on: Domain = LATER) -> None:
        terms = powers.Terms(proof)
        adding = Adding(proof, on)
        far, every = y + gap, Series(sums, _terms(m, y), T(m, y))
        (near_now, far_now), (near_more, far_more) = (
            [adding.at(every, {m: order, y: place}) for place in (y, far)] for order in (m, m + 1))
        grown = adding.less(far_more, near_more, "this is how much a sum grows")
        at = {powers.r: m, powers.x: n + y, powers.s: gap}
        found = []
        for sum_, tangent, above in ((near_now, terms.tangent, True),
                (far_now, terms.tangent_above, False)):
            pair = (adding.scaled(sum_, (m + 1) * gap), grown)
            found.append(adding.compared(*(pair if above else pair[::-1]), (tangent, at, b**n),
                    because="each term grows by more than its tangent at one end has it, and by "
                    "less at the other"))
        self.low, self.high = found
        self.powers = terms


def bounded(proof: Proof, grown: Increments, bound: str, sign: str, named: sp.Expr, *, above: bool,
        over: Domain = ON, ends: tuple[sp.Expr, sp.Expr] = (low, high)) -> str:
    """Append that N grows by at least ``named`` times what D does, or by at most that.

    With k + 1 parts of equal width, N - g (D - c w T_(d-1)), or for the other bound
    g (D + c w T_(d-1)) - N, does not fall from part to part.
    """
    first_, last_ = ends
    width, c, side = (last_ - first_) / (k + 1), d * (d + p), 1 if above else -1
    on = over & index(k, 0) & index(n, 0, k)
    here, there = first_ + n * width, first_ + (n + 1) * width

    def held(place: sp.Expr) -> sp.Expr:
        return side * (top(place) - named * big(place)) + named * c * width * T(d - 1, place)

    some = step(proof, that(0) <= (d + p) * named, on, [(sign, {}, d + p)], "a multiple")
    first, second = (grown.low, grown.high) if above else (grown.high, grown.low)
    at = {y: here, gap: width}
    moves = proof.follows(that(0) <= held(there) - held(here), (first, {**at, m: d - 1 + p}, d),
        (second, {**at, m: d - 1}, (d + p) * named),
        (bound, {y: here if above else there}, c * width), on=on, also=(some,),
        because="on one part one increment lies above its tangent, the other below")
    along = proof.applies("induction", on=over & index(k, 0) & index(n, 0, k + 1), uses=(moves,),
        terms=held(here), step=zero, last=k + 1, because="from part to part")
    gap_ = side * (named * (big(last_) - big(first_)) - (top(last_) - top(first_)))
    rest = named * c * (last_ - first_) * (T(d - 1, last_) - T(d - 1, first_)) - gap_
    small = step(proof, that(n * gap_) <= rest, over & TERM, [(along, {k: n, n: n + 1}, n + 1)],
        "over all parts, however many")
    return proof.applies("Archimedes", on=over, uses=(small,), value=gap_, bound=rest,
        because="so for all parts at once, as k grows, nothing is left")


def derive() -> Derivation:
    proof = Proof(ON, MEAN)
    sums, lower, upper, sign, signs = proof.supposes((SUMS, "the sums"),
        (ABOVE, "the slopes of N and D have a least proportion"), (BELOW, "and a greatest"),
        (SIGN, "the least is not negative"), (SIGNS, "nor is the greatest"))
    proof.idea("D = (d + p) T_d and N = d T_(d+p). The interval is cut into k + 1 equal parts, on "
        "each of which tangents bound both increments; what that leaves is at most a constant over "
        "k.")
    proof.part("How the sums grow")
    grown = Increments(proof, sums)
    proof.part("Their increments in proportion")
    for goal, fact, is_some, named in ((LOW, lower, sign, least()), (HIGH, upper, signs, most())):
        none = bounded(proof, grown, fact, is_some, named, above=goal == LOW)
        proof.follows(goal, none, because="which is the bound")
    return proof.done()


CLAIMS = (Claim(MEAN, derive),)
