"""Exact privacy profiles of the noise that other people's code computes, as balls.

One file a family, found by looking at this folder:

==================  ===========================  ==================================================
family              parameters                   noise X
==================  ===========================  ==================================================
laplace             scale                        density e^{-|x|/scale}/(2 scale)
gaussian            sigma                        normal, mean 0, standard deviation sigma
geometric           scale, or ratio              P(k) proportional to ratio^|k|, on the integers;
                                                 ratio = e^{-1/scale} in (0, 1)
discrete_gaussian   sigma                        P(k) proportional to e^{-k^2/(2 sigma^2)}
staircase           epsilon, sensitivity, gamma  Geng & Viswanath, equations (25), (26)
uniform             half_width, or low and high  uniform on [-half_width, half_width], [low, high]
uniform_with_atom   half_width, atom             0 with probability atom, else uniform
truncated_laplace   scale, bound                 density proportional to e^{-|x|/scale}, |x| < bound
bounded_laplace     scale, lower, upper          Laplace noise drawn until the output is in [lower,
                                                 upper]; bounds on its profile
==================  ===========================  ==================================================

For other noise, `density.DensityNoise` takes a density and `distribution.DistributionNoise` a
distribution function; their numbers are computed, not enclosed.

Parameters are taken as exactly what they are: the float 0.1 is its binary value. They are numbers
> 0, but for gamma in [0, 1], atom in [0, 1), low <= high, and lower < upper. A scale, sigma,
half_width or bound of 0 is no noise at all: its profile is 1.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Mapping
from functools import cache

from dpproofs.kernel.errors import BadInput
from dpproofs.privacy.enclosed.base import KnownNoise, exact_number

__all__ = ["KnownNoise", "families", "known_noise"]


@cache
def families() -> dict[str, type[KnownNoise]]:
    """Every family of this folder by its name."""
    found: dict[str, type[KnownNoise]] = {}
    for info in pkgutil.iter_modules(__path__):
        module = importlib.import_module(f"{__name__}.{info.name}")
        found |= {
            kind.FAMILY: kind
            for kind in vars(module).values()
            if inspect.isclass(kind) and issubclass(kind, KnownNoise) and hasattr(kind, "FAMILY")
        }
    return dict(sorted(found.items()))


def known_noise(family: str, parameters: Mapping[str, float]) -> KnownNoise:
    """The noise of a family with these parameters.

    Raises
    ------
    BadInput
        When the family is not known, or a parameter is missing, unknown, not finite or outside its
        domain.
    """
    kind = families().get(family)
    if kind is None:
        raise BadInput("family", family, "one of " + ", ".join(families()))
    signature = inspect.signature(kind.of)
    try:
        signature.bind(**parameters)
    except TypeError as error:
        accepted = " and ".join(signature.parameters)
        raise BadInput("parameters", dict(parameters), f"{accepted} of {family}") from error
    return kind.of(**{name: exact_number(name, value) for name, value in parameters.items()})
