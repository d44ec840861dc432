"""A program that is running, and the numbers it has printed and nobody has used yet."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from dpproofs.auditing.targets.child import Child, Misbehaviour
from dpproofs.auditing.targets.numerals import DECODERS, Floats


class Conversation:
    """Numbers from a program.

    Parameters
    ----------
    words
        The program and its arguments.
    form
        How it writes numbers: a name in `DECODERS`.
    timeout
        Seconds without output after which it counts as hanging.

    Raises
    ------
    Misbehaviour
        When the program does not start, hangs, crashes, or prints something else than the numbers
        it should: by every method.
    """

    def __init__(self, words: Sequence[str], form: str, timeout: float) -> None:
        self._child = Child(words, timeout)
        self._decoder = DECODERS[form]()
        self._unused: Floats = np.empty(0)

    def close(self) -> None:
        """End the program."""
        self._child.kill()

    def forget(self) -> None:
        """Leave the program to the process that this one was forked from."""
        self._child.forget()

    def finish_input(self) -> None:
        """Tell the program that no questions come."""
        self._child.finish_input()

    def only(self, count: int) -> Floats:
        """All that it prints, which is to be so many numbers."""
        numbers = self._read(count + 1, ended=True)
        if len(numbers) != count:
            found = f"more than {count}" if len(numbers) > count else f"{len(numbers)}"
            many = "number" if found == "1" else "numbers"
            raise Misbehaviour(f"printed {found} {many}, but should print {count}")
        return numbers

    def next(self, count: int) -> Floats:
        """The next so many of the numbers it prints."""
        numbers = self._read(count, ended=False)
        self._unused = numbers[count:]
        return numbers[:count]

    def answer(self, question: str, count: int) -> Floats:
        """So many numbers, for a line sent to it."""
        self._expect_silence()
        self._child.write(f"{question}\n".encode())
        numbers = self.next(count)
        self._expect_silence()
        return numbers

    def _read(self, count: int, *, ended: bool) -> Floats:
        """At least so many numbers; with ``ended`` fewer when the program has ended well."""
        parts = [self._unused]
        held = len(self._unused)
        while held < count:
            data = self._child.read(f"{count - held} more numbers" if held else "numbers")
            part = self._decoder.feed(data) if data else self._decoder.finish()
            parts.append(part)
            held += len(part)
            if not data:
                self._child.check()
                if not ended and held < count:
                    raise Misbehaviour(f"ended after {held} of {count} numbers")
                break
        return np.concatenate(parts)

    def _expect_silence(self) -> None:
        """Check that nothing was printed that was not asked for."""
        more = len(self._decoder.feed(self._child.pending()))
        if more or len(self._unused) or self._decoder.within:
            raise Misbehaviour("printed more numbers than it was asked for")
