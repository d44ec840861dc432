"""The truncated Laplace mechanism with light tails in place of the cut."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Self

from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms.bent_laplace import BentLaplace, spare_length
from dpproofs.mechanisms.parameter import Parameter

if TYPE_CHECKING:
    from dpproofs.mechanisms.formulas.losses import Loss

BISECTIONS = 80


@dataclass(frozen=True, init=False)
class LightTailedLaplace(BentLaplace):
    """Noise of density B e^{-|x|/lambda} up to a bound, with tails of scale t lambda beyond it.

    The density is continuous, positive everywhere and log-concave. With the lambda and B of the
    truncated Laplace mechanism for the same epsilon and delta, and its bound A moved inwards to
    A + lambda log(1 - t), the noise is exactly as private, (epsilon, delta), and also
    (epsilon/t, 0)-private: no output tells two data sets apart. As t -> 0 the cost tends to that of
    the truncated Laplace mechanism.

    Source: the family answers the closing remark (section 7) of Geng, Ding, Guo & Kumar, "Privacy
    and Utility Tradeoff in Approximate Differential Privacy".

    Parameters
    ----------
    epsilon
        In (0, oo).
    delta
        In (0, 1/2).
    bend
        t, in (0, 1); at most 1 - e^epsilon/(1 + (e^epsilon - 1)/(2 delta)), so that the bound is
        at least the sensitivity.
    sensitivity
        In (0, oo), in the units of the query.

    Raises
    ------
    BadInput
        When a parameter lies outside its domain, or lambda or the bound is no finite double.

    Notes
    -----
    ``from_bounds`` takes any lambda, bound and t.

    Examples
    --------
    >>> import dpproofs as dp
    >>> noise = dp.LightTailedLaplace(epsilon=1, delta=1e-3, bend=0.5)
    >>> noise.privacy_profile([1, 2]).round(6).tolist()  # (2, 0)-private as well
    [0.001, 0.0]
    """

    sensitivity: Annotated[float, Parameter(r"\Delta", 0, math.inf)]
    scale: Annotated[float, Parameter(r"\lambda", 0, math.inf)]
    bound: Annotated[float, Parameter("A", 0, math.inf)]
    bend: Annotated[float, Parameter("t", 0, 1)]
    epsilon: Annotated[float | None, Parameter(r"\varepsilon", 0, math.inf)] = None
    delta: Annotated[float | None, Parameter(r"\delta", 0, 0.5)] = None

    def __init__(self, epsilon: float, delta: float, bend: float, sensitivity: float = 1) -> None:
        self._set(epsilon=epsilon, delta=delta, bend=bend, sensitivity=sensitivity)
        most = -math.expm1(-spare_length(epsilon, delta))
        if self.bend > most:
            raise BadInput("bend", bend, f"a number in (0, {most!r}]")
        self._calibrate()

    @classmethod
    def from_bounds(cls, scale: float, bound: float, bend: float, sensitivity: float = 1) -> Self:
        """Noise of scale lambda up to a bound and t lambda beyond; epsilon and delta are None.

        Raises
        ------
        BadInput
            When scale, bound or sensitivity is not a number in (0, oo), bend not one in (0, 1), or
            bound/scale is not within 1e-200 and 1e200.

        Examples
        --------
        >>> import dpproofs as dp
        >>> noise = dp.LightTailedLaplace.from_bounds(scale=1, bound=5, bend=0.5)
        >>> round(noise.tail_mass, 6)
        0.00338
        """
        noise = cls.__new__(cls)
        noise._set(sensitivity=sensitivity, scale=scale, bound=bound, bend=bend)  # noqa: SLF001  # of this very class
        noise._refuse_extremes()  # noqa: SLF001  # likewise
        return noise

    @property
    def tail_mass(self) -> float:
        """P(|X| > bound), the mass that the tails have together.

        >>> import dpproofs as dp
        >>> noise = dp.LightTailedLaplace.from_bounds(scale=1, bound=5, bend=0.5)
        >>> round(2 * float(noise.sf(5)) - noise.tail_mass, 12)
        0.0
        """
        return self._outside

    @property
    def _bend(self) -> float:
        return self.bend

    def _loss(self) -> Loss:
        from dpproofs.mechanisms.formulas.bent_loss import BentLoss

        return BentLoss(Fraction(self.sensitivity), self._exact_tail(), self._place, self._exact)

    def _place(self, epsilon: float) -> float:
        """Where log f(x)/f(x - s), which falls, is an epsilon."""
        s = self.sensitivity
        low, high = -self.bound, s / 2
        for _ in range(BISECTIONS):
            middle = (low + high) / 2
            above = self.logpdf(middle) - self.logpdf(middle - s) >= epsilon
            low, high = (middle, high) if above else (low, middle)
        return high
