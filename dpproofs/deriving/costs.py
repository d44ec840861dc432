"""Normalisation and expected costs of a family, each as a sentence."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import sympy as sp

from dpproofs.deriving import law, plain
from dpproofs.deriving.asked import asked
from dpproofs.deriving.derived import Derived, kept
from dpproofs.deriving.enclosure import Definition
from dpproofs.deriving.finite import divided
from dpproofs.deriving.given import known
from dpproofs.deriving.infinite import BELOW, comparison, infinite, shown
from dpproofs.deriving.mass import mass_of
from dpproofs.deriving.piece import expression_of
from dpproofs.deriving.sentences import Line, extended
from dpproofs.deriving.totals import Total, total, when_finite
from dpproofs.deriving.values import agreement
from dpproofs.kernel.derivation import Claim, Derivation, Statement
from dpproofs.kernel.domain import Domain, positive
from dpproofs.kernel.errors import BadInput, UnsupportedExpression
from dpproofs.kernel.expression import to_tree
from dpproofs.kernel.proof import Proof
from dpproofs.tactics.antiderivatives import tabulated
from dpproofs.tactics.budget import within
from dpproofs.tactics.terms import is_zero

if TYPE_CHECKING:
    from dpproofs.deriving.family import Family

ONE = sp.Integer(1)
PAPER = "derived"


def normalisation(family: Family) -> Derived:
    """The total mass."""
    name = f"{family.name}.normalisation"
    blank = Derived(name, family.domain, None, definition=Definition(family, ONE))
    return asked(lambda: _normalisation(family, blank), blank, family.seconds)


def _normalisation(family: Family, blank: Derived) -> Derived:
    found = family.whole
    derived = blank if found is None else _of_mass_one(family, found, blank)
    if derived.value is None and when_finite(family, ONE) is sp.true:
        path = ("the density is said to be one, so that 1 is compared with enclosures",)
        return kept(replace(blank, value=ONE, path=path))
    return derived


def _of_mass_one(family: Family, found: Total, blank: Derived) -> Derived:
    """The total mass as a sentence."""
    name = blank.name
    if not writable(found) or found.value != 1:
        return undecided(blank, found)
    if law.fits(family):
        noise = law.Defined(family)
        statement = Statement(
            id=name, paper=PAPER, item=family.name, title="the density is that of a probability",
            printed_latex=r"\int f(x)\,dx=1" if not family.integers else r"\sum_x f(x)=1",
            definitions=noise.definitions, printed=(noise.exists,),
        )  # fmt: skip

        def derive() -> Derivation:
            proof = Proof(family.domain, statement)
            noise.show_exists(proof, found, besides=True)
            return proof.done()

        claim = Claim(statement, derive)
    else:
        plainly = total(family, ONE, together=False) or found
        rows = [*plain.signs(family), *plain.lines(family, plainly, found.value)]
        claim = claim_of(family, name, "the total mass", r"\int f=1", rows)
    return kept(replace(blank, value=found.value, path=found.path, claim=claim), found.finite)


def mass(family: Family) -> Total | None:
    """The total of the density; its value is 1 when that is seen."""
    found = total(family, ONE)
    if found is not None and found.value != 1 and _is_one(found.value, family.seconds):
        return replace(found, value=ONE)
    return found


def constant(family: Family) -> sp.Expr:
    """The total mass of a density that nobody normalised: a formula that agrees with enclosures, or
    else the sums and integrals themselves.

    Raises
    ------
    BadInput
        When it has no formula, and is not enclosed at points of the domain.
    """
    blank = Derived(f"{family.name}.mass", family.domain, None, definition=Definition(family, ONE))

    def found() -> Derived:
        for search in (False, True):
            whole = total(family, ONE, search=search)
            derived = blank if whole is None else undecided(blank, whole)
            if derived.value is not None and not derived.value.has(sp.oo):
                return derived
        return blank

    mass = asked(found, blank, family.seconds)
    if mass.value is not None:
        return mass.value
    itself = mass_of(family)
    if agreement(itself, Definition(family, ONE), family.domain) is None:
        accepted = "a density whose total mass has a closed form, or is enclosed"
        raise BadInput("normalise", family.name, accepted)
    return itself


def _is_one(value: sp.Expr, seconds: float) -> bool:
    if is_zero(value - 1):
        return True
    for form in (lambda: value.rewrite(sp.erf), lambda: sp.gammasimp(sp.expand_func(value))):
        plainer = within(seconds, form)
        if plainer is not None and is_zero(plainer - 1):
            return True
    return False


def probability(family: Family) -> Total | None:
    """The total mass with what shows that it is 1; None where that was not found."""
    found = family.whole
    return found if found is not None and found.value == 1 else None


def power(family: Family, p: Any) -> Derived:
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


def of(family: Family, cost: Any, name: str = "cost") -> Derived:
    """``E L(abs(X))`` for an expression L in x, the ``cost``."""
    given = expression_of("cost", cost)
    mine = {s: family.size for s in given.free_symbols if s.name == family.x.name}
    loss = given.xreplace(mine).replace(sp.Abs, lambda e: e if e == family.size else sp.Abs(e))
    known(family, "cost", loss, {family.size})
    return expected_once(family, family.seconds, loss, Domain(), name)


def priced(family: Family, cost: Any) -> Derived:
    """The expectation of a cost: of ``abs(X)**cost``, or of an expression in x."""
    given = expression_of("cost", cost)
    if family.x.name in {symbol.name for symbol in given.free_symbols}:
        return of(family, given)
    return power(family, given)


def expected(family: Family, weight: sp.Expr, extra: Domain, called: str) -> Derived:
    """``E weight(abs(X))``."""
    name, domain = f"{family.name}.{called}", family.domain & extra
    over = family if not extra.variables else family.with_domain(domain)
    blank = Derived(name, domain, None, definition=Definition(family, weight))
    return asked(lambda: _expected(over, family, weight, blank), blank, family.seconds)


def _expected(over: Family, family: Family, weight: sp.Expr, blank: Derived) -> Derived:
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


def _tabulated(over: Family, weight: sp.Expr) -> bool:
    """Whether what is integrated needs no search."""
    x = over.place
    terms = (weight.xreplace({over.size: x}) * strip.density for strip in over.strips)
    return not over.integers and all(tabulated(term, x) is not None for term in terms)


def _by_cases(
    over: Family, family: Family, weight: sp.Expr, when: sp.Basic, blank: Derived
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


def _sentence(over: Family, family: Family, found: Total, blank: Derived) -> Derived:
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
    family: Family,
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


def writable(found: Total) -> bool:
    """Whether certificates can hold everything that was found, and it is no mere value."""
    if found.unexplained:
        return False
    parts = [found.value, *(part for share in found.shares for part in (share.weight, share.value))]
    parts += [share.antiderivative for share in found.shares if share.antiderivative is not None]
    parts += [summed.value for summed in found.periods if summed is not None]
    return representable(parts)


def representable(parts: Iterable[sp.Expr | None]) -> bool:
    """Whether certificates can hold all of some expressions."""
    try:
        for part in parts:
            if part is not None:
                to_tree(part)
    except UnsupportedExpression:
        return False
    return True


def undecided(blank: Derived, found: Total) -> Derived:
    """A formula that no checker decides: it is kept when enclosures of the definition hold it."""
    return kept(replace(blank, value=found.value, path=found.path), found.finite)


def start(family: Family, whole: Total) -> list[Line]:
    """That the density is that of a probability."""
    found = total(family, ONE, together=False) or whole
    return [*plain.signs(family), *plain.lines(family, found, ONE)]


def claim_of(family: Family, name: str, title: str, printed: str, rows: Iterable[Line]) -> Claim:
    """The sentence that some lines make, each said once."""
    once = list({row.goal: row for row in rows}.values())
    statement = Statement(
        id=name, paper=PAPER, item=family.name, title=title, printed_latex=printed,
        printed=tuple(row.goal for row in once),
        note="Each piece stands at abs(x), so that costs are the same function on both sides.",
    )  # fmt: skip

    def derive() -> Derivation:
        proof = Proof(family.domain, statement)
        plain.shown(proof, once)
        return proof.done()

    return Claim(statement, derive)
