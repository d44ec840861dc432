"""Expectations that are infinite, shown by a comparison from below.

Far out, for x >= a, the cost times the density is at least C/x (or C), and the integral of that
over [a, R] is C log(R/a) (or C (R - a)), which has no bound.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import sympy as sp

from dpproofs.deriving import plain
from dpproofs.deriving.derived import Derived
from dpproofs.deriving.finite import finite
from dpproofs.deriving.normalised import Normalised
from dpproofs.deriving.sentences import ProofLine, decided, extended
from dpproofs.deriving.strips import Strip, resolved, sign_at
from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.domain import Variable
from dpproofs.kernel.errors import DpproofsError
from dpproofs.kernel.proposition import Derivative, Integral, that

BELOW = "far out the cost times the density is at least C/x, or C"
GROWS = "the cost times the density, times x or alone, grows"
NO_BOUND = "what lies below has an integral up to R that grows with R beyond every bound"
NOT_COMPARED = "The expectation is infinite: the cost times the density falls too slowly far "
NOT_COMPARED += "out, or is too large near an end. The checkers do not decide a comparison with "
NOT_COMPARED += "C/x that shows it."
SIGN = "The integral has no bound, and the cost is not seen to be nonnegative."
WITHOUT_MASS = "The sentence says that the density is not negative and that the integral has no "
WITHOUT_MASS += "bound; that the total mass is 1 the checkers do not decide."


def infinite(over: Normalised, family: Normalised, weight: sp.Expr, blank: Derived) -> Derived:
    """An expectation whose integral is seen not to be finite."""
    if not weight.is_nonnegative:
        return replace(blank, note=SIGN)
    found = replace(blank, value=sp.oo, path=(BELOW,))
    lines = comparison(over, weight)
    if lines is None:
        return replace(found, note=NOT_COMPARED)
    base, note = family.normalisation().claim if family.normalisation().holds else None, ""
    if base is None:
        lines, note = [*lines, *plain.signs(family)], WITHOUT_MASS
    printed = rf"\mathbb E\,{shown(weight, family.size)}=\infty"
    claim = extended(
        base, blank.name, family.name, "an infinite expectation", printed, lines, note=note
    )
    return replace(found, claim=claim)


def comparison(over: Normalised, weight: sp.Expr) -> list[ProofLine] | None:
    """That an expectation is infinite for all parameters of a domain; None when no comparison is
    decided.
    """
    for strip in over.strips:
        for part, form in resolved(over, strip, weight) or ():
            term = form.xreplace({over.size: over.place}) * part.density
            when = finite(
                term, over.place, part.lower, part.upper, over.domain, integers=over.integers
            )
            if when is sp.true or over.integers:
                continue
            lines = next(_comparisons(over, part, term), None)
            if lines is not None:
                return lines
    return None


def shown(weight: sp.Expr, size: sp.Symbol) -> str:
    """A cost of the noise in LaTeX."""
    return str(sp.latex(weight)).replace(sp.latex(size), "|X|")


def _comparisons(over: Normalised, strip: Strip, term: sp.Expr) -> Iterator[list[ProofLine]]:
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
    over: Normalised, term: sp.Expr, share: sp.Expr, power: int, ends: tuple[sp.Expr, sp.Symbol]
) -> list[ProofLine] | None:
    """That C x**-power lies below a term from a place on, and what its integral is."""
    x, (least, far) = over.place, ends
    factor = sp.factor(sp.together(share * (x**power * term).subs(x, least)))
    if sign_at(factor, over.domain) != 1:
        return None
    inner = factor * (sp.log(x) if power else x)
    value = factor * (sp.log(far / least) if power else far - least)
    upto = over.domain & Variable(far, least, sp.oo)
    integral = ProofLine(
        Goal(Integral(factor / x**power, x, least, far, value), upto), "integral", NO_BOUND,
        {"antiderivative": inner},
    )  # fmt: skip
    beyond = over.domain & Variable(x, least, sp.oo, "[)")
    at_once = [ProofLine(Goal(that(factor / x**power) <= term, beyond), "sign", BELOW)]
    for shown_below in (at_once, _growing(over, term, factor, power, least)):
        try:
            if decided([*shown_below, integral]):
                return [*shown_below, integral]
        except DpproofsError:
            continue
    return None


def _growing(
    over: Normalised, term: sp.Expr, factor: sp.Expr, power: int, least: sp.Expr
) -> list[ProofLine]:  # fmt: skip
    """That C x**-power lies below a term, from the derivative of the term times x**power."""
    x, beyond = over.place, over.domain & Variable(over.place, least, sp.oo)
    raised = sp.powsimp(x**power * term)
    slope = sp.factor(sp.diff(raised, x))
    change = Derivative(raised - factor, x, slope)
    return [
        ProofLine(Goal(change, beyond), "derivative", GROWS, claimed=False),
        ProofLine(Goal(that(0) < slope, beyond), "sign", GROWS, claimed=False),
        ProofLine(Goal(that(factor) < raised, beyond), "increasing", GROWS, {}, (0, 1), False),
        ProofLine(
            Goal(that(factor / x**power) < term, beyond), "entailment", BELOW,
            {"facts": [(2, {}, x**-power)]}, (2,),
        ),
    ]  # fmt: skip
