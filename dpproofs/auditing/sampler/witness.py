"""Witness sets: the events on which a claim is put to the test, in a form a reader can check."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpproofs.auditing.record import Recorded, SetRecord, ViewRecord
from dpproofs.auditing.sampler.views import Outcome, Output, Trait, View

Array = NDArray[np.float64]
Interval = tuple[float, float]
EXACT = 2.0**53  # doubles hold all integers up to this


@dataclass(frozen=True)
class WitnessSet(Recorded):
    """The outputs whose view is in one of some intervals [low, high), or is one of some values.

    Attributes
    ----------
    view
        What of the output is looked at.
    intervals
        Disjoint and increasing; the last may be infinite at both ends.
    without
        Values that are taken out of the intervals.
    points
        Values outside the intervals that belong to the set.
    failed
        Whether draws that are no number belong to the set.
    labels
        For categories: the outputs in the set; nothing else is used then.
    width
        For categories: how many entries of a row are looked at; all where it is None.
    complement
        For categories: whether the set is all outputs but the labels.
    """

    view: View = Output()  # noqa: RUF009 (frozen)
    intervals: tuple[Interval, ...] = ()
    without: tuple[float, ...] = ()
    points: tuple[float, ...] = ()
    failed: bool = False
    labels: tuple[str, ...] = ()
    width: int | None = None
    complement: bool = False

    def contains(self, draws: NDArray[Any]) -> NDArray[np.bool_]:
        """Which draws are in the set."""
        if self.labels or self.complement:
            inside: NDArray[np.bool_] = np.isin(
                labels_of(draws if draws.ndim == 1 else draws[:, : self.width]), self.labels
            )
            return ~inside if self.complement else inside
        if not (self.intervals or self.points or self.failed):  # of vectors, too
            return np.zeros(len(draws), dtype=bool)
        seen = self.view(draws)
        inside = np.zeros(len(seen), dtype=bool)
        for low, high in self.intervals:
            inside |= (seen >= low) & ((seen < high) | (high == math.inf))
        inside &= ~np.isin(seen, self.without)
        inside |= np.isin(seen, self.points)
        if self.failed:
            inside |= np.isnan(seen)
        return inside

    def record(self) -> SetRecord:
        """The set as data; infinite ends are None."""
        if self.labels or self.complement:
            kind = "all outputs but these" if self.complement else "outputs"
            return SetRecord(kind, str(self), outputs=self.labels)
        parts = asdict(self.view)  # type: ignore[call-overload]
        view = {**parts, "name": parts.get("name", type(self.view).__name__.lower())}
        return SetRecord(
            self._kind(),
            str(self),
            view=ViewRecord(**view),
            intervals=tuple((_finite(low), _finite(high)) for low, high in self.intervals),
            without=self.without,
            points=self.points,
            failed=self.failed,
        )

    def _failures(self) -> list[str]:
        view = self.view
        if not isinstance(view, Outcome):
            return []
        numbers = range(len(view.labels) + 2)
        return [view.named(k) for k in numbers if any(a <= k < b for a, b in self.intervals)]

    def _kind(self) -> str:
        if isinstance(self.view, Outcome):
            return "failure"
        if not self.intervals:
            return "points"
        if len(self.intervals) == 1 and not self.points:
            low, high = self.intervals[0]
            return "half-line" if math.isinf(low) or math.isinf(high) else "interval"
        return "union"

    def __str__(self) -> str:
        if self.labels or self.complement:
            listed = ", ".join(self.labels)
            return f"y not in {{{listed}}}" if self.complement else f"y in {{{listed}}}"
        if isinstance(self.view, Outcome):
            return f"y is {' or '.join(self._failures())}"
        if isinstance(self.view, Trait):
            numbers = range(len(self.view.codes) + 1)
            chosen = [k for k in numbers if any(a <= k < b for a, b in self.intervals)]
            return f"{self.view} is {' or '.join(map(self.view.named, chosen))}"
        parts = [_within(str(self.view), low, high) for low, high in self.intervals]
        if self.points:
            parts.append(f"{self.view} in {{{', '.join(map(repr, self.points))}}}")
        if self.failed:
            parts.append(f"{self.view} is no number")
        text = " or ".join(parts) or "nothing"
        if self.without:
            text += f", but not {self.view} in {{{', '.join(map(repr, self.without))}}}"
        return text


def labels_of(draws: NDArray[Any]) -> NDArray[np.str_]:
    """Each draw as a string: categories as they are, vectors as their tuple.

    That is one of integers where all entries are, whatever the array is of.
    """
    if draws.ndim == 1 and draws.dtype.kind in "US":
        return draws.astype(str)
    if draws.ndim == 1:
        return np.array([str(draw) for draw in draws.tolist()], dtype=np.str_)
    rows = draws.astype(np.float64)
    whole = ((rows == np.floor(rows)) & (np.abs(rows) < EXACT)).all(axis=1).tolist()
    both = zip(rows.tolist(), whole, strict=True)
    found = (tuple(map(int, row)) if integers else tuple(row) for row, integers in both)
    return np.array([*map(str, found)], dtype=np.str_)


def merged(intervals: Sequence[Interval]) -> tuple[Interval, ...]:
    """Neighbouring intervals of an increasing sequence joined."""
    joined: list[Interval] = []
    for low, high in intervals:
        if joined and joined[-1][1] == low:
            joined[-1] = (joined[-1][0], high)
        else:
            joined.append((low, high))
    return tuple(joined)


def _within(name: str, low: float, high: float) -> str:
    if math.isinf(low) and math.isinf(high):
        return f"any {name}"
    if math.isinf(low):
        return f"{name} < {high!r}"
    return f"{name} >= {low!r}" if math.isinf(high) else f"{low!r} <= {name} < {high!r}"


def _finite(number: float) -> float | None:
    return number if math.isfinite(number) else None
