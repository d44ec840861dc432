"""Solvers in a process of their own, which is ended when they mind no time limit."""

from __future__ import annotations

import multiprocessing
import signal
from importlib.util import find_spec
from types import TracebackType
from typing import Any, Self

from dpproofs.checkers.smt import SOLVERS, second_opinion
from dpproofs.kernel.clock import patience
from dpproofs.kernel.goal import Goal

PATIENCE = 8.0  # seconds for one question: each solver has limits of its own, which it may not mind
START = 120.0  # seconds for the process to be there


def installed() -> list[str]:
    """The names of the solvers that are installed."""
    return [name for name in SOLVERS if find_spec(name) is not None]


class Solvers:
    """Asks for second opinions, one at a time.

    >>> from dpproofs.checkers.solvers import installed
    >>> set(installed()) <= {"z3", "cvc5"}
    True
    """

    def __init__(self, patience: float = PATIENCE) -> None:
        self._patience = patience
        self._process: Any = None
        self._line: Any = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._end()

    def opinion(self, goal: Goal) -> str:
        """``agrees``, ``disagrees`` or ``unknown``, of a relation on its domain."""
        if self._process is None and not self._start():
            return "unknown"
        try:
            self._line.send(goal)
            if self._line.poll(self._patience * patience()):
                return str(self._line.recv())
        except (BrokenPipeError, EOFError):  # a solver ended the process
            pass
        self._end()
        return "unknown"

    def _start(self) -> bool:
        # Not a fork, which would copy locks of other threads.
        context = multiprocessing.get_context("spawn")
        self._line, there = context.Pipe()
        self._process = context.Process(target=answer, args=(there,), daemon=True)
        self._process.start()
        there.close()
        ready = bool(self._line.poll(START * patience())) and self._line.recv() == "ready"
        if not ready:
            self._end()
        return ready

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._line.close()
            self._process = None


def answer(line: Any) -> None:
    """Answer questions until there are no more; what the process does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal interrupts the whole group
    line.send("ready")
    while True:
        try:
            goal = line.recv()
        except EOFError:
            return
        line.send(second_opinion(goal.proposition, goal.domain))
