"""diffprivlib, by the scale of its analytic Gaussian mechanism."""

import importlib.metadata

from diffprivlib.mechanisms import GaussianAnalytic

VERSION = importlib.metadata.version("diffprivlib")


def sigma(epsilon: float, delta: float) -> float:
    """Its standard deviation for one query of sensitivity 1."""
    return GaussianAnalytic(epsilon=epsilon, delta=delta, sensitivity=1.0)._scale  # noqa: SLF001 (it tells nobody)
