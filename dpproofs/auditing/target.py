"""A target: somebody else's sampler, as the auditor sees it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.kernel.errors import DpproofsError

Draws: TypeAlias = NDArray[Any]
Argument: TypeAlias = bool | int | float | str


class TargetError(DpproofsError, RuntimeError):
    """A target that crashed, hung, or answered with something that is not a draw."""


class BatchFailed(TargetError):
    """A call for many draws at once that failed; calls for one draw each may not."""


@dataclass(frozen=True)
class Pair:
    """Two neighbouring inputs: anything the target accepts.

    Attributes
    ----------
    weight
        How promising they are beside other pairs: the evidence starts out in proportion.
    """

    input: Any
    neighbour: Any
    weight: float = field(default=1.0, compare=False, repr=False)


@dataclass(frozen=True)
class Computed:
    """The noise that an implementation computes, read from it and not from its documentation.

    Attributes
    ----------
    family
        "laplace", "gaussian", "geometric", ...: a name that the audit of the parameters knows.
    parameters
        By name, as the implementation holds them.
    processed
        Whether the output is a function of the input plus this noise, other than their sum. Then
        it keeps what the noise keeps; where the noise breaks a claim, nothing follows.
    """

    family: str
    parameters: Mapping[str, float]
    processed: bool = False


@dataclass(frozen=True)
class Documented:
    """What a library says of its outputs at one input; None where it says nothing.

    Attributes
    ----------
    bias, variance
        The mean of output minus input, and the variance of outputs.
    bounds
        Where all outputs lie, where that is so.
    """

    bias: float | None
    variance: float | None
    bounds: tuple[float, float] | None = None


@dataclass(frozen=True)
class About:
    """Where a target comes from, for reports.

    Attributes
    ----------
    name
        As it is written on the command line.
    library, version
        Empty for code of the user's own.
    arguments
        What was passed to it beyond the claim.
    """

    name: str
    library: str = ""
    version: str = ""
    arguments: Mapping[str, Argument] = field(default_factory=dict)


class Target(ABC):
    """A randomised function that claims to be private.

    Targets are picklable: draws are spread over processes by sending them the target.
    """

    about: About

    @property
    def seeded(self) -> bool:
        """Whether the generator passed to `draw` decides the draws."""
        return False

    @property
    def elsewhere(self) -> bool:
        """Whether other processes draw, so that the processor's time of this one says nothing."""
        return False

    @property
    def anywhere(self) -> bool:
        """Whether `pairs` are integers for example only: all others may be inputs, too."""
        return False

    @property
    def may_refuse(self) -> bool:
        """Whether `pairs` are a guess: of numbers, some may lie outside of its domain."""
        return False

    @abstractmethod
    def draw(self, value: Any, count: int, rng: np.random.Generator) -> Draws:
        """``count`` outputs at one input.

        Returns
        -------
        An array whose first axis has length count: of floats or integers of shape (count,) for
        numbers, (count, k) for vectors, of strings of shape (count,) for categories.

        Raises
        ------
        TargetError
            When the target crashed, hung, returned NaN, or something else than draws.
        """

    def outcomes(self, value: Any, count: int, rng: np.random.Generator) -> Draws | Sequence[Any]:
        """``count`` outputs at one input, of any kind, failures among them.

        Returns
        -------
        What `draw` returns, with NaN allowed; or a sequence of anything, in which
        `dpproofs.auditing.outcomes.Failure` stands for a draw that came to nothing.

        Raises
        ------
        TargetError
            When the target as a whole failed, so that there are no ``count`` outputs.
        """
        return self.draw(value, count, rng)

    def pairs(self, claim: PrivacyClaim) -> Sequence[Pair] | None:
        """The neighbouring inputs to try; None for a number, whose neighbours are shifts."""
        del claim
        return None

    def landmarks(self) -> Sequence[float]:
        """Where, relative to the input, the noise has steps, edges or atoms; none if unknown."""
        return ()

    def computed(self) -> Computed | None:
        """The noise the implementation computes, where it can be read off; None where not."""
        return None

    def documented(self, value: Any) -> Documented | None:
        """The bias and variance at an input as the library states them; None where it does not."""
        del value
        return None

    def available(self) -> int | None:
        """How many pairs can be drawn at all; None for as many as asked."""
        return None

    def close(self) -> None:  # noqa: B027 (most targets hold nothing)
        """Release processes and files. A closed target may be drawn from again."""
