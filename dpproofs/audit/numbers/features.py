"""Features: each sorts doubles into finitely many cells; events are unions of cells."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpproofs.audit.numbers.doubles import (
    ALL,
    BIAS,
    BITS,
    FINEST,
    Array,
    Codes,
    biased_exponent,
    difference,
    difference_valuation,
    significand,
    trailing_zeros,
    uniform_valuation,
    valuation,
)

Mask = NDArray[np.bool_]

OCTAVES = 64  # binades beyond 2^-64 and 2^64 are put together
SHOWN = 8  # values or cells listed in a report


class Feature(ABC):
    """A map from doubles to cells 0..size - 1, fixed before the draws that it sorts."""

    ordered: bool = False
    """Whether the cells have an order, so that half-lines of cells are the events of interest."""

    @property
    @abstractmethod
    def size(self) -> int:
        """The number of cells."""

    @abstractmethod
    def codes(self, values: Array) -> Codes:
        """The cell of each value."""

    @abstractmethod
    def to_json(self, mask: Mask) -> dict[str, Any]:
        """The union of the cells in a mask, as plain data with its sentence under "text"."""

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

    def codes(self, values: Array) -> Codes:
        if self.centre == 0:
            return valuation(values) - FINEST
        return difference_valuation(values, self.centre) - FINEST

    def to_json(self, mask: Mask) -> dict[str, Any]:
        what = _shifted(self.centre)
        edge = int(np.flatnonzero(mask != mask[0])[0])
        negated = " not" if mask[0] else ""
        return {
            "kind": "multiples",
            "centre": self.centre,
            "exponent": edge + FINEST,
            "complement": bool(mask[0]),
            "text": f"{what} is{negated} a multiple of 2^{edge + FINEST}",
        }


@dataclass(frozen=True)
class TrailingZeros(Feature):
    """The binade of y and the number of trailing zeros of its significand."""

    @property
    def size(self) -> int:
        return (2 * OCTAVES + 1) * (BITS + 1)

    def codes(self, values: Array) -> Codes:
        binade = np.clip(biased_exponent(values) - BIAS, -OCTAVES, OCTAVES) + OCTAVES
        zeros = np.clip(trailing_zeros(significand(values)), 0, BITS)
        return binade * (BITS + 1) + zeros

    def to_json(self, mask: Mask) -> dict[str, Any]:
        cells = np.flatnonzero(mask)
        binades = {
            int(octave) - OCTAVES: [int(c % (BITS + 1)) for c in cells if c // (BITS + 1) == octave]
            for octave in np.unique(cells // (BITS + 1))
        }
        texts = [f"{zeros} for abs(y) in [2^{e}, 2^{e + 1})" for e, zeros in binades.items()]
        return {
            "kind": "trailing zeros",
            "binades": [{"exponent": e, "zeros": zeros} for e, zeros in binades.items()],
            "text": "the trailing zeros of the significand are among " + _some(texts),
        }


@dataclass(frozen=True)
class Residue(Feature):
    """The significand of y - centre, rounded to a double, modulo a small number."""

    centre: float
    modulus: int

    @property
    def size(self) -> int:
        return self.modulus

    def codes(self, values: Array) -> Codes:
        return significand(difference(values, self.centre)[0]) % self.modulus

    def to_json(self, mask: Mask) -> dict[str, Any]:
        residues = [int(code) for code in np.flatnonzero(mask)]
        what = f"the significand of {_shifted(self.centre)} modulo {self.modulus}"
        return {
            "kind": "residue",
            "centre": self.centre,
            "modulus": self.modulus,
            "residues": residues,
            "text": f"{what} is in {residues}",
        }


@dataclass(frozen=True)
class Reachable(Feature):
    """How coarse a uniform number reaches y as centre +- scale log(u) in doubles, if any does."""

    centre: float
    scale: float
    ordered = True

    @property
    def size(self) -> int:
        return BITS + 2

    def codes(self, values: Array) -> Codes:
        return uniform_valuation(values, self.centre, self.scale) + 1

    def to_json(self, mask: Mask) -> dict[str, Any]:
        edge = int(np.flatnonzero(mask != mask[0])[0])
        negated = " not" if mask[0] else ""
        grid = edge - 1 - BITS
        formula = f"{self.centre!r} +- {self.scale!r} log(u)"
        return {
            "kind": "reachable",
            "centre": self.centre,
            "scale": self.scale,
            "uniform_exponent": grid,
            "complement": bool(mask[0]),
            "text": f"y is{negated} a rounded {formula} for a multiple u of 2^{grid} in (0, 1]",
        }


@dataclass(frozen=True)
class Seen(Feature):
    """Whether y was seen before: at the input (1), at the neighbour (2), at both (3), or not."""

    seen: list[Array] = field(default_factory=lambda: [np.empty(0), np.empty(0)])

    @property
    def size(self) -> int:
        return 4

    def codes(self, values: Array) -> Codes:
        here, there = (_member(values, seen) for seen in self.seen)
        return here + 2 * there

    def learn(self, values: Array, neighbours: Array) -> None:
        for side, draws in enumerate((values, neighbours)):
            fresh = np.unique(draws)
            fresh = fresh[_member(fresh, self.seen[side]) == 0]
            place = np.searchsorted(self.seen[side], fresh)
            self.seen[side] = np.insert(self.seen[side], place, fresh)

    def to_json(self, mask: Mask) -> dict[str, Any]:
        known = np.union1d(*self.seen)
        inside = known[mask[self.codes(known)]]
        outside = known[~mask[self.codes(known)]]
        listed = (outside if mask[0] else inside).tolist()
        negated = "none" if mask[0] else "one"
        return {
            "kind": "values",
            "complement": bool(mask[0]),
            "count": len(listed),
            "first": [value.hex() for value in listed[:SHOWN]],
            "text": f"y is {negated} of {len(listed)} values drawn before, {_some(listed)}",
        }


def _member(values: Array, known: Array) -> Codes:
    if not len(known):
        return np.zeros(len(values), dtype=np.int64)
    order = np.argsort(values)  # looked up in order, neighbours share the cache
    place = np.minimum(np.searchsorted(known, values[order]), len(known) - 1)
    member = np.empty(len(values), dtype=np.int64)
    member[order] = known[place] == values[order]
    return member


def _shifted(centre: float) -> str:
    if centre == 0:
        return "y"
    return f"y - {centre!r}" if centre > 0 else f"y + {-centre!r}"


def _some(items: list[Any]) -> str:
    more = f", and {len(items) - SHOWN} more" if len(items) > SHOWN else ""
    return ", ".join(map(str, items[:SHOWN])) + more
