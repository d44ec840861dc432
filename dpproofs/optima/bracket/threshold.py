"""The least probability that private noise exceeds a threshold, between two proved numbers."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms.formulas.enclosure import Exact as Number
from dpproofs.mechanisms.formulas.enclosure import exactly
from dpproofs.optima.bracket.exact_ends import Exact, NotProved, proved_lower, proved_upper
from dpproofs.optima.bracket.search import Bracket, checked, stated
from dpproofs.optima.lattice import budget
from dpproofs.optima.lattice.costs import Threshold
from dpproofs.optima.lattice.interior_point import solved
from dpproofs.optima.lattice.noise import Lattice, support
from dpproofs.optima.lattice.solution import NotSolved

LEAST_PLACE, MOST_CELLS = Fraction(1, 128), 1_200  # a threshold in sensitivities; from 0 to the end
FAR = Fraction(1, 16)  # of a sensitivity: from the threshold to the end of a cell
WIDER, CLOSER, FIRST_END = 1.5, 4, 3.5
WIDEST = 12_000  # sensitivities over which noise may reach


def threshold_bracket(
    epsilon: Number,
    delta: Number,
    threshold: Number,
    sensitivity: Number = 1,
    *,
    gap: Number = "1e-4",
    progress: Callable[[Bracket], None] | None = None,
) -> Bracket:
    """Enclose the least P(|X| > threshold) of all noise X that makes a query private.

    Where the threshold is a multiple of sensitivity/n, for some n that is not too large, noise on
    cells of this width is as good as any, and both ends are those of one program: docs/optimum.md,
    Theorem 5.

    Parameters
    ----------
    epsilon
        In [0, 16], taken as exactly what it says.
    delta
        In [1e-12, 1).
    threshold
        In units of the query: at least sensitivity/128, and less than where truncated Laplace
        noise ends, which never exceeds what lies beyond.
    sensitivity
        In [1e-100, 1e100], in units of the query.
    gap
        The width that is wanted, relative to the upper end; when no lattice of a reasonable size
        does it, the best that was found is returned.
    progress
        Called with every bracket that is found, from wide to narrow.

    Raises
    ------
    BadInput
        When an argument lies outside its domain.
    NotSolved, NotProved
        When a program is not solved.

    Examples
    --------
    >>> from dpproofs.optima.bracket.threshold import threshold_bracket
    >>> found = threshold_bracket(1, "0.05", threshold=1)
    >>> found.gap < 1e-6, round(float(found.upper), 6)
    (True, 0.331091)
    """
    privacy, loss, length, _, wanted = checked(epsilon, delta, sensitivity, 1, gap, most=WIDEST)
    place = exactly("threshold", threshold, "1e-103", "1e103")
    reach = support(float(privacy), float(loss))
    if not LEAST_PLACE <= place / length < Fraction(reach):
        accepted = f"at least sensitivity/128, and less than {reach * float(length):.6g}, where"
        raise BadInput("threshold", threshold, f"{accepted} truncated Laplace noise ends")
    search = _Search(privacy, loss, length, place)
    n, last = search.first(reach)
    best: Bracket | None = None
    while True:
        try:
            found = search.at(n, last)
        except (NotProved, NotSolved):
            if best is None:
                raise
            return best
        best = found if best is None or found.gap < best.gap else best
        if progress is not None:
            progress(best)
        n, last = search.after(n, last)
        if best.gap <= wanted or last > MOST_CELLS or not budget.left():
            return best


@dataclass(frozen=True)
class _Search:
    epsilon: Fraction
    delta: Fraction
    sensitivity: Fraction
    threshold: Fraction

    @property
    def place(self) -> Fraction:
        """The threshold in sensitivities."""
        return self.threshold / self.sensitivity

    def missed(self, n: int) -> Fraction:
        """How far it is from the threshold to the next multiple of 1/n."""
        return Fraction(math.ceil(self.place * n), n) - self.place

    def first(self, reach: float) -> tuple[int, int]:
        """Cells in a sensitivity, and the last cell."""
        n = self.place.denominator
        if n * reach > MOST_CELLS / FIRST_END:
            n = next((n for n in range(1, n) if self.missed(n) <= FAR), 1)
            if n * reach > MOST_CELLS:
                raise NotSolved("noise reaches over too many cells for a program")
        return n, math.ceil(FIRST_END * reach * n) + 2

    def after(self, n: int, last: int) -> tuple[int, int]:
        """More cells: of the same width when they end at the threshold, else closer to it."""
        missed = self.missed(n)
        if missed == 0:
            return n, math.ceil(last * WIDER)
        closer = next(m for m in itertools.count(n + 1) if self.missed(m) <= missed / CLOSER)
        return closer, math.ceil(last * Fraction(closer, n))

    def at(self, n: int, last: int) -> Bracket:
        """The bracket that so many cells prove.

        Multipliers that cannot be continued beyond the last cell say that some noise is best spread
        as thinly as wanted: the lower end then does not ask what privacy says of the last cells.
        """
        costs = Threshold(self.place)
        asked = Exact(self.epsilon, self.delta, costs, n)
        lattice = Lattice(float(self.epsilon), float(self.delta), n, last, centred=False)
        prices = np.array([float(cost) for cost in costs.lowest(n, last + 1)])
        solution = solved(lattice, prices)
        noise = proved_upper(solution, asked)
        try:
            proof = proved_lower(solution, asked)
        except NotProved:
            proof = proved_lower(solved(replace(lattice, open_end=True), prices), asked)
        ends = stated(costs, self.sensitivity, proof, noise)
        given = self.epsilon, self.delta, self.sensitivity, Fraction(0)
        return Bracket(*given, *ends, n, proof, noise, self.threshold)
