"""The tests that a change concerns: those of its rooms, and of the rooms that import these."""

import ast
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from rooms import PACKAGE, ROOMS, ROOT, TOPMOST, imported_names, modules, room_of

TESTS = ROOT / "tests"
TOOLS = ROOT / "tools"
FACADE = "dpproofs"
FAR = 99  # imports away: reached only through the facade, or by no import at all


@cache
def sources() -> Mapping[str, Path]:
    """The modules of the package, the tools and the tests, by name."""
    tools = {path.stem: path for path in TOOLS.glob("*.py")}
    tests = {path.relative_to(ROOT).as_posix(): path for path in TESTS.rglob("*.py")}
    return {**dict(modules(PACKAGE)), **tools, **tests}


@cache
def imports() -> Mapping[str, frozenset[str]]:
    """The modules that each module names: of `a.b.c` the longest part that is a module."""
    return imports_among(sources())


def imports_among(
    known: Mapping[str, Path], *, annotations: bool = True
) -> Mapping[str, frozenset[str]]:
    """The same for any modules, wherever an import stands; without `annotations` as they run."""
    helpers = {path.stem: name for name, path in known.items() if name.startswith("tests/")}
    found = {}
    for name, path in known.items():
        text = path.read_text("utf-8")
        tree = ast.parse(text)
        if not annotations:
            tree = _Running().visit(tree)
        named = {_module(each, known, helpers) for each in imported_names(name, tree)}
        if ("iter_modules" in text or "walk_packages" in text) and name.startswith(FACADE):
            packages = {name if path.stem == "__init__" else ""} | named  # it discovers those below
            folders = {known[each].parent for each in packages if each.endswith("__init__")}
            named |= {each for each, other in known.items() if folders & {*other.parents}}
        found[name] = frozenset(each for each in named if each and each != name)
    return found


class _Running(ast.NodeTransformer):
    """Leaves out what only those who check annotations read."""

    def visit_If(self, node: ast.If) -> ast.AST | list[ast.stmt]:  # of ast
        """Return what runs of a branch."""
        self.generic_visit(node)
        return node.orelse if ast.unparse(node.test) == "TYPE_CHECKING" else node


def _module(dotted: str, known: Mapping[str, Path], helpers: Mapping[str, str]) -> str:
    """The module that a dotted name belongs to; '' for one of somebody else, and the facade."""
    parts = dotted.split(".")
    for n in range(len(parts), 0, -1):
        beside = f"{'/'.join(parts[:n])}.py"  # a helper of tests by its whole name
        for name in (".".join(parts[:n]), ".".join([*parts[:n], "__init__"]), beside):
            if name in known and name != f"{FACADE}.__init__":
                return name
    return helpers.get(parts[0], "")


def circles(imported: Mapping[str, Iterable[str]]) -> list[frozenset[str]]:
    """Return each largest set of modules of which every one leads to every other by imports."""
    reached = {name: _reached(name, imported) for name in imported}
    round_trips = {
        frozenset(other for other in ahead if name in reached[other])
        for name, ahead in reached.items()
        if name in ahead
    }
    return sorted(round_trips, key=sorted)


def _reached(start: str, imported: Mapping[str, Iterable[str]]) -> set[str]:
    """Return the modules to which a module leads by one import or more."""
    reached: set[str] = set()
    waiting = [*imported[start]]
    while waiting:
        if (name := waiting.pop()) not in reached:
            reached.add(name)
            waiting += imported[name]
    return reached


def distances(changed: Iterable[str]) -> dict[str, int]:
    """How many imports lead from each module to one that has changed, at least."""
    users: dict[str, set[str]] = {}
    for name, named in imports().items():
        for each in named:
            users.setdefault(each, set()).add(name)
    found = dict.fromkeys(changed, 0)
    todo = list(found)
    for name in todo:  # grows meanwhile
        for user in users.get(name, ()):
            if user not in found:
                found[user] = found[name] + 1
                todo.append(user)
    return found


def rooms_of(files: Iterable[str]) -> set[str]:
    """The rooms of the package in which files lie, data included."""
    inside = [Path(file).with_suffix("").parts for file in files if Path(file).parts[0] == FACADE]
    return {room for parts in inside if (room := room_of(".".join(parts)))}


def above(rooms: Iterable[str]) -> set[str]:
    """The rooms that may import some of these."""
    below = set(rooms)
    return {room for room, allowed in ROOMS.items() if allowed & below} | TOPMOST


def room_of_test(name: str) -> str:
    """The room that a test file is about: the folder it lies in, or its own name."""
    parts = Path(name).parts[1:]
    about = parts[0] if len(parts) > 1 else Path(parts[0]).stem.removeprefix("test_")
    return {"cli": "commands", "logic": "kernel"}.get(about, about)


def tests_of(files: Iterable[str]) -> list[str]:
    """The test files that a change of files concerns, the nearest first.

    Those that changed, those of the rooms that have changed, and those that get at what has
    changed by imports: of rooms that import the changed rooms, or of no room. A change of no Python
    concerns the tests of its room, and those that name its file.
    """
    files = [file for file in files if (ROOT / file).is_file() or file.endswith(".py")]
    by_path = {path.relative_to(ROOT).as_posix(): name for name, path in sources().items()}
    near = distances(by_path[file] for file in files if file in by_path)
    touched = rooms_of(files)
    wanted = {*touched, *(above(touched) if touched else ())}
    namesakes = {f"test_{Path(file).stem}" for file in files}
    data = {Path(file).name for file in files if not file.endswith(".py")}
    ranks: dict[str, tuple[int, bool, int, str]] = {}
    for name, path in sources().items():
        if not (name.startswith("tests/") and path.name.startswith("test_")):
            continue
        room, far = room_of_test(name), near.get(name, FAR)
        speaks = any(each in path.read_text("utf-8") for each in data)
        if far == 0:
            rank = 0
        elif room in touched:
            rank = 1
        elif speaks:
            rank = 2
        elif far < FAR and (room in wanted or room not in ROOMS.keys() | TOPMOST or not touched):
            rank = 3
        else:
            continue
        ranks[name] = (rank, path.stem not in namesakes, far, name)
    return sorted(ranks, key=ranks.__getitem__)
