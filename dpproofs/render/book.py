"""The door of this room: one claim in any format, or all of them into a directory."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from dpproofs.kernel.paper import IN_WORDS, Heading, in_words
from dpproofs.render import html, latex, markdown
from dpproofs.render.bibliography import references
from dpproofs.render.content import NONE, Result, page
from dpproofs.render.figures import Figure, all_figures
from dpproofs.render.relations import relations
from dpproofs.render.tables import tables
from dpproofs.render.typeset import TypesettingFailed, compile_book

__all__ = [
    "Result", "TypesettingFailed", "compile_book", "render_all", "render_article", "to_html",
    "to_latex", "to_markdown",
]  # fmt: skip


def to_latex(result: Result) -> str:
    """Theorem and proof of a claim, to be taken into a document that uses the style file."""
    return latex.fragment(page(result))


def render_article(
    results: Sequence[Result], directory: Path, own: Mapping[str, Heading] = NONE
) -> None:
    """Write some claims as a document, under the name that is typeset; nothing stands before them
    but the heads of papers of somebody's own.
    """
    document = latex.article([page(result) for result in results], own)
    _write(directory / "book.tex", document.encode())
    _write(directory / "dpproofs.sty", latex.style().encode())


def to_html(
    results: Sequence[Result], *, figures: bool = False, own: Mapping[str, Heading] = NONE
) -> str:
    """One HTML page with some claims, which needs nothing else to be shown.

    Parameters
    ----------
    results
        The claims in the order in which they are shown.
    figures
        Whether the figures of their papers are drawn, which needs matplotlib.
    own
        The heads of papers that are not of this package, by their slugs.
    """
    drawn = _figures_of(results) if figures else ()
    images = {figure: figure.render("svg").decode("utf-8") for figure in drawn}
    return html.document([page(result) for result in results], images, tables(results), own)


def to_markdown(results: Sequence[Result], own: Mapping[str, Heading] = NONE) -> str:
    """Some claims as Markdown, with formulas between dollar signs."""
    return markdown.document([page(result) for result in results], own)


def render_all(
    results: Sequence[Result],
    directory: Path,
    *,
    figures: bool,
    told: Callable[[str], object] = len,
) -> list[Path]:
    """Write the book and the HTML page, and return the files that belong to them.

    Files that would not change are left alone; each is written whole or not at all.

    Parameters
    ----------
    results
        The claims in the order in which they are shown.
    directory
        Where to write; made when it is missing.
    figures
        Whether the figures of the papers are drawn, which needs matplotlib.
    told
        Called with what is made next.

    Raises
    ------
    BadInput
        When figures are wanted and matplotlib is missing.
    """
    pages = []
    for result in results:
        told(result.statement.id)
        pages.append(page(result))
    drawn = _figures_of(results) if figures else ()
    files: dict[str, bytes] = {
        f"{claim.paper}/{claim.id}.tex": latex.fragment(claim).encode() for claim in pages
    }
    for paper in dict.fromkeys(claim.paper for claim in pages):
        if words := in_words(paper):
            files[f"{paper}/{IN_WORDS}"] = words.encode()
    images: dict[Figure, str] = {}
    for figure in drawn:
        told(figure.name)
        files[f"figures/{figure.name}.pdf"] = figure.render("pdf")
        svg = figure.render("svg")
        files[f"figures/{figure.name}.svg"] = svg
        images[figure] = svg.decode("utf-8")
    illustrations = {
        paper: [(f.name, f.item, latex.caption(f.caption)) for f in drawn if f.paper == paper]
        for paper in dict.fromkeys(figure.paper for figure in drawn)
    }
    told("the book")
    files["book.tex"] = latex.book(
        pages, illustrations, tables(results), relations(results)
    ).encode()
    files["references.bib"] = references(dict.fromkeys(claim.paper for claim in pages)).encode()
    files |= {f"{name}.sty": latex.style(name).encode() for name in ("dpproofs", "dpbook")}
    told("the page")
    files["index.html"] = html.document(pages, images, tables(results)).encode()
    return [_write(directory / name, content) for name, content in sorted(files.items())]


def _figures_of(results: Sequence[Result]) -> tuple[Figure, ...]:
    papers = {result.statement.paper for result in results}
    return tuple(figure for figure in all_figures() if figure.paper in papers)


def _write(path: Path, content: bytes) -> Path:
    """Write a file whole or not at all, unless it already has this content."""
    if path.is_file() and path.read_bytes() == content:
        return path
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        draft.write_bytes(content)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
    return path
