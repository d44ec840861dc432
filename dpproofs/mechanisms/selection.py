"""Mechanisms that pick one of many outcomes, the likelier the less it costs for the data.

They add no noise: the data set enters through the cost L(D, r) of each outcome r alone.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import islice
from typing import Annotated, Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms.parameter import Parameter, as_float, declared
from dpproofs.notebook import shown

Array: TypeAlias = NDArray[np.float64]
Outcome = TypeVar("Outcome")

#: Costs stay below this many sensitivities, where a double still knows every integer.
MOST = 2.0**52
LISTED = 10  # outcomes that a notebook shows
BATCH = 64  # outcomes of a countable range that are listed at a time


@dataclass(frozen=True, eq=False)
class Selection:
    """The distribution of the outcome for one data set, over n outcomes.

    Attributes
    ----------
    outcomes
        Array of shape (n,): what is drawn. The places 0, ..., n - 1 unless names were given.
    costs
        Array of shape (n,): the cost of each outcome.
    epsilon
        The privacy of drawing once.
    delta
        The same; 0 unless outcomes had to be left out.
    """

    outcomes: NDArray[Any]
    costs: Array
    epsilon: float
    delta: float
    _log: Array

    def __repr__(self) -> str:
        privacy = f"epsilon {self.epsilon:g}, delta {self.delta:g}"
        return f"<{type(self).__name__} among {len(self.costs)} outcomes: {privacy}>"

    def _repr_html_(self) -> str:
        likeliest = np.argsort(-self._log, kind="stable")[:LISTED]
        chances = self.pmf()
        rows = [(self.outcomes[i], f"{chances[i]:.4g}", f"{self.costs[i]:.6g}") for i in likeliest]
        return shown(repr(self)[1:-1], ("likeliest", "probability", "cost"), rows)

    def pmf(self) -> Array:
        """Probability of each outcome, shape (n,); 0 where it underflows."""
        return np.exp(self._log)

    def logpmf(self) -> Array:
        """Logarithm of the probability of each outcome, shape (n,); -oo where the weight is 0."""
        return self._log.copy()

    def expected_cost(self) -> float:
        """E L(D, r), in the unit of the costs."""
        return float(self.pmf() @ self.costs)

    def sample(
        self,
        size: int | Sequence[int] | None = None,
        *,
        rng: np.random.Generator | np.random.BitGenerator | int | None = None,
    ) -> Any:
        """Draw outcomes independently, each in O(log n).

        Draws come from uniform doubles, so that probabilities are right up to about 1e-16 each.
        An outcome that is rarer than that may never be drawn: the guarantee is that of the exact
        distribution.

        Parameters
        ----------
        size
            Shape of the array to return; None for one outcome.
        rng
            Anything that `numpy.random.default_rng` takes.

        Raises
        ------
        BadInput
            When size is not a shape.
        """
        try:
            uniform = np.random.default_rng(rng).random(size)
        except (TypeError, ValueError) as error:
            accepted = "None, an integer >= 0 or a sequence of such integers"
            raise BadInput("size", size, accepted) from error
        return self.outcomes[np.searchsorted(self._cumulative, uniform, side="right")]

    @cached_property
    def _cumulative(self) -> Array:
        total: Array = np.cumsum(self.pmf())
        total /= total[-1]
        return total


@dataclass(frozen=True)
class SelectionMechanism(ABC):
    """A rule that turns costs into probabilities.

    ``epsilon`` is the privacy that is promised, as for every mechanism of this package. The weight
    of an outcome falls at the rate ``epsilon / factor`` per sensitivity: in general numerator and
    normaliser of a probability both depend on the data, and each costs one rate.

    Parameters
    ----------
    epsilon
        In (0, 1e100]: the mechanism is epsilon-differentially private.
    sensitivity
        In (0, oo): the most by which the cost of one outcome differs between two data sets that
        are neighbours, in the unit of the costs.
    factor
        2, which is always right, or 1. The latter is the caller's promise that the normaliser is
        the same for neighbours, or that of two neighbours one has costs nowhere below those of
        the other.
    """

    epsilon: Annotated[float, Parameter(r"\varepsilon", 0, 1e100, "(]")]
    sensitivity: Annotated[float, Parameter(r"\Delta", 0, math.inf)] = 1
    factor: int = 2

    def __post_init__(self) -> None:
        for name, parameter in declared(type(self)).items():
            value = parameter.validated(name, getattr(self, name), vars(self))
            object.__setattr__(self, name, value)
        if self.factor not in (1, 2):
            raise BadInput("factor", self.factor, "1 or 2")

    @property
    def rate(self) -> float:
        """By how much the logarithm of a weight falls over one sensitivity: epsilon / factor.

        >>> import dpproofs as dp
        >>> dp.ExponentialMechanism(epsilon=1, sensitivity=1).rate
        0.5
        """
        return self.epsilon / self.factor

    @abstractmethod
    def levels(self, costs: ArrayLike) -> Array:
        """How far the weight at each of some costs has fallen: it is exp(-rate * level).

        The shape is that of the costs.

        Raises
        ------
        BadInput
            When a cost is not a finite number in [0, 2**52 sensitivities).

        Examples
        --------
        >>> import dpproofs as dp
        >>> dp.ExponentialMechanism(epsilon=1, sensitivity=2).levels([0, 1, 4]).tolist()
        [0.0, 0.5, 2.0]
        """

    def over(
        self,
        costs: ArrayLike,
        weights: ArrayLike | None = None,
        outcomes: Sequence[Any] | None = None,
    ) -> Selection:
        """The distribution over a finite range, for the data set that has these costs.

        Parameters
        ----------
        costs
            Shape (n,), n >= 1: the cost L(D, r) of every outcome, in [0, 2**52 sensitivities).
            They are taken as exactly the doubles that they are, so that 0.3 and 0.2 differ by
            less than 0.1, and 3 * 0.1 and 0.2 by more.
        weights
            Shape (n,): the base measure, numbers >= 0, not all 0, that do not depend on the data.
            1 for each outcome when left out.
        outcomes
            Names for the outcomes, n of them; 0, ..., n - 1 when left out.

        Raises
        ------
        BadInput
            When an argument is not as described.

        Examples
        --------
        >>> import dpproofs as dp
        >>> mechanism = dp.ExponentialMechanism(epsilon=1, sensitivity=1)
        >>> picked = mechanism.over([0, 1, 3], outcomes=["a", "b", "c"])
        >>> picked.pmf().round(4).tolist()
        [0.5465, 0.3315, 0.122]
        """
        values = self._checked(costs)
        mass = _checked_weights(weights, values.size)
        names = np.arange(values.size) if outcomes is None else _named(outcomes, values.size)
        return self._selection(names, values, mass, 0.0)

    def over_countable(
        self,
        outcomes: Iterable[Outcome],
        cost: Callable[[Outcome], float],
        log_tail: Callable[[float], float],
        *,
        weight: Callable[[Outcome], float] | None = None,
        missing: float = 2.0**-60,
        limit: int = 100_000,
    ) -> Selection:
        """The distribution over a countable range, up to outcomes of total probability ``missing``.

        Outcomes are listed until what is left is shown to be rarer than ``missing``. Which ones
        those are depends on the data, so that leaving them out costs privacy: the result is
        (epsilon, (1 + e^epsilon) missing)-private. A range cut in advance, for all data sets
        alike, costs nothing: pass it to `over`.

        Parameters
        ----------
        outcomes
            The range, in an order in which ``cost`` does not decrease; may be infinite.
        cost
            The cost of an outcome, as in `over`.
        log_tail
            A function of c that returns at least the logarithm of the sum of weight(r) exp(-rate
            level(cost(r))) over all outcomes r with cost(r) >= c. `bounded_tail` makes one.
        weight
            The base measure of an outcome, >= 0; 1 when left out.
        missing
            In (0, 1).
        limit
            The most outcomes to list.

        Raises
        ------
        BadInput
            When an argument is not as described; when ``limit`` outcomes do not suffice, as for a
            normaliser that is infinite.

        Examples
        --------
        >>> import dpproofs as dp
        >>> mechanism = dp.ExponentialMechanism(epsilon=1, sensitivity=1)
        >>> from itertools import count
        >>> tail = mechanism.bounded_tail(1)
        >>> picked = mechanism.over_countable(count(), float, tail)  # costs 0, 1, 2, ...
        >>> picked.pmf()[:3].round(4).tolist(), picked.delta < 1e-17
        ([0.3935, 0.2387, 0.1447], True)
        """
        goal = as_float(missing)
        if goal is None or not 0 < goal < 1:
            raise BadInput("missing", missing, "a number in (0, 1)")
        names: list[Outcome] = []
        costs: list[float] = []
        masses: list[float] = []
        iterator, total, delta = iter(outcomes), -math.inf, 0.0
        while new := list(islice(iterator, BATCH)):
            last = slice(len(names), None)
            names += new
            costs += [cost(name) for name in new]
            masses += [1.0 if weight is None else weight(name) for name in new]
            level = self.levels(costs[last])
            if np.any(np.diff(costs[max(last.start - 1, 0) :]) < 0):
                raise BadInput("outcomes", costs, "outcomes in order of nondecreasing cost")
            mass = _checked_weights(masses[last], len(new), some=False)
            listed = _log_sum(_log(mass) - self.rate * level)
            total = float(np.logaddexp(total, listed))
            bound = _checked_bound(log_tail(costs[-1]))
            if bound <= math.log(goal) + total:
                delta = min(1.0, goal * (1 + math.exp(min(self.epsilon, 700.0))))
                break
            if len(names) >= limit:
                accepted = f"at most {math.log(goal) + total:.6g} within {limit} outcomes"
                raise BadInput("log_tail", bound, accepted)
        mass = _checked_weights(masses, len(masses))
        return self._selection(_named(names, len(names)), np.array(costs, dtype=float), mass, delta)

    def bounded_tail(self, per_period: float) -> Callable[[float], float]:
        """A ``log_tail`` for ranges of which no stretch of costs holds too much.

        Parameters
        ----------
        per_period
            At least the base mass of {r : c <= L(D, r) < c + sensitivity}, for every c >= 0 and D.

        Raises
        ------
        BadInput
            When it is not a number in (0, oo).

        Examples
        --------
        >>> import dpproofs as dp
        >>> mechanism = dp.ExponentialMechanism(epsilon=1, sensitivity=1)
        >>> tail = mechanism.bounded_tail(2)  # two integers to each unit of cost
        >>> tail(10) < tail(5) < 1
        True
        """
        mass = as_float(per_period)
        if mass is None or not 0 < mass < math.inf:
            raise BadInput("per_period", per_period, "a number in (0, inf)")
        # Each stretch of one sensitivity weighs at most exp(-rate) times the one before.
        start = math.log(mass) - math.log(-math.expm1(-self.rate))

        def log_tail(c: float) -> float:
            return start - self.rate * float(self.levels([c])[0])

        return log_tail

    def privacy_loss(
        self, first: ArrayLike, second: ArrayLike, weights: ArrayLike | None = None
    ) -> float:
        """The largest abs(log(P_1(r)/P_2(r))) over all outcomes: at most epsilon, up to rounding.

        Parameters
        ----------
        first, second
            Costs of the same outcomes for two data sets that are neighbours, shape (n,).
        weights
            As in `over`.

        Raises
        ------
        BadInput
            When an argument is not as in `over`, or a cost differs by more than the sensitivity.

        Examples
        --------
        >>> import dpproofs as dp
        >>> mechanism = dp.ExponentialMechanism(epsilon=1, sensitivity=1)
        >>> mechanism.privacy_loss([0, 1, 3], [1, 1, 2]) <= 1
        True
        """
        one, other = self._checked(first), self._checked(second)
        if one.size != other.size:
            raise BadInput("second", second, f"{one.size} costs, as many as in first")
        if _farther(one, other, self.sensitivity):
            accepted = f"costs within {self.sensitivity:.17g} of those in first"
            raise BadInput("second", second, accepted)
        mass = _checked_weights(weights, one.size)
        (rise, total), (other_rise, other_total) = (
            self._normalised(costs, mass) for costs in (one, other)
        )
        # Levels are compared before the rate comes in: whole numbers have no rounding.
        moved = self.rate * (rise - other_rise)[mass > 0] + (total - other_total)
        return float(np.max(np.abs(moved)))

    def _normalised(self, costs: Array, mass: Array) -> tuple[Array, float]:
        """Levels above the lowest that can be drawn, and the log of the sum of weights there.

        Relative to that level nothing that matters underflows.
        """
        level = self.levels(costs)
        rise = level - np.min(level[mass > 0])
        return rise, _log_sum(_log(mass) - self.rate * rise)

    def _selection(
        self, outcomes: NDArray[Any], costs: Array, mass: Array, delta: float
    ) -> Selection:
        rise, total = self._normalised(costs, mass)
        log = _log(mass) - self.rate * rise - total
        return Selection(outcomes, costs, self.epsilon, delta, log)

    def _checked(self, costs: ArrayLike) -> Array:
        """Costs as an array of doubles."""
        accepted = "a list of at least one finite number in [0, 2**52 sensitivities)"
        try:
            values = np.array(costs, dtype=float)
        except (TypeError, ValueError) as error:
            raise BadInput("costs", costs, accepted) from error
        with np.errstate(over="ignore"):
            fits = values.ndim == 1 and values.size and np.all(values / self.sensitivity < MOST)
        if not (fits and np.all(values >= 0)):
            raise BadInput("costs", costs, accepted)
        return values


class ExponentialMechanism(SelectionMechanism):
    """Weights exp(-rate L/sensitivity), for comparison with the staircase.

    Source: McSherry & Talwar, "Mechanism Design via Differential Privacy", 2007, Theorem 6.

    Parameters
    ----------
    epsilon, sensitivity, factor
        As for `SelectionMechanism`; the sensitivity is in the units of the cost.

    Raises
    ------
    BadInput
        When a parameter lies outside its domain.

    Examples
    --------
    >>> import dpproofs as dp
    >>> choice = dp.ExponentialMechanism(epsilon=1).over([2, 0, 1], outcomes=["a", "b", "c"])
    >>> choice.sample(rng=0) in ("a", "b", "c")
    True
    """

    def levels(self, costs: ArrayLike) -> Array:
        return self._checked(costs) / self.sensitivity


def _checked_weights(weights: ArrayLike | None, count: int, *, some: bool = True) -> Array:
    if weights is None:
        return np.ones(count)
    accepted = f"{count} finite numbers >= 0" + (", not all 0" if some else "")
    try:
        values = np.asarray(weights, dtype=float)
    except (TypeError, ValueError) as error:
        raise BadInput("weights", weights, accepted) from error
    fits = values.shape == (count,) and np.all(values >= 0) and np.all(np.isfinite(values))
    if not fits or (some and not np.any(values > 0)):
        raise BadInput("weights", weights, accepted)
    return values


def _checked_bound(value: object) -> float:
    bound = as_float(value)
    if bound is None or math.isnan(bound):
        raise BadInput("log_tail", value, "a function that returns numbers")
    return bound


def _named(outcomes: Sequence[Any], count: int) -> NDArray[Any]:
    """One entry an outcome, also when outcomes are themselves sequences."""
    names = list(outcomes)
    if len(names) != count:
        raise BadInput("outcomes", outcomes, f"{count} names, one for each cost")
    plain = all(isinstance(name, str | int | float) for name in names)
    if plain and len({type(name) for name in names}) == 1:
        return np.array(names)
    array = np.empty(count, dtype=object)
    array[:] = names
    return array


def _farther(first: Array, second: Array, sensitivity: float) -> bool:
    """Whether two costs differ by more than the sensitivity, without rounding."""
    close = np.abs(first - second) >= sensitivity
    pairs = set(zip(first[close].tolist(), second[close].tolist(), strict=True))
    return any(abs(Fraction(x) - Fraction(y)) > Fraction(sensitivity) for x, y in pairs)


def _log(mass: Array) -> Array:
    with np.errstate(divide="ignore"):
        return np.log(mass)


def _log_sum(logs: Array) -> float:
    """log(sum(exp(logs))) without overflow; -oo for no mass at all."""
    top = float(np.max(logs))
    return top if math.isinf(top) else top + math.log(float(np.sum(np.exp(logs - top))))
