"""What the interactive pages show: curves of mechanisms, computed before the page is."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

import dpproofs as dp
from dpproofs.render.charts.frame import COLOURS, Picture, framed
from website import sheets
from website.moved import DENSITIES, MECHANISMS, Moved

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas

    from dpproofs.mechanisms.base import Mechanism

EPSILONS = (0.1, 0.2, 0.5, 1.0, 2.0, 4.0)
DELTAS = (1e-9, 1e-6, 1e-4, 1e-2, 0.1)
SHOWN = (1.0, 0.01)  # epsilon and delta of the picture before anything is chosen
QUARTERS = (0, 0.25, 0.5, 0.75, 1)
LEAST = -12  # decimal logarithm of the smallest delta that is shown
START = np.linspace(0, 6, 25)  # among them are all at which the page's table tells values
THIRDS, APART, ROUNDS = np.array([[1 / 3], [2 / 3]]), 0.02, 30

#: The colours of curves and their dashes, in units of their width.
LINES: tuple[tuple[str, Any], ...] = (
    ("here", (None, None)),
    ("there", (3.6, 1.4)),
    ("holds", (0.9, 1.4)),
    ("set", (4.1, 1.4, 0.9, 1.4)),
    ("refuted", (6.4, 1.8)),
)

#: Mechanisms that keep (epsilon, delta) at sensitivity 1, for a cost.
MAKERS: dict[str, Callable[[float, float, int], Any]] = {
    "Laplace": lambda epsilon, _, __: dp.Laplace(epsilon),
    "Staircase": lambda epsilon, _, cost: dp.Staircase(epsilon, cost=cost),
    "Gaussian": lambda epsilon, delta, _: dp.Gaussian(epsilon, delta),
    "Truncated Laplace": lambda epsilon, delta, _: dp.TruncatedLaplace(epsilon, delta),
    "Uniform with atom": lambda _, delta, cost: dp.UniformWithAtom(delta, cost=cost),
}
WITHOUT_DELTA = frozenset(("Laplace", "Staircase"))
WITHOUT_EPSILON = frozenset(("Uniform with atom",))


def panel(name: str, moved: Moved, picture: Picture | None = None) -> str:
    """Parameters and a chart that follows them.

    Parameters
    ----------
    name
        The page that they are for.
    moved
        What is shown before anything is chosen.
    picture
        What stands in place of the chart where no script runs.
    """
    return sheets.body(
        name,
        f"{moved.panel}.html",
        moved=moved,
        mechanisms=MECHANISMS,
        densities=DENSITIES,
        epsilons=EPSILONS,
        deltas=DELTAS,
        shown=SHOWN,
        picture=picture.element(moved.panel) if picture else "",
    )


def profiles_page() -> str:
    """Privacy profiles, each mechanism calibrated to what is chosen."""
    return panel("explore/profiles", Moved("profiles", "", MECHANISMS), profiles())


def densities_page() -> str:
    """Densities of some kinds of noise and their costs."""
    return panel("explore/densities", Moved("densities", "", ("Staircase", "Laplace")), densities())


def profiles() -> Picture:
    """The privacy profiles before anything is chosen, delta logarithmic."""
    end = 2 * SHOWN[0]
    curves = {}
    for name, make in MAKERS.items():
        epsilon, delta = curve(make(*SHOWN, 1))
        inside = epsilon <= end
        curves[name] = epsilon[inside] / end, 1 - np.log10(delta[inside]) / LEAST
    told = ["1" if t == 1 else f"1e{LEAST * (1 - t):.0f}" for t in QUARTERS]
    across = {t: f"{t * end:g}" for t in QUARTERS}
    return _picture("Privacy profiles", curves, across, told)


def densities() -> Picture:
    """The densities of the staircase and of Laplace noise before anything is chosen."""
    noises = {"staircase": dp.Staircase(1, gamma=0.38), "Laplace": dp.Laplace(1)}
    x = np.linspace(-5, 5, 1601)
    most = 1.08 * max(float(noise.pdf(0)) for noise in noises.values())
    curves = {name: ((x + 5) / 10, noise.pdf(x) / most) for name, noise in noises.items()}
    across = {(t + 5) / 10: f"{t}" for t in (-4, -2, 0, 2, 4)}
    told = [f"{t * most:.4g}" for t in QUARTERS]
    return _picture("Densities of the staircase and of Laplace noise", curves, across, told)


def _picture(
    title: str,
    curves: Mapping[str, tuple[np.ndarray, np.ndarray]],
    across: Mapping[float, str],
    upwards: list[str],
) -> Picture:
    """Curves in the unit square, with what is said at their ticks."""

    def draw(canvas: "Canvas") -> None:
        axes = framed(canvas)
        axes.grid(visible=True)
        axes.set_xticks(list(across), list(across.values()))
        axes.set_yticks(QUARTERS, upwards)
        for i, (x, y) in enumerate(curves.values()):
            colour, dashes = LINES[i]
            axes.plot(x, y, gid=f"curve-{i}", color=COLOURS[colour], dashes=dashes, linewidth=2.2)
        axes.set_xlim(0, 1)
        axes.set_ylim(0, 1)

    return Picture(title, ", ".join(curves), draw, "")


def curve(noise: "Mechanism") -> tuple[np.ndarray, np.ndarray]:
    """Points of a privacy profile, so close that lines between them, delta logarithmic, are it.

    At both thirds of each line the profile differs by a factor of exp(APART) at most. What is below
    the least delta that is shown is that.
    """

    def profile(epsilon: np.ndarray) -> np.ndarray:
        return np.maximum(noise.privacy_profile(epsilon), 10.0**LEAST)

    epsilon = START
    delta = profile(epsilon)
    for _ in range(ROUNDS):
        inside = epsilon[:-1] + THIRDS * np.diff(epsilon)
        lines = np.log(delta[:-1]) + THIRDS * np.diff(np.log(delta))
        found = profile(inside)
        far = (np.abs(np.log(found) - lines) > APART).any(axis=0)
        if not far.any():
            break
        epsilon = np.concatenate((epsilon, inside[:, far].ravel()))
        order = np.argsort(epsilon)
        epsilon, delta = epsilon[order], np.concatenate((delta, found[:, far].ravel()))[order]
    return epsilon, delta


def data() -> dict[str, list[list[float]]]:
    """The curves: points of the profile of every mechanism at what it may be calibrated to."""
    curves = {}
    for name, make in MAKERS.items():
        for epsilon in EPSILONS if name not in WITHOUT_EPSILON else EPSILONS[:1]:
            for delta in DELTAS if name not in WITHOUT_DELTA else DELTAS[:1]:
                points = zip(*curve(make(epsilon, delta, 1)), strict=True)
                key = "|".join((name, *_key(name, epsilon, delta)))
                curves[key] = [[float(f"{x:.15g}"), float(f"{y:.4g}")] for x, y in points]
    return curves


def _key(name: str, epsilon: float, delta: float) -> tuple[str, str]:
    return (
        "" if name in WITHOUT_EPSILON else f"{epsilon:g}",
        "" if name in WITHOUT_DELTA else f"{delta:g}",
    )
