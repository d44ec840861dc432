"""How ``dpproofs optimum`` answers people: the question, both ends, and who comes how close."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING

from dpproofs.commands import output

if TYPE_CHECKING:
    from rich.console import Console

    from dpproofs.mechanisms.formulas.enclosure import Enclosure

WIDTH = 80
Row = tuple[str, float | Decimal, Sequence[float]]  # a mechanism, its cost, bounds of its excess


def name_of_cost(cost: Fraction, threshold: Fraction | None = None, norm: str | None = None) -> str:
    """Return the cost as it is written: E|X|, E|X|^2, P(|X| > 3), E ||X||_l2."""
    size = "|X|" if norm is None else f" ||X||_{norm}"
    if threshold is not None:
        return f"P({size} > {number(threshold)})"
    return f"E{size}" if cost == 1 else f"E{size}^{number(cost)}"


def privacy(epsilon: Fraction, delta: Fraction = Fraction(0)) -> str:
    """Return how private the noise is: (1, 0.05)-private, or 1-private where delta is 0."""
    said = f"({number(epsilon)}, {number(delta)})" if delta else number(epsilon)
    return f"{said}-private"


def number(value: Fraction) -> str:
    """Return a number as a decimal where it is short as one, and else as a fraction."""
    short = f"{float(value):g}"
    return short if Fraction(short) == value else str(value)


def answer(
    console: Console, cost: str, private: str, sensitivity: Fraction, ends: Enclosure, proof: str
) -> None:
    """Print what was asked, and between which ends the least cost lies.

    Parameters
    ----------
    console
        Where it goes.
    cost
        As `name_of_cost` writes it.
    private
        As `privacy` writes it.
    sensitivity
        Of the query.
    ends
        Of the least cost.
    proof
        Whom the ends hold for, and by what; sentences.
    """
    lower, upper = ends.decimals
    asked = f"Least {cost} of noise X that is {private} for sensitivity {number(sensitivity)}:"
    width = min(console.width, WIDTH)
    output.show(
        console,
        *textwrap.wrap(asked, width),
        f"  at least  {lower}",
        f"  at most   {upper}",
        *textwrap.wrap(proof, width),
    )


def mechanisms(console: Console, cost: str, rows: Iterable[Row]) -> None:
    """Print a table of mechanisms: what each costs, and how far that is above the least cost.

    Where the excess has two ends, the first is proved from below and the second from above.
    """
    from rich.text import Text

    listed = list(rows)
    ends = max((len(bounds) for _, _, bounds in listed), default=1)
    titles = ["above the least by"] if ends == 1 else ["above by at least", "at most"]
    columns = [
        output.Column("mechanism", wraps=True),
        output.Column(cost.replace(" ", ""), number=True),
    ]
    columns += [output.Column(title, number=True) for title in titles]
    cells = [
        [Text(name), Text(f"{value:.10g}"), *(Text(per_cent(bound)) for bound in bounds)]
        for name, value, bounds in listed
    ]
    output.show(console, "", output.table(columns, cells, console))


def per_cent(ratio: float) -> str:
    """Return a ratio in per cent, to three digits."""
    return f"{100 * ratio:.3g} %"
