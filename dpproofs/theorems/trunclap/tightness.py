"""Theorem 6: the lower and upper bounds on the amplitude, compared at a fixed delta or epsilon.

With u = (exp(epsilon) - 1)/(2 delta) and n = log(1 + u)/epsilon, an integer or not,

    V_low/Delta = 1/(exp(epsilon) - 1) - n/(exp(n epsilon) - 1),
    V_upp/Delta = 1/epsilon - n/(exp(n epsilon) - 1),

so that their difference is 1/epsilon - 1/(exp(epsilon) - 1), which lies between 0 and 1/2.
"""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, between, positive
from dpproofs.kernel.proposition import Limit, Series, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.trunclap import discretisation as grid
from dpproofs.theorems.trunclap.inequalities import h, show_gap, show_logarithm, v
from dpproofs.theorems.trunclap.logarithms import squeezed, y
from dpproofs.theorems.trunclap.ratio import Ratio, Shower
from dpproofs.theorems.trunclap.setting import (DELTA, EPSILON, PAPER, PRIVACY, V1_UPPER, Delta,
    delta, eps, u)

n = sp.Symbol("n", positive=True)
_half = sp.Rational(1, 2)
_zero, _one = sp.Integer(0), sp.Integer(1)
_e = sp.exp(eps) - 1
#: What the upper bound is above the lower, in units of Delta.
gap = h.xreplace({y: eps})

# -- in epsilon and delta -------------------------------------------------------------------------

upper = V1_UPPER.xreplace({Delta: _one})
lower = 1 / _e - sp.log(1 + u) / (eps * u)

#: The printed lower bound (11), with n = log(1 + u)/epsilon, so that b^n = 1/(1 + u).
_real = sp.log(1 + u) / eps
_power = 1 / (1 + u)
_b = sp.exp(-eps)
printed = 2 * grid.a * ((_b - _power) / (1 - _b) ** 2 - (_real - 1) * _power / (1 - _b))
CLOSED = Goal(that(printed) == lower, PRIVACY)
GAP = Goal(that(upper - printed) == gap, PRIVACY)

FREE = Ratio(("R", "I"), Domain((DELTA, EPSILON)), lower, upper)
_NEAR = Domain((DELTA, between(eps, 0, 1)))
_floor = 3 * u / (eps * (6 + 4 * u))
_ceiling = u / (eps * (2 + u))


def _logarithms(proof: Proof) -> tuple[str, str]:
    """The upper bound between two fractions in u."""
    below, above = show_logarithm(proof)
    show, times = Shower(proof, FREE.domain), 1 / (eps * u)
    floor = show(that(_floor) < upper, "the upper bound is not small", [(above, {v: u}, times)],
        latex=r"\frac{3u}{\epsilon\,(6+4u)}<\frac{V_1^{upp}}\Delta")
    ceiling = show(that(upper) < _ceiling, "the upper bound is not large", [(below, {v: u}, times)],
        latex=r"\frac{V_1^{upp}}\Delta<\frac u{\epsilon\,(2+u)}")
    return floor, ceiling


_least = 1 - 2 * delta - 2 * eps / 3
_most = 1 - (_half - eps / 12) * (4 * delta * (1 - eps / 2) + eps)
HIGH_GOAL = Goal(Limit(FREE.value, eps, _zero, "+", 1 - 2 * delta), Domain((DELTA,)))
HIGH_LEAST = Goal(that(_least) <= FREE.value, FREE.domain)
HIGH_MOST = Goal(that(FREE.value) <= _most, _NEAR)

NOTE = ("The ratio R does not depend on Delta. n = log(1 + u)/epsilon need not be an integer: the "
    "lower bound holds for every epsilon and delta (Theorem 4). ")

HIGH = Statement(id="trunclap.thm6.1", paper=PAPER, item="Theorem 6, first limit",
    title="amplitude: the bounds for small epsilon",
    printed_latex=r"\lim_{\epsilon\to0}\frac{V_1^{low}}{V_1^{upp}}\ge1-2\delta",
    printed=(CLOSED, GAP, HIGH_GOAL, HIGH_LEAST, HIGH_MOST), given=FREE.given,
    hypotheses=FREE.hypotheses, examples=(FREE.model,),
    note=NOTE
        + "The limit is equal to 1 - 2 delta. At a fixed delta no integer n exists when epsilon is "
            "small (unless delta = 1/2), so that with the paper's assumption the limit would be "
            "empty; a real n is meant. With the rate: 1 - 2 delta - 2 epsilon/3 <= R for all "
            "epsilon, and R <= 1 - (1/2 - epsilon/12)(4 delta (1 - epsilon/2) + epsilon) for "
            "epsilon < 1. The difference of the two bounds is Delta (1/epsilon - 1/(exp(epsilon) - "
            "1)) < Delta/2, whatever delta is.")


def derive_high() -> Derivation:
    proof = Proof(FREE.domain)
    show_bounds(proof)
    show_high(proof)
    return proof.done()


def show_closed(proof: Proof) -> None:
    """Append the closed form of the lower bound."""
    proof.letter(sp.Symbol("u", positive=True), u)
    proof.concludes(CLOSED, by="identity",
        because="the power of exp(-epsilon) in (11) is 1/(1 + u)",
        latex=r"2a\Bigl(\frac{b-b^n}{(1-b)^2}-\frac{(n-1)\,b^n}{1-b}\Bigr)=\frac1{e^\epsilon-1}-"
        r"\frac{\log(1+u)}{\epsilon u},\qquad b^n=\frac1{1+u}")


def show_bounds(proof: Proof) -> None:
    """Append the closed form of the lower bound and the gap."""
    show_closed(proof)
    proof.concludes(GAP, by="identity",
        because="and the gap to the upper bound does not depend on delta",
        latex=r"V_1^{upp}-V_1^{low}=\Bigl(\frac1\epsilon-\frac1{e^\epsilon-1}\Bigr)\,\Delta")


def show_high(proof: Proof) -> None:
    """Append the limit at a fixed delta, and its rate."""
    wide, narrow = show_gap(proof)
    floor, ceiling = _logarithms(proof)
    known = FREE.begin(proof, floor)
    more = proof.shows(that(0) < sp.exp(y) - 1 - y, on=Domain((positive(y),)), by="ladder",
        because="an exponential is above its tangent")
    low = known.at_least(_least, _half, (floor, _floor), gaps=[(narrow, {y: eps}, _one)],
        more=[(more, {y: eps}, 2 * delta / _e)],
        because="the ratio is 1 less the gap of the bounds over the upper one: the gap is below "
            "1/2, and 1/2 over the upper bound below 2 delta + 2 epsilon/3, as epsilon is below "
            "exp(epsilon) - 1")
    part = _half - eps / 12
    high = known.at_most(_most, part, (ceiling, _ceiling), gaps=[(wide, {y: eps}, _one)],
        more=[(narrow, {y: eps}, 4 * delta * eps * part)], on=_NEAR,
        because="the ratio is 1 less the gap of the bounds over the upper one: the gap is above "
            "1/2 - epsilon/12, and 1 over the upper bound above epsilon + 4 delta (1 - "
            "epsilon/2)")
    squeezed(proof, HIGH_GOAL, (low, high), (_least, _most), "a polynomial in epsilon")


# -- in epsilon and n: delta = (exp(epsilon) - 1)/(2 (exp(n epsilon) - 1)) ------------------------

PATH = Domain((EPSILON, between(n, 1, sp.oo)))
_end = sp.exp(n * eps) - 1
path_delta = _e / (2 * _end)
path_upper, path_lower = 1 / eps - n / _end, 1 / _e - n / _end
SAME_UPPER = Goal(that(upper.xreplace({delta: path_delta})) == path_upper, PATH)
SAME_LOWER = Goal(that(lower.xreplace({delta: path_delta})) == path_lower, PATH)
LONG = Ratio(("R_n", "I_n"), PATH, path_lower, path_upper)

low_limit = eps / _e
VANISHES = Goal(Limit(path_delta, n, sp.oo, "-", _zero), Domain((EPSILON,)))
LOW_GOAL = Goal(Limit(LONG.value, n, sp.oo, "-", low_limit), Domain((EPSILON,)))
_below = low_limit - 2 * gap / n
LOW_LEAST = Goal(that(_below) <= LONG.value, PATH)
LOW_MOST = Goal(that(LONG.value) <= low_limit, PATH)
LOW_SERIES = Goal(Series(low_limit, eps, (_one, -_half)), Domain())

LOW = Statement(id="trunclap.thm6.2", paper=PAPER, item="Theorem 6, second limit",
    title="amplitude: the bounds for small delta",
    printed_latex=r"\lim_{\delta\to0}\frac{V_1^{low}}{V_1^{upp}}\ge\frac\epsilon{e^\epsilon-1}=1-"
    r"\frac\epsilon2+O(\epsilon^2)",
    printed=(CLOSED, SAME_UPPER, SAME_LOWER, VANISHES, LOW_GOAL, LOW_LEAST, LOW_MOST, LOW_SERIES),
    given=LONG.given, hypotheses=LONG.hypotheses, examples=(LONG.model,),
    note=NOTE
        + "With n for delta = (exp(epsilon) - 1)/(2 (exp(n epsilon) - 1)), delta -> 0 is n -> oo. "
            "The limit is equal to epsilon/(exp(epsilon) - 1), and the ratio lies between that "
            "less 2 (1/epsilon - 1/(exp(epsilon) - 1))/n and it, for all epsilon and n > 1.")


def show_path(proof: Proof) -> None:
    """Append the bounds in epsilon and n."""
    proof.concludes(SAME_UPPER, by="identity",
        because="with this delta the logarithm in (5) is n epsilon")
    proof.concludes(SAME_LOWER, by="identity",
        because="with this delta the logarithm in the lower bound is n epsilon as well")


def show_vanishing(proof: Proof, grows: str) -> None:
    """Append that delta tends to 0 as n tends to infinity."""
    cap = _e / (n * eps)
    above = Shower(proof, PATH)(that(path_delta) < cap,
        "as exp(n epsilon) - 1 > n epsilon + (n epsilon)^2/2", [(grows, {y: n * eps}, cap / _end)])
    proof.concludes(VANISHES, by="squeeze", because="delta tends to 0 as n tends to infinity",
        uses=(proof.shows(that(0) < path_delta, on=PATH, by="sign", because="delta is positive"),
            above,
            proof.shows(Limit(cap, n, sp.oo, "-", _zero), on=Domain((EPSILON,)), by="limit",
                because="a multiple of 1/n")))


def derive_low() -> Derivation:
    proof = Proof(PATH)
    show_closed(proof)
    show_path(proof)
    show_low(proof)
    proof.concludes(LOW_SERIES, by="series", because="the first two terms of the limit")
    return proof.done()


def show_low(proof: Proof) -> None:
    """Append the limit at a fixed epsilon, and its rate."""
    grows = proof.shows(that(1 + y + y**2 / 2) < sp.exp(y), on=Domain((positive(y),)), by="ladder",
        because="an exponential is above its series broken off")
    show_vanishing(proof, grows)
    show = Shower(proof, PATH)
    floor = n / (2 + n * eps)
    small = show(that(floor) < path_upper, "exp(n epsilon) - 1 exceeds n epsilon + (n epsilon)^2/2",
        [(grows, {y: n * eps}, n / (_end * (n * eps + (n * eps) ** 2 / 2)))])
    large = proof.shows(that(path_upper) < 1 / eps, on=PATH, by="sign", because="and that is not 0")
    known = LONG.begin(proof, small)
    shares = [
        show(that(0) < gap / size, "the gap is positive", [(grows, {y: eps},
            1 / (eps * _e * size))])
        for size in (floor, 1 / eps)]
    low = known.at_least(_below, gap, (small, floor), signs=shares[:1],
        because="the ratio is 1 less the gap 1/epsilon - 1/(exp(epsilon) - 1) over the upper "
            "bound, which is above n/(2 + n epsilon)")
    high = known.at_most(low_limit, gap, (large, 1 / eps), signs=shares[1:],
        because="the ratio is 1 less the gap 1/epsilon - 1/(exp(epsilon) - 1) over the upper "
            "bound, which is below 1/epsilon")
    squeezed(proof, LOW_GOAL, (low, high), (_below,), "a multiple of 1/n is left")


CLAIMS = (Claim(HIGH, derive_high), Claim(LOW, derive_low))
