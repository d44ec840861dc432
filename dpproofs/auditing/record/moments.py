"""Bias and variance, as documented and as they are, on record."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from dpproofs.auditing.claim import PrivacyClaim


@dataclass(frozen=True)
class MomentRecord:
    """One moment of the outputs at one input.

    Attributes
    ----------
    claim, input
        Where.
    name
        "bias" or "variance".
    documented
        What the library says.
    limits
        Where it lies.
    agrees
        Whether what is said lies there too.
    """

    claim: PrivacyClaim
    input: Any
    name: str
    documented: float
    limits: tuple[float, float]
    agrees: bool
