"""(19): the cost of a cell, and the cost of a step density up to any cut-off, for every cost."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, Variable, index, positive, real
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import that
from dpproofs.kernel.rules import OWN
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.cactus.setting import PAPER, PLACE, SIZE, TAIL, N, i, r, x
from dpproofs.theorems.cactus.shifts import GRID, P, below, constant, ends, far, m, step

h = OWN["h"]

#: The cost, and its integral from 0; sums over the cells before a cell: of mass times cost, and of
#: the costs of the tail times powers of r.
COST, INTEGRAL = Given("c", "function", 1), Given("C", "function", 1)
SPENT, POWERS = Given("A", "function", 1), Given("T", "function", 1)

ON = Domain((GRID, SIZE, TAIL))
_CELLS = ON & PLACE
_AHEAD = ON & Variable(x, sp.Integer(0), sp.oo, "[)") & positive(h)


def cell(place: sp.Expr) -> sp.Expr:
    """c_(n,i): the mean of the cost over a cell."""
    start, stop = ends(place)
    return m * (INTEGRAL(stop) - INTEGRAL(start))


_growth = INTEGRAL(x + h) - INTEGRAL(x)
_ODD = Goal(that(INTEGRAL(-x)) == -INTEGRAL(x), ON & real(x))
_LOW = Goal(that(h * COST(x)) <= _growth, _AHEAD)
_HIGH = Goal(that(_growth) <= h * COST(x + h), _AHEAD)
_EVEN = Goal(that(P(-i)) == P(i), _CELLS)
_FALLS = Goal(that(P(i)) == far(i), ON & index(i, N))
_SUMS = Goal(that(SPENT(i + 1) - SPENT(i)) == P(i) * cell(i), _CELLS)
_SUMS_OF_POWERS = Goal(that(POWERS(i + 1) - POWERS(i)) == cell(i) * r ** (i - N),
    ON & index(i, N))
_HYPOTHESES = {_ODD: "the cost is even, so that its integral from 0 is odd",
    _LOW: "the cost does not decrease: its integral grows at least by its first value",
    _HIGH: "and at most by its last", _EVEN: "the density is even",
    _FALLS: "the masses of the tail are geometric", _SUMS: "A adds up what cells cost",
    _SUMS_OF_POWERS: "and T the third sum of (19)"}

_SAME = Goal(that(cell(-i)) == cell(i), _CELLS)
_BETWEEN = (Goal(that(COST(ends(i)[0])) <= cell(i), ON & index(i, 1)),
    Goal(that(cell(i)) <= COST(ends(i)[1]), ON & index(i, 1)))
_TOTAL = Goal(that(SPENT(N + below) - SPENT(1 - N - below)) ==
    P(0) * cell(sp.Integer(0)) + 2 * (SPENT(N) - SPENT(1)) + 2 * P(N)
        * (POWERS(N + below) - POWERS(N)), ON & index(below, 0))


def _rest(place: sp.Expr) -> sp.Expr:
    """The sum of r^j (j^2 + 1/12) over j from a place on."""
    near = (place**2 + sp.Rational(1, 12)) / (1 - r)
    return r**place * (near + 2 * place * r / (1 - r) ** 2 + r * (1 + r) / (1 - r) ** 3)


COSTS = Statement(id="cactus.eq19", paper=PAPER, item="(19)",
    title="the cost of a cell, and the expected cost of a step density",
    printed_latex=r"\begin{gathered}c_{n,i}=\int_{\mathcal J_{n,i}}n\,c(x)\,dx,\\\mathbb "
    r"E[c]=p_0c_{n,0}+2\sum_{i=1}^{N-1}p_ic_{n,i}+2p_N\sum_{i\ge N}c_{n,i}r^{i-N}\end{gathered}",
    parameters=ON, given=(COST, INTEGRAL, P, SPENT, POWERS), hypotheses=tuple(_HYPOTHESES),
    printed=(_SAME, *_BETWEEN, _TOTAL),
    note="The cost c is any that is even and does not decrease in |x|; C is its integral from 0, "
    "which the two bounds single out. The paper's n is m here, and c_(n,i) is m times the integral "
    "of c over cell i; so a cell of mass p(i), on which the density is m p(i), costs p(i) c_(n,i). "
    "A(j) - A(i) is the sum of these over the cells i, ..., j-1, and T(j) - T(i) that of c_(n,l) "
    "r^(l-N). The last goal is the cost of the cells 1-N-u, ..., N+u-1 for every u >= 0; no cost "
    "is negative, so that the expected cost is what this tends to as u grows, finite or not.",
    examples=({"c": sp.Lambda(x, x**2), "C": sp.Lambda(x, x**3 / 3),
            "p": sp.Lambda(i, r ** sp.Abs(i)),
            "A": sp.Lambda(i, (_rest(1 - sp.Min(i, 0)) - _rest(sp.Max(i, 0))) / m**2),
            "T": sp.Lambda(i, -_rest(i) / (m**2 * r**N))},))


def derive() -> Derivation:
    proof = Proof(_CELLS, COSTS)
    odd, low, high, even, falls, sums, powers = proof.supposes(*_HYPOTHESES.items())
    start, stop = ends(i)
    same = proof.follows(_SAME, (odd, {x: start}), (odd, {x: stop}),
        because="cells and their mirror images have the same cost")
    proof.follows(_BETWEEN[0], (low, {x: start, h: 1 / m}),
        because="a cell costs no less than where it begins")
    proof.follows(_BETWEEN[1], (high, {x: start, h: 1 / m}),
        because="it costs no more than where it ends")
    mirror = proof.follows(that(P(-i) * cell(-i)) == P(i) * cell(i), (even, cell(-i)), (same, P(i)),
        because="with its mass as well")
    both = constant(proof, SPENT(1 + step) + SPENT(-step),
        ((sums, {i: step + 1}, 1), (sums, {i: -step - 1}, -1), (mirror, {i: step + 1}, -1)),
        "the sums on both sides of the origin", ON)
    tail = constant(proof, SPENT(N + step) - P(N) * POWERS(N + step),
        ((sums, {i: N + step}, 1), (falls, {i: N + step}, cell(N + step)),
            (powers, {i: N + step}, -P(N))), "the sums of the tail", ON)
    proof.follows(_TOTAL, both, tail, sums,
        because="so up to a cut-off the three terms are the cost of all cells")
    return proof.done()


CLAIMS = (Claim(COSTS, derive),)
