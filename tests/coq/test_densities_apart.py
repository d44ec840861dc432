"""An expected cost that Coq is not told yet: a first period apart, a sign but at 0."""

import copy

import pytest

from dpproofs.coq.steps import lemma
from dpproofs.kernel.errors import UnsupportedExpression
from tests.coq.conftest import certificate


def _with(change):
    found = copy.deepcopy(certificate("staircase.eq46"))
    step = next(step for step in found["steps"] if step["method"] == "expectation")
    assert "Proof" in lemma(step, found)
    change(step, {row["name"]: row for row in found["steps"]})
    return step, found


def test_the_first_period_apart():
    step, found = _with(lambda step, _: step["evidence"].update(apart=True))
    with pytest.raises(UnsupportedExpression, match="first period apart"):
        lemma(step, found)


def test_a_sign_for_a_positive_size_only():
    def change(step, rows):
        rows[step["uses"][1]]["domain"][-1]["ends"] = "()"

    step, found = _with(change)
    with pytest.raises(UnsupportedExpression, match="negative at 0"):
        lemma(step, found)
