"""Draws until noise for vectors that is calibrated for the wrong norm is found, beside the need.

    python -m benchmarks.vectors        # --seeds 9

The need is that of `benchmarks.needs`, log(20) over the divergence from the claim of the best set,
which is one of outputs with the largest privacy loss: of these sets, estimated from draws.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

import dpproofs as dp
from benchmarks.needs import divergence
from dpproofs.auditing import neighbours
from dpproofs.auditing.claim import PrivacyClaim

ALPHA = 0.05
LEAST = 200  # draws of a set at the neighbour, for its probability to be told


@dataclass(frozen=True)
class Case:
    """Noise, and the norm in which its sensitivity of 1 is claimed."""

    make: Callable[[], Any]
    norm: str
    delta: float = 0.0

    def audited(self, seed: int, most: int) -> Any:
        """The report of an audit at neighbours in the claimed norm."""
        noise = self.make()
        pairs = neighbours.vectors([[0.0] * noise.dimension], 1.0, self.norm)
        return dp.audit(
            noise, epsilon=noise.epsilon, delta=self.delta, pairs=pairs, seed=seed, max_draws=most
        )


CASES = {
    f"{noise} of {own}, d = {d}, claimed for {claimed}": Case(
        partial(make, epsilon, dimension=d, norm=own), claimed
    )
    for noise, make, epsilon, own, d, claimed in (
        ("K-norm", dp.KNorm, 1, "l1", 4, "linf"),
        ("K-norm", dp.KNorm, 1, "l1", 4, "l2"),
        ("K-norm", dp.KNorm, 1, "l1", 20, "l2"),
        ("K-norm", dp.KNorm, 1, "l2", 4, "linf"),
        ("K-norm", dp.KNorm, 1, "l2", 20, "linf"),
        ("staircase", dp.VectorStaircase, 2, "l1", 4, "l2"),
        ("staircase", dp.VectorStaircase, 2, "l2", 3, "linf"),
    )
} | {
    "normal, d = 4, claimed for linf": Case(
        partial(dp.VectorGaussian, 1, 1e-3, dimension=4), "linf", 1e-3
    )
}


def pairs_needed(case: Case, count: int = 400_000) -> float:
    """Pairs of draws that are needed at the neighbour along the diagonal."""
    noise, rng = case.make(), np.random.default_rng(1)
    claim = PrivacyClaim(noise.epsilon, case.delta, 1.0)
    pair = neighbours.vectors([[0.0] * noise.dimension], 1.0, case.norm)[0]
    shift = np.subtract(pair.neighbour, pair.input)
    here, there = noise.sample(count, rng=rng), noise.sample(count, rng=rng) + shift
    losses = [noise.logpdf(draws) - noise.logpdf(draws - shift) for draws in (here, there)]
    cuts = np.unique(np.quantile(losses[0], np.linspace(0.002, 0.998, 300))) - 1e-9
    shares = np.array([[np.mean(loss >= cut) for cut in cuts] for loss in losses])
    told = shares[1] * count >= LEAST
    best = float(np.max(divergence(*shares[:, told], claim), initial=0.0))
    return math.log(1 / ALPHA) / best if best else math.inf


def main() -> None:
    """Print a row for each case."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seeds", type=int, default=9)
    seeds = options.parse_args().seeds
    print(f"{'noise':42}{'need':>8}{'median':>9}{'ratio':>7}")
    for name, case in CASES.items():
        needed = pairs_needed(case)
        reports = [case.audited(seed, int(30 * needed) + 2000) for seed in range(seeds)]
        drawn = [each.pairs if each.verdict == "violation" else math.inf for each in reports]
        median = float(np.median(drawn))
        print(f"{name:42}{needed:8.0f}{median:9.0f}{median / needed:7.1f}", flush=True)


if __name__ == "__main__":
    main()
