"""`make quick`: which tests a change concerns, how long they may take, and that a fault is told."""

import math
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import affected
import pytest
import quick
from rooms import ROOT

TOOLS = str(ROOT / "tools")


def files_of(room):
    return {path.relative_to(ROOT).as_posix() for path in (ROOT / "tests" / room).glob("test_*.py")}


@pytest.mark.parametrize(
    ("file", "room", "first"),
    [
        ("dpproofs/replaying/balls.py", "replaying", "tests/replaying/test_composition.py"),
        ("dpproofs/kernel/paper.py", "kernel", "tests/kernel/test_paper.py"),
        ("dpproofs/commands/replay.py", "cli", None),
        ("dpproofs/replaying/rules.json", "replaying", None),
        ("dpproofs/mechanisms/laplace.py", "mechanisms", None),
    ],
)
def test_a_change_concerns_the_tests_of_its_room_and_the_nearest_come_first(file, room, first):
    found = affected.tests_of([file])
    own = files_of(room) | (files_of("logic") if room == "kernel" else set())
    assert own <= set(found)
    assert set(found[: len(own)]) == own
    assert first is None or found[0] == first
    assert set(found) - own or room == "cli"


def test_a_change_concerns_rooms_above_and_none_beside_or_below():
    found = affected.tests_of(["dpproofs/replaying/balls.py"])
    assert "tests/optima/test_least.py" in found
    assert "tests/test_refresh_index.py" in found  # of a tool, by way of what is stored
    assert not any(name.startswith(("tests/auditing/", "tests/kernel/")) for name in found)
    assert set(files_of("checkers")) <= set(affected.tests_of(["dpproofs/kernel/domain.py"]))


def test_what_is_discovered_is_imported_by_who_discovers_it():
    found = affected.tests_of(["dpproofs/mechanisms/laplace.py"])
    assert "tests/testing/test_every_mechanism.py" in found
    assert "dpproofs.mechanisms.laplace" in affected.imports()["dpproofs.mechanisms.__init__"]


def test_tests_tools_and_data_are_changes_too():
    test = "tests/kernel/test_paper.py"
    assert affected.tests_of([test]) == [test]
    assert affected.tests_of(["tools/lowest.py"]) == ["tests/test_packaging.py"]
    assert "tests/test_packaging.py" in affected.tests_of(["CITATION.cff"])
    assert affected.tests_of(["nowhere.txt"]) == []
    helper = affected.tests_of(["tests/replaying/handmade.py"])
    assert "tests/replaying/test_steps.py" in helper


def test_distances_are_least():
    found = affected.distances(["dpproofs.replaying.reader"])
    assert found["dpproofs.replaying.reader"] == 0
    assert found["dpproofs.replaying.program"] == 1
    assert found["tests/replaying/test_reader.py"] == 1
    assert found["tests/replaying/test_vectors.py"] == 1
    assert found["tests/replaying/test_accepts.py"] == 2


# -- how long -------------------------------------------------------------------------------------


def test_tests_are_left_out_and_counted_when_the_time_is_up():
    items = [SimpleNamespace(nodeid=f"tests/{name}.py::test_{i}") for name in "ab" for i in (1, 2)]
    ample, none = quick.Allowance(math.inf), quick.Allowance(0)
    assert [ample.pytest_runtest_protocol(item) for item in items] == [None] * 4
    assert (ample.run, ample.left) == (4, {})
    assert [none.pytest_runtest_protocol(item) for item in items] == [True] * 4
    assert (none.run, none.left) == (0, {"tests/a.py": 2, "tests/b.py": 2})


@pytest.fixture
def in_a_process(tmp_path):
    """Run some lines in a process of their own, with `quick` and a test that passes or fails."""

    def run(code, test):
        (tmp_path / "test_it.py").write_text(f"def test_it(): assert {test}", "utf-8")
        lines = f"import sys; sys.path.insert(0, {TOOLS!r}); import quick\n{code}"
        return subprocess.run(
            [sys.executable, "-c", lines], cwd=tmp_path, capture_output=True, text=True, check=False
        )

    return run


@pytest.mark.parametrize(
    ("seconds", "test", "code", "told"),
    [
        ("1e9", "True", 0, "tests ("),
        ("1e9", "False", 1, "1 failed"),
        ("0", "False", 0, "not run, as the time was up: 1 tests of test_it.py\n"),
    ],
)
def test_tests_run_as_long_as_there_is_time(in_a_process, seconds, test, code, told):
    line = f"sys.exit(not quick.run_tests(['test_it.py'], {seconds}))"
    ended = in_a_process(line, test)
    assert (ended.returncode, told in ended.stdout) == (code, True), ended.stdout + ended.stderr


def test_files_that_are_far_away_are_told_and_not_collected(in_a_process):
    files = "['test_it.py', *(f'tests/a/test_{i}.py' for i in range(63))]"
    line = f"quick.MOST = 1; sys.exit(not quick.run_tests({files}, 1e9))"
    ended = in_a_process(line, "True")
    assert ended.returncode == 0, ended.stdout
    assert "not run, being further away: 63 files of tests/a\n" in ended.stdout
    assert quick.by_folder(["b/x", "a/1", "b/y"]) == "a/1, b/x, b/y"


def test_a_step_that_fails_is_told_and_is_the_result(monkeypatch, capsys):
    monkeypatch.setattr(quick, "LINT", {"good": ["-c", ""], "bad": ["-c", "print('why'); exit(3)"]})
    monkeypatch.setattr(quick, "REPLAY", {})
    monkeypatch.setattr(quick, "changed", lambda _: [])
    assert quick.main([]) == quick.main(["--fast"]) == 1
    told = capsys.readouterr().out
    assert "good (0 s): fine" in told
    assert "bad (0 s): failed\nwhy" in told
    monkeypatch.setattr(quick, "LINT", {})
    monkeypatch.setattr(quick, "REPLAY", {"certificates": ["-c", "exit(1)"]})
    assert (quick.main([]), quick.main(["--fast"])) == (1, 0)
    monkeypatch.setattr(quick, "REPLAY", {})
    assert quick.main([]) == 0
    monkeypatch.setattr(quick, "changed", lambda _: ["dpproofs/kernel/paper.py"])
    monkeypatch.setattr(quick, "run_tests", lambda files, seconds: not (files and 4 < seconds < 5))
    assert quick.main(["--seconds", "5"]) == 1


# -- what has changed -----------------------------------------------------------------------------


@pytest.fixture
def repository(tmp_path, monkeypatch):
    """A repository with a branch of its own off main, which it is on."""
    monkeypatch.setattr(quick, "ROOT", tmp_path)
    who = ("-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "init.defaultBranch=main")

    def git(*arguments):
        subprocess.run(["git", *who, *arguments], cwd=tmp_path, check=True, capture_output=True)

    def commit(name):
        (tmp_path / name).write_text("1", "utf-8")
        git("add", ".")
        git("commit", "-m", name)

    git("init")
    commit("old")
    git("checkout", "-b", "mine")
    commit("committed")
    return tmp_path


def test_a_change_is_all_that_differs_from_where_it_began(repository: Path):
    (repository / "old").write_text("2", "utf-8")
    (repository / "new").write_text("3", "utf-8")
    assert quick.changed(None) == ["committed", "new", "old"]
    assert quick.changed("mine") == ["new", "old"]
    with pytest.raises(SystemExit, match="nowhere is no commit"):
        quick.changed("nowhere")
