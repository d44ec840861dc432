"""The upper end in one: what the sentence wants, and what follows of it."""

from __future__ import annotations

from dataclasses import replace

import pytest
import sympy as sp

import dpproofs as dp
from dpproofs.checkers.models import misfit
from dpproofs.kernel.derivation import Claim, Goal
from dpproofs.kernel.domain import index
from dpproofs.kernel.examples import in_example
from dpproofs.kernel.proposition import Relation
from dpproofs.replaying.program import replay
from dpproofs.theorems.optimum import noise as upper
from dpproofs.theorems.optimum.cell import P, Q, i, k, mass, w
from dpproofs.theorems.optimum.cells import D, m
from dpproofs.theorems.optimum.noise import EXAMPLE, STATEMENT, C, U, a
from tests.theorems.forging import forged, rejected, wants_every_hypothesis


@pytest.fixture(scope="module")
def verdict():
    return dp.verify("optimum.noise")


def test_it_is_proved_and_its_certificate_replayed(verdict):
    assert (verdict.decision.name, verdict.grade.name) == ("holds", "proved")
    assert verdict.mutation.tried == verdict.mutation.killed > 0
    report = dp.replay(verdict.certificate)
    assert report.accepted
    assert set(report.trusts) == {
        "antisymmetry", "countable additivity", "domination", "either order", "induction",
    }  # fmt: skip


def test_a_certificate_is_replayed_when_nothing_is_changed(verdict):
    assert replay(verdict.certificate, any_statement=True).accepted


def test_every_hypothesis_is_used(verdict):
    assert wants_every_hypothesis(verdict.certificate)


WEAKER = {
    "masses that may be negative": ("NOT_NEGATIVE", {"lhs": -sp.Integer(1)}),
    "masses that are even but for the middle": (
        "BOTH_SIDES", {"on": upper.AROUND & index(i, 1)}),
    "masses that may add up to more": ("TOTAL", {"value": 1 - a}),
    "mass beyond the last cell": ("REST", {"value": a}),
    "points that are not counted": ("SUMS", {"rhs": Q(k, i)}),
    "sums that may be less": ("SUMS", {"op": "<="}),
    "what may be more than delta": ("ENOUGH", {"rhs": 2 * D()}),
    "shifts to one side": ("ENOUGH", {"on": upper.ON & index(k, 0, upper.cells.N)}),
    "what may be negative": ("NONNEGATIVE", {"lhs": -sp.Integer(1)}),
    "what uncovers less": ("UNCOVERED", {"rhs": 2 * Q(k, i)}),
    "a cost that may be negative": ("COST", {"lhs": -sp.Integer(1)}),
    "costs that add up to something else": ("SUMMED", {"value": 2 * U()}),
}  # fmt: skip


@pytest.mark.parametrize("about", WEAKER)
def test_less_is_not_enough(verdict, monkeypatch, about):
    name, change = WEAKER[about]
    old, change = getattr(upper, name), dict(change)
    op, on = change.pop("op", ""), change.pop("on", old.domain)
    claim = replace(old.proposition, **change)
    new = Goal(Relation(claim.lhs, op, claim.rhs) if op else claim, on)
    assert new != old
    report = forged(verdict.certificate, old, new)
    assert (report.accepted, report.failing is None) == (False, False)
    wrong = replace(
        STATEMENT, hypotheses=tuple(new if goal == old else goal for goal in STATEMENT.hypotheses)
    )
    for module in (upper, upper.cell, upper.cells):
        found = getattr(module, name, None)
        if found is not None and found.proposition == old.proposition:
            said = Goal(new.proposition, on if module is upper else found.domain)
            monkeypatch.setattr(module, name, said)
    monkeypatch.setattr(upper, "STATEMENT", wrong)
    assert rejected(Claim(wrong, upper.derive))


def test_a_smaller_cost_is_not_shown(verdict):
    for value in (2 * U(), a * C(0) + U(), 2 * a * C(0) + 2 * U()):
        said = Goal(replace(upper.PAID.proposition, value=value), upper.PAID.domain)
        assert not forged(verdict.certificate, upper.PAID, said).accepted
        printed = tuple(said if goal == upper.PAID else goal for goal in STATEMENT.printed)
        assert rejected(Claim(replace(STATEMENT, printed=printed), upper.derive))


@pytest.mark.parametrize("name", ["p", "q", "R", "K", "U"])
def test_other_masses_and_sums_are_no_example(name):
    law = EXAMPLE[name]
    wrong = {**EXAMPLE, name: sp.Lambda(law.signature, law.expr / 2 - 1)}
    assert misfit(replace(STATEMENT, examples=(wrong,))) != ""


@pytest.mark.parametrize("place", range(-3, 3))
def test_the_tails_of_the_example_are_those_of_the_noise_that_is_defined(place):
    at = {w: sp.Rational(2, 3), a: sp.Rational(1, 5), m: 2}
    cell = in_example(mass(upper.interval(place * w, (place + 1) * w)), EXAMPLE).subs(at)
    assert cell == in_example(P(sp.Integer(place)), EXAMPLE).subs(at)
    atom = in_example(mass(upper.interval(place * w, place * w, "[]")), EXAMPLE).subs(at)
    assert atom == (at[a] if place == 0 else 0)
