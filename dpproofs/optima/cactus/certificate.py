"""Write down what proves a solution: see `dpproofs.replaying.divergence` for what reads it."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

from dpproofs.mechanisms.base import Array
from dpproofs.optima.cactus.dual import Dual
from dpproofs.optima.cactus.grid import MOST_RATIO
from dpproofs.optima.cactus.solver import Solution
from dpproofs.replaying.divergence import FORMAT, KIND, bounds

NEGLIGIBLE = 1e-12  # the sum of the weights that are left out
PLACES = 10**18  # bounds are rounded outwards to this many parts of a unit


def certificate(
    solution: Solution, everything: Dual | None, *, r: Fraction, budget: Fraction
) -> dict[str, Any]:
    """A JSON document that proves an upper and a lower bound, and with a dual a global one.

    Parameters
    ----------
    solution
        Of the program whose r and budget, as exact numbers, are the two others.
    everything
        What bounds all mechanisms.

    Raises
    ------
    Rejected
        When the masses are not shown to keep the exact budget.
    """
    grid = solution.program.grid
    document: dict[str, Any] = {
        "format": FORMAT,
        "kind": KIND,
        "order": str(Fraction(solution.program.divergence.order)),
        "cost": str(Fraction(grid.cost)),
        "budget": str(budget),
        "n": grid.n,
        "r": str(r),
        "masses": [float(mass).hex() for mass in solution.masses],
        "lower": _weighting(solution.weights, solution.price),
    }
    if everything is not None:
        document["global"] = {
            "steps": everything.steps,
            "period": everything.steps,
            "r": str(Fraction(min(everything.ratio, MOST_RATIO))),
            "masses": [float(mass).hex() for mass in everything.masses],
            **_weighting(everything.weights, everything.price),
        }
    proved = bounds(document)
    document["upper"] = _rounded(proved.upper, math.ceil)
    if proved.lower is not None:
        document["lower"]["bound"] = _rounded(proved.lower, math.floor)
    if proved.global_lower is not None:
        document["global"]["bound"] = _rounded(proved.global_lower, math.floor)
    return document


def _weighting(weights: Array, price: float) -> dict[str, Any]:
    order = np.argsort(weights)
    kept = np.sort(order[np.cumsum(weights[order]) > NEGLIGIBLE])
    # Their sum may not be above 1, exactly.
    scaled = weights[kept] / weights[kept].sum() * (1 - 1e-14)
    return {
        "weights": {str(k + 1): float(w).hex() for k, w in zip(kept, scaled, strict=True)},
        "price": max(price, 5e-324).hex(),
    }


def _rounded(value: Fraction, towards: Callable[[Fraction], int]) -> str:
    return str(Fraction(towards(value * PLACES), PLACES))
