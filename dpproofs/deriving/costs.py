"""Normalisation and expected costs of a family, each as a sentence."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

import sympy as sp

from dpproofs.deriving import law, plain
from dpproofs.deriving.asked import asked
from dpproofs.deriving.derived import Derived, kept
from dpproofs.deriving.enclosure import Definition
from dpproofs.deriving.finite import divided
from dpproofs.deriving.given import known
from dpproofs.deriving.infinite import BELOW, comparison, infinite, shown
from dpproofs.deriving.normalised import (
    PAPER,
    Normalised,
    claim_of,
    probability,
    start,
    undecided,
    writable,
)
from dpproofs.deriving.piece import expression_of
from dpproofs.deriving.sentences import extended
from dpproofs.deriving.totals import Total, total, when_finite
from dpproofs.kernel.derivation import Claim, Derivation, Statement
from dpproofs.kernel.domain import Domain, positive
from dpproofs.kernel.errors import BadInput
from dpproofs.kernel.proof import Proof
from dpproofs.tactics.antiderivatives import tabulated


def power(family: Normalised, p: Any) -> Derived:
    """``E abs(X)**p`` for a number p >= 0, or a symbol."""
    exponent = expression_of("p", p)
    if exponent.is_Symbol:
        inside = {variable.symbol.name: variable.symbol for variable in family.domain}
        symbol = inside.get(exponent.name, sp.Symbol(exponent.name, positive=True))
        extra = Domain(() if exponent.name in inside else (positive(symbol),))
        called = f"cost_{exponent.name}"
        return expected_once(family, family.seconds, family.size**symbol, extra, called)
    if not exponent.is_Rational or exponent < 0:
        raise BadInput("p", p, "a rational number >= 0, or a symbol")
    called = f"cost_{str(exponent).replace('/', '_')}"
    return expected_once(family, family.seconds, family.size**exponent, Domain(), called)


def of(family: Normalised, cost: Any, name: str = "cost") -> Derived:
    """``E L(abs(X))`` for an expression L in x, the ``cost``."""
    given = expression_of("cost", cost)
    mine = {s: family.size for s in given.free_symbols if s.name == family.x.name}
    loss = given.xreplace(mine).replace(sp.Abs, lambda e: e if e == family.size else sp.Abs(e))
    known(family, "cost", loss, {family.size})
    return expected_once(family, family.seconds, loss, Domain(), name)


def priced(family: Normalised, cost: Any) -> Derived:
    """The expectation of a cost: of ``abs(X)**cost``, or of an expression in x."""
    given = expression_of("cost", cost)
    if family.x.name in {symbol.name for symbol in given.free_symbols}:
        return of(family, given)
    return power(family, given)


def expected(family: Normalised, weight: sp.Expr, extra: Domain, called: str) -> Derived:
    """``E weight(abs(X))``."""
    name, domain = f"{family.name}.{called}", family.domain & extra
    over = family if not extra.variables else family.with_domain(domain)
    blank = Derived(name, domain, None, definition=Definition(family, weight))
    return asked(lambda: _expected(over, family, weight, blank), blank, family.seconds)


def _expected(over: Normalised, family: Normalised, weight: sp.Expr, blank: Derived) -> Derived:
    when = when_finite(over, weight)
    if when is sp.false:
        return infinite(over, family, weight, blank)
    found = total(over, weight)
    when = found.finite if found is not None else when if _tabulated(over, weight) else None
    cases = None if when in (sp.true, None) else _by_cases(over, family, weight, when, blank)
    if cases is not None:
        return cases
    derived = blank if found is None else _sentence(over, family, found, blank)
    if derived.value is None and (found is None or found.finite is not None):
        again = total(over, weight, search=True)
        derived = derived if again is None else _sentence(over, family, again, blank)
    return derived


def _tabulated(over: Normalised, weight: sp.Expr) -> bool:
    """Whether what is integrated needs no search."""
    x = over.place
    terms = (weight.xreplace({over.size: x}) * strip.density for strip in over.strips)
    return not over.integers and all(tabulated(term, x) is not None for term in terms)


def _by_cases(
    over: Normalised, family: Normalised, weight: sp.Expr, when: sp.Basic, blank: Derived
) -> Derived | None:
    """An expectation that is finite for some parameters and infinite for all others, decided for
    both; None where it is not.
    """
    base, cut = family.normalisation(), divided(over.domain, when)
    if cut is None or not (base.holds and weight.is_nonnegative):
        return None
    condition, *halves = cut
    inside, outside = (over.with_domain(half) for half in halves)
    whole = total(inside, weight, together=False)
    if whole is None or whole.finite is not sp.true or not writable(whole):
        return None
    below = comparison(outside, weight)
    if below is None:
        return None
    value = sp.Piecewise((whole.value, condition), (sp.oo, True))
    printed = rf"\mathbb E\,{shown(weight, family.size)}={sp.latex(value)}"
    lines = [*below, *plain.lines(inside, whole, whole.value)]
    claim = extended(base.claim, blank.name, family.name, "an expected cost", printed, lines)
    derived = replace(blank, value=value, path=(*whole.path, BELOW), claim=claim)
    return derived if derived.holds else None


def _sentence(over: Normalised, family: Normalised, found: Total, blank: Derived) -> Derived:
    """An expectation as a sentence."""
    whole, weight = probability(family), found.weight
    name, domain = blank.name, blank.domain
    if not writable(found) or whole is None:
        return undecided(blank, found)
    printed = rf"\mathbb E\,{shown(weight, family.size)}={sp.latex(found.value)}"
    if not (law.fits(family) and _plainly_nonnegative(weight, family.size)):
        plainly = total(over, weight, together=False) or found
        rows = [*start(family, whole), *plain.lines(over, plainly, found.value)]
        claim = claim_of(family, name, "an expected cost", printed, rows)
        stated = replace(blank, value=found.value, path=found.path, claim=claim)
        return kept(stated, found.finite)
    noise, extra = law.Defined(family), Domain(domain.variables[len(family.domain.variables) :])
    goal = noise.expected(weight, found.value, extra)
    statement = Statement(
        id=name, paper=PAPER, item=family.name, title="an expected cost",
        printed_latex=printed, definitions=noise.definitions, printed=(goal,),
    )  # fmt: skip

    def derive() -> Derivation:
        proof = Proof(domain, statement)
        exists = noise.show_exists(proof, whole)
        noise.show_expected(proof, found, goal, extra, exists)
        return proof.done()

    claim = Claim(statement, derive)
    return kept(replace(blank, value=found.value, path=found.path, claim=claim), found.finite)


@lru_cache(maxsize=256)
def expected_once(
    family: Normalised,
    seconds: float,  # noqa: ARG001  (with more time more may be found)
    weight: sp.Expr,
    extra: Domain,
    called: str,
) -> Derived:
    """The same, once for each family: what was derived, and decided, is remembered."""
    return expected(family, weight, extra, called)


def _plainly_nonnegative(weight: sp.Expr, size: sp.Symbol) -> bool:
    """Whether a weight is a polynomial without a negative coefficient."""
    if not weight.is_polynomial(size):
        return False
    return all(value.is_nonnegative for value in sp.Poly(weight, size).coeffs())
