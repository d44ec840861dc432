"""The formulas that a statement says: what its paper prints, and where."""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from dpproofs.deriving.finding import with_formula
from dpproofs.kernel.assertions import Expected
from dpproofs.kernel.derivation import Goal, PrintedFormula, Statement
from dpproofs.kernel.domain import Domain, positive
from dpproofs.kernel.proposition import (
    Derivative,
    Integral,
    Limit,
    Minimum,
    Proposition,
    Relation,
    Series,
    Sum,
)

#: The first of these is meant by default.
KINDS = (Minimum, Expected, Limit, Series, Derivative, Integral, Sum)


@dataclass(frozen=True)
class Slot:
    """A goal of a claim with its formula.

    Attributes
    ----------
    told
        The goal, and the formula that the paper prints there, in its letters.
    """

    told: PrintedFormula

    @property
    def goal(self) -> Goal:
        """The goal."""
        return self.told.goal

    @property
    def printed(self) -> sp.Expr:
        """The formula that the paper prints there."""
        return self.told.formula

    def put(self, value: sp.Expr) -> Goal:
        """The goal with another formula."""
        return with_formula(self.goal, value)

    @property
    def variables(self) -> Domain:
        """What the formula may speak of."""
        claim = self.goal.proposition
        if isinstance(claim, Series):
            return Domain((positive(claim.variable),))
        return self.goal.domain

    @property
    def symbols(self) -> set[sp.Symbol]:
        """The letters that a formula may have: variables, and those of the paper."""
        letters = (letter.free_symbols for letter, _ in self.told.letters)
        return {v.symbol for v in self.variables}.union(*letters)


def slots(statement: Statement) -> list[Slot]:
    """The formulas of the printed goals: those that the statement tells in the paper's words, and
    then the most telling kind first.
    """
    told = [Slot(formula) for formula in statement.formulas]
    taken = {slot.goal for slot in told}
    found: list[tuple[int, bool, int, Slot]] = []
    for place, goal in enumerate(statement.printed):
        claim = goal.proposition
        kind = next((n for n, kind in enumerate(KINDS) if isinstance(claim, kind)), None)
        if kind is None or goal in taken or (isinstance(claim, Expected) and claim.op != "=="):
            continue
        formula = formula_of(claim)
        slot = Slot(PrintedFormula(goal, formula))
        found.append((kind, not formula.free_symbols, place, slot))
    return told + [slot for *_, slot in sorted(found, key=lambda row: row[:3])]


def formula_of(claim: Proposition) -> sp.Expr:
    """What a proposition says that something is."""
    if isinstance(claim, Series):
        return sp.Add(*(c * claim.variable**n for n, c in enumerate(claim.coefficients)))
    if isinstance(claim, Relation):
        return claim.rhs
    value: sp.Expr = claim.at if isinstance(claim, Minimum) else claim.value  # type: ignore[attr-defined]
    return value
