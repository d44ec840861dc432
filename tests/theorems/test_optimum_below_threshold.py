"""The lower end for a threshold: what the sentence wants, and what follows of it."""

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
from dpproofs.kernel.terms import Outside, interval
from dpproofs.replaying.program import replay
from dpproofs.theorems.optimum import below_threshold as below
from dpproofs.theorems.optimum import short_shifts as shifts
from dpproofs.theorems.optimum.below_threshold import EXAMPLE, LEAST, STATEMENT
from dpproofs.theorems.optimum.cell import E, eps, i, k, mass, w
from dpproofs.theorems.optimum.short_shifts import B, G, J, N, V, W, cell, delta, m, point
from tests.theorems.forging import forged, rejected, wants_every_hypothesis


@pytest.fixture(scope="module")
def verdict():
    return dp.verify("optimum.below.threshold")


def test_it_is_proved_and_its_certificate_replayed(verdict):
    assert (verdict.decision.name, verdict.grade.name) == ("holds", "proved")
    assert verdict.mutation.tried == verdict.mutation.killed > 0
    report = dp.replay(verdict.certificate)
    assert report.accepted
    assert set(report.trusts) == {"Archimedes", "induction", "simple functions", "thin windows"}


def test_a_certificate_is_replayed_when_nothing_is_changed(verdict):
    assert replay(verdict.certificate, any_statement=True).accepted


def test_every_hypothesis_is_used(verdict):
    assert wants_every_hypothesis(verdict.certificate)


def _less(goal, op="", on=None, **parts):
    """A hypothesis that says less, or another thing."""
    claim = replace(goal.proposition, **parts)
    if op:
        claim = Relation(claim.lhs, op, claim.rhs)
    return Goal(claim, on or goal.domain)


WEAKER = {
    "a shorter sensitivity": ("PRIVATE", {"sensitivity": (N - 1) * w}),
    "privacy with a larger delta": ("PRIVATE", {"delta": 2 * delta}),
    "privacy with a larger epsilon": ("PRIVATE", {"epsilon": 2 * eps}),
    "multipliers that may be negative": ("NONNEGATIVE", {"lhs": -W(k)}),
    "multipliers that may be larger": ("BOUNDED", {"rhs": 2 * W(k)}),
    "multipliers that are bounded from 0 on": ("BOUNDED", {"on": shifts.SHIFTS & index(i, 0)}),
    "a multiplier on one cell more": ("AHEAD", {"on": shifts.SHIFTS & index(i, J + 1)}),
    "a multiplier on one cell more to the left": (
        "BEHIND", {"on": shifts.SHIFTS & index(i, -sp.oo, -J - 2)}),
    "multipliers that are not moved": ("SUMS", {"rhs": (1 - E) * G(k, i)}),
    "moved multipliers without their factor": ("SUMS", {"rhs": G(k, i) - G(k, i - k)}),
    "a sum that may begin with more": ("NOTHING", {"op": ">="}),
    "weights that may be left out": ("WEIGHTS", {"op": "<="}),
    "points that are not counted": ("CELLS", {"rhs": V(k, i) * cell(i)}),
    "points that are counted at the least": ("CELLS", {"op": "<="}),
    "points that count as the cells do": ("CELLS", {"rhs": V(k, i) * (cell(i) + point(i))}),
    "moved multipliers on the cells beside": ("LANDED", {"rhs": G(k, i - k - 1) * cell(i)}),
    "no level on the first cell": ("INSIDE", {"on": shifts.ON & index(i, 1 - m, m)}),
    "no level on the first cell beyond": ("RIGHT", {"on": shifts.ON & index(i, m + 1)}),
    "no level on the last cell before": ("LEFT", {"on": shifts.ON & index(i, -sp.oo, -m - 2)}),
    "bounds below the level": ("ENOUGH", {"rhs": 2 * B(N)}),
}  # fmt: skip


@pytest.mark.parametrize("about", WEAKER)
def test_less_is_not_enough(verdict, monkeypatch, about):
    name, change = WEAKER[about]
    home = shifts if hasattr(shifts, name) else below
    old = getattr(home, name)
    new = _less(old, **change)
    assert new != old
    report = forged(verdict.certificate, old, new)
    assert (report.accepted, report.failing is None) == (False, False)
    wrong = replace(
        STATEMENT, hypotheses=tuple(new if goal == old else goal for goal in STATEMENT.hypotheses)
    )
    for module in (shifts, below):
        monkeypatch.setattr(module, name, new, raising=module is home)
    monkeypatch.setattr(below, "STATEMENT", wrong)
    assert rejected(Claim(wrong, below.derive))


LARGER = {
    "without delta": {"lhs": below.NU()},
    "without a bound": {"lhs": below.NU() - delta * B(N - 1)},
    "with delta squared": {"lhs": below.NU() - delta**2 * B(N)},
    "of what is a cell farther": {
        "rhs": mass(Outside(interval(-(m + 1) * w, (m + 1) * w, "[]")))},
    "of one side": {"rhs": mass(interval(m * w, sp.oo))},
}  # fmt: skip


@pytest.mark.parametrize("about", LARGER)
def test_a_larger_bound_is_not_shown(verdict, monkeypatch, about):
    said = _less(LEAST, **LARGER[about])
    assert forged(verdict.certificate, LEAST, said).failing is not None
    monkeypatch.setattr(below, "LEAST", said)
    assert rejected(Claim(replace(STATEMENT, printed=(said,)), below.derive))


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("nu", lambda value: value * sp.Rational(11, 10)),
        ("v", lambda value: 2 * value),
        ("g", lambda value: -value),
        ("W", lambda value: value / 2),
        ("B", lambda value: value / 2),
        ("Z", lambda value: 2 * value),
    ],
)
def test_other_multipliers_levels_and_sums_are_no_example(name, change):
    law = EXAMPLE[name]
    wrong = {**EXAMPLE, name: sp.Lambda(law.signature, change(law.expr))}
    assert misfit(replace(STATEMENT, examples=(wrong,))) != ""


# Every two of three values of each, together once.
@pytest.mark.parametrize(
    ("cells", "last", "growth"),
    [(a, c, (1, 2, 5)[(a + c) % 3]) for a in (1, 2, 3) for c in (1, 2, 3)],
)
def test_the_example_keeps_its_level_where_the_sentence_asks_for_it(cells, last, growth):
    """Also near the threshold, where random points are rare."""
    at = {m: cells, N: last, J: cells, eps: sp.log(growth)}
    level = EXAMPLE["nu"]().subs(at)
    assert 0 < level <= EXAMPLE["B"](k).subs({**at, k: last})
    totals, gained = EXAMPLE["v"](k, i), EXAMPLE["g"](k, i)
    for place in range(-3 * last - cells, 3 * last + cells + 1):
        total = totals.subs({**at, k: last, i: place})
        inside = -cells <= place < cells
        assert level <= total + (0 if inside else 1)
        gains = sum(
            gained.subs({**at, k: shift, i: place})
            - growth * gained.subs({**at, k: shift, i: place - shift})
            for shift in range(-last, last + 1)
        )
        assert sp.expand(total - gains) == 0


@pytest.mark.parametrize("last", [1, 2])
@pytest.mark.parametrize("growth", [1, 2])
def test_the_sums_of_the_example_add_up_what_its_cells_have(last, growth):
    """The noise is level on all cells that count, so that each has as much."""
    at = {m: 2, N: last, J: 3, eps: sp.log(growth), w: 1, delta: sp.Rational(1, 5)}
    share = in_example(cell(sp.Integer(0)), EXAMPLE).subs(at)
    assert share > 0
    rises = [
        EXAMPLE[name](k, i + 1) - EXAMPLE[name](k, i) - others * share
        for name, others in (("Z", EXAMPLE["v"](k, i)), ("Y", EXAMPLE["g"](k, i - k)))
    ]
    in_cell, at_point = (in_example(part(i), EXAMPLE) for part in (cell, point))
    for shift in range(-last, last + 1):
        for place in range(-last - 4, last + 4):
            here = {**at, k: shift, i: place}
            for difference in rises:
                assert sp.expand(difference.subs(here)) == 0
            assert in_cell.subs(here) == share
            assert at_point.subs(here) == 0


@pytest.mark.parametrize("epsilon", [0.1, 1.0, 2.0])
@pytest.mark.parametrize("delta_", [0.001, 0.01])
def test_truncated_laplace_noise_is_not_below_the_bound_of_the_example(epsilon, delta_):
    at = {m: 1, N: 1, J: 1, eps: epsilon}
    bound = float((EXAMPLE["nu"]() - delta_ * EXAMPLE["B"](k)).subs({**at, k: 1}))
    noise = dp.TruncatedLaplace(epsilon, delta_)
    assert 0 < bound < 2 * noise.cdf(-1.0)
