"""Certificates of the least divergence are replayed like others."""

import json
from fractions import Fraction

import pytest

from dpproofs.optima import Grid, dual, solved
from dpproofs.optima.cactus.certificate import certificate
from dpproofs.replaying import Rejected
from dpproofs.replaying.program import replay

F = Fraction


@pytest.fixture(scope="module")
def good():
    solution = solved(Grid(3, 24, 0.9, 2.0), 0.25, 1.0)
    everything = dual(0.25, 2.0, 6, 1.0)
    found = certificate(solution, everything, r=F(9, 10), budget=F(1, 4))
    return json.loads(json.dumps(found))


def test_it_is_accepted_and_says_what_it_trusts(good):
    report = replay(good)
    assert (report.accepted, report.reason, report.failing) == (True, "", None)
    assert (report.id, report.grade) == ("cactus(budget=1/4, cost=2, n=3)", "enclosed")
    assert (report.steps, report.trusts) == (3, ("divergence-on-a-lattice",))


def test_it_need_not_have_every_part(good):
    report = replay({key: part for key, part in good.items() if key not in ("lower", "global")})
    assert (report.accepted, report.steps) == (True, 1)


@pytest.mark.parametrize(
    ("change", "word"),
    [
        (lambda found: {**found, "upper": "17/10"}, "upper bound is below"),
        (
            lambda found: {**found, "lower": {**found["lower"], "bound": "2"}},
            "lower bound is above",
        ),
        (lambda found: {**found, "global": {**found["global"], "bound": "2"}}, "global lower"),
        (lambda found: {**found, "budget": "6/25"}, "keep the budget"),
        (lambda found: {**found, "masses": found["masses"][:2]}, "not a list"),
        (lambda found: {**found, "order": "257"}, "order is not in"),
        (lambda found: {**found, "format": 2}, "format 1"),
    ],
)
def test_what_it_does_not_prove_is_rejected(good, change, word):
    report = replay(change(good))
    assert (report.accepted, report.failing, report.steps) == (False, "bounds", 0)
    assert word in report.reason


@pytest.mark.parametrize(
    "change",
    [
        lambda found: {**found, "digest": "sha256:0"},
        lambda found: {key: part for key, part in found.items() if key != "masses"},
        lambda found: {**found, "upper": 1},
        lambda found: {**found, "budget": None},
        lambda found: {**found, "n": True},
        lambda found: {**found, "lower": []},
    ],
)
def test_what_is_no_certificate_is_an_error(good, change):
    with pytest.raises(Rejected):
        replay(change(good))
