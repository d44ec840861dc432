"""Time of draws of the vector staircase over that of as many normals from NumPy.

    python -m benchmarks.vector_draws

On one core, in processor time: the least of a few runs, which take turns.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

import dpproofs as dp
from benchmarks import arguments

NUMBERS = 1_000_000
REPEATS = 15
NORMS = ("l1", "l2", "linf")


def spent(draw: Callable[[], object]) -> float:
    """Processor time of one call."""
    start = time.process_time()
    draw()
    return time.process_time() - start


def ratios(epsilon: float, dimension: int) -> list[float]:
    """Time over that of normals, for each norm."""
    rng, count = np.random.default_rng(0), NUMBERS // dimension
    noises = [dp.VectorStaircase(epsilon, dimension=dimension, norm=norm) for norm in NORMS]
    for noise in noises:
        noise.sample(1, rng=rng)  # tables are made once
    draws: list[Callable[[], object]] = [lambda: rng.standard_normal((count, dimension))]
    draws += [lambda noise=noise: noise.sample(count, rng=rng) for noise in noises]
    normal, *ours = np.min([[spent(draw) for draw in draws] for _ in range(REPEATS)], axis=0)
    return [float(each / normal) for each in ours]


def main() -> None:
    """Print a row for each dimension and epsilon."""
    print("dimension   epsilon" + "".join(f"{norm:>8}" for norm in NORMS))
    for dimension in (8, 16, 64, 256, 1000):
        for epsilon in (1e-6, 0.1, 1.0, 10.0):
            row = "".join(f"{each:8.2f}" for each in ratios(epsilon, dimension))
            print(f"{dimension:9}{epsilon:10g}{row}", flush=True)


if __name__ == "__main__":
    arguments.none(__doc__)
    main()
