"""Normal tails far out: the asymptotic series of the complementary error function.

For z > 0, erfc(z) sqrt(pi) z exp(z^2) is 1 - 1/(2 z^2) + 1*3/(2 z^2)^2 - ..., and what a partial
sum leaves lies between 0 and the first term that is left out (Digital Library of Mathematical
Functions, 7.12.1 and below).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import sympy as sp

from dpproofs.deriving.balls import NoEnclosure
from dpproofs.deriving.remainder import LINES, Remainder, falling
from dpproofs.deriving.sentences import ProofLine, decided
from dpproofs.deriving.strips import sign_at
from dpproofs.deriving.values import exact_points, formula_enclosure
from dpproofs.kernel.domain import Domain, Variable

ZERO = sp.Integer(0)
POINTS, DIGITS = 5, 20
SERIES = "the asymptotic series of the complementary error function"
NOTE = "What the series leaves lies between 0 and its first omitted term, which is a theorem of "
NOTE += "analysis that the checkers do not decide here; it agrees with enclosures at points."


def normal_tail(
    value: sp.Expr, variable: Variable, others: Domain, terms: int
) -> tuple[sp.Expr, Remainder] | None:
    """The partial sum at infinity of a multiple of erfc(z), z linear, with what it leaves; None for
    another function, or where enclosures speak against it.
    """
    x = variable.symbol
    plain = sp.expand(value.replace(sp.erf, lambda z: 1 - sp.erfc(z)))
    fixed, moving = plain.as_independent(x, as_Add=False)
    if not isinstance(moving, sp.erfc) or not moving.args[0].is_polynomial(x):
        return None
    z = moving.args[0]
    if sp.degree(z, x) != 1 or sign_at(sp.LC(z, x), others) != 1 or sign_at(fixed, others) is None:
        return None
    row = list(_terms(fixed, z, terms))
    part, following = sp.Add(*row[:-1]), row[-1]
    sign = sign_at(fixed, others) * (-1) ** terms
    edges = (ZERO, following) if sign == 1 else (following, ZERO)
    start = -z.subs(x, 0) / sp.LC(z, x)
    start = start if sign_at(start - variable.lower, others) == 1 else variable.lower
    if sign_at(z.subs(x, start), others) not in (0, 1):
        return None
    rest = Remainder(*edges, Variable(x, start, sp.oo))
    return (part, rest) if _seen(value - part, rest, others) else None


def shown(value: sp.Expr, part: sp.Expr, rest: Remainder, others: Domain) -> list[ProofLine]:
    """That what is left lies between its bounds, for it falls to 0 beside each; nothing where the
    checkers do not decide that.
    """
    x, domain, rows = rest.range.symbol, others & rest.range, list[ProofLine]()
    for small, great in ((part + rest.lower, value), (value, part + rest.upper)):
        for row in falling(small, great, x, domain):
            first = len(rows) - len(rows) % LINES
            rows.append(replace(row, uses=tuple(n + first for n in row.uses)))
    return rows if len(rows) == 2 * LINES and decided(rows) else []


def _terms(fixed: sp.Expr, z: sp.Expr, terms: int) -> Iterator[sp.Expr]:
    """The terms, and the first one that is left out."""
    outside = fixed * sp.exp(-sp.expand(z**2)) / (sp.sqrt(sp.pi) * z)
    for n in range(terms + 1):
        yield sp.factor(outside * (-1) ** n * sp.factorial2(2 * n - 1) / (2 * z**2) ** n)


def _seen(left: sp.Expr, rest: Remainder, others: Domain) -> bool:
    """Whether enclosures at points hold what is left between its bounds."""
    places = exact_points(others & rest.range, POINTS)
    try:
        for point in places:
            low = formula_enclosure(left - rest.lower, point, DIGITS)[1]
            high = formula_enclosure(rest.upper - left, point, DIGITS)[1]
            if low < 0 or high < 0:
                return False
    except NoEnclosure:
        return False
    return bool(places)
