import importlib
from dataclasses import replace

import pytest
import sympy as sp

from dpproofs import checkers
from dpproofs.kernel.assertions import Cheaper, Even, Private
from dpproofs.kernel.derivation import Statement
from dpproofs.kernel.domain import Domain, between, positive, real
from dpproofs.kernel.goal import Goal
from dpproofs.kernel.objects import Given, Value
from dpproofs.kernel.proof import Proof
from dpproofs.kernel.proposition import that
from dpproofs.kernel.terms import Mass, Moved
from dpproofs.kernel.verdict import Decision
from dpproofs.render import methods
from dpproofs.render.book import to_html, to_latex, to_markdown
from dpproofs.render.content import page
from dpproofs.render.sentence import sentence, text

x, y, Delta, delta, b = sp.symbols("x y Delta delta b", positive=True)
ON = Domain((between(b, 0, 1), positive(Delta)))
X, Y, L, S = Given("X", "noise"), Given("Y", "noise"), Given("L", "cost"), Given("S", "set")
PRIVATE = Goal(Private(X(), -sp.log(b), sp.S(0), Delta), ON)


def claim(module, name):
    found = importlib.import_module(f"dpproofs.theorems.{module}").CLAIMS
    return next(one for one in found if one.id == name)


def made(*printed, **changes):
    """A statement that nobody makes."""
    fields = {
        "id": "staircase.example",
        "paper": "nobody",
        "item": "",
        "title": "",
        "printed_latex": "x",
        "examples": ({},),
    }
    return Statement(**{**fields, "printed": printed, **changes})


def test_theorem_3_says_what_the_paper_says():
    found = claim("staircase.theorem3", "staircase.thm3")
    assert text(found.statement, found.derivation).split("\n") == [
        (
            "For all b in (0, 1) and Delta > 0, all noise X on the line, and every even "
            "L: R -> [0, oo] that does not decrease on [0, oo):"
        ),
        "with",
        (
            "  for all gamma in [0, 1] and real x: f(gamma, x) := b^k (1 - b)/(2 Delta "
            "(b (1 - gamma) + gamma)) for Delta k <= |x| < Delta gamma + Delta k, "
            "b^(k + 1) (1 - b)/(2 Delta (b (1 - gamma) + gamma)) for Delta gamma + Delta k <= |x| "
            "< Delta k + Delta, "
            "k = 0, 1, 2, ..."
        ),
        "  for all gamma in [0, 1]: Q(gamma) := noise on the line with the density f(gamma, x)",
        "if",
        "  X is (-log(b), 0)-private for shifts up to Delta",
        "then",
        "  for all gamma in [0, 1]: Q(gamma) is a probability",
        (
            "  there is gamma in [0, 1] such that Q(gamma) is (-log(b), 0)-private for shifts up "
            "to Delta and E L(Q(gamma)) <= E L(X)"
        ),
        "Here b stands for exp(-epsilon) and Delta for the sensitivity.",
    ]


def test_an_arithmetic_claim_is_told_with_the_values_it_is_about():
    found = claim("staircase.appendix_c", "staircase.appC.277")
    assert text(found.statement, found.derivation) == (
        "For all b in (0, 1):\n"
        "  sum over k from 0 to oo of b^k = 1/(1 - b)\n"
        "  sum over k from 0 to oo of b^k k = b/(1 - b)^2\n"
        "  sum over k from 0 to oo of b^k k^2 = b (b + 1)/(1 - b)^3\n"
        "Here b stands for exp(-epsilon)."
    )


def test_a_single_goal_is_one_line():
    goal = Goal(that(x + x) == 2 * x, Domain((positive(x),)))
    assert text(made(goal)) == "For all x > 0: 2 x = 2 x"


def test_goals_about_the_same_values_stand_under_one_head():
    on = Domain((positive(x),))
    goals = (Goal(that(x) < 2 * x, on), Goal(that(x) < 3 * x, on))
    assert text(made(*goals)) == "For all x > 0:\n  x < 2 x\n  x < 3 x"


def test_a_condition_on_a_parameter_is_told_from_what_is_quantified():
    goal = Goal(that(b) <= x + 1, Domain((between(b, 0, sp.Rational(1, 2)), positive(x))))
    assert text(made(goal, parameters=ON)) == (
        "For all b in (0, 1) and Delta > 0:\n"
        "  when b in (0, 1/2), for all x > 0: b <= x + 1"
    )  # fmt: skip


def test_what_is_the_same_parameter_is_not_quantified_again():
    goal = Goal(that(b) <= Delta + 1, ON)
    assert text(made(goal, parameters=ON)) == (
        "For all b in (0, 1) and Delta > 0:\n  b <= Delta + 1"
    )


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ((X,), "For all noise X on the line:"),
        ((X, Y, L), ("For all noise X and Y on the line, and every even L: R -> [0, oo] that does"
                    " not decrease on [0, oo):")),
        ((Given("Z", "noise", on="integers"),), "For all noise Z on the integers:"),
        ((Given("nu", "noise", 1),),
         "For every family nu of noise on the line with one real index:"),
        ((S, Given("T", "set")), "For all Borel sets S and T:"),
        ((S,), "For every Borel set S:"),
        ((Given("c", "function"),), "For every real number c:"),
        ((Given("G", "function", 1),), "For every function G of one real variable:"),
        ((Given("F", "function", 2), Given("G", "function", 2), Given("c", "function", 0)),
         "For all functions F and G of 2 real variables, and every real number c:"),
    ],
)  # fmt: skip
def test_given_objects_are_said_as_what_they_are(given, expected):
    goal = Goal(that(x) < 2 * x, Domain((positive(x),)))
    first, *rest = text(made(goal, given=given)).split("\n")
    assert first == expected
    assert rest == ["  for all x > 0: x < 2 x"]


def test_sets_that_are_not_given_are_meant_for_all():
    shift = sp.Symbol("d", real=True)
    some = sp.Function("T")()
    goal = Goal(that(Mass(X(), some)) <= Mass(X(), Moved(some, shift)), Domain((real(shift),)))
    given = Goal(that(Mass(X(), S())) <= 1, Domain())
    assert text(made(goal, given, given=(X, S))).split("\n")[1:] == [
        "  for all real d and every Borel set T: P(X in T) <= P(X in T + d)",
        "  P(X in S) <= 1",
    ]
    alone = Goal(that(Mass(X(), some)) <= 1, Domain())
    assert "for every Borel set T: P(X in T) <= 1" in text(made(alone, given=(X,)))


def derived():
    """A statement with a goal of each sort, and a derivation."""
    wrong = Goal(that(x**2) <= x, Domain((positive(x),)))
    kept = Goal(Even(X()), Domain())
    undone = Goal(Cheaper(X(), X(), "L"), Domain())
    right = Goal(that(0) <= x**2, Domain((positive(x),)))
    more = Goal(that(0) <= x, Domain((positive(x),)))
    statement = made(
        wrong, kept, undone, given=(X, L), parameters=ON, hypotheses=(PRIVATE,),
        corrected=(right, kept), corrected_latex="x", also=(more,),
    )  # fmt: skip
    proof = Proof(Domain(), statement)
    proof.assumes(PRIVATE, because="")
    proof.concludes(kept, by="identity", because="")
    proof.fails(wrong, {x: 2}, because="")
    proof.concludes(right, by="identity", because="")
    proof.concludes(more, by="identity", because="")
    return statement, proof.done()


def test_an_erratum_says_what_is_refuted_and_what_is_shown_instead():
    statement, derivation = derived()
    assert text(statement, derivation).split("\n")[1:] == [
        "if",
        "  X is (-log(b), 0)-private for shifts up to Delta",
        "it is not always so that",
        "  for all x > 0: x^2 <= x",
        "instead it is shown that",
        "  for all x > 0: 0 <= x^2",
        "and, as printed, that",
        "  X is symmetric",
        "besides, it is shown that",
        "  for all x > 0: 0 <= x",
        "it is neither shown nor refuted, by a step of its own, that",
        "  E L(X) <= E L(X)",
    ]


def test_without_a_derivation_nothing_is_said_to_be_shown():
    statement, _ = derived()
    told = text(statement)
    for word in ("shown", "refuted", "always so"):
        assert word not in told
    assert "as printed:\n  for all x > 0: x^2 <= x" in told
    assert "as corrected:\n  for all x > 0: 0 <= x^2" in told


def test_several_refuted_goals_are_each_false():
    on = Domain((positive(x),))
    goals = tuple(Goal(that(n * x) <= x, on) for n in (2, 3))
    proof = Proof(on)
    for goal in goals:
        proof.fails(goal, {x: 1}, because="")
    assert text(made(*goals), proof.done()).startswith("None of the following is always so:")


def test_every_row_names_the_step_that_decides_it():
    statement, derivation = derived()
    steps = {row.shown.plain: row.step for row in sentence(statement, derivation) if row.shown}
    assert steps == {
        "X is (-log(b), 0)-private for shifts up to Delta": "1",
        "x^2 <= x": "3",
        "0 <= x^2": "4",
        "X is symmetric": "2",
        "0 <= x": "5",
        "E L(X) <= E L(X)": "",
    }


def test_a_step_says_which_sets_it_is_about(result_of):
    every, shift = sp.Function("T")(), sp.Symbol("d", real=True)
    goal = Goal(that(Mass(X(), every)) <= Mass(X(), Moved(S(), shift)), Domain((real(shift),)))
    statement = made(goal, given=(X, S))
    proof = Proof(Domain(), statement)
    proof.concludes(goal, by="measure", because="so it is")
    (step,) = page(result_of(statement, proof.done())).steps
    assert step.shown.domain == (r"d \in \mathbb{R}", r"\text{every Borel set } T")


def test_definitions_stand_before_what_uses_them():
    value = Value("G", (y,), Domain((positive(y),)), Mass(X(), sp.Function("S")()) + y)
    goal = Goal(that(0) <= value(x), Domain((positive(x),)))
    told = text(made(goal, given=(X, S), definitions=(value,)))
    assert told.split("\n")[1:] == [
        "with",
        "  for all y > 0: G(y) := y + P(X in S)",
        "then",
        "  for all x > 0: 0 <= G(x)",
    ]


@pytest.mark.parametrize(
    ("paper", "upper", "present"),
    [("staircase", 1, True), ("staircase", 2, False), ("additive", 1, False)],
)
def test_a_letter_is_explained_only_where_it_has_its_meaning(paper, upper, present):
    goal = Goal(that(0) <= b, Domain((between(b, 0, upper),)))
    told = text(made(goal, paper=paper))
    assert ("b stands for exp(-epsilon)" in told) is present


@pytest.mark.no_cover
def test_every_registered_claim_has_its_sentence(registered):
    for result in registered:
        told = text(result.statement, result.derivation)
        assert told
        for leftover in ("**", "Between", "\\", "Mass(", "Moved("):
            assert leftover not in told


def test_the_sentence_follows_the_statement_in_every_format(registered):
    result = next(r for r in registered if r.statement.id == "staircase.thm3")
    tex, html, markdown = to_latex(result), to_html([result]), to_markdown([result])
    assert tex.index(r"\begin{dptheorem}") < tex.index(r"\begin{proof}")
    assert '<h3>What is proved</h3><div class="sentence">' in html
    assert 'step <a href="#staircase.thm3.96">96</a>' in html
    assert "### What is proved" in markdown
    for document in (tex, html, markdown):
        assert "is a probability" in document.replace(r"\text{", "")
        assert "does not decrease on" in document


@pytest.mark.parametrize(
    ("decision", "heading"),
    [
        (Decision.corrected, "What is refuted, and what is proved instead"),
        (Decision.refuted, "What is refuted"),
        (Decision.definition, "What is proved"),
        (Decision.open, "What is claimed, and not decided"),
    ],
)
def test_the_heading_does_not_say_more_than_the_verdict(wrong, decision, heading):
    result = wrong()
    odd = replace(result, verdict=replace(result.verdict, decision=decision))
    told = page(odd)
    assert told.meaning == heading
    words = {part.text for line in told.sentence for part in line.words}
    assert any("not always so" in word for word in words) is (decision is not Decision.open)


def test_every_method_of_checking_is_explained():
    assert set(methods.METHODS) - {"cite"} == set(checkers.checkers())
    assert methods.explained("nothing known") == ""


def test_a_method_is_explained_in_the_guide_when_it_was_used(right):
    document = to_html([right()])
    assert methods.METHODS["identity"] in document
    assert methods.METHODS["ladder"] not in document


def test_steps_that_introduce_something_say_so(registered):
    result = next(r for r in registered if r.statement.id == "staircase.thm3")
    kinds = {step.kind for step in page(result).steps}
    assert kinds == {"", "hypothesis", "definition", "found"}
    assert '<span class="kind">found</span>' in to_html([result])
