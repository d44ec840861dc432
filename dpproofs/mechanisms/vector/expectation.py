"""Expectations of functions of the norm of a vector of noise, by quadrature over the radius."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from dpproofs.kernel.errors import DpproofsError
from dpproofs.mechanisms.formulas.expectation import integral, settled, values

if TYPE_CHECKING:
    from dpproofs.mechanisms.base import Array
    from dpproofs.mechanisms.described import Cost

MOST_JUMPS = 100_000
#: Where the norm is looked at, in standard deviations from its mean.
PLACES = np.array([-9, -7, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 7, 9], dtype=float)
NARROW = 1e-4  # a standard deviation that is a smaller share of the mean loses its digits
#: How small the density of the norm is, in nats, where one stops looking.
TAILS = (-46.0, -92.0, -184.0, -368.0, -690.0)


def of_norm(
    function: Cost,
    log_density: Callable[[Array], Array],
    *,
    moments: tuple[float, float],
    jump: float | None,
    unit: float,
) -> float:
    """E g(unit R) for a number R >= 0, to about ten digits.

    Parameters
    ----------
    function
        The g.
    log_density
        The logarithm of the density of R, which decreases beyond nine standard deviations, or by
        no more than some factor does not.
    moments
        E R and E R^2.
    jump
        Where the density jumps first; it does so again one further on, and so forth. None where it
        is smooth.
    unit
        What R is counted in.

    Raises
    ------
    BadInput
        When the function has values that are no real numbers.
    DpproofsError
        When the expectation is infinite, quadrature does not converge, there are too many jumps, or
        R hardly varies.
    """
    mean, square = moments
    share = square / mean / mean - 1
    if not NARROW**2 <= share < math.inf:
        raise DpproofsError("the norm hardly varies, or has no moments: no quadrature resolves it")
    deviation = mean * math.sqrt(share)
    places = mean + deviation * PLACES

    def weighted(r: Array) -> Array:
        density = np.exp(log_density(r))
        return np.where(density > 0, values(function, unit * r), 0.0) * density

    def between(left: float, right: float) -> float:
        """From a distance beyond the mean to another; what lies before the mean goes with 0."""
        start, end = mean + left if left else 0.0, mean + right
        inner = np.concatenate([places, _jumps(jump, end)])
        return integral(weighted, np.unique([start, *inner[(inner > start) & (inner < end)], end]))

    def distance(level: float) -> float:
        """How far beyond the mean the logarithm of the density falls below a level."""
        low = high = PLACES[-1] * deviation
        while not _below(log_density, mean + high, level - math.log(deviation)):
            low, high = high, 2 * high
        for _ in range(20):
            middle = (low + high) / 2
            far = _below(log_density, mean + middle, level - math.log(deviation))
            low, high = (low, middle) if far else (middle, high)
        return float(high)

    return settled(between, [distance(level) for level in TAILS])


def _below(log_density: Callable[[Array], Array], place: float, level: float) -> bool:
    return bool(log_density(np.array([place]))[0] <= level)


def _jumps(first: float | None, end: float) -> Array:
    if first is None:
        return np.empty(0)
    if end > MOST_JUMPS:
        raise DpproofsError(f"quadrature would meet {end:.3g} jumps: more than {MOST_JUMPS}")
    return np.asarray(np.arange(math.ceil(end)) + first, dtype=np.float64)
