"""From the pieces of a function to the half line: what Coq proves, and what it refuses."""

import copy
import json

import pytest

from dpproofs.coq.context import apart, made
from dpproofs.coq.steps import header, lemma, proof
from dpproofs.kernel.errors import UnsupportedExpression
from tests.coq.conftest import attempts, certificate
from tests.coq.test_methods import with_error
from tests.coq.test_values_of_rules import step_of

AT_H, MINUS_1, ALL = ["sym", "h"], ["int", "-1"], ["mul", ["int", "-1"], ["oo"]]

# Of a claim a step by one of the methods, and what is put for a part of it.
PLANTED = {
    "staircase.thm13": (
        ("3", ("proposition", "op"), "<"),
        ("3", ("proposition", "lhs", 3), AT_H),
        ("3", ("domain", 3, "lower"), MINUS_1),
        ("3", ("domain", 4, "lower"), ALL),
        ("3", ("uses",), ["2", "2"]),
        ("8", ("proposition", "op"), "<"),
        ("8", ("domain", 3, "lower"), MINUS_1),
        ("8", ("uses",), ["5", "5"]),
        ("8", ("uses",), ["7", "5"]),
    ),
    "staircase.thm11": (
        ("6", ("proposition", "op"), "<"),
        ("9", ("proposition", "op"), "<"),
    ),
    "cactus.def1": (("13", ("proposition", "lhs"), MINUS_1),),
}


def alone(found, name):
    """The certificate with one step and those on which it rests."""
    kept = {name}
    for step in reversed(found["steps"]):
        kept |= set(step["uses"]) if step["name"] in kept else set()
    return {**found, "steps": [step for step in found["steps"] if step["name"] in kept]}


@pytest.mark.parametrize("claim", PLANTED)
def test_a_planted_error_is_refused(coq, claim):
    found, texts = certificate(claim), []
    for place, (name, path, value) in enumerate(PLANTED[claim]):
        right = alone(found, name)
        assert right["steps"][-1]["method"] in ("cover", "falling")
        wrong = with_error(right, name, path, value)
        texts.append(attempts(right, module=f"Right_{place}", shown=(name,)))
        texts.append(attempts(wrong, (name,), f"Wrong_{place}", shown=()))
    assert header(right).count("Require Import falling.") == 1
    assert coq("\n\n".join(texts)) == ""


def test_tactics_for_pieces_are_imported_where_they_are_used():
    assert "Import falling." not in header(certificate("staircase.def4"))


def test_nothing_is_written_for_a_function_without_periods():
    found = copy.deepcopy(certificate("staircase.thm13"))
    row = found["statement"]["definitions"][0]
    row["period"], row["pieces"][-1]["upper"] = None, ["oo"]
    with pytest.raises(UnsupportedExpression, match="a function without periods"):
        lemma(step_of(found, "3"), found)


def test_a_number_that_is_called_like_a_variable_gets_another_name():
    found = certificate("staircase.thm1")
    rows = found["statement"]["hypotheses"][1]["domain"]
    (variable,) = (row for row in rows if row["name"] == "t")
    other = apart(found)
    assert other["statement"] == found["statement"]
    assert made(step_of(other, "91"))["name"] == "t_0"
    assert variable in step_of(other, "2")["domain"]
    assert '["apply", "t"' not in json.dumps(other["steps"])
    assert json.dumps(other["steps"]).replace("t_0", "t") == json.dumps(found["steps"])
    assert "as [t_0 [? [? ?]]]." in proof(found)


def test_other_names_are_kept():
    found = certificate("staircase.thm3")
    assert apart(found) is found
