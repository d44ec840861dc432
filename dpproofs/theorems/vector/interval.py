"""One dimension: a staircase for vectors has the density of the staircase on the line."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Variable, between, index
from dpproofs.kernel.proposition import Sum, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.staircase import noise
from dpproofs.theorems.staircase.noise import DEFINITIONS, DENSITY, EXISTS, IS_PRIVATE, ON, k, n, x
from dpproofs.theorems.staircase.setting import FIRST_PIECE, SECOND_PIECE, Delta, b, gamma, height
from dpproofs.theorems.vector.setting import PAPER

zero = sp.Integer(0)
ROUND = ON & between(gamma, 0, 1, "(]")
WHOLE = (b * (1 - gamma) + gamma) / (1 - b) ** 2


def chance(number: sp.Expr) -> sp.Expr:
    """P(K = k), proportional to b^k (k + gamma)."""
    return b**number * (number + gamma) / WHOLE


def level(number: sp.Expr) -> sp.Expr:
    """The density at a point that is in the balls of the radii (k + gamma) Delta from one on."""
    return height * b**number


#: The terms of the mixture of uniform densities on these balls.
UNIFORM = chance(n) / (n + gamma) / (2 * Delta)

BETWEEN = tuple(on & Variable(x, *DENSITY.ends(place), "[)")
    for place, on in enumerate((FIRST_PIECE, SECOND_PIECE)))
MASSES = Goal(Sum(chance(n), n, zero, sp.oo, sp.Integer(1)), ROUND)
MIXED = tuple(Goal(Sum(UNIFORM, n, k + place, sp.oo, level(k + place)), ROUND & index(k, 0))
    for place in (0, 1))
SAME = tuple(Goal(that(sp.Function("f")(gamma, x)) == level(k + place), on)
    for place, on in enumerate(BETWEEN))

STATEMENT = Statement(id="vector.line", paper=PAPER,
    item="ours: the staircase for vectors in one dimension",
    title="in one dimension the staircase for vectors is the staircase of Theorem 3",
    printed_latex=r"\begin{gathered}X=(K+\gamma)\Delta U,\quad U\text{ uniform in }[-1,1],\quad "
    r"P(K=k)=\frac{b^k(k+\gamma)}{T_1},\quad "
    r"T_1=\frac{b(1-\gamma)+\gamma}{(1-b)^2}\\\sum_{n\ge0}P(K=n)=1,\qquad\sum_{n\ge "
    r"j}\frac{P(K=n)}{2(n+\gamma)\Delta}=f_\gamma(x)\quad\text{where "
    r"}(j-1+\gamma)\Delta\le|x|<(j+\gamma)\Delta\end{gathered}", parameters=ON,
    definitions=DEFINITIONS, printed=(MASSES, *MIXED, *SAME, EXISTS, IS_PRIVATE),
    note="f is the density of Theorem 3 of the staircase paper, on both pieces of its periods. A "
    "point x at which (j - 1 + gamma) Delta <= |x| < (j + gamma) Delta lies in the balls [-(n + "
    "gamma) Delta, (n + gamma) Delta] for n >= j, so that the sum over these n is the density of "
    "(K + gamma) Delta U there: j = k on the first piece of period k, k + 1 on the second. So the "
    "two are one law, with the same cost for every cost function, and where vector.optimal says "
    "for R^1 with the norm |x| that no private noise costs less than every staircase for vectors, "
    "these are the staircases of staircase.thm3. gamma = 0 is gamma = 1. That noise on R^1 is "
    "noise on the line is in words: noise for vectors is of a kind of its own.")


def derive() -> Derivation:
    proof = Proof(ROUND, STATEMENT)
    proof.concludes(MASSES, by="sum", ratio=b, because="the chances of the balls add up to 1")
    for place, name in enumerate(("first", "second")):
        proof.concludes(MIXED[place], by="sum", ratio=b,
            because=f"the balls around the {name} piece add up to this density")
        piece = proof.on_piece(DENSITY, place, because="the density of Theorem 3 there")
        proof.follows(SAME[place], piece,
            because=f"on the {name} piece this is the density of Theorem 3")
    noise.show_private(proof, noise.show_exists(proof))
    return proof.done()


CLAIMS = (Claim(STATEMENT, derive),)
