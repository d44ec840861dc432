"""Every dimension and power: the first two terms of the sums, the cost for large epsilon."""

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
from dpproofs.theorems.vector.few import (
    COST_HIGH,
    COST_LOW,
    HIGH,
    LOW,
    TENDS,
    C,
    T,
    all_of,
    b,
    d,
    m,
    p,
    two,
)
from dpproofs.verifying import verify
from tests.theorems.forging import wants_every_hypothesis

NAME = "vector.gain.low.every"
verdict = cache(lambda: verify(NAME))
SHARE = d / (d + p)


def test_it_is_proved_and_its_certificate_replays():
    found = verdict()
    assert (found.decision.value, found.grade.name) == ("holds", "proved")
    assert found.mutation.tried >= 30
    assert found.mutation.survivors == ()
    report = replay(found.certificate, any_statement=True)
    assert (report.accepted, report.reason) == (True, "")


def test_replay_wants_every_hypothesis():
    assert wants_every_hypothesis(verdict().certificate)


@pytest.mark.parametrize(
    ("proved", "claimed"),
    [
        (LOW, Goal(that(two(m) + b**2) <= T(b, m), LOW.domain)),
        (HIGH, Goal(that(T(b, m)) <= two(m), HIGH.domain)),
        (COST_LOW, Goal(that(two(d + p) / all_of(d)) <= C(b, d, p), COST_LOW.domain)),
        (COST_HIGH, Goal(that(C(b, d, p)) <= SHARE * two(d + p) / two(d), COST_LOW.domain)),
        (TENDS, replace(TENDS, proposition=replace(TENDS.proposition, value=SHARE))),
    ],
)
def test_more_than_the_hypotheses_give_is_not_established(proved, claimed):
    derivation = find(NAME).derivation
    (step,) = (each for each in derivation.steps if each.goal == proved)
    assert check(step, derivation).established
    assert not check(replace(step, goal=claimed), derivation).established


@pytest.mark.parametrize("function", ["T", "C", "K"])
def test_an_example_that_breaks_a_hypothesis_is_none(function):
    statement = find(NAME).statement
    (example,) = statement.examples
    law = example[function]
    wrong = {**example, function: sp.Lambda(law.signature, law.expr * (1 + sp.Rational(1, 9)))}
    assert misfit(replace(statement, examples=(wrong,))) != ""
