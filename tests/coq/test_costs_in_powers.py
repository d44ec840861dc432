"""Expected costs whose values have powers with symbols in their exponents, and planted errors."""

import pytest

from dpproofs.coq.steps import lemma
from tests.coq.conftest import attempts
from tests.coq.test_methods import TWO, with_error
from tests.coq.test_powers import in_powers
from tests.coq.test_quick import everywhere, step

CLAIM, HALF = "additive.thm3.class", ["rat", "1", "2"]
# A step, what is put for a part of it, and words of its proof.
PLANTED = (
    ("81", ("proposition", "op"), "<", "rewrite Z_, power_zero by condition"),
    ("85", ("evidence", "at", "alpha"), HALF, "refine (expectation_as F_ _ _ V_)"),
    ("87", ("proposition", "value"), TWO, "exact (expectation_as E_ eq_refl eq_refl V_)"),
    ("175", ("proposition", "rhs", 1, 1), ["int", "-1"], "apply exp_increasing"),
    ("176", ("proposition", "op"), ">=", "apply Rlt_le. exact (step_175 "),
    ("169", ("proposition", "value"), TWO, "exact (is_at_least E_ B_)"),
)


def test_a_planted_error_is_refused(coq):
    texts = []
    for name, path, value, _ in PLANTED:
        found = in_powers(CLAIM, name)
        wrong = with_error(found, name, path, value)
        texts.append(attempts(found, module=f"Right_{name}", shown=(name,), factored=True))
        texts.append(attempts(wrong, (name,), f"Wrong_{name}", shown=(), factored=True))
    assert coq("\n\n".join(texts), "costs_in_powers") == ""


@pytest.mark.parametrize(("name", "words"), [(row[0], row[-1]) for row in PLANTED])
def test_powers_in_costs_are_variables_in_the_last_way_only(name, words):
    found, usual = in_powers(CLAIM, name), everywhere(CLAIM, name)
    assert words in lemma(step(found), found, factored=True)
    assert words not in lemma(step(usual), usual, factored=True)


@pytest.mark.parametrize(
    ("claim", "name"),
    [("staircase.I-D5", "18"), ("additive.cor4.class", "2"), ("optimum.below.power", "16")],
)
def test_no_other_step_is_proved_so(claim, name):
    found = in_powers(claim, name)
    text = lemma(step(found), found, factored=True)
    assert not any(words in text for *_, words in PLANTED)
