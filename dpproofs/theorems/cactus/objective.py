"""Theorem 2: the three lines of the objective (20), with their ranges."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Proof, Statement, relation_goal
from dpproofs.kernel.domain import Domain, index, real
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import Integral, Sum
from dpproofs.theorems.cactus.setting import (
    GRID,
    PAPER,
    PLACE,
    TAIL,
    N,
    ends,
    i,
    k,
    level,
    n,
    r,
    x,
)

#: The mass of a cell, and its logarithm.
P, LOG = Given("p", "function", 1), Given("l", "function", 1)
SHIFT = index(k, 1, n)
ON = Domain((GRID, index(N, n + 1), TAIL))
SHIFTED = Domain((GRID, SHIFT, index(N, n + 1), TAIL))


def loss(place: sp.Expr, other: sp.Expr) -> sp.Expr:
    """The logarithm of the ratio of the masses of two cells."""
    return LOG(place) - LOG(other)


def pair(place: sp.Expr, other: sp.Expr) -> sp.Expr:
    """h of their masses."""
    return (P(place) - P(other)) * loss(place, other)


def far(place: sp.Expr) -> sp.Expr:
    """The mass of a cell of the tail."""
    return P(N) * r ** (place - N)


_CELLS = ON & PLACE
_BEYOND = ON & index(i, N)
_TIE = relation_goal(P(i), "==", sp.exp(LOG(i)), _CELLS)
_EVEN = relation_goal(P(-i), "==", P(i), _CELLS)
_EVEN_LOG = relation_goal(LOG(-i), "==", LOG(i), _CELLS)
_FALLS = relation_goal(P(i), "==", far(i), _BEYOND)
_FALLS_LOG = relation_goal(LOG(i), "==", LOG(N) + (i - N) * sp.log(r), _BEYOND)

_POSITIVE = relation_goal(0, "<", P(i), _CELLS)
_CELL = Goal(Integral(n * level, x, *ends(i), level), Domain((GRID, PLACE, real(level))))
_PAIR = relation_goal(
    P(i) * loss(i, i - k) + P(k - i) * loss(k - i, -i), "==", pair(i, i - k), SHIFTED & PLACE
)
_MIRROR = relation_goal(pair(-i - k, -i), "==", pair(i, i + k), SHIFTED & PLACE)
_MIXED = relation_goal(
    pair(i, i + k),
    "==",
    (P(i) - far(i + k)) * (LOG(i) - LOG(N) - (i + k - N) * sp.log(r)),
    SHIFTED & index(i, N - k, N - 1),
)
_term = far(i) * (1 - r**k) * k * sp.log(1 / r)
_TAIL = relation_goal(pair(i, i + k), "==", _term, SHIFTED & index(i, N))
_TOTAL = Goal(Sum(_term, i, N, sp.oo, P(N) * (1 - r**k) / (1 - r) * k * sp.log(1 / r)), SHIFTED)

OBJECTIVE = Statement(
    id="cactus.thm2.obj",
    paper=PAPER,
    item="Theorem 2, (20)",
    title="the three lines of the objective are the divergence of a step density from its shift",
    printed_latex=r"\begin{gathered}D(P\|T_{k/n}P)=\tfrac12\sum_{i=-N+1}^{N-k-1}"
    r"(p_{|i|}-p_{|i+k|})\log\frac{p_{|i|}}{p_{|i+k|}}\\"
    r"+\sum_{i=N-k}^{N-1}(p_i-p_Nr^{i+k-N})\log\frac{p_i}{p_Nr^{i+k-N}}"
    r"+p_N\frac{1-r^k}{1-r}k\log r^{-1},\qquad 1\le k\le n<N\end{gathered}",
    parameters=ON,
    given=(P, LOG),
    hypotheses=(_TIE, _EVEN, _EVEN_LOG, _FALLS, _FALLS_LOG),
    printed=(_POSITIVE, _CELL, _PAIR, _MIRROR, _MIXED, _TAIL, _TOTAL),
    note="p(i) is the mass of cell i, which is positive, and l(i) its logarithm. D(P || T_(k/n) "
    "P) is the sum of p_i log(p_i/p_(i-k)) over all cells: within a cell the density and its "
    "shift have one level each, so that the integral over it is 1/n times its integrand. The "
    "cells i and k - i together contribute h(p_i, p_(i-k)), with h(x,y) = (x-y) log(x/y); so D is "
    "half the sum of all h(p_i, p_(i+k)), whose terms are not negative and may be added up in any "
    "order. The map of i to -i-k leaves h as it is; it carries the range -N+1 ... N-k-1, both "
    "cells before the tail, to itself, and N-k ... N-1 and N, N+1, ... to the cells that are "
    "left. So the last two ranges stand without the factor 1/2. n < N keeps N - k >= 1, so that "
    "p_|i| = p_i there. Where p_i = 0 for some cell and p_N > 0 the divergence is infinite.",
    examples=tuple(
        {"l": sp.Lambda(i, log), "p": sp.Lambda(i, sp.exp(log))}
        for log in (
            sp.Abs(i) * sp.log(r),
            sp.Max(sp.Abs(i) - N, 0) * sp.log(r) + sp.Max(N - sp.Abs(i), 0) / N,
        )
    ),
)


def derive() -> Derivation:
    proof = Proof(SHIFTED, OBJECTIVE)
    tie, even, even_log, falls, falls_log = (
        proof.assumes(goal, because=why)
        for goal, why in zip(
            OBJECTIVE.hypotheses,
            (
                "l is the logarithm of the mass",
                "the density is even",
                "and so is its logarithm",
                "the masses of the tail are geometric",
                "and their logarithms fall by equal steps",
            ),
            strict=True,
        )
    )
    proof.concludes(
        _POSITIVE, by="entailment", uses=(tie,), facts=[(tie, {}, 1)],
        because="every cell has a mass",
    )  # fmt: skip
    proof.concludes(
        _CELL, by="integral", antiderivative=n * level * x,
        because="on cell i the density and its shift have one level each",
    )  # fmt: skip
    back = {i: i - k}
    proof.concludes(
        _PAIR, by="entailment", uses=(even, even_log), because="two cells that mirror each other",
        facts=[
            (even, back, loss(k - i, -i)), (even_log, back, P(i - k)), (even_log, {}, -P(i - k)),
        ],
    )  # fmt: skip
    ahead, change = {i: i + k}, P(i + k) - P(i)
    proof.concludes(
        _MIRROR, by="entailment", uses=(even, even_log),
        because="h is symmetric, and the density even",
        facts=[
            (even, ahead, loss(-i - k, -i)), (even, {}, -loss(-i - k, -i)),
            (even_log, ahead, change), (even_log, {}, -change),
        ],
    )  # fmt: skip
    proof.concludes(
        _MIXED, by="entailment", uses=(falls, falls_log), because="one cell lies in the tail",
        facts=[(falls, ahead, -loss(i, i + k)), (falls_log, ahead, far(i + k) - P(i))],
    )  # fmt: skip
    fall = far(i) - far(i + k)
    proof.concludes(
        _TAIL, by="entailment", uses=(falls, falls_log), because="both cells lie in the tail",
        facts=[
            (falls, {}, loss(i, i + k)), (falls, ahead, -loss(i, i + k)),
            (falls_log, {}, fall), (falls_log, ahead, -fall),
        ],
    )  # fmt: skip
    proof.concludes(_TOTAL, by="sum", ratio=r, because="a geometric series")
    return proof.done()


CLAIMS = (Claim(OBJECTIVE, derive),)
