"""Answers of searches, remembered between runs in the user's caches.

What is remembered is believed no more than what SymPy says: it is a candidate, which is compared
with enclosures and goes through the checkers and replay. A question has in it the sources of all
tactics and the version of SymPy, so that other finders search anew.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import astuple
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import sympy as sp

from dpproofs.kernel.cache import keep, kept_file
from dpproofs.tactics.searching import Answer, Task

MOST_BYTES, MOST_DIGITS, MOST = 100_000, 100, 10_000
_CONSTANTS = {
    type(value).__name__: value
    for value in (sp.pi, sp.E, sp.EulerGamma, sp.Catalan, sp.GoldenRatio, sp.I)
}
_PLAIN = (sp.Add, sp.Mul)


def remember(task: Task, on: str, found: Answer) -> None:
    """Keep the answer to a task on a domain, where it can be written."""
    file = _file(task, on)
    if file is None or found.value is None:
        return
    parts = (found.value, found.antiderivative)
    try:
        trees = [None if part is None else _tree(part) for part in parts]
    except ValueError:
        return
    keep(file, json.dumps([found.how, *trees]))


def recalled(task: Task, on: str) -> Answer | None:
    """The answer that was remembered; None without one, and when it cannot be read."""
    file = _file(task, on)
    if file is None:
        return None
    names = {s.name: s for part in (task.term, task.lower, task.upper) for s in part.free_symbols}
    try:
        with file.open("rb") as opened:
            how, value, inner = json.loads(opened.read(MOST_BYTES))
        if not isinstance(how, str):
            return None
        found = None if inner is None else _expression(inner, names)
        return Answer(how, _expression(value, names), found)
    except (OSError, ArithmeticError, AttributeError, LookupError, RecursionError, TypeError,
            ValueError):  # whatever is in a file, and whatever SymPy says to it  # fmt: skip
        return None


def _file(task: Task, on: str) -> Path | None:
    *parts, kind = astuple(task)
    said = [sp.srepr(part) for part in parts]
    return kept_file("found", json.dumps([_finders(), kind, on, *said]))


@cache
def _finders() -> str:
    """A digest of everything that finds."""
    whole = hashlib.sha256(sp.__version__.encode())
    for source in sorted(resources.files("dpproofs.tactics").iterdir(), key=lambda each: each.name):
        if source.name.endswith(".py"):
            whole.update(source.read_bytes())
    return whole.hexdigest()


def _tree(expression: sp.Expr) -> list[Any]:
    """An expression as lists of texts.

    Raises
    ------
    ValueError
        When it has a part that cannot be read back.
    """
    head = type(expression).__name__
    if expression.is_Rational:
        return ["Rational", str(expression.p), str(expression.q)]
    if expression.is_Symbol:
        return ["Symbol", expression.name]
    if head in _CONSTANTS:
        return [head]
    if _head(head) is not type(expression):
        raise ValueError(head)
    return [head, *map(_tree, expression.args)]


def _expression(tree: list[Any], names: Mapping[str, sp.Symbol]) -> sp.Expr:
    head, *parts = tree
    if head == "Rational":
        if max(map(len, parts)) > MOST_DIGITS:
            raise ValueError("a long number")
        return sp.Rational(*map(int, parts))
    if head == "Symbol":
        return names[parts[0]]
    if head in _CONSTANTS:
        return _CONSTANTS[head]
    kind, arguments = _head(head), [_expression(part, names) for part in parts]
    if kind not in _PLAIN and any(_large(value) for value in arguments):
        raise ValueError("a power or a function of a large number")
    return kind(*arguments)


def _head(name: Any) -> Any:
    """A kind of sum, product, power or function that SymPy has by that name.

    Raises
    ------
    ValueError
        For any other name.
    """
    kind = getattr(sp, name, None) if isinstance(name, str) else None
    known = isinstance(kind, type) and issubclass(kind, sp.Add | sp.Mul | sp.Pow | sp.Function)
    if not known or kind in (sp.Function, sp.Piecewise):
        raise ValueError(str(name))
    return kind


def _large(value: sp.Expr) -> bool:
    return bool(value.is_Rational and max(abs(value.p), value.q) > MOST)
