"""What the front page and some guides show happens: files, sessions of a shell, and Python."""

import contextlib
import doctest
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

ROOT = Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"^```(python|console)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"# (\w+\.py)\n")
PRINTED = re.compile(r"^print\(.*\)  # (.*)$", re.MULTILINE)
PROGRAMS = {"dpproofs": ("-m", "dpproofs"), "pytest": ("-m", "pytest", "-p", "no:cacheprovider")}
TIME = re.compile(r"\b\d+(\.\d+)? s\b")

pytestmark = pytest.mark.no_cover  # what is shown has tests of its own


def blocks(page, kind):
    """The blocks of a page of one kind, in their order."""
    return [
        text for found, text in BLOCK.findall((ROOT / page).read_text("utf-8")) if found == kind
    ]


def session(text):
    """The commands of a console, each with what it prints."""
    parts = re.split(r"^\$ (.*)\n", text, flags=re.MULTILINE)
    assert parts[0] == "", "a console begins with a command"
    return list(zip(parts[1::2], parts[2::2], strict=True))


def shown(wanted, printed):
    """Whether this was printed, but for times, colours, and what "..." stands for."""
    wanted, printed = (TIME.sub("0 s", text).strip() + "\n" for text in (wanted, printed))
    return doctest.OutputChecker().check_output(wanted, printed, doctest.ELLIPSIS)


@pytest.fixture
def folder(tmp_path):
    """A folder with the files that the page shows."""
    for text in blocks("README.md", "python"):
        if name := FILE.match(text):
            (tmp_path / name[1]).write_text(text, "utf-8")
    return tmp_path


CONSOLES = [pair for text in blocks("README.md", "console") for pair in session(text)]


@pytest.mark.parametrize(("command", "wanted"), CONSOLES, ids=[line for line, _ in CONSOLES])
def test_a_command_of_the_front_page_prints_what_is_shown(command, wanted, folder):
    program, *arguments = command.split()
    done = subprocess.run(
        [sys.executable, *PROGRAMS[program], *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert shown(wanted, done.stdout), done.stdout + done.stderr


@pytest.mark.parametrize(
    "page", ["README.md", "docs/index.md", "docs/release.md", "docs/vectors.md"]
)
def test_python_of_a_page_prints_what_is_shown(page, monkeypatch):
    theirs = SimpleNamespace(noisy=lambda value, rng: value + rng.laplace())
    monkeypatch.setitem(sys.modules, "mine", theirs)
    names = {}
    runs = [text for text in blocks(page, "python") if FILE.match(text) is None]
    assert runs
    for text in runs:
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(compile(text, page, "exec"), names)  # noqa: S102  (our own page)
        assert out.getvalue().splitlines() == PRINTED.findall(text)


def test_the_front_page_counts_the_claims_and_those_that_are_corrected():
    text = " ".join((ROOT / "README.md").read_text("utf-8").split())
    counted = re.search(r"Of the (\d+) claims .*? step by step, (\d+) are corrected\.", text)
    index = json.loads((ROOT / "dpproofs" / "theorems" / "index.json").read_text("utf-8"))
    verdicts = [claim["verdict"] for claim in index["claims"].values()]
    assert [*map(int, counted.groups())] == [len(verdicts), verdicts.count("corrected")]


def test_what_was_not_printed_is_noticed():
    assert shown("a 0.9 s\n...\nb\n", "a 12 s\nmuch\nelse\nb\n")
    assert not shown("e-value 41.1 after 0.9 s\n", "e-value 41.2 after 0.9 s\n")
    with pytest.raises(AssertionError, match="begins with a command"):
        session("printed\n$ dpproofs\n")
