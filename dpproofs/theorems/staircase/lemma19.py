"""Lemmas 19 and 20: private noise averaged over cells is private, and its cost is nearly the same.

The derivation is not the paper's, which splits the line and needs Property 2 for the tail. Privacy
itself bounds the mass of a cell by that of all cells behind it, and this gives a rate, for every
cost with Property 1.
"""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Proof, Statement, relation_goal
from dpproofs.kernel.domain import Domain, Variable, index, real
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import Limit, at_most, equal, less
from dpproofs.kernel.terms import Mass, Moved, at_least, interval
from dpproofs.theorems.samples import laplace
from dpproofs.theorems.staircase.definitions import ON, integer, n
from dpproofs.theorems.staircase.noise import PRIVATE, X
from dpproofs.theorems.staircase.setting import PAPER, RATIO, Delta, b

_zero, _half = sp.Integer(0), sp.Rational(1, 2)
_i = sp.Symbol("i", integer=True, positive=True)
_j, _m = sp.symbols("j m", integer=True)
_s, _t = sp.symbols("s t", nonnegative=True)
_place, _more = sp.symbols("z a", nonnegative=True)
_FINE, _COUNT, _CELL = index(_i, 1), index(n, 0), index(_j, 0)
_width = Delta / _i
_noise = X()


def _cell(place: sp.Expr) -> sp.Expr:
    """The mass of the cell that begins at a multiple of the width."""
    return Mass(_noise, interval(place * _width, (place + 1) * _width, "[)"))


def _behind(place: sp.Expr) -> sp.Expr:
    """The mass from there on."""
    return Mass(_noise, at_least(place * _width))


# -- privacy --------------------------------------------------------------------------------------

_DENSITY = Given("f", "function", 2)  # the density of P_i
_ON = ON & _FINE
_INSIDE, _OTHER = (Variable(place, _zero, _width, "[)") for place in (_s, _t))
_PAIR = _ON & integer(_j) & index(_m, 0, _i) & _INSIDE & _OTHER
_FAR = _ON & index(_m, _i + 1) & _INSIDE & _OTHER

_here, _there = _DENSITY(_i, _j * _width + _s), _DENSITY(_i, (_j + _m) * _width + _t)
_PRIVATE = tuple(
    relation_goal(one, "<=", other / b, _PAIR)
    for one, other in ((_here, _there), (_there, _here))
)  # fmt: skip
_LEVEL = relation_goal(_here, "==", _cell(_j) / _width, _ON & integer(_j) & _INSIDE)

# -- cost -----------------------------------------------------------------------------------------

# The cost L at a place, its integrals over the first n cells under P and P_i, and V over all.
_L, _V = Given("L", "function", 1), Given("V", "function")
_exact, _averaged = Given("C_P", "function", 2), Given("C_i", "function", 2)
_EACH = _ON & _COUNT
_OUTWARD = Domain(tuple(Variable(v, _zero, sp.oo, "[)") for v in (_place, _more)))

_right = Mass(_noise, at_least(0))
_excess_cost = _V() - _L(0) * _right
_bound = _excess_cost / (b * _i)
_CLOSE = (
    relation_goal(_averaged(_i, n) - _exact(_i, n), "<=", _bound, _EACH),
    relation_goal(_exact(_i, n) - _averaged(_i, n), "<=", _bound, _EACH),
)
_y, _spent = sp.Symbol("y", positive=True), sp.Symbol("e", real=True)
_VANISHES = Goal(Limit(_spent / (b * _y), _y, sp.oo, "-", _zero), Domain((RATIO, real(_spent))))

# Lemma 20: the costs V_n of private P_0, P_1, ... that tend to the infimum, and of their averages.
_near, _near_cells = Given("V_near", "function", 1), Given("V_cells", "function", 2)
_best, _best_cells = Given("inf_all", "function"), Given("inf_cells", "function", 1)
_excess = _best_cells(_i) - _best() - (_best() - _L(0)) / (b * _i)
_INFIMA = relation_goal(_excess, "<=", 0, _ON)

_low, _high = _L(n * _width), _L((n + 1) * _width)


def _integral(total: Given) -> tuple[Goal, Goal, Goal]:
    """An integral over cells: it begins with 0, and a cell adds its mass times a value of L."""
    adds = total(_i, n + 1) - total(_i, n)
    return (
        relation_goal(total(_i, 0), "==", 0, Domain((_FINE,))),
        relation_goal(_low * _cell(n), "<=", adds, _EACH),
        relation_goal(adds, "<=", _high * _cell(n), _EACH),
    )


_HYPOTHESES = (
    PRIVATE,
    _LEVEL,
    relation_goal(_L(_place), "<=", _L(_place + _more), _OUTWARD),
    *_integral(_exact),
    *_integral(_averaged),
    relation_goal(_exact(_i, n) + _low * _behind(n), "<=", _V(), _EACH),
    relation_goal((n + 1) * (_near(n) - _best()), "<=", 1, Domain((_COUNT,))),
    relation_goal(
        _near_cells(_i, n) - _near(n), "<=", (_near(n) - _L(0)) / (b * _i), _EACH
    ),
    relation_goal(_best_cells(_i), "<=", _near_cells(_i, n), Domain((_FINE, _COUNT))),
)  # fmt: skip


def _example() -> dict[str, object]:
    """Laplace noise and L(z) = z, with the cost of each cell at the start of it, or at the end."""
    u, q = sp.Symbol("u", real=True), b ** (1 / _i)
    noise = laplace(b, Delta)
    begin = sp.floor(u / _width) * _width
    level = (noise.from_(begin) - noise.from_(begin + _width)) / _width
    lower = _width * (q - n * q**n + (n - 1) * q ** (n + 1)) / (2 * (1 - q))
    upper = lower + _width * (1 - q**n) / 2
    near = 2 + 1 / (n + 1)
    return {
        "X": noise,
        "f": sp.Lambda((_i, u), level),
        "L": sp.Lambda(u, u),
        "C_P": sp.Lambda((_i, n), lower),
        "C_i": sp.Lambda((_i, n), upper),
        "V": sp.Lambda((), Delta / (2 * (1 - b))),
        "V_near": sp.Lambda(n, near),
        "V_cells": sp.Lambda((_i, n), near * (1 + 1 / (b * _i))),
        "inf_all": sp.Lambda((), sp.Integer(2)),
        "inf_cells": sp.Lambda(_i, 2 + 2 / (b * _i)),
    }


CELLS = Statement(
    id="staircase.appB.lem19",
    paper=PAPER,
    item="Lemma 19, Lemma 20",
    title="averaging over cells keeps privacy, and the cost converges, with a rate",
    printed_latex=r"\begin{gathered}f_i(x)=\tfrac i\Delta P\bigl([k\tfrac\Delta i,(k+1)"
    r"\tfrac\Delta i)\bigr)\ \text{for }x\in[k\tfrac\Delta i,(k+1)\tfrac\Delta i),\quad k\ge0:\\ "
    r"f_i(x)\le e^{\epsilon}f_i(x+d)\ \ (|d|\le\Delta),\qquad\int L\,dP_i\to\int L\,dP;\\ "
    r"\inf_i\inf_{P\in SP_{sym}}\int L\,dP_i=\inf_{P\in SP_{sym}}\int L\,dP\end{gathered}",
    parameters=ON,
    given=(
        X, _DENSITY, _L, _V, _exact, _averaged, _near, _near_cells, _best, _best_cells,
    ),
    printed=(*_PRIVATE, *_CLOSE, _VANISHES, _INFIMA),
    hypotheses=_HYPOTHESES,
    note="X is private noise with the distribution P. Privacy of P_i: j and j + m are the cells of "
    "x and x + d (or of x + d and x), at distance s and t from their starts; |d| <= Delta = i "
    "cells means m <= i, since cells that are i+1 apart are further than Delta from each other. d "
    "need not be a multiple of the width. On the left f_i is continued as an even function. Cost: "
    "for the cells right of 0, which by Lemma 18 have half of the mass of symmetric noise; V is "
    "the cost there under P, C_P(i, n) and C_i(i, n) are the integrals over the first n cells, and "
    "the goals bound their difference for every n and i. As n grows (monotone convergence) and "
    "with both sides of 0, the costs of P and P_i differ by at most 1/(b i) of what P costs beyond "
    "L(0). So it is for every L with Property 1: Property 2, which the paper uses, is not needed, "
    "L may have jumps, and P needs no density. Lemma 20: for P_n near the infimum, whose averages "
    "are given to cost no more than these bounds say; the infimum over averages is not smaller, "
    "since every P_i is private.",
    examples=(_example(),),
)  # fmt: skip

_WHY = (
    "(33): the noise is private",
    "the density of P_i on the j-th cell, s beyond its start",
    "L does not decrease on [0, oo)",
    "an integral over nothing",
    "on a cell L is at least its value at the start",
    "and at most that at the end",
    "an integral over nothing",
    "on a cell L is at least its value at the start",
    "and at most that at the end",
    "the cost right of 0: the first n cells, and the rest, where L is at least its value there",
    "the infimum over private P is approached as closely as one likes",
    "the bounds above on all cells and both sides of 0, for P_n",
    "the infimum over averages is a lower bound",
)


def derive() -> Derivation:
    proof = Proof(_EACH, CELLS)
    steps = [proof.assumes(goal, because=why) for goal, why in zip(_HYPOTHESES, _WHY, strict=True)]
    private, level, rises = steps[:3]
    _show_privacy(proof, private, level)
    _show_costs(proof, _show_tail(proof, private), rises, steps[3:10])
    proof.concludes(
        _VANISHES,
        by="limit",
        because="the bound vanishes as the cells shrink",
    )
    _show_infima(proof, steps[10:])
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


def _show_privacy(proof: Proof, private: str, density: str) -> None:
    """Privacy of the density, for two cells that are at most i apart."""
    other = {_j: _j + _m, _s: _t}
    on = _ON & integer(_j) & index(_m, 0, _i)
    for goal, at, steps, signs in (
        (_PRIVATE[0], _j, _m, (-1, 1 / b)),
        (_PRIVATE[1], _j + _m, -_m, (1 / b, -1)),
    ):
        cells = _moved(
            proof, private, at, steps, on, "so their masses differ by a factor 1/b at most"
        )
        proof.follows(
            goal, (cells, 1 / _width), (density, signs[0]), (density, other, signs[1]),
            because="and so do the levels of the density",
        )  # fmt: skip
    proof.shows(
        less(Delta, _m * _width + _t - _s),
        on=_FAR,
        by="sign",
        because="no other pairs of cells matter: places in cells that are more than i apart are "
        "further than Delta from each other",
    )


def _show_tail(proof: Proof, private: str) -> str:
    """Append that a cell has at most 1/(b i) of the mass behind it."""
    on = _ON & _CELL
    some = index(n, 0, _i - 1)
    part = Mass(_noise, interval((_j + 1) * _width, (_j + 1 + n) * _width, "[)"))
    next_ = _cell(_j + 1 + n)
    moved = _moved(
        proof, private, _j, n + 1, on & some,
        "each of the i cells behind the j-th has at least b times its mass",
    )  # fmt: skip
    adds = proof.shows(
        equal(part.xreplace({n: n + 1}), part + next_), on=on & some, by="measure",
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


def _show_costs(proof: Proof, tail: str, rises: str, costs: list[str]) -> None:
    """The two bounds for the difference of the costs on the first n cells."""
    no_cost, low, high, no_average, low_average, high_average, total = costs
    slope = b * _i
    level = proof.follows(
        at_most(0, _high - _low), (rises, {_place: n * _width, _more: _width}),
        because="L rises over a cell",
    )  # fmt: skip
    split = proof.shows(
        equal(_behind(n), _cell(n) + _behind(n + 1)), by="measure",
        because="a cell, and what is behind it",
    )  # fmt: skip
    left_over = _exact(_i, n) + _low * _behind(n) - _L(0) * _right
    above = [(low, 1 + slope), (high_average, slope)]
    below = [(low, sp.Integer(1)), (high, slope), (low_average, slope)]
    for goal, bounds, sign in ((_CLOSE[0], above, 1), (_CLOSE[1], below, -1)):
        terms = left_over - slope * sign * (_averaged(_i, n) - _exact(_i, n))
        grows = proof.shows(
            at_most(0, terms.xreplace({n: n + 1}) - terms),
            by="entailment",
            because="the cost of the n-th cell is uncertain by the increment of L times its mass, "
            "and the mass behind it times the increment is what L costs more from there on",
            uses=(tail, level, split, *(step for step, _ in bounds)),
            facts=[
                *((step, {}, times) for step, times in bounds),
                (tail, {_j: n}, _high - _low),
                (split, {}, -_low),
            ],
        )
        kept = proof.applies(
            "induction", on=_EACH, uses=(grows,), because="add up the cells",
            terms=terms, step=0, last=sp.oo,
        )  # fmt: skip
        scale = 1 / slope
        proof.follows(
            goal, (kept, scale), (total, scale), (no_cost, scale + sign), (no_average, -sign),
            because="what L costs more than L(0) right of 0 is at most V less L(0) times the mass",
        )  # fmt: skip


def _show_infima(proof: Proof, known: list[str]) -> None:
    """Lemma 20: the infimum over averages exceeds that over all private P by no more."""
    near, bound, least = known
    factor = 1 + 1 / (b * _i)
    close = proof.follows(
        at_most(n * _excess, factor - _excess), (near, factor), (bound, n + 1), (least, n + 1),
        because="the average of P_n costs little more than P_n, and P_n than the infimum",
    )  # fmt: skip
    proof.concludes(
        _INFIMA,
        by="rule",
        because="for every n, so that the infimum over averages tends to that over all private P",
        uses=(close,),
        rule="Archimedes",
        bindings={"value": _excess, "bound": factor - _excess},
        latex=r"\inf_PV(P_i)-\inf_PV(P)-\frac{e^{\epsilon}}i\Bigl(\inf_PV(P)-L(0)\Bigr)\le0",
    )


CLAIMS = (Claim(CELLS, derive),)
