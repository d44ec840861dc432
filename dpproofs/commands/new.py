"""``dpproofs new``: writes a first paper of one's own."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from dpproofs.commands import exits, output


@click.group("new", short_help="Begin a paper of one's own.")
def command() -> None:
    """Begin something of one's own."""


@command.command("paper", short_help="Write a first paper, which passes.")
@click.argument("directory", metavar="DIR", type=click.Path(path_type=Path))
def paper(directory: Path) -> int:
    """Write a folder with a paper.toml, a theorem by hand and a family that is derived.

    'dpproofs verify DIR/' checks it; nothing in the package knows of it.
    """
    from dpproofs.folder import first_paper

    files = first_paper(directory)
    output.make_directory(directory)
    for path, content in files.items():
        output.write(path, content.encode())
        click.echo(str(path))
    click.echo(f"next: dpproofs verify {shlex.quote(str(directory))}/")
    return exits.WELL
