"""Draw Figures 1 and 2a to 2c of the cactus paper from certified solutions.

    python tools/cactus_figures.py [DIRECTORY]      # docs/assets unless given

Writes cactus-figure1.svg, cactus-figure2.svg, and their numbers as cactus-figures.json.
"""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from dpproofs import Cactus, Gaussian, compose
from dpproofs.optimum.cactus_certificate_check import check
from dpproofs.optimum.problem import Problem
from dpproofs.render.figures.figure import ACCENT, GREY, INK, Figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas

VARIANCES = ("0.05", "0.1", "0.25", "0.5", "0.75", "1", "1.5", "2")
RATE = 250 / 60000  # one batch of MNIST
EPOCH = 240  # batches


def certified(variance: str, n: int, last: int | None = None) -> tuple[dict[str, Any], Cactus]:
    """The bounds of a program, checked, and its mechanism."""
    problem = Problem.of(variance=variance, n=n, N=last)
    solution = problem.solution()
    proved = check(problem.certificate(solution, problem.dual()))
    bounds = (proved.upper, proved.lower, proved.global_lower)
    upper, lower, everything = (float(bound or 0) for bound in bounds)
    row = {"variance": float(variance), "upper": upper, "lower": lower, "global_lower": everything}
    return row, Cactus.from_masses(problem, solution.masses)


def numbers() -> dict[str, Any]:
    """Everything that is drawn."""
    _, first = certified("0.25", 200, 1600)
    _, noise = certified("0.1", 100)
    gaussian = Gaussian.of_sigma(math.sqrt(0.1))
    few, epochs = [1, 2, 5, 10, 15, 20, 25, 30], [1, 2, 5, 10, 20, 30, 40, 50, 60]

    def moments(mechanism: Any, count: int, delta: float, rate: float) -> float:
        account = compose(mechanism, count, sampling=rate, cells=2048)
        return account.moments_epsilon(delta)

    pairs = {"cactus": noise, "Gaussian": gaussian}
    return {
        "figure1": {"n": 200, "N": 1600, "log_masses": np.log(first.masses).round(6).tolist()},
        "figure2a": [certified(variance, 50)[0] for variance in VARIANCES],
        "figure2b": {
            "rounds": few,
            **{name: [moments(m, k, 1e-3, 1.0) for k in few] for name, m in pairs.items()},
            **{
                f"{name}, integers": [compose(m, k, cells=4096).epsilon(1e-3)[1] for k in few]
                for name, m in pairs.items()
            },
        },
        "figure2c": {
            "epochs": epochs,
            **{
                name: [moments(m, EPOCH * k, 1e-5, RATE) for k in epochs]
                for name, m in pairs.items()
            },
        },
    }


def figure1(found: dict[str, Any], canvas: Canvas) -> None:
    """The density on a logarithmic scale."""
    log_masses = np.array(found["figure1"]["log_masses"])
    n = found["figure1"]["n"]
    x = np.arange(log_masses.size) / n
    axes = canvas.subplots()
    shown = x <= 6
    both = np.concatenate([-x[shown][::-1], x[shown]])
    density = n * np.exp(log_masses[shown])
    axes.semilogy(both, np.concatenate([density[::-1], density]), color=INK)
    normal = np.exp(-(both**2) / 0.5) / math.sqrt(0.5 * math.pi)
    axes.semilogy(both, normal, color=GREY, linestyle=":", label="normal")
    axes.set_ylim(1e-14, 10)
    axes.set_xlabel("$z$")
    axes.set_ylabel("$p(z)$")
    axes.legend()


def figure2(found: dict[str, Any], canvas: Canvas) -> None:
    """Divergence by sigma; epsilon by compositions, without and with sampling."""
    left, middle, right = canvas.subplots(1, 3)
    rows = found["figure2a"]
    sigma = np.sqrt([row["variance"] for row in rows])
    smooth = np.linspace(sigma[0], sigma[-1], 200)
    left.semilogy(smooth, 1 / (2 * smooth**2), color=ACCENT, linestyle="--", label="Gaussian")
    left.semilogy(sigma, [row["upper"] for row in rows], "o-", color=INK, ms=3, label="cactus")
    left.set(xlabel=r"$\sigma$", ylabel="KL divergence", title="(a)")
    left.legend()
    styles = {"cactus": (INK, "-"), "Gaussian": (ACCENT, "--")}
    _lines(middle, found["figure2b"], "rounds", styles)
    middle.set(xlabel="compositions", ylabel=r"$\epsilon$", title=r"(b) $\delta=10^{-3}$")
    _lines(right, found["figure2c"], "epochs", styles)
    right.set(
        xlabel="epochs of 240", ylabel=r"$\epsilon$", title=r"(c) $\delta=10^{-5}$, $q=1/240$"
    )


def _lines(axes: Axes, numbers: dict[str, Any], across: str, styles: dict[str, Any]) -> None:
    for name, (colour, style) in styles.items():
        axes.plot(numbers[across], numbers[name], color=colour, linestyle=style, label=name)


def main() -> None:
    """Write the files."""
    directory = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/assets")
    found = numbers()
    (directory / "cactus-figures.json").write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    for name, draw, size in (("1", figure1, (5.6, 2.8)), ("2", figure2, (7.6, 2.6))):
        figure = Figure(
            f"cactus-figure{name}", "cactus", f"Figure {name}", "",
            lambda canvas, draw=draw: draw(found, canvas), size,
        )  # fmt: skip
        (directory / f"{figure.name}.svg").write_bytes(figure.render("svg"))
        print(directory / f"{figure.name}.svg")


if __name__ == "__main__":
    main()
