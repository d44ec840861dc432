"""Appendix E, (307)-(312): what the staircase costs for the cost |x|^m, for every m."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.assertions import Expected
from dpproofs.kernel.derivation import Claim, Derivation, Goal, Proof, Statement
from dpproofs.kernel.domain import Domain, Variable
from dpproofs.kernel.proposition import Integral, Sum, at_most, equal
from dpproofs.theorems.staircase.noise import Staircase, show_exists
from dpproofs.theorems.staircase.power_moments import (
    EXPONENT,
    GIVEN,
    HYPOTHESES,
    READING,
    Known,
    S,
    m,
    model,
    one,
    show_moments,
    x,
    zero,
)
from dpproofs.theorems.staircase.power_sums import TERM, C, W, i, k
from dpproofs.theorems.staircase.power_sums_cost import PIECES, show_pieces
from dpproofs.theorems.staircase.setting import (
    FAMILY,
    PAPER,
    RATIO,
    SPLIT,
    Delta,
    b,
    gamma,
    height,
    weight,
)

STAIRCASE = Staircase(FAMILY, (b, Delta, gamma), k)
ON = FAMILY & EXPONENT
SUMMED, ALONE = Domain((RATIO, SPLIT, EXPONENT)), Domain((RATIO, EXPONENT))
_size = sp.Symbol("u", nonnegative=True)  # the size of the noise

#: The cost at gamma, for |x|^m.
VALUE = Delta**m * (1 - b) ** 2 / ((m + 1) * weight) * S(m + 1, b, gamma)
PAID = Goal(Expected(STAIRCASE.noise, _size, W(m, _size), "==", VALUE), ON)

_here, _split, _next = (W(m + 1, place) for place in (k, k + gamma, k + 1))
MOMENT = Goal(Sum(b**k * _split, k, zero, sp.oo, S(m + 1, b, gamma)), SUMMED)
BRACKET = Goal(Sum(b**k * (b * _next - _here), k, zero, sp.oo, zero), ALONE)

#: What a power has on either piece of a period, over its level there.
_RISES = (_split - _here, _next - _split)
_SCALE = Delta ** (m + 1) / (m + 1)


def _piece(place: int) -> Goal:
    level = STAIRCASE.density.pieces[place].value
    low, high = STAIRCASE.density.ends(place)
    claim = Integral(W(m, x) * level, x, low, high, level * _SCALE * _RISES[place])
    return Goal(claim, ON & TERM)


INTEGRALS = (_piece(0), _piece(1))

COST = Statement(
    id="staircase.appE.312",
    paper=PAPER,
    item="Appendix E, (307)-(312)",
    title="the cost of the staircase density for a power",
    printed_latex=r"\begin{gathered}V(P_\gamma)=\frac{\Delta^m(1-b)^2}{(m+1)(b+(1-b)\gamma)}"
    r"\sum_{k\ge0}b^k(k+\gamma)^{m+1}\\=\frac{\Delta^m(1-b)^2}{(m+1)(b+(1-b)\gamma)}"
    r"\sum_{i=0}^{m+1}\binom{m+1}ic_{m+1-i}\gamma^i,\\"
    r"\text{since }\sum_{k\ge0}b^k\bigl(b(k+1)^{m+1}-k^{m+1}\bigr)=0\end{gathered}",
    given=GIVEN,
    definitions=STAIRCASE.definitions,
    printed=(STAIRCASE.exists, PAID, MOMENT, BRACKET, *PIECES),
    hypotheses=(*HYPOTHESES, *INTEGRALS),
    examples=(model(),),
    note="For every integer m >= 1. " + READING + "What is assumed besides is what the power x^m "
    "has on the two pieces of each period, its integral; the last goals show it, for every real "
    "power p > 0, of x^p as it stands, with the first period apart, as 0^p is not a power of a "
    "positive number.",
)


def _show_bracket(proof: Proof, known: Known) -> str:
    """Append the sum that vanishes."""
    power, value = b**k * _here, C(m + 1, b)
    here = proof.shows(
        Sum(power, k, zero, sp.oo, value), on=ALONE, by="instance", uses=(known.sums,),
        at={i: m + 1}, because="the sum for m + 1",
    )  # fmt: skip
    shifted = proof.applies(
        "without the first term", on=ALONE, uses=(here,), terms=power, value=value,
        because="without its term for k = 0",
    )  # fmt: skip
    first, rest = W(m + 1, 0), b ** (k + 1) * _next
    both = proof.applies(
        "combination of sums", on=ALONE, uses=(shifted, here), first=rest, second=power,
        value=value - first, other=value, times=one, plus=-one,
        because="(311): less the sum itself, as b^k k^(m+1) telescopes",
    )  # fmt: skip
    same = proof.shows(
        equal(rest - power, b**k * (b * _next - _here)), on=ALONE & TERM, by="identity",
        because="the term of the bracket",
    )  # fmt: skip
    nothing = proof.follows(
        equal(-first, 0), (known.zeros, {i: m + 1, x: zero}, -one), on=ALONE,
        because="and 0^(m+1) is 0",
    )  # fmt: skip
    return proof.applies(
        "multiple of a sum", on=ALONE, uses=(both, same, nothing), terms=rest - power,
        others=b**k * (b * _next - _here), factor=one, value=-first, other=zero,
        because="so the bracket vanishes",
    )  # fmt: skip


def _show_periods(proof: Proof, moment: str, bracket: str) -> str:
    """Append the integrals over all periods, on one side of the origin."""
    power, telescopes = b**k * _split, b**k * (b * _next - _here)
    value = (1 - b) * S(m + 1, b, gamma)
    both = proof.applies(
        "combination of sums", on=ON, uses=(moment, bracket), first=power, second=telescopes,
        value=S(m + 1, b, gamma), other=zero, times=1 - b, plus=one,
        because="(309), (310): the pieces of all periods together",
    )  # fmt: skip
    levels = [piece.value for piece in STAIRCASE.density.pieces]
    total = sp.Add(*(level * _SCALE * rise for level, rise in zip(levels, _RISES, strict=True)))
    factor = height * _SCALE
    same = proof.shows(
        equal(factor * ((1 - b) * power + telescopes), total), on=ON & TERM, by="identity",
        because="with the levels of the density",
    )  # fmt: skip
    half = proof.shows(
        equal(factor * value, VALUE / 2), on=ON, by="identity", because="and their sum"
    )
    return proof.applies(
        "multiple of a sum", on=ON, uses=(both, same, half),
        terms=(1 - b) * power + telescopes, others=total, factor=factor, value=value,
        other=VALUE / 2, because="all periods on one side of the origin",
    )  # fmt: skip


def show_nonnegative(proof: Proof, known: Known, on: Domain) -> str:
    """Append that powers are not negative."""
    claim = at_most(0, W(m, _size))
    parts = (
        proof.follows(
            claim, (known.zeros, {i: m, x: _size}), on=on & Variable(_size, zero, zero, "[]"),
            because="0 is not negative",
        ),
        proof.follows(
            claim, (known.powers, {i: m, x: _size}), on=on & Variable(_size, zero, sp.oo),
            because="nor is a power",
        ),
    )  # fmt: skip
    return proof.shows(
        claim, on=on & Variable(_size, zero, sp.oo, "[)"), by="cases", uses=parts,
        because="the cost is not negative",
    )  # fmt: skip


def derive() -> Derivation:
    proof = Proof(ON, COST)
    show_pieces(proof)
    known = Known.of(proof)
    exists = show_exists(proof, STAIRCASE)
    moments = show_moments(proof, known)
    moment = proof.concludes(
        MOMENT, by="instance", uses=(moments,), at={i: m + 1}, because="for m + 1"
    )
    bracket = _show_bracket(proof, known)
    pieces = [
        proof.assumes(goal, because=f"(308): the {name} piece of period k")
        for goal, name in zip(INTEGRALS, ("first", "second"), strict=True)
    ]
    nonnegative = show_nonnegative(proof, known, ON)
    periods = _show_periods(proof, moment, bracket)
    proof.concludes(
        PAID, by="expectation", uses=(exists, nonnegative, *pieces, periods),
        because="the density is even and the cost not negative, so that its mean is twice the sum "
        "over the periods",
    )  # fmt: skip
    return proof.done()


CLAIMS = (Claim(COST, derive),)
