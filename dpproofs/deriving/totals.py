"""Totals over the pieces of a density, found piece by piece and period by period."""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from dpproofs.deriving.candidates import candidate
from dpproofs.deriving.enclosure import Over
from dpproofs.deriving.finite import finite, sign_on
from dpproofs.deriving.strips import Laid, Strip, origin, points, resolved
from dpproofs.kernel.domain import Domain
from dpproofs.tactics.antiderivatives import antiderivative, at_end, tabulated
from dpproofs.tactics.budget import SECONDS
from dpproofs.tactics.telescopers import Summed, antidifference, as_plain, telescoped, with_powers
from dpproofs.tactics.terms import is_zero
from dpproofs.tactics.tidy import tidy

PERIODS = "the periods have this sum"  # in a proof


@dataclass(frozen=True)
class Share:
    """What one strip adds: the value in one period, and the hints for the checkers."""

    strip: Strip
    weight: sp.Expr
    value: sp.Expr
    antiderivative: sp.Expr | None
    ratio: sp.Expr | None
    how: str
    quotient: sp.Expr | None = None
    finite: sp.Basic | None = sp.true  # when it is; None where that is not seen
    unexplained: bool = False  # a value alone, of which nothing can be shown

    @property
    def sum_hints(self) -> dict[str, sp.Expr | None]:
        """What the checker of sums is told."""
        found = {"ratio": self.ratio}
        return found if self.quotient is None else {**found, "quotient": self.quotient}


@dataclass(frozen=True)
class Total:
    """A total over all strips and atoms, with the path that found it."""

    weight: sp.Expr
    shares: tuple[Share, ...]
    periods: tuple[Summed | None, ...]
    value: sp.Expr
    path: tuple[str, ...]
    finite: sp.Basic | None = sp.true
    unexplained: bool = False  # as that of a share


def empty(strip: Strip, weight: sp.Expr) -> Share:
    """What a strip without mass adds, with a ratio with which sums without end converge too."""
    zero = sp.Integer(0)
    return Share(strip, weight, zero, zero, sp.Rational(1, 2), "nothing there")


def share(family: Laid, strip: Strip, weight: sp.Expr, *, search: bool = False) -> Share | None:
    """The integral, or the sum, of a weight (in ``family.size``) over one strip; with ``search`` in
    all ways that SymPy knows.
    """
    x = family.place
    term = weight.xreplace({family.size: x}) * strip.density
    if strip.density == 0:
        return empty(strip, weight)
    if family.integers:
        upper = strip.upper if strip.upper is sp.oo else strip.upper - 1
        counter = sp.Symbol(x.name, integer=True, nonnegative=True)
        found = telescoped(term.xreplace({x: counter}), counter, strip.lower, upper)
        if found is not None:
            when = finite(term, x, strip.lower, upper, family.around(strip.index), integers=True)
            value = as_plain(found.value)
            return Share(strip, weight, value, None, found.ratio, found.how, finite=when)
        if strip.upper is sp.oo:
            return _summed(family, strip, weight, term, search=search)
        return _finite(strip, weight, term.xreplace({x: counter}), counter)
    domain = family.around(strip.index)
    when = finite(term, x, strip.lower, strip.upper, domain)
    if when not in (sp.false, None) and (search or tabulated(term, x) is None):
        meant = Over(term, x, strip.lower, strip.upper)
        candidate_share = _searched(strip, weight, meant, domain, when, search=search)
        if candidate_share is not None or search:
            return candidate_share
    known = (
        None if when is sp.false else antiderivative(term, x, seconds=min(family.seconds, SECONDS))
    )
    if known is None:
        return None
    sign = sign_on(domain, sp.true if when is None else when)
    ends = [at_end(known[0], x, end, sign) for end in (strip.lower, strip.upper)]
    if ends[0] is None or ends[1] is None or (not ends[0].is_finite and ends[0].is_infinite):
        return None
    value = ends[1] - ends[0]
    return Share(strip, weight, sp.factor_terms(value), known[0], None, known[1], finite=when)


def _searched(
    strip: Strip, weight: sp.Expr, meant: Over, domain: Domain, when: sp.Basic, *, search: bool
) -> Share | None:  # fmt: skip
    """The first answer of a search, or of an earlier one, that agrees with enclosures."""
    found = candidate(meant, domain, search=search)
    if found is None:
        return None
    value, inner = sp.factor_terms(found.value), found.antiderivative
    return Share(
        strip, weight, value, inner, None, found.how, finite=when, unexplained=inner is None
    )


def _summed(
    family: Laid, strip: Strip, weight: sp.Expr, term: sp.Expr, *, search: bool
) -> Share | None:  # fmt: skip
    """The sum of the masses on a strip without end, as a search finds it."""
    x, domain = family.place, family.around(strip.index)
    when = finite(term, x, strip.lower, strip.upper, domain, integers=True)
    if when in (sp.false, None):
        return None
    meant = Over(term, x, strip.lower, strip.upper, integers=True)
    return _searched(strip, weight, meant, domain, when, search=search)


def _finite(
    strip: Strip, weight: sp.Expr, term: sp.Expr, counter: sp.Symbol
) -> Share | None:  # fmt: skip
    """A finite sum of terms that are differences, whatever they are."""
    inner = None if strip.upper is sp.oo else antidifference(term, counter)
    if inner is None:
        return None
    value = inner.subs(counter, strip.upper) - inner.subs(counter, strip.lower)
    how = "a sum that telescopes"
    return Share(strip, weight, value, None, sp.Integer(1), how, inner)


def total(
    family: Laid,
    weight: sp.Expr,
    *,
    signed: bool = False,
    together: bool = True,
    search: bool = False,
) -> Total | None:
    """The expectation of a weight, or None where no closed form was found.

    With ``signed`` the negative side counts negatively. With ``together`` the periods of all strips
    are added up at once, as the sum over the pieces of an even density is. With ``search`` SymPy is
    asked for each piece in all ways that it knows, and first for the whole line at once.
    """
    at_once = _at_once(family, weight, signed=signed, search=search)
    if at_once is not None:
        return at_once
    shares = _shares(family, weight, search=search)
    if shares is None:
        return None
    whole, periods, path = sp.Integer(0), list[Summed | None](), [_told(s, family) for s in shares]
    counter = _counter(family) if together else None
    if not shares or any(found.strip.index != counter for found in shares):
        counter = None  # some periods were taken apart
    if counter is not None:
        summed = _over(sp.Add(*(s.value for s in shares)), counter)
        if summed is None:
            return None
        periods.append(summed)
        path.append(f"the sum over the periods: {summed.how}")
        whole = 2 * summed.value
    else:
        for found in shares:
            times = (found.strip.side or 2) if signed else found.strip.times
            if found.strip.index is None:
                periods.append(None)
                whole += times * found.value
                continue
            summed = _over(found.value, found.strip.index)
            if summed is None:
                return None
            periods.append(summed)
            path.append(f"the sum over {found.strip.index}: {summed.how}")
            whole += times * summed.value
    whole += _points(family, weight, signed=signed)
    symbols = [variable.symbol for variable in family.domain][::-1]
    at = points(family.domain, tries=1)[0]
    value = tidy(as_plain(whole), symbols, at=at, seconds=family.seconds)
    if value.has(sp.nan, sp.zoo, sp.oo):
        return None
    path.append("a shorter form")
    return Total(
        weight, tuple(shares), tuple(periods), value, tuple(path), _when(family, shares),
        unexplained=any(each.unexplained for each in shares),
    )  # fmt: skip


def _at_once(family: Laid, weight: sp.Expr, *, signed: bool, search: bool) -> Total | None:
    """What a search, or an earlier one, finds of the integral over the whole line."""
    meant = _whole_line(family, weight, signed=signed)
    found = None if meant is None else candidate(meant, family.domain, search=search)
    if found is None or found.value is None:
        return None
    path = (f"integrated over the whole line: {found.how}",)
    when = when_finite(family, weight)
    return Total(weight, (), (), found.value, path, when, unexplained=True)


def _whole_line(family: Laid, weight: sp.Expr, *, signed: bool) -> Over | None:
    """The integral over the line, where the density and the weight have one form on it."""
    if family.integers or family.points or len(family.strips) != 2:
        return None
    behind, ahead = family.strips
    u, x = family.place, sp.Symbol(family.place.name, real=True)
    one_form = (behind.side, ahead.side) == (-1, 1) and behind.index is None is ahead.index
    mirrored = weight.subs(family.size, -family.size) * (-1 if signed else 1)
    if not one_form or not weight.is_polynomial(family.size) or not is_zero(mirrored - weight):
        return None
    whole = all((s.lower, s.upper) == (0, sp.oo) for s in family.strips)
    if not whole or not is_zero(ahead.density.subs(u, -u) - behind.density):
        return None
    term = weight.xreplace({family.size: x}) * ahead.density.xreplace({u: x})
    return Over(term, x, -sp.oo, sp.oo)


def _when(family: Laid, shares: list[Share]) -> sp.Basic | None:
    """For which parameters what the shares add up to is finite; None where that is not seen."""
    found = [each.finite for each in shares]
    zero = sp.Integer(0)
    for each in shares:
        k = each.strip.index
        if k is None:
            continue
        when = finite(each.value, k, zero, sp.oo, family.domain, integers=True)
        if when is None:
            above = _above(family, each)
            bound = None if above is None else finite(above, k, zero, sp.oo, family.domain, True)
            when = bound if bound is sp.true else None
        found.append(when)
    return None if None in found else sp.And(*found)


def _above(family: Laid, share: Share) -> sp.Expr | None:
    """A bound of what a level of a density adds, when the weight does not fall."""
    strip, size = share.strip, family.size
    inside = sp.Dummy(positive=True)
    rises = sp.diff(share.weight.xreplace({size: inside}), inside).is_nonnegative
    if strip.density.has(family.place) or not rises:
        return None
    long = sp.expand(strip.upper - strip.lower)
    return share.weight.xreplace({size: strip.upper}) * strip.density * long


def when_finite(family: Laid, weight: sp.Expr) -> sp.Basic | None:
    """For which parameters an expectation is finite, seen from the pieces alone."""
    found: list[sp.Basic | None] = []
    for strip in family.strips:
        parts = resolved(family, strip, weight)
        if parts is None or strip.index is not None:
            return None
        for part, form in parts:
            term = form.xreplace({family.size: family.place}) * part.density
            found.append(
                finite(
                    term, family.place, part.lower, part.upper, family.domain,
                    integers=family.integers,
                )
            )  # fmt: skip
    return sp.false if sp.false in found else None if None in found else sp.And(*found)


def _shares(family: Laid, weight: sp.Expr, *, search: bool) -> list[Share] | None:
    """What each strip adds, those on which the weight changes its form cut there."""
    found: list[Share] = []
    for strip in family.strips:
        parts = resolved(family, strip, weight)
        if parts is None:
            return None
        for part, form in parts:
            if form == 0 and weight != 0:
                continue
            here = share(family, part, form, search=search)
            if here is None:
                return None
            found.append(here)
    return found


def _counter(family: Laid) -> sp.Symbol | None:
    """The index of the periods, when all pieces of an even density have one."""
    return None if family.layout is None else family.layout.index


def _over(term: sp.Expr, index: sp.Symbol) -> Summed | None:
    found = telescoped(term, index, sp.Integer(0), sp.oo)
    return found if found is not None else with_powers(term, index)


def _points(family: Laid, weight: sp.Expr, *, signed: bool) -> sp.Expr:
    """What the atoms add; on the integers, 0 counts once."""
    found = sp.Integer(0)
    for atom in family.points:
        mass = atom.mass * atom.side if signed and atom.side else atom.whole
        found += weight.xreplace({family.size: atom.place}) * mass
    if family.integers and family.even:
        found -= weight.xreplace({family.size: sp.Integer(0)}) * origin(family)
    return found


def _told(found: Share, family: Laid) -> str:
    where = f"[{found.strip.lower}, {found.strip.upper})"
    kind = "summed" if family.integers else "integrated"
    return f"the piece on {where} {kind}: {found.how}"
