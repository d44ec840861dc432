"""Whether what is said has a value wherever it is said, before anything in it cancels."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields

import sympy as sp

from dpproofs.checkers.flatten import Undecided
from dpproofs.checkers.normal import require_value
from dpproofs.kernel.assertions import Expected
from dpproofs.kernel.domain import Domain, Variable, index
from dpproofs.kernel.losses import Loss
from dpproofs.kernel.proposition import BOUND, NOISE, Proposition, Sum
from dpproofs.kernel.terms import numbers_of
from dpproofs.kernel.vectors import ExpectedNorm, Levels

_MOVING = (Expected, ExpectedNorm, Levels, Loss)  # with a variable of their own


def valueless(claim: Proposition, domain: Domain) -> str:
    """Why some number in a relation, a sum, or in what is said of noise, is not shown to have a
    value; empty when all have one.
    """
    if isinstance(claim, Sum):
        ends = [end for end in (claim.lower, claim.upper) if end is not sp.oo]
        terms = domain & index(claim.index, claim.lower, claim.upper)
        return without_value((*ends, claim.value), domain) or without_value((claim.term,), terms)
    apart = (*BOUND, claim.body) if isinstance(claim, _MOVING) else ()
    plain: list[sp.Expr] = []
    for item in fields(claim):
        part = getattr(claim, item.name)
        if item.name in NOISE:
            plain += part.args
        elif isinstance(part, sp.Expr) and item.name not in apart:
            plain.append(part)
    problem = without_value(plain, domain)
    if problem or not isinstance(claim, _MOVING):
        return problem
    return without_value((getattr(claim, claim.body),), domain & _moves(claim))


def _moves(claim: Expected | ExpectedNorm | Levels | Loss) -> Variable:
    """The variable of its own: a loss is any number, what else there is lies on the half line."""
    if isinstance(claim, Loss):
        return Variable(claim.variable, -sp.oo, sp.oo)
    bounds = "()" if isinstance(claim, Levels) else "[)"
    return Variable(claim.variable, sp.Integer(0), sp.oo, bounds)


def without_value(numbers: Iterable[sp.Expr], domain: Domain) -> str:
    """Why the first of some numbers that has none is not shown to have a value on a domain."""
    try:
        for number in numbers:
            require_value(number, domain)
    except Undecided as problem:
        return f"not shown to have a value: {problem}"
    return ""


def set_without_value(where: sp.Expr, domain: Domain) -> str:
    """The same of the ends and moves of a set."""
    return without_value(numbers_of(where), domain)
