"""Sums and integrals that a sentence supposes of given functions, and those that follow from them.

A sum whose terms are combinations of supposed ones, and of those without their first term, is the
same combination of their values.
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp
from sympy.core.function import AppliedUndef

from dpproofs.deriving.given import Given
from dpproofs.deriving.strips import ZERO
from dpproofs.deriving.totals import share
from dpproofs.kernel.derivation import Claim
from dpproofs.kernel.proposition import Integral, Sum
from dpproofs.tactics.terms import is_zero


@dataclass(frozen=True)
class Supposed:
    """What is known of given functions.

    Attributes
    ----------
    sums
        Sums over 0, 1, 2, ...
    integrals
        Integrals over pieces.
    """

    sums: tuple[Sum, ...]
    integrals: tuple[Integral, ...]

    def integral(
        self, integrand: sp.Expr, x: sp.Symbol, ends: tuple[sp.Expr, sp.Expr]
    ) -> sp.Expr | None:
        """The value of an integral that is supposed."""
        own = {symbol.name: symbol for part in (integrand, *ends) for symbol in part.free_symbols}
        for known in self.integrals:
            parts = (known.integrand, known.lower, known.upper, known.value)
            free = {s for part in parts for s in part.free_symbols}
            put = {s: own[s.name] for s in free if s.name in own}
            here, low, high, value = (part.xreplace(put).subs(known.variable, x) for part in parts)
            gaps = (low - ends[0], high - ends[1], here - integrand)
            if all(sp.expand(gap) == 0 for gap in gaps):
                return value
        return None

    def sum(self, term: sp.Expr, index: sp.Symbol) -> sp.Expr | None:
        """The sum of a term over 0, 1, 2, ..., as a combination of supposed ones."""
        rows: list[tuple[sp.Expr, sp.Expr]] = []
        for known in self.sums:
            here = known.term.subs(known.index, index)
            rows.append((here, known.value))
            rows.append((here.subs(index, index + 1), known.value - here.subs(index, 0)))
        rows = [row for row in rows if _functions(row[0], index) & _functions(term, index)]
        factors = sp.symbols(f"c:{len(rows)}", cls=sp.Dummy)
        gap = term - sp.Add(*(c * row for c, (row, _) in zip(factors, rows, strict=True)))
        found = _solved(gap, index, factors)
        if found is None:
            return None
        return sp.Add(*(found[c] * value for c, (_, value) in zip(factors, rows, strict=True)))


def supposed(claim: Claim, besides: Sum | None = None) -> Supposed:
    """What the hypotheses of a claim say; for a sum that is to be found ``besides``, also the sums
    of other terms that its derivation shows.
    """
    said = [goal.proposition for goal in claim.statement.hypotheses]
    if besides is not None:
        said += [step.goal.proposition for step in claim.derivation.steps]
    sums = [one for one in said if isinstance(one, Sum) and one.lower == 0 and one.upper is sp.oo]
    apart = [one for one in sums if besides is None or not _same(one, besides)]
    integrals = [one for one in said if isinstance(one, Integral)]
    return Supposed(tuple(dict.fromkeys(apart)), tuple(dict.fromkeys(integrals)))


def _same(one: Sum, other: Sum) -> bool:
    """Whether two sums have the same terms."""
    return is_zero(one.term.subs(one.index, other.index) - other.term)


def supposed_total(family: Given, weight: sp.Expr, known: Supposed) -> sp.Expr | None:
    """The expectation of a weight under noise with an index of periods, whose pieces or whose
    periods add what is supposed.
    """
    laid = family.layout
    if laid is None or laid.index is None:
        return None
    term, x = ZERO, family.place
    for strip in laid.pieces:
        if strip.density == 0:
            continue
        integrand = weight.xreplace({family.size: x}) * strip.density
        here = known.integral(integrand, x, (strip.lower, strip.upper))
        if here is None:
            plain = None if weight.has(AppliedUndef) else share(family, strip, weight)
            here = None if plain is None else plain.value
        if here is None:
            return None
        term += here
    summed = known.sum(term, laid.index)
    if summed is None:
        return None
    atoms = (weight.subs(family.size, atom.place) * atom.whole for atom in family.points)
    return sp.expand(2 * summed + sp.Add(*atoms))


def _functions(term: sp.Expr, index: sp.Symbol) -> set[sp.Expr]:
    return {atom for atom in sp.expand(term).atoms(AppliedUndef) if atom.has(index)}


def _solved(
    gap: sp.Expr, index: sp.Symbol, factors: tuple[sp.Symbol, ...]
) -> dict[sp.Symbol, sp.Expr] | None:
    """Factors that do not move with the index and make a combination vanish for all of it."""
    moving = sp.expand(sp.expand(gap, power_exp=True))
    powers = {p for p in moving.atoms(sp.Pow) if p.exp.has(index)}
    names = {atom: sp.Dummy() for atom in [*_functions(moving, index), *powers]}
    plain = moving.xreplace(names)
    generators = [index, *names.values()]
    if not plain.is_polynomial(*generators):
        return None
    equations = sp.Poly(plain, *generators).coeffs()
    found = sp.solve(equations, factors, dict=True)
    if not found:
        return None
    return {c: found[0].get(c, ZERO).subs(dict.fromkeys(factors, ZERO)) for c in factors}
