"""Sets in R^d about an input and its neighbour: half-spaces, balls, shells and products."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from dpproofs.auditing.sampler.views import Array, View

Place: TypeAlias = tuple[float, ...]

NORMS: dict[str, tuple[float, str]] = {"l1": (1, "1"), "l2": (2, "2"), "linf": (math.inf, "inf")}
CELLS = 1 << 16  # of the distance between two inputs that a difference of distances tells apart
RANDOM = 2  # half-spaces in directions that nothing suggests
# Noise that is right for linf is right for the other norms.
WEIGHTS = {"l1": 5.0, "l2": 5.0, "linf": 1.0}
SHARE = 0.7  # of the capital of a pair of vectors that goes to these sets
SEED = 0x5E75
SHOWN = 6  # entries of a vector that are written out


def lengths(rows: Array, norm: str) -> Array:
    """The norms of rows; a NaN counts as infinite."""
    with np.errstate(over="ignore", invalid="ignore"):
        if norm == "l2":
            found = np.sqrt((rows * rows).sum(axis=1))
        else:
            away = np.abs(rows)
            found = away.sum(axis=1) if norm == "l1" else away.max(axis=1)
    return np.where(np.isnan(found), math.inf, found)


def _away(draws: NDArray[Any], place: Place, norm: str, known: dict[Any, Array]) -> Array:
    """The distances of draws from a place, which may be known."""
    if (place, norm) not in known:
        known[place, norm] = lengths(draws - np.array(place), norm)
    return known[place, norm]


@dataclass(frozen=True)
class Nearer(View):
    """How much nearer the output is to one place than to another, in a norm.

    Of noise whose density falls exponentially with the norm it is the privacy loss. It is rounded
    to a part of the distance of the places: where it is the same for many outputs, their last bits
    do not show.
    """

    norm: str
    place: Place
    other: Place

    def __call__(self, draws: NDArray[Any]) -> Array:
        return self.among(draws, {})

    def among(self, draws: NDArray[Any], known: dict[Any, Array]) -> Array:
        near, far = (_away(draws, place, self.norm, known) for place in (self.place, self.other))
        with np.errstate(invalid="ignore"):
            found: Array = np.rint(np.nan_to_num(far - near, nan=0.0) / self._unit) * self._unit
        return found

    @cached_property
    def _unit(self) -> float:
        shift = np.array([self.other]) - np.array([self.place])
        return float(lengths(shift, self.norm)[0]) / CELLS

    def __str__(self) -> str:
        return f"{_from(self.other, self.norm)} - {_from(self.place, self.norm)}"


@dataclass(frozen=True)
class Steps(View):
    """How many more of some spheres around one place are left behind than around another.

    Of noise whose density drops on these spheres it is the privacy loss in drops.
    """

    norm: str
    place: Place
    other: Place
    radii: Place

    def __call__(self, draws: NDArray[Any]) -> Array:
        return self.among(draws, {})

    def among(self, draws: NDArray[Any], known: dict[Any, Array]) -> Array:
        near, far = (
            np.searchsorted(self.radii, _away(draws, place, self.norm, known))
            for place in (self.place, self.other)
        )
        return np.asarray(far - near, dtype=np.float64)

    def __str__(self) -> str:
        far, near = (_from(place, self.norm) for place in (self.other, self.place))
        return f"steps({far}) - steps({near})"


@dataclass(frozen=True)
class Distance(View):
    """The distance from a place: its intervals are balls and shells, in linf cubes."""

    norm: str
    place: Place

    def __call__(self, draws: NDArray[Any]) -> Array:
        return self.among(draws, {})

    def among(self, draws: NDArray[Any], known: dict[Any, Array]) -> Array:
        return _away(draws, self.place, self.norm, known)

    def __str__(self) -> str:
        return _from(self.place, self.norm)


@dataclass(frozen=True)
class Along(View):
    """How far the output is in a direction: its half-lines are half-spaces."""

    direction: Place

    def __call__(self, draws: NDArray[Any]) -> Array:
        with np.errstate(over="ignore", invalid="ignore"):
            found: Array = draws @ np.array(self.direction)
        return np.nan_to_num(found, nan=0.0)

    def __str__(self) -> str:
        return f"{_written(self.direction)}.y"


@dataclass(frozen=True)
class Corner(View):
    """The least of some coordinates, those with a negative sign turned: products of half-lines."""

    place: Place
    signs: Place

    def __call__(self, draws: NDArray[Any]) -> Array:
        signs = np.array(self.signs)
        moved = signs != 0
        sides = (draws - np.array(self.place))[:, moved] * signs[moved]
        with np.errstate(invalid="ignore"):
            found: Array = sides.min(axis=1)
        return np.nan_to_num(found, nan=0.0)

    def __str__(self) -> str:
        sides = [
            f"{'-' if sign < 0 else ''}(y[{i}] - {self.place[i]:.6g})"
            for i, sign in enumerate(self.signs)
            if sign
        ]
        shown = sides if len(sides) <= SHOWN else [*sides[:2], "...", sides[-1]]
        return f"min({', '.join(shown)})"


VIEWS: dict[str, Callable[..., View]] = {
    kind.__name__: kind for kind in (Nearer, Steps, Distance, Along, Corner)
}


def _from(place: Place, norm: str) -> str:
    return f"|y - {_written(place)}|_{NORMS[norm][1]}"


def _written(place: Place) -> str:
    """A vector, of which the middle is left out where it is long."""
    entries = [f"{entry:.6g}" for entry in place]
    shown = entries if len(entries) <= SHOWN else [*entries[:2], "...", entries[-1]]
    return f"({', '.join(shown)})"


def views_between(pair: Sequence[Place], radii: Sequence[float] = ()) -> list[tuple[View, float]]:
    """What to look at where an input and its neighbour are vectors, with shares that sum to 1.

    Parameters
    ----------
    pair
        The input and the neighbour, two different vectors of one length.
    radii
        Of spheres on which the density of the noise may have steps.
    """
    here, there = (np.array(place, dtype=float) for place in pair)
    shift = there - here
    place, other = ((*end.tolist(),) for end in (here, there))
    signs = (*np.sign(shift).tolist(),)
    found: list[tuple[View, float]] = [
        (Nearer(norm, place, other), share) for norm, share in WEIGHTS.items()
    ]
    ends = (*sorted(radius for radius in radii if radius > 0),)
    if ends:
        found += [(Steps(norm, place, other, ends), share) for norm, share in WEIGHTS.items()]
    found.append((Along((*(shift / np.abs(shift).max()).tolist(),)), 3.0))
    found.append((Corner(place, signs), 0.5))
    found += [(Distance(norm, place), 0.25) for norm in NORMS]
    random = np.random.default_rng((SEED, len(place))).standard_normal((RANDOM, len(place)))
    found += [(Along((*row.tolist(),)), 0.125) for row in random]
    total = sum(share for _, share in found)
    return [(view, share / total) for view, share in found]


def places(pair: Sequence[Any], width: int) -> Sequence[Place] | None:
    """Two inputs as vectors of so many numbers; None where they are something else, or the same."""
    rows = []
    for end in pair:
        if not isinstance(end, tuple | list | np.ndarray) or len(end) != width:
            return None
        try:
            row = np.asarray(end, dtype=float)
        except (TypeError, ValueError):
            return None
        if row.shape != (width,) or not np.isfinite(row).all():
            return None
        rows.append((*row.tolist(),))
    return rows if len(rows) == 2 and rows[0] != rows[1] else None
