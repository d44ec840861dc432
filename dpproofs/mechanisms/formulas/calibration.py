"""The least standard deviation of private Gaussian noise, to any number of digits."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from dpproofs.mechanisms.formulas.enclosure import ball

if TYPE_CHECKING:
    import flint

    Ball: TypeAlias = flint.arb

Exact: TypeAlias = int | float | Fraction


def calibrated_sigma(
    epsilon: Exact, delta: Exact, sensitivity: Exact = 1, *, digits: int = 50
) -> Ball:
    """A ball that contains the least sigma for which Gaussian noise is (epsilon, delta)-private.

    Source: Balle & Wang, "Improving the Gaussian Mechanism for Differential Privacy", 2018,
    Theorem 8, solved for equality. With r = sensitivity/sigma the condition reads
    Phi(r/2 - epsilon/r) - e^epsilon Phi(-r/2 - epsilon/r) = delta, whose left side increases with
    r at the rate phi(r/2 - epsilon/r): Newton's method finds r, and signs on both sides of it prove
    the enclosure. At epsilon = 0 it is sensitivity/(2 sqrt(2) erfinv(delta)).

    Parameters
    ----------
    epsilon, delta, sensitivity
        Numbers >= 0, in (0, 1), > 0, taken as exactly what they are: the float 1e-12 is not
        Fraction(1, 10**12).
    digits
        Relative accuracy of the ball.
    """
    from flint import arb, ctx

    bits = math.ceil(digits * math.log2(10)) + 8
    # Extra bits for the two terms that nearly cancel: their difference is delta.
    lost = -math.log2(Fraction(delta)) if Fraction(delta) > 0 else 0
    steep = 2 * math.log2(1 + float(epsilon))
    with ctx.workprec(int(2 * bits + 2 * lost + steep + 64)):
        exact_epsilon, exact_delta = ball(epsilon), ball(delta)
        r = _midpoint(_start(exact_epsilon, exact_delta))
        for _ in range(bits.bit_length()):
            error = _excess(r, exact_epsilon, exact_delta)
            r = _midpoint(r - error / _normal_density(r / 2 - exact_epsilon / r))
        width = arb(2) ** -bits
        low, high = r * (1 - width), r * (1 + width)
        below = _excess(low, exact_epsilon, exact_delta) < 0
        if not (below and _excess(high, exact_epsilon, exact_delta) > 0):
            raise ArithmeticError(f"no enclosure of sigma at epsilon={epsilon}, delta={delta}")
        return ball(sensitivity) / low.union(high)


def _start(epsilon: Ball, delta: Ball) -> Ball:
    """r to 50 bits, by bisection of its logarithm."""
    from flint import arb

    low, high = -1, 1
    while not _excess(arb(2) ** low, epsilon, delta) < 0:
        low *= 2
    while not _excess(arb(2) ** high, epsilon, delta) > 0:
        high *= 2
    left, right = arb(low), arb(high)
    for _ in range(60):
        middle = _midpoint((left + right) / 2)
        if _excess(arb(2) ** middle, epsilon, delta) > 0:
            right = middle
        else:
            left = middle
    return arb(2) ** ((left + right) / 2)


def _excess(r: Ball, epsilon: Ball, delta: Ball) -> Ball:
    """Privacy profile at epsilon minus delta."""
    near = _normal_sf(epsilon / r - r / 2)
    return near - epsilon.exp() * _normal_sf(epsilon / r + r / 2) - delta


def _normal_sf(z: Ball) -> Ball:
    from flint import arb

    return (z / arb(2).sqrt()).erfc() / 2


def _normal_density(z: Ball) -> Ball:
    from flint import arb

    return (-z * z / 2).exp() / (2 * arb.pi()).sqrt()


def _midpoint(value: Ball) -> Ball:
    return value.mid()
