"""Formulas in given functions are told apart by what examples of these are."""

import pytest
import sympy as sp

from dpproofs.deriving.unlike import unlike
from dpproofs.kernel.derivation import Statement
from dpproofs.kernel.domain import Domain, index, nth_root, positive
from dpproofs.kernel.goal import Goal
from dpproofs.kernel.objects import Given, Piece, Pieces, Value
from dpproofs.kernel.proposition import that

m = sp.Symbol("m", integer=True)
x = sp.Symbol("x", positive=True)
A = sp.Function("A")
ON = Domain((index(m, 1),))
SUPPOSED = Goal(that(A(m)) <= 1, ON)


def sentence(*hypotheses, examples=(), definitions=()):
    goal = Goal(that(A(m)) == A(m) + A(0) - A(0) + 1, ON)
    return Statement(
        id="a.b", paper="a", item="", title="", printed_latex="", printed=(goal,),
        given=(Given("A", "function", 1),), definitions=definitions, hypotheses=hypotheses,
        examples=examples,
    )  # fmt: skip


def example(value):
    return {"A": sp.Lambda(x, value)}


def test_where_nothing_is_supposed_values_are_any_numbers():
    found = unlike(Goal(that(A(m) - A(0)) == 2 * A(m) - 2 * A(0), ON), sentence())
    claim = found.goal.proposition
    assert not list(claim.uses())
    assert (claim.lhs - claim.rhs).subs(found.point) != 0
    assert "nothing is supposed" in found.told


def test_one_argument_in_two_forms_has_one_value():
    same = Goal(that(A(m + 1)) == A((m**2 - 1) / (m - 1)), ON)
    at = Domain((index(m, 2),))
    assert unlike(Goal(same.proposition, at), sentence()) is None


def test_what_is_supposed_is_true_of_the_values():
    same = Goal(that(A(m)) == A(m) ** 2, ON)
    assert unlike(same, sentence(SUPPOSED, examples=(example(sp.Integer(1)),))) is None
    found = unlike(same, sentence(SUPPOSED, examples=(example(sp.Rational(1, 2)),)))
    assert sp.Rational(1, 2) in found.point.values()
    assert found.told == "those of A(x) = 1/2"


@pytest.mark.parametrize("value", [sp.sin(x), sp.zeta(x + sp.Rational(1, 2)), sp.I * x])
def test_values_that_a_certificate_cannot_say_are_no_values(value):
    same = Goal(that(A(m)) == 2 * A(m), ON)
    assert unlike(same, sentence(SUPPOSED, examples=(example(value),))) is None


def test_what_is_defined_takes_no_other_values():
    doubled = Value("D", (x,), Domain((positive(x),)), 2 * x)
    level = Pieces("f", x, (), Domain(()), (Piece(sp.exp(-x) / 2, sp.oo),))
    at, known = Domain((positive(x),)), sentence(definitions=(doubled, level))
    found = unlike(Goal(that(sp.Function("D")(x)) == x, at), known)
    assert found.goal.proposition.lhs == 2 * x
    assert found.told == "those of what is defined"
    assert unlike(Goal(that(sp.Function("D")(x)) == 2 * x, at), known) is None
    assert unlike(Goal(that(sp.Function("f")(x)) == sp.exp(-x) / 2, at), known) is None


def test_a_root_keeps_what_it_is_the_root_of():
    root = sp.Symbol("r", positive=True)
    at = Domain((positive(x), nth_root(root, 2, x, sp.Integer(0), sp.oo)))
    found = unlike(Goal(that(A(x)) == root + A(x), at), sentence())
    assert found.point[root] ** 2 == found.point[x]


def test_names_of_letters_are_new():
    taken = sp.Symbol("A_1", positive=True)
    at = Domain((positive(taken),))
    found = unlike(Goal(that(A(taken)) == 2 * A(taken), at), sentence())
    assert len({symbol.name for symbol in found.point}) == 2
    assert {s.name for s in found.goal.proposition.free()} == {"A_1_"}
