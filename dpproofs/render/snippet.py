"""What a claim says as LaTeX for somebody's paper: amsmath is all that it needs."""

from __future__ import annotations

from collections.abc import Iterator

from dpproofs.kernel.certificate import digest
from dpproofs.kernel.derivation import Derivation, Statement
from dpproofs.kernel.paper import described
from dpproofs.render import layout
from dpproofs.render.bibliography import is_cited
from dpproofs.render.latex import escape
from dpproofs.render.sentence import Phrase, sentence

LINE = 30.0  # a formula fits a single column of most papers


def snippet(statement: Statement, derivation: Derivation | None = None) -> str:
    """The quantified sentence.

    Parameters
    ----------
    statement
        What is claimed.
    derivation
        How it is derived, when that has been checked; without it the sentence is only claimed.
    """
    paper = described()[statement.paper] if is_cited(statement.paper) else None
    source = f"{paper.title}, {paper.identifier}, {statement.item}" if paper else statement.item
    checked = "checked by dpproofs" if derivation else "not checked by dpproofs as it stands"
    lines = [
        f"% {statement.id}: {source}",
        f"% {checked}; statement {digest(statement.to_json())}",
        rf"\paragraph{{{escape(statement.title[0].upper() + statement.title[1:])}.}}",
    ]
    return "\n".join([*lines, *_rows(statement, derivation)]) + "\n"


def _rows(statement: Statement, derivation: Derivation | None) -> Iterator[str]:
    for row in sentence(statement, derivation):
        if row.words:
            yield _words(row.words)
        if row.shown:
            shown = layout.rows(row.shown.latex, LINE)
            body = " \\\\\n".join(f"  & {line}" for line in shown)
            yield f"\\[\n\\begin{{aligned}}\n{body}\n\\end{{aligned}}\n\\]"


def _words(words: Phrase) -> str:
    return "".join(escape(part) if isinstance(part, str) else f"${part.latex}$" for part in words)
