"""``dpproofs show``: one claim, what is known of it, and its proof."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from dpproofs._version import __version__
from dpproofs.commands import exits, options, output
from dpproofs.commands.known import KnownClaims, known

if TYPE_CHECKING:
    from dpproofs.kernel.derivation import Claim
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
WIDTH = 80  # columns, on a wider terminal and in a file as well


@click.command("show", short_help="Show one claim: what it says, its verdict, its proof.")
@options.some_claims
@click.option("--steps", is_flag=True, help="List every step with its method, besides the proof.")
@options.as_json
def command(claims: tuple[str, ...], steps: bool, as_json: bool) -> int:
    """Show claims: the verdict and how it is known, what they say, and the proof.

    The verdict is the one that was found when this release was made, and is told only for the very
    statement that was checked; "dpproofs verify CLAIM" checks it anew. An argument with a slash in
    it is the folder of a paper of one's own, whose code is run and whose claims are checked now.
    """
    found = known(claims)
    results = {result.id: result for result in found.results}
    told = [as_told(found, name, results.get(name)) for name in found.names]
    if as_json:
        output.print_json({"dpproofs": __version__, "claims": told})
    else:
        pages = [page(one, found.claim(one["id"]), results.get(one["id"]), steps) for one in told]
        click.echo("\n\n".join("\n".join(lines) for lines in pages))
    for name in found.without:
        click.echo(f"not checked as it stands: see 'dpproofs verify {name}'", err=True)
    if found.left:
        return exits.INTERRUPTED
    undecided = found.without or any(result.verdict == "open" for result in found.results)
    return exits.OPEN if undecided else exits.WELL


def as_told(found: KnownClaims, name: str, result: Stored | None) -> dict[str, Any]:
    """A claim as ``--json`` prints it."""
    from dpproofs.render.sentence import text

    claim = found.claim(name)
    statement, derivation = claim.statement, claim.derivation
    decided = result is not None and result.verdict != "open"
    return {
        "id": name,
        "paper": statement.paper,
        "paper_title": found.title(statement.paper),
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


def page(told: dict[str, Any], claim: Claim, result: Stored | None, steps: bool) -> Iterator[str]:
    """A claim in lines of Unicode, the verdict first."""
    from dpproofs.catalogue import on_paper
    from dpproofs.render.filling import filled, prose
    from dpproofs.render.proofs import terminal
    from dpproofs.render.proofs.form import ClaimStatus
    from dpproofs.render.proofs.writer import written

    yield from filled(f"{told['id']}  {told['item']}  {prose(told['title'])}", WIDTH, rest="  ")
    width = max(len(label) for label, _ in _facts(told))
    for label, text in _facts(told):
        head = f"  {label:<{width}}  "
        yield from filled(text, WIDTH, first=head, rest=" " * len(head))
    yield ""
    known = on_paper(result, claim.derivation) if result else ClaimStatus("open")
    yield from terminal.lines(written(claim.statement, claim.derivation, known), WIDTH)
    if steps:
        yield ""
        width = len(str(len(told["derivation"])))
        for step in told["derivation"]:
            head = f"  {step['step']:>{width}}  "
            yield from filled(_step(step), WIDTH, first=head, rest=" " * len(head))


def _facts(told: dict[str, Any]) -> list[tuple[str, str]]:
    from dpproofs.render.filling import prose
    from dpproofs.render.unicode import line

    facts = [
        ("verdict", _verdict(told)),
        ("paper", told["paper_title"]),
        ("printed", prose(told["statement_text"] or "") or line(told["statement"])),
    ]
    if told["erratum"]:
        parts = ("counterexample", "corrected", "changes")
        facts += [(part, prose(told["erratum"].get(part) or "") or "-") for part in parts]
    if told["note"]:
        facts.append(("note", prose(told["note"])))
    return [*facts, ("module", told["module"])]


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
    from dpproofs.render.filling import prose

    return f"{prose(step['reason'])}  [{step['method']}{uses}]"
