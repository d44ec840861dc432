"""Why an inequality between polynomials in x and exponentials of x holds for every x > 0: a power
series without a negative term, or derivatives whose signs are plain.
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from dpproofs.kernel.domain import Domain
from dpproofs.kernel.proposition import Relation
from dpproofs.render import layout
from dpproofs.render.notation import expression
from dpproofs.render.proofs.factors import difference
from dpproofs.render.proofs.form import Equation

MOST_TERMS = 12  # of a series that are looked at before its general one
MOST_DERIVATIVES = 60
WIDEST = 30.0  # em of the last derivative


@dataclass(frozen=True)
class Gap:
    """The difference of two sides, as a sum of polynomials times exponentials.

    Attributes
    ----------
    x
        The variable, which ranges over positive numbers.
    rows
        For each rate k, the polynomial in front of exp(k x).
    whole
        The difference as the relation writes it, where that says that it is above 0.
    """

    x: sp.Symbol
    rows: dict[sp.Rational, sp.Poly]
    whole: str = ""

    @classmethod
    def of(cls, claim: Relation, domain: Domain) -> Gap | None:
        """The difference of which a relation says that it is positive; None without a variable."""
        if len(domain.variables) != 1:
            return None
        x = domain.variables[0].symbol
        rows: dict[sp.Rational, sp.Poly] = {}
        for term in sp.Add.make_args(sp.expand(difference(claim))):
            power = sp.prod([f for f in sp.Mul.make_args(term) if isinstance(f, sp.exp)])
            rate = sp.S.Zero if power == 1 else sp.expand(power.exp / x)
            rest = sp.cancel(term / power)
            if not rate.is_Rational or not rest.is_polynomial(x):
                return None
            rows[rate] = rows.get(rate, sp.Poly(0, x)) + sp.Poly(rest, x)
        whole = expression(claim.rhs) if claim.lhs == 0 and claim.op == "<" else ""
        return cls(x, {rate: row for rate, row in rows.items() if row}, whole)

    def times(self, rate: sp.Rational) -> Gap:
        """The difference, multiplied by exp(rate x)."""
        return Gap(self.x, {k + rate: row for k, row in self.rows.items()})

    def derivative(self) -> Gap:
        """The derivative of the difference."""
        rows = {k: row.diff(self.x) + k * row for k, row in self.rows.items()}
        return Gap(self.x, {k: row for k, row in rows.items() if row})

    @property
    def is_plain(self) -> bool:
        """Whether no coefficient is negative, and one is not 0."""
        rows = self.rows.values()
        return bool(rows) and all(c >= 0 for row in rows for c in row.all_coeffs())

    def text(self) -> str:
        """LaTeX of the difference, the highest exponential first; no polynomial begins with a minus
        where all its terms have one.
        """
        told = ""
        for rate in sorted(self.rows, reverse=True):
            row = self.rows[rate].as_expr()
            minus = all(c <= 0 for c in self.rows[rate].all_coeffs())
            row = -row if minus else row
            factor = expression(sp.exp(rate * self.x)) if rate else ""
            inside = expression(row)
            if factor:
                inside = rf"\left({inside}\right)" if row.is_Add else "" if row == 1 else inside
            elif minus and told and row.is_Add:
                inside = rf"\left({inside}\right)"
            sign = " - " if minus else " + " if told else ""
            told += f"{sign if told else sign.strip()}{f'{inside} {factor}'.strip()}"
        return told


def shown(claim: Relation, domain: Domain) -> tuple[tuple[Equation, ...], str]:
    """The formulas to display beside such an inequality, and the sentence to say after them.

    Both are empty where this finds nothing that a reader could follow.
    """
    gap = Gap.of(claim, domain)
    if gap is None:
        return (), ""
    return (series, "") if (series := _series(gap)) else ((), _derivatives(gap))


def _series(gap: Gap) -> tuple[Equation, ...]:
    """The difference, times an exponential, as a power series without a negative term."""
    lowest = min(gap.rows)
    moved = gap.times(-lowest)
    rate = max(moved.rows)
    if len(moved.rows) == 1:
        top = moved.rows[sp.S.Zero]
        return (_positive(gap, -lowest, expression(top.as_expr())),) if moved.is_plain else ()
    if len(moved.rows) > 2:  # not a polynomial and one exponential
        return ()
    n = sp.Symbol("n" if gap.x.name != "n" else "k", integer=True)
    head, tail = moved.rows[rate], moved.rows[sp.S.Zero]
    general = sp.Add(*(c * rate ** (-j) * sp.ff(n, j) for (j,), c in head.terms()))
    number, rest = _rising(sp.expand_func(general), n)
    first = _start(general, tail, rate, n)
    if first is None:
        return ()
    before = [general.subs(n, i) * rate**i / sp.factorial(i) for i in range(first)]
    before = [number + tail.coeff_monomial(gap.x**i) for i, number in enumerate(before)]
    begin = sp.Add(*(number * gap.x**i for i, number in enumerate(before)))
    place = expression(rate * gap.x)
    power = rf"{_power(place)}^{{{n}}}"
    inside = expression(rest) if not rest.is_Add else rf"\left({expression(rest)}\right)"
    front = "" if number == 1 else f"{expression(number)} "
    factor = "" if rest == 1 else f"{inside} "
    total = rf"{front}\sum_{{{n} = {first}}}^{{\infty}} {factor}\frac{{{power}}}{{{n}!}}"
    if begin != 0:
        total = f"{expression(begin)} + {total}"
    return (_positive(gap, -lowest, total),)


def _rising(value: sp.Expr, n: sp.Symbol) -> tuple[sp.Expr, sp.Expr]:
    """A number, and a polynomial in factors that grow with n."""
    number, factors = sp.factor_list(value, n)
    for factor, power in factors:
        number *= sp.sign(sp.LC(factor, n)) ** power
    return number, sp.Mul(*((f * sp.sign(sp.LC(f, n))) ** power for f, power in factors))


def _power(place: str) -> str:
    """The base of a power: in brackets unless it is a letter."""
    return place if len(place) == 1 or place == r"\epsilon" else rf"\left({place}\right)"


def _start(general: sp.Expr, tail: sp.Poly, rate: sp.Rational, n: sp.Symbol) -> int | None:
    """The place from which the general term has plain, positive signs: those before are shown and
    are not negative.
    """
    x = tail.gen
    for first in range(MOST_TERMS):
        value = general.subs(n, first) * rate**first / sp.factorial(first)
        whole = value + tail.coeff_monomial(x**first)
        if whole < 0:
            return None
        after = sp.Poly(sp.expand(general.subs(n, n + first)), n)
        if first > tail.degree() and value > 0 and all(c >= 0 for c in after.all_coeffs()):
            return first
    return None


def _positive(gap: Gap, rate: sp.Rational, total: str) -> Equation:
    """The equation that says that the difference, times an exponential, is positive."""
    left = gap.whole if gap.whole and not rate else gap.times(rate).text()
    links = [("=", total)] if total != left else []
    return Equation(left, (*links, (">", "0")))


def _derivatives(gap: Gap) -> str:
    """The sentence on derivatives that end in positive coefficients."""
    rest, count = gap, 0
    while not rest.is_plain:
        is_negative = sum(row.eval(0) for row in rest.rows.values()) < 0
        if not rest.rows or is_negative or count == MOST_DERIVATIVES:
            return ""
        rest, count = rest.times(-min(rest.rows)).derivative(), count + 1
    x = expression(gap.x)
    many = {1: "once", 2: "twice"}.get(count, f"{count} times")
    last = rest.text()
    what = f"${last}$" if layout.width(last) <= WIDEST else "a sum"
    return (
        f"Divide the difference of the two sides by $e^{{k {x}}}$, with the least $k$ in it, and"
        f" differentiate. Done {many}, this leaves {what} without a negative coefficient,"
        f" and at ${x} = 0$ none of the functions on the way is negative."
    )
