"""Noise of the rounds of a composition: tails and worst divergences, enclosed by balls.

Everything is from the closed form of the density or of the masses, which are even and log-concave:
the worst shift is the whole sensitivity, and the worst set a half-line.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, reduce
from typing import Protocol

from flint import arb, ctx

from dpproofs.replaying.balls import end
from dpproofs.replaying.balls import rational as ball
from dpproofs.replaying.reader import need

MOST_SIGMA = 10_000  # of discrete normal noise, whose masses are written out
MOST_PLACES = 64  # at which a half-line may have to begin


class Noise(Protocol):
    """Noise that is added to one number."""

    @property
    def sensitivity(self) -> Fraction:
        """By how much the number may differ between neighbouring inputs."""

    @property
    def words(self) -> str:
        """What a reader is told of it."""

    def beyond(self, x: Fraction) -> arb:
        """P(X > x); of noise on the integers, joined by lines between them."""

    def divergence(self, gamma: arb) -> arb:
        """The largest P(X + a in S) - gamma P(X in S) over sets S and shifts a."""


@dataclass(frozen=True)
class Normal:
    """Density proportional to e^(-x^2/(2 sigma^2))."""

    sigma: Fraction
    sensitivity: Fraction

    @property
    def words(self) -> str:
        return f"normal noise of sigma {shown(self.sigma)}{unit(self.sensitivity)}"

    def beyond(self, x: Fraction | arb) -> arb:
        return ((x if isinstance(x, arb) else ball(x)) * self._scale).erfc() / 2

    def divergence(self, gamma: arb) -> arb:
        """On the half-line on which the loss s (2 x - s)/(2 sigma^2) is above log gamma."""
        start = ball(self.sigma**2 / self.sensitivity) * gamma.log() + ball(self.sensitivity / 2)
        return self.beyond(start - ball(self.sensitivity)) - gamma * self.beyond(start)

    @cached_property
    def _scale(self) -> arb:
        return 1 / (ball(self.sigma) * arb(2).sqrt())


@dataclass(frozen=True)
class Laplace:
    """Density proportional to e^(-epsilon |x|/sensitivity)."""

    epsilon: Fraction
    sensitivity: Fraction

    @property
    def words(self) -> str:
        return f"Laplace noise of epsilon {shown(self.epsilon)}{unit(self.sensitivity)}"

    def beyond(self, x: Fraction) -> arb:
        tail = ball(-abs(x) * self.epsilon / self.sensitivity).exp() / 2
        return tail if x >= 0 else 1 - tail

    def divergence(self, gamma: arb) -> arb:
        """On nothing, everything, or the half-line between on which the loss is large."""
        between = 1 - (gamma * ball(-self.epsilon).exp()).sqrt()
        return arb(0).max(1 - gamma).max(between)


@dataclass(frozen=True)
class Geometric:
    """Masses proportional to e^(-epsilon |k|); the sensitivity is 1."""

    epsilon: Fraction
    sensitivity: Fraction = Fraction(1)

    @property
    def words(self) -> str:
        return f"geometric noise of epsilon {shown(self.epsilon)}"

    def beyond(self, x: Fraction) -> arb:
        return joined(self._from, x)

    def divergence(self, gamma: arb) -> arb:
        """On nothing, everything, or k >= 1, as the loss has two values."""
        return arb(0).max(1 - gamma).max(self._from(0) - gamma * self._from(1))

    def _from(self, k: int) -> arb:
        """P(X >= k)."""
        ratio = ball(-self.epsilon).exp()
        tail = ratio ** (k if k > 0 else 1 - k) / (1 + ratio)
        return tail if k > 0 else 1 - tail


@dataclass(frozen=True)
class DiscreteNormal:
    """Masses proportional to e^(-k^2/(2 sigma^2))."""

    sigma: Fraction
    sensitivity: Fraction

    def __post_init__(self) -> None:
        whole = self.sensitivity.denominator == 1
        need(whole, "discrete normal noise of a sensitivity that is not whole")
        need(self.sigma <= MOST_SIGMA, f"discrete normal noise of sigma above {MOST_SIGMA}")

    @property
    def words(self) -> str:
        return f"discrete normal noise of sigma {shown(self.sigma)}{unit(self.sensitivity)}"

    def beyond(self, x: Fraction) -> arb:
        return joined(self._from, x)

    def divergence(self, gamma: arb) -> arb:
        """On the half-line where the loss s (2 k - s)/(2 sigma^2) is above log gamma."""
        start = ball(self.sigma**2 / self.sensitivity) * gamma.log() + ball(self.sensitivity / 2)
        first, last = (math.ceil(end(side)) for side in (start.lower(), start.upper()))
        if last - first > MOST_PLACES:  # gamma is hardly known, and this is no more than 1
            return arb(1)
        shift = int(self.sensitivity)
        known = [self._from(k - shift) - gamma * self._from(k) for k in range(first, last + 1)]
        return reduce(arb.max, known)

    def _from(self, k: int) -> arb:
        """P(X >= k)."""
        if k <= 0:
            return 1 - self._from(1 - k)
        tails, total = self._sums
        return tails[min(k, len(tails) - 1)] / total

    @cached_property
    def _sums(self) -> tuple[list[arb], arb]:
        """Sums of weights from k on, and of all; from the last k on they are enclosed together."""
        narrow = 1 / (2 * self.sigma**2)
        last = math.ceil(float(self.sigma) * math.sqrt(2 * ctx.prec)) + 1
        rest = ball(-(last**2) * narrow).exp() / -ball(-(2 * last + 1) * narrow).expm1()
        sums = [arb(0).union(rest)]
        for k in reversed(range(last)):
            sums.append(sums[-1] + ball(-(k**2) * narrow).exp())
        sums.reverse()
        return sums, sums[0] + sums[1]


def joined(tail: Callable[[int], arb], x: Fraction) -> arb:
    """P(X > x) of noise on the integers, between two of them on a line."""
    place = math.floor(x)
    share = ball(x - place)
    return (1 - share) * tail(place + 1) + share * tail(place + 2)


# -- a record that takes part with a probability ---------------------------------------------------


@dataclass(frozen=True)
class Sampled:
    """Noise about the values of two neighbouring inputs, to which a record is sampled.

    With the outputs P that has it and Q that has not, and R = rate P + (1 - rate) Q, removing the
    record compares R with Q, and adding it Q with R. A record that is replaced, in a batch of one
    size, has a bound for both; there are inputs to which its replacement is as good as nothing.
    """

    noise: Noise
    rate: Fraction
    adding: bool
    replaced: bool = False

    def divergence(self, gamma: arb) -> arb:
        """The largest that first input's probability minus gamma times the second's can be.

        Where a ball does not decide in which case gamma is, a number that is not below it.
        """
        if self.rate == 1:  # both ways the same, as the noise is even
            return self.noise.divergence(gamma)
        if self.replaced:
            return self._either(gamma)
        rate, absent = ball(self.rate), ball(1 - self.rate)
        share = 1 - gamma * absent if self.adding else rate
        other = gamma * rate / share if self.adding else (gamma - absent) / rate
        if share > 0 and other > 0:
            return share * self.noise.divergence(other)
        return arb(0).max(share if self.adding else rate.max(1 - gamma))

    def _either(self, gamma: arb) -> arb:
        """rate H(1 + (gamma - 1)/rate) for gamma >= 1, with H the noise's, and its mirror image."""
        rate = ball(self.rate)
        if gamma >= 1:
            return rate * self.noise.divergence(1 + (gamma - 1) / rate)
        if gamma < 1:
            return 1 - gamma + gamma * rate * self.noise.divergence(1 + (1 / gamma - 1) / rate)
        return rate * self.noise.divergence(arb(1)) + arb(0).max(1 - gamma)

    def half_line(self, x: Fraction) -> tuple[arb, arb]:
        """The probabilities of a half-line, mirrored when the record is added."""
        there = self.noise.beyond(x)
        here = self.noise.beyond(x - self.noise.sensitivity)
        rate, absent = ball(self.rate), ball(1 - self.rate)
        if self.adding:
            return here, absent * here + rate * there
        return rate * here + absent * there, there


# -- words -----------------------------------------------------------------------------------------


def shown(number: Fraction) -> str:
    """A number for a reader, all of it: a double as one writes it, any other as a fraction."""
    with suppress(OverflowError):
        near = float(number)
        if Fraction(near) == number:
            return repr(near).removesuffix(".0")
    return str(number)


def unit(sensitivity: Fraction) -> str:
    """What is said of a sensitivity."""
    return "" if sensitivity == 1 else f" for sensitivity {shown(sensitivity)}"
