"""The audit of a sampler: rounds of draws, until the evidence suffices or the budget ends."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, runtime_checkable

import numpy as np

from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.forms import Form
from dpproofs.auditing.labels import learn
from dpproofs.auditing.sampler.budget import ENOUGH, MOST, Budget
from dpproofs.auditing.sampler.conclusion import Conclusion
from dpproofs.auditing.sampler.inputs import EVERYWHERE, SPARE, Domain, number_pairs, shares
from dpproofs.auditing.sampler.power import pairs_left
from dpproofs.auditing.sampler.process import FIRST, LOOK, EProcess
from dpproofs.auditing.sampler.progress import Progress
from dpproofs.auditing.sampler.refusals import refused, why
from dpproofs.auditing.sampler.report import SamplerReport
from dpproofs.auditing.sampler.search import SEARCHED, search
from dpproofs.auditing.sampler.strand import Strand
from dpproofs.auditing.sampler.tally import Tally
from dpproofs.auditing.sampler.workers import Here, Workers
from dpproofs.auditing.target import BatchFailed, Draws, Pair, Target, TargetError
from dpproofs.auditing.targets.calls import OutOfTime, until
from dpproofs.auditing.targets.repeats import same_at_both

RESERVE = 0.1  # of the capital, kept for calls one by one where calls for many draws may fail
LEAST = 1  # pairs in a round
WHOLE = 64  # pairs that are one task
OF_VECTORS = 12  # pairs looked at first between vectors: of the best sets many are known before
EARLY, GROWTH = 6, 12  # a round adds one part in this many to the draws of its pair, at first
SETTLED = 500  # ... and from so many pairs on
ROUNDS = 64  # ... and one part in this many of all draws, so that minor pairs have few rounds
TASK = 1 << 20  # pairs in a task at most
SEARCH = 50_000  # pairs after which inputs are searched
SHARED = (
    "the same numbers at both inputs, draw for draw, though they vary: answers share memory, or"
    " noise is drawn once and used again"
)


@runtime_checkable
class Sized(Protocol):
    """A target that may be called for many draws at once."""

    sized: bool

    def one_by_one(self) -> Target:
        """The same target, called for one draw at a time."""
        ...


class Audit(Progress):
    """An audit that can be watched, interrupted and saved between rounds."""

    @classmethod
    def of(
        cls,
        target: Target,
        claim: PrivacyClaim,
        *,
        seed: int = 0,
        inputs: Iterable[float] = (),
        shifts: Iterable[float] = (),
        pairs: Sequence[Pair] = (),
        domain: Domain = EVERYWHERE,
        special: bool = False,
    ) -> Audit:
        """An audit that has not started: at the user's pairs, the target's, or numbers."""
        inputs, shifts = [*inputs], [*shifts]
        own = [*pairs] or target.pairs(claim)
        free = own is None or (target.anywhere and not pairs)
        numbers = free or bool(inputs or shifts or special or domain != EVERYWHERE)
        if numbers:
            whole = bool(own) and all(isinstance(pair.input, int) for pair in own or ())
            own = number_pairs(
                claim,
                seed,
                inputs=inputs,
                shifts=shifts,
                integers=whole,
                domain=domain,
                special=special,
            )
        chosen = [*(own or ())]
        ours = numbers and not (inputs or shifts)
        total = sum(pair.weight for pair in chosen)
        weights = shares(len(chosen)) if ours else [pair.weight / total for pair in chosen]
        part = (1 - RESERVE, RESERVE) if isinstance(target, Sized) and target.sized else (1.0, 0.0)
        spare = SPARE if ours else 0.0
        process = EProcess(claim, chosen, weights, target.landmarks(), part, spare)
        special = special or any(not math.isfinite(x) for x in inputs)
        return cls(target, claim, seed, process, ours=ours, domain=domain, special=special)

    def run(
        self,
        budget: Budget,
        crew: Workers,
        watch: Callable[[Audit], None] = lambda _: None,
    ) -> None:
        """Draw rounds until the budget says stop, the target fails, or Ctrl-C."""
        try:
            with until(budget.end):
                while (count := self._next_count(budget)) > 0:
                    try:
                        if known := self._known_best(count):
                            self._search(known, crew)
                        else:
                            self._round(self.process.next_strand(), count, crew)
                    except BatchFailed:
                        self._start_again(crew)
                    watch(self)
        except OutOfTime:
            pass  # a round that is not finished counts for nothing
        except TargetError as error:
            self.error = str(error)
        except KeyboardInterrupt:
            self.interrupted = True
        if not (self.process.pairs or self.error or self.interrupted):
            self.error = (
                "nothing was drawn before the time was over: a call takes longer, or never ends"
            )

    def _start_again(self, crew: Workers) -> None:
        """Bet anew what was kept, on draws made one by one: a call for many of them has failed.

        Its draws are lost, and those that failed among them, so that what was won before is worth
        nothing: only calls that did not fail were bet on.
        """
        target, old = self.target, self.process
        if not (isinstance(target, Sized) and target.sized):
            raise TargetError("a call for one draw failed as if it were for many")
        self.target = target.one_by_one()
        crew.adopt(self.target)
        pairs, shares = [s.pair for s in old.strands], [s.share for s in old.strands]
        part = (RESERVE, 0.0)
        self.process = EProcess(self.claim, pairs, shares, target.landmarks(), part, old.spare)

    def _next_count(self, budget: Budget) -> int:
        """How many pairs the next round may have; 0 to stop."""
        process = self.process
        limit = self.target.available()
        most = budget.max_draws if limit is None else min(budget.max_draws, limit)
        left = budget.seconds - budget.elapsed
        found = process.log_e >= -math.log(budget.alpha) and not budget.to_the_end
        if found or left <= 0 or process.pairs >= most:
            return 0
        if budget.power is not None:
            wanted = pairs_left(process, budget.alpha, budget.power)
            if wanted <= 0:
                return 0
            most = math.ceil(min(most, process.pairs + wanted))
        rate = process.pairs / max(budget.elapsed, 1e-3)
        affordable = int(rate * left) if math.isfinite(left) else MOST
        return min(most - process.pairs, max(ENOUGH, affordable), MOST)

    def _look(self, strand: Strand) -> int:
        """Pairs that are looked at before anything is bet on outcomes at these inputs."""
        if not strand.pairs and strand.between_vectors:
            return OF_VECTORS
        if strand.pairs or not strand.may_have_noise:
            return LOOK - strand.bet_on
        return FIRST if self.process.added else ENOUGH

    def _round(self, strand: Strand, most: int, crew: Workers) -> None:
        """Bet, draw at one pair of inputs, and settle."""
        process = self.process
        if strand.mixed:
            strand.look_again(process.table)
        growth = EARLY if strand.pairs < SETTLED else GROWTH
        wanted = max(LEAST, strand.pairs // growth, process.pairs // ROUNDS)
        if not strand.tracks:
            wanted = self._look(strand)
        count = min(most, wanted)
        bets = process.prepare(strand)
        partitions = bets.partitions
        size = min(TASK, max(WHOLE, math.ceil(count / crew.parallel)))
        sizes = [size] * (count // size) + [count % size] * (count % size > 0)
        form = strand.form or (process.usual_form if bets.plan is None else Form("number"))
        tasks = [self.task(strand.pair, part, partitions, form) for part in sizes]
        tallies = crew.tallies(tasks)
        for tally in tallies:
            learn(tally.labels)
        if not strand.tracks and not strand.since and refused(tallies, raising=self._may_refuse):
            strand.pairs += count
            if bets.plan is not None:
                process.settle_added(bets.plan, tallies)
            if strand.pairs >= LOOK or count < wanted:
                self._close(strand, tallies)
            return
        self._refuse_repeats(strand.pair, tallies)
        process.settle(strand, bets, count, tallies)
        self._refuse_shared(strand)

    def _known_best(self, left: int) -> Strand | None:
        """Where most numbers were drawn, if it is time to search inputs, which is done once."""
        process = self.process
        if not process.spare or process.pairs < SEARCH or left < 2 * SEARCHED:
            return None
        known = [s for s in process.strands if s.numeric and s.form == Form("number")]
        return max(known, key=lambda strand: strand.pairs, default=None)

    def _search(self, known: Strand, crew: Workers) -> None:
        """Find inputs where the noise is another one than at those, to bet at."""
        process = self.process

        def drawn(inputs: Sequence[float], pairs: int) -> list[Draws]:
            tasks = [self.task(Pair(x, x), pairs, form=known.form) for x in inputs]
            tallies = crew.tallies(tasks)
            process.scanned += len(inputs) * pairs
            for task, tally in zip(tasks, tallies, strict=True):
                learn(tally.labels)
                self._refuse_repeats(task.pair, [tally])
            return [np.concatenate(tally.sample) for tally in tallies]

        process.point(search(known, self.claim, self.seed, drawn, self.domain))

    def _refuse_shared(self, strand: Strand) -> None:
        """Raises TargetError where draws at the two inputs are the same ones."""
        if strand.sample is not None and same_at_both(*strand.sample):
            self.repeated = True
            raise TargetError(f"{self.target.about.name} returned {SHARED}")

    @property
    def _may_refuse(self) -> bool:
        return (self.ours or self.target.may_refuse) and self.domain == EVERYWHERE

    def _close(self, strand: Strand, tallies: Sequence[Tally]) -> None:
        self.process.close(strand)
        if all(other.closed for other in self.process.strands):
            said = why(tallies)
            raise TargetError(f"{self.target.about.name} failed at every input: {said}")

    def _refuse_repeats(self, pair: Pair, tallies: Sequence[Tally]) -> None:
        """Raises TargetError when draws were handed out twice: they are no evidence.

        A target that takes a seed may ignore it, so that all are looked at.
        """
        for tally in tallies:
            for value, draws in zip((pair.input, pair.neighbour), tally.sample, strict=True):
                self.refuse_again(value, draws)

    def report(self, budget: Budget) -> SamplerReport:
        """The verdict, with the witness measured on fresh draws if there are any to be had."""
        return Conclusion(self, budget).report()


def audit_sampler(
    target: Target,
    claim: PrivacyClaim,
    *,
    alpha: float = 0.05,
    max_draws: int = 1_000_000,
    seconds: float = math.inf,
    seed: int = 0,
    to_the_end: bool = False,
) -> SamplerReport:
    """Look for a violation of a privacy claim by drawing from a target.

    Parameters
    ----------
    target, claim
        What is audited and what it claims.
    alpha
        The probability, at most, of calling a target that keeps its claim a violation.
    max_draws, seconds
        The budget: pairs of draws, and time.
    seed
        Decides the inputs, and the draws of a target that takes a seed.
    to_the_end
        Use the whole budget, for sharper bounds on epsilon and delta.

    Raises
    ------
    BadInput
        When an argument is out of range.
    """
    budget = Budget(alpha, max_draws, seconds, to_the_end)
    audit = Audit.of(target, claim, seed=seed)
    audit.run(budget, Here(target))
    return audit.report(budget)
