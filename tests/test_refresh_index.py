"""Noting changed sources is allowed only while every statement is the one that was checked."""

import refresh_index

from dpproofs.theorems.registry import index, source_digests

CLAIM = "additive.lem2"


def test_sources_that_change_no_statement_are_noted():
    before = {**index(), "sources": {"kernel/domain.py": "old"}}
    after, changed = refresh_index.refreshed(before)
    assert changed == []
    assert after["sources"] == source_digests()
    assert after["claims"] == before["claims"]


def test_a_statement_that_changed_and_one_that_is_new_are_named():
    claims = dict(index()["claims"])
    claims[CLAIM] = {**claims[CLAIM], "digest": "sha256:0"}
    del claims["additive.lem1"]
    claims["additive.gone"] = claims[CLAIM]
    _, changed = refresh_index.refreshed({**index(), "claims": claims})
    assert changed == ["additive.gone", "additive.lem1", CLAIM]
