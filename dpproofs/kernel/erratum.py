"""What a reader of a paper needs to know of an error, beside what is proved of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from enum import IntEnum
from typing import Any


class Severity(IntEnum):
    """How far an error of a paper reaches; a smaller value reaches farther."""

    result = 1
    argument = 2
    misprint = 3

    @property
    def told(self) -> str:
        """What it means, as a heading says it."""
        return _TOLD[self]


_TOLD = {
    Severity.result: "A theorem or a headline is false",
    Severity.argument: "A proof or a hypothesis fails, and the theorem stands",
    Severity.misprint: "A misprint",
}


@dataclass(frozen=True)
class Patch:
    """A change of a paper's line.

    Attributes
    ----------
    printed
        LaTeX or words of the paper, as it prints them.
    corrected
        What to print in their place.
    """

    printed: str
    corrected: str


@dataclass(frozen=True)
class Erratum:
    """How far an error reaches, and how its paper's lines are mended.

    What is printed, why it is false and what holds instead is the business of the statement to
    which it belongs.

    Attributes
    ----------
    severity
        How far the error reaches.
    changes
        What it changes for somebody who uses the result, in one sentence.
    patches
        The changes of the paper's lines, in the order of the paper.
    """

    severity: Severity
    changes: str
    patches: tuple[Patch, ...]

    def to_json(self) -> dict[str, Any]:
        """The erratum as ``errata --json`` prints it."""
        return {
            "severity": int(self.severity),
            "changes": self.changes,
            "patches": [asdict(patch) for patch in self.patches],
        }


def by_severity(errata: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Errata as JSON, those that reach farthest first, and last those of which it is not said."""
    return sorted(errata, key=lambda found: found.get("severity", len(Severity) + 1))
