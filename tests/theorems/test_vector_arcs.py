"""From one dimension to the next: a verdict, its replay, and hypotheses that are all wanted."""

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
from dpproofs.theorems.vector.arcs import ON, N, h, turn, weight
from dpproofs.theorems.vector.setting import b, gamma, total
from dpproofs.verifying import verify
from tests.theorems.forging import wants_every_hypothesis

NAME = "vector.arcs"
verdict = cache(lambda: verify(NAME))


def test_the_step_is_proved_and_its_certificate_replays():
    found = verdict()
    assert (found.decision.value, found.grade.name) == ("holds", "proved")
    assert found.mutation.tried >= 40
    assert found.mutation.survivors == ()
    report = replay(found.certificate, any_statement=True)
    assert (report.accepted, report.reason) == (True, "")


def test_replay_wants_every_hypothesis():
    assert wants_every_hypothesis(verdict().certificate)


@pytest.mark.parametrize(
    ("proved", "claimed"),
    [
        (Goal(that(weight(1)) < 0, ON), Goal(that(weight(1)) < -1, ON)),
        (Goal(that(weight(1)) < 0, ON), Goal(that(0) < weight(1), ON)),
        (Goal(that(0) < weight(turn), ON), Goal(that(0) < weight(turn / 2), ON)),
        (Goal(that(0) < weight(turn), ON), Goal(that(0) < N(turn) - h(turn), ON)),
    ],
)
def test_more_than_the_hypotheses_give_is_not_established(proved, claimed):
    derivation = find(NAME).derivation
    (step,) = (each for each in derivation.steps if each.goal == proved)
    assert check(step, derivation).established
    assert not check(replace(step, goal=claimed), derivation).established


@pytest.mark.parametrize(
    ("name", "change"),
    [("D", lambda value: value - b), ("N", lambda value: value + 1), ("h", lambda value: -value)],
)
def test_an_example_that_breaks_a_hypothesis_is_none(name, change):
    statement = find(NAME).statement
    (example,) = statement.examples
    law = example[name]
    wrong = {**example, name: sp.Lambda(law.signature, change(law.expr))}
    assert misfit(replace(statement, examples=(wrong,))) != ""


@pytest.mark.parametrize("d", [2, 3, 4])
def test_the_sums_of_the_staircase_are_such_functions(d):
    """p = 1, b = 1/5: h begins at its least value, and W is as the claim says."""
    ratio = sp.Rational(1, 5)
    sums = [sp.lambdify(gamma, total(m).subs(b, ratio)) for m in range(d + 2)]

    def around(m, place):
        return sums[m](place) if place <= 1 else sums[m](place - 1) / ratio

    grid = [i / 400 for i in range(401)]
    start = min(grid[:-1], key=lambda at: around(d, at) / around(d - 1, at))
    places = [start + at for at in grid]
    big = [(d + 1) * around(d, at) for at in places]
    slope = [around(d, at) / around(d - 1, at) for at in places]
    weights = [
        large * rise - d * around(d + 1, at)
        for large, rise, at in zip(big, slope, places, strict=True)
    ]
    top = slope.index(max(slope))
    assert weights[0] == pytest.approx(float(ratio) * weights[-1])
    assert weights[0] < 0 < weights[top]
    assert weights[: top + 1] == sorted(weights[: top + 1])
    assert weights[top:] == sorted(weights[top:], reverse=True)
