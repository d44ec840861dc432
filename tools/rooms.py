"""The rooms of the package: which may import which, and what imports what.

The one table of rooms: `tests/test_architecture.py` holds every import to it, and `make quick` asks
it whose tests a change concerns.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "dpproofs"

# What each room may import, besides itself. Nothing but the command line may import the facade
# `dpproofs`, which stands above every room.
ROOMS = {
    "_version": set(),
    "notebook": set(),
    "kernel": {"notebook"},
    "checkers": {"kernel"},
    "replaying": set(),
    "mechanisms": {"kernel", "notebook"},
    "privacy": {"kernel", "mechanisms", "notebook"},
    "theorems": {"kernel", "mechanisms", "privacy", "tactics"},
    "optima": {"kernel", "mechanisms", "privacy", "replaying", "notebook"},  # believes a replay
    "auditing": {"kernel", "privacy", "notebook"},
    "testing": {"kernel", "auditing", "mechanisms", "notebook"},
    "render": {"kernel", "mechanisms", "coq", "auditing"},
    "coq": {"kernel"},
    "verifying": {"theorems", "checkers", "replaying", "kernel"},
    "tactics": {"kernel", "mechanisms"},
    "folder": {"kernel"},
    "deriving": {"kernel", "mechanisms", "tactics", "verifying", "render", "notebook"},
    "stored": {"theorems", "replaying", "kernel", "coq"},
    "catalogue": {"kernel", "theorems", "verifying", "stored", "deriving", "render", "notebook"},
    "documents": {"kernel", "theorems", "catalogue", "render"},
    "comparing": {"kernel", "mechanisms", "notebook"},
}
TOPMOST = {"__init__", "__main__", "cli", "commands"}  # these may import everything
NO_VERSION = {"_version", "replaying"}  # the others may import `_version`


def modules(package: Path) -> Iterator[tuple[str, Path]]:
    """Yield every module of a package by its dotted name, `__init__` included."""
    for path in sorted(package.rglob("*.py")):
        yield ".".join(path.relative_to(package.parent).with_suffix("").parts), path


def imported_names(module: str, tree: ast.AST) -> Iterator[str]:
    """Yield the dotted name of everything a module imports, wherever the import stands."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=source, names=names, level=level):
                above = module.split(".")[:-level] if level else []
                base = ".".join([*above, *([source] if source else [])])
                yield from (f"{base}.{alias.name}" for alias in names)
            case ast.Call(args=[ast.Constant(value=str(name)), *_], func=func):
                called = getattr(func, "attr", getattr(func, "id", ""))
                if called in {"import_module", "__import__"}:
                    yield ".".join(module.split(".")[:-1]) + name if name[0] == "." else name


def room_of(name: str) -> str:
    """Name the room of a dotted name in the package; the facade itself is ''."""
    inside = name.split(".")[1:]
    return inside[0] if inside and inside[0] in ROOMS.keys() | TOPMOST else ""
