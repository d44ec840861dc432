"""Privacy at the claimed epsilon and delta."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from dpproofs.testing.failures import Finding
from dpproofs.testing.needs import number_outcomes
from dpproofs.testing.privacy import Effort, examine
from dpproofs.testing.statistics import mixed_log_e, set_log_e
from dpproofs.testing.trial import FAILED, PASSED, UNDECIDED, Trial, check

DEFINITION = "Dwork & Roth, 2014, Definition 2.4"
DRAWS = 1_000_000
SHIFTS, SETS = 6, 24


@check(DEFINITION, order=10)
def is_private(trial: Trial) -> Finding:
    """P(M(x) in S) <= e^epsilon P(M(x') in S) + delta, for sets S that are learned from draws.

    The outcomes, their kinds (NaN, exceptions, lengths), values that come again, and inputs far
    away are audited, by capital that bets on sets fixed before the draws: under the claim it
    reaches 1/level with probability level at most.
    """
    given = trial.allotment
    own = trial.sampler.power
    effort = Effort(
        given.level, given.seed, given.seconds, DRAWS, own or given.power, own is not None
    )
    report = examine(trial.sampler, effort)
    trial.drawn += 2 * report.pairs
    verdict = {"violation": FAILED, "undecided": UNDECIDED}.get(report.verdict, PASSED)
    lines = report.lines() if verdict != PASSED else ()
    found = trial.passed(math.exp(-max(0.0, report.log_e)))
    return replace(found, verdict=verdict, evidence=tuple(lines), privacy=report)


@check(DEFINITION + ", over random sets and shifts", number_outcomes, order=11)
def is_private_on_random_sets(trial: Trial) -> Finding:
    """The same inequality over sets and shifts that nobody chose.

    Unions of a few intervals between quantiles, at random inputs and random shifts. Whoever learns
    sets may learn the wrong ones; these are a second opinion.
    """
    sampler, claim = trial.sampler, trial.sampler.claim
    rng = np.random.default_rng(trial.seed(0))
    count = trial.count(0.4 / SHIFTS, 40_000)
    logs, found = [], []
    for place in range(1, SHIFTS + 1):
        x, y = _pair(trial, rng)
        here, there = (
            np.asarray(sampler.layout(trial.draw(value, count, place, side)), dtype=float)
            for side, value in enumerate((x, y))
        )
        learn = count // 4
        ends = np.sort(np.concatenate([here[:learn], there[:learn]]))
        for _ in range(SETS):
            cuts = np.sort(rng.choice(ends, 2 * int(rng.integers(1, 4)), replace=False))
            inside = [np.searchsorted(cuts, side[learn:]) % 2 == 1 for side in (here, there)]
            for a, b, first in ((*inside, x), (*reversed(inside), y)):
                logs.append(set_log_e(a, b, claim.ratio, claim.delta))
                found.append((first, x if first == y else y, cuts, int(a.sum()), int(b.sum())))
    mixed = mixed_log_e(np.array(logs))
    first, second, cuts, a, b = found[int(np.argmax(logs))]
    ends_shown = ", ".join(f"{end:.6g}" for end in cuts)
    return trial.judged(
        min(1.0, math.exp(-mixed)),
        f"between the ends {ends_shown}, taken in pairs:",
        f"{a:,} outcomes at {first!r} against {b:,} at {second!r}, of {count - count // 4:,} each",
    )


def _pair(trial: Trial, rng: np.random.Generator) -> tuple[float, float]:
    """A random pair of neighbours, or one of those that are given."""
    sampler = trial.sampler
    if sampler.pairs and not sampler.whole:
        pair = sampler.pairs[int(rng.integers(len(sampler.pairs)))]
        return pair.input, pair.neighbour
    reach = sampler.claim.sensitivity
    low, high = (max(-50 * reach, sampler.domain[0]), min(50 * reach, sampler.domain[1]))
    shift = reach * (1.0 if rng.random() < 0.5 else float(rng.uniform(0.1, 1)))
    x = float(rng.uniform(low, max(low, high - shift)))
    if sampler.whole:
        return round(x), round(x) + max(1, math.floor(shift))
    y = x + shift
    return x, y if y - x <= reach else math.nextafter(y, x)
