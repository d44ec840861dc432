"""Faults that were reported in public, planted anew from what the threads say of them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np
from scipy import stats

from benchmarks.conformance.cases import Case, additive, event_need, noise_need
from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.mechanisms import Gaussian

Rng = np.random.Generator

#: Where faults of the other lists are told of, by their names.
THREADS = {
    "geometric: rounded Laplace noise": (
        "world-federation-of-advertisers/cardinality_estimation_evaluation_framework, "
        "pull request 97"
    ),
    "count: rounded Laplace of half the scale": (
        "world-federation-of-advertisers/cardinality_estimation_evaluation_framework, "
        "pull request 97"
    ),
    "mean: n in the scale, add/remove": "opendp/smartnoise-core, issues 355 and 356",
}


def all_cases() -> list[Case]:
    """Those that are in no other list."""
    return [*gaussian(), *thresholds()]


def gaussian() -> Iterator[Case]:
    """Sigma with a sign turned, and squared."""
    claim = PrivacyClaim(1.0, 1e-3)
    # With the sign turned, Balle's and Wang's alpha becomes 1/alpha, and sigma 1/(2 epsilon sigma).
    turned = stats.norm(scale=1 / (2 * Gaussian(1.0, 1e-3).sigma))
    yield Case("analytic Gaussian: a sign turned", additive(_drawn(turned)),
               {"epsilon": 1.0, "delta": 1e-3}, noise_need(turned, claim),
               source="opendp/smartnoise-core, issue 316")  # fmt: skip
    small = PrivacyClaim(8.0, 0.1)
    squared = stats.norm(scale=Gaussian(8.0, 0.1).sigma ** 2)
    yield Case("Gaussian: the variance for sigma, epsilon 8", additive(_drawn(squared)),
               {"epsilon": 8.0, "delta": 0.1}, noise_need(squared, small),
               source="opendp/smartnoise-core, issue 316")  # fmt: skip


def _drawn(noise: object) -> object:
    def draw(count: int, rng: Rng) -> object:
        return noise.rvs(size=count, random_state=rng)  # type: ignore[attr-defined]

    return draw


def thresholds() -> Iterator[Case]:
    """Keys released beyond a threshold that belongs to other noise."""
    epsilon, delta = 1.0, 1e-2
    sigma, threshold = Gaussian(epsilon, delta).sigma, 1 - math.log(2 * delta) / epsilon

    def keys(records: Sequence[str], rng: Rng) -> list[str]:
        counts = Counter(records)
        return [key for key in counts if counts[key] + rng.normal(scale=sigma) >= threshold]

    too_often = float(stats.norm.sf((threshold - 1) / sigma))
    yield Case("keys: a threshold for Laplace noise, Gaussian noise", keys,
               {"epsilon": epsilon, "delta": delta, "pairs": [(["a"], [])]},
               event_need(too_often, 0.0, PrivacyClaim(epsilon, delta)),
               source="opendp/smartnoise-sdk, issue 204")  # fmt: skip
