"""How much more noise than it needs an implementation adds, against named references."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from dpproofs.mechanisms import DiscreteStaircase, TruncatedLaplace, UniformWithAtom
from dpproofs.mechanisms.formulas.enclosure import ball
from dpproofs.mechanisms.staircase_optimum import staircase_optimum
from dpproofs.privacy.enclosed.base import Exact, KnownNoise, exact_number
from dpproofs.privacy.enclosed.claims import keeps

if TYPE_CHECKING:
    from dpproofs.privacy.enclosed.base import Ball

POWERS = (1, 2)
SLACK = Fraction(1, 10**12)  # a calibration that is exact but for rounding needs no more noise
STEPS = 30  # halvings of an interval of relative width 1 that holds the factor
LEAST_FACTOR = Fraction(1, 1 << 200)


@dataclass(frozen=True)
class Excess:
    """E|X|^power of some noise over that of a reference that keeps the same promise.

    Attributes
    ----------
    reference
        "the same noise, scaled to the claim" or the name of a mechanism; "optimal" where no noise
        is cheaper.
    ratio
        A ball.
    """

    power: int
    reference: str
    ratio: Ball


def excess_costs(
    noise: KnownNoise, epsilon: Exact, delta: Exact, sensitivity: Exact
) -> tuple[Excess, ...]:
    """Compare with every reference that there is for a claim; empty when the noise breaks it.

    Empty too for noise that depends on the input.

    The references are the same noise in smaller units; for delta = 0 the optimal staircase, on the
    line (Geng & Viswanath, Theorem 3) or the integers (Theorem 12 there); for epsilon = 0 the
    optimal uniform noise with an atom (Geng, Ding, Guo & Kumar, "Optimal Noise-Adding Mechanism in
    Additive Differential Privacy", Theorem 3); else, for delta < 1/2, the truncated Laplace noise
    of the same authors.

    Raises
    ------
    BadInput
        When a number is outside the domain of the profile.
    """
    e, d, size = (
        exact_number(name, value)
        for name, value in (("epsilon", epsilon), ("delta", delta), ("sensitivity", sensitivity))
    )
    factor = least_factor(noise, e, d, size) if noise.ADDITIVE else None
    if factor is None:
        return ()
    small, large = (noise.scaled(end) for end in factor)
    found = []
    for p in POWERS:
        own = noise.cost(p)
        same = own / small.cost(p).union(large.cost(p))
        found.append(Excess(p, "the same noise, scaled to the claim", same))
        for name, cost in _references(noise, e, d, size, p):
            found.append(Excess(p, name, own / cost()))
    return tuple(found)


def least_factor(
    noise: KnownNoise, epsilon: Fraction, delta: Fraction, sensitivity: Fraction
) -> tuple[Fraction, Fraction] | None:
    """Two factors: scaled by the smaller one the noise breaks the claim, by the larger it does not.

    None when it breaks the claim as it is, or there is none to scale.
    """

    def holds(factor: Fraction) -> bool:
        return keeps(noise.scaled(factor), epsilon, delta, sensitivity, SLACK)

    if noise.degenerate or not holds(Fraction(1)):
        return None
    low, high = Fraction(1, 2), Fraction(1)
    while holds(low):
        low, high = low / 2, low
        if low < LEAST_FACTOR:
            return None
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return low, high


def _references(
    noise: KnownNoise, epsilon: Fraction, delta: Fraction, size: Fraction, p: int
) -> Iterator[tuple[str, Callable[[], Ball]]]:
    if noise.INTEGERS:
        if delta == 0 and epsilon > 0:
            yield (
                "optimal discrete staircase",
                lambda: _doubled(DiscreteStaircase(epsilon, int(size), cost=p).expected_cost(p)),
            )
    elif delta == 0 and epsilon > 0:
        yield "optimal staircase", lambda: _staircase(epsilon, size, p)
    elif epsilon == 0 and delta > 0:
        yield (
            "optimal uniform with an atom",
            lambda: _doubled(UniformWithAtom(float(delta), float(size), cost=p).expected_cost(p)),
        )
    elif 0 < delta < Fraction(1, 2):
        yield (
            "truncated Laplace",
            lambda: _doubled(
                TruncatedLaplace(float(epsilon), float(delta), float(size)).expected_cost(p)
            ),
        )


def _staircase(epsilon: Fraction, size: Fraction, p: int) -> Ball:
    least = staircase_optimum(epsilon, p, size).least_cost
    return ball(least.lower).union(ball(least.upper))


def _doubled(cost: float) -> Ball:
    """A double with the radius that its relative accuracy of 1e-12 calls for."""
    from flint import arb

    return arb(cost, cost * 1e-12)
