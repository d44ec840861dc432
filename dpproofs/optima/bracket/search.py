"""The least cost of private noise, enclosed between two rational numbers that are proved."""

from __future__ import annotations

import contextlib
import hashlib
import json
import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from decimal import MAX_EMAX, MIN_EMIN, ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from typing import Any

import numpy as np

from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms.formulas.enclosure import Exact as Number
from dpproofs.mechanisms.formulas.enclosure import exactly
from dpproofs.optima.bracket import larger_atom
from dpproofs.optima.bracket.exact_ends import (
    Exact,
    Lower,
    NotProved,
    Upper,
    proved_lower,
    proved_upper,
)
from dpproofs.optima.bracket.larger_atom import ATOM, LARGE, carried
from dpproofs.optima.bracket.steep import STEEP, middle, steep_lower, steep_upper
from dpproofs.optima.bracket.wide import WIDE, wide_lower, wide_upper, widest
from dpproofs.optima.lattice import budget
from dpproofs.optima.lattice import interior_point as lattice_interior_point
from dpproofs.optima.lattice.costs import Power, Threshold
from dpproofs.optima.lattice.noise import Lattice, support
from dpproofs.optima.lattice.program import solved
from dpproofs.optima.lattice.solution import LatticeSolution, NotSolved

FORMAT, KIND, VERSION = "dpproofs-certificate", "bracket", 1
DIGITS = 14  # of the ends that are stated
MOST_EPSILON, LEAST_DELTA, MOST_COST = "16", "1e-12", "16"
LEAST_EPSILON = "1e-30"  # but for 0
MOST_CELLS = 12_000  # from 0 to the end of the noise
MOST_TERMS = 400_000  # cells times shifts, on either side of 0
MOST_DENSE = 1_500  # cells from 0 to the end, of a program with all its terms
FIRST_TERMS = 3_000
SLACK, LEAST_SLACK = 0.1, 2e-6  # of a bracket: what shifts may uncover beyond delta
TIE = 1e-3  # of what the middle cell costs more than nothing: an atom comes first
SHORT = 0.01  # of a sensitivity: no program is fine enough for a middle of this length
WIDER, MOST_WIDER = 1.15, 4  # when the noise needs more cells
OUTSIDE = 1e-5  # of delta: more mass among the last cells means that it does


@dataclass(frozen=True)
class Bracket:
    """lower <= V <= upper, for the least cost of all (epsilon, delta)-private noise.

    Attributes
    ----------
    epsilon, delta, sensitivity, cost
        What was asked, as exact numbers; the cost is E|X|^cost.
    lower, upper
        In units of the query to the power of cost. Theorems 2, 3 and 5 of docs/optimum.md.
    n
        Cells in a sensitivity, of what proves the lower end; the noise may have its own number.
    proof, noise
        What proves the lower end, and the noise that has the upper one.
    threshold
        When it is a number, in units of the query, the cost is P(|X| > threshold), and
        ``cost`` is 0.
    """

    epsilon: Fraction
    delta: Fraction
    sensitivity: Fraction
    cost: Fraction
    lower: Fraction
    upper: Fraction
    n: int
    proof: Lower
    noise: Upper
    threshold: Fraction | None = None

    @property
    def gap(self) -> float:
        """The width relative to the upper end."""
        return float((self.upper - self.lower) / self.upper) if self.upper else 0.0

    def certificate(self) -> dict[str, Any]:
        """What ``dpproofs replay`` checks, as JSON data."""
        document: dict[str, Any] = {
            "format": FORMAT,
            "kind": KIND,
            "version": VERSION,
            "epsilon": str(self.epsilon),
            "delta": str(self.delta),
            "sensitivity": str(self.sensitivity),
            "cost": str(self.cost) if self.threshold is None else f"threshold {self.threshold}",
            "n": self.n,
            "lower": {
                "bound": str(self.lower),
                "scale": str(self.proof.scale),
                "tests": [
                    {"shift": shift, "first": first, "values": _text(values)}
                    for shift, first, values in self.proof.tests
                ],
            },
            "upper": {
                "bound": str(self.upper),
                "total": str(self.noise.total),
                "atom": str(self.noise.atom),
                "masses": _text(self.noise.masses),
            },
        }
        if self.proof.group != 1:
            document["lower"]["group"] = str(self.proof.group)
        document["upper"] |= self._shape()
        return sealed(document)

    def _shape(self) -> dict[str, Any]:
        """What a certificate says of the upper end's cells, where they are not plain ones."""
        noise = self.noise
        shape: dict[str, Any] = {} if noise.n == self.n else {"n": noise.n}
        group = noise.group if noise.group != 1 else None
        given = {"group": group, "ratio": noise.ratio, "periods": noise.periods}
        return shape | {name: str(value) for name, value in given.items() if value is not None}

    def with_ends_of(self, other: Bracket) -> Bracket:
        """The greater lower and the smaller upper end of two answers to one question."""
        below = max(self, other, key=lambda each: each.lower)
        above = min(self, other, key=lambda each: each.upper)
        return replace(below, upper=above.upper, noise=above.noise)


def sealed(document: dict[str, Any]) -> dict[str, Any]:
    """A certificate with its digest."""
    text = json.dumps(document, sort_keys=True, separators=(",", ":"))
    return document | {"digest": "sha256:" + hashlib.sha256(text.encode("ascii")).hexdigest()}


def _text(numbers: Any) -> str:
    return " ".join(map(str, numbers))


def bracket(
    epsilon: Number,
    delta: Number,
    sensitivity: Number = 1,
    cost: Number = 1,
    *,
    gap: Number = "1e-4",
    progress: Callable[[Bracket], None] | None = None,
) -> Bracket:
    """Enclose the least E|X|^cost of all noise that makes a query (epsilon, delta)-private.

    Noise is any distribution on the line: it need have no density, and be neither symmetric nor
    unimodal. Lattices are refined until the bracket is narrow enough, or the lattice too large;
    every bracket is valid. Noise that reaches over hundreds of sensitivities needs no program, nor
    does noise for large epsilon.

    Parameters
    ----------
    epsilon
        In [0, 16], taken as exactly what it says.
    delta
        In [1e-12, 1).
    sensitivity
        In [1e-100, 1e100], in units of the query.
    cost
        The exponent p of the cost |x|^p, in [1/16, 16].
    gap
        The width that is wanted, relative to the upper end.
    progress
        Called with every bracket that is found, from wide to narrow.

    Raises
    ------
    BadInput
        When an argument lies outside its domain, or delta is so small for epsilon that noise
        reaches too far.
    NotSolved, NotProved
        When not even the coarsest lattice is solved.
    """
    *asked, wanted = checked(epsilon, delta, sensitivity, cost, gap)
    privacy, loss, length, power = asked
    search = _Search(privacy, loss, length, power, support(float(privacy), float(loss)))
    best: Bracket | None = None
    plain = search.plain()
    if plain is None and loss > LARGE and power <= 1:
        search = search.with_larger_atom()
    n = search.first() if plain is None else search.after_plain(plain, float(wanted))
    if plain is not None:
        best = plain
        if progress is not None:
            progress(best)
    while n and (best is None or budget.left()):
        try:
            found = search.at(n)
        except (NotProved, NotSolved):
            if best is None:
                raise
            break
        found = found if plain is None else found.with_ends_of(plain)
        best = found if best is None or found.gap < best.gap else best
        if progress is not None:
            progress(best)
        n = search.after(n, best.gap / float(wanted))
    assert best is not None  # noqa: S101  # the first lattice has a cell
    return best


def checked(
    epsilon: Number,
    delta: Number,
    sensitivity: Number,
    cost: Number,
    gap: Number,
    *,
    most: int | None = None,
) -> tuple[Fraction, Fraction, Fraction, Fraction, Fraction]:
    """The arguments of `bracket` as exact numbers; ``most`` is how far noise may reach.

    Raises
    ------
    BadInput
        When one lies outside its domain, or noise would reach too far.
    """
    privacy = exactly("epsilon", epsilon, "0", MOST_EPSILON)
    if 0 < privacy < Fraction(LEAST_EPSILON):
        raise BadInput("epsilon", epsilon, f"0, or a number in [{LEAST_EPSILON}, {MOST_EPSILON}]")
    loss = exactly("delta", delta, LEAST_DELTA, "1")
    if loss == 1:
        raise BadInput("delta", delta, f"a number in [{LEAST_DELTA}, 1)")
    length = exactly("sensitivity", sensitivity, "1e-100", "1e100")
    power = exactly("cost", cost, "1/16", MOST_COST)
    wanted = exactly("gap", gap, "1e-7", "1")
    most = widest(power) if most is None else most
    if support(float(privacy), float(loss)) > most:
        accepted = f"so large that noise reaches no further than {most} sensitivities"
        raise BadInput("delta", delta, accepted)
    return privacy, loss, length, power, wanted


@dataclass
class _Search:
    """Lattices from coarse to fine, each started from the one before."""

    epsilon: Fraction
    delta: Fraction
    sensitivity: Fraction
    cost: Fraction
    reach: float
    wider: int = 0
    open_end: bool = False
    before: LatticeSolution | None = None
    gap: float = 1.0
    carried_to: Fraction | None = None  # a larger delta than that of the programs

    def first(self) -> int:
        """Cells in a sensitivity of a lattice on which every term may be free."""
        return max(1, min(12, math.isqrt(int(FIRST_TERMS / (2 * self.reach)))))

    def after(self, n: int, times: float) -> int:
        """Cells for a bracket that is so many times narrower; 0 when there is no need, or room."""
        if times <= 1:
            return 0
        wanted = min(2 * n, math.ceil(n * 1.08 * times ** (1 / self.costs.order)))
        cells = MOST_CELLS if self.reach <= WIDE else MOST_DENSE // 2
        most = min(math.isqrt(int(MOST_TERMS / self.reach)), int(cells / self.reach))
        return wanted if wanted <= most else 0

    @property
    def costs(self) -> Power:
        """What cells cost."""
        return Power(self.cost)

    def plain(self) -> Bracket | None:
        """A bracket that needs no program, where there is one."""
        if self.reach > WIDE:
            asked = Exact(self.epsilon, self.delta, self.costs, 1)
            found = self._bracket(wide_lower(asked, self.cost), wide_upper(asked))
        elif self.epsilon >= STEEP:
            given = self.epsilon, self.delta, self.costs
            try:
                found = self._bracket(steep_lower(*given), steep_upper(*given))
            except NotProved:
                return None
        else:
            return None
        self.gap = found.gap
        return found

    def with_larger_atom(self) -> _Search:
        """A search at a smaller delta, whose brackets are carried, if its noise has an atom."""
        reach = support(float(self.epsilon), float(LARGE))
        found = replace(self, delta=LARGE, reach=reach, carried_to=self.delta)
        with contextlib.suppress(NotProved, NotSolved):
            found.at(found.first())
        return found if found.before is not None and found.before.atom > ATOM else self

    def after_plain(self, plain: Bracket, wanted: float) -> int:
        """Cells in a sensitivity of the first program after one; 0 when none is needed, or fine."""
        if plain.gap <= wanted:
            return 0
        if self.reach > WIDE:
            return self.after(1, plain.gap / wanted)
        short = middle(float(self.epsilon), float(self.cost)) < SHORT
        return 0 if short else self.first()

    def at(self, n: int) -> Bracket:
        """The bracket that a lattice proves; noise that reaches its last cell needs more."""
        asked = Exact(self.epsilon, self.delta, self.costs, n)
        while True:
            solution = self._solution(n)
            thin = solution.masses[-n:].sum() <= OUTSIDE * float(self.delta)
            if self.open_end and not thin and self.reach * n < MOST_CELLS:
                self.reach *= WIDER
                continue
            try:
                proof = proved_lower(solution, asked)
            except NotProved:
                if self.open_end or self.reach > WIDE:
                    raise
                self.wider += 1
                self.open_end = self.wider > MOST_WIDER
                self.reach = self.reach + 1 if self.open_end else self.reach * WIDER
                continue
            self.before = solution
            ends = proof, proved_upper(solution, asked)
            if self.carried_to is not None:
                ends = carried(*ends, asked, self.carried_to)
            found = self._bracket(*ends)
            self.gap = found.gap
            return found

    def _solution(self, n: int) -> LatticeSolution:
        last = math.ceil(self.reach * n) + 2
        lattice = Lattice(float(self.epsilon), float(self.delta), n, last, self.open_end)
        unit = float(self.costs.unit(Fraction(1, n))[0])
        lowest = self.costs.lowest(n, last + 1)
        costs = np.array([float(low) for low in lowest]) * unit
        tie = TIE if self.carried_to is None else larger_atom.TIE
        costs[0] += tie * float(self.costs.highest(n, 1)[0] - lowest[0]) * unit
        if last <= MOST_DENSE:
            with contextlib.suppress(NotSolved):
                return lattice_interior_point.solved(lattice, costs)
        if self.before is None:
            return solved(lattice, costs)
        guess = self.before.lattice.refined(n, last, self.before.masses)
        expected = self.gap * (self.before.lattice.n / n) ** 2
        return solved(lattice, costs, guess, tolerance=max(SLACK * expected, LEAST_SLACK))

    def _bracket(self, proof: Lower, noise: Upper) -> Bracket:
        ends = stated(self.costs, self.sensitivity, proof, noise)
        delta = self.delta if self.carried_to is None else self.carried_to
        asked = self.epsilon, delta, self.sensitivity, self.cost
        return Bracket(*asked, *ends, proof.n, proof, noise)


def stated(
    costs: Power | Threshold, sensitivity: Fraction, proof: Lower, noise: Upper
) -> tuple[Fraction, Fraction]:
    """Both ends in units of the query, rounded outward."""
    below = costs.unit(sensitivity * proof.group / proof.n)[0]
    above = costs.unit(sensitivity * noise.group / noise.n)[1]
    lower = rounded(max(proof.bound, Fraction(0)) * below, ROUND_FLOOR)
    return lower, rounded(noise.bound * above, ROUND_CEILING)


def rounded(value: Fraction, rounding: str) -> Fraction:
    """A number to so many digits as are stated."""
    context = Context(DIGITS, rounding, MIN_EMIN, MAX_EMAX)
    return Fraction(context.divide(Decimal(value.numerator), Decimal(value.denominator)))
