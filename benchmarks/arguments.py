"""What a script is told on the command line; ``--help`` shows what it is, and starts nothing."""

from __future__ import annotations

import argparse
from pathlib import Path


def parser(document: str | None) -> argparse.ArgumentParser:
    """A parser that shows the docstring of a script as it stands."""
    shown = argparse.RawDescriptionHelpFormatter
    return argparse.ArgumentParser(description=document, formatter_class=shown)


def none(document: str | None) -> None:
    """Refuse all arguments."""
    parser(document).parse_args()


def file_to_write(document: str | None) -> Path | None:
    """The file into which results are to be written as JSON, if any."""
    options = parser(document)
    options.add_argument("file", nargs="?", type=Path, metavar="FILE", help="write numbers as JSON")
    found: Path | None = options.parse_args().file
    return found
