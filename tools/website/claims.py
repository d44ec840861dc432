"""Pages about claims: one each, one a paper, and the table of all."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from dpproofs.kernel.paper import described
from dpproofs.render.content import GRADES, VERDICTS, Page, StepPage, by_paper
from dpproofs.render.figures import Figure, all_figures
from dpproofs.render.html import counted
from dpproofs.render.relations import Relation
from dpproofs.render.tables import Table
from website import explore, sheets
from website.graph import graph
from website.moved import moved
from website.refusals import Refused

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
    refused: dict[str, tuple[Refused, ...]]
    proofs: dict[str, str]

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
    for paper, members in library.papers.items():
        title = described()[paper].title
        row = sheets.Row(title, tuple((f"claims/{c.id}", titled(c)) for c in members))
        for claim in members:
            name, words = f"claims/{claim.id}", f"{claim.id} {title} {library.sentences[claim.id]}"
            yield sheets.Sheet(name, titled(claim), _claim_page(library, claim), row, words)


def titled(claim: Page) -> str:
    """The title of a claim's page."""
    return f"{claim.item}: {sheets.plain(claim.title)}"


def _claim_page(library: Library, claim: Page) -> str:
    return sheets.body(
        f"claims/{claim.id}",
        "claim.html",
        claim=claim,
        ref=reference,
        rule_anchor=rule_anchor,
        paper=described()[claim.paper],
        moved=(panel := moved(claim.id)),
        panel=explore.panel(f"claims/{claim.id}", panel) if panel else "",
        refused=library.refused[claim.id],
        proved=library.proofs[claim.id],
        said=(VERDICTS[claim.verdict], GRADES.get(claim.grade, "")),
        cites=_related(library, claim, "by", cites=True),
        through=_related(library, claim, "by", cites=False),
        cited=_related(library, claim, "on", cites=True),
        passed=_related(library, claim, "on", cites=False),
        source=f"{SOURCE}{library.modules[claim.id].replace('.', '/')}.py",
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
    titles = {name: described()[name].title for name in library.papers}
    row = sheets.Row("Papers", tuple((f"papers/{name}", told) for name, told in titles.items()))
    for name, members in library.papers.items():
        paper = described()[name]
        text = sheets.body(
            f"papers/{name}",
            "paper.html",
            paper=paper,
            claims=members,
            counts=counted(members),
            graph=graph(members, library.relations),
            tables=[table for table in library.tables if table.paper == name],
            figures=library.figures(name),
        )
        yield sheets.Sheet(f"papers/{name}", paper.title, text, row, f"{name} {paper.people}")


def table_of_claims(library: Library) -> str:
    """The table of all claims, with filters."""
    return sheets.body(
        "claims/index",
        "claims.html",
        claims=library.claims,
        papers={name: described()[name] for name in library.papers},
        verdicts=[row for row in counted(library.claims) if row[2]],
        grades=[name for name in GRADES if any(c.grade == name for c in library.claims)],
    )


def home(library: Library) -> str:
    """What the first page says of the claims."""
    return sheets.body(
        "index",
        "home.html",
        counts=[row for row in counted(library.claims) if row[2]],
        total=len(library.claims),
        papers=[(described()[n], members) for n, members in library.papers.items()],
    )
