"""Expressions as trees of tagged nodes, so that a certificate is data and never code.

A tree is a list whose first entry is a tag::

    ["int", "-3"]  ["rat", "1", "3"]  ["sym", "b"]  ["pi"]  ["oo"]
    ["add", x, y, ...]  ["mul", x, y, ...]  ["pow", base, exponent]
    ["exp", x]  ["log", x]  ["erf", x]  ["abs", x]  ["max", x, ...]  ["min", x, ...]
    ["atan", x]  ["asin", x]  ["sin", x]  ["cos", x]  ["Gamma", z]  ["lowergamma", z, x]
    ["lowerbeta", y, z, x]
    ["apply", "G", x, ...]  ["mass", noise, set]
    noise: ["noise", "X", x, ...]  on R^d: ["vector", "X", x, ...]
    set: ["between", "[)", x, y]  ["set", "S"]  ["moved", set, x]  ["mirror", set]  ["not", set]
         ["meet", set, set]  ["join", set, set]

``apply`` is a function that the sentence gives, defines or introduces; ``oo`` occurs only as an end
of an interval or a sum, possibly negated by ``mul``.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import sympy as sp
from sympy.core.function import AppliedUndef

from dpproofs.kernel.errors import BadInput, UnsupportedExpression
from dpproofs.kernel.terms import ENDS, Between, BorelSet, Join, Mass, Meet, Mirror, Moved, Outside

Tree: TypeAlias = list[Any]

_FUNCTIONS: dict[type[sp.Basic], str] = {
    sp.exp: "exp",
    sp.log: "log",
    sp.erf: "erf",
    sp.atan: "atan",
    sp.asin: "asin",
    sp.sin: "sin",
    sp.cos: "cos",
    sp.gamma: "Gamma",
    sp.lowergamma: "lowergamma",
    sp.betainc: "lowerbeta",
    sp.Abs: "abs",
    sp.Max: "max",
    sp.Min: "min",
    sp.Add: "add",
    sp.Mul: "mul",
    sp.Pow: "pow",
}
WRITTEN = (sp.erfc, sp.tan, sp.cot)
_SETS = {Moved: "moved", Mirror: "mirror", Meet: "meet", Join: "join", Outside: "not"}
_COMMUTATIVE = {"add", "mul", "max", "min"}


def to_tree(expression: sp.Expr) -> Tree:  # noqa: C901  (one case a node)
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
    if isinstance(expression, WRITTEN):
        return to_tree(written(expression))
    if isinstance(expression, Mass):
        return ["mass", noise_tree(expression.args[0]), set_tree(expression.args[1])]
    if isinstance(expression, AppliedUndef):
        return ["apply", str(expression.func), *map(to_tree, expression.args)]
    tag = _FUNCTIONS.get(expression.func)
    if tag is None:
        raise UnsupportedExpression(
            f"no certificate node for {expression.func.__name__} in {expression}"
        )
    arguments = [to_tree(argument) for argument in _arguments(expression)]
    return [tag, *(sorted(arguments, key=repr) if tag in _COMMUTATIVE else arguments)]


def written(expression: sp.Expr) -> sp.Expr:
    """A function without a node, one of ``WRITTEN``, in those that have nodes."""
    if isinstance(expression, sp.erfc):
        return expression.rewrite(sp.erf)
    sine, cosine = sp.sin(expression.args[0]), sp.cos(expression.args[0])
    return sine / cosine if isinstance(expression, sp.tan) else cosine / sine


def _arguments(expression: sp.Expr) -> tuple[sp.Expr, ...]:
    """What a function takes; of an incomplete Beta function the orders and the upper end.

    Raises
    ------
    UnsupportedExpression
        When its lower end is not 0.
    """
    if not isinstance(expression, sp.betainc):
        return tuple(expression.args)
    first, second, lower, upper = expression.args
    if lower != 0:
        raise UnsupportedExpression(f"no certificate node for betainc from {lower}")
    return first, second, upper


def noise_tree(noise: sp.Expr, kind: str = "noise") -> Tree:
    """A noise, on the line or for vectors, as it stands in a certificate.

    Raises
    ------
    BadInput
        When it is not the application of a name.
    """
    if not isinstance(noise, AppliedUndef):
        raise BadInput("noise", noise, "the application of a name, such as X()")
    return [kind, str(noise.func), *map(to_tree, noise.args)]


def set_tree(borel_set: sp.Expr) -> Tree:
    """A set as it stands in a certificate.

    Raises
    ------
    BadInput
        When it is not a set.
    """
    if isinstance(borel_set, Between):
        place, lower, upper = borel_set.args
        return ["between", ENDS[int(place)], to_tree(lower), to_tree(upper)]
    if isinstance(borel_set, AppliedUndef) and not borel_set.args:
        return ["set", str(borel_set.func)]
    if not isinstance(borel_set, BorelSet):
        raise BadInput("set", borel_set, "an interval, a named set, or one made of these")
    parts = list(borel_set.args)
    last = [to_tree(parts.pop())] if isinstance(borel_set, Moved) else []
    return [_SETS[borel_set.func], *map(set_tree, parts), *last]
