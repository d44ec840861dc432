"""Replay in children: limits on memory and time, one line for every end that it may come to."""

import io
import json
import sys
from dataclasses import asdict
from pathlib import Path
from types import SimpleNamespace

import pytest
from handmade import F, Proof, add, power, rel, var
from test_citations import citing, lemma

from dpproofs.replaying import Rejected, Released, Report, child, limited, reader, statement_digest
from dpproofs.replaying.child import replay_files
from dpproofs.replaying.program import replay


@pytest.fixture
def folder(tmp_path):
    def write(**documents):
        paths = []
        for name, document in documents.items():
            text = document if isinstance(document, str) else json.dumps(document)
            paths.append(tmp_path / f"{name.replace('_', '.')}.json")
            paths[-1].write_text(text, "utf-8")
        return paths

    return write


def found(paths, **options):
    return [answer for _, answer in replay_files(paths, any_statement=True, **options)]


def test_files_are_replayed_in_order(folder):
    good = lemma().document()
    paths = folder(a=good, b="{", c={"some": "thing"}, d={**good, "verdict": "open"}, e=good)
    a, b, c, d, e = found(paths, jobs=2)
    assert a.accepted
    assert e.accepted
    assert "not JSON" in b
    assert "digest" in c
    assert not d.accepted
    assert "digest" in d.reason
    assert "No such file" in found([*paths, paths[0].parent / "none.json"])[-1]
    assert found([]) == []


def test_what_is_beside_a_certificate_may_be_cited(folder):
    cited = lemma().document()
    [path, *_] = folder(citing=citing(cited).document(), test_lemma=cited)
    assert found([path])[0].accepted
    (path.parent / "test.lemma.json").rename(path.parent / "renamed.json")
    assert found([path])[0].accepted
    (path.parent / "renamed.json").unlink()
    assert "not at hand" in found([path])[0].reason


def test_powers_are_not_multiplied_out_before_their_size_is_known():
    names = [f"a{i}" for i in range(8)]
    proof = Proof()
    proof.step(rel(add(power("x", 200), "a0", 1), ">", 0),
               [*(var(a, 0) for a in names), var("x", 0, add(*names))])  # fmt: skip
    report = proof.report()
    assert "power that grows too large" in report.reason


@pytest.mark.skipif(sys.platform != "linux", reason="limits of the system")
@pytest.mark.parametrize("much", ["memory", "time"])
def test_a_child_that_needs_too_much_is_stopped_and_replaced(folder, much, monkeypatch):
    waste = {
        "memory": "x = [bytes(1 << 28) for _ in range(64)]",
        "time": "while True: pass",
    }[much]
    program = (
        "import dpproofs.replaying.child as c, dpproofs.replaying.program as p\n"
        "inner = c.replay\n"
        "def replay(document, **options):\n"
        "    if document['statement']['id'] == 'test.lemma':\n"
        "        c.SECONDS = 1  # for this one only: others take as long as the machine needs\n"
        "        c.limit()\n"
        f"        {waste}\n"
        "    return inner(document, **options)\n"
        "c.replay = replay\n"
        "c.main()\n"
    )
    monkeypatch.setattr(child, "COMMAND", [sys.executable, "-c", program])
    other = Proof()
    other.step(rel(0, "<", F(1, 2)))
    bad, good = found(folder(bad=lemma().document(), good=other.document()), jobs=1)
    assert isinstance(bad, Report)
    assert not bad.accepted
    assert "\n" not in bad.reason
    assert ("needs more" in bad.reason) or ("MemoryError" in bad.reason)
    assert good.accepted


def test_what_goes_wrong_within_is_one_line(monkeypatch):
    from dpproofs.replaying import program

    def broken(*_):
        raise KeyError("first\nsecond")

    monkeypatch.setattr(program, "sentence", broken)
    report = lemma().report()
    assert not report.accepted
    assert report.reason.startswith("KeyError")
    assert "\n" not in report.reason


# -- a child, in this process ---------------------------------------------------------------------


def test_a_child_answers_a_line_with_a_line(folder, monkeypatch, capsys):
    limits = []
    monkeypatch.setattr(child.resource, "setrlimit", lambda *given: limits.append(given))
    good = lemma().document()
    jobs = [
        {"path": str(path), "any_statement": True, "beside": []}
        for path in folder(a=good, b="{", c={**good, "verdict": "open"}, d={"some": "thing"})
    ]
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(json.dumps(job) + "\n" for job in jobs)))
    child.main()
    a, b, c, d = map(json.loads, capsys.readouterr().out.splitlines())
    assert a["accepted"]
    assert "not JSON" in b["unreadable"]
    assert not c["accepted"]
    assert "digest" in d["unreadable"]
    assert {what for what, _ in limits} == {
        child.resource.RLIMIT_AS, child.resource.RLIMIT_CPU, child.resource.RLIMIT_CORE
    }  # fmt: skip
    monkeypatch.setattr(child, "resource", None)
    child.limit()


def test_a_child_answers_for_a_document_too(monkeypatch, capsys):
    good = lemma().document()
    known = Released(statement_digest(good["statement"]), "holds", "proved", good["digest"], True)
    common = {"statements": None, "any_statement": True, "cited": {}}
    jobs = [
        {**common, "document": good},
        {**common, "document": []},
        {**common, "document": good, "any_statement": False},
        {**common, "document": good, "statements": {"test.lemma": asdict(known)}},
        {**common, "document": good, "statements": {"test.lemma": known.statement}},
    ]
    monkeypatch.setattr(child, "limit", lambda: None)
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(json.dumps(job) + "\n" for job in jobs)))
    child.main()
    a, b, c, d, e = map(json.loads, capsys.readouterr().out.splitlines())
    assert (a["accepted"], a["known"]) == (True, False)
    assert b == {"unreadable": "the document is no JSON object"}
    assert not c["accepted"]
    assert (d["accepted"], d["known"], d["coq"]) == (True, True, True)
    assert (e["accepted"], e["known"], e["coq"]) == (True, True, False)


def test_what_is_beside_a_certificate_is_read_when_it_is_asked_for(folder):
    cited = lemma().document()
    paths = folder(test_lemma=cited, other={"some": "thing"}, broken="{")
    beside = child.Folder(paths)
    assert len(beside) == 0
    assert beside["test.lemma"] == beside["test.lemma"] == cited
    assert list(beside) == ["test.lemma"]
    with pytest.raises(KeyError):
        beside["nothing"]


def test_nothing_is_asked_of_children_that_are_stopped():
    workers = child.Workers()
    workers.close()
    assert workers.ask("{}").reason == "stopped"


def test_a_child_is_ended_when_the_time_is_over(folder, monkeypatch):
    """A clock that is over as soon as it starts."""

    def clock(_, end):
        return SimpleNamespace(start=end, cancel=lambda: None)

    monkeypatch.setattr(child, "Timer", clock)
    [report] = found(folder(a=lemma().document()))
    assert report.reason == child.STOPPED


def test_what_rests_on_a_statement_that_is_not_released_is_a_report(folder):
    [path] = folder(a=lemma().document())
    report = child.replay_file(path, False, [])
    assert isinstance(report, Report)
    assert not report.accepted


# -- called from Python ---------------------------------------------------------------------------


def test_a_document_is_replayed_in_a_child(monkeypatch):
    good = lemma().document()
    assert limited.replay(good, any_statement=True) == replay(good, any_statement=True)
    assert limited.replay(good) == replay(good)
    other, known = citing(good).document(), statement_digest(good["statement"])
    statements = {"test.lemma": Released(known, "holds", "proved", good["digest"], False),
                  "test.it": statement_digest(other["statement"])}  # fmt: skip
    asked = {"statements": statements, "cited": {"test.lemma": good}}
    report = limited.replay(other, **asked)
    assert report == replay(other, **asked)
    assert report.accepted
    assert "not at hand" in limited.replay(other, statements=statements).reason
    monkeypatch.setattr(child, "COMMAND", [sys.executable, "-c", ""])
    assert limited.replay(good, any_statement=True).reason == child.STOPPED


@pytest.mark.parametrize(
    ("document", "reason"),
    [
        ({"format": {1, 2}}, "not JSON"),
        (float, "not JSON"),
        ([], "the document is no JSON object"),
        ({}, "digest: not that of the document"),
        ({"more": "x" * reader.BYTES}, "has more than"),
    ],
)
def test_what_is_no_certificate_is_one_error(document, reason):
    with pytest.raises(Rejected, match=reason):
        limited.replay(document)


@pytest.mark.skipif(sys.platform != "linux", reason="limits of the system")
@pytest.mark.parametrize("kind", ["bracket", "cactus"])
def test_a_document_that_needs_too_much_is_rejected_and_stops_nothing(kind, monkeypatch):
    module = {"bracket": "bracket", "cactus": "divergence"}[kind]
    program = (
        "import dpproofs.replaying.child as c\n"
        f"import dpproofs.replaying.{module} as m\n"
        "def report(document):\n"
        "    while True: pass\n"
        "m.report = report\n"
        "c.SECONDS = 1\n"
        "c.main()\n"
    )
    monkeypatch.setattr(child, "COMMAND", [sys.executable, "-c", program])
    report = limited.replay({"format": reader.FORMAT, "kind": kind})
    assert (report.accepted, report.reason) == (False, child.STOPPED)


def test_nothing_is_imported_from_where_somebody_stands(folder, tmp_path, monkeypatch):
    """A stranger's folder may hold modules with the names of those that replay needs."""
    [path] = folder(a=lemma().document())
    for name in ("flint", "json", "dpproofs"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('a stranger was run')", "utf-8")
    monkeypatch.chdir(tmp_path)
    assert found([path])[0].accepted
    assert limited.replay(lemma().document(), any_statement=True).accepted


def test_a_child_finds_the_modules_that_its_parent_finds(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "path", ["", *sys.path])
    assert child._places()[:2] == [str(Path.cwd()), str(tmp_path)]


def test_an_answer_that_is_none_is_the_end_of_a_child(folder, monkeypatch):
    monkeypatch.setattr(child, "COMMAND", [sys.executable, "-c", "print('no answer')"])
    [report] = found(folder(a=lemma().document()))
    assert report.reason == child.STOPPED
