"""Definition 1 and Remark 2: step densities, their mass and their tails."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.assertions import Even
from dpproofs.kernel.derivation import Claim, Derivation, Goal, Proof, Statement, relation_goal
from dpproofs.kernel.domain import Domain, Variable, between, index
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import Integral, Sum
from dpproofs.theorems.cactus.cells import ON, Cells, far, tails
from dpproofs.theorems.cactus.setting import (
    FAMILY,
    GRID,
    LAST,
    PAPER,
    PLACE,
    SIZE,
    TAIL,
    N,
    ends,
    half,
    i,
    last,
    n,
    r,
    x,
)

#: G(j) = p_1 + ... + p_(j-1): any masses p_j >= 0 are the differences of a function that grows.
G = Given("G", "function", 1)
_start = Variable(x, sp.Integer(0), sp.oo, "[)")
_wide = sp.Symbol("m", integer=True)


# -- (16) -----------------------------------------------------------------------------------------

LEVELS = Domain((*FAMILY, LAST))
CELLS = Cells(G)
_EVEN = Goal(Even(CELLS.law()), ON)

_level = sp.Symbol("v", nonnegative=True)
_IN_CELL = Goal(
    Integral(n * _level, x, *ends(i), _level),
    Domain((GRID, PLACE, Variable(_level, sp.Integer(0), sp.oo, "[)"))),
)
_MIDDLE = Goal(Sum(2 * CELLS.mass(i), i, sp.Integer(1), N - 1, CELLS.middle), Domain((SIZE,)))
_TAILS = Goal(Sum(2 * far, i, N, sp.oo, tails), Domain((SIZE, TAIL, LAST)))

_EXAMPLE = {"G": sp.Lambda(x, (half - last / (1 - r)) * (1 - 2**-x))}

MASS = Statement(
    id="cactus.rem2",
    paper=PAPER,
    item="Remark 2, (16)",
    title="the mass of a step density",
    printed_latex=r"\int_{\mathbb R}f_{n,r,p}=p_0+2\sum_{i=1}^{N-1}p_i+\frac{2p_N}{1-r},\qquad "
    r"\text{a probability, and symmetric, when this is }1",
    parameters=ON,
    given=(G,),
    definitions=(CELLS.masses, CELLS.law),
    hypotheses=(CELLS.grows, CELLS.room),
    printed=(_IN_CELL, _MIDDLE, _TAILS, CELLS.exists, _EVEN),
    note="G(j) is p_1 + ... + p_(j-1), so that p_j = G(j+1) - G(j) for 0 < j < N; any masses are "
    "of this form. t is p_N, and p_0 is what the others leave of 1: the sum of all is then 1 by "
    "its meaning, and what has to be shown is that each cell has the mass p_|i| and what the two "
    "sums come to. K is the cell in which the noise lies, a random integer; the noise is uniform "
    "within its cell. For N = 1 the middle sum is empty.",
    examples=(_EXAMPLE,),
)


def derive_mass() -> Derivation:
    proof = Proof(ON, MASS)
    proof.concludes(
        _IN_CELL, by="integral", antiderivative=n * _level * x,
        because="a level of n times the mass, on a cell of width 1/n",
    )  # fmt: skip
    proof.concludes(
        _MIDDLE, by="sum", ratio=1, quotient=2 * G(i), because="the cells before the tail, twice"
    )
    proof.concludes(_TAILS, by="sum", ratio=r, because="and both tails")
    exists = CELLS.show_exists(proof)
    proof.concludes(_EVEN, by="evenness", uses=(exists,), because="which is symmetric")
    return proof.done()


# -- the tail -------------------------------------------------------------------------------------

F = Given("f", "function", 1)
_one, _two = sp.symbols("x_1 x_2", positive=True)
_here, _there = sp.symbols("i_1 i_2", integer=True, positive=True)
_BEYOND = index(_here, N + 1)
_STEPS = relation_goal(
    F(x), "==", n * last * r ** (i - N), LEVELS & index(i, N) & between(x, *ends(i), "(]")
)
_TAIL = relation_goal(
    F(_two),
    "==",
    r ** (_there - _here) * F(_one),
    LEVELS & _BEYOND & index(_there, _here) & between(_one, *ends(_here), "(]")
    & between(_two, *ends(_there), "(]"),
)  # fmt: skip
_NEAR = tuple(
    relation_goal(
        left, "<", right,
        Domain((GRID, SIZE)) & _BEYOND & index(_there, _here)
        & between(_one, *ends(_here), "(]") & between(_two, *ends(_there), "(]"),
    )
    for left, right in (
        ((_there - _here) / n - 1 / n, _two - _one), (_two - _one, (_there - _here) / n + 1 / n)
    )
)  # fmt: skip

TAIL_CLAIM = Statement(
    id="cactus.rem2.tail",
    paper=PAPER,
    item="Remark 2, tail",
    title="the tails decay almost geometrically",
    printed_latex=r"\tfrac{N+1/2}n<x_1<x_2:\quad f(x_2)=r^{nk}f(x_1),\qquad "
    r"k=\frac{\lceil nx_2-\frac12\rceil-\lceil nx_1-\frac12\rceil}n\approx x_2-x_1",
    parameters=LEVELS,
    given=(F,),
    hypotheses=(_STEPS,),
    printed=(_TAIL, *_NEAR),
    note="i_1 and i_2 are the cells of x_1 and x_2: the cell of x is the integer i with (i-1/2)/n "
    "< x <= (i+1/2)/n, which is n x - 1/2 rounded up. So n k = i_2 - i_1, which is not negative "
    "as x_1 < x_2, and x_1 beyond (N+1/2)/n means i_1 > N. The approximation is within 1/n. Cell "
    "N belongs to the geometric tail as well, so that x_1 > (N-1/2)/n would do.",
    examples=({"f": sp.Lambda(x, n * last * r ** (sp.ceiling(n * x - half) - N))},),
)


def derive_tail() -> Derivation:
    proof = Proof(LEVELS, TAIL_CLAIM)
    steps = proof.assumes(_STEPS, because="the tail of (14)")
    proof.concludes(
        _TAIL, by="entailment", uses=(steps,),
        facts=[
            (steps, {x: _two, i: _there}, 1),
            (steps, {x: _one, i: _here}, -(r ** (_there - _here))),
        ],
        because="between two cells of the tail the density falls by r for each cell",
    )  # fmt: skip
    for goal in _NEAR:
        proof.concludes(
            goal, by="sign", because="two points differ from the middles of their cells by 1/(2n)"
        )
    return proof.done()


CLAIMS = (Claim(MASS, derive_mass), Claim(TAIL_CLAIM, derive_tail))
