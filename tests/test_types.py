"""What the type checkers of editors see of the public names."""

import importlib.util
import inspect
import json
import subprocess
import sys
from pathlib import Path

import pytest

import dpproofs as dp

CLIENT = Path(__file__).parent / "typing" / "client.py"
PUBLIC = sorted(name for name in dp.__all__ if not name.startswith("_"))
STRICT = "# pyright: standard, reportUnknownMemberType=true, reportUnknownVariableType=true\n"
FAULTS = "import dpproofs as dp\n\ndp.Stairway(1)\nx: int = dp.Laplace(1).sample()\n"


def everything():
    """A program that looks at every public name, and at every public member of its classes."""
    lines = [STRICT, "import dpproofs as dp\n"]
    for name in PUBLIC:
        lines.append(f"value_{name} = dp.{name}\n")
        found = getattr(dp, name)
        if inspect.isclass(found):
            members = [m for m in dir(found) if not m.startswith("_") and m not in dir(Exception)]
            lines.append(f"def of_{name}(it: dp.{name}) -> None:\n    print(it)\n")
            lines += [f"    {name}_{member} = it.{member}\n" for member in members]
    return "".join(lines)


@pytest.fixture(scope="module")
def complaints(tmp_path_factory):
    """What pyright says of a program: by its name the lines and the rules."""
    pytest.importorskip("basedpyright", reason="needs pyright: pip install 'dpproofs[dev]'")
    folder = tmp_path_factory.mktemp("typed")
    (folder / "everything.py").write_text(everything())
    (folder / "faults.py").write_text(FAULTS)
    (folder / "client.py").write_text(CLIENT.read_text("utf-8"), "utf-8")
    root = Path(importlib.util.find_spec("dpproofs").origin).parent.parent
    (folder / "pyrightconfig.json").write_text(
        json.dumps({"extraPaths": [str(root)], "typeCheckingMode": "standard"})
    )
    command = [sys.executable, "-m", "basedpyright", "--pythonpath", sys.executable, "--outputjson"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    found = json.loads(done.stdout)
    assert found["summary"]["filesAnalyzed"] == 3
    said = {path.name: [] for path in folder.glob("*.py")}
    for one in found["generalDiagnostics"]:
        line = one["range"]["start"]["line"]
        said[Path(one["file"]).name].append((line, one["rule"], one["message"]))
    return said


@pytest.mark.no_cover
def test_a_program_of_a_user_has_the_types_that_it_expects(complaints):
    assert complaints["client.py"] == []


def test_every_public_name_and_member_has_a_known_type(complaints):
    assert complaints["everything.py"] == []


def test_an_unknown_name_and_a_wrong_type_are_told(complaints):
    assert [(line, rule) for line, rule, _ in complaints["faults.py"]] == [
        (2, "reportAttributeAccessIssue"),
        (3, "reportAssignmentType"),
    ]


@pytest.mark.parametrize("name", PUBLIC)
def test_no_public_function_hides_what_it_returns(name):
    found = getattr(dp, name)
    functions = [found] if inspect.isfunction(found) else inspect.getmembers_static(found)
    for each in functions:
        own = each if inspect.isfunction(each) else getattr(each[1], "fget", each[1])
        own = getattr(own, "__func__", own)
        if inspect.isfunction(own) and not own.__name__.startswith("_"):
            assert own.__annotations__.get("return") not in (None, "Any", "object"), (
                own.__qualname__
            )
