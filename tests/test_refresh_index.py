"""Noting changed sources is allowed only while every statement is the one that was checked."""

import json

import refresh_index

from dpproofs.coq.record import record
from dpproofs.stored import table_of
from dpproofs.theorems.registry import index, source_digests

CLAIM = "additive.lem2"


def test_sources_that_change_no_statement_are_noted():
    before = {**index(), "sources": {"kernel/domain.py": "old"}}
    after, changed = refresh_index.refreshed(before)
    assert changed == []
    assert after["sources"] == source_digests()
    assert after["claims"] == before["claims"]


def test_the_table_of_the_release_is_that_of_the_index_and_of_what_coq_proved():
    table = json.loads(refresh_index.TABLE.read_text("ascii"))
    assert table == table_of(index()), "run 'make index'"
    proved = {name for name, row in table["claims"].items() if row["coq"]}
    assert proved == {name for name in proved if name in record()["claims"]} != set()


def test_a_line_of_coq_about_another_certificate_proves_nothing_of_this_one():
    lines = index()["claims"]
    name = next(name for name, row in table_of(index())["claims"].items() if row["coq"])
    other = {"claims": {**lines, name: {**lines[name], "certificate": "sha256:0"}}}
    assert table_of(other)["claims"][name] == {
        "statement": lines[name]["digest"],
        "verdict": lines[name]["verdict"],
        "grade": lines[name]["grade"],
        "certificate": "sha256:0",
        "coq": False,
    }


def test_a_statement_that_changed_and_one_that_is_new_are_named():
    claims = dict(index()["claims"])
    claims[CLAIM] = {**claims[CLAIM], "digest": "sha256:0"}
    del claims["additive.lem1"]
    claims["additive.gone"] = claims[CLAIM]
    _, changed = refresh_index.refreshed({**index(), "claims": claims})
    assert changed == ["additive.gone", "additive.lem1", CLAIM]
