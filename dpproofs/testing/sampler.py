"""A sampler under test: how it is called, what it claims, and what is known of its noise."""

from __future__ import annotations

import dataclasses
import inspect
import math
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpproofs.auditing.claim import AnyClaim, PrivacyClaim, claimed
from dpproofs.auditing.data_sets import DataSets
from dpproofs.auditing.stopwatch import WAITING, Stopwatch
from dpproofs.auditing.target import Pair, Target, TargetError
from dpproofs.auditing.targets import find
from dpproofs.auditing.targets.additive import AdditiveTarget
from dpproofs.auditing.targets.callables import PythonTarget, target_of
from dpproofs.auditing.targets.of_records import OfRecords
from dpproofs.kernel.errors import BadInput, python_names
from dpproofs.testing.outcomes import Layout, Outcomes, outcomes

PILOT = 64  # outcomes that are looked at before anything is decided
FIRST_CALL = 0x9170
SLOW = 0.2  # seconds of a look that is not repeated
EVERYWHERE = (-math.inf, math.inf)
LEVELS = np.linspace(0.05, 0.95, 19)  # at which it is looked whether a law is on the integers
PARAMETERS = ("epsilon", "delta", "sensitivity")


class Law(Protocol):
    """The distribution of noise, as our mechanisms and SciPy's frozen distributions describe it."""

    def cdf(self, x: ArrayLike) -> Any:
        """P(X <= x)."""

    def sf(self, x: ArrayLike) -> Any:
        """P(X > x)."""

    def ppf(self, u: ArrayLike) -> Any:
        """The least x with P(X <= x) >= u."""


@dataclass(frozen=True)
class Sampler:
    """A sampler with its claim.

    Attributes
    ----------
    name
        For reports and the ids of tests.
    target
        How it is called.
    claim
        The privacy it is said to have.
    law
        The distribution of output minus input, the same for every input; None where none is
        claimed.
    make
        Makes the sampler with other parameters, given by name; None where that is not known.
    pairs
        The neighbouring inputs to try; none for numbers, which are chosen.
    domain
        The numbers that it is made for.
    power
        The share of the noise that is needed which has to show; None where any may.
    strict
        Whether the last bits of doubles count: nearly every sampler in floating point fails there.
    records
        The data sets that are searched for a function of records; None for other samplers.
    """

    name: str
    target: Target
    claim: PrivacyClaim
    law: Law | None = None
    make: Maker | None = None
    pairs: tuple[Pair, ...] = ()
    domain: tuple[float, float] = EVERYWHERE
    strict: bool = False
    power: float | None = None
    records: DataSets | None = None

    def draw(self, value: Any, count: int, seed: Any) -> Outcomes:
        """``count`` outcomes at one input; the seed decides those of a sampler that takes one."""
        return outcomes(self.target, value, count, np.random.default_rng(seed))

    @property
    def waiting(self) -> float:
        """Seconds on the wall that count as one of the time that it may take."""
        return 1.0 if self.target.elsewhere else WAITING

    def stopwatch(self) -> Stopwatch:
        """A stopwatch that starts now."""
        return Stopwatch(self.waiting)

    @property
    def seeded(self) -> bool:
        """Whether it takes a generator."""
        return self.target.seeded

    @property
    def takes_numbers(self) -> bool:
        """Whether inputs are numbers."""
        return all(isinstance(pair.input, int | float) for pair in self.pairs)

    @property
    def whole(self) -> bool:
        """Whether inputs are integers only."""
        if self.pairs:
            return all(type(pair.input) is int for pair in self.pairs)
        return bool(getattr(self.target, "integers", False))

    @cached_property
    def origin(self) -> Any:
        """An input to look at first."""
        if self.records is not None:
            return [*self.records.examples]
        if self.pairs:
            return self.pairs[0].input
        low, high = self.domain
        middle = min(max(0.0, low), high)
        return round(middle) if self.whole else middle

    @property
    def pilot(self) -> tuple[Outcomes, float]:
        """First outcomes, and how many a second there are, as arrays.

        Raises
        ------
        TargetError, TimeoutError
            When there are none; the sampler is not asked again.
        """
        if isinstance(self._first, Exception):
            raise self._first
        return self._first

    @cached_property
    def _first(self) -> tuple[Outcomes, float] | Exception:
        try:
            return self._look()
        except (TargetError, TimeoutError) as error:
            return error

    def _look(self) -> tuple[Outcomes, float]:
        self.draw(self.origin, 1, FIRST_CALL)  # imports and caches are no part of the pace
        seen = self.draw(self.origin, PILOT, (FIRST_CALL, 1))
        layout = Layout.of(seen)
        pace = self._pace(layout, PILOT)
        if pace > 1e4:  # of a sampler that makes many at once
            pace = max(pace, self._pace(layout, 64 * PILOT))
        return seen, pace

    def _pace(self, layout: Layout, count: int) -> float:
        """Outcomes a second; the best of three, since a busy machine stops for others meanwhile."""
        best = 0.0
        for place in range(3):
            watch = self.stopwatch()
            layout(self.draw(self.origin, count, (FIRST_CALL, count, place)))
            seconds = watch.elapsed
            best = max(best, count / max(seconds, 1e-6))
            if seconds > SLOW:
                break
        return best

    @cached_property
    def layout(self) -> Layout:
        """How outcomes become arrays."""
        return Layout.of(self.pilot[0])

    def affordable(self, seconds: float, most: int) -> int:
        """How many outcomes can be had in so many seconds, at most ``most``."""
        return int(max(PILOT, min(most, seconds * self.pilot[1])))

    def noise(self, value: float, count: int, seed: Any) -> NDArray[np.float64]:
        """Output minus input, of those outputs that are finite numbers."""
        drawn = Layout("numbers")(self.draw(value, count, seed))
        return np.asarray(drawn[np.abs(drawn) < 2.0**900] - float(value))

    @property
    def width(self) -> float:
        """The distance between the quartiles of the law; 1 where there is none."""
        if self.law is None:
            return 1.0
        low, high = (float(end) for end in self.law.ppf(np.array([0.25, 0.75])))
        return high - low or float(self.law.ppf(0.999)) or 1.0

    def atoms(self) -> list[tuple[float, float]]:
        """Places and masses of the points of positive probability that the law announces."""
        if self.law is None or self.discrete:
            return []
        places, masses = getattr(self.law, "atoms", lambda: ((), ()))()
        return [(float(x), float(m)) for x, m in zip(places, masses, strict=True)]

    @property
    def discrete(self) -> bool:
        """Whether the law lives on the integers."""
        return self.law is not None and is_discrete(self.law)


def is_discrete(law: Law) -> bool:
    """Whether a law has masses on the integers.

    Ours have pmf only then; SciPy's say so by their kind. Of any other the distribution function
    tells, which is flat between integers.
    """
    family = getattr(law, "dist", None)
    if hasattr(law, "pmf"):
        return family is None or hasattr(family, "pmf")
    return not (hasattr(law, "pdf") or hasattr(law, "logpdf")) and _is_flat_between_integers(law)


def _is_flat_between_integers(law: Law) -> bool:
    places = np.asarray(law.ppf(LEVELS), dtype=float)
    if not np.all(np.isfinite(places) & (places % 1 == 0)):
        return False
    here, further = (np.asarray(law.cdf(places + step), dtype=float) for step in (0.0, 0.75))
    return bool(np.array_equal(here, further))


def sampler_of(  # noqa: PLR0913 (independent inputs, all but one by name)
    subject: Any,
    *,
    epsilon: float | None = None,
    delta: float | None = None,
    sensitivity: float | None = None,
    claim: AnyClaim | None = None,
    law: Law | None = None,
    pairs: Iterable[Any] | None = None,
    domain: tuple[float, float] | None = None,
    make: Callable[..., Any] | None = None,
    strict: bool = False,
    power: float | None = None,
    records: Any = None,
    name: str = "",
) -> Sampler:
    """The sampler that an object stands for.

    Parameters
    ----------
    subject
        A function ``f(value)`` (also with ``rng=``, ``size=``), a noise distribution, a class of
        these, a target, or the name of one. A noise distribution is its own law, and claims what
        its attributes epsilon, delta and sensitivity say, where nothing else is said.
    claim
        In place of epsilon, delta and sensitivity: a claim of any kind.
    pairs
        Neighbouring inputs, as pairs of any objects.
    domain
        The numbers (low, high) that the sampler is made for.
    power
        The share of the noise that is needed which a check of privacy has to be able to show.
    records
        Examples for a function of data sets, as `dpproofs.auditing.data_sets.DataSets.of` takes
        them.

    Raises
    ------
    BadInput
        When an argument is out of range, no epsilon is known, or the subject is no sampler.
    """
    if isinstance(subject, Sampler):
        return subject
    numbers = {"epsilon": epsilon, "delta": delta, "sensitivity": sensitivity}
    claim = _claim(subject, numbers) if claim is None else claimed(claim, **numbers)
    with python_names():
        target = find(subject, claim) if isinstance(subject, str) else target_of(subject, claim)
    if law is None and isinstance(target, AdditiveTarget) and _is_law(subject):
        law = subject
    if law is not None and not _is_law(law):
        raise BadInput("law", law, "a distribution with cdf, sf and ppf")
    maker = _maker(subject, claim) if make is None else Maker(make, PARAMETERS)
    if isinstance(target, PythonTarget) and isinstance(subject, partial):
        name = name or getattr(subject.func, "__name__", "")
    sets = _data_sets(records, pairs, domain)
    if sets is not None:
        target, pairs = OfRecords(target, sets.make), sets.pairs()
    return Sampler(
        name or target.about.name,
        target,
        claim,
        law,
        maker,
        _pairs(pairs, target, claim),
        _domain(domain),
        strict,
        _power(power),
        sets,
    )


def _claim(subject: Any, numbers: dict[str, float | None]) -> PrivacyClaim:
    known: dict[str, Any] = {name: number for name, number in numbers.items() if number is not None}
    if not inspect.isclass(subject) and hasattr(subject, "sample"):
        for name in numbers:
            own = getattr(subject, name, None)
            if isinstance(own, int | float):
                known.setdefault(name, float(own))
        if "delta" in known and hasattr(subject, "privacy_profile"):
            known.setdefault("epsilon", 0.0)
    if "epsilon" not in known:
        raise BadInput("epsilon", None, "given, since the sampler does not say what it claims")
    return PrivacyClaim(**known)


def _is_law(subject: Any) -> bool:
    methods = ("cdf", "sf", "ppf")
    return not inspect.isclass(subject) and all(
        callable(getattr(subject, name, None)) for name in methods
    )


@dataclass(frozen=True)
class Maker:
    """Makes a sampler with other parameters.

    Attributes
    ----------
    made
        A class.
    names
        Of the parameters among epsilon, delta and sensitivity that it takes.
    own
        Their values where nothing else is asked for.
    """

    made: Callable[..., Any]
    names: tuple[str, ...]
    own: tuple[tuple[str, float], ...] = ()

    def __call__(self, **numbers: float) -> Any:
        wanted = {**dict(self.own), **numbers}
        return self.made(**{name: x for name, x in wanted.items() if name in self.names})


def _maker(subject: Any, claim: PrivacyClaim) -> Maker | None:
    """What makes such a sampler with other parameters."""
    if inspect.isclass(subject):
        made, given = subject, claim.arguments
    elif dataclasses.is_dataclass(subject) and hasattr(subject, "sample"):
        made, given = type(subject), vars(subject)
    else:
        return None
    taken = inspect.signature(made).parameters
    names = tuple(name for name in PARAMETERS if name in taken)
    own = tuple((name, given[name]) for name in names if given.get(name) is not None)
    needed = [name for name, each in taken.items() if each.default is each.empty]
    return Maker(made, names, own) if {*needed} <= {name for name, _ in own} else None


def _data_sets(records: Any, pairs: Any, domain: Any) -> DataSets | None:
    if records is None:
        return None
    if pairs is not None or domain is not None:
        raise BadInput("records", records, "left out with pairs= or domain=")
    return DataSets.of(records)


def _pairs(pairs: Iterable[Any] | None, target: Target, claim: PrivacyClaim) -> tuple[Pair, ...]:
    if pairs is None:
        with suppress(BadInput):
            return tuple(target.pairs(claim) or ())
        return ()
    found = tuple(each if isinstance(each, Pair) else _pair(each) for each in pairs)
    if not found:
        raise BadInput("pairs", [], "at least one pair of neighbouring inputs")
    return found


def _pair(each: Any) -> Pair:
    if not isinstance(each, Sequence) or isinstance(each, str) or len(each) != 2:
        raise BadInput("pairs", each, "pairs of neighbouring inputs")
    return Pair(*each)


def _power(power: float | None) -> float | None:
    if power is not None and not 0 < power < 1:
        raise BadInput("power", power, "a number in (0, 1)")
    return power


def _domain(domain: tuple[float, float] | None) -> tuple[float, float]:
    if domain is None:
        return EVERYWHERE
    low, high = domain
    if not low < high:
        raise BadInput("domain", domain, "(low, high) with low < high")
    return float(low), float(high)
