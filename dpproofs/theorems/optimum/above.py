"""What noise on cells costs: the upper end of the least cost as a sum over its cells.

The density is constant on cells of width w about the multiples of w, and the origin has an atom.
On the half line a period has the second half of one cell and the first half of the next.
"""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.assertions import Expected, Proper
from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, Variable, between, index, positive
from dpproofs.kernel.objects import Given, Law, Piece, Pieces
from dpproofs.kernel.proposition import Integral, Sum, that
from dpproofs.kernel.rules import OWN
from dpproofs.tactics.proving import Proof

w = sp.Symbol("w", positive=True)
a = sp.Symbol("a", nonnegative=True)
x = sp.Symbol("x", real=True)
n = OWN["n"]

#: The masses of the cells about 0, w, 2 w, ..., and the sums of n p(n) and n^2 p(n).
P, M, V = Given("p", "function", 1), Given("M", "function"), Given("V", "function")

ON = Domain((positive(w), between(a, 0, 1, "[)")))
CELLS = ON & index(n, 0)
HALF_LINE = Variable(x, sp.Integer(0), sp.oo, "[)")

DENSITY = Pieces("f", x, (), ON, (Piece(P(n) / w, w / 2), Piece(P(n + 1) / w, w)), period=w,
    index=n)
NOISE = Law("X", (), ON, "f", a)

#: What the masses of the cells about 0, w, 2 w, ... add up to: all, and that about 0 once more.
HALF = (1 - a + P(0)) / 2

NONNEGATIVE = Goal(that(0) <= P(n), CELLS)
SUMMED = tuple(Sum(n**power * P(n), n, sp.Integer(0), sp.oo, value)
    for power, value in enumerate((HALF, M(), V())))
SUMS = tuple(Goal(each, ON) for each in SUMMED)

#: What each power costs.
COSTS = {1: w * (2 * M() + P(0) / 4), 2: w**2 * (2 * V() + (1 - a) / 12)}

EXISTS = Goal(Proper(NOISE()), ON)


def cost(power: int) -> Goal:
    """What the noise costs."""
    return Goal(Expected(NOISE(), x, x**power, "==", COSTS[power]), ON)


AMPLITUDE, POWER = cost(1), cost(2)

_i = sp.Symbol("i", integer=True)
_half = sp.Rational(1, 2)
EXAMPLE = {"p": sp.Lambda(_i, (1 - a) / 3 * _half**_i), "M": sp.Lambda((), (1 - a) * 2 / 3),
    "V": sp.Lambda((), (1 - a) * 2)}

STATEMENT = Statement(id="optimum.above", paper="optimum", item="ours: what noise on cells costs",
    title="the amplitude and power of noise on cells with an atom, as sums over the cells",
    printed_latex=r"\begin{gathered}f(x)=\frac{p_{|j|}}w\ \bigl(|x-jw|<\tfrac w2,\ j\in\mathbb Z"
    r"\bigr),\quad P(X=0)=a,\quad a+p_0+2\sum_{j\ge1}p_j=1:\\\mathbb E|X|=\Bigl(\frac{p_0}4+2"
    r"\sum_{j\ge1}j\,p_j\Bigr)w,\qquad\mathbb EX^2=\Bigl(\frac{1-a}{12}+2\sum_{j\ge1}j^2p_j"
    r"\Bigr)w^2\end{gathered}", parameters=ON,
    printed_text="noise with an atom a at 0 and the masses p(abs(j)), spread evenly over cells of "
    "width w about the points j w, for all integers j, exists when these add up to 1; its "
    "amplitude is (p(0)/4 + 2 M) w and its power ((1 - a)/12 + 2 V) w^2, where M and V are the "
    "sums of j p(j) and j^2 p(j) over j >= 0", given=(P, M, V), definitions=(DENSITY, NOISE),
    hypotheses=(NONNEGATIVE, *SUMS), printed=(EXISTS, AMPLITUDE, POWER), examples=(EXAMPLE,),
    note="The cost of the upper end of `dpproofs optimum` for |x| and x^2: (6) of docs/optimum.md, "
    "where h is w. On the cell about j w the mean of |x| is j w, and w/4 for j = 0; that of x^2 is "
    "(j^2 + 1/12) w^2. Any number of cells may have mass; when they are finitely many, M and V are "
    "finite sums. That the noise is private when its masses are is optimum.cells, where the cells "
    "begin at multiples of w, and optimum.atom, which moves them and adds the atom.")


def derive() -> Derivation:
    proof = Proof(ON, STATEMENT)
    nonnegative = proof.assumes(NONNEGATIVE, because="masses are not negative")
    sums = tuple(proof.supposes((SUMS[0], "what the masses add up to"),
            (SUMS[1], "what the masses times j add up to"),
            (SUMS[2], "what the masses times j^2 add up to")))
    exists = show_exists(proof, nonnegative, sums)
    for goal, power in ((AMPLITUDE, 1), (POWER, 2)):
        positive_cost = proof.shows(that(0) <= x**power, on=ON & HALF_LINE, by="sign",
            because="a cost is not negative")
        parts, total = _parts(proof, power), _total(proof, power, sums)
        proof.key(total)
        proof.concludes(goal, uses=(exists, positive_cost, *parts, total),
            by="expectation",
            because="this is twice what the half line has, as nothing is to be paid at 0")
    return proof.done()


def show_exists(proof: Proof, nonnegative: str, sums: tuple[str, ...]) -> str:
    """Append that noise with these masses exists."""
    used: list[str] = []
    for place, part in enumerate(_parts(proof, 0)):
        cell = P(n + place) / w
        used.append(proof.follows(that(0) <= cell, (nonnegative, {n: n + place}),
                on=CELLS & Variable(x, *DENSITY.ends(place), "[)", hollow=True),
                because="the density is not negative"))
        used.append(part)
    return proof.concludes(EXISTS, by="existence", uses=(*used, _total(proof, 0, sums)),
        because="so the noise is a probability")


def _shares(power: int, side: int) -> list[sp.Expr]:
    """The coefficients of 1, j, j^2, ... in the integral of x^power/w over the half of the cell
    about j w that lies on a side of j w.
    """
    far = (n + side * _half) ** (power + 1)
    whole = sp.Poly(side * (far - n ** (power + 1)) / (power + 1), n)
    return [w**power * share for share in reversed(whole.all_coeffs())]


def _half_cell(power: int, side: int) -> sp.Expr:
    """What that half costs, with the mass of the cell."""
    return sum((s * n**j for j, s in enumerate(_shares(power, side))), sp.Integer(0)) * P(n)


_HALVES = ("the outer half of the cell about n w", "the inner half of the next cell")
_PAID = ("mass", "amplitude", "power")


def _parts(proof: Proof, power: int) -> list[str]:
    """Append the integrals over both pieces of a period."""
    return [proof.shows(Integral(x**power * piece.value, x, *DENSITY.ends(place),
                _half_cell(power, 1 - 2 * place).xreplace({n: n + place})), on=CELLS, by="integral",
            antiderivative=x ** (power + 1) / (power + 1) * piece.value,
            because=f"{_HALVES[place]} has this {_PAID[power]}")
        for place, piece in enumerate(DENSITY.pieces)]


def _total(proof: Proof, power: int, sums: tuple[str, ...]) -> str:
    """Append the sum over all periods."""
    halves = []
    for side in (1, -1):
        name, term, value = _combined(proof, _shares(power, side), sums)
        if side < 0:
            first = term.xreplace({n: sp.Integer(0)})
            name = proof.applies("without the first term", uses=(name,), terms=term, value=value,
                because="add up the inner halves of all cells but the one about 0")
            term, value = term.xreplace({n: n + 1}), value - first
        halves.append((name, term, value))
    (first, term, value), (second, other, more) = halves
    one = sp.Integer(1)
    return proof.applies("combination of sums", uses=(first, second), first=term, second=other,
        times=one, plus=one, value=value, other=more, because="add up all cells from 0 on")


def _combined(proof: Proof, shares: list[sp.Expr],
        sums: tuple[str, ...]) -> tuple[str, sp.Expr, sp.Expr]:
    """Append the sum of a half of every cell: its step, its term and its value."""
    found = SUMMED[0]
    name, term, value = sums[0], found.term, found.value
    times = shares[0]
    for place, plus in enumerate(shares[1:], start=1):
        more = SUMMED[place]
        name = proof.applies("combination of sums", uses=(name, sums[place]), first=term,
            second=more.term, times=times, plus=plus, value=value, other=more.value,
            because="add up one half of every cell")
        term, value = times * term + plus * more.term, times * value + plus * more.value
        times = sp.Integer(1)
    if len(shares) == 1:
        zero = sp.Integer(0)
        name = proof.applies("combination of sums", uses=(name, name), first=term, second=term,
            times=times, plus=zero, value=value, other=value,
            because="add up one half of every cell")
        term, value = times * term, times * value
    return name, term, value


CLAIMS = (Claim(STATEMENT, derive),)
