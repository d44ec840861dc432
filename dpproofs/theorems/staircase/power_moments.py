"""Appendix E for every m: powers, their sums over all periods, and the binomial sums of (312)."""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.domain import Domain, Variable, index
from dpproofs.kernel.examples import Example
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import Sum, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.staircase import power_sums
from dpproofs.theorems.staircase.power_sums import LATER, ORDER, SUMS, TERM, C, W, i, j, k
from dpproofs.theorems.staircase.setting import RATIO, SPLIT, b, gamma

#: The exponent of the cost.
m = sp.Symbol("m", integer=True, positive=True)
EXPONENT = index(m, 1)
x = sp.Symbol("x", real=True)
zero, one = sp.Integer(0), sp.Integer(1)
BEYOND = Variable(x, zero, sp.oo)
ORIGIN = Variable(x, zero, zero, "[]")

#: Binomial coefficients, and the sum of (312) over i for m + 1 = i.
BINOMIAL, S = Given("C", "function", 2), Given("S", "function", 3)
GIVEN = (W, C, BINOMIAL, S)

POWERS = Goal(that(W(i, x)) == x**i, Domain((LATER, BEYOND)))
ZEROS = Goal(that(W(i, x)) == 0, Domain((LATER, ORIGIN)))
EXPANDS = Goal(Sum(BINOMIAL(i, j) * W(i - j, k) * W(j, gamma), j, zero, i, W(i, k + gamma)),
    Domain((SPLIT, ORDER, TERM)))
ON = Domain((RATIO, SPLIT, ORDER))


def mixed(order: sp.Expr) -> Sum:
    """The sum of (312) over i."""
    term = BINOMIAL(order, j) * C(order - j, b) * W(j, gamma)
    return Sum(term, j, zero, order, S(order, b, gamma))


MIXED = Goal(mixed(i), ON)
HYPOTHESES = (POWERS, ZEROS, SUMS, EXPANDS, MIXED)

READING = ("w(i, x) is x^i, and 1 for i = x = 0; c(i, b) is the sum (306) of b^k w(i, k); C(i, j) "
    "are the coefficients with which (k + gamma)^i is a sum of k^(i-j) gamma^j, which is what the "
    "binomial theorem says of binomial coefficients; S(i, b, gamma) is the sum over j of C(i, j) "
    "c(i-j, b) gamma^j, which (312) has for i = m + 1. ")

_n, _m = sp.symbols("n m", nonnegative=True)


def model() -> Example:
    """The powers, their sums, binomial coefficients, and Lerch's transcendent."""
    row = sp.gamma(_n + 1) / (sp.gamma(_m + 1) * sp.gamma(_n - _m + 1))
    return {**power_sums.model(), "C": sp.Lambda((_n, _m), row),
        "S": sp.Lambda((_n, b, gamma), sp.lerchphi(b, -_n, gamma))}


@dataclass(frozen=True)
class MomentSteps:
    """The names of the steps that assume what is said of w, c, C and S."""

    powers: str
    zeros: str
    sums: str
    expands: str
    mixed: str

    @classmethod
    def of(cls, proof: Proof) -> MomentSteps:
        """Append these steps."""
        return cls(powers=proof.assumes(POWERS, because="the powers of x > 0"),
            zeros=proof.assumes(ZEROS, because="and of 0"),
            sums=proof.assumes(SUMS, because="the sums (306)"),
            expands=proof.assumes(EXPANDS, because="the binomial theorem in every term"),
            mixed=proof.assumes(MIXED, because="the sum over i in (312)"))


def show_moments(proof: Proof, known: MomentSteps) -> str:
    """Append that S(i, b, gamma) is the sum of b^k (k + gamma)^i."""
    columns = proof.shows(Sum(b**k * W(i - j, k), k, zero, sp.oo, C(i - j, b)),
        on=Domain((RATIO, ORDER, index(j, 0, i))), by="instance", uses=(known.sums,), at={i: i - j},
        because="each of the sums c_(i-j)")
    return proof.applies("exchange of sums", on=ON, uses=(columns, known.mixed, known.expands),
        terms=W(i - j, k), weight=b**k, factor=BINOMIAL(i, j) * W(j, gamma), columns=C(i - j, b),
        rows=W(i, k + gamma), value=S(i, b, gamma), last=i,
        because="(312): finitely many sums may be added term by term")
