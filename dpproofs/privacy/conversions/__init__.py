"""What follows from a claim of privacy of one kind for another: zCDP, Renyi, Gaussian DP, pure.

Every number is rounded in the safe direction: a delta is never below what the theorem gives.
"""

from dpproofs.privacy.conversions.deltas import delta_of_gdp, delta_of_renyi, delta_of_zcdp

__all__ = ["delta_of_gdp", "delta_of_renyi", "delta_of_zcdp"]
