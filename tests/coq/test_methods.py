"""Steps of each method: what a certificate says is proved, and with a planted error it is not."""

import copy

import pytest

from dpproofs.coq.steps import header, lemma
from dpproofs.kernel.errors import UnsupportedExpression
from tests.coq.conftest import attempts, certificate

TWO, THIRD = ["int", "2"], ["rat", "1", "3"]
SMALL = ["rat", "1", "1000"]
MINUS_D = ["mul", ["int", "-1"], ["sym", "d"]]
STRONGER = "From dpproofs Require Import normal cancelling strong.\n"
NOTHING = ["between", "()", ["sym", "t"], ["sym", "t"]]

# A method, a step of it, and what is put for a part of the step.
PLANTED = (
    ("limit", "staircase.heur.63", "1", ("proposition", "value"), THIRD),
    ("minimum", "additive.thm3.eq8", "3", ("proposition", "at"), ["rat", "1", "2"]),
    ("increasing", "trunclap.unif", "3", ("proposition", "lhs", 1), ["int", "3"]),
    ("squeeze", "trunclap.unif", "20", ("uses",), ["16", "16", "18", "19"]),
    ("ladder", "trunclap.unif", "7", ("proposition", "lhs"), ["add", TWO, ["sym", "epsilon"]]),
    ("cases", "cactus.thm2.convex", "10", ("proposition", "op"), "<"),
    ("duality", "staircase.thm12.grid", "11", ("proposition", "value"), TWO),
    ("existence", "staircase.eq26", "6", ("uses",), ["3", "2", "1", "4", "5"]),
    ("expectation", "staircase.eq46", "6", ("proposition", "value"), TWO),
    ("weaken", "staircase.thm4.cost", "16", ("proposition", "value"), ["sym", "Delta"]),
    ("region", "vector.gain.values", "1", ("proposition", "rhs"), SMALL),
    ("counterexample", "additive.sec5.low", "2", ("evidence", "instead"), TWO),
    ("integral", "staircase.eq46", "2", ("proposition", "value"), TWO),
    ("multiples", "optimum.below", "8", ("evidence", "width"), ["mul", TWO, ["sym", "w"]]),
    ("measure", "cactus.scale", "9", ("proposition", "rhs"), TWO),
    ("privacy", "additive.eq4", "2", ("evidence", "shift"), MINUS_D),
    ("mirror", "additive.lem2", "12", ("evidence", "set"), NOTHING),
    ("series", "trunclap.thm6.2", "22", ("proposition", "coefficients", 1), THIRD),
    ("instance", "cactus.eq4.event", "3", ("evidence", "sets", "S"), ["set", "T"]),
    (
        "entailment", "cactus.rem2.tail", "2", ("evidence", "facts", 1, "times"),
        ["mul", ["int", "-1"], ["sym", "r"]],
    ),
)  # fmt: skip


def with_error(found, name, path, value):
    """The certificate with one part of a step changed."""
    new = copy.deepcopy(found)
    inside = next(step for step in new["steps"] if step["name"] == name)
    *way, last = path
    for key in way:
        inside = inside[key]
    assert inside[last] != value
    inside[last] = value
    return new


def cut(found, name):
    """The certificate up to a step."""
    names = [step["name"] for step in found["steps"]]
    return {**found, "steps": found["steps"][: names.index(name) + 1]}


def test_a_planted_error_is_refused(coq):
    texts = []
    for method, claim, name, path, value in PLANTED:
        found = cut(certificate(claim), name)
        assert found["steps"][-1]["method"] == method
        texts.append(attempts(found, module=f"Right_{method}", shown=(name,)))
        wrong = with_error(found, name, path, value)
        try:
            texts.append(attempts(wrong, (name,), f"Wrong_{method}", shown=()))
        except UnsupportedExpression:
            assert method in ("squeeze", "ladder")
    assert coq("\n\n".join(texts)) == ""


def test_an_integral_at_a_root(coq):
    found = cut(certificate("staircase.thm3.l2"), "6")
    right = attempts(found, module="Right", shown=("6",), stronger=True)
    wrong = with_error(found, "6", ("domain", 1, "root", 1), ["sym", "b"])
    assert coq(right + attempts(wrong, ("6",), "Wrong", shown=(), stronger=True)) == ""


def test_a_ladder_beside_an_expansion(coq):
    found = cut(certificate("staircase.cor5.high"), "18")
    right = attempts(found, module="Right", shown=("18",), stronger=True)
    wrong = attempts(found, ("18",), "Wrong", shown=(), stronger=True)
    assert "31 / 192 + " in wrong
    assert coq(right + wrong.replace("31 / 192 + ", "30 / 192 + ")) == ""


def test_ladders_have_tactics_of_their_own_only_beside_expansions():
    both = certificate("staircase.cor5.high")
    alone = {**both, "steps": [step for step in both["steps"] if step["method"] != "series"]}
    more = "From dpproofs Require Import rungs.\n"
    assert header(both, stronger=True) == header(both) + STRONGER + more
    assert header(alone, stronger=True) == header(alone) + STRONGER


@pytest.mark.parametrize(
    ("claim", "name", "path", "value", "message"),
    [
        ("trunclap.unif", "20", ("uses",), ["16", "18"], "whose bounds are not among the steps"),
        ("trunclap.unif", "20", ("proposition", "value"), THIRD, "whose bounds are not"),
        ("trunclap.unif", "3", ("proposition", "op"), "<=", "increasing in this form"),
        ("trunclap.unif", "7", ("proposition", "op"), ">", "does not end"),
        ("staircase.eq25", "18", ("uses",), ["1"], "what no step says is noise"),
        ("staircase.heur.quality", "13", ("proposition", "point"), [], "at any parameter"),
        ("staircase.prop2", "3", ("evidence", "rule"), "supremum", "a use of the rule 'supremum'"),
    ],
)
def test_what_has_no_proof_is_refused_in_words(claim, name, path, value, message):
    found = with_error(certificate(claim), name, path, value)
    step = next(step for step in found["steps"] if step["name"] == name)
    with pytest.raises(UnsupportedExpression, match=message):
        lemma(step, found)


def test_a_rule_is_used_at_its_letters_and_its_premises_are_steps():
    found = certificate("staircase.prop2")
    text = lemma(next(step for step in found["steps"] if step["name"] == "3"), found)
    assert "pose proof ((proj2 proved.rule_induction_) (fun n =>" in text
    assert "premise rule_ (intros n_p_; conditions; pose proof (step_2 " in text
    assert text.endswith("at_variable rule_ n. by_instance rule_. Qed.")


def test_a_bound_of_a_rule_may_be_written_otherwise():
    found = certificate("optimum.below")
    text = lemma(found["steps"][-1], found)
    assert text.endswith("apply (at_least_less rule_); same_arguments; Lra.lra. Qed.")
    tails = certificate("trunclap.thm4")
    (step,) = (one for one in tails["steps"] if one["evidence"].get("rule") == "tail sum")
    assert lemma(step, tails).endswith("by_instance rule_. Qed.")


def test_a_premise_that_compares_numbers_may_be_seen_without_its_step():
    found = copy.deepcopy(certificate("trunclap.thm4"))
    (step,) = (one for one in found["steps"] if one["evidence"].get("rule") == "tail sum")
    assert lemma(step, found).count("try (premise") == 2
    third = next(one for one in found["steps"] if one["name"] == step["uses"][5])
    assert third["proposition"]["rhs"] == ["int", "0"]
    third["proposition"]["rhs"] = ["sym", "b"]
    assert lemma(step, found).count("try (premise") == 1


def test_cases_of_an_integer_leave_no_gap(coq):
    found = cut(certificate("staircase.thm12"), "108")
    right = attempts(found, module="Right", shown=("108",))
    place = len(found["steps"][-2]["domain"]) - 1
    after = ["add", ["int", "2"], ["sym", "n"]]
    wrong = with_error(found, "107", ("domain", place, "lower"), after)
    texts = [right, attempts(wrong, ("108",), "Wrong", shown=())]
    assert coq("\n\n".join(texts), "integer_cases") == ""


def test_an_inequality_that_needs_no_fact(coq):
    found = cut(certificate("staircase.appE.335"), "28")
    right = attempts(found, module="Right", shown=("28",))
    wrong = with_error(found, "28", ("proposition", "rhs", 1), TWO)
    texts = [right, attempts(wrong, ("28",), "Wrong", shown=())]
    assert coq("\n\n".join(texts), "no_facts") == ""
