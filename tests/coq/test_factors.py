"""Steps by what FLINT finds to be left of them: they are proved, and with a planted error not."""

import copy

import pytest

from dpproofs.coq.factors import Factors, applies
from dpproofs.coq.steps import header, lemma
from dpproofs.kernel.errors import UnsupportedExpression
from tests.coq.conftest import attempts, certificate
from tests.coq.test_methods import THIRD, TWO, cut, with_error

FIGURES = "staircase.heur.quality.powers"
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
    ("entailment", "additive.sec5.gain", "24", ("proposition", "rhs"), TWO),
    ("entailment", "trunclap.lem2", "22", ("evidence", "facts", 0, "times"), ["int", "1"]),
    ("entailment", "trunclap.lem2", "31", ("proposition", "rhs", 1), TWO),
    ("entailment", FIGURES, "49", ("evidence", "facts", 0, "times"), ["int", "1"]),
    ("integral", "additive.sec5.gain", "10", ("proposition", "value"), ["erf", TWO]),
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


def test_of_a_claim_that_holds_a_planted_error_is_refused_as_well(coq):
    found = cut({**certificate("staircase.appF.lem28"), "everywhere": True}, "55")
    right = attempts(found, module="Right", shown=("55",), factored=True)
    wrong = with_error(found, "55", ("proposition", "lhs", 1), ["rat", "5", "2"])
    refused = attempts(wrong, ("55",), "Wrong", shown=(), factored=True)
    assert coq(right + refused, "everywhere_used") == ""


def test_a_claim_that_holds_is_factored_where_all_is_to_be_tried():
    found = certificate("staircase.appF.lem28")
    everywhere = {**found, "everywhere": True}
    one = next(one for one in found["steps"] if one["name"] == "55")
    assert "by_rest_of" not in lemma(one, found, factored=True)
    assert "by_rest_of" in lemma(one, everywhere, factored=True)
    assert "Import factors." not in header(found, factored=True)
    assert "Import factors." in header(everywhere, factored=True)


def test_a_limit_at_infinity_with_the_error_function(coq):
    found = cut(certificate("additive.sec5.gain"), "39")
    right = attempts(found, module="Right", shown=("39",), factored=True)
    wrong = attempts(found, ("39",), "Wrong", shown=(), factored=True)
    assert coq(right + wrong.replace("sqrt PI * c) - 1", "sqrt PI * c) - 2"), "bells_used") == ""


def test_a_number_with_a_power_of_which_the_exponent_is_a_fraction(coq):
    found = certificate(FIGURES)
    right = attempts(found, module="Right", shown=("34",), factored=True)
    wrong = with_error(found, "34", ("proposition", "lhs"), ["int", "263"])
    refused = attempts(wrong, ("34",), "Wrong", shown=(), factored=True)
    assert coq(right + refused, "powers_used") == ""


def test_a_ladder_of_which_the_exponential_is_that_of_a_half(coq):
    found = cut(certificate(FIGURES), "38")
    right = attempts(found, module="Right", shown=("38",), factored=True)
    wrong = attempts(found, ("38",), "Wrong", shown=(), factored=True)
    said, false = (
        "1 - exp (- (epsilon / 2)) < epsilon / 2",
        "1 - exp (- (epsilon / 2)) < epsilon / 3",
    )
    assert said in wrong
    assert coq(right + wrong.replace(said, false), "half_used") == ""


def test_a_mass_is_a_variable_however_its_ends_are_written():
    def mass(end):
        return ["mass", ["noise", "X"], ["between", "[)", end, ["oo"]]]

    double = ["add", EPSILON, EPSILON]
    known = Factors([mass(double), mass(EPSILON)], {"epsilon": 1.0})
    assert known.put(mass(["mul", TWO, EPSILON])) == ["sym", "A0_"]
    assert known.put(mass(EPSILON)) == ["sym", "A1_"]


@pytest.mark.parametrize(("sign", "first", "second"), [(1, "(- 1)", "(- (-1))"), (-1, "(-1)", "1")])
def test_an_equation_follows_whichever_way_round_the_facts_are_added(sign, first, second):
    found = copy.deepcopy(certificate("trunclap.lem2"))
    one = next(one for one in found["steps"] if one["name"] == "31")
    for row in one["evidence"]["facts"]:
        row["times"] = ["int", str(int(row["times"][1]) * sign)]
    text = lemma(one, found, factored=True)
    assert f"scaled {first} F0_. scaled {second} F1_. added F1_ F0_. by_rest_of F1_ 0 []" in text


def test_what_a_step_uses_besides_relations_is_left_out():
    found = certificate(FIGURES)
    text = lemma(step(FIGURES, "49"), found, factored=True)
    assert "step_45" not in text
    assert "pose proof (step_48 " in text


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


def test_what_stands_in_another_is_a_variable_first():
    inside = ["apply", "f", ["log", EPSILON]]
    known = Factors([["log", inside]], {"epsilon": 1.0})
    assert known.named() == (
        "atom_as (ln epsilon) A0__ EA0_. atom_as (f A0__) A1__ EA1_. atom_as (ln A1__) A2__ EA2_. "
    )
    assert known.put(["log", inside]) == ["sym", "A2_"]
    assert known.place["A2_"] == 1.5


def test_arguments_are_compared_by_what_stands_in_them():
    inside = [["apply", "f", ["sym", "delta"]], EPSILON]
    one, other = (["apply", "g", ["add", *parts]] for parts in (inside, inside[::-1]))
    known = Factors([one, other], {"epsilon": 1.0, "delta": 2.0})
    assert known.put(one) == known.put(other) == ["sym", "A1_"]


def test_logarithms_of_products_are_sums_where_all_is_tried():
    whole = ["log", ["mul", TWO, EPSILON, ["pow", ["sym", "delta"], ["int", "-1"]]]]
    known = Factors([whole], {"epsilon": 1.0, "delta": 2.0}, opened=True)
    assert "assert (L0_ : ln (2 * epsilon / delta) = " in known.named()
    assert [atom for _, atom in known.atoms.values()] == [
        ["log", TWO], ["log", EPSILON], ["log", ["sym", "delta"]],
    ]  # fmt: skip
    assert known.put(["log", EPSILON]) == ["sym", "A1_"]
    assert Factors([whole], {"epsilon": 1.0, "delta": 2.0}).put(whole) == ["sym", "A0_"]


def test_the_exponential_of_a_logarithm_is_its_argument():
    tree = ["exp", ["add", ["log", EPSILON], ["sym", "delta"]]]
    known = Factors([tree], {"epsilon": 1.0, "delta": 2.0}, opened=True)
    assert "exponential_of_logarithm X0__ epsilon QX0_. " in known.text()
    assert known.put(tree) == ["mul", EPSILON, ["sym", "X1_"]]
    assert Factors([tree], {"epsilon": 1.0, "delta": 2.0}).put(tree) == [
        "mul", ["sym", "X0_"], ["sym", "X1_"],
    ]  # fmt: skip


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
        FIGURES: "rungs",
    }
    for claim, files in more.items():
        line = f"From dpproofs Require Import {files}.\n"
        assert line in header(certificate(claim), stronger=True, factored=True)
        assert line not in header(certificate(claim), stronger=True)
