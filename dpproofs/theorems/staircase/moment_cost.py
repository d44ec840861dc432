"""Appendix E, (307)-(312): what the staircase costs for the cost |x|^m, for every m."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, PrintedFormula, Statement
from dpproofs.kernel.domain import Domain, positive
from dpproofs.kernel.examples import Example
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import Sum, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.staircase import power_moments
from dpproofs.theorems.staircase.family_sums import added
from dpproofs.theorems.staircase.noise import show_exists
from dpproofs.theorems.staircase.power_cost import (SPLIT, STAIRCASE, PowerCost,
    without_first)
from dpproofs.theorems.staircase.power_moments import (EXPONENT, GIVEN, HYPOTHESES, READING,
    MomentSteps, S, m, one, show_moments, zero)
from dpproofs.theorems.staircase.power_sums import TERM, C, W, i, k
from dpproofs.theorems.staircase.power_sums_cost import p
from dpproofs.theorems.staircase.series import Adding, Series
from dpproofs.theorems.staircase.setting import FAMILY, PAPER, RATIO, b, gamma
from dpproofs.theorems.staircase.setting import SPLIT as WHOLE

ON = FAMILY & EXPONENT
SUMMED, ALONE = Domain((RATIO, WHOLE, EXPONENT)), Domain((RATIO, EXPONENT))

#: The sum over the periods for a real power, whose first term is 0 at gamma = 0.
N = Given("N", "function", 3)
ADDED = Goal(Sum(b**k * (k + gamma) ** p, k, zero, sp.oo, N(p, b, gamma)),
    Domain((RATIO, SPLIT, positive(p))))
START = Goal(that(N(p, b, 0)) == b * N(p, b, 1), Domain((RATIO, positive(p))))

#: The cost for a real power, and for an integer, where the sum is binomial.
REAL = PowerCost(positive(p), lambda place: N(p + 1, b, place))
WHOLES = PowerCost(EXPONENT, lambda place: S(m + 1, b, place))

#: The cost at gamma, for |x|^m.
VALUE = WHOLES.value(gamma)

_here, _split, _next = (W(m + 1, place) for place in (k, k + gamma, k + 1))
MOMENT = Goal(Sum(b**k * _split, k, zero, sp.oo, S(m + 1, b, gamma)), SUMMED)
BRACKET = Goal(Sum(b**k * (b * _next - _here), k, zero, sp.oo, zero), ALONE)


def model() -> Example:
    """Those of the powers, and the sums for real powers by Lerch's transcendent."""
    place = sp.Symbol("u", positive=True)
    return {**power_moments.model(), "N": sp.Lambda((p, b, place), added(p))}


_whole = sp.Sum(b**k * (k + gamma) ** (m + 1), (k, 0, sp.oo))

COST = Statement(
    id="staircase.appE.312",
    paper=PAPER,
    item="Appendix E, (307)-(312)",
    title="the cost of the staircase density for a power",
    printed_latex=r"\begin{gathered}V(P_\gamma)=\frac{\Delta^m(1-b)^2}{(m+1)(b+(1-b)\gamma)}"
    r"\sum_{k\ge0}b^k(k+\gamma)^{m+1}\\=\frac{\Delta^m(1-b)^2}{(m+1)(b+(1-b)\gamma)}"
    r"\sum_{i=0}^{m+1}\binom{m+1}ic_{m+1-i}\gamma^i,\\"
    r"\text{since }\sum_{k\ge0}b^k\bigl(b(k+1)^{m+1}-k^{m+1}\bigr)=0\end{gathered}",
    given=(*GIVEN, N),
    definitions=STAIRCASE.definitions,
    printed=(
        STAIRCASE.exists, WHOLES.paid(gamma), MOMENT, BRACKET, WHOLES.paid(zero),
        REAL.paid(gamma), REAL.paid(zero), *REAL.pieces(gamma),
    ),
    hypotheses=(*HYPOTHESES, ADDED, START),
    formulas=(PrintedFormula(
        WHOLES.paid(gamma), VALUE.subs(S(m + 1, b, gamma), _whole), ((_whole, S(m + 1, b, gamma)),)
    ),),
    examples=(model(),),
    note="For every integer m >= 1. " + READING + "The cost is told for gamma in (0, 1], and for "
    "gamma = 0, where 0^(m+1) is not a power of a positive number. The first line holds for every "
    "real power p > 0 as well, which further goals say: N(p, b, gamma) is the sum of b^k "
    "(k + gamma)^p over k >= 0, for gamma > 0 as it stands, and for gamma = 0, where the first "
    "term is 0, as b times the sum for gamma = 1. The last goals are the integrals of x^p times "
    "the density over the two pieces of a period, (308): those of the first, and of period k + 1 "
    "for k >= 0. Nothing is assumed but what the names mean.",
)


def _show_bracket(proof: Proof, known: MomentSteps) -> str:
    """Append the sum that vanishes."""
    power, value = b**k * _here, C(m + 1, b)
    here = proof.shows(Sum(power, k, zero, sp.oo, value), on=ALONE, by="instance",
        uses=(known.sums,), at={i: m + 1}, because="the sum for m + 1")
    shifted = proof.applies("without the first term", on=ALONE, uses=(here,), terms=power,
        value=value, because="without its term for k = 0")
    first, rest = W(m + 1, 0), b ** (k + 1) * _next
    both = proof.applies("combination of sums", on=ALONE, uses=(shifted, here), first=rest,
        second=power, value=value - first, other=value, times=one, plus=-one,
        because="(311): less the sum itself, as b^k k^(m+1) telescopes")
    same = proof.shows(that(rest - power) == b**k * (b * _next - _here), on=ALONE & TERM,
        by="identity", because="the term of the bracket")
    nothing = proof.follows(that(-first) == 0, known.zeros, on=ALONE, because="and 0^(m+1) is 0")
    return proof.applies("multiple of a sum", on=ALONE, uses=(both, same, nothing),
        terms=rest - power, others=b**k * (b * _next - _here), factor=one, value=-first, other=zero,
        because="so the bracket vanishes")


def _show_periods(proof: Proof, known: MomentSteps, moments: str, place: sp.Expr) -> Series:
    """Append the sum over k >= 1 of powers as they stand, for gamma, or for gamma = 0."""
    on = WHOLES.summed(place)
    step = proof.shows(Sum(b**k * W(m + 1, k + place), k, zero, sp.oo, S(m + 1, b, place)), on=on,
        by="instance", uses=(moments,), at={i: m + 1, **({gamma: zero} if place == 0 else {})},
        because="the sum for m + 1")
    rest = without_first(Adding(proof, on), Series(step, b**k * W(m + 1, k + place),
            S(m + 1, b, place)))
    term, value = b ** (k + 1) * (k + 1 + place) ** (m + 1), S(m + 1, b, place) - place ** (m + 1)
    each = proof.follows(that(rest.term) == term, known.powers, on=on & TERM,
        because="w is a power here, as its base is positive")
    first = proof.follows(that(rest.value) == value, known.zeros if place == 0 else known.powers,
        on=on, because="which is its first term")
    step = proof.applies("multiple of a sum", on=on, uses=(rest.step, each, first),
        terms=rest.term, others=term, factor=one, value=rest.value, other=value,
        because="all periods but the first")
    return Series(step, term, value)


def _show_real(proof: Proof) -> tuple[Series, Series]:
    """Append the same for a real power: the sum for gamma, and that for gamma = 0."""
    general = proof.assumes(ADDED, because="what N is")
    origin = proof.assumes(START, because="and for gamma = 0")
    plain, q = REAL.summed(zero), p + 1
    step = proof.shows(Sum(b**k * (k + gamma) ** q, k, zero, sp.oo, N(q, b, gamma)), by="instance",
        on=REAL.summed(gamma), uses=(general,), at={p: q}, because="the sum for p + 1")
    split = Series(step, b**k * (k + gamma) ** q, N(q, b, gamma))
    ends = Adding(proof, plain).at(split, {gamma: one}, "the sum for gamma = 1")
    term, value = b ** (k + 1) * (k + 1) ** q, N(q, b, 0)
    each = proof.shows(that(b * ends.term) == term, on=plain & TERM, by="identity",
        because="one period further")
    start = proof.follows(that(b * ends.value) == value, origin, on=plain,
        because="the sum for gamma = 0, of which the first term is 0")
    step = proof.applies("multiple of a sum", on=plain, uses=(ends.step, each, start),
        terms=ends.term, others=term, factor=b, value=ends.value, other=value,
        because="all periods but the first, for gamma = 0")
    return (without_first(Adding(proof, REAL.summed(gamma)), split),
        Series(step, term, value))


def derive() -> Derivation:
    proof = Proof(ON, COST)
    proof.idea("The density is level on both pieces of a period, so that x^p is integrated piece "
        "by piece. Added over the periods the powers of whole numbers telescope, as the bracket "
        "says, and (1 - b) times the sum of b^k (k + gamma)^(p + 1) is left. For a whole power the "
        "binomial theorem turns this into the finite sum S of (312).")
    known = MomentSteps.of(proof)
    proof.part("The cost for a real power")
    exists = show_exists(proof, STAIRCASE)
    paid = REAL.show(proof, exists, *_show_real(proof))
    proof.part("The finite sum and the bracket")
    moments = show_moments(proof, known)
    finite = proof.concludes(MOMENT, by="instance", uses=(moments,), at={i: m + 1},
        because="the series is exchanged with the finite sum, here for m + 1")
    _show_bracket(proof, known)
    proof.part("The cost for a whole power")
    also = WHOLES.show(proof, exists, _show_periods(proof, known, moments, gamma),
        _show_periods(proof, known, moments, zero))
    proof.key(paid, finite, also)
    return proof.done()


CLAIMS = (Claim(COST, derive),)
