"""How much noise on cells lies beyond a threshold: the upper end for P(|X| >= t).

The density is constant on cells that begin at multiples of w, and the origin has an atom. Of the
cell in which the threshold lies, the share beyond it counts.
"""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.assertions import Even, Expected, Proper
from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, Variable, between, index, positive
from dpproofs.kernel.objects import Given, Law, Piece, Pieces
from dpproofs.kernel.proposition import Integral, Sum, that
from dpproofs.kernel.rules import OWN
from dpproofs.kernel.terms import Mass, Mirror, at_least, beyond, interval
from dpproofs.tactics.proving import Proof

w, u = sp.symbols("w u", positive=True)
a = sp.Symbol("a", nonnegative=True)
x = sp.Symbol("x", real=True)
T = sp.Symbol("T", integer=True, nonnegative=True)
n = OWN["n"]

#: The masses of the cells from 0, w, 2 w, ... on, what those beyond cell T add up to, and the sum
#: of n p(n).
P, U, M = Given("p", "function", 1), Given("U", "function"), Given("M", "function")

NOISE_ON = Domain((positive(w), between(a, 0, 1, "[)")))
ON = NOISE_ON & index(T, 0) & between(u, 0, 1, "(]")

DENSITY = Pieces("f", x, (), NOISE_ON, (Piece(P(n) / w, w),), period=w, index=n)
NOISE = Law("X", (), NOISE_ON, "f", a)
THRESHOLD = (T + u) * w

NONNEGATIVE = Goal(that(0) <= P(n), NOISE_ON & index(n, 0))
MASSES = Sum(P(n), n, sp.Integer(0), sp.oo, (1 - a) / 2)
MOMENTS = Sum(n * P(n), n, sp.Integer(0), sp.oo, M())
TOTAL, FIRST = Goal(MASSES, NOISE_ON), Goal(MOMENTS, NOISE_ON)
REST = Goal(Sum(P(n + T + 1), n, sp.Integer(0), sp.oo, U()), NOISE_ON & index(T, 0))


EXISTS = Goal(Proper(NOISE()), NOISE_ON)
BEYOND = Goal(that(Mass(NOISE(), beyond(THRESHOLD))) == 2 * (U() + (1 - u) * P(T)), ON)
AMPLITUDE = Goal(Expected(NOISE(), x, x, "==", w * (2 * M() + (1 - a) / 2)), NOISE_ON)

_i = sp.Symbol("i", integer=True)
_half = sp.Rational(1, 2)
EXAMPLE = {"p": sp.Lambda(_i, (1 - a) / 4 * _half**_i), "U": sp.Lambda((), (1 - a) / 4 * _half**T),
    "M": sp.Lambda((), (1 - a) / 2)}

STATEMENT = Statement(id="optimum.above.threshold", paper="optimum",
    item="ours: how much noise on cells lies beyond a threshold",
    title="how much noise on cells with an atom lies beyond a threshold",
    printed_latex=r"\begin{gathered}f(x)=\frac{p_j}w\ \bigl(jw<|x|<(j+1)w,\ j=0,1,\dots\bigr),"
    r"\quad P(X=0)=a,\quad a+2\sum_{j\ge0}p_j=1:\\P(|X|\ge t)=2\Bigl((1-u)\,p_T+\sum_{j>T}p_j"
    r"\Bigr),\qquad t=(T+u)w,\quad 0<u\le1,\qquad\mathbb E|X|=\Bigl(\frac{1-a}2+2\sum_{j\ge0}j\,p_j"
    r"\Bigr)w\end{gathered}",
    printed_text="noise with an atom a at 0 and the masses p(j), spread evenly over the cells from "
    "j w to (j+1) w and over their mirror images, exists when these add up to 1; a share 2 ((1-u) "
    "p(T) + U) of it is not closer to 0 than (T + u) w, 0 < u <= 1, where U is the sum of p(j) "
    "over j > T; its amplitude is ((1-a)/2 + 2 M) w, where M is the sum of j p(j)", parameters=ON,
    given=(P, U, M), definitions=(DENSITY, NOISE), hypotheses=(NONNEGATIVE, TOTAL, REST, FIRST),
    printed=(EXISTS, BEYOND, AMPLITUDE), examples=(EXAMPLE,),
    note="The cost of the upper end of `dpproofs optimum --threshold`: Theorem 5 of "
    "docs/optimum.md. Every t > 0 is (T + u) w in one way. P(|X| > t) is the same, as no mass lies "
    "at t or -t. That noise with these cells is private when its masses are is optimum.cells; the "
    "lower end is optimum.below.threshold.")


def derive() -> Derivation:
    proof = Proof(ON, STATEMENT)
    periods = NOISE_ON & index(n, 0)
    nonnegative = proof.assumes(NONNEGATIVE, because="masses are not negative")
    level = proof.follows(that(0) <= P(n) / w, nonnegative,
        on=periods & Variable(x, *DENSITY.ends(0), "[)", hollow=True),
        because="so the density is not negative")
    cell = _integral(proof, periods, n, *DENSITY.ends(0))
    total = proof.assumes(TOTAL, because="what the masses add up to")
    exists = proof.concludes(EXISTS, by="existence", uses=(level, cell, total),
        because="so the noise is a probability")
    rest = proof.assumes(REST, because="what the masses beyond the cell of the threshold add up to")
    stop = (T + 1) * w
    later = n + T + 1
    each = _mass(proof, exists, NOISE_ON & index(T, 0) & index(n, 0), later, stop + n * w,
        stop + (n + 1) * w)
    after = proof.applies("countable additivity", on=NOISE_ON & index(T, 0),
        uses=(each, rest, exists), noise=NOISE(), start=stop, width=w, terms=P(later), value=U(),
        because="add up all cells beyond")
    part = _mass(proof, exists, ON, T, THRESHOLD, stop)
    ray = at_least(THRESHOLD)
    whole = proof.shows(that(Mass(NOISE(), ray)) ==
            Mass(NOISE(), interval(THRESHOLD, stop, "[)")) + Mass(NOISE(), at_least(stop)),
        by="measure", uses=(exists,), because="what is left of the cell, and the cells beyond")
    even = proof.shows(Even(NOISE()), on=NOISE_ON, by="evenness", uses=(exists,),
        because="the density is even")
    turned = proof.shows(that(Mass(NOISE(), Mirror(ray))) == Mass(NOISE(), ray), by="mirror",
        uses=(even,), set=ray, because="so the other side has as much")
    both = proof.shows(
        that(Mass(NOISE(), beyond(THRESHOLD))) == Mass(NOISE(), ray) + Mass(NOISE(), Mirror(ray)),
        by="measure", uses=(exists,), because="both sides of the origin")
    proof.follows(BEYOND, both, turned, whole, part, after,
        because="this is twice the mass of the rest of the cell and of all cells beyond")
    _show_amplitude(proof, exists, total)
    return proof.done()


def _show_amplitude(proof: Proof, exists: str, total: str) -> None:
    """Append the mean of abs(X)."""
    first = proof.assumes(FIRST, because="what the masses times j add up to")
    cost = proof.shows(that(0) <= x, on=NOISE_ON & Variable(x, sp.Integer(0), sp.oo, "[)"),
        by="sign", because="a distance is not negative")
    cell = proof.shows(Integral(x * P(n) / w, x, *DENSITY.ends(0), w * n * P(n) + w / 2 * P(n)),
        on=NOISE_ON & index(n, 0), by="integral", antiderivative=x**2 / 2 * P(n) / w,
        because="the mean distance on a cell is that of its middle, (n + 1/2) w")
    summed = proof.applies("combination of sums", on=NOISE_ON, uses=(first, total),
        first=MOMENTS.term, second=MASSES.term, times=w, plus=w / 2, value=MOMENTS.value,
        other=MASSES.value, because="add w times the one sum and w/2 times the other")
    proof.concludes(AMPLITUDE, by="expectation", uses=(exists, cost, cell, summed),
        because="this is twice what the half line has, as nothing is to be paid at 0")


def _integral(proof: Proof, on: Domain, cell: sp.Expr, lower: sp.Expr, upper: sp.Expr) -> str:
    """Append the integral of the density over a part of a cell."""
    value = P(cell) * sp.expand((upper - lower) / w)
    return proof.shows(Integral(P(cell) / w, x, lower, upper, value), on=on, by="integral",
        antiderivative=P(cell) / w * x,
        because="a part of a cell has its share of the mass of the cell")


def _mass(proof: Proof, exists: str, on: Domain, cell: sp.Expr, lower: sp.Expr,
        upper: sp.Expr) -> str:
    """Append the mass of a part of a cell."""
    return proof.shows(that(Mass(NOISE(), interval(lower, upper, "[)"))) ==
            P(cell) * sp.expand((upper - lower) / w), on=on, because="which is its mass",
        by="density", uses=(exists, _integral(proof, on, cell, lower, upper)), piece=0, period=cell)


CLAIMS = (Claim(STATEMENT, derive),)
