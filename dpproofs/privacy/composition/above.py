"""One round from above: losses of a pair that dominates all neighbouring inputs.

A pair (P, Q) matters through its profile H(g) = sum (P_i - g Q_i)+ alone. Where H is at least that
of all neighbouring inputs, the pair dominates them, and so does its composition, also when every
round has a shift of its own (Zhu, Dong & Wang, "Optimal Accounting of Differential Privacy via
Characteristic Function", 2022, Theorem 10).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike

from dpproofs.mechanisms.base import Array
from dpproofs.privacy.composition.lattice import (
    WEIGHT,
    Lattice,
    Losses,
    gathered,
    moved_up,
    sampled,
    spread_up,
)

MOST_LOSS = 700.0
BLOCK = 1 << 15  # losses at which a profile is evaluated at a time
MIDDLE = 1e-14  # rounding of the probability of a loss of 0, which is what the others leave


class Profiled(Protocol):
    """What has a profile."""

    def privacy_profile(self, epsilon: ArrayLike) -> Array | np.float64:
        """The least delta at each epsilon >= 0, or more."""


@dataclass(frozen=True)
class Pair:
    """Outcomes with their probabilities under two inputs, neighbouring ones or worse.

    Attributes
    ----------
    loss
        log P/Q of each outcome, finite and increasing.
    mass, other
        P and Q of each outcome.
    infinite, alone
        P of the outcomes that Q has no mass on, and Q of those that P has no mass on.
    """

    loss: Array
    mass: Array
    other: Array
    infinite: float
    alone: float

    def sampled(self, rate: float) -> tuple[Array, Array]:
        """Losses and masses of (1 - rate) Q + rate P against Q, without infinite losses."""
        loss = sampled(self.loss, rate)
        mass = (1 - rate) * self.other + rate * self.mass
        if self.alone > 0 and rate < 1:
            loss = np.append(math.log1p(-rate), loss)
            mass = np.append((1 - rate) * self.alone, mass)
        return loss, mass


def dominating(noise: Profiled, knots: Array, mirror: Profiled | None = None) -> Pair:
    """A pair with losses at increasing knots that dominates all shifts up to the sensitivity.

    Between its values at the knots the worst profile is convex in e^epsilon, so below its chords:
    these are the profile of the pair ("connecting the dots": Doroshenko, Ghazi, Kamath, Kumar &
    Manurangsi, 2022). Swapping the inputs changes the sign of the shift, so that the pair is its
    own mirror image as far as the profile goes, and losses below 0 are those above it, mirrored.
    There are knots on both sides of 0, and 0 may be one. A ``mirror`` has the profile of swapped
    inputs where that is another one.
    """
    mirror = noise if mirror is None else mirror
    right, left = knots[knots > 0], -knots[knots < 0][::-1]
    at_zero = right.size + left.size < knots.size
    here, infinite = _half(noise, mirror, right, left, at_zero=at_zero)
    there, alone = _half(mirror, noise, left, right, at_zero=at_zero)
    mass = np.concatenate([(there * np.exp(-left))[::-1], here])
    other = np.concatenate([there[::-1], here * np.exp(-right)])
    if at_zero:
        rest = max(0.0, 1 - infinite - math.fsum(mass), 1 - alone - math.fsum(other)) + MIDDLE
        other, mass = (np.insert(each, left.size, rest) for each in (other, mass))
    return Pair(knots, mass, other, infinite, alone)


def _half(
    noise: Profiled, mirror: Profiled, right: Array, left: Array, *, at_zero: bool
) -> tuple[Array, float]:
    """P at the knots on the right of 0, and beyond them all."""
    knots = np.concatenate([[0.0], right]) if at_zero else right
    profile = np.minimum(np.minimum.accumulate(profile_at(noise, knots) * (1 + WEIGHT)), 1.0)
    infinite = float(profile[-1])
    if not at_zero:
        near = -float(left[0])
        back = math.exp(near) * float(profile_at(mirror, left[:1])[0]) - math.expm1(near)
        knots, profile = np.insert(knots, 0, near), np.insert(profile, 0, back * (1 + WEIGHT))
    # Slopes of the chords, times e^knot at their left ends, so that none underflows.
    fall = np.append(-np.diff(profile) / np.expm1(np.diff(knots)), 0.0)
    with np.errstate(divide="ignore"):
        log = np.log(np.maximum(fall, 0.0)) - knots
    # Rounding may leave chords that are not convex; what lies above them all is still a bound.
    steepest = np.maximum.accumulate(log[::-1])[::-1]
    fall = np.where(steepest > log, np.exp(steepest + knots), fall)
    mass = fall[:-1] * np.exp(np.diff(knots)) - fall[1:]
    return np.maximum(mass, 0.0), infinite


def profile_at(noise: Profiled, losses: Array) -> Array:
    """The mechanism's profile, evaluated in pieces that fit a cache."""
    parts = [losses[start : start + BLOCK] for start in range(0, losses.size, BLOCK)]
    return np.concatenate([np.asarray(noise.privacy_profile(each)) for each in parts])


def largest_loss(noise: Profiled, negligible: float) -> float:
    """A loss from which on the profile is negligible or does not fall any more."""
    floor = float(noise.privacy_profile(MOST_LOSS))
    low, high = 0.0, MOST_LOSS
    for _ in range(64):
        middle = (low + high) / 2
        if float(noise.privacy_profile(middle)) - floor <= negligible:
            high = middle
        else:
            low = middle
    return high


def above(
    noise: Profiled, lattice: Lattice, rate: float, top: float, mirror: Profiled | None = None
) -> tuple[Losses, Losses]:
    """Losses when a record is removed, and when it is added, up to an unsampled loss.

    The knots are where the sampled losses are those of the lattice: one rounding for both.
    """
    offset, step = lattice.offset, lattice.step
    ends = (sampled(np.array([-top, top]), rate) - offset) / step
    places = np.arange(math.floor(ends[0] + 1e-6), math.ceil(ends[1] - 1e-6) + 1)
    knots = offset + step * places
    if rate < 1:
        reach = np.expm1(knots) / rate
        places, reach = places[reach > -1], reach[reach > -1]
        # A loss may be said to be larger than it is.
        knots = np.log1p(np.minimum(reach, math.expm1(MOST_LOSS)))
    pair = dominating(noise, knots, mirror)
    return _both_ways(lattice, places, pair, rate)


def _both_ways(lattice: Lattice, places: Array, pair: Pair, rate: float) -> tuple[Losses, Losses]:
    removed = Losses(
        lattice,
        int(places[0]),
        (1 - rate) * pair.other + rate * pair.mass,
        rate * pair.infinite,
    )
    mirror = Lattice(-lattice.offset, lattice.step)
    infinite = pair.alone if rate == 1 else 0.0
    added = Losses(mirror, -int(places[-1]), pair.other[::-1].copy(), infinite)
    if rate < 1 and pair.alone > 0:
        loss = math.log1p(-rate)
        removed = _joined(removed, loss, (1 - rate) * pair.alone)
        added = _joined(added, -loss, pair.alone)
    return moved_up(removed), moved_up(added)


def _joined(losses: Losses, loss: float, mass: float) -> Losses:
    """The losses with an outcome more."""
    more = spread_up(losses.lattice, np.array([loss]), np.array([mass]), 0.0)
    place = np.concatenate([losses.first + np.arange(losses.mass.size), [more.first]])
    stay, up = np.append(losses.mass, more.mass[0]), np.zeros(losses.mass.size + 1)
    up[-1] = more.mass[1]
    return gathered(losses.lattice, place, stay, up, losses.infinite)
