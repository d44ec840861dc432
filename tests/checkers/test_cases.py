"""Cases: pieces that cover an interval, and pieces that do not."""

import pytest
import sympy as sp

from dpproofs.checkers import check
from dpproofs.kernel.derivation import Derivation, Goal, Step
from dpproofs.kernel.domain import Domain, Variable, between, index, nth_root, positive, real
from dpproofs.kernel.proposition import Limit, that

a, x = sp.symbols("a x", positive=True)
t = sp.Symbol("t")
k = sp.Symbol("k", integer=True)
T = sp.Symbol("T", positive=True)
G = sp.Function("G")
CLAIM = that(0) < G(x)
RAY = Domain((positive(x),))


def piece(low, high, ends):
    return Domain((Variable(x, sp.S(low), sp.S(high), ends),))


def accepts(domain, *pieces, claim=CLAIM, said=None):
    """Whether a claim on a domain follows from the same (or what is said) on pieces."""
    said = claim if said is None else said
    steps = [Step(str(n), Goal(said, on), "assume", "") for n, on in enumerate(pieces, 1)]
    names = tuple(step.name for step in steps)
    last = Step(str(len(steps) + 1), Goal(claim, domain), "cases", "", uses=names)
    return check(last, Derivation((*steps, last))).established


COVERS = [
    (piece(0, 1, "()"), piece(1, 2, "[]"), piece(2, sp.oo, "()")),
    (piece(0, 1, "(]"), piece(1, sp.oo, "()")),
    (piece(0, 1, "[]"), piece(1, sp.oo, "[)")),
    (RAY,),
]
GAPS = [
    (piece(0, 1, "()"), piece(1, sp.oo, "()")),  # the point 1
    (piece(0, 1, "(]"), piece(2, sp.oo, "()")),
    (piece(0, 1, "(]"), piece(1, 2, "(]")),
    (piece(1, sp.oo, "()"),),
    (piece(1, sp.oo, "()"), piece(0, 1, "(]")),  # not in order
    (),
]


@pytest.mark.parametrize("pieces", COVERS)
def test_pieces_that_follow_each_other_make_up_the_domain(pieces):
    assert accepts(RAY, *pieces)


@pytest.mark.parametrize("pieces", GAPS)
def test_pieces_with_a_gap_do_not(pieces):
    assert not accepts(RAY, *pieces)


def test_an_end_that_belongs_to_the_domain_has_to_be_covered():
    closed = piece(1, 3, "[]")
    halves = piece(1, 2, "[]"), piece(2, 3, "[]")
    assert accepts(closed, *halves)
    assert not accepts(closed, piece(1, 2, "(]"), halves[1])
    assert not accepts(closed, halves[0], piece(2, 3, "[)"))


def test_a_symbol_is_not_assumed_to_be_more_than_its_range_says():
    """The symbol is positive, and 0 is in the range."""
    assert not accepts(piece(0, 2, "[]"), piece(0, 1, "[]"), piece(1, 2, "[]"))


def test_pieces_may_end_where_other_variables_say():
    plane = Domain((positive(a), positive(x)))
    below = Domain((positive(a), between(x, 0, a, "(]")))
    above = Domain((positive(a), between(x, a, sp.oo)))
    assert accepts(plane, below, above)
    assert not accepts(plane, below, Domain((between(a, 0, 1), between(x, a, sp.oo))))
    assert not accepts(plane, below, Domain((between(x, 0, 1),)))
    assert not accepts(plane, below, above, said=that(G(x)) < 0)


def test_pieces_are_of_the_last_variable():
    line = Domain((real(t),))
    assert not accepts(line, RAY, claim=that(0) < 1)
    counts, low, high = (Domain((index(k, *ends),)) for ends in ((0, 9), (0, 4), (5, 9)))
    assert accepts(counts, low, high, claim=that(0) < G(k))
    assert not accepts(counts, low, Domain((index(k, 6, 9),)), claim=that(0) < G(k))
    roots = Domain((between(a, 1, 2), nth_root(T, 2, a, sp.S(1), sp.S(2))))
    assert not accepts(roots, roots, claim=that(0) < G(T))
    assert not accepts(Domain(()), Domain(()), claim=that(0) < 1)
    assert not accepts(RAY, Domain(()), claim=that(0) < 1)
    assert not accepts(RAY, RAY, claim=Limit(t, t, sp.S(0), "+", sp.S(0)))
