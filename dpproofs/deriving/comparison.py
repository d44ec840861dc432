"""Which of two families costs less, and for which parameters."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import Any

import sympy as sp

from dpproofs.deriving import plain
from dpproofs.deriving.costs import priced
from dpproofs.deriving.derived import Derived
from dpproofs.deriving.enclosure import Definition
from dpproofs.deriving.finite import divided
from dpproofs.deriving.normalised import Normalised, probability, start
from dpproofs.deriving.sentences import ProofLine, decided, extended
from dpproofs.deriving.strips import sign_at
from dpproofs.deriving.totals import total
from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.domain import Domain, Variable
from dpproofs.kernel.errors import BadInput
from dpproofs.kernel.proposition import that
from dpproofs.tactics.budget import SECONDS, within

NOT_FOUND = "For which parameters the cost is lower is not found: "


IN_CASES = "One cost is infinite for some parameters; the checkers do not decide this comparison."
LOWER = "which cost is the lower one"


@dataclass(frozen=True, repr=False)
class Compared(Derived):
    """The quotient of two costs, with the parameters for which the first is the lower one.

    Attributes
    ----------
    lower
        When the first cost is the lower one: true, false, or a relation of parameters, exactly
        when that holds; None where that is not found.
    """

    lower: Any = field(default=None)


def compare(one: Normalised, other: Normalised, cost: Any) -> Compared:
    """The quotient of the costs, and when it is below 1."""
    first, second = (priced(each, cost) for each in (one, other))
    domain = _shared(first.domain, second.domain)
    name = f"{first.name}.beside_{other.name}"
    path = (*first.path, *second.path)
    if first.value is None or second.value is None:
        return Compared(name, domain, None, path, note=NOT_FOUND + "one has no closed form.")
    if first.value.has(sp.oo) or second.value.has(sp.oo):
        lower = _beside_infinity(first.value, second.value, domain)
        note = NOT_FOUND + "one is infinite." if lower is None else IN_CASES
        return Compared(name, domain, None, path, note=note, lower=lower)
    if second.value == 0:
        return Compared(name, domain, None, path, note=NOT_FOUND + "one is 0.")
    value = sp.factor(sp.powsimp(sp.together(first.value / second.value)))
    gap = sp.factor(sp.together(second.value - first.value))  # positive where the first is lower
    lower, goals = _decision(gap, (first.value, second.value), domain)
    note = first.note or second.note
    if lower is None:
        return Compared(name, domain, value, path, note=NOT_FOUND + "their order is not simple.")
    rows, claim = _plainly(other, second), None
    if first.claim is not None and second.claim is not None and rows:
        lines = list(rows)
        for goal in goals:
            lines += _shown(goal, gap, lower, len(lines))
        printed = rf"{sp.latex(first.value)}<{sp.latex(second.value)}"
        claim = extended(first.claim, name, one.name, "a comparison of costs", printed, lines)
    path = (*path, "the sign of the difference of the costs")
    return Compared(name, domain, value, path, claim, None, note, lower)


def _beside_infinity(first: sp.Expr, second: sp.Expr, domain: Domain) -> Any:
    """When the first cost is the lower one, where one is infinite for some parameters."""
    if sp.oo in (first, second):
        return sp.S(first is not sp.oo) if first is sp.oo or not first.has(sp.oo) else None
    if second.has(sp.oo) or not isinstance(first, sp.Piecewise) or len(first.args) != 2:
        return None
    (inside, condition), _ = first.args
    cut = divided(domain, condition)
    if cut is None or inside.has(sp.oo):
        return None
    gap = sp.factor(sp.together(second - inside))
    when, _ = _decision(gap, (inside, second), cut[1])
    return None if when is None else sp.And(condition, when)


def _plainly(other: Normalised, cost: Derived) -> list[ProofLine]:
    """The cost of the other family as lines that define no name, which the first one's may have."""
    if not isinstance(cost.definition, Definition) or cost.value is None:
        return []
    over = other.with_domain(cost.domain)
    whole, found = probability(other), total(over, cost.definition.weight, together=False)
    if whole is None or found is None:
        return []
    return [*start(other, whole), *plain.lines(over, found, cost.value)]


def _shared(one: Domain, other: Domain) -> Domain:
    """The parameters of both, those of one name being the same.

    Raises
    ------
    BadInput
        When a parameter of both has two ranges.
    """
    known = {v.symbol.name: v for v in one}
    for variable in other:
        before = known.get(variable.symbol.name)
        if before is None:
            one = one & variable
        elif before != variable:
            raise BadInput("other", str(variable.symbol), f"in the same range, {before}")
    return one


def _decision(
    gap: sp.Expr, costs: tuple[sp.Expr, sp.Expr], domain: Domain
) -> tuple[Any, list[Goal]]:
    """When the first cost is the lower one, and what has to be shown."""
    first, second = costs
    sign = sign_at(gap, domain)
    if sign == 1:
        return sp.true, [Goal(that(first) < second, domain)]
    if sign == -1:
        return sp.false, [Goal(that(second) < first, domain)]
    if sign == 0:
        return sp.false, [Goal(that(second) <= first, domain)]
    for variable in domain:
        symbol = variable.symbol
        place = within(SECONDS, partial(_cut, gap, variable, domain))
        if place is None:
            continue
        low = domain.restrict(symbol, variable.lower, place, variable.ends[0] + ")")
        high = domain.restrict(symbol, place, variable.upper, "(" + variable.ends[1])
        signs = sign_at(gap, low), sign_at(gap, high)
        if {*signs} == {1, -1}:
            rises = signs[0] == -1
            less, more = (high, low) if rises else (low, high)
            when = symbol > place if rises else symbol < place
            return when, [Goal(that(first) < second, less), Goal(that(second) < first, more)]
    return None, []


def _shown(goal: Goal, gap: sp.Expr, lower: Any, after: int) -> list[ProofLine]:
    """That one cost is the lower one: by its sign, or from the parameter beside the place where the
    costs are equal, as with roots in the costs. ``after`` lines come before.
    """
    line = ProofLine(goal, "sign", LOWER)
    quotient = None if lower in (sp.true, sp.false) else _quotient(gap, lower.lhs, lower.rhs)
    if quotient is None or decided([line]):
        return [line]
    bounds = goal.domain[lower.lhs]
    beside = that(bounds.lower) < lower.lhs
    if bounds.upper == lower.rhs:
        beside = that(lower.lhs) < bounds.upper
    hints: dict[str, Any] = {"facts": [(after, {}, quotient)]}
    return [
        ProofLine(
            Goal(beside, goal.domain), "sign", "the parameter is beside the place", claimed=False
        ),
        ProofLine(goal, "entailment", LOWER, hints, (after,)),
    ]


def _quotient(gap: sp.Expr, symbol: sp.Symbol, place: sp.Expr) -> sp.Expr | None:
    """The size of the gap of the costs over the distance to the place where it is 0; None where the
    gap is no polynomial.
    """
    if not gap.is_polynomial(symbol):
        return None
    *row, _ = sp.Poly(gap, symbol).all_coeffs()
    found, carried = sp.Integer(0), sp.Integer(0)
    for n, value in enumerate(row):  # as Horner divides
        carried = sp.expand(carried * place + value)
        found += carried * symbol ** (len(row) - 1 - n)
    return -found if found.could_extract_minus_sign() else found


def _cut(gap: sp.Expr, variable: Variable, domain: Domain) -> sp.Expr | None:
    """The only place of a range at which the costs are equal."""
    roots = sp.solve(gap, variable.symbol)
    inside = [
        root
        for root in roots
        if all(sign_at(gap, domain) == 1 for gap in (root - variable.lower, variable.upper - root))
    ]
    return sp.powdenest(sp.factor(inside[0])) if len(inside) == 1 else None
