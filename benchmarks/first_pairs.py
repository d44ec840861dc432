"""What the first pairs of an audit cost, where the search for sets is nearly all there is to do.

    python -m benchmarks.first_pairs

Seconds of processor time, the least of seven audits each of NumPy's Laplace, calibrated to its
claim, so that all pairs are drawn. The draws themselves take some milliseconds.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

import dpproofs as dp
from benchmarks import arguments

WIDTH, REPEATS = 8, 7
ORIGIN = (0.0,) * WIDTH
NEIGHBOUR = (1.0, *ORIGIN[1:])


def of_vectors(value: Any, size: int, rng: np.random.Generator) -> NDArray[np.float64]:
    """Laplace noise in each coordinate, calibrated for l1."""
    return np.asarray(value) + rng.laplace(size=(size, WIDTH))


def of_numbers(value: float, size: int, rng: np.random.Generator) -> NDArray[np.float64]:
    """Laplace noise."""
    return value + rng.laplace(size=size)


def least(audit: Callable[[int], object]) -> float:
    """The processor time of the cheapest of some audits, by their seeds."""
    spent = []
    for seed in range(REPEATS):
        start = time.process_time()
        audit(seed)
        spent.append(time.process_time() - start)
    return min(spent)


def main() -> None:
    """Print the table."""
    arguments.none(__doc__)

    def audited(sampler: Any, draws: int, **where: Any) -> Callable[[int], object]:
        return lambda seed: dp.audit(sampler, epsilon=1, seed=seed, max_draws=draws, **where)

    rows = {
        f"39 pairs of vectors of {WIDTH}": audited(of_vectors, 39, pairs=[(ORIGIN, NEIGHBOUR)]),
        "2,000 pairs of numbers at (0, 1)": audited(of_numbers, 2_000, pairs=[(0, 1)]),
        "2,000 pairs of numbers, inputs searched": audited(of_numbers, 2_000),
    }
    print(f"{'audit':<42}{'seconds':>8}")
    for name, audit in rows.items():
        print(f"{name:<42}{least(audit):>8.3f}")


if __name__ == "__main__":
    main()
