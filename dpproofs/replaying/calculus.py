"""Calculus on trees: derivatives, values at the ends of intervals, power series."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache

from flint import fmpz

from dpproofs.replaying.algebra import POWER, Field, Fields, Poly
from dpproofs.replaying.reader import Domain, Number, Tree, need, symbols

UNKNOWN = ("apply", "mass")


@lru_cache(maxsize=4096)
def number(n: int | Fraction) -> Tree:
    """A rational number as a tree."""
    return ("num", Number(n))


ZERO, ONE = number(0), number(1)


def times(*parts: Tree) -> Tree:
    """The tree of a product."""
    return ZERO if ZERO in parts else ("mul", *parts)


def minus(a: Tree, b: Tree) -> Tree:
    """The tree of a difference."""
    return ("add", a, times(number(-1), b))


def put(node: Tree, values: Mapping[str, Tree]) -> Tree:
    """All of some variables replaced at once."""
    if node[0] == "sym":
        return values.get(node[1], node)
    return tuple(put(part, values) if type(part) is tuple else part for part in node)


def derivative(node: Tree, x: str) -> Tree:
    """The derivative of a tree in a variable with which no other variable moves."""
    tag, *parts = node
    if x not in symbols(node):
        return ZERO
    if tag == "sym":
        return ONE
    need(tag not in UNKNOWN, "no derivative of what nothing is known of")
    slopes = [derivative(part, x) for part in parts]
    if tag == "add":
        return ("add", *slopes)
    if tag == "mul":
        rows = (times(*parts[:i], slope, *parts[i + 1 :]) for i, slope in enumerate(slopes))
        return ("add", *rows)
    if tag == "pow":
        base, exponent = parts
        one_less = number(exponent[1] - 1) if exponent[0] == "num" else minus(exponent, ONE)
        inner = times(exponent, ("pow", base, one_less), slopes[0])
        return ("add", inner, ZERO if slopes[1] == ZERO else times(node, ("log", base), slopes[1]))
    if tag == "exp":
        return times(node, slopes[0])
    if tag == "log":
        return times(("pow", parts[0], number(-1)), slopes[0])
    *first, last = parts
    need(tag in SLOPES, f"no derivative of '{tag}'")
    need(x not in symbols(tuple(first)), f"no derivative of '{tag}' where its order moves")
    return times(SLOPES[tag](*first, last), slopes[-1])


def _power(base: Tree, n: int | Fraction) -> Tree:
    return ("pow", base, number(n))


def _square(u: Tree) -> Tree:
    return _power(u, 2)


SLOPES: dict[str, Callable[..., Tree]] = {
    "erf": lambda u: times(
        number(2), _power(("pi",), Fraction(-1, 2)), ("exp", times(number(-1), _square(u)))
    ),
    "atan": lambda u: _power(("add", ONE, _square(u)), -1),
    "asin": lambda u: _power(minus(ONE, _square(u)), Fraction(-1, 2)),
    "sin": lambda u: ("cos", u),
    "cos": lambda u: times(number(-1), ("sin", u)),
    "lowergamma": lambda z, u: times(("pow", u, minus(z, ONE)), ("exp", times(number(-1), u))),
    "lowerbeta": lambda y, z, u: times(
        ("pow", u, minus(y, ONE)), ("pow", minus(ONE, u), minus(z, ONE))
    ),
}  # of functions, in their last argument


# -- ends of intervals ----------------------------------------------------------------------------


def at_end(fields: Fields, node: Tree, x: str, end: Tree, domain: Domain) -> Tree:
    """The value to which a function that is defined inside tends at a finite end.

    Where every part is defined at the end, all operations are continuous there. Also a power
    tends to 0 whose base does and whose exponent is positive and does not move.
    """
    if x not in symbols(node):
        return node
    if node[0] == "sym":
        return end
    need(node[0] not in UNKNOWN, "what nothing is known of need not be continuous")
    parts = [at_end(fields, part, x, end, domain) for part in node[1:]]
    if node[0] == "pow" and x not in symbols(node[2]) and (
        fields.shows(parts[0], "==", ZERO, domain) and fields.shows(parts[1], ">", ZERO, domain)
    ):  # fmt: skip
        return ZERO
    return (node[0], *parts)


def coefficients(field: Field, p: Poly, x: str) -> dict[int, Poly]:
    """The coefficients of powers of x in a polynomial of which nothing else moves with x."""
    place = field.place[x]
    moving = [i for i in field.used(p) if i != place and x in field.made[i].moves]
    need(not moving, f"something else than {x} itself moves with {x}")
    return field.by_power(p, place)


# -- power series at 0+ ---------------------------------------------------------------------------


class Series:
    """``x**start (c[0] + c[1] x + ... ) + O(x**end)`` with c[0] != 0, or c empty."""

    def __init__(self, start: int, c: list[Fraction]) -> None:
        lost = next((i for i, value in enumerate(c) if value), len(c))
        self.start, self.c, self.end = start + lost, c[lost:], start + len(c)

    def at(self, n: int) -> Fraction:
        """The coefficient of x**n, for n < end."""
        return self.c[n - self.start] if n >= self.start else Fraction(0)

    def __add__(self, other: Series) -> Series:
        end, start = min(self.end, other.end), min(self.start, other.start)
        return Series(start, [self.at(n) + other.at(n) for n in range(start, end)])

    def __mul__(self, other: Series) -> Series:
        size = min(len(self.c), len(other.c))
        rows = (zip(self.c[: n + 1], other.c[n::-1], strict=True) for n in range(size))
        return Series(self.start + other.start, [_sum(a * b for a, b in row) for row in rows])

    def exp(self) -> Series:
        """Exponential, from y' = u' y."""
        fits = self.start >= 0 and self.end >= 1 and not self.at(0)
        need(fits, "the exponential of a series that does not tend to 0")
        y = [Fraction(1)]
        for n in range(1, self.end):
            y.append(_sum(k * self.at(k) * y[n - k] for k in range(1, n + 1)) / n)
        return Series(0, y)

    def power(self, e: Fraction) -> Series:
        """A rational power, from u y' = e u' y."""
        start = self.start * e
        need(bool(self.c) and start.denominator == 1, "a power that is not a known series")
        u, y = self.c, [root(self.c[0], e)]
        for n in range(1, len(u)):
            known = _sum((e * k - (n - k)) * u[k] * y[n - k] for k in range(1, n + 1))
            y.append(known / (n * u[0]))
        return Series(int(start), y)


def _sum(terms: Iterable[Fraction]) -> Fraction:
    return sum(terms, Fraction(0))


def root(value: Fraction, e: Fraction) -> Fraction:
    """A rational power of a rational that is rational."""
    n = e.denominator
    need(abs(e) <= POWER and n <= POWER and (n == 1 or value > 0), "a power that is not real")
    p, q = (int(fmpz(abs(part)).root(n)) for part in (value.numerator, value.denominator))
    root = Fraction(p if value > 0 else -p, q)
    need(root**n == value, "a leading coefficient that is not rational")
    return root**e.numerator


def series(fields: Fields, node: Tree, order: int) -> Series:
    """The series of a tree in its one variable, from that many coefficients of each part."""
    fields.tick()
    tag, *parts = node
    if tag in ("num", "sym"):
        terms = [parts[0], Fraction(0)] if tag == "num" else [Fraction(0), Fraction(1)]
        return Series(0, terms + [Fraction(0)] * (order - 2))
    if tag == "pow" and parts[1][0] == "num":
        return series(fields, parts[0], order).power(parts[1][1])
    need(tag in ("add", "mul", "exp"), f"no power series for '{tag}'")
    total, *more = [series(fields, part, order) for part in parts]
    for part in more:
        total = total + part if tag == "add" else total * part
    return total.exp() if tag == "exp" else total
