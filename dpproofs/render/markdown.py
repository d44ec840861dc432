"""Claims as Markdown with formulas between dollar signs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from dpproofs.kernel.paper import Heading
from dpproofs.render import layout
from dpproofs.render.content import (
    NONE,
    Erratum,
    Page,
    Prose,
    SentenceLine,
    by_paper,
    heading,
)
from dpproofs.render.proofs.form import Display, Reference, Table, Words, Written
from dpproofs.render.prose import stretches

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|$~])")


def escape(text: str) -> str:
    """Plain text that Markdown prints as it is."""
    return _SPECIAL.sub(r"\\\1", text)


def prose(parts: Prose) -> str:
    """Words and formulas as Markdown."""
    return "".join(f"${part.text}$" if part.math else escape(part.text) for part in parts)


def document(claims: Sequence[Page], own: Mapping[str, Heading] = NONE) -> str:
    """All claims, by paper; ``own`` are the heads of papers that are not of this package."""
    parts = []
    for paper, members in by_paper(tuple(claims)).items():
        head = heading(paper, own)
        parts.append(f"# {prose(stretches(head.title))}")
        parts += [escape(head.authors)] if head.authors else []
        parts += [prose(stretches(head.abstract))] if head.abstract else []
        parts += [_claim(claim) for claim in members]
    return "\n\n".join(parts) + "\n"


def _claim(claim: Page) -> str:
    grade = f", *{claim.grade}*" if claim.grade else ""
    parts = [
        f"## {prose(claim.title)}",
        f"`{claim.id}`, {escape(claim.item)}: **{claim.verdict}**{grade}",
        f"### {claim.heading}",
        display(claim.printed),
    ]
    parts += [f"### {claim.meaning}", *(_line(line) for line in claim.sentence)]
    if claim.examples:
        fitting = "; ".join(", ".join(f"${one}$" for one in objects) for objects in claim.examples)
        parts.append(f"The hypotheses are satisfied, for example, by {fitting}.")
    if claim.erratum:
        parts.append(_erratum(claim.erratum))
    if claim.written.parts:
        parts += ["### Proof", *_proof(claim.written)]
    return "\n\n".join([*parts, *_verdict(claim)])


def _line(line: SentenceLine) -> str:
    """A line of the sentence."""
    words = prose(line.words)
    step = f"(step {line.step})" if line.step else ""
    if line.tall:
        head = " ".join(filter(None, (words, step)))
        return "\n\n".join(filter(None, (head, display(line.latex))))
    return " ".join(filter(None, (words, f"${line.latex}$" if line.latex else "", step)))


def display(latex: str) -> str:
    """A displayed formula."""
    lines = layout.rows(latex, layout.SCREEN)
    if len(lines) > 1:
        body = " \\\\\n".join(f"& {line}" for line in lines)
        return f"$$\n\\begin{{aligned}}\n{body}\n\\end{{aligned}}\n$$"
    return f"$$\n{lines[0]}\n$$"


def _proof(written: Written) -> Iterator[str]:
    """The proof, a paragraph or a display each."""
    tags = written.numbers
    for part in written.parts:
        if part.title:
            yield f"*{_words(part.title, tags)}.*"
        for passage in part.passages:
            if passage.words:
                yield _words(passage.words, tags)
            if passage.display is not None:
                yield _formulas(passage.display, tags)
            if passage.after:
                yield _words(passage.after, tags)


def _words(words: Words, tags: Mapping[str, int]) -> str:
    return "".join(
        f"({tags[w.key]})"
        if isinstance(w, Reference)
        else f"${w.text}$"
        if w.math
        else escape(w.text)
        for w in words
    )


def _formulas(shown: Display | Table, tags: Mapping[str, int]) -> str:
    if isinstance(shown, Table):
        head, *rows = (
            "| " + " | ".join(f"${c}$" for c in row) + " |" for row in (shown.head, *shown.rows)
        )
        return "\n".join((head, "|" + " --- |" * len(shown.head), *rows))
    lines = " \\\\\n".join(f"{left} & {right}" for left, right in shown.lines(layout.SCREEN))
    tag = rf" \tag{{{tags[shown.key]}}}" if shown.numbered else ""
    return f"$$\n\\begin{{aligned}}\n{lines}\n\\end{{aligned}}{tag}\n$$"


def _verdict(claim: Page) -> list[str]:
    grade = f", *{claim.grade}*" if claim.grade else ""
    parts = ["### Verdict", f"**{claim.verdict}**{grade}. {escape(claim.evidence)}".strip()]
    parts += [f"A mutant survives: {prose(text)}." for text in claim.survivors]
    if claim.note:
        parts.append(f"**Note.** {prose(claim.note)}")
    if claim.rules:
        lines = (
            f"- *{escape(name)}*: {prose(text)} ({prose(reference)})"
            for name, text, reference in claim.rules
        )
        parts.append("Textbook rules used:\n\n" + "\n".join(lines))
    return parts


def _erratum(erratum: Erratum) -> str:
    corrected = (
        display(erratum.corrected)
        if erratum.corrected
        else "No true version of the statement is known to us."
    )
    text = (
        f"**Erratum.** Printed:\n\n{display(erratum.printed)}\n\n"
        f"**Counterexample.** {prose(erratum.counterexample)}.\n\n**Corrected:**\n\n{corrected}"
    )
    if erratum.changes:
        text += f"\n\n**What it changes.** {prose(erratum.changes)}"
    for patch in erratum.patches:
        text += f"\n\n```diff\n- {patch.printed}\n+ {patch.corrected}\n```"
    return "\n".join(f"> {line}".rstrip() for line in text.split("\n"))
