"""Readable forms of an expression: the shortest of some that are equal by construction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial

import sympy as sp
from sympy.functions.elementary.trigonometric import TrigonometricFunction

from dpproofs.tactics.budget import SECONDS, within

LONG = 400  # operations from which on nothing is tried


def tidy(
    expression: sp.Expr,
    symbols: Iterable[sp.Symbol] = (),
    *,
    at: Mapping[sp.Symbol, sp.Expr] | None = None,
    seconds: float = SECONDS,
) -> sp.Expr:
    """An equal expression that reads better: factored, over one denominator, or collected.

    Factors that are negative ``at`` a point are written with the other sign: 1 - b for b - 1.
    """
    if not isinstance(expression, sp.Expr) or expression.is_Atom:
        return expression
    if sp.count_ops(expression) > LONG * 5:
        return expression
    split = within(seconds, lambda: split_powers(expression, at or {}))
    starts = [expression, *([] if split in (None, expression) else [split])]
    if expression.has(sp.gamma):
        stepped = within(seconds, lambda: sp.gammasimp(expression))
        new = set() if stepped is None else stepped.atoms(TrigonometricFunction)
        reflected = not new <= expression.atoms(TrigonometricFunction)  # checkers do not know it
        starts += [] if stepped is None or reflected else [stepped]
    if known := {function.args[0] for function in expression.atoms(sp.erfc)}:
        one = expression.xreplace({sp.erf(z): 1 - sp.erfc(z) for z in known})
        starts += [one, sp.powsimp(sp.expand(one))]
    found = [
        form
        for start in starts
        for form in within(seconds, partial(_listed, start, tuple(symbols))) or []
    ]
    best = signed(min([*starts, *found], key=length), at or {})
    joined = sp.powsimp(best, deep=True)
    return joined if sp.count_ops(joined) <= sp.count_ops(best) else best


def split_powers(expression: sp.Expr, at: Mapping[sp.Symbol, sp.Expr]) -> sp.Expr:
    """Powers with a symbolic exponent, their bases factored and taken apart where every factor is
    positive at a point; with that, (a b)**s = a**s b**s.
    """
    if not at:
        return expression

    def apart(base: sp.Expr, exponent: sp.Expr) -> sp.Expr:
        factors = sp.Mul.make_args(signed(sp.factor(sp.together(base)), at))
        if not all(_positive(factor, at) for factor in factors):
            return base**exponent
        pairs = (factor.as_base_exp() for factor in factors)
        return sp.Mul(*(below ** (above * exponent) for below, above in pairs))

    return expression.replace(
        lambda e: isinstance(e, sp.Pow) and not e.exp.is_Rational and not e.base.is_Atom,
        lambda e: apart(e.base, e.exp),
    )


def _positive(factor: sp.Expr, at: Mapping[sp.Symbol, sp.Expr]) -> bool:
    value = sp.N(factor.subs(at), 20)
    return bool(value.is_real and value > 0)


def _listed(expression: sp.Expr, symbols: tuple[sp.Symbol, ...]) -> list[sp.Expr]:
    return list(_forms(expression, symbols))


def signed(expression: sp.Expr, at: Mapping[sp.Symbol, sp.Expr]) -> sp.Expr:
    """The same with every factor that is a sum positive at a point."""
    if not at or expression.is_Atom:
        return expression
    parts = [signed(part, at) for part in expression.args]
    if not expression.is_Mul:
        again = expression.func(*parts)
        if not again.is_Pow or not again.exp.is_Integer or not _negative(again.base, at):
            return again
        parts = [again]
    sign, factors = 1, []
    for part in parts:
        base, exponent = part.as_base_exp()
        if exponent.is_Integer and _negative(base, at):
            sign, base = sign * (-1) ** int(exponent), sp.Add(*(-term for term in base.args))
        factors.append(base**exponent)
    return sp.Mul(sp.Integer(sign), *factors)


def _negative(base: sp.Expr, at: Mapping[sp.Symbol, sp.Expr]) -> bool:
    if not base.is_Add:
        return False
    value = sp.N(base.subs(at), 20)
    return bool(value.is_real and value < 0)


def length(expression: sp.Expr) -> tuple[int, int, str]:
    """Operations, those in sums counted more: a product is easier to read than a sum."""
    sums = sum(len(part.args) for part in expression.atoms(sp.Add))
    return int(sp.count_ops(expression)) + sums, len(str(expression)), str(expression)


def _forms(expression: sp.Expr, symbols: tuple[sp.Symbol, ...]) -> Iterator[sp.Expr]:
    one = sp.factor(sp.powsimp(expression))
    yield one
    joined = sp.powsimp(sp.together(expression))
    yield joined
    whole = sp.factor(joined)
    yield whole
    yield sp.powsimp(whole)
    if sp.count_ops(whole) > LONG:
        return
    yield sp.factor(sp.cancel(expression)) if not _has_roots(expression) else whole
    numerator, denominator = sp.fraction(whole)
    for symbol in symbols:
        up = _collected(numerator, symbol)
        yield up / _collected(denominator, symbol)
        yield up / denominator
        yield numerator / _collected(denominator, symbol)


def _has_roots(expression: sp.Expr) -> bool:
    return any(not power.exp.is_Integer for power in expression.atoms(sp.Pow))


def _collected(expression: sp.Expr, symbol: sp.Symbol) -> sp.Expr:
    """Each factor that is a sum collected in a symbol, coefficients factored."""
    factors = []
    for factor in sp.Mul.make_args(expression):
        base, exponent = factor.as_base_exp()
        if base.is_Add and base.is_polynomial(symbol):
            base = sp.collect(sp.expand(base), symbol, sp.factor)
        factors.append(base**exponent)
    return sp.Mul(*factors)
