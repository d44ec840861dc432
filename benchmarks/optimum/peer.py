"""Tables 1 and 4 to 6 of the only other program that brackets the least cost, from our brackets.

    python -m benchmarks.optimum.peer                # tables, and ratios of gaps
    python -m benchmarks.optimum.peer --plot SVG     # the tables as a heat map

Selvi, Liu & Wiesemann, "Differential Privacy via Distributionally Robust Optimization" (arXiv
2304.12681, Operations Research), measure how far the truncated Laplacian is above the optimum O,
and the lower bound of Geng, Ding, Guo & Kumar below it, in parts of max{O, 1}: Tables 4 and 5 for
|x|, the same for x^2 in the supplement of their repository, and the sums of both in Tables 1 and 6.
O is the middle of a bracket. Their O is known from 1 % of it, ours from a hundredth of that; the
other two numbers are formulas.
"""

from __future__ import annotations

import math
import statistics
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from benchmarks import arguments
from benchmarks.optimum.__main__ import DELTAS, EPSILONS, STORED, Row, Rows
from dpproofs.commands.optimum_table import rows_of
from dpproofs.render.drawing import compact
from dpproofs.render.figures.figure import Figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas

PEER_WORST, PEER_MEDIAN = 0.01, 0.0028
LIGHTEST, DARKEST, WHITE = 0.01, 200, 5  # per cents: of the colours, and for white numbers
ROUNDED = 1e-9  # real n this close to an integer are one


def truncated_laplacian(epsilon: float, delta: float, cost: int) -> float:
    """Its E|X| or E X^2: (5) and (7) of Geng, Ding, Guo & Kumar, for any delta in (0, 1).

    They define the noise for delta < 1/2. Beyond it ends before the sensitivity, at A < 1, and is
    private still: what a shift by d > A uncovers is less than the formula for d <= A says, as 2 -
    e^(-t) < e^t for t = epsilon (d - A).
    """
    u = math.expm1(epsilon) / (2 * delta)
    length = math.log1p(u)
    if cost == 1:
        return (1 - length / u) / epsilon
    return 2 / epsilon**2 * (1 - (length + length**2 / 2) / u)


def lower_bound(epsilon: float, delta: float, cost: int, n: int) -> float:
    """The sums of which (11) and (12) are the closed forms, for an integer n."""
    b = math.exp(-epsilon)
    a = (delta + math.expm1(epsilon) / 2) * b
    return 2 * a * math.fsum(b**k * k**cost for k in range(n))


def terms(epsilon: float, delta: float, cost: int) -> int:
    """The integer n of a cell: rounded up, but down where the sum is then above known noise.

    The bound is proved for an n at which the masses add up to 1, which is seldom an integer; for
    smaller integers it is weaker, for greater ones it need not be one.
    """
    real = math.log1p(math.expm1(epsilon) / (2 * delta)) / epsilon
    up = math.ceil(real - ROUNDED)
    above = lower_bound(epsilon, delta, cost, up) > truncated_laplacian(epsilon, delta, cost)
    return up - above


@dataclass(frozen=True)
class Shares:
    """What a cell of their tables says, in parts of max{O, 1}."""

    upper: float
    lower: float

    @property
    def both(self) -> float:
        """From the lower bound to the truncated Laplacian."""
        return self.upper + self.lower


def shares(row: Row) -> Shares:
    """The truncated Laplacian above O, and O above the lower bound."""
    epsilon, delta, cost = float(row["epsilon"]), float(row["delta"]), int(row["cost"])
    middle = (float(row["lower"]) + float(row["upper"])) / 2
    unit = max(middle, 1.0)
    bound = lower_bound(epsilon, delta, cost, terms(epsilon, delta, cost))
    above = truncated_laplacian(epsilon, delta, cost) - middle
    return Shares(above / unit, (middle - bound) / unit)


def table(rows: Rows, cost: str, which: str) -> list[str]:
    """Per cents, for all ten deltas."""
    lines = [f"| epsilon, delta | {' | '.join(DELTAS)} |", "| ---: " * (len(DELTAS) + 1) + "|"]
    for epsilon in EPSILONS:
        cells = [rows.get((epsilon, delta, cost)) for delta in DELTAS]
        texts = ["" if row is None else f"{100 * getattr(shares(row), which):.2f}" for row in cells]
        lines.append(f"| {epsilon} | {' | '.join(texts)} |")
    return lines


def gaps(rows: Rows, cost: str) -> tuple[list[float], list[float]]:
    """(U - L)/L, which their text states, and (U - L)/max{L, 1}, which their program takes."""
    ends = [
        (float(row["lower"]), float(row["upper"])) for row in rows.values() if row["cost"] == cost
    ]
    return [(u - low) / low for low, u in ends], [(u - low) / max(low, 1) for low, u in ends]


def compared(rows: Rows) -> list[str]:
    """Our gaps beside theirs, for |x|, of which theirs are."""
    lines = ["| E\\|X\\|, 100 cells | median gap | worst gap |", "| --- | ---: | ---: |"]
    lines.append(f"| theirs, as stated | {PEER_MEDIAN:.2%} | below {PEER_WORST:.0%} |")
    for name, found in zip(("(U - L)/L", "(U - L)/max{L, 1}"), gaps(rows, "1"), strict=True):
        lines.append(f"| ours, {name} | {statistics.median(found):.4%} | {max(found):.4%} |")
    return lines


def times_theirs(rows: Rows) -> list[str]:
    """How many times our gaps go into theirs, in the median and at worst, measured in both ways."""
    lines = []
    for name, found in zip(("(U - L)/L", "(U - L)/max{L, 1}"), gaps(rows, "1"), strict=True):
        median, worst = PEER_MEDIAN / statistics.median(found), PEER_WORST / max(found)
        lines.append(
            f"the peer's gap over ours, {name}: {median:.0f} in the median, {worst:.0f} at worst"
        )
    return lines


def times_the_papers(rows: Rows, cost: str) -> list[str]:
    """How many times our bracket goes into that of the papers, cell by cell.

    The papers' bracket goes from the lower bound of Geng, Ding, Guo & Kumar to their noise.
    """
    found = []
    for row in rows.values():
        if row["cost"] == cost:
            asked = float(row["epsilon"]), float(row["delta"]), int(cost)
            between = truncated_laplacian(*asked) - lower_bound(*asked, terms(*asked))
            found.append(between / (float(row["upper"]) - float(row["lower"])))
    ends = f"{min(found):.0f} at least, {max(found):.0f} at most"
    middle = f"{statistics.median(found):.0f} in the median of {len(found)} cells"
    return [f"the papers' bracket over ours, E|X|^{cost}: {middle}, {ends}"]


def heat_map(rows: Rows) -> Figure:
    """Tables 4 and 5, and those of the supplement, a panel each."""

    def draw(canvas: Canvas) -> None:
        panels = canvas.subplots(2, 2)
        for above, cost in zip(panels, ("1", "2"), strict=True):
            for axes, which in zip(above, ("upper", "lower"), strict=True):
                _panel(axes, rows, cost, which)

    caption = (
        "How far the truncated Laplacian is above the least cost O, and the lower bound of Geng, "
        "Ding, Guo and Kumar below it, in per cent of max{O, 1}: Tables 4 and 5 of Selvi, Liu and "
        "Wiesemann, and those of their supplement, from certified brackets."
    )
    return Figure("peer", "", "", caption, draw, (8.8, 7.4))


def _panel(axes: Axes, rows: Rows, cost: str, which: str) -> None:
    from matplotlib.colors import LogNorm

    shades = np.full((len(EPSILONS), len(DELTAS)), np.nan)
    for place in np.ndindex(*shades.shape):
        share = 100 * getattr(shares(rows[EPSILONS[place[0]], DELTAS[place[1]], cost]), which)
        shades[place] = min(max(share, LIGHTEST), DARKEST)
        text = f"{share:.2g}" if share >= LIGHTEST else "<.01"
        colour = "white" if share > WHITE else "black"
        axes.text(place[1], place[0], text, ha="center", va="center", fontsize=6, color=colour)
    norm = LogNorm(LIGHTEST, DARKEST)
    axes.imshow(shades, cmap="Blues", norm=norm, aspect="auto", origin="lower")
    axes.set_xticks(range(len(DELTAS)), DELTAS)
    axes.set_yticks(range(len(EPSILONS)), EPSILONS)
    axes.set_xlabel(r"$\delta$")
    axes.set_ylabel(r"$\epsilon$")
    title = {"upper": "truncated Laplacian above O", "lower": "O above the lower bound"}[which]
    axes.set_title(rf"$\mathrm{{E}}|X|^{cost}$: {title}")


def rounded_too_far(rows: Rows) -> list[str]:
    """The cells in which n rounded up would be a bound above the least cost, certified."""
    found = []
    for (epsilon, delta, cost), row in rows.items():
        asked = float(epsilon), float(delta), int(cost)
        real = math.log1p(math.expm1(asked[0]) / (2 * asked[1])) / asked[0]
        if lower_bound(*asked, math.ceil(real - ROUNDED)) > float(row["upper"]):
            found.append(f"epsilon {epsilon}, delta {delta}, p = {cost}")
    return found


def main(plot: Path | None) -> None:
    """Print the tables, or draw them."""
    rows = {(row["epsilon"], row["delta"], row["cost"]): row for row in rows_of(STORED)}
    if plot:
        plot.write_bytes(compact(heat_map(rows).render("svg")))
        return
    ratios = times_theirs(rows) + times_the_papers(rows, "1") + times_the_papers(rows, "2")
    print("\n".join([*compared(rows), "", *(f"- {line}" for line in ratios)]))
    for cost, names in (
        ("1", ("Table 4", "Table 5", "Table 1")),
        ("2", ("Table 1 of the supplement", "Table 2 of the supplement", "Table 6")),
    ):
        titles = ("truncated Laplacian above O", "O above the lower bound", "both")
        for name, title, which in zip(names, titles, ("upper", "lower", "both"), strict=True):
            print(f"\n{name}, E|X|^{cost}: {title}, per cent of max{{O, 1}}:\n")
            print("\n".join(table(rows, cost, which)))
    wrong = rounded_too_far(rows)
    print(f"\nn rounded up exceeds the least cost in {len(wrong)} cells, as {wrong[0]}.")


if __name__ == "__main__":
    options = arguments.parser(__doc__)
    options.add_argument("--plot", type=Path, metavar="SVG", help="draw the tables")
    main(options.parse_args().plot)
