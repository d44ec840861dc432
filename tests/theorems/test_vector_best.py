"""The best first radius in one dimension: verdicts, replay, hypotheses that are all wanted."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
import sympy as sp

from dpproofs.checkers import check
from dpproofs.checkers.models import misfit
from dpproofs.kernel.assertions import Exists
from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.domain import Domain, between
from dpproofs.kernel.proposition import Relation, that
from dpproofs.replaying.program import replay
from dpproofs.theorems.registry import find
from dpproofs.theorems.vector.arcs import D, N
from dpproofs.theorems.vector.best import AFTER, BEFORE, ROOT, WITH_BOUND, ZERO, gap, root
from dpproofs.theorems.vector.line import weight
from dpproofs.verifying import verify
from tests.theorems.forging import wants_every_hypothesis

PLACE, BEST = NAMES = ("vector.best.place", "vector.best")
verdict = cache(verify)


def zero(expression, variable=ROOT):
    """There is a place at which an expression is 0."""
    claim = Relation(expression, "==", sp.Integer(0))
    return Goal(Exists(Domain((variable,)), (claim,)), WITH_BOUND)


@pytest.mark.parametrize(("name", "twins"), [(PLACE, 20), (BEST, 8)])
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


@pytest.mark.parametrize(
    ("name", "proved", "claimed"),
    [
        (PLACE, ZERO, zero(weight(root) - 1)),
        (PLACE, ZERO, zero(weight(root / 2))),
        (PLACE, ZERO, zero(weight(root), between(root, 0, sp.Rational(1, 2)))),
        (BEST, BEFORE, Goal(that(N(root)) < N(sp.Integer(0)), BEFORE.domain)),
        (
            BEST,
            AFTER,
            Goal(that(N(root + gap) * D(root)) < N(root) * D(root + gap), AFTER.domain),
        ),
    ],
)
def test_more_than_the_hypotheses_give_is_not_established(name, proved, claimed):
    derivation = find(name).derivation
    (step,) = (each for each in derivation.steps if each.goal == proved)
    assert check(step, derivation).established
    assert not check(replace(step, goal=claimed), derivation).established


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("function", "change"),
    [("D", lambda value: -value), ("N", lambda value: -value), ("g", lambda value: 3 * value + 2)],
)
def test_an_example_that_breaks_a_hypothesis_is_none(name, function, change):
    statement = find(name).statement
    (example,) = statement.examples
    law = example[function]
    wrong = {**example, function: sp.Lambda(law.signature, change(law.expr))}
    assert misfit(replace(statement, examples=(wrong,))) != ""
