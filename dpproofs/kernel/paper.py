"""Papers whose claims are checked, as each one's folder describes itself in its ``paper.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

DESCRIPTION = "paper.toml"
IN_WORDS = "words.tex"


@dataclass(frozen=True)
class Paper:
    """A paper.

    Attributes
    ----------
    name
        The name by which it goes here, as in ``staircase.thm4.cost``: that of its folder.
    title, authors, year, venue
        As it is cited; each author as "Given Family".
    url, identifier
        Where it is found, and the arXiv id or the place in the proceedings.
    abstract
        What it says, in our words: plain text with formulas between dollar signs.
    own
        Whether these are results of this project instead.
    """

    name: str
    title: str
    authors: tuple[str, ...]
    year: int
    venue: str
    url: str
    identifier: str
    abstract: str
    own: bool = False

    @property
    def people(self) -> str:
        """The authors as a phrase."""
        *first, last = self.authors
        return f"{', '.join(first)} and {last}" if first else last

    def bibtex(self) -> str:
        """The entry of a bibliography."""
        fields = {
            "title": f"{{{self.title}}}",
            "author": " and ".join(self.authors),
            "year": str(self.year),
            "note": f"{self.venue}. {self.identifier}",
            "howpublished": rf"\url{{{self.url}}}",
        }
        lines = ",\n".join(f"  {name} = {{{value}}}" for name, value in fields.items())
        return f"@misc{{{self.name},\n{lines}\n}}\n"


@dataclass(frozen=True)
class Heading:
    """What stands at the head of a paper.

    Attributes
    ----------
    title, abstract
        Plain text in which formulas may stand between dollar signs; the abstract may be empty.
    authors
        Names; empty where there are none.
    """

    title: str
    authors: str = ""
    abstract: str = ""


@cache
def described() -> Mapping[str, Paper]:
    """The papers of this package by their names, in alphabetical order."""
    papers: dict[str, Paper] = {}
    for folder in resources.files("dpproofs").joinpath("theorems").iterdir():
        file = folder.joinpath(DESCRIPTION)
        if file.is_file():
            fields = tomllib.loads(file.read_text("utf-8"))
            papers[folder.name] = Paper(
                folder.name, **fields | {"authors": tuple(fields["authors"])}
            )
    return dict(sorted(papers.items()))


@cache
def in_words(paper: str) -> str:
    """A section of the book, in LaTeX, with proofs that nobody checks step by step; mostly none."""
    file = resources.files("dpproofs").joinpath("theorems", paper, IN_WORDS)
    return file.read_text("utf-8") if file.is_file() else ""
