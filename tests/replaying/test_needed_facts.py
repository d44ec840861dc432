"""Steps that put facts together: what each guard alone refuses of them."""

import pytest
from handmade import (
    F,
    Proof,
    accepted,
    add,
    ap,
    between,
    cheaper,
    cost,
    derivative,
    even,
    exists,
    exp,
    expected,
    fails,
    function,
    given,
    goal,
    index,
    integral,
    isnoise,
    law,
    mass,
    minus,
    mul,
    noise,
    outcome,
    pieces,
    power,
    private,
    refused,
    rel,
    signed,
    some,
    total,
    tree,
    value,
    var,
)
from test_citations import at_hand, citing, lemma
from test_findings import constant
from test_sentences import exist, refuted, uniform

X = var("x", 0)


# -- what is said already -------------------------------------------------------------------------


@pytest.mark.parametrize("place", [True, -1, 3, "1"])
def test_a_fact_about_a_number_has_a_place(place):
    proof = Proof()
    step, rows = constant(proof, "S", 1, [])
    proof.step(rows[1]["proposition"], rows[1]["domain"], "obtained", [step],
               **{"from": step, "fact": place})  # fmt: skip
    if place == -1:
        proof.steps[-1].update(proposition=rows[2]["proposition"], domain=rows[2]["domain"])
    refused(proof, "there is no such fact")


def test_only_a_number_that_was_found_has_facts():
    proof = Proof()
    one = proof.step(rel(0, "<", 1))
    proof.step(rel(0, "<", 1), (), "obtained", [one], **{"from": one, "fact": 0})
    refused(proof, "is not of kind obtain")


LIST, PLACE = "not a list and a place in it", "not a place in a list"


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("printed", LIST), ("ab", LIST), (["printed"], LIST), (["printed", 0, 0], LIST),
        (["printed", True], PLACE), (["printed", -1], PLACE), (["printed", "0"], PLACE),
        (["printed", 1], "not that goal of test.lemma"),
    ],
)  # fmt: skip
def test_a_goal_of_another_claim_has_a_place(place, words):
    found = lemma().document()
    proof = citing(found)
    proof.steps[0]["evidence"]["goal"] = place
    refused(proof, words, cited=at_hand(found))


def test_a_citation_is_of_a_plain_claim_and_rests_on_no_step():
    found = lemma(definitions=[value("v", [], [], 1)]).document()
    refused(citing(found), "of its own", cited=at_hand(found))
    found = lemma().document()
    proof = Proof()
    one = proof.step(rel(0, "<", 1))
    cited = citing(found).steps[0]
    proof.step(cited["proposition"], cited["domain"], "cite", [one], **cited["evidence"])
    refused(proof, "a citation uses no steps", cited=at_hand(found))


# -- pieces of an interval ------------------------------------------------------------------------


def cases(claim, whole, *parts, around=()):
    proof = Proof(printed=[goal(claim, *around, *whole)])
    uses = [proof.step(claim, [*(part[:-1] or around), part[-1]]) for part in parts]
    proof.step(claim, [*around, *whole], "cases", uses)
    return proof


GAP = "the pieces leave a gap"


@pytest.mark.parametrize(
    ("claim", "whole", "parts", "words"),
    [
        (rel("x", "!=", 1), var("x", 0, 2), [var("x", 0, 1), var("x", 1, 2)], GAP),
        (rel("x", "<=", 1), var("x", 0, 2), [var("x", 0, 1, "(]")], GAP),
        (rel("x", "<", 1), var("x", 0, 1, "(]"), [var("x", 0, 1)], GAP),
        (rel("k", ">=", 5), var("k", integer=True), [index("k", 5)], GAP),
        (rel("k", "<=", 5), index("k", 0, 5), [index("k", 0, 4), var("k", None, 5, integer=True)],
         GAP),
        (rel(1, "<", "x"), var("x"), [], "needs a variable, and earlier steps"),
        (rel(0, "<", "x"), var("x", 0, 1, root=[2, F(1, 4)]), [X],
         "the last variable is not an interval's"),
        (rel(0, "<", "x"), var("x", 0, 1), [var("x", 0, 1, root=[2, F(1, 4)])],
         "not one of the last variable's interval"),
    ],
)  # fmt: skip
def test_the_pieces_of_an_interval(claim, whole, parts, words):
    refused(cases(claim, [whole], *([part] for part in parts)), words)


def test_pieces_say_the_same_of_the_same_variable():
    unit, claim = var("x", 0, 1), rel(F(1, 2), "<", "x")
    proof = Proof(printed=[goal(claim, unit)])
    one = proof.step(rel(0, "<", "x"), [unit])
    proof.step(claim, [unit], "cases", [one])
    refused(proof, "says something else, or elsewhere")
    refused(cases(rel(0, "<", 1), [unit], [var("y", 0, 1)]), "not one of the last variable's")


def test_pieces_lie_on_one_domain():
    claim, x = rel(0, "<", "y"), var("x", 0, 1)
    wide, narrow = var("y", -1, 1), var("y", 0, 1)
    refused(cases(claim, [x], [narrow, x], around=[wide]), "says something else, or elsewhere")
    plain = Proof(printed=[goal(rel(0, "<", 1), x)])
    one = plain.step(rel(0, "<", 1))
    plain.step(rel(0, "<", 1), [x], "cases", [one])
    refused(plain, "says something else, or elsewhere")
    plain.steps[-1]["domain"] = []
    plain.sentence["printed"] = [goal(rel(0, "<", 1))]
    refused(plain, "needs a variable, and earlier steps")


# -- other values, other sets, other noise --------------------------------------------------------


def test_an_instance_is_of_something():
    proof = Proof()
    proof.step(rel(1, "<", 0), (), "instance", at={}, sets={})
    refused(proof, "no step is used")
    proof = Proof(given=[given("X")])
    known = proof.assume(expected("X", mass("X", some()), "<=", 1))
    ray = between("[)", "u", None)
    proof.step(expected("X", mass("X", ray), "<=", 1), (), "instance", [known], at={},
               sets={"S": ray})  # fmt: skip
    refused(proof, "a set speaks of what is bound")


def test_values_are_of_variables_that_are_there():
    proof = Proof()
    one = proof.step(rel(0, "<", "x"), [X])
    proof.step(rel(0, "<", 1), (), "instance", [one], at={"x": tree(1), "z": tree(1)}, sets={})
    refused(proof, "a value for a variable that is not there")


def test_a_value_that_is_none_is_that_of_no_variable():
    proof = Proof()
    one = proof.step(rel(0, "<", 1), [var("x")])
    proof.step(rel(0, "<", 1), (), "instance", [one], at={"x": power(0, -1)}, sets={})
    refused(proof, "a division by something that is not shown to differ from 0")


def test_only_a_parameter_that_stays_lies_where_it_has_to():
    where, p = "is not shown to lie where it has to", var("p", 0, 1)
    proof = Proof(parameters=[p])
    square = proof.step(rel(power("p", 2), "<", "p"), [p])
    proof.step(rel(25, "<", 5), (), "instance", [square], at={"p": tree(5)}, sets={})
    refused(proof, where)
    proof.steps[-1].update(
        proposition=rel(power("p", 2), "<", "p"), domain=[var("p", 0, 5)],
        evidence={"at": {}, "sets": {}},
    )  # fmt: skip
    refused(proof, where)
    proof.steps[-1].update(proposition=rel(0, "<", 1), domain=[])
    proof.steps[0].update(proposition=rel(0, "<", 1), domain=[var("y", 0)])
    refused(proof, "speaks of y, which is not in the domain")


def test_a_value_of_an_integer_is_one():
    proof = Proof(given=[function("G")])
    known = proof.assume(rel(0, "<=", ap("G", "n")), index("n"))
    proof.step(rel(0, "<=", ap("G", F(1, 2))), (), "instance", [known], at={"n": tree(F(1, 2))},
               sets={})  # fmt: skip
    refused(proof, "the value of n is not shown to lie where it has to")
    proof.steps[-1].update(
        proposition=rel(0, "<=", ap("G", power("k", -1))), domain=[index("k", 1)],
        evidence={"at": {"n": power("k", -1)}, "sets": {}},
    )  # fmt: skip
    refused(proof, "the value of n is not shown to lie where it has to")
    proof.steps[-1].update(
        proposition=rel(0, "<=", ap("G", "y")), domain=[var("y", 0)],
        evidence={"at": {"n": tree("y")}, "sets": {}},
    )  # fmt: skip
    refused(proof, "the value of n is not shown to lie where it has to")


def test_what_is_said_of_noise_is_said_of_noise_of_that_name():
    proof = Proof(given=[given("X", arity=2), given("Y", arity=1)])
    known = proof.assume(even(noise("Y", "y")), var("y", 0))
    claim = exists([var("g", 0, 1)], even(noise("X", 1, 2)))
    proof.step(claim, (), "witness", [known], values={"g": tree(F(1, 2))})
    refused(proof, "a step used is about other noise")


def test_a_witness_lies_in_its_range_and_is_what_is_wanted():
    proof = Proof()
    one = proof.step(rel(0, "<", 1))
    within = exists([var("g", 0, 1)], rel(0, "<", 1))
    proof.step(within, (), "witness", [one], values={"g": tree(5)})
    refused(proof, "the value of g is not shown to lie where it has to")
    proof.steps[-1].update(
        proposition=exists([var("g", 0, 1)], rel(1, "<", "g")),
        evidence={"values": {"g": tree(F(1, 2))}},
    )
    refused(proof, "a step used does not say what is to hold of the values")


def test_a_witness_has_a_value_for_each_variable():
    claim = exists([var("g", 0, 1)], rel(0, "<", 1))
    proof = Proof()
    one = proof.step(rel(0, "<", 1))
    proof.step(claim, (), "witness", [one], values={"g": tree(F(1, 2)), "k": tree(1)})
    refused(proof, "not a value for each of the variables")
    proof.steps[-1]["evidence"]["values"] = {}
    refused(proof, "not a value for each of the variables")


def test_what_is_bound_has_a_name_of_its_own():
    """E(|X| + w) >= 1 for a w is not E(2 |X|) >= 1, nor is it said with a name that is taken."""
    proof = Proof(given=[given("X")])
    known = proof.assume(expected("X", add("u", "w"), ">=", 1), var("w", 0))
    proof.step(expected("X", add("w", "w"), ">=", 1, u="w"), (), "instance", [known],
               at={}, sets={})  # fmt: skip
    refused(proof, "")


# -- expectations ---------------------------------------------------------------------------------


def test_comparisons_follow_one_another():
    proof = Proof(given=[given(x) for x in "XYZW"] + [cost()])
    one, two = proof.assume(cheaper("X", "Y")), proof.assume(cheaper("Z", "W"))
    not_two = "not two comparisons, one after the other"
    proof.step(cheaper("X", "W"), (), "order", [one, two], expected=one, bound=two)
    refused(proof, "other noise")
    other = Proof(given=[given(x) for x in "XYZ"] + [cost(), cost("K")])
    one, two = other.assume(cheaper("X", "Y")), other.assume(cheaper("Y", "Z", "K"))
    other.step(cheaper("X", "Z"), (), "order", [one, two], expected=one, bound=two)
    refused(other, not_two)
    other.steps[-1]["proposition"] = cheaper("X", "Z", "K")
    refused(other, not_two)


def weaker(said, claimed, *bounds, domain=(), uses=None):
    proof = Proof(given=[given("X"), given("Y")])
    known = [proof.assume(said)]
    known += [proof.step(rel(*bound), around) for bound, around in bounds]
    proof.step(claimed, domain, "weaken", known if uses is None else known[:uses])
    return proof


def test_a_bound_of_an_expectation_is_of_that_expectation():
    said = expected("X", "u", ">=", 2)
    accepted(weaker(said, expected("X", "u", ">=", 2)))
    other = "a step used is about another expectation"
    refused(weaker(said, expected("X", mul(2, "u"), ">=", 2)), other)
    refused(weaker(said, said, ((0, "<", 1), ()), ((0, "<", 1), ())), "one step or two are used")
    refused(weaker(said, said, uses=0), "one step or two are used")


def test_a_bound_of_an_expectation_holds_there():
    """1 <= x for x >= 1 bounds nothing at x in (0, 1)."""
    proof = Proof(given=[given("X")])
    known = proof.assume(expected("X", "u", ">=", "x"), X)
    bound = proof.step(rel(1, "<=", "x"), [var("x", 1, None, "[)")])
    proof.step(expected("X", "u", ">=", 1), [X], "weaken", [known, bound])
    refused(proof, "the value of x is not shown to lie where it has to")


def test_an_equation_is_not_weakened_by_an_inequality():
    proof = weaker(expected("X", "u", "==", 2), expected("X", "u", "==", 1), ((1, "<", 2), ()))
    refused(proof, "the bound is of another direction, or not strict")


# -- refutations ----------------------------------------------------------------------------------


def test_a_refutation_notes_nothing_else():
    proof = refuted()
    proof.steps[-1]["evidence"]["more"] = 1
    refused(proof, "something else than notes", verdict="refuted")


def test_a_refutation_is_at_all_parameters():
    proof = refuted()
    proof.sentence["parameters"] = [var("p", 0, 1)]
    refused(proof, "the point does not have all parameters", verdict="refuted")


def test_a_refutation_is_at_a_point_of_the_domain():
    """X is given for p in (0, 1), and refuted at p = 2."""
    proof = refuted()
    p = var("p", 0, 1)
    proof.sentence["parameters"] = [p]
    claim = fails(proof.sentence["printed"][0]["proposition"], {"X": noise("U")}, p=2)
    proof.steps[-1].update(proposition=claim)
    refused(proof, "the point is not shown to lie in the domain", verdict="refuted")


def test_a_refutation_leaves_nothing_given():
    proof = refuted(printed=rel(add(mass("X", between("(]", 0, 1)), mul(0, ap("c"))), "<=",
                                F(1, 4)))  # fmt: skip
    proof.sentence["given"].append(function("c", 0))
    refused(proof, "nothing stands for c, which is given", verdict="refuted")


def test_a_refutation_is_of_something_that_has_a_negation():
    proof = refuted(printed=private("X", 0))
    refused(proof, "no negation of 'private'", verdict="refuted")


def test_a_refutation_is_by_noise_that_exists_itself():
    proof = refuted()
    proof.sentence["definitions"] += uniform(2, "V", "g")
    last = proof.steps.pop()
    there = exist(proof, 2, "V")
    proof.step(last["proposition"], (), "refutation", [there, *last["uses"][1:]], steps={})
    refused(proof, "no step used shows that the noise for X exists", verdict="refuted")


def test_hypotheses_that_are_no_relations_are_not_seen_to_hold():
    proof = refuted([total("k", "k", 0, 3, 6)])
    refused(proof, "a hypothesis is not seen to hold", verdict="refuted")


def test_another_value_refutes_one_when_it_is_shown():
    x, claim = [var("x", 0)], derivative("x", "x", 1)
    proof = Proof(printed=[goal(claim, *x)])
    proof.step(fails(claim, x=1), x, "counterexample", instead=tree(2), shown={})
    refused(proof, "not the derivative", verdict="refuted")
    claim = total("k", "k", 0, 2, 4)
    proof = Proof(printed=[goal(claim)])
    proof.step(fails(claim), (), "counterexample")
    refused(proof, "no counterexample to a proposition of this kind", verdict="refuted")


STANDS = "no noise that may stand for "


def test_noise_stands_for_given_noise_alone():
    def made(given_, stands="X", of=None):
        proof = refuted()
        proof.sentence["given"] = given_
        row = dict(proof.steps[-1]["proposition"], objects={stands: of or noise("U")})
        proof.steps[-1].update(proposition=row, method="counterexample", evidence={})
        row["proposition"] = rel(1, "<=", 0)
        proof.sentence["printed"] = [goal(rel(1, "<=", 0))]
        return proof

    x = given("X")
    refused(made([x, function("c", 0)], "c"), STANDS + "c", verdict="refuted")
    refused(made([x], "nothing"), STANDS + "nothing", verdict="refuted")
    refused(made([x], "U"), STANDS + "U", verdict="refuted")
    refused(made([x], of=noise("U", "y")), "the point is not exact", verdict="refuted")
    refused(made([given("X", arity=1)]), STANDS + "X", verdict="refuted")
    refused(made([x, given("Y")], of=noise("Y")), "is not defined but given", verdict="refuted")


def test_a_counterexample_has_the_parameters_on_which_others_depend():
    """With q in (0, p) and p in (0, 1), q = 5 alone is no point."""
    p, q = var("p", 0, 1), var("q", 0, "p")
    claim = rel("q", "<", 4)
    proof = Proof(parameters=[p, q], printed=[goal(claim, var("q", 0, 9))])
    proof.step(fails(claim, q=5), [var("q", 0, 9)], "counterexample")
    refused(proof, "leaves a parameter out on which another depends", verdict="refuted")


# -- rules ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [1, ["Archimedes"], "no such rule"])
def test_a_rule_has_a_name(name):
    proof = Proof()
    one = proof.step(rel(mul("n", 0), "<=", 0), [index("n")])
    proof.rule("Archimedes", rel(0, "<=", 0), (), [one], value=0, bound=0)
    document = proof.document()
    document["steps"][-1]["evidence"]["rule"] = name
    assert "not the name of a rule" in outcome(signed(document)).reason


def test_a_rule_that_finds_a_number_says_no_relation():
    proof = Proof()
    step, _ = constant(proof, "S", 1, [])
    proof.steps[int(step) - 1]["proposition"] = rel(0, "<", 1)
    refused(proof, "only a rule with a new letter obtains")


def test_noise_exists_of_which_a_rule_finds_something():
    heavy = [pieces("f", [], [], [(1, 1), (0, None)]), law("Q", "f")]
    proof = Proof(definitions=heavy)
    beyond = mass("Q", between("[)", ap("t"), None))
    facts = [(rel(0, "<", ap("t")),), (rel(beyond, "<", F(1, 2)),)]
    proof.obtain("tails vanish", "t", facts, (), [], noise=noise("Q"), level=F(1, 2))
    refused(proof, "no step used shows that the noise Q exists")


def test_more_steps_than_a_rule_needs_say_where_values_lie():
    proof = Proof(given=[given("X")])
    more = proof.assume(even("X"))
    one = proof.step(rel(mul("n", 0), "<=", 0), [index("n")])
    proof.rule("Archimedes", rel(0, "<=", 0), (), [one, more], value=0, bound=0)
    refused(proof, "more steps than premises and existence are used")


def test_a_cost_of_a_rule_is_one():
    def made(name):
        proof = Proof(given=[given("X"), given("Y"), function("c", 0), cost()])
        tails = [mass(of, ["not", between("()", mul(-1, "x"), "x")]) for of in "XY"]
        known = proof.assume(rel(tails[0], "<=", tails[1]), X)
        proof.rule("stochastic order", cheaper("X", "Y"), (), [known], cheap=noise("X"),
                   dear=noise("Y"), cost="L")  # fmt: skip
        proof.steps[-1]["evidence"]["bindings"]["cost"] = name
        return proof

    accepted(made("L"))
    refused(made("c"), "the binding cost is another thing")
    refused(made("nothing"), "the binding cost is another thing")


def test_a_number_is_found_outside_of_the_rule():
    """The h of the rule is the width of an increase, and none of a domain around."""
    t, curve = ap("t", "h"), minus("x", F(1, 3))
    h, proof = [var("h", 0)], Proof()
    one = proof.step(rel(minus(minus(add("x", "h"), F(1, 3)), curve), "<=", mul(2, "h")),
                     [var("x", 0, 1, "[)"), var("h", 0, minus(1, "x"), "(]")])  # fmt: skip
    two, three = proof.step(rel(F(-1, 3), "<", 0)), proof.step(rel(0, "<", F(2, 3)))
    facts = [(rel(0, "<", t),), (rel(t, "<", 1),), (rel(minus(t, F(1, 3)), "==", 0),)]
    proof.obtain("intermediate value", "t", facts, h, [one, two, three], curve=curve, slope=2,
                 lower=0, upper=1)  # fmt: skip
    refused(proof, "a variable of the rule is in the domain of what is obtained")


def test_a_parameter_is_not_bound_again():
    """The integral of (u - 1/2) w over u in (0, 1) is 0 for every w, but not with w for u."""
    proof = Proof(parameters=[var("w", 0)])
    half = minus("u", F(1, 2))
    slope = mul(F(1, 2), "w", minus(mul("u", "u"), "u"))
    known = proof.step(integral(mul(half, "w"), "u", 0, 1, 0), [var("w", 0)], "integral",
                       antiderivative=slope)  # fmt: skip
    false = integral(mul(minus("w", F(1, 2)), "w"), "w", 0, 1, 0)
    proof.step(false, (), "instance", [known], at={}, sets={})
    refused(proof, "w is spoken of already")


def test_what_has_other_ends_is_something_else():
    proof = Proof(given=[function("G")])
    bounded, endless = (integral(ap("G", "x"), "x", 0, high, 1) for high in (1, None))
    for one, other in ((bounded, endless), (endless, bounded)):
        proof = Proof(given=[function("G")])
        known = proof.assume(one)
        proof.step(other, (), "instance", [known], at={}, sets={})
        refused(proof, "not what the step used says there")


def test_slopes_are_not_witnessed():
    y, slope = [var("y", 0)], derivative("y", "y", 1)
    proof = Proof()
    known = proof.step(slope, y, "derivative")
    proof.step(exists([var("g", 0, 1)], slope), y, "witness", [known], values={"g": tree(F(1, 2))})
    refused(proof, "a step used does not say")


def test_a_conclusion_is_on_a_range_that_is_not_empty():
    rows = rel(3, "<=", minus(ap("G", add("n", 1)), ap("G", "n")))
    grown = rel(add(ap("G", 0), mul("n", 3)), "<=", ap("G", "n"))
    for hollow in (False, True):
        proof = Proof(given=[function("G")])
        known = proof.assume(rows, index("n", 0, 4))
        to_five = {**index("n", 0, 5), "hollow": hollow}
        proof.rule("induction", grown, [to_five], [known], terms=ap("G", "n"), step=3, last=5)
        if not hollow:
            accepted(proof)
        else:
            proof.combine(rel(0, "<", 1), (), (known, {"n": 0}, 0), also=["2"])
            refused(proof, "not what 'induction' concludes")


def test_noise_of_a_family_exists_wherever_a_rule_speaks_of_it():
    """The noises of "mixtures" depend on its index, and no step shows that one exists."""
    n, s = index("n"), some()
    whole = [var("n", 0, None, "[)", integer=True)]
    rows = [(F(1, 2), 1), (0, None)]
    proof = Proof(
        given=[given("Y"), given("P", arity=1), cost()],
        definitions=[pieces("f", ["n"], whole, rows), law("M", "f", ["n"], whole)],
    )
    said = [
        (rel(mul(add("n", 1), mass(noise("M", add("n", 1)), s)), "==",
             add(mul("n", mass(noise("M", "n"), s)), mass(noise("P", "n"), s))), n),
        (rel(0, "==", 0),), (rel("n", "<=", add("n", 1)), n), (rel(0, "<", 3),),
        (cheaper(noise("P", "n"), "Y"), n),
    ]  # fmt: skip
    uses = [proof.assume(claim, *domain) for claim, *domain in said]
    proof.rule("mixtures", cheaper(noise("M", 3), "Y"), (), uses, mixed=noise("M", "n"),
               part=noise("P", "n"), weight="n", dear=noise("Y"), cost="L", last=3)  # fmt: skip
    refused(proof, "no step used shows that the noise M exists")


def test_a_density_says_all_of_noise_without_an_atom():
    halved = mul(F(1, 4), exp(mul(-1, "x")))
    proof = Proof(definitions=[pieces("f", [], [], [(halved, None)]), law("Q", "f", atom=F(1, 2))])
    sign = proof.step(rel(0, "<=", halved), [var("x", 0, None, "[)")])
    whole = proof.step(
        integral(halved, "x", 0, None, F(1, 4)), (), "integral",
        antiderivative=mul(F(-1, 4), exp(mul(-1, "x"))),
    )  # fmt: skip
    there = proof.step(isnoise("Q"), (), "existence", [sign, whole])
    proof.rule("privacy, by the density", private("Q", 1), (), [there], noise=noise("Q"),
               epsilon=1, sensitivity=1)  # fmt: skip
    refused(proof, "is not shown to have no atom")
    lone = Proof(given=[given("X")])
    lone.rule("privacy, by the density", private("X", 1), (), [], noise=noise("X"), epsilon=1,
              sensitivity=1)  # fmt: skip
    refused(lone, "is not defined but given")
