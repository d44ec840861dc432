"""The rules of the house that a program can check."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest
from affected import circles, imports_among
from rooms import NO_VERSION, PACKAGE, ROOMS, ROOT, TOPMOST, imported_names, modules, room_of

# Third-party packages a room is limited to; the other rooms are free.
THIRD_PARTY = {"kernel": {"sympy"}, "replaying": {"flint"}}

#: Circles that only annotations make: neither module imports the other when it runs. None is added.
ANNOTATED_CIRCLES = {
    # A field of values asks which value a function has, and that is told in values of the field.
    frozenset({"dpproofs.replaying.algebra", "dpproofs.replaying.special"}),
}

FORBIDDEN_NAMES = {"simplify", "sympify", "parse_expr"}  # they guess, or evaluate strings
FORBIDDEN_BUILTINS = {"eval", "exec"}

# An absolute path that only exists on somebody's machine.
PRIVATE_PATH = re.compile(r"(?<![\w./-])/(?:work\b|(?:home|Users|root)/)")


def upward_imports(package: Path) -> list[str]:
    """Report every import that the table of rooms forbids."""
    found = []
    for module, path in modules(package):
        room = module.split(".")[1]
        if room in TOPMOST:
            continue
        if room not in ROOMS:
            found.append(f"{module} lives in no known room")
            continue
        allowed = ROOMS[room] | {room} | (set() if room in NO_VERSION else {"_version"})
        found += [
            f"{module} imports {name}"
            for name in imported_names(module, ast.parse(path.read_text("utf-8")))
            if name.split(".")[0] == "dpproofs" and room_of(name) not in allowed
        ]
    return found


def foreign_imports(package: Path) -> list[str]:
    """Report every third-party import of a room that is limited to some."""
    found = []
    for module, path in modules(package):
        room = module.split(".")[1]
        if room not in THIRD_PARTY:
            continue
        allowed = {"dpproofs", *sys.stdlib_module_names, *THIRD_PARTY[room]}
        found += [
            f"{module} imports {name}"
            for name in imported_names(module, ast.parse(path.read_text("utf-8")))
            if name.split(".")[0] not in allowed
        ]
    return found


def forbidden_calls(package: Path) -> list[str]:
    """Report every use of a function that guesses or that evaluates a string."""
    found = []
    for module, path in modules(package):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id=name)):
                    bad = name in FORBIDDEN_NAMES | FORBIDDEN_BUILTINS
                case ast.Call(func=ast.Attribute(value=ast.Name(id="builtins"), attr=name)):
                    bad = name in FORBIDDEN_BUILTINS
                case ast.Call(func=ast.Attribute(attr=name)):
                    bad = name in FORBIDDEN_NAMES
                case ast.ImportFrom(names=names):
                    bad = any(alias.name in FORBIDDEN_NAMES for alias in names)
                case _:
                    bad = False
            if bad:
                found.append(f"{module}:{node.lineno}")
    return found


def repository_files() -> list[Path]:
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    if listing.returncode:
        pytest.skip("not a git checkout")
    names = listing.stdout.decode().split("\0")
    return [ROOT / name for name in names if name and (ROOT / name).is_file()]


@pytest.fixture
def plant(tmp_path):
    """Return a function that writes one module of a small package and returns the package."""

    def write(path: str, source: str) -> Path:
        package = tmp_path / "dpproofs"
        target = package / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(source, "utf-8")
        return package

    return write


@pytest.mark.no_cover
def test_no_import_points_up():
    assert upward_imports(PACKAGE) == []


@pytest.mark.no_cover
def test_no_modules_import_each_other_in_a_circle():
    imported = imports_among(dict(modules(PACKAGE)))
    assert {*circles(imported)} == ANNOTATED_CIRCLES
    unannotated = imports_among(dict(modules(PACKAGE)), annotations=False)
    assert circles(unannotated) == []


def test_rooms_that_limit_their_libraries_import_no_others():
    assert foreign_imports(PACKAGE) == []


@pytest.mark.no_cover
def test_nothing_guesses_or_evaluates_strings():
    assert forbidden_calls(PACKAGE) == []


def test_no_file_mentions_a_private_path():
    found = []
    for path in repository_files():
        try:
            text = path.read_text("utf-8")
        except UnicodeDecodeError:
            continue
        if match := PRIVATE_PATH.search(text):
            line = text.count("\n", 0, match.start()) + 1
            found.append(f"{path.relative_to(ROOT)}:{line}")
    assert found == []


def test_importing_the_package_does_not_load_sympy():
    code = "import sys, dpproofs; sys.exit('sympy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("kernel/a.py", "import dpproofs.checkers.sums"),
        ("kernel/a.py", "def f():\n    from dpproofs.verifying import verify"),
        ("kernel/deep/a.py", "from ...theorems import registry"),
        ("kernel/__init__.py", "from ..render import latex"),
        ("theorems/additive/lem1.py", "from dpproofs import checkers"),
        ("theorems/additive/lem1.py", "import importlib\nimportlib.import_module('dpproofs.cli')"),
        ("mechanisms/laplace.py", "from dpproofs import Gaussian"),
        ("auditing/a.py", "import dpproofs"),
        ("replaying/a.py", "from dpproofs._version import __version__"),
        ("verifying.py", "if TYPE_CHECKING:\n    from .render import html"),
        ("attic/a.py", ""),
    ],
)
def test_planted_upward_import_is_caught(plant, path, source):
    assert len(upward_imports(plant(path, source))) == 1


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("cli.py", "from dpproofs import verify"),
        ("kernel/a.py", "from . import errors\nfrom .errors import InputError"),
        ("kernel/a.py", "from dpproofs._version import __version__"),
        ("theorems/additive/lem1.py", "from ...kernel.step import Step\nimport sympy"),
        ("verifying.py", "from .checkers import sums"),
    ],
)
def test_downward_import_is_allowed(plant, path, source):
    assert upward_imports(plant(path, source)) == []


@pytest.mark.parametrize(
    ("back", "circle"),
    [
        ("from dpproofs.kernel import a", ["a", "b"]),
        ("from .a import name", ["a", "b"]),
        ("def f():\n    from dpproofs.kernel.a import name", ["a", "b"]),
        ("if TYPE_CHECKING:\n    from dpproofs.kernel.a import Name", ["a", "b"]),
        ("import importlib\nimportlib.import_module('dpproofs.kernel.a')", ["a", "b"]),
        ("from dpproofs.kernel.c import name", ["a", "b", "c"]),
        ("from dpproofs.kernel import there", ["__init__", "a", "b", "c"]),
        ("from dpproofs.kernel.d import name", None),
        ("from dpproofs.kernel.b import itself", None),
    ],
)
def test_planted_circle_is_caught(plant, back, circle):
    plant("kernel/a.py", "from dpproofs.kernel.b import name")
    plant("kernel/b.py", back)
    plant("kernel/c.py", "import dpproofs.kernel.a")
    plant("kernel/d.py", "")
    package = plant("kernel/__init__.py", "for each in pkgutil.iter_modules(__path__): ...")
    found = circles(imports_among(dict(modules(package))))
    wanted = [] if circle is None else [frozenset(f"dpproofs.kernel.{name}" for name in circle)]
    assert found == wanted


def test_circle_of_annotations_alone_is_told_apart(plant):
    plant("kernel/a.py", "from dpproofs.kernel.b import name")
    package = plant(
        "kernel/b.py", "if TYPE_CHECKING:\n    from .a import Name\nelse:\n    from .c import n"
    )
    known = dict(modules(plant("kernel/c.py", "")))
    assert package.name == "dpproofs"
    assert len(circles(imports_among(known))) == 1
    run = imports_among(known, annotations=False)
    assert circles(run) == []
    assert run["dpproofs.kernel.b"] == {"dpproofs.kernel.c"}


@pytest.mark.parametrize("source", ["import sympy", "def f():\n    from numpy import array"])
def test_planted_library_in_replay_is_caught(plant, source):
    assert len(foreign_imports(plant("replaying/a.py", source))) == 1


@pytest.mark.parametrize(
    "source",
    [
        "x.simplify()",
        "sympy.simplify(x)",
        "from sympy import simplify as tidy",
        "eval('1')",
        "import builtins\nbuiltins.exec('1')",
        "sympy.sympify('x')",
        "from sympy.parsing.sympy_parser import parse_expr",
    ],
)
def test_planted_forbidden_call_is_caught(plant, source):
    assert len(forbidden_calls(plant("kernel/a.py", source))) == 1


@pytest.mark.parametrize("place", ["work", "work/x", "home/ann/x", "Users/ann", "root/.cache"])
def test_private_path_is_recognised(place):
    assert PRIVATE_PATH.search(f"see /{place}")


@pytest.mark.parametrize("text", ["https://a.org/work/1", "and/work", "./home/x", "/workflow"])
def test_public_text_is_not_mistaken_for_a_private_path(text):
    assert not PRIVATE_PATH.search(text)
