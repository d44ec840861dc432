"""The best parameter of a family: where its cost is least, shown to be the only place."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import sympy as sp

from dpproofs.deriving.balls import NoEnclosure
from dpproofs.deriving.critical import Critical
from dpproofs.deriving.derived import DIGITS, Derived
from dpproofs.deriving.given import Given
from dpproofs.deriving.sentences import ProofLine, extended
from dpproofs.deriving.strips import points
from dpproofs.deriving.values import at_point, formula_enclosure
from dpproofs.kernel.derivation import Claim, Goal
from dpproofs.kernel.domain import Domain, Variable, nth_root
from dpproofs.kernel.errors import BadInput
from dpproofs.kernel.proposition import Minimum, Proposition, Relation, that
from dpproofs.tactics.budget import within
from dpproofs.tactics.roots import Root, Slope, root, slope
from dpproofs.tactics.terms import is_zero
from dpproofs.tactics.tidy import signed, split_powers, tidy

TRIES = 24


@dataclass(frozen=True)
class Branch:
    """Where the parameters lie, and the place of the least cost for these.

    ``function`` is the cost, written with the symbol T for the root where there is one; ``at`` is
    the place in the same symbol, ``place`` and ``least`` are in radicals.
    """

    domain: Domain
    function: sp.Expr
    at: sp.Expr
    place: sp.Expr
    least: sp.Expr
    condition: Any
    level: Relation | None = None  # that a linear function of the place is the root


@dataclass(frozen=True, repr=False)
class Minimised(Derived):
    """A least value, with the place at which it is taken.

    Attributes
    ----------
    place
        Where the cost is least, a Tuple for two parameters; None without a closed form.
    unique
        Whether it is shown that there is no other place.
    parameter
        What the cost is minimised over.
    """

    place: sp.Expr | sp.Tuple | None = None
    parameter: sp.Symbol | sp.Tuple | None = None
    critical: Critical | None = field(default=None, compare=False, repr=False)

    @property
    def unique(self) -> bool:
        """Whether the minimum is established, and with it that there is no other."""
        return self.place is not None and self.holds

    def place_enclosure(
        self, *, digits: int = DIGITS, **parameters: Any
    ) -> tuple[Fraction, Fraction]:
        """A certified interval that contains the place.

        Raises
        ------
        BadInput
            As :meth:`Derived.enclosure`.
        """
        values = at_point(self.domain, parameters)
        if isinstance(self.parameter, sp.Tuple):
            raise BadInput(self.name, str(self.parameter), "the best value of one parameter")
        try:
            if self.place is not None and self.holds:
                return formula_enclosure(self.place, values, digits)
            if self.critical is not None:
                return self.critical.place(values, digits)
        except NoEnclosure as problem:
            raise BadInput(self.name, parameters, f"where it can be enclosed: {problem}") from None
        raise BadInput(self.name, parameters, "something with a place")


def minimise(family: Given, parameter: sp.Symbol, cost: Derived) -> Minimised:
    """The least cost over one parameter, all others being fixed.

    Raises
    ------
    BadInput
        When the family has no such parameter.
    """
    symbol = next((v.symbol for v in family.domain if v.symbol.name == parameter.name), None)
    if symbol is None:
        names = [v.symbol.name for v in family.domain]
        raise BadInput("parameter", str(parameter), f"one of {names}")
    over, domain = cost.domain[symbol], cost.domain
    name, others = f"{cost.name}.least_{symbol.name}", domain.without(symbol)
    where = points(domain, tries=TRIES)
    if cost.value is None:
        note = "The cost has no closed form, and so the place of its minimum has none."
        return Minimised(name, others, None, cost.path, note=note, parameter=symbol)
    value = cost.value
    split = within(family.seconds, lambda: slope(value, symbol, where))
    if split is None:
        note = "The slope of the cost is no polynomial in the parameter up to a positive factor."
        return Minimised(name, others, None, cost.path, note=note, parameter=symbol)
    path = (*cost.path, f"differentiate in {symbol} and factor: the sign is that of {split.moving}")
    found = branches(value, over, others, split, family.seconds)
    critical = Critical(value, over)
    if not found:
        note = "The stationary point has no closed form; enclosure() isolates it."
        return Minimised(name, others, None, path, None, critical, note, None, symbol, critical)
    place = _cases((branch.place, branch.condition) for branch in found)
    least = _cases((branch.least, branch.condition) for branch in found)
    claim = None if cost.claim is None else _claim(name, family, cost, over, found)
    path = (*path, f"the root in its range: {place}")
    return Minimised(name, others, least, path, claim, critical, cost.note, place, symbol, critical)


def _cases(rows: Iterable[tuple[sp.Expr, Any]]) -> sp.Expr:
    pairs = list(rows)
    return pairs[0][0] if len(pairs) == 1 else sp.Piecewise(*pairs)


def branches(
    cost: sp.Expr, over: Variable, others: Domain, split: Slope, seconds: float
) -> list[Branch]:
    """The place of the minimum, on each part of the parameters' domain where it has one form."""
    where = points(others & over, tries=TRIES)
    if not split.moving.has(over.symbol):
        rising = sp.N((split.rest * split.moving).subs(where[0]), 20) > 0
        end, mark = (over.lower, over.ends[0]) if rising else (over.upper, over.ends[1])
        closed = mark in "[]" and not end.is_infinite
        return [_at_end(cost, over, others, end, sp.true, seconds)] if closed else []
    found = root(split.moving, over.symbol, where)
    if found is None:
        return []
    place = found.value
    outside = {
        name: _changes(gap, others)
        for name, gap in (("lower", place - over.lower), ("upper", over.upper - place))
        if not gap.is_infinite
    }
    if all(kept == {1} for kept in outside.values()):
        return [_inside(cost, over, others, split, found, sp.true, seconds)]
    if outside.get("upper", {1}) != {1} or over.ends[0] != "[" or found.order != 1:
        return []
    cut = _switch(place - over.lower, others)
    if cut is None:
        return []
    variable, value, above = cut
    if is_zero(value - (variable.upper if above else variable.lower)):  # the root is never inside
        return [_at_end(cost, over, others, over.lower, sp.true, seconds)]
    low = others.restrict(variable.symbol, variable.lower, value, variable.ends[0] + "]")
    high = others.restrict(variable.symbol, value, variable.upper, "(" + variable.ends[1])
    end, inner = (low, high) if above else (high, low)
    condition = variable.symbol <= value if above else variable.symbol > value
    return [
        _at_end(cost, over, end, over.lower, condition, seconds),
        _inside(cost, over, inner, split, found, sp.true, seconds),
    ]


def _changes(gap: sp.Expr, domain: Domain) -> set[int]:
    """The signs that an expression has at points."""
    values = (sp.N(gap.subs(point), 20) for point in points(domain, tries=TRIES))
    return {1 if value > 0 else -1 for value in values}


def _switch(gap: sp.Expr, others: Domain) -> tuple[Variable, sp.Expr, bool] | None:
    """A parameter, the value at which a gap changes its sign, and whether it is positive above."""
    bounded = [v for v in others if not (v.lower.is_infinite or v.upper.is_infinite)]
    for variable in (*bounded, *(v for v in others if v not in bounded)):
        symbol = variable.symbol
        numerator = sp.numer(sp.together(gap))
        if not (numerator.is_polynomial(symbol) and sp.degree(numerator, symbol) == 1):
            continue
        value = sp.factor(sp.solve(numerator, symbol)[0])
        rate = {bool(sp.N(sp.diff(gap, symbol).subs(q), 20) > 0) for q in points(others)}
        if len(rate) == 1:
            return variable, value, rate.pop()
    return None


def _at_end(
    cost: sp.Expr, over: Variable, domain: Domain, end: sp.Expr, condition: Any, seconds: float
) -> Branch:
    least = tidy(cost.subs(over.symbol, end), seconds=seconds, at=points(domain, tries=1)[0])
    return Branch(domain, cost, end, end, least, condition)


def _inside(
    cost: sp.Expr, over: Variable, domain: Domain, split: Slope, found: Root, condition: Any,
    seconds: float,
) -> Branch:  # fmt: skip
    at = points(domain, tries=1)[0]
    if found.order == 1:
        least = tidy(cost.subs(over.symbol, found.value), seconds=seconds, at=at)
        return Branch(domain, cost, found.value, found.value, least, condition)
    taken = {v.symbol.name for v in domain} | {over.symbol.name}
    T = sp.Symbol(next(n for n in ("T", "T_root", "root_T") if n not in taken), positive=True)
    ends = [found.scale * end + found.shift for end in (over.lower, over.upper)]
    low, high = (signed(sp.factor(sp.expand(end)), at) for end in ends)
    rooted = domain & nth_root(T, found.order, found.radicand, low, high)
    function = _in_root(cost, over.symbol, split, found, T)
    least = _reduced(cost.subs(over.symbol, found.at(T)), T, found)
    radical = found.radicand ** sp.Rational(1, found.order)
    least = signed(sp.factor(least), {**at, T: radical.subs(at)})
    least = tidy(split_powers(least.subs(T, radical), at), seconds=seconds, at=at)
    level = that(found.scale * found.value + found.shift) == radical
    return Branch(rooted, function, found.at(T), found.value, least, condition, level)


def _in_root(
    cost: sp.Expr, variable: sp.Symbol, split: Slope, found: Root, T: sp.Symbol
) -> sp.Expr:
    """The cost with the radicand as a power of T where it decides the sign of the slope."""
    level = (found.scale * variable + found.shift) ** found.order
    factor = sp.cancel(split.moving / (level - found.radicand))
    rate = sp.factor(split.rest * factor)  # the slope is rate * (level - radicand)
    whole = sp.integrate(sp.apart(rate, variable), variable)
    changed = cost - (T**found.order - found.radicand) * whole
    return sp.factor(sp.cancel(sp.together(changed)))


def _reduced(expression: sp.Expr, T: sp.Symbol, found: Root) -> sp.Expr:
    """A fraction in T with all powers of T below the order of the root."""
    numerator, denominator = sp.fraction(sp.factor(sp.together(expression)))
    relation = T**found.order - found.radicand
    up, down = (
        sp.rem(sp.expand(part), sp.expand(relation), T) for part in (numerator, denominator)
    )
    if not down.has(T) or is_zero(sp.diff(down, T)):
        return sp.factor(up / down)
    if sp.Poly(down, T).is_monomial:  # divide by T**n as by a multiple of T**(order - n)
        power = sp.degree(down, T)
        up = sp.rem(sp.expand(up * T ** (found.order - power)), sp.expand(relation), T)
        return sp.factor(up / (sp.cancel(down / T**power) * found.radicand))
    return sp.factor(up / down)


def _claim(
    name: str, family: Given, cost: Derived, over: Variable, found: list[Branch]
) -> Claim | None:
    """The sentence: the cost, where it is least, and what it is there."""
    if cost.claim is None or cost.value is None:
        return None
    base = cost.claim
    lines: list[ProofLine] = []

    def says(claim: Proposition, on: Domain, by: str, because: str) -> None:
        lines.append(ProofLine(Goal(claim, on), by, because))

    for branch in found:
        if branch.function != cost.value:
            whole = branch.domain & over
            says(that(cost.value) == branch.function, whole, "identity", "with the root in it")
        for low, high in ((over.lower, branch.at), (branch.at, over.upper)):
            if low != high and not (low.is_infinite or high.is_infinite):
                says(that(low) < high, branch.domain, "sign", "the place lies inside")
        claim = Minimum(branch.function, over.symbol, over.lower, over.upper, over.ends, branch.at)
        because = "the cost falls before this place and rises after it"
        says(claim, branch.domain, "minimum", because)
        free = Domain(tuple(v for v in branch.domain if v.root is None))
        if branch.level is not None:
            says(branch.level, free, "identity", "the place in radicals, whose root is T")
        there = cost.value.subs(over.symbol, branch.place)
        says(that(there) == branch.least, free, "identity", "the cost at this place")
    place = sp.latex(_cases((branch.place, branch.condition) for branch in found))
    printed = rf"{sp.latex(over.symbol)}^*={place}"
    return extended(base, name, family.name, "the least cost", printed, lines)
