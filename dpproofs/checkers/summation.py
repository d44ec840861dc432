"""Sums: a telescoper T with T(k+1) - T(k) = term(k), and its values at the two ends."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import sympy as sp

from dpproofs.checkers import identity, sign
from dpproofs.checkers.integers import integral
from dpproofs.kernel.derivation import Derivation, Step
from dpproofs.kernel.domain import Domain, index
from dpproofs.kernel.expression import to_tree
from dpproofs.kernel.proposition import Relation, Sum, that
from dpproofs.kernel.verdict import Finding, Grade, established, unknown

METHOD = "sum"


def check(step: Step, derivation: Derivation) -> Finding:
    """Established when T telescopes, vanishes at infinity (if need be) and gives the value.

    The term must be ``ratio**index`` times a polynomial in the index; the hint ``ratio`` says
    which ratio (1 for a polynomial sum). The telescoper is found here. For a finite sum of
    something else it is the hint ``quotient`` times ``ratio**index``.
    """
    claim = step.goal.proposition
    if not isinstance(claim, Sum):
        return unknown("needs a sum")
    ratio = sp.S(step.hints.get("ratio", 1))
    if ratio.has(claim.index):
        return unknown("the ratio moves with the index")
    plain = {claim.index: sp.Symbol(claim.index.name, integer=True)}  # nothing else is known of it
    claim = replace(claim, index=plain[claim.index], term=claim.term.xreplace(plain))
    if claim.upper is not sp.oo and "quotient" in step.hints:
        quotient = step.hints["quotient"].xreplace(plain)
    else:
        quotient = telescoper_polynomial(claim.term, claim.index, ratio)
    if quotient is None:
        return unknown(f"the term is not {ratio}**{claim.index} times a polynomial")
    return decide(claim, step.goal.domain, ratio, quotient)


def decide(claim: Sum, domain: Domain, ratio: sp.Expr, quotient: sp.Expr) -> Finding:
    """The same for the telescoper ``ratio**index * quotient``.

    For an infinite sum the quotient is a polynomial in the index.
    """
    telescoper = ratio**claim.index * quotient
    ends = [end for end in (claim.lower, claim.upper) if end is not sp.oo]
    if not all(integral(end, domain) for end in ends):
        return unknown("the ends of the sum are not shown to be integers")
    enough = Relation(claim.upper - claim.lower + 1, ">=", sp.Integer(0))
    if claim.upper is not sp.oo and not sign.shown(enough, domain).established:
        return unknown("the sum is not shown to end no more than one before it begins")
    shifted = telescoper.subs(claim.index, claim.index + 1)
    steps = identity.decide(
        that(shifted - telescoper) == claim.term, domain & index(claim.index, claim.lower)
    )
    if not steps.established:
        return steps
    if claim.upper is sp.oo:
        last = sp.Integer(0)
        for side in (that(0) < ratio, that(ratio) < 1):
            converges = sign.decide(side, domain)
            if not converges.established:
                return unknown(f"convergence: {converges.message}")
    else:
        last = telescoper.subs(claim.index, claim.upper + 1)
    first = telescoper.subs(claim.index, claim.lower)
    value = identity.decide(that(last - first) == claim.value, domain)
    if not value.established:
        return value
    return established(
        Grade.proved,
        "the telescoper's differences are the terms, and its end values give the sum",
        ratio=to_tree(ratio),
        quotient=to_tree(quotient),
    )


@lru_cache(maxsize=64)
def telescoper_polynomial(term: sp.Expr, index: sp.Symbol, ratio: sp.Expr) -> sp.Expr | None:
    """The polynomial Q with ratio Q(k+1) - Q(k) = term / ratio**k, or None.

    It is linear in the term: Q = sum_j p_j E_j for the polynomial sum_j p_j k**j, where E_j
    belongs to k**j and has the coefficients binomial(j, i) a_(j-i) (an Appell sequence).
    """
    constant, moving = (term * ratio**-index).as_independent(index, as_Add=False)
    reduced = sp.expand(sp.powsimp(sp.expand(moving)))
    if not reduced.is_polynomial(index):
        return None
    row = sp.Poly(reduced, index).all_coeffs()[::-1]
    if ratio == 1:
        basis = [_faulhaber(j, index) for j in range(len(row))]
    else:
        weights = _weights(ratio, len(row))
        basis = [
            sp.Add(*(sp.binomial(j, i) * weights[j - i] * index**i for i in range(j + 1)))
            for j in range(len(row))
        ]
    return constant * sp.Add(*(sp.factor(p) * e for p, e in zip(row, basis, strict=True)))


@lru_cache(maxsize=64)
def _weights(ratio: sp.Expr, count: int) -> list[sp.Expr]:
    """a_0, a_1, ... with sum_n a_n t**n / n! = 1 / (ratio exp(t) - 1)."""
    r = sp.Dummy()
    scaled = [sp.Poly(1, r)]  # a_n (r - 1)**(n + 1), a polynomial in the ratio
    for n in range(1, count):
        parts = (sp.binomial(n, i) * scaled[i] * sp.Poly(r - 1, r) ** (n - 1 - i) for i in range(n))
        scaled.append(-sp.Poly(r, r) * sum(parts, sp.Poly(0, r)))
    return [q.as_expr().xreplace({r: ratio}) / (ratio - 1) ** (n + 1) for n, q in enumerate(scaled)]


def _faulhaber(power: int, index: sp.Symbol) -> sp.Expr:
    """The polynomial without constant term whose differences are index**power."""
    whole = sp.bernoulli(power + 1, index)
    return (whole - whole.xreplace({index: sp.Integer(0)})) / (power + 1)
