"""One audit of one mechanism at one claim: its report, and findings that a second way decided."""

from __future__ import annotations

import shlex
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

import numpy as np

from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.moments import audit_moments
from dpproofs.auditing.numbers import audit_numbers
from dpproofs.auditing.parameters import audit_parameters
from dpproofs.auditing.record import (
    BreakdownRecord,
    FindingRecord,
    MomentRecord,
    NumbersRecord,
    NumbersWitnessRecord,
    ParametersRecord,
    SamplerRecord,
    SecondWay,
    Seen,
    Subject,
    ThresholdRecord,
    WitnessRecord,
)
from dpproofs.auditing.sampler import VIOLATION, audit_sampler
from dpproofs.auditing.suite.conclusion import unanswered
from dpproofs.auditing.suite.grid import COMMON, cases_of, claims_of, is_its_own, is_pure
from dpproofs.auditing.suite.points import notable, said
from dpproofs.auditing.suite.second_numbers import of_numbers
from dpproofs.auditing.suite.second_way import of_parameters, of_sampler
from dpproofs.auditing.suite.thresholds import audit_threshold, program, threshold_of
from dpproofs.auditing.target import About, Argument, Computed, Target, TargetError
from dpproofs.auditing.targets import Adapter
from dpproofs.auditing.targets.alarms import alarm, comes_again
from dpproofs.kernel.clock import patience
from dpproofs.kernel.errors import BadInput

WITHIN = "no violation beyond 0.1 %"
MOST_DRAWS = 50_000_000
PATIENCE = (0.1, 5.0)  # seconds for one claim, least and most ...
TIMES = 4  # ... and this many times what a usual claim takes
LONGER = 20  # times as long before code that seems to hang is said to
SLOW = 0.1  # seconds of a usual claim, from which on a library is slow
SECOND = 20.0  # seconds for a second way to a claim
AWHILE = 10.0  # seconds of a command that shows that there is no answer
AGAIN = 1.0  # seconds until code is told again, at least, that it takes too long
Report: TypeAlias = SamplerRecord | NumbersRecord | ParametersRecord | ThresholdRecord


class TooSlow(Exception):
    """A library that does not answer."""


@dataclass(frozen=True)
class Answer:
    """A report, where there is one, the findings in it, and what was waited for in vain."""

    report: Report | None
    findings: tuple[FindingRecord, ...] = ()
    failures: tuple[BreakdownRecord, ...] = ()


def of_the_sampler(
    adapter: Adapter,
    name: str,
    claim: PrivacyClaim,
    arguments: Mapping[str, Argument],
    alpha: float,
    seconds: float,
    seed: int,
) -> Answer:
    """Draws at neighbouring inputs; a witness is drawn at again."""
    target = adapter.build(name, claim, arguments)
    report = audit_sampler(
        target, claim, alpha=alpha, max_draws=MOST_DRAWS, seconds=seconds, seed=seed
    )
    again = command(target.about, claim, "sampler", seconds, seed, alpha)
    found = replace(report.record(), reproduce=again)
    if report.verdict != VIOLATION:
        return Answer(found)
    second = SecondWay(False, "fresh draws", "none: no witness was kept")
    text = f"delta >= {report.delta_low:.4g} at epsilon {claim.epsilon:g}"
    if report.witness is not None:
        other = users_own(adapter, name, claim, arguments)
        second = of_sampler(report.witness, claim, other, seed)
        text = f"{report.witness.set} from {_pair(found.witness)}: {text}"
    return Answer(found, (_finding("sampler", claim, text, found.witness, second, again),))


def of_the_numbers(
    adapter: Adapter, name: str, claim: PrivacyClaim, alpha: float, seconds: float, seed: int
) -> Answer:
    """The last bits; an event is decided again in rational arithmetic, on fresh draws."""
    target = adapter.build(name, claim, {})
    report = audit_numbers(target, claim, alpha=alpha, seconds=seconds, seed=seed)
    again = command(target.about, claim, "numbers", seconds, seed, alpha)
    found = replace(report.record(), reproduce=again)
    if report.verdict != VIOLATION:
        return Answer(found)
    witness = found.witness
    second = SecondWay(False, "fresh draws", "none: no event was confirmed")
    text = f"e-value {report.e_value:.3g}, and no event that fresh draws confirm"
    if witness is not None:
        second = of_numbers(witness, claim, users_own(adapter, name, claim, {}), seed)
        text = f"{witness.event.text} from {_pair(witness)}"
        text += f": delta >= {witness.delta_low:.4g} at epsilon {claim.epsilon:g}"
    return Answer(found, (_finding("numbers", claim, text, witness, second, again),))


def of_the_parameters(adapter: Adapter, name: str, seconds: float) -> Answer:
    """The whole range of claims that the mechanism makes; the worst and a short one again.

    A library that takes long for one claim is asked for common ones only: what it does in native
    code cannot be stopped, and may take minutes at the extremes.
    """
    build = _Calibrated(adapter, name)
    claims = COMMON if build.slow else None
    report = audit_parameters(build, claims=claims, name=name, seconds=seconds)
    found = report.record()
    if build.thresholded:  # delta is for the threshold, and no noise is wasted by leaving it alone
        found = replace(found, costs=())
    points = list(notable(found)) if report.verdict == VIOLATION else []
    if report.verdict == VIOLATION and not points:
        found = replace(found, verdict=WITHIN)
    findings = []
    for point in points:
        target = adapter.build(name, point.claim, {})
        try:
            with within_seconds(SECOND):
                second = of_parameters(point, target)
        except TooSlow as reason:
            second = SecondWay(False, "quadrature and draws", f"none: {reason}")
        again = command(target.about, point.claim, "parameters", None, None)
        findings.append(_finding("parameters", point.claim, said(point), point, second, again))
    failures: list[BreakdownRecord] = []
    if build.waited is not None:
        again = command(About(f"{adapter.LIBRARY}:{name}"), build.waited, "sampler", AWHILE, 0)
        failures = [BreakdownRecord(text, again) for text in unanswered(found)]
    return Answer(found, tuple(findings), tuple(failures))


def of_the_threshold(adapter: Adapter, name: str, claim: PrivacyClaim) -> Answer:
    """The tail beyond a threshold, for mechanisms that have one."""
    target = adapter.build(name, claim, {})
    if threshold_of(target) is None:
        return Answer(None)
    found = audit_threshold(target, claim)
    if found is None:
        return Answer(ThresholdRecord("no violation found", claim=claim))
    report = ThresholdRecord("violation", found.text, claim=claim)
    if found.second_way is None:
        return Answer(report)
    again = program(target, claim)
    finding = _finding("threshold", claim, found.text, found.witness, found.second_way, again)
    return Answer(report, (finding,))


def of_the_moments(adapter: Adapter, name: str, seed: int) -> list[MomentRecord]:
    """The bias and variance that the library documents wrongly, at all claims."""
    moments = (
        moment
        for claim, arguments in cases_of(adapter, name)
        for moment in audit_moments(adapter.build(name, claim, arguments), claim, seed=seed)
    )
    return [moment for moment in moments if not moment.agrees]


def users_own(
    adapter: Adapter, name: str, claim: PrivacyClaim, arguments: Mapping[str, Argument]
) -> Target:
    """The mechanism with the randomness that its users get, where it has to be asked for."""
    try:
        return adapter.build(name, claim, {**arguments, "secure": True})
    except BadInput:
        return adapter.build(name, claim, arguments)


@contextmanager
def within_seconds(seconds: float) -> Iterator[None]:
    """Raise `TooSlow` in code that takes longer; Python code only, in a main thread on Unix."""

    def stop() -> None:
        raise TooSlow(f"no answer within {seconds:g} s")

    with comes_again(TooSlow), alarm(stop, seconds, max(seconds, AGAIN)):
        yield


class _Calibrated:
    """The targets of a mechanism at the claims that it makes, where it answers in time."""

    def __init__(self, adapter: Adapter, name: str) -> None:
        self.adapter, self.name = adapter, name
        self.pure = is_pure(adapter, name)
        self.patience = _patience(adapter, name)
        self.hangs = self.thresholded = False
        self.waited: PrivacyClaim | None = None  # the first claim without an answer
        self.slow = self.patience > TIMES * SLOW

    def __call__(self, claim: PrivacyClaim) -> Target:
        if not is_its_own(self.name, claim, pure=self.pure):
            raise BadInput("claim", claim, "one that the mechanism makes")
        try:
            return self._answering(claim)
        except TooSlow:
            self.waited = self.waited or claim
            raise

    def _answering(self, claim: PrivacyClaim) -> Target:
        try:
            target, computed = self._built(claim, self.patience)
        except TooSlow:  # perhaps others had the processor
            target, computed = self._built(claim, LONGER * self.patience)
        self.thresholded |= threshold_of(target) is not None
        if computed is not None and 0 in computed.parameters.values():
            self._answers(target)
        return target

    def _built(self, claim: PrivacyClaim, seconds: float) -> tuple[Target, Computed | None]:
        with within_seconds(seconds):
            target = self.adapter.build(self.name, claim, {})
            return target, target.computed()

    def _answers(self, target: Target) -> None:
        """Whether a mechanism without noise lets out its input, or draws for ever."""
        if not self.hangs:
            try:
                with within_seconds(LONGER * self.patience):
                    target.draw(0, 1, np.random.default_rng(0))
            except (TooSlow, TargetError):
                self.hangs = True
        if self.hangs:
            raise TooSlow("no noise is wide enough for it to ever answer")


def _patience(adapter: Adapter, name: str) -> float:
    """How long a claim may take: a few times what one takes that the mechanism accepts."""
    start = time.monotonic()
    for claim in claims_of(adapter, name):
        start = time.monotonic()
        adapter.build(name, claim, {}).computed()
    least, most = PATIENCE
    return patience() * min(max(least, TIMES * (time.monotonic() - start)), most)


def _finding(
    audit: Subject,
    claim: PrivacyClaim,
    text: str,
    witness: Seen | None,
    second: SecondWay,
    reproduce: str,
) -> FindingRecord:
    status: Literal["confirmed", "unconfirmed"] = "confirmed" if second.agrees else "unconfirmed"
    return FindingRecord(audit, status, claim, text, witness, second, reproduce)


def _pair(witness: WitnessRecord | NumbersWitnessRecord | None) -> str:
    return "" if witness is None else f"{witness.input!r} against {witness.neighbour!r}"


def command(
    about: About,
    claim: PrivacyClaim,
    audit: str,
    seconds: float | None,
    seed: int | None,
    alpha: float | None = None,
) -> str:
    """A command line that does one audit again."""
    words = ["dpproofs", "audit", about.name, "--epsilon", f"{claim.epsilon!r}"]
    if claim.delta:
        words += ["--delta", f"{claim.delta!r}"]
    words += ["--sensitivity", f"{claim.sensitivity!r}"]
    for name, value in about.arguments.items():
        words += ["--arg", f"{name}={value}"]
    words += ["--of", audit]
    if seconds is not None:
        words += ["--seconds", f"{seconds:g}", "--seed", f"{seed}"]
    if alpha is not None:
        words += ["--alpha", f"{alpha!r}"]
    return shlex.join(words)
