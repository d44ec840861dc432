"""Inputs to try: neighbouring numbers at which samplers are known to go wrong.

They are inside a domain, where one is given: the numbers that a sampler is made for.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable
from fractions import Fraction
from numbers import Real
from typing import Any

import numpy as np

from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.target import Pair
from dpproofs.kernel.errors import BadInput

Domain = tuple[float, float]

EVERYWHERE: Domain = (-math.inf, math.inf)
INSIDE = 1 / 2, 1 / 4, 3 / 4, 1 / 16, 15 / 16  # of a domain: starts of shifts, besides its ends
# Ends of what machines hold: of 8, 16, 32 and 64 bits, with and without a sign; of the integers
# that floating-point numbers of 16 and of 32 bits tell apart, beyond which two neighbours are
# rounded to twice their distance; their largest and least numbers, and what is rounded to infinity
# from there on.
BITS = (7, 8, 15, 16, 31, 32, 63, 64)
WHOLE = 2.0**11, 2.0**24
REALS = (65504.0, 2.0**-14, 2.0**-126, 2.0**-1022, 5e-324)
INFINITE = ((2 - 2.0**-11) * 2.0**15, (2 - 2.0**-24) * 2.0**127, sys.float_info.max)
FAR = (-100, 30, -30, 100, 10, -1e4)  # inputs, in units of the sensitivity, on both sides
MAIN = 0.86  # share of the draws and of the evidence that goes to the first pair
SPARE = 0.02  # ... that is kept for pairs that a search finds
SECOND = 0.03  # ... and to the second one, where outputs on a grid differ from the input


def domain_of(ends: Any) -> Domain:
    """A domain as a user writes it.

    Raises
    ------
    BadInput
        When it is not two numbers, the lower one first.
    """
    try:
        low, high = (float(end) for end in ends)
    except (TypeError, ValueError, OverflowError):
        low = high = math.nan
    if not low < high:
        raise BadInput("domain", ends, "two numbers (low, high) with low < high")
    return low, high


def number_pairs(
    claim: PrivacyClaim,
    seed: int,
    *,
    inputs: Iterable[float] = (),
    shifts: Iterable[float] = (),
    integers: bool = False,
    domain: Domain = EVERYWHERE,
    special: bool = False,
) -> list[Pair]:
    """Neighbouring numbers, the most promising pair first.

    Without inputs and shifts of the user's own: 0 and its neighbour at the full sensitivity; then
    full shifts near 0, at negative, non-dyadic, far and large inputs, some of them random, at a
    power of two, where doubles are as far apart as the sensitivity, and where numbers of fewer bits
    end; and smaller shifts. In a domain: full shifts at its ends and in between, and what of these
    lies inside. What is special is 0 against NaN and the infinities.

    Raises
    ------
    BadInput
        When a shift is 0 or longer than the sensitivity, or both are given
        and the sum of no input and shift is a neighbour.
    """
    inputs, shifts = [*inputs], [*shifts]
    reach = claim.sensitivity
    _check(inputs, shifts, reach, integers)
    odd = [x for x in inputs if not math.isfinite(x)]
    if odd or (special and not integers):
        odd = odd or [math.nan, math.inf, -math.inf]
    if inputs or shifts:
        finite = [x for x in inputs if math.isfinite(x)]
        starts = finite or ([] if odd else [0.0])
        wanted = [(x, d) for x in starts for d in shifts or [reach]]
    else:
        wanted = _inside(_wanted(reach, seed, integers=integers), reach, domain)
    if integers:
        pairs = [Pair(round(x), round(x) + math.trunc(d)) for x, d in wanted if math.trunc(d)]
    else:
        pairs = [pair for x, d in wanted if (pair := neighbours(float(x), d, reach))]
    low, high = domain
    found = dict.fromkeys(pair for pair in pairs if low <= pair.input <= high)
    found = dict.fromkeys(pair for pair in found if low <= pair.neighbour <= high)
    if not (found or odd):
        raise BadInput("--input", inputs, "numbers with a different number within the sensitivity")
    return [*found, *(Pair(0.0, x) for x in odd)]


def _wanted(reach: float, seed: int, *, integers: bool) -> list[tuple[float, float]]:
    """Inputs and shifts, the most promising first; integers are exact where inputs are."""
    rng = np.random.default_rng((seed, 0x5817))
    small = [reach * float(u) for u in rng.uniform(0.05, 0.95, 2)]
    full = [0.0, reach / 3, reach * 2.0**-20, -3 * reach, 1024 * reach]
    full += [reach * far for far in FAR]
    sign, size = rng.choice([-1, 1], 2), 10 ** rng.uniform(0.5, 6, 2)
    full += [reach * float(far) for far in sign * size]
    full += [reach * float(rng.normal()) * 10, 2.0**53 - reach, 2.0**53 * reach]
    wanted = [(x, reach) for x in full] + [(0.0, reach / 2), (-0.0, -reach)]
    wanted += [(0.0, d) for d in small]
    wanted += [(reach * float(rng.normal()), reach * 2.0**-6)]
    step = math.floor(reach) if reach >= 1 else reach
    for bits in BITS:
        wanted += [(2**bits, -step), (-(2**bits), -step)]
    if integers:
        return wanted
    wanted += [((x + 1) * reach, reach) for x in WHOLE]
    return [*wanted, *((x, reach) for x in REALS), *((x, -reach) for x in INFINITE)]


def _inside(
    wanted: list[tuple[float, float]], reach: float, domain: Domain
) -> list[tuple[float, float]]:
    """The same, after full shifts at the ends of a domain and within it, where there is one."""
    low, high = domain
    if domain == EVERYWHERE:
        return wanted
    width = min(reach, high - low)
    if math.isfinite(high - low):
        room = high - low - width
        starts = [low + part * room for part in INSIDE]
    else:
        starts = []
    ends = [(low, width), (high, -width)]
    return [*((x, width) for x in starts), *(end for end in ends if math.isfinite(end[0])), *wanted]


def _check(inputs: Iterable[Any], shifts: Iterable[Any], reach: float, integers: bool) -> None:
    for x in inputs:
        if not isinstance(x, Real):
            raise BadInput("--input", x, "a number")
    for d in shifts:
        if not (isinstance(d, Real) and 0 < abs(float(d)) <= reach):
            raise BadInput("--shift", d, f"a number other than 0 in [-{reach:g}, {reach:g}]")
    for option, numbers in (("--input", inputs), ("--shift", shifts)):
        for number in numbers:
            if integers and not number % 1 == 0:
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
