"""Values of expressions at points: enclosed by ball arithmetic, or to many digits by mpmath."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import contextmanager
from functools import lru_cache, partial, reduce
from operator import add, mul
from typing import Any, TypeAlias
from zlib import crc32

import flint
import mpmath
import sympy as sp
from flint import arb, fmpq
from sympy.core.function import AppliedUndef

from dpproofs.checkers.lerch import lerch, lerch_digits
from dpproofs.kernel.examples import Larger, Smaller

BITS = 256  # with which values are enclosed unless more are asked for
EXPONENT = 64  # the largest exponent with which powers are computed exactly
LARGEST = 10**10_000  # the largest number of which mpmath computes the exponential
ROOT = 12  # the highest root that SymPy is asked about
_PLAIN = {Larger: "max", Smaller: "min"}


class NoValue(Exception):
    """The expression has no value that this evaluator can give at this point."""


@contextmanager
def working_precision(bits: int) -> Any:
    """Ball arithmetic at a precision that is given back afterwards."""
    before = flint.ctx.prec
    flint.ctx.prec = bits
    try:
        yield
    finally:
        flint.ctx.prec = before


def ball(expression: sp.Expr, point: Mapping[sp.Symbol, arb]) -> arb:
    """An enclosure at the working precision.

    Raises
    ------
    NoValue
        For a symbol without a value, or a function that is not known.
    """
    value: arb = _walk(expression, point, _BALL)
    return value


def balls(point: Mapping[sp.Symbol, sp.Expr]) -> dict[sp.Symbol, arb]:
    """Enclosures of exact coordinates."""
    return {
        symbol: arb(fmpq(int(value.p), int(value.q))) if value.is_Rational else ball(value, {})
        for symbol, value in point.items()
    }


def digits(expression: sp.Expr, point: Mapping[sp.Symbol, Any], context: Any) -> Any:
    """A value in an mpmath context of one's own (global precision is never touched)."""
    return _walk(expression, point, _mpmath(context))


def digits_along(
    expression: sp.Expr, variable: sp.Symbol, point: Mapping[sp.Symbol, Any], context: Any
) -> Callable[[Any], Any]:
    """The same as a function of one more variable; what does not move with it is computed once."""
    return _along(expression, variable, point, _mpmath(context))


def _exponential(context: Any, largest: Any, x: Any) -> Any:
    """exp(x); 0 or infinity where x has more digits than a computation could have."""
    if abs(x) <= largest:
        return context.exp(x)
    return context.zero if x < 0 else context.inf


def _mpmath(context: Any) -> dict[str, Callable[..., Any]]:
    return {
        "rational": lambda p, q: context.mpf(p) / q,
        "pi": lambda: +context.pi,
        "log": context.log,
        "exp": partial(_exponential, context, context.mpf(LARGEST)),  # read once, for it is long
        "erf": context.erf,
        "erfc": context.erfc,
        "atan": context.atan,
        "asin": lambda x: context.asin(x).real if abs(x) <= 1 else context.nan,
        "sin": context.sin,
        "cos": context.cos,
        "gamma": context.gamma,
        "lowergamma": lambda s, x: context.gammainc(s, 0, x),
        "betainc": context.betainc,
        "polylog": context.polylog,
        "lerchphi": partial(lerch_digits, context),
        "abs": abs,
        "max": max,
        "min": min,
        "floor": context.floor,
        "ceiling": context.ceil,
        "pow": context.power,
    }


@lru_cache(maxsize=16)
def mp_context(places: int) -> Any:
    """A mpmath context of our own with ``places`` decimal digits, and its nodes of quadrature."""
    context = mpmath.MPContext()
    context.dps = places
    return context


def _ball_power(base: arb, exponent: arb) -> arb:
    undefined = base.contains(0) and not exponent > 0  # 0**0 too
    return arb("nan") if undefined else base**exponent


_BALL: dict[str, Callable[..., Any]] = {
    "rational": lambda p, q: arb(fmpq(p, q)),
    "pi": arb.pi,
    "log": lambda x: x.log(),
    "exp": lambda x: x.exp(),
    "erf": lambda x: x.erf(),
    "erfc": lambda x: x.erfc(),
    "atan": lambda x: x.atan(),
    "asin": lambda x: x.asin(),
    "sin": lambda x: x.sin(),
    "cos": lambda x: x.cos(),
    "gamma": lambda x: x.gamma(),
    "lowergamma": lambda s, x: x.gamma_lower(s),
    "betainc": lambda a, b, x, y: y.beta_lower(a, b) - x.beta_lower(a, b),
    "polylog": lambda s, x: x.polylog(s),
    "lerchphi": lerch,
    "abs": abs,
    "max": lambda x, y: x.max(y),
    "min": lambda x, y: x.min(y),
    "floor": lambda x: x.floor(),
    "ceiling": lambda x: x.ceil(),
    "pow": _ball_power,
}


def _walk(expression: sp.Expr, point: Mapping[sp.Symbol, Any], table: Mapping[str, Any]) -> Any:
    values: list[Any] = []
    for leaf, run, places in _compiled(expression):
        given = point if leaf else [values[place] for place in places]
        values.append(run(given, table))
    return values[-1]


_Line: TypeAlias = tuple[bool, Callable[..., Any], tuple[int, ...]]


@lru_cache(maxsize=2_000)
def _compiled(expression: sp.Expr) -> tuple[_Line, ...]:
    """The expression line by line, each of its parts once however often it occurs."""
    lines: list[_Line] = []
    places: dict[sp.Expr, int] = {}

    def place(part: sp.Expr) -> int:
        if part not in places:
            leaf = _leaf(part)
            found = () if leaf else tuple(map(place, part.args))
            lines.append((leaf is not None, leaf or _operation(part), found))
            places[part] = len(lines) - 1
        return places[part]

    place(expression)
    return tuple(lines)


def _leaf(expression: sp.Expr) -> Callable[..., Any] | None:
    """A number or a symbol as a function of a point and a table."""
    if expression.is_Rational:
        numerator, denominator = int(expression.p), int(expression.q)
        return lambda _, table: table["rational"](numerator, denominator)
    if isinstance(expression, sp.Symbol):
        return partial(_coordinate, expression)
    if expression is sp.pi:
        return lambda _, table: table["pi"]()
    if expression is sp.E:
        return lambda _, table: table["exp"](table["rational"](1, 1))
    return None


def _along(
    expression: sp.Expr,
    variable: sp.Symbol,
    point: Mapping[sp.Symbol, Any],
    table: Mapping[str, Any],
) -> Callable[[Any], Any]:
    if expression == variable:
        return lambda x: x
    if variable not in expression.free_symbols:
        value = _walk(expression, point, table)
        return lambda _: value
    rest, operation = expression.args, _operation(expression)
    still = [argument for argument in rest if variable not in argument.free_symbols]
    if len(still) > 1 and (expression.is_Add or expression.is_Mul):  # the rest of it moves
        rest = (expression.func(*still), *(part for part in rest if part not in still))
    parts = [_along(argument, variable, point, table) for argument in rest]
    return lambda x: operation([part(x) for part in parts], table)


def _coordinate(symbol: sp.Symbol, point: Mapping[sp.Symbol, Any], _: Mapping[str, Any]) -> Any:
    if symbol not in point:
        raise NoValue(f"{symbol} has no value")
    return point[symbol]


def _operation(expression: sp.Expr) -> Callable[[list[Any], Mapping[str, Any]], Any]:
    """What the head of an expression does to the values of its arguments."""
    if expression.is_Add:
        return lambda values, _: reduce(add, values)
    if expression.is_Mul:
        return lambda values, _: reduce(mul, values)
    if expression.is_Pow and expression.exp.is_Integer:
        exponent = int(expression.exp)
        return lambda values, _: values[0] ** exponent
    if expression.is_Pow:
        return lambda values, table: table["pow"](*values)
    return partial(_function, expression.func)


def _function(head: Any, values: list[Any], table: Mapping[str, Any]) -> Any:
    if issubclass(head, AppliedUndef):  # whatever its name is
        if "unknown" not in table:
            raise NoValue(f"nothing is known of {head}")
        return table["unknown"](head, *values)
    name = _PLAIN.get(head) or head.__name__.lower()
    if name in ("max", "min"):
        return reduce(table[name], values)
    if name in table and name not in ("rational", "unknown"):
        try:
            return table[name](*values)
        except ValueError as problem:  # a pole, say
            raise NoValue(f"{name} has no value there: {problem}") from None
    raise NoValue(f"{head.__name__} has no value")


def rational_value(expression: sp.Expr, point: Mapping[sp.Symbol, sp.Expr]) -> sp.Expr | None:
    """The exact value, when it is a rational number that can be written down in little space."""
    at = dict(point)
    try:
        found = _walk(expression, _fractions(point), _EXACT)
        return sp.Rational(int(found.p), int(found.q))
    except ZeroDivisionError:
        return None
    except NoValue:  # roots may cancel, and functions of which nothing is known: SymPy is asked
        if expression.has(sp.Derivative) or _varies(expression, at):
            return None
        powers = [_apart(power).xreplace(at) for power in expression.atoms(sp.Pow)]
        if not all(e.is_Rational and abs(e) <= EXPONENT and e.q <= ROOT for _, e in powers):
            return None
        if any(base == 0 and exponent <= 0 for base, exponent in powers):
            return None
        value = expression.xreplace(at)
        return value if value.is_Rational else None


def _varies(expression: sp.Expr, point: Mapping[sp.Symbol, sp.Expr]) -> bool:
    """Whether the value is seen to depend on functions of which nothing is known: two choices of
    them give two values.
    """
    try:
        at = _fractions(point)
        choices = ({**_EXACT, "unknown": partial(_chosen, seed)} for seed in (1, 2))
        first, second = (_walk(expression, at, table) for table in choices)
    except (NoValue, ZeroDivisionError):
        return False
    return bool(first != second)


def _chosen(seed: int, head: Any, *values: fmpq) -> fmpq:
    """A value of a function, the same for the same arguments: a whole number above 0, which is a
    value of every function that a statement declares.
    """
    return fmpq(1 + crc32(f"{seed} {head} {values}".encode()) % 997)


def _apart(power: sp.Pow) -> sp.Tuple:
    """The base and the exponent, which SymPy does not put together when values are put in."""
    return sp.Tuple(power.base, power.exp)


def _fractions(point: Mapping[sp.Symbol, sp.Expr]) -> dict[sp.Symbol, fmpq]:
    for value in point.values():
        if not value.is_Rational:
            raise NoValue(f"{value} is not known to be rational")
    return {name: fmpq(int(value.p), int(value.q)) for name, value in point.items()}


def _exact_power(base: fmpq, exponent: fmpq) -> fmpq:
    if exponent.q != 1 or abs(exponent.p) > EXPONENT:
        raise NoValue("a root need not be rational, and a high power takes much space")
    if base == 0 and exponent == 0:
        raise ZeroDivisionError("0**0 has no value")
    return base ** int(exponent.p)


def _no_value(*_: object) -> fmpq:
    raise NoValue("not rational, as far as is known")


_EXACT: dict[str, Callable[..., Any]] = {
    **dict.fromkeys(
        (
            "pi",
            "log",
            "exp",
            "erf",
            "atan",
            "asin",
            "sin",
            "cos",
            "gamma",
            "lowergamma",
            "betainc",
            "polylog",
            "lerchphi",
        ),
        _no_value,
    ),
    "rational": fmpq,
    "abs": abs,
    "max": max,
    "min": min,
    "floor": lambda x: fmpq(x.floor()),
    "ceiling": lambda x: fmpq(x.ceil()),
    "pow": _exact_power,
}
