"""Definition 1: the cells, and the step density that belongs to a vector of masses."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, Variable, between, index, real
from dpproofs.kernel.objects import Given, Piece, Pieces
from dpproofs.kernel.proposition import Integral, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.cactus.setting import (FAMILY, GRID, PAPER, N, ends, i, k, level, n, r, x)

P = Given("p", "function", 1)
_width = 1 / n
F = Pieces("f", x, (), FAMILY, (Piece(n * P(k), _width / 2), Piece(n * P(k + 1), _width)),
    period=_width, index=k)

_AFTER = index(i, 1)
_AHEAD = Variable(x, sp.Integer(0), sp.oo, "[)")
_start, _stop = ends(i)
_HALVES = (FAMILY & _AFTER & between(x, _start, i / n, "[)"),
    FAMILY & index(i, 0) & between(x, i / n, _stop, "[)"))

_POSITIVE = Goal(that(0) <= P(i), FAMILY & index(i, 0))
_TAIL = Goal(that(P(i)) == P(N) * r ** (i - N), FAMILY & index(i, N))

_JOINED = Goal(that(i / n + _width / 2) == (i + 1) / n - _width / 2,
    Domain((GRID, index(i, 0))))
_MIRRORED = Goal(that(-_stop) == ends(-i)[0], Domain((GRID, index(i, 0))))
_LEVELS = tuple(Goal(that(F(x)) == n * P(i), on) for on in _HALVES)
_FAR = Goal(that(F(x)) == n * P(N) * r ** (i - N),
    FAMILY & index(i, N) & between(x, i / n, _stop, "[)"))
_EVEN = Goal(that(F(-x)) == F(x), FAMILY & real(x))
_NONNEGATIVE = Goal(that(0) <= F(x), FAMILY & _AHEAD)
_MASS = Goal(Integral(n * level, x, _start, _stop, level), Domain((GRID, index(i, 0), real(level))))

DEFINITION = Statement(id="cactus.def1", paper=PAPER, item="Definition 1, (13)-(15)",
    title="step densities with geometric tails",
    printed_latex=r"\begin{gathered}\mathcal J_{n,i}\text{: the cell of width }\tfrac1n\text{ "
    r"about }\tfrac in,\\f_{n,r,p}(x)=\begin{cases}n\,p_{|i|},&x\in\mathcal J_{n,i},\ "
    r"|i|<N,\\n\,p_Nr^{|i|-N},&x\in\mathcal J_{n,i},\ |i|\ge N\end{cases}\end{gathered}",
    parameters=FAMILY, given=(P,), definitions=(F,), hypotheses=(_POSITIVE, _TAIL),
    printed=(_JOINED, _MIRRORED, *_LEVELS, _FAR, _EVEN, _NONNEGATIVE, _MASS), definition=True,
    note="p(i) is p_i, and p_N r^(i-N) from N on. The cells follow one another and mirror each "
    "other, so that they cover the line once. f is defined in half cells, [i/n, i/n + 1/(2n)) and "
    "the rest of a width 1/n; at the common ends of cells, which have no mass, it takes the value "
    "of the outer cell, where the paper takes that of the inner one. It is even and not negative, "
    "and cell i has the mass $p_{|i|}$.", examples=({"p": sp.Lambda(i, r**i)},))


def derive() -> Derivation:
    proof = Proof(FAMILY, DEFINITION)
    positive = proof.assumes(_POSITIVE, because="masses are not negative")
    tail = proof.assumes(_TAIL, because="the tail is geometric")
    proof.concludes(_JOINED, by="identity", because="each cell begins where the one before ends")
    proof.concludes(_MIRRORED, by="identity", because="cell -i is the reflection of cell i")
    halves = [proof.on_piece(F, place, because=f"the {name} half of a width between two middles")
        for place, name in enumerate(("first", "second"))]
    proof.follows(_LEVELS[0], halves[1],
        because="before the middle of a cell the density is n times its mass")
    after = proof.follows(_LEVELS[1], halves[0],
        because="after the middle of a cell the density is n times its mass")
    proof.follows(_FAR, after, (tail, n), because="in the tail")
    proof.concludes(_EVEN, by="definition", name=F.name, piece="even",
        because="the density is even")
    pieces = [proof.follows(that(0) <= F(x), here, positive,
            on=FAMILY & index(k, 0) & Variable(x, *F.ends(place), "[)", hollow=True),
            because="the density is not negative there") for place, here in enumerate(halves)]
    proof.concludes(_NONNEGATIVE, by="cover", uses=pieces, name=F.name,
        because="so it is not negative")
    proof.concludes(_MASS, by="integral", antiderivative=n * level * x,
        because="the cell has the width 1/n, and so its mass")
    return proof.done()


CLAIMS = (Claim(DEFINITION, derive),)
