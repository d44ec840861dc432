"""Noise that is added to the input: mechanisms, distributions of NumPy and SciPy, and the like."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from numbers import Real
from typing import Any, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.target import About, Computed, Draws, Pair, Target, TargetError
from dpproofs.auditing.targets.calls import OutOfTime
from dpproofs.auditing.targets.naming import last_line
from dpproofs.auditing.targets.outputs import checked
from dpproofs.kernel.errors import BadInput

MOST_LANDMARKS = 64
FAR = 2**62  # integer inputs stay so far from the ends of 64 bits
CERTAIN = 1 - 1e-6  # the part of an unbounded noise where landmarks are looked for
Finder: TypeAlias = Callable[[], Target]
KEPT = ("patience",)  # what a copy has of the original, besides what it is found by


class FoundByName:
    """Targets that are found again, where they were found by a name, when unpickled.

    Functions and objects of users often cannot be pickled themselves.

    Attributes
    ----------
    finder
        What finds them again by that name; None when they were made from an object.
    """

    finder: Finder | None

    def __getstate__(self) -> dict[str, Any]:
        if self.finder is None:
            return vars(self)
        return {name: vars(self)[name] for name in ("finder", *KEPT) if name in vars(self)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        finder = state["finder"]
        vars(self).update(state if finder is None else vars(finder()) | state)


@dataclass(frozen=True)
class AdditiveTarget(FoundByName, Target):
    """value + noise, in doubles; in 64-bit integers when the noise and the value are integers.

    Attributes
    ----------
    sampler
        From a number of draws and a generator to so many draws of the noise.
    uses_rng
        Whether the generator decides the draws.
    integers
        Whether the noise is integers, so that neighbouring inputs are integers.
    known, steps
        What `computed` and `landmarks` answer.
    """

    about: About
    sampler: Callable[[int, np.random.Generator], Any]
    uses_rng: bool = True
    integers: bool = False
    known: Computed | None = None
    steps: tuple[float, ...] = ()
    finder: Finder | None = field(default=None, compare=False, repr=False)

    @property
    def seeded(self) -> bool:
        return self.uses_rng

    def draw(self, value: Any, count: int, rng: np.random.Generator) -> Draws:
        whose = f"{self.about.name} at the input {value!r}"
        return added(value, self._noise(count, rng, whose), whose)

    def outcomes(self, value: Any, count: int, rng: np.random.Generator) -> Draws:
        if isinstance(value, float) and not math.isfinite(value):
            noise = self._noise(count, rng, f"{self.about.name} at the input {value!r}")
            return np.asarray(noise + value)
        return self.draw(value, count, rng)

    def pairs(self, claim: PrivacyClaim) -> Sequence[Pair] | None:
        # Sums are exact, so that the noise alone matters, and not the input.
        return integer_pairs(claim, inputs=(0,)) if self.integers else None

    def landmarks(self) -> Sequence[float]:
        return self.steps

    def computed(self) -> Computed | None:
        return self.known

    def tried(self) -> Self:
        """The same target, which knows whether its noise is integers from one draw of it.

        Raises
        ------
        BadInput
            When there is no drawing from it.
        """
        name = self.about.name
        try:
            noise = self._noise(1, np.random.default_rng(0), name)
        except TargetError as error:
            accepted = f"noise that can be drawn with these parameters: {error}"
            raise BadInput("TARGET", name, accepted) from error
        return replace(self, integers=noise.dtype.kind == "i")

    def _noise(self, count: int, rng: np.random.Generator, whose: str) -> NDArray[Any]:
        try:
            noise = self.sampler(count, rng)
        except (KeyboardInterrupt, OutOfTime):
            raise
        except BaseException as error:  # also SystemExit, and panics of libraries in Rust
            raise TargetError(f"{whose} raised {last_line(error)}") from error
        draws = checked(noise, count, whose)
        if draws.ndim > 1 or draws.dtype.kind == "U":
            raise TargetError(f"{whose} returned noise that is not numbers")
        return draws


def added(value: Any, noise: NDArray[Any], whose: str) -> NDArray[Any]:
    """value + noise; an integer value stays one when the noise is integers.

    Raises
    ------
    TargetError
        When the value is no finite number, or an integer sum may leave 64 bits.
    """
    if noise.dtype.kind == "i" and isinstance(value, Real) and value % 1 == 0:
        whole = int(value)  # type: ignore[call-overload]  # it is a whole Real
        if abs(whole) > FAR or (noise.size and max(-int(noise.min()), int(noise.max())) > FAR):
            raise TargetError(f"{whose} may leave the range of 64-bit integers")
        return np.asarray(noise + whole)
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError) as error:
        raise TargetError(f"{whose} cannot be added to: {last_line(error)}") from error
    if not math.isfinite(number):  # the noise holds no NaN, so the sum holds none either
        raise TargetError(f"{whose} cannot be added to: it is not finite")
    return np.asarray(noise + number)


def integer_pairs(claim: PrivacyClaim, inputs: Sequence[int] = (0, 2**53)) -> Sequence[Pair]:
    """Integers apart by the sensitivity, and by 1 at the first input.

    Where doubles stop to tell integers apart, at 2^53, samplers that compute in doubles go wrong.

    Raises
    ------
    BadInput
        When the sensitivity is below 1, so that an integer has no neighbours.
    """
    furthest = math.floor(claim.sensitivity)
    if furthest < 1:
        raise BadInput("sensitivity", claim.sensitivity, "at least 1 for a target of integers")
    ends = [(x, x + furthest) for x in inputs]
    return [Pair(*pair) for pair in dict.fromkeys([*ends, (inputs[0], inputs[0] + 1)])]


def landmarks_of(noise: Any, claim: PrivacyClaim) -> tuple[float, ...]:
    """Steps, edges and atoms of an object's noise, where it can tell; the innermost 64.

    Our mechanisms have ``knots`` and ``atoms``, SciPy's distributions a ``support``. What is called
    so in other objects may be anything: where it is no help, there is none.
    """
    found: list[float] = []
    for places in (_knots, _atoms, _ends):
        with suppress(Exception):
            found += places(noise, claim)
    innermost = sorted(set(found), key=abs)[:MOST_LANDMARKS]
    return tuple(sorted(innermost))


def _knots(noise: Any, claim: PrivacyClaim) -> list[float]:
    end = float(noise.ppf(1.0))
    if not math.isfinite(end):
        end = min(float(noise.ppf(CERTAIN)), 1000 * claim.sensitivity)
    return [float(place) for place in noise.knots(end)]


def _atoms(noise: Any, _: PrivacyClaim) -> list[float]:
    places, _masses = noise.atoms()
    return [float(place) for place in places]


def _ends(noise: Any, _: PrivacyClaim) -> list[float]:
    return [float(end) for end in noise.support() if math.isfinite(end)]
