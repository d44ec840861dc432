"""The gamma at which the staircase is cheapest, isolated by signs, and what it then costs."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from dpproofs.mechanisms.formulas.enclosure import ball
from dpproofs.mechanisms.formulas.staircase_cost import Moments, geometric, moments

if TYPE_CHECKING:
    import flint

    Ball: TypeAlias = flint.arb

START = 40  # bits of gamma from which Newton's method takes over
ATTEMPTS = 8


def isolated_gamma(epsilon: Fraction, p: Fraction, bits: int) -> tuple[Ball, Ball]:
    """Points around the gamma that minimises E|X|^p, at a relative distance of 2^-bits.

    E|X|^p is proportional to N_{p+1}/D, D = b + (1 - b) gamma, whose slope has the sign of
    h = (p + 1) D N_p - (1 - b) N_{p+1}. As h' = (p + 1) p D N_{p-1} > 0, there is one sign change
    at most: a point where h < 0 and one where h > 0 enclose the minimum, for every real p > 0.
    """
    from flint import arb, ctx

    gamma, known = _approximation(epsilon, p), START
    lost = bits_lost(epsilon, p)
    for _ in range(ATTEMPTS):
        while True:
            known = min(2 * known - 4, bits + 8)
            with ctx.workprec(known + lost):
                gamma = _newton(gamma, epsilon, p)
            if known == bits + 8:
                break
        with ctx.workprec(bits + lost):
            low, high = ((gamma * (1 + step * arb(2) ** (-bits - 1))).mid() for step in (-1, 1))
            slope = _slope(epsilon, p, moments(epsilon, p, 2))
            if slope(low) < 0 and slope(high) > 0:
                return low, high
        lost *= 2
    raise ArithmeticError(f"gamma was not isolated at epsilon={epsilon}, p={p}")


def numeric_gamma(epsilon: float, p: float) -> float:
    """The minimising gamma, rounded to a double; 0 when it is below all of them."""
    if epsilon > 1500 * (p + 1):  # gamma is about (b/p)^{1/(p + 1)}
        return 0.0
    low, _ = isolated_gamma(Fraction(epsilon), Fraction(p), 60)
    return float(low)


def least_cost(epsilon: Fraction, p: Fraction, low: Ball, high: Ball) -> tuple[Ball, Ball]:
    """(1 - b) N_p at two points around the minimising gamma: bounds of the least E|X|^p.

    At sensitivity 1. It is E|X|^p at the minimum itself, where h = 0, and increases with gamma.
    """
    _, rest = geometric(epsilon)
    power = moments(epsilon, p, 1)
    return rest * power(low)[0], rest * power(high)[0]


def excess(cost: Callable[[], Ball], epsilon: Fraction, p: Fraction) -> Ball:
    """cost()/least - 1, where least is the least E|X|^p at sensitivity 1.

    The precision is raised until 55 bits are right, however close to 0 the excess is; an excess of
    less than 10^-1000 comes out as a ball around 0.
    """
    from flint import ctx

    bits = 128
    while True:
        low, high = isolated_gamma(epsilon, p, bits)
        with ctx.workprec(bits + bits_lost(epsilon, p)):
            lower, upper = least_cost(epsilon, p, low, high)
            found = cost() / lower.union(upper) - 1
        if found.rel_accuracy_bits() >= 55 or bits > 3400:
            return found
        bits *= 2


def bits_lost(epsilon: Fraction, p: Fraction) -> int:
    """Bits that h loses to cancellation: it is flat for small epsilon and for small p."""
    small = sum(max(0.0, -log2(value)) for value in (epsilon, p))
    return 32 + math.ceil(2 * small + max(0.0, log2(p)))


def log2(value: Fraction) -> float:
    """The logarithm of a positive fraction whose terms may exceed doubles."""
    return math.log2(value.numerator) - math.log2(value.denominator)


def _slope(epsilon: Fraction, p: Fraction, pair: Moments) -> Callable[[Ball], Ball]:
    """h, from N_p and N_{p+1}."""
    b, rest = geometric(epsilon)

    def h(gamma: Ball) -> Ball:
        lower, upper = pair(gamma)
        return ball(p + 1) * (b + rest * gamma) * lower - rest * upper

    return h


def _newton(gamma: Ball, epsilon: Fraction, p: Fraction) -> Ball:
    b, rest = geometric(epsilon)
    below, lower, upper = moments(epsilon, p - 1, 3)(gamma)
    D = b + rest * gamma
    step = (D * lower - rest * upper / ball(p + 1)) / (ball(p) * D * below)
    return (gamma - step).mid()


def _approximation(epsilon: Fraction, p: Fraction) -> Ball:
    """gamma to about `START` bits, by the Illinois method in log(gamma/(1 - gamma))."""
    from flint import arb, ctx

    with ctx.workprec(START + bits_lost(epsilon, p)):
        b, rest = geometric(epsilon)
        pair = moments(epsilon, p, 2)

        def gamma(logit: Ball) -> Ball:
            return 1 / (1 + (-logit).exp())

        def slope(logit: Ball) -> Ball:
            lower, upper = pair(gamma(logit))
            # The logarithmic derivative: bounded, where the derivative itself spans magnitudes.
            ratio = ball(p + 1) * lower / upper * (b / rest + gamma(logit))
            return ((ratio - 1) / (ratio + 1)).mid()

        # For large epsilon p gamma^{p + 1} balances b; for large p gamma is about 1/epsilon.
        e, power = float(epsilon), float(p)
        small = max((e + math.log1p(power)) / (power + 1), math.log(e))
        return gamma(_illinois(slope, arb(-small - 5), arb(1))).mid()


def _illinois(f: Callable[[Ball], Ball], low: Ball, high: Ball) -> Ball:
    """The zero of f, which rises from below 0 to above 0, to about `START` bits."""
    below, above = f(low), f(high)
    kept = 0  # +1 or -1: the end that the last step kept
    while abs(high - low) > 2.0**-START * (1 + abs(high)):
        middle = ((low * above - high * below) / (above - below)).mid()
        value = f(middle)
        if value == 0 or not low < middle < high:
            return middle
        if value > 0:
            high, above = middle, value
            below = below / 2 if kept < 0 else below
            kept = -1
        else:
            low, below = middle, value
            above = above / 2 if kept > 0 else above
            kept = 1
    return high
