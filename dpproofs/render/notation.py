"""Expressions, probabilities, sets and domains as LaTeX."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import sympy as sp
from sympy.printing.latex import LatexPrinter

from dpproofs.kernel.domain import Variable
from dpproofs.kernel.terms import BorelSet, Join, Mass, Meet, Mirror, Moved
from dpproofs.render.events import Chance, EventPrinter, NormOf, Size
from dpproofs.render.prose import GREEK, LETTERS, named

OPERATORS = {"==": "=", "!=": r"\ne", "<": "<", "<=": r"\le", ">": ">", ">=": r"\ge"}
_TALL = (r"\frac", r"\left")


def in_brackets(inside: str, ends: str = "()") -> str:
    """A formula in brackets, which grow with it where they must."""
    if any(mark in inside for mark in _TALL):
        return rf"\left{ends[0]}{inside}\right{ends[1]}"
    return f"{ends[0]}{inside}{ends[1]}"


class _Printer(EventPrinter, LatexPrinter):  # type: ignore[misc]  # SymPy ships no types
    """SymPy's printer with this project's names and fractions."""

    operators = OPERATORS
    size = r"\left|{}\right|"
    inside, not_inside = r"{} \in {}", r"{} \notin {}"
    complement, meet, join = "{}^{{c}}", r"\cap", r"\cup"

    def _print_Symbol(self, expr: sp.Symbol, style: str = "plain") -> str:  # noqa: ARG002, N802  # SymPy's signature
        return name_latex(expr.name)

    def _print_Function(self, expr: sp.Function, exp: str | None = None) -> str:  # noqa: N802
        if isinstance(expr, BorelSet):
            return self._set(expr)
        if not isinstance(expr, sp.core.function.AppliedUndef):
            return str(super()._print_Function(expr, exp))
        head = name_latex(str(expr.func))
        if exp is not None:
            head = f"{{{head}}}^{{{exp}}}"
        if not expr.args:
            return head
        return head + in_brackets(", ".join(self._print(argument) for argument in expr.args))

    def _print_Mass(self, expr: Mass, exp: str | None = None) -> str:  # noqa: N802
        return self._chance("P", expr, exp)

    def _print_Chance(self, expr: Chance, exp: str | None = None) -> str:  # noqa: N802
        return self._chance(r"\operatorname{Pr}", expr, exp)

    def _chance(self, head: str, expr: sp.Function, exp: str | None) -> str:
        noise, where = expr.args
        text = head + in_brackets(self._event(self._print(noise), where))
        return text if exp is None else f"{text}^{{{exp}}}"

    def _print_NormOf(self, expr: NormOf, exp: str | None = None) -> str:  # noqa: N802
        text = rf"\left\|{self._print(expr.args[0])}\right\|"
        return text if exp is None else f"{text}^{{{exp}}}"

    def _print_Size(self, expr: Size, exp: str | None = None) -> str:  # noqa: N802
        text = self.size.format(self._print(expr.args[0]))
        return text if exp is None else f"{text}^{{{exp}}}"

    def _interval(self, bounds: str, ends: str) -> str:
        return in_brackets(bounds, ends)

    def _point(self, place: str) -> str:
        return rf"\{{{place}\}}"

    def _part(self, where: sp.Expr) -> str:
        compound = isinstance(where, Moved | Mirror | Meet | Join)
        return in_brackets(self._set(where)) if compound else self._set(where)

    def _print_Mul(self, expr: sp.Mul) -> str:  # noqa: N802
        if (tidy := _gathered(_one_root(expr))) != expr:
            return str(self._print(tidy))
        below = [factor for factor in expr.args if _belongs_below(factor)]
        numerator, denominator = sp.fraction(
            sp.Mul(*(factor for factor in expr.args if factor not in below)), exact=True
        )
        is_barred = self._settings["fold_short_frac"] and denominator.is_Mul  # x/(2 c), not x/2 c
        if not (below or is_barred):
            return str(super()._print_Mul(expr))
        denominator = sp.Mul(denominator, *(1 / factor for factor in below))
        sign = ""
        if numerator.could_extract_minus_sign() and not numerator.is_Add:
            sign, numerator = "- ", -numerator
        return rf"{sign}\frac{{{self._print(numerator)}}}{{{self._print(denominator)}}}"

    def _print__Root(self, expr: _Root, exp: str | None = None) -> str:  # noqa: N802
        text = rf"\sqrt{{{self._print(expr.args[0])}}}"
        return text if exp is None else rf"\left({text}\right)^{{{exp}}}"

    def _print_Pow(self, expr: sp.Pow) -> str:  # noqa: N802
        if _belongs_below(expr):
            return rf"\frac{{1}}{{{self._print(1 / expr)}}}"
        return str(super()._print_Pow(expr))

    def _print_ExpBase(self, expr: sp.exp, exp: str | None = None) -> str:  # noqa: N802
        if (power := _of_a_logarithm(expr.exp)) is not None:
            text = str(self._print(power))
            return text if exp is None else rf"\left({text}\right)^{{{exp}}}"
        text = f"e^{{{_SMALL.doprint(expr.exp)}}}"
        return text if exp is None else rf"\left({text}\right)^{{{exp}}}"


class _Root(sp.Function):  # type: ignore[misc]  # likewise
    """A square root that stays as it is written: SymPy takes that of 2 pi apart."""

    nargs = 1
    is_positive = True


_HALF = sp.Rational(1, 2)


def _one_root(expr: sp.Mul) -> sp.Expr:
    """A product with one root below the bar for those of a number and of pi: 1/sqrt(2 pi), not
    sqrt(2)/(2 sqrt(pi)); itself where pi has no root there.
    """
    roots = [f for f in expr.args if f.is_Pow and f.exp == _HALF and f.base.is_Rational]
    of_pi = sp.pi**-_HALF
    if of_pi not in expr.args:
        return expr
    number, _ = expr.as_coeff_Mul()
    above, below = map(sp.sqrt, sp.fraction((number * sp.Mul(*roots)) ** 2))
    whole, root = below.as_coeff_Mul()
    rest = [f for f in expr.args if f not in (number, of_pi, *roots)]
    return sp.Mul(sp.sign(number) * above / whole, *rest) / _Root(root**2 * sp.pi)


def _gathered(expr: sp.Expr) -> sp.Expr:
    """A product with one power of each letter, and with the numbers of its sums in front:
    b^(k+1) (1 - b)/2, not b b^k (1/2 - b/2).
    """
    if not expr.is_Mul:
        return expr
    numbers: list[sp.Expr] = []
    powers: dict[sp.Expr, list[sp.Expr]] = {}
    for factor in expr.args:
        base, exponent = factor.as_base_exp()
        if exponent == 1 and base.is_Add and not any(_is_whole(term) for term in base.args):
            number, base = base.primitive()
            numbers.append(number)
        powers.setdefault(base, []).append(exponent)
    if all(number == 1 for number in numbers) and not any(
        len(exponents) > 1 and base.is_Symbol for base, exponents in powers.items()
    ):
        return expr
    return sp.Mul(*numbers, *(
        base ** sp.Add(*exponents) if base.is_Symbol else sp.Mul(*(base**e for e in exponents))
        for base, exponents in powers.items()
    ))  # fmt: skip


def _is_whole(term: sp.Expr) -> bool:
    return bool(term.as_coeff_Mul()[0].is_Integer)


def _of_a_logarithm(exponent: sp.Expr) -> sp.Expr | None:
    """The power that the exponential of a multiple of a logarithm is: (4/b)^(1/p), not
    exp(-log(b/4)/p); None for another exponent.
    """
    logs = [factor for factor in sp.Mul.make_args(exponent) if isinstance(factor, sp.log)]
    if len(logs) != 1:
        return None
    base, times = logs[0].args[0], exponent / logs[0]
    if base.is_Mul and times.could_extract_minus_sign():
        base, times = 1 / base, -times
    return sp.Pow(base, times, evaluate=False)


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
    part = LETTERS.get(part, part)
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


def bracketed(value: sp.Expr) -> str:
    """LaTeX of an expression that stands before or behind something, in brackets if it is a sum."""
    text = expression(value)
    return rf"\left({text}\right)" if value.is_Add else text


# -- domains ---------------------------------------------------------------------------------------


def domain(region: Iterable[Variable]) -> tuple[str, ...]:
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
    if variable.lower == variable.upper:
        return f"{symbol} = {lower}"
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
