"""Exponential polynomials on (0, oo): differentiate, strip a factor exp(k x), repeat.

``f(x) = sum p_k(x) exp(k x)`` is positive on (0, oo) when all coefficients are nonnegative; or
when f(0) >= 0 and f' is positive; and multiplying by exp(-k x) changes no sign.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import zip_longest

import sympy as sp

from dpproofs.checkers.points import falsify
from dpproofs.kernel.derivation import Derivation, Step
from dpproofs.kernel.proposition import Relation
from dpproofs.kernel.verdict import Finding, Grade, established, refuted, unknown

METHOD = "ladder"
RUNGS = 60

Exponential = dict[Fraction, list[Fraction]]  # rate -> coefficients of 1, x, x**2, ...


def check(step: Step, derivation: Derivation) -> Finding:
    """Established for ``lhs < rhs`` when the ladder from rhs - lhs ends in positive terms."""
    relation, domain = step.goal.proposition, step.goal.domain
    variables = list(domain)
    if not (isinstance(relation, Relation) and relation.op in ("<", ">") and len(variables) == 1):
        return unknown("a strict inequality in one variable on (0, oo)")
    (variable,) = variables
    if variable.lower != 0 or variable.ends[0] != "(" or not variable.upper.is_extended_positive:
        return unknown("the variable must range over an interval (0, ...)")
    smaller, larger = relation.lhs, relation.rhs
    if relation.op == ">":
        smaller, larger = larger, smaller
    try:
        terms = [collect(side, variable.symbol) for side in (smaller, larger)]
        rungs = climb(_minus(terms[1], terms[0]))
    except ValueError as problem:
        rungs, reason = None, str(problem)
    else:
        reason = "the ladder does not end"
    if rungs is not None:
        return established(Grade.proved, f"positive after {rungs} differentiations")
    point = falsify(relation, domain)
    return unknown(reason) if point is None else refuted(f"false at {point}")


def collect(expression: sp.Expr, variable: sp.Symbol) -> Exponential:
    """The polynomial in front of each exponential.

    Raises
    ------
    ValueError
        When the expression is not an exponential polynomial with rational data.
    """
    for power in expression.atoms(sp.Pow, sp.Function) - expression.atoms(sp.exp):
        if power.has(variable) and not (power.is_Pow and power.exp in sp.S.Naturals0):
            raise ValueError(f"{power} is not known to have a value everywhere")
    terms: Exponential = {}
    for term in sp.Add.make_args(sp.expand(expression)):
        rate, rest = sp.Integer(0), sp.Integer(1)
        for factor in sp.Mul.make_args(term):
            if isinstance(factor, sp.exp):
                rate += factor.exp
            else:
                rest *= factor
        slope = sp.expand(rate / variable)
        if not slope.is_Rational or not rest.is_polynomial(variable):
            raise ValueError(f"{term} is not a polynomial times an exponential")
        coefficients = sp.Poly(rest, variable).all_coeffs()[::-1]
        if not all(c.is_Rational for c in coefficients):
            raise ValueError(f"{term} has a coefficient that is not rational")
        key = Fraction(int(slope.p), int(slope.q))
        row = [Fraction(int(c.p), int(c.q)) for c in coefficients]
        terms[key] = _sum(terms.get(key, []), row)
    return _clean(terms)


def _sum(left: list[Fraction], right: list[Fraction]) -> list[Fraction]:
    return [a + b for a, b in zip_longest(left, right, fillvalue=Fraction(0))]


def _minus(left: Exponential, right: Exponential) -> Exponential:
    rates = left.keys() | right.keys()
    return _clean({k: _sum(left.get(k, []), [-c for c in right.get(k, [])]) for k in rates})


def climb(terms: Exponential) -> int | None:
    """How many differentiations show that the expression is positive, or None."""
    for rung in range(RUNGS):
        if terms and all(c >= 0 for row in terms.values() for c in row):
            return rung
        if not terms or sum(row[0] for row in terms.values()) < 0:
            return None
        lowest = min(terms)
        terms = _differentiated({rate - lowest: row for rate, row in terms.items()})
    return None


def _differentiated(terms: Exponential) -> Exponential:
    return _clean(
        {
            rate: [
                rate * c + ((i + 1) * row[i + 1] if i + 1 < len(row) else 0)
                for i, c in enumerate(row)
            ]
            for rate, row in terms.items()
        }
    )


def _clean(terms: Exponential) -> Exponential:
    """Without zero leading coefficients and empty rows."""
    result: Exponential = {}
    for rate, row in terms.items():
        kept = list(row)
        while kept and not kept[-1]:
            kept.pop()
        if kept:
            result[rate] = kept
    return result
