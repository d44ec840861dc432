"""Tail and distribution function of even noise, piece by piece."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import sympy as sp

from dpproofs.deriving.derived import Derived
from dpproofs.deriving.enclosure import Definition
from dpproofs.deriving.sentences import Line, extended
from dpproofs.deriving.strips import Layout, Strip, points
from dpproofs.deriving.totals import Share, share
from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.domain import Domain, Variable, index, positive
from dpproofs.kernel.errors import BadInput
from dpproofs.kernel.proposition import Integral, Proposition, Sum, equal
from dpproofs.tactics.telescopers import as_plain, telescoped
from dpproofs.tactics.tidy import tidy

if TYPE_CHECKING:
    from dpproofs.deriving.family import Family

ONE = sp.Integer(1)


@dataclass(frozen=True)
class Part:
    """``P(X > t)`` for t on one piece: the value, and what shows it."""

    upper: sp.Expr
    value: sp.Expr
    lines: tuple[Line, ...]


def tail(family: Family, t: sp.Symbol) -> Derived:
    """``P(abs(X) >= t)`` for t > 0."""
    return _derived(family, t, "tail", lambda beyond: 2 * beyond)


def cdf(family: Family, t: sp.Symbol) -> Derived:
    """``P(X <= t)`` for t >= 0, of even noise; for t < 0 it is 1 less that at -t, which counts an
    atom at the origin on both sides.
    """
    return _derived(family, t, "cdf", lambda beyond: 1 - beyond)


def _derived(
    family: Family, t: sp.Symbol, called: str, of: Callable[[sp.Expr], sp.Expr]
) -> Derived:
    if not family.even:
        raise BadInput("family", family.name, "even noise, for its tail")
    if any(atom.place != 0 for atom in family.points):
        raise BadInput("atoms", family.name, "no atom but at the origin, for its tail")
    if t.name in {v.symbol.name for v in family.domain} | {family.x.name, family.size.name}:
        raise BadInput("t", str(t), "a symbol that the family does not have")
    place = sp.Symbol(t.name, positive=True)
    family = family.with_domain(opened(family.domain))  # where no piece is empty
    domain = family.domain & positive(place)
    name = f"{family.name}.{called}"
    beyond = sp.Piecewise((0, family.size < place), (1, True))
    meant = Definition(family.with_domain(domain), beyond) if called == "tail" else None
    laid = family.layout
    found = None if laid is None or family.integers else _parts(family, laid, place)
    if found is None or laid is None:
        return Derived(name, domain, None, definition=meant)
    cases = [(of(part.value), place < part.upper) for part in found]
    value = _whole(laid, cases, place)
    lines = [line for part in found for line in part.lines]
    printed = rf"P({'|X|' if called == 'tail' else 'X'}\dots {sp.latex(place)})={sp.latex(value)}"
    path = tuple(f"up to {part.upper}: the integral from {place} on" for part in found)
    claim = extended(None, name, family.name, f"the {called}", printed, _once(lines))
    return Derived(name, domain, value, path, claim, meant)


def opened(domain: Domain) -> Domain:
    """A domain without the ends of its ranges."""
    return Domain(
        tuple(v if v.integer or v.root else replace(v, ends="()") for v in domain.variables)
    )


def _whole(laid: Layout, cases: list[tuple[sp.Expr, sp.Basic]], place: sp.Symbol) -> sp.Expr:
    """One formula in cases; the number of a period is the integral part of t over its width."""
    if laid.index is None:
        *rest, (last, _) = cases
        return sp.Piecewise(*rest, (last, True)) if rest else last
    count = sp.floor(place / laid.period)
    *rest, (last, _) = cases
    whole = sp.Piecewise(*rest, (last, True)) if rest else last
    return whole.subs(laid.index, count)


def _once(lines: list[Line]) -> list[Line]:
    return list({line.goal: line for line in lines}.values())


def _parts(family: Family, laid: Layout, t: sp.Symbol) -> list[Part] | None:
    shares = []
    for strip in laid.pieces:
        found = share(family, strip, ONE)
        if found is None:
            return None
        shares.append(found)
    later, rows = sp.Integer(0), list[Line]()
    if laid.index is not None:
        term = sp.Add(*(found.value for found in shares))
        counter = sp.Symbol(f"{laid.index.name}_later", integer=True)
        moved = term.xreplace({laid.index: counter})
        summed = telescoped(moved, counter, laid.index + 1, sp.oo)
        if summed is None or summed.ratio is None:
            return None
        later = as_plain(summed.value)
        claim = Sum(moved, counter, laid.index + 1, sp.oo, later)
        goal = Goal(claim, family.domain & index(laid.index, 0))
        rows.append(Line(goal, "sum", "all later periods", {"ratio": summed.ratio}))
    found_parts = []
    for number, strip in enumerate(laid.pieces):
        part = _part(family, strip, shares[number:], later, t)
        if part is None:
            return None
        found_parts.append(Part(part.upper, part.value, (*part.lines, *rows)))
    return found_parts


def _part(
    family: Family, strip: Strip, shares: list[Share], later: sp.Expr, t: sp.Symbol
) -> Part | None:
    cut = Strip(strip.density, t, strip.upper, strip.index, strip.side)
    here = share(family, cut, ONE)
    if here is None:
        return None
    around = family.around(strip.index)
    inside = around & Variable(t, strip.lower, strip.upper, "()")
    whole = here.value + sp.Add(*(found.value for found in shares[1:])) + later
    value = tidy(whole, at=points(inside, tries=1)[0], seconds=family.seconds)
    lines = [_integral(family, here, inside)]
    lines += [_integral(family, found, around) for found in shares[1:]]
    if whole != value:
        lines.append(Line(Goal(equal(whole, value), inside), "identity", "the parts add up"))
    return Part(strip.upper, value, tuple(lines))


def _integral(family: Family, found: Share, on: Domain) -> Line:
    strip = found.strip
    claim: Proposition = Integral(
        strip.density, family.place, strip.lower, strip.upper, found.value
    )
    hints = {"antiderivative": found.antiderivative}
    return Line(Goal(claim, on), "integral", f"the density integrated: {found.how}", hints)
