"""The upper end in one: noise with given masses on cells exists, is private, and costs their sum.

What it has on cells follows from its density; that shifts uncover no more than they may, and what
it costs, are the steps of `optimum.cells` and of a sum over cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from dpproofs.kernel.assertions import Even, Expected, Proper
from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, Variable, between, index, positive
from dpproofs.kernel.objects import Given, Law, Piece, Pieces
from dpproofs.kernel.proposition import Integral, Proposition, Sum, that
from dpproofs.kernel.rules import OWN
from dpproofs.kernel.terms import Mirror, at_least, interval
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.optimum import cell, cells
from dpproofs.theorems.optimum.cell import P, Q, i, k, length, mass, w
from dpproofs.theorems.optimum.cells import D, R, m
from dpproofs.theorems.samples import symmetric

a, u = sp.symbols("a u", nonnegative=True)
x = sp.Symbol("x", real=True)
n = OWN["n"]

#: The cost, its mean on each cell, and the sum over the cells.
C, K, U = Given("c", "function", 1), Given("K", "function", 1), Given("U", "function")

ATOM = between(a, 0, 1, "[)")
NOISE_ON = Domain((positive(w), ATOM))
AROUND = cell.ON & ATOM
ON = Domain((*AROUND, *cells.ON.variables[len(cell.ON.variables) :]))
PERIODS = NOISE_ON & index(n, 0)
HALF_LINE = Variable(x, sp.Integer(0), sp.oo, "[)")

DENSITY = Pieces("f", x, (), NOISE_ON, (Piece(P(n) / w, w),), period=w, index=n)
NOISE = Law("X", (), NOISE_ON, "f", a)


def with_atom(domain: Domain) -> Domain:
    """A domain of noise on cells, for noise with the atom."""
    own = tuple(domain)
    before = len(cell.ON.variables)
    started = own[:before] == cell.ON.variables and ATOM not in own
    return Domain((*own[:before], ATOM, *own[before:])) if started else domain


def _with_atom(goal: Goal) -> Goal:
    return Goal(goal.proposition, with_atom(goal.domain))


NOT_NEGATIVE = Goal(that(0) <= P(n), PERIODS)
BOTH_SIDES = Goal(that(P(-1 - i)) == P(i), AROUND & cell.CELL)
MASSES = Sum(P(n), n, sp.Integer(0), sp.oo, (1 - a) / 2)
COSTS = Sum(K(n) * P(n), n, sp.Integer(0), sp.oo, U())
TOTAL, SUMMED = Goal(MASSES, NOISE_ON), Goal(COSTS, NOISE_ON)
REST = Goal(Sum(P(m + n), n, sp.Integer(0), sp.oo, sp.Integer(0)), NOISE_ON & index(m, 1))
COST = Goal(that(0) <= C(x), NOISE_ON & HALF_LINE)
MEAN = Goal(Integral(C(x) * P(n) / w, x, *DENSITY.ends(0), K(n) * P(n)), PERIODS)
NONNEGATIVE, UNCOVERED, SUMS, ENOUGH, WHOLE, BETWEEN, INSIDE = map(_with_atom,
    (cell.NONNEGATIVE, cell.UNCOVERED, cells.SUMS, cells.ENOUGH, cells.WHOLE, cells.BETWEEN,
        cells.INSIDE))

EXISTS = Goal(Proper(NOISE()), NOISE_ON)
AT_ORIGIN = Goal(that(mass(interval(0, 0, "[]"))) == a, NOISE_ON)
PAID = Goal(Expected(NOISE(), x, C(x), "==", a * C(0) + 2 * U()), NOISE_ON)

# -- an example: as much on the two cells beside 0 as at 0, or more, and the amplitude -------------

_v = sp.Symbol("v", nonnegative=True)


def _beside(place: sp.Expr) -> sp.Expr:
    """1 on the cells -1 and 0, and 0 on all others."""
    return sp.Max(0, 1 - sp.Max(place, -1 - place))


def _up_to(place: sp.Expr) -> sp.Expr:
    """How many of these cells, and whether the origin, lie before a place."""
    return sp.Min(2, sp.Max(0, place + 1))


_half = (1 - a) / 2
EXAMPLE = {"X": symmetric(sp.Lambda(_v, (1 - a) * sp.Max(0, 1 - _v / w))),
    "p": sp.Lambda(i, _half * _beside(i)), "q": sp.Lambda((k, i), _half * _beside(i)),
    "R": sp.Lambda((k, i), _half * _up_to(i) + a * sp.Min(1, sp.Max(0, i))),
    "D": sp.Lambda((), sp.Integer(1)), "c": sp.Lambda(x, x),
    "K": sp.Lambda(i, (i + sp.Rational(1, 2)) * w), "U": sp.Lambda((), _half * w / 2)}

STATEMENT = Statement(id="optimum.noise", paper="optimum", item="ours: the upper end in one",
    title="noise with given masses on cells exists, is private when they are, and costs their sum",
    printed_latex=r"\begin{gathered}a+2\sum_{j\ge0}p_j=1,\quad p_{-1-j}=p_j\ge0,\quad p_j=0\ (j\ge "
    r"m),\quad q_{k,j}\ge(p_j-e^\epsilon p_{j+k})_+,\quad a+\sum_{j=-m}^{m-1}q_{k,j}\le\delta\ \ "
    r"(|k|\le N):\\\text{the noise }X\text{ with }P(X=0)=a\text{ and density }\tfrac{p_j}w\text{ "
    r"on }(jw,(j+1)w)\text{ exists},\\P(X\in S)\le e^\epsilon P(X\in S+d)+\delta\ \ (|d|\le Nw),"
    r"\qquad \mathbb E\,c(|X|)=a\,c(0)+2\sum_{j\ge0}p_j\,\frac1w\int_{jw}^{(j+1)w}c\end{gathered}",
    printed_text="if masses p_j = p_{-1-j} on the cells (j w, (j+1) w), 0 from the m-th on, and an "
    "atom a at 0 add up to 1, and what a shift by at most N cells uncovers, with the atom, is at "
    "most delta, then the noise with these masses, spread evenly over the cells, exists, keeps P(X "
    "in S) <= exp(epsilon) P(X in S + d) + delta for every Borel set S and every real shift d of "
    "at most N w, and E c(|X|) is a c(0) + 2 (sum of p_j times the mean of c on cell j, j >= 0)",
    parameters=ON, given=(P, Q, R, D, C, K, U), definitions=(DENSITY, NOISE),
    hypotheses=(NOT_NEGATIVE, BOTH_SIDES, TOTAL, REST, NONNEGATIVE, UNCOVERED, SUMS, ENOUGH, COST,
        MEAN, SUMMED), printed=(EXISTS, AT_ORIGIN, WHOLE, BETWEEN, PAID), examples=(EXAMPLE,),
    note="Theorem 3 of docs/optimum.md, and the upper end of Theorem 5, in one sentence: "
    "optimum.cells for defined noise, and what it costs. D is delta. R(k, j) - R(k, i) is the sum "
    "of P(X = c w) + q(k, c) over c = i, ..., j-1; of the multiples of w only 0 has an atom, so "
    "that over all cells it is a plus the sum of the q(k, c). K(j) is the mean of c on cell j, and "
    "U the sum of K(j) p(j). A real shift of at most N w is k w, or (k+s) w with 0 < s < 1 and -N "
    "<= k < N; what k uncovers is what -k does, as the masses are even. Cells of width 2 w about "
    "the points 2 j w, with the atom inside the middle one, are cells of width w in pairs with "
    "equal masses: a shift by an odd number of these uncovers the mean of what its two neighbours "
    "do.")


class Existing(Proof):
    """Steps about noise that is defined, and exists: they are shown where it does."""

    there = ""

    def shows(self, proposition: Proposition, *, by: str, because: str, on: Domain | None = None,
            uses: Sequence[str] = (), **rest: Any) -> str:
        """Append a step that uses that the noise exists, where it speaks of masses as such."""
        about = by == "measure" or (by == "rule" and "noise" in rest.get("bindings", {}))
        used = (*uses, self.there) if about and self.there not in uses else uses
        where = with_atom(self.domain if on is None else on)
        return super().shows(proposition, by=by, because=because, on=where, uses=used, **rest)


def derive() -> Derivation:
    proof = Existing(ON, STATEMENT)
    masses = proof.assumes(NOT_NEGATIVE, because="masses are not negative")
    total = proof.assumes(TOTAL, because="what they and the atom add up to")
    proof.there = _show_exists(proof, masses, total)
    proof.concludes(AT_ORIGIN, by="atom", uses=(proof.there,),
        because="the origin has no more than the atom")
    even = proof.shows(Even(NOISE()), on=NOISE_ON, by="evenness", uses=(proof.there,),
        because="the density is even")
    levels = _show_levels(proof, even)
    gains = cell.show_cell(proof, levels)
    sums = proof.assumes(SUMS, because="R adds up the atom and what shifts uncover")
    enough = proof.assumes(ENOUGH, because="over all cells it grows by at most D")
    cells.show_private(proof, gains, (sums, _show_inside(proof, even), enough))
    _show_cost(proof)
    proof.is_long(7)
    return proof.done()


def _integral(proof: Proof, on: Domain, at: sp.Expr, lower: sp.Expr, upper: sp.Expr) -> str:
    """Append the integral of the density over a part of a cell."""
    value = P(at) * sp.expand((upper - lower) / w)
    return proof.shows(Integral(P(at) / w, x, lower, upper, value), on=on, by="integral",
        antiderivative=P(at) / w * x, because="the density on a part of a cell")


def _show_exists(proof: Proof, masses: str, total: str) -> str:
    """Append that the noise exists."""
    level = proof.follows(that(0) <= P(n) / w, masses, because="so the density is not negative",
        on=PERIODS & Variable(x, *DENSITY.ends(0), "[)", hollow=True))
    one = _integral(proof, PERIODS, n, *DENSITY.ends(0))
    return proof.concludes(EXISTS, by="existence", uses=(level, one, total),
        because="so the noise is a probability")


def _show_levels(proof: Existing, even: str) -> str:
    """Append that the noise is level on each cell."""
    start, value = i * w + u, P(i) * length / w
    part = interval(start, start + length)
    around = (
        AROUND & Variable(u, sp.Integer(0), w, "[)") & Variable(length, sp.Integer(0), w - u, "(]"))
    right, left = around & index(i, 0), around & index(i, -sp.oo, -1)
    here = proof.shows(that(mass(part)) == value, on=right, by="density",
        uses=(proof.there, _integral(proof, right, i, start, start + length)), piece=0, period=i,
        because="a part of a cell has its share")
    other = {i: -1 - i, u: w - u - length}
    back = part.xreplace(other)
    same = proof.shows(that(mass(part)) == mass(Mirror(back)), on=left, by="measure",
        because="on the left it is a mirror image")
    turned = proof.shows(that(mass(Mirror(back))) == mass(back), on=left, by="mirror", uses=(even,),
        set=back, because="which has as much")
    sides = proof.assumes(BOTH_SIDES, because="the masses are even")
    there = proof.follows(that(mass(part)) == value, same, turned, (here, other), sides, on=left,
        because="a part of a cell left of 0 has its share, as its mirror image has")
    both = proof.shows(that(mass(part)) == value, on=around & index(i, -sp.oo), by="cases",
        uses=(there, here), because="on either side")
    return proof.follows(_with_atom(cell.LEVEL), both, because="level on each cell")


def _show_inside(proof: Existing, even: str) -> str:
    """Append that no mass lies beyond the last cell."""
    nothing = proof.assumes(REST, because="no cell has mass from the m-th on")
    on = NOISE_ON & index(m, 1)
    periods = on & index(n, 0)
    start = m * w
    each = interval(start + n * w, start + (n + 1) * w, "[)")
    one = proof.shows(that(mass(each)) == P(m + n), on=periods, by="density",
        uses=(proof.there, _integral(proof, periods, m + n, *each.args[1:])), piece=0, period=m + n,
        because="a cell beyond")
    ray = at_least(start)
    right = proof.applies("countable additivity", on=on, uses=(one, nothing), noise=NOISE(),
        start=start, width=w, terms=P(m + n), value=sp.Integer(0),
            because="add up all cells beyond")
    left = proof.shows(that(mass(Mirror(ray))) == mass(ray), on=on, by="mirror", uses=(even,),
        set=ray, because="and on the other side")
    whole = proof.shows(
        that(1 - mass(ray) - mass(Mirror(ray))) <= mass(interval(-start, start, "[)")), on=on,
        by="measure", because="the rest lies in the cells")
    most = proof.shows(that(mass(interval(-start, start, "[)"))) <= 1, on=on, by="measure",
        because="which have no more than all")
    least = proof.follows(that(1) <= mass(interval(-start, start, "[)")), whole, right, left,
        on=on, because="it is no less")
    inside = proof.applies("antisymmetry", on=on, uses=(most, least),
        left=mass(interval(-start, start, "[)")), right=sp.Integer(1), because="so all lies there")
    return proof.follows(INSIDE, inside, because="wherever the parameters lie")


def _show_cost(proof: Existing) -> None:
    """Append what the noise costs."""
    cost, mean, summed = proof.supposes((COST, "the cost is not negative"),
        (MEAN, "on the n-th cell its mean is K(n)"), (SUMMED, "and right of 0 it has U"))
    proof.concludes(PAID, by="expectation", uses=(proof.there, cost, mean, summed),
        because="this is twice what the half line has, and the cost of the atom")


CLAIMS = (Claim(STATEMENT, derive),)
