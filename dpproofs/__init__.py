"""Executable theorems of differential-privacy noise.

>>> import dpproofs as dp
>>> dp.Laplace(epsilon=1, sensitivity=1).expected_cost(1)
1.0

Everything here is loaded on first use, so that importing the package costs next to nothing.
"""

from __future__ import annotations

import importlib
import sys
from typing import TYPE_CHECKING, Any

from dpproofs._version import __version__

if TYPE_CHECKING:
    from dpproofs.auditing import audit
    from dpproofs.auditing.claim import PrivacyClaim
    from dpproofs.catalogue import (
        Claim,
        Claims,
        Errata,
        Erratum,
        Verdicts,
        claim,
        claims,
        errata,
        verify,
    )
    from dpproofs.comparing import Comparison, compare
    from dpproofs.deriving import (
        Derived,
        Family,
        Piece,
        derive_integral,
        derive_limit,
        derive_sum,
    )
    from dpproofs.documents import derive
    from dpproofs.kernel.domain import Domain, between, integer, positive, real
    from dpproofs.kernel.errors import BadInput, DpproofsError
    from dpproofs.kernel.verdict import Verdict
    from dpproofs.mechanisms.abstract_staircase import AbstractStaircase
    from dpproofs.mechanisms.discrete_gaussian import DiscreteGaussian
    from dpproofs.mechanisms.discrete_staircase import DiscreteStaircase
    from dpproofs.mechanisms.gaussian import Gaussian
    from dpproofs.mechanisms.geometric import Geometric
    from dpproofs.mechanisms.laplace import Laplace
    from dpproofs.mechanisms.light_tailed_laplace import LightTailedLaplace
    from dpproofs.mechanisms.randomized_response import RandomizedResponse
    from dpproofs.mechanisms.selection import ExponentialMechanism
    from dpproofs.mechanisms.skellam import Skellam
    from dpproofs.mechanisms.staircase import Staircase
    from dpproofs.mechanisms.staircase_optimum import staircase_optimum
    from dpproofs.mechanisms.truncated_geometric import TruncatedGeometric
    from dpproofs.mechanisms.truncated_laplace import TruncatedLaplace
    from dpproofs.mechanisms.tulap import Tulap
    from dpproofs.mechanisms.uniform_with_atom import UniformWithAtom
    from dpproofs.mechanisms.vector import Ball, KNorm, VectorGaussian, VectorStaircase
    from dpproofs.mechanisms.vector.optimum import vector_optimum
    from dpproofs.optima.cactus.interior_point import NotConverged
    from dpproofs.optima.cactus.mechanism import Cactus
    from dpproofs.optima.least import Optimum, optimum
    from dpproofs.optima.optimal_noise import OptimalNoise
    from dpproofs.optima.rivals.gaussian_mixtures import MultiGaussian, QuasiGaussian
    from dpproofs.optima.rivals.schroedinger import Schroedinger
    from dpproofs.privacy.composition import Round, Sampling, compose
    from dpproofs.replaying import replay

__all__ = [
    "AbstractStaircase",
    "BadInput",
    "Ball",
    "Cactus",
    "Claim",
    "Claims",
    "Comparison",
    "Derived",
    "DiscreteGaussian",
    "DiscreteStaircase",
    "Domain",
    "DpproofsError",
    "Errata",
    "Erratum",
    "ExponentialMechanism",
    "Family",
    "Gaussian",
    "Geometric",
    "KNorm",
    "Laplace",
    "LightTailedLaplace",
    "MultiGaussian",
    "NotConverged",
    "OptimalNoise",
    "Optimum",
    "Piece",
    "PrivacyClaim",
    "QuasiGaussian",
    "RandomizedResponse",
    "Round",
    "Sampling",
    "Schroedinger",
    "Skellam",
    "Staircase",
    "TruncatedGeometric",
    "TruncatedLaplace",
    "Tulap",
    "UniformWithAtom",
    "VectorGaussian",
    "VectorStaircase",
    "Verdict",
    "Verdicts",
    "__version__",
    "audit",
    "between",
    "claim",
    "claims",
    "compare",
    "compose",
    "derive",
    "derive_integral",
    "derive_limit",
    "derive_sum",
    "errata",
    "integer",
    "optimum",
    "positive",
    "real",
    "replay",
    "staircase_optimum",
    "vector_optimum",
    "verify",
]

#: Where each public name has its home.
_NAMES = {
    "dpproofs.auditing": ("audit",),
    "dpproofs.auditing.claim": ("PrivacyClaim",),
    "dpproofs.catalogue": (
        "Claim",
        "Claims",
        "Errata",
        "Erratum",
        "Verdicts",
        "claim",
        "claims",
        "errata",
        "verify",
    ),
    "dpproofs.comparing": ("Comparison", "compare"),
    "dpproofs.deriving": (
        "Derived",
        "Family",
        "Piece",
        "derive_integral",
        "derive_limit",
        "derive_sum",
    ),
    "dpproofs.documents": ("derive",),
    "dpproofs.kernel.domain": ("Domain", "between", "integer", "positive", "real"),
    "dpproofs.kernel.errors": ("BadInput", "DpproofsError"),
    "dpproofs.kernel.verdict": ("Verdict",),
    "dpproofs.mechanisms": (
        "DiscreteGaussian",
        "DiscreteStaircase",
        "Gaussian",
        "Geometric",
        "Laplace",
        "LightTailedLaplace",
        "Skellam",
        "Staircase",
        "TruncatedGeometric",
        "TruncatedLaplace",
        "Tulap",
        "UniformWithAtom",
    ),
    "dpproofs.mechanisms.abstract_staircase": ("AbstractStaircase",),
    "dpproofs.mechanisms.randomized_response": ("RandomizedResponse",),
    "dpproofs.mechanisms.selection": ("ExponentialMechanism",),
    "dpproofs.mechanisms.staircase_optimum": ("staircase_optimum",),
    "dpproofs.mechanisms.vector": ("Ball", "KNorm", "VectorGaussian", "VectorStaircase"),
    "dpproofs.mechanisms.vector.optimum": ("vector_optimum",),
    "dpproofs.optima.cactus.mechanism": ("Cactus",),
    "dpproofs.optima.rivals.gaussian_mixtures": ("MultiGaussian", "QuasiGaussian"),
    "dpproofs.optima.cactus.interior_point": ("NotConverged",),
    "dpproofs.optima": ("Optimum", "optimum"),
    "dpproofs.optima.optimal_noise": ("OptimalNoise",),
    "dpproofs.optima.rivals.schroedinger": ("Schroedinger",),
    "dpproofs.privacy.composition": ("Round", "Sampling", "compose"),
    "dpproofs.replaying": ("replay",),
}
_HOME = {name: home for home, names in _NAMES.items() for name in names}


if not TYPE_CHECKING:  # which knows the names from above, and no others

    def __getattr__(name: str) -> Any:
        if name not in _HOME:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = getattr(importlib.import_module(_HOME[name]), name)
        setattr(sys.modules[__name__], name, value)
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
