"""Steps with powers of which the exponent is a fraction, as products of powers of few roots."""

import copy

import pytest

from dpproofs.coq.fractions import Variables
from dpproofs.coq.roots import Roots, about, about_roots
from dpproofs.coq.steps import header, lemma
from dpproofs.coq.terms import number
from dpproofs.kernel.errors import UnsupportedExpression
from tests.coq.conftest import attempts, certificate
from tests.coq.test_methods import THIRD, TWO, cut, with_error

B, ONE = ["sym", "b"], ["int", "1"]
MINUS = ["int", "-1"]

# A claim, a step of it, and what is put for a part of the step.
PLANTED = (
    ("staircase.thm6.gamma", "16", ("proposition", "rhs", 1), THIRD),
    ("staircase.thm6.gamma", "16", ("proposition", "rhs", 1, 2), ["rat", "2", "3"]),
    ("staircase.thm6.gamma", "18", ("proposition", "op"), "<"),
    ("staircase.thm6.cost", "20", ("proposition", "value"), ["sym", "b"]),
    ("staircase.thm6.cost", "20", ("evidence", "at", "gamma"), ["sym", "b"]),
    ("staircase.cor7.low", "15", ("proposition", "op"), ">"),
    ("staircase.cor7.low", "23", ("evidence", "facts", 0, "times"), TWO),
)


def power(base, above, below):
    return ["pow", base, ["rat", str(above), str(below)]]


def minus(left, right):
    return ["add", left, ["mul", MINUS, right]]


def test_a_planted_error_is_refused(coq):
    texts = []
    for place, (claim, name, path, value) in enumerate(PLANTED):
        found = cut(certificate(claim), name)
        wrong = with_error(found, name, path, value)
        texts.append(attempts(found, module=f"Right_{place}", shown=(name,), stronger=True))
        texts.append(attempts(wrong, (name,), f"Wrong_{place}", shown=(), stronger=True))
    assert coq("\n\n".join(texts)) == ""


FILE = """\
Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From dpproofs Require Import calculus kinds lemmas tactics analysis infinity.
From dpproofs Require Import sets events costs pieces halves intervals edges roots.
Open Scope R_scope.

Goal forall b, 0 < b -> power (4 * b ^ 3) (1 / 2) = 2 * b * power b (1 / 2).
Proof.
intros. root_of b 2%nat s E.
assert (A : power (4 * b ^ 3) (1 / 2) = 2 * s ^ 3) by (root_as (4 * b ^ 3) 1%nat 2%nat [E]).
assert (C : power b (1 / 2) = s) by (root_as b 1%nat 2%nat [E]).
to_roots. modulo [E].
Qed.

Goal forall b, 0 < b -> power (4 * b ^ 3) (1 / 2) = 4 * b * power b (1 / 2).
Proof.
intros. root_of b 2%nat s E.
Fail assert (A : power (4 * b ^ 3) (1 / 2) = 4 * s ^ 3) by (root_as (4 * b ^ 3) 1%nat 2%nat [E]).
Fail assert (A : power (4 * b ^ 3) (1 / 3) = 2 * s ^ 3) by (root_as (4 * b ^ 3) 1%nat 2%nat [E]).
Abort.

Goal forall b, b < 0 -> power b (1 / 2) <> 0.
Proof. intros. Fail root_of b 2%nat s E. Abort.

Goal forall x y, 0 < y - x -> x < y + 1.
Proof. intros x y F. by_rest_of F 1 [F]. Qed.

Goal forall x y, 0 < y - x -> x < y - 1.
Proof. intros x y F. Fail by_rest_of F (- 1) [F]. Fail by_rest_of F 1 [F]. Abort.

Goal forall x y, 0 <= y - x -> x < y.
Proof. intros x y F. Fail by_rest_of F 0 [F]. Abort.
"""


def test_roots_are_what_their_powers_are(coq):
    assert coq(FILE, "roots_used") == ""


def test_a_base_is_a_product_of_positive_factors():
    base = ["mul", B, ["pow", minus(ONE, B), ["int", "3"]]]
    roots = Roots([power(base, 1, 3)], {"b": 0.5})
    assert number(roots.put(power(base, 1, 3))) == "S0__ * (1 - b)"
    assert number(roots.put(power(base, -2, 3))) == "1 / (S0__ ^ 2 * (1 - b) ^ 2)"
    assert "root_of b 3%nat S0__ ES0_. assert (0 < b) by factor. " in roots.text()
    assert roots.equations == "[ES0_]"


def test_factors_that_always_occur_together_have_one_root():
    base = ["mul", B, ["add", ONE, B]]
    alone = Roots([power(base, 1, 3)], {"b": 0.5})
    assert list(alone.names.values()) == ["S0_"]
    apart = Roots([power(base, 1, 3), power(B, 2, 3)], {"b": 0.5})
    assert number(apart.put(power(base, 2, 3))) == "S0__ ^ 2 * S1__ ^ 2"


def test_an_exponential_under_a_root_is_a_power_of_a_variable():
    base = ["exp", ["mul", ["int", "-1"], ["sym", "t"]]]
    roots = Roots([power(["add", ONE, base], 2, 3), base], {"t": 1.0})
    assert number(roots.put(power(["add", ONE, base], 2, 3))).startswith("S")
    assert "power (1 + exp (- t)) (2 / 3) = " in roots.text()


def test_what_facts_leave_is_reduced_by_the_powers_of_roots():
    cube = power(B, 1, 3)
    roots = Roots([cube], {"b": 0.5})
    left = roots.put(minus(["pow", cube, ["int", "4"]], ["mul", B, B]))
    assert number(roots.rest(left, [])) == "b * (S0__ - b)"
    assert roots.rest(minus(left, left), []) == ["int", "0"]
    same = ["mul", ["pow", ["sym", "S0_"], ["int", "4"]], ONE]
    assert roots.rest(roots.put(["pow", cube, ["int", "4"]]), [TWO, same]) == same


def test_an_expectation_is_used_at_values_that_earlier_steps_bound():
    found = certificate("staircase.thm6.cost")
    text = lemma(next(step for step in found["steps"] if step["name"] == "20"), found)
    assert text.index("as G16_") < text.index("as G19_") < text.index("as F_")


def test_the_tactics_for_roots_are_only_where_there_are_some():
    found = certificate("staircase.thm6.gamma")
    more = "From dpproofs Require Import roots.\n"
    assert about_roots(found)
    assert more in header(found)
    steps = [step for step in found["steps"] if step["name"] not in ("16", "17", "18")]
    assert more not in header({**found, "steps": steps})


@pytest.mark.parametrize("name", ["log", "erf"])
def test_other_functions_under_a_root_are_refused(name):
    found = copy.deepcopy(cut(certificate("staircase.thm6.gamma"), "16"))
    found["steps"][-1]["proposition"]["rhs"] = power([name, B], 1, 3)
    with pytest.raises(UnsupportedExpression):
        lemma(found["steps"][-1], found)


def test_a_polynomial_is_written_as_it_was_read():
    variables = Variables(["b", "c"])
    tree = ["add", ["mul", ["rat", "1", "2"], B, ["sym", "c"]], ["pow", B, ["int", "2"]], MINUS]
    found = variables.value(tree)
    assert variables.value(variables.tree(found.above)) == found


@pytest.mark.parametrize(("inside", "value"), [(["exp", ["int", "2"]], 2), (["int", "0"], 0)])
def test_about_the_value_of_a_logarithm(inside, value):
    assert about(["log", inside], {}) == pytest.approx(value)
