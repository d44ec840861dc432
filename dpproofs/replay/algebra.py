"""Exact algebra: trees as fractions of polynomials in generators, with every division justified.

A field belongs to one domain. Its generators are the variables, ``exp`` and positive powers with
one exponent each, logarithms, and applications of functions of which nothing is known. Treating
generators as independent can only miss an equality or a sign, never invent one; the relations of
roots, ``r**n = f``, are put in before an expression is called zero.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import comb, lcm
from typing import Any, TypeAlias, TypeVar

from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx

from dpproofs.replay.reader import INFINITY, MINUS_INFINITY, Domain, Rejected, Tree, Variable

TERMS, POWER, BITS, SLOTS, SECONDS = 3000, 200, 20_000, 32, 20.0
POLYA, FACES = 4, 243

Poly: TypeAlias = fmpq_mpoly
T = TypeVar("T")


class Restart(Exception):
    """The field needs more generators, or a finer unit for some exponent."""


@dataclass(frozen=True)
class Ratio:
    """``num / den``; the denominator was shown not to vanish on the domain."""

    num: Poly
    den: Poly


@dataclass
class Generator:
    """What a generator stands for, and where its values lie."""

    label: str
    lower: Ratio | None
    upper: Ratio | None
    ends: str
    moves_with: frozenset[str]
    kind: str
    argument: Any = None  # exp: its exponent; log: what it is the logarithm of
    root: tuple[int, Ratio] | None = None
    integer: bool = False


class Plan:
    """What is learnt between attempts, and the time that is left."""

    def __init__(self) -> None:
        self.slots = 8
        self.units: dict[str, int] = {}
        self.until = time.monotonic() + SECONDS

    def refine(self, label: str, unit: int) -> int:
        """The unit of an exponent, as fine as every use of it so far."""
        old = self.units.get(label, 1)
        self.units[label] = lcm(old, unit)
        if self.units[label] > POWER:
            raise Rejected("an exponent with too large a denominator")
        if self.units[label] != old:
            raise Restart
        return old


def over(domain: Domain, work: Callable[[Field], T], plan: Plan | None = None) -> T:
    """Do some work in the field of a domain, again while the field has to grow."""
    plan = plan or Plan()
    for _ in range(30):
        try:
            return work(Field(domain, plan))
        except Restart:
            continue
    raise Rejected("too many different exponents")


class Field:
    """Fractions of polynomials over one domain, which is shown to be sound and not empty."""

    def __init__(self, domain: Domain, plan: Plan) -> None:
        self.plan = plan
        names = [f"g{i}" for i in range(plan.slots)]
        self.ctx = fmpq_mpoly_ctx.get(names, Ordering.lex)
        self.gens = self.ctx.gens()
        self.one = self.ctx.constant(1)
        self.made: list[Generator] = []
        self.place: dict[str, int] = {}
        self._values: dict[Tree, Ratio] = {}
        self._signs: dict[str, tuple[int, bool]] = {}
        for variable in domain:
            self._admit(variable)

    # -- generators -------------------------------------------------------------------------------

    def _admit(self, v: Variable) -> None:
        lower, upper = (
            None if bound == infinite else self.value(bound)
            for bound, infinite in ((v.lower, MINUS_INFINITY), (v.upper, INFINITY))
        )
        if lower and upper:
            width = self.sub(upper, lower)
            if self.sign(width) != (1, True) and not (v.integer and self.weak(width)):
                raise Rejected(f"domain: {v.name} is not shown to have lower < upper")
        for bound, mark in ((lower, v.ends[0] == "["), (upper, v.ends[1] == "]")):
            if v.integer and bound and not (mark and self.is_integer(bound)):
                raise Rejected(f"domain: the bounds of the integer {v.name} are not integers")
            if mark and bound is None:
                raise Rejected(f"domain: {v.name} cannot be infinite")
        root = None
        if v.root:
            root = (v.root[0], self.value(v.root[1]))
            if lower is None or upper is None or v.integer or v.ends != "()":
                raise Rejected(f"domain: the root {v.name} needs two open bounds")
            below = self.sub(root[1], self.power(lower, v.root[0]))
            above = self.sub(self.power(upper, v.root[0]), root[1])
            if not self.weak(lower):
                raise Rejected(f"domain: the root {v.name} is not shown to be positive")
            if self.sign(below) != (1, True) or self.sign(above) != (1, True):
                raise Rejected(f"domain: the root {v.name} is not shown to lie in its bounds")
        kind = "root variable" if root else "variable"
        self.generator(Generator(
            v.name, lower, upper, v.ends, frozenset((v.name,)), kind, root=root, integer=v.integer
        ))  # fmt: skip

    def weak(self, value: Ratio) -> bool:
        """Whether a value is shown to be >= 0."""
        return self.sign(value)[0] > 0 or self.is_zero(value)

    def generator(self, new: Generator) -> Ratio:
        """The generator of that label, made if need be."""
        if new.label not in self.place:
            if len(self.made) == self.plan.slots:
                if self.plan.slots >= SLOTS:
                    raise Rejected(f"more than {SLOTS} generators")
                self.plan.slots *= 2
                raise Restart
            self.place[new.label] = len(self.made)
            self.made.append(new)
        return Ratio(self.gens[self.place[new.label]], self.one)

    def label(self, value: Ratio) -> str:
        """A text that is the same exactly for equal fractions, whatever the numbering."""
        lead = value.den.leading_coefficient()
        return f"{self._text(value.num / lead)}/{self._text(value.den / lead)}"

    def _text(self, p: Poly) -> str:
        terms = (
            "*".join([str(c), *sorted(f"{self.made[i].label}^{n}" for i, n in enumerate(e) if n)])
            for e, c in p.to_dict().items()
        )
        return "(" + "+".join(sorted(terms)) + ")"

    def used(self, *polys: Poly) -> list[Generator]:
        """The generators that occur in some polynomials."""
        degrees = [p.degrees() for p in polys]
        return [g for i, g in enumerate(self.made) if any(d[i] > 0 for d in degrees)]

    def moves_with(self, value: Ratio) -> frozenset[str]:
        """The variables on which a value depends, through any generator."""
        return frozenset().union(*(g.moves_with for g in self.used(value.num, value.den)))

    # -- arithmetic -------------------------------------------------------------------------------

    def number(self, n: int | Fraction) -> Ratio:
        """A rational constant."""
        return Ratio(self.ctx.constant(fmpq(n.numerator, n.denominator)), self.one)

    def constant(self, value: Ratio) -> Fraction | None:
        """The rational number that a value is, if it is one."""
        if not (value.num.is_constant() and value.den.is_constant()):
            return None
        if value.num.is_zero():
            return Fraction(0)
        return rational(value.num.leading_coefficient() / value.den.leading_coefficient())

    def _lowest(self, num: Poly, den: Poly) -> Ratio:
        if time.monotonic() > self.plan.until:
            raise Rejected(f"a step takes more than {SECONDS:.0f} seconds")
        for p in (num, den):
            if len(p) > TERMS or any(d > 2 * POWER for d in p.degrees()):
                raise Rejected(f"a polynomial grows beyond {TERMS} terms or degree {2 * POWER}")
            if any(max(int(c.p).bit_length(), int(c.q).bit_length()) > BITS for c in p.coeffs()):
                raise Rejected(f"a coefficient grows beyond {BITS} bits")
        if den.is_constant():
            return Ratio(num / den.leading_coefficient(), self.one)
        common = num.gcd(den)
        den = den / common
        lead = den.leading_coefficient()
        return Ratio(num / common / lead, den / lead)

    def add(self, a: Ratio, b: Ratio) -> Ratio:
        """Sum."""
        if a.den == b.den:
            return self._lowest(a.num + b.num, a.den)
        return self._lowest(a.num * b.den + b.num * a.den, a.den * b.den)

    def sub(self, a: Ratio, b: Ratio) -> Ratio:
        """Difference."""
        return self.add(a, Ratio(-b.num, b.den))

    def mul(self, a: Ratio, b: Ratio) -> Ratio:
        """Product."""
        return self._lowest(a.num * b.num, a.den * b.den)

    def power(self, a: Ratio, n: int) -> Ratio:
        """Integer power; a negative one only of what is shown not to vanish."""
        if abs(n) > POWER:
            raise Rejected(f"an exponent beyond {POWER}")
        if n <= 0 and not self.nonzero(a.num):
            raise Rejected("a division by something that is not shown to differ from 0")
        if n < 0:
            a, n = Ratio(a.den, a.num), -n
        for p in (a.num, a.den):
            bits = max(
                (int(c.p).bit_length() + int(c.q).bit_length() for c in p.coeffs()), default=0
            )
            if comb(n + max(len(p), 1) - 1, n) > 20 * TERMS or bits * n > BITS:
                raise Rejected("a power that grows too large")
        return self._lowest(a.num**n, a.den**n)

    # -- trees ------------------------------------------------------------------------------------

    def value(self, node: Tree) -> Ratio:
        """The fraction that a tree is, every part of it shown to be defined on the domain."""
        if node not in self._values:
            self._values[node] = self._value(node)
        return self._values[node]

    def _value(self, node: Tree) -> Ratio:
        tag, *rest = node
        if tag == "num":
            return self.number(rest[0])
        if tag == "sym":
            return Ratio(self.gens[self.place[rest[0]]], self.one)
        if tag == "pi":
            low, high = self.number(3), self.number(4)
            return self.generator(Generator("pi()", low, high, "()", frozenset(), "pi"))
        if tag == "pow":
            return self._pow(self.value(rest[0]), self.value(rest[1]))
        if tag == "apply":
            name, rest = rest[0], rest[1:]
        values = [self.value(part) for part in rest]
        if tag in ("add", "mul"):
            return self._joined(tag, values)
        if tag == "exp":
            return self._exp(values[0])
        if tag == "log":
            return self._log(values[0])
        if tag in ("abs", "max", "min"):
            return self._chosen(tag, values)
        if tag == "erf":
            u = self.canonical(values[0])
            if u.num.is_zero():
                return u
            odd = 1 if u.num.leading_coefficient() > 0 else -1
            value = self._opaque(
                "erf", [Ratio(odd * u.num, u.den)], self.number(-1), self.number(1)
            )
            return self.mul(self.number(odd), value)
        return self._opaque(f"apply {name}", values, None, None)

    def _joined(self, tag: str, values: list[Ratio]) -> Ratio:
        total = values[0]
        for value in values[1:]:
            total = self.add(total, value) if tag == "add" else self.mul(total, value)
        return total

    def _opaque(
        self, name: str, values: list[Ratio], low: Ratio | None, high: Ratio | None
    ) -> Ratio:
        values = [self.canonical(value) for value in values]
        label = f"{name}({','.join(map(self.label, values))})"
        moves = frozenset().union(*map(self.moves_with, values))
        kind = name.split(maxsplit=1)[0]
        return self.generator(Generator(label, low, high, "()", moves, kind, tuple(values)))

    def _chosen(self, tag: str, values: list[Ratio]) -> Ratio:
        """An absolute value, maximum or minimum that is the same branch on the whole domain."""
        if tag == "abs":
            values = [values[0], Ratio(-values[0].num, values[0].den)]
        best = values[0]
        for other in values[1:]:
            gap = self.sub(other, best)
            sign = 0 if self.is_zero(gap) else self.sign(gap)[0]
            if not (sign or self.is_zero(gap)):
                raise Rejected(f"{tag}: which branch applies is not shown")
            if (sign > 0) == (tag != "min") and sign:
                best = other
        return best

    def _pow(self, base: Ratio, exponent: Ratio) -> Ratio:
        n = self.constant(exponent)
        if n is not None and n.denominator == 1:
            return self.power(base, int(n))
        total = self.number(1)
        for f, times in self.positive_factors(base):
            power = self.mul(exponent, self.number(times))
            bare = [g for g in self.used(f.num) if g.kind == "exp" and f == self.generator(g)]
            if bare:  # exp(u)**e = exp(u e)
                total = self.mul(total, self._raised(None, self.mul(bare[0].argument, power)))
            else:
                total = self.mul(total, self._raised(f, power))
        return total

    def positive_factors(self, a: Ratio) -> list[tuple[Ratio, int]]:
        """Positive irreducible factors and small primes whose product is the given value."""
        found, content = [], Fraction(1)
        for p, direction in ((a.num, 1), (a.den, -1)):
            if p.is_zero():
                raise Rejected("a logarithm or power of 0")
            lead, factors = p.factor()
            content *= rational(fmpq(lead)) ** direction
            for f, times in ((f, int(n)) for f, n in factors):
                sign, strict = self.factor_sign(f)
                if not (sign and strict):
                    raise Rejected("a logarithm or power of what is not shown to be positive")
                content *= sign ** (times % 2)
                found.append((Ratio(f * sign, self.one), direction * times))
        if content <= 0:
            raise Rejected("a logarithm or power of what is not shown to be positive")
        primes = [(p, m) for p, m in _primes(content.numerator)]
        primes += [(p, -m) for p, m in _primes(content.denominator)]
        return [(self.number(p), m) for p, m in primes] + found

    def _raised(self, base: Ratio | None, exponent: Ratio) -> Ratio:
        """``base**exponent`` for an irreducible positive base, or exp (base None)."""
        total, exponent = self.number(1), self.canonical(exponent)
        for key, coefficient in exponent.num.to_dict().items():
            c = rational(coefficient)
            monomial = self.ctx.from_dict({key: 1})
            unit = self._lowest(monomial, exponent.den)
            inner = self._log_inside(unit) if base is None else None
            if inner is not None:
                part = self._pow(inner[0], self.mul(inner[1], self.number(c)))
            elif base is not None and self.constant(unit) is not None:
                whole = c * (self.constant(unit) or 0)
                part = self._root_power(base, whole)
            else:
                part = self._unit_power(base, unit, c)
            total = self.mul(total, part)
        return total

    def _log_inside(self, unit: Ratio) -> tuple[Ratio, Ratio] | None:
        """exp(rest * log f) is f**rest: the f and the rest, when there is one such factor."""
        logs = [g for g in self.used(unit.num) if g.kind == "log"]
        if len(logs) != 1:
            return None
        place = self.place[logs[0].label]
        if unit.num.degrees()[place] != 1:
            return None
        return logs[0].argument, Ratio(unit.num / self.gens[place], unit.den)

    def _root_power(self, base: Ratio, exponent: Fraction) -> Ratio:
        if exponent.denominator == 1:
            return self.power(base, int(exponent))
        label = f"root {self.label(base)}"
        unit = self.plan.refine(label, exponent.denominator)
        root = self.generator(Generator(
            label, self.number(0), None, "()", self.moves_with(base), "root", root=(unit, base)
        ))  # fmt: skip
        whole, rest = divmod(int(exponent * unit), unit)
        return self.mul(self.power(base, whole), self.power(root, rest))

    def _unit_power(self, base: Ratio | None, unit: Ratio, times: Fraction) -> Ratio:
        name = "exp" if base is None else f"power {self.label(base)}"
        label = f"{name}({self.label(unit)})"
        fine = self.plan.refine(label, times.denominator)
        moves = self.moves_with(unit) | (self.moves_with(base) if base else frozenset())
        low, high = self.number(0), None
        sign = self.sign(unit) if base is None else (0, False)
        if sign == (1, True):
            low = self.number(1)
        elif sign == (-1, True):
            high = self.number(1)
        argument = self.mul(unit, self.number(Fraction(1, fine)))
        kind = "exp" if base is None else "power"
        part = argument if base is None else (base, argument)
        g = self.generator(Generator(label, low, high, "()", moves, kind, part))
        return self.power(g, int(times * fine))

    def _exp(self, exponent: Ratio) -> Ratio:
        return self._raised(None, exponent)

    def _log(self, argument: Ratio) -> Ratio:
        total = self.number(0)
        for f, times in self.positive_factors(argument):
            label, moves = f"log({self.label(f)})", self.moves_with(f)
            g = self.generator(Generator(label, None, None, "()", moves, "log", f))
            total = self.add(total, self.mul(g, self.number(times)))
        return total

    # -- zero, signs, integers --------------------------------------------------------------------

    def is_zero(self, value: Ratio) -> bool:
        """True when a value vanishes identically by the relations of roots (False: not shown)."""
        return bool(self._reduced(value.num).num.is_zero())

    def _reduced(self, p: Poly) -> Ratio:
        """The same value without high powers of roots."""
        den = self.one
        for i in reversed(range(len(self.made))):
            root = self.made[i].root
            if root is None or p.degrees()[i] < root[0]:
                continue
            order, radicand = root
            parts = dict(self.by_power(p, i))
            most = max(n // order for n in parts)
            p = sum(
                (
                    c * self.gens[i] ** (n % order)
                    * radicand.num ** (n // order) * radicand.den ** (most - n // order)
                    for n, c in parts.items()
                ),
                self.ctx.constant(0),
            )  # fmt: skip
            den = den * radicand.den**most
            self._lowest(p, den)
        return Ratio(p, den)

    def canonical(self, value: Ratio) -> Ratio:
        """The same value, with powers of roots put in above and below."""
        a, b = self._reduced(value.num), self._reduced(value.den)
        return self._lowest(a.num * b.den, a.den * b.num)

    def by_power(self, p: Poly, place: int) -> Iterator[tuple[int, Poly]]:
        """The coefficients of a polynomial in one generator."""
        rows: dict[int, dict[tuple[int, ...], Any]] = {}
        for e, c in p.to_dict().items():
            rows.setdefault(int(e[place]), {})[(*e[:place], 0, *e[place + 1 :])] = c
        return ((n, self.ctx.from_dict(row)) for n, row in rows.items())

    def nonzero(self, p: Poly) -> bool:
        """Whether a polynomial is shown to vanish nowhere on the domain."""
        return self.poly_sign(p) in ((1, True), (-1, True))

    def sign(self, value: Ratio) -> tuple[int, bool]:
        """1 or -1 with True when strict; (0, True) for zero, (0, False) when not shown."""
        if self.is_zero(value):
            return 0, True
        (a, strict), (b, _) = self.poly_sign(value.num), self.poly_sign(value.den)
        return a * b, strict

    def poly_sign(self, p: Poly) -> tuple[int, bool]:
        """The sign of a polynomial, as the product over its irreducible factors."""
        if p.is_zero():
            return 0, False
        content, factors = p.factor()
        total, strict = (1 if content > 0 else -1), True
        for f, times in factors:
            sign, firm = self.factor_sign(f)
            total *= 1 if int(times) % 2 == 0 else sign
            strict = strict and firm
        return total, strict and total != 0

    def factor_sign(self, f: Poly) -> tuple[int, bool]:
        """The sign of an irreducible polynomial, by coefficients on the positive orthant."""
        key = str(f)
        if key not in self._signs:
            needed = self._needed(f)
            closed = [g.ends.count("[") + g.ends.count("]") for g in needed]
            if any(g.lower is None and g.upper is None for g in needed) or len(needed) > 12:
                self._signs[key] = (0, False)
                return 0, False
            inside = self._on_face(f, needed, ["i"] * len(needed))
            strict = inside != 0 and 3 ** sum(c > 0 for c in closed) <= FACES
            if strict:
                strict = all(
                    self._on_face(f, needed, list(face)) == inside for face in _faces(needed)
                )
            self._signs[key] = (inside, strict)
        return self._signs[key]

    def _needed(self, f: Poly) -> list[Generator]:
        """The generators of which a polynomial and their bounds speak, in their order."""
        found: set[str] = set()
        todo = self.used(f)
        while todo:
            g = todo.pop()
            found.add(g.label)
            bounds = [p for b in (g.lower, g.upper) if b for p in (b.num, b.den)]
            todo += [new for new in self.used(*bounds) if new.label not in found]
        return [g for g in self.made if g.label in found]

    def _on_face(self, p: Poly, needed: list[Generator], face: list[str]) -> int:
        """One sign on the interior or a face, substituting ``(l + u s)/(1 + s)`` backwards."""
        sign = 1
        for g, where in reversed(list(zip(needed, face, strict=True))):
            place = self.place[g.label]
            num, den, direction = self._orthant(g, where)
            degree = int(p.degrees()[place])
            total = self.ctx.constant(0)
            for n, c in self.by_power(p, place):
                total += c * num**n * den ** (degree - n)
            p = total
            self._lowest(p, self.one)
            sign *= direction**degree
        return sign * self._by_coefficients(p, needed)

    def _orthant(self, g: Generator, where: str) -> tuple[Poly, Poly, int]:
        """The generator as num / den in s > 0 (which takes its place), and the sign of den."""
        s = self.gens[self.place[g.label]]
        low, high = g.lower, g.upper
        if where == "l" and low:
            return low.num, low.den, self.poly_sign(low.den)[0]
        if where == "u" and high:
            return high.num, high.den, self.poly_sign(high.den)[0]
        if low and high:
            den = low.den * high.den
            num = low.num * high.den + high.num * low.den * s
            return num, den * (1 + s), self.poly_sign(den)[0]
        if low:
            return low.num + low.den * s, low.den, self.poly_sign(low.den)[0]
        high = high or self.number(0)
        return high.num - high.den * s, high.den, self.poly_sign(high.den)[0]

    def _by_coefficients(self, p: Poly, needed: list[Generator]) -> int:
        """1 or -1 when all coefficients agree, if need be factor by factor after Polya's trick."""
        if _one_signed(p):
            return _one_signed(p)
        if p.is_zero():
            return 0
        content, factors = p.factor()
        total = 1 if content > 0 else -1
        lift = sum((self.gens[self.place[g.label]] for g in needed), self.one)
        for factor, times in factors:
            f, tries = factor, 0
            while not _one_signed(f) and tries < POLYA and len(f) <= 400:
                f, tries = f * lift, tries + 1
            total *= _one_signed(f) ** int(times)
        return total

    def is_integer(self, value: Ratio) -> bool:
        """Whether a value is a polynomial with integer coefficients in integer variables."""
        return bool(
            value.den.is_one()
            and all(g.integer for g in self.used(value.num))
            and all(int(c.q) == 1 for c in value.num.coeffs())
        )


def rational(q: fmpq) -> Fraction:
    """FLINT's rational as Python's."""
    return Fraction(int(q.p), int(q.q))


def _one_signed(p: Poly) -> int:
    signs = {1 if c > 0 else -1 for c in p.coeffs()}
    return signs.pop() if len(signs) == 1 else 0


def _faces(needed: list[Generator]) -> Iterator[tuple[str, ...]]:
    """Every choice of an interior or a closed end for each generator."""
    marks = [
        "i" + ("l" if g.ends[0] == "[" else "") + ("u" if g.ends[1] == "]" else "") for g in needed
    ]
    return product(*marks)


def _primes(n: int) -> list[tuple[int, int]]:
    """Small prime factors with multiplicity, and what is left."""
    found = []
    for p in range(2, 1000):
        times = 0
        while n % p == 0:
            n, times = n // p, times + 1
        if times:
            found.append((p, times))
    return found + ([(n, 1)] if n > 1 else [])
