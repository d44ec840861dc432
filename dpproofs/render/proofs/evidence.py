"""What proves a step, as formulas: antiderivatives, telescopers, derivatives, factors, numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import sympy as sp
from sympy.core.function import AppliedUndef

from dpproofs.kernel.assertions import Expected
from dpproofs.kernel.derivation import Step
from dpproofs.kernel.domain import Domain
from dpproofs.kernel.proposition import (
    Derivative,
    Fails,
    Integral,
    Limit,
    Minimum,
    Program,
    Proposition,
    Relation,
    Sum,
)
from dpproofs.kernel.terms import Mass
from dpproofs.render import formula, layout
from dpproofs.render.notation import OPERATORS, bracketed, expression, in_brackets
from dpproofs.render.proofs import ladders, limits
from dpproofs.render.proofs.factors import (
    LARGEST,
    LARGEST_OF_LETTERS,
    difference,
    exponent_of_quotient,
    factored,
    positive_after,
    turned,
    unclear,
)
from dpproofs.render.proofs.form import Equation, Table
from dpproofs.render.proofs.reading import Reading
from dpproofs.render.proofs.sums import telescoper

TALL = 16.0  # em: what is wider is no readable side note


@dataclass(frozen=True)
class Shown:
    """The formulas of a step: what comes ahead of the display, it, and what is said after it.

    ``before`` and ``after`` are words with formulas between dollar signs. What ``holds`` not is
    the statement that a counterexample is about; ``numbers`` has the values of its sides alone.
    """

    equations: tuple[Equation, ...]
    before: str = ""
    after: str = ""
    table: Table | None = None
    holds: bool = True
    numbers: Equation | None = None


def shown(step: Step, reading: Reading) -> Shown:
    """The formulas that prove a step.

    Parameters
    ----------
    step
        With the hints of its author.
    reading
        How formulas are shortened.
    """
    claim = reading.proposition(step.goal.proposition)
    match claim:
        case Integral():
            return _integral(claim, step, reading)
        case Sum():
            return _sum(claim, step, reading)
        case Minimum():
            return _minimum(claim, reading)
        case Relation():
            return _relation(claim, step, reading)
        case Derivative():
            return _derivative(claim)
        case Limit():
            return _limit(claim, step, reading)
        case Fails():
            return _fails(step.goal.proposition, reading)
        case Program():
            return _program(claim, step)
    return Shown((Equation(formula.over(claim, step.goal.domain)),))


def _whole(claim: Proposition) -> Equation:
    return Equation(formula.proposition(claim))


def _hint(name: str, step: Step, reading: Reading) -> sp.Expr | None:
    """A part of the evidence: the author's hint, or what a checker found."""
    if isinstance(found := step.hints.get(name), sp.Basic):
        return reading.expression(found)
    return None


def _integral(claim: Integral, step: Step, reading: Reading) -> Shown:
    lower, upper = expression(claim.lower), expression(claim.upper)
    ends = f"_{{{lower}}}^{{{upper}}}"
    left = rf"\int{ends} {bracketed(claim.integrand)} \, d{expression(claim.variable)}"
    links = [("=", expression(claim.value))]
    antiderivative = _hint("antiderivative", step, reading)
    if antiderivative is not None and claim.integrand.has(claim.variable):
        factor, inside = antiderivative.as_independent(claim.variable, as_Add=False)
        factor, inside = _number_inside(factor, inside)
        head = "" if factor == 1 else "-" if factor == -1 else f"{bracketed(factor)} "
        links.insert(0, ("=", rf"{head}\left[{expression(inside)}\right]{ends}"))
    return Shown((Equation(left, tuple(links)),))


def _number_inside(factor: sp.Expr, inside: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
    """A power of the variable keeps its denominator: x^3/3, not x^3 after a third."""
    if not inside.is_Pow or not inside.exp.is_Integer or inside.exp < 1:
        return factor, inside
    return sp.Mul(factor, inside.exp), inside / inside.exp


def _sum(claim: Sum, step: Step, reading: Reading) -> Shown:
    index = claim.index
    ends = rf"_{{{expression(index)} = {expression(claim.lower)}}}^{{{expression(claim.upper)}}}"
    total = Equation(rf"\sum{ends} {bracketed(claim.term)}", (("=", expression(claim.value)),))
    quotient = _hint("quotient", step, reading)
    ratio = _hint("ratio", step, reading)
    if ratio is None:
        ratio = sp.S.One
    elif quotient is None:
        quotient = telescoper(claim, ratio)
    if quotient is None or step.method != "sum" or not claim.term.has(index):
        return Shown((total,))
    value = sp.Mul(-(ratio ** (index if ratio != 1 else 0)), quotient)
    names = {s.name for s in claim.free()} | set(reading.fixed)
    c = next(name for name in ("c", "h", "u", "v", "y", "z") if name not in names)
    here, following = (rf"{c}_{{{expression(place)}}}" for place in (index, index + 1))
    meaning = Equation(here, (("=", expression(value)),))
    first, second, last = map(expression, (claim.lower, claim.lower + 1, claim.upper))
    counted = rf"{expression(index)} = {first}, \ldots, {last}"
    if claim.upper.is_infinite:
        counted = rf"{expression(index)} = {first}, {second}, \ldots"
    meaning = replace(meaning, where=(counted,), letters=frozenset({c, index.name}))
    telescopes = Equation(expression(claim.term), (("=", f"{here} - {following}"),))
    far = rf"{c}_{{{expression(claim.lower)}}}"
    if claim.upper.is_infinite:
        end = rf"{far} - \lim_{{{expression(index)} \to \infty}} {here}"
    else:
        end = rf"{far} - {c}_{{{expression(claim.upper + 1)}}}"
    total = Equation(total.left, (("=", end), *total.links))
    return Shown((meaning, telescopes, total), before="telescopes")


def monotone(step: Step, slope: Proposition, reading: Reading) -> Shown:
    """An inequality that begins, or ends, where its sides are equal: the difference moves away."""
    claim, rate = step.goal.proposition, reading.proposition(slope)
    assert isinstance(claim, Relation) and isinstance(rate, Derivative)  # noqa: S101, PT018
    (moves,) = _derivative(rate).equations
    grows = step.method == "increasing"
    moves = replace(moves, links=(*moves.links, (">" if grows else "<", "0")))
    variable = step.goal.domain.variables[-1]
    end = variable.lower if grows else variable.upper
    place = f"${expression(variable.symbol)} = {expression(reading.expression(end))}$"
    sides = (claim.lhs.subs(variable.symbol, end), claim.rhs.subs(variable.symbol, end))
    if end.is_infinite:
        far = rf"${expression(variable.symbol)} \to \infty$"
        after = f"For {far} the difference does not become negative."
    elif sp.expand(sides[0] - sides[1]) == 0:
        after = f"At {place} the sides are equal."
    else:
        after = f"At {place} the difference of the sides is not negative."
    shown_here = shown(step, reading)
    return Shown((moves, *shown_here.equations), after=after)


def _derivative(claim: Derivative) -> Shown:
    d = r"\partial" if len(claim.function.free_symbols) > 1 else "d"
    head = rf"\frac{{{d}}}{{{d} {expression(claim.variable)}}}"
    left = rf"{head} {_grouped(claim.function)}"
    links = [("=", expression(claim.value))]
    better = factored(claim.value)
    if better is not None and _bases(better) != _bases(claim.value):
        links.append(("=", expression(better)))
    return Shown((Equation(left, tuple(links)),))


def _bases(product: sp.Expr) -> frozenset[tuple[sp.Expr, sp.Expr]]:
    """The factors of a product, whatever their signs and numbers."""
    found = set()
    for factor in sp.Mul.make_args(product):
        base, exponent = factor.as_base_exp()
        _, whole = base.primitive()
        found.add((-whole if whole.could_extract_minus_sign() else whole, exponent))
    return frozenset(pair for pair in found if pair[0] != 1)


def _grouped(value: sp.Expr) -> str:
    text = expression(value)
    return in_brackets(text) if value.is_Add or value.is_Mul else text


def _minimum(claim: Minimum, reading: Reading) -> Shown:
    variable, function = claim.variable, claim.function
    inner = [
        letter for letter, meaning in reading.letters if letter in function.free_symbols
        and variable in meaning.free_symbols and variable not in function.free_symbols
    ]  # fmt: skip
    by = inner[0] if inner else variable
    slope = sp.together(sp.diff(function, by))
    top, bottom = sp.fraction(slope)
    top = sp.factor_terms(sp.expand(top)) if sp.count_ops(top) < MOST_OPERATIONS else top
    slope = top / bottom
    d = r"\partial" if len(function.free_symbols) > 1 else "d"
    head = rf"\frac{{{d}}}{{{d} {expression(by)}}}"
    links = [("=", expression(slope))]
    better = factored(slope)
    if better is not None and expression(better) != links[0][1]:
        links.append(("=", expression(better)))
    place, at = expression(by), expression(claim.at)
    told = f"This is negative before ${expression(variable)} = {at}$ and positive after it"
    if by != variable:
        meaning = dict(reading.letters)[by]
        root = sp.cancel(meaning.subs(variable, claim.at))
        told = (
            f"This is negative for ${place} < {expression(root)}$ and positive for "
            f"${place} > {expression(root)}$, and ${place} = {expression(meaning)}$ is "
            f"${expression(root)}$ at ${expression(variable)} = {at}$"
        )
    elif claim.at in (claim.lower, claim.upper):
        sign, end = ("positive", "left") if claim.at == claim.lower else ("negative", "right")
        inside = f"{expression(claim.lower)} < {expression(variable)} < {expression(claim.upper)}"
        told = (
            f"This is {sign} for ${inside}$, and ${expression(variable)} = {at}$ is the {end} end"
        )
    ends = f"{claim.ends[0]}{expression(claim.lower)}, {expression(claim.upper)}{claim.ends[1]}"
    told += f", so that the only minimum over ${expression(variable)} \\in {ends}$ is there."
    return Shown((Equation(f"{head} {_grouped(function)}", tuple(links)),), after=told)


MOST_OPERATIONS = 120


def _relation(claim: Relation, step: Step, reading: Reading) -> Shown:
    if step.method != "sign":
        claim = _moved(claim)
    whole = formula.proposition(claim)
    left, right = _sides(claim, whole)
    equation = Equation(left, ((OPERATORS[claim.op], right),))
    if step.method == "sign" and claim.op != "==":
        return _sign(claim, step, equation, reading)
    if step.method == "ladder":
        told, after = ladders.shown(claim, step.goal.domain)
        is_told = claim.lhs == 0 and any(each.left == right for each in told)
        return Shown(told if is_told else (equation, *told), after=after)
    return Shown((equation,))


def _moved(claim: Relation) -> Relation:
    """A relation of 0 with values of functions, some of them taken away: these stand alone."""
    zero, total = (claim.lhs, claim.rhs) if claim.lhs == 0 else (claim.rhs, claim.lhs)
    taken = [term for term in sp.Add.make_args(total) if term.could_extract_minus_sign()]
    named = bool(total.atoms(Mass, AppliedUndef))
    if zero != 0 or claim.op == "==" or not named or not 0 < len(taken) < len(total.args):
        return claim
    away, kept = -sp.Add(*taken), total - sp.Add(*taken)
    lhs, rhs = (away, kept) if claim.lhs == 0 else (kept, away)
    return Relation(lhs, claim.op, rhs)


def _sides(claim: Relation, whole: str) -> tuple[str, str]:
    left = expression(claim.lhs)
    mark = f"{left} {OPERATORS[claim.op]} "
    if whole.startswith(mark):
        return left, whole[len(mark) :]
    head, _, tail = whole.partition(f" {OPERATORS[claim.op]} ")
    return head, tail


def _sign(claim: Relation, step: Step, equation: Equation, reading: Reading) -> Shown:
    """A sign: the difference in factors, or after a substitution that makes it plain."""
    less = claim.op in ("<", "<=")
    if (power := exponent_of_quotient(claim)) is not None:
        times = f"The larger side is ${expression(sp.exp(power))}$ times the smaller one."
        return Shown((equation,), after=times)
    gap = difference(claim)
    sign = ">" if claim.op in ("<", ">") else r"\ge"
    better, after = _clearest(gap, step, reading)
    if better is None or better.is_number or (gap.is_Mul and _count(better) <= _count(gap)):
        return Shown((equation,))
    plain = sp.S.Zero in (claim.lhs, claim.rhs)
    if plain and (claim.rhs if less else claim.lhs) == 0:  # something that is not positive
        gap, sign, less = -gap, {">": "<", r"\ge": r"\le"}[sign], not less
        text = expression(sp.Mul(-1, better, evaluate=better.is_Mul))
    else:
        text = expression(better)
    if text == expression(gap):
        return Shown((equation,), after=after)
    named = expression(gap) if not plain else (equation.links[0][1] if less else equation.left)
    chain = [("=", text)]
    if plain or layout.width(named) > TALL:
        links = (*chain, (sign, "0"))
        found = (Equation(named, links),) if plain else (equation, Equation(rf"{named}", links))
    else:
        found = (Equation(named, (*chain, (sign, "0"))),)
    return Shown(found, after=after)


def _clearest(gap: sp.Expr, step: Step, reading: Reading) -> tuple[sp.Expr | None, str]:
    """A difference in factors, and what is said of its sign: without the letters for long parts
    where these hide it.
    """
    domain, claim = step.goal.domain, step.goal.proposition
    assert isinstance(claim, Relation)  # noqa: S101
    better, whole = factored(gap), difference(claim)
    if better is not None:
        better = turned(better, domain)
        told = _made_plain(better, domain)
        if told or whole == gap or not unclear(better, domain):
            return better, told
    full = factored(whole, LARGEST_OF_LETTERS) if whole != gap else None
    if full is None:
        return better, ""
    full = turned(full, domain)
    told = _made_plain(full, domain)
    if not told and unclear(full, domain):
        return better, ""
    short = reading.expression(full)
    return (short, told) if sp.count_ops(short) <= 2 * LARGEST else (better, "")


def _made_plain(product: sp.Expr, domain: Domain) -> str:
    """What is said of the factor of a product whose sign is not plain, if it can be made so."""
    moved = positive_after(product, domain)
    if moved is None:
        return ""
    same = {new: symbol for symbol, new in moved.places if new.is_Symbol}
    places = [(s, new.xreplace(same)) for s, new in moved.places if new not in same]
    if not places:
        return ""
    told = words_of([f"${expression(s)} = {expression(new)}$" for s, new in places])
    tops = [[term.xreplace(same) for term in top] for top in moved.tops]
    many = len(tops) > 1
    what = f"the factor{'s' * many} whose sign{'s' * many} {'are' if many else 'is'} not plain"
    if not product.is_Mul:
        what = "the difference"
    if not many and layout.width(top := _added(tops[0])) <= layout.LINE / 2:
        becomes = "is a fraction with numerator" if moved.is_fraction else "is"
        return f"With {told}, {what} {becomes} ${top}$, where no term is negative."
    verb = "have" if many else "has"
    numerator = f" {'numerators' if many else 'a numerator'} of" if moved.is_fraction else ""
    terms = words_of([str(len(top)) for top in tops])
    return f"With {told}, {what} {verb}{numerator} {terms} terms, none of them negative."


def _added(terms: Sequence[sp.Expr]) -> str:
    """A sum whose terms stay together: r + (1 - t), none of which is negative."""
    whole = sp.Add(*terms)
    if not any(term.is_Add for term in terms):
        return expression(whole)
    return " + ".join(bracketed(term) for term in terms)


def _count(product: sp.Expr) -> int:
    """How many factors a product has, beside a number."""
    return len(sp.Mul.make_args(product.as_coeff_Mul()[1]))


def _limit(claim: Limit, step: Step, reading: Reading) -> Shown:
    """A limit, with the lowest terms that decide it; letters may stand for what depends on its
    variable.
    """
    left = limits.of(claim, claim.expression)
    whole = reading.saving(()).proposition(step.goal.proposition)
    after = ""
    if step.method == "limit" and isinstance(whole, Limit):
        after = limits.told(whole, step.hints.get("rate"))
    return Shown((Equation(left, (("=", expression(claim.value)),)),), after=after)


def _fails(claim: Proposition, reading: Reading) -> Shown:
    """The two sides at the point, or where objects stand in it what holds instead."""
    if not isinstance(claim, Fails):
        return Shown((_whole(reading.proposition(claim)),))
    inner, point = claim.proposition, dict(claim.point)
    short = reading.proposition(inner)
    at = [f"${expression(s)} = {expression(v)}$" for s, v in claim.point]
    at += [f"${expression(sp.Function(n)())} = {expression(v)}$" for n, v in claim.objects]
    before = words_of(at)
    if isinstance(inner, Relation) and isinstance(short, Relation) and not claim.objects:
        values = [_number(side, point) for side in (inner.lhs, inner.rhs)]
        if all(values):
            return Shown((_compared(short, values),), before=before, numbers=_values(inner, values))
    denied = _denied(inner, {sp.Function(n)(): v for n, v in claim.objects}, point)
    if denied is None:
        return Shown((_whole(short),), before=before, holds=False)
    return Shown((denied,), before=before)


def words_of(parts: Sequence[str]) -> str:
    """Some formulas as a phrase: a, b and c."""
    return " and ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))


_DENIED = {"==": r"\ne", "!=": "=", "<=": ">", "<": r"\ge", ">=": "<", ">": r"\le"}


def _compared(inner: Relation, values: Sequence[tuple[str, str] | None]) -> Equation:
    """The left side, its value, the value of the right side, and the right side in one chain."""
    (near, low), (close, high) = (value for value in values if value is not None)
    left, right = expression(inner.lhs), expression(inner.rhs)
    links = [(_DENIED[inner.op], high)] if low != high else []
    if left == low:
        left = low
    else:
        links.insert(0, (near, low))
    if right != high:
        links.append((close, right))
    return Equation(left, tuple(links))


def _values(inner: Relation, values: Sequence[tuple[str, str] | None]) -> Equation:
    """The values of both sides."""
    (_, low), (_, high) = (value for value in values if value is not None)
    return Equation(low, ((_DENIED[inner.op], high),))


def _denied(
    inner: Proposition, objects: Mapping[sp.Expr, sp.Expr], point: Mapping[sp.Symbol, sp.Expr]
) -> Equation | None:
    """What holds at a point, for some objects, in place of a relation or a bound on a cost."""
    if isinstance(inner, Relation):
        left, right = (
            expression(side.xreplace(objects).subs(point)) for side in (inner.lhs, inner.rhs)
        )
        return Equation(left, ((_DENIED[inner.op], right),))
    if isinstance(inner, Expected) and inner.op != "==":
        value, cost = inner.value.subs(point), inner.cost.subs(point)
        noise, op = inner.noise.xreplace(objects).subs(point), _OTHER[inner.op]
        return _whole(replace(inner, noise=noise, cost=cost, value=value, op=op))
    return None


_OTHER = {"<=": ">", "<": ">=", ">=": "<", ">": "<="}


def _number(side: sp.Expr, point: Mapping[sp.Symbol, sp.Expr]) -> tuple[str, str] | None:
    """A side at a point: exactly when that is short, else to six digits."""
    value = side.subs(point)
    if value.atoms(AppliedUndef) or value.free_symbols or not value.is_number:
        return None
    if value.is_Rational and len(str(value)) <= 12:
        return "=", expression(value)
    near = sp.N(value, 6)
    return (r"\approx", str(near)) if near.is_Float and "e" not in str(near) else None


def _program(claim: Program, step: Step) -> Shown:
    """A linear program with the numbers of its dual."""
    multipliers = step.hints.get("multipliers") or ()
    equation = Equation(formula.proposition(claim))
    if not 0 < len(multipliers) <= MOST_COLUMNS:
        return Shown((equation,))
    rows = [
        (rf"{expression(row)} \ge 0" if i < len(claim.constraints) else rf"{expression(row)} = 0",
         expression(times))
        for i, (row, times) in enumerate(
            zip((*claim.constraints, *claim.equations), multipliers, strict=False))
        if times != 0
    ]  # fmt: skip
    if any(layout.width(row) > WIDEST_ROW for row, _ in rows):
        return Shown((equation,))
    return Shown(
        (equation,), table=Table((r"\text{constraint}", r"\text{multiplier}"), tuple(rows))
    )


MOST_COLUMNS = 8
WIDEST_ROW = 22.0  # em of a constraint in a table
