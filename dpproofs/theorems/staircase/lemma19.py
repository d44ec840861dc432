"""Lemmas 19 and 20: private noise averaged over cells is private, and its cost is nearly the same.

The derivation is not the paper's, which splits the line and needs Property 2 for the tail. Privacy
itself bounds the mass of a cell by that of all cells behind it, so that the tails of the noise and
of its average differ by a factor near 1. This gives a rate, for every cost with Property 1.
"""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.assertions import Expected
from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, index, positive, real
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import Limit, that
from dpproofs.kernel.rules import OWN
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.samples import laplace
from dpproofs.theorems.staircase.averaged import (AVERAGE, DENSITY, EACH, EVEN, EXISTS, FACTOR,
    FAMILY, FINE, HALF_LINE, IS_EVEN, IS_PRIVATE, MASS, MEAN, NOISE, PRIVATE, CellSteps, X, i, m,
    show_average, show_tails)
from dpproofs.theorems.staircase.definitions import ON
from dpproofs.theorems.staircase.setting import PAPER, RATIO, Delta, b

x, h, n = (OWN[name] for name in ("x", "h", "n"))
_OUTWARD = Domain((*ON, HALF_LINE, positive(h)))

#: A cost, and what the costs of the noise, and of its averages, do not exceed.
L = Given("L", "function", 1)
V, U = Given("V", "function", 1), Given("U", "function", 2)
#: The infimum of the costs of all private noise, and of that which is level on cells.
BEST, BEST_CELLS = Given("inf_all", "function"), Given("inf_cells", "function", 1)

COST = Goal(that(0) <= L(x), ON & HALF_LINE)
RISING = Goal(that(L(x)) <= L(x + h), _OUTWARD)
PAID = Goal(Expected(NOISE, x, L(x), "<=", V(m)), EACH)
PAID_CELLS = Goal(Expected(MEAN, x, L(x), "<=", U(i, m)), FAMILY)
NEAR = Goal(that((m + 1) * (V(m) - BEST())) <= 1, EACH)
LEAST = Goal(Expected(MEAN, x, L(x), ">=", BEST_CELLS(i)), FAMILY)
_HYPOTHESES = {PRIVATE: "(33): the noise is private", EVEN: "and symmetric",
    COST: "the cost is not negative", RISING: "and does not decrease on [0, oo)",
    PAID: "what it costs is at most V", PAID_CELLS: "and what its average costs at most U",
    NEAR: "the infimum over private noise is approached as closely as one likes",
    LEAST: "the infimum over averages is a lower bound"}


def _nearly(value: sp.Expr) -> sp.Expr:
    """A bound of a cost, and 1/(b i) of what it is beyond L(0)."""
    return value + (value - L(0)) / (b * i)


CLOSE = (Goal(Expected(MEAN, x, L(x), "<=", _nearly(V(m))), FAMILY),
    Goal(Expected(NOISE, x, L(x), "<=", _nearly(U(i, m))), FAMILY))
_y, _spent = sp.Symbol("y", positive=True), sp.Symbol("e", real=True)
VANISHES = Goal(Limit(_spent / (b * _y), _y, sp.oo, "-", sp.Integer(0)),
    Domain((RATIO, real(_spent))))
_excess = BEST_CELLS(i) - _nearly(BEST())
INFIMA = Goal(that(_excess) <= 0, ON & FINE)


def _example() -> dict[str, object]:
    """Laplace noise, and a cost that is bounded."""
    u = sp.Symbol("u", real=True)
    return {"X": laplace(b, Delta, (m,)), "L": sp.Lambda(u, sp.Min(u, Delta)),
        "V": sp.Lambda(m, Delta), "U": sp.Lambda((i, m), Delta), "inf_all": sp.Lambda((), Delta),
        "inf_cells": sp.Lambda(i, sp.Integer(0))}


CELLS = Statement(id="staircase.appB.lem19", paper=PAPER, item="Lemma 19, Lemma 20",
    title="averaging over cells keeps privacy, and the cost converges, with a rate",
    printed_latex=r"\begin{gathered}f_i(x)=\tfrac i\Delta P\bigl([k\tfrac\Delta "
    r"i,(k+1)\tfrac\Delta i)\bigr)\ \text{for }x\in[k\tfrac\Delta i,(k+1)\tfrac\Delta i),\quad "
    r"k\ge0:\\ P_i\in SP_{sym},\qquad\int L\,dP_i\to\int L\,dP;\\ \inf_i\inf_{P\in SP_{sym}}\int "
    r"L\,dP_i=\inf_{P\in SP_{sym}}\int L\,dP\end{gathered}", parameters=ON,
    given=(X, L, V, U, BEST, BEST_CELLS), definitions=(MASS, DENSITY, AVERAGE),
    printed=(EXISTS, IS_EVEN, IS_PRIVATE, *CLOSE, VANISHES, INFIMA), hypotheses=tuple(_HYPOTHESES),
    note="P(i, m) is the average of the noise X(m): its density f on the cell from k Delta/i to (k "
    "+ 1) Delta/i, k >= 0, is the mass that X(m) gives the cell over its width, and f is even. Any "
    "private noise is meant: X may be the same for every m. P_i is in SP_sym: it exists, is "
    "symmetric, and private for every Borel set and every real shift. Where V is what X costs and "
    "U what its average costs, the two bounds say that these differ by at most 1/(b i) of what the "
    "larger is beyond L(0), for every i; so the costs converge. So it is for every L with Property "
    "1: Property 2, which the paper uses, is not needed, L may have jumps, and X needs no density. "
    "That L is not negative is no loss: of a cost that begins below 0 its value at 0 is taken off, "
    "from all three costs alike. Lemma 20: inf_all is the infimum over symmetric private noise, so "
    "that there is noise X(m) that costs at most 1/(m + 1) more, and inf_cells(i) is at most what "
    "each average costs; the infimum over averages is not smaller, since each is private.",
    examples=(_example(),))


def derive() -> Derivation:
    proof = Proof(FAMILY, CELLS)
    private, even, *cost, paid, paid_cells, near, least = (
        proof.assumes(goal, because=why) for goal, why in _HYPOTHESES.items())
    known = CellSteps.of(proof, private, even)
    proof.key(known.tail)
    exists, symmetric = show_average(proof, known)
    fewer, more = show_tails(proof, known, exists, symmetric)
    bounds = [proof.concludes(goal, by="rule", uses=(tails, *cost, price, exists),
            rule="tails up to a factor",
            because="its tail is at most 1 + 1/(b i) times the other, so that beyond L(0) it costs "
            "at most so much more",
            bindings={"cheap": one, "dear": other, "cost": L(x), "factor": FACTOR, "value": value})
        for goal, tails, price, one, other, value in ((CLOSE[0], fewer, paid, MEAN, NOISE, V(m)),
            (CLOSE[1], more, paid_cells, NOISE, MEAN, U(i, m)))]
    proof.concludes(VANISHES, by="limit",
        because="the excess vanishes as the number of cells of a period grows")
    bound = proof.applies("bounds of a cost", on=FAMILY, uses=(least, bounds[0], exists),
        noise=MEAN, cost=L(x), less=BEST_CELLS(i), more=_nearly(V(m)),
        because="so the infimum over averages is not above these bounds")
    _show_infima(proof, near, bound)
    return proof.done()


def _show_infima(proof: Proof, near: str, least: str) -> None:
    """Append Lemma 20: the infimum over averages exceeds that over all noise by no more."""
    on = ON & FINE & index(n, 0)
    close = proof.follows(that(n * _excess) <= FACTOR - _excess, (near, {m: n}, FACTOR),
        (least, {m: n}), on=on,
        because="the average of P_n costs little more than P_n, and P_n than the infimum")
    proof.concludes(INFIMA, by="rule",
        because="n times the excess of the left side is at most a constant, for every n, so that "
        "it is not positive",
        uses=(close,), rule="Archimedes", bindings={"value": _excess, "bound": FACTOR - _excess},
        latex=r"\inf_PV(P_i)-\inf_PV(P)-\frac{e^{\epsilon}}i\Bigl(\inf_PV(P)-L(0)\Bigr)\le0")


CLAIMS = (Claim(CELLS, derive),)
