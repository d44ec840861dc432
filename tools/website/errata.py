"""Errata that can be cited: a page each, a table by severity, a feed, and what is searched."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from xml.etree import ElementTree as ET

from dpproofs import __version__
from dpproofs.kernel.erratum import Severity
from dpproofs.kernel.paper import Paper, described
from dpproofs.render import latex
from dpproofs.render.content import Page, ranked
from dpproofs.stored import Stored
from website import sheets
from website.claims import Library, titled

ROOT = Path(__file__).resolve().parent.parent.parent
REPOSITORY = "https://github.com/dpproofs/dpproofs"
ATOM = "http://www.w3.org/2005/Atom"
AUTHOR = "The dpproofs authors"


@dataclass(frozen=True)
class Entry:
    """An erratum as others cite it.

    Attributes
    ----------
    claim
        The claim that fails as printed.
    home
        Where the site is, with a slash at the end; empty when nobody has said.
    """

    claim: Page
    home: str = ""

    @property
    def name(self) -> str:
        """The place of its page, for ever."""
        return f"errata/{self.claim.id}"

    @property
    def paper(self) -> Paper:
        """The paper that prints it."""
        return described()[self.claim.paper]

    @property
    def severity(self) -> Severity | None:
        """How far it reaches."""
        return self.claim.erratum.severity if self.claim.erratum else None

    @property
    def changes(self) -> str:
        """What it changes for a reader, in plain text."""
        return sheets.plain(self.claim.erratum.changes) if self.claim.erratum else ""

    @cached_property
    def title(self) -> str:
        """What a list of errata calls it."""
        return f"{titled(self.claim)} ({self.paper.title}, {self.paper.year})"

    def bibtex(self) -> str:
        """The entry of a bibliography."""
        told = latex.prose(self.claim.title)
        url = f"{self.home}{self.name}.html" if self.home else REPOSITORY
        fields = {
            "title": f"{{Erratum to ``{self.paper.title}'', {self.claim.item}: {told}}}",
            "author": f"{{{AUTHOR}}}",
            "year": released()[:4],
            "note": f"dpproofs {__version__}, erratum {self.claim.id}",
            "howpublished": rf"\url{{{url}}}",
        }
        lines = ",\n".join(f"  {name} = {{{value}}}" for name, value in fields.items())
        return f"@misc{{dpproofs:{self.claim.id},\n{lines}\n}}\n"


def released() -> str:
    """The day of the release, as the file of citation says it."""
    found = re.search(r"(?m)^date-released: (\S+)$", (ROOT / "CITATION.cff").read_text("utf-8"))
    if not found:
        raise ValueError("CITATION.cff has no date-released")
    return found[1]


def entries(library: Library, home: str = "") -> list[Entry]:
    """All errata, those that reach farthest first."""
    return [Entry(claim, home) for _, claims in ranked(library.claims) for claim in claims]


def erratum_pages(found: list[Entry]) -> Iterator[sheets.Sheet]:
    """A page for every erratum."""
    row = sheets.Row("Errata", tuple((each.name, titled(each.claim)) for each in found))
    for each in found:
        text = sheets.body(each.name, "erratum.html", entry=each, claim=each.claim)
        words = f"erratum {each.claim.id} {each.paper.title}"
        yield sheets.Sheet(each.name, f"Erratum to {each.title}", text, row, words)


def table(found: list[Entry]) -> str:
    """The errata by severity, and a box that finds the claims near a formula."""
    papers = dict.fromkeys(each.claim.paper for each in found)
    return sheets.body("errata", "errata.html", found=found, papers=papers, severities=Severity)


def feed(found: list[Entry]) -> bytes:
    """The errata as an Atom feed (RFC 4287); an entry is as old as the release."""
    ET.register_namespace("", ATOM)
    root = ET.Element(f"{{{ATOM}}}feed")
    home = found[0].home if found else ""
    _tell(root, "tag:github.com,2026:dpproofs/errata", "Errata of papers on private noise")
    _link(root, f"{home}errata.atom", "self")
    _link(root, f"{home}errata.html", "alternate")
    ET.SubElement(ET.SubElement(root, f"{{{ATOM}}}author"), f"{{{ATOM}}}name").text = AUTHOR
    for each in found:
        entry = ET.SubElement(root, f"{{{ATOM}}}entry")
        _tell(entry, f"tag:github.com,2026:dpproofs/{each.name}", each.title)
        _link(entry, f"{home}{each.name}.html", "alternate")
        ET.SubElement(entry, f"{{{ATOM}}}summary").text = each.changes
    return ET.tostring(root, "utf-8", xml_declaration=True)


def _tell(parent: ET.Element, name: str, title: str) -> None:
    told = {"id": name, "title": title, "updated": f"{released()}T00:00:00Z"}
    for tag, text in told.items():
        ET.SubElement(parent, f"{{{ATOM}}}{tag}").text = text


def _link(parent: ET.Element, address: str, relation: str) -> None:
    ET.SubElement(parent, f"{{{ATOM}}}link", href=address, rel=relation)


def formulas(results: Iterable[Stored]) -> list[dict[str, object]]:
    """What each claim prints, for the box that finds the claims near a formula."""
    return [
        {
            "id": each.id,
            "where": f"{described()[each.paper].title}, {each.item}",
            "title": each.title,
            "verdict": each.verdict,
            "wrong": each.erratum is not None,
            "texts": [each.statement, *_printed(each)],
        }
        for each in results
    ]


def _printed(result: Stored) -> Iterator[str]:
    if result.erratum:
        yield result.erratum["printed"]
        for patch in result.erratum.get("patches", ()):
            yield patch["printed"]
