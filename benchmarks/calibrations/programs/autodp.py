"""autodp, by its calibrator of the analytic Gaussian mechanism."""

import importlib.metadata

from autodp.calibrator_zoo import ana_gaussian_calibrator
from autodp.mechanism_zoo import ExactGaussianMechanism

VERSION = importlib.metadata.version("autodp")


def sigma(epsilon: float, delta: float) -> float:
    """Its standard deviation for one query of sensitivity 1."""
    made = ana_gaussian_calibrator()(ExactGaussianMechanism, epsilon, delta)
    return made.params["sigma"]
