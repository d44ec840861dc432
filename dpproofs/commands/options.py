"""Options that several commands have, and the choice of claims they make."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click

from dpproofs.kernel.errors import BadInput

F = TypeVar("F", bound=Callable[..., Any])

as_json: Callable[[F], F] = click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON document and nothing else."
)
jobs: Callable[[F], F] = click.option(
    "--jobs",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    metavar="N",
    help="Check up to N claims at a time, each in a process of its own.",
)
papers: Callable[[F], F] = click.option(
    "--paper",
    "papers",
    multiple=True,
    metavar="PAPER",
    help="Only claims of this paper; may be repeated.",
)


def known_papers(papers: Sequence[str]) -> None:
    """Check the names of papers.

    Raises
    ------
    BadInput
        For a paper that is not in the catalogue; the message lists those that are.
    """
    from dpproofs.theorems.registry import catalogue

    known = dict.fromkeys(entry.paper for entry in catalogue().values())
    for paper in papers:
        if paper not in known:
            raise BadInput("--paper", paper, "one of " + ", ".join(known))


def chosen(claims: Sequence[str], papers: Sequence[str] = ()) -> list[str]:
    """The formalised claims that are named, of the papers that are named, in catalogue order.

    No names mean all claims, and no papers mean all papers.

    Raises
    ------
    BadInput
        For an unknown claim or paper, or when nothing is left.
    """
    from dpproofs.theorems.registry import find, registry

    known_papers(papers)
    named = {find(name).id for name in claims}
    found = [
        name
        for name, claim in registry().items()
        if (not named or name in named) and (not papers or claim.statement.paper in papers)
    ]
    if not found:
        accepted = "a paper of the claims named" if claims else "a paper with formalised claims"
        raise BadInput("--paper", ", ".join(papers), accepted)
    return found
