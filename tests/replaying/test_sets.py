"""Masses of sets: cells of the line, privacy of one set, and what sets are any sets."""

import pytest
from handmade import (
    F,
    Proof,
    accepted,
    add,
    anyset,
    ap,
    between,
    even,
    exp,
    given,
    goal,
    mass,
    minus,
    moved,
    mul,
    noise,
    private,
    rejected,
    rel,
    some,
    tree,
    var,
)

S = some()
RAY = between("[)", 0, None)


def measured(claim, order=(), constant=0, *terms, domain=(), of="X", proof=None, uses=()):
    proof = proof or Proof(given=[given("X"), given("Y"), given("Z", "integers")])
    proof.step(
        claim, domain, "measure", uses, noise=noise(of), order=[tree(p) for p in order],
        constant=tree(constant), terms=[[tree(c), each] for c, each in terms],
    )  # fmt: skip
    return proof


def m(event, of="X"):
    return mass(of, event)


TRUE = {
    "a mass is at least 0": (rel(0, "<=", m(S)), (), 0, (1, S)),
    "a mass is at most 1": (rel(m(S), "<=", 1), (), 1, (-1, S)),
    "a mass is at most 1, read from the right": (rel(1, ">=", m(S)), (), -1, (1, S)),
    "the whole line": (rel(m(between("()", None, None)), "==", 1), (), 1,
                       (-1, between("()", None, None))),
    "a complement": (rel(add(m(S), m(["not", S])), "==", 1), (), 1, (-1, S), (-1, ["not", S])),
    "two parts": (rel(m(S), "==", add(m(["meet", S, RAY]), m(["meet", S, ["not", RAY]]))), [0], 0,
                  (-1, S), (1, ["meet", S, RAY]), (1, ["meet", S, ["not", RAY]])),
    "a union": (rel(m(["join", S, RAY]), "<=", add(m(S), m(RAY))), [0], 0,
                (-1, ["join", S, RAY]), (1, S), (1, RAY)),
    "monotony": (rel(m(between("()", 0, 1)), "<=", m(between("[]", 0, 2))), [0, 1, 2], 0,
                 (-1, between("()", 0, 1)), (1, between("[]", 0, 2))),
    "a set that moves back": (rel(m(moved(moved(S, 1), -1)), "==", m(S)), (), 0,
                              (-1, moved(moved(S, 1), -1)), (1, S)),
    "a mirror in a mirror": (rel(m(["mirror", ["mirror", S]]), "==", m(S)), (), 0,
                             (-1, ["mirror", ["mirror", S]]), (1, S)),
    "an interval that moves": (rel(m(moved(RAY, 1)), "==", m(between("[)", 1, None))), [1], 0,
                               (-1, moved(RAY, 1)), (1, between("[)", 1, None))),
    "an interval in a mirror": (
        rel(m(["mirror", moved(RAY, 1)]), "==", m(between("(]", None, -1))), [-1], 0,
        (-1, ["mirror", moved(RAY, 1)]), (1, between("(]", None, -1))),
    "a mirror that moves": (
        rel(m(moved(["mirror", RAY], 1)), "==", m(between("(]", None, 1))), [1], 0,
        (-1, moved(["mirror", RAY], 1)), (1, between("(]", None, 1))),
    "an interval of no point": (rel(m(between("[]", 2, 1)), "==", 0), [1, 2], 0,
                                (-1, between("[]", 2, 1))),
    "an interval of one point, open": (rel(m(between("(]", 1, 1)), "==", 0), [1], 0,
                                       (-1, between("(]", 1, 1))),
    "a mirror of a moved set is moved the other way": (
        rel(m(["mirror", moved(S, 1)]), "==", m(moved(["mirror", S], -1))), (), 0,
        (-1, ["mirror", moved(S, 1)]), (1, moved(["mirror", S], -1))),
}  # fmt: skip
FALSE = {
    "a mass is at most 1/2": (rel(m(S), "<=", F(1, 2)), (), F(1, 2), (-1, S)),
    "a mass is more than 0": (rel(0, "<", m(S)), (), 0, (1, S)),
    "a mass is not 0": (rel(0, "!=", m(S)), (), 0, (1, S)),
    "masses of two sets are equal": (rel(m(S), "==", m(some("T"))), (), 0, (-1, S),
                                     (1, some("T"))),
    "a set that moves": (rel(m(moved(S, 1)), "==", m(S)), (), 0, (-1, moved(S, 1)), (1, S)),
    "a set and its mirror": (rel(m(["mirror", S]), "<=", m(S)), (), 0, (-1, ["mirror", S]),
                             (1, S)),
    "other coefficients": (rel(0, "<=", mul(-1, m(S))), (), 0, (1, S)),
    "another constant": (rel(1, "<=", m(S)), (), 0, (1, S)),
    "masses of other noise": (rel(0, "<=", mass("Y", S)), (), 0, (1, S)),
    "a point that is left out": (
        rel(m(between("[]", 0, 1)), "==", m(between("(]", 0, 1))), [0, 1], 0,
        (-1, between("[]", 0, 1)), (1, between("(]", 0, 1))),
    "the line without its first cell": (rel(m(between("[)", 0, None)), "==", 1), [0], 1,
                                        (-1, between("[)", 0, None))),
    "the line without its last cell": (rel(m(between("(]", None, 0)), "==", 1), [0], 1,
                                       (-1, between("(]", None, 0))),
    "the line from the first of two points": (
        rel(m(between("[)", 0, None)), "==", 1), [0, 1], 1, (-1, between("[)", 0, None))),
    "an end that is not in order": (rel(m(between("()", 0, 1)), "<=", 1), [0], 1,
                                    (-1, between("()", 0, 1))),
    "points in another order": (
        rel(m(between("()", 0, 1)), "==", 0), [1, 0], 0, (-1, between("()", 0, 1))),
    "a move in the wrong direction": (
        rel(m(moved(RAY, 1)), "==", m(between("[)", -1, None))), [-1, 1], 0,
        (-1, moved(RAY, 1)), (1, between("[)", -1, None))),
    "a mirror with the wrong ends": (
        rel(m(["mirror", RAY]), "==", m(between("()", None, 0))), [0], 0,
        (-1, ["mirror", RAY]), (1, between("()", None, 0))),
    "a mirror before the move": (
        rel(m(["mirror", moved(RAY, 1)]), "==", m(moved(["mirror", RAY], 1))), [-1, 1], 0,
        (-1, ["mirror", moved(RAY, 1)]), (1, moved(["mirror", RAY], 1))),
}  # fmt: skip


@pytest.mark.parametrize("name", TRUE)
def test_what_holds_in_every_cell(name):
    accepted(measured(*TRUE[name]))


@pytest.mark.parametrize("name", FALSE)
def test_what_fails_in_some_cell(name):
    rejected(measured(*FALSE[name]))


def test_points_with_variables_are_shown_to_be_in_order():
    lower, upper = between("(]", "x", "y"), between("(]", "x", "z")
    claim = rel(m(lower), "<=", m(upper))
    terms = (-1, lower), (1, upper)
    known = [var("x"), var("y", "x"), var("z", "y", None, "[)")]
    accepted(measured(claim, ["x", "y", "z"], 0, *terms, domain=known))
    rejected(
        measured(claim, ["x", "y", "z"], 0, *terms, domain=[var("x"), var("y"), var("z")]), "order"
    )


def test_points_that_may_fall_together_are_one_cell():
    """On x <= y, P({x}) <= P([y, oo)) + ... fails where x = y only if that cell is left out."""
    domain = [var("x"), var("y", "x", None, "[)")]
    at, after = between("[]", "x", "x"), between("[)", "y", None)
    proof = measured(rel(add(m(at), m(after)), "<=", 1), ["x", "y"], 1, (-1, at), (-1, after),
                     domain=domain)  # fmt: skip
    rejected(proof, "wrong sign")
    domain[1] = var("y", "x")
    accepted(measured(rel(add(m(at), m(after)), "<=", 1), ["x", "y"], 1, (-1, at), (-1, after),
                      domain=domain))  # fmt: skip


def private_noise(epsilon=1, delta=0, sensitivity=1, of="X"):
    proof = Proof(given=[given("X"), given("Z", "integers")])
    proof.known = proof.assume(private(of, epsilon, delta, sensitivity))
    return proof


def instance(proof, d, event=RAY, domain=(), epsilon=1, delta=0, of="X"):
    claim = rel(
        mass(of, event), "<=", add(mul(exp(epsilon), mass(of, moved(event, d))), delta)
    )  # fmt: skip
    proof.step(
        claim, domain, "privacy", [proof.known], private=proof.known, set=event, shift=tree(d)
    )
    return proof


def test_privacy_of_one_set():
    accepted(instance(private_noise(), "d", domain=[var("d", -1, 1, "[]")]))
    accepted(instance(private_noise(), F(1, 2), S))
    accepted(instance(private_noise(delta=F(1, 10)), -1, S, delta=F(1, 10)))


def test_privacy_beyond_what_is_known():
    rejected(instance(private_noise(), "d", domain=[var("d", -1, 2)]), "allowed")
    rejected(instance(private_noise(), "d", domain=[var("d", -2, 1)]), "allowed")
    rejected(instance(private_noise(), 1, epsilon=F(1, 2)), "not what privacy says")
    rejected(instance(private_noise(delta=F(1, 10)), 1), "not what privacy says")
    rejected(instance(private_noise(), 1, of="Z"), "other noise")
    proof = instance(private_noise(), 1)
    proof.steps[-1]["evidence"]["shift"] = tree(-1)
    rejected(proof, "not what privacy says")
    proof = instance(private_noise(), 1)
    proof.steps[-1]["evidence"]["set"] = S
    rejected(proof, "not what privacy says")
    proof = instance(private_noise(), 1)
    proof.steps[-1]["uses"] = []
    rejected(proof, "among the steps used")


def test_privacy_on_the_integers_is_for_shifts_by_integers():
    accepted(instance(private_noise(of="Z"), 1, of="Z"))
    rejected(instance(private_noise(of="Z"), F(1, 2), of="Z"), "integer")


def test_privacy_known_on_part_of_a_domain():
    def made(domain):
        proof = Proof(given=[given("X")])
        proof.known = proof.assume(private("X", "t"), var("t", 1, 2))
        return instance(proof, 1, domain=domain, epsilon="t")

    accepted(made([var("t", 1, 2)]))
    accepted(made([var("t", F(5, 4), F(7, 4))]))
    rejected(made([var("t", 0, 2)]), "lie where it has to")


def test_a_mirror_needs_evenness_of_that_noise():
    proof = Proof(given=[given("X"), given("Z", "integers")])
    known = proof.assume(even("Z"))
    claim = rel(mass("Z", ["mirror", S]), "==", mass("Z", S))
    proof.step(claim, (), "mirror", [known], even=known, set=S)
    accepted(proof)
    proof.steps[-1]["proposition"] = rel(mass("X", ["mirror", S]), "==", mass("X", S))
    rejected(proof, "other noise")


def test_a_set_that_is_given_is_that_set():
    """What is known of a given set is not known of every set, by the same name or another."""
    proof = Proof(given=[given("X"), anyset("A")])
    known = proof.assume(rel(mass("X", some("A")), "==", 0))
    proof.combine(rel(mass("X", some("A")), "<=", 0), (), (known, {}, -1))
    accepted(proof)
    proof.steps[-1]["proposition"] = rel(mass("X", S), "<=", 0)
    rejected(proof)


def test_a_set_has_a_name_of_its_own():
    for taken in ("X", "G", "p"):
        proof = measured(
            rel(0, "<=", m(some(taken))), (), 0, (1, some(taken)),
            proof=Proof(given=[given("X"), {"name": "G", "kind": "function", "arity": 1}],
                        parameters=[var("p", 0)]),
        )  # fmt: skip
        assert not proof.report().accepted


def test_masses_are_unknown_numbers():
    proof = Proof(given=[given("X")])
    proof.step(rel(m(S), ">=", 0))
    rejected(proof, "not shown")
    same = Proof(given=[given("X")])
    same.step(rel(m(moved(S, add("x", "x"))), "==", m(moved(S, mul(2, "x")))), [var("x")])
    accepted(same)
    same.steps[-1]["proposition"] = rel(m(moved(S, "x")), "==", m(moved(S, mul(2, "x"))))
    rejected(same)
    ends = Proof(given=[given("X")])
    ends.step(rel(m(between("()", 0, 1)), "==", m(between("(]", 0, 1))), by="identity")
    rejected(ends)


def test_masses_have_no_derivative_and_no_limit_at_an_end():
    tail = m(between("[)", "x", None))
    proof = Proof(given=[given("X")])
    proof.step({"kind": "derivative", "function": tail, "variable": "x", "value": tree(0)},
               [var("x")], "derivative")  # fmt: skip
    rejected(proof, "nothing is known")
    limit = {"kind": "limit", "expression": tail, "variable": "x", "point": ["oo"], "side": "-",
             "value": tree(0)}  # fmt: skip
    proof = Proof(given=[given("X")])
    proof.step(limit, (), "limit", rate=None)
    rejected(proof)


def test_sets_are_made_of_sets():
    for event in (
        ["between", "[]", ["mul", ["int", "-1"], ["oo"]], ["int", "0"]],
        ["between", "[]", ["int", "0"], ["oo"]],
        ["between", "()", ["oo"], ["oo"]],
        ["moved", ["int", "0"], ["int", "0"]],
        ["meet", S], ["not", S, S], ["set"], ["set", "1"], ["nothing"], ["set", "noise"],
    ):  # fmt: skip
        rejected(measured(rel(0, "<=", m(event)), (), 0, (1, event)), step=None)


def test_noise_stands_for_noise():
    for of in (noise("X", 1), noise("G"), noise("unknown"), ["sym", "X"]):
        proof = Proof(given=[given("X"), {"name": "G", "kind": "function", "arity": 0}])
        proof.sentence["printed"] = [goal(rel(0, "==", 0))]
        proof.step(rel(mass(of, S), "==", mass(of, S)), by="identity")
        assert not proof.report().accepted
    proof = Proof(given=[given("X", arity=1)])
    same = rel(mass(noise("X", add(1, 1)), S), "==", mass(noise("X", 2), S))
    proof.step(same, by="identity")
    accepted(proof)
    proof.steps[0]["proposition"] = rel(mass(noise("X", 1), S), "==", mass(noise("X", 2), S))
    rejected(proof)


def test_points_and_functions_in_sets_count_as_arguments():
    proof = Proof(given=[given("X"), {"name": "G", "kind": "function", "arity": 1}])
    tail = m(between("[)", ap("G", minus("x", "x")), None))
    proof.step(rel(tail, "==", m(between("[)", ap("G", 0), None))), [var("x")], "identity")
    accepted(proof)
