"""Mechanisms with countably many outcomes: their probabilities under two inputs."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from dpproofs.kernel.errors import DpproofsError
from dpproofs.mechanisms import IntegerMechanism
from dpproofs.mechanisms.base import Array
from dpproofs.mechanisms.randomized_response import RandomizedResponse
from dpproofs.privacy.composition.above import Pair
from dpproofs.privacy.composition.below import Cells
from dpproofs.privacy.composition.lattice import WEIGHT, Lattice
from dpproofs.privacy.composition.sampling import WITH, Sampling, mixtures

Discrete = IntegerMechanism | RandomizedResponse
MOST = 1 << 21  # outcomes
SEEN = 1e-250  # probabilities that decide whether losses lie on a lattice
NEAR = 1e-7  # of the distance of two losses, from a lattice
FINEST = 1 << 20  # steps of a lattice: of more, losses are not known well enough to tell
TRIED = 64  # parts that the least distance may have to be cut into


def masses(mechanism: Discrete, shifts: Iterable[int], negligible: float) -> dict[int, Array]:
    """The logarithms of the probabilities of all outcomes that matter, by how far noise is moved.

    Of noise on the integers in sensitivities: the whole one is the worst shift. Of randomised
    response at any two values, all other answers being one outcome.
    """
    if isinstance(mechanism, RandomizedResponse):
        return dict(zip((1, 0), mechanism.log_pair(), strict=True))
    moved = {k: k * int(mechanism.sensitivity) for k in shifts}
    reach = int(mechanism.isf(max(negligible, 1e-307) / 4)) + 1
    low, high = min(moved.values()) - reach, max(moved.values()) + reach
    if high - low > MOST:
        raise DpproofsError(f"{mechanism!r} has too many outcomes that matter, {high - low:g}")
    places = np.arange(low, high + 1)
    return {k: mechanism.logpmf(places - move) for k, move in moved.items()}


def outcomes(mechanism: Discrete, way: Sampling, negligible: float) -> Pair:
    """The pair from above: what lies beyond all places counts as an infinite loss.

    Before sampling, but where a record is drawn with replacement.
    """
    if way.scheme == WITH:
        rest = mixtures(way, negligible, 1)[2]
        return _pair(*mixed(mechanism, way, negligible, 1), negligible + rest)
    moved = masses(mechanism, (0, 1), negligible)
    return _pair(moved[1], moved[0], negligible)


def _pair(here: Array, there: Array, beyond: float) -> Pair:
    seen = np.isfinite(here) & np.isfinite(there)
    loss, mass = here[seen] - there[seen], np.exp(here[seen]) * (1 + WEIGHT)
    order = np.argsort(loss, kind="stable")
    infinite = float(np.exp(here[np.isneginf(there)]).sum()) * (1 + WEIGHT) + beyond
    alone = float(np.exp(there[np.isneginf(here)]).sum()) * (1 + WEIGHT) + beyond
    other = np.exp(there[seen]) * (1 + WEIGHT)
    return Pair(loss[order], mass[order], other[order], infinite, alone)


def mixed(mechanism: Discrete, way: Sampling, negligible: float, end: int) -> tuple[Array, Array]:
    """The logarithms of the probabilities of all outcomes that matter, for both inputs."""
    here, there, _ = mixtures(way, negligible, end)
    moved = masses(mechanism, {int(k) for _, k in here + there}, negligible)
    both = ([moved[int(k)] + math.log(weight) for weight, k in each] for each in (here, there))
    one, two = (np.asarray(np.logaddexp.reduce(each)) for each in both)
    return one, two


def cells(mechanism: Discrete, way: Sampling, negligible: float) -> Cells:
    """Every outcome, a cell of its own; what lies beyond is left out."""
    here, there = (np.exp(each) for each in mixed(mechanism, way, negligible, 0))
    low, high, rest = 1 - WEIGHT, 1 + WEIGHT, mixtures(way, negligible, 0)[2]
    return Cells((here * low, here * high + rest), (there * low, there * high))


def common_lattice(loss: Array, mass: Array) -> Lattice | None:
    """The lattice on which all losses lie, if there is one that is not too fine."""
    kept = np.unique(np.round(loss[mass > SEEN], 11))
    if kept.size < 2:
        return None
    apart = np.diff(kept)
    least = float(apart[apart > 1e-10].min())
    for parts in range(1, TRIED + 1):
        count = (kept - kept[0]) * (parts / least)
        if count[-1] > FINEST:
            return None
        if np.abs(count - np.rint(count)).max() < NEAR * max(1.0, float(count[-1])):
            return Lattice(float(kept[0]), float((kept[-1] - kept[0]) / np.rint(count[-1])))
    return None
