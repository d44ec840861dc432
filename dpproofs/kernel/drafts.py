"""Files that are whole or not there at all, whatever ends the process; and one writer at a time."""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from dpproofs.kernel.errors import BadInput

MODE = 0o666  # of a new file, but for what the process's mask takes away


def write_whole(path: Path, content: bytes) -> None:
    """Write a file under a name of its own, have it on the disk, and give it its name then.

    What is no file, such as a device or a pipe, stays what it is, and is written to.

    Raises
    ------
    OSError
        When it cannot be written; the file that was there before is there still.
    """
    if path.exists() and not path.is_file():
        path.write_bytes(content)
        return
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    draft = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        draft.chmod(path.stat().st_mode & 0o777 if path.exists() else MODE & ~_mask())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
    _sync_directory(path.parent)


def _mask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _sync_directory(directory: Path) -> None:
    with contextlib.suppress(OSError):  # not every file system has it
        descriptor = os.open(directory, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


@contextlib.contextmanager
def alone(path: Path, option: str) -> Iterator[None]:
    """Be the only process that writes a file, for as long as a block lasts.

    A process that ends in any way, also by force, gives the file free.

    Raises
    ------
    BadInput
        When another process is writing it.
    """
    if sys.platform == "win32" or (path.exists() and not path.is_file()):
        yield
        return
    lock = path.with_name(f".{path.name}.lock")
    descriptor = _locked(lock)
    if descriptor is None:
        raise BadInput(option, str(path), "a file that no other process is writing")
    try:
        yield
    finally:
        lock.unlink(missing_ok=True)
        os.close(descriptor)


def _locked(lock: Path) -> int | None:
    """A descriptor that holds the lock; None when somebody else does."""
    import fcntl  # not on Windows

    while True:
        descriptor = os.open(lock, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(descriptor)
            return None
        with contextlib.suppress(OSError):
            if os.path.samestat(lock.stat(), os.fstat(descriptor)):
                return descriptor
        os.close(descriptor)  # whoever had it has taken it away meanwhile
