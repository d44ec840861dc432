"""What ball arithmetic says of several trees at once."""

from fractions import Fraction

import pytest
from flint import arb

from dpproofs.replaying.balls import Enclosures, between, precision
from dpproofs.replaying.reader import Rejected

X, Y = ("sym", "x"), ("sym", "y")


def number(n):
    return ("num", Fraction(n))


SQUARE = ("pow", ("add", X, number(1)), number(2))
BOTH = ("mul", SQUARE, ("exp", SQUARE), ("log", number(2)))


def test_what_two_trees_share_has_one_value_in_both():
    with precision(128):
        square, both = Enclosures(SQUARE, BOTH).at({"x": arb(3), "y": arb(1)})
        assert square == 16
        assert both.overlaps(16 * arb(16).exp() * arb(2).log())
        assert both.rel_accuracy_bits() > 110


def test_one_point_does_not_leak_into_the_next():
    with precision(128):
        enclosures = Enclosures(("add", X, ("mul", X, Y)), Y)
        assert enclosures.at({"x": arb(2), "y": arb(3)}) == [8, 3]
        assert enclosures.at({"x": arb(5), "y": arb(0)}) == [5, 0]


def test_a_box_is_enclosed():
    with precision(128):
        (value,) = Enclosures(("add", SQUARE, number("1/3"))).at(
            {"x": between(Fraction(0), Fraction(1))}
        )
        assert value.contains(arb(4) / 3)
        assert value.contains(arb(13) / 3)


@pytest.mark.parametrize(
    "tree",
    [
        ("log", ("add", X, number(-2))),
        ("pow", X, number(-1)),
        ("mul", number(0), ("pow", number(0), number(-1))),
        ("pow", ("add", X, number(-2)), number("1/2")),
        ("pow", X, number(0)),
        ("pow", X, ("add", X, number(-1))),
        ("pow", number(0), ("add", number(1), number(-1))),
    ],
)
def test_where_there_is_no_value_the_enclosure_is_not_finite(tree):
    with precision(128):
        (value,) = Enclosures(tree).at({"x": between(Fraction(0), Fraction(1))})
        assert not value.is_finite()


@pytest.mark.parametrize(
    ("tree", "reason"),
    [
        (("add", X, ("apply", "G", X)), "nothing is known"),
        (("pow", X, number(20_000)), "too large"),
    ],
)
def test_some_trees_are_refused(tree, reason):
    with pytest.raises(Rejected, match=reason):
        Enclosures(tree)
