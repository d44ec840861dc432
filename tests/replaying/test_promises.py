"""Sentences about losses and promised noise are read, and have to be closed."""

import pytest
from handmade import (
    Proof,
    ap,
    cost,
    even,
    exists,
    fails,
    function,
    given,
    goal,
    mass,
    mul,
    noise,
    private,
    rejected,
    rel,
    some,
    tree,
    var,
)

S, V, A = var("s", 0), var("v", 0), var("a", mul(-1, "s"), "s", "[]")


def loss(of="P", than="X", shift="a", count=1, value="v", **changes):
    """E l <= v, the loss of P against X + a."""
    return {
        "kind": "loss", "noise": noise(of) if isinstance(of, str) else of,
        "than": noise(than) if isinstance(than, str) else than, "shift": tree(shift),
        "count": tree(count), "variable": "l", "loss": tree("l"), "op": "<=",
        "value": tree(value), **changes,
    }  # fmt: skip


def leak(of="P", than="X", op="=="):
    return {"kind": "leak", "noise": noise(of), "than": noise(than), "shift": tree(0),
            "count": tree(1), "epsilon": tree("s"), "op": op, "value": tree("v")}  # fmt: skip


def promise(*kept, name="P", arity=0, variables=(V,), **changes):
    return {"kind": "promise", "given": given(name, arity=arity), "variables": list(variables),
            "all": list(kept), **changes}  # fmt: skip


def about(*printed, **sentence):
    """A proof of something else, so that what is printed besides is open."""
    proof = Proof(given=[given("X"), function("c", 0), cost()], **sentence)
    proof.sentence["printed"] = [goal(rel(0, "==", 0)), *(goal(each, S) for each in printed)]
    proof.step(rel(0, "==", 0), by="identity")
    return proof


GOOD = (
    promise(goal(loss(), A), goal(rel("v", "<=", ap("c"))), goal(even("P"))),
    promise(goal(leak())),
    promise(goal(loss(noise("P", "v"))), arity=1, variables=[V, var("a", 0)]),
    promise(goal(loss(loss=["max", ["sym", "l"], ["int", "0"]]), A)),
    promise(variables=[]),
    loss("X", shift="s", value="s"),
)


@pytest.mark.parametrize("claim", GOOD)
def test_what_is_promised_is_read_and_is_open(claim):
    report = about(claim).report(verdict="open", grade=None)
    assert (report.accepted, report.reason) == (True, "")
    rejected(about(claim), "open follows", step=None)


BAD = {
    "already": promise(goal(even("c")), name="c"),
    "nothing declares": promise(goal(private("N", 1))),
    "not a noise": promise(goal(even(noise("P", 1)))),
    "any set": promise(goal(rel(0, "<=", mass("P", some())))),
    "is no noise": promise(given=function("P")),
    "may be empty": promise(goal(even("P"), {**var("w", 0, 1), "hollow": True})),
    "'exists' within": promise(goal(exists([var("w", 0)], even("P")))),
    "not in the domain": promise(goal(loss())),
    "bounded too early": promise(goal(even("P"), var("w", 0, "z"))),
    "bound twice": promise(goal(loss(variable="v", loss=tree("v")), A)),
    "not one of": promise(goal(leak(op="!="))),
    "'promise' within": exists([var("w", 0)], promise()),
}


@pytest.mark.parametrize("word", BAD)
def test_a_promise_that_is_not_closed_is_refused(word):
    rejected(about(BAD[word]), word, step=None, verdict="open", grade=None)


def test_the_name_of_what_is_promised_is_known_inside_only():
    outside = about(promise(goal(even("P"))), even("P"))
    rejected(outside, "P, which nothing declares", step=None, verdict="open", grade=None)


def test_a_promise_is_no_hypothesis_and_is_not_refuted_or_shown():
    rejected(about(hypotheses=[goal(promise(), S)]), "hypothesis of kind promise", step=None)
    proof = about(promise())
    proof.step(promise(), [S], "identity", [])
    rejected(proof, "no method", step="2")
    failing = about()
    failing.step(fails(promise(), s=1), [S], "counterexample", [])
    rejected(failing, "not something to refute", step=None)


def test_a_loss_may_be_assumed_by_a_step():
    proof = about(parameters=[S])
    proof.assume(loss("X", shift="s", value="s"), S)
    report = proof.report(verdict="open", grade=None)
    assert (report.accepted, report.reason) == (True, "")
