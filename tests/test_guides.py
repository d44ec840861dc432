"""What the guides and docstrings show is what happens."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

import dpproofs
from dpproofs.mechanisms.base import Mechanism, Noise
from dpproofs.mechanisms.described import Described
from dpproofs.mechanisms.integer import IntegerMechanism

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


@pytest.mark.parametrize("name", PUBLIC)
def test_the_examples_of_a_public_name_are_true(name):
    found = getattr(dpproofs, name)
    assert ">>>" in found.__doc__
    assert_true_examples(found, name)


def test_the_reference_has_every_public_name():
    text = (DOCS / "api.md").read_text("utf-8")
    shown = re.findall(r"(?m)^\.\. auto(?:class|function|exception):: (?:dpproofs\.)?(\w+)$", text)
    assert sorted(shown) == PUBLIC


@pytest.mark.parametrize("base", [Described, Noise, Mechanism, IntegerMechanism])
def test_the_examples_of_what_every_noise_has_are_true(base):
    pytest.importorskip("matplotlib")
    assert_true_examples(base, base.__name__)


def assert_true_examples(found, name):
    for one in doctest.DocTestFinder().find(found, name, globs={}):
        result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(one, clear_globs=False)
        assert result.failed == 0
