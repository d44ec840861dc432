"""Appendix E, (306), (323)-(326) and (336): the sums c_i of k^i b^k, by exact summation."""

from __future__ import annotations

from functools import cache

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain
from dpproofs.kernel.proposition import Limit, Sum
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.staircase.setting import PAPER, RATIO, b, k

ON, NOWHERE = Domain((RATIO,)), Domain()
MOST = 8
TELESCOPED = 3  # up to which a page shows what a sum is a difference of
zero, one, half = sp.Integer(0), sp.Integer(1), sp.Rational(1, 2)


@cache
def closed(order: int) -> sp.Expr:
    """c_i: the operator b d/db applied i times to 1/(1-b)."""
    numerator = one
    for i in range(order):
        numerator = b * ((1 - b) * sp.diff(numerator, b) + (i + 1) * numerator)
    return sp.expand(numerator) / (1 - b) ** (order + 1)


def power_sum(order: int, value: sp.Expr) -> Goal:
    """The sum of k^i b^k over k >= 0."""
    return Goal(Sum(k**order * b**k, k, zero, sp.oo, value), ON)


def show_sum(proof: Proof, order: int) -> str:
    """Append the value of c_i."""
    goal = power_sum(order, closed(order))
    because = "the sum telescopes"
    if order > TELESCOPED:
        because = ("it is b times the derivative of the sum before: its numerator is b (1-b) times "
            f"the derivative of that numerator and {order} b times it")
    return proof.concludes(goal, by="sum", because=because, ratio=b)


DEFINITION = Statement(id="staircase.appE.306", paper=PAPER, item="Appendix E, (306)",
    title="the sums of powers against a geometric weight",
    printed_latex=r"c_i:=\sum_{k=0}^{\infty}b^kk^i,\qquad 0^0:=1",
    printed=tuple(power_sum(i, closed(i)) for i in range(MOST + 2)), definition=True,
    note="The series converges for every i by the ratio test. For i up to 9 its value is shown, "
    "with 0^0 = 1 in c_0.")


def derive_definition() -> Derivation:
    proof = Proof(ON)
    for i in range(MOST + 2):
        show_sum(proof, i)
    return proof.done()


_PRINTED = (1 / (1 - b), b / (1 - b) ** 2, (b**2 + b) / (1 - b) ** 3,
    (b**3 + 4 * b**2 + b) / (1 - b) ** 4)

VALUES = Statement(id="staircase.appE.323", paper=PAPER, item="Appendix E, (323)-(326)",
    title="the first four sums",
    printed_latex=r"c_0=\frac1{1-b},\quad c_1=\frac b{(1-b)^2},\quad "
    r"c_2=\frac{b^2+b}{(1-b)^3},\quad c_3=\frac{b^3+4b^2+b}{(1-b)^4}",
    printed=tuple(power_sum(i, value) for i, value in enumerate(_PRINTED)))


def derive_values() -> Derivation:
    proof = Proof(ON)
    for goal in VALUES.printed:
        proof.concludes(goal, by="sum", ratio=b, because="the sum telescopes")
    return proof.done()


# -- (336) ----------------------------------------------------------------------------------------


def _ratio(order: int) -> Goal:
    quotient = closed(order + 1) / (closed(order) * closed(0))
    return Goal(Limit(quotient, b, one, "-", sp.Integer(order + 1)), NOWHERE)


RATIOS = Statement(id="staircase.appE.336.powers", paper=PAPER,
    item="ours: (336), its third limit for i up to 8",
    title="each sum over the one before and the first",
    printed_latex=r"b\to1:\qquad\frac{c_{i+1}}{c_ic_0}\to i+1\qquad(i\le8)",
    printed=tuple(_ratio(m) for m in range(MOST + 1)),
    note="From the values of c_i. The claim staircase.appE.336 shows it for every i.")


def derive_ratios() -> Derivation:
    proof = Proof(ON)
    values = [show_sum(proof, m) for m in range(MOST + 2)]
    for order, goal in enumerate(RATIOS.printed):
        proof.concludes(goal,
            by="limit",
            because=f"the powers of 1 - b cancel, and at 1 the numerators are {order + 1}! and "
            f"{order}!",
            uses=(values[order + 1], values[order]))
    return proof.done()


CLAIMS = (Claim(DEFINITION, derive_definition), Claim(VALUES, derive_values),
    Claim(RATIOS, derive_ratios))
