"""Noise for vectors in certificates: its kind, its norm, and every premise of its rules."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dpproofs.replaying.program import replay
from dpproofs.replaying.reader import Rejected, digest

CERTIFICATES = Path(__file__).parents[2] / "derivations" / "certificates"
OF_VECTORS = {
    "Brunn and Minkowski", "costs over levels", "privacy of a staircase", "cost of a staircase",
}  # fmt: skip


def _certificate():
    return json.loads((CERTIFICATES / "vector.optimal.json").read_text("utf-8"))


def _replayed(document):
    """Why a changed certificate is rejected; empty when it is not."""
    body = {key: value for key, value in document.items() if key != "digest"}
    try:
        report = replay({**body, "digest": digest(body)}, any_statement=True)
    except Rejected as problem:
        return str(problem)
    return "" if report.accepted else report.reason


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda s: s["given"][0].update(dimension="b"), "its dimension is no parameter"),
        (lambda s: s["given"][0].update(dimension="Q"), "its dimension is no parameter"),
        (lambda s: s["given"][1].update(on="X"), "no norm X is given before"),
        (lambda s: s["given"].insert(0, s["given"].pop(1)), "no norm N is given before"),
        (lambda s: s["given"][1].update(kind="noise", on="line"), "X is not a vector"),
        (lambda s: s["given"][0].update(on="line"), "given[0]: not an object with exactly"),
        (lambda s: s["parameters"].pop(3), "its dimension is no parameter"),
    ],
)
def test_replay_wants_a_norm_on_a_space_and_vectors_with_a_norm(change, reason):
    document = _certificate()
    change(document["statement"])
    assert reason in _replayed(document)


@pytest.mark.sweep
@pytest.mark.no_cover
def test_replay_wants_every_premise_of_a_rule_for_vectors():
    place = 0
    for place, step in enumerate(_certificate()["steps"]):
        if step["evidence"].get("rule") in OF_VECTORS:
            for used in range(len(step["uses"])):
                for other in ([], [step["uses"][used - 1]]):  # left out, or another in its place
                    document = _certificate()
                    uses = document["steps"][place]["uses"]
                    uses[used : used + 1] = other
                    if uses != step["uses"]:
                        assert _replayed(document)
    assert place > 60


@pytest.mark.parametrize(
    "change",
    [
        lambda row: row.update(ratio=["pow", row["ratio"], ["int", "2"]]),
        lambda row: row.update(sensitivity=["mul", ["int", "2"], row["sensitivity"]]),
        lambda row: row.update(noise=["vector", "Q", ["sym", "Delta"]]),
        lambda row: row.update(noise=["noise", "X"]),
        lambda row: row.update(noise=["vector", "G", ["sym", "Delta"]]),
    ],
)
def test_replay_wants_the_bindings_of_a_rule(change):
    document = _certificate()
    assert _replayed(document) == ""
    (step,) = (s for s in document["steps"] if s["evidence"].get("rule") == "costs over levels")
    change(step["evidence"]["bindings"])
    assert _replayed(document)
