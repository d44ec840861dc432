"""The Gaussian privacy profile in doubles, through Mills' ratio R(t) = Q(t)/phi(t)."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

NODES, WEIGHTS = np.polynomial.legendre.leggauss(20)


def gaussian_profile(epsilon: Array, r: float) -> Array:
    """delta(epsilon) of normal noise shifted by r standard deviations; relative error ~ 1e-12."""
    start = epsilon / r - r / 2
    with np.errstate(over="ignore"):
        density = np.exp(-start * start / 2) / math.sqrt(2 * math.pi)
    if r <= 1:
        return density * _drop_of_ratio(start, r)
    return _wide_shift(start, r, density)


def _wide_shift(start: Array, r: float, density: Array) -> Array:
    from scipy.special import erfc

    # R overflows far left of 0; Q does not, and there is no cancellation there.
    left = erfc(start / math.sqrt(2)) / 2 - density * ratio(start + r)
    right = np.maximum(start, 0)
    return np.where(start < 0, left, density * (ratio(right) - ratio(right + r)))


def _drop_of_ratio(start: Array, r: float) -> Array:
    """R(start) - R(start + r) for r <= 1, as the integral of -R' > 0."""
    t = np.expand_dims(start, -1) + r * (NODES + 1) / 2
    return minus_slope(t) @ WEIGHTS * (r / 2)


def ratio(t: Array) -> Array:
    """R(t)."""
    from scipy.special import erfcx

    scaled: Array = erfcx(t / math.sqrt(2)) * math.sqrt(math.pi / 2)
    return scaled


def minus_slope(t: Array) -> Array:
    """-R'(t) = 1 - t R(t), with relative accuracy; t >= -1/2."""
    near = np.minimum(t, 10)
    far = np.maximum(t, 10)
    # 1/t^2 - 3/t^4 + 15/t^6 - ...: from t = 10 on, 30 terms reach below rounding.
    inverse = 1 / (far * far)
    series = np.ones_like(far)
    for k in range(30, 0, -1):
        series = 1 - (2 * k + 1) * inverse * series
    return np.where(t < 10, 1 - near * ratio(near), inverse * series)
