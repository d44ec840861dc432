"""Mixtures of Gaussians as mechanisms: normal noise about multiples of the sensitivity."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Self

import numpy as np

from dpproofs.kernel.errors import BadInput, DpproofsError
from dpproofs.mechanisms.base import Array, Symmetric, power_or_inf
from dpproofs.mechanisms.elementwise import ShiftSearched
from dpproofs.mechanisms.formulas.enclosure import ball
from dpproofs.mechanisms.parameter import Parameter
from dpproofs.mechanisms.stated import alone
from dpproofs.optima.rivals.bells_loss import BellsLoss
from dpproofs.optima.rivals.bells_profile import Leaked, log_density
from dpproofs.optima.rivals.mixtures import CENTRES, KINDS, least_private

if TYPE_CHECKING:
    import sympy as sp

    from dpproofs.mechanisms.formulas.description import Description
    from dpproofs.mechanisms.formulas.enclosure import Ball
    from dpproofs.optima.rivals.bells import Bells

BISECTIONS = 100
BITS = 128
NODES = 16  # of a piece of the line, of which two make up a deviation
FAR = 40.0  # deviations from the last bell, where nothing is left that a double holds


class GaussianMixture(ShiftSearched, Symmetric):
    """Noise of the density sum of c phi((|x| - m)/s) over its integral, in sensitivities.

    `worst_shift` searches all shifts up to the sensitivity. What it finds is uncovered by that
    shift and a set, so that it is never too large but for rounding.
    """

    epsilon: Annotated[float, Parameter(r"\varepsilon", 1e-3, 20, "[]")]
    sensitivity: Annotated[float, Parameter(r"\Delta", 0, math.inf)]
    deviation: Annotated[float, Parameter("s", 2.0**-8, 2.0**20, "[]")]
    delta: Annotated[float | None, Parameter(r"\delta", 1e-12, 0.9999, "[]")]
    kind: ClassVar[str]
    profile_is_searched = True
    orders_drawn = (1, 1.5, 2, 3, 4, 6, 8, 12, 16, 32, 64)

    def _calibrate(self, epsilon: float, delta: float, sensitivity: float) -> None:
        """Take the least deviation that is shown to be private."""
        self._set(epsilon=epsilon, sensitivity=sensitivity, delta=delta)
        least = least_private(self.kind, Fraction(self.epsilon), Fraction(self.delta or 0))
        if least is None:
            at = f"epsilon {self.epsilon!r}, delta {self.delta!r}"
            raise DpproofsError(f"no deviation was shown to be private at {at}")
        self._set(deviation=least.deviation)

    @classmethod
    def of_sigma(cls, sigma: float, epsilon: float, sensitivity: float = 1) -> Self:
        """Bells of a given standard deviation sigma, which epsilon weighs; delta is None.

        For queries of some sensitivity.

        Raises
        ------
        BadInput
            When an argument lies outside its domain, or sigma is not between 2^-8 and 2^20
            sensitivities.

        Examples
        --------
        >>> import dpproofs as dp
        >>> noise = dp.QuasiGaussian.of_sigma(sigma=1, epsilon=2)
        >>> float(noise.privacy_profile(2).round(6))
        0.009365
        """
        noise = cls.__new__(cls)
        noise._set(epsilon=epsilon, sensitivity=sensitivity)  # noqa: SLF001  # of this very class
        size = Parameter(r"\sigma", 0, math.inf).validated("sigma", sigma, {})
        noise._set(deviation=size / noise.sensitivity)  # noqa: SLF001  # likewise
        return noise

    @property
    def sigma(self) -> float:
        """The standard deviation of each bell, in units of the query.

        >>> import dpproofs as dp
        >>> dp.QuasiGaussian.of_sigma(sigma=3, epsilon=2, sensitivity=2).sigma
        3.0
        """
        return self.deviation * self.sensitivity

    def _logpdf(self, x: Array) -> Array:
        """Logarithm of the density at x, accurate also where the density underflows."""
        y = np.abs(x) / self.sensitivity
        return log_density(self._bells, y) - math.log(self.sensitivity)

    def _absolute_moment(self, p: float) -> float:
        """By formulas for p = 1 and 2, else by quadrature: to about twelve digits."""
        from flint import ctx

        if p in (1, 2):
            with ctx.workprec(BITS):
                return power_or_inf(self.sensitivity, p, float(self._bells.moment(Fraction(p))))
        end = max(self._bells.places) + FAR * self.deviation
        # x = t^4 tames |x|^p at 0
        ends = np.linspace(0, end, 2 * math.ceil(end / self.deviation) + 1) ** 0.25
        nodes, weights = np.polynomial.legendre.leggauss(NODES)
        half = np.diff(ends)[:, None] / 2
        t = ends[:-1, None] + half * (nodes + 1)
        with np.errstate(over="ignore"):
            values = np.exp(log_density(self._bells, t**4) + (4 * p + 3) * np.log(t))
        return power_or_inf(self.sensitivity, p, 8 * float(np.sum(values * weights * half)))

    def _worst_shift(self, epsilon: Array) -> tuple[Array, Array]:
        found = [
            Leaked(self._bells, e).worst() if e < math.inf else (0.0, 1.0)
            for e in epsilon.reshape(-1).tolist()
        ]
        most, where = np.array(found, dtype=float).reshape(-1, 2).T
        return (
            most.reshape(epsilon.shape),
            (where * self.sensitivity).reshape(epsilon.shape),
        )

    @classmethod
    def _sized(cls, number: float, sensitivity: float, others: dict[str, Any]) -> Self:
        """With the deviation 1/number, rounded up, for the epsilon among the others."""
        given = dict(others)
        if "epsilon" not in given:
            raise BadInput("epsilon", None, f"given: {cls.__name__} has no usual value for it")
        noise = cls.__new__(cls)
        noise._set(epsilon=given.pop("epsilon"), sensitivity=sensitivity)  # noqa: SLF001  # of this very class
        alone(given)
        inverse = 1 / number
        if Fraction(inverse) * Fraction(number) < 1:
            inverse = math.nextafter(inverse, math.inf)
        noise._set(deviation=inverse)  # noqa: SLF001  # likewise
        return noise

    def _loss(self) -> BellsLoss:
        return BellsLoss(self._bells)

    def symbolic(self) -> Description:
        import sympy as sp

        from dpproofs.mechanisms.formulas.description import Piece, symbol

        epsilon, sensitivity, s = map(symbol, ("epsilon", "sensitivity", "deviation"))
        x = sp.Symbol("x", real=True)
        bells, total = sp.Integer(0), sp.Integer(0)
        for weight, m in self._parts(sp.exp(epsilon)):
            bells += weight * sp.exp(-(((x / sensitivity - m) / s) ** 2) / 2)
            total += weight * (1 + sp.erf(m / (s * sp.sqrt(2))))
        density = bells / (sensitivity * s * sp.sqrt(2 * sp.pi) * total)
        return self._description(
            ("epsilon", "sensitivity", "deviation"), pieces=[Piece(density, sp.Integer(0), sp.oo)]
        )

    @staticmethod
    @abstractmethod
    def _parts(growth: sp.Expr) -> list[tuple[sp.Expr, int]]:
        """The weight and the place of each bell; ``growth`` is e^epsilon."""

    @property
    def _now(self) -> Bells:
        """The bells at the working precision."""
        return KINDS[self.kind](Fraction(self.epsilon), self.deviation)

    @cached_property
    def _bells(self) -> Bells:
        """The bells at BITS, with the integral that they are divided by."""
        from flint import ctx

        with ctx.workprec(BITS):
            bells = self._now
            bells.beyond(ball(0))
        return bells

    def _density(self, x: Array) -> Array:
        return np.exp(log_density(self._bells, x / self.sensitivity)) / self.sensitivity

    def _tail(self, x: Array) -> Array:
        from scipy.special import erfc

        width = self.deviation * math.sqrt(2)
        y = x / self.sensitivity
        masses = [
            height * erfc((y - m) / width)
            for height, m in zip(self._bells.heights, self._bells.places, strict=True)
        ]
        return np.asarray(sum(masses) * (self.deviation * math.sqrt(math.pi / 2)))

    def _tail_quantile(self, q: Array) -> Array:
        low = np.zeros(q.shape)
        high = np.full(q.shape, self.sensitivity * (max(self._bells.places) + FAR * self.deviation))
        for _ in range(BISECTIONS):
            middle = (low + high) / 2
            beyond = self._tail(middle) > q
            low, high = np.where(beyond, middle, low), np.where(beyond, high, middle)
        return np.where(q == 0, math.inf, np.where(q == 0.5, 0.0, (low + high) / 2))

    def _exact_tail(self) -> Callable[[Fraction], Ball]:
        known: dict[int, Bells] = {}
        sensitivity = Fraction(self.sensitivity)

        def tail(x: Fraction) -> Ball:
            from flint import ctx

            if ctx.prec not in known:
                known[ctx.prec] = self._now
            return known[ctx.prec].beyond(ball(x / sensitivity))

        return tail

    def _fill(self, out: Array, spare: Array, rng: np.random.Generator) -> None:
        # A bell, then a place on its side of 0 by the normal quantile, then a sign.
        from scipy.special import ndtr, ndtri

        places = np.array(self._bells.places)
        inside = ndtr(places / self.deviation)
        shares = np.array(self._bells.heights) * inside
        bell = rng.choice(places.size, size=out.size, p=shares / shares.sum())
        rng.random(out=spare)
        out[:] = places[bell] - self.deviation * ndtri((1 - spare) * inside[bell])
        np.maximum(out, 0, out=out)  # rounding
        out *= self.sensitivity
        rng.random(out=spare)
        spare -= 0.5
        np.copysign(out, spare, out=out)


@dataclass(frozen=True, init=False)
class MultiGaussian(GaussianMixture):
    """Normal noise about the multiples k of the sensitivity, |k| <= 10, with weights e^-epsilon|k|.

    Source: Liu, Selvi & Wiesemann, "Mind the Gap: Mixtures of Gaussians in Approximate Differential
    Privacy", 2026 (arXiv 2605.28078), with ten bells on either side, as in their program. The
    deviation is shown to be private for all shifts, and is some 2^-12 of itself above the least,
    or more where that is not enough to show it.

    Parameters
    ----------
    epsilon
        In [0.001, 20].
    delta
        In [1e-12, 0.9999].
    sensitivity
        In (0, oo), in the units of the query.

    Raises
    ------
    BadInput
        When a parameter lies outside its domain.
    DpproofsError
        When no deviation is shown to be private, as for a large epsilon and a tiny delta.

    Examples
    --------
    >>> import dpproofs as dp
    >>> noise = dp.MultiGaussian(epsilon=2, delta=0.01)
    >>> round(noise.sigma, 3), round(noise.expected_cost(1), 3)
    (0.287, 0.45)
    """

    epsilon: Annotated[float, Parameter(r"\varepsilon", 1e-3, 20, "[]")]
    sensitivity: Annotated[float, Parameter(r"\Delta", 0, math.inf)]
    deviation: Annotated[float, Parameter("s", 2.0**-8, 2.0**20, "[]")]
    delta: Annotated[float | None, Parameter(r"\delta", 1e-12, 0.9999, "[]")] = None
    kind = "multi"

    def __init__(self, epsilon: float, delta: float, sensitivity: float = 1) -> None:
        self._calibrate(epsilon, delta, sensitivity)

    @staticmethod
    def _parts(growth: sp.Expr) -> list[tuple[sp.Expr, int]]:
        return [(growth ** -abs(k), k) for k in range(-CENTRES, CENTRES + 1)]


@dataclass(frozen=True, init=False)
class QuasiGaussian(GaussianMixture):
    """Noise of the density e^epsilon phi_s(x) + phi_s(|x| - 1) over its integral, in sensitivities.

    Source: Liu, Selvi & Wiesemann, "Mind the Gap: Mixtures of Gaussians in Approximate Differential
    Privacy", 2026 (arXiv 2605.28078). The deviation s is shown to be private for all shifts, and
    is some 2^-12 of itself above the least, or more where that is not enough to show it.

    Parameters
    ----------
    epsilon
        In [0.001, 20].
    delta
        In [1e-12, 0.9999].
    sensitivity
        In (0, oo), in the units of the query.

    Raises
    ------
    BadInput
        When a parameter lies outside its domain.
    DpproofsError
        When no deviation is shown to be private, as for a large epsilon and a tiny delta.

    Examples
    --------
    >>> import dpproofs as dp
    >>> noise = dp.QuasiGaussian(epsilon=2, delta=0.01)
    >>> round(noise.sigma, 3), round(noise.expected_cost(1), 3)
    (0.989, 0.88)
    """

    epsilon: Annotated[float, Parameter(r"\varepsilon", 1e-3, 20, "[]")]
    sensitivity: Annotated[float, Parameter(r"\Delta", 0, math.inf)]
    deviation: Annotated[float, Parameter("s", 2.0**-8, 2.0**20, "[]")]
    delta: Annotated[float | None, Parameter(r"\delta", 1e-12, 0.9999, "[]")] = None
    kind = "quasi"

    def __init__(self, epsilon: float, delta: float, sensitivity: float = 1) -> None:
        self._calibrate(epsilon, delta, sensitivity)

    @staticmethod
    def _parts(growth: sp.Expr) -> list[tuple[sp.Expr, int]]:
        import sympy

        return [(growth, 0), (sympy.Integer(1), 1)]
