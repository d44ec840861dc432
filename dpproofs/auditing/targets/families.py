"""Which noise an object computes, read from its own parameters.

Families and parameters are those of `dpproofs.privacy.enclosed`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from dpproofs.auditing.target import Computed

Reader: TypeAlias = Callable[..., Computed]


def computed_of(noise: Any) -> Computed | None:
    """The noise of one of our mechanisms, or of a frozen SciPy distribution; None for others."""
    home = type(noise).__module__.split(".")
    if home[:2] == ["dpproofs", "mechanisms"]:
        return _of_mechanism(noise)
    if home[0] == "scipy" and hasattr(noise, "dist"):
        return _read(_SCIPY, noise.dist.name, *noise.args, **noise.kwds)
    return None


def computed_of_numpy(method: str, arguments: Mapping[str, Any]) -> Computed | None:
    """The noise of a method of NumPy's generator, with its arguments by name."""
    return _read(_NUMPY, method, **arguments)


def _read(readers: Mapping[str, Reader], name: str, *places: Any, **names: Any) -> Computed | None:
    """What a reader makes of the arguments; None when they are not all numbers it knows."""
    try:
        return readers[name](*places, **names) if name in readers else None
    except (TypeError, ValueError):
        return None


def _of_mechanism(noise: Any) -> Computed | None:
    """By the names that our mechanisms give to their parameters."""
    match type(noise).__name__:
        case "Laplace":
            return _laplace(scale=noise.scale)
        case "Gaussian":
            return _gaussian(scale=noise.sigma)
        case "Geometric" | "DiscreteStaircase" if noise.sensitivity == 1:
            return Computed("geometric", {"scale": 1 / noise.epsilon})
        case "DiscreteGaussian":
            return Computed("discrete_gaussian", {"sigma": noise.sigma})
        case "Staircase":
            names = ("epsilon", "sensitivity", "gamma")
            return Computed("staircase", {name: getattr(noise, name) for name in names})
        case "UniformWithAtom":
            held = {"half_width": noise.half_width, "atom": noise.alpha}
            return Computed("uniform_with_atom", held)
        case "TruncatedLaplace":
            return Computed("truncated_laplace", {"scale": noise.scale, "bound": noise.bound})
    return None


def _laplace(loc: float = 0, scale: float = 1) -> Computed:
    del loc  # a location is added to every answer alike
    return Computed("laplace", {"scale": float(scale)})


def _gaussian(loc: float = 0, scale: float = 1) -> Computed:
    del loc
    return Computed("gaussian", {"sigma": float(scale)})


def _between(low: float = 0, high: float = 1) -> Computed:
    return Computed("uniform", {"low": float(low), "high": float(high)})


def _beyond(loc: float = 0, scale: float = 1) -> Computed:
    return _between(loc, loc + scale)


_NUMPY: Mapping[str, Reader] = {
    "laplace": _laplace,
    "normal": _gaussian,
    "standard_normal": _gaussian,
    "uniform": _between,
    "random": _between,
}

_SCIPY: Mapping[str, Reader] = {
    "laplace": _laplace,
    "norm": _gaussian,
    "uniform": _beyond,
}
