"""Pages about claims: one each, one a paper, the table of all, and the errata."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from markupsafe import Markup

from dpproofs.kernel.paper import described
from dpproofs.render.content import GRADES, VERDICTS, Page, StepPage, by_paper, ranked
from dpproofs.render.figures import Figure, all_figures
from dpproofs.render.html import counted
from dpproofs.render.relations import Relation
from dpproofs.render.tables import Table
from website import sheets
from website.graph import graph

SOURCE = "https://github.com/dpproofs/dpproofs/blob/main/"


@dataclass(frozen=True)
class Library:
    """All claims, with what the pages about them need."""

    claims: tuple[Page, ...]
    modules: dict[str, str]
    sentences: dict[str, str]
    relations: tuple[Relation, ...]
    tables: tuple[Table, ...]
    drawn: frozenset[str]
    certificates: dict[str, dict[str, Any]]

    @cached_property
    def by_id(self) -> dict[str, Page]:
        """Claims by their ids."""
        return {claim.id: claim for claim in self.claims}

    @cached_property
    def papers(self) -> dict[str, tuple[Page, ...]]:
        """Claims by paper."""
        return by_paper(self.claims)

    def figures(self, paper: str) -> list[Figure]:
        """The figures of a paper that have been drawn."""
        return [f for f in all_figures() if f.paper == paper and f.name in self.drawn]


def rule_anchor(name: str) -> str:
    """The place of a rule on the page of the rules."""
    return "-".join("".join(c if c.isalnum() else " " for c in name.lower()).split())


def reference(step: StepPage) -> str:
    """The page of the claim that a step cites, or of the rule that it applies."""
    if step.method == "cite":
        return f"{step.rule}.html"
    return f"../rules.html#{rule_anchor(step.rule)}" if step.rule else ""


def claim_pages(library: Library) -> Iterator[sheets.Sheet]:
    """A page for every claim."""
    for members in library.papers.values():
        for place, claim in enumerate(members):
            yield sheets.sheet(
                f"claims/{claim.id}",
                f"{claim.item}: {sheets.plain(claim.title)}",
                "claim.html",
                claim=claim,
                ref=reference,
                rule_anchor=rule_anchor,
                paper=described()[claim.paper],
                said=(VERDICTS[claim.verdict], GRADES.get(claim.grade, "")),
                cites=_related(library, claim, "by", cites=True),
                through=_related(library, claim, "by", cites=False),
                cited=_related(library, claim, "on", cites=True),
                passed=_related(library, claim, "on", cites=False),
                source=f"{SOURCE}{library.modules[claim.id].replace('.', '/')}.py",
                before=members[place - 1] if place else None,
                after=members[place + 1] if place + 1 < len(members) else None,
            )


def _related(
    library: Library, claim: Page, side: str, *, cites: bool
) -> list[tuple[Page, Relation]]:
    other = "on" if side == "by" else "by"
    return [
        (library.by_id[getattr(relation, other)], relation)
        for relation in library.relations
        if getattr(relation, side) == claim.id
        and relation.cites is cites
        and getattr(relation, other) in library.by_id
    ]


def paper_pages(library: Library) -> Iterator[sheets.Sheet]:
    """A page for every paper: its claims, what rests on what, its tables and figures."""
    for name, members in library.papers.items():
        paper = described()[name]
        yield sheets.sheet(
            f"papers/{name}",
            paper.title,
            "paper.html",
            paper=paper,
            claims=members,
            counts=counted(members),
            graph=graph(members, library.relations),
            tables=[table for table in library.tables if table.paper == name],
            figures=library.figures(name),
        )


def table_of_claims(library: Library) -> sheets.Sheet:
    """The table of all claims, with filters."""
    return sheets.sheet(
        "claims/index",
        "Claims",
        "claims.html",
        claims=library.claims,
        papers={name: described()[name] for name in library.papers},
        verdicts=[row for row in counted(library.claims) if row[2]],
        grades=[name for name in GRADES if any(c.grade == name for c in library.claims)],
    )


def errata(library: Library) -> sheets.Sheet:
    """Where the papers are wrong, what reaches farthest first."""
    return sheets.sheet(
        "errata", "Errata", "errata.html", wrong=ranked(library.claims), papers=described()
    )


def home(library: Library, guide: str) -> str:
    """The body of the first page."""
    return sheets.body(
        "index",
        "home.html",
        guide=Markup(guide),  # noqa: S704  # made by Sphinx
        counts=[row for row in counted(library.claims) if row[2]],
        total=len(library.claims),
        papers=[(described()[n], members) for n, members in library.papers.items()],
    )


def entries(library: Library) -> Iterator[Sequence[str]]:
    """What a search finds of the claims: title, place, kind, text."""
    for claim in library.claims:
        paper = described()[claim.paper].title
        yield (
            f"{claim.item}: {sheets.plain(claim.title)}",
            f"claims/{claim.id}.html",
            f"{claim.verdict} · {claim.id} · {paper}",
            " ".join(library.sentences[claim.id].split()),
        )
