"""What follows from a claim of privacy of one kind for another: zCDP, Renyi, Gaussian DP, pure.

Every number is rounded in the safe direction: a delta, an epsilon, a rho or a mu is never below
what the theorem gives. `CONVERSIONS` lists them all.
"""

from dpproofs.privacy.conversions.deltas import delta_of_gdp, delta_of_renyi, delta_of_zcdp
from dpproofs.privacy.conversions.levels import (
    epsilon_of_gdp,
    epsilon_of_renyi,
    epsilon_of_zcdp,
    factor_lost_of_zcdp,
    mu_of_pure,
    renyi_of_pure,
    rho_of_gdp,
    rho_of_pure,
)
from dpproofs.privacy.conversions.table import CONVERSIONS, Conversion

__all__ = [
    "CONVERSIONS",
    "Conversion",
    "delta_of_gdp",
    "delta_of_renyi",
    "delta_of_zcdp",
    "epsilon_of_gdp",
    "epsilon_of_renyi",
    "epsilon_of_zcdp",
    "factor_lost_of_zcdp",
    "mu_of_pure",
    "renyi_of_pure",
    "rho_of_gdp",
    "rho_of_pure",
]
