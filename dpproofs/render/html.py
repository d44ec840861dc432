"""All claims as one HTML page that needs nothing else: MathML, inline style, inline figures."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape

from dpproofs.render import mathml, skeleton
from dpproofs.render.content import (
    GRADES,
    VERDICTS,
    Erratum,
    Page,
    Prose,
    SentenceLine,
    Shown,
    StepPage,
    by_paper,
    glossary,
    listed,
    methods_of,
    paper_title,
)  # fmt: skip
from dpproofs.render.figures import Figure
from dpproofs.render.prose import stretches
from dpproofs.render.tables import Table

_DECLARATIONS = re.compile(r"<\?xml.*?\?>|<!DOCTYPE.*?>|<metadata>.*?</metadata>", re.DOTALL)


def prose(parts: Prose) -> str:
    """Words and formulas as HTML."""
    return "".join(mathml.inline(p.text) if p.math else escape(p.text) for p in parts)


def document(
    claims: Sequence[Page], images: Mapping[Figure, str], comparisons: Sequence[Table] = ()
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
    """
    papers = by_paper(tuple(claims))
    wrong = [claim for claim in claims if claim.erratum]
    body = "\n".join(
        _paper(paper, members, images, comparisons) for paper, members in papers.items()
    )
    title = "Executable theorems of differential privacy noise"
    inside = (
        f"<body>\n{_navigation(papers, wrong)}\n<main>\n"
        f"{_guide(claims)}\n{body}\n{_errata(wrong)}\n</main>\n</body>"
    )
    return skeleton.page(title, inside, "page")


def _navigation(papers: Mapping[str, Sequence[Page]], wrong: Sequence[Page]) -> str:
    parts = ['<nav aria-label="Claims">', '<a class="home" href="#guide">dpproofs</a>']
    for paper, members in papers.items():
        title, _ = paper_title(paper)
        links = "".join(
            f'<li><a href="#{claim.anchor}" title="{escape(claim.id)}">'
            f'<i class="dot {claim.verdict}"></i><span>{prose(claim.title)}</span></a></li>'
            for claim in members
        )
        parts.append(
            f'<details open="open"><summary>{escape(title)}</summary><ul>{links}</ul></details>'
        )
    if wrong:
        parts.append('<a class="home" href="#errata">Errata</a>')
    return "\n".join([*parts, "</nav>"])


def _guide(claims: Sequence[Page]) -> str:
    counts = {name: sum(claim.verdict == name for claim in claims) for name in VERDICTS}
    verdicts = "".join(
        f'<dt><span class="verdict {name}">{name}</span></dt>'
        f"<dd>{escape(text)} <b>{counts[name]}</b></dd>"
        for name, text in VERDICTS.items()
    )
    grades = "".join(
        f'<dt><span class="grade">{name}</span></dt><dd>{escape(text)}</dd>'
        for name, text in GRADES.items()
    )
    words = "".join(f"<dt>{escape(name)}</dt><dd>{prose(text)}</dd>" for name, text in glossary())
    methods = "".join(
        f"<dt>{escape(name)}</dt><dd>{escape(text)}</dd>" for name, text in methods_of(claims)
    )
    return (
        '<header id="guide"><h1>Executable theorems of differential privacy noise</h1>'
        "<p>Each section is one claim of a paper: the statement as printed, the sentence that was "
        "decided, with all its quantifiers, a derivation, and a verdict. Every step has a "
        "reason, a formula, the region over which the formula is claimed, and the check that was "
        "run. The formulas are printed from the very objects that were checked; where the notation "
        "of the paper is used, “checked as” opens the form that was decided. Where a paper is "
        "wrong, a framed box tells what is printed, a counterexample, and what is true "
        "instead.</p>"
        f'<div class="columns"><section><h2>Verdicts</h2><dl>{verdicts}</dl></section>'
        f"<section><h2>Grades, strongest first</h2><dl>{grades}</dl></section></div>"
        f"<h2>Words of the sentences</h2><dl>{words}</dl>"
        f"<h2>Methods of checking</h2><dl>{methods}</dl></header>"
    )


def _paper(
    paper: str,
    members: Iterable[Page],
    images: Mapping[Figure, str],
    comparisons: Sequence[Table],
) -> str:
    title, authors = paper_title(paper)
    parts = [f'<section class="paper" id="paper-{escape(paper)}"><h1>{escape(title)}</h1>']
    if authors:
        parts.append(f'<p class="authors">{escape(authors)}</p>')
    parts += [_claim(claim) for claim in members]
    parts += [_table(content) for content in comparisons if content.paper == paper]
    parts += [_figure(figure, svg) for figure, svg in images.items() if figure.paper == paper]
    return "\n".join([*parts, "</section>"])


def _table(content: Table) -> str:
    rows = "".join(
        f'<tr><th scope="row">{escape(label)}</th><td>{mathml.block(value)}</td></tr>'
        for label, value in content.rows
    )
    caption = f"<b>{escape(content.item)}.</b> {prose(stretches(content.caption))}"
    return f"<table><caption>{caption}</caption><tbody>{rows}</tbody></table>"


def _figure(figure: Figure, svg: str) -> str:
    # Ids inside a drawing become unique to it, as one page holds several drawings.
    inside = _DECLARATIONS.sub("", svg).strip()
    inside = re.sub(r'(\bid="|href="#|url\(#)', rf"\g<1>{figure.name}-", inside)
    return (
        f'<figure id="{figure.name}">{inside}<figcaption><b>{escape(figure.item)}.</b> '
        f"{prose(stretches(figure.caption))}</figcaption></figure>"
    )


# -- a claim --------------------------------------------------------------------------------------


def _claim(claim: Page) -> str:
    parts = [
        f'<article id="{claim.anchor}" data-statement="{claim.digest}">',
        f'<h2>{prose(claim.title)} <a class="anchor" href="#{claim.anchor}">#</a></h2>',
        f'<p class="place">{escape(claim.item)} <code>{escape(claim.id)}</code>',
        f"{_badges(claim)}</p>",
        f"<h3>{claim.heading}</h3>{_display(claim.printed)}",
        *_formal(claim),
        _erratum(claim.erratum) if claim.erratum else "",
    ]
    if claim.steps:
        steps = "\n".join(_step(claim, step) for step in claim.steps)
        parts.append(f'<h3>Derivation</h3><ol class="steps">{steps}</ol>')
    parts += [_verdict(claim), "</article>"]
    return "\n".join(filter(None, parts))


def _badges(claim: Page) -> str:
    grade = f' <span class="grade">{claim.grade}</span>' if claim.grade else ""
    return f'<span class="verdict {claim.verdict}">{claim.verdict}</span>{grade}'


def _display(latex: str) -> str:
    return f'<div class="formula">{mathml.block(latex)}</div>'


def _where(shown: Shown) -> str:
    if not shown.domain:
        return ""
    return f'<p class="where">for {", ".join(map(mathml.inline, shown.domain))}</p>'


def _references(claim: Page, names: Iterable[str]) -> str:
    return listed([f'<a href="#{claim.step_anchor(name)}">{name}</a>' for name in names])


def _formal(claim: Page) -> list[str]:
    """The quantified sentence, and what satisfies its hypotheses."""
    lines = "".join(_line(claim, line) for line in claim.sentence)
    parts = [f'<h3>{claim.meaning}</h3><div class="sentence">{lines}</div>']
    if claim.examples:
        fitting = "; ".join(", ".join(map(mathml.inline, one)) for one in claim.examples)
        parts.append(f"<p>The hypotheses are satisfied, for example, by {fitting}.</p>")
    return parts


def _line(claim: Page, line: SentenceLine) -> str:
    """A line of the sentence, with the step that shows it at its end."""
    words = prose(line.words)
    step = f"step {_references(claim, [line.step])}" if line.step else ""
    source = f'<span class="source">{step}</span>' if step else ""
    if not line.tall:
        shown = mathml.inline(line.latex) if line.latex else ""
        told = " ".join(filter(None, (words, shown)))
        return f'<p class="depth{line.depth}"><span>{told}</span>{source}</p>'
    head = f'<p class="depth{line.depth}">{words}</p>' if words else ""
    display = f'<div class="formula">{mathml.block(line.latex)}{source}</div>'
    return f'{head}<div class="depth{line.depth + bool(words)}">{display}</div>'


def _step(claim: Page, step: StepPage) -> str:
    label = f' <span class="kind">{step.kind}</span>' if step.kind else ""
    uses = f" (from {_references(claim, step.uses)})" if step.uses else ""
    checked = (
        ""
        if step.checked is None
        else f"<details><summary>checked as</summary>{_display(step.checked)}</details>"
    )
    return (
        f'<li id="{claim.step_anchor(step.name)}" class="{step.kind or "shown"}">'
        f"<p>{prose(step.reason)}{uses}.{label}</p>{_display(step.shown.latex)}"
        f"{_where(step.shown)}{checked}{'' if step.assumed else _check(step)}</li>"
    )


def _check(step: StepPage) -> str:
    mark = "✓" if step.established else "✗"
    told = f' title="{escape(step.explained)}"' if step.explained else ""
    return (
        f'<p class="check"><span class="mark">{mark}</span> <b{told}>{escape(step.checking)}</b>: '
        f'{prose(step.finding)} <span class="grade">{step.grade}</span></p>'
    )


def _verdict(claim: Page) -> str:
    parts = [f"<h3>Verdict</h3><p>{_badges(claim)} {claim.evidence}</p>"]
    parts += [f"<p>A mutant survives: {prose(text)}.</p>" for text in claim.survivors]
    if claim.note:
        parts.append(f'<p class="note">{prose(claim.note)}</p>')
    if claim.rules:
        rules = "".join(
            f"<dt>{escape(name)}</dt><dd>{prose(text)} <cite>{prose(reference)}</cite></dd>"
            for name, text, reference in claim.rules
        )
        parts.append(f"<p>Textbook rules used:</p><dl>{rules}</dl>")
    return "".join(parts)


def _erratum(erratum: Erratum) -> str:
    corrected = (
        _display(erratum.corrected)
        if erratum.corrected
        else "<p>No true version of the statement is known to us.</p>"
    )
    return (
        f'<aside class="erratum"><h3>Erratum</h3><h4>Printed</h4>{_display(erratum.printed)}'
        f"<h4>Counterexample</h4><p>{prose(erratum.counterexample)}.</p>"
        f"<h4>Corrected</h4>{corrected}</aside>"
    )


def _errata(wrong: Sequence[Page]) -> str:
    if not wrong:
        return ""
    parts = ['<section class="paper" id="errata"><h1>Errata</h1>']
    for claim in wrong:
        title, _ = paper_title(claim.paper)
        parts.append(
            f'<h2><a href="#{claim.anchor}">{prose(claim.title)}</a></h2>'
            f'<p class="place">{escape(title)}, {escape(claim.item)}</p>'
        )
        parts.append(_erratum(claim.erratum) if claim.erratum else "")
    return "\n".join([*parts, "</section>"])
