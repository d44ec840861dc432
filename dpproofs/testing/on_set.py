"""One assertion: the sampler is private on a set and at two inputs that the caller chose."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from dpproofs.auditing.record import PowerRecord
from dpproofs.auditing.sampler import VIOLATION
from dpproofs.auditing.sampler.confirmation import lower_limit, upper_limit
from dpproofs.auditing.sampler.power import least_leak
from dpproofs.auditing.target import TargetError
from dpproofs.kernel.errors import BadInput
from dpproofs.testing.assertions import finding
from dpproofs.testing.deadline import deadline
from dpproofs.testing.failures import Finding
from dpproofs.testing.privacy import HANG, PATIENCE, PrivacyReport
from dpproofs.testing.sampler import Sampler, sampler_of
from dpproofs.testing.session import ALPHA, SECONDS, Allotment, current, fresh_seed
from dpproofs.testing.statistics import mixed_log_e, set_log_e
from dpproofs.testing.trial import recorded, settled

NAME = "assert_private_on"
DRAWS = 20_000
FRESH = 2_000
FIRST = 500  # pairs of draws before the first look; each further round doubles them
LOOKED_AT = "the given set"
ONE_SET = "one set was looked at, which need not be the one that too little noise shows on"
PART = 1 / 32  # of the capital that bets on the set in one direction at one stake

Numbers: TypeAlias = NDArray[np.float64]
Outcomes: TypeAlias = tuple[Sequence[tuple[Any, Any]], Sequence[Any]]


def assert_private_on(
    sampler: Any,
    outcomes: Outcomes,
    pair: tuple[Any, Any],
    *,
    epsilon: float | None = None,
    delta: float | None = None,
    max_draws: int = DRAWS,
    seconds: float | None = None,
    seed: int | None = None,
) -> None:
    """Fail when draws show more of one set at one input than its neighbour allows.

    The promise is P(M(x) in S) <= e^epsilon P(M(x') in S) + delta. S and its complement are looked
    at, in either direction: capital that bets on a set fixed before the draws reaches 1/level with
    probability level at most, however long one goes on.

    >>> import dpproofs as dp
    >>> from dpproofs.testing import assert_private_on
    >>> assert_private_on(dp.Laplace(epsilon=1), ([(0, 2)], [3]), (0.0, 1.0), max_draws=1000)

    Parameters
    ----------
    sampler
        As for `assert_private`; its outcomes are numbers.
    outcomes
        S, as (intervals, points): open intervals (low, high) and single points.
    pair
        (x, x'), neighbouring inputs.
    epsilon, delta
        The claim; a mechanism of this package says its own.
    max_draws, seconds
        The budget: pairs of draws, and time.
    seed
        Of the draws; the session's, or a fresh one, when None.

    Raises
    ------
    PrivacyViolation
        An AssertionError. A sampler that keeps its claim has it with the probability, at most, that
        the session of pytest gives the check; elsewhere 0.05.
    NotAudited
        An AssertionError as well, when the sampler failed.
    BadInput
        When an argument is out of range, or the outcomes are no numbers.
    """
    __tracebackhide__ = True
    if max_draws < 1:
        raise BadInput("max_draws", max_draws, "an integer >= 1")
    ends, points = _checked(outcomes)
    subject = sampler_of(sampler, epsilon=epsilon, delta=delta, pairs=[pair])

    def made(given: Allotment) -> Finding:
        own = given.seed if seed is None else seed
        report = _examined(subject, ends, points, given.level, own, max_draws,
                           seconds or given.seconds)  # fmt: skip
        return finding(report, NAME)

    session = current()
    if session is None:
        found = made(Allotment(ALPHA, fresh_seed(), SECONDS))
        settled(found, f"{NAME}(..., seed={found.seed})")
        return
    found = session.once(NAME, True, made)
    settled(found, recorded(session, found))


def _checked(outcomes: Outcomes) -> tuple[Numbers, Numbers]:
    """The ends of the intervals, and the points, as doubles."""
    accepted = "(intervals, points): pairs (low, high) with low < high, and numbers"
    try:
        intervals, single = outcomes
        ends = np.array([[float(low), float(high)] for low, high in intervals], dtype=float)
        points = np.array([float(point) for point in single], dtype=float)
    except (TypeError, ValueError, OverflowError) as error:
        raise BadInput("outcomes", outcomes, accepted) from error
    ends = ends.reshape(-1, 2)
    if np.isnan(points).any() or not np.all(ends[:, 0] <= ends[:, 1]):
        raise BadInput("outcomes", outcomes, accepted)
    return ends, points


def _examined(
    sampler: Sampler,
    ends: Numbers,
    points: Numbers,
    level: float,
    seed: int,
    most: int,
    seconds: float,
) -> PrivacyReport:
    """Bet on the set and on its complement, either way, until the capital is enough."""
    watch = sampler.stopwatch()
    (first, second), claim = (sampler.pairs[0].input, sampler.pairs[0].neighbour), sampler.claim
    names = (sampler.name, claim)
    inside: list[NDArray[np.bool_]] = [np.empty(0, bool), np.empty(0, bool)]
    block, log_e, worst = FIRST, 0.0, 0
    try:
        with deadline(HANG * seconds + PATIENCE):
            if sampler.layout.form not in ("numbers", "integers"):
                raise BadInput("sampler", sampler.name, "a sampler of numbers")
            while len(inside[0]) < most and (not block > FIRST or watch.elapsed < seconds):
                count = min(block, most - len(inside[0]))
                for side, value in enumerate((first, second)):
                    drawn = sampler.layout(sampler.draw(value, count, (seed, block, side)))
                    inside[side] = np.append(inside[side], _members(drawn, ends, points))
                log_e, worst = _evidence(inside, claim.ratio, claim.delta)
                if log_e >= -math.log(level):
                    break
                block *= 2
    except (TargetError, TimeoutError) as error:
        return PrivacyReport(*names, "undecided", level, seed, str(error))
    found = PrivacyReport(
        *names, "no violation found", level, seed,
        log_e=log_e, pairs=len(inside[0]), seconds=watch.elapsed,
        power=PowerRecord(None, least_leak(claim, level, len(inside[0]), PART), why=ONE_SET),
    )  # fmt: skip
    if log_e < -math.log(level):
        return found
    return _violated(found, sampler, (ends, points), worst)


def _members(drawn: NDArray[Any], ends: Numbers, points: Numbers) -> NDArray[np.bool_]:
    """Which of the outcomes lie in the set."""
    values = np.asarray(drawn, dtype=float).reshape(-1)
    found = np.isin(values, points)
    for low, high in ends:
        found |= (values > low) & (values < high)
    return np.asarray(found)


def _sides(inside: list[NDArray[np.bool_]]) -> list[tuple[NDArray[np.bool_], NDArray[np.bool_]]]:
    """The set and its complement, either way."""
    a, b = inside
    return [(a, b), (b, a), (~a, ~b), (~b, ~a)]


def _evidence(inside: list[NDArray[np.bool_]], ratio: float, delta: float) -> tuple[float, int]:
    """log of the mean of the four capitals, and which of them is the largest."""
    logs = np.array([set_log_e(here, there, ratio, delta) for here, there in _sides(inside)])
    return mixed_log_e(logs), int(np.argmax(logs))


def _violated(
    found: PrivacyReport, sampler: Sampler, chosen: tuple[Numbers, Numbers], worst: int
) -> PrivacyReport:
    """The report with the event that showed the violation, measured on fresh draws."""
    pair = sampler.pairs[0]
    inputs = (pair.input, pair.neighbour)[:: -1 if worst % 2 else 1]
    inside = [
        _members(sampler.layout(sampler.draw(value, FRESH, (found.seed, 0, side))), *chosen)
        for side, value in enumerate(inputs)
    ]
    a, b = (int((side ^ (worst > 1)).sum()) for side in inside)
    low, high = lower_limit(a, FRESH, found.level / 2), upper_limit(b, FRESH, found.level / 2)
    claim, excess = found.claim, low - found.claim.delta
    return replace(
        found, verdict=VIOLATION, looked_at=LOOKED_AT, input=inputs[0], neighbour=inputs[1],
        event=("y not in " if worst > 1 else "y in ") + _told(*chosen),
        counts=(a, b, FRESH), limits=(low, high),
        epsilon_low=max(0.0, math.log(excess / high)) if excess > 0 else 0.0,
        delta_low=max(0.0, low - claim.ratio * high),
    )  # fmt: skip


def _told(ends: Numbers, points: Numbers) -> str:
    parts = [f"({low:.17g}, {high:.17g})" for low, high in ends]
    if len(points):
        parts.append("{" + ", ".join(f"{point:.17g}" for point in points) + "}")
    return " u ".join(parts) or "{}"
