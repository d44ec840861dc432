import json
import operator

import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

from dpproofs.checkers.points import seeded
from dpproofs.kernel.certificate import certificate, digest
from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement, Step
from dpproofs.kernel.domain import Domain, Variable, between, index, nth_root, positive, real
from dpproofs.kernel.errors import BadInput, UnsupportedExpression
from dpproofs.kernel.expression import to_tree
from dpproofs.kernel.mutation import perturbed, twins
from dpproofs.kernel.proof import Proof
from dpproofs.kernel.proposition import (
    Derivative,
    Fails,
    Integral,
    Limit,
    Minimum,
    Relation,
    Series,
    Sum,
    that,
)
from dpproofs.kernel.verdict import (
    Decision,
    Grade,
    Mutation,
    Verdict,
    established,
    refuted,
    unknown,
)

x, y, T = sp.symbols("x y T")
n = sp.Symbol("n", integer=True)
G = sp.Function("G")
ONE, ZERO = sp.Integer(1), sp.Integer(0)
UNIT = Domain((between(x, 0, 1),))


def statement(**changes):
    given = {
        "id": "a.b", "paper": "a", "item": "1", "title": "t", "printed_latex": "l",
        "printed": (Goal(that(0) < x, UNIT),),
    }  # fmt: skip
    return Statement(**{**given, **changes})


# -- errors ---------------------------------------------------------------------------------------


def test_an_error_names_argument_value_and_what_is_accepted():
    error = BadInput("digits", 0, "an integer >= 1")
    assert str(error) == "digits = 0, but should be an integer >= 1"
    assert (error.argument, error.value, error.accepted) == ("digits", 0, "an integer >= 1")


def test_a_long_value_is_cut_to_one_line():
    assert len(str(BadInput("x", "a\n" * 500, "short"))) < 120


# -- expressions ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expression", "tree"),
    [
        (sp.Integer(-3), ["int", "-3"]),
        (sp.Rational(1, 3), ["rat", "1", "3"]),
        (x, ["sym", "x"]),
        (sp.pi, ["pi"]),
        (sp.oo, ["oo"]),
        (-sp.oo, ["mul", ["int", "-1"], ["oo"]]),
        (sp.E, ["exp", ["int", "1"]]),
        (G(x), ["apply", "G", ["sym", "x"]]),
        (x**y, ["pow", ["sym", "x"], ["sym", "y"]]),
        (sp.exp(x), ["exp", ["sym", "x"]]),
        (sp.erfc(x), to_tree(1 - sp.erf(x))),
        (sp.tan(x), to_tree(sp.sin(x) / sp.cos(x))),
        (sp.cot(x), to_tree(sp.cos(x) / sp.sin(x))),
        (sp.betainc(2, 3, 0, x), ["lowerbeta", ["int", "2"], ["int", "3"], ["sym", "x"]]),
    ],
)
def test_an_expression_becomes_a_tree_of_tagged_nodes(expression, tree):
    assert to_tree(expression) == tree


def test_trees_of_sums_do_not_depend_on_the_order_of_their_terms():
    left, right = sp.Add(x, y, evaluate=False), sp.Add(y, x, evaluate=False)
    assert to_tree(left) == to_tree(right)


def test_a_node_outside_the_list_is_refused_by_name():
    with pytest.raises(UnsupportedExpression, match="sec"):
        to_tree(sp.sec(x))
    with pytest.raises(UnsupportedExpression, match="betainc from x"):
        to_tree(sp.betainc(2, 3, x, 1))


# -- domains --------------------------------------------------------------------------------------


def test_bounds_speak_of_earlier_variables_only():
    Domain((positive(x), between(y, 0, x)))
    with pytest.raises(BadInput, match="earlier"):
        Domain((between(y, 0, x), positive(x)))
    with pytest.raises(BadInput, match="earlier"):
        Domain((nth_root(T, 2, x, ZERO, ONE),))


def test_ends_are_one_of_four():
    with pytest.raises(BadInput, match="ends"):
        between(x, 0, 1, "<>")


def test_a_nonnegative_symbol_refuses_a_negative_bound():
    with pytest.raises(BadInput, match="nonnegative"):
        between(sp.Symbol("x", nonnegative=True), -1, 1)


def test_a_domain_finds_restricts_and_drops_its_variables():
    domain = UNIT & positive(y) & Domain((index(n, 0),))
    assert [v.symbol for v in domain] == [x, y, n]
    assert domain[y].upper is sp.oo
    with pytest.raises(BadInput, match="one of"):
        domain[T]
    assert domain.restrict(x, ZERO, y)[x].upper == y
    assert [v.symbol for v in domain.without(y)] == [x, n]


def test_a_domain_is_written_with_its_roots():
    domain = UNIT & nth_root(T, 2, x, x, ONE)
    assert [v["root"] for v in domain.to_json()] == [None, [2, ["sym", "x"]]]


@given(st.integers(0, 10**6))
def test_points_lie_in_the_domain_that_they_are_drawn_from(seed):
    half = sp.Rational(1, 2)
    domain = Domain(
        (
            between(x, 0, 1, "[]"),
            between(y, x, 2),
            nth_root(T, 2, 1 + x, half, sp.Integer(2)),
            Variable(n, sp.Rational(3, 2), sp.Integer(5), "()", integer=True),
            index(sp.Symbol("m"), 2),
            Variable(sp.Symbol("k"), -sp.oo, sp.oo, "()", integer=True),
            Variable(sp.Symbol("j"), -sp.oo, sp.Integer(3), "(]", integer=True),
            real(sp.Symbol("r")),
            Variable(sp.Symbol("u"), -sp.oo, ZERO, "()"),
            Variable(sp.Symbol("v"), ZERO, sp.oo, "[]"),
        )
    )
    at = {s.name: value for s, value in domain.sample(seeded(seed)).items()}
    assert 0 <= at["x"] <= 1
    assert at["x"] < at["y"] < 2
    assert sp.expand(at["T"] ** 2 - 1 - at["x"]) == 0
    assert 2 <= at["n"] <= 4
    assert at["m"] >= 2
    assert at["k"].is_Integer
    assert at["j"] <= 3
    assert at["r"].is_Rational
    assert at["u"] < 0
    assert 0 <= at["v"] < sp.oo


@pytest.mark.parametrize(
    "variable",
    [between(x, 1, 0), Variable(n, sp.Integer(0), sp.Integer(1), "()", integer=True)],
)
def test_no_point_is_drawn_from_an_empty_domain(variable):
    with pytest.raises(BadInput, match="interval"):
        Domain((variable,)).sample(seeded(0))


# -- propositions ---------------------------------------------------------------------------------


def test_a_relation_has_one_of_six_operators():
    with pytest.raises(BadInput, match="op"):
        Relation(x, "~", y)


def test_a_limit_comes_from_above_or_below():
    with pytest.raises(BadInput, match="side"):
        Limit(x, x, ZERO, "0", ZERO)


def test_propositions_are_written_with_their_kind():
    assert Integral(x, x, ZERO, ONE, ONE / 2).to_json() == {
        "kind": "integral", "integrand": ["sym", "x"], "variable": "x",
        "lower": ["int", "0"], "upper": ["int", "1"], "value": ["rat", "1", "2"],
    }  # fmt: skip
    failing = Fails(that(x) < 0, ((x, ONE),)).to_json()
    assert failing["objects"] == {}
    assert failing["proposition"]["op"] == "<"
    assert failing["point"] == [["x", ["int", "1"]]]
    assert Series(x, x, (ZERO, ONE)).to_json()["coefficients"] == [["int", "0"], ["int", "1"]]


def test_changing_the_expressions_keeps_the_bound_variable():
    doubled = Integral(x, x, ZERO, ONE, ONE).map(lambda e: 2 * e)
    assert doubled == Integral(2 * x, x, ZERO, sp.Integer(2), sp.Integer(2))


def test_free_symbols_leave_out_what_is_bound_in_the_body_only():
    assert Integral(x * y, x, ZERO, ONE, ZERO).free() == {y}
    assert Integral(x, x, ZERO, x, ZERO).free() == {x}
    assert Derivative(x, y, ZERO).free() == {x}
    assert Series(x + y, x, (y,)).free() == {y}
    assert Fails(that(x) < y, ()).free() == {x, y}
    assert Fails(Minimum(x**2, x, ZERO, ONE, "[]", ZERO), ()).bound() == {x}
    assert (that(x) < y).bound() == set()


def test_a_goal_speaks_of_its_domain_only():
    with pytest.raises(BadInput, match="variables of the domain"):
        Goal(that(x) < y, UNIT)
    with pytest.raises(BadInput, match="a variable of the domain"):
        Goal(Derivative(x, y, ZERO), UNIT)


def test_an_expression_that_is_one_symbol_is_written_as_a_tree():
    assert (that(x) < 1).to_json()["lhs"] == ["sym", "x"]


# -- statements and derivations -------------------------------------------------------------------


@pytest.mark.parametrize(
    "changes",
    [
        {"printed": ()},
        {"hypotheses": (Goal(that(G(x)) < 1, UNIT),)},
        {"hypotheses": (Goal(that(0) < x, UNIT),), "examples": ({},)},
        {"corrected_latex": "without goals"},
    ],
)
def test_an_incomplete_statement_is_refused(changes):
    with pytest.raises(BadInput):
        statement(**changes)


def test_a_definition_may_print_nothing():
    assert statement(printed=(), definition=True).to_json()["definition"] is True


def test_a_proof_numbers_its_steps_and_refuses_later_ones():
    proof = Proof(UNIT)
    goal = Goal(that(x) < 1, UNIT)
    first = proof.assumes(goal, because="given")
    second = proof.concludes(goal, by="sign", because="clear", uses=(first,))
    third = proof.fails(Goal(that(x) < 0, UNIT), {x: sp.Rational(1, 2)}, because="look")
    assert (first, second, third) == ("1", "2", "3")
    for name in ("4", "0", "x"):
        with pytest.raises(BadInput, match="earlier"):
            proof.shows(that(x) < 1, by="sign", because="", uses=(name,))
    derivation = proof.done()
    assert derivation.step("2").uses == ("1",)
    assert derivation.step("3").method == "counterexample"


def test_what_follows_uses_each_fact_once_and_says_no_more_than_it_needs():
    proof, goal = Proof(UNIT), Goal(that(x) < 1, UNIT)
    first, second, third = (proof.assumes(goal, because="given") for _ in range(3))
    point = {x: sp.Integer(0)}
    facts = (first, (second, point), (second, 2), (first, point, x))
    name = proof.follows(that(x) < 2, *facts, also=(third, first), because="added up")
    step = proof.done().step(name)
    assert (step.method, step.goal.domain, step.uses) == ("entailment", UNIT, ("1", "2", "3"))
    assert step.hints == {
        "facts": [("1", {}, 1), ("2", point, 1), ("2", {}, 2), ("1", point, x)]
    }  # fmt: skip
    square = Domain((*UNIT, real(y)))
    elsewhere = Goal(that(y) < 2, square)
    proof.follows(elsewhere, first, because="a goal has a domain of its own")
    proof.follows(that(y) < 2, first, on=square, because="and so has what is said elsewhere")
    assert [step.goal for step in proof.done().steps[-2:]] == [elsewhere] * 2


def test_steps_are_numbered_in_order():
    with pytest.raises(BadInput, match="the place"):
        Derivation((Step("2", Goal(that(0) < 1, Domain()), "sign", ""),))


def _derive():
    proof = Proof(UNIT)
    proof.shows(that(x) < 1, by="sign", because="clear")
    proof.concludes(statement().printed[0], by="sign", because="clear")
    return proof.done()


def test_a_claim_knows_its_id_and_module():
    claim = Claim(statement(), _derive)
    assert (claim.id, claim.module) == ("a.b", __name__)


def test_what_a_derivation_shows_and_does_not_use_is_part_of_the_sentence():
    claim = Claim(statement(), _derive)
    assert claim.statement.also == (Goal(that(x) < 1, UNIT),)
    assert claim.derivation.statement is claim.statement


# -- verdicts and certificates --------------------------------------------------------------------


def test_the_weakest_grade_decides():
    assert Grade.weakest([Grade.proved, Grade.enclosed]) is Grade.enclosed
    assert Grade.weakest([]) is None


def test_only_established_steps_enter_the_certificate():
    proof = Proof(UNIT)
    for goal in (that(x) < 2, that(x) < 0):
        proof.shows(goal, by="sign", because="")
    hints = {"rule": "induction", "bindings": {}}
    proof.shows(that(x) < 3, by="rule", because="", **hints)
    findings = [established(Grade.proved, "yes", shown=1), refuted("no"), unknown("?")]
    document = certificate(statement(), proof.done(), findings, Decision.open, None)
    assert [step["name"] for step in document["steps"]] == ["1"]
    assert document["trusts"] == ["induction"]
    assert document["grade"] is None
    assert document["digest"] == digest(document)
    assert json.loads(json.dumps(document)) == document
    changed = {**document, "verdict": "holds"}
    assert digest(changed) != document["digest"]


def test_a_verdict_is_written_as_the_command_line_prints_it():
    found = Verdict(
        "a.b", "a", "1", Decision.holds, Grade.proved, (unknown("?"),), Mutation(3, 3), 50,
        0.12345, None, "", {},
    ).to_json()  # fmt: skip
    assert found["mutants"] == {"tried": 3, "killed": 3}
    assert (found["grade"], found["seconds"], found["steps"]) == ("proved", 0.123, 1)


# -- twins ----------------------------------------------------------------------------------------


def goals():
    whole = Domain((positive(sp.Symbol("p", positive=True)), between(x, 0, 1), index(n, 0)))
    yield Goal(that(x**2 + 3 * x) == x * (x + 3), whole)
    yield Goal(Sum(n, n, ZERO, ONE, ONE), UNIT)
    yield Goal(Sum(sp.Rational(1, 2) ** n, n, ZERO, sp.oo, sp.Integer(2)), UNIT)
    yield Goal(Series(sp.exp(y), y, (ONE, ONE, ZERO)), UNIT)
    yield Goal(Minimum(y**2, y, -ONE, ONE, "[]", ZERO), UNIT)
    yield Goal(Limit(y, y, ZERO, "+", ZERO), UNIT)
    yield Goal(Fails(that(x) < 0, ((x, ONE / 2),)), UNIT)
    yield Goal(that(T) < 2, UNIT & nth_root(T, 2, 1 + x, ONE / 2, sp.Integer(2)))
    yield Goal(that(y) < y + 1, Domain((real(y),)))


@pytest.mark.parametrize("goal", list(goals()))
def test_every_twin_differs_from_its_goal(goal):
    found = list(twins(goal))
    assert all(twin.goal != goal for twin in found)
    assert len({twin.change for twin in found}) > 0 or isinstance(goal.proposition, Fails)


def test_twins_change_direction_range_coefficients_and_domain():
    changes = {twin.change for goal in goals() for twin in twins(goal)}
    for wanted in (
        "relation reversed", "sum begins one later", "sum ends one later", "coefficient 1",
        "at: plus 1", "value: plus 1", "x beyond its end", "x before its start",
    ):  # fmt: skip
        assert wanted in changes


def test_zero_has_no_twin_by_sign():
    assert "sign" not in {change for _, change in perturbed(ZERO)}


def test_at_most_is_the_weak_relation():
    assert (that(x) <= 1) == Relation(x, "<=", ONE)


def test_a_statement_has_a_short_repr():
    found = statement(title="a sum")
    assert repr(found) == f"<Statement {found.id}: a sum>"


@pytest.mark.parametrize("op", ["<", "<=", ">", ">=", "==", "!="])
def test_a_comparison_makes_a_relation_and_decides_nothing(op):
    compare = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
               "==": operator.eq, "!=": operator.ne}[op]  # fmt: skip
    for left, right in ((1, 0), (x, x), (-(x**2), sp.exp(x))):
        assert compare(that(left), right) == Relation(sp.S(left), op, sp.S(right))


def test_a_side_alone_is_no_truth_and_no_key():
    with pytest.raises(TypeError, match="unhashable"):
        hash(that(x))


@pytest.mark.parametrize(
    ("asked", "claim"),
    [
        (lambda: that(0) <= x <= 1, "0 <= x"),
        (lambda: that(x) == y == T, "x == y"),
        (lambda: that(0) < x and that(x) < 1, "0 < x"),
        (lambda: x in (that(x), that(y)), "x == x"),
    ],
    ids=["two sides", "two equations", "and", "among sides"],
)
def test_a_relation_has_no_truth_value(asked, claim):
    with pytest.raises(TypeError, match=rf"^{claim} is a claim.* that\(a\) <= b, that\(b\) <= c"):
        asked()


def test_relations_are_compared_as_data():
    low, high = that(0) <= x, that(x) <= 1
    assert low == (that(0) <= x)
    assert low != high
    assert high in (low, high)
    assert len({low, high, that(0) <= x}) == 2
