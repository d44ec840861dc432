"""Pairs of discrete measures, by their privacy losses: what composition is made of.

A pair (P, Q) matters through its profile H(g) = sum (P_i - g Q_i)+ alone. Where H is at least that
of all neighbouring inputs, the pair dominates them, and so does its composition, also when every
round has a shift of its own (Zhu, Dong & Wang, "Optimal Accounting of Differential Privacy via
Characteristic Function", 2022, Theorem 10). Where the pair comes from the mechanism at two given
inputs by processing, its profile, also after composition, is at most theirs.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from dpproofs.mechanisms import Mechanism
from dpproofs.mechanisms.base import Array

ROUNDING = 1e-12  # relative, of the double-precision functions of a mechanism
NEGLIGIBLE = 1e-25  # tail mass beyond which a distribution is not cut into cells
MOST_LOSS = 700.0
ULPS = 1e-15  # relative error of a distribution function


@dataclass(frozen=True)
class Pair:
    """Outcomes with their probabilities under two inputs.

    Attributes
    ----------
    loss
        log P/Q of each outcome, finite and increasing.
    mass
        P of each outcome. Q is mass * exp(-loss).
    infinite, alone
        P of the outcomes that Q has no mass on, and Q of those that P has no mass on.
    """

    loss: Array
    mass: Array
    infinite: float
    alone: float

    @property
    def other(self) -> Array:
        """Q of each outcome."""
        return np.asarray(self.mass * np.exp(-self.loss))

    def reversed(self) -> Pair:
        """The pair (Q, P)."""
        return Pair(-self.loss[::-1], self.other[::-1], self.alone, self.infinite)

    def sampled(self, rate: float) -> Pair:
        """((1 - rate) Q + rate P, Q): the record that makes P takes part with a probability.

        The rate is in (0, 1).
        """
        loss = np.log1p(rate * np.expm1(self.loss))
        mass = (1 - rate) * self.other + rate * self.mass
        if self.alone > 0:
            loss = np.append(math.log1p(-rate), loss)
            mass = np.append((1 - rate) * self.alone, mass)
        return Pair(loss, mass, rate * self.infinite, 0.0)

    @property
    def spread(self) -> float:
        """The standard deviation of the finite losses under P."""
        mean = float(self.mass @ self.loss)
        return math.sqrt(max(0.0, float(self.mass @ (self.loss - mean) ** 2)))


def dominating(mechanism: Mechanism, step: float) -> Pair:
    """A pair on multiples of a step that dominates all shifts up to the sensitivity.

    Between its values at the multiples the worst profile is convex in e^epsilon, so below its
    chords: these are the profile of the pair ("connecting the dots": Doroshenko, Ghazi, Kamath,
    Kumar & Manurangsi, 2022). Swapping the inputs changes the sign of the shift, so losses come in
    mirror-image pairs.
    """
    top = largest_loss(mechanism)
    count = max(1, math.ceil(top / step))
    loss = step * np.arange(count + 1)
    profile = np.asarray(mechanism.privacy_profile(loss)) * (1 + ROUNDING)
    profile = np.minimum(np.minimum.accumulate(profile), 1.0)
    ratio = np.exp(loss)
    slopes = np.append(np.diff(profile) / np.diff(ratio), 0.0)
    # Rounding may leave chords that are not convex; what lies above them all is still a bound.
    slopes = -np.maximum.accumulate(-slopes[::-1])[::-1]
    other = np.diff(slopes)  # Q at loss[1:]
    mass = other * ratio[1:]
    infinite = float(profile[-1])
    middle = max(0.0, 1 - infinite - math.fsum(mass) - math.fsum(other))
    return Pair(
        np.concatenate([-loss[:0:-1], loss]),
        np.concatenate([other[::-1], [middle], mass]),
        infinite,
        infinite,
    )


def largest_loss(mechanism: Mechanism) -> float:
    """A loss from which on the profile is negligible or does not fall any more."""
    floor = float(mechanism.privacy_profile(MOST_LOSS))
    low, high = 0.0, MOST_LOSS
    for _ in range(40):
        middle = (low + high) / 2
        if float(mechanism.privacy_profile(middle)) - floor <= NEGLIGIBLE:
            high = middle
        else:
            low = middle
    return high


def processed(mechanism: Mechanism, shift: float, cells: int) -> Pair:
    """What telling only the cell of the output leaves of two inputs a shift apart.

    Cells are measured by the distribution function, from the tail that is more accurate.
    """
    edges, masses = _cells(mechanism, shift, cells)
    here = _measured(mechanism, edges, masses, 0.0, -1)
    there = _measured(mechanism, edges, masses, shift, +1)
    both = (here > NEGLIGIBLE) & (there > NEGLIGIBLE)
    loss = np.log(here[both] / there[both])
    order = np.argsort(loss, kind="stable")
    infinite, alone = here[there == 0], there[here == 0]
    return Pair(loss[order], here[both][order], float(infinite.sum()), float(alone.sum()))


def _cells(mechanism: Mechanism, shift: float, cells: int) -> tuple[Array, Array]:
    """Edges of cells, with the jumps of the density among them, and the places of atoms."""
    low, high = (float(mechanism.ppf(u)) for u in (NEGLIGIBLE, 0.5))
    reach = max(-low, high) + abs(shift)
    knots, atoms = mechanism.knots(reach), mechanism.atoms()[0]
    places = np.concatenate([knots, knots + shift, np.linspace(-reach, reach, cells + 1)])
    return np.unique(places), np.unique(np.concatenate([atoms, atoms + shift]))


def _measured(mechanism: Mechanism, edges: Array, atoms: Array, shift: float, side: int) -> Array:
    """The probability of each cell, without atoms, and of each atom, for noise moved by a shift.

    A bound on it from below (side -1) or above (+1): a difference of two values of the distribution
    function has the rounding error of the larger.
    """
    places, masses = mechanism.atoms()
    at, ends = atoms - shift, edges - shift
    alone = np.array([masses[np.abs(places - x) < 1e-12].sum() for x in at])
    left, right = ends[:-1], ends[1:]
    lower = mechanism.cdf(right) - mechanism.cdf(left)
    upper = mechanism.sf(left) - mechanism.sf(right)
    inside = np.where(left >= 0, upper, lower)
    size = np.where(left >= 0, mechanism.sf(left), mechanism.cdf(right))
    for place, mass in zip(places, masses, strict=True):
        # A cell (left, right] of the distribution function holds the atom at its right end.
        inside = inside - np.where((left < place) & (place <= right), mass, 0.0)
    inside = np.maximum(inside + side * ULPS * size, 0)
    return np.concatenate([inside, alone * (1 + side * ULPS)])


def spread_up(pair: Pair, step: float) -> Pair:
    """The pair with every outcome split between the neighbouring multiples of a step.

    Splitting keeps P and Q; merging the two parts gives the outcome back, so the result dominates.
    """
    place = np.floor(pair.loss / step)
    above = -np.expm1(-(pair.loss - place * step)) / -math.expm1(-step)
    above = np.clip(above * (1 + ROUNDING), 0, 1)
    return _gathered(pair, place, pair.mass * above, pair.mass * (1 - above * (1 - ROUNDING)), step)


def _gathered(pair: Pair, place: Array, up: Array, stay: Array, step: float) -> Pair:
    first, last = int(place.min()), int(place.max()) + 1
    mass = np.zeros(last - first + 1)
    index = place.astype(int) - first
    np.add.at(mass, index, stay)
    np.add.at(mass, index + 1, up)
    return Pair(_multiples(first, last, step), mass, pair.infinite, pair.alone)


def merge_down(pair: Pair, step: float) -> Pair:
    """The pair with neighbouring outcomes, or parts of them, merged so that losses are multiples.

    Merging is processing. A whole starts with the largest loss that is left, and takes in smaller
    ones until its own loss has come down to the multiple next below the first.
    """
    found: dict[int, float] = {}
    p = q = goal = 0.0
    target = 0
    rows = zip(pair.loss.tolist(), pair.mass.tolist(), pair.other.tolist(), strict=True)
    for loss, mass, other in reversed(list(rows)):
        gain, share = other - mass * goal, 0.0
        if q > 0:
            lack = p * goal - q  # of Q, until the whole has the loss wanted
            share = lack / gain if gain > lack else 1.0
            p, q = p + share * mass, q + share * other
            if share < 1:
                found[target] = found.get(target, 0.0) + p
                p = q = 0.0
        if share < 1:
            p, q = (1 - share) * mass, (1 - share) * other
            target = math.floor(loss / step)
            goal = math.exp(-target * step)
    if p > 0:
        found[target] = found.get(target, 0.0) + p  # its loss is not below the multiple
    first = min(found, default=0)
    out = np.zeros(max(found, default=0) - first + 1)
    for place, value in found.items():
        out[place - first] += value * (1 - ROUNDING)
    losses = _multiples(first, first + out.size - 1, step)
    return Pair(losses, out, pair.infinite, pair.alone)


def _multiples(first: int, last: int, step: float) -> Array:
    return np.asarray(step * np.arange(first, last + 1), dtype=float)
