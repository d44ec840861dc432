"""Statements and proofs as documents: what was checked, as LaTeX, PDF, HTML or Markdown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, overload

from dpproofs.kernel.errors import BadInput

if TYPE_CHECKING:
    from dpproofs.catalogue import Claim
    from dpproofs.kernel.derivation import Claim as Formal
    from dpproofs.kernel.paper import Heading
    from dpproofs.kernel.verdict import Verdict
    from dpproofs.render.book import Result

Form = Literal["latex", "pdf", "html", "markdown", "snippet"]
FORMS: tuple[Form, ...] = ("latex", "pdf", "html", "markdown", "snippet")
SNIPPET = "snippet"


@overload
def derive(
    *claims: str | Claim | Formal,
    paper: str | None = ...,
    format: Literal["latex", "html", "markdown", "snippet"] = ...,  # that of the option
) -> str: ...
@overload
def derive(
    *claims: str | Claim | Formal,
    paper: str | None = ...,
    format: Literal["pdf"],  # likewise
) -> bytes: ...
def derive(
    *claims: str | Claim | Formal,
    paper: str | None = None,
    format: Form = "latex",  # noqa: A002  # likewise
) -> str | bytes:
    """Write down derivations of claims, with what is found when they are checked now.

    Parameters
    ----------
    *claims
        Ids, or claims. None mean all of a paper, or all there are, which takes minutes.
    paper
        A paper, when no claims are named.
    format
        ``latex``: theorems and proofs for a document that uses ``dpproofs.sty``; ``pdf``: such a
        document, which needs latexmk, or the book if no claims are named; ``html``: one page;
        ``markdown``; ``snippet``: the same in LaTeX that needs amsmath alone, with what was found
        when the claims were last checked.

    Returns
    -------
    Text, or bytes for ``pdf``.

    Raises
    ------
    BadInput
        For an unknown id, paper or format.
    TypesettingFailed
        When there is no latexmk, or it fails.

    Examples
    --------
    >>> import dpproofs as dp
    >>> print(dp.derive("additive.lem2", format="markdown").splitlines()[0])
    # Optimal Noise-Adding Mechanism in Additive Differential Privacy
    """
    from dpproofs.catalogue import chosen

    if format not in FORMS:
        raise BadInput("format", format, f"one of {', '.join(FORMS)}")
    named = chosen(claims, paper)
    if format == SNIPPET:
        return "\n".join(each.latex() for each in named)
    own = {each.id: each.formal for each in named}
    found = [each.verify() for each in named]
    written = document(found, format, own=own, as_book=not claims)
    return written if format == "pdf" else written.decode()


def document(
    verdicts: Sequence[Verdict],
    format: str,  # noqa: A002  # the name of the option
    *,
    as_book: bool = False,
    figures: bool = False,
    own: Mapping[str, Formal] = MappingProxyType({}),
    papers: Mapping[str, Heading] = MappingProxyType({}),
) -> bytes:
    """Derivations as one document.

    Parameters
    ----------
    verdicts
        What was found of each, in the order in which they are shown.
    format
        One of `FORMS` but ``snippet``.
    as_book
        Whether a PDF is the book, with its guide, lists and indices, and not statement and proof
        of each claim alone.
    figures
        Whether the figures of their papers are drawn, which needs matplotlib.
    own
        Claims by their ids that the package does not have.
    papers
        What stands at the heads of papers that the package does not have, by their slugs.
    """
    from dpproofs.render import book

    results = results_of(verdicts, own)
    match format:
        case "latex":
            return "\n".join(book.to_latex(result) for result in results).encode()
        case "html":
            return book.to_html(results, figures=figures, own=papers).encode()
        case "markdown":
            return book.to_markdown(results, papers).encode()
    with TemporaryDirectory() as scratch:
        if as_book:
            book.render_all(results, Path(scratch), figures=figures)
        else:
            book.render_article(results, Path(scratch), papers)
        return book.compile_book(Path(scratch)).read_bytes()


def results_of(
    verdicts: Sequence[Verdict], own: Mapping[str, Any] = MappingProxyType({})
) -> list[Result]:
    """Verdicts beside what they are about."""
    from dpproofs.render.book import Result
    from dpproofs.theorems.registry import find

    found = [(own.get(v.id) or find(v.id), v) for v in verdicts]
    return [Result(claim.statement, claim.derivation, verdict) for claim, verdict in found]
