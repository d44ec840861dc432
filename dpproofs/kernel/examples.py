"""Examples of given objects, with which hypotheses are tried and false twins found."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache, reduce
from typing import TypeAlias, cast

import sympy as sp
from sympy.core.function import AppliedUndef

from dpproofs.kernel.errors import BadInput
from dpproofs.kernel.objects import Value
from dpproofs.kernel.terms import (
    ENDS,
    Between,
    Join,
    Mass,
    Meet,
    Mirror,
    Moved,
    Outside,
    interval,
)


class Larger(sp.Function):  # type: ignore[misc]
    """The larger of two numbers, as it stands: SymPy's own compares them whenever it is built."""

    nargs = (2,)
    is_real = True

    @classmethod
    def eval(cls, left: sp.Expr, right: sp.Expr) -> sp.Expr | None:
        return sp.Max(left, right) if left.is_Rational and right.is_Rational else None


class Smaller(sp.Function):  # type: ignore[misc]
    """The smaller of two numbers, as it stands."""

    nargs = (2,)
    is_real = True

    @classmethod
    def eval(cls, left: sp.Expr, right: sp.Expr) -> sp.Expr | None:
        return sp.Min(left, right) if left.is_Rational and right.is_Rational else None


@lru_cache(maxsize=256)
def _plain(function: sp.Lambda) -> sp.Lambda:
    """A function with the larger and the smaller of numbers left as they stand."""
    body = function.expr
    for head, plain in ((sp.Max, Larger), (sp.Min, Smaller)):
        body = body.replace(head, lambda *parts, plain=plain: reduce(plain, parts))
    return sp.Lambda(function.signature, body)


@dataclass(frozen=True)
class Tails:
    """Noise by ``P(X >= u)`` and ``P(X > u)`` as functions of u (and of more for a family)."""

    from_: sp.Lambda
    after: sp.Lambda


Example: TypeAlias = Mapping[str, "sp.Lambda | Tails | sp.Expr"]

#: What a set is taken for of which nothing is said.
ANY_SET = interval(sp.Rational(-1, 3), sp.Rational(1, 2), "[)")


def in_example(
    expression: sp.Expr, example: Example, definitions: tuple[Value, ...] = ()
) -> sp.Expr:
    """An expression with an example put in for what it speaks of, and definitions unfolded.

    What the example lacks is left as it stands.
    """
    if not expression.has(AppliedUndef, Mass):
        return expression
    for definition in reversed(definitions):
        expression = _unfolded(expression, definition)
    expression = expression.replace(
        lambda part: isinstance(part, Mass) and isinstance(_of(part, example), Tails),
        lambda mass: _probability(mass.args[0], mass.args[1], example),
    )
    return expression.replace(
        lambda part: (
            isinstance(part, AppliedUndef) and isinstance(example.get(str(part.func)), sp.Lambda)
        ),
        lambda part: _plain(cast(sp.Lambda, example[str(part.func)]))(*part.args),
    )


def _probability(noise: sp.Expr, where: sp.Expr, example: Example) -> sp.Expr:
    return _mass(_tails(noise, example), noise.args, _measured(where, example))


def _of(mass: sp.Expr, example: Example) -> object:
    return example.get(str(mass.args[0].func))


def _tails(noise: sp.Expr, example: Example) -> Tails:
    return cast(Tails, example[str(noise.func)])


def _unfolded(expression: sp.Expr, definition: Value) -> sp.Expr:
    def put(part: sp.Expr) -> sp.Expr:
        return definition.value.xreplace(dict(zip(definition.arguments, part.args, strict=True)))

    def applied(part: sp.Basic) -> bool:
        return isinstance(part, AppliedUndef) and str(part.func) == definition.name

    return expression.replace(applied, put)


def _mass(tails: Tails, family: tuple[sp.Expr, ...], where: sp.Expr) -> sp.Expr:
    """The mass of a set that is made of intervals."""
    if isinstance(where, Outside):
        return 1 - _mass(tails, family, where.args[0])
    if isinstance(where, Meet):
        left, right = where.args
        inside, other = (left, right) if isinstance(left, Outside) else (right, left)
        both = _mass(tails, family, _meet(inside.args[0], other))
        return _mass(tails, family, other) - both
    if isinstance(where, Join):
        left, right = where.args
        both = _mass(tails, family, _meet(left, right))
        return _mass(tails, family, left) + _mass(tails, family, right) - both
    if isinstance(where, Between):
        place, lower, upper = where.args
        ends = ENDS[int(place)]
        start = _tail(tails.from_ if ends[0] == "[" else tails.after, family, lower)
        stop = _tail(tails.after if ends[1] == "]" else tails.from_, family, upper)
        return Larger(start - stop, sp.Integer(0))
    raise BadInput("set", where, "a set that is made of intervals")


def _tail(tail: sp.Lambda, family: tuple[sp.Expr, ...], place: sp.Expr) -> sp.Expr:
    if place.is_infinite:
        return sp.Integer(0) if place is sp.oo else sp.Integer(1)
    return _plain(tail)(*family, place)


def _measured(where: sp.Expr, example: Example) -> sp.Expr:
    """A set without names, moves and reflections, as far as it is made of intervals."""
    if isinstance(where, AppliedUndef):
        chosen = example.get(str(where.func), ANY_SET)
        return chosen if isinstance(chosen, sp.Expr) else ANY_SET
    if isinstance(where, Moved):
        shift = where.args[1]
        return _ends(_measured(where.args[0], example), lambda end: end + shift)
    if isinstance(where, Mirror):
        return _mirrored(_measured(where.args[0], example))
    if isinstance(where, Meet):
        return _meet(*(_measured(part, example) for part in where.args))
    if isinstance(where, Join | Outside):
        return where.func(*(_measured(part, example) for part in where.args))
    return where


def _ends(where: sp.Expr, change: Callable[[sp.Expr], sp.Expr]) -> sp.Expr:
    if isinstance(where, Between):
        place, lower, upper = where.args
        moved = (end if end.is_infinite else change(end) for end in (lower, upper))
        return Between(place, *moved)
    return where.func(*(_ends(part, change) for part in where.args))


def _mirrored(where: sp.Expr) -> sp.Expr:
    if isinstance(where, Between):
        place, lower, upper = where.args
        ends = ENDS[int(place)]
        turned = {"(": ")", "[": "]", ")": "(", "]": "["}
        return interval(-upper, -lower, turned[ends[1]] + turned[ends[0]])
    return where.func(*(_mirrored(part) for part in where.args))


def _meet(left: sp.Expr, right: sp.Expr) -> sp.Expr:
    """The intersection of two intervals with the same kind of ends; one with a complement is left
    as it stands.
    """
    if isinstance(left, Outside) or isinstance(right, Outside):
        return Meet(left, right)
    if isinstance(left, Between) and isinstance(right, Between):
        place = (
            left.args[0] if left.args[1:] == right.args[1:] else min(left.args[0], right.args[0])
        )
        lower = _one_of(Larger, left.args[1], right.args[1])
        upper = _one_of(Smaller, left.args[2], right.args[2])
        return Between(place, lower, upper)
    raise BadInput("set", (left, right), "two intervals")


def _one_of(choice: type[sp.Expr], left: sp.Expr, right: sp.Expr) -> sp.Expr:
    """The later of two lower ends, or the earlier of two upper ones, which may be infinite."""
    finite = [end for end in (left, right) if not end.is_infinite]
    return choice(*finite) if len(finite) == 2 else (*finite, left)[0]
