"""Calculus on trees: substitution, derivatives, values at the ends of intervals, power series."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from flint import fmpz

from dpproofs.replay.algebra import Field, Ratio, over, rational
from dpproofs.replay.reader import Domain, Rejected, Tree, symbols

ONE: Tree = ("num", Fraction(1))
ZERO: Tree = ("num", Fraction(0))


def number(n: int | Fraction) -> Tree:
    """A rational number as a tree."""
    return ("num", Fraction(n))


def minus(a: Tree, b: Tree) -> Tree:
    """The tree of a difference."""
    return ("add", a, times(number(-1), b))


def times(*parts: Tree) -> Tree:
    """The tree of a product."""
    return ZERO if ZERO in parts else ("mul", *parts)


def put(node: Tree, values: Mapping[str, Tree]) -> Tree:
    """All of some variables replaced at once."""
    if node[0] == "sym":
        return values.get(node[1], node)
    return tuple(put(part, values) if type(part) is tuple else part for part in node)


def derivative(node: Tree, x: str) -> Tree:
    """The derivative of a tree in a variable of which no other variable is a function."""
    tag = node[0]
    if x not in symbols(node):
        return ZERO
    if tag == "sym":
        return ONE
    if tag == "add":
        return ("add", *(derivative(part, x) for part in node[1:]))
    if tag == "mul":
        parts = node[1:]
        rows = (
            times(*(derivative(p, x) if i == j else p for j, p in enumerate(parts)))
            for i in range(len(parts))
        )
        return ("add", *rows)
    u = node[1]
    if tag == "pow":
        e = node[2]
        lower = number(e[1] - 1) if e[0] == "num" else minus(e, ONE)
        inner = times(e, ("pow", u, lower), derivative(u, x))
        if x not in symbols(e):
            return inner
        return ("add", inner, times(node, ("log", u), derivative(e, x)))
    slopes: dict[str, Tree] = {
        "exp": node,
        "log": ("pow", u, number(-1)),
        "erf": times(
            number(2),
            ("pow", ("pi",), number(Fraction(-1, 2))),
            ("exp", times(number(-1), ("pow", u, number(2)))),
        ),
        "abs": times(node, ("pow", u, number(-1))),
    }
    if tag not in slopes:
        raise Rejected(f"no derivative of '{tag}'")
    return times(slopes[tag], derivative(u, x))


# -- ends of intervals ----------------------------------------------------------------------------


def same(a: Tree, b: Tree, domain: Domain) -> bool:
    """Whether two trees are defined and equal on a domain."""

    def work(field: Field) -> bool:
        return field.is_zero(field.sub(field.value(a), field.value(b)))

    return over(domain, work)


def positive(a: Tree, domain: Domain) -> bool:
    """Whether a tree is shown to be positive on a domain."""
    return over(domain, lambda field: field.sign(field.value(a))) == (1, True)


def weakly(a: Tree, domain: Domain) -> bool:
    """Whether a tree is shown to be nonnegative on a domain."""
    return over(domain, lambda field: field.weak(field.value(a)))


def at_end(node: Tree, x: str, end: Tree, domain: Domain) -> Tree:
    """The value at a finite end to which a function defined inside is continuous.

    The value with every part defined there; or 0 for a power whose base, positive inside, is 0
    at the end and whose exponent is positive and does not move.
    """
    if x not in symbols(node):
        return node
    if node[0] == "sym":
        return end
    parts = [at_end(part, x, end, domain) if type(part) is tuple else part for part in node[1:]]
    if node[0] == "pow" and x not in symbols(node[2]) and positive(parts[1], domain):
        return ZERO if same(parts[0], ZERO, domain) else (node[0], *parts)
    return (node[0], *parts)


def at_infinity(field: Field, value: Ratio, x: str, direction: int) -> Ratio:
    """The limit of a fraction as x tends to plus or minus infinity.

    Every monomial must be free of x, or hold an exponential that decays beside powers, or error
    functions of what tends to infinity; the denominator must not move.
    """
    below = [min(column) for column in zip(*value.den.to_dict(), strict=True)]
    still = value.den
    for g, n in zip(field.made, below, strict=False):
        if n and x in g.moves_with and g.kind == "exp":
            still = still / field.generator(g).num ** n
    if x in field.moves_with(Ratio(still, field.one)):
        raise Rejected("the denominator moves with the variable at an infinite end")
    gone = [a - b for a, b in zip(value.den.degrees(), still.degrees(), strict=True)]
    total = field.number(0)
    for above, coefficient in value.num.to_dict().items():
        exponents = [int(n) - int(m) for n, m in zip(above, gone, strict=True)]
        limit = field.number(rational(coefficient))
        rate, power = field.number(0), False
        for g, n in zip(field.made, exponents, strict=False):
            if n and x not in g.moves_with:
                limit = field.mul(limit, field.power(field.generator(g), n))
            elif n and g.kind == "exp":
                rate = field.add(rate, field.mul(g.argument, field.number(n)))
            elif n and g.kind == "erf":
                sign = lead_sign(field, g.argument[0], x, direction)
                limit = field.mul(limit, field.number(sign**n))
            elif n:
                power = True
                if g.label != x:
                    raise Rejected("a term whose limit at infinity is not seen")
        if x in field.moves_with(rate):
            if lead_sign(field, rate, x, direction) > 0:
                raise Rejected("a term grows at infinity")
        elif power:
            raise Rejected("a term grows at infinity")
        else:
            total = field.add(total, limit)
    return field.mul(total, Ratio(field.one, still))


def lead_sign(field: Field, value: Ratio, x: str, direction: int) -> int:
    """The sign near an infinite end of a polynomial in x that is not constant."""
    place = field.place[x]
    rest = [g for g in field.used(value.num, value.den) if g.label != x]
    rows = dict(field.by_power(value.num, place))
    degree = max(rows)
    if any(x in g.moves_with for g in rest) or degree < 1 or value.den.degrees()[place]:
        raise Rejected("not a polynomial in the variable at an infinite end")
    sign, strict = field.sign(Ratio(rows[degree], value.den))
    if not (sign and strict):
        raise Rejected("the sign of a leading coefficient is not shown")
    return int(sign * direction**degree)


# -- power series at 0+ ---------------------------------------------------------------------------


class Series:
    """``x**start (c[0] + c[1] x + ... ) + O(x**(start + len(c)))`` with c[0] != 0 or c empty."""

    def __init__(self, start: int, c: list[Fraction]) -> None:
        lost = next((i for i, value in enumerate(c) if value), len(c))
        self.start, self.c = start + lost, c[lost:]
        self.end = start + len(c)

    def at(self, n: int) -> Fraction:
        """The coefficient of x**n, for n < end."""
        return self.c[n - self.start] if n >= self.start else Fraction(0)

    def plus(self, other: Series) -> Series:
        """Sum."""
        end, start = min(self.end, other.end), min(self.start, other.start)
        return Series(start, [self.at(n) + other.at(n) for n in range(start, end)])

    def by(self, other: Series) -> Series:
        """Product."""
        size = min(len(self.c), len(other.c))
        rows = (zip(self.c[: n + 1], other.c[n::-1], strict=True) for n in range(size))
        return Series(
            self.start + other.start, [sum((a * b for a, b in row), Fraction(0)) for row in rows]
        )

    def inverse(self) -> Series:
        """Reciprocal."""
        if not self.c:
            raise Rejected("a division by a series that is 0 to the order computed")
        c: list[Fraction] = []
        for n in range(len(self.c)):
            known = sum((self.c[k] * c[n - k] for k in range(1, n + 1)), Fraction(0))
            c.append((int(n == 0) - known) / self.c[0])
        return Series(-self.start, c)

    def _regular(self) -> list[Fraction]:
        """The coefficients of 1, x, x**2, ...; at least the first is known, and there is no pole."""
        if self.end < 1 or self.start < 0:
            raise Rejected("a pole, or too little known, inside an exponential or logarithm")
        return [self.at(n) for n in range(self.end)]

    def exp(self) -> Series:
        """Exponential, from y' = u' y."""
        u, y = self._regular(), [Fraction(1)]
        if u[0]:
            raise Rejected("the exponential of a series with a constant term")
        for n in range(1, len(u)):
            y.append(sum((k * u[k] * y[n - k] for k in range(1, n + 1)), Fraction(0)) / n)
        return Series(0, y)

    def log(self) -> Series:
        """Logarithm, from y' = u'/u."""
        u = self._regular()
        if u[0] != 1:
            raise Rejected("the logarithm of a series whose constant term is not 1")
        slope = Series(0, [n * c for n, c in enumerate(u)][1:]).by(Series(0, u).inverse())
        terms = [Fraction(0)] + [slope.at(n) / (n + 1) for n in range(min(slope.end, len(u) - 1))]
        return Series(0, terms)

    def power(self, e: Fraction) -> Series:
        """Rational power: an integer one by products, another one as exp(e log)."""
        if e.denominator == 1 and abs(e) <= 60:
            base = self if e >= 0 else self.inverse()
            total = Series(0, [Fraction(1)] + [Fraction(0)] * (len(base.c) - 1))
            for _ in range(abs(int(e))):
                total = total.by(base)
            return total
        shift = self.start * e
        if not self.c or shift.denominator != 1 or abs(e) > 60:
            raise Rejected("a power of a series that is not a series")
        lead = root(self.c[0], e)
        body = Series(0, [c / self.c[0] for c in self.c]).log()
        grown = Series(0, [e * body.at(n) for n in range(body.end)]).exp()
        return Series(int(shift), [lead * grown.at(n) for n in range(grown.end)])


def root(value: Fraction, e: Fraction) -> Fraction:
    """A rational power of a positive rational that is rational."""
    n = e.denominator
    if value <= 0:
        raise Rejected("a fractional power of a series that is not positive")
    p, q = (int(fmpz(part).root(n)) for part in (value.numerator, value.denominator))
    if Fraction(p**n, q**n) != value:
        raise Rejected("a leading coefficient that is not rational")
    return Fraction(p, q) ** e.numerator


def series(node: Tree, order: int) -> Series:
    """The series of a tree in its one variable, from that many coefficients of each part."""
    tag = node[0]
    if tag == "num":
        return Series(0, [node[1]] + [Fraction(0)] * (order - 1))
    if tag == "sym":
        return Series(0, [Fraction(0), Fraction(1)] + [Fraction(0)] * (order - 2))
    if tag == "pow" and node[2][0] == "num":
        return series(node[1], order).power(node[2][1])
    if tag not in ("add", "mul", "exp", "log"):
        raise Rejected(f"no power series for '{tag}'")
    total, *more = [series(part, order) for part in node[1:]]
    if tag in ("exp", "log"):
        return total.exp() if tag == "exp" else total.log()
    for part in more:
        total = total.plus(part) if tag == "add" else total.by(part)
    return total
