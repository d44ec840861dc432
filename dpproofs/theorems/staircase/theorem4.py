"""Theorem 4: the gamma that minimises E|X|, and the minimum."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Proof, Statement
from dpproofs.kernel.domain import Domain
from dpproofs.kernel.proposition import Minimum, equal
from dpproofs.theorems.staircase.appendix_c import amplitude
from dpproofs.theorems.staircase.cost import Cost
from dpproofs.theorems.staircase.setting import (
    EPSILON,
    FAMILY_IN_EPSILON,
    PAPER,
    SENSITIVITY,
    Delta,
    eps,
    gamma,
    in_epsilon,
)

ON = Domain((EPSILON, SENSITIVITY))

best = 1 / (1 + sp.exp(eps / 2))
least = Delta * sp.exp(eps / 2) / (sp.exp(eps) - 1)
AMPLITUDE = Cost(1, in_epsilon(amplitude), EPSILON)

#: The cost once more, its fraction expanded by exp(epsilon/2).
_down, _rise = sp.exp(-eps / 2), sp.exp(eps / 2) - sp.exp(-eps / 2)
centred = Delta * (
    1 / (sp.exp(eps) - 1) + (_down + _rise * gamma**2) / (2 * (_down + _rise * gamma))
)

GAMMA = Statement(
    id="staircase.thm4.gamma",
    paper=PAPER,
    item="Theorem 4, (43)",
    title="the best gamma for the expected amplitude",
    printed_latex=r"\gamma^*=\mathop{\mathrm{arg\,min}}_{\gamma\in[0,1]}V(P_\gamma)"
    r"=\frac1{1+e^{\epsilon/2}}",
    printed=(
        Goal(equal(AMPLITUDE.value, centred), FAMILY_IN_EPSILON),
        Goal(Minimum(centred, gamma, sp.Integer(0), sp.Integer(1), "[]", best), ON),
    ),
    note="The cost is derived from the density in the first steps. The minimum is over the "
    "staircase densities, where it is unique for every epsilon > 0. That no other "
    "epsilon-private noise does better is Theorem 3 of the paper.",
)

LEAST = Statement(
    id="staircase.thm4.cost",
    paper=PAPER,
    item="Theorem 4, (44)",
    title="the least expected amplitude",
    printed_latex=r"V(P_{\gamma^*})=\Delta\,\frac{e^{\epsilon/2}}{e^\epsilon-1}",
    printed=(Goal(equal(AMPLITUDE.value.subs(gamma, best), least), ON),),
    note=GAMMA.note,
)


def _show_minimum(proof: Proof) -> tuple[str, str]:
    cost = AMPLITUDE.derive(proof)
    same = proof.concludes(
        GAMMA.printed[0],
        by="identity",
        because="the fraction expanded by exp(epsilon/2)",
        uses=(cost,),
    )
    minimum = proof.concludes(
        GAMMA.printed[1],
        by="minimum",
        because="the derivative has the sign of (1-b) gamma^2 + 2 b gamma - b, whose only root "
        "in [0, 1] is sqrt(b)/(1 + sqrt(b)), with b = exp(-epsilon)",
        uses=(same,),
    )
    return cost, minimum


def derive_gamma() -> Derivation:
    proof = Proof(FAMILY_IN_EPSILON)
    _show_minimum(proof)
    return proof.done()


def derive_least() -> Derivation:
    proof = Proof(ON)
    proof.concludes(
        LEAST.printed[0],
        by="identity",
        because="put the best gamma into the cost",
        uses=_show_minimum(proof),
    )
    return proof.done()


CLAIMS = (Claim(GAMMA, derive_gamma), Claim(LEAST, derive_least))
