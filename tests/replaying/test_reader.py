"""Files of strangers: everything that is not a certificate gets one clear line."""

import json

import pytest
from handmade import Proof, goal, proof, rel, signed
from small import ACCEPTED

from dpproofs.replaying.program import replay
from dpproofs.replaying.reader import BYTES, DIGITS, Rejected, parse


def document(name="entailment"):
    return proof(ACCEPTED[name]).document()


NOT_JSON = {
    "more than": b" " * (BYTES + 1),
    "not JSON: .*utf-8": b"\xff",
    "not JSON: Expecting": b"{",
    "nested too deeply": b"[" * 100_000,
    "same key twice": b'{"a": 1, "a": 2}',
    "1.5 is not an integer": b"1.5",
    "NaN is not an integer": b"NaN",
    "integer is too long": b"1" * 5000,
}


@pytest.mark.parametrize("message", NOT_JSON)
def test_bytes_that_are_not_plain_json_are_rejected(message):
    with pytest.raises(Rejected, match=message):
        parse(NOT_JSON[message])


def test_plain_json_is_read():
    assert parse(b'{"a": [1, null, "x"]}') == {"a": [1, None, "x"]}


def nested(depth):
    value = ["pi"]
    for _ in range(depth):
        value = ["exp", value]
    return value


TREES = [
    5, [], [1], ["nothing"], ["sym"], ["sym", "x", "y"], ["sym", "1x"], ["sym", "é"], ["sym", 5],
    ["exp"], ["pow", ["pi"]], ["apply"], ["apply", ["pi"]], ["oo"], nested(60),
    ["int", 5], ["int", "x"], ["int", "05"], ["int", "+5"], ["int", " 5"], ["int", "1_0"],
    ["int", "1" * (DIGITS + 1)], ["int"], ["int", "1", "2"], ["rat", "2", "4"], ["rat", "1", "0"],
    ["rat", "1", "-2"], ["rat", "1", "2", "3"],
]  # fmt: skip


@pytest.mark.parametrize("value", TREES, ids=lambda value: str(value)[:30])
def test_what_is_no_tree_is_rejected(value):
    made = document()
    made["steps"][0]["proposition"]["lhs"] = value
    with pytest.raises(Rejected, match=r"steps\[0\]\.proposition"):
        replay(signed(made), any_statement=True)


def variable(**changes):
    zero, one = ["int", "0"], ["int", "1"]
    plain = {"name": "z", "lower": zero, "upper": one, "ends": "()", "integer": False, "root": None}
    return {**plain, **changes}


SHAPES = {
    "keys": lambda d: d.pop("grade"),
    "not one of dpproofs-certificate": lambda d: d.update(format="x"),
    "version: not one of 2": lambda d: d.update(version=True),
    "of version 1; make it again": lambda d: d.update(version=1),
    "verdict: not a short string": lambda d: d.update(verdict="x" * 1000),
    "trusts: not a list": lambda d: d.update(trusts=None),
    "evidence: not an object": lambda d: d["steps"][0].update(evidence=[]),
    "of no known kind": lambda d: d["steps"][0]["proposition"].update(kind=[]),
    "bounded too early": lambda d: d["steps"][0]["domain"].append(
        variable(upper=["sym", "later"])
    ),
    "occurs twice": lambda d: d["steps"][0]["domain"].append(d["steps"][0]["domain"][0]),
    "an order and an expression": lambda d: d["steps"][0]["domain"].append(variable(root=[2])),
    "an order from 2 to 64": lambda d: d["steps"][0]["domain"].append(
        variable(root=[65, ["pi"]])
    ),
    "not in the domain": lambda d: d["steps"][0]["proposition"].update(lhs=["sym", "stranger"]),
}  # fmt: skip


@pytest.mark.parametrize("message", SHAPES)
def test_what_has_another_shape_is_rejected(message):
    made = document()
    SHAPES[message](made)
    with pytest.raises(Rejected, match=message):
        replay(signed(made), any_statement=True)


def test_what_is_no_object_or_not_signed_is_rejected():
    for value in ([], None, b"\x00", "{}"):
        with pytest.raises(Rejected, match="the document is no JSON object"):
            replay(value, any_statement=True)
    for value in ({}, {**document(), "digest": "sha256:0"}):
        with pytest.raises(Rejected, match="digest: not that of the document"):
            replay(value, any_statement=True)


def test_propositions_about_other_variables_are_rejected():
    rows = {
        "bound twice": {
            "kind": "minimum", "function": ["sym", "x"], "variable": "x", "lower": ["int", "0"],
            "upper": ["int", "1"], "ends": "[]", "at": ["int", "0"],
        },
        "no such variable": {
            "kind": "derivative", "function": ["pi"], "variable": "z", "value": ["int", "0"],
        },
        "a failure of a failure": {
            "kind": "fails", "objects": {}, "point": [],
            "proposition": {
                "kind": "fails", "objects": {}, "point": [],
                "proposition": rel(0, "<", ["pi"]),
            },
        },
        "not a list of names": {
            "kind": "fails", "objects": {}, "point": [["x"]], "proposition": rel(0, "<", ["pi"]),
        },
    }  # fmt: skip
    for message, proposition in rows.items():
        made = document()
        made["steps"][1]["proposition"] = proposition
        with pytest.raises(Rejected, match=message):
            replay(signed(made), any_statement=True)


def test_data_that_is_not_json_is_rejected():
    endless = {}
    endless["self"] = endless
    for value in (endless, {"set": {1}}, json.loads("[" * 500 + "]" * 500) * 2):
        made = document()
        made["steps"][0]["evidence"] = {"more": value}
        with pytest.raises(Rejected):
            replay({**made, "digest": "sha256:0"}, any_statement=True)


def test_statements_are_recognised():
    made = proof(ACCEPTED["signs"]).document()
    name = made["statement"]["id"]
    assert "is not known" in replay(made, statements={}).reason
    assert "not the one whose digest was given" in replay(made, statements={name: "x"}).reason
    assert "is not known" in replay(made).reason
    assert replay(made, any_statement=True).accepted
    assert not replay(made, any_statement=True).known


def test_an_open_claim_is_an_honest_record():
    made = document()
    body = {**made, "verdict": "open", "grade": None}
    assert replay(signed(body), any_statement=True).accepted
    second = document("algebra")
    del second["steps"][0]  # not established, and left out
    body = {**second, "verdict": "open", "grade": None}
    assert replay(signed(body), any_statement=True).accepted
    assert not replay(signed(second), any_statement=True).accepted
    assert not replay(signed({**body, "grade": "proved"}), any_statement=True).accepted
    assert not replay(signed({**body, "steps": body["steps"][::-1]}), any_statement=True).accepted


def test_a_definition_needs_goals_too():
    made = Proof(definition=True)
    made.step(rel(0, "==", 0), by="identity")
    assert made.report("definition").accepted
    assert not made.report("holds").accepted
    made.sentence["printed"] = []
    assert not made.report("definition").accepted


def test_every_verdict_needs_what_is_shown_beside():
    made = Proof(also=[goal(rel(0, "<", 1))])
    made.sentence["printed"] = [goal(rel(0, "==", 0))]
    made.step(rel(0, "==", 0), by="identity")
    assert "open follows" in made.report().reason
    made.step(rel(0, "<", 1))
    assert made.report().accepted
