"""Where the randomness comes from: the generator that was passed, fresh at each draw."""

from __future__ import annotations

import math
import random
from typing import Any

import numpy as np

from dpproofs.testing.failures import Finding
from dpproofs.testing.needs import a_generator, number_outcomes
from dpproofs.testing.repeating import again
from dpproofs.testing.statistics import independent_p
from dpproofs.testing.trial import Trial, check

FEW = 256
MANY = 100_000
LAGS = (1, 2, 3)
SEEDS = "NumPy, Generator: the generator that is passed decides the draws"
FRESH = "Garfinkel & Leclerc, 2020: every draw needs randomness of its own"
ROUNDS = "Dwork & Roth, 2014, Theorem 3.16: composition takes the draws for independent"


@check(SEEDS, a_generator, statistical=False, order=5)
def seed_decides_the_draws(trial: Trial) -> Finding:
    """With rng=, one seed gives the same draws again, another seed gives others.

    A sampler that ignores its generator cannot be reproduced, and one that always starts from a
    fixed seed adds a number that everybody knows.
    """
    value = trial.sampler.origin
    layout = trial.sampler.layout
    first, same, other = (layout(trial.draw(value, FEW, place)) for place in (1, 1, 2))
    if not np.array_equal(first, same):
        return trial.failed(f"at the input {value!r} the same seed gives different draws")
    if np.array_equal(first, other) and _bits(first) * FEW > 60:
        return trial.failed(f"at the input {value!r} another seed gives the same draws")
    return trial.passed()


def _bits(draws: Any) -> float:
    """Bits in a draw, about: from how often two of them agree."""
    counts = np.unique(draws, axis=0, return_counts=True)[1]
    return -math.log2(float(np.sum((counts / len(draws)) ** 2)))


@check(SEEDS, a_generator, statistical=False, order=6)
def global_randomness_is_left_alone(trial: Trial) -> Finding:
    """A sampler with a generator of its own neither reads nor seeds the global ones.

    Seeding them makes every other random number of the program predictable.
    """
    before = random.getstate(), _state()
    trial.draw(trial.sampler.origin, FEW, 1)
    after = random.getstate(), _state()
    for name, old, new in zip(("random", "numpy.random"), before, after, strict=True):
        if repr(old) != repr(new):
            return trial.failed(f"a call changes the state of the global generator of {name}")
    return trial.passed()


def _state() -> Any:
    return np.random.get_state()  # noqa: NPY002 (it is looked at, not drawn from)


@check(FRESH, order=7)
def draws_do_not_repeat(trial: Trial) -> Finding:
    """No run of draws comes twice: generators are neither reseeded, nor copied, nor cached.

    Two answers with the same noise differ by what the noise was to hide.
    """
    found = again(trial.sampler, 0.2 * trial.allotment.seconds, trial.allotment.seed)
    if found is None:
        return trial.passed()
    return trial.judged(found.chance, str(found))


@check(ROUNDS, number_outcomes, order=8)
def draws_are_independent(trial: Trial) -> Finding:
    """A draw says nothing of the next ones.

    Noise that alternates in sign, or in pairs x, -x, is private in one answer and cancels in two.
    The sign and the size of draws at distances 1, 2 and 3 are put to Fisher's exact test.
    """
    sampler = trial.sampler
    count = trial.count(0.5, MANY)
    draws = np.asarray(sampler.layout(trial.draw(sampler.origin, count, 1)), dtype=float)
    pilot = np.asarray(sampler.layout(sampler.pilot[0]), dtype=float)
    centre = float(np.median(pilot))
    above = draws > centre
    large = np.abs(draws - centre) > float(np.median(np.abs(pilot - centre)))
    worst, found = 1.0, ""
    for lag in LAGS:
        for name, event in (("sign", above), ("size", large)):
            starts = np.arange(0, len(event) - lag, 2 * lag)
            p = independent_p(event[starts], event[starts + lag])
            if p < worst:
                worst, found = p, f"the {name} of a draw depends on the one {lag} before"
    return trial.judged(min(1.0, 2 * len(LAGS) * worst), found)
