"""Theorem 2: the supremum over real shifts is attained at a multiple of the width of a cell."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, between, index
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import Integral, Sum, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.cactus.exponential import first, ratio, second, show_plane
from dpproofs.theorems.cactus.setting import PAPER, PLACE, TAIL, N, i, k, r, x
from dpproofs.theorems.cactus.shifts import (DENSITY, EVEN, EVEN_LOG, EXAMPLE, GIVEN, HYPOTHESES,
    LOG, LOG_DENSITY, LOG_F, ON, PAIRS, PARTS, READING, SUMS_OF_PAIRS, TIE, Assumed, F, P, above,
    assume, below, constant, ends, lines, m, part, rest, show_partial, show_positive, step, summed)

#: The largest divergence on the grid, or any number above it.
MOST = Given("M", "function")

share = sp.Symbol("s", positive=True)
SHARE = between(share, 0, 1)
SHIFTS = ON & index(k, 0, m - 1) & SHARE
CELLS = SHIFTS & PLACE
CUT = SHIFTS & index(below, 0) & index(above, 0)

#: The shift, and where in a cell the two cells that it brings there meet.
shift = (k + share) / m
_start, _stop = ends(i)
_meet = _start + share / m
_AFTER, _BEFORE = CELLS & between(x, _meet, _stop), CELLS & between(x, _start, _meet)


def mixed(one: sp.Expr, other: sp.Expr) -> sp.Expr:
    """What the share 1 - s of one and s of the other come to."""
    return (1 - share) * one + share * other


def _level(sign: int, cells: sp.Expr, on: Domain) -> Goal:
    """The integrand of the divergence at x, or at -x for the shift the other way."""
    there = LOG_F(sign * x) - LOG_F(sign * (x - shift))
    return Goal(that(F(sign * x) * there) == m * part(i, cells), on)


_LEVELS = tuple(_level(sign, cells, on) for sign in (1, -1)
    for cells, on in ((k, _AFTER), (k + 1, _BEFORE)))
_SHARES = (Goal(Integral(m * part(i, k), x, _meet, _stop, (1 - share) * part(i, k)), CELLS),
    Goal(Integral(m * part(i, k + 1), x, _start, _meet, share * part(i, k + 1)), CELLS))
_first, _beyond = 1 - N - below, N + m + above
_SUMMED = Goal(Sum(mixed(summed(PARTS, k, i, i + 1), summed(PARTS, k + 1, i, i + 1)), i, _first,
        _beyond - 1,
        mixed(summed(PARTS, k, _first, _beyond), summed(PARTS, k + 1, _first, _beyond))), CUT)
_MIXTURE = Goal(that(mixed(summed(PARTS, k, _first, _beyond), summed(PARTS, k + 1, _first,
    _beyond))) ==
    mixed(lines(k), lines(k + 1)) - rest(k + share, below, m + above), CUT)
_MOST = Goal(that(lines(k)) <= MOST(), ON & index(k, 1, m))
_NONE = Goal(that(lines(sp.Integer(0))) == 0, ON)
_LEAST = Goal(that(0) <= lines(sp.Integer(1)), ON)
_AT_MOST = that(mixed(lines(k), lines(k + 1))) <= MOST()
_BOUNDS = (Goal(_AT_MOST.map(lambda e: e.subs(k, 0)), ON & SHARE),
    Goal(_AT_MOST, Domain((index(m, 2), index(N, m + 1), TAIL, index(k, 1, m - 1), SHARE))))

GRID_SHIFTS = Statement(id="cactus.thm2.grid", paper=PAPER, item="Theorem 2, grid of shifts",
    title="the supremum over real shifts is attained on the grid",
    printed_latex=r"\sup_{|a|\le1}D(P\|T_aP)=\max_{a\in\{1/n,2/n,\dots,1\}}D(P\|T_aP)",
    parameters=ON, given=(*GIVEN, MOST), hypotheses=(*HYPOTHESES, _MOST),
    printed=(*_LEVELS, *_SHARES, _SUMMED, _MIXTURE, _NONE, _LEAST, *_BOUNDS),
    note=READING
        + "The shift a = (k+s)/m is between two of the grid. The integrand of D(P || T_a P) has in "
            "cell i the level of the shift by k cells on the share 1-s of it, and that of k+1 on "
            "the rest; so has that of the shift by -a, in the mirrored cell. The sum over the "
            "cells 1-N-u, ..., N+m+w-1 is for all u, w >= 0 the mixture of the three lines of (20) "
            "for k and k+1, which are the divergences of these shifts (cactus.thm2.obj), less a "
            "rest that tends to 0: so D(P || T_a P), the sum over all cells, is that mixture. M is "
            "the largest of the lines for k = 1, ..., m, or any bound; for k = 0 the lines are 0. "
            "The last two goals: the mixture is at most M.",
    examples=({**EXAMPLE, "M": sp.Lambda((), -m * sp.log(r) * (1 + r) / (1 - r))},))


def derive() -> Derivation:
    proof = Proof(CELLS, GRID_SHIFTS)
    given = assume(proof)
    most = proof.assumes(_MOST, because="M is the largest of those on the grid")
    proof.part("The integrand on both shares of a cell")
    _show_levels(proof, given)
    for goal, cells, why in ((_SHARES[0], k, "this is one share of a cell"),
            (_SHARES[1], k + 1, "this is the other share of a cell")):
        proof.concludes(goal, by="integral", antiderivative=m * part(i, cells) * x, because=why)
    proof.part("The sum over all cells")
    partial = show_partial(proof, given)
    proof.concludes(_SUMMED, by="sum", ratio=1, quotient=mixed(PARTS(k, i), PARTS(k + 1, i)),
        because="so between two cut-offs the divergence is the same mixture")
    proof.follows(_MIXTURE, (partial, {above: m - k + above}),
        (partial, {k: k + 1, above: m - k - 1 + above}),
        because="this is the mixture of the three lines of (20) for two shifts of the grid, but "
        "for a rest")
    proof.part("No shift is worse than those of the grid")
    none, least = _show_origin(proof, given)
    proof.follows(_BOUNDS[0], none, least, most, because="shifts below 1/m are no worse than 1/m")
    proof.follows(_BOUNDS[1], most, most,
        because="a mixture is at most the larger of two, so no real shift is worse than the grid")
    return proof.done()


def _show_levels(proof: Proof, given: Assumed) -> None:
    """Append the levels of the integrand on both parts of a cell, for a shift and its opposite."""
    for place, goal in enumerate(_LEVELS):
        cells = k + place % 2
        moved = i - cells
        if place < 2:
            here, there = {}, {x: x - shift, i: moved}
            even = []
        else:
            here, there = {x: -x, i: -i}, {x: shift - x, i: -moved}
            even = [(given[EVEN], {}, m * (LOG(-i) - LOG(-moved))), (given[EVEN_LOG], {}, m * P(i)),
                (given[EVEN_LOG], {i: moved}, -m * P(i))]
        sign = 1 if place < 2 else -1
        level_ = LOG_F(sign * x) - LOG_F(sign * (x - shift))
        proof.follows(goal, (given[DENSITY], here, level_),
            (given[LOG_DENSITY], here, m * P(sign * i)),
            (given[LOG_DENSITY], there, -m * P(sign * i)), *even,
            because=("there x - (k + s)/m lies in cell i - k",
                "here x - (k + s)/m lies in cell i - k - 1",
                "for the opposite shift (k + s)/m - x lies in cell k - i there",
                "here (k + s)/m - x lies in cell k + 1 - i")
                [place], also=(given[EVEN], given[EVEN_LOG]))


def _show_origin(proof: Proof, given: Assumed) -> tuple[str, str]:
    """Append that the lines are 0 for no shift, and not negative for that by one cell."""
    zero, one, start = sp.Integer(0), sp.Integer(1), 1 - N
    positive = show_positive(proof, given)
    same = constant(proof, PAIRS(0, start + step),
        ((given[SUMS_OF_PAIRS], {k: zero, i: start + step}, 1),), "the sums for no shift")
    none = proof.follows(_NONE, (same, {k: zero, step: 2 * N - 1}),
        because="without a shift no pair contributes")
    plane = show_plane(proof)
    logs = LOG(i), LOG(i + 1)
    rises = proof.follows(that(0) <= summed(PAIRS, one, i, i + 1),
        (given[SUMS_OF_PAIRS], {k: one}, 1), (given[TIE], {}, logs[0] - logs[1]),
        (given[TIE], {i: i + 1}, logs[1] - logs[0]),
        *((plane, {first: a, second: b, ratio: zero}, 1) for a, b in (logs, logs[::-1])),
        on=ON & PLACE,
        because="the larger of two masses has the larger logarithm, so that no pair contributes "
        "less than 0")
    next_ = proof.follows(that(0) <= PAIRS(one, start + step + 1) - PAIRS(one, start + step),
        rises, on=ON & index(step, 0), because="pair after pair from cell 1-N on")
    total = proof.applies("induction", on=ON & index(step, 0), uses=(next_,),
        because="so the sum of pairs does not fall",
        terms=PAIRS(one, start + step), step=zero, last=sp.oo)
    falls = proof.follows(that(0) < -sp.log(r),
        (plane, {first: zero, second: sp.log(r), ratio: zero}), on=ON, because="r is below 1")
    least = proof.follows(_LEAST, (total, {step: 2 * N - 2}), (rises, {i: N - 1}),
        (positive, {i: N}), also=(falls,), because="for k = 1 the "
        "three lines are not negative, as the pairs do not contribute less than 0")
    return none, least


CLAIMS = (Claim(GRID_SHIFTS, derive),)
