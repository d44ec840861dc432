"""Randomised response: the truth, or any of the other answers."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms.base import BLOCK, Array, Rng, Size, empty
from dpproofs.mechanisms.elementwise import Double, Leaking, Many, Number
from dpproofs.mechanisms.enclosed import EnclosedAnswers
from dpproofs.mechanisms.formulas.coins import Coins
from dpproofs.mechanisms.formulas.enclosure import ball
from dpproofs.mechanisms.formulas.inversion import DIGITS, Inversion
from dpproofs.mechanisms.formulas.losses import ThreeValuedLoss
from dpproofs.mechanisms.parameter import Parameter, as_int, declared
from dpproofs.mechanisms.stated import Stated

if TYPE_CHECKING:
    from dpproofs.mechanisms.formulas.enclosure import Ball

MOST_CATEGORIES = 2**53


@dataclass(frozen=True)
class RandomizedResponse(Leaking, Stated):
    """An answer 0, ..., k - 1 that is the truth with odds e^epsilon : 1 against each other one.

    P(answer = truth) = e^epsilon/(e^epsilon + k - 1). Any two values are neighbours: nobody is
    trusted with the truth.

    Source: Warner, "Randomized Response", 1965, for k = 2; Kairouz, Oh & Viswanath, "Extremal
    Mechanisms for Local Differential Privacy", 2016, Theorem 14 for its optimality.

    Its privacy profile is (e^epsilon - e^e)/(e^epsilon + k - 1) at e up to its own epsilon, and 0
    beyond.

    Parameters
    ----------
    epsilon
        In (0, oo).
    categories
        k, in [2, 2^53], an integer.

    Raises
    ------
    BadInput
        When a parameter lies outside its domain.

    Examples
    --------
    >>> import dpproofs as dp
    >>> response = dp.RandomizedResponse(epsilon=1, categories=3)
    >>> response.pmf([0, 1, 2], value=1).round(4).tolist()
    [0.2119, 0.5761, 0.2119]
    >>> dp.audit(response.sample, epsilon=0.5, pairs=[(0, 1)]).verdict
    'violation'
    """

    epsilon: Annotated[float, Parameter(r"\varepsilon", 0, math.inf)]
    categories: Annotated[int, Parameter("k", 2, math.inf, "[)", integer=True)] = 2

    def __post_init__(self) -> None:
        for name, parameter in declared(type(self)).items():
            value = parameter.validated(name, getattr(self, name), vars(self))
            object.__setattr__(self, name, value)
        if self.categories > MOST_CATEGORIES:
            raise BadInput("categories", self.categories, "an integer from 2 to 2^53")

    @overload
    def logpmf(self, answer: Number, value: int = 0) -> Double: ...
    @overload
    def logpmf(self, answer: Many, value: int = 0) -> Array: ...
    @overload
    def logpmf(self, answer: ArrayLike, value: int = 0) -> Double | Array: ...
    def logpmf(self, answer: ArrayLike, value: int = 0) -> Double | Array:
        """log P(answer) when the truth is the value; -oo for what is no category.

        Raises
        ------
        BadInput
            When the value is no category.

        Examples
        --------
        >>> import dpproofs as dp
        >>> dp.RandomizedResponse(epsilon=2).logpmf([0, 1]).round(6).tolist()
        [-0.126928, -2.126928]
        """
        given, truth = np.asarray(answer), self._category(value)
        known = (given >= 0) & (given < self.categories) & (given == np.floor(given))
        total = self.epsilon + math.log1p((self.categories - 1) * math.exp(-self.epsilon))
        return np.where(known, np.where(given == truth, self.epsilon, 0.0) - total, -np.inf)[()]

    @overload
    def pmf(self, answer: Number, value: int = 0) -> Double: ...
    @overload
    def pmf(self, answer: Many, value: int = 0) -> Array: ...
    @overload
    def pmf(self, answer: ArrayLike, value: int = 0) -> Double | Array: ...
    def pmf(self, answer: ArrayLike, value: int = 0) -> Double | Array:
        """P(answer) when the truth is the value.

        Raises
        ------
        BadInput
            When the value is no category.

        Examples
        --------
        >>> import dpproofs as dp
        >>> float(dp.RandomizedResponse(epsilon=2).pmf(1, value=1).round(6))
        0.880797
        """
        return np.exp(self.logpmf(answer, value))

    @overload
    def cdf(self, answer: Number, value: int = 0) -> Double: ...
    @overload
    def cdf(self, answer: Many, value: int = 0) -> Array: ...
    @overload
    def cdf(self, answer: ArrayLike, value: int = 0) -> Double | Array: ...
    def cdf(self, answer: ArrayLike, value: int = 0) -> Double | Array:
        """P(an answer <= this one) when the truth is the value.

        Raises
        ------
        BadInput
            When the value is no category.

        Examples
        --------
        >>> import dpproofs as dp
        >>> dp.RandomizedResponse(epsilon=2).cdf([-1, 0, 1], value=1).round(6).tolist()
        [0.0, 0.119203, 1.0]
        """
        given, truth = np.asarray(answer, dtype=float), self._category(value)
        count = np.clip(np.floor(given) + 1, 0, self.categories)
        other, more = float(self.pmf(1)), float(self.pmf(0) - self.pmf(1))
        return np.where(count == self.categories, 1.0, count * other + more * (given >= truth))[()]

    def log_pair(self) -> tuple[Array, Array]:
        """The logarithms of the probabilities of the outcomes, at two values.

        The outcomes are the one value, the other, and all other answers taken together: these say
        nothing of which it is. Arrays of shape (3,), or (2,) where there are no others.

        Examples
        --------
        >>> import dpproofs as dp
        >>> [logs.round(3).tolist() for logs in dp.RandomizedResponse(epsilon=2).log_pair()]
        [[-0.127, -2.127], [-2.127, -0.127]]
        """
        truth, lie = (float(self.logpmf(answer)) for answer in (0, 1))
        others = [lie + math.log(self.categories - 2)] if self.categories > 2 else []
        return np.array([truth, lie, *others]), np.array([lie, truth, *others])

    def expected_cost(self) -> float:
        """P(answer != truth).

        >>> import dpproofs as dp
        >>> round(dp.RandomizedResponse(epsilon=2).expected_cost(), 6)
        0.119203
        """
        return (self.categories - 1) * float(self.pmf(1))

    def _profile(self, epsilon: Array) -> Array:
        """(e^epsilon_0 - e^epsilon)/(e^epsilon_0 + k - 1) up to epsilon_0, its own, and 0 beyond.

        The worst set is one value, at which the other input's answer is a lie.
        """
        less = np.minimum(epsilon - self.epsilon, 0)
        return -np.expm1(less) * self.pmf(0) + 0.0

    @overload
    def sample(self, value: int, size: None = None, *, rng: Rng = None) -> int: ...
    @overload
    def sample(
        self, value: ArrayLike, size: int | Sequence[int] | None = None, *, rng: Rng = None
    ) -> NDArray[np.int64]: ...
    def sample(
        self, value: ArrayLike, size: Size = None, *, rng: Rng = None
    ) -> int | NDArray[np.int64]:
        """Draw an answer for each value, with the probabilities of doubles.

        Parameters
        ----------
        value
            The truth: a category, or an array of them.
        size
            How many answers, as a shape that ends in that of the values; None for one each.
        rng
            Anything that `numpy.random.default_rng` takes.

        Raises
        ------
        BadInput
            When a value is no category, or size no such shape.

        Examples
        --------
        >>> import dpproofs as dp
        >>> dp.RandomizedResponse(epsilon=9).sample([0, 1, 1], rng=0).tolist()
        [0, 1, 1]
        """
        generator = np.random.default_rng(rng)

        def lies(count: int) -> NDArray[np.bool_]:
            return np.asarray(generator.random(count) < self.expected_cost())

        def others(count: int) -> NDArray[np.int64]:
            return generator.integers(1, self.categories, count)

        return self._answers(value, size, lies, others)

    @overload
    def sample_exact(self, value: int, size: None = None, *, rng: Rng = None) -> int: ...
    @overload
    def sample_exact(
        self, value: ArrayLike, size: int | Sequence[int] | None = None, *, rng: Rng = None
    ) -> NDArray[np.int64]: ...
    def sample_exact(
        self, value: ArrayLike, size: Size = None, *, rng: Rng = None
    ) -> int | NDArray[np.int64]:
        """Draw an answer for each value with exactly its probabilities, from fair bits alone.

        Parameters
        ----------
        value
            The truth: a category, or an array of them.
        size
            How many answers, as a shape that ends in that of the values; None for one each.
        rng
            None for the operating system's random bits (`secrets`); otherwise anything that
            `numpy.random.default_rng` takes, for its bytes.

        Raises
        ------
        BadInput
            When a value is no category, or size no such shape.

        Examples
        --------
        >>> import dpproofs as dp
        >>> dp.RandomizedResponse(epsilon=9).sample_exact(1, size=3, rng=0).tolist()
        [1, 1, 1]
        """
        coins = Coins(rng)

        def lies(count: int) -> NDArray[np.bool_]:
            digits = coins.words(count) >> np.uint64(64 - DIGITS)
            return np.asarray(self._inversion.magnitudes(digits, coins) > 0)

        def others(count: int) -> NDArray[np.int64]:
            return 1 + coins.many_below(self.categories - 1, count)

        return self._answers(value, size, lies, others)

    def enclosed(self, digits: int = 30) -> EnclosedAnswers:
        """Intervals around probabilities, the cost and the privacy profile, guaranteed.

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
        >>> print(dp.RandomizedResponse(epsilon=1).enclosed(digits=10).pmf(0))
        [0.7310585786, 0.7310585787]
        """
        return EnclosedAnswers(self, digits)

    def _exact_mass(self, *, truth: bool) -> Ball:
        """The probability of the truth, or of one other answer."""
        odds = ball(self.epsilon).exp()
        return (odds if truth else 1) / (odds + (self.categories - 1))

    def _loss(self) -> ThreeValuedLoss:
        """Of the truth at one of two values and the other value; 0 at any third."""

        def weight() -> Ball:
            return self._exact_mass(truth=True) + self._exact_mass(truth=False)

        return ThreeValuedLoss(Fraction(self.epsilon), weight if self.categories > 2 else None)

    def _exact_lie(self) -> Ball:
        return (self.categories - 1) * self._exact_mass(truth=False)

    def _exact_profile(self, epsilon: Fraction) -> Ball:
        from flint import arb

        less = epsilon - Fraction(self.epsilon)
        return -ball(less).expm1() * self._exact_mass(truth=True) if less < 0 else arb(0)

    @cached_property
    def _inversion(self) -> Inversion:
        """Of the number that is 1 for a lie and 0 for the truth."""

        def beyond(m: int) -> Ball:
            from flint import arb

            return self._exact_lie() if m == 0 else arb(0)

        return Inversion.of(lambda: map(beyond, (0, 1)), beyond)

    def _category(self, value: object) -> int:
        found = as_int(value)
        if found is None or not 0 <= found < self.categories:
            raise BadInput("value", value, f"an integer from 0 to {self.categories - 1}")
        return found

    def _answers(
        self,
        value: ArrayLike,
        size: Size,
        lies: Callable[[int], NDArray[np.bool_]],
        others: Callable[[int], NDArray[np.int64]],
    ) -> int | NDArray[np.int64]:
        """Where there is a lie, a number of categories further, around the circle that they are."""
        truth = self._categories(value)
        drawn = empty(truth.shape if size is None else size, np.int64)
        try:
            drawn[...] = truth
        except ValueError as error:
            raise BadInput("size", size, f"a shape that ends in {truth.shape}") from error
        flat = drawn.reshape(-1)
        for start in range(0, flat.size, BLOCK):
            block = flat[start : start + BLOCK]
            wrong = lies(block.size)
            block[wrong] = (block[wrong] + others(int(wrong.sum()))) % self.categories
        return int(drawn) if drawn.shape == () else drawn

    def _categories(self, value: ArrayLike) -> NDArray[Any]:
        try:
            values = np.asarray(value)
            whole = values.astype(np.int64)
            known = bool(np.all((whole == values) & (whole >= 0) & (whole < self.categories)))
        except (TypeError, ValueError, OverflowError):
            known = False
        if not known or values.dtype.kind not in "iuf":
            raise BadInput("value", value, f"integers from 0 to {self.categories - 1}")
        return whole
