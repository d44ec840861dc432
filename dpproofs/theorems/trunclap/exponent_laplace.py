"""E|X|^p against Laplace noise of the same scale: bounds for every real p > 0, and the limit.

With L = A/lambda and S(p, L) = E(|X|/lambda)^p these depend on p and L alone. K(p) =
Gamma(p+1) is the same expectation for Laplace noise, T(p, L) what of it lies beyond L.
"""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, positive
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import Integral, Limit, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.trunclap.exponent import L, moment, powers_grow, r, zero
from dpproofs.theorems.trunclap.exponent import base as x
from dpproofs.theorems.trunclap.logarithms import POSITIVE, y
from dpproofs.theorems.trunclap.setting import PAPER, p

LENGTH, EXPONENT = positive(L), positive(p)
ON = Domain((EXPONENT, LENGTH))

S, T, K = Given("S", "function", 2), Given("T", "function", 2), Given("K", "function", 1)
laplace = K(p)
_inside = 1 - sp.exp(-L)
_most = 2 * (2 * p) ** p  # of exp(L/2) T(p, L)
_beyond = _most * sp.exp(-L / 2)

SHIFTED = Goal(that(x**p) < (x + L) ** p, Domain((EXPONENT, LENGTH, positive(x))))
TAMED = Goal(that(x**p) < (2 * p) ** p * sp.exp(x / 2), Domain((EXPONENT, positive(x))))
CUT = Goal(Integral((2 * p) ** p * sp.exp(-x / 2), x, L, sp.oo, _beyond), ON)

_SPLIT = Goal(that(S(p, L) * _inside) == laplace - T(p, L), ON)
_MEMORYLESS = Goal(that(sp.exp(-L) * laplace) <= T(p, L), ON)
_SMALL = Goal(that(T(p, L)) <= _beyond, ON)
_NONNEGATIVE = Goal(that(zero) <= S(p, L), ON)

ABOVE = Goal(that(S(p, L)) <= laplace, ON)
BELOW = Goal(that(laplace - _beyond) <= S(p, L), ON)
LIMIT = Goal(Limit(S(p, L), L, sp.oo, "-", laplace), Domain((EXPONENT,)))

LAPLACE = Statement(id="trunclap.exponent.laplace", paper=PAPER,
    item="ours: every exponent, against Laplace noise",
    title="every moment against that of Laplace noise, from what is cut off",
    printed_latex=r"\begin{gathered}(1-e^{-L})\,S(p,L)=K(p)-T(p,L),\quad e^{-L}K(p)\le T(p,L)\le2"
    r"\,(2p)^pe^{-L/2},\quad0\le S(p,L)\ \ (p>0):\\K(p)-2\,(2p)^pe^{-L/2}\le S(p,L)\le K(p),\qquad"
    r"\lim_{L\to\infty}S(p,L)=K(p)\end{gathered}",
    printed_text="for (1 - exp(-L)) S(p, L) = K(p) - T(p, L), exp(-L) K(p) <= T(p, L) <= 2 (2p)^p "
    "exp(-L/2) and 0 <= S(p, L): K(p) - 2 (2p)^p exp(-L/2) <= S(p, L) <= K(p) for real p > 0, and "
    "S(p, L) tends to K(p) as L tends to infinity",
    printed=(SHIFTED, TAMED, CUT, ABOVE, BELOW, LIMIT), given=(S, T, K),
    hypotheses=(_SPLIT, _MEMORYLESS, _SMALL, _NONNEGATIVE),
    examples=({"S": sp.Lambda((p, L), moment(p, L)),
            "T": sp.Lambda((p, L), sp.gamma(p + 1) - sp.lowergamma(p + 1, L)),
            "K": sp.Lambda(p, sp.gamma(p + 1))},),
    note="S(p, L) stands for E(|X|/lambda)^p of truncated Laplacian noise of any scale lambda on "
    "any [-A, A], with L = A/lambda, and K(p) for Gamma(p+1), the integral of x^p exp(-x) over (0, "
    "oo), of which T(p, L) is the part beyond L; for an integer p it is p!. What is assumed of "
    "them is what the three goals shown first say after integration, which is left in words. With "
    "the bound A^p/(p+1) of uniform noise, E|X|^p is at most the smaller one of the two.")


def derive() -> Derivation:
    proof = Proof(ON)
    grows = powers_grow(proof)
    proof.follows(SHIFTED, (grows, {r: p, y: L}), because="beyond L every place is larger")
    exponential = proof.shows(that(y) < sp.exp(y), on=POSITIVE, by="ladder",
        because="the exponential is above the line")
    share = x / (2 * p)
    higher = proof.follows(that(share) < sp.exp(share), (exponential, {y: share}), on=TAMED.domain,
        because="at x/(2p)")
    proof.follows(TAMED, (grows, {r: p, x: share, y: sp.exp(share) - share}, (2 * p) ** p),
        also=(higher,), because="take the power p")
    proof.concludes(CUT, by="integral", antiderivative=-2 * (2 * p) ** p * sp.exp(-x / 2),
        because="so the integral of x^p exp(-x) beyond L is at most this")
    split, memoryless, small, some = proof.supposes(
        (_SPLIT, "on [0, L] the density is exp(-x)/(1 - exp(-L)); T is what is left out"),
        (_MEMORYLESS,
            ("T is exp(-L) times the integral of (x + L)^p exp(-x), which is larger than that of "
                "x^p exp(-x)")), (_SMALL, "the integral above"),
        (_NONNEGATIVE, "an expectation of what is positive"))
    above = proof.follows(ABOVE, (split, -1 / _inside), (memoryless, 1 / _inside),
        because="what is cut off is above the average")
    below = proof.follows(BELOW, split, small, (some, sp.exp(-L)),
        because="and it is not more than T, which is small")
    near = proof.shows(Limit(laplace - _beyond, L, sp.oo, "-", laplace), on=LIMIT.domain,
        by="limit", because="the lower bound tends to the upper one", rate=sp.Rational(1, 2))
    proof.concludes(LIMIT, by="squeeze", because="between two bounds with this limit",
        uses=(above, below, near))
    return proof.done()


CLAIMS = (Claim(LAPLACE, derive),)
