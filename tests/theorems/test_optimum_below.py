"""The lower end of the least cost: what the sentence wants, and what follows of it."""

from __future__ import annotations

from dataclasses import replace

import pytest
import sympy as sp

import dpproofs as dp
from dpproofs.checkers.models import misfit
from dpproofs.kernel.derivation import Claim, Goal
from dpproofs.kernel.proposition import Relation
from dpproofs.kernel.rules import OWN
from dpproofs.replaying import replay
from dpproofs.theorems.optimum import below
from dpproofs.theorems.optimum.below import EXAMPLE, STATEMENT, N, delta, i, k, s, w
from tests.theorems.forging import forged, rejected, wants_every_hypothesis

x = OWN["x"]
zero, half = sp.Integer(0), sp.Rational(1, 2)


@pytest.fixture(scope="module")
def verdict():
    return dp.verify("optimum.below")


def test_it_is_proved_and_its_certificate_replayed(verdict):
    assert (verdict.decision.name, verdict.grade.name) == ("holds", "proved")
    assert verdict.mutation.tried == verdict.mutation.killed > 0
    report = dp.replay(verdict.certificate)
    assert report.accepted
    assert set(report.trusts) == {"induction", "weak duality"}


def test_a_certificate_is_replayed_when_nothing_is_changed(verdict):
    assert replay(verdict.certificate, any_statement=True).accepted


def test_every_hypothesis_is_used(verdict):
    assert wants_every_hypothesis(verdict.certificate)


def _less(goal, op=None, on=None, **parts):
    """A hypothesis that says less, or another thing."""
    claim = goal.proposition
    if op:
        claim = op(claim)
    return Goal(replace(claim, **parts), on or goal.domain)


WEAKER = {
    "a shorter sensitivity": ("PRIVATE", lambda g: _less(g, sensitivity=(N - 1) * w)),
    "privacy with a larger delta": ("PRIVATE", lambda g: _less(g, delta=2 * delta)),
    "privacy with a larger epsilon": ("PRIVATE", lambda g: _less(g, epsilon=2 * below.eps)),
    "multipliers that may be negative": (
        "NONNEGATIVE", lambda g: _less(g, lhs=-below.W(k))),
    "multipliers that may be larger": ("BOUNDED", lambda g: _less(g, rhs=2 * below.W(k))),
    "multipliers that are bounded from 0 on": (
        "BOUNDED", lambda g: _less(g, on=below.SHIFTS & below.AHEAD)),
    "multipliers that are known on half of a cell alone": (
        "LINEAR", lambda g: _less(g, on=g.domain.restrict(s, zero, half, "[]"))),
    "multipliers that are not moved": (
        "SUMS", lambda g: _less(g, rhs=(1 - below.E) * below.G(k, x))),
    "moved multipliers without their factor": (
        "SUMS", lambda g: _less(g, rhs=below.G(k, x) - below.G(k, x - k * w))),
    "a sum that may begin with more": ("NOTHING", lambda g: _less(g, op=_at_least)),
    "weights that may be left out": ("WEIGHTS", lambda g: _less(g, op=_at_most)),
    "a cost that is known on half of a cell alone": (
        "DEAR", lambda g: _less(g, on=g.domain.restrict(s, zero, half, "[]"))),
    "a cost that may be negative": ("COST", lambda g: _less(g, lhs=-sp.Integer(1))),
}  # fmt: skip


def _at_least(claim):
    return Relation(claim.lhs, ">=", claim.rhs)


def _at_most(claim):
    return Relation(claim.lhs, "<=", claim.rhs)


@pytest.mark.parametrize("about", WEAKER)
def test_less_is_not_enough(verdict, monkeypatch, about):
    name, change = WEAKER[about]
    old = getattr(below, name)
    new = change(old)
    assert new != old
    report = forged(verdict.certificate, old, new)
    assert (report.accepted, report.failing is None) == (False, False)
    wrong = replace(
        STATEMENT, hypotheses=tuple(new if goal == old else goal for goal in STATEMENT.hypotheses)
    )
    monkeypatch.setattr(below, name, new)
    monkeypatch.setattr(below, "STATEMENT", wrong)
    assert rejected(Claim(wrong, below.derive))


@pytest.mark.parametrize("side", [0, 1])
def test_the_level_is_wanted_on_both_sides(monkeypatch, side):
    kept = (below.KEPT[side], below.KEPT[side])
    wrong = replace(STATEMENT, hypotheses=(*STATEMENT.hypotheses[:-2], kept[0]))
    monkeypatch.setattr(below, "KEPT", kept)
    monkeypatch.setattr(below, "STATEMENT", wrong)
    assert rejected(Claim(wrong, below.derive))


@pytest.mark.parametrize(
    "value",
    [
        below.NU(), below.NU() - delta * below.B(N - 1), below.NU() - delta * below.W(N),
        below.NU() - delta**2 * below.B(N), below.NU() - delta * below.B(N) + w,
    ],
    ids=str,
)  # fmt: skip
def test_a_larger_bound_is_not_shown(verdict, value):
    said = replace(below.LEAST, proposition=replace(below.LEAST.proposition, value=value))
    assert forged(verdict.certificate, below.LEAST, said).failing == "42"
    assert rejected(Claim(replace(STATEMENT, printed=(said,)), below.derive))


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("nu", lambda value: value * sp.Rational(11, 10)),
        ("v", lambda value: 2 * value),
        ("g", lambda value: -value),
        ("W", lambda value: value / 2),
        ("B", lambda value: value / 2),
        ("l", lambda value: 2 * value),
        ("c", lambda value: value / 2),
    ],
)
def test_other_multipliers_levels_and_costs_are_no_example(name, change):
    law = EXAMPLE[name]
    wrong = {**EXAMPLE, name: sp.Lambda(law.signature, change(law.expr))}
    assert misfit(replace(STATEMENT, examples=(wrong,))) != ""


@pytest.mark.parametrize("last", [1, 2, 3])
@pytest.mark.parametrize("growth", [1, 2, 5])
def test_the_example_keeps_its_level_where_the_sentence_asks_for_it(last, growth):
    """Also near 0, where random points are rare."""
    at = {w: sp.Rational(1, last), N: last, below.eps: sp.log(growth)}
    level = EXAMPLE["nu"]().subs(at)
    assert level > 0
    totals, gained, moved = (
        EXAMPLE["v"](k, i * w), EXAMPLE["g"](k, i * w), EXAMPLE["g"](k, (i - k) * w)
    )  # fmt: skip
    places = range(-3 * last, 3 * last + 1)
    for place in places:
        total = totals.subs({**at, k: last, i: place})
        assert level <= sp.Abs(place) * at[w] + total
        gains = sum(
            gained.subs({**at, k: shift, i: place})
            - growth * moved.subs({**at, k: shift, i: place})
            for shift in range(-last, last + 1)
        )
        assert sp.expand(total - gains) == 0


@pytest.mark.parametrize("epsilon", [0.1, 1.0, 3.0])
def test_truncated_laplace_noise_is_not_below_the_bound_of_the_example(epsilon):
    delta_ = 0.05
    at = {w: sp.Rational(1, 4), N: 4, below.eps: epsilon}
    bound = float((EXAMPLE["nu"]() - delta_ * EXAMPLE["B"](k)).subs({**at, k: 4}))
    assert 0 < bound < dp.TruncatedLaplace(epsilon, delta_).expected_cost(1)
