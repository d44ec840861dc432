"""Steps of a claim in which one number is altered, and the words with which replay refuses them."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from dpproofs.kernel.certificate import digest
from dpproofs.kernel.derivation import Step
from dpproofs.kernel.errors import BadInput
from dpproofs.kernel.mutation import Twin, twins
from dpproofs.render.content import Result, Shown, shown
from dpproofs.replaying.program import replay
from dpproofs.verifying import is_false

MOST, OF_A_STEP = 4, 2  # refusals that are shown
FEW = 6  # steps with which one is put to replay: more would take long, and show nothing else
TRIED = 20  # twins of a step
LONGEST = 600  # letters of LaTeX
NUMBER = re.compile(r"(?:\w+: )?(-?[\d/]+) -> (-?[\d/]+)|\w+: (exponent raised|plus 1)")

Line = Mapping[str, Any]


@dataclass(frozen=True)
class Refused:
    """What replay refuses.

    Attributes
    ----------
    step
        The step that was altered.
    change
        What was altered, such as "2 → 3".
    shown
        The goal as altered.
    reason
        Why replay refuses it.
    """

    step: str
    change: str
    shown: Shown
    reason: str


def refusals(result: Result) -> tuple[Refused, ...]:
    """Return what replay refuses of the steps of a claim once a number is altered; MOST at most.

    Each altered goal is false at some point that was tried. It stands in its step's place, after
    the steps that this one needs; with the step as it is, replay accepts them.
    """
    return tuple(islice(_refusals(result), MOST))


def _refusals(result: Result) -> Iterator[Refused]:
    document = result.verdict.certificate
    lines = {line["name"]: line for line in document["steps"]}
    given = {found.name for found in result.statement.given}
    for step in result.derivation.steps:
        if step.name not in lines or step.method in ("assume", "cite"):
            continue
        needed = _needed(lines, step.name)
        if len(needed) > FEW or not _accepts(document, needed):
            continue
        altered = (twin for twin in _numbers(step) if _is_false(twin, step, result))
        for twin in islice(altered, OF_A_STEP):
            goal = shown(twin.goal, given)
            line = {**lines[step.name], **twin.goal.to_json()}
            report = replay(_part(document, [*needed[:-1], line]), any_statement=True)
            if report.failing == step.name and len(goal.latex) < LONGEST:
                yield Refused(step.name, _said(twin), goal, report.reason)


def _numbers(step: Step) -> list[Twin]:
    """The first twins of a step in which a number is another one; last those with a new number."""
    numeric = (twin for twin in twins(step.goal) if NUMBER.fullmatch(twin.change))
    return sorted(islice(numeric, TRIED), key=lambda twin: "->" not in twin.change)


def _is_false(twin: Twin, step: Step, result: Result) -> bool:
    """Whether a twin is seen to be false; where a step is over a region of its own, it may not."""
    try:
        return is_false(twin, step.goal, result.statement)
    except BadInput:
        return False


def _said(twin: Twin) -> str:
    """What was altered, in words."""
    old, new, other = NUMBER.fullmatch(twin.change).groups()  # type: ignore[union-attr]  # fits
    return f"{old} → {new}" if old else {"plus 1": "1 added"}.get(other, "an exponent raised by 1")


def _needed(lines: Mapping[str, Line], name: str) -> list[Line]:
    """The steps on which one rests, what is introduced before it, and the step itself."""
    earlier = list(lines)[: list(lines).index(name)]
    kinds = {each: lines[each]["proposition"]["kind"] for each in earlier}
    wanted = {name, *(each for each, kind in kinds.items() if kind in ("define", "obtain"))}
    for each in (name, *reversed(earlier)):
        if each in wanted:
            wanted.update(lines[each]["uses"])
    return [lines[each] for each in (*earlier, name) if each in wanted]


def _accepts(document: Line, lines: list[Line]) -> bool:
    return replay(_part(document, lines), any_statement=True).accepted


def _part(document: Line, lines: list[Line]) -> dict[str, Any]:
    """A certificate with some of its steps, which for that reason decides nothing."""
    trusts = {str(line["evidence"]["rule"]) for line in lines if line["method"] == "rule"}
    undecided = {"verdict": "open", "grade": None, "trusts": sorted(trusts), "steps": lines}
    part = {**document, **undecided}
    return {**part, "digest": digest(part)}
