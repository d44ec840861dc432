"""Inputs: neighbours at which naive arithmetic shows, and the features to try there."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.numbers.bets import Event
from dpproofs.auditing.numbers.doubles import FINEST
from dpproofs.auditing.numbers.features import (
    Feature,
    Multiples,
    Reachable,
    Residue,
    Seen,
    TrailingZeros,
)
from dpproofs.auditing.target import Pair, Target

MODULI = (3, 5, 7, 16)
SCALED = {"laplace", "exponential"}  # families that are scale * log(u) for a uniform u
PRECISIONS = (53, 24)  # bits of a significand, double and single
COLUMNS = 8  # coordinates of a vector that are looked at


def neighbours(target: Target, claim: PrivacyClaim) -> list[Pair]:
    """The pairs to try; the first is the most promising one for most naive samplers.

    At 0 the noise itself is seen, in all its bits. A neighbour at a power of two cuts them off:
    close to 0 its outputs are multiples of its own unit in the last place. Neighbours at no power
    of two show noise that lies on a lattice of its own.
    """
    pairs = target.pairs(claim)
    if pairs is not None:
        return list(pairs)
    width = claim.sensitivity
    power = 2.0 ** math.floor(math.log2(width))
    starts_and_shifts = [
        (0.0, power),
        (0.0, width),
        (0.0, 0.1 * width),
        (0.1, width),
        (-0.5 * power, power),
        (1 / 3, 0.3 * width),
        (2.0**20, width),
    ]
    tried = dict.fromkeys((x, _shifted(x, shift, width)) for x, shift in starts_and_shifts)
    return [Pair(x, y) for x, y in tried if x != y]


def _shifted(start: float, shift: float, width: float) -> float:
    """A double next to ``start + shift``, at most ``width`` away from the start."""
    end = start + shift
    while Fraction(end) - Fraction(start) > Fraction(width):
        end = math.nextafter(end, start)
    return end


def features(target: Target, claim: PrivacyClaim, pair: Pair, column: int) -> list[Feature]:
    """What to look at in one coordinate of the outputs at a pair."""
    places = [_coordinate(pair.input, column), _coordinate(pair.neighbour, column)]
    centres = list(dict.fromkeys([0.0, *(place for place in places if place is not None)]))
    return [
        TrailingZeros(),
        Seen(),
        *(Multiples(centre) for centre in centres),
        *(Residue(centre, modulus) for centre in centres for modulus in MODULI),
        *(Reachable(c, scale) for c in centres if c in places for scale in _scales(target, claim)),
    ]


def suspected(found: Sequence[Feature], pair: Pair, column: int) -> list[Event]:
    """The events that naive arithmetic makes likely at an input and impossible at its neighbour.

    To be next to 0 an output needs noise next to -x, which is a multiple of its own unit in the
    last place; so is the sum then (Haney, Desfontaines, Hartman, Shrestha and Hay, *Precision-based
    attacks and interval refining*, 2022), in doubles and in single precision. A value that falls
    between the roundings of scale log(u) at one input may be such a rounding at the other (Mironov,
    *On significance of the least significant bits for differential privacy*, 2012).
    """
    events = []
    for forward, other in ((True, pair.neighbour), (False, pair.input)):
        place = _coordinate(other, column)
        for index, feature in enumerate(found):
            mask = np.zeros(feature.size, dtype=bool)
            if isinstance(feature, Reachable) and feature.centre == place:
                mask[0] = True
                events.append(Event(index, mask, forward))
            elif isinstance(feature, Multiples) and feature.centre == 0 and place:
                for bits in PRECISIONS:
                    mask = np.zeros(feature.size, dtype=bool)
                    mask[: max(math.frexp(place)[1] - 1 - bits - FINEST, 0)] = True
                    events.append(Event(index, mask, forward))
    return events


def _coordinate(value: Any, column: int) -> float | None:
    """A coordinate of an input that is a number or a vector of numbers; None where it has none."""
    try:
        numbers = np.atleast_1d(np.asarray(value, dtype=np.float64))
    except (TypeError, ValueError):
        return None
    inside = numbers.ndim == 1 and column < len(numbers) and np.isfinite(numbers[column])
    return float(numbers[column]) if inside else None


def _scales(target: Target, claim: PrivacyClaim) -> list[float]:
    """Scales of the logarithm: what the claim needs, and what the implementation holds."""
    computed = target.computed()
    scales = []
    if computed is not None and computed.family in SCALED and "scale" in computed.parameters:
        scales.append(float(computed.parameters["scale"]))
    if claim.epsilon > 0:
        scales.append(claim.sensitivity / claim.epsilon)
    return [scale for scale in dict.fromkeys(scales) if 0 < scale < math.inf]
