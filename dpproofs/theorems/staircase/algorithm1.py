"""Algorithm 1: the mixture that draws from the staircase density."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, between
from dpproofs.kernel.proposition import Integral, Relation, Sum, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.staircase.setting import (FAMILY, FIRST_PIECE, PAPER, RATIO, SECOND_PIECE,
    Delta, b, gamma, height, k, x)

_u = sp.Symbol("u", positive=True)  # a value of U

_half = sp.Rational(1, 2)
sign_and_period = _half * (1 - b) * b**k  # Pr[S = 1] Pr[G = k]
first = gamma / (gamma + (1 - gamma) * b)  # Pr[B = 0]
second = (1 - gamma) * b / (gamma + (1 - gamma) * b)  # Pr[B = 1]

_U = between(_u, 0, 1, "(]")

PRINTED = (Goal(that(sign_and_period * first / (gamma * Delta)) == height * b**k, FIRST_PIECE),
    Goal(that(sign_and_period * second / ((1 - gamma) * Delta)) == height * b ** (k + 1),
        SECOND_PIECE),
    Goal(Integral(height * b**k, x, k * Delta, (k + gamma * _u) * Delta,
            sign_and_period * first * _u), FIRST_PIECE & _U),
    Goal(Integral(height * b ** (k + 1), x, (k + gamma) * Delta,
            (k + gamma + (1 - gamma) * _u) * Delta, sign_and_period * second * _u),
        SECOND_PIECE & _U), Goal(that(first + second) == 1, FAMILY),
    Goal(Sum((1 - b) * b**k, k, sp.Integer(0), sp.oo, sp.Integer(1)), Domain((RATIO,))))

ALGORITHM = Statement(id="staircase.alg1", paper=PAPER, item="Algorithm 1, (41)",
    title="the pieces that Algorithm 1 draws have the chances of the staircase density",
    printed_latex=r"\begin{gathered}X=S\bigl((1-B)(G+\gamma U)\Delta"
    r"+B(G+\gamma+(1-\gamma)U)\Delta\bigr)\sim f_\gamma,\\"
    r"\Pr[G=i]=(1-b)b^i,\quad\Pr[B=0]=\tfrac{\gamma}{\gamma+(1-\gamma)b},\quad"
    r"\Pr[B=1]=\tfrac{(1-\gamma)b}{\gamma+(1-\gamma)b}\end{gathered}", printed=PRINTED,
    note="S = 1 or -1 with probability 1/2 each, U uniform on [0, 1], all independent. At gamma = "
    "0 the first piece is empty and Pr[B = 0] = 0, at gamma = 1 the second and Pr[B = 1] = 0, so "
    "each identity is stated where its piece has positive length. U = 1 puts X at the end of "
    "its half-open piece, which has probability 0.")


def derive_algorithm() -> Derivation:
    proof = Proof(FAMILY)
    proof.idea("The algorithm chooses a period, one of its two pieces, a place on it and a side of "
        "the origin. Each piece is chosen with the chance that the density gives it, B_0 for the "
        "first and B_1 for the second within the period, and on a piece the density is level, as "
        "the uniform place is.")
    for letter, meaning in ((sp.Symbol("B_0"), first), (sp.Symbol("B_1"), second),
            (sp.Symbol("f_1"), height * b**k), (sp.Symbol("f_2"), height * b ** (k + 1))):
        proof.letter(letter, meaning)
    chance = [proof.concludes(PRINTED[4], by="identity", because="one of the two pieces is drawn"),
        proof.concludes(PRINTED[5], by="sum", because="some period is drawn, by a geometric series",
            ratio=b)]
    for value, which in ((first, "first"), (second, "second")):
        proof.shows(Relation(sp.Integer(0), "<=", value), by="sign",
            because=f"the chance of the {which} piece is not negative, and 0 just when it is empty")
    inside = between(_u, 0, 1)
    for start, value, end, on in ((k, k + gamma * _u, k + gamma, FIRST_PIECE),
            (k + gamma, k + gamma + (1 - gamma) * _u, k + 1, SECOND_PIECE)):
        for low, high in ((start, value), (value, end)):
            proof.shows(that(low) < high, on=on & inside, by="sign",
                because="given S = 1, G = k and B, X/Delta runs over the piece as U runs over (0, "
                "1)")
    for goal, which in ((PRINTED[0], "first"), (PRINTED[1], "second")):
        proof.concludes(goal, by="identity",
            because="the level is half of (1-b) b^k, the chance of a side and a period, times that "
            f"of the {which} piece, over the length of the piece", uses=chance)
    for goal, level, which in ((PRINTED[2], b**k, "first"), (PRINTED[3], b ** (k + 1), "second")):
        proof.concludes(goal, by="integral",
            because=f"the mass of the {which} piece up to the share u of its length is u times the "
            f"chance "
            "of the piece",
            antiderivative=height * level * x)
    return proof.done()


CLAIMS = (Claim(ALGORITHM, derive_algorithm),)
