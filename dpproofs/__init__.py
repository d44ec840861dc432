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
    from dpproofs.mechanisms.abstract_staircase import AbstractStaircase
    from dpproofs.mechanisms.discrete_staircase import DiscreteStaircase
    from dpproofs.mechanisms.gaussian import Gaussian
    from dpproofs.mechanisms.geometric import Geometric
    from dpproofs.mechanisms.laplace import Laplace
    from dpproofs.mechanisms.light_tailed_laplace import LightTailedLaplace
    from dpproofs.mechanisms.selection import ExponentialMechanism
    from dpproofs.mechanisms.staircase import Staircase
    from dpproofs.mechanisms.staircase_optimum import staircase_optimum
    from dpproofs.mechanisms.truncated_laplace import TruncatedLaplace
    from dpproofs.mechanisms.uniform_with_atom import UniformWithAtom
    from dpproofs.optimum.cactus import Cactus
    from dpproofs.optimum.optimal_noise import OptimalNoise
    from dpproofs.optimum.schroedinger import Schroedinger
    from dpproofs.privacy.composition import Round, compose
    from dpproofs.verify import verify

__all__ = [
    "AbstractStaircase",
    "Cactus",
    "DiscreteStaircase",
    "ExponentialMechanism",
    "Gaussian",
    "Geometric",
    "Laplace",
    "LightTailedLaplace",
    "OptimalNoise",
    "Round",
    "Schroedinger",
    "Staircase",
    "TruncatedLaplace",
    "UniformWithAtom",
    "__version__",
    "audit",
    "compose",
    "staircase_optimum",
    "verify",
]

_HOME = {
    "AbstractStaircase": "dpproofs.mechanisms.abstract_staircase",
    "Cactus": "dpproofs.optimum.cactus",
    "DiscreteStaircase": "dpproofs.mechanisms",
    "ExponentialMechanism": "dpproofs.mechanisms.selection",
    "Gaussian": "dpproofs.mechanisms",
    "Geometric": "dpproofs.mechanisms",
    "Laplace": "dpproofs.mechanisms",
    "LightTailedLaplace": "dpproofs.mechanisms",
    "OptimalNoise": "dpproofs.optimum.optimal_noise",
    "Round": "dpproofs.privacy.composition",
    "Schroedinger": "dpproofs.optimum.schroedinger",
    "Staircase": "dpproofs.mechanisms",
    "TruncatedLaplace": "dpproofs.mechanisms",
    "UniformWithAtom": "dpproofs.mechanisms",
    "audit": "dpproofs.audit",
    "compose": "dpproofs.privacy.composition",
    "staircase_optimum": "dpproofs.mechanisms.staircase_optimum",
    "verify": "dpproofs.verify",
}


class _Facade(ModuleType):
    """A module whose public names are not shadowed by submodules called the same.

    Importing ``dpproofs.verify`` makes Python set the attribute ``verify`` of the package to that
    module; here it becomes the function, which is what the name promises.
    """

    def __setattr__(self, name: str, value: object) -> None:
        if name in _HOME and isinstance(value, ModuleType):
            value = getattr(value, name)
        super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Facade


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(_HOME[name]), name)
    setattr(sys.modules[__name__], name, value)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
