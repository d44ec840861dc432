"""Bounds that hold exponentials, and values of given functions at sums of numbers in exponents."""

from dpproofs.coq.exponents import at_numbers, replaced
from dpproofs.coq.steps import header, lemma
from tests.coq.conftest import attempts, certificate
from tests.coq.test_methods import TWO, cut, with_error
from tests.coq.test_quick import everywhere, step

BOUND = "below_its_bound delta (X1__ / 2) (X0__ * n)"
SUM = "replace (Lambda (1 + 0)) with (Lambda 1) in F0_"
HALF = ["rat", "1", "2"]

TACTIC = """
Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From dpproofs Require Import calculus lemmas tactics edges roots bounds.
Open Scope R_scope.
Goal forall d n e x, 0 < n -> 0 < x -> exp e = x -> d < exp e / (2 * n) -> 0 < x - d * 2 * n.
Proof. intros d n e x N X E D. below_its_bound d (x / 2) n. lra. Qed.
Goal forall d n x, 0 < n -> d <= x / n -> d * n <= x.
Proof. intros d n x N D. below_its_bound d x n. assumption. Qed.
Goal forall d n x, 0 < n -> d < x / n -> d * n < x / 2.
Proof. intros d n x N D. Fail below_its_bound d (x / 2) n. Abort.
Goal forall d n x, n < 0 -> d < x / n -> d * n < x.
Proof. intros d n x N D. Fail below_its_bound d x n. Abort.
"""


def test_what_lies_below_a_bound_without_its_denominator(coq):
    assert coq(TACTIC, "bounds_cleared") == ""


def test_a_planted_error_is_refused(coq):
    bound, at_sum = everywhere("trunclap.nint.limits", "7"), everywhere("staircase.appE.337", "48")
    wrong = with_error(bound, "7", ("evidence", "facts", 0, "times"), TWO)
    other = with_error(at_sum, "48", ("proposition", "rhs"), HALF)
    texts = [
        attempts(bound, module="Bound", shown=("7",), factored=True),
        attempts(wrong, ("7",), "Wrong", shown=(), factored=True),
        attempts(at_sum, module="Sum", shown=("48",), factored=True),
        attempts(other, ("48",), "Other", shown=(), factored=True),
    ]
    assert coq("\n\n".join(texts), "bounds_used") == ""


def test_both_are_written_in_the_last_way_only():
    for claim, name, word in (
        ("trunclap.nint.limits", "7", BOUND),
        ("staircase.appE.337", "48", SUM),
    ):
        found, usual = everywhere(claim, name), cut(certificate(claim), name)
        assert word in lemma(step(found), found, factored=True)
        assert word not in lemma(step(usual), usual, factored=True)
        imported = "Import bounds." in header(found, stronger=True, factored=True)
        assert imported == (word == BOUND)
        assert "bounds" not in header(usual, stronger=True, factored=True)


def test_a_sum_with_a_variable_is_left_as_it_is():
    at_sum = ["apply", "L", ["add", ["int", "1"], ["rat", "-1", "2"]]]
    at_variable = ["apply", "L", ["add", ["int", "1"], ["sym", "n"]]]
    tree = ["mul", ["exp", ["mul", at_sum, at_variable, at_sum]], at_sum]
    pairs = at_numbers(tree)
    assert pairs == [(at_sum, ["apply", "L", HALF])]
    new = pairs[0][1]
    assert replaced(tree, pairs) == ["mul", ["exp", ["mul", new, at_variable, new]], new]
    assert at_numbers(["exp", ["apply", "L", HALF]]) == []
