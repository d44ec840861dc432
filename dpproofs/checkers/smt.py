"""A second opinion on polynomial inequalities, from z3 and cvc5 (extra ``smt``).

No proof object comes out of either, so that this is not a method: it establishes nothing.
``dpproofs verify --second-opinion`` asks it about every sign that was shown; the tests ask too.
"""

from __future__ import annotations

from fractions import Fraction
from importlib.util import find_spec
from typing import Any

import sympy as sp

from dpproofs.kernel.clock import patience
from dpproofs.kernel.domain import Domain
from dpproofs.kernel.proposition import Relation

MILLISECONDS = 2000


class NotPolynomial(Exception):
    """The relation or the domain is not one of polynomials (and quotients of them)."""


def second_opinion(relation: Relation, domain: Domain) -> str:
    """What the solvers say of a relation over a domain.

    Returns
    -------
    str
        ``"agrees"`` when a solver shows that no point of the domain contradicts the relation,
        ``"disagrees"`` when one finds such a point, ``"unknown"`` otherwise (no solver is
        installed, they give up, they contradict each other, or something is not polynomial).
    """
    solvers = [ask for name, ask in SOLVERS.items() if find_spec(name) is not None]
    try:
        answers = {ask(relation, domain) for ask in solvers} - {"unknown"}
    except NotPolynomial:
        return "unknown"
    opinion = {"unsat": "agrees", "sat": "disagrees"}
    return opinion[answers.pop()] if len(answers) == 1 else "unknown"


def ask_z3(relation: Relation, domain: Domain) -> str:
    """The answer of z3 to the question whether the relation fails somewhere."""
    import z3

    solver = z3.Tactic("qfnra-nlsat").solver()
    solver.set("timeout", round(MILLISECONDS * patience()))
    return _ask(solver, z3, relation, domain)


def ask_cvc5(relation: Relation, domain: Domain) -> str:
    """The answer of cvc5 to the same question."""
    import cvc5.pythonic as api

    solver = api.Solver()
    solver.setOption("nl-cov", True)
    solver.setOption("tlimit-per", round(MILLISECONDS * patience()))
    return _ask(solver, api, relation, domain)


SOLVERS = {"z3": ask_z3, "cvc5": ask_cvc5}


def _ask(solver: Any, api: Any, relation: Relation, domain: Domain) -> str:
    """The two solvers share the interface of z3."""
    point = {v.symbol: api.Real(v.symbol.name) for v in domain}
    for variable in domain:
        x = point[variable.symbol]
        if variable.integer:
            raise NotPolynomial(f"{variable.symbol} is an integer")
        if variable.lower.is_finite is not False:
            low = _term(variable.lower, point, api)
            solver.add(x >= low if variable.ends[0] == "[" else x > low)
        if variable.upper.is_finite is not False:
            high = _term(variable.upper, point, api)
            solver.add(x <= high if variable.ends[1] == "]" else x < high)
        if variable.root is not None:
            solver.add(x ** variable.root[0] == _term(variable.root[1], point, api), x > 0)
    left, right = (_term(side, point, api) for side in (relation.lhs, relation.rhs))
    solver.add(
        {
            "<": left >= right, "<=": left > right, ">": left <= right,
            ">=": left < right, "==": left != right, "!=": left == right,
        }[relation.op]
    )  # fmt: skip
    return str(solver.check())


def _term(expression: sp.Expr, point: dict[sp.Symbol, Any], api: Any) -> Any:
    if expression.is_Rational:
        return api.RealVal(str(Fraction(int(expression.p), int(expression.q))))
    if expression in point:
        return point[expression]
    parts = [_term(part, point, api) for part in expression.args if not expression.is_Pow]
    if expression.is_Add:
        return sum(parts[1:], parts[0])
    if expression.is_Mul:
        total = parts[0]
        for part in parts[1:]:
            total = total * part
        return total
    if expression.is_Pow and expression.exp.is_Integer:
        power = _power(_term(expression.base, point, api), abs(int(expression.exp)))
        return power if expression.exp > 0 else api.RealVal("1") / power
    raise NotPolynomial(f"{expression} is not a polynomial")


def _power(base: Any, exponent: int) -> Any:
    total = base
    for _ in range(exponent - 1):
        total = total * base
    return total
