"""Theorem 2: the three lines of the objective (20) are a divergence, up to any two cut-offs."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import index
from dpproofs.kernel.proposition import Integral, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.cactus.setting import PAPER, PLACE, N, i, k, r, x
from dpproofs.theorems.cactus.shifts import (DENSITY, EXAMPLE, FALLS, FALLS_LOG, GIVEN, HYPOTHESES,
    INSIDE, LOG, LOG_DENSITY, LOG_F, ON, PARTIAL, POSITIVE, READING, SHIFTED, F, P, assume, ends,
    far, m, pair, part, show_partial, show_positive)

_CELLS = SHIFTED & PLACE
_LEVEL = Goal(that(F(x) * (LOG_F(x) - LOG_F(x - k / m))) == m * part(i, k), _CELLS & INSIDE)
_CELL = Goal(Integral(m * part(i, k), x, *ends(i), part(i, k)), _CELLS)
_MIXED = Goal(that(pair(i, k)) ==
    (P(i) - far(i + k)) * (LOG(i) - LOG(N) - (i + k - N) * sp.log(r)),
    ON & index(k, 1, m) & index(i, N - k, N - 1))

OBJECTIVE = Statement(id="cactus.thm2.obj", paper=PAPER, item="Theorem 2, (20)",
    title="the three lines of the objective are the divergence of a step density from its shift",
    printed_latex=r"\begin{gathered}D(P\|T_{k/n}P)=\tfrac12\sum_{i=-N+1}^{N-k-1}(p_{|i|}-p_{|i+k|})"
    r"\log\frac{p_{|i|}}{p_{|i+k|}}\\+\sum_{i=N-k}^{N-1}(p_i-p_Nr^{i+k-N})\log"
    r"\frac{p_i}{p_Nr^{i+k-N}}+p_N\frac{1-r^k}{1-r}k\log r^{-1},\qquad 1\le k\le n<N\end{gathered}",
    parameters=ON, given=GIVEN, hypotheses=tuple(HYPOTHESES),
    printed=(POSITIVE, _LEVEL, _CELL, PARTIAL, _MIXED),
    note=READING
        + "The integrand of the divergence has one level in each cell, so that the cell "
            "contributes p_i log(p_i/p_(i-k)). The sum over the cells 1-N-u, ..., N+k+w-1 is then "
            "the three lines less p_N k log(1/r) (r^u - r^(k+w))/(1-r), for all u, w >= 0; this "
            "rest tends to 0, and the divergence, the sum over all cells, is what the sums tend "
            "to. Pairs i of the second line have i + k in the tail. Where p_i = 0 for some cell "
            "and p_N > 0 the divergence is infinite.", examples=(EXAMPLE,))


def derive() -> Derivation:
    proof = Proof(_CELLS, OBJECTIVE)
    given = assume(proof)
    show_positive(proof, given)
    proof.follows(_LEVEL, (given[DENSITY], LOG_F(x) - LOG_F(x - k / m)),
        (given[LOG_DENSITY], m * P(i)), (given[LOG_DENSITY], {x: x - k / m, i: i - k}, -m * P(i)),
        because="where x is in cell i, x - k/m is in cell i - k")
    proof.concludes(_CELL, by="integral", antiderivative=m * part(i, k) * x,
        because="one level is integrated over a cell of width 1/m")
    show_partial(proof, given)
    ahead = {i: i + k}
    proof.follows(_MIXED, (given[FALLS], ahead, LOG(i + k) - LOG(i)),
        (given[FALLS_LOG], ahead, far(i + k) - P(i)),
        because="one cell of such a pair lies in the tail")
    return proof.done()


CLAIMS = (Claim(OBJECTIVE, derive),)
