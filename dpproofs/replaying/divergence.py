"""The certificate of a cactus distribution, checked by the standard library and ball arithmetic.

Three bounds are proved, each from numbers that anybody may have found in any way; docs/cactus.md
has the theorems and their proofs.

upper
    The masses, made a distribution by dividing by their sum, keep the budget, and no shift up to
    the sensitivity has a larger divergence.
lower
    No masses of program (20) have a smaller worst divergence, by a weighting of shifts.
global
    No mechanism whatever has a smaller one, by a weighting of shifts on a lattice.

Lengths are in units of the sensitivity. No floating-point number decides anything: those in the
certificate are written in hexadecimal, taken as the rational numbers they are, and enclosed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

from flint import arb, ctx

from dpproofs.replaying.balls import rational as ball
from dpproofs.replaying.divergence_reading import (
    MOST_SHIFTS,
    header_of,
    integer,
    least_of,
    lower_end,
    masses_of,
    part_of,
    price_of,
    ratio_of,
    rational,
    upper_end,
    weights_of,
)
from dpproofs.replaying.reader import Rejected, need
from dpproofs.replaying.report import Report

FORMAT, KIND = 1, "cactus"
BITS = 160
PARTS = ("upper", "lower", "global")
NUMBERS = ("budget", "cost", "order", "n", "r", "masses")
TRUSTS = ("divergence-on-a-lattice",)


@dataclass(frozen=True)
class Bounds:
    """What a certificate proves, as rational numbers; None for a part that it does not have.

    For an order a > 1 these bound (e^((a-1) R) - 1)/(a - 1) for the Renyi divergence R.
    """

    upper: Fraction
    lower: Fraction | None
    global_lower: Fraction | None


@dataclass(frozen=True)
class MassSequence:
    """Positive numbers q_0, ..., q_N on the integers >= 0, continued as an even function.

    Beyond N the last ``period`` of them come again and again, each time times ``ratio``.
    """

    values: Sequence[arb]
    logs: Sequence[arb]
    ratio: arb
    period: int

    @classmethod
    def of(cls, numbers: Sequence[Fraction], ratio: Fraction, period: int = 1) -> MassSequence:
        values = [ball(number) for number in numbers]
        return cls(values, [value.log() for value in values], ball(ratio), period)

    @property
    def last(self) -> int:
        """N."""
        return len(self.values) - 1

    def extended(self, more: int) -> MassSequence:
        """The same numbers with so many of the tail written out."""
        values, logs, log_ratio = list(self.values), list(self.logs), self.ratio.log()
        for _ in range(more):
            values.append(values[-self.period] * self.ratio)
            logs.append(logs[-self.period] + log_ratio)
        return MassSequence(values, logs, self.ratio, self.period)


# -- the functions of a pair -----------------------------------------------------------------------


def pair(line: MassSequence, i: int, j: int, order: Fraction) -> arb:
    """h(q_i, q_j) for i, j >= 0: symmetric, convex, homogeneous, zero for equal numbers."""
    x, y, log_ratio = line.values[i], line.values[j], line.logs[i] - line.logs[j]
    if order == 1:
        return (x - y) * log_ratio
    power = (ball(order - 1) * log_ratio).exp()
    return (x * power + y / power - x - y) / ball(order - 1)


def slope(line: MassSequence, i: int, j: int, order: Fraction) -> arb:
    """dh/dx at (q_i, q_j) for i, j >= 0."""
    log_ratio = line.logs[i] - line.logs[j]
    if order == 1:
        return log_ratio + 1 - line.values[j] / line.values[i]
    a = ball(order)
    rise, fall = ((a - 1) * log_ratio).exp(), (-a * log_ratio).exp()
    return (a * rise - (a - 1) * fall - 1) / (a - 1)


def potentials(line: MassSequence, weights: Mapping[int, Fraction], order: Fraction) -> list[arb]:
    """V_0, ..., V_{N+K+P} for the longest shift K and the period P; V comes again every P after.

    V_i is half the weighted sum over shifts of the slopes at (q_i, q_{i+k}) and (q_i, q_{i-k}). It
    depends on ratios only, and from N + K on all of them are of the tail.
    """
    longest = max(weights)
    cells = line.last + longest + line.period
    wide = line.extended(2 * longest + line.period)
    halves = {k: ball(weight / 2) for k, weight in weights.items()}
    found = []
    for i in range(cells + 1):
        total = arb(0)
        for k, half in halves.items():
            total += half * (slope(wide, i, i + k, order) + slope(wide, i, abs(i - k), order))
        found.append(total)
    return found


# -- costs -----------------------------------------------------------------------------------------


def point_cost(place: Fraction, cost: Fraction) -> arb:
    """|x|^p at a rational place x >= 0."""
    if place == 0:
        return arb(0)
    if cost.denominator == 1:
        return ball(place ** int(cost))
    return ball(place) ** ball(cost)


def mean_cost(cell: int, n: int, cost: Fraction) -> arb:
    """The mean of |x|^p over [(i - 1/2)/n, (i + 1/2)/n], i >= 0."""
    half = Fraction(1, 2)
    low = point_cost(abs(cell - half), cost + 1) * (1 if cell else -1)
    high = point_cost(cell + half, cost + 1)
    return (high - low) / (ball(cost + 1) * point_cost(Fraction(n), cost))


def tail_cost(first: int, n: int, ratio: Fraction, cost: Fraction) -> arb:
    """The sum of mean_cost(i) r^(i - first) over i >= first >= 1.

    From cell i to the next a term grows at most by r ((i + 1/2)/(i - 1/2))^p, which falls with i;
    once it is below 1 the rest is less than a geometric series. For a whole p the sum is rational.
    """
    if cost.denominator == 1:
        return ball(_whole_tail_cost(first, n, ratio, int(cost)))
    total, weight, fall, cell = arb(0), arb(1), ball(ratio), first
    while True:
        term = weight * mean_cost(cell, n, cost)
        total += term
        weight *= fall
        cell += 1
        if cell % 64:
            continue
        low = cell - Fraction(1, 2)
        factor = fall * point_cost((low + 1) / low, cost)
        if bool(factor < arb(0.999999)):
            rest = weight * mean_cost(cell, n, cost) / (1 - factor)
            if bool(rest < total * arb(2) ** -100):
                return total + arb(rest.upper() / 2, rest.upper() / 2)


def _whole_tail_cost(first: int, n: int, ratio: Fraction, cost: int) -> Fraction:
    """The same for a whole p, whose means are a polynomial of degree p in the cell.

    That is the sum of its differences at the first cell times binomials of j and k, and those have
    the sums of r^j binomial(j, k) over j: r^k/(1 - r)^(k + 1).
    """
    edges = [(first + j - Fraction(1, 2)) ** (cost + 1) for j in range(cost + 2)]
    means = [high - low for low, high in pairwise(edges)]
    total, weight = Fraction(0), 1 / (1 - ratio)
    while means:
        total += weight * means[0]
        weight *= ratio / (1 - ratio)
        means = [high - low for low, high in pairwise(means)]
    return total / ((cost + 1) * Fraction(n) ** cost)


# -- the three bounds ------------------------------------------------------------------------------


def upper_bound(document: Mapping[str, Any]) -> Fraction:
    """The largest divergence of the distribution from its shifts; its cost keeps the budget."""
    n, ratio = integer(document, "n", MOST_SHIFTS), ratio_of(document, "r")
    cost, order, budget = header_of(document)
    masses = masses_of(document, "masses", n + 2)
    line, last = MassSequence.of(masses, ratio), len(masses) - 1
    total = masses[0] + 2 * sum(masses[1:-1]) + 2 * masses[-1] / (1 - ratio)
    spent = line.values[0] * mean_cost(0, n, cost)
    for i in range(1, last):
        spent += 2 * line.values[i] * mean_cost(i, n, cost)
    spent += 2 * line.values[-1] * tail_cost(last, n, ratio, cost)
    kept = bool(spent <= ball(budget * total))
    need(kept, "the distribution is not shown to keep the budget")
    wide, unit = line.extended(n), MassSequence.of([Fraction(1)], ratio).extended(n)
    worst = arb(0)
    for k in range(1, n + 1):
        value = line.values[-1] * pair(unit, 0, k, order) / (1 - ball(ratio))
        for i in range(last):
            value += pair(wide, i, i + k, order)
        for j in range(1, k):
            value += pair(wide, j, k - j, order) / 2
        worst = worst.max(value)
    return upper_end(worst / ball(total))


def lower_bound(document: Mapping[str, Any]) -> Fraction:
    """A bound on every distribution of program (20): value - price * budget."""
    part = part_of(document, "lower")
    n, ratio = integer(document, "n", MOST_SHIFTS), ratio_of(document, "r")
    cost, order, budget = header_of(document)
    line = MassSequence.of(masses_of(document, "masses", n + 2), ratio)
    weights, price = weights_of(part, n), price_of(part)
    value = potentials(line, weights, order)
    costs = [mean_cost(i, n, cost) for i in range(line.last)]
    least = least_of(v + price * c for v, c in zip(value, costs, strict=False))
    # The tail has one variable: its cells count together, by their masses.
    tail, weight = arb(0), arb(1)
    for v in value[line.last :]:
        tail += weight * v
        weight *= line.ratio
    tail += weight * value[-1] / (1 - line.ratio)
    tail += price * tail_cost(line.last, n, ratio, cost)
    least = least.min(tail * (1 - line.ratio))
    return lower_end(least - price * ball(budget))


def global_bound(document: Mapping[str, Any]) -> Fraction:
    """A bound on every mechanism, additive or not: value - price * budget."""
    part = part_of(document, "global")
    cost, order, budget = header_of(document)
    steps = integer(part, "steps", MOST_SHIFTS)
    period = integer(part, "period", MOST_SHIFTS)
    line = MassSequence.of(masses_of(part, "masses", period), ratio_of(part, "r"), period)
    weights, price = weights_of(part, steps), price_of(part)
    value = potentials(line, weights, order)
    if cost >= 1:
        least = least_of(_under_tangents(value, price, steps, cost))
    else:  # concave on either side of 0, so above its chords
        costs = [point_cost(Fraction(i, steps), cost) for i in range(len(value))]
        least = least_of(v + price * c for v, c in zip(value, costs, strict=True))
    furthest = price * point_cost(Fraction(len(value) - 1, steps), cost)
    outside = least_of(value[-period:]) + furthest
    return lower_end(least.min(outside) - price * ball(budget))


def _under_tangents(value: Sequence[arb], price: arb, steps: int, cost: Fraction) -> list[arb]:
    """On every cell of the lattice the ends of V, linear, + price * tangent at the middle.

    The cost is convex, so it is above its tangents; the sum is linear, so least at an end.
    """
    found = []
    for i in range(len(value) - 1):
        middle = Fraction(2 * i + 1, 2 * steps)
        level = point_cost(middle, cost)
        rise = ball(cost) * level / ball(middle) / (2 * steps)
        found += [value[i] + price * (level - rise), value[i + 1] + price * (level + rise)]
    return found


def bounds(document: Mapping[str, Any]) -> Bounds:
    """What the numbers of a certificate prove, whatever it says.

    Raises
    ------
    Rejected
        When it cannot be read, or its distribution breaks the budget.
    """
    with ctx.workprec(BITS):
        known = document.get("format") == FORMAT and document.get("kind") == KIND
        need(known, f"not a certificate of kind {KIND!r} and format {FORMAT}")
        return Bounds(
            upper=upper_bound(document),
            lower=lower_bound(document) if "lower" in document else None,
            global_lower=global_bound(document) if "global" in document else None,
        )


def check(document: Mapping[str, Any]) -> Bounds:
    """Check that a certificate proves the bounds it states, which are returned.

    Raises
    ------
    Rejected
        When it does not.
    """
    proved, said = bounds(document), stated(document)
    need(said.upper >= proved.upper, "the upper bound is below what is proved")
    for name in ("lower", "global_lower"):
        wanted, shown = getattr(said, name), getattr(proved, name)
        above = wanted is not None and wanted > shown
        need(not above, f"the {name.replace('_', ' ')} bound is above what is proved")
    return said


def report(document: Mapping[str, Any]) -> Report:
    """What is found about a certificate.

    Raises
    ------
    Rejected
        When the document has a part that is not known, lacks one, or cannot be read.
    """
    keys = {"format", "kind", *NUMBERS, "upper"}
    known = keys <= set(document) <= keys | set(PARTS)
    need(known, f"certificate: not an object with the keys {', '.join(sorted(keys))}")
    said = stated(document)
    parts = sum(part is not None for part in (said.upper, said.lower, said.global_lower))
    budget, cost = (rational(document, name) for name in ("budget", "cost"))
    name = f"cactus(budget={budget}, cost={cost}, n={integer(document, 'n', MOST_SHIFTS)})"
    try:
        check(document)
    except Rejected as problem:
        return Report(False, name, "holds", "enclosed", 0, "bounds", str(problem), TRUSTS, True)
    return Report(True, name, "holds", "enclosed", parts, None, "", TRUSTS, True)


def stated(document: Mapping[str, Any]) -> Bounds:
    """The bounds that a certificate states; `check` says whether it proves them.

    Raises
    ------
    Rejected
        When they cannot be read.
    """

    def bound(name: str) -> Fraction | None:
        return rational(part_of(document, name), "bound") if name in document else None

    return Bounds(rational(document, "upper"), bound("lower"), bound("global"))
