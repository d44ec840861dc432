"""Draw where optimised noise is ahead after a few compositions, and print it as tables.

python -m benchmarks.moderate docs/assets/cactus-moderate.json
python tools/cactus_moderate.py [DIRECTORY]      # docs/assets unless given
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dpproofs.render.figures.figure import ACCENT, GREY, INK, Figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas

GRID, CURVES = "cactus-moderate", "cactus-curves"
MARKS = {  # colour, marker and name of who wins
    "Laplace": (ACCENT, "^", "Laplace"),
    "full": (GREY, "s", "optimised, if every shift is full"),
    "proved": (INK, "s", "optimised, for all shifts"),
    "Gaussian": (GREY, "o", "normal"),
}
LETTERS = {"Laplace": "L", "full": "(O)", "proved": "O", "Gaussian": "N"}
PANELS = {"line": "on the line", "integers": "on the integers"}
LEAST_DELTA = 1e-8
SHARE = 0.98  # of the best other epsilon: what Figure 2 of the paper calls a win


def winner(row: dict[str, Any]) -> str:
    """Who wins: "proved" for optimised noise whose upper bound is a win over the lower ones of
    both others; "full" where its epsilon is if every round has the full shift; else the better
    of the others.
    """
    others = min(row[name][0] for name in ("Gaussian", "Laplace"))
    if row["optimised"][1] <= SHARE * others:
        return "proved"
    if row["full shift"][0] <= SHARE * others:
        return "full"
    return min(("Gaussian", "Laplace"), key=lambda name: float(row[name][1]))


def who_wins(rows: list[dict[str, Any]], canvas: Canvas) -> None:
    """A mark for each number of compositions and standard deviation."""
    axes = canvas.subplots()
    for name, (colour, marker, label) in MARKS.items():
        chosen = [row for row in rows if winner(row) == name]
        fill = "none" if name in ("full", "Gaussian") else colour
        axes.plot(
            [row["rounds"] for row in chosen], [row["sigma"] for row in chosen], marker, ms=7,
            color=colour, markerfacecolor=fill, label=label,
        )  # fmt: skip
    axes.set(xlabel="compositions", ylabel="standard deviation")
    axes.legend(loc="center left", bbox_to_anchor=(1.01, 0.5))


def curves(document: dict[str, Any], canvas: Canvas) -> None:
    """Delta at each epsilon after ten compositions, a panel for each kind of query."""
    panels = canvas.subplots(1, len(PANELS), sharey=True)
    for panel, (name, title) in zip(panels, PANELS.items(), strict=True):
        _curves_of(document["curves"][name], document["levels"], panel)
        panel.set(xlabel=r"$\epsilon$", title=title, ylim=(LEAST_DELTA, 1))
    panels[0].set_ylabel(r"$\delta$")
    panels[0].legend(loc="lower left")


def _curves_of(bounds: dict[str, list[list[float]]], levels: list[float], axes: Axes) -> None:
    lines = {"Gaussian": (GREY, "-"), "Laplace": (ACCENT, "-"), "optimised": (INK, "--")}
    for name, (colour, style) in lines.items():
        lower, upper = zip(*bounds[name], strict=True)
        label = "normal" if name == "Gaussian" else name
        axes.semilogy(levels, upper, style, color=colour, label=label)
        axes.fill_between(levels, lower, upper, color=colour, alpha=0.25, linewidth=0)


def table(rows: list[dict[str, Any]]) -> str:
    """Who wins as Markdown, a row for each standard deviation."""
    counts = sorted({row["rounds"] for row in rows})
    found = {(row["sigma"], row["rounds"]): LETTERS[winner(row)] for row in rows}
    lines = ["| σ | " + " | ".join(map(str, counts)) + " |", "| ---: |" + " :---: |" * len(counts)]
    for sigma in sorted({row["sigma"] for row in rows}, reverse=True):
        cells = " | ".join(found[sigma, count] for count in counts)
        lines.append(f"| {sigma:g} | {cells} |")
    return "\n".join(lines)


def main() -> None:
    """Write the figures, and print the table."""
    directory = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/assets")
    document = json.loads((directory / f"{GRID}.json").read_text("utf-8"))
    rows = document["grid"]
    for figure in (
        Figure(GRID, "cactus", "moderate", "", lambda canvas: who_wins(rows, canvas), (7.6, 3.0)),
        Figure(CURVES, "cactus", "curves", "", lambda canvas: curves(document, canvas), (7.6, 2.8)),
    ):
        (directory / f"{figure.name}.svg").write_bytes(figure.render("svg"))
    print(table(rows))


if __name__ == "__main__":
    main()
