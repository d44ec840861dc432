"""Limits: after a change of variable the normal form is continuous at the point.

The value is not taken from a limit algorithm: the expression becomes a fraction of polynomials in
generators of which only the variable itself moves, and the denominator does not vanish at the
point. What SymPy's own ``limit`` says is a second opinion of the tests.
"""

from __future__ import annotations

from collections.abc import Container

import sympy as sp

from dpproofs.checkers.normal import Normal, Undecided, field
from dpproofs.checkers.rational import evaluate
from dpproofs.kernel.derivation import Derivation, Step
from dpproofs.kernel.domain import Domain, Variable, between
from dpproofs.kernel.expression import to_tree
from dpproofs.kernel.proposition import Limit
from dpproofs.kernel.verdict import Finding, Grade, established, unknown

METHOD = "limit"


def check(step: Step, derivation: Derivation) -> Finding:
    """Established when the normal form at the point equals the value.

    The hint ``rate`` = c asks for the change of variable y = exp(-c x); a limit at infinity is
    otherwise taken in y = 1/x.
    """
    claim, domain = step.goal.proposition, step.goal.domain
    if not isinstance(claim, Limit):
        return unknown("needs a limit")
    rate = step.hints.get("rate")
    return decide(claim, domain, None if rate is None else sp.S(rate))


def decide(claim: Limit, domain: Domain, rate: sp.Expr | None) -> Finding:
    """The same with the change of variable given."""
    try:
        expression, moving, point = changed(claim, rate, {v.symbol.name for v in domain})
        normal = field(domain & moving, (expression, claim.value))
        flat, target = normal.flat(expression), normal.flat(claim.value)
        _only_variable_moves(normal, moving.symbol.name)
        ring = normal.ring()
        ratio = normal.value(flat, ring)
        at_point = {moving.symbol.name: ring.number(point)}
        values = [at_point.get(name, ring.generator(name)) for name in ring.names]
        num, den = (evaluate(part, values, ring) for part in (ratio.num, ratio.den))
        below = normal.sign_of(den.num, ring) if not den.num.is_zero() else None
        if below is None or not below.strict:
            return unknown("the denominator is not shown to stay away from 0 at the point")
        if not normal.vanishes(num / den - normal.value(target, ring), ring):
            return unknown("the value at the point is not the stated one")
    except (Undecided, ZeroDivisionError) as problem:
        return unknown(str(problem))
    return established(
        Grade.proved,
        "after the change of variable the normal form is continuous at the point",
        rate=None if rate is None else to_tree(rate),
    )


def changed(
    claim: Limit, rate: sp.Expr | None, taken: Container[str] = ()
) -> tuple[sp.Expr, Variable, int]:
    """The expression in a variable that tends to a finite rational, its range, and that number.

    The variable has a name that is not ``taken``.

    Raises
    ------
    Undecided
        When the point is not rational, or the change does not fit it.
    """
    if claim.point is sp.oo and claim.side == "+":
        raise Undecided("infinity is not approached from above")
    x = claim.variable
    name = f"{x.name}_near"
    while name in taken:
        name += "_"
    y = sp.Symbol(name, positive=True)
    if rate is not None:
        if not (rate.is_Rational and rate > 0):
            raise Undecided(f"the rate {rate} is not a positive rational")
        moved = claim.expression.subs(x, -sp.log(y) / rate)
        if claim.point is sp.oo:
            return moved, between(y, 0, 1), 0
        if claim.point == 0 and claim.side == "+":
            return moved, between(y, 0, 1), 1
        raise Undecided("y = exp(-c x) serves limits at 0+ and at infinity")
    if claim.point is sp.oo:
        return claim.expression.subs(x, 1 / y), between(y, 0, 1), 0
    if not claim.point.is_Rational:
        raise Undecided(f"the point {claim.point} is not rational")
    near = claim.point + y if claim.side == "+" else claim.point - y
    return claim.expression.subs(x, near), between(y, 0, 1), 0


def _only_variable_moves(normal: Normal, name: str) -> None:
    """Every generator other than the variable itself must stay where it is."""
    for atom in normal.atoms.values():
        if name in atom.speaks and atom.name != name:
            raise Undecided(f"another generator than {name} moves with it")
