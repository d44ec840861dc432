"""What every mechanism for vectors offers: noise X = R U, with U uniform in the unit ball."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import gammainccinv, gammaincinv

from dpproofs.kernel.errors import BadInput, DpproofsError
from dpproofs.mechanisms.base import BLOCK, Array, Rng, Size, empty
from dpproofs.mechanisms.described import Cost, Exponents, checked_power, evaluated
from dpproofs.mechanisms.elementwise import Double
from dpproofs.mechanisms.formulas.staircase_cost import PRECISION
from dpproofs.mechanisms.parameter import Parameter, declared
from dpproofs.mechanisms.stated import Stated
from dpproofs.mechanisms.vector.ball import Ball, named
from dpproofs.mechanisms.vector.described import DescribedVector
from dpproofs.mechanisms.vector.expectation import of_norm

if TYPE_CHECKING:
    from dpproofs.mechanisms.formulas.coins import Coins
    from dpproofs.mechanisms.vector.exact import Law

Rows: TypeAlias = NDArray[np.object_]  # of exact numbers, a vector each

LARGEST = 2**53  # a dimension or size that doubles count exactly


class VectorNoise(DescribedVector, Stated):
    """Noise on R^d whose density depends on the norm alone and does not increase with it.

    Functions of a radius or an epsilon are elementwise and return an array of the same shape, or a
    scalar for a scalar. Sensitivity and cost are in the same norm. The noise is R U with U uniform
    in the unit ball and an independent radius R; every density that falls with the norm is of this
    form.
    """

    epsilon: Annotated[float, Parameter(r"\varepsilon", 0, math.inf)]
    sensitivity: Annotated[float, Parameter(r"\Delta", 0, math.inf)]
    dimension: Annotated[int, Parameter("d", 1, LARGEST, "[]", integer=True)]
    norm: Ball

    def _set(self, norm: str | Ball, **values: float) -> None:
        """Assign the parameters of this frozen instance, each validated."""
        for name, value in values.items():
            parameter = declared(type(self))[name]
            object.__setattr__(self, name, parameter.validated(name, value, vars(self)))
        object.__setattr__(self, "norm", named(norm))

    # -- what a mechanism says --------------------------------------------------------------------

    @abstractmethod
    def _radii(self, out: Array, rng: np.random.Generator) -> None:
        """Overwrite ``out`` with independent radii, in units of the sensitivity."""

    @abstractmethod
    def _radius_moment(self, p: float) -> float:
        """E R^p in units of the sensitivity, for p > 0; infinite where a double overflows."""

    # -- what follows -----------------------------------------------------------------------------

    def sample(self, size: Size = None, *, rng: Rng = None) -> Array:
        """Draw independent vectors of noise, in units of the query.

        Parameters
        ----------
        size
            Shape of the array of vectors; None for one vector.
        rng
            Anything that `numpy.random.default_rng` takes.

        Returns
        -------
        Array
            Of shape ``(*size, dimension)``. Draws are doubles, whose low bits are not protected:
            those of `sample_exact` are.

        Raises
        ------
        BadInput
            When size is not a shape.

        Examples
        --------
        >>> import dpproofs as dp
        >>> dp.KNorm(1, dimension=2).sample((4, 3), rng=0).shape
        (4, 3, 2)
        """
        shape = empty(size, np.uint8).shape
        draws = np.empty((*shape, self.dimension))
        flat, generator = draws.reshape(-1, self.dimension), np.random.default_rng(rng)
        rows = max(BLOCK // self.dimension, 1)
        radii = np.empty(min(BLOCK, len(flat)))
        for start in range(0, len(flat), BLOCK):
            last = min(start + BLOCK, len(flat))
            radii = radii[: last - start]
            self._radii(radii, generator)
            radii *= self.sensitivity
            for first in range(start, last, rows):
                block = flat[first : min(first + rows, last)]
                self.norm.fill(block, generator)
                block *= radii[first - start : first - start + len(block), None]
        return draws

    def sample_exact(
        self,
        size: Size = None,
        *,
        value: ArrayLike | None = None,
        step: float | None = None,
        rng: Rng = None,
    ) -> Array:
        """Draw vectors with noise, added in the real numbers and rounded to a lattice.

        In every coordinate the multiple of the step nearest to value + noise, with exactly the
        probabilities that follow from the density. No floating point takes part, and rounding is
        done afterwards, so that the promise of the mechanism holds exactly, whatever the values
        are: nothing of epsilon or delta is lost, and half a step of accuracy in each coordinate.
        The time that a draw takes depends on it.

        Parameters
        ----------
        size
            How many draws, as a shape; None for one draw of each value.
        value
            The answers of the query, to which the noise is added: numbers, taken as exactly what
            they are, in an array whose last axis has the coordinates, and whose other axes end a
            shape ``size`` if both are given. None for the noise itself.
        step
            A power of two that does not depend on the data. By default at most 2^-24 of the
            sensitivity, and of the median of the norm of the noise over the dimension.
        rng
            None for the operating system's random bits (`secrets`); otherwise anything that
            `numpy.random.default_rng` takes, for its bytes.

        Returns
        -------
        Doubles, of shape ``(*size, dimension)``. Beyond 2^53 steps from 0 they are the doubles
        nearest to multiples of the step, which is rounding again and loses nothing either.

        Raises
        ------
        BadInput
            When an argument is not as described, or a staircase has too many shells that matter.
        DpproofsError
            When the ball is not one of those of l1, l2 and linf, and has no `exact`.

        Examples
        --------
        >>> import dpproofs as dp
        >>> noisy = dp.KNorm(1, dimension=2).sample_exact(value=[3, 4], step=2**-10, rng=0)
        >>> noisy.shape, (noisy * 2**10 % 1).tolist()
        ((2,), [0.0, 0.0])
        """
        from dpproofs.mechanisms.formulas.lattice import checked_step, checked_values

        values = checked_values([0] * self.dimension if value is None else value)
        if values.shape[-1:] != (self.dimension,):
            accepted = f"an array whose last axis has {self.dimension} entries"
            raise BadInput("value", f"an array of shape {values.shape}", accepted)
        others = values.shape[:-1]
        shape = others if size is None else empty(size, np.uint8).shape
        median = float(self.radial_ppf(0.5))
        width = checked_step(step, [self.sensitivity, median / self.dimension])
        try:
            rows = np.broadcast_to(values, (*shape, self.dimension))
        except ValueError as error:
            raise BadInput("size", size, f"a shape that ends in {others}") from error
        drawn = self._exactly(rows.reshape(-1, self.dimension), width, rng)
        return drawn.reshape(rows.shape)

    def _exactly(self, rows: Rows, step: Fraction, rng: Rng) -> Array:
        """Rows of values with noise, on the lattice."""
        from dpproofs.mechanisms.formulas.coins import Coins
        from dpproofs.mechanisms.formulas.lattice import as_double
        from dpproofs.mechanisms.vector.exact import rounded_vector, scaled

        if self.norm.exact is None:
            raise DpproofsError(f"the ball of {self.norm.name} does not say how to draw exactly")
        coins, point = Coins(rng), self.norm.exact(self.dimension)
        drawn = np.empty(rows.shape)
        for place, row in enumerate(rows):
            law = scaled(self._exact_radius(coins), point, Fraction(self.sensitivity))
            steps = rounded_vector(row, step, law, coins)
            drawn[place] = [as_double(count, step) for count in steps]
        return drawn

    def _exact_radius(self, coins: Coins) -> Law:  # noqa: ARG002  # for subclasses
        """The law of the radius, in units of the sensitivity; coins are for parts of it."""
        raise DpproofsError(f"{type(self).__name__} has no radius that can be drawn exactly")

    @overload
    def logpdf(self, x: Sequence[float]) -> Double: ...
    @overload
    def logpdf(self, x: NDArray[Any] | Sequence[Sequence[Any]]) -> Array: ...
    @overload
    def logpdf(self, x: ArrayLike) -> Double | Array: ...
    def logpdf(self, x: ArrayLike) -> Double | Array:
        """Logarithm of the density at points ``x``, whose last axis has the coordinates.

        It has the shape of ``x`` without that axis.

        Raises
        ------
        BadInput
            When the last axis has not ``dimension`` entries.

        Examples
        --------
        >>> import dpproofs as dp
        >>> dp.KNorm(1, dimension=2).logpdf([[0, 0], [3, 4]]).round(6).tolist()
        [-1.837877, -6.837877]
        """
        points = np.asarray(x, dtype=float)
        if points.ndim == 0 or points.shape[-1] != self.dimension:
            accepted = f"an array whose last axis has {self.dimension} entries"
            raise BadInput("x", f"an array of shape {points.shape}", accepted)
        scale = self.dimension * math.log(self.sensitivity)
        return self._log_density(self.norm.gauge(points) / self.sensitivity) - scale

    @overload
    def pdf(self, x: Sequence[float]) -> Double: ...
    @overload
    def pdf(self, x: NDArray[Any] | Sequence[Sequence[Any]]) -> Array: ...
    @overload
    def pdf(self, x: ArrayLike) -> Double | Array: ...
    def pdf(self, x: ArrayLike) -> Double | Array:
        """Density at points ``x``, per unit of volume; the shape is that of :meth:`logpdf`.

        It raises what that raises.

        >>> import dpproofs as dp
        >>> dp.KNorm(1, dimension=2).pdf([[0, 0], [3, 4]]).round(6).tolist()
        [0.159155, 0.001072]
        """
        return np.exp(self.logpdf(x))

    @overload
    def expected_cost(self, p: float = 1) -> float: ...
    @overload
    def expected_cost(self, p: Cost) -> float: ...
    @overload
    def expected_cost(self, p: Exponents) -> Array: ...
    def expected_cost(self, p: float | Cost | Exponents = 1) -> float | Array:
        """E ||X||^p for real p > 0, in units of the query to the p, or E L(||X||) for another cost.

        Source: d/(d + p) E R^p, as the noise is R U with U uniform in the unit ball.

        Parameters
        ----------
        p
            An exponent, an array of exponents, or a function of the norm: one that takes an array,
            or one number at a time.

        Returns
        -------
        A number, or an array of the shape of p. For an exponent it comes from a formula, and is
        infinite where a double overflows. For a function it comes from quadrature, to about ten
        digits where the function is smooth but for some jumps and bends, one fewer with each factor
        of ten beyond 10^5 dimensions; what it does between the places where quadrature looks is not
        seen.

        Raises
        ------
        BadInput
            When an exponent is not in (0, oo), or the function has values that are no numbers.
        DpproofsError
            When the expected value of the function is infinite or does not converge, or quadrature
            would meet more than 100,000 steps of a staircase.

        Examples
        --------
        >>> import dpproofs as dp
        >>> noise = dp.KNorm(epsilon=1, dimension=2, norm="l2")
        >>> noise.expected_cost([1, 2])
        array([2., 6.])
        >>> round(noise.expected_cost(lambda r: r > 5), 9)  # how often the norm is over 5
        0.040427682
        """
        return evaluated(p, self._power_cost, self._expectation)

    def _expectation(self, function: Cost) -> float:
        first, second = (self._norm_moment(p) for p in (1, 2))
        return of_norm(
            function,
            self._log_radial,
            moments=(first, second),
            jump=self._jump,
            unit=self.sensitivity,
        )

    def _log_radial(self, r: Array) -> Array:
        """Logarithm of the density d V r^(d - 1) f(r) of the norm; V is the unit ball's volume."""
        d = self.dimension
        with np.errstate(divide="ignore"):
            power = (d - 1) * np.log(r) if d > 1 else 0.0
        whole = math.log(d) + self.norm.log_volume(d)
        return np.asarray(whole + power + self._log_density(r))

    def _power_cost(self, p: float) -> float:
        return self._scaled(p, self._norm_moment(p))

    def _norm_moment(self, p: float) -> float:
        """E ||X||^p at sensitivity 1."""
        return self.dimension / (self.dimension + p) * self._radius_moment(p)

    def coordinate_cost(self, p: float = 2) -> float:
        """E|X_1|^p of one coordinate, for a real p > 0.

        Raises
        ------
        BadInput
            When p is not a number in (0, oo), or the ball does not say its moments.

        Examples
        --------
        >>> import dpproofs as dp
        >>> round(dp.KNorm(1, dimension=2).coordinate_cost(2), 9)
        3.0
        """
        p = checked_power(p)
        if self.norm.log_moment is None:
            raise BadInput("norm", self.norm.name, "a ball with log_moment")
        share = math.exp(self.norm.log_moment(self.dimension, p))
        return share * self._scaled(p, self._radius_moment(p))

    def _scaled(self, p: float, moment: float) -> float:
        try:
            return float(self.sensitivity**p) * moment
        except OverflowError:
            return math.inf


def gamma_quantile(shape: float, u: Array) -> Array:
    """The quantile of a gamma variate for u in (0, 1), from the tail in which u is smaller."""
    return np.asarray(np.where(u <= 0.5, gammaincinv(shape, u), gammainccinv(shape, 1 - u)))


def scaled_gamma_ratio(a: float, p: float, scale: float) -> float:
    """scale^p Gamma(a + p)/Gamma(a) to the last digit; infinite where a double overflows."""
    from flint import ctx

    from dpproofs.mechanisms.formulas.enclosure import ball

    with ctx.workprec(PRECISION + max(0, math.frexp(p)[1])):
        power = ball(p)
        log = (ball(a) + power).lgamma() - ball(a).lgamma() + power * ball(scale).log()
        return float(log.exp())


def parameters(mechanism: VectorNoise, names: Sequence[str]) -> str:
    """``name=value`` of some fields, as they are printed."""
    values: list[Any] = [getattr(mechanism, name) for name in names]
    return ", ".join(f"{name}={value!r}" for name, value in zip(names, values, strict=True))
