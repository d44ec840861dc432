"""What the audits of one target found, all that were asked for: one report, and one verdict."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from dpproofs.audit.claim import PrivacyClaim
from dpproofs.audit.target import About

if TYPE_CHECKING:
    from dpproofs.audit.numbers import NumbersReport
    from dpproofs.audit.parameters import ParameterReport
    from dpproofs.audit.sampler import SamplerReport
    from dpproofs.audit.thresholds import ThresholdReport

SUBJECTS = ("sampler", "numbers", "parameters", "threshold")
WEIGHT = ("violation", "error", "undecided", "no violation found")  # what matters most comes first


def together(verdicts: Sequence[str]) -> str:
    """One verdict for several audits: the one that matters most."""
    for verdict in WEIGHT:
        if verdict in verdicts:
            return verdict
    return verdicts[0] if verdicts else "not run"


@dataclass(frozen=True, repr=False)
class AuditReport:
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
    threshold: ThresholdReport | None = None
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

    def to_json(self) -> dict[str, Any]:
        """Everything as plain data; the keys of the sampler's audit are on top."""
        parts = [report for report in (self.parameters, self.others) if report is not None]
        numbers = None if self.numbers is None else self.numbers.to_json()
        if self.failure is not None:
            numbers = {"verdict": "error", "error": self.failure}
        top = self._top()
        return top | {
            "verdict": self.verdict,
            "verdicts": self.verdicts,
            "error": top["error"] or self.failure,
            "interrupted": self.stopped,
            "numbers": numbers,
            "parameters": [report.to_json() for report in parts] or None,
            "other_claims": None if self.others is None else self.others.verdict,
            "threshold": None if self.threshold is None else self.threshold.to_json(),
            "reproduce": self.reproduce,
            "pictures": self._pictures(),
        }

    def _top(self) -> dict[str, Any]:
        if self.sampler is not None:
            return self.sampler.to_json()
        about = self.about
        return {
            "target": about.name,
            "library": about.library or None,
            "version": about.version or None,
            "arguments": dict(about.arguments),
            "claim": asdict(self.claim),
            "alpha": self.alpha,
            **dict.fromkeys(("evidence", "witness", "epsilon_low", "delta_low", "error")),
            "seed": self.seed,
        }

    def _pictures(self) -> dict[str, Any]:
        if self.sampler is None:
            return {}
        histogram = self.sampler.histogram
        return {
            "history": [list(entry) for entry in self.sampler.history],
            "histogram": None if histogram is None else histogram.to_json(),
        }
