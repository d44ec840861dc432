"""The Schroedinger mechanism: the limit of best noise as the sensitivity becomes small."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, Self

import numpy as np

from dpproofs.kernel.errors import BadInput, DpproofsError
from dpproofs.mechanisms.base import (
    Array,
    Symmetric,
    only_when_alone,
)
from dpproofs.mechanisms.formulas.enclosure import ball
from dpproofs.mechanisms.formulas.losses import NormalLoss
from dpproofs.mechanisms.parameter import Parameter, as_float
from dpproofs.optima.rivals.ground_loss import GroundStateLoss
from dpproofs.optima.rivals.ground_state import GroundState, far_out, ground_energy
from dpproofs.optima.rivals.ground_tail import tail_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from dpproofs.mechanisms.formulas.description import Description
    from dpproofs.mechanisms.formulas.enclosure import Ball
    from dpproofs.mechanisms.formulas.losses import Loss

BISECTIONS = 80
FAR = 1e6  # an argument of Airy's function at which its square is 0 in doubles


@dataclass(frozen=True, init=False)
class Schroedinger(Symmetric):
    """Noise of least Fisher information for a budget on E|X|^cost.

    Its density is the squared ground state of a Schroedinger operator with the cost as its
    potential: normal noise for cost 2, squared Airy functions for cost 1. Source: Alghamdi,
    Asoodeh, Calmon, Kosut, Sankar & Wei, "Schroedinger Mechanisms", 2022.

    The density is log-concave, so that the whole sensitivity is the worst shift.

    Parameters
    ----------
    sensitivity
        In (0, oo), in the units of the query.
    variance
        The budget on E X^2, in (0, oo).
    budget
        The budget on E|X|^cost, in (0, oo), in the place of ``variance``.
    cost
        In [1/4, 16]. `sample_exact` takes it as it is printed, 3.3 as 33/10, and needs a few
        milliseconds a draw where that has few digits, and minutes where it has many.

    Raises
    ------
    BadInput
        When a parameter lies outside its domain.

    Examples
    --------
    >>> import dpproofs as dp
    >>> noise = dp.Schroedinger(variance=4)  # normal noise, for cost 2
    >>> float(noise.cdf(2).round(6)), dp.Gaussian.of_sigma(2).cdf(2).round(6).item()
    (0.841345, 0.841345)
    """

    sensitivity: Annotated[float, Parameter("s", 0, math.inf)]
    budget: Annotated[float, Parameter("C", 0, math.inf)]
    cost: Annotated[float, Parameter("p", 0.25, 16, "[]")]

    def __init__(
        self,
        sensitivity: float = 1,
        variance: float | None = None,
        *,
        budget: float | None = None,
        cost: float = 2,
    ) -> None:
        if variance is not None:
            only_when_alone("variance", variance, budget=budget)
            if cost != 2:
                raise BadInput("variance", variance, "left out, and budget given, for this cost")
        elif budget is None:
            raise BadInput("variance", None, "a number, unless budget is one")
        chosen = budget if variance is None else variance
        self._set(sensitivity=sensitivity, budget=chosen, cost=cost)

    @property
    def orders_drawn(self) -> tuple[float, ...]:  # type: ignore[override]
        """Few orders, up to which integrals over cells are quick; as many as needed for cost 2.

        >>> import dpproofs as dp
        >>> dp.Schroedinger(budget=1, cost=1).orders_drawn
        (1, 2, 4, 8, 16)
        """
        return () if self.cost == 2 else (1, 2, 4, 8, 16)

    @property
    def energy(self) -> tuple[Fraction, Fraction]:
        """Proved bounds on the least E of -u'' + |y|^cost u = E u.

        >>> import dpproofs as dp
        >>> low, high = dp.Schroedinger(variance=4).energy
        >>> low <= 1 <= high
        True
        """
        return ground_energy(self.cost, 13)

    @cached_property
    def _energy(self) -> float:
        return float(sum(self.energy) / 2)

    @cached_property
    def scale(self) -> float:
        """b: the noise is b times that of the operator -u'' + |y|^cost u.

        By the virial theorem E|Y|^cost = 2 E/(cost + 2).

        >>> import dpproofs as dp
        >>> round(dp.Schroedinger(variance=2).scale, 9)
        2.0
        """
        unit = 2 * self._energy / (self.cost + 2)
        return math.pow(self.budget / unit, 1 / self.cost)

    @property
    def fisher_information(self) -> float:
        """4 p E/((p + 2) b^2); a small shift a costs a divergence of half of it times a^2.

        >>> import dpproofs as dp
        >>> round(dp.Schroedinger(variance=4).fisher_information, 9)  # normal noise's: 1/4
        0.25
        """
        p = self.cost
        return 4 * p * self._energy / ((p + 2) * self.scale**2)

    def _absolute_moment(self, p: float) -> float:
        """By quadrature; for p = cost it is the budget."""
        if p == self.cost:
            return self.budget
        nodes, weights = np.polynomial.legendre.leggauss(12)
        ends = self._state.knots
        half = np.diff(ends)[:, None] / 2
        y = ends[:-1, None] + half * (nodes + 1)
        unit = 2 * float(np.sum(y**p * np.exp(self._state.log_pdf(y)) * weights * half))
        return unit * math.pow(self.scale, p)

    def _logpdf(self, x: Array) -> Array:
        """Logarithm of the density at x, accurate also where the density underflows."""
        return self._log_unit(np.abs(x) / self.scale) - math.log(self.scale)

    def _profile(self, epsilon: Array) -> Array:
        """P(X < t) - e^epsilon P(X < t - s), where the privacy loss is epsilon at t.

        The density is log-concave, so the full shift is the worst and the loss falls as x grows.
        """
        s, flat = self.sensitivity, np.minimum(epsilon.reshape(-1), 1e300)
        high = self._places(flat)
        with np.errstate(over="ignore", invalid="ignore"):
            other = self.cdf(high - s)
            delta = self.cdf(high) - np.where(other > 0, np.exp(flat) * other, 0.0)
        return np.where(flat < 1e300, np.maximum(delta, 0), 0.0).reshape(epsilon.shape)

    def _places(self, flat: Array) -> Array:
        """Where the privacy loss at the sensitivity is each of an array of numbers epsilon."""
        s = self.sensitivity
        # log f(x) - log f(x - s) is s-antisymmetric about s/2, where it vanishes.
        low = np.full(flat.size, s / 2)
        step = np.full(flat.size, s + self.scale)
        for _ in range(200):
            low = np.where(self._log_ratio(low) < flat, low - step, low)
            step *= 1.1
        high = np.full(flat.size, s / 2)
        for _ in range(BISECTIONS):
            middle = (low + high) / 2
            above = self._log_ratio(middle) >= flat
            low, high = np.where(above, middle, low), np.where(above, high, middle)
        return high

    def _loss(self) -> Loss:
        if self.cost == 2:
            return NormalLoss(square=Fraction(self.sensitivity) ** 2 / Fraction(self.budget))
        return GroundStateLoss(
            Fraction(self.sensitivity),
            self._exact_tail(),
            lambda epsilon: float(self._places(np.array([epsilon]))[0]),
            Fraction(repr(float(self.cost))),
            Fraction(self.budget),
        )

    @classmethod
    def _calibrated(cls, name: str, most: float, *rest: Any) -> Self:
        """Without a search where no noise keeps such a claim."""
        _, others, _ = rest
        cost = as_float(others.get("cost", 2))
        if name != "delta" and cost is not None and cost > 2:
            raise DpproofsError(
                f"no {cls.__name__} is known to keep {name} = {most!r}: for a cost above 2 its"
                " tails are lighter than those of normal noise"
            )
        return super()._calibrated(name, most, *rest)

    @classmethod
    def _with_epsilon(cls, epsilon: float, sensitivity: float, others: dict[str, Any]) -> Self:
        """With a budget of (sensitivity/epsilon)^cost."""
        cls._refuse_unknown(others)
        power = others.get("cost", 2)
        return cls(sensitivity, budget=math.pow(sensitivity / epsilon, power), **others)

    def _log_ratio(self, x: Array) -> Array:
        return np.asarray(self.logpdf(x) - self.logpdf(x - self.sensitivity))

    def symbolic(self) -> Description:
        """There is none in general.

        Raises
        ------
        DpproofsError
            Always.

        Examples
        --------
        >>> import dpproofs as dp
        >>> dp.Schroedinger(variance=4, cost=2).symbolic()
        Traceback (most recent call last):
            ...
        dpproofs.kernel.errors.DpproofsError: a ground state has no closed form for a general cost
        """
        raise DpproofsError("a ground state has no closed form for a general cost")

    @cached_property
    def _state(self) -> GroundState:
        return GroundState.of(self.cost)

    def _log_unit(self, y: Array) -> Array:
        if self.cost == 1:
            return airy_log_density(y, self._energy)
        if self.cost == 2:
            return -y * y - math.log(math.pi) / 2
        return self._state.log_pdf(y)

    def _density(self, x: Array) -> Array:
        return np.asarray(np.exp(self._log_unit(x / self.scale)) / self.scale)

    def _tail(self, x: Array) -> Array:
        from scipy.special import erfc

        y = x / self.scale
        if self.cost == 1:
            return airy_tail(y, self._energy)
        if self.cost == 2:
            return np.asarray(erfc(y) / 2)
        return np.asarray(np.exp(self._state.log_tail(y)))

    def _tail_quantile(self, q: Array) -> Array:
        end = far_out(self.cost, self._energy) * self.scale
        low, high = np.zeros_like(q), np.full_like(q, end)
        for _ in range(BISECTIONS):
            middle = (low + high) / 2
            beyond = self._tail(middle) >= q
            low, high = np.where(beyond, middle, low), np.where(beyond, high, middle)
        found = np.where(q >= 0.5, 0.0, (low + high) / 2)
        return np.asarray(np.where(q > 0, found, math.inf))

    def _exact_tail(self) -> Callable[[Fraction], Ball]:
        """Of normal noise for cost 2; otherwise of the ground state for the cost as printed."""
        budget, power = Fraction(self.budget), Fraction(repr(float(self.cost)))
        if power == 2:
            return lambda x: ball(x * x / (2 * budget)).sqrt().erfc() / 2

        def tail(x: Fraction) -> Ball:
            from flint import ctx

            return tail_of(power, budget, x, ctx.prec)

        return tail

    def _fill(self, out: Array, spare: Array, rng: np.random.Generator) -> None:  # noqa: ARG002  # rejection needs other scratch
        """Rejection under f(0) min(1, e^(1 - f(0) x)), above every log-concave f falling from 0."""
        filled = 0
        peak = 2 * float(np.exp(self._log_unit(np.zeros(1)))[0])  # of |Y|
        while filled < out.size:
            count = 2 * (out.size - filled) + 64
            place = rng.random(count) / peak
            beyond = rng.random(count) < 0.5  # half of the hull's mass is in its tail
            place = np.where(beyond, (1 + rng.standard_exponential(count)) / peak, place)
            hull = np.log(peak) + np.minimum(0.0, 1 - peak * place)
            accepted = (
                -rng.standard_exponential(count) <= math.log(2) + self._log_unit(place) - hull
            )
            sign = np.where(rng.random(count) < 0.5, -self.scale, self.scale)
            draws = (sign * place)[accepted][: out.size - filled]
            out[filled : filled + draws.size] = draws
            filled += draws.size


def airy_log_density(y: Array, energy: float) -> Array:
    """log of Ai(y - E)^2/(2 E Ai(-E)^2), where Ai'(-E) = 0, for y >= 0."""
    from scipy.special import airy, airye

    z = y - energy
    positive = np.maximum(z, 0)
    near = np.minimum(positive, FAR)  # beyond, the first term of the expansion has all digits
    with np.errstate(divide="ignore"):
        further = np.log(np.maximum(positive, FAR) / FAR) / 4
        right = 2 * (np.log(airye(near)[0]) - further - 2 * positive**1.5 / 3)
        left = 2 * np.log(np.abs(airy(np.minimum(z, 0))[0]))
    norm = math.log(2 * energy * float(airy(-energy)[0]) ** 2)
    return np.asarray(np.where(z > 0, right, left) - norm)


def airy_tail(y: Array, energy: float) -> Array:
    """The mass beyond y >= 0: (Ai'(z)^2 - z Ai(z)^2)/(2 E Ai(-E)^2) with z = y - E."""
    from scipy.special import airy, airye

    z = y - energy
    norm = 2 * energy * float(airy(-energy)[0]) ** 2
    right, left = np.clip(z, 0, FAR), np.minimum(z, 0)
    value, slope, _, _ = airye(right)  # without the factor e^(-2/3 z^(3/2))
    far = (slope**2 - right * value**2) * np.exp(-4 * right**1.5 / 3)
    at, rise, _, _ = airy(left)
    return np.asarray(np.where(z > 0, far, rise**2 - left * at**2) / norm)
