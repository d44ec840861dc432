"""One round from below: losses of two given inputs after processing.

Telling only in which cell of a partition the output lies is processing, and so is merging cells, or
parts of them. What is left leaks at most as much as the round, also after composition.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from dpproofs.mechanisms import Mechanism
from dpproofs.mechanisms.base import Array
from dpproofs.privacy.composition.lattice import LOSS, WEIGHT, Lattice, Losses
from dpproofs.privacy.composition.sampling import Mixture

ULPS = 1e-15  # relative error of a distribution function
LEAST = 1e-307  # tail mass beyond which a distribution is not cut into cells
ROUGH = 1 << 12  # cells of which each is cut according to how much its loss changes
FINE = 3  # cells to a step of the lattice
MOST = 1 << 22  # cells
ALIGNED = 1e-6  # of a step: a loss this close to one of the lattice is that loss


@dataclass(frozen=True)
class Cells:
    """Bounds on the probabilities of outcomes under two inputs, each in no order.

    Attributes
    ----------
    mass, other
        Pairs of bounds, from below and from above.
    """

    mass: tuple[Array, Array]
    other: tuple[Array, Array]

    def both_ways(self) -> tuple[Outcomes, Outcomes]:
        """The record is removed, or added: what was there against what was not."""
        (low, high), (other_low, other_high) = self.mass, self.other
        return Outcomes.of(low, other_high), Outcomes.of(other_low, high)


@dataclass(frozen=True)
class Outcomes:
    """Outcomes by their losses, increasing; losses and masses are bounds from below.

    Attributes
    ----------
    infinite
        The mass of the outcomes that the other input does not have.
    """

    loss: Array
    mass: Array
    infinite: float

    def clipped(self, most: float) -> Outcomes:
        """With losses that are not larger, which leaks less."""
        return Outcomes(np.minimum(self.loss, most), self.mass, self.infinite)

    @classmethod
    def of(cls, mass: Array, other: Array) -> Outcomes:
        """Outcomes as they come."""
        seen = (mass > LEAST) & (other > LEAST)
        loss = np.log(mass[seen] / other[seen])
        order = np.argsort(loss, kind="stable")
        infinite = float(mass[other == 0].sum())
        return cls(loss[order], mass[seen][order], infinite)


def processed(
    mechanism: Mechanism, pair: tuple[Mixture, Mixture, float], lattice: Lattice, negligible: float
) -> Cells:
    """What telling only the cell of the output leaves of two inputs: mixtures of moved noise.

    Weights and shifts, in units of the query, of either input, and the probability of what is not
    listed. Cells are measured by the distribution function, from the tail that is more accurate;
    they end where the loss is one of the lattice, or a third or two thirds between two.
    """
    here, there, rest = pair
    edges, atoms = _edges(mechanism, here, there, lattice, negligible)
    moved = {x: _measured(mechanism, edges, atoms, x) for _, x in here + there}
    return Cells(*(_mixed(moved, each, rest) for each in (here, there)))


def _mixed(
    moved: dict[float, tuple[Array, Array]], mixture: Mixture, rest: float
) -> tuple[Array, Array]:
    low, high = (sum(weight * moved[x][end] for weight, x in mixture) for end in (0, 1))
    return np.asarray(low), np.asarray(high + (rest if len(mixture) > 1 else 0.0))


def _edges(
    mechanism: Mechanism, here: Mixture, there: Mixture, lattice: Lattice, negligible: float
) -> tuple[Array, Array]:
    """Edges of cells, with the jumps of the density among them, and the places of atoms."""
    shifts = sorted({x for _, x in here + there})
    low, high = (float(mechanism.ppf(u)) for u in (max(negligible, LEAST), 0.5))
    reach = max(-low, high) + max(map(abs, shifts))
    knots, atoms = mechanism.knots(reach), mechanism.atoms()[0]
    kept = np.unique(np.concatenate([*(knots + x for x in shifts), [-reach, reach]]))
    rough = np.unique(np.concatenate([kept, np.linspace(-reach, reach, ROUGH + 1)]))
    edges = _crossings(mechanism, here, there, lattice, rough)
    return np.unique(np.concatenate([kept, edges])), np.unique(
        np.concatenate([atoms + x for x in shifts])
    )


def _crossings(
    mechanism: Mechanism, here: Mixture, there: Mixture, lattice: Lattice, rough: Array
) -> Array:
    """Places, between neighbours of some, where the loss is that of a third of the lattice."""
    part = lattice.step / FINE

    def at(x: Array) -> Array:
        return np.asarray((losses(mechanism, x, here, there) - lattice.offset) / part)

    # The loss is looked at inside of each interval: it jumps at its ends.
    width = np.diff(rough)
    left, right = rough[:-1] + 1e-9 * width, rough[1:] - 1e-9 * width
    with np.errstate(all="ignore"):
        ends = at(left), at(right)
        start, stop = np.minimum(*ends), np.maximum(*ends)
        inside = np.isfinite(start) & np.isfinite(stop)
    first = np.ceil(np.where(inside, start, 0))
    count = np.where(inside, np.floor(stop) - first + 1, 0).clip(0, MOST // rough.size)
    count = count.astype(int)
    which = np.repeat(np.arange(count.size), count)
    index = np.arange(which.size) - np.repeat(np.cumsum(count) - count, count)
    goal = first[which] + index
    slope = (ends[1][which] - ends[0][which]) / (right - left)[which]
    with np.errstate(all="ignore"):  # a loss that does not change has no slope
        found = left[which] + (goal - ends[0][which]) / slope
        places = found - (at(found) - goal) / slope
    return np.clip(np.where(np.isfinite(places), places, left[which]), left[which], right[which])


def losses(mechanism: Mechanism, x: Array, here: Mixture, there: Mixture) -> Array:
    """The losses of two mixtures of moved noise.

    Of what is there, the first is what both are compared with, so that small losses
    stay what they are.
    """
    reference = mechanism.logpdf(x - there[0][1])

    def log_ratio(mixture: Mixture) -> Array:
        logs = [mechanism.logpdf(x - shift) - reference for _, shift in mixture]
        if len(mixture) == 1:
            return np.asarray(logs[0])
        with np.errstate(divide="ignore"):
            parts = [w * np.expm1(log) for (w, _), log in zip(mixture, logs, strict=True)]
            return np.asarray(np.log1p(sum(parts)))

    return log_ratio(here) - log_ratio(there)


def _measured(
    mechanism: Mechanism, edges: Array, atoms: Array, shift: float
) -> tuple[Array, Array]:
    """Bounds on the probability of each cell, without atoms, and of each atom, for noise moved by
    a shift.

    A difference of two values of the distribution function has the rounding error of the larger.
    """
    places, masses = mechanism.atoms()
    at, ends = atoms - shift, edges - shift
    alone = np.array([masses[np.abs(places - x) < 1e-12].sum() for x in at])
    lower, upper = mechanism.cdf(ends), mechanism.sf(ends)
    right_of_middle = ends[:-1] >= 0
    inside = np.where(right_of_middle, upper[:-1] - upper[1:], np.diff(lower))
    size = np.where(right_of_middle, upper[:-1], lower[1:])
    for place, mass in zip(places, masses, strict=True):
        # A cell (left, right] of the distribution function holds the atom at its right end.
        held = (ends[:-1] < place) & (place <= ends[1:])
        inside = inside - np.where(held, mass, 0.0)
    low, high = (
        np.concatenate([np.maximum(inside + side * ULPS * size, 0), alone * (1 + side * ULPS)])
        for side in (-1, 1)
    )
    # Without an end of the noise, a probability that underflows is no 0.
    high[: inside.size][size == 0] = 0.0 if np.isfinite(mechanism.ppf(0.0)) else LEAST
    return low, high


# -- onto a lattice --------------------------------------------------------------------------------


def merged(outcomes: Outcomes, lattice: Lattice) -> Losses:
    """Neighbouring outcomes, or parts of them, merged so that their losses are those of a lattice.

    An outcome that has such a loss already, but for a little, is left alone; by that little all of
    the lattice is moved down.
    """
    offset, step = lattice.offset, lattice.step
    place = np.rint((outcomes.loss - offset) / step)
    off = outcomes.loss - (offset + step * place)
    alone = np.abs(off) <= ALIGNED * step
    down = max(0.0, -float(off[alone].min(initial=0.0))) + 2 * LOSS
    loose = outcomes.loss[~alone]
    below = np.floor((loose - offset) / step)
    places, masses = grouped(loose, outcomes.mass[~alone], below, offset + step * below)
    places, masses = np.append(place[alone], places), np.append(outcomes.mass[alone], masses)
    first = int(places.min(initial=math.inf)) if places.size else 0
    summed = np.bincount((places - first).astype(int), masses * (1 - WEIGHT), 1)
    lower = Lattice(offset - down, step)
    return Losses(lower, first, np.asarray(summed), outcomes.infinite * (1 - WEIGHT))


def grouped(loss: Array, mass: Array, place: Array, goals: Array) -> tuple[Array, Array]:
    """Places and masses of groups, from increasing losses, each with the place next below it.

    A group starts with the largest loss that is left, and takes in smaller ones until its own, the
    logarithm of its P over its Q, has come down to its goal, the loss of the place next below the
    first: until the sum of P (1 - e^(goal - loss)), its excess, is 0.
    """
    rows = zip(loss.tolist(), mass.tolist(), goals.tolist(), place.tolist(), strict=True)
    places: list[float] = []
    masses: list[float] = []
    goal = target = total = excess = 0.0
    expm1 = math.expm1
    for each, weight, next_goal, next_place in reversed(list(rows)):
        left = weight
        if total:
            lack = weight * expm1(goal - each)
            if lack <= excess:
                excess -= lack
                total += weight
                continue
            share = excess / lack
            places.append(target)
            masses.append(total + share * weight)
            left = (1 - share) * weight
        goal, target, total = next_goal, next_place, left
        excess = -left * expm1(goal - each)
    if total:
        places.append(target)  # its loss is not below the one it goes to
        masses.append(total)
    return np.array(places), np.array(masses)
