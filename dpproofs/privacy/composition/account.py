"""What many rounds of mechanisms leak together, bounded from both sides."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, reduce
from operator import add
from typing import TYPE_CHECKING

import numpy as np

from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms import Mechanism
from dpproofs.mechanisms.base import Array
from dpproofs.mechanisms.parameter import as_float, as_int
from dpproofs.privacy.composition.numbers import above, below, exact
from dpproofs.privacy.composition.pairs import (
    Pair,
    dominating,
    largest_loss,
    merge_down,
    processed,
    spread_up,
)
from dpproofs.privacy.composition.sums import Sum, delta_of

if TYPE_CHECKING:
    from dpproofs.mechanisms.formulas.enclosure import Exact

MOST_ROUNDS = 10**6
CELLS = 1 << 14  # that the sum's bulk is cut into
FINE = 4  # times as fine as the sum a single round's losses are taken
WIDTH = 24.0  # standard deviations that count as the bulk
MOST_EPSILON = 1e5
COARSEST = 0.05  # of the steps between losses
ALIGNED = 2e-9  # by which the largest loss is above a multiple of the step
ROUNDING = 1e-12  # of the last sums, relative
ROUGH, LEAST_SPREAD = 0.02, 1e-6  # for the choice of a resolution


@dataclass(frozen=True)
class Round:
    """A mechanism, how often it is applied, and with what probability a record takes part.

    Parameters
    ----------
    mechanism
        Noise for real queries.
    count
        How often, from 1 to 10^6.
    sampling
        The probability, in (0, 1], as an exact number.

    Raises
    ------
    BadInput
        When the mechanism is none for real queries, count is not in 1, ..., 10^6, or sampling is
        not in (0, 1].

    Examples
    --------
    >>> import dpproofs as dp
    >>> dp.Round(dp.Laplace(epsilon=0.1), count=10).count
    10
    """

    mechanism: Mechanism
    count: int = 1
    sampling: Exact = 1

    def __post_init__(self) -> None:
        if not isinstance(self.mechanism, Mechanism):
            raise BadInput("mechanism", self.mechanism, "a mechanism for real queries")
        if self.mechanism.profile_is_searched:
            raise BadInput("mechanism", self.mechanism, "noise whose worst shift is known")
        count = as_int(self.count)
        if count is None or not 1 <= count <= MOST_ROUNDS:
            raise BadInput("count", self.count, f"an integer in [1, {MOST_ROUNDS}]")
        rate = exact("sampling", self.sampling, "a number in (0, 1]", lambda q: 0 < q <= 1)
        object.__setattr__(self, "count", count)
        object.__setattr__(self, "sampling", rate)

    @property
    def rates(self) -> tuple[float, float]:
        """The probability of taking part as doubles: not above it, and not below it.

        >>> import dpproofs as dp
        >>> low, high = dp.Round(dp.Laplace(1), sampling="0.1").rates
        >>> low <= high
        True
        """
        rate = Fraction(self.sampling)
        return below(rate), above(rate)


def compose(
    mechanism: Mechanism | Sequence[Round],
    count: int = 1,
    *,
    sampling: Exact = 1,
    cells: int = CELLS,
    shifts: Sequence[float] = (1.0,),
) -> Composition:
    """Compose rounds, adaptively chosen or not.

    Parameters
    ----------
    mechanism
        Applied ``count`` times; or rounds of several mechanisms.
    count
        From 1 to 10^6.
    sampling
        Poisson sampling: the probability, in (0, 1], with which each record takes part in a round,
        independently. Inputs are then neighbours when one has a record that the other has not.
    cells
        The resolution, from 2^8 to 2^20: the distance of the bounds falls with its square.
    shifts
        What the lower bounds try, in sensitivities: numbers in (0, 1].

    Raises
    ------
    BadInput
        When an argument is outside its domain.

    Notes
    -----
    The upper bounds are for all shifts up to the sensitivity, also when every round has its own.
    The lower ones are for one shift in every round, the best of ``shifts``: where another
    shift is the worst at another epsilon, the two do not meet. Probabilities are multiplied as
    integers and rounded in the direction of the bound; the values of a mechanism's own
    functions are doubles: a relative error of 1e-12 is allowed for in its profile, and of 1e-15 in
    its distribution function.

    What is bounded is the composition for exactly the numbers given: a double is the binary
    fraction that it is (0.1 is a little more than 1/10), a Fraction, a Decimal or a text such as
    "1/240" or "0.1" is what it says. Between two doubles the one is taken that keeps the bound a
    bound. A mechanism's parameters are doubles, and those of the mechanism that is meant.

    Examples
    --------
    >>> import dpproofs as dp
    >>> leaked = dp.compose(dp.Laplace(epsilon=0.1), count=10)
    >>> lower, upper = leaked.delta(0.5)
    >>> bool(lower <= upper < 0.1)
    True
    """
    number = as_int(cells)
    if number is None or not 1 << 8 <= number <= 1 << 20:
        raise BadInput("cells", cells, "an integer in [256, 1048576]")
    several = tuple(mechanism) if isinstance(mechanism, Iterable) else ()
    rounds = (Round(mechanism, count, sampling),) if isinstance(mechanism, Mechanism) else several
    if not rounds or not all(isinstance(each, Round) for each in rounds):
        raise BadInput("mechanism", mechanism, "a mechanism, or a sequence of rounds")
    tried = [as_float(shift) for shift in shifts]
    if not tried or not all(shift is not None and 0 < shift <= 1 for shift in tried):
        raise BadInput("shifts", shifts, "numbers in (0, 1], at least one")
    return Composition(rounds, number, tuple(shift for shift in tried if shift is not None))


@dataclass(frozen=True)
class Composition:
    """Rounds, and bounds on their privacy; ``compose`` makes one."""

    rounds: tuple[Round, ...]
    cells: int = field(default=CELLS, repr=False)
    shifts: tuple[float, ...] = field(default=(1.0,), repr=False)

    def delta(self, epsilon: Exact) -> tuple[float, float]:
        """A lower and an upper bound on the least delta of an epsilon, taken exactly.

        Raises
        ------
        BadInput
            When epsilon is not in [0, oo).
        """
        level = exact("epsilon", epsilon, "a number in [0, inf)", lambda e: e >= 0)
        low = max(delta_of(*each, above(level)) for each in self._lower)
        high = max(delta_of(*each, below(level)) for each in self._upper)
        return low * (1 - ROUNDING), min(1.0, high * (1 + ROUNDING))

    def epsilon(self, delta: Exact) -> tuple[float, float]:
        """A lower and an upper bound on the least epsilon of a delta, taken exactly; possibly
        infinite.

        Raises
        ------
        BadInput
            When delta is not in (0, 1).
        """
        wanted = _delta(delta)
        low = _least(lambda level: self.delta(level)[0] <= wanted, upwards=False)
        return low, _least(lambda level: self.delta(level)[1] <= wanted, upwards=True)

    def moments_epsilon(self, delta: Exact) -> float:
        """The epsilon of the moments accountant (Abadi et al., 2016, Theorem 2): an upper bound.

        The least (sum of log E e^(t L) + log(1/delta))/t over t > 0, for the losses L of a pair
        that dominates a round; delta pays for those that are infinite.

        Raises
        ------
        BadInput
            When delta is not in (0, 1).
        """
        from scipy.optimize import minimize_scalar

        wanted = below(_delta(delta))
        infinite = sum(
            each.count * max(pair.infinite for pair in pairs)
            for pairs, each in zip(self._pairs_above, self.rounds, strict=True)
        )
        if infinite >= wanted:
            return math.inf

        def value(log_order: float, direction: int) -> float:
            order, total = math.exp(log_order), -math.log(wanted - infinite)
            for pairs, each in zip(self._pairs_above, self.rounds, strict=True):
                total += each.count * _log_moment(pairs[direction % len(pairs)], order)
            return total / order

        worst = 0.0
        for direction in range(self._directions):
            grid = np.linspace(-4, 7, 45)
            start = min(grid, key=lambda t: value(float(t), direction))
            found = minimize_scalar(
                value, args=(direction,), bounds=(start - 0.3, start + 0.3), method="bounded"
            )
            worst = max(worst, float(found.fun))
        return worst

    # -- what is computed once ---------------------------------------------------------------------

    @property
    def _directions(self) -> int:
        """With sampling, adding a record and removing one differ."""
        return 2 if any(each.rates[0] < 1 for each in self.rounds) else 1

    @cached_property
    def step(self) -> float:
        """The resolution of the sum."""
        variance = 0.0
        for each in self.rounds:
            ways = _ways(dominating(each.mechanism, ROUGH), each.rates[1])
            spread = max(pair.spread for pair in ways)
            variance += each.count * max(spread, LEAST_SPREAD) ** 2
        step = min(WIDTH * math.sqrt(variance) / self.cells, COARSEST)
        # Pure mechanisms have much of their mass at the largest loss: a multiple, but for rounding.
        first = self.rounds[0]
        top = largest_loss(first.mechanism) - ALIGNED
        if first.rates[1] < 1 and top > 0:
            top = math.log1p(first.rates[1] * math.expm1(top))
        return top / math.ceil(top / step) if top > step else step

    @cached_property
    def _pairs_above(self) -> list[list[Pair]]:
        return [
            _ways(dominating(each.mechanism, self._fine(each)), each.rates[1])
            for each in self.rounds
        ]

    @cached_property
    def _upper(self) -> list[tuple[Array, Array, float]]:
        rounds = [
            [Sum.of(spread_up(pair, self.step), self.step, upwards=True) for pair in pairs]
            for pairs in self._pairs_above
        ]
        return self._summed(rounds)

    @cached_property
    def _lower(self) -> list[tuple[Array, Array, float]]:
        return [each for shift in self.shifts for each in self._lower_at(shift)]

    def _lower_at(self, shift: float) -> list[tuple[Array, Array, float]]:
        rounds = []
        for each in self.rounds:
            pair = processed(each.mechanism, shift * each.mechanism.sensitivity, FINE * self.cells)
            ways = [merge_down(way, self.step) for way in _ways(pair, each.rates[0])]
            rounds.append([Sum.of(way, self.step, upwards=False) for way in ways])
        return self._summed(rounds)

    def _summed(self, rounds: list[list[Sum]]) -> list[tuple[Array, Array, float]]:
        sums = []
        for direction in range(self._directions):
            parts = [
                ways[direction % len(ways)].times(each.count)
                for ways, each in zip(rounds, self.rounds, strict=True)
            ]
            sums.append(reduce(add, parts).arrays())
        return sums

    def _fine(self, each: Round) -> float:
        """The resolution of one round before sampling, which makes losses smaller."""
        rate = each.rates[1]
        return self.step if rate == 1 else min(COARSEST, self.step / rate) / FINE


def _delta(value: Exact) -> Fraction:
    return exact("delta", value, "a number in (0, 1)", lambda d: 0 < d < 1)


def _ways(pair: Pair, sampling: float) -> list[Pair]:
    """A pair; with sampling two: a record is removed, or added."""
    if sampling == 1:
        return [pair]
    removed = pair.sampled(sampling)
    return [removed, removed.reversed()]


def _log_moment(pair: Pair, order: float) -> float:
    """log of the sum of P e^(order * loss) over the outcomes of finite loss."""
    from scipy.special import logsumexp

    seen = pair.mass > 0
    return float(logsumexp(np.log(pair.mass[seen]) + order * pair.loss[seen]))


def _least(holds: Callable[[float], bool], *, upwards: bool) -> float:
    """The least epsilon >= 0 at which a monotone condition holds, rounded up or down."""
    if holds(0.0):
        return 0.0
    high = 1.0
    while not holds(high):
        high *= 2
        if high > MOST_EPSILON:
            return math.inf
    low = 0.0
    for _ in range(60):
        middle = (low + high) / 2
        if holds(middle):
            high = middle
        else:
            low = middle
    return high if upwards else low
