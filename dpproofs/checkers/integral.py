"""Integrals: differentiate the antiderivative back, and take its values at the two ends."""

from __future__ import annotations

import sympy as sp

from dpproofs.checkers import identity, sign
from dpproofs.checkers.continuity import value_at
from dpproofs.checkers.far import limit_at
from dpproofs.checkers.normal import Undecided, field
from dpproofs.kernel.derivation import Derivation, Step
from dpproofs.kernel.domain import Domain, Variable
from dpproofs.kernel.expression import to_tree
from dpproofs.kernel.proposition import Integral, that
from dpproofs.kernel.verdict import Finding, Grade, established, unknown

METHOD = "integral"


def check(step: Step, derivation: Derivation) -> Finding:
    """Established when F' is the integrand inside and F(upper) - F(lower) is the value."""
    claim = step.goal.proposition
    if not isinstance(claim, Integral):
        return unknown("needs an integral")
    antiderivative = step.hints.get("antiderivative")
    if antiderivative is None:
        antiderivative = sp.integrate(claim.integrand, claim.variable)
    if antiderivative.has(sp.Integral):
        return unknown("no antiderivative was found")
    return decide(claim, step.goal.domain, antiderivative)


def decide(claim: Integral, domain: Domain, antiderivative: sp.Expr) -> Finding:
    """The same for an integral with its antiderivative given."""
    if not _in_order(claim.lower, claim.upper, domain):
        return unknown(f"cannot show that {claim.lower} <= {claim.upper}")
    variable = Variable(claim.variable, claim.lower, claim.upper, hollow=True)  # or over a point
    slope = sp.diff(antiderivative, claim.variable)
    back = identity.decide(that(slope) == claim.integrand, domain & variable)
    if not back.established:
        return back
    try:
        inside = field(domain & variable, (antiderivative,))
        inside.ratio(antiderivative)  # no jump inside, where its derivative would not show it
        ends = [
            end_value(antiderivative, claim.variable, end, domain)
            for end in (claim.lower, claim.upper)
        ]
    except Undecided as problem:
        return unknown(str(problem))
    value = identity.decide(that(ends[1] - ends[0]) == claim.value, domain)
    if not value.established:
        return value
    return established(
        Grade.proved,
        "the antiderivative differentiates back to the integrand and has these end values",
        antiderivative=to_tree(antiderivative),
    )


def _in_order(lower: sp.Expr, upper: sp.Expr, domain: Domain) -> bool:
    infinite = lower.is_infinite or upper.is_infinite
    return bool(infinite) or sign.shown(that(lower) <= upper, domain).established


def end_value(function: sp.Expr, variable: sp.Symbol, end: sp.Expr, domain: Domain) -> sp.Expr:
    """The limit of an antiderivative at an end of the interval.

    Raises
    ------
    Undecided
        When the limit is not seen.
    """
    if end.is_infinite:
        return limit_at(function, variable, end, domain)
    if end == 0 and _hollow(function, variable):
        return limit_at(function.xreplace({variable: 1 / variable}), variable, sp.oo, domain)
    if _vanishing(function, variable, end):
        return limit_at(function.xreplace({variable: end - 1 / variable}), variable, sp.oo, domain)
    return value_at(function, variable, end, domain)


def _vanishing(function: sp.Expr, variable: sp.Symbol, end: sp.Expr) -> bool:
    """Whether a logarithm is one of what is 0 at an end."""
    inside = (part.args[0] for part in function.atoms(sp.log) if part.has(variable))
    return any(sp.cancel(part.xreplace({variable: end})) == 0 for part in inside)


def _hollow(function: sp.Expr, variable: sp.Symbol) -> bool:
    """Whether a part has no value at 0: a logarithm of the variable, or a power below 0."""
    return any(
        part == sp.log(variable) or (part.is_Pow and part.base == variable and part.exp.is_negative)
        for part in sp.preorder_traversal(function)
    )
