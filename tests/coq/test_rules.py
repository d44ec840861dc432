import copy
import json
import re
from importlib import resources

import pytest

from dpproofs.coq.rules import lemma, statements, table
from dpproofs.kernel.errors import UnsupportedExpression
from tests.coq.conftest import SOURCES


def rule(name):
    return next(found for found in table() if found["name"] == name)


def flat(text):
    return " ".join(text.split())


def test_what_is_proved_is_what_is_applied():
    found = (SOURCES / "rules" / "statements.v").read_text("utf-8")
    assert found == statements(), "stale: 'make claims'"


def test_a_rule_is_printed_with_its_letters_premises_and_conclusion():
    assert flat(lemma(rule("order")).text) == (
        "Definition rule_order : Prop := forall curve : R -> R, forall before_ : R, 0 < before_ -> "
        "forall after_ : R, 0 < after_ -> (forall x : R, 0 <= x -> forall h : R, 0 < h -> "
        "curve x <= curve (x + h)) -> (curve before_ < curve after_) -> before_ < after_."
    )


def test_an_end_may_be_infinite():
    text = flat(lemma(rule("induction")).text)
    assert text.count("terms 0 + n * step <= terms n") == 2
    assert "n <= last - 1 -> step" in text
    assert "integer n -> 0 <= n -> step" in text


def test_a_number_that_is_found_exists():
    text = flat(lemma(rule("reciprocal")).text)
    assert text.endswith("exists reciprocal : R, (0 < reciprocal) /\\ (reciprocal * value = 1).")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"<="', '"<"'),
        ('"positive"', '"nonnegative"'),
        ('"x"', '"h"'),
        ('"int", "0"', '"int", "7"'),
    ],
)
def test_a_changed_rule_is_another_proposition(old, new):
    text = json.dumps(rule("order"))
    assert old in text
    assert lemma(json.loads(text.replace(old, new))).text != lemma(rule("order")).text


def test_what_cannot_be_said_names_the_rule():
    found = copy.deepcopy(rule("order"))
    found["premises"][0]["claim"]["kind"] = "unheard"
    with pytest.raises(UnsupportedExpression, match="the rule 'order' cannot be said in Coq"):
        lemma(found)


def test_every_rule_is_proved_or_listed_with_its_reason():
    names = {one.name.removeprefix("rule_"): one.rule for one in map(lemma, table())}
    proved = {
        names[rule]
        for path in (SOURCES / "rules").glob("*.v")
        for rule in re.findall(
            r"^Theorem \w+ : rule_(\w+)\.$", path.read_text("utf-8"), re.MULTILINE
        )
    }
    listed = json.loads((SOURCES / "unproved.json").read_text("ascii"))
    assert all(listed.values())
    trust = " ".join((SOURCES.parent / "docs" / "trust.md").read_text("utf-8").split())
    assert all(f"| {rule} | {why} |" in trust for rule, why in listed.items())
    assert proved | set(listed) == set(names.values())
    assert not proved & set(listed)
    record = json.loads(resources.files("dpproofs.coq").joinpath("record.json").read_text("ascii"))
    claims, rest = len(record["claims"]), len(record["open"])
    assert trust.count(f"{claims} of the {claims + rest} claims") == 2


ASSUMED = r"\b(Admitted|admit|Axiom|Axioms|Parameter|Parameters|Conjecture)\b"
IN_SECTIONS = r"\b(Hypothesis|Hypotheses|Variable|Variables|Context)\b"  # premises of its lemmas


def assumed(text):
    """What a source assumes: words that assume something, and premises outside all sections."""
    outside = re.sub(r"\bSection (\w+)\..*?\bEnd \1\.", "", text, flags=re.DOTALL)
    return re.findall(ASSUMED, text) + re.findall(IN_SECTIONS, outside)


def test_nothing_is_assumed_in_the_sources():
    for path in SOURCES.rglob("*.v"):
        assert assumed(path.read_text("utf-8")) == [], path.name


@pytest.mark.parametrize(
    "text",
    [
        "Axiom false : False.",
        "Section A. Parameter false : False. End A.",
        "Hypothesis (false : False).",
        "Section A. Hypothesis (h : True). End A. Hypothesis (false : False).",
        "Lemma false : False. Admitted.",
    ],
)
def test_what_is_assumed_is_seen(text):
    assert assumed(text)
