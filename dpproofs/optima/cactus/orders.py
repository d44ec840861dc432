"""Which Renyi divergence to minimise for a number of compositions and a delta."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms.parameter import as_float, as_int
from dpproofs.optima.cactus.divergence import MOST
from dpproofs.optima.cactus.interior_point import NotConverged
from dpproofs.optima.cactus.problem import Problem

if TYPE_CHECKING:
    from dpproofs.mechanisms.formulas.enclosure import Exact

COARSE = 24  # cells a unit of the programs that are solved on the way
FIRST, TOLERANCE = -4.0, 0.05  # of log(order - 1)


@dataclass(frozen=True)
class BestOrder:
    """An order, and the epsilon that the Renyi divergence of that order proves.

    Attributes
    ----------
    order
        Where epsilon is least, to a twentieth of order - 1.
    epsilon
        count * divergence + log(1/delta)/(order - 1).
    divergence
        The least worst Renyi divergence of that order, on a coarse grid.
    """

    order: float
    epsilon: float
    divergence: float


def best_order(
    count: int,
    delta: float,
    *,
    sensitivity: Exact = 1,
    variance: Exact | None = None,
    budget: Exact | None = None,
    cost: Exact = 2,
) -> BestOrder:
    """The order whose optimal noise has the least epsilon after ``count`` compositions.

    Raises
    ------
    BadInput
        When an argument is outside its domain.
    NotConverged
        When not even the lowest orders could be solved.
    """
    rounds, wanted = as_int(count), as_float(delta)
    if rounds is None or rounds < 1:
        raise BadInput("count", count, "an integer >= 1")
    if wanted is None or not 0 < wanted < 1:
        raise BadInput("delta", delta, "a number in (0, 1)")

    problem = Problem.of(
        sensitivity=sensitivity, variance=variance, budget=budget, cost=cost, n=COARSE
    )
    return _descended(lambda step: _at(problem, rounds, wanted, step))


def _at(problem: Problem, rounds: int, delta: float, log_excess: float) -> BestOrder | None:
    """What an order proves; None where its program was not solved."""
    order = 1 + math.exp(log_excess)
    other = Problem.of(
        sensitivity=problem.sensitivity, budget=problem.budget, cost=problem.cost, n=problem.n,
        order=order,
    )  # fmt: skip
    try:
        divergence = other.solution().divergence
    except (NotConverged, BadInput):  # the latter where doubles end
        return None
    return BestOrder(order, rounds * divergence - math.log(delta) / (order - 1), divergence)


def _descended(at: Callable[[float], BestOrder | None]) -> BestOrder:
    """Walk upwards in log(order - 1) while epsilon falls, then halve the steps about the best."""
    found: BestOrder | None = None
    place, width = math.log(MOST - 1), 0.5
    for i in range(int((place - FIRST) / width)):
        tried = at(FIRST + width * i)
        if tried is None or (found and tried.epsilon > found.epsilon):
            break
        found, place = tried, FIRST + width * i
    if found is None:
        raise NotConverged("no program of a low order was solved")
    while width > TOLERANCE:
        width /= 2
        for side in (place - width, place + width):
            tried = at(side)
            if tried and tried.epsilon < found.epsilon:
                found, place = tried, side
                break
    return found
