"""The divergence of a step density from its shift by whole cells, up to any two cut-offs.

What Theorem 2 rests on. Sums over cells are differences of given functions of the cell: S(k, i) is
the sum over the cells before i for the shift by k cells, and H(k, i) that of the pairs of (20).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import sympy as sp

from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.domain import Domain, between, index
from dpproofs.kernel.examples import Example
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import that
from dpproofs.kernel.rules import OWN
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.cactus.setting import PLACE, TAIL, N, half, i, k, r, x

#: Cells a unit (n in the paper; here n counts the steps of an induction), and the two cut-offs.
m = sp.Symbol("m", integer=True, positive=True)
below, above = sp.symbols("u w", integer=True, nonnegative=True)
step = OWN["n"]

#: The mass of a cell, its logarithm, the density, its logarithm, and the two kinds of sums.
P, LOG = Given("p", "function", 1), Given("l", "function", 1)
F, LOG_F = Given("f", "function", 1), Given("g", "function", 1)
PARTS, PAIRS = Given("S", "function", 2), Given("H", "function", 2)
GIVEN = (P, LOG, F, LOG_F, PARTS, PAIRS)

GRID = index(m, 1)
ON = Domain((GRID, index(N, m + 1), TAIL))
SHIFTED = ON & index(k, 0, m)
CUT = SHIFTED & index(below, 0) & index(above, 0)


def ends(place: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
    """Where a cell begins and ends."""
    return (place - half) / m, (place + half) / m


def part(place: sp.Expr, shift: sp.Expr) -> sp.Expr:
    """What a cell contributes to the divergence from the shift."""
    return P(place) * (LOG(place) - LOG(place - shift))


def pair(place: sp.Expr, shift: sp.Expr) -> sp.Expr:
    """h(p_i, p_(i+k)) with h(x, y) = (x - y) log(x/y)."""
    return (P(place) - P(place + shift)) * (LOG(place) - LOG(place + shift))


def far(place: sp.Expr) -> sp.Expr:
    """The mass of a cell of the tail."""
    return P(N) * r ** (place - N)


def summed(of: Given, shift: sp.Expr, start: sp.Expr, stop: sp.Expr) -> sp.Expr:
    """The sum over the cells from ``start`` up to, and without, ``stop``."""
    return of(shift, stop) - of(shift, start)


def lines(shift: sp.Expr) -> sp.Expr:
    """The three lines of (20)."""
    return (half * summed(PAIRS, shift, 1 - N, N - shift) + summed(PAIRS, shift, N - shift, N)
            + P(N) * (1 - r**shift) / (1 - r) * shift * -sp.log(r))


def rest(shift: sp.Expr, left: sp.Expr, right: sp.Expr) -> sp.Expr:
    """What the cells beyond two cut-offs are short of."""
    return P(N) / (1 - r) * shift * -sp.log(r) * (r**left - r**right)


INSIDE = between(x, *ends(i))
TIE = Goal(that(P(i)) == sp.exp(LOG(i)), ON & PLACE)
EVEN = Goal(that(P(-i)) == P(i), ON & PLACE)
EVEN_LOG = Goal(that(LOG(-i)) == LOG(i), ON & PLACE)
FALLS = Goal(that(P(i)) == far(i), ON & index(i, N))
FALLS_LOG = Goal(that(LOG(i)) == LOG(N) + (i - N) * sp.log(r), ON & index(i, N))
DENSITY = Goal(that(F(x)) == m * P(i), ON & PLACE & INSIDE)
LOG_DENSITY = Goal(that(LOG_F(x)) == sp.log(m) + LOG(i), ON & PLACE & INSIDE)
SUMS = Goal(that(summed(PARTS, k, i, i + 1)) == part(i, k), SHIFTED & PLACE)
SUMS_OF_PAIRS = Goal(that(summed(PAIRS, k, i, i + 1)) == pair(i, k), SHIFTED & PLACE)

HYPOTHESES = {TIE: "l is the logarithm of the mass", EVEN: "the density is even",
    EVEN_LOG: "and so is its logarithm", FALLS: "the masses of the tail are geometric",
    FALLS_LOG: "and their logarithms fall by equal steps",
    DENSITY: "within a cell the density is m times the mass",
    LOG_DENSITY: "and its logarithm is known as well", SUMS: "S adds up what cells contribute",
    SUMS_OF_PAIRS: "and H what pairs of cells do"}
READING = ("p(i) is the mass of cell i, which is positive, and l(i) its logarithm; f and g are the "
    "density and its logarithm, of which the ends of cells do not matter. The paper's n is m here. "
    "S(k, j) - S(k, i) is the sum of p_c log(p_c/p_(c-k)) over the cells c = i, ..., j-1, and H(k, "
    "j) - H(k, i) that of h(p_c, p_(c+k)), with h(x, y) = (x-y) log(x/y): any masses have such "
    "sums. ")

POSITIVE = Goal(that(0) < P(i), ON & PLACE)
BASE = 1 - N - k
PARTIAL = Goal(that(summed(PARTS, k, 1 - N - below, N + k + above)) ==
    lines(k) - rest(k, below, k + above), CUT)


# -- an example -----------------------------------------------------------------------------------


def _counted(place: sp.Expr, shift: sp.Expr) -> sp.Expr:
    """S for the masses r^|i|: a geometric series on each side of 0 and of the shift."""
    left, right = sp.Min(place, 0), sp.Max(place - shift, 0)
    inner = sp.Min(sp.Max(place, 0), shift)
    moment = r * (1 - inner * r ** (inner - 1) + (inner - 1) * r**inner) / (1 - r) ** 2
    middle = 2 * moment - shift * (1 - r**inner) / (1 - r)
    return sp.log(r) * (middle + shift * (r**shift * (1 - r**right) - r ** (1 - left)) / (1 - r))


_cell = sp.Abs(sp.floor(m * x + half))
EXAMPLE: Example = {"p": sp.Lambda(i, r ** sp.Abs(i)), "l": sp.Lambda(i, sp.Abs(i) * sp.log(r)),
    "f": sp.Lambda(x, m * r**_cell), "g": sp.Lambda(x, sp.log(m) + _cell * sp.log(r)),
    "S": sp.Lambda((k, i), _counted(i, k)),
    "H": sp.Lambda((k, i), _counted(i + k, k) - _counted(1 - i, k))}


# -- the derivation -------------------------------------------------------------------------------


#: The steps that assume the hypotheses.
Assumed: TypeAlias = dict[Goal, str]


def assume(proof: Proof) -> Assumed:
    """Append the hypotheses."""
    return {goal: proof.assumes(goal, because=why) for goal, why in HYPOTHESES.items()}


def show_positive(proof: Proof, given: Assumed) -> str:
    """Append that masses are positive."""
    return proof.follows(POSITIVE, given[TIE], because="every cell has a mass")


def show_partial(proof: Proof, given: Assumed) -> str:
    """Append that the sum between two cut-offs is the three lines but for a rest."""
    mirror = proof.follows(that(part(-i, k)) == P(i) * (LOG(i) - LOG(i + k)),
        (given[EVEN], LOG(-i) - LOG(-i - k)), (given[EVEN_LOG], P(i)),
        (given[EVEN_LOG], {i: i + k}, -P(i)), on=SHIFTED & PLACE,
        because="cells and their mirror images contribute the same")
    middle = _show_middle(proof, given, mirror)
    left, right = _show_tails(proof, given, mirror)
    return proof.follows(PARTIAL, middle, (left, {step: below}), (right, {step: above}),
        because="so between the cut-offs the sum is that of the three lines but for a rest")


#: A step, at which values, and how often.
Used: TypeAlias = tuple[str, dict[sp.Symbol, sp.Expr], Any]


def constant(proof: Proof, terms: sp.Expr, used: Sequence[Used], what: str,
        where: Domain = SHIFTED) -> str:
    """Append that terms are what they are at n = 0, as the facts used say of two neighbours."""
    on, start = where & index(step, 0), terms.subs(step, 0)
    sides = []
    for sign, word, (low, high) in ((-1, "rise", (terms, start)), (1, "fall", (start, terms))):
        moves = proof.follows(that(0) <= sign * (terms.subs(step, step + 1) - terms),
            *((name, at, sign * times) for name, at, times in used), on=on,
            because=f"{what} do not {word} from one cell to the next")
        bound = proof.applies("induction", on=on, uses=(moves,), because="over any number of cells",
            terms=sign * terms, step=sp.Integer(0), last=sp.oo)
        sides.append(proof.follows(that(low) <= high, bound, on=on,
                because=f"and so {what} do not {word} at all"))
    return proof.applies("antisymmetry", on=on, uses=sides, because="they are the same",
        left=terms, right=start)


def _show_middle(proof: Proof, given: Assumed, mirror: str) -> str:
    """Append what the cells before both tails come to: lines one and two of (20)."""
    place = BASE + step
    same = constant(proof, PAIRS(k, place) - PARTS(k, place + k) + PARTS(k, 1 - place),
        ((given[SUMS_OF_PAIRS], {i: place}, 1), (given[SUMS], {i: place + k}, -1),
            (given[SUMS], {i: -place}, -1), (mirror, {i: place}, -1)),
        "the sums of pairs less those of cells")
    at = [{step: stop - BASE} for stop in (N, N - k, 1 - N)]
    return proof.follows(that(summed(PARTS, k, 1 - N, N + k)) ==
            half * summed(PAIRS, k, 1 - N, N - k) + summed(PAIRS, k, N - k, N), (same, at[0]),
        (same, at[1]), (same, at[2]), on=SHIFTED,
        because="the map of i to -i-k carries the pairs that are left to those of the second line")


def _show_tails(proof: Proof, given: Assumed, mirror: str) -> tuple[str, str]:
    """Append what the cells of both tails come to."""
    near, beyond, fall = N + step, N + k + step, k * -sp.log(r)
    change = LOG(near) - LOG(beyond)
    left = constant(proof, PARTS(k, 1 - near) - P(N) / (1 - r) * fall * r**step,
        ((given[SUMS], {i: -near}, -1), (mirror, {i: near}, -1),
            (given[FALLS], {i: near}, -change), (given[FALLS_LOG], {i: near}, -far(near)),
            (given[FALLS_LOG], {i: beyond}, far(near))), "the sums of the left tail")
    right = constant(proof, PARTS(k, beyond) - P(N) / (1 - r) * fall * r ** (k + step),
        ((given[SUMS], {i: beyond}, 1), (given[FALLS], {i: beyond}, -change),
            (given[FALLS_LOG], {i: beyond}, far(beyond)),
            (given[FALLS_LOG], {i: near}, -far(beyond))), "the sums of the right tail")
    return left, right
