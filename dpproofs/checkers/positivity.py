"""The sign of a polynomial on a domain: substitute positive variables, look at coefficients.

Every generator ranges over an interval whose bounds are fractions in earlier generators. With
``x = (l + u s) / (1 + s)`` (or ``l + s``, ``u - s``) and s > 0 the interior of the domain becomes
a positive orthant; when all coefficients then have one sign, so has the polynomial. Ends that
belong to the domain are faces, looked at one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product as choices
from typing import Any

from flint import fmpq_mpoly

from dpproofs.checkers.rational import Ratio, Ring, evaluate, ring_over

POLYA = 4  # highest power of a multiplier that is tried
SHORT = 30  # terms of what is multiplied by its own monomials


@dataclass(frozen=True)
class Range:
    """Bounds of a generator as flat expressions; None is infinite."""

    lower: Any
    upper: Any
    ends: str


@dataclass(frozen=True)
class Sign:
    """``value`` is 1, -1 or 0; ``strict`` says that zero is not attained (or always, for 0)."""

    value: int
    strict: bool


def product(signs: Iterable[Sign | None]) -> Sign | None:
    """The sign of a product, None when any factor's sign is not known."""
    value, strict = 1, True
    for sign in signs:
        if sign is None:
            return None
        value *= sign.value
        strict = strict and sign.strict
    return Sign(value, strict)


def sign_of_factor(
    polynomial: fmpq_mpoly,
    ring: Ring,
    ranges: Mapping[str, Range],
    value: Callable[[Any, Ring], Ratio],
) -> Sign | None:
    """The sign of a polynomial, or None when the coefficients do not show it."""
    needed = _closure(polynomial, ring, ranges)
    options = [_options(ranges[name]) for name in needed]
    inside = _sign_on(polynomial, ring, needed, ["inside"] * len(needed), ranges, value)
    if inside is None or not inside.value:
        return inside
    strict = inside.strict
    for choice in choices(*options):
        if not strict or all(c == "inside" for c in choice):
            continue
        face = _sign_on(polynomial, ring, needed, choice, ranges, value)
        strict = face is not None and face.strict and face.value == inside.value
    return Sign(inside.value, strict)


def _options(span: Range) -> list[str]:
    return [
        "inside",
        *(["lower"] if span.ends[0] == "[" else []),
        *(["upper"] if span.ends[1] == "]" else []),
    ]


def _mentions(flat: Any) -> set[str]:
    match flat:
        case None | ("num", _):
            return set()
        case ("gen", name):
            return {name}
        case ("pow", base, _):
            return _mentions(base)
        case (_, [*parts]):
            return set().union(*map(_mentions, parts))
    _, _, ring = flat  # what is left is a polynomial
    return set(ring.names)


def _closure(polynomial: fmpq_mpoly, ring: Ring, ranges: Mapping[str, Range]) -> list[str]:
    """The generators that the polynomial and their bounds speak of, in domain order."""
    todo = {name for name, d in zip(ring.names, polynomial.degrees(), strict=True) if d > 0}
    found: set[str] = set()
    while todo:
        name = todo.pop()
        found.add(name)
        todo |= (_mentions(ranges[name].lower) | _mentions(ranges[name].upper)) - found
    return [name for name in ranges if name in found]


def _sign_on(
    polynomial: fmpq_mpoly,
    ring: Ring,
    needed: list[str],
    choice: Iterable[str],
    ranges: Mapping[str, Range],
    value: Callable[[Any, Ring], Ratio],
) -> Sign | None:
    """The sign inside, or on one face, by substitution of positive variables."""
    target = ring_over(tuple(f"s_{name}" for name in needed) or ("one",))
    at = dict.fromkeys(ring.names, target.number(0))
    for name, where in zip(needed, choice, strict=True):
        span = ranges[name]
        lower, upper = (
            None if flat is None else _substituted(flat, ring, at, target, value)
            for flat in (span.lower, span.upper)
        )
        at[name] = _point(lower, upper, where, target.generator(f"s_{name}"), target)
    result = evaluate(polynomial, [at[name] for name in ring.names], target)
    anywhere = [n for n in needed if ranges[n].lower is None and ranges[n].upper is None]
    if any(_moves(part, target, anywhere) for part in (result.num, result.den)):
        return None
    signs = [_coefficients(part, target) for part in (result.num, result.den)]
    total = product(signs)
    return Sign(0, True) if result.num.is_zero() else total


def _substituted(
    flat: Any,
    ring: Ring,
    at: Mapping[str, Ratio],
    target: Ring,
    value: Callable[[Any, Ring], Ratio],
) -> Ratio:
    ratio = value(flat, ring)
    values = [at[name] for name in ring.names]
    return evaluate(ratio.num, values, target) / evaluate(ratio.den, values, target)


def _point(lower: Ratio | None, upper: Ratio | None, where: str, s: Ratio, ring: Ring) -> Ratio:
    if where == "lower" and lower is not None:
        return lower
    if where == "upper" and upper is not None:
        return upper
    one = ring.number(1)
    if lower is None:
        return s if upper is None else upper - s  # anywhere: s must not be left in the end
    return lower + s if upper is None else (lower + upper * s) / (one + s)


def _moves(polynomial: fmpq_mpoly, ring: Ring, names: Iterable[str]) -> bool:
    """Whether a polynomial moves with generators whose values may lie anywhere."""
    degrees = dict(zip(ring.names, polynomial.degrees(), strict=True))
    return any(degrees[f"s_{name}"] > 0 for name in names)


def _multipliers(polynomial: fmpq_mpoly, ring: Ring) -> Iterator[fmpq_mpoly]:
    """The sum of all generators and 1, or that of the own generators of a homogeneous polynomial;
    then the sum of the polynomial's own monomials.
    """
    gens, rows = ring.context.gens(), polynomial.to_dict()
    if len({sum(map(int, exponents)) for exponents in rows}) > 1:
        yield sum(gens, ring.context.constant(1))
    else:
        own = (gen for gen, d in zip(gens, polynomial.degrees(), strict=True) if d > 0)
        yield sum(own, ring.context.constant(0))
    if len(rows) <= SHORT:
        yield ring.context.from_dict(dict.fromkeys(rows, 1))


def _coefficients(polynomial: fmpq_mpoly, ring: Ring) -> Sign | None:
    """One sign for all coefficients, if need be after a multiplier that is positive."""
    if not polynomial.coeffs():
        return None
    for multiplier in _multipliers(polynomial, ring):
        lifted = polynomial
        for _ in range(POLYA + 1):
            signs = {1 if c > 0 else -1 for c in lifted.coeffs()}
            if len(signs) == 1:
                return Sign(signs.pop(), True)
            if lifted.is_constant() or len(lifted.coeffs()) > 400:
                break
            lifted = lifted * multiplier
    return None
