"""Counterexamples to sentences with given objects: what is chosen for these, and what Coq says."""

import copy
import json

import pytest

from dpproofs.coq.steps import header, lemma
from dpproofs.coq.witnesses import chosen, is_refuted, needs_witness
from dpproofs.kernel.errors import UnsupportedExpression
from tests.coq.conftest import attempts, certificate

GIVEN = [
    {"kind": "noise", "name": "X", "on": "line", "arity": 0},
    {"kind": "noise", "name": "Y", "on": "integers", "arity": 0},
    {"kind": "function", "name": "f", "arity": 2},
    {"kind": "function", "name": "c", "arity": 0},
]
PARAMETERS = [{"name": "m", "integer": True}, {"name": "delta", "integer": False}]


def only(found, *names):
    """A certificate with some of its steps."""
    steps = [step for step in found["steps"] if step["name"] in names]
    return {**found, "steps": steps}


def changed(name, step, old, new):
    """A certificate in which something in a step stands for something else."""
    found = copy.deepcopy(certificate(name))
    place = next(place for place, one in enumerate(found["steps"]) if one["name"] == step)
    text = json.dumps(found["steps"][place]["proposition"])
    assert old in text
    found["steps"][place]["proposition"] = json.loads(text.replace(old, new))
    return found


def test_parameters_and_objects_have_a_term_each():
    assert chosen({"parameters": PARAMETERS, "given": GIVEN}) == {
        "m": "1",
        "delta": "(1 / 4)",
        "X": "uniform_noise",
        "Y": "coin_noise",
        "f": "(fun _ _ => 0)",
        "c": "0",
    }


@pytest.mark.parametrize(
    "given",
    [
        {"kind": "cost", "name": "L"},
        {"kind": "noise", "name": "X", "on": "line", "arity": 1},
        {"kind": "noise", "name": "X", "on": "range", "arity": 0},
    ],
)
def test_other_objects_are_refused(given):
    with pytest.raises(UnsupportedExpression, match="with such an object"):
        chosen({"parameters": [], "given": [given]})


def test_a_counterexample_that_names_all_needs_no_witness():
    assert needs_witness(certificate("poster.constraint"))
    assert not needs_witness(certificate("trunclap.univrate"))
    assert is_refuted(certificate("trunclap.univrate"))
    for name in ("trunclap.thm4.dual", "staircase.prop1"):
        assert not is_refuted(certificate(name))
        assert "witnesses" not in header(certificate(name))


def test_hypotheses_are_shown_of_what_is_chosen():
    found = certificate("poster.constraint")
    text = lemma(found["steps"][1], found)
    assert "(1 / 4) ltac:(as_chosen) uniform_noise ltac:(as_chosen) ltac:(as_chosen)" in text


def test_coq_accepts_witnesses(coq):
    for name, steps in (("poster.constraint", "2"), ("trunclap.lem2", "13")):
        found = only(certificate(name), *steps)
        assert coq(attempts(found)) == ""
    assert coq(attempts(only(certificate("trunclap.univrate"), "1"))) == ""


@pytest.mark.parametrize(
    ("name", "step", "old", "new"),
    [
        ("poster.constraint", "2", '"lhs": ["rat", "1", "2"]', '"lhs": ["int", "0"]'),
        ("trunclap.lem2", "3", '"lhs": ["int", "0"]', '"lhs": ["int", "-1"]'),
        ("trunclap.univrate", "1", '"rhs": ["sym", "epsilon"]', '"rhs": ["int", "1"]'),
    ],
)
def test_coq_refuses_that_something_true_fails(coq, name, step, old, new):
    assert coq(attempts(only(changed(name, step, old, new), step), refused={step})) == ""


@pytest.mark.parametrize(
    ("name", "step", "old", "new"),
    [
        ("poster.constraint", "2", '"delta": ["sym", "delta"]', '"delta": ["rat", "1", "8"]'),
        ("poster.constraint", "2", '["sym", "Delta"]}', '["rat", "1", "2"]}'),
        ("trunclap.lem2", "3", '"sensitivity": ["sym", "D"]', '"sensitivity": ["int", "2"]'),
    ],
)
def test_coq_refuses_a_witness_that_is_none(coq, name, step, old, new):
    found = copy.deepcopy(certificate(name))
    text = json.dumps(found["statement"]["hypotheses"])
    assert old in text
    found["statement"]["hypotheses"] = json.loads(text.replace(old, new))
    assert coq(attempts(only(found, step), refused={step})) == ""
