"""Compute and draw Figures 1 and 2a to 2c of the cactus paper from certified solutions.

    python tools/cactus_figures.py [DIRECTORY]      # docs/assets unless given

Writes cactus-figure1.svg and cactus-figure2.svg, and their numbers to the package, from which
`dpproofs figures --paper cactus` draws them.
"""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path
from typing import Any

import numpy as np

from dpproofs import Cactus, Gaussian, compose
from dpproofs.optima.cactus.problem import Problem
from dpproofs.render.figures import cactus_density, cactus_losses
from dpproofs.replaying.divergence import check

DATA = Path(cactus_density.__file__).with_name("cactus.json")
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
        account = compose(mechanism, count, sampling=rate, gap=1e-2)
        return account.moments_epsilon(delta)

    pairs = {"cactus": noise, "Gaussian": gaussian}
    return {
        "figure1": {"n": 200, "N": 1600, "log_masses": np.log(first.masses).round(6).tolist()},
        "figure2a": [certified(variance, 50)[0] for variance in VARIANCES],
        "figure2b": {
            "rounds": few,
            **{name: [moments(m, k, 1e-3, 1.0) for k in few] for name, m in pairs.items()},
            **{
                f"{name}, integers": [compose(m, k, gap=1e-2).epsilon(1e-3)[1] for k in few]
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


def main() -> None:
    """Write the files."""
    directory = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/assets")
    DATA.write_text(json.dumps(numbers(), indent=1) + "\n", "utf-8")
    for name, figure in (("1", cactus_density.FIGURE), ("2", cactus_losses.FIGURE)):
        path = directory / f"cactus-figure{name}.svg"
        path.write_bytes(figure.render("svg"))
        print(path)


if __name__ == "__main__":
    main()
