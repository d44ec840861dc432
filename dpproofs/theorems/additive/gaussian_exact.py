"""The gain over Gaussian noise that is calibrated exactly: 4/pi and 6/pi as delta tends to 0.

By Theorem 1 Gaussian noise is (0, delta)-private iff delta >= P(|X| <= Delta/2) = erf(s), where
sigma = Delta/(2 sqrt(2) s). So s runs through (0, oo) as delta runs through (0, 1).
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.domain import Domain, between, positive
from dpproofs.kernel.proposition import Derivative, Integral, Limit, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.additive.setting import SENSITIVITY, Delta, x
from dpproofs.theorems.trunclap.logarithms import squeezed

c, s, w = sp.symbols("c s w", positive=True)
_NEAR = Domain((between(s, 0, 1),))
_ALL = Domain((positive(s),))
_ON = Domain((SENSITIVITY, positive(s)))

_sigma = Delta / (2 * sp.sqrt(2) * s)
_density = sp.exp(-(x**2) / (2 * _sigma**2)) / (sp.sqrt(2 * sp.pi) * _sigma)
_k = 2 / sp.sqrt(sp.pi)

#: E|X| over Delta/(4 delta), and E X^2 over Delta^2/(12 delta^2).
_first, _second = _k * sp.erf(s) / s, sp.Rational(3, 2) * sp.erf(s) ** 2 / s**2
_falls = 2 * s * sp.exp(-(s**2)) / sp.sqrt(sp.pi) - sp.erf(s)

MASS = Goal(Integral(_density, x, -Delta / 2, Delta / 2, sp.erf(s)), _ON)
LIMITS = (Goal(Limit(_first, s, sp.Integer(0), "+", 4 / sp.pi), Domain()),
    Goal(Limit(_second, s, sp.Integer(0), "+", 6 / sp.pi), Domain()))
#: The gains that are printed, for delta = erf(s) up to 0.276.
PRINTED = tuple(Goal(that(sp.Integer(value)) <= gain,
        Domain((between(s, 0, sp.Rational(1, 4), "(]"),)))
    for gain, value in ((_first, 2), (_second, 3)))
#: The slope of the first, and that it is negative; where delta <= 1/2 this is the gain.
SLOPE = (Goal(Derivative(_first, s, _k * _falls / s**2), _ALL),
    Goal(that(_k * _falls / s**2) < 0, _ALL))
#: Beyond, it is 1/(2 sqrt(pi) s (1 - erf(s))), more than exp(s^2)/4.
LOW = Goal(that(2 * sp.sqrt(sp.pi) * s * (1 - sp.erf(s))) < 4 * sp.exp(-(s**2)), _ALL)
GOALS = (MASS, *LIMITS, *SLOPE, LOW)


def show_exact(proof: Proof) -> None:
    """Append the goals on the exactly calibrated Gaussian."""
    proof.concludes(MASS, by="integral", antiderivative=sp.erf(x / (sp.sqrt(2) * _sigma)) / 2,
        because="this is the mass near the origin, which decides, for the standard deviation "
            "Delta/(2 sqrt(2) s)")
    _limits(proof)
    proof.concludes(SLOPE[0], by="derivative",
        because="differentiate the gain in amplitude, a quotient")
    slope = 4 * s**2 * sp.exp(-(s**2)) / sp.sqrt(sp.pi)
    more = _grows(proof, -_falls, slope, _ALL, by="sign", because="as erf is concave")
    proof.follows(SLOPE[1], (more, _k / s**2), because="the slope of the gain is negative, so that "
        "it falls where the optimum is uniform, up to "
        "delta = 1/2")
    beyond = Domain((positive(c), between(s, c, sp.oo)))
    gap = sp.exp(-(s**2)) / (sp.sqrt(sp.pi) * c) - 1 + sp.erf(s)
    rise = _k * sp.exp(-(s**2)) * (1 - s / c)
    rate = proof.shows(Derivative(gap, s, rise), on=beyond, by="derivative",
        because="Mills' bound holds for the tail")
    sign = proof.shows(that(rise) < 0, on=beyond, by="sign", because="which falls beyond c")
    mills = proof.shows(that(0) < gap, on=beyond, by="decreasing", uses=(rate, sign),
        because="this is Mills' bound: the difference falls beyond c, and tends to 0")
    proof.follows(LOW, (mills, {c: s / 2}, 2 * sp.sqrt(sp.pi) * s),
        because="with s/2 for c the optimum (1 - erf(s)) Delta is less than 4 exp(-s^2) times the "
            "amplitude of the Gaussian, Delta/(2 s sqrt(pi)): the gain grows without bound")


def refute_printed(proof: Proof) -> None:
    """Append that the gains over the calibrated Gaussian are not those that are printed."""
    for goal, ratio, cost in zip(PRINTED, ("1.247", "1.833"), ("amplitude", "power"), strict=True):
        proof.fails(goal, {s: sp.Rational(1, 4)},
            because=f"at delta = erf(1/4) = 0.276 the calibrated Gaussian has {ratio} times the "
            f"{cost} of the optimum")


def _grows(proof: Proof, body: sp.Expr, slope: sp.Expr, on: Domain, **how: Any) -> str:
    rate = proof.shows(Derivative(body, s, slope), on=on, by="derivative",
        because="differentiate the difference of the two sides")
    sign = proof.shows(that(0) < slope, on=on, **how)
    return proof.shows(that(0) < body, on=on, by="increasing", uses=(rate, sign),
        because="it is 0 at 0, and it grows")


def _limits(proof: Proof) -> None:
    root = sp.Rational(3, 2)
    places = Domain((positive(w),))
    size = _grows(proof, sp.erf(s), _k * sp.exp(-(s**2)), _NEAR, by="sign",
        because="by its density")
    one = proof.shows(that(sp.exp(-w)) < 1, on=places, by="sign", because="an exponential falls",
        besides=True)
    above = _grows(proof, _k * s - sp.erf(s), _k * (1 - sp.exp(-(s**2))), _NEAR, by="entailment",
        uses=(one,), facts=[(one, {w: s**2}, _k)], because="erf lies below its tangent")
    two = proof.shows(that(0) < sp.exp(-w) - 1 + w, on=places, by="ladder",
        because="expand in powers of w")
    cubic = _k * (s - s**3 / 3)
    below = _grows(proof, sp.erf(s) - cubic, _k * (sp.exp(-(s**2)) - 1 + s**2), _NEAR,
        by="entailment", uses=(two,), facts=[(two, {w: s**2}, _k)], because="and above a cubic")
    weights = [proof.follows(that(0) < root * (sp.erf(s) + other) / s**2, (size, root / s**2),
            on=_NEAR, because="each term is positive: the bound below is multiplied by "
                "this") for other in (cubic, _k * s)]
    for goal, body, value, low, least, most, why in (
            (LIMITS[0], _first, 4 / sp.pi, 4 / sp.pi * (1 - s**2 / 3), _k / s, _k / s,
                "multiply the bound of erf by 2/(s sqrt(pi))"),
            (LIMITS[1], _second, 6 / sp.pi, 6 / sp.pi * (1 - s**2 / 3) ** 2,
                root * (sp.erf(s) + cubic) / s**2, root * (sp.erf(s) + _k * s) / s**2,
                ("multiply the bound of erf by the sum of its two sides and 3/(2 s^2): a "
                "difference of squares"))):
        bounds = [proof.follows(that(lower) < upper, fact, on=_NEAR, also=(*weights,),
                because=why)
            for lower, upper, fact in ((low, body, (below, least)), (body, value, (above, most)))]
        squeezed(proof, goal, bounds, (low,))
