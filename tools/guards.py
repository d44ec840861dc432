"""Delete each guard of replay in turn, and see a test of replay turn red.

    python tools/guards.py [--guard PATTERN] [--jobs N] [TESTS...]

First the test that the record names is run; where there is none, or it stays green, every test in
which the guard refuses, the quickest first. What was found is kept in build/guards as soon as it is
found, so that a run that was interrupted goes on where it was. At the end
tests/replaying/guards.json says which test misses which guard. Each guard is deleted in the memory
of a process of its own: the checkout is never touched.
"""

from __future__ import annotations

import argparse
import ast
import gc
import hashlib
import json
import os
import resource
import signal
import sys
import time
import traceback
from collections.abc import Iterator, Sequence
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest
from guard_sites import (
    MADE,
    REPLAY,
    ROOT,
    SEEN,
    Guard,
    guards,
    modules,
    recorded,
    watched,
    without,
    write,
)  # fmt: skip

STATE = ROOT / "build" / "guards"
CACHED = type(cache(len))
FEW = 40  # tests in which a call is made that refuses in none
MEMORY = 2 * 1024**3  # for a test that a deleted limit lets run on
LONG, PATIENCE = 0.5, 4  # seconds of the processor: longer tests are not asked; one that hangs


# -- code in memory -------------------------------------------------------------------------------


def exchange(module: str, tree: ast.Module, names: dict[str, Any]) -> None:
    """Give the functions of a module that was imported the code of another tree."""
    file = str(REPLAY / module)
    new = {
        (code.co_qualname, code.co_firstlineno): code
        for code in _codes(compile(tree, file, "exec"))
    }
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType) and thing.__code__.co_filename == file:
            code = new.get((thing.__code__.co_qualname, thing.__code__.co_firstlineno))
            if code is not None and code.co_freevars == thing.__code__.co_freevars:
                thing.__code__ = code
                thing.__globals__.update(names)
        elif type(thing) is CACHED and thing.__module__.startswith("dpproofs.replaying"):
            thing.cache_clear()


def _codes(code: CodeType) -> Iterator[CodeType]:
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield part
            yield from _codes(part)


# -- one process ----------------------------------------------------------------------------------


class DidNotEnd(BaseException):
    """A test that has run for too long."""


class Outcomes:
    """Whether a test of a session that runs one test at a time fails."""

    def __init__(self) -> None:
        self.failed = False

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> pytest.TestReport:
        """A report without a traceback: of code that was exchanged there are no lines to show."""
        wrong = call.excinfo
        skipped = wrong is not None and isinstance(wrong.value, pytest.skip.Exception)
        outcome: Any = "skipped" if skipped else "failed" if wrong else "passed"
        self.failed |= outcome == "failed"
        when: Any = call.when
        return pytest.TestReport(item.nodeid, item.location, {}, outcome, None, when)


def fails(item: pytest.Item, outcomes: Outcomes, most: float, again: float = 0) -> bool:
    """Run a test, for so many seconds of the processor at most, and stop it again and again."""

    def stop(*_: object) -> None:
        raise DidNotEnd

    outcomes.failed = False
    signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, most, again)
    try:
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
    except BaseException:  # noqa: BLE001  (stopped in a hook of pytest, or what that leads to)
        return True
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return outcomes.failed


def forked(work: Any, *arguments: Any) -> int:
    """Start a process of its own for some work, quietly."""
    sys.stdout.flush()
    pid = os.fork()
    if pid:
        return pid
    quiet = os.open(os.devnull, os.O_WRONLY)
    for number in (1, 2):
        os.dup2(quiet, number)
    code = 1
    try:
        work(*arguments)
        code = 0
    except SystemExit as end:
        code = int(bool(end.code))
    except BaseException:  # noqa: BLE001  (nothing may return into the session of the parent)
        (STATE / "error.txt").write_text(traceback.format_exc(), "utf-8")
    finally:
        os._exit(code)


# -- the session ----------------------------------------------------------------------------------


def few(tests: dict[str, float]) -> dict[str, float]:
    """The quickest of some tests."""
    return {test: tests[test] for test in sorted(tests, key=lambda test: tests[test])[:FEW]}


class Session:
    """A session of pytest that runs the tests once for each guard, instead of once."""

    def __init__(self, wanted: Sequence[Guard], jobs: int, key: str) -> None:
        self.wanted, self.jobs = list(wanted), jobs
        self.journal, self.traced = STATE / f"{key}.jsonl", STATE / f"{key}.trace.json"
        self.outcomes = Outcomes()
        self.items: dict[str, pytest.Item] = {}

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Look at every guard."""
        if session.testsfailed:
            return True
        session.config.pluginmanager.register(self.outcomes)
        session.config.pluginmanager.unregister(name="terminalreporter")
        self.items = {item.nodeid: item for item in session.items}
        before = recorded()
        known = {g: {before[g]: 0.0} for g in self.wanted if before.get(g) in self.items}
        self.all_of(known)
        missing = [guard for guard in self.wanted if not self.found().get(guard)]
        if missing:
            refusing = self.refusing()
            made = {guard: refusing.get(MADE + str(guard), {}) for guard in missing}
            self.all_of({g: refusing.get(str(g)) or few(made[g]) for g in missing})
        self.without_any_fault()
        return True

    def found(self) -> dict[Guard, str]:
        """What was found so far."""
        text = self.journal.read_text("utf-8") if self.journal.exists() else ""
        rows = [json.loads(line) for line in text.splitlines()]
        last = {Guard(*row["guard"]): row["test"] for row in rows}
        return {guard: test for guard, test in last.items() if test}

    def all_of(self, tests: dict[Guard, dict[str, float]]) -> None:
        """Delete guards, each in a process of its own."""
        done, running = self.found(), dict[int, Guard]()
        todo = [guard for guard in tests if guard not in done]
        total = len(todo)
        while todo or running:
            while todo and len(running) < self.jobs:
                guard = todo.pop(0)
                running[forked(self.without, guard, tests[guard])] = guard
            pid, status = os.wait()
            ended, at = running.pop(pid), STATE / f"{pid}.test"
            if os.WIFSIGNALED(status) and at.exists():  # the system would not let the test go on
                self.note(ended, at.read_text("utf-8"))
            at.unlink(missing_ok=True)
            print(f"\r{total - len(todo) - len(running)} of {total}", end="", file=sys.stderr)

    def note(self, guard: Guard, test: str) -> None:
        """Keep what was found, a line at once."""
        row = {"guard": [guard.module, guard.function, guard.text], "test": test}
        with self.journal.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")

    def without(self, guard: Guard, tests: dict[str, float]) -> None:
        """Run tests without a guard, until one turns red."""
        exchange(guard.module, without(guard), {})
        for test in sorted(tests, key=lambda test: (self.draws(test), tests[test], test)):
            (STATE / f"{os.getpid()}.test").write_text(test, "utf-8")
            if self.red(test):
                self.note(guard, test)
                return
        self.note(guard, "")

    def red(self, test: str) -> bool:
        """Whether a test fails, or needs much more than quick tests do."""
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        most = int(time.process_time()) + 2 * PATIENCE
        resource.setrlimit(resource.RLIMIT_CPU, (most, resource.RLIM_INFINITY))
        return fails(self.items[test], self.outcomes, PATIENCE, 1)

    def without_any_fault(self) -> None:
        """What a test misses counts where the test is green when nothing is deleted."""
        found = self.found()
        for test in sorted(set(found.values())):
            pid = forked(lambda test=test: sys.exit(self.red(test)))
            if os.waitpid(pid, 0)[1]:
                for guard in (guard for guard, other in found.items() if other == test):
                    self.note(guard, "")

    def draws(self, test: str) -> bool:
        """Whether a test draws examples, which are others another time."""
        return bool(getattr(getattr(self.items[test], "obj", None), "is_hypothesis_test", False))

    def refusing(self) -> dict[str, dict[str, float]]:
        """The tests in which each guard refuses, and the seconds that they usually take."""
        if not self.traced.exists():
            os.waitpid(forked(self.trace), 0)
        found: dict[str, dict[str, float]] = json.loads(self.traced.read_text("utf-8"))
        return found

    def trace(self) -> None:
        """Run all tests once, and write down where guards refuse."""
        now, seen, seconds = "", dict[str, set[str]](), dict[str, float]()

        def tells(*names: str) -> bool:
            for name in names:
                seen.setdefault(name, set()).add(now)
            return False

        for module in modules():
            exchange(module, watched(module), {SEEN: tells})
        for now, item in self.items.items():
            start = time.process_time()
            fails(item, self.outcomes, LONG)
            seconds[now] = time.process_time() - start
        rows = {
            name: {test: seconds[test] for test in tests if seconds[test] < LONG}
            for name, tests in seen.items()
        }
        self.traced.write_text(json.dumps(rows), "utf-8")


def state(paths: Sequence[str]) -> str:
    """A word for the sources of replay, the tests and which of them are run."""
    tools = Path(__file__).parent.glob("guard*.py")
    files = [*REPLAY.rglob("*.py"), *(ROOT / "tests" / "replaying").glob("*.py"), *tools]
    text = b"".join(path.read_bytes() for path in sorted(files)) + repr(list(paths)).encode()
    return hashlib.sha256(text).hexdigest()[:16]


def parsed(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Delete each guard of replay in turn.")
    parser.add_argument("--guard", action="append", metavar="PATTERN", help="only those like this")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="processes at a time")
    parser.add_argument("tests", nargs="*", default=["tests/replaying"], help="where tests are")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str]) -> int:
    """Look at the guards, keep the record, and say how many are missed."""
    asked = parsed(arguments)
    os.chdir(ROOT)
    STATE.mkdir(parents=True, exist_ok=True)
    every = guards()
    patterns = [f"*{pattern}*" for pattern in asked.guard or [""]]
    wanted = [guard for guard in every if any(fnmatch(str(guard), each) for each in patterns)]
    key = state(asked.tests)
    for old in STATE.iterdir():
        if not old.name.startswith(key):
            old.unlink()
    session = Session(wanted, asked.jobs, key)
    code = pytest.main(
        [
            "-q",
            "-p",
            "no:cacheprovider",
            "--no-header",
            "--no-summary",
            "--ignore=tests/replaying/test_guards.py",
            *asked.tests,
        ],
        plugins=[session],
    )
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        return int(code)
    found = session.found()
    write({g: test for g, test in recorded().items() if g not in wanted} | found)
    missing = [guard for guard in wanted if guard not in found]
    if not missing:
        session.journal.unlink(missing_ok=True)
    print(*(f"missed by no test: {guard}" for guard in missing), sep="\n")
    print(f"guards: {len(wanted) - len(missing)} of {len(wanted)} refuse")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
