"""Sentences that go on from another one: its goals and steps, and more of both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.proof import Proof
from dpproofs.verifying import check_steps


@dataclass(frozen=True)
class ProofLine:
    """A goal with the method that decides it, the places of the lines that it uses, and hints; what
    is not ``claimed`` is a step only.
    """

    goal: Goal
    by: str
    because: str
    hints: dict[str, Any] = field(default_factory=dict)
    uses: tuple[int, ...] = ()
    claimed: bool = True


def extended(
    base: Claim | None, name: str, group: str, title: str, printed: str, lines: Sequence[ProofLine],
    *, note: str = "",
) -> Claim:  # fmt: skip
    """A claim that says what another one says, and some lines besides."""
    goals = tuple(line.goal for line in lines if line.claimed)
    if base is None:
        statement = Statement(
            id=name, paper="derived", item=group, title=title, printed_latex=printed, printed=goals,
            note=note,
        )  # fmt: skip
    else:
        statement = replace(
            base.printed, id=name, title=title, printed_latex=printed,
            printed=tuple(dict.fromkeys((*base.printed.printed, *goals))),
        )  # fmt: skip
    earlier = () if base is None else base.derivation.steps

    def derive() -> Derivation:
        proof = Proof(lines[0].goal.domain, statement)
        for step in earlier:
            proof.shows(
                step.goal.proposition, on=step.goal.domain, by=step.method, because=step.reason,
                uses=step.uses, latex=step.latex, besides=step.besides, **step.hints,
            )  # fmt: skip
        names: list[str] = []
        for line in lines:
            uses = tuple(names[place] for place in line.uses)
            hints = dict(line.hints)
            if "facts" in hints:
                hints["facts"] = [(names[k], at, factor) for k, at, factor in hints["facts"]]
            names.append(
                proof.concludes(line.goal, by=line.by, because=line.because, uses=uses, **hints)
            )
        return proof.done()

    return Claim(statement, derive)


def joined(first: Claim | None, second: Claim | None, name: str) -> Claim | None:
    """A claim that says what two claims say, with the steps of both; None without either."""
    if first is None or second is None:
        return None
    one, other = first.printed, second.printed
    statement = replace(
        one, id=name, title=f"{one.title}, and {other.title}",
        printed=tuple(dict.fromkeys((*one.printed, *other.printed))),
        definitions=tuple(dict.fromkeys((*one.definitions, *other.definitions))),
    )  # fmt: skip

    def derive() -> Derivation:
        proof = Proof(one.printed[0].domain, statement)
        for claim in (first, second):
            names: dict[str, str] = {}
            for step in claim.derivation.steps:
                hints = dict(step.hints)
                if "facts" in hints:
                    hints["facts"] = [(names[f], at, times) for f, at, times in hints["facts"]]
                names[step.name] = proof.shows(
                    step.goal.proposition, on=step.goal.domain, by=step.method,
                    because=step.reason, uses=tuple(names[use] for use in step.uses),
                    latex=step.latex, besides=step.besides, **hints,
                )  # fmt: skip
        return proof.done()

    return Claim(statement, derive)


def decided(lines: Sequence[ProofLine]) -> bool:
    """Whether the checkers establish some lines by themselves; nothing needs to be established
    where there are none.
    """
    if not lines:
        return True
    claim = extended(None, "trial", "trial", "a trial", "", lines)
    return all(f.established for f in check_steps(claim.statement, claim.derivation))
