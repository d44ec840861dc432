"""Grids: numbers put into finitely many bins, fixed before the draws that they sort."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpproofs.auditing.sampler.bets import OrderedBins
from dpproofs.auditing.sampler.views import Outcome, Output, View
from dpproofs.auditing.sampler.witness import WitnessSet, labels_of, merged

Array = NDArray[np.float64]
Bins = NDArray[np.intp]
Mask = NDArray[np.bool_]

RARE, TWOFOLD = 1, 2  # how events are that a grid is made for
SHIFT = 46  # low bits of a double that a bin forgets: 64 bins to an octave are left
SIGN, MAGNITUDE = 63, (1 << 63) - 1  # place of the sign bit of a double, and all bits but it
FINEST, COARSEST = 10, 14  # octaves of the spread below and above which bins are merged
NEARER = 16  # times the nearest quarter of distances, beyond which half of them are unusual
FURTHEST = 960  # octaves from 1 that a grid may be at, so that its ends are doubles
MOST_POINTS = 32
UNITS = (0x3FE << 6, 0x40F << 6)  # keys of distances from 1/2 to 2^16, for whole numbers
SEVERAL = 3  # times a value has to be seen to be tried as an atom


class Grid(ABC):
    """A partition of the outputs into bins 0..size - 1."""

    ordered: bool
    """Whether half-lines and intervals of bins mean something."""

    rare: int = 0
    """RARE where it is made for events that seldom happen, and hardly ever at both inputs; TWOFOLD
    where there are such events of each input, in bins of their own; 0 otherwise."""

    @property
    def along(self) -> OrderedBins | None:
        """The bins with single values at their places among the intervals; None without any."""
        return None

    @property
    @abstractmethod
    def size(self) -> int:
        """The number of bins."""

    @property
    @abstractmethod
    def line(self) -> int:
        """The number of bins that are intervals; single values come after them."""

    @abstractmethod
    def bins(self, draws: NDArray[Any]) -> Bins:
        """The bin of each draw."""

    @abstractmethod
    def witness(self, chosen: Mask) -> WitnessSet:
        """The union of the chosen bins, as a set of outputs."""


@dataclass(frozen=True)
class LogGrid(Grid):
    """Bins that are 64 to an octave of the distance from a centre, some single values, and NaN.

    The bin is read off the bits of the distance, which costs a few nanoseconds a draw.
    """

    view: View
    centre: float
    lowest: int
    highest: int
    points: tuple[float, ...] = ()
    ordered = True

    @classmethod
    def fitted(cls, view: View, draws: NDArray[Any]) -> LogGrid:
        """A grid around the median of draws, and as fine as their spread asks for.

        It is finer where far more than usual are near, beside many that are far away.
        """
        seen = view(draws)
        seen = np.sort(seen[np.isfinite(seen)])
        centre = _median(seen) if seen.size else 0.0
        distances = np.abs(seen - centre)
        away = np.sort(distances[distances > 0])
        spread = _median(away) if away.size else max(1.0, abs(centre))
        near = _quartile(away) if away.size else spread
        low, high = (
            math.ldexp(1.0, max(-FURTHEST, min(math.frexp(size)[1], FURTHEST)) + octaves)
            for size, octaves in ((min(spread, NEARER * near), -FINEST), (spread, COARSEST))
        )
        return cls(view, centre, _key(max(low, 1e-300)), _key(min(high, 1e300)), repeated(seen))

    @cached_property
    def line(self) -> int:
        return 2 * (self.highest - self.lowest + 1)

    @cached_property
    def size(self) -> int:
        return self.line + len(self.points) + 1

    def bins(self, draws: NDArray[Any]) -> Bins:
        seen = self.view(draws)
        found = _by_octaves(seen, self.centre, self.lowest, self.highest)
        self.mark(found, seen)
        return found

    def mark(self, found: Bins, seen: Array) -> None:
        """Put single values, and what is no number, into bins of their own."""
        for i, point in enumerate(self.points):
            found[seen == point] = self.line + i
        if seen.size and np.isnan(seen.min()):
            found[np.isnan(seen)] = self.size - 1

    @cached_property
    def along(self) -> OrderedBins | None:
        if not self.points:
            return None
        within = np.searchsorted(self.edges()[1:-1], self.points, side="right")
        return OrderedBins.of(self.line, within)

    def edges(self) -> Array:
        """The line + 1 ends of the intervals, the first and the last infinite."""
        keys = np.arange(self.lowest + 1, self.highest + 1, dtype=np.int64) << SHIFT
        magnitudes = keys.view(np.float64)
        inner = np.concatenate([-magnitudes[::-1], [0.0], magnitudes]) + self.centre
        return np.concatenate([[-math.inf], inner, [math.inf]])

    def witness(self, chosen: Mask) -> WitnessSet:
        return _line_set(self.view, self.edges(), self.points, chosen)


@dataclass(frozen=True)
class EdgeGrid(Grid):
    """The intervals between given edges, the edges themselves as single values, and NaN."""

    view: View
    ends: tuple[float, ...]
    ordered = True

    @property
    def line(self) -> int:
        return len(self.ends) + 1

    @property
    def size(self) -> int:
        return self.line + len(self.ends) + 1

    @cached_property
    def along(self) -> OrderedBins | None:
        return OrderedBins.of(self.line, np.arange(len(self.ends)))

    def bins(self, draws: NDArray[Any]) -> Bins:
        seen = self.view(draws)
        ends = np.array(self.ends)
        bins = np.searchsorted(ends, seen, side="right")
        on = (bins > 0) & (ends[bins - 1] == seen)
        found = np.where(on, self.line + bins - 1, bins)
        return np.where(np.isnan(seen), self.size - 1, found)

    def witness(self, chosen: Mask) -> WitnessSet:
        edges = np.array([-math.inf, *self.ends, math.inf])
        return _line_set(self.view, edges, self.ends, chosen)


@dataclass(frozen=True)
class ShiftGrid(Grid):
    """So many equal bins on either side of an input, the outermost without end, and NaN."""

    origin: float
    unit: float
    reach: int
    ordered = True

    @property
    def line(self) -> int:
        return 2 * self.reach

    @property
    def size(self) -> int:
        return self.line + 1

    def bins(self, draws: NDArray[Any]) -> Bins:
        with np.errstate(over="ignore", invalid="ignore"):
            away = np.asarray(draws, dtype=np.float64) - self.origin
            away /= self.unit
            away += self.reach
        np.floor(away, out=away)
        np.clip(away, 0, self.line - 1, out=away)
        away[np.isnan(away)] = self.line
        return away.astype(np.intp)

    def witness(self, chosen: Mask) -> WitnessSet:
        edges = self.origin + self.unit * np.arange(-self.reach, self.reach + 1, dtype=np.float64)
        edges[[0, -1]] = -math.inf, math.inf
        return _line_set(Output(), edges, (), chosen)


@dataclass(frozen=True)
class EvenGrid(Grid):
    """Equal bins of [0, top), for fractional parts and residues."""

    view: View
    top: float
    count: int
    rare: int = 0
    ordered = False

    @property
    def line(self) -> int:
        return self.count

    @property
    def size(self) -> int:
        return self.count

    def bins(self, draws: NDArray[Any]) -> Bins:
        scaled = self.view(draws) * (self.count / self.top)
        return np.clip(scaled.astype(np.intp), 0, self.count - 1)

    def witness(self, chosen: Mask) -> WitnessSet:
        edges = np.linspace(0.0, self.top, self.count + 1)
        edges[-1] = math.inf  # rounding may put a fractional part on 1
        return _line_set(self.view, edges, (), chosen)


@dataclass(frozen=True)
class PointGrid(Grid):
    """One bin for each of some values, in increasing order, and a last one for all the rest.

    Attributes
    ----------
    learns
        Whether the values are those that come again, and change as draws are seen.
    """

    values: tuple[float, ...]
    learns: bool = True
    ordered = False
    rare = RARE

    @property
    def line(self) -> int:
        return self.size

    @property
    def size(self) -> int:
        return len(self.values) + 1

    def bins(self, draws: NDArray[Any]) -> Bins:
        rest = len(self.values)
        if not rest:
            return np.zeros(len(draws), dtype=np.intp)
        values, seen = np.array(self.values), np.asarray(draws, dtype=np.float64)
        places = np.minimum(np.searchsorted(values, seen), rest - 1)
        return np.where(values[places] == seen, places, rest)

    def witness(self, chosen: Mask) -> WitnessSet:
        named = list(zip(self.values, chosen[:-1].tolist(), strict=True))
        if not chosen[-1]:
            return WitnessSet(points=tuple(value for value, inside in named if inside))
        without = tuple(value for value, inside in named if not inside)
        return WitnessSet(intervals=((-math.inf, math.inf),), without=without, failed=True)


@dataclass(frozen=True)
class LabelGrid(Grid):
    """One bin for each of some outputs, by their first entries, and a last one for all others."""

    labels: tuple[str, ...]
    width: int | None = None
    ordered = False

    @property
    def line(self) -> int:
        return self.size

    @property
    def size(self) -> int:
        return len(self.labels) + 1

    def bins(self, draws: NDArray[Any]) -> Bins:
        if not self.labels:
            return np.zeros(len(draws), dtype=np.intp)
        known, order = self._known
        texts = labels_of(draws if draws.ndim == 1 else draws[:, : self.width])
        place = np.minimum(np.searchsorted(known, texts), len(known) - 1)
        return np.where(known[place] == texts, order[place], len(known))

    @cached_property
    def _known(self) -> tuple[NDArray[np.str_], Bins]:
        """The labels in order, and the bin of each."""
        known = np.array(self.labels)
        order = np.argsort(known)
        return known[order], order

    def witness(self, chosen: Mask) -> WitnessSet:
        rest = bool(chosen[-1])
        named = zip(self.labels, chosen[:-1], strict=True)
        return WitnessSet(
            view=Output(),
            labels=tuple(label for label, inside in named if bool(inside) != rest),
            width=self.width,
            complement=rest,
        )


def bins_of(grids: Sequence[Grid], draws: NDArray[Any]) -> list[Bins]:
    """The bins of draws by several grids: a few calls for all that are logarithmic."""
    known: dict[Any, Array] = {}
    logarithmic = [grid for grid in grids if isinstance(grid, LogGrid)]
    if len(logarithmic) < SEVERAL:
        return [grid.bins(draws) for grid in grids]
    seen = np.stack([grid.view.among(draws, known) for grid in logarithmic])
    centre = np.array([[grid.centre] for grid in logarithmic])
    ends = np.array([(grid.lowest, grid.highest) for grid in logarithmic]).T[..., None]
    found = _by_octaves(seen, centre, *ends)
    strange = seen.size and np.isnan(seen.min())
    for grid, bins, numbers in zip(logarithmic, found, seen, strict=True):
        if grid.points or strange:
            grid.mark(bins, numbers)
    rows = iter(found)
    return [next(rows) if isinstance(grid, LogGrid) else grid.bins(draws) for grid in grids]


def _by_octaves(seen: Array, centre: Any, lowest: Any, highest: Any) -> Bins:
    """The bins of numbers by their distance from a centre; of rows, from one each."""
    distance = seen - centre
    distance += 0.0  # turns -0.0, whose sign bit says that it is below, into 0.0
    key: Bins = distance.view(np.int64)
    below = key >> SIGN  # -1 below the centre, otherwise 0
    key &= MAGNITUDE
    key += below  # intervals are closed to the left on both sides of the centre
    key >>= SHIFT
    np.maximum(key, lowest, out=key)  # np.clip takes longer to call
    np.minimum(key, highest, out=key)
    key -= lowest
    key ^= below  # key becomes -1 - key below the centre
    key += highest - lowest + 1
    return key


def repeated(ordered: Array) -> tuple[float, ...]:
    """The values that occur several times, the most frequent ones only; all in increasing order."""
    starts = np.flatnonzero(np.concatenate([[True], ordered[1:] != ordered[:-1]])[: len(ordered)])
    values, counts = ordered[starts], np.diff(starts, append=len(ordered))
    several = counts >= SEVERAL
    values, counts = values[several], counts[several]
    kept = np.argsort(-counts, kind="stable")[:MOST_POINTS]
    return tuple(np.sort(values[kept]).tolist())


def _median(ordered: Array) -> float:
    """The median of numbers in increasing order."""
    middle = len(ordered) // 2
    first, second = ordered[[middle - (len(ordered) % 2 == 0), middle]].tolist()
    return float(first if len(ordered) % 2 else (first + second) / 2)


def _quartile(ordered: Array) -> float:
    """The lower quartile of numbers in increasing order, by linear interpolation."""
    place, part = divmod(len(ordered) - 1, 4)
    first, second = ordered[[place, min(place + 1, len(ordered) - 1)]].tolist()
    if part < 2:
        return float(first + (second - first) * part / 4)
    return float(second - (second - first) * (1 - part / 4))


def _line_set(view: View, edges: Array, points: Sequence[float], chosen: Mask) -> WitnessSet:
    """The set made of intervals between edges and of single values, which belong to no interval."""
    line = len(edges) - 1
    ends = edges.tolist()
    failed = len(chosen) > line + len(points) and bool(chosen[-1])
    if failed and chosen.sum() == 1 and isinstance(view, Output):
        return WitnessSet(view=Outcome(), intervals=((1.0, math.inf),))
    intervals = merged([(ends[i], ends[i + 1]) for i in np.flatnonzero(chosen[:line]).tolist()])
    inside = [any(low <= point < high for low, high in intervals) for point in points]
    wanted = [bool(chosen[line + i]) for i in range(len(points))]
    pairs = list(zip(points, inside, wanted, strict=True))
    return WitnessSet(
        view=view,
        intervals=intervals,
        without=tuple(point for point, within, want in pairs if within and not want),
        points=tuple(point for point, within, want in pairs if want and not within),
        failed=failed,
    )


def _key(number: float) -> int:
    return int(np.float64(number).view(np.int64)) >> SHIFT
