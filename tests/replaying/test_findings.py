"""Ways in which a false statement was once accepted: each is tried again, and leads to nothing."""

from itertools import product

import pytest
from handmade import (
    OO,
    F,
    Proof,
    add,
    ap,
    between,
    cheaper,
    cost,
    exp,
    expected,
    fails,
    function,
    given,
    goal,
    index,
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

from dpproofs.replaying.names import Names
from dpproofs.replaying.table import rules

FALSE = rel(1, "<=", 0)
X, H, U, C = var("x", 0, None, "[)"), var("h", 0), var("u", 0, None, "[)"), var("c", 0)
UNIT, STEP = var("x", 0, 1, "(]"), var("h", 0, 1, "(]")


def constant(proof, name, number, domain):
    """A supremum that is a number, as a function of the domain's variables."""
    one = proof.step(rel(number, "<=", number), [*domain, UNIT, STEP])
    two = proof.step(rel(number, "<=", number), [*domain, STEP])
    t = ap(name, *(v["name"] for v in domain))
    facts = [(rel(number, "<=", t),), (rel(number, "<=", t), UNIT), (rel(t, "<=", number), STEP)]
    return proof.obtain(
        "supremum", name, facts, domain, [one, two], set=number, start=number, above=number,
        width=1,
    )  # fmt: skip


def line(proof, name):
    """A supporting line of the constant function S at c = 1, its slope under a name."""
    s = constant(proof, "S", 1, [U])
    low, high = proof.fact(s, 0), proof.fact(s, 2)
    high = proof.combine(rel(ap("S", "u"), "<=", 1), [U], (high, {"h": 1}, 1))
    here, after, beyond = (ap("S", add("x", mul(k, "h"))) for k in (0, 1, 2))
    convex = proof.combine(
        rel(mul(2, after), "<=", add(here, beyond)), [X, H], (low, {"u": "x"}, 1),
        (low, {"u": add("x", mul(2, "h"))}, 1), (high, {"u": add("x", "h")}, 2),
    )  # fmt: skip
    falls = proof.combine(
        rel(after, "<=", here), [X, H], (low, {"u": "x"}, 1), (high, {"u": add("x", "h")}, 1)
    )
    m = ap(name)
    facts = [(rel(0, "<=", m),), (rel(minus(ap("S", 1), mul(m, minus("x", 1))), "<=",
                                      ap("S", "x")), X)]  # fmt: skip
    step = proof.obtain(
        "supporting line", name, facts, (), [convex, falls], curve=ap("S", "x"), at=1
    )
    return step, low, high


def test_a_slope_and_a_supremum_of_one_name():
    """The slope is 0, the supremum of a set that is {5} is 5: two names, not one."""
    proof = Proof(printed=[goal(FALSE)])
    m, low, high = line(proof, "m")
    fact = proof.fact(m, 1)
    proof.combine(rel(ap("m"), "<=", 0), (), (fact, {"x": 0}, 1), (low, {"u": 1}, 1),
                  (high, {"u": 0}, 1))  # fmt: skip
    constant(proof, "m", 5, [])
    rejected(proof, "already")


def test_names_that_rules_introduce_are_in_no_sentence():
    seven = goal(rel(ap("m"), "==", 7))
    for where in ("hypotheses", "printed", "also"):
        proof = Proof(**{where: [seven]})
        m, *_ = line(proof, "m")
        proof.fact(m, 0)
        rejected(proof, "nothing declares", step=None)


def test_an_expectation_is_no_real_number():
    """A bound of E|X| is no relation, and cannot be combined, subtracted or divided by."""
    proof = Proof(given=[given("X")])
    big = proof.assume(expected("X", "u", ">=", "n"), index("n"))
    for by, evidence in (("entailment", {"facts": [{"fact": big, "at": {}, "times": tree(1)}]}),):
        proof.step(FALSE, (), by, [big], **evidence)
        rejected(proof, "relation")
    other = Proof(given=[given("X")])
    big = other.assume(expected("X", "u", ">=", "n"), index("n"))
    other.rule("Archimedes", FALSE, (), [big], value=1, bound=0)
    rejected(other, "premise")


def test_layer_cake_is_about_the_tails_of_noise():
    """Functions called tails are none, and a mass is at most 1."""
    proof = Proof(given=[function("R"), function("L"), given("X")])
    known = proof.assume(rel(3, "<=", add(ap("R", "x"), ap("L", minus(2, "x")))), var("x", 0, 2))
    proof.rule("layer cake", expected("X", "u", ">=", 6), (), [known], noise=noise("X"), bound=3,
               width=2)  # fmt: skip
    rejected(proof, "premise")


def test_the_meaning_of_a_name_is_in_the_sentence():
    """What a rule concludes is about the noise of its premises, by name."""
    proof = Proof(given=[given("P"), given("Q"), cost()])
    tail = mass("P", ["not", between("()", mul(-1, "x"), "x")])
    same = proof.step(rel(tail, "<=", tail), [var("x", 0)])
    proof.rule("stochastic order", cheaper("Q", "P"), (), [same], cheap=noise("Q"),
               dear=noise("P"), cost="L")  # fmt: skip
    rejected(proof, "premise")


def test_a_claim_about_a_function_of_which_nothing_is_known():
    for kind in ("declared", "undeclared"):
        proof = Proof(given=[function("F")] if kind == "declared" else [],
                      printed=[goal(rel(5, "<=", ap("F", "u")), U)])  # fmt: skip
        step = constant(proof, "F", 5, [U])
        proof.fact(step, 0)
        report = proof.report()
        assert not report.accepted
        assert report.failing in (None, "3")


def test_one_function_is_not_one_for_all_parameters():
    """a(n) = a(2), by way of a hypothesis at n and at 2, where n is a parameter."""
    n = index("n", 1)
    proof = Proof(given=[function("a")], parameters=[n])
    known = proof.assume(rel(ap("a", "n"), "==", mul("n", ap("a", 0))), n)
    proof.combine(rel(ap("a", "n"), "==", ap("a", 2)), [n], (known, {}, 1), (known, {"n": 2}, -1))
    rejected(proof, "another value")
    narrow = Proof(given=[function("a")], parameters=[n])
    narrow.assume(rel(ap("a", "n"), "==", 1), index("n", 2))
    rejected(narrow, "restricts a parameter", step=None)


def test_perfect_privacy():
    """P(S) <= e**p P(S + d) for the p that is given, not for every p: else P(S) <= P(S + d)."""
    p = var("p", 0)
    proof = Proof(given=[given("X")], parameters=[p])
    known = proof.assume(private("X", "p", sensitivity=5), p)
    claim = rel(
        mass("X", some()), "<=", mul(exp(power("p", 2)), mass("X", ["moved", some(), tree(1)]))
    )
    proof.step(claim, [p], "privacy", [known], private=known, set=some(), shift=tree(1))
    rejected(proof, "not what privacy says")
    family = Proof(given=[given("X")], parameters=[p])
    known = family.assume(private("X", "p", sensitivity=5), p)
    family.step(private("X", power("p", 2), sensitivity=5), [p], "instance", [known],
                at={"p": power("p", 2)})  # fmt: skip
    rejected(family, "another value")


def test_a_definition_by_the_step_0_is_0():
    proof = Proof(definition=True, printed=[], definitions=[value("v", [], [], 1)])
    proof.step(rel(0, "==", 0), by="identity")
    assert not proof.report("definition").accepted
    assert not Proof(definition=True, printed=[]).report("definition").accepted


def test_an_erratum_about_noise_is_more_than_arithmetic():
    """Without its steps on privacy and cost, a corrected claim is not corrected."""
    printed, arithmetic = goal(rel(2, "<=", 1)), goal(rel(1, "<=", 2))
    better = goal(private("X", 1))
    proof = Proof(given=[given("X")], printed=[printed], corrected=[arithmetic, better])
    proof.step(arithmetic["proposition"])
    proof.step(fails(printed["proposition"]), (), "counterexample")
    rejected(proof, "open follows", step=None, verdict="corrected")


MORE = {
    "a root of a square is no identity": (
        limit(mul(power(power("x", 2), F(1, 2)), power("x", -1)), "x", 0, "-", 1), "limit",
        {"rate": None}),
    "an integral over a pole": (
        {"kind": "integral", "integrand": power("x", -2), "variable": "x", "lower": tree(-1),
         "upper": tree(1), "value": tree(-2)}, "integral",
        {"antiderivative": mul(-1, power("x", -1))}),
    "an integral backwards": (
        {"kind": "integral", "integrand": tree(1), "variable": "x", "lower": tree(1),
         "upper": tree(0), "value": tree(-1)}, "integral", {"antiderivative": tree("x")}),
    "a sum of powers of 2": (total(power(2, "k"), "k", 0, None, -1), "sum",
                             {"ratio": tree(2), "quotient": tree(1)}),
    "an empty sum": (total(1, "k", 0, -5, -4), "sum", {"ratio": tree(1), "quotient": tree("k")}),
}  # fmt: skip


@pytest.mark.parametrize("name", MORE)
def test_calculus_that_is_wrong(name):
    claim, by, evidence = MORE[name]
    proof = Proof()
    proof.step(claim, (), by, **evidence)
    rejected(proof)


@pytest.mark.parametrize("domain", [
    [var("y", 1, 0)], [index("k", 1, 0)], [var("y", 0, 0)], [index("k", F(1, 3), F(1, 2))],
])  # fmt: skip
def test_nothing_is_shown_on_an_empty_domain(domain):
    for by, evidence in (("sign", {}), ("identity", {}), ("entailment", {"facts": []})):
        proof = Proof(printed=[goal(FALSE)])
        proof.step(FALSE, domain, by, **evidence)
        rejected(proof)
    sentence = Proof()
    sentence.step(FALSE, domain)
    rejected(sentence, "domain", step=None)


def test_a_range_that_may_be_empty_says_nothing_of_the_rest():
    """On y in (0, -1), 1 <= 0 is true; it is not true without y."""
    empty = {**var("y", 0, -1), "hollow": True}
    proof = Proof()
    void = proof.step(rel(1, "<=", "y"), [empty])
    assert not proof.report().accepted
    again = Proof(printed=[goal(FALSE)])
    void = again.step(rel("y", "<", add("y", 1)), [empty])
    again.combine(FALSE, (), (void, {}, 1))
    rejected(again)
    for place in ("parameters", "goal"):
        other = Proof(printed=[goal(rel(0, "<=", 1), empty)]) if place == "goal" else Proof(
            parameters=[empty], printed=[goal(rel(0, "<=", 1))])  # fmt: skip
        other.step(rel(0, "<=", 1), [empty] if place == "goal" else ())
        assert not other.report().accepted


# -- a search -------------------------------------------------------------------------------------

TRUE = {
    "constants": [(rel(0, "<=", 1), []), (rel(0, "<", 1), []), (rel(1, "==", 1), [])],
    "x": [(rel(0, "<=", "x"), [X]), (rel("x", "<=", add("x", "h")), [X, H])],
    "n": [(rel("n", "<=", "n"), [index("n")]), (rel(0, "<=", "n"), [index("n")])],
}
BOUND = (0, 1, -1)


def simple(about):
    """A few bindings for a letter."""
    kind, own = about["kind"], about.get("in", [])
    if kind == "noise":
        return [noise("X")]
    if kind == "cost":
        return ["L"]
    return [tree(n) for n in BOUND] + [tree(v) for v in own[:1]] + ([OO] if kind == "end" else [])


@pytest.mark.sweep
@pytest.mark.no_cover
@pytest.mark.parametrize("name", sorted(n for n, rule in rules().items() if "new" not in rule))
def test_no_rule_leads_from_what_is_true_to_what_is_false(name):
    """Every rule at simple bindings, from premises that algebra shows: no false conclusion.

    What a rule concludes is put together by the table itself, so that only its truth is tried.
    """
    rule = rules()[name]
    letters = rule["letters"]
    tried = 0
    for values in product(*(simple(about) for about in letters.values())):
        if tried >= 16:
            break
        bindings = dict(zip(letters, values, strict=True))
        for claim in (FALSE, rel(0, "<", 0), rel(1, "<", 1), rel(1, "==", 0)):
            tried += 1
            proof = Proof(given=[given("X"), given("Y"), cost()], printed=[goal(claim)])
            uses = []
            for rows in TRUE.values():
                uses += [proof.step(said, domain) for said, domain in rows]
            wanted = len(rule["premises"])
            for start in range(0, max(len(uses) - wanted, 0) + 1, 3):
                step = proof.step(claim, (), "rule", uses[start : start + wanted], rule=name,
                                  bindings=bindings)  # fmt: skip
                report = proof.report()
                assert not report.accepted
                assert report.failing == step, report.reason
                proof.steps.pop()


def test_a_false_rule_would_be_noticed(monkeypatch):
    """The search sees the flaw when a rule is made false: Archimedes without its premise."""
    from dpproofs.replaying import table

    wrong = {**rules()["Archimedes"], "premises": []}
    monkeypatch.setattr(table, "rules", lambda: {"Archimedes": wrong})
    import dpproofs.replaying.methods.rule as method
    from dpproofs.replaying import program

    for module in (method, program):
        monkeypatch.setattr(module, "rules", lambda: {"Archimedes": wrong})
    proof = Proof(printed=[goal(FALSE)])
    proof.rule("Archimedes", FALSE, (), [], value=1, bound=0)
    assert proof.report().accepted


def test_vacuous_premises_prove_no_privacy():
    """Premises and bindings replaced by trivial ones conclude nothing about the noise."""
    proof = Proof(definitions=[pieces("f", [], [], [(1, 1), (0, None)]), law("Q", "f")])
    one = proof.step(rel(0, "<=", 0), [X, H])
    two = proof.step(rel(0, "<=", 0), [X])
    proof.rule("privacy, by the density", private("Q", 1), (), [one, two], noise=noise("Q"),
               epsilon=1, sensitivity=1)  # fmt: skip
    rejected(proof, "exists")
    sets = Proof(given=[given("X")])
    shifts = var("d", -1, 1, "[]")
    trivial = sets.step(rel(mass("X", some()), "<=", mass("X", some())), [shifts])
    sets.rule("privacy, by sets", private("X", 0), (), [trivial], noise=noise("X"), epsilon=0,
              delta=0, sensitivity=1)  # fmt: skip
    rejected(sets, "premise")


LINE, EMPTY, ONE_SET = between("()", None, None), between("()", 5, 5), mass("X", some())


def within_one():
    """The numbers that lie within 1 of the mass of any set S."""
    return var("x", add(-1, ONE_SET), add(1, ONE_SET), "[]")


def measured(proof, event, value):
    """The mass of the whole line, or of no point."""
    return proof.step(
        rel(mass("X", event), "==", value), (), "measure", noise=noise("X"),
        order=[tree(5)] if event == EMPTY else [], constant=tree(value),
        terms=[[tree(-1), event]],
    )  # fmt: skip


def range_of_a_set():
    """Of x <= P(S) + 1 for all x up to P(S) + 1, other sets are put in on the right only."""
    proof = Proof(given=[given("X")], printed=[goal(FALSE)])
    bound = proof.step(rel("x", "<=", add(1, ONE_SET)), [within_one()])
    none = proof.step(
        rel("x", "<=", add(1, mass("X", EMPTY))), [within_one()], "instance", [bound], at={},
        sets={"S": EMPTY},
    )  # fmt: skip
    nothing = measured(proof, EMPTY, 0)
    least = proof.combine(
        rel(ONE_SET, "<=", 0), (), (none, {"x": add(1, ONE_SET)}, 1), (nothing, {}, -1)
    )
    whole = proof.step(
        rel(mass("X", LINE), "<=", 0), (), "instance", [least], at={}, sets={"S": LINE}
    )
    proof.combine(FALSE, (), (whole, {}, 1), (measured(proof, LINE, 1), {}, 1))
    return proof


def test_a_range_that_depends_on_any_set(monkeypatch):
    rejected(range_of_a_set(), "depends on the set S", step="1")
    monkeypatch.setattr(Names, "goal", Names.check)
    assert range_of_a_set().report().accepted


def test_privacy_for_a_number_that_depends_on_the_set(monkeypatch):
    """delta = x + 1 is at least P(S) where x is, and the rule is about one delta for every S."""

    def proof():
        shift, made = var("d", -1, 1, "[]"), Proof(given=[given("X")])
        later = mass("X", ["moved", some(), tree("d")])
        positive = made.step(
            rel(0, "<=", later), [within_one(), shift], "measure", noise=noise("X"), order=[],
            constant=tree(0), terms=[[tree(1), ["moved", some(), tree("d")]]],
        )  # fmt: skip
        claim = rel(ONE_SET, "<=", add(mul(exp(0), later), "x", 1))
        premise = made.combine(claim, [within_one(), shift], (positive, {}, 1))
        made.rule(
            "privacy, by sets", private("X", 0, add("x", 1)), [within_one()], [premise],
            noise=noise("X"), epsilon=0, delta=add("x", 1), sensitivity=1,
        )  # fmt: skip
        return made

    rejected(proof(), "depends on the set S", step=None)
    monkeypatch.setattr(Names, "goal", Names.check)
    assert proof().report().accepted


def test_a_sentence_whose_ranges_depend_on_any_set():
    said = goal(rel("x", "<=", add(1, ONE_SET)), within_one())
    for where in ("printed", "hypotheses"):
        proof = Proof(given=[given("X")], **{"printed": [goal(FALSE)], where: [said]})
        rejected(proof, "depends on the set S", step=None)


def turned_around():
    """On (0, -1), which is empty, everything holds: so x lies between 5 and 5 near 0."""
    nowhere = var("x", 0, -1)
    hollow, proof = {**nowhere, "hollow": True}, Proof()
    curve = proof.step(rel(0, "<", add(power("x", 2), mul(-2, "x"), -2)), [hollow])
    above = proof.step(rel(F(-1, 2), "<", "x"), [hollow])
    low = proof.combine(
        rel(5, "<=", "x"), [hollow], (curve, {}, 8), (above, {}, add(20, mul(-8, "x")))
    )
    high = proof.step(rel("x", "<=", 5), [hollow])
    bounds = [
        proof.step(rel(*said), [nowhere], "cases", [name])
        for said, name in (((5, "<=", "x"), low), (("x", "<=", 5), high))
    ]
    proof.step(limit("x", "x", 0, "+", 5), [], "squeeze", bounds)
    return proof


def test_a_limit_over_a_range_that_is_empty():
    rejected(turned_around(), "lower < upper", step="5")


@pytest.mark.parametrize("where", ["printed", "hypotheses"])
def test_a_sentence_is_about_something(where):
    """A goal on an empty range says nothing, as long as no step asks whether it is one."""
    nowhere = goal(rel(ap("G"), "<=", "x"), var("x", 0, -1))
    proof = Proof(given=[function("G", 0)], **{"printed": [goal(FALSE)], where: [nowhere]})
    rejected(proof, "lower < upper", step=None)
