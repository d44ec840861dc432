"""Conditions of which each is needed: how they are written, deleted and watched in a tree."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any


@dataclass(frozen=True)
class Slot:
    """A place in a tree, at which another node can be put."""

    holder: Any
    key: Any

    def get(self) -> Any:
        return (
            self.holder[self.key] if type(self.holder) is list else getattr(self.holder, self.key)
        )

    def put(self, new: ast.AST) -> None:
        """Put a node there; names that it no longer needs are still spoken of, as in the code."""
        ast.copy_location(new, self.get())
        if type(self.holder) is list:
            self.holder[self.key] = new
        else:
            setattr(self.holder, self.key, new)


@dataclass(frozen=True)
class Part:
    """One guard of a tree: how it is written, and how it is deleted and watched in the tree."""

    text: str
    slot: Slot
    delete: Callable[[], None]
    holds: bool = True  # whether being true accepts


def either(*values: ast.expr) -> ast.expr:
    return ast.BoolOp(ast.Or(), list(values))


def _given(holds: bool, node: ast.expr) -> ast.expr:
    """True (or False), without the node being looked at."""
    return ast.BoolOp(ast.Or() if holds else ast.And(), [ast.Constant(holds), node])


def silence(slot: Slot) -> None:
    """Leave a statement out."""
    slot.put(ast.If(ast.Constant(False), [slot.get()], []))


def _links(slot: Slot) -> list[Part]:
    """The links of ``a <= b < c``; leaving one out leaves the others."""
    node = slot.get()
    terms, found = [node.left, *node.comparators], []
    links = [
        ast.Compare(a, [op], [b]) for (a, b), op in zip(pairwise(terms), node.ops, strict=True)
    ]
    for i, link in enumerate(links):
        others = [other for j, other in enumerate(links) if j != i]

        def delete(others: Sequence[ast.expr] = others) -> None:
            slot.put(ast.BoolOp(ast.And(), [*others, _given(True, node)]))

        found.append(Part(ast.unparse(link), slot, delete))
    return found


def _entries(slot: Slot) -> list[Part]:
    """The entries of a tuple that is compared with another value."""
    node, found = slot.get(), []
    mine, other = node.left, node.comparators[0]
    for i, entry in enumerate(mine.elts):
        theirs: Any = other.elts[i] if isinstance(other, ast.Tuple) else ast.Subscript(
            other, ast.Constant(i), ast.Load())  # fmt: skip

        def delete(i: int = i, entry: ast.expr = entry, theirs: ast.expr = theirs) -> None:
            mine.elts[i] = ast.IfExp(ast.Constant(True), theirs, entry)
            ast.fix_missing_locations(ast.copy_location(mine.elts[i], entry))

        found.append(Part(f"{ast.unparse(entry)} == {ast.unparse(theirs)}", slot, delete))
    return found


def _compares_tuples(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Compare)
        and isinstance(node.ops[0], ast.Eq)
        and isinstance(node.left, ast.Tuple)
        and len(node.left.elts) > 1
        and not any(isinstance(e, ast.Starred) for e in node.left.elts)
        and isinstance(node.comparators[0], ast.Name | ast.Tuple)
    )


Names = Callable[[str], list[Slot]]


def _each(node: ast.Call, named: Names, holds: bool) -> list[list[Part]]:
    """What has to hold for all of some things, where that is several conditions."""
    (argument,), over = node.args, "all" if holds else "any"
    if getattr(node.func, "id", "") == over and isinstance(argument, ast.GeneratorExp):
        inner = parts(Slot(argument, "elt"), named, holds)
        return [inner] if len(inner) > 1 else []
    return []


def parts(slot: Slot, named: Names, holds: bool = True) -> list[Part]:
    """The conditions that are each needed for another one to hold (or to fail)."""
    node = slot.get()
    found: list[list[Part]] = []
    if isinstance(node, ast.BoolOp):
        found = [parts(Slot(node.values, i), named, holds) for i in range(len(node.values))]
        if isinstance(node.op, ast.And) is not holds:  # one of them will do
            found = [each for each in found if len(each) > 1]
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return parts(Slot(node, "operand"), named, not holds)
    elif isinstance(node, ast.Name):
        found = [
            [p for p in parts(value, named, holds) if p.text not in (node.id, f"not {node.id}")]
            for value in named(node.id)
        ]
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and len(node.args) == 1:
        if node.func.id == "bool":
            return parts(Slot(node.args, 0), named, holds)
        found = _each(node, named, holds)
    elif isinstance(node, ast.Compare) and holds and len(node.ops) > 1:
        return _links(slot)
    elif holds and _compares_tuples(node):
        return _entries(slot)
    if any(found):
        return [part for each in found for part in each]
    text = ast.unparse(node) if holds else ast.unparse(ast.UnaryOp(ast.Not(), node))
    return [Part(text, slot, lambda: slot.put(_given(holds, node)), holds)]
