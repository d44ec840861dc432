"""The formula of a goal found again, from everything that the goal says but the formula itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import sympy as sp
from sympy.core.function import AppliedUndef

from dpproofs.deriving.bounds import between_bounds
from dpproofs.deriving.definitions import family_of
from dpproofs.deriving.family import Family
from dpproofs.deriving.finite import sign_on
from dpproofs.deriving.formula import Found
from dpproofs.deriving.minimum import branches
from dpproofs.deriving.sentences import ProofLine, decided
from dpproofs.deriving.strips import points
from dpproofs.deriving.supposed import supposed, supposed_total
from dpproofs.deriving.totals import total
from dpproofs.kernel.assertions import Expected
from dpproofs.kernel.derivation import Claim, Goal, Statement
from dpproofs.kernel.domain import Domain, Variable
from dpproofs.kernel.errors import BadInput
from dpproofs.kernel.proposition import (
    Derivative,
    Integral,
    Limit,
    Minimum,
    Proposition,
    Relation,
    Series,
    Sum,
)
from dpproofs.tactics.antiderivatives import antiderivative, at_end
from dpproofs.tactics.budget import SECONDS, within
from dpproofs.tactics.limits import coefficients, limit, rate
from dpproofs.tactics.roots import slope
from dpproofs.tactics.telescopers import antidifference, as_plain, telescoped
from dpproofs.tactics.tidy import tidy

TRIES = 24


def find(goal: Goal, claim: Claim, seconds: float = SECONDS) -> Found | None:
    """The formula, from everything of the goal but the formula itself."""
    statement = claim.statement
    what = goal.proposition
    if isinstance(what, Expected):
        return _expected(what, goal.domain, statement, claim)
    found = _by_kind(what, goal.domain, seconds)
    if found is None and isinstance(what, Limit):
        return between_bounds(what, goal.domain, claim, seconds)
    if found is None and isinstance(what, Sum) and what.term.has(AppliedUndef):
        return _supposed_sum(what, goal.domain, claim)
    if found is None or _decides(found, goal):
        return found
    return _by_derivation(found, what, goal.domain, claim) or found


def _by_kind(what: Proposition, domain: Domain, seconds: float) -> Found | None:
    """The formula, with the method that belongs to the kind of the proposition."""
    if isinstance(what, Integral):
        return _integral(what, domain, seconds)
    if isinstance(what, Sum):
        return _sum(what, domain, seconds)
    if isinstance(what, Limit):
        return _limit(what, domain, seconds)
    if isinstance(what, Minimum):
        return _minimum(what, domain, seconds)
    if isinstance(what, Derivative):
        return _derivative(what, domain, seconds)
    if isinstance(what, Relation):
        return Found(what.lhs, "identity", {}, "what its left side is")
    return _series(what, seconds) if isinstance(what, Series) else None


def with_formula(goal: Goal, value: sp.Expr) -> Goal:
    """A goal with another formula."""
    claim = goal.proposition
    if isinstance(claim, Series):
        expanded, x = sp.expand(value), claim.variable
        row = tuple(expanded.coeff(x, n) for n in range(len(claim.coefficients)))
        return Goal(replace(claim, coefficients=row), goal.domain)
    name = _NAMES.get(type(claim), "value")
    return Goal(replace(claim, **{name: value}), goal.domain)


_NAMES: Mapping[type[Proposition], str] = {Minimum: "at", Relation: "rhs"}


def _decides(found: Found, goal: Goal) -> bool:
    """Whether the method decides the formula by itself."""
    try:
        line = ProofLine(with_formula(goal, found.value), found.by, "a trial", dict(found.hints))
        return decided([line])
    except BadInput:  # the goal speaks of what its sentence defines
        return True


def _by_derivation(found: Found, what: Proposition, domain: Domain, claim: Claim) -> Found | None:
    """The formula, with the step that shows such a thing in the claim's own derivation."""
    for step in claim.derivation.steps:
        said = step.goal
        if type(said.proposition) is type(what) and said.domain == domain:
            same = with_formula(said, found.value) == with_formula(Goal(what, domain), found.value)
            if same:
                hints = {**step.hints, "uses": step.uses}
                return Found(found.value, step.method, hints, found.how)
    return None


def _at(domain: Domain) -> dict[sp.Symbol, sp.Expr]:
    return points(domain, tries=1)[0]


def _integral(what: Integral, domain: Domain, seconds: float) -> Found | None:
    found = antiderivative(what.integrand, what.variable, seconds=seconds)
    if found is None:
        return None
    sign = sign_on(domain)
    ends = [at_end(found[0], what.variable, end, sign) for end in (what.lower, what.upper)]
    if ends[0] is None or ends[1] is None:
        return None
    value = tidy(ends[1] - ends[0], at=_at(domain), seconds=seconds)
    return Found(value, "integral", {"antiderivative": found[0]}, found[1])


def _derivative(what: Derivative, domain: Domain, seconds: float) -> Found | None:
    value = within(seconds, lambda: sp.diff(what.function, what.variable))
    if value is None:
        return None
    return Found(tidy(value, at=_at(domain), seconds=seconds), "derivative", {}, "the derivative")


def _sum(what: Sum, domain: Domain, seconds: float) -> Found | None:
    found = within(seconds, lambda: telescoped(what.term, what.index, what.lower, what.upper))
    if found is None or found.ratio is None:
        return None if what.upper is sp.oo else _finite_sum(what, domain, seconds)
    value = tidy(as_plain(found.value), at=_at(domain), seconds=seconds)
    return Found(value, "sum", {"ratio": found.ratio}, found.how)


def _finite_sum(what: Sum, domain: Domain, seconds: float) -> Found | None:
    """A finite sum by its telescoper, whatever the terms are."""
    inner = within(seconds, lambda: antidifference(what.term, what.index))
    if inner is None:
        return None
    ends = (inner.subs(what.index, end) for end in (what.upper + 1, what.lower))
    value = tidy(as_plain(next(ends) - next(ends)), at=_at(domain), seconds=seconds)
    return Found(value, "sum", {"ratio": sp.Integer(1), "quotient": inner}, "a sum that telescopes")


def _supposed_sum(what: Sum, domain: Domain, claim: Claim) -> Found | None:
    """A sum of terms with given functions, from the sums that are supposed of them."""
    if what.lower != 0 or what.upper is not sp.oo:
        return None
    value = supposed(claim, what).sum(what.term, what.index)
    how = "sums that the sentence supposes, and these without their first terms"
    found = None if value is None else Found(value, "sum", {}, how)
    return None if found is None else _by_derivation(found, what, domain, claim)


def _limit(what: Limit, domain: Domain, seconds: float) -> Found | None:
    found = limit(
        what.expression, what.variable, what.point, what.side, _at(domain), seconds=seconds
    )
    if found is None or found[0].is_infinite:
        return None
    speed = rate(what.expression, what.variable)
    return Found(found[0], "limit", {} if speed is None else {"rate": speed}, found[1])


def _minimum(what: Minimum, domain: Domain, seconds: float) -> Found | None:
    over = Variable(what.variable, what.lower, what.upper, what.ends)
    try:
        where = points(domain & over, tries=TRIES)
        split = within(seconds, lambda: slope(what.function, what.variable, where))
        found = [] if split is None else branches(what.function, over, domain, split, seconds)
    except BadInput:  # a range that is one point only
        return None
    if split is None or len(found) != 1:
        return None
    place = tidy(found[0].place, at=where[0], seconds=seconds)
    return Found(place, "minimum", {}, f"the root of {split.moving}")


def _series(what: Series, seconds: float) -> Found | None:
    row = coefficients(what.expression, what.variable, len(what.coefficients), seconds=seconds)
    if row is None:
        return None
    value = sp.Add(*(c * what.variable**n for n, c in enumerate(row)))
    return Found(value, "series", {}, "the power series")


def _expected(what: Expected, domain: Domain, statement: Statement, claim: Claim) -> Found | None:
    """The cost of defined noise, from its density; at the place of the least cost its value."""
    pair = family_of(statement, str(what.noise.func))
    if pair is None:
        return None
    family, own = pair
    at = dict(zip(own, what.noise.args, strict=True))
    if what.cost.has(AppliedUndef) or any(s.density.has(AppliedUndef) for s in family.strips):
        found = _of_given(family, what, claim)
        return None if found is None else _by_derivation(found, what, domain, claim)
    weight = what.cost.xreplace({what.variable: family.x})
    if not weight.is_polynomial(family.x):
        return None
    cost = family.cost_of(weight)
    if cost.value is None:
        return None
    value = cost.value.subs(at, simultaneous=True)
    for symbol, place in at.items():
        if place.is_Symbol or symbol not in cost.value.free_symbols or place.is_number:
            continue
        best = family.minimise(symbol, weight)
        if best.place is None or best.value is None or best.place.has(sp.Piecewise):
            continue
        others = {key: v for key, v in at.items() if key != symbol}
        there = best.place.subs(others, simultaneous=True) - place
        if all(abs(sp.N(there.subs(q), 30)) < 1e-20 for q in points(domain)):
            value = best.value.subs(others, simultaneous=True)
    value = tidy(value, at=_at(domain))
    whole = Found(value, "expectation", {}, "; ".join(cost.path))
    return _by_derivation(whole, what, domain, claim)


def _of_given(family: Family, what: Expected, claim: Claim) -> Found | None:
    """The cost of noise whose density, or whose cost, is a given function: from the integrals and
    sums that are supposed of it.
    """
    weight = what.cost.xreplace({what.variable: family.size})
    known = total(family, weight) if not what.cost.has(AppliedUndef) else None
    if known is not None:
        return Found(known.value, "expectation", {}, "; ".join(known.path))
    found = supposed_total(family, weight, supposed(claim))
    how = "the integrals over the pieces, and sums that the sentence supposes"
    return None if found is None else Found(found, "expectation", {}, how)
