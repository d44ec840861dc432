"""What every mechanism offers: a noise distribution, its sampler, its cost and its privacy."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpproofs.kernel.errors import BadInput, DpproofsError
from dpproofs.mechanisms.described import Cost, Described
from dpproofs.mechanisms.elementwise import Dense
from dpproofs.mechanisms.parameter import declared
from dpproofs.mechanisms.stated import Stated

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from dpproofs.mechanisms.formulas.description import Description
    from dpproofs.mechanisms.formulas.enclosure import Ball

Array: TypeAlias = NDArray[np.float64]
Atoms: TypeAlias = tuple[Array, Array]
Size: TypeAlias = int | Sequence[int] | None
Rng: TypeAlias = np.random.Generator | np.random.BitGenerator | int | None

# Draws made at a time: two buffers of this many doubles stay in a core's own cache.
BLOCK = 1 << 14


class Noise(Described, Stated):
    """A distribution of noise that is added to the answer of a query.

    Subclasses are frozen dataclasses whose fields are annotated with `Parameter`. Functions of an
    array are elementwise and return an array of the same shape, or a scalar for a scalar.
    """

    def __post_init__(self) -> None:
        self._set(**{name: getattr(self, name) for name in declared(type(self))})

    @abstractmethod
    def symbolic(self) -> Description:
        """The family the mechanism belongs to, for symbolic parameters.

        >>> import dpproofs as dp
        >>> [str(symbol) for symbol, _ in dp.Laplace(epsilon=1).symbolic().latex]
        ['epsilon', 'sensitivity']
        """

    def rvs(self, size: Size = None, random_state: Rng = None) -> float | NDArray[Any]:
        """Draw as `sample` does, by the name and the arguments that `scipy.stats` has for it.

        Parameters
        ----------
        size
            As for `sample`.
        random_state
            What `sample` calls ``rng``.

        Raises
        ------
        BadInput
            As `sample`.

        Examples
        --------
        >>> import dpproofs as dp
        >>> dp.Laplace(epsilon=1).rvs(3, random_state=0).shape
        (3,)
        """
        draws: float | NDArray[Any] = self.sample(size, rng=random_state)  # type: ignore[attr-defined]  # each kind has it
        return draws

    @abstractmethod
    def _fill(self, out: NDArray[Any], spare: Array, rng: np.random.Generator) -> None:
        """Overwrite ``out`` with independent draws; ``spare`` is scratch of the same length."""

    def _draws(self, size: Size, rng: Rng, dtype: type) -> Any:
        """An array of independent draws, or one draw when size is None."""
        generator = np.random.default_rng(rng)
        draws = empty(size, dtype)
        flat = draws.reshape(-1)
        spare = np.empty(min(BLOCK, flat.size))
        for start in range(0, flat.size, BLOCK):
            block = flat[start : start + BLOCK]
            self._fill(block, spare[: block.size], generator)
        return flat[0].item() if size is None else draws

    def _set(self, **values: float | None) -> None:
        """Assign parameters of this frozen instance, each validated against its declaration."""
        for name, value in values.items():
            parameter = declared(type(self))[name]
            object.__setattr__(self, name, parameter.validated(name, value, vars(self)))

    def _description(self, names: Sequence[str], **parts: Any) -> Description:
        """A description whose domain and letters are those declared for ``names``."""
        from dpproofs.mechanisms.formulas.description import describe

        parameters = declared(type(self))
        chosen = {name: parameters[name] for name in names}
        return describe(type(self).__name__, chosen, **parts)


class Mechanism(Noise, Dense):
    """Noise for a real query: a density, and possibly atoms."""

    sensitivity: float
    #: Whether the worst shift is searched for, so that the profile is no proved upper bound.
    profile_is_searched: ClassVar[bool] = False

    def entropy(self) -> float:
        """Differential entropy in nats: -E log f(X), f the density; -oo where there is an atom.

        By quadrature, to about ten digits, where the noise has no formula for it.

        Raises
        ------
        DpproofsError
            When quadrature does not converge.

        Examples
        --------
        >>> import dpproofs as dp
        >>> round(dp.TruncatedLaplace(epsilon=1, delta=0.1).entropy(), 6)
        1.319888
        """
        if self.atoms()[0].size:
            return -math.inf
        return self._expectation(lambda x: -self.logpdf(x))

    def _drawn(self, axes: Axes) -> Axes:
        from dpproofs.mechanisms.pictures import plots

        return plots.density(self, axes, self.sensitivity)

    def _expectation(self, function: Cost) -> float:
        from dpproofs.mechanisms.formulas.expectation import of_density

        return of_density(self, function)

    @overload
    def sample(self, size: None = None, *, rng: Rng = None) -> float: ...
    @overload
    def sample(self, size: int | Sequence[int], *, rng: Rng = None) -> Array: ...
    def sample(self, size: Size = None, *, rng: Rng = None) -> float | Array:
        """Draw independent values of the noise, in units of the query.

        Draws are doubles: their low bits are not protected against the attack of Mironov, "On
        significance of the least significant bits for differential privacy" (2012). Those of
        `sample_exact` are.

        Parameters
        ----------
        size
            Shape of the array to return; None for one float.
        rng
            Anything that `numpy.random.default_rng` takes.

        Raises
        ------
        BadInput
            When size is not a shape.

        Examples
        --------
        >>> import dpproofs as dp
        >>> dp.Laplace(epsilon=1).sample((2, 3), rng=0).shape
        (2, 3)
        """
        draws: float | Array = self._draws(size, rng, float)
        return draws

    @overload
    def sample_exact(
        self, size: None = None, *, value: float = 0.0, step: float | None = None, rng: Rng = None
    ) -> float: ...
    @overload
    def sample_exact(
        self,
        size: int | Sequence[int],
        *,
        value: ArrayLike = 0.0,
        step: float | None = None,
        rng: Rng = None,
    ) -> Array: ...
    @overload
    def sample_exact(
        self,
        size: Size = None,
        *,
        value: Sequence[float] | NDArray[Any],
        step: float | None = None,
        rng: Rng = None,
    ) -> Array: ...
    def sample_exact(
        self,
        size: Size = None,
        *,
        value: ArrayLike = 0.0,
        step: float | None = None,
        rng: Rng = None,
    ) -> float | Array:
        """Draw a value with noise, added in the real numbers and rounded to a lattice.

        The nearest multiples of the step to value + noise, with exactly the probabilities that
        follow from the density. No floating point takes part, and rounding is done afterwards, so
        that the promise of the mechanism holds exactly, whatever the values are: nothing of epsilon
        or delta is lost, and half a step of accuracy. Some ten thousand times slower than `sample`;
        the time that a draw takes depends on it.

        Parameters
        ----------
        size
            How many draws, as a shape; None for one draw of each value.
        value
            The answers of the query, to which the noise is added: numbers, taken as exactly what
            they are, in an array whose shape ends a shape ``size`` if both are given.
        step
            A power of two that does not depend on the data. By default at most 2^-24 of the
            sensitivity, and of the quartile of the noise.
        rng
            None for the operating system's random bits (`secrets`); otherwise anything that
            `numpy.random.default_rng` takes, for its bytes.

        Returns
        -------
        Doubles, a float where there is one draw of one value. Beyond 2^53 steps from 0 they are the
        doubles nearest to multiples of the step, which is rounding again and loses nothing either.

        Raises
        ------
        BadInput
            When an argument is not as described.
        DpproofsError
            When there is no formula for the probabilities that can be evaluated to any precision.

        Examples
        --------
        >>> import dpproofs as dp
        >>> noisy = dp.Laplace(epsilon=1).sample_exact(value=[3, 4], step=2**-10, rng=0)
        >>> noisy.shape, (noisy * 2**10 % 1).tolist()
        ((2,), [0.0, 0.0])
        """
        from dpproofs.mechanisms.formulas.coins import Coins
        from dpproofs.mechanisms.formulas.lattice import (
            Quantile,
            as_double,
            checked_step,
            checked_values,
            rounded_sum,
        )

        tail, values = self._exact_tail(), checked_values(value)
        width = checked_step(step, [self.sensitivity, float(self.ppf(0.75))])
        drawn = empty(values.shape if size is None else size, float)
        try:
            at = np.broadcast_to(values, drawn.shape).reshape(-1)
        except ValueError as error:
            raise BadInput("size", size, f"a shape that ends in {values.shape}") from error
        coins, flat = Coins(rng), drawn.reshape(-1)
        quantiles = [Quantile(coins) for _ in range(flat.size)]
        near = np.abs(self.ppf(np.array([q.near for q in quantiles])))
        for place, (x, q, guess) in enumerate(zip(at, quantiles, near.tolist(), strict=True)):
            flat[place] = as_double(rounded_sum(x, width, tail, q, guess), width)
        return float(flat[0]) if drawn.shape == () else drawn

    def _exact_tail(self) -> Callable[[Fraction], Ball]:
        """From a rational x >= 0 to P(X > x) as a ball at the working precision."""
        name = type(self).__name__
        raise DpproofsError(f"{name} has no formula that can be evaluated to any precision")


class Symmetric(Mechanism):
    """A mechanism with a density symmetric about 0, and possibly an atom there.

    A subclass says how much mass lies beyond x >= 0 and where a given mass begins. Both tails then
    come out with relative accuracy.
    """

    @abstractmethod
    def _density(self, x: Array) -> Array:
        """Density at x >= 0."""

    @abstractmethod
    def _tail(self, x: Array) -> Array:
        """P(X > x) for x >= 0."""

    @abstractmethod
    def _tail_quantile(self, q: Array) -> Array:
        """The x >= 0 with P(X > x) = q, for 0 <= q <= 1/2; 0 where an atom is in the way."""

    def _pdf(self, x: Array) -> Array:
        return self._density(np.abs(x))

    def _cdf(self, x: NDArray[Any]) -> Array:
        tail = self._tail(np.abs(x.astype(float)))
        return np.where(x < 0, tail, 1 - tail)

    def _sf(self, x: NDArray[Any]) -> Array:
        tail = self._tail(np.abs(x.astype(float)))
        return np.where(x < 0, 1 - tail, tail)

    def _ppf(self, u: Array) -> Array:
        inside = (u >= 0) & (u <= 1)
        # 1 - u is exact for u >= 1/2.
        magnitude = self._tail_quantile(np.where(inside, np.minimum(u, 1 - u), 0.5))
        return np.where(inside, np.copysign(magnitude, u - 0.5) + 0.0, np.nan)


def empty(size: Size, dtype: type) -> NDArray[Any]:
    """An array of that shape, with one element when size is None."""
    try:
        return np.empty(() if size is None else size, dtype)
    except (TypeError, ValueError) as error:
        accepted = "None, an integer >= 0 or a sequence of such integers"
        raise BadInput("size", size, accepted) from error


def doubled_log(q: Array) -> Array:
    """-log(2q) for 0 <= q <= 1/2, with relative accuracy also near q = 1/2."""
    with np.errstate(divide="ignore"):
        # 2q - 1 is exact from 1/4 on; adding 0 turns -0 into 0.
        return np.where(q > 0.25, -np.log1p(2 * q - 1), -np.log(2 * q)) + 0.0


def only_when_alone(name: str, value: object, **others: object) -> None:
    """Refuse two ways of saying the same thing at once."""
    given = [other for other, meaning in others.items() if meaning is not None]
    if given:
        raise BadInput(name, value, f"left out when {given[0]} is given")


def power_or_inf(base: float, exponent: float, factor: float = 1.0) -> float:
    """factor * base**exponent, infinite where a double overflows."""
    try:
        return factor * math.pow(base, exponent)
    except OverflowError:
        return math.inf


def gamma_or_inf(z: float) -> float:
    """Euler's gamma function of z > 0, infinite where a double overflows."""
    try:
        return math.gamma(z)
    except OverflowError:
        return math.inf
