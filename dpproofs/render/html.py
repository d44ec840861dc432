"""Claims as HTML by Jinja's templates: MathML, inline figures, nothing to load."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TypeAlias

from jinja2 import Environment
from markupsafe import Markup, escape

from dpproofs.kernel.paper import Heading
from dpproofs.render import filling, layout, mathml, skeleton
from dpproofs.render.content import (
    GRADES,
    NONE,
    VERDICTS,
    Page,
    Prose,
    StepPage,
    by_paper,
    glossary,
    heading,
    methods_of,
    ranked,
)
from dpproofs.render.drawing import element
from dpproofs.render.figures import Figure
from dpproofs.render.proofs.form import Display, Words, Written
from dpproofs.render.proofs.form import Reference as Cited
from dpproofs.render.proofs.form import Table as Multipliers
from dpproofs.render.prose import stretches
from dpproofs.render.tables import Table

#: Where the claim that a step cites, or the rule that it applies, is found; empty for nowhere.
Reference: TypeAlias = Callable[[StepPage], str]

TITLE = "Executable theorems of differential privacy noise"


def prose(parts: Prose) -> Markup:
    """Words and formulas as HTML."""
    return Markup().join(
        Markup(mathml.inline(part.text)) if part.math else escape(part.text)  # noqa: S704  # ours
        for part in parts
    )


def told(text: str) -> Markup:
    """A plain sentence, with formulas in it, as HTML."""
    return prose(stretches(text))


def block(latex: str) -> Markup:
    """A displayed formula as HTML."""
    return Markup(mathml.block(latex))  # noqa: S704  # escaped there


def proof(found: Written) -> Markup:
    """A proof as HTML: paragraphs and displays."""
    tags = found.numbers
    parts: list[Markup] = []
    for part in found.parts:
        if part.title:
            parts.append(Markup("<h4>{}</h4>").format(_words(part.title, tags)))
        for passage in part.passages:
            if passage.words:
                parts.append(Markup("<p>{}</p>").format(_words(passage.words, tags)))
            if passage.display is not None:
                parts.append(_formulas(passage.display, tags))
            if passage.after:
                parts.append(Markup("<p>{}</p>").format(_words(passage.after, tags)))
    return Markup().join(parts)


def _words(words: Words, tags: Mapping[str, int]) -> Markup:
    return Markup().join(
        escape(f"({tags[w.key]})")
        if isinstance(w, Cited)
        else Markup(mathml.inline(w.text)) if w.math else escape(w.text)  # noqa: S704  # ours
        for w in words
    )  # fmt: skip


def _formulas(shown: Display | Multipliers, tags: Mapping[str, int]) -> Markup:
    if isinstance(shown, Multipliers):
        rows = Markup().join(
            Markup("<tr>{}</tr>").format(
                Markup().join(Markup("<td>{}</td>").format(Markup(mathml.inline(c))) for c in row)  # noqa: S704  # ours
            )
            for row in (shown.head, *shown.rows)
        )
        return Markup("<table>{}</table>").format(rows)
    lines = mathml.aligned(shown.lines(layout.SCREEN))
    number = (
        Markup(' <span class="source">({})</span>').format(tags[shown.key])
        if shown.numbered
        else ""
    )
    return Markup('<div class="formula">{}{}</div>').format(Markup(lines), number)  # noqa: S704  # ours


def drawing(figure: Figure, svg: str) -> Markup:
    """A figure as an element ``svg`` with a title; its ids become unique to it."""
    return element(svg, figure.name, figure.item)


@cache
def environment() -> Environment:
    """The templates of this room, with what they call."""
    found = skeleton.templates()
    found.filters |= {
        "block": block,
        "inline": lambda latex: Markup(mathml.inline(latex)),  # noqa: S704  # escaped there
        "paper_name": lambda paper: heading(paper).title,
        "proof": proof,
        "prose": prose,
        "told": told,
    }
    return found


def document(
    claims: Sequence[Page],
    images: Mapping[Figure, str],
    comparisons: Sequence[Table] = (),
    own: Mapping[str, Heading] = NONE,
) -> str:
    """The page.

    Parameters
    ----------
    claims
        In the order in which they are shown.
    images
        The figures as SVG.
    comparisons
        Tables of the papers.
    own
        The heads of papers that are not of this package; they come before the guide.
    """
    here = {claim.id for claim in claims}

    def ref(step: StepPage) -> str:
        return f"#{step.rule}" if step.method == "cite" and step.rule in here else ""

    papers = [
        {
            "name": paper,
            "head": heading(paper, own),
            "claims": members,
            "tables": [table for table in comparisons if table.paper == paper],
            "figures": [(f, drawing(f, svg)) for f, svg in images.items() if f.paper == paper],
        }
        for paper, members in by_paper(tuple(claims)).items()
    ]
    body = environment().get_template("claims.html.jinja").render(
        papers=papers,
        wrong=ranked(claims),
        verdicts=counted(claims),
        grades=list(GRADES.items()),
        words=glossary(),
        methods=methods_of(claims),
        ref=ref,
        own=bool(own),
    )  # fmt: skip
    title = ", ".join(filling.prose(head.title) for head in own.values()) or TITLE
    return skeleton.page(title, body, "claim", "page")


def counted(claims: Sequence[Page]) -> list[tuple[str, str, int]]:
    """Every verdict with what it means and how many claims have it."""
    return [
        (name, text, sum(claim.verdict == name for claim in claims))
        for name, text in VERDICTS.items()
    ]
