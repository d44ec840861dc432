"""The documentation's examples run, and its table of checks is complete."""

import inspect
import re
import shutil
import subprocess
import sys

import pytest
from testing_folder import ROOT

from dpproofs import testing
from dpproofs.testing import strategies
from dpproofs.testing.suite import all_checks

PAGE = (ROOT / "docs" / "testing.md").read_text("utf-8")


# A call takes about as long as a check is busy with what it returned.
CLOCK = """
import pytest
from planted import moved_by_draws

@pytest.fixture(scope="session", autouse=True)
def planted_clock():
    with pytest.MonkeyPatch.context() as monkeypatch:
        moved_by_draws(monkeypatch, call=2e-3)
        yield
"""


@pytest.mark.sweep
@pytest.mark.no_cover
def test_every_example_of_the_page_runs_and_passes(folder):
    pytest.importorskip("opendp")
    pytest.importorskip("diffprivlib")
    if shutil.which("perl") is None or sys.platform == "win32":
        pytest.skip("perl is missing")
    examples = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    assert len(examples) >= 9
    for number, text in enumerate(examples):
        folder.write(f"test_example_{number}.py", text)
    folder.write("conftest.py", CLOCK)
    options = ["--dpproofs-budget", "0.2", "--dpproofs-seed", "1", "--import-mode=importlib", "-q"]
    code, text = folder.run_here(*options)
    assert code == 0, text
    assert re.search(r"\d+ passed, 1 xfailed", text)


def test_the_table_names_every_check():
    told = re.findall(r"^\| `(\w+)` \| ", PAGE, re.MULTILINE)
    names = [check.name for check in all_checks()]
    assert [name for name in told if name in names] == names


def test_the_table_names_every_strategy():
    listed = {name for name in strategies.__all__ if name[0].islower()}
    assert {name for name in listed if f"`{name}(" not in PAGE} == {"noise_values"}


EXAMPLES = """
import doctest, importlib, sys
import pytest
sys.path.insert(0, "tests/testing")
from planted import moved_by_draws
modules = [*map(importlib.import_module, sys.argv[1:])]
with pytest.MonkeyPatch.context() as monkeypatch:
    moved_by_draws(monkeypatch)  # as true on a machine with much else to do
    sys.exit(sum(doctest.testmod(module).failed for module in modules))
"""


def public():
    """Functions and classes, and what the classes define, by their names."""
    found = {}
    for room in (testing, strategies):
        for name in room.__all__:
            value = getattr(room, name)
            if not (inspect.isclass(value) or inspect.isfunction(value)):
                continue
            found[name] = value
            for member, inner in vars(value).items() if inspect.isclass(value) else ():
                if not member.startswith("_") and (
                    inspect.isfunction(inner) or hasattr(inner, "fget")
                ):
                    found[f"{name}.{member}"] = inner
    return found


def test_every_public_name_has_an_example():
    names = public()
    assert len(names) > 30
    assert [name for name, value in names.items() if ">>> " not in (value.__doc__ or "")] == []


# In a process of its own: what the examples assert is not paid for by this session's error budget.
@pytest.mark.sweep
@pytest.mark.no_cover
def test_the_examples_are_true():
    pytest.importorskip("hypothesis")
    modules = {value.__module__ for value in public().values() if hasattr(value, "__module__")}
    command = [sys.executable, "-c", EXAMPLES, *sorted(modules)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_reference_has_every_public_name():
    text = (ROOT / "docs" / "api" / "testing.md").read_text("utf-8")
    shown = set(re.findall(r"(?m)^\.\. auto\w+:: ([\w.]+)$", text))
    names = {f"dpproofs.testing.{name}" for name in testing.__all__ if name != "strategies"}
    names |= {
        f"dpproofs.testing.strategies.{name}"
        for name in strategies.__all__
        if inspect.isclass(getattr(strategies, name))
        or inspect.isfunction(getattr(strategies, name))
    }
    made_of = {"testing.failures.Finding", "testing.privacy.PrivacyReport"}
    assert shown == names | {f"dpproofs.{name}" for name in made_of}
