"""Expressions, propositions and definitions as plain text, for terminals and for searching."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache, singledispatch
from typing import Any

import sympy as sp
from sympy.printing.str import StrPrinter

from dpproofs.kernel.assertions import (
    Cheaper,
    Define,
    Even,
    Exists,
    Expected,
    Obtain,
    Private,
    Proper,
)
from dpproofs.kernel.domain import Variable
from dpproofs.kernel.errors import UnsupportedExpression
from dpproofs.kernel.losses import Leak, Loss, Promise
from dpproofs.kernel.objects import Definition, Law, Pieces, Value
from dpproofs.kernel.proposition import (
    Derivative,
    Fails,
    Integral,
    Limit,
    Minimum,
    Program,
    Proposition,
    Relation,
    Series,
    Sum,
)
from dpproofs.kernel.terms import Between, BorelSet, Mass
from dpproofs.kernel.vectors import ExpectedNorm, Levels, PrivateVector, Staircase
from dpproofs.render.events import (
    Chance,
    EventPrinter,
    norm_in,
    place_of,
    signed,
    size_in,
    told_apart,
)

OPERATORS = {"==": "=", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}


class _Printer(EventPrinter, StrPrinter):  # type: ignore[misc]  # SymPy ships no types
    """SymPy's printer for what it does not know, or writes as Python does."""

    operators = OPERATORS
    size = "|{}|"
    inside, not_inside = "{} in {}", "{} not in {}"
    complement, meet, join = "not {}", "and", "or"

    def _print_Function(self, expr: sp.Function) -> str:  # noqa: N802
        if isinstance(expr, BorelSet):
            return self._set(expr)
        head = expr.func.__name__
        return f"{head}({self.stringify(expr.args, ', ')})" if expr.args else head

    def _print_Abs(self, expr: sp.Abs) -> str:  # noqa: N802
        return f"|{self._print(expr.args[0])}|"

    _print_Size = _print_Abs  # noqa: N815

    def _print_NormOf(self, expr: sp.Expr) -> str:  # noqa: N802
        return f"||{self._print(expr.args[0])}||"

    def _print_Max(self, expr: sp.Max) -> str:  # noqa: N802
        return f"max({self.stringify(sorted(expr.args, key=str), ', ')})"

    def _print_Min(self, expr: sp.Min) -> str:  # noqa: N802
        return f"min({self.stringify(sorted(expr.args, key=str), ', ')})"

    def _print_Mass(self, expr: Mass) -> str:  # noqa: N802
        noise, where = expr.args
        return f"P({self._event(self._print(noise), where)})"

    def _print_Chance(self, expr: Chance) -> str:  # noqa: N802
        noise, where = expr.args
        return f"Pr({self._event(self._print(noise), where)})"

    def _interval(self, bounds: str, ends: str) -> str:
        return f"{ends[0]}{bounds}{ends[1]}"

    def _point(self, place: str) -> str:
        return f"{{{place}}}"

    def _part(self, where: sp.Expr) -> str:
        inside = self._set(where)
        return inside if isinstance(where, Between) or " " not in inside else f"({inside})"


_PRINTER = _Printer()
_STAR = re.compile(r"(?<!\*)\*(?!\*)")


@lru_cache(maxsize=1 << 14, typed=True)  # the same formulas recur from goal to goal
def expression(value: Any) -> str:
    """An expression: a product is written with blanks, a power with ^."""
    return _STAR.sub(" ", str(_PRINTER.doprint(sp.S(value)))).replace("**", "^")


def _bracketed(value: sp.Expr) -> str:
    return f"({expression(value)})" if value.is_Add else expression(value)


# -- domains ---------------------------------------------------------------------------------------


def domain(region: Iterable[Variable]) -> str:
    """The variables of a domain with their ranges, as in "x > 0, y in [0, x) and n = 1, 2, ..."."""
    return listed([_variable(variable) for variable in region])


def listed(parts: Iterable[str]) -> str:
    """Some things as a phrase: a, b and c."""
    *most, last = parts
    return f"{', '.join(most)} and {last}" if most else last


def _variable(variable: Variable) -> str:
    name, lower, upper = map(expression, (variable.symbol, variable.lower, variable.upper))
    if variable.root is not None:
        order, radicand = variable.root
        root = sp.Pow(radicand, sp.Rational(1, order), evaluate=False)
        return f"{name} = {expression(root)} in ({lower}, {upper})"
    if variable.integer:
        return _integers(variable, name, lower, upper)
    if variable.upper is sp.oo and variable.lower == -sp.oo:
        return f"real {name}"
    if variable.upper is sp.oo:
        return f"{name} {'>=' if variable.ends[0] == '[' else '>'} {lower}"
    if variable.lower == -sp.oo:
        return f"{name} {'<=' if variable.ends[1] == ']' else '<'} {upper}"
    return f"{name} in {variable.ends[0]}{lower}, {upper}{variable.ends[1]}"


def _integers(variable: Variable, name: str, lower: str, upper: str) -> str:
    if variable.lower.is_infinite and variable.upper.is_infinite:
        return f"integers {name}"
    if variable.upper.is_infinite:
        return f"integers {name} {'>=' if variable.ends[0] == '[' else '>'} {lower}"
    if variable.lower.is_infinite:
        return f"integers {name} {'<=' if variable.ends[1] == ']' else '<'} {upper}"
    return f"integers {name} in {variable.ends[0]}{lower}, {upper}{variable.ends[1]}"


# -- propositions ----------------------------------------------------------------------------------


@singledispatch
def proposition(claim: Proposition) -> str:
    """A proposition as plain text.

    Raises
    ------
    UnsupportedExpression
        For a kind of proposition that has no display.
    """
    raise UnsupportedExpression(f"no text for propositions of kind {claim.kind!r}")


@proposition.register
def _relation(claim: Relation) -> str:
    lhs, rhs = map(expression, told_apart(claim.lhs, claim.rhs))
    return f"{lhs} {OPERATORS[claim.op]} {rhs}"


@proposition.register
def _derivative(claim: Derivative) -> str:
    head = f"d/d{expression(claim.variable)}"
    return f"{head} {_bracketed(claim.function)} = {expression(claim.value)}"


@proposition.register
def _integral(claim: Integral) -> str:
    ends = f"from {expression(claim.lower)} to {expression(claim.upper)}"
    body = f"{_bracketed(claim.integrand)} d{expression(claim.variable)}"
    return f"integral {ends} of {body} = {expression(claim.value)}"


@proposition.register
def _sum(claim: Sum) -> str:
    index, lower, upper = map(expression, (claim.index, claim.lower, claim.upper))
    term = _bracketed(claim.term)
    return f"sum over {index} from {lower} to {upper} of {term} = {expression(claim.value)}"


@proposition.register
def _limit(claim: Limit) -> str:
    point = expression(claim.point)
    side = "" if claim.point.is_infinite else " from " + ("above" if claim.side == "+" else "below")
    to = f"{expression(claim.variable)} -> {point}{side}"
    return f"{expression(claim.expression)} tends to {expression(claim.value)} as {to}"


@proposition.register
def _series(claim: Series) -> str:
    variable = claim.variable
    terms = [
        expression(value * variable**place)
        for place, value in enumerate(claim.coefficients)
        if value != 0
    ]
    rest = f"O({expression(variable ** len(claim.coefficients))})"
    total = " + ".join([*terms, rest]).replace("+ -", "- ")
    return f"{expression(claim.expression)} = {total} as {expression(variable)} -> 0 from above"


@proposition.register
def _minimum(claim: Minimum) -> str:
    ends = claim.ends[0], claim.ends[1]
    where = f"{ends[0]}{expression(claim.lower)}, {expression(claim.upper)}{ends[1]}"
    variable = expression(claim.variable)
    body = f"{expression(claim.function)} has its only minimum over {variable} in {where}"
    return f"{body} at {variable} = {expression(claim.at)}"


@proposition.register
def _program(claim: Program) -> str:
    rows = [f"{', '.join(map(expression, claim.variables))} >= 0"]
    rows += [f"{expression(row)} >= 0" for row in claim.constraints]
    rows += [f"{expression(row)} = 0" for row in claim.equations]
    least = f"the least {expression(claim.objective)} with {', '.join(rows)}"
    return f"{least} is {expression(claim.value)}, and is attained"


@proposition.register
def _fails(claim: Fails) -> str:
    at = [f"{expression(symbol)} = {expression(value)}" for symbol, value in claim.point]
    at += [f"{name} = {expression(noise)}" for name, noise in claim.objects]
    return f"it is not so{f' at {listed(at)}' if at else ''} that {proposition(claim.proposition)}"


@proposition.register
def _private(claim: Private) -> str:
    return _so_private(claim, claim.noise, "shifts")


@proposition.register
def _private_vector(claim: PrivateVector) -> str:
    return _so_private(claim, claim.vector, "shifts of norm")


def _so_private(claim: Private | PrivateVector, noise: sp.Expr, shifts: str) -> str:
    pair = f"({expression(claim.epsilon)}, {expression(claim.delta)})"
    up_to = f"for {shifts} up to {expression(claim.sensitivity)}"
    return f"{expression(noise)} is {pair}-private {up_to}"


@proposition.register
def _even(claim: Even) -> str:
    return f"{expression(claim.noise)} is symmetric"


@proposition.register
def _proper(claim: Proper) -> str:
    return f"{expression(claim.noise)} is a probability"


@proposition.register
def _cheaper(claim: Cheaper) -> str:
    cheap, dear = expression(claim.noise), expression(claim.than)
    return f"E {claim.cost}({cheap}) <= E {claim.cost}({dear})"


@proposition.register
def _expected(claim: Expected) -> str:
    return _mean(size_in(claim.cost, claim.variable, claim.noise), claim)


def _mean(cost: sp.Expr, claim: Expected | ExpectedNorm) -> str:
    return f"E {_bracketed(cost)} {OPERATORS[claim.op]} {expression(claim.value)}"


@proposition.register
def _expected_norm(claim: ExpectedNorm) -> str:
    return _mean(norm_in(claim.cost, claim.variable, claim.vector), claim)


@proposition.register
def _staircase(claim: Staircase) -> str:
    vector, ratio, first, step = map(
        expression, (claim.vector, claim.ratio, claim.first, claim.step)
    )
    where = f"at the radius {first} and at each further {step}"
    return f"the density of {vector} falls by the factor {ratio} {where}"


@proposition.register
def _levels(claim: Levels) -> str:
    vector, level, radius = map(expression, (claim.vector, claim.variable, claim.radius))
    return f"a ball of radius {radius} has the volume of {{f_{vector} > {level}}}, for {level} > 0"


@proposition.register
def _exists(claim: Exists) -> str:
    kept = listed(map(proposition, claim.all))
    return f"there is {domain(claim.variables)} such that {kept}"


def _shifted(noise: sp.Expr, shift: sp.Expr) -> str:
    """The noise, and what is added to it."""
    return expression(noise) if shift == 0 else f"{expression(noise)} {signed(_bracketed(shift))}"


@proposition.register
def _loss(claim: Loss) -> str:
    pair = f"{expression(claim.noise)} || {_shifted(claim.than, claim.shift)}"
    compared = f"{OPERATORS[claim.op]} {expression(claim.value)}"
    if claim.is_divergence:
        return f"D({pair}) {compared}"
    total = expression(claim.variable)
    told = f"with the loss {total} of {_rounds(claim.count)} of {pair}"
    return f"E {_bracketed(claim.loss)} {compared} {told}"


@proposition.register
def _leak(claim: Leak) -> str:
    noise, than = expression(claim.noise), _shifted(claim.than, claim.shift)
    power = "" if claim.count == 1 else f"^{_bracketed(claim.count)}"
    dear = f"e^{_bracketed(claim.epsilon)} ({than}){power}(S)"
    compared = f"{OPERATORS[claim.op]} {expression(claim.value)}"
    return f"sup over S of {noise}{power}(S) - {dear} {compared}"


def _rounds(count: sp.Expr) -> str:
    return "one round" if count == 1 else f"{expression(count)} rounds"


@proposition.register
def _promise(claim: Promise) -> str:
    name, arity = claim.given.name, claim.given.arity
    what = f"noise {name}" if not arity else f"a family {name} of noise with {arity} real index"
    kept = []
    for goal in claim.all:
        where = claim.own(goal)
        told = f" for all {domain(where)}" if where else ""
        kept.append(proposition(goal.proposition) + told)
    numbers = f"{domain(claim.variables)} and " if claim.variables.variables else ""
    return f"there is {numbers}{what} such that {listed(kept)}"


@proposition.register
def _define(claim: Define) -> str:
    return definition(claim.definition)


@proposition.register
def _obtain(claim: Obtain) -> str:
    known = [
        proposition(fact.claim) + (f" for {domain(fact.domain)}" if fact.domain.variables else "")
        for fact in claim.facts
    ]
    number = expression(sp.Function(claim.name)(*claim.arguments))
    return f"there is {number} with {listed(known)}"


# -- definitions -----------------------------------------------------------------------------------


@singledispatch
def definition(found: Definition) -> str:
    """A definition as plain text; its domain is said beside it.

    Raises
    ------
    UnsupportedExpression
        For a kind of definition that has no display.
    """
    raise UnsupportedExpression(f"no text for definitions of kind {found.kind!r}")


@definition.register
def _value(found: Value) -> str:
    return f"{expression(found(*found.arguments))} := {expression(found.value)}"


@definition.register
def _pieces(found: Pieces) -> str:
    size = f"|{expression(found.variable)}|"
    parts = []
    for place, piece in enumerate(found.pieces):
        lower, upper = map(expression, found.ends(place))
        where = f"{size} >= {lower}" if upper == "oo" else f"{lower} <= {size} < {upper}"
        parts.append(f"{expression(piece.value)} for {where}")
    counted = f", {expression(found.index)} = 0, 1, 2, ..." if found.index is not None else ""
    return f"{expression(found(*found.arguments, found.variable))} := {', '.join(parts)}{counted}"


@definition.register
def _law(found: Law) -> str:
    head = expression(found(*found.arguments))
    place = place_of(found)
    density = expression(sp.Function(found.density)(*found.arguments, place))
    if found.on == "integers":
        return f"{head} := noise on the integers with mass {density} at each integer {place}"
    atom = f" and an atom of mass {expression(found.atom)} at 0" if found.atom != 0 else ""
    return f"{head} := noise on the line with the density {density}{atom}"
