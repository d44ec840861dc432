"""Options that several commands have, and the choice of claims they make."""

from __future__ import annotations

import fnmatch
import importlib.util
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal, TypeVar

import click

from dpproofs.commands import output
from dpproofs.kernel.errors import BadInput

PICTURES = (".svg", ".pdf")
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


def exact(text: str) -> Fraction:
    """The number that a text says, as a decimal or a fraction, for an option.

    Raises
    ------
    ValueError
        When it says none.
    """
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError) as error:
        raise ValueError(f"{text!r} is neither a decimal nor a fraction") from error


def _claims_and_papers(_: click.Context, __: click.Parameter, begun: str) -> list[str]:
    """What the shell may complete an argument to: the papers and the ids of their claims."""
    from dpproofs.theorems.registry import formalised

    return [name for name in (*_papers(), *formalised()) if name.startswith(begun)]


def _papers() -> list[str]:
    from dpproofs.theorems.registry import papers

    return list(papers())


claims: Callable[[F], F] = click.argument(
    "claims", nargs=-1, metavar="[CLAIM]...", shell_complete=_claims_and_papers
)
some_claims: Callable[[F], F] = click.argument(
    "claims", nargs=-1, required=True, metavar="CLAIM...", shell_complete=_claims_and_papers
)
papers: Callable[[F], F] = click.option(
    "--paper",
    "papers",
    multiple=True,
    shell_complete=lambda _, __, begun: [name for name in _papers() if name.startswith(begun)],
    metavar="PAPER",
    help="Only claims of this paper; may be repeated.",
)


def plot(what: str) -> Callable[[F], F]:
    """The option ``--plot``; its help is what it draws."""
    return click.option(
        "--plot", type=click.Path(path_type=Path), metavar="FILE", help=f"{what}, as .svg or .pdf."
    )


def known_papers(papers: Sequence[str]) -> None:
    """Check the names of papers.

    Raises
    ------
    BadInput
        For a paper that is not in the catalogue; the message lists those that are.
    """
    known = _papers()
    for paper in papers:
        if paper not in known:
            raise BadInput("--paper", paper, "one of " + ", ".join(known))


def chosen(claims: Sequence[str], papers: Sequence[str] = ()) -> list[str]:
    """The formalised claims that are named, of the papers that are named, in catalogue order.

    A claim is named by its id, by a pattern such as ``staircase.thm*``, or by its paper. No names
    mean all claims, and no papers mean all papers.

    Raises
    ------
    BadInput
        For an unknown claim or paper, or when nothing is left.
    """
    from dpproofs.theorems.registry import catalogue, formalised, in_order

    known_papers(papers)
    named = {claim for name in claims for claim in _named(name)} if claims else formalised()
    found = [name for name in in_order(named) if not papers or catalogue()[name].paper in papers]
    if not found:
        accepted = "a paper of the claims named" if claims else "a paper with formalised claims"
        raise BadInput("--paper", ", ".join(papers), accepted)
    return found


def _named(name: str) -> list[str]:
    """The claims that one argument names, at least one. An id loads its claim at most."""
    from dpproofs.theorems.registry import catalogue, find, formalised, index_is_current

    if set(name) & set("*?["):
        found = fnmatch.filter(formalised(), name)
        accepted = "a pattern that fits the id of some claim ('dpproofs list' shows them)"
    elif name in _papers():
        found = [claim for claim in formalised() if catalogue()[claim].paper == name]
        accepted = "a paper with formalised claims"
    else:
        return [name if index_is_current() and name in formalised() else find(name).id]
    if not found:
        raise BadInput("claim", name, accepted)
    return found


def folders(claims: Sequence[str]) -> list[str]:
    """The arguments that are folders; all of them or none.

    Raises
    ------
    BadInput
        When some are folders and some are claims.
    """
    from dpproofs.folder import is_path

    found = [name for name in claims if is_path(name)]
    if found and len(found) < len(claims):
        raise BadInput("claims", ", ".join(claims), "claims or folders, and not both")
    return found


def has_matplotlib() -> bool:
    """Whether figures can be drawn; looks for matplotlib without loading it."""
    return importlib.util.find_spec("matplotlib") is not None


def need_matplotlib() -> None:
    """Complain before the work rather than after it.

    Raises
    ------
    BadInput
        When matplotlib is missing; the message says how to install it.
    """
    if not has_matplotlib():
        raise BadInput(
            "matplotlib", "missing", "installed to draw figures: pip install 'dpproofs[figures]'"
        )


def expect_picture(path: Path) -> None:
    """Complain before the work about a picture that cannot be drawn or written.

    Raises
    ------
    BadInput
        When matplotlib is missing, or the file is not one to be written.
    """
    need_matplotlib()
    if path.suffix not in PICTURES:
        raise BadInput("--plot", str(path), "the name of a file in .svg or .pdf")
    output.expect_file(path)


def kind_of_picture(path: Path) -> Literal["pdf", "svg"]:
    """The format of a picture by the name of its file."""
    return "pdf" if path.suffix == ".pdf" else "svg"
