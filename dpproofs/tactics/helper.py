"""The process that forks itself for every search: ``python -m dpproofs.tactics.helper``."""

from __future__ import annotations

import os
import pickle
import resource
import selectors
import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from math import ceil
from typing import IO

from dpproofs.kernel.clock import patience
from dpproofs.tactics.searching import EACH, Answer, Task
from dpproofs.tactics.ways import ways

AT_ONCE = 2
MEMORY = 3 * 2**30  # bytes of address space, for one search


def main(requests: IO[bytes], replies: IO[bytes]) -> None:
    """Answer requests until there are no more."""
    while True:
        try:
            task, seconds = pickle.load(requests)  # noqa: S301  (from the process that started us)
        except EOFError:
            return
        for found in _searched(task, seconds):
            pickle.dump(found, replies)
            replies.flush()
        pickle.dump(None, replies)
        replies.flush()


def _searched(task: Task, seconds: float) -> Iterable[Answer]:
    """What the ways find, while their time lasts."""
    waiting, running, used = list(ways(task)), dict[int, int](), 0.0
    with selectors.DefaultSelector() as ready:
        while waiting or running:
            while waiting and len(running) < AT_ONCE and used < seconds:
                _, search = waiting.pop(0)
                reader, child = _forked(search, min(EACH * patience(), seconds - used))
                running[reader] = child
                ready.register(reader, selectors.EVENT_READ)
            if not running:
                return
            for key, _ in ready.select():
                reader = key.fd
                ready.unregister(reader)
                found = _read(reader)
                used += _spent(running.pop(reader))
                yield replace(found or Answer("nothing", None), spent=used)


def _forked(search: Callable[[], Answer | None], seconds: float) -> tuple[int, int]:
    """A child that searches, and the end of the pipe from which its answer is read."""
    reader, writer = os.pipe()
    child = os.fork()
    if child:
        os.close(writer)
        return reader, child
    try:
        most = max(1, ceil(seconds))
        resource.setrlimit(resource.RLIMIT_CPU, (most, most))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        found = pickle.dumps(search())
        with os.fdopen(writer, "wb") as pipe:
            pipe.write(found)
    except BaseException:  # noqa: BLE001, S110  (SymPy failed, and says nothing)
        pass
    finally:
        os._exit(0)


def _read(reader: int) -> Answer | None:
    with os.fdopen(reader, "rb") as pipe:
        data = pipe.read()
    return pickle.loads(data) if data else None  # noqa: S301  (from our own child)


def _spent(child: int) -> float:
    """The processor time of a child that has ended."""
    _, _, usage = os.wait4(child, 0)
    return usage.ru_utime + usage.ru_stime


if __name__ == "__main__":
    main(sys.stdin.buffer, sys.stdout.buffer)
