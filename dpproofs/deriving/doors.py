"""Integrals, sums and limits for people who have an expression and no density."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import sympy as sp

from dpproofs.deriving.asked import asked
from dpproofs.deriving.candidates import candidate
from dpproofs.deriving.derived import Derived, kept
from dpproofs.deriving.enclosure import Over
from dpproofs.deriving.finite import finite, sign_on
from dpproofs.deriving.normalised import representable
from dpproofs.deriving.piece import UNREADABLE, expression_of
from dpproofs.deriving.sentences import ProofLine, extended
from dpproofs.deriving.strips import points, sign_at
from dpproofs.kernel.derivation import Claim, Goal
from dpproofs.kernel.domain import Domain, Variable
from dpproofs.kernel.errors import BadInput
from dpproofs.kernel.proposition import Integral, Proposition, Sum
from dpproofs.tactics.antiderivatives import antiderivative, at_end, tabulated
from dpproofs.tactics.budget import CALL, within
from dpproofs.tactics.telescopers import as_plain, telescoped
from dpproofs.tactics.tidy import tidy

DIVERGES = "It is infinite: the terms keep one sign and fall too slowly, or grow."


def derive_integral(
    expr: Any, x: sp.Symbol, lower: Any, upper: Any, domain: Domain, *, seconds: float = CALL
) -> Derived:
    """The integral of an expression from ``lower`` to ``upper``.

    Parameters
    ----------
    expr
        An expression in x and the parameters.
    x
        The variable.
    lower, upper
        The ends, in order: numbers, expressions in the parameters, or infinite.
    domain
        The parameters, each with what it ranges over.
    seconds
        Of the processor, for all searches.

    Raises
    ------
    BadInput
        When something is spoken of that is no parameter, or the ends are not in order.

    Examples
    --------
    >>> import dpproofs as dp, sympy as sp
    >>> x, s = sp.symbols("x s", positive=True)
    >>> found = dp.derive_integral(x * sp.exp(-x / s), x, 0, sp.oo, dp.Domain((dp.positive(s),)))
    >>> found.value, found.verdict.decision.value
    (s**2, 'holds')
    """
    meant = _meant(expr, x, (lower, upper), domain, integers=False)
    blank = Derived("integral", domain, None, definition=meant)
    return asked(lambda: _integral(meant, blank), blank, seconds)


def derive_sum(
    expr: Any, k: sp.Symbol, lower: Any, upper: Any, domain: Domain, *, seconds: float = CALL
) -> Derived:
    """The sum of an expression over the integers from ``lower`` to ``upper``, both included.

    Parameters
    ----------
    expr, k
        An expression in the index k and the parameters.
    lower, upper
        The ends, in order: integers, expressions in the parameters, or infinite.
    domain, seconds
        As for `derive_integral`.

    Raises
    ------
    BadInput
        As `derive_integral`.

    Examples
    --------
    >>> import dpproofs as dp, sympy as sp
    >>> k, b = sp.Symbol("k", integer=True), sp.Symbol("b", positive=True)
    >>> found = dp.derive_sum(b**k, k, 0, sp.oo, dp.Domain((dp.between(b, 0, 1),)))
    >>> found.value, found.verdict.decision.value
    (1/(1 - b), 'holds')
    """
    meant = _meant(expr, k, (lower, upper), domain, integers=True)
    blank = Derived("sum", domain, None, definition=meant)
    return asked(lambda: _sum(meant, blank), blank, seconds)


def derive_limit(
    expr: Any, x: sp.Symbol, point: Any, domain: Domain, direction: str = "+"
) -> Derived:
    """The limit of an expression as x tends to a ``point`` from above or below.

    Parameters
    ----------
    expr
        An expression in x and the parameters.
    x
        What tends to the point; it is no parameter.
    point
        A number, an expression in the parameters, or infinite.
    domain
        The parameters, each with what it ranges over.
    direction
        "+" for from above, "-" for from below; infinity is approached from below.

    Raises
    ------
    BadInput
        When something is spoken of that is no parameter, or for another direction.

    Examples
    --------
    >>> import dpproofs as dp, sympy as sp
    >>> x, s = sp.symbols("x s", positive=True)
    >>> found = dp.derive_limit((x + s) / (2 * x + 1), x, sp.oo, dp.Domain((dp.positive(s),)))
    >>> found.value, found.verdict.decision.value
    (1/2, 'holds')
    """

    if direction not in ("+", "-"):
        raise BadInput("direction", direction, '"+" or "-"')
    to = expression_of("point", point)
    value = _read("expr", expr, x, domain)
    _spoken("point", to, set(), domain)
    if to == -sp.oo:
        value, to = value.subs(x, -x), sp.oo
    side = "-" if to is sp.oo else direction
    lower, upper = (-sp.oo, sp.oo) if to is sp.oo else (to, sp.oo) if side == "+" else (-sp.oo, to)
    own = sp.Symbol(x.name, real=True)
    where = domain & Variable(own, sp.S(lower), sp.S(upper))
    whole = Derived("expression", where, value.xreplace({x: own}))
    return replace(whole.limit(own, to, side), name="limit")


def _meant(
    expr: Any, x: sp.Symbol, ends: tuple[Any, Any], domain: Domain, *, integers: bool
) -> Over:
    """What is asked for, in symbols of which nothing is assumed but what holds.

    Raises
    ------
    BadInput
        As `derive_integral`.
    """
    term = _read("expr", expr, x, domain)
    low, high = (expression_of(n, e) for n, e in zip(("lower", "upper"), ends, strict=True))
    for name, end in (("lower", low), ("upper", high)):
        _spoken(name, end, set(), domain)
    if low is sp.oo or high == -sp.oo or sign_at(high - low, domain) not in (0, 1):
        raise BadInput("upper", str(high), f"no less than {low} for all parameters")
    known = {"nonnegative": True} if low.is_nonnegative else {"real": True}
    own = sp.Symbol(x.name, integer=True if integers else None, **known)
    return Over(term.xreplace({x: own}), own, low, high, integers)


def _read(name: str, expr: Any, x: sp.Symbol, domain: Domain) -> sp.Expr:
    if not isinstance(domain, Domain):
        raise BadInput("domain", domain, "a Domain of the parameters")
    if not isinstance(x, sp.Symbol) or x.name in {v.symbol.name for v in domain}:
        raise BadInput("x", x, "a symbol that is no parameter")
    found = expression_of(name, expr)
    if found.has(*UNREADABLE) or not found.is_commutative:
        raise BadInput(name, expr, "an expression with real values")
    _spoken(name, found, {x}, domain)
    points(domain)  # which refuses one that has none
    return found


def _spoken(name: str, found: sp.Expr, more: set[sp.Symbol], domain: Domain) -> None:
    known = {v.symbol for v in domain} | more
    if stranger := found.free_symbols - known:
        names = sorted(symbol.name for symbol in known)
        raise BadInput(name, str(min(map(str, stranger))), f"one of the symbols {names}")


def _integral(meant: Over, blank: Derived) -> Derived:
    domain, x = blank.domain, meant.x
    when = finite(meant.term, x, meant.lower, meant.upper, domain)
    if when is sp.false:
        return _diverging(meant, blank)
    if tabulated(meant.term, x) is None:
        before = _searched(meant, blank, when, search=False)
        if before.value is not None:
            return before
    sign = sign_on(domain, sp.true if when is None else when)
    inner = antiderivative(meant.term, x)
    if inner is not None:
        ends = [at_end(inner[0], x, end, sign) for end in (meant.lower, meant.upper)]
        if ends[0] is not None and ends[1] is not None:
            found = _tidied(ends[1] - ends[0], domain)
            claim = _claim(meant, found, domain, {"antiderivative": inner[0]})
            derived = kept(replace(blank, value=found, path=(inner[1],), claim=claim), when)
            if derived.value is not None:
                return derived
    return _searched(meant, blank, when)


def _sum(meant: Over, blank: Derived) -> Derived:
    domain, k = blank.domain, meant.x
    when = finite(meant.term, k, meant.lower, meant.upper, domain, integers=True)
    if when is sp.false:
        return _diverging(meant, blank)
    summed = within(CALL, lambda: telescoped(meant.term, k, meant.lower, meant.upper))
    if summed is not None:
        value = _tidied(as_plain(summed.value), domain)
        claim = _claim(meant, value, domain, {"ratio": summed.ratio})
        derived = kept(replace(blank, value=value, path=(summed.how,), claim=claim), when)
        if derived.value is not None:
            return derived
    return _searched(meant, blank, when)


def _tidied(value: sp.Expr, domain: Domain) -> sp.Expr:
    symbols = [variable.symbol for variable in domain][::-1]
    return tidy(value, symbols, at=points(domain, tries=1)[0])


def _diverging(meant: Over, blank: Derived) -> Derived:
    """What is seen not to be finite: infinite where the terms have one sign."""
    inside = sp.Dummy(positive=True)
    one_sided = meant.lower.is_nonnegative
    sign = sign_on(blank.domain)(meant.term.xreplace({meant.x: inside})) if one_sided else None
    if sign in (1, -1):
        return replace(blank, value=sign * sp.oo, note=DIVERGES)
    return replace(blank, note="It is not seen to converge.")


def _searched(
    meant: Over, blank: Derived, when: sp.Basic | None, *, search: bool = True
) -> Derived:
    found = candidate(meant, blank.domain, search=search)
    if found is None or found.value is None:
        return blank
    hints = {"antiderivative": found.antiderivative}
    claim = None
    if found.antiderivative is not None:
        claim = _claim(meant, found.value, blank.domain, hints)
    return kept(replace(blank, value=found.value, path=(found.how,), claim=claim), when)


def _claim(meant: Over, value: sp.Expr, domain: Domain, hints: dict[str, Any]) -> Claim | None:
    """The sentence; None where certificates cannot hold it."""
    kind = Sum if meant.integers else Integral
    if not representable((meant.term, meant.lower, meant.upper, value, *hints.values())):
        return None
    said: Proposition = kind(meant.term, meant.x, meant.lower, meant.upper, value)
    by = "sum" if meant.integers else "integral"
    printed = sp.latex(value)
    line = ProofLine(Goal(said, domain), by, "the value at the ends", hints)
    return extended(None, by, "derived", f"a {by}", printed, [line])
