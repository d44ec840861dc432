"""What the other tests say of forged certificates can fail."""

import json
from pathlib import Path

import pytest

from tests.theorems.forging import wants_every_hypothesis

CERTIFICATES = Path(__file__).parents[2] / "derivations" / "certificates"


def changed(change):
    """A certificate whose hypotheses are changed."""
    found = json.loads((CERTIFICATES / "vector.arcs.line.json").read_text("utf-8"))
    sentence = found["statement"]
    return {**found, "statement": {**sentence, "hypotheses": change(sentence["hypotheses"])}}


def test_a_hypothesis_that_stands_twice_is_not_wanted():
    assert wants_every_hypothesis(changed(lambda rows: rows))
    assert not wants_every_hypothesis(changed(lambda rows: [*rows, rows[0]]))


def test_no_hypotheses_are_not_all_hypotheses():
    with pytest.raises(AssertionError, match="nothing to want"):
        wants_every_hypothesis(changed(lambda _: []))
