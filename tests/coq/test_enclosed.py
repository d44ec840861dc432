"""What any cost is expected to be, of which only the integrals over cells are known."""

import pytest

from dpproofs.coq.steps import header, lemma
from tests.coq.conftest import attempts, certificate
from tests.coq.test_methods import TWO, with_error

ANY_COST = {"optimum.above.power": "20", "optimum.noise": "165"}

LEMMAS = """
Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From dpproofs Require Import calculus densities enclosed.
Open Scope R_scope.
Goal forall f, integral f 0 1 2 -> enclosed f 1 3 2 -> enclosed f 0 3 (2 + 2).
Proof.
intros f I K. apply (enclosed_join (c := 1)); simpl; try lra; try exact K.
now apply (enclosed_piece (g := f)).
Qed.
Goal forall f g, integral g 0 1 2 -> enclosed f 0 1 2.
Proof. intros f g I. Fail now apply (enclosed_piece (g := g)). Abort.
Goal forall f, enclosed f 0 1 2 -> enclosed f 1 3 2 -> enclosed f 0 3 2.
Proof.
intros f H K. assert (A : Rbar_le 0 1) by (simpl; lra). assert (B : Rbar_le 1 3) by (simpl; lra).
pose proof (enclosed_join A B H K) as J. Fail exact J.
Abort.
"""


def test_what_is_enclosed_in_two_cells_is_added(coq):
    assert coq(LEMMAS, "enclosed_cells") == ""


@pytest.mark.parametrize(("claim", "name"), ANY_COST.items())
def test_a_planted_error_is_refused(coq, claim, name):
    found = certificate(claim)
    said = next(step for step in found["steps"] if step["name"] == name)["proposition"]
    wrong = with_error(found, name, ("proposition", "value"), ["mul", said["value"], TWO])
    texts = [
        attempts(found, module="Right", shown=(name,)),
        attempts(wrong, (name,), "Wrong", shown=()),
    ]
    assert coq("\n\n".join(texts), f"enclosed_{name}") == ""


@pytest.mark.parametrize(("claim", "name"), ANY_COST.items())
def test_no_cost_is_shown_to_be_continuous_of_which_nothing_is_known(claim, name):
    found = certificate(claim)
    shown = lemma(next(step for step in found["steps"] if step["name"] == name), found)
    assert "@expectation_enclosed" in shown
    assert "smooth" not in shown
    assert "Import enclosed." in header(found)


def test_a_cost_that_is_a_formula_is_shown_to_be_continuous():
    found = certificate("staircase.eq46")
    shown = lemma(next(step for step in found["steps"] if step["method"] == "expectation"), found)
    assert "@expectation_of" in shown
    assert "smooth" in shown
    assert "Import enclosed." not in header(found)
