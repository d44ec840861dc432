"""What the audits of one mechanism come to, in one phrase."""

from __future__ import annotations

from collections.abc import Iterator

from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.parameters.claims import is_usual
from dpproofs.auditing.record import EntryRecord, FindingRecord, ParametersRecord
from dpproofs.auditing.report import SUBJECTS

VIOLATES = "violates its documented claim"
RARELY = "violates its claim at uncommon parameters only"
NUMBERS = "keeps its claim but for the numbers"
FAILS = "crashes or hangs at a claim that it takes"
UNCONFIRMED = "unconfirmed"
COSTS = "costs more than it needs"
KEEPS = "keeps its claim as far as tested"
UNDECIDED = "not decided"
CONCLUSIONS = (VIOLATES, RARELY, FAILS, NUMBERS, UNCONFIRMED, COSTS, KEEPS, UNDECIDED)

SLOW = "TooSlow: "  # how the reason of an audit of the parameters begins that waited in vain
SLIGHT = 1.001  # violations of parameters by less are told as such, and are no findings
WASTE = 1.01  # a ratio of costs, from which on it is worth a word
SAME = "the same noise, scaled to the claim"


def concluded(entry: EntryRecord) -> str:
    """The strongest of `CONCLUSIONS` that an entry bears out.

    Noise "costs more than it needs" when less of the same noise would keep the claim. That another
    noise would be cheaper is listed among the costs and is no fault.
    """
    broken = set(entry.broken_by)
    if broken - {"numbers"}:
        return VIOLATES
    if any(_rarely(finding) for finding in entry.findings):
        return RARELY
    if entry.failures:
        return FAILS
    if broken:
        return NUMBERS
    if any(common(finding) for finding in entry.findings):
        return UNCONFIRMED
    verdicts = {verdict for subject in SUBJECTS for verdict in entry.audits.verdicts(subject)}
    if not any(verdict.startswith("no violation") for verdict in verdicts):
        return UNDECIDED
    return COSTS if wasted(entry) else KEEPS


def unanswered(report: ParametersRecord) -> Iterator[str]:
    """What an audit of the parameters came to wait for in vain, in words."""
    for reason, times in report.claims.refused.items():
        if reason.startswith(SLOW):
            claims = "claim" if times == 1 else "claims"
            yield f"for {times:,} {claims} of the range it draws for ever, or answers too late"


def _rarely(finding: FindingRecord) -> bool:
    return finding.agrees and not common(finding)


def common(finding: FindingRecord) -> bool:
    """Whether it is at a claim that people make; what fails elsewhere only is noted.

    The audits that draw are at such claims; otherwise it is as `is_usual` says.
    """
    return finding.audit != "parameters" or is_usual(finding.claim)


def verdict(entry: EntryRecord) -> str:
    """Over all audits, as in a report of one of them."""
    if entry.broken_by or entry.kind == RARELY:
        return "violation"
    if entry.kind in (UNCONFIRMED, FAILS):
        return "unconfirmed" if entry.kind == UNCONFIRMED else "error"
    return "unknown" if entry.kind == UNDECIDED else "no violation found"


def wasted(entry: EntryRecord) -> list[str]:
    """Where less of the same noise would do, in words."""
    return [
        f"at {promise(cost.claim)} E|X|^{cost.power} is {float(cost.ratio[0]):.4g} times "
        f"that of {cost.reference}"
        for cost in entry.costs
        if cost.reference == SAME and float(cost.ratio[0]) > WASTE
    ]


def promise(claim: PrivacyClaim) -> str:
    """The three numbers of a claim with their names."""
    numbers = claim.epsilon, claim.delta, claim.sensitivity
    names = "epsilon", "delta", "sensitivity"
    return ", ".join(f"{name} {value:g}" for name, value in zip(names, numbers, strict=True))
