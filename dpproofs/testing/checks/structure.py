"""What comes out: numbers, of one type and shape, and the input as it was."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np

from dpproofs.auditing.target import Target
from dpproofs.auditing.targets.of_records import OfRecords
from dpproofs.testing.failures import Finding
from dpproofs.testing.needs import changeable_inputs
from dpproofs.testing.outcomes import Raised, kind, kinds, outcomes
from dpproofs.testing.sampler import Sampler
from dpproofs.testing.trial import Trial, check

LOOKED_AT = 20_000
MOST_INPUTS = 8
RANGE = "Dwork & Roth, 2014, Definition 2.2: outcomes lie in a range fixed beforehand"
BAD = ("NaN", "inf", "-inf", "None", "raises", "not all of them finite")


def some_inputs(sampler: Sampler) -> list[Any]:
    """A few inputs of every kind that the sampler is made for."""
    if sampler.pairs:
        ends = [end for pair in sampler.pairs[:3] for end in (pair.input, pair.neighbour)]
        return ends[:4] if sampler.records is None else [sampler.origin, *ends[:3]]
    low, high = sampler.domain
    reach = sampler.claim.sensitivity
    wanted = [0.0, reach, -3 * reach, reach / 3, 40.5 * reach]
    inside = [x for x in wanted if low <= x <= high] or [sampler.origin]
    return [round(x) for x in inside] if sampler.whole else inside


@check(RANGE, statistical=False, order=1)
def outcomes_are_finite(trial: Trial) -> Finding:
    """A sampler answers with finite numbers, or with what it documents, and never with NaN.

    NaN, infinity, None or an exception once in a thousand calls is a bug by itself; when it is more
    frequent at one input than at its neighbour, it is a leak as well.
    """
    inputs = some_inputs(trial.sampler)
    count = trial.count(0.2, LOOKED_AT) // len(inputs) + 1
    for place, value in enumerate(inputs):
        drawn = trial.draw(value, count, place)
        found = Counter(text for text in kinds(drawn) if any(bad in text for bad in BAD))
        if found:
            text, times = found.most_common(1)[0]
            message = next((f": {d.message}" for d in drawn if isinstance(d, Raised)), "")
            return trial.failed(
                f"at the input {value!r} the outcome is {text}{message}",
                f"{times} times in {count} draws",
            )
    return trial.passed()


@check(RANGE, statistical=False, order=2)
def outcomes_have_one_type_and_shape(trial: Trial) -> Finding:
    """Every call returns the same kind of thing, whatever the input and the luck.

    A list whose length depends on the data, a 0 that is an int among floats, a string for an error:
    code behind the sampler breaks on them, and what varies may leak.
    """
    first: tuple[str, Any] | None = None
    inputs = some_inputs(trial.sampler)
    count = trial.count(0.1, LOOKED_AT) // len(inputs) + 1
    for place, value in enumerate(inputs):
        for outcome in _distinct(trial.draw(value, count, place)):
            name = f"{type(outcome).__name__}, {kind(outcome)}"
            if first is None:
                first = name, value
            elif name != first[0]:
                return trial.failed(
                    f"at the input {first[1]!r} the outcome is {first[0]}",
                    f"at the input {value!r} it is {name}",
                )
    return trial.passed()


def _distinct(drawn: Any) -> list[Any]:
    """An outcome of each type and kind."""
    if isinstance(drawn, np.ndarray) and drawn.ndim == 1:
        return [drawn[0]]
    told = [each for each in drawn if not (isinstance(each, Raised) or each is None)]
    return list({(type(each), kind(each)): each for each in told}.values())


@check(
    "Haeberlen, Pierce & Narayan, 2011, section 3: no side effects",
    changeable_inputs,
    statistical=False,
    order=3,
)
def input_is_not_changed(trial: Trial) -> Finding:
    """The data are the same after a call.

    A sampler that sorts, clips or perturbs the caller's list in place gives another answer the next
    time, and puts noise, or what it should have hidden, where somebody else reads it.
    """
    target, make = _bare(trial.sampler.target)
    for place, given in enumerate(_distinct_inputs(trial.sampler)):
        value, same = (make(copy.deepcopy(given)) for _ in range(2))
        rng = np.random.default_rng(trial.seed(place))
        outcomes(target, value, 20, rng, copied=False)
        trial.drawn += 20
        if repr(value) != repr(same):
            return trial.failed(f"the input {same!r} is {value!r} after 20 calls")
    return trial.passed()


def _bare(target: Target) -> tuple[Target, Callable[[Any], Any]]:
    """What takes the data themselves, and what makes them: data sets are made anew elsewhere."""
    return (target.target, target.make) if isinstance(target, OfRecords) else (target, lambda x: x)


def _distinct_inputs(sampler: Sampler) -> list[Any]:
    """The first inputs of pairs, each once."""
    return [*{repr(pair.input): pair.input for pair in sampler.pairs}.values()][:MOST_INPUTS]
