"""The lower end of the least cost for powers: what is wanted, what follows, and what replay has."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
import sympy as sp

import dpproofs as dp
from dpproofs.checkers.models import misfit
from dpproofs.kernel.derivation import Claim
from dpproofs.kernel.domain import Variable
from dpproofs.kernel.expression import to_tree
from dpproofs.optima.bracket.search import bracket
from dpproofs.replaying.bracket import lowest_cost
from dpproofs.theorems.optimum import below, below_power
from dpproofs.theorems.optimum.below import N, delta, i, w, x
from dpproofs.theorems.optimum.below_power import EXAMPLE, LAST, STATEMENT, J, r
from tests.theorems.forging import bounded, forged, rejected, replayed, wants_every_hypothesis

half = sp.Rational(1, 2)


@pytest.fixture(scope="module")
def verdict():
    return dp.verify("optimum.below.power")


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
    return replace(goal, domain=type(goal.domain)(tuple(rows)))


def _saying(goal, **parts):
    return replace(goal, proposition=replace(goal.proposition, **parts))


def _points(lower, upper, ends="[]"):
    return Variable(i, sp.S(lower), sp.S(upper), ends, integer=True)


WEAKER = {
    "a cost that may be below the power": (
        "POWER", None, lambda g: _saying(g, lhs=x**r / 2)),
    "a cost that is below the power near 0": (
        "POWER", None, lambda g: _over(g, Variable(x, sp.Integer(1), sp.oo))),
    "lower costs as high as the power": ("LOWER", 0, lambda g: _saying(g, rhs=(w * (i + half))**r)),
    "lower costs above the tangent behind": (
        "LOWER", 1, lambda g: _saying(g, rhs=g.proposition.rhs + w)),
    "a first cell that is left out": ("LOWER", 0, lambda g: _over(g, _points(1, LAST - 1))),
    "a last cell that is left out": ("LOWER", 1, lambda g: _over(g, _points(1, LAST - 1))),
    "multipliers without an end": ("VANISH", 0, lambda g: _over(g, _points(J + 1, sp.oo, "[)"))),
    "multipliers without an end, to the left": (
        "VANISH", 1, lambda g: _over(g, _points(J + 1, sp.oo, "[)"))),
    "multipliers beyond that are negative": ("VANISH", 0, lambda g: _saying(g, op="<=")),
    "a level that is not kept at the last point": (
        "KEPT", 0, lambda g: _over(g, _points(0, LAST - 1))),
    "a level that is not kept at 0": ("KEPT", 0, lambda g: _over(g, _points(1, LAST))),
    "a level that is not kept at the last, to the left": (
        "KEPT", 1, lambda g: _over(g, _points(0, LAST - 2))),
}  # fmt: skip


@pytest.mark.parametrize("about", WEAKER)
def test_less_is_not_enough(verdict, monkeypatch, about):
    name, place, change = WEAKER[about]
    found = getattr(below_power, name)
    old = found if place is None else found[place]
    new = change(old)
    assert new != old
    report = forged(verdict.certificate, old, new)
    assert not report.accepted
    put = new if place is None else tuple(new if goal == old else goal for goal in found)
    wrong = replace(
        STATEMENT, hypotheses=tuple(new if goal == old else goal for goal in STATEMENT.hypotheses)
    )
    monkeypatch.setattr(below_power, name, put)
    monkeypatch.setattr(below_power, "STATEMENT", wrong)
    assert rejected(Claim(wrong, below_power.derive))


@pytest.mark.parametrize(
    "value",
    [
        below.NU(), below.NU() - delta * below.B(N - 1), below.NU() - delta**2 * below.B(N),
        below.NU() - delta * below.B(N) + w**r,
    ],
    ids=str,
)  # fmt: skip
def test_a_larger_bound_is_not_shown(verdict, value):
    said = _saying(below_power.LEAST, value=value)
    assert not forged(verdict.certificate, below_power.LEAST, said).accepted
    assert rejected(Claim(replace(STATEMENT, printed=(said,)), below_power.derive))


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("nu", lambda value: value / 2),
        ("v", lambda value: value - w**r),
        ("g", lambda value: value - w**r),
        ("W", lambda value: value / 2),
        ("B", lambda value: value / 2),
        ("l", lambda value: value + (2 * i * w) ** r),
        ("c", lambda value: value / 2),
    ],
)
def test_other_multipliers_levels_and_costs_are_no_example(name, change):
    law = EXAMPLE[name]
    wrong = {**EXAMPLE, name: sp.Lambda(law.signature, change(law.expr))}
    assert misfit(replace(STATEMENT, examples=(wrong,))) != ""


@pytest.mark.parametrize("bound", ["1", "1/2", "999/1000"])
def test_a_power_that_is_not_convex_is_refused(verdict, bound):
    wider = bounded(verdict.certificate, "r", lower=to_tree(sp.Rational(bound)))
    assert replayed(wider).accepted == (bound == "1")


@pytest.mark.parametrize("power", ["1", "3/2", "2", "3", "7"])
@pytest.mark.parametrize("place", [0, 1, 2, 10])
def test_what_replay_takes_for_lower_costs_is_what_the_sentence_wants(power, place):
    most = [
        goal.proposition.rhs.subs({w: 1, r: sp.Rational(power), i: place})
        for goal, first in zip(below_power.LOWER, (0, 1), strict=True)
        if place >= first
    ]
    found = sp.Rational(str(lowest_cost(place, Fraction(power))))
    assert all(found <= value + sp.Rational(1, 10**13) for value in most)
    assert sp.Abs(found - min(most)) < sp.Rational(1, 10**13)


@pytest.mark.parametrize("power", ["1", "3/2", "2", "3"])
def test_the_multipliers_of_a_bracket_keep_the_level_that_the_sentence_asks_for(power):
    """Up to the last point; and then the bound is that of the bracket."""
    found = bracket(1, "1/10", cost=Fraction(power), gap="1/20")
    lower, n = found.certificate()["lower"], found.certificate()["n"]
    shifts = {}
    for row in lower["tests"]:
        values = [Fraction(int(each), int(lower["scale"])) / 2 for each in row["values"].split()]
        shifts[row["shift"]] = dict(enumerate(values, start=row["first"]))
    growth = Fraction(271828182846, 10**11)  # above e
    end = 1 + max(abs(place) for values in shifts.values() for place in values)

    def gain(place):
        return sum(
            values.get(side * place, 0) - growth * values.get(side * place - shift, 0)
            for shift, values in shifts.items()
            for side in (1, -1)
        )

    costs = [lowest_cost(place, Fraction(power)) for place in range(end + n + 1)]
    level = min(cost + gain(place) for place, cost in enumerate(costs))
    weight = 2 * sum(max(values.values()) for values in shifts.values())
    bound = float(level - Fraction(1, 10) * weight) / float(n) ** float(Fraction(power))
    assert all(gain(place) == 0 for place in range(end + n, end + 2 * n))
    assert bound == pytest.approx(float(found.lower), rel=1e-6)
