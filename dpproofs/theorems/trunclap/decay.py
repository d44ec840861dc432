"""Sections 3 and 6: the decay rate f(x)/f(x + Delta) of Gaussian noise, and the comparison."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, between, positive
from dpproofs.kernel.erratum import Erratum, Patch, Severity
from dpproofs.kernel.proposition import Derivative, Integral, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.trunclap.logarithms import ANY, E1, log, rises, y
from dpproofs.theorems.trunclap.setting import (EPSILON, PAPER, SENSITIVITY, Delta, bound, delta,
    eps, u, x)

sigma = sp.Symbol("sigma", positive=True)
_GAUSSIAN = Domain((SENSITIVITY, positive(sigma), positive(x)))

#: log f(x)/f(x + Delta) for the normal density of standard deviation sigma.
_RATE = (Delta**2 + 2 * Delta * x) / (2 * sigma**2)


def _bell(at: sp.Expr) -> sp.Expr:
    return sp.exp(-(at**2) / (2 * sigma**2)) / (sigma * sp.sqrt(2 * sp.pi))


def _shown(at: sp.Expr) -> sp.Expr:
    """What the paper displays for the density, up to the constant that makes it one."""
    return sp.exp(-(at**2) / sigma**2) / (sigma * sp.sqrt(sp.pi))


_PRINTED = Goal(that(_bell(x) / _bell(x + Delta)) == sp.exp(2 * _RATE), _GAUSSIAN)
_RIGHT = Goal(that(_bell(x) / _bell(x + Delta)) == sp.exp(_RATE), _GAUSSIAN)
_SLOPE = Goal(Derivative(_RATE, x, Delta / sigma**2), _GAUSSIAN)
_GROWS = Goal(that(0) < Delta / sigma**2, _GAUSSIAN)
#: The displayed density, of which the printed rate is right, and its variance.
_DISPLAYED = Goal(that(_shown(x) / _shown(x + Delta)) == sp.exp(2 * _RATE), _GAUSSIAN)
_VARIANCE = Goal(Integral(2 * x**2 * _shown(x), x, sp.Integer(0), sp.oo, sigma**2 / 2),
    Domain((positive(sigma),)))

_RATE_ERRATUM = Erratum(Severity.misprint,
    "Nothing for what the paper concludes; with the standard deviation for sigma, as in Section 6, "
    "the noise decays by the root of the printed rate.",
    (Patch(r"\frac{e^{-\frac{x^2}{\sigma^2}}}{e^{-\frac{(x+\Delta)^2}{\sigma^2}}}",
        r"\frac{e^{-\frac{x^2}{2\sigma^2}}}{e^{-\frac{(x+\Delta)^2}{2\sigma^2}}}"),
    Patch(r"e^{\frac{\Delta^2+2\Delta x}{\sigma^2}} = e^{\frac{\Delta^2}{\sigma^2}} "
        r"e^{\frac{2\Delta}{\sigma^2}x}",
        r"e^{\frac{\Delta^2+2\Delta x}{2\sigma^2}} = e^{\frac{\Delta^2}{2\sigma^2}} "
        r"e^{\frac{\Delta}{\sigma^2}x}")))

GAUSSIAN_RATE = Statement(id="trunclap.gaussrate", paper=PAPER,
    item="section 3, the Gaussian mechanism", title="the decay rate of Gaussian noise",
    printed_latex=r"\frac{f(x)}{f(x+\Delta)}=\frac{e^{-x^2/\sigma^2}}{e^{-(x+\Delta)^2/"
    r"\sigma^2}}=e^{(\Delta^2+2\Delta x)/\sigma^2}\quad(x>0),\text{ exponentially increasing in }x",
    printed=(_PRINTED, _SLOPE, _GROWS), corrected=(_RIGHT, _SLOPE, _GROWS, _DISPLAYED, _VARIANCE),
    corrected_latex=r"\frac{f(x)}{f(x+\Delta)}=\frac{e^{-x^2/(2\sigma^2)}}{e^{-(x+\Delta)^2/"
    r"(2\sigma^2)}}=e^{(\Delta^2+2\Delta x)/(2\sigma^2)}",
    printed_text="f(x)/f(x+Delta) = exp(-x^2/sigma^2)/exp(-(x+Delta)^2/sigma^2) = exp((Delta^2 + 2 "
    "Delta x)/sigma^2), exponentially increasing in x",
    corrected_text="with the standard deviation sigma it is exp((Delta^2 + 2 Delta x)/(2 "
    "sigma^2)), exponentially increasing in x; the printed rate is that of variance sigma^2/2",
    erratum=_RATE_ERRATUM,
    note="Section 3 does not say what sigma is; read as in Section 6 and in the mechanism that it "
    "is about, where sigma is the standard deviation. By itself the line is consistent: the "
    "displayed density has the variance sigma^2/2 and the printed rate, the last two goals. What "
    "the paper concludes is the same for both.")


def derive_rate() -> Derivation:
    proof = Proof(_GAUSSIAN)
    proof.fails(_PRINTED, {Delta: 1, sigma: 1, x: 1},
        because="read with sigma for the standard deviation, as in section 6, the rate is "
        "exp(3/2), and not exp(3)")
    proof.concludes(_RIGHT, by="identity",
        because="for the density with the standard deviation sigma, a difference of two squares "
        "stands in the exponent")
    proof.concludes(_SLOPE, by="derivative",
        because="the logarithm of the rate grows with x at a constant rate")
    proof.concludes(_GROWS, by="sign", because="so the rate grows exponentially")
    proof.concludes(_DISPLAYED, by="identity",
        because="the printed rate is that of the density that is displayed, exp(-x^2/sigma^2) up "
        "to a factor")
    proof.concludes(_VARIANCE, because="the variance of this density is half of sigma^2",
        by="integral", antiderivative=sigma**2 * sp.erf(x / sigma) / 2 - sigma**2 * x * _shown(x))
    return proof.done()


# -- section 6 ------------------------------------------------------------------------------------


def _normal(z: sp.Expr) -> sp.Expr:
    """The standard normal distribution function."""
    return (1 + sp.erf(z / sp.sqrt(2))) / 2


_ratio = Delta / sigma
_OWN = sp.Symbol("delta_G", positive=True)
#: The least delta of Gaussian noise (Balle and Wang 2018, Theorem 8).
_gaussian_delta = _normal(_ratio / 2 - eps / _ratio) - sp.exp(eps) * _normal(
    -_ratio / 2 - eps / _ratio)
_PARAMETERS = Domain((EPSILON, SENSITIVITY, positive(sigma)))
_LAST = _RATE.xreplace({x: bound - Delta}).xreplace({delta: _gaussian_delta})
_UNIVERSAL = Goal(that(_LAST) <= eps, _PARAMETERS)

_CROSSING = sigma**2 * eps / Delta - Delta / 2
_place = sp.Symbol("x", real=True)
_AT = _RATE.xreplace({x: _place})
_SLOWER = Goal(that(_AT) < eps, _PARAMETERS & between(_place, -sp.oo, _CROSSING))
_FASTER = Goal(that(eps) < _AT, _PARAMETERS & between(_place, _CROSSING, sp.oo))

# Gaussian noise with sigma = Delta/(2 delta), which is (0, delta) private.
_SMALL = Domain((between(delta, 0, sp.Rational(1, 4)), SENSITIVITY, between(eps, 0, delta)))
_ALWAYS = Goal(that(eps) < _RATE.xreplace({x: bound - Delta, sigma: Delta / (2 * delta)}),
    _SMALL)

_ERRATUM = Erratum(Severity.argument,
    "The decay rate does not explain why the truncated Laplacian costs less, since the Gaussian "
    "decays faster on part of the support; that it costs less where it does is shown otherwise.",
    (Patch("as the truncated Laplacian mechanism universally improves the probability density "
        "decay rate (for both small and big noises)",
        "as the truncated Laplacian mechanism improves the probability density decay rate for "
        r"small noises, $x < \frac{\sigma^2 \epsilon}{\Delta} - \frac{\Delta}{2}$, and for $A - "
        r"\Delta < x \le A$"),))

UNIVERSAL = Statement(id="trunclap.univrate", paper=PAPER, item="section 6, decay rate",
    erratum=_ERRATUM,
    title="whether the truncated Laplacian decays faster than the Gaussian everywhere",
    printed_latex=r"\frac{f_G(x)}{f_G(x+\Delta)}\le e^\epsilon=\frac{f(x)}{f(x+\Delta)}\quad"
    r"\text{for all }0<x\le A-\Delta,\ f_G\text{ the optimal Gaussian}", printed=(_UNIVERSAL,),
    corrected_latex=r"\frac{f_G(x)}{f_G(x+\Delta)}\lessgtr e^\epsilon\quad\text{for}\quad x\lessgtr"
    r"\frac{\sigma^2\epsilon}\Delta-\frac\Delta2,\text{ which is below }A-\Delta\text{ when }"
    r"\epsilon<\delta<\tfrac14", corrected=(_SLOWER, _FASTER, _ALWAYS),
    printed_text="the truncated Laplacian improves the decay rate of the Gaussian universally, for "
    "small and for big noise",
    corrected_text="it does for x < sigma^2 epsilon/Delta - Delta/2, and for A - Delta < x <= A; "
    "in between, when there is such an x, the Gaussian decays faster",
    note="Read as: at no place of (0, A - Delta] does the optimal Gaussian noise decay faster than "
    "exp(epsilon), the rate of the truncated Laplacian there. Formally: the Gaussian of standard "
    "deviation sigma is optimal for epsilon and its own least delta = delta_G(sigma, epsilon) "
    "(Balle and Wang 2018, Theorem 8); with that delta in A, its log rate at A - Delta, where it "
    "is largest, is at most epsilon. That is false, and not at single points only: the last goal "
    "shows it for every epsilon < delta < 1/4 and the Gaussian with sigma = Delta/(2 delta), which "
    "is (0, delta) private (additive.thm6); the optimal one has a smaller sigma, so that it decays "
    "faster still.")


def derive_comparison() -> Derivation:
    proof = Proof(_PARAMETERS)
    proof.letter(_OWN, _gaussian_delta)
    proof.fails(_UNIVERSAL, {eps: sp.Rational(1, 10), Delta: 1, sigma: 3},
        because="this Gaussian noise is optimal for delta = 0.0929; at A - Delta it decays by "
        "exp(0.44), the truncated Laplacian by exp(0.1)",
        latex=r"\frac{f_G(A-\Delta)}{f_G(A)}>e^\epsilon\quad\text{for }\epsilon=\tfrac1{10},\ "
        r"\Delta=1,\ \sigma=3")
    proof.concludes(_SLOWER, by="sign",
        because="for small noise the truncated Laplacian decays faster")
    proof.concludes(_FASTER, by="sign",
        because="for larger noise the Gaussian does")
    low = rises(proof, 2 * y / (2 + y), log, "the logarithm lies above its first Padé approximant")
    below = proof.shows(that(1 + eps) < sp.exp(eps), on=ANY, by="ladder",
        because="the exponential lies above its tangent at 0")
    far = proof.follows(that(2 / (4 * delta + eps)) < bound / Delta, (low, {y: u}, 1 / eps),
        (below, 8 * delta / (eps * (4 * delta + E1) * (4 * delta + eps))), on=_SMALL,
        because="so the support is long, as log(1 + y) > 2 y/(y + 2) at y = (exp(epsilon) - 1)/(2 "
        "delta), and 2 y/(y + 2) grows with y")
    enough = proof.shows(that(eps) < 2 * delta**2 * (4 / (4 * delta + eps) - 1), on=_SMALL,
        by="sign", because="the right side exceeds 11 delta/10, since 4 delta + epsilon < 5 delta "
        "and 4 - 4 delta - epsilon > 11/4")
    proof.key(far, enough)
    proof.follows(_ALWAYS, (far, 4 * delta**2), enough,
        because="at the sensitivity before the end of the support the Gaussian decays faster, for "
            "every epsilon < delta < 1/4")
    return proof.done()


CLAIMS = (Claim(GAUSSIAN_RATE, derive_rate), Claim(UNIVERSAL, derive_comparison))
