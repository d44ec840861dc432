"""The conformance suite: named checks of a sampler, each with the clause that it enforces."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from dpproofs.auditing.claim import AnyClaim
from dpproofs.kernel.errors import BadInput
from dpproofs.notebook import shown
from dpproofs.testing import checks
from dpproofs.testing.examples import expect_no_deadline
from dpproofs.testing.failures import Finding, failure
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
from dpproofs.testing.trial import FAILED, PASSED, UNDECIDED, Check, recorded


@cache
def all_checks() -> tuple[Check, ...]:
    """Every check of the folder ``checks``, in the order in which they are made."""
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
        return f"<{_counted(self)}: {'; '.join(told)}>" if told else "()"


def _counted(found: Sequence[Finding]) -> str:
    """How many of these failed, and how many could not be told where there are such."""
    failed = sum(each.verdict == FAILED for each in found)
    unknown = len(found) - failed
    return f"{failed} failed" + (f", {unknown} undecided" if unknown else "")


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
        """What failed and was not expected to, and what could not be told: that is no pass.

        >>> import dpproofs as dp
        >>> from dpproofs.testing import check_sampler
        >>> check_sampler(dp.Laplace(epsilon=1), checks=["law_keeps_the_claim"]).failures
        ()
        """
        return Failures(
            each for each in self.findings
            if each.verdict != PASSED and each.check not in self.expected
        )  # fmt: skip

    def raise_for_failures(self) -> None:
        """Fail with all that the report says, when something is among the failures.

        >>> import dpproofs as dp
        >>> from dpproofs.testing import check_sampler
        >>> check_sampler(dp.Laplace(1), checks=["law_keeps_the_claim"]).raise_for_failures()

        Raises
        ------
        AssertionError
            `PrivacyViolation` where a check of privacy failed, otherwise `ConformanceFailure`;
            `NotAudited` where nothing failed and something could not be told.
        """
        __tracebackhide__ = True
        worst = min(
            self.failures,
            key=lambda each: (each.verdict != FAILED, each.privacy is None),
            default=None,
        )
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
        told = f"{len(self.findings)} checks, {_counted(self.failures)}"
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
