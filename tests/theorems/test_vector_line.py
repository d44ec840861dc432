"""One dimension, where the induction begins: a verdict, its replay, hypotheses that are wanted."""

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
from dpproofs.theorems.vector.line import ENDS, ON, g, weight
from dpproofs.theorems.vector.setting import b, gamma, total
from dpproofs.verifying import verify
from tests.theorems.forging import wants_every_hypothesis

NAME = "vector.arcs.line"
verdict = cache(lambda: verify(NAME))


def test_the_base_case_is_proved_and_its_certificate_replays():
    found = verdict()
    assert (found.decision.value, found.grade.name) == ("holds", "proved")
    assert found.mutation.tried >= 30
    assert found.mutation.survivors == ()
    report = replay(found.certificate, any_statement=True)
    assert (report.accepted, report.reason) == (True, "")


def test_replay_wants_every_hypothesis():
    assert wants_every_hypothesis(verdict().certificate)


@pytest.mark.parametrize(
    "claimed",
    [
        Goal(that(weight(1)) < 0, ON),
        Goal(that(0) < weight(0), ON),
        Goal(that(g(1)) < weight(1), ON),
    ],
)
def test_more_than_the_hypotheses_give_is_not_established(claimed):
    derivation = find(NAME).derivation
    (step,) = (each for each in derivation.steps if each.goal == ENDS)
    assert check(step, derivation).established
    assert not check(replace(step, goal=claimed), derivation).established


@pytest.mark.parametrize(
    ("name", "change"),
    [("D", lambda value: value - b), ("N", lambda value: value + 1), ("g", lambda value: -value)],
)
def test_an_example_that_breaks_a_hypothesis_is_none(name, change):
    statement = find(NAME).statement
    (example,) = statement.examples
    law = example[name]
    wrong = {**example, name: sp.Lambda(law.signature, change(law.expr))}
    assert misfit(replace(statement, examples=(wrong,))) != ""


@pytest.mark.parametrize("p", [1, 2, 3])
def test_the_sums_of_the_staircase_on_the_line_are_such_functions(p):
    """The hypotheses of T_1, T_(1+p) and (1 - b) T_p at b = 1/5, at exact points."""
    ratio = sp.Rational(1, 5)
    big, more, slope = (
        sp.lambdify(gamma, sp.expand(sum_.subs(b, ratio)))
        for sum_ in ((1 + p) * total(1), total(1 + p), (1 - b) * total(p))
    )
    grid = [sp.Rational(i, 12) for i in range(13)]
    assert (big(grid[0]), more(grid[0])) == (ratio * big(grid[-1]), ratio * more(grid[-1]))
    for place, at in enumerate(grid):
        assert big(at) > 0
        for then in grid[place + 1 :]:
            assert slope(at) < slope(then)
            grown = big(then) - big(at)
            assert slope(at) * grown < more(then) - more(at) < slope(then) * grown
