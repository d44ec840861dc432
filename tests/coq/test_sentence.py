import copy
import json
import re

import pytest

from dpproofs.coq.document import document
from dpproofs.coq.sentence import Said, fails_or_says, parted, sentence
from dpproofs.coq.sentence import key as goal_key
from dpproofs.kernel.errors import BadInput, UnsupportedExpression
from tests.coq.conftest import CERTIFICATES, certificate

NAMES = sorted(path.stem for path in CERTIFICATES.glob("*.json"))
# Sentences in which every kind of thing occurs that can be said.
VARIED = (
    "staircase.thm3", "staircase.thm6.gamma", "additive.fn1", "staircase.def1", "trunclap.thm7.1",
    "additive.thm2", "trunclap.thm1.proof", "poster.tight", "staircase.I-D7", "additive.Palpha",
    "cactus.rem3", "cactus.thm1",
)  # fmt: skip


def flat(text):
    return " ".join(text.split())


def test_a_sentence_says_everything_in_order():
    said = sentence(certificate("staircase.thm3"))
    text = flat(said.text)
    assert said.name == "staircase_thm3"
    assert text.startswith(
        "Definition staircase_thm3 : Prop := forall b : R, 0 < b -> b < 1 -> forall Delta : R, "
        "0 < Delta -> forall X : law, noise X -> forall L : R -> extended, cost L -> "
    )
    assert "Q gamma = with_density (f gamma) 0) -> (private X (- ln b) 0 Delta) -> " in text
    assert text.endswith(
        "(exists gamma : R, 0 <= gamma /\\ gamma <= 1 /\\ (private (Q gamma) (- ln b) 0 Delta) /\\ "
        "(cheaper (Q gamma) X L))."
    )


@pytest.mark.no_cover
@pytest.mark.parametrize("name", NAMES)
def test_every_sentence_can_be_said(name):
    found = certificate(name)
    statement, text = found["statement"], sentence(found).text
    for row in (*statement["given"], *statement["definitions"]):
        assert re.search(rf"forall {row['name']}_? :", text)
    fails = [step for step in found["steps"] if step["proposition"]["kind"] == "fails"]
    assert text.count("~ ") == len(
        {json.dumps([step["proposition"]["proposition"], step["domain"]]) for step in fails}
    )


def test_what_is_refuted_is_said_to_be_false():
    text = flat(sentence(certificate("additive.thm2.proof")).text)
    assert "Definition additive_thm2_proof_printed_1 : Prop := " in text
    assert "Definition additive_thm2_proof : Prop := ~ additive_thm2_proof_printed_1 /\\" in text


def leaves(node, path=()):
    if isinstance(node, dict):
        for key, part in node.items():
            yield from leaves(part, (*path, key))
    elif isinstance(node, list):
        for place, part in enumerate(node):
            yield from leaves(part, (*path, place))
    else:
        yield path, node


def changed(document_, path, leaf):
    new = copy.deepcopy(document_)
    *way, last = path
    inside = new
    for key in way:
        inside = inside[key]
    inside[last] = {
        bool: lambda: not leaf,
        int: lambda: leaf + 1,
        str: lambda: str(int(leaf) + 5) if re.fullmatch(r"-?\d+", leaf) else other(leaf),
    }[type(leaf)]()
    return new


def other(leaf):
    swaps = {
        "()": "[]",
        "[]": "()",
        "[)": "(]",
        "(]": "[)",
        "<": ">",
        "==": ">=",
        ">=": "==",
        "line": "integers",
        "+": "-",
    }
    return swaps.get(leaf, leaf + "q")


@pytest.mark.sweep
@pytest.mark.no_cover  # the same sentence, many times
@pytest.mark.parametrize("name", VARIED)
def test_no_leaf_of_a_sentence_is_left_out(name):
    found = certificate(name)
    whole = {"statement": found["statement"], "steps": []}
    before = flat(sentence(whole).text)
    silent = set()
    everything = list(leaves(found["statement"]))
    for path, leaf in everything[:: len(everything) // 150 + 1]:
        if leaf is None or path[0] in {"id", "paper", "item", "definition"} or path[-1] == "hollow":
            continue
        try:
            after = flat(sentence(changed(whole, ("statement", *path), leaf)).text)
        except UnsupportedExpression:
            continue
        if after == before:
            silent.add(path)
    assert not {path for path in silent if not idle(found["statement"], path)}


def idle(statement, path):
    """The marks of two infinite ends, which belong to nothing."""
    inside = statement
    for key in path[:-1]:
        inside = inside[key]
    infinite = {"oo"} if path[-1] == "ends" else set()
    return infinite and all("oo" in json.dumps(inside[end]) for end in ("lower", "upper"))


def test_what_cannot_be_said_is_an_error_that_names_the_claim():
    found = copy.deepcopy(certificate("staircase.thm3"))
    found["statement"]["hypotheses"][0]["proposition"]["kind"] = "unheard"
    with pytest.raises(
        UnsupportedExpression, match=r"staircase\.thm3 cannot be said in Coq.*unheard"
    ):
        sentence(found)


def test_a_variable_cannot_have_the_name_of_an_object():
    text = json.dumps(certificate("staircase.thm3")).replace('"gamma"', '"X"')
    with pytest.raises(UnsupportedExpression, match="a name that no object has"):
        sentence(json.loads(text))


def test_a_file_that_speaks_of_losses_loads_their_definitions():
    lossy = [sentence(certificate(f"cactus.{name}")) for name in ("eq4", "rem1")]
    plain = sentence(certificate("staircase.thm3"))
    for one in lossy:
        assert "Require Import losses." in document([plain, one])
    assert "losses" not in document([plain])


def test_promised_noise_on_the_integers_is_noise_there():
    found = copy.deepcopy(certificate("cactus.thm3"))
    promised = found["statement"]["printed"][0]["proposition"]
    promised["given"]["on"] = "integers"
    text = flat(sentence(found).text)
    assert "exists P : law, noise_on_integers P /\\ (even P)" in text
    assert "exists P : law, noise P /\\ (expectation_at_most P" in text


def test_claims_with_one_identifier_are_refused():
    with pytest.raises(BadInput, match="identifiers of their own"):
        document([Said("a.b", "a_b", ""), Said("a-b", "a_b", "")])


WRONG = (
    ("law, noise X", "R, noise X"), ("cheaper (Q", "cheaper (f"), ("0 < Delta", "0 < L"),
    ("cost L", "noise L"), ("with_density (f gamma) 0", "with_density f 0"),
)  # fmt: skip


def test_sentences_type_check_and_what_is_no_sentence_does_not(coq):
    right = sentence(certificate("staircase.thm3")).text
    texts = [document([sentence(certificate(name)) for name in (*VARIED, "cactus.eq4")])]
    for place, (old, new) in enumerate(WRONG):
        assert old in right
        texts.append("Fail " + right.replace(old, new).replace("_thm3", f"_wrong_{place}"))
    assert coq("\n\n".join(texts)) == ""


@pytest.mark.no_cover
@pytest.mark.parametrize("name", NAMES)
def test_every_goal_is_said_or_refuted_by_a_step(name):
    found = certificate(name)
    said = {goal_key(fails_or_says(step)) for step in found["steps"]}
    left = [goal for part in parted(found) for goal in part if goal_key(goal) not in said]
    assert not left or found["verdict"] == "open"
