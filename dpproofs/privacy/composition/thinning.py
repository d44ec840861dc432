"""Fewer losses: a lattice is kept in full only where much of the answer comes from."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from dpproofs.privacy.composition.below import grouped
from dpproofs.privacy.composition.lattice import WEIGHT, Losses

EXTRA = 0.25  # of the variance that a round gets from the lattice, what coarser places may add
WIDEST = 20  # doublings of a gap

Places = NDArray[np.int64]


def kept(losses: Losses, tilt: float) -> Places:
    """Places, first and last ones among them, with gaps that are wide where little mass is.

    A gap of g steps adds g^2 times the mass there to the variance of the sum, of which the tilted
    one counts as well. For a number of places the least is added when g is as the mass to the power
    -1/3. Gaps are powers of 2; every place keeps the multiples of its own on either side of it.
    """
    place = losses.first + np.arange(losses.mass.size)
    with np.errstate(divide="ignore"):
        logs = [np.log(losses.mass), np.log(losses.mass) + tilt * losses.loss]
    weight = np.maximum(*(np.exp(log - log.max()) / np.exp(log - log.max()).sum() for log in logs))
    gap = np.minimum(np.maximum(weight, 1e-300) ** (-1 / 3), 2.0 ** (WIDEST + 1))
    low, high = 1e-7, 1.0
    for _ in range(40):
        scale = math.sqrt(low * high)
        added = float(weight @ (np.maximum(scale * gap, 1) ** 2 - 1))
        low, high = (scale, high) if added <= EXTRA else (low, scale)
    doublings = np.clip(np.floor(np.log2(np.maximum(low * gap, 1))), 0, WIDEST).astype(int)
    gaps = 1 << doublings
    down = place // gaps * gaps
    return np.unique(np.clip(np.concatenate([down, down + gaps]), place[0], place[-1]))


def thinned_up(losses: Losses, places: Places) -> Losses:
    """Every loss split between its neighbours among the places: this dominates."""
    place, step = losses.first + np.arange(losses.mass.size), losses.lattice.step
    index = np.minimum(np.searchsorted(places, place, side="right") - 1, places.size - 2)
    over, gap = step * (place - places[index]), step * (places[index + 1] - places[index])
    up = np.expm1(-over) / np.expm1(-gap)
    where = places - losses.first
    mass = np.zeros(losses.mass.size)
    np.add.at(mass, where[index], losses.mass * (1 - up))
    np.add.at(mass, where[index + 1], losses.mass * up)
    return Losses(losses.lattice, losses.first, mass * (1 + WEIGHT), losses.infinite)


def thinned_down(losses: Losses, places: Places) -> Losses:
    """Losses, or parts of them, merged until only those at the places are left: processing."""
    place = losses.first + np.arange(losses.mass.size)
    below = places[np.searchsorted(places, place, side="right") - 1].astype(float)
    goals = losses.lattice.offset + losses.lattice.step * below
    where, mass = grouped(losses.loss, losses.mass * (1 - WEIGHT), below, goals)
    dense = np.bincount((where - losses.first).astype(int), mass, losses.mass.size)
    return Losses(losses.lattice, losses.first, np.asarray(dense), losses.infinite * (1 - WEIGHT))
