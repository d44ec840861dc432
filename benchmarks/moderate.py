"""Where noise optimised for Renyi divergence is ahead of normal and of Laplace noise.

    python -m benchmarks.moderate [FILE]     # with the numbers as JSON in a file

The questions of Figures 2 and 3 of Gilani et al., "Optimizing Noise Distributions for Differential
Privacy" (ICML 2025): delta = 1e-6, standard deviations from .5 to 6 and up to 45 compositions; and
the privacy curves after 10 compositions at a standard deviation of 5, on the line and on the
integers. Every epsilon lies between bounds: the upper ones are for shifts that may change from
round to round, the lower ones for the full shift in every round.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np

from benchmarks import arguments
from dpproofs import Cactus, Gaussian, Laplace, compose
from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms import Mechanism
from dpproofs.optima.cactus.interior_point import NotConverged
from dpproofs.optima.cactus.problem import Problem

DELTA = "1e-6"
DEVIATIONS = (0.5, *(float(k) for k in range(1, 7)))
COUNTS = (1, *range(5, 46, 5))
ORDERS = ("1", "1.5", "2", "3", "4.5", "6.5", "9", "12.58", "18", "26", "38", "54", "76",
          "108", "152", "216", "256")  # fmt: skip
CURVE_DEVIATION, CURVE_COUNT = 5.0, 10
LEVELS = tuple(k / 20 for k in range(71))
FEW, MANY, LARGE = 20, 40, 3.0  # cells a unit from a standard deviation on, and below it

ENDS = {"optimised": 1, "full shift": 0}  # by which bound an order is chosen

Bounds = tuple[float, float]


def optimised(make: Callable[[str], Mechanism]) -> dict[str, Mechanism]:
    """The best noise of every order whose program is solved."""
    found: dict[str, Mechanism] = {}
    for order in ORDERS:
        try:
            found[order] = make(order)
        except (NotConverged, BadInput) as error:
            print(f"order {order}: {error}", file=sys.stderr)
    return found


def on_the_line(sigma: float) -> tuple[dict[str, Mechanism], Callable[[str], Cactus]]:
    """Known noise of a standard deviation, and what makes the best noise of an order."""
    n = FEW if sigma >= LARGE else MANY
    known = {"Gaussian": Gaussian.of_sigma(sigma), "Laplace": Laplace(math.sqrt(2) / sigma)}
    return known, lambda order: Cactus(variance=sigma**2, n=n, order=order)


def on_the_integers(sigma: float) -> tuple[dict[str, Mechanism], Callable[[str], Cactus]]:
    """The same for integer queries, as noise in cells of width 1, which adds 1/12 to the variance.

    For integers it is the noise of the cells. That of the discrete Gaussian falls geometrically
    from 16 deviations on, where less than 1e-50 is left.
    """
    # Of masses that fall by b: 2b/(1 - b)^2 is the variance.
    b = 1 + (1 - math.sqrt(1 + 2 * sigma**2)) / sigma**2
    last = math.ceil(16 * sigma)
    cells = np.arange(last + 1)

    def in_cells(r: float, masses: Any) -> Cactus:
        budget = 2 * Fraction(sigma) ** 2
        return Cactus.from_masses(Problem.of(variance=budget, n=1, N=last, r=r), masses)

    known: dict[str, Mechanism] = {
        "Gaussian": in_cells(math.exp(-last / sigma**2), np.exp(-((cells / sigma) ** 2) / 2)),
        "Laplace": in_cells(b, b ** cells.astype(float)),
    }
    variance = Fraction(sigma) ** 2 + Fraction(1, 12)
    return known, lambda order: Cactus(variance=variance, n=1, order=order)


class Descent:
    """Looks for the order at which a bound is least from where it was for fewer compositions."""

    def __init__(self, make: Callable[[str], Mechanism]) -> None:
        self._make = cache(make)
        self._starts = [len(ORDERS) - 1] * 2  # for the lower and for the upper bound

    def bounds(self, count: int) -> dict[str, Bounds]:
        """Bounds on epsilon for the orders tried: no neighbour of the best is better."""
        found: dict[int, Bounds] = {}

        def rank(place: int, end: int) -> tuple[float, int]:
            if place not in found:
                try:
                    found[place] = compose(self._make(ORDERS[place]), count).epsilon(DELTA)
                except (NotConverged, BadInput):
                    found[place] = math.inf, math.inf
            return found[place][end], place  # where nothing is solved, lower orders are

        def descended(place: int, end: int) -> int:
            while True:
                near = range(max(0, place - 1), min(len(ORDERS), place + 2))
                best = min(near, key=lambda each: rank(each, end))
                if best == place:
                    return place
                place = best

        low, high = self._starts
        low = descended(low, 0)
        high = min(descended(high, 1), descended(low, 1), key=lambda each: rank(each, 1))
        self._starts = [low, high]
        return {ORDERS[place]: found[place] for place in sorted(found)}


def rows(sigma: float) -> Iterator[dict[str, Any]]:
    """Epsilon by the number of compositions; of optimised noise for the order that does best."""
    known, make = on_the_line(sigma)
    descent = Descent(make)
    for count in COUNTS:
        row: dict[str, Any] = {"sigma": sigma, "rounds": count}
        for name, noise in known.items():
            row[name] = compose(noise, count).epsilon(DELTA)
        bounds = descent.bounds(count)
        for name, end in ENDS.items():
            _, order = min((found[end], order) for order, found in bounds.items())
            row[f"order, {name}"], row[name] = order, bounds[order]
        yield row


def curves(
    known: Mapping[str, Mechanism], make: Callable[[str], Mechanism]
) -> dict[str, list[list[float]]]:
    """Lower and upper bounds on delta at every level; of optimised noise the least of all orders'.

    The least is taken of each kind of bound by itself.
    """
    found = {}
    for name, noise in known.items():
        account = compose(noise, CURVE_COUNT)
        found[name] = [list(account.delta(level)) for level in LEVELS]
    accounts = [compose(noise, CURVE_COUNT) for noise in optimised(make).values()]
    every = [[account.delta(level) for account in accounts] for level in LEVELS]
    found["optimised"] = [[min(ends) for ends in zip(*each, strict=True)] for each in every]
    return found


def main() -> None:
    """Print the grid, and write all numbers to a file."""
    path = arguments.file_to_write(__doc__)
    grid = []
    print(f"{'sigma':>6}{'rounds':>7}{'Gaussian':>10}{'Laplace':>10}{'optimised':>12}{'order':>7}"
          f"{'full shift':>12}{'order':>7}")  # fmt: skip
    for sigma in DEVIATIONS:
        for row in rows(sigma):
            values = f"{row['Gaussian'][1]:>10.4f}{row['Laplace'][1]:>10.4f}"
            for name, end in ENDS.items():
                values += f"{row[name][end]:>12.4f}{row[f'order, {name}']:>7}"
            print(f"{sigma:>6g}{row['rounds']:>7}{values}", flush=True)
            grid.append(row)
    drawn = {
        "line": curves(*on_the_line(CURVE_DEVIATION)),
        "integers": curves(*on_the_integers(CURVE_DEVIATION)),
    }
    if path is not None:
        document = {"delta": DELTA, "grid": grid, "levels": LEVELS, "curves": drawn}
        path.write_text(json.dumps(document, separators=(",", ":")) + "\n", "utf-8")


if __name__ == "__main__":
    main()
