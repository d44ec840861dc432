"""Long ladders, which Coq climbs by computation."""

from dpproofs.coq.ladders import MANY, about_climbing, ladder
from dpproofs.coq.steps import header
from tests.coq.conftest import attempts, certificate
from tests.coq.test_methods import cut

X = ["sym", "x"]
BLANK = {"statement": {"parameters": [], "given": [], "definitions": [], "hypotheses": []}}
RANGE = {
    "ends": "()", "hollow": False, "integer": False, "lower": ["int", "0"], "name": "x",
    "root": None, "upper": ["oo"],
}  # fmt: skip


def taylor(terms):
    """That an exponential is above the first terms of its series: as many rungs and one more."""
    parts, factorial = [["int", "1"]], 1
    for n in range(1, terms):
        factorial *= n
        parts.append(["mul", ["rat", "1", str(factorial)], ["pow", X, ["int", str(n)]]])
    said = {"kind": "relation", "lhs": ["add", *parts], "op": "<", "rhs": ["exp", X]}
    return {"name": "1", "method": "ladder", "domain": [RANGE], "proposition": said}


def test_many_rungs_are_handed_over_as_coefficients():
    few, many = (ladder(taylor(count), BLANK) for count in (MANY - 1, MANY))
    assert few.count("climb ") == MANY - 1
    assert "by_climbing" not in few
    assert f"by_climbing {MANY + 1}%nat (fraction (1) 1) (((fraction (-1) 1) :: " in many
    assert many.endswith("x x L0. at_last ((exp x) ^ 0) L0.")


def test_the_tactics_for_many_rungs_are_only_where_there_are_some():
    found = certificate("staircase.cor7.high")
    more = "From dpproofs Require Import climbing.\n"
    assert about_climbing(found)
    assert more in header(found)
    steps = [step for step in found["steps"] if step["method"] != "ladder"]
    assert more not in header({**found, "steps": steps})


FILE = """\
Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From dpproofs Require Import calculus kinds lemmas tactics analysis infinity climbing.
Open Scope R_scope.

(* 1 + x + x^2/2 < e^x, from e^x - 1 - x - x^2/2 > 0 *)
Goal forall x, 0 < x -> 1 + x + 1 / 2 * x ^ 2 < exp x.
Proof.
intros x X. by_climbing 4%nat (fraction 1 1)
  (((fraction (-1) 1) :: (fraction (-1) 1) :: (fraction (-1) 2) :: nil)
    :: ((fraction 1 1) :: nil) :: nil)%list
  x x K.
at_last 1 K.
Qed.

(* e^x - 1 - x - x^2 falls below 0 *)
Goal forall x, 0 < x -> 1 + x + x ^ 2 < exp x.
Proof.
intros x X. Fail by_climbing 9%nat (fraction 1 1)
  (((fraction (-1) 1) :: (fraction (-1) 1) :: (fraction (-1) 1) :: nil)
    :: ((fraction 1 1) :: nil) :: nil)%list
  x x K.
Abort.

(* it starts below 0 *)
Goal forall x, 0 < x -> 2 < exp x.
Proof.
intros x X. Fail by_climbing 9%nat (fraction 1 1)
  (((fraction (-2) 1) :: nil) :: ((fraction 1 1) :: nil) :: nil)%list x x K.
Abort.

(* too few rungs *)
Goal forall x, 0 < x -> 1 + x < exp x.
Proof.
intros x X. Fail by_climbing 1%nat (fraction 1 1)
  (((fraction (-1) 1) :: (fraction (-1) 1) :: nil) :: ((fraction 1 1) :: nil) :: nil)%list x x K.
Abort.

(* another rate than that of the exponential *)
Goal forall x, 0 < x -> 1 < exp x.
Proof.
intros x X. Fail by_climbing 9%nat (fraction 2 1)
  (((fraction (-1) 1) :: nil) :: ((fraction 1 1) :: nil) :: nil)%list x x K.
Abort.
"""


def test_coq_climbs_and_refuses_what_falls(coq):
    assert coq(FILE, "climbing_used") == ""


def test_a_planted_error_is_refused(coq):
    found = cut(certificate("staircase.cor7.high"), "26")
    right = attempts(found, module="Right", shown=("26",), stronger=True)
    wrong = attempts(found, ("26",), "Wrong", shown=(), stronger=True)
    first = "((fraction (45) 4) :: "
    assert first in wrong
    assert coq(right + wrong.replace(first, "((fraction (46) 4) :: ")) == ""
