"""The fragments of the changelog: each is one that the release will find."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FRAGMENTS = ROOT / "changelog.d"
ABOUT = {"README.md", "template.md.jinja"}


def kinds():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["towncrier"]
    return [kind["directory"] for kind in settings["type"]]


def strays(directory):
    """Names that the release would pass over, and fragments that say nothing."""
    name = re.compile(rf"[a-z0-9-]+\.({'|'.join(kinds())})\.md")
    return [
        path.name
        for path in sorted(directory.iterdir())
        if path.name not in ABOUT
        and not (name.fullmatch(path.name) and path.read_text("utf-8").strip())
    ]


def test_every_fragment_has_a_kind_and_says_something():
    assert strays(FRAGMENTS) == []


def test_planted_strays_are_caught(tmp_path):
    for name, text in {
        "good-one.fixed.md": "Mended.",
        "empty.added.md": "\n",
        "kind.improved.md": "Better.",
        "no-kind.md": "What?",
        "Capital.added.md": "New.",
    }.items():
        (tmp_path / name).write_text(text, "utf-8")
    assert strays(tmp_path) == [
        "Capital.added.md",
        "empty.added.md",
        "kind.improved.md",
        "no-kind.md",
    ]


def test_the_release_begins_where_the_changelog_says():
    assert (ROOT / "CHANGELOG.md").read_text("utf-8").count(
        "<!-- towncrier release notes start -->"
    ) == 1
