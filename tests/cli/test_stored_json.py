"""How JSON is stored: compact, and in lines that a comparison of two versions can show."""

import json

from dpproofs.commands.output import json_bytes


def test_a_certificate_has_a_line_for_each_entry_goal_and_step():
    goal, step = {"domain": [["x", [0, 1]]]}, {"name": "1", "uses": []}
    document = {
        "version": 1,
        "steps": [step, {**step, "name": "2"}],
        "statement": {"printed": [goal, goal], "corrected": [], "parameters": {"f": ["x"]}},
    }
    assert json_bytes(document).decode("ascii").splitlines() == [
        "{",
        ' "statement": {',
        '  "corrected": [],',
        '  "parameters": {"f":["x"]},',
        '  "printed": [',
        '   {"domain":[["x",[0,1]]]},',
        '   {"domain":[["x",[0,1]]]}',
        "  ]",
        " },",
        ' "steps": [',
        '  {"name":"1","uses":[]},',
        '  {"name":"2","uses":[]}',
        " ],",
        ' "version": 1',
        "}",
    ]


def test_it_is_the_same_document_and_the_same_text_in_whatever_order_it_was_built():
    document = {"b": [1, {"d": None, "c": ["é"]}], "a": {}}
    stored = json_bytes(document)
    assert json.loads(stored) == document
    assert json_bytes({"a": {}, "b": [1, {"c": ["é"], "d": None}]}) == stored


def test_a_value_without_parts_is_one_line():
    assert [json_bytes(value) for value in ({}, [], "x", None)] == [
        b"{}\n", b"[]\n", b'"x"\n', b"null\n"
    ]  # fmt: skip
