"""A limit between two bounds: the bounds, their limits, and what follows."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

import sympy as sp

from dpproofs.kernel.derivation import Derivation, Step
from dpproofs.kernel.domain import Domain
from dpproofs.kernel.proposition import Limit, Relation
from dpproofs.render import layout
from dpproofs.render.notation import OPERATORS, expression
from dpproofs.render.proofs import limits
from dpproofs.render.proofs.form import Equation
from dpproofs.render.proofs.reading import Reading


def squeezed(
    step: Step,
    derivation: Derivation,
    reading: Reading,
    shown: Collection[str],
    where: Callable[[Domain], tuple[str, ...]],
) -> tuple[Equation, ...]:
    """The two bounds, as far as they are not ``shown`` elsewhere, and the limit.

    ``where`` tells the ranges of a domain.
    """
    claim = step.goal.proposition
    assert isinstance(claim, Limit)  # noqa: S101
    value = reading.expression(claim.expression)
    below: list[tuple[str, Domain, sp.Expr]] = []
    above: list[tuple[str, Domain, sp.Expr]] = []
    for used in (derivation.step(name) for name in step.uses if name not in shown):
        found = used.goal.proposition
        if isinstance(found, Relation):
            left, right = map(reading.expression, (found.lhs, found.rhs))
            if found.rhs == claim.expression:
                below.append((found.op, used.goal.domain, left))
            elif found.lhs == claim.expression:
                above.append((found.op, used.goal.domain, right))
    lines = _between(value, below, above, where)
    end = ("=", expression(reading.expression(claim.value)))
    return (*lines, Equation(limits.of(claim, value), (end,)))


def reason(claim: Limit, reading: Reading) -> str:
    """Why the limit is what it is, as a sentence."""
    what, value = (expression(reading.expression(e)) for e in (claim.expression, claim.value))
    called = f"${what}$" if layout.width(what) < WIDEST else "the expression"
    if layout.width(value) > WIDEST:
        return f"{called} lies between two bounds with the same limit"
    return f"{called} lies between two bounds that tend to ${value}$"


WIDEST = 14.0  # em of a formula in such a sentence


def _between(
    value: sp.Expr,
    below: list[tuple[str, Domain, sp.Expr]],
    above: list[tuple[str, Domain, sp.Expr]],
    where: Callable[[Domain], tuple[str, ...]],
) -> Iterator[Equation]:
    """The bounds in one chain, or one by one."""
    middle = expression(value)
    if below and above and where(below[0][1]) == where(above[0][1]):
        (first, domain, low), (second, _, high) = below[0], above[0]
        links = ((OPERATORS[first], middle), (OPERATORS[second], expression(high)))
        yield Equation(expression(low), links, where(domain))
        return
    for op, domain, low in below[:1]:
        yield Equation(expression(low), ((OPERATORS[op], middle),), where(domain))
    for op, domain, high in above[:1]:
        yield Equation(middle, ((OPERATORS[op], expression(high)),), where(domain))
