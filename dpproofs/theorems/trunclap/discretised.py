"""Section 4: private noise on the line, read cell by cell, is private noise on the integers.

Y is the integer of the cell in which X lies. What X keeps for every Borel set it keeps for unions
of cells, and these are all sets of integers for Y. X is no nearer to 0 than the end of its cell.
"""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.assertions import Expected, Private
from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, Variable, index, positive
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import that
from dpproofs.kernel.rules import OWN
from dpproofs.kernel.terms import Mass, Moved, beyond, interval
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.samples import laplace, on_integers, reached
from dpproofs.theorems.trunclap.setting import FAMILY, PAPER, Delta, delta, eps

x, h, n = (OWN[name] for name in ("x", "h", "n"))
N = sp.Symbol("N", integer=True, positive=True)
m, z = sp.Symbol("m", integer=True), sp.Symbol("z", nonnegative=True)

ON = FAMILY & index(N, 1)
_CELLS = ON & index(n, -sp.oo)
_SHIFTS = ON & index(m, -N, N)
_OUTWARD = ON & index(n, 0)
_HALF_LINE = Variable(x, sp.Integer(0), sp.oo, "[)")
_AHEAD = (_HALF_LINE, positive(h))

#: The noise, the integer of its cell, any cost, and what its expectation does not exceed.
X, Y, S = Given("X", "noise"), Given("Y", "noise", on="integers"), sp.Function("S")()
C, V = Given("c", "function", 1), Given("v", "function")
#: The discrete cost of section 4; what it is between the integers does not matter.
NEAR = Given("L", "function", 1)

_unit = Delta / (2 * N)


def _cell(place: sp.Expr) -> sp.Expr:
    """The mass of a cell."""
    return Mass(X(), interval(_unit * (2 * place - 1), _unit * (2 * place + 1), "[)"))


def _point(place: sp.Expr) -> sp.Expr:
    """The mass of an integer."""
    return Mass(Y(), interval(place, place, "[]"))


PRIVATE = Goal(Private(X(), eps, delta, Delta), ON)
MASSES = Goal(that(_point(n)) == _cell(n), _CELLS)
ORIGIN = Goal(that(NEAR(0)) == 0, ON)
ENDS = Goal(that(NEAR(n)) == _unit * (2 * n - 1), ON & index(n, 1))
ORDERED = Goal(that(NEAR(x)) <= NEAR(x + h), Domain((*ON, *_AHEAD)))
COST = Goal(that(0) <= C(x), ON & _HALF_LINE)
RISING = Goal(that(C(x)) <= C(x + h), Domain((*ON, *_AHEAD)))

DEAR = Goal(Expected(X(), x, C(x), "<=", V()), ON)
CHEAP = Goal(Expected(Y(), x, C(NEAR(x)), "<=", V()), ON)

IS_PRIVATE = Goal(Private(Y(), eps, delta, N), ON)


def _example() -> dict[str, object]:
    """Laplace noise, and its cells."""
    b, i = sp.exp(-eps), sp.Symbol("v", real=True)
    tail = b ** ((2 * sp.Max(i, 1) - 1) / (2 * N)) / 2  # P(Y >= i), from i = 1 on
    ahead = reached(i - 1)
    return {"X": laplace(b, Delta),
        "Y": on_integers(sp.Lambda(i, ahead * tail + (1 - ahead) * (1 - tail))),
        "L": sp.Lambda(x, _unit * sp.Max(0, 2 * x - 1)), "c": sp.Lambda(x, x**2),
        "v": sp.Lambda((), 2 * (Delta / eps) ** 2)}


STATEMENT = Statement(id="trunclap.disc", paper=PAPER, item="Section 4, discretisation",
    title="the noise of the cells is private noise on the integers, and costs no more",
    printed_latex=r"\begin{gathered}\tilde{\mathcal P}_N(i)=\mathcal P\bigl(\bigl[\tfrac"
    r"\Delta{2N}(2i-1),\tfrac\Delta{2N}(2i+1)\bigr)\bigr),\qquad\tilde{\mathcal L}_N(i)="
    r"\begin{cases}0,&i=0\\\tfrac\Delta{2N}(2i-1),&i\ge1\\\tilde{\mathcal L}_N(-i),&i<0:\end{cases}"
    r"\\\tilde{\mathcal P}_N(S)-e^\epsilon\tilde{\mathcal P}_N(S+d)\le\delta\quad(S\subseteq"
    r"\mathbb Z,\ |d|\le N),\qquad\int|x|\,\mathcal P(dx)\ge\sum_{i\in\mathbb Z}\tilde{\mathcal "
    r"P}_N(i)\tilde{\mathcal L}_N(i)\end{gathered}",
    printed_text="if X is (epsilon, delta)-private for shifts up to Delta, the integer Y of its "
    "cell, which is i when X lies in [Delta (2 i - 1)/(2 N), Delta (2 i + 1)/(2 N)), is (epsilon, "
    "delta)-private for shifts up to N; and E c(abs(X)) is at least E c(L(Y)), where L(0) = 0 and "
    "L(i) = Delta (2 abs(i) - 1)/(2 N), for every cost c that is not negative and does not fall, "
    "such as abs(X) and X^2", parameters=ON, given=(X, Y, NEAR, C, V), printed=(IS_PRIVATE, CHEAP),
    hypotheses=(PRIVATE, MASSES, ORIGIN, ENDS, ORDERED, COST, RISING, DEAR), examples=(_example(),),
    note="Y is given by its masses, which are those of the cells: it is the integer of the cell in "
    "which X lies. Privacy of Y is for all sets of integers and all shifts by integers from -N to "
    "N. L is the discrete cost of Theorem 4, as printed at the integers, with any values between "
    "them; what these are plays no role for Y. Of the cost c no more is known than that it is not "
    "negative and does not decrease on [0, oo): with c(x) = x this is the printed inequality, with "
    "c(x) = x^2 that of Theorem 5, whose discrete cost is L(i)^2. That E c(abs(X)) is at least E "
    "c(L(Y)), both in [0, oo], is said by numbers: whatever number v the former does not exceed, "
    "the latter does not exceed it either. Theorems 4 and 5 are shown without a grid.")


def derive() -> Derivation:
    proof = Proof(ON, STATEMENT)
    private, masses, origin, ends, ordered, *cost = proof.supposes(
        (PRIVATE, "(2): the noise is private"),
        (MASSES, "the discrete noise has the masses of the cells"),
        (ORIGIN, "the cell around 0 costs nothing"), (ENDS, "and others what their near end does"),
        (ORDERED, "the cost of cells does not fall"), (COST, "the cost is not negative"),
        (RISING, "and does not decrease on [0, oo)"),
        (DEAR, "a number that the expected cost does not exceed"))
    _show_private(proof, private, masses)
    proof.applies("larger tails, at places", because="so the cells cost no more than the noise",
        on=ON, uses=(_show_tails(proof, masses, ends), origin, ordered, *cost), cheap=Y(), dear=X(),
        places=NEAR(x), cost=C(x), value=V())
    return proof.done()


def _show_private(proof: Proof, private: str, masses: str) -> None:
    """Append privacy of the integers, from that of unions of cells."""
    shift = m * Delta / N
    unions = proof.shows(that(Mass(X(), S)) <= sp.exp(eps) * Mass(X(), Moved(S, shift)) + delta,
        on=_SHIFTS, by="privacy", uses=(private,), set=S, shift=shift,
        because="a shift by d cells, |d| <= N, is a shift by at most Delta")
    integers = proof.applies("sets of cells", on=_SHIFTS, uses=(unions, masses),
        because="for the union of the cells of the integers in a set", noise=X(), cells=Y(),
        start=-_unit, width=Delta / N, shift=m, factor=sp.exp(eps), value=delta)
    renamed = proof.at(integers, {m: n}, on=ON & index(n, -N, N),
        because="for every shift by integers")
    proof.concludes(IS_PRIVATE, by="rule", uses=(renamed,),
        because="so the discrete noise is private", rule="privacy, by sets of integers",
        bindings={"noise": Y(), "epsilon": eps, "delta": delta, "sensitivity": N})


def _inner(place: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
    """The masses of the integers nearer to 0 than one, and of their cells."""
    near = _unit * (2 * place - 1)
    return Mass(Y(), interval(-place, place)), Mass(X(), interval(-near, near, "[)"))


def _show_tails(proof: Proof, masses: str, ends: str) -> str:
    """Append that from an integer on Y has no more mass than X has from the end of its cell on."""
    (integers, cells), (more, wider) = _inner(n + 1), _inner(n + 2)
    ahead, back = n + 1, -n - 1
    two = proof.shows(that(integers + _point(ahead) + _point(back)) <= more, on=_OUTWARD,
        by="measure", because="the next integers on both sides")
    cover = proof.shows(that(wider) == cells + _cell(ahead) + _cell(back), on=_OUTWARD,
        by="measure", because="and their cells")
    grows = proof.follows(that(0) <= (more - wider) - (integers - cells), two, cover,
        (masses, {n: ahead}), (masses, {n: back}), on=_OUTWARD,
        because="so the integers gain no less than their cells")
    kept = proof.applies("induction", on=_OUTWARD, uses=(grows,),
        because="add up integer after integer",
        terms=integers - cells, step=0, last=sp.oo)
    origin = proof.shows(that(_point(sp.Integer(0))) <= _inner(sp.Integer(1))[0], on=ON,
        by="measure", because="at first there is 0, whose cell is around 0")
    return _show_outer(proof, kept, masses, origin, ends)


def _show_outer(proof: Proof, kept: str, masses: str, origin: str, ends: str) -> str:
    """Append the same of what is outside."""
    there = ON & index(n, 1)
    (integers, cells), end = _inner(n), _unit * (2 * n - 1)
    bounds = (proof.follows(that(0) <= NEAR(n), ends, on=there, because="L is not negative"),
        proof.follows(that(NEAR(n)) <= end, ends, on=there,
            because="and at the n-th integer no more than where its cell begins"))
    outer = proof.shows(that(Mass(Y(), beyond(n))) == 1 - integers, on=there, by="measure",
        because="what is left for the integers from the n-th on")
    further = proof.shows(that(1 - cells) <= Mass(X(), beyond(z)), by="measure",
        on=there & Variable(z, sp.Integer(0), end, "[]"), because="and outside of the other cells")
    return proof.follows(that(Mass(Y(), beyond(n))) <= Mass(X(), beyond(NEAR(n))), outer, further,
        kept, origin, masses, on=there, also=bounds,
        because="so X is as often as far away as the near ends of these cells")


CLAIMS = (Claim(STATEMENT, derive),)
