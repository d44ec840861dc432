"""The Skellam distribution: P(X = k) = e^{-mu} I_|k|(mu), I the modified Bessel functions.

In balls the ratios r_k = I_{k+1}/I_k follow from r_{k-1} = 1/(2 k/mu + r_k), downwards from some
r_K, whose negative logarithm is between asinh((K + 1/2)/mu) and asinh((K + 1)/mu) (Amos,
"Computation of Modified Bessel Functions and Their Ratios", 1974, (9) and (11)): each step
multiplies an error by about r_{k-1}^2.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import accumulate
from operator import mul
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dpproofs.mechanisms.formulas.enclosure import ball

if TYPE_CHECKING:
    from dpproofs.mechanisms.formulas.enclosure import Ball

Array = NDArray[np.float64]

SPARE = 32  # bits beyond the working precision to which a sum is formed
FEW = 64  # terms tried at first
LARGE = 50  # orders from which on the asymptotic expansion has the digits of a double
TERMS = 10  # of it
SMALL = 1e-3  # a mu of which two terms of the power series have the digits of a double


def mass(k: int, mu: Fraction) -> Ball:
    """e^{-mu} I_k(mu)."""
    return ball(mu).bessel_i(ball(k), scaled=True)


def masses(mu: Fraction) -> Iterator[Ball]:
    """P(X = 0), P(X = 1), ..., each to the absolute accuracy of the working precision."""
    from flint import arb, ctx

    yield from accumulate(ratios(0, mu), mul, initial=mass(0, mu))
    while True:
        yield arb(0, arb(2) ** -ctx.prec)


def tail(m: int, mu: Fraction) -> Ball:
    """P(X > m) for m >= 0, to a relative accuracy."""
    from flint import arb

    falls = ratios(m + 1, mu)
    terms = list(accumulate(falls, mul, initial=arb(1)))
    # Ratios decrease, so that what is left is below a geometric series.
    last = falls[-1]
    rest = terms[-1] * last / (1 - last)
    return mass(m + 1, mu) * (sum(terms, arb(0)) + arb(0, rest.upper()))


def absolute_moment(p: int, mu: Fraction) -> Ball:
    """E X^2 = mu, and E|X| = mu e^{-mu} (I_0 + I_1), as 2 k I_k = mu (I_{k-1} - I_{k+1})."""
    return ball(mu) if p == 2 else ball(mu) * (mass(0, mu) + mass(1, mu))


def ratios(first: int, mu: Fraction, count: int = FEW) -> list[Ball]:
    """r_k for at least so many k from first on, and until their product is negligible."""
    from flint import arb, ctx

    least, step = arb(2) ** -(ctx.prec + SPARE), ball(2 / mu)
    while True:
        last = [-((first + count + part) / ball(mu)).asinh() for part in (arb(0.5), arb(1))]
        ratio, product, found = last[0].union(last[1]).exp(), arb(1), []
        for k in range(first + count, first, -1):
            ratio = 1 / (k * step + ratio)
            product *= ratio
            found.append(ratio)
        if product < least:
            return found[::-1]
        count *= 2


# -- in doubles ------------------------------------------------------------------------------------


def log_masses(k: Array, mu: float) -> Array:
    """log e^{-mu} I_k(mu) for whole k >= 0, also where a double underflows."""
    from scipy.special import gammaln, ive

    if mu < SMALL:
        return np.asarray(
            k * math.log(mu / 2) - gammaln(k + 1) - mu + np.log1p(mu * mu / 4 / (k + 1))
        )
    few = np.minimum(k, LARGE)
    return np.where(k < LARGE, np.log(ive(few, mu)), _expanded(np.maximum(k, LARGE), mu))


def _expanded(k: Array, mu: float) -> Array:
    """For large orders, uniformly in mu.

    Source: NIST Digital Library of Mathematical Functions, 10.41.3.
    """
    root = np.hypot(k, mu)
    # sqrt(k^2 + mu^2) - mu + k log(mu/(k + sqrt(k^2 + mu^2))), without cancellation
    exponent = k * k / (root + mu) - k * np.arcsinh(k / mu)
    series = sum(poly(k / root) / k**j for j, poly in enumerate(_polynomials()))
    return np.asarray(exponent - np.log(2 * math.pi * root) / 2 + np.log(series))


@cache
def _polynomials() -> tuple[np.polynomial.Polynomial, ...]:
    """U_0, U_1, ... of that expansion: 10.41.9."""
    p = np.polynomial.Polynomial([0.0, 1.0])
    found = [np.polynomial.Polynomial([1.0])]
    for _ in range(TERMS):
        last = found[-1]
        found.append(p**2 * (1 - p**2) / 2 * last.deriv() + ((1 - 5 * p**2) * last).integ() / 8)
    return tuple(found)
