"""Inputs to try: neighbouring numbers at which samplers are known to go wrong."""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction
from numbers import Real
from typing import Any

import numpy as np

from dpproofs.audit.claim import PrivacyClaim
from dpproofs.audit.target import Pair
from dpproofs.kernel.errors import BadInput

FAR = (-100, 30, -30, 100, 10, -1e4)  # inputs, in units of the sensitivity, on both sides
MAIN = 0.86  # share of the draws and of the evidence that goes to the first pair
SPARE = 0.02  # ... that is kept for pairs that a search finds
SECOND = 0.03  # ... and to the second one, where outputs on a grid differ from the input


def number_pairs(
    claim: PrivacyClaim,
    seed: int,
    *,
    inputs: Iterable[float] = (),
    shifts: Iterable[float] = (),
    integers: bool = False,
) -> list[Pair]:
    """Neighbouring numbers, the most promising pair first.

    Without inputs and shifts of the user's own: 0 and its neighbour at the full sensitivity; then
    full shifts near 0, at negative, non-dyadic, far and large inputs, some of them random, at a
    power of two, and where doubles are as far apart as the sensitivity; and smaller shifts.

    Raises
    ------
    BadInput
        When an input is not finite, a shift is 0 or longer than the sensitivity, or both are given
        and the sum of no input and shift is a neighbour.
    """
    inputs, shifts = [*inputs], [*shifts]
    reach = claim.sensitivity
    _check(inputs, shifts, reach, integers)
    rng = np.random.default_rng((seed, 0x5817))
    small = [reach * float(u) for u in rng.uniform(0.05, 0.95, 2)]
    if inputs or shifts:
        wanted = [(x, d) for x in inputs or [0.0] for d in shifts or [reach]]
    else:
        full = [0.0, reach / 3, reach * 2.0**-20, -3 * reach, 1024 * reach]
        full += [reach * far for far in FAR]
        sign, size = rng.choice([-1, 1], 2), 10 ** rng.uniform(0.5, 6, 2)
        full += [reach * float(far) for far in sign * size]
        full += [reach * float(rng.normal()) * 10, 2.0**53 - reach, 2.0**53 * reach]
        wanted = [(x, reach) for x in full] + [(0.0, d) for d in [reach / 2, -reach, *small]]
        wanted += [(reach * float(rng.normal()), reach * 2.0**-6)]
    if integers:
        found = dict.fromkeys(
            Pair(round(x), round(x) + math.trunc(d)) for x, d in wanted if math.trunc(d)
        )
    else:
        found = dict.fromkeys(pair for x, d in wanted if (pair := neighbours(float(x), d, reach)))
    if not found:
        raise BadInput("--input", inputs, "numbers with a different number within the sensitivity")
    return list(found)


def _check(inputs: Iterable[Any], shifts: Iterable[Any], reach: float, integers: bool) -> None:
    for x in inputs:
        if not (isinstance(x, Real) and math.isfinite(x)):
            raise BadInput("--input", x, "a finite number")
    for d in shifts:
        if not (isinstance(d, Real) and 0 < abs(float(d)) <= reach):
            raise BadInput("--shift", d, f"a number other than 0 in [-{reach:g}, {reach:g}]")
    for option, numbers in (("--input", inputs), ("--shift", shifts)):
        for number in numbers:
            if integers and number % 1:
                raise BadInput(option, number, "an integer, for a target of integers")


def shares(count: int) -> list[float]:
    """How the evidence starts out among pairs of inputs, but for what is kept."""
    first = [MAIN, SECOND]
    if count <= len(first):
        return [1 - SPARE - sum(first[1:count]), *first[1:count]]
    rest = count - len(first)
    return [*first, *[(1 - SPARE - sum(first)) / rest] * rest]


def neighbours(x: float, d: float, reach: float) -> Pair | None:
    """x and the number nearest to x + d that is a neighbour of x, if there is one."""
    y = x + d
    if not (math.isfinite(x) and math.isfinite(y)):
        return None
    if abs(Fraction(y) - Fraction(x)) > Fraction(reach):
        y = math.nextafter(y, x)
    return None if y == x else Pair(x, y)
