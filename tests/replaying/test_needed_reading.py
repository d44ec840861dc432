"""Documents of another shape, and sentences that are not closed: each met by one guard alone."""

import pytest
from flint import arb, ctx
from handmade import (
    F,
    Proof,
    accepted,
    add,
    ap,
    derivative,
    exists,
    fails,
    function,
    given,
    goal,
    index,
    law,
    mass,
    mul,
    outcome,
    pieces,
    private,
    program,
    refused,
    rel,
    signed,
    some,
    tree,
    value,
    var,
)
from test_findings import constant
from test_promises import about, promise

from dpproofs.replaying import Rejected, divergence
from dpproofs.replaying import divergence_reading as reading

X, Y = var("x", 0), var("y", 0)


def trivial(*printed, **sentence):
    proof = Proof(printed=[goal(rel(0, "<", 1)), *printed], **sentence)
    proof.step(rel(0, "<", 1))
    return proof


# -- shapes ---------------------------------------------------------------------------------------


def test_lists_are_short():
    many = [var(f"x{i}", 0) for i in range(17)]
    refused(trivial(goal(rel(0, "<", 1), *many)), "not a list of at most 16")


def test_a_variable_is_an_object():
    row = ["name", "lower", "upper", "ends", "integer", "root", "hollow"]
    refused(trivial(goal(rel(0, "<", 1), row)), "not an object with exactly the keys name")


@pytest.mark.parametrize("at", [None, [], "x"])
def test_values_have_names(at):
    proof = Proof()
    one = proof.step(rel(0, "<", "x"), [X])
    proof.step(rel(0, "<", 1), (), "instance", [one], at=at, sets={})
    refused(proof, "evidence.at: not an object")


@pytest.mark.parametrize("of", [["noise"], ["noise", "X", *[tree(1)] * 10], ["cost", "X"], "X"])
def test_noise_has_a_name_and_few_arguments(of):
    proof = trivial(goal(private("X", 1)), given=[given("X")])
    proof.sentence["printed"][1]["proposition"]["noise"] = of
    refused(proof, "proposition.noise: not ")


@pytest.mark.parametrize(
    "event",
    [
        ["between", "[)", ["mul", ["int", "-1"], ["oo"]], tree(0)],
        ["between", "(]", tree(0), ["oo"]],
    ],
)
def test_infinity_is_in_no_interval(event):
    proof = trivial(goal(rel(mass("X", event), "<=", 1)), given=[given("X")])
    refused(proof, "an infinite end that is closed")


@pytest.mark.parametrize("order", [["2"], [2.0], [True], [1], [65]])
def test_a_root_has_an_order(order):
    x = {**var("x", 0, 1), "root": [*order, tree(F(1, 4))]}
    refused(trivial(goal(rel(0, "<", 1), x)), "not an order from 2 to 64")


@pytest.mark.parametrize("root", ["ab", {"a": 1, "b": 2}, [2], [2, tree(1), 3]])
def test_a_root_is_a_list_of_two(root):
    x = {**var("x", 0, 1), "root": root}
    refused(trivial(goal(rel(0, "<", 1), x)), "not an order and an expression")


@pytest.mark.parametrize("bad", [["exp", tree(1), tree(2)], ["pi", tree(1)], ["sym", "x", "y"]])
def test_a_tree_has_no_more_parts_than_its_kind(bad):
    refused(trivial(goal(rel(0, "<", bad), X)), "parts")


def test_what_fails_speaks_of_variables_that_are_there():
    proof = trivial()
    proof.step(fails(rel("z", "<", 1)), (), "counterexample")
    refused(proof, "steps[1].lhs: speaks of a variable that is not in the domain")


@pytest.mark.parametrize("point", [None, {"x": tree(1)}, "x", [["x"]], [{"x": tree(1)}], ["xy"]])
def test_a_point_is_a_list_of_values(point):
    claim = fails(rel("x", "<", 1), x=1)
    claim["point"] = point
    proof = Proof(printed=[goal(rel("x", "<", 1), X)])
    proof.step(claim, [X], "counterexample")
    refused(proof, "not a list of names with values", verdict="refuted")


@pytest.mark.parametrize("kind", ["define", "obtain"])
def test_what_introduces_a_name_is_no_goal(kind):
    claim = {
        "define": {"kind": "define", "definition": value("v", [], [], 1)},
        "obtain": {"kind": "obtain", "name": "v", "arguments": [], "facts": []},
    }[kind]
    refused(trivial(goal(claim)), f"'{kind}' stands in steps only")


# -- scopes ---------------------------------------------------------------------------------------


def test_variables_are_bound_once_and_before_they_are_spoken_of():
    refused(trivial(parameters=[X, X]), "occurs twice or is bounded too early")
    refused(trivial(parameters=[var("x", "y"), Y]), "occurs twice or is bounded too early")
    claim = exists([var("x", 0, "z")], rel(0, "<", "x"))
    refused(trivial(goal(claim)), "occurs twice or is bounded too early")
    refused(trivial(goal(exists([X], rel(0, "<", "z")))), "not in the domain")
    refused(trivial(goal(program("z", ["z", "z"], [], [], 0))), "is bound twice")
    refused(trivial(goal(derivative(1, "z", 0))), "no such variable")


def test_a_point_speaks_of_no_variable():
    proof = Proof(printed=[goal(rel("x", "<", 1), X)])
    proof.step(fails(rel("x", "<", 1), x=add("x", 1)), [X], "counterexample")
    refused(proof, "the point is not exact", verdict="refuted")


def test_a_definition_has_its_own_domain():
    proof = trivial()
    definition = {"kind": "define", "definition": value("v", [], [], 1)}
    proof.step(definition, [X], "define")
    proof.step(rel(ap("v"), "==", 1), (), "definition", name="v", piece=None)
    refused(proof, "a definition has its own domain")


def test_a_fact_about_a_number_is_on_the_domain_of_its_step():
    proof = Proof()
    step_, rows = constant(proof, "S", 1, [var("c", 0)])
    for row in rows:
        row["domain"] = row["domain"][1:]
    claim = proof.steps[int(step_) - 1]["proposition"]
    claim["facts"] = [goal(rel(0, "<=", 1)) for _ in rows]
    refused(proof, "a fact that is not on the domain of the step")


def test_nothing_is_promised_twice_or_of_another_kind():
    assert about(promise()).report().accepted is False
    kept = [goal(exists([], rel(0, "<", 1)))]
    refused(about(promise(*kept)), "'exists' within 'promise'")


# -- names ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        (rel(ap("F"), "<", 1), "speaks of F, which nothing declares"),
        (rel(ap("X"), "<", 1), "X is not a function of 0 arguments"),
        (rel(ap("G"), "<", 1), "G is not a function of 0 arguments"),
        (rel(mass("X", some("G")), "<", 1), "G is not a set of 0 arguments"),
    ],
)
def test_a_name_is_what_it_was_declared_as(claim, words):
    refused(trivial(goal(claim), given=[given("X"), function("G")]), words)


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([value("v", ["y"], [X, Y], 1)], "its variables are not its arguments and parameters"),
        ([value("v", ["y"], [], 1)], "its variables are not its arguments and parameters"),
        ([value("v", ["y", "y"], [Y], 1)], "its variables are not its arguments and parameters"),
        ([value("v", ["p"], [var("p", 0, 1)], 1)], "not its arguments and parameters"),
        ([pieces("v", [], [], [(1, None)], x="p")], "its variable or index has another meaning"),
        ([pieces("v", [], [], [(1, 1)], 1, "x")], "its variable or index has another meaning"),
        ([pieces("v", [], [], [(1, None)], n="n")], "a period without an index"),
        ([pieces("v", [], [], [(1, 1)], 1)], "a period without an index"),
        ([pieces("v", [], [], [(1, "x")])], "speaks of a variable that is not in its domain"),
        ([pieces("v", [], [], [("z", None)])], "speaks of a variable that is not in its domain"),
        ([value("v", [], [], mass("X", some()))], "the definition of v speaks of any set"),
        ([law("v", "w")], "its density is not a definition in pieces"),
        ([value("w", [], [], 1), law("v", "w")], "its density is not a definition in pieces"),
        ([pieces("w", ["y"], [Y], [(1, None)]), law("v", "w")], "with the same arguments"),
    ],
)
def test_what_a_definition_speaks_of(rows, words):
    sentence = {"given": [given("X")], "parameters": [var("p", 0, 1)]}
    refused(trivial(definitions=rows, **sentence), words)


# -- a certificate --------------------------------------------------------------------------------


def test_what_is_promised_has_no_name_of_the_proof():
    proof = about(promise(goal(rel(0, "<", 1)), name="v"))
    definition = value("v", [], [], 1)
    proof.define(definition)
    proof.step(rel(ap("v"), "==", 1), (), "definition", name="v", piece=None)
    refused(proof, "v stands for something else already")


def test_a_hypothesis_or_another_failure_concludes_nothing():
    claim = rel(ap("c"), "<", 1)
    proof = Proof(given=[function("c", 0)], printed=[goal(claim)])
    proof.assume(claim)
    refused(proof, "step 1 is used by nothing")
    proof = trivial()
    proof.step(fails(rel(1, "<", 0)), (), "counterexample")
    refused(proof, "step 2 is used by nothing")


@pytest.mark.parametrize("d", [
    var("d", 1, None, "[)"), index("d"), index("d", None), index("other", 1),
    index("d", add(1, 1)),
])  # fmt: skip
def test_a_norm_is_on_a_space_of_whole_dimension(d):
    norm = {"name": "N", "kind": "norm", "arity": 0, "dimension": "d"}
    refused(trivial(given=[norm], parameters=[d]), "N: its dimension is no parameter 1, 2, ...")
    accepted(trivial(given=[norm], parameters=[index("d", 1)]))


def test_parameters_do_not_depend_on_objects():
    bounds = [var("p", 0, add(1, mul(ap("c"), ap("c"))))]
    proof = trivial(given=[function("c", 0)], parameters=bounds)
    refused(proof, "a bound of a parameter speaks of an object")


def test_steps_are_numbered_in_the_usual_way():
    proof = trivial()
    proof.steps[0]["name"] = "01"
    refused(proof, "the steps are not numbered in order")


def test_the_rules_that_are_trusted_are_those_that_are_used():
    proof = trivial()
    refused(proof, "not the rules that the steps use", trusts=["Archimedes"])
    ruled = Proof()
    one = ruled.step(rel(mul("n", 0), "<=", 0), [index("n")])
    ruled.rule("Archimedes", rel(0, "<=", 0), (), [one], value=0, bound=0)
    accepted(ruled)
    refused(ruled, "not the rules that the steps use", trusts=[])
    record = {**ruled.document(), "verdict": "open", "grade": None}
    assert outcome(signed(record)).accepted
    assert "trusts of an open claim" in outcome(signed({**record, "trusts": []})).reason
    assert "grade or trusts" in outcome(signed({**record, "grade": "proved"})).reason


def test_a_goal_is_not_established_and_refuted():
    """From a hypothesis that is false, 2 <= 1 follows; and it fails, as it is about numbers."""
    false, claim = rel(1, "<=", 0), rel(2, "<=", 1)
    proof = Proof(printed=[goal(claim)])
    known = proof.assume(false)
    proof.combine(claim, (), (known, {}, 1))
    proof.step(fails(claim), (), "counterexample")
    refused(proof, "a goal is both established and refuted", verdict="refuted")


# -- least divergences ----------------------------------------------------------------------------

HEX = "0x1.8p+0"


@pytest.mark.parametrize(
    ("read", "given_", "words"),
    [
        (lambda d: reading.integer(d, "n", 5), {"n": "1"}, "not an integer in"),
        (lambda d: reading.integer(d, "n", 5), {"n": True}, "not an integer in"),
        (lambda d: reading.integer(d, "n", 5), {"n": 0}, "not an integer in"),
        (lambda d: reading.integer(d, "n", 5), {"n": 6}, "not an integer in"),
        (lambda d: reading.rational(d, "q"), {"q": 1}, "not a rational number"),
        (lambda d: reading.rational(d, "q"), {"q": "1e3"}, "not a rational number"),
        (lambda d: reading.ratio_of(d, "r"), {"r": "0"}, "r is not in"),
        (lambda d: reading.ratio_of(d, "r"), {"r": "1"}, "r is not in"),
        (reading.header_of, {"cost": "0", "order": "1", "budget": "1"}, "cost is not in"),
        (reading.header_of, {"cost": "65", "order": "1", "budget": "1"}, "cost is not in"),
        (reading.header_of, {"cost": "1", "order": "1/2", "budget": "1"}, "order is not in"),
        (reading.header_of, {"cost": "1", "order": "257", "budget": "1"}, "order is not in"),
        (reading.header_of, {"cost": "1", "order": "1", "budget": "0"}, "budget is not positive"),
        (lambda d: reading.masses_of(d, "m", 1), {"m": HEX}, "m is not a list"),
        (lambda d: reading.masses_of(d, "m", 2), {"m": [HEX]}, "m is not a list"),
        (lambda d: reading.masses_of(d, "m", 1), {"m": [1.5]}, "no hexadecimal number"),
        (lambda d: reading.masses_of(d, "m", 1), {"m": ["1.5"]}, "no hexadecimal number"),
        (lambda d: reading.masses_of(d, "m", 1), {"m": ["0x0.0p+0"]}, "that is not positive"),
        (lambda d: reading.masses_of(d, "m", 1), {"m": ["0x1.8p+9999"]}, "that is too large"),
        (lambda d: reading.part_of(d, "p"), {"p": []}, "p is not an object"),
        (lambda d: reading.weights_of(d, 3), {"weights": [["1", HEX]]}, "weights is not an object"),
        (lambda d: reading.weights_of(d, 3), {"weights": {}}, "weights is not an object"),
        (lambda d: reading.weights_of(d, 3), {"weights": {1: HEX}}, "weights has a shift"),
        (lambda d: reading.weights_of(d, 3), {"weights": {"01": HEX}}, "weights has a shift"),
        (lambda d: reading.weights_of(d, 3), {"weights": {"4": HEX}}, "weights has a shift"),
        (lambda d: reading.weights_of(d, 3), {"weights": {"1": HEX}}, "have a sum above 1"),
    ],
)
def test_numbers_of_a_least_divergence(read, given_, words):
    with pytest.raises(Rejected, match=words):
        read(given_)


def test_numbers_of_a_least_divergence_are_finite_and_few(monkeypatch):
    monkeypatch.setattr(reading, "MOST", 1)
    with pytest.raises(Rejected, match="m is not a list of 1 to 1 numbers"):
        reading.masses_of({"m": [HEX, HEX]}, "m", 1)


def test_the_cost_of_a_tail_comes_to_an_end():
    """The sum of the mean of |x|^(1/2) over cells of width 1/2, each times 1/2."""
    half = F(1, 2)
    with ctx.workprec(divergence.BITS):
        found = divergence.tail_cost(1, 2, half, half)
        terms = (divergence.mean_cost(i, 2, half) * arb(2) ** (1 - i) for i in range(1, 200))
        assert abs(found - sum(terms, arb(0))) < 1e-25
    assert found.rad() < 1e-25


@pytest.mark.parametrize("changes", [{"format": 2}, {"kind": "bracket"}])
def test_a_least_divergence_is_of_its_kind(changes):
    with pytest.raises(Rejected, match="not a certificate of kind 'cactus' and format 1"):
        divergence.bounds({"format": 1, "kind": "cactus", **changes})
