"""E|X|^p against uniform noise on the same [-A, A]: bounds for every real p > 0, and the limit.

With L = A/lambda and R(p, L) = E(|X|/A)^p these depend on p and L alone; |X|/A has the
density L exp(-L x)/(1 - exp(-L)) on [0, 1].
"""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, between, positive
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import Integral, Limit, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.trunclap.exponent import L, moment, one, powers_grow, r, zero
from dpproofs.theorems.trunclap.exponent import base as x
from dpproofs.theorems.trunclap.logarithms import squeezed, y
from dpproofs.theorems.trunclap.setting import PAPER, p

LENGTH = positive(L)
ON = Domain((positive(p), LENGTH))

R = Given("R", "function", 2)
u = sp.exp(L) - 1
_density = L * sp.exp(-L * x) / (1 - sp.exp(-L))
_first = 1 / L - 1 / u

FIRST = Goal(Integral(x * _density, x, zero, one, _first), Domain((LENGTH,)))
BY_PARTS = Goal(Integral(((p + 1) * x**p - L * x ** (p + 1)) * _density, x, zero, one, L / u), ON)
BELOW = Goal(that(x ** (p + 1)) < x, Domain((positive(p), between(x, 0, 1))))

_NEXT = Goal(that((p + 1) * R(p, L)) == L / u + L * R(p + 1, L), ON)
_AMPLITUDE = Goal(that(R(one, L)) == _first, Domain((LENGTH,)))
_LATER = Goal(that(R(p + 1, L)) <= R(one, L), ON)
_NONNEGATIVE = Goal(that(zero) <= R(p, L), ON)

UNIFORM_COST = Goal(Integral(x**p, x, zero, one, 1 / (p + 1)), Domain((positive(p),)))
ABOVE = Goal(that(R(p, L)) <= 1 / (p + 1), ON)
EXACT = Goal(that(L / (u * (p + 1))) <= R(p, L), ON)
_least = (1 - L / 2) / (p + 1)
SIMPLE = Goal(that(_least) <= R(p, L), ON)
LIMIT = Goal(Limit(R(p, L), L, zero, "+", 1 / (p + 1)), Domain((positive(p),)))

UNIFORM = Statement(id="trunclap.exponent.uniform", paper=PAPER,
    item="ours: every exponent, against uniform noise",
    title="every moment against that of uniform noise, from an integral by parts",
    printed_latex=r"\begin{gathered}(p+1)R(p,L)=\frac L{e^L-1}+L\,R(p+1,L),\quad0\le R(p,L),\quad "
    r"R(p+1,L)\le R(1,L)=\frac1L-\frac1{e^L-1}\ \ (p>0):\\\frac1{p+1}\Bigl(1-\frac L2\Bigr)\le"
    r"\frac1{p+1}\cdot\frac L{e^L-1}\le R(p,L)\le\frac1{p+1},\qquad\lim_{L\to0}R(p,L)=\frac1{p+1}"
    r"\end{gathered}", printed=(FIRST, BY_PARTS, BELOW, UNIFORM_COST, ABOVE, EXACT, SIMPLE, LIMIT),
    printed_text="for R(p, L) with (p+1) R(p, L) = L/(exp(L) - 1) + L R(p+1, L), 0 <= R(p, L) and "
    "R(p+1, L) <= R(1, L) = 1/L - 1/(exp(L) - 1): (1 - L/2)/(p+1) <= L/(exp(L) - 1)/(p+1) <= R(p, "
    "L) <= 1/(p+1) for real p > 0, and R(p, L) tends to 1/(p+1) as L tends to 0", given=(R,),
    hypotheses=(_NEXT, _AMPLITUDE, _LATER, _NONNEGATIVE),
    examples=({"R": sp.Lambda((p, L), moment(p, L) / L**p)},),
    note="R(p, L) stands for E(|X|/A)^p of truncated Laplacian noise of any scale lambda on any "
    "[-A, A], with L = A/lambda, and 1/(p+1) is its value for uniform noise. What is assumed of R "
    "is what the integrals shown first say, and that a function that is nowhere negative, as x - "
    "x^(p+1) and x^p, has an expectation that is not.")


def derive() -> Derivation:
    proof = Proof(ON)
    proof.concludes(FIRST, by="integral", because="the first moment, E|X|/A",
        antiderivative=-_density * (x + 1 / L) / L)
    proof.concludes(BY_PARTS, by="integral", antiderivative=x ** (p + 1) * _density,
        because="integrate by parts, for every p: what is left is the density at 1")
    grows = powers_grow(proof)
    proof.follows(BELOW, (grows, {r: p, y: 1 - x}, x), because="x^p < 1 for x < 1")
    proof.concludes(UNIFORM_COST, by="integral", because="the same expectation for uniform noise",
        antiderivative=x ** (p + 1) / (p + 1))
    following = proof.assumes(_NEXT, because="the integral by parts, with R for E(|X|/A)^p")
    amplitude = proof.assumes(_AMPLITUDE, because="the first moment above")
    later = proof.assumes(_LATER, because="the expectation of x - x^(p+1), positive on (0, 1)")
    some = proof.assumes(_NONNEGATIVE, because="the expectation of x^p, positive on (0, 1)")
    weight = 1 / (p + 1)
    above = proof.follows(ABOVE, following, later, amplitude,
        because="L R(p+1) is at most L R(1) = 1 - L/(exp(L) - 1)")
    exact = proof.follows(EXACT, (following, weight), some, because="and R(p+1) is not negative")
    tangent = proof.shows(that((1 - L / 2) * u) < L, on=Domain((LENGTH,)), by="ladder",
        because="so L/(exp(L) - 1) is more than 1 - L/2")
    simple = proof.follows(SIMPLE, exact, (tangent, weight / u),
        because="the lower bound without an exponential")
    squeezed(proof, LIMIT, (above, simple), (_least,))
    return proof.done()


CLAIMS = (Claim(UNIFORM, derive),)
