"""The search: which pair of inputs to draw from next, until the evidence or the budget is there."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.forms import Form, known_form
from dpproofs.auditing.labels import failures, label_of
from dpproofs.auditing.numbers.bets import BOLD, STANDING, Book, Event
from dpproofs.auditing.numbers.doubles import ALL, Array
from dpproofs.auditing.numbers.features import Sample
from dpproofs.auditing.numbers.inputs import COLUMNS, features, neighbours, suspected
from dpproofs.auditing.numbers.report import NumbersReport, NumbersWitness
from dpproofs.auditing.outcomes import conform
from dpproofs.auditing.record import CountsRecord
from dpproofs.auditing.sampler.confirmation import lower_limit, upper_limit
from dpproofs.auditing.sampler.tally import answered
from dpproofs.auditing.target import Pair, Target, TargetError
from dpproofs.auditing.targets.calls import OutOfTime, until
from dpproofs.auditing.targets.repeats import Repeats
from dpproofs.kernel.clock import patience
from dpproofs.kernel.errors import BadInput

FIRST, LARGEST = 8, 16384  # pairs of draws in a batch
EXPLORE = 3  # every so many batches go to the pair of inputs that is behind
AGAIN = 17 / 16  # growth of the draws after which bets are chosen anew
MOST_COMPARED = 4096  # draws of a batch that are looked at for repeats
FRESH = 1000  # pairs of draws to choose a witness, and as many to confirm it, at first ...
ATTEMPTS = 3
MORE = 4  # ... and so many times as many in each further attempt


class NotFloats(Exception):
    """The outputs are integers or categories, which have no last bits."""


@dataclass
class Trial:
    """One pair of inputs: its part of the wealth and its books, one a coordinate."""

    pair: Pair
    weight: float
    books: list[Book] = field(default_factory=list)
    draws: int = 0
    planned: int = 0  # draws when the bets were chosen
    closed: bool = False  # the target refuses these inputs

    @property
    def evidence(self) -> float:
        """The e-value of this pair of inputs; 1 before the first draw."""
        return sum(book.evidence for book in self.books) / len(self.books) if self.books else 1.0

    def promise(self, alpha: float) -> float:
        """Pairs of draws until the evidence is there if all goes as predicted."""
        growth = max((book.growth for book in self.books), default=0.0)
        share = self.weight * max(self.evidence, 1e-300)
        return max(-math.log(alpha * share), 1.0) / growth if growth > 0 else math.inf


class Source:
    """Draws from a target at two inputs, from two generators, within a budget."""

    def __init__(self, target: Target, seed: int, most: int, seconds: float | None) -> None:
        available = target.available()
        self.target = target
        self.left = most if available is None else min(most, available)
        self.recorded = available is not None
        self.start = time.monotonic()
        self.deadline = math.inf if seconds is None else self.start + seconds * patience()
        self._repeats = Repeats()
        self._form: Form | None = None
        self._generators = [np.random.default_rng(s) for s in np.random.SeedSequence(seed).spawn(2)]

    @property
    def open(self) -> bool:
        """Whether there are draws and time left."""
        return self.left > 0 and time.monotonic() < self.deadline

    def pairs(self, pair: Pair, count: int) -> tuple[Array, Array]:
        """Up to ``count`` draws at an input and at its neighbour, of shape (count, columns)."""
        count = min(count, self.left)
        self.left -= count
        return self._drawn(pair, count)

    def fresh(self, pair: Pair, count: int) -> tuple[Array, Array]:
        """Draws beyond the budget, as many as there are: they confirm, and are no evidence."""
        if self.recorded:
            return self.pairs(pair, count)
        return self._drawn(pair, count)

    def _drawn(self, pair: Pair, count: int) -> tuple[Array, Array]:
        if count == 0:
            return np.empty((0, COLUMNS)), np.empty((0, COLUMNS))
        first, second = (
            self._at(value, count, rng)
            for value, rng in zip((pair.input, pair.neighbour), self._generators, strict=True)
        )
        return first, second

    def _at(self, value: Any, count: int, rng: np.random.Generator) -> Array:
        raw = answered(self.target, value, count, rng)
        self._form = self._form or known_form(raw)
        draws = _columns(conform(raw, self._form or Form("number")))
        if self._repeats.seen(repr(value), draws[:MOST_COMPARED]):
            again = f"the same draws at {value!r} again: its randomness starts anew"
            raise TargetError(f"{self.target.about.name} returned {again}")
        return draws


def audit_numbers(
    target: Target,
    claim: PrivacyClaim,
    *,
    alpha: float = 0.05,
    max_draws: int = 200_000,
    seconds: float | None = None,
    seed: int = 0,
    pairs: Sequence[Pair] | None = None,
    watch: Callable[[float, int], None] = lambda _evidence, _pairs: None,
) -> NumbersReport:
    """Look for an event in the last bits of the outputs that breaks the claim.

    Parameters
    ----------
    target, claim
        The sampler, and what it should satisfy.
    alpha
        The largest probability of "violation" for a sampler that keeps its claim, in (0, 1).
    max_draws
        The most pairs of draws, one at each of two neighbours, positive.
    seconds
        The time after which no new batch is drawn; None for no limit.
    seed
        Decides the draws of a seeded target.
    pairs
        Neighbours to try, the most promising one first; None for the target's or a built-in list.
    watch
        Called after each batch with the e-value and the pairs drawn so far.

    Raises
    ------
    BadInput
        For numbers outside their ranges, or no pairs.
    TargetError
        When the target fails.
    """
    if not 0 < alpha < 1:
        raise BadInput("alpha", alpha, "a number in (0, 1)")
    if max_draws < 1:
        raise BadInput("max_draws", max_draws, "a positive integer")
    inputs = neighbours(target, claim) if pairs is None else list(pairs)
    if not inputs:
        raise BadInput("pairs", pairs, "at least one pair of neighbours")
    source = Source(target, seed, max_draws, seconds)
    share = 0.5 / (len(inputs) - 1) if len(inputs) > 1 else 0.0
    trials = [Trial(pair, share) for pair in inputs]
    trials[0].weight = 1 - share * (len(inputs) - 1)
    search = Search(source, claim, alpha, trials)
    try:
        used = search.run(watch)
    except NotFloats:
        return search.report("not applicable", 0, seed)
    return search.report(search.verdict(used), used, seed)


class Search:
    """An audit under way."""

    def __init__(
        self, source: Source, claim: PrivacyClaim, alpha: float, trials: list[Trial]
    ) -> None:
        self.source, self.claim, self.alpha, self.trials = source, claim, alpha, trials
        self.evidence, self.said = 1.0, ""
        self.winner: tuple[Trial, int] | None = None

    def run(self, watch: Callable[[float, int], None]) -> int:
        """Draw until the evidence or the budget is there; returns the pairs of draws needed."""
        used = turn = 0
        try:
            with until(self.source.deadline):
                while self.source.open:
                    trial = self._next(turn)
                    turn += 1
                    used += self._batch(trial)
                    watch(self.evidence, used)
                    if self.winner is not None:
                        break
        except OutOfTime:
            pass  # a batch that is not finished counts for nothing
        return used

    def _next(self, turn: int) -> Trial:
        """The pair of inputs to draw from, chosen on what was drawn before."""
        taken = [trial for trial in self.trials if not trial.closed]
        if not taken:
            raise TargetError(f"{self.source.target.about.name} failed at every input: {self.said}")
        best = min(taken, key=lambda trial: trial.promise(self.alpha))
        if turn % EXPLORE and best.promise(self.alpha) < math.inf:
            return best
        return min(taken, key=lambda trial: trial.draws / trial.weight)

    def _batch(self, trial: Trial) -> int:
        """Bet on fresh pairs; returns how many were needed, all of them unless they were enough."""
        first, second = self.source.pairs(trial.pair, min(max(FIRST, trial.draws // 2), LARGEST))
        if not trial.books and any(np.isnan(draws).all() for draws in (first, second)):
            trial.closed = True
            self.said = label_of(int(failures(first[:, 0])[0]))
            return len(first)
        if not trial.books:
            trial.books = [self._book(trial.pair, i) for i in range(min(first.shape[1], COLUMNS))]
        others = sum(t.weight * t.evidence for t in self.trials if t is not trial)
        paths = np.array([b.settle(first[:, i], second[:, i]) for i, b in enumerate(trial.books)])
        trial.draws += len(first)
        total = others + trial.weight * paths.mean(axis=0)
        enough = np.flatnonzero(total >= 1 / self.alpha)
        if len(enough):
            self.evidence = float(total[enough[0]])
            self.winner = (trial, int(np.argmax(paths[:, enough[0]])))
            return int(enough[0]) + 1
        self.evidence = float(total[-1])
        if trial.draws >= AGAIN * trial.planned:
            trial.planned = trial.draws
            for book in trial.books:
                book.plan()
        return len(first)

    def _book(self, pair: Pair, column: int) -> Book:
        found = features(self.source.target, self.claim, pair, column)
        return Book(found, suspected(found, pair, column), self.claim)

    def witness(self) -> NumbersWitness | None:
        """An event that fresh draws show to break the claim by itself; None where none does.

        What won may have won by chance, or with bets on other events before. So fresh draws choose
        among all events that are bet on, and others, made after that, confirm: each attempt has
        more of them, and half the error of the one before.
        """
        if self.winner is None:
            return None
        trial, column = self.winner
        book, count = trial.books[column], FRESH
        for attempt in range(1, ATTEMPTS + 1):
            drawn = self.source.fresh(trial.pair, 2 * count)
            half = len(drawn[0]) // 2
            if half == 0:
                return None
            first, second = ((y[:half, column], y[half:, column]) for y in drawn)
            event = self._best(book, first[0], second[0])
            found = self._limits(trial, column, event, (first[1], second[1]), attempt)
            if found.delta_low > self.claim.delta:
                return found
            count *= MORE
            if time.monotonic() > self.source.deadline:
                break
        return None

    def _best(self, book: Book, values: Array, neighbours: Array) -> Event:
        """The event in hand that stands out most in some draws."""
        samples = Sample(values), Sample(neighbours)

        def stands_out(event: Event) -> float:
            codes = (book.features[event.feature].codes(draws) for draws in samples)
            here, there = (int(event.mask[code].sum()) for code in codes)
            often, seldom = (here, there) if event.forward else (there, here)
            excess = often - self.claim.ratio * seldom - self.claim.delta * len(values)
            return excess / math.hypot(math.sqrt(often + 1), self.claim.ratio * math.sqrt(seldom))

        return max(book.candidates, key=stands_out)

    def _limits(
        self, trial: Trial, column: int, event: Event, drawn: tuple[Array, Array], attempt: int
    ) -> NumbersWitness:
        """What draws made after an event was chosen say of it."""
        book, pair, count = trial.books[column], trial.pair, len(drawn[0])
        feature, mask, forward = book.features[event.feature], event.mask, event.forward
        inside = [int(mask[feature.codes(Sample(draws))].sum()) for draws in drawn]
        often, seldom = inside if forward else reversed(inside)
        alpha = self.alpha / 2**attempt
        low = lower_limit(often, count, alpha / 2)
        high = upper_limit(seldom, count, alpha / 2)
        return NumbersWitness(
            pair=pair if forward else Pair(pair.neighbour, pair.input),
            column=column if len(trial.books) > 1 else None,
            event=feature.event(mask),
            counts=CountsRecord(often, seldom, count),
            probability_low=low,
            probability_neighbour_high=high,
            delta_low=low - self.claim.ratio * high,
        )

    def verdict(self, used: int) -> str:
        """ "undecided" when so few pairs would not have shown values that one input alone has."""
        if self.winner is not None:
            return "violation"
        most = math.log1p(BOLD * (1 - self.claim.delta) / (self.claim.ratio + self.claim.delta))
        enough = used * most + math.log(self.trials[0].weight * STANDING) >= -math.log(self.alpha)
        return "no violation found" if enough else "undecided"

    def report(self, verdict: str, used: int, seed: int) -> NumbersReport:
        """What was found."""
        books = [book for trial in self.trials for book in trial.books]
        granularity = min((book.granularity for book in books), default=ALL)
        return NumbersReport(
            verdict=verdict,
            claim=self.claim,
            alpha=self.alpha,
            e_value=self.evidence,
            pairs=used,
            witness=self.witness(),
            seconds=time.monotonic() - self.source.start,
            seed=seed,
            tried=tuple((trial.pair, trial.draws) for trial in self.trials),
            granularity=None if granularity == ALL else granularity,
            repeats=next((book.repeats for book in self.trials[0].books), None),
        )


def _columns(draws: NDArray[Any]) -> Array:
    """Draws as a matrix of doubles with a row each."""
    if draws.dtype.kind != "f":
        raise NotFloats
    values = np.ascontiguousarray(draws, dtype=np.float64)
    return values.reshape(len(values), -1)
