"""Theorem 2: the amplitude of the truncated Laplacian noise, and its limits."""

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
from dpproofs.theorems.trunclap.logarithms import (E1, U_BOTH, UPPER_HALF, exceeds_half,
    exponential_bounds, log, rises, squeezed, y)
from dpproofs.theorems.trunclap.noise import DEFINITIONS, EXISTS, IS_PRIVATE, T
from dpproofs.theorems.trunclap.setting import (DELTA, EPSILON, FAMILY, PAPER, SENSITIVITY,
    V1_UPPER, Delta, delta, eps, scale, u)

_x = sp.Symbol("x", nonnegative=True)
_log = sp.log(1 + v)

_AMPLITUDE = Delta / eps * (1 - L / (sp.exp(L) - 1))
_IN_LENGTH = Goal(Integral(2 * _x * density(_x), _x, sp.Integer(0), end, _AMPLITUDE), NOISE)
_EXPECTED = Goal(Expected(T, noise.x, noise.x, "==", _AMPLITUDE), NOISE)
_SAME = Goal(that(V1_UPPER.xreplace({delta: delta_of_length})) == _AMPLITUDE, NOISE)
_IN_DELTA = Goal(Integral(2 * substituted * scale * _log, v, sp.Integer(0), u, V1_UPPER), FAMILY)

THEOREM2 = Statement(id="trunclap.thm2", paper=PAPER, item="Theorem 2, (5)",
    title="the amplitude of the truncated Laplacian noise", parameters=NOISE,
    printed_latex=r"V_1^*\le V_1^{upp}=\int|x|f(x)\,dx=\lambda-\frac A{e^{A/\lambda}-1}=\frac\Delta"
    r"\epsilon\Bigl(1-\frac{\log(1+u)}u\Bigr),\quad u=\frac{e^\epsilon-1}{2\delta}",
    definitions=DEFINITIONS, printed=(EXISTS, IS_PRIVATE, _EXPECTED, _SAME, _IN_LENGTH, _IN_DELTA),
    formulas=(PrintedFormula(_EXPECTED, V1_UPPER, ((delta, delta_of_length),)),),
    note="First with the length: A = L Delta/epsilon. Then by x = lambda log(1 + v), which takes "
    "[0, A] to [0, u]. The noise T is private and has this amplitude, so that the infimum V_1^* is "
    "at most that. T is given by its length, epsilon and m > 0, L = epsilon + m, delta = "
    "(exp(epsilon) - 1)/(2 (exp(L) - 1)), that is L = log(1 + u).")


def derive() -> Derivation:
    proof = Proof(NOISE, THEOREM2)
    noise.show_cost(proof, _EXPECTED, scale * (noise.x + scale))
    proof.concludes(_SAME, by="identity", because="which is the bound with this delta")
    proof.concludes(_IN_LENGTH, because="integrate by parts, for every length of the support",
        by="integral", antiderivative=-2 * density(_x) * Delta / eps * (_x + Delta / eps))
    proof.concludes(_IN_DELTA, because="this is the same integral, where 1 + v is the exponential "
        "of the place over the scale",
        by="integral", antiderivative=-2 * substituted * scale * (1 + v) * (1 + _log))
    return proof.done()


# -- the limits -----------------------------------------------------------------------------------

_w = sp.Symbol("w", positive=True)  # u = w^2, where delta tends to 0
_HALF = sp.Rational(1, 2)

_RATIO = (V1_UPPER * eps / Delta).xreplace({delta: eps})  # V1 over its scale where delta = epsilon
_THREE_HALVES = 1 - 2 * sp.log(sp.Rational(3, 2))

_NEAR_DELTA = Domain((EPSILON, SENSITIVITY, positive(_w)))
_NEAR_EPSILON = Domain((DELTA, SENSITIVITY, between(eps, 0, 1)))
_NEAR_BOTH = Domain((between(eps, 0, _HALF),))
_IN_ROOT = V1_UPPER.xreplace({delta: E1 / (2 * _w**2)})
_BELOW_LAPLACE = Delta / eps * (1 - 2 / _w)

BOUNDS_DELTA = (Goal(that(_BELOW_LAPLACE) < _IN_ROOT, _NEAR_DELTA),
    Goal(that(_IN_ROOT) < Delta / eps, _NEAR_DELTA))
_LOWER = 3 * Delta / (12 * delta + 4 * eps)
_UPPER = Delta / (4 * delta * (1 - eps) + eps)
BOUNDS_EPSILON = (Goal(that(_LOWER) < V1_UPPER, _NEAR_EPSILON),
    Goal(that(V1_UPPER) < _UPPER, _NEAR_EPSILON))
_MORE = eps / (4 * (1 - eps))
BOUNDS_BOTH = (Goal(that(_THREE_HALVES) < _RATIO, _NEAR_BOTH),
    Goal(that(_RATIO) < _THREE_HALVES + _MORE, _NEAR_BOTH))
#: 3u/(6 + 4u) < V1/lambda < u/(2 + u), for all parameters.
BOUNDS_EVERYWHERE = (Goal(that(Delta / eps * 3 * u / (6 + 4 * u)) < V1_UPPER, FAMILY),
    Goal(that(V1_UPPER) < Delta / eps * u / (2 + u), FAMILY))

_TO_LAPLACE = Goal(Limit(_IN_ROOT, _w, sp.oo, "-", Delta / eps), Domain((EPSILON, SENSITIVITY)))
_TO_UNIFORM = Goal(Limit(V1_UPPER, eps, sp.Integer(0), "+", Delta / (4 * delta)),
    Domain((DELTA, SENSITIVITY)))
_TOGETHER = Goal(Limit(_RATIO, eps, sp.Integer(0), "+", _THREE_HALVES), Domain())

LIMITS = Statement(id="trunclap.thm2.lims", paper=PAPER, item="Theorem 2, limits",
    printed=(_TO_LAPLACE, _TO_UNIFORM, _TOGETHER, *BOUNDS_EVERYWHERE, *BOUNDS_DELTA,
        *BOUNDS_EPSILON, *BOUNDS_BOTH), title="the amplitude as delta, epsilon or both tend to 0",
    printed_latex=r"\lim_{\delta\to0}V_1^{upp}=\frac\Delta\epsilon,\qquad\lim_{\epsilon"
    r"\to0}V_1^{upp}=\frac\Delta{4\delta},\qquad\lim_{\epsilon=\delta\to0}\frac\epsilon\Delta "
    r"V_1^{upp}=1-2\log\tfrac32",
    note="The third is printed as V_1^upp being about (Delta/epsilon)(1 - 2 log(3/2)), and read as "
    "a limit of the ratio, as both sides grow beyond all bounds. For delta -> 0 put u = w^2, so "
    "that delta = (exp(epsilon) - 1)/(2 w^2), with w -> oo. Every limit comes with an error: 3u/(6 "
    "+ 4u) < epsilon V_1/Delta < u/(2 + u) for all parameters, and 1 - 2/sqrt(u) < epsilon "
    "V_1/Delta < 1; Delta/(4 delta + 4 epsilon/3) < V_1 < Delta/(4 delta (1 - epsilon) + epsilon) "
    "for epsilon < 1; and for delta = epsilon < 1/2, 0 < epsilon V_1/Delta - (1 - 2 log(3/2)) < "
    "epsilon/(4 (1 - epsilon)).")


def derive_limits() -> Derivation:
    proof = Proof(FAMILY)
    proof.letter(sp.Symbol("u", positive=True), u)
    proof.letter(sp.Symbol("u_0", positive=True), U_BOTH)
    above = rises(proof, sp.Integer(0), log, "the logarithm is positive right of 1")
    low = rises(proof, 2 * y / (2 + y), log, "the logarithm lies above its first Padé approximant")
    high = rises(proof, log, y * (6 + y) / (6 + 4 * y),
        "the logarithm lies below its second Padé approximant")
    for goal, fact, why in ((BOUNDS_EVERYWHERE[0], high, "from the upper bound"),
            (BOUNDS_EVERYWHERE[1], low, "from the lower bound")):
        proof.follows(goal, (fact, {y: u}, Delta / eps / u),
            because=f"{why} on the logarithm, at u")
    _toward_laplace(proof, above)
    exponential = exponential_bounds(proof)
    _toward_uniform(proof, low, high, exponential)
    _together(proof, exponential)
    return proof.done()


def _toward_laplace(proof: Proof, above: str) -> None:
    root = rises(proof, sp.log(1 + _w**2), 2 * _w, "the logarithm grows more slowly than a root",
        slope=2 * (1 - _w + _w**2) / (1 + _w**2), on=Domain((positive(_w),)))
    bounds = (proof.follows(BOUNDS_DELTA[0], (root, Delta / eps / _w**2),
            because="log(1 + u)/u is below 2/w for u = w^2"),
        proof.follows(BOUNDS_DELTA[1], (above, {y: _w**2}, Delta / eps / _w**2),
            because="log(w^2 + 1) is positive, so that the cost is below that of Laplace noise"))
    squeezed(proof, _TO_LAPLACE, bounds, (_BELOW_LAPLACE,))


def _toward_uniform(proof: Proof, low: str, high: str, exponential: tuple[str, str]) -> None:
    below, above = exponential
    most = eps / (1 - eps)  # bounds exp(epsilon) - 1 from above
    lower, upper = 12 * delta + 4 * eps, 4 * delta + most
    bounds = (proof.follows(BOUNDS_EPSILON[0], (high, {y: u}, Delta / eps / u),
            (below, Delta / eps * 36 * delta / (lower * (12 * delta + 4 * E1))),
            because="3u/(6 + 4u) increases with u, and u is above epsilon/(2 delta)"),
        proof.follows(BOUNDS_EPSILON[1], (low, {y: u}, Delta / eps / u),
            (above, Delta * 4 * delta / (eps * (1 - eps) * upper * (4 * delta + E1))),
            because="u/(2 + u) increases with u, and u is below epsilon/(2 delta (1 - epsilon))"))
    squeezed(proof, _TO_UNIFORM, bounds, (_LOWER, _UPPER))


def _together(proof: Proof, exponential: tuple[str, str]) -> None:
    below, above = exponential
    chord = rises(proof, y / (1 + y), log, "the logarithm lies above y/(1 + y)")
    curve = rises(proof, log, y / (1 + y) + y**2 / 2, "and it lies below y/(1 + y) + y^2/2")
    at_half = 1 - _THREE_HALVES
    slope = log / y**2 - 1 / (y * (1 + y))
    falls = rises(proof, log / y, at_half, "log(1 + y)/y falls from y = 1/2 on", slope=slope,
        on=UPPER_HALF, facts=[(chord, {}, 1 / y**2)])
    slowly = rises(proof, at_half, log / y + (y - _HALF) / 2, "it falls by at most (y - 1/2)/2",
        slope=_HALF - slope, on=UPPER_HALF, facts=[(curve, {}, 1 / y**2)])
    beyond = exceeds_half(proof, below, _NEAR_BOTH)
    bounds = (proof.follows(BOUNDS_BOTH[0], (falls, {y: U_BOTH}), also=(beyond,),
            because="log(1 + u_0)/u_0 is below its value at u_0 = 1/2"),
        proof.concludes(BOUNDS_BOTH[1], by="entailment", uses=(slowly, beyond, above),
            because="log(1 + u_0)/u_0 is above its value at 1/2 less (u_0 - 1/2)/2, where u_0 < "
                "1/(2 (1 - epsilon))",
            facts=[(slowly, {y: U_BOTH}, 1), (above, {}, 1 / (4 * eps * (1 - eps)))]))
    squeezed(proof, _TOGETHER, bounds, (_THREE_HALVES + _MORE,))


CLAIMS = (Claim(THEOREM2, derive), Claim(LIMITS, derive_limits))
