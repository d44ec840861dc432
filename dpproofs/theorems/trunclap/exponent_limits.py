"""The limits of Theorems 2 and 3 for every real exponent p > 0, each with an explicit error.

What is known of E|X|^p here are its bounds against uniform and against Laplace noise, of which
other files show that they hold for every scale and every A. A power of A needs A > 0 to be seen,
so A is written exp(alpha).
"""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, between, positive
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import Integral, Limit, Relation, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.trunclap.exponent import base, moment, one, powers_grow, r, zero
from dpproofs.theorems.trunclap.logarithms import (E1, exponential_bounds, log, rises,
    squeezed, y)
from dpproofs.theorems.trunclap.setting import (DELTA, EPSILON, PAPER, SENSITIVITY, Delta, bound,
    delta, eps, p, scale, u)

_half = sp.Rational(1, 2)
EXPONENT = positive(p)

# -- epsilon -> 0 ---------------------------------------------------------------------------------

E, alpha = Given("E", "function", 2), Given("alpha", "function", 1)
_A = sp.exp(alpha(eps))
_cost = E(p, eps)

_ALWAYS = Domain((DELTA, SENSITIVITY, EXPONENT, EPSILON))
_NEAR = Domain((DELTA, SENSITIVITY, EXPONENT, between(eps, 0, delta / (p + 1))))
_short, _long = 2 * Delta / (4 * delta + eps), Delta / (2 * delta * (1 - eps))
_uniform = (Delta / (2 * delta)) ** p / (p + 1)
_share = 1 - eps / (4 * delta * (1 - eps))
_LATEX_A = r"A=e^{\alpha(\epsilon)}=\frac\Delta\epsilon\log(1+u)"
_LOW = _uniform * (1 - p * eps / (4 * delta)) * _share
_HIGH = _uniform * (1 + 2 * p * eps)

_CALIBRATED = Goal(that(_A) == bound, Domain((DELTA, SENSITIVITY, EPSILON)))
_BELOW_UNIFORM = Goal(that(_cost) <= _A**p / (p + 1), _ALWAYS)
_ABOVE_UNIFORM = Goal(that(_A**p * (1 - sp.log(1 + u) / 2) / (p + 1)) <= _cost, _ALWAYS)

BOUNDS_EPSILON = (Goal(that(_LOW) < _cost, _NEAR), Goal(that(_cost) < _HIGH, _NEAR))
TO_UNIFORM = Goal(Limit(_cost, eps, zero, "+", _uniform), Domain((DELTA, SENSITIVITY, EXPONENT)))

# -- delta -> 0 -----------------------------------------------------------------------------------

J, K = Given("J", "function", 3), Given("K", "function", 1)
_w = sp.Symbol("w", positive=True)  # u = w^2
_laplace = scale**p * K(p)
_missing = 2 * (2 * p) ** p * scale**p
_FAR = Domain((EPSILON, SENSITIVITY, EXPONENT, positive(_w)))

_BELOW_LAPLACE = Goal(that(J(p, eps, _w)) <= _laplace, _FAR)
_ABOVE_LAPLACE = Goal(that(_laplace - _missing / sp.sqrt(1 + _w**2)) <= J(p, eps, _w), _FAR)
_LEAST = _laplace - _missing / _w

BOUND_DELTA = Goal(that(_LEAST) < J(p, eps, _w), _FAR)
TO_LAPLACE = Goal(Limit(J(p, eps, _w), _w, sp.oo, "-", _laplace),
    Domain((EPSILON, SENSITIVITY, EXPONENT)))

# -- epsilon = delta -> 0 -------------------------------------------------------------------------

C, D, c = (Given(name, "function", arity) for name, arity in (("C", 2), ("D", 2), ("c", 1)))
_v, _s = sp.symbols("v s", positive=True)
_u = E1 / (2 * eps)
_inside, _more = _u / (1 + _u), sp.Rational(2, 3) - 1 / (1 + _u)
_BOTH = Domain((EXPONENT, between(eps, 0, _half)))

STRIP = Goal(
    Integral((1 + _v) ** -2, _v, _half, _half + _s, sp.Rational(2, 3) - 1 / (1 + _half + _s)),
    Domain((positive(_s),)))
_SPLIT = Goal(that(_inside * C(p, eps)) == c(p) / 3 + D(p, eps), _BOTH)
_GAIN = Goal(that(zero) <= D(p, eps), _BOTH)
_SMALL = Goal(that(D(p, eps)) <= _more, _BOTH)
_POSITIVE = Goal(that(zero) <= c(p), _BOTH)

_LEFT, _RIGHT = c(p) * (1 - 2 * eps / 3), c(p) + 2 * eps / (3 - 2 * eps)
BOUNDS_BOTH = (Goal(that(_LEFT) <= C(p, eps), _BOTH),
    Goal(that(C(p, eps)) < _RIGHT, _BOTH))
TOGETHER = Goal(Limit(C(p, eps), eps, zero, "+", c(p)), Domain((EXPONENT,)))

_start = sp.log(sp.Rational(3, 2))
_MODEL = {"alpha": sp.Lambda(eps, sp.log(bound)),
    "E": sp.Lambda((p, eps), scale**p * moment(p, sp.log(1 + u))),
    "J": sp.Lambda((p, eps, _w), scale**p * moment(p, sp.log(1 + _w**2))),
    "K": sp.Lambda(p, sp.gamma(p + 1)), "C": sp.Lambda((p, eps), moment(p, sp.log(1 + _u))),
    "D": sp.Lambda((p, eps), sp.lowergamma(p + 1, sp.log(1 + _u)) - sp.lowergamma(p + 1, _start)),
    "c": sp.Lambda(p, 3 * sp.lowergamma(p + 1, _start))}

LIMITS = Statement(id="trunclap.exponent.lims", paper=PAPER, item="ours: every exponent, limits",
    title="every moment as epsilon, delta or both tend to 0, from its bounds",
    printed_latex=r"\begin{gathered}\frac{A^p}{p+1}\Bigl(1-\tfrac12\log(1+u)\Bigr)\le E\le"
    r"\frac{A^p}{p+1}:\quad\lim_{\epsilon\to0}E=\frac1{p+1}\Bigl(\frac\Delta{2\delta}\Bigr)^p"
    r"\\\Bigl(K(p)-\frac{2\,(2p)^p}{\sqrt{1+u}}\Bigr)\Bigl(\frac\Delta\epsilon\Bigr)^p\le J\le K(p)"
    r"\Bigl(\frac\Delta\epsilon\Bigr)^p:\quad\lim_{\delta\to0}J=K(p)\Bigl(\frac\Delta\epsilon"
    r"\Bigr)^p\\\frac u{1+u}\,C=\frac{c(p)}3+D,\quad0\le D\le\frac23-\frac1{1+u},\quad0\le c(p):"
    r"\quad\lim_{\epsilon=\delta\to0}C=c(p)\end{gathered}",
    printed_text="for real p > 0: E tends to (Delta/(2 delta))^p/(p+1) as epsilon -> 0 if it has "
    "its bounds against uniform noise, J to K(p) (Delta/epsilon)^p as delta -> 0 if it has its "
    "bounds against Laplace noise, and C to c(p) as epsilon = delta -> 0 if u/(1+u) C exceeds "
    "c(p)/3 by at most 2/3 - 1/(1+u), and not less",
    printed=(TO_UNIFORM, TO_LAPLACE, TOGETHER, *BOUNDS_EPSILON, BOUND_DELTA, STRIP, *BOUNDS_BOTH),
    parameters=Domain((DELTA, SENSITIVITY)), given=(E, alpha, J, K, C, D, c),
    hypotheses=(_CALIBRATED, _BELOW_UNIFORM, _ABOVE_UNIFORM, _BELOW_LAPLACE, _ABOVE_LAPLACE, _SPLIT,
        _GAIN, _SMALL, _POSITIVE), examples=(_MODEL,),
    note="The limits that Theorems 2 and 3 print for p = 1 and 2, for every real p > 0. E(p, "
    "epsilon) stands for E|X|^p and exp(alpha(epsilon)) for A; the bounds that are assumed are "
    "those shown against uniform noise, with A/lambda = log(1 + u), and against Laplace noise. For "
    "delta -> 0 put u = w^2, so that delta = (exp(epsilon) - 1)/(2 w^2) with w -> oo; J(p, "
    "epsilon, w) is E|X|^p there, and K(p) is Gamma(p+1). For delta = epsilon, C(p, epsilon) is "
    "(epsilon/Delta)^p E|X|^p and c(p) 3 times the integral of x^p exp(-x) over (0, log(3/2)): by "
    "x = log(1 + v) the density of |X|/lambda is (1 + 1/u)/(1 + v)^2 on (0, u), D is the part of "
    "the integral of log(1 + v)^p/(1 + v)^2 beyond v = 1/2, where the logarithm is below 1, and "
    "c(p)/3 the rest. That these functions are those moments is in words. Every limit comes with "
    "an error: of the order of epsilon (for epsilon < delta/(p+1), or epsilon = delta < 1/2), or "
    "of sqrt(delta).")


def derive() -> Derivation:
    proof = Proof(_ALWAYS, LIMITS)
    exponential = exponential_bounds(proof)
    _toward_uniform(proof, exponential)
    _toward_laplace(proof)
    _together(proof, exponential)
    return proof.done()


def _bernoulli(proof: Proof, grows: str) -> tuple[str, str]:
    """1 - p y < (1 + y)^(-p) for y > 0, and 1 - (p+1) y < (1 - y)^(p+1) for 0 < y < 1."""
    falls = rises(proof, (1 + y) ** (-r), one, "a power with a negative exponent is below 1",
        slope=r * (1 + y) ** (-r - 1), on=Domain((positive(r), positive(y))))
    outward = rises(proof, 1 - p * y, (1 + y) ** (-p), "so it lies above its tangent",
        slope=p * (1 - (1 + y) ** (-p - 1)), on=Domain((EXPONENT, positive(y))),
        facts=[(falls, {r: p + 1}, p)])
    inward = rises(proof, 1 - (p + 1) * y, (1 - y) ** (p + 1), "this is Bernoulli's inequality",
        slope=(p + 1) * (1 - (1 - y) ** p), on=Domain((EXPONENT, between(y, 0, 1))),
        facts=[(grows, {r: p, base: 1 - y}, p + 1)])
    return outward, inward


def _toward_uniform(proof: Proof, exponential: tuple[str, str]) -> None:
    below, above = exponential
    low = rises(proof, 2 * y / (2 + y), log, "the logarithm lies above its first Padé approximant")
    high = rises(proof, log, y, "it is below its tangent")
    grows = powers_grow(proof)
    outward, inward = _bernoulli(proof, grows)
    calibrated, under, over = proof.supposes(
        (_CALIBRATED, "A, with alpha for its logarithm", _LATEX_A),
        (_BELOW_UNIFORM, "shown for every scale and A: not above the moment of uniform noise",
            r"\mathbb E|X|^p\le\frac{A^p}{p+1}"),
        (_ABOVE_UNIFORM, "and not much below it, where A is small against the scale",
            r"\frac{A^p}{p+1}\Bigl(1-\frac{\log(1+u)}2\Bigr)\le\mathbb E|X|^p"))
    unit = Delta / eps
    longer = proof.follows(that(_A) < _long, calibrated, (high, {y: u}),
        (above, unit / (2 * delta * (1 - eps))), latex=r"A<\frac\Delta{2\delta(1-\epsilon)}",
        on=_NEAR, because="the logarithm is below its tangent, and exp(epsilon) - 1 below "
            "epsilon/(1 - epsilon)")
    shorter = proof.follows(that(_short) < _A, calibrated, (low, {y: u}),
        (below, 8 * delta * unit / ((4 * delta + E1) * (4 * delta + eps))), on=_NEAR,
        because="the logarithm is above its fraction, which increases, and (exp(epsilon) - 1)/(2 "
            "delta) above epsilon/(2 delta)",
        latex=r"\frac\Delta{2\delta+\epsilon/2}<A")
    powers = [proof.follows(that(small**p) < large**p,
            (grows, {r: p, base: small, y: large - small}), on=_NEAR, also=(step,),
            because="take the power p", latex=latex)
        for small, large, step, latex in (
            (_A, _long, longer, r"A^p<\Bigl(\frac\Delta{2\delta(1-\epsilon)}\Bigr)^p"),
            (_short, _A, shorter, r"\Bigl(\frac\Delta{2\delta+\epsilon/2}\Bigr)^p<A^p"))]
    weight, size = 1 / (p + 1), (Delta / (2 * delta)) ** p
    bounds = (proof.follows(BOUNDS_EPSILON[0], over, (high, {y: u}, _A**p * weight / 2),
            (above, _A**p * weight / (4 * delta * (1 - eps))), (powers[1], _share * weight),
            (outward, {y: eps / (4 * delta)}, size * _share * weight),
            because="the logarithm is below epsilon/(2 delta (1 - epsilon)), and the power of 1 + "
            "epsilon/(4 delta) above its tangent"),
        proof.follows(BOUNDS_EPSILON[1], under, (powers[0], weight),
            (inward, {y: eps}, weight * size * (1 - eps) ** -p / (1 - (p + 1) * eps)),
            because="the power of 1 - epsilon is above its tangent, where (p+1) epsilon < 1/2"))
    squeezed(proof, TO_UNIFORM, bounds, (_LOW, _HIGH))


def _toward_laplace(proof: Proof) -> None:
    under = proof.assumes(_BELOW_LAPLACE,
        because="delta -> 0, with u = w^2: as shown, not above the moment of Laplace noise")
    over = proof.assumes(_ABOVE_LAPLACE, because="and below it by little: exp(-A/lambda) = 1/(1+u)")
    root = sp.sqrt(1 + _w**2)
    inverse = proof.shows(that(1 / _w - 1 / root) == 1 / (_w * root * (root + _w)), by="identity",
        on=Domain((positive(_w),)), because="the inverse of w is above that of the root of 1 + w^2")
    above = proof.follows(BOUND_DELTA, over, (inverse, _missing),
        because="so 1/w may take its place")
    squeezed(proof, TO_LAPLACE, (above, under), (_LEAST,))


def _together(proof: Proof, exponential: tuple[str, str]) -> None:
    below, above = exponential
    proof.concludes(STRIP, by="integral",
        because="integrate the density beyond 1/2: it bounds the rest of the moment, as powers of "
        "logarithms below 1 are below 1", antiderivative=-1 / (1 + _v))
    split = proof.assumes(_SPLIT,
        because="the integral of x^p exp(-x) up to log(3/2), which is c(p)/3, and D, the rest",
        latex=r"\frac u{1+u}\,C(p,\epsilon)=\tfrac13\,c(p)+D(p,\epsilon),\quad u=\frac{e^"
        r"\epsilon-1}{2\epsilon}")
    gain = proof.assumes(_GAIN, because="(exp(epsilon) - 1)/(2 epsilon) is more than 1/2")
    small = proof.assumes(_SMALL,
        because="(exp(epsilon) - 1)/(2 epsilon) is below 1, so that the logarithm in D is below 1",
        latex=r"D(p,\epsilon)\le\tfrac23-\frac1{1+u}")
    some = proof.assumes(_POSITIVE, because="an integral of what is positive")
    inverse = 1 / _inside
    room = proof.follows(Relation(1 - 2 * eps / 3, "<", inverse / 3),
        (above, sp.Integer(2) / (3 * E1)), on=_BOTH,
            because="1 + 2 epsilon/(exp(epsilon) - 1) is more than 3 - 2 epsilon",
        latex=r"1-\tfrac23\epsilon<\tfrac13\Bigl(1+\frac1u\Bigr)")
    beyond = proof.follows(that(inverse / 3) < 1, (below, sp.Integer(2) / (3 * E1)), on=_BOTH,
        because="1 + 2 epsilon/(exp(epsilon) - 1) is less than "
            "3", latex=r"\tfrac13\Bigl(1+\frac1u\Bigr)<1")
    strip = proof.follows(that(_more) < 2 * eps / (3 * (3 - 2 * eps)),
        (above, 2 / ((2 * eps + E1) * (3 - 2 * eps))), on=_BOTH,
            because="(exp(epsilon) - 1)/(2 epsilon) is below 1/(2 (1 - epsilon)), so that the "
                "strip is narrow",
        latex=r"\tfrac23-\frac1{1+u}<\frac{2\epsilon}{3(3-2\epsilon)}")
    bounds = (proof.follows(BOUNDS_BOTH[0], (split, inverse), (gain, inverse), (room, c(p)),
            also=(some,), because="D is not negative"),
        proof.concludes(BOUNDS_BOTH[1], by="entailment", uses=(split, small, beyond, strip, some),
            because="D is at most the integral of the strip",
            facts=[(split, {}, -inverse), (small, {}, inverse), (strip, {}, inverse),
                (beyond, {}, c(p)), (beyond, {}, 2 * eps / (3 - 2 * eps))]))
    squeezed(proof, TOGETHER, bounds, (_LEFT, _RIGHT))


CLAIMS = (Claim(LIMITS, derive),)
