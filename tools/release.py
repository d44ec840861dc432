"""Turn what is not released yet into a release: version, date, section of the changelog.

Usage: python tools/release.py VERSION

Nothing is committed, tagged or uploaded.
"""

import argparse
import datetime
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VERSION = ROOT / "dpproofs" / "_version.py"
CITATION = ROOT / "CITATION.cff"
BOOK = ROOT / "derivations" / "book.tex"
SITE = ROOT / "tools" / "website" / "static" / "versions.js"


def versioned(text: str, version: str) -> str:
    """The file that holds the version, with another one."""
    return _replaced(r'(?m)^__version__ = ".*"$', f'__version__ = "{version}"', text)


def cited(text: str, version: str, day: datetime.date) -> str:
    """The citation file, with another version and date."""
    text = _replaced(r"(?m)^version: .*$", f"version: {version}", text)
    return _replaced(r"(?m)^date-released: .*$", f"date-released: {day.isoformat()}", text)


def titled(text: str, version: str) -> str:
    """The book, with another version on its front page."""
    return _replaced(r"(?m)^\\dptitle\{.*\}$", rf"\dptitle{{{version}}}", text)


def offered(text: str, version: str) -> str:
    """The versions that pages of the site lead to, with another one before them."""
    return _replaced(r"(?m)^const VERSIONS = \[", f'const VERSIONS = ["{version}", ', text)


def _replaced(pattern: str, line: str, text: str) -> str:
    """A text in which exactly one line is replaced."""
    found, count = re.subn(pattern, lambda _: line, text)
    if count != 1:
        raise ValueError(f"{count} lines look like {line!r}, but should be 1")
    return found


def main() -> int:
    """Write the five files."""
    parser = argparse.ArgumentParser(description="Prepare a release.")
    parser.add_argument("version", help="such as 0.2.0")
    version = parser.parse_args().version
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        parser.error(f"version = {version!r}, but should be three numbers such as 0.2.0")
    today = datetime.datetime.now(tz=datetime.UTC).date()
    VERSION.write_text(versioned(VERSION.read_text("utf-8"), version), "utf-8")
    CITATION.write_text(cited(CITATION.read_text("utf-8"), version, today), "utf-8")
    BOOK.write_text(titled(BOOK.read_text("utf-8"), version), "utf-8")
    SITE.write_text(offered(SITE.read_text("utf-8"), version), "utf-8")
    command = [sys.executable, "-m", "towncrier", "build", "--yes", "--version", version]
    return subprocess.run([*command, "--date", today.isoformat()], cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
