"""Theorem 3: the power of the truncated Laplacian noise, and its limits."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.assertions import Expected
from dpproofs.kernel.derivation import Claim, Derivation, Goal, PrintedFormula, Statement
from dpproofs.kernel.domain import Domain, between, positive
from dpproofs.kernel.proposition import Integral, Limit, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.trunclap import noise
from dpproofs.theorems.trunclap.lengths import (NOISE, L, delta_of_length, density, end,
    substituted, v)
from dpproofs.theorems.trunclap.logarithms import (E1, POSITIVE, U_BOTH, UPPER_HALF, Fact,
    exceeds_half, exponential_bounds, log, rises, squeezed, y)
from dpproofs.theorems.trunclap.noise import DEFINITIONS, EXISTS, IS_PRIVATE, T
from dpproofs.theorems.trunclap.setting import (DELTA, EPSILON, FAMILY, PAPER, SENSITIVITY,
    V2_UPPER, Delta, delta, eps, scale, u)

_x = sp.Symbol("x", nonnegative=True)
_w = sp.Symbol("w", positive=True)  # u = w^3, where delta tends to 0
_log = sp.log(1 + v)
_HALF = sp.Rational(1, 2)

_POWER = 2 * Delta**2 / eps**2 * (1 - (L**2 / 2 + L) / (sp.exp(L) - 1))
_IN_LENGTH = Goal(Integral(2 * _x**2 * density(_x), _x, sp.Integer(0), end, _POWER), NOISE)
_EXPECTED = Goal(Expected(T, noise.x, noise.x**2, "==", _POWER), NOISE)
_SAME = Goal(that(V2_UPPER.xreplace({delta: delta_of_length})) == _POWER, NOISE)
_IN_DELTA = Goal(Integral(2 * substituted * (scale * _log) ** 2, v, sp.Integer(0), u, V2_UPPER),
    FAMILY)

_NEAR_DELTA = Domain((EPSILON, SENSITIVITY, positive(_w)))
_NEAR_EPSILON = Domain((DELTA, SENSITIVITY, between(eps, 0, 1)))
_NEAR_BOTH = Domain((between(eps, 0, _HALF),))

_IN_ROOT = V2_UPPER.xreplace({delta: E1 / (2 * _w**3)})
_LAPLACE = 2 * Delta**2 / eps**2
_BELOW_LAPLACE = _LAPLACE * (1 - 4 / _w**2 - 8 / _w)

_UNIFORM = Delta**2 / (12 * delta**2)
_MOST = _UNIFORM / (1 - eps) ** 2
_LEAST = _UNIFORM - 5 * Delta**2 * eps / (96 * delta**3 * (1 - eps) ** 3)

_l = sp.log(sp.Rational(3, 2))
_BOTH = 1 - 2 * _l - _l**2
_RATIO = (V2_UPPER / _LAPLACE).xreplace({delta: eps})
_MORE = eps / (16 * (1 - eps))

BOUNDS_EVERYWHERE = (
    Goal(that((Delta / eps) ** 2 * (u**2 / 3 - 5 * u**3 / 12)) < V2_UPPER, FAMILY),
    Goal(that(V2_UPPER) < (Delta / eps) ** 2 * u**2 / 3, FAMILY),
    Goal(that(V2_UPPER) < _LAPLACE, FAMILY))
BOUNDS_DELTA = (Goal(that(_BELOW_LAPLACE) < _IN_ROOT, _NEAR_DELTA),
    Goal(that(_IN_ROOT) < _LAPLACE, _NEAR_DELTA))
BOUNDS_EPSILON = (Goal(that(_LEAST) < V2_UPPER, _NEAR_EPSILON),
    Goal(that(V2_UPPER) < _MOST, _NEAR_EPSILON))
BOUNDS_BOTH = (Goal(that(_BOTH) < _RATIO, _NEAR_BOTH),
    Goal(that(_RATIO) < _BOTH + _MORE, _NEAR_BOTH))

_TO_LAPLACE = Goal(Limit(_IN_ROOT, _w, sp.oo, "-", _LAPLACE), Domain((EPSILON, SENSITIVITY)))
_TO_UNIFORM = Goal(Limit(V2_UPPER, eps, sp.Integer(0), "+", _UNIFORM), Domain((DELTA, SENSITIVITY)))
_TOGETHER = Goal(Limit(_RATIO, eps, sp.Integer(0), "+", _BOTH), Domain())

THEOREM3 = Statement(id="trunclap.thm3", paper=PAPER, item="Theorem 3, (7)",
    title="the power of the truncated Laplacian noise, and its limits",
    printed_latex=r"\begin{gathered}V_2^*\le V_2^{upp}=\int x^2f(x)\,dx=\frac{2\Delta^2}{"
    r"\epsilon^2}\Bigl(1-\frac{\frac12\log^2(1+u)+\log(1+u)}u\Bigr),\quad u=\frac{e^\epsilon-1}{2"
    r"\delta}\\\lim_{\epsilon\to0}V_2^{upp}=\frac{\Delta^2}{12\delta^2},\quad\lim_{\delta"
    r"\to0}V_2^{upp}=\frac{2\Delta^2}{\epsilon^2},\quad\lim_{\epsilon=\delta\to0}\frac{"
    r"\epsilon^2}{2\Delta^2}V_2^{upp}=1-2\log\tfrac32-\log^2\tfrac32\end{gathered}",
    parameters=NOISE, definitions=DEFINITIONS,
    printed=(EXISTS, IS_PRIVATE, _EXPECTED, _SAME, _IN_LENGTH, _IN_DELTA, _TO_UNIFORM, _TO_LAPLACE,
        _TOGETHER, *BOUNDS_EVERYWHERE, *BOUNDS_EPSILON, *BOUNDS_DELTA, *BOUNDS_BOTH),
    formulas=(PrintedFormula(_EXPECTED, V2_UPPER, ((delta, delta_of_length),)),),
    note="The integral first with the length, A = L Delta/epsilon, then by x = lambda log(1 + v). "
    "The noise T is private and has this power, so that the infimum V_2^* is at most that; T is "
    "given by epsilon and m > 0, L = epsilon + m, delta = (exp(epsilon) - 1)/(2 (exp(L) - 1)). The "
    "limits are those that section 5 uses; for delta -> 0 put u = w^3, so that delta = "
    "(exp(epsilon) - 1)/(2 w^3), with w -> oo. Every limit comes with an error: u^2/3 - 5u^3/12 < "
    "epsilon^2 V_2/Delta^2 < u^2/3 for all parameters, and 1 - 8/w - 4/w^2 < epsilon^2 V_2/(2 "
    "Delta^2) < 1; for epsilon < 1, V_2 lies between Delta^2/(12 delta^2) - 5 Delta^2 epsilon/(96 "
    "delta^3 (1 - epsilon)^3) and Delta^2/(12 delta^2 (1 - epsilon)^2); and for delta = epsilon < "
    "1/2, epsilon^2 V_2/(2 Delta^2) exceeds its limit by less than epsilon/(16 (1 - epsilon)).")


def derive() -> Derivation:
    proof = Proof(FAMILY, THEOREM3)
    proof.letter(sp.Symbol("u", positive=True), u)
    proof.letter(sp.Symbol("u_0", positive=True), U_BOTH)
    unit = Delta / eps
    noise.show_cost(proof, _EXPECTED, unit * (noise.x**2 + 2 * unit * noise.x + 2 * unit**2))
    proof.concludes(_SAME, by="identity", because="which is the bound with this delta")
    proof.concludes(_IN_LENGTH, by="integral",
        because="integrate by parts twice, for every length of the support",
        antiderivative=-2 * density(_x) * unit * (_x**2 + 2 * unit * _x + 2 * unit**2))
    proof.concludes(_IN_DELTA, by="integral",
        because="this is the same integral, where 1 + v is the exponential of the place over the "
            "scale",
        antiderivative=-2 * substituted * scale**2 * (1 + v) * (2 + 2 * _log + _log**2))
    above = rises(proof, sp.Integer(0), log, "the logarithm is positive right of 1")
    below = rises(proof, log, y, "it is below its tangent")
    square = proof.follows(that(0) < log**2, (above, log), on=POSITIVE,
        because="and so is its square", besides=True)
    curve = _everywhere(proof, (above, square))
    exponential = exponential_bounds(proof)
    _toward_uniform(proof, curve, exponential)
    _toward_laplace(proof, (above, square))
    _together(proof, above, below, exponential)
    proof.is_long(7)
    return proof.done()


#: u (1 - (log(1 + u)^2/2 + log(1 + u))/u), of derivative (y - log(1 + y))/(1 + y).
_CURVE = y - log - log**2 / 2


def _subtracted(positive_logs: tuple[str, str], at: sp.Expr) -> list[Fact]:
    """The facts that make what (7) subtracts positive."""
    factor = _LAPLACE / at
    return [(positive_logs[0], {y: at}, factor), (positive_logs[1], {y: at}, factor / 2)]


def _everywhere(proof: Proof, positive_logs: tuple[str, str]) -> tuple[str, str]:
    """Bounds by powers of u, and by the power of Laplace noise."""
    second = rises(proof, y - y**2 / 2, log, "the logarithm is above two terms of its series")
    third = rises(proof, log, y - y**2 / 2 + y**3 / 3, "and it is below three terms")
    slope = (y - log) / (1 + y)
    high = rises(proof, _CURVE, y**3 / 6, "with y - log(1 + y) < y^2/2", slope=y**2 / 2 - slope,
        facts=[(second, {}, 1 / (1 + y))])
    low = rises(proof, y**3 / 6 - 5 * y**4 / 24, _CURVE, "with y - log(1 + y) > y^2/2 - y^3/3",
        slope=slope - y**2 / 2 + 5 * y**3 / 6, facts=[(third, {}, 1 / (1 + y))])
    factor = 2 * (Delta / eps) ** 2 / u
    for goal, fact in ((BOUNDS_EVERYWHERE[0], low), (BOUNDS_EVERYWHERE[1], high)):
        proof.follows(goal, (fact, {y: u}, factor),
            because="this is the bound of the curve at u, divided by u")
    proof.follows(BOUNDS_EVERYWHERE[2], *_subtracted(positive_logs, u),
        because="the term is positive that (7) subtracts")
    return low, high


def _toward_uniform(proof: Proof, curve: tuple[str, str], exponential: tuple[str, str]) -> None:
    low, high = curve
    below, above = exponential
    most = eps / (1 - eps)  # bounds exp(epsilon) - 1 from above
    factor = 2 * (Delta / eps) ** 2 / u
    third = (Delta / eps) ** 2 / (12 * delta**2)
    quarter = (Delta / eps) ** 2 * 5 / (96 * delta**3)
    bounds = (proof.follows(BOUNDS_EPSILON[0], (low, {y: u}, factor), (below, third * (E1 + eps)),
            (above, quarter * (most**2 + most * E1 + E1**2) / (1 - eps)),
            because="with epsilon < exp(epsilon) - 1 < epsilon/(1 - epsilon)"),
        proof.follows(BOUNDS_EPSILON[1], (high, {y: u}, factor),
            (above, third * (most + E1) / (1 - eps)),
            because="with exp(epsilon) - 1 < epsilon/(1 - epsilon)"))
    squeezed(proof, _TO_UNIFORM, bounds, (_LEAST, _MOST))


def _toward_laplace(proof: Proof, positive_logs: tuple[str, str]) -> None:
    on = Domain((positive(_w),))
    at_u = sp.log(1 + _w**3)
    root = rises(proof, at_u, 4 * _w, "the logarithm grows more slowly than a cube root",
        slope=(4 - 3 * _w**2 + 4 * _w**3) / (1 + _w**3), on=on)
    positive_log = proof.follows(that(0) < at_u, (positive_logs[0], {y: _w**3}), on=on,
        also=positive_logs[1:], because="log(1 + w^3) is positive")
    both = proof.follows(that(0) < 4 * _w + at_u, positive_log, on=on,
        because="and so is its sum with 4w")
    squared = proof.follows(that(at_u**2) < 16 * _w**2, (root, 4 * _w + at_u), on=on, also=(both,),
        because="so its square is below 16 w^2")
    factor = _LAPLACE / _w**3
    bounds = (proof.follows(BOUNDS_DELTA[0], (root, factor), (squared, factor / 2),
            because="the bounds of both terms are divided by w^3, so that what (7) subtracts is "
                "below 8/w + 4/w^2"),
        proof.follows(BOUNDS_DELTA[1], *_subtracted(positive_logs, _w**3),
            because="the term is positive that (7) subtracts"))
    squeezed(proof, _TO_LAPLACE, bounds, (_BELOW_LAPLACE,))


def _together(proof: Proof, positive_log: str, below_y: str, exponential: tuple[str, str]) -> None:
    below, above = exponential
    part = y * (y - log) / (1 + y)  # times 1/y the slope of the curve
    gentle = rises(proof, _CURVE, part,
        "the mean slope of the curve from 0 is below its slope at y", slope=y * log / (1 + y) ** 2,
        facts=[(positive_log, {}, y / (1 + y) ** 2)])
    steep = rises(proof, part - _CURVE, y**2 / 8, "the difference is at most y^2/8",
        slope=y / 4 - y * log / (1 + y) ** 2, facts=[(below_y, {}, y / (1 + y) ** 2)])
    slope = (part - _CURVE) / y**2
    grows = rises(proof, _BOTH, _CURVE / y, "so the mean slope grows from y = 1/2 on", slope=slope,
        on=UPPER_HALF, facts=[(gentle, {}, 1 / y**2)])
    slowly = rises(proof, _CURVE / y, _BOTH + (y - _HALF) / 8, "it rises by at most (y - 1/2)/8",
        slope=sp.Rational(1, 8) - slope, on=UPPER_HALF, facts=[(steep, {}, 1 / y**2)])
    beyond = exceeds_half(proof, below, _NEAR_BOTH)
    bounds = (proof.follows(BOUNDS_BOTH[0], (grows, {y: U_BOTH}), also=(beyond,),
            because="the mean slope at u_0 exceeds that at 1/2"),
        proof.concludes(BOUNDS_BOTH[1], by="entailment", uses=(slowly, beyond, above),
            because="the mean slope at u_0 exceeds that at 1/2 by at most (u_0 - 1/2)/8, where u_0 "
                "is below 1/(2 (1 - epsilon))",
            facts=[(slowly, {y: U_BOTH}, 1), (above, {}, 1 / (16 * eps * (1 - eps)))]))
    squeezed(proof, _TOGETHER, bounds, (_BOTH + _MORE,))


CLAIMS = (Claim(THEOREM3, derive),)
