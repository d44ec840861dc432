"""Theorem 7: the lower and upper bounds on the power, compared for epsilon = delta -> 0."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, between
from dpproofs.kernel.erratum import Erratum, Patch, Severity
from dpproofs.kernel.proposition import Limit, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.trunclap.inequalities import (show_from_half, show_gap, show_logarithm,
    show_small_terms, show_square, show_tangents, start, v)
from dpproofs.theorems.trunclap.logarithms import squeezed, y
from dpproofs.theorems.trunclap.ratio import Facts, Ratio, Shower
from dpproofs.theorems.trunclap.setting import DELTA, PAPER, delta, eps
from dpproofs.theorems.trunclap.tightness_power import (CLOSED, FREE, difference, fixed, lower,
    show_closed, show_high, upper, upper1)

_half, _sixth = sp.Rational(1, 2), sp.Rational(1, 6)
_zero, _one = sp.Integer(0), sp.Integer(1)
_e = sp.exp(eps) - 1

_diagonal = {delta: eps}
_SHORT = Domain((between(eps, 0, _half),))
_u = _e / (2 * eps)
_L = sp.log(1 + _u)
_upper1, _upper, _lower, _difference = (e.xreplace(_diagonal)
    for e in (upper1, upper, lower, difference))
DIAGONAL = Ratio(("Q_0", "J_0"), _SHORT, _lower, _upper)
_diagonal_gap = (1 - eps / 6) * 3 / (16 * eps) - _sixth
_diagonal_least = 1 - 22 * eps / 3
_diagonal_most = 1 - 3 * eps**2 * _diagonal_gap
_CONTINUOUS = "it is continuous at 0"
_constant = 2 * (1 - 2 * start - start**2)


def _toward_zero(expression: sp.Expr, value: sp.Expr) -> Goal:
    return Goal(Limit(expression, eps, _zero, "+", value), Domain())


DIAGONAL_GOAL = _toward_zero(DIAGONAL.value, _one)
DIAGONAL_LEAST = Goal(that(_diagonal_least) <= DIAGONAL.value, _SHORT)
DIAGONAL_MOST = Goal(that(DIAGONAL.value) <= _diagonal_most, _SHORT)
VALUES = (_toward_zero(eps**2 * _upper, _constant), _toward_zero(eps**2 * _lower, _constant))

#: The printed limit, at a fixed delta, would say this of the limit that is shown there.
FIXED = Goal(that(fixed) == 1, Domain((DELTA,)))

_ERRATUM = Erratum(Severity.misprint,
    "The bounds on the power meet when epsilon = delta tends to 0, and not at a fixed delta, "
    "where the limit is (1 - delta)(1 - 2 delta).",
    (Patch(r"\lim_{\epsilon \to 0} \frac{V_2^{low}}{V_2^{upp}} = 1",
        r"\lim_{\epsilon = \delta \to 0} \frac{V_2^{low}}{V_2^{upp}} = 1"),))

TOGETHER = Statement(id="trunclap.thm7.3", paper=PAPER, item="Theorem 7, third limit",
    erratum=_ERRATUM,
    title="power: the bounds for small epsilon = delta",
    printed_latex=r"\lim_{\epsilon\to0}\frac{V_2^{low}}{V_2^{upp}}=1", printed=(FIXED,),
    corrected=(CLOSED, DIAGONAL_GOAL, DIAGONAL_LEAST, DIAGONAL_MOST, *VALUES),
    corrected_latex=r"\lim_{\epsilon=\delta\to0}\frac{V_2^{low}}{V_2^{upp}}=1,\qquad V_2^{low}\sim "
    r"V_2^{upp}\sim\frac{2\Delta^2}{\epsilon^2}\bigl(1-2\log\tfrac32-\log^2\tfrac32\bigr)",
    printed_text="the ratio of the bounds tends to 1 as epsilon -> 0",
    corrected_text="it tends to 1 as epsilon = delta -> 0", given=(*FREE.given, *DIAGONAL.given),
    hypotheses=(*FREE.hypotheses, *DIAGONAL.hypotheses),
    examples=({**FREE.model, **DIAGONAL.model},),
    note="At a fixed delta the limit is (1 - delta)(1 - 2 delta), as the first line of the theorem "
    "says; the printed goal is that this is 1. The proof and the poster have epsilon = delta -> 0, "
    "which is right. With the rate, for epsilon = delta < 1/2: the ratio is at least 1 - 22 "
    "epsilon/3 and at most 1 - (9/16) epsilon (1 - epsilon/6) + epsilon^2/2. epsilon^2 times "
    "either bound tends to 2 Delta^2 (1 - 2 log(3/2) - log^2(3/2)). n is real in (12), which is a "
    "lower bound then as well, by the last goal of trunclap.thm5.")


def derive_together() -> Derivation:
    proof = Proof(_SHORT)
    show_closed(proof)
    show_high(proof)
    proof.fails(FIXED, {delta: sp.Rational(1, 4)}, because="at delta = 1/4 the limit is 3/8, not 1")
    show_together(proof, values=True)
    proof.is_long(7)
    return proof.done()


def show_together(proof: Proof, *, values: bool = False) -> None:
    """Append the limit for epsilon = delta, and its rate; if wanted, that of the bounds."""
    below, above = show_logarithm(proof)
    k_low, k_high = show_square(proof, below, above)
    wide, narrow = show_gap(proof)
    _, w_high = show_small_terms(proof)
    more, fewer = show_tangents(proof)
    show = Shower(proof, _SHORT)
    inside = show(that(_u) < 1, "(exp(epsilon) - 1)/(2 epsilon) is below "
        "1", [(fewer, {y: eps}, 1 / (2 * eps * (1 - eps)))])
    floor = show(that(1 / (22 * eps**2)) < _upper, "the upper bound is not small",
        [(k_low, {v: _u}, 2 / eps**2),
            (more, {y: eps}, (11 * _u + 3) / (11 * eps**3 * (6 + 10 * _u)))], inside,
        latex=r"\frac1{22\epsilon^2}<\frac{V_2^{upp}}{\Delta^2}")
    ceiling = show(that(_upper) < 1 / (3 * eps**2), "the upper bound is not large",
        [(k_high, {v: _u}, 2 / eps**2), (inside, {}, (1 + _u) / (3 * eps**2))],
        latex=r"\frac{V_2^{upp}}{\Delta^2}<\frac1{3\epsilon^2}")
    floor1 = show(that(3 / (16 * eps)) < _upper1, "the amplitude is bounded from below",
        [(above, {v: _u}, 1 / (eps * _u)),
            (more, {y: eps}, sp.Rational(9, 16) / (eps**2 * (3 + 2 * _u)))],
        latex=r"\frac3{16\epsilon}<\frac{V_1^{upp}}\Delta")
    ceiling1 = show(that(_upper1) < 1 / (3 * eps), "the amplitude is bounded from above",
        [(below, {v: _u}, 1 / (eps * _u)), (inside, {}, 2 / (3 * eps * (2 + _u)))],
        latex=r"\frac{V_1^{upp}}\Delta<\frac1{3\epsilon}")
    positive1 = show(that(0) < 2 * _upper1, "the amplitude is "
        "positive", [(floor1, {}, sp.Integer(2))])
    gap_high = show(that(_difference) < 1 / (3 * eps),
        "the gap is of the order of 1/epsilon: from above",
        [(narrow, {y: eps}, 2 * _upper1 + 2 / _e), (ceiling1, {}, _one)], positive1,
        show(that(0) < 2 * _upper1 + 2 / _e, "a multiplier", [(floor1, {}, sp.Integer(2))]),
        latex=r"\frac{V_2^{upp}-V_2^{low}}{\Delta^2}<\frac1{3\epsilon}")
    gap_low = show(that(_diagonal_gap) < _difference, "the difference is bounded from below",
        [(wide, {y: eps}, 2 * _upper1), (w_high, {y: eps}, _one), (floor1, {}, 1 - eps / 6)],
        positive1,
        latex=r"\frac3{16\epsilon}\Bigl(1-\frac\epsilon6\Bigr)-\frac16<\frac{V_2^{upp}-V_2^{low}}{"
        r"\Delta^2}")
    known = DIAGONAL.begin(proof, floor)
    low = known.at_least(_diagonal_least, 1 / (3 * eps), (floor, 1 / (22 * eps**2)),
        gaps=[(gap_high, {}, _one)], because="the ratio is 1 less the gap of the bounds over the "
            "upper one: the gap is at most, and the upper bound at least, as shown")
    high = known.at_most(_diagonal_most, _diagonal_gap, (ceiling, 1 / (3 * eps**2)),
        gaps=[(gap_low, {}, _one)], because="the ratio is 1 less the gap of the bounds over the "
            "upper one: the gap is at least, and the upper bound at most, as shown")
    squeezed(proof, DIAGONAL_GOAL, (low, high), (_diagonal_least, _diagonal_most), _CONTINUOUS)
    if values:
        _show_values(proof, (below, narrow, more, fewer), (gap_high, gap_low))


def _show_values(proof: Proof, known: tuple[str, str, str, str], gaps: tuple[str, str]) -> None:
    """Append the limits of epsilon^2 times the two bounds."""
    below, narrow, more, fewer = known
    show = Shower(proof, _SHORT)
    from_start, to_tangent = show_from_half(proof)
    inside = show(that(_half) < _u, "(exp(epsilon) - 1)/(2 epsilon) is above "
        "1/2", [(more, {y: eps}, 1 / (2 * eps))])
    top = start + (1 / (1 - eps) - 1) / 3
    after = show(that(start) < _L, "the logarithm increases, and (exp(epsilon) - 1)/(2 epsilon) "
        "exceeds 1/2", [(from_start, {v: _u}, _one)], inside)
    before = show(that(_L) < top, "the logarithm is below its tangent, and (exp(epsilon) - 1)/(2 "
        "epsilon) below 1/(2 (1 - epsilon))",
        [(to_tangent, {v: _u}, _one), (fewer, {y: eps}, 1 / (3 * eps * (1 - eps)))], inside)
    is_positive = show(that(0) < _L, "the logarithm is positive", [(below, {v: _u}, _one)])
    start_positive = show(that(0) < start, "log(3/2) is positive", [(below, {v: _half}, _one)])
    square = _L**2 + 2 * _L
    weights: dict[sp.Expr, Facts] = {2 * eps * square: [(is_positive, {}, 4 * eps)],
        (2 - eps) * (_L + start + 2): [(is_positive, {}, 2 - eps), (start_positive, {}, 2 - eps)],
        2 * square / _e: [(is_positive, {}, 4 / _e)],
        2 * (top + _L + 2): [(is_positive, {}, sp.Integer(4)), (before, {}, sp.Integer(2))]}
    of_narrow, of_after, of_more, of_before = (
        (weight, show(that(0) < weight, "a multiplier of what follows", facts))
        for weight, facts in weights.items())
    low_value = 2 - 2 * (top**2 + 2 * top)
    high_value = 2 - (2 - eps) * (start**2 + 2 * start)
    low = show(that(low_value) <= eps**2 * _upper, "the logarithm is below its bound, "
        "and 2 epsilon/(exp(epsilon) - 1) below 2",
        [(more, {y: eps}, of_more[0]), (before, {}, of_before[0])], of_more[1], of_before[1])
    high = show(that(eps**2 * _upper) <= high_value, "the logarithm is above log(3/2), and 2 "
        "epsilon/(exp(epsilon) - 1) above 2 - epsilon",
        [(narrow, {y: eps}, of_narrow[0]), (after, {}, of_after[0])], of_narrow[1], of_after[1])
    squeezed(proof, VALUES[0], (low, high), (low_value, high_value), _CONTINUOUS)
    gap_high, gap_low = gaps
    lower_low = show(that(low_value - eps / 3) <= eps**2 * _lower,
        "the lower bound differs by the gap, which is at most epsilon/3 here",
        [(low, {}, _one), (gap_high, {}, eps**2)])
    lower_high = show(that(eps**2 * _lower) <= high_value, "the lower bound is not above the upper "
        "one, as the gap is not negative",
        [(high, {}, _one), (gap_low, {}, eps**2)])
    bounds = (low_value - eps / 3, high_value)
    squeezed(proof, VALUES[1], (lower_low, lower_high), bounds, _CONTINUOUS)


CLAIMS = (Claim(TOGETHER, derive_together),)
