"""Powers with symbols in their exponents as products of variables, and planted errors."""

import pytest

from dpproofs.coq.exponents import at_equals
from dpproofs.coq.steps import header, lemma
from tests.coq.conftest import attempts
from tests.coq.test_methods import TWO, with_error
from tests.coq.test_quick import everywhere, step

STEPS = (("staircase.cor9", "96"), ("staircase.cor9", "165"))
OTHERS = tuple(("staircase.appE.337", name) for name in ("49", "51"))
NAMED = (
    *((*one, "2 d") for one in STEPS),
    ("optimum.below.power", "16", "m r"),
    ("optimum.below.root", "24", "w r"),
)
# A step, and what is put for a part of it.
PLANTED = (
    *((*one, ("evidence", "facts", 0, "times"), TWO) for one in STEPS + OTHERS),
    ("optimum.below.root", "24", ("proposition", "op"), ">"),
)

TACTIC = """
Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From dpproofs Require Import calculus lemmas tactics edges roots factors powers.
Open Scope R_scope.
Goal forall x d, 0 < x -> power (6 * x / (1 + x)) (d + 2) * power 3 (- d) = 0 -> False.
Proof.
  intros x d X.
  assert (0 < 2) by lra. assert (0 < 3) by lra. assert (0 < 1 + x) by lra.
  power_named_as 2 d P LP. power_named_as 3 d Q LQ. power_named_as x d V LS.
  power_named_as (1 + x) d T LT.
  assert (R0 : power (6 * x / (1 + x)) (d + 2)
      = P * 2 ^ 2 * (Q * 3 ^ 2) * (V * x ^ 2) / (T * (1 + x) ^ 2))
    by (power_in_factors (2 * 3 * x / (1 + x))).
  assert (R1 : power 3 (- d) = / Q) by (power_in_factors 3).
  Fail assert (power 3 (- d) = Q) by (power_in_factors 3).
  Fail assert (power 3 d = Q) by (power_in_factors 2).
  intros F. powers_in F. clear R0 R1 LP LQ LS LT.
  assert (0 < P * 2 ^ 2 * (Q * 3 ^ 2) * (V * x ^ 2) / (T * (1 + x) ^ 2) * / Q) by of_products. lra.
Qed.
Goal forall x d, power x d = power x d.
Proof. intros x d. Fail power_named_as x d P LP. Abort.
Goal forall b d p, 0 < p -> 0 < d -> power (/ (exp (- (ln (b / 4) / p)) + 4)) p < b / 4 -> 0 < b ->
  power (exp (- (ln (b / 4) / p)) + 4) (- p) < b / 4.
Proof. intros b d p P D H B. by_bases H. Qed.
Goal forall b p, 0 < p -> power b p < 1 -> 0 < b -> power b (- p) < 1.
Proof. intros b p P H B. Fail by_bases H. Abort.
"""


def in_powers(claim, name):
    return everywhere(claim, name) | {"powers": True}


def test_a_power_is_a_product_of_variables(coq):
    assert coq(TACTIC, "powers_named") == ""


def test_a_planted_error_is_refused(coq):
    texts = []
    for claim, name, path, value in PLANTED:
        found = in_powers(claim, name)
        wrong = with_error(found, name, path, value)
        texts.append(attempts(found, module=f"Right_{name}", shown=(name,), factored=True))
        texts.append(attempts(wrong, (name,), f"Wrong_{name}", shown=(), factored=True))
    assert coq("\n\n".join(texts), "powers_used") == ""


@pytest.mark.parametrize(("claim", "name", "first"), NAMED)
def test_powers_are_variables_in_the_last_way_only(claim, name, first):
    found, usual = in_powers(claim, name), everywhere(claim, name)
    assert f"power_named_as {first} P0__ LP0_. " in lemma(step(found), found, factored=True)
    assert "power_named_as" not in lemma(step(usual), usual, factored=True)
    assert "Import powers." in header(found, stronger=True, factored=True)
    assert "Import powers." not in header(usual, stronger=True, factored=True)


def test_a_claim_without_such_powers_has_no_other_text():
    found = in_powers("trunclap.nint.limits", "7")
    assert "powers" not in header(found, stronger=True, factored=True)


def test_values_in_exponents_at_equal_places_are_one():
    def at(*parts):
        return ["exp", ["apply", "L", ["add", *parts]]]

    one, two, n, m = ["int", "1"], ["int", "2"], ["sym", "n"], ["sym", "m"]
    said = at(two, n)
    assert at_equals(["mul", at(one, n, one), said], said) == [(at(one, n, one)[1], said[1])]
    assert at_equals(at(one, n), said) == []
    assert at_equals(at(two, m), said) == []
    other = ["exp", ["apply", "M", ["add", two, n]]]
    assert at_equals(at(one, one, n), other) == []


def test_what_says_what_an_exponential_is_is_put_in_first():
    found = in_powers("staircase.appE.337", "51")
    text = lemma(step(found), found, factored=True)
    assert text.index("powers_in F2_. ") < text.index("powers_in F0_. ")


def test_coefficients_show_the_sign_of_a_sum_of_powers_in_which_one_is_subtracted():
    found = in_powers("staircase.appE.337", "114")
    text = lemma(step(found), found, factored=True)
    assert "try assert (0 < P0__ * P1__ * m + " in text
    assert "- 2 * P0__ * P1__ * gamma" in text
