"""What an audit concludes: a verdict, and the witness measured on fresh draws."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from dpproofs.auditing.forms import Form
from dpproofs.auditing.record import HistogramRecord, PowerRecord
from dpproofs.auditing.sampler.added import is_number
from dpproofs.auditing.sampler.budget import ENOUGH, MOST, Budget
from dpproofs.auditing.sampler.confirmation import Witness, blocks, confirm
from dpproofs.auditing.sampler.curve import Divergence, measured
from dpproofs.auditing.sampler.dependence import CALLS, dependent, length_of_calls
from dpproofs.auditing.sampler.inputs import EVERYWHERE, Domain
from dpproofs.auditing.sampler.power import power_of
from dpproofs.auditing.sampler.progress import Progress
from dpproofs.auditing.sampler.report import (
    ERROR,
    NONE_FOUND,
    UNDECIDED,
    VIOLATION,
    SamplerReport,
    histogram,
)
from dpproofs.auditing.sampler.strand import Strand
from dpproofs.auditing.sampler.tally import Partition, Tally, Task, count
from dpproofs.auditing.sampler.winner import Winner, clearest, learn_more, winner
from dpproofs.auditing.sampler.witness import WitnessSet
from dpproofs.auditing.target import Draws, Pair, TargetError
from dpproofs.auditing.targets.calls import OutOfTime, until

T = TypeVar("T")

UNLIKE = "returned hardly anything twice, so that nothing was compared: return numbers, or parts"
DEPENDENT = "draws are not independent; `batch=False` asks for one draw a call"
CHANCE = "what seemed a violation did not come again on fresh draws"
ALIKE = 128  # draws at each input, twice, by which a seed that is fixed shows
ATTEMPTS = 4  # to confirm a witness set, each with MORE times the draws of the one before
MORE = 4
GRACE = 2.0  # seconds for a confirmation when the time is over
CONFIRM = 2_000  # draws at each input in the first confirmation, at least


@dataclass(frozen=True)
class Conclusion:
    """Draws what is left to draw of an audit, and reports."""

    audit: Progress
    budget: Budget

    def report(self) -> SamplerReport:
        """The verdict, with the witness measured on fresh draws if there are any to be had."""
        process, alpha = self.audit.process, self.budget.alpha
        found = process.log_e >= -math.log(alpha)
        power = power_of(process, alpha, self.budget.power)
        self._look_for_dependence()
        witness = self._witness() if found else None
        broken = None if witness is None else witness.broken(self.audit.claim)
        divergence = self._divergence() if found and broken is None else None
        by_set = witness is not None and witness.shows(self.audit.claim)
        by_curve = divergence is not None and divergence.shows()
        measured_curve = divergence is not None or process.leading_of_curve() is None
        withdrawn = (witness or divergence) is not None and measured_curve
        withdrawn &= not (by_set or by_curve)
        if not by_set or (by_curve and broken is None):  # a divergence shows it more clearly
            witness = None
        divergence = divergence if by_curve else None
        if withdrawn:
            self.audit.error = self.audit.error or f"{self.audit.target.about.name}: {CHANCE}"
        if not found and process.unlike:
            self.audit.error = self.audit.error or f"{self.audit.target.about.name} {UNLIKE}"
        epsilon, delta = process.bounds(alpha / 2)
        if witness is not None:
            point = broken or self.audit.claim
            if point is not self.audit.claim and point.epsilon != self.audit.claim.epsilon:
                epsilon = delta = 0.0  # of the ladder, which is about another point
            epsilon = max(epsilon, witness.epsilon_low(point.delta))
            delta = max(delta, witness.delta_low(point.epsilon))
        return SamplerReport(
            about=self.audit.target.about,
            claim=self.audit.claim,
            alpha=alpha,
            seed=self.audit.seed,
            verdict=UNDECIDED if withdrawn else self._verdict(found, power),
            log_e=process.log_e,
            pairs=process.pairs,
            seconds=self.budget.elapsed,
            epsilon_low=epsilon,
            delta_low=delta,
            witness=witness,
            broken=broken,
            divergence=divergence,
            history=tuple(process.history),
            power=power,
            domain=self._taken_domain(),
            special=self.audit.special,
            refused=tuple(strand.pair for strand in process.strands if strand.closed),
            histogram=self._histogram(witness),
            error=self.audit.error,
            interrupted=self.audit.interrupted,
            seeded=self.audit.target.seeded,
        )

    def _taken_domain(self) -> Domain | None:
        """What was taken for the domain: what was given, or where some inputs were refused."""
        if self.audit.domain != EVERYWHERE:
            return self.audit.domain
        strands = self.audit.process.strands
        if not any(strand.closed and is_number(strand.pair.input) for strand in strands):
            return None
        pairs = [strand.pair for strand in strands if strand.tracks]
        taken = [x for pair in pairs for x in (pair.input, pair.neighbour) if is_number(x)]
        return (min(taken), max(taken)) if taken else None

    def _verdict(self, found: bool, power: PowerRecord) -> str:
        if found and not (self.audit.repeated or self.audit.dependent):
            return VIOLATION
        if self.audit.error:
            return ERROR
        return UNDECIDED if power.leak is None or power.lacking else NONE_FOUND

    def _look_for_dependence(self) -> None:
        """Whether first draws depend on each other, where most were made."""
        strand = max(self.audit.process.strands, key=lambda strand: strand.pairs)
        if strand.sample is not None and any(dependent([draws]) for draws in strand.sample):
            self._say_dependent()

    def _say_dependent(self) -> None:
        self.audit.dependent = True
        self.audit.error = self.audit.error or f"{self.audit.target.about.name}: {DEPENDENT}"

    def _witness(self) -> Witness | None:
        """The best set on fresh draws; None when nothing was bet or nothing is left to draw.

        After few pairs the set that won is often not yet a good one: where fresh draws do not show
        it, it is learned anew from as many more, with what is left of the error.
        """
        best = winner(self.audit.process)
        if best is None:
            return None
        witness = self._on_set(best, self.budget.alpha / 2)
        recorded = self.audit.target.available() is not None
        if witness is None or witness.shows(self.audit.claim) or recorded or self.audit.error:
            return witness
        anew = self._on_fresh_draws(lambda: self._learned_anew(best[0]))
        if anew is None:
            return witness
        return self._on_set(anew, self.budget.alpha / 2 ** (1 + ATTEMPTS)) or witness

    def _learned_anew(self, strand: Strand) -> Winner:
        """The set that more draws at a pair of inputs suggest."""

        def tallied(partitions: Sequence[Partition]) -> Tally:
            pairs = max(CONFIRM, min(strand.pairs, MOST))
            return count(
                self.audit.target,
                self.audit.task(strand.pair, pairs, (*partitions,), form=strand.form),
            )

        learn_more(self.audit.process, strand, tallied)
        return clearest(self.audit.process, strand)

    def _on_set(self, best: Winner, alpha: float) -> Witness | None:
        """A set on fresh draws; None when nothing is left to draw, or draws are no evidence."""
        limit = self.audit.target.available()
        fresh = math.inf if limit is None else limit - self.audit.process.pairs
        if fresh < ENOUGH or self.audit.interrupted:
            return None
        strand, chosen, swap = best
        pair = Pair(strand.pair.neighbour, strand.pair.input) if swap else strand.pair
        most = int(min(fresh, max(4 * self.audit.process.pairs, 100 * CONFIRM)))
        tasks = self._attempts(strand.form, pair, max(CONFIRM, min(strand.pairs, MOST)), most)

        def measure() -> Witness | None:
            look = self.audit.refuse_again
            if limit is None:
                self._look_twice(pair, strand.form)
                self._look_at_calls(pair, strand, chosen)
                if self.audit.dependent:
                    return None
            return confirm(self.audit.target, self.audit.claim, chosen, tasks, alpha, look)

        return self._on_fresh_draws(measure)

    def _divergence(self) -> Divergence | None:
        """The divergence on which bets won most, on fresh draws; None where there is none."""
        strand = self.audit.process.leading_of_curve()
        recorded = self.audit.target.available() is not None
        if strand is None or recorded or self.audit.error is not None:
            return None
        pairs = max(CONFIRM, min(strand.pairs, MOST))
        tasks = self._attempts(
            strand.form, strand.pair, pairs, max(4 * self.audit.process.pairs, 100 * CONFIRM)
        )
        look, level = self.audit.refuse_again, self.budget.alpha / 4
        return self._on_fresh_draws(lambda: measured(self.audit.target, strand, tasks, level, look))

    def _on_fresh_draws(self, measure: Callable[[], T | None]) -> T | None:
        """What a measurement on more draws shows; None where the time or the target ends it."""
        try:
            with until(max(self.budget.end, time.monotonic() + GRACE * self.budget.waiting)):
                return measure()
        except OutOfTime:
            return None
        except TargetError as error:
            self.audit.error = self.audit.error or str(error)
        except KeyboardInterrupt:
            self.audit.interrupted = True
        return None

    def _look_twice(self, pair: Pair, form: Form | None) -> None:
        """Two calls for as many draws: the first rounds are too small to be known again."""
        for task in [self.audit.task(pair, ALIKE, form=form) for _ in range(2)]:
            for _, value, draws in blocks(self.audit.target, task):
                self.audit.refuse_again(value, draws)

    def _look_at_calls(self, pair: Pair, strand: Strand, chosen: WitnessSet) -> None:
        """Many calls as long as those that were bet on: draws in each, and calls, may depend."""
        length = length_of_calls(strand.pairs)
        calls: tuple[list[Draws], list[Draws]] = ([], [])
        for task in [self.audit.task(pair, length, form=strand.form) for _ in range(CALLS)]:
            for side, _, draws in blocks(self.audit.target, task):
                calls[side].append(draws)
        if any(dependent(drawn, chosen) for drawn in calls):
            self._say_dependent()

    def _attempts(self, form: Form | None, pair: Pair, first: int, most: int) -> Iterator[Task]:
        """Tasks of growing size, for as long as they are worth the time."""
        started, wanted, spent = self.budget.elapsed, min(first, most), 0
        for _ in range(ATTEMPTS):
            yield self.audit.task(pair, wanted, form=form)
            spent, wanted = spent + wanted, MORE * wanted
            if spent + wanted > most or self.budget.elapsed > min(
                self.budget.seconds, 3 * started + 2
            ):
                return

    def _histogram(self, witness: Witness | None) -> HistogramRecord | None:
        """First draws at the witness's inputs, or at the first pair's, between even edges."""
        strand = self.audit.process.strands[0]
        swap = False
        if witness is not None:
            wanted = {repr(witness.pair.input), repr(witness.pair.neighbour)}
            for other in self.audit.process.strands:
                if {repr(other.pair.input), repr(other.pair.neighbour)} == wanted:
                    strand, swap = other, repr(other.pair.input) != repr(witness.pair.input)
                    break
        if strand.sample is None or strand.sample[0].dtype.kind not in "iuf":
            return None
        here, there = strand.sample[::-1] if swap else strand.sample
        if witness is not None:
            here, there = witness.set.view(here), witness.set.view(there)
        if here.ndim > 1:
            return None
        pair = strand.pair
        inputs = (pair.neighbour, pair.input) if swap else (pair.input, pair.neighbour)
        return histogram(here, there, Pair(*inputs), whole=strand.sample[0].dtype.kind in "iu")
