"""A search for data sets at which a function of records gives a record away.

A few draws are made at many pairs of neighbouring data sets, again at data sets like those that
differ most, and more at those that are left. What is found is a place to bet at: none of these
draws is bet on, so that nothing has to be corrected for the search.
"""

from __future__ import annotations

import math
import time
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.data_sets import DataSets
from dpproofs.auditing.forms import Form
from dpproofs.auditing.labels import CODE, failures
from dpproofs.auditing.sampler.audit import Audit, Sized
from dpproofs.auditing.sampler.budget import Budget
from dpproofs.auditing.sampler.tally import Task, count
from dpproofs.auditing.target import BatchFailed, Draws, Pair, Target, TargetError
from dpproofs.auditing.targets.calls import OutOfTime, until

SEARCHED = 10_000  # pairs of draws at most ...
PART = 4  # ... and one in so many of those that there are, and of the time
LOOK = 24  # pairs of draws at two data sets, at first ...
CLOSER = 96  # ... and at those that are left
KEPT, LEFT, FOUND = 16, 12, 4  # pairs of data sets after each round
NUMBER = 1 << 40  # of the first task: an audit gives out no such numbers
BINS = 8
COLUMNS = 16  # of outcomes that are vectors


def audit_of_records(
    target: Target, claim: PrivacyClaim, sets: DataSets, seed: int, budget: Budget
) -> Audit:
    """Return an audit that has not started, at known data sets and at those that a search found."""
    pairs, drawn = searched(target, claim, sets, seed, budget)
    audit = Audit.of(target, claim, seed=seed, pairs=pairs)
    audit.process.scanned = drawn
    return audit


def searched(
    target: Target, claim: PrivacyClaim, sets: DataSets, seed: int, budget: Budget
) -> tuple[list[Pair], int]:
    """Return pairs of data sets, and how many pairs of draws were made to find them.

    Half of the evidence is for known ones, half for those that a search found.
    """
    look = Search(target, claim, seed)
    known, found = sets.pairs(), look.run(sets, budget)
    new = [pair for pair in found if pair not in known]
    pairs = [replace(pair, weight=1 / len(new)) for pair in new]
    pairs += [replace(pair, weight=1 / len(known)) for pair in known]
    return pairs, look.drawn


class Search:
    """Draws at pairs of data sets, and what they say.

    Attributes
    ----------
    drawn
        Pairs of draws so far.
    """

    def __init__(self, target: Target, claim: PrivacyClaim, seed: int) -> None:
        self._target, self._claim, self._seed = target, claim, seed
        self._form: Form | None = None
        self._scores: dict[str, tuple[float, Pair]] = {}
        self._tasks = 0
        self.drawn = 0

    def run(self, sets: DataSets, budget: Budget) -> list[Pair]:
        """Return the pairs of data sets that differ most, by what was drawn in the time for it."""
        rng = np.random.default_rng((self._seed, 0xDA7A))
        most = min(SEARCHED, budget.max_draws // PART)
        last = LEFT * CLOSER if most > 2 * LEFT * CLOSER else 0
        now = time.monotonic()
        try:
            with until(now + (budget.end - now) / PART):
                while self.drawn + LOOK <= (most - last) * 2 // 3:
                    self._look(sets.some(rng), LOOK)
                likely = self._best(KEPT)
                while likely and self.drawn + LOOK <= most - last:
                    self._look(sets.near(likely[int(rng.integers(len(likely)))], rng), LOOK)
                if last:
                    likely, self._scores = self._best(LEFT), {}
                    for pair in likely:
                        self._look(pair, CLOSER)
        except OutOfTime:
            pass
        return self._best(FOUND)

    def _best(self, kept: int) -> list[Pair]:
        """The pairs with the highest scores, the shortest first of those that are about alike."""
        ordered = sorted(
            self._scores.values(), key=lambda scored: (-round(scored[0]), len(scored[1].input))
        )
        return [pair for _, pair in ordered[:kept]]

    def _look(self, pair: Pair, pairs: int) -> None:
        """Draw at two data sets, and score them; at what fails as a whole there is no score."""
        self._tasks += 1
        self.drawn += pairs
        task = Task(NUMBER + self._tasks, self._seed, pair, pairs, form=self._form)
        try:
            tally = count(self._target, task)
        except BatchFailed:
            if isinstance(self._target, Sized) and self._target.sized:
                self._target = self._target.one_by_one()
            return
        except TargetError:
            return
        self._form = tally.form
        if repr(pair.input) != repr(pair.neighbour):
            score = difference(*tally.sample, self._claim)
            self._scores[f"{pair.input!r} {pair.neighbour!r}"] = score, pair


def difference(here: Draws, there: Draws, claim: PrivacyClaim) -> float:
    """Return by how many standard errors, about, a set is too likely at one of two inputs.

    The set is made of bins, by the same draws: the score orders inputs, and is no evidence.
    """
    rows = [draws.reshape(len(draws), -1)[:, :COLUMNS] for draws in (here, there)]
    scores = []
    for column in range(rows[0].shape[1]):
        p, q = _shares(rows[0][:, column], rows[1][:, column])
        scores += [_excess(p, q, len(here), claim), _excess(q, p, len(here), claim)]
    return max(scores)


def _shares(here: Draws, there: Draws) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The shares of draws in bins: each value that comes again, each failure, parts of the rest."""
    both = np.concatenate([here, there])
    failed = failures(both)
    values, codes, times = np.unique(both, return_inverse=True, return_counts=True)
    bins: NDArray[Any] = np.where(times[codes] > 1, codes, -1)
    rare = bins < 0
    ranks = np.argsort(np.argsort(both[rare], kind="stable"), kind="stable")
    bins[rare] = len(values) + ranks * BINS // max(1, int(rare.sum()))
    broken = failed <= CODE
    bins[broken] = len(values) + BINS + np.unique(failed[broken], return_inverse=True)[1]
    size = int(bins.max()) + 1
    counts = [np.bincount(part, minlength=size) for part in np.split(bins, [len(here)])]
    return counts[0] / len(here), counts[1] / len(there)


def _excess(
    p: NDArray[np.float64], q: NDArray[np.float64], draws: int, claim: PrivacyClaim
) -> float:
    """Of the bins that stand out from what is claimed, one draw more at the neighbour added."""
    grows = math.exp(min(claim.epsilon, 700.0))
    out = p > grows * q + 1 / draws
    inside, outside = float(p[out].sum()), float(q[out].sum()) + 1 / draws
    spread = math.sqrt((inside + grows * grows * outside) / draws)
    return (inside - grows * outside - claim.delta) / spread
