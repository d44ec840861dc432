"""Tasks and tallies: draws are made and counted where they are made; only counts travel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpproofs.auditing.forms import Form, are_mixed, form_together
from dpproofs.auditing.labels import Failure, labels
from dpproofs.auditing.sampler.grids import Grid, bins_of
from dpproofs.auditing.target import Draws, Pair, Target, TargetError
from dpproofs.auditing.targets.calls import in_time
from dpproofs.auditing.targets.overseen import alone
from dpproofs.auditing.traits import seen

Counts = NDArray[np.int64]

BLOCK = 1 << 15  # pairs made at a time: they stay in a core's own cache
FEW = 1 << 10  # of which fewer take longer to call for than to sort
SAMPLE, ENTRIES = 4096, 1 << 22  # draws at each input that are sent back as they are; their entries
FEWEST = 256  # ... of draws with very many
KEPT = 1 << 24  # bytes: more than is in use at a time


@dataclass(frozen=True)
class Partition:
    """A grid whose bins are put into classes.

    Attributes
    ----------
    grid
        Sorts draws into bins.
    table
        The class of each bin.
    classes
        The number of classes.
    most
        Pairs of a task that are counted; the rest are left out, for grids that are slow.
    """

    grid: Grid
    table: NDArray[np.uint16]
    classes: int
    most: int | None = None


@dataclass(frozen=True)
class Task:
    """Draw pairs at two inputs and count them.

    The number and the seed decide the draws, so a task that was lost can be done again. The form is
    that of the outcomes; None when it is not known yet, and is to be told from them.
    """

    number: int
    seed: int
    pair: Pair
    count: int
    partitions: tuple[Partition, ...] = ()
    form: Form | None = None

    def generators(self) -> tuple[np.random.Generator, np.random.Generator]:
        """Randomness for the input and for its neighbour."""
        return tuple(np.random.default_rng((self.seed, self.number, side)) for side in (0, 1))  # type: ignore[return-value]


@dataclass(frozen=True)
class Tally:
    """What a task counted.

    Attributes
    ----------
    number
        Of the task.
    joint
        For each partition: pairs by the class of y and the class of y'.
    here, there
        For each partition: draws at the input and at its neighbour, by bin.
    sample
        The first draws at each input.
    form
        That of the outcomes.
    labels
        Of failures, by code.
    said
        What was said about a failure.
    mixed
        Whether outcomes are of types that the form does not tell.
    """

    number: int
    joint: tuple[Counts, ...]
    here: tuple[Counts, ...]
    there: tuple[Counts, ...]
    sample: tuple[Draws, Draws]
    form: Form
    labels: dict[int, str] = field(default_factory=dict)
    said: str = ""
    mixed: bool = False


def count(target: Target, task: Task) -> Tally:
    """Do a task.

    Raises
    ------
    TargetError
        When the target as a whole fails, or returns something else than count outcomes.
    """
    keep_memory()
    counted = Counted(task.partitions)
    randomness = task.generators()
    form, said, mixed = task.form, "", False
    sample: tuple[Draws, Draws] | None = None
    for start in range(0, task.count, BLOCK):
        block = min(BLOCK, task.count - start)
        raw = [
            answered(target, value, block, rng)
            for value, rng in zip((task.pair.input, task.pair.neighbour), randomness, strict=True)
        ]
        said = said or next((detail for draws in raw if (detail := failure_in(draws))), "")
        form = form or form_together(*raw)
        mixed = mixed or (form.kind in {"number", "vector"} and are_mixed(*raw))
        y, z = (seen(draws, form) for draws in raw)
        if sample is None:
            sample = y[: most_kept(y)].copy(), z[: most_kept(z)].copy()
        if not start and block <= FEW and y.dtype == z.dtype:
            counted.few(np.concatenate([y, z]))
        else:
            counted.many(y, z, start)
    if sample is None or form is None:
        raise ValueError("a task has at least one pair")
    return Tally(task.number, *counted.counts, sample, form, labels(), said, mixed)


class Counted:
    """Pairs and draws, counted by partition.

    Attributes
    ----------
    joint, here, there
        As in a tally, of all partitions one after the other.
    """

    def __init__(self, partitions: Sequence[Partition]) -> None:
        self.partitions = partitions
        self.bins = np.cumsum([0, *(p.grid.size for p in partitions)])
        self.cells = np.cumsum([0, *(p.classes**2 for p in partitions)])
        self.here, self.there = np.zeros((2, int(self.bins[-1])), dtype=np.int64)
        self.joint = np.zeros(int(self.cells[-1]), dtype=np.int64)

    @property
    def counts(self) -> tuple[tuple[Counts, ...], tuple[Counts, ...], tuple[Counts, ...]]:
        """The three by partition."""
        joint = _parts(self.joint, self.cells)
        square = [c.reshape(p.classes, -1) for c, p in zip(joint, self.partitions, strict=True)]
        return (*square,), _parts(self.here, self.bins), _parts(self.there, self.bins)

    def few(self, both: Draws) -> None:
        """Count a few draws at the input, and after these as many at the neighbour, in one call."""
        if not self.partitions:
            return
        found = np.stack(bins_of([p.grid for p in self.partitions], both))
        found += self.bins[:-1, None]
        first, second = np.split(found, 2, axis=1)
        self.here += np.bincount(first.ravel(), minlength=len(self.here))
        self.there += np.bincount(second.ravel(), minlength=len(self.there))
        table = np.concatenate([p.table for p in self.partitions])
        cells = table[first] * np.array([[p.classes] for p in self.partitions])
        cells += table[second]
        cells += self.cells[:-1, None]
        self.joint += np.bincount(cells.ravel(), minlength=len(self.joint))

    def many(self, y: Draws, z: Draws, start: int) -> None:
        """Count pairs by one partition after the other, the first of which has a number."""
        joint, here, there = self.counts
        for i, partition in enumerate(self.partitions):
            if partition.most is not None and start >= partition.most:
                continue
            a, b = partition.grid.bins(y), partition.grid.bins(z)
            here[i][:] += np.bincount(a, minlength=partition.grid.size)
            there[i][:] += np.bincount(b, minlength=partition.grid.size)
            cells = partition.table[a].astype(np.intp)
            cells *= partition.classes
            cells += partition.table[b]
            joint[i].reshape(-1)[:] += np.bincount(cells, minlength=partition.classes**2)


def _parts(counts: Counts, ends: NDArray[np.intp]) -> tuple[Counts, ...]:
    """What lies between such places."""
    places = ends.tolist()
    return tuple(counts[start:end] for start, end in pairwise(places))


def most_kept(draws: Draws) -> int:
    """How many such draws are kept as they are: fewer of long vectors."""
    width = draws.shape[1] if draws.ndim > 1 else 1
    return min(SAMPLE, max(FEWEST, ENTRIES // max(width, 1)))


@cache
def keep_memory() -> None:
    """Have freed memory kept for the next block, where the C library is glibc.

    It would return the arrays of each block to the system and get them back page by page, which
    costs about as much as to draw from a fast sampler. Once a large array has been freed, which
    need not be written to, it keeps twice as much (mallopt(3), M_MMAP_THRESHOLD).
    """
    np.empty(KEPT, dtype=np.uint8)


def failure_in(draws: Draws | Sequence[Any]) -> str:
    """What was said about a failure among outcomes; empty where nothing was."""
    if isinstance(draws, np.ndarray):
        return ""
    return next((x.detail or x.label for x in draws if isinstance(x, Failure)), "")


def answered(
    target: Target, value: object, count: int, rng: np.random.Generator
) -> Draws | Sequence[Any]:
    """Outcomes of a target as they are now, whose number and kind have been looked at."""
    with alone(), in_time():
        draws = target.outcomes(value, count, rng)
    if not isinstance(draws, np.ndarray):
        if len(draws) != count:
            returned = f"{len(draws)} outcomes for {count} draws at {value!r}"
            raise TargetError(f"{target.about.name} returned {returned}")
        return draws
    if draws.shape[:1] != (count,) or draws.ndim > 2:
        returned = f"an array of shape {draws.shape} for {count} draws at {value!r}"
        raise TargetError(f"{target.about.name} returned {returned}")
    if draws.dtype.kind not in "biufUS":
        kind = f"draws of type {draws.dtype} at {value!r}: neither numbers nor strings"
        raise TargetError(f"{target.about.name} returned {kind}")
    return np.array(draws, dtype=np.int64 if draws.dtype.kind == "b" else draws.dtype)
