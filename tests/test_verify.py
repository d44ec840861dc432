import flint
import mpmath
import pytest
import sympy as sp

from dpproofs import verifying
from dpproofs.checkers.limit import changed
from dpproofs.checkers.solvers import Solvers
from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, between, real
from dpproofs.kernel.errors import BadInput
from dpproofs.kernel.mutation import twins
from dpproofs.kernel.objects import Given, Value
from dpproofs.kernel.proof import Proof
from dpproofs.kernel.proposition import (
    Derivative,
    Integral,
    Limit,
    Minimum,
    Relation,
    Series,
    Sum,
    that,
)
from dpproofs.kernel.verdict import Grade, established
from dpproofs.replaying import replay
from dpproofs.theorems.registry import papers, registry
from dpproofs.verifying import check_steps, is_false, verify

x, p = sp.symbols("x p")
k = sp.Symbol("k", integer=True)
G = sp.Function("G")
HALF, ZERO, ONE = sp.Rational(1, 2), sp.Integer(0), sp.Integer(1)
UNIT = Domain((between(x, 0, 1),))
PATIENCE = 5  # seconds for a second opinion


def claim(*steps, printed, **rest):
    """A claim with the given steps, each ``(goal, method)`` or a function of the proof."""
    statement = Statement(
        id="a.b", paper="a", item="1", title="t", printed_latex="p", printed=printed, **rest
    )

    def derive() -> Derivation:
        proof = Proof(UNIT)
        for step in steps:
            if callable(step):
                step(proof)
            else:
                goal, method, *hints = step
                proof.concludes(goal, by=method, because="", **(hints[0] if hints else {}))
        return proof.done()

    return Claim(statement, derive)


TRUE, FALSE = Goal(that(x) < 1, UNIT), Goal(that(x) < HALF, UNIT)
BOUND = Goal(that(G(x)) <= 1, UNIT)
FUNCTION = Given("G", "function", 1)
DOUBLE = Value("twice", (x,), UNIT, 2 * x)
EXAMPLE = ({"G": sp.Lambda(x, x)},)


def test_a_goal_that_says_nothing_is_refused_where_somebody_wrote_it():
    same = Goal(that(2 * x) == x + x, UNIT)
    for goals in ({"printed": (same,)},
                  {"printed": (TRUE,), "corrected": (same,), "corrected_latex": "c"}):  # fmt: skip
        with pytest.raises(BadInput, match="says something, not E == E"):
            verify(claim((same, "identity"), **goals))
    derived = claim((same, "identity"), printed=(same,))
    derived.derive.__module__ = "dpproofs.deriving"
    verify(derived)


def believe(monkeypatch):
    """Let every checker establish everything, and replay refuse nothing."""
    monkeypatch.setattr(verifying, "check", lambda *_: established(Grade.proved, "believed"))
    monkeypatch.setattr(verifying, "_refusal", lambda _: None)


def refutes(goal):
    return lambda proof: proof.fails(goal, {x: sp.Rational(3, 4)}, because="look")


def test_a_claim_whose_goals_are_shown_holds_and_its_twins_die():
    verdict = verify(claim((TRUE, "sign"), printed=(TRUE,)))
    assert (verdict.decision, verdict.grade.name) == ("holds", "proved")
    assert verdict.mutation.tried == verdict.mutation.killed > 0
    assert verdict.erratum is None


def moving(goal, method, **hints):
    """The verdict on a goal that rests on the hypothesis G == x, x being a parameter."""
    number = Given("G", "function")
    given = Goal(that(number()) == x, UNIT)

    def steps(proof):
        first = proof.assumes(given, because="")
        proof.concludes(goal, by=method, because="", uses=(first,), **hints)

    return verify(
        claim(
            steps, printed=(goal,), hypotheses=(given,), parameters=UNIT, given=(number,),
            examples=({"G": sp.Lambda((), x)},),
        )
    )  # fmt: skip


def test_a_fact_about_given_objects_is_not_used_at_another_value_of_a_parameter():
    wrong = Goal(that(G()) == x / 2, UNIT)
    verdict = moving(wrong, "entailment", facts=[("1", {x: x / 2}, 1)])
    assert verdict.decision == "open"
    assert "x is a parameter" in verdict.note


def test_a_slope_is_not_taken_along_a_parameter():
    verdict = moving(Goal(Derivative(G() + x, x, sp.Integer(1)), UNIT), "derivative")
    assert verdict.decision == "open"
    assert "x is a parameter" in verdict.note


def test_a_claim_with_a_counterexample_and_a_correction_is_corrected():
    verdict = verify(
        claim(
            refutes(FALSE), (TRUE, "sign"),
            printed=(FALSE,), corrected=(TRUE,), corrected_latex="c",
        )
    )  # fmt: skip
    assert verdict.decision == "corrected"
    assert verdict.erratum["counterexample"].startswith("x = 3/4: look")


def test_a_claim_with_a_counterexample_alone_is_refuted():
    verdict = verify(claim(refutes(FALSE), printed=(FALSE,)))
    assert verdict.decision == "refuted"
    assert verdict.mutation.tried == 0


def test_a_counterexample_without_coordinates_is_its_reason():
    wrong = Goal(that(1) == 2, Domain())
    verdict = verify(claim(lambda p: p.fails(wrong, {}, because="look"), printed=(wrong,)))
    assert verdict.erratum["counterexample"] == "look"


def test_a_definition_is_checked_by_what_it_implies():
    verdict = verify(claim((TRUE, "sign"), printed=(), definition=True))
    assert (verdict.decision, verdict.grade.name) == ("definition", "proved")


@pytest.mark.parametrize(
    ("made", "why"),
    [
        (claim((FALSE, "sign"), printed=(FALSE,)), "Step 1"),
        (claim((TRUE, "sign"), printed=(FALSE,)), "not among the steps"),
        (claim(printed=(), definition=True), "Nothing is shown"),
        (claim((BOUND, "assume"), printed=(TRUE,), given=(FUNCTION,)), "does not"),
        (
            claim(
                (TRUE, "sign"), printed=(TRUE,),
                hypotheses=(Goal(that(2) <= G(x), UNIT),), examples=EXAMPLE, given=(FUNCTION,),
            ),
            "fail in the example",
        ),
        (
            claim(
                refutes(FALSE), (TRUE, "sign"), printed=(FALSE,), corrected=(TRUE,),
                corrected_latex="c", examples=EXAMPLE, given=(FUNCTION,),
                hypotheses=(Goal(that(2) <= G(x), UNIT),),
            ),
            "fail in the example",
        ),
        (
            claim(
                (TRUE, "sign"), printed=(TRUE,), parameters=Domain((between(p, 0, 2),)),
                hypotheses=(Goal(that(G(x)) <= 1, UNIT),), given=(FUNCTION,),
                examples=({"G": sp.Lambda(x, p * x)},),  # false for p > 1, which UNIT leaves out
            ),
            "fail in the example",
        ),
        (
            claim(
                (BOUND, "assume"), printed=(TRUE,), hypotheses=(BOUND,), examples=EXAMPLE,
                given=(FUNCTION,),
            ),
            "used by nothing",
        ),
        (
            claim(lambda proof: proof.defines(DOUBLE, because=""), (TRUE, "sign"), printed=(TRUE,)),
            "used by nothing",
        ),
        (
            claim(
                (TRUE, "sign"), printed=(TRUE,),
                definitions=(Value("d", (x,), UNIT, 1 / (x - HALF)),),
            ),
            "The definition of d",
        ),
        (
            claim((Goal(that(0) <= x**2, Domain((real(x),))), "sign", {"latex": "y"}),
                  printed=(), definition=True),
            None,
        ),
    ],
)  # fmt: skip
def test_a_claim_that_is_not_shown_stays_open(made, why):
    verdict = verify(made)
    if why is None:
        assert verdict.decision == "definition"
    else:
        assert verdict.decision == "open"
        assert why in verdict.note
        assert verdict.grade is None


def test_a_step_that_rests_on_an_open_step_is_open():
    def rests(proof):
        first = proof.concludes(FALSE, by="sign", because="")
        facts = [(first, {}, 1)]
        proof.concludes(TRUE, by="entailment", because="", uses=(first,), facts=facts)

    assert "rests on step 1" in verify(claim(rests, printed=(TRUE,))).findings[1].message


def test_a_contradiction_between_checkers_is_never_a_verdict(monkeypatch):
    believe(monkeypatch)
    verdict = verify(claim((FALSE, "sign"), refutes(FALSE), printed=(FALSE,)))
    assert verdict.decision == "open"
    assert "both established and refuted" in verdict.note


@pytest.mark.parametrize(
    ("goal", "why"),
    [
        (Goal(that(sp.Max(2, x)) == 2, UNIT), "Step 1: replay refuses it: 'max' has no value."),
        (Goal(that(sp.Abs(x - 1)) == 1 - x, UNIT), "Replay refuses the sentence: "),
    ],
)
def test_nothing_holds_that_replay_refuses(goal, why):
    found = claim((goal, "identity"), printed=(goal,))
    assert check_steps(found.statement, found.derivation)[0].established
    verdict = verify(found)
    assert (verdict.decision, verdict.grade) == ("open", None)
    assert why in verdict.note


def test_what_rests_on_a_step_that_replay_refuses_falls_with_it(monkeypatch):
    def rests(proof):
        first = proof.concludes(FALSE, by="sign", because="")
        facts = [(first, {}, 1)]
        proof.concludes(TRUE, by="entailment", because="", uses=(first,), facts=facts)
        proof.concludes(Goal(that(0) < x, UNIT), by="sign", because="")

    found = claim(rests, printed=(FALSE, TRUE, Goal(that(0) < x, UNIT)))
    evidence = {"facts": [{"fact": "1", "at": {}, "times": ["int", "1"]}]}
    believed = {
        "1": established(Grade.proved, "believed"),
        "2": established(Grade.proved, "believed", **evidence),
    }
    checked = verifying.check
    monkeypatch.setattr(
        verifying, "check", lambda step, proof: believed.get(step.name) or checked(step, proof)
    )
    verdict = verify(found)
    assert [finding.established for finding in verdict.findings] == [False, False, True]
    assert verdict.findings[0].message == "replay refuses it: the sign is not shown"
    assert "rests on step 1" in verdict.findings[1].message
    assert replay(verdict.certificate, any_statement=True).accepted


def test_a_sentence_that_replay_refuses_is_open(monkeypatch):
    monkeypatch.setattr(verifying, "_refusal", lambda _: (None, "a range may be empty"))
    verdict = verify(claim((TRUE, "sign"), printed=(TRUE,)))
    assert verdict.decision == "open"
    assert "Replay refuses the sentence: a range may be empty." in verdict.note


def test_a_surviving_twin_opens_the_claim(monkeypatch):
    believe(monkeypatch)
    verdict = verify(claim((TRUE, "sign"), printed=(TRUE,)))
    assert verdict.mutation.survivors
    assert verdict.decision == "open"
    assert "false twin was accepted" in verdict.note


def test_a_claim_without_a_false_twin_has_not_been_tested():
    hidden = Goal(that(0) < sp.exp(G(x)), UNIT)
    verdict = verify(claim((hidden, "sign"), printed=(hidden,), given=(FUNCTION,)))
    assert verdict.findings[0].established
    assert (verdict.decision, verdict.note) == ("open", "No false twin was found.")


def test_numbers_that_disagree_open_the_claim(monkeypatch):
    believe(monkeypatch)
    near = Goal(that(sp.pi) == sp.Rational(22, 7), Domain())
    verdict = verify(claim((near, "identity"), printed=(near,)))
    assert verdict.decision == "open"
    assert verdict.digits < 50


def test_a_twin_over_another_domain_is_tried_for_relations_only():
    goal = Goal(
        Integral(x, x, ZERO, sp.Symbol("c"), HALF * sp.Symbol("c") ** 2),
        Domain((between(sp.Symbol("c"), 1, 2),)),
    )
    statement = claim(printed=(goal,)).statement
    found = [twin for twin in twins(goal) if twin.goal.domain != goal.domain]
    assert found
    assert not any(is_false(twin, goal, statement) for twin in found)


def test_digits_are_between_1_and_1000():
    for digits in (0, 1001):
        with pytest.raises(BadInput, match="digits"):
            verify("additive.thm3.deriv", digits=digits)


@pytest.mark.parametrize(
    "goal",
    [
        Goal(Sum(k, k, ONE, sp.Integer(3), sp.Integer(6)), Domain()),
        Goal(Sum(HALF**k, k, ZERO, sp.oo, sp.Integer(2)), Domain()),
        Goal(Integral(x, x, ZERO, ONE, HALF), Domain()),
        Goal(Series(sp.exp(x), x, (ONE, ONE)), Domain()),
        Goal(Minimum((x - HALF) ** 2, x, ZERO, ONE, "[]", HALF), Domain()),
        Goal(Limit(x, x, ZERO, "+", ZERO), Domain()),
        Goal(that(0) < x, UNIT),
        Goal(Integral(x, x, ZERO, ONE, HALF), UNIT.without(x) & between(sp.Symbol("c"), 0, 1)),
    ],
)
def test_a_true_goal_of_every_kind_has_false_twins(goal):
    statement = claim(printed=(goal,)).statement
    found = [twin for twin in twins(goal) if is_false(twin, goal, statement)]
    assert found
    assert all(twin.goal != goal for twin in found)


# -- over everything that is registered --------------------------------------------------------


def registered(kind, paper=""):
    """Every step of a kind in every registered derivation, with the name of the claim."""
    return [
        (name, step)
        for name, found in registry().items()
        if name.startswith(paper)
        for step in found.derivation.steps
        if isinstance(step.goal.proposition, kind)
    ]


@pytest.mark.sweep
def test_the_solvers_disagree_with_no_sign_that_is_claimed():
    """A sample, of short relations only."""
    signs = [step for _, step in registered(Relation) if step.method == "sign" and short(step.goal)]
    with Solvers(PATIENCE) as solvers:
        opinions = [solvers.opinion(step.goal) for step in signs[:: max(1, len(signs) // 40)]]
    assert "disagrees" not in opinions
    assert "agrees" in opinions


def short(goal):
    gap = goal.proposition.rhs - goal.proposition.lhs
    return len(goal.domain.variables) <= 3 and sp.count_ops(gap) <= 8


@pytest.mark.no_cover  # most of the work is SymPy's
@pytest.mark.parametrize("paper", sorted(papers().keys() - {"optimum"}))  # which has none
def test_sympy_finds_the_same_limits(paper):
    plain = [  # of what SymPy knows
        (name, step)
        for name, step in registered(Limit, f"{paper}.")
        if step.method == "limit" and not list(step.goal.proposition.uses())
    ]
    assert plain
    for name, step in plain:
        assert gap_to_sympy(step) < 1e-20, (name, step.name)


def gap_to_sympy(step):
    """How far SymPy's limit is from the stated one, with numbers for the other variables."""
    goal = step.goal.proposition
    rate = step.hints.get("rate")
    expression, moving, point = changed(goal, None if rate is None else sp.S(rate))
    side = "-" if point else "+"
    free = sorted(expression.free_symbols - {moving.symbol}, key=str)
    at = dict(zip(free, (HALF, HALF / 3, HALF / 5, HALF / 7), strict=False))
    found = sp.limit(expression.subs(at), moving.symbol, point, side)
    return abs(sp.N(found - goal.value.subs(at), 30))


@pytest.mark.no_cover  # most of the work is SymPy's
def test_sympy_finds_the_same_series():
    steps = registered(Series)
    assert steps
    for name, step in steps:
        goal = step.goal.proposition
        count = len(goal.coefficients)
        terms = sp.series(goal.expression, goal.variable, 0, count).removeO()
        found = sp.Poly(terms, goal.variable).all_coeffs()[::-1] if terms != 0 else []
        padded = [*found, *[ZERO] * (count - len(found))]
        assert padded == list(goal.coefficients), (name, step.name)


def test_verifying_gives_the_global_precisions_back():
    before = (flint.ctx.prec, mpmath.mp.prec)
    verify("additive.thm3.deriv")
    assert (flint.ctx.prec, mpmath.mp.prec) == before
