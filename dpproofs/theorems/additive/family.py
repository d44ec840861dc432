"""The family P_alpha, and Algorithm 1, which draws from it."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Proof, Statement, relation_goal
from dpproofs.kernel.domain import between
from dpproofs.kernel.proposition import Integral, Relation, equal, less
from dpproofs.theorems.additive.setting import (
    FAMILY,
    PAPER,
    Delta,
    alpha,
    delta,
    density,
    half_width,
    x,
)  # fmt: skip

_CENTRE = alpha + density * Delta

FAMILY_CLAIM = Statement(
    id="additive.Palpha",
    paper=PAPER,
    item="section 3, before Theorem 2",
    title="the family P_alpha: an atom at the origin and a uniform part",
    printed_latex=r"\begin{gathered}P_\alpha=\alpha\,\delta_0+(1-\alpha)\,"
    r"U\bigl[-\tfrac{1-\alpha}{\delta-\alpha}\tfrac\Delta2,"
    r"\tfrac{1-\alpha}{\delta-\alpha}\tfrac\Delta2\bigr],\quad"
    r"\text{density }\tfrac{\delta-\alpha}\Delta,\\"
    r"P_\alpha\bigl([-\tfrac\Delta2,\tfrac\Delta2]\bigr)=\delta\end{gathered}",
    printed=(
        relation_goal((1 - alpha) / (2 * half_width), "==", density, FAMILY),
        relation_goal(_CENTRE, "==", delta, FAMILY),
    ),
    note="Well defined for 0 <= alpha < delta < 1: the support is wider than [-Delta/2, Delta/2] "
    "and the density is positive, so that P_alpha is symmetric and monotonically decreasing, and "
    "Theorem 1 gives the (0, delta) constraint. At alpha = delta the density would be 0.",
)


def derive_family() -> Derivation:
    proof = Proof(FAMILY)
    proof.shows(less(0, density), by="sign", because="the density is positive")
    proof.shows(
        less(Delta / 2, half_width),
        by="sign",
        because="the support reaches beyond [-Delta/2, Delta/2], so the density is constant there",
    )
    proof.shows(
        Integral(density, x, -half_width, half_width, 1 - alpha),
        by="integral",
        because="the uniform part has the mass that the atom leaves",
        antiderivative=density * x,
    )
    proof.concludes(
        FAMILY_CLAIM.printed[0],
        by="identity",
        because="mass 1 - alpha spread evenly over the support",
    )
    proof.concludes(
        FAMILY_CLAIM.printed[1],
        by="identity",
        because="the atom and the density times the length Delta",
        latex=r"\alpha+\frac{\delta-\alpha}{\Delta}\,\Delta=\delta",
    )
    return proof.done()


_LEFT = FAMILY & between(x, -half_width, 0)
_RIGHT = FAMILY & between(x, 0, half_width)

#: P(U <= x) for U uniform on the support.
_uniform = (x + half_width) / (2 * half_width)

ALGORITHM1 = Statement(
    id="additive.alg1",
    paper=PAPER,
    item="Algorithm 1",
    title="a Bernoulli variable times a uniform one has the distribution P_alpha",
    printed_latex=r"X=B\,U,\quad P(B=0)=\alpha,\quad U\sim U\bigl[-\tfrac{1-\alpha}{\delta-\alpha}"
    r"\tfrac\Delta2,\tfrac{1-\alpha}{\delta-\alpha}\tfrac\Delta2\bigr]:\quad X\sim P_\alpha",
    printed=(
        relation_goal((1 - alpha) * _uniform, "==", density * (x + half_width), _LEFT),
        relation_goal(
            alpha + (1 - alpha) * _uniform, "==", alpha + density * (x + half_width), _RIGHT
        ),
    ),
    note="Left: P(X <= x) by the algorithm; right: the mass that P_alpha gives to (-oo, x], the "
    "atom counted once x passes 0. U hits 0 with probability 0, so the atom is alpha exactly.",
)


def derive_algorithm() -> Derivation:
    proof = Proof(FAMILY)
    proof.concludes(
        ALGORITHM1.printed[0],
        by="identity",
        because="for x < 0, X <= x needs B = 1 and U <= x, which are independent",
    )
    proof.concludes(
        ALGORITHM1.printed[1],
        by="identity",
        because="for x > 0, X <= x happens when B = 0, or when B = 1 and U <= x",
    )
    for end, value, why in (
        (-half_width, sp.Integer(0), "the distribution function starts at 0"),
        (half_width, sp.Integer(1), "and ends at 1"),
    ):
        reached = _uniform.subs(x, end) * (1 - alpha) + (alpha if value else 0)
        proof.shows(equal(reached, value), by="identity", because=why)
    proof.shows(
        Relation(alpha, "<", sp.Integer(1)),
        by="sign",
        because="B is a Bernoulli variable: its probability of 0 lies in [0, 1)",
        on=FAMILY,
    )
    return proof.done()


CLAIMS = (Claim(FAMILY_CLAIM, derive_family), Claim(ALGORITHM1, derive_algorithm))
