"""Noise that mixes Gaussians so as to fall by e^epsilon from sensitivity to sensitivity.

Source: Liu, Selvi & Wiesemann, "Mind the Gap: Mixtures of Gaussians in Approximate Differential
Privacy", 2026 (arXiv 2605.28078); the quasi-Gaussian mechanism and its two conditions, as their
program selvi-aras/MindTheGap has them.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from dpproofs.mechanisms.formulas.enclosure import ball

if TYPE_CHECKING:
    import flint

    Ball: TypeAlias = flint.arb

STRIPS = 64  # of the density, between 0 and the sensitivity
STEPS = 120  # of a bisection


def quasi_gaussian_moments(epsilon: Fraction, delta: Fraction) -> dict[Fraction, Ball] | None:
    """E|X| and E X^2 in sensitivities, at the deviation s of its parts for which delta is used up.

    The density is e^epsilon phi(x) + phi(|x| - 1), over its integral, where phi has the deviation
    s. At the shift 1 the larger side is x > epsilon s^2, and what it uncovers is set to delta.
    None when that is not possible, or the density between 0 and 1 is not shown to stay within the
    factor e^epsilon, which is their condition for the shift 1 to be the worst.
    """
    growth = ball(epsilon).exp()
    sigma = _deviation(growth, ball(epsilon), ball(delta))
    if sigma is None or not _within(growth, sigma):
        return None
    from flint import arb

    bell = (-1 / (2 * sigma**2)).exp()
    inside = _normal(1 / sigma)
    total = growth + 2 * inside
    root = (2 / arb.pi()).sqrt()
    amplitude = root * sigma * (growth + bell) + 2 * inside
    tail = inside * (sigma**2 + 1) + sigma * bell / (2 * arb.pi()).sqrt()
    power = growth * sigma**2 + 2 * tail
    return {Fraction(1): amplitude / total, Fraction(2): power / total}


def _normal(x: Ball) -> Ball:
    """The distribution function of a standard normal variable."""
    from flint import arb

    return (-x / arb(2).sqrt()).erfc() / 2


def _spare(growth: Ball, epsilon: Ball, delta: Ball, sigma: Ball) -> Ball:
    """Delta less what the shift 1 uncovers, times the integral."""
    lost = _normal(1 / sigma - epsilon * sigma)
    lost -= growth**2 * _normal(-1 / sigma - epsilon * sigma)
    return delta * (growth + 2 * _normal(1 / sigma)) - lost


def _deviation(growth: Ball, epsilon: Ball, delta: Ball) -> Ball | None:
    """A deviation at which nothing is spare, enclosed by a change of sign."""
    from flint import arb

    low, high = arb(2) ** -12, arb(1)
    if not _spare(growth, epsilon, delta, low) < 0:
        return None
    while not _spare(growth, epsilon, delta, high) > 0:
        high *= 2
        if high > 10**9:
            return None
    for _ in range(STEPS):
        middle = ((low + high) / 2).mid()
        spare = _spare(growth, epsilon, delta, middle)
        if spare > 0:
            high = middle
        elif spare < 0:
            low = middle
        else:
            break
    return low.union(high)


def _within(growth: Ball, sigma: Ball) -> bool:
    """Whether the density on [0, 1] is shown to stay within the factor e^epsilon."""
    from flint import arb

    def bell(x: Ball) -> Ball:
        return (-(x**2) / (2 * sigma**2)).exp()

    levels = []
    for strip in range(STRIPS):
        x = (arb(strip) / STRIPS).union(arb(strip + 1) / STRIPS)
        levels.append(growth * bell(x) + bell(1 - x))
    greatest, least = max(each.upper() for each in levels), min(each.lower() for each in levels)
    return bool(greatest <= growth * least)
