"""Theorem 8: the best gamma for a power tends to 1/2 and to 0; for every real power p > 0."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Proof, Statement
from dpproofs.kernel.domain import between
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import at_most
from dpproofs.theorems.staircase.concave import ConcaveFamily, ConcaveSearch
from dpproofs.theorems.staircase.convex import ConvexFamily, ConvexSearch
from dpproofs.theorems.staircase.powers import Concave, Convex, Terms, p, show_linear, show_mean
from dpproofs.theorems.staircase.search import Family, one, u
from dpproofs.theorems.staircase.setting import PAPER, b

#: phi and N, and the bound kappa on phi.
SUMS = (Given("phi", "function", 3), Given("N", "function", 3), Given("kappa", "function", 1))
LIMITS = r"\lim_{\epsilon\to0}\gamma^*=\tfrac12,\qquad\lim_{\epsilon\to\infty}\gamma^*=0"
READING = (
    "Delta = 1: in general L(Delta x) takes the place of L, which changes only the factors. b = "
    "exp(-epsilon), so b tends to 1 as epsilon tends to 0, and b = c exp(-w) to the power of the "
    "exponent plus 1 runs through all small b as w grows. f has the sign of the slope of the cost "
    "(1-b)^2 N(gamma)/(b + (1-b) gamma) of (312); where f is 0 the cost is least, and nowhere "
    "else. That there is such a gamma* in (0, 1) is shown, and more than the limits: b^2/2 < "
    "gamma* < 1/2 for every epsilon. The limits are those of the bounds. Infinite sums with a real "
    "exponent have no form of their own here: phi and N are any functions with what is known of "
    "these two sums: their first terms, and inequalities that hold term by term (hypotheses); the "
    "inequalities between the terms are steps. "
)

_power, _integral = u**p, u ** (p + 1) / (p + 1)
CONVEX = ConvexFamily(between(p, 1, sp.oo, "[)"), _power, _integral, one, p / (p + 1))
CONCAVE = ConcaveFamily(between(p, 0, 1), _power, _integral, one, p / (p + 1))


def _model() -> dict[str, sp.Lambda]:
    """Not the sums themselves: a phi with the same first term that is linear beyond 1."""
    near = (u + 1 - sp.Abs(u - 1)) / 2  # the smaller one of u and 1
    far = u - near
    rise = b * p / (1 - b)
    base = b * (1 + rise) / (1 - b)
    phi = near**p + base + rise * near + rise / b * far
    start = b / (1 - b) * (base + rise / 2 + 1 / (p + 1))
    within = base * near + rise * near**2 / 2 + near ** (p + 1) / (p + 1)
    total = start + within + (base * far + rise * far**2 / 2) / b
    return {
        "phi": sp.Lambda((p, b, u), phi),
        "N": sp.Lambda((p, b, u), total),
        "kappa": sp.Lambda((p,), sp.log(4 * p + 2)),
        "mu": sp.Lambda((p, b), sp.log(4 / b) / p),
    }


THEOREM8 = Statement(
    id="staircase.thm8",
    paper=PAPER,
    item="Theorem 8, (56)-(58)",
    title="the best gamma for a power tends to 1/2 and to 0",
    printed_latex=r"L(x)=|x|^m:\qquad " + LIMITS,
    given=(*SUMS, Given("mu", "function", 2)),
    printed=(*CONVEX.goals, *CONCAVE.goals),
    hypotheses=tuple(
        goal for family in (CONVEX, CONCAVE) for goal, _ in family.sums.values()
    ),
    examples=(_model(),),
    note=READING + "Not only integers: first every real power p >= 1, then 0 < p < 1, where phi is "
    "concave and gamma* is within 2 (1-b)^p / b of 1/2. The terms are powers; their inequalities "
    "are the first steps of each part.",
)  # fmt: skip


def assumed(family: Family, proof: Proof) -> dict[str, str]:
    """Append the hypotheses on the sums; the names of their steps."""
    return {name: proof.assumes(goal, because=why) for name, (goal, why) in family.sums.items()}


def _weight(family: Family, proof: Proof) -> str:
    goal = family.weight
    return proof.shows(
        goal.proposition, on=goal.domain, by="sign",
        besides=True, because="L(u) = u^p and its integral M(u) = u^(p+1)/(p+1)",
    )  # fmt: skip


def derive() -> Derivation:
    proof = Proof(CONVEX.on, THEOREM8)
    terms = Terms(proof)
    Convex(proof, terms)
    show_linear(proof)
    facts = {**assumed(CONVEX, proof), "weight": _weight(CONVEX, proof)}
    some: Goal = CONVEX.nonnegative
    facts["some"] = proof.shows(
        at_most(0, CONVEX.cost),
        on=some.domain,
        by="sign",
        besides=True,
        because="a cost is not negative",
    )
    ConvexSearch(CONVEX, proof, facts).show()

    Concave(proof)
    show_mean(proof, terms.grows)
    facts = {**assumed(CONCAVE, proof), "weight": _weight(CONCAVE, proof), "power": terms.grows}
    ConcaveSearch(CONCAVE, proof, facts).show()
    return proof.done()


CLAIMS = (Claim(THEOREM8, derive),)
