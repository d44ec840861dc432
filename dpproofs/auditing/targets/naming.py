"""From a name to the object it stands for, with an error that says what is wrong."""

from __future__ import annotations

import difflib
import functools
import importlib
import inspect
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from dpproofs.kernel.errors import BadInput

MOST_SHOWN = 40  # names in a message
LONGEST = 300  # characters of what somebody else's error says


def last_line(error: BaseException) -> str:
    """An error in one line, such as "ValueError: no such scale"; its middle may be left out."""
    kind = type(error)
    name = kind.__qualname__
    if kind.__module__ not in ("builtins", "__main__"):
        name = f"{kind.__module__}.{name}"
    try:
        says = " ".join(str(error).split())
    except Exception:  # noqa: BLE001  # somebody else's class: anything
        says = ""
    if len(says) > LONGEST:
        says = f"{says[: LONGEST * 2 // 3]} … {says[-LONGEST // 3 :]}"
    return f"{name}: {says}" if says else name


def unknown(argument: str, name: str, known: Iterable[str]) -> BadInput:
    """The error for a name that is not known: names close to it, or else all, if not too many.

    What is before a colon is the same in all names, and plays no part in what is close.
    """
    names = sorted(known)
    by_end = {full.rpartition(":")[2]: full for full in names}
    close = difflib.get_close_matches(name.rpartition(":")[2], by_end, n=3, cutoff=0.6)
    shown = [by_end[end] for end in close] or names
    rest = f", ... ({len(shown)} in all)" if len(shown) > MOST_SHOWN else ""
    return BadInput(argument, name, "one of " + ", ".join(shown[:MOST_SHOWN]) + rest)


def imported(path: str, attribute: str, prefixes: Iterable[str] = ()) -> Any:
    """The object ``attribute`` (dots allowed) of the module ``path``.

    The current directory is put first on the Python path, as ``python -m`` does.

    Raises
    ------
    BadInput
        When there is no such module or attribute, or importing it raised.
    """
    target = f"{path}:{attribute}"
    if "/" in path or path.startswith(".") or path.endswith(".py"):
        raise BadInput("TARGET", target, "module.path:name, with dots and without .py")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    importlib.invalidate_caches()
    try:
        subject = importlib.import_module(path)
    except (Exception, SystemExit) as error:
        if _absent(path, error):
            libraries = ", ".join(prefixes)
            accepted = f"the name of a library ({libraries}) or of a Python module: {error}"
        else:
            accepted = f"of a module that can be imported; it raised {last_line(error)}"
        raise BadInput("TARGET", target, accepted) from error
    for part in attribute.split("."):
        subject = _member(subject, part, target)
    return subject


def place_of(subject: Any) -> tuple[str, int] | None:
    """Return the file and the first line of an object's code, or of its class; None if unknown."""
    try:
        while isinstance(subject, functools.partial):
            subject = subject.func
        code = inspect.unwrap(subject)
        if not (inspect.isclass(code) or inspect.isroutine(code)):
            code = type(code)
        file, line = inspect.getsourcefile(code), inspect.getsourcelines(code)[1]
    except Exception:  # noqa: BLE001  # somebody else's object, and files that may be gone
        return None
    return None if file is None else (str(Path(file).resolve()), max(1, line))


def _absent(path: str, error: BaseException) -> bool:
    """Whether the module itself is missing, and not one that it imports."""
    missing = isinstance(error, ModuleNotFoundError) and error.name
    return bool(missing) and f"{path}.".startswith(f"{missing}.")


def _member(subject: Any, name: str, target: str) -> Any:
    try:
        return getattr(subject, name)
    except AttributeError:
        names = [known for known in dir(subject) if not known.startswith("_")]
        close = difflib.get_close_matches(name, names, n=3, cutoff=0.6)
        whose = getattr(subject, "__name__", type(subject).__name__)
        accepted = f"a name in {whose}, which has no {name!r}"
        if close:
            accepted += f" but {' and '.join(close)}"
        raise BadInput("TARGET", target, accepted) from None
    except Exception as error:
        raise BadInput("TARGET", target, f"readable; it raised {last_line(error)}") from error
