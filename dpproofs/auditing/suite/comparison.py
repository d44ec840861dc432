"""What is new between two reports of the field, such as those of two releases of a library."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dpproofs.auditing.record import EntryRecord, FieldRecord
from dpproofs.auditing.report import SUBJECTS

NEW, GONE, CHANGED = "new violation", "gone", "changed"
ADDED, LOST, UNKNOWN = "new mechanism", "no longer there", "no longer decided"
DECIDED = ("violation", "no violation found")
ABSENT = "not audited"


@dataclass(frozen=True)
class ChangeRecord:
    """One difference.

    Attributes
    ----------
    target
        The mechanism.
    what
        "new violation", an audit that was confirmed to find one and did not before; "gone", the
        reverse, where that audit found nothing; "no longer decided", where there is no verdict now;
        "changed", another conclusion without these; "new mechanism" and "no longer there".
    audit
        Which of the audits; empty where it is about the mechanism as a whole.
    before, after
        The version of the library and the conclusion, then and now.
    reproduce
        A command that shows a new violation.
    """

    target: str
    what: str
    audit: str
    before: str
    after: str
    reproduce: str = ""


def compared(old: FieldRecord, new: FieldRecord, *, finished: bool = True) -> list[ChangeRecord]:
    """Return what differs between two reports, for the libraries that the new one is about.

    Mechanisms of other libraries are compared where both have them: an adapter made none of these.
    In a run that is not ``finished`` no mechanism is missed.
    """
    after = {entry.target: entry for entry in new.entries}
    kept = [e for e in old.entries if e.library in new.libraries or e.target in after]
    before = {e.target: e for e in kept if finished or e.target in after}
    found: list[ChangeRecord] = []
    for target in dict.fromkeys([*before, *after]):
        then, now = before.get(target), after.get(target)
        if now is None:
            found.append(ChangeRecord(target, LOST, "", _said(then), ABSENT))
        elif then is None:
            found += [ChangeRecord(target, ADDED, "", ABSENT, _said(now)), *_between(None, now)]
        else:
            changes = [*_between(then, now)]
            if not changes and then.kind != now.kind:
                what = CHANGED if now.verdict in DECIDED else UNKNOWN
                changes = [ChangeRecord(target, what, "", _said(then), _said(now))]
            found += changes
    return found


def _between(then: EntryRecord | None, now: EntryRecord) -> Iterator[ChangeRecord]:
    """The audits that found a violation in one of the two only."""
    ends = _said(then), _said(now)
    was, broken = {} if then is None else _broken(then), _broken(now)
    for audit in SUBJECTS:
        if audit in broken and audit not in was:
            yield ChangeRecord(now.target, NEW, audit, *ends, broken[audit])
        elif audit in was and audit not in broken:
            verdicts = now.audits.verdicts(audit)
            clean = bool(verdicts) and all(v.startswith("no violation") for v in verdicts)
            yield ChangeRecord(now.target, GONE if clean else UNKNOWN, audit, *ends)


def _broken(entry: EntryRecord) -> dict[str, str]:
    """The audits with a confirmed finding, each with a command that shows the first one."""
    return {f.audit: f.reproduce for f in reversed(entry.findings) if f.agrees}


def _said(entry: EntryRecord | None) -> str:
    return ABSENT if entry is None else f"{entry.version}, {entry.kind}"


def unlike(old: FieldRecord, new: FieldRecord) -> list[str]:
    """Return how else the two runs differ: what is new may be due to that."""
    names = ("dpproofs", "seconds_each", "seed", "alpha")
    ends = ((name, getattr(old, name), getattr(new, name)) for name in names)
    return [f"{name} {then} then, {now} now" for name, then, now in ends if then != now]
