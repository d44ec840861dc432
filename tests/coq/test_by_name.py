"""Which variable a proof is about is told by its name, in whatever order a domain has them."""

import copy

import pytest

from dpproofs.coq.ladders import ladder
from dpproofs.coq.premises import earlier
from dpproofs.coq.rules import table
from dpproofs.coq.steps import lemma
from dpproofs.kernel.errors import UnsupportedExpression
from tests.coq.conftest import certificate

# Claims with a step of the method that has more than one variable.
MOVING = (
    ("trunclap.thm4", "increasing"),
    ("trunclap.thm5", "increasing"),
    ("staircase.def4", "cases"),
    ("vector.optimal", "cases"),
)


def first(found, method):
    return next(
        step for step in found["steps"] if step["method"] == method and len(step["domain"]) > 1
    )


def moved_first(found, step, names):
    """The certificate, with some variables before the others in these steps."""
    new = copy.deepcopy(found)
    for name in (step["name"], *step["uses"]):
        rows = earlier(name, new)["domain"]
        rows.sort(key=lambda row: row["name"] not in names)
    return new, earlier(step["name"], new)


def proof(step, found):
    """The proof without the names that it introduces first, which are in the domain's order."""
    return lemma(step, found).split("Proof. ")[1].partition(". ")[2]


def steps_of(text):
    """What is written with the domain's order left aside: the steps used, at their values."""
    return sorted(text.split())


@pytest.mark.parametrize(("name", "method"), MOVING)
def test_what_moves_is_found_by_its_name(name, method):
    found = certificate(name)
    step = first(found, method)
    other, same = moved_first(found, step, {step["domain"][-1]["name"]})
    assert same["domain"] != step["domain"]
    assert steps_of(proof(same, other)) == steps_of(proof(step, found))


def test_a_variable_that_the_step_does_not_bound_is_refused():
    found = copy.deepcopy(certificate("trunclap.thm5"))
    step = first(found, "increasing")
    earlier(step["uses"][0], found)["proposition"]["variable"] = "q"
    with pytest.raises(UnsupportedExpression, match="does not bound 'q'"):
        lemma(step, found)


def test_pieces_of_two_intervals_are_refused():
    found = copy.deepcopy(certificate("vector.optimal"))
    step = first(found, "cases")
    row = earlier(step["uses"][0], found)["domain"][0]
    row["upper"] = ["rat", "1", "2"]
    with pytest.raises(UnsupportedExpression, match="more than one interval"):
        lemma(step, found)


def test_a_ladder_has_one_variable():
    found = certificate("trunclap.thm5")
    step = next(one for one in found["steps"] if one["method"] == "ladder")
    two = {**step, "domain": [*step["domain"], {**step["domain"][0], "name": "q"}]}
    ladder(step, found)
    with pytest.raises(UnsupportedExpression, match=r"a ladder of the variables .*'q'"):
        ladder(two, found)


def with_rule(*, conclusion):
    """A certificate and a step of it by a rule with variables of its own."""
    rows = {rule["name"]: rule for rule in table()}
    for name in ("staircase.prop2", "additive.lem2", "staircase.thm10"):
        found = certificate(name)
        for step in found["steps"]:
            rule = rows.get(step["evidence"].get("rule"), {"conclusion": None})
            if not rule["conclusion"]:
                continue
            over = [rule["conclusion"]] if conclusion else rule["premises"]
            own = {row["name"] for one in over for row in one["domain"]}
            around = {row["name"] for row in step["domain"]} - own
            if own and around:
                return found, step, own
    raise LookupError("no such step")


@pytest.mark.parametrize("conclusion", [True, False])
def test_the_variables_of_a_rule_are_found_by_their_names(conclusion):
    found, step, own = with_rule(conclusion=conclusion)
    other, same = moved_first(found, step, own)
    assert steps_of(proof(same, other)) == steps_of(proof(step, found))


def test_a_premise_without_the_variable_of_the_rule_is_refused():
    found, step, own = with_rule(conclusion=False)
    new = copy.deepcopy(found)
    for name in step["uses"]:
        rows = earlier(name, new)["domain"]
        rows[:] = [row for row in rows if row["name"] not in own]
    with pytest.raises(UnsupportedExpression, match="a premise without"):
        lemma(earlier(step["name"], new), new)
