"""Appendix D: the power of staircase noise, and the cubic for its best gamma."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, PrintedFormula, Statement
from dpproofs.kernel.domain import Domain, between
from dpproofs.kernel.proposition import Derivative, Sum, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.staircase.cost import Cost
from dpproofs.theorems.staircase.setting import (FAMILY, PAPER, RATIO, SENSITIVITY, SPLIT, Delta, b,
    gamma, k, weight)

ON = Domain((RATIO, SPLIT))
PARAMETERS = Domain((RATIO, SENSITIVITY))

#: c_i, the sum of k^i b^k over k >= 0.
sums = (1 / (1 - b), b / (1 - b) ** 2, (b**2 + b) / (1 - b) ** 3,
    (b**3 + 4 * b**2 + b) / (1 - b) ** 4)
_c = sp.symbols("c:4", positive=True)
in_sums = (Delta**2 * (1 - b) ** 2 / (3 * weight) * (
        _c[3] + 3 * gamma * _c[2] + 3 * gamma**2 * _c[1] + gamma**3 * _c[0]))
power = in_sums.subs(dict(zip(_c, sums, strict=True)))
POWER = Cost(2, power)

#: What depends on gamma, in units of Delta**2.
shape = (
    (1 - b) ** 2 * gamma**3 + 3 * b * (1 - b) * gamma**2 + 2 * b**2 + b) / (3 * (1 - b) * weight)
constant = b * (1 + b) / (1 - b) ** 2

#: The left side of (302).
cubic = (1 - b) ** 2 / 3 * gamma**3 + b * (1 - b) * gamma**2 + b**2 * gamma - (2 * b**2 + b) / 6

COST = Statement(id="staircase.appD.295", paper=PAPER, item="Appendix D, (295)",
    title="the power of staircase noise",
    printed_latex=r"\begin{gathered}V(P_\gamma)=\frac{\Delta^2(1-b)^2}{3(b+(1-b)\gamma)}"
    r"\bigl[c_3+3\gamma c_2+3\gamma^2c_1+\gamma^3c_0\bigr],\\"
    r"c_i=\sum_{k\ge0}k^ib^k\end{gathered}", definitions=POWER.definitions, printed=(POWER.goal,),
    formulas=(PrintedFormula(POWER.goal, in_sums, tuple(zip(_c, sums, strict=True))),))


def derive_cost() -> Derivation:
    proof = Proof(FAMILY, COST)
    for order, value in enumerate(sums):
        proof.shows(Sum(k**order * b**k, k, sp.Integer(0), sp.oo, value), on=Domain((RATIO,)),
            by="sum", because="the sum telescopes", ratio=b)
    POWER.derive(proof)
    return proof.done()


_END = (1 + 2 * b) / (3 * (1 - b))
_END_COST = Delta**2 * (b**2 + 4 * b + 1) / (3 * (1 - b) ** 2)

_PARTS = Goal(that(power) == Delta**2 * (constant + shape), FAMILY)
_AT_ENDS = {end: Goal(that(shape.subs(gamma, end)) == _END, Domain((RATIO,))) for end in (0, 1)}

SHAPE = Statement(id="staircase.appD.297", paper=PAPER, item="Appendix D, (297), (298)",
    title="the part of the power that depends on gamma",
    printed_latex=r"\begin{gathered}V(P_\gamma)=\Delta^2\Bigl[\frac{b(1+b)}{(1-b)^2}"
    r"+h(\gamma)\Bigr],\quad h(0)=h(1)=\frac{1+2b}{3(1-b)},\\"
    r"V(P_0)=V(P_1)=\Delta^2\,\frac{b^2+4b+1}{3(1-b)^2}\end{gathered}",
    definitions=POWER.definitions,
    printed=(_PARTS, *_AT_ENDS.values(),
        *(POWER.at(sp.Integer(end), _END_COST, PARAMETERS) for end in (0, 1))),
    note="Here h = ((1-b)^2 gamma^3 + 3b(1-b) gamma^2 + 2b^2 + b) / (3(1-b)(b + (1-b) gamma)), "
    "which together with the first term gives (295). Inside the interval h is smaller than at "
    "both ends, so that the minimum over [0, 1] lies inside.")


def derive_shape() -> Derivation:
    proof = Proof(FAMILY, SHAPE)
    cost = POWER.derive(proof)
    proof.concludes(_PARTS, by="identity",
        because="split off b (b + 1)/(1-b)^2, which does not depend on gamma")
    for end, goal in _AT_ENDS.items():
        proof.concludes(goal, by="identity", because=f"put gamma = {end} into the other term")
    for end in _AT_ENDS:
        POWER.show_at(proof, cost, sp.Integer(end), _END_COST, PARAMETERS)
    proof.shows(that(shape) < _END, on=Domain((RATIO, between(gamma, 0, 1))), by="sign",
        because="inside the interval h lies below its end values")
    return proof.done()


CUBIC = Statement(id="staircase.appD.302", paper=PAPER, item="Appendix D, (299)-(302)",
    title="the cubic whose root is the best gamma for the power",
    printed_latex=r"\begin{gathered}h'(\gamma)=\frac{2}{(b+(1-b)\gamma)^2}\,c(\gamma),\\"
    r"c(\gamma)=\tfrac{(1-b)^2}{3}\gamma^3+b(1-b)\gamma^2+b^2\gamma-\tfrac{2b^2+b}{6}"
    r"\end{gathered}",
    printed=(Goal(Derivative(shape, gamma, 2 * cubic / weight**2), ON),
        Goal(that(6 * (1 - b) * cubic) == 2 * weight**3 - b * (1 + b), ON)),
    note="The derivative is zero exactly where the cubic is. The cubic has one real root, since "
    "it is an increasing function of b + (1-b) gamma; it changes sign between 0 and 1.")


def derive_cubic() -> Derivation:
    proof = Proof(ON)
    positive = proof.shows(that(0) < 2 / weight**2, by="sign",
        because="the factor beside the cubic is positive")
    proof.concludes(CUBIC.printed[0],
        by="derivative",
        because="the quotient rule gives this, as b + (1-b) gamma has the derivative 1 - b",
        uses=(positive,))
    proof.concludes(CUBIC.printed[1], by="identity",
        because="the cube of b + (1-b) gamma is completed, so that the cubic has one root")
    for end, place in ((0, that(cubic.subs(gamma, 0)) < 0), (1, that(0) < cubic.subs(gamma, 1))):
        proof.shows(place, on=Domain((RATIO,)), by="sign",
            because=f"at gamma = {end} the cubic has this sign, and its root lies inside (0, 1)")
    return proof.done()


CLAIMS = (Claim(COST, derive_cost), Claim(SHAPE, derive_shape), Claim(CUBIC, derive_cubic))
