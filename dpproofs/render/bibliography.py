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


def references(papers: Iterable[str]) -> str:
    """Some papers and all books as a file for BibTeX."""
    books = resources.files("dpproofs.render").joinpath("assets/books.bib").read_text("utf-8")
    return "\n".join([*(described()[name].bibtex() for name in papers if is_cited(name)), books])
