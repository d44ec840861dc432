"""The conformance suite: named checks of a sampler, each with the clause that it enforces."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from dpproofs.auditing.claim import AnyClaim
from dpproofs.auditing.stopwatch import Stopwatch
from dpproofs.auditing.target import TargetError
from dpproofs.kernel.errors import BadInput
from dpproofs.notebook import shown
from dpproofs.testing.deadline import deadline
from dpproofs.testing.examples import expect_no_deadline
from dpproofs.testing.failures import failure
from dpproofs.testing.privacy import HANG, PATIENCE, PrivacyReport
from dpproofs.testing.sampler import Sampler, sampler_of
from dpproofs.testing.session import (
    ALPHA,
    SECONDS,
    Allotment,
    Session,
    current,
    derived,
    fresh_seed,
)

PASSED, FAILED, UNDECIDED = "passed", "failed", "undecided"


@dataclass(frozen=True)
class Finding:
    """What a check found.

    Attributes
    ----------
    check
        The name of the check.
    clause
        What it enforces: a definition, a theorem, a documented habit.
    verdict
        "passed", "failed", or "undecided" when it could not tell.
    evidence
        What was seen, in up to five lines.
    level
        The probability, at most, of failing on a correct sampler; 0 for a check without chance.
    p
        The p-value that was seen, or the reciprocal of an e-value; None without chance.
    draws
        Outcomes that were looked at.
    seconds
        The time they took.
    seed
        What decided them.
    privacy
        Of a check of privacy, its report.

    Examples
    --------
    >>> import dpproofs as dp
    >>> from dpproofs.testing import check_sampler
    >>> check_sampler(dp.Laplace(epsilon=1), checks=["law_keeps_the_claim"]).findings[0].verdict
    'passed'
    """

    check: str
    clause: str
    verdict: str
    evidence: tuple[str, ...] = ()
    level: float = 0.0
    p: float | None = None
    draws: int = 0
    seconds: float = 0.0
    seed: int = 0
    privacy: PrivacyReport | None = None

    def to_json(self) -> dict[str, Any]:
        """The finding as plain data."""
        return {
            "check": self.check,
            "clause": self.clause,
            "verdict": self.verdict,
            "evidence": list(self.evidence),
            "level": self.level,
            "p": self.p,
            "draws": self.draws,
            "seconds": round(self.seconds, 3),
            "seed": self.seed,
            "privacy": self.privacy and self.privacy.to_json(),
        }


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


@cache
def all_checks() -> tuple[Check, ...]:
    """Every check of the folder ``checks``, in the order in which they are made."""
    from dpproofs.testing import checks

    found: list[Check] = []
    for info in pkgutil.iter_modules(checks.__path__):
        module = importlib.import_module(f"{checks.__name__}.{info.name}")
        found += [value for value in vars(module).values() if isinstance(value, Check)]
    return tuple(sorted(found, key=lambda each: (each.order, each.name)))


def named_checks(names: Iterable[str], argument: str) -> tuple[Check, ...]:
    """The checks with these names, in the order in which they are made.

    Raises
    ------
    BadInput
        For a name that no check has.
    """
    wanted = list(names)
    known = {each.name for each in all_checks()}
    for name in wanted:
        if name not in known:
            raise BadInput(argument, name, f"one of {', '.join(sorted(known))}")
    return tuple(each for each in all_checks() if each.name in wanted)


class Failures(tuple[Finding, ...]):
    """What failed; as text its first lines, which is what ``assert not report.failures`` shows."""

    __slots__ = ()

    def __repr__(self) -> str:
        told = [f"{each.check}: {' '.join(each.evidence[:1])}" for each in self]
        return f"<{len(self)} failed: {'; '.join(told)}>" if told else "()"


@dataclass(frozen=True)
class SuiteReport:
    """What all checks found about a sampler.

    Attributes
    ----------
    name
        Of the sampler.
    alpha
        The probability, at most, that a correct one has any failure.
    seed
        What decided the draws.
    findings
        Of the checks that apply.
    not_applicable
        The others, with what is missing.
    expected
        Failures that were expected, with the reason given for each.

    Examples
    --------
    >>> import dpproofs as dp
    >>> from dpproofs.testing import check_sampler
    >>> report = check_sampler(dp.Laplace(epsilon=1), checks=["law_keeps_the_claim"])
    >>> [(found.check, found.verdict) for found in report.findings]
    [('law_keeps_the_claim', 'passed')]
    """

    name: str
    alpha: float
    seed: int
    findings: tuple[Finding, ...]
    not_applicable: Mapping[str, str]
    expected: Mapping[str, str] = field(default_factory=dict)

    @property
    def failures(self) -> tuple[Finding, ...]:
        """What failed and was not expected to.

        >>> import dpproofs as dp
        >>> from dpproofs.testing import check_sampler
        >>> check_sampler(dp.Laplace(epsilon=1), checks=["law_keeps_the_claim"]).failures
        ()
        """
        return Failures(
            each for each in self.findings
            if each.verdict == FAILED and each.check not in self.expected
        )  # fmt: skip

    def raise_for_failures(self) -> None:
        """Fail with all that the report says, when something failed that was not expected to.

        >>> import dpproofs as dp
        >>> from dpproofs.testing import check_sampler
        >>> check_sampler(dp.Laplace(1), checks=["law_keeps_the_claim"]).raise_for_failures()

        Raises
        ------
        AssertionError
            `PrivacyViolation` where a check of privacy failed, otherwise `ConformanceFailure`.
        """
        __tracebackhide__ = True
        worst = min(self.failures, key=lambda each: each.privacy is None, default=None)
        if worst is not None:
            again = f"check_sampler(..., seed={self.seed})"
            raise type(failure(worst, again))(f"{self}\nreproduce {again}", worst, again)

    @property
    def undecided(self) -> tuple[Finding, ...]:
        """What could not be told.

        >>> import dpproofs as dp
        >>> from dpproofs.testing import check_sampler
        >>> check_sampler(dp.Laplace(epsilon=1), checks=["law_keeps_the_claim"]).undecided
        ()
        """
        return tuple(each for each in self.findings if each.verdict == UNDECIDED)

    @property
    def stale(self) -> tuple[str, ...]:
        """Checks that were expected to fail and did not.

        >>> import dpproofs as dp
        >>> from dpproofs.testing import check_sampler
        >>> known = {"law_keeps_the_claim": "a fault that was mended"}
        >>> check_sampler(dp.Laplace(epsilon=1), checks=[*known], expected=known).stale
        ('law_keeps_the_claim',)
        """
        failed = {each.check for each in self.findings if each.verdict == FAILED}
        return tuple(name for name in self.expected if name not in failed)

    def to_json(self) -> dict[str, Any]:
        """The report as plain data.

        >>> import dpproofs as dp
        >>> from dpproofs.testing import check_sampler
        >>> report = check_sampler(dp.Laplace(epsilon=1), checks=["law_keeps_the_claim"])
        >>> sorted(report.to_json())
        ['alpha', 'expected', 'findings', 'not_applicable', 'seed', 'stale', 'target']
        """
        return {
            "target": self.name,
            "alpha": self.alpha,
            "seed": self.seed,
            "findings": [each.to_json() for each in self.findings],
            "not_applicable": dict(self.not_applicable),
            "expected": dict(self.expected),
            "stale": list(self.stale),
        }

    def _repr_html_(self) -> str:
        rows = [(each.check, each.verdict, " ".join(each.evidence)) for each in self.findings]
        return shown(repr(self).strip("<>"), ("check", "verdict", "seen"), rows)

    def __repr__(self) -> str:
        told = f"{len(self.findings)} checks, {len(self.failures)} failed"
        return f"<SuiteReport {self.name}: {told}, alpha {self.alpha:g} for all of them>"

    def __str__(self) -> str:
        lines = [f"{self.name}: {len(self.findings)} checks, alpha {self.alpha:g} for all of them"]
        for each in self.findings:
            verdict = each.verdict
            if verdict == FAILED and each.check in self.expected:
                verdict = f"failed as expected ({self.expected[each.check]})"
            lines.append(f"  {each.check:45} {verdict}")
            lines += [f"      {line}" for line in each.evidence if each.verdict != PASSED]
        lines += [f"  {name:45} expected to fail, but does not" for name in self.stale]
        return "\n".join(lines)


def check_sampler(  # noqa: PLR0913 (independent inputs, all but one by name)
    sampler: Any,
    *,
    epsilon: float | None = None,
    delta: float | None = None,
    sensitivity: float | None = None,
    claim: AnyClaim | None = None,
    law: Any = None,
    pairs: Iterable[Any] | None = None,
    records: Any = None,
    domain: tuple[float, float] | None = None,
    strict: bool = False,
    power: float | None = None,
    checks: Sequence[str] | None = None,
    expected: Mapping[str, str] | None = None,
    seconds: float | None = None,
    seed: int | None = None,
) -> SuiteReport:
    """Make every check that applies to a sampler, and report what they found.

    >>> import dpproofs as dp
    >>> from dpproofs.testing import check_sampler
    >>> check_sampler(dp.Laplace(epsilon=1), checks=["law_keeps_the_claim"]).failures
    ()

    Parameters
    ----------
    sampler
        A function ``f(value)``, ``f(value, rng=)``, ``f(value, size=, rng=)``, a noise
        distribution, a class of these, or a name such as ``"opendp:laplace"``.
    epsilon, delta, sensitivity
        The claim; a mechanism of this package says its own.
    claim
        In their place: a claim of any kind, such as ``dp.PrivacyClaim(rho=0.5)``, or what
        ``dp.compose`` returns.
    law
        The distribution of output minus input, with cdf, sf and ppf; None where none is claimed.
    pairs
        Any objects as pairs of neighbouring inputs, in place of numbers.
    records
        For a function of data sets, in their place: example records, as `dpproofs.audit` takes
        them. Data sets and neighbours that tell a record are then searched for.
    domain
        (low, high): the numbers that the sampler is made for.
    strict
        Also look at the last bits of doubles, which nearly all samplers in floating point give
        away.
    power
        Noise of this share of what is needed has to show: ``is_private`` cannot tell otherwise.
    checks
        Names of those to make; all when None.
    expected
        Names of checks that are known to fail, each with the reason.
    seconds
        For a check, about: 5, or what the session says. A sampler has five times that in all.
    seed
        Of the draws; fresh when None.

    Returns
    -------
    A report with ``failures``, each with the name of the check, its clause and its evidence. In a
    session of pytest the levels come from the session's budget; elsewhere they sum to 0.05.

    Raises
    ------
    BadInput
        When an argument is out of range, or the name of no check; and in a test of Hypothesis that
        has a deadline, which no check could keep.
    """
    expect_no_deadline()
    subject = sampler_of(
        sampler,
        epsilon=epsilon,
        delta=delta,
        sensitivity=sensitivity,
        claim=claim,
        law=law,
        pairs=pairs,
        records=records,
        domain=domain,
        strict=strict,
        power=power,
    )
    chosen = all_checks() if checks is None else named_checks(checks, "checks")
    named_checks(expected or (), "expected")
    missing = {each.name: each.missing(subject) for each in chosen}
    applying = [each for each in chosen if not missing[each.name]]
    findings, alpha, used = _made(subject, applying, seconds, seed)
    return SuiteReport(
        subject.name,
        alpha,
        used,
        tuple(findings),
        {name: text for name, text in missing.items() if text},
        dict(expected or {}),
    )


TOTAL = 5.0  # times the seconds of a check that a whole suite takes, about


def _made(
    sampler: Sampler, checks: Sequence[Check], seconds: float | None, seed: int | None
) -> tuple[list[Finding], float, int]:
    """The findings, the sum of their levels, and the seed."""
    session = current()
    alone = fresh_seed() if seed is None else seed
    statistical = sum(each.statistical for each in checks)
    watch = sampler.stopwatch()
    findings: list[Finding] = []
    limit = seconds or (session.allowed if session else SECONDS)
    for each in checks:
        left = max(TOTAL * limit - watch.elapsed, limit / 20)
        own = min(limit, left)
        if session is None:
            level = ALPHA / statistical if each.statistical else 0.0
            given = Allotment(level, derived(alone, each.name), own)
            findings.append(each.made(sampler, given))
        else:
            findings.append(_in_session(session, each, sampler, own, seed))
    alpha = sum(each.level for each in findings)
    return findings, alpha, alone if session is None else session.seed


def _in_session(
    session: Session, each: Check, sampler: Sampler, seconds: float, seed: int | None
) -> Finding:
    def made(given: Allotment) -> Finding:
        own = given.seed if seed is None else derived(seed, each.name)
        return each.made(sampler, replace(given, seconds=seconds, seed=own))

    found = session.once(each.name, each.statistical, made)
    recorded(session, found)
    return found
