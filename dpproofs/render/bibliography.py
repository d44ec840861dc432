"""What is cited: the papers whose claims are checked, and the books of the textbook rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib import resources

_TIGHT = "Tight Analysis of Privacy and Utility Tradeoff in Approximate Differential Privacy"


@dataclass(frozen=True)
class Paper:
    """A paper.

    Attributes
    ----------
    name
        The name by which it goes here, as in ``staircase.thm4.cost``.
    title, authors, year, venue
        As it is cited; each author as "Given Family".
    url, identifier
        Where it is found, and the arXiv id or the place in the proceedings.
    """

    name: str
    title: str
    authors: tuple[str, ...]
    year: int
    venue: str
    url: str
    identifier: str

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


_GOOGLE = ("Quan Geng", "Wei Ding", "Ruiqi Guo", "Sanjiv Kumar")

PAPERS: Mapping[str, Paper] = {
    paper.name: paper
    for paper in (
        Paper(
            "staircase",
            "The Optimal Mechanism in Differential Privacy",
            ("Quan Geng", "Pramod Viswanath"),
            2012,
            "Preprint",
            "https://arxiv.org/abs/1212.1186",
            "arXiv:1212.1186",
        ),
        Paper(
            "additive",
            "Optimal Noise-Adding Mechanism in Additive Differential Privacy",
            _GOOGLE,
            2019,
            "International Conference on Artificial Intelligence and Statistics (AISTATS), "
            "Proceedings of Machine Learning Research 89",
            "https://proceedings.mlr.press/v89/",
            "PMLR 89",
        ),
        Paper(
            "trunclap",
            "Privacy and Utility Tradeoff in Approximate Differential Privacy",
            _GOOGLE,
            2018,
            "Preprint",
            "https://arxiv.org/abs/1810.00877",
            "arXiv:1810.00877",
        ),
        Paper(
            "poster",
            _TIGHT,
            _GOOGLE,
            2020,
            "International Conference on Artificial Intelligence and Statistics (AISTATS), "
            "Proceedings of Machine Learning Research 108, pages 89-99",
            "https://proceedings.mlr.press/v108/geng20a.html",
            "PMLR 108:89-99",
        ),
        Paper(
            "cactus",
            "Cactus Mechanisms: Optimal Differential Privacy Mechanisms in the Large-Composition "
            "Regime",
            (
                "Wael Alghamdi",
                "Shahab Asoodeh",
                "Flavio P. Calmon",
                "Oliver Kosut",
                "Lalitha Sankar",
                "Fei Wei",
            ),
            2022,
            "Preprint",
            "https://arxiv.org/abs/2207.00420",
            "arXiv:2207.00420",
        ),
        Paper(
            "vector",
            "General Staircase Mechanisms for Optimal Differential Privacy",
            ("Alex Kulesza", "Ananda Theertha Suresh", "Yuyan Wang"),
            2025,
            "International Conference on Artificial Intelligence and Statistics (AISTATS), "
            "Proceedings of Machine Learning Research 258, pages 4564-4572",
            "https://proceedings.mlr.press/v258/kulesza25a.html",
            "PMLR 258:4564-4572",
        ),
    )
}

#: Titles of results of this project, by the name by which they go here.
OWN: Mapping[str, str] = {"optimum": "How good can noise be?"}


def source(name: str) -> Paper:
    """A paper; for results of this project, what stands in its place."""
    if name in PAPERS:
        return PAPERS[name]
    place = "https://github.com/dpproofs/dpproofs"
    return Paper(name, OWN[name], ("dpproofs",), 2026, "results of this project", place, "dpproofs")


#: How references of rules name the books of ``assets/books.bib``, and their keys there.
BOOKS: Mapping[str, str] = {
    "Billingsley": "billingsley",
    "Dwork and Roth": "dwork-roth",
    "Hardy, Littlewood, Polya": "hardy-littlewood-polya",
    "Rockafellar": "rockafellar",
    "Rudin": "rudin",
    "Shaked and Shanthikumar": "shaked-shanthikumar",
}


def books_of(reference: str) -> list[str]:
    """The keys of the books that the reference of a rule names, in its order."""
    found = [(reference.find(f"{people}, "), key) for people, key in BOOKS.items()]
    return [key for place, key in sorted(found) if place >= 0]


def references(papers: Iterable[str]) -> str:
    """Some papers and all books as a file for BibTeX."""
    books = resources.files("dpproofs.render").joinpath("assets/books.bib").read_text("utf-8")
    return "\n".join([*(PAPERS[name].bibtex() for name in papers if name in PAPERS), books])
