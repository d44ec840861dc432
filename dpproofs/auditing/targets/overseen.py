"""What a process shows to the one that watches over it, while somebody else's code runs in it.

A target may end the process, hang where no signal reaches it, or go on in a copy of the process:
`dpproofs.commands.supervised` tells that from outside, and by what stands here. Without anybody
who watches, nothing does.
"""

from __future__ import annotations

import math
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from mmap import mmap

from dpproofs.auditing.target import TargetError

STDOUT = 1  # descriptor
DOUBLE = 8  # bytes
COPIED = b"copied\n"
GRACE = 1.0  # seconds beyond twice the patience with a call


@dataclass
class Watcher:
    """Who watches.

    Attributes
    ----------
    board
        Made by `shared_board`: when, by time.monotonic, a call has taken too long.
    line
        A descriptor on which things are told.
    """

    board: memoryview[float]
    line: int


_WATCHERS: list[Watcher] = []


def shared_board() -> memoryview[float]:
    """Return one double in memory that a child shares: infinity, for nobody is waited for.

    It is written at once, where struct.pack_into would first make it 0, and a look in between
    would take that for a moment long ago.
    """
    board = memoryview(mmap(-1, DOUBLE)).cast("d")
    board[0] = math.inf
    return board


def watched_by(watcher: Watcher) -> None:
    """Show things to somebody, from now on and for ever."""
    _WATCHERS[:] = [watcher]


def due(seconds: float) -> None:
    """Say that there is to be an answer within twice so many seconds."""
    for watcher in _WATCHERS:
        watcher.board[0] = time.monotonic() + 2 * seconds + GRACE


def not_due() -> None:
    """Say that nobody is waited for."""
    for watcher in _WATCHERS:
        watcher.board[0] = math.inf


@contextmanager
def alone() -> Iterator[None]:
    """Let only this process go on behind a block, and not a copy that was made of it there.

    Raises
    ------
    TargetError
        In a process that is watched, when the block closed the standard output.
    """
    me, out = os.getpid(), sys.stdout
    try:
        yield
    finally:
        if os.getpid() != me:
            for watcher in _WATCHERS:
                with suppress(OSError):
                    os.write(watcher.line, COPIED)
            os._exit(1)
    if _WATCHERS and (not _is_open(STDOUT) or getattr(out, "closed", False)):
        raise TargetError("the target closed the standard output of its process")


def _is_open(descriptor: int) -> bool:
    try:
        os.fstat(descriptor)
    except OSError:
        return False
    return True
