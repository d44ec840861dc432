"""How the records of a round are drawn, and which inputs are neighbours."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Self

from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms.parameter import as_int
from dpproofs.privacy.composition.numbers import above, below, exact

if TYPE_CHECKING:
    from dpproofs.mechanisms.formulas.enclosure import Exact

POISSON, WITHOUT, WITH, SHUFFLED = SCHEMES = (
    "poisson",
    "without replacement",
    "with replacement",
    "shuffled",
)
EITHER, ADD, REMOVE, REPLACE = NEIGHBOURS = "add or remove", "add", "remove", "replace"
MOST_RECORDS = 10**15
MOST_COPIES = 64  # of a record, on average, in a batch drawn with replacement
ROUNDED = 1e-13  # of a probability of being drawn that is computed in doubles

Mixture = tuple[tuple[float, float], ...]  # weights, and shifts in sensitivities


@dataclass(frozen=True)
class Sampling:
    """How records get into the batch of a round, and which inputs are neighbours.

    Made by `poisson`, `without_replacement`, `with_replacement` or `shuffled`. The sensitivity of a
    round's mechanism is how far its query moves when one record of the *batch* is added or removed
    (Poisson sampling), or replaced by another one (all other schemes: their batches have one size).
    Of clipped sums of gradients the second is twice the first.

    Attributes
    ----------
    scheme
        "poisson", "without replacement", "with replacement" or "shuffled".
    rate
        How often a record is in a batch, on average.
    batch
        How many records are drawn, where that is one number; None otherwise.
    neighbours
        "add or remove", "add" (the second input has a record more), "remove" or "replace".

    Examples
    --------
    >>> import dpproofs as dp
    >>> dp.Sampling.without_replacement(10, 1000)
    Sampling.without_replacement(10, 1000, neighbours='replace')
    """

    scheme: str
    rate: Fraction
    batch: int | None
    neighbours: str

    @classmethod
    def poisson(cls, rate: Exact, *, neighbours: str = EITHER) -> Self:
        """Every record takes part with a probability, independently of the others.

        Tight. Where a record is added or removed: Zhu, Dong & Wang, 2022, Theorem 11. Where one is
        replaced, two mixtures of noise moved either way are compared, for log-concave noise: the
        pair of Lebeda, Regehr, Kamath & Steinke, 2024.

        Parameters
        ----------
        rate
            The probability, in (0, 1], as an exact number.
        neighbours
            Any of them.

        Raises
        ------
        BadInput
            When an argument is outside its domain.

        Examples
        --------
        >>> import dpproofs as dp
        >>> replaced = dp.Sampling.poisson("0.01", neighbours="replace")
        >>> dp.compose(dp.Gaussian.of_sigma(1), 100, sampling=replaced).epsilon(1e-5).reached
        True
        """
        number = exact("rate", rate, "a number in (0, 1]", lambda q: 0 < q <= 1)
        return cls(POISSON, number, None, _known(neighbours, NEIGHBOURS, POISSON))

    @classmethod
    def without_replacement(cls, batch: int, records: int, *, neighbours: str = REPLACE) -> Self:
        """A batch of so many different records, all such batches being equally likely.

        Tight where a record is added or removed (Zhu, Dong & Wang, 2022, Theorem 11). Where one is
        replaced, an upper bound that is tight for one round (Balle, Barthe & Gaboardi, 2018,
        Theorem 9); of many rounds the bounds do not always meet.

        Parameters
        ----------
        batch
            From 1 to the number of records.
        records
            Of the input, the larger of two of different size: from 1 to 10^15.
        neighbours
            Any of them.

        Raises
        ------
        BadInput
            When an argument is outside its domain.

        Examples
        --------
        >>> import dpproofs as dp
        >>> drawn = dp.Sampling.without_replacement(100, 10_000, neighbours="add or remove")
        >>> noise = dp.Gaussian.of_sigma(1)
        >>> bounds = dp.compose(noise, 10, sampling=drawn).epsilon(1e-5)
        >>> bounds == dp.compose(noise, 10, sampling="1/100").epsilon(1e-5)
        True
        """
        size = _whole("records", records, 1, MOST_RECORDS)
        drawn = _whole("batch", batch, 1, size)
        return cls(WITHOUT, Fraction(drawn, size), drawn, _known(neighbours, NEIGHBOURS, WITHOUT))

    @classmethod
    def with_replacement(cls, batch: int, records: int, *, neighbours: str = REPLACE) -> Self:
        """A batch of so many draws, each of which is any record with the same probability.

        An upper bound: Balle, Barthe & Gaboardi, 2018, Theorem 10, with the profiles of the noise
        at as many sensitivities as there are copies of the record; for log-concave noise. The lower
        bound is for one record among others that count for nothing.

        Parameters
        ----------
        batch
            From 1; on average a record may be drawn 64 times.
        records
            Of the input, the larger of two of different size: from 2 to 10^15.
        neighbours
            Any of them.

        Raises
        ------
        BadInput
            When an argument is outside its domain.

        Examples
        --------
        >>> import dpproofs as dp
        >>> drawn = dp.Sampling.with_replacement(100, 10_000)
        >>> drawn.chances[1] < 0.01
        True
        """
        size = _whole("records", records, 2, MOST_RECORDS)
        drawn = _whole("batch", batch, 1, MOST_COPIES * size)
        return cls(WITH, Fraction(drawn, size), drawn, _known(neighbours, NEIGHBOURS, WITH))

    @classmethod
    def shuffled(cls, batches: int, *, neighbours: str = REPLACE) -> Self:
        """The input in random order, cut into so many batches an epoch, a round for each.

        An upper bound: that of batches in a fixed order, in which a record takes part in one round
        an epoch (Chua et al., "How private are DP-SGD implementations?", 2024). What
        the shuffling gains is not known, and the lower bound is 0.

        Parameters
        ----------
        batches
            Of an epoch: from 1 to 10^15.
        neighbours
            "replace" alone: a record more or less moves others from batch to batch.

        Raises
        ------
        BadInput
            When an argument is outside its domain.

        Examples
        --------
        >>> import dpproofs as dp
        >>> epochs = dp.compose(dp.Gaussian.of_sigma(4), 300, sampling=dp.Sampling.shuffled(100))
        >>> epochs.epsilon(1e-5).upper == dp.compose(dp.Gaussian.of_sigma(4), 3).epsilon(1e-5).upper
        True
        """
        parts = _whole("batches", batches, 1, MOST_RECORDS)
        return cls(SHUFFLED, Fraction(1, parts), None, _known(neighbours, (REPLACE,), SHUFFLED))

    def __repr__(self) -> str:
        name = "Sampling." + self.scheme.replace(" ", "_")
        numbers = f"{str(self.rate)!r}" if self.scheme == POISSON else f"{1 / self.rate}"
        if self.batch is not None:
            numbers = f"{self.batch}, {self.batch / self.rate}"
        return f"{name}({numbers}, neighbours={self.neighbours!r})"

    @property
    def chances(self) -> tuple[float, float]:
        """The probability that a record is in a batch as doubles: not above it, not below it.

        >>> import dpproofs as dp
        >>> dp.Sampling.with_replacement(2, 2).chances[0] > 0.74
        True
        """
        if self.batch is None or self.scheme == WITHOUT:
            return below(self.rate), above(self.rate)
        chance = -math.expm1(self.batch * math.log1p(-float(self.rate / self.batch)))
        return chance * (1 - ROUNDED), min(1.0, chance * (1 + ROUNDED))

    @property
    def is_all(self) -> bool:
        """Whether every record takes part in every round once.

        >>> import dpproofs as dp
        >>> dp.Sampling.poisson(1).is_all
        True
        """
        return self.rate == 1 and self.scheme != WITH

    @property
    def directions(self) -> tuple[int, ...]:
        """In which the inputs differ where there is sampling: 0, a record is removed, 1, added.

        >>> import dpproofs as dp
        >>> dp.Sampling.poisson(0.5, neighbours="add").directions
        (1,)
        """
        if self.is_all or (self.scheme == POISSON and self.neighbours == REPLACE):
            return (0,)
        return {ADD: (1,), REMOVE: (0,)}.get(self.neighbours, (0, 1))

    @property
    def is_symmetric(self) -> bool:
        """Whether the upper bound is one for both directions at once.

        >>> import dpproofs as dp
        >>> dp.Sampling.with_replacement(2, 9).is_symmetric
        True
        """
        return self.neighbours == REPLACE

    @property
    def is_tight(self) -> bool:
        """Whether the bounds from above and below are for the same inputs.

        >>> import dpproofs as dp
        >>> dp.Sampling.without_replacement(2, 9).is_tight
        False
        """
        return self.scheme == POISSON or not self.is_symmetric

    @property
    def needs_log_concave(self) -> bool:
        """Whether the theorem that is used is for log-concave noise alone.

        >>> import dpproofs as dp
        >>> dp.Sampling.with_replacement(2, 9).needs_log_concave
        True
        """
        replaced = self.scheme == POISSON and self.is_symmetric
        return replaced or self.scheme == WITH


def copies(way: Sampling, negligible: float) -> tuple[tuple[float, ...], float]:
    """The probabilities of 1, 2, ... copies of a record that is in the batch, and of more."""
    if way.scheme != WITH or way.batch is None:
        return (1.0,), 0.0
    records = way.batch / way.rate
    missed = way.batch * math.log1p(-float(1 / records))
    weight = math.exp(missed) / -math.expm1(missed)
    shares: list[float] = []
    for k in range(way.batch):
        weight *= (way.batch - k) / ((k + 1) * float(records - 1))
        shares.append(weight)
        ratio = (way.batch - k - 1) / ((k + 2) * float(records - 1))
        if ratio < 0.5 and 2 * ratio * weight < negligible:
            return tuple(shares), 2 * ratio * weight
    return tuple(shares), 0.0


def mixtures(way: Sampling, negligible: float, end: int) -> tuple[Mixture, Mixture, float]:
    """Two mixtures of moved noise, as the record is in the input and is not, and what is left.

    With the chance of the record from below (0) or from above (1).
    Where it is replaced under Poisson sampling, another one moves the noise the other way.
    """
    shares, rest = copies(way, negligible)
    chance = way.chances[end]
    weights = 1 - chance, *(chance * share for share in shares)
    here = tuple((weight, float(k)) for k, weight in enumerate(weights) if weight > 0)
    if way.scheme == POISSON and way.is_symmetric:
        return here, tuple((weight, -k) for weight, k in here), 0.0
    return here, ((1.0, 0.0),), chance * rest


def _whole(name: str, value: object, least: int, most: int) -> int:
    number = as_int(value)
    if number is None or not least <= number <= most:
        raise BadInput(name, value, f"an integer in [{least}, {most}]")
    return number


def _known(neighbours: str, accepted: tuple[str, ...], scheme: str) -> str:
    if neighbours not in accepted:
        raise BadInput("neighbours", neighbours, f"{' or '.join(map(repr, accepted))}, {scheme}")
    return neighbours
