"""What an expansion leaves, between two bounds over a range of its variable."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import sympy as sp

from dpproofs.deriving.expansion import Expansion
from dpproofs.deriving.sentences import ProofLine, decided
from dpproofs.deriving.strips import points, sign_at
from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.domain import Domain, Variable
from dpproofs.kernel.errors import BadInput
from dpproofs.kernel.proposition import Derivative, that
from dpproofs.tactics.terms import is_zero

FACTORS = (1, 2, 4, 8, 16)  # of the first omitted term that are tried as bounds
PARTS = (1, 2, 4)  # the parts of the range that are tried
LINES = 3  # that show that a difference falls
FALLS = "what is left falls towards a bound"
ZERO = sp.Integer(0)


@dataclass(frozen=True)
class Remainder:
    """What an expansion leaves: between two bounds, for all values of the variable in a range."""

    lower: sp.Expr
    upper: sp.Expr
    range: Variable

    @property
    def bound(self) -> sp.Expr:
        """A bound of the absolute value."""
        return sp.Max(abs(self.lower), abs(self.upper)) if self.lower != 0 else self.upper


@dataclass(frozen=True)
class Shown:
    """A remainder with the lines that show it, which count from 0; ``whole`` where they are about
    the function itself, so that nothing else is needed.
    """

    remainder: Remainder
    lines: tuple[ProofLine, ...]
    whole: bool = False


def left_by(of: Expansion, part: sp.Expr, following: list[int]) -> tuple[Shown | None, str]:
    """What a partial sum leaves, or why it is not bounded."""
    h = of.near.step
    if not following:
        return _nothing(of, part)
    if not of.moving.is_rational_function(h) and (shown := _far_out(of, part, following[0])):
        return shown, ""
    numbers = all(value.is_Rational for value in of.row) and of.moving.free_symbols == {h}
    if not numbers and not of.moving.is_rational_function(h):
        return None, "bounds are known of fractions, and of functions of one variable alone"
    lead = of.row[following[0]] * h ** (following[0] - of.order)
    where = points(of.of.domain.without(of.variable.symbol), tries=24)
    if not all(lead.subs(point).subs(h, 1).is_finite for point in where):
        return None, "the coefficients have no value at ends of the ranges of other parameters"
    for share in PARTS if of.near.reach.is_finite else (1,):
        step = Variable(h, ZERO, of.near.reach / share)
        found = _alone(of, part, lead, step) if numbers else None
        if found is None and of.moving.is_rational_function(h):
            found = _parametric(of, part, lead, step)
        if found is None:
            continue
        edges, lines = found
        low, high = (sp.factor(of.outside * of.back(edge)) for edge in edges)
        return Shown(Remainder(low, high, _range(of, step)), tuple(lines)), ""
    return None, "no multiple of the first term that is left out was shown to bound what is left"


def _nothing(of: Expansion, part: sp.Expr) -> tuple[Shown | None, str]:
    """A partial sum that leaves nothing, as far as it is seen."""
    if not is_zero(of.moving - part):
        return None, "no term that is left out was found"
    step, others = Variable(of.near.step, ZERO, of.near.reach), of.of.domain
    if of.moving == part:
        return Shown(Remainder(ZERO, ZERO, _range(of, step)), ()), ""
    goal = Goal(that(of.moving) == part, others.without(of.variable.symbol) & step)
    line = ProofLine(goal, "identity", "the partial sum is the whole")
    return Shown(Remainder(ZERO, ZERO, _range(of, step)), (line,)), ""


def _range(of: Expansion, step: Variable) -> Variable:
    """The range of the variable itself, for one of the step."""
    near, x = of.near, of.variable.symbol
    if near.point is sp.oo:
        start = ZERO if step.upper is sp.oo else near.place.subs(step.symbol, step.upper)
        return Variable(x, start, sp.oo)
    if near.side == "-":
        return Variable(x, near.point - step.upper, near.point)
    return Variable(x, near.point, near.point + step.upper)


# -- functions of the step and parameters, which are fractions -------------------------------------


def _parametric(
    of: Expansion, part: sp.Expr, lead: sp.Expr, step: Variable
) -> tuple[tuple[sp.Expr, sp.Expr], list[ProofLine]] | None:
    """Bounds by multiples of the first term left out, or of the sum of the sizes of its parts."""
    try:
        domain = of.of.domain.without(of.variable.symbol) & step
        where = points(domain, tries=24)
    except BadInput:  # other parameters are bounded by the variable
        return None
    rest = sp.factor(sp.together(of.moving - part))
    edges, lines = dict[bool, sp.Expr](), list[ProofLine]()
    for low in (True, False):
        for edge in _edges(lead, domain, low=low):
            gap = sp.factor(rest - edge if low else edge - rest)
            if any(sp.N(gap.subs(point), 30) < 0 for point in where):
                continue
            small, great = (part + edge, of.moving) if low else (of.moving, part + edge)
            rows = [
                ProofLine(Goal(that(ZERO) <= gap, domain), "sign", "what is left is bounded",
                     {}, (), False),
                ProofLine(Goal(that(small) <= great, domain), "entailment",
                     "the partial sum as a bound", {"facts": [(0, {}, 1)]}, (0,)),
            ]  # fmt: skip
            if decided(rows):
                edges[low] = edge
                lines += _after(rows, len(lines))
                break
    return ((edges[True], edges[False]), lines) if len(edges) == 2 else None


def _edges(lead: sp.Expr, domain: Domain, *, low: bool) -> Iterator[sp.Expr]:
    """What is tried as a bound of the rest on one side."""
    sign = sign_at(lead, domain)
    if sign == (1 if low else -1):
        yield ZERO
    if sign == (-1 if low else 1):
        yield from (k * lead for k in FACTORS)
    sizes = sp.Add(*(sp.Abs(term) for term in sp.Add.make_args(sp.expand(lead))))
    if not sizes.has(sp.Abs):
        yield from ((-k if low else k) * sp.factor(sizes) for k in FACTORS)


# -- functions of the variable, at infinity -------------------------------------------------------


def _far_out(of: Expansion, part: sp.Expr, following: int) -> Shown | None:
    """Bounds of what is left at infinity, where it tends to 0: what it is below a bound, or above
    one, falls.
    """
    if of.near.point is not sp.oo or of.whole is None:
        return None
    x, others = of.variable.symbol, of.of.domain.without(of.variable.symbol)
    domain = others & of.variable
    lead = of.row[following] * of.near.step ** (following - of.order)
    first, partial = (of.outside * of.back(each) for each in (lead, part))
    sign, edges, lines = sign_at(first, domain), dict[bool, sp.Expr](), list[ProofLine]()
    for low in (True, False):
        for k in (0,) if sign == (1 if low else -1) else FACTORS:
            small, great = of.whole, partial + k * first
            if low:
                small, great = great, small
            rows = falling(small, great, x, domain)
            if rows and decided(rows):
                edges[low] = sp.factor(k * first)
                lines += [
                    replace(row, uses=tuple(n + len(lines) for n in row.uses)) for row in rows
                ]
                break
    if len(edges) < 2:
        return None
    return Shown(Remainder(edges[True], edges[False], of.variable), tuple(lines), whole=True)


def falling(small: sp.Expr, great: sp.Expr, x: sp.Symbol, domain: Domain) -> list[ProofLine]:
    """That a difference is positive, for it falls to its limit; nothing where it rises."""
    gap = great - small
    slope = sp.diff(gap, x)
    if slope.has(sp.exp):  # of which one is taken out
        slope = sp.expand(slope, power_exp=True)
        first = next(sp.Mul(*(f for f in sp.Mul.make_args(term) if isinstance(f, sp.exp)))
                     for term in sp.Add.make_args(slope))  # fmt: skip
        slope = first * sp.factor(sp.together(sp.powsimp(sp.expand(slope / first))))
    else:
        slope = sp.factor(sp.together(slope))
    if any(sp.N(slope.subs(point), 30) >= 0 for point in points(domain)):
        return []
    return [
        ProofLine(Goal(Derivative(gap, x, slope), domain), "derivative", FALLS, claimed=False),
        ProofLine(Goal(that(slope) < ZERO, domain), "sign", FALLS, claimed=False),
        ProofLine(Goal(that(small) < great, domain), "decreasing", FALLS, {}, (0, 1)),
    ]


# -- functions of the step alone -------------------------------------------------------------------


def _alone(
    of: Expansion, part: sp.Expr, lead: sp.Expr, step: Variable
) -> tuple[tuple[sp.Expr, sp.Expr], list[ProofLine]] | None:
    """Bounds by multiples of the first term left out, for all steps in the range."""
    h, rises = step.symbol, bool(lead.subs(step.symbol, 1) > 0)
    numerator, denominator = sp.fraction(sp.together(as_power_free(of.moving)))
    sign = 1 if denominator.subs(h, sp.Rational(1, 7)) > 0 else -1
    fraction = (numerator * sign, denominator * sign)
    edges, lines = dict[bool, sp.Expr](), list[ProofLine]()
    for low in (True, False):
        for k in (0, *FACTORS) if rises == low else FACTORS:
            rows = _bounded(of, part + k * lead, fraction, step, low=low)
            if decided(rows):
                edges[low] = k * lead
                lines += _after(rows, len(lines))
                break
    return ((edges[True], edges[False]), lines) if len(edges) == 2 else None


def _bounded(
    of: Expansion, edge: sp.Expr, fraction: tuple[sp.Expr, sp.Expr], step: Variable, *, low: bool
) -> list[ProofLine]:  # fmt: skip
    """That the function is above an edge (or below), cleared of denominators first."""
    h, (up, down), domain = step.symbol, fraction, Domain((step,))
    power = max(0, of.order)
    clear = sp.expand(edge * h**power) * down
    below, above = (clear, up * h**power) if low else (up * h**power, clear)
    small, great = (edge, of.moving) if low else (of.moving, edge)
    return [
        ProofLine(Goal(that(below) < above, domain), "ladder", "with denominators cleared",
             {}, (), False),
        ProofLine(Goal(that(small) < great, domain), "entailment", "the partial sum as a bound",
             {"facts": [(0, {}, 1 / (down * h**power))]}, (0,)),
    ]  # fmt: skip


def _after(rows: list[ProofLine], start: int) -> list[ProofLine]:
    """Two lines, the second of which uses the first, at a later place."""
    first, second = rows
    (_, at, factor), *_ = second.hints["facts"]
    hints = {"facts": [(start, at, factor)]}
    return [first, ProofLine(second.goal, second.by, second.because, hints, (start,))]


def as_power_free(expression: sp.Expr) -> sp.Expr:
    """An expression whose exponentials have no negative multiples in denominators."""
    return expression.replace(
        lambda e: isinstance(e, sp.exp) and e.exp.could_extract_minus_sign(),
        lambda e: 1 / sp.exp(-e.exp),
    )
