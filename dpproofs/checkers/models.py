"""Whether the examples of a statement are as its hypotheses say, so that some objects are.

A hypothesis that nothing satisfies shows everything. The examples are evaluated at random points:
what is false at one of them is no example, and neither is what cannot be evaluated.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import partial, singledispatch
from typing import TypeVar

import sympy as sp
from sympy.core.function import AppliedUndef

from dpproofs.checkers.numbers import NoValue
from dpproofs.checkers.numeric import agreed_digits, exactly
from dpproofs.checkers.points import defined, false_at, sampled
from dpproofs.kernel.assertions import Cheaper, Even, Expected, Private
from dpproofs.kernel.derivation import Statement
from dpproofs.kernel.domain import Domain, Variable, between, index, positive, real
from dpproofs.kernel.errors import BadInput
from dpproofs.kernel.examples import Example, in_example
from dpproofs.kernel.losses import Loss
from dpproofs.kernel.objects import Law, Value, dimensions
from dpproofs.kernel.proposition import Integral, Proposition, Relation, Sum, that
from dpproofs.kernel.scope import uses
from dpproofs.kernel.terms import Mass, Mirror, Moved, Outside, beyond, interval, with_sets
from dpproofs.kernel.vectors import Levels, PrivateVector, Staircase

Said = TypeVar("Said", bound=Proposition)
SEED, TRIES = 3, 12
_CELLS = 40  # in which the mass of a density is added up
_SHOWN = ("function", "noise", "vector")  # the kinds of which an example has one
SUMS, DIGITS, GAP = 4, 30, 1e-25  # points at which sums are added up, and how well they must fit

_low = sp.Symbol("low_of_set", real=True)
_size = sp.Symbol("size_of_set", positive=True)
_shift = sp.Symbol("shift_of_set", real=True)
_share = sp.Symbol("share_of_radius", positive=True)
_whole = sp.Symbol("shift_of_set", integer=True)
_PLACED = (real(_low), positive(_size))
_PARTS = (interval(_low, _low + _size, "[)"), interval(_low, sp.oo, "[)"))
_EMPTY = interval(_low, _low, "[)")
_SETS = tuple(inside for part in (*_PARTS, _EMPTY) for inside in (part, Outside(part)))


def misfit(statement: Statement, *, seed: int = SEED, tries: int = TRIES) -> str:
    """Why an example does not satisfy the hypotheses; empty when nothing speaks against any.

    The measures of sets are tried on intervals, half lines and their complements, and costs by
    the tails: noise with smaller tails costs less, whatever the cost.
    """
    objects = {found.name for found in statement.given if found.kind in _SHOWN}
    for example in statement.examples:
        for goal in statement.hypotheses:
            names = {name for name, _, _ in uses(goal)} & objects
            if missing := sorted(names - set(example)):
                return f"no example is given of {', '.join(missing)}"
            if isinstance(goal.proposition, Sum | Integral):
                if problem := _added_up(goal.proposition, goal.domain, statement, example, seed):
                    return problem
                continue
            for claim, own in tests(goal.proposition, statement):
                domain = everywhere(Domain((*goal.domain, *own)), statement)
                if problem := _contradicted(claim, domain, statement, example, seed, tries):
                    return problem
    return ""


def _contradicted(
    claim: Relation, domain: Domain, statement: Statement, example: Example, seed: int, tries: int
) -> str:
    seen = in_model(claim, statement, example)
    if seen is None:
        return f"{claim} cannot be evaluated in the example given"
    points = sampled(domain, seed, tries)
    if any(false_at(seen, point) for point in points):
        return "the hypotheses fail in the example given"
    unknown = seen.lhs.has(AppliedUndef) or seen.rhs.has(AppliedUndef)
    if unknown or not any(defined(seen, point) for point in points):
        return f"{claim} cannot be evaluated in the example given"
    return ""


def _added_up(
    claim: Sum | Integral, domain: Domain, statement: Statement, example: Example, seed: int
) -> str:
    """A sum is added up, an integral found by quadrature, and compared with what is said of it."""
    tried, seen = 0, in_model(claim, statement, example)
    for point in sampled(everywhere(domain, statement), seed, SUMS):
        with suppress(NoValue):
            total, value, _ = exactly(seen or claim, point, DIGITS)
            tried += 1
            if agreed_digits(total, value, DIGITS) < DIGITS - 5 and abs(total - value) > GAP:
                return "the hypotheses fail in the example given"
    return "" if tried else f"{claim} cannot be evaluated in the example given"


def in_model(claim: Said, statement: Statement, example: Example) -> Said | None:
    """A proposition with an example put in; None when the example says nothing of some set."""
    values = tuple(found for found in statement.definitions if isinstance(found, Value))
    try:
        return claim.map(lambda e: in_example(e, example, values))
    except BadInput:
        return None


def everywhere(domain: Domain, statement: Statement) -> Domain:
    """A domain with the parameters that it leaves out, on which an example may depend."""
    own = {variable.symbol.name: variable for variable in domain}
    first = [own.pop(v.symbol.name, v) for v in statement.parameters]
    return Domain((*first, *own.values()))


#: A relation that follows from a proposition, and the variables that it has besides.
Test = tuple[Relation, tuple[Variable, ...]]


@singledispatch
def tests(claim: Proposition, statement: Statement) -> Iterator[Test]:
    """What a proposition says of numbers; of tails, what is enough for it.

    Raises
    ------
    BadInput
        When nothing is known to test such a proposition by.
    """
    raise BadInput(
        "hypotheses", claim.kind, "relations, sums, and that noise is private, even, cheaper"
    )


@tests.register
def _relation(claim: Relation, statement: Statement) -> Iterator[Test]:
    yield claim, ()
    given = {found.name for found in statement.given}
    if free := {name for name, kind, _ in claim.uses() if kind == "set"} - given:
        for where in _SETS:  # what is said of any set is said of each
            yield claim.map(partial(with_sets, sets=dict.fromkeys(free, where))), _PLACED


@tests.register
def _private(claim: Private, statement: Statement) -> Iterator[Test]:
    reach = claim.sensitivity
    lattice = any(
        found.name == str(claim.noise.func) and found.on == "integers" for found in statement.given
    )
    by = index(_whole, -reach, reach) if lattice else between(_shift, -reach, reach, "[]")
    for where in _SETS:
        moved = sp.exp(claim.epsilon) * Mass(claim.noise, Moved(where, by.symbol)) + claim.delta
        yield that(Mass(claim.noise, where)) <= moved, (*_PLACED, by)


@tests.register
def _even(claim: Even, _: Statement) -> Iterator[Test]:
    for where in _SETS:
        yield that(Mass(claim.noise, where)) == Mass(claim.noise, Mirror(where)), _PLACED


@tests.register
def _cheaper(claim: Cheaper, statement: Statement) -> Iterator[Test]:
    tail, other = (Mass(noise, beyond(_size)) for noise in (claim.noise, claim.than))
    least = sp.Integer(0) if _defined(claim.than, statement) else other  # it is at least 0
    yield that(tail) <= least, (positive(_size),)


@tests.register
def _expected(claim: Expected, statement: Statement) -> Iterator[Test]:
    """Of a cost that does not decrease, by what Markov's inequality leaves to the tails; of noise
    that is defined, and from below, by the cost alone, which is nowhere beyond the bound.
    """
    if claim.op not in ("<", "<=", ">="):
        yield from tests.dispatch(Proposition)(claim, statement)
    there, own = claim.cost.xreplace({claim.variable: _size}), (positive(_size),)
    if claim.op == ">=":
        yield that(claim.value) <= there, own
    elif _defined(claim.noise, statement):
        yield that(there) <= claim.value, own
    else:
        yield that(there * Mass(claim.noise, beyond(_size))) <= claim.value, own


def _defined(noise: sp.Expr, statement: Statement) -> bool:
    """Whether noise is defined in a sentence: then nothing of it is evaluated in an example."""
    return any(isinstance(f, Law) and f.name == str(noise.func) for f in statement.definitions)


@tests.register
def _loss(claim: Loss, statement: Statement) -> Iterator[Test]:
    """What is left of it when only two parts of the line are told apart, in one round; it is not
    more where r g(log r) is convex, as it is for divergences, moments and what leaks.
    """
    if claim.op not in ("<", "<="):
        yield from tests.dispatch(Proposition)(claim, statement)
    for where in _PARTS:
        p, q = Mass(claim.noise, where), Mass(claim.than, Moved(where, -claim.shift))
        told = sum(
            here * claim.loss.xreplace({claim.variable: sp.log(here / there)})
            for here, there in ((p, q), (1 - p, 1 - q))
        )
        yield that(told) <= claim.value, _PLACED


# -- noise for vectors, of which an example has the density, that falls with the norm --------------


def _level(vector: sp.Expr, radius: sp.Expr) -> sp.Expr:
    """The density of an example of noise for vectors, which falls with the norm: at a radius."""
    return sp.Function(str(vector.func))(*vector.args, radius)


def _mass(vector: sp.Expr, scale: sp.Expr, statement: Statement) -> Iterator[Test]:
    """The density has a mass of about 1: by the midpoint rule, over u with r = d scale u/(1-u)."""
    size = dimensions(statement.given)[str(vector.func)]
    total = sp.Integer(0)
    for place in range(_CELLS):
        u = sp.Rational(2 * place + 1, 2 * _CELLS)
        radius = size * scale * u / (1 - u)
        total += _level(vector, radius) * radius**size * size / (u * (1 - u) * _CELLS)
    yield that(total) <= 2, ()
    yield that(sp.Rational(1, 2)) <= total, ()


@tests.register
def _private_vector(claim: PrivateVector, statement: Statement) -> Iterator[Test]:
    scale = claim.sensitivity / (claim.epsilon + claim.delta)
    yield from _mass(claim.vector, scale, statement)
    yield falls_slowly(claim)


def falls_slowly(claim: PrivateVector) -> Test:
    """What privacy comes to, with no delta, for a density that falls with the norm: it falls by no
    more than a shift allows.
    """
    nearer = between(_low, 0, _size + claim.sensitivity, "[]")
    ahead = sp.exp(claim.epsilon) * _level(claim.vector, _low)
    return that(_level(claim.vector, _size)) <= ahead, (positive(_size), nearer)


@tests.register
def _staircase(claim: Staircase, statement: Statement) -> Iterator[Test]:
    yield from _mass(claim.vector, claim.first - claim.step / sp.log(claim.ratio), statement)
    first = between(_low, 0, claim.first)
    yield that(_level(claim.vector, _low)) == _level(claim.vector, 0), (first,)
    for radius in (_low, _size + _low):
        here = _level(claim.vector, radius)
        below = _level(claim.vector, radius + claim.step)
        own = (positive(_size), between(_low, claim.first - claim.step, claim.first))
        yield that(below) == claim.ratio * here, own


@tests.register
def _levels(claim: Levels, _: Statement) -> Iterator[Test]:
    """A density that falls with the norm passes the level at the radius, if it reaches it."""

    def radius(level: sp.Expr) -> sp.Expr:
        return claim.radius.xreplace({claim.variable: level})

    top, reached = _level(claim.vector, sp.Integer(0)), between(_share, 0, 1)
    level = top * _share
    here, outside = radius(level), _level(claim.vector, radius(level) + _size)
    yield that(0) <= here, (reached,)
    yield that(outside) <= level, (reached, positive(_size))
    inside = _level(claim.vector, here * _low)
    yield that(0) <= here * (inside - level), (reached, between(_low, 0, 1))
    yield that(radius(top + _size)) == 0, (positive(_size),)
