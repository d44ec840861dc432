"""Theorem 6: the lower and upper bounds on the amplitude, compared for epsilon = delta -> 0."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, between
from dpproofs.kernel.erratum import Erratum, Patch, Severity
from dpproofs.kernel.proposition import Limit, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.trunclap import discretisation as grid
from dpproofs.theorems.trunclap.inequalities import (show_from_half, show_gap, show_logarithm,
    start, v)
from dpproofs.theorems.trunclap.logarithms import squeezed, y
from dpproofs.theorems.trunclap.ratio import Ratio, Shower
from dpproofs.theorems.trunclap.setting import DELTA, EPSILON, PAPER, delta, eps
from dpproofs.theorems.trunclap.tightness import (CLOSED, FREE, NOTE, lower, show_closed, show_high,
    upper)

_half, _zero, _one = sp.Rational(1, 2), sp.Integer(0), sp.Integer(1)
_e = sp.exp(eps) - 1

_diagonal = {delta: eps}
u_diagonal = _e / (2 * eps)
DIAGONAL = Ratio(("R_0", "I_0"), Domain((EPSILON,)), lower.xreplace(_diagonal),
    upper.xreplace(_diagonal))
_UNIT = Domain((between(eps, 0, 1),))
_EPS = Domain((EPSILON,))


def _toward_zero(expression: sp.Expr, value: sp.Expr) -> Goal:
    return Goal(Limit(expression, eps, _zero, "+", value), Domain())


DIAGONAL_GOAL = _toward_zero(DIAGONAL.value, _one)
_diagonal_least = 1 - 8 * eps / 3
_diagonal_most = 1 - (_half - eps / 12) * eps * (5 - 2 * eps)
DIAGONAL_LEAST = Goal(that(_diagonal_least) <= DIAGONAL.value, _EPS)
DIAGONAL_MOST = Goal(that(DIAGONAL.value) <= _diagonal_most, _UNIT)

#: The printed limit, at a fixed delta, would say this of the limit that is shown there.
FIXED = Goal(that(1 - 2 * delta) == 1, Domain((DELTA,)))

_ERRATUM = Erratum(Severity.misprint,
    "The bounds on the amplitude meet when epsilon = delta tends to 0, and not at a fixed "
    "delta, where the limit is 1 - 2 delta.",
    (Patch(r"\lim_{\epsilon \to 0} \frac{V_1^{low}}{V_1^{upp}} = 1",
        r"\lim_{\epsilon = \delta \to 0} \frac{V_1^{low}}{V_1^{upp}} = 1"),))

TOGETHER = Statement(id="trunclap.thm6.3", paper=PAPER, item="Theorem 6, third limit",
    erratum=_ERRATUM,
    title="amplitude: the bounds for small epsilon = delta",
    printed_latex=r"\lim_{\epsilon\to0}\frac{V_1^{low}}{V_1^{upp}}=1", printed=(FIXED,),
    corrected=(CLOSED, DIAGONAL_GOAL, DIAGONAL_LEAST, DIAGONAL_MOST),
    corrected_latex=r"\lim_{\epsilon=\delta\to0}\frac{V_1^{low}}{V_1^{upp}}=1",
    printed_text="the ratio of the bounds tends to 1 as epsilon -> 0",
    corrected_text="it tends to 1 as epsilon = delta -> 0", given=(*FREE.given, *DIAGONAL.given),
    hypotheses=(*FREE.hypotheses, *DIAGONAL.hypotheses),
    examples=({**FREE.model, **DIAGONAL.model},),
    note=NOTE
        + "At a fixed delta the limit is 1 - 2 delta, as the first line of the theorem says; the "
            "printed goal is that this is 1. The proof and the poster have epsilon = delta -> 0, "
            "which is right. With the rate: 1 - 8 epsilon/3 <= R for all epsilon = delta, and R <= "
            "1 - (1/2 - epsilon/12) epsilon (5 - 2 epsilon) for epsilon = delta < 1.")


def show_tangent(proof: Proof) -> str:
    """epsilon < exp(epsilon) - 1, which is u > 1/2."""
    why = "an exponential is above its tangent"
    return proof.shows(that(0) < _e - eps, on=_EPS, by="ladder", because=why)


def show_size(proof: Proof) -> tuple[str, str]:
    """The upper bound between two multiples of 1/epsilon."""
    more = show_tangent(proof)
    below, above = show_logarithm(proof)
    show = Shower(proof, _EPS)
    floor = show(that(sp.Rational(3, 16) / eps) < DIAGONAL.upper,
        "(exp(epsilon) - 1)/(2 epsilon) exceeds 1/2, where the upper bound is more than 3/(16 "
        "epsilon)",
        [(above, {v: u_diagonal}, 1 / (eps * u_diagonal)),
            (more, {}, sp.Rational(9, 16) / (eps**2 * (3 + 2 * u_diagonal)))])
    ceiling = show(that(DIAGONAL.upper) < u_diagonal / (eps * (2 + u_diagonal)),
        "the logarithm is above its fraction, so that the upper bound is less than "
        "this", [(below, {v: u_diagonal}, 1 / (eps * u_diagonal))])
    return floor, ceiling


def derive_together() -> Derivation:
    proof = Proof(_EPS)
    show_closed(proof)
    show_high(proof)
    proof.fails(FIXED, {delta: sp.Rational(1, 4)},
        because="at delta = 1/4 the limit is 1/2, and not 1")
    show_together(proof)
    return proof.done()


def show_together(proof: Proof) -> None:
    """Append the limit for epsilon = delta, and its rate."""
    wide, narrow = show_gap(proof)
    floor, ceiling = show_size(proof)
    known = DIAGONAL.begin(proof, floor)
    low = known.at_least(_diagonal_least, _half, (floor, sp.Rational(3, 16) / eps),
        gaps=[(narrow, {y: eps}, _one)], because="the ratio is 1 less the gap of the bounds, at "
            "most 1/2, over the upper one, which is above 3/(16 epsilon)")
    part = _half - eps / 12
    high = known.at_most(_diagonal_most, part, (ceiling, u_diagonal / (eps * (2 + u_diagonal))),
        gaps=[(wide, {y: eps}, _one)], more=[(narrow, {y: eps}, 4 * eps**2 * part)], on=_UNIT,
        because="the ratio is 1 less the gap of the bounds, at least 1/2 - epsilon/12, over the "
            "upper one, which is below what is shown")
    bounds = (_diagonal_least, _diagonal_most)
    squeezed(proof, DIAGONAL_GOAL, (low, high), bounds, "a polynomial in epsilon")


# -- the constants --------------------------------------------------------------------------------

_ratio_power = 1 / (1 + u_diagonal)
_a_diagonal = grid.a.xreplace(_diagonal)
_log = sp.log(1 + u_diagonal)
AUX_GOALS = (_toward_zero(_ratio_power, sp.Rational(2, 3)),
    _toward_zero(_log, sp.log(sp.Rational(3, 2))),
    _toward_zero(_a_diagonal / eps, sp.Rational(3, 2)),
    _toward_zero(eps * DIAGONAL.lower, 1 - 2 * sp.log(sp.Rational(3, 2))))

AUX = Statement(id="trunclap.thm6.aux", paper=PAPER, item="Proof of Theorem 6",
    title="the constants for small epsilon = delta", printed=(CLOSED, *AUX_GOALS),
    printed_latex=r"\epsilon=\delta\to0:\quad b^n\to\tfrac23,\quad n\sim\frac{\log\frac32}\delta,"
    r"\quad a\sim\tfrac32\delta,\quad V_1^{low}\sim\bigl(1-2\log\tfrac32\bigr)\frac\Delta\delta",
    note="n = log(1 + u)/epsilon and b^n = 1/(1 + u). The paper's Theta is shown as what it means "
    "there, asymptotic equality: n delta -> log(3/2), a/delta -> 3/2, and delta V_1^low/Delta -> 1 "
    "- 2 log(3/2).")


def derive_aux() -> Derivation:
    proof = Proof(_EPS)
    show_closed(proof)
    show_constants(proof)
    return proof.done()


_CONTINUOUS = "it is continuous at 0"


def show_constants(proof: Proof) -> None:
    """Append the four limits for epsilon = delta."""
    more = show_tangent(proof)
    less_ = proof.shows(that(0) < 1 - (1 - eps) * sp.exp(eps), on=_EPS, by="ladder",
        because="exp(-epsilon) is above its tangent, multiplied by exp(epsilon)")
    _powers(proof, more, less_)
    _constant_a(proof)
    _logarithm_tends(proof, more, less_)


def _powers(proof: Proof, more: str, less_: str) -> None:
    low, high = 2 * (1 - eps) / (3 - 2 * eps), sp.Rational(2, 3)
    show = Shower(proof, _UNIT)
    below = show(that(low) < _ratio_power, "(exp(epsilon) - 1)/(2 epsilon) is below 1/(2 (1 - "
        "epsilon))",
        [(less_, {}, 2 / ((3 - 2 * eps) * (2 * eps + _e)))])
    above = show(that(_ratio_power) < high, "(exp(epsilon) - 1)/(2 epsilon) exceeds 1/2",
        [(more, {}, 1 / (3 * eps * (1 + u_diagonal)))])
    squeezed(proof, AUX_GOALS[0], (below, above), (low,), _CONTINUOUS)


def _constant_a(proof: Proof) -> None:
    falls = sp.exp(-eps)
    small, large = (proof.shows(that(0) < room, on=_EPS, by="ladder", because=why)
        for room, why in ((falls - 1 + eps, "exp(-epsilon) is above its tangent"),
            (1 - eps + eps**2 / 2 - falls, "it is below the next term")))
    low, high = sp.Rational(3, 2) - 5 * eps / 4, sp.Rational(3, 2)
    show, value = Shower(proof, _EPS), _a_diagonal / eps
    below = show(that(low) <= value, "the constant over epsilon is exp(-epsilon) + (1 - "
        "exp(-epsilon))/(2 epsilon)",
        [(small, {}, _one), (large, {}, 1 / (2 * eps))])
    above = show(that(value) <= high, "it is below this, since exp(-epsilon) < 1",
        [(small, {}, 1 / (2 * eps))])
    squeezed(proof, AUX_GOALS[2], (below, above), (low,), _CONTINUOUS)


def _logarithm_tends(proof: Proof, more: str, less_: str) -> None:
    """log(1 + u) -> log(3/2), and what it means for the lower bound."""
    found = show_from_half(proof)
    show = Shower(proof, _UNIT)
    inside = show(that(_half) < u_diagonal, "exp(epsilon) exceeds 1 + epsilon",
        [(more, {}, 1 / (2 * eps))])
    high = start + (1 / (1 - eps) - 1) / 3
    above_start = show(that(start) < _log, "the logarithm increases, and (exp(epsilon) - 1)/(2 "
        "epsilon) exceeds 1/2", [(found[0], {v: u_diagonal}, _one)],
        inside)
    below_high = proof.shows(that(_log) < high, on=_UNIT, by="entailment",
        because="the logarithm is below its tangent, and (exp(epsilon) - 1)/(2 epsilon) below 1/(2 "
            "(1 - epsilon))", uses=(found[1], inside, less_),
        facts=[(found[1], {v: u_diagonal}, _one), (less_, {}, 1 / (3 * eps * (1 - eps)))])
    squeezed(proof, AUX_GOALS[1], (above_start, below_high), (high,), _CONTINUOUS)
    _lower_bound_tends(proof, more, (start, above_start), (high, below_high))


def _lower_bound_tends(proof: Proof, more: str, low: tuple[sp.Expr, str],
        high: tuple[sp.Expr, str]) -> None:
    """epsilon V_low = epsilon/(exp(epsilon) - 1) - log(1 + u)/u, and 2 - epsilon < 1/u < 2."""
    _, narrow = show_gap(proof)
    below, _ = show_logarithm(proof)
    weights = (2 * _log / _e, 2 * eps * _log)
    show = Shower(proof, _UNIT)
    signs = [show(that(0) < weight, "the logarithm is positive",
            [(below, {v: u_diagonal}, weight / _log)]) for weight in weights]
    target = eps * DIAGONAL.lower
    bottom = 1 - eps / 2 - 2 * high[0]
    top = 1 - (2 - eps) * low[0]
    steps = [proof.shows(that(bottom) <= target, on=_UNIT, by="entailment",
            because="epsilon/(exp(epsilon) - 1) is above 1 - epsilon/2, and the factor 2 "
                "epsilon/(exp(epsilon) - 1) of the logarithm below 2",
            uses=(narrow, more, signs[0], high[1]),
            facts=[(narrow, {y: eps}, eps), (more, {}, weights[0]), (high[1], {}, sp.Integer(2))]),
        proof.shows(that(target) <= top, on=_UNIT, by="entailment",
            because="epsilon/(exp(epsilon) - 1) is below 1, and the factor 2 epsilon/(exp(epsilon) "
                "- 1) of the logarithm above 2 - epsilon",
            uses=(narrow, more, signs[1], low[1]),
            facts=[(more, {}, 1 / _e), (narrow, {y: eps}, weights[1]), (low[1], {}, 2 - eps)])]
    squeezed(proof, AUX_GOALS[3], steps, (bottom, top), _CONTINUOUS)


CLAIMS = (Claim(TOGETHER, derive_together), Claim(AUX, derive_aux))
