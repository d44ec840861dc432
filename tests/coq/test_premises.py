"""Premises of rules about all integers: by what differs as much, and by nothing less."""

from dpproofs.coq.applications import of_sequences
from dpproofs.coq.document import LOSSES, VECTORS
from dpproofs.coq.steps import header
from tests.coq.conftest import attempts, certificate
from tests.coq.test_methods import cut
from tests.coq.test_values_of_rules import rules_taken_for_proved

IMPORT = "From dpproofs Require Import premises.\n"
SHOWN = """\
Require Import Reals.
From dpproofs Require Import calculus lemmas tactics events costs premises.
Open Scope R_scope.

Lemma right_order (f : R -> R) n e : 0 <= f (1 + n) * exp ((1 + n) * e) - f n * exp (n * e) ->
  f n * exp (e * n) <= exp (e * (n + 1)) * f (n + 1).
Proof. intros F. by_same F. Qed.

Lemma right_strict (f : R -> R) n e : 2 * exp (- (e * n)) < f n / e ->
  0 < f n / e - 2 * exp (n * - e).
Proof. intros F. by_same F. Qed.

Lemma right_equal n e : n = exp (0 * e) -> n - 1 = 0.
Proof. intros F. by_same F. Qed.

Lemma wrong_place (f : R -> R) n e : 0 <= f (1 + n) * exp (n * e) -> 0 <= f (n + 2) * exp (e * n).
Proof. intros F. Fail by_same F. Abort.

Lemma wrong_exponent (f : R -> R) n e : 0 <= f n * exp (n * e) - 1 ->
  0 <= f n * exp (e * n + e) - 1.
Proof. intros F. Fail by_same F. Abort.

Lemma wrong_factor (f : R -> R) n e : f n * exp (n * e) <= 1 -> 2 * f n * exp (e * n) <= 1.
Proof. intros F. Fail by_same F. Abort.

Lemma wrong_side (f : R -> R) n e : f n * exp (n * e) <= 1 -> 1 <= f n * exp (e * n).
Proof. intros F. Fail by_same F. Abort.

Lemma wrong_end (f : R -> R) n e : f n * exp (n * e) <= 1 -> f n * exp (e * n) < 1.
Proof. intros F. Fail by_same F. Abort.
"""


def test_a_fact_is_the_same_when_its_sides_differ_as_much(coq):
    assert coq(SHOWN, "same_differences") == ""


def test_an_induction_over_masses_beside_exponentials(coq):
    found = cut(certificate("trunclap.lem2"), "27")
    assert found["steps"][-1]["evidence"]["rule"] == "induction"
    text = attempts(found, shown=("27",), factored=True)
    start = "Module Attempts.\n"
    text = text.replace(start, start + rules_taken_for_proved(), 1)
    assert coq(LOSSES + VECTORS + text, "premises_used") == ""


def test_rules_about_all_integers_are_told_apart():
    assert of_sequences(certificate("trunclap.lem2"))
    assert not of_sequences(certificate("trunclap.thm6.3"))
    assert not of_sequences(certificate("staircase.thm4.cost"))


def test_only_errata_are_tried_with_these_tactics():
    assert IMPORT in header(certificate("trunclap.lem2"), stronger=True, factored=True)
    assert IMPORT not in header(certificate("trunclap.lem2"), stronger=True)
    assert of_sequences(certificate("trunclap.thm5"))
    assert IMPORT not in header(certificate("trunclap.thm5"), stronger=True, factored=True)
