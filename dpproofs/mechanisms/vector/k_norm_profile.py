"""The privacy profile of K-norm noise for the Euclidean norm, by an integral over one angle.

With the sensitivity as the unit and x at the angle t from the shift v, ||x - v|| - ||x|| >= c for
c in [0, 1) says r (cos t + c) <= (1 - c^2)/2 of the norm r of x, which has a gamma distribution.
The set of these x has the largest P(S) - e^{c epsilon} P(S + v), and P(S + v) is the mass where
||x|| - ||x + v|| >= c, that is, r (cos t + c) <= -(1 - c^2)/2.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import numpy as np
from flint import acb, arb
from scipy.special import betaln, gammainc, gammaincc

from dpproofs.mechanisms.base import Array

NODES, OCTAVES = 24, 60


@cache
def _rule() -> tuple[Array, Array]:
    nodes, weights = np.polynomial.legendre.leggauss(NODES)
    return (nodes + 1) / 2, weights / 2


def _towards(width: float, d: int) -> tuple[Array, Array]:
    """Distances in (0, width] and weights: the same number of pieces in every octave, as the
    integrand may change within a share 1/sqrt(d) of the distance from the angle where it begins.
    """
    pieces = math.ceil(math.sqrt(d) / 8)
    edges = np.concatenate([np.linspace(0.5, 1, pieces + 1)[:-1] * 2.0**-k for k in range(OCTAVES)])
    edges = width * np.append(np.sort(edges), 1.0)
    nodes, weights = _rule()
    length = np.diff(edges)[:, None]
    return (edges[:-1, None] + length * nodes).ravel(), (length * weights).ravel()


def euclidean_profile(d: int, epsilon: float, share: float) -> float:
    """delta at share * epsilon of the noise with the density e^{-epsilon ||x||} on R^d, d >= 2.

    The error is about 1e-14 in absolute terms.
    """
    if not 0 <= share < 1:
        return 0.0
    start = math.acos(-share)
    log_whole = float(betaln((d - 1) / 2, 0.5))
    reach = epsilon * (1 - share) * (1 + share) / 2
    total = 0.0
    for width, side in ((start, -1), (math.pi - start, 1)):
        s, weights = _towards(width, d)
        with np.errstate(divide="ignore"):
            log = (d - 2) * np.log(np.sin(start + side * s)) - log_whole
        # |cos(start -+ s) + share|, without the cancellation near the start
        gap = 2 * np.abs(np.sin(start + side * s / 2)) * np.sin(s / 2)
        with np.errstate(over="ignore"):
            place = reach / gap
        weight = weights * np.exp(log)
        if side < 0:
            total += float(weight @ gammainc(d, place))
        else:
            lost = np.exp(share * epsilon) * gammaincc(d, place)
            total += float(weight @ (1 - lost))
    return min(max(total, 0.0), 1.0)


def _farther(d: int, place: Any) -> Any:
    """P(r > place) = e^-place times the first d terms of the series of e^place."""
    total = place * 0 + 1
    for k in range(d - 1, 0, -1):
        total = 1 + place / k * total
    return total * (-place).exp()


def enclosed_euclidean_profile(d: int, epsilon: arb, share: arb, bits: int) -> arb:
    """The same as a ball of radius 2^(8 - bits) at most, at a working precision above that.

    Raises
    ------
    ArithmeticError
        When the integral does not converge to that accuracy.
    """
    reach, factor = epsilon * (1 - share**2) / 2, (share * epsilon).exp()
    far, missed = arb(d), arb(1)
    while not missed < arb(2) ** -bits:  # beyond it the radius hardly ever is
        far *= 1.25
        missed = factor * _farther(d, far)

    def law(t: acb, factor: acb) -> Any:
        return t.sin() ** (d - 2) * factor

    def inside(t: acb, _: bool) -> Any:
        place = reach / (t.cos() + share)
        return law(t, 1 - _farther(d, place))

    def outside(t: acb, _: bool) -> Any:
        place = -reach / (t.cos() + share)
        return law(t, 1 - factor * _farther(d, place))

    def between(t: acb, _: bool) -> Any:
        return law(t, acb(1))

    last, first = reach / far - share, -reach / far - share
    ends = (
        arb(0),
        last.acos() if last < 1 else arb(0),
        first.acos() if first > -1 else arb.pi(),
        arb.pi(),
    )
    total = acb(0)
    for integrand, lower, upper in zip((inside, between, outside), ends, ends[1:], strict=False):
        if lower < upper:
            total += acb.integral(
                integrand, acb(lower), acb(upper),
                rel_tol=arb(2) ** -bits, abs_tol=arb(2) ** -bits,
            )  # fmt: skip
    half = arb(1) / 2
    whole = (half * (d - 1)).gamma() * half.gamma() / (half * d).gamma()
    found = total.real / whole + arb(0, missed.upper())
    if not found.rad() < arb(2) ** (8 - bits):
        raise ArithmeticError("the integral of the privacy profile did not converge")
    return found
