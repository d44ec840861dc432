"""What the guides show is what happens, and the reference has every public name."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import dpproofs

DOCS = Path(__file__).resolve().parent.parent / "docs"
GUIDES = [*sorted(path for name in ("tutorials", "howto") for path in (DOCS / name).glob("*.md")),
          DOCS / "audit.md", DOCS / "one-claim.md"]  # fmt: skip
ROOT = DOCS.parent
QUOTED = re.compile(r"```text\n# (\S+)\n(.*?)```", re.DOTALL)
PUBLIC = sorted(name for name in dpproofs.__all__ if not name.startswith("_"))


# In a process of its own: what a guide asserts is not paid for by the error budget of this session.
@pytest.mark.no_cover  # they start the command line, which has tests of its own
@pytest.mark.parametrize("path", GUIDES, ids=lambda path: path.stem)
def test_a_guide_shows_what_happens(path):
    options = ["-o", "ELLIPSIS"]
    command = [sys.executable, "-m", "doctest", *options, str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert ">>>" in path.read_text("utf-8") or path.stem == "index"


def test_what_a_guide_quotes_stands_in_the_file_that_it_names():
    quoted = QUOTED.findall((DOCS / "one-claim.md").read_text("utf-8"))
    assert len(quoted) >= 4
    for name, code in quoted:
        assert code in (ROOT / name).read_text("utf-8"), name


def test_the_smallest_theorem_that_contributors_are_shown_is_verified():
    (code,) = re.findall(
        r"```python\n(import .*?CLAIMS = .*?)```",
        (ROOT / "CONTRIBUTING.md").read_text("utf-8"),
        re.DOTALL,
    )
    names: dict[str, object] = {}
    exec(code, names)  # noqa: S102  (what a reader would type)
    (claim,) = names["CLAIMS"]
    verdict = dpproofs.verify(claim)
    assert (verdict.decision, verdict.grade.name) == ("holds", "proved")
    assert verdict.mutation.tried == verdict.mutation.killed > 0


def test_the_reference_has_every_public_name():
    text = "".join(path.read_text("utf-8") for path in sorted((DOCS / "api").glob("*.md")))
    shown = re.findall(r"(?m)^\.\. auto(?:class|function|exception):: (?:dpproofs\.)?(\w+)$", text)
    assert sorted(shown) == PUBLIC
