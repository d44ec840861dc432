"""The sampler with other parameters: scaled, more private, extreme, and with nonsense."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from dpproofs.kernel.errors import BadInput
from dpproofs.testing.failures import Finding
from dpproofs.testing.needs import a_maker, a_real_sensitivity, an_epsilon, number_outcomes
from dpproofs.testing.outcomes import Raised, kind
from dpproofs.testing.privacy import Effort, examine
from dpproofs.testing.sampler import PARAMETERS, Sampler, sampler_of
from dpproofs.testing.statistics import more_p, same_law
from dpproofs.testing.trial import Trial, check

MANY = 100_000
SOME = 50
NONSENSE: dict[str, tuple[Any, ...]] = {
    "epsilon": (-1.0, math.nan),
    "delta": (-0.1, 1.5, math.nan),
    "sensitivity": (-1.0, math.nan),
}
EXTREMES: dict[str, tuple[float, ...]] = {
    "epsilon": (1e-6, 30.0),
    "delta": (1e-12,),
    "sensitivity": (1e-3, 1e6),
}


def remade(sampler: Sampler, **numbers: float) -> Sampler:
    """The sampler with other parameters, which it then claims.

    Raises
    ------
    BadInput
        When it cannot be made with them.
    """
    if sampler.make is None:
        raise BadInput("make", None, "what makes a sampler")
    claim = {name: getattr(sampler.claim, name) for name in PARAMETERS} | numbers
    made = sampler.make(**numbers)
    return sampler_of(made, **claim, name=sampler.name, domain=sampler.domain)


@check(
    "Geng & Viswanath, 2014, section II: noise for sensitivity 2 D is twice that for D",
    a_maker,
    a_real_sensitivity,
    number_outcomes,
    order=40,
)
def noise_scales_with_the_sensitivity(trial: Trial) -> Finding:
    """Noise for twice the sensitivity, halved, has the distribution that it had.

    Units do not matter: grams and kilograms get the same privacy. A sensitivity that is squared, or
    forgotten, shows here at once.
    """
    reach = trial.sampler.claim.sensitivity
    other = remade(trial.sampler, sensitivity=2 * reach)
    count = trial.count(0.4, MANY)
    here = trial.noise(trial.sampler.origin, count, 1)
    there = other.noise(other.origin, count, trial.seed(2)) / 2
    p = same_law(here, there)
    sizes = [float(np.median(np.abs(side))) for side in (here, there)]
    return trial.judged(
        p,
        f"the median size of the noise is {sizes[0]:.5g} at sensitivity {reach:g},",
        f"and half of it at sensitivity {2 * reach:g} is {sizes[1]:.5g}",
    )


@check(
    "Dwork & Roth, 2014, Definition 2.4: more epsilon allows less noise",
    a_maker,
    an_epsilon,
    number_outcomes,
    order=41,
)
def noise_does_not_grow_with_epsilon(trial: Trial) -> Finding:
    """At twice the epsilon the noise is not larger.

    A scale of epsilon in place of 1/epsilon is right at epsilon = 1, where many tests are made.
    """
    epsilon = trial.sampler.claim.epsilon
    other = remade(trial.sampler, epsilon=2 * epsilon)
    count = trial.count(0.4, MANY)
    here = np.abs(trial.noise(trial.sampler.origin, count, 1))
    there = np.abs(other.noise(other.origin, count, trial.seed(2)))
    length = min(len(here), len(there))
    larger = int((there[:length] > here[:length]).sum())
    smaller = int((there[:length] < here[:length]).sum())
    return trial.judged(
        more_p(larger, larger + smaller, 0.5) if larger + smaller else 1.0,
        f"the noise at epsilon {2 * epsilon:g} is larger than that at {epsilon:g}",
        f"in {larger:,} of {larger + smaller:,} pairs",
    )


@check(
    "Dwork & Roth, 2014, Definition 2.4, at other parameters",
    a_maker,
    an_epsilon,
    order=42,
)
def is_private_at_other_parameters(trial: Trial) -> Finding:
    """The claim holds at a quarter and at four times the epsilon.

    A sampler that was tried at epsilon = 1 only may as well ignore it.
    """
    for place, times in enumerate((0.25, 4.0)):
        epsilon = min(trial.sampler.claim.epsilon * times, 20.0)
        given = trial.allotment
        effort = Effort(trial.level / 2, given.seed + place, given.seconds / 3, 200_000)
        report = examine(remade(trial.sampler, epsilon=epsilon), effort)
        trial.drawn += 2 * report.pairs
        if report.verdict == "violation":
            return trial.failed(*report.lines(), p=math.exp(-report.log_e))
        if report.verdict != "no violation found":
            return trial.undecided(*report.lines())
    return trial.passed()


@check("the domain of the parameters", a_maker, statistical=False, order=43)
def nonsense_is_refused(trial: Trial) -> Finding:
    """A negative or undefined parameter is a clear error, when the sampler is made or used.

    A scale of -1 is taken by some generators for 1; NaN makes every answer NaN, or no noise at all.
    """
    maker = trial.sampler.make
    for name in maker.names if maker is not None else ():
        for value in NONSENSE[name]:
            found = _tried(trial, name, value)
            if found:
                return trial.failed(f"{name} = {value!r} is accepted: {found}")
    return trial.passed()


@check("the domain of the parameters, near its ends", a_maker, statistical=False, order=44)
def extreme_parameters_work(trial: Trial) -> Finding:
    """With parameters that are very large or small it answers with finite numbers, or says no.

    A scale that overflows, a logarithm of 0, a loop as long as 1/epsilon: tests at everyday
    parameters meet none of them, and users do.
    """
    maker = trial.sampler.make
    for name in maker.names if maker is not None else ():
        for value in EXTREMES[name]:
            own = round(value) if trial.sampler.whole and name == "sensitivity" else value
            if own <= 0:
                continue
            found = _tried(trial, name, own)
            if found and "finite" not in found and not found.startswith("raises"):
                return trial.failed(f"{name} = {own!r}: {found}")
    return trial.passed()


def _tried(trial: Trial, name: str, value: float) -> str:
    """What a sampler with a parameter answers; "" when it refuses with a message."""
    maker = trial.sampler.make
    if maker is None:
        return ""
    try:
        made = maker(**{name: value})
        claim = {each: getattr(trial.sampler.claim, each) for each in PARAMETERS}
        sampler = sampler_of(made, **claim)
        drawn = sampler.draw(sampler.origin, SOME, trial.seed(1))
    except (TimeoutError, KeyboardInterrupt):
        raise
    except Exception as error:  # noqa: BLE001 (any error that says something is a refusal)
        return "" if str(error) else f"raises {type(error).__name__} without a word"
    trial.drawn += SOME
    for outcome in drawn:
        if isinstance(outcome, Raised):
            return "" if outcome.message else f"raises {outcome.kind} without a word"
        text = kind(outcome)
        if text != "a number":
            return f"the outcome is {text}"
    return f"the outcomes are finite, such as {drawn[0]!r}"
