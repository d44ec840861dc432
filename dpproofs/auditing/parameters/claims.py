"""Which claims to try: a grid with its extremes, claims close to one, and short ones."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import count, product

import numpy as np

from dpproofs.auditing.claim import PrivacyClaim

EPSILONS = (
    *(0, 1e-16, 1e-9, 1e-6, 1e-3, 0.01, 0.1, 0.3, 0.5, 1, 2, 3, 5, 7.5),
    *(10, 12.5, 15, 17.5, 20, 25, 30, 40, 50, 100, 200, 300, 500, 700, 710, 1000),
)
DELTAS = (
    *(0, 1e-300, 1e-100, 1e-50, 1e-30, 1e-20, 1e-17, 1e-16, 1e-15, 1e-14, 1e-12, 1e-10),
    *(1e-9, 1e-8, 1e-6, 1e-5, 1e-3, 0.01, 0.1, 0.3, 0.5, 0.9, 0.99, 1 - 1e-9),
)
# Mechanisms rarely depend on the unit: other sensitivities than 1 go with every third epsilon.
# Whole numbers are integers, which a library for counts asks for.
SENSITIVITIES = (3, 1000, 10**9, 1e-9, 0.25)

SHORT_EPSILONS = tuple(
    float(f"{digit}e{power}") for power in range(-9, 3) for digit in (1, 2, 3, 5)
)  # fmt: skip
SHORT_DELTAS = (
    *(float(f"{digit}e-{power}") for power in range(1, 21) for digit in (1, 2, 5)),
    *(float(f"1e-{power}") for power in range(30, 301, 10)),
    0.9, 0.99, 0.999,
)  # fmt: skip
LARGEST_EPSILON = 1e4
USUAL_EPSILON = 1e-3, 25.0
USUAL_DELTA = 1e-12, 0.1
GOLDEN = (5**0.5 - 1) / 2  # its multiples, modulo 1, are spread evenly
WIDER = 2.0  # factor by which a range of epsilons is looked at beyond its ends


def claim_grid() -> list[PrivacyClaim]:
    """All combinations, every second one usual as long as there are such.

    Any first part of the usual ones, and of the others, is spread over the whole range.
    """
    numbers = [*product(EPSILONS, DELTAS, (1,)), *product(EPSILONS[::3], DELTAS, SENSITIVITIES)]
    grid = [PrivacyClaim(*three) for three in numbers]
    mixed = [grid[k] for k in np.random.default_rng(0).permutation(len(grid))]
    places = {True: count(0, 2), False: count(1, 2)}
    turns = {claim: next(places[is_usual(claim)]) for claim in mixed}
    return sorted(mixed, key=turns.__getitem__)


def claims_near(claim: PrivacyClaim, factor: float) -> Iterator[PrivacyClaim]:
    """Claims with one number changed: epsilon or sensitivity by a factor, delta by its odds."""
    epsilon, delta, size = claim.epsilon, claim.delta, claim.sensitivity
    for step in (factor, 1 / factor):
        if 0 < epsilon * step <= LARGEST_EPSILON:
            yield PrivacyClaim(epsilon * step, delta, size)
        odds = delta / (1 - delta) * step
        if 0 < odds < math.inf and odds / (1 + odds) < 1:
            yield PrivacyClaim(epsilon, odds / (1 + odds), size)
        moved = round(size * step) if isinstance(size, int) else size * step
        if 0 < moved < math.inf:
            yield PrivacyClaim(epsilon, delta, moved)


def scattered_claims(claims: Sequence[PrivacyClaim], count: int) -> Iterator[PrivacyClaim]:
    """These claims in turn at epsilons all over the usual ones, as many again near 0 as far."""
    low, high = USUAL_EPSILON
    for k in range(count if claims else 0):
        claim, share = claims[k % len(claims)], k * GOLDEN % 1
        epsilon = low * (high / low) ** share if k % 2 else low + (high - low) * share
        yield PrivacyClaim(epsilon, claim.delta, claim.sensitivity)


def claims_among(claims: Sequence[PrivacyClaim], count: int) -> Iterator[PrivacyClaim]:
    """The first of some usual claims at even steps of epsilon, from the least of all to beyond."""
    if not claims:
        return
    epsilons = [claim.epsilon for claim in claims]
    low = max(min(epsilons) / WIDER, USUAL_EPSILON[0])
    high = min(max(epsilons) * WIDER, USUAL_EPSILON[1])
    for epsilon in np.linspace(low, high, count).tolist():
        yield PrivacyClaim(epsilon, claims[0].delta, claims[0].sensitivity)


def are_close(one: PrivacyClaim, other: PrivacyClaim) -> bool:
    """Whether a search from one claim is likely to come by the other."""
    pairs = (one.epsilon, other.epsilon, 1.05), (one.delta, other.delta, 10.0)
    return all(max(a, b) <= factor * min(a, b) for a, b, factor in pairs)


def short_claims(claim: PrivacyClaim) -> list[PrivacyClaim]:
    """Claims of short decimals, the shortest first, with the zeros that this one has."""
    epsilons = SHORT_EPSILONS if claim.epsilon else (0.0,)
    deltas = SHORT_DELTAS if claim.delta else (0.0,)
    return sorted((PrivacyClaim(*pair, 1) for pair in product(epsilons, deltas)), key=length)


def shortened(claim: PrivacyClaim) -> Iterator[PrivacyClaim]:
    """The claim with one number rounded to fewer digits, or with sensitivity 1."""
    numbers = [claim.epsilon, claim.delta, claim.sensitivity]
    yield PrivacyClaim(claim.epsilon, claim.delta, 1)
    for place, number in enumerate(numbers):
        for digits in range(1, len(_decimal(number)[0])):
            rounded = float(f"{number:.{digits - 1}e}")
            changed: list[float] = [*numbers[:place], rounded, *numbers[place + 1 :]]
            if isinstance(number, int):
                changed[place] = int(rounded)
            if changed[0] <= LARGEST_EPSILON and changed[1] < 1:
                yield PrivacyClaim(*changed)


def is_usual(claim: PrivacyClaim) -> bool:
    """Whether the claim is one that people make: not at the extremes."""
    epsilon, delta = claim.epsilon, claim.delta
    ranges = (epsilon, *USUAL_EPSILON), (delta, *USUAL_DELTA)
    return all(number == 0 or low <= number <= high for number, low, high in ranges)


def length(claim: PrivacyClaim) -> int:
    """How long a claim is to read: its significant digits, and how far its points are moved."""
    total = 0
    for number in (claim.epsilon, claim.delta, claim.sensitivity):
        digits, exponent = _decimal(number)
        total += len(digits) + abs(exponent)
    return total


def _decimal(number: float) -> tuple[tuple[int, ...], int]:
    decimal = Decimal(repr(number)).normalize()
    return decimal.as_tuple().digits, decimal.adjusted()
