"""Linear consequences: at which values earlier facts are used, and how many times.

What is forced is found. The functions, masses and expectations of which the conclusion and the
facts speak are matched, which gives values to the variables of the facts; they then have to cancel,
which gives the multipliers.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from typing import TypeAlias

import sympy as sp
from sympy.core.function import AppliedUndef

from dpproofs.kernel.domain import Domain, Variable
from dpproofs.kernel.goal import Goal
from dpproofs.kernel.proposition import Relation
from dpproofs.kernel.terms import Mass

MOST = 16  # matchings of all facts that are tried
WAYS = 60  # and ways to match one
POINTS = 3  # of the conclusion's domain, at which what was matched is tried in numbers

Values: TypeAlias = Mapping[sp.Symbol, sp.Expr]
Point: TypeAlias = Mapping[sp.Symbol, sp.Expr]


@dataclass(frozen=True)
class Fact:
    """An earlier step that is used; what is None is to be found."""

    goal: Goal
    values: Values | None = None
    times: sp.Expr | None = None

    @property
    def slack(self) -> sp.Expr:
        """What the fact says is not negative, or is 0."""
        return slack(self.goal.proposition).xreplace(dict(self.values or {}))

    @property
    def equation(self) -> bool:
        """Whether it may be used any number of times, negative ones included."""
        return getattr(self.goal.proposition, "op", "") == "=="


def find(conclusion: Goal, facts: Sequence[Fact]) -> list[Fact] | None:
    """The facts with values and multipliers with which they add up to the conclusion.

    None when matching and linear algebra do not force them.
    """
    wanted, best = slack(conclusion.proposition), None
    points = list(_points(conclusion.domain))
    for matched in islice(_matchings(conclusion, list(facts), points), MOST):
        for used, rest in _multiplied(wanted, matched):
            if not all(_signed(fact, points) for fact in used):
                continue
            if rest == 0:
                return used
            if best is None and _left_over(conclusion, rest, points):
                best = used
    return best


def slack(relation: object) -> sp.Expr:
    """What a relation says is not negative, or is 0.

    Raises
    ------
    ValueError
        When it is no relation.
    """
    if not isinstance(relation, Relation) or relation.op == "!=":
        raise ValueError("a consequence and its facts are relations other than !=")
    lhs, rhs = relation.lhs, relation.rhs
    return rhs - lhs if relation.op in ("<", "<=") else lhs - rhs


# -- the values -----------------------------------------------------------------------------------


def spoken(expression: sp.Expr) -> list[sp.Expr]:
    """What an expression speaks of: masses, and functions that the sentence has."""
    found = expression.atoms(AppliedUndef, Mass)
    inside = set().union(*(mass.atoms(AppliedUndef) for mass in found if isinstance(mass, Mass)))
    return sorted(found - inside, key=sp.default_sort_key)


def _matchings(goal: Goal, facts: list[Fact], points: list[Point]) -> Iterator[list[Fact]]:
    """Values for all facts: first as they stand, then matched with what others speak of."""
    here = {variable.symbol for variable in goal.domain}
    if all(fact.slack.free_symbols <= here for fact in facts):
        yield [replace(fact, values=fact.values or {}) for fact in facts]
    yield from _matched(spoken(slack(goal.proposition)), facts, here, points)


def _matched(
    parts: list[sp.Expr], facts: list[Fact], here: set[sp.Symbol], points: list[Point]
) -> Iterator[list[Fact]]:
    """Match the fact with the fewest ways first, then the others, also with what it says."""
    choices = {
        place: list(_choices(parts, fact, here, points))
        for place, fact in enumerate(facts)
        if fact.values is None
    }
    if not choices:
        yield facts
        return
    place = min(choices, key=lambda p: (not choices[p], len(choices[p])))
    for values in choices[place] or [{}]:
        chosen = replace(facts[place], values=values)
        more = [part for part in spoken(chosen.slack) if part not in parts]
        rest = [*facts[:place], chosen, *facts[place + 1 :]]
        yield from _matched([*parts, *more], rest, here, points)


def _choices(
    parts: list[sp.Expr], fact: Fact, here: set[sp.Symbol], points: list[Point]
) -> Iterator[Values]:
    """Values at which a fact speaks of what others speak of; those that match more come first."""
    own, says = {v.symbol: v for v in fact.goal.domain}, fact.slack
    found: list[tuple[int, Values]] = []
    for values in islice(_together(spoken(says), parts, {}, set(own)), WAYS):
        if any(values == other for _, other in found):
            continue
        moved = says.xreplace(values)
        if moved.free_symbols <= here and _inside(own.values(), values, points):
            found.append((-sum(part in parts for part in spoken(moved)), values))
    yield from (at for _, at in sorted(found, key=lambda pair: (pair[0], len(pair[1]))))


def _together(
    patterns: list[sp.Expr],
    parts: list[sp.Expr],
    values: dict[sp.Symbol, sp.Expr],
    own: set[sp.Symbol],
) -> Iterator[dict[sp.Symbol, sp.Expr]]:
    """Values with which patterns become parts: as many as go together, then fewer."""
    for place, pattern in enumerate(patterns):
        for part in parts:
            more = _unified(pattern, part, own, values)
            if more is not None:
                yield from _together(patterns[place + 1 :], parts, more, own)
                yield {symbol: value for symbol, value in more.items() if symbol != value}


def _unified(
    pattern: sp.Expr, target: sp.Expr, own: set[sp.Symbol], known: Values
) -> dict[sp.Symbol, sp.Expr] | None:
    """Values for variables, those that are known among them, that make the pattern the target."""
    equations = _equal(pattern, target)
    if equations is None:
        return None
    values = dict(known)
    for left, right in equations:
        moved = sp.expand(left.xreplace(values))
        if moved == right or sp.expand(moved - right) == 0:
            values |= {s: s for s in moved.free_symbols & own - values.keys()}
            continue
        for symbol in sorted(moved.free_symbols & own - values.keys(), key=str):
            slope = moved.coeff(symbol)
            offset = sp.expand(moved - slope * symbol)
            if slope != 0 and not offset.has(symbol) and not slope.has(symbol):
                values[symbol] = _cancelled((right - offset) / slope)
                break
        else:
            return None
    return values


@lru_cache(maxsize=10_000)
def _cancelled(value: sp.Expr) -> sp.Expr:
    """A value in lowest terms: the same few are found again on every way to match the rest."""
    return sp.cancel(value)


@lru_cache(maxsize=10_000)
def _equal(pattern: sp.Basic, target: sp.Basic) -> tuple[tuple[sp.Expr, sp.Expr], ...] | None:
    """What has to be equal for two applications to be the same: what has fewer variables first."""
    found = _equations(pattern, target)
    if found is None:
        return None
    return tuple(sorted(found, key=lambda pair: len(pair[0].free_symbols)))


def _equations(pattern: sp.Basic, target: sp.Basic) -> list[tuple[sp.Expr, sp.Expr]] | None:
    """What has to be equal for two applications to be the same; None when they cannot be."""
    if pattern.func != target.func or len(pattern.args) != len(target.args):
        return None
    found: list[tuple[sp.Expr, sp.Expr]] = []
    for left, right in zip(pattern.args, target.args, strict=True):
        if isinstance(left, sp.Function) and isinstance(right, sp.Function):
            inner = _equations(left, right)
            if inner is None:
                return None
            found += inner
        elif left.is_infinite or right.is_infinite:
            if left != right:
                return None
        else:
            found.append((left, right))
    return found


# -- the multipliers ------------------------------------------------------------------------------


def _multiplied(wanted: sp.Expr, facts: list[Fact]) -> Iterator[tuple[list[Fact], sp.Expr]]:
    """The facts with multipliers for which what is spoken of cancels, and what is left then."""
    says = [sp.expand(e, power_base=False, log=False) for e in (wanted, *(f.slack for f in facts))]
    rows = _rows(says)
    nothing = rows.pop((), None)
    if not rows:
        return
    for system in (list(rows.values()), [*rows.values(), *([nothing] if nothing else [])]):
        times = _solved(system, [fact.times for fact in facts])
        if times is None:
            continue
        rest = says[0] - sum((t * e for t, e in zip(times, says[1:], strict=True)), sp.S.Zero)
        rest = sp.cancel(sp.expand(rest, power_base=False))
        if not spoken(rest):
            yield [replace(f, times=t) for f, t in zip(facts, times, strict=True)], rest


def _rows(says: list[sp.Expr]) -> dict[tuple[sp.Expr, ...], list[sp.Expr]]:
    """For each product of things spoken of, what stands before it in every expression."""
    rows: dict[tuple[sp.Expr, ...], list[sp.Expr]] = {}
    for place, expression in enumerate(says):
        for term in sp.Add.make_args(expression):
            factors = [f for f in sp.Mul.make_args(term) if f.has(AppliedUndef, Mass)]
            key = tuple(sorted(factors, key=sp.default_sort_key))
            row = rows.setdefault(key, [sp.S.Zero] * len(says))
            row[place] += term / sp.Mul(*factors)
    return rows


def _solved(system: list[list[sp.Expr]], given: list[sp.Expr | None]) -> list[sp.Expr] | None:
    """The solution of a linear system, when it has just one."""
    times, open_ = list(given), [place for place, one in enumerate(given) if one is None]
    known = [(place, one) for place, one in enumerate(given) if one is not None]
    rows = [
        [
            *(row[place] for place in open_),
            right - sum((one * row[place] for place, one in known), sp.S.Zero),
        ]
        for right, *row in system
    ]
    for done, place in enumerate(open_):
        pivot = next((r for r in rows[done:] if sp.cancel(r[done]) != 0), None)
        if pivot is None:
            return None
        rows.remove(pivot)
        top = [sp.cancel(entry / pivot[done]) for entry in pivot]
        rows = [
            row if row[done] == 0
            else [sp.cancel(e - row[done] * t) for e, t in zip(row, top, strict=True)]
            for row in rows
        ]  # fmt: skip
        rows.insert(done, top)
        times[place] = sp.S.Zero
    if any(sp.cancel(row[-1]) != 0 for row in rows[len(open_) :]):
        return None
    for place, row in zip(open_, rows, strict=False):
        times[place] = row[-1]
    return times


# -- what numbers rule out ------------------------------------------------------------------------


def _points(domain: Domain) -> Iterator[Point]:
    rng = random.Random(0)  # noqa: S311  (points to try need no secrecy)
    for _ in range(POINTS):
        try:
            yield domain.sample(rng)
        except (ArithmeticError, TypeError, ValueError):
            return


def _number(expression: sp.Expr, point: Point) -> float | None:
    try:
        return float(expression.xreplace(dict(point)))
    except (ArithmeticError, TypeError, ValueError):
        return None


def _inside(variables: Iterable[Variable], values: Values, points: list[Point]) -> bool:
    """Whether values lie in a fact's domain at some points of the conclusion's."""
    return all(_lies(variable, values, point) for variable in variables for point in points)


def _lies(variable: Variable, values: Values, point: Point) -> bool:
    value = _number(values.get(variable.symbol, variable.symbol), point)
    lower, upper = (
        _number(e.xreplace(dict(values)), point) for e in (variable.lower, variable.upper)
    )
    if value is None:
        return True
    if variable.integer and abs(value - round(value)) > 1e-9:
        return False
    return (lower is None or lower - 1e-9 <= value) and (upper is None or value <= upper + 1e-9)


def _signed(fact: Fact, points: list[Point]) -> bool:
    """Whether a fact is used at all, and an inequality not a negative number of times."""
    times = fact.times
    if times is None or times == 0:
        return False
    numbers = [_number(times, point) for point in points]
    return fact.equation or all(number is None or number > -1e-9 for number in numbers)


def _left_over(conclusion: Goal, rest: sp.Expr, points: list[Point]) -> bool:
    """Whether what is left after the facts may be what a conclusion leaves."""
    if getattr(conclusion.proposition, "op", "") == "==":
        return False
    return all((n := _number(rest, point)) is None or n > -1e-9 for point in points)
