"""Noise on R^d: no private noise costs less than the staircases, and nothing more is shown."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
import sympy as sp

from dpproofs.checkers import check
from dpproofs.checkers.models import misfit
from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.proposition import that
from dpproofs.kernel.rules import OWN
from dpproofs.kernel.vectors import ExpectedNorm, Levels, PrivateVector, Staircase
from dpproofs.replaying.program import replay
from dpproofs.theorems.registry import find
from dpproofs.theorems.vector import infinite
from dpproofs.theorems.vector.exchange import S
from dpproofs.theorems.vector.optimal import (
    BEYOND,
    EXAMPLE,
    FIRST,
    ON,
    OPTIMAL,
    Delta,
    Q,
    X,
    b,
    c,
    eps,
    kappa,
    mu,
    rho,
    x,
    y,
)
from dpproofs.verifying import verify as verify_anew
from tests.theorems.forging import wants_every_hypothesis

verify = cache(verify_anew)
NAME, INFINITE = "vector.optimal", "vector.optimal.infinite"
OF_VECTORS = {
    "Brunn and Minkowski", "costs over levels", "privacy of a staircase", "cost of a staircase",
}  # fmt: skip
OF_LEVELS = {"Brunn and Minkowski", "costs over levels"}
zero = sp.S.Zero


@pytest.mark.parametrize(("name", "twins"), [(NAME, 10), (INFINITE, 5)])
def test_the_staircases_are_optimal_and_the_certificate_replays(name, twins):
    verdict = verify(name)
    assert (verdict.decision.value, verdict.grade.name) == ("holds", "proved")
    assert verdict.mutation.tried >= twins
    assert verdict.mutation.survivors == ()
    report = replay(verdict.certificate, any_statement=True)
    assert (report.accepted, report.reason) == (True, "")
    assert set(report.trusts) > (OF_VECTORS if name == NAME else OF_LEVELS)


@pytest.mark.parametrize("name", [NAME, INFINITE])
def test_replay_wants_every_hypothesis(name):
    assert wants_every_hypothesis(verify(name).certificate)


@pytest.mark.parametrize(
    "goal",
    [
        Goal(PrivateVector(Q(y), eps / 2, zero, Delta), ON & FIRST),
        Goal(PrivateVector(Q(y), eps, zero, 2 * Delta), ON & FIRST),
        Goal(PrivateVector(X(), eps, zero, Delta), ON),
        Goal(ExpectedNorm(Q(y), x, c(x), "==", kappa(y) + 1), ON & FIRST),
        Goal(ExpectedNorm(Q(y), x, c(2 * x), "==", kappa(y)), ON & FIRST),
        Goal(ExpectedNorm(X(), x, c(x), "==", kappa(y)), ON & FIRST),
        Goal(that(0) <= rho(x) * (rho(b * x) - rho(x) - 2 * Delta), ON & BEYOND),
        Goal(that(0) <= rho(x) * (rho(x) - rho(b * x)), ON & BEYOND),
        Goal(ExpectedNorm(X(), x, c(x), ">=", mu() + 1), ON),
        Goal(ExpectedNorm(X(), x, c(x), ">", mu()), ON),
        Goal(ExpectedNorm(X(), x, c(x), "<=", mu()), ON),
        Goal(ExpectedNorm(X(), x, c(x / 2), ">=", mu()), ON),
    ],
)
def test_more_than_is_so_is_not_established(goal):
    """Neither by the step that shows what is so, nor by any other application of a rule."""
    derivation = replace(find(NAME).derivation, statement=OPTIMAL)
    applied = [step for step in derivation.steps if step.method == "rule"]
    assert all(check(step, derivation).established for step in applied)
    assert not any(check(replace(step, goal=goal), derivation).established for step in applied)


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("X", lambda e: e**2),  # falls twice as fast
        ("X", lambda e: 0 * e),  # no probability
        ("X", lambda e: 3 * e),
        ("Q", lambda e: e / 3),
        ("rho", lambda e: -e - 1),
        ("Q", lambda e: e**2),
        ("rho", lambda e: 2 * e),
        ("rho", lambda e: e / 2),
        ("mu", lambda e: 2 * e + 1),
        ("c", lambda e: 1 - e),
        ("G", lambda e: -e),
        ("S", lambda e: e + 1),
        ("T", lambda e: 2 * e),
        ("kappa", lambda e: e / 2),
    ],
)
def test_another_object_is_no_example(name, change):
    found = EXAMPLE[name]
    other = sp.Lambda(found.signature, change(found.expr))
    assert misfit(replace(OPTIMAL, examples=({**EXAMPLE, name: other},)))


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("g", lambda e: e / 2 - 1),  # G goes deeper
        ("g", lambda e: 3 * e + 3),  # the sum is not that large
        ("mu", lambda e: 2 * e + 1),
        ("S", lambda e: e + 1),
    ],
)
def test_another_number_is_no_example_of_a_large_sum(name, change):
    found = infinite.EXAMPLE[name]
    other = sp.Lambda(found.signature, change(found.expr))
    changed = replace(infinite.STATEMENT, examples=({**infinite.EXAMPLE, name: other},))
    assert misfit(changed)


def test_a_sum_that_is_not_that_large_shows_nothing():
    """Each step that uses how large the sum is, with half of what is assumed of it."""
    derivation = replace(find(INFINITE).derivation, statement=infinite.STATEMENT)
    (assumed,) = (step for step in derivation.steps if step.goal == infinite.MUCH)
    less = replace(assumed, goal=Goal(that(infinite.g() / 2) <= (1 - b) * S(0), ON))
    steps = [less if step is assumed else step for step in derivation.steps]
    users = [step for step in steps if assumed.name in step.uses]
    assert users
    for step in users:
        assert check(step, derivation).established
        assert not check(step, replace(derivation, steps=tuple(steps))).established


def test_what_is_said_of_vectors_is_a_hypothesis_and_no_step_makes_it_up():
    """Without the rules nothing says that noise for vectors is private, a staircase, or dear."""
    derivation = replace(find(NAME).derivation, statement=OPTIMAL)
    said = (PrivateVector, ExpectedNorm, Staircase, Levels)
    for step in derivation.steps:
        if isinstance(step.goal.proposition, said):
            assert step.method in ("assume", "rule")
            for method in ("instance", "identity", "entailment", "sign", "obtained", "weaken"):
                other = replace(step, method=method, hints={**step.hints, "at": {}, "facts": ()})
                try:
                    assert not check(other, derivation).established
                except (KeyError, ValueError, StopIteration, IndexError):
                    continue


def test_a_rule_for_noise_on_the_line_is_not_about_vectors():
    derivation = replace(find(NAME).derivation, statement=OPTIMAL)
    (last,) = (s for s in derivation.steps if s.hints.get("rule") == "costs over levels")
    h = OWN["h"]
    hints = {
        "rule": "tails vanish", "bindings": {"noise": X(), "level": h},
    }  # fmt: skip
    assert not check(replace(last, hints=hints), derivation).established
