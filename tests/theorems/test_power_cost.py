"""(312) with the first period apart: the cost itself, and forged certificates that are refused."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from functools import cache

import mpmath
import pytest
import sympy as sp

from dpproofs.checkers import check
from dpproofs.kernel.derivation import Goal
from dpproofs.theorems.staircase import moment_cost
from dpproofs.theorems.staircase.moment_cost import REAL, WHOLES, N
from dpproofs.theorems.staircase.power_cost import zero
from dpproofs.theorems.staircase.setting import Delta, b, gamma
from dpproofs.verifying import verify
from tests.theorems.forging import replayed

CLAIM = moment_cost.CLAIMS[0]


@cache
def certificate():
    return verify(CLAIM).certificate


def answer(change):
    """What replay says when the steps are changed, with the digest computed again."""
    found = deepcopy(certificate())
    rows = {row["name"]: row for row in found["steps"]}
    cost = next(row for row in found["steps"] if row["method"] == "expectation")
    touched = {cost["name"], *cost["uses"][2:]}
    change(cost, rows)
    report = replayed(found)
    assert report.accepted or report.failing in touched
    return report


def test_it_replays_as_it_stands():
    report = answer(lambda *_: None)
    assert (report.accepted, report.reason) == (True, "")


def _uses(change):
    """Other steps that are used for the cost."""
    return lambda cost, _: cost.update(uses=change(cost["uses"]))


def _without(place):
    return _uses(lambda uses: [*uses[:place], *uses[place + 1 :]])


def _longer(place):
    def change(cost, rows):
        claim = rows[cost["uses"][place]]["proposition"]
        claim["upper"] = ["add", claim["upper"], ["sym", "Delta"]]

    return change


def _from_the_first(cost, rows):
    """Later periods that begin with the first one: period k for k >= 0, which it was for k + 1."""
    claim = rows[cost["uses"][4]]["proposition"]
    claim["lower"] = ["mul", ["sym", "Delta"], ["sym", "n"]]


FORGED = {
    "the first piece of the first period missing": _without(2),
    "the second piece of the first period missing": _without(3),
    "the first period missing": _uses(lambda uses: [*uses[:2], *uses[4:]]),
    "the later periods missing": _uses(lambda uses: [*uses[:4], *uses[6:]]),
    "the sum missing": _without(6),
    "no sign of the cost": _without(1),
    "the later periods first": _uses(lambda uses: [*uses[:2], *uses[4:6], *uses[2:4], *uses[6:]]),
    "the pieces of the first period swapped": _uses(
        lambda uses: [*uses[:2], *uses[3:1:-1], *uses[4:]]
    ),
    "the pieces of later periods swapped": _uses(
        lambda uses: [*uses[:4], *uses[5:3:-1], *uses[6:]]
    ),
    "a first period that is longer": _longer(3),
    "pieces of later periods that overlap": _longer(4),
    "later periods from the first on": _from_the_first,
    "told as if for every period": lambda cost, _: cost["evidence"].pop("apart"),
    "another cost": lambda cost, _: cost["proposition"].update(value=["int", "1"]),
}


@pytest.mark.parametrize("name", FORGED)
def test_a_forged_certificate_is_refused(name):
    assert not answer(FORGED[name]).accepted


def wrong_values():
    for cost in (REAL, WHOLES):
        p = cost.power
        for place in (gamma, zero):
            value = cost.value(place)
            yield cost, place, value * (p + 1)
            yield cost, place, value / (1 - b)
            yield cost, place, value / Delta
            yield cost, place, value + cost.value(place) * b
    yield REAL, gamma, REAL.value(gamma).xreplace({N(REAL.power + 1, b, gamma): sp.Integer(1)})
    first = Delta**REAL.power * (1 - b) ** 2 * gamma ** (REAL.power + 1)
    yield REAL, gamma, REAL.value(gamma) - first / ((REAL.power + 1) * (b + (1 - b) * gamma))


@pytest.mark.parametrize(("cost", "place", "value"), list(wrong_values()))
def test_another_cost_is_not_established(cost, place, value):
    goal, derivation = cost.paid(place), CLAIM.derivation
    (step,) = [step for step in derivation.steps if step.goal == goal]
    assert check(step, derivation).established
    wrong = Goal(replace(goal.proposition, value=value), goal.domain)
    assert not check(replace(step, goal=wrong), derivation).established


def test_nothing_is_assumed_of_integrals():
    kinds = {goal.proposition.kind for goal in CLAIM.statement.hypotheses}
    assert kinds == {"relation", "sum"}
    shown = [goal.proposition.kind for goal in CLAIM.statement.printed]
    assert (shown.count("expected"), shown.count("integral")) == (4, 4)


@pytest.mark.parametrize("p", ["0.3", "1", "2.5"])
@pytest.mark.parametrize("split", ["0", "0.37", "1"])
def test_the_cost_by_quadrature(p, split):
    mp = mpmath.MPContext()
    mp.dps = 20
    power, place, ratio, width = mp.mpf(p), mp.mpf(split), mp.mpf("0.4"), mp.mpf("1.7")
    level = ratio + (1 - ratio) * place
    height, total, terms = (1 - ratio) / (2 * width * level), mp.mpf(0), mp.mpf(0)
    for k in range(60):
        ends = [k * width, (k + place) * width, (k + 1) * width]
        for piece, fall in ((0, ratio**k), (1, ratio ** (k + 1))):
            low, high = ends[piece], ends[piece + 1]
            rise = (high ** (power + 1) - low ** (power + 1)) / (power + 1)
            total += 2 * height * fall * rise
        terms += ratio**k * (k + place) ** (power + 1)
    said = width**power * (1 - ratio) ** 2 / ((power + 1) * level) * terms
    assert abs(total / said - 1) < mp.mpf(10) ** -15
