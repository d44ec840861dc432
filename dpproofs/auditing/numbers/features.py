"""Features: each sorts doubles into finitely many cells; events are unions of cells."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpproofs.auditing.numbers.doubles import (
    ALL,
    BIAS,
    BITS,
    FINEST,
    Array,
    Codes,
    biased_exponent,
    difference_valuation,
    significand,
    trailing_zeros,
    uniform_valuation,
    valuation,
)
from dpproofs.auditing.numbers.memory import Memory
from dpproofs.auditing.record import BinadeRecord, EventRecord

Mask = NDArray[np.bool_]

OCTAVES = 64  # binades beyond 2^-64 and 2^64 are put together
SHOWN = 8  # values or cells listed in a report
PART = 4096  # draws whose candidates stay in the cache


class Sample:
    """Draws, and what several features ask of them, worked out once.

    Attributes
    ----------
    values
        The draws, of shape (count,).
    """

    def __init__(self, values: Array) -> None:
        self.values = np.ascontiguousarray(values)
        self._significands: dict[float, Codes] = {}

    def significand(self, centre: float) -> Codes:
        """The significand of each ``y - centre``, rounded to a double."""
        if centre not in self._significands:
            with np.errstate(invalid="ignore", over="ignore"):
                self._significands[centre] = significand(self.values - centre)
        return self._significands[centre]


class Feature(ABC):
    """A map from doubles to cells 0..size - 1, fixed before the draws that it sorts."""

    ordered: bool = False
    """Whether the cells have an order, so that half-lines of cells are the events of interest."""

    @property
    @abstractmethod
    def size(self) -> int:
        """The number of cells."""

    @abstractmethod
    def codes(self, draws: Sample) -> Codes:
        """The cell of each draw."""

    @abstractmethod
    def event(self, mask: Mask) -> EventRecord:
        """The union of the cells in a mask, with its sentence."""

    def learn(self, values: Array, neighbours: Array) -> None:  # noqa: B027 (most learn nothing)
        """See draws at the two inputs, after they have been sorted."""


@dataclass(frozen=True)
class Multiples(Feature):
    """The largest k such that y - centre, computed exactly, is a multiple of 2^k."""

    centre: float
    ordered = True

    @property
    def size(self) -> int:
        return ALL - FINEST + 1

    def codes(self, draws: Sample) -> Codes:
        if self.centre == 0:
            return valuation(draws.values) - FINEST
        return difference_valuation(draws.values, self.centre) - FINEST

    def event(self, mask: Mask) -> EventRecord:
        what = _shifted(self.centre)
        edge = int(np.flatnonzero(mask != mask[0])[0])
        negated = " not" if mask[0] else ""
        return EventRecord(
            kind="multiples",
            centre=self.centre,
            exponent=edge + FINEST,
            complement=bool(mask[0]),
            text=f"{what} is{negated} a multiple of 2^{edge + FINEST}",
        )


@dataclass(frozen=True)
class TrailingZeros(Feature):
    """The binade of y and the number of trailing zeros of its significand."""

    @property
    def size(self) -> int:
        return (2 * OCTAVES + 1) * (BITS + 1)

    def codes(self, draws: Sample) -> Codes:
        binade = np.clip(biased_exponent(draws.values) - BIAS, -OCTAVES, OCTAVES) + OCTAVES
        zeros = np.clip(trailing_zeros(draws.significand(0.0)), 0, BITS)
        return binade * (BITS + 1) + zeros

    def event(self, mask: Mask) -> EventRecord:
        cells = np.flatnonzero(mask)
        binades = {
            int(octave) - OCTAVES: [int(c % (BITS + 1)) for c in cells if c // (BITS + 1) == octave]
            for octave in np.unique(cells // (BITS + 1))
        }
        texts = [f"{zeros} for abs(y) in [2^{e}, 2^{e + 1})" for e, zeros in binades.items()]
        return EventRecord(
            kind="trailing zeros",
            binades=tuple(BinadeRecord(e, tuple(zeros)) for e, zeros in binades.items()),
            text="the trailing zeros of the significand are among " + _some(texts),
        )


@dataclass(frozen=True)
class Residue(Feature):
    """The significand of y - centre, rounded to a double, modulo a small number."""

    centre: float
    modulus: int

    @property
    def size(self) -> int:
        return self.modulus

    def codes(self, draws: Sample) -> Codes:
        integers = draws.significand(self.centre)
        return integers - integers // self.modulus * self.modulus  # several times faster than %

    def event(self, mask: Mask) -> EventRecord:
        residues = [int(code) for code in np.flatnonzero(mask)]
        what = f"the significand of {_shifted(self.centre)} modulo {self.modulus}"
        return EventRecord(
            kind="residue",
            centre=self.centre,
            modulus=self.modulus,
            residues=tuple(residues),
            text=f"{what} is in {residues}",
        )


@dataclass(frozen=True)
class Reachable(Feature):
    """How coarse a uniform number reaches y as centre +- scale log(u) in doubles, if any does."""

    centre: float
    scale: float
    ordered = True

    @property
    def size(self) -> int:
        return BITS + 2

    def codes(self, draws: Sample) -> Codes:
        parts = np.array_split(draws.values, len(draws.values) // PART + 1)
        coarse = [uniform_valuation(part, self.centre, self.scale) for part in parts]
        return np.concatenate(coarse) + 1

    def event(self, mask: Mask) -> EventRecord:
        edge = int(np.flatnonzero(mask != mask[0])[0])
        negated = " not" if mask[0] else ""
        grid = edge - 1 - BITS
        formula = f"{self.centre!r} +- {self.scale!r} log(u)"
        return EventRecord(
            kind="reachable",
            centre=self.centre,
            scale=self.scale,
            uniform_exponent=grid,
            complement=bool(mask[0]),
            text=f"y is{negated} a rounded {formula} for a multiple u of 2^{grid} in (0, 1]",
        )


@dataclass(frozen=True)
class Seen(Feature):
    """Whether y was drawn before: at the input (1), at the neighbour (2), at both (3), or not.

    As far as it is remembered: see `Memory`.
    """

    memories: tuple[Memory, Memory] = field(default_factory=lambda: (Memory(), Memory()))

    @property
    def size(self) -> int:
        return 4

    @property
    def repeats(self) -> int:
        """Draws at the input that equal an earlier one, among those remembered."""
        return self.memories[0].repeats

    def codes(self, draws: Sample) -> Codes:
        here, there = (memory.has(draws.values).astype(np.int64) for memory in self.memories)
        return here + 2 * there

    def learn(self, values: Array, neighbours: Array) -> None:
        for memory, draws in zip(self.memories, (values, neighbours), strict=True):
            memory.learn(draws)

    def event(self, mask: Mask) -> EventRecord:
        known = np.union1d(*(memory.values for memory in self.memories))
        inside = mask[self.codes(Sample(known))]
        listed = known[inside != mask[0]].tolist()
        negated = "none" if mask[0] else "one"
        return EventRecord(
            kind="values",
            complement=bool(mask[0]),
            count=len(listed),
            first=tuple(value.hex() for value in listed[:SHOWN]),
            text=f"y is {negated} of {len(listed)} values drawn before, {_some(listed)}",
        )


def _shifted(centre: float) -> str:
    if centre == 0:
        return "y"
    return f"y - {centre!r}" if centre > 0 else f"y + {-centre!r}"


def _some(items: list[Any]) -> str:
    more = f", and {len(items) - SHOWN} more" if len(items) > SHOWN else ""
    return ", ".join(map(str, items[:SHOWN])) + more
