"""What is written of expansions: the two sides of the bar, and where the lower one starts."""

import pytest

from dpproofs.coq.expansions import series
from dpproofs.kernel.errors import UnsupportedExpression

X, ONE = ["sym", "x"], ["int", "1"]
NO_SENTENCE = {"statement": {"parameters": [], "given": [], "definitions": [], "hypotheses": []}}


def written(expression):
    said = {"kind": "series", "expression": expression, "variable": "x", "coefficients": [ONE]}
    return series({"domain": [], "proposition": said}, NO_SENTENCE)


def exp(rate):
    return ["exp", ["mul", rate, X]]


def over(num, den):
    return ["mul", num, ["pow", den, ["int", "-1"]]]


def less(left, right):
    return ["add", left, ["mul", ["int", "-1"], right]]


def test_exponentials_are_powers_of_one():
    found = written(over(less(exp(["rat", "1", "2"]), exp(["int", "-1"])), X))
    assert "(fun x => exp (x / 2) ^ 3 - 1) : R -> R" in found
    assert "(fun x => x * exp (x / 2) ^ 2) : R -> R" in found
    assert found.endswith("1%nat.")


def test_coefficients_are_whole():
    found = written(over(["mul", ["rat", "2", "3"], X], less(["exp", X], ["rat", "1", "5"])))
    assert "(fun x => 10 * x) : R -> R" in found
    assert "(fun x => 15 * exp x - 3) : R -> R" in found


@pytest.mark.parametrize(
    ("below", "order"),
    [
        (less(["exp", X], ONE), 1),
        (["pow", less(["exp", X], ONE), ["int", "2"]], 2),
        (["add", ["exp", X], ["int", "-1"], ["mul", ["int", "-1"], X]], 2),
        (["add", ["exp", X], ONE], 0),
    ],
)
def test_the_denominator_starts_at_a_power(below, order):
    assert written(over(ONE, below)).endswith(f" {order}%nat.")


@pytest.mark.parametrize(
    "tree",
    [["pow", X, ["rat", "2", "3"]], ["log", X], ["sym", "y"], ["exp", ["pow", X, ["int", "2"]]]],
)
def test_other_functions_are_refused(tree):
    with pytest.raises(UnsupportedExpression, match="this expansion"):
        written(tree)
