"""How many draws a violation needs: an information-theoretic yardstick for auditors.

Let a set have probabilities p and q at two inputs with p > e^epsilon q + delta. Whoever sees only
whether draws fall into the set, one draw at each input a time, has to tell Bernoulli(p) and
Bernoulli(q) from every pair that keeps the claim. The evidence against the nearest such pair grows
by the divergence

    min { KL(p, p*) + KL(q, q*) : p* <= e^epsilon q* + delta }

a pair of draws at most, on average, so that about log(1/alpha) over it are needed. It can be beaten
a little by looking at more than one set.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import kl_div

from dpproofs.auditing.claim import PrivacyClaim

Array = NDArray[np.float64]

SHIFTS = 4  # that are tried, evenly spaced up to the sensitivity
HALVINGS = 60
NEAR = 1e-9  # how far left of a place counts as just before it


class Distribution(Protocol):
    """Noise as our mechanisms and SciPy's frozen distributions describe it."""

    def cdf(self, x: ArrayLike) -> Array: ...
    def sf(self, x: ArrayLike) -> Array: ...
    def ppf(self, u: ArrayLike) -> Array: ...


@dataclass(frozen=True)
class Need:
    """Pairs of draws that are needed, knowing the best set; infinite when the claim is kept.

    Attributes
    ----------
    half_line
        When the set is a half-line.
    any_set
        When it is any set.
    shift
        Between the inputs at which a half-line shows most; where none shows, any set.
    farthest
        When it is any set, and the inputs are as far apart as neighbours can be.
    """

    half_line: float
    any_set: float
    shift: float
    farthest: float


def need(
    noise: Distribution, claim: PrivacyClaim, alpha: float, *, marks: Sequence[float] = ()
) -> Need:
    """The least need over shifts; ``marks`` are steps, edges and atoms of the noise."""
    shifts = claim.sensitivity * np.arange(1, SHIFTS + 1) / SHIFTS
    if _is_discrete(noise):
        shifts = np.arange(1, math.floor(claim.sensitivity) + 1).astype(float)
    best = Need(math.inf, math.inf, math.nan, math.inf)
    for shift in shifts[::-1]:
        half_line, any_set = (
            _draws(evidence, alpha) for evidence in _evidence(noise, claim, float(shift), marks)
        )
        better = (half_line, any_set) < (best.half_line, best.any_set)
        best = Need(
            min(half_line, best.half_line),
            min(any_set, best.any_set),
            float(shift) if better else best.shift,
            any_set if shift == shifts[-1] else best.farthest,
        )
    return best


def divergence(p: Array, q: Array, claim: PrivacyClaim) -> Array:
    """The least divergence from (p, q) to the claim, by bisection of its derivative."""
    ratio, delta = claim.ratio, claim.delta
    breaks, found = p > ratio * q + delta, np.zeros_like(p)
    p, q = p[breaks], q[breaks]
    low, high = q.copy(), np.maximum(q, (p - delta) / ratio)  # of q*; the minimum is between
    with np.errstate(divide="ignore", invalid="ignore"):
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            other = ratio * middle + delta
            slope = ratio * _slope(p, other) + _slope(q, middle)
            low, high = np.where(slope < 0, middle, low), np.where(slope < 0, high, middle)
        found[breaks] = _divergence(p, ratio * high + delta) + _divergence(q, high)
    return found


def _slope(p: Array, other: Array) -> Array:
    """Of KL(p, other) with respect to the second."""
    lost = np.where(p < 1, (1 - p) / (1 - other), 0.0)
    return lost - np.where(p > 0, p / other, 0.0)


def _divergence(p: Array, other: Array) -> Array:
    return np.asarray(kl_div(p, other) + kl_div(1 - p, np.maximum(1 - other, 0)))


def _evidence(
    noise: Distribution, claim: PrivacyClaim, shift: float, marks: Sequence[float]
) -> tuple[float, float]:
    """The largest divergence for a half-line, and for any set, at inputs 0 and ``shift``."""
    ends = _places(noise, shift, marks)
    below = np.stack([noise.cdf(ends), noise.cdf(ends - shift)])
    above = np.stack([noise.sf(ends), noise.sf(ends - shift)])
    half_lines = [divergence(*side[order], claim) for side in (below, above) for order in _ORDERS]
    # Cells between neighbouring ends, in order of their likelihood ratio: unions of the first of
    # them are the best sets of their size.
    cells = np.where(ends[1:] <= 0, np.diff(below), -np.diff(above))
    cells = np.maximum(np.column_stack([below[:, 0], cells, above[:, -1]]), 0)
    sets = []
    for order in _ORDERS:
        p, q = cells[order]
        with np.errstate(divide="ignore", invalid="ignore"):
            by_ratio = np.argsort(np.nan_to_num(-p / q, nan=0, neginf=-1e300), kind="stable")
        sums = np.minimum(np.cumsum(cells[order][:, by_ratio], axis=1), 1)
        sets.append(divergence(*sums, claim))
    return float(np.max(half_lines)), float(np.max(np.concatenate([*half_lines, *sets])))


_ORDERS = ([0, 1], [1, 0])


def _places(noise: Distribution, shift: float, marks: Sequence[float]) -> Array:
    """Ends of half-lines: quantiles of the noise at both inputs, and both sides of the marks."""
    tail = np.logspace(-9, -1, 200)
    levels = np.concatenate([tail, np.linspace(0.1, 0.9, 401), 1 - tail])
    own = np.unique(np.concatenate([noise.ppf(levels), marks]))
    own = own[np.isfinite(own)]
    both = np.concatenate([own, own + shift])
    return np.unique(np.concatenate([both, both - NEAR * np.maximum(1, np.abs(both))]))


def _is_discrete(noise: Distribution) -> bool:
    return hasattr(noise, "pmf")


def _draws(evidence: float, alpha: float) -> float:
    return math.log(1 / alpha) / evidence if evidence > 1e-12 else math.inf
