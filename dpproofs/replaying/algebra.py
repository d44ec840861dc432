"""Exact algebra: trees as fractions of polynomials in generators, with every division justified.

A field belongs to one domain. Its generators are the variables, ``exp`` and positive powers with
one exponent each, logarithms, and what nothing is known of: values of functions, probabilities of
sets. Treating generators as independent can only miss an equality or a sign, never invent one; the
relations of roots, ``r**n = f``, are put in before an expression is called zero.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice, product
from math import comb, lcm, prod
from typing import Any, TypeAlias, TypeVar

from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx, fmpz

from dpproofs.replaying import special
from dpproofs.replaying.reader import Domain, Rejected, Tree, Variable, need

TERMS, WORK, POWER, BITS, FACES, SECONDS = 3000, 200_000, 200, 20_000, 243, 30.0
FEW, SLOTS = 12, 32  # generators for which there is room; nearly always the fewer are enough
WAYS = 27  # in which bounds are left out
SHORT = 30  # terms of what is multiplied by its own monomials

UNSIGNED = "a logarithm or power of what is not shown to be positive"
VANISHING = "a power of what may be 0, with an exponent that is not shown to be positive"

SETS = ("noise", "between", "set", "moved", "mirror", "meet", "join", "not")

Poly: TypeAlias = fmpq_mpoly
T = TypeVar("T")


class Restart(Exception):
    """The field needs a finer unit for some exponent, or is full."""


@dataclass
class Room:
    """What a field has to begin with, as far as earlier tries have shown."""

    units: dict[str, int]
    slots: int = FEW


@dataclass(frozen=True)
class Ratio:
    """``num / den`` in lowest terms; the denominator was shown not to vanish on the domain."""

    num: Poly
    den: Poly

    def __add__(self, other: Ratio) -> Ratio:
        if self.den.is_one() and other.den.is_one():
            num = self.num + other.num
            need(len(num) <= TERMS, "a sum that grows too large")
            return Ratio(num, self.den)
        if self.den == other.den:
            return lowest(self.num + other.num, self.den)
        num = times(self.num, other.den) + times(other.num, self.den)
        return lowest(num, times(self.den, other.den))

    def __neg__(self) -> Ratio:
        return Ratio(-self.num, self.den)

    def __sub__(self, other: Ratio) -> Ratio:
        return self + -other

    def __mul__(self, other: Ratio) -> Ratio:
        return lowest(times(self.num, other.num), times(self.den, other.den))


def times(p: Poly, q: Poly) -> Poly:
    """A product of bounded size."""
    need(len(p) * len(q) <= WORK, "a product that grows too large")
    return p * q


def raised(p: Poly, n: int) -> Poly:
    """A power of bounded size."""
    if n < 2:
        return p**n
    fits = comb(n + max(len(p), 1) - 1, n) <= WORK and bits(p) * n <= BITS
    need(fits, "a power that grows too large")
    return p**n


def lowest(num: Poly, den: Poly) -> Ratio:
    """The fraction in lowest terms with a monic denominator, of bounded size."""
    whole = den.is_one()
    for p in (num,) if whole else (num, den):
        low = p.total_degree() <= 2 * POWER or max(p.degrees()) <= 2 * POWER
        fits = len(p) <= TERMS and low and bits(p) <= BITS
        need(fits, "a polynomial that grows too large")
    if whole:
        return Ratio(num, den)
    common = num.gcd(den) if not den.is_constant() else den
    num, den = num / common, den / common
    lead = den.leading_coefficient()
    return Ratio(num / lead, den / lead)


def bits(p: Poly) -> int:
    """The length of the longest numerator or denominator."""
    return max((int(c.height_bits()) for c in p.coeffs()), default=0)


def rational(q: fmpq) -> Fraction:
    """FLINT's rational as Python's."""
    return Fraction(int(q.p), int(q.q))


@dataclass(frozen=True)
class Generator:
    """What a generator is, where its values lie, and the variables with which it moves.

    The argument of ``exp`` is its exponent, that of a root or power its base and exponent, and that
    of another function the tuple of its arguments. A root satisfies ``generator**order ==
    radicand``.
    """

    kind: str
    lower: Ratio | None = None
    upper: Ratio | None = None
    ends: str = "()"
    moves: frozenset[str] = frozenset()
    argument: Any = None
    root: tuple[int, Ratio] | None = None
    integer: bool = False
    hollow: bool = False

    def less(self, end: str | None) -> Generator:
        """The same without one of its bounds."""
        if end is None:
            return self
        ends = "(" + self.ends[1] if end == "lower" else self.ends[0] + ")"
        return replace(self, ends=ends, lower=self.lower if end == "upper" else None,
                       upper=self.upper if end == "lower" else None)  # fmt: skip


class Fields:
    """The fields of one certificate, a domain each, and when to give up on a step."""

    def __init__(self) -> None:
        self.begin()
        self._rooms: dict[Domain, Room] = {}
        self._fields: dict[Domain, Field] = {}

    def begin(self) -> None:
        """Give the next step the whole of its time: of the processor, so that load counts not."""
        self._until = time.thread_time() + SECONDS

    def over(self, domain: Domain, work: Callable[[Field], T]) -> T:
        """Do some work in the field of a domain, again when the field has to be made anew."""
        for _ in range(20):
            try:
                field = self._fields.get(domain)
                if field is None:
                    room = self._rooms.setdefault(domain, Room({}))
                    field = self._fields[domain] = Field(domain, room, self.tick)
                return work(field)
            except Restart:
                self._fields.pop(domain, None)
        raise Rejected("too many generators, or too many different exponents")

    def shows(self, a: Tree, op: str, b: Tree, domain: Domain) -> bool:
        """Whether ``a op b`` is shown, both sides being defined on the domain."""
        return self.over(domain, lambda field: field.holds(field.value(a) - field.value(b), op))

    def tick(self) -> None:
        """Reject when the time of the step is over."""
        need(time.thread_time() < self._until, f"not checked within {SECONDS:.0f} seconds")


class Field:
    """Fractions of polynomials over one domain, which is shown to be sound and not empty."""

    def __init__(self, domain: Domain, room: Room, tick: Callable[[], None]) -> None:
        self.room, self.tick = room, tick
        self.ctx = fmpq_mpoly_ctx.get([f"g{i}" for i in range(room.slots)], Ordering.lex)
        self.gens = self.ctx.gens()
        self.one = self.ctx.constant(1)
        self.made: list[Generator] = []
        self.roots: list[int] = []  # their places
        self.place: dict[str, int] = {}
        self._values: dict[Tree, Ratio] = {}
        self._signs: dict[str, tuple[int, bool]] = {}
        for variable in domain:
            self._admit(variable)

    def _admit(self, v: Variable) -> None:
        """A variable, whose bounds are shown to be in order and, for a root, to hold."""
        low, high = (None if end is None else self.value(end) for end in (v.lower, v.upper))
        closed = (v.ends[0] == "[", v.ends[1] == "]")
        if low and high and not v.hollow:
            weakly = v.integer or all(closed)  # then there is a point in it all the same
            order = self.holds(high - low, ">=" if weakly else ">")
            need(order, f"domain: {v.name} is not shown to have lower < upper")
        for end, mark in ((low, closed[0]), (high, closed[1])):
            need(bool(end) or not mark, f"domain: {v.name} cannot be infinite")
            whole = end is None or (mark and self.is_integer(end))
            need(whole or not v.integer, f"domain: the bounds of {v.name} are not integers")
        root = None
        if v.root:
            n, radicand = root = (v.root[0], self.value(v.root[1]))
            fits = (
                low and high and v.ends == "()" and not v.hollow
                and self.holds(low, ">=")
                and self.holds(radicand - self.power(low, n), ">")
                and self.holds(self.power(high, n) - radicand, ">")
            )  # fmt: skip
            need(bool(fits), f"domain: the root {v.name} is not shown to lie in its open bounds")
        moves = frozenset((v.name,))
        new = Generator("variable", low, high, v.ends, moves, None, root, v.integer, v.hollow)
        self.generator(v.name, new)

    # -- generators and numbers -------------------------------------------------------------------

    def generator(self, key: str, new: Generator) -> Ratio:
        """The generator of that key, made if need be."""
        if key not in self.place:
            if len(self.made) == len(self.gens):
                self.room.slots = SLOTS
                raise Restart
            self.place[key] = len(self.made)
            self.roots += [len(self.made)] if new.root else []
            self.made.append(new)
        return Ratio(self.gens[self.place[key]], self.one)

    def used(self, *polys: Poly) -> list[int]:
        """The places of the generators that occur in some polynomials."""
        return sorted({i for p in polys for i, degree in enumerate(p.degrees()) if degree > 0})

    def moves(self, *values: Ratio) -> frozenset[str]:
        """The variables on which some values depend, through any generator."""
        polys = [p for value in values for p in (value.num, value.den)]
        return frozenset().union(*(self.made[i].moves for i in self.used(self.one, *polys)))

    def number(self, n: int | Fraction) -> Ratio:
        """A rational constant."""
        return Ratio(self.ctx.constant(fmpq(n.numerator, n.denominator)), self.one)

    def constant(self, value: Ratio) -> Fraction | None:
        """The rational number that a value is, if it is one."""
        if not (value.num.is_constant() and value.den.is_one()):
            return None
        return rational(value.num.leading_coefficient()) if value.num else Fraction(0)

    def is_integer(self, value: Ratio) -> bool:
        """Whether a value is a polynomial with integer coefficients in integer variables."""
        whole = value.den.is_one() and all(c.q == 1 for c in value.num.coeffs())
        return bool(whole) and all(self.made[i].integer for i in self.used(value.num))

    # -- trees ------------------------------------------------------------------------------------

    def value(self, node: Tree) -> Ratio:
        """The fraction that a tree is, every part of it shown to be defined on the domain."""
        found = self._values.get(node)
        if found is None:
            self.tick()
            found = self._values[node] = self._value(*node)
        return found

    def _value(self, tag: str, *parts: Any) -> Ratio:
        if tag == "num":
            return self.number(parts[0])
        if tag == "sym":
            need(parts[0] in self.place, f"speaks of {parts[0]}, which is not in the domain")
            return Ratio(self.gens[self.place[parts[0]]], self.one)
        if tag == "pi":
            return self.generator("pi()", Generator("pi", self.number(3), self.number(4)))
        if tag in ("apply", "mass"):
            return self._unknown(tag, *parts)
        values = [self.value(part) for part in parts]
        if tag in ("add", "mul"):
            total = values[0]
            for value in values[1:]:
                total = total + value if tag == "add" else total * value
            return total
        if tag == "pow":
            return self.raised(*values)
        if tag == "exp":
            return self.exp(values[0])
        if tag == "log":
            return self.log(values[0])
        return special.of(self, tag, *values)

    def _unknown(self, tag: str, *parts: Any) -> Ratio:
        """The value of a function, or the mass of a set: of equal arguments, one generator."""
        values: list[Ratio] = []

        def written(part: Any) -> str:
            if type(part) is not tuple:  # a name, the kind of ends, or None for an infinite end
                return str(part)
            if part[0] in SETS:
                return f"{part[0]}({', '.join(map(written, part[1:]))})"
            values.append(self.canonical(self.value(part)))
            return str(values[-1])

        key = f"{tag} {'; '.join(map(written, parts))}"
        return self.generator(key, Generator(tag, moves=self.moves(*values)))

    def odd(
        self, kind: str, u: Ratio, high: int, ends: str = "()", side: Ratio | None = None
    ) -> Ratio:
        """An odd function between -high and high, with the sign of ``side`` where there is one: of
        u and -u, only one is a generator.
        """
        odd = self.number(1 if u.num.leading_coefficient() > 0 else -1)
        return odd * self.even(kind, odd * u, high, ends, side and odd * side)

    def even(
        self, kind: str, u: Ratio, high: int, ends: str = "[]", side: Ratio | None = None
    ) -> Ratio:
        """The same of an even function."""
        u = u if u.num.leading_coefficient() > 0 else -u
        low, top = self.number(-high), self.number(high)
        sign, strict = self.sign(side) if side else (0, False)
        if sign > 0:
            low, ends = self.number(0), "[("[strict] + ends[1]
        if sign < 0:
            top, ends = self.number(0), ends[0] + "])"[strict]
        new = Generator(kind, low, top, ends, moves=self.moves(u), argument=(u,))
        return self.generator(f"{kind} {u}", new)

    def positive(self, kind: str, *arguments: Ratio) -> Ratio:
        """A function that is positive."""
        new = Generator(kind, self.number(0), moves=self.moves(*arguments), argument=arguments)
        return self.generator(f"{kind} {'; '.join(map(str, arguments))}", new)

    def power(self, a: Ratio, n: int) -> Ratio:
        """Integer power; a negative one, or 0, only of what is shown not to vanish."""
        need(abs(n) <= POWER, f"an exponent beyond {POWER}")
        defined = n > 0 or self.poly_sign(a.num)[1]
        need(defined, "a division by something that is not shown to differ from 0")
        if n < 0:
            a, n = Ratio(a.den, a.num), -n
        return lowest(raised(a.num, n), raised(a.den, n))

    def raised(self, base: Ratio, exponent: Ratio) -> Ratio:
        """A power; one whose exponent is no integer only of what is shown to be positive, or, where
        the exponent is, not to be negative.
        """
        n = self.constant(exponent)
        if n is not None and n.denominator == 1:
            return self.power(base, int(n))
        if not base.num:
            need(self.holds(exponent, ">"), VANISHING)
            return base
        total = self.number(1)
        for f, count in self._factors(base):
            below, power = self._apart(f), exponent * self.number(count)
            total *= self._raised(below[0], below[1] * power)
        return total

    def _apart(self, f: Ratio) -> tuple[Ratio | None, Ratio]:
        """The base and the exponent of a positive factor, which may be a power itself."""
        for i, g in enumerate(self.made):
            if g.kind in ("exp", "root", "power") and f.num == self.gens[i]:
                return (None, g.argument) if g.kind == "exp" else g.argument
        return f, self.number(1)

    def exp(self, exponent: Ratio) -> Ratio:
        """The exponential."""
        return self._raised(None, exponent)

    def log(self, argument: Ratio) -> Ratio:
        """The logarithm of what is shown to be positive."""
        total = self.number(0)
        for f, count in self._factors(argument):
            need(self.sign(f)[1], UNSIGNED)
            base, exponent = self._apart(f)
            total += exponent * self._own_log(base) * self.number(count)
        return total

    def _own_log(self, f: Ratio | None) -> Ratio:
        """The logarithm of something irreducible, or of e."""
        if f is None:
            return self.number(1)
        sign, strict = self.sign(f - self.number(1))
        least, most = (self.number(0) if sign == side else None for side in (1, -1))
        if f.num.is_constant():
            least = self.number(Fraction(1, 2))  # log 2 > 1/2
        ends = "()" if strict or not sign else "[)" if sign > 0 else "(]"
        new = Generator("log", least, most, ends, moves=self.moves(f), argument=(f,))
        return self.generator(f"log {f}", new)

    def _factors(self, a: Ratio) -> list[tuple[Ratio, int]]:
        """Primes and irreducible polynomials, none negative, whose product is the given value."""
        found, content = [], Fraction(1)
        for p, direction in ((a.num, 1), (a.den, -1)):
            lead, factors = p.factor()
            content *= rational(lead) ** direction
            for f, count in factors:
                sign, _ = self.factor_sign(f)
                content *= sign ** int(count)
                found.append((Ratio(f * sign, self.one), direction * int(count)))
        need(content > 0, UNSIGNED)
        for n, direction in ((content.numerator, 1), (content.denominator, -1)):
            primes = fmpz(n).factor(trial_limit=1000)
            found += [(self.number(int(p)), direction * int(m)) for p, m in primes]
        return found

    def _raised(self, base: Ratio | None, exponent: Ratio) -> Ratio:
        """``base**exponent`` for an irreducible base, or exp (base None), term by term."""
        total, exponent = self.number(1), self.canonical(exponent)
        whole, rest = divmod(exponent.num, exponent.den)  # the polynomial part stands alone
        terms = [
            (lowest(self.ctx.from_dict({key: 1}), den), c)
            for num, den in ((whole, self.one), (rest, exponent.den))
            for key, c in num.to_dict().items()
        ]
        for unit, coefficient in terms:
            c, used = rational(coefficient), self.used(unit.num, unit.den)
            logs = [i for i in used if self.made[i].kind == "log"]
            degrees = [p.degrees()[i] for i in logs for p in (unit.num, unit.den)]
            if base is None and degrees == [1, 0]:  # exp(c log f) is f**c
                without = unit * Ratio(self.one, self.gens[logs[0]]) * self.number(c)
                total *= self.raised(self.made[logs[0]].argument[0], without)
            else:
                total *= self._unit_power(base, unit, c)
        return total

    def _unit_power(self, base: Ratio | None, unit: Ratio, c: Fraction) -> Ratio:
        """A power of the generator ``base**(unit / n)``, with n fine enough for all its uses.

        Where the base may be 0, ``base**(a + b) == base**a base**b`` asks that a and b be positive.
        """
        key = f"{base} to {unit}"
        n = lcm(self.room.units.get(key, 1), c.denominator)
        need(n <= POWER, "an exponent with too large a denominator")
        if n != self.room.units.setdefault(key, 1):
            self.room.units[key] = n
            raise Restart
        moves, step = self.moves(unit), unit * self.number(Fraction(1, n))
        if base is None:
            sign, strict = self.sign(unit)
            low = self.number(int(strict and sign > 0))  # e**u > 1 for u > 0, < 1 for u < 0
            high = self.number(1) if strict and sign < 0 else None
            new = Generator("exp", low, high, moves=moves, argument=step)
            return self.power(self.generator(key, new), int(c * n))
        moves |= self.moves(base)
        firm = self.sign(base)[1]
        need(firm or self.holds(unit * self.number(c), ">"), VANISHING)
        ends = "()" if firm else "[)"
        if unit.num.is_one() and unit.den.is_one():
            new = Generator("root", self.number(0), None, ends, moves, (base, step), root=(n, base))
            parts = zip((base, self.generator(key, new)), divmod(int(c * n), n), strict=True)
            powers = [self.power(part, count) for part, count in parts if count]
            return prod(powers, start=self.number(1))
        new = Generator("power", self.number(0), None, ends, moves, (base, step))
        return self.power(self.generator(key, new), int(c * n))

    # -- zero and signs ---------------------------------------------------------------------------

    def holds(self, value: Ratio, op: str) -> bool:
        """Whether ``value op 0`` is shown on the whole domain."""
        zero, (sign, strict) = self._reduced(value.num).num.is_zero(), self.sign(value)
        return bool({
            "==": zero, "!=": strict, "<": strict and sign < 0, "<=": zero or sign < 0,
            ">": strict and sign > 0, ">=": zero or sign > 0,
        }[op])  # fmt: skip

    def canonical(self, value: Ratio) -> Ratio:
        """The same value, with powers of roots put in above and below, and no root a factor below
        (1/sqrt(2) is sqrt(2)/2).
        """
        if not self.roots:
            return value
        above, below = self._reduced(value.num), self._reduced(value.den)
        value = above * lowest(below.den, below.num)
        common = [min(column) for column in zip(*value.den.to_dict(), strict=True)]
        lift = self.one
        for i, g in enumerate(self.made):
            if g.root and common[i]:
                lift *= self.gens[i] ** (g.root[0] - int(common[i]))
        if lift.is_one():
            return value
        above, below = (self._reduced(times(p, lift)) for p in (value.num, value.den))
        return above * lowest(below.den, below.num)

    def _reduced(self, p: Poly) -> Ratio:
        """The same value without high powers of roots."""
        if not self.roots:
            return Ratio(p, self.one)
        den = self.one
        for i in reversed(self.roots):
            order, radicand = self.made[i].root or (POWER, None)
            if radicand and p.degrees()[i] >= order:
                total = self.number(0)
                for n, c in self.by_power(p, i).items():
                    term = Ratio(c * self.gens[i] ** (n % order), self.one)
                    total += term * self.power(radicand, n // order) if n >= order else term
                p, den = total.num, times(den, total.den)
        return lowest(p, den)

    def by_power(self, p: Poly, place: int) -> dict[int, Poly]:
        """The coefficients of a polynomial in one generator."""
        rows: dict[int, dict[tuple[int, ...], fmpq]] = {}
        for e, c in p.to_dict().items():
            rows.setdefault(int(e[place]), {})[(*e[:place], 0, *e[place + 1 :])] = c
        return {n: self.ctx.from_dict(row) for n, row in rows.items()}

    def sign(self, value: Ratio) -> tuple[int, bool]:
        """1 or -1, with True when 0 is not attained; (0, False) for zero and when not shown."""
        (above, strict), (below, _) = self.poly_sign(value.num), self.poly_sign(value.den)
        return above * below, strict

    def poly_sign(self, p: Poly) -> tuple[int, bool]:
        """The sign of a polynomial, as the product over its irreducible factors."""
        if p.is_constant():  # as most denominators are
            value = p.leading_coefficient() if p else 0
            return int(value > 0) - int(value < 0), bool(p)
        if (key := str(p)) not in self._signs:  # to factor takes a hundred times as long
            content, factors = p.factor()
            total, strict = 1 if content > 0 else -1, True
            for f, count in factors:
                sign, firm = self.factor_sign(f)
                total *= 1 if int(count) % 2 == 0 else sign
                strict = strict and firm
            self._signs[key] = total, strict
        return self._signs[key]

    def factor_sign(self, f: Poly) -> tuple[int, bool]:
        """The sign of an irreducible polynomial: inside, and on the faces that are closed.

        Of a range that may be empty, either bound may be left out, where both hide the sign.
        """
        key = str(f)
        if key not in self._signs:
            over = special.of_logarithms(self, f)
            best = (0, False) if over is None else self.sign(over)
            best = best if best[0] else self._sign_by_ranges(f)
            over = None if best[0] else special.of_two_powers(self, f)
            self._signs[key] = best if over is None else self.sign(over)
        return self._signs[key]

    def _sign_by_ranges(self, f: Poly) -> tuple[int, bool]:
        best, needed = (0, False), self._needed(f)
        ends = [
            (None, "upper", "lower") if g.hollow and g.lower and g.upper else (None,)
            for g in (self.made[i] for i in needed)
        ]
        for less in islice(product(*ends), WAYS):
            ranges = {i: self.made[i].less(end) for i, end in zip(needed, less, strict=True)}
            found = self._sign_within(f, ranges)
            best = found if found[1] or not best[0] else best
            if best[1]:
                break
        return best

    def _sign_within(self, f: Poly, ranges: dict[int, Generator]) -> tuple[int, bool]:
        choices = [
            [None, *(end for end, mark in ((g.lower, "["), (g.upper, "]")) if mark in g.ends)]
            for g in ranges.values()
        ]
        inside = self._on_face(f, ranges, [None] * len(ranges))
        strict = (
            inside != 0
            and prod(map(len, choices)) <= FACES
            and all(self._on_face(f, ranges, face) == inside for face in product(*choices))
        )
        return inside, strict

    def _needed(self, f: Poly) -> list[int]:
        """The generators of which a polynomial and their bounds speak, in their order."""
        found: set[int] = set()
        todo = self.used(f)
        while todo:
            found.add(i := todo.pop())
            bounds = [b for b in (self.made[i].lower, self.made[i].upper) if b]
            spoken = self.used(self.one, *(p for b in bounds for p in (b.num, b.den)))
            todo += [j for j in spoken if j not in found]
        return sorted(found)

    def _on_face(self, p: Poly, ranges: dict[int, Generator], face: Sequence[Ratio | None]) -> int:
        """The one sign of all coefficients, or 0, after each generator, the last first, is put at
        a closed end or made ``(low + high s) / (1 + s)``, ``low + s`` or ``high - s`` with s > 0.
        """
        sign = 1
        for i, end in reversed(list(zip(ranges, face, strict=True))):
            degree = int(p.degrees()[i])
            if not degree:
                continue
            if not (ranges[i].lower or ranges[i].upper):
                return 0
            self.tick()
            num, den, direction = self._orthant(i, ranges[i], end)
            rows = self.by_power(p, i).items()
            terms = (times(times(c, raised(num, n)), raised(den, degree - n)) for n, c in rows)
            p = sum(terms, self.ctx.constant(0))
            p = lowest(p, self.one).num
            sign *= direction**degree
        for lift in self._lifts(p, [i for i, g in ranges.items() if g.lower or g.upper]):
            lifted = p
            for _ in range(5):
                signs = {1 if c > 0 else -1 for c in lifted.coeffs()}
                if len(signs) == 1:
                    return sign * signs.pop()
                lifted = lifted * lift if len(lifted) <= 400 else lifted
        return 0

    def _lifts(self, p: Poly, moves: list[int]) -> Iterator[Poly]:
        """What is positive where the moving generators are: by Polya their sum and 1, or, without
        the 1, the sum of those of which a homogeneous polynomial speaks; then the sum of the
        polynomial's own monomials, as of one in products of generators.
        """
        if len({sum(map(int, e)) for e in p.to_dict()}) > 1:
            yield sum((self.gens[i] for i in moves), self.one)
        else:
            yield sum((self.gens[i] for i in moves if p.degrees()[i] > 0), self.ctx.constant(0))
        if len(p) <= SHORT:
            yield self.ctx.from_dict(dict.fromkeys(p.to_dict(), 1))

    def _orthant(self, i: int, g: Generator, end: Ratio | None) -> tuple[Poly, Poly, int]:
        """A generator as num / den in s, which takes its place, and the sign of den for s > 0."""
        s = self.gens[i]
        low: Any = g.lower
        high: Any = g.upper
        if end:
            num, den = end.num, end.den
        elif low and high:
            den = low.den * high.den
            num = low.num * high.den + high.num * low.den * s
            return num, den * (1 + s), self.poly_sign(den)[0]
        elif low:
            num, den = low.num + low.den * s, low.den
        else:
            num, den = high.num - high.den * s, high.den
        return num, den, self.poly_sign(den)[0]
