"""A certificate of a released sentence has the verdict of the release, and no more than it."""

import json
from pathlib import Path

import pytest
from handmade import F, Proof, signed, var
from test_citations import SQUARE, at_hand, citing, lemma

from dpproofs.replaying import Released, program, released, statement_digest
from dpproofs.replaying.program import replay
from dpproofs.replaying.release import GRADES

CERTIFICATES = Path(__file__).parents[2] / "derivations" / "certificates"
FALSE = ["cactus.heur", "staircase.appB.lem23.proof", "staircase.appF.lem31.proof",
         "trunclap.thm5.dual", "trunclap.thm7.1.proof"]  # fmt: skip


def row(document, verdict="holds", grade="proved", *, coq=False, certificate="sha256:0"):
    digest = statement_digest(document["statement"])
    return {document["statement"]["id"]: Released(digest, verdict, grade, certificate, coq)}


def opened(document):
    """The same sentence, of which nothing is said to be shown."""
    return signed({**document, "verdict": "open", "grade": None, "trusts": [], "steps": []})


@pytest.mark.parametrize(
    ("verdict", "grade", "differs"),
    [
        ("holds", "proved", ""),
        ("corrected", "proved", "the release has corrected, proved"),
        ("open", None, "the release has open, no grade"),
        ("holds", "certified", "the release has holds, certified"),
        ("holds", "enclosed", "the release has holds, enclosed"),
        ("holds", "computed", "the release has holds, computed"),
    ],
)
def test_another_verdict_or_a_stronger_grade_is_told_and_not_accepted(verdict, grade, differs):
    made = lemma().document()
    known = row(made, verdict, grade)
    report = replay(made, statements=known)
    assert (report.known, report.differs, report.accepted) == (True, differs, not differs)
    assert report.reason == (f"verdict: holds, proved, but {differs}" if differs else "")
    assert report.failing is None
    report = replay(made, statements=known, any_statement=True)
    assert (report.accepted, report.differs, report.released) == (True, differs, False)


def test_an_open_certificate_without_steps_is_not_the_verdict_of_the_release():
    made = opened(lemma().document())
    report = replay(made, statements=row(made))
    assert (report.accepted, report.verdict, report.steps) == (False, "open", 0)
    assert report.differs == "the release has holds, proved"
    assert replay(made, statements=row(made, "open", None)).accepted


def test_a_weaker_grade_claims_less_and_is_accepted():
    proof = Proof()
    proof.step(SQUARE, [var("y", F(1, 4), F(1, 2))], "region")
    made = proof.document()
    report = replay(made, statements=row(made))
    assert report.grade == "enclosed"
    assert (report.accepted, report.differs) == (True, "")


def test_another_statement_of_a_released_claim_is_not_compared():
    made = lemma().document()
    other = {"test.lemma": Released("sha256:1", "corrected", "proved", made["digest"], True)}
    report = replay(made, statements=other)
    assert "is not the one of this release" in report.reason
    report = replay(made, statements=other, any_statement=True)
    assert (report.accepted, report.known, report.differs) == (True, False, "")
    assert (report.released, report.coq) == (False, False)


@pytest.mark.parametrize("coq", [False, True])
def test_the_released_certificate_is_recognised(coq):
    made = lemma().document()
    report = replay(made, statements=row(made, certificate=made["digest"], coq=coq))
    assert (report.accepted, report.released, report.coq) == (True, True, coq)
    report = replay(made, statements=row(made, coq=coq))
    assert (report.accepted, report.released, report.coq) == (True, False, False)


def test_a_claim_with_another_verdict_is_not_cited():
    made = lemma().document()
    other = citing(made).document()
    known = {**row(made, "corrected"), "test.it": statement_digest(other["statement"])}
    report = replay(other, statements=known, cited=at_hand(made))
    assert "the cited claim test.lemma is rejected: verdict: holds, proved, but" in report.reason
    assert replay(other, statements=known, cited=at_hand(made), any_statement=True).accepted


@pytest.mark.parametrize("name", FALSE)
def test_a_released_false_sentence_is_not_believed_even_where_a_step_is(name, monkeypatch):
    """A hole as deep as can be: every step is accepted, and the verdict is what it says."""
    found = json.loads((CERTIFICATES / f"{name}.json").read_text("utf-8"))
    forged = signed({**found, "verdict": "holds", "grade": "proved"})
    monkeypatch.setattr(program.Run, "all", lambda _: None)
    report = replay(forged)
    assert (report.known, report.accepted, report.released) == (True, False, False)
    assert report.reason.startswith("verdict: holds, proved, but the release has ")
    assert replay(forged, any_statement=True).differs


def test_the_table_of_the_release_has_every_committed_certificate():
    paths = sorted(CERTIFICATES.glob("*.json"))
    assert {path.stem for path in paths} == set(released())
    for path in paths:
        made = json.loads(path.read_text("utf-8"))
        told = released()[path.stem]
        assert (told.verdict, told.grade) == (made["verdict"], made["grade"]), path.stem
        assert told.certificate == made["digest"], path.stem
    assert {told.grade for told in released().values()} <= {None, *GRADES}
