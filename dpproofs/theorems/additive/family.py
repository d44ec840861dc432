"""The family P_alpha, and Algorithm 1, which draws from it."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import between
from dpproofs.kernel.proposition import Integral, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.additive import noise
from dpproofs.theorems.additive.setting import (FAMILY, ON, PAPER, Delta, alpha, delta, density,
    half_width, x)

_BODY = Goal(Integral(density, x, -half_width, half_width, 1 - alpha), FAMILY)
_CENTRE = Goal(Integral(density, x, -Delta / 2, Delta / 2, delta - alpha), FAMILY)

FAMILY_CLAIM = Statement(id="additive.Palpha", paper=PAPER, item="section 3, before Theorem 2",
    title="the family P_alpha: an atom at the origin and a uniform part",
    printed_latex=r"\begin{gathered}P_\alpha=\alpha\,\delta_0+(1-\alpha)\,U\bigl[-"
    r"\tfrac{1-\alpha}{\delta-\alpha}\tfrac\Delta2,\tfrac{1-\alpha}{\delta-\alpha}\tfrac\Delta2"
    r"\bigr],\quad\text{density }\tfrac{\delta-\alpha}\Delta,\\P_\alpha\bigl([-\tfrac\Delta2,"
    r"\tfrac\Delta2]\bigr)=\delta\end{gathered}", parameters=ON, definitions=noise.DEFINITIONS,
    printed=(_BODY, _CENTRE, *noise.IN_CLASS),
    note="Well defined for 0 <= alpha < delta < 1: the support is wider than [-Delta/2, Delta/2] "
    "and the density is positive. P_alpha is symmetric and monotonically decreasing, and so (0, "
    "delta)-private by Theorem 1, whose steps are gone through. At alpha = delta the density would "
    "be 0.")


def derive_family() -> Derivation:
    proof = Proof(FAMILY, FAMILY_CLAIM)
    noise.show_private(proof, noise.NoiseSteps(proof))
    proof.shows(that(0) < density, by="sign", because="the density is positive")
    proof.shows(that(Delta / 2) < half_width, by="sign",
        because="the support reaches beyond [-Delta/2, Delta/2], so the density is constant there")
    proof.concludes(_BODY, by="integral", antiderivative=density * x,
        because="the uniform part has the mass that the atom leaves")
    proof.concludes(_CENTRE, by="integral", antiderivative=density * x,
        because="delta - alpha lies within Delta/2 of the origin: with the atom it is delta")
    return proof.done()


_t = sp.Symbol("t", real=True)
_LEFT = FAMILY & between(x, -half_width, 0)
_RIGHT = FAMILY & between(x, 0, half_width)

#: P(U <= x) for U uniform on the support.
_uniform = (x + half_width) / (2 * half_width)

ALGORITHM1 = Statement(id="additive.alg1", paper=PAPER, item="Algorithm 1",
    title="a Bernoulli variable times a uniform one has the distribution P_alpha",
    printed_latex=r"X=B\,U,\quad P(B=0)=\alpha,\quad U\sim U\bigl[-\tfrac{1-\alpha}{\delta-\alpha}"
    r"\tfrac\Delta2,\tfrac{1-\alpha}{\delta-\alpha}\tfrac\Delta2\bigr]:\quad X\sim P_\alpha",
    printed=(Goal(Integral(density, _t, -half_width, x, (1 - alpha) * _uniform), _LEFT),
        Goal(Integral(density, _t, -half_width, x, (1 - alpha) * _uniform), _RIGHT)),
    note="The integral is the mass that the uniform part of P_alpha gives to (-oo, x], the value "
    "is P(B = 1, U <= x). For x > 0 both gain alpha, here the atom and there P(B = 0). U hits 0 "
    "with probability 0, so the atom is alpha exactly.")


def derive_algorithm() -> Derivation:
    proof = Proof(FAMILY)
    for goal, why in ((ALGORITHM1.printed[0],
                ("left of 0 a product at most x needs the Bernoulli variable to be 1 and the "
                "uniform one to be at most x, which are independent")),
            (ALGORITHM1.printed[1], ("right of 0 the product is at most x also where the Bernoulli "
                "variable is 0, with the probability of the atom"))):
        proof.concludes(goal, by="integral", because=why, antiderivative=density * _t)
    proof.shows(that(alpha) < 1, by="sign",
        because="the Bernoulli variable may be 0 with probability alpha, which lies in [0, 1)")
    return proof.done()


CLAIMS = (Claim(FAMILY_CLAIM, derive_family), Claim(ALGORITHM1, derive_algorithm))
