"""What a reader of a paper needs to know of an error, beside what is proved of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dpproofs.kernel.proposition import Proposition


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
    return sorted(errata, key=lambda erratum: erratum.get("severity", len(Severity) + 1))


_VALUE = r"(?:exp\((\w+)\)|(\w+)) = ([^\s,:;]+(?: log[ (]\w+\)?)?)"
_LIST = rf"{_VALUE}(?:(?:, | and |, and ){_VALUE})*"
_VALUES = re.compile(rf"^(?:at |for )?({_LIST})(:|,)? (?![=<>]|and\b)")


def apart(reason: str, claim: Proposition) -> str:
    """Why something fails at a point, without the values of the point where it begins with them.

    >>> import sympy as sp
    >>> from dpproofs.kernel.proposition import Fails, that
    >>> x = sp.Symbol("x")
    >>> apart("x = 2: 4 is not 2", Fails(that(x**2) == x, ((x, sp.Integer(2)),)))
    '4 is not 2'
    """
    begins = _VALUES.match(reason)
    if begins is None:
        return reason
    point = {symbol.name: value for symbol, value in getattr(claim, "point", ())}
    values = list(re.finditer(_VALUE, begins.group(1)))
    kept = [found.group() for found in values if (found.group(1) or found.group(2)) not in point]
    rest = reason[begins.end() :]
    if len(kept) == len(values):
        return reason
    return f"with {' and '.join(kept)}, {rest}" if kept else rest
