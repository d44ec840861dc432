"""Steps by what FLINT finds to be left of them: they are proved, and with a planted error not."""

import copy

import pytest

from dpproofs.coq.factors import Factors, applies
from dpproofs.coq.steps import header, lemma
from dpproofs.kernel.errors import UnsupportedExpression
from tests.coq.conftest import attempts, certificate
from tests.coq.test_methods import THIRD, TWO, cut, with_error

EPSILON = ["sym", "epsilon"]
LOG = ["log", ["add", ["int", "1"], EPSILON]]
ERF = ["erf", EPSILON]

# A method, a step of it, and what is put for a part of the step.
PLANTED = (
    ("identity", "trunclap.thm4.dual", "5", ("proposition", "rhs", 1), TWO),
    ("sign", "trunclap.thm4.dual", "6", ("domain", 3, "lower", 1), ["int", "1"]),
    ("entailment", "trunclap.thm6.3", "22", ("evidence", "facts", 4, "times", 1), ["int", "-4"]),
    ("entailment", "trunclap.thm6.3", "47", ("proposition", "rhs"), THIRD),
    ("duality", "trunclap.lem2", "45", ("evidence", "multipliers", 0), TWO),
    ("duality", "trunclap.lem2", "46", ("proposition", "value"), ["int", "4"]),
    ("entailment", "additive.sec5.gain", "22", ("proposition", "rhs"), TWO),
    ("integral", "additive.sec5.gain", "8", ("proposition", "value"), ["erf", TWO]),
)


def step(claim, name):
    return next(one for one in certificate(claim)["steps"] if one["name"] == name)


def test_a_planted_error_is_refused(coq):
    texts = []
    for count, (method, claim, name, path, value) in enumerate(PLANTED):
        found = cut(certificate(claim), name)
        assert found["steps"][-1]["method"] == method
        right = attempts(found, module=f"Right_{count}", shown=(name,), factored=True)
        wrong = with_error(found, name, path, value)
        texts += [right, attempts(wrong, (name,), f"Wrong_{count}", shown=(), factored=True)]
    assert coq("\n\n".join(texts), "factors_used") == ""


def test_a_limit_at_infinity_with_the_error_function(coq):
    found = cut(certificate("additive.sec5.gain"), "37")
    right = attempts(found, module="Right", shown=("37",), factored=True)
    wrong = attempts(found, ("37",), "Wrong", shown=(), factored=True)
    assert coq(right + wrong.replace("sqrt PI * c) - 1", "sqrt PI * c) - 2"), "bells_used") == ""


def test_an_exponent_of_a_sum_is_a_product_of_variables():
    text = lemma(step("trunclap.thm4.dual", "6"), certificate("trunclap.thm4.dual"), factored=True)
    assert "power_as (epsilon * m) X1__ QX1_. " in text
    assert "multiplied ((X1__ - 1) * Delta / (X1__ * (X0__ - 1) * N)) F_. " in text
    assert text.endswith("by_rest_of F_ 0 []. Qed.")


def test_what_is_no_fraction_is_a_variable():
    known = Factors([["mul", LOG, ERF]], {"epsilon": 1.0})
    assert known.put(["add", LOG, ERF]) == ["add", ["sym", "A0_"], ["sym", "A1_"]]
    assert (
        known.named() == "atom_as (ln (1 + epsilon)) A0__ EA0_. atom_as (erf epsilon) A1__ EA1_. "
    )
    assert known.unnamed() == "clear EA0_ EA1_. "
    same = ["log", ["mul", TWO, ["add", ["rat", "1", "2"], ["mul", ["rat", "1", "2"], EPSILON]]]]
    assert known.put(same) == ["sym", "A0_"]


def test_arguments_that_are_no_fractions_are_taken_as_they_are_written():
    inside = ["apply", "f", ["log", EPSILON]]
    known = Factors([["log", inside]], {"epsilon": 1.0})
    assert known.put(["log", inside]) == ["sym", "A0_"]
    assert known.place["A0_"] == 1.5


def test_other_nodes_have_no_variable():
    with pytest.raises(UnsupportedExpression, match="no variable for the node 'abs'"):
        Factors([["abs", EPSILON]], {"epsilon": 1.0})


@pytest.mark.parametrize(
    ("claim", "name", "changed"),
    [
        ("trunclap.thm4.dual", "6", {"op": "!="}),
        ("trunclap.thm6.3", "22", {"lhs": ["abs", EPSILON]}),
        ("trunclap.thm6.3", "22", {"kind": "noise"}),
    ],
)
def test_what_is_no_relation_between_fractions_is_left_to_the_others(claim, name, changed):
    found = copy.deepcopy(certificate(claim))
    one = next(one for one in found["steps"] if one["name"] == name)
    assert applies(one, found)
    one["proposition"] |= changed
    assert not applies(one, found)


def test_an_entailment_from_nothing_is_left_to_the_others():
    found = copy.deepcopy(certificate("trunclap.thm6.3"))
    one = next(one for one in found["steps"] if one["name"] == "22")
    one["evidence"]["facts"] = []
    assert not applies(one, found)


def test_claims_that_hold_are_not_factored():
    found = certificate("staircase.heur.62")
    assert not any(applies(one, found) for one in found["steps"])
    assert header(found, stronger=True, factored=True) == header(found, stronger=True)


def test_the_tactics_are_those_that_a_claim_needs():
    more = {
        "additive.sec5.gain": "errors bells",
        "trunclap.thm4.dual": "factors",
        "trunclap.lem2": "programs",
    }
    for claim, files in more.items():
        line = f"From dpproofs Require Import {files}.\n"
        assert line in header(certificate(claim), stronger=True, factored=True)
        assert line not in header(certificate(claim), stronger=True)
