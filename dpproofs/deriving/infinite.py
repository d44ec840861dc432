"""Expectations that are infinite, shown by a comparison from below.

Far out, for x >= a, the cost times the density is at least C/x (or C), and the integral of that
over [a, R] is C log(R/a) (or C (R - a)), which has no bound.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import sympy as sp

from dpproofs.deriving import plain
from dpproofs.deriving.derived import Derived
from dpproofs.deriving.finite import finite
from dpproofs.deriving.sentences import Line, decided, extended
from dpproofs.deriving.strips import Strip, resolved, sign_at
from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.domain import Variable
from dpproofs.kernel.errors import DpproofsError
from dpproofs.kernel.proposition import Integral, that

if TYPE_CHECKING:
    from dpproofs.deriving.family import Family

BELOW = "far out the cost times the density is at least C/x, or C"
NO_BOUND = "what lies below has an integral up to R that grows with R beyond every bound"
NOT_COMPARED = "The expectation is infinite: the cost times the density falls too slowly far "
NOT_COMPARED += "out, or is too large near an end. The checkers do not decide a comparison with "
NOT_COMPARED += "C/x that shows it."
SIGN = "The integral has no bound, and the cost is not seen to be nonnegative."
WITHOUT_MASS = "The sentence says that the density is not negative and that the integral has no "
WITHOUT_MASS += "bound; that the total mass is 1 the checkers do not decide."


def infinite(over: Family, family: Family, weight: sp.Expr, blank: Derived) -> Derived:
    """An expectation whose integral is seen not to be finite."""
    if not weight.is_nonnegative:
        return replace(blank, note=SIGN)
    path = (BELOW,)
    for strip in over.strips:
        for part, form in resolved(over, strip, weight) or ():
            term = form.xreplace({over.size: over.place}) * part.density
            when = finite(
                term, over.place, part.lower, part.upper, over.domain, integers=over.integers
            )
            if when is not sp.false or over.integers:
                continue
            lines = next(_comparisons(over, part, term), None)
            if lines is not None:
                whole = family.normalisation()
                base = whole.claim if whole.value == 1 and whole.holds else None
                first = [] if base is not None else list(plain.signs(family))
                printed = rf"\mathbb E\,{sp.latex(form)}=\infty"
                claim = extended(
                    base, blank.name, family.name, "an infinite expectation", printed,
                    [*first, *lines], note="" if base is not None else WITHOUT_MASS,
                )  # fmt: skip
                return replace(blank, value=sp.oo, path=path, claim=claim)
    return replace(blank, value=sp.oo, path=path, note=NOT_COMPARED)


def _comparisons(over: Family, strip: Strip, term: sp.Expr) -> Iterator[list[Line]]:
    """The comparisons that the checkers decide, up to a place that may be any."""
    if strip.upper is not sp.oo:
        return
    names = {v.symbol.name for v in over.domain} | {over.place.name}
    far = sp.Symbol(next(n for n in ("R", "R_", "far") if n not in names), positive=True)
    for least in (strip.lower, *(v.symbol for v in over.domain), sp.Integer(1)):
        inside = sign_at(least - strip.lower, over.domain) in (0, 1)
        if not inside or sign_at(least, over.domain) != 1:
            continue
        for share in (sp.Integer(1), sp.Rational(1, 2), sp.Rational(1, 8)):
            for power in (1, 0):
                lines = _below(over, term, share, power, (least, far))
                if lines is not None:
                    yield lines


def _below(
    over: Family, term: sp.Expr, share: sp.Expr, power: int, ends: tuple[sp.Expr, sp.Symbol]
) -> list[Line] | None:
    """That C x**-power lies below a term from a place on, and what its integral is."""
    x, (least, far) = over.place, ends
    factor = sp.factor(sp.together(share * (x**power * term).subs(x, least)))
    if sign_at(factor, over.domain) != 1:
        return None
    lower = factor / x**power
    inner = factor * (sp.log(x) if power else x)
    value = factor * (sp.log(far / least) if power else far - least)
    beyond = over.domain & Variable(x, least, sp.oo, "[)")
    upto = over.domain & Variable(far, least, sp.oo)
    lines = [
        Line(Goal(that(lower) <= term, beyond), "sign", BELOW),
        Line(
            Goal(Integral(lower, x, least, far, value), upto), "integral", NO_BOUND,
            {"antiderivative": inner},
        ),
    ]  # fmt: skip
    try:
        return lines if decided(lines) else None
    except DpproofsError:
        return None
