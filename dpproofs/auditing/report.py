"""What the audits of one target found, all that were asked for: one report, and one verdict."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.record import (
    AuditRecord,
    FailureRecord,
    NumbersRecord,
    Recorded,
    SamplerRecord,
    ThresholdRecord,
)
from dpproofs.auditing.target import About

if TYPE_CHECKING:
    from dpproofs.auditing.numbers import NumbersReport
    from dpproofs.auditing.parameters import ParameterReport
    from dpproofs.auditing.sampler import SamplerReport

SUBJECTS = ("sampler", "numbers", "parameters", "threshold")
WEIGHT = ("violation", "error", "undecided", "no violation found")  # what matters most comes first


def together(verdicts: Sequence[str]) -> str:
    """One verdict for several audits: the one that matters most."""
    for verdict in WEIGHT:
        if verdict in verdicts:
            return verdict
    return verdicts[0] if verdicts else "not run"


@dataclass(frozen=True, repr=False)
class AuditReport(Recorded):
    """What was found; None for audits that were not asked for.

    Attributes
    ----------
    about, claim, alpha, seed
        What was audited, and how.
    sampler, numbers, parameters, threshold
        What each audit found on the claim.
    others
        The audit of the parameters over a range of other claims, for a target that is calibrated to
        its claim. It is told, and decides nothing on the claim that was asked about.
    failure
        What the target did wrong in the audit of the numbers.
    stopped
        Whether it was interrupted, so that later audits are missing.
    reproduce
        A command that does it again; empty where there is none.
    """

    about: About
    claim: PrivacyClaim
    alpha: float = 0.05
    seed: int = 0
    sampler: SamplerReport | None = None
    numbers: NumbersReport | None = None
    parameters: ParameterReport | None = None
    threshold: ThresholdRecord | None = None
    others: ParameterReport | None = None
    failure: str | None = None
    stopped: bool = False
    reproduce: str = ""

    @property
    def verdicts(self) -> dict[str, str]:
        """The verdict of each audit on the claim."""
        found = {name: getattr(self, name) for name in SUBJECTS}
        verdicts = {name: str(r.verdict) for name, r in found.items() if r is not None}
        return verdicts | ({} if self.failure is None else {"numbers": "error"})

    @property
    def verdict(self) -> str:
        """The one that matters most: "violation" if any audit found one."""
        return together([*self.verdicts.values()])

    def __repr__(self) -> str:
        each = ", ".join(f"{name}: {verdict}" for name, verdict in self.verdicts.items())
        return (
            f"<{type(self).__name__} {self.about.name}: {self.verdict} ({each or 'nothing ran'})>"
        )

    def record(self) -> AuditRecord:
        """Everything as data; what is said of the sampler is on top."""
        top = self._top()
        said = {item.name: getattr(top, item.name) for item in fields(top)}
        ranges = [report.record() for report in (self.parameters, self.others) if report]
        changed = {
            "verdict": self.verdict,
            "error": top.error or self.failure,
            "interrupted": self.stopped,
            "reproduce": self.reproduce,
            "pictures": self.sampler and self.sampler.pictures(),
        }
        return AuditRecord(
            **(said | changed),
            verdicts=self.verdicts,
            numbers=self._numbers(),
            parameters=tuple(ranges) or None,
            other_claims=None if self.others is None else self.others.verdict,
            threshold=self.threshold,
        )

    def _numbers(self) -> NumbersRecord | FailureRecord | None:
        if self.failure is not None:
            return FailureRecord("error", self.failure)
        return None if self.numbers is None else self.numbers.record()

    def _top(self) -> SamplerRecord:
        if self.sampler is not None:
            return self.sampler.record()
        about = self.about
        return SamplerRecord(
            target=about.name,
            library=about.library or None,
            version=about.version or None,
            arguments=dict(about.arguments),
            claim=self.claim,
            verdict=self.verdict,
            alpha=self.alpha,
            seed=self.seed,
        )
