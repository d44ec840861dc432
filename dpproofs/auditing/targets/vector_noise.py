"""Noise for vectors that is added to the input: mechanisms on R^d, and what else draws rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.neighbours import NORMS, vectors
from dpproofs.auditing.target import About, Draws, Pair, Target, TargetError
from dpproofs.auditing.targets.additive import Finder, FoundByName
from dpproofs.auditing.targets.calls import OutOfTime
from dpproofs.auditing.targets.naming import last_line
from dpproofs.auditing.targets.outputs import checked

MOST_STEPS = 256


@dataclass(frozen=True)
class VectorNoiseTarget(FoundByName, Target):
    """value + noise for vectors of one length, in doubles.

    Attributes
    ----------
    sampler
        From a number of draws and a generator to so many rows of noise.
    dimension
        The length of the vectors.
    norm
        In which neighbours are as far apart as the sensitivity.
    steps
        Distances from the input at which the density drops.
    """

    about: About
    sampler: Callable[[int, np.random.Generator], Any]
    dimension: int
    norm: str
    uses_rng: bool = True
    steps: tuple[float, ...] = ()
    finder: Finder | None = field(default=None, compare=False, repr=False)

    @property
    def seeded(self) -> bool:
        return self.uses_rng

    def draw(self, value: Any, count: int, rng: np.random.Generator) -> Draws:
        whose = f"{self.about.name} at the input {value!r}"
        place = row_of(value, self.dimension, whose)
        try:
            noise = self.sampler(count, rng)
        except (KeyboardInterrupt, OutOfTime):
            raise
        except BaseException as error:  # also SystemExit, and panics of libraries in Rust
            raise TargetError(f"{whose} raised {last_line(error)}") from error
        if np.shape(noise) != (count, self.dimension):
            wanted = f"an array of shape {(count, self.dimension)}"
            raise TargetError(f"{whose} returned noise of shape {np.shape(noise)}, not {wanted}")
        draws = checked(noise, count, whose)  # a vector of one number is that number there
        return np.asarray(draws.reshape(count, self.dimension) + place)

    def pairs(self, claim: PrivacyClaim) -> Sequence[Pair] | None:
        return vectors([[0.0] * self.dimension], claim.sensitivity, self.norm)

    def landmarks(self) -> Sequence[float]:
        return self.steps


def row_of(value: Any, width: int, whose: str) -> np.ndarray[Any, Any]:
    """An input as a row of so many finite numbers.

    Raises
    ------
    TargetError
        When it is none.
    """
    with suppress(TypeError, ValueError):
        row = np.asarray(value, dtype=float)
        if row.shape == (width,) and np.isfinite(row).all():
            return row
    raise TargetError(f"{whose} cannot be added to: it is no vector of {width} finite numbers")


def shape_of(noise: Any) -> tuple[int, str] | None:
    """The dimension and the norm of an object that draws vectors; None for one that does not."""
    dimension, norm = getattr(noise, "dimension", None), getattr(noise, "norm", None)
    name = getattr(norm, "name", norm)
    if isinstance(dimension, int) and not isinstance(dimension, bool) and name in NORMS:
        return dimension, str(name)
    return None


def steps_of(noise: Any) -> tuple[float, ...]:
    """The innermost radii on which the density drops, where an object can tell."""
    radii = getattr(noise, "radii", None)
    with suppress(Exception):
        return (*map(float, radii(MOST_STEPS)),) if callable(radii) else ()
    return ()
