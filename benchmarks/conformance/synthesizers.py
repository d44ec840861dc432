"""Faults of threads about synthesizers, and about streams and bits of single people."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.conformance.told import Release, Rng, Told

KEPT = 1 / (1 + math.exp(-0.25))  # of a bit, where two bits differ and epsilon is 0.5


def of_synthesizers() -> Iterator[Told]:  # noqa: C901 (a function for each fault)
    """What a synthesizer takes from its data."""

    def scores(faulty: bool) -> Release:
        def release(errors: Any, rng: Rng) -> int:
            weights = np.exp(np.asarray(errors, dtype=float) / (2 * (2 if faulty else 4)))
            return int(rng.choice(len(errors), p=weights / weights.sum()))

        return release

    yield Told("differences of errors move twice as far", "ryan112358/mbi, issue 65",
               {"epsilon": 1, "pairs": [((4, -4), (0, 0)), ((0, 0), (-4, 4))]},
               scores)  # fmt: skip

    def octaves(faulty: bool) -> Release:
        def release(records: Any, rng: Rng) -> NDArray[Any]:
            counts = np.zeros(8)
            for x in records:
                if faulty or math.isfinite(x):
                    counts[max(0, min(int(x).bit_length(), 7))] += 1
            return counts + rng.laplace(size=8)

        return release

    yield Told("bounds of what is no number", "opendp/smartnoise-sdk, pull request 580",
               {"epsilon": 1, "records": [0.5, 3.0, math.nan]}, octaves)  # fmt: skip

    def ends(faulty: bool) -> Release:
        def release(records: Any, rng: Rng) -> list[float]:
            own = faulty and len(records) > 0
            low, high = (min(records), max(records)) if own else (0.0, 50.0)
            return [low, high, len(records) + rng.laplace()]

        return release

    yield Told("ends are those of the data", "google/dpsynth, issue 34",
               {"epsilon": 1, "records": [3.0, 18.0, 47.5]}, ends)  # fmt: skip

    def edges(faulty: bool) -> Release:
        def release(records: Any, rng: Rng) -> NDArray[Any]:
            own = faulty and len(records) > 0
            bounds = (min(records), max(records) + 1e-9) if own else (0.0, 10.0)
            counts: NDArray[Any] = np.histogram(records, bins=4, range=bounds)[0]
            return counts + rng.laplace(size=4)

        return release

    yield Told("bins between the ends of the data", "hazy/dpart, pull request 6",
               {"epsilon": 1, "records": [0.0, 5.0, 9.5]}, edges)  # fmt: skip

    def cells(faulty: bool) -> Release:
        scale = 1 / 4 if faulty else 1.0
        return lambda records, rng: (
            np.bincount(np.asarray(records, dtype=int), minlength=3)
            + rng.laplace(scale=scale, size=3)
        )

    yield Told("noise is divided by the dimensions", "opendp/smartnoise-sdk, issue 472",
               {"epsilon": 1, "records": [0, 1, 2]}, cells)  # fmt: skip


def of_streams() -> Iterator[Told]:
    """Sums that go on, gradients that come again, and bits of one person."""

    def running(faulty: bool) -> Release:
        def release(steps: Any, rng: Rng) -> list[float]:
            blocks, noisy = 0.0, []
            for i, step in enumerate(steps, 1):
                last = blocks if i % 3 == 1 else noisy[-1]
                noisy.append(last + step + rng.laplace(scale=2))
                if i % 3 == 0:
                    blocks += sum(steps[i - 3 : i]) + (0 if faulty else rng.laplace(scale=2))
                    noisy[-1] = blocks
            return noisy

        return release

    yield Told("a sum of blocks without noise", "eth-sri/dp-finder, issue 1",
               {"epsilon": 1, "pairs": [((0,) * 6, (0, 1, 0, 0, 0, 0))]}, running)  # fmt: skip

    def gradients(faulty: bool) -> Release:
        times = 3 if faulty else 1
        return lambda records, rng: (
            times * float(np.clip(np.asarray(records, dtype=float), -1, 1).sum()) + rng.laplace()
        )

    yield Told("a loss that looks at its data many times", "meta-pytorch/opacus, issue 461",
               {"epsilon": 1, "records": [-1.0, 0.5, 1.0]}, gradients)  # fmt: skip

    def unary(faulty: bool) -> Release:
        def release(value: Any, rng: Rng) -> NDArray[Any]:
            flips = rng.random(4) > KEPT
            bits = (np.arange(4) == value) ^ flips
            bits[value] |= faulty and rng.random() < KEPT
            return bits.astype(int)

        return release

    yield Told("a bit of one's own has two chances", "Samuel-Maddock/pure-LDP, issue 11",
               {"epsilon": 0.5, "pairs": [(0, 1), (1, 2)]}, unary)  # fmt: skip
