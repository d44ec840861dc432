"""Appendix E, (337): what is left of the equation for gamma as b tends to 1, for every m.

The sum for m + 1 rises over each period by an integral of powers: at most its trapezoid, and at
least what the tangents at both ends give. In the difference of the two sides of (317) the terms of
the highest order in 1/(1-b) are equal; these bounds are exact in the next order.
"""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain
from dpproofs.kernel.examples import Example
from dpproofs.kernel.proposition import Limit, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.staircase import power_sums, powers
from dpproofs.theorems.staircase.moment_slope import NUMERATOR
from dpproofs.theorems.staircase.moment_sums import (HYPOTHESES, INSIDE, ON, READING, SLOPE, Bent,
    show_sums)
from dpproofs.theorems.staircase.power_moments import EXPONENT, GIVEN, S, m, model, one, zero
from dpproofs.theorems.staircase.power_sums import POWERS, SUMS, ZEROS, C, W, i, k
from dpproofs.theorems.staircase.power_sums_growth import (FACTORIAL, STARTS, STEPS, show_bounds,
    show_factorials, show_induction)
from dpproofs.theorems.staircase.series import Adding, Series
from dpproofs.theorems.staircase.setting import PAPER, b, gamma

half = sp.Rational(1, 2)
_this, _next, _before = S(m, b, gamma), S(m + 1, b, gamma), S(m - 1, b, gamma)
_log, _own = sp.exp(-FACTORIAL(m + 1)), sp.exp(-FACTORIAL(m))

#: The difference of the two sides of (317), over (m+1)!/(1-b)^m.
SCALED = NUMERATOR * (1 - b) ** m * _log
LOW = gamma - half - m * (1 - b) / 2
HIGH = gamma - half + (1 - b) * (m / 2 + (m + 1) / 2 * _log + 1 / (8 * b))
NEAR = (Goal(that(LOW) <= SCALED, ON), Goal(that(SCALED) <= HIGH, ON))
LEFT = Goal(Limit(SCALED, b, one, "-", gamma - half), Domain((INSIDE, EXPONENT)))


def _model() -> Example:
    order = sp.Symbol("i", positive=True)
    return {**model(), "Lambda": sp.Lambda((order,), sp.log(sp.gamma(order + 1)))}


BALANCE = Statement(
    id="staircase.appE.337",
    paper=PAPER,
    item="Appendix E, (337)",
    title="what is left of the equation for gamma as b tends to 1",
    printed_latex=r"\begin{gathered}b\to1:\qquad-\tfrac12+\gamma=0;\\\frac{(1-b)^m}{(m+1)!}\Bigl(D"
    r"\sum_{i=1}^{m+1}i\binom{m+1}ic_{m+1-i}\gamma^{i-1}-(1-b)\sum_{i=0}^{m+1}\binom{m+1}i"
    r"c_{m+1-i}\gamma^i\Bigr)\to\gamma-\tfrac12,\quad D=b+(1-b)\gamma\end{gathered}",
    given=(*GIVEN, FACTORIAL),
    printed=(SLOPE, LEFT, *NEAR),
    hypotheses=(ZEROS, POWERS, *HYPOTHESES, STARTS, STEPS),
    examples=(_model(),),
    note=READING + "exp(Lambda(i)) is i!, from 0! = 1 and (i+1)! = (i+1) i!. The second goal is "
    "the limit of the difference of the two sides of (317), over (m+1)!/(1-b)^m; the terms of "
    "order 1/(1-b)^(m+1) on both sides are equal, so that (336) alone does not give it. The last "
    "goals are more: the difference is within a multiple of 1-b of gamma - 1/2, the same for all "
    "gamma, so that every gamma* in (0, 1) at which (317) holds tends to 1/2. That there is one, "
    "at which the cost is least, and between b^2/2 and 1/2, is Theorem 8.",
)


class Curved(Bent):
    """Of powers with exponents from 1 on, also their integrals against trapezoids."""

    def __init__(self, proof: Proof) -> None:
        super().__init__(proof)
        self.trapezoid = self._trapezoid()
        self.rest = self._rest(self._from_start(), self._to_end())

    def _from_start(self) -> str:
        p, q, x, s = powers.p, powers.p + 1, powers.x, powers.s
        return self._climbs_weakly(x**q + s * q * x**p + s**2 * q * p * x ** (p - 1) / 2,
            (x + s) ** q, powers.FIRST, powers.ON,
            "the integral of the p-th power over [x, x + s] is at least that of its tangent at x",
            q * ((x + s) ** p - x**p - s * p * x ** (p - 1)), (self.tangent, {}, q))

    def _to_end(self) -> str:
        p, q, x, s = powers.p, powers.p + 1, powers.x, powers.s
        far = x + s
        return self._climbs_weakly(x**q + s * q * far**p - s**2 * q * p * far ** (p - 1) / 2,
            far**q, powers.FIRST, powers.ON,
            "the integral of the p-th power over [x, x + s] is at least that of its tangent at x + "
            "s",
            s**2 * q * p * (p - 1) * far ** (p - 2) / 2)

    def _rest(self, start: str, end: str) -> str:
        """The same over two halves of a period."""
        p, q, x = powers.p, powers.p + 1, powers.x
        trapezoid = q * (x**p + (x + 1) ** p) / 2
        lost = q * p * ((x + 1) ** (p - 1) - x ** (p - 1)) / 8
        return self._proof.follows(that(trapezoid - lost) <= (x + 1) ** q - x**q,
            (start, {powers.s: half}), (end, {powers.x: x + half, powers.s: half}),
            on=Domain((powers.STEEP, powers.PLACE)),
            because="the tangent at x is used up to x + 1/2, and the one at x + 1 from there on")


class Balance:
    """Appends the bounds on the difference of the two sides of (317)."""

    def __init__(self, proof: Proof, moments: Series, bent: Curved) -> None:
        self._proof, self._bent, self._adding = proof, bent, Adding(proof, ON)
        self._here, self._later, self._earlier = (self._adding.at(moments, {i: order})
            for order in (m, m + 1, m - 1))

    def _shifted(self, series: Series) -> Series:
        """A sum without its first term."""
        start = series.term.xreplace({k: zero})
        step = self._proof.applies("without the first term", on=ON, uses=(series.step,),
            terms=series.term, value=series.value, because="without its first term")
        return Series(step, series.term.xreplace({k: k + 1}), series.value - start)

    def _rise(self, series: Series, shifted: Series) -> Series:
        return self._adding.combined(shifted, 1 / b, series, -one,
            "how much the terms rise over each period")

    def _at(self, place: sp.Expr) -> dict[sp.Symbol, sp.Expr]:
        return {powers.p: m, powers.x: place}

    def show_near(self) -> tuple[str, str, str]:
        """Append the bounds on the sum for m + 1, and one on the sum for m - 1."""
        adding, place, bent = self._adding, self._at(k + gamma), self._bent
        shifted = self._shifted(self._here)
        rise = self._rise(self._later, self._shifted(self._later))
        mean = adding.combined(self._here, (m + 1) / 2, shifted, (m + 1) / (2 * b),
            "the trapezoids of all periods")
        most = adding.compared(rise, mean, (bent.trapezoid, {**place, powers.s: one}, b**k),
            because="the integral of the power m over a period is at most the trapezoid")
        small = self._rise(self._earlier, self._shifted(self._earlier))
        least = adding.compared(
            adding.combined(mean, one, small, -(m + 1) * m / 8, "less what is lost at most"), rise,
            (bent.rest, place, b**k),
            because="the integral of the power m over a period is at least the trapezoid, less m "
            "(m + 1)/8 times what the power m - 1 rises by")
        grows = adding.compared(adding.scaled(self._earlier, m), self._rise(self._here, shifted),
            (bent.tangent, {**place, powers.s: one}, b**k),
            because="the power m rises over a period by at least m times the power m - 1 at its "
            "start")
        return most, least, grows

    def show_order(self, known: power_sums.SumSteps, above: str, below: str) -> tuple[str, str]:
        """Append that the sum for m, over m!/(1-b)^(m+1), is at most 1, and nearly 1."""
        proof, adding, bent = self._proof, self._adding, self._bent
        whole = adding.at(Series(known.sums, b**k * W(i, k), C(i, b)), {i: m},
            "one of the sums c_i")
        plain = self._shifted(whole)
        places = {powers.p: m + 1, powers.s: 1 - gamma, powers.x: k + gamma}
        power = (known.powers, {i: m, k: k + 1}, b ** (k + 1))
        small = adding.compared(adding.scaled(self._here, b), plain,
            (bent.steepens, places, b ** (k + 1)), power,
            because="the power m of n + gamma is at most that of n + 1")
        great = adding.compared(plain, self._shifted(self._here),
            (bent.steepens, {**places, powers.s: gamma, powers.x: k + 1}, b ** (k + 1)),
            (power[0], power[1], -power[2]),
            because="the power m of n + 1 + gamma is at least that of n + 1")
        scale, order = (1 - b) ** (m + 1) * _own, (1 - b) ** (m + 1) * _own * _this
        start = (known.zeros, {i: m})
        most = proof.follows(that(order) <= 1, (small, scale / b), (above, {i: m}, 1 / b),
            (*start, scale / b), on=ON,
            because="b S(m, b, gamma) is at most c_m, which is at most b m!/(1-b)^(m+1)")
        tangent = {powers.p: m, powers.x: b, powers.s: 1 - b}
        least = proof.follows(that(1 - m * (1 - b)) <= order, (great, scale), (below, {i: m}),
            (*start, -scale), (bent.tangent_above, tangent), on=ON,
            because="S(m, b, gamma) is at least c_m, which is at least b^m m!/(1-b)^(m+1), and b^m "
            "is at least 1 - m (1-b)")
        return most, least

    def show_bounds(self, falls: str, near: tuple[str, str, str], order: tuple[str, str]) -> None:
        """Append the bounds on the difference of the two sides of (317)."""
        proof, bent, (most, least, grows), (top, bottom) = self._proof, self._bent, near, order
        scale = (1 - b) ** m * _log * b
        same = (falls, {i: m}, (m + 1) * (1 - b) ** (m + 1) * (gamma - half) * _this)
        proof.follows(NEAR[0], (most, scale), same, (top, (1 - gamma) / 2), (bottom, gamma / 2),
            because="by the trapezoids (1-b) S(m + 1, b, gamma) is at most (m + 1) (1 + b)/2 times "
            "S(m, b, gamma); what is left is (m + 1) (1-b) (gamma - 1/2) S(m, b, gamma), and that "
            "sum, over m!/(1-b)^(m+1), is between 1 - m (1-b) and 1")
        part = (1 - b) ** m * _log * (m + 1) / 2
        places = {powers.p: m + 1, powers.x: gamma, powers.s: 1 - gamma}
        small = (1 - b) ** (m + 1) * _log * (m + 1) / 8
        level = {powers.p: m, powers.x: 1 - b, powers.s: b}
        proof.follows(NEAR[1], (least, scale), (grows, small),
            (falls, {i: m}, -(m + 1) * (1 - b) ** (m + 1) * (gamma - half) * _this),
            (falls, {i: m}, -(m + 1) * (1 - b) ** (m + 2) / (8 * b) * _this),
            (top, gamma / 2 + (1 - b) / (8 * b)), (bottom, (1 - gamma) / 2),
            (bent.steepens, places, part), (bent.steepens, level, (1 - b) * _log * (m + 1) / 2),
            because="by the tangents the same is left from above, but for m (m + 1)/8 times what "
            "the sum for m - 1 rises by; with m S(m - 1, b, gamma) at most what the sum for m "
            "rises by, that is smaller by a factor of the order 1 - b")


def derive() -> Derivation:
    proof = Proof(ON, BALANCE)
    proof.idea(__doc__)
    known = power_sums.SumSteps(
        ones="",  # k^0 plays no role where m >= 1
        zeros=proof.assumes(ZEROS, because="the term with k = 0 is 0 for i >= 1"),
        powers=proof.assumes(POWERS, because="the other terms have powers"),
        sums=proof.assumes(SUMS, because="the sums (306)"),
    )
    moments = show_sums(proof, known.sums)
    second, terms = power_sums.show_second(proof, known), powers.Terms(proof)
    low, high = show_bounds(proof, known, terms)
    falls, unit = show_factorials(proof)
    above, below = (show_induction(proof, second, falls, unit, bound, down=bound == high)
        for bound in (high, low))
    balance = Balance(proof, moments, Curved(proof))
    near = balance.show_near()
    proof.key(*near)
    order = balance.show_order(known, above, below)
    proof.key(low, high, above, below, *order)
    balance.show_bounds(falls, near, order)
    tends = [proof.shows(Limit(bound, b, one, "-", gamma - half), on=LEFT.domain, by="limit",
            because="a bound tends to gamma - 1/2") for bound in (LOW, HIGH)]
    uses = [proof.assumed(goal) for goal in NEAR]
    proof.concludes(LEFT, by="squeeze", uses=(*uses, *tends), because="so does the difference")
    return proof.done()


CLAIMS = (Claim(BALANCE, derive),)
