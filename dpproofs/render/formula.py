"""Propositions, domains and models as LaTeX, from the very objects that the checkers decide."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache, singledispatch
from typing import Any

import sympy as sp
from sympy.printing.latex import LatexPrinter

from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.domain import Domain, Variable
from dpproofs.kernel.errors import UnsupportedExpression
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
from dpproofs.render.prose import GREEK, named

OPERATORS = {"==": "=", "!=": r"\ne", "<": "<", "<=": r"\le", ">": ">", ">=": r"\ge"}


class _Printer(LatexPrinter):  # type: ignore[misc]  # SymPy ships no types
    """SymPy's printer with this project's names, and sums that do not begin with a minus."""

    def _print_Symbol(self, expr: sp.Symbol, style: str = "plain") -> str:  # noqa: ARG002, N802  # SymPy's signature
        return name_latex(expr.name)

    def _print_Function(self, expr: sp.Function, exp: str | None = None) -> str:  # noqa: N802
        if not isinstance(expr, sp.core.function.AppliedUndef):
            return str(super()._print_Function(expr, exp))
        head = name_latex(str(expr.func))
        if exp is not None:
            head = f"{{{head}}}^{{{exp}}}"
        if not expr.args:
            return head
        inside = ", ".join(self._print(argument) for argument in expr.args)
        tall = any(mark in inside for mark in (r"\frac", r"\left"))
        return rf"{head}\left({inside}\right)" if tall else f"{head}({inside})"

    def _print_Mul(self, expr: sp.Mul) -> str:  # noqa: N802
        below = [factor for factor in expr.args if _belongs_below(factor)]
        if not below:
            return str(super()._print_Mul(expr))
        numerator, denominator = sp.fraction(
            sp.Mul(*(factor for factor in expr.args if factor not in below)), exact=True
        )
        denominator = sp.Mul(denominator, *(1 / factor for factor in below))
        sign = ""
        if numerator.could_extract_minus_sign() and not numerator.is_Add:
            sign, numerator = "- ", -numerator
        return rf"{sign}\frac{{{self._print(numerator)}}}{{{self._print(denominator)}}}"

    def _print_Pow(self, expr: sp.Pow) -> str:  # noqa: N802
        if _belongs_below(expr):
            return rf"\frac{{1}}{{{self._print(1 / expr)}}}"
        return str(super()._print_Pow(expr))

    def _print_ExpBase(self, expr: sp.exp, exp: str | None = None) -> str:  # noqa: N802
        text = f"e^{{{_SMALL.doprint(expr.exp)}}}"
        return text if exp is None else rf"\left({text}\right)^{{{exp}}}"

    def _as_ordered_terms(self, expr: sp.Expr, order: str | None = None) -> list[sp.Expr]:
        terms = list(super()._as_ordered_terms(expr, order))
        if terms[0].could_extract_minus_sign():
            first = next((t for t in terms if not t.could_extract_minus_sign()), terms[0])
            terms.remove(first)
            terms.insert(0, first)
        return terms


def _belongs_below(factor: sp.Expr) -> bool:
    """Whether a factor reads better in a denominator: a power with a negative symbolic exponent."""
    return bool(
        factor.is_Pow
        and not factor.exp.is_number
        and factor.base != sp.E
        and factor.exp.could_extract_minus_sign()
    )


_PRINTER = _Printer({"fold_short_frac": False})
_SMALL = _Printer({"fold_short_frac": True})  # in exponents


def name_latex(name: str) -> str:
    """LaTeX of the name of a symbol or of an unknown function: parts after _ are subscripts."""
    base, *below = name.split("_")
    letters, digits = base.rstrip("0123456789"), base[len(base.rstrip("0123456789")) :]
    if below and letters and digits:  # one list of subscripts
        base, below = letters, [digits, *below]
    head = _name_part(base)
    return f"{head}_{{{','.join(map(_name_part, below))}}}" if below else head


def _name_part(part: str) -> str:
    letters, digits = part.rstrip("0123456789"), part[len(part.rstrip("0123456789")) :]
    if letters and digits:
        return f"{_name_part(letters)}_{{{digits}}}"
    if part in GREEK:
        return named(part).strip()
    pieces = [part[0], part[1:]] if len(part) == 2 and part.istitle() else [part]
    return " ".join(p if len(p) == 1 or p.isdigit() else rf"\mathrm{{{p}}}" for p in pieces if p)


@lru_cache(maxsize=1 << 14, typed=True)  # the same formulas recur from claim to claim
def expression(value: Any) -> str:
    """LaTeX of an expression."""
    return str(_PRINTER.doprint(sp.S(value)))


def _bracketed(value: sp.Expr) -> str:
    text = expression(value)
    return rf"\left({text}\right)" if value.is_Add else text


@singledispatch
def proposition(claim: Proposition) -> str:
    """LaTeX of a proposition.

    Raises
    ------
    UnsupportedExpression
        For a kind of proposition that has no display.
    """
    raise UnsupportedExpression(f"no display for propositions of kind {claim.kind!r}")


@proposition.register
def _relation(claim: Relation) -> str:
    return f"{expression(claim.lhs)} {OPERATORS[claim.op]} {expression(claim.rhs)}"


@proposition.register
def _derivative(claim: Derivative) -> str:
    variable = expression(claim.variable)
    several = len(claim.function.free_symbols) > 1
    d = r"\partial" if several else "d"
    head = rf"\frac{{{d}}}{{{d} {variable}}}"
    return rf"{head} {_bracketed(claim.function)} = {expression(claim.value)}"


@proposition.register
def _integral(claim: Integral) -> str:
    ends = rf"_{{{expression(claim.lower)}}}^{{{expression(claim.upper)}}}"
    body = rf"{_bracketed(claim.integrand)} \, d{expression(claim.variable)}"
    return rf"\int{ends} {body} = {expression(claim.value)}"


@proposition.register
def _sum(claim: Sum) -> str:
    index, lower, upper = map(expression, (claim.index, claim.lower, claim.upper))
    ends = f"_{{{index} = {lower}}}^{{{upper}}}"
    return rf"\sum{ends} {_bracketed(claim.term)} = {expression(claim.value)}"


@proposition.register
def _limit(claim: Limit) -> str:
    point = expression(claim.point)
    if not claim.point.is_infinite:
        point = rf"{point}^{{{claim.side}}}"
    head = rf"\lim_{{{expression(claim.variable)} \to {point}}}"
    return rf"{head} {_bracketed(claim.expression)} = {expression(claim.value)}"


@proposition.register
def _series(claim: Series) -> str:
    variable = claim.variable
    terms = [
        expression(value * variable**place)
        for place, value in enumerate(claim.coefficients)
        if value != 0
    ]
    rest = expression(variable ** len(claim.coefficients))
    total = " + ".join([*terms, rf"O({rest})"]).replace("+ - ", "- ")
    return rf"{expression(claim.expression)} = {total} \quad ({expression(variable)} \to 0^{{+}})"


@proposition.register
def _minimum(claim: Minimum) -> str:
    left, right = claim.ends[0], claim.ends[1]
    ends = f"{expression(claim.lower)}, {expression(claim.upper)}"
    tall = r"\frac" in ends
    ends = rf"\left{left}{ends}\right{right}" if tall else f"{left}{ends}{right}"
    below = rf"{expression(claim.variable)} \in {ends}"
    head = rf"\underset{{{below}}}{{\operatorname{{arg\,min}}}}"
    return rf"{head} \; {_bracketed(claim.function)} = {expression(claim.at)}"


MOST_ROWS = 6  # of a linear program that are shown; the certificate has them all


@proposition.register
def _program(claim: Program) -> str:
    rows = [rf"{expression(row)} \ge 0" for row in claim.constraints]
    rows += [rf"{expression(row)} = 0" for row in claim.equations]
    objective = expression(claim.objective)
    if len(rows) > MOST_ROWS:
        rows = [*rows[:2], r"\ldots", rows[-1]]
        size = rf"{len(claim.variables)} \text{{ variables, }} {len(claim.constraints)}"
        rows.append(rf"\text{{in all }} {size} \text{{ constraints}}")
    else:
        rows.insert(0, rf"{', '.join(map(expression, claim.variables))} \ge 0")
    below = r",\; ".join(rows)
    least = rf"\min \left\{{ {objective} : {below} \right\}}"
    return f"{least} = {expression(claim.value)}"


@proposition.register
def _fails(claim: Fails) -> str:
    return rf"\text{{not at }} {point(claim.point)} : \quad {proposition(claim.proposition)}"


def point(values: Iterable[tuple[sp.Symbol, sp.Expr]]) -> str:
    """LaTeX of a point."""
    return r",\ ".join(f"{expression(symbol)} = {expression(value)}" for symbol, value in values)


# -- domains and models ----------------------------------------------------------------------------


def domain(region: Domain) -> tuple[str, ...]:
    """LaTeX of a domain: one formula a variable."""
    return tuple(_variable(variable) for variable in region)


def _variable(variable: Variable) -> str:
    symbol, lower, upper = map(expression, (variable.symbol, variable.lower, variable.upper))
    if variable.root is not None:
        order, radicand = variable.root
        degree = "" if order == 2 else f"[{order}]"
        return rf"{symbol} = \sqrt{degree}{{{expression(radicand)}}} \in ({lower}, {upper})"
    if variable.integer:
        return _integers(variable, symbol, lower, upper)
    if variable.upper is sp.oo and variable.lower == -sp.oo:
        return rf"{symbol} \in \mathbb{{R}}"
    left = r"\le" if variable.ends[0] == "[" else "<"
    right = r"\le" if variable.ends[1] == "]" else "<"
    if variable.upper is sp.oo:
        above = r"\ge" if variable.ends[0] == "[" else ">"
        return f"{symbol} {above} {lower}"
    if variable.lower == -sp.oo:
        return f"{symbol} {right} {upper}"
    return f"{lower} {left} {symbol} {right} {upper}"


def _integers(variable: Variable, symbol: str, lower: str, upper: str) -> str:
    if variable.lower.is_infinite and variable.upper.is_infinite:
        return rf"{symbol} \in \mathbb{{Z}}"
    if variable.upper.is_infinite:
        second = expression(variable.lower + 1)
        return rf"{symbol} \in \{{{lower}, {second}, \ldots\}}"
    if variable.lower.is_infinite:
        return rf"{symbol} \in \{{\ldots, {upper}\}}"
    return rf"{symbol} \in \{{{lower}, \ldots, {upper}\}}"


def model(functions: Mapping[str, sp.Lambda]) -> tuple[str, ...]:
    """LaTeX of a model: one formula a function."""
    found = []
    for name, function in functions.items():
        arguments = ", ".join(map(expression, function.variables))
        head = name_latex(name) + (f"({arguments})" if arguments else "")
        found.append(f"{head} = {expression(function.expr)}")
    return tuple(found)


def goal(claim: Goal) -> str:
    """LaTeX of a goal's proposition; its domain is shown beside it."""
    return proposition(claim.proposition)
