"""Draw who wins where: optimal noise of three kinds at one variance, by compositions.

python -m benchmarks.successors docs/assets/cactus-successors.json
python tools/cactus_successors.py [DIRECTORY]      # docs/assets unless given
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dpproofs.render.figures.figure import ACCENT, GREY, INK, Figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas

NAME = "cactus-successors"
STYLES = {"cactus": (INK, "o-", "cactus"), "Renyi": (ACCENT, "s--", "best order")}


def drawn(rows: list[dict[str, Any]], canvas: Canvas) -> None:
    """Epsilon over that of normal noise, a panel for each variance."""
    variances = sorted({row["variance"] for row in rows})
    panels = canvas.subplots(1, len(variances), sharey=True)
    for panel, variance in zip(panels, variances, strict=True):
        chosen = [row for row in rows if row["variance"] == variance]
        rounds = [row["rounds"] for row in chosen]
        panel.axhline(1, color=GREY, linestyle=":")
        for name, (colour, style, label) in STYLES.items():
            ratios = [row[name] / row["Gaussian"] for row in chosen]
            panel.semilogx(rounds, ratios, style, color=colour, ms=3, label=label)
        panel.set(xlabel="compositions", title=f"variance {variance:g}")
    panels[0].set_ylabel(r"$\epsilon$ over normal noise's")
    panels[0].legend()


def winner(row: dict[str, Any]) -> str | None:
    """The noise whose epsilon is at most its upper bound, below the lower bounds of the others."""
    noises = ("Gaussian", *STYLES)
    first = min(noises, key=lambda name: float(row[name]))
    others = (float(row["lower"][name]) for name in noises if name != first)
    return first if float(row[first]) < min(others) else None


def main() -> None:
    """Write the figure, and print who wins."""
    directory = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/assets")
    rows = json.loads((directory / f"{NAME}.json").read_text("utf-8"))
    figure = Figure(NAME, "cactus", "Renyi", "", lambda canvas: drawn(rows, canvas), (7.6, 2.6))
    (directory / f"{NAME}.svg").write_bytes(figure.render("svg"))
    for row in rows:
        print(f"{row['variance']:>5g}{row['rounds']:>6}  {winner(row) or 'not decided'}")


if __name__ == "__main__":
    main()
