"""A second way to each finding, by other means than those of the audit that made it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import mpmath
import numpy as np

from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.record import PointRecord, SecondWay
from dpproofs.auditing.sampler.confirmation import Witness, lower_limit, measured, upper_limit
from dpproofs.auditing.sampler.tally import Task
from dpproofs.auditing.suite.bounded import BoundedOutputs
from dpproofs.auditing.suite.noise import (
    DIGITS,
    Noise,
    NotKnown,
    largest_loss,
    least_delta,
    noise_of,
    within,
)
from dpproofs.auditing.target import Target, TargetError

ALPHA = 1e-6  # a second way that draws is wrong with this probability at most
SEED = 0x5EC0  # added to the seed of the audit
DRAWS = 4000  # to see whether noise is what is computed
NOT_DRAWN = "not drawn"
MOST_CANDIDATES = 1000  # noise drawn for one output in an interval, on average
MOST = 200_000  # draws at each input
TINY, ALL = 1e-300, 8  # noise that doubles round; units that hold all of it
LARGEST = 2.0**52  # inputs beyond this are not doubles' to tell apart


# -- parameters -----------------------------------------------------------------------------------


def of_parameters(point: PointRecord, target: Target) -> SecondWay:
    """The profile by quadrature or sums in 60 digits; and draws, whether they are of that noise."""
    exact = f"quadrature or sums of the density in {DIGITS} digits"
    method = f"{exact}, and draws"
    computed, claim = point.computed, point.claim
    if computed is None:
        return SecondWay(False, method, "the target does not tell its noise")
    with mpmath.workdps(DIGITS):
        try:
            name = "delta" if claim.delta else "epsilon"
            if computed.family == "bounded_laplace":
                found, (drawn, told) = _of_outputs(computed.parameters, claim, target)
            else:
                noise = noise_of(computed.family, computed.parameters)
                if noise.unit == 0:
                    return _no_noise(method, target)
                found = (
                    least_delta(noise, claim.epsilon, claim.sensitivity)
                    if claim.delta
                    else largest_loss(noise, claim.sensitivity)
                )
                drawn, told = _draws_agree(noise, target)
        except (NotKnown, TargetError) as reason:
            return SecondWay(False, method, f"none: {reason}")
        exceeds = bool(found > mpmath.mpf(getattr(claim, name)) * (1 + mpmath.mpf(10) ** -12))
        same = _same(found, point.true(name), upper_only=name == "epsilon")
        text = f"{name} is at least {mpmath.nstr(found, 8)}; {told}"
        if told.startswith(NOT_DRAWN):
            method = exact
    if not same:
        text += "; this is not the value that was enclosed"
    return SecondWay(exceeds and same and drawn, method, text)


def _of_outputs(
    parameters: Mapping[str, float], claim: PrivacyClaim, target: Target
) -> tuple[Any, tuple[bool, str]]:
    """What outputs in an interval show; and whether draws at its lower end are of that density.

    Noise that is drawn until the output is in the interval may be too wide to ever get there.
    """
    if parameters["scale"] == 0:
        raise NotKnown("no density without noise")
    outputs = BoundedOutputs(**parameters)
    if claim.delta:
        found = outputs.least_delta(claim.epsilon, claim.sensitivity)
    else:
        found = outputs.largest_loss(claim.sensitivity)
    low, high = outputs.ends
    candidates = 1 / outputs.stays(low)
    if candidates > MOST_CANDIDATES:
        return found, (True, f"{NOT_DRAWN}: one candidate in {float(candidates):.2g} is an output")
    place = low + min(mpmath.mpf(outputs.scale), high - low) / 2
    expected = float(outputs.at_most(low, place))
    draws = target.draw(outputs.lower, DRAWS, np.random.default_rng(SEED)).astype(float)
    said = f"of {DRAWS} draws at {outputs.lower} are at most {float(place):.4g}"
    return found, _as_often(int((draws <= float(place)).sum()), expected, said)


def _no_noise(method: str, target: Target) -> SecondWay:
    """Noise of no width: whether all draws are the input."""
    draws = target.draw(0, DRAWS, np.random.default_rng(SEED))
    moved = int((draws != 0).sum())
    return SecondWay(not moved, method, f"{DRAWS - moved} of {DRAWS} draws at 0 are 0")


def _same(found: Any, bounds: tuple[str, str], *, upper_only: bool) -> bool:
    """Whether a value is in an enclosure, up to the accuracy of the quadrature."""
    if bounds[1] == "inf":
        return True
    slack = mpmath.mpf(10) ** -9
    below = found <= mpmath.mpf(bounds[1]) * (1 + slack)
    return bool(below and (upper_only or found >= mpmath.mpf(bounds[0]) * (1 - slack)))


def _draws_agree(noise: Noise, target: Target) -> tuple[bool, str]:
    """Whether draws at 0 are within half a unit as often as the noise should be.

    Of noise about as small as the least normal doubles, which is rounded, within many.
    """
    width = mpmath.floor(noise.unit) if noise.integers else noise.unit / 2
    if not noise.integers and noise.unit < TINY:
        width = noise.unit * ALL
    expected = float(within(noise, width))
    draws = np.abs(target.draw(0, DRAWS, np.random.default_rng(SEED)).astype(float))
    said = f"of {DRAWS} draws are within {float(width):.4g}"
    return _as_often(int((draws <= float(width)).sum()), expected, said)


def _as_often(inside: int, expected: float, said: str) -> tuple[bool, str]:
    """Whether a number of draws is one that a probability can give."""
    low, high = limits_of(inside, DRAWS)
    said = f"{inside} {said}"
    if low <= expected <= high:
        return True, f"{said}, as the computed noise is with probability {expected:.4g}"
    return False, f"{said}, but the computed noise is with probability {expected:.4g}"


# -- the sampler ----------------------------------------------------------------------------------


def of_sampler(witness: Witness, claim: PrivacyClaim, target: Target, seed: int) -> SecondWay:
    """Fresh draws at another seed, and the exact probabilities where there is a formula."""
    method = f"fresh draws at another seed, limits wrong with probability {ALPHA:g} at most"
    count = min(max(4 * witness.draws, DRAWS), MOST)
    task = Task(1, seed + SEED, witness.pair, count, form=witness.form)
    try:
        again = measured(target, task, witness.set, ALPHA)
    except TargetError as error:
        return SecondWay(False, method, f"none: {error}")
    agrees = again.delta_low(claim.epsilon) > claim.delta
    text = (
        f"{again.inside:,} against {again.neighbour_inside:,} of {count:,} draws each: "
        f"delta >= {again.delta_low(claim.epsilon):.4g}"
    )
    return SecondWay(agrees, method, "; ".join([text, *_rounded_inputs(witness, claim)]))


def _rounded_inputs(witness: Witness, claim: PrivacyClaim) -> list[str]:
    """What doubles make of two integers, where they are too large for them."""
    ends = witness.pair.input, witness.pair.neighbour
    if not all(isinstance(end, int) and abs(end) > LARGEST for end in ends):
        return []
    apart = abs(int(float(ends[0])) - int(float(ends[1])))
    text = f"as doubles the inputs are {int(float(ends[0]))} and {int(float(ends[1]))}"
    if apart <= claim.sensitivity:
        return [f"{text}, not too far apart"]
    times = apart / claim.sensitivity
    return [f"{text}, {times:g} times the sensitivity apart: epsilon {times * claim.epsilon:g}"]


# -- what all of them share -----------------------------------------------------------------------


def limits_of(successes: int, trials: int, alpha: float = ALPHA) -> tuple[float, float]:
    """Clopper and Pearson's limits, both right but with probability alpha."""
    return lower_limit(successes, trials, alpha / 2), upper_limit(successes, trials, alpha / 2)
