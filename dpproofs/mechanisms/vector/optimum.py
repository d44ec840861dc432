"""The least cost of epsilon-private noise for vectors, and how far mechanisms are above it."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms.formulas.enclosure import Enclosure, Exact, ball, exactly, outward
from dpproofs.mechanisms.formulas.staircase_cost import moments
from dpproofs.mechanisms.parameter import as_int
from dpproofs.mechanisms.staircase_optimum import MOST_DIGITS, Comparison, StaircaseOptimum
from dpproofs.mechanisms.vector.ball import BALLS
from dpproofs.mechanisms.vector.gamma import isolated_first_radius

if TYPE_CHECKING:
    import flint

    Ball: TypeAlias = flint.arb

MOST_DIMENSIONS = 1000
EXCESS, LARGEST = 55, 1200  # bits of an excess, and of the numbers it is the difference of


@dataclass(frozen=True, repr=False)
class VectorOptimum(StaircaseOptimum):
    """The least E||X||^cost of epsilon-private noise on R^d, and the staircase that has it.

    Attributes
    ----------
    epsilon, sensitivity, cost
        What was asked, as exact numbers; ``cost`` is the exponent p.
    gamma
        Contains the minimising gamma, which is unique.
    least_cost
        Contains the least cost, in units of the query to the p.
    dimension
        The number d of coordinates.
    norm
        Of the sensitivity and the cost. The least cost is the same for all of them.
    """

    dimension: int
    norm: str


def vector_optimum(
    epsilon: Exact,
    *,
    dimension: int,
    norm: str = "l2",
    cost: Exact = 1,
    sensitivity: Exact = 1,
    digits: int = 15,
) -> VectorOptimum:
    """Enclose the least E||X||^cost of epsilon-private noise on R^d, in the norm of sensitivity.

    Source: Kulesza, Suresh and Wang, "General Staircase Mechanisms for Optimal Differential
    Privacy" (2025): no epsilon-private noise is cheaper than the best staircase. Its cost has one
    minimum over the first radius for every d and p > 0 (docs/vectors.md), which a sign change of
    the slope isolates.

    Parameters
    ----------
    epsilon
        In [1e-6, 1000].
    dimension
        The number of coordinates, from 1 to 1000.
    norm
        ``"l1"``, ``"l2"`` or ``"linf"``.
    cost
        The p of the cost, in [1/100, 1000].
    sensitivity
        In the norm, in [1e-300, 1e300], in units of the query.
    digits
        The width of each enclosure is at most 10^-digits times its lower end; from 1 to 1000.

    Raises
    ------
    BadInput
        When a number lies outside its domain, or the norm is none of these.
    ArithmeticError
        When the minimum could not be told with 131,072 bits.

    Examples
    --------
    >>> import dpproofs as dp
    >>> least = dp.vector_optimum(10, dimension=2, digits=30).least_cost
    >>> least.upper - least.lower < 1e-30
    True
    """
    e = exactly("epsilon", epsilon, "1e-6", "1000")
    p = exactly("cost", cost, "1/100", "1000")
    scale = exactly("sensitivity", sensitivity, "1e-300", "1e300")
    d = as_int(dimension)
    if d is None or not 1 <= d <= MOST_DIMENSIONS:
        raise BadInput("dimension", dimension, f"an integer from 1 to {MOST_DIMENSIONS}")
    if norm not in BALLS:
        raise BadInput("norm", norm, f"one of {', '.join(BALLS)}")
    if digits not in range(1, MOST_DIGITS + 1):
        raise BadInput("digits", digits, f"an integer from 1 to {MOST_DIGITS}")
    gamma, least = _enclosed(e, d, p, scale, digits)
    return VectorOptimum(
        epsilon=e,
        sensitivity=scale,
        cost=p,
        gamma=gamma,
        least_cost=least,
        dimension=d,
        norm=norm,
    )


def _enclosed(
    e: Fraction, d: int, p: Fraction, scale: Fraction, digits: int
) -> tuple[Enclosure, Enclosure]:
    """The minimising gamma and its cost, far narrower than a unit of the last digit."""
    from flint import ctx

    bits = math.ceil((digits + 5) * math.log2(10))
    while True:
        gamma, least = _least(e, d, p, bits)
        with ctx.workprec(_working(bits) + math.ceil(p * 1000).bit_length()):
            cost = ball(scale) ** ball(p) * least
            if cost.rel_accuracy_bits() > (digits + 3) * math.log2(10):
                return outward(gamma, gamma, digits + 2), outward(cost, cost, digits + 2)
        bits += 64


@lru_cache(maxsize=32)
def _least(e: Fraction, d: int, p: Fraction, bits: int) -> tuple[Ball, Ball]:
    """Balls around the minimising gamma and its cost at sensitivity 1."""
    from flint import ctx

    low, high = isolated_first_radius(e, d, p, bits)
    with ctx.workprec(_working(bits)):
        gamma = ball(low).union(ball(high))
        return gamma, unit_cost(e, d, p, gamma)


def _working(bits: int) -> int:
    return bits + 64


def unit_cost(epsilon: Fraction, d: int, p: Fraction, gamma: Ball) -> Ball:
    """E||X||^p of the staircase at sensitivity 1: d/(d + p) T_(d+p)/T_d."""
    (above,) = moments(epsilon, d + p, 1)(gamma)
    (below,) = moments(epsilon, Fraction(d), 1)(gamma)
    return ball(Fraction(d) / (d + p)) * above / below


# -- other mechanisms -----------------------------------------------------------------------------


def vectors_compared(optimum: VectorOptimum) -> tuple[Comparison, ...]:
    """What epsilon-private mechanisms cost, from cheap to dear, after the optimum.

    K-norm noise; Laplace noise in every coordinate, for the sensitivity in l1, where its cost has a
    closed form; the staircase for p = 1. Normal noise is private for no epsilon at delta = 0.
    """
    costs = _costs(optimum)
    best = Comparison("Staircase", optimum.least_cost.middle, 0.0)
    others = [_beside(name, cost, optimum) for name, cost in costs.items()]
    return best, *sorted(others, key=lambda each: each.excess)


def _costs(optimum: VectorOptimum) -> dict[str, Callable[[], Ball]]:
    e, d, p = optimum.epsilon, optimum.dimension, optimum.cost
    costs: dict[str, Callable[[], Ball]] = {
        "K-norm": lambda: ball(d + p).gamma() / ball(d).gamma() / ball(e) ** ball(p)
    }
    alone = _coordinates(optimum)
    if alone is not None and d > 1:
        costs["Laplace in every coordinate"] = alone
    if p != 1:
        low, high = isolated_first_radius(e, d, Fraction(1), 2 * LARGEST)
        costs["Staircase, gamma for p = 1"] = lambda: unit_cost(
            e, d, p, ball(low).union(ball(high))
        )
    return costs


def _coordinates(optimum: VectorOptimum) -> Callable[[], Ball] | None:
    """E||X||^p of independent Laplace noise; None where it has no closed form.

    A vector of length 1 has an l1 norm of at most sqrt(d) in l2 and d in linf. The largest of d
    exponential variables exceeds x with probability 1 - (1 - e^-x)^d.
    """
    e, d, p = optimum.epsilon, optimum.dimension, optimum.cost
    if optimum.norm == "l1":
        return lambda: ball(d + p).gamma() / ball(d).gamma() / ball(e) ** ball(p)
    if optimum.norm == "linf":
        return lambda: _largest(d, p) * (ball(d) / ball(e)) ** ball(p)
    return (lambda: 2 * ball(d) ** 2 / ball(e) ** 2) if p == 2 else None


def _largest(d: int, p: Fraction) -> Ball:
    """E max^p of d exponential variables: the sum of (-1)^(j+1) C(d, j) Gamma(p + 1)/j^p."""
    from flint import arb, ctx

    with ctx.workprec(ctx.prec + 2 * d):  # as many bits as the coefficients have cancel
        terms = (math.comb(d, j) * (-1) ** (j + 1) / ball(j) ** ball(p) for j in range(1, d + 1))
        return sum(terms, arb(0)) * ball(p + 1).gamma()


def _beside(name: str, cost: Callable[[], Ball], optimum: VectorOptimum) -> Comparison:
    """The excess to 55 bits, however small; 0 when it is below 10^-300."""
    from flint import ctx

    bits = 128
    asked = optimum.epsilon, optimum.dimension, optimum.cost
    while True:
        _, least = _least(*asked, bits)
        with ctx.workprec(_working(bits)):
            found = cost() / least - 1
            scaled = float(cost() * ball(optimum.sensitivity) ** ball(optimum.cost))
        if found.rel_accuracy_bits() >= EXCESS:
            return Comparison(name, scaled, float(found))
        if bits > LARGEST:
            return Comparison(name, scaled, 0.0)
        bits *= 2
