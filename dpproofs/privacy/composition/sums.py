"""Sums of independent losses by the fast Fourier transform, with an error that is bounded.

The losses are tilted first: w = P e^(t loss)/M, M their sum, so that the sum's bulk lies where the
answer is looked for, and an absolute error of rounding there is a small share of the answer even
where that is 1e-300. Then delta = M e^(-t epsilon) * sum of w(s) e^(-t u) (1 - e^(-u))+, with
u = s - epsilon, over the sums s.

What is computed is a sum modulo a length. What lies outside of a window of that length is bounded
by Chernoff's inequality, and is added or taken away. A transform passes its data through log2 N
stages of additions and of multiplications by roots of unity, so that each of its values is wrong by
at most a multiple of log2 N times the sum of the masses; `STAGE` is more than any pass needs.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dpproofs.mechanisms.base import Array
from dpproofs.privacy.composition.lattice import UNIT, Losses

STAGE = 8 * UNIT  # of the sum of magnitudes, the error of a stage of a transform
PRODUCT = 3 * UNIT  # relative, of a product of complex numbers
SUMMED = 1e-9  # relative, of what is summed and multiplied at the end
OUTSIDE = math.log(1e-13)  # of the tilted mass, about as much may lie outside of the window
MOST_LOG = 690.0  # of a double
UNDERFLOW = 1e-290  # more than all that underflows
VANISHED = 1e-290  # a share of the largest weight that is none
FAR = 60.0  # where e^(-t u) is e^(-60), u counts for nothing but its bound
MOST_POINTS = 1 << 23
MOVES = (
    2.0,
    1.0,
    0.7,
    0.5,
    0.35,
    0.2,
    0.1,
)  # of what a normal sum would need: where tails are tried

Part = tuple[Losses, int]
Spectrum = NDArray[np.complex128]


@dataclass(frozen=True)
class TiltedSum:
    """The tilted distribution of a sum of losses, on a window.

    Attributes
    ----------
    sums
        The values of the sum.
    weight, error
        The tilted probabilities as they were computed, and how wrong each may be.
    tails
        Bounds on the tilted probabilities to the left and to the right of the window.
    tilt
        The t of the tilt, >= 0.
    log_factor, log_error
        The logarithm of the factor M, and a bound on the relative errors of the masses.
    infinite
        The probability of an infinite loss.
    """

    sums: Array
    weight: Array
    error: float
    tails: tuple[float, float]
    tilt: float
    log_factor: float
    log_error: float
    infinite: float

    def log_delta(self, epsilon: float, *, upwards: bool) -> float:
        """The logarithm of a bound on delta: -oo where the lower one is 0."""
        side = 1 if upwards else -1
        size = max(abs(float(self.sums[0])), abs(float(self.sums[-1])), epsilon)
        over = self.sums - (epsilon - side * 8 * UNIT * size)
        start = int(np.searchsorted(over, 0.0, side="right"))
        first = float(over[start]) if start < over.size else 0.0
        end = max(start, int(np.searchsorted(over, first + FAR / max(self.tilt, 1e-300))))
        near, weight = over[start:end], self.weight[start:end]
        gain = np.exp(-self.tilt * (near - first)) * -np.expm1(-near)
        found = float(np.sum(np.maximum(weight + side * self.error, 0.0) * gain))
        if upwards:
            rest, beyond = (1.0, over[end]) if end < over.size else (self.tails[1], over[-1])
            found += 2 * rest * math.exp(-self.tilt * max(float(beyond) - first, 0.0))
            found += UNDERFLOW
        # What was left out on the left is above epsilon only where all of the window is.
        lost = sum(self.tails) if not upwards else self.tails[0] if start == 0 else 0.0
        if lost > 0:
            most = _log_largest_gain(self.tilt) + self.tilt * first
            if most > MOST_LOG:
                return 0.0 if upwards else self._log_infinite(side)
            found += side * lost * math.exp(most)
        logs = self.log_factor - self.tilt * (epsilon + first)
        logs += side * (self.log_error + SUMMED + 8 * UNIT * self.tilt * size)
        finite = math.log(found) + logs if found > 0 else -math.inf
        return min(float(np.logaddexp(finite, self._log_infinite(side))), 0.0)

    def _log_infinite(self, side: int) -> float:
        return math.log(self.infinite) + side * SUMMED if self.infinite > 0 else -math.inf


def _log_largest_gain(tilt: float) -> float:
    """The logarithm of the largest e^(-t u) (1 - e^(-u)) for u > 0."""
    return 0.0 if tilt == 0 else -tilt * math.log1p(1 / tilt) - math.log1p(tilt)


def log_sum(loss: Array, mass: Array, tilt: float) -> float:
    """log of the sum of mass e^(t loss); -oo where there is none."""
    seen = mass > 0
    if not seen.any():
        return -math.inf
    logs = np.log(mass[seen]) + tilt * loss[seen]
    most = float(logs.max())
    return most + math.log(float(np.sum(np.exp(logs - most))))


def tilted(parts: Sequence[Part], tilt: float) -> TiltedSum | None:
    """The sum of so many independent copies of each; None where it does not fit the memory."""
    step = parts[0][0].lattice.step
    rounds = [Tilted.of(losses, count, tilt) for losses, count in parts]
    chernoff = Chernoff.of(rounds)
    first, last = chernoff.window()
    points = 1 << (last - first).bit_length()
    if points > MOST_POINTS:
        return None
    weights, error = convolved(rounds, points)
    offset = sum(count * losses.lattice.offset for losses, count in parts)
    infinite = -math.expm1(sum(count * math.log1p(-losses.infinite) for losses, count in parts))
    return TiltedSum(
        np.asarray(offset + step * np.arange(first, first + points), dtype=float),
        np.roll(weights, -(first % points)),
        error,
        chernoff.outside(first, first + points - 1),
        tilt,
        sum(each.count * each.log_factor for each in rounds),
        sum(each.count * UNIT * (32 + 4 * tilt * each.farthest) for each in rounds),
        infinite,
    )


def convolved(rounds: Sequence[Tilted], points: int) -> tuple[Array, float]:
    """The sum's weights modulo a number of points, and how wrong each may be."""
    stage = STAGE * (points.bit_length() - 1)
    product = np.ones(points // 2 + 1, dtype=complex)
    most = share = np.zeros(points // 2 + 1)
    for each in rounds:
        place = each.places % points
        transform = np.fft.rfft(np.bincount(place, each.weight, points))
        size = np.abs(transform)
        noise = stage + PRODUCT * size
        with np.errstate(divide="ignore"):
            most = most + each.count * np.log(size + noise)
            share = share + each.count * np.log1p(noise / size)
        product *= _power(transform, each.count)
    magnitude = np.exp(most)
    # Frequencies but two stand for two each; twice as much allows for rounding of the bound itself.
    wrong = float(np.sum(magnitude * -np.expm1(-share)))
    error = 2 * 2 * (2 * wrong + stage * float(np.sum(magnitude))) / points
    return np.fft.irfft(product, points), error


def _power(values: Spectrum, count: int) -> Spectrum:
    """Powers by repeated squaring: count - 1 relative errors of a product."""
    result: Spectrum | None = None
    while True:
        if count & 1:
            result = values if result is None else result * values
        count >>= 1
        if not count:
            return values if result is None else result
        values = values * values


# -- the window ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Tilted:
    """One round, tilted: its weights sum to 1."""

    places: NDArray[np.int64]
    weight: Array
    count: int
    log_factor: float = 0.0
    farthest: float = 0.0
    left_out: float = 0.0

    @classmethod
    def of(cls, losses: Losses, count: int, tilt: float) -> Tilted:
        """The round, and how often."""
        loss = losses.loss
        with np.errstate(divide="ignore"):
            logs = np.log(losses.mass) + tilt * loss
        most = float(logs.max(initial=-math.inf))
        weight = np.exp(logs - most)
        total = float(np.sum(weight))
        kept = np.flatnonzero(weight > VANISHED)
        places = losses.first + kept
        far = float(np.abs(loss).max())
        left_out = 0.0 if kept.size == weight.size else weight.size * VANISHED
        return cls(places, weight[kept] / total, count, most + math.log(total), far, left_out)

    def cumulant(self, move: float) -> float:
        """log E e^(move * place)."""
        logs = np.log(self.weight) + move * self.places
        most = float(logs.max())
        return most + math.log(float(np.sum(np.exp(logs - most))))

    @property
    def variance(self) -> float:
        """Of the places."""
        mean = float(self.weight @ self.places)
        return float(self.weight @ (self.places - mean) ** 2)


@dataclass(frozen=True)
class Chernoff:
    """Bounds on the tails of a sum of places: log P(S >= s) <= cumulant(move) - move s.

    Attributes
    ----------
    least, most
        The smallest and the largest place of the sum.
    left_out
        A probability that was left out on either side of them.
    left, right
        Moves, negative ones and positive ones, with their cumulants.
    """

    least: int
    most: int
    left_out: float
    left: tuple[tuple[float, float], ...]
    right: tuple[tuple[float, float], ...]

    @classmethod
    def of(cls, rounds: Sequence[Tilted]) -> Chernoff:
        """For so many copies of each."""
        variance = sum(each.count * each.variance for each in rounds)
        scale = math.sqrt(-2 * OUTSIDE / max(variance, 1 / 16))
        least, most = (
            sum(each.count * int(each.places[end]) for each in rounds) for end in (0, -1)
        )
        left, right = (
            tuple((move, _cumulant(rounds, move)) for move in [side * scale * m for m in MOVES])
            for side in (-1, 1)
        )
        return cls(least, most, sum(each.count * each.left_out for each in rounds), left, right)

    def window(self) -> tuple[int, int]:
        """Places beyond which there is next to nothing on either side."""
        low = max((log - OUTSIDE) / move for move, log in self.left)
        high = min((log - OUTSIDE) / move for move, log in self.right)
        return max(self.least, math.floor(low)), min(self.most, math.ceil(high))

    def outside(self, first: int, last: int) -> tuple[float, float]:
        """The probabilities of what is to the left and to the right of places."""
        left = min(log - move * (first - 1) for move, log in self.left)
        right = min(log - move * (last + 1) for move, log in self.right)
        below = 0.0 if first <= self.least else math.exp(min(left, 0.0) + SUMMED)
        above = 0.0 if last >= self.most else math.exp(min(right, 0.0) + SUMMED)
        return below + self.left_out, above + self.left_out


def _cumulant(rounds: Sequence[Tilted], move: float) -> float:
    return math.fsum(each.count * each.cumulant(move) for each in rounds)
