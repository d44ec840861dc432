"""Pictures of a single noise: its distribution and its privacy profile, on axes of matplotlib."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms.parameter import as_float
from dpproofs.mechanisms.pictures.curves import Profiled, draw_profile

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from dpproofs.mechanisms.elementwise import Array, Dense, OnIntegers

BEYOND = 5e-4  # of the mass lies beyond each end of a picture
POINTS = 400
MOST_KNOTS = 2000


def figure(size: tuple[float, float] | None = None) -> Figure:
    """An empty figure of that width and height in inches; it shows itself in a notebook.

    Raises
    ------
    BadInput
        When matplotlib is not installed.
    """
    try:
        import matplotlib.figure  # noqa: F401  # tells its absence from errors within
    except ImportError:
        needed = "given, or made by matplotlib: pip install 'dpproofs[figures]'"
        raise BadInput("axes", None, needed) from None
    from dpproofs.mechanisms.pictures.shown import Shown

    return Shown(size, layout="constrained")


def made(axes: Axes | None) -> Axes:
    """The axes that are given, or new ones.

    Raises
    ------
    BadInput
        When they have to be made and matplotlib is not installed.
    """
    return figure().subplots() if axes is None else axes


def density(noise: Dense, axes: Axes, width: float) -> Axes:
    """The density with its jumps, and atoms as lines as high as their masses on an axis beside.

    Noise that is hardly ever another number than 0 is drawn up to the ``width``.
    """
    end = float(noise.isf(BEYOND))
    name = type(noise).__name__
    x = _with_jumps(noise, 1.1 * end if end > 0 else width)
    (line,) = axes.plot(x, noise.pdf(x), label=name)
    axes.set_xlabel("x")
    axes.set_ylabel("density")
    axes.set_ylim(bottom=0)
    places, masses = noise.atoms()
    if masses.size:
        beside = axes.twinx()
        beside.vlines(places, 0, masses, colors=[line.get_color()], linewidth=2)
        beside.set_ylabel("probability of the atom")
        beside.set_ylim(0, 1)
    return axes


def masses(noise: OnIntegers, axes: Axes) -> Axes:
    """The probability of each integer."""
    end = max(int(noise.isf(BEYOND)), 1)
    n = np.arange(-end, end + 1)
    axes.vlines(n, 0, noise.pmf(n), label=type(noise).__name__)
    axes.set_xlabel("x")
    axes.set_ylabel("probability")
    axes.set_ylim(bottom=0)
    return axes


def radial_density(
    axes: Axes,
    density: Callable[[Array], Array],
    beyond: Callable[[Array], Array],
    *,
    jump: float | None,
    unit: float,
) -> Axes:
    """The density of a vector by its norm, both in units of ``unit``.

    ``beyond`` is the probability of a larger norm; the density jumps at ``jump`` and again one
    further on.
    """
    end = 1.0
    while beyond(np.array(end)) > 2 * BEYOND:
        end *= 1.1
    r = np.linspace(0, 1.1 * end, 2 * POINTS + 1)
    if jump is not None and r[-1] < MOST_KNOTS:
        jumps = np.arange(jump, r[-1])
        r = np.unique(np.concatenate([r, np.nextafter(jumps, 0), jumps]))
    axes.plot(unit * r, density(r))
    axes.set_xlabel("norm of x")
    axes.set_ylabel("density")
    axes.set_ylim(bottom=0)
    return axes


def profile(noise: Profiled, axes: Axes | None, most: float | None) -> Axes:
    """The privacy profile up to an epsilon."""
    last = _last(noise) if most is None else as_float(most)
    if last is None or not 0 < last < math.inf:
        raise BadInput("most", most, "a number in (0, inf)")
    axes = made(axes)
    draw_profile(axes, type(noise).__name__, noise, last)
    return axes


def _last(noise: Profiled) -> float:
    own = getattr(noise, "epsilon", None)
    return 1.25 * own if own else 2.0


def _with_jumps(noise: Dense, end: float) -> Array:
    """Points up to the ends, and both sides of every jump if they are not too many."""
    knots = noise.knots(end)
    if knots.size > MOST_KNOTS:
        knots = knots[:0]
    sides = [np.nextafter(knots, -math.inf), knots, np.nextafter(knots, math.inf)]
    return np.unique(np.concatenate([np.linspace(-end, end, 2 * POINTS + 1), *sides]))
