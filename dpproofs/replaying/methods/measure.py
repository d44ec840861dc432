"""Masses of sets that are made of intervals and unknown sets: a sum over cells of the line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import Any, TypeAlias

from dpproofs.replaying.calculus import ZERO, minus, number, times
from dpproofs.replaying.reader import Proposition, Rejected, Tree, event, many, need, noise, tree
from dpproofs.replaying.task import Evidence, Task, method, relation

CELLS = 4096

Signs: TypeAlias = tuple[int, ...]  # of x less each of the points in order


def _term(value: Any, place: str) -> tuple[Tree, Tree]:
    need(type(value) is list and len(value) == 2, f"{place}: not a coefficient and a set")
    return tree(value[0], place), event(value[1], place)


@dataclass
class OrderedPoints:
    """The points of the line in order, and the unknown sets with their moves and mirrors."""

    task: Task
    order: tuple[Tree, ...]
    unknown: list[tuple[str, int, Tree]] = field(default_factory=list)

    def place(self, point: Tree) -> int:
        """The place of a point in the order."""
        for i, other in enumerate(self.order):
            if self.task.shows(point, "==", other):
                return i
        raise Rejected("an end of a set is not among the points in order")

    def read(self, node: Tree, sign: int, shift: Tree) -> Any:
        """A set of points x in which ``sign x + shift`` lies in a set, with places for points."""
        tag = node[0]
        if tag == "moved":
            return self.read(node[1], sign, minus(shift, node[2]))
        if tag == "mirror":
            return self.read(node[1], -sign, times(number(-1), shift))
        if tag in ("meet", "join", "not"):
            return (tag, *(self.read(part, sign, shift) for part in node[1:]))
        if tag == "set":
            for i, (name, direction, other) in enumerate(self.unknown):
                if (name, direction) == (node[1], sign) and self.task.shows(shift, "==", other):
                    return ("set", i)
            self.task.defined(shift)
            self.unknown.append((node[1], sign, shift))
            return ("set", len(self.unknown) - 1)
        conditions = []
        for end, mark, above in ((node[2], node[1][0], 1), (node[3], node[1][1], -1)):
            if end:  # sign x + shift is above (below) the end, or there
                at = self.place(times(number(sign), minus(end, shift)))
                allowed = {above * sign} | ({0} if mark in "[]" else set())
                conditions.append((at, frozenset(allowed)))
        return ("between", *conditions)

    def holds(self, node: Any, signs: Signs, member: tuple[bool, ...]) -> bool:
        """Whether the points of a cell lie in a set that was read."""
        tag, *parts = node
        if tag == "set":
            return bool(member[parts[0]])
        if tag == "between":
            return all(signs[at] in allowed for at, allowed in parts)
        inside = [self.holds(part, signs, member) for part in parts]
        return all(inside) if tag == "meet" else any(inside) if tag == "join" else not inside[0]

    def cells(self) -> Iterator[Signs]:
        """The patterns of signs that points may have, neighbours being shown to be in order."""
        count, apart = len(self.order), []
        for low, high in zip(self.order, self.order[1:], strict=False):
            gap = minus(high, low)
            apart.append(self.task.known(gap, self.task.domain, strict=True))
            in_order = apart[-1] or self.task.known(gap, self.task.domain, strict=False)
            need(in_order, "two points are not shown to be in order")
        for above in range(count + 1):
            for upto in range(above, count + 1):
                if not any(apart[i] for i in range(above, upto - 1)):
                    yield (1,) * above + (0,) * (upto - above) + (-1,) * (count - upto)


@method(
    "measure", "relation", noise=noise, order=many(tree, 24), constant=tree,
    terms=many(_term, 60),
)  # fmt: skip
def measure(task: Task, claim: Proposition, evidence: Evidence) -> None:
    """The difference of the sides is an expectation of what has one sign in every cell."""
    left, op, right = relation(claim, "==", "<=", ">=")
    noise_, terms, constant = evidence["noise"], evidence["terms"], evidence["constant"]
    task.exists(noise_, task.domain)
    masses = [times(c, ("mass", noise_, each)) for c, each in terms]
    whole, gap = ("add", constant, ZERO, *masses), minus(right, left)
    forward = task.shows(gap, "==", whole)
    other = forward or task.shows(times(number(-1), gap), "==", whole)
    need(other, "the difference of the sides is not that sum of masses")
    line = OrderedPoints(task, evidence["order"])
    sets = [line.read(each, 1, ZERO) for _, each in terms]
    patterns = list(product((False, True), repeat=len(line.unknown)))
    cells = list(line.cells())
    need(len(cells) * len(patterns) <= CELLS, "too many cells")
    sums = {
        tuple(line.holds(each, signs, member) for each in sets)
        for signs in cells
        for member in patterns
    }
    for held in sums:
        inside = [c for (c, _), here in zip(terms, held, strict=True) if here]
        total = ("add", constant, ZERO, *inside)
        if op == "==":
            right_sign = task.shows(total, "==", ZERO)
        else:
            total = total if (op == "<=") is forward else times(number(-1), total)
            right_sign = task.known(total, task.domain, strict=False)
        need(right_sign, "the sum of the coefficients has the wrong sign in a cell")
