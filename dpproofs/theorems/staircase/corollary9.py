"""Corollary 9: the best gamma for a mixture of powers, with real exponents of at least 1."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Proof, Statement
from dpproofs.kernel.domain import Domain, between, positive
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import at_most
from dpproofs.theorems.staircase.convex import ConvexFamily, ConvexSearch
from dpproofs.theorems.staircase.powers import Convex, Terms, show_linear
from dpproofs.theorems.staircase.search import half, u, zero
from dpproofs.theorems.staircase.setting import PAPER, b
from dpproofs.theorems.staircase.theorem8 import LIMITS, READING, SUMS, assumed

d, v, e, rho = sp.symbols("d v e rho", positive=True)
_L, _M, _top = (sp.Function(name) for name in ("L", "M", "Lambda"))
MIXTURE = ConvexFamily(between(d, 1, sp.oo, "[)"), _L(d, u), _M(d, u), sp.exp(_top(d)), half)

# One power u^e of a mixture with largest exponent d = e + rho, at u = exp(-v).
_own, _largest = sp.exp(-(e + 1) * v), sp.exp(-(e + rho + 1) * v)
TERM = Goal(
    at_most(_largest / 2, e / (e + 1) * _own),
    Domain((between(e, 1, sp.oo, "[)"), positive(rho), positive(v))),
)

# The model is L(x) = x for every d; then all sums are known, and gamma* is that of Theorem 4.
_MODEL = {
    "L": sp.Lambda((d, u), u),
    "M": sp.Lambda((d, u), u**2 / 2),
    "Lambda": sp.Lambda((d,), zero),
    "kappa": sp.Lambda((d,), sp.log(5)),
    "phi": sp.Lambda((d, b, u), u / (1 - b) + b / (1 - b) ** 2),
    "N": sp.Lambda(
        (d, b, u),
        (u**2 / (1 - b) + 2 * u * b / (1 - b) ** 2 + b * (1 + b) / (1 - b) ** 3) / 2,
    ),
}

COROLLARY9 = Statement(
    id="staircase.cor9",
    paper=PAPER,
    item="Corollary 9, (59)-(61)",
    title="the best gamma for a mixture of powers tends to 1/2 and to 0",
    printed_latex=r"L(x)=\sum_i\alpha_i|x|^{d_i},\ \alpha_i\ge0:\qquad " + LIMITS,
    given=(
        *SUMS, Given("L", "function", 2), Given("M", "function", 2), Given("Lambda", "function", 1),
    ),
    printed=(*MIXTURE.goals, TERM),
    hypotheses=(
        *(goal for goal, _ in MIXTURE.sums.values()), MIXTURE.weight, MIXTURE.nonnegative,
    ),
    examples=(_MODEL,),
    note=READING + "Each of them is linear in L, so that it holds for a sum of powers with "
    "weights alpha_i >= 0, not all 0 (by Property 2), as it does for each power. L is any mixture "
    "of powers with real exponents from 1 to d, one for each d; exp(Lambda) is L(1). The bounds "
    "do not depend on the weights. A constant added to L moves no minimum.",
)  # fmt: skip


def derive() -> Derivation:
    proof = Proof(MIXTURE.on, COROLLARY9)
    Convex(proof, Terms(proof))
    show_linear(proof)
    proof.concludes(
        TERM, by="sign",
        because="for u = exp(-v) < 1 and L(u) = u^e the weight u L(u) - M(u) = e/(e+1) u^(e+1) is "
        "at least half of u^(d+1), where d = e + rho",
    )  # fmt: skip
    facts = assumed(MIXTURE, proof)
    facts["weight"] = proof.assumes(
        MIXTURE.weight, because="the sum of the bounds for the single powers, with weights alpha_i"
    )
    facts["some"] = proof.assumes(
        MIXTURE.nonnegative, because="a sum of powers with weights alpha_i >= 0"
    )
    ConvexSearch(MIXTURE, proof, facts).show()
    return proof.done()


CLAIMS = (Claim(COROLLARY9, derive),)
