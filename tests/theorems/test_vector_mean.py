"""The mean value theorem for the sums: a verdict, its replay, hypotheses that are all wanted."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
import sympy as sp

from dpproofs.checkers import check
from dpproofs.checkers.models import misfit
from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.proposition import that
from dpproofs.replaying.program import replay
from dpproofs.theorems.registry import find
from dpproofs.theorems.vector.mean import HIGH, LOW, ON, T, big, d, high, least, low, most, top
from dpproofs.verifying import verify
from tests.theorems.forging import wants_every_hypothesis

NAME = "vector.turns.mean"
verdict = cache(lambda: verify(NAME))


def test_it_is_proved_and_its_certificate_replays():
    found = verdict()
    assert (found.decision.value, found.grade.name) == ("holds", "proved")
    assert found.mutation.tried >= 12
    assert found.mutation.survivors == ()
    report = replay(found.certificate, any_statement=True)
    assert (report.accepted, report.reason) == (True, "")


def test_replay_wants_every_hypothesis():
    assert wants_every_hypothesis(verdict().certificate)


@pytest.mark.parametrize(
    ("proved", "claimed"),
    [
        (LOW, Goal(that(most() * (big(high) - big(low))) <= top(high) - top(low), ON)),
        (LOW, Goal(that(least() * T(d, high)) <= T(d, low), ON)),
        (HIGH, Goal(that(top(high) - top(low)) <= least() * (big(high) - big(low)), ON)),
        (HIGH, Goal(that(top(high) - top(low)) < most() * (big(high) - big(low)), ON)),
    ],
)
def test_more_than_the_hypotheses_give_is_not_established(proved, claimed):
    derivation = find(NAME).derivation
    (step,) = (each for each in derivation.steps if each.goal == proved)
    assert check(step, derivation).established
    assert not check(replace(step, goal=claimed), derivation).established


@pytest.mark.parametrize(
    ("function", "change"),
    [
        ("T", lambda value: value * 2 + 1),
        ("g_least", lambda value: value * 50),
        ("g_most", lambda value: value / 50),
    ],
)
def test_an_example_that_breaks_a_hypothesis_is_none(function, change):
    statement = find(NAME).statement
    (example,) = statement.examples
    law = example[function]
    wrong = {**example, function: sp.Lambda(law.signature, change(law.expr))}
    assert misfit(replace(statement, examples=(wrong,))) != ""
