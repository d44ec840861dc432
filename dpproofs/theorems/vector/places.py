"""Where the best first radius is for small and for large epsilon, in up to four dimensions."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, between, positive
from dpproofs.kernel.proposition import Limit
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.vector.setting import (DIMENSIONS, PAPER, b, cost, gamma, name_numerators,
    total)
from dpproofs.theorems.vector.slope import weight

t, scale = sp.symbols("t beta", positive=True)
RATES, UNIT = Domain((positive(t),)), Domain((between(gamma, 0, 1),))


def slope(d: int) -> sp.Expr:
    """The slope of the cost in d dimensions."""
    return d * total(d - 1) * weight(d) / ((d + 1) * total(d) ** 2)


def bernoulli(d: int) -> sp.Expr:
    """Bernoulli's polynomial of degree d."""
    return sp.bernoulli(d, gamma)


def near_zero(expression: sp.Expr, d: int) -> sp.Expr:
    """An expression at b = beta^(d + 1) and gamma = t beta, as a fraction in t and beta."""
    return sp.cancel(expression.subs({b: scale ** (d + 1), gamma: t * scale}, simultaneous=True))


HIGH = Statement(
    id="vector.place.high",
    paper=PAPER,
    item="ours: the first radius for small epsilon",
    title="in up to four dimensions the best gamma tends to a root of Bernoulli's polynomial as "
    "epsilon tends to 0",
    printed_latex=r"\lim_{b\to1^-}\frac{C_d'(\gamma)}{(1-b)^d}=\frac{B_d(\gamma)}{(d-1)!}"
    r"\qquad(d=1,\dots,4,\ 0<\gamma<1)",
    printed=tuple(
        Goal(
            Limit(slope(d) / (1 - b) ** d, b, sp.Integer(1), "-",
                  sp.expand(bernoulli(d)) / sp.factorial(d - 1)),
            UNIT,
        )
        for d in DIMENSIONS
    ),
    note="For the expected norm (p = 1) and d = 1, ..., 4. What has the limit is $C_d'$ over (1 - "
    "b)^d, with the slope $C_d'$ of vector.slope and the P_m of vector.sums. B_d is Bernoulli's "
    "polynomial: gamma - 1/2, gamma^2 - gamma + 1/6, ... At every gamma with B_d(gamma) < 0 the "
    "cost falls for all small epsilon, and where B_d(gamma) > 0 it rises: so a least cost is near "
    "a root at which B_d rises, 1/2 for d = 1, (3 + sqrt(3))/6 for d = 2, 1 for d = 3 and 0.240 "
    "for d = 4. It is not at (d + 1)/4 modulo 1 for even d. That there is one least cost for each "
    "epsilon, and that the limit is uniform in gamma, is not said here.",
)

_slopes = tuple(Goal(Limit(near_zero(slope(d), d), scale, sp.Integer(0), "+",
            sp.Rational(d, d + 1) * (1 - d / t ** (d + 1))), RATES) for d in DIMENSIONS)
_costs = tuple(Goal(Limit(near_zero(cost(d) / gamma, d), scale, sp.Integer(0), "+",
            sp.Rational(d, d + 1) * (1 + 1 / t ** (d + 1))), RATES) for d in DIMENSIONS)

LOW = Statement(id="vector.place.low", paper=PAPER, item="ours: the first radius for large epsilon",
    title="in up to four dimensions the best gamma is about (d b)^(1/(d + 1)) for large epsilon, "
    "and the cost as well",
    printed_latex=r"\begin{gathered}b=\beta^{d+1},\ "
    r"\gamma=t\beta:\qquad\lim_{\beta\to0^+}C_d'(\gamma)=\frac d{d+1}\Bigl(1-\frac "
    r"d{t^{d+1}}\Bigr),\\\lim_{\beta\to0^+}\frac{C_d(\gamma)}\gamma=\frac "
    r"d{d+1}\Bigl(1+\frac1{t^{d+1}}\Bigr)\qquad(d=1,\dots,4,\ t>0)\end{gathered}",
    printed=(*_slopes, *_costs),
    note="For the expected norm (p = 1) and d = 1, ..., 4, with beta = exp(-epsilon/(d + 1)). The "
    "first limits are those of the slope $C_d'$ of vector.slope at b = beta^(d + 1) and gamma = t "
    "beta, which is A_d/B_d as a fraction in lowest terms; the others those of C_d/gamma there, "
    "which is K_d/M_d. At gamma = t beta the cost falls for all large epsilon if t^(d + 1) < d, "
    "and rises if t^(d + 1) > d; so of these gammas the best are about (d b)^(1/(d + 1)), where "
    "the second limit is 1: the cost is about gamma. That there is one least cost for each epsilon "
    "is not said here.")




def derive_high() -> Derivation:
    proof = Proof(Domain())
    name_numerators(proof)
    for d, goal in zip(DIMENSIONS, HIGH.printed, strict=True):
        first = f"{d + 1} P_{d}^2"
        second = f"{d} P_{d - 1} P_{d + 1}" if d > 1 else "P_2"
        proof.concludes(goal, by="limit", because=f"d = {d}: {first} - {second} has the factor (1 "
            f"- b)^{d}, and when it is cancelled b = 1 may be put in".replace("^1,", ","))
    return proof.done()


def derive_low() -> Derivation:
    proof = Proof(Domain())
    reasons = []
    for names, found in (("AB", slope), ("KM", lambda d: cost(d) / gamma)):
        reasons.append("d = 1: at beta = 0 the first two terms of each sum are left")
        for d in DIMENSIONS[1:]:
            told = []
            for name, part in zip(names, near_zero(found(d), d).as_numer_denom(), strict=True):
                proof.letter(sp.Symbol(f"{name}_{d}", real=True), part)
                there = str(part.subs(scale, 0)).replace("**", "^").replace("*", " ")
                told.append(there)
            reasons.append(f"d = {d}: the numerator tends to {told[0]}, and the denominator to "
                f"{told[1]}")
    for goal, why in zip(LOW.printed, reasons, strict=True):
        proof.concludes(goal, by="limit", because=why)
    return proof.done()


CLAIMS = (Claim(HIGH, derive_high), Claim(LOW, derive_low))
