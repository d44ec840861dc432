"""Sums of polynomials times geometric factors, and of powers times geometric factors."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

import sympy as sp
from sympy.core.function import AppliedUndef

from dpproofs.tactics.terms import ZERO, by_exponent, is_zero, terms


@dataclass(frozen=True)
class Summed:
    """A sum: its value, and the one ratio of its terms when there is one."""

    value: sp.Expr
    ratio: sp.Expr | None
    how: str


def telescoped(term: sp.Expr, index: sp.Symbol, lower: sp.Expr, upper: sp.Expr) -> Summed | None:
    """The sum of a term over index = lower ... upper (or oo), or None.

    The term is a sum of polynomials times geometric factors.
    """
    constant, moving = term.as_independent(index, as_Add=False)
    if constant == 0:
        return Summed(ZERO, sp.Integer(1), "no terms")
    rows = _by_ratio(moving, index)
    if rows is None:
        return None
    total, ratios = ZERO, []
    for ratio, polynomial in rows.items():
        if ratio == 1 and upper is sp.oo:
            return None
        quotient = _quotient(polynomial, index, ratio)
        total -= ratio**lower * quotient.subs(index, lower)
        if upper is not sp.oo:
            total += ratio ** (upper + 1) * quotient.subs(index, upper + 1)
        ratios.append(ratio)
    how = "a geometric series" if upper is sp.oo else "a sum that telescopes"
    return Summed(constant * total, ratios[0] if len(ratios) == 1 else None, how)


SHIFTS = 6  # of one function, that are looked for


def antidifference(term: sp.Expr, index: sp.Symbol) -> sp.Expr | None:
    """A T with T(k+1) - T(k) = term, or None: of polynomials times geometric factors, and of
    combinations of one function at k, k + 1, ... that are differences.
    """
    constant, moving = term.as_independent(index, as_Add=False)
    if constant == 0:
        return ZERO
    rows = _by_ratio(moving, index)
    if rows is not None:
        parts = (r**index * _quotient(row, index, r) for r, row in rows.items())
        return constant * sp.Add(*parts)
    expanded = sp.expand(moving, power_exp=False)
    inner = _of_shifts(expanded, index)
    inner = _by_parts(expanded, index) if inner is None else inner
    return None if inner is None else constant * inner


def _of_shifts(term: sp.Expr, index: sp.Symbol) -> sp.Expr | None:
    """The same of c_0 f(k) + ... + c_n f(k + n), the coefficients without k and adding up to 0."""
    left: dict[sp.Expr, sp.Expr] = {}
    for part in sp.Add.make_args(term):
        constant, key = _apart(part, index)
        left[key] = left.get(key, ZERO) + constant
    total = ZERO
    while left:
        start = min(left, key=lambda f: sum(
            _apart(f.subs(index, index + n), index)[1] in left for n in range(-SHIFTS, 0)
        ))  # fmt: skip
        chain = [start.subs(index, index + n) for n in range(SHIFTS + 1)]
        row = []
        for function in chain:
            factor, key = _apart(function, index)
            row.append(left.pop(key, ZERO) / factor)
        if sp.expand(sp.powsimp(sp.Add(*row))) != 0:
            return None
        total += sp.Add(*(sp.Add(*row[n:]) * chain[n - 1] for n in range(1, len(row))))
    return total


def _by_parts(term: sp.Expr, index: sp.Symbol) -> sp.Expr | None:
    """The same of c_0(k) f(k) + ... + c_n(k) f(k + n) with polynomials c, where it is of this form:
    q_0(k) f(k) + ... + q_{n-1}(k) f(k + n - 1), whose differences are compared term by term.
    """
    functions = [f for f in term.atoms(AppliedUndef) if f.has(index)]
    if not functions:
        return None
    start = next((f for f in functions if all(
        f.subs(index, index + n) in functions or n >= len(functions) for n in range(SHIFTS)
    )), None)  # fmt: skip
    if start is None or len(functions) > SHIFTS:
        return None
    chain = [start.subs(index, index + n) for n in range(len(functions))]
    row = [term.coeff(function) for function in chain]
    rest = sp.expand(term - sp.Add(*(c * f for c, f in zip(row, chain, strict=True))))
    if rest != 0 or not all(c.is_polynomial(index) and not c.has(AppliedUndef) for c in row):
        return None
    found, before = ZERO, ZERO
    for factor, function in zip(row, chain, strict=True):
        before = sp.factor(before.subs(index, index + 1) - factor)
        found += before * function
    return found if before == 0 else None


def _apart(function: sp.Expr, index: sp.Symbol) -> tuple[sp.Expr, sp.Expr]:
    """What does not move with the index, powers b**(k + n) taken apart, and the rest."""
    split = function.replace(
        lambda e: isinstance(e, sp.Pow) and e.exp.has(index) and not e.base.has(index),
        lambda e: sp.Mul(*(e.base**part for part in sp.Add.make_args(sp.expand(e.exp)))),
    )
    found: tuple[sp.Expr, sp.Expr] = sp.Mul(split).as_independent(index, as_Add=False)
    return found


def _by_ratio(term: sp.Expr, index: sp.Symbol) -> dict[sp.Expr, sp.Expr] | None:
    rows = by_exponent(term, index)
    if rows is None:
        return None
    found: dict[sp.Expr, sp.Expr] = defaultdict(lambda: ZERO)
    for exponent, row in rows.items():
        rate = sp.diff(exponent, index)
        if rate.has(index):
            return None
        found[as_power(rate)] += row
    return dict(found)


def as_power(exponent: sp.Expr) -> sp.Expr:
    """exp(exponent), with exponentials of logarithms as powers."""
    result = sp.Integer(1)
    for part in sp.Add.make_args(sp.expand(exponent)):
        logs = [factor for factor in sp.Mul.make_args(part) if isinstance(factor, sp.log)]
        if len(logs) == 1:
            result *= logs[0].args[0] ** (part / logs[0])
        else:
            result *= sp.exp(part)
    return result


def _quotient(polynomial: sp.Expr, index: sp.Symbol, ratio: sp.Expr) -> sp.Expr:
    """The polynomial Q with ratio Q(k+1) - Q(k) = polynomial."""
    row = sp.Poly(polynomial, index).all_coeffs()[::-1]
    extra = 1 if ratio == 1 else 0
    found: dict[int, sp.Expr] = {}
    for d in reversed(range(len(row))):
        high = d + extra
        rest = row[d] - sum(
            (ratio * sp.binomial(j, d) * q for j, q in found.items() if j > high), ZERO
        )
        found[high] = sp.factor(rest) / ((d + 1) if extra else (ratio - 1))
    return sp.Add(*(q * index**j for j, q in found.items()))


def with_powers(term: sp.Expr, index: sp.Symbol) -> Summed | None:
    """The sum over index = 0, 1, ... of geometric factors times powers (index + a)**s, in Lerch's
    transcendent: the sum of ``z**k (k + a)**s`` is ``lerchphi(z, -s, a)``.
    """
    constant, moving = term.as_independent(index, as_Add=False)
    total = ZERO
    for part in terms(sp.powsimp(moving), index):
        base, power = sp.powsimp(part.other, force=True).as_base_exp()
        ratio = as_power(sp.diff(part.exponent, index))
        linear = base.is_polynomial(index) and sp.degree(base, index) == 1
        if not linear or power.has(index) or ratio.has(index) or ratio == 1:
            return None
        slope = sp.diff(base, index)
        start = sp.expand((base.subs(index, 0)) / slope)
        if is_zero(start):  # 0**s = 0 for s > 0; so the sum begins at 1
            whole = ratio * sp.lerchphi(ratio, -power, sp.Integer(1))
        else:
            whole = sp.lerchphi(ratio, -power, start)
        total += as_plain(part.coefficient) * slope**power * whole
    return Summed(constant * total, None, "Lerch's transcendent")


def as_plain(expression: sp.Expr) -> sp.Expr:
    """Exponentials of logarithms as powers, wherever they stand."""
    return expression.replace(
        lambda e: isinstance(e, sp.exp) and e.has(sp.log), lambda e: as_power(e.exp)
    )
