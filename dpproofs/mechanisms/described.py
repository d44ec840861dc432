"""What follows from a distribution of noise alone: moments, quantiles, entropy, expected costs."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias, overload

import numpy as np
from numpy.typing import NDArray

from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms.elementwise import Distributed
from dpproofs.mechanisms.parameter import as_float

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Array: TypeAlias = NDArray[np.float64]
Cost: TypeAlias = Callable[[Any], Any]
Exponents: TypeAlias = list[float] | tuple[float, ...] | NDArray[Any]


class Described(Distributed):
    """A distribution symmetric about 0, with the names that `scipy.stats` has where they fit."""

    @abstractmethod
    def _absolute_moment(self, p: float) -> float:
        """E|X|^p for a finite p > 0, in units of x to the p; infinite where a double overflows."""

    @abstractmethod
    def _expectation(self, function: Cost) -> float:
        """E g(X) for a function that is known by its values."""

    @overload
    def expected_cost(self, p: float) -> float: ...
    @overload
    def expected_cost(self, p: Cost) -> float: ...
    @overload
    def expected_cost(self, p: Exponents) -> Array: ...
    def expected_cost(self, p: float | Cost | Exponents) -> float | Array:
        """E|X|^p for real p > 0, in units of x to the p, or E L(X) for another cost L.

        Parameters
        ----------
        p
            An exponent, an array of exponents, or a function of the noise x: one that takes an
            array, or one number at a time.

        Returns
        -------
        A number, or an array of the shape of p. For an exponent it comes from a formula, and is
        infinite where a double overflows. For a function it comes from quadrature, to about ten
        digits where the function is smooth but for some jumps and bends; what it does between the
        places where quadrature looks is not seen.

        Raises
        ------
        BadInput
            When an exponent is not in (0, oo), or the function has values that are no numbers.
        DpproofsError
            When the expected value of the function is infinite or does not converge.

        Examples
        --------
        >>> import dpproofs as dp
        >>> noise = dp.Laplace(epsilon=1)
        >>> noise.expected_cost([1, 2, 3])
        array([1., 2., 6.])
        >>> round(noise.expected_cost(lambda x: abs(x) > 2), 9)  # how often it is off by over 2
        0.135335283
        """
        return evaluated(p, self._absolute_moment, self._expectation)

    def mean(self) -> float:
        """E X, in units of the query: 0, as all noise here is symmetric about 0.

        >>> import dpproofs as dp
        >>> dp.Laplace(epsilon=1).mean()
        0.0
        """
        return 0.0

    def median(self) -> float:
        """The middle of the distribution, in units of the query: 0, by symmetry.

        >>> import dpproofs as dp
        >>> dp.Laplace(epsilon=1).median()
        0.0
        """
        return 0.0

    def var(self) -> float:
        """E X^2, in squared units of the query; infinite where a double overflows.

        >>> import dpproofs as dp
        >>> dp.Laplace(epsilon=2).var()
        0.5
        """
        return self._absolute_moment(2.0)

    def std(self) -> float:
        """The root of the variance, in units of the query.

        >>> import dpproofs as dp
        >>> round(dp.Laplace(scale=3).std(), 6)
        4.242641
        """
        return math.sqrt(self.var())

    def moment(self, order: int) -> float:
        """E X^order for a whole order >= 0, in units of the query to the order; 0 where it is odd.

        Raises
        ------
        BadInput
            When the order is not such a number.

        Examples
        --------
        >>> import dpproofs as dp
        >>> dp.Laplace(epsilon=1).moment(4)
        24.0
        """
        number = as_float(order)
        if number is None or not (number >= 0 and number.is_integer()):
            raise BadInput("order", order, "a whole number >= 0")
        if number == 0:
            return 1.0
        return self._absolute_moment(number) if number % 2 == 0 else 0.0

    def stats(self, moments: str = "mv") -> tuple[float, ...]:
        """Mean, variance, skewness and excess kurtosis, as `scipy.stats` orders them.

        Parameters
        ----------
        moments
            Which of these, by their letters of "mvsk".

        Raises
        ------
        BadInput
            When it has another letter.

        Examples
        --------
        >>> import dpproofs as dp
        >>> dp.Laplace(epsilon=1).stats("mvk")
        (0.0, 2.0, 3.0)
        """
        if not set(str(moments)) <= set("mvsk"):
            raise BadInput("moments", moments, 'letters of "mvsk"')
        values: dict[str, Callable[[], float]] = {
            "m": self.mean,
            "v": self.var,
            "s": lambda: 0.0,
            "k": lambda: self._absolute_moment(4.0) / self.var() ** 2 - 3,
        }
        return tuple(value() for letter, value in values.items() if letter in moments)

    def expect(self, function: Cost | None = None) -> float:
        """E g(X) for a function g of the noise, as `expected_cost`; E X unless one is given.

        Parameters
        ----------
        function
            As for `expected_cost`; None for the noise itself.

        Raises
        ------
        BadInput
            As `expected_cost`.
        DpproofsError
            As `expected_cost`.

        Examples
        --------
        >>> import dpproofs as dp
        >>> round(dp.Laplace(epsilon=1).expect(lambda x: x**2), 9)
        2.0
        """
        return self.mean() if function is None else self.expected_cost(function)

    def support(self) -> tuple[float, float]:
        """The ends of the least interval that has all the probability, in units of the query.

        >>> import dpproofs as dp
        >>> dp.UniformWithAtom(delta=0.1, cost=1).support()
        (-5.0, 5.0)
        """
        return float(self.ppf(0.0)), float(self.ppf(1.0))

    @abstractmethod
    def entropy(self) -> float:
        """Entropy in nats: -E log f(X), f the density or the probability mass.

        >>> import dpproofs as dp
        >>> round(dp.Geometric(epsilon=1).entropy(), 6)
        1.622855
        """

    @abstractmethod
    def _drawn(self, axes: Axes) -> Axes:
        """The distribution on some axes."""

    def plot_density(self, axes: Axes | None = None) -> Axes:
        """Draw the distribution where all but a thousandth of its mass is.

        That is the density, with atoms as lines on an axis beside it; on the integers it is the
        probability of each.

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
        >>> dp.Staircase(epsilon=1, cost=1).plot_density().get_ylabel()
        'density'
        >>> dp.Geometric(epsilon=1).plot_density().get_ylabel()
        'probability'
        """
        from dpproofs.mechanisms.pictures import plots

        return self._drawn(plots.made(axes))

    def plot_privacy_profile(self, axes: Axes | None = None, *, most: float | None = None) -> Axes:
        """Draw the least delta at each epsilon, with a logarithmic scale for delta.

        Parameters
        ----------
        axes
            Of matplotlib; made unless given. Their ``figure`` shows itself in a notebook.
        most
            The largest epsilon, in (0, oo); 1.25 times the mechanism's own unless given, or 2
            where it has none.

        Raises
        ------
        BadInput
            When matplotlib is not installed, or most is out of range.

        Examples
        --------
        >>> import dpproofs as dp
        >>> dp.Gaussian(epsilon=1, delta=1e-5).plot_privacy_profile().get_ylabel()
        'least delta'
        """
        from dpproofs.mechanisms.pictures import plots

        return plots.profile(self, axes, most)


def evaluated(
    p: float | Cost | Exponents,
    moment: Callable[[float], float],
    expectation: Callable[[Cost], float],
) -> float | Array:
    """An expected cost, by the moment of an exponent, of each of an array, or by expectation."""
    if callable(p):
        return expectation(p)
    if isinstance(p, np.ndarray | list | tuple):
        exponents = _numbers(p)
        costs = [moment(checked_power(each)) for each in exponents.ravel().tolist()]
        return np.array(costs, dtype=float).reshape(exponents.shape)
    return moment(checked_power(p))


def checked_power(p: object) -> float:
    """The exponent of a cost |x|^p as a float."""
    number = as_float(p)
    if number is None or not 0 < number < math.inf:
        raise BadInput("p", p, "a number in (0, inf)")
    return number


def _numbers(values: object) -> NDArray[Any]:
    try:
        return np.asarray(values)
    except ValueError:  # rows of different lengths
        raise BadInput("p", values, "an array of numbers in (0, inf)") from None
