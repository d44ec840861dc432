"""Sentences of the cactus paper that are open: they say it all, and nothing says that they hold."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

import pytest
import sympy as sp

from dpproofs.checkers.models import misfit
from dpproofs.kernel.losses import Loss, Promise
from dpproofs.render.figures.cactus_density import numbers
from dpproofs.replaying.program import replay
from dpproofs.theorems.registry import find
from dpproofs.verifying import verify as verify_anew

verify = cache(verify_anew)

#: What the note says is missing or is known instead.
OPEN = {
    "eq4": "cactus.eq4.finite",
    "eq5": "cactus.eq5.finite",
    "thm1": "Prokhorov",
    "thm3": "cactus.thm3.quarters",
    "rem3": "as Theorem 3 is",
    "fig1": "1.7272985307",
    "fig2a": "cactus.gauss.better",
    "fig2b": "cactus.fig2b.normal",
}


@pytest.mark.parametrize("name", OPEN)
def test_it_is_open_and_its_certificate_says_so(name):
    verdict = verify(f"cactus.{name}")
    assert (verdict.decision.value, verdict.grade) == ("open", None)
    assert "A goal of the statement is not among the steps." in verdict.note
    assert OPEN[name] in verdict.note
    report = replay(verdict.certificate)
    assert (report.accepted, report.verdict, report.known) == (True, "open", True)


@pytest.mark.parametrize("name", OPEN)
def test_another_sentence_under_its_id_is_refused(name):
    claim = find(f"cactus.{name}")
    statement = claim.printed
    others = [replace(statement, printed=(*statement.printed, *statement.printed))]
    if len(statement.printed) > 1:
        others.append(replace(statement, printed=statement.printed[1:]))
    if statement.hypotheses:
        others.append(replace(statement, hypotheses=statement.hypotheses[1:]))
    for other in others:
        verdict = verify_anew(replace(claim, printed=other))
        assert verdict.decision == "open"
        report = replay(verdict.certificate)
        assert not report.accepted
        assert "is not the one of this release" in report.reason


@pytest.mark.parametrize(
    ("name", "what", "other"),
    [
        ("eq5", "P", "Q"),
        ("thm1", "V", 0),
        ("thm1", "W", 0),
        ("thm1", "b", 1),
        ("thm1", "A", 2),
        ("thm3", "V", 0),
        ("rem3", "V", 0),
        ("fig1", "V", 0),
        ("fig1", "W", 0),
        ("fig2a", "V", 0),
        ("fig2b", "V", 0),
        ("fig2b", "A", 0),
    ],
)
def test_an_example_that_is_none_is_seen(name, what, other):
    statement = find(f"cactus.{name}").statement
    (example,) = statement.examples
    old = example[what]
    if isinstance(old, sp.Lambda):
        new = sp.Lambda(old.signature, sp.Integer(other))
    elif other == "Q":
        new = replace(old, from_=sp.Lambda(old.from_.variables, old.from_.expr**3))
    else:
        new = type(old)(old.args[0], old.args[1], sp.Integer(other))
    assert "fail" in misfit(replace(statement, examples=({**example, what: new},)))


def promises(name):
    goals = find(f"cactus.{name}").statement.printed
    return [goal.proposition for goal in goals if isinstance(goal.proposition, Promise)]


@pytest.mark.parametrize(("name", "count"), [("thm1", 1), ("thm3", 2), ("rem3", 1), ("fig1", 1)])
def test_what_is_promised_keeps_the_budget_and_bounds_every_shift(name, count):
    found = promises(name)
    assert len(found) == count
    for promise in found:
        kinds = [kept.proposition.kind for kept in promise.all]
        assert {"expected", "loss"} <= set(kinds)
        (bound,) = (kept for kept in promise.all if isinstance(kept.proposition, Loss))
        assert bound.proposition.is_divergence
        assert promise.own(bound)[-1].ends == "[]"


def test_the_numbers_of_the_notes_are_those_of_the_figures():
    drawn = numbers()
    note = find("cactus.fig2a").statement.note
    told = re.search(r"is at most ([\d., ]+\d), where", note)
    bounds = [float(part) for part in told[1].split(", ")]
    by_variance = {row["variance"]: row["upper"] for row in drawn["figure2a"]}
    for variance, bound in zip((0.05, 0.1, 0.25, 0.5, 1, 2), bounds, strict=True):
        assert by_variance[variance] <= bound <= by_variance[variance] + 1.1e-4
    note = find("cactus.fig2b").statement.note
    told = re.search(r"rounds ([\d., and]+) \(normal", note)
    rounds = dict(zip(drawn["figure2b"]["rounds"], drawn["figure2b"]["cactus"], strict=True))
    values = [float(part) for part in re.findall(r"\d+\.\d+", told[1])]
    assert values == pytest.approx([rounds[1], rounds[10], rounds[30]], rel=2e-3)
