"""Limits in which terms cancel, and the error function, in Coq."""

import pytest

from dpproofs.coq.quotients import cancels, grows_above, tactic
from dpproofs.coq.steps import lemma
from tests.coq.conftest import certificate

X = ["sym", "x"]
ONE = ["int", "1"]


def less(left, right):
    return ["add", left, ["mul", ["int", "-1"], right]]


def over(num, den):
    return ["mul", num, ["pow", den, ["int", "-1"]]]


def said(expression, point, side="-", value=ONE):
    return {
        "kind": "limit", "expression": expression, "variable": "x", "point": point,
        "side": side, "value": value,
    }  # fmt: skip


def test_what_is_left_of_a_quotient_is_handed_to_coq():
    square = over(less(["pow", X, ["int", "2"]], ONE), less(X, ONE))
    assert tactic(said(square, ONE)) == "by_cancelling ((fun x => x + 1) : R -> R)"


def test_at_infinity_it_is_a_function_of_the_reciprocal():
    grown = over(["add", X, ["int", "2"]], ["add", X, ONE])
    assert tactic(said(grown, ["oo"])) == (
        "by_far_cancelling ((fun x => (2 * x + 1) / (x + 1)) : R -> R) ((fun x => x) : R -> R) "
        "x (idtac)"
    )


def test_exponentials_are_powers_of_one():
    half = ["exp", ["mul", ["rat", "1", "2"], X]]
    found = tactic(said(over(["exp", X], ["add", half, ["exp", X]]), ["oo"]))
    assert "(fun x => exp (x / 2))" in found
    assert "as_power (exp x) ((exp (x / 2)) ^ 2)" in found


@pytest.mark.parametrize(
    "one",
    [
        said(over(ONE, ["add", X, ONE]), ONE),
        said(["log", X], ONE),
        said(over(less(X, ONE), less(X, ONE)), ONE, value=["oo"]),
    ],
)
def test_other_limits_go_by_the_shape_of_the_function(one):
    assert not cancels(one)
    assert tactic(one) == "by_limit"


@pytest.mark.parametrize(("name", "also"), [("139", False), ("281", True)])
def test_in_the_last_way_the_shape_of_the_function_is_tried_too(name, also):
    found = certificate("staircase.thm8")
    (step,) = (row for row in found["steps"] if row["name"] == name)
    usual, last = lemma(step, found), lemma(step, found | {"powers": True})
    assert ("first [by_far_cancelling" in last) == also
    assert last.endswith(" | by_limit]. Qed.") == also
    assert "first [" not in usual


def test_where_a_numerator_grows_what_is_left_is_tried_too():
    found = certificate("staircase.thm12.l2")
    (step,) = (row for row in found["steps"] if row["method"] == "limit")
    assert "by_limit. Qed." in lemma(step, found)
    assert "first [by_limit | by_far_cancelling" in lemma(step, found | {"everywhere": True})


@pytest.mark.parametrize(
    ("expression", "point"),
    [
        (over(ONE, X), ["oo"]),  # nothing grows
        (over(["add", X, ["int", "2"]], ["int", "2"]), ONE),  # not at infinity
        (["exp", ["mul", ["int", "-1"], X]], ["oo"]),
        (["log", X], ["oo"]),
    ],
)
def test_of_others_the_shape_is_enough(expression, point):
    assert not grows_above(said(expression, point))


FILE = """\
Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From dpproofs Require Import calculus kinds lemmas tactics analysis infinity.
From dpproofs Require Import normal cancelling strong.
Open Scope R_scope.

Goal limit_from_above (fun x => (x ^ 2 - 1) / (x - 1)) (Finite 1) (Finite 2).
Proof. by_cancelling ((fun x => x + 1) : R -> R). Qed.

Goal limit_from_above (fun x => (x ^ 2 - 1) / (x - 1)) (Finite 1) (Finite 3).
Proof. Fail by_cancelling ((fun x => x + 1) : R -> R).
Fail by_cancelling ((fun x => x + 2) : R -> R). Abort.

Goal limit_from_below (fun x => (x + 2) / (x + 1)) p_infty (Finite 1).
Proof.
by_far_cancelling ((fun x => (2 * x + 1) / (x + 1)) : R -> R) ((fun x => x) : R -> R) x (idtac).
Qed.

Goal integral (fun x => 2 * exp (- x ^ 2) / sqrt PI) m_infty p_infty 2.
Proof. by_improper_integral (fun x => erf x). Qed.

Goal integral (fun x => 2 * exp (- x ^ 2) / sqrt PI) m_infty p_infty 1.
Proof. Fail by_improper_integral (fun x => erf x). Abort.
"""

STRONGER = """\
Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From dpproofs Require Import calculus kinds lemmas tactics analysis infinity.
From dpproofs Require Import normal cancelling strong.
Open Scope R_scope.

Goal forall b, 0 < b -> b < 1 -> 3 * b + b ^ 3 - 1 - 3 * b ^ 2 <> 0.
Proof. intros. other_than_zero. Qed.

Goal forall b, 0 < b -> b < 2 -> 3 * b + b ^ 3 - 1 - 3 * b ^ 2 <> 0.
Proof. intros. Fail other_than_zero. Abort.

Goal forall x y, 0 < y -> (forall z, z - x = y * (z - x) ^ 2) -> x <= x + 1.
Proof. intros x y Y H. pose proof (H (x + 1)) as F. multiplied 1 F. by_entailment F. Qed.

Goal forall x y z, z - x = - y ^ 2 -> x <= z.
Proof. intros x y z F. multiplied 1 F. Fail by_entailment F. Abort.

Goal forall e, 0 < e -> unique_minimum (fun g => g ^ 2 - 2 * exp e * g) (fun g => 0 <= g) (exp e).
Proof. by_minimum. Qed.

Goal forall e, 0 < e ->
  unique_minimum (fun g => g ^ 2 - 2 * exp e * g) (fun g => 0 <= g) (exp (- e)).
Proof. Fail by_minimum. Abort.
"""


def test_coq_accepts_what_stronger_tactics_find_and_refuses_what_is_false(coq):
    assert coq(STRONGER, "stronger") == ""


def test_coq_accepts_what_is_left_and_refuses_what_is_not(coq):
    assert coq(FILE, "quotients") == ""
