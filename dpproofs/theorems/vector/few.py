"""Every dimension and power: for large epsilon the first two terms of each sum decide."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import between, positive
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import Limit, Sum, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.staircase import powers
from dpproofs.theorems.vector import ratios
from dpproofs.theorems.vector.ratios import AT, TERM, C, T, d, m, n, step, terms_of, zero
from dpproofs.theorems.vector.setting import PAPER, b, gamma

half = sp.Rational(1, 2)
p = sp.Symbol("p", positive=True)
SMALL = AT & between(b, 0, half)
ON = SMALL & positive(m)
ROOTS = SMALL & positive(d)
EVERY = ROOTS & positive(p)

K = Given("K", "function", 1)
_tail = half ** (n + 1) * (n + 5) ** m

SUMS = Goal(Sum(b**n * (n + gamma) ** m, n, zero, sp.oo, T(b, m)), ON)
TAIL = Goal(Sum(_tail, n, zero, sp.oo, sp.exp(K(m))), ON)
QUOTIENT = Goal(that((d + p) * T(b, d) * C(b, d, p)) == d * T(b, d + p), EVERY)


def two(order: sp.Expr) -> sp.Expr:
    """The first two terms of a sum."""
    return gamma**order + b * (1 + gamma) ** order


def all_of(order: sp.Expr) -> sp.Expr:
    """The first two terms, and a bound on the others."""
    return two(order) + b**2 * ((2 + gamma) ** order + sp.exp(K(order)))


LOW = Goal(that(two(m)) <= T(b, m), ON)
HIGH = Goal(that(T(b, m)) <= all_of(m), ON)
_share = d / (d + p)
_least, _most = _share * two(d + p) / all_of(d), _share * all_of(d + p) / two(d)
COST_LOW = Goal(that(_least) <= C(b, d, p), EVERY)
COST_HIGH = Goal(that(C(b, d, p)) <= _most, EVERY)
_FIRST = _share * gamma**p
TENDS = Goal(Limit(C(b, d, p), b, zero, "+", _FIRST), AT & positive(d) & positive(p))


def model() -> dict[str, sp.Lambda]:
    """The sums and the costs, and the logarithm of what bounds the tails."""
    order = sp.Symbol("m", positive=True)
    return {**ratios.model(), "K": sp.Lambda((order,), sp.log(sp.lerchphi(half, -order, 5) / 2))}


FEW = Statement(id="vector.gain.low.every", paper=PAPER,
    item="ours: the cost for large epsilon, in every dimension",
    title="in every dimension the cost of a staircase tends to that of its first ball as epsilon "
    "tends to infinity, and the first two terms say how",
    printed_latex=r"\begin{gathered}T_m=\sum_{k\ge0}b^k(k+\gamma)^m,\qquad C_{d,p}=\frac "
    r"d{d+p}\frac{T_{d+p}}{T_d},\qquad S_m=\gamma^m+b(1+\gamma)^m,\qquad "
    r"R_m=(2+\gamma)^m+\sum_{n\ge0}2^{-n-1}(n+5)^m\\S_m\le T_m\le S_m+b^2R_m,\qquad \frac "
    r"d{d+p}\frac{S_{d+p}}{S_d+b^2R_d}\le C_{d,p}\le\frac "
    r"d{d+p}\frac{S_{d+p}+b^2R_{d+p}}{S_d}\qquad(0<b<\tfrac12)\\\lim_{b\to0^+}C_{d,p}=\frac "
    r"d{d+p}\gamma^p\qquad(0<\gamma\le1,\ m,d,p>0)\end{gathered}", parameters=AT, given=(T, C, K),
    hypotheses=(SUMS, TAIL, QUOTIENT), printed=(LOW, HIGH, COST_LOW, COST_HIGH, TENDS),
    note="For all real m, d, p > 0, so for every dimension and every power. C(b, d, p) is E||X||^p "
    "of the staircase in d dimensions at sensitivity 1, and exp(K(m)) the sum in R_m, which "
    "depends on m alone. At gamma = t beta with b = beta^(d+p) the bounds say that C/beta^p tends "
    "to d/(d+p) (t^p + t^(-d)) as beta tends to 0, for every t > 0, and this is least at t = "
    "(d/p)^(1/(d+p)), where it is t^p; that step, and that the bounds are uniform in t, is in "
    "words in docs/vectors.md.", examples=(model(),))


def _tails(proof: Proof, sums: str, tail: str) -> tuple[str, str]:
    """Append that the terms after the first two are not negative, and not much."""
    shifts, values = [sums], [T(b, m)]
    for place in range(3):
        shifts.append(proof.applies("without the first term", on=ON, uses=(shifts[-1],),
                terms=terms_of(m, place), value=values[-1],
                because=f"without the term for k = {place}"))
        values.append(values[-1] - terms_of(m, place).subs(n, 0))
    nothing = proof.applies("combination of sums", on=ON, uses=(shifts[2], shifts[2]),
        first=terms_of(m, 2), second=terms_of(m, 2), value=values[2], other=values[2], times=zero,
        plus=zero, because="zeros add up to 0")
    some = proof.shows(that(0) <= terms_of(m, 2), on=ON & TERM, by="sign",
        because="no term is negative")
    low = proof.applies("comparison of sums", on=ON, uses=(nothing, shifts[2], some), small=zero,
        great=terms_of(m, 2), less=zero, more=values[2],
        because="so what is left after two terms is not negative")
    bound = proof.applies("combination of sums", on=ON, uses=(tail, tail), first=_tail,
        second=_tail, value=sp.exp(K(m)), other=sp.exp(K(m)), times=b**2, plus=zero,
        because="this is a multiple of a sum that does not depend on b")
    grows = powers.Growth(proof).grows
    each = step(proof, that(terms_of(m, 3)) <= b**2 * _tail, ON & TERM,
        [(grows, {powers.r: n + 1, powers.x: b, powers.s: half - b}, b**2 * (n + 5) ** m),
            (grows, {powers.r: m, powers.x: n + 3 + gamma, powers.s: 2 - gamma}, b ** (n + 3))],
        "the n-th of the terms left is at most this, as b < 1/2 and gamma < 2")
    high = proof.applies("comparison of sums", on=ON, uses=(shifts[3], bound, each),
        small=terms_of(m, 3), great=b**2 * _tail, less=values[3], more=b**2 * sp.exp(K(m)),
        because="so for the sums")
    return (proof.follows(LOW, low, because="so the first two terms are a lower bound"),
        proof.follows(HIGH, high, because="and with b^2 times a constant an upper one"))


def _not_negative(proof: Proof, low: str, quotient: str) -> str:
    """Append that the costs are not negative."""
    above = step(proof, that(0) < T(b, d), ROOTS, [(low, {m: d}, 1)], "the sum is positive")
    found = proof.obtains("reciprocal", "part", on=ROOTS, uses=(above,), value=T(b, d),
        because="its reciprocal")
    positive_part, product = (proof.knows(found, fact, because=why)
        for fact, why in enumerate(("is positive", "and times the sum it is 1")))
    times = _share * found.term
    scale = step(proof, that(0) < times, EVERY, [(positive_part, {}, _share)],
        "and so is a multiple")
    more = step(proof, that(0) < T(b, d + p), EVERY, [(low, {m: d + p}, 1)],
        "the other sum as well")
    return proof.follows(that(0) < C(b, d, p), (more, times), (quotient, found.term / (d + p)),
        (product, -C(b, d, p)), on=EVERY, also=(scale,), because="so the cost is positive")


def derive() -> Derivation:
    proof = Proof(AT, FEW)
    sums, tail, quotient = proof.supposes((SUMS, "the sums"),
        (TAIL, "a sum that bounds what is left"), (QUOTIENT, "the costs"))
    low, high = _tails(proof, sums, tail)
    cost = _not_negative(proof, low, quotient)
    bounds = []
    for goal, first, second, whole in ((COST_LOW, low, high, all_of(d)),
            (COST_HIGH, high, low, two(d))):
        sign = 1 if first == low else -1
        scale = step(proof, that(0) < C(b, d, p) / whole, EVERY, [(cost, {}, 1 / whole)],
            "over a bound")
        bounds.append(proof.follows(goal, (first, {m: d + p}, _share / whole),
                (second, {m: d}, C(b, d, p) / whole), (quotient, sign / ((d + p) * whole)),
                also=(scale,), because="put in the bounds of both sums"))
    limits = [proof.shows(Limit(bound, b, zero, "+", _FIRST), on=TENDS.domain, by="limit",
            because="at b = 0 only the first term is left") for bound in (_least, _most)]
    proof.concludes(TENDS, by="squeeze", uses=(*bounds, *limits), because="so it is of the cost")
    return proof.done()


CLAIMS = (Claim(FEW, derive),)
