"""What the guides show is what happens, and the reference has every public name."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import dpproofs

DOCS = Path(__file__).resolve().parent.parent / "docs"
GUIDES = sorted(path for name in ("tutorials", "howto") for path in (DOCS / name).glob("*.md"))
PUBLIC = sorted(name for name in dpproofs.__all__ if not name.startswith("_"))


# In a process of its own: what a guide asserts is not paid for by the error budget of this session.
@pytest.mark.no_cover  # they start the command line, which has tests of its own
@pytest.mark.parametrize("path", GUIDES, ids=lambda path: path.stem)
def test_a_guide_shows_what_happens(path):
    options = ["-o", "ELLIPSIS", "-o", "IGNORE_EXCEPTION_DETAIL"]
    command = [sys.executable, "-m", "doctest", *options, str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert ">>>" in path.read_text("utf-8") or path.stem == "index"


def test_the_reference_has_every_public_name():
    text = "".join(path.read_text("utf-8") for path in sorted((DOCS / "api").glob("*.md")))
    shown = re.findall(r"(?m)^\.\. auto(?:class|function|exception):: (?:dpproofs\.)?(\w+)$", text)
    assert sorted(shown) == PUBLIC
