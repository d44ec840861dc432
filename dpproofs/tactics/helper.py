"""The process that forks itself for every search: ``python -m dpproofs.tactics.helper``."""

from __future__ import annotations

import os
import pickle
import resource
import selectors
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from math import floor
from typing import IO

from dpproofs.kernel.clock import patience
from dpproofs.tactics.searching import EACH, ENOUGH, Answer, Task
from dpproofs.tactics.ways import ways

AT_ONCE = 2
LEAST = 0.5  # seconds, without which no search is begun
STOP = 2**16  # bytes, of which saying that it is enough takes a few
MEMORY = 3 * 2**30  # bytes of address space, for one search


@dataclass(frozen=True)
class Running:
    """A child that searches, and the seconds that it may take."""

    child: int
    most: int


def main(requests: IO[bytes], replies: IO[bytes]) -> None:
    """Answer requests until there are no more."""
    while True:
        try:
            asked = pickle.load(requests)  # noqa: S301  (from the process that started us)
        except EOFError:
            return
        if asked is ENOUGH:  # it came when everything had been said
            continue
        task, seconds = asked
        for found in _searched(task, seconds, requests):
            pickle.dump(found, replies)
            replies.flush()
        pickle.dump(None, replies)
        replies.flush()


def _searched(task: Task, seconds: float, requests: IO[bytes]) -> Iterable[Answer]:
    """What the ways find, while their time lasts, and until it is said that this is enough."""
    waiting, running, used = list(ways(task)), dict[int, Running](), 0.0
    with selectors.DefaultSelector() as ready:
        ready.register(requests, selectors.EVENT_READ)
        while waiting or running:
            while waiting and len(running) < AT_ONCE:
                free = seconds - used - sum(one.most for one in running.values())
                if free < LEAST:
                    break
                _, search = waiting.pop(0)
                reader, one = _forked(search, min(EACH * patience(), free))
                running[reader] = one
                ready.register(reader, selectors.EVENT_READ)
            if not running:
                return
            for key, _ in ready.select():
                reader = key.fd
                if reader not in running:
                    requests.read1(STOP)  # type: ignore[attr-defined]
                    yield Answer("nothing", None, spent=used + sum(map(_ended, running.values())))
                    return
                ready.unregister(reader)
                found = _read(reader)
                used += _spent(running.pop(reader).child)
                yield replace(found or Answer("nothing", None), spent=used)


def _forked(search: Callable[[], Answer | None], seconds: float) -> tuple[int, Running]:
    """A child that searches, and the end of the pipe from which its answer is read."""
    reader, writer = os.pipe()
    most = max(1, floor(seconds))
    child = os.fork()
    if child:
        os.close(writer)
        return reader, Running(child, most)
    try:
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


def _ended(one: Running) -> float:
    """The processor time of a child that is ended before it is done."""
    os.kill(one.child, 9)
    return _spent(one.child)


def _spent(child: int) -> float:
    """The processor time of a child that has ended."""
    _, _, usage = os.wait4(child, 0)
    return usage.ru_utime + usage.ru_stime


if __name__ == "__main__":
    main(sys.stdin.buffer, sys.stdout.buffer)
