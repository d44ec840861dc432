"""Google's dp-accounting, by its privacy loss of Gaussian noise."""

import importlib.metadata

from dp_accounting.pld import common
from dp_accounting.pld.privacy_loss_mechanism import GaussianPrivacyLoss

VERSION = importlib.metadata.version("dp-accounting")


def sigma(epsilon: float, delta: float) -> float:
    """Its standard deviation for one query of sensitivity 1."""
    claim = common.DifferentialPrivacyParameters(epsilon, delta)
    return GaussianPrivacyLoss.from_privacy_guarantee(claim, 1.0).standard_deviation
