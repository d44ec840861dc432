"""What noise on cells costs for any cost, and what every power costs on a cell.

Of a cost its integrals over the halves of the cells are known. Those of |x|^r, r > 0, are
differences of powers.
"""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.assertions import Expected
from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, index, positive
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import Integral, Sum, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.optimum import above
from dpproofs.theorems.optimum.above import (CELLS, DENSITY, EXISTS, HALF_LINE, NOISE, NONNEGATIVE,
    ON, P, a, n, show_exists, w, x)

r = sp.Symbol("r", positive=True)
half = sp.Rational(1, 2)

#: The cost, and what it has on the outer and the inner half of a cell, over the width.
C, A, B = Given("c", "function", 1), Given("A", "function", 1), Given("B", "function", 1)
#: What all cells but the middle one cost on one side of 0, and what all outer halves do.
U, M = Given("U", "function"), Given("M", "function")


def _half(cost: sp.Expr, place: int, value: sp.Expr) -> Integral:
    """What a cost has on a piece of the density."""
    return Integral(cost * DENSITY.pieces[place].value, x, *DENSITY.ends(place), value)


COST = Goal(that(0) <= C(x), ON & HALF_LINE)
OUTER = Goal(_half(C(x), 0, A(n) * P(n)), CELLS)
INNER = Goal(_half(C(x), 1, B(n + 1) * P(n + 1)), CELLS)

ALL_OUTER = Sum(A(n) * P(n), n, sp.Integer(0), sp.oo, M())
ALL_CELLS = Sum((B(n + 1) + A(n + 1)) * P(n + 1), n, sp.Integer(0), sp.oo, U())
TOTAL, OUTERS, WHOLES = above.SUMS[0], Goal(ALL_OUTER, ON), Goal(ALL_CELLS, ON)

COSTS = Goal(Expected(NOISE(), x, C(x), "==", a * C(0) + 2 * (A(0) * P(0) + U())), ON)


def _power(lower: sp.Expr, upper: sp.Expr) -> Integral:
    """What x^r has on a part of the cells, of which the ends are told in widths."""
    value = w ** (r + 1) / (r + 1) * (upper ** (r + 1) - lower ** (r + 1))
    return Integral(x**r, x, lower * w, upper * w, value)


EXPONENT = Domain((*ON, positive(r)))
FIRST = Goal(Integral(x**r, x, sp.S.Zero, w / 2, w ** (r + 1) / (r + 1) * half ** (r + 1)),
    EXPONENT)
LATER = Goal(_power(n, n + half), EXPONENT & index(n, 1))
BEFORE = Goal(_power(n + half, n + 1), EXPONENT & index(n, 0))

# -- an example: the cost |x| ----------------------------------------------------------------------

_i = sp.Symbol("i", integer=True)
_u = sp.Symbol("u", real=True)
_each = (1 - a) / 3
EXAMPLE = {"p": sp.Lambda(_i, _each * half**_i), "c": sp.Lambda(_u, _u),
    "A": sp.Lambda(_i, w * (4 * _i + 1) / 8), "B": sp.Lambda(_i, w * (4 * _i - 1) / 8),
    "U": sp.Lambda((), 2 * w * _each), "M": sp.Lambda((), w * _each * sp.Rational(5, 4))}

STATEMENT = Statement(id="optimum.above.power", paper="optimum",
    item="ours: what noise on cells costs, for any cost, and for every power",
    title="the cost of noise on cells with an atom, for any cost, and what powers have on cells",
    printed_latex=r"\begin{gathered}f(x)=\frac{p_{|j|}}w\ \bigl(|x-jw|<\tfrac w2,\ j\in\mathbb Z"
    r"\bigr),\quad P(X=0)=a,\quad a+p_0+2\sum_{j\ge1}p_j=1,\quad c\ge0,\\A_j=\frac1w"
    r"\int_{jw}^{(j+1/2)w}c\,dx,\quad B_j=\frac1w\int_{(j-1/2)w}^{jw}c\,dx:\qquad\mathbb E"
    r"\,c(|X|)=a\,c(0)+2A_0p_0+2\sum_{j\ge1}(A_j+B_j)\,p_j;\\c(x)=x^r,\ r>0:\quad A_0="
    r"\frac{w^r}{(r+1)2^{r+1}},\quad A_j=\frac{(j+\frac12)^{r+1}-j^{r+1}}{r+1}w^r,\quad B_j="
    r"\frac{j^{r+1}-(j-\frac12)^{r+1}}{r+1}w^r\quad(j\ge1)\end{gathered}",
    printed_text="noise with an atom a at 0 and the masses p(abs(j)), spread evenly over cells of "
    "width w about the points j w, for all integers j, exists when these add up to 1; a cost c >= "
    "0 that has A(j) w between j w and (j + 1/2) w, and B(j) w between (j - 1/2) w and j w, has "
    "the mean a c(0) + 2 (A(0) p(0) + U), where U is the sum of (A(j) + B(j)) p(j) over j >= 1; "
    "for c(x) = x^r, r > 0, A(0) = w^r/((r+1) 2^(r+1)), and for j >= 1 A(j) = ((j+1/2)^(r+1) - "
    "j^(r+1)) w^r/(r+1) and B(j) = (j^(r+1) - (j-1/2)^(r+1)) w^r/(r+1)", parameters=ON,
    given=(P, C, A, B, U, M), hypotheses=(NONNEGATIVE, TOTAL, COST, OUTER, INNER, WHOLES, OUTERS),
    printed=(EXISTS, COSTS, FIRST, LATER, BEFORE), examples=(EXAMPLE,),
    definitions=(DENSITY, NOISE),
    note="The cost of the upper end of `dpproofs optimum` for |x|^r: (6) of docs/optimum.md, where "
    "h is w, r is p, u_0 is 2 A(0) and u_j is A(j) + B(j). The integrals of c are said with the "
    "density p(j)/w of their cell, those of x^r without. Any number of cells may have mass; when "
    "they are finitely many, U is a finite sum. M is the sum of A(j) p(j) over j >= 0, which is "
    "finite when U is, as its terms are no larger from j = 1 on, and does not matter for the cost. "
    "What is put in for A and B when c(x) = x^r is the last three goals, each divided by w; that "
    "the first goals then hold for it is their instance.")


def derive() -> Derivation:
    proof = Proof(ON, STATEMENT)
    nonnegative, total, cost, outer, inner, whole, outers = proof.supposes(
        (NONNEGATIVE, "masses are not negative"), (TOTAL, "what the masses add up to"),
        (COST, "a cost is not negative"), (OUTER, "what it has on the outer half of a cell"),
        (INNER, "and on the inner half of the next"),
        (WHOLES, "what all cells but the middle one cost"),
        (OUTERS, "what the outer halves of all cells cost"))
    exists = show_exists(proof, nonnegative, (total,))
    proof.concludes(COSTS, uses=(exists, cost, outer, inner, _periods(proof, whole, outers)),
        by="expectation",
        because="this is twice what the half line has, and the cost of the atom")
    for goal, why in ((FIRST, "this is the integral over the outer half of the middle cell"),
            (LATER, "this is the integral over the outer half of another cell"),
            (BEFORE, "this is the integral over the inner half of the next cell")):
        proof.concludes(goal, by="integral", antiderivative=x ** (r + 1) / (r + 1), because=why)
    return proof.done()


def _periods(proof: Proof, whole: str, outers: str) -> str:
    """Append the sum over all periods: the outer half of a cell, and the inner one of the next."""
    later = ALL_OUTER.term.xreplace({n: n + 1})
    rest = M() - A(0) * P(0)
    after = proof.applies("without the first term", uses=(outers,), terms=ALL_OUTER.term, value=M(),
        because="all outer halves but that of the middle cell")
    inners = proof.applies("combination of sums", uses=(whole, after), first=ALL_CELLS.term,
        second=later, times=sp.Integer(1), plus=sp.Integer(-1), value=U(), other=rest,
        because="the inner halves of all cells but the middle one are what the outer ones leave")
    return proof.applies("combination of sums", uses=(outers, inners), first=ALL_OUTER.term,
        second=ALL_CELLS.term - later, times=sp.Integer(1), plus=sp.Integer(1), value=M(),
        other=U() - rest, because="add up both halves")


CLAIMS = (Claim(STATEMENT, derive),)
