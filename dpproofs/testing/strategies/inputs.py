"""Inputs, and pairs of neighbouring ones: numbers, vectors, lists of records."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any, Literal, TypeAlias

from hypothesis import strategies as st

from dpproofs.auditing.target import Pair

Norm: TypeAlias = Literal["l1", "l2", "linf"]
Relation: TypeAlias = Literal["add/remove", "replace-one"]

CORNERS = (
    [0.0, 1.0, -1.0, 0.5, 1 / 3, 5e-324, 2.0**-1022, 2.0**53, -(2.0**53), 2.0**53 + 2]
    + [-0.0, 1e-9, 30.0, -60.0, 1e6, 1e15, -1e300]
    + [2.0**k for k in (-20, 10, 31, 63)]
)  # fmt: skip


def inputs(
    min_value: float = -1e300, max_value: float = 1e300, *, integers: bool = False
) -> st.SearchStrategy[Any]:
    """Numbers to hand to a sampler: zero, subnormal, powers of two, 2^53, negative, far away.

    They shrink to 0, then to small integers.

    >>> from hypothesis import find
    >>> from dpproofs.testing import strategies
    >>> find(strategies.inputs(), lambda _: True)
    0.0
    """
    if integers:
        return _integers(math.ceil(min_value), math.floor(max_value))
    inside_real = [x for x in CORNERS if min_value <= x <= max_value]
    plain = st.floats(min_value, max_value, allow_nan=False)
    return st.one_of(st.sampled_from(inside_real), plain) if inside_real else plain


def _integers(low: int, high: int) -> st.SearchStrategy[int]:
    """Small ones, those that 31, 53 and 62 bits end at, and any."""
    ends = [2**31, -(2**31), 2**53, 2**53 + 1, -(2**53) - 1, 2**62]
    ways = [st.integers(low, high)]
    if inside := [x for x in ends if low <= x <= high]:
        ways.insert(0, st.sampled_from(inside))
    if max(low, -100) <= min(high, 100):
        ways.insert(0, st.integers(max(low, -100), min(high, 100)))
    return st.one_of(*ways)


@st.composite
def neighbouring_numbers(
    draw: st.DrawFn, sensitivity: float = 1.0, *, integers: bool = False
) -> Pair:
    """Two different numbers at most the sensitivity apart, exactly, often as far as it allows.

    They shrink to 0 and the sensitivity.

    >>> from hypothesis import find
    >>> from dpproofs.testing import strategies
    >>> find(strategies.neighbouring_numbers(2.0, integers=True), lambda _: True)
    Pair(input=0, neighbour=2)
    """
    first = draw(inputs(-1e15, 1e15, integers=integers))
    if integers:
        reach = math.floor(sensitivity)
        step = draw(st.sampled_from([reach, -reach, 1, -1]) | st.integers(1, reach))
        return Pair(first, first + step)
    part = draw(st.sampled_from([1.0, -1.0, 0.5]) | st.floats(2.0**-10, 1.0))
    second = first + part * sensitivity
    while abs(Fraction(second) - Fraction(first)) > Fraction(sensitivity):
        second = math.nextafter(second, first)
    return Pair(first, second if second != first else _next_to(first, sensitivity))


def _next_to(number: float, sensitivity: float) -> float:
    """A neighbour of a number, or 0's full shift where doubles are further apart than that."""
    beside = math.nextafter(number, math.inf)
    near = Fraction(beside) - Fraction(number) <= Fraction(sensitivity)
    return beside if near else number


@st.composite
def neighbouring_vectors(
    draw: st.DrawFn,
    sensitivity: int = 1,
    *,
    norm: Norm = "l1",
    min_size: int = 1,
    max_size: int = 5,
) -> Pair:
    """Two vectors of integers, as tuples, at a distance of at most the sensitivity.

    They shrink to one entry, 0 against the sensitivity, which is spent in full on the first entries
    in the l1 and the l2 norm, and on all of them in the l-infinity norm.

    >>> from hypothesis import find
    >>> from dpproofs.testing import strategies
    >>> find(strategies.neighbouring_vectors(2), lambda _: True)
    Pair(input=(0,), neighbour=(2,))
    """
    first = draw(st.lists(st.integers(-9, 9), min_size=min_size, max_size=max_size))
    left = sensitivity if norm != "l2" else sensitivity**2
    second = []
    for entry in first:
        most = left if norm == "l1" else math.isqrt(left) if norm == "l2" else sensitivity
        step = most - draw(st.integers(0, 2 * most))
        left -= abs(step) if norm == "l1" else step**2 if norm == "l2" else 0
        second.append(entry + step)
    if second == first:
        second[0] += sensitivity
    return Pair(tuple(first), tuple(second))


@st.composite
def neighbouring_records(
    draw: st.DrawFn,
    records: st.SearchStrategy[Any] | None = None,
    *,
    relation: Relation = "add/remove",
    max_size: int = 8,
) -> Pair:
    """Two lists of records that differ by one: added or removed, or replaced by another.

    They shrink to ``[0]`` against ``[]``, and to ``[0]`` against ``[1]``.

    >>> from hypothesis import find
    >>> from dpproofs.testing import strategies
    >>> find(strategies.neighbouring_records(), lambda _: True)
    Pair(input=[0], neighbour=[])
    """
    entries = st.integers(0, 3) if records is None else records
    rows = draw(st.lists(entries, min_size=1, max_size=max_size))
    place = draw(st.integers(0, len(rows) - 1))
    if relation == "add/remove":
        fewer = rows[:place] + rows[place + 1 :]
        return Pair(fewer, rows) if draw(st.booleans()) else Pair(rows, fewer)
    other = draw(entries.filter(lambda entry: entry != rows[place]))
    return Pair(rows, [*rows[:place], other, *rows[place + 1 :]])
