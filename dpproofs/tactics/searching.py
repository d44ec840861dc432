"""Searches with SymPy side by side, in child processes with a budget of processor time.

One helper process loads SymPy once and forks itself for every search, so that the process that asks
never forks and can be interrupted at once. What is found is not believed.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import pickle
import subprocess
import sys
from collections.abc import Generator
from dataclasses import dataclass
from threading import Lock
from typing import IO, Any

import sympy as sp

from dpproofs.kernel.clock import patience
from dpproofs.tactics.budget import left, spent

EACH = 6.0  # seconds of the processor, for one search
ENOUGH = None  # what is said instead of a task
HELPER = "dpproofs.tactics.helper"


@dataclass(frozen=True)
class Task:
    """An integral that is looked for in several ways, in symbols that are positive."""

    term: sp.Expr
    x: sp.Symbol
    lower: sp.Expr
    upper: sp.Expr
    kind: str = "integral"  # or "sum"


@dataclass(frozen=True)
class Answer:
    """What one way found: a value, an antiderivative where the value came from one, and the
    processor time of all ways so far.
    """

    how: str
    value: sp.Expr | None
    antiderivative: sp.Expr | None = None
    spent: float = 0.0


def answers(task: Task, seconds: float) -> Generator[Answer]:
    """What the ways find, in the order in which they end, in ``seconds`` of processor time at most.

    Nothing where processes cannot be forked. Closing the iterator ends all searches.
    """
    seconds = left(seconds)
    if seconds <= 0 or not hasattr(os, "fork"):
        return
    with _LOCK:
        helper = _HELPERS.get(os.getpid())
        if helper is None or helper.poll() is not None:
            helper = _start()
        try:
            _send(helper, (task, seconds * patience()))
            charged = 0.0
            try:
                while (found := _receive(helper)) is not None:
                    spent(found.spent - charged)
                    charged = found.spent
                    if found.value is not None:
                        yield found
            except GeneratorExit:  # enough is known
                _send(helper, ENOUGH)
                while (found := _receive(helper)) is not None:
                    spent(found.spent - charged)
                    charged = found.spent
                raise
        except (BrokenPipeError, EOFError, pickle.UnpicklingError):
            _end()
        except GeneratorExit:
            raise
        except BaseException:  # Ctrl-C
            _end()
            raise


_LOCK = Lock()
_HELPERS: dict[int, subprocess.Popen[bytes]] = {}  # by the process that started it


def _start() -> subprocess.Popen[bytes]:
    """The helper, with a process group of its own: Ctrl-C reaches it through us."""
    path = os.pathsep.join(place for place in sys.path if place)
    found = subprocess.Popen(
        [sys.executable, "-m", HELPER],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": path}, start_new_session=True,
    )  # fmt: skip
    _HELPERS[os.getpid()] = found
    return found


@atexit.register
def _end() -> None:
    """End the helper and all of its searches."""
    helper = _HELPERS.pop(os.getpid(), None)
    if helper is None:
        return
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(helper.pid, 9)
    helper.wait()
    for pipe in (helper.stdin, helper.stdout):
        if pipe is not None:
            with contextlib.suppress(OSError):
                pipe.close()


def _send(helper: subprocess.Popen[bytes], what: Any) -> None:
    if helper.stdin is None:
        raise EOFError
    pickle.dump(what, helper.stdin)
    helper.stdin.flush()


def _receive(helper: subprocess.Popen[bytes]) -> Answer | None:
    if helper.stdout is None:
        raise EOFError
    pipe: IO[bytes] = helper.stdout
    found: Answer | None = pickle.load(pipe)  # noqa: S301  (from our own process)
    return found
