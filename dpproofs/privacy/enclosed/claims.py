"""Claims about known noise: whether one holds, and the least epsilon for which it does."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING

from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms.formulas.enclosure import ball
from dpproofs.privacy.enclosed.base import START, Exact, KnownNoise, exact_number

if TYPE_CHECKING:
    from dpproofs.privacy.enclosed.base import Ball


def at_most(value: Ball, bound: Fraction) -> bool:
    """Whether the whole ball is <= bound."""
    from flint import ctx

    with ctx.workprec(2 * START):
        return bool(value <= ball(bound))


def exceeds(value: Ball, bound: Fraction) -> bool:
    """Whether the whole ball is > bound."""
    from flint import ctx

    with ctx.workprec(2 * START):
        return bool(value > ball(bound))


def keeps(
    noise: KnownNoise, epsilon: Exact, delta: Exact, sensitivity: Exact, slack: Exact = 0
) -> bool:
    """Whether the noise is certainly (epsilon, delta)-private, but for a relative slack.

    With slack > 0: whether it would be if epsilon, delta and the unit of the noise were 1 + slack
    times as large. That forgives rounding of the last bits of parameters, and nothing else.

    Raises
    ------
    BadInput
        When a number is outside the domain of the profile.
    """
    grown = 1 + exact_number("slack", slack)
    e, d = grown * exact_number("epsilon", epsilon), grown * exact_number("delta", delta)
    scaled = noise.scaled(grown) if slack else noise
    if d == 0:
        return at_most(scaled.pure_epsilon(sensitivity), e)
    return at_most(scaled.bounds(e, sensitivity)[1], d)


def least_epsilon(noise: KnownNoise, delta: Exact, sensitivity: Exact) -> Ball:
    """The least epsilon >= 0 at which the profile is at most delta; relative width about 1e-12.

    Infinite when no epsilon below 2^60 will do; a value below 2^-100 may come out as [0, 2^-100].
    Where the profile is bounded only, a ball around both of `epsilon_bounds`.

    Raises
    ------
    BadInput
        When delta is negative or the sensitivity outside its domain.
    """
    low, high = epsilon_bounds(noise, delta, sensitivity)
    return low if low is high else low.union(high)


def epsilon_bounds(noise: KnownNoise, delta: Exact, sensitivity: Exact) -> tuple[Ball, Ball]:
    """Balls that the least epsilon is not below and not above; twice the same where it is known.

    Raises
    ------
    BadInput
        As `least_epsilon` does.
    """
    d = exact_number("delta", delta)
    if d < 0:
        raise BadInput("delta", delta, "a number in [0, 1)")
    if d == 0:
        pure = noise.pure_epsilon(sensitivity)
        return pure, pure

    def fails(epsilon: Fraction) -> bool:
        return exceeds(noise.bounds(epsilon, sensitivity)[0], d)

    def may_fail(epsilon: Fraction) -> bool:
        return not at_most(noise.bounds(epsilon, sensitivity)[1], d)

    least = _last(fails)
    return least, least if noise.ADDITIVE else _last(may_fail)


def _last(above: Callable[[Fraction], bool]) -> Ball:
    """Where a condition on epsilon >= 0 ends that holds up to some epsilon, by bisection."""
    from flint import arb

    if not above(Fraction(0)):
        return arb(0)
    high = Fraction(1)
    while above(high):
        high *= 2
        if high > 1 << 60:
            return arb.pos_inf()
    while high > Fraction(1, 1 << 100) and not above(high / 2):
        high /= 2
    low = high / 2 if above(high / 2) else Fraction(0)
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if above(middle) else (low, middle)
    return ball(low).union(ball(high))
