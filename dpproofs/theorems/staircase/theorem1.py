"""Theorem 1: the main result, from Theorems 2 and 3."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Proof, Statement, relation_goal
from dpproofs.theorems.staircase.setting import PAPER
from dpproofs.theorems.staircase.theorem3 import HYPOTHESES, MEMBER, MODELS, ON, show_optimal

_least, _cost, _worst = (sp.Function(name)() for name in ("cost_Q", "cost_P", "worst"))
_AVERAGE = relation_goal(_cost, "<=", _worst, ON)
BEST = relation_goal(_least, "<=", _worst, ON)

THEOREM1 = Statement(
    id="staircase.thm1",
    paper=PAPER,
    item="Theorem 1",
    title="the main result: the optimal noise is a staircase that does not depend on the output",
    printed_latex=r"\inf_{\{\nu_t\}}\sup_t\int L\,d\nu_t=\int L(x)\,f_{\gamma^*}(x)\,dx,\qquad"
    r"\gamma^*=\mathop{\mathrm{arg\,min}}_{\gamma\in[0,1]}\int L(x)\,f_\gamma(x)\,dx",
    printed=(*MEMBER, BEST),
    hypotheses=(*HYPOTHESES, _AVERAGE),
    note="Theorem 2 gives, for a family that is constant on pieces and periodic, a private noise P "
    "that costs at most sup_t; its conclusions are the hypotheses here, and Theorem 3 does the "
    "rest. The theorem is printed without that condition on families, which stands in front of "
    "Theorem 2 and in (30). In words, it holds without it: an invariant mean over t of the tails "
    "of any family has the properties that are assumed of R_1, R_2 and G here, since neither "
    "countable additivity nor continuity is used, and the mean of the costs is at least the cost "
    "of Q, by functions below L with finitely many values; so the conjecture after Theorem 2 is "
    "true. Left in words as well: that the least cost is attained. If one staircase has finite "
    "cost, the sum of b^k L(x + k Delta) is finite and bounded on [0, Delta], so the cost is "
    "continuous in gamma; otherwise all costs are infinite. The condition on L(x+1)/L(x) is not "
    "needed.",
    examples=tuple({**model, "worst": sp.Lambda((), 3)} for model in MODELS),
)


def derive() -> Derivation:
    proof = Proof(ON)
    cheaper = show_optimal(proof)
    average = proof.assumes(
        _AVERAGE,
        because="Theorem 2: P is an average of the family, so it costs at most the worst of it",
        latex=r"\int L\,dP\le\sup_t\int L\,d\nu_t",
    )
    proof.concludes(
        BEST,
        by="entailment",
        because="so a staircase costs at most what any family costs",
        uses=(cheaper, average),
        facts=[(cheaper, {}, 1), (average, {}, 1)],
        latex=r"\int L(x)\,f_\gamma(x)\,dx\le\sup_t\int L\,d\nu_t",
    )
    return proof.done()


CLAIMS = (Claim(THEOREM1, derive),)
