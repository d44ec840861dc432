"""Masses of intervals and of the origin, under noise with a density, and what follows from them."""

import copy
import re

import pytest

from dpproofs.coq.exponents import polynomial
from dpproofs.coq.steps import header, lemma
from dpproofs.kernel.errors import UnsupportedExpression
from tests.coq.conftest import attempts, certificate
from tests.coq.test_methods import THIRD, TWO, cut, with_error

X, Y = ["sym", "x"], ["sym", "y"]
BETWEEN = ["between", "()", ["int", "0"], ["sym", "Delta"]]

# A claim, a step of it, and what is put for a part of the step.
PLANTED = (
    ("trunclap.thm1", "9", ("proposition", "rhs"), TWO),
    ("trunclap.thm1", "9", ("evidence", "piece"), 1),
    ("trunclap.thm1", "10", ("domain", 4, "upper"), ["oo"]),
    ("trunclap.thm1", "15", ("proposition", "lhs", 2), BETWEEN),
    ("trunclap.thm1", "18", ("proposition", "rhs"), THIRD),
    ("trunclap.thm1", "14", ("proposition", "value"), TWO),
    ("trunclap.thm1", "39", ("evidence", "facts", 1, "times"), TWO),
    ("trunclap.thm1", "39", ("proposition", "op"), "<"),
    ("trunclap.thm3", "83", ("proposition", "value"), TWO),
    ("staircase.appF.lem28.unit", "13", ("proposition", "rhs"), TWO),
    ("staircase.appF.lem28.unit", "13", ("evidence", "period_index"), ["sym", "n"]),
)

#: With the stronger tactics, of a claim that speaks of the error function.
ERRORS = (
    ("18", ("proposition", "value"), TWO),
    ("56", ("proposition", "lhs"), TWO),
)


def test_a_planted_error_is_refused(coq):
    texts = []
    for place, (claim, name, path, value) in enumerate(PLANTED):
        found = cut(certificate(claim), name)
        texts.append(attempts(found, module=f"Right_{place}", shown=(name,)))
        wrong = with_error(found, name, path, value)
        try:
            texts.append(attempts(wrong, (name,), f"Wrong_{place}", shown=()))
        except UnsupportedExpression:
            assert name == "83"
    assert coq("\n\n".join(texts)) == ""


def test_an_error_beside_the_error_function_is_refused(coq):
    texts = []
    for name, path, value in ERRORS:
        found = cut(certificate("additive.thm6"), name)
        texts.append(attempts(found, module=f"Right_{name}", shown=(name,), stronger=True))
        wrong = with_error(found, name, path, value)
        texts.append(attempts(wrong, (name,), f"Wrong_{name}", shown=(), stronger=True))
    assert coq("\n\n".join(texts)) == ""


def test_a_counterexample_writes_what_is_defined_for_its_parameters(coq):
    found = cut(certificate("trunclap.thm1.proof"), "48")
    right = attempts(found, module="Right", shown=("48",))
    assert "((fun epsilon m Delta => fun x => let x := Rabs x in" in right
    said = found["steps"][-1]["proposition"]["proposition"]
    wrong = with_error(found, "48", ("proposition", "proposition", "rhs"), said["lhs"])
    assert coq(right + attempts(wrong, ("48",), "Wrong", shown=())) == ""


def test_a_step_at_another_value_of_a_parameter_has_its_own_definitions():
    found = certificate("trunclap.thm3")
    text = lemma(next(step for step in found["steps"] if step["name"] == "83"), found)
    assert "step_79 here_ ltac:(condition) m ltac:(condition) Delta" in text
    assert re.search(r"\(\(fun epsilon => .*\) here_\) ltac:\(as_defined\)", text)
    other = lemma(next(step for step in found["steps"] if step["name"] == "37"), found)
    assert "as_defined" not in other


def test_domination_is_used_between_its_ends_and_at_the_set():
    found = certificate("trunclap.thm1")
    step = copy.deepcopy(next(step for step in found["steps"] if step["name"] == "25"))
    text = lemma(step, found)
    assert "pose proof ((proj1 proved.rule_domination_) T " in text
    assert text.endswith("specialize (rule_ S_ ltac:(condition)). by_instance rule_. Qed.")
    bindings = step["evidence"]["bindings"]
    bindings["upper"] = ["oo"]
    assert "((proj1 (proj2 proved.rule_domination_)) T " in lemma(step, found)
    bindings["lower"] = ["mul", ["int", "-1"], ["oo"]]
    assert "((proj2 (proj2 (proj2 proved.rule_domination_))) T " in lemma(step, found)


def test_masses_on_the_integers_are_between_two_of_which_the_first_counts():
    found = copy.deepcopy(certificate("staircase.appF.lem28.unit"))
    step = next(step for step in found["steps"] if step["name"] == "13")
    assert "counted N_ " in lemma(step, found)
    step["proposition"]["lhs"][2][1] = "[]"
    with pytest.raises(UnsupportedExpression, match=r"a mass of integers between \[\]"):
        lemma(step, found)


def test_the_tactics_for_intervals_are_only_where_there_are_some():
    found = certificate("trunclap.thm1")
    more = "From dpproofs Require Import intervals edges.\n"
    assert more in header(found)
    steps = [step for step in found["steps"] if step["method"] not in ("density", "atom")]
    assert header({**found, "steps": steps}) == header(found).replace(more, "")


@pytest.mark.parametrize(
    ("tree", "terms"),
    [
        (["int", "0"], {}),
        (["mul", X, ["pow", X, ["int", "-1"]]], {(): 1}),
        (["pow", ["add", X, ["int", "1"]], TWO], {(("x", 2),): 1, (("x", 1),): 2, (): 1}),
        (["add", X, ["mul", ["int", "-1"], X]], {}),
        (["mul", ["rat", "1", "2"], ["add", X, Y]], {(("x", 1),): 1 / 2, (("y", 1),): 1 / 2}),
        (["pow", ["mul", TWO, X], ["int", "-2"]], {(("x", -2),): 1 / 4}),
    ],
)
def test_exponents_are_multiplied_out(tree, terms):
    plain = {
        tuple((key.split('"')[3], power) for key, power in monomial): factor
        for monomial, factor in polynomial(tree).items()
    }
    assert plain == terms


def test_what_cannot_be_multiplied_out_stands_for_itself():
    tree = ["pow", ["add", X, Y], ["int", "-1"]]
    ((((_, power),), factor),) = polynomial(tree).items()
    assert (power, factor) == (1, 1)


def test_an_interval_lies_in_a_piece_of_a_period():
    found = certificate("staircase.thm3")
    step = next(step for step in found["steps"] if step["method"] == "density")
    text = lemma(step, found)
    assert "(on_period " in text
    assert "assert (integer " in text
