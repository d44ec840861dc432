"""From one dimension to the next, on the circle: verdicts, replay, hypotheses all wanted."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
import sympy as sp

from dpproofs.checkers import check
from dpproofs.checkers.models import misfit
from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.proposition import Relation, that
from dpproofs.replaying.program import replay
from dpproofs.theorems.registry import find
from dpproofs.theorems.vector.arcs import gap, later, turn, y
from dpproofs.theorems.vector.circle import CLIMBS, LARGEST, LEAST, C
from dpproofs.theorems.vector.line import weight
from dpproofs.theorems.vector.setting import b, gamma, total
from dpproofs.theorems.vector.turns import RISE, SIGNS, ZEROS, bound, high_root
from dpproofs.verifying import verify
from tests.theorems.forging import wants_every_hypothesis

PLACES, SIGNED, ARCS, BEST = NAMES = (
    "vector.turns", "vector.turns.signs", "vector.turns.arcs", "vector.turns.best"
)  # fmt: skip
verdict = cache(verify)


@pytest.mark.parametrize(("name", "twins"), list(zip(NAMES, (30, 25, 25, 15), strict=True)))
def test_it_is_proved_and_its_certificate_replays(name, twins):
    found = verdict(name)
    assert (found.decision.value, found.grade.name) == ("holds", "proved")
    assert found.mutation.tried >= twins
    assert found.mutation.survivors == ()
    report = replay(found.certificate, any_statement=True)
    assert (report.accepted, report.reason) == (True, "")


@pytest.mark.parametrize("name", NAMES)
def test_replay_wants_every_hypothesis(name):
    assert wants_every_hypothesis(verdict(name).certificate)


def _promised(more):
    """The two places, and one thing more of them."""
    promise = ZEROS.proposition
    return replace(ZEROS, proposition=replace(promise, all=(*promise.all, more)))


def _swapped(goal):
    claim = goal.proposition
    return Goal(Relation(claim.rhs, claim.op, claim.lhs), goal.domain)


@pytest.mark.parametrize(
    ("name", "proved", "claimed"),
    [
        (PLACES, ZEROS, _promised(that(high_root) <= turn)),
        (PLACES, ZEROS, _promised(that(weight(turn)) == 0)),
        (PLACES, RISE, replace(RISE, proposition=RISE.proposition.map(lambda e: e.subs(bound, 0)))),
        *((SIGNED, goal, _swapped(goal)) for goal in SIGNS),
        (SIGNED, SIGNS[0], Goal(that(weight(y)) < weight(0), SIGNS[0].domain)),
        *((ARCS, goal, _swapped(goal)) for goal in CLIMBS),
        (ARCS, CLIMBS[0], Goal(that(C(y) + gap) < C(later), CLIMBS[0].domain)),
        *((BEST, goal, _swapped(goal)) for goal in (*LEAST, *LARGEST)),
        (BEST, LEAST[1], Goal(that(C(turn)) < C(y), LEAST[1].domain)),
    ],
)
def test_more_than_the_hypotheses_give_is_not_established(name, proved, claimed):
    derivation = find(name).derivation
    (step,) = (each for each in derivation.steps if each.goal == proved)
    assert check(step, derivation).established
    assert not check(replace(step, goal=claimed), derivation).established


@pytest.mark.parametrize(
    ("name", "function", "change"),
    [
        *((name, "D", lambda value: -value) for name in NAMES[:3]),
        *((name, "N", lambda value: value + 1) for name in NAMES[:3]),
        *((name, "g", lambda value: 2 - value) for name in NAMES[:3]),
        (ARCS, "C", lambda value: -value),
        (BEST, "C", lambda value: -value),
        (BEST, "C", lambda value: value + y),
    ],
)
def test_an_example_that_breaks_a_hypothesis_is_none(name, function, change):
    statement = find(name).statement
    (example,) = statement.examples
    law = example[function]
    wrong = {**example, function: sp.Lambda(law.signature, change(law.expr))}
    assert misfit(replace(statement, examples=(wrong,))) != ""


@pytest.mark.parametrize("d", [2, 3, 4])
def test_the_cost_of_the_staircase_turns_twice(d):
    """p = 1, b = 1/5: once around from the best first radius it rises, and then falls."""
    ratio = sp.Rational(1, 5)
    cost = sp.lambdify(gamma, (total(d + 1) / total(d)).subs(b, ratio))
    values = [cost(i / 400) for i in range(400)]
    start = values.index(min(values))
    around = values[start:] + values[:start] + [values[start]]
    top = around.index(max(around))
    assert 0 < top < 400
    assert around[: top + 1] == sorted(around[: top + 1])
    assert around[top:] == sorted(around[top:], reverse=True)
