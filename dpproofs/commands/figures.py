"""``dpproofs figures``: the papers' figures as files."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import click

from dpproofs.commands import exits, options, output
from dpproofs.kernel.errors import BadInput

KINDS = ("svg", "pdf")


@click.command("figures", short_help="Draw the figures of the papers.")
@click.option(
    "-o",
    "--output",
    "directory",
    type=click.Path(path_type=Path),
    default=Path("figures"),
    show_default=True,
    metavar="DIR",
    help="The directory to write, made when it is missing.",
)
@options.papers
@click.option(
    "--format",
    "kinds",
    type=click.Choice(KINDS),
    multiple=True,
    help="What is written; may be repeated. The default is both.",
)
def command(directory: Path, papers: tuple[str, ...], kinds: tuple[str, ...]) -> int:
    """Draw the figures of the papers as vector graphics, which needs matplotlib.

    Each is drawn from formulas that are checked. The name of each file is printed when it has been
    written; Ctrl-C leaves those that are done.
    """
    from dpproofs.render.figures import all_figures

    options.known_papers(papers)
    wanted = [figure for figure in all_figures() if not papers or figure.paper in papers]
    if not wanted:
        having = sorted({figure.paper for figure in all_figures()})
        raise BadInput("--paper", ", ".join(papers), "one with figures: " + ", ".join(having))
    options.need_matplotlib()
    output.make_directory(directory)
    kind: Literal["svg", "pdf"]
    for figure in wanted:
        for kind in ("svg", "pdf"):
            if not kinds or kind in kinds:
                path = directory / f"{figure.name}.{kind}"
                output.write(path, figure.render(kind))
                click.echo(str(path))
    return exits.WELL
