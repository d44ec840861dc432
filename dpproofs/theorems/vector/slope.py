"""The slope of the cost of the staircase over gamma, in up to four dimensions."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain
from dpproofs.kernel.proposition import Derivative, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.vector.setting import (CIRCLE, DIMENSIONS, INSIDE, PAPER, RATIO, b, cost,
    gamma, name_numerators, total)

ENDS = Domain((RATIO,))
LATER = DIMENSIONS[1:]


def weight(d: int) -> sp.Expr:
    """W = D h - N, with N = d T_(d+1), D = (d + 1) T_d and h = T_d/T_(d-1)."""
    return (d + 1) * total(d) ** 2 / total(d - 1) - d * total(d + 1)


def rise(d: int) -> sp.Expr:
    """The slope of h = T_d/T_(d-1)."""
    return d - (d - 1) * total(d) * total(d - 2) / total(d - 1) ** 2


STEPS = Statement(id="vector.slope", paper=PAPER, item="ours: the slope over the first radius",
    title="the slope of the cost, and the function whose sign it has",
    printed_latex=r"\begin{gathered}T_m'=m\,T_{m-1},\qquad C_d=\frac "
    r"ND=\frac{d\,T_{d+1}}{(d+1)T_d},\qquad h_d=\frac{N'}{D'}=\frac{T_d}{T_{d-1}},\qquad "
    r"W=Dh_d-N\\C_d'=\frac{D'W}{D^2},\qquad W'=Dh_d',\qquad "
    r"W(0)=b\,W(1)\quad(d\ge2)\\(d=1,\dots,4,\ m=1,\dots,5)\end{gathered}",
    printed=(
        *(Goal(Derivative(total(m), gamma, m * total(m - 1)), CIRCLE) for m in (*DIMENSIONS, 5)),
        *(Goal(Derivative(cost(d), gamma, d * total(d - 1) * weight(d) / ((d + 1) * total(d) ** 2)),
                INSIDE) for d in DIMENSIONS),
        *(Goal(Derivative(total(d) / total(d - 1), gamma, rise(d)), INSIDE) for d in LATER),
        *(Goal(Derivative(weight(d), gamma, (d + 1) * total(d) * rise(d)), INSIDE) for d in LATER),
        *(Goal(that(weight(d).subs(gamma, 0)) == b * weight(d).subs(gamma, 1), ENDS)
            for d in LATER)),
    note="T_m is P_m over (1 - b)^(m + 1), as in vector.sums, C_d = d/(d + 1) T_(d+1)/T_d the "
    "cost, h_d = T_d/T_(d-1), and W_d = (d + 1) T_d h_d - d T_(d+1). The goals are, in order: "
    "$T_m' = m T_{m-1}$; $C_d'$ is W_d times a positive number; what $h_d'$ is; $W_d' = (d + 1) "
    "T_d h_d'$; and W_d at 0 is b times W_d at 1. For the expected norm (p = 1) in d = 1, ..., 4 "
    "dimensions, T_m with m up to 5; h_d is proportional to C_(d-1). That the cost has one minimum "
    "is not shown here: docs/vectors.md says in words how it follows, by an induction on d.")


def derive_steps() -> Derivation:
    proof = Proof(CIRCLE)
    for d in LATER:
        proof.letter(sp.Symbol(f"W_{d}", real=True), weight(d))
    name_numerators(proof)
    goals = iter(STEPS.printed)
    for part, count, why in (
            ("The sums", 5, "the slope of a sum is a multiple of the sum of one order less"),
            ("The cost", 4, "the slope of the cost, a quotient of two sums, is this"),
            ("Quotients of sums", 3, "the slope of a quotient of two neighbouring sums is this"),
            ("The function whose sign the slope has", 3,
                "two terms of its slope cancel, and the slope of the quotient is left")):
        proof.part(part)
        for _ in range(count):
            proof.concludes(next(goals), by="derivative", because=why)
    proof.part("At both ends of the period")
    for goal in goals:
        proof.concludes(goal, by="identity", because="all sums at 0 are b times those at 1")
    return proof.done()


CLAIMS = (Claim(STEPS, derive_steps),)
