"""The staircase beside diffprivlib's: draws a second, cost under l2, and enclosures of the optimum.

    python -m benchmarks.staircase

The costs are exact; only the speeds are measured. diffprivlib is left out when not installed.
"""

from __future__ import annotations

import importlib
import time
from typing import Any

import numpy as np

from benchmarks import arguments
from benchmarks.samplers import DRAWS, SCALAR_DRAWS, rate
from dpproofs import Staircase, staircase_optimum

REPEATS = 5


def peer(epsilon: float) -> Any:
    """diffprivlib's mechanism as it comes, with the gamma it chooses."""
    return importlib.import_module("diffprivlib.mechanisms").Staircase(
        epsilon=epsilon, sensitivity=1
    )


def speeds() -> None:
    """Draws a second at some epsilons."""
    rng = np.random.default_rng(0)
    print(f"{'epsilon':>8}{'ours, M/s':>12}{'diffprivlib, M/s':>18}{'ratio':>8}")
    for epsilon in (0.01, 1.0, 10.0):
        noise, theirs = Staircase(epsilon), peer(epsilon)

        def draw_ours(noise: Staircase = noise) -> None:
            noise.sample(DRAWS, rng=rng)

        def draw_theirs(theirs: Any = theirs) -> None:
            for _ in range(SCALAR_DRAWS):
                theirs.randomise(0.0)

        ours, other = rate(draw_ours, DRAWS) / 1e6, rate(draw_theirs, SCALAR_DRAWS) / 1e6
        print(f"{epsilon:>8g}{ours:>12.1f}{other:>18.3f}{ours / other:>8.0f}")


def excesses() -> None:
    """What diffprivlib's gamma costs under l2, over the least cost."""
    print(f"{'epsilon':>8}{'its gamma':>12}{'best for l2':>13}{'excess of E X^2':>17}")
    for epsilon in (0.01, 0.1, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0):
        gamma, best = peer(epsilon).gamma, Staircase(epsilon, cost=2).gamma
        excess = Staircase(epsilon, gamma=gamma).excess(2)
        print(f"{epsilon:>8g}{gamma:>12.5g}{best:>13.5g}{excess:>17.3g}")


def enclosures() -> None:
    """Milliseconds to enclose the optimum."""
    epsilons = ("1e-8", "0.1", "1", "1000")
    print(f"{'p':>6}{'digits':>8}" + "".join(f"{f'ms at {e}':>14}" for e in epsilons))
    for p, digits in (("1", 15), ("2", 15), ("1.5", 15), ("50.5", 15), ("2", 1000), ("1.5", 200)):
        times = (milliseconds(epsilon, p, digits) for epsilon in epsilons)
        print(f"{p:>6}{digits:>8}" + "".join(f"{each:>14.1f}" for each in times))


def milliseconds(epsilon: str, p: str, digits: int) -> float:
    """CPU time of one call, the best of a few."""
    best = float("inf")
    for _ in range(REPEATS):
        start = time.process_time()
        staircase_optimum(epsilon, p, digits=digits)
        best = min(best, 1e3 * (time.process_time() - start))
    return best


def main() -> None:
    """Print three tables."""
    try:
        speeds()
        print()
        excesses()
    except ImportError as error:
        print(f"diffprivlib skipped: it cannot be imported ({error})")
    print()
    enclosures()


if __name__ == "__main__":
    arguments.none(__doc__)
    main()
