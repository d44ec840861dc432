"""``dpproofs optimum``: the least cost of private noise, enclosed, and who comes how close."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dpproofs.commands import options, output
from dpproofs.commands.optimum_formula import document, show
from dpproofs.kernel.errors import BadInput

if TYPE_CHECKING:
    from dpproofs.mechanisms.staircase_optimum import StaircaseOptimum
    from dpproofs.render.figures.figure import Figure


@click.command("optimum", short_help="Enclose the least cost of private noise.")
@click.option("--epsilon", required=True, metavar="E", help="Privacy, from 0.")
@click.option("--delta", default="0", show_default=True, metavar="D", help="In [0, 1).")
@click.option("--sensitivity", default="1", show_default=True, metavar="S", help="Of the query.")
@click.option(
    "--cost",
    default="1",
    show_default=True,
    metavar="P",
    help="The p of E|X|^p.",
)
@click.option(
    "--threshold",
    metavar="T",
    help="Instead of --cost: the cost is P(|X| > T).",
)
@click.option(
    "--gap",
    show_default="1e-4",
    metavar="G",
    help="How wide the bracket may be, relative to the cost. Left out with --dimension.",
)
@click.option(
    "--digits",
    type=click.IntRange(1, 1000),
    show_default="15 for delta = 0",
    metavar="N",
    help="Instead of --gap: enclose to N digits, from 1 to 1000, or to 7 for delta > 0.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(0, min_open=True),
    default=60.0,
    show_default=True,
    metavar="S",
    help="For delta > 0: the best bracket by then is the answer, though wider than asked for.",
)
@click.option(
    "--certificate",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="For delta > 0: write what proves the bracket to FILE; 'dpproofs replay' checks it.",
)
@options.plot("Draw the density of the best noise, and of others")
@click.option(
    "--sweep",
    type=click.Path(path_type=Path),
    metavar="TABLE",
    help="Bracket a grid: epsilon, delta and cost may be lists (0.1,1,2). Each cell is a row of the"
    " file, a .parquet or else a CSV file; cells that it has are not done again. Certificates go to"
    " the directory FILE, but for delta = 0, --plot draws by how much the best known mechanism is"
    " above, and --json prints the rows of the grid.",
)
@click.option(
    "--dimension",
    type=int,
    metavar="D",
    help="For delta = 0: noise for vectors of D numbers, cost and sensitivity in one norm. --plot"
    " then draws the gain over K-norm noise.",
)
@click.option(
    "--norm",
    type=click.Choice(["l1", "l2", "linf"]),
    help="With --dimension: the norm; l2 when left out.",
)
@options.as_json
def command(**given: Any) -> None:
    """Enclose the least cost E|X|^p of any noise that makes a query (epsilon, delta)-private.

    For delta = 0 the least cost of staircases is enclosed by ball arithmetic; that no other noise
    is cheaper is Theorem 3 of Geng & Viswanath. For delta > 0 a linear program finds noise, whose
    cost is the upper end, and multipliers that prove the lower end for all noise on the line; with
    --threshold the cost is the probability of more noise than that. Numbers are taken as exactly
    what they say: 0.1 and 1/10 are one tenth. For very small delta and for large epsilon the
    bracket can be wide; its gap is printed. The exit code is 0 for every bracket, also for one that
    is wider than --gap. Known mechanisms are listed with their excess: their
    cost over the least one, minus 1. For vectors, what holds on the line at delta = 0 holds in
    every norm: Kulesza, Suresh and Wang, 2025.
    """
    from dpproofs.mechanisms.formulas.enclosure import exactly
    from dpproofs.optima.width import digits_wanted, gap_wanted

    if given["dimension"] is not None or given["norm"] is not None:
        from dpproofs.commands.optimum_vector import enclose as enclose_vectors

        enclose_vectors(given)
        return
    asked = [given[name] for name in ("epsilon", "delta", "sensitivity", "cost")]
    path, table, threshold = given["certificate"], given["sweep"], given["threshold"]
    width = given["gap"], given["digits"]
    if threshold is not None:
        _expect_threshold_alone(given)
    if table is not None:
        from dpproofs.commands.optimum_sweep import sweep

        output.expect_file(table)
        rows = sweep(table, asked, width, path, given["plot"])
        if given["as_json"]:
            output.print_json(rows)
        return
    if path is not None:
        output.expect_file(path)
    if threshold is not None or exactly("delta", given["delta"], "0", "1") > 0:
        from dpproofs.commands.optimum_bracket import enclose

        gap = gap_wanted(*width)
        files = path, given["plot"]
        enclose(asked, threshold, gap, *files, given["as_json"], given["seconds"])
        return
    _enclose_formula(given, digits_wanted(*width))


def _enclose_formula(given: dict[str, Any], digits: int) -> None:
    """Enclose the least cost at delta = 0, and print it.

    Raises
    ------
    BadInput
        When something is asked for that a formula does not have.
    """
    from dpproofs.mechanisms.staircase_optimum import compared, staircase_optimum

    picture = given["plot"]
    if given["certificate"] is not None:
        accepted = "left out for delta = 0: its optimum is a formula"
        raise BadInput("--certificate", str(given["certificate"]), accepted)
    if picture is not None:
        options.expect_picture(picture)
    start = time.perf_counter()
    asked = given["epsilon"], given["cost"], given["sensitivity"]
    optimum = staircase_optimum(*asked, digits=digits)
    mechanisms = compared(optimum)
    seconds = time.perf_counter() - start
    if given["as_json"]:
        output.print_json(document(optimum, mechanisms, seconds))
    else:
        show(optimum, mechanisms)
    if picture is not None:
        output.write(picture, figure(optimum).render(options.kind_of_picture(picture)))


def figure(optimum: StaircaseOptimum) -> Figure:
    """The density of the best staircase over that of Laplace noise."""
    from dpproofs.mechanisms import Laplace, Staircase
    from dpproofs.render.figures.densities import densities

    asked = float(optimum.epsilon), float(optimum.sensitivity)
    best = Staircase(*asked, cost=float(optimum.cost))
    noises = {"optimal: a staircase": best, "Laplace": Laplace(*asked)}
    return densities(noises, f"Densities at epsilon {asked[0]:g}.")


def _expect_threshold_alone(given: dict[str, Any]) -> None:
    """Complain of options that mean nothing beside a threshold.

    Raises
    ------
    BadInput
        When there is one.
    """
    if given["sweep"] is not None:
        raise BadInput("--sweep", str(given["sweep"]), "left out beside --threshold")
    if given["cost"] != "1":
        raise BadInput("--cost", given["cost"], "left out beside --threshold")
