"""Closed sentences: what a name stands for, what a parameter is, and what may be assumed."""

import pytest
from handmade import (
    F,
    Proof,
    Refused,
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
    limit,
    mass,
    minus,
    mul,
    noise,
    pieces,
    power,
    private,
    rejected,
    rel,
    some,
    total,
    tree,
    value,
    var,
)

P, Y = var("p", 0, 1), var("y", 0)
C = ap("c")
UNKNOWN = [function("c", 0), function("G"), given("X"), cost()]


def trivial(**sentence):
    """A true goal, so that only the sentence can be wrong."""
    proof = Proof(**{"given": UNKNOWN, **sentence})
    proof.sentence["printed"] = [*sentence.get("printed", []), goal(rel(0, "==", 0))]
    proof.step(rel(0, "==", 0), by="identity")
    return proof


# -- names ----------------------------------------------------------------------------------------

UNDECLARED = {
    "a function": rel(ap("F", 1), ">=", 5),
    "a number": rel(ap("F"), ">=", 5),
    "another arity": rel(ap("G", 1, 2), ">=", 5),
    "noise for a function": rel(ap("X"), ">=", 5),
    "noise": rel(0, "<=", mass("N", some())),
    "a function for noise": rel(0, "<=", mass("G", some())),
    "a family that is none": rel(0, "<=", mass(noise("X", 1), some())),
    "a function for a set": rel(0, "<=", mass("X", some("G"))),
    "a cost that is none": cheaper("X", "X", "G"),
    "a cost without a name": cheaper("X", "X", "K"),
    "private noise": private("N", 1),
    "noise inside": exists([var("g", 0, 1)], private("N", 1)),
    "a bound": exists([var("g", 0, ap("F"))], rel(0, "<=", 1)),
}


@pytest.mark.parametrize("name", UNDECLARED)
@pytest.mark.parametrize("where", ["printed", "also", "corrected"])
def test_a_goal_speaks_of_what_is_declared(name, where):
    proof = trivial(**{where: [goal(UNDECLARED[name])]})
    rejected(proof, step=None)
    assert "open follows" not in proof.report().reason


def test_a_hypothesis_speaks_of_what_is_declared():
    for claim in UNDECLARED.values():
        rejected(trivial(hypotheses=[goal(claim)]), step=None)


def test_nothing_that_a_proof_introduces_is_in_the_sentence():
    proof = trivial(printed=[goal(rel(ap("v"), "==", 1))])
    proof.define(value("v", [], [], 1))
    rejected(proof, "nothing declares", step=None)


@pytest.mark.parametrize("name", ["c", "G", "X", "L", "p", "v"])
def test_a_definition_has_a_new_name(name):
    proof = trivial(parameters=[P], definitions=[value("v", [], [], 1)])
    proof.define(value(name, [], [], 2))
    proof.step(rel(ap(name), "==", 2), by="definition", name=name, piece=None)
    rejected(proof, "already", step="2")
    with_statement = trivial(
        parameters=[P], definitions=[value("v", [], [], 1), value(name, [], [], 2)]
    )
    rejected(with_statement, "already", step=None)


def test_two_objects_have_two_names():
    rejected(trivial(given=[function("c", 0), given("c")]), "already", step=None)
    rejected(trivial(given=[function("p", 0)], parameters=[P]), "already", step=None)


def defined(definition, before=()):
    proof = trivial(parameters=[P], definitions=list(before))
    proof.define(definition)
    proof.step(rel(0, "==", 0), by="identity", uses=["2"])
    return proof


def test_what_a_definition_may_speak_of():
    accepted(defined(value("v", ["y"], [P, Y], add("y", "p", C, mass("X", between("()", 0, "y"))))))
    rejected(defined(value("v", ["y"], [Y], "z")), "not in its domain", step="2")
    rejected(defined(value("v", ["y"], [Y], "p")), "not in its domain", step="2")
    rejected(defined(value("v", ["p"], [P], "p")), "arguments and parameters", step="2")
    rejected(defined(value("v", [], [Y], "y")), "arguments and parameters", step="2")
    rejected(defined(value("v", ["y", "y"], [Y], "y")), "arguments and parameters", step="2")
    rejected(defined(value("v", ["y"], [Y], ap("v", "y"))), "nothing declares", step="2")
    rejected(defined(value("v", ["y"], [Y], mass("X", some()))), "any set", step="2")
    rejected(defined(value("v", ["y"], [Y], power(minus("y", 1), -1))), "differ from 0", step="2")
    rejected(defined(value("v", ["y"], [var("y", 1, 0)], "y")), "lower < upper", step="2")
    rejected(defined(law("v", "G")), "in pieces", step="2")
    rejected(defined(law("v", "unknown")), "in pieces", step="2")
    density = pieces("f", ["a"], [var("a", 0)], [("a", None)])
    rejected(defined(law("v", "f"), [density]), "same arguments", step="2")
    for x, n in (("p", None), ("y", None)):
        clash = pieces("v", ["y"], [Y], [(0, None)], x=x, n=n)
        rejected(defined(clash), "another meaning", step="2")
    rejected(defined(pieces("v", [], [], [(0, 1)], 1, "x")), "another meaning", step="2")
    rejected(defined(pieces("v", [], [], [(0, 1)], 1, None)), "index", step="2")


def test_a_definition_holds_where_it_was_made():
    proof = trivial(parameters=[var("p", 0, 5)])
    proof.define(value("v", [], [P], "p"))
    proof.step(rel(ap("v"), "==", "p"), [P], "definition", name="v", piece=None)
    proof.sentence["printed"].append(goal(rel(0, "<", "p"), P))
    proof.combine(rel(0, "<", "p"), [P], ("3", {}, 0))
    accepted(proof)
    proof.steps[2]["domain"] = [var("p", 0, 5)]
    rejected(proof, step="3")


# -- parameters -----------------------------------------------------------------------------------


def world(*rows, parameters=(P,), **more):
    proof = Proof(given=UNKNOWN, parameters=list(parameters), **more)
    return proof, [proof.assume(claim, *domain) for claim, *domain in rows]


def test_a_fact_is_not_used_at_another_value_of_a_parameter():
    proof, [known] = world((rel(C, "==", "p"), P))
    proof.combine(rel(C, "==", mul(F(1, 2), "p")), [P], (known, {"p": mul(F(1, 2), "p")}, 1))
    rejected(proof, "another value of the parameter")
    proof, [known] = world((rel(C, "==", "p"), P))
    proof.combine(rel(C, "==", F(1, 2)), (), (known, {"p": F(1, 2)}, 1))
    rejected(proof, "another value of the parameter")
    proof, [known] = world((rel(C, "==", "p"), P))
    proof.combine(rel(mul(2, C), "==", mul(2, "p")), [P], (known, {"p": "p"}, 2))
    accepted(proof)


def test_nor_is_a_fact_that_rests_on_one():
    """What a hypothesis says of the parameters alone is known of these, not of all numbers."""
    proof, [known] = world((rel(F(1, 2), "<=", "p"), P))
    proof.combine(rel(F(1, 2), "<=", mul(F(1, 2), "p")), [P], (known, {"p": mul(F(1, 2), "p")}, 1))
    rejected(proof, "another value of the parameter")
    proof, [known] = world((rel(F(1, 2), "<=", "p"), P))
    again = proof.combine(rel(1, "<=", mul(2, "p")), [P], (known, {}, 2))
    proof.combine(rel(1, "<=", "p"), [P], (again, {"p": mul(F(1, 2), "p")}, 1))
    rejected(proof, "another value of the parameter")


def test_what_holds_of_all_numbers_holds_at_another_value():
    proof, _ = world()
    square = proof.step(rel(power("p", 2), "<", "p"), [P])
    proof.combine(rel(power("p", 4), "<", power("p", 2)), [P], (square, {"p": power("p", 2)}, 1))
    accepted(proof)
    proof.step(rel(C, "==", C), [P], "identity")
    proof.steps[0]["uses"] = []
    proof.sentence["printed"] = [goal(s["proposition"], *s["domain"]) for s in proof.steps[1:]]
    proof.steps[1]["uses"] = ["1"]
    accepted(proof)


MOVING = {
    "a slope": (derivative(add(C, "p"), "p", 1), [P], "derivative", {}),
    "a sum": (total(C, "p", 1, 2, mul(2, C)), [], "sum",
              {"ratio": tree(1), "quotient": mul(C, "p")}),
    "an integral": (integral(C, "p", 0, 1, C), [], "integral", {"antiderivative": mul(C, "p")}),
    "a limit": (limit(add(C, "p"), "p", 0, "+", C), [], "limit", {"rate": None}),
    "a slope of a mass": (derivative(mul("p", mass("X", some())), "p", mass("X", some())), [P],
                          "derivative", {}),
}  # fmt: skip


@pytest.mark.parametrize("name", MOVING)
def test_a_parameter_does_not_move(name):
    claim, domain, by, evidence = MOVING[name]
    still, _ = world(parameters=[])
    still.step(claim, domain, by, **evidence)
    accepted(still)
    proof, _ = world()
    proof.step(claim, domain, by, **evidence)
    rejected(proof, "does not move")


def test_what_is_known_of_the_slope_at_a_parameter_is_known_there_alone():
    """With p = 1/2 by hypothesis, p - 1/4 > 0 is known, but not that p**2 - p/2 grows from 0."""
    rows = (rel("p", "==", F(1, 2)), P)
    proof, [known] = world(rows)
    slope = proof.step(derivative(minus(power("p", 2), mul(F(1, 2), "p")), "p",
                                  minus(mul(2, "p"), F(1, 2))), [P], "derivative")  # fmt: skip
    sign = proof.combine(rel(0, "<", minus(mul(2, "p"), F(1, 2))), [P], (known, {}, 2))
    proof.step(
        rel(0, "<", minus(power("p", 2), mul(F(1, 2), "p"))), [P], "increasing", [slope, sign]
    )
    rejected(proof, "does not move")


def test_a_squeeze_along_a_parameter():
    """A bound that is known at the parameter says nothing of the limit."""
    proof, [known] = world((rel("p", "<=", mul(F(1, 2), power("p", 2))), P))
    low = proof.step(rel(0, "<", "p"), [P])
    tends = proof.step(limit(mul(F(1, 2), power("p", 2)), "p", 0, "+", 0), (), "limit", rate=None)
    proof.step(limit("p", "p", 0, "+", 0), (), "squeeze", [known, low, tends])
    rejected(proof, "does not move")


def test_a_parameter_is_not_bound():
    proof, [known] = world((rel("p", "==", F(1, 2)), P))
    half = proof.combine(rel("p", "<=", F(1, 2)), [P], (known, {}, -1))
    proof.step(exists([P], rel("p", "<=", F(1, 2))), (), "witness", [half], values={"p": tree("p")})
    assert not proof.report().accepted


def test_a_condition_on_a_parameter_is_a_condition():
    """A step on part of the parameters' domain says nothing outside of it."""
    half = var("p", 0, F(1, 2))
    proof, _ = world()
    low = proof.step(rel("p", "<", F(1, 2)), [half])
    proof.combine(rel("p", "<", F(1, 2)), [P], (low, {}, 1))
    rejected(proof, "lie where it has to")


def test_a_parameter_that_is_not_spoken_of_may_be_left_out():
    proof, [known] = world((rel(C, "<=", 1), P))
    proof.combine(rel(C, "<=", 2), (), (known, {}, 1))
    accepted(proof)
    narrow, _ = world(parameters=[var("p", 0, 2)])
    narrow.define(value("v", [], [P], 1))
    narrow.step(rel(ap("v"), "==", 1), [P], "definition", name="v", piece=None)
    narrow.sentence["printed"] = [goal(rel(0, "<", 1))]
    narrow.combine(rel(0, "<", 1), (), ("2", {}, 0))
    rejected(narrow)


HYPOTHESES = {
    "a parameter restricted": (rel(C, "<=", "p"), var("p", 0, F(1, 2))),
    "a parameter in a wider domain": (rel(C, "<=", "p"), var("p", 0, 2)),
    "a parameter as an integer": (rel(C, "<=", 1), index("p")),
    "a limit": (limit("y", "y", 1, "-", 1),),
    "existence": (isnoise("X"),),
    "something exists": (exists([Y], rel(C, "<=", "y")),),
    "a slope": (derivative("y", "y", 1), Y),
}


@pytest.mark.parametrize("name", HYPOTHESES)
def test_what_is_no_hypothesis(name):
    claim, *domain = HYPOTHESES[name]
    rejected(trivial(parameters=[P], hypotheses=[goal(claim, *domain)]), "hypothesis", step=None)


def test_what_is_a_hypothesis():
    rows = [goal(rel(C, "<=", "p"), P), goal(rel(ap("G", "y"), "<=", "p"), P, Y),
            goal(private("X", 1)), goal(even("X")), goal(cheaper("X", "X")),
            goal(expected("X", "u", "<=", 5)), goal(rel(0, "<=", mass("X", some()))),
            goal(integral(ap("G", "y"), "y", 0, 1, C))]  # fmt: skip
    accepted(trivial(parameters=[P], hypotheses=rows))


def test_parameters_come_before_objects():
    for bound in (C, mass("X", some())):
        rejected(trivial(parameters=[var("p", 0, bound)]), step=None)
    rejected(trivial(parameters=[var("p", 1, 0)]), "lower < upper", step=None)


def test_only_hypotheses_are_assumed():
    proof = Proof(given=UNKNOWN)
    proof.step(rel(1, "<=", C), by="assume")
    rejected(proof, "not a hypothesis")


def test_a_hypothesis_is_no_goal_that_is_shown():
    proof = Proof(given=UNKNOWN)
    proof.assume(rel(1, "<=", C))
    rejected(proof, step=None)


# -- steps ----------------------------------------------------------------------------------------


def test_a_step_that_nothing_uses_is_refused():
    proof = Proof()
    proof.step(rel(0, "<", 1))
    proof.step(rel(0, "<", 2))
    proof.sentence["printed"] = [goal(rel(0, "<", 2))]
    rejected(proof, "step 1 is used by nothing", step=None)
    defining = trivial()
    defining.define(value("v", [], [], 1))
    rejected(defining, "used by nothing", step=None)
    assuming = trivial(hypotheses=[goal(rel(C, "<=", 1))])
    assuming.step(rel(C, "<=", 1), by="assume")
    rejected(assuming, "used by nothing", step=None)


@pytest.mark.parametrize("uses", [["1"], ["2"], ["0"], ["x"]])
def test_a_step_rests_on_earlier_steps(uses):
    proof = Proof()
    proof.step(rel(1, "<=", 0), (), "entailment", uses, facts=[])
    rejected(proof, "earlier")


def test_a_combination_is_defined_on_both_sides():
    on = [var("y", -2, -1)]
    for claim in (rel(power(add("y", F(3, 2)), -1), "<", add(power(add("y", F(3, 2)), -1), 1)),
                  rel(["log", tree("y")], "<", add(["log", tree("y")], 1))):  # fmt: skip
        proof = Proof()
        proof.step(claim, on, "entailment", facts=[])
        rejected(proof)


def test_an_exponent_that_cancels():
    proof = Proof()
    proof.step(rel(exp(mul(add("y", 1), power("y", -1))), ">", 0), [Y])
    accepted(proof)


# -- refutations ----------------------------------------------------------------------------------


def uniform(width=1, name="U", f="f"):
    """Noise of density 1/(2 width) on (-width, width)."""
    h = F(1, 2 * width)
    return [pieces(f, [], [], [(h, width), (0, None)]), law(name, f)]


def exist(proof, width=1, name="U"):
    h = F(1, 2 * width)
    inner = proof.step(rel(0, "<=", h), [var("x", 0, width, "[)")])
    whole = proof.step(
        integral(h, "x", 0, width, F(1, 2)), (), "integral", antiderivative=mul(h, "x")
    )
    outer = proof.step(rel(0, "<=", 0), [var("x", width, None, "[)")])
    rest = proof.step(integral(0, "x", width, None, 0), (), "integral", antiderivative=tree(0))
    return proof.step(isnoise(name), (), "existence", [inner, whole, outer, rest])


def cdf(proof, there, name="U", high=1, width=1):
    """The mass of (0, high]."""
    h = F(1, 2 * width)
    part = proof.step(
        integral(h, "x", 0, high, h * high), (), "integral", antiderivative=mul(h, "x")
    )
    return proof.step(
        rel(mass(name, between("(]", 0, high)), "==", h * high), (), "density", [there, part],
        existence=there, integral=part, piece=0, period_index=None,
    )  # fmt: skip


PRINTED = rel(mass("X", between("(]", 0, 1)), "<=", F(1, 4))
KNOWN = rel(F(1, 2), "<=", mass("X", between("(]", 0, 1)))


def refuted(hypotheses=(), printed=PRINTED, **changes):
    proof = Proof(
        given=[given("X")], definitions=uniform(), hypotheses=[goal(h) for h in hypotheses],
        printed=[goal(printed)],
    )  # fmt: skip
    there = exist(proof)
    equal = cdf(proof, there)
    half = mass("U", between("(]", 0, 1))
    more = proof.combine(rel(half, ">", F(1, 4)), (), (equal, {}, 1))
    least = proof.combine(rel(F(1, 2), "<=", half), (), (equal, {}, 1))
    proof.step(
        fails(printed, {"X": noise("U"), **changes}), (), "refutation", [there, more, least],
        steps={},
    )  # fmt: skip
    return proof


def test_a_refutation():
    accepted(refuted(), verdict="refuted")
    accepted(refuted([KNOWN]), verdict="refuted")


def test_a_refutation_meets_the_hypotheses():
    rejected(refuted([rel(F(3, 4), "<=", mass("X", between("(]", 0, 1)))]), "hypothesis",
             verdict="refuted")  # fmt: skip
    rejected(refuted([private("X", 1)]), "hypothesis", verdict="refuted")
    rejected(refuted([rel(1, "<=", 0)]), "hypothesis", verdict="refuted")


def test_a_refutation_is_of_what_is_printed():
    true = refuted(printed=rel(mass("X", between("(]", 0, 1)), "<=", F(1, 2)))
    rejected(true, "no step used says", verdict="refuted")
    proof = refuted()
    proof.sentence["printed"] = [goal(rel(mass("X", between("(]", 0, 2)), "<=", F(1, 4)))]
    rejected(proof, "not printed", verdict="refuted")


def test_a_refutation_rests_on_no_hypothesis():
    """From contradictory hypotheses anything follows, but nothing is refuted."""
    contrary = rel(1, "<=", 0)
    proof = refuted([contrary])
    proof.steps.pop()
    known = proof.step(contrary, (), "assume")
    u = mass("U", between("(]", 0, 1))
    proof.combine(contrary, (), (known, {}, 1))
    more = proof.combine(rel(u, ">", F(1, 4)), (), (known, {}, 0), ("7", {}, 1))
    proof.step(fails(PRINTED, {"X": noise("U")}), (), "refutation",
               ["5", known, "11", more, "9"], steps={})  # fmt: skip
    rejected(proof, "hypothesis", verdict="refuted")


def test_a_refutation_by_noise_on_the_wrong_ground():
    proof = refuted()
    proof.sentence["given"] = [given("X", "integers")]
    rejected(proof, "may stand for", verdict="refuted")
    proof = refuted()
    proof.sentence["given"] = [given("X"), given("W")]
    rejected(proof, "each noise", verdict="refuted")
    proof = refuted()
    proof.steps[-1]["uses"] = proof.steps[-1]["uses"][1:]
    rejected(proof, "exists", verdict="refuted")


def test_a_refutation_by_noise_that_depends_on_what_is_given():
    """Noise whose density is made from X itself is no choice of X."""
    proof = refuted()
    h = F(1, 2)
    twisted = add(h, minus(mass("X", some("A")), mass("X", some("A"))))
    proof.sentence["given"].append({"name": "A", "kind": "set", "arity": 0})
    proof.sentence["definitions"] = [pieces("f", [], [], [(twisted, 1), (0, None)]), law("U", "f")]
    rejected(proof, "depends on what is given", verdict="refuted")


def test_a_counterexample_meets_the_hypotheses_and_the_domain_of_the_parameters():
    half, ranges = F(3, 2), (var("p", 0, 2),)

    def made(hypotheses=(), parameters=ranges, p=half):
        proof = Proof(
            parameters=list(parameters), given=UNKNOWN, hypotheses=list(hypotheses),
            printed=[goal(rel("p", "<=", 1), var("p", 0, 2))],
        )  # fmt: skip
        proof.step(fails(rel("p", "<=", 1), p=p), [var("p", 0, 2)], "counterexample")
        return proof

    wide = var("p", 0, 2)
    accepted(made(), verdict="refuted")
    accepted(made([goal(rel(1, "<", "p"), wide)]), verdict="refuted")
    rejected(made(parameters=[P]), "lie in the domain", verdict="refuted")
    rejected(made([goal(rel("p", "<=", 1), wide)]), "hypothesis", verdict="refuted")
    rejected(made([goal(rel(ap("G", "p"), "<=", 1), wide)]), "stands for G", verdict="refuted")
    rejected(made([goal(rel("y", "<=", 5), Y)]), "hypothesis", verdict="refuted")
    rejected(made([goal(private("X", 1))]), "stands for X", verdict="refuted")


def test_hypotheses_about_noise_are_met_by_noise():
    """A goal about numbers is false, and there is noise of which the hypotheses hold."""
    proof = refuted([KNOWN], printed=rel(1, "<=", 0))
    proof.steps[-1]["method"] = "counterexample"
    proof.steps[-1]["evidence"] = {}
    proof.steps.pop(7)
    for row in proof.steps[7:]:
        row["name"] = str(int(row["name"]) - 1)
    proof.steps[-1]["uses"] = ["5", "8"]
    accepted(proof, verdict="refuted")
    proof.steps[-1]["uses"] = ["8"]
    rejected(proof, "exists", verdict="refuted")


def test_a_goal_of_numbers_alone_does_not_depend_on_hypotheses():
    """It is false by itself; one about a parameter or an object may hold for want of any."""
    for domain, claim, fits in (
        ([Y], rel("y", "<=", 1), True), ([var("p", 0, 2)], rel("p", "<=", 1), False),
        ([Y], rel("y", "<=", add(1, mul(0, C))), False),
    ):  # fmt: skip
        proof = Proof(
            given=UNKNOWN, parameters=[var("p", 0, 2)],
            hypotheses=[goal(rel(C, "<=", 0))], printed=[goal(claim, *domain)],
        )  # fmt: skip
        point = {v["name"]: F(3, 2) for v in domain}
        proof.step(fails(claim, **point), domain, "counterexample")
        assert proof.report("refuted").accepted is fits


def test_what_is_given_before_the_rest_is_checked():
    shapes = {
        "no such kind": {"name": "c", "kind": "number", "arity": 0},
        "a set with arguments": {"name": "c", "kind": "set", "arity": 1},
        "noise nowhere": {"name": "c", "kind": "noise", "arity": 0},
        "noise elsewhere": {"name": "c", "kind": "noise", "arity": 0, "on": "circle"},
        "too many arguments": function("c", 10),
        "an arity that is no number": function("c", True),
        "a word of the language": function("mass", 0),
    }
    for row in shapes.values():
        assert isinstance(trivial(given=[row]).report(), Refused)
