"""Logarithms of doubles to more digits than a double has, the same on every machine.

Two good C libraries, or the vector instructions of two processors, round a logarithm differently
where it is close to the middle between two doubles. An audit that asked the machine's `log` would
depend on where it runs, and on whose `log` the sampler called.
"""

from __future__ import annotations

from functools import lru_cache

import mpmath
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

STEPS = 256  # places of the table in [1, 2): multiples of 2^-8
SPLITTER = 2.0**27 + 1
SHORT = 2.0**42  # the first part of log 2 has few enough bits to be multiplied by an exponent


def log_parts(values: Array) -> tuple[Array, Array]:
    """The logarithm of positive normal doubles, as the nearest double and the small rest.

    The error of their sum is below 2^-64 of it. The number is m 2^e, m is close to a c of
    a table, and log m = log c + log(1 + r) for r = (m - c) / c below 2^-8 (Tang, *Table-driven
    implementation of the logarithm function in IEEE floating-point arithmetic*, ACM TOMS 16, 1990).
    """
    half, exponent = np.frexp(values)
    large = half > np.sqrt(0.5)  # m in (0.7, 1.42], so that log 1 is no difference of large numbers
    m, e = np.where(large, half, 2 * half), exponent - 1.0 + large
    place = np.rint(STEPS * m).astype(np.int64)
    c = place / STEPS
    r, r_rest = _quotient(m - c, c)  # m - c is exact
    square, square_rest = _product(r, r)
    tail = r * square * _series(r) - 0.5 * square_rest - r * r_rest + r_rest
    first, second, long, short = _table()
    total, rest = e * long, e * short
    for part in (first[place], r, -0.5 * square):
        total, lost = _sum(total, part)
        rest = rest + lost
    return _sum(total, rest + second[place] + tail)


def _series(r: Array) -> Array:
    """(log(1 + r) - r + r^2/2) / r^3."""
    total = np.zeros_like(r)
    for power in range(9, 2, -1):
        total = total * r + (-1) ** (power + 1) / power
    return total


@lru_cache(maxsize=1)
def _table() -> tuple[Array, Array, float, float]:
    """log c for all c = j/256 up to 3/2 in two doubles, and log 2 with a first part of 43 bits."""
    with mpmath.workprec(160):
        logs = [mpmath.log(mpmath.mpf(max(j, 1)) / STEPS) for j in range(3 * STEPS // 2)]
        first = [float(log) for log in logs]
        second = [float(log - double) for log, double in zip(logs, first, strict=True)]
        long = float(mpmath.nint(mpmath.ln2 * SHORT)) / SHORT
        return np.array(first), np.array(second), long, float(mpmath.ln2 - long)


def _sum(a: Array, b: Array) -> tuple[Array, Array]:
    """a + b and what its rounding lost (Knuth, volume 2, section 4.2.2, Theorem B)."""
    total = a + b
    other = total - a
    return total, (a - (total - other)) + (b - other)


def _halves(a: Array) -> tuple[Array, Array]:
    """A double as the sum of two with 26 bits (Veltkamp)."""
    upper = SPLITTER * a
    upper = upper - (upper - a)
    return upper, a - upper


def _product(a: Array, b: Array) -> tuple[Array, Array]:
    """a b and what its rounding lost (Dekker)."""
    product = a * b
    (a1, a2), (b1, b2) = _halves(a), _halves(b)
    return product, ((a1 * b1 - product) + a1 * b2 + a2 * b1) + a2 * b2


def _quotient(a: Array, b: Array) -> tuple[Array, Array]:
    """a / b and what its rounding lost, to a double's precision."""
    quotient = a / b
    back, lost = _product(quotient, b)
    return quotient, ((a - back) - lost) / b
