"""Where results go: standard output as text or JSON, and files that are never half written."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dpproofs.kernel.drafts import write_whole
from dpproofs.kernel.errors import BadInput

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.table import Table
    from rich.text import Text

LEAST = 16  # columns that running text needs to be readable
GAP = 2  # columns between two cells
STDOUT = Path("-")  # the name of standard output among files


# -- standard output ------------------------------------------------------------------------------


def print_json(document: Any) -> None:
    """Print one JSON document."""
    click.echo(json.dumps(document, indent=2))


def one_line(text: str) -> str:
    """Words from elsewhere as one line in which nothing can steer a terminal."""
    return "".join(c if c.isprintable() else "?" for c in " ".join(text.split()))


def standard_output() -> Console:
    """A console as wide as the terminal; for a pipe, so wide that nothing is ever wrapped."""
    from rich.console import Console

    console = Console(highlight=False, markup=False, emoji=False)
    if not console.is_terminal:
        console.width = 10_000
    return console


@contextmanager
def doing(what: str) -> Iterator[None]:
    """Say on a terminal's standard error what is being done, as long as it is."""
    from rich.console import Console

    with Console(stderr=True).status(f"{what} ..."):
        yield


def show(console: Console, *renderables: RenderableType) -> None:
    """Print what is to be read by people, without blanks at the ends of lines."""
    with console.capture() as captured:
        console.print(*renderables, sep="\n")
    lines = (line.rstrip() for line in captured.get().splitlines())
    click.echo("\n".join(lines), color=True)  # the console has left colours out where it should


@dataclass(frozen=True)
class Column:
    """A column of a table.

    Attributes
    ----------
    title
        Its heading.
    rank
        When the terminal is narrow, the column of the highest rank is left out first; a column of
        rank 0 never is.
    number
        Whether it is aligned to the right.
    wraps
        Whether it is running text, which may be broken into lines.
    """

    title: str
    rank: int = 0
    number: bool = False
    wraps: bool = False


def table(columns: Sequence[Column], rows: Sequence[Sequence[Text]], console: Console) -> Table:
    """A table of the columns that fit; where even the most important do not, their cells break."""
    kept = sorted(range(len(columns)), key=lambda place: columns[place].rank)
    unlimited = console.options.update_width(10_000)
    while True:
        made = _table(columns, rows, sorted(kept), whole=True)
        if console.measure(made, options=unlimited).minimum <= console.width:
            return made
        if not columns[kept[-1]].rank:
            return _table(columns, rows, sorted(kept), whole=False)
        kept.pop()


def _table(
    columns: Sequence[Column], rows: Sequence[Sequence[Text]], kept: Sequence[int], *, whole: bool
) -> Table:
    """A table of some columns, in which only running text is broken if cells are kept ``whole``."""
    from rich.table import Table

    result = Table(box=None, pad_edge=False, padding=(0, GAP, 0, 0), header_style="bold")
    for place in kept:
        column = columns[place]
        natural = max([len(column.title), *(row[place].cell_len for row in rows)])
        result.add_column(
            column.title,
            justify="right" if column.number else "left",
            no_wrap=whole and not column.wraps,
            overflow="fold",
            min_width=(min(natural, LEAST) if column.wraps else natural) if whole else None,
        )
    for row in rows:
        result.add_row(*(row[place] for place in kept))
    return result


def labelled(lines: Sequence[tuple[str, str]], *, right: bool = False) -> Table:
    """Texts below each other, each beside its label; a narrow terminal breaks them into lines."""
    from rich.table import Table
    from rich.text import Text

    result = Table.grid(padding=(0, GAP, 0, 0))
    width = GAP + max((len(label) for label, _ in lines), default=0)
    result.add_column(
        no_wrap=True, min_width=width, style="dim", justify="right" if right else "left"
    )
    result.add_column(overflow="fold")
    for label, text in lines:
        result.add_row(label if right else f"{' ' * GAP}{label}", Text(text))
    return result


# -- files ----------------------------------------------------------------------------------------


def make_directory(path: Path) -> None:
    """Make a directory and those above it, before any work is done for it.

    Raises
    ------
    BadInput
        When it cannot be made or written to.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = "not a directory" if path.exists() else (error.strerror or "").lower()
        raise BadInput("directory", str(path), f"one that can be made ({reason})") from None
    if not os.access(path, os.W_OK | os.X_OK):
        raise BadInput("directory", str(path), "one that can be written to")


def expect_file(path: Path) -> None:
    """Check that a file can be written, before any work is done for it.

    Raises
    ------
    BadInput
        When it is a directory, or the directory it belongs to does not exist or is read-only.
    """
    if path.is_dir():
        raise BadInput("file", str(path), "the name of a file, not of a directory")
    if not path.parent.is_dir():
        raise BadInput("file", str(path), "in a directory that exists")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise BadInput("file", str(path), "one that can be written to")


def write(path: Path, content: bytes) -> None:
    """Write a file whole or not at all, so that an interruption leaves no half of it."""
    if path == STDOUT:
        click.echo(content, nl=False)
        return
    if path.exists() and not path.is_file():  # a device or a pipe must not be replaced by a file
        path.write_bytes(content)
        return
    path = path.resolve()
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, content)


def json_bytes(document: Any) -> bytes:
    """JSON as it is stored: one text for one document, compact, and with so many lines that a
    comparison shows what has changed: an entry, a goal or a step of a certificate is a line.
    """
    return (_lines(document) + "\n").encode("ascii")


def _lines(value: Any, depth: int = 0) -> str:
    """JSON in which objects are broken up down to depth 1, and lists down to depth 2."""
    next_item, end = "\n" + " " * (depth + 1), "\n" + " " * depth
    if value and isinstance(value, dict) and depth < 2:
        rows = [f"{json.dumps(key)}: {_lines(value[key], depth + 1)}" for key in sorted(value)]
        return "{" + next_item + ("," + next_item).join(rows) + end + "}"
    if value and isinstance(value, list) and depth < 3:
        rows = [_lines(item, depth + 1) for item in value]
        return "[" + next_item + ("," + next_item).join(rows) + end + "]"
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def certificate_path(directory: Path, claim: str) -> Path:
    """Where the certificate of a claim is stored."""
    return directory / f"{claim}.json"
