"""Figure 2d of the cactus paper on the handwritten digits that scikit-learn bundles.

    python tools/cactus_learning.py [DIRECTORY]      # docs/assets unless given

Private gradient descent on a softmax classifier, with cactus noise and with normal noise at the
same epsilon, delta, sampling rate and number of rounds. Writes cactus-learning.svg and its
numbers as cactus-learning.json.

Privacy of noise that is drawn for each coordinate alone follows from that of one number when a
record changes one coordinate only. So each record that takes part in a round casts one vote: a
coordinate of its gradient, drawn with probability proportional to its size, with the gradient's
sign there and the gradient's l1 norm, clipped, as its weight. Its mean is the clipped gradient.
"""

from __future__ import annotations

import json
import math
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.optimize import brentq
from sklearn.datasets import load_digits

from dpproofs import Cactus, Gaussian, compose
from dpproofs.render.figures.figure import ACCENT, INK, Figure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.figure import Figure as Canvas
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

DELTA = 1e-5
RATE = 1 / 240  # that of the paper: 250 of 60000
VARIANCE = 0.1  # at sensitivity 1, as in the paper
EPOCHS = (5, 10, 20, 40, 80)
SEEDS = 10
CLIP = 20.0  # of the l1 norm of a gradient
STEP = 0.0008
CLASSES = 10
ASSETS = Path(__file__).parent.parent / "docs" / "assets"
NAME = "cactus-learning"


@dataclass(frozen=True)
class Digits:
    """Pictures with a constant pixel added, values in [0, 1], and what they show."""

    pictures: Array
    shown: NDArray[np.int64]

    @classmethod
    def split(cls) -> tuple[Digits, Digits]:
        """1437 pictures to learn from, and 360 to test with."""
        found = load_digits()
        pictures = np.hstack([found.data / 16, np.ones((found.data.shape[0], 1))])
        order = np.random.default_rng(0).permutation(pictures.shape[0])
        parts = order[:1437], order[1437:]
        first, second = (cls(pictures[part], found.target[part]) for part in parts)
        return first, second


def votes(weights: Array, taking_part: Digits, rng: np.random.Generator) -> Array:
    """The sum of the votes: a record changes one entry of it by at most 1."""
    scores = taking_part.pictures @ weights
    scores = np.exp(scores - scores.max(axis=1, keepdims=True))
    slope = scores / scores.sum(axis=1, keepdims=True)
    rows = np.arange(taking_part.shown.size)
    slope[rows, taking_part.shown] -= 1
    lengths = np.abs(slope).sum(axis=1) * taking_part.pictures.sum(axis=1)
    chosen = _drawn(np.abs(slope), rng)
    total = np.zeros_like(weights)
    weight = np.sign(slope[rows, chosen]) * np.minimum(lengths / CLIP, 1)
    np.add.at(total, (_drawn(taking_part.pictures, rng), chosen), weight)
    return total


def _drawn(sizes: Array, rng: np.random.Generator) -> NDArray[np.int64]:
    """A column for each row, with probability proportional to its size."""
    heights = np.cumsum(sizes, axis=1)
    places = rng.random((sizes.shape[0], 1)) * heights[:, -1:]
    found: NDArray[np.int64] = (places >= heights).sum(axis=1)
    return found


def accuracy(
    noise: Any, rounds: int, rng: np.random.Generator, data: tuple[Digits, Digits] | None = None
) -> float:
    """The share of the test pictures that is recognised after so many private rounds."""
    train, test = data or Digits.split()
    weights = np.zeros((train.pictures.shape[1], CLASSES))
    mean = np.zeros_like(weights)
    for number in range(rounds):
        part = rng.random(train.shown.size) < RATE
        found = votes(weights, Digits(train.pictures[part], train.shown[part]), rng)
        released = found + noise.sample(weights.shape, rng=rng)
        weights = weights - STEP * CLIP * released
        if 2 * number >= rounds:
            mean += weights
    return float(np.mean((test.pictures @ mean).argmax(axis=1) == test.shown))


def epsilon(noise: Any, rounds: int) -> float:
    """An upper bound on the epsilon of all rounds together."""
    return float(compose(noise, rounds, sampling=RATE, gap=1e-2).epsilon(DELTA)[1])


def calibrated(rounds: int, target: float) -> Gaussian:
    """The least normal noise that is as private."""
    sigma = brentq(lambda s: epsilon(Gaussian.of_sigma(s), rounds) - target, 0.3, 2.0, xtol=1e-3)
    return Gaussian.of_sigma(float(sigma) + 1e-3)


def numbers(epochs: Sequence[int] = EPOCHS, seeds: int = SEEDS) -> list[dict[str, Any]]:
    """A row for each number of epochs."""
    cactus = Cactus.stored(str(VARIANCE))
    found = []
    for count in epochs:
        rounds = round(count / RATE)
        bound = epsilon(cactus, rounds)
        normal = calibrated(rounds, bound)
        row: dict[str, Any] = {
            "epochs": count, "epsilon": bound, "normal_epsilon": epsilon(normal, rounds),
            "normal_variance": normal.expected_cost(2),
        }  # fmt: skip
        data = Digits.split()
        for name, noise in (("cactus", cactus), ("normal", normal)):
            row[name] = [
                accuracy(noise, rounds, np.random.default_rng(seed), data) for seed in range(seeds)
            ]
        found.append(row)
        means = (f"{np.mean(row[name]):.4f}" for name in ("cactus", "normal"))
        print(count, f"{bound:.3f}", *means, flush=True)
    return found


def drawn(rows: list[dict[str, Any]], canvas: Canvas) -> None:
    """Accuracy by epsilon, with the standard error over the seeds."""
    axes = canvas.subplots()
    across = [row["epsilon"] for row in rows]
    for name, colour, style in (("cactus", INK, "-"), ("normal", ACCENT, "--")):
        runs = np.array([row[name] for row in rows])
        error = runs.std(axis=1, ddof=1) / math.sqrt(runs.shape[1])
        axes.errorbar(
            across, runs.mean(axis=1), yerr=error, color=colour, linestyle=style, label=name,
            capsize=2,
        )  # fmt: skip
    axes.set(xlabel=r"$\epsilon$ at $\delta=10^{-5}$", ylabel="accuracy")
    axes.legend()


def main() -> None:
    """Write the files."""
    directory = Path(sys.argv[1]) if len(sys.argv) > 1 else ASSETS
    rows = numbers()
    (directory / f"{NAME}.json").write_text(json.dumps(rows, indent=1) + "\n", "utf-8")
    figure = Figure(NAME, "cactus", "Figure 2d", "", lambda canvas: drawn(rows, canvas), (4.2, 2.8))
    (directory / f"{NAME}.svg").write_bytes(figure.render("svg"))


if __name__ == "__main__":
    main()
