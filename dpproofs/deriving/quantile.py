"""Quantiles: the distribution function solved for its place, piece by piece."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import sympy as sp

from dpproofs.deriving.asked import asked
from dpproofs.deriving.crossing import Crossing
from dpproofs.deriving.derived import Derived, kept
from dpproofs.deriving.distribution import Below, Moved, cases, cdf, free_name
from dpproofs.deriving.normalised import Normalised
from dpproofs.deriving.sentences import ProofLine, decided, extended
from dpproofs.deriving.strips import points
from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.domain import Domain, Variable, between
from dpproofs.kernel.errors import BadInput
from dpproofs.kernel.proposition import Derivative, that
from dpproofs.tactics.budget import within
from dpproofs.tactics.tidy import tidy

HALF = sp.Rational(1, 2)
SOLVED = "the distribution function solved for its place"
TRIES = 24
ON_PIECE = "the place lies on the piece"
RISES = "the place rises with the level"


@dataclass(frozen=True)
class Branch:
    """The place on one piece, for levels between two ends."""

    lower: sp.Expr
    upper: sp.Expr
    cdf: sp.Expr
    place: sp.Expr
    ends: tuple[sp.Expr, sp.Expr]


def quantile(family: Normalised, u: sp.Expr) -> Derived:
    """The place up to which noise with a density has the mass u."""
    if family.integers or family.points:
        raise BadInput("family", family.name, "noise with a density alone, for its quantiles")
    if not isinstance(u, sp.Symbol):
        return _at(family, u)
    if u.name in {family.x.name, *(v.symbol.name for v in family.domain)}:
        raise BadInput("u", str(u), "a symbol that the family does not have")
    level = sp.Symbol(u.name, positive=True)
    t = sp.Symbol(free_name(family, f"{u.name}_place"), real=True)
    domain = family.domain & between(level, 0, 1)
    meant = Crossing(Below(family.with_domain(domain & Variable(t, -sp.oo, sp.oo)), t), t, level)
    blank = Derived(f"{family.name}.quantile", domain, None, definition=meant)
    return asked(lambda: _quantile(family, blank, level), blank, family.seconds)


def _at(family: Normalised, level: sp.Expr) -> Derived:
    """A quantile at a number."""
    if not level.is_Rational or not 0 < level < 1:
        raise BadInput("u", str(level), "a symbol, or a rational number between 0 and 1")
    u = sp.Symbol(free_name(family, "u"))
    whole = quantile(family, u)
    symbol = whole.domain.variables[-1].symbol
    meant = None if whole.definition is None else Moved(whole.definition, symbol, level)
    value = None if whole.value is None else tidy(whole.value.subs(symbol, level))
    domain = whole.domain.without(symbol)
    return Derived(whole.name, domain, value, whole.path, whole.claim, meant, whole.note)


def _quantile(family: Normalised, blank: Derived, level: sp.Symbol) -> Derived:
    t = sp.Symbol(free_name(family, f"{level.name}_place"))
    below = cdf(family, t)
    if below.value is None:
        return blank
    place = below.domain.variables[-1].symbol
    found = within(family.seconds, lambda: list(_branches(below, place, level, family)))
    if not found:
        return blank
    value = _whole(found, level)
    if family.even:
        value = sp.Piecewise((-value.subs(level, 1 - level), level < HALF), (value, True))
        value = sp.piecewise_fold(value)
    lines = list[ProofLine]()
    for branch in found:
        lines += _lines(branch, place, level, family.domain, len(lines))
    printed = rf"F^{{-1}}({sp.latex(level)})={sp.latex(value)}"
    claim = below.claim
    if claim is not None:
        claim = extended(claim, blank.name, family.name, "a quantile", printed, lines)
    path = (*below.path, SOLVED, *(("the noise is even",) if family.even else ()))
    return kept(Derived(blank.name, blank.domain, value, path, claim, blank.definition, below.note))


def _branches(
    below: Derived, place: sp.Symbol, level: sp.Symbol, family: Normalised
) -> Iterator[Branch]:
    """The places on all pieces, in order.

    Raises
    ------
    ValueError
        When one is not found.
    """
    rows = cases(below.value)
    lower: sp.Expr = HALF if family.even else sp.Integer(0)
    reached: sp.Expr = sp.Integer(0) if family.even else -sp.oo
    for mass, condition in rows:
        end = sp.oo if condition == sp.true else _end(condition, place)
        upper = sp.Integer(1) if end is sp.oo else sp.factor(mass.subs(place, end))
        if mass.has(place):
            where = points(family.domain & between(level, lower, upper), tries=TRIES)
            ends = reached, end
            yield Branch(lower, upper, mass, _solved(mass, place, level, ends, where), ends)
        lower, reached = upper, end


def _end(condition: Any, place: sp.Symbol) -> sp.Expr:
    """Up to where a case reaches."""
    if not condition.is_Relational or not condition.has(place):
        raise ValueError("a case that is no range of the place")
    return sp.solve(condition.lhs - condition.rhs, place)[0]


def _solved(
    cdf: sp.Expr, place: sp.Symbol, level: sp.Symbol, ends: tuple[sp.Expr, sp.Expr],
    where: list[dict[sp.Symbol, sp.Expr]],
) -> sp.Expr:  # fmt: skip
    """The only solution that lies on the piece at all points."""
    unknown = sp.Dummy(real=True)
    roots = sp.solve(cdf.xreplace({place: unknown}) - level, unknown)
    inside = [root for root in roots if all(_inside(root, ends, point) for point in where)]
    if len(inside) != 1:
        raise ValueError("the place on a piece is not found")
    powers = inside[0].replace(
        lambda e: isinstance(e, sp.log) and e.args[0].is_Pow,
        lambda e: e.args[0].exp * sp.log(e.args[0].base),
    )
    return tidy(powers, at=where[0])


def _inside(root: sp.Expr, ends: tuple[sp.Expr, sp.Expr], point: dict[sp.Symbol, sp.Expr]) -> bool:
    here, low, high = (end.evalf(20, subs=point) for end in (root, *ends))  # powers stay short
    return bool(here.is_real and low - 1e-12 <= here <= high + 1e-12)


def _whole(found: list[Branch], level: sp.Symbol) -> sp.Expr:
    *rest, last = found
    cases = [(branch.place, level < branch.upper) for branch in rest]
    return sp.Piecewise(*cases, (last.place, True)) if cases else last.place


def _lines(
    branch: Branch, place: sp.Symbol, level: sp.Symbol, domain: Domain, before: int = 0
) -> list[ProofLine]:
    """That the distribution function takes the level at the place, which lies on the piece; with
    some lines before these.
    """
    over = domain & between(level, branch.lower, branch.upper)
    here = {place: branch.place}
    powers = {
        power: sp.Pow(power.base.xreplace(here), power.exp, evaluate=False)
        for power in branch.cdf.atoms(sp.Pow)
        if power.base.has(place) and not power.exp.is_Integer
    }
    with sp.evaluate(False):  # else nothing would be left to show
        taken = branch.cdf.xreplace(powers | here)
    rows = [ProofLine(Goal(that(taken) == level, over), "identity", SOLVED)]
    for end, above in zip(branch.ends, (True, False), strict=True):
        if end.is_finite:
            low, high = (end, branch.place) if above else (branch.place, end)
            at_once = ProofLine(Goal(that(low) <= high, over), "sign", ON_PIECE)
            rises = _rising(low, high, level, over, before + len(rows), above=above)
            rows += [at_once] if decided([at_once]) else rises
    return rows


def _rising(
    low: sp.Expr, high: sp.Expr, level: sp.Symbol, over: Domain, before: int, *, above: bool
) -> list[ProofLine]:  # fmt: skip
    """That a place lies on one side of an end of its piece, for it rises with the level."""
    slope = sp.factor(sp.diff(high - low, level))
    sign = that(0) < slope if above else that(slope) < 0
    return [
        ProofLine(
            Goal(Derivative(high - low, level, slope), over), "derivative", RISES, claimed=False
        ),
        ProofLine(Goal(sign, over), "sign", RISES, claimed=False),
        ProofLine(
            Goal(that(low) < high, over), "increasing" if above else "decreasing", ON_PIECE,
            {}, (before, before + 1),
        ),
    ]  # fmt: skip
