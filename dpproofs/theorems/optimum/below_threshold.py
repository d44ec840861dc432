"""From multipliers on cells to all noise: the lower end of the least mass beyond a threshold.

A multiplier is level on each open cell, and the points where cells meet are paid for in full. So
atoms at the threshold, which are not beyond it, lower no bound.
"""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import index
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import that
from dpproofs.kernel.terms import Outside, interval
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.optimum.cell import E, X, i, k, mass, w
from dpproofs.theorems.optimum.short_shifts import (AHEAD, BEHIND, BOUNDED, CELL, CELLS, FAR,
    LANDED, NONNEGATIVE, ON, PRIVATE, SUMS, WEIGHTS, B, G, J, Known, N, V, W, Y, Z, cell, delta, m,
    n, point, show_shifts)
from dpproofs.theorems.samples import uniform

#: The level that is kept on all cells.
NU = Given("nu", "function")

NOTHING = Goal(that(V(-N - 1, i)) == 0, ON & CELL)
NO_WEIGHT = Goal(that(B(-N - 1)) == 0, ON)
INSIDE = Goal(that(NU()) <= V(N, i), ON & index(i, -m, m - 1))
RIGHT = Goal(that(NU()) <= 1 + V(N, i), ON & index(i, m))
LEFT = Goal(that(NU()) <= 1 + V(N, i), ON & index(i, -sp.oo, -m - 1))
ENOUGH = Goal(that(NU()) <= B(N), ON)

BEYOND = mass(Outside(interval(-m * w, m * w, "[]")))
LEAST = Goal(that(NU() - delta * B(N)) <= BEYOND, ON)

# -- an example: one multiplier, that grows from cell to cell inside the threshold -----------------

_growth, _longest = 1 + E, sp.Max(0, k - N + 1)  # the latter is 1 for k = N, and 0 before
_most = _growth ** (2 * m - 1)
_level = 1 / (1 + E * _most)
_width = 2 * (J + 2 * N + 1 + N / delta)  # of the support, in cells


def _up_to(place: sp.Expr) -> sp.Expr:
    """What the multiplier has on the cells before a place."""
    return _level / E * _growth ** sp.Min(2 * m, sp.Max(0, place + m))


def _on(place: sp.Expr) -> sp.Expr:
    return _up_to(place + 1) - _up_to(place)


EXAMPLE = {"X": uniform(1 / (_width * w)), "g": sp.Lambda((k, i), _longest * _on(i)),
    "v": sp.Lambda((k, i), _longest * (_on(i) - E * _on(i - N))),
    "W": sp.Lambda(k, _longest * _level * _most), "B": sp.Lambda(k, _longest * _level * _most),
    "Z": sp.Lambda((k, i), _longest * (_up_to(i) - E * _up_to(i - N)) / _width),
    "Y": sp.Lambda((k, i), _longest * _up_to(i - k) / _width), "nu": sp.Lambda((), _level)}

STATEMENT = Statement(id="optimum.below.threshold", paper="optimum",
    item="ours: every noise, from multipliers on cells",
    title="multipliers on cells bound from below what every noise has beyond a threshold",
    printed_latex=r"\begin{gathered}X\ (\epsilon,\delta)\text{-private up to }Nw,\quad0\le g_k(j)"
    r"\le W_k,\quad g_k(j)=0\text{ unless }-J\le j<J\quad(|k|\le N),\quad v_j=\sum_{k=-N}^N"
    r"\bigl(g_k(j)-e^\epsilon g_k(j-k)\bigr),\\v_j\ge\nu\ (-m\le j<m),\quad 1+v_j\ge\nu\ ("
    r"\text{all other }j\in\mathbb Z),\quad \sum_{k=-N}^NW_k\ge\nu:\\P(|X|>mw)\ge\nu-\delta"
    r"\sum_{k=-N}^NW_k\end{gathered}",
    printed_text="if X is (epsilon, delta)-private for shifts up to N w, the numbers g_k(j), "
    "abs(k) <= N, are between 0 and W_k, and 0 unless -J <= j < J, v_j is the sum over k of g_k(j) "
    "- exp(epsilon) g_k(j-k), v_j >= nu for the cells (j w, (j+1) w) that are closer to 0 than m w "
    "and 1 + v_j >= nu for all others, and the W_k add up to no less than nu, then P(abs(X) > m w) "
    ">= nu - delta (sum of W_k)", parameters=ON, given=(X, G, V, W, B, Z, Y, NU),
    hypotheses=(PRIVATE, NONNEGATIVE, BOUNDED, AHEAD, BEHIND, NOTHING, SUMS, NO_WEIGHT, WEIGHTS,
        CELLS, LANDED, INSIDE, RIGHT, LEFT, ENOUGH), printed=(LEAST,), examples=(EXAMPLE,),
    note="The lower end of `dpproofs optimum --threshold`: Theorem 5 of docs/optimum.md, for all "
    "noise. X may have atoms anywhere, at the threshold as well, need not be even, nor have a "
    "density. v(k, j) and B(k) add up the shifts from -N w to k w; Z(k, j) - Z(k, i) is the sum of "
    "v(k, c) P(X in cell c) + B(k) P(X = c w), and Y(k, j) - Y(k, i) that of g_k(c-k) P(X in cell "
    "c), over c = i, ..., j-1: any multipliers and any noise have such sums. W_k is any bound of "
    "g_k, so that they may be taken to add up to max(nu, W), where W is the least that they can "
    "add up to: nu - delta max(nu, W) is what certificates say. Their multipliers are g_k/2 for "
    "the shift by k w, and its mirror image for that by -k w. For a threshold t that is no "
    "multiple of w, P(|X| > t) is not below P(|X| > m w) with the next multiple m w > t. J "
    "is any number from which on multipliers are 0, so that J >= m excludes none.")


def derive() -> Derivation:
    proof = Proof(ON, STATEMENT)
    known = {goal: proof.assumes(goal, because=why)
        for goal, why in ((PRIVATE, "any private noise"),
            (NONNEGATIVE, "multipliers are not negative"), (BOUNDED, "nor above W_k"),
            (AHEAD, "from the cell J on they are 0"), (BEHIND, "and before the cell -J"),
            (NOTHING, "v adds up shifts, at first none"),
            (SUMS, "then for each k what the shift by k cells adds"),
            (NO_WEIGHT, "B adds up the bounds, at first none"),
            (WEIGHTS, "then W_k for each k"),
            (CELLS, "Z adds up what v has on cells, and B where they begin"),
            (LANDED, "Y adds up what the multiplier has, moved by k cells"),
            (INSIDE, "the level is kept on the cells inside the threshold"),
            (RIGHT, "and to the right of it, where the cost is 1"), (LEFT,
            "the same holds to the left"),
            (ENOUGH, "the bounds add up to the level at least"))}
    proof.idea("A multiplier is level on each open cell, and the points where cells meet are paid "
        "for in full. A shift that is a little shorter than by whole cells moves them into thin "
        "windows beside the lattice, where hardly any mass lies, and what is left of a cell "
        "without its margins into a cell. So privacy bounds what each multiplier has, less what it "
        "has where it is moved, and v, which adds up all of them, keeps the level. What is "
        "displayed for shifts to the left, k <= 0, is shown for those to the right in the same "
        "way.")
    shifts = show_shifts(proof, known)
    _show_level(proof, known, _show_all_shifts(proof, known, shifts))
    proof.is_long(7)
    return proof.done()


def _show_all_shifts(proof: Proof, known: Known, each: str) -> str:
    """Append what all multipliers have on all cells."""
    proof.part("All shifts")
    none = (known[NOTHING], known[NO_WEIGHT], known[CELLS])
    first = -N - 1
    stays = proof.follows(that(0) <= Z(first, n - FAR) - Z(first, n - FAR + 1),
        (none[2], {k: first, i: n - FAR}, -1), (none[0], {i: n - FAR}, -cell(n - FAR)),
        (none[1], -point(n - FAR)), on=ON & index(n, 0),
        because="v and B are 0 before the first shift")
    begins = proof.applies("induction", on=ON & index(n, 0), uses=(stays,),
        because="so Z stays as it is", terms=-Z(first, n - FAR), step=sp.Integer(0), last=sp.oo)
    at = n + first
    terms = delta * B(at) - Z(at, FAR) + Z(at, -FAR)
    grows = proof.follows(that(0) <= terms.xreplace({n: n + 1}) - terms, each, known[WEIGHTS],
        on=ON & index(n, 0, 2 * N), because="one shift more")
    total = proof.applies("induction", on=ON & index(n, 0, 2 * N + 1), uses=(grows,),
        because="add shift after shift", terms=terms, step=sp.Integer(0), last=2 * N + 1)
    return proof.follows(that(Z(N, FAR) - Z(N, -FAR)) <= delta * B(N), (total, {n: 2 * N + 1}),
        (begins, {n: 2 * FAR}), (none[1], delta), because="add all shifts")


# -- the level -------------------------------------------------------------------------------------


def _show_level(proof: Proof, known: Known, total: str) -> None:
    """Append the bound, from the level on cells and between them."""
    proof.part("The level")
    left = _show_range(proof, known, LEFT, -FAR, J + N - m, "[)")
    inside = _show_range(proof, known, INSIDE, -m, 2 * m, "")
    right = _show_range(proof, known, RIGHT, m, J + N - m, "()")
    spans = [interval(low * w, high * w, "[)") for low, high in ((-FAR, -m), (-m, m), (m, FAR))]
    whole = interval(-FAR * w, FAR * w, "[)")
    most = proof.shows(that(mass(whole)) <= 1, by="measure", because="no more than all mass")
    cut = proof.shows(that(mass(whole)) == mass(spans[0]) + mass(spans[1]) + mass(spans[2]),
        by="measure", because="the three ranges")
    beyond = proof.shows(
        that(BEYOND) == mass(spans[0]) + mass(interval(m * w, FAR * w)) + 1 - mass(whole),
        by="measure", because="what lies beyond the threshold")
    low = _show_low(proof, known)
    proof.follows(LEAST, total, left, inside, right, (cut, -NU()), beyond, (low, 1 - mass(whole)),
        also=(most,),
        because="the three ranges have nu times their mass, less what of it lies beyond m w; of "
        "all mass outside of them nu times it is at most the mass, which lies beyond m w as well")


def _show_low(proof: Proof, known: Known) -> str:
    """Append that the level is at most 1."""
    at = n - N - 1
    stays = proof.follows(that(0) <= V(at, FAR) - V(at + 1, FAR), known[SUMS], known[AHEAD],
        known[AHEAD], on=ON & index(n, 0, 2 * N),
        because="beyond the last cell no multiplier counts")
    total = proof.applies("induction", on=ON & index(n, 0, 2 * N + 1), uses=(stays,),
        because="so v is 0 there", terms=-V(at, FAR), step=sp.Integer(0), last=2 * N + 1)
    return proof.follows(that(NU()) <= 1, (known[RIGHT], {i: FAR}), (total, {n: 2 * N + 1}),
        (known[NOTHING], {i: FAR}), because="and the level is at most the cost")


def _show_range(proof: Proof, known: Known, kept: Goal, start: sp.Expr, count: sp.Expr,
        ends: str) -> str:
    """Append the level over some cells, and the points where they begin.

    Where they lie beyond the threshold, they may have as much less as they have mass: of an
    interval with these ``ends``.
    """
    on = ON & index(n, 0, count - 1)
    here, place = {i: start + n}, start + n

    def part(after: sp.Expr, marks: str) -> sp.Expr:
        return mass(interval(start * w, after * w, marks)) if marks else sp.Integer(0)

    grown = proof.shows(
        that(part(place + 1, "[)")) == part(place, "[)") + point(place) + cell(place), on=on,
        by="measure", because="one cell more")
    some = [proof.shows(that(0) <= what, on=on, by="measure", because=why)
        for what, why in ((cell(place), "which has some mass"), (point(place), "as has the point"))]
    facts: list[tuple[str, dict[sp.Symbol, sp.Expr], sp.Expr]] = [
        (known[CELLS], {k: N, **here}, sp.Integer(1)), (known[kept], here, cell(place)),
        (known[ENOUGH], {}, point(place)), (grown, {}, -NU())]
    if ends:
        more = proof.shows(that(part(place, ends) + cell(place)) <= part(place + 1, ends), on=on,
            by="measure", because="all of it beyond the threshold")
        facts.append((more, {}, sp.Integer(1)))
    terms = Z(N, place) - NU() * part(place, "[)") + part(place, ends)
    grows = proof.follows(that(0) <= terms.xreplace({n: n + 1}) - terms, *facts, on=on, also=some,
        because="v keeps the level on a cell, and B(N) where it begins")
    total = proof.applies("induction", on=ON & index(n, 0, count), uses=(grows,),
        because="add cell after cell", terms=terms, step=sp.Integer(0), last=count)
    empty: list[tuple[str, sp.Expr]] = []
    for marks, times in (("[)", -NU()), (ends, sp.Integer(1))):
        if marks:
            nothing = proof.shows(that(part(start, marks)) == 0, by="measure",
                because="no cell has no mass")
            empty.append((nothing, times))
    stop = start + count
    return proof.follows(
        that(NU() * part(stop, "[)") - part(stop, ends)) <= Z(N, stop) - Z(N, start),
        (total, {n: count}), *empty, because="over all these cells the level is kept")


CLAIMS = (Claim(STATEMENT, derive),)
