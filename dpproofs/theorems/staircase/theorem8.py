"""Theorem 8: the best gamma for a power tends to 1/2 and to 0; for every real power p > 0.

Let L(u) = u^p, M(u) = u^(p+1)/(p+1) its integral, and f(x) = (b + (1-b) x) phi(x) - (1-b) N(x),
where p and b are left out. As L is the slope of M, N lies above its tangents, whose slopes are
phi. So the cost is least at a zero of f. Between a place where f is negative and one where it is
positive there is such a zero, since f rises no faster than a line. Both places come from L being
convex, or concave.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Statement
from dpproofs.kernel.domain import Domain, between, positive
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.staircase import powers
from dpproofs.theorems.staircase.concave import ConcaveFamily, ConcaveSearch
from dpproofs.theorems.staircase.convex import ConvexFamily, ConvexSearch
from dpproofs.theorems.staircase.family_sums import Facts, added, sums
from dpproofs.theorems.staircase.powers import Concave, Convex, Terms, p, show_mean
from dpproofs.theorems.staircase.search import Family, half, one, u
from dpproofs.theorems.staircase.setting import PAPER, b

PHI, N = (Given(name, "function", 3) for name in ("phi", "N"))
LIMITS = r"\lim_{\epsilon\to0}\gamma^*=\tfrac12,\qquad\lim_{\epsilon\to\infty}\gamma^*=0"
READING = ("Delta = 1: in general L(Delta x) takes the place of L, which changes only the factors. "
    "b = exp(-epsilon), so b tends to 1 as epsilon tends to 0, and to 0 as epsilon tends to "
    "infinity; how small b has to be for gamma* < exp(-w) is said for every w > 0. f(v) = (b + "
    "(1-b) v) phi(v) - (1-b) N(v) has the sign of the slope of the cost (1-b)^2 N(gamma)/(b + "
    "(1-b) gamma) of (312) at gamma = v; where f is 0 the cost is least, and nowhere else. That "
    "there is such a gamma* in (0, 1) is shown, and more than the limits: b^2/2 < gamma* < 1/2 "
    "for every epsilon. The limits are those of the bounds. ")

_power, _integral, _share = u**p, u ** (p + 1) / (p + 1), p / (p + 1)
CONVEX = ConvexFamily(powers.STEEP, _power, _integral, one, _share, 1 + 2**p)
CONCAVE = ConcaveFamily(between(p, 0, 1), _power, _integral, one, _share, 1 + p)
SUMS = sums(CONVEX, positive(p), "(k + u)^p")


def model() -> dict[str, sp.Lambda]:
    """The sums by Lerch's transcendent."""
    return {"phi": sp.Lambda((p, b, u), added(p)),
        "N": sp.Lambda((p, b, u), added(p + 1) / (p + 1))}


THEOREM8 = Statement(id="staircase.thm8", paper=PAPER, item="Theorem 8, (56)-(58)",
    title="the best gamma for a power tends to 1/2 and to 0",
    printed_latex=r"L(x)=|x|^m:\qquad " + LIMITS, given=(PHI, N),
    printed=(*CONVEX.goals, *CONCAVE.goals), hypotheses=tuple(goal for goal, _ in SUMS.values()),
    examples=(model(),),
    note=READING
        + "Not only integers: first every real power p >= 1, then 0 < p < 1, where phi is concave "
            "and gamma* is within 2 (1-b)^p / b of 1/2. phi(p, b, u) is the sum of b^k (k + u)^p "
            "over k >= 0 and N(p, b, u) that of b^k (k + u)^(p+1)/(p+1): for u > 0 as it stands, "
            "and for u = 0, where the first term is 0, as b times the sum for u = 1. Nothing else "
            "is assumed.")


def _in_common(family: Family, proof: Proof, terms: Terms) -> dict[str, str]:
    """Append what is known of L(x) = x^p and its integral M for every p; the names of the steps."""
    x, s, at, q = powers.x, powers.s, {powers.r: p}, p + 1
    on = Domain((family.powers, powers.PLACE))
    ahead, rise = (x + s) ** p, ((x + s) ** q - x**q) / q
    return {"grows of L": proof.follows(that(x**p) < ahead, (terms.grows, at), on=on & powers.FIRST,
            because="L grows with its argument"),
        "above of L": proof.follows(that(s * x**p) < rise, (terms.tangent, at, 1 / q),
            on=on & powers.FIRST,
            because="the integral over [x, x + s] is more than s times the value at x"),
        "below of L": proof.follows(that(rise) < s * ahead, (terms.tangent_above, at, 1 / q),
            on=on & powers.FIRST,
            because="the integral over [x, x + s] is less than s times the value at x + s"),
        "weight": proof.shows(family.weight.proposition, on=family.weight.domain, by="sign",
            besides=True,
            because="u times the power u^p, less its integral from 0 to u, u^(p+1)/(p+1)")}


def _doubled(family: Family, proof: Proof, terms: Terms,
        bound: tuple[tuple[Any, ...], ...] = ()) -> dict[str, str]:
    """Append that L(x + 1) is at most L(2 x) for x > 1, and L(x) at most L(2) for x < 2."""
    x, only, two = powers.x, Domain((family.powers,)), sp.Integer(2)
    return {"one on of L": proof.follows(that((x + 1) ** p) <= family.bound * x**p,
            (terms.grows, {powers.r: p, x: x + 1, powers.s: x - 1}),
            *((name, at, x**p) for name, at in bound), on=only & between(x, 1, sp.oo),
            because="x + 1 is less than 2 x"),
        "early of L": proof.follows(that(x**p) <= family.bound,
            (terms.grows, {powers.r: p, powers.s: two - x}), *bound, on=only & between(x, 1, 2),
            because="x is less than 2")}


def _bent(family: Family, proof: Proof, lemmas: Convex | Concave) -> dict[str, str]:
    """Append what is known of chords of L, also at 0."""
    x, s, q, only = powers.x, powers.s, p + 1, Domain((family.powers,))
    on, far = only & powers.PLACE & powers.FIRST, x + 2 * s
    rise = ((x + s) ** q - x**q) / q
    return {"chord of L": lemmas.chord,
        "midpoint of L": proof.follows(
            family.bends(2 * s * (x + s) ** p, (far**q - x**q) / q),
            (lemmas.midpoint, 1 / q), on=on, because="this is divided by p + 1"),
        "trapezoid of L": proof.follows(family.bends(rise, s * (x**p + (x + s) ** p) / 2),
            (lemmas.trapezoid, 1 / q), on=on, because="that is divided by p + 1"),
        "chord of L at 0": lemmas.ray,
        "midpoint of L at 0": proof.follows(family.bends(half**p, 1 / q),
            (lemmas.start, {x: one}, 1 / q), on=only, because="the same over [0, 1]")}


def derive() -> Derivation:
    proof = Proof(CONVEX.on, THEOREM8)
    proof.idea(__doc__)
    terms = Terms(proof)
    assumed = {name: proof.assumes(goal, because=why)
        for name, (goal, why) in SUMS.items()}
    proof.part("Exponents from 1 on: what is known of phi and N")
    convex = Convex(proof)
    known = _in_common(CONVEX, proof, terms) | _doubled(CONVEX, proof, terms)
    known |= _bent(CONVEX, proof, convex)
    ConvexSearch(CONVEX, proof, Facts(CONVEX, proof, known, assumed).known).show()

    proof.part("Exponents below 1: what is known of phi and N")
    concave = Concave(proof)
    known = _in_common(CONCAVE, proof, terms)
    at_two = (concave.tangent, {powers.x: one, powers.s: one})
    known |= _doubled(CONCAVE, proof, terms, (at_two,))
    known |= _bent(CONCAVE, proof, concave)
    known |= {"power": terms.grows, "sum": assumed["phi"], "y^p": show_mean(proof, terms.grows)}
    ConcaveSearch(CONCAVE, proof, Facts(CONCAVE, proof, known, assumed).known).show()
    return proof.done()


CLAIMS = (Claim(THEOREM8, derive),)
