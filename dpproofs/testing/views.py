"""What of a sampler's outcomes is audited: the numbers, their kinds, values that come again."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.labels import coded
from dpproofs.auditing.sampler.inputs import number_pairs
from dpproofs.auditing.target import About, Draws, Pair, Target
from dpproofs.testing.outcomes import Outcomes, Raised, kind, kind_codes
from dpproofs.testing.sampler import EVERYWHERE, Sampler

LEARNED = 1 << 17  # outcomes at each input among which values that come again are looked for
MOST_VALUES = 64
FAR_INPUTS = 20
REACH = 12.0  # far inputs go up to the sensitivity times 10 to this


class Looked(Target):
    """A sampler of which something is looked at."""

    def __init__(self, sampler: Sampler, pairs: Sequence[Pair]) -> None:
        self.sampler, self.own = sampler, tuple(pairs)

    @property
    def about(self) -> About:  # type: ignore[override]  # the same, whatever is looked at
        return self.sampler.target.about

    @property
    def seeded(self) -> bool:
        return self.sampler.seeded

    @property
    def may_refuse(self) -> bool:
        return not self.sampler.pairs and self.sampler.domain == EVERYWHERE

    def with_refusals(self, seen: Draws, drawn: Outcomes) -> Draws:
        """What is seen of outcomes, with exceptions as failures where inputs may be refused."""
        if not self.may_refuse or isinstance(drawn, np.ndarray):
            return seen
        raised = [(i, each.kind) for i, each in enumerate(drawn) if isinstance(each, Raised)]
        if raised and seen.dtype.kind in "iuf":
            seen = seen.astype(np.float64)
            for place, kind_of_error in raised:
                seen[place] = coded(f"raised {kind_of_error}")
        return seen

    def pairs(self, claim: PrivacyClaim) -> Sequence[Pair] | None:
        del claim
        return self.own or None

    def landmarks(self) -> Sequence[float]:
        return ()

    def words(self, chosen: Any) -> str:
        """A witness set in words."""
        return str(chosen)


class Whole(Looked):
    """The outcome itself, as an array."""

    def draw(self, value: Any, count: int, rng: np.random.Generator) -> Draws:
        drawn = self.sampler.draw(value, count, rng)
        return self.with_refusals(self.sampler.layout(drawn), drawn)

    def landmarks(self) -> Sequence[float]:
        return self.sampler.target.landmarks()


class Kinds(Looked):
    """Whether the outcome is a number, NaN, None, an exception, of which length, ..."""

    def __init__(self, sampler: Sampler, pairs: Sequence[Pair]) -> None:
        super().__init__(sampler, pairs)
        self.seen: dict[int, str] = {}

    def draw(self, value: Any, count: int, rng: np.random.Generator) -> Draws:
        drawn = self.sampler.draw(value, count, rng)
        codes = kind_codes(drawn)
        for place in np.unique(codes, return_index=True)[1]:
            self.seen.setdefault(int(codes[place]), kind(drawn[place]))
        return self.with_refusals(codes, drawn)

    def words(self, chosen: Any) -> str:
        inside = [text for number, text in self.seen.items() if chosen.contains(np.array([number]))]
        failed = str(chosen).replace("y is raised", "raises")
        return "the outcome is " + (" or ".join(sorted(inside)) or failed)


HERE, THERE, SINGLE = 1, 2, 3  # classes of values; 0 is any other, from SINGLE on one value each


@dataclass(frozen=True)
class RecurringValues:
    """Values that came again, fixed before the draws that are audited.

    Attributes
    ----------
    values
        Increasing.
    classes
        Of each: HERE and THERE for those that came at one of the two inputs only, a number of its
        own from SINGLE on for the most telling ones and for the inputs themselves.
    """

    values: NDArray[np.float64]
    classes: NDArray[np.int64]


class Values(Looked):
    """Which of some known values the outcome is, at one pair of inputs."""

    def __init__(self, sampler: Sampler, pair: Pair, known: RecurringValues) -> None:
        super().__init__(sampler, (pair,))
        self.known = known

    def draw(self, value: Any, count: int, rng: np.random.Generator) -> Draws:
        drawn = np.asarray(self.sampler.layout(self.sampler.draw(value, count, rng)), np.float64)
        values, classes = self.known.values, self.known.classes
        place = np.searchsorted(values, drawn).clip(max=len(values) - 1)
        return np.where(values[place] == drawn, classes[place], 0)

    def words(self, chosen: Any) -> str:
        classes = np.arange(int(self.known.classes.max()) + 1)
        inside = chosen.contains(classes)
        negated = "not " if inside[0] else ""
        wanted = classes[inside != inside[0]]
        values = self.known.values[np.isin(self.known.classes, wanted)]
        listed = ", ".join(repr(float(value)) for value in values[:3])
        more = f", ... ({len(values):,} values)" if len(values) > 3 else ""
        return f"y {negated}in {{{listed}{more}}}"


def near_pairs(sampler: Sampler, seed: int) -> tuple[Pair, ...]:
    """The pairs of inputs that are tried first; none for the auditor's own choice of numbers."""
    if sampler.pairs:
        return tuple(within(sampler, sampler.pairs))
    if sampler.domain == EVERYWHERE:
        return ()
    return tuple(within(sampler, number_pairs(sampler.claim, seed, integers=sampler.whole)))


def far_pairs(sampler: Sampler, seed: int) -> list[Pair]:
    """Inputs over all orders of magnitude and both signs, and all over an interval around 0."""
    if sampler.pairs and not (sampler.whole and sampler.takes_numbers):
        return []
    rng = np.random.default_rng((seed, 0xFA2))
    reach, (low, high) = sampler.claim.sensitivity, sampler.domain
    if math.isfinite(low) and math.isfinite(high):
        inputs = list(low + (high - low) * (np.arange(FAR_INPUTS) + rng.random(FAR_INPUTS)) / 20)
    else:
        orders = 10 ** np.linspace(0.5, REACH, FAR_INPUTS // 2) * rng.uniform(0.7, 1.3, 10)
        grid = np.linspace(-100, 100, FAR_INPUTS) + rng.uniform(-5, 5, FAR_INPUTS)
        inputs = [*(grid * reach), *(orders * reach * np.resize([1, -1], 10))]
    pairs = []
    for x in map(float, inputs):
        start = float(round(x)) if sampler.whole else x
        end = start + (math.floor(reach) if sampler.whole else reach)
        if abs(end - start) <= reach and end != start:
            pairs.append(Pair(int(start), int(end)) if sampler.whole else Pair(start, end))
    return within(sampler, pairs)


def within(sampler: Sampler, pairs: Sequence[Pair]) -> list[Pair]:
    """The pairs that lie in the domain of a sampler of numbers, or all of it when none does."""
    if sampler.domain == EVERYWHERE:
        return [*pairs]
    low, high = sampler.domain
    kept = [pair for pair in pairs if all(low <= x <= high for x in (pair.input, pair.neighbour))]
    end = min(high, low + sampler.claim.sensitivity) if math.isfinite(low) else high
    start = low if math.isfinite(low) else high - sampler.claim.sensitivity
    kind_of = int if sampler.whole else float
    return kept or [Pair(kind_of(start), kind_of(end))]


def values_again(sampler: Sampler, pair: Pair, count: int, seed: int) -> RecurringValues | None:
    """Values that came more than once, and the inputs themselves; None when there are no numbers.

    Noise of few bits has values by the thousand that only one input reaches, each of them rare:
    they are taken together.
    """
    if sampler.layout.form not in ("numbers", "integers"):
        return None
    sides = [
        np.asarray(sampler.layout(sampler.draw(value, count, (seed, side))), np.float64)
        for side, value in enumerate((pair.input, pair.neighbour))
    ]
    values, counts = np.unique(np.concatenate(sides), return_counts=True)
    own = [x for x in (pair.input, pair.neighbour) if isinstance(x, int | float)]
    values = np.union1d(values[counts > 1], np.array(own, dtype=np.float64))
    if not values.size:
        return None
    here, there = (_counts(side, values) for side in sides)
    classes = np.where(there == 0, HERE, np.where(here == 0, THERE, SINGLE)).astype(np.int64)
    telling = np.abs(here - there) / np.sqrt(here + there + 1.0)
    telling[np.isin(values, own)] = math.inf
    most = np.argsort(-telling, kind="stable")[:MOST_VALUES]
    classes[most] = SINGLE + np.arange(len(most))
    kept = classes != SINGLE
    kept[most] = True
    return RecurringValues(values[kept], classes[kept])


def _counts(side: NDArray[np.float64], values: NDArray[np.float64]) -> NDArray[np.int64]:
    ordered = np.sort(side)
    return np.searchsorted(ordered, values, "right") - np.searchsorted(ordered, values, "left")
