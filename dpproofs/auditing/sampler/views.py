"""Views: what of an output a witness set looks at, as one number a draw."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpproofs.auditing.labels import CODE, code_of, failures, labels

Array = NDArray[np.float64]


class View(ABC):
    """A function from draws to numbers, fixed before the draws it is used on."""

    @abstractmethod
    def __call__(self, draws: NDArray[Any]) -> Array:
        """One number for each draw."""

    def among(self, draws: NDArray[Any], known: dict[Any, Array]) -> Array:
        """The same; what other views of these draws need as well is kept in ``known``."""
        del known
        return self(draws)

    @abstractmethod
    def __str__(self) -> str:
        """The number in words, y being the output."""


@dataclass(frozen=True)
class Outcome(View):
    """How a draw failed: 0 for one that did not, k for the label k - 1, one more for others."""

    labels: tuple[str, ...] = ()

    def __call__(self, draws: NDArray[Any]) -> Array:
        if not len(draws) or draws.dtype.kind != "f" or not np.isnan(draws.min()):
            return np.zeros(len(draws))
        found = failures(draws)
        numbers = np.where(found > CODE, 0.0, float(len(self.labels) + 1))
        for place, label in enumerate(self.labels, 1):
            numbers[found == np.uint64(code_of(label))] = place
        return numbers

    def named(self, number: int) -> str:
        """What a number stands for."""
        if number == 0:
            return "a value"
        return self.labels[number - 1] if number <= len(self.labels) else "another failure"

    def __str__(self) -> str:
        return "y"


@dataclass(frozen=True)
class Output(View):
    """The output itself."""

    def __call__(self, draws: NDArray[Any]) -> Array:
        return np.asarray(draws, dtype=np.float64)

    def __str__(self) -> str:
        return "y"


@dataclass(frozen=True)
class Fraction(View):
    """The fractional part of (y - origin)/period."""

    origin: float
    period: float

    def __call__(self, draws: NDArray[Any]) -> Array:
        with np.errstate(over="ignore", invalid="ignore"):
            turns = (np.asarray(draws, dtype=np.float64) - self.origin) / self.period
            turns -= np.floor(turns)
        turns[np.isnan(turns)] = 0.0  # infinite draws have no fractional part
        return turns

    def __str__(self) -> str:
        return f"frac((y - {self.origin:g})/{self.period:g})"


FEW = 16  # values that entries are compared with one by one
FINE = 64  # octaves about an input below the sensitivity


@dataclass(frozen=True)
class Octave(View):
    """How many powers of two, from 2^lowest on, are at most the distance from the nearer place.

    It is 0 for nearer outputs too, ``most`` for all that are farther, and for what is no number, of
    which other views tell, that of the sensitivity, where most outputs are. Where the other place
    is the nearer one it is ``most`` + 1 larger.
    """

    place: float
    other: float
    lowest: int
    most: int

    def __call__(self, draws: NDArray[Any]) -> Array:
        values = np.asarray(draws, dtype=np.float64)
        with np.errstate(invalid="ignore", over="ignore"):
            away, beyond = np.abs(values - self.place), np.abs(values - self.other)
        second = beyond < away
        away = np.where(second, beyond, away)
        octaves = np.frexp(away)[1] - self.lowest
        steps: Array = np.clip(octaves, 0, self.most).astype(np.float64)
        steps[away == 0] = 0.0
        steps[np.isinf(away)] = self.most
        steps[np.isnan(away)] = min(FINE, self.most)
        return steps + second * (self.most + 1.0)

    def __str__(self) -> str:
        near, far = f"octave(|y - {self.place:g}|)", f"octave(|y - {self.other:g}|)"
        return f"({near}, {self.most + 1} + {far} where that is less) - {self.lowest}"


@dataclass(frozen=True)
class Residue(View):
    """An integer output modulo a number."""

    modulus: int

    def __call__(self, draws: NDArray[Any]) -> Array:
        with np.errstate(invalid="ignore"):
            rest = np.asarray(np.mod(draws, self.modulus), dtype=np.float64)
        return np.where(np.isnan(rest), 0.0, rest) if draws.dtype.kind == "f" else rest

    def __str__(self) -> str:
        return f"y mod {self.modulus}"


@dataclass(frozen=True)
class Coordinate(View):
    """One coordinate of a vector, or what it stands for in outputs of another form."""

    index: int
    column: str | None = None

    def __call__(self, draws: NDArray[Any]) -> Array:
        return np.asarray(draws[:, self.index], dtype=np.float64)

    def __str__(self) -> str:
        return self.column or f"y[{self.index}]"


@dataclass(frozen=True)
class Reduction(View):
    """A symmetric function of a vector's first coordinates: "sum", "max", "min" or "argmax".

    With ``places`` it is one of these coordinates, but for those that are missing in a draw.
    """

    name: str
    width: int | None = None
    places: tuple[int, ...] = ()

    def __call__(self, draws: NDArray[Any]) -> Array:
        looked = draws[:, list(self.places)] if self.places else draws[:, : self.width]
        if self.places:
            missing = np.isnan(looked) | np.isneginf(looked)
            looked = np.where(missing, {"sum": 0.0, "min": np.inf}.get(self.name, -np.inf), looked)
        with np.errstate(invalid="ignore"):
            return np.asarray(getattr(np, self.name)(looked, axis=1), dtype=np.float64)

    def __str__(self) -> str:
        return f"{self.name}({'numbers(y)' if self.places else 'y'})"


@dataclass(frozen=True)
class Score(View):
    """A learned score of a vector: the weighted sum of its standardised coordinates.

    Coordinates enter as t = clip((y - centre)/scale, -8, 8) and as |t|, in this order; which ones,
    ``places`` says, and all without it.
    """

    centre: tuple[float, ...]
    scale: tuple[float, ...]
    weights: tuple[float, ...]
    places: tuple[int, ...] = ()

    def __call__(self, draws: NDArray[Any]) -> Array:
        return np.asarray(self.features(draws) @ np.array(self.weights))

    def features(self, draws: NDArray[Any]) -> Array:
        """The columns that the weights multiply."""
        looked = draws[:, list(self.places)] if self.places else draws
        t = np.clip((looked - np.array(self.centre)) / np.array(self.scale), -8, 8)
        t = np.where(np.isnan(t), 0.0, t)
        return np.hstack([t, np.abs(t)])

    def __str__(self) -> str:
        return "score(y)"


@dataclass(frozen=True)
class Trait(View):
    """Which of some labels a column holds: k for the k-th code, 0 for any other."""

    index: int
    name: str
    codes: tuple[int, ...]

    def __call__(self, draws: NDArray[Any]) -> Array:
        if not self.codes:
            return np.zeros(len(draws))
        known = np.sort(np.array(self.codes, dtype=np.float64))
        column = draws[:, self.index]
        place = np.clip(np.searchsorted(known, column), 0, len(known) - 1)
        order = np.argsort(np.array(self.codes, dtype=np.float64))
        return np.where(known[place] == column, order[place] + 1.0, 0.0)

    def named(self, number: int) -> str:
        """What a number stands for."""
        if not number:
            return "anything else"
        code = self.codes[number - 1]
        known = labels().get(code)
        return f"what has the code {code}" if known is None else repr(known)

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class NegativeZeros(View):
    """How many of the first entries, or whether a number, are 0 with a minus sign."""

    width: int = 1

    def __call__(self, draws: NDArray[Any]) -> Array:
        looked = draws.reshape(len(draws), -1)[:, : self.width]
        zeros = looked == 0
        if draws.dtype.kind != "f" or not zeros.any():
            return np.zeros(len(draws))
        return np.asarray((zeros & np.signbit(looked)).sum(axis=1), dtype=np.float64)

    def __str__(self) -> str:
        return "negative_zeros(y)"


@dataclass(frozen=True)
class Equal(View):
    """Which input entries are equal to: 1 for the one, -1 for the other, 0 for neither or both."""

    here: tuple[float, ...]
    there: tuple[float, ...]
    width: int

    def __call__(self, draws: NDArray[Any]) -> Array:
        looked = draws[:, : self.width]
        here, there = (_has(looked, values) for values in (self.here, self.there))
        return here.astype(np.float64) - there.astype(np.float64)

    def __str__(self) -> str:
        return "entries of y equal to the input, less those equal to the neighbour"


def _has(rows: NDArray[Any], values: tuple[float, ...]) -> NDArray[np.bool_]:
    """Which rows have one of some values, in increasing order, among their entries."""
    if len(values) <= FEW:
        found = [(rows == value).any(axis=1) for value in values]
        return np.logical_or.reduce(found) if found else np.zeros(len(rows), dtype=bool)
    known = np.array(values)
    places = np.minimum(np.searchsorted(known, rows), len(known) - 1)
    return np.asarray((known[places] == rows).any(axis=1))


@dataclass(frozen=True)
class Duplicates(View):
    """How many of the first entries are equal to another one."""

    width: int

    def __call__(self, draws: NDArray[Any]) -> Array:
        ordered = np.sort(draws[:, : self.width], axis=1)
        finite = np.isfinite(ordered[:, 1:])
        return np.asarray(((ordered[:, 1:] == ordered[:, :-1]) & finite).sum(axis=1), np.float64)

    def __str__(self) -> str:
        return "duplicates(y)"
