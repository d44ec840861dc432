"""The lower end of the least cost for exponents of at most 1: what is wanted, and what follows."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
import sympy as sp

import dpproofs as dp
from dpproofs.checkers.models import misfit
from dpproofs.kernel.derivation import Claim
from dpproofs.kernel.domain import Domain, Variable
from dpproofs.kernel.expression import to_tree
from dpproofs.replaying.bracket import lowest_cost
from dpproofs.theorems.optimum import below, below_root
from dpproofs.theorems.optimum.below import N, delta, i, w, x
from dpproofs.theorems.optimum.below_power import LAST, r
from dpproofs.theorems.optimum.below_root import EXAMPLE, STATEMENT
from tests.theorems.forging import bounded, forged, rejected, replayed, wants_every_hypothesis


@pytest.fixture(scope="module")
def verdict():
    return dp.verify("optimum.below.root")


def test_it_is_proved_and_its_certificate_replayed(verdict):
    assert (verdict.decision.name, verdict.grade.name) == ("holds", "proved")
    assert verdict.mutation.tried == verdict.mutation.killed > 0
    report = dp.replay(verdict.certificate)
    assert report.accepted
    assert set(report.trusts) == {"Archimedes", "induction", "weak duality"}


def test_every_hypothesis_is_used(verdict):
    assert wants_every_hypothesis(verdict.certificate)


def _over(goal, variable):
    """A hypothesis for other values of one variable."""
    rows = (variable if row.symbol == variable.symbol else row for row in goal.domain)
    return replace(goal, domain=Domain(tuple(rows)))


def _saying(goal, **parts):
    return replace(goal, proposition=replace(goal.proposition, **parts))


def _points(lower, upper):
    return Variable(i, sp.S(lower), sp.S(upper), "[]", integer=True)


WEAKER = {
    "a cost that may be below the power": (
        "POWER", None, lambda g: _saying(g, lhs=x**r / 2)),
    "a cost that is below the power near 0": (
        "POWER", None, lambda g: _over(g, Variable(x, sp.Integer(1), sp.oo))),
    "a lower cost at 0 that is above 0": ("LOWER", 0, lambda g: _saying(g, rhs=w**r)),
    "lower costs above the power": ("LOWER", 1, lambda g: _saying(g, rhs=2 * (i * w) ** r)),
    "a last point that is left out": ("LOWER", 1, lambda g: _over(g, _points(1, LAST - 1))),
    "a level that is not kept at 0": ("KEPT", 0, lambda g: _over(g, _points(1, LAST))),
    "a level that is not kept at the last, to the left": (
        "KEPT", 1, lambda g: _over(g, _points(0, LAST - 1))),
}  # fmt: skip


@pytest.mark.parametrize("about", WEAKER)
def test_less_is_not_enough(verdict, monkeypatch, about):
    name, place, change = WEAKER[about]
    found = getattr(below_root, name)
    old = found if place is None else found[place]
    new = change(old)
    assert new != old
    report = forged(verdict.certificate, old, new)
    assert not report.accepted
    put = new if place is None else tuple(new if goal == old else goal for goal in found)
    wrong = replace(
        STATEMENT, hypotheses=tuple(new if goal == old else goal for goal in STATEMENT.hypotheses)
    )
    monkeypatch.setattr(below_root, name, put)
    monkeypatch.setattr(below_root, "STATEMENT", wrong)
    assert rejected(Claim(wrong, below_root.derive))


@pytest.mark.parametrize(
    "value", [below.NU(), below.NU() - delta * below.B(N - 1), below.NU() - delta**2 * below.B(N)],
    ids=str,
)  # fmt: skip
def test_a_larger_bound_is_not_shown(verdict, value):
    said = _saying(below_root.LEAST, value=value)
    assert not forged(verdict.certificate, below_root.LEAST, said).accepted
    assert rejected(Claim(replace(STATEMENT, printed=(said,)), below_root.derive))


@pytest.mark.parametrize("bound", ["1", "2", "1001/1000"])
def test_a_power_that_is_not_concave_is_refused(verdict, bound):
    wider = bounded(verdict.certificate, "r", upper=to_tree(sp.Rational(bound)))
    assert replayed(wider).accepted == (bound == "1")


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("nu", lambda value: 100 * w**r - value),
        ("l", lambda value: value + w**r),
        ("c", lambda value: value / 2),
    ],
)
def test_other_levels_and_costs_are_no_example(name, change):
    law = EXAMPLE[name]
    wrong = {**EXAMPLE, name: sp.Lambda(law.signature, change(law.expr))}
    assert misfit(replace(STATEMENT, examples=(wrong,))) != ""


@pytest.mark.parametrize("power", ["1/3", "1/2", "9/10"])
@pytest.mark.parametrize("place", [0, 1, 7])
def test_what_replay_takes_for_lower_costs_is_what_the_sentence_wants(power, place):
    goal = below_root.LOWER[min(place, 1)]
    most = goal.proposition.rhs.subs({w: 1, r: sp.Rational(power), i: place})
    found = sp.Rational(str(lowest_cost(place, Fraction(power))))
    assert abs(float(found - most)) < 1e-12
