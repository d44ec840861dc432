"""Appendix E, (328)-(335): the sums c_i of k^i b^k for every i, each from the earlier ones."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, index
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import Sum, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.staircase.power_sums import (FIRST, ON, ONES, ORDER, POWERS, READING, SECOND,
    SUMS, TERM, ZEROS, C, SumSteps, W, i, j, k, model, one, show_first, show_same, show_second,
    zero)
from dpproofs.theorems.staircase.setting import PAPER, b

#: Binomial coefficients, and the sum on the right of (335).
BINOMIAL, R = Given("C", "function", 2), Given("R", "function", 2)

_n, _m = sp.symbols("n m", nonnegative=True)
_row = sp.gamma(_n + 1) / (sp.gamma(_m + 1) * sp.gamma(_n - _m + 1))
_EXPANDS = Goal(Sum(BINOMIAL(i + 1, j) * W(j, k), j, zero, i, W(i + 1, k + 1) - W(i + 1, k)),
    Domain((ORDER, TERM)))
_RIGHT = Goal(Sum(BINOMIAL(i + 1, j) * C(j, b), j, zero, i, R(i, b)), ON)
_EVERY = Goal(that(C(i + 1, b)) == b / (1 - b) * R(i, b), ON)

RECURRENCE = Statement(
    id="staircase.appE.335",
    paper=PAPER,
    item="Appendix E, (328)-(335)",
    title="each sum from the earlier ones",
    printed_latex=r"c_0=\frac1{1-b},\qquad c_{i+1}=\frac b{1-b}\sum_{j=0}^{i}\binom{i+1}jc_j",
    printed=(_EVERY, FIRST, SECOND),
    given=(W, C, BINOMIAL, R),
    hypotheses=(ONES, ZEROS, POWERS, SUMS, _EXPANDS, _RIGHT),
    examples=(
        {
            **model(),
            "C": sp.Lambda((_n, _m), _row),
            "R": sp.Lambda((_n, b), (1 - b) / b * sp.polylog(-_n - 1, b)),
        },
    ),
    note=f"For every i >= 0 and every b in (0, 1): {READING}. C(i+1, j) are the coefficients of "
    "(k+1)^(i+1) - k^(i+1) at the powers k^j with j <= i, which is what the binomial theorem says "
    "of binomial coefficients, and R(i, b) is the sum on the right. c_0, with which the recurrence "
    "begins, and c_1 are summed apart.",
)


def derive() -> Derivation:
    proof = Proof(ON, RECURRENCE)
    known = SumSteps.of(proof)
    zeros, sums = known.zeros, known.sums
    show_first(proof, known)
    show_second(proof, known)
    expands = proof.assumes(_EXPANDS, because="(330): the binomial theorem in every term")
    right = proof.assumes(_RIGHT, because="the sum on the right")
    here = proof.shows(SUMS.proposition.map(lambda e: e.xreplace({i: i + 1})), on=ON, by="instance",
        uses=(sums,), at={i: i + 1}, because="the next sum")
    columns = proof.shows(Sum(b**k * W(j, k), k, zero, sp.oo, C(j, b)), on=ON & index(j, 0, i),
        by="instance", uses=(sums,), at={i: j}, because="and the earlier ones")
    rise = W(i + 1, k + 1) - W(i + 1, k)
    summed = proof.applies("exchange of sums", on=ON, uses=(columns, right, expands), terms=W(j, k),
        weight=b**k, factor=BINOMIAL(i + 1, j), columns=C(j, b), rows=rise, value=R(i, b), last=i,
        because="(331)-(333): finitely many sums may be added term by term")
    shifted = proof.applies("without the first term", on=ON, uses=(here,), terms=b**k * W(i + 1, k),
        value=C(i + 1, b), because="(328), (329): the sum for i + 1 without the term for k = 0")
    whole = b ** (k + 1) * W(i + 1, k + 1)
    both = proof.applies("combination of sums", on=ON, uses=(shifted, here), first=whole,
        second=b**k * W(i + 1, k), value=C(i + 1, b) - W(i + 1, 0), other=C(i + 1, b), times=1 / b,
        plus=-one,
        because="the sum without its first term is divided by b, and the sum itself is subtracted")
    same = show_same(proof, (R(i, b), (C(i + 1, b) - W(i + 1, 0)) / b - C(i + 1, b)),
        (summed, both), (b**k * rise, whole / b - b**k * W(i + 1, k)), ON)
    nothing = proof.shows(that(W(i + 1, 0)) == 0, on=ON, by="instance", uses=(zeros,),
        at={i: i + 1}, because="the first term is 0")
    proof.follows(_EVERY, (same, -b / (1 - b)), (nothing, 1 / (1 - b)),
        because="(334) and (335) are solved for $c_{i+1}$")
    return proof.done()


CLAIMS = (Claim(RECURRENCE, derive),)
