"""Both ends of a bracket without a program, for large epsilon.

The best noise then is a staircase of few steps: nearly all mass on a short middle, and e^epsilon
times less beside it, as far as the sensitivity. Multipliers that prove it need one profile, psi(j)
= nu - l(j) where that is positive: g_k = w_k psi for each shift k, with weights of sum 1, so that l
+ v = nu in the middle, and as heavy at k as the cost there allows. The two ends have lattices of
their own. Source: docs/optimum.md, Theorems 2 and 3.
"""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np

from dpproofs.mechanisms.base import Array
from dpproofs.optima.bracket.exact_ends import (
    BITS,
    KEPT,
    Exact,
    Lower,
    NotProved,
    Test,
    Upper,
    shown_lower,
    shown_upper,
)
from dpproofs.optima.lattice.costs import Power

STEEP = 6  # the epsilon from which on a bracket begins like this
MOST_TESTS, MOST_WORK = 4_000, 5_000_000  # shifts; cells times shifts
FINE = 12  # cells in half of the middle, for costs that hats do not add up to
MASS_BITS = 96  # of a cell of the middle
ROUNDS = 60
FAR = 16  # beyond this epsilon nu may be as small as e^-epsilon:
FURTHER, SPARE = 3, 1e-9  # more rounds for each 1 of epsilon; weights to spare for rounding
FINEST = 2_000  # cells in a sensitivity, of noise; for epsilon > 16 the middle is shorter than one
HALVES = (Fraction(1, 2), Fraction(3, 2), Fraction(5, 2))  # of the middle, in cells


def middle(epsilon: float, cost: float) -> float:
    """Half the length of the middle in sensitivities, for large epsilon."""
    return math.exp(-(math.log(cost) + epsilon) / (cost + 1))


# -- from below -----------------------------------------------------------------------------------


def steep_lower(epsilon: Fraction, delta: Fraction, power: Power) -> Lower:
    """The best bound of these multipliers.

    Raises
    ------
    NotProved
        When there are none.
    """
    half = middle(float(epsilon), float(power.exponent))
    cells = 1 if power.exponent == 1 else FINE
    n = max(min(round(cells / half), MOST_TESTS), 1)
    asked = Exact(epsilon, delta, power, n)
    growth = asked.growth()[1] / 2**BITS
    costs = np.array([float(cost) for cost in power.lowest(n, 2 * n + 2)])
    low, high = 0.0, float(costs[n])
    more, total = (0, 1.0) if epsilon <= FAR else (FURTHER * math.ceil(epsilon), 1 + SPARE)
    for _ in range(ROUNDS + more):
        nu = (low + high) / 2
        low, high = (nu, high) if _weights(nu, costs, n, growth).sum() >= total else (low, nu)
    weights = _weights(low, costs, n, growth)
    if not weights.any():
        raise NotProved("the middle is too short for these shifts")
    profile = _profile(low, costs)
    scale = 1 << max(KEPT + math.ceil(math.log2((n + growth) / low)), 8)
    tests = _rounded(profile, weights / weights.sum(), scale)
    return shown_lower(scale, tests, asked)


def _profile(nu: float, costs: Array) -> Array:
    """psi(-m), ..., psi(m)."""
    right = nu - costs[costs < nu]
    return np.concatenate([right[:0:-1], right])


def _weights(nu: float, costs: Array, n: int, growth: float) -> Array:
    """The greatest w_1, ..., w_n, in the proportion of what the costs there are above nu."""
    profile = _profile(nu, costs)
    m = profile.size // 2
    weights = np.maximum(costs[1 : n + 1] - nu, 0)
    weights[: 2 * m + bool(m)] = 0  # so that nothing is charged where the cost is next to nu
    if not weights.any() or n + m + 1 > costs.size:
        return np.zeros(n)
    here = np.convolve(np.append(0.0, weights), profile)[m:]  # at the cells 0, ..., n + m
    room = costs[: here.size] - nu
    paid = here > 0
    if (room[paid] <= 0).any():
        return np.zeros(n)
    return np.asarray(weights * (2 / growth * float((room[paid] / here[paid]).min())))


def _rounded(profile: Array, weights: Array, scale: int) -> list[Test]:
    first = -(profile.size // 2)
    found: list[Test] = []
    for k in np.flatnonzero(weights):
        values = [round(Fraction(float(each)) * scale) for each in weights[k] * profile]
        if all(values):
            found.append((int(k) + 1, first, values))
    return found


# -- from above -----------------------------------------------------------------------------------


def steep_upper(epsilon: Fraction, delta: Fraction, power: Power) -> Upper:
    """The cheapest of some staircases that end where delta allows, beside an atom.

    Raises
    ------
    NotProved
        When the steps are too many.
    """
    best: Upper | None = None
    half = middle(float(epsilon), float(power.exponent))
    for cells in HALVES:
        n = max(min(round(float(cells) / half), FINEST), 1)
        asked = Exact(epsilon, delta, power, n)
        for steps in range(1, 4):
            middle_cells = int(cells + Fraction(1, 2))  # 0, ..., on the right
            if n * (middle_cells + steps * n) > MOST_WORK:
                break
            found = _staircase(asked, middle_cells, steps)
            if found is not None and (best is None or found.bound / n < best.bound / best.n):
                best = found
    if best is None:
        raise NotProved("too many steps")
    return best


def _staircase(asked: Exact, middle_cells: int, steps: int) -> Upper | None:
    """The staircase with an atom that makes up for what its end leaves of delta."""
    below = asked.growth()[0]
    masses, level = [1 << MASS_BITS] * middle_cells, 1 << MASS_BITS
    for _ in range(steps):
        level = -(-(level << BITS) // below)
        masses += [level] * asked.n
    total = 2 * sum(masses) - masses[0]
    uncovered = asked.n * level  # by the shift of one sensitivity
    atom = math.floor((asked.delta * total - uncovered) / (1 - asked.delta))
    return None if atom < 0 else shown_upper(atom, masses, asked)
