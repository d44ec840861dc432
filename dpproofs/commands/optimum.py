"""``dpproofs optimum``: the least cost of private noise, enclosed, and who comes how close."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import click

from dpproofs.commands import options, output
from dpproofs.kernel.errors import BadInput

if TYPE_CHECKING:
    from dpproofs.mechanisms.formulas.enclosure import Enclosure
    from dpproofs.mechanisms.staircase_optimum import Comparison, StaircaseOptimum


@click.command("optimum", short_help="Enclose the least cost of private noise.")
@click.option("--epsilon", required=True, metavar="E", help="Privacy, from 1e-30 to 1e5.")
@click.option("--delta", default="0", show_default=True, metavar="D", help="Only 0 is served.")
@click.option("--sensitivity", default="1", show_default=True, metavar="S", help="Of the query.")
@click.option(
    "--cost",
    default="1",
    show_default=True,
    metavar="P",
    help="The p of E|X|^p, from 1e-6 to 1000.",
)
@click.option(
    "--digits",
    type=click.IntRange(1, 1000),
    default=15,
    show_default=True,
    metavar="N",
    help="Enclose to N digits, from 1 to 1000.",
)
@options.as_json
def command(
    epsilon: str, delta: str, sensitivity: str, cost: str, digits: int, as_json: bool
) -> None:
    """Enclose the least cost E|X|^p of any noise that makes a query epsilon-private.

    The least cost of staircases is enclosed by ball arithmetic; that no other noise is cheaper is
    Theorem 3 of Geng & Viswanath. Numbers are taken as exactly what they say: 0.1 and 1/10 are one
    tenth. Known mechanisms are listed with their excess: their cost over the least one, minus 1.
    """
    from dpproofs.mechanisms.formulas.enclosure import exactly
    from dpproofs.mechanisms.staircase_optimum import compared, staircase_optimum

    if exactly("delta", delta, "0", "1") > 0:
        raise BadInput("delta", delta, "0: no least cost over all noise is known for delta > 0")
    start = time.perf_counter()
    optimum = staircase_optimum(epsilon, cost, sensitivity, digits=digits)
    mechanisms = compared(optimum)
    seconds = time.perf_counter() - start
    if as_json:
        output.print_json(document(optimum, mechanisms, seconds))
    else:
        show(optimum, mechanisms)


def document(
    optimum: StaircaseOptimum, mechanisms: Sequence[Comparison], seconds: float
) -> dict[str, Any]:
    """What ``--json`` prints. Numbers too large for a double are null."""
    return {
        "epsilon": float(optimum.epsilon),
        "delta": 0.0,
        "sensitivity": float(optimum.sensitivity),
        "cost": float(optimum.cost),
        **_ends(optimum.least_cost),
        "gamma": _ends(optimum.gamma),
        "mechanisms": [
            {"name": each.name, "cost": _finite(each.cost), "excess": _finite(each.excess)}
            for each in mechanisms
        ],
        "seconds": seconds,
    }


def _ends(enclosure: Enclosure) -> dict[str, Any]:
    lower, upper = enclosure.floats
    lower_exact, upper_exact = enclosure.fractions
    return {
        "lower": lower,
        "upper": _finite(upper),
        "lower_exact": lower_exact,
        "upper_exact": upper_exact,
    }


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None


# -- for people -----------------------------------------------------------------------------------


def show(optimum: StaircaseOptimum, mechanisms: Sequence[Comparison]) -> None:
    """Print the two enclosures, and the mechanisms as a table."""
    from rich.text import Text

    console = output.standard_output()
    for name, enclosure in (("least cost", optimum.least_cost), ("gamma", optimum.gamma)):
        output.show(console, *(f"{name} {line}" for line in _between(enclosure)))
    columns = [
        output.Column("mechanism"),
        output.Column("cost", number=True),
        output.Column("excess", number=True),
    ]
    rows = [
        [Text(each.name), Text(f"{_cost(each, optimum):.10g}"), Text(f"{each.excess:.4g}")]
        for each in mechanisms
    ]
    output.show(console, "", output.table(columns, rows, console.width))


def _cost(each: Comparison, optimum: StaircaseOptimum) -> float | Decimal:
    """The cost of a mechanism, also where it is too large for a double."""
    if math.isfinite(each.cost) or not math.isfinite(each.excess):
        return each.cost
    least = optimum.least_cost.lower
    return Decimal(least.numerator) / Decimal(least.denominator) * (1 + Decimal(each.excess))


def _between(enclosure: Enclosure) -> list[str]:
    lower, upper = enclosure.decimals
    return [f">= {lower}", f"<= {upper}"]
