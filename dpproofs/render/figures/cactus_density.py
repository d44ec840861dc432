"""Figure 1 of the cactus paper: the best density in steps, from a certified solution."""

from __future__ import annotations

import json
import math
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

import numpy as np

from dpproofs.render.figures.figure import GREY, INK, Figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas

FURTHEST = 6  # units of the sensitivity that are shown


@cache
def numbers() -> dict[str, Any]:
    """What is drawn: each point comes from a solution whose bounds were checked."""
    text = resources.files("dpproofs.render.figures").joinpath("cactus.json").read_text("utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def draw(canvas: Canvas) -> None:
    """The density on a logarithmic scale."""
    found = numbers()["figure1"]
    masses, n = np.array(found["log_masses"]), found["n"]
    x = np.arange(masses.size) / n
    shown = x <= FURTHEST
    both = np.concatenate([-x[shown][::-1], x[shown]])
    density = n * np.exp(masses[shown])
    axes = canvas.subplots()
    axes.semilogy(both, np.concatenate([density[::-1], density]), color=INK)
    normal = np.exp(-(both**2) / 0.5) / math.sqrt(0.5 * math.pi)
    axes.semilogy(both, normal, color=GREY, linestyle=":", label="normal")
    axes.set_ylim(1e-14, 10)
    axes.set_xlabel("$z$")
    axes.set_ylabel("$p(z)$")
    axes.legend()


FIGURE = Figure(
    "cactus-density",
    "cactus",
    "Figure 1",
    "The density in steps that leaks least for the variance 1/4 (n = 200, N = 1600, r = 0.9), from "
    "a certified solution, beside normal noise of this variance.",
    draw,
    (5.6, 2.8),
)
