"""A claim and its proof as LaTeX: with the style file, or in plain amsmath."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dpproofs.render import layout
from dpproofs.render.proofs.form import WIDTH, Display, Passage, Reference, Table, Words, Written
from dpproofs.render.tex import escape

TOGETHER = 8  # lines of a display that stay on one page


def words(parts: Words, name: str) -> str:
    """Sentences as LaTeX; references are to the displays of a claim of that name."""
    found = []
    for part in parts:
        if isinstance(part, Reference):
            found.append(rf"\eqref{{{name}:{part.key}}}")
        else:
            found.append(f"${part.text}$" if part.math else escape(part.text))
    return "".join(found)


def passages(found: Iterable[Passage], name: str, fit: str = "") -> Iterator[str]:
    """Sentences and displays, in order; ``fit`` is the command that holds a display in a column."""
    for passage in found:
        shown = passage.display
        if passage.words:
            yield words(passage.words, name)
        if isinstance(shown, Display):
            yield display(shown, name, fit)
        elif isinstance(shown, Table):
            yield table(shown)
        if passage.after:
            yield words(passage.after, name)


def display(shown: Display, name: str, fit: str = "") -> str:
    """A display with its number, if it has one."""
    lines = shown.lines(WIDTH)
    lines[-1] = (lines[-1][0], lines[-1][1] + shown.end) if lines[-1][1] else (
        lines[-1][0] + shown.end, ""
    )  # fmt: skip
    label = rf"\label{{{name}:{shown.key}}}"
    if len(lines) > TOGETHER:
        if fit:
            lines = [(a, f"{fit}{{{b}}}" if layout.width(b) > WIDTH else b) for a, b in lines]
        marks = [r" \notag"] * (len(lines) - 1) + [label if shown.numbered else r" \notag"]
        rows = " \\\\\n".join(f"{a} & {b}{m}" for (a, b), m in zip(lines, marks, strict=True))
        return f"\\begin{{align}}\n{rows}\n\\end{{align}}"
    if len(lines) == 1:
        body = " ".join(filter(None, lines[0]))
    else:
        rows = " \\\\\n".join(f"{a} & {b}" for a, b in lines)
        body = f"\\begin{{aligned}}\n{rows}\n\\end{{aligned}}"
    body = f"{fit}{{{body}}}" if fit else body
    if shown.numbered:
        return f"\\begin{{equation}}{label}\n{body}\n\\end{{equation}}"
    return f"\\[\n{body}\n\\]"


def table(shown: Table) -> str:
    """A small table."""
    columns = "l" * len(shown.head)
    rows = " \\\\\n".join(" & ".join(row) for row in (shown.head, *shown.rows))
    return f"\\[\n\\begin{{array}}{{{columns}}}\n{rows}\n\\end{{array}}\n\\]"


_BEGIN = r"\begingroup\emergencystretch=4em\relax\allowdisplaybreaks[2]"
_END = r"\par\endgroup"
_FIT = r"\dpfit"  # of the style file


def fragment(written: Written, heading: str = "") -> str:
    """A claim for a document that uses the style file: a theorem and its proof."""
    name = written.id
    parts = [_BEGIN, heading]
    title = f"{escape(written.item)}: {words(written.title, name)}"
    said = list(passages(written.statement, name, _FIT))
    failed = list(passages(written.failed, name, _FIT))
    if written.failed:
        parts += [r"\begin{dperratum}", *failed, r"\end{dperratum}"]
    if written.claims:
        parts += [rf"\begin{{dptheorem}}[{{{title}}}]", *said, r"\end{dptheorem}"]
    else:
        parts += [rf"\dpsetting{{{title}}}", *said]
    if written.head == "Open":
        parts = [p.replace(r"{dptheorem}", r"{dpopen}") for p in parts]
    if written.remark:
        parts.append(rf"\dpnote{{{words(written.remark, name)}}}")
    if written.parts:
        parts += [r"\begin{proof}", *_body(written, r"\dpstage", _FIT), r"\end{proof}"]
    parts += [rf"\dprecord{{\texttt{{{escape(name)}}}. {words(written.record, name)}}}", _END]
    return "\n".join(filter(None, parts)) + "\n"


def _body(written: Written, stage: str, fit: str = "") -> Iterator[str]:
    for part in written.parts:
        if part.title:
            yield rf"{stage}{{{words(part.title, written.id)}.}}"
        yield from passages(part.passages, written.id, fit)


def plain(written: Written) -> str:
    """A claim in plain amsmath: what it says, and its proof."""
    name = written.id
    title = f"{escape(written.item)}: {words(written.title, name)}"
    parts = [_BEGIN]
    if written.failed:
        parts += [r"\paragraph{As printed.}", *passages(written.failed, name)]
    head = written.head
    parts += [rf"\paragraph{{{head} ({title}).}}", *passages(written.statement, name)]
    if written.remark:
        parts += [r"\paragraph{Remark.}", words(written.remark, name)]
    if written.parts:
        stage = r"\par\smallskip\noindent\emph"
        parts += [r"\paragraph{Proof.}", *_body(written, stage)]
        parts.append(r"\hspace*{\fill}\rule{1ex}{1ex}")
    parts += [_END]
    return "\n".join(filter(None, parts)).replace(r"\mathbb", r"\mathbf") + "\n"
