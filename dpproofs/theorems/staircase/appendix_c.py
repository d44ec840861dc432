"""Appendix C: the three sums, and the cost of the staircase density for |x|."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, between
from dpproofs.kernel.proposition import Derivative, Sum, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.staircase.cost import Cost
from dpproofs.theorems.staircase.setting import (FAMILY, PAPER, RATIO, SPLIT, Delta, b, gamma, k,
    weight)

ON = Domain((RATIO, SPLIT))

#: The part of the cost that depends on gamma, in units of Delta.
shape = (b + (1 - b) * gamma**2) / (2 * weight)
amplitude = Delta * (b / (1 - b) + shape)
AMPLITUDE = Cost(1, amplitude)

#: Its slope, as printed in (281).
slope = (1 - b) * ((1 - b) * gamma**2 + 2 * b * gamma - b) / (2 * weight**2)

_SUMS = (1 / (1 - b), b / (1 - b) ** 2, b * (1 + b) / (1 - b) ** 3)

SUMS = Statement(id="staircase.appC.277", paper=PAPER,
    item="Appendix C, (277), (278); Appendix D, (296)",
    title="three sums of powers against a geometric weight",
    printed_latex=r"\sum_{k\ge0}b^k=\frac1{1-b},\quad\sum_{k\ge0}kb^k=\frac "
    r"b{(1-b)^2},\quad\sum_{k\ge0}k^2b^k=\frac{b(1+b)}{(1-b)^3}",
    printed=tuple(Goal(Sum(k**power * b**k, k, sp.Integer(0), sp.oo, value), Domain((RATIO,)))
        for power, value in enumerate(_SUMS)))


def derive_sums() -> Derivation:
    proof = Proof(Domain((RATIO,)))
    for goal in SUMS.printed:
        proof.concludes(goal, by="sum", because="the sum telescopes", ratio=b)
    return proof.done()


COST = Statement(id="staircase.appC.276", paper=PAPER, item="Appendix C, (276)",
    title="the expected amplitude of staircase noise",
    printed_latex=r"V(P_\gamma)=\Delta\Bigl[\frac "
    r"b{1-b}+\frac{b+(1-b)\gamma^2}{2(b+(1-b)\gamma)}\Bigr]", definitions=AMPLITUDE.definitions,
    printed=(AMPLITUDE.goal,))


def derive_cost() -> Derivation:
    proof = Proof(FAMILY, COST)
    AMPLITUDE.derive(proof)
    return proof.done()


_below = (1 - b) * gamma * (1 - gamma) / (2 * weight)

SHAPE = Statement(id="staircase.appC.279", paper=PAPER, item="Appendix C, (279)",
    title="the part of the cost that depends on gamma",
    printed_latex=r"g(\gamma)=\frac{b+(1-b)\gamma^2}{2(b+(1-b)\gamma)},\qquad g(0)=g(1)=\frac12",
    definitions=AMPLITUDE.definitions,
    printed=(Goal(that(sp.Rational(1, 2) - shape) == _below, ON), AMPLITUDE.goal),
    note="The formal statement shows 1/2 - g with the factor gamma (1 - gamma): it is 0 at both "
    "ends. Inside the interval g is smaller than at both ends, so that the minimum over [0, 1] "
    "lies inside.")


def derive_shape() -> Derivation:
    proof = Proof(Domain((RATIO,)), SHAPE)
    cost = AMPLITUDE.derive(proof)
    proof.concludes(SHAPE.printed[0], by="identity",
        because="what the part is below 1/2, its value at gamma = 0 and at gamma = 1, has the "
        "factors gamma and 1 - gamma", uses=(cost,))
    proof.shows(that(shape) < sp.Rational(1, 2), on=Domain((RATIO, between(gamma, 0, 1))),
        by="sign", because="and g < 1/2 inside")
    return proof.done()


SLOPE = Statement(id="staircase.appC.281", paper=PAPER, item="Appendix C, (280), (281)",
    title="the derivative of g",
    printed_latex=r"g'(\gamma)=\frac{(1-b)\bigl[(1-b)\gamma^2+2b\gamma-b\bigr]}"
    r"{2(b+(1-b)\gamma)^2}", printed=(Goal(Derivative(shape, gamma, slope), ON),))


def derive_slope() -> Derivation:
    proof = Proof(ON)
    proof.shows(that(0) < weight, by="sign", because="the denominator is positive on [0, 1]")
    proof.concludes(SLOPE.printed[0], by="derivative", because="use the quotient rule")
    return proof.done()


CLAIMS = (Claim(SUMS, derive_sums), Claim(COST, derive_cost), Claim(SHAPE, derive_shape),
    Claim(SLOPE, derive_slope))
