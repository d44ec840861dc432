"""Noise by its density alone, in 60 digits: a second way to a privacy profile, by quadrature.

Nothing here is shared with `dpproofs.privacy.enclosed`: no closed form of a profile is used, only
densities and masses, the place where the privacy loss passes epsilon (by bisection), and sums.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, TypeAlias

import mpmath

DIGITS = 60
PIECES = tuple(4**k for k in range(-1, 5))  # ends of the pieces of a tail, in units of the noise
MOST_TERMS = 200_000
REACH = 40  # units of the noise that hold all of a discrete Gaussian, times 4 for geometric noise

Real: TypeAlias = Any  # mpmath.mpf


class NotKnown(Exception):
    """Noise that there is no second way for; the text says why."""


@dataclass(frozen=True)
class Noise:
    """Symmetric noise, not normalised.

    Attributes
    ----------
    log_weight
        The logarithm of its density or mass, up to a constant; -inf where it is 0.
    unit
        How wide it is.
    kinks
        Places x >= 0 between which it is smooth.
    integers
        Whether it is on the integers.
    """

    log_weight: Callable[[Real], Real]
    unit: Real
    kinks: tuple[Real, ...] = ()
    integers: bool = False

    def weight(self, x: Real) -> Real:
        """Its density or mass, up to a factor."""
        return mpmath.exp(self.log_weight(x))

    def loss(self, x: Real, shift: Real) -> Real:
        """The privacy loss log f(x)/f(x + shift)."""
        return self.log_weight(x) - self.log_weight(x + shift)


def noise_of(family: str, parameters: Mapping[str, float]) -> Noise:
    """The noise of a family, parameters taken as exactly what they are.

    Raises
    ------
    NotKnown
        For a family without a density here.
    """
    has = {name: mpmath.mpf(value) for name, value in parameters.items()}
    match family:
        case "laplace":
            return Noise(lambda x: -abs(x) / has["scale"], has["scale"], (mpmath.mpf(0),))
        case "gaussian" | "discrete_gaussian":
            sigma = has["sigma"]
            return Noise(
                lambda x: -x * x / (2 * sigma * sigma), sigma, (), family.startswith("discrete")
            )
        case "geometric":
            scale = has["scale"] if "scale" in has else -1 / mpmath.log(has["ratio"])
            return Noise(lambda x: -abs(x) / scale, scale, (), True)
        case "uniform" if "half_width" in has:
            width = has["half_width"]
            return Noise(lambda x: _within(x, width), width, (width,))
        case "truncated_laplace":
            scale, bound = has["scale"], has["bound"]
            kinks = (mpmath.mpf(0), bound)
            return Noise(lambda x: _within(x, bound) - abs(x) / scale, min(scale, bound), kinks)
    raise NotKnown(f"no density of {family} noise")


def least_delta(noise: Noise, epsilon: float, sensitivity: float) -> Real:
    """The integral or sum of max(0, f(x) - e^epsilon f(x + sensitivity)): a lower bound on delta.

    For log-concave noise, which all of these are, it is the least delta itself.
    """
    e, d = mpmath.mpf(epsilon), mpmath.mpf(sensitivity)
    if noise.integers:
        return _sum(noise, e, d)
    start = _crossing(noise, e, d)

    def gain(x: Real) -> Real:
        here, there = noise.log_weight(x), noise.log_weight(x + d)
        return max(mpmath.mpf(0), mpmath.exp(here) - mpmath.exp(e + there))

    return _integral(noise, gain, start, -d) / _total(noise)


def largest_loss(noise: Noise, sensitivity: float) -> Real:
    """The largest privacy loss at places up to 16 units from the centre: a lower bound."""
    d = mpmath.mpf(sensitivity)
    step = 1 if noise.integers else noise.unit / 4
    places = [k * step for k in range(-64, 65)]
    return max(noise.loss(x, d) for x in places if noise.log_weight(x) > -mpmath.inf)


def within(noise: Noise, width: Real) -> Real:
    """The probability of |X| <= width."""
    if noise.integers:
        inside = range(1, int(mpmath.floor(width)) + 1)
        return (noise.weight(mpmath.mpf(0)) + 2 * mpmath.fsum(map(noise.weight, inside))) / _total(
            noise
        )
    ends = sorted({mpmath.mpf(0), width, *(k for k in noise.kinks if 0 < k < width)})
    return 2 * _quad(noise, noise.weight, ends) / _total(noise)


def at_least(noise: Noise, threshold: float) -> Real:
    """P(X >= threshold) for a threshold >= 0, with P(X = threshold) where that counts."""
    t = mpmath.mpf(threshold)
    if noise.integers:
        masses = _masses(noise, beyond=int(t))
        return mpmath.fsum(masses[int(mpmath.ceil(t)) :]) / _total(noise)
    return _integral(noise, noise.weight, t) / _total(noise)


def _total(noise: Noise) -> Real:
    """The integral or sum of all weights."""
    if noise.integers:
        masses = _masses(noise)
        return masses[0] + 2 * mpmath.fsum(masses[1:])
    return 2 * _integral(noise, noise.weight, mpmath.mpf(0))


def _within(x: Real, bound: Real) -> Real:
    return mpmath.mpf(0) if abs(x) <= bound else -mpmath.inf


def _crossing(noise: Noise, epsilon: Real, shift: Real) -> Real:
    """Where the loss, which does not decrease, passes epsilon, by bisection; far out if never."""
    low, high = -shift - noise.unit * PIECES[-1], noise.unit * PIECES[-1]
    high += abs(epsilon) * noise.unit * (1 + noise.unit / shift)
    if noise.kinks and noise.log_weight(noise.kinks[-1] * 2 + 1) == -mpmath.inf:
        low, high = -noise.kinks[-1], noise.kinks[-1]
    for _ in range(4 * DIGITS):
        middle = (low + high) / 2
        there = noise.log_weight(middle + shift)
        if there == -mpmath.inf or noise.loss(middle, shift) > epsilon:
            high = middle
        else:
            low = middle
    return high


def _integral(noise: Noise, function: Callable[[Real], Real], start: Real, shift: Real = 0) -> Real:
    """From start to infinity, in pieces between kinks and their shifted copies."""
    places = [side * kink for kink in noise.kinks for side in (1, -1)]
    places += [place + shift for place in places]
    if shift:
        places += [-shift, shift]
    grown = [start + piece * noise.unit for piece in PIECES]
    if grown[-1] < 0:  # nearly all of the noise is further on
        grown += [side * piece * noise.unit for piece in (0, *PIECES) for side in (-1, 1)]
    ends = sorted({start, *grown, *(p for p in places if start < p < max(grown))})
    return _quad(noise, function, ends)


def _quad(noise: Noise, function: Callable[[Real], Real], ends: Sequence[Real]) -> Real:
    """The integral between the first and the last end, in units, as errors are absolute ones."""
    unit, places = noise.unit, [end / noise.unit for end in ends]
    parts = (mpmath.quad(lambda x: function(x * unit), list(part)) for part in pairwise(places))
    return unit * mpmath.fsum(parts)


def _masses(noise: Noise, beyond: int = 0) -> list[Real]:
    """Weights of 0, 1, 2, ... until they no longer matter."""
    count = int(4 * REACH * noise.unit) + beyond + 8
    if count > MOST_TERMS:
        raise NotKnown(f"{count} terms are too many to sum")
    return [noise.weight(mpmath.mpf(k)) for k in range(count)]


def _sum(noise: Noise, epsilon: Real, shift: Real) -> Real:
    d, growth = int(shift), mpmath.exp(epsilon)
    masses = _masses(noise, beyond=d + int(epsilon * noise.unit * (1 + noise.unit / d)))
    gains = (masses[abs(k)] - growth * masses[abs(k + d)] for k in range(-d, len(masses) - d))
    return mpmath.fsum(gain for gain in gains if gain > 0) / _total(noise)
