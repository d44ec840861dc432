"""The delta at an epsilon that follows from a claim about Renyi divergences, or from Gaussian DP.

Let r = dP/dQ, so that sup P(S) - e^epsilon Q(S) is the mean of (r - e^epsilon)_+ under Q. Where

    (r - e^epsilon)_+ <= a r + b + c r^alpha        for all r >= 0,

that is at most a + b + c M, for M the mean of r^alpha, which D_alpha(P || Q) <= D bounds by
e^{(alpha - 1) D}. With a = b = 0 this is Proposition 12 of Canonne, Kamath & Steinke, 2020; with
the best a and b it is the least delta that follows at all from one order (Asoodeh, Liao, Calmon,
Kosut & Sankar, "Three variants of differential privacy", 2021), as noise with two values of r
attains it. Any a, b, c that satisfy the inequality give a bound, so that search may be done in
doubles; the bound is then computed in ball arithmetic.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms.formulas.enclosure import ball, rational
from dpproofs.mechanisms.parameter import as_float

if TYPE_CHECKING:
    import flint

    Ball: TypeAlias = flint.arb

BITS = 256  # of working precision: deltas of 1e-300 come from terms of order 1
FARTHEST = (
    -14.0,
    4.0,
)  # log of minus log of the ratio of likelihoods outside of the set: 1 - 1e-6 ...
HALVINGS = 60


def delta_of_renyi(order: float, divergence: float, epsilon: float) -> float:
    """The least delta at an epsilon that follows from D_order(P || Q) <= divergence, rounded up.

    Source: Asoodeh, Liao, Calmon, Kosut & Sankar, 2021. It is tight: two distributions that satisfy
    this one bound have that delta, up to the accuracy of the search.

    Parameters
    ----------
    order
        In (1, oo).
    divergence, epsilon
        In [0, oo).

    Raises
    ------
    BadInput
        When a number is outside its domain.

    Examples
    --------
    >>> from dpproofs.privacy.conversions import delta_of_renyi
    >>> round(delta_of_renyi(8, 0.3, 1.0), 8)
    0.00032143
    """
    numbers = required("divergence", divergence), required("epsilon", epsilon)
    return _touching(required("order", order, least=1.0), *numbers).certified(divergence)


def delta_of_zcdp(rho: float, epsilon: float) -> float:
    """A delta at an epsilon that follows from rho-zCDP by the best single order, rounded up.

    Source: Bun & Steinke, 2016, Definition 1.1, and `delta_of_renyi`. Other orders and the reverse
    divergence are left out; normal noise of that rho has between a fifth and all of it.

    Parameters
    ----------
    rho, epsilon
        In (0, oo), in [0, oo).

    Raises
    ------
    BadInput
        When a number is outside its domain.

    Examples
    --------
    >>> from dpproofs.privacy.conversions import delta_of_zcdp
    >>> round(delta_of_zcdp(0.5, 4.0), 7)
    0.0001958
    """
    rho, epsilon = required("rho", rho), required("epsilon", epsilon)
    if rho == 0:
        return 0.0
    start = max(0.1, (epsilon + rho) / (2 * rho) - 1)  # of order - 1: what Bun & Steinke take

    def order(t: float) -> float:
        return 1 + start * math.exp(t)

    best = order(
        _lowest(
            lambda t: _touching(order(t), order(t) * rho, epsilon).bound(order(t) * rho), -2, 2, 24
        )
    )
    return _touching(best, best * rho, epsilon).certified(best * rho)


def delta_of_gdp(mu: float, epsilon: float) -> float:
    """The delta at an epsilon of mu-Gaussian DP, which is the normal mechanism's, rounded up.

    Source: Dong, Roth & Su, arXiv:1905.02383, Corollary 2.13. It is tight: mu-GDP
    says no more and no less than this for all epsilon.

    Parameters
    ----------
    mu, epsilon
        In (0, oo), in [0, oo).

    Raises
    ------
    BadInput
        When a number is outside its domain.

    Examples
    --------
    >>> from dpproofs.privacy.conversions import delta_of_gdp
    >>> round(delta_of_gdp(1.0, 1.0), 6)
    0.126937
    """
    from dpproofs.privacy.enclosed.gaussian import GaussianNoise

    mu, epsilon = required("mu", mu), required("epsilon", epsilon)
    return above(GaussianNoise(1 / Fraction(mu)).profile(epsilon, 1)) if mu else 0.0


def above(number: Ball) -> float:
    """The least double that is certainly not below a ball."""
    exact = rational(number.upper())
    near = float(exact)
    return near if near >= exact else math.nextafter(near, math.inf)


@dataclass(frozen=True)
class Touching:
    """a s + b + c s^order, in units r = e^epsilon s, that touches 0 at s0 < 1 and s - 1 beyond.

    Where the set may have all of P, s0 is 0 and the slope there may be positive.

    Attributes
    ----------
    order, epsilon
        As above.
    low
        log s0; -oo where it is 0.
    size
        c; a and b follow from it.
    slope
        At s0, in [0, 1).
    """

    order: float
    epsilon: float
    low: float
    size: float
    slope: float = 0.0

    @classmethod
    def rising(cls, order: float, epsilon: float, slope: float) -> Touching:
        """The one that touches 0 at 0, with a slope."""
        s = order / ((order - 1) * (1 - slope))
        return cls(order, epsilon, -math.inf, (1 - slope) / order * s ** (1 - order), slope)

    @classmethod
    def at(cls, order: float, epsilon: float, low: float) -> Touching:
        """The one that touches 0 at e^low."""
        more = order - 1
        power, itself = math.exp(more * low), math.exp(order * low)

        def size(s: float) -> float:
            return 1 / (order * (math.pow(s, more) - power))

        def short(s: float) -> bool:
            outside = math.pow(s, order) - order * power * s + more * itself
            return s - 1 < size(s) * outside

        left, right = 1.0, order / more
        for _ in range(HALVINGS):
            middle = (left + right) / 2
            left, right = (middle, right) if short(middle) else (left, middle)
        return cls(order, epsilon, low, size(right))

    def bound(self, divergence: float) -> float:
        """a + b + c M in doubles; oo where one of them overflows."""
        more = self.order - 1
        try:
            far = math.exp(more * (divergence - self.epsilon))
            outside = more * math.exp(self.order * self.low + self.epsilon)
            tangent = far + outside - self.order * math.exp(more * self.low)
            return self.slope + self.size * tangent
        except OverflowError:
            return math.inf

    def certified(self, divergence: float) -> float:
        """The same as a double that is certainly not below, for a c that is certainly enough.

        All of it is made larger by a factor of 1 + 2^-40, by which rounding of c is made up for;
        what may be missing after that is added.
        """
        from flint import arb, ctx

        with ctx.workprec(BITS):
            order, epsilon = ball(self.order), ball(self.epsilon)
            low = ball(self.low) if math.isfinite(self.low) else -arb.pos_inf()
            more, enough = order - 1, 1 + arb(2) ** -40
            size = ball(self.size) * enough
            a = ball(self.slope) * enough - size * order * (more * low).exp()
            b = size * more * (order * low).exp()
            if not a < 1:
                return 1.0
            s = ((1 - a) / (size * order)) ** (1 / more)
            missing = s - 1 - a * s - b - size * s**order
            b += missing.max(arb(0))
            m = (more * (ball(divergence) - epsilon)).exp()
            return min(1.0, above(a + epsilon.exp() * b + size * m))


def _touching(order: float, divergence: float, epsilon: float) -> Touching:
    """The one with the least bound: by the ratio e^-e^t outside of the set, or by the slope."""

    def at(t: float) -> Touching:
        return Touching.at(order, epsilon, -epsilon - math.exp(t))

    def rising(t: float) -> Touching:
        return Touching.rising(order, epsilon, math.exp(-math.exp(t)))

    found = [way(_lowest(lambda t, way=way: way(t).bound(divergence), *FARTHEST, 24))  # type: ignore[misc]
             for way in (at, rising)]  # fmt: skip
    return min(found, key=lambda each: each.bound(divergence))


def _lowest(function: Callable[[float], float], low: float, high: float, steps: int) -> float:
    """Where a function that falls and then rises is least, by golden sections."""
    part = (math.sqrt(5) - 1) / 2
    inner = [high - part * (high - low), low + part * (high - low)]
    values = [function(x) for x in inner]
    for _ in range(steps):
        if values[0] < values[1]:
            high, inner[1], values[1] = inner[1], inner[0], values[0]
            inner[0] = high - part * (high - low)
            values[0] = function(inner[0])
        else:
            low, inner[0], values[0] = inner[0], inner[1], values[1]
            inner[1] = low + part * (high - low)
            values[1] = function(inner[1])
    return inner[values[1] < values[0]]


def required(
    name: str, value: object, *, least: float = 0.0, included: bool | None = None
) -> float:
    """A number above or, by default where that is 0, at a least one.

    Raises
    ------
    BadInput
        When it is none.
    """
    closed = least == 0 if included is None else included
    number = as_float(value)
    if number is None or not (least < number < math.inf or (closed and number == least)):
        raise BadInput(name, value, f"a number in {'[' if closed else '('}{least:g}, inf)")
    return number
