"""Values of expressions in ball arithmetic, on the line and beside it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import contextmanager
from fractions import Fraction
from functools import reduce
from math import inf
from operator import add, mul
from typing import Any

import flint
import sympy as sp
from flint import acb, arb, fmpq

from dpproofs.kernel.clock import busy

LONGEST = 1_000_000  # binary digits of a fraction
PATIENCE = 2.0  # seconds that an integral may take when time is over


class NoEnclosure(Exception):
    """An expression that ball arithmetic does not enclose here; the message says which."""


class Number(sp.Function):  # type: ignore[misc]
    """A number as a function of parameters that knows itself how it is enclosed."""

    def enclosed(self, point: Mapping[sp.Symbol, acb]) -> acb:
        """An enclosure at the working precision.

        Raises
        ------
        NoEnclosure
            Where none is known.
        """
        raise NotImplementedError


@contextmanager
def precision(bits: int) -> Any:
    """Ball arithmetic at a precision that is given back afterwards."""
    before = flint.ctx.prec
    flint.ctx.prec = bits
    try:
        yield
    finally:
        flint.ctx.prec = before


def exact(value: Fraction) -> acb:
    """A rational number as a ball."""
    return acb(arb(fmpq(value.numerator, value.denominator)))


def rational(point: arb) -> Fraction:
    """The exact value of a ball without radius.

    Raises
    ------
    NoEnclosure
        When it is too small, or too large, to be written as a fraction.
    """
    mantissa, exponent = (int(part) for part in point.man_exp())
    if abs(exponent) > LONGEST:
        raise NoEnclosure("a number that is too small, or too large, to be written as a fraction")
    return Fraction(mantissa << max(exponent, 0), 1 << max(-exponent, 0))


def ball(expression: sp.Expr, point: Mapping[sp.Symbol, acb], *, analytic: bool = False) -> acb:
    """An enclosure at the working precision.

    With ``analytic`` the value is not finite unless the expression is analytic on the whole ball.

    Raises
    ------
    NoEnclosure
        For a symbol without a value, or a function that is not known.
    """
    leaf = _leaf(expression, point)
    if leaf is not None:
        return leaf
    if isinstance(expression, sp.Piecewise):
        return _piecewise(expression, point, analytic)
    values = [ball(part, point, analytic=analytic) for part in _arguments(expression)]
    return _applied(expression, values, analytic)


def _applied(expression: sp.Expr, values: list[acb], analytic: bool) -> acb:
    """What the head of an expression makes of the values of its arguments."""
    if expression.is_Add:
        return reduce(add, values)
    if expression.is_Mul:
        return reduce(mul, values)
    if expression.is_Pow:
        return _power(expression, values, analytic)
    if isinstance(expression, sp.hyper):
        return _hypergeometric(expression, values, analytic)
    known = _FUNCTIONS.get(expression.func)
    if known is None:
        raise NoEnclosure(f"{expression.func.__name__} has no enclosure")
    try:
        return known(values, analytic)
    except (ArithmeticError, TypeError, ValueError) as problem:  # an order that is no integer, say
        raise NoEnclosure(f"{expression.func.__name__} has no enclosure there") from problem


def _arguments(expression: sp.Expr) -> tuple[sp.Expr, ...]:
    """The arguments of a function, those in lists one by one."""
    if isinstance(expression, sp.hyper):
        return (*expression.ap, *expression.bq, expression.argument)
    return tuple(expression.args)


def _hypergeometric(expression: sp.hyper, values: list[acb], analytic: bool) -> acb:
    """A generalised hypergeometric function, entire where it has more parameters below."""
    above, below = len(expression.ap), len(expression.bq)
    if above > below and (above > below + 1 or (analytic and not abs(values[-1]) < 1)):
        return acb(arb("nan"))
    return values[-1].hypgeom([*values[:above]], [*values[above:-1]])


def quadrature(
    integrand: Callable[[acb, bool], acb], low: acb, high: acb, share: arb, evaluations: int,
    until: float = inf,
) -> arb:  # fmt: skip
    """The integral of an analytic function, with the relative width that is aimed at.

    An integrand that cannot be enclosed somewhere makes it infinitely wide there, and so does one
    that takes far longer than ``until``, in processor time.
    """

    def safe(place: acb, analytic: bool) -> acb:
        if busy() > until + PATIENCE:
            return acb(arb("nan"))
        try:
            return integrand(place, analytic)
        except (ArithmeticError, NoEnclosure, TypeError, ValueError):  # none may leave a callback
            return acb(arb("nan"))

    found = acb.integral(
        safe, low, high, rel_tol=share, abs_tol=share * share, eval_limit=evaluations
    )
    if not found.imag.contains(0):
        raise NoEnclosure("the integrand is no real number somewhere")
    return found.real


def along(
    expression: sp.Expr, variable: sp.Symbol, point: Mapping[sp.Symbol, acb]
) -> Callable[[acb, bool], acb]:
    """The same as a function of one more variable; what does not move with it is computed once."""
    if not expression.has(variable):
        value = ball(expression, point)
        return lambda _place, _analytic: value
    if expression == variable:
        return lambda place, _analytic: place
    if expression.is_Add or expression.is_Mul:
        fixed, moving = expression.as_independent(variable, as_Add=expression.is_Add)
        join = add if expression.is_Add else mul
        still = ball(fixed, point)
        parts = [along(part, variable, point) for part in expression.func.make_args(moving)]
        if len(parts) < len(expression.args) or fixed not in (0, 1):
            return lambda z, a: reduce(join, (part(z, a) for part in parts), still)
    if isinstance(expression, sp.Piecewise | Number):
        return lambda z, a: ball(expression, {**point, variable: z}, analytic=a)
    inner = [along(part, variable, point) for part in _arguments(expression)]
    return lambda z, a: _applied(expression, [part(z, a) for part in inner], a)


_CONSTANTS: dict[Any, Callable[[], arb]] = {
    sp.pi: arb.pi,
    sp.E: arb.const_e,
    sp.EulerGamma: arb.const_euler,
    sp.Catalan: arb.const_catalan,
    sp.oo: arb.pos_inf,
    -sp.oo: arb.neg_inf,
}


def _leaf(expression: sp.Expr, point: Mapping[sp.Symbol, acb]) -> acb | None:
    """A number, a symbol, or what knows its own value."""
    if expression.is_Rational:
        return acb(arb(fmpq(int(expression.p), int(expression.q))))
    if isinstance(expression, sp.Symbol):
        if expression not in point:
            raise NoEnclosure(f"{expression} has no value")
        return point[expression]
    if isinstance(expression, Number):
        return expression.enclosed(point)
    constant = _CONSTANTS.get(expression)
    return None if constant is None else acb(constant())


def _power(expression: sp.Expr, values: list[acb], analytic: bool) -> acb:
    base, exponent = values
    if expression.exp.is_Integer:
        return base ** int(expression.exp)
    if not analytic and _real_at_zero(base) and exponent.imag.is_zero():
        return _power_at_zero(base.real, exponent.real)
    return base.pow(exponent, analytic=analytic)


def _real_at_zero(base: acb) -> bool:
    return bool(base.imag.is_zero() and base.real.contains(0))


def _power_at_zero(base: arb, exponent: arb) -> acb:
    """[0, b]**s = [0, b**s] for s > 0, when the base is meant to be no less than 0."""
    if not exponent > 0:
        raise NoEnclosure("a power of 0 whose exponent is not shown to be positive")
    above = base.abs_upper()
    if above == 0:
        return acb(0)
    top = (above**exponent).upper() if above > 0 else arb(0)
    return acb((top / 2).union(arb(0)).union(top))


def _piecewise(expression: sp.Expr, point: Mapping[sp.Symbol, acb], analytic: bool) -> acb:
    possible: list[acb] = []
    for value, condition in expression.args:
        holds = decided(condition, point)
        if holds is False:
            continue
        possible.append(ball(value, point, analytic=analytic))
        if holds:
            break
    if not possible:
        raise NoEnclosure("no branch applies")
    if len(possible) > 1 and analytic:
        return acb(arb("nan"))
    return reduce(lambda a, b: acb(a.real.union(b.real)), possible)


def decided(condition: Any, point: Mapping[sp.Symbol, acb]) -> bool | None:
    """Whether a condition holds on the whole ball: True, False, or None when not decided."""
    if condition in (sp.true, sp.false):
        return bool(condition)
    if isinstance(condition, sp.And | sp.Or):
        found = [decided(part, point) for part in condition.args]
        first = isinstance(condition, sp.Or)
        if first in found:
            return first
        return None if None in found else not first
    if isinstance(condition, sp.Eq | sp.Ne):
        return _equal(condition, point)
    if not isinstance(condition, sp.StrictLessThan | sp.LessThan | sp.GreaterThan
                      | sp.StrictGreaterThan):  # fmt: skip
        raise NoEnclosure(f"the condition {condition}")
    gap = ball(condition.lhs - condition.rhs, point)
    if not gap.imag.is_zero():
        return None
    if isinstance(condition, sp.StrictLessThan | sp.LessThan):
        gap = -gap
    if gap.real > 0 or (gap.real >= 0 and isinstance(condition, sp.LessThan | sp.GreaterThan)):
        return True
    strict = isinstance(condition, sp.StrictLessThan | sp.StrictGreaterThan)
    return False if gap.real < 0 or (strict and gap.real <= 0) else None


def _equal(condition: Any, point: Mapping[sp.Symbol, acb]) -> bool | None:
    """Whether two sides are equal, or are not."""
    gap = ball(condition.lhs - condition.rhs, point)
    if gap == 0:
        return isinstance(condition, sp.Eq)
    return None if gap.contains(0) else isinstance(condition, sp.Ne)


def _real(name: str) -> Callable[[list[acb], bool], acb]:
    """A function of real numbers that is not analytic everywhere."""

    def found(values: list[acb], analytic: bool) -> acb:
        if any(not value.imag.is_zero() for value in values):
            return acb(arb("nan"))
        parts = [value.real for value in values]
        if name == "abs":
            return values[0] if parts[0] > 0 else -values[0] if parts[0] < 0 else (
                acb(arb("nan")) if analytic else acb(abs(parts[0]))
            )  # fmt: skip
        if analytic:
            return acb(arb("nan"))
        if name == "floor":
            return acb(parts[0].floor())
        pick = (lambda a, b: a.max(b)) if name == "max" else (lambda a, b: a.min(b))
        return acb(reduce(pick, parts))

    return found


def _off(
    function: Callable[[list[acb]], acb], clear: Callable[[list[acb]], bool]
) -> Callable[[list[acb], bool], acb]:
    """A function with branch cuts, analytic on balls that are seen to be ``clear`` of them."""

    def found(values: list[acb], analytic: bool) -> acb:
        return acb(arb("nan")) if analytic and not clear(values) else function(values)

    return found


def _with_cuts(function: Callable[[list[acb]], acb]) -> Callable[[list[acb], bool], acb]:
    """A function that is not analytic across branch cuts, which are not looked for."""
    return _off(function, lambda _values: False)


def _on_reals(function: Callable[[arb], arb]) -> Callable[[list[acb], bool], acb]:
    """A function that is enclosed for real numbers alone."""

    def found(values: list[acb], analytic: bool) -> acb:
        inside = values[0].imag.is_zero() and not analytic
        return acb(function(values[0].real)) if inside else acb(arb("nan"))

    return found


def _narrow(value: arb) -> bool:
    return bool(abs(value) < 1)


def _gamma_clear(values: list[acb]) -> bool:
    """Whether an incomplete Gamma function is analytic in its second argument: its cut lies on the
    negative axis.
    """
    return bool(values[0].is_exact() or values[0].imag.is_zero()) and bool(values[1].real > 0)


def _beta_upto(values: list[acb], end: int) -> acb:
    return values[end].beta_lower(values[0], values[1])


def _beta_clear(values: list[acb]) -> bool:
    """Whether an incomplete Beta function is analytic in its upper end: its cuts are outside of
    (0, 1).
    """
    *fixed, upper = values
    still = all(value.is_exact() or value.imag.is_zero() for value in fixed)
    return still and bool(upper.real > 0) and bool(upper.real < 1)


_FUNCTIONS: dict[Any, Callable[[list[acb], bool], acb]] = {
    sp.exp: lambda v, _: v[0].exp(),
    sp.log: lambda v, analytic: v[0].log(analytic=analytic),
    sp.erf: lambda v, _: v[0].erf(),
    sp.erfc: lambda v, _: v[0].erfc(),
    sp.erfi: lambda v, _: v[0].erfi(),
    sp.gamma: lambda v, _: v[0].gamma(),
    sp.factorial: lambda v, _: (v[0] + 1).gamma(),
    sp.loggamma: _off(lambda v: v[0].lgamma(), lambda v: bool(v[0].real > 0)),
    sp.digamma: lambda v, _: v[0].digamma(),
    sp.beta: lambda v, _: v[0].gamma() * v[1].gamma() * (v[0] + v[1]).rgamma(),
    sp.zeta: lambda v, _: v[0].zeta(*v[1:]),
    sp.dirichlet_eta: lambda v, _: v[0].dirichlet_eta(),
    sp.polygamma: _off(lambda v: v[1].polygamma(v[0]), lambda v: bool(v[1].real > 0)),
    sp.lowergamma: _off(lambda v: v[1].gamma_lower(v[0]), _gamma_clear),
    sp.uppergamma: _off(lambda v: v[1].gamma_upper(v[0]), _gamma_clear),
    sp.betainc: _off(lambda v: _beta_upto(v, 3) - _beta_upto(v, 2), _beta_clear),
    sp.expint: _off(lambda v: v[1].expint(v[0]), _gamma_clear),
    sp.Ei: _with_cuts(lambda v: v[0].ei()),
    sp.Si: lambda v, _: v[0].si(),
    sp.lerchphi: _with_cuts(lambda v: v[0].lerch_phi(v[1], v[2])),
    sp.polylog: _with_cuts(lambda v: v[1].polylog(v[0])),
    sp.besselk: _off(lambda v: v[1].bessel_k(v[0]), lambda v: bool(v[1].real > 0)),
    sp.besseli: _with_cuts(lambda v: v[1].bessel_i(v[0])),
    sp.atan: _off(lambda v: v[0].atan(), lambda v: _narrow(v[0].imag)),
    sp.asin: _off(lambda v: v[0].asin(), lambda v: _narrow(v[0].real)),
    sp.acos: _off(lambda v: v[0].acos(), lambda v: _narrow(v[0].real)),
    sp.asinh: _off(lambda v: v[0].asinh(), lambda v: _narrow(v[0].imag)),
    sp.atanh: _off(lambda v: v[0].atanh(), lambda v: _narrow(v[0].real)),
    sp.acosh: _off(lambda v: v[0].acosh(), lambda v: bool(v[0].real > 1)),
    sp.sin: lambda v, _: v[0].sin(),
    sp.cos: lambda v, _: v[0].cos(),
    sp.tan: lambda v, _: v[0].tan(),
    sp.cot: lambda v, _: v[0].cot(),
    sp.sec: lambda v, _: v[0].sec(),
    sp.csc: lambda v, _: v[0].csc(),
    sp.sinh: lambda v, _: v[0].sinh(),
    sp.cosh: lambda v, _: v[0].cosh(),
    sp.tanh: lambda v, _: v[0].tanh(),
    sp.coth: lambda v, _: v[0].coth(),
    sp.sech: lambda v, _: v[0].sech(),
    sp.csch: lambda v, _: v[0].csch(),
    sp.erfinv: _on_reals(lambda v: v.erfinv()),
    sp.erfcinv: _on_reals(lambda v: v.erfcinv()),
    sp.Abs: _real("abs"),
    sp.floor: _real("floor"),
    sp.Max: _real("max"),
    sp.Min: _real("min"),
}
