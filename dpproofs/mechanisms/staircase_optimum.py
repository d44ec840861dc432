"""The least cost of epsilon-private noise, enclosed, and how far known mechanisms are above it."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms.formulas.enclosure import Enclosure, Exact, ball, exactly, outward
from dpproofs.mechanisms.formulas.staircase_cost import unit_cost
from dpproofs.mechanisms.formulas.staircase_gamma import (
    bits_lost,
    excess,
    isolated_gamma,
    least_cost,
    log2,
)
from dpproofs.notebook import shown

if TYPE_CHECKING:
    import flint

    Ball: TypeAlias = flint.arb

MOST_DIGITS = 1000


@dataclass(frozen=True)
class StaircaseOptimum:
    """The least E|X|^cost of epsilon-private noise, and the gamma of the staircase that has it.

    Attributes
    ----------
    epsilon, sensitivity, cost
        What was asked, as exact numbers; ``cost`` is the exponent p.
    gamma
        Contains the minimising gamma, which is unique.
    least_cost
        Contains the least cost, in units of the query to the p.
    """

    epsilon: Fraction
    sensitivity: Fraction
    cost: Fraction
    gamma: Enclosure
    least_cost: Enclosure

    def __repr__(self) -> str:
        asked = f"epsilon {self.epsilon}, sensitivity {self.sensitivity}, cost {self.cost}"
        least, gamma = self.least_cost.middle, self.gamma.middle
        return f"<{type(self).__name__} at {asked}: {least:.10g} with gamma {gamma:.10g}>"

    def _repr_html_(self) -> str:
        rows = [("least cost", self.least_cost), ("gamma", self.gamma)]
        return shown(repr(self).strip("<>"), rows=rows)


@dataclass(frozen=True)
class Comparison:
    """A mechanism beside the optimum.

    Attributes
    ----------
    name
        What it is called.
    cost
        Its E|X|^p; infinite where a double overflows.
    excess
        Its cost over the least one, minus 1, with relative accuracy; 0 below 10^-1000.
    """

    name: str
    cost: float
    excess: float


def staircase_optimum(
    epsilon: Exact, cost: Exact = 1, sensitivity: Exact = 1, *, digits: int = 15
) -> StaircaseOptimum:
    """Enclose the least E|X|^cost of epsilon-private noise and the gamma that attains it.

    Source: Geng & Viswanath, "The Optimal Mechanism in Differential Privacy": by Theorem 3 no
    epsilon-private noise is cheaper than the best staircase. Its cost is equation (312), which has
    one minimum for every real p; a sign change of the slope isolates it, in ball arithmetic.

    Parameters
    ----------
    epsilon
        In [1e-30, 1e5].
    cost
        The p of the cost |x|^p, in [1e-6, 1000].
    sensitivity
        In [1e-300, 1e300], in units of the query.
    digits
        The width of each enclosure is at most 10^-digits times its lower end; from 1 to 1000.

    Raises
    ------
    BadInput
        When a number lies outside its domain.

    Notes
    -----
    Numbers are taken as exactly what they say: the float 0.1 is its binary value, the text "0.1"
    and "1/10" are one tenth.

    Examples
    --------
    >>> import dpproofs as dp
    >>> least = dp.staircase_optimum("0.1", cost=1, digits=30).least_cost
    >>> least.upper - least.lower < 1e-28
    True
    """
    from flint import ctx

    e, p, scale = domain_of_staircases(epsilon, cost, sensitivity)
    if digits not in range(1, MOST_DIGITS + 1):
        raise BadInput("digits", digits, f"an integer from 1 to {MOST_DIGITS}")
    # A relative change of gamma changes the least cost by at most p times as much. The enclosures
    # are far narrower than a unit of the last digit, so that few of them straddle two.
    bits = math.ceil((digits + 5) * math.log2(10) + max(0.0, log2(p)))
    low, high = isolated_gamma(e, p, bits)
    with ctx.workprec(bits + bits_lost(e, p) + math.ceil(p * abs(log2(scale))).bit_length()):
        factor = ball(scale) ** ball(p)
        lower, upper = least_cost(e, p, low, high)
        return StaircaseOptimum(
            epsilon=e,
            sensitivity=scale,
            cost=p,
            gamma=outward(low, high, digits + 2),
            least_cost=outward(factor * lower, factor * upper, digits + 2),
        )


def domain_of_staircases(
    epsilon: Exact, cost: Exact, sensitivity: Exact
) -> tuple[Fraction, Fraction, Fraction]:
    """The arguments of `staircase_optimum` as exact numbers.

    Raises
    ------
    BadInput
        When one lies outside its domain.
    """
    return (
        exactly("epsilon", epsilon, "1e-30", "1e5"),
        exactly("cost", cost, "1e-6", "1000"),
        exactly("sensitivity", sensitivity, "1e-300", "1e300"),
    )


def compared(optimum: StaircaseOptimum) -> tuple[Comparison, ...]:
    """Laplace noise and staircases with other gammas beside the optimum."""
    e, p = optimum.epsilon, optimum.cost
    costs: dict[str, Callable[[], Ball]] = {
        "Laplace": lambda: ball(p + 1).gamma() / ball(e) ** ball(p),
        "Staircase, gamma for p = 1": lambda: unit_cost(e, 1 / (1 + (ball(e) / 2).exp()), p),
        "Staircase, gamma = exp(-epsilon)/2": lambda: unit_cost(e, (-ball(e)).exp() / 2, p),
    }
    best = Comparison("Staircase", optimum.least_cost.middle, 0.0)
    return best, *(_beside(name, cost, optimum) for name, cost in costs.items())


def _beside(name: str, cost: Callable[[], Ball], optimum: StaircaseOptimum) -> Comparison:
    from flint import ctx

    above = excess(cost, optimum.epsilon, optimum.cost)
    with ctx.workprec(128 + bits_lost(optimum.epsilon, optimum.cost)):
        scale = ball(optimum.sensitivity) ** ball(optimum.cost)
        return Comparison(name, float(scale * cost()), float(above) + 0.0)
