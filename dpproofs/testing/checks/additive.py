"""Noise that is added: the same at every input, and answers at inputs of every size."""

from __future__ import annotations

import math

import numpy as np

from dpproofs.testing.checks.law import distance_p, uniforms
from dpproofs.testing.failures import Finding
from dpproofs.testing.needs import a_law, number_outcomes
from dpproofs.testing.outcomes import Raised, kind
from dpproofs.testing.sampler import Sampler
from dpproofs.testing.trial import Trial, check

MANY = 50_000
SOME = 200
FARTHEST = 2.0**60


def places(sampler: Sampler, rng: np.random.Generator) -> list[float]:
    """Inputs near and far at which doubles still hold the noise well."""
    reach = max(sampler.claim.sensitivity, sampler.width)
    wanted = [-3.0, 1 / 3, 7.0, -60.0, 30.0, 1000.0, *rng.uniform(-100, 100, 4)]
    low, high = sampler.domain
    found = [x * reach for x in wanted if low <= x * reach <= high]
    return [float(round(x)) for x in found] if sampler.whole or sampler.discrete else found


@check(
    "Geng & Viswanath, 2014, section II: query-output independent noise",
    a_law,
    number_outcomes,
    order=30,
)
def noise_is_the_same_at_every_input(trial: Trial) -> Finding:
    """Output minus input has the law at every input: moving the input moves the output.

    Noise that depends on the data hides them badly where it is small, and says by its own size
    where they are. Also what is noise at 0 and none at 30 shows here.
    """
    sampler = trial.sampler
    inputs = places(sampler, np.random.default_rng(trial.seed(0)))
    count = trial.count(0.7 / max(1, len(inputs)), MANY)
    tests = []
    for place, value in enumerate(inputs, 1):
        own = int(value) if sampler.whole else value
        noise = trial.noise(own, count, place)
        if not len(noise):
            continue
        p = distance_p(uniforms(sampler, noise, np.random.default_rng(trial.seed(100 + place))))
        text = f"at the input {own!r} the noise has the quartiles "
        text += ", ".join(f"{q:.5g}" for q in np.quantile(noise, [0.25, 0.5, 0.75]))
        tests.append((p, text))
    worst, found = min(tests, default=(1.0, ""))
    wanted = [float(sampler.law.ppf(q)) for q in (0.25, 0.5, 0.75)] if sampler.law else []
    should = "they should be " + ", ".join(f"{q:.5g}" for q in wanted)
    return trial.judged(min(1.0, len(inputs) * worst), found, should)


@check("IEEE 754: every finite double is a number", number_outcomes, statistical=False, order=31)
def extreme_inputs_are_answered(trial: Trial) -> Finding:
    """At inputs that are huge, tiny or negative the outcome is finite, or a clear error.

    An integer that wraps around, or a sum that becomes infinite or NaN, is an answer that is wrong
    without saying so, and that only some inputs give.
    """
    for place, value in enumerate(_extremes(trial.sampler)):
        for outcome in trial.draw(value, SOME, place):
            if isinstance(outcome, Raised):
                if not outcome.message:
                    return trial.failed(f"at {value!r} it raises {outcome.kind} without a word")
                continue
            text = kind(outcome)
            if text != "a number":
                return trial.failed(f"at the input {value!r} the outcome is {text}")
            if isinstance(value, int) and abs(int(outcome) - value) > FARTHEST:
                return trial.failed(f"at the input {value!r} the outcome is {outcome!r}")
    return trial.passed()


def _extremes(sampler: Sampler) -> list[float]:
    low, high = sampler.domain
    if sampler.whole:
        wanted: list[float] = [2**53, -(2**53) - 1, 2**62, -(2**62)]
    else:
        reach = sampler.claim.sensitivity
        wanted = [5e-324, -0.0, 2.0**53 * reach, -1e15 * reach, 1e150, -1e300]
    return [x for x in wanted if low <= x <= high and math.isfinite(x)]
