"""Records: one tree of types, which is written as JSON and read back."""

import json
import re
from collections import Counter
from dataclasses import dataclass, field, fields, replace
from datetime import date
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest

from dpproofs.auditing import audit, sampler
from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.parameters import audit_parameters
from dpproofs.auditing.parameters.claims import USUAL_DELTA, USUAL_EPSILON
from dpproofs.auditing.record import (
    AuditRecord,
    FailureRecord,
    FieldRecord,
    NumbersRecord,
    SamplerRecord,
    UsualRecord,
    ViewRecord,
    from_json,
    to_json,
)
from dpproofs.auditing.record.codec import WHERE_THERE
from dpproofs.auditing.sampler import sets, views
from dpproofs.auditing.suite.conclusion import CONCLUSIONS
from dpproofs.auditing.target import Computed
from dpproofs.kernel.errors import BadInput
from dpproofs.render.audits.parameters import points

FIELD = Path(__file__).parents[2] / "docs" / "field.json"


@dataclass(frozen=True)
class Leaf:
    kind: Literal["a", "b"]
    size: float | str = 1.0
    more: int | None = field(default=None, metadata=WHERE_THERE)


@dataclass(frozen=True)
class Other:
    name: str


@dataclass(frozen=True)
class Tree:
    leaves: tuple[Leaf, ...]
    ends: tuple[float, float]
    either: Leaf | Other | None = None
    anything: Any = None
    sure: bool = False


TREE = Tree((Leaf("a"), Leaf("b", "inf", 3)), (0, 1.5), Other("o"), [1, "x"], sure=True)
DATA = {
    "leaves": [{"kind": "a", "size": 1.0}, {"kind": "b", "size": "inf", "more": 3}],
    "ends": [0, 1.5],
    "either": {"name": "o"},
    "anything": [1, "x"],
    "sure": True,
}


def test_a_tree_is_written_by_the_names_of_its_fields_and_read_by_their_types():
    assert to_json(TREE) == DATA
    assert from_json(Tree, json.loads(json.dumps(DATA))) == TREE
    assert from_json(Tree, {"leaves": [], "ends": [1, 2]}) == Tree((), (1, 2))


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"leaves": [{"kind": "c"}]}, r"Tree\.leaves\[0\]\.kind"),
        ({"leaves": [{}]}, "with the key kind"),
        ({"leaves": {}}, "a list"),
        ({"ends": [1]}, "a list of 2"),
        ({"ends": [1, "2"]}, r"Tree\.ends\[1\]"),
        ({"ends": [1, True]}, r"Tree\.ends\[1\]"),
        ({"either": {"kind": "a", "name": "o"}}, r"Tree\.either"),
        ({"either": 1}, "an object"),
        ({"sure": 1}, "bool"),
        ({"odd": 1}, "one of the keys leaves"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_place(changes, place):
    with pytest.raises(BadInput, match=place):
        from_json(Tree, DATA | changes)


def kept(old, new):
    """Whether all that was written is there as it was; what is new says nothing."""
    if isinstance(old, dict):
        news = (new[key] for key in new.keys() - old.keys())
        return all(kept(old[key], new[key]) for key in old) and not any(news)
    if isinstance(old, list):
        return len(old) == len(new) and all(map(kept, old, new))
    return old == new and type(old) is type(new)


def test_the_report_of_the_field_is_read_and_written_again_as_it_was():
    written = json.loads(FIELD.read_text("utf-8"))
    record = from_json(FieldRecord, written)
    assert len(record.entries) == len(written["entries"]) > 0
    assert kept(written, to_json(record))
    assert from_json(FieldRecord, json.loads(json.dumps(to_json(record)))) == record


def test_the_page_states_the_ranges_that_were_searched_and_no_others():
    record = from_json(FieldRecord, json.loads(FIELD.read_text("utf-8")))
    reports = [report for entry in record.entries for report in entry.audits.parameters]
    assert all(report.usual is not None for report in reports)
    spans = {
        f"ε = 0 or in [{report.usual.epsilon[0]:g}, {report.usual.epsilon[1]:g}]"
        for report in reports
        if any("that people make" in words for words, _ in points(report))
    }
    page = FIELD.with_suffix(".html").read_text("utf-8")
    assert set(re.findall(r"ε = 0 or in \[[^]]*\]", page)) == spans
    fresh = audit_parameters(Computed("laplace", {"scale": 0.5}), claims=[PrivacyClaim(1, 0, 1)])
    assert fresh.record().usual == UsualRecord(USUAL_EPSILON, USUAL_DELTA)
    silent = replace(fresh.record(), worst=None, shortest=None, usual=None)
    assert [words for words, _ in points(silent)] == ["The worst of the claims that people make"]


def test_what_an_audit_prints_is_read_back_as_the_same_record():
    claim = PrivacyClaim(1.0, 1e-3)
    report = audit("numpy:laplace", epsilon=1.0, delta=1e-3, of="all", max_draws=20_000)
    record = report.record()
    assert isinstance(record.numbers, NumbersRecord)
    assert record.claim == claim
    assert from_json(AuditRecord, json.loads(json.dumps(report.to_json()))) == record
    alone = sampler.audit_sampler(report_of_vectors(), claim, max_draws=2000).record()
    assert from_json(SamplerRecord, json.loads(json.dumps(to_json(alone)))) == alone


def report_of_vectors():
    from dpproofs.auditing.target import About, Pair, Target

    class Vectors(Target):
        about = About("vectors", arguments={"centre": np.float64(0.5)})

        def draw(self, value, count, rng):
            return np.asarray(value) + rng.laplace(0, 0.01, (count, 2))

        def pairs(self, _claim):
            return [Pair((0.0, 0.0), (0.5, 0.5))]

    return Vectors()


def test_a_target_that_failed_is_on_record():
    def fails(*_):
        raise RuntimeError("no noise today")

    report = audit(fails, epsilon=1.0, of=["numbers"], max_draws=100)
    record = from_json(AuditRecord, report.to_json())
    assert isinstance(record.numbers, FailureRecord)
    assert "failed at every input" in record.numbers.error
    assert record.verdict == "error"


def kinds_of(kind):
    """A class of views and those that extend it."""
    yield kind
    for other in kind.__subclasses__():
        yield from kinds_of(other)


def test_every_view_can_be_put_on_record():
    known = {item.name for item in fields(ViewRecord)}
    found = set(kinds_of(views.View)) - {views.View}
    assert {sets.Nearer, views.Score} < found
    assert [kind for kind in found if not {item.name for item in fields(kind)} <= known] == []


def test_the_front_page_counts_what_the_report_of_the_field_holds():
    """In the order of the conclusions; of what no mechanism comes to it does not speak.

    Then those that were audited elsewhere, all of which violate their claims.
    """
    found = json.loads(FIELD.read_text("utf-8"))
    suite = [entry for entry in found["entries"] if "elsewhere" not in str(entry["reproduce"])]
    kinds = Counter(entry["kind"] for entry in suite)
    others = [entry for entry in found["entries"] if entry not in suite]
    counts = [kinds[kind] for kind in CONCLUSIONS if kinds[kind]]
    text = " ".join((FIELD.parents[1] / "README.md").read_text("utf-8").split())
    said = text[text.index("audits the ") : text.index("as far as tested.")]
    assert f"audits the {sum(counts)} additive" in said
    day = date.fromisoformat(found["date"])
    _, listed = said.split(f"On {day.day} {day:%B %Y}")
    assert [int(number) for number in re.findall(r"(?:, | and )(\d+) ", listed)] == counts
    assert {entry["kind"] for entry in others} == {CONCLUSIONS[0]}
    assert all(f"`{entry['mechanism']}`" in text for entry in others)
