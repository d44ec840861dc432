"""Expansions with roots: what stands above and below the bar, and the coefficients of each root."""

import pytest

from dpproofs.coq.radicals import about_radicals, series
from dpproofs.coq.steps import header
from dpproofs.kernel.errors import UnsupportedExpression
from tests.coq.conftest import attempts, certificate
from tests.coq.test_methods import THIRD, cut, with_error
from tests.coq.test_roots import ONE, minus, power

X = ["sym", "x"]
NO_SENTENCE = {"statement": {"parameters": [], "given": [], "definitions": [], "hypotheses": []}}


def written(expression, count=2):
    said = {
        "kind": "series", "expression": expression, "variable": "x",
        "coefficients": [ONE] * count,
    }  # fmt: skip
    return series({"domain": [], "proposition": said}, NO_SENTENCE)


def test_the_coefficients_of_a_root_are_found():
    found = written(power(["add", ONE, X], 1, 3), 4)
    close = "close 4 (fun x => power (x + 1) (1 / 3)) (1 :: (1 / 3) :: (-1 / 9) :: (5 / 81) :: nil)"
    assert close in found
    assert found.endswith("((fun x => 1) : R -> R) 0%nat T_.")


def test_a_root_is_of_what_tends_to_1():
    found = written(power(["add", ["exp", X], ["int", "3"]], 3, 4))
    assert "close 2 (fun x => power (exp x / 4 + 3 / 4) (1 / 4)) (1 :: (1 / 16) :: nil)" in found


def test_the_denominator_starts_at_a_power():
    below = ["pow", minus(["exp", X], ONE), ["int", "-1"]]
    found = written(["mul", minus(power(["add", ONE, X], 1, 3), ONE), below])
    assert "close 3 (fun x => power (x + 1) (1 / 3)) " in found
    assert "(fun x => exp x - 1) : R -> R) 1%nat T_." in found


@pytest.mark.parametrize(
    "base",
    [X, minus(["exp", X], ONE), ["add", ONE, ["log", X]], ["sym", "y"], minus(X, ["int", "2"])],
)
def test_a_root_of_what_has_no_positive_limit_is_refused(base):
    with pytest.raises(UnsupportedExpression):
        written(power(base, 1, 3))


def test_the_tactics_for_roots_in_expansions_are_only_where_there_are_some():
    found = certificate("staircase.cor7.high")
    more = "From dpproofs Require Import radicals.\n"
    assert about_radicals(found)
    assert more in header(found)
    steps = [step for step in found["steps"] if step["method"] != "series"]
    assert more not in header({**found, "steps": steps})


FILE = """\
Require Import Reals List Lra.
From Coquelicot Require Import Coquelicot.
From dpproofs Require Import calculus kinds lemmas tactics analysis infinity.
From dpproofs Require Import sets events costs pieces halves intervals edges.
From dpproofs Require Import series normal cancelling strong roots radicals.
Open Scope R_scope.

Goal close 3 (fun t => power (exp t / 2 + 1 / 2) (1 / 2)) (1 :: 1 / 4 :: 3 / 32 :: nil)%list.
Proof. root_close 1%nat 1%nat. Qed.

Goal close 3 (fun t => power (exp t / 2 + 1 / 2) (1 / 2)) (1 :: 1 / 4 :: 1 / 8 :: nil)%list.
Proof. Fail root_close 1%nat 1%nat. Abort.

Goal close 1 (fun t => power (exp t / 2 + 1 / 2) (1 / 2)) (- 1 :: nil)%list.
Proof. Fail root_close 1%nat 1%nat. Abort.

Goal close 1 (fun t => power (1 - 3 * exp t) (1 / 2)) (1 :: nil)%list.
Proof. Fail root_close 1%nat 1%nat. Abort.
"""


def test_a_root_is_close_to_the_polynomial_of_which_it_is_a_power(coq):
    assert coq(FILE, "radicals_used") == ""


def test_a_planted_error_is_refused(coq):
    found = cut(certificate("staircase.cor7.high"), "22")
    wrong = with_error(found, "22", ("proposition", "coefficients", 2), THIRD)
    text = attempts(found, module="Right", shown=("22",), stronger=True)
    assert coq(text + attempts(wrong, ("22",), "Wrong", shown=(), stronger=True)) == ""
