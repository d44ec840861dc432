"""From a name to the object it stands for, with an error that says what is wrong."""

from __future__ import annotations

import difflib
import importlib
import sys
import traceback
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from dpproofs.kernel.errors import BadInput

MOST_SHOWN = 40  # names in a message


def last_line(error: BaseException) -> str:
    """The last line of a traceback, such as "ValueError: no such scale"."""
    lines = "".join(traceback.format_exception_only(error)).split("\n")
    return next(line.strip() for line in reversed(lines) if line.strip())


def unknown(argument: str, name: str, known: Iterable[str]) -> BadInput:
    """The error for a name that is not known: names close to it, or else all, if not too many."""
    names = sorted(known)
    shown = difflib.get_close_matches(name, names, n=3, cutoff=0.6) or names
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
