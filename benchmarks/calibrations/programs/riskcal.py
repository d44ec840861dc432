"""riskcal, by the noise multiplier of one step on the whole data."""

import importlib.metadata

from riskcal.accountants.ctd import CTDAccountant
from riskcal.calibration.blackbox import find_noise_multiplier_for_epsilon_delta

VERSION = importlib.metadata.version("riskcal")


def sigma(epsilon: float, delta: float) -> float:
    """Its standard deviation for one query of sensitivity 1."""
    return find_noise_multiplier_for_epsilon_delta(
        CTDAccountant, sample_rate=1.0, num_steps=1, epsilon=epsilon, delta=delta
    )
