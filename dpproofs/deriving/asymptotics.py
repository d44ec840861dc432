"""Limits and expansions of a formula that was derived, with a bound of what an expansion leaves."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, TypeVar

import sympy as sp

from dpproofs.deriving.expansion import Expansion, Near
from dpproofs.deriving.far import NOTE, SERIES, normal_tail, shown
from dpproofs.deriving.finite import divided, sign_on
from dpproofs.deriving.piece import expression_of
from dpproofs.deriving.quantity import Quantity
from dpproofs.deriving.remainder import Remainder, left_by
from dpproofs.deriving.sentences import ProofLine, extended
from dpproofs.deriving.strips import points, sign_at
from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.domain import Domain, Variable
from dpproofs.kernel.errors import BadInput
from dpproofs.kernel.proposition import Limit, Series, that
from dpproofs.tactics.limits import coefficients, limit, plausible, rate
from dpproofs.tactics.series import in_exponential

IN_CASES = (
    "The formula is in cases, and which of them holds near the point depends on other parameters."
)
UNSURE = "The checkers do not decide the formula itself."
ONE_POWER = "The formula is a single power there, of which nothing is left."
BESIDE = "What a power series beside another power leaves is not bounded here."
NEAR = sp.Rational(1, 10**8)
ORDERS = 7  # further orders that are looked at for a term that is not 0

Formula = TypeVar("Formula", bound=Quantity)


@dataclass(frozen=True, repr=False)
class PartialSum(Quantity):
    """A partial sum of an expansion, with its remainder; `Expanded` says what each part is."""

    variable: sp.Symbol | None = None
    remainder: Remainder | None = None
    unbounded: str = ""


def formula(of: Quantity, symbol: sp.Symbol) -> tuple[Variable, sp.Expr]:
    """The variable of that name, and the formula, whose form near its ends is one.

    Raises
    ------
    BadInput
        When there is no such parameter, no formula, or others are bounded by the parameter.
    """
    variable = next((v for v in of.domain if v.symbol.name == symbol.name), None)
    if variable is None:
        raise BadInput("symbol", str(symbol), f"one of {[v.symbol.name for v in of.domain]}")
    if of.value is None:
        raise BadInput("value", of.name, "a quantity with a closed form")
    return variable, of.value


def limit_of(of: Quantity, symbol: sp.Symbol, point: Any, side: str | None = None) -> Quantity:
    """The limit of a formula as one of its parameters tends to a point."""
    return _as_sure(of, _limit_of(of, symbol, point, side))


def _limit_of(of: Quantity, symbol: sp.Symbol, point: Any, side: str | None) -> Quantity:
    variable, value = formula(of, symbol)
    where = sp.S(point)
    side = side or ("-" if where is sp.oo or where == variable.upper else "+")
    others = of.domain.without(variable.symbol)
    name = f"{of.name}.limit_{variable.symbol.name}"
    here = _form(value, variable.symbol, where, side, others)
    if here is None:
        return Quantity(name, others, None, of.path, note=IN_CASES)
    value, others = here
    at = points(others, tries=1)[0]
    found = limit(value, variable.symbol, where, side, at)
    if found is None:
        return Quantity(name, others, None, of.path, note="The limit was not found.")
    tends, how = found
    near = (plausible(value, tends, variable.symbol, where, side, each) for each in points(others))
    if not all(near):
        note = "The limit that was found is not given: values near the point speak against it."
        return Quantity(name, others, None, of.path, note=note)
    path = (*of.path, f"{variable.symbol} to {where}: {how}")
    moving, target = (1 / value, sp.Integer(0)) if tends.is_infinite else (value, tends)
    claim = Limit(moving, variable.symbol, where, side, target)
    speed = rate(moving, variable.symbol)
    hints = {} if speed is None else {"rate": speed}
    lines = [ProofLine(Goal(claim, others), "limit", "the normal form is continuous there", hints)]
    printed = rf"\lim_{{{sp.latex(variable.symbol)}\to {sp.latex(where)}}}={sp.latex(tends)}"
    whole = extended(of.claim, name, of.name, "a limit", printed, lines)
    return Quantity(name, others, tends, path, whole)


def _form(
    value: sp.Expr, symbol: sp.Symbol, point: sp.Expr, side: str, others: Domain
) -> tuple[sp.Expr, Domain] | None:
    """The form that a formula in cases has near a point, and for which other parameters; None where
    that is not seen.
    """
    while found := value.atoms(sp.Piecewise):
        cases = min(found, key=sp.default_sort_key)
        for inside, condition in cases.args:
            where = _true(condition, symbol, point, side, others)
            if where is None:
                return None
            if where is not sp.false:
                value, others = value.xreplace({cases: inside}), where
                break
    return value, others


def _true(
    condition: sp.Basic, symbol: sp.Symbol, point: sp.Expr, side: str, others: Domain
) -> Domain | sp.Basic | None:
    """For which other parameters a condition is true near a point; false where it is for none, None
    where that is not seen.
    """
    if condition in (sp.true, sp.false):
        return others if condition == sp.true else condition
    reached = condition if point is sp.oo else condition.subs(symbol, point)
    if isinstance(reached, sp.StrictLessThan | sp.StrictGreaterThan) and not reached.has(symbol):
        apart = divided(others, reached)
        if apart is not None:
            return apart[1]
        sign = sign_on(others)(reached.gts - reached.lts)
        return others if sign == 1 else sp.false if sign == -1 else None
    tiny = sp.Rational(1, 10**9)
    near = 1 / tiny if point is sp.oo else point + tiny if side == "+" else point - tiny
    seen = {condition.subs(symbol, near).subs(at) for at in points(others)}
    return others if seen == {sp.true} else sp.false if seen == {sp.false} else None


def _as_sure(of: Quantity, found: Formula) -> Formula:
    """What was found of a formula, decided only where the formula is."""
    unsure = of.claim is None and (of.definition is not None or of.note)
    return replace(found, claim=None, note=found.note or UNSURE) if unsure else found


def expansion_of(of: Quantity, symbol: sp.Symbol, point: Any, terms: int) -> PartialSum:
    """The first terms of the expansion of a formula at a point of a range, or at infinity (in
    1/x, or in the exponential of which it is a fraction). It is approached from above, the upper
    end from below.
    """
    return _as_sure(of, _expansion_of(of, symbol, point, terms))


def _expansion_of(of: Quantity, symbol: sp.Symbol, point: Any, terms: int) -> PartialSum:
    variable, value = formula(of, symbol)
    if terms < 1:
        raise BadInput("terms", terms, "a positive integer")
    x, others = variable.symbol, of.domain.without(variable.symbol)
    near = _near(variable, expression_of("point", point), others)
    name = f"{of.name}.expansion_{x.name}"
    here = _form(value, x, near.point, near.side, others)
    if here is None:
        return PartialSum(name, of.domain, None, of.path, note=IN_CASES)
    if here[1] != others:
        of, others = replace(of, domain=here[1] & variable), here[1]
    value, at = here[0], points(others, tries=1)[0]
    tail = normal_tail(value, variable, others, terms) if near.point is sp.oo else None
    if tail is not None:
        lines = shown(value, *tail, others) if value == of.value else []
        printed = f"{sp.latex(tail[0])}+\\dots"
        claim = extended(of.claim, name, of.name, "an expansion", printed, lines) if lines else None
        note, path = "" if lines else NOTE, (*of.path, SERIES)
        return PartialSum(name, of.domain, tail[0], path, claim, None, note, x, tail[1])
    inside = value.subs(x, near.place)
    if near.point is sp.oo and (read := in_exponential(value, x, near.step)) is not None:
        near, inside = _in_exponential(near, variable, read[0]), read[1]
    outside, moving = sp.factor(inside).as_independent(near.step, as_Add=False)
    if sp.N(outside.subs(at), 20) < 0:
        outside, moving = -outside, sp.expand(-moving)
    apart, moving = _powers_apart(moving, near.step)
    outside *= apart
    if _one_power(apart * moving, near.step):
        return PartialSum(name, of.domain, value, of.path, note=ONE_POWER)
    order = _order(moving, near.step, at)
    row = None if order is None else coefficients(
        sp.together(moving * near.step**order), near.step, terms + order + ORDERS
    )  # fmt: skip
    if row is None or order is None or not any(row):  # other powers than whole ones, perhaps
        return PartialSum(name, of.domain, None, of.path, note="No expansion in powers was found.")
    whole = value if value == of.value else None
    return PowerSeries(of, variable, whole, outside, moving, order, row, terms, near).found(name)


def _powers_apart(moving: sp.Expr, step: sp.Symbol) -> tuple[sp.Expr, sp.Expr]:
    """The power of the step that other powers than whole ones begin with, and the rest."""
    apart, rest = sp.Integer(1), list[sp.Expr]()
    for factor in sp.Mul.make_args(moving):
        base, exponent = factor.as_base_exp()
        symbolic = not exponent.is_number and not exponent.has(step)
        if not (symbolic and base.has(step) and base.is_rational_function(step)):
            rest.append(factor)
            continue
        sides = [sp.Poly(side, step) for side in sp.fraction(sp.cancel(base))]
        least = [min(n for (n,) in side.monoms()) for side in sides]
        apart *= step ** sp.expand((least[0] - least[1]) * exponent)
        rest.append(sp.cancel(base / step ** (least[0] - least[1])) ** exponent)
    return apart, sp.Mul(*rest)


def _one_power(moving: sp.Expr, step: sp.Symbol) -> bool:
    """Whether an expression is a power of the step that is no whole one, or such a power, or none,
    times the exponential of powers below 0.
    """
    factors = sp.Mul.make_args(moving)
    bells = [factor for factor in factors if isinstance(factor, sp.exp)]
    if bells:
        inside = sp.expand(sp.Add(*(bell.exp for bell in bells)).subs(step, 1 / step))
        rest = sp.Mul(*(factor for factor in factors if factor not in bells))
        falls = inside.is_polynomial(step) and inside.subs(step, 0) == 0
        return falls and rest.as_base_exp()[0] in (1, step)
    pairs = [factor.as_base_exp() for factor in factors]
    exponent = sp.Add(*(power for _, power in pairs))
    alone = all(base == step for base, _ in pairs) and not exponent.has(step)
    return alone and not exponent.is_Integer


def _near(variable: Variable, point: sp.Expr, others: Domain) -> Near:
    """How a point is approached from inside the range.

    Raises
    ------
    BadInput
        When it lies elsewhere.
    """
    x = variable.symbol
    known = point.free_symbols <= {v.symbol for v in others}
    gaps = (point - variable.lower, variable.upper - point) if known else ()
    inside = known and all(sign_at(gap, others) in (0, 1) for gap in gaps)
    if not (inside or point is sp.oo is variable.upper):
        lower, upper = variable.lower, variable.upper
        raise BadInput("point", str(point), f"a place in [{lower}, {upper}]")
    if point == 0 != variable.upper:
        return Near(point, "+", x, x, x, variable.upper)
    taken = {v.symbol.name for v in others} | {x.name}
    step = sp.Symbol(next(n for n in ("h", "h_", "h__") if n not in taken), positive=True)
    if point is sp.oo:
        reach = sp.oo if sign_at(variable.lower, others) != 1 else 1 / variable.lower
        return Near(point, "-", step, 1 / step, 1 / x, reach)
    if point == variable.upper:
        return Near(point, "-", step, point - step, point - x, point - variable.lower)
    return Near(point, "+", step, point + step, x - point, variable.upper - point)


def _in_exponential(near: Near, variable: Variable, rate: sp.Expr) -> Near:
    """The same with exp(-rate x) as the step."""
    away = sp.exp(-rate * variable.symbol)
    reach = away.subs(variable.symbol, variable.lower) if variable.lower.is_finite else sp.oo
    return replace(near, place=-sp.log(near.step) / rate, away=away, reach=reach)


def _order(expression: sp.Expr, x: sp.Symbol, at: dict[sp.Symbol, sp.Expr]) -> int | None:
    """The order of the pole at 0, up to 6."""
    for order in range(7):
        tends = limit(expression * x**order, x, sp.Integer(0), "+", at)
        if tends is not None and not tends[0].is_infinite:
            return order
    return None


class PowerSeries(Expansion):
    """An expansion whose first terms are asked for."""

    def found(self, name: str) -> PartialSum:
        """The partial sum with as many terms that are not 0 as asked for."""
        h = self.near.step
        kept = [n for n, value in enumerate(self.row) if value != 0][: self.terms]
        last = kept[-1] if kept else 0
        following = [n for n in range(last + 1, len(self.row)) if self.row[n] != 0]
        part = sp.Add(*(self.row[n] * h ** (n - self.order) for n in kept))
        if self.outside.has(h):
            return self._beside_power(name, part)
        rest, why = left_by(self, part, following)
        lines = [] if rest is not None and rest.whole else self._tends(part, last)
        if rest is not None:
            start = len(lines)
            lines += [replace(line, uses=tuple(k + start for k in line.uses),
                              hints=_moved(line.hints, start)) for line in rest.lines]  # fmt: skip
        apart = self.outside * self.back(self.moving)
        if self.whole not in (None, apart) and not (rest is not None and rest.whole):
            same = Goal(that(self.whole) == apart, self.of.domain)
            lines.append(ProofLine(same, "identity", "what does not move apart"))
        value = self.outside * self.back(part)
        path = (*self.of.path, f"the power series in {self.near.away}")
        printed = f"{sp.latex(value)}+\\dots"
        whole = extended(self.of.claim, name, self.of.name, "an expansion", printed, lines)
        remainder = None if rest is None else rest.remainder
        return PartialSum(
            name, self.of.domain, value, path, whole, None, "", self.variable.symbol, remainder, why
        )  # fmt: skip

    def _beside_power(self, name: str, part: sp.Expr) -> PartialSum:
        """The partial sum times a power that is no whole one; nothing where it is not seen to be
        near the formula.
        """
        at = {
            **points(self.of.domain.without(self.variable.symbol), tries=1)[0],
            self.near.step: NEAR,
        }
        near = abs(sp.N((self.moving - part).subs(at), 30)) < abs(sp.N(part.subs(at), 30)) / 1000
        value = self.back(self.outside) * self.back(part) if near else None
        path = (*self.of.path, f"the power series in {self.near.away} beside a power of it")
        note = BESIDE if near else "No expansion in powers was found."
        return PartialSum(
            name, self.of.domain, value, path, None, None, note, self.variable.symbol, None, BESIDE
        )  # fmt: skip

    def _tends(self, part: sp.Expr, last: int) -> list[ProofLine]:
        """That what is left is smaller than the last term."""
        h = self.near.step
        plain = all(value.is_Rational for value in self.row)
        if plain and self.moving.free_symbols == {h}:
            scaled = sp.together(self.moving * h**self.order) if self.order else self.moving
            claim = Series(scaled, h, tuple(self.row[: last + 1]))
            return [ProofLine(Goal(claim, Domain()), "series", "power series arithmetic")]
        return [] if self.outside.has(h) else [self._limit_line(part, last)]

    def _limit_line(self, part: sp.Expr, last: int) -> ProofLine:
        """That what is left, over the last power, tends to 0."""
        h = self.near.step
        left = sp.factor(sp.together((self.moving - part) * h ** (self.order - last)))
        claim = Limit(left, h, sp.Integer(0), "+", sp.Integer(0))
        domain = self.of.domain.without(self.variable.symbol)
        return ProofLine(Goal(claim, domain), "limit", "what is left is smaller than the last term")


def _moved(hints: dict[str, Any], by: int) -> dict[str, Any]:
    """Hints whose facts stand further down."""
    if "facts" not in hints:
        return hints
    return {**hints, "facts": [(k + by, at, factor) for k, at, factor in hints["facts"]]}
