"""A sharper lower bound on the amplitude: the optimum of noise on the multiples of Delta.

Theorem 4 uses half-lines that begin on one side of the origin. One that begins at w - Delta, with
0 < w < Delta, moved by Delta, gives 1 - P(X <= w - Delta) <= exp(epsilon) P(X > w) + delta.
"""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.assertions import Expected
from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, between, index
from dpproofs.kernel.proposition import Sum, that
from dpproofs.kernel.terms import Mass, interval
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.trunclap.lower_bounds import (EXAMPLE, ON, PRIVATE, X, outside, show_decay,
    show_moved, z)
from dpproofs.theorems.trunclap.moments import RATIO, b, count, tail
from dpproofs.theorems.trunclap.setting import DELTA, PAPER, Delta, delta

k = sp.Symbol("k", integer=True)
w = sp.Symbol("x", real=True)  # the letter of the rule
N = sp.Symbol("N", integer=True, positive=True)

_first = 2 * b * (1 - delta) / (1 + b)


def level(place: sp.Expr) -> sp.Expr:
    """h_k, k >= 1: h_1 is the first, and h_{k+1} = b (h_k - 2 delta)."""
    return b ** (place - 1) * _first - 2 * delta * b * (1 - b ** (place - 1)) / (1 - b)


def moment(places: sp.Expr) -> sp.Expr:
    """The sum of h_k over k = 1, ..., places."""
    all_ = (1 - b**places) / (1 - b)
    return all_ * _first - 2 * delta * b / (1 - b) * (places - all_)


_INSIDE = ON & between(w, 0, Delta)
_EACH = Domain((RATIO, DELTA, index(count, 1)))
_PERIODS = _INSIDE & index(count, 0)
_both = outside(w + count * Delta) + outside(Delta - w + count * Delta)
AMPLITUDE = Goal(Expected(X(), w, w, ">=", Delta * moment(count)), ON & index(count, 0))
PAIR = Goal(that(2 * level(count + 1)) <= _both, _PERIODS)
ABOVE = Goal(that(tail(count)) < level(count), _EACH)
TOTAL = Goal(Sum(level(k), k, sp.Integer(1), count, moment(count)),
    Domain((RATIO, DELTA, index(count, 0))))
ORIGIN = Goal(that(b * (1 - level(sp.Integer(1)))) ==
    (level(sp.Integer(1)) - level(sp.Integer(2))) / 2, Domain((RATIO, DELTA)))
DECAY = Goal(that(b * (level(count) - level(count + 1))) ==
    level(count + 1) - level(count + 2), _EACH)
#: epsilon = 0 and delta = 1/(2N): h_k = 1 - delta - 2 (k-1) delta, and the sum is 1/(4 delta).
UNIFORM = Goal(Sum(1 - 1 / (2 * N) - (k - 1) / N, k, sp.Integer(1), N, N / sp.Integer(2)),
    Domain((index(N, 1),)))

SHARPER = Statement(id="trunclap.thm4.sharp", paper=PAPER, item="ours: a sharper Theorem 4",
    title="a sharper lower bound on the amplitude",
    printed_latex=r"V_1^*\ge\Delta\sum_{k\ge1}\max(0,h_k),\quad h_1=\frac{2(1-\delta)}{1+e^"
    r"\epsilon},\quad h_{k+1}=e^{-\epsilon}(h_k-2\delta)", hypotheses=(PRIVATE,),
    printed_text="no amplitude is below Delta times the sum of max(0, h_k) over k >= 1, with h_1 = "
    "2 (1 - delta)/(1 + exp(epsilon)) and h_{k+1} = exp(-epsilon) (h_k - 2 delta)", parameters=ON,
    given=(X,), printed=(AMPLITUDE, ABOVE, TOTAL, ORIGIN, DECAY, UNIFORM), examples=(EXAMPLE,),
    note="For all epsilon, delta and Delta (b = exp(-epsilon)), and with the sum over k = 1, ..., "
    "n for every n; it is largest for the n after which h_k is no longer positive. h_k is above "
    "g_k of Theorem 4, so that the bound is larger. The last three goals say how h falls: by "
    "exp(epsilon) from the origin on, as masses do that lose nothing, and that for h_k = 1 - delta "
    "- 2 (k-1) delta, which h is in the limit epsilon = 0, and delta = 1/(2N) the sum is 1/(4 "
    "delta), that of uniform noise. That some private noise attains the bound is not shown; "
    "without epsilon the bound is claim optimum.amplitude.")


def derive() -> Derivation:
    proof = Proof(ON, SHARPER)
    decay = show_decay(proof)
    across = _show_across(proof)
    gap = (_both - 2 * level(count + 1)) / b**count
    grows = proof.follows(that(0) <= gap.xreplace({count: count + 1}) - gap,
        *((decay, {z: place + count * Delta}, b ** (-count - 1)) for place in (w, Delta - w)),
        on=_PERIODS,
        because="the gap to the bound, over b^n, does not shrink from one period to the next")
    kept = proof.applies("induction", on=_PERIODS, uses=(grows,), because="the gap to the bound, "
        "over b^n, does not fall from one period to the next", terms=gap,
        step=0, last=sp.oo)
    pair = proof.follows(PAIR, kept, across, (across, {w: Delta - w}),
        because="at n = 0 privacy for both half-lines says so, and the gap does not fall",
        latex=r"2h_{n+1}\le G(w+n\Delta)+G(\Delta-w+n\Delta)")
    _show_amplitude(proof, pair)
    proof.concludes(ABOVE, by="sign", because="the new bound is larger in every period")
    proof.concludes(TOTAL, by="sum", because="the sum of the first of them", quotient=moment(k - 1))
    proof.concludes(ORIGIN, by="identity",
        because="b times the mass at the origin is the next mass, on either side")
    proof.concludes(DECAY, by="identity",
        because="b times the mass at a multiple of Delta is the mass at the next")
    proof.concludes(UNIFORM, by="sum", because="the bound for epsilon = 0 and delta = 1/(2N)")
    return proof.done()


def _show_across(proof: Proof) -> str:
    """Append what privacy says of half-lines that begin at a distance w from the origin once they
    are moved by Delta, on the other side of it before.
    """
    private = proof.assumed(PRIVATE)
    rays = ((interval(w - Delta, sp.oo), Delta), (interval(-sp.oo, Delta - w), -Delta))
    moved = [show_moved(proof, private, ray, shift, _INSIDE) for ray, shift in rays]
    before = proof.shows(that(sum(Mass(X(), ray) for ray, _ in rays) + outside(Delta - w)) == 2,
        on=_INSIDE, by="measure", because="what lies outside of one of them is beyond Delta - w")
    after = proof.shows(
        that(Mass(X(), interval(w, sp.oo)) + Mass(X(), interval(-sp.oo, -w))) <= outside(w),
        on=_INSIDE, by="measure", because="and moved they lie beyond w")
    return proof.follows(that(2 * b * (1 - delta)) <= outside(w) + b * outside(Delta - w),
        *((name, b) for name in moved), (before, b), after, on=_INSIDE,
        because="add up privacy for both")


def _show_amplitude(proof: Proof, pair: str) -> None:
    value = Delta * moment(count)
    begins = proof.shows(that(value.xreplace({count: sp.Integer(0)})) <= 0, by="sign",
        because="the bound begins with 0")
    rises = proof.follows(that(2 * (value.xreplace({count: count + 1}) - value)) <= Delta * _both,
        (pair, Delta), on=ON & index(count, 0) & between(w, 0, Delta),
        because="and rises by Delta h in each period")
    proof.applies("layer cake by pairs", on=AMPLITUDE.domain, uses=(begins, rises),
        because="integrate over each period", noise=X(), width=Delta, value=value)


CLAIMS = (Claim(SHARPER, derive),)
