"""Figure 2 of the truncated Laplacian paper: its amplitude over that of the optimal Gaussian."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from dpproofs.render.figures.figure import INK, Figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas

    from dpproofs.mechanisms.base import Array

EPSILONS = np.logspace(-4, 1, 51)
DELTAS = np.logspace(-6, -1, 51)


def profile(epsilon: Array, r: Array) -> Array:
    """The profile of normal noise shifted by r standard deviations (Balle and Wang, Theorem 8)."""
    from scipy.special import log_ndtr, ndtr

    start = epsilon / r - r / 2
    value: Array = ndtr(-start) - np.exp(epsilon + log_ndtr(-start - r))
    return value


def least_sigma(epsilon: Array, delta: Array) -> Array:
    """The standard deviation of the optimal Gaussian noise, sensitivity 1, by bisection."""
    low, high = np.full(np.shape(epsilon), -40.0), np.full(np.shape(epsilon), 10.0)
    for _ in range(60):
        middle = (low + high) / 2
        private = profile(epsilon, np.exp(middle)) <= delta
        low, high = np.where(private, middle, low), np.where(private, high, middle)
    sigma: Array = np.exp(-low)
    return sigma


def same_amplitude(y: Array) -> Array:
    """The sigma, over Delta/epsilon, of Gaussian noise that has the amplitude (5); y = log(1+x)."""
    value: Array = math.sqrt(math.pi / 2) * (1 - y / np.expm1(y))
    return value


def same_power(y: Array) -> Array:
    """The same for the power (7)."""
    value: Array = np.sqrt(2 * (1 - (y**2 / 2 + y) / np.expm1(y)))
    return value


def ratios(power: int) -> Array:
    """The cost E|X|^power over that of the optimal Gaussian: a row for each of `DELTAS`."""
    epsilon, delta = np.meshgrid(EPSILONS, DELTAS)
    y = np.log1p(np.expm1(epsilon) / (2 * delta))
    ours = same_amplitude(y) if power == 1 else same_power(y)
    ratio: Array = (ours / (epsilon * least_sigma(epsilon, delta))) ** power
    return ratio


def draw_ratio(canvas: Canvas, power: int) -> None:
    """Levels of the ratio, as filled contours between powers of ten of epsilon and delta."""
    axes = canvas.subplots()
    levels = np.arange(0, 1.01, 0.1)
    found = ratios(power)
    filled = axes.contourf(EPSILONS, DELTAS, found, levels=levels, cmap="Blues")
    lines = axes.contour(EPSILONS, DELTAS, found, levels=levels, colors=INK, linewidths=0.5)
    axes.clabel(lines, fmt="%.1f", fontsize=8)
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlabel(r"$\epsilon$")
    axes.set_ylabel(r"$\delta$")
    canvas.colorbar(filled, ax=axes, ticks=levels[::2])


FIGURE = Figure(
    name="trunclap-figure2",
    paper="trunclap",
    item="Figure 2",
    caption="The amplitude of the truncated Laplacian over that of the exactly calibrated Gaussian "
    "mechanism. It is below 1 throughout.",
    draw=lambda canvas: draw_ratio(canvas, 1),
    size=(4.6, 3.2),
)
