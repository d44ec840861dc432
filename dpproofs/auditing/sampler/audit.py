"""The audit of a sampler: rounds of draws, until the evidence suffices or the budget ends."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeVar, runtime_checkable

import numpy as np

from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.forms import Form
from dpproofs.auditing.labels import CODE, failures, label_of, learn
from dpproofs.auditing.record import HistogramRecord, PowerRecord
from dpproofs.auditing.sampler.added import is_number
from dpproofs.auditing.sampler.confirmation import Witness, blocks, confirm
from dpproofs.auditing.sampler.curve import Divergence, measured
from dpproofs.auditing.sampler.dependence import CALLS, dependent, length_of_calls
from dpproofs.auditing.sampler.inputs import EVERYWHERE, SPARE, Domain, number_pairs, shares
from dpproofs.auditing.sampler.power import pairs_left, power_of
from dpproofs.auditing.sampler.process import FIRST, LOOK, EProcess
from dpproofs.auditing.sampler.report import (
    ERROR,
    NONE_FOUND,
    UNDECIDED,
    VIOLATION,
    SamplerReport,
    histogram,
)
from dpproofs.auditing.sampler.search import SEARCHED, search
from dpproofs.auditing.sampler.strand import Strand
from dpproofs.auditing.sampler.tally import Partition, Tally, Task, count
from dpproofs.auditing.sampler.winner import Winner, clearest, learn_more, winner
from dpproofs.auditing.sampler.witness import WitnessSet
from dpproofs.auditing.sampler.workers import Here, Workers
from dpproofs.auditing.stopwatch import Stopwatch
from dpproofs.auditing.target import BatchFailed, Draws, Pair, Target, TargetError
from dpproofs.auditing.targets.calls import OutOfTime, until
from dpproofs.auditing.targets.repeats import Repeats, same_at_both
from dpproofs.kernel.clock import patience
from dpproofs.kernel.errors import BadInput

T = TypeVar("T")

RESERVE = 0.1  # of the capital, kept for calls one by one where calls for many draws may fail
GRACE = 2.0  # seconds for a confirmation when the time is over
LEAST = 1  # pairs in a round
WHOLE = 64  # pairs that are one task
OF_VECTORS = 12  # pairs looked at first between vectors: of the best sets many are known before
ENOUGH = 8  # pairs for a confirmation, at least, and for a first look: these draws are known again
GROWTH = 12  # a round adds one part in this many to the draws of its pair
ROUNDS = 64  # ... and one part in this many of all draws, so that minor pairs have few rounds
MOST = 1 << 24
TASK = 1 << 20  # pairs in a task at most
SEARCH = 50_000  # pairs after which inputs are searched
CONFIRM = 2_000  # draws at each input in the first confirmation, at least
UNLIKE = "returned hardly anything twice, so that nothing was compared: return numbers, or parts"
SHARED = (
    "the same numbers at both inputs, draw for draw, though they vary: answers share memory, or"
    " noise is drawn once and used again"
)
DEPENDENT = "draws are not independent; `batch=False` asks for one draw a call"
CHANCE = "what seemed a violation did not come again on fresh draws"
ALIKE = 128  # draws at each input, twice, by which a seed that is fixed shows
ATTEMPTS = 4  # to confirm a witness set, each with MORE times the draws of the one before
MORE = 4


@runtime_checkable
class Sized(Protocol):
    """A target that may be called for many draws at once."""

    sized: bool

    def one_by_one(self) -> Target:
        """The same target, called for one draw at a time."""
        ...


@dataclass
class Budget:
    """How long an audit may go on.

    Attributes
    ----------
    alpha
        Stop when the e-value reaches 1/alpha ...
    max_draws
        ... or this many pairs have been drawn ...
    seconds
        ... or this much time has passed.
    to_the_end
        Go on with the evidence complete, for sharper bounds on epsilon and delta.
    waiting
        Seconds on the wall that count as one; others are those of the processor (`Stopwatch`).
    power
        Stop when noise of this share of what is needed would have shown; if it never would, "no
        violation found" is not said.
    """

    alpha: float = 0.05
    max_draws: int = 1_000_000
    seconds: float = math.inf
    to_the_end: bool = False
    waiting: float = 1.0
    power: float | None = None
    watch: Stopwatch = field(init=False)

    def __post_init__(self) -> None:
        if not 0 < self.alpha < 1:
            raise BadInput("alpha", self.alpha, "a number in (0, 1)")
        if self.max_draws < 1:
            raise BadInput("max_draws", self.max_draws, "an integer >= 1")
        if not self.seconds > 0:
            raise BadInput("seconds", self.seconds, "a number > 0")
        if self.power is not None and not 0 < self.power < 1:
            raise BadInput("power", self.power, "a number in (0, 1)")
        self.start()

    def start(self) -> None:
        """Begin now."""
        self.watch = Stopwatch(self.waiting)

    @property
    def elapsed(self) -> float:
        """Seconds since the start."""
        return self.watch.elapsed

    @property
    def end(self) -> float:
        """When it is over at the latest, by time.monotonic."""
        left = self.seconds - self.elapsed
        return time.monotonic() + self.waiting * patience() * left


@dataclass
class Audit:
    """An audit that can be watched, interrupted and saved between rounds.

    Attributes
    ----------
    target, claim, seed
        What is audited, and what decides its randomness.
    process
        The evidence.
    tasks
        How many tasks have been given out.
    repeats
        How runs began so far: draws that are handed out twice are no evidence.
    chosen
        Inputs and shifts that a user chose, in the user's own words, for the record.
    ours
        Whether the inputs are our choice, so that the target may refuse some.
    domain
        The numbers that the target is made for, where somebody said so: there it may refuse none.
    special
        Whether NaN and the infinities are tried.
    repeated
        Whether draws were handed out twice, or at both inputs: whatever they show is no evidence.
    dependent
        Whether draws at one input depend on each other: that is none either.
    """

    target: Target
    claim: PrivacyClaim
    seed: int
    process: EProcess
    tasks: int = 0
    repeats: Repeats = field(default_factory=Repeats)
    chosen: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    ours: bool = False
    domain: Domain = EVERYWHERE
    special: bool = False
    error: str | None = None
    repeated: bool = False
    dependent: bool = False
    interrupted: bool = False

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

    def task(
        self,
        pair: Pair,
        count: int,
        partitions: tuple[Partition, ...] = (),
        form: Form | None = None,
    ) -> Task:
        """The next task, numbered."""
        self.tasks += 1
        return Task(self.tasks, self.seed, pair, count, partitions, form)

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
        wanted = max(LEAST, strand.pairs // GROWTH, process.pairs // ROUNDS)
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
        if not strand.tracks and not strand.since and self._refused(tallies):
            strand.pairs += count
            if bets.plan is not None:
                process.settle_added(bets.plan, tallies)
            if strand.pairs >= LOOK or count < wanted:
                self._close(strand, tallies)
            return
        self._refuse_repeats(strand.pair, tallies)
        process.settle(strand, bets, count, tallies)
        self._refuse_shared(strand)

    def _refuse_shared(self, strand: Strand) -> None:
        """Raises TargetError where draws at the two inputs are the same ones."""
        if strand.sample is not None and same_at_both(*strand.sample):
            self.repeated = True
            raise TargetError(f"{self.target.about.name} returned {SHARED}")

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

    def _refused(self, tallies: Sequence[Tally]) -> bool:
        """Whether these inputs are none for the target, by its first answers there.

        Both fail in the same way, always. At inputs of our own choice it is enough that one raises
        an exception, always: it lies outside of what the target takes. At inputs that somebody
        called neighbours, or in a domain that was given, it is a difference between the two.
        """
        ways = [
            {code for tally in tallies for code in failures(tally.sample[side]).tolist()}
            for side in (0, 1)
        ]
        fails = [len(found) == 1 and max(found) <= CODE for found in ways]
        raises = [
            fail and label_of(min(found)).startswith("raised")
            for fail, found in zip(fails, ways, strict=True)
        ]
        return (all(fails) and ways[0] == ways[1]) or (
            (self.ours or self.target.may_refuse) and self.domain == EVERYWHERE and any(raises)
        )

    def _close(self, strand: Strand, tallies: Sequence[Tally]) -> None:
        self.process.close(strand)
        if all(other.closed for other in self.process.strands):
            ways = [label_of(code) for code in failures(tallies[0].sample[0]).tolist()[:1]]
            said = next((tally.said for tally in tallies if tally.said), *ways)
            raise TargetError(f"{self.target.about.name} failed at every input: {said}")

    def _refuse_repeats(self, pair: Pair, tallies: Sequence[Tally]) -> None:
        """Raises TargetError when draws were handed out twice: they are no evidence.

        A target that takes a seed may ignore it, so that all are looked at.
        """
        for tally in tallies:
            for value, draws in zip((pair.input, pair.neighbour), tally.sample, strict=True):
                self._refuse_again(value, draws)

    def _refuse_again(self, value: object, draws: Draws) -> None:
        if self.repeats.seen(repr(value), draws):
            self.repeated = True
            again = f"the same draws at {value!r} again: its randomness starts anew"
            raise TargetError(f"{self.target.about.name} returned {again}")

    def report(self, budget: Budget) -> SamplerReport:
        """The verdict, with the witness measured on fresh draws if there are any to be had."""
        process, alpha = self.process, budget.alpha
        logs, ladder = process.log_evidence(), process.ladder
        found = process.log_e >= -math.log(alpha)
        power = power_of(process, alpha, budget.power)
        self._look_for_dependence()
        witness = self._witness(budget) if found else None
        broken = None if witness is None else witness.broken(self.claim)
        divergence = self._divergence(budget) if found and broken is None else None
        by_set = witness is not None and witness.shows(self.claim)
        by_curve = divergence is not None and divergence.shows()
        measured_curve = divergence is not None or process.leading_of_curve() is None
        withdrawn = (witness or divergence) is not None and measured_curve
        withdrawn &= not (by_set or by_curve)
        if not by_set or (by_curve and broken is None):  # a divergence shows it more clearly
            witness = None
        divergence = divergence if by_curve else None
        if withdrawn:
            self.error = self.error or f"{self.target.about.name}: {CHANCE}"
        if not found and process.unlike:
            self.error = self.error or f"{self.target.about.name} {UNLIKE}"
        epsilon = ladder.bound(ladder.epsilons, ladder.epsilon, logs, alpha / 2)
        delta = ladder.bound(ladder.deltas, ladder.delta, logs, alpha / 2)
        if witness is not None:
            point = broken or self.claim
            if point is not self.claim and point.epsilon != self.claim.epsilon:
                epsilon = delta = 0.0  # of the ladder, which is about another point
            epsilon = max(epsilon, witness.epsilon_low(point.delta))
            delta = max(delta, witness.delta_low(point.epsilon))
        return SamplerReport(
            about=self.target.about,
            claim=self.claim,
            alpha=alpha,
            seed=self.seed,
            verdict=UNDECIDED if withdrawn else self._verdict(found, power),
            log_e=process.log_e,
            pairs=process.pairs,
            seconds=budget.elapsed,
            epsilon_low=epsilon,
            delta_low=delta,
            witness=witness,
            broken=broken,
            divergence=divergence,
            history=tuple(process.history),
            power=power,
            domain=self._taken_domain(),
            special=self.special,
            refused=tuple(strand.pair for strand in process.strands if strand.closed),
            histogram=self._histogram(witness),
            error=self.error,
            interrupted=self.interrupted,
            seeded=self.target.seeded,
        )

    def _taken_domain(self) -> Domain | None:
        """What was taken for the domain: what was given, or where some inputs were refused."""
        if self.domain != EVERYWHERE:
            return self.domain
        strands = self.process.strands
        if not any(strand.closed and is_number(strand.pair.input) for strand in strands):
            return None
        pairs = [strand.pair for strand in strands if strand.tracks]
        taken = [x for pair in pairs for x in (pair.input, pair.neighbour) if is_number(x)]
        return (min(taken), max(taken)) if taken else None

    def _verdict(self, found: bool, power: PowerRecord) -> str:
        if found and not (self.repeated or self.dependent):
            return VIOLATION
        if self.error:
            return ERROR
        return UNDECIDED if power.leak is None or power.lacking else NONE_FOUND

    def _look_for_dependence(self) -> None:
        """Whether first draws depend on each other, where most were made."""
        strand = max(self.process.strands, key=lambda strand: strand.pairs)
        if strand.sample is not None and any(dependent([draws]) for draws in strand.sample):
            self._say_dependent()

    def _say_dependent(self) -> None:
        self.dependent = True
        self.error = self.error or f"{self.target.about.name}: {DEPENDENT}"

    def _witness(self, budget: Budget) -> Witness | None:
        """The best set on fresh draws; None when nothing was bet or nothing is left to draw.

        After few pairs the set that won is often not yet a good one: where fresh draws do not show
        it, it is learned anew from as many more, with what is left of the error.
        """
        best = winner(self.process)
        if best is None:
            return None
        witness = self._on_set(best, budget, budget.alpha / 2)
        recorded = self.target.available() is not None
        if witness is None or witness.shows(self.claim) or recorded or self.error:
            return witness
        anew = self._on_fresh_draws(lambda: self._learned_anew(best[0]), budget)
        if anew is None:
            return witness
        return self._on_set(anew, budget, budget.alpha / 2 ** (1 + ATTEMPTS)) or witness

    def _learned_anew(self, strand: Strand) -> Winner:
        """The set that more draws at a pair of inputs suggest."""

        def tallied(partitions: Sequence[Partition]) -> Tally:
            pairs = max(CONFIRM, min(strand.pairs, MOST))
            return count(
                self.target, self.task(strand.pair, pairs, (*partitions,), form=strand.form)
            )

        learn_more(self.process, strand, tallied)
        return clearest(self.process, strand)

    def _on_set(self, best: Winner, budget: Budget, alpha: float) -> Witness | None:
        """A set on fresh draws; None when nothing is left to draw, or draws are no evidence."""
        limit = self.target.available()
        fresh = math.inf if limit is None else limit - self.process.pairs
        if fresh < ENOUGH or self.interrupted:
            return None
        strand, chosen, swap = best
        pair = Pair(strand.pair.neighbour, strand.pair.input) if swap else strand.pair
        most = int(min(fresh, max(4 * self.process.pairs, 100 * CONFIRM)))
        tasks = self._attempts(
            strand.form, pair, max(CONFIRM, min(strand.pairs, MOST)), most, budget
        )

        def measure() -> Witness | None:
            look = self._refuse_again
            if limit is None:
                self._look_twice(pair, strand.form)
                self._look_at_calls(pair, strand, chosen)
                if self.dependent:
                    return None
            return confirm(self.target, self.claim, chosen, tasks, alpha, look)

        return self._on_fresh_draws(measure, budget)

    def _divergence(self, budget: Budget) -> Divergence | None:
        """The divergence on which bets won most, on fresh draws; None where there is none."""
        strand = self.process.leading_of_curve()
        recorded = self.target.available() is not None
        if strand is None or recorded or self.error is not None:
            return None
        pairs = max(CONFIRM, min(strand.pairs, MOST))
        tasks = self._attempts(
            strand.form, strand.pair, pairs, max(4 * self.process.pairs, 100 * CONFIRM), budget
        )
        look, level = self._refuse_again, budget.alpha / 4
        return self._on_fresh_draws(
            lambda: measured(self.target, strand, tasks, level, look), budget
        )

    def _on_fresh_draws(self, measure: Callable[[], T | None], budget: Budget) -> T | None:
        """What a measurement on more draws shows; None where the time or the target ends it."""
        try:
            with until(max(budget.end, time.monotonic() + GRACE * budget.waiting)):
                return measure()
        except OutOfTime:
            return None
        except TargetError as error:
            self.error = self.error or str(error)
        except KeyboardInterrupt:
            self.interrupted = True
        return None

    def _look_twice(self, pair: Pair, form: Form | None) -> None:
        """Two calls for as many draws: the first rounds are too small to be known again."""
        for task in [self.task(pair, ALIKE, form=form) for _ in range(2)]:
            for _, value, draws in blocks(self.target, task):
                self._refuse_again(value, draws)

    def _look_at_calls(self, pair: Pair, strand: Strand, chosen: WitnessSet) -> None:
        """Many calls as long as those that were bet on: draws in each, and calls, may depend."""
        length = length_of_calls(strand.pairs)
        calls: tuple[list[Draws], list[Draws]] = ([], [])
        for task in [self.task(pair, length, form=strand.form) for _ in range(CALLS)]:
            for side, _, draws in blocks(self.target, task):
                calls[side].append(draws)
        if any(dependent(drawn, chosen) for drawn in calls):
            self._say_dependent()

    def _attempts(
        self, form: Form | None, pair: Pair, first: int, most: int, budget: Budget
    ) -> Iterator[Task]:
        """Tasks of growing size, for as long as they are worth the time."""
        started, wanted, spent = budget.elapsed, min(first, most), 0
        for _ in range(ATTEMPTS):
            yield self.task(pair, wanted, form=form)
            spent, wanted = spent + wanted, MORE * wanted
            if spent + wanted > most or budget.elapsed > min(budget.seconds, 3 * started + 2):
                return

    def _histogram(self, witness: Witness | None) -> HistogramRecord | None:
        """First draws at the witness's inputs, or at the first pair's, between even edges."""
        strand = self.process.strands[0]
        swap = False
        if witness is not None:
            wanted = {repr(witness.pair.input), repr(witness.pair.neighbour)}
            for other in self.process.strands:
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
