"""What is cited: the papers whose claims are checked, and the books of the textbook rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import resources

from dpproofs.kernel.paper import described

#: How references of rules name the books of ``assets/books.bib``, and their keys there.
BOOKS: Mapping[str, str] = {
    "Billingsley": "billingsley",
    "Dwork and Roth": "dwork-roth",
    "Hardy, Littlewood, Polya": "hardy-littlewood-polya",
    "Rockafellar": "rockafellar",
    "Rudin": "rudin",
    "Shaked and Shanthikumar": "shaked-shanthikumar",
}


def is_cited(name: str) -> bool:
    """Whether a name is that of a paper, and not of results of this project."""
    paper = described().get(name)
    return paper is not None and not paper.own


def books_of(reference: str) -> list[str]:
    """The keys of the books that the reference of a rule names, in its order."""
    found = [(reference.find(f"{people}, "), key) for people, key in BOOKS.items()]
    return [key for place, key in sorted(found) if place >= 0]


def cited_entries(paper: str, books: Iterable[str]) -> str:
    """The entries of a paper, if it is cited, and of some books."""
    every = resources.files("dpproofs.render").joinpath("assets/books.bib").read_text("utf-8")
    parts = [described()[paper].bibtex()] if is_cited(paper) else []
    for key in books:
        start = every.index(f"{{{key},")
        begin = every.rindex("@", 0, start)
        parts.append(every[begin : every.index("\n}", start) + 2])
    return "\n".join(part.strip() for part in parts)


def references(papers: Iterable[str]) -> str:
    """Some papers and all books as a file for BibTeX."""
    books = resources.files("dpproofs.render").joinpath("assets/books.bib").read_text("utf-8")
    return "\n".join([*(described()[name].bibtex() for name in papers if is_cited(name)), books])
