"""What the interactive pages show: curves and costs of mechanisms, computed before the page is."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import dpproofs as dp
from website import sheets

EPSILONS = (0.1, 0.2, 0.5, 1.0, 2.0, 4.0)
DELTAS = (1e-9, 1e-6, 1e-4, 1e-2, 0.1)
COSTS = {"amplitude": 1, "power": 2}
GRID = np.linspace(0, 1.5, 61)

#: Mechanisms that keep (epsilon, delta) at sensitivity 1, for a cost.
MECHANISMS: dict[str, Callable[[float, float, int], Any]] = {
    "Laplace": lambda epsilon, _, __: dp.Laplace(epsilon),
    "Staircase": lambda epsilon, _, cost: dp.Staircase(epsilon, cost=cost),
    "Gaussian": lambda epsilon, delta, _: dp.Gaussian(epsilon, delta),
    "Truncated Laplace": lambda epsilon, delta, _: dp.TruncatedLaplace(epsilon, delta),
    "Uniform with atom": lambda _, delta, cost: dp.UniformWithAtom(delta, cost=cost),
}
WITHOUT_DELTA = frozenset(("Laplace", "Staircase"))
WITHOUT_EPSILON = frozenset(("Uniform with atom",))


def pages() -> Iterator[sheets.Sheet]:
    """The interactive pages."""
    yield sheets.sheet("explore/index", "Explore", "explore.html")
    yield sheets.sheet(
        "explore/profiles",
        "Privacy profiles",
        "profiles.html",
        epsilons=EPSILONS,
        deltas=DELTAS,
        names=list(MECHANISMS),
    )
    yield sheets.sheet("explore/densities", "Densities", "densities.html")
    table = {cost: _costs(power) for cost, power in COSTS.items()}
    yield sheets.sheet(
        "explore/costs",
        "Who beats whom",
        "costs.html",
        names=list(MECHANISMS),
        epsilons=EPSILONS,
        deltas=DELTAS,
        table=table,
    )


def data() -> dict[str, Any]:
    """The curves: the profile of every mechanism, on the grid times its epsilon."""
    curves = {}
    for name, make in MECHANISMS.items():
        for epsilon in EPSILONS:
            for delta in DELTAS:
                noise = make(epsilon, delta, 1)
                values = noise.privacy_profile(GRID * max(EPSILONS))
                key = "|".join((name, *_key(name, epsilon, delta)))
                curves.setdefault(key, [float(f"{value:.4g}") for value in values])
    return {"at": [round(x * max(EPSILONS), 6) for x in GRID.tolist()], "curves": curves}


def _key(name: str, epsilon: float, delta: float) -> tuple[str, str]:
    return (
        "" if name in WITHOUT_EPSILON else f"{epsilon:g}",
        "" if name in WITHOUT_DELTA else f"{delta:g}",
    )


def _costs(power: int) -> dict[tuple[float, float], list[tuple[str, float]]]:
    """The costs at each epsilon and delta, the least one first."""
    return {
        (epsilon, delta): sorted(
            (
                (name, make(epsilon, delta, power).expected_cost(power))
                for name, make in MECHANISMS.items()
            ),
            key=lambda row: row[1],
        )
        for epsilon in EPSILONS
        for delta in DELTAS
    }
