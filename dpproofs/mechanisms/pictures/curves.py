"""Pictures of what noise leaks: privacy profiles and Renyi divergences, on logarithmic axes."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import numpy as np

from dpproofs.kernel.errors import DpproofsError
from dpproofs.mechanisms.stated import Stated

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from dpproofs.mechanisms.elementwise import Array

CELLS = 64  # of the same width, before any is halved
CLOSE = 2e-3  # decades that a line between two points may be off
HALVINGS = 44  # of a cell, which doubles still tell apart
MOST_CELLS = 4096  # halved at a time: more would draw rounding
MOST_ORDER = 100.0
SIZE = (10.0, 4.2)  # of both pictures side by side, in inches


@runtime_checkable
class Profiled(Protocol):
    """What says the least delta at each epsilon."""

    def privacy_profile(self, epsilon: Array) -> Array:
        """The least delta at each epsilon."""


def sampled(function: Callable[[Array], Array], low: float, high: float) -> tuple[Array, Array]:
    """Points of a function >= 0 from which straight lines on a logarithmic axis are drawn.

    Cells are halved until the lines over two generations are within CLOSE of the function at their
    middles: often at kinks, and where the function falls to 0. Of 0, infinity and what a double has
    no digits for there is no point but a NaN, at which a line ends.

    Parameters
    ----------
    function
        Elementwise, on an array.
    low, high
        The ends.

    Returns
    -------
    Increasing places and the values there.
    """
    x = np.linspace(low, high, CELLS + 1)
    y = _drawn(function(x))
    cells, once = np.arange(CELLS), np.zeros(CELLS, dtype=bool)
    for _ in range(HALVINGS):
        middle = (x[cells] + x[cells + 1]) / 2
        between = _drawn(function(middle))
        ends, log = np.log10([y[cells], y[cells + 1]]), np.log10(between)
        close = np.abs(log - ends.mean(axis=0)) <= CLOSE
        nothing = np.isnan(log) & np.isnan(ends).all(axis=0)
        x, y = np.insert(x, cells + 1, middle), np.insert(y, cells + 1, between)
        straight = close | nothing
        again = ~(straight & once)
        left = (cells + np.arange(cells.size))[again]
        cells, once = np.stack([left, left + 1], axis=1).ravel(), np.repeat(straight[again], 2)
        if not 0 < cells.size < MOST_CELLS:
            break
    return x, y


def _drawn(values: Array) -> Array:
    """Values that have a logarithm to full accuracy, and NaN."""
    return np.where((values >= np.finfo(float).tiny) & np.isfinite(values), values, math.nan)


def draw_both(figure: Figure, noises: Mapping[str, Profiled], last: float) -> None:
    """Draw privacy profiles up to an epsilon and, beside them, Renyi divergences."""
    profiles, divergences = figure.subplots(1, 2)
    for name, noise in noises.items():
        draw_profile(profiles, name, noise, last)
        draw_renyi(divergences, name, noise)
    profiles.legend()
    divergences.legend()


def draw_profile(axes: Axes, name: str, noise: Profiled, last: float) -> None:
    """Add the privacy profile up to an epsilon; where it falls to 0 it leaves the picture."""
    epsilon, delta = sampled(lambda e: np.asarray(noise.privacy_profile(e)), 0.0, last)
    axes.plot(epsilon, delta, label=name)
    axes.set_xlabel("epsilon")
    axes.set_ylabel("least delta")
    axes.set_yscale("log")
    _show_down_to(axes, epsilon, delta, last)


def _show_down_to(axes: Axes, epsilon: Array, delta: Array, last: float) -> None:
    """Lower the axis to what the curve is where it is not refined: a plunge has no end."""
    even = delta[np.searchsorted(epsilon, np.linspace(0, last, CELLS + 1))]
    lowest = [float(np.nanmin(even)) / 2] if not np.isnan(even).all() else []
    known = [axes.get_ylim()[0]] if len(axes.lines) > 1 else []
    if lowest:
        axes.set_ylim(bottom=min(lowest + known))


def draw_renyi(axes: Axes, name: str, noise: object) -> None:
    """Add the Renyi divergences by their orders; of none a word in the legend says why."""
    axes.set_xlabel("order")
    axes.set_ylabel("Renyi divergence")
    axes.set_xscale("log")
    axes.set_yscale("log")
    try:
        order, divergence = _curve(noise)
    except DpproofsError:
        axes.plot([], [], label=f"{name}: not known")
        return
    endless = np.isnan(divergence).all()
    axes.plot(order, divergence, label=f"{name}: infinite" if endless else name)


def _curve(noise: object) -> tuple[Array, Array]:
    """Orders and the divergences there."""
    if isinstance(noise, Stated) and noise.orders_drawn:
        order = np.array(noise.orders_drawn)
        return order, _drawn(_divergences(noise, order))
    order, divergence = sampled(lambda u: _divergences(noise, 10**u), 0, math.log10(MOST_ORDER))
    return 10**order, divergence


def _divergences(noise: object, orders: Array) -> Array:
    if not isinstance(noise, Stated):
        raise DpproofsError("no Renyi divergences are known")
    return np.array([float(noise.renyi(max(1.0, order))) for order in orders.tolist()])
