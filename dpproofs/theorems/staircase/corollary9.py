"""Corollary 9: the best gamma for a mixture of powers, with real exponents of at least 1."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, between, positive
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.staircase import mixtures
from dpproofs.theorems.staircase.convex import ConvexFamily, ConvexSearch
from dpproofs.theorems.staircase.family_sums import Facts, added, sums
from dpproofs.theorems.staircase.mixtures import L, M, Mixture, d, top
from dpproofs.theorems.staircase.powers import Convex, Growth
from dpproofs.theorems.staircase.search import half, u
from dpproofs.theorems.staircase.setting import PAPER, b
from dpproofs.theorems.staircase.theorem8 import LIMITS, PHI, READING, N

v, e, rho = sp.symbols("v e rho", positive=True)
MIXTURE = ConvexFamily(mixtures.POWERS, L(d, u), M(d, u), sp.exp(top(d)), half, 1 + 2**d)
SUMS = {**mixtures.MIXTURE, **sums(MIXTURE, mixtures.POWERS, "L(k + u)")}

# One power u^e of a mixture with largest exponent d = e + rho, at u = exp(-v).
_own, _largest = sp.exp(-(e + 1) * v), sp.exp(-(e + rho + 1) * v)
TERM = Goal(that(_largest / 2) <= e / (e + 1) * _own,
    Domain((between(e, 1, sp.oo, "[)"), positive(rho), positive(v))))


#: What is displayed of what is known of L, M, phi and N.
SHOWN = ("above of L", "below of L", "weight", "phi", "N", "grows", "above", "below", "chord",
    "middle", "trapezoid", "bounded", "above at 0", "below at 0", "chord at 0", "middle at 0")


def model() -> dict[str, sp.Lambda]:
    """L(x) = 4 x + (d + 1) x^d: two terms, the sums by Lerch's transcendent."""
    place, single = sp.Symbol("n", nonnegative=True), sp.Integer(1)
    return {"A": sp.Lambda((d, place), sp.Max(2 - place, 0)),
        "D": sp.Lambda((d, place), 1 + (d - 1) * sp.Min(place, 1)),
        "L": sp.Lambda((d, u), 4 * u + (d + 1) * u**d),
        "M": sp.Lambda((d, u), 2 * u**2 + u ** (d + 1)), "Lambda": sp.Lambda((d,), sp.log(d + 5)),
        "phi": sp.Lambda((d, b, u), 4 * added(single) + (d + 1) * added(d)),
        "N": sp.Lambda((d, b, u), 2 * added(single + 1) + added(d + 1))}


COROLLARY9 = Statement(id="staircase.cor9", paper=PAPER, item="Corollary 9, (59)-(61)",
    title="the best gamma for a mixture of powers tends to 1/2 and to 0",
    printed_latex=r"L(x)=\sum_i\alpha_i|x|^{d_i},\ \alpha_i\ge0:\qquad " + LIMITS,
    given=(PHI, N, Given("L", "function", 2), Given("M", "function", 2), Given("A", "function", 2),
        Given("D", "function", 2), Given("Lambda", "function", 1)), printed=(*MIXTURE.goals, TERM),
    hypotheses=tuple(goal for goal, _ in SUMS.values()), examples=(model(),),
    note=READING
        + "L is any mixture of powers with real exponents from 1 to d, one for each d: its "
            "exponents d_n are D(d, n), its weights alpha_n are (D(d, n) + 1) A(d, n), so that M, "
            "its integral from 0, has the weights A(d, n); there may be infinitely many, and A is "
            "0 from some n on where there are not. exp(Lambda) is L(1), which is positive as not "
            "all weights are 0 (by Property 2). phi(d, b, u) is the sum of b^k L(k + u) over k >= "
            "0 and N that of b^k M(k + u): for u > 0 as it stands, and for u = 0, where the first "
            "term is 0, as b times the sum for u = 1. The bounds do not depend on the weights. A "
            "constant added to L moves no minimum.")


def derive() -> Derivation:
    proof = Proof(MIXTURE.on, COROLLARY9)
    proof.idea(
        "phi and N are sums of values of L and of its integral M, so that what convexity says "
        "of every power is added up: phi grows, N rises by what the integral of phi does, and phi "
        "lies below its chords. By this f is negative at b^2/2 and positive at 1/2, and for small "
        "b positive at exp(-w) already; so it is 0 in between, and there the cost is least.")
    proof.letter(sp.Symbol("f", real=True), MIXTURE.at(v))
    proof.part("One power of a mixture")
    proof.concludes(TERM, by="sign",
        because="an exponent of at least 1 makes the fraction at least 1/2, and the larger "
        "exponent makes the power of exp(-v) < 1 smaller")
    assumed = {name: proof.assumes(goal, because=why) for name, (goal, why) in SUMS.items()}
    proof.part("Powers")
    lemmas = Growth(proof), Convex(proof)
    proof.part("Mixtures of powers")
    terms = Mixture(MIXTURE, proof, lemmas, assumed).known
    proof.part("Sums over the periods")
    known = Facts(MIXTURE, proof, terms, assumed).known
    proof.key(*(known[name] for name in SHOWN))
    ConvexSearch(MIXTURE, proof, known).show()
    return proof.done()


CLAIMS = (Claim(COROLLARY9, derive),)
