"""Answers as they were when they arrived: a sampler may go on writing into what it returned."""

from __future__ import annotations

from collections.abc import Mapping, Set
from copy import deepcopy
from typing import Any

import numpy as np

from dpproofs.auditing.target import TargetError

PLAIN = frozenset({float, int, bool, str, bytes, complex, type(None), np.float64, np.int64})
DEEP = 8  # levels of an answer that are compared


class Overwritten(TargetError):
    """A sampler changed an answer that it had returned before."""


class HandedOut:
    """Copies answers when they arrive, and notices when the one before has changed since.

    A sampler that returns one buffer again and again shows both inputs the same answer, unless each
    is copied at once. A copy that is sent to another process remembers nothing.

    Attributes
    ----------
    some
        Whether there was an answer.
    """

    def __init__(self) -> None:
        self.some = False
        self._last: tuple[Any, Any] | None = None

    def __reduce__(self) -> tuple[type[HandedOut], tuple[()]]:
        return HandedOut, ()

    def copied(self, answer: Any) -> Any:
        """An answer as it is now.

        Raises
        ------
        Overwritten
            When the answer before is another one by now.
        """
        self.some = True
        before, self._last = self._last, None
        if before is not None and not alike(*before):
            raise Overwritten(
                "returned an answer and changed it in a later call: answers share memory, and who"
                " keeps one does not have what was released; return a copy"
            )
        if type(answer) in PLAIN:
            return answer
        kept = copied(answer)
        if kept is not answer:
            self._last = answer, kept
        return kept


def copied(answer: Any) -> Any:
    """A copy that shares no memory with an answer; the answer itself where none can be made."""
    if type(answer) in PLAIN:
        return answer
    if type(answer) is np.ndarray and answer.dtype.kind != "O":
        return answer.copy()
    if type(answer) is dict:
        return {key: copied(value) for key, value in answer.items()}
    if type(answer) in (list, tuple):
        return type(answer)(map(copied, answer))
    try:
        return deepcopy(answer)
    except Exception:  # noqa: BLE001  # somebody else's class: anything
        return answer


def alike(first: Any, second: Any, deep: int = DEEP) -> bool:
    """Whether an answer is as its copy, as far as can be told."""
    if first is second or not deep:
        return True
    if type(first) is not type(second):
        return False
    if type(first) in PLAIN:
        return bool(first == second or first != first)  # noqa: PLR0124 (NaN)
    if hasattr(first, "__array__"):
        return _same_array(np.asarray(first), np.asarray(second), deep)
    if isinstance(first, Set | bytearray):
        return bool(first == second)
    if isinstance(first, Mapping):
        return [*first] == [*second] and alike([*first.values()], [*second.values()], deep)
    if isinstance(first, list | tuple):
        pairs = zip(first, second, strict=False)
        return len(first) == len(second) and all(alike(a, b, deep - 1) for a, b in pairs)
    return not hasattr(first, "__dict__") or alike(vars(first), vars(second), deep - 1)


def _same_array(first: np.ndarray[Any, Any], second: np.ndarray[Any, Any], deep: int) -> bool:
    if first.shape != second.shape or first.dtype != second.dtype:
        return False
    if first.dtype.kind == "O":
        return alike(first.ravel().tolist(), second.ravel().tolist(), deep - 1)
    return first.tobytes() == second.tobytes()
