"""Probabilities as terms: the mass that a noise gives a set.

A noise is an application such as ``X()`` or ``Q(gamma)``, and so is a Borel set that is known by
its name only. Sets are made of these and of intervals. Everything is a SymPy expression, so that
values can be put in for variables anywhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

import sympy as sp
from sympy.core.function import AppliedUndef

from dpproofs.kernel.errors import BadInput

ENDS = ("()", "(]", "[)", "[]")


class Mass(sp.Function):  # type: ignore[misc]  # SymPy ships no types
    """``Mass(noise, set)``: the probability that the noise lies in the set."""

    nargs = 2
    is_real = True


class BorelSet(sp.Function):  # type: ignore[misc]  # likewise
    """Base of the sets that are made of others."""


class Between(BorelSet):
    """An interval; the first argument is the place of its ends in :data:`ENDS`."""

    nargs = 3


class Moved(BorelSet):
    """``Moved(T, d)`` = T + d."""

    nargs = 2


class Mirror(BorelSet):
    """``Mirror(T)`` = -T."""

    nargs = 1


class Meet(BorelSet):
    """The intersection of two sets."""

    nargs = 2


class Join(BorelSet):
    """The union of two sets."""

    nargs = 2


class Outside(BorelSet):
    """``Outside(T)``: the complement of a set."""

    nargs = 1


def interval(lower: Any, upper: Any, ends: str = "()") -> sp.Expr:
    """The interval between two real numbers, or infinities.

    Raises
    ------
    BadInput
        When ``ends`` is not one of ``()``, ``(]``, ``[)``, ``[]``, or closed at infinity.
    """
    lower, upper = sp.S(lower), sp.S(upper)
    if ends not in ENDS:
        raise BadInput("ends", ends, "one of " + ", ".join(ENDS))
    if (lower.is_infinite and ends[0] == "[") or (upper.is_infinite and ends[1] == "]"):
        raise BadInput("ends", ends, "an interval that is open at its infinite ends")
    return Between(sp.Integer(ENDS.index(ends)), lower, upper)


def at_least(bound: Any) -> sp.Expr:
    """[bound, oo)."""
    return interval(bound, sp.oo, "[)")


def beyond(bound: Any) -> sp.Expr:
    """All x with abs(x) >= bound."""
    return Outside(interval(-sp.S(bound), bound))


def with_sets(expression: sp.Expr, sets: Mapping[str, sp.Expr]) -> sp.Expr:
    """An expression with sets put in for names, inside masses only and all at once."""
    places = {sp.Function(name)(): where for name, where in sets.items()}

    def put(mass: sp.Expr) -> sp.Expr:
        noise, where = mass.args
        arguments = (with_sets(number, sets) for number in noise.args)  # which may hold masses too
        return Mass(noise.func(*arguments), where.xreplace(places))

    return expression.xreplace({mass: put(mass) for mass in expression.atoms(Mass)})


def numbers_of(expression: sp.Expr) -> Iterator[sp.Expr]:
    """The numbers of which a mass speaks: arguments of its noise, ends and moves of its set."""
    if isinstance(expression, Mass):
        noise, where = expression.args
        yield from noise.args
        yield from numbers_of(where)
    elif isinstance(expression, Between):
        yield from (end for end in expression.args[1:] if not end.is_infinite)
    elif isinstance(expression, Moved):
        yield expression.args[1]
        yield from numbers_of(expression.args[0])
    elif isinstance(expression, BorelSet):
        for part in expression.args:
            yield from numbers_of(part)


#: A name that something applies, as what ("function", "noise", "set", ...), and its arity.
Use: TypeAlias = tuple[str, str, int]


def uses_of(expression: sp.Basic) -> Iterator[Use]:
    """Every name that a number applies."""
    if isinstance(expression, Mass):
        yield from uses_of_noise(expression.args[0])
        yield from _uses_of_set(expression.args[1])
        return
    if isinstance(expression, AppliedUndef):
        yield str(expression.func), "function", len(expression.args)
    for part in expression.args:
        yield from uses_of(part)


def uses_of_noise(noise: sp.Expr, kind: str = "noise") -> Iterator[Use]:
    """Every name that a noise applies, its own included."""
    yield str(noise.func), kind, len(noise.args)
    for part in noise.args:
        yield from uses_of(part)


def _uses_of_set(borel_set: sp.Expr) -> Iterator[Use]:
    if isinstance(borel_set, AppliedUndef):
        yield str(borel_set.func), "set", len(borel_set.args)
        return
    for place, part in enumerate(borel_set.args):
        number = isinstance(borel_set, Between) or (isinstance(borel_set, Moved) and place == 1)
        yield from uses_of(part) if number else _uses_of_set(part)
