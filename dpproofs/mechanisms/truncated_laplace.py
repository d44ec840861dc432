"""The truncated Laplace mechanism: nearly optimal (epsilon, delta)-private noise."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Annotated, Self

from dpproofs.mechanisms.bent_laplace import BentLaplace
from dpproofs.mechanisms.parameter import Parameter


@dataclass(frozen=True, init=False)
class TruncatedLaplace(BentLaplace):
    """Noise of density proportional to e^{-|x|/lambda} on [-A, A].

    Source: Geng, Ding, Guo & Kumar, "Privacy and Utility Tradeoff in Approximate Differential
    Privacy", Definition 3 with lambda = sensitivity/epsilon and
    A = lambda log(1 + (e^epsilon - 1)/(2 delta)), Theorem 1.

    Parameters
    ----------
    epsilon
        In (0, oo).
    delta
        In (0, 1/2).
    sensitivity
        In (0, oo), in the units of the query.

    Raises
    ------
    BadInput
        When a parameter lies outside its domain, or lambda or A is no finite double.

    Notes
    -----
    ``from_bounds`` takes any lambda and A; what it returns answers for its exact privacy profile.

    Examples
    --------
    >>> import dpproofs as dp
    >>> noise = dp.TruncatedLaplace(epsilon=1, delta=1e-3)
    >>> round(noise.bound, 4), round(noise.expected_cost(1), 4)
    (6.7571, 0.9921)
    """

    sensitivity: Annotated[float, Parameter(r"\Delta", 0, math.inf)]
    scale: Annotated[float, Parameter(r"\lambda", 0, math.inf)]
    bound: Annotated[float, Parameter("A", 0, math.inf)]
    epsilon: Annotated[float | None, Parameter(r"\varepsilon", 0, math.inf)] = None
    delta: Annotated[float | None, Parameter(r"\delta", 0, 0.5)] = None

    def __init__(self, epsilon: float, delta: float, sensitivity: float = 1) -> None:
        self._set(epsilon=epsilon, delta=delta, sensitivity=sensitivity)
        self._calibrate()

    @classmethod
    def from_bounds(cls, scale: float, bound: float, sensitivity: float = 1) -> Self:
        """Noise of a given scale lambda on [-bound, bound], for queries of some sensitivity.

        Its epsilon and delta are None.

        Raises
        ------
        BadInput
            When an argument is not a number in (0, oo), or bound/scale is not within 1e-200 and
            1e200.

        Examples
        --------
        >>> import dpproofs as dp
        >>> dp.TruncatedLaplace.from_bounds(scale=1, bound=3).support()
        (-3.0, 3.0)
        """
        noise = cls.__new__(cls)
        noise._set(sensitivity=sensitivity, scale=scale, bound=bound)  # noqa: SLF001  # of this very class
        noise._refuse_extremes()  # noqa: SLF001  # likewise
        return noise

    @property
    def _bend(self) -> float:
        return 0.0
