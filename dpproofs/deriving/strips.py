"""The pieces of a density, all laid on [0, oo): what costs and masses are added up over."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Protocol

import sympy as sp
from sympy.core.function import AppliedUndef

from dpproofs.deriving.piece import Piece
from dpproofs.kernel.domain import Domain, index
from dpproofs.kernel.errors import BadInput
from dpproofs.tactics.terms import is_zero

TRIES = 8
PERIODS = 64  # that are looked at one by one at most
ZERO, ONE = sp.Integer(0), sp.Integer(1)
IN_CASES = (sp.Piecewise, sp.Abs, sp.Max, sp.Min, sp.Heaviside, sp.sign)


@dataclass(frozen=True)
class Strip:
    """``density`` (at ``family.place``) for abs(X) from ``lower`` up to ``upper``, on one side
    or, when ``side`` is 0, on both; for every value 0, 1, 2, ... of an index, if there is one.

    On the integers the last one is ``upper - 1``.
    """

    density: sp.Expr
    lower: sp.Expr
    upper: sp.Expr
    index: sp.Symbol | None
    side: int

    @property
    def times(self) -> int:
        """How often the strip counts."""
        return 1 if self.side else 2


@dataclass(frozen=True)
class Atom:
    """A point mass at abs(X) = ``place``, on the given side (0: at both, or at the origin)."""

    place: sp.Expr
    mass: sp.Expr
    side: int

    @property
    def whole(self) -> sp.Expr:
        """The mass of both sides."""
        return self.mass if self.side or is_zero(self.place) else 2 * self.mass


@dataclass(frozen=True)
class Density:
    """What an expectation is taken over: strips and atoms laid on [0, oo)."""

    place: sp.Symbol
    size: sp.Symbol
    strips: tuple[Strip, ...]
    points: tuple[Atom, ...]
    even: bool
    integers: bool

    @property
    def given(self) -> bool:
        """Whether a function in it is given by its name only."""
        parts = [strip.density for strip in self.strips] + [atom.mass for atom in self.points]
        return any(part.has(AppliedUndef) for part in parts)

    def on_side(self, sign: int) -> Density:
        """What lies on one side of the origin, counted once, and no atom."""
        kept = (replace(s, side=sign) for s in self.strips if s.side in (0, sign))
        return replace(self, strips=tuple(kept), points=(), even=False)


@dataclass(frozen=True)
class Layout:
    """Pieces that follow one another from 0 on, in each period if there is one."""

    pieces: tuple[Strip, ...]
    period: sp.Expr | None
    index: sp.Symbol | None


@dataclass(frozen=True)
class Measure(Density):
    """Strips over which is integrated as over those of a density, with their parameters."""

    domain: Domain
    seconds: float
    layout: Layout | None = None

    def around(self, counter: sp.Symbol | None) -> Domain:
        """The domain of the parameters, with a ``counter`` from 0 on if there is one."""
        return self.domain if counter is None else self.domain & index(counter, 0)


class Laid(Protocol):
    """A density laid on [0, oo) with its parameters: that of a family, or a `Measure`."""

    @property
    def place(self) -> sp.Symbol:
        """A place on [0, oo)."""
        ...

    @property
    def size(self) -> sp.Symbol:
        """abs(X) as a symbol."""
        ...

    @property
    def strips(self) -> tuple[Strip, ...]:
        """The pieces."""
        ...

    @property
    def points(self) -> tuple[Atom, ...]:
        """The atoms."""
        ...

    @property
    def even(self) -> bool:
        """Whether it is symmetric about 0."""
        ...

    @property
    def integers(self) -> bool:
        """Whether it lives on the integers."""
        ...

    @property
    def domain(self) -> Domain:
        """The parameters."""
        ...

    @property
    def seconds(self) -> float:
        """Of the processor, for searches."""
        ...

    @property
    def layout(self) -> Layout | None:
        """The pieces in order, where they are."""
        ...

    def around(self, counter: sp.Symbol | None) -> Domain:
        """The domain of the parameters, with a ``counter`` from 0 on if there is one."""
        ...


def ends_of(strip: Strip, x: sp.Symbol) -> str:
    """Which ends of a strip its density is meant at: not at a lower end where it has the logarithm
    of 0 or a power of 0 whose exponent is no positive integer, or where it has a difference of
    exponentials, such as 1 - exp(-x), whose sign is decided for x > 0.
    """
    powers = (p for p in strip.density.atoms(sp.Pow) if not (p.exp.is_Integer and p.exp > 0))
    inside = [power.base for power in powers]
    inside += [logarithm.args[0] for logarithm in strip.density.atoms(sp.log)]
    if any(part.has(x) and is_zero(part.subs(x, strip.lower)) for part in inside):
        return "()"
    factors = sp.Mul.make_args(sp.factor(strip.density)) if strip.density.has(sp.exp) else ()
    return "()" if any(map(_is_difference, factors)) else "[)"


def _is_difference(factor: sp.Expr) -> bool:
    """Whether exponentials are added and subtracted, as their coefficients say."""
    terms = sp.Add.make_args(factor) if factor.has(sp.exp) else ()
    return len({term.could_extract_minus_sign() for term in terms}) > 1


def points(domain: Domain, seed: int = 11, tries: int = TRIES) -> list[dict[sp.Symbol, sp.Expr]]:
    """Points of a domain, the same ones every time.

    Raises
    ------
    BadInput
        When the domain has none.
    """
    rng = random.Random(seed)  # noqa: S311  (points to look at need no secrecy)
    return [domain.sample(rng) for _ in range(tries)]


def sign_at(expression: sp.Expr, domain: Domain) -> int | None:
    """The sign that an expression has at points of the domain, or None when there are two."""
    if expression in (sp.oo, -sp.oo):
        return 1 if expression is sp.oo else -1
    signs = set()
    for point in points(domain):
        value = sp.N(expression.subs(point), 30)
        if not value.is_real:
            return None
        signs.add(0 if abs(value) < 1e-20 else (1 if value > 0 else -1))
    signs -= {0} if len(signs) > 1 else set()
    return signs.pop() if len(signs) == 1 else None


def strips_of(pieces: Sequence[Piece], x: sp.Symbol, family: Laid) -> tuple[Strip, ...]:
    """The strips of pieces at a place x of a family, those of the negative side reflected.

    Raises
    ------
    BadInput
        When a piece lies on no side of the origin for all parameters, or ends before it begins.
    """
    found: list[Strip] = []
    for piece in pieces:
        where = family.around(piece.index)
        low, high = sign_at(piece.lower, where), sign_at(piece.upper, where)
        if sign_at(piece.upper - piece.lower, where) == -1:
            raise BadInput("pieces", f"{piece.lower} to {piece.upper}", "ends in order")
        if family.even and low == -1:
            raise BadInput("pieces", piece.lower, "a piece on [0, oo), or even=False")
        here = piece.density.xreplace({x: family.place})
        ahead = Strip(here, piece.lower, piece.upper, piece.index, 0 if family.even else 1)
        behind = _reflected(family, piece, x)
        if low in (0, 1):
            found.append(ahead)
        elif low == -1 and high in (0, -1):
            found.append(behind)
        elif low == -1 and high == 1:
            found.append(replace(behind, lower=ONE if family.integers else ZERO))
            found.append(replace(ahead, lower=ZERO))
        else:
            raise BadInput(
                "pieces", f"{piece.lower} to {piece.upper}",
                "ends that lie on one side of 0 for all parameters",
            )  # fmt: skip
    plain = [part for strip in found for part in _plain(family, strip)]
    return tuple(_from_origin(family, plain))


def _from_origin(family: Laid, strips: list[Strip]) -> list[Strip]:
    """Strips whose periods begin at 0, where a first strip only goes on with what repeats.

    So of a level on [0, o) and levels on [k T + o, (k + 1) T + o), such as those of Tulap noise.
    """
    if family.integers or [strip.index is None for strip in strips] != [True, False]:
        return strips
    first, later = strips
    k, start = sp.S(later.index), first.upper
    period = sp.diff(later.lower, k)
    before = later.density.subs(k, k - 1)
    gaps = (
        first.lower, later.lower - (k * period + start), later.upper - later.lower - period,
        before.subs(k, 0) - first.density,
    )  # fmt: skip
    inside = sign_at(period - start, family.domain) == 1
    if not inside or first.side != later.side or not all(map(is_zero, gaps)):
        return strips
    cut = (k + 1) * period
    return [
        replace(later, density=before, lower=k * period, upper=k * period + start),
        replace(later, upper=cut),
    ]


def _plain(family: Laid, strip: Strip) -> list[Strip]:
    """A strip whose density is in cases, cut where its form changes.

    Raises
    ------
    BadInput
        When the places are not found, or their order depends on the parameters.
    """
    density = strip.density
    if not density.has(*IN_CASES):
        return [strip]
    for kind in IN_CASES[1:]:
        density = density.replace(kind, lambda *e, kind=kind: kind(*e).rewrite(sp.Piecewise))
    weight = density.xreplace({family.place: family.size})
    parts = resolved(family, strip, sp.piecewise_fold(weight))
    if parts is None or any(form.has(*IN_CASES) for _, form in parts):
        raise BadInput("density", str(density), "forms that change at places of one order")
    back = {family.size: family.place}
    return [replace(part, density=form.xreplace(back)) for part, form in parts if form != 0]


def _cut(strip: Strip, lower: sp.Expr, upper: sp.Expr) -> Strip:
    return replace(strip, lower=lower, upper=upper)


def _reflected(family: Laid, piece: Piece, x: sp.Symbol) -> Strip:
    """A piece as it lies on [0, oo) after reflection."""
    more = 1 if family.integers else 0
    density = piece.density.xreplace({x: -family.place})
    return Strip(density, -piece.upper + more, -piece.lower + more, piece.index, -1)


def resolved(family: Laid, strip: Strip, weight: sp.Expr) -> list[tuple[Strip, sp.Expr]] | None:
    """A strip cut where a weight in pieces (a threshold, say) changes its form, each part with the
    form that the weight has there. None when the order of the ends depends on the parameters.
    """
    if not weight.has(sp.Piecewise):
        return [(strip, weight)]
    cuts = _cuts(family, weight)
    strips = None if cuts is None else _unrolled(strip, cuts)
    if cuts is None or strips is None:
        return None
    found: list[tuple[Strip, sp.Expr]] = []
    for each in strips:
        parts = [each] if each.index is not None else _parts(family, each, cuts)
        for part in [] if parts is None else parts:
            form = _form(weight, family, _inner(family, part), family.around(part.index))
            if form is None:
                return None
            found.append((part, form))
        if parts is None:
            return None
    return found


def _cuts(family: Laid, weight: sp.Expr) -> list[sp.Expr] | None:
    """The places from which on a weight has another form; on the integers the first such integer.
    None for one that is not understood.
    """
    found: dict[sp.Expr, None] = {}
    for relation, cut in relations(weight, family.size):
        if cut is None:
            return None
        if not family.integers:
            found[cut] = None
            continue
        if not (cut.is_integer or cut.is_number):
            return None
        if not cut.is_integer:
            found[sp.ceiling(cut)] = None
            continue
        before, here, after = (relation.subs(family.size, cut + step) for step in (-1, 0, 1))
        found |= dict.fromkeys(
            [*([cut] if here != before else []), *([cut + 1] if here != after else [])]
        )
    return list(found)


def _unrolled(strip: Strip, cuts: list[sp.Expr]) -> list[Strip] | None:
    """The strips of the periods up to the last cut one by one, and those of all later periods."""
    k = strip.index
    if k is None or not cuts:
        return [strip]
    step = sp.diff(strip.lower, k)
    if not (step.is_Rational and step > 0 and all(cut.is_number for cut in cuts)):
        return None
    many = max(int(sp.ceiling(sp.Max(0, *cuts) / step)), 0)  # for the first one lies on [0, oo)
    if many > PERIODS:
        return None

    def moved(to: sp.Expr, index: sp.Symbol | None) -> Strip:
        ends = strip.lower.subs(k, to), strip.upper.subs(k, to)
        return Strip(strip.density.subs(k, to), *ends, index, strip.side)

    return [*(moved(sp.Integer(n), None) for n in range(many)), moved(k + many, k)]


def _parts(family: Laid, strip: Strip, cuts: list[sp.Expr]) -> list[Strip] | None:
    """A strip cut at some places; None when it depends on the parameters whether they lie in it."""
    parts = [strip]
    for cut in cuts:
        after: list[Strip] = []
        for part in parts:
            before = sign_at(cut - part.lower, family.domain)
            beyond = sign_at(part.upper - cut, family.domain)
            if before is None or beyond is None:
                return None
            inside = before == 1 and beyond == 1
            after += (
                [_cut(part, part.lower, cut), _cut(part, cut, part.upper)] if inside else [part]
            )
        parts = after
    return parts


def _inner(family: Laid, part: Strip) -> sp.Expr:
    """A place of a part, where a weight has the form that it has on all of it."""
    if family.integers:
        return part.lower
    return part.lower + 1 if part.upper is sp.oo else (part.lower + part.upper) / 2


def origin(family: Laid | Density) -> sp.Expr:
    """The mass of 0 of even noise on the integers, which lies on both sides."""
    for strip in family.strips:
        first = {} if strip.index is None else {strip.index: ZERO}
        if is_zero(strip.lower.subs(first)):
            return strip.density.subs({family.place: ZERO, **first})
    return ZERO


def thresholds(weight: sp.Expr, size: sp.Symbol) -> tuple[sp.Expr | None, ...]:
    """The places at which the forms of a weight in pieces change; None for one not understood."""
    return tuple(dict.fromkeys(cut for _, cut in relations(weight, size)))


@lru_cache(maxsize=256)
def relations(weight: sp.Expr, size: sp.Symbol) -> tuple[tuple[sp.Basic, sp.Expr | None], ...]:
    """The relations in the conditions of a weight in pieces, each with every place at which it
    may change; None for one that is not understood.
    """
    found: dict[tuple[sp.Basic, sp.Expr | None], None] = {}
    for piecewise in weight.atoms(sp.Piecewise):
        for _, condition in piecewise.args:
            for relation in condition.atoms(sp.core.relational.Relational):
                gap = relation.lhs - relation.rhs
                known = gap.is_polynomial(size) and sp.degree(gap, size) <= 2
                found |= {
                    (relation, cut): None for cut in (sp.solve(gap, size) if known else [None])
                }
    return tuple(found)


def _form(weight: sp.Expr, family: Laid, place: sp.Expr, where: Domain) -> sp.Expr | None:
    """The form of a weight at a place, when it is the same at all points that are looked at."""
    forms = set()
    for point in points(where):
        at = {family.size: place.subs(point), **point}

        def chosen(*branches: sp.Basic, at: dict[sp.Symbol, sp.Expr] = at) -> sp.Expr:
            return next(value for value, condition in branches if condition.subs(at) == sp.true)

        forms.add(weight.replace(sp.Piecewise, chosen))
    return forms.pop() if len(forms) == 1 else None


def layout(strips: tuple[Strip, ...], domain: Domain) -> Layout | None:
    """The strips of an even density in order, with nothing left out; None for another shape."""
    if any(strip.side for strip in strips) or not strips:
        return None
    indices = {strip.index for strip in strips}
    if len(indices) > 1:
        return None
    index = indices.pop()
    start: Mapping[sp.Symbol, sp.Expr] = {} if index is None else {index: ZERO}
    found: list[Strip] = []
    reached: sp.Expr = ZERO
    for strip in strips:
        low, high = strip.lower.subs(start), strip.upper.subs(start)
        if not is_zero(low - reached):
            if sign_at(low - reached, domain) != 1:
                return None
            found.append(_empty(reached, low, strip))
        found.append(strip)
        reached = high
    if index is None:
        if reached is not sp.oo:
            found.append(_empty(reached, sp.oo, strips[-1]))
        return Layout(tuple(found), None, None)
    period = sp.diff(strips[-1].upper, index)
    return Layout(tuple(found), period, index) if _repeats(strips, period, reached) else None


def _empty(lower: sp.Expr, upper: sp.Expr, beside: Strip) -> Strip:
    return Strip(ZERO, lower, upper, beside.index, 0)


def _repeats(strips: tuple[Strip, ...], period: sp.Expr, reached: sp.Expr) -> bool:
    slopes = _slopes(strips)
    return is_zero(reached - period) and all(is_zero(slope - period) for slope in slopes)


def _slopes(strips: tuple[Strip, ...]) -> Iterator[sp.Expr]:
    for strip in strips:
        yield sp.diff(strip.lower, strip.index)
        yield sp.diff(strip.upper, strip.index)
