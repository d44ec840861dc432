"""A primal-dual interior-point method for program (20), with all its shifts.

    minimise t  over p > 0, t   subject to  R_k(p) <= t for k = 1, ..., n,
                                            cost . p <= C,  mass . p = 1.

R_k is J_k for the first order and Renyi's divergence log(1 + (a - 1) J_k)/(a - 1) for others, whose
J_k is a sum of powers a: its logarithm is nearly linear in log p, which J_k is not.

In the coordinates log p the Hessian of the Lagrangian is a banded graph Laplacian, singular along
p itself alone, because the objectives are homogeneous. One entry of the diagonal is raised to make
it positive definite, and the raise taken back in the Schur complement, in which the n shifts and
the two constraints are left: a step costs a banded factorisation and a dense system of n + 4. That
R_k is a concave function of J_k adds one negative rank a shift, which the Schur complement takes.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dpproofs.kernel.errors import DpproofsError
from dpproofs.mechanisms.base import Array
from dpproofs.optima.cactus.divergence import Divergence
from dpproofs.optima.cactus.program import DivergenceProgram

MOST_STEPS = 200
LEAST_GAP = 1e-13  # what rounding leaves of differences of divergences near 1
ROUNDING, TINY = 1e-15, 1e-300  # keep the factorisation definite
WARM = 1e-3  # complementarity of a warm start, relative to the divergence
GROWTH, SHORTEST = 2.0, 1e-3  # of divergences of an order above 1 in a step; of a step
WAIT = 0.5, 0.3  # of the mean of products, and of what divergences miss: steps aim at no less
CURVED = 0.9  # of the curvature of a level at most, where it is not active
LOOSE, PATIENCE = 1e-5, 5  # relative distance of bounds that come no closer; in so many steps
TO_THE_BOUNDARY = 0.95  # share of the way that a step may go


class NotConverged(DpproofsError):
    """The iteration came to a halt before the wanted accuracy.

    Examples
    --------
    >>> import dpproofs as dp
    >>> issubclass(dp.NotConverged, dp.DpproofsError)
    True
    """


@dataclass(frozen=True)
class Point:
    """Primal and dual variables.

    Attributes
    ----------
    p
        Masses of the cells, shape (N + 1,), positive.
    level
        t, which bounds the divergences from above at the end.
    weights
        Of the shifts, shape (n,), positive; the dual variables of J_k <= t.
    price, spare
        The dual variable of the cost, and what is left of the budget; both positive.
    value
        The dual variable of the mass, which tends to the optimum + price * C.
    slack
        t - J_k at the end, shape (n,), positive.
    """

    p: Array
    level: float
    weights: Array
    price: float
    spare: float
    value: float
    slack: Array

    @property
    def complementarity(self) -> float:
        """Sum of the products that vanish at the optimum, n + 1 of them."""
        return float(self.weights @ self.slack) + self.price * self.spare


@dataclass(frozen=True)
class Residuals:
    """By how much the conditions of optimality fail, and the derivatives they are made of.

    The objectives are the R_k, the slopes their derivatives by log p, the rates those by J_k.
    """

    objectives: Array
    rates: Array
    slopes: Array
    masses: Array
    costs: Array
    stationary: Array
    slack: Array
    cost: float
    mass: float

    def bracket(self, at: Point, divergence: Divergence) -> float:
        """The divergence less the lower bound that the dual variables prove; NaN if none.

        Where mass or cost are missed it may be negative, and says nothing.
        """
        value = float((self.stationary / self.masses).min()) + at.value
        lower = np.array(value - at.price) / (at.weights @ self.rates)
        return float(self.objectives.max() - divergence.values(lower))

    @property
    def feasibility(self) -> float:
        """By how much the mass and the cost are missed."""
        return max(abs(self.mass), abs(self.cost))


def residuals(program: DivergenceProgram, budget: float, at: Point) -> Residuals:
    """The residuals at a point; those of cost are relative to the budget."""
    sums = program.objectives(at.p)
    objectives, rates = program.divergence.values(sums), program.divergence.rates(sums)
    slopes = rates[:, None] * program.slopes(at.p)
    masses, costs = program.grid.masses * at.p, program.grid.costs * at.p / budget
    return Residuals(
        objectives=objectives,
        rates=rates,
        slopes=slopes,
        masses=masses,
        costs=costs,
        stationary=at.weights @ slopes + at.price * costs - at.value * masses,
        slack=objectives + at.slack - at.level,
        cost=float(costs.sum()) + at.spare - 1,
        mass=float(masses.sum()) - 1,
    )


def start(program: DivergenceProgram, budget: float, p: Array) -> Point:
    """A point to start from where only masses are known: all shifts weigh the same."""
    p = p / (program.grid.masses @ p)
    objectives, total = _levels(program, p)
    top, n = float(objectives.max()), program.grid.n
    spare = max(0.1, 1 - float(program.grid.costs @ p) / budget)
    return Point(
        p=p,
        level=1.1 * top,
        weights=np.full(n, 1 / n),
        price=total,
        spare=spare,
        value=2 * total,
        slack=1.1 * top - objectives,
    )


def _levels(program: DivergenceProgram, p: Array) -> tuple[Array, float]:
    """The divergences, and by how much the largest grows where all masses grow, relatively."""
    sums = program.objectives(p)
    rates = program.divergence.rates(sums)
    return program.divergence.values(sums), float((rates * sums).max())


def restart(program: DivergenceProgram, p: Array, near: Point) -> Point:
    """A point to start from where a similar program has been solved.

    Parameters
    ----------
    p
        Masses for this program, shape (N + 1,).
    near
        The solution; its weights are for n shifts, and its masses are not used.
    """
    p = p / (program.grid.masses @ p)
    objectives, total = _levels(program, p)
    top, n = float(objectives.max()), program.grid.n
    weights = 0.9 * near.weights / near.weights.sum() + 0.1 / n
    product = WARM * total / n
    # Between orders the objective changes, and dual variables with it.
    times = total / (near.value - near.price)
    price = max(near.price * times, product)
    return Point(
        p=p,
        level=top,
        weights=weights,
        price=price,
        spare=product / price,
        value=near.value * times,
        slack=np.maximum(top - objectives, product / weights),
    )


def solve(program: DivergenceProgram, budget: float, first: Point, gap: float) -> Point:
    """Iterate until upper and lower bound are within ``gap`` of each other, relative to them.

    The lower bound is that of the certificate, so it has to hold in every cell, however small its
    mass. The price returned is that of the cost in units of the budget. At a high order potentials
    are differences of large numbers, so that rounding keeps the bounds apart: where they come no
    closer, `LOOSE` is enough.

    Raises
    ------
    NotConverged
        When `MOST_STEPS` steps do not suffice, or a step is not finite.
    """
    at, best, closest, idle = first, None, math.inf, 0
    loose = LOOSE if program.divergence.order > 1 else 0.0
    for _ in range(MOST_STEPS):
        found = residuals(program, budget, at)
        divergence = float(found.objectives.max())
        wanted = max(gap * divergence, LEAST_GAP)
        apart = found.bracket(at, program.divergence)
        if found.feasibility <= gap:
            if apart <= wanted:
                return at
            idle += 1
            if apart < closest / 2:
                best, closest, idle = at, apart, 0
            if best and idle > PATIENCE and closest <= loose * divergence:
                return best
        at = _step(program, at, found, floor=1e-2 * wanted)
        if not np.isfinite(at.level):
            break
    raise NotConverged(
        f"the program was not solved in {MOST_STEPS} steps: bounds are {apart:.2g} apart, but "
        f"should be within {wanted:.2g}"
    )


def _step(program: DivergenceProgram, at: Point, found: Residuals, floor: float) -> Point:
    """One predictor and one corrector step from the same factorisation."""
    system = Newton.of(program, at, found)
    size = at.weights.size + 1
    mean = at.complementarity / size
    ahead = system.direction(np.zeros(size))
    length = _length(at, ahead, 1.0)
    reached = _moved(program, at, ahead, length).complementarity / size
    centring = max((reached / mean) ** 3 * mean, floor / size)
    if program.divergence.order > 1:  # products that vanish too soon leave a step no room
        missed = float(np.abs(found.slack).max())
        centring = max(centring, min(WAIT[0] * mean, WAIT[1] * missed / size))
    second = np.append(ahead.weights * ahead.slack, ahead.price * ahead.spare)
    move = system.direction(centring - length * second)
    return _moved(program, at, move, _tame(program, at, found, move))


def _tame(program: DivergenceProgram, at: Point, found: Residuals, move: Point) -> float:
    """A length at which no divergence has exploded, which powers of ratios of masses easily do."""
    length = _length(at, move, TO_THE_BOUNDARY)
    if program.divergence.order == 1:
        return length
    most = max(float(found.objectives.max()), at.level) + GROWTH / (program.divergence.order - 1)
    while length > SHORTEST:
        ahead = program.objectives(_masses(program, at, move, length))
        if float(program.divergence.values(ahead).max()) <= most:
            break
        length /= 2
    return length


@dataclass(frozen=True)
class Newton:
    """The linear system of a step, factorised.

    ``bent`` is by how much the weight of a shift is changed by the curvature of its R_k in J_k,
    relative to the step of R_k; ``rest`` is by how much its row is larger than without it.
    """

    at: Point
    found: Residuals
    factor: Array
    columns: Array
    small: tuple[NDArray[np.float64], NDArray[np.int32]]
    bent: Array
    rest: Array

    @classmethod
    def of(cls, program: DivergenceProgram, at: Point, found: Residuals) -> Newton:
        """Factorise the Hessian, and the Schur complement it leaves."""
        from scipy.linalg import cho_solve_banded, cholesky_banded, lu_factor

        n, bands = at.weights.size, program.bands(at.p, at.weights * found.rates)
        bands[0] = bands[0] * (1 + ROUNDING) + TINY
        raised = int(np.argmax(bands[0]))
        unit = np.zeros(at.p.size)
        unit[raised] = bands[0, raised]
        bands[0, raised] *= 2
        factor = cholesky_banded(bands, lower=True, overwrite_ab=True, check_finite=False)
        columns = np.column_stack([found.slopes.T, found.costs, -found.masses, -unit])
        small = np.zeros((n + 4, n + 4))
        small[:-1, :-1] = columns.T @ cho_solve_banded((factor, True), columns, check_finite=False)
        # Levels are concave functions of the sums; what is active keeps all of that curvature.
        curved = np.minimum((program.divergence.order - 1) * at.slack, CURVED)
        rest = 1 / (1 - curved)
        ratios = np.append(at.slack / at.weights * rest, at.spare / at.price)
        small[np.arange(n + 1), np.arange(n + 1)] += ratios
        small[n + 2, n + 2] -= unit[raised]
        small[:n, n + 3] = small[n + 3, :n] = rest
        bent = at.weights * curved / at.slack
        small[n + 3, n + 3] = (bent * rest).sum()
        return cls(at, found, factor, columns, lu_factor(small, check_finite=False), bent, rest)

    def direction(self, products: Array) -> Point:
        """The step towards given products of weights and slack, and of price and spare (last)."""
        from scipy.linalg import cho_solve_banded, lu_solve

        at, found = self.at, self.found
        n = at.weights.size
        ahead = np.append(products[:n] / at.weights - at.slack, products[n] / at.price - at.spare)
        right = np.concatenate([found.slack, [found.cost, -found.mass, 0.0, 1 - at.weights.sum()]])
        right[: n + 1] += ahead
        right[-1] += self.bent @ (self.rest * right[:n])
        right[:n] *= self.rest
        pushed = cho_solve_banded((self.factor, True), found.stationary, check_finite=False)
        right[:-1] -= self.columns.T @ pushed
        z = lu_solve(self.small, right, check_finite=False)
        back = cho_solve_banded((self.factor, True), self.columns @ z[:-1], check_finite=False)
        p = -pushed - back  # of log p
        weights = z[:n] + self.bent * (found.slopes @ p)
        return Point(
            p=p,
            level=float(z[-1]),
            weights=weights,
            price=float(z[n]),
            value=float(z[n + 1]),
            slack=ahead[:n] - at.slack / at.weights * weights,
            spare=float(ahead[n] - at.spare / at.price * z[n]),
        )


def _length(at: Point, move: Point, share: float) -> float:
    """The share of a step, at most 1, that keeps positive what is."""
    steps = [move.p, move.weights / at.weights, move.slack / at.slack]
    least = min(
        *(float(each.min()) for each in steps), move.price / at.price, move.spare / at.spare
    )
    return min(1.0, share / -least) if least < 0 else 1.0


def _masses(program: DivergenceProgram, at: Point, move: Point, length: float) -> Array:
    """Masses after a step: where powers of their ratios count, logarithms are moved."""
    if program.divergence.order == 1:
        return np.asarray(at.p * (1 + length * move.p))
    return np.asarray(at.p * np.exp(length * move.p))


def _moved(program: DivergenceProgram, at: Point, move: Point, length: float) -> Point:
    return Point(
        p=_masses(program, at, move, length),
        level=at.level + length * move.level,
        weights=at.weights + length * move.weights,
        price=at.price + length * move.price,
        spare=at.spare + length * move.spare,
        value=at.value + length * move.value,
        slack=at.slack + length * move.slack,
    )
