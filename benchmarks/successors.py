"""Noise optimised for Renyi divergences beside the cactus and the Gaussian, at one variance.

    python -m benchmarks.successors [FILE]     # with the numbers as JSON in a file

Epsilon at delta = 1e-5 after 1, 10, 100 and 1000 compositions: upper bounds for all shifts, and in
the file lower bounds as well, so that a winner is one whose upper bound is below what others leak.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Iterator
from typing import Any

from benchmarks import arguments
from dpproofs import Cactus, Gaussian, compose
from dpproofs.optima.cactus.orders import best_order

DELTA = 1e-5
COUNTS = (1, 10, 100, 1000)
VARIANCES = (0.5, 2.0, 8.0)
N = 40  # cells a sensitivity
NOISES = ("Gaussian", "cactus", "Renyi")


def rows(variance: float) -> Iterator[dict[str, Any]]:
    """The three noises of a variance, by the number of compositions."""
    gaussian, cactus = Gaussian.of_sigma(math.sqrt(variance)), Cactus(variance=variance, n=N)
    for count in COUNTS:
        best = best_order(count, DELTA, variance=variance)
        optimal = Cactus(variance=variance, n=N, order=best.order)
        found = [compose(each, count).epsilon(DELTA) for each in (gaussian, cactus, optimal)]
        lower, upper = (dict(zip(NOISES, ends, strict=True)) for ends in zip(*found, strict=True))
        yield {
            "variance": variance, "rounds": count, "order": best.order, **upper, "lower": lower,
        }  # fmt: skip


def main() -> None:
    """Print a table for each variance."""
    path = arguments.file_to_write(__doc__)
    found = []
    for variance in VARIANCES:
        print(f"variance {variance:g}")
        print(f"{'rounds':>8}{'Gaussian':>11}{'cactus':>11}{'Renyi':>11}{'order':>8}{'s':>7}")
        start = time.perf_counter()
        for row in rows(variance):
            values = "".join(f"{row[name]:>11.4f}" for name in NOISES)
            seconds = time.perf_counter() - start
            print(f"{row['rounds']:>8}{values}{row['order']:>8.2f}{seconds:>7.1f}", flush=True)
            start = time.perf_counter()
            found.append(row)
    if path is not None:
        path.write_text(json.dumps(found, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
