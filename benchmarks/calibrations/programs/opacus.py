"""opacus, by the noise multiplier of one step on the whole data."""

import importlib.metadata

from opacus.accountants.utils import get_noise_multiplier

VERSION = importlib.metadata.version("opacus")


def sigma(epsilon: float, delta: float) -> float:
    """Its standard deviation for one query of sensitivity 1."""
    return get_noise_multiplier(
        target_epsilon=epsilon, target_delta=delta, sample_rate=1.0, steps=1, accountant="prv"
    )
