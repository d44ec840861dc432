"""Appendix E for every m: powers, their sums over all periods, and the binomial sums of (312)."""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from dpproofs.kernel.derivation import Goal, Proof, relation_goal
from dpproofs.kernel.domain import Domain, Variable, index
from dpproofs.kernel.examples import Example
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import Sum, at_most
from dpproofs.theorems.staircase import power_sums
from dpproofs.theorems.staircase.power_sums import ORDER, SUMS, TERM, ZEROS, C, W, i, j, k
from dpproofs.theorems.staircase.setting import RATIO, SPLIT, b, gamma

#: The exponent of the cost.
m = sp.Symbol("m", integer=True, positive=True)
EXPONENT = index(m, 1)
x = sp.Symbol("x", real=True)
zero, one = sp.Integer(0), sp.Integer(1)
AHEAD, BEYOND = Variable(x, zero, sp.oo, "[)"), Variable(x, zero, sp.oo)

#: Binomial coefficients, and the sum of (312) over i for m + 1 = i.
BINOMIAL, S = Given("C", "function", 2), Given("S", "function", 3)
GIVEN = (W, C, BINOMIAL, S)

ONES = relation_goal(W(0, x), "==", 1, Domain((AHEAD,)))
STEP = relation_goal(W(i + 1, x), "==", x * W(i, x), Domain((ORDER, AHEAD)))
EXPANDS = Goal(
    Sum(BINOMIAL(i, j) * W(i - j, k) * W(j, gamma), j, zero, i, W(i, k + gamma)),
    Domain((SPLIT, ORDER, TERM)),
)
ON = Domain((RATIO, SPLIT, ORDER))


def mixed(order: sp.Expr) -> Sum:
    """The sum of (312) over i."""
    term = BINOMIAL(order, j) * C(order - j, b) * W(j, gamma)
    return Sum(term, j, zero, order, S(order, b, gamma))


MIXED = Goal(mixed(i), ON)
HYPOTHESES = (ONES, STEP, SUMS, EXPANDS, MIXED)

READING = (
    "w(i, x) is x^i, as w(0, x) = 1 and w(i+1, x) = x w(i, x); c(i, b) is the sum (306) of b^k "
    "w(i, k); C(i, j) are the coefficients with which (k + gamma)^i is a sum of k^(i-j) gamma^j, "
    "which is what the binomial theorem says of binomial coefficients; S(i, b, gamma) is the sum "
    "over j of C(i, j) c(i-j, b) gamma^j, which (312) has for i = m + 1. "
)

_n, _m = sp.symbols("n m", nonnegative=True)


def model() -> Example:
    """The powers, their sums, binomial coefficients, and Lerch's transcendent."""
    row = sp.gamma(_n + 1) / (sp.gamma(_m + 1) * sp.gamma(_n - _m + 1))
    return {
        **power_sums.model(),
        "C": sp.Lambda((_n, _m), row),
        "S": sp.Lambda((_n, b, gamma), sp.lerchphi(b, -_n, gamma)),
    }


@dataclass(frozen=True)
class Known:
    """The names of the steps that say what w, c, C and S are."""

    step: str
    zeros: str
    powers: str
    sums: str
    expands: str
    mixed: str

    @classmethod
    def of(cls, proof: Proof) -> Known:
        """Append these steps."""
        ones = proof.assumes(ONES, because="x^0 is 1 for every x")
        step = proof.assumes(STEP, because="x^(i+1) is x times x^i")
        return cls(
            step=step,
            zeros=proof.follows(ZEROS, (step, {i: i - 1, x: zero}), because="0^i is 0 for i >= 1"),
            powers=_show_powers(proof, ones, step),
            sums=proof.assumes(SUMS, because="the sums (306)"),
            expands=proof.assumes(EXPANDS, because="the binomial theorem in every term"),
            mixed=proof.assumes(MIXED, because="the sum over i in (312)"),
        )


def _show_powers(proof: Proof, ones: str, step: str) -> str:
    """Append that w(i, x) is the power of x > 0, by induction."""
    on, claims = Domain((BEYOND,)), []
    for sign in (one, -one):
        terms = sign * W(k, x) * x**-k
        level = proof.follows(
            at_most(0, terms.xreplace({k: k + 1}) - terms), (step, {i: k}, sign * x ** (-k - 1)),
            on=on & TERM, because="w(i, x) over the power of x does not change with i",
        )  # fmt: skip
        below = proof.applies(
            "induction", on=on & TERM, uses=(level,), terms=terms, step=zero, last=sp.oo,
            because="and is what it is for i = 0",
        )  # fmt: skip
        pair = (x**i, W(i, x))[:: int(sign)]
        claims.append(
            proof.follows(
                at_most(*pair), (below, {k: i}, x**i), (ones, sign * x**i),
                on=on & ORDER, because="which is 1",
            )
        )  # fmt: skip
    return proof.applies(
        "antisymmetry", on=on & ORDER, uses=claims[::-1], left=W(i, x), right=x**i,
        because="so these are the powers",
    )  # fmt: skip


def show_moments(proof: Proof, known: Known) -> str:
    """Append that S(i, b, gamma) is the sum of b^k (k + gamma)^i."""
    columns = proof.shows(
        Sum(b**k * W(i - j, k), k, zero, sp.oo, C(i - j, b)),
        on=Domain((RATIO, ORDER, index(j, 0, i))), by="instance", uses=(known.sums,),
        at={i: i - j}, because="each of the sums c_(i-j)",
    )  # fmt: skip
    return proof.applies(
        "exchange of sums", on=ON, uses=(columns, known.mixed, known.expands), terms=W(i - j, k),
        weight=b**k, factor=BINOMIAL(i, j) * W(j, gamma), columns=C(i - j, b),
        rows=W(i, k + gamma), value=S(i, b, gamma), last=i,
        because="(312): finitely many sums may be added term by term",
    )  # fmt: skip
