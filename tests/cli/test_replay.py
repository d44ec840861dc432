import json
import subprocess
import sys

import pytest

from dpproofs.replaying import UNCHECKED, Released, Report, child, statement_digest
from dpproofs.replaying.reader import digest

CLAIM = "additive.lem2"


@pytest.fixture(scope="module")
def certificate():
    from dpproofs import verify

    return verify(CLAIM).certificate


@pytest.fixture
def store(tmp_path, certificate):
    """Write the certificate, changed, and return its path."""

    def write(name="a.json", **changes):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps({**certificate, **changes}), "utf-8")
        return path

    return write


@pytest.fixture
def children(monkeypatch):
    """Let the processes that replay start with some lines of their own."""

    def start_with(*lines):
        program = "\n".join(["import dpproofs.replaying.child as child", *lines, "child.main()"])
        monkeypatch.setattr(child, "COMMAND", [sys.executable, "-c", program])

    return start_with


def signed(document):
    """With the digest that the rest of it has."""
    body = {key: value for key, value in document.items() if key != "digest"}
    return {**body, "digest": digest(body)}


def releases(statements):
    """The line that gives a process other statements of this release."""
    return (
        f"from dpproofs.replaying.release import Released; child.released = lambda: {statements!r}"
    )


def test_a_certificate_is_accepted_and_what_has_to_be_believed_is_said(run, store, certificate):
    result = run("replay", "--any-statement", store())
    assert result.exit_code == 0
    first, blank, total, *rest = result.stdout.splitlines()
    assert first.startswith(f"accepted  {CLAIM}  holds, proved, {len(certificate['steps'])} steps")
    assert blank == ""
    assert total == "1 accepted, 0 rejected. Not checked:"
    assert [line.removeprefix("- ") for line in rest[: len(UNCHECKED)]] == list(UNCHECKED)
    assert rest[len(UNCHECKED) :] == [f"Rules used: {', '.join(certificate['trusts'])}"]


def test_directories_are_searched_and_each_file_is_replayed_once(run, store, tmp_path):
    first, second = store("a.json"), store("deep/b.json")
    result = run("replay", "--any-statement", "--json", tmp_path, first)
    assert result.exit_code == 0
    document = json.loads(result.stdout)
    assert [found["path"] for found in document["certificates"]] == [str(first), str(second)]
    assert all(found["accepted"] for found in document["certificates"])
    assert document["unreadable"] == []
    assert document["unchecked"] == list(UNCHECKED)


@pytest.mark.parametrize("changes", [{"verdict": "corrected"}, {"steps": []}, {"grade": "certain"}])
def test_a_certificate_that_was_tampered_with_is_rejected(run, store, changes):
    path = store(**changes)
    result = run("replay", "--any-statement", path)
    assert result.exit_code == 1
    assert result.stdout.startswith("rejected  ")
    assert result.stderr == ""
    assert str(path) in result.stdout


def test_a_statement_unknown_to_this_release_is_accepted_only_when_asked_for(run, store, children):
    children(releases({}))
    result = run("replay", store())
    assert result.exit_code == 1
    assert result.stdout.startswith(f"rejected  {CLAIM}  ")
    result = run("replay", "--any-statement", store())
    assert result.exit_code == 0
    assert "a statement that is not of this release" in result.stdout


def test_a_statement_of_this_release_needs_no_option(run, store, certificate, children):
    digest = statement_digest(certificate["statement"])
    children(releases({CLAIM: Released(digest, "holds", "proved", "sha256:0", True)}))
    result = run("replay", store())
    assert result.exit_code == 0
    line = f"accepted  {CLAIM}  holds, proved, {len(certificate['steps'])} steps"
    assert result.stdout.splitlines()[0] == line
    for coq, more in ((False, ""), (True, ", which Coq proved whole")):
        row = Released(digest, "holds", "proved", certificate["digest"], coq)
        children(releases({CLAIM: row}))
        said = run("replay", store()).stdout.splitlines()[0]
        assert said == f"{line}  the released certificate{more}"


@pytest.mark.parametrize(("verdict", "grade"), [("corrected", "proved"), ("holds", "enclosed")])
def test_another_verdict_than_the_release_is_told_in_its_line(
    run, store, certificate, children, verdict, grade
):
    digest = statement_digest(certificate["statement"])
    children(releases({CLAIM: Released(digest, verdict, grade, "sha256:0", False)}))
    has = f"the release has {verdict}, {grade}"
    path = store()
    result = run("replay", path)
    assert result.exit_code == 1
    line = result.stdout.splitlines()[0]
    assert line == f"rejected  {CLAIM}  verdict: holds, proved, but {has}  {path}"
    result = run("replay", "--any-statement", path)
    assert result.exit_code == 0
    steps = len(certificate["steps"])
    line = result.stdout.splitlines()[0]
    assert line == f"accepted  {CLAIM}  holds, proved, {steps} steps  {has}"
    [row] = json.loads(run("replay", "--any-statement", "--json", path).stdout)["certificates"]
    assert (row["accepted"], row["differs"], row["released"]) == (True, has, False)


def test_an_open_certificate_of_a_released_sentence_is_not_the_released_one(
    run, store, certificate
):
    nothing = {"verdict": "open", "grade": None, "trusts": [], "steps": []}
    path = store(**signed({**certificate, **nothing}))
    result = run("replay", path)
    assert result.exit_code == 1
    assert "open, no grade, but the release has holds, proved" in result.stdout


@pytest.mark.parametrize("content", ["", "{", "[]", "[" * 100_000, '{"format": "other"}'])
def test_a_file_that_is_no_certificate_is_bad_input(run, tmp_path, is_one_error, content):
    path = tmp_path / "a.json"
    path.write_text(content, "utf-8")
    result = run("replay", path)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert is_one_error(result.stderr), result.stderr
    assert result.stderr.count(str(path)) == 1


def test_one_unreadable_file_does_not_hide_the_others(run, store, tmp_path):
    (tmp_path / "broken.json").write_text("{", "utf-8")
    store("good.json")
    result = run("replay", "--any-statement", "--json", tmp_path)
    assert result.exit_code == 2
    document = json.loads(result.stdout)
    assert [found["accepted"] for found in document["certificates"]] == [True]
    assert [found["path"] for found in document["unreadable"]] == [str(tmp_path / "broken.json")]


def test_a_certificate_of_an_older_version_is_rejected_in_one_line(run, store, certificate):
    path = store(**signed({**certificate, "version": 1}))
    result = run("replay", path)
    assert (result.exit_code, result.stderr) == (1, "")
    reason = "a certificate of version 1; make it again in version 2"
    assert result.stdout.splitlines()[0] == f"rejected  -  {reason}  {path}"


def test_a_file_that_cannot_be_read_is_bad_input(run, store, children):
    path = store()  # root may read everything
    children(
        "def denied(*_): raise PermissionError(13, 'Permission denied')",
        "child.reader.parse = denied",
    )
    result = run("replay", path)
    assert result.exit_code == 2
    assert result.stderr == f"error: {path}: Permission denied\n"


def test_a_directory_without_certificates_is_bad_input(run, tmp_path, is_one_error):
    result = run("replay", tmp_path)
    assert result.exit_code == 2
    assert is_one_error(result.stderr)


def test_words_of_a_certificate_cannot_steer_the_terminal(run, monkeypatch, tmp_path):
    evil = Report(False, "\x1b[2Jid\nid", "holds", None, 0, "1", "\x1b]0;x\x07", (), True)
    path = tmp_path / "a.json"
    path.write_text("{}", "utf-8")
    monkeypatch.setattr(child, "replay_files", lambda *_, **__: [(path, evil)])
    text = run("replay", path).stdout
    assert "\x1b" not in text
    assert text.startswith("rejected  ?[2Jid id  step 1: ?]0;x?")


COMMAND = """
from dpproofs.cli import main
try: main(["replay", "--any-statement", job["path"]])
except SystemExit as end: assert end.code == 0
"""
CHILD = """
from dpproofs.replaying.child import main
sys.stdin = [json.dumps(job)]
main()
"""


@pytest.mark.parametrize("program", [COMMAND, CHILD], ids=["the command", "its child"])
def test_replaying_does_not_load_what_wrote_the_certificate(store, program):
    job = {"path": str(store()), "any_statement": True, "beside": []}
    code = (
        f"import json, sys\njob = {job!r}\n{program}"
        "assert 'flint' in sys.modules and 'sympy' not in sys.modules\n"
        "assert not any(name.startswith('dpproofs.checkers') for name in sys.modules)"
    )
    ended = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
    assert b"accepted" in ended.stdout


def test_an_interruption_keeps_what_was_finished(run, store, monkeypatch):
    first, second = store("a.json"), store("b.json")
    report = Report(True, CLAIM, "holds", "proved", 2, None, "", (), True)

    def interrupted(*_, **__):
        yield first, report
        raise KeyboardInterrupt

    monkeypatch.setattr(child, "replay_files", interrupted)
    result = run("replay", first, second, "--json")
    assert (result.exit_code, result.stderr) == (130, "interrupted: 1 of 2 left\n")
    document = json.loads(result.stdout)
    assert document["interrupted"] is True
    assert [found["path"] for found in document["certificates"]] == [str(first)]
