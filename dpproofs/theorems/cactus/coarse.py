"""Program (20) on a coarse grid: the sentences that bracket its least value, and their steps.

With 4 cells a unit and 13 masses a solution, and the dual variables that bound every other one from
below, are short enough to stand in a sentence. The masses are exponentials of given numbers, so
that they are positive.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import sympy as sp

from dpproofs.kernel.derivation import Goal, Proof, relation_goal
from dpproofs.kernel.domain import Domain, positive, real
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import at_most, less
from dpproofs.theorems.cactus.exponential import h, show_line
from dpproofs.theorems.cactus.setting import half

CELLS, LAST, RATIO = 4, 12, half
LOG, LEAST = Given("l", "function", 1), Given("M", "function")

a, b = sp.symbols("a b", real=True)
u, v = sp.symbols("u v", positive=True)

#: How often a mass counts, and what it costs: the tail has one variable, and sums in closed form.
COUNTS = (1, *(2,) * (LAST - 1), 2 / (1 - RATIO))
COSTS = (
    *(
        sp.Rational(12 * i**2 + 1, 12 * CELLS**2) * count
        for i, count in zip(range(LAST), COUNTS, strict=False)
    ),
    2 * sp.Rational(2 * LAST**2 + 4 * LAST + 6) / CELLS**2 + sp.Rational(4, 12 * CELLS**2),
)


def pairs(shift: int) -> Iterator[tuple[int, int, sp.Expr]]:
    """The pairs of cells of the objective (20) that differ, with their factors; a cell beyond the
    last is one of the tail.
    """
    for i in range(-LAST + 1, LAST):
        first, second = abs(i), abs(i + shift)
        if first != second:
            yield first, second, half if i + shift < LAST else sp.Integer(1)


def tail(shift: int) -> sp.Expr:
    """What the cells of the tail contribute, over the last mass."""
    return (1 - RATIO**shift) / (1 - RATIO) * shift * sp.log(1 / RATIO)


@dataclass(frozen=True)
class Masses:
    """Masses of cells by their logarithms, which are terms."""

    logs: Sequence[sp.Expr]

    def log(self, cell: int) -> sp.Expr:
        """The logarithm of the mass of a cell."""
        return self.logs[min(cell, LAST)] + max(cell - LAST, 0) * sp.log(RATIO)

    def mass(self, cell: int) -> sp.Expr:
        """The mass of a cell."""
        return sp.exp(self.logs[min(cell, LAST)]) * RATIO ** max(cell - LAST, 0)

    def total(self, factors: Sequence[sp.Expr]) -> sp.Expr:
        """A combination of the masses up to the last."""
        return sum(c * self.mass(i) for i, c in enumerate(factors))

    def divergence(self, shift: int) -> sp.Expr:
        """The three lines of (20)."""
        return self.mass(LAST) * tail(shift) + sum(
            c * (self.mass(i) - self.mass(j)) * (self.log(i) - self.log(j))
            for i, j, c in pairs(shift)
        )


GIVEN = Masses(tuple(LOG(i) for i in range(LAST + 1)))


def found(numbers: Sequence[int]) -> Masses:
    """Masses in the proportion of some integers."""
    total = sum(c * number for c, number in zip(COUNTS, numbers, strict=True))
    return Masses(tuple(sp.log(sp.Rational(number) / total) for number in numbers))


def feasible(budget: sp.Expr) -> tuple[Goal, Goal]:
    """The constraints of (20) on the given masses."""
    return (
        relation_goal(GIVEN.total(COUNTS), "==", 1, Domain()),
        relation_goal(GIVEN.total(COSTS), "<=", budget, Domain()),
    )


def within(numbers: Sequence[int], budget: sp.Expr) -> Goal:
    """That masses in the proportion of some integers keep the budget."""
    return relation_goal(found(numbers).total(COSTS), "<=", budget, Domain())


def below(numbers: Sequence[int], bound: sp.Expr) -> tuple[Goal, ...]:
    """That no shift by whole cells has a larger divergence; no other has, by Theorem 2."""
    masses = found(numbers)
    return tuple(
        relation_goal(masses.divergence(k), "<", bound, Domain()) for k in range(1, CELLS + 1)
    )


@dataclass(frozen=True)
class Dual:
    """Numbers that bound the program from below, found in any way.

    Attributes
    ----------
    numbers
        The masses, up to a factor, at which the objective is replaced by its tangent plane.
    weights
        Of the shifts; their sum is 1.
    price, value
        Dual variables of the cost and of the mass.
    falls
        Dual variables of p_i >= p_(i+1), for masses that fall.
    """

    numbers: Sequence[sp.Expr]
    weights: dict[int, sp.Expr]
    price: sp.Expr
    value: sp.Expr
    falls: Sequence[sp.Expr] = (sp.Integer(0),) * LAST

    @property
    def bounded(self) -> tuple[Goal, ...]:
        """That a number is at least the divergences that have weight."""
        return tuple(
            relation_goal(GIVEN.divergence(k), "<=", LEAST(), Domain()) for k in self.weights
        )

    def goal(self, budget: sp.Expr) -> Goal:
        """The bound."""
        return relation_goal(self.value - self.price * budget, "<=", LEAST(), Domain())

    def planes(self) -> Iterator[tuple[dict[sp.Symbol, sp.Expr], sp.Expr]]:
        """Where and how often the tangent of a pair is used."""
        for k, weight in self.weights.items():
            for i, j, c in pairs(k):
                for first, second in ((i, j), (j, i)):
                    at = {a: GIVEN.log(first), b: GIVEN.log(second)}
                    yield at | {u: self.number(first), v: self.number(second)}, weight * c

    def number(self, cell: int) -> sp.Expr:
        """The number of a cell."""
        return self.numbers[min(cell, LAST)] * RATIO ** max(cell - LAST, 0)

    def rest(self, cell: int) -> sp.Expr:
        """What a mass counts for after all dual variables: not negative."""
        found_ = self.price * COSTS[cell] - self.value * COUNTS[cell]
        if cell == LAST:
            found_ += sum(weight * tail(k) for k, weight in self.weights.items())
        for k, weight in self.weights.items():
            for i, j, c in pairs(k):
                for first, second in ((i, j), (j, i)):
                    if min(first, LAST) == cell:
                        x, y = self.number(first), self.number(second)
                        share = weight * c * RATIO ** max(first - LAST, 0)
                        found_ += share * (sp.log(x) - sp.log(y) + 1 - y / x)
        after = self.falls[cell] if cell < LAST else 0
        before = self.falls[cell - 1] if cell else 0
        return found_ - after + before

    def show(
        self, proof: Proof, budget: sp.Expr, assumed: Sequence[str], falling: str | None = None
    ) -> str:
        """Append the bound; ``assumed`` are the constraints, and then what bounds divergences."""
        plane = show_plane(proof)
        counts = [self._show_count(proof, i) for i in range(LAST + 1)]
        total, cost, *shifts = assumed
        facts = [(plane, at, times) for at, times in self.planes()]
        facts += [(name, {}, 1) for name in counts]
        facts += [
            (name, {}, weight) for name, weight in zip(shifts, self.weights.values(), strict=True)
        ]
        facts += [(total, {}, self.value), (cost, {}, self.price)]
        if falling is not None:
            i = next(iter(proof.goal(falling).domain)).symbol
            facts += [
                (falling, {i: sp.Integer(at)}, times)
                for at, times in enumerate(self.falls) if times != 0
            ]  # fmt: skip
        used = (plane, *counts, *assumed, *([] if falling is None else [falling]))
        return proof.concludes(
            self.goal(budget), by="entailment", uses=used, facts=facts,
            because="the weighted divergences lie above a plane, and this above the bound",
        )  # fmt: skip

    def _show_count(self, proof: Proof, cell: int) -> str:
        rest = proof.shows(
            less(0, self.rest(cell)), on=Domain(), by="region",
            because=f"what the mass of cell {cell} counts for after all dual variables",
        )  # fmt: skip
        return proof.shows(
            less(0, GIVEN.mass(cell) * self.rest(cell)), on=Domain(), by="entailment", uses=(rest,),
            facts=[(rest, {}, GIVEN.mass(cell))], because="times the mass, which is positive",
        )  # fmt: skip


def show_plane(proof: Proof) -> str:
    """Append x log(x/y) >= x (log(u/v) + 1) - y u/v for x = e^a, y = e^b; return the step."""
    line = show_line(proof)
    x, y = sp.exp(a), sp.exp(b)
    return proof.shows(
        at_most(x * (sp.log(u) - sp.log(v) + 1) - y * u / v, x * (a - b)),
        on=Domain((real(a), real(b), positive(u), positive(v))), by="entailment", uses=(line,),
        facts=[(line, {h: b - a + sp.log(u) - sp.log(v)}, x)],
        because="what a mass contributes lies above its tangent plane at any other masses",
    )  # fmt: skip
