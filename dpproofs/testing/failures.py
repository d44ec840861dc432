"""The assertions that a test fails with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dpproofs.testing.privacy import PrivacyReport
    from dpproofs.testing.suite import Finding


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
