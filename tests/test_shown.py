"""What the pages show happens: files, sessions of a shell, commands, and Python."""

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

from dpproofs.cli import main
from dpproofs.theorems.registry import papers

ROOT = Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"^```(python|console)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"# (\w+\.py)\n")
PRINTED = re.compile(r"^print\(.*\)  # (.*)$", re.MULTILINE)
PROGRAMS = {"dpproofs": ("-m", "dpproofs"), "pytest": ("-m", "pytest", "-p", "no:cacheprovider")}
TIME = re.compile(r"\b\d+(\.\d+)? s\b")

pytestmark = pytest.mark.no_cover  # what is shown has tests of its own

RUN_HERE = (
    "README.md",
    "docs/composition.md",
    "docs/release.md",
    "docs/vectors.md",
)
RUN_ELSEWHERE = (  # beside the guides, by the tests of what the pages are about
    "CONTRIBUTING.md",
    "docs/abstract.md",
    "docs/audit.md",
    "docs/deriving.md",
    "docs/one-claim.md",
    "docs/testing.md",
)
FOLDERS = (".", "docs", "docs/explanation", "docs/howto", "docs/tutorials")
PAGES = sorted(
    path.relative_to(ROOT).as_posix() for folder in FOLDERS for path in (ROOT / folder).glob("*.md")
)


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


CONSOLES = [
    (page, command, wanted)
    for page in PAGES
    for text in blocks(page, "console")
    for command, wanted in session(text)
    if wanted.strip()
]


@pytest.mark.parametrize(("page", "command", "wanted"), CONSOLES, ids=[c for _, c, _ in CONSOLES])
def test_a_command_prints_what_is_shown(page, command, wanted, tmp_path):
    for text in blocks(page, "python"):
        if name := FILE.match(text):
            (tmp_path / name[1]).write_text(text, "utf-8")
    program, *arguments = command.split()
    done = subprocess.run(
        [sys.executable, *PROGRAMS[program], *arguments],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert shown(wanted, done.stdout), done.stdout + done.stderr


@pytest.mark.parametrize("page", RUN_HERE)
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


@pytest.mark.parametrize("page", PAGES)
def test_commands_that_a_page_shows_have_the_options_that_it_shows(page):
    text = (ROOT / page).read_text("utf-8")
    lines = re.findall(r"(?:^(?:\$ )?|`)dpproofs (\S[^`\n#]*)", text, re.MULTILINE)
    for name, *words in map(str.split, lines):
        command = main.commands.get(name)
        if command is None:
            assert name.startswith("-") or not name.isalpha(), (page, name)
            continue
        known = {option for each in command.params for option in each.opts} | {"--help"}
        used = {word.partition("=")[0] for word in words if word.startswith("--")}
        assert used - {"--"} <= known, (page, name)


def test_every_page_with_python_is_run():
    guides = {page for page in PAGES if page.startswith(("docs/howto/", "docs/tutorials/"))}
    run = guides.union(RUN_HERE, RUN_ELSEWHERE)
    assert {page for page in PAGES if blocks(page, "python")} <= run


def test_the_first_minutes_name_every_paper():
    text = (ROOT / "docs" / "first-minutes.md").read_text("utf-8")
    (line,) = re.findall(r"(?m)^- a paper: (.*)$", text)
    assert re.findall(r"`(\w+)`", line) == sorted(papers())


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


def test_what_a_theorem_imports_is_in_the_reference():
    told = "".join(page.read_text("utf-8") for page in (ROOT / "docs" / "api").glob("*.md"))
    named = set(re.findall(r"auto(?:class|function):: (?:[\w.]*\.)?(\w+)$", told, re.MULTILINE))
    (example,) = (text for text in blocks("CONTRIBUTING.md", "python") if "CLAIMS" in text)
    lines = re.findall(r"^from dpproofs\S* import (.*)$", example, re.MULTILINE)
    imported = {name for line in lines for name in line.split(", ")}
    assert {"that", "Proof", "Claim", "Goal"} <= imported <= named
