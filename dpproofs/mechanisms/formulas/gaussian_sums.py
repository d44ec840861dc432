"""The discrete Gaussian distribution, by sums of e^{-k^2/(2 sigma^2)} over whole k, as balls."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING

from dpproofs.mechanisms.formulas.enclosure import ball

if TYPE_CHECKING:
    from dpproofs.mechanisms.formulas.enclosure import Ball

NARROW = 40  # below this sigma the terms are few


def tail_sum(start: int, variance: Fraction, order: int = 0) -> Ball:
    """The sum over k >= start >= 0 of f^(order)(k), f(x) = e^{-x^2/(2 variance)}; order 0, 1 or 2.

    Term by term where few terms matter, else by the Euler-Maclaurin formula.
    """
    if variance < NARROW**2 or start > variance:
        return _direct(start, variance, order)
    return _expanded(start, variance, order)


def full_sum(variance: Fraction, order: int = 0) -> Ball:
    """The sum over all whole k, for an even order."""
    return 2 * tail_sum(1, variance, order) + _derivative(0, variance, order)


def probability_from(first: int, variance: Fraction) -> Ball:
    """P(X >= first), where P(X = k) is proportional to e^{-k^2/(2 variance)}."""
    if first > 0:
        return tail_sum(first, variance) / full_sum(variance)
    return 1 - tail_sum(1 - first, variance) / full_sum(variance)


def first_above(epsilon: Fraction, shift: int, variance: Fraction) -> int:
    """The least k with P(X = k) > e^epsilon P(X = k + shift)."""
    return math.floor(epsilon * variance / shift - Fraction(shift, 2)) + 1


def absolute_moment(p: int, variance: Fraction) -> Ball:
    """E|X|^p for p = 1 or 2: |x| f = -v f' for x > 0, and x^2 f = v^2 f'' + v f."""
    if p == 1:
        return -2 * ball(variance) * tail_sum(1, variance, 1) / full_sum(variance)
    return ball(variance**2) * full_sum(variance, 2) / full_sum(variance) + ball(variance)


def _derivative(x: int, variance: Fraction, order: int) -> Ball:
    """f^(order)(x) for order 0, 1 or 2."""
    return ball(_factor(x, variance, order)) * _bell(x, variance)


def _factor(x: int, variance: Fraction, order: int) -> Fraction:
    """f^(order)(x)/f(x)."""
    return (Fraction(1), -x / variance, (x * x / variance - 1) / variance)[order]


def _bell(x: int, variance: Fraction) -> Ball:
    return ball(-(x * x) / (2 * variance)).exp()


# -- term by term ---------------------------------------------------------------------------------


def _direct(start: int, variance: Fraction, order: int) -> Ball:
    """Terms until the rest is below the working precision; the rest by a geometric series."""
    from flint import arb, ctx

    weight = _bell(start, variance)
    ratio, fall = ball(-(2 * start + 1) / (2 * variance)).exp(), ball(-1 / variance).exp()
    total, k, least = arb(0), start, weight * arb(2) ** -(ctx.prec + 16)
    while True:
        total += weight * ball(_factor(k, variance, order)) if order else weight
        weight, k = weight * ratio, k + 1
        ratio *= fall
        if weight < least and (rest := _rest(weight, ratio, k, variance, order)) is not None:
            return total + arb(0, rest.upper())


def _rest(weight: Ball, ratio: Ball, k: int, variance: Fraction, order: int) -> Ball | None:
    """A bound on the sum of |f^(order)| from k on; None where its terms do not yet shrink.

    |f'| = k f/variance, |f''| <= (k^2 + variance) f/variance^2, and the factors of f grow by at
    most (1 + 1/k)^order from one k to the next.
    """
    largest = (Fraction(1), k / variance, (k * k + variance) / variance**2)[order]
    ratio = ratio * ball(1 + Fraction(1, k)) ** order
    return weight * ball(largest) / (1 - ratio) if ratio < 1 else None


# -- Euler and Maclaurin --------------------------------------------------------------------------


def _expanded(start: int, variance: Fraction, order: int) -> Ball:
    """Integral + g(start)/2 - sum_j B_2j/(2j)! g^(2j-1)(start), j <= J, g = f^(order).

    The rest is at most 2 zeta(2J)/(2 pi)^{2J} times the integral of |g^(2J)|: NIST Digital Library
    of Mathematical Functions, 2.10.1. g^(k)(x) = (-1)^k He_k(x/sigma) f(x)/sigma^k.
    """
    from flint import arb, fmpq

    sigma = ball(variance).sqrt()
    z = start / sigma
    length = _length(start, math.sqrt(variance), order)
    hermite = [arb(1), z]
    for k in range(1, order + length):
        hermite.append(z * hermite[k] - k * hermite[k - 1])
    slopes = [h * (-1 / sigma) ** k for k, h in enumerate(hermite)]
    total = slopes[order] / 2 - (slopes[order - 1] if order else 0)
    factorial = Fraction(1)
    for k in range(2, length + 1, 2):
        factorial *= k * (k - 1)
        bernoulli = fmpq.bernoulli(k)
        total -= arb(bernoulli) / ball(factorial) * slopes[order + k - 1]
    total *= _bell(start, variance)
    if not order:
        total += sigma * (arb.pi() / 2).sqrt() * (z / arb(2).sqrt()).erfc()
    return total + arb(0, _remainder(z, sigma, order, length).upper())


def _remainder(z: Ball, sigma: Ball, order: int, length: int) -> Ball:
    """4/(2 pi)^length sigma^{1-k} times the integral of |He_k(u)| e^{-u^2/2} from z on.

    With k = order + length >= 2. Near 0, |He_k(u)| <= 1.09 sqrt(k!) e^{u^2/4} (Cramer; NIST Digital
    Library of Mathematical Functions, 18.14.9) and the integral is at most 2 sqrt(k!). Further out,
    He_k(u) = E (u + i Z)^k for a standard normal Z, so that by Minkowski's inequality |He_k(u)| is
    at most (u^2 + k)^{k/2}, which is at most (z^2 + k)^{k/2} e^{k (u^2 - z^2)/(2 (z^2 + k))}.
    """
    from flint import arb

    k = order + length
    scale = 4 * sigma * (1 / sigma) ** k / (2 * arb.pi()) ** length
    if z < 1:
        return scale * 2 * arb(k + 1).gamma().sqrt()
    size = z * z + k
    return scale * size.sqrt() ** k * (-z * z / 2).exp() * size / z**3


def _length(start: int, sigma: float, order: int) -> int:
    """How many derivatives make the remainder negligible at the working precision."""
    from flint import ctx

    z2 = (start / sigma) ** 2
    length = 2
    while length < 4 * ctx.prec:
        k = order + length
        lost = length * math.log2(2 * math.pi * sigma) - k / 2 * math.log2(z2 + k)
        if lost > ctx.prec + 16:
            break
        length += 2
    return length
