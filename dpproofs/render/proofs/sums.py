"""Sums of powers times a geometric factor: the polynomial, and the power sums that it needs."""

from __future__ import annotations

from dataclasses import replace

import sympy as sp
from sympy.polys.polyerrors import PolynomialError

from dpproofs.kernel.derivation import Step
from dpproofs.kernel.proposition import Sum
from dpproofs.render import notation
from dpproofs.render.proofs.factors import upright
from dpproofs.render.proofs.form import Display, Equation, Passage
from dpproofs.render.proofs.ranges import Ranges
from dpproofs.render.prose import Stretch

MOST_DEGREE = 3
LARGEST = 150  # operations of a term that is expanded


def power_sum(degree: int, ratio: sp.Expr, *, first: int) -> sp.Expr:
    """The sum of ratio^k k^degree over k = first, first + 1, ..., where first is 0 or 1."""
    tops = (sp.S.One, ratio, ratio * (1 + ratio), ratio * (1 + 4 * ratio + ratio**2))
    top = ratio if degree == 0 and first else tops[degree]
    return top / (1 - ratio) ** (degree + 1)


def telescoper(claim: Sum, ratio: sp.Expr) -> sp.Expr | None:
    """The polynomial Q with ratio Q(k + 1) - Q(k) = k^degree, for a sum of ratio^k k^degree; None
    for another sum.
    """
    rest = sp.powsimp(claim.term / ratio**claim.index)
    if not (claim.upper.is_infinite and rest.is_polynomial(claim.index)):
        return None
    degree = sp.degree(rest, claim.index)
    if rest != claim.index**degree or degree > MOST_DEGREE:
        return None
    row: dict[int, sp.Expr] = {}
    for low in range(degree, -1, -1):
        above = sum((ratio * sp.binomial(high, low) * c for high, c in row.items()), sp.S.Zero)
        row[low] = sp.factor((int(low == degree) - above) / (ratio - 1))
    return sp.Add(*(c * claim.index**power for power, c in row.items()))


def collected(claim: Sum, ratio: sp.Expr) -> tuple[sp.Expr, sp.Poly] | None:
    """The term of an infinite sum as factor * ratio^k * polynomial in k; None where it is none."""
    index = claim.index
    if not (claim.upper.is_infinite and claim.lower in (0, 1) and ratio.is_Symbol):
        return None
    if sp.count_ops(claim.term) > LARGEST or not claim.term.has(index):
        return None
    geometric = sp.Dummy(positive=True)
    term = sp.expand_power_exp(claim.term).subs(ratio**index, geometric)
    try:
        polynomial = sp.Poly(sp.expand(term / geometric), index)
    except PolynomialError:
        return None
    free = set().union(*(c.free_symbols for c in polynomial.coeffs()))
    if geometric in free or index in free or not 0 < polynomial.degree() <= MOST_DEGREE:
        return None
    whole = sp.factor(sp.together(polynomial.as_expr()))
    factor, inside = upright(whole).as_independent(index, as_Add=False)
    return factor, sp.Poly(inside, index)


def power_sums(step: Step, ranges: Ranges, told: set[str]) -> Passage | None:
    """The power sums that an infinite sum needs, unless its term telescopes on the page; those that
    were ``told`` before, which are kept, are not repeated.
    """
    claim = ranges.reading.proposition(step.goal.proposition)
    ratio = step.hints.get("ratio")
    telescopes = "quotient" in step.hints
    if not isinstance(claim, Sum) or not isinstance(ratio, sp.Basic) or telescopes:
        return None
    found = collected(claim, ratio)
    if found is None or telescoper(claim, ratio) is not None:
        return None
    factor, polynomial = found
    k, first = claim.index, int(claim.lower)
    ends = rf"_{{{notation.expression(k)} = {first}}}^{{\infty}}"
    powers = sorted({degree for (degree,), _ in polynomial.terms()})
    lines = [
        Equation(
            rf"\sum{ends} {notation.expression(sp.Mul(ratio**k, k**degree))}",
            (("=", notation.expression(power_sum(degree, ratio, first=first))),),
        )
        for degree in powers
    ]
    lines = [line for line in lines if line.left not in told]
    told |= {line.left for line in lines}
    head = notation.expression(sp.Mul(factor, ratio**k))
    term = notation.expression(claim.term)
    whole = f"{head} {notation.bracketed(polynomial.as_expr())}"
    if term == whole and not lines:
        return None
    where = ranges.told(ranges.news(step.goal.domain, claim.free()))
    use = "use the sums of powers" if lines else "use the sums of powers that we have"
    if term == whole:
        lines = [*lines[:-1], replace(lines[-1], where=where)]
    else:
        counted = (*where, rf"{notation.expression(k)} = {first}, {first + 1}, \ldots")
        lines = [Equation(term, (("=", whole),), counted, frozenset({k.name})), *lines]
        use = f"expand the terms of the following sum, and {use}"
    return Passage((Stretch(f"We {use}:"),), Display(tuple(lines), f"{step.name}.powers"))
