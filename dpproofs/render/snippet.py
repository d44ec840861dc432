"""A claim and its proof as LaTeX for somebody's paper: amsmath is all that it needs."""

from __future__ import annotations

from dpproofs.kernel.certificate import digest
from dpproofs.kernel.derivation import Derivation, Statement
from dpproofs.kernel.paper import described
from dpproofs.kernel.rules import rules
from dpproofs.render.bibliography import is_cited
from dpproofs.render.latex import entries
from dpproofs.render.proofs.form import ClaimStatus
from dpproofs.render.proofs.tex import plain
from dpproofs.render.proofs.writer import written
from dpproofs.render.prose import stretches


def snippet(statement: Statement, derivation: Derivation, known: ClaimStatus | None) -> str:
    """What a claim says, and its proof.

    Parameters
    ----------
    statement, derivation
        What is claimed, and its steps.
    known
        What was found when these very steps were checked; without it, or where it is open, the
        sentence is only claimed.
    """
    paper = described()[statement.paper] if is_cited(statement.paper) else None
    source = f"{paper.title}, {paper.identifier}, {statement.item}" if paper else statement.item
    found = known or ClaimStatus("open")
    checked = "checked by dpproofs" if known else "not checked by dpproofs as it stands"
    table = rules()
    used = dict.fromkeys(str(s.hints["rule"]) for s in derivation.steps if s.method == "rule")
    references = (tuple(stretches(table[name].reference)) for name in used if name in table)
    lines = [
        f"% {statement.id}: {source}",
        f"% {checked}; statement {digest(statement.to_json())}",
        plain(written(statement, derivation, found)),
        *(entries(statement.paper, references) if found.verdict != "open" else ()),
    ]
    return "\n".join(lines) + "\n"
