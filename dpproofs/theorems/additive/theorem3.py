"""Theorem 3: the cost of P_alpha for |x|**p, and the alpha that minimises it."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Proof, Statement
from dpproofs.kernel.domain import Domain, between
from dpproofs.kernel.proposition import Derivative, Integral, Minimum, equal, less
from dpproofs.theorems.additive.setting import (
    DELTA, EXPONENT, FAMILY, PAPER, SENSITIVITY, Delta, alpha, delta, density, half_width, p, x,
)  # fmt: skip

WITH_P = Domain((EXPONENT,)) & FAMILY

#: What multiplies Delta**p / ((p + 1) 2**p) in the cost: f of the paper's proof.
shape = (1 - alpha) ** (p + 1) / (delta - alpha) ** p
cost = Delta**p / ((p + 1) * 2**p) * shape

stationary = (p + 1) * delta - p

#: delta up to the switch p/(p+1) (included), and beyond it.
HIGH_PRIVACY = Domain((EXPONENT, between(delta, 0, p / (p + 1), "(]"), SENSITIVITY))
LOW_PRIVACY = Domain((EXPONENT, between(delta, p / (p + 1), 1), SENSITIVITY))

COST = Statement(
    id="additive.thm3.cost",
    paper=PAPER,
    item="Theorem 3, proof",
    title="the expected cost of P_alpha for |x|^p",
    printed_latex=r"V(P_\alpha)=\frac{\Delta^p}{(p+1)2^p}\,"
    r"\frac{(1-\alpha)^{p+1}}{(\delta-\alpha)^p}",
    printed=(Goal(Integral(2 * x**p * density, x, sp.Integer(0), half_width, cost), WITH_P),),
)


def derive_cost() -> Derivation:
    proof = Proof(WITH_P)
    proof.concludes(
        COST.printed[0],
        by="integral",
        because="the atom at 0 costs nothing, and |x|^p is even, so the cost is twice an "
        "integral of x^p over the positive half of the support",
        antiderivative=2 * density * x ** (p + 1) / (p + 1),
    )
    return proof.done()


DERIVATIVE = Statement(
    id="additive.thm3.deriv",
    paper=PAPER,
    item="Theorem 3, proof",
    title="the derivative of the cost in alpha",
    printed_latex=r"f'(\alpha)=\frac{(1-\alpha)^p}{(\delta-\alpha)^{p+1}}"
    r"\bigl(\alpha-(p+1)\delta+p\bigr)",
    printed=(
        Goal(
            Derivative(
                shape,
                alpha,
                (1 - alpha) ** p / (delta - alpha) ** (p + 1) * (alpha - (p + 1) * delta + p),
            ),
            WITH_P,
        ),
    ),
)


def derive_derivative() -> Derivation:
    proof = Proof(WITH_P)
    proof.concludes(
        DERIVATIVE.printed[0],
        by="derivative",
        because="the quotient rule, with the common factor taken out",
    )
    return proof.done()


CLAIMS = (Claim(COST, derive_cost), Claim(DERIVATIVE, derive_derivative))
