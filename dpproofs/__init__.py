"""Executable theorems of differential-privacy noise.

>>> import dpproofs as dp
>>> dp.Laplace(epsilon=1, sensitivity=1).expected_cost(1)
1.0

Everything here is loaded on first use, so that importing the package costs next to nothing.
"""

from __future__ import annotations

import importlib
import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

from dpproofs._version import __version__

if TYPE_CHECKING:
    from dpproofs.audit import audit
    from dpproofs.audit.claim import PrivacyClaim
    from dpproofs.claims import (
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
    from dpproofs.optimum.cactus import Cactus
    from dpproofs.optimum.gaussian_mixtures import MultiGaussian, QuasiGaussian
    from dpproofs.optimum.interior_point import NotConverged
    from dpproofs.optimum.least import Optimum, optimum
    from dpproofs.optimum.optimal_noise import OptimalNoise
    from dpproofs.optimum.schroedinger import Schroedinger
    from dpproofs.privacy.composition import Round, Sampling, compose
    from dpproofs.replay import replay

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
    "dpproofs.audit": ("audit",),
    "dpproofs.audit.claim": ("PrivacyClaim",),
    "dpproofs.claims": (
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
    "dpproofs.optimum.cactus": ("Cactus",),
    "dpproofs.optimum.gaussian_mixtures": ("MultiGaussian", "QuasiGaussian"),
    "dpproofs.optimum.interior_point": ("NotConverged",),
    "dpproofs.optimum": ("Optimum", "optimum"),
    "dpproofs.optimum.optimal_noise": ("OptimalNoise",),
    "dpproofs.optimum.schroedinger": ("Schroedinger",),
    "dpproofs.privacy.composition": ("Round", "Sampling", "compose"),
    "dpproofs.replay": ("replay",),
}
_HOME = {name: home for home, names in _NAMES.items() for name in names}


class _Facade(ModuleType):
    """A module whose public names are not shadowed by submodules called the same.

    Importing ``dpproofs.verify`` makes Python set the attribute ``verify`` of the package to that
    module; here it becomes the function, which is what the name promises.
    """

    def __setattr__(self, name: str, value: object) -> None:
        if name in _HOME and isinstance(value, ModuleType):
            if value.__name__ != _HOME[name]:  # the name has its home elsewhere: see __getattr__
                return
            value = getattr(value, name)
        super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Facade


if not TYPE_CHECKING:  # which knows the names from above, and no others

    def __getattr__(name: str) -> Any:
        if name not in _HOME:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = getattr(importlib.import_module(_HOME[name]), name)
        setattr(sys.modules[__name__], name, value)
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
