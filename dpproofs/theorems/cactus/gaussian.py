"""Section IV: the largest divergence of normal noise, and the numbers of the experiment."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, PrintedFormula, Statement
from dpproofs.kernel.domain import Domain, Variable, between, positive
from dpproofs.kernel.proposition import Integral, Sum, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.cactus.setting import PAPER, x

sigma = sp.Symbol("sigma", positive=True)
shift = sp.Symbol("a", real=True)

_SCALE = Domain((positive(sigma),))
_SHIFTED = _SCALE & between(shift, -1, 1, "[]")


def density(place: sp.Expr) -> sp.Expr:
    """The density of normal noise of variance sigma^2."""
    return sp.exp(-(place**2) / (2 * sigma**2)) / (sp.sqrt(2 * sp.pi) * sigma)


_loss = (shift**2 - 2 * shift * x) / (2 * sigma**2)
_worst = 1 / (2 * sigma**2)
_mass = sp.erf(x / (sp.sqrt(2) * sigma)) / 2

_LOSS = Goal(that(density(x)) == sp.exp(_loss) * density(x - shift),
    _SHIFTED & Variable(x, -sp.oo, sp.oo))
_DIVERGENCE = Goal(Integral(density(x) * _loss, x, -sp.oo, sp.oo, shift**2 / (2 * sigma**2)),
    _SHIFTED)
_BOUND = Goal(that(shift**2 / (2 * sigma**2)) <= _worst, _SHIFTED)
_FULL = Goal(Integral(density(x) * _loss.subs(shift, 1), x, -sp.oo, sp.oo, _worst), _SCALE)

GAUSS = Statement(id="cactus.gauss", paper=PAPER, item="Section IV, the divergence of normal noise",
    title="the largest divergence of normal noise at sensitivity 1",
    printed_latex=r"\sup_{|a|\le1}D\bigl(N(0,\sigma^2)\,\|\,N(a,\sigma^2)\bigr)=\frac1{2\sigma^2}",
    parameters=_SCALE, printed=(_LOSS, _DIVERGENCE, _BOUND, _FULL),
    formulas=(PrintedFormula(_FULL, _worst),),
    note="The divergence is the mean of the privacy loss, which is the logarithm of the ratio of "
    "the two densities: (a^2 - 2 a x)/(2 sigma^2), the first goal. The shift a = 1 attains the "
    "supremum, and so does a = -1.")


def derive_gauss() -> Derivation:
    proof = Proof(_SHIFTED, GAUSS)
    proof.concludes(_LOSS, by="identity",
        because="the ratio of the densities is the exponential of the loss")
    proof.concludes(_DIVERGENCE, by="integral",
        because="the square part of the loss is constant, and its linear part has mean 0",
        antiderivative=shift**2 / (2 * sigma**2) * _mass + shift * density(x))
    proof.concludes(_BOUND, by="sign", because="it grows with the size of the shift")
    proof.concludes(_FULL, by="integral", because="and is attained at the full shift",
        antiderivative=_worst * _mass + density(x))
    return proof.done()


# -- the experiment -------------------------------------------------------------------------------

_j = sp.Symbol("j", integer=True)
_rate = sp.Rational(250, 60000)
_EPOCH = Goal(Sum(sp.Integer(2500), _j, sp.Integer(1), sp.Integer(24), sp.Integer(60000)), Domain())
_RATE = (Goal(that(sp.Rational(4165, 10**6)) < _rate, Domain()),
    Goal(that(_rate) < sp.Rational(4175, 10**6), Domain()))
_cost = sp.Rational(1, 10)
_POWER = Goal(Integral(x**2 * sp.exp(-5 * x**2) / sp.sqrt(sp.pi / 5), x, -sp.oo, sp.oo, _cost),
    Domain())

SGD = Statement(id="cactus.sgd", paper=PAPER, item="Section IV, sub-sampled SGD",
    title="the numbers of the experiment with gradient descent",
    printed_latex=r"q=\frac{250}{60000}\approx0.00417,\qquad\frac{60000}{250}=240\text{ iterations "
    r"an epoch},\qquad\sigma=\sqrt{0.1}\text{ at }C=0.1", printed=(_EPOCH, *_RATE, _POWER),
    note="24 times ten batches of 250 are the 60000 pictures; the rate is 0.00417 when rounded to "
    "five places; and normal noise with sigma = sqrt(0.1), whose density is exp(-5 "
    "x^2)/sqrt(pi/5), has the power 0.1. That the batches are drawn anew, each picture with "
    "probability q, is what accounting for sub-sampling needs; a pass over shuffled data, as in "
    "the tutorial that the paper runs, is something else.")


def derive_sgd() -> Derivation:
    proof = Proof(Domain(), SGD)
    proof.concludes(_EPOCH, by="sum", because="an epoch has 24 times ten batches of 250", ratio=1)
    proof.concludes(_RATE[0], by="sign", because="the rate is at least what rounds to 0.00417")
    proof.concludes(_RATE[1], by="sign", because="it is below what rounds up")
    root = sp.sqrt(sp.pi / 5)
    proof.concludes(_POWER, by="integral", because="the power of normal noise is its variance",
        antiderivative=_cost * sp.erf(sp.sqrt(5) * x) / 2 - _cost * x * sp.exp(-5 * x**2) / root)
    return proof.done()


CLAIMS = (Claim(GAUSS, derive_gauss), Claim(SGD, derive_sgd))
