"""A target cannot fake a verdict: what it does to its process ends in exit code 3 and a line."""

import importlib
import io
import json
import mmap
import os
import resource
import signal
import sys
import threading
import time

import pytest

from dpproofs.auditing.target import TargetError
from dpproofs.auditing.targets import calls
from dpproofs.auditing.targets.overseen import Watcher, due, not_due, shared_board, watched_by
from dpproofs.commands import supervised as watching
from dpproofs.commands.failing import REPORT
from dpproofs.commands.supervised import NoResult, can_supervise, supervised
from dpproofs.kernel.errors import BadInput

calling = importlib.import_module("dpproofs.commands.audit")

CLAIM = ("--epsilon", "1", "--sensitivity", "1", "--max-draws", "500")
ACTS = {
    "ends": ("os._exit(0)", "with exit code 0"),
    "fails": ("os._exit(1)", "with exit code 1"),
    "kills": ("os.kill(os.getpid(), 9)", "by SIGKILL"),
    "copies": ("os.fork()", "made a copy of its process"),
    "leaves a copy": ("os.fork() and os._exit(0)", "made a copy of its process"),
    "closes the output": ("os.close(1)", "closed the standard output"),
    "closes its own": ("sys.stdout.close()", "closed the standard output"),
    "closes everything": ("os.closerange(3, 1 << 12)", "closed the line to the auditor"),
    "hangs": ("hang()", "cannot be told to stop"),
}
SOURCE = """\
import os, sys, time

def hang():
    while True:
        try:
            time.sleep(60)
        except BaseException:
            pass

def sampler(value, size, rng):
    {act}
    return value + rng.laplace(size=size)
"""


@pytest.mark.sweep
@pytest.mark.parametrize("name", ACTS)
def test_what_a_target_does_to_its_process_is_no_verdict(launch, tmp_path, name):
    act, said = ACTS[name]
    (tmp_path / "odd.py").write_text(SOURCE.format(act=act), "utf-8")
    ended = launch("audit", "odd:sampler", *CLAIM, "--timeout", "0.2", cwd=tmp_path)
    assert ended.code == 3, ended
    assert said in ended.out
    assert "Traceback" not in ended.err


def test_json_is_one_document_all_the_same(launch, tmp_path):
    (tmp_path / "odd.py").write_text(SOURCE.format(act="os._exit(0)"), "utf-8")
    ended = launch("audit", "odd:sampler", *CLAIM, "--json", cwd=tmp_path)
    assert ended.code == 3
    document = json.loads(ended.out)
    assert document["verdict"] == "error"
    assert document["verdicts"] == {"sampler": "error"}
    assert "ended its process" in document["error"]


@pytest.mark.sweep
@pytest.mark.parametrize(("scale", "code"), [("1", 0), ("0.3", 1)])
def test_a_verdict_comes_through(launch, tmp_path, scale, code):
    act = f"print('out'); return value + rng.laplace(scale={scale}, size=size)"
    (tmp_path / "odd.py").write_text(SOURCE.format(act=act), "utf-8")
    ended = launch("audit", "odd:sampler", *CLAIM, "--json", "--report", "a.html", cwd=tmp_path)
    assert ended.code == code, ended.err
    assert json.loads(ended.out)["evidence"]["samples"] <= 500
    assert "out" in ended.err
    assert (tmp_path / "a.html").exists()


def test_bad_input_comes_through(launch, tmp_path, is_one_error):
    ended = launch("audit", "nowhere:sampler", *CLAIM, cwd=tmp_path)
    assert ended.code == 2
    assert ended.out == ""
    assert is_one_error(ended.err)


def test_memory_without_end_is_ended():
    def work():
        kept = []
        while True:
            kept.append(b"x" * (1 << 24))

    with pytest.raises(NoResult, match="used up the memory"):
        supervised(work, memory=2.0**29)


def test_a_call_that_is_due_is_waited_for_no_longer():
    def work():
        due(0.0)
        not_due()
        due(0.01)
        time.sleep(600)

    with pytest.raises(NoResult, match="gives no answer"):
        supervised(work)


@pytest.mark.parametrize("times", [200_000, pytest.param(6_000_000, marks=pytest.mark.sweep)])
def test_a_moment_that_is_being_written_is_not_taken_for_one_long_ago(times):
    board, reading = shared_board(), mmap.mmap(-1, 1)
    pid = os.fork()
    if not pid:
        watched_by(Watcher(board, -1))
        while not reading[0]:
            due(600.0)
            not_due()
        os.kill(os.getpid(), signal.SIGKILL)  # an exit would write down what was covered
    try:
        assert min(board[0] for _ in range(times)) > time.monotonic()
    finally:
        reading[0] = 1
        os.waitpid(pid, 0)


def test_what_is_no_message_is_no_result(monkeypatch):
    def work():
        os.write(watcher[0].line, b"nonsense\n")
        time.sleep(600)

    watcher = []
    monkeypatch.setattr(watching, "watched_by", watcher.append)
    with pytest.raises(NoResult, match="wrote into"):
        supervised(work)


def _no_memory():
    raise MemoryError


def _interrupted():
    raise KeyboardInterrupt


def _wrong():
    raise BadInput("epsilon", -1, "a number in [0, inf)")


def test_how_work_ends_is_told():
    assert supervised(lambda: {"record": 1}) == {"record": 1}
    assert supervised(_interrupted) == {"code": 130, "line": ""}
    assert supervised(_wrong)["code"] == 2
    internal = supervised(lambda: {}["absent"])
    assert internal["code"] == 70
    assert "KeyError" in internal["line"]
    assert "issues" in internal["line"]
    with pytest.raises(NoResult, match="memory"):
        supervised(_no_memory)


@pytest.fixture
def heeded():
    """Heed interrupts, which a shell has jobs in its background ignore."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("heeded")
def test_interrupts_are_handed_on_and_the_second_one_kills():
    def work():
        try:
            os.kill(os.getppid(), signal.SIGINT)
            time.sleep(600)
        except KeyboardInterrupt:
            return {"code": 130, "line": "saved"}

    assert supervised(work)["line"] == "saved"

    def stubborn():
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        while True:
            os.kill(os.getppid(), signal.SIGTERM)
            time.sleep(0.01)

    with pytest.raises(KeyboardInterrupt):
        supervised(stubborn)


def test_an_interruption_before_there_is_anything_to_tell_is_no_error(launch, tmp_path):
    (tmp_path / "mine.py").write_text("raise KeyboardInterrupt", "utf-8")
    ended = launch("audit", "mine:sampler", *CLAIM, cwd=tmp_path)
    assert (ended.code, ended.out, ended.err.strip()) == (130, "", "")


def test_only_a_process_of_its_own_is_supervised(monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", io.StringIO())
        assert not can_supervise()
    for stream in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, stream, None)
    assert can_supervise() == (threading.active_count() == 1)


def test_an_error_of_our_own_is_one_line_and_exit_code_70(run, monkeypatch, is_one_error):
    def broken(*_):
        raise ZeroDivisionError("by nothing")

    monkeypatch.setattr(calling, "what", broken)
    result = run("audit", "numpy:laplace", *CLAIM)
    assert result.exit_code == 70
    assert is_one_error(result.stderr)
    assert "ZeroDivisionError: by nothing" in result.stderr
    assert REPORT in result.stderr


def _raises_memory_error():
    raise MemoryError


def test_memory_that_is_full_is_no_outcome(monkeypatch):
    (failure,) = calls.answers(_raises_memory_error, 1, 1.0)
    assert failure.label == "raised MemoryError"
    monkeypatch.setattr(calls, "memory_is_full", lambda: True)
    with pytest.raises(TargetError, match="used up the memory"):
        calls.answers(_raises_memory_error, 1, 1.0)


def test_memory_is_full_when_most_of_a_limit_is_used(monkeypatch):
    assert not calls.memory_is_full()
    monkeypatch.setattr(resource, "getrlimit", lambda _: (1 << 20, 1 << 20))
    assert calls.memory_is_full()
