"""Lemmas 19 and 20: private noise averaged over cells is private, and its cost is nearly the same.

The derivation is not the paper's, which splits the line and needs Property 2 for the tail. Privacy
itself bounds the mass of a cell by that of all cells behind it, so that the tails of the noise and
of its average differ by a factor near 1. This gives a rate, for every cost with Property 1.
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from dpproofs.kernel.assertions import Even, Expected, Private, Proper
from dpproofs.kernel.derivation import Claim, Derivation, Goal, Proof, Statement, relation_goal
from dpproofs.kernel.domain import Domain, Variable, index, positive, real
from dpproofs.kernel.objects import Given, Law, Piece, Pieces, Value
from dpproofs.kernel.proposition import Integral, Limit, at_most, equal
from dpproofs.kernel.rules import OWN
from dpproofs.kernel.terms import Mass, Mirror, Moved, at_least, beyond, interval
from dpproofs.theorems.samples import laplace
from dpproofs.theorems.staircase.definitions import ON
from dpproofs.theorems.staircase.setting import PAPER, RATIO, Delta, b

x, h, n, n_1, d = (OWN[name] for name in ("x", "h", "n", "n_1", "d"))
_zero, _half = sp.Integer(0), sp.Rational(1, 2)
_i = sp.Symbol("i", integer=True, positive=True)
_j, _m = sp.symbols("j m", integer=True)
_width = Delta / _i
_FINE, _WHICH = index(_i, 1), index(_m, 0)
_EACH = ON & _WHICH
FAMILY = ON & _FINE & _WHICH
_PERIODS = FAMILY & index(n, 0)
_HALF_LINE = Variable(x, _zero, sp.oo, "[)")
_OUTWARD = Domain((*ON, _HALF_LINE, positive(h)))

#: Noise P_0, P_1, ..., a cost, and what the costs of these, and of their averages, do not exceed.
X, L = Given("X", "noise", 1), Given("L", "function", 1)
V, U = Given("V", "function", 1), Given("U", "function", 2)
#: The infimum of the costs of all private noise, and of that which is level on cells.
BEST, BEST_CELLS = Given("inf_all", "function"), Given("inf_cells", "function", 1)
_noise = X(_m)


def _cell(place: sp.Expr) -> sp.Expr:
    """The mass of the cell that begins at a multiple of the width."""
    return Mass(_noise, interval(place * _width, (place + 1) * _width, "[)"))


def _behind(place: sp.Expr, noise: sp.Expr = _noise) -> sp.Expr:
    """The mass from there on."""
    return Mass(noise, at_least(place * _width))


#: The mass of a cell, and the density of the average.
MASS = Value("p", (_i, _m, n), _PERIODS, _cell(n))
DENSITY = Pieces(
    "f", x, (_i, _m), FAMILY, (Piece(MASS(_i, _m, n) / _width, _width),), period=_width, index=n
)
AVERAGE = Law("P", (_i, _m), FAMILY, "f")
_average = AVERAGE(_i, _m)

PRIVATE = Goal(Private(_noise, -sp.log(b), _zero, Delta), _EACH)
EVEN = Goal(Even(_noise), _EACH)
COST = relation_goal(0, "<=", L(x), ON & _HALF_LINE)
RISING = relation_goal(L(x), "<=", L(x + h), _OUTWARD)
PAID = Goal(Expected(_noise, x, L(x), "<=", V(_m)), _EACH)
PAID_CELLS = Goal(Expected(_average, x, L(x), "<=", U(_i, _m)), FAMILY)
NEAR = relation_goal((_m + 1) * (V(_m) - BEST()), "<=", 1, _EACH)
LEAST = Goal(Expected(_average, x, L(x), ">=", BEST_CELLS(_i)), FAMILY)
_HYPOTHESES = (PRIVATE, EVEN, COST, RISING, PAID, PAID_CELLS, NEAR, LEAST)

EXISTS = Goal(Proper(_average), FAMILY)
IS_EVEN = Goal(Even(_average), FAMILY)
IS_PRIVATE = Goal(Private(_average, -sp.log(b), _zero, Delta), FAMILY)
_factor = 1 + 1 / (b * _i)


def _nearly(value: sp.Expr) -> sp.Expr:
    """A bound of a cost, and 1/(b i) of what it is beyond L(0)."""
    return value + (value - L(0)) / (b * _i)


CLOSE = (
    Goal(Expected(_average, x, L(x), "<=", _nearly(V(_m))), FAMILY),
    Goal(Expected(_noise, x, L(x), "<=", _nearly(U(_i, _m))), FAMILY),
)
_y, _spent = sp.Symbol("y", positive=True), sp.Symbol("e", real=True)
VANISHES = Goal(Limit(_spent / (b * _y), _y, sp.oo, "-", _zero), Domain((RATIO, real(_spent))))
_excess = BEST_CELLS(_i) - _nearly(BEST())
INFIMA = relation_goal(_excess, "<=", 0, ON & _FINE)


def _example() -> dict[str, object]:
    """Laplace noise, and a cost that is bounded."""
    u = sp.Symbol("u", real=True)
    return {
        "X": laplace(b, Delta, (_m,)),
        "L": sp.Lambda(u, sp.Min(u, Delta)),
        "V": sp.Lambda(_m, Delta),
        "U": sp.Lambda((_i, _m), Delta),
        "inf_all": sp.Lambda((), Delta),
        "inf_cells": sp.Lambda(_i, sp.Integer(0)),
    }


CELLS = Statement(
    id="staircase.appB.lem19",
    paper=PAPER,
    item="Lemma 19, Lemma 20",
    title="averaging over cells keeps privacy, and the cost converges, with a rate",
    printed_latex=r"\begin{gathered}f_i(x)=\tfrac i\Delta P\bigl([k\tfrac\Delta i,(k+1)"
    r"\tfrac\Delta i)\bigr)\ \text{for }x\in[k\tfrac\Delta i,(k+1)\tfrac\Delta i),\quad k\ge0:\\ "
    r"P_i\in SP_{sym},\qquad\int L\,dP_i\to\int L\,dP;\\ "
    r"\inf_i\inf_{P\in SP_{sym}}\int L\,dP_i=\inf_{P\in SP_{sym}}\int L\,dP\end{gathered}",
    parameters=ON,
    given=(X, L, V, U, BEST, BEST_CELLS),
    definitions=(MASS, DENSITY, AVERAGE),
    printed=(EXISTS, IS_EVEN, IS_PRIVATE, *CLOSE, VANISHES, INFIMA),
    hypotheses=_HYPOTHESES,
    note="P(i, m) is the average of the noise X(m): its density f on the cell from k Delta/i to "
    "(k + 1) Delta/i, k >= 0, is the mass that X(m) gives the cell over its width, and f is "
    "even. Any private noise is meant: X may be the same for every m. P_i is in SP_sym: it "
    "exists, is symmetric, and private for every Borel set and every real shift. Where V is "
    "what X costs and U what its average costs, the two bounds say that these differ by at "
    "most 1/(b i) of what the larger is beyond L(0), for every i; so the costs converge. So "
    "it is for every L with Property 1: Property 2, which the paper uses, is not needed, L "
    "may have jumps, and X needs no density. That L is not negative is no loss: of a cost "
    "that begins below 0 its value at 0 is taken off, from all three costs alike. Lemma 20: "
    "inf_all is the infimum over symmetric private noise, so that there is noise X(m) that "
    "costs at most 1/(m + 1) more, and inf_cells(i) is at most what each average costs; the "
    "infimum over averages is not smaller, since each is private.",
    examples=(_example(),),
)  # fmt: skip

_WHY = (
    "(33): the noise is private",
    "and symmetric",
    "the cost is not negative",
    "and does not decrease on [0, oo)",
    "what it costs is at most V",
    "and what its average costs at most U",
    "the infimum over private noise is approached as closely as one likes",
    "the infimum over averages is a lower bound",
)


@dataclass(frozen=True)
class _Known:
    """The steps that the parts of the derivation share."""

    private: str
    even: str
    cost: tuple[str, str]
    tail: str
    masses: str


def derive() -> Derivation:
    proof = Proof(FAMILY, CELLS)
    steps = [proof.assumes(goal, because=why) for goal, why in zip(_HYPOTHESES, _WHY, strict=True)]
    private, even, *cost = steps[:4]
    masses = proof.unfolds(MASS, because="the mass of the n-th cell")
    known = _Known(private, even, (cost[0], cost[1]), _show_tail(proof, private), masses)
    exists = _show_exists(proof, known)
    symmetric = proof.concludes(
        IS_EVEN, by="evenness", uses=(exists,), because="the density is even, as a function in "
        "pieces of abs(x) is",
    )  # fmt: skip
    _show_private(proof, known, exists)
    fewer, more = _show_tails(proof, known, exists, symmetric)
    bounds = [
        _show_cost(proof, goal, (tails, *known.cost, paid, exists), noises, value)
        for goal, tails, paid, noises, value in (
            (CLOSE[0], fewer, steps[4], (_average, _noise), V(_m)),
            (CLOSE[1], more, steps[5], (_noise, _average), U(_i, _m)),
        )
    ]
    proof.concludes(VANISHES, by="limit", because="the difference vanishes as the cells shrink")
    least = proof.applies(
        "bounds of a cost", on=FAMILY, uses=(steps[7], bounds[0], exists), noise=_average,
        cost=L(x), less=BEST_CELLS(_i), more=_nearly(V(_m)),
        because="so the infimum over averages is not above these bounds",
    )  # fmt: skip
    _show_infima(proof, steps[6], least)
    return proof.done()


def _moved(proof: Proof, private: str, one: sp.Expr, steps: sp.Expr, on: Domain, why: str) -> str:
    """Append privacy for a cell and the cell that is some steps ahead."""
    there = Moved(_cell(one).args[1], steps * _width)
    said = proof.shows(
        at_most(_cell(one), Mass(_noise, there) / b), on=on, by="privacy", uses=(private,),
        set=_cell(one).args[1], shift=steps * _width, because="(33) for the cell of one place",
    )  # fmt: skip
    same = proof.shows(
        equal(Mass(_noise, there), _cell(one + steps)), on=on, by="measure",
        because="moved to the cell of the other",
    )  # fmt: skip
    return proof.follows(
        at_most(_cell(one), _cell(one + steps) / b), said, (same, -1 / b), on=on, because=why
    )


def _show_tail(proof: Proof, private: str) -> str:
    """Append that a cell has at most 1/(b i) of the mass behind it."""
    on, some = FAMILY & index(_j, 0), index(n, 0, _i - 1)
    part = Mass(_noise, interval((_j + 1) * _width, (_j + 1 + n) * _width, "[)"))
    moved = _moved(
        proof, private, _j, n + 1, on & some,
        "each of the i cells behind the j-th has at least b times its mass",
    )  # fmt: skip
    adds = proof.shows(
        equal(part.xreplace({n: n + 1}), part + _cell(_j + 1 + n)), on=on & some, by="measure",
        because="one cell more",
    )  # fmt: skip
    grows = proof.follows(
        at_most(b * _cell(_j), part.xreplace({n: n + 1}) - part), (moved, b), adds, on=on & some,
        because="so each adds that much",
    )  # fmt: skip
    counted = proof.applies(
        "induction", on=on & index(n, 0, _i), uses=(grows,), because="add up the masses of n cells",
        terms=part, step=b * _cell(_j), last=_i,
    )  # fmt: skip
    none = proof.shows(
        at_most(0, part.xreplace({n: _zero})), on=on, by="measure", because="no cell has no mass"
    )
    inside = proof.shows(
        at_most(part.xreplace({n: _i}), _behind(_j + 1)), on=on, by="measure",
        because="the half line behind the j-th cell contains them all",
    )  # fmt: skip
    return proof.follows(
        at_most(b * _i * _cell(_j), _behind(_j + 1)), (counted, {n: _i}), none, inside, on=on,
        because="so the mass of a cell is at most 1/(b i) of the mass behind it",
    )  # fmt: skip


def _show_half(proof: Proof, known: _Known) -> str:
    """Append that half of the mass lies right of 0, of which 0 has none."""
    point = Mass(_noise, interval(0, 0, "[]"))
    inside = proof.shows(
        at_most(point, _cell(_zero)), on=FAMILY, by="measure", because="0 begins the first cell"
    )
    most = proof.shows(
        at_most(_behind(sp.Integer(1)), 1), on=FAMILY, by="measure",
        because="a probability is at most 1",
    )  # fmt: skip
    least = proof.shows(at_most(0, point), on=_EACH, by="measure", because="nor is it negative")
    bounded = proof.follows(
        at_most(n * (b * point), 1), (inside, {_i: n + 1}, b * (n + 1)),
        (known.tail, {_i: n + 1, _j: 0}), (most, {_i: n + 1}), (least, b), on=_EACH & index(n, 0),
        because="as the cells shrink they have less and less mass",
    )  # fmt: skip
    nothing = proof.applies(
        "Archimedes", on=_EACH, uses=(bounded,), because="for every n", value=b * point, bound=1
    )
    ray = at_least(0)
    turned = proof.shows(
        equal(Mass(_noise, Mirror(ray)), Mass(_noise, ray)), on=_EACH, by="mirror",
        uses=(known.even,), set=ray, because="both half lines have the same mass",
    )  # fmt: skip
    halves = proof.shows(
        equal(Mass(_noise, ray) + Mass(_noise, Mirror(ray)), 1 + point), on=_EACH, by="measure",
        because="together they have all, and 0 twice",
    )  # fmt: skip
    above = proof.follows(
        at_most(Mass(_noise, ray), _half), (halves, -_half), (turned, _half), (nothing, _half / b),
        on=_EACH, because="so it is at most one half",
    )  # fmt: skip
    below = proof.follows(
        at_most(_half, Mass(_noise, ray)), (halves, _half), (turned, -_half), (least, _half),
        on=_EACH, because="and at least one half",
    )  # fmt: skip
    return proof.applies(
        "antisymmetry", on=_EACH, uses=(above, below), because="so it is one half",
        left=Mass(_noise, ray), right=_half,
    )  # fmt: skip


def _integral(proof: Proof, on: Domain, place: sp.Expr) -> str:
    """Append the integral of the density over a cell."""
    level = MASS(_i, _m, place) / _width
    return proof.shows(
        Integral(level, x, place * _width, (place + 1) * _width, level * _width), on=on,
        by="integral", antiderivative=level * x, because="the density has the mass of the cell",
    )  # fmt: skip


def _show_exists(proof: Proof, known: _Known) -> str:
    """Append that the average is a probability."""
    half = _show_half(proof, known)
    some = proof.shows(
        at_most(0, _cell(n)), on=_PERIODS, by="measure", because="a mass is not negative"
    )
    level = proof.follows(
        at_most(0, DENSITY.pieces[0].value), (some, 1 / _width), (known.masses, 1 / _width),
        on=_PERIODS & Variable(x, *DENSITY.ends(0), "[)", hollow=True),
        because="nor is the density",
    )  # fmt: skip
    one = _integral(proof, _PERIODS, n)
    cells = proof.follows(
        equal(_cell(n), MASS(_i, _m, n)), (known.masses, -1), on=_PERIODS,
        because="what the cells have",
    )  # fmt: skip
    total = proof.applies(
        "masses of cells", on=FAMILY, uses=(cells, half), noise=_noise, start=_zero, width=_width,
        terms=MASS(_i, _m, n), value=_half, because="adds up to half of the mass",
    )  # fmt: skip
    return proof.concludes(
        EXISTS, by="existence", uses=(level, one, total), because="so the average is a probability"
    )


def _show_private(proof: Proof, known: _Known, exists: str) -> None:
    """Append privacy of the average, from two cells that are at most i apart."""
    pair = _PERIODS & index(n_1, 0, _i)
    here, there = Variable(x, _zero, _width, "[)"), Variable(d, _zero, _width, "[)")
    places = Domain((*pair, here, there))
    value = proof.on_piece(DENSITY, 0, because="the density on the n-th cell")
    at = {n: n, x: n * _width + x}, {n: n + n_1, x: (n + n_1) * _width + d}
    levels = [DENSITY(_i, _m, where[x]) for where in at]
    sides = []
    for one, steps, (low, high), signs in (
        (n, n_1, levels, (-1, 1 / b)),
        (n + n_1, -n_1, levels[::-1], (1 / b, -1)),
    ):
        cells = _moved(
            proof, known.private, one, steps, pair, "so their masses differ by a factor 1/b at most"
        )
        sides.append(
            proof.follows(
                at_most(low, high / b), (cells, 1 / _width), (value, at[0], signs[0]),
                (value, at[1], signs[1]), (known.masses, {}, signs[0] / _width),
                (known.masses, {n: n + n_1}, signs[1] / _width), on=places,
                because="and so do the levels of the density",
            )
        )  # fmt: skip
    proof.concludes(
        IS_PRIVATE, by="rule", uses=(*sides, exists), rule="privacy, by the density on cells",
        bindings={"noise": _average, "epsilon": -sp.log(b), "width": _width, "cells": _i},
        because="places at a distance of at most Delta lie in cells that are at most i apart",
    )  # fmt: skip


def _show_rays(proof: Proof, masses: str, split: str, exists: str) -> str:
    """Append that from a multiple of the width on the average has the same mass as the noise."""
    on = FAMILY & index(_j, 0)
    cells = on & index(n, 0)
    mass = MASS(_i, _m, _j + n)
    ours = proof.follows(
        equal(_cell(_j + n), mass), (masses, {n: _j + n}, -1), on=cells,
        because="what a cell has",
    )  # fmt: skip
    one = proof.shows(
        equal(Mass(_average, _cell(_j + n).args[1]), mass), on=cells, by="density", piece=0,
        period=_j + n, uses=(exists, _integral(proof, cells, _j + n)),
        because="the average has as well",
    )  # fmt: skip
    total = proof.applies(
        "masses of cells", on=on, uses=(ours, split), noise=_noise, start=_j * _width,
        width=_width, terms=mass, value=_cell(_j) + _behind(_j + 1),
        because="all cells from there on have what lies behind",
    )  # fmt: skip
    sums = proof.applies(
        "countable additivity", on=on, uses=(one, total, exists), noise=_average,
        start=_j * _width, width=_width, terms=mass, value=_cell(_j) + _behind(_j + 1),
        because="and so has the average",
    )  # fmt: skip
    return proof.follows(
        equal(_behind(_j, _average), _behind(_j)), sums, (split, -1), on=on, also=(exists,),
        because="so it has as much as the noise from there on",
    )  # fmt: skip


def _show_tails(proof: Proof, known: _Known, exists: str, symmetric: str) -> tuple[str, str]:
    """Append that the tails of the noise and of its average differ by a factor near 1."""
    split = proof.shows(
        equal(_behind(_j), _cell(_j) + _behind(_j + 1)), on=FAMILY & index(_j, 0), by="measure",
        because="a cell, and what is behind it",
    )  # fmt: skip
    rays = _show_rays(proof, known.masses, split, exists)
    on = FAMILY & index(_j, 0) & Variable(x, _j * _width, (_j + 1) * _width, "[)")
    found = []
    for one, other, even, why in (
        (_average, _noise, (symmetric, known.even), "so the average is as far away"),
        (_noise, _average, (known.even, symmetric), "and the noise as far as its average"),
    ):
        there = (exists,)
        outer = proof.shows(
            at_most(Mass(one, at_least(x)), _behind(_j, one)), on=on, by="measure", uses=there,
            because="what is behind a place is behind the start of its cell",
        )  # fmt: skip
        inner = proof.shows(
            at_most(_behind(_j + 1, other), Mass(other, at_least(x))), on=on, by="measure",
            uses=there, because="and what is behind its end is behind it",
        )  # fmt: skip
        start = (rays, -1) if one == _average else (rays, {_j: _j + 1}, _factor)
        claim = at_most(Mass(one, at_least(x)), _factor * Mass(other, at_least(x)))
        near = proof.follows(
            claim, outer, (inner, _factor), (known.tail, 1 / (b * _i)), (split, -1), start, on=on,
            because="the cell between has 1/(b i) of the mass behind it at most",
        )  # fmt: skip
        whole = proof.shows(
            claim, on=FAMILY & _HALF_LINE, by="multiples", uses=(near,), variable=x, width=_width,
            index=_j, because="every place lies in some cell",
        )  # fmt: skip
        found.append(_show_both(proof, whole, one, other, even, exists, why))
    return found[0], found[1]


def _show_both(
    proof: Proof,
    ray: str,
    one: sp.Expr,
    other: sp.Expr,
    even: tuple[str, str],
    exists: str,
    why: str,
) -> str:
    """Append for both sides what is known of the right one."""
    on = FAMILY & positive(x)
    sides = []
    for noise, name in zip((one, other), even, strict=True):
        where = at_least(x)
        turned = proof.shows(
            equal(Mass(noise, Mirror(where)), Mass(noise, where)), on=on, by="mirror",
            uses=(name, exists), set=where, because="the left side has what the right one has",
        )  # fmt: skip
        both = proof.shows(
            equal(Mass(noise, beyond(x)), Mass(noise, where) + Mass(noise, Mirror(where))), on=on,
            by="measure", uses=(exists,), because="both sides",
        )  # fmt: skip
        sides += [turned, both]
    return proof.follows(
        at_most(Mass(one, beyond(x)), _factor * Mass(other, beyond(x))), (ray, 2),
        (sides[0], -1), (sides[1], -1), (sides[2], _factor), (sides[3], _factor), on=on,
        because=f"{why}, up to this factor",
    )  # fmt: skip


def _show_cost(
    proof: Proof,
    goal: Goal,
    known: tuple[str, ...],
    noises: tuple[sp.Expr, sp.Expr],
    value: sp.Expr,
) -> str:
    """Append what one noise costs more than another, at most."""
    costs = proof.applies(
        "tails up to a factor", on=FAMILY, uses=known, cheap=noises[0], dear=noises[1], cost=L(x),
        factor=_factor, value=value, because="so beyond L(0) it costs at most so much more",
    )  # fmt: skip
    bound = L(0) + _factor * (value - L(0))
    same = proof.shows(
        at_most(bound, _nearly(value)), on=FAMILY, by="sign", because="in other words"
    )
    return proof.concludes(
        goal, by="weaken", uses=(costs, same), because="nearly as little as the other"
    )


def _show_infima(proof: Proof, near: str, least: str) -> None:
    """Append Lemma 20: the infimum over averages exceeds that over all noise by no more."""
    on = ON & _FINE & index(n, 0)
    close = proof.follows(
        at_most(n * _excess, _factor - _excess), (near, {_m: n}, _factor), (least, {_m: n}, n + 1),
        on=on, because="the average of P_n costs little more than P_n, and P_n than the infimum",
    )  # fmt: skip
    proof.concludes(
        INFIMA,
        by="rule",
        because="for every n, so that the infimum over averages tends to that over all private P",
        uses=(close,),
        rule="Archimedes",
        bindings={"value": _excess, "bound": _factor - _excess},
        latex=r"\inf_PV(P_i)-\inf_PV(P)-\frac{e^{\epsilon}}i\Bigl(\inf_PV(P)-L(0)\Bigr)\le0",
    )  # fmt: skip


CLAIMS = (Claim(CELLS, derive),)
