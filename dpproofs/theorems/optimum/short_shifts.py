"""One shift of noise on the line, for a multiplier that is level on cells: no more than delta W.

The points where cells meet are paid for in full. A shift that is a little shorter than by whole
cells moves them into thin windows beside the lattice, where hardly any mass lies, and what is left
of a cell without its margins into a cell.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

import sympy as sp

from dpproofs.kernel.assertions import Private
from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.proof import Use, Values
from dpproofs.kernel.domain import Domain, Variable, index, positive
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import that
from dpproofs.kernel.rules import OWN, instance
from dpproofs.kernel.terms import Moved, interval
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.optimum.cell import E, S, X, eps, i, k, mass, w

n = OWN["n"]
m, N, J = sp.symbols("m N J", integer=True, positive=True)
q = sp.Symbol("q", integer=True, nonnegative=True)
delta, s = sp.symbols("delta s", positive=True)

#: Multipliers, what they add up to for the shifts up to k w, and bounds of both.
G, V = Given("g", "function", 2), Given("v", "function", 2)
W, B = Given("W", "function", 1), Given("B", "function", 1)
#: Sums over the cells: what v and B have there, and what multipliers that were moved have.
Z, Y = Given("Z", "function", 2), Given("Y", "function", 2)

ON = Domain((positive(w), Variable(eps, sp.Integer(0), sp.oo, "[)"), positive(delta), index(N, 1),
        index(m, 1), index(J, m)))
SHIFTS = ON & index(k, -N, N)
CELL = index(i, -sp.oo)
GRID = SHIFTS & CELL
SMALL = Variable(s, sp.Integer(0), w / 2)
FAR = J + N  # no multiplier, moved or not, is on a cell from here on
LEVELS = ON & index(q, 0)  # of what thin windows may have: 1 / (q + 1)


def cell(place: sp.Expr) -> sp.Expr:
    """P(X in an open cell)."""
    return mass(interval(place * w, (place + 1) * w))


def point(place: sp.Expr) -> sp.Expr:
    """P(X where cells meet)."""
    return mass(_point(place))


def _point(place: sp.Expr) -> sp.Expr:
    return interval(place * w, place * w, "[]")


PRIVATE = Goal(Private(X(), eps, delta, N * w), ON)
NONNEGATIVE = Goal(that(0) <= G(k, i), GRID)
BOUNDED = Goal(that(G(k, i)) <= W(k), GRID)
AHEAD = Goal(that(G(k, i)) == 0, SHIFTS & index(i, J))
BEHIND = Goal(that(G(k, i)) == 0, SHIFTS & index(i, -sp.oo, -J - 1))
SUMS = Goal(that(V(k, i) - V(k - 1, i)) == G(k, i) - E * G(k, i - k), GRID)
WEIGHTS = Goal(that(B(k) - B(k - 1)) == W(k), SHIFTS)
CELLS = Goal(that(Z(k, i + 1) - Z(k, i)) == V(k, i) * cell(i) + B(k) * point(i),
    ON & index(k, -N - 1, N) & CELL)
LANDED = Goal(that(Y(k, i + 1) - Y(k, i)) == G(k, i - k) * cell(i), GRID)

#: The steps that assume hypotheses.
Known: TypeAlias = Mapping[Goal, str]


@dataclass(frozen=True)
class Side:
    """Shifts to one side, each shorter by s than by k cells."""

    shifts: Domain
    sign: int

    def shift(self, by: sp.Expr) -> sp.Expr:
        """The shift that is shorter by so much."""
        return k * w - self.sign * by

    def window(self, place: sp.Expr, reach: sp.Expr) -> sp.Expr:
        """The mass of the window into which it moves a point of the lattice."""
        return (_before if self.sign > 0 else _after)(place, reach)


SIDES = (Side(ON & index(k, -N, 0), -1), Side(ON & index(k, 0, N), 1))


def _before(place: sp.Expr, reach: sp.Expr) -> sp.Expr:
    """The mass of the window that ends at a point of the lattice."""
    return mass(interval(place * w - reach, place * w))


def _after(place: sp.Expr, reach: sp.Expr) -> sp.Expr:
    """The mass of the window that begins there."""
    return mass(interval(place * w, place * w + reach))


def _inner(place: sp.Expr, margin: sp.Expr) -> sp.Expr:
    """A cell without its margins."""
    return interval(place * w + margin, (place + 1) * w - margin)


def _own(place: sp.Expr) -> sp.Expr:
    """What a multiplier has on the cells before a place, and the points where they begin, less
    what it has where it moves them.
    """
    return Z(k, place) - Z(k - 1, place) + E * (Y(k, place) - Y(k, place + k))


@dataclass(frozen=True)
class Thin:
    """Windows with less than 1 / (q + 1) of the mass: how far they reach, and what is known."""

    reach: sp.Expr
    short: tuple[str, str]
    before: str
    after: str

    @property
    def margin(self) -> sp.Expr:
        """Half of the reach, by which shifts are shorter."""
        return self.reach / 2


def show_shifts(proof: Proof, known: Known) -> str:
    """Append what each multiplier has on all cells, less what it has where it moves them."""
    proof.part("Thin windows beside the lattice")
    thin = _show_thin(proof)
    proof.part("Where multipliers are 0")
    ends = _show_ends(proof, known)
    proof.part("One shift")
    stop = (i + 1) * w
    margins = mass(interval(i * w, i * w + s, "(]")), mass(interval(stop - s, stop, "[)"))
    trimmed = tuple(proof.shows(claim, on=ON & CELL & SMALL, by="measure", because=why)
        for claim, why in (
            (that(cell(i)) <= mass(_inner(i, s)) + sum(margins), "a cell without its margins"),
            (that(margins[0]) <= _after(i, 2 * s), "of which one lies in a window"),
            (that(margins[1]) <= _before(i + 1, 2 * s), "as does the other")))
    own = Z(k, i + 1) - Z(k, i) - Z(k - 1, i + 1) + Z(k - 1, i)
    one = proof.follows(
        that(own) == (V(k, i) - V(k - 1, i)) * cell(i) + (B(k) - B(k - 1)) * point(i), known[CELLS],
        known[CELLS], on=GRID, because="what one shift adds, from one cell to the next")
    both = proof.follows(that(own) == (G(k, i) - E * G(k, i - k)) * cell(i) + W(k) * point(i), one,
        (known[SUMS], cell(i)), (known[WEIGHTS], point(i)), on=GRID,
        because="the shift by k cells adds its multiplier, less exp(epsilon) times the one that "
        "it moves here")
    goes = proof.follows(that(Y(k, i + k + 1) - Y(k, i + k)) == G(k, i) * cell(i + k),
        known[LANDED], on=GRID, because="where it is moved")
    gains = proof.follows(that(_own(i + 1) - _own(i)) ==
            G(k, i) * cell(i) + W(k) * point(i) - E * G(k, i) * cell(i + k), both,
        (known[LANDED], E), goes, on=GRID,
        because="the multiplier counts where it stands, and against where it is moved")
    found = [_show_side(proof, known, side, thin, (trimmed, gains), ends) for side in SIDES]
    bound = proof.goal(found[0]).proposition
    both = proof.shows(bound, on=SHIFTS, by="cases", uses=found,
        because="for shifts to either side")
    proof.key(both)
    return both


def _show_thin(proof: Proof) -> Thin:
    """Append that some windows beside the lattice have little mass."""
    level = 1 / (q + 1)
    found = proof.obtains("thin windows", "r", on=LEVELS, uses=(),
        because="windows beside the lattice shrink to nothing", noise=X(), width=w, level=level)
    some, short, little = (proof.knows(found, place, because=why)
        for place, why in enumerate(("which have a length", "that is short", "and little mass")))
    half = found.term / 2
    there = proof.follows(that(0) < half, (some, sp.Rational(1, 2)), on=LEVELS,
        because="half of r(q) is positive")
    inside = proof.follows(that(half) < w / 2, (short, sp.Rational(1, 2)), on=LEVELS,
        because="half of r(q) is less than half a cell")
    masses = []
    for one, other in ((_before, _after), (_after, _before)):
        counts = proof.shows(that(0) <= other(i, 2 * s), on=ON & CELL & SMALL, by="measure",
            because="the other window has some mass")
        each = proof.follows(that(one(i, found.term)) <= level, (little, {n: i}),
            (counts, {s: half}), on=LEVELS & CELL, also=(there, inside),
            because="each of the two windows has no more than both")
        masses.append(each)
    return Thin(found.term, (there, inside), *masses)


def _show_side(proof: Proof, known: Known, side: Side, thin: Thin,
        facts: tuple[tuple[str, ...], str], ends: tuple[str, str]) -> str:
    """Append it for the shifts to one side."""
    some = proof.follows(that(0) <= G(k, i), known[NONNEGATIVE], on=side.shifts & CELL,
        because="multipliers are not negative")
    size = proof.follows(that(0) <= W(k), (some, {i: 0}), (known[BOUNDED], {i: 0}), on=side.shifts,
        because="nor are bounds")
    paid = _show_cell(proof, side, (some, size), facts)
    whole = _show_cells(proof, known, side, thin, (some, size, paid))
    rest = _own(FAR) - _own(-FAR) - delta * W(k)
    bound = 2 * FAR * W(k) * (2 + E) - rest
    bounded = proof.follows(that(n * rest) <= bound, (whole, {q: n}), on=side.shifts & index(n, 0),
        because="windows as thin as one likes")
    nothing = proof.applies("Archimedes", on=side.shifts, uses=(bounded,),
        because="with q as large as one likes the windows do not count", value=rest, bound=bound)
    return proof.follows(
        that(Z(k, FAR) - Z(k - 1, FAR) - Z(k, -FAR) + Z(k - 1, -FAR)) <= delta * W(k), nothing,
        *((end, E) for end in ends), on=side.shifts,
        because="and nothing is moved beyond the last cell")


def _show_cell(proof: Proof, side: Side, signs: tuple[str, str],
        facts: tuple[tuple[str, ...], str]) -> str:
    """Append what a cell, and the point where it begins, have more than where they are moved."""
    trimmed, gains = facts
    shift, on = side.shift(s), side.shifts & CELL & SMALL
    landed = proof.shows(that(E * mass(Moved(_inner(i, s), shift))) <= E * cell(i + k), on=on,
        by="measure", because="a shorter shift moves what is left of a cell into a cell")
    hidden = proof.shows(that(E * mass(Moved(_point(i), shift))) <= E * side.window(i + k, 2 * s),
        on=on, by="measure", because="and a point of the lattice into a window")
    windows = G(k, i) * (_after(i, 2 * s) + _before(i + 1, 2 * s))
    return proof.follows(that(_own(i + 1) - _own(i)) <=
            W(k) * _beyond(_point(i), shift) + G(k, i) * _beyond(_inner(i, s), shift) + windows
                + W(k) * E * side.window(i + k, 2 * s), (gains, -1),
        *((part, G(k, i)) for part in trimmed), (landed, G(k, i)), (hidden, W(k)), on=on,
        also=signs,
        because="by the shorter shift a cell without its margins is moved into a cell, and the "
        "point where it begins into a window; the margins lie in windows as well")


def _beyond(where: sp.Expr, shift: sp.Expr) -> sp.Expr:
    """What a set has more than is covered where it is moved."""
    return mass(where) - E * mass(Moved(where, shift))


def _show_cells(proof: Proof, known: Known, side: Side, thin: Thin,
        facts: tuple[str, str, str]) -> str:
    """Append what all cells have more, when windows are thin."""
    some, size, paid = facts
    half, short = thin.short
    margin, around = thin.margin, side.shifts & index(q, 0)
    place, weight = n - FAR, G(k, n - FAR)
    bindings = {"noise": X(), "factor": E, "shift": side.shift(margin), "value": delta,
        "point": place * w, "lower": place * w + margin, "upper": (place + 1) * w - margin,
        "weight": weight, "cap": W(k), "total": _own(place) - n * W(k) * (2 + E) / (q + 1),
        "last": 2 * FAR}
    kept = proof.shows(that(mass(S)) <= E * mass(Moved(S, side.shift(s))) + delta,
        on=side.shifts & SMALL, by="privacy", uses=(known[PRIVATE],), set=S, shift=side.shift(s),
        because="privacy for the shorter shift")
    window = proof.follows(that(E * side.window(i, thin.reach)) <= E / (q + 1),
        (thin.before if side.sign > 0 else thin.after, E), on=LEVELS & CELL,
        because="this is what is moved into a window, at most")
    here: Values = {i: place}
    shown: tuple[tuple[str, tuple[Use, ...]], ...] = (
        ("a point lies before the rest of its cell", (half,)),
        ("something is left between the margins of a cell", ((short, 2),)),
        ("and the next point behind it", (half,)),
        ("a multiplier is not negative", ((some, here),)),
        ("nor above its bound", ((known[BOUNDED], here),)),
        ("r(q)/2 is put for s, and at most 1/(q + 1) for each window",
            ((paid, {**here, s: margin}, 1), (thin.after, here, weight),
                (thin.before, {i: place + 1}, weight), (known[BOUNDED], here, 2 / (q + 1)),
                (window, {i: place + k}, W(k)))))
    first, *others = instance("simple functions", bindings, around).premises
    uses = [proof.shows(first.proposition, on=first.domain, by="instance", uses=(kept, half, short),
            at={s: margin}, because="with half a window")]
    for premise, (why, used) in zip(others, shown, strict=True):
        also = (half, short, size, uses[4]) if premise is others[-1] else ()
        uses.append(proof.follows(premise, *used, also=also, because=why))
    return proof.applies("simple functions", on=around, uses=uses,
        because="apply privacy for the shorter shift to a function that is W(k) at the points and "
        "g(k, i) on the i-th cell without its margins", **bindings)


def _show_ends(proof: Proof, known: Known) -> tuple[str, str]:
    """Append that nothing is moved to cells beyond the last, on either side."""
    landed, nonnegative = known[LANDED], known[NONNEGATIVE]
    on = GRID & index(n, 0)
    some = proof.shows(that(0) <= cell(i + n), on=ON & CELL & index(n, 0), by="measure",
        because="cells have some mass")
    grows = proof.follows(that(0) <= Y(k, i + n + 1) - Y(k, i + n), (landed, {i: i + n}),
        (nonnegative, {i: i + n - k}, cell(i + n)), on=on, also=(some,),
        because="what is moved is not negative")
    rises = proof.applies("induction", on=on, uses=(grows,),
        because="Y does not fall from cell to cell, as no mass is negative",
        terms=Y(k, i + n), step=sp.Integer(0), last=sp.oo)
    far = -J - 2 * N
    level = []
    for start, last, none in ((J + k, sp.oo, AHEAD), (far, N, BEHIND)):
        here = SHIFTS & index(n, 0, last if last is sp.oo else last - 1)
        stays = proof.follows(that(0) <= -Y(k, start + n + 1) + Y(k, start + n),
            (landed, {i: start + n}, -1), (known[none], {i: start + n - k}, -cell(start + n)),
            on=here, because="where multipliers are 0")
        kept = proof.applies("induction", on=SHIFTS & index(n, 0, last), uses=(stays,),
            because="Y stays as it is, as multipliers are 0 there",
            terms=-Y(k, start + n), step=sp.Integer(0), last=last)
        level.append(kept)
    right = proof.follows(that(Y(k, FAR + k)) <= Y(k, FAR), (level[0], {n: N}),
        (rises, {i: J + k, n: N - k}), on=SHIFTS, because="beyond the last cell Y stays as it is")
    left = proof.follows(that(Y(k, -FAR)) <= Y(k, -FAR + k), (level[1], {n: N}),
        (rises, {i: far, n: N + k}), on=SHIFTS, because="and so it does before the first")
    return right, left
