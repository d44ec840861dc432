"""Noise optimised for Renyi divergences beside the cactus and the Gaussian, at one variance.

    python -m benchmarks.successors

Epsilon at delta = 1e-5 after 1, 10, 100 and 1000 compositions: upper bounds for all shifts.
"""

from __future__ import annotations

import math
import time

from dpproofs import Cactus, Gaussian, compose
from dpproofs.optimum.orders import best_order

DELTA = 1e-5
COUNTS = (1, 10, 100, 1000)
VARIANCES = (0.5, 2.0, 8.0)
N = 40  # cells a sensitivity


def main() -> None:
    """Print a table for each variance."""
    for variance in VARIANCES:
        print(f"variance {variance:g}")
        print(f"{'rounds':>8}{'Gaussian':>11}{'cactus':>11}{'Renyi':>11}{'order':>8}{'s':>7}")
        gaussian, cactus = Gaussian.of_sigma(math.sqrt(variance)), Cactus(variance=variance, n=N)
        for count in COUNTS:
            start = time.perf_counter()
            best = best_order(count, DELTA, variance=variance)
            optimal = Cactus(variance=variance, n=N, order=best.order)
            row = [compose(each, count).epsilon(DELTA)[1] for each in (gaussian, cactus, optimal)]
            values = "".join(f"{value:>11.4f}" for value in row)
            seconds = time.perf_counter() - start
            print(f"{count:>8}{values}{best.order:>8.2f}{seconds:>7.1f}", flush=True)


if __name__ == "__main__":
    main()
