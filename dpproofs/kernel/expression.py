"""Expressions as trees of tagged nodes, so that a certificate is data and never code.

A tree is a list whose first entry is a tag::

    ["int", "-3"]  ["rat", "1", "3"]  ["sym", "b"]  ["pi"]  ["oo"]
    ["add", x, y, ...]  ["mul", x, y, ...]  ["pow", base, exponent]
    ["exp", x]  ["log", x]  ["erf", x]  ["abs", x]  ["max", x, ...]  ["min", x, ...]
    ["apply", "G", x, ...]

``apply`` is a function of which nothing is known but its name; ``oo`` occurs only as an end of an
interval or a sum, possibly negated by ``mul``.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import sympy as sp
from sympy.core.function import AppliedUndef

from dpproofs.kernel.errors import UnsupportedExpression

Tree: TypeAlias = list[Any]

_FUNCTIONS: dict[type[sp.Basic], str] = {
    sp.exp: "exp",
    sp.log: "log",
    sp.erf: "erf",
    sp.Abs: "abs",
    sp.Max: "max",
    sp.Min: "min",
    sp.Add: "add",
    sp.Mul: "mul",
    sp.Pow: "pow",
}
_COMMUTATIVE = {"add", "mul", "max", "min"}


def to_tree(expression: sp.Expr) -> Tree:
    """The tagged tree of a SymPy expression; arguments of sums and products in a fixed order.

    Raises
    ------
    UnsupportedExpression
        For a node outside the fixed list, naming it.
    """
    if isinstance(expression, sp.Integer):
        return ["int", str(expression)]
    if isinstance(expression, sp.Rational):
        return ["rat", str(expression.p), str(expression.q)]
    if isinstance(expression, sp.Symbol):
        return ["sym", expression.name]
    if expression is sp.pi:
        return ["pi"]
    if expression is sp.oo:
        return ["oo"]
    if expression is sp.S.NegativeInfinity:
        return ["mul", ["int", "-1"], ["oo"]]
    if expression is sp.E:
        return ["exp", ["int", "1"]]
    if isinstance(expression, AppliedUndef):
        return ["apply", str(expression.func), *map(to_tree, expression.args)]
    tag = _FUNCTIONS.get(expression.func)
    if tag is None:
        raise UnsupportedExpression(
            f"no certificate node for {expression.func.__name__} in {expression}"
        )
    arguments = [to_tree(argument) for argument in expression.args]
    return [tag, *(sorted(arguments, key=repr) if tag in _COMMUTATIVE else arguments)]
