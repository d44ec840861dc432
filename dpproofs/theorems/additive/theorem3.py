"""Theorem 3: the cost of P_alpha for |x|**p, and the alpha that minimises it."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, between
from dpproofs.kernel.proposition import Derivative, Integral, Minimum, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.additive.setting import (DELTA, EXPONENT, FAMILY, PAPER, SENSITIVITY, Delta,
    alpha, delta, density, half_width, p, x)

WITH_P = Domain((EXPONENT,)) & FAMILY

#: What multiplies Delta**p / ((p + 1) 2**p) in the cost: f of the paper's proof.
shape = (1 - alpha) ** (p + 1) / (delta - alpha) ** p
cost = Delta**p / ((p + 1) * 2**p) * shape

stationary = (p + 1) * delta - p

#: The least cost within the family, on the two branches.
uniform_cost = Delta**p / (2**p * (p + 1) * delta**p)
atom_cost = (p + 1) ** p / (2**p * p**p) * (1 - delta) * Delta**p

#: delta up to the switch p/(p+1) (included), and beyond it.
HIGH_PRIVACY = Domain((EXPONENT, between(delta, 0, p / (p + 1), "(]"), SENSITIVITY))
LOW_PRIVACY = Domain((EXPONENT, between(delta, p / (p + 1), 1), SENSITIVITY))

COST = Statement(id="additive.thm3.cost", paper=PAPER, item="Theorem 3, proof",
    title="the expected cost of P_alpha for |x|^p",
    printed_latex=r"V(P_\alpha)=\frac{\Delta^p}{(p+1)2^p}\,"
    r"\frac{(1-\alpha)^{p+1}}{(\delta-\alpha)^p}",
    printed=(Goal(Integral(2 * x**p * density, x, sp.Integer(0), half_width, cost), WITH_P),))


def derive_cost() -> Derivation:
    proof = Proof(WITH_P)
    proof.concludes(COST.printed[0], by="integral",
        because="the atom at 0 costs nothing, and |x|^p is even, so the cost is twice an integral "
        "of x^p over the positive half of the support",
        antiderivative=2 * density * x ** (p + 1) / (p + 1))
    return proof.done()


DERIVATIVE = Statement(id="additive.thm3.deriv", paper=PAPER, item="Theorem 3, proof",
    title="the derivative of the cost in alpha",
    printed_latex=r"f'(\alpha)=\frac{(1-\alpha)^p}{(\delta-\alpha)^{p+1}}"
    r"\bigl(\alpha-(p+1)\delta+p\bigr)",
    printed=(Goal(Derivative(shape, alpha,
                (1 - alpha) ** p / (delta - alpha) ** (p + 1) * (alpha - (p + 1) * delta + p)),
            WITH_P),))


def derive_derivative() -> Derivation:
    proof = Proof(WITH_P)
    proof.concludes(DERIVATIVE.printed[0], by="derivative",
        because="the quotient rule gives (1 - alpha)^p (p (1 - alpha) - (p+1) (delta - alpha)) "
            "over (delta - alpha)^(p+1)")
    return proof.done()


MINIMUM_HIGH = Goal(Minimum(cost, alpha, sp.Integer(0), delta, "[)", sp.Integer(0)), HIGH_PRIVACY)
MINIMUM_LOW = Goal(Minimum(cost, alpha, sp.Integer(0), delta, "[)", stationary), LOW_PRIVACY)

ALPHA_STAR = Statement(id="additive.thm3.alpha", paper=PAPER, item="Theorem 3",
    title="the best alpha within the family",
    printed_latex=r"\alpha^*=\begin{cases}0,&\delta\in(0,\frac "
    r"p{p+1}]\\(p+1)\delta-p\in(0,\delta),&\delta\in(\frac p{p+1},1)\end{cases}",
    printed=(MINIMUM_HIGH, MINIMUM_LOW, Goal(that(0) < stationary, LOW_PRIVACY),
        Goal(that(stationary) < delta, LOW_PRIVACY)),
    note="For every real p > 0. The minimum over [0, delta) is unique on both branches; the end "
    "alpha = delta does not belong to the family, and the cost tends to infinity there.")


def derive_alpha() -> Derivation:
    proof = Proof(LOW_PRIVACY)
    for goal, why in ((MINIMUM_HIGH, ("up to the switch the cost increases from alpha = 0 on: the "
                "long bracket is (1 - alpha) (alpha - (p+1) delta + p)")),
            (MINIMUM_LOW, ("beyond it the cost falls until (p+1) delta - p, and then increases, "
                "by the same factor")),
            (ALPHA_STAR.printed[2], "the stationary point is inside: it is positive"),
            (ALPHA_STAR.printed[3], "it is below delta, as p (1 - delta) > 0")):
        proof.concludes(goal, by="minimum" if isinstance(goal.proposition, Minimum) else "sign",
            because=why)
    return proof.done()


ON_UNIT = Domain((EXPONENT, DELTA))
peak = p**p / (p + 1) ** (p + 1)

AM_GM = Statement(id="additive.thm3.eq8", paper=PAPER, item="(8)",
    title="the inequality between the two branches",
    printed_latex=r"\delta^p(1-\delta)=\frac{\delta^p(p-p\delta)}p\le\frac1p"
    r"\Bigl(\frac{p\delta+p-p\delta}{p+1}\Bigr)^{p+1}=\frac{p^p}{(p+1)^{p+1}}",
    printed=(Goal(Minimum(-(delta**p) * (1 - delta), delta, sp.Integer(0), sp.Integer(1), "()",
                p / (p + 1)), Domain((EXPONENT,))),
        Goal(that((delta**p * (1 - delta)).subs(delta, p / (p + 1))) == peak, Domain((EXPONENT,))),
        Goal(that(((p * delta + p - p * delta) / (p + 1)) ** (p + 1) / p) == peak, ON_UNIT),
        Goal(that(delta**p * (p - p * delta) / p) == delta**p * (1 - delta), ON_UNIT)),
    note="The weighted inequality of the means with real weight p, stated as what it says: "
    "delta^p (1 - delta) is largest at delta = p/(p+1), and there it equals the right side. "
    "Equality holds only at the switch.")


def derive_am_gm() -> Derivation:
    proof = Proof(ON_UNIT)
    first, value, right, left = AM_GM.printed
    proof.concludes(left, by="identity",
        because="p - delta p is p (1 - delta), the first equality of the printed chain")
    proof.concludes(right, by="identity",
        because="take out the powers of p and p + 1, the last equality of the printed chain")
    proof.concludes(first, by="minimum",
        because="the derivative of delta^p (1 - delta) is delta^(p-1) (p - (p+1) delta), positive "
        "before p/(p+1) and negative after it")
    proof.concludes(value, by="identity", because="the largest value is the right side of (8)")
    return proof.done()


CLAIMS = (Claim(COST, derive_cost), Claim(DERIVATIVE, derive_derivative),
    Claim(ALPHA_STAR, derive_alpha), Claim(AM_GM, derive_am_gm))
