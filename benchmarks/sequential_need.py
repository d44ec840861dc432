"""What a bettor on sets needs who knows the two laws of a noisy mean.

    python -m benchmarks.sequential_need

The release is NonDPLaplace2 of arXiv:2509.07055, of one record 0 and of the records 0 and 1. The
bet is on S at one input and on T at the other, the sets on which a density is more than so many
times the other one, with the stake that gains most in the mean; pairs are log(20) over that gain.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize_scalar

from benchmarks import arguments

Array = NDArray[np.float64]

WON, POINTS = math.log(20), 4_000


def law(count: int, mean: float, epsilon: float, edges: Array) -> Array:
    """Probabilities of the bins between edges, the two outermost without end."""
    scale = 2 / epsilon
    tops = (np.arange(POINTS) + 0.5) / POINTS  # of the noise on the count
    noise = -scale * np.sign(tops - 0.5) * np.log1p(-2 * np.abs(tops - 0.5))
    spread = 2 / (np.maximum(1e-12, count + noise) * epsilon)
    below = np.zeros(len(edges))
    for each in spread:
        away = (edges - mean) / each
        tail = np.exp(-np.abs(away)) / 2
        below += np.where(away < 0, tail, 1 - tail)
    return np.diff(np.concatenate([[0.0], below / POINTS, [1.0]]))


def gain(p: Array, q: Array, epsilon: float, steepness: float) -> float:
    """The mean of the log of the best bet on the sets where one law is so many times the other."""
    first, second = p > steepness * q, q > steepness * p
    ratio = math.exp(epsilon)
    own = first.astype(float) - ratio * second
    other = second.astype(float) - ratio * first
    values = {value: p[own == value].sum() for value in np.unique(own)}
    others = {value: q[other == value].sum() for value in np.unique(other)}
    pays = np.add.outer([*values], [*others])
    shares = np.outer([*values.values()], [*others.values()])

    def lost(stake: float) -> float:
        return -float(np.sum(shares * np.log1p(stake * pays)))

    return -float(minimize_scalar(lost, bounds=(0, 1 / (2 * ratio)), method="bounded").fun)


def main() -> None:
    """Print the table."""
    arguments.none(__doc__)
    middle = np.linspace(-2, 3, 2_001)
    out = np.geomspace(3, 1e16, 400)
    edges = np.concatenate([-out[::-1], middle[1:-1], out])
    print(f"{'epsilon':<10}{'times':>8}{'pairs':>8}")
    for epsilon in (0.01, 0.1):
        p, q = law(1, 0.0, epsilon, edges), law(2, 0.5, epsilon, edges)
        steep = np.exp(epsilon) * np.geomspace(1, 4, 60)
        gains = [gain(p, q, epsilon, float(each)) for each in steep]
        best = int(np.argmax(gains))
        print(f"{epsilon:<10g}{steep[best]:>8.3f}{WON / gains[best]:>8.0f}")


if __name__ == "__main__":
    main()
