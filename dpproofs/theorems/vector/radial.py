"""The radius of the staircase in d dimensions: its normaliser, its cost, and the K-norm's."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Proof, Statement
from dpproofs.kernel.domain import Domain, between, positive
from dpproofs.kernel.proposition import Integral, Limit, Sum
from dpproofs.theorems.vector.setting import (
    CIRCLE,
    DIMENSIONS,
    PAPER,
    b,
    cost,
    gamma,
    k,
    total,
)

zero, one = sp.Integer(0), sp.Integer(1)
eps, r = sp.symbols("epsilon r", positive=True)
UNIT = Domain((between(gamma, 0, 1, "(]"),))

SUMS = Statement(
    id="vector.sums",
    paper=PAPER,
    item="ours: the radius of the staircase",
    title="the sums that give the law and the cost of the radius",
    printed_latex=r"T_m(\gamma)=\sum_{k\ge0}b^k(k+\gamma)^m=\frac{P_m(b,\gamma)}{(1-b)^{m+1}},"
    r"\qquad P_{m+1}=b\bigl((1-b)\partial_bP_m+(m+1)P_m\bigr)+\gamma(1-b)P_m",
    printed=tuple(
        Goal(Sum(b**k * (k + gamma) ** m, k, zero, sp.oo, total(m)), CIRCLE)
        for m in range(1, DIMENSIONS[-1] + 2)
    ),
    note="For m = 1, ..., 5. In d dimensions T_d is the normaliser of the law of K, and "
    "d/(d+1) T_(d+1)/T_d the expected norm of the noise in units of the sensitivity; that step, "
    "from noise on R^d to its radius, is left in words.",
)


def derive_sums() -> Derivation:
    proof = Proof(CIRCLE)
    for m, goal in enumerate(SUMS.printed, 1):
        proof.concludes(
            goal, by="sum", ratio=b, because=f"m = {m}: the terms are the telescoper's differences"
        )
    return proof.done()


POSITIVE = Domain((positive(eps),))

K_NORM = Statement(
    id="vector.knorm",
    paper=PAPER,
    item="the K-norm mechanism of Hardt and Talwar",
    title="the normaliser and the cost of the radius of K-norm noise",
    printed_latex=r"\int_0^\infty r^{m}e^{-\epsilon r}\,dr=\frac{m!}{\epsilon^{m+1}}",
    printed=tuple(
        Goal(
            Integral(r**m * sp.exp(-eps * r), r, zero, sp.oo, sp.factorial(m) / eps ** (m + 1)),
            POSITIVE,
        )
        for m in range(DIMENSIONS[-1] + 1)
    ),
    note="For m = 0, ..., 4. In d dimensions the radius has the density r^(d-1) exp(-epsilon r) "
    "up to a factor, so that the cost is the integral for m = d over the one for m = d - 1: "
    "d/epsilon.",
)


def derive_k_norm() -> Derivation:
    proof = Proof(POSITIVE)
    for m, goal in enumerate(K_NORM.printed):
        terms = (
            sp.factorial(m) / sp.factorial(i) * r**i / eps ** (m - i + 1) for i in range(m + 1)
        )
        proof.concludes(
            goal, by="integral", antiderivative=-sp.exp(-eps * r) * sp.Add(*terms),
            because=f"m = {m}: integration by parts, {m} times" if m else "m = 0: an exponential",
        )  # fmt: skip
    return proof.done()


HIGH = Statement(
    id="vector.gain.high",
    paper=PAPER,
    item="ours: the gain over K-norm noise for small epsilon",
    title="as epsilon tends to 0 the cost is that of K-norm noise, whatever gamma is",
    printed_latex=r"\lim_{b\to1^-}(1-b)\,\frac{d}{d+1}\frac{T_{d+1}(\gamma)}{T_d(\gamma)}=d",
    printed=tuple(
        Goal(Limit((1 - b) * cost(d), b, one, "-", sp.Integer(d)), UNIT) for d in DIMENSIONS
    ),
    note="For d = 1, ..., 4. The cost of K-norm noise is d/epsilon, and (1-b)/epsilon tends to 1: "
    "there is nothing to gain.",
)

LOW = Statement(
    id="vector.gain.low",
    paper=PAPER,
    item="ours: the gain over K-norm noise for large epsilon",
    title="as epsilon tends to infinity the cost at a gamma tends to a multiple of gamma",
    printed_latex=r"\lim_{b\to0^+}\frac{d}{d+1}\frac{T_{d+1}(\gamma)}{T_d(\gamma)}"
    r"=\frac{d}{d+1}\gamma",
    printed=tuple(
        Goal(Limit(cost(d), b, zero, "+", sp.Rational(d, d + 1) * gamma), UNIT) for d in DIMENSIONS
    ),
    note="For d = 1, ..., 4 and every gamma in (0, 1]: with a small gamma the cost is as small as "
    "one likes, against d/epsilon for K-norm noise.",
)


def _limits(statement: Statement, because: str) -> Derivation:
    proof = Proof(UNIT)
    for d, goal in zip(DIMENSIONS, statement.printed, strict=True):
        proof.concludes(goal, by="limit", because=f"d = {d}: {because}")
    return proof.done()


def derive_high() -> Derivation:
    return _limits(HIGH, "at b = 1 the polynomial over (1-b)^(m+1) in T_m is m!")


def derive_low() -> Derivation:
    return _limits(LOW, "at b = 0 only the first terms of the sums are left")


CLAIMS = (
    Claim(SUMS, derive_sums),
    Claim(K_NORM, derive_k_norm),
    Claim(HIGH, derive_high),
    Claim(LOW, derive_low),
)
