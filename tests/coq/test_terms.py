import pytest

from dpproofs.coq.names import claimed, local
from dpproofs.coq.terms import borel_set, end, noise, number
from dpproofs.kernel.errors import BadInput, UnsupportedExpression

X, Y = ["sym", "x"], ["sym", "y"]
HALF, MINUS = ["rat", "1", "2"], ["int", "-1"]


@pytest.mark.parametrize(
    ("tree", "text"),
    [
        (["int", "-3"], "-3"),
        (["rat", "-1", "3"], "-1 / 3"),
        (["add", X, ["mul", MINUS, Y]], "x - y"),
        (["add", ["mul", MINUS, X], Y], "y - x"),
        (["add", ["mul", MINUS, X], ["int", "-2"]], "- x - 2"),
        (["mul", ["add", X, Y], X], "(x + y) * x"),
        (["mul", X, ["pow", Y, MINUS]], "x / y"),
        (["mul", HALF, ["pow", Y, ["int", "-2"]], X], "x / (2 * y ^ 2)"),
        (["mul", ["rat", "-2", "3"], X], "- (2 * x / 3)"),
        (["add", X, ["mul", MINUS, ["add", X, Y]]], "x - (x + y)"),
        (["pow", ["add", X, Y], ["int", "2"]], "(x + y) ^ 2"),
        (["pow", ["pow", X, ["int", "2"]], ["int", "3"]], "(x ^ 2) ^ 3"),
        (["pow", ["mul", MINUS, X], ["int", "2"]], "(- x) ^ 2"),
        (["pow", X, HALF], "sqrt x"),
        (["pow", X, ["rat", "-1", "2"]], "/ sqrt x"),
        (["pow", X, ["add", Y, ["int", "1"]]], "power x (y + 1)"),
        (["exp", ["mul", MINUS, X]], "exp (- x)"),
        (["log", ["abs", X]], "ln (Rabs x)"),
        (["max", X, Y, ["pi"]], "(Rmax x (Rmax y PI))"),
        (["apply", "f", X, ["int", "-1"]], "f x (-1)"),
        (["apply", "c"], "c"),
        (["mass", ["noise", "X", Y], ["set", "T"]], "mass (X y) T"),
        (["sym", "R"], "R_"),
    ],
)
def test_numbers(tree, text):
    assert number(tree) == text


def test_terms_stand_in_parentheses_where_they_have_to():
    assert number(["erf", ["add", X, Y]], 0) == "(erf (x + y))"
    assert number(X, 0) == "x"


def test_ends_and_sets():
    assert end(["mul", MINUS, ["oo"]]) == "m_infty"
    assert end(["mul", MINUS, X]) == "(Finite (- x))"
    between = ["between", "[)", X, ["oo"]]
    assert borel_set(["not", ["moved", between, Y]]) == (
        "(outside (moved (closed_open (Finite x) p_infty) y))"
    )
    assert borel_set(["meet", ["set", "S"], ["mirror", ["set", "T"]]]) == "(meet S_ (mirror T))"
    assert noise(["noise", "X"]) == "X"


@pytest.mark.parametrize("tree", [["oo"], ["Gamma", X], ["noise", "X"]])
def test_what_is_no_number_is_refused(tree):
    with pytest.raises(UnsupportedExpression, match="no number of Coq"):
        number(tree)


def test_what_is_no_set_is_refused():
    with pytest.raises(UnsupportedExpression, match="no set of Coq"):
        borel_set(["sym", "x"])


def test_names():
    assert local("epsilon_0") == "epsilon_0"
    assert local("exists") == "exists_"
    assert local("R_") == "R__"  # R is R_ already
    assert claimed("staircase.I-D7") == "staircase_I_D7"
    with pytest.raises(BadInput, match="ASCII"):
        local("ε")
