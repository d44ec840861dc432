"""The checker of certificates: every step again, then the verdict that follows."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from dpproofs.replay import methods, reader
from dpproofs.replay.reader import Certificate, Goal, Rejected, Step

GRADES = ("cited", "statistical", "computed", "enclosed", "certified", "proved")

#: What this program does not check, and a reader has to believe.
UNCHECKED = (
    "that the formal statement says what the sentence of the paper means",
    "that hypotheses (functions of which nothing else is known) have the intended meaning",
    "the textbook rules listed under 'trusts', and the meaning of the names they are applied to",
    "that steps graded 'computed' are true beyond the digits that were compared",
    "FLINT and Arb, python-flint, Python, and the machine",
)


@dataclass(frozen=True)
class Report:
    """What was found about one certificate."""

    accepted: bool
    id: str
    verdict: str
    grade: str | None
    steps: int
    failing: str | None
    reason: str
    trusts: tuple[str, ...]
    known: bool


@cache
def released() -> Mapping[str, str]:
    """The digest of every statement of this release, by its id."""
    text = resources.files("dpproofs.replay").joinpath("statements.json").read_text("utf-8")
    found: dict[str, str] = json.loads(text)
    return found


def statement_digest(statement: Mapping[str, Any]) -> str:
    """What ``statements.json`` holds for a statement as it stands in a certificate."""
    return reader.digest(dict(statement))


def replay_file(path: str | Path, **options: Any) -> Report:
    """Replay the certificate in a file (options as for :func:`replay`).

    Raises
    ------
    Rejected
        When the file cannot be read or is not a well-formed certificate.
    """
    try:
        with Path(path).open("rb") as file:
            data = file.read(reader.BYTES + 1)
    except OSError as problem:
        raise Rejected(f"{path}: {problem.strerror or problem}") from None
    return replay(reader.parse(data), **options)


def replay(
    document: Any, *, statements: Mapping[str, str] | None = None, any_statement: bool = False
) -> Report:
    """Do the mathematics of a certificate again and compare what it says about itself.

    Parameters
    ----------
    document
        The certificate as JSON data.
    statements
        Digests of the statements that are accepted, by id; those of this release unless given.
    any_statement
        Accept a statement that is not among them; the report says so.

    Raises
    ------
    Rejected
        When the document is not a well-formed certificate.
    """
    found = reader.read(document)
    known = released() if statements is None else statements
    is_known = known.get(found.id) == found.statement_digest
    done, failing, reason = 0, None, ""
    try:
        if not (is_known or any_statement):
            what = "is not the one of this release" if found.id in known else "is not known"
            raise Rejected(f"statement: {found.id[:80]} {what}")
        for done, step in enumerate(found.steps):
            failing = step.name[:20]
            _replay_step(found, done, step)
        done, failing = len(found.steps), None
        _compare(found)
    except (ValueError, ArithmeticError, MemoryError, RecursionError) as problem:
        reason = str(problem) or type(problem).__name__
    return Report(
        not reason,
        found.id,
        found.verdict,
        found.grade,
        done,
        failing,
        reason,
        found.trusts,
        is_known,
    )


def _replay_step(found: Certificate, place: int, step: Step) -> None:
    """One step: its name, what it rests on, its mathematics, its grade."""
    before = {earlier.name: earlier for earlier in found.steps[:place]}
    if step.name in before or not (step.name.isascii() and step.name.isdigit()):
        raise Rejected("a step's name is not its number")
    if int(step.name) != place + 1:
        raise Rejected("the steps are not numbered in order")
    if not set(step.uses) <= set(before):
        raise Rejected("rests on a step that does not come earlier")
    grade = methods.show(step, before, found.hypotheses)
    if grade != step.grade:
        raise Rejected(f"the grade is {grade}, not {step.grade[:20]}")


def _compare(found: Certificate) -> None:
    """The verdict, the grade and the rules that follow from the steps."""
    verdict = _verdict(found)
    if verdict != found.verdict:
        raise Rejected(f"verdict: {verdict} follows from the steps, not {found.verdict[:20]}")
    grade = min((step.grade for step in found.steps), key=GRADES.index, default=None)
    if grade != found.grade:
        raise Rejected(f"grade: the weakest step has {grade}, not {str(found.grade)[:20]}")
    trusts = sorted({str(s.evidence["rule"]) for s in found.steps if s.method == "rule"})
    if trusts != list(found.trusts):
        raise Rejected("trusts: not the rules that the steps use")


def _verdict(found: Certificate) -> str:
    shown = {step.goal for step in found.steps}
    failing = {
        Goal(goal.claim["proposition"], goal.domain) for goal in shown if goal.claim.kind == "fails"
    }
    if failing & shown:
        raise Rejected("verdict: a goal is both established and refuted")
    if failing & set(found.printed) and set(found.corrected) <= shown:
        return "corrected" if found.corrected else "refuted"
    if not {*found.printed, *found.corrected} <= shown or not (found.printed or found.definition):
        return "open"
    return "definition" if found.definition else "holds"
