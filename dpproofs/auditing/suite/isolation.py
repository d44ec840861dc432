"""Somebody else's code in a process of its own, which may crash or hang without harm."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

T = TypeVar("T")


class Lost(Exception):
    """A process that crashed or hung, or code in it that raised; the text says which.

    Attributes
    ----------
    died
        Whether the process crashed or hung.
    """

    def __init__(self, text: str, *, died: bool = True) -> None:
        super().__init__(text)
        self.died = died


def apart(work: Callable[..., T], *arguments: Any, seconds: float) -> T:
    """What ``work`` returns, computed in a child process.

    Raises
    ------
    Lost
        When the child ended without an answer, or gave none in time.
    """
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    child = context.Process(target=_answer, args=(sender, work, arguments), daemon=True)
    child.start()
    sender.close()
    try:
        if not receiver.poll(seconds):
            raise Lost(f"gave no answer within {seconds:.0f} s")
        answer = receiver.recv()
    except EOFError:
        child.join()
        raise Lost(_ending(child.exitcode or 0)) from None
    finally:
        if child.is_alive():
            child.join(1)
        if child.is_alive():
            child.kill()
            child.join()
        receiver.close()
    if isinstance(answer, _Raised):
        raise Lost(answer.text, died=False)
    found: T = answer
    return found


def here(work: Callable[..., T], *arguments: Any, seconds: float) -> T:
    """The same in this process, for code that is trusted."""
    del seconds
    return work(*arguments)


@dataclass(frozen=True)
class _Raised:
    """What code in a child process raised, in words."""

    text: str


def _answer(sender: Any, work: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's, which ends this process
    try:
        answer = work(*arguments)
    except Exception as error:  # noqa: BLE001  # the parent reports it
        answer = _Raised(f"raised {type(error).__name__}: {error}")
    sender.send(answer)
    sender.close()


def _ending(code: int) -> str:
    if code >= 0:
        return f"ended with code {code} and no answer"
    return f"was killed by {signal.Signals(-code).name}: the library crashed the process"
