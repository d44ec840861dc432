"""How private a noise distribution is: exactly for step densities, numerically for any density."""

from dpproofs.privacy.exact import StepDistribution, exact_staircase, exact_uniform_with_atom
from dpproofs.privacy.hockey_stick import (
    hockey_stick,
    numeric_profile,
    privacy_loss,
    probability,
)

__all__ = [
    "StepDistribution",
    "exact_staircase",
    "exact_uniform_with_atom",
    "hockey_stick",
    "numeric_profile",
    "privacy_loss",
    "probability",
]
