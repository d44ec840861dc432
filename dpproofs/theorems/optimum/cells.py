"""From shifts by whole cells to every real shift: noise that is level on cells, with atoms.

What the cells of `optimum.cell` gain is added from the first to the last; atoms lie where two cells
meet, and are paid for in full.
"""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import index
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import Relation, that
from dpproofs.kernel.rules import OWN
from dpproofs.kernel.terms import Meet, Moved, interval
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.optimum.cell import (CELL, GRID, LEVEL, NONNEGATIVE, SHARE, SHIFT, UNCOVERED,
    E, P, Q, S, X, assume_level, i, k, mass, share, show_cell, w)
from dpproofs.theorems.optimum.cell import ON as NOISE
from dpproofs.theorems.samples import symmetric

m, N = sp.symbols("m N", integer=True, positive=True)
n = OWN["n"]

#: What shifts uncover before a cell, and the most that they may uncover.
R, D = Given("R", "function", 2), Given("D", "function")

ON = NOISE & index(m, 1) & index(N, 1)
_low, _high = -m * w, m * w

SUMS = Goal(that(R(k, i + 1) - R(k, i)) == mass(interval(i * w, i * w, "[]")) + Q(k, i),
    GRID)
INSIDE = Goal(that(mass(interval(_low, _high, "[)"))) == 1, ON)
ENOUGH = Goal(that(R(k, m) - R(k, -m)) <= D(), ON & index(k, -N, N))

WHOLE_ON = ON & index(k, -N, N)
BETWEEN_ON = ON & index(k, -N, N - 1) & SHARE


def private(shift: sp.Expr) -> Relation:
    """The constraint for the set S and a shift."""
    return that(mass(S)) <= E * mass(Moved(S, shift)) + D()


WHOLE, BETWEEN = Goal(private(k * w), WHOLE_ON), Goal(private(SHIFT), BETWEEN_ON)

# -- an example: uniform noise, and an atom of one half --------------------------------------------

_half = sp.Rational(1, 2)
_u = sp.Symbol("u", nonnegative=True)


def _uncovered(shift: sp.Expr, place: sp.Expr) -> sp.Expr:
    """How many of the cells before a place a shift brings off the support."""
    right = sp.Max(0, sp.Min(place, m) - sp.Max(-m, m - shift))
    return right + sp.Max(0, sp.Min(place, m, -m - shift) + m)


def _inside(place: sp.Expr) -> sp.Expr:
    return sp.Min(sp.Max(place, -m), m)


EXAMPLE = {"X": symmetric(sp.Lambda(_u, _half * sp.Max(0, 1 - _u / (m * w)))),
    "p": sp.Lambda(i, (_inside(i + 1) - _inside(i)) / (4 * m)),
    "q": sp.Lambda((k, i), (_uncovered(k, i + 1) - _uncovered(k, i)) / (4 * m)),
    "R": sp.Lambda((k, i), _uncovered(k, i) / (4 * m) + sp.Min(1, sp.Max(0, i)) / 2),
    "D": sp.Lambda((), _half + sp.Min(N, 2 * m) / (4 * m))}

STATEMENT = Statement(id="optimum.cells", paper="optimum",
    item="ours: noise on cells, at every real shift",
    title="noise on cells that keeps the constraint at shifts by whole cells keeps it at all",
    printed_latex=r"\begin{gathered}X\text{ level on }C_i=(iw,(i+1)w),\ p_i=P(X\in C_i),\ P(-mw\le "
    r"X<mw)=1,\quad q_{k,i}\ge(p_i-e^\epsilon p_{i+k})_+,\\\sum_{i=-m}^{m-1}\bigl(P(X=iw)+q_{k,i}"
    r"\bigr)\le\delta\ \ (|k|\le N):\quad P(X\in S)\le e^\epsilon P(X\in S+d)+\delta\ \ (|d|\le Nw)"
    r"\end{gathered}", hypotheses=(LEVEL, NONNEGATIVE, UNCOVERED, SUMS, INSIDE, ENOUGH),
    printed_text="noise that is level on the cells between multiples of w, with atoms at multiples "
    "of w only, and whose atoms and uncovered masses add up to at most delta for every shift by at "
    "most N cells, keeps P(X in S) <= exp(epsilon) P(X in S + d) + delta for every Borel set S and "
    "every real shift d of at most N w", parameters=ON, given=(X, P, Q, R, D), examples=(EXAMPLE,),
    printed=(WHOLE, BETWEEN),
    note="The upper end of `dpproofs optimum` for all sets and shifts: Theorem 3 of "
    "docs/optimum.md. D is delta. R(k, j) - R(k, i) is the sum of the masses P(X = c w) + q(k, c) "
    "over c = i, ..., j-1: any masses have such sums. A real shift of at most N w is k w, or (k+s) "
    "w with 0 < s < 1 and -N <= k < N. Neither symmetry nor an order of the masses is assumed. "
    "What the noise costs, the sum over its cells, is in optimum.above; where cells begin, and an "
    "atom inside a cell, in optimum.atom.")


def derive() -> Derivation:
    proof = Proof(ON, STATEMENT)
    gains = show_cell(proof, assume_level(proof))
    sums = proof.assumes(SUMS, because="R adds up atoms and what shifts uncover")
    inside = proof.assumes(INSIDE, because="all mass lies in the cells from -m to m - 1")
    enough = proof.assumes(ENOUGH, because="over these it grows by at most D")
    show_private(proof, gains, (sums, inside, enough))
    return proof.done()


def show_private(proof: Proof, gains: tuple[str, str], known: tuple[str, str, str]) -> None:
    """Append the constraints, from what a cell gains under both kinds of shifts."""
    one = sp.Integer(1)
    whole, between_two = gains
    for goal, cell, weights in ((WHOLE, whole, ((k, one),)),
            (BETWEEN, between_two, ((k, 1 - share), (k + 1, share)))):
        shift = k * w if goal is WHOLE else SHIFT
        _show_sum(proof, goal, shift, weights, (cell, *known))


def _show_sum(proof: Proof, goal: Goal, shift: sp.Expr,
        weights: tuple[tuple[sp.Expr, sp.Expr], ...], known: tuple[str, str, str, str]) -> None:
    """Append the constraint for a shift, cell by cell."""
    cell, sums, inside, enough = known
    on = goal.domain

    def mixed(place: sp.Expr) -> sp.Expr:
        return sum((times * R(cells, place) for cells, times in weights), sp.Integer(0))

    def kept(lower: sp.Expr, upper: sp.Expr, ends: str = "[)") -> sp.Expr:
        return Meet(S, interval(lower, upper, ends))

    def moved(part: sp.Expr) -> sp.Expr:
        return mass(Moved(part, shift))

    bare, full = kept(i * w, (i + 1) * w, "()"), kept(i * w, (i + 1) * w)
    point = proof.shows(that(mass(full)) <= mass(bare) + mass(interval(i * w, i * w, "[]")),
        on=NOISE & CELL, by="measure", because="a cell and where it begins")
    more = proof.shows(that(moved(bare)) <= moved(full), on=on & CELL, by="measure",
        because="where it begins may be covered as well")
    gains = proof.follows(that(mass(full)) <= E * moved(full) + mixed(i + 1) - mixed(i), cell,
        point, (more, E), *((sums, {k: cells}, times) for cells, times in weights), on=on & CELL,
        because="this is what a cell gains with the atom where it begins")
    steps = on & index(n, 0)
    before, piece = kept(_low, (n - m) * w), kept((n - m) * w, (n + 1 - m) * w)
    after = kept(_low, (n + 1 - m) * w)
    cut = proof.shows(that(mass(after)) <= mass(before) + mass(piece), on=steps, by="measure",
        because="one cell more")
    joined = proof.shows(that(moved(before) + moved(piece)) <= moved(after), on=steps,
        by="measure", because="and where it is moved to")
    terms = E * moved(before) - mass(before) + mixed(n - m)
    grows = proof.follows(that(0) <= terms.xreplace({n: n + 1}) - terms, (gains, {i: n - m}), cut,
        (joined, E), on=steps, because="so what is uncovered grows by no more than the sums")
    total = proof.applies("induction", on=steps, uses=(grows,), because="add cell after cell",
        terms=terms, step=sp.Integer(0), last=sp.oo)
    nothing, support = kept(_low, _low), kept(_low, _high)
    facts = [proof.shows(claim, on=where, by="measure", because=why)
        for claim, where, why in ((that(mass(nothing)) <= 0, ON, "no cell has no mass"),
            (that(0) <= moved(nothing), on, "and no negative one when moved"),
            (that(mass(S) + mass(interval(_low, _high, "[)"))) <= mass(support) + 1, ON,
                "what lies outside of all cells"),
            (that(moved(support)) <= mass(Moved(S, shift)), on, "all cells are a part of S"))]
    proof.follows(goal, (total, {n: 2 * m}), facts[0], (facts[1], E), facts[2], (facts[3], E),
        inside, *((enough, {k: cells}, times) for cells, times in weights),
        because="all cells together have all mass, and over them the sums grow by at most D")


CLAIMS = (Claim(STATEMENT, derive),)
