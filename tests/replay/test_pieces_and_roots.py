"""Cases, replayed; and roots below a fraction, which are the same as roots above it."""

import json

import pytest
import sympy as sp

from dpproofs.kernel.certificate import certificate
from dpproofs.kernel.derivation import Goal, Proof, Statement
from dpproofs.kernel.domain import Domain, Variable, between, index, nth_root, positive
from dpproofs.kernel.proposition import at_most, less
from dpproofs.kernel.verdict import Decision, Grade, established
from dpproofs.replay import replay
from dpproofs.verify import check_steps

a, x = sp.symbols("a x", positive=True)
k = sp.Symbol("k", integer=True)
T = sp.Symbol("T", positive=True)
G = sp.Function("G")
RAY = Domain((positive(x),))


def piece(low, high, ends):
    return Domain((Variable(x, sp.S(low), sp.S(high), ends),))


def report(hypotheses, conclusion, by, **hints):
    """What replay says of a last step after hypotheses, whatever the checkers say."""
    proof = Proof(Domain(()))
    uses = tuple(proof.assumes(goal, because="") for goal in hypotheses)
    proof.concludes(conclusion, by=by, because="", uses=uses, **hints)
    statement = Statement(
        id="test.pieces", paper="test", item="", title="", printed_latex="",
        printed=(conclusion,), hypotheses=tuple(hypotheses), models=({"G": sp.Lambda(x, 1)},),
    )  # fmt: skip
    derivation = proof.done()
    findings = (
        check_steps(statement, derivation)
        if hints
        else [established(Grade.proved, "") for _ in derivation.steps]
    )
    text = json.dumps(certificate(statement, derivation, findings, Decision.holds, Grade.proved))
    return replay(json.loads(text), any_statement=True)


def accepted(domain, *pieces, claim=None, said=None):
    claim = claim or less(0, G(x))
    goals = [Goal(said or claim, on) for on in pieces]
    return report(goals, Goal(claim, domain), "cases").accepted


@pytest.mark.parametrize("pieces", [
    (piece(0, 1, "()"), piece(1, 2, "[]"), piece(2, sp.oo, "()")),
    (piece(0, 1, "(]"), piece(1, sp.oo, "()")),
    (piece(0, 1, "[]"), piece(1, sp.oo, "[)")),
])  # fmt: skip
def test_pieces_that_follow_each_other_make_up_the_domain(pieces):
    assert accepted(RAY, *pieces)


@pytest.mark.parametrize("pieces", [
    (piece(0, 1, "()"), piece(1, sp.oo, "()")),
    (piece(0, 1, "(]"), piece(2, sp.oo, "()")),
    (piece(0, 1, "(]"), piece(1, 2, "(]")),
    (piece(1, sp.oo, "()"),),
    (piece(1, sp.oo, "()"), piece(0, 1, "(]")),
])  # fmt: skip
def test_pieces_with_a_gap_do_not(pieces):
    assert not accepted(RAY, *pieces)


def test_closed_ends_have_to_be_covered():
    closed = piece(0, 2, "[]")
    halves = piece(0, 1, "[]"), piece(1, 2, "[]")
    assert accepted(closed, *halves)
    assert not accepted(closed, piece(0, 1, "(]"), halves[1])
    assert not accepted(closed, halves[0], piece(1, 2, "[)"))


def test_pieces_say_the_same_and_differ_in_the_last_variable_only():
    plane = Domain((positive(a), positive(x)))
    below = Domain((positive(a), between(x, 0, a, "(]")))
    above = Domain((positive(a), between(x, a, sp.oo)))
    assert accepted(plane, below, above)
    assert not accepted(plane, below, above, said=less(G(x), 0))
    assert not accepted(plane, below, Domain((between(a, 0, 1), between(x, a, sp.oo))))
    assert not accepted(plane, below, Domain((between(x, 0, 1),)))
    assert not accepted(RAY, Domain((positive(a),)), claim=less(0, G(1)))
    assert not accepted(RAY, Domain(()), claim=less(0, G(1)))
    assert not accepted(Domain(()), RAY, claim=less(0, G(1)))


def test_pieces_are_of_real_numbers():
    counts = Domain((index(k, 0),))
    assert not accepted(counts, Domain((index(k, -1),)), claim=less(0, G(k)))
    roots = Domain((between(a, 1, 2), nth_root(T, 2, a, sp.S(0), sp.S(2))))
    wider = Domain((between(a, 1, 2), nth_root(T, 2, a, sp.S(0), sp.S(3))))
    assert not accepted(roots, wider, claim=less(0, G(T)))


@pytest.mark.parametrize("value", [sp.sqrt(2), sp.sqrt(2) * sp.cbrt(3), sp.sqrt(x), sp.cbrt(x)])
def test_a_root_below_is_the_same_as_a_root_above(value):
    bounded = Goal(at_most(G(1 / x), 1), RAY)
    found = report(
        [bounded], Goal(at_most(G(1 / value), 1), RAY), "entailment",
        facts=[("1", {x: value}, 1)],
    )  # fmt: skip
    assert found.accepted, found.reason
