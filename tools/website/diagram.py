"""A flow chart that is written as mermaid reads it, as a drawing that needs no script."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from website.sheets import body

ROW, TOP, WIDTH, HIGH, LETTER, HEAD = 92, 26, 560, 30, 7.4, 6
EDGE = re.compile(r"(\w+)(?:\[([^]]+)\])?\s*--(?:\s*([^->]+?)\s*--)?>\s*(\w+)(?:\[([^]]+)\])?")


@dataclass(frozen=True)
class Box:
    """A node at its place."""

    label: str
    x: float
    y: float

    @property
    def width(self) -> float:
        return LETTER * len(self.label) + 20


@dataclass(frozen=True)
class Arrow:
    """An edge from one box to another, and where its label stands."""

    start: Box
    end: Box
    label: str

    @property
    def path(self) -> str:
        above, below = self.start.y + HIGH / 2, self.end.y - HIGH / 2 - HEAD
        middle = (above + below) / 2
        left, right = f"{self.start.x:g}", f"{self.end.x:g}"
        return f"M{left} {above:g}C{left} {middle:g} {right} {middle:g} {right} {below:g}"

    @property
    def place(self) -> tuple[float, float]:
        return (self.start.x + self.end.x) / 2, (self.start.y + self.end.y) / 2


def drawing(source: str) -> str:
    """The chart as SVG in HTML; what flows where is also told in words.

    Raises
    ------
    ValueError
        When a line is no edge, or edges run in a circle.
    """
    labels, edges = read(source)
    boxes = placed(labels, edges)
    arrows = [Arrow(boxes[start], boxes[end], label) for start, label, end in edges]
    height = max(box.y for box in boxes.values()) + HIGH / 2 + 4
    found = {"boxes": boxes.values(), "arrows": arrows, "height": height}
    return body("", "diagram.html", width=WIDTH, high=HIGH, **found)


def read(source: str) -> tuple[dict[str, str], list[tuple[str, str, str]]]:
    """Nodes with their labels, and edges as (start, label, end)."""
    first, *lines = filter(None, map(str.strip, source.splitlines()))
    if not first.startswith("flowchart"):
        raise ValueError(f"{first!r} does not begin a flowchart")
    labels: dict[str, str] = {}
    edges = []
    for line in lines:
        if not (found := EDGE.fullmatch(line)):
            raise ValueError(f"{line!r} is no edge")
        start, told, label, end, said = found.groups()
        for name, words in ((start, told), (end, said)):
            labels[name] = words or labels.get(name, name)
        edges.append((start, label or "", end))
    return labels, edges


def placed(labels: dict[str, str], edges: list[tuple[str, str, str]]) -> dict[str, Box]:
    """Each node below all that flow into it, and those of a row spread over the width."""
    depth = dict.fromkeys(labels, 0)
    for _ in labels:
        for start, _label, end in edges:
            depth[end] = max(depth[end], depth[start] + 1)
    if max(depth.values()) >= len(labels):
        raise ValueError("edges run in a circle")
    boxes = {name: Box(labels[name], x, y) for name, x, y in _rows(depth)}
    return {name: replace(box, x=_inside(box)) for name, box in boxes.items()}


def _inside(box: Box) -> float:
    """Where the middle of a box may be, so that its ends can be seen."""
    reach = box.width / 2 + 1
    return min(max(box.x, reach), WIDTH - reach)


def _rows(depth: dict[str, int]) -> Iterator[tuple[str, float, float]]:
    for row in range(max(depth.values()) + 1):
        names = [name for name in depth if depth[name] == row]
        for place, name in enumerate(names):
            yield name, WIDTH * (2 * place + 1) / (2 * len(names)), TOP + ROW * row
