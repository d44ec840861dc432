"""Perturbed twins of a goal: what a checker must reject.

A twin differs from the goal in one place: a constant, a sign, an exponent, the direction of an
inequality, an end of a range, a bound of the domain.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain, zip_longest

import sympy as sp

from dpproofs.kernel.assertions import Exists, Private
from dpproofs.kernel.domain import Domain
from dpproofs.kernel.goal import Goal
from dpproofs.kernel.proposition import Minimum, Proposition, Relation, Series, Sum
from dpproofs.kernel.terms import Between
from dpproofs.kernel.vectors import PrivateVector


@dataclass(frozen=True)
class Twin:
    """A goal changed in one place, and where."""

    goal: Goal
    change: str


REVERSED = {"<": ">", "<=": ">", ">": "<", ">=": "<", "==": "!=", "!=": "=="}


def twins(goal: Goal) -> Iterator[Twin]:
    """Every twin, in a fixed order: most telling changes first."""
    claim = goal.proposition
    for proposition, change in chain(_structural(claim), _values(claim)):
        yield Twin(Goal(proposition, goal.domain), change)
    for domain, change in _domains(goal.domain):
        yield Twin(Goal(claim, domain), change)


def _structural(claim: Proposition) -> Iterator[tuple[Proposition, str]]:
    if isinstance(claim, Relation):
        yield replace(claim, op=REVERSED[claim.op]), "relation reversed"
    if isinstance(claim, Sum):
        yield replace(claim, lower=claim.lower + 1), "sum begins one later"
        if claim.upper is not sp.oo:
            yield replace(claim, upper=claim.upper + 1), "sum ends one later"
    if isinstance(claim, Series):
        yield from _coefficients(claim)
    if isinstance(claim, Private | PrivateVector):
        yield from _stricter(claim)
    if isinstance(claim, Exists):
        for place, inner in enumerate(claim.all):
            for changed, change in _structural(inner):
                promised = (*claim.all[:place], changed, *claim.all[place + 1 :])
                yield replace(claim, all=promised), change


def _stricter(claim: Private | PrivateVector) -> Iterator[tuple[Proposition, str]]:
    for name in ("epsilon", "delta"):
        if (value := getattr(claim, name)) != 0:
            yield replace(claim, **{name: value / 2}), f"half of {name}"
    yield replace(claim, sensitivity=2 * claim.sensitivity), "twice the sensitivity"


def _coefficients(claim: Series) -> Iterator[tuple[Proposition, str]]:
    for place, value in enumerate(claim.coefficients):
        for changed in (value + 1, -value):
            row = list(claim.coefficients)
            row[place] = changed
            if changed != value:
                yield replace(claim, coefficients=tuple(row)), f"coefficient {place}"


def _values(claim: Proposition) -> Iterator[tuple[Proposition, str]]:
    """Twins of the stated value (or of either side of a relation)."""
    if isinstance(claim, Relation):
        fields = ["rhs", "lhs"]
    elif isinstance(claim, Minimum):
        fields = ["at"]
    else:
        fields = ["value"] if hasattr(claim, "value") else []
    for row in zip_longest(*(perturbed(getattr(claim, name)) for name in fields)):
        for name, change in zip(fields, row, strict=True):
            if change is not None:
                yield replace(claim, **{name: change[0]}), f"{name}: {change[1]}"


def perturbed(expression: sp.Expr) -> Iterator[tuple[sp.Expr, str]]:
    """The expression with one leaf or one sign changed, each with a description."""
    outer = ((-expression, "sign"), (expression + 1, "plus 1"))
    seen: set[tuple[sp.Expr, str]] = set()
    for row in chain(outer, _inner(expression)):
        if row[0] != expression and row not in seen:
            seen.add(row)
            yield row


def _inner(expression: sp.Expr) -> Iterator[tuple[sp.Expr, str]]:
    if expression.is_Rational:
        yield expression + 1, f"{expression} -> {expression + 1}"
        yield expression * 2, f"{expression} -> {expression * 2}"
        return
    if expression.is_Pow:
        yield expression.base ** (expression.exp + 1), "exponent raised"
    for place, argument in enumerate(expression.args):
        if isinstance(expression, Between) and place == 0:
            continue  # which ends belong to an interval is no number
        for changed, description in _inner(argument):
            arguments = list(expression.args)
            arguments[place] = changed
            yield expression.func(*arguments), description
        if expression.is_Add:
            arguments = list(expression.args)
            arguments[place] = -argument
            yield expression.func(*arguments), f"sign of {argument}"


def _domains(domain: Domain) -> Iterator[tuple[Domain, str]]:
    """The domain with one bound moved outwards."""
    for place, variable in enumerate(domain.variables):
        if variable.root is not None or variable.integer:
            continue
        name = variable.symbol
        wider = []
        if variable.upper.is_finite is not False:
            wider.append((replace(variable, upper=variable.upper + 1), f"{name} beyond its end"))
        if variable.lower.is_finite is not False and not variable.symbol.is_nonnegative:
            wider.append((replace(variable, lower=variable.lower - 1), f"{name} before its start"))
        for changed, change in wider:
            variables = list(domain.variables)
            variables[place] = changed
            yield Domain(tuple(variables)), change
