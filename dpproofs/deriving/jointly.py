"""The best parameters of a family: one or two of them, under conditions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import sympy as sp

from dpproofs.deriving.costs import priced
from dpproofs.deriving.derived import Derived
from dpproofs.deriving.finite import sign_on
from dpproofs.deriving.minimum import Minimised, minimise
from dpproofs.deriving.normalised import Normalised
from dpproofs.kernel.domain import Domain, Variable
from dpproofs.kernel.errors import BadInput

LINEAR = "an inequality that is linear in a parameter that is chosen, and a bound of it"
INSIDE = "The least value for each {0} has no one closed form, and so the least of all has none."
FREE = "The least cost is the same for every {0}."


def chosen(family: Normalised, parameter: Any) -> tuple[sp.Symbol, ...]:
    """The parameters of a family that are meant: one, or a pair.

    Raises
    ------
    BadInput
        For anything else.
    """
    given = tuple(parameter) if isinstance(parameter, (tuple, list)) else (parameter,)
    if not all(isinstance(each, sp.Symbol) for each in given):
        raise BadInput("parameter", parameter, "a symbol, or two of them")
    known = {v.symbol.name: v.symbol for v in family.domain}
    if stranger := next((each for each in given if each.name not in known), None):
        raise BadInput("parameter", str(stranger), f"one of {[*known]}")
    found = tuple(dict.fromkeys(known[each.name] for each in given))
    if not 1 <= len(found) == len(given) <= 2:
        raise BadInput("parameter", str(parameter), "one parameter, or two that differ")
    return found


def best(
    family: Normalised, over: Sequence[sp.Symbol], cost: Any, where: Iterable[Any]
) -> Minimised:
    """The least cost over one or two parameters where all conditions hold.

    Raises
    ------
    BadInput
        For conditions that are no bounds of the parameters, and as :meth:`Family.cost`.
    """
    domain = family.domain
    for condition in where:
        domain = narrowed(domain, condition, over)
    within = family if domain == family.domain else family.with_domain(domain)
    whole = priced(within, cost)
    if len(over) == 1:
        return minimise(within, over[0], whole)
    return _both(within, over, whole)


def narrowed(domain: Domain, condition: Any, over: Sequence[sp.Symbol]) -> Domain:
    """A domain with a condition as a bound of one of the parameters that are chosen.

    Raises
    ------
    BadInput
        When it is none.
    """
    if condition == sp.true:  # as SymPy says of what always holds
        return domain
    relations = (sp.Lt, sp.Le, sp.Gt, sp.Ge)
    if not isinstance(condition, relations) or not condition.has(*over):
        raise BadInput("where", str(condition), LINEAR)
    known = {v.symbol.name: v.symbol for v in domain}
    mine = {s: known.get(s.name, s) for s in condition.free_symbols}
    gap = sp.expand((condition.gts - condition.lts).xreplace(mine))
    closed = isinstance(condition, (sp.Le, sp.Ge))
    for symbol in over:
        found = _bounded(domain, gap, symbol, closed=closed)
        if found is not None:
            return found
    raise BadInput("where", str(condition), LINEAR)


def _bounded(domain: Domain, gap: sp.Expr, symbol: sp.Symbol, *, closed: bool) -> Domain | None:
    """A domain on which a gap is not negative, by a bound of a variable; None where that is not
    seen for all values of the others.
    """
    slope, variable, others = sp.diff(gap, symbol), domain[symbol], domain.without(symbol)
    if slope == 0 or slope.has(symbol) or gap.free_symbols - {v.symbol for v in domain}:
        return None
    sign, place = sign_on(others), sp.cancel(symbol - gap / slope)
    side = sign(slope)
    if side not in (1, -1):
        return None
    old, other = (variable.lower, variable.upper)[::side]
    tighter = 1 if old.is_infinite else sign(side * (place - old))
    if tighter is None or not (other.is_infinite or sign(side * (other - place)) == 1):
        return None
    said = tighter == 0 and (closed or variable.ends[::side][0] in "()")
    if tighter == -1 or said:
        return domain
    return _with_end(domain, variable, place, side, closed=closed)


def _with_end(
    domain: Domain, variable: Variable, place: sp.Expr, side: int, *, closed: bool
) -> Domain:
    left, right = variable.ends[0], variable.ends[1]
    if side == 1:
        ends = ("[" if closed else "(") + right
        return domain.restrict(variable.symbol, place, variable.upper, ends)
    ends = left + ("]" if closed else ")")
    return domain.restrict(variable.symbol, variable.lower, place, ends)


def _both(family: Normalised, over: Sequence[sp.Symbol], cost: Derived) -> Minimised:
    """The least over one parameter for each value of the other, and the least of these."""
    tries = list[Minimised]()
    for inner, outer in ((over[0], over[1]), (over[1], over[0])):
        bounds = (end for v in cost.domain for end in (v.lower, v.upper))
        if any(end.has(inner) for end in bounds):
            continue  # its range is not the same for each value of the other
        each = minimise(family, inner, cost)
        found = _least_of(family, each, outer, over)
        if found.place is not None:
            return found
        tries.append(found)
    return tries[0]


def _least_of(
    family: Normalised, each: Minimised, outer: sp.Symbol, over: Sequence[sp.Symbol]
) -> Minimised:
    """The least, over a parameter, of what is the least for each of its values."""
    name = f"{each.name.rpartition('.')[0]}.least_{'_'.join(s.name for s in over)}"
    others = each.domain.without(outer)
    blank = Minimised(name, others, None, each.path, note=each.note, parameter=sp.Tuple(*over))
    if each.value is None or each.place is None:
        return blank
    if each.value.has(sp.Piecewise):
        return replace(blank, note=INSIDE.format(outer))
    if not each.value.has(outer):
        return replace(blank, value=each.value, claim=each.claim, note=FREE.format(outer))
    found = replace(minimise(family, outer, each), name=name, parameter=sp.Tuple(*over))
    if found.place is None or found.place.has(sp.Piecewise):
        told = f"For each {outer} the best {each.parameter} is {each.place}. {found.note}".strip()
        return replace(found, place=None, note=told)
    places = {each.parameter: each.place.subs(outer, found.place), outer: found.place}
    return replace(found, place=sp.Tuple(*(sp.factor(places[s]) for s in over)))
