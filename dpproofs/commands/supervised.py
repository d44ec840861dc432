"""Work that runs somebody else's code, in a child process that is watched.

Whatever that code does to its process, the verdict is the parent's: a child that ends, hangs, fills
the memory or goes on twice without a result has none.
"""

from __future__ import annotations

import json
import math
import os
import selectors
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NoReturn

from dpproofs.auditing.targets.overseen import COPIED, Watcher, shared_board, watched_by
from dpproofs.commands.exits import INTERNAL, INTERRUPTED
from dpproofs.commands.failing import told

Message = dict[str, Any]

# What is handed on to a child, and what a process does there.
HANDED_ON: dict[int, Any] = {
    signal.SIGINT: signal.default_int_handler,
    signal.SIGTERM: signal.SIG_DFL,
}
LOOK = 0.1  # seconds between two looks at a child
PART = 0.5  # of the memory that is free, which a child may have
CHUNK = 1 << 16
OUT_OF_THE_WAY = 400  # descriptors that a target hardly closes start here
FULL = json.dumps({"ended": "used up the memory"}).encode() + b"\n"  # there may be none to make it
PDEATHSIG = 1  # prctl(2)


class NoResult(Exception):
    """A child that came to no result: a phrase that its name goes before, as in "was killed"."""


def can_supervise() -> bool:
    """Whether this is a process of its own that can make children: not one inside of a test's."""
    streams = (sys.stdin, sys.stdout, sys.stderr)
    return (
        hasattr(os, "fork")
        and threading.current_thread() is threading.main_thread()
        and threading.active_count() == 1
        and all(stream is None or _has_descriptor(stream) for stream in streams)
    )


def _has_descriptor(stream: Any) -> bool:
    try:
        stream.fileno()
    except (OSError, ValueError):
        return False
    return True


def supervised(work: Callable[[], Message], memory: float | None = None) -> Message:
    """What work comes to in a child: what it returned, or "code" and "line" of an error.

    Parameters
    ----------
    memory
        Bytes that the child may use; half of what is free when left out.

    Raises
    ------
    NoResult
        When the child ended without it, made a copy of itself, hung or used up the memory.
    """
    memory = PART * _free() if memory is None else memory
    board = shared_board()
    reading, writing = os.pipe()
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()
    with _handed_on() as child:
        signal.pthread_sigmask(signal.SIG_BLOCK, HANDED_ON)  # until it is known to whom
        pid = os.fork()
        if not pid:
            os.close(reading)
            _be_child(work, Watcher(board, writing))
        child.append(pid)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, HANDED_ON)
        os.close(writing)
        try:
            return _awaited(pid, reading, board, memory)
        finally:
            os.close(reading)
            _end(pid)


# -- the child ------------------------------------------------------------------------------------


def _be_child(work: Callable[[], Message], watcher: Watcher) -> NoReturn:
    """Do the work, tell what came of it, and leave without a trace."""
    for number, standard in HANDED_ON.items():
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, standard)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, HANDED_ON)
    os.setsid()
    _die_with_parent()
    watcher.line = _moved(watcher.line)
    watched_by(watcher)
    me = os.getpid()
    try:
        said = json.dumps(_outcome(work)).encode() + b"\n"
    except MemoryError:
        said = FULL
    if os.getpid() == me:
        with suppress(OSError):
            while said:
                said = said[os.write(watcher.line, said) :]
    os._exit(0)


def _outcome(work: Callable[[], Message]) -> Message:
    try:
        return work()
    except KeyboardInterrupt:
        return {"code": INTERRUPTED, "line": ""}
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001  # as the command line would tell it
        code, line = told(error)
    except BaseException as error:  # noqa: BLE001
        code, line = INTERNAL, f"internal error ({type(error).__name__})"
    return {"code": code, "line": line}


def _moved(descriptor: int) -> int:
    try:
        import fcntl

        moved = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, OUT_OF_THE_WAY)
    except (ImportError, OSError):
        return descriptor
    os.close(descriptor)
    return moved


def _die_with_parent() -> None:
    """Be killed when the parent is, and before anybody else when memory is short; on Linux."""
    with suppress(OSError, AttributeError):
        import ctypes

        ctypes.CDLL(None).prctl(PDEATHSIG, signal.SIGKILL)
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000", "ascii")


# -- the parent -----------------------------------------------------------------------------------


@contextmanager
def _handed_on() -> Iterator[list[int]]:
    """Have Ctrl-C and SIGTERM go to the child, whose number is put into a list; twice, kill it."""
    child: list[int] = []
    times = 0

    def hand_on(number: int, _frame: object) -> None:
        nonlocal times
        times += 1
        for pid in child:
            with suppress(ProcessLookupError):
                os.kill(pid, number if times == 1 else signal.SIGKILL)
        if times > 1:
            raise KeyboardInterrupt

    before = {number: signal.getsignal(number) for number in HANDED_ON}
    for number, handler in before.items():
        if handler is not signal.SIG_IGN:
            signal.signal(number, hand_on)
    try:
        yield child
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _awaited(pid: int, reading: int, board: memoryview[float], memory: float) -> Message:
    """The message of a child, as soon as it is whole."""
    received = b""
    with selectors.DefaultSelector() as selector:
        selector.register(reading, selectors.EVENT_READ)
        while True:
            heard = selector.select(LOOK)
            data = os.read(reading, CHUNK) if heard else None
            received += data or b""
            if COPIED in received:
                raise NoResult("made a copy of its process, and both went on")
            if received.endswith(b"\n"):
                return _read(received)
            if data == b"" or (data is None and _ended(pid)):
                raise NoResult(_how(pid))
            if time.monotonic() > board[0]:
                raise NoResult("gives no answer, and cannot be told to stop")
            if _used(pid) > memory:
                raise NoResult(f"used up the memory: {memory / 2**30:.2g} GiB")


def _read(received: bytes) -> Message:
    try:
        message = json.loads(received)
    except ValueError:
        message = None
    if not isinstance(message, dict):
        raise NoResult("wrote into what the auditor had to say")
    if "ended" in message:
        raise NoResult(message["ended"])
    return message


def _ended(pid: int) -> bool:
    """Whether a child has ended; its number stays taken."""
    return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def _how(pid: int) -> str:
    """How a child that is silent ended, or that it did not."""
    ended = os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    until = time.monotonic() + LOOK
    while ended is None and time.monotonic() < until:
        time.sleep(LOOK / 10)
        ended = os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    if ended is None:
        return "closed the line to the auditor"
    if ended.si_code == os.CLD_EXITED:
        return f"ended its process, with exit code {ended.si_status}"
    return f"ended its process, by {signal.Signals(ended.si_status).name}"


def _end(pid: int) -> None:
    """Kill a child and what it started, and forget it."""
    for kill in (os.killpg, os.kill):
        with suppress(ProcessLookupError, PermissionError):
            kill(pid, signal.SIGKILL)
    with suppress(ChildProcessError):
        os.waitpid(pid, 0)


# -- memory ---------------------------------------------------------------------------------------


def _used(pid: int) -> float:
    """Bytes of memory that a process has; 0 where that is not known."""
    with suppress(OSError, ValueError, IndexError):
        pages = int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1])
        return float(pages * os.sysconf("SC_PAGE_SIZE"))
    return 0.0


def _free() -> float:
    """Bytes of memory that can be had: of the machine, or of a group of processes that has less."""
    free = math.inf
    with suppress(OSError, ValueError, IndexError):
        lines = Path("/proc/meminfo").read_text("ascii").splitlines()
        (line,) = (line for line in lines if line.startswith("MemAvailable:"))
        free = 1024.0 * int(line.split()[1])
    group = Path("/sys/fs/cgroup")
    with suppress(OSError, ValueError):
        most = int((group / "memory.max").read_text("ascii"))
        free = min(free, most - int((group / "memory.current").read_text("ascii")))
    return free
