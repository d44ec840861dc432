"""The exchange of radii: verdicts, replays, hypotheses that are all wanted, and sums of numbers."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
import sympy as sp

from dpproofs.checkers import check
from dpproofs.checkers.models import misfit
from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.proposition import Sum, that
from dpproofs.replaying.program import replay
from dpproofs.theorems.registry import find
from dpproofs.theorems.vector.exchange import ON, A, Delta, c, y
from dpproofs.verifying import verify as verify_anew
from tests.theorems.forging import wants_every_hypothesis

verify = cache(verify_anew)
RULES = ("comparison of sums", "crossing", "either order", "induction")
NAMES = ("vector.exchange", "vector.exchange.start")


@pytest.mark.parametrize("name", NAMES)
def test_the_exchange_is_proved_and_its_certificate_replays(name):
    verdict = verify(name)
    assert (verdict.decision.value, verdict.grade.name) == ("holds", "proved")
    assert verdict.mutation.tried >= 4
    assert verdict.mutation.survivors == ()
    report = replay(verdict.certificate, any_statement=True)
    assert (report.accepted, report.reason) == (True, "")
    more = ("first term of a sum",) if name.endswith("start") else ()
    assert set(report.trusts) == {*RULES, *more}


@pytest.mark.parametrize("name", NAMES)
def test_replay_wants_every_hypothesis(name):
    assert wants_every_hypothesis(verify(name).certificate)


@pytest.mark.parametrize(
    "goal",
    [
        Goal(that(c()) < A(), ON),
        Goal(that(c() + 1) <= A(), ON),
        Goal(that(A()) <= c(), ON),
        Goal(that(c()) <= A() - Delta, ON),
    ],
)
def test_more_than_the_exchange_gives_is_not_established(goal):
    derivation = find("vector.exchange").derivation
    assert check(derivation.steps[-1], derivation).established
    assert not check(replace(derivation.steps[-1], goal=goal), derivation).established


@pytest.mark.parametrize("name", NAMES)
def test_no_step_can_be_about_other_radii(name):
    """Every step that speaks of G at equal steps is tried with steps of half the length."""
    derivation = find(name).derivation
    tried = 0
    for step in derivation.steps:
        if step.method not in ("rule", "instance", "induction") or isinstance(
            step.goal.proposition, Sum
        ):
            continue
        goal = replace(
            step.goal,
            proposition=step.goal.proposition.map(lambda e: e.xreplace({Delta: Delta / 2})),
        )
        if goal == step.goal:
            continue
        tried += 1
        assert not check(replace(step, goal=goal), derivation).established, step.name
    assert tried >= 3


@pytest.mark.parametrize(
    ("place", "change"),
    [
        ("S", lambda value: value * 2),
        ("A", lambda value: value + Delta),
        ("G", lambda value: value + y),
        ("rho", lambda value: value / 4),
    ],
)
def test_an_example_that_does_not_add_up_is_none(place, change):
    statement = find("vector.exchange").statement
    (example,) = statement.examples
    law = example[place]
    wrong = {**example, place: sp.Lambda(law.signature, change(law.expr))}
    assert misfit(replace(statement, examples=(wrong,))) != ""
    missing = {key: value for key, value in example.items() if key != place}
    assert place in misfit(replace(statement, examples=(missing,)))
    unsaid = {**example, place: sp.Lambda(law.signature, sp.Function("Q")(*law.signature))}
    assert misfit(replace(statement, examples=(unsaid,))) != ""


@pytest.mark.parametrize("begins", [0, 0.3, 2, 9])
@pytest.mark.parametrize("wide", [1, 1.25, 3])
def test_sums_of_numbers_are_as_the_exchange_says(begins, wide):
    """G(r) = r^4 - 10 r^2 falls up to sqrt(5), and rises from there on."""

    k = np.arange(90)

    def total(first, step):
        radii = np.asarray(first)[..., None] + k * step
        return ((radii**4 - 10 * radii**2) / 2.0**k).sum(axis=-1)

    least = total(np.arange(0, 4, 1 / 256), 1).min()
    assert total(begins, wide) >= least - 1e-2
    assert total(begins, 1 / 8) < least or begins > 1  # steps must not be smaller
