"""What follows from the law of a vector of noise alone: moments, entropy, pictures."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, overload

import numpy as np
from numpy.typing import ArrayLike

from dpproofs.kernel.errors import BadInput, DpproofsError
from dpproofs.mechanisms.base import Array
from dpproofs.mechanisms.described import Cost
from dpproofs.mechanisms.elementwise import Double, Many, Number, alike

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class DescribedVector(ABC):
    """A distribution on R^d symmetric about 0, with the names that `scipy.stats` has where they
    fit; functions of the coordinates have the shape (dimension,).
    """

    sensitivity: float
    dimension: int

    @abstractmethod
    def coordinate_cost(self, p: float = 2) -> float:
        """E|X_1|^p of one coordinate."""

    @abstractmethod
    def _expectation(self, function: Cost) -> float:
        """E g(norm of X)."""

    @abstractmethod
    def _log_density(self, r: Array) -> Array:
        """Logarithm of the density where the norm is r sensitivities, at sensitivity 1."""

    @abstractmethod
    def _radial_sf(self, r: Array) -> Array:
        """P(norm of X > r sensitivities), for r >= 0."""

    @abstractmethod
    def _radial_cdf(self, r: Array) -> Array:
        """P(norm of X <= r sensitivities), for r >= 0, however small it is."""

    @abstractmethod
    def _radial_ppf(self, u: Array) -> Array:
        """The r at which that is u, for u in (0, 1)."""

    @property
    def _jump(self) -> float | None:
        """Where the density jumps first, in units of the sensitivity, and again one further on."""
        return None

    @overload
    def radial_sf(self, r: Number) -> Double: ...
    @overload
    def radial_sf(self, r: Many) -> Array: ...
    @overload
    def radial_sf(self, r: ArrayLike) -> Double | Array: ...
    def radial_sf(self, r: ArrayLike) -> Double | Array:
        """P(norm of X > r) for each r, in units of the query.

        >>> import dpproofs as dp
        >>> float(dp.KNorm(1, dimension=2).radial_sf(2).round(6))
        0.406006
        """
        r = np.asarray(r, dtype=float) / self.sensitivity
        return alike(np.where(r < 0, 1.0, self._radial_sf(np.maximum(r, 0))))

    @overload
    def radial_cdf(self, r: Number) -> Double: ...
    @overload
    def radial_cdf(self, r: Many) -> Array: ...
    @overload
    def radial_cdf(self, r: ArrayLike) -> Double | Array: ...
    def radial_cdf(self, r: ArrayLike) -> Double | Array:
        """P(norm of X <= r) for each r, in units of the query.

        >>> import dpproofs as dp
        >>> float(dp.KNorm(1, dimension=2).radial_cdf(2).round(6))
        0.593994
        """
        r = np.asarray(r, dtype=float) / self.sensitivity
        return alike(np.where(r < 0, 0.0, self._radial_cdf(np.maximum(r, 0))))

    @overload
    def radial_ppf(self, u: Number) -> Double: ...
    @overload
    def radial_ppf(self, u: Many) -> Array: ...
    @overload
    def radial_ppf(self, u: ArrayLike) -> Double | Array: ...
    def radial_ppf(self, u: ArrayLike) -> Double | Array:
        """The quantile of the norm: the r with P(norm of X <= r) = u for each u in [0, 1].

        In units of the query; 0 at u = 0 and infinite at u = 1.

        Raises
        ------
        BadInput
            When a u is not a number in [0, 1].

        Examples
        --------
        >>> import dpproofs as dp
        >>> dp.KNorm(1, dimension=2).radial_ppf([0, 0.5, 1]).round(6).tolist()
        [0.0, 1.678347, inf]
        """
        try:
            shares = np.asarray(u, dtype=float)
        except (TypeError, ValueError) as error:
            raise BadInput("u", u, "numbers in [0, 1]") from error
        if not np.all((shares >= 0) & (shares <= 1)):
            raise BadInput("u", u, "numbers in [0, 1]")
        inner = (shares > 0) & (shares < 1)
        radii = self.sensitivity * self._radial_ppf(np.where(inner, shares, 0.5))
        return alike(np.where(inner, radii, np.where(shares > 0, math.inf, 0.0)))

    def mean(self) -> Array:
        """E X, in units of the query: 0 in each coordinate, of shape (dimension,).

        >>> import dpproofs as dp
        >>> dp.KNorm(1, dimension=2).mean().tolist()
        [0.0, 0.0]
        """
        return np.zeros(self.dimension)

    def var(self) -> Array:
        """The variance of each coordinate, in squared units of the query; shape (dimension,).

        The coordinates are not correlated, and not independent but for normal noise. It raises what
        :meth:`coordinate_cost` raises.

        >>> import dpproofs as dp
        >>> dp.KNorm(1, dimension=2).var().round(6).tolist()
        [3.0, 3.0]
        """
        return np.full(self.dimension, self.coordinate_cost(2))

    def std(self) -> Array:
        """The standard deviation of each coordinate, in units of the query; shape (dimension,).

        It raises what :meth:`var` raises.

        >>> import dpproofs as dp
        >>> dp.KNorm(1, dimension=2).std().round(6).tolist()
        [1.732051, 1.732051]
        """
        return np.sqrt(self.var())

    def entropy(self) -> float:
        """Differential entropy in nats: -E log f(X), f the density; by quadrature over the norm.

        Raises
        ------
        DpproofsError
            When quadrature does not converge.

        Examples
        --------
        >>> import dpproofs as dp
        >>> round(dp.KNorm(1, dimension=2).entropy(), 6)  # 2 + log(2 pi)
        3.837877
        """
        lost = self._expectation(lambda r: -self._log_density(np.asarray(r) / self.sensitivity))
        return lost + self.dimension * math.log(self.sensitivity)

    def plot_density(self, axes: Axes | None = None) -> Axes:
        """Draw the density at points of each norm, where all but a thousandth of the mass is.

        Parameters
        ----------
        axes
            Of matplotlib; made unless given. Their ``figure`` shows itself in a notebook.

        Raises
        ------
        BadInput
            When matplotlib is not installed.

        Examples
        --------
        >>> import dpproofs as dp
        >>> dp.VectorStaircase(1, dimension=2).plot_density().get_xlabel()
        'norm of x'
        """
        from dpproofs.mechanisms.pictures import plots

        unit = self.dimension * math.log(self.sensitivity)
        return plots.radial_density(
            plots.made(axes),
            lambda r: np.exp(self._log_density(r) - unit),
            self._radial_sf,
            jump=self._jump,
            unit=self.sensitivity,
        )

    def plot_privacy_profile(self, axes: Axes | None = None, *, most: float | None = None) -> Axes:
        """Draw the least delta at each epsilon, with a logarithmic scale for delta.

        Parameters
        ----------
        axes
            Of matplotlib; made unless given. Their ``figure`` shows itself in a notebook.
        most
            The largest epsilon, in (0, oo); 1.25 times the mechanism's own unless given.

        Raises
        ------
        BadInput
            When matplotlib is not installed, or most is out of range.
        DpproofsError
            For noise whose privacy profile has no formula here, such as `KNorm`.

        Examples
        --------
        >>> import dpproofs as dp
        >>> dp.VectorStaircase(1, dimension=2).plot_privacy_profile().get_ylabel()
        'least delta'
        """
        from dpproofs.mechanisms.pictures import plots
        from dpproofs.mechanisms.pictures.curves import Profiled

        if not isinstance(self, Profiled):
            raise DpproofsError(f"{type(self).__name__} has no formula for its privacy profile")
        return plots.profile(self, axes, most)
