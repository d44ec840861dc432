"""Numbers that rules find and functions that derivations define: what is written, what Coq says."""

import copy

import pytest

from dpproofs.coq.context import made, rests, standing
from dpproofs.coq.document import LOSSES, PROVED_RULES, VECTORS
from dpproofs.coq.rules import lemma as rule_lemma
from dpproofs.coq.rules import table
from dpproofs.coq.steps import header, lemma, proof
from dpproofs.kernel.errors import UnsupportedExpression
from tests.coq.conftest import certificate
from tests.coq.test_methods import cut, with_error

ONE, HALF, AGAIN = ["int", "1"], ["rat", "1", "2"], ["apply", "W", ["int", "1"]]

# A method, a step of it, and what is put for a part of the step.
PLANTED = (
    ("rule", "vector.best.place", "14", ("proposition", "facts", 1, "proposition", "rhs"), HALF),
    ("obtained", "vector.best.place", "16", ("proposition", "rhs"), HALF),
    ("witness", "vector.best.place", "18", ("evidence", "values", "r"), ["int", "0"]),
    ("rule", "staircase.appE.336", "13", ("proposition", "lower"), ONE),
    ("define", "staircase.thm10", "32", ("proposition", "definition", "value"), AGAIN),
    ("definition", "staircase.thm10", "33", ("proposition", "rhs"), ONE),
    ("definition", "staircase.eq20", "4", ("proposition", "rhs"), ONE),
    ("definition", "staircase.def4", "11", ("proposition", "rhs"), ONE),
    ("definition", "staircase.def4", "13", ("domain", 4, "lower"), ["int", "0"]),
    ("definition", "staircase.def4", "16", ("proposition", "lhs"), ONE),
    ("definition", "staircase.def3", "4", ("domain", 2, "lower"), ["int", "-1"]),
    ("rule", "staircase.def3", "8", ("proposition", "epsilon"), HALF),
    ("rule", "staircase.thm3", "54", ("proposition", "facts", 1, "proposition", "rhs"), HALF),
    ("instance", "staircase.thm3", "95", ("uses",), ["16"]),
    ("rule", "staircase.appF.lem28.unit", "10", ("proposition", "epsilon"), HALF),
    ("rule", "vector.optimal", "9", ("proposition", "sensitivity"), ONE),
    ("rule", "vector.optimal", "19", ("proposition", "value"), ONE),
    ("rule", "vector.optimal", "48", ("proposition", "lhs"), ONE),
    ("rule", "optimum.below.threshold", "16", ("proposition", "facts", 1, "proposition", "rhs"),
     ONE),
)  # fmt: skip

FOUND = ("optimum.below.threshold", "staircase.thm3", "staircase.thm10", "vector.best.place")
DEFINED = ("staircase.appF.lem28.unit", "staircase.def3", "staircase.def4", "staircase.thm3")


def step_of(found, name):
    """A step by its name."""
    return next(step for step in found["steps"] if step["name"] == name)


def rules_taken_for_proved():
    """The rules as lemmas, in the module in which proofs look for them."""
    texts = ["Module proved."]
    for rule in table():
        one = rule_lemma(rule)
        texts += [one.text, f"Lemma {one.name}_ : {one.name}. Proof. Admitted."]
    return "\n\n".join([*texts, "End proved."])


def attempt(found, module, *, refused):
    """The last step in Coq, the others and the rules being taken for proved."""
    texts = [f"Module {module}.", rules_taken_for_proved()]
    for step in found["steps"]:
        head, body = lemma(step, found).split("\nProof. ")
        tactic = "; ".join(body.removesuffix(". Qed.").split(". "))
        if step is not found["steps"][-1]:
            texts.append(f"{head}\nProof. Admitted.")
        elif refused:
            texts.append(f"{head}\nProof. Fail timeout 60 (solve [{tactic}]). Abort.")
        else:
            texts.append(f"{head}\nProof. solve [{tactic}]. Qed.")
    return "\n\n".join([*texts, f"End {module}."]) + "\n"


@pytest.mark.parametrize("row", range(len(PLANTED)))
def test_a_planted_error_is_refused(coq, row):
    method, claim, name, path, value = PLANTED[row]
    found = cut(certificate(claim), name)
    assert found["steps"][-1]["method"] == method
    imports = header(found)
    assert ("Import found." in imports) == (claim in FOUND)
    assert ("Import defined." in imports) == (claim in DEFINED)
    right = attempt(found, "Right", refused=False)
    wrong = attempt(with_error(found, name, path, value), "Wrong", refused=True)
    assert coq(imports.replace(PROVED_RULES, "") + LOSSES + VECTORS + right + wrong) == ""


def test_what_a_step_rests_on_is_what_it_speaks_of_and_what_its_steps_rest_on():
    found = certificate("vector.best.place")
    place = step_of(found, "14")
    assert made(place)["name"] == "place"
    on = rests(found)
    assert on["13"] == on["14"] == []
    assert on["15"] == on["18"] == [place]
    statement = standing(step_of(found, "18"), found)
    assert statement["given"][-1] == {"kind": "function", "name": "place", "arity": 0}
    assert statement["hypotheses"][-3:] == place["proposition"]["facts"]
    assert standing(place, found) == found["statement"]


def test_what_rests_on_two_things_has_them_in_order():
    found = certificate("staircase.thm8")
    on = rests(found)
    assert [made(row)["name"] for row in on["255"]] == ["rho"]
    assert [made(row)["name"] for row in on["280"]][:1] == ["sigma"]
    both = {**step_of(found, "280"), "name": "304_", "uses": ["280", "117"]}
    more = {**found, "steps": [*found["steps"], both]}
    names = [made(row)["name"] for row in rests(more)["304_"]]
    assert set(names) == {"tau", "sigma", "rho"}
    assert names == sorted(names, key=["tau", "sigma", "rho"].index)


def test_the_last_proof_takes_one_of_each():
    text = proof(certificate("vector.best.place"))
    _, last = text.split("Theorem ")
    assert "destruct (step_14 b ltac:(assumption)" in last
    assert "as [place [? [? ?]]]." in last
    _, last = proof(certificate("staircase.thm10")).split("Theorem ")
    assert last.count("destruct (step_32 ") == 1


def test_a_number_is_a_function_of_its_arguments():
    found = certificate("staircase.appE.336")
    text = lemma(step_of(found, "69"), found)
    assert "exists r : R -> R -> R, (forall b : R" in text.replace("\n   ", "")
    assert "destruct (@found_2 (fun b i => 0 < b /\\ b < 1 /\\ integer i /\\ 1 <= i)" in text
    assert "(F_ b i ltac:(cbv beta; repeat apply conj; assumption))" in text


@pytest.mark.parametrize(
    ("claim", "name", "path", "value", "message"),
    [
        ("staircase.appE.336", "69", ("proposition", "arguments"), ["b"], "with these arguments"),
        ("staircase.thm10", "32", ("proposition", "definition", "kind"), "noise", "of this kind"),
        ("vector.best.place", "14", ("proposition", "name"), "D", "two meanings of 'D'"),
        ("staircase.def3", "8", ("evidence", "bindings", "noise", 1), "Y", "about such noise"),
    ],
)
def test_what_has_no_proof_is_refused_in_words(claim, name, path, value, message):
    found = with_error(certificate(claim), name, path, value)
    with pytest.raises(UnsupportedExpression, match=message):
        lemma(step_of(found, name), found)


def test_too_many_arguments_are_refused():
    found = copy.deepcopy(certificate("staircase.appE.336"))
    step = step_of(found, "69")
    assert "Import choices." not in header(found)
    for name in ("j", "k", "l"):
        lemma(step, found)
        step["proposition"]["arguments"].append(name)
        step["domain"].append({**step["domain"][0], "name": name})
    assert "Import choices." in header(found)
    with pytest.raises(UnsupportedExpression, match="with these arguments"):
        lemma(step, found)
