"""Theorem 4: the gamma that minimises E|X|, and the minimum."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain
from dpproofs.kernel.proposition import Minimum, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.staircase.appendix_c import amplitude
from dpproofs.theorems.staircase.cost import Cost
from dpproofs.theorems.staircase.setting import (EPSILON, FAMILY_IN_EPSILON, PAPER, SENSITIVITY,
    Delta, eps, gamma, in_epsilon, weight)

ON = Domain((EPSILON, SENSITIVITY))

best = 1 / (1 + sp.exp(eps / 2))
least = Delta * sp.exp(eps / 2) / (sp.exp(eps) - 1)
AMPLITUDE = Cost(1, amplitude, EPSILON)

#: The cost once more, its fraction expanded by exp(epsilon/2).
_down, _rise = sp.exp(-eps / 2), sp.exp(eps / 2) - sp.exp(-eps / 2)
centred = Delta * (
    1 / (sp.exp(eps) - 1) + (_down + _rise * gamma**2) / (2 * (_down + _rise * gamma)))

#: How much a cost is above the least one.
_level = in_epsilon(weight)
excess = Delta * (_level - _down) ** 2 / (2 * (1 - sp.exp(-eps)) * _level)

GAMMA = Statement(id="staircase.thm4.gamma", paper=PAPER, item="Theorem 4, (43)",
    title="the best gamma for the expected amplitude",
    printed_latex=r"\gamma^*=\mathop{\mathrm{arg\,min}}_{\gamma\in[0,1]}V(P_\gamma)"
    r"=\frac1{1+e^{\epsilon/2}}", definitions=AMPLITUDE.definitions,
    printed=(AMPLITUDE.goal, Goal(that(AMPLITUDE.value) == centred, FAMILY_IN_EPSILON),
        Goal(Minimum(centred, gamma, sp.Integer(0), sp.Integer(1), "[]", best), ON)),
    note="The cost is derived from the density in the first steps. The minimum is over the "
    "staircase densities, where it is unique for every epsilon > 0. That no other "
    "epsilon-private noise does better is Theorem 3 of the paper.")

LEAST = Statement(id="staircase.thm4.cost", paper=PAPER, item="Theorem 4, (44)",
    title="the least expected amplitude",
    printed_latex=r"V(P_{\gamma^*})=\Delta\,\frac{e^{\epsilon/2}}{e^\epsilon-1}",
    definitions=AMPLITUDE.definitions,
    printed=(AMPLITUDE.at(best, least, ON), AMPLITUDE.at(gamma, least, FAMILY_IN_EPSILON, ">=")),
    note="The expected amplitude of the staircase with this gamma, and that no gamma costs less. "
    "That no other epsilon-private noise does better is Theorem 3 of the paper.")


def _show_minimum(proof: Proof) -> str:
    same = proof.concludes(GAMMA.printed[1], by="identity",
        because="the fraction expanded by exp(epsilon/2)")
    return proof.concludes(GAMMA.printed[2], by="minimum",
        because="the derivative has the sign of (1-b) gamma^2 + 2 b gamma - b, up to a factor "
            "exp(epsilon) (exp(epsilon) - 1); its only root in [0, 1] is sqrt(b)/(1 + sqrt(b)), "
            "with b = exp(-epsilon)", uses=(same,))


def derive_gamma() -> Derivation:
    proof = Proof(FAMILY_IN_EPSILON, GAMMA)
    AMPLITUDE.derive(proof)
    _show_minimum(proof)
    return proof.done()


def derive_least() -> Derivation:
    proof = Proof(ON, LEAST)
    cost = AMPLITUDE.derive(proof)
    AMPLITUDE.show_at(proof, cost, best, least, ON)
    gap = proof.shows(that(AMPLITUDE.value - least) == excess, on=FAMILY_IN_EPSILON, by="identity",
        because="what a cost is above the stated one is a square over a positive number",
        besides=True)
    bound = proof.follows(that(least) <= AMPLITUDE.value, gap, on=FAMILY_IN_EPSILON,
        because="so no gamma costs less")
    proof.concludes(LEAST.printed[1], by="weaken", uses=(cost, bound),
        because="for the expected amplitude")
    return proof.done()


CLAIMS = (Claim(GAMMA, derive_gamma), Claim(LEAST, derive_least))
