"""Program (20) on a coarse grid: the sentences that bracket its least value, and their steps.

With 4 cells a unit and 13 masses a solution, and the dual variables that bound every other one from
below, are short enough to stand in a sentence. The masses are exponentials of given numbers, so
that they are positive.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, TypeAlias

import sympy as sp

from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.domain import Domain, positive, real
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.cactus.exponential import h, show_line
from dpproofs.theorems.cactus.setting import half

RATIO = half
LOG, LEAST = Given("l", "function", 1), Given("M", "function")
ALL, WITHIN = "the masses are those of a distribution", "within the budget"

a, b = sp.symbols("a b", real=True)
u, v = sp.symbols("u v", positive=True)


class CellProgram(ABC):
    """Even masses of cells, what they cost, and what pairs of them contribute to a divergence.

    Attributes
    ----------
    cells
        In a unit.
    last
        The last cell that has a mass of its own.
    has_tail
        Whether masses go on beyond it, each half of the one before.
    """

    cells: int
    last: int
    has_tail: ClassVar[bool] = False

    @property
    @abstractmethod
    def counts(self) -> tuple[sp.Expr, ...]:
        """How often each mass counts."""

    @property
    @abstractmethod
    def costs(self) -> tuple[sp.Expr, ...]:
        """What each costs."""

    @abstractmethod
    def pairs(self, shift: int) -> Iterator[tuple[int, int, sp.Expr]]:
        """The pairs of cells that differ, with their factors; one beyond the last is of a tail."""

    @abstractmethod
    def tail(self, shift: int) -> sp.Expr:
        """What the pairs of cells of the tail contribute, over the last mass."""

    @property
    def given(self) -> Masses:
        """The masses that are exponentials of given numbers."""
        return Masses(self, tuple(LOG(i) for i in range(self.last + 1)))

    def found(self, numbers: Sequence[int]) -> Masses:
        """Masses in the proportion of some integers."""
        total = sum(c * number for c, number in zip(self.counts, numbers, strict=True))
        return Masses(self, tuple(sp.log(sp.Rational(number) / total) for number in numbers))


@dataclass(frozen=True)
class Steps(CellProgram):
    """Program (20): the step densities of Definition 1, with r = 1/2."""

    cells: int
    last: int
    has_tail: ClassVar[bool] = True

    @property
    def counts(self) -> tuple[sp.Expr, ...]:
        """The tail has one variable."""
        return (sp.Integer(1), *(sp.Integer(2),) * (self.last - 1), 2 / (1 - RATIO))

    @property
    def costs(self) -> tuple[sp.Expr, ...]:
        """The square, as in (19); its sum over the tail in closed form."""
        square = self.cells**2
        near = (sp.Rational(12 * i**2 + 1, 12 * square) * count
            for i, count in enumerate(self.counts[:-1]))
        far = sp.Rational(2 * self.last**2 + 4 * self.last + 6) + sp.Rational(1, 6)
        return (*near, 2 * far / square)

    def pairs(self, shift: int) -> Iterator[tuple[int, int, sp.Expr]]:
        """The first two lines of (20)."""
        for i in range(-self.last + 1, self.last):
            first, second = abs(i), abs(i + shift)
            if first != second:
                yield first, second, half if i + shift < self.last else sp.Integer(1)

    def tail(self, shift: int) -> sp.Expr:
        """The third line."""
        return (1 - RATIO**shift) / (1 - RATIO) * shift * sp.log(1 / RATIO)

    def feasible(self, budget: sp.Expr) -> dict[Goal, str]:
        """The constraints of (20) on the given masses, and what they say."""
        return {Goal(that(self.given.total(self.counts)) == 1, Domain()): ALL,
            Goal(that(self.given.total(self.costs)) <= budget, Domain()): WITHIN}

    def within(self, numbers: Sequence[int], budget: sp.Expr) -> Goal:
        """That masses in the proportion of some integers keep the budget."""
        return Goal(that(self.found(numbers).total(self.costs)) <= budget, Domain())

    def below(self, numbers: Sequence[int], bound: sp.Expr) -> tuple[Goal, ...]:
        """That no shift by whole cells has a larger divergence; no other has, by Theorem 2."""
        masses = self.found(numbers)
        return tuple(Goal(that(masses.divergence(k)) < bound, Domain())
            for k in range(1, self.cells + 1))


@dataclass(frozen=True)
class Masses:
    """Masses of cells by their logarithms, which are terms."""

    program: CellProgram
    logs: Sequence[sp.Expr]

    def log(self, cell: int) -> sp.Expr:
        """The logarithm of the mass of a cell."""
        last = self.program.last
        return self.logs[min(cell, last)] + max(cell - last, 0) * sp.log(RATIO)

    def mass(self, cell: int) -> sp.Expr:
        """The mass of a cell."""
        last = self.program.last
        return sp.exp(self.logs[min(cell, last)]) * RATIO ** max(cell - last, 0)

    def total(self, factors: Sequence[sp.Expr]) -> sp.Expr:
        """A combination of the masses up to the last."""
        return sum(c * self.mass(i) for i, c in enumerate(factors))

    def divergence(self, shift: int) -> sp.Expr:
        """What all pairs contribute."""
        program = self.program
        return self.mass(program.last) * program.tail(shift) + sum(
            c * (self.mass(i) - self.mass(j)) * (self.log(i) - self.log(j))
            for i, j, c in program.pairs(shift))


def name_logs(proof: Proof, masses: Masses, called: str = "L") -> None:
    """Declare letters for the logarithms of masses."""
    for place, value in enumerate(masses.logs):
        if isinstance(value, sp.log):
            proof.letter(sp.Symbol(f"{called}_{place}", real=True), value)


def in_units(numbers: Sequence[int], program: CellProgram) -> str:
    """Masses in the proportion of some integers, told in words."""
    total = sum(c * number for c, number in zip(program.counts, numbers, strict=True))
    return f"{', '.join(map(str, numbers))} over {total}"


#: With 4 cells a unit, and 13 masses.
COARSE = Steps(4, 12)


#: At which values a fact is used, and how often.
Used: TypeAlias = Sequence[tuple[dict[sp.Symbol, sp.Expr], sp.Expr]]


@dataclass(frozen=True)
class Dual:
    """Numbers that bound the program from below, found in any way.

    Attributes
    ----------
    program
        Which one.
    numbers
        The masses, up to a factor, at which the objective is replaced by its tangent plane.
    weights
        Of the shifts; their sum is 1.
    price, value
        Dual variables of the cost and of the mass.
    falls
        Dual variables of p_i >= p_(i+1), for masses that fall.
    """

    program: CellProgram
    numbers: Sequence[sp.Expr]
    weights: dict[int, sp.Expr]
    price: sp.Expr
    value: sp.Expr
    falls: Sequence[sp.Expr] = ()

    @property
    def bounded(self) -> dict[Goal, str]:
        """That a number is at least the divergences that have weight."""
        return {Goal(that(self.program.given.divergence(k)) <= LEAST(), Domain()):
            f"M bounds the divergence from the shift by {k} cells" for k in self.weights}

    def goal(self, budget: sp.Expr) -> Goal:
        """The bound."""
        return Goal(that(self.value - self.price * budget) <= LEAST(), Domain())

    def planes(self) -> Iterator[tuple[dict[sp.Symbol, sp.Expr], sp.Expr]]:
        """Where and how often the tangent of a pair is used."""
        for k, weight in self.weights.items():
            for i, j, c in self.program.pairs(k):
                for first, second in ((i, j), (j, i)):
                    at = {a: self.program.given.log(first), b: self.program.given.log(second)}
                    yield at | {u: self.number(first), v: self.number(second)}, weight * c

    def number(self, cell: int) -> sp.Expr:
        """The number of a cell."""
        last = self.program.last
        return self.numbers[min(cell, last)] * RATIO ** max(cell - last, 0)

    def rest(self, cell: int) -> sp.Expr:
        """What a mass counts for after all dual variables: not negative."""
        program, last = self.program, self.program.last
        found_ = self.price * program.costs[cell] - self.value * program.counts[cell]
        if cell == last:
            found_ += sum(weight * self.program.tail(k) for k, weight in self.weights.items())
        for k, weight in self.weights.items():
            for i, j, c in self.program.pairs(k):
                for first, second in ((i, j), (j, i)):
                    if min(first, last) == cell:
                        x, y = self.number(first), self.number(second)
                        share = weight * c * RATIO ** max(first - last, 0)
                        found_ += share * (sp.log(x) - sp.log(y) + 1 - y / x)
        if self.falls:
            found_ += self.falls[cell - 1] if cell else 0
            found_ -= self.falls[cell] if cell < last else 0
        return found_

    def told(self, budget: sp.Expr) -> str:
        """How the bound follows, with all numbers of the dual solution."""
        numbers = ", ".join(map(str, self.numbers))
        weights = ", ".join(f"{weight} for the shift by {k} cell{'s' * (k > 1)}"
            for k, weight in self.weights.items())
        falls = ", ".join(map(str, self.falls))
        order = (f" Add {falls} times p_(i+1) - p_i for i = 0, 1, ..., which are not positive."
            if self.falls else "")
        return ("A pair of masses p and q contributes a multiple of (p - q) log(p/q), which lies "
            "above the plane p (log(u/v) + 1 - v/u) + q (log(v/u) + 1 - u/v) for any u and v. Take "
            f"for u and v the numbers {numbers} of the two cells"
            f"{', each half of the one before beyond the last' * self.program.has_tail}. Weigh the "
            f"divergences with {weights}.{order} Add {self.price} times the cost less {self.value} "
            "times the sum of all masses. In the sum every mass has a positive factor, so that M "
            f"is at least {self.value} less {self.price} times the budget {budget}.")

    def show(self, proof: Proof, budget: sp.Expr, assumed: Sequence[str],
            *more: tuple[str, Used]) -> str:
        """Append the bound; ``assumed`` are the constraints, and then what bounds divergences.
        ``more`` are further facts, each with what it is used for.
        """
        proof.idea(self.told(budget))
        proof.part("A bound for all masses")
        plane = show_plane(proof)
        counts = [self._show_count(proof, i) for i in range(self.program.last + 1)]
        total, cost, *shifts = assumed
        facts = [(plane, at, times) for at, times in self.planes()]
        facts += [(name, {}, 1) for name in counts]
        facts += [(name, {}, weight)
            for name, weight in zip(shifts, self.weights.values(), strict=True)]
        facts += [(total, {}, self.value), (cost, {}, self.price)]
        facts += [(name, at, times) for name, used in more for at, times in used]
        return proof.concludes(self.goal(budget), by="entailment", facts=facts,
            uses=(plane, *counts, *assumed, *(name for name, _ in more)),
            because="the weighted divergences lie above a plane, and this above the bound")

    def _show_count(self, proof: Proof, cell: int) -> str:
        rest = proof.shows(that(0) < self.rest(cell), on=Domain(), by="region",
            because=f"this is the factor of the mass of cell {cell}, and positive")
        mass = self.program.given.mass(cell)
        return proof.follows(that(0) < mass * self.rest(cell), (rest, mass), on=Domain(),
            because="its product with the mass is positive")


def show_plane(proof: Proof) -> str:
    """Append x log(x/y) >= x (log(u/v) + 1) - y u/v for x = e^a, y = e^b; return the step."""
    line = show_line(proof)
    proof.key(line)
    x, y = sp.exp(a), sp.exp(b)
    return proof.follows(that(x * (sp.log(u) - sp.log(v) + 1) - y * u / v) <= x * (a - b),
        (line, {h: b - a + sp.log(u) - sp.log(v)}, x),
        on=Domain((real(a), real(b), positive(u), positive(v))),
        because="what a mass contributes lies above its tangent plane at any u and v: b - a + "
        "log(u) - log(v) is put for h")
