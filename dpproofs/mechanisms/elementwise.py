"""The functions of a distribution of noise that take a number or an array of numbers.

Each says here, once, what it means and which type comes out: a number for a number, an array of the
same shape for an array. What they are for one kind of noise is told by its methods with an
underscore, which see arrays alone.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, TypeAlias, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpproofs.kernel.errors import BadInput

Array: TypeAlias = NDArray[np.float64]
Atoms: TypeAlias = tuple[Array, Array]
Number: TypeAlias = float | np.number[Any]
Many: TypeAlias = Sequence[Any] | NDArray[Any]
Double: TypeAlias = np.float64


class Leaking(ABC):
    """What has a privacy profile."""

    @abstractmethod
    def _profile(self, epsilon: Array) -> Array:
        """The least delta at each of an array of numbers epsilon in [0, oo]."""

    @overload
    def privacy_profile(self, epsilon: Number) -> Double: ...
    @overload
    def privacy_profile(self, epsilon: Many) -> Array: ...
    @overload
    def privacy_profile(self, epsilon: ArrayLike) -> Double | Array: ...
    def privacy_profile(self, epsilon: ArrayLike) -> Double | Array:
        """The least delta with which the mechanism is (epsilon, delta)-private.

        That is sup P(S) - e^epsilon P'(S) over all sets S of outcomes, P and P' the laws of the
        answers at any two neighbouring inputs. Of noise it is the supremum over S and over all
        shifts of the noise within the sensitivity.

        Raises
        ------
        BadInput
            When an epsilon is negative or NaN.

        Examples
        --------
        >>> import dpproofs as dp
        >>> dp.Laplace(epsilon=1).privacy_profile([0, 0.5, 1]).round(6).tolist()
        [0.393469, 0.221199, 0.0]
        """
        return alike(self._profile(checked_epsilon(epsilon)))


class ShiftSearched(Leaking):
    """What is leaked most by a shift that is searched for, and need not be the largest."""

    @abstractmethod
    def _worst_shift(self, epsilon: Array) -> tuple[Array, Array]:
        """The privacy profile at each epsilon, and the shift that attains it."""

    def _profile(self, epsilon: Array) -> Array:
        return self._worst_shift(epsilon)[0]

    @overload
    def worst_shift(self, epsilon: Number) -> tuple[Double, Double]: ...
    @overload
    def worst_shift(self, epsilon: Many) -> tuple[Array, Array]: ...
    @overload
    def worst_shift(self, epsilon: ArrayLike) -> tuple[Double | Array, Double | Array]: ...
    def worst_shift(self, epsilon: ArrayLike) -> tuple[Double | Array, Double | Array]:
        """The privacy profile, and the shift within the sensitivity that attains it.

        In units of the query. The class says which shifts are looked at; 0 stands for shifts that
        are as small as one likes.

        Raises
        ------
        BadInput
            When an epsilon is negative or NaN.

        Examples
        --------
        >>> import dpproofs as dp
        >>> delta, shift = dp.MultiGaussian(epsilon=2, delta=0.01).worst_shift(2)
        >>> round(float(shift), 2)  # not the whole sensitivity
        0.78
        """
        delta, shift = self._worst_shift(checked_epsilon(epsilon))
        return alike(delta), alike(shift)


class Distributed(Leaking):
    """A distribution on the line, symmetric about 0, and its privacy profile."""

    @abstractmethod
    def _cdf(self, x: NDArray[Any]) -> Array:
        """P(X <= x), with relative accuracy in the lower tail."""

    @abstractmethod
    def _sf(self, x: NDArray[Any]) -> Array:
        """P(X > x), with relative accuracy in the upper tail."""

    @abstractmethod
    def _ppf(self, u: Array) -> Array:
        """The least x with P(X <= x) >= u; NaN for u outside [0, 1]."""

    def _isf(self, u: Array) -> Array:
        return 0 - self._ppf(u)

    @overload
    def cdf(self, x: Number) -> Double: ...
    @overload
    def cdf(self, x: Many) -> Array: ...
    @overload
    def cdf(self, x: ArrayLike) -> Double | Array: ...
    def cdf(self, x: ArrayLike) -> Double | Array:
        """P(X <= x), with relative accuracy in the lower tail.

        >>> import dpproofs as dp
        >>> dp.Laplace(epsilon=1).cdf([-1, 0]).round(6).tolist()
        [0.18394, 0.5]
        """
        return alike(self._cdf(np.asarray(x)))

    @overload
    def sf(self, x: Number) -> Double: ...
    @overload
    def sf(self, x: Many) -> Array: ...
    @overload
    def sf(self, x: ArrayLike) -> Double | Array: ...
    def sf(self, x: ArrayLike) -> Double | Array:
        """P(X > x), with relative accuracy in the upper tail.

        >>> import dpproofs as dp
        >>> float(dp.Geometric(epsilon=1).sf(0).round(6))
        0.268941
        """
        return alike(self._sf(np.asarray(x)))

    @overload
    def ppf(self, u: Number) -> Double: ...
    @overload
    def ppf(self, u: Many) -> Array: ...
    @overload
    def ppf(self, u: ArrayLike) -> Double | Array: ...
    def ppf(self, u: ArrayLike) -> Double | Array:
        """The least x with P(X <= x) >= u; NaN for u outside [0, 1].

        >>> import dpproofs as dp
        >>> dp.Laplace(epsilon=1).ppf([0.5, 0.975]).round(6).tolist()
        [0.0, 2.995732]
        """
        return alike(self._ppf(np.asarray(u, dtype=float)))

    @overload
    def isf(self, u: Number) -> Double: ...
    @overload
    def isf(self, u: Many) -> Array: ...
    @overload
    def isf(self, u: ArrayLike) -> Double | Array: ...
    def isf(self, u: ArrayLike) -> Double | Array:
        """The x beyond which there is the probability u, with relative accuracy for small u.

        On the integers the least x beyond which there is no more; NaN for u outside [0, 1].

        >>> import dpproofs as dp
        >>> float(dp.Laplace(epsilon=1).isf(1e-300).round(6))
        690.082381
        """
        return alike(self._isf(np.asarray(u, dtype=float)))

    @overload
    def logcdf(self, x: Number) -> Double: ...
    @overload
    def logcdf(self, x: Many) -> Array: ...
    @overload
    def logcdf(self, x: ArrayLike) -> Double | Array: ...
    def logcdf(self, x: ArrayLike) -> Double | Array:
        """log P(X <= x); -oo where that is 0.

        >>> import dpproofs as dp
        >>> float(dp.Laplace(epsilon=1).logcdf(0).round(6))
        -0.693147
        """
        points = np.asarray(x)
        return alike(_log(self._cdf(points), self._sf(points)))

    @overload
    def logsf(self, x: Number) -> Double: ...
    @overload
    def logsf(self, x: Many) -> Array: ...
    @overload
    def logsf(self, x: ArrayLike) -> Double | Array: ...
    def logsf(self, x: ArrayLike) -> Double | Array:
        """log P(X > x); -oo where that is 0.

        >>> import dpproofs as dp
        >>> float(dp.Laplace(epsilon=1).logsf(100).round(6))
        -100.693147
        """
        points = np.asarray(x)
        return alike(_log(self._sf(points), self._cdf(points)))

    @overload
    def interval(self, confidence: Number) -> tuple[Double, Double]: ...
    @overload
    def interval(self, confidence: Many) -> tuple[Array, Array]: ...
    @overload
    def interval(self, confidence: ArrayLike) -> tuple[Double | Array, Double | Array]: ...
    def interval(self, confidence: ArrayLike) -> tuple[Double | Array, Double | Array]:
        """The ends between which X lies with a probability, with as much beyond either of them.

        On the integers with at least that probability.

        Parameters
        ----------
        confidence
            The probability, in [0, 1], or an array of such numbers; for others the ends are NaN.

        Returns
        -------
        Two numbers, or two arrays of the shape of the confidence, in units of the query.

        Examples
        --------
        >>> import dpproofs as dp
        >>> [float(end.round(6)) for end in dp.Laplace(epsilon=1).interval(0.95)]
        [-2.995732, 2.995732]
        """
        end = self._isf((1 - np.asarray(confidence, dtype=float)) / 2)
        return alike(0 - end), alike(end)


class Dense(Distributed):
    """What has a density, of the part of its distribution that is not atoms."""

    def atoms(self) -> Atoms:
        """Locations and masses of the points of positive probability; none unless overridden.

        >>> import dpproofs as dp
        >>> [each.tolist() for each in dp.UniformWithAtom(delta=0.75, alpha=0.5).atoms()]
        [[0.0], [0.5]]
        """
        return np.empty(0), np.empty(0)

    def knots(self, limit: float) -> Array:
        """The points of [-limit, limit] where the density is not smooth, in increasing order.

        In units of the query, shape (n,).

        >>> import dpproofs as dp
        >>> dp.Staircase(epsilon=1, gamma=0.5).knots(2).tolist()
        [-1.5, -0.5, 0.5, 1.5]
        """
        return np.zeros(1 if limit >= 0 else 0)

    @abstractmethod
    def _pdf(self, x: Array) -> Array:
        """Density at x."""

    def _logpdf(self, x: Array) -> Array:
        with np.errstate(divide="ignore"):
            return np.log(self._pdf(x))

    @overload
    def pdf(self, x: Number) -> Double: ...
    @overload
    def pdf(self, x: Many) -> Array: ...
    @overload
    def pdf(self, x: ArrayLike) -> Double | Array: ...
    def pdf(self, x: ArrayLike) -> Double | Array:
        """Density, per unit of x, of the part of the distribution that is not atoms.

        >>> import dpproofs as dp
        >>> dp.Laplace(epsilon=1).pdf([0, 2]).round(6).tolist()
        [0.5, 0.067668]
        """
        return alike(self._pdf(np.asarray(x, dtype=float)))

    @overload
    def logpdf(self, x: Number) -> Double: ...
    @overload
    def logpdf(self, x: Many) -> Array: ...
    @overload
    def logpdf(self, x: ArrayLike) -> Double | Array: ...
    def logpdf(self, x: ArrayLike) -> Double | Array:
        """Logarithm of the density at x, -oo where there is none; also where the density underflows
        if the noise has a formula for it.

        >>> import dpproofs as dp
        >>> float(dp.Gaussian.of_sigma(1).logpdf(100).round(6))
        -5000.918939
        """
        return alike(self._logpdf(np.asarray(x, dtype=float)))


class OnIntegers(Distributed):
    """What has a probability at each integer, and nowhere else."""

    @abstractmethod
    def _logpmf(self, x: NDArray[Any]) -> Array:
        """log P(X = x), also where P underflows."""

    @overload
    def logpmf(self, x: Number) -> Double: ...
    @overload
    def logpmf(self, x: Many) -> Array: ...
    @overload
    def logpmf(self, x: ArrayLike) -> Double | Array: ...
    def logpmf(self, x: ArrayLike) -> Double | Array:
        """log P(X = x), also where P underflows; -oo where x is not whole.

        >>> import dpproofs as dp
        >>> float(dp.Geometric(epsilon=1).logpmf(1000).round(6))
        -1000.771937
        """
        return alike(self._logpmf(np.asarray(x)))

    @overload
    def pmf(self, x: Number) -> Double: ...
    @overload
    def pmf(self, x: Many) -> Array: ...
    @overload
    def pmf(self, x: ArrayLike) -> Double | Array: ...
    def pmf(self, x: ArrayLike) -> Double | Array:
        """P(X = x).

        >>> import dpproofs as dp
        >>> dp.Geometric(epsilon=1).pmf([0, 1, 1.5]).round(6).tolist()
        [0.462117, 0.170003, 0.0]
        """
        return alike(np.exp(self._logpmf(np.asarray(x))))


def checked_epsilon(epsilon: ArrayLike) -> Array:
    """The arguments of a privacy profile as an array of floats."""
    values = np.asarray(epsilon, dtype=float)
    if not np.all(values >= 0):
        raise BadInput("epsilon", epsilon, "numbers in [0, inf]")
    return values


def alike(values: Array) -> Double | Array:
    """An array as it is, and an array of no dimension as a number."""
    number_or_array: Double | Array = np.asarray(values)[()]
    return number_or_array


def _log(probability: Array, rest: Array) -> Array:
    """The logarithm of a probability, given what is left of 1, one of them accurate."""
    with np.errstate(divide="ignore"):
        return np.where(rest < 0.5, np.log1p(-rest), np.log(probability))
