"""What many rounds of mechanisms leak together, bounded from both sides."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms import Mechanism
from dpproofs.mechanisms.parameter import as_float
from dpproofs.notebook import shown
from dpproofs.privacy.composition.counts import Discrete
from dpproofs.privacy.composition.numbers import exact
from dpproofs.privacy.composition.questions import DeltaAt, EpsilonAt
from dpproofs.privacy.composition.refining import Work, least_moment
from dpproofs.privacy.composition.rounds import Round
from dpproofs.privacy.composition.sampling import SHUFFLED, Sampling

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from dpproofs.mechanisms.formulas.enclosure import Exact

GAP = 1e-4
LEAST_GAP = 1e-7
ROUNDS = "a mechanism, or a sequence of rounds or pairs (mechanism, count)"


class Bracket(tuple[float, float]):
    """A lower and an upper bound, and whether they are as close as was asked for.

    Attributes
    ----------
    reached
        Whether the gap that was asked for was reached.

    Examples
    --------
    >>> import dpproofs as dp
    >>> lower, upper = found = dp.compose(dp.Laplace(epsilon=0.1), count=10).epsilon(1e-3)
    >>> found.reached, bool(upper - lower < 1e-4 * upper)
    (True, True)
    """

    reached: bool

    def __new__(cls, lower: float, upper: float, *, reached: bool) -> Self:
        made = super().__new__(cls, (lower, upper))
        made.reached = reached
        return made

    @property
    def lower(self) -> float:
        """The bound from below."""
        return self[0]

    @property
    def upper(self) -> float:
        """The bound from above."""
        return self[1]


def compose(
    mechanism: Mechanism | Discrete | Sequence[Round | tuple[object, ...]],
    count: int = 1,
    *,
    sampling: Exact | Sampling = 1,
    gap: float = GAP,
    seconds: float | None = None,
    shifts: Sequence[float] = (1.0,),
) -> Composition:
    """Compose rounds, adaptively chosen or not.

    Parameters
    ----------
    mechanism
        Applied ``count`` times; or a sequence of rounds, or of pairs (mechanism, count).
    count
        From 1 to 10^6.
    sampling
        Poisson sampling: the probability, in (0, 1], with which each record takes part in a round,
        independently. Inputs are then neighbours when one has a record that the other has not.
        A `Sampling` says how else records are drawn, and which inputs are neighbours. It is that
        of pairs too; rounds have their own.
    gap
        The relative width that brackets are to have, from 1e-7 to 1/2; of an epsilon below 0.01,
        the width that one of 0.01 may have.
    seconds
        About how long a question may take; None for as long as it needs.
    shifts
        What the lower bounds try, in sensitivities: numbers in (0, 1]. On the integers, 1.

    Raises
    ------
    BadInput
        When an argument is outside its domain, rounds have different neighbours, or there is no
        theorem of such a sampling of a mechanism.

    Notes
    -----
    The upper bounds are for all shifts up to the sensitivity, also when every round has its own.
    The lower ones are for one shift in every round, the best of ``shifts``: where another
    shift is the worst at another epsilon, the two do not meet, and the bracket says that its gap
    was not reached. The values of a mechanism's own functions are doubles: a relative error of
    1e-12 is allowed for in its profile and probabilities, and of 1e-15 of the tail in its
    distribution function. The error of what is done with them afterwards is bounded.

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
    >>> dp.compose([(dp.Geometric(epsilon=0.1), 10), (dp.Laplace(epsilon=1), 2)]).delta(4)[1] > 0
    True
    """
    width = as_float(gap)
    if width is None or not LEAST_GAP <= width <= 0.5:
        raise BadInput("gap", gap, f"a number in [{LEAST_GAP:g}, 0.5]")
    limit = math.inf if seconds is None else as_float(seconds)
    if limit is None or not limit > 0:
        raise BadInput("seconds", seconds, "a number > 0, or None")
    tried = [as_float(shift) for shift in shifts]
    if not tried or not all(shift is not None and 0 < shift <= 1 for shift in tried):
        raise BadInput("shifts", shifts, "numbers in (0, 1], at least one")
    known = tuple(shift for shift in tried if shift is not None)
    return Composition(_agreeing(_rounds(mechanism, count, sampling)), width, limit, known)


def _agreeing(rounds: tuple[Round, ...]) -> tuple[Round, ...]:
    sampled = [each.way for each in rounds if not each.way.is_all or each.way.is_symmetric]
    for way in sampled:
        if way.neighbours != sampled[0].neighbours:
            raise BadInput("sampling", way, f"with the neighbours of {sampled[0]}")
    return rounds


def _rounds(mechanism: object, count: int, sampling: Exact | Sampling) -> tuple[Round, ...]:
    if isinstance(mechanism, Mechanism | Discrete):
        return (Round(mechanism, count, sampling),)
    several = tuple(mechanism) if isinstance(mechanism, Iterable) else ()
    rounds = []
    for each in several:
        if isinstance(each, tuple) and len(each) == 2:
            rounds.append(Round(*each, sampling))
        elif isinstance(each, Round):
            rounds.append(each)
        else:
            raise BadInput("mechanism", mechanism, ROUNDS)
    if not rounds:
        raise BadInput("mechanism", mechanism, ROUNDS)
    return tuple(rounds)


@dataclass(frozen=True)
class Composition:
    """Rounds, and bounds on their privacy; ``compose`` makes one."""

    rounds: tuple[Round, ...]
    gap: float = field(default=GAP, repr=False)
    seconds: float = field(default=math.inf, repr=False)
    shifts: tuple[float, ...] = field(default=(1.0,), repr=False)

    def delta(self, epsilon: Exact) -> Bracket:
        """A lower and an upper bound on the least delta of an epsilon, taken exactly.

        Raises
        ------
        BadInput
            When epsilon is not in [0, oo).
        """
        found = self._work.answered(DeltaAt(_epsilon(epsilon)))
        return self._bracket(found.lower, min(found.upper, 1.0), reached=found.reached)

    def epsilon(self, delta: Exact) -> Bracket:
        """A lower and an upper bound on the least epsilon of a delta, taken exactly; possibly
        infinite.

        Raises
        ------
        BadInput
            When delta is not in (0, 1).
        """
        found = self._work.answered(EpsilonAt(_delta(delta)))
        return self._bracket(found.lower, found.upper, reached=found.reached)

    def certificate(
        self, *, epsilon: Exact | None = None, delta: Exact | None = None
    ) -> dict[str, Any]:
        """A JSON document with which `dpproofs.replay` proves a bracket in ball arithmetic.

        Its bounds are about as close as those of ``delta(epsilon)`` and ``epsilon(delta)``, and
        rest on no floating-point number. There are certificates of rounds of `Gaussian`, `Laplace`,
        `Geometric` and `DiscreteGaussian` noise, and of lists of them, without sampling, with
        Poisson sampling of records that are added or removed, with sampling without replacement,
        and from above of shuffled batches.

        Parameters
        ----------
        epsilon, delta
            One of them: at which the other one is bounded.

        Raises
        ------
        BadInput
            When not exactly one of them is given, when it is outside its domain, or when a
            round has other noise or another sampling.

        Examples
        --------
        >>> import dpproofs as dp
        >>> total = dp.compose(dp.Gaussian.of_sigma(10), 100, gap=0.01)
        >>> dp.replay(total.certificate(delta=1e-5)).says.partition("rounds of ")[2]
        'normal noise of sigma 10 lies in [4.36574, 4.39381]'
        """
        from dpproofs.privacy.composition.certificate import certificate

        if epsilon is not None and delta is None:
            return certificate(self.rounds, self._work, DeltaAt(_epsilon(epsilon)))
        if delta is not None and epsilon is None:
            return certificate(self.rounds, self._work, EpsilonAt(_delta(delta)))
        raise BadInput("epsilon", epsilon, "one number, for epsilon or for delta")

    def plot_privacy_profile(self, axes: Axes | None = None, *, most: float = 1.0) -> Axes:
        """Draw both bounds on delta by epsilon, as steps with the least delta between them.

        Parameters
        ----------
        axes
            Of matplotlib; made unless given. Their ``figure`` shows itself in a notebook.
        most
            The largest epsilon, in (0, oo).

        Raises
        ------
        BadInput
            When matplotlib is not installed, or most is out of range.

        Examples
        --------
        >>> import dpproofs as dp
        >>> dp.compose(dp.Laplace(0.1), 10).plot_privacy_profile().get_ylabel()
        'least delta'
        """
        from dpproofs.mechanisms.pictures import plots
        from dpproofs.privacy.composition.picture import draw_bounds

        last = as_float(most)
        if last is None or not 0 < last < math.inf:
            raise BadInput("most", most, "a number in (0, inf)")
        axes = plots.made(axes)
        draw_bounds(axes, self.delta, last)
        return axes

    def moments_epsilon(self, delta: Exact) -> float:
        """The epsilon of the moments accountant (Abadi et al., 2016, Theorem 2): an upper bound.

        The least (sum of log E e^(t L) + log(1/delta))/t over t > 0, for the losses L of a pair
        that dominates a round; delta pays for those that are infinite.

        Raises
        ------
        BadInput
            When delta is not in (0, 1).
        """
        return least_moment(self._work, _delta(delta))

    def _repr_html_(self) -> str:
        rows = [(repr(r.mechanism), f"{r.count:,}", str(r.sampling)) for r in self.rounds]
        return shown("Composition", ("noise", "rounds", "probability of taking part"), rows)

    @cached_property
    def _work(self) -> Work:
        rounds = tuple(_in_fixed_order(each) for each in self.rounds)
        return Work(rounds, self.gap, self.seconds, self.shifts)

    def _bracket(self, lower: float, upper: float, *, reached: bool) -> Bracket:
        """With nothing below where it is not known how much shuffling hides."""
        if any(each.way.scheme == SHUFFLED and not each.way.is_all for each in self.rounds):
            return Bracket(0.0, upper, reached=reached and upper == 0)
        return Bracket(lower, upper, reached=reached)


def _in_fixed_order(rounds: Round) -> Round:
    """Of shuffled batches, a round for each epoch that was begun: there, a record takes part."""
    if rounds.way.scheme != SHUFFLED:
        return rounds
    return Round(rounds.mechanism, math.ceil(rounds.count * rounds.way.rate))


def _epsilon(value: Exact) -> Fraction:
    return exact("epsilon", value, "a number in [0, inf)", lambda e: e >= 0)


def _delta(value: Exact) -> Fraction:
    return exact("delta", value, "a number in (0, 1)", lambda d: 0 < d < 1)
