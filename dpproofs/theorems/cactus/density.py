"""Definition 1 and Remark 2: step densities, their mass and their tails."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.assertions import Even
from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, Variable, between, index
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import Integral, Sum, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.cactus import shifts
from dpproofs.theorems.cactus.cells import ON as PROBABLE
from dpproofs.theorems.cactus.cells import Cells, far, tails
from dpproofs.theorems.cactus.setting import (FAMILY, GRID, LAST, PAPER, PLACE, SIZE, TAIL, N, ends,
    half, i, last, n, r, x)
from dpproofs.theorems.cactus.shifts import P, below, constant, m, step

# -- (16) -----------------------------------------------------------------------------------------

F, BEFORE = Given("f", "function", 1), Given("A", "function", 1)
ON = Domain((shifts.GRID, SIZE, TAIL))
_CELLS = ON & PLACE
_start, _stop = shifts.ends(i)
_right = ON & index(i, 1) & between(x, _start, _stop, "(]")
_middle = ON & between(x, -1 / (2 * m), 1 / (2 * m), "[]")
_EVEN_MASSES = Goal(that(P(-i)) == P(i), _CELLS)
_FALLS = Goal(that(P(i)) == shifts.far(i), ON & index(i, N))
_SUMS = Goal(that(BEFORE(i + 1) - BEFORE(i)) == P(i), _CELLS)
_HYPOTHESES = {_EVEN_MASSES: "cells i and -i have one mass, $p_{|i|}$",
    _FALLS: "which is geometric from p_N on",
    Goal(that(F(x)) == m * P(0), _middle): "the density in the cell at the origin",
    Goal(that(F(x)) == m * P(i), _right): "in those to the right of it",
    Goal(that(F(x)) == m * P(i),
        ON & Variable(i, -sp.oo, sp.Integer(-1), "(]", integer=True)
            & between(x, _start, _stop, "[)")): "the same holds to the left",
    _SUMS: "A adds up the masses of cells"}

_IN_CELL = Goal(Integral(m * P(i), x, _start, _stop, P(i)), _CELLS)
_short = 2 * P(N) / (1 - r) * r**below
_MASS = Goal(that(BEFORE(N + below) - BEFORE(1 - N - below)) ==
    P(0) + 2 * (BEFORE(N) - BEFORE(1)) + 2 * P(N) / (1 - r) - _short, ON & index(below, 0))
_EVEN = (Goal(that(F(-x)) == F(x), _middle), Goal(that(F(-x)) == F(x), _right))

_ahead = sp.ceiling(m * sp.Abs(x) - half)
MASS = Statement(id="cactus.rem2", paper=PAPER, item="Remark 2, (16)",
    title="the mass of a step density, which is symmetric",
    printed_latex=r"\int_{\mathbb R}f_{n,r,p}=p_0+2\sum_{i=1}^{N-1}p_i+\frac{2p_N}{1-r},\qquad "
    r"f_{n,r,p}(-x)=f_{n,r,p}(x)", parameters=ON, given=(P, F, BEFORE),
    hypotheses=tuple(_HYPOTHESES), printed=(_IN_CELL, _MASS, *_EVEN),
    note="p(i) is the mass of cell i, any number for |i| <= N, and f the density of (14) on the "
    "cells of (13); the paper's n is m here. A(j) - A(i) is the sum of the masses of the cells i, "
    "..., j-1. The integral of f over the cells 1-N-u, ..., N+u-1 is for every u >= 0 the right "
    "side of (16) less 2 p_N r^u/(1-r), which tends to 0. Where no p_i is negative and the right "
    "side is 1, f is so the density of a probability. That some masses are those of a probability "
    "on the cells, as a noise, is cactus.rem2.cells.",
    examples=({"p": sp.Lambda(i, r**sp.Abs(i)), "f": sp.Lambda(x, m * r ** sp.Max(_ahead, 0)),
            "A": sp.Lambda(i, (r ** (1 - sp.Min(i, 0)) - r ** sp.Max(i, 0)) / (1 - r))},))


def derive_mass() -> Derivation:
    proof = Proof(_CELLS, MASS)
    even, falls, middle, right, left, sums = proof.supposes(*_HYPOTHESES.items())
    proof.concludes(_IN_CELL, by="integral", antiderivative=m * P(i) * x,
        because="a level of m times the mass is integrated over a cell of width 1/m")
    both = constant(proof, BEFORE(1 + step) + BEFORE(-step),
        ((sums, {i: step + 1}, 1), (sums, {i: -step - 1}, -1), (even, {i: step + 1}, -1)),
        "the sums on both sides of the origin", ON)
    tail = constant(proof, BEFORE(N + step) + P(N) * r**step / (1 - r),
        ((sums, {i: N + step}, 1), (falls, {i: N + step}, 1)), "the sums of the tail", ON)
    proof.follows(_MASS, both, tail, sums,
        because="this is the cell at the origin, those before the tails twice, and two geometric "
        "series")
    proof.follows(_EVEN[0], (middle, {x: -x}), middle,
        because="the cell at the origin has one level")
    proof.follows(_EVEN[1], left, right, (even, m),
        because="cells i and -i, which mirror each other, have the same level")
    return proof.done()


# -- as noise -------------------------------------------------------------------------------------

#: G(j) = p_1 + ... + p_(j-1): any masses p_j >= 0 are the differences of a function that grows.
G = Given("G", "function", 1)
CELLS = Cells(G)
_SYMMETRIC = Goal(Even(CELLS.law()), PROBABLE)
_MIDDLE = Goal(Sum(2 * CELLS.mass(i), i, sp.Integer(1), N - 1, CELLS.middle), Domain((SIZE,)))
_TAILS = Goal(Sum(2 * far, i, N, sp.oo, tails), Domain((SIZE, TAIL, LAST)))

NOISE = Statement(id="cactus.rem2.cells", paper=PAPER, item="ours: the cell of a step density",
    title="the cell in which noise with a step density lies is noise on the integers",
    printed_latex=r"p_0+2\sum_{i=1}^{N-1}p_i+\frac{2p_N}{1-r}=1:\quad P(K=i)=p_{|i|}\ "
    r"(|i|<N),\quad P(K=i)=p_Nr^{|i|-N}\ (|i|\ge N)", parameters=PROBABLE, given=(G,),
    definitions=(CELLS.masses, CELLS.law), hypotheses=(CELLS.grows, CELLS.room),
    printed=(_MIDDLE, _TAILS, CELLS.exists, _SYMMETRIC),
    note="G(j) is p_1 + ... + p_(j-1), so that p_j = G(j+1) - G(j) for 0 < j < N; any masses are "
    "of this form. t is p_N, and p_0 is what the others leave of 1. K is the cell in which the "
    "noise lies, a random integer: it exists, and is symmetric. For N = 1 the middle sum is empty.",
    examples=({"G": sp.Lambda(x, (half - last / (1 - r)) * (1 - 2**-x))},))


def derive_noise() -> Derivation:
    proof = Proof(PROBABLE, NOISE)
    proof.concludes(_MIDDLE, by="sum", ratio=1, quotient=2 * G(i),
        because="add the cells before the tail, on both sides")
    proof.concludes(_TAILS, by="sum", ratio=r, because="add up both tails")
    exists = CELLS.show_exists(proof)
    proof.concludes(_SYMMETRIC, by="evenness", uses=(exists,), because="which is symmetric")
    return proof.done()


# -- the tail -------------------------------------------------------------------------------------

LEVELS = Domain((*FAMILY, LAST))
_one, _two = sp.symbols("x_1 x_2", positive=True)
_here, _there = sp.symbols("i_1 i_2", integer=True, positive=True)
_BEYOND = index(_here, N + 1)
_STEPS = Goal(that(F(x)) == n * last * r ** (i - N),
    LEVELS & index(i, N) & between(x, *ends(i), "(]"))
_TAIL = Goal(that(F(_two)) == r ** (_there - _here) * F(_one),
    LEVELS & _BEYOND & index(_there, _here) & between(_one, *ends(_here), "(]")
        & between(_two, *ends(_there), "(]"))
_NEAR = tuple(Goal(that(left) < right,
        Domain((GRID, SIZE)) & _BEYOND & index(_there, _here) & between(_one, *ends(_here), "(]")
            & between(_two, *ends(_there), "(]"))
    for left, right in (((_there - _here) / n - 1 / n, _two - _one),
        (_two - _one, (_there - _here) / n + 1 / n)))

TAIL_CLAIM = Statement(id="cactus.rem2.tail", paper=PAPER, item="Remark 2, tail",
    title="the tails decay almost geometrically",
    printed_latex=r"\tfrac{N+1/2}n<x_1<x_2:\quad f(x_2)=r^{nk}f(x_1),\qquad k=\frac{\lceil "
    r"nx_2-\frac12\rceil-\lceil nx_1-\frac12\rceil}n\approx x_2-x_1", parameters=LEVELS, given=(F,),
    hypotheses=(_STEPS,), printed=(_TAIL, *_NEAR),
    note="i_1 and i_2 are the cells of x_1 and x_2: the cell of x is the integer i with (i-1/2)/n "
    "< x <= (i+1/2)/n, which is n x - 1/2 rounded up. So n k = i_2 - i_1, which is not negative as "
    "x_1 < x_2, and x_1 beyond (N+1/2)/n means i_1 > N. The approximation is within 1/n. Cell N "
    "belongs to the geometric tail as well, so that x_1 > (N-1/2)/n would do.",
    examples=({"f": sp.Lambda(x, n * last * r ** (sp.ceiling(n * x - half) - N))},))


def derive_tail() -> Derivation:
    proof = Proof(LEVELS, TAIL_CLAIM)
    steps = proof.assumes(_STEPS, because="the tail of (14)")
    proof.follows(_TAIL, (steps, {x: _two, i: _there}),
        (steps, {x: _one, i: _here}, -(r ** (_there - _here))),
        because="between two cells of the tail the density falls by r for each cell")
    for goal in _NEAR:
        proof.concludes(goal, by="sign",
            because="two points differ from the middles of their cells by 1/(2n)")
    return proof.done()


CLAIMS = (Claim(MASS, derive_mass), Claim(NOISE, derive_noise), Claim(TAIL_CLAIM, derive_tail))
