"""Certificates that a careless hand could write, and the forms that few claims need."""

import pytest
from handmade import (
    F,
    Proof,
    accepted,
    add,
    ap,
    between,
    erf,
    function,
    given,
    goal,
    index,
    law,
    log,
    mass,
    minus,
    mul,
    noise,
    pieces,
    power,
    rejected,
    rel,
    some,
    tree,
    value,
    var,
)
from test_citations import SQUARE, Y, at_hand, citing, lemma
from test_rules import GROWN, GROWS, INDUCTION, OO, N, concluded
from test_sentences import KNOWN, exist, refuted, uniform

ROOT = power(2, F(1, 2))


@pytest.mark.parametrize(
    ("lhs", "rhs"),
    [
        (erf(0), 0),
        (ap("G", power(ROOT, -1)), ap("G", mul(F(1, 2), ROOT))),
        (ap("G", power(mul(ROOT, 2), -1)), ap("G", mul(F(1, 4), ROOT))),
    ],
)
def test_numbers_that_are_written_in_two_ways(lhs, rhs):
    proof = Proof(given=[function("G")])
    proof.step(rel(lhs, "==", rhs), by="identity")
    accepted(proof)


@pytest.mark.parametrize(("of", "times"), [(2, 1), (8, 3), (F(1, 2), -1), (F(1, 4), -2)])
def test_the_logarithm_of_a_whole_number_is_divided_by(of, times):
    proof = Proof()
    proof.step(rel(mul(log(of), power(log(2), -1)), "==", times), by="identity")
    accepted(proof)
    proof = Proof()
    proof.step(rel(mul(log(of), power(log(2), -1)), "==", times + 1), by="identity")
    rejected(proof, "not")


PRIMES = 2**61 - 1, 2**89 - 1  # whose product has no small factor


@pytest.mark.parametrize(
    "zero",
    [
        log(1),
        minus(log(6), add(log(2), log(3))),
        minus(log(PRIMES[0] * PRIMES[1]), add(*map(log, PRIMES))),
        minus(log(F(3, 2)), minus(log(3), log(2))),
        log("x"),
    ],
)
def test_a_logarithm_that_may_vanish_is_not_divided_by(zero):
    proof = Proof()
    divided = mul(zero, power(zero, -1))
    proof.step(rel(divided, "==", 1), [var("x", 0, None, "()")], by="identity")
    rejected(proof, "a division by something that is not shown to differ from 0")


@pytest.mark.parametrize("prime", [2, 3, 1009])
def test_of_the_logarithm_of_a_prime_is_known_that_it_is_more_than_a_half(prime):
    proof = Proof()
    proof.step(rel(F(1, 2), "<", log(prime)))
    accepted(proof)
    for false in (rel(log(prime), "<=", F(1, 2)), rel(F(3, 2) * prime, "<", log(prime))):
        proof = Proof()
        proof.step(false)
        rejected(proof, "not")


def test_what_is_not_defined_in_pieces_is_neither_covered_nor_read_so():
    proof = Proof(given=[function("G")], definitions=[value("v", [], [], 1)])
    line = var("x", 0, None, "[)")
    use = proof.step(rel(0, "<", add_one("x")), [line])
    proof.step(rel(0, "<", add_one("x")), [line], "cover", [use], name="v")
    rejected(proof, "not defined in pieces")
    for name, piece in (("v", 0), ("G", None), ("none", None)):
        proof = Proof(given=[function("G")], definitions=[value("v", [], [], 1)])
        proof.step(rel(ap("v"), "==", 1), (), "definition", name=name, piece=piece)
        rejected(proof, "not defined in that way")


def add_one(x):
    return ["add", tree(x), tree(1)]


def test_an_end_that_is_not_in_the_order():
    proof = Proof(given=[given("X")])
    small, great = (mass("X", between("[]", 0, end)) for end in (1, 2))
    proof.step(
        rel(small, "<=", great), (), "measure", noise=noise("X"), order=[tree(0), tree(1)],
        constant=tree(0), terms=[[tree(-1), between("[]", 0, 1)], [tree(1), between("[]", 0, 2)]],
    )  # fmt: skip
    rejected(proof, "not among the points in order")


def test_a_claim_is_cited_twice():
    found = lemma().document()
    proof = citing(found)
    again = dict(proof.steps[0])
    proof.step(again["proposition"], Y, "cite", **again["evidence"])
    accepted(proof, cited=at_hand(found))
    assert again["proposition"] == SQUARE


def test_a_variable_is_an_object():
    proof = Proof()
    proof.step(rel(1, "<", 2), ["x"], "sign")
    rejected(proof, step=None)


def test_the_variable_of_a_pieces_definition_has_a_range():
    proof = Proof(definitions=[pieces("f", [], [], [(1, 1), (0, None)])])
    proof.step(rel(ap("f", 2), "==", minus(0, 0)), (), "definition", name="f", piece=None)
    rejected(proof, "not defined in that way")


def test_a_conclusion_is_on_the_domain_of_the_rule():
    for claim, domain in ((rel(0, "<", 1), []), (GROWN, [index("n", 1)])):
        proof = concluded("induction", [(GROWS, N)], claim, domain, **INDUCTION, last=OO)
        rejected(proof, "concludes")


def test_a_refutation_may_use_steps_about_other_things():
    proof = refuted([KNOWN])
    proof.sentence["definitions"] += uniform(2, "V", "g")
    last = proof.steps.pop()
    other = exist(proof, 2, "V")
    beside = proof.step(rel(0, "<", "x"), [var("x", 0, 1)])
    proof.step(last["proposition"], (), "refutation", [other, beside, *last["uses"]], steps={})
    accepted(proof, verdict="refuted")


def test_existence_of_a_family_at_other_arguments():
    """The arguments of noise in a fact are no variables, so that it is about that noise alone."""
    proof = Proof(
        definitions=[pieces("f", [], [], [(F(1, 2), 1), (0, None)]), law("U", "f")],
        printed=[goal(rel(mass("U", some()), "<=", 1))],
    )
    there = exist(proof, 1, "U")
    proof.step(
        rel(mass("U", some()), "<=", 1), (), "measure", [there], noise=noise("U"), order=[],
        constant=tree(1), terms=[[tree(-1), some()]],
    )  # fmt: skip
    accepted(proof)
