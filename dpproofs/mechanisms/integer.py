"""Noise on the integers, for counts: what every such mechanism offers."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, overload

import numpy as np
from numpy.typing import NDArray

from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms.base import BLOCK, Array, Noise, Rng, Size, empty
from dpproofs.mechanisms.described import Cost
from dpproofs.mechanisms.elementwise import OnIntegers
from dpproofs.mechanisms.enclosed import EnclosedNoise, ExactNoise
from dpproofs.mechanisms.formulas.coins import Coins
from dpproofs.mechanisms.formulas.inversion import DIGITS, Inversion

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from dpproofs.mechanisms.formulas.enclosure import Ball

Integers = NDArray[np.int64]

LARGEST = 2.0**63  # 64-bit integers end here
MOST_ENTRIES = 1 << 19  # of a table of probabilities
ENTRIES_A_DRAW = 64  # that cost about as much as one draw without a table


class IntegerMechanism(ExactNoise, Noise, OnIntegers):
    """Symmetric noise on the integers, for a query that is an integer.

    Functions of x take integers or floats; a number that is not whole has probability 0. Integers
    beyond 2^53 in magnitude are exact only where x is an integer array.
    """

    epsilon: float
    sensitivity: int

    #: Upper bound on -log of the least probability with which the fast sampler draws anything.
    REACH: ClassVar[float] = 80

    @abstractmethod
    def _log_mass(self, m: Any) -> Array:
        """log P(X = m) for whole m >= 0."""

    @abstractmethod
    def _tail(self, m: Any) -> Array:
        """P(X > m) for whole m >= 0."""

    @abstractmethod
    def _tail_quantile(self, q: Array) -> Array:
        """The least whole m >= 0 with P(X > m) <= q, for 0 <= q <= 1/2, up to rounding."""

    @property
    @abstractmethod
    def scale(self) -> float:
        """The distance over which the tail falls by the factor e."""

    @abstractmethod
    def _draw_exactly(self, coins: Coins) -> int:
        """One draw from the exact distribution, without a table of its probabilities."""

    @abstractmethod
    def _exact_masses(self) -> Iterable[Ball]:
        """P(X = m) for m = 0, 1, ..., as balls at the working precision.

        To an absolute accuracy of its bits; 0 beyond the end of the noise.
        """

    def enclosed(self, digits: int = 30) -> EnclosedNoise:
        """Intervals around probabilities, costs and the privacy profile, guaranteed.

        Parameters
        ----------
        digits
            How many digits are told, from 1 to 1000.

        Raises
        ------
        BadInput
            When digits is no such integer.

        Examples
        --------
        >>> import dpproofs as dp
        >>> print(dp.Geometric(epsilon=1).enclosed(digits=20).pmf(0))
        [0.4621171572600097585, 0.46211715726000975851]
        """
        return EnclosedNoise(self, digits)

    def _logpmf(self, x: NDArray[Any]) -> Array:
        """log P(X = x), also where P underflows; -oo where x is not whole."""
        n = _whole(x)
        here = np.isfinite(n) & (n == x)
        log = self._log_mass(np.where(here, np.abs(n), 0))
        return np.where(np.isnan(n), np.nan, np.where(here, log, -np.inf))

    def _cdf(self, x: NDArray[Any]) -> Array:
        n = _whole(x)
        tail = self._tail_beyond(n)
        return np.where(n < 0, tail, 1 - tail)

    def _sf(self, x: NDArray[Any]) -> Array:
        n = _whole(x)
        tail = self._tail_beyond(n)
        return np.where(n < 0, 1 - tail, tail)

    def _ppf(self, u: Array) -> Array:
        inside = (u >= 0) & (u <= 1)
        # 1 - u is exact for u >= 1/2.
        q = np.where(inside, np.minimum(u, 1 - u), 0.5)
        m = self._settled(q)
        # On the left P(X <= -m) = P(X > m - 1) >= u is wanted: one further where it is an equality.
        left = np.where(q == 0, m, m + (self._tail(m) == q))
        return np.where(inside, np.where(u < 0.5, 0 - left, m), np.nan)

    def _settled(self, q: Array) -> Array:
        """The least whole m >= 0 with P(X > m) <= q, for 0 <= q <= 1/2."""
        m = self._tail_quantile(q)
        for _ in range(2):  # undo rounding
            m = m - ((m > 0) & (self._tail(np.maximum(m - 1, 0)) <= q))
            m = m + (self._tail(m) > q)
        return m

    def _isf(self, u: Array) -> Array:
        """The least x with P(X > x) <= u; NaN for u outside [0, 1]."""
        x = -self._ppf(u)
        # Where there is as much as u from x on, x - 1 will do.
        return x - (self._sf(x - 1) <= u) + 0.0

    def entropy(self) -> float:
        """Entropy in nats: -E log P(X = x) at X, by a sum, to about ten digits.

        Raises
        ------
        DpproofsError
            When the noise is too wide to be summed.

        Examples
        --------
        >>> import dpproofs as dp
        >>> round(dp.Geometric(epsilon=1).entropy(), 6)
        1.622855
        """
        return self._expectation(lambda x: -self.logpmf(x))

    def _drawn(self, axes: Axes) -> Axes:
        from dpproofs.mechanisms.pictures import plots

        return plots.masses(self, axes)

    def _expectation(self, function: Cost) -> float:
        from dpproofs.mechanisms.formulas.expectation import of_masses

        return of_masses(self, function)

    @overload
    def sample(self, size: None = None, *, rng: Rng = None) -> int: ...
    @overload
    def sample(self, size: int | Sequence[int], *, rng: Rng = None) -> Integers: ...
    def sample(self, size: Size = None, *, rng: Rng = None) -> int | Integers:
        """Draw independent values of the noise, as 64-bit integers.

        Probabilities are those of the distribution up to about 2^-53, and not protected against
        attacks on floating point: see `sample_exact`.

        Parameters
        ----------
        size
            Shape of the array to return; None for one int.
        rng
            Anything that `numpy.random.default_rng` takes.

        Raises
        ------
        BadInput
            When size is not a shape, or the noise does not fit 64 bits.

        Examples
        --------
        >>> import dpproofs as dp
        >>> dp.Geometric(epsilon=1).sample(3, rng=0).dtype.name
        'int64'
        """
        self._require_room()
        draws: int | Integers = self._draws(size, rng, np.int64)
        return draws

    @overload
    def sample_exact(self, size: None = None, *, rng: Rng = None) -> int: ...
    @overload
    def sample_exact(self, size: int | Sequence[int], *, rng: Rng = None) -> Integers: ...
    def sample_exact(self, size: Size = None, *, rng: Rng = None) -> int | Integers:
        """Draw independent values of the noise with exactly its probabilities.

        No floating point takes part: the draws are functions of fair random bits, by integer and
        ball arithmetic. Random words are looked up among the exact probabilities, of which a table
        is made first, some millions a second. Where a table would take longer than the draws, for
        few draws or noise on more than half a million integers, each is made alone, some ten
        thousand a second. The time that a draw takes depends on its value.

        Parameters
        ----------
        size
            Shape of the array to return; None for one int, of any size.
        rng
            None for the operating system's random bits (`secrets`); otherwise anything that
            `numpy.random.default_rng` takes, for its bytes.

        Raises
        ------
        BadInput
            When size is not a shape, or the noise does not fit the 64 bits of an array.

        Examples
        --------
        >>> import dpproofs as dp
        >>> isinstance(dp.DiscreteStaircase(epsilon=1, sensitivity=5).sample_exact(rng=0), int)
        True
        """
        coins = Coins(rng)
        if size is None:
            return self._draw_exactly(coins)
        self._require_room()
        draws = empty(size, np.int64)
        flat = draws.reshape(-1)
        if self._fits_a_table(flat.size):
            for start in range(0, flat.size, BLOCK):
                block = flat[start : start + BLOCK]
                block[:] = self._inversion.signed(coins.words(block.size), coins)
        else:
            for place in range(flat.size):
                flat[place] = self._draw_exactly(coins)
        return draws

    def _fits_a_table(self, count: int) -> bool:
        """Whether so many draws are worth a table of all probabilities that matter."""
        entries = float(self._tail_quantile(np.array([2.0**-DIGITS]))[0])
        return entries <= min(MOST_ENTRIES, ENTRIES_A_DRAW * count)

    @cached_property
    def _inversion(self) -> Inversion:
        def tails() -> Iterator[Ball]:
            beyond = None
            for mass in self._exact_masses():
                beyond = 1 - mass if beyond is None else beyond - 2 * mass
                yield beyond

        return Inversion.of(tails, lambda m: 2 * self._exact_tail(m))

    def _require_room(self) -> None:
        if self.scale * self.REACH >= LARGEST:
            needed = (
                f"such that {self.REACH:g} times the noise's scale, {self.scale:.3g}, is < 2^63"
            )
            raise BadInput("epsilon", getattr(self, "epsilon", None), needed)

    def _tail_beyond(self, n: NDArray[Any]) -> Array:
        """P(X > n) for n >= 0, P(X <= n) = P(X > -n - 1) for n < 0."""
        with np.errstate(invalid="ignore"):
            tail = self._tail(np.where(n < 0, -(n + 1), n))
        return np.where(np.isinf(n), 0.0, tail)


def _whole(x: NDArray[Any]) -> NDArray[Any]:
    """The largest integer <= x, as int64 where x is an integer array."""
    if x.dtype.kind in "bi":
        return x.astype(np.int64)
    return np.asarray(np.floor(x.astype(float)))
