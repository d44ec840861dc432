"""``dpproofs optimum --sweep``: brackets over a grid, a row of a table each, resumable."""

from __future__ import annotations

import itertools
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dpproofs.commands import optimum_table, output
from dpproofs.commands.optimum_bracket import expect_picture
from dpproofs.commands.optimum_table import ASKED

if TYPE_CHECKING:
    from dpproofs.optimum.bracket import Bracket
    from dpproofs.optimum.known import Bracketed

Cell = tuple[str, ...]


def sweep(
    path: Path, lists: Sequence[str], certificates: Path | None, picture: Path | None = None
) -> None:
    """Bracket every cell of a grid that the file does not hold yet; append a row for each.

    Parameters
    ----------
    path
        The file.
    lists
        Lists of epsilon, delta, sensitivity, cost and gap.
    certificates
        A directory for a certificate of each cell, if wanted.
    picture
        A file for a heat map of all that the table then holds, if wanted.

    Raises
    ------
    BadInput
        When the file is not one that a sweep has written, or a number is outside its domain.
    """
    from dpproofs.optimum.bracket import checked

    if picture is not None:
        expect_picture(picture)
    done = finished(path)
    grid = list(itertools.product(*map(listed, lists)))
    cells = [cell for cell in grid if cell not in done]
    for cell in cells:
        checked(*cell)
    if certificates is not None:
        output.make_directory(certificates)
    for place, cell in enumerate(cells, len(grid) - len(cells) + 1):
        found, row = bracketed(cell)
        if certificates is not None:
            name = "-".join(["bracket", *(part.replace("/", "over") for part in cell[:4])])
            content = output.json_bytes(found.certificate())
            output.write(certificates / f"{name}.json", content)
        optimum_table.add(path, row)
        progress = f"{place} of {len(grid)}: epsilon {cell[0]}, delta {cell[1]}, cost {cell[3]}"
        click.echo(f"{progress}: gap {found.gap:.2g}", err=True)
    if picture is not None:
        from dpproofs.render.figures.waste import waste

        figure = waste(optimum_table.wastes(path))
        output.write(picture, figure.render("pdf" if picture.suffix == ".pdf" else "svg"))


def listed(numbers: str) -> list[str]:
    """The numbers of a list with commas, as they are written."""
    return [number.strip() for number in numbers.split(",")]


def finished(path: Path) -> set[Cell]:
    """The cells of which a file has a row."""
    return {tuple(row[name] for name in ASKED) for row in optimum_table.rows_of(path)}


def bracketed(cell: Sequence[str]) -> tuple[Bracket, dict[str, object]]:
    """The bracket of a cell, and its row."""
    from dpproofs.mechanisms.formulas.enclosure import Enclosure
    from dpproofs.optimum.bracket import bracket

    start = time.process_time()
    found = bracket(*cell[:4], gap=cell[4])
    seconds = time.process_time() - start
    lower, upper = Enclosure(found.lower, found.upper).floats
    return found, dict(zip(ASKED, cell, strict=True)) | {
        "lower": lower,
        "upper": upper,
        "lower_exact": str(found.lower),
        "upper_exact": str(found.upper),
        "gap": f"{found.gap:.3g}",
        "n": found.n,
        "seconds": f"{seconds:.2f}",
    } | best_known(found)


def best_known(found: Bracketed) -> dict[str, object]:
    """The cheapest known mechanism beside a bracket, as columns of its row."""
    from dpproofs.optimum.known import standings

    best = standings(found)[1]
    return {
        "best_known": best.name,
        "best_known_cost": best.cost.middle,
        "waste": best.excess.floats[0],
        "waste_most": best.excess.floats[1],
    }
