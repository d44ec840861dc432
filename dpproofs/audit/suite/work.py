"""One audit of one mechanism at one claim: its report, and findings that a second way decided."""

from __future__ import annotations

import shlex
import signal
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import numpy as np

from dpproofs.audit.claim import PrivacyClaim
from dpproofs.audit.numbers import audit_numbers
from dpproofs.audit.parameters import audit_parameters
from dpproofs.audit.parameters.point import claim_to_json
from dpproofs.audit.sampler import VIOLATION, audit_sampler
from dpproofs.audit.suite.grid import COMMON, claims_of, is_its_own, is_pure
from dpproofs.audit.suite.points import notable, said
from dpproofs.audit.suite.second_numbers import of_numbers
from dpproofs.audit.suite.second_way import SecondWay, of_parameters, of_sampler
from dpproofs.audit.suite.thresholds import audit_threshold, threshold_of
from dpproofs.audit.target import Argument, Target, TargetError
from dpproofs.audit.targets import Adapter
from dpproofs.kernel.errors import BadInput

WITHIN = "no violation beyond 0.1 %"
MOST_DRAWS = 50_000_000
PATIENCE = (0.1, 5.0)  # seconds for one claim, least and most ...
TIMES = 4  # ... and this many times what a usual claim takes
SLOW = 0.1  # seconds of a usual claim, from which on a library is slow
SECOND = 20.0  # seconds for a second way to a claim
AGAIN = 1.0  # seconds until code is told again, at least, that it takes too long
Answer = dict[str, Any]  # "report" and "findings"


class TooSlow(Exception):
    """A library that does not answer."""


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
    found = report.to_json() | {
        "reproduce": _command(target, claim, "sampler", seconds, seed, alpha)
    }
    findings = []
    if report.verdict == VIOLATION:
        second = {"agrees": False, "method": "fresh draws", "text": "none: no witness was kept"}
        if report.witness is not None:
            other = users_own(adapter, name, claim, arguments)
            second = of_sampler(report.witness, claim, other, seed).to_json()
        text = f"delta >= {report.delta_low:.4g} at epsilon {claim.epsilon:g}"
        if report.witness is not None:
            text = f"{report.witness.set} from {_pair(found['witness'])}: {text}"
        findings.append(_finding("sampler", claim, text, found["witness"], second, found))
    return {"report": found, "findings": findings}


def of_the_numbers(
    adapter: Adapter, name: str, claim: PrivacyClaim, alpha: float, seconds: float, seed: int
) -> Answer:
    """The last bits; an event is decided again in rational arithmetic, on fresh draws."""
    target = adapter.build(name, claim, {})
    report = audit_numbers(target, claim, alpha=alpha, seconds=seconds, seed=seed)
    found = report.to_json() | {
        "reproduce": _command(target, claim, "numbers", seconds, seed, alpha)
    }
    findings = []
    if report.verdict == VIOLATION:
        witness = found["witness"]
        second = {"agrees": False, "method": "fresh draws", "text": "none: no event was confirmed"}
        text = f"e-value {report.e_value:.3g}, and no event that fresh draws confirm"
        if witness is not None:
            second = of_numbers(witness, claim, users_own(adapter, name, claim, {}), seed).to_json()
            text = f"{witness['event']['text']} from {_pair(witness)}"
            text += f": delta >= {witness['delta_low']:.4g} at epsilon {claim.epsilon:g}"
        findings.append(_finding("numbers", claim, text, witness, second, found))
    return {"report": found, "findings": findings}


def of_the_parameters(adapter: Adapter, name: str, seconds: float) -> Answer:
    """The whole range of claims that the mechanism makes; the worst and a short one again.

    A library that takes long for one claim is asked for common ones only: what it does in native
    code cannot be stopped, and may take minutes at the extremes.
    """
    build = _Calibrated(adapter, name)
    claims = COMMON if build.slow else None
    report = audit_parameters(build, claims=claims, name=name, seconds=seconds)
    found = report.to_json()
    if build.thresholded:  # delta is for the threshold, and no noise is wasted by leaving it alone
        found["costs"] = []
    points = list(notable(found)) if report.verdict == VIOLATION else []
    if report.verdict == VIOLATION and not points:
        found["verdict"] = WITHIN
    findings = []
    for point in points:
        claim = PrivacyClaim(**point["claim"])
        target = adapter.build(name, claim, {})
        try:
            with within_seconds(SECOND):
                second = of_parameters(point, target).to_json()
        except TooSlow as reason:
            second = SecondWay(False, "quadrature and draws", f"none: {reason}").to_json()
        again = {"reproduce": _command(target, claim, "parameters", None, None)}
        findings.append(_finding("parameters", claim, said(point), point, second, again))
    return {"report": found, "findings": findings}


def of_the_threshold(adapter: Adapter, name: str, claim: PrivacyClaim) -> Answer:
    """The tail beyond a threshold, for mechanisms that have one."""
    target = adapter.build(name, claim, {})
    if threshold_of(target) is None:
        return {"report": None, "findings": []}
    found = audit_threshold(target, claim)
    report = {"claim": claim_to_json(claim), "verdict": "no violation found", "text": ""}
    if found is None:
        return {"report": report, "findings": []}
    report |= {"verdict": "violation", "text": found["text"]}
    text, witness, second = found["text"], found["witness"], found["second_way"]
    finding = _finding("threshold", claim, text, witness, second, found)
    return {"report": report, "findings": [finding]}


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

    def stop(*_: Any) -> None:
        raise TooSlow(f"no answer within {seconds:g} s")

    def lost(what: sys.UnraisableHookArgs) -> None:
        """It was raised in a destructor, where it has no effect; it comes again."""
        if not isinstance(what.exc_value, TooSlow):
            told(what)

    told, sys.unraisablehook = sys.unraisablehook, lost
    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds, max(seconds, AGAIN))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        sys.unraisablehook = told


class _Calibrated:
    """The targets of a mechanism at the claims that it makes, where it answers in time."""

    def __init__(self, adapter: Adapter, name: str) -> None:
        self.adapter, self.name = adapter, name
        self.pure = is_pure(adapter, name)
        self.patience = _patience(adapter, name)
        self.hangs = self.thresholded = False
        self.slow = self.patience > TIMES * SLOW

    def __call__(self, claim: PrivacyClaim) -> Target:
        if not is_its_own(self.name, claim, pure=self.pure):
            raise BadInput("claim", claim, "one that the mechanism makes")
        with within_seconds(self.patience):
            target = self.adapter.build(self.name, claim, {})
            computed = target.computed()
        self.thresholded |= threshold_of(target) is not None
        if computed is not None and 0 in computed.parameters.values():
            self._answers(target)
        return target

    def _answers(self, target: Target) -> None:
        """Whether a mechanism without noise lets out its input, or draws for ever."""
        if not self.hangs:
            try:
                with within_seconds(self.patience):
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
    return min(max(least, TIMES * (time.monotonic() - start)), most)


def _finding(
    audit: str,
    claim: PrivacyClaim,
    text: str,
    witness: dict[str, Any] | None,
    second: dict[str, Any],
    report: Mapping[str, Any],
) -> dict[str, Any]:
    return {
        "audit": audit,
        "status": "confirmed" if second["agrees"] else "unconfirmed",
        "claim": claim_to_json(claim),
        "text": text,
        "witness": witness,
        "second_way": second,
        "reproduce": report["reproduce"],
    }


def _pair(witness: Mapping[str, Any]) -> str:
    return f"{witness['input']!r} against {witness['neighbour']!r}"


def _command(
    target: Target,
    claim: PrivacyClaim,
    audit: str,
    seconds: float | None,
    seed: int | None,
    alpha: float | None = None,
) -> str:
    """A command line that does one audit again."""
    words = ["dpproofs", "audit", target.about.name, "--epsilon", f"{claim.epsilon!r}"]
    if claim.delta:
        words += ["--delta", f"{claim.delta!r}"]
    words += ["--sensitivity", f"{claim.sensitivity!r}"]
    for name, value in target.about.arguments.items():
        words += ["--arg", f"{name}={value}"]
    words += ["--of", audit]
    if seconds is not None:
        words += ["--seconds", f"{seconds:g}", "--seed", f"{seed}"]
    if alpha is not None:
        words += ["--alpha", f"{alpha!r}"]
    return shlex.join(words)
