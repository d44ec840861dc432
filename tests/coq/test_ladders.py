"""The rungs of ladders, without Coq."""

from fractions import Fraction

import pytest

from dpproofs.coq.ladders import exponentials, ladder, rungs
from dpproofs.kernel.errors import UnsupportedExpression

ONE, X = ["int", "1"], ["sym", "x"]
GROWTH = ["exp", ["mul", ["rat", "1", "2"], X]]
ZERO, HALF = Fraction(0), Fraction(1, 2)


def test_exponentials_are_collected():
    tree = ["add", ["mul", X, GROWTH, GROWTH], ["pow", GROWTH, ["int", "-4"]], ["rat", "2", "3"], X]
    assert exponentials(["add", tree, ["mul", ["int", "-1"], X]], "x") == {
        (Fraction(1), 1): 1, (Fraction(-2), 0): 1, (ZERO, 0): Fraction(2, 3)
    }  # fmt: skip


def test_a_ladder_ends_where_every_term_is_positive():
    found = list(
        rungs({(Fraction(1), 0): Fraction(1), (ZERO, 0): Fraction(-1), (ZERO, 1): Fraction(-1)})
    )
    assert found == [
        ({(Fraction(1), 0): 1, (ZERO, 0): -1, (ZERO, 1): -1}, 0),
        ({(Fraction(1), 0): 1, (ZERO, 0): -1}, 0),
        ({(ZERO, 0): 1}, 1),
    ]


@pytest.mark.parametrize(
    "terms",
    [
        {(ZERO, 0): Fraction(-1)},
        {(Fraction(1), 0): Fraction(-1)},
        {(ZERO, 1): Fraction(1), (Fraction(1), 1): Fraction(-1)},
    ],
)
def test_a_ladder_that_does_not_end_is_refused(terms):
    with pytest.raises(UnsupportedExpression, match="does not end"):
        list(rungs(terms))


@pytest.mark.parametrize(
    ("tree", "message"),
    [
        (["log", X], "of this kind"),
        (["exp", ["pow", X, ["int", "2"]]], "of this kind"),
        (["exp", ["add", X, ONE]], "of this kind"),
        (["pow", ["add", GROWTH, ONE], ["int", "-1"]], "with a denominator"),
        (["pow", X, ["int", "-1"]], "with a denominator"),
    ],
)
def test_another_sum_is_refused(tree, message):
    with pytest.raises(UnsupportedExpression, match=message):
        exponentials(tree, "x")


def test_each_rung_is_written_and_the_last_is_positive_at_sight():
    step = {
        "name": "1", "domain": [{
            "ends": "()", "hollow": False, "integer": False, "lower": ["int", "0"], "name": "x",
            "root": None, "upper": ["oo"],
        }],
        "proposition": {"kind": "relation", "lhs": ["add", ONE, X], "op": "<", "rhs": ["exp", X]},
    }  # fmt: skip
    blank = {"parameters": [], "given": [], "definitions": [], "hypotheses": []}
    text = ladder(step, {"statement": blank})
    assert text.count("climb") == 2
    assert "L2 : forall x, 0 < x -> 0 < 1) by (intros; above_zero)" in text
    assert text.endswith("at_last ((exp x) ^ 0) (L0 x ltac:(condition)).")
