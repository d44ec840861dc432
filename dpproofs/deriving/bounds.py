"""Limits of functions that are known by bounds: what a derivation shows of them on both sides."""

from __future__ import annotations

from collections.abc import Iterator

import sympy as sp
from sympy.core.function import AppliedUndef

from dpproofs.deriving.formula import Found
from dpproofs.deriving.strips import points
from dpproofs.kernel.derivation import Claim, Step
from dpproofs.kernel.domain import Domain
from dpproofs.kernel.proposition import Limit, Relation
from dpproofs.tactics.limits import limit
from dpproofs.tactics.terms import is_zero


def between_bounds(what: Limit, domain: Domain, claim: Claim, seconds: float) -> Found | None:
    """The common limit of a lower and an upper bound from the claim's own derivation.

    The limits of the bounds are computed; what is printed is not looked at.
    """
    steps = claim.derivation.steps
    for low, lower in _bounds(what, steps, below=True):
        first = _tends(lower, what, domain, seconds)
        for high, upper in _bounds(what, steps, below=False):
            second = None if first is None else _tends(upper, what, domain, seconds)
            if first is None or second is None or not is_zero(first - second):
                continue
            shown = [_shown(steps, bound, what, domain) for bound in (lower, upper)]
            limits = {step.goal.proposition.value for step in shown if step is not None}  # type: ignore[attr-defined]
            value = limits.pop() if len(limits) == 1 else first
            if limits or not is_zero(value - first):
                continue
            missing = (bound != value and step is None
                       for bound, step in zip((lower, upper), shown, strict=True))  # fmt: skip
            if any(missing):
                continue
            uses = tuple(dict.fromkeys(s.name for s in (low, high, *shown) if s is not None))
            how = f"between the bounds {lower} and {upper}, whose limits are equal"
            return Found(value, "squeeze", {"uses": uses}, how)
    return None


def _bounds(
    what: Limit, steps: tuple[Step, ...], *, below: bool
) -> Iterator[tuple[Step, sp.Expr]]:  # fmt: skip
    """Steps that bound the expression, with the bounds."""
    for step in steps:
        said = step.goal.proposition
        near = any(v.symbol == what.variable for v in step.goal.domain)
        if not (near and isinstance(said, Relation) and said.op in ("<", "<=")):
            continue
        here, bound = (said.rhs, said.lhs) if below else (said.lhs, said.rhs)
        if here == what.expression:
            yield step, bound


def _tends(bound: sp.Expr, what: Limit, domain: Domain, seconds: float) -> sp.Expr | None:
    """The limit of a bound, with values of functions that do not move as numbers."""
    still = {f: sp.Dummy(positive=True) for f in bound.atoms(AppliedUndef)}
    if any(function.has(what.variable) for function in still):
        return None
    at = {**points(domain, tries=1)[0], **dict.fromkeys(still.values(), sp.Rational(7, 5))}
    plain = bound.xreplace(still)
    if not plain.has(what.variable):
        return bound
    found = limit(plain, what.variable, what.point, what.side, at, seconds=seconds)
    return None if found is None else found[0].xreplace({v: k for k, v in still.items()})


def _shown(
    steps: tuple[Step, ...], bound: sp.Expr, what: Limit, domain: Domain
) -> Step | None:  # fmt: skip
    """The step that shows the limit of a bound."""
    for step in steps:
        said = step.goal.proposition
        if not isinstance(said, Limit) or step.goal.domain != domain:
            continue
        if said == Limit(bound, what.variable, what.point, what.side, said.value):
            return step
    return None
