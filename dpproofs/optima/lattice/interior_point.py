"""A primal-dual interior-point method for noise on a lattice, with every term of every shift.

    minimise c . x  over x >= 0 with  e . x = 1  and, for k = 1, ..., n,
        x_0 + sum_i s_ki + t_k = delta,
        s_ki >= 0,  r_ki = s_ki - (p_i - e^epsilon p_{i+k}) >= 0.

x is the atom and the masses p of the cells 0, 1, ...; e counts a cell twice where there are two.
The slacks s, t and r belong to one term or shift each, so that they leave a step's linear system
without filling it; so do the multipliers of the shifts, whose block is diagonal. What is left is a
dense positive definite system with a row for each mass, however many terms there are.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

import numpy as np
from numpy.lib.stride_tricks import as_strided, sliding_window_view

from dpproofs.mechanisms.base import Array
from dpproofs.optima.lattice import budget
from dpproofs.optima.lattice.noise import Lattice, truncated_laplace
from dpproofs.optima.lattice.solution import LatticeSolution, NotSolved

MOST_STEPS = 200
GAP, WORST_GAP = 1e-7, 1e-4  # relative to the cost: at which it ends, or else is good for something
TO_THE_BOUNDARY = 0.995
LEAST_STEP = 1e-9
TINY = 1e-14  # relative to the diagonal: keeps the factorisation definite
SPREAD = 1e-3  # of delta, on cells that the first noise would leave empty
ATOM, CENTRE = 0.1, 8  # of the first noise: parts of delta in the atom; slacks take up 1/4 of it
LIGHT = 1e-9  # of all multipliers: those of a shift with less are left out


def solved(lattice: Lattice, costs: Array) -> LatticeSolution:
    """The cheapest private noise on a lattice.

    Parameters
    ----------
    lattice
        Cells and privacy.
    costs
        Of a unit of mass in cell 0, ..., last.

    Raises
    ------
    NotSolved
        When the iteration stops far from an optimum.
    """
    from threadpoolctl import threadpool_limits

    program = _ProgramMaps(lattice, np.append(0.0, costs))
    with threadpool_limits(limits=1), np.errstate(all="ignore"):
        best, gap = _iterated(program)
    if not gap <= WORST_GAP:
        raise NotSolved(f"the interior-point method stopped at a relative gap of {gap:.1g}")
    tests = {}
    for k in np.flatnonzero(best.weight > LIGHT * best.weight.sum()):
        test = np.zeros(lattice.cells.size)
        test[: program.terms] = best.test[:, k]
        tests[int(k) + 1] = test
    return LatticeSolution(lattice, float(best.x[0]), best.x[1:], tests)


@dataclass(frozen=True)
class _Point:
    """Primal and dual variables; a step is one too. All but the value of the mass are positive.

    The products x price, spare weight, slack rest and room test vanish at the optimum.
    """

    x: Array  # the atom, then masses
    spare: Array  # t
    slack: Array  # s
    room: Array  # r
    price: Array  # of x
    weight: Array  # W
    rest: Array  # W - g
    test: Array  # g
    value: float  # of the mass

    @property
    def pairs(self) -> tuple[tuple[Array, Array], ...]:
        return (
            (self.x, self.price),
            (self.spare, self.weight),
            (self.slack, self.rest),
            (self.room, self.test),
        )

    @property
    def gap(self) -> float:
        return float(sum(np.vdot(a, b) for a, b in self.pairs))

    @property
    def size(self) -> int:
        return sum(a.size for a, _ in self.pairs)

    def moved(self, step: _Point, primal: float, dual: float) -> _Point:
        lengths = {"x": primal, "spare": primal, "slack": primal, "room": primal}
        return _Point(**{
            each.name: getattr(self, each.name)
            + lengths.get(each.name, dual) * getattr(step, each.name)
            for each in fields(self)
        })  # fmt: skip

    def lengths(self, step: _Point) -> tuple[float, float]:
        """The shares of a step that keep positive what is, on the primal and the dual side."""
        primal, dual = (
            max(float((-change / now).max()) for now, change in side)
            for side in (
                [(a[0], b[0]) for a, b in zip(self.pairs, step.pairs, strict=True)],
                [(a[1], b[1]) for a, b in zip(self.pairs, step.pairs, strict=True)],
            )
        )
        return 1 / max(primal, 1.0), 1 / max(dual, 1.0)


class _ProgramMaps:
    """The linear maps of a program; terms have the shape (cells from the left, shifts)."""

    def __init__(self, lattice: Lattice, costs: Array) -> None:
        self.lattice, self.growth, self.delta = lattice, lattice.growth, lattice.delta
        self.cells, self.shifts = lattice.cells.size, lattice.n
        self.terms = int((~lattice.ignored).sum())
        self.times = np.append(1.0, lattice.times)
        self.costs = costs * self.times

    def differences(self, x: Array) -> Array:
        """p_i - e^epsilon p_{i+k}."""
        line = np.append(x[1:][self.lattice.folded(self.lattice.cells)], np.zeros(self.shifts))
        beside = sliding_window_view(line[1:], self.shifts)[: self.terms]
        return np.asarray(line[: self.terms, None] - self.growth * beside)

    def gathered(self, test: Array, weight: Array) -> Array:
        """The transpose: what tests g and multipliers W of the shifts charge for a unit of x."""
        here = np.zeros(self.cells)
        here[: self.terms] = test.sum(1)
        return np.append(weight.sum(), self._folded(here - self.growth * self._moved(test).sum(1)))

    def by_shift(self, terms: Array) -> Array:
        """For each shift, the transpose of its terms as a column."""
        here = np.zeros((self.cells, self.shifts))
        here[: self.terms] = terms
        columns = self._folded(here - self.growth * self._moved(terms))
        return np.concatenate([np.ones((1, self.shifts)), columns])

    def curvature(self, terms: Array) -> Array:
        """The sum of the outer squares of the terms' coefficients, times the numbers given."""
        wide = self.cells + self.shifts
        flat = np.zeros(self.cells * (wide + 1))
        step = flat.itemsize
        as_strided(flat[1:], (self.terms, self.shifts), ((wide + 1) * step, step))[:] = terms
        pairs = flat[: self.cells * wide].reshape(self.cells, wide)[:, : self.cells]
        across = self._folded(self._folded(pairs).T)
        found = np.zeros((across.shape[0] + 1,) * 2)
        found[1:, 1:] = -self.growth * (across + across.T)
        here = np.zeros(self.cells)
        here[: self.terms] = terms.sum(1)
        square = self._folded(here + self.growth**2 * pairs.sum(0))
        found[np.arange(1, len(found)), np.arange(1, len(found))] += square
        return found

    def _moved(self, terms: Array) -> Array:
        """Term (i, k) in row i + k."""
        found = np.zeros((self.cells + self.shifts, self.shifts))
        step = found.itemsize
        row, flat = self.shifts * step, found.reshape(-1)
        as_strided(flat[self.shifts :], terms.shape, (row, row + step))[:] = terms
        return found[: self.cells]

    def _folded(self, line: Array) -> Array:
        """Sums over a cell and its mirror image."""
        right = self.lattice.last + 1
        found, mirrored = line[-right:].copy(), line[:-right][::-1]
        found[right - len(mirrored) :] += mirrored
        return found

    def start(self) -> _Point:
        """A point all of whose products are alike, so that steps can be long."""
        lattice, n = self.lattice, self.shifts
        noise = truncated_laplace(replace(lattice, delta=self.delta / 2, open_end=False))
        masses = np.full(lattice.last + 1, SPREAD * self.delta / self.cells)
        masses[: noise.size] += noise[: masses.size]
        atom = ATOM * self.delta
        x = np.append(atom, masses * (1 - atom) / float(self.times[1:] @ masses))
        weight = np.full(n, float(self.costs @ x) / (self.delta * n))
        product = self.delta * weight[0] / (CENTRE * self.cells)
        steep = weight * self.differences(x)
        root = np.hypot(steep, 2 * product)
        far = (2 * product + root + np.abs(steep)) / (2 * weight)
        near = product * (2 + 4 * product / (root + np.abs(steep))) / (2 * weight)
        slack, room = np.where(steep > 0, far, near), np.where(steep > 0, near, far)
        spare = np.maximum(self.delta - atom - slack.sum(0), self.delta / CENTRE)
        price = product / x
        rest, test = product / slack, product / room
        return _Point(x, spare, slack, room, price, weight, rest, test, weight.sum() - price[0])


def _iterated(program: _ProgramMaps) -> tuple[_Point, float]:
    """The point with the least gap by the end of the budget, and the gap relative to its cost."""
    at = program.start()
    best, least = at, np.inf
    for _ in range(MOST_STEPS):
        system = _Newton(program, at)
        if system.gap < least:
            best, least = at, system.gap
        if system.gap <= GAP or not budget.left():
            break
        try:
            step = system.step()
        except np.linalg.LinAlgError:  # rounding has the better of it
            break
        primal, dual = (min(1.0, TO_THE_BOUNDARY * each) for each in at.lengths(step))
        if not max(primal, dual) > LEAST_STEP:
            break
        at = at.moved(step, primal, dual)
    return best, least


class _Newton:
    """The linear system of a step, factorised."""

    def __init__(self, program: _ProgramMaps, at: _Point) -> None:
        self.program, self.at = program, at
        self.shifts_missed = program.delta - at.x[0] - at.spare - at.slack.sum(0)
        self.mass_missed = 1 - float(program.times @ at.x)
        charged = program.gathered(at.test, at.weight)
        self.dual_missed = at.price - program.costs + at.value * program.times - charged
        cost = max(float(program.costs @ at.x), 1e-300)
        missed = max(
            abs(self.mass_missed),
            float(np.abs(self.shifts_missed).max()) / program.delta,
            float(np.abs(self.dual_missed / program.times).max()) / cost,
        )
        self.gap = max(at.gap / cost, missed)

    def step(self) -> _Point:
        """A predictor, and a corrector from the same factorisation."""
        self._factorise()
        at, size = self.at, self.at.size
        products = [a * b for a, b in at.pairs]
        ahead = self._direction([-each for each in products])
        reached = at.moved(ahead, *at.lengths(ahead)).gap
        target = (reached / at.gap) ** 3 * at.gap / size
        second = [a * b for a, b in ahead.pairs]
        return self._direction([target - a - b for a, b in zip(products, second, strict=True)])

    def _factorise(self) -> None:
        from scipy.linalg import cho_factor

        at, program = self.at, self.program
        self.inverse = 1 / (at.room * at.rest + at.test * at.slack)
        self.columns = program.by_shift(at.test * at.slack * self.inverse)
        self.diagonal = (at.room * at.slack * self.inverse).sum(0) + at.spare / at.weight
        self.matrix = program.curvature(at.rest * at.test * self.inverse)
        self.matrix[np.diag_indices(at.x.size)] += at.price / at.x
        self.matrix += (self.columns / self.diagonal) @ self.columns.T
        self.scale = 1 / np.sqrt(np.diag(self.matrix))
        scaled = self.matrix * self.scale[:, None] * self.scale
        scaled[np.diag_indices(at.x.size)] += TINY
        self.factor = cho_factor(scaled, lower=True, overwrite_a=True, check_finite=False)
        self.mass = self._solved(program.times)

    def _solved(self, right: Array) -> Array:
        from scipy.linalg import cho_solve

        return np.asarray(
            self.scale * cho_solve(self.factor, self.scale * right, check_finite=False)
        )

    def _direction(self, products: list[Array]) -> _Point:
        """The step that changes the products of the pairs by so much, to first order."""
        at, program = self.at, self.program
        priced, spared, rested, tested = products
        test = (at.rest * tested - at.test * rested) * self.inverse
        slack = (at.slack * tested + at.room * rested) * self.inverse
        rows = self.shifts_missed - slack.sum(0) - spared / at.weight
        right = priced / at.x + self.dual_missed - program.gathered(test, np.zeros(rows.size))
        right += (self.columns / self.diagonal) @ rows
        x = self._solved(right)
        value = (self.mass_missed - program.times @ x) / (program.times @ self.mass)
        x = x + value * self.mass
        x = x + self._solved(right + value * program.times - self.matrix @ x)
        weight = (self.columns.T @ x - rows) / self.diagonal
        terms = program.differences(x)
        test += (at.slack * weight + at.rest * terms) * at.test * self.inverse
        slack += (at.test * terms - at.room * weight) * at.slack * self.inverse
        return _Point(
            x=x,
            spare=(spared - at.spare * weight) / at.weight,
            slack=slack,
            room=slack - terms,
            price=(priced - at.price * x) / at.x,
            weight=weight,
            rest=weight - test,
            test=test,
            value=float(value),
        )
