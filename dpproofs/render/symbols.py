"""What some letters of the papers stand for, said beside a sentence that speaks of them.

A sentence is about its parameters in their ranges and about nothing else; this helps to read it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import sympy as sp

from dpproofs.kernel.derivation import Statement
from dpproofs.kernel.domain import Variable


@dataclass(frozen=True)
class Meaning:
    """What a letter stands for where it is not negative, and not above ``most``."""

    plain: str
    latex: str
    most: int | None = None

    def fits(self, variable: Variable) -> bool:
        """Whether the range of a variable is one for which this is the meaning."""
        below = self.most is None or (variable.upper <= self.most) == sp.true
        return bool(below and (variable.lower >= 0) == sp.true)


_RATIO = Meaning("exp(-epsilon)", r"e^{-\epsilon}", most=1)
_SENSITIVITY = Meaning("the sensitivity", r"\text{the sensitivity}")

MEANINGS: Mapping[str, Mapping[str, Meaning]] = {
    "staircase": {"b": _RATIO, "Delta": _SENSITIVITY},
    "additive": {"Delta": _SENSITIVITY},
    "trunclap": {"b": _RATIO, "Delta": _SENSITIVITY},
    "poster": {"b": _RATIO, "Delta": _SENSITIVITY},
    "vector": {"b": _RATIO},
}


def meanings(statement: Statement) -> tuple[tuple[sp.Symbol, Meaning], ...]:
    """The letters of a sentence that stand for something, in the order in which they come."""
    table = MEANINGS.get(statement.paper, {})
    found: dict[str, list[Variable]] = {}
    for variable in _variables(statement):
        if variable.symbol.name in table:
            found.setdefault(variable.symbol.name, []).append(variable)
    return tuple(
        (places[0].symbol, table[name])
        for name, places in found.items()
        if all(table[name].fits(variable) for variable in places)
    )


def _variables(statement: Statement) -> Iterable[Variable]:
    yield from statement.parameters
    for definition in statement.definitions:
        yield from definition.domain
    for goal in (*statement.hypotheses, *statement.goals):
        yield from goal.domain
