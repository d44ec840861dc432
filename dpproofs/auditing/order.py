"""In which order the audits of a target are made: the same for the command and in Python."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

from dpproofs.auditing.report import AuditReport

# A threshold is held against the claim first, which takes seconds: an interruption of an audit that
# draws for long does not hide what it shows.
ORDER = ("threshold", "sampler", "numbers", "parameters")
DECIDED = 30.0  # seconds of each audit that draws, where computing has shown a violation

Step: TypeAlias = Callable[[AuditReport], Mapping[str, Any]]


def one_after_another(
    found: AuditReport, wanted: Collection[str], steps: Mapping[str, Step]
) -> Iterator[AuditReport]:
    """What is known after each audit that is wanted, up to one that was stopped.

    A step makes its audit and returns what changes in the report.
    """
    for subject in ORDER:
        if subject in wanted and not found.stopped:
            found = replace(found, **steps[subject](found))
            yield found


def time_to_draw(found: AuditReport, seconds: float | None) -> float | None:
    """Seconds for an audit that draws: it ends soon by default where a threshold is too low."""
    decided = found.threshold is not None and found.threshold.verdict == "violation"
    return DECIDED if seconds is None and decided else seconds
