"""What checks find, and the assertions that a test fails with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from dpproofs.testing.privacy import PrivacyReport


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


class ConformanceFailure(AssertionError):
    """A sampler does not do what a clause says.

    Attributes
    ----------
    finding
        Of the check.
    reproduce
        How to have it again.

    Examples
    --------
    >>> from dpproofs.testing import ConformanceFailure, PrivacyViolation
    >>> [each.__name__ for each in PrivacyViolation.__mro__[:3]]
    ['PrivacyViolation', 'ConformanceFailure', 'AssertionError']
    """

    def __init__(self, text: str, finding: Finding, reproduce: str) -> None:
        super().__init__(text)
        self.finding, self.reproduce = finding, reproduce

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.finding, self.reproduce)

    @property
    def report(self) -> PrivacyReport | None:
        """The report of a check of privacy; None of another check.

        >>> from dpproofs.testing import PrivacyViolation, assert_private
        >>> try:
        ...     assert_private(lambda value, size, rng: [value] * size, epsilon=1, max_draws=2000)
        ... except PrivacyViolation as violation:
        ...     print(violation.report.verdict)
        violation
        """
        return self.finding.privacy


class PrivacyViolation(ConformanceFailure):
    """A sampler breaks its claim of privacy: ``report`` has the witness.

    >>> from dpproofs.testing import PrivacyViolation, assert_private
    >>> try:
    ...     assert_private(lambda value, size, rng: [value] * size, epsilon=1, max_draws=2000)
    ... except PrivacyViolation as violation:
    ...     print(type(violation).__name__)
    PrivacyViolation
    """


class NotAudited(ConformanceFailure):
    """Nothing can be said: the sampler failed, or too little was drawn.

    >>> import dpproofs as dp
    >>> from dpproofs.testing import NotAudited, assert_private
    >>> try:
    ...     assert_private(dp.Laplace(epsilon=1), max_draws=2)
    ... except NotAudited as unknown:
    ...     print(type(unknown).__name__)
    NotAudited
    """


def failure(found: Finding, reproduce: str) -> ConformanceFailure:
    """The assertion for a finding that did not pass: what was seen, and how to see it again."""
    lines = [*found.evidence]
    kind: type[ConformanceFailure]
    if found.verdict == "undecided":
        kind, lines = NotAudited, [f"{found.check} could not tell:", *lines]
    elif found.privacy is not None:
        kind = PrivacyViolation
    else:
        kind, lines = ConformanceFailure, [f"{found.check} ({found.clause})", *lines]
    return kind("\n".join([*lines, f"reproduce {reproduce}"]), found, reproduce)
