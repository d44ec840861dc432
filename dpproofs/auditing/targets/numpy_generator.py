"""The distributions of NumPy's generators, ``numpy:laplace --arg scale=2``: additive noise."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.target import About, Argument, Target
from dpproofs.auditing.targets.additive import AdditiveTarget
from dpproofs.auditing.targets.families import computed_of_numpy
from dpproofs.auditing.targets.naming import unknown
from dpproofs.auditing.targets.signature import given, parameters_of, require

LIBRARY = "numpy"
EXTRA = ""

VECTORS = {"choice", "dirichlet", "multinomial", "multivariate_hypergeometric"}
VECTORS |= {"multivariate_normal"}


@dataclass(frozen=True)
class Method:
    """A method of the generator that is passed, with its arguments."""

    name: str
    arguments: Mapping[str, Argument]

    def __call__(self, count: int, rng: np.random.Generator) -> Any:
        return getattr(rng, self.name)(size=count, **self.arguments)


def names() -> list[str]:
    """The methods that draw numbers."""
    methods = inspect.getmembers(np.random.Generator, callable)
    return [n for n, method in methods if n not in VECTORS and "size" in parameters_of(method)]


def build(name: str, claim: PrivacyClaim, arguments: Mapping[str, Argument]) -> Target:
    """Noise from one of the methods.

    Raises
    ------
    BadInput
        For a name or an argument that NumPy does not know, or a number it refuses.
    """
    if name not in names():
        raise unknown("TARGET", f"{LIBRARY}:{name}", [f"{LIBRARY}:{known}" for known in names()])
    about = About(f"{LIBRARY}:{name}", LIBRARY, np.__version__, dict(arguments))
    parameters = parameters_of(getattr(np.random.Generator(np.random.PCG64(0)), name))
    passed = given(parameters, claim, arguments, about.name)
    require(parameters, passed, about.name)
    known = computed_of_numpy(name, passed)
    edges = tuple(known.parameters.values()) if known and known.family == "uniform" else ()
    return AdditiveTarget(about, Method(name, passed), known=known, steps=edges).tried()
