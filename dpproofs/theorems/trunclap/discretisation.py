"""Section 4: the integer n, the noise and the costs on a grid, and condition (9) for them."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, Variable, between, index
from dpproofs.kernel.proposition import Relation, Sum, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.trunclap.setting import (EPSILON, PAPER, PRIVACY, SENSITIVITY, Delta, delta,
    eps)

i, d = sp.symbols("i d", integer=True)
k = sp.Symbol("k", integer=True)
n = sp.Symbol("n", integer=True, positive=True)
N = sp.Symbol("N", integer=True, positive=True)

b = sp.exp(-eps)
#: The constant a of section 4, as printed.
a = (delta + (sp.exp(eps) - 1) / 2) / sp.exp(eps)

COUNT = index(n, 1)
WITH_N = Domain((EPSILON, COUNT))
#: The delta for which n is an integer, and the constant a that belongs to it.
delta_n = (1 - b) * b ** (n - 1) / (2 * (1 - b**n))
a_n = (1 - b) / (2 * (1 - b**n))

_half = sp.Rational(1, 2)
NINT = Statement(id="trunclap.nint", paper=PAPER, item="Section 4, integer n",
    title="the constants a and b, and the integer n",
    printed_latex=r"a=\frac{\delta+\frac{e^\epsilon-1}2}{e^\epsilon},\qquad b=e^{-\epsilon},\qquad"
    r"\sum_{k=0}^{n-1}ab^k=\tfrac12", definition=True, printed=(),
    note="The assumption ties delta to epsilon: for each n there is exactly one delta, b^(n-1) "
    "(1-b)/(2 (1-b^n)), which lies below 1/(2n) for n >= 2. So at a fixed delta no sequence of "
    "epsilon that tends to 0 satisfies it, and 'epsilon -> 0, n -> 1/(2 delta)' is to be read with "
    "a real n = log(1 + u)/epsilon, u = (exp(epsilon) - 1)/(2 delta), or with a fixed n and delta "
    "that tends to 1/(2n). In units of Delta that real n is the end of the support of the "
    "truncated Laplacian. The bounds themselves need no such assumption (Theorem 4).")


def derive_nint() -> Derivation:
    proof = Proof(WITH_N)
    proof.shows(that(a) == (1 - b) / 2 + b * delta, on=PRIVACY, by="identity",
        because="divide each of the terms by exp(epsilon)")
    proof.shows(Sum(a * b**k, k, sp.Integer(0), n - 1, a * (1 - b**n) / (1 - b)),
        on=PRIVACY & COUNT, by="sum", because="a finite geometric sum", ratio=b)
    proof.shows(
        that(a * (1 - b**n) / (1 - b) - _half) == b * (1 - b**n) / (1 - b) * (delta - delta_n),
        because="it is 1/2 for exactly one delta, as the factor in front of the difference is "
        "positive", on=PRIVACY & COUNT, by="identity")
    proof.shows(that(a.xreplace({delta: delta_n})) == a_n, by="identity",
        because="the constant a that belongs to this delta")
    proof.shows(Sum(a_n * b**k, k, sp.Integer(0), n - 1, _half), by="sum",
        because="with this delta, n is as assumed, so that such a delta exists for every epsilon "
        "and n", ratio=b)
    proof.shows(that(0) < delta_n, by="sign", because="and this delta is positive")
    _below_its_limit(proof)
    return proof.done()


more = sp.Symbol("n", integer=True)  # 0, 1, 2, ... terms


def show_many(proof: Proof) -> str:
    """Append that n + 2 terms of a geometric sum are more than n + 2 times the last."""
    on = Domain((EPSILON, index(more, 0)))
    room = 1 - b ** (more + 2) - (more + 2) * (1 - b) * b ** (more + 1)
    grows = proof.shows(Relation(sp.Integer(0), "<=", room.xreplace({more: more + 1}) - room),
        on=on, by="sign", because="the difference is (n+2) (1-b)^2 b^(n+1)")
    return proof.applies("induction", on=on, uses=(grows,),
        because="add up the differences (n+2) (1 - exp(-epsilon))^2 exp(-(n+1) epsilon), none of "
            "which is negative, from n = 0 on", terms=room, step=0, last=sp.oo)


def _below_its_limit(proof: Proof) -> None:
    """From n = 2 on delta is below its limit 1/(2n) as epsilon tends to 0."""
    below = proof.follows(that(delta_n) < 1 / (2 * n),
        (show_many(proof), {more: n - 2}, 1 / (2 * n * (1 - b**n))),
        on=Domain((EPSILON, index(n, 2))),
        because="with n - 2 for n: from n = 2 on this delta is below 1/(2n), its limit as epsilon "
        "tends to 0, so that at a fixed delta there is no such n for small epsilon")
    proof.key(below)


# -- the grid -------------------------------------------------------------------------------------

_unit = Delta / (2 * N)
_low, _high = _unit * (2 * i - 1), _unit * (2 * i + 1)
_GRID = Domain((SENSITIVITY, index(N, 1)))
_RIGHT = _GRID & index(i, 1)
_at = sp.Symbol("x", real=True)


def cost(place: sp.Expr, power: int) -> sp.Expr:
    """The cost of section 4 at a place >= 1 of the grid, for |x| or x^2."""
    return (_unit * (2 * place - 1)) ** power


_SHIFTS = Domain((*_GRID, Variable(i, -sp.oo, sp.oo, "()", integer=True),
        Variable(d, -N, N, "[]", integer=True)))
_AHEAD, _BEHIND = between(_at, _low, _high, "[)"), between(_at, -_high, -_low, "[)")
_CELLS = {Goal(that(cost(i, power)) <= place**power, _RIGHT & cell): why
    for place, cell, power, why in (
        (_at, _AHEAD, 1,
            "to the right of the origin the cell's left end is its point of least amplitude"),
        (_at, _AHEAD, 2, "it has the least power"),
        (-_at, _BEHIND, 1, "to its left the right end is, which may not belong to the cell"),
        (-_at, _BEHIND, 2, "the same holds for the power"))}
_MOVED = {Goal(that(_unit * (2 * (i + d) - 1)) == _low + d * Delta / N, _SHIFTS):
        "the left end of a cell moves by d Delta/N",
    Goal(that(_unit * (2 * (i + d) + 1)) == _high + d * Delta / N, _SHIFTS):
        "the right end of a cell moves by d Delta/N as well"}
_PRIVATE = {Goal(that(d * Delta / N) <= Delta, _SHIFTS): "the shift is at most Delta",
    Goal(that(-Delta) <= d * Delta / N, _SHIFTS): "the shift is at least -Delta as well"}

DISC = Statement(id="trunclap.disc.cells", paper=PAPER,
    item="ours: the discretisation, cell by cell",
    title="the cost of a cell of the grid, and the shift by cells",
    printed_latex=r"\begin{gathered}C_i=\bigl[\tfrac\Delta{2N}(2i-1),\tfrac\Delta{2N}(2i+1)\bigr),"
    r"\qquad\bigl(\tfrac\Delta{2N}(2i-1)\bigr)^p\le|x|^p\quad(i\ge1,\ x\in C_i\cup C_{-i},\ p=1,2),"
    r"\\C_{i+d}=C_i+\tfrac{d\Delta}N,\qquad\bigl|\tfrac{d\Delta}N\bigr|\le\Delta\quad(|d|\le N)"
    r"\end{gathered}",
    printed_text="the cost of a cell is at most that of each of its points, and a shift by d "
    "cells, |d| <= N, is a shift by at most Delta", printed=(*_CELLS, *_MOVED, *_PRIVATE),
    note="What the discretisation of section 4 rests on. The first four goals say that the cost of "
    "a cell is at most the cost of each of its points, to the right of the origin and (with -i for "
    "i) to its left; the cell around 0 costs nothing. The others say that a shift by d cells is "
    "the shift by d Delta/N, which is at most Delta, so that a set of cells S and S + d are sets "
    "to which (2) applies: half-open cells do no harm. What follows for noise on the grid, for all "
    "sets of integers and for expected costs, is trunclap.disc.")


def derive_disc() -> Derivation:
    proof = Proof(_GRID)
    for by, goals in (("sign", _CELLS), ("identity", _MOVED), ("sign", _PRIVATE)):
        for goal, why in goals.items():
            proof.concludes(goal, by=by, because=why)
    return proof.done()


CLAIMS = (Claim(NINT, derive_nint), Claim(DISC, derive_disc))
