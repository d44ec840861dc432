"""Ends of integrals of powers, in lowest terms, as the values are that have powers of them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from dpproofs.coq.fractions import Variables, exact, rational, times
from dpproofs.coq.premises import Step
from dpproofs.coq.terms import Tree, number
from dpproofs.kernel.errors import UnsupportedExpression


def shortened(step: Step) -> str:
    """The end of an integral without what it has above and below the bar, where that is needed."""
    said = step["proposition"]
    if not any(exponent[0] not in ("int", "rat") for _, exponent in _powers(said["integrand"])):
        return ""
    variables = Variables([row["name"] for row in step["domain"]])
    try:
        found = variables.value(said["upper"])
    except UnsupportedExpression:
        return ""
    if found.below.total_degree() >= _degree_below(said["upper"], variables):
        return ""
    factor, parts = Fraction(1), []
    for side, sign in ((found.above, 1), (found.below, -1)):
        content, rows = side.factor()
        factor *= exact(content) ** sign
        parts += [(variables.tree(base), sign * int(n)) for base, n in rows]
    short = number(times([rational(factor)], parts), 0)
    return f"replace {number(said['upper'], 0)} with {short} by (field; other_than_zero). "


def _powers(node: Any) -> Iterator[tuple[Tree, Tree]]:
    """The bases and exponents in a tree."""
    if isinstance(node, list):
        if node[:1] == ["pow"]:
            yield node[1], node[2]
        for part in node:
            yield from _powers(part)


def _degree_below(tree: Tree, variables: Variables) -> int:
    """The degree of what stands below the bar of a product."""
    parts = tree[1:] if tree[0] == "mul" else [tree]
    return sum(
        -int(part[2][1]) * int(variables.value(part[1]).above.total_degree())
        for part in parts
        if part[0] == "pow" and part[2][0] == "int" and int(part[2][1]) < 0
    )
