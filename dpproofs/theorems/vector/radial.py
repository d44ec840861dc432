"""The radius of the staircase in d dimensions: its normaliser, its cost, and the K-norm's."""

from __future__ import annotations

from collections.abc import Sequence

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, between, positive
from dpproofs.kernel.proposition import Integral, Limit, Series, Sum, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.vector.setting import (CIRCLE, DIMENSIONS, PAPER, b, cost, gamma, k,
    name_numerators, total)

zero, one = sp.Integer(0), sp.Integer(1)
eps, r = sp.symbols("epsilon r", positive=True)
UNIT = Domain((between(gamma, 0, 1, "(]"),))

SUMS = Statement(id="vector.sums", paper=PAPER, item="ours: the radius of the staircase",
    title="the sums that give the law and the cost of the radius",
    printed_latex=r"T_m(\gamma)=\sum_{k\ge0}b^k(k+\gamma)^m=\frac{P_m(b,\gamma)}{(1-b)^{m+1}},"
    r"\qquad P_1=b+\gamma(1-b),\ \dots,\ P_5\qquad(m=1,\dots,5)",
    printed=tuple(Goal(Sum(b**k * (k + gamma) ** m, k, zero, sp.oo, total(m)), CIRCLE)
        for m in range(1, DIMENSIONS[-1] + 2)),
    note="For m = 1, ..., 5, with the polynomials P_1, ..., P_5 that stand there; no formula for "
    "every m is shown. In d dimensions T_d is the normaliser of the law of K, and "
    "d/(d+1) T_(d+1)/T_d the expected norm of the noise in units of the sensitivity; that step, "
    "from noise on R^d to its radius, is left in words.")


def derive_sums() -> Derivation:
    proof = Proof(CIRCLE)
    name_numerators(proof)
    for m, goal in enumerate(SUMS.printed, 1):
        proof.concludes(goal, by="sum", ratio=b,
            because=f"m = {m}: the terms are the telescoper's differences")
    return proof.done()


POSITIVE = Domain((positive(eps),))
power, cut = sp.symbols("m R", positive=True)
_PARTS = Goal(Integral((r**power - power / eps * r ** (power - 1)) * sp.exp(-eps * r), r, zero, cut,
        -(cut**power) * sp.exp(-eps * cut) / eps), POSITIVE & positive(power) & positive(cut))

K_NORM = Statement(id="vector.knorm", paper=PAPER, item="the K-norm mechanism of Hardt and Talwar",
    title="the integrals that give the normaliser and the cost of K-norm noise",
    printed_latex=r"\begin{gathered}\int_0^R\Bigl(r^m-\frac m\epsilon r^{m-1}\Bigr)e^{-\epsilon "
    r"r}\,dr=-\frac{R^me^{-\epsilon R}}\epsilon\qquad(m>0,\ R>0),\\\int_0^\infty r^{m}e^{-\epsilon "
    r"r}\,dr=\frac{m!}{\epsilon^{m+1}}\qquad(m=0,\dots,4)\end{gathered}",
    printed=(_PARTS,
        *(Goal(Integral(r**m * sp.exp(-eps * r), r, zero, sp.oo, sp.factorial(m) / eps ** (m + 1)),
                POSITIVE) for m in range(DIMENSIONS[-1] + 1))),
    note="In d dimensions the radius has the density r^(d-1) exp(-epsilon r) up to a factor, so "
    "that the cost is the integral of r^d exp(-epsilon r) over that of r^(d-1) exp(-epsilon r). "
    "The first goal, for every real m > 0 up to any radius R, says that the one is m/epsilon times "
    "the other but for a term that tends to 0 as R grows: so the cost is d/epsilon in every "
    "dimension d. The others are the integrals themselves for m = 0, ..., 4.")


_TIMES = ("integrate an exponential", "integrate by parts", *(
    f"integrate by parts {count} times" for count in ("two", "three", "four")))


def derive_k_norm() -> Derivation:
    proof = Proof(POSITIVE)
    proof.concludes(_PARTS, by="integral", antiderivative=-(r**power) * sp.exp(-eps * r) / eps,
        because="integrate by parts, for any power")
    for m, goal in enumerate(K_NORM.printed[1:]):
        terms = (sp.factorial(m) / sp.factorial(i) * r**i / eps ** (m - i + 1)
            for i in range(m + 1))
        proof.concludes(goal, by="integral", antiderivative=-sp.exp(-eps * r) * sp.Add(*terms),
            because=_TIMES[m])
    return proof.done()


_HIGH = {d: Goal(Limit((1 - b) * cost(d), b, one, "-", sp.Integer(d)), UNIT) for d in DIMENSIONS}
_LEAST = {d: Goal(that(d * b) <= (1 - b) * cost(d), CIRCLE) for d in DIMENSIONS}
_FACTORS = tuple(Goal(Series(factor / eps, eps, (one,)), Domain())
    for factor in (1 - sp.exp(-eps), sp.exp(eps) - 1))

HIGH = Statement(id="vector.gain.high", paper=PAPER,
    item="ours: the gain over K-norm noise for small epsilon",
    title="in up to four dimensions the gain of the best gamma tends to 1 as epsilon tends to 0",
    printed_latex=r"\begin{gathered}\lim_{b\to1^-}(1-b)\,C_d(\gamma)=d,\qquad(1-b)\,C_d(\gamma)"
    r"\ge d\,b,\qquad C_d=\frac d{d+1}\frac{T_{d+1}}{T_d},\\"
    r"\frac{1-e^{-\epsilon}}\epsilon=1+O(\epsilon),\qquad"
    r"\frac{e^\epsilon-1}\epsilon=1+O(\epsilon)\qquad(d=1,\dots,4)\end{gathered}",
    printed=(*_HIGH.values(), *_LEAST.values(), *_FACTORS),
    note=
    "For d = 1, ..., 4. The cost of the staircase is C_d = d/(d + 1) T_(d+1)/T_d, T_m being P_m "
    "over (1 - b)^(m + 1) as in vector.sums: the first limits are those of (1 - b) C_d, which the "
    "next lines bound by d b. The cost of K-norm noise is d/epsilon, so that the gain is "
    "d/(epsilon C_d(gamma)) for the best gamma. At every gamma, with b = exp(-epsilon), that is at "
    "most (1-b)/(epsilon b) = (exp(epsilon)-1)/epsilon, which tends to 1; and at a fixed gamma it "
    "tends to 1, as (1-b)/epsilon does. So there is nothing to gain in the limit.")

_LOW = {d: Goal(Limit(cost(d), b, zero, "+", sp.Rational(d, d + 1) * gamma), UNIT)
    for d in DIMENSIONS}

LOW = Statement(id="vector.gain.low", paper=PAPER,
    item="ours: the gain over K-norm noise for large epsilon",
    title="as epsilon tends to infinity the cost at a gamma tends to a multiple of gamma",
    printed_latex=r"\lim_{b\to0^+}\frac{d}{d+1}\frac{T_{d+1}(\gamma)}{T_d(\gamma)}"
    r"=\frac{d}{d+1}\gamma\qquad(d=1,\dots,4,\ 0<\gamma\le1)",
    printed=tuple(_LOW.values()),
    note="What tends to a multiple of gamma is the cost d/(d + 1) T_(d+1)/T_d of the staircase, "
    "T_m being P_m over (1 - b)^(m + 1) as in vector.sums, for d = 1, ..., 4 and every gamma in "
    "(0, 1]: with a small gamma the cost is as small as one likes, against d/epsilon for K-norm "
    "noise.")


def _limits(goals: dict[int, Goal], place: int, values: Sequence[str]) -> Proof:
    proof = Proof(UNIT)
    name_numerators(proof)
    for d, goal in goals.items():
        proof.concludes(goal, by="limit", because=f"d = {d}: P_{d + 1} is {values[d + 1]} and "
            f"P_{d} is {values[d]} at b = {place}")
    return proof


def derive_high() -> Derivation:
    proof = _limits(_HIGH, 1, ("1", "1", "2", "6", "24", "120"))
    for d, goal in _LEAST.items():
        proof.concludes(goal, by="sign",
            because=f"d = {d}: at every gamma the cost is at least d b/(1-b)")
    for goal in _FACTORS:
        proof.concludes(goal, by="series", because="expand the exponential at 0")
    return proof.done()


def derive_low() -> Derivation:
    return _limits(_LOW, 0, ("1", "gamma", *(f"gamma^{m}" for m in range(2, 6)))).done()


CLAIMS = (Claim(SUMS, derive_sums), Claim(K_NORM, derive_k_norm), Claim(HIGH, derive_high),
    Claim(LOW, derive_low))
