"""The claims of a paper and what rests on what, as a drawing whose nodes are links."""

from collections.abc import Sequence
from dataclasses import dataclass

from dpproofs.render.content import Page
from dpproofs.render.relations import Relation

ROW, LEFT, WIDTH, TOP = 22, 132, 420, 12


@dataclass(frozen=True)
class Node:
    """A claim at its place."""

    claim: Page
    y: int


@dataclass(frozen=True)
class Arc:
    """A relation as a curve on the left of the claims."""

    relation: Relation
    path: str


@dataclass(frozen=True)
class Graph:
    """A drawing: claims below each other, and curves from each to those on which it rests."""

    nodes: tuple[Node, ...]
    arcs: tuple[Arc, ...]
    left: int = LEFT
    width: int = WIDTH

    @property
    def height(self) -> int:
        return 2 * TOP + ROW * len(self.nodes)


def graph(claims: Sequence[Page], found: Sequence[Relation]) -> Graph:
    """The drawing of the claims that have a relation to another one of the same paper."""
    inside = {claim.id for claim in claims}
    kept = [r for r in found if {r.by, r.on} <= inside]
    involved = {name for r in kept for name in (r.by, r.on)}
    shown = [claim for claim in claims if claim.id in involved]
    nodes = tuple(Node(claim, TOP + ROW * place + ROW // 2) for place, claim in enumerate(shown))
    at = {node.claim.id: node.y for node in nodes}
    furthest = max((abs(at[r.by] - at[r.on]) for r in kept), default=1)
    arcs = tuple(Arc(r, _curve(at[r.by], at[r.on], furthest)) for r in kept)
    return Graph(nodes, arcs)


def _curve(start: int, end: int, furthest: int) -> str:
    out = 14 + (LEFT - 24) * (abs(start - end) / furthest) ** 0.7
    x = LEFT - out
    return f"M{LEFT} {start}C{x:.0f} {start} {x:.0f} {end} {LEFT} {end}"
