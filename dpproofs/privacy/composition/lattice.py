"""The losses of one round on a lattice: what sums are made of."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from dpproofs.mechanisms.base import Array

UNIT = 2.0**-53  # the rounding of a double
LOSS = 1e-12  # how wrong a computed loss may be
WEIGHT = 1e-12  # how wrong a computed probability may be, as a share of it


@dataclass(frozen=True)
class Lattice:
    """The losses offset + k step, for whole k."""

    offset: float
    step: float


@dataclass(frozen=True)
class Losses:
    """Probabilities of the losses of one round, all of them bounds from one side.

    Attributes
    ----------
    lattice
        Where the losses lie: exactly there, as real numbers.
    first
        The place k of the first loss.
    mass
        Probabilities of the losses from there on.
    infinite
        The probability of an infinite loss.
    """

    lattice: Lattice
    first: int
    mass: Array
    infinite: float

    @property
    def loss(self) -> Array:
        """The losses themselves."""
        places = np.arange(self.first, self.first + self.mass.size)
        return np.asarray(self.lattice.offset + self.lattice.step * places)


def sampled(loss: Array, rate: float) -> Array:
    """Losses against the same input when a record takes part with a probability."""
    return loss if rate == 1 else np.asarray(np.log1p(rate * np.expm1(loss)))


def spread_up(lattice: Lattice, loss: Array, mass: Array, infinite: float) -> Losses:
    """Every outcome split between the neighbouring losses of a lattice.

    Splitting keeps the probabilities under both inputs, and merging the two parts gives the outcome
    back: the result dominates. A little more than that goes up, for losses are rounded.
    """
    step = lattice.step
    place = np.floor((loss - lattice.offset) / step)
    over = loss - (lattice.offset + place * step) + LOSS
    up = np.clip(np.expm1(-over) / math.expm1(-step), 0, 1)
    return gathered(lattice, place, mass * (1 - up), mass * up, infinite)


def gathered(lattice: Lattice, place: Array, stay: Array, up: Array, infinite: float) -> Losses:
    """Masses that stay at a place of the lattice, and those that go to the next."""
    first = int(place.min())
    index = (place - first).astype(int)
    size = int(index.max()) + 2
    mass = np.bincount(index, stay, size) + np.bincount(index + 1, up, size)
    return Losses(lattice, first, np.asarray(mass), infinite)


def moved_up(losses: Losses) -> Losses:
    """The losses where each may be larger than its place by the rounding of a loss."""
    share = min(1.0, LOSS / -math.expm1(-losses.lattice.step))
    mass = np.append(losses.mass, 0.0)
    mass[1:] += share * losses.mass
    mass[:-1] -= share * losses.mass
    return Losses(losses.lattice, losses.first, mass * (1 + WEIGHT), losses.infinite)
