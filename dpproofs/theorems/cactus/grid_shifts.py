"""Theorem 2: the supremum over real shifts is attained at a multiple of the width of a cell."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Proof, Statement, relation_goal
from dpproofs.kernel.domain import Domain, Variable, between, index, real
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import Integral, Sum
from dpproofs.theorems.cactus.setting import GRID, PAPER, PLACE, ends, i, k, level, n, x

#: The divergences for whole shifts, and their maximum.
D, MOST = Given("D", "function", 1), Given("M", "function")
#: The sums of p_i log(p_i/p_(i-k)) and of p_i log(p_i/p_(i-k-1)) over the cells before a cell.
FIRST, SECOND = Given("A", "function", 2), Given("B", "function", 2)

share = sp.Symbol("s", nonnegative=True)
reach = sp.Symbol("m", integer=True, nonnegative=True)
SHARE = Variable(share, sp.Integer(0), sp.Integer(1), "[]")
ON = Domain((GRID, SHARE))
SHIFTS = ON & index(k, 0, n - 1)
CELLS = SHIFTS & PLACE

#: The shift, and where in a cell the two cells that it brings there meet.
shift = (k + share) / n
_start, _stop = ends(i)
_meet = _start + share / n


def mixed(first: sp.Expr, second: sp.Expr) -> sp.Expr:
    """What the share 1 - s of one and s of the other come to."""
    return (1 - share) * first + share * second


_INSIDE = tuple(
    relation_goal(*sides, where)
    for sides, where in (
        ((ends(i - k)[0], "<", x - shift), CELLS & between(x, _meet, sp.oo)),
        ((x - shift, "<=", ends(i - k)[1]), CELLS & between(x, -sp.oo, _stop, "(]")),
        ((ends(i - k - 1)[0], "<=", x - shift), CELLS & between(x, _start, sp.oo, "[)")),
        ((x - shift, "<=", ends(i - k - 1)[1]), CELLS & between(x, -sp.oo, _meet, "(]")),
    )
)
_LEVELS = Domain((*ON, PLACE, real(level)))
_SHARES = (
    Goal(Integral(n * level, x, _meet, _stop, (1 - share) * level), _LEVELS),
    Goal(Integral(n * level, x, _start, _meet, share * level), _LEVELS),
)
_SUMMED = Goal(
    Sum(
        mixed(FIRST(k, i + 1) - FIRST(k, i), SECOND(k, i + 1) - SECOND(k, i)),
        i, -reach, reach,
        mixed(
            FIRST(k, reach + 1) - FIRST(k, -reach), SECOND(k, reach + 1) - SECOND(k, -reach)
        ),
    ),
    SHIFTS & index(reach, 0),
)  # fmt: skip

_ORIGIN = relation_goal(D(0), "==", 0, ON)
_LEAST = relation_goal(0, "<=", D(1), ON)
_MOST = relation_goal(D(k), "<=", MOST(), ON & index(k, 1, n))
_BOUNDS = (
    relation_goal(mixed(D(0), D(1)), "<=", MOST(), ON),
    relation_goal(
        mixed(D(k), D(k + 1)), "<=", MOST(), Domain((index(n, 2), SHARE, index(k, 1, n - 1)))
    ),
)

GRID_SHIFTS = Statement(
    id="cactus.thm2.grid",
    paper=PAPER,
    item="Theorem 2, grid of shifts",
    title="the supremum over real shifts is attained on the grid",
    printed_latex=r"\sup_{|a|\le1}D(P\|T_aP)=\max_{a\in\{1/n,2/n,\dots,1\}}D(P\|T_aP)",
    parameters=ON,
    given=(D, MOST, FIRST, SECOND),
    hypotheses=(_ORIGIN, _LEAST, _MOST),
    printed=(*_INSIDE, *_SHARES, _SUMMED, *_BOUNDS),
    note="The shift is a = (k+s)/n, 0 <= s <= 1. Where x is in cell i, x - a is in cell i-k on "
    "the share 1-s of it and in cell i-k-1 on the rest, so that the cell contributes that mixture "
    "of what it contributes at the shifts k/n and (k+1)/n. A and B are the sums of the two over "
    "the cells before a cell; over all cells, and so in the limit of many, D(P || T_a P) is (1-s) "
    "D(k) + s D(k+1), with D(k) the divergence for k/n. M is the largest of D(1), ..., D(n); D(0) "
    "= 0 and D(1) >= 0 as for every divergence. Negative shifts give the same since P is even.",
    examples=(
        {
            "D": sp.Lambda(k, k * (2 * n - k) / n**2),
            "M": sp.Lambda((), sp.Integer(1)),
            "A": sp.Lambda((k, i), 1 - 2**-i),
            "B": sp.Lambda((k, i), 2 - 2**-i),
        },
    ),
)


def derive() -> Derivation:
    proof = Proof(CELLS, GRID_SHIFTS)
    for goal, why in zip(
        _INSIDE,
        (
            "right of the meeting point x - a lies behind the start of cell i-k",
            "and up to the end of cell i it has not passed the end of cell i-k",
            "from the start of cell i on x - a lies behind the start of cell i-k-1",
            "and up to the meeting point it has not passed the end of cell i-k-1",
        ),
        strict=True,
    ):
        proof.concludes(goal, by="sign", because=why)
    for goal, why in zip(_SHARES, ("the first share of a cell", "and the second"), strict=True):
        proof.concludes(goal, by="integral", because=why, antiderivative=n * level * x)
    proof.concludes(
        _SUMMED, by="sum", ratio=1, quotient=mixed(FIRST(k, i), SECOND(k, i)),
        because="so the divergence is the same mixture, cell by cell",
    )  # fmt: skip
    origin, least, most = (
        proof.assumes(goal, because=why)
        for goal, why in zip(
            GRID_SHIFTS.hypotheses,
            (
                "without a shift there is no divergence",
                "divergences are not negative",
                "M is the largest of those on the grid",
            ),
            strict=True,
        )
    )
    proof.concludes(
        _BOUNDS[0], by="entailment", uses=(origin, least, most),
        facts=[(origin, {}, share - 1), (least, {}, 1 - share), (most, {k: sp.Integer(1)}, 1)],
        because="shifts below 1/n are no worse than 1/n",
    )  # fmt: skip
    proof.concludes(
        _BOUNDS[1], by="entailment", uses=(most,),
        facts=[(most, {}, 1 - share), (most, {k: k + 1}, share)],
        because="a mixture is at most the larger of two, so no real shift is worse than the grid",
    )  # fmt: skip
    return proof.done()


CLAIMS = (Claim(GRID_SHIFTS, derive),)
