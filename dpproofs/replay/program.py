"""The checker of certificates: every step again, then the verdict that follows."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from dpproofs.replay import methods, reader, rules
from dpproofs.replay.algebra import Fields
from dpproofs.replay.reader import Certificate, Goal, need

GRADES = ("enclosed", "certified", "proved")  # the weaker first

#: What this program does not check, and a reader has to believe.
UNCHECKED = (
    "that the formal statement says what the sentence of the paper means",
    "that functions known by hypotheses and rules only have the intended meaning",
    "the textbook rules listed under 'trusts'",
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
    known = (released() if statements is None else statements).get(found.id)
    is_known, done, failing, reason = known == found.statement_digest, 0, None, ""
    try:
        what = "is not the one of this release" if known else "is not known"
        need(is_known or any_statement, f"statement: {found.id} {what}")
        algebra, last = Fields(), 0
        earlier: dict[str, reader.Step] = {}
        for step in found.steps:
            failing = step.name
            number = int(step.name) if step.name.isascii() and step.name.isdigit() else 0
            fits = last < number and (number == last + 1 or found.verdict == "open")
            need(fits and str(number) == step.name, "the steps are not numbered in order")
            need(set(step.uses) <= set(earlier), "rests on a step that does not come earlier")
            moved = methods.moved(step, earlier, found.parameters)
            need(not moved, f"an unknown function may depend on {sorted(moved)}, which moves")
            grade = methods.show(step, earlier, found.hypotheses, algebra)
            need(grade == step.grade, f"the grade is {grade}, not {step.grade}")
            earlier[step.name], last, done = step, number, done + 1
        failing = None
        _compare(found)
    except (ValueError, ArithmeticError, MemoryError, RecursionError) as problem:
        reason = str(problem) or type(problem).__name__
    return Report(
        not reason, found.id, found.verdict, found.grade, done, failing, reason, found.trusts,
        is_known,
    )  # fmt: skip


def _compare(found: Certificate) -> None:
    """The rules, the verdict and the grade that follow from the steps."""
    applied = [step.evidence for step in found.steps if step.method == "rule"]
    used = {str(evidence["rule"]) for evidence in applied}
    one_meaning = rules.one_meaning(
        [
            (step.evidence["bindings"], step.goal.domain)
            for step in found.steps
            if step.method == "rule"
        ]
    )
    need(one_meaning, "a name stands for two different things in the rules applied")
    new = rules.new_places([evidence["bindings"] for evidence in applied], found.hypotheses)
    need(new, "the name of a place that a rule finds is spoken of already")
    if found.verdict == "open":  # claims nothing; steps that were not established are left out
        need(found.grade is None and used <= set(found.trusts), "grade or trusts of an open claim")
        return
    need(sorted(used) == list(found.trusts), "trusts: not the rules that the steps use")
    verdict = _verdict(found)
    need(verdict == found.verdict, f"verdict: {verdict} follows, not {found.verdict}")
    grade = min((step.grade for step in found.steps), key=GRADES.index, default=None)
    need(grade == found.grade, f"grade: the weakest step has {grade}, not {found.grade}")


def _verdict(found: Certificate) -> str:
    shown = {step.goal for step in found.steps if step.method != "assume"}
    failing = {
        Goal(goal.claim["proposition"], goal.domain) for goal in shown if goal.claim.kind == "fails"
    }
    need(not failing & shown, "verdict: a goal is both established and refuted")
    if failing & set(found.printed) and set(found.corrected) <= shown:
        return "corrected" if found.corrected else "refuted"
    if not shown or not {*found.printed, *found.corrected} <= shown:
        return "open"
    return "definition" if found.definition else "holds"
