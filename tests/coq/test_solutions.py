"""Functions that solve the equations which a sentence assumes, put in the place of given ones."""

from dpproofs.coq.solutions import solutions
from dpproofs.coq.steps import header, lemma
from dpproofs.coq.witnesses import has_solutions
from tests.coq.conftest import attempts, certificate
from tests.coq.test_methods import cut, with_error

ONE, X, Y = ["int", "1"], ["sym", "x"], ["sym", "y"]


def variable(name):
    return {
        "name": name, "lower": ["int", "0"], "upper": ["oo"], "ends": "()", "integer": False,
        "hollow": False, "root": None,
    }  # fmt: skip


def assumed(lhs, rhs, op="==", kind="relation"):
    said = {"kind": kind, "lhs": lhs, "op": op, "rhs": rhs}
    return {"domain": [variable("x"), variable("y")], "proposition": said}


def solved(*hypotheses):
    given = [
        {"kind": kind, "name": name, "arity": arity}
        for kind, name, arity in [
            ("function", "f", 2), ("function", "g", 1), ("function", "c", 0), ("noise", "X", 0),
        ]
    ]  # fmt: skip
    return solutions({"given": given, "hypotheses": hypotheses})


F, G = ["apply", "f", X, Y], ["apply", "g", X]


def test_a_factor_is_what_the_product_is_over_the_others():
    assert solved(assumed(["mul", F, X], ONE)) == {"f": "(fun x y => 1 / x)"}


def test_a_function_is_put_into_what_rests_on_it():
    found = solved(assumed(G, Y), assumed(G, X), assumed(F, ["add", G, Y]))
    assert found == {"f": "(fun x y => (fun g => (g x + y)) (fun x => y))", "g": "(fun x => y)"}


def test_other_hypotheses_say_nothing_of_a_value():
    assert not solved(assumed(F, ONE, op="<="))
    assert not solved(assumed(F, ONE, kind="noise"))
    assert not solved(assumed(F, ["add", F, ONE]))
    assert not solved(assumed(["mul", F, F], ONE))
    assert not solved(assumed(["apply", "f", X, ONE], ONE))
    assert not solved(assumed(["apply", "f", X, X], ONE))
    assert not solved(assumed(["apply", "f", X, ["sym", "z"]], ONE))


def test_tactics_for_solutions_are_only_where_there_are_some():
    line = "From dpproofs Require Import solutions.\n"
    for claim, needed in (("trunclap.thm6.3", True), ("trunclap.univrate", False)):
        assert has_solutions(certificate(claim)) == needed
        assert (line in header(certificate(claim))) == needed
    assert not has_solutions(certificate("trunclap.unif"))


def test_a_planted_error_is_refused(coq):
    texts = []
    for claim, name in (("trunclap.thm6.3", "26"), ("trunclap.thm7.3", "42")):
        found = cut(certificate(claim), name)
        part = claim.replace(".", "_")
        texts.append(attempts(found, module=f"Right_{part}", shown=(name,)))
        wrong = attempts(found, (name,), f"Wrong_{part}", shown=())
        *before, own = wrong.split("Proof. Fail solve")
        assert "1 / ((1 - 2 * " in own
        texts.append("Proof. Fail solve".join([*before, own.replace("1 / ((1 - 2", "2 / ((1 - 2")]))
    true = with_error(found, "42", ("proposition", "proposition", "op"), "<=")
    texts.append(attempts(true, ("42",), "True_", shown=()))
    assert coq("\n\n".join(texts), "solutions_used") == ""
    assert "(fun _ _ => 0)" not in lemma(found["steps"][-1], found)
