"""Certificates of kind "bracket": the least cost of private noise lies between two numbers.

The theorems are proved in docs/optimum.md. Noise X is private for shifts up to the sensitivity; its
cost is E|X|^p or P(|X| > t). Everything here is counted in cells, of which a sensitivity has n, so
that E|X|^p is in units of (sensitivity/n)^p. For E|X|^p cell j lies about j, and -j is its mirror
image; for P(|X| > t) it goes from j to j + 1, and its mirror image is -1 - j.

lower
    For each shift k of some, numbers g_k(j) >= 0 on the integers, of which W_k is the greatest, W
    the sum of the W_k, and twice v(j) the sum over k of g_k(j) + g_k(i) - e^epsilon (g_k(j - k) +
    g_k(i - k)), where i is the mirror image of j. When l(j) + v(j) >= nu for all j, no private
    noise costs less than nu - delta max(nu, W).
upper
    Masses of the cells of an even step density, and of an atom at 0. It is private when no shift k
    makes the atom and the sum over j of (p(j) - e^epsilon p(j + k))+ exceed delta. Its lattice may
    be another one: with an n of its own. With a ratio, cells go on beyond those that are listed, as
    `dpproofs.replaying.bracket_tail` says.
groups
    Either end may be about groups of G. Noise that is private for shifts up to the sensitivity is
    (G epsilon, (1 + e^epsilon + ... + e^((G - 1) epsilon)) delta)-private for shifts up to G times
    as much: this is the question of a lower end, and n counts the cells of a group. An upper end
    for a group has cells as long as G sensitivities, and no atom: a shift by one sensitivity then
    uncovers a G-th of what the shift by a cell does, so that this may be G delta.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, ClassVar

from flint import arb, ctx

from dpproofs.replaying.balls import end
from dpproofs.replaying.balls import rational as ball
from dpproofs.replaying.bracket_tail import Tail
from dpproofs.replaying.reader import FORMAT, Rejected, digest, fields, many, need, one_of
from dpproofs.replaying.report import Report

KIND, VERSION = "bracket", 1
BITS = 96  # after the point, of e^epsilon and of powers that are no rational numbers
MOST_EPSILON, MOST_COST, MOST_SHIFT, MOST_CELLS, MOST_WORK = 256, 64, 4096, 100_000, 10_000_000
HALF = Fraction(1, 2)
TRUSTS = ("noise-on-a-lattice",)
THRESHOLD = "threshold "
RATIONAL = re.compile(r"-?[0-9]{1,800}(/[1-9][0-9]{0,799})?")
INTEGERS = re.compile(r"[0-9]{1,800}( [0-9]{1,800})*")


@dataclass(frozen=True)
class Question:
    """Whose least cost is asked for, on how fine a lattice; with a threshold ``cost`` is 0."""

    epsilon: Fraction
    delta: Fraction
    sensitivity: Fraction
    cost: Fraction
    n: int
    threshold: Fraction | None = None

    @property
    def name(self) -> str:
        """What a report calls it."""
        cost = f"cost={self.cost}" if self.threshold is None else f"threshold={self.threshold}"
        return f"bracket(epsilon={self.epsilon}, delta={self.delta}, {cost})"

    @property
    def costs(self) -> Power | Beyond:
        """What its cells cost."""
        if self.threshold is None:
            return Power(self.cost, self.sensitivity / self.n)
        return Beyond(self.threshold * self.n / self.sensitivity)


@dataclass(frozen=True)
class Power:
    """|x|^p; cell j lies about j, and its mirror image is -j."""

    p: Fraction
    width: Fraction
    alone: ClassVar[int] = 1  # cells that are their own mirror image

    @property
    def settled(self) -> int:
        """From here on l(j) does not fall."""
        return int(self.p) + 2

    @property
    def unit(self) -> tuple[Fraction, Fraction]:
        """Below and above width^p."""
        return power(self.width, self.p)

    def lowest(self, j: int) -> Fraction:
        """l(j)."""
        return lowest_cost(j, self.p)

    def highest(self, j: int) -> Fraction:
        """u(j), for cell j and its mirror image together."""
        return highest_cost(j, self.p)

    def beyond(self, tail: Tail) -> Fraction:
        """What a tail costs at most."""
        return ends(tail.cost(self.p))[1]


@dataclass(frozen=True)
class Beyond:
    """1 beyond a place, else 0; cell j goes from j to j + 1, and its mirror image is -1 - j."""

    place: Fraction
    alone: ClassVar[int] = 0
    unit: ClassVar[tuple[Fraction, Fraction]] = (Fraction(1), Fraction(1))

    @property
    def settled(self) -> int:
        """From here on all cells cost 1."""
        return math.ceil(self.place)

    def lowest(self, j: int) -> Fraction:
        """1 when all of cell j lies beyond."""
        return Fraction(j >= self.place)

    def highest(self, j: int) -> Fraction:
        """The share of cell j that lies beyond, and that of its mirror image."""
        return 2 * min(max(j + 1 - self.place, Fraction(0)), Fraction(1))

    def beyond(self, tail: Tail) -> Fraction:
        """What a tail costs: all of it."""
        return ends(tail.total())[1]


@dataclass(frozen=True)
class Test:
    """Numbers g_k(j) for one shift k, over the scale: ``values`` from ``first`` on, 0 elsewhere."""

    shift: int
    first: int
    values: list[int]

    @property
    def reach(self) -> int:
        """g_k and g_k(. - k) are 0 at j and at its mirror image for j from here on."""
        return self.shift + max(abs(self.first), abs(self.first + len(self.values)))


def report(document: Any) -> Report:
    """What is found about a certificate.

    Raises
    ------
    Rejected
        When the document is not a well-formed certificate of this kind.
    """
    top = fields(document, "certificate", {
        "format": one_of(FORMAT), "kind": one_of(KIND), "version": one_of(VERSION),
        "epsilon": rational, "delta": rational, "sensitivity": rational, "cost": _cost,
        "n": _count, "lower": _lower, "upper": _upper, "digest": one_of(_digest(document)),
    })  # fmt: skip
    asked = question(top)
    failing, reason = None, ""
    with ctx.workprec(4 * BITS):
        try:
            below = {"group": 1} | top["lower"]
            check_lower(grouped(asked, below.pop("group")), **below)
            failing = "upper"
            above = {"n": asked.n, "group": 1} | top["upper"]
            asked = replace(asked, n=above.pop("n"))
            check_upper(with_long_cells(asked, above.pop("group"), above), **above)
            failing = None
        except Rejected as problem:
            failing, reason = failing or "lower", str(problem)
    done = {None: 2, "upper": 1, "lower": 0}[failing]
    return Report(not reason, asked.name, "holds", "certified", done, failing, reason, TRUSTS, True)


def question(top: dict[str, Any]) -> Question:
    """The numbers that a certificate is about."""
    cost, threshold = top["cost"]
    unit, n = top["sensitivity"], top["n"]
    asked = Question(top["epsilon"], top["delta"], unit, cost, n, threshold)
    need(0 <= asked.epsilon <= MOST_EPSILON, f"epsilon: not in [0, {MOST_EPSILON}]")
    fits = 0 <= asked.delta < 1 and asked.epsilon + asked.delta > 0
    need(fits, "delta: not in [0, 1), or 0 beside epsilon = 0")
    need(asked.sensitivity > 0, "sensitivity: not positive")
    if threshold is None:
        need(0 < cost <= MOST_COST, f"cost: not in (0, {MOST_COST}]")
    else:
        need(threshold > 0, "cost: the threshold is not positive")
    return asked


# -- groups --------------------------------------------------------------------------------------


def grouped(asked: Question, size: int) -> Question:
    """What noise for one sensitivity does for a group of them, with delta rounded up."""
    need(size > 0, "group: not positive")
    epsilon = size * asked.epsilon
    need(epsilon <= MOST_EPSILON, f"group: epsilon is beyond {MOST_EPSILON} for it")
    times = Fraction(size)
    if size > 1 and epsilon:
        times = ends(ball(epsilon).expm1() / ball(asked.epsilon).expm1())[1]
    return replace(
        asked, epsilon=epsilon, delta=times * asked.delta, sensitivity=size * asked.sensitivity
    )


def with_long_cells(asked: Question, size: int, noise: dict[str, Any]) -> Question:
    """What a shift by a cell of this many sensitivities may uncover."""
    if size != 1:
        plain = asked.n == 1 and noise["atom"] == 0 and "ratio" not in noise
        need(size > 0 and plain, "group: not of cells as long as itself, without atom and ratio")
    return replace(asked, delta=size * asked.delta, sensitivity=size * asked.sensitivity)


# -- from below -----------------------------------------------------------------------------------


def check_lower(asked: Question, bound: Fraction, scale: int, tests: Sequence[Test]) -> None:
    """No private noise costs less than the bound."""
    need(scale > 0, "scale: not positive")
    shifts = [each.shift for each in tests]
    need(shifts == sorted(set(shifts)), "tests: not in the order of their shifts, each once")
    need(all(0 < k <= asked.n for k in shifts), "tests: a shift beyond the sensitivity")
    costs = asked.costs
    reach = max([each.reach for each in tests] + [costs.settled])
    need(reach <= MOST_CELLS, f"tests: beyond {MOST_CELLS} cells")
    # Cell 0 stands at the origin; the mirror image of cell j stands at reach - j.
    origin = reach + 1 - costs.alone
    here, there = [0] * (2 * reach + 2), [0] * (2 * reach + 2)
    for each in tests:
        for j, value in enumerate(each.values, each.first + origin):
            here[j] += value
            there[j + each.shift] += value
    _, growth = between(asked.epsilon)
    least = min(
        costs.lowest(j)
        + Fraction(
            ((here[origin + j] + here[reach - j]) << BITS)
            - growth * (there[origin + j] + there[reach - j]),
            scale << (BITS + 1),
        )
        for j in range(reach + 1)
    )
    weight = Fraction(sum(max(each.values) for each in tests), scale)
    shown = (least - asked.delta * max(least, weight)) * costs.unit[0]
    need(bound <= 0 or bound <= shown, "the lower bound is above what is proved")


def lowest_cost(j: int, cost: Fraction) -> Fraction:
    """l(j): joined by lines, these numbers are nowhere above |x|^p; nor do they fall beyond p + 1.

    For p >= 1 both ends of a cell are below the tangent at its middle; for p < 1 it is the chord.
    """
    if cost < 1:
        return power(Fraction(j), cost)[0]
    found, half = [], cost / 2
    for middle, offset in ((j + HALF, -half), (j - HALF, half)):
        if middle > 0:
            found += [(middle + offset) * end for end in power(middle, cost - 1)]
    return min(found)


# -- from above -----------------------------------------------------------------------------------


def check_upper(
    asked: Question,
    bound: Fraction,
    total: int,
    atom: int,
    masses: Sequence[int],
    ratio: Fraction | None = None,
    periods: int | None = None,
) -> None:
    """A step density with an atom is private, and costs no more than the bound."""
    need(total > 0, "total: not positive")
    need(len(masses) * asked.n <= MOST_WORK, "masses: too many for so fine a lattice")
    costs = asked.costs
    need(
        atom + 2 * sum(masses) - costs.alone * masses[0] == total,
        "masses: their sum is not the total",
    )
    growth, _ = between(asked.epsilon)
    line = [*reversed(masses[costs.alone :]), *masses]
    spent = sum((m * costs.highest(j) for j, m in enumerate(masses)), Fraction(0))
    mass, uncovered = Fraction(total), Fraction(atom)
    if ratio is None:
        need(periods is None, "periods: there is no ratio")
        line += [0] * asked.n
    else:
        tail = Tail.of(masses, asked.n, ratio, periods)
        need(ratio * growth >= 1 << BITS, "ratio: below e^-epsilon")
        mass += ends(tail.total())[0]
        uncovered += ends(tail.end())[1]
        spent += costs.beyond(tail)
    counted = len(line) - asked.n  # from there on, what is uncovered is known
    scaled, grown = [m << BITS for m in line[:counted]], [m * growth for m in line]
    most = (asked.delta * mass - uncovered) * (1 << BITS)
    for shift in range(asked.n + 1):
        lost = sum(x - y for x, y in zip(scaled, grown[shift:], strict=False) if x > y)
        need(lost <= most, f"not private at a shift of {shift} cells")
    need(bound >= spent / mass * costs.unit[1], "the upper bound is below what is proved")


def highest_cost(j: int, cost: Fraction) -> Fraction:
    """No less than the mean of |x|^p over cell j, and over cell -j if that is another one."""
    far = power(j + HALF, cost + 1)[1]
    if j == 0:
        return 2 * far / (cost + 1)
    return 2 * (far - power(j - HALF, cost + 1)[0]) / (cost + 1)


# -- numbers --------------------------------------------------------------------------------------


def between(epsilon: Fraction) -> tuple[int, int]:
    """Integers below and above e^epsilon 2^BITS; itself for epsilon = 0."""
    if epsilon == 0:
        return 1 << BITS, 1 << BITS
    below, above = ends(ball(epsilon).exp())
    return math.floor(below * (1 << BITS)), math.ceil(above * (1 << BITS))


def power(base: Fraction, exponent: Fraction) -> tuple[Fraction, Fraction]:
    """Below and above a power of a number >= 0 with an exponent >= 0; exact where it is whole."""
    if exponent.denominator == 1:
        return (base ** int(exponent),) * 2
    if base == 0:
        return Fraction(0), Fraction(0)
    return ends(ball(base) ** ball(exponent))


def ends(value: arb) -> tuple[Fraction, Fraction]:
    """The ends of a ball."""
    return end(value.lower()), end(value.upper())


# -- reading --------------------------------------------------------------------------------------


def rational(value: Any, place: str) -> Fraction:
    """A rational number p/q."""
    need(isinstance(value, str) and bool(RATIONAL.fullmatch(value)), f"{place}: not a number p/q")
    return Fraction(value)


def integers(value: Any, place: str) -> list[int]:
    """Integers >= 0, at least one, with a blank between two."""
    fits = isinstance(value, str) and bool(INTEGERS.fullmatch(value))
    need(fits, f"{place}: not a text of integers >= 0")
    return [int(part) for part in value.split(" ")]


def integer(value: Any, place: str) -> int:
    """One integer >= 0."""
    found = integers(value, place)
    need(len(found) == 1, f"{place}: not one integer")
    return found[0]


def _cost(value: Any, place: str) -> tuple[Fraction, Fraction | None]:
    """p, or 0 and a threshold."""
    if isinstance(value, str) and value.startswith(THRESHOLD):
        return Fraction(0), rational(value.removeprefix(THRESHOLD), place)
    return rational(value, place), None


def _count(value: Any, place: str) -> int:
    need(type(value) is int and 0 < value <= MOST_SHIFT, f"{place}: not in [1, {MOST_SHIFT}]")
    return int(value)


def _place(value: Any, place: str) -> int:
    need(type(value) is int and abs(value) <= MOST_CELLS, f"{place}: not the number of a cell")
    return int(value)


def _test(value: Any, place: str) -> Test:
    read = fields(value, place, {"shift": _place, "first": _place, "values": integers})
    return Test(**read)


def _lower(value: Any, place: str) -> dict[str, Any]:
    return fields(value, place, {
        "bound": rational, "scale": integer, "tests": many(_test, MOST_SHIFT),
    } | _given(value, {"group": integer}))  # fmt: skip


def _upper(value: Any, place: str) -> dict[str, Any]:
    own = {"n": _count, "group": integer, "ratio": rational, "periods": integer}
    return fields(value, place, {
        "bound": rational, "total": integer, "atom": integer, "masses": integers,
    } | _given(value, own))  # fmt: skip


def _given(value: Any, readers: dict[str, Any]) -> dict[str, Any]:
    """The readers of the fields that are there, of those that need not be."""
    present = value if isinstance(value, dict) else {}
    return {name: reader for name, reader in readers.items() if name in present}


def _digest(document: Any) -> str:
    body = document if isinstance(document, dict) else {}
    return digest({key: part for key, part in body.items() if key != "digest"})
