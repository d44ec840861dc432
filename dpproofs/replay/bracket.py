"""Certificates of kind "bracket": the least cost of private noise lies between two numbers.

The theorems are proved in docs/optimum.md. Noise X is private for shifts up to the sensitivity; its
cost is E|X|^p. Everything here is counted in cells, of which a sensitivity has n, so that a cost is
in units of (sensitivity/n)^p.

lower
    For each shift k of some, numbers g_k(j) >= 0 on the integers, of which W_k is the greatest, W
    the sum of the W_k, and twice v(j) the sum over k of g_k(j) + g_k(-j) - e^epsilon (g_k(j - k) +
    g_k(-j - k)). When l(j) + v(j) >= nu for all j, no private noise costs less than
    nu - delta max(nu, W).
upper
    Masses of the cells of an even step density, and of an atom at 0. It is private when no shift k
    makes the atom and the sum over j of (p(j) - e^epsilon p(j + k))+ exceed delta.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import arb, ctx, fmpq

from dpproofs.replay.program import Report
from dpproofs.replay.reader import FORMAT, Rejected, digest, fields, many, need, one_of

KIND, VERSION = "bracket", 1
BITS = 96  # after the point, of e^epsilon and of powers that are no rational numbers
MOST_EPSILON, MOST_COST, MOST_SHIFT, MOST_CELLS, MOST_WORK = 64, 64, 4096, 100_000, 10_000_000
HALF = Fraction(1, 2)
TRUSTS = ("noise-on-a-lattice",)
RATIONAL = re.compile(r"-?[0-9]{1,200}(/[1-9][0-9]{0,199})?")
INTEGERS = re.compile(r"[0-9]{1,200}( [0-9]{1,200})*")


@dataclass(frozen=True)
class Question:
    """Whose least cost is asked for, on how fine a lattice."""

    epsilon: Fraction
    delta: Fraction
    sensitivity: Fraction
    cost: Fraction
    n: int

    @property
    def name(self) -> str:
        """What a report calls it."""
        return f"bracket(epsilon={self.epsilon}, delta={self.delta}, cost={self.cost})"


@dataclass(frozen=True)
class Test:
    """Numbers g_k(j) for one shift k, over the scale: ``values`` from ``first`` on, 0 elsewhere."""

    shift: int
    first: int
    values: list[int]

    @property
    def reach(self) -> int:
        """g_k(j) and g_k(j - k) are 0 for j and -j from here on."""
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
        "epsilon": rational, "delta": rational, "sensitivity": rational, "cost": rational,
        "n": _count, "lower": _lower, "upper": _upper, "digest": one_of(_digest(document)),
    })  # fmt: skip
    asked = question(top)
    failing, reason = None, ""
    with ctx.workprec(4 * BITS):
        try:
            check_lower(asked, **top["lower"])
            failing = "upper"
            check_upper(asked, **top["upper"])
            failing = None
        except Rejected as problem:
            failing, reason = failing or "lower", str(problem)
    done = {None: 2, "upper": 1, "lower": 0}[failing]
    return Report(not reason, asked.name, "holds", "certified", done, failing, reason, TRUSTS, True)


def question(top: dict[str, Any]) -> Question:
    """The numbers that a certificate is about."""
    asked = Question(*(top[name] for name in ("epsilon", "delta", "sensitivity", "cost", "n")))
    need(0 <= asked.epsilon <= MOST_EPSILON, f"epsilon: not in [0, {MOST_EPSILON}]")
    fits = 0 <= asked.delta < 1 and asked.epsilon + asked.delta > 0
    need(fits, "delta: not in [0, 1), or 0 beside epsilon = 0")
    need(asked.sensitivity > 0, "sensitivity: not positive")
    need(0 < asked.cost <= MOST_COST, f"cost: not in (0, {MOST_COST}]")
    return asked


# -- from below -----------------------------------------------------------------------------------


def check_lower(asked: Question, bound: Fraction, scale: int, tests: Sequence[Test]) -> None:
    """No private noise costs less than the bound."""
    need(scale > 0, "scale: not positive")
    shifts = [each.shift for each in tests]
    need(shifts == sorted(set(shifts)), "tests: not in the order of their shifts, each once")
    need(all(0 < k <= asked.n for k in shifts), "tests: a shift beyond the sensitivity")
    reach = max([each.reach for each in tests] + [int(asked.cost) + 2])
    need(reach <= MOST_CELLS, f"tests: beyond {MOST_CELLS} cells")
    here, there = [0] * (2 * reach + 1), [0] * (2 * reach + 1)
    for each in tests:
        for j, value in enumerate(each.values, each.first + reach):
            here[j] += value
            there[j + each.shift] += value
    _, growth = between(asked.epsilon)
    least = min(
        lowest_cost(j, asked.cost)
        + Fraction(
            ((here[reach + j] + here[reach - j]) << BITS)
            - growth * (there[reach + j] + there[reach - j]),
            scale << (BITS + 1),
        )
        for j in range(reach + 1)
    )
    weight = Fraction(sum(max(each.values) for each in tests), scale)
    shown = (least - asked.delta * max(least, weight)) * cell(asked)[0]
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
    asked: Question, bound: Fraction, total: int, atom: int, masses: Sequence[int]
) -> None:
    """A step density with an atom is private, and costs no more than the bound."""
    need(total > 0, "total: not positive")
    need(len(masses) * asked.n <= MOST_WORK, "masses: too many for so fine a lattice")
    need(atom + masses[0] + 2 * sum(masses[1:]) == total, "masses: their sum is not the total")
    growth, _ = between(asked.epsilon)
    line = [*masses[:0:-1], *masses, *([0] * asked.n)]
    scaled, grown = [m << BITS for m in line], [m * growth for m in line]
    most = asked.delta * (total << BITS)
    for shift in range(asked.n + 1):
        lost = sum(x - y for x, y in zip(scaled, grown[shift:], strict=False) if x > y)
        need((atom << BITS) + lost <= most, f"not private at a shift of {shift} cells")
    spent = sum(m * highest_cost(j, asked.cost) for j, m in enumerate(masses))
    shown = spent / total * cell(asked)[1]
    need(bound >= shown, "the upper bound is below what is proved")


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
    below, above = ends(arb(fmpq(epsilon.numerator, epsilon.denominator)).exp())
    return math.floor(below * (1 << BITS)), math.ceil(above * (1 << BITS))


def cell(asked: Question) -> tuple[Fraction, Fraction]:
    """Below and above (sensitivity/n)^p."""
    return power(asked.sensitivity / asked.n, asked.cost)


def power(base: Fraction, exponent: Fraction) -> tuple[Fraction, Fraction]:
    """Below and above a power of a number >= 0 with an exponent >= 0; exact where it is whole."""
    if exponent.denominator == 1:
        return (base ** int(exponent),) * 2
    if base == 0:
        return Fraction(0), Fraction(0)
    value = arb(fmpq(base.numerator, base.denominator))
    return ends(value ** arb(fmpq(exponent.numerator, exponent.denominator)))


def ends(value: arb) -> tuple[Fraction, Fraction]:
    """The ends of a ball."""
    return rational_of(value.lower()), rational_of(value.upper())


def rational_of(point: arb) -> Fraction:
    """The exact value of a ball without radius."""
    mantissa, exponent = (int(part) for part in point.man_exp())
    return Fraction(mantissa << max(exponent, 0), 1 << max(-exponent, 0))


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
    })  # fmt: skip


def _upper(value: Any, place: str) -> dict[str, Any]:
    return fields(value, place, {
        "bound": rational, "total": integer, "atom": integer, "masses": integers,
    })  # fmt: skip


def _digest(document: Any) -> str:
    body = document if isinstance(document, dict) else {}
    return digest({key: part for key, part in body.items() if key != "digest"})
