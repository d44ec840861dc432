"""Exact facts about doubles: on which lattice a number lies, and whether a formula reaches it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dpproofs.auditing.numbers.logarithm import log_parts

Array = NDArray[np.float64]
Codes = NDArray[np.int64]

BITS = 53
BIAS, INFINITE = 1023, 2047  # of the exponent field
FINEST = -1074  # every double is a multiple of 2^-1074
ALL = 1024  # stands for the valuation of 0, which is a multiple of everything, and of infinities
CANDIDATES = np.arange(-2.0, 3.0)[:, None]  # rounding moves the estimate of k by less than 2


def significand(values: Array) -> Codes:
    """The integer m below 2^53 of abs(y) = m 2^e, as it is stored; 0 for 0 and for infinities."""
    exponent = biased_exponent(values)
    stored = values.view(np.int64) & (2 ** (BITS - 1) - 1)
    leading = np.where((exponent > 0) & (exponent < INFINITE), 2 ** (BITS - 1), 0)
    return np.asarray(stored | leading, dtype=np.int64)


def biased_exponent(values: Array) -> Codes:
    """The exponent field of each double: e + 1075 for normal ones, 0 for smaller ones."""
    return (values.view(np.int64) >> (BITS - 1)) & INFINITE


def trailing_zeros(integers: Codes) -> Codes:
    """The exponent of 2 in each positive integer below 2^54; negative for 0."""
    return biased_exponent((integers & -integers).astype(np.float64)) - BIAS


def valuation(values: Array) -> Codes:
    """The largest k such that the number is a multiple of 2^k; ALL for 0 and for infinities."""
    integers = significand(values)
    last = np.maximum(biased_exponent(values), 1) - BIAS - BITS + 1
    return np.where(integers == 0, ALL, last + trailing_zeros(integers))


def difference(values: Array, centre: float) -> tuple[Array, Array]:
    """``values - centre`` without error, as a rounded difference and what the rounding lost.

    Knuth, *The Art of Computer Programming*, volume 2, section 4.2.2, Theorem B (without overflow).
    """
    with np.errstate(invalid="ignore", over="ignore"):
        rounded = values - centre
        other = values - rounded
        lost = (values - (rounded + other)) + (other - centre)
    return rounded, np.where(np.isfinite(lost), lost, 0.0)


def difference_valuation(values: Array, centre: float) -> Codes:
    """The largest k such that ``values - centre``, computed exactly, is a multiple of 2^k."""
    rounded, lost = difference(values, centre)
    # What is lost is below one unit of the rounded difference, so that its bits are the last ones.
    return valuation(np.where(lost == 0, rounded, lost))


def uniform_valuation(values: Array, centre: float, scale: float) -> Codes:
    """How coarse a uniform number u = k 2^-53 gives y = centre +- scale log(u) in doubles.

    Returns
    -------
    The most trailing zeros of a k in 1..2^53 that gives exactly y, among those next to the k of
    real arithmetic; -1 where none does. The product is tried as ``scale * log(u)`` and as
    ``log(u) / (1 / scale)``, for the double nearest to the logarithm and for both next to it: the
    logs of two machines, and of two libraries on one, differ in the last bit of some values.
    """
    noise = values - centre
    sign = np.copysign(1.0, noise)
    start, end = sign * centre, sign * values  # the way from start to end is up
    with np.errstate(under="ignore"):
        nearest = np.rint(2.0**BITS * np.exp(-np.abs(noise) / scale))
    inside = np.minimum(np.fmax(nearest, 3), 2**BITS - 2)  # 3 for NaN, which nothing hits
    k = inside + CANDIDATES
    log, _ = log_parts(2.0**-BITS * k)
    hit = np.zeros(k.shape, dtype=bool)
    for rounded in (log, np.nextafter(log, -np.inf), np.nextafter(log, np.inf)):
        hit |= start - scale * rounded == end
        hit |= start - rounded / (1 / scale) == end
    found = (hit * k).astype(np.int64)
    return np.maximum(trailing_zeros(np.max(found & -found, axis=0)), -1)
