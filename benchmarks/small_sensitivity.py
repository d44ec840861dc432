"""How fast the least divergence tends to half the Fisher information, between proved bounds.

    python -m benchmarks.small_sensitivity [FILE]     # with the numbers as JSON in a file

The ratio of the least worst divergence of all mechanisms with E|X|^p <= 1 to I s^2/2, as the
sensitivity s falls. Its ends follow from a checked certificate and from bounds on the energy.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from benchmarks import arguments
from dpproofs import Schroedinger
from dpproofs.mechanisms.formulas.enclosure import ball, rational
from dpproofs.optima.cactus.problem import Problem
from dpproofs.optima.rivals.ground_state import ground_energy
from dpproofs.replaying.divergence import check

COSTS = (2, 1, 4)
GRIDS = {"2": 160, "1": 160, "1/2": 80, "1/4": 80, "1/8": 80}  # cells a sensitivity


def information(cost: int) -> tuple[Fraction, Fraction]:
    """Bounds on the least Fisher information of noise with E|X|^cost <= 1."""
    low, high = ground_energy(cost, 20)
    energy = ball(low).union(ball(high))
    scale = ((cost + 2) / (2 * energy)) ** ball(Fraction(1, cost))
    found = 4 * cost * energy / ((cost + 2) * scale**2)
    return rational(found.lower()), rational(found.upper())


def correction(cost: int) -> float:
    """The k for which the Schroedinger mechanism has the divergence (1 + k s^2 + ...) I s^2/2."""
    noise = Schroedinger(budget=1, cost=cost)
    energy = float(noise.energy[0])
    bend = 1 / energy  # p (p - 1) times the moment of order p - 2; for p = 1, 2 u(0)^2
    if cost > 1:
        moment = noise.expected_cost(cost - 2) if cost > 2 else 1.0
        bend = cost * (cost - 1) * moment / noise.scale ** (cost - 2)
    fourth = 48 * (cost * energy) ** 2 / (cost + 2) - (10 * cost + 4) * bend
    fourth /= 3 * cost + 2
    return -fourth * (cost + 2) / (48 * noise.scale**2 * cost * energy)


def ratio(cost: int, sensitivity: str, cells: int) -> tuple[Fraction, Fraction]:
    """Bounds on the least divergence over I s^2/2."""
    problem = Problem.of(sensitivity=sensitivity, budget=1, cost=cost, n=cells)
    proved = check(problem.certificate(problem.solution(), problem.dual()))
    low, high = information(cost)
    half = Fraction(sensitivity) ** 2 / 2
    return Fraction(proved.global_lower or 0) / (high * half), proved.upper / (low * half)


def rows() -> Iterator[dict[str, Any]]:
    """The costs and sensitivities of the table, each with bounds rounded outwards."""
    digits = 10**6
    for cost in COSTS:
        for sensitivity, cells in GRIDS.items():
            low, high = ratio(cost, sensitivity, cells)
            ends = (math.floor(low * digits) / digits, math.ceil(high * digits) / digits)
            yield {"cost": cost, "s": sensitivity, "cells": cells, "ratio": ends}


def main() -> None:
    """Print a line for each cost and sensitivity."""
    path = arguments.file_to_write(__doc__)
    found = []
    for row in rows():
        k = correction(row["cost"]) * Fraction(row["s"]) ** 2
        low, high = row["ratio"]
        print(f"p = {row['cost']}{row['s']:>6}{low:>11.6f}{high:>11.6f}{1 + k:>11.6f}", flush=True)
        found.append(row)
    if path is not None:
        path.write_text(json.dumps(found, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
