"""Data sets of a function of records: what examples say of them, and which are worth a look.

A data set is a list of records here, whatever the function takes: a `Kind` makes that of it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Any, TypeAlias

import numpy as np

from dpproofs.auditing import neighbours
from dpproofs.auditing.frames import kind_of_frame
from dpproofs.auditing.target import Pair
from dpproofs.kernel.errors import BadInput

Records: TypeAlias = list[Any]
Kind: TypeAlias = Callable[[Sequence[Any]], Any]

SIZES = (1, 2, 3, 5, 8, 13, 32)  # of data sets
DRAWN = 100  # examples from a strategy
STRATEGY = "hypothesis"  # the package whose objects are strategies


@dataclass(frozen=True)
class DataSets:
    """Data sets of example records, and which of them are neighbours.

    Attributes
    ----------
    examples
        Different records, in increasing order of the numbers in them where they have any. All data
        sets are made of these: what else lies in the domain of the function is not known.
    relation
        "add or remove", where a neighbour has one record more or less; or "replace".
    make
        From a list of records to what the function takes.
    """

    examples: tuple[Any, ...]
    relation: str = neighbours.RELATIONS[0]
    make: Kind = list

    @classmethod
    def of(
        cls, given: Any, relation: str = neighbours.RELATIONS[0], *, missing: bool = False
    ) -> DataSets:
        """Data sets of what a user gives for an example.

        Parameters
        ----------
        given
            A list of records; one record (a dictionary, a tuple, a number, a text); a Hypothesis
            strategy of records; a data set of the kind that the function takes: a DataFrame of
            pandas or polars, or an array of NumPy, with or without fields; or `DataSets`.
        relation
            "add or remove" or "replace".
        missing
            Whether values may be missing: None in one field, or for a record without fields.

        Raises
        ------
        BadInput
            For no records, an unknown relation, or one record that is to be replaced.
        """
        if isinstance(given, DataSets):
            return given
        records, make = _read(given)
        if missing:
            records += [gap for record in records[:1] + records[-1:] for gap in _gaps(record)]
            records = [record for record in records if _is_made(make, record)]
        examples = {repr(record): record for record in records}
        if not examples:
            raise BadInput("records", given, "at least one record")
        found = cls((*sorted(examples.values(), key=_size),), relation, make)
        found.pairs()
        return found

    def pairs(self) -> list[Pair]:
        """The data sets at which functions of records are known to go wrong, with neighbours."""
        return neighbours.data_sets(self.examples, self.relation)

    def some(self, rng: np.random.Generator) -> Pair:
        """A data set that may show a fault, and a neighbour."""
        size, most = int(rng.choice(SIZES)), len(self.examples)
        order = rng.permutation(most)[: int(rng.integers(1, most + 1))]  # others are left out
        pool = [self.examples[int(k)] for k in order]
        drawn = [pool[int(k)] for k in rng.integers(0, len(pool), size)]
        first, last = drawn[0], drawn[-1]
        ends = [self.examples[0], self.examples[-1]]
        ways: list[Records] = [
            drawn,
            pool,
            sorted(pool, key=_size),
            sorted(drawn, key=_size),
            sorted(drawn, key=_size)[::-1],
            [first] * size,
            [first, last] * size,
            [ends[int(k)] for k in rng.integers(0, 2, size)],
            [*drawn, first],
        ]
        return self._beside(ways[int(rng.integers(len(ways)))], rng)

    def near(self, pair: Pair, rng: np.random.Generator) -> Pair:
        """A pair of data sets like one that showed something."""
        whole: Records = list(pair.input)
        one, place = self._one(rng), int(rng.integers(len(whole) + 1))
        twice = [whole[int(rng.integers(len(whole)))]] if whole else [one]
        ways: list[Records] = [
            whole,
            [*whole[:place], one, *whole[place:]],
            [*whole[:place], *twice, *whole[place:]],
            [*whole[:place], *whole[place + 1 :]],
            [*whole[:place], one, *whole[place + 1 :]],
            sorted(whole, key=_size),
            twice * max(1, len(whole)),
        ]
        return self._beside(ways[int(rng.integers(len(ways)))], rng)

    def _one(self, rng: np.random.Generator) -> Any:
        return self.examples[int(rng.integers(len(self.examples)))]

    def _beside(self, whole: Records, rng: np.random.Generator) -> Pair:
        """A data set and a neighbour: one record more, or another one, at any place."""
        place, one = int(rng.integers(len(whole) + 1)), self._one(rng)
        if self.relation == neighbours.RELATIONS[0]:
            return Pair(whole, [*whole[:place], one, *whole[place:]])
        place = min(place, len(whole) - 1) if whole else 0
        return Pair(whole or [one], [*whole[:place], one, *whole[place + 1 :]])


def _read(given: Any) -> tuple[Records, Kind]:
    """Records, and what makes data sets of them."""
    if type(given).__module__.partition(".")[0] == STRATEGY:
        return _drawn(given), list
    framed = kind_of_frame(given)
    if framed is not None:
        return framed
    return (list(given) if isinstance(given, list) else [given]), list


def _drawn(strategy: Any) -> Records:
    """Examples of a strategy, the same each time, by the package that it comes from."""
    hypothesis: Any = sys.modules[STRATEGY]
    options = hypothesis.settings(
        max_examples=DRAWN,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[hypothesis.Phase.generate],
        suppress_health_check=[*hypothesis.HealthCheck],
    )
    found: Records = []

    def collect(record: Any) -> None:
        found.append(record)

    options(hypothesis.given(strategy)(collect))()
    return found


def _gaps(record: Any) -> Records:
    """A record with each of its values missing in turn; None for one without fields."""
    if isinstance(record, Mapping):
        return [{**record, name: None} for name in record]
    if isinstance(record, tuple | list):
        kind = type(record)
        return [kind([*record[:k], None, *record[k + 1 :]]) for k in range(len(record))]
    return [None]


def _is_made(make: Kind, record: Any) -> bool:
    """Whether a data set may hold a record: an array of integers has no missing values."""
    try:
        make([record])
    except (TypeError, ValueError):
        return False
    return True


def _size(record: Any) -> tuple[float, ...]:
    """The numbers in a record, by which records are ordered."""
    values = record.values() if isinstance(record, Mapping) else record
    entries = [values] if isinstance(values, str) or not hasattr(values, "__iter__") else [*values]
    return (*(float(x) for x in entries if isinstance(x, Real) and x == x),)  # noqa: PLR0124  (NaN)
