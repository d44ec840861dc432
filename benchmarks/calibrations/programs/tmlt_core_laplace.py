"""tmlt.core, by the scale of Laplace noise for pure differential privacy."""

import importlib.metadata
from fractions import Fraction

from tmlt.core.measures import PureDP
from tmlt.core.utils.parameters import calculate_noise_scale

VERSION = importlib.metadata.version("tmlt.core")


def sigma(epsilon: float, delta: float) -> float:
    """Its scale for one query of sensitivity 1."""
    del delta
    exact = str(Fraction(epsilon))  # it refuses floats
    return calculate_noise_scale(1, exact, PureDP()).to_float(round_up=True)
