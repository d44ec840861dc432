"""The first radius at which the staircase for vectors is cheapest, isolated by signs.

The cost E||X||^p is proportional to C = T_(d+p)/T_d with T_m = sum_k b^k (k + gamma)^m. On the
circle on which 0 and 1 are one point it falls once and rises once for d >= 2, and for d = 1 on
(0, 1); T_m' = m T_(m-1), so that its slope has the sign of

    (d + p) T_(d+p-1) T_d - d T_(d-1) T_(d+p).
"""

from __future__ import annotations

import itertools
import math
import sys
from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from dpproofs.mechanisms.formulas.enclosure import ball, rational
from dpproofs.mechanisms.formulas.staircase_cost import moments

if TYPE_CHECKING:
    import flint

    Ball: TypeAlias = flint.arb
    Slope: TypeAlias = Callable[[Ball], Ball]
    Accurate: TypeAlias = Callable[[Fraction, int], Ball]

Sign: TypeAlias = Callable[[Fraction], int]

BITS = 60  # of gamma, relative to it
START, LARGEST = 128, 1 << 17  # bits of precision
GRID = 16
MARGIN = 24  # bits that a chord may lose to the curvature
MANY, SMALL, WAVES = 20, 6, 16  # dimensions and epsilons for which so many frequencies are enough


def best_first_radius(epsilon: float, dimension: int, p: float) -> float:
    """The minimising gamma in (0, 1], rounded to a double.

    Raises
    ------
    ArithmeticError
        When its place could not be told with 131,072 bits.
    """
    if epsilon > 1400 * (dimension + p):  # it is about (d b/p)^(1/(d + p))
        return sys.float_info.min
    low, high = isolated_first_radius(Fraction(epsilon), dimension, Fraction(p), BITS)
    return max(float((low + high) / 2), sys.float_info.min)


def isolated_first_radius(
    epsilon: Fraction, dimension: int, p: Fraction, bits: int
) -> tuple[Fraction, Fraction]:
    """Points of [0, 1] around the minimising gamma, at a relative distance of 2^-bits at most.

    Raises
    ------
    ArithmeticError
        When its place could not be told with 131,072 bits.
    """
    slope = _slopes(epsilon, dimension, p, bits)
    octaves = float(epsilon / (dimension + p)) / math.log(2) + 1
    low, high = _bracket(_sign_of(slope), octaves, min(bits, BITS))
    return _sharpened(slope, low, high, bits)


def _signs(epsilon: Fraction, d: int, p: Fraction) -> Sign:
    """The sign of the slope at a point of the circle, at whatever precision it takes."""
    return _sign_of(_slopes(epsilon, d, p))


def _sign_of(slope: Accurate) -> Sign:
    return lambda place: 1 if slope(place, 1) > 0 else -1


def _slopes(epsilon: Fraction, d: int, p: Fraction, sharp: int = BITS) -> Accurate:
    """The slope at a point of the circle with so many bits, its sign in any case.

    The point may be as close as a relative 2^-sharp to the minimum.
    """
    from flint import ctx

    few = d >= MANY and epsilon <= SMALL and WAVES ** (d - 1) >= 2 ** (sharp + 12)
    slope_by = _by_waves if few else _by_moments
    working, slope = START, None

    def accurate(place: Fraction, bits: int) -> Ball:
        nonlocal working, slope
        while working <= LARGEST:
            with ctx.workprec(working):
                slope = slope or slope_by(epsilon, d, p)
                value = slope(ball(place - math.ceil(place) + 1))
            if (value > 0 or value < 0) and value.rel_accuracy_bits() >= bits:
                return value
            working, slope = 2 * working, None
        raise ArithmeticError(f"gamma was not isolated at epsilon={float(epsilon)}, d={d}")

    return accurate


def _by_moments(epsilon: Fraction, d: int, p: Fraction) -> Slope:
    """The slope from the sums themselves, which loses (2 pi/epsilon)^(d+1) to cancellation."""
    pairs = [moments(epsilon, s, 2) for s in (Fraction(d - 1), d + p - 1)]

    def slope(gamma: Ball) -> Ball:
        (below, t_d), (near, t_dp) = (pair(gamma) for pair in pairs)
        return ball(d + p) * near * t_d - d * below * t_dp

    return slope


def _by_waves(epsilon: Fraction, d: int, p: Fraction) -> Slope:
    """The slope of log C from Lipschitz's formula, in which what cancels is left out.

    T_m is Gamma(m + 1) e^{epsilon gamma}/epsilon^(m+1) times 1 + r_m, where r_m is twice the real
    part of the sum of w_n^(m+1) e^{2 pi i n gamma} over n >= 1, with w_n = epsilon/(epsilon +
    2 pi i n). Terms beyond WAVES have a slope of at most 4 pi (epsilon/(2 pi))^(m+1)
    WAVES^(1-m)/(m - 1).
    """
    from flint import acb, arb

    e, full_turn = ball(epsilon), 2 * arb.pi()
    turns = [full_turn * n for n in range(1, WAVES + 1)]
    waves = []
    for m in (Fraction(d), d + p):
        powers = [(acb(e) / acb(e, turn)) ** ball(m + 1) for turn in turns]
        rest = 2 * full_turn * (e / full_turn) ** ball(m + 1) / arb(WAVES) ** ball(m - 1)
        waves.append((powers, arb(0, (rest / ball(m - 1)).upper())))

    def slope(gamma: Ball) -> Ball:
        found = []
        for powers, rest in waves:
            ripple, change = rest, rest  # the rest of the sum is below that of its slope
            for turn, power in zip(turns, powers, strict=True):
                term = 2 * power * acb(0, turn * gamma).exp()
                ripple, change = ripple + term.real, change - turn * term.imag
            found.append(change / (1 + ripple))
        return found[1] - found[0]

    return slope


def _bracket(sign: Sign, octaves: float = 1, bits: int = BITS) -> tuple[Fraction, Fraction]:
    """Points of [0, 1] around the minimum, with a slope below 0 and one above 0.

    As there is one arc of each, any point with a slope below 0 and a later one with a slope above
    0 have the minimum between them, and no other change.
    """
    grid = [Fraction(2 * i + 1, 2 * GRID) for i in range(GRID)]
    signs = [sign(place) for place in grid]
    if -1 in signs:
        last = max(i for i in range(GRID) if signs[i] < 0 and signs[(i + 1) % GRID] > 0)
        low, high = grid[last], grid[last] + Fraction(1, GRID)
    else:
        low, high = _short_fall(sign, 1 + grid[0], octaves)
    if high > 1:
        low, high = (low, Fraction(1)) if sign(Fraction(1)) > 0 else (Fraction(0), high - 1)
    while (high - low) * 2**bits > low:
        middle = (low + high) / 2
        low, high = (middle, high) if sign(middle) < 0 else (low, middle)
    return low, high


def _sharpened(
    slope: Accurate, low: Fraction, high: Fraction, bits: int
) -> tuple[Fraction, Fraction]:
    """The same for many bits: a chord tells almost twice as many as were known."""
    while (high - low) * 2**bits > low:
        known = _log2(low / (high - low))
        told = min(2 * known - MARGIN, bits + 2)
        left, right = (rational(slope(end, told - known + 4).mid()) for end in (low, high))
        place = low + (high - low) * left / (left - right)
        reach, unit = low / 2 ** (told + 1), Fraction(2) ** (_log2(low) - told - 4)
        for end in (place - reach, place + reach, (low + high) / 2):
            near = end // unit * unit
            if low < near < high:
                low, high = (near, high) if slope(near, 1) < 0 else (low, near)
    return low, high


def _log2(value: Fraction) -> int:
    """The logarithm to base 2, or one less, rounded down."""
    return value.numerator.bit_length() - value.denominator.bit_length() - 1


def _short_fall(sign: Sign, rising: Fraction, octaves: float) -> tuple[Fraction, Fraction]:
    """A point at which the cost falls, and one above it, up to ``rising``, at which it rises.

    Points are tried from 1 downwards at equal ratios, closer and further down in every round.
    """
    for level in itertools.count():
        an_octave, high = 2**level, rising
        for step in range(math.ceil((octaves + level**2) * an_octave)):
            whole, part = divmod(2 * step + 1, 2 * an_octave)
            place = Fraction(2 ** (-part / (2 * an_octave))) / 2**whole
            if sign(place) < 0:
                return place, high
            high = place
    raise AssertionError  # pragma: no cover
