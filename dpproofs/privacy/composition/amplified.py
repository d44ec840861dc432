"""Profiles of one round of sampled noise, where they are not those of the noise, sampled after.

Let w0 be the outputs of batches without a record, and w1, w1' those of the batches with it, of two
inputs. A record that is in the batch with probability q leaves H_g((1 - q) w0 + q w1 || (1 - q) w0
+ q w1') = q H_a(w1 || (1 - b) w0 + b w1') with a = 1 + (g - 1)/q and b = g/a (advanced joint
convexity: Balle, Barthe & Gaboardi, "Privacy Amplification by Subsampling", 2018, Theorem 2).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import ArrayLike

from dpproofs.mechanisms import Mechanism
from dpproofs.mechanisms.base import Array
from dpproofs.mechanisms.gaussian import Gaussian
from dpproofs.mechanisms.laplace import Laplace
from dpproofs.privacy.composition import counts
from dpproofs.privacy.composition.above import Profiled
from dpproofs.privacy.composition.below import losses
from dpproofs.privacy.composition.lattice import UNIT
from dpproofs.privacy.composition.sampling import (
    POISSON,
    WITH,
    Mixture,
    Sampling,
    copies,
    mixtures,
)

Parts = tuple[tuple[float, Profiled], ...]

LEAST_RATE = 1e-100
MOST_LOG = 709.0  # of a double
LEAST = 1e-307  # probability
HALF_LINES = 1 << 17  # that are looked at


@dataclass(frozen=True)
class Amplified:
    """q (1 - b) H_a(w1 || w0) + q b H_a(w1 || w1'), which is an upper bound by convexity.

    Attributes
    ----------
    removed, replaced
        What have the profiles of a batch that loses the record, and of one in which it is another.
    rate
        The probability q.
    """

    removed: Profiled
    replaced: Profiled
    rate: float

    def privacy_profile(self, epsilon: ArrayLike) -> Array:
        level = np.asarray(epsilon, dtype=float)
        inside = unsampled(level, self.rate)
        found = self.removed.privacy_profile(inside)
        if self.replaced is not self.removed:
            share = np.exp(level - inside)
            found = (1 - share) * found + share * self.replaced.privacy_profile(inside)
        return np.asarray(self.rate * found)[()]


@dataclass(frozen=True)
class Told:
    """The mean of profiles: one of several things happens, and it is told which.

    Attributes
    ----------
    parts
        Probabilities, and what has the profile then.
    rest
        The probability of what is not listed, of which nothing is known but that H <= 1.
    """

    parts: Parts
    rest: float

    def privacy_profile(self, epsilon: ArrayLike) -> Array:
        found = np.full(np.shape(epsilon), self.rest)
        for share, noise in self.parts:
            found += share * noise.privacy_profile(epsilon)
        return found[()]


@dataclass(frozen=True, eq=False)
class Tests:
    """A profile by its points: it is convex in e^epsilon, and so below its chords.

    Attributes
    ----------
    excess
        e^epsilon - 1 of each, not decreasing from -1 on.
    delta
        H there, or more.
    """

    excess: Array
    delta: Array

    @classmethod
    def of(cls, excess: Array, delta: Array) -> Self:
        """From the likelihood ratios of tests, rising up to rounding, and what each test tells."""
        rising = np.maximum.accumulate(np.insert(excess, 0, -1.0))
        return cls(rising, np.minimum(np.insert(delta, 0, 1.0), 1.0))

    @classmethod
    def of_half_lines(
        cls, noise: Gaussian | Laplace, here: Mixture, there: Mixture, rest: float
    ) -> Self:
        """Of two mixtures of moved log-concave noise with a likelihood ratio that rises.

        Shifts are in sensitivities, ``rest`` is the probability of what is not listed. The
        half-line from t on is the best test of the ratio at t.
        """
        here, there = (
            tuple((weight, k * noise.sensitivity) for weight, k in each) for each in (here, there)
        )
        shifts = [x for _, x in here + there]
        far = float(noise.isf(LEAST))
        places = np.linspace(min(shifts) - far, max(shifts) + far, HALF_LINES)
        places = np.unique(np.concatenate([places, shifts]))
        loss = np.minimum(losses(noise, places, here, there), MOST_LOG)
        ours, theirs = (sum(w * noise.sf(places - x) for w, x in each) for each in (here, there))
        # A place that is rounded moves the logarithm of what lies beyond it.
        width = noise.scale if isinstance(noise, Laplace) else noise.sigma
        error = 32 * UNIT * (1 + np.abs(places) / width) ** 2 * ours
        gain = ours - np.exp(loss) * theirs
        return cls.of(np.expm1(loss), np.maximum(gain, 0.0) + error + rest)

    @classmethod
    def of_outcomes(cls, here: Array, there: Array, rest: float) -> Self:
        """Of outcomes, by the logarithms of their probabilities under two inputs."""
        with np.errstate(invalid="ignore"):
            loss = here - there
        seen = np.isfinite(there) & ~np.isnan(loss)
        order = np.argsort(loss[seen], kind="stable")
        loss = np.clip(loss[seen][order], -MOST_LOG, MOST_LOG)
        ours, theirs = (np.exp(each[seen])[order] for each in (here, there))
        alone = float(np.exp(here[np.isneginf(there)]).sum())
        beyond, lost = (np.cumsum(each[::-1])[::-1] for each in (ours, theirs))
        gain = np.maximum(beyond - np.exp(loss) * lost, 0.0)
        error = 4 * loss.size * UNIT * beyond
        return cls.of(np.expm1(loss), gain + error + alone + rest)

    def privacy_profile(self, epsilon: ArrayLike) -> Array:
        excess = np.expm1(np.minimum(np.asarray(epsilon, dtype=float), MOST_LOG))
        return np.asarray(np.interp(excess, self.excess, self.delta))[()]


def unsampled(loss: Array, rate: float) -> Array:
    """log(1 + (e^loss - 1)/rate) for losses >= 0, also where that overflows."""
    small = np.minimum(loss, 1.0)
    with np.errstate(over="ignore"):
        large = loss + np.log1p(-(1 - rate) * np.exp(-loss)) - math.log(rate)
        return np.where(loss > 1, large, np.log1p(np.expm1(small) / rate))


def profiles(
    noise: Mechanism | counts.Discrete, way: Sampling, negligible: float
) -> tuple[Profiled, Profiled] | None:
    """What have the profiles of a record removed and added, before the rest of the sampling.

    None on the integers where there is a pair of worst inputs.
    """
    chance = max(way.chances[1], LEAST_RATE)
    if isinstance(noise, counts.Discrete):
        replaced = _on_integers(noise, way, negligible, chance) if way.is_symmetric else None
        return None if replaced is None else (replaced, replaced)
    if not isinstance(noise, Gaussian | Laplace) or way.scheme not in {POISSON, WITH}:
        found: Profiled = Amplified(noise, noise, chance) if way.is_symmetric else noise
        return found, found
    if way.scheme == POISSON and not way.is_symmetric:
        return noise, noise
    here, there, rest = mixtures(way, negligible, 1)
    if way.scheme == POISSON:
        found = Tests.of_half_lines(noise, here, there, rest)
    elif way.is_symmetric:
        shares, beyond = copies(way, negligible)
        parts = tuple((share, farther(noise, k)) for k, share in enumerate(shares, start=1))
        drawn = tuple((share, float(k)) for k, share in enumerate(shares, start=1))
        alone = Tests.of_half_lines(noise, drawn, there, beyond)
        found = Amplified(alone, Told(parts, beyond), chance)
    else:
        back, forth = (tuple((weight, -k) for weight, k in each) for each in (there, here))
        return (
            Tests.of_half_lines(noise, here, there, rest),
            Tests.of_half_lines(noise, back, forth, rest),
        )
    return found, found


def _on_integers(
    noise: counts.Discrete, way: Sampling, negligible: float, chance: float
) -> Profiled:
    """Where a record is replaced."""
    if way.scheme == POISSON:
        return Tests.of_outcomes(*counts.mixed(noise, way, negligible, 1), negligible)
    shares, rest = copies(way, negligible)
    moved = counts.masses(noise, range(len(shares) + 1), negligible)
    logs = [moved[k] + math.log(share) for k, share in enumerate(shares, start=1)]
    drawn = np.asarray(np.logaddexp.reduce(logs))
    alone = Tests.of_outcomes(drawn, moved[0], rest + negligible)
    if len(shares) == 1:
        return Amplified(alone, alone, chance)
    parts: Parts = tuple(
        (share, Tests.of_outcomes(moved[k], moved[0], negligible))
        for k, share in enumerate(shares, start=1)
    )
    return Amplified(alone, Told(parts, rest), chance)


def farther(noise: Gaussian | Laplace, k: int) -> Profiled:
    """The noise, moved k times as far."""
    if isinstance(noise, Laplace):
        return Laplace(k * noise.epsilon, k * noise.sensitivity)
    return Gaussian.of_sigma(noise.sigma, k * noise.sensitivity)
