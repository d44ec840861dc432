"""Confirmation: a witness set that was found on some draws, measured on fresh ones."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from dpproofs.auditing.claim import PrivacyClaim, grown
from dpproofs.auditing.forms import Form, known_form
from dpproofs.auditing.record import WitnessRecord
from dpproofs.auditing.sampler.tally import BLOCK, Task, answered
from dpproofs.auditing.sampler.witness import WitnessSet
from dpproofs.auditing.target import Draws, Pair, Target
from dpproofs.auditing.traits import seen


@dataclass(frozen=True)
class Witness:
    """A set and two inputs, with counts of fresh draws and what they show.

    Attributes
    ----------
    pair
        The input and its neighbour.
    set
        The set, chosen before the draws were made.
    draws
        At each input.
    inside, neighbour_inside
        How many of them fell into the set.
    probability_low, neighbour_high
        P(M(input) in set) is at least the one, P(M(neighbour) in set) at most the other, together
        with the stated confidence.
    confidence
        1 - alpha, for both limits together.
    form
        In which outcomes were read; None where each block was by itself.
    """

    pair: Pair
    set: WitnessSet
    draws: int
    inside: int
    neighbour_inside: int
    probability_low: float
    neighbour_high: float
    confidence: float
    form: Form | None = None

    def delta_low(self, epsilon: float) -> float:
        """The least delta at an epsilon that the limits leave possible."""
        return max(0.0, self.probability_low - grown(epsilon) * self.neighbour_high)

    def epsilon_low(self, delta: float) -> float:
        """The least epsilon at a delta that the limits leave possible."""
        excess = self.probability_low - delta
        if excess <= 0:
            return 0.0
        return max(0.0, math.log(excess) - math.log(self.neighbour_high))

    def shows(self, claim: PrivacyClaim) -> bool:
        """Whether it happened more often than the claim lets it, if maybe not clearly so."""
        return any(
            self.inside > min(each.ratio, 1e300) * self.neighbour_inside + each.delta * self.draws
            for each in claim.points
        )

    def broken(self, claim: PrivacyClaim) -> PrivacyClaim | None:
        """The point of a claim that the limits break most clearly: all hold together, or none."""
        worst = max(
            claim.points, key=lambda each: self.delta_low(each.epsilon) / max(each.delta, 1e-300)
        )
        return worst if self.delta_low(worst.epsilon) > worst.delta else None

    def record(self, claim: PrivacyClaim) -> WitnessRecord:
        """The witness as data, with a lower bound on delta at the epsilon of a claim."""
        return WitnessRecord(
            input=plain(self.pair.input),
            neighbour=plain(self.pair.neighbour),
            set=self.set.record(),
            draws=self.draws,
            inside=self.inside,
            neighbour_inside=self.neighbour_inside,
            probability_low=self.probability_low,
            probability_neighbour_high=self.neighbour_high,
            delta_low=self.delta_low(claim.epsilon),
            confidence=self.confidence,
        )


def confirm(
    target: Target,
    claim: PrivacyClaim,
    chosen: WitnessSet,
    tasks: Iterable[Task],
    alpha: float,
    look: Callable[[object, Draws], None] = lambda _value, _draws: None,
) -> Witness | None:
    """Draw afresh at two inputs and bound the probabilities of a set.

    Each task is an attempt, until the limits contradict the claim by themselves. Attempt k spends
    alpha/2^k of the error, half of it on each limit (Clopper and Pearson's exact limits). The last
    attempt is returned; None without tasks. ``look`` is shown the draws at each input, and may
    raise.
    """
    witness = None
    for attempt, task in enumerate(tasks, 1):
        witness = measured(target, task, chosen, alpha / 2**attempt, look)
        if witness.broken(claim) is not None:
            break
    return witness


def measured(
    target: Target,
    task: Task,
    chosen: WitnessSet,
    alpha: float,
    look: Callable[[object, Draws], None] = lambda _value, _draws: None,
) -> Witness:
    """The witness set's probabilities from one task's draws, with confidence 1 - alpha."""
    inside = [0, 0]
    for side, value, draws in blocks(target, task):
        look(value, draws)
        inside[side] += int(chosen.contains(draws).sum())
    low = lower_limit(inside[0], task.count, alpha / 2)
    high = upper_limit(inside[1], task.count, alpha / 2)
    counts = task.count, inside[0], inside[1]
    return Witness(task.pair, chosen, *counts, low, high, 1 - alpha, task.form)


def blocks(target: Target, task: Task) -> Iterator[tuple[int, object, Draws]]:
    """The draws of a task, some at a time: 0 for the input or 1 for the neighbour, and which."""
    generators = task.generators()
    for start in range(0, task.count, BLOCK):
        block = min(BLOCK, task.count - start)
        for side, value in enumerate((task.pair.input, task.pair.neighbour)):
            raw = answered(target, value, block, generators[side])
            yield side, value, seen(raw, task.form or known_form(raw) or Form("number"))


def lower_limit(successes: int, trials: int, alpha: float) -> float:
    """Clopper and Pearson's lower confidence limit for a probability."""
    from scipy.stats import beta

    return float(beta.ppf(alpha, successes, trials - successes + 1)) if successes else 0.0


def upper_limit(successes: int, trials: int, alpha: float) -> float:
    """Clopper and Pearson's upper confidence limit for a probability."""
    from scipy.stats import beta

    if successes == trials:
        return 1.0
    return float(beta.isf(alpha, successes + 1, trials - successes))


def plain(value: Any) -> Any:
    """An input as JSON can hold it."""
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, tuple | list):
        return [plain(entry) for entry in value]
    if isinstance(value, float) and not math.isfinite(value):
        return repr(value)
    return value if isinstance(value, int | float | str | None) else repr(value)
