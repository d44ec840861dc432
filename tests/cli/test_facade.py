import ast
import subprocess
import sys
from pathlib import Path

import pytest

import dpproofs

HEAVY = ("sympy", "numpy", "scipy", "rich", "hypothesis", "flint", "matplotlib")


def loaded_by(code):
    """Which heavy packages are loaded after some code."""
    ask = f"import sys; print(*sorted({set(HEAVY)!r} & set(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\n{ask}"], capture_output=True, text=True, check=True
    )
    return done.stdout.splitlines()[-1].split()


def test_importing_the_package_loads_nothing_heavy():
    assert loaded_by("import dpproofs") == []


def test_asking_for_help_loads_nothing_heavy():
    code = (
        "from dpproofs.cli import main\n"
        "for arguments in ['--help'], ['verify', '--help'], ['derive', '--help']:\n"
        "    try: main(arguments)\n"
        "    except SystemExit as end: assert end.code == 0"
    )
    assert loaded_by(code) == []


def test_every_public_name_can_be_had():
    for name in dpproofs.__all__:
        assert getattr(dpproofs, name) is not None
    assert set(dpproofs.__all__) <= set(dir(dpproofs))


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'Cauchy'"):
        dpproofs.Cauchy  # noqa: B018  (the access is the test)


def test_no_public_name_is_shadowed_by_a_room():
    package = Path(dpproofs.__file__).parent
    rooms = {path.stem for path in package.iterdir() if path.suffix == ".py" or path.is_dir()}
    assert rooms & set(dpproofs.__all__) == set()


def test_type_checkers_know_the_public_names_and_no_others():
    tree = ast.parse(Path(dpproofs.__file__).read_text("utf-8"))
    (known,) = (
        node
        for node in tree.body
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
    )
    names = {alias.name for node in known.body for alias in node.names}
    assert names | {"__version__"} == set(dpproofs.__all__)
    # A module with this function has every attribute, as a type checker sees it.
    seen = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    assert "__getattr__" not in seen
