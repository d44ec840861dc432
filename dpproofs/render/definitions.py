"""Definitions, and the objects of examples, as LaTeX."""

from __future__ import annotations

from functools import singledispatch

import sympy as sp

from dpproofs.kernel.errors import UnsupportedExpression
from dpproofs.kernel.examples import Example, Tails
from dpproofs.kernel.objects import Definition, Law, Pieces, Value
from dpproofs.render.events import Size, place_of
from dpproofs.render.notation import expression, name_latex


@singledispatch
def definition(found: Definition) -> str:
    """LaTeX of a definition; its domain is shown beside it.

    Raises
    ------
    UnsupportedExpression
        For a kind of definition that has no display.
    """
    raise UnsupportedExpression(f"no display for definitions of kind {found.kind!r}")


@definition.register
def _value(found: Value) -> str:
    return f"{expression(found(*found.arguments))} := {expression(found.value)}"


@definition.register
def _pieces(found: Pieces) -> str:
    x = found.variable
    head = expression(found(*found.arguments, x))
    if len(found.pieces) == 1 and found.index is None:
        return f"{head} := {expression(even(found.pieces[0].value, x))}"
    size = rf"\left|{expression(x)}\right|"
    rows = []
    for place, piece in enumerate(found.pieces):
        lower, upper = found.ends(place)
        where = rf"{expression(lower)} \le {size} < {expression(upper)}"
        if upper is sp.oo:
            where = rf"{size} \ge {expression(lower)}"
        rows.append(rf"& {expression(even(piece.value, x))}, && {where}")
    cases = r" \\ ".join(rows)
    counted = ""
    if found.index is not None:
        counted = rf" \qquad {expression(found.index)} \in \{{0, 1, \ldots\}}"
    return rf"{head} := \left\{{ \begin{{aligned}} {cases} \end{{aligned}} \right.{counted}"


def even(value: sp.Expr, x: sp.Symbol) -> sp.Expr:
    """What is said of x >= 0, for every x of an even function: |x| stands where x did."""
    return value if value.xreplace({x: -x}) == value else value.xreplace({x: Size(x)})


@definition.register
def _law(found: Law) -> str:
    head = expression(found(*found.arguments))
    place = place_of(found)
    density = expression(sp.Function(found.density)(*found.arguments, place))
    if found.on == "integers":
        i = expression(place)
        mass = rf"{density} \text{{ at each integer }} {i}"
        return rf"{head} := \text{{noise on the integers with mass }} {mass}"
    text = rf"{head} := \text{{noise on the line with the density }} {density}"
    if found.atom == 0:
        return text
    return rf"{text} \quad \text{{and an atom of mass }} {expression(found.atom)} \text{{ at }} 0"


def example(objects: Example) -> tuple[str, ...]:
    """LaTeX of an example: one formula an object."""
    return tuple(_object(name, found) for name, found in objects.items())


def _object(name: str, found: sp.Lambda | Tails | sp.Expr) -> str:
    head = name_latex(name)
    if isinstance(found, Tails):
        return _tails(head, found)
    if isinstance(found, sp.Lambda):
        arguments = ", ".join(map(expression, found.variables))
        return f"{head}{f'({arguments})' if arguments else ''} = {expression(found.expr)}"
    return f"{head} = {expression(found)}"


def _tails(head: str, found: Tails) -> str:
    """A noise by the mass of its half lines; the last argument is where they begin."""
    *family, place = found.from_.variables
    noise = f"{head}({', '.join(map(expression, family))})" if family else head
    text = rf"P({noise} \ge {expression(place)}) = {expression(found.from_.expr)}"
    if found.after == found.from_:
        return text
    after = found.after(*family, place)
    return rf"{text},\quad P({noise} > {expression(place)}) = {expression(after)}"
