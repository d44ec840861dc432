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

from dpproofs.mechanisms.formulas.enclosure import ball
from dpproofs.mechanisms.formulas.staircase_cost import moments

if TYPE_CHECKING:
    import flint

    Ball: TypeAlias = flint.arb
    Slope: TypeAlias = Callable[[Ball], Ball]

BITS = 60  # of gamma, relative to it
START, LARGEST = 128, 1 << 17  # bits of precision
GRID = 16
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
    octaves = epsilon / ((dimension + p) * math.log(2)) + 1
    low, high = _bracket(_signs(Fraction(epsilon), dimension, Fraction(p)), octaves)
    place = (low + high) / 2
    return max(float(place - math.ceil(place) + 1), sys.float_info.min)


def _signs(epsilon: Fraction, d: int, p: Fraction) -> Callable[[Fraction], int]:
    """The sign of the slope at a point of the circle, at whatever precision it takes."""
    from flint import ctx

    slope_by = _by_waves if d >= MANY and epsilon <= SMALL else _by_moments
    bits, slope = START, None

    def sign(place: Fraction) -> int:
        nonlocal bits, slope
        while bits <= LARGEST:
            with ctx.workprec(bits):
                slope = slope or slope_by(epsilon, d, p)
                value = slope(ball(place - math.ceil(place) + 1))
            if value > 0 or value < 0:
                return 1 if value > 0 else -1
            bits, slope = 2 * bits, None
        raise ArithmeticError(f"gamma was not isolated at epsilon={float(epsilon)}, d={d}")

    return sign


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


def _bracket(sign: Callable[[Fraction], int], octaves: float = 1) -> tuple[Fraction, Fraction]:
    """Points of the circle around its minimum, with a slope below 0 and one above 0.

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
    while (high - low) * 2**BITS > low:
        middle = (low + high) / 2
        low, high = (middle, high) if sign(middle) < 0 else (low, middle)
    return low, high


def _short_fall(
    sign: Callable[[Fraction], int], rising: Fraction, octaves: float
) -> tuple[Fraction, Fraction]:
    """A point at which the cost falls, and one above it, up to ``rising``, at which it rises.

    Points are tried from 1 downwards at equal ratios, closer and further down in every round.
    """
    for level in itertools.count():
        an_octave, high = 2**level, rising
        for step in range(math.ceil((octaves + level) * an_octave)):
            whole, part = divmod(2 * step + 1, 2 * an_octave)
            place = Fraction(2 ** (-part / (2 * an_octave))) / 2**whole
            if sign(place) < 0:
                return place, high
            high = place
    raise AssertionError  # pragma: no cover
