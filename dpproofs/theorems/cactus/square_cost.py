"""(19) for the square: the cost of a cell, and the expected cost as one number."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.assertions import Expected
from dpproofs.kernel.derivation import Claim, Derivation, Goal, PrintedFormula, Statement
from dpproofs.kernel.domain import Domain, Variable, index, positive, real
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import Integral, Sum, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.cactus.cells import ON, Cells, far
from dpproofs.theorems.cactus.setting import (GRID, LAST, PAPER, SIZE, TAIL, N, ends, half, i, last,
    level, n, r, x)

alpha = sp.Symbol("alpha", positive=True)
_POWER = positive(alpha)
_AFTER = index(i, 1)
_ends = ends(i)


def _power(place: sp.Expr) -> sp.Expr:
    return place ** (alpha + 1)


#: c_(n,i) for the cost |x|^alpha, and for the square.
cell = (_power(i + half) - _power(i - half)) / ((alpha + 1) * n**alpha)
square = (i**2 + sp.Rational(1, 12)) / n**2

_CELL = Goal(Integral(n * x**alpha, x, *_ends, cell), Domain((GRID, _POWER, _AFTER)))
_SQUARE = Goal(Integral(n * x**2, x, *_ends, square),
    Domain((GRID, Variable(i, -sp.oo, sp.oo, integer=True))))
_WEIGHTED = Goal(Integral(n * level * x**alpha, x, *_ends, level * cell),
    Domain((GRID, _POWER, _AFTER, real(level))))
_first, _second = 1 / (1 - r), r / (1 - r) ** 2
_tail = N**2 * _first + 2 * N * _second + r * (1 + r) / (1 - r) ** 3 + _first / 12
_TAIL = Goal(Sum(2 * last * r ** (i - N) * square, i, N, sp.oo, 2 * last / n**2 * _tail),
    Domain((GRID, SIZE, TAIL, LAST)))

# -- the expected cost ----------------------------------------------------------------------------

#: Any masses before the N-th are third differences of a function.
H = Given("H", "function", 1)
_size = sp.Symbol("u", nonnegative=True)


def _first_difference(place: sp.Expr) -> sp.Expr:
    return H(place + 1) - H(place)


def _second_difference(place: sp.Expr) -> sp.Expr:
    return _first_difference(place + 1) - _first_difference(place)


CELLS = Cells(_second_difference)
_steps = sp.expand(square.subs(i, i + 1) - square)
_bend = sp.expand(_steps.subs(i, i + 1) - _steps)
#: Summed by parts, twice.
_parts = square * _second_difference(i) - _steps * _first_difference(i + 1) + _bend * H(i + 2)
_middle = _parts.subs(i, N) - _parts.subs(i, 1)
_tail_value = 2 * last / n**2 * _tail

_MIDDLE = Goal(Sum(2 * square * CELLS.mass(i), i, sp.Integer(1), N - 1, 2 * _middle),
    Domain((GRID, SIZE)))
_cost = square.subs(i, _size)
_EXPECTED = Goal(Expected(CELLS.law(), _size, _cost, "==",
        square.subs(i, 0) * CELLS.centre + 2 * _middle + _tail_value), ON)

COSTS = Statement(id="cactus.eq19.square", paper=PAPER, item="ours: (19) for the square",
    title="the expected square of a step density, and the costs of cells for powers",
    printed_latex=r"\begin{gathered}c(x)=|x|^\alpha:\quad c_{n,i}="
    r"\frac{(i+\frac12)^{\alpha+1}-(i-\frac12)^{\alpha+1}}{(\alpha+1)n^\alpha}\quad(i\ge1),\qquad "
    r"c(x)=x^2:\quad c_{n,i}=\frac{i^2+\frac1{12}}{n^2},\\\mathbb E[X^2]=p_0c_{n,0}+2"
    r"\sum_{i=1}^{N-1}p_ic_{n,i}+2p_N\sum_{i\ge N}c_{n,i}r^{i-N}\end{gathered}", parameters=ON,
    given=(H,), definitions=(CELLS.masses, CELLS.law), hypotheses=(CELLS.grows, CELLS.room),
    printed=(_CELL, _SQUARE, _WEIGHTED, _MIDDLE, _TAIL, CELLS.exists, _EXPECTED),
    formulas=(PrintedFormula(_CELL, cell), PrintedFormula(_SQUARE, square)),
    note="The costs of cells for |x|^alpha, i >= 1, and for the square, any i; in a cell of mass v "
    "the cost comes to v c_(n,i). The expected cost is that of the square: K is the cell in which "
    "the noise lies, an integer, and the cost of cell |K| is c_(n,|K|). H is a function whose "
    "third differences are p_1, p_2, ... before p_N; any masses are of this form, and both sums "
    "over them then have a value: the sum in the middle is the second term, the series of the tail "
    "the third.",
    examples=({"H": sp.Lambda(x, (half - last / (1 - r)) * (x * (x - 1) / 2 - 4 * 2**-x))},))


def derive() -> Derivation:
    proof = Proof(ON, COSTS)
    proof.concludes(_CELL, by="integral", antiderivative=n * _power(x) / (alpha + 1),
        because="this is the mean of a power over a cell")
    proof.concludes(_SQUARE, by="integral", antiderivative=n * x**3 / 3,
        because="the same holds of the square")
    proof.concludes(_WEIGHTED, by="integral", antiderivative=n * level * _power(x) / (alpha + 1),
        because="where the density is n times the mass")
    exists = CELLS.show_exists(proof)
    nonnegative = proof.shows(that(0) <= _cost, by="sign", because="the cost is not negative",
        on=ON & Variable(_size, sp.Integer(0), sp.oo, "[)"))
    zero = sp.Integer(0)
    centre = proof.shows(
        Sum(square * CELLS.centre, i, zero, zero, square.subs(i, 0) * CELLS.centre), by="sum",
        ratio=1, because="the cell at the origin costs this")
    middle = proof.shows(Sum(square * CELLS.mass(i), i, sp.Integer(1), N - 1, _middle), by="sum",
        ratio=1, quotient=_parts, because="the cells before the tail are summed by parts")
    tail = proof.shows(Sum(square * far, i, N, sp.oo, _tail_value / 2), by="sum", ratio=r,
        because="this is what the cells of the tail cost")
    proof.concludes(_MIDDLE, by="sum", ratio=1, quotient=2 * _parts,
        because="this is the cost of both sides before the tails")
    proof.concludes(_TAIL, by="sum", ratio=r, because="add up both tails")
    proof.concludes(_EXPECTED, by="expectation", uses=(exists, nonnegative, centre, middle, tail),
        because="so the three terms are the expected cost")
    return proof.done()


CLAIMS = (Claim(COSTS, derive),)
