"""Signs by squares and by the closer of two bounds are proved, and with a planted error not."""

import copy

import pytest

from dpproofs.coq.squares import about_squares, applies, product
from dpproofs.coq.steps import header, lemma
from dpproofs.coq.terms import number
from dpproofs.kernel.errors import UnsupportedExpression
from tests.coq.conftest import attempts, certificate
from tests.coq.test_methods import TWO, cut, with_error

# A step, and what is put for a part of it: a closer bound is moved away, a square is no square.
PLANTED = (
    ("additive.cor4.class", "168", ("domain", 0, "upper"), ["rat", "2", "3"]),
    ("additive.cor4.class", "178", ("proposition", "lhs", 1), TWO),
    ("additive.cor5.class", "168", ("domain", 0, "upper"), ["rat", "3", "4"]),
    ("additive.cor5.class", "178", ("proposition", "lhs", 1), TWO),
    ("additive.intro.cmp", "4", ("domain", 1, "lower"), ["rat", "1", "99"]),
)


def step(claim, name):
    return next(one for one in certificate(claim)["steps"] if one["name"] == name)


def test_a_planted_error_is_refused(coq):
    texts = []
    for count, (claim, name, path, value) in enumerate(PLANTED):
        found = cut(certificate(claim), name)
        assert applies(found["steps"][-1], found)
        right = attempts(found, module=f"Right_{count}", shown=(name,), factored=True)
        wrong = with_error(found, name, path, value)
        texts += [right, attempts(wrong, (name,), f"Wrong_{count}", shown=(), factored=True)]
    assert coq("\n\n".join(texts), "squares_used") == ""


SIGNS = """
Require Import Reals.
From dpproofs Require Import calculus lemmas tactics squares.
Open Scope R_scope.
Goal forall x y, x < 2 -> x <= 1 -> x < 3 -> 0 <= y -> -1 < y -> x < 2 - y + y /\\ 0 <= y.
Proof.
  intros x y A B C D E. closer_bounds.
  Fail assert (x < 2) by exact A. Fail assert (x < 3) by exact C. Fail assert (-1 < y) by exact E.
  split; Lra.lra.
Qed.
Goal forall x y, 0 < y -> x - 2 <= x - 2 + 3 * (x - 3 * y) ^ 6 * (x - y) ^ 4 / y.
Proof. intros. by_product (3 * (x - 3 * y) ^ 6 * (x - y) ^ 4 / y). Qed.
Goal forall x y, 0 < y -> x - 2 <= x - 2 + (x - 3 * y) ^ 3.
Proof. intros. Fail by_product ((x - 3 * y) ^ 3). Abort.
Goal forall x, 1 < x -> x ^ 2 - 2 * x > -1.
Proof. intros. by_product ((x - 1) ^ 2). Qed.
Goal forall x, 1 <= x -> x ^ 2 - 2 * x > -1.
Proof. intros. Fail by_product ((x - 1) ^ 2). Abort.
Goal forall x, x ^ 2 - 2 * x >= -1.
Proof. intros. by_product ((x - 1) ^ 2). Qed.
"""


def test_products_and_bounds(coq):
    assert coq(SIGNS, "signs_used") == ""


def test_the_difference_is_a_product_with_a_square():
    found = certificate("additive.cor4.class")
    shown = number(product(step("additive.cor4.class", "178"), found), 0)
    assert shown == "(Delta * (2 * delta - alpha - 1) ^ 2 / (4 * (delta - alpha)))"
    text = lemma(step("additive.cor4.class", "178"), found, factored=True)
    assert text.endswith(f"first [by_product {shown} | by_sign]. Qed.")
    assert "by_product" not in lemma(step("additive.cor4.class", "178"), found)


@pytest.mark.parametrize(
    "changed",
    [
        {"op": "=="},
        {"kind": "noise"},
        {"lhs": ["exp", ["sym", "alpha"]]},
        {"lhs": ["log", ["sym", "alpha"]]},
        {"lhs": ["pow", ["sym", "delta"], ["rat", "1", "3"]]},
    ],
)
def test_what_is_no_inequality_of_fractions_is_left_to_the_others(changed):
    found = copy.deepcopy(certificate("additive.cor4.class"))
    one = next(one for one in found["steps"] if one["name"] == "178")
    one["proposition"] |= changed
    assert not applies(one, found)
    with pytest.raises(UnsupportedExpression, match="no product"):
        product(one, found)


def test_signs_without_squares_and_closer_bounds_are_left_to_the_others():
    found = certificate("additive.cor4.class")
    assert applies(step("additive.cor4.class", "168"), found)
    assert not applies(step("additive.cor4.class", "3"), found)
    assert not applies(step("additive.cor4.class", "167"), found)


def test_errata_have_a_way_of_their_own():
    found = dict(certificate("additive.cor4.class"))
    assert about_squares(found)
    assert "squares" in header(found, stronger=True, factored=True)
    assert "squares" not in header(found, stronger=True)
    assert not about_squares(found | {"verdict": "corrected"})
