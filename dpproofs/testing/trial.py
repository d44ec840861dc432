"""Checks of a sampler, each with the clause that it enforces, and how one is made."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from dpproofs.auditing.stopwatch import Stopwatch
from dpproofs.auditing.target import TargetError
from dpproofs.testing.deadline import deadline
from dpproofs.testing.failures import Finding, failure
from dpproofs.testing.privacy import HANG, PATIENCE
from dpproofs.testing.sampler import Sampler
from dpproofs.testing.session import (
    ALPHA,
    SECONDS,
    Allotment,
    Session,
    current,
    fresh_seed,
)

PASSED, FAILED, UNDECIDED = "passed", "failed", "undecided"


@dataclass
class Trial:
    """A check at work on a sampler: what it may spend, and how it says what it found."""

    check: Check
    sampler: Sampler
    allotment: Allotment
    drawn: int = 0
    watch: Stopwatch = field(init=False)

    def __post_init__(self) -> None:
        self.watch = self.sampler.stopwatch()

    @property
    def level(self) -> float:
        """The probability, at most, with which the check may fail on a correct sampler."""
        return self.allotment.level

    def seed(self, *place: int) -> tuple[int, ...]:
        """The seed of one call."""
        return (self.allotment.seed, *place)

    def count(self, part: float, most: int) -> int:
        """How many outcomes can be had in a part of the time."""
        return self.sampler.affordable(part * self.allotment.seconds, most)

    def draw(self, value: Any, count: int, *place: int) -> Any:
        """Outcomes at an input."""
        self.drawn += count
        return self.sampler.draw(value, count, self.seed(*place))

    def noise(self, value: float, count: int, *place: int) -> Any:
        """Output minus input, where it is a finite number.

        Raises
        ------
        TargetError
            When it hardly ever is.
        """
        self.drawn += count
        noise = self.sampler.noise(value, count, self.seed(*place))
        if len(noise) < count / 2:
            told = f"{len(noise):,} of {count:,} outcomes at {value!r} are finite numbers"
            raise TargetError(f"only {told}")
        return noise

    def passed(self, p: float | None = None, *lines: str) -> Finding:
        """Nothing was found."""
        return self._found(PASSED, p, lines)

    def failed(self, *lines: str, p: float | None = None) -> Finding:
        """The sampler does not do what the clause says."""
        return self._found(FAILED, p, lines)

    def undecided(self, *lines: str) -> Finding:
        """Nothing can be said."""
        return self._found(UNDECIDED, None, lines)

    def judged(self, p: float, *lines: str) -> Finding:
        """Failed when the p-value is at most the level."""
        verdict = FAILED if p <= self.level else PASSED
        shown = (*lines, f"p = {p:.3g} (a failure up to {self.level:.3g})")
        return self._found(verdict, p, shown if verdict == FAILED else ())

    def _found(self, verdict: str, p: float | None, lines: Iterable[str]) -> Finding:
        return Finding(
            self.check.name,
            self.check.clause,
            verdict,
            tuple(lines),
            self.level,
            p,
            self.drawn,
            self.watch.elapsed,
            self.allotment.seed,
        )


@dataclass(frozen=True)
class Check:
    """One thing that is asked of a sampler.

    Attributes
    ----------
    name, clause
        What it is called, and what it enforces.
    run
        Does it.
    needs
        Functions from a sampler to what is missing for the check, in words; "" when nothing is.
    statistical
        Whether chance can make it fail on a correct sampler, so that it needs a level.
    order
        Checks are made in this order.
    """

    name: str
    clause: str
    run: Callable[[Trial], Finding]
    needs: tuple[Callable[[Sampler], str], ...] = ()
    statistical: bool = True
    order: int = 0

    @property
    def dpproofs_statistical(self) -> bool:
        """What the plugin asks of a test's parameters."""
        return self.statistical

    @property
    def teaches(self) -> str:
        """What the check is about, and why it matters."""
        return inspect.cleandoc(self.run.__doc__ or "")

    def missing(self, sampler: Sampler) -> str:
        """Why the check does not apply to a sampler; "" when it does, or the sampler fails."""
        try:
            with deadline(PATIENCE):
                return next((text for need in self.needs if (text := need(sampler))), "")
        except (TargetError, TimeoutError):
            return ""

    def __call__(self, sampler: Any) -> Finding:
        """Make the check.

        Raises
        ------
        AssertionError
            `PrivacyViolation` or `ConformanceFailure` when it failed, `NotAudited` when it could
            not tell.
        """
        __tracebackhide__ = True
        session = current()
        if session is None:
            alone = Allotment(ALPHA if self.statistical else 0.0, fresh_seed(), SECONDS)
            found = self.made(sampler, alone)
            return settled(found, f"seed={found.seed}")
        found = session.once(self.name, self.statistical, lambda given: self.made(sampler, given))
        reproduce = recorded(session, found)
        return settled(found, reproduce)

    def made(self, sampler: Any, allotment: Allotment) -> Finding:
        """What the check finds with an allotment; the sampler's own failures are findings."""
        trial = Trial(self, sampler, allotment)
        missing = self.missing(sampler)
        if missing:
            return trial.undecided(f"it does not apply: {missing}")
        try:
            with deadline(HANG * allotment.seconds + PATIENCE):
                return self.run(trial)
        except (TargetError, TimeoutError) as error:
            return trial.undecided(str(error))


def settled(found: Finding, reproduce: str) -> Finding:
    """The finding, when it passed.

    Raises
    ------
    AssertionError
        Otherwise.
    """
    __tracebackhide__ = True
    if found.verdict != PASSED:
        raise failure(found, reproduce)
    return found


def recorded(session: Session, found: Finding) -> str:
    """Put a finding on the record of its test; the command that has it again."""
    known = any(record["seed"] == found.seed for record in session.records)
    reproduce = session.reproduce()
    session.records.append(
        {
            "check": found.check,
            "verdict": found.verdict,
            "level": 0.0 if known else found.level,
            "draws": found.draws,
            "seed": found.seed,
            "lines": list(found.evidence),
            "reproduce": reproduce,
            "power": _told(found),
        }
    )
    return reproduce


def _told(found: Finding) -> dict[str, Any] | None:
    """What a check that passed would have shown; None where it is no check of privacy."""
    if found.privacy is None or found.verdict != PASSED:
        return None
    power = found.privacy.power
    return {"scale": power.scale, "leak": power.leak, "text": str(power)}


def check(
    clause: str,
    *needs: Callable[[Sampler], str],
    statistical: bool = True,
    order: int = 50,
) -> Callable[[Callable[[Trial], Finding]], Check]:
    """Make a check of a function, whose name it takes."""

    def decorate(run: Callable[[Trial], Finding]) -> Check:
        return Check(run.__name__, clause, run, needs, statistical, order)

    return decorate
