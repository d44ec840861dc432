import importlib.metadata
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

import dpproofs

ROOT = Path(__file__).resolve().parent.parent


def test_installed_version_is_the_one_in_the_source():
    assert importlib.metadata.version("dpproofs") == dpproofs.__version__


def test_version_is_written_in_one_file_only():
    assert tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dynamic"] == [
        "version"
    ]
    sources = [ROOT / "CITATION.cff", *(ROOT / "dpproofs").rglob("*.py")]
    literal = re.compile(rf"\b{re.escape(dpproofs.__version__)}\b")
    holders = [path.name for path in sources if literal.search(path.read_text("utf-8"))]
    assert holders == ["_version.py"]


def test_wheel_holds_the_data_files(tmp_path):
    pytest.importorskip("hatchling", reason="hatchling builds the wheel: install dpproofs[test]")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert {"dpproofs/py.typed", "dpproofs/theorems/catalogue.toml"} <= set(names)
    assert all(name.startswith("dpproofs") for name in names)
