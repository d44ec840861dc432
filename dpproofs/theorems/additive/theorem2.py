"""Theorem 2: among symmetric, decreasing noise the family P_alpha is optimal, for every cost.

The derivation is not the paper's. There, P is averaged over cells and the cost is said to
converge, which fails for costs that grow quickly (claim ``additive.thm2.proof``).

The tail of X is convex, and its supporting line at Delta/2 is the tail of a member of the family,
which costs no more, whatever the cost.
"""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.assertions import Cheaper, Exists, Private
from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, Variable
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.additive import noise
from dpproofs.theorems.additive.noise import DEFINITIONS, IN_CLASS, IS_PRIVATE, P_ALPHA
from dpproofs.theorems.additive.setting import (COST, EVEN, MONOTONE, ON, PAPER, PRIVATE, Delta, X,
    alpha, delta, x)
from dpproofs.theorems.additive.supporting_line import show_member
from dpproofs.theorems.samples import symmetric, uniform

#: alpha = beta delta, 0 <= beta < 1.
beta = sp.Symbol("beta", nonnegative=True)
_MEMBER = P_ALPHA(beta * delta)


def optimal(given: Given) -> Goal:
    """Some member of the family is private and costs no more than given noise."""
    claims = (Private(_MEMBER, sp.Integer(0), delta, Delta), Cheaper(_MEMBER, given(), COST.name))
    return Goal(Exists(Domain((Variable(beta, sp.Integer(0), sp.Integer(1), "[)"),)), claims), ON)


OPTIMAL = optimal(X)

THEOREM2 = Statement(id="additive.thm2", paper=PAPER, item="Theorem 2",
    title="the family P_alpha is optimal among symmetric, decreasing noise",
    printed_latex=r"\inf_{P\in SP}\int L\,dP=\inf_{\alpha\in[0,\delta)}\int L\,dP_\alpha",
    parameters=ON, given=(X, COST), definitions=DEFINITIONS, hypotheses=(EVEN, MONOTONE, PRIVATE),
    printed=(*IN_CLASS, OPTIMAL),
    printed_text="inf over SP of E L = inf over alpha of E L under P_alpha",
    note="For every even cost L that does not decrease on [0, oo), finite or not. The first goals "
    "say that every P_alpha is in SP: a probability, symmetric, monotonically decreasing and (0, "
    "delta)-private; so the infimum over SP is not above the other. The last one, that for every P "
    "in SP some P_alpha costs no more; it does not depend on L. Property 2 is used, and shown, for "
    "intervals (x, x+h], x >= 0, only; measures that are ordered on intervals are on all sets. The "
    "derivation is not the paper's, a line of which does not hold: claim additive.thm2.proof.",
    examples=({"X": uniform(delta / Delta)},
        {"X": symmetric(sp.Lambda(x, (1 - delta) ** (2 * x / Delta)))}))


def derive() -> Derivation:
    proof = Proof(ON, THEOREM2)
    proof.idea(__doc__)
    show_optimal(proof, X)
    return proof.done()


def show_optimal(proof: Proof, given: Given) -> None:
    """Append that the family is in the class, and that a member costs no more than given noise."""
    proof.part("The family is in the class")
    known = noise.NoiseSteps(proof)
    private = noise.show_private(proof, known)
    chosen, below = show_member(proof, given, known)
    ranges = (chosen.low, chosen.high)
    cheaper = proof.applies("stochastic order", on=ON, uses=(below, known.exists, *ranges),
        because="a smaller tail costs less, for every L with Property 1",
        cheap=P_ALPHA(chosen.alpha), dear=given(), cost=COST.name)
    kept = proof.shows(IS_PRIVATE.proposition.map(lambda e: e.xreplace({alpha: chosen.alpha})),
        on=ON, by="instance", uses=(private, *ranges), at={alpha: chosen.alpha},
        because="this member of the family is private")
    share = chosen.alpha / delta
    within = (proof.follows(that(0) <= share, chosen.low, on=ON,
            because="as a share of delta it is not negative"),
        proof.follows(that(share) < 1, chosen.high, on=ON, because="it is below 1"))
    proof.exists(optimal(given), {beta: share}, uses=(kept, cheaper, *within),
        because="take beta = 1 - kappa Delta/delta: this member of the family is private and costs "
            "no more")


CLAIMS = (Claim(THEOREM2, derive),)
