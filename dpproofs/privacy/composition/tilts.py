"""Where to look: the tilt at which a composition's delta is decided."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from dpproofs.mechanisms.base import Array
from dpproofs.privacy.composition.sums import log_sum

Sketch = tuple[Array, Array, int]  # losses, their probabilities, how often
MOST_TILT = 1e5
TURNS = 50  # halvings of a tilt's logarithm


@dataclass(frozen=True)
class Saddle:
    """A tilt, with about the epsilon and the logarithm of the delta that belong to it."""

    tilt: float
    epsilon: float
    log_delta: float


def at(sketches: Sequence[Sketch], tilt: float) -> Saddle:
    """What a tilt belongs to, by the saddle-point approximation."""
    log_factor = mean = variance = 0.0
    for loss, mass, count in sketches:
        moment = log_sum(loss, mass, tilt)
        with np.errstate(divide="ignore"):
            weight = np.exp(np.log(mass) + tilt * loss - moment)
        middle = float(weight @ loss)
        log_factor += count * moment
        mean += count * middle
        variance += count * float(weight @ (loss - middle) ** 2)
    wide = math.sqrt(2 * math.pi * variance) * tilt * (tilt + 1)
    return Saddle(tilt, mean, log_factor - tilt * mean - math.log(1 + wide))


def at_epsilon(sketches: Sequence[Sketch], epsilon: float) -> Saddle:
    """The tilt, >= 0, at which the mean of the sum is an epsilon.

    No sum may be as large: the largest tilt is left then, and a delta that is next to nothing.
    """
    found = _solved(sketches, lambda saddle: saddle.epsilon < epsilon)
    lack = found.tilt * max(epsilon - found.epsilon, 0.0)
    return replace(found, log_delta=found.log_delta - lack)


def at_delta(sketches: Sequence[Sketch], log_delta: float) -> Saddle:
    """The tilt, >= 0, that belongs to a delta."""
    return _solved(sketches, lambda s: s.log_delta > log_delta or s.epsilon < 0)


def _solved(sketches: Sequence[Sketch], more: Callable[[Saddle], bool]) -> Saddle:
    low, high = math.log(1e-4), math.log(MOST_TILT)
    if not more(at(sketches, math.exp(low))):
        return at(sketches, 0.0)
    for _ in range(TURNS):
        middle = (low + high) / 2
        if more(at(sketches, math.exp(middle))):
            low = middle
        else:
            high = middle
        if high - low < 1e-4:
            break
    return at(sketches, math.exp(low))
