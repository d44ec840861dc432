"""Mechanisms with countably many outcomes: their probabilities under two inputs."""

from __future__ import annotations

import numpy as np

from dpproofs.kernel.errors import DpproofsError
from dpproofs.mechanisms import IntegerMechanism
from dpproofs.mechanisms.base import Array
from dpproofs.mechanisms.randomized_response import RandomizedResponse
from dpproofs.privacy.composition.above import Pair
from dpproofs.privacy.composition.below import Cells
from dpproofs.privacy.composition.lattice import WEIGHT, Lattice

Discrete = IntegerMechanism | RandomizedResponse
MOST = 1 << 21  # outcomes
SEEN = 1e-250  # probabilities that decide whether losses lie on a lattice
NEAR = 1e-7  # of the distance of two losses, from a lattice
FINEST = 1 << 20  # steps of a lattice: of more, losses are not known well enough to tell
TRIED = 64  # parts that the least distance may have to be cut into


def masses(mechanism: Discrete, negligible: float) -> tuple[Array, Array]:
    """The logarithms of the probabilities of all outcomes that matter, under two inputs.

    Of noise on the integers at the full shift, which is the worst; of randomised response at any
    two values, all other answers being one outcome.
    """
    if isinstance(mechanism, RandomizedResponse):
        return mechanism.log_pair()
    shift = int(mechanism.sensitivity)
    reach = int(mechanism.isf(max(negligible, 1e-307) / 4)) + 1
    if 2 * reach + shift > MOST:
        raise DpproofsError(f"{mechanism!r} has too many outcomes that matter, {2 * reach:g}")
    places = np.arange(-reach, reach + shift + 1)
    return mechanism.logpmf(places), mechanism.logpmf(places - shift)


def outcomes(mechanism: Discrete, negligible: float) -> Pair:
    """The pair from above: what lies beyond all places counts as an infinite loss."""
    here, there = masses(mechanism, negligible)
    seen = np.isfinite(here) & np.isfinite(there)
    loss, mass = here[seen] - there[seen], np.exp(here[seen]) * (1 + WEIGHT)
    order = np.argsort(loss, kind="stable")
    infinite = float(np.exp(here[np.isneginf(there)]).sum()) * (1 + WEIGHT) + negligible
    alone = float(np.exp(there[np.isneginf(here)]).sum()) * (1 + WEIGHT) + negligible
    other = np.exp(there[seen]) * (1 + WEIGHT)
    return Pair(loss[order], mass[order], other[order], infinite, alone)


def cells(mechanism: Discrete, negligible: float) -> Cells:
    """Every outcome, a cell of its own; what lies beyond is left out."""
    here, there = (np.exp(each) for each in masses(mechanism, negligible))
    low, high = 1 - WEIGHT, 1 + WEIGHT
    return Cells((here * low, here * high), (there * low, there * high))


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
