"""Costs of the staircase for real exponents, in ball arithmetic.

All rest on N_s = sum_{k >= 0} b^k (k + gamma)^s, Lerch's transcendent at -s.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    import flint

    Ball: TypeAlias = flint.arb

# Below this epsilon the power series in epsilon is shorter than the sum itself.
SERIES_BELOW = 0.1


def staircase_cost(epsilon: float, gamma: float, p: float, sensitivity: float) -> float:
    """E|X|^p by equation (312) of Geng & Viswanath; infinite where a double overflows."""
    from flint import arb, ctx

    with ctx.workprec(_precision(epsilon)):
        b = (-arb(epsilon)).exp()
        D = b + (1 - b) * arb(gamma)
        _, moment = lerch_pair(epsilon, arb(gamma), p)
        return float(arb(sensitivity) ** arb(p) * (1 - b) ** 2 / ((arb(p) + 1) * D) * moment)


def numeric_gamma(epsilon: float, p: float) -> float:
    """The root in (0, 1) of the derivative of E|X|^p: D (p + 1) N_p = (1 - b) N_{p+1}.

    Found by the Illinois method in log(gamma/(1 - gamma)). That the root is unique is observed,
    not proved.
    """
    from flint import arb, ctx

    with ctx.workprec(_precision(epsilon)):
        b = (-arb(epsilon)).exp()

        def gamma(logit: Ball) -> Ball:
            return 1 / (1 + (-logit).exp())

        def slope(logit: Ball) -> Ball:
            lower, upper = lerch_pair(epsilon, gamma(logit), p)
            # The logarithmic derivative: bounded, where the derivative itself spans magnitudes.
            ratio = (arb(p) + 1) * lower / upper * (b / (1 - b) + gamma(logit))
            return ((ratio - 1) / (ratio + 1)).mid()

        # For a large epsilon gamma^{p + 1} balances b, so gamma is never far below b.
        return float(gamma(_illinois(slope, arb(-epsilon - 5), arb(20))))


def _illinois(f: Callable[[Ball], Ball], low: Ball, high: Ball) -> Ball:
    """The zero of f, which rises from below 0 to above 0, to about 50 bits."""
    below, above = f(low), f(high)
    kept = 0  # +1 or -1: the end that the last step kept
    while abs(high - low) > 2.0**-52 * (1 + abs(high)):
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
        if abs(value) < 1e-40:
            return middle
    return high


def lerch_pair(epsilon: float, gamma: Ball, p: float) -> tuple[Ball, Ball]:
    """N_p and N_{p+1} at the working precision, for gamma >= 0."""
    from flint import arb

    if gamma == 0:  # the term k = 0 vanishes: shift the sum by one
        b = (-arb(epsilon)).exp()
        lower, upper = lerch_pair(epsilon, arb(1), p)
        return b * lower, b * upper
    if epsilon < SERIES_BELOW:
        return _series(epsilon, gamma, p)
    return _direct(epsilon, gamma, p)


def _direct(epsilon: float, gamma: Ball, p: float) -> tuple[Ball, Ball]:
    """The sum itself, until a geometric bound on what is left is negligible."""
    from flint import arb, ctx

    b = (-arb(epsilon)).exp()
    lower, upper, weight, k = arb(0), arb(0), arb(1), 0
    while True:
        term = weight * (gamma + k) ** arb(p)
        lower += term
        upper += term * (gamma + k)
        weight *= b
        k += 1
        # From here on terms shrink at least by e^{log_ratio}.
        log_ratio = (p + 1) * math.log1p(1 / k) - epsilon
        if log_ratio < -epsilon / 2 and term * (gamma + k) < upper * arb(2) ** (-ctx.prec):
            return lower, upper


def _series(epsilon: float, gamma: Ball, p: float) -> tuple[Ball, Ball]:
    """e^{epsilon gamma} (Gamma(s + 1)/epsilon^{s + 1} + sum_n zeta(-s - n, gamma) (-epsilon)^n/n!).

    At s = p and p + 1, which share their zeta values. Valid for epsilon < 2 pi: Erdelyi et al.,
    "Higher Transcendental Functions" I, 1.11 (8).
    """
    from flint import arb, ctx

    s = arb(p)
    lower = (s + 1).gamma() / arb(epsilon) ** (s + 1)
    upper = (s + 2).gamma() / arb(epsilon) ** (s + 2)
    weight, n, zeta = arb(1), 0, (-s).zeta(gamma)
    # |zeta(-s - n, gamma)| is at most of the order Gamma(s + n + 1)/(2 pi)^{s + n}; odd or even
    # terms may vanish, so this bound and not a term says when to stop.
    while n < 4 or weight.abs_lower() * (s + n + 2).gamma() > lower * arb(2) ** -ctx.prec:
        following = (-s - n - 1).zeta(gamma)
        lower += weight * zeta
        upper += weight * following
        zeta = following
        n += 1
        weight *= -arb(epsilon) / n
    scale = (arb(epsilon) * gamma).exp()
    return scale * lower, scale * upper


def _precision(epsilon: float) -> int:
    """Bits enough to see differences of relative size epsilon^2, the depth of the minimum."""
    return 128 + 4 * max(0, round(-math.log2(epsilon)))
