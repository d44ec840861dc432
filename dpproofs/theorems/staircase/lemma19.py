"""Lemmas 19 and 20: private noise averaged over cells is private, and its cost is nearly the same.

The derivation is not the paper's, which splits the line and needs Property 2 for the tail. Privacy
itself bounds the mass of a cell by that of all cells behind it, and this gives a rate, for every
cost with Property 1.
"""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Proof, Statement, relation_goal
from dpproofs.kernel.domain import Domain, Variable, index, real
from dpproofs.kernel.proposition import Limit, at_most, less
from dpproofs.theorems.staircase.definitions import SHIFT, d, integer, n, u
from dpproofs.theorems.staircase.setting import PAPER, RATIO, SENSITIVITY, Delta, b

_zero, _half = sp.Integer(0), sp.Rational(1, 2)
_i = sp.Symbol("i", integer=True, positive=True)
_j, _m = sp.symbols("j m", integer=True)
_s, _t = sp.symbols("s t", nonnegative=True)
_FINE, _COUNT, _CELL = index(_i, 1), index(n, 0), index(_j, 0)
_width = Delta / _i

# -- privacy --------------------------------------------------------------------------------------

_C, _f = sp.Function("C"), sp.Function("f")  # C(u) = P([u, u + Delta/i)), and the density of P_i
_ON = Domain((RATIO, SENSITIVITY, _FINE))
_INSIDE, _OTHER = (Variable(place, _zero, _width, "[)") for place in (_s, _t))
_PAIR = _ON & integer(_j) & index(_m, 0, _i) & _INSIDE & _OTHER
_FAR = _ON & index(_m, _i + 1) & _INSIDE & _OTHER

_here, _there = _f(_j * _width + _s), _f((_j + _m) * _width + _t)
_PRIVATE = tuple(
    relation_goal(one, "<=", other / b, _PAIR)
    for one, other in ((_here, _there), (_there, _here))
)  # fmt: skip
_MOVED = relation_goal(_C(u), "<=", _C(u + d) / b, _ON & real(u) & SHIFT)
_DENSITY = relation_goal(_here, "==", _C(_j * _width) / _width, _ON & integer(_j) & _INSIDE)

# -- cost -----------------------------------------------------------------------------------------

# The mass p of a cell, the mass M of the first cells, the cost L at the start of a cell, whose
# increments are squares; the cost on the first n cells under P and P_i; the mass F behind a cell.
_p, _M, _L, _root = (sp.Function(name) for name in ("p", "M", "L", "s_L"))
_exact, _averaged, _behind = (sp.Function(name) for name in ("C_P", "C_i", "F"))
_more, _fewer = sp.Function("E"), sp.Function("D")
_cost = sp.Function("V")()
_FINER = Domain((RATIO, _FINE))
_EACH = _FINER & _COUNT
_PLAIN = Domain((_FINE, _COUNT))

_bound = (_cost - _L(0)) / (2 * b * _i)
_CLOSE = (
    relation_goal(_averaged(n) - _exact(n), "<=", _bound, _EACH),
    relation_goal(_exact(n) - _averaged(n), "<=", _bound, _EACH),
)
_y = sp.Symbol("y", positive=True)
_VANISHES = Goal(Limit((_cost - _L(0)) / (2 * b * _y), _y, sp.oo, "-", _zero), Domain((RATIO,)))

# Lemma 20: the costs V_n of private P_0, P_1, ... that tend to the infimum, and of their averages.
_near, _near_cells = sp.Function("V_near"), sp.Function("V_cells")
_best, _best_cells = sp.Function("inf_all")(), sp.Function("inf_cells")()
_excess = _best_cells - _best - (_best - _L(0)) / (b * _i)
_INFIMA = relation_goal(_excess, "<=", 0, _FINER)

#: What privacy leaves for the difference of the costs on the first n cells.
_left_over = _exact(n) + _L(n) * (_half - _M(n)) - _L(0) / 2


def _leaves(difference: sp.Expr) -> sp.Expr:
    return _left_over - b * _i * difference


_start = {n: _zero}
_HYPOTHESES = (
    _MOVED,
    _DENSITY,
    relation_goal(b * _p(_j), "<=", _behind(n + 1) - _behind(n), _FINER & _CELL & _COUNT),
    relation_goal(_behind(0), "==", 0, _FINER & _CELL),
    relation_goal(_behind(_i), "<=", _half - _M(_j + 1), _FINER & _CELL),
    relation_goal(_M(0), "==", 0, Domain((_FINE,))),
    relation_goal(_M(n + 1) - _M(n), "==", _p(n), _PLAIN),
    relation_goal(_L(n + 1) - _L(n), "==", _root(n) ** 2, _PLAIN),
    relation_goal(_exact(0), "==", 0, Domain((_FINE,))),
    relation_goal(_L(n) * _p(n), "<=", _exact(n + 1) - _exact(n), _PLAIN),
    relation_goal(_exact(n + 1) - _exact(n), "<=", _L(n + 1) * _p(n), _PLAIN),
    relation_goal(_averaged(0), "==", 0, Domain((_FINE,))),
    relation_goal(_L(n) * _p(n), "<=", _averaged(n + 1) - _averaged(n), _PLAIN),
    relation_goal(_averaged(n + 1) - _averaged(n), "<=", _L(n + 1) * _p(n), _PLAIN),
    relation_goal(_exact(n) + _L(n) * (_half - _M(n)), "<=", _cost / 2, _PLAIN),
    relation_goal(_more(n), "==", _leaves(_averaged(n) - _exact(n)), _EACH),
    relation_goal(_fewer(n), "==", _leaves(_exact(n) - _averaged(n)), _EACH),
    relation_goal((n + 1) * (_near(n) - _best), "<=", 1, _EACH),
    relation_goal(_near_cells(n) - _near(n), "<=", (_near(n) - _L(0)) / (b * _i), _EACH),
    relation_goal(_best_cells, "<=", _near_cells(n), _EACH),
)  # fmt: skip


def _model(
    cells: sp.Expr, exact: sp.Expr, averaged: sp.Expr, cost: sp.Expr
) -> dict[str, sp.Lambda]:
    """Half of the mass on cells of masses i/(2 (k+i) (k+i+1)), with L = 0 in the first, then 1."""
    before, level = n / (2 * (n + _i)), sp.Min(n, 1)
    density = cells.xreplace({u: sp.floor(u / _width) * _width}) / _width
    left = exact + level * (_half - before)
    values = {
        "p": _i / (2 * (n + _i) * (n + _i + 1)),
        "M": before,
        "L": level,
        "s_L": sp.Max(0, 1 - n),
        "C_P": exact,
        "C_i": averaged,
        "F": n * b * _i / (2 * (_j + _i) * (_j + _i + 1)),
        "E": left - b * _i * (averaged - exact),
        "D": left - b * _i * (exact - averaged),
    }
    values["V_near"] = 2 + 1 / (n + 1)
    values["V_cells"] = values["V_near"] * (1 + 1 / (b * _i))
    model = {name: sp.Lambda(n, value) for name, value in values.items()}
    return model | {
        "C": sp.Lambda(u, cells),
        "f": sp.Lambda(u, density),
        "V": sp.Lambda((), cost),
        "inf_all": sp.Lambda((), 2),
        "inf_cells": sp.Lambda((), 2 + 2 / (b * _i)),
    }


_upper = n / (2 * (n + _i))
_lower = _upper - sp.Min(n, 1) / (2 * (1 + _i))

CELLS = Statement(
    id="staircase.appB.lem19",
    paper=PAPER,
    item="Lemma 19, Lemma 20",
    title="averaging over cells keeps privacy, and the cost converges, with a rate",
    printed_latex=r"\begin{gathered}f_i(x)=\tfrac i\Delta P\bigl([k\tfrac\Delta i,(k+1)"
    r"\tfrac\Delta i)\bigr)\ \text{for }x\in[k\tfrac\Delta i,(k+1)\tfrac\Delta i),\quad k\ge0:\\ "
    r"f_i(x)\le e^{\epsilon}f_i(x+d)\ \ (|d|\le\Delta),\qquad\int L\,dP_i\to\int L\,dP;\\ "
    r"\inf_i\inf_{P\in SP_{sym}}\int L\,dP_i=\inf_{P\in SP_{sym}}\int L\,dP\end{gathered}",
    printed=(*_PRIVATE, *_CLOSE, _VANISHES, _INFIMA),
    hypotheses=_HYPOTHESES,
    note="P is symmetric and private. Privacy of P_i: j and j + m are the cells of x and x + d "
    "(or of x + d and x), at distance s and t from their starts; |d| <= Delta = i cells means m "
    "<= i, since cells that are i+1 apart are further than Delta from each other. d need not be a "
    "multiple of the width. On the left f_i is continued as an even function. Cost: for the cells "
    "right of 0, which by Lemma 18 have half of the mass; p(j) is the mass C(j Delta/i), V is the "
    "cost under P, L(k) the cost at k Delta/i, C_P(n) and C_i(n) are the integrals over the first "
    "n cells, and the goals bound their difference for every n. As n grows (monotone convergence) "
    "and with both sides of 0, the costs of P and P_i differ by at most (V - L(0))/(b i). So it "
    "is for every L with Property 1: Property 2, which the paper uses, is not needed, L may have "
    "jumps, and P needs no density. Lemma 20: for P_n near the infimum; the infimum over averages "
    "is not smaller, since every P_i is private.",
    examples=(
        _model(b ** (sp.Abs(u) / Delta), _lower, _upper, _i / (1 + _i)),
        _model(b ** (u / Delta), _upper, _lower, sp.Integer(1)),
    ),
)


def derive() -> Derivation:
    proof = Proof(_EACH)
    steps = [
        proof.assumes(goal, because=why, latex=latex)
        for goal, why, latex in zip(
            _HYPOTHESES,
            (
                "(33) for the cell [u, u + Delta/i), with C(u) for its mass",
                "the density of P_i on the j-th cell, s beyond its start",
                (
                    "F(n) is the mass of n of the i cells behind the j-th, each of which has at "
                    "least b times its mass by (33); for n > i it goes on with this slope"
                ),
                "no cell has no mass",
                "the half line behind the j-th cell has mass 1/2 less that of the first j + 1",
                "no cell has no mass",
                "M(n) is the mass of the first n cells",
                "L does not decrease: its increments are squares",
                "an integral over nothing",
                "on a cell L is at least its value at the start",
                "and at most that at the end",
                "an integral over nothing",
                "on a cell L is at least its value at the start",
                "and at most that at the end",
                "half of the cost of P: the first n cells, and the rest, where L is at least L(n)",
                "a name for what is to be shown not to be negative",
                "a name for what is to be shown not to be negative",
                "the infimum over private P is approached as closely as one likes",
                "the bounds above on all cells and both sides of 0, for P_n",
                "the infimum over averages is a lower bound",
            ),
            (
                r"P([u,u+\tfrac\Delta i))\le e^{\epsilon}P([u+d,u+d+\tfrac\Delta i))",
                *[""] * 16,
                r"(n+1)\Bigl(V(P_n)-\inf_PV(P)\Bigr)\le1",
                r"V(P_{n,i})-V(P_n)\le\frac{e^{\epsilon}}i\bigl(V(P_n)-L(0)\bigr)",
                r"\inf_PV(P_i)\le V(P_{n,i})",
            ),
            strict=True,
        )
    ]
    _show_privacy(proof, *steps[:2])
    adds, none, behind = steps[2:5]
    masses, costs, infima = steps[5:8], steps[8:17], steps[17:]
    counted = proof.shows(
        at_most(n * (b * _p(_j)) + _behind(0), _behind(n)),
        on=_FINER & _CELL & _COUNT,
        by="rule",
        because="add up the masses of n cells",
        uses=(adds,),
        rule="induction",
        bindings={"function": sp.Symbol("F"), "step": b * _p(_j)},
    )
    tail = proof.shows(
        at_most(b * _i * _p(_j), _half - _M(_j + 1)),
        on=_FINER & _CELL,
        by="entailment",
        because="so the mass of a cell is at most 1/(b i) of the mass behind it",
        uses=(counted, none, behind),
        facts=[(counted, {n: _i}, 1), (none, {}, 1), (behind, {}, 1)],
    )
    _show_costs(proof, tail, masses, costs)
    proof.concludes(
        _VANISHES,
        by="limit",
        because="the bound vanishes as the cells shrink",
    )
    _show_infima(proof, infima)
    return proof.done()


def _show_privacy(proof: Proof, moved: str, density: str) -> None:
    """Privacy of the density, for two cells that are at most i apart."""
    here, there = _j * _width, (_j + _m) * _width
    other = {_j: _j + _m, _s: _t}
    for goal, at, shift, signs in (
        (_PRIVATE[0], here, _m * _width, (-1, 1 / b)),
        (_PRIVATE[1], there, -_m * _width, (1 / b, -1)),
    ):
        proof.concludes(
            goal,
            by="entailment",
            because="(33) for the cell of one place, moved to the cell of the other",
            uses=(moved, density),
            facts=[
                (moved, {u: at, d: shift}, 1 / _width),
                (density, {}, signs[0]),
                (density, other, signs[1]),
            ],
        )
    proof.shows(
        less(Delta, _m * _width + _t - _s),
        on=_FAR,
        by="sign",
        because="no other pairs of cells matter: places in cells that are more than i apart are "
        "further than Delta from each other",
    )


def _show_costs(proof: Proof, tail: str, masses: list[str], costs: list[str]) -> None:
    """The two bounds for the difference of the costs on the first n cells."""
    no_mass, mass, level = masses
    no_cost, low, high, no_average, low_average, high_average, total, more, fewer = costs
    slope = b * _i
    above = [(low, 1 + slope), (high_average, slope)]
    below = [(low, sp.Integer(1)), (high, slope), (low_average, slope)]
    for goal, name, meaning, bounds, sign in (
        (_CLOSE[0], _more, more, above, 1),
        (_CLOSE[1], _fewer, fewer, below, -1),
    ):
        grows = proof.shows(
            at_most(0, name(n + 1) - name(n)),
            by="entailment",
            because="the cost of the n-th cell is uncertain by the increment of L times its mass, "
            "and the mass behind it times the increment is what L costs more from there on",
            uses=(meaning, tail, level, mass, *(step for step, _ in bounds)),
            facts=[
                (meaning, {n: n + 1}, 1),
                (meaning, {}, -1),
                *((step, {}, times) for step, times in bounds),
                (tail, {_j: n}, _root(n) ** 2),
                (level, {}, _half - _M(n + 1) - slope * _p(n)),
                (mass, {}, -_L(n)),
            ],
        )
        kept = proof.shows(
            at_most(name(0), name(n)),
            by="rule",
            because="add up the cells",
            uses=(grows,),
            rule="induction",
            bindings={"function": sp.Symbol(str(name)), "step": _zero},
        )
        scale = 1 / slope
        proof.concludes(
            goal,
            by="entailment",
            because="what L costs more than L(0) on the half line is at most half of V - L(0)",
            uses=(kept, meaning, total, no_mass, no_cost, no_average),
            facts=[
                (kept, {}, scale),
                (meaning, {}, -scale),
                (meaning, _start, scale),
                (total, {}, scale),
                (no_mass, {}, -_L(0) * scale),
                (no_cost, {}, scale + sign),
                (no_average, {}, -sign),
            ],
        )


def _show_infima(proof: Proof, known: list[str]) -> None:
    """Lemma 20: the infimum over averages exceeds that over all private P by no more."""
    near, bound, least = known
    factor = 1 + 1 / (b * _i)
    close = proof.shows(
        at_most(n * _excess, factor - _excess),
        by="entailment",
        because="the average of P_n costs little more than P_n, and P_n than the infimum",
        uses=(near, bound, least),
        facts=[(near, {}, factor), (bound, {}, n + 1), (least, {}, n + 1)],
    )
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
