"""Claims that cite claims: one at hand, accepted, about what is expected, and not in a circle."""

import pytest
from handmade import (
    F,
    Proof,
    accepted,
    fails,
    function,
    goal,
    mul,
    outcome,
    power,
    rejected,
    rel,
    signed,
    var,
)

from dpproofs.replaying import statement_digest

Y = [var("y", 0, 1)]
SQUARE = rel(power("y", 2), "<", "y")


def lemma(**sentence):
    proof = Proof(**{"id": "test.lemma", **sentence})
    proof.step(SQUARE, Y)
    return proof


def citing(document, which="printed", place=0, claim=SQUARE, **changes):
    proof = Proof()
    proof.step(claim, Y, "cite", **{
        "claim": document["statement"]["id"], "goal": [which, place],
        "digest": statement_digest(document["statement"]), **changes,
    })  # fmt: skip
    proof.combine(rel(power("y", 4), "<", power("y", 2)), Y, ("1", {"y": power("y", 2)}, 1))
    return proof


def at_hand(*documents):
    return {document["statement"]["id"]: document for document in documents}


def test_a_goal_of_another_claim():
    found = lemma().document()
    accepted(citing(found), cited=at_hand(found))


def test_the_grade_and_the_rules_are_inherited():
    proof = Proof(id="test.lemma")
    proof.step(SQUARE, [var("y", F(1, 4), F(1, 2))], "region")
    document = proof.document()
    assert document["grade"] == "enclosed"
    domain = proof.steps[0]["domain"]
    for grade, fits in (("enclosed", True), ("proved", False)):
        other = Proof()
        other.step(SQUARE, domain, "cite", claim="test.lemma", goal=["printed", 0],
                   digest=statement_digest(document["statement"]), graded=grade)  # fmt: skip
        assert other.report(cited=at_hand(document)).accepted is fits
    ruled = Proof(id="test.lemma")
    one = ruled.step(rel(mul("n", 0), "<=", 0), [var("n", 0, None, integer=True)])
    ruled.rule("Archimedes", rel(0, "<=", 0), (), [one], value=0, bound=0)
    document = ruled.document()
    other = Proof()
    other.step(rel(0, "<=", 0), (), "cite", claim="test.lemma", goal=["printed", 0],
               digest=statement_digest(document["statement"]))  # fmt: skip
    assert accepted(other, cited=at_hand(document)).trusts == ("Archimedes",)


def test_a_claim_that_is_not_at_hand():
    proof = citing(lemma().document())
    rejected(proof, "the cited claim test.lemma is not at hand", step="1")
    rejected(proof, "not at hand", step="1", cited={})


def test_a_claim_that_is_no_certificate_or_of_an_older_version():
    found = lemma().document()
    old = signed({**found, "version": 1})
    rejected(citing(found), "of version 1", step="1", cited=at_hand(old))
    rejected(citing(found), "digest", step="1", cited=at_hand({**found, "verdict": "open"}))
    rejected(citing(found), "another claim", step="1",
             cited={"test.lemma": Proof(id="test.other").document()})  # fmt: skip


def test_a_claim_that_is_rejected():
    proof = lemma()
    proof.steps[0]["proposition"] = rel("y", "<", power("y", 2))
    document = proof.document()
    other = citing(document, claim=proof.steps[0]["proposition"])
    rejected(other, "is rejected: the sign is not shown", step="1", cited=at_hand(document))


def test_a_statement_that_is_another():
    found = lemma().document()
    rejected(citing(found, digest="sha256:0"), "another statement", step="1", cited=at_hand(found))


@pytest.mark.parametrize("more", [
    {"parameters": Y}, {"given": [function("G")]}, {"hypotheses": [goal(rel(1, "<=", 0))]},
])  # fmt: skip
def test_a_claim_with_parameters_objects_or_hypotheses(more):
    found = lemma(**more).document()
    rejected(citing(found), "of its own", step="1", cited=at_hand(found))


def test_a_goal_that_is_not_established():
    found = lemma().document()
    for which, place in (("printed", 1), ("corrected", 0)):
        rejected(citing(found, which, place), step="1", cited=at_hand(found))
    rejected(citing(found, claim=rel(power("y", 3), "<", "y")), "not that goal", step="1",
             cited=at_hand(found))  # fmt: skip
    opened = signed({**found, "verdict": "open", "grade": None})
    rejected(citing(opened), "does not establish", step="1", cited=at_hand(opened))


def test_a_goal_that_was_corrected():
    wrong = rel(power("y", 2), "<", power("y", 3))
    proof = lemma(printed=[goal(wrong, *Y)], corrected=[goal(SQUARE, *Y)])
    proof.step(fails(wrong, y=power(2, -1)), Y, "counterexample")
    document = proof.document("corrected")
    assert outcome(document).accepted
    accepted(citing(document, "corrected"), cited=at_hand(document))
    rejected(citing(document, "printed", claim=wrong), "does not establish", step="1",
             cited=at_hand(document))  # fmt: skip


def test_claims_that_cite_each_other():
    one = Proof(id="test.one", printed=[goal(SQUARE, *Y)])
    two = Proof(id="test.two", printed=[goal(SQUARE, *Y)])
    for proof, other in ((one, two), (two, one)):
        digest = statement_digest(other.document()["statement"])
        proof.step(SQUARE, Y, "cite", claim=other.sentence["id"], goal=["printed", 0],
                   digest=digest)  # fmt: skip
    both = at_hand(one.document(), two.document())
    rejected(one, "cited", cited=both)
    itself = Proof(id="test.one", printed=[goal(SQUARE, *Y)])
    itself.step(SQUARE, Y, "cite", claim="test.one", goal=["printed", 0],
                digest=statement_digest(itself.document()["statement"]))  # fmt: skip
    rejected(itself, "is cited by what it cites", cited=at_hand(itself.document()))


def test_a_citation_is_of_a_released_statement_unless_any_will_do():
    from dpproofs.replaying.program import replay

    found = lemma().document()
    other = citing(found).document()
    known = {"test.it": statement_digest(other["statement"])}
    report = replay(other, statements=known, cited=at_hand(found))
    assert "test.lemma is not known" in report.reason
    known["test.lemma"] = statement_digest(found["statement"])
    assert replay(other, statements=known, cited=at_hand(found)).accepted
