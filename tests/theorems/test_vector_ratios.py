"""Every dimension and power: the sums by the ones before, the cost for small epsilon."""

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
from dpproofs.theorems.vector import setting
from dpproofs.theorems.vector.ratios import (
    BETWEEN,
    HIGH,
    LOW,
    NOTHING,
    STEP_HIGH,
    STEP_LOW,
    TENDS,
    C,
    T,
    b,
    d,
    gamma,
    m,
    model,
    p,
)
from dpproofs.verifying import verify
from tests.theorems.forging import wants_every_hypothesis

NAME = "vector.gain.every"
verdict = cache(lambda: verify(NAME))


def test_it_is_proved_and_its_certificate_replays():
    found = verdict()
    assert (found.decision.value, found.grade.name) == ("holds", "proved")
    assert found.mutation.tried >= 60
    assert found.mutation.survivors == ()
    report = replay(found.certificate, any_statement=True)
    assert (report.accepted, report.reason) == (True, "")


def test_replay_wants_every_hypothesis():
    assert wants_every_hypothesis(verdict().certificate)


@pytest.mark.parametrize(
    ("proved", "claimed"),
    [
        (LOW, Goal(that((m + 1) * T(b, m)) <= (1 - b) * T(b, m + 1), LOW.domain)),
        (HIGH, Goal(that((1 - b) * T(b, m + 1)) <= m * T(b, m), HIGH.domain)),
        (
            STEP_LOW,
            Goal(that((d + p) * C(b, d, p)) <= (1 - b) * C(b, d, p + 1), STEP_LOW.domain),
        ),
        (
            STEP_HIGH,
            Goal(that((1 - b) * C(b, d, p + 1)) <= d * C(b, d, p), STEP_HIGH.domain),
        ),
        (NOTHING, Goal(that(C(b, d, 0)) == d, NOTHING.domain)),
        (BETWEEN[1][0], Goal(that(d) <= (1 - b) * C(b, d, 1), NOTHING.domain)),
        (BETWEEN[2][1], Goal(that((1 - b) ** 2 * C(b, d, 2)) <= d**2, NOTHING.domain)),
        (
            TENDS[1],
            replace(TENDS[1], proposition=replace(TENDS[1].proposition, value=d + 1)),
        ),
    ],
)
def test_more_than_the_hypotheses_give_is_not_established(proved, claimed):
    derivation = find(NAME).derivation
    (step,) = (each for each in derivation.steps if each.goal == proved)
    assert check(step, derivation).established
    assert not check(replace(step, goal=claimed), derivation).established


@pytest.mark.parametrize("function", ["T", "C"])
def test_an_example_that_breaks_a_hypothesis_is_none(function):
    statement = find(NAME).statement
    (example,) = statement.examples
    law = example[function]
    wrong = {**example, function: sp.Lambda(law.signature, law.expr * (1 + b))}
    assert misfit(replace(statement, examples=(wrong,))) != ""


@pytest.mark.parametrize("order", [1, 2, 5])
def test_the_model_is_the_sum_in_closed_form(order):
    at = {b: sp.Rational(2, 7), gamma: sp.Rational(3, 5)}
    value = model()["T"](b, order).subs(at)
    assert abs(sp.N(value, 30) - sp.N(setting.total(order).subs(at), 30)) < 1e-25
