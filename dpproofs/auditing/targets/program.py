"""A program in any language that prints its draws. POSIX only.

There are three ways, told apart by the places in its command line:

- ``{value}`` and ``{count}``: it is run for every batch, and prints so many numbers;
- ``{value}`` alone: it prints without end, and is kept running for every input;
- neither: it is kept running, reads lines "value count" from its standard input, and answers each
  with so many numbers, at once (it must flush its output).

``{seed}`` stands for a seed, an integer below 2^32, in any of them.
"""

from __future__ import annotations

import os
import shlex
import shutil
import weakref
from numbers import Integral, Real
from pathlib import Path
from typing import Any

import numpy as np

from dpproofs.auditing.target import About, Draws, Target, TargetError
from dpproofs.auditing.targets.child import Misbehaviour
from dpproofs.auditing.targets.conversation import Conversation
from dpproofs.auditing.targets.numerals import DECODERS, Floats
from dpproofs.auditing.targets.outputs import checked
from dpproofs.auditing.targets.repeats import Repeats
from dpproofs.kernel.errors import BadInput

MOST_RUNNING = 8  # programs kept running at a time


class ProgramTarget(Target):
    """Draws printed by a program.

    Values are written so that they are read back exactly: integers in full, other numbers with the
    digits that tell doubles apart. Numbers are read as doubles. Programs are started when first
    needed, in each process that holds the target.

    Parameters
    ----------
    command
        The program and its arguments, in the shell's notation for words; no shell sees it.
    form
        How the program writes numbers: "text", with white space between them, or "float64", the
        bytes of doubles, the low byte first.
    timeout
        Seconds without output after which it counts as hanging. A slow program should flush what it
        has printed now and then, or be given more.

    Raises
    ------
    BadInput
        When the command has no words, the program cannot be found or executed, or an option is
        outside what is accepted.
    """

    def __init__(self, command: str, *, form: str = "text", timeout: float = 30.0) -> None:
        self._words = _words(command)
        if form not in DECODERS:
            raise BadInput("--format", form, "one of " + ", ".join(DECODERS))
        if not 0 < timeout < float("inf"):
            raise BadInput("--timeout", timeout, "a number of seconds > 0")
        self._form, self._timeout = form, timeout
        self.about = About(command)
        self._start_anew()

    @property
    def seeded(self) -> bool:
        """With a place for the seed, when it is run for every batch."""
        return self._has("{seed}") and self._has("{count}")

    @property
    def elsewhere(self) -> bool:
        """Always: a program draws."""
        return True

    def draw(self, value: Any, count: int, rng: np.random.Generator) -> Draws:
        text = _written(value)
        if self._owner != os.getpid():  # after a fork, the programs belong to the parent
            for conversation in self._running.values():
                conversation.forget()
            self._start_anew()
        whose = f"{self._words[0]} at the input {text}"
        try:
            return checked(self._numbers(text, count, rng), count, whose)
        except Misbehaviour as error:
            self.close()
            raise TargetError(f"{whose} {error}") from error
        except BaseException:  # half an answer must not be taken for the next one's
            self.close()
            raise

    def close(self) -> None:
        """End the programs that are running."""
        _end_all(self._running, self._owner)

    def __getstate__(self) -> dict[str, Any]:
        return {"about": self.about, "form": self._form, "timeout": self._timeout}

    def __setstate__(self, state: dict[str, Any]) -> None:
        about = state.pop("about")
        self.__init__(about.name, **state)  # type: ignore[misc]  # the same program, not running

    def _start_anew(self) -> None:
        self._owner = os.getpid()
        self._running: dict[str, Conversation] = {}
        self._repeats = Repeats()
        weakref.finalize(self, _end_all, self._running, self._owner)

    def _has(self, place: str) -> bool:
        return any(place in word for word in self._words)

    def _numbers(self, value: str, count: int, rng: np.random.Generator) -> Floats:
        if self._has("{count}"):
            run = self._started(value, count, rng)
            try:
                numbers = run.only(count)
            finally:
                run.close()
        elif self._has("{value}"):
            run, first = self._kept(value, rng)
            numbers = run.next(count)
            if not first:
                return numbers
        else:
            run, _ = self._kept("", rng)
            numbers = run.answer(f"{value} {count}", count)
        if not self.seeded and self._repeats.seen(value, numbers):
            raise Misbehaviour(
                "printed the same numbers twice, but should seed every run anew"
                " ({seed} in the command stands for a fresh seed)"
            )
        return numbers

    def _kept(self, value: str, rng: np.random.Generator) -> tuple[Conversation, bool]:
        """The program that runs for that input, and whether it was started now."""
        run = self._running.pop(value, None)
        first = run is None
        if run is None:
            while len(self._running) >= MOST_RUNNING:  # the one longest unused goes
                self._running.pop(next(iter(self._running))).close()
            run = self._started(value, 0, rng)
        self._running[value] = run
        return run, first

    def _started(self, value: str, count: int, rng: np.random.Generator) -> Conversation:
        places = {"{value}": value, "{count}": str(count)}
        if self._has("{seed}"):
            places["{seed}"] = str(rng.integers(2**32))
        words = list(self._words)
        for place, text in places.items():
            words = [word.replace(place, text) for word in words]
        run = Conversation(words, self._form, self._timeout)
        if self._has("{value}"):
            run.finish_input()
        return run


def _end_all(running: dict[str, Conversation], owner: int) -> None:
    """End programs, but not those of the process that this one was forked from."""
    if os.getpid() == owner:
        while running:
            running.popitem()[1].close()


def _words(command: str) -> list[str]:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise BadInput("--command", command, f"words in the shell's notation ({error})") from error
    if not words:
        raise BadInput("--command", command, "a program and its arguments")
    if "{count}" in command and "{value}" not in command:
        raise BadInput("--command", command, "with a place {value} when it has {count}")
    if shutil.which(words[0]) is None:
        executable = "that may be executed" if Path(words[0]).exists() else "that can be found"
        raise BadInput("--command", words[0], f"a program {executable}")
    return words


def _written(value: Any) -> str:
    """A number so that reading it gives it back."""
    if isinstance(value, Integral):
        return str(int(value))
    if isinstance(value, Real):
        return repr(float(value))
    raise BadInput("input", value, "a number, for a program")
