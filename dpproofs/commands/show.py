"""``dpproofs show``: one claim, what is known of it, and how it is derived."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from dpproofs._version import __version__
from dpproofs.commands import exits, options, output

if TYPE_CHECKING:
    from rich.console import RenderableType

    from dpproofs.stored import Stored

VERDICTS = {
    "holds": "what is stated is established",
    "corrected": "what the paper prints fails or lacks an assumption; what holds is established",
    "refuted": "what the paper prints fails, and no true version is known to us",
    "open": "undecided",
    "definition": "an object is introduced; what is stated of it is established",
}
GRADES = {
    "proved": "exact algebra, or an exact argument with its side conditions",
    "certified": "a rational certificate that can be multiplied out",
    "enclosed": "ball arithmetic over the whole region",
    "computed": "agreement of digits at points",
    "statistical": "draws, at a stated level",
    "cited": "taken from a reference; never counted as established",
}
# What the whole sentence is called; where nothing is decided, it is only claimed.
SENTENCES = {
    "holds": "proved",
    "definition": "proved",
    "corrected": "decided",
    "refuted": "decided",
}


@click.command("show", short_help="Show one claim: what it says, its verdict, its derivation.")
@options.some_claims
@options.as_json
def command(claims: tuple[str, ...], as_json: bool) -> int:
    """Show claims: what they say, the verdict and how it is known, and the steps of the derivation.

    The verdict is the one that was found when this release was made, and is told only for the very
    statement that was checked; "dpproofs verify CLAIM" checks it anew.
    """
    from dpproofs.stored import stored

    names = options.chosen(claims)
    results, without = stored(names)
    known = {result.id: result for result in results}
    found = [told(name, known.get(name)) for name in names]
    if as_json:
        output.print_json({"dpproofs": __version__, "claims": found})
    else:
        console = output.standard_output()
        for number, claim in enumerate(found):
            output.show(console, *([""] if number else []), *page(claim))
    for name in without:
        click.echo(f"not checked as it stands: see 'dpproofs verify {name}'", err=True)
    undecided = without or any(result.verdict == "open" for result in results)
    return exits.OPEN if undecided else exits.WELL


def told(name: str, result: Stored | None) -> dict[str, Any]:
    """A claim as ``--json`` prints it."""
    from dpproofs.render.sentence import text
    from dpproofs.theorems.registry import find, papers

    claim = find(name)
    statement, derivation = claim.statement, claim.derivation
    decided = result is not None and result.verdict != "open"
    return {
        "id": name,
        "paper": statement.paper,
        "paper_title": papers()[statement.paper],
        "item": statement.item,
        "title": statement.title,
        "statement": statement.printed_latex,
        "statement_text": statement.printed_text or None,
        "sentence": text(statement, derivation if decided else None),
        "verdict": result and result.verdict,
        "grade": result and result.grade,
        "coq": result is not None and result.checked_by_coq,
        "coq_trusts": list(result.trusted_by_coq) if result else [],
        "coq_reason": (result and result.unproved_by_coq) or None,
        "mutants": result and result.mutants,
        "digits": result and result.digits,
        "numbers": result and result.numbers,
        "erratum": result and result.erratum,
        "note": statement.note,
        "module": claim.module,
        "derivation": [
            {
                "step": step.name,
                "method": step.method,
                "reason": step.reason,
                "uses": list(step.uses),
            }
            for step in derivation.steps
        ],
    }


# -- for people -----------------------------------------------------------------------------------


def page(claim: dict[str, Any]) -> Iterator[RenderableType]:
    """A claim as text."""
    from rich.text import Text

    yield Text.assemble((claim["id"], "bold"), f"  {claim['item']}  {claim['title']}")
    yield output.labelled(_facts(claim))
    yield ""
    steps = claim["derivation"]
    yield Text(f"{len(steps)} step{'' if len(steps) == 1 else 's'}", style="bold")
    yield output.labelled([(step["step"], _step(step)) for step in steps], right=True)


def _facts(claim: dict[str, Any]) -> list[tuple[str, str]]:
    facts = [
        ("verdict", _verdict(claim)),
        ("paper", claim["paper_title"]),
        ("printed", " ".join((claim["statement_text"] or claim["statement"]).split())),
        (SENTENCES.get(claim["verdict"], "claimed"), claim["sentence"]),
    ]
    if claim["erratum"]:
        parts = ("counterexample", "corrected", "changes")
        facts += [(part, claim["erratum"].get(part) or "-") for part in parts]
    if claim["note"]:
        facts.append(("note", claim["note"]))
    return [*facts, ("module", claim["module"])]


def _verdict(claim: dict[str, Any]) -> str:
    verdict, grade = claim["verdict"], claim["grade"]
    if verdict is None:
        return "not checked as it stands"
    how = f"; {grade}: {GRADES[grade]}" if grade else ""
    mutants = claim["mutants"]
    killed = f"; mutants killed {mutants['killed']} of {mutants['tried']}" * bool(mutants["tried"])
    checked = "; every step checked by Coq as well" * claim["coq"]
    if claim["coq_trusts"]:
        checked += f", given what it has not proved: {', '.join(claim['coq_trusts'])}"
    if claim["coq_reason"]:
        checked = f"; not proved by Coq: {claim['coq_reason']}"
    return f"{verdict}: {VERDICTS[verdict]}{how}{killed}{checked}"


def _step(step: dict[str, Any]) -> str:
    uses = f"; uses {', '.join(step['uses'])}" if step["uses"] else ""
    return f"{step['reason']}  [{step['method']}{uses}]"
