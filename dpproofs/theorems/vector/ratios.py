"""Every dimension and power: each sum T_m is bounded by the one before, and so is each cost.

(k+1+gamma)^(m+1) - (k+gamma)^(m+1) lies between m + 1 times the m-th powers of the two, so that
(1-b) T_(m+1) lies between b and 1 times (m+1) T_m.
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, Variable, between, index, positive
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import Limit, Proposition, Sum, that
from dpproofs.kernel.rules import OWN
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.staircase import powers
from dpproofs.theorems.vector.exchange import Facts
from dpproofs.theorems.vector.setting import PAPER, RATIO, b, gamma

n = OWN["n"]
zero, one = sp.Integer(0), sp.Integer(1)
m, d = sp.symbols("m d", positive=True)
p = sp.Symbol("p", nonnegative=True)

PLACE = between(gamma, 0, 1, "(]")
POWER = Variable(p, zero, sp.oo, "[)")
AT = Domain((PLACE,))
ON = AT & RATIO & positive(m)
COSTS = AT & RATIO & positive(d)
EVERY = COSTS & POWER
TERM = index(n, 0)

T, C = Given("T", "function", 2), Given("C", "function", 3)

SUMS = Goal(Sum(b**n * (n + gamma) ** m, n, zero, sp.oo, T(b, m)), ON)
QUOTIENT = Goal(that((d + p) * T(b, d) * C(b, d, p)) == d * T(b, d + p), EVERY)

LOW = Goal(that((m + 1) * b * T(b, m)) <= (1 - b) * T(b, m + 1), ON)
HIGH = Goal(that((1 - b) * T(b, m + 1)) <= (m + 1) * T(b, m), ON)
STEP_LOW = Goal(that(b * (d + p) * C(b, d, p)) <= (1 - b) * C(b, d, p + 1), EVERY)
STEP_HIGH = Goal(that((1 - b) * C(b, d, p + 1)) <= (d + p) * C(b, d, p), EVERY)
NOTHING = Goal(that(C(b, d, 0)) == 1, COSTS)
BOUNDS = {1: (d * b, d, (1 - b) * C(b, d, 1)),
    2: (d * (d + 1) * b**2, d * (d + 1), (1 - b) ** 2 * C(b, d, 2))}
BETWEEN = {power: (Goal(that(low) <= cost, COSTS), Goal(that(cost) <= high, COSTS))
    for power, (low, high, cost) in BOUNDS.items()}
TENDS = {power: Goal(Limit(cost, b, one, "-", high), AT & positive(d))
    for power, (_, high, cost) in BOUNDS.items()}


def model() -> dict[str, sp.Lambda]:
    """The sums by Lerch's transcendent, and the costs."""
    order, power, start = sp.symbols("m p d", nonnegative=True)

    def total(of: sp.Expr) -> sp.Expr:
        return sp.lerchphi(b, -of, gamma)

    cost = start / (start + power) * total(start + power) / total(start)
    return {"T": sp.Lambda((b, order), total(order)), "C": sp.Lambda((b, start, power), cost)}


RATIOS = Statement(
    id="vector.gain.every",
    paper=PAPER,
    item="ours: the cost for small epsilon, in every dimension",
    title="in every dimension the cost of every staircase, over that of K-norm noise, tends to 1 "
    "as epsilon tends to 0",
    printed_latex=r"\begin{gathered}T_m=\sum_{k\ge0}b^k(k+\gamma)^m,\qquad "
    r"C_{d,p}=\frac d{d+p}\frac{T_{d+p}}{T_d}\\"
    r"(m+1)\,b\,T_m\le(1-b)\,T_{m+1}\le(m+1)\,T_m,\qquad "
    r"b\,(d+p)\,C_{d,p}\le(1-b)\,C_{d,p+1}\le(d+p)\,C_{d,p},\quad C_{d,0}=1\\"
    r"d\,b\le(1-b)\,C_{d,1}\le d,\qquad d(d+1)\,b^2\le(1-b)^2C_{d,2}\le d(d+1)\\"
    r"\lim_{b\to1^-}(1-b)\,C_{d,1}=d,\qquad\lim_{b\to1^-}(1-b)^2C_{d,2}=d(d+1)"
    r"\qquad(0<\gamma\le1,\ m>0,\ d>0,\ p\ge0)\end{gathered}",
    parameters=AT,
    given=(T, C),
    hypotheses=(SUMS, QUOTIENT),
    printed=(
        LOW, HIGH, STEP_LOW, STEP_HIGH, NOTHING, *BETWEEN[1], *BETWEEN[2], *TENDS.values(),
    ),
    note="For all real m, d > 0 and p >= 0, so for every dimension and every power, and for every "
    "first radius: gamma = 0 is gamma = 1. C(b, d, p) is E||X||^p of the staircase in d dimensions "
    "at sensitivity 1. That of K-norm noise, K(d, p) = Gamma(d + p)/Gamma(d)/epsilon^p, has "
    "K(d, p + 1) = (d + p)/epsilon K(d, p) and K(d, 0) = 1; so for p = 1, 2, 3, ... the gain of a "
    "staircase over it is between ((1-b)/epsilon)^p and the same over b^p, with b = exp(-epsilon), "
    "and both tend to 1: there is nothing to gain in the limit, at whatever gamma.",
    examples=(model(),),
)


def step(proof: Proof, claim: Proposition, on: Domain, facts: Facts, why: str) -> str:
    """Append what follows from some facts."""
    uses = tuple(dict.fromkeys(name for name, _, _ in facts))
    return proof.shows(claim, on=on, by="entailment", uses=uses, facts=facts, because=why)


def terms_of(order: sp.Expr, shift: int = 0) -> sp.Expr:
    """The terms of a sum, from the one of a number on."""
    return b ** (n + shift) * (n + shift + gamma) ** order


@dataclass(frozen=True)
class Sums:
    """Steps that say what the sums of order m and m + 1 are, whole and without the first term."""

    here: str
    more: str
    rest: str
    later: str

    @classmethod
    def of(cls, proof: Proof, here: str) -> Sums:
        """Append these steps."""
        more = proof.shows(SUMS.proposition.map(lambda e: e.xreplace({m: m + 1})), on=ON,
            by="instance", uses=(here,), at={m: m + 1}, because="the sum of the next order")
        rest, later = (proof.applies("without the first term", on=ON, uses=(name,),
                terms=terms_of(order), value=T(b, order), because="without its first term")
            for name, order in ((here, m), (more, m + 1)))
        return cls(here, more, rest, later)


def _between(proof: Proof, known: Sums, terms: powers.Terms) -> tuple[str, str]:
    """Append the two bounds on the next sum."""
    now, after = terms_of(m + 1), terms_of(m + 1, 1)
    value, other = T(b, m + 1) - gamma ** (m + 1), T(b, m + 1)
    rises = proof.applies("combination of sums", on=ON, uses=(known.later, known.more), first=after,
        second=now, value=value, other=other, times=one, plus=-b,
        because="take b times the sum from what is left of it")
    near, far = terms_of(m), terms_of(m, 1)
    low, high = (proof.applies("combination of sums", on=ON, uses=(name, name), first=term,
            second=term, value=total, other=total, times=factor, plus=zero,
            because="this is a multiple of the sum")
        for name, term, total, factor in ((known.here, near, T(b, m), (m + 1) * b),
            (known.rest, far, T(b, m) - gamma**m, m + 1)))
    at = {powers.r: m, powers.x: n + gamma, powers.s: one}
    rise = after - b * now
    each = [step(proof, that(small) <= great, ON & TERM, [(tangent, at, b ** (n + 1))], why)
        for small, great, tangent, why in (
            ((m + 1) * b * near, rise, terms.tangent, "the next power is above its tangent"),
            (rise, (m + 1) * far, terms.tangent_above, "and so is the one before"))]
    least, most = (proof.applies("comparison of sums", on=ON, uses=(*sums, terms_), small=small,
            great=great, less=less_, more=more, because="so for the sums")
        for sums, terms_, small, great, less_, more in (((low, rises), each[0], (m + 1) * b * near,
                rise, (m + 1) * b * T(b, m), value - b * other),
            ((rises, high), each[1], rise, (m + 1) * far, value - b * other,
                (m + 1) * (T(b, m) - gamma**m))))
    return (proof.follows(LOW, least, because="so the next sum is not much smaller"),
        proof.follows(HIGH, most,
        because="the next sum is not much larger, as gamma^{m + 1} is at most (m + 1) gamma^m"))


def positive_sums(proof: Proof, known: Sums) -> str:
    """Append that the sums are positive."""
    term, value = terms_of(m, 1), T(b, m) - gamma**m
    nothing = proof.applies("combination of sums", on=ON, uses=(known.rest, known.rest), first=term,
        second=term, value=value, other=value, times=zero, plus=zero, because="zeros add up to 0")
    some = proof.shows(that(0) <= term, on=ON & TERM, by="sign", because="no term is negative")
    more = proof.applies("comparison of sums", on=ON, uses=(nothing, known.rest, some), small=zero,
        great=term, less=zero, more=value, because="so a sum is at least its first term")
    return step(proof, that(0) < T(b, m), ON, [(more, {}, 1)], "and the first term is positive")


def _divided(proof: Proof, low: str, high: str, some: str, quotient: str) -> tuple[str, str, str]:
    """Append the bounds on the cost for the next power, and that it is 1 for the power 0."""
    above = step(proof, that(0) < T(b, d), COSTS, [(some, {m: d}, 1)], "for d as well")
    found = proof.obtains("reciprocal", "part", on=COSTS, uses=(above,), value=T(b, d),
        because="a sum has a reciprocal")
    part = found.term
    positive_part, product = (proof.knows(found, fact, because=why)
        for fact, why in enumerate(("it is positive", "and times the sum it is 1")))
    times, share = d / (d + p + 1) * part, (1 - b) / (d + p + 1) * part
    this, following = (d + p) * C(b, d, p), (1 - b) * C(b, d, p + 1)
    steps = []
    for goal, bound, gap, first, second in ((STEP_LOW, low, following - b * this, -b * part, share),
            (STEP_HIGH, high, this - following, part, -share)):
        scale = step(proof, that(0) < times, EVERY, [(positive_part, {}, d / (d + p + 1))],
            "times a number")
        steps.append(proof.follows(goal, (bound, {m: d + p}, times), (quotient, first),
                (quotient, {p: p + 1}, second), (product, -gap), also=(scale,),
                because="divide the bound on the sum by T(b, d)"))
    unit = proof.follows(NOTHING, (quotient, {p: zero}, part / d), (product, 1 - C(b, d, 0)),
        because="for p = 0 the quotient is 1")
    return steps[0], steps[1], unit


def derive() -> Derivation:
    proof = Proof(AT, RATIOS)
    known = Sums.of(proof, proof.assumes(SUMS, because="the sums"))
    quotient = proof.assumes(QUOTIENT, because="the costs")
    low, high = _between(proof, known, powers.Terms(proof))
    lower, upper, unit = _divided(proof, low, high, positive_sums(proof, known), quotient)
    least, most = unit, unit
    for power, down, up in ((1, b * d, -d), (2, b * (d + 1), d + 1)):
        least, most = (proof.follows(goal, (following, (1 - b) ** (power - 1)), (before, times),
                because=f"from p = {power - 1} to {power}")
            for goal, following, before, times in ((BETWEEN[power][0], lower, least, down),
                (BETWEEN[power][1], upper, most, up)))
        first, last, _ = BOUNDS[power]
        limit = proof.shows(Limit(first, b, one, "-", last), on=AT & positive(d), by="limit",
            because="the lower bound tends to the upper")
        proof.concludes(TENDS[power], by="squeeze", uses=(least, most, limit),
            because="so does the cost")
    return proof.done()


CLAIMS = (Claim(RATIOS, derive),)
