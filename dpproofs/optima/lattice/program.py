"""The linear program of private noise on a lattice, with the rows that matter generated as needed.

Noise is private when A + sum_j (p_j - e^epsilon p_{j+k})+ <= delta for every shift k. Each term is
the greatest of 0, of itself, and of all between. Most terms of the optimum are clearly positive or
clearly negative; only the others get a slack and a row of their own. Wherever a guess was wrong
the term is set free and the program solved again.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpproofs.mechanisms.base import Array
from dpproofs.optima.lattice import budget
from dpproofs.optima.lattice.noise import Lattice
from dpproofs.optima.lattice.solution import LatticeSolution, NotSolved

OFF, ON, FREE = 0, 1, 2  # a term counts as 0, as itself, or as the greater of both
NEAR = 0.02  # of a mass: terms smaller than this are set free
LIGHT = 1e-6  # of delta: terms of lighter cells are guessed
TAIL = 2e-6  # of delta: so much mass at the end is not worth a row
BESIDE = (-2, -1, 0, 1, 2, 3)  # and those that near a change of sign
MOST_ROUNDS = 40
ATTEMPTS = (("highs-ds", 1e-9), ("highs-ds", 1e-7), ("highs-ipm", 1e-7))  # until one succeeds
INFEASIBLE = 2  # as SciPy says it
MOST_NEW = 12  # shifts added in a round

States = NDArray[np.int8]


def solved(
    lattice: Lattice, costs: Array, guess: Array | None = None, *, tolerance: float = 5e-6
) -> LatticeSolution:
    """The cheapest private noise on a lattice.

    Parameters
    ----------
    lattice
        Cells and privacy.
    costs
        Of a unit of mass in cell 0, ..., last.
    guess
        Masses near the optimum, such as those found on a coarser lattice.
    tolerance
        How much more than delta a shift may uncover, in parts of delta.

    Raises
    ------
    NotSolved
        When the solver stops without an optimum.
    """
    states: dict[int, States] = {}
    if guess is None:
        for k in lattice.shifts:
            states[int(k)] = np.full(lattice.cells.size, FREE, np.int8)
            states[int(k)][lattice.ignored] = OFF
    else:
        losses = lattice.losses(0, guess)
        for k in lattice.shifts[losses >= 0.97 * losses.max()]:
            states[int(k)] = _states(lattice, guess, int(k))
    for _ in range(MOST_ROUNDS):
        found = _ProgramRows(lattice, costs, states).solution()
        excess = lattice.losses(found.atom, found.masses) / lattice.delta - 1
        if excess.max() <= tolerance or not _freed(lattice, states, found, tolerance):
            break
    return found


def _states(lattice: Lattice, masses: Array, shift: int) -> States:
    """What the terms of a shift are likely to be at the optimum near some masses."""
    terms = lattice.uncovered(masses, shift)
    states = np.where(terms > 0, ON, OFF).astype(np.int8)
    size = masses[lattice.folded(lattice.cells)]
    free = (np.abs(terms) <= NEAR * size) & (size > LIGHT * lattice.delta)
    states[free | _near(np.flatnonzero(np.diff(states)), free.size)] = FREE
    if lattice.open_end:
        beyond = np.cumsum(masses[::-1])[::-1]
        states[
            (beyond <= TAIL * lattice.delta)[lattice.folded(lattice.cells)] & (lattice.cells > 0)
        ] = OFF
    states[lattice.ignored] = OFF
    return states


def _near(places: NDArray[Any], size: int) -> NDArray[np.bool_]:
    near = np.add.outer(places, BESIDE)
    found = np.zeros(size, bool)
    found[near[(near >= 0) & (near < size)]] = True
    return found


def _freed(
    lattice: Lattice, states: dict[int, States], found: LatticeSolution, tolerance: float
) -> bool:
    """Set free what was guessed wrongly, and take in the shifts that are violated most."""
    masses, changed = found.masses, False
    excess = lattice.losses(found.atom, masses) / lattice.delta - 1
    least = tolerance * lattice.delta / (10 * lattice.cells.size)
    violated = [int(k) for k in lattice.shifts[excess > tolerance / 10]]
    for k in violated:
        if k in states:
            terms, state = lattice.uncovered(masses, k), states[k]
            wrong = ((state == OFF) & (terms > least)) | ((state == ON) & (terms < -least))
            wrong &= ~lattice.ignored
            changed |= bool(wrong.any())
            near = _near(np.flatnonzero(wrong), wrong.size)
            state[near & ~lattice.ignored] = FREE
    new = sorted((k for k in violated if k not in states), key=lambda k: -excess[k - 1])
    for k in new[:MOST_NEW]:
        states[k] = _states(lattice, masses, k)
    return changed or bool(new)


class _ProgramRows:
    """The rows: for each shift those of its free terms, then that of their sum; last the mass.

    Variables are the atom, the masses and the slacks, all in units of delta, so that the
    tolerances of the solver are relative to it.
    """

    def __init__(self, lattice: Lattice, costs: Array, states: Mapping[int, States]) -> None:
        self.lattice, self.states = lattice, dict(sorted(states.items()))
        self.folded = np.append(0.0, lattice.times * costs)  # an atom costs nothing
        self.entries: list[tuple[Any, Any, Any]] = []
        self.rows = self.slacks = 0

    def solution(self) -> LatticeSolution:
        from scipy.optimize import linprog
        from scipy.sparse import csr_matrix

        lattice, size = self.lattice, self.folded.size
        rights, sums = [], {}
        for k, state in self.states.items():
            rights.append(self._terms(k, state))
            sums[k] = self.rows - 1
        values, rows, columns = (np.concatenate(part) for part in zip(*self.entries, strict=True))
        matrix = csr_matrix((values, (rows, columns)), shape=(self.rows, size + self.slacks))
        total = np.zeros((1, size + self.slacks))
        total[0, :size] = np.append(1.0, lattice.times)
        unit = float(self.folded.max())
        price = np.append(self.folded / unit, np.zeros(self.slacks))
        bounds = np.zeros((price.size, 2))
        bounds[:, 1] = np.inf
        bounds[0, 1] = 1
        for method, tolerance in ATTEMPTS:
            seconds = budget.left()
            if not seconds:
                raise NotSolved("the linear program was not solved in the time that was given")
            result = linprog(
                price, A_ub=matrix, b_ub=np.concatenate(rights), A_eq=csr_matrix(total),
                b_eq=[1 / lattice.delta], bounds=bounds, method=method,
                options={"primal_feasibility_tolerance": tolerance,
                         "dual_feasibility_tolerance": tolerance,
                         **({"time_limit": seconds} if seconds < math.inf else {})},
            )  # fmt: skip
            if result.status in (0, INFEASIBLE):
                break
        if result.x is None or result.status != 0:
            raise NotSolved(f"the linear program was not solved: {result.message}")
        x = np.maximum(result.x[:size] * lattice.delta, 0)
        multipliers = np.maximum(-result.ineqlin.marginals * unit, 0)
        return LatticeSolution(lattice, float(x[0]), x[1:], self._tests(multipliers, sums))

    def _terms(self, shift: int, state: States) -> Array:
        """Append the rows of one shift; their right-hand sides."""
        cells, last = self.lattice.cells, self.lattice.last
        free, on = cells[state == FREE], cells[state == ON]
        slacks = self.folded.size + self.slacks + np.arange(free.size)
        rows = self.rows + np.arange(free.size)
        total = self.rows + free.size
        for places, their_rows in ((free, rows), (on, np.full(on.size, total))):
            covers = places + shift <= last
            self._add(1.0, their_rows, 1 + self.lattice.folded(places))
            shifted = 1 + self.lattice.folded(places + shift)[covers]
            self._add(-self.lattice.growth, their_rows[covers], shifted)
        self._add(-1.0, rows, slacks)
        self._add(1.0, np.full(free.size, total), slacks)
        self._add(1.0, np.array([total]), np.array([0]))
        self.rows += free.size + 1
        self.slacks += free.size
        return np.append(np.zeros(free.size), 1.0)

    def _add(self, value: float, rows: Any, columns: Any) -> None:
        self.entries.append((np.full(rows.size, value), rows, columns))

    def _tests(self, multipliers: Array, sums: Mapping[int, int]) -> dict[int, Array]:
        found, start = {}, 0
        for k, state in self.states.items():
            weight = multipliers[sums[k]]
            if weight > 0:
                test = np.where(state == ON, weight, 0.0)
                test[state == FREE] = np.minimum(multipliers[start : sums[k]], weight)
                found[k] = test
            start = sums[k] + 1
        return found
