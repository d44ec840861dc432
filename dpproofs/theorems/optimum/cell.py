"""From shifts by whole cells to every real shift: one cell of a step density.

A shift by k + s cells, 0 < s < 1, brings a share 1 - s of a cell into the k-th cell from it and the
rest into the next. On each share both densities are level, so that of the sets inside it either
the empty one or the whole share gains most.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, Variable, between, index, positive
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import Relation, that
from dpproofs.kernel.terms import Mass, Meet, Moved, Outside, interval
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.samples import even_periods

w, h, length = sp.symbols("w h l", positive=True)
eps = sp.Symbol("epsilon", nonnegative=True)
x, y, t = sp.symbols("x y t", real=True)
i, k = sp.symbols("i k", integer=True)
share = sp.Symbol("s", positive=True)
E = sp.exp(eps)

X, P, Q = Given("X", "noise"), Given("p", "function", 1), Given("q", "function", 2)
S = sp.Function("S")()  # every Borel set

ON = Domain((positive(w), Variable(eps, sp.Integer(0), sp.oo, "[)")))
CELL = index(i, -sp.oo)
GRID = ON & CELL & index(k, -sp.oo)
SHARE = between(share, 0, 1)
SHIFTS = GRID & SHARE

_start, _stop = i * w, (i + 1) * w
_split = _stop - share * w


def mass(where: sp.Expr) -> sp.Expr:
    """P(X in a set)."""
    return Mass(X(), where)


LEVEL = Goal(that(mass(interval(y, y + length))) == P(i) * length / w,
    ON & CELL & Variable(y, _start, _stop, "[)") & Variable(length, sp.Integer(0), _stop - y, "(]"))
NONNEGATIVE = Goal(that(0) <= Q(k, i), GRID)
UNCOVERED = Goal(that(P(i) - E * P(i + k)) <= Q(k, i), GRID)


@dataclass(frozen=True)
class Part:
    """A part of a cell, and a shift that brings it into the cell with so many cells between."""

    lower: sp.Expr
    upper: sp.Expr
    shift: sp.Expr
    cells: sp.Expr

    @property
    def interval(self) -> sp.Expr:
        """The part without its ends."""
        return interval(self.lower, self.upper)

    @property
    def size(self) -> sp.Expr:
        """Which share of the cell it is."""
        return sp.expand((self.upper - self.lower) / w)

    @property
    def back(self) -> Part:
        """Where it is brought, and the way back."""
        lower, upper = (sp.expand(end + self.shift) for end in (self.lower, self.upper))
        return Part(lower, upper, -self.shift, -self.cells)


SHIFT = (k + share) * w
FIRST, LAST = Part(_start, _split, SHIFT, k), Part(_split, _stop, SHIFT, k + 1)


def gain(part: Part, most: sp.Expr) -> Relation:
    """That what S has in a part is covered by the shift but for ``most``."""
    inside = Meet(S, part.interval)
    return that(mass(inside)) <= E * mass(Moved(inside, part.shift)) + most


ALL = Part(_start, _stop, k * w, k)
WHOLE = Goal(gain(ALL, Q(k, i)), GRID)
BETWEEN = Goal(gain(Part(_start, _stop, SHIFT, k), (1 - share) * Q(k, i) + share * Q(k + 1, i)),
    SHIFTS)

_falling = sp.Lambda(i, sp.Rational(1, 4) * sp.Rational(1, 2) ** sp.Max(i, -1 - i))

STATEMENT = Statement(id="optimum.cell", paper="optimum",
    item="ours: from shifts by cells to real shifts",
    title="a real shift uncovers no more of a cell than the mean of two shifts by cells",
    printed_latex=r"\begin{gathered}X\text{ level on }C_i=(iw,(i+1)w),\quad p_i=P(X\in C_i),\quad "
    r"q_{k,i}\ge(p_i-e^\epsilon p_{i+k})_+:\\P(X\in S\cap C_i)\le e^\epsilon P\bigl(X\in(S\cap "
    r"C_i)+kw\bigr)+q_{k,i},\\P(X\in S\cap C_i)\le e^\epsilon P\bigl(X\in(S\cap C_i)+(k+s)w"
    r"\bigr)+(1-s)q_{k,i}+s\,q_{k+1,i}\quad(0<s<1)\end{gathered}",
    printed_text="for noise that is level on each cell (i w, (i+1) w), any Borel set S and any "
    "shift by k + s cells, P(X in S meet cell i) is at most exp(epsilon) P(X in what it is moved "
    "to) + (1-s) q(k, i) + s q(k+1, i), where q(k, i) is not below the positive part of p(i) - "
    "exp(epsilon) p(i+k)", parameters=ON, given=(X, P, Q), printed=(WHOLE, BETWEEN),
    examples=({"X": even_periods(sp.Rational(1, 2), w), "p": _falling,
            "q": sp.Lambda((k, i), _falling(i))},), hypotheses=(LEVEL, NONNEGATIVE, UNCOVERED),
    note="What noise on cells gains under a shift between two multiples of the width is, cell by "
    "cell, at most the mean of what it gains under these two. Added over the cells, with an atom "
    "where two cells meet, this is the upper end of `dpproofs optimum` (Theorem 3 of "
    "docs/optimum.md): masses that keep the constraint at shifts by whole cells keep it at all. "
    "Shifts to the left are those with a negative k. Nothing is said of points where cells meet.")


def derive() -> Derivation:
    proof = Proof(ON, STATEMENT)
    proof.idea(__doc__)
    show_cell(proof, assume_level(proof))
    return proof.done()


def assume_level(proof: Proof) -> str:
    """Append that the noise is level on cells, as a hypothesis."""
    return proof.assumes(LEVEL, because="the noise is level on each cell")


def show_cell(proof: Proof, level: str) -> tuple[str, str]:
    """Append what a cell gains under a shift by whole cells, and under one between two, when the
    noise is level on cells.
    """
    known = Cells(proof, level)
    proof.part("A cell that is moved by whole cells")
    whole = known.covered(GRID, ALL, Q(k, i))
    proof.part("The share 1 - s that reaches the k-th cell")
    near = known.covered(SHIFTS, FIRST, FIRST.size * Q(FIRST.cells, i))
    proof.part("The share s that reaches the next one")
    far = known.covered(SHIFTS, LAST, LAST.size * Q(LAST.cells, i))
    proof.part("Both shares")
    proof.key(near, far)
    parts = [part.interval for part in (ALL, FIRST, LAST)]
    kept = [Meet(S, part) for part in parts]
    levels = [known.level(SHIFTS, part.lower, part.upper) for part in (ALL, FIRST, LAST)]
    apart = proof.shows(that(mass(kept[0]) + mass(parts[1]) + mass(parts[2])) <=
            mass(kept[1]) + mass(kept[2]) + mass(parts[0]), on=SHIFTS, by="measure",
        because="both shares, and the point between them")
    both = proof.shows(that(mass(Moved(kept[1], SHIFT)) + mass(Moved(kept[2], SHIFT))) <=
            mass(Moved(kept[0], SHIFT)), on=SHIFTS, by="measure",
        because="what they are moved to does not meet")
    between_two = proof.follows(BETWEEN, near, far, apart, (both, E), (levels[0], -1), *levels[1:],
        because="the point has no mass, and the shares are 1 - s and s of the cell")
    return whole, between_two


Two: TypeAlias = tuple[sp.Expr, sp.Expr]


class Cells:
    """What is known of the noise, and what follows inside a cell."""

    def __init__(self, proof: Proof, levels: str) -> None:
        self.proof = proof
        self.levels = levels
        self.nonnegative = proof.assumes(NONNEGATIVE, because="q is not negative")
        self.uncovered = proof.assumes(UNCOVERED, because="nor below what a shift uncovers")

    def level(self, on: Domain, lower: sp.Expr, upper: sp.Expr, cell: sp.Expr = i) -> str:
        """Append the mass between two places of a cell."""
        size = sp.expand(upper - lower)
        return self.proof.follows(that(mass(interval(lower, upper))) == P(cell) * size / w,
            (self.levels, {i: cell, y: lower, length: size}), on=on,
            because="the mass of a part of a cell is its share")

    def covered(self, on: Domain, part: Part, most: sp.Expr) -> str:
        """Append that the gain of a part that is moved into one cell is at most its share of q."""
        claim = gain(part, most)
        here, there = P(i), E * P(i + part.cells)
        cases = self._smaller(on, part, claim), self._larger(on, part, claim)
        return self.proof.applies("either order", on=on, uses=cases, because="in either case",
            first=here, second=there, left=claim.lhs, right=claim.rhs)

    def _smaller(self, on: Domain, part: Part, claim: Relation) -> str:
        """Append the claim where the cell has less than e^epsilon times that it is moved to."""
        order = P(i), E * P(i + part.cells)
        found = self._dominated(on, part, E, order, (i, i + part.cells))
        return self.proof.follows(claim, (found, {t: x}), (self.nonnegative, {k: part.cells}),
            on=on & _between(x, *order),
            because="what is moved there is covered, and q is not negative")

    def _larger(self, on: Domain, part: Part, claim: Relation) -> str:
        """Append the claim where it has more: then the rest of the part gains nothing."""
        order = E * P(i + part.cells), P(i)
        found = self._dominated(on, part.back, 1 / E, order, (i + part.cells, i))
        rest, there = Moved(Outside(S), part.shift), part.back.interval
        kept = Meet(rest, there)
        turned = self.proof.shows(that(mass(kept)) <= mass(Moved(kept, -part.shift)) / E,
            by="instance", on=on & _between(t, *order), uses=(found,), at={}, sets={"S": rest},
            because="for what is outside S, moved")
        inside = Meet(S, part.interval)
        here = self.proof.shows(
            that(mass(Moved(kept, -part.shift)) + mass(inside)) == mass(part.interval), on=on,
            by="measure", because="moved back it is what S leaves of the part")
        beyond = self.proof.shows(that(mass(kept) + mass(Moved(inside, part.shift))) == mass(there),
            on=on, by="measure", because="and there it is what S, moved, leaves")
        levels = (self.level(on, part.lower, part.upper),
            self.level(on, part.back.lower, part.back.upper, i + part.cells))
        return self.proof.follows(claim, (turned, {t: x}, E), (here, -1), (beyond, E),
            (levels[0], -1), (levels[1], E), (self.uncovered, {k: part.cells}, part.size),
            on=on & _between(x, *order),
            because="the same holds of what S leaves of the part, so that S gains no more than the "
            "whole part, whose gain is at most its share of q")

    def _dominated(self, on: Domain, part: Part, factor: sp.Expr, order: Two, cells: Two) -> str:
        """Append that sets inside a part have at most ``factor`` times the mass where they go."""
        places = between(x, part.lower, part.upper), between(h, 0, part.upper - x)
        inside = Domain((*on, *places))
        piece, moved = (interval(at, at + h, "(]") for at in (x, x + part.shift))
        same = self.proof.shows(that(mass(Moved(piece, part.shift))) == mass(moved), on=inside,
            by="measure", because="where an interval is moved to")
        first = self._inner(inside, x, part.upper, cells[0])
        other = self._inner(inside, x + part.shift, part.upper + part.shift, cells[1])
        here = on & _between(t, *order)
        begun = self.proof.shows(that(order[0]) <= t, on=here, by="sign",
            because="where there is such a number")
        told = self.proof.follows(that(order[0]) <= order[1], begun, on=here,
            because="the two masses are in this order")
        less = self.proof.follows(that(mass(piece)) <= factor * mass(Moved(piece, part.shift)),
            (same, factor), first, (other, factor), (told, h / w if factor == E else h / w / E),
            on=Domain((*here, *places)),
            because="both masses are h/w times those of their cells, which are in this order")
        return self.proof.applies("domination", on=here, uses=(less,),
            because="so the same holds of all sets inside it", noise=X(), factor=factor,
            shift=part.shift,
            lower=part.lower, upper=part.upper)

    def _inner(self, on: Domain, at: sp.Expr, stop: sp.Expr, cell: sp.Expr) -> str:
        """Append the mass of an interval that holds its right end, inside a part."""
        whole, rest = self.level(on, at, stop, cell), self.level(on, at + h, stop, cell)
        cut = self.proof.shows(that(mass(interval(at, at + h, "(]")) + mass(interval(at + h,
            stop))) ==
                mass(interval(at, stop)), on=on, by="measure", because="cut after its right end")
        return self.proof.follows(that(mass(interval(at, at + h, "(]"))) == P(cell) * h / w, cut,
            whole, rest, on=on, because="so its right end adds nothing")


def _between(symbol: sp.Symbol, low: sp.Expr, high: sp.Expr) -> Variable:
    """A number between two others, of which the first is then the smaller."""
    return Variable(symbol, low, high, "[]", hollow=True)


CLAIMS = (Claim(STATEMENT, derive),)
