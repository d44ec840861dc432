"""Theorem 7: the lower and upper bounds on the power, compared at a fixed delta or epsilon.

In units of Delta^2, with u, n and h(epsilon) = 1/epsilon - 1/(exp(epsilon) - 1) as for the
amplitude, V2_upp - V2_low = 2 h V1_upp - (1 - 2h)/(exp(epsilon) - 1).
"""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, between, positive
from dpproofs.kernel.erratum import Erratum, Patch, Severity
from dpproofs.kernel.proposition import Limit, Series, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.trunclap import discretisation as grid
from dpproofs.theorems.trunclap.inequalities import (show_gap, show_logarithm, show_small_terms,
    show_square, show_tangents, v)
from dpproofs.theorems.trunclap.logarithms import squeezed, y
from dpproofs.theorems.trunclap.ratio import Ratio, Shower
from dpproofs.theorems.trunclap.setting import (DELTA, EPSILON, PAPER, PRIVACY, V1_UPPER, V2_UPPER,
    Delta, delta, eps, u)
from dpproofs.theorems.trunclap.tightness import PATH, gap, n, path_delta

_half, _sixth = sp.Rational(1, 2), sp.Rational(1, 6)
_zero, _one = sp.Integer(0), sp.Integer(1)
_e = sp.exp(eps) - 1
_log = sp.log(1 + u)

upper1 = V1_UPPER.xreplace({Delta: _one})
upper = V2_UPPER.xreplace({Delta: _one})
lower = (sp.exp(eps) + 1) / _e**2 - (_log**2 / eps**2 + 2 * _log / (eps * _e)) / u
difference = 2 * gap * upper1 - (1 - 2 * gap) / _e

#: The printed lower bound (12), with n = log(1 + u)/epsilon, so that b^n = 1/(1 + u).
_real, _power, _b = _log / eps, 1 / (1 + u), sp.exp(-eps)
_bracket = (-_b + 2 * (_b * (1 - _power / _b) / (1 - _b) ** 2 - (_real - 1) * _power / (1 - _b))
        - _b**2 * (1 - _power / _b**2) / (1 - _b) - (_real - 1) ** 2 * _power)
printed = 2 * grid.a / (1 - _b) * _bracket
CLOSED = Goal(that(printed) == lower, PRIVACY)
GAP = Goal(that(upper - printed) == difference, PRIVACY)


def show_closed(proof: Proof) -> None:
    """Append the closed form of the lower bound."""
    proof.letter(sp.Symbol("u", positive=True), u)
    proof.concludes(CLOSED, by="identity",
        because="the power of exp(-epsilon) in (12) is 1/(1 + u)",
        latex=r"\frac{2a}{1-b}\Bigl[-b+2\Bigl(\frac{b-b^n}{(1-b)^2}-\frac{(n-1)\,b^n}{1-b}\Bigr)-"
        r"\frac{b^2-b^n}{1-b}-(n-1)^2b^n\Bigr]=\frac{e^\epsilon+1}{(e^\epsilon-1)^2}-\frac1u\Bigl("
        r"\frac{\log^2(1+u)}{\epsilon^2}+\frac{2\log(1+u)}{\epsilon\,(e^\epsilon-1)}\Bigr)")


def show_bounds(proof: Proof) -> None:
    """Append the closed form of the lower bound and the gap."""
    show_closed(proof)
    proof.concludes(GAP, because="and the gap is known from the bounds on the amplitude",
        latex=r"\frac{V_2^{upp}-V_2^{low}}{\Delta^2}=2h\,\frac{V_1^{upp}}\Delta-\frac{1-2h}{e^"
        r"\epsilon-1},\qquad h=\frac1\epsilon-\frac1{e^\epsilon-1}", by="identity")


# -- epsilon -> 0 ---------------------------------------------------------------------------------

FREE = Ratio(("Q", "J"), Domain((DELTA, between(eps, 0, delta))), lower, upper)
fixed = (1 - delta) * (1 - 2 * delta)
_kappa = 12 * delta**2 + 10 * delta * eps
_gap_high = 1 / (4 * delta * (1 - eps)) - (1 - eps) / 6
_gap_low = (1 - eps / 6) * 3 / (12 * delta + 4 * eps) - _sixth
_ceiling = 1 / (12 * delta**2 * (1 - eps) ** 2)
_least = 1 - _gap_high * _kappa
_most = 1 - _gap_low / _ceiling
HIGH_GOAL = Goal(Limit(FREE.value, eps, _zero, "+", fixed), Domain((DELTA,)))
HIGH_LEAST = Goal(that(_least) <= FREE.value, FREE.domain)
HIGH_MOST = Goal(that(FREE.value) <= _most, FREE.domain)

_numerator = (1 / delta - 1) * (1 / delta - 2) / 12
_SMALL = Domain((DELTA,))
_PRINTED_RATIO = Goal(that(_numerator / (1 / (12 * delta))) == fixed, _SMALL)
_RATIO = Goal(that(_numerator / (1 / (12 * delta**2))) == fixed, _SMALL)
_EXPANDED = Goal(that(fixed) == 1 - 3 * delta + 2 * delta**2, _SMALL)


def show_high(proof: Proof) -> None:
    """Append the limit at a fixed delta, and its rate."""
    wide, narrow = show_gap(proof)
    below, above = show_logarithm(proof)
    w_low, w_high = show_small_terms(proof)
    k_low, k_high = show_square(proof, below, above)

    more, fewer = show_tangents(proof)
    show = Shower(proof, FREE.domain)
    inside = show(that(u) < 1, "u is below 1, as epsilon is below "
        "delta", [(fewer, {y: eps}, 1 / (2 * delta * (1 - eps)))])
    at_u = 2 / eps**2
    size = _half * (12 * delta + 10 * eps) * (_e + eps) * 2 - 10 * eps**2
    floor = show(that(1 / _kappa) < upper, "the upper bound is not small",
        [(k_low, {v: u}, at_u),
            (more, {y: eps}, size / (2 * delta * eps**2 * (6 + 10 * u) * _kappa))], inside,
        latex=r"\frac1{12\delta^2+10\delta\epsilon}<\frac{V_2^{upp}}{\Delta^2}")
    ceiling = show(that(upper) < _ceiling, "the upper bound is not large",
        [(k_high, {v: u}, at_u),
            (fewer, {y: eps},
                (u + eps / (2 * delta * (1 - eps))) / (6 * delta * eps**2 * (1 - eps)))], inside,
        latex=r"\frac{V_2^{upp}}{\Delta^2}<\frac1{12\delta^2(1-\epsilon)^2}")
    positive1 = show(that(0) < 2 * upper1, "the upper bound on the amplitude is positive",
        [(above, {v: u}, 2 / (eps * u))], latex=r"0<2\,\frac{V_1^{upp}}\Delta")
    gap_high = show(that(difference) < _gap_high,
        "the gap is below a fraction that tends to 1/(4 delta) - 1/6",
        [(narrow, {y: eps}, 2 * upper1), (w_low, {y: eps}, _one), (below, {v: u}, 1 / (eps * u)),
            (fewer, {y: eps}, 1 / (4 * delta * eps * (1 - eps)))], positive1,
        latex=r"\frac{V_2^{upp}-V_2^{low}}{\Delta^2}<\frac1{4\delta(1-\epsilon)}-\frac{1-"
        r"\epsilon}6")
    gap_low = show(that(_gap_low) < difference, "the gap is above another fraction with this limit",
        [(wide, {y: eps}, 2 * upper1), (w_high, {y: eps}, _one),
            (above, {v: u}, (1 - eps / 6) / (eps * u)),
            (more, {y: eps}, (18 - 3 * eps) / (eps * (6 + 4 * u) * (12 * delta + 4 * eps)))],
        positive1,
        latex=r"\frac{3\,(1-\frac\epsilon6)}{12\delta+4\epsilon}-\frac16<"
        r"\frac{V_2^{upp}-V_2^{low}}{\Delta^2}")
    known = FREE.begin(proof, floor)
    low = known.at_least(_least, _gap_high, (floor, 1 / _kappa), gaps=[(gap_high, {}, _one)],
        because="the ratio is 1 less the gap of the bounds over the upper one: the gap is at most, "
            "and the upper bound at least, as shown")
    high = known.at_most(_most, _gap_low, (ceiling, _ceiling), gaps=[(gap_low, {}, _one)],
        because="the ratio is 1 less the gap of the bounds over the upper one: the gap is at "
            "least, and the upper bound at most, as shown")
    squeezed(proof, HIGH_GOAL, (low, high), (_least, _most), "a fraction of polynomials")


HIGH = Statement(id="trunclap.thm7.1", paper=PAPER, item="Theorem 7, first limit",
    title="power: the bounds for small epsilon",
    printed_latex=r"\lim_{\epsilon\to0}\frac{V_2^{low}}{V_2^{upp}}\ge(1-\delta)(1-2\delta)=1-3"
    r"\delta+2\delta^2", printed=(CLOSED, GAP, HIGH_GOAL, HIGH_LEAST, HIGH_MOST, _EXPANDED),
    printed_text="the limit is at least (1 - delta)(1 - 2 delta) = 1 - 3 delta + 2 delta^2",
    given=FREE.given, hypotheses=FREE.hypotheses, examples=(FREE.model,),
    note="The limit is equal to (1 - delta)(1 - 2 delta). n = log(1 + u)/epsilon is real in (12), "
    "as no integer n exists for small epsilon at a fixed delta; (12) is a lower bound then as "
    "well, by the last goal of trunclap.thm5. With the rate, for epsilon < delta: Q is at least 1 "
    "- (12 delta^2 + 10 delta epsilon)(1/(4 delta (1 - epsilon)) - (1 - epsilon)/6), and at most 1 "
    "- 12 delta^2 (1 - epsilon)^2 (3 (1 - epsilon/6)/(12 delta + 4 epsilon) - 1/6). A fraction in "
    "the paper's proof is misprinted: claim trunclap.thm7.1.proof.")


def derive_high() -> Derivation:
    proof = Proof(FREE.domain)
    show_bounds(proof)
    show_high(proof)
    proof.concludes(_EXPANDED, by="identity", because="both sides are multiplied out")
    return proof.done()


_ERRATUM = Erratum(Severity.misprint,
    "Nothing: the limit printed behind the fraction is right.",
    (Patch(r"\frac{\frac{\Delta^2}{12}(\frac{1}{\delta} - 1)(\frac{1}{\delta} - "
        r"2)}{\frac{\Delta^2}{12\delta}}",
        r"\frac{\frac{\Delta^2}{12}(\frac{1}{\delta} - 1)(\frac{1}{\delta} - "
        r"2)}{\frac{\Delta^2}{12\delta^2}}"),))

MISPRINT = Statement(id="trunclap.thm7.1.proof", paper=PAPER,
    erratum=_ERRATUM,
    item="proof of Theorem 7, case epsilon -> 0",
    title="power: a misprinted fraction of the limits for small epsilon",
    printed_latex=r"\frac{\frac{\Delta^2}{12}(\frac1\delta-1)(\frac1\delta-2)}{\frac{\Delta^2}{12"
    r"\delta}}=(1-\delta)(1-2\delta)", printed=(_PRINTED_RATIO,), corrected=(_RATIO,),
    corrected_latex=r"\frac{\frac{\Delta^2}{12}(\frac1\delta-1)(\frac1\delta-2)}{\frac{\Delta^2}{12"
    r"\delta^2}}=(1-\delta)(1-2\delta)",
    printed_text="(Delta^2/12)(1/delta - 1)(1/delta - 2)/(Delta^2/(12 delta)) = (1 - delta)(1 - 2 "
    "delta)", corrected_text="the denominator is Delta^2/(12 delta^2)",
    note="The limit of the upper bound is Delta^2/(12 delta^2), as the paper says in the same "
    "paragraph; the theorem is not affected: claim trunclap.thm7.1.")


def derive_misprint() -> Derivation:
    proof = Proof(_SMALL)
    proof.fails(_PRINTED_RATIO, {delta: sp.Rational(1, 4)},
        because="at delta = 1/4 the fraction is 3/2, where (1 - delta)(1 - 2 delta) = 3/8")
    proof.concludes(_RATIO, by="identity", because="the limits of the two bounds, divided")
    return proof.done()


# -- delta -> 0, in epsilon and n -----------------------------------------------------------------

_end = sp.exp(n * eps) - 1
_tail = (sp.exp(eps) + 1) / _e**2
path_upper2 = 2 / eps**2 - (n**2 + 2 * n / eps) / _end
path_lower2 = _tail - (n**2 + 2 * n / _e) / _end
SAME_UPPER = Goal(that(upper.xreplace({delta: path_delta})) == path_upper2, PATH)
SAME_LOWER = Goal(that(lower.xreplace({delta: path_delta})) == path_lower2, PATH)
LONG = Ratio(("Q_n", "J_n"), PATH, path_lower2, path_upper2)

low_limit = eps**2 * (1 + sp.exp(eps)) / (2 * _e**2)
_all = 2 / eps**2 - _tail
_long_least = 1 - _all * (eps**2 / 2 + 3 * eps / (2 * n) + 3 / n**2)
_long_gap = _all - 4 * gap / (eps * (2 + n * eps))
_long_most = low_limit + 2 * eps * gap / (2 + n * eps)
_EPS = Domain((EPSILON,))
LOW_GOAL = Goal(Limit(LONG.value, n, sp.oo, "-", low_limit), _EPS)
LOW_LEAST = Goal(that(_long_least) <= LONG.value, PATH)
LOW_MOST = Goal(that(LONG.value) <= _long_most, PATH)
LOW_SERIES = Goal(Series(low_limit, eps, (_one, -_half)), Domain())
_chain = (-_b + 2 * _b / (1 - _b) ** 2 - _b**2 / (1 - _b), (_b**2 + _b) / (1 - _b) ** 2,
    (sp.exp(-2 * eps) + sp.exp(-eps)) / (1 - sp.exp(-eps)) ** 2, _tail)
_CHAIN = (Goal(that(_chain[0]) == _chain[1], _EPS),
    Goal(that(_chain[1]) == _chain[3], _EPS),
    Goal(that(_chain[2] / (2 / eps**2)) == low_limit, _EPS))
VALUE = Goal(Limit(path_lower2, n, sp.oo, "-", _tail), _EPS)

LOW = Statement(id="trunclap.thm7.2", paper=PAPER, item="Theorem 7, second limit",
    title="power: the bounds for small delta",
    printed_latex=r"\lim_{\delta\to0}\frac{V_2^{low}}{V_2^{upp}}\ge\frac{\epsilon^2(1+e^"
    r"\epsilon)}{2(e^\epsilon-1)^2}=1-\frac\epsilon2+O(\epsilon^2),\qquad V_2^{low}\to\frac{1+e^"
    r"\epsilon}{(e^\epsilon-1)^2}\Delta^2",
    printed=(CLOSED, SAME_UPPER, SAME_LOWER, *_CHAIN, VALUE, LOW_GOAL, LOW_LEAST, LOW_MOST,
        LOW_SERIES), given=LONG.given, hypotheses=LONG.hypotheses, examples=(LONG.model,),
    note= "With n for delta = (exp(epsilon) - 1)/(2 (exp(n epsilon) - 1)), an integer or not, "
    "delta -> 0 is n -> oo (Theorem 6); (12) is a lower bound for every such n, by the last goal "
    "of trunclap.thm5. The limit is equal to the right side; the two bounds on the ratio hold for "
    "all epsilon and n > 1, and differ from it by terms of the order 1/n. The displayed chain of "
    "the proof is right: 2a -> 1 - b cancels the denominator.")


def derive_low() -> Derivation:
    proof = Proof(PATH)
    show_closed(proof)
    show_path(proof)
    proof.concludes(_CHAIN[0], by="identity", because="the first two displayed limits agree")
    proof.concludes(_CHAIN[1], by="identity", because="the last two displayed limits agree as well")
    proof.concludes(_CHAIN[2], by="identity", because="divide by 2/epsilon^2")
    show_low(proof)
    proof.concludes(LOW_SERIES, by="series", because="the first two terms of the limit")
    return proof.done()


def show_path(proof: Proof) -> None:
    """Append the bounds in epsilon and n."""
    proof.concludes(SAME_UPPER, by="identity",
        because="with this delta the logarithm in (7) is n epsilon")
    proof.concludes(SAME_LOWER, by="identity",
        because="with this delta the logarithm in the lower bound is n epsilon as well")


def show_low(proof: Proof) -> None:
    """Append the limits at a fixed epsilon, and the rate."""
    series = [proof.shows(that(0) < sp.exp(y) - sum(y**k / sp.factorial(k) for k in range(terms)),
            on=Domain((positive(y),)), by="ladder",
            because="an exponential is above its series broken off") for terms in (2, 3, 4)]
    first, second, third = series
    show = Shower(proof, PATH)
    reach = n * eps
    floor_value = 2 * n**2 / (6 + 3 * reach + reach**2)
    cubic = reach + reach**2 / 2 + reach**3 / 6
    floor = show(that(floor_value) < path_upper2, "the upper bound is not small",
        [(third, {y: reach}, (n**2 + 2 * n / eps) / (_end * cubic))])
    ceiling = proof.shows(that(path_upper2) < 2 / eps**2, on=PATH, by="sign",
        because="the upper bound is less than that of Laplace noise")
    core = proof.shows(that(eps * (2 + eps) * (sp.exp(eps) + 1)) < sp.expand(2 * _e**2 + 4 * _e),
        on=_EPS, by="ladder", because="an exponential polynomial: the gap is positive for n = 1")
    positive_gap = [show(that(0) < share, "the gap is positive",
            [(core, {}, times / (eps * (2 + eps) * _e**2)),
                (first, {y: eps}, times * 4 * (n - 1) / (eps * _e * (2 + eps) * (2 + reach)))]
            if share != _all / floor_value
            else [(core, {}, times / (eps * (2 + eps) * _e**2)),
                (first, {y: eps}, times * 4 / (eps**2 * (2 + eps) * _e))])
        for share, times in ((_all / floor_value, 1 / floor_value),
            (_long_gap * eps**2 / 2, eps**2 / 2))]
    in_gap = show(that(path_upper2 - path_lower2) < _all, "the gap is below its value for n = oo",
        [(first, {y: eps}, 2 * n / (eps * _e * _end))])
    above_gap = show(that(_long_gap) < path_upper2 - path_lower2, "the gap is not far below that "
        "value",
        [(second, {y: reach}, 4 / (_end * eps * (2 + reach)) * gap)],
        show(that(0) < 4 / (_end * eps * (2 + reach)) * gap, "this factor is positive",
            [(first, {y: eps}, 4 / (_end * eps * (2 + reach)) / (eps * _e))]))
    known = LONG.begin(proof, floor)
    low = known.at_least(_long_least, _all, (floor, floor_value), gaps=[(in_gap, {}, _one)],
        signs=positive_gap[:1], because="the ratio is 1 less the gap of the bounds over the upper "
            "one: the gap is at most, and the upper bound at least, as shown")
    high = known.at_most(_long_most, _long_gap, (ceiling, 2 / eps**2), gaps=[(above_gap, {}, _one)],
        signs=positive_gap[1:], because="the ratio is 1 less the gap of the bounds over the upper "
            "one: the gap is at least, and the upper bound at most, as shown")
    squeezed(proof, LOW_GOAL, (low, high), (_long_least, _long_most), "a polynomial in 1/n")
    _show_value(proof, show, third)


def _show_value(proof: Proof, show: Shower, third: str) -> None:
    """Append the limit of the lower bound itself."""
    reach = n * eps
    lost = (n**2 + 2 * n / _e) / (reach + reach**2 / 2 + reach**3 / 6)
    above = show(that(_tail - lost) < path_lower2, "the lower bound is not far below its limit",
        [(third, {y: reach}, lost / _end)])
    below = proof.shows(that(path_lower2) < _tail, on=PATH, by="sign",
        because="the lower bound is below its limit")
    squeezed(proof, VALUE, (above, below), (_tail - lost,), "a fraction in 1/n")


CLAIMS = (Claim(HIGH, derive_high), Claim(MISPRINT, derive_misprint), Claim(LOW, derive_low))
