"""Sums: a telescoper T with T(k+1) - T(k) = term(k), and its values at the two ends."""

from __future__ import annotations

from dataclasses import replace

import sympy as sp

from dpproofs.checkers import identity, sign
from dpproofs.checkers.integers import integral
from dpproofs.kernel.derivation import Derivation, Step
from dpproofs.kernel.domain import Domain, index
from dpproofs.kernel.expression import to_tree
from dpproofs.kernel.proposition import Relation, Sum, equal, less
from dpproofs.kernel.verdict import Finding, Grade, established, unknown

METHOD = "sum"


def check(step: Step, derivation: Derivation) -> Finding:
    """Established when T telescopes, vanishes at infinity (if need be) and gives the value.

    The term must be ``ratio**index`` times a polynomial in the index; the hint ``ratio`` says
    which ratio (1 for a polynomial sum). The telescoper is found here.
    """
    claim = step.goal.proposition
    if not isinstance(claim, Sum):
        return unknown("needs a sum")
    ratio = sp.S(step.hints.get("ratio", 1))
    if ratio.has(claim.index):
        return unknown("the ratio moves with the index")
    plain = sp.Symbol(claim.index.name, integer=True)  # nothing else is known of an index
    claim = replace(claim, index=plain, term=claim.term.xreplace({claim.index: plain}))
    quotient = telescoper_polynomial(claim.term, claim.index, ratio)
    if quotient is None:
        return unknown(f"the term is not {ratio}**{claim.index} times a polynomial")
    return decide(claim, step.goal.domain, ratio, quotient)


def decide(claim: Sum, domain: Domain, ratio: sp.Expr, quotient: sp.Expr) -> Finding:
    """The same for the telescoper ``ratio**index * quotient``, quotient a polynomial in index."""
    telescoper = ratio**claim.index * quotient
    ends = [end for end in (claim.lower, claim.upper) if end is not sp.oo]
    if not all(integral(end, domain) for end in ends):
        return unknown("the ends of the sum are not shown to be integers")
    enough = Relation(claim.upper - claim.lower + 1, ">=", sp.Integer(0))
    if claim.upper is not sp.oo and not sign.decide(enough, domain).established:
        return unknown("the sum is not shown to end no more than one before it begins")
    shifted = telescoper.subs(claim.index, claim.index + 1)
    steps = identity.decide(
        equal(shifted - telescoper, claim.term), domain & index(claim.index, claim.lower)
    )
    if not steps.established:
        return steps
    if claim.upper is sp.oo:
        last = sp.Integer(0)
        for side in (less(0, ratio), less(ratio, 1)):
            converges = sign.decide(side, domain)
            if not converges.established:
                return unknown(f"convergence: {converges.message}")
    else:
        last = telescoper.subs(claim.index, claim.upper + 1)
    first = telescoper.subs(claim.index, claim.lower)
    value = identity.decide(equal(last - first, claim.value), domain)
    if not value.established:
        return value
    return established(
        Grade.proved,
        "the telescoper's differences are the terms, and its end values give the sum",
        ratio=to_tree(ratio),
        quotient=to_tree(quotient),
    )


def telescoper_polynomial(term: sp.Expr, index: sp.Symbol, ratio: sp.Expr) -> sp.Expr | None:
    """The polynomial Q with ratio Q(k+1) - Q(k) = term / ratio**k, or None."""
    reduced = sp.expand(sp.powsimp(sp.expand(term * ratio**-index)))
    if not reduced.is_polynomial(index):
        return None
    degree = max(sp.Poly(reduced, index).degree(), 0) + (1 if ratio == 1 else 0)
    unknowns = [sp.Dummy() for _ in range(int(degree) + 1)]
    trial = sum((q * index**i for i, q in enumerate(unknowns)), sp.Integer(0))
    difference = ratio * trial.subs(index, index + 1) - trial - reduced
    equations = sp.Poly(sp.expand(difference), index).coeffs()
    solutions = sp.solve(equations, unknowns, dict=True)
    if not solutions:
        return None
    return trial.subs(solutions[0]).subs(dict.fromkeys(unknowns, sp.Integer(0)))
