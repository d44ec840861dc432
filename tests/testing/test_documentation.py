"""The documentation's examples run, and its table of checks is complete."""

import re
import shutil
import sys

import pytest
from testing_folder import ROOT

from dpproofs.testing import strategies
from dpproofs.testing.suite import all_checks

PAGE = (ROOT / "docs" / "testing.md").read_text("utf-8")


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
    options = ["--dpproofs-budget", "0.4", "--dpproofs-seed", "1", "--import-mode=importlib", "-q"]
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
