"""A program that is run, written to and read from, without waiting for ever. POSIX only."""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import IO

CHUNK = 1 << 16  # what a pipe holds
KEPT = 4096  # bytes of the standard error that are remembered
DRAIN = 3  # reads that empty a pipe nobody writes to any more


class Misbehaviour(Exception):
    """What a program did wrong: a phrase that its name goes before, as in "printed nothing"."""


class Child:
    """A running program with pipes to its standard streams.

    What it writes to its standard error is read along and mostly forgotten, so that a chatty
    program never waits for a reader.

    Parameters
    ----------
    words
        The program and its arguments.
    timeout
        Seconds without any output after which it counts as hanging.

    Raises
    ------
    Misbehaviour
        When the program cannot be started; by the other methods when it hangs or crashes.
    """

    def __init__(self, words: Sequence[str], timeout: float) -> None:
        pipe = subprocess.PIPE
        try:
            # In a session of its own, so that it can be ended with all that it starts.
            self._process = subprocess.Popen(
                words, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, start_new_session=True
            )
        except (OSError, ValueError) as error:
            raise Misbehaviour(f"could not be started: {error}") from error
        self._timeout = timeout
        self._complaints = b""
        self._silent = False  # for ever
        self._selector = selectors.DefaultSelector()
        for stream in (self._process.stdout, self._process.stderr):
            self._selector.register(_opened(stream), selectors.EVENT_READ)

    def write(self, line: bytes) -> None:
        """Send something short; a program that has ended is left for `read` to report."""
        with suppress(BrokenPipeError):
            _opened(self._process.stdin).write(line)

    def finish_input(self) -> None:
        """Tell the program that nothing more is sent."""
        with suppress(BrokenPipeError):
            _opened(self._process.stdin).close()

    def read(self, wanted: str) -> bytes:
        """The next bytes of its standard output; none at the end of it.

        Parameters
        ----------
        wanted
            What is waited for, for the message when it does not come.
        """
        until = time.monotonic() + self._timeout
        while (left := until - time.monotonic()) > 0:
            data = b"" if self._silent else self._step(left)
            if data is not None:
                return data
        silence = f"printed nothing for {self._timeout:g} s"
        raise Misbehaviour(f"{silence}, but should print {wanted}{self.last_words()}")

    def pending(self) -> bytes:
        """What it has written and nobody has read, without waiting."""
        return self._step(0) or b""

    def check(self) -> None:
        """Wait for the end of a program whose output has ended.

        Raises
        ------
        Misbehaviour
            When it goes on running, or ends with an exit code other than 0.
        """
        until = time.monotonic() + self._timeout
        while (code := self._process.poll()) is None and time.monotonic() < until:
            self._step(0.001)
        for _ in range(DRAIN):
            self._step(0)
        if code is None:
            raise Misbehaviour("closed its output, but goes on running")
        if code:
            how = f"ended with exit code {code}" if code > 0 else f"was killed by {_signal(-code)}"
            raise Misbehaviour(f"{how}{self.last_words()}")

    def last_words(self) -> str:
        """The last line of its standard error, after a colon; nothing where it is empty."""
        lines = self._complaints.decode("utf-8", "replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return f": {last[:200]}" if last else ""

    def kill(self) -> None:
        """End it and all that it started."""
        if self._process.poll() is None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        self.forget()

    def forget(self) -> None:
        """Close this process's ends of the pipes: all that a fork of the reader may do."""
        self._selector.close()
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            with suppress(BrokenPipeError):
                _opened(stream).close()

    def _step(self, seconds: float) -> bytes | None:
        """What the output has to say within that time; b"" at its end, None for nothing."""
        for key, _ in self._selector.select(seconds):
            data = os.read(key.fd, CHUNK)
            if not data:
                self._selector.unregister(key.fileobj)
            if key.fileobj is self._process.stdout:
                self._silent = not data
                return data
            self._complaints = (self._complaints + data)[-KEPT:]
        return None


def _opened(stream: IO[bytes] | None) -> IO[bytes]:
    if stream is None:  # pragma: no cover (all three are pipes)
        raise ValueError("no pipe")
    return stream


def _signal(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
