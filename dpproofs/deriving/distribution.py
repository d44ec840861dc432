"""Tail and distribution function, piece by piece."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import sympy as sp

from dpproofs.deriving import plain
from dpproofs.deriving.asked import asked
from dpproofs.deriving.balls import NoEnclosure
from dpproofs.deriving.derived import Derived, kept
from dpproofs.deriving.enclosure import Definition
from dpproofs.deriving.normalised import Normalised
from dpproofs.deriving.sentences import ProofLine, extended
from dpproofs.deriving.strips import ZERO, Layout, Strip, layout, points, sign_at
from dpproofs.deriving.totals import Share, share
from dpproofs.deriving.values import Measured
from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.domain import Domain, Variable, index, positive
from dpproofs.kernel.errors import BadInput
from dpproofs.kernel.proposition import Sum, that
from dpproofs.tactics.telescopers import as_plain, telescoped
from dpproofs.tactics.terms import is_zero
from dpproofs.tactics.tidy import tidy

ONE = sp.Integer(1)
NO_MASS = "The total mass is not seen to be 1."


@dataclass(frozen=True)
class Part:
    """``P(X > t)`` for t on one piece: the value, and what shows it."""

    upper: sp.Expr
    value: sp.Expr
    lines: tuple[ProofLine, ...]
    told: tuple[str, ...] = ()
    finite: sp.Basic | None = sp.true


def tail(family: Normalised, t: sp.Expr) -> Derived:
    """``P(abs(X) >= t)`` for t > 0; on the integers for t = 1, 2, ..."""
    if not family.even:
        raise BadInput("family", family.name, "even noise, for its tail")
    if not isinstance(t, sp.Symbol):
        return _at(family, t, tail)
    family, place = _ready(family, t, "tail")
    on = family.domain & (index(place, 1) if family.integers else positive(place))
    name = f"{family.name}.tail"
    beyond = sp.Piecewise((0, family.size < place), (1, True))
    over = family.with_domain(on)
    blank = Derived(name, on, None, definition=Definition(over, beyond))

    def found(*, search: bool) -> Derived:
        part = _side(over, Side(0, place, place), lambda value: 2 * value, search=search)
        return blank if part is None else _said(family, blank, "|X|", part.value, part)

    return asked(lambda: _first(found), blank, family.seconds)


def _first(found: Callable[..., Derived]) -> Derived:
    """What our own tactics find, and else what a search finds."""
    quickly = found(search=False)
    if quickly.value is not None:
        return quickly
    later = found(search=True)
    return quickly if later.value is None else later


def _at(
    family: Normalised, place: sp.Expr, function: Callable[[Normalised, sp.Expr], Derived]
) -> Derived:
    """A function of t at a number, or an expression in the parameters, that lies in its range."""
    t = sp.Symbol(free_name(family, "t"))
    whole = function(family, t)
    variable = whole.domain.variables[-1]
    known = {v.symbol.name: v.symbol for v in family.domain}
    if {s.name for s in place.free_symbols} - set(known):
        raise BadInput("t", str(place), "a symbol, or an expression in the parameters")
    here = place.xreplace({s: known[s.name] for s in place.free_symbols})
    least = {0, 1} if "[" in variable.ends else {1}
    inside = variable.lower.is_infinite or sign_at(here - variable.lower, family.domain) in least
    if not inside or (variable.integer and not here.is_integer):
        raise BadInput("t", str(place), f"in {variable} for all parameters")
    meant = None if whole.definition is None else Moved(whole.definition, variable.symbol, here)
    domain = whole.domain.without(variable.symbol)
    value = None if whole.value is None else whole.value.subs(variable.symbol, here)
    return replace(whole, domain=domain, value=value, definition=meant)


def cdf(family: Normalised, t: sp.Expr) -> Derived:
    """``P(X <= t)``: of even noise for t >= 0; for t < 0 it is 1 less that at -t, which counts an
    atom at the origin on both sides. Of other noise for all t. On the integers t is one.
    """
    if not isinstance(t, sp.Symbol):
        return _at(family, t, cdf)
    family, place = _ready(family, t, "cdf")
    name, step = f"{family.name}.cdf", 1 if family.integers else 0
    ahead = family.domain & (index(place, 0) if family.integers else positive(place))
    over = family.with_domain(ahead)

    def beyond(*, search: bool) -> Part | None:
        return _side(over, Side(1, place, place + step), lambda value: 1 - value, search=search)

    if family.even:
        half = Derived(name, ahead, None, definition=Below(over, place))

        def one_side(*, search: bool) -> Derived:
            part = beyond(search=search)
            return half if part is None else _said(family, half, "X", part.value, part)

        return asked(lambda: _first(one_side), half, family.seconds)
    back = sp.Symbol(
        free_name(family, f"{t.name}_back"), nonnegative=True, integer=place.is_integer
    )
    behind = family.domain & (index(back, 1) if family.integers else positive(back))
    here = sp.Symbol(t.name, real=True, integer=place.is_integer)
    on = family.domain & Variable(here, -sp.oo, sp.oo, "()", integer=family.integers)
    blank = Derived(name, on, None, definition=Below(family.with_domain(on), here))
    before = family.with_domain(behind)

    def found(*, search: bool) -> Derived:
        right = beyond(search=search)
        left = _side(before, Side(-1, back, back), lambda value: value, search=search)
        if right is None or left is None:
            return blank
        below, above = left.value.subs(back, -here), right.value.subs(place, here)
        value = sp.Piecewise((below, here < 0), *cases(above))
        when = None if None in (left.finite, right.finite) else sp.And(left.finite, right.finite)
        both = Part(sp.oo, value, (*left.lines, *right.lines), (*left.told, *right.told), when)
        return _said(family, blank, "X", value, both)

    return asked(lambda: _first(found), blank, family.seconds)


def _ready(family: Normalised, t: sp.Symbol, called: str) -> tuple[Normalised, sp.Symbol]:
    """The family where no piece is empty, and a symbol for the place.

    Raises
    ------
    BadInput
        For an atom off the origin, or a symbol that is taken.
    """
    if any(atom.place != 0 for atom in family.points):
        raise BadInput("atoms", family.name, f"no atom but at the origin, for its {called}")
    if t.name != free_name(family, t.name):
        raise BadInput("t", str(t), "a symbol that the family does not have")
    known: dict[str, bool] = {"nonnegative" if family.integers else "positive": True}
    place = sp.Symbol(t.name, integer=True if family.integers else None, **known)
    return family.with_domain(opened(family.domain)), place


def cases(value: sp.Expr) -> tuple[tuple[sp.Expr, Any], ...]:
    """The cases of a function."""
    if isinstance(value, sp.Piecewise):
        return tuple((inside, condition) for inside, condition in value.args)
    return ((value, sp.true),)


def free_name(family: Normalised, name: str) -> str:
    """A name like the given one that nothing of the family has."""
    taken = {v.symbol.name for v in family.domain} | {family.x.name, family.size.name}
    while name in taken:
        name += "_"
    return name


def _said(family: Normalised, blank: Derived, of: str, value: sp.Expr, found: Part) -> Derived:
    """The formula as a sentence on integrals or sums."""
    name, on, meant = blank.name, blank.domain, blank.definition
    called = name.rsplit(".", maxsplit=1)[-1]
    printed = rf"P({of}\dots)={sp.latex(value)}"
    whole = family.normalisation()
    if whole.value != 1 or whole.claim is None:  # nothing holds of what may be no probability
        return kept(Derived(name, on, value, found.told, None, meant, NO_MASS), found.finite)
    lines = _once(list(found.lines))
    claim = extended(whole.claim, name, family.name, f"the {called}", printed, lines)
    return kept(Derived(name, on, value, found.told, claim, meant), found.finite)


@dataclass(frozen=True)
class Side:
    """One side of the origin (0: either, of even noise): ``first`` is the least abs(x) beyond the
    place.
    """

    sign: int
    place: sp.Symbol
    first: sp.Expr


@dataclass(frozen=True)
class Moved:
    """What something is at a place."""

    of: Measured
    symbol: sp.Symbol
    place: sp.Expr

    def enclose(
        self, values: Mapping[sp.Symbol, Fraction], digits: int, seconds: float
    ) -> tuple[Fraction, Fraction]:
        """A rational interval that contains it.

        Raises
        ------
        NoEnclosure
            Where the place is no rational number, and as what is moved.
        """
        at = {symbol: sp.Rational(v.numerator, v.denominator) for symbol, v in values.items()}
        here = self.place.subs(at)
        if not here.is_Rational:
            raise NoEnclosure(f"{self.place} is no rational number there")
        moved = {**values, self.symbol: Fraction(int(here.p), int(here.q))}
        return self.of.enclose(moved, digits, seconds)


@dataclass(frozen=True)
class Below:
    """``P(X <= t)`` as the definition of a family says it."""

    family: Normalised
    place: sp.Symbol

    def enclose(
        self, values: Mapping[sp.Symbol, Fraction], digits: int, seconds: float
    ) -> tuple[Fraction, Fraction]:
        """A rational interval that contains it.

        Raises
        ------
        NoEnclosure
            As for any expectation.
        """
        ahead, size = values[self.place] >= 0, self.family.size
        beyond = size <= self.place if ahead else size < -self.place
        half = self.family.laid.on_side(1 if ahead else -1)
        meant = Definition(half, sp.Piecewise((0, beyond), (1, True)))
        low, high = meant.enclose(values, digits, seconds)
        return (1 - high, 1 - low) if ahead else (low, high)


def _side(
    family: Normalised, side: Side, of: Callable[[sp.Expr], sp.Expr], *, search: bool = False
) -> Part | None:
    """One side of the origin: what ``of`` makes of the mass beyond a place, in cases."""
    strips = [replace(strip, side=0) for strip in family.strips if strip.side in (0, side.sign)]
    if not strips:
        return Part(sp.oo, of(sp.Integer(0)), ())
    at = {**points(family.domain, tries=1)[0], **{s.index: ZERO for s in strips if s.index}}
    laid = layout(tuple(sorted(strips, key=lambda s: float(s.lower.subs(at)))), family.domain)
    found = None if laid is None else _parts(family, laid, side, search=search)
    if laid is None or found is None:
        return None
    cases = [(of(part.value), side.place < part.upper) for part in found
             if not (family.integers and side.sign < 0 and part.upper == 1)]  # fmt: skip
    kind = "sum" if family.integers else "integral"
    told = tuple(f"up to {part.upper}: the {kind} from {side.first} on" for part in found)
    lines = tuple(line for part in found for line in part.lines)
    whens = [part.finite for part in found]
    when = None if None in whens else sp.And(*whens)
    return Part(sp.oo, _whole(laid, cases, side.place), lines, told, when)


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


def _once(lines: list[ProofLine]) -> list[ProofLine]:
    return list({line.goal: line for line in lines}.values())


def _parts(family: Normalised, laid: Layout, side: Side, *, search: bool) -> list[Part] | None:
    shares = []
    for strip in laid.pieces:
        found = share(family, strip, ONE, search=search)
        if found is None:
            return None
        shares.append(found)
    later, rows = sp.Integer(0), list[ProofLine]()
    if laid.index is not None:
        term = sp.Add(*(found.value for found in shares))
        counter = sp.Symbol(f"{laid.index.name}_later", integer=True)
        moved = term.xreplace({laid.index: counter})
        summed = telescoped(moved, counter, laid.index + 1, sp.oo)
        if summed is None or summed.ratio is None:
            return None
        later = as_plain(summed.value)
        claim = Sum(moved, counter, laid.index + 1, sp.oo, later)
        goal = Goal(claim, family.domain.without(side.place) & index(laid.index, 0))
        rows.append(ProofLine(goal, "sum", "all later periods", {"ratio": summed.ratio}))
    found_parts = []
    for number, strip in enumerate(laid.pieces):
        part = _part(family, strip, shares[number:], later, side, search=search)
        if part is None:
            return None
        found_parts.append(replace(part, lines=(*part.lines, *rows)))
    return found_parts


def _part(
    family: Normalised, strip: Strip, shares: list[Share], later: sp.Expr, side: Side,
    *, search: bool,
) -> Part | None:  # fmt: skip
    first = side.first
    if family.integers and is_zero(strip.upper - strip.lower - 1):  # there is one place only
        first = first.subs(side.place, strip.lower)
    cut = Strip(strip.density, first, strip.upper, strip.index, strip.side)
    here = share(
        family, cut if first != strip.upper else replace(cut, density=ZERO), ONE, search=search
    )
    if here is None:
        return None
    around = family.with_domain(family.domain.without(side.place)).around(strip.index)
    inside = around & _inside(family, strip, side)
    whole = here.value + sp.Add(*(found.value for found in shares[1:])) + later
    value = tidy(whole, at=points(inside, tries=1)[0], seconds=family.seconds)
    lines = [_integral(family, here, inside)] if here.value != 0 else []
    lines += [_integral(family, found, around) for found in shares[1:]]
    if whole != value:
        lines.append(ProofLine(Goal(that(whole) == value, inside), "identity", "the parts add up"))
    whens = [here.finite, *(found.finite for found in shares[1:])]
    when = None if None in whens else sp.And(*whens)
    return Part(strip.upper, value, tuple(lines), finite=when)


def _inside(family: Normalised, strip: Strip, side: Side) -> Variable:
    """The place on a strip."""
    if not family.integers:
        return Variable(side.place, strip.lower, strip.upper, "()")
    if strip.upper is sp.oo:
        return Variable(side.place, strip.lower, sp.oo, "[)", integer=True)
    return Variable(side.place, strip.lower, strip.upper - 1, "[]", integer=True)


def _integral(family: Normalised, found: Share, on: Domain) -> ProofLine:
    row = plain.share_line(family, found)
    kind = "summed" if family.integers else "integrated"
    return replace(row, goal=Goal(row.goal.proposition, on),
                   because=f"the density {kind}: {found.how}")  # fmt: skip
