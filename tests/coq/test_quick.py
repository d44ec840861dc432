"""The last way: derivatives, sums, signs by coefficients and premises; and planted errors."""

import pytest

from dpproofs.coq import differences, positivity
from dpproofs.coq.steps import header, lemma
from tests.coq.conftest import attempts, certificate
from tests.coq.test_methods import TWO, cut, with_error

# A step, and what is put for a part of it.
PLANTED = (
    ("trunclap.exponent.parts", "1", ("proposition", "value", 1), TWO),
    ("vector.knorm", "1", ("proposition", "lower"), ["rat", "1", "2"]),
    ("trunclap.nint", "2", ("proposition", "value", 1), TWO),
    ("trunclap.thm5", "34", ("proposition", "variable"), "s"),
    ("staircase.fig4", "8", ("proposition", "value", 1), TWO),
    ("cactus.fig2b.normal", "6", ("proposition", "value", 1), TWO),
    ("cactus.fig2c.normal", "12", ("proposition", "lhs"), ["rat", "1", "2"]),
    ("cactus.eq8", "23", ("evidence", "facts", 0, "times"), TWO),
    ("cactus.eq8", "30", ("proposition", "rhs"), ["rat", "1", "2"]),
    ("cactus.thm2.convex", "9", ("proposition", "lhs", 1), ["int", "3"]),
    ("cactus.thm2.convex", "11", ("evidence", "facts", 0, "times"), TWO),
)


def everywhere(claim, name):
    return cut(certificate(claim) | {"everywhere": True}, name)


def step(found):
    return found["steps"][-1]


def test_a_planted_error_is_refused(coq):
    texts = []
    for count, (claim, name, path, value) in enumerate(PLANTED):
        found = everywhere(claim, name)
        texts.append(attempts(found, module=f"Right_{count}", shown=(name,), factored=True))
        wrong = with_error(found, name, path, value)
        refused = attempts(wrong, (name,), f"Wrong_{count}", shown=(), factored=True)
        texts.append(refused.replace(" | by_derivative]", "]"))  # which searches for long
    assert coq("\n\n".join(texts), "quick_used") == ""


TACTICS = """
Require Import Reals.
From Coquelicot Require Import Coquelicot.
From dpproofs Require Import calculus lemmas tactics analysis infinity normal strong quick.
Open Scope R_scope.
Goal forall x, 0 < x ->
  is_derive (fun t => 3 * power t 2 / 5) x (3 * (1 * (2 * (power x 2 / x))) / 5).
Proof. intros. derive. Qed.
Goal forall x, 0 <= x -> is_derive (fun t => power t 2) x (1 * (2 * (power x 2 / x))).
Proof. intros. Fail derive. Abort.
Goal filterlim (fun t => - power t 2) (at_right 0) (locally (- power 0 2)).
Proof. right_end. Qed.
Goal filterlim (fun t => - power t (-2)) (at_right 0) (locally (- power 0 (-2))).
Proof. Fail right_end. Abort.
Goal forall e n, exp (- ((2 + n) * e)) <= n * exp (- e) ->
  exp (- (e * (1 + (n + 1)))) <= n * exp (- e).
Proof. intros e n F. by_instance F. Qed.
Goal forall e n, exp (- ((2 + n) * e)) <= n * exp (- e) -> exp (- (e * (1 + n))) <= n * exp (- e).
Proof. intros e n F. Fail by_instance F. Abort.
"""


def test_derivatives_and_ends_where_there_are_powers(coq):
    assert coq(TACTICS, "quick_tactics") == ""


COEFFICIENTS = """
Require Import Reals.
From Coquelicot Require Import Coquelicot.
From dpproofs Require Import calculus lemmas tactics analysis infinity normal strong quick.
Open Scope R_scope.
Goal forall x y, 0 < x -> 0 <= y -> (1 - x) / (1 + y) < 1 + x * y.
Proof. intros. by_coefficients_of (x * (x * 0 + y ^ 2 + y + 1) / (1 + y) + y / (1 + y)). Qed.
Goal forall x y, 0 < x -> 0 <= y -> 1 - x * y < 1.
Proof. intros. Fail by_coefficients_of (x * y). Abort.
Goal forall x y, 0 < x -> 0 <= y -> 1 - x * y <= 1.
Proof. intros. by_coefficients_of (x * y). Qed.
Goal forall x, 0 < x -> - (1 + x) <> 0.
Proof. intros. apart_by below (1 + x). Qed.
Goal forall x, 0 < x -> x - 1 <> 0.
Proof. intros. Fail apart_by above (x - 1). Abort.
"""


def test_signs_by_coefficients(coq):
    assert coq(COEFFICIENTS, "coefficients") == ""


def test_more_is_written_in_the_last_way_only():
    for claim, name, module, word in (
        ("trunclap.nint", "2", differences, "finite_sum_of"),
        ("trunclap.thm5", "34", differences, "simpl pred"),
        ("staircase.fig4", "8", differences, "root_of"),
        ("staircase.thm12.l1", "23", positivity, "shift_inside_to"),
        ("staircase.thm12.l2", "23", positivity, "apply (equal_by E_ (- (2 * b ^ 2) - 2 * b))"),
    ):
        found, usual = everywhere(claim, name), cut(certificate(claim), name)
        assert module.applies(step(found), found)
        assert word in lemma(step(found), found, factored=True)
        assert "Import quick." in header(found, stronger=True, factored=True)
        assert not module.applies(step(usual), usual)
        assert word not in lemma(step(usual), usual, factored=True)
        assert "quick" not in header(usual, stronger=True, factored=True)


@pytest.mark.parametrize(
    ("claim", "name", "path", "value"),
    [
        ("trunclap.nint", "2", ("proposition", "value"), ["log", ["sym", "n"]]),
        ("trunclap.nint", "2", ("evidence", "ratio"), ["int", "2"]),
        ("staircase.thm12.l1", "23", ("proposition", "op"), "=="),
        ("staircase.thm12.l1", "23", ("proposition", "rhs"), ["int", "99"]),
        ("staircase.thm12.l1", "23", ("domain", 0, "root"), ["2", ["int", "2"]]),
    ],
)
def test_other_steps_are_left_to_the_others(claim, name, path, value):
    found = with_error(everywhere(claim, name), name, path, value)
    assert not differences.applies(step(found), found)
    assert not positivity.applies(step(found), found)


def test_sides_that_differ_by_the_equation_of_a_root(coq):
    found = everywhere("staircase.I-D5", "23")
    right = attempts(found, module="Right", shown=("23",), factored=True)
    multiple = "equal_by E_ ((- (2 * Delta ^ 2))"
    assert multiple in right
    wrong = attempts(found, ("23",), "Wrong", shown=(), factored=True)
    wrong = wrong.replace(multiple, multiple.replace("2", "3", 1)).replace(" | by_identity]", "]")
    assert coq(f"{right}\n\n{wrong}", "roots_used") == ""
    other = with_error(found, "23", ("proposition", "rhs", 1), TWO)
    assert not positivity.applies(step(other), other)


def test_signs_of_multipliers_by_coefficients(coq):
    found = everywhere("staircase.thm12.l1", "28")
    right = attempts(found, module="Right", shown=("28",), factored=True)
    assert "try assert (0 < 2 * m - 1)" in right
    wrong = with_error(found, "28", ("evidence", "facts", 1, "times"), ["int", "-1"])
    texts = [right, attempts(wrong, ("28",), "Wrong", shown=(), factored=True)]
    assert coq("\n\n".join(texts), "multipliers_used") == ""


SUMS = """
Require Import Reals.
From Coquelicot Require Import Coquelicot.
From dpproofs Require Import calculus lemmas tactics analysis infinity normal strong sums quick.
Open Scope R_scope.
Goal forall c v n, finite_sum (fun k => 2 * k * c k) 0 n v ->
  finite_sum (fun k => 2 * (c k * k)) 0 n v.
Proof. intros c v n F. by_instance F. Qed.
Goal forall c v n, finite_sum (fun k => 2 * k * c k) 0 n v ->
  finite_sum (fun k => 3 * (c k * k)) 0 n v.
Proof. intros c v n F. Fail by_instance F. Abort.
Goal forall c v n, finite_sum (fun k => 2 * k * c k) 0 n v ->
  finite_sum (fun k => 2 * (c k * k)) 1 n v.
Proof. intros c v n F. Fail by_instance F. Abort.
Goal forall b c i, 0 < b -> b < 1 -> 0 < c * power (1 - b + b) i - power b i ->
  power b (1 + i) <= c.
Proof. intros b c i ? ? F. by_entailment F. Qed.
Goal forall b c i, 0 < b -> b < 1 -> 0 < c * power (1 - b + b) i - power b i ->
  power b (1 + i) <= - c.
Proof. intros b c i ? ? F. Fail by_entailment F. Abort.
"""


def test_sums_and_bases_that_are_written_otherwise(coq):
    assert coq(SUMS, "sums_and_bases") == ""


def test_values_at_three_places_are_variables_too(coq):
    found = everywhere("vector.gain.low.every", "24")
    right = attempts(found, module="Right", shown=("24",), factored=True)
    wrong = with_error(found, "24", ("proposition", "lhs"), ["int", "1"])
    texts = [right, attempts(wrong, ("24",), "Wrong", shown=(), factored=True)]
    assert coq("\n\n".join(texts), "three_places") == ""
