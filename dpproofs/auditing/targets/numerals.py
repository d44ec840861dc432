"""Numbers as programs write them: text between white space, or raw doubles."""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np
from numpy.typing import NDArray

from dpproofs.auditing.targets.child import Misbehaviour

Floats = NDArray[np.float64]

LONGEST = 2000  # characters of one number; the longest double takes about 1,100


class Decoder(ABC):
    """Turns bytes, as they arrive, into numbers; keeps the beginning of the next number."""

    def __init__(self) -> None:
        self._rest = b""

    @property
    def within(self) -> bool:
        """Whether a number has begun and not ended."""
        return bool(self._rest)

    @abstractmethod
    def feed(self, data: bytes) -> Floats:
        """The numbers that are complete now.

        Raises
        ------
        Misbehaviour
            When there is something that is no number.
        """

    @abstractmethod
    def finish(self) -> Floats:
        """The number that the end of the output completes, if any. Raises likewise."""


class Text(Decoder):
    """Numbers in the usual notations, with white space between them."""

    def feed(self, data: bytes) -> Floats:
        data = self._rest + data
        if data[-1:].isspace():
            self._rest = b""
        else:
            *whole, self._rest = data.rsplit(None, 1) or [b""]
            data = whole[0] if whole else b""
        if len(self._rest) > LONGEST:
            raise _garbage(self._rest)
        return self._parsed(data)

    def finish(self) -> Floats:
        data, self._rest = self._rest, b""
        return self._parsed(data)

    def _parsed(self, data: bytes) -> Floats:
        words = data.split()
        try:
            numbers = np.fromiter(map(float, words), np.float64, len(words))
        except ValueError:
            numbers = None
        if numbers is None or b"_" in data:
            raise _garbage(next(word for word in words if not is_number(word)))
        return numbers


class Doubles(Decoder):
    """64-bit floating-point numbers, the low byte first."""

    def feed(self, data: bytes) -> Floats:
        data = self._rest + data
        end = len(data) - len(data) % 8
        self._rest = data[end:]
        return np.frombuffer(data[:end], "<f8").astype(np.float64)

    def finish(self) -> Floats:
        if self._rest:
            raise Misbehaviour(
                f"printed {len(self._rest)} bytes that do not make up 8, for a number"
            )
        return np.empty(0)


DECODERS: dict[str, type[Decoder]] = {"text": Text, "float64": Doubles}


def _garbage(word: bytes) -> Misbehaviour:
    text = word[:40].decode("utf-8", "replace")
    return Misbehaviour(f"printed {text!r}, but should print numbers")


def is_number(word: str | bytes) -> bool:
    """Whether a word is a number in the usual notations (Python's also have underscores)."""
    try:
        float(word)
    except ValueError:
        return False
    return ("_" if isinstance(word, str) else b"_") not in word  # type: ignore[operator]
