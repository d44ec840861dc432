"""Propositions as LaTeX, from the very objects that the checkers decide."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import singledispatch

import sympy as sp

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
from dpproofs.kernel.domain import Domain
from dpproofs.kernel.errors import UnsupportedExpression
from dpproofs.kernel.goal import Goal
from dpproofs.kernel.losses import Leak, Loss, Promise
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
from dpproofs.kernel.vectors import ExpectedNorm, Levels, PrivateVector, Staircase
from dpproofs.render.definitions import definition
from dpproofs.render.events import norm_in, own, signed, size_in, told_apart
from dpproofs.render.notation import (
    OPERATORS,
    bracketed,
    domain,
    expression,
    in_brackets,
    name_latex,
)


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
    lhs, rhs = map(expression, told_apart(claim.lhs, claim.rhs))
    return f"{lhs} {OPERATORS[claim.op]} {rhs}"


@proposition.register
def _derivative(claim: Derivative) -> str:
    variable = expression(claim.variable)
    several = len(claim.function.free_symbols) > 1
    d = r"\partial" if several else "d"
    head = rf"\frac{{{d}}}{{{d} {variable}}}"
    return rf"{head} {bracketed(claim.function)} = {expression(claim.value)}"


@proposition.register
def _integral(claim: Integral) -> str:
    ends = rf"_{{{expression(claim.lower)}}}^{{{expression(claim.upper)}}}"
    body = rf"{bracketed(claim.integrand)} \, d{expression(claim.variable)}"
    return rf"\int{ends} {body} = {expression(claim.value)}"


@proposition.register
def _sum(claim: Sum) -> str:
    index, lower, upper = map(expression, (claim.index, claim.lower, claim.upper))
    ends = f"_{{{index} = {lower}}}^{{{upper}}}"
    return rf"\sum{ends} {bracketed(claim.term)} = {expression(claim.value)}"


@proposition.register
def _limit(claim: Limit) -> str:
    point = expression(claim.point)
    if not claim.point.is_infinite:
        point = rf"{point}^{{{claim.side}}}"
    head = rf"\lim_{{{expression(claim.variable)} \to {point}}}"
    return rf"{head} {bracketed(claim.expression)} = {expression(claim.value)}"


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
    return rf"{head} \; {bracketed(claim.function)} = {expression(claim.at)}"


MOST_ROWS = 6  # of a linear program that are shown; the certificate has them all
MOST_TERMS = 6  # of one of its sums that are shown; of a longer one the first three and the last


@proposition.register
def _program(claim: Program) -> str:
    rows = [rf"{_sum_of(row, claim.variables)} \ge 0" for row in claim.constraints]
    rows += [rf"{_sum_of(row, claim.variables)} = 0" for row in claim.equations]
    objective = _sum_of(claim.objective, claim.variables)
    if len(rows) > MOST_ROWS:
        rows = [*rows[:2], r"\ldots", rows[-1]]
        size = rf"{len(claim.variables)} \text{{ variables, }} {len(claim.constraints)}"
        rows.append(rf"\text{{in all }} {size} \text{{ constraints}}")
    else:
        rows.insert(0, rf"{', '.join(map(expression, claim.variables))} \ge 0")
    below = r",\; ".join(rows)
    least = rf"\min \left\{{ {objective} : {below} \right\}}"
    return f"{least} = {expression(claim.value)}"


def _sum_of(value: sp.Expr, variables: Sequence[sp.Symbol]) -> str:
    """A linear form of a program, in the order of its variables; a long one with an ellipsis."""
    constant, terms = value.as_coeff_add(*variables)
    if len(terms) <= MOST_TERMS:
        return expression(value)
    terms = sorted(terms, key=lambda term: variables.index(*term.free_symbols & {*variables}))
    shown = [expression(term) for term in (*([constant] if constant else []), *terms)]
    return " + ".join((*shown[:3], r"\cdots", shown[-1])).replace("+ - ", "- ")


@proposition.register
def _fails(claim: Fails) -> str:
    where = [point(claim.point)] if claim.point else []
    where += [f"{name_latex(name)} = {expression(noise)}" for name, noise in claim.objects]
    at = rf" {', '.join(where)} " if where else ""
    return rf"\text{{not at }}{at}: \quad {proposition(claim.proposition)}"


def point(values: Iterable[tuple[sp.Symbol, sp.Expr]]) -> str:
    """LaTeX of a point."""
    return r",\ ".join(f"{expression(symbol)} = {expression(value)}" for symbol, value in values)


# -- noise, privacy and cost -----------------------------------------------------------------------


@proposition.register
def _private(claim: Private) -> str:
    return _so_private(claim, claim.noise, "shifts")


@proposition.register
def _private_vector(claim: PrivateVector) -> str:
    return _so_private(claim, claim.vector, "shifts of norm")


def _so_private(claim: Private | PrivateVector, noise: sp.Expr, shifts: str) -> str:
    pair = in_brackets(f"{expression(claim.epsilon)}, {expression(claim.delta)}")
    up_to = rf"\text{{-private for {shifts} up to }} {expression(claim.sensitivity)}"
    return rf"{expression(noise)} \text{{ is }} {{{pair}}} {up_to}"


@proposition.register
def _even(claim: Even) -> str:
    return rf"{expression(claim.noise)} \text{{ is symmetric}}"


@proposition.register
def _proper(claim: Proper) -> str:
    return rf"{expression(claim.noise)} \text{{ is a probability}}"


@proposition.register
def _cheaper(claim: Cheaper) -> str:
    cheap, dear = (
        rf"\mathbb{{E}} \, {name_latex(claim.cost)}{in_brackets(expression(noise))}"
        for noise in (claim.noise, claim.than)
    )
    return rf"{cheap} \le {dear}"


@proposition.register
def _expected(claim: Expected) -> str:
    return _mean(size_in(claim.cost, claim.variable, claim.noise), claim)


def _mean(cost: sp.Expr, claim: Expected | ExpectedNorm) -> str:
    return rf"\mathbb{{E}} {bracketed(cost)} {OPERATORS[claim.op]} {expression(claim.value)}"


@proposition.register
def _expected_norm(claim: ExpectedNorm) -> str:
    return _mean(norm_in(claim.cost, claim.variable, claim.vector), claim)


@proposition.register
def _staircase(claim: Staircase) -> str:
    vector, ratio, first, step = map(
        expression, (claim.vector, claim.ratio, claim.first, claim.step)
    )
    falls = rf"\text{{ falls by the factor }} {ratio} \text{{ at the radius }} {first}"
    return rf"f_{{{vector}}} {falls} \text{{ and at each further }} {step}"


@proposition.register
def _levels(claim: Levels) -> str:
    vector, level, radius = map(expression, (claim.vector, claim.variable, claim.radius))
    above = rf"\left| \{{ f_{{{vector}}} > {level} \}} \right|"
    return rf"{above} = \left| {radius} \, B \right| \text{{ for }} {level} > 0"


def _shifted(noise: sp.Expr, shift: sp.Expr) -> str:
    """The noise, and what is added to it."""
    return expression(noise) if shift == 0 else f"{expression(noise)} {signed(bracketed(shift))}"


@proposition.register
def _loss(claim: Loss) -> str:
    pair = in_brackets(rf"{expression(claim.noise)} \,\|\, {_shifted(claim.than, claim.shift)}")
    compared = f"{OPERATORS[claim.op]} {expression(claim.value)}"
    if claim.is_divergence:
        return f"D{pair} {compared}"
    total, count = expression(claim.variable), expression(claim.count)
    rounds = r"\text{one round}" if claim.count == 1 else rf"{count} \text{{ rounds}}"
    told = rf"\text{{with the loss }} {total} \text{{ of }} {rounds} \text{{ of }} {pair}"
    return rf"\mathbb{{E}} {bracketed(claim.loss)} {compared} \quad {told}"


@proposition.register
def _leak(claim: Leak) -> str:
    power = "" if claim.count == 1 else f"^{{{expression(claim.count)}}}"
    than = in_brackets(_shifted(claim.than, claim.shift))
    gain = (
        f"{expression(claim.noise)}{power}(S) - e^{{{expression(claim.epsilon)}}} {than}{power}(S)"
    )
    return rf"\sup_S {in_brackets(gain)} {OPERATORS[claim.op]} {expression(claim.value)}"


# -- what is promised and introduced ---------------------------------------------------------------


@proposition.register
def _exists(claim: Exists) -> str:
    where = r",\ ".join(domain(claim.variables))
    kept = r" \quad \text{and } ".join(map(proposition, claim.all))
    return rf"\text{{there is }} {where} \text{{ such that}} \quad {kept}"


@proposition.register
def _promise(claim: Promise) -> str:
    name, arity = name_latex(claim.given.name), claim.given.arity
    noise = rf"\text{{noise }} {name}"
    if arity:
        noise = rf"\text{{a family }} {name} \text{{ of noise with {arity} real index}}"
    first = r",\ ".join((*domain(claim.variables), noise))
    kept = []
    for promised in claim.all:
        where = r",\ ".join(domain(claim.own(promised)))
        told = rf" \ \text{{ for all }} {where}" if where else ""
        kept.append(proposition(promised.proposition) + told)
    properties = r" \quad \text{and } ".join(kept)
    return rf"\text{{there is }} {first} \text{{ such that}} \quad {properties}"


@proposition.register
def _define(claim: Define) -> str:
    return definition(claim.definition)


@proposition.register
def _obtain(claim: Obtain) -> str:
    return _found(claim, Domain())


def _found(claim: Obtain, ambient: Domain) -> str:
    """A number that is found, with its properties; each has variables of its own."""
    known = []
    for fact in claim.facts:
        where = r",\ ".join(domain(own(fact.domain, ambient)))
        told = rf" \ \text{{ for }} {where}" if where else ""
        known.append(proposition(fact.claim) + told)
    number = expression(sp.Function(claim.name)(*claim.arguments))
    properties = r", \quad ".join(known)
    return rf"\text{{there is }} {number} \text{{ with}} \quad {properties}"


def goal(claim: Goal) -> str:
    """LaTeX of a goal's proposition; its domain is shown beside it."""
    return over(claim.proposition, claim.domain)


def over(claim: Proposition, domain: Domain) -> str:
    """LaTeX of a proposition about a domain, which is shown beside it."""
    return _found(claim, domain) if isinstance(claim, Obtain) else proposition(claim)
