"""The additive mechanisms of python-dp (PyDP), a wrapper of Google's differential privacy library.

The numerical mechanisms are constructed with the claim's epsilon, delta and sensitivity. Google's
library adds real noise to a real number, and the same noise, rounded, to an integer: the names
that end in ``_int`` are on integers. ``std=`` makes a Gaussian mechanism of that standard
deviation.

Count and BoundedSum take a number of records as their input, each with the value 1 or the
sensitivity: neighbours differ in one record.

The library takes its randomness from the operating system: draws cannot be repeated.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, TypeAlias

import numpy as np

from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.target import About, Argument, Computed, Draws, Pair, Target, TargetError
from dpproofs.auditing.targets import libraries
from dpproofs.auditing.targets.naming import last_line, unknown
from dpproofs.auditing.targets.outputs import called, checked
from dpproofs.kernel.errors import BadInput

LIBRARY = "python-dp"
EXTRA = "python-dp"

Mechanism: TypeAlias = Any
NUMERICAL = (
    "LaplaceMechanism",
    "LaplaceMechanism_int",
    "GaussianMechanism",
    "GaussianMechanism_int",
)
RECORDS = ("Count", "BoundedSum", "BoundedSum_int")
MOST_RECORDS = 10**6


class PythonDPTarget(Target):
    """One mechanism of python-dp."""

    def __init__(self, name: str, claim: PrivacyClaim, std: float | None, about: About):
        self.name = name
        self.claim = claim
        self.std = std
        self.about = about

    @property
    def integer(self) -> bool:
        """Whether the noise is rounded."""
        return self.name == "Count" or self.name.endswith("_int")

    def draw(self, value: Any, count: int, rng: np.random.Generator) -> Draws:
        """``count`` calls of ``add_noise`` or ``quick_result``: the library has no vectors."""
        del rng
        whose, call = f"{self.about.name} at {value!r}", self._call(value)
        try:
            draws = [call() for _ in range(count)]
        except Exception as error:
            raise TargetError(f"{whose} raised {last_line(error)}") from error
        return checked(draws, count, whose)

    def outcomes(self, value: Any, count: int, rng: np.random.Generator) -> Draws | Sequence[Any]:
        del rng
        return called(self._call(value), count, f"{self.about.name} at {value!r}")

    def _call(self, value: Any) -> Callable[[], Any]:
        made = self.mechanism()
        release = made.quick_result if self.name in RECORDS else made.add_noise
        return partial(release, self._argument(value))

    def pairs(self, claim: PrivacyClaim) -> Sequence[Pair] | None:
        """Numbers of records that differ by one, or integers; None for shifts."""
        if self.name in RECORDS:
            starts = [(0, 1), (1, 1), (1000, 1)]
        elif self.integer:
            shift = libraries.integer("sensitivity", claim.sensitivity, self.about.name)
            starts = [(x, shift) for x in (0, -1000, 2**53 + 1, 2**60 + 128)]
        else:
            return None
        return [Pair(x, x + d) for x, d in starts]

    def computed(self) -> Computed | None:
        """The scale or standard deviation that the mechanism reports; None for rounded noise."""
        if self.integer or self.name in RECORDS:
            return None
        made = self.mechanism()
        if self.name.startswith("Laplace"):
            return Computed("laplace", {"scale": made.diversity})
        return Computed("gaussian", {"sigma": made.std})

    def mechanism(self) -> Mechanism:
        """A fresh one: the library's objects cannot be pickled."""
        claim = self.claim
        if self.name in RECORDS:
            laplacian = libraries.load("pydp.algorithms.laplacian", EXTRA)
            if self.name == "Count":
                return laplacian.Count(epsilon=claim.epsilon, dtype="int64")
            dtype = "int64" if self.integer else "float"
            return laplacian.BoundedSum(
                epsilon=claim.epsilon, lower_bound=0, upper_bound=self._record(), dtype=dtype
            )
        numerical = libraries.load("pydp.algorithms.numerical_mechanisms", EXTRA)
        if self.name.startswith("Laplace"):
            return numerical.LaplaceMechanism(claim.epsilon, claim.sensitivity)
        if self.std is not None:
            return numerical.GaussianMechanism.create_from_standard_deviation(self.std)
        return numerical.GaussianMechanism(claim.epsilon, claim.delta, claim.sensitivity)

    def _record(self) -> float | int:
        """The value of one record: what one record can add."""
        if self.name == "Count":
            return 1
        return int(self.claim.sensitivity) if self.integer else self.claim.sensitivity

    def _argument(self, value: Any) -> Any:
        if self.name in RECORDS:
            records = libraries.integer("input", value, self.about.name)
            if not 0 <= records <= MOST_RECORDS:
                raise BadInput("input", value, f"a number of records in [0, {MOST_RECORDS}]")
            return [self._record()] * records
        if self.integer:
            return libraries.integer("input", value, self.about.name)
        return libraries.number("input", value)


def names() -> list[str]:
    """The additive mechanisms. Raises BadInput when python-dp is missing."""
    libraries.load("pydp", EXTRA)
    return [*NUMERICAL, *RECORDS]


def build(name: str, claim: PrivacyClaim, arguments: Mapping[str, Argument]) -> PythonDPTarget:
    """A mechanism constructed for the claim.

    Raises
    ------
    BadInput
        When python-dp is missing, has no such mechanism, or does not accept the claim, or an
        argument is not one of the mechanism's.
    """
    libraries.load("pydp", EXTRA)
    if name not in (*NUMERICAL, *RECORDS):
        every = (f"{LIBRARY}:{known}" for known in (*NUMERICAL, *RECORDS))
        raise unknown("TARGET", f"{LIBRARY}:{name}", every)
    title = f"{LIBRARY}:{name}"
    libraries.refuse_others(title, arguments, {"std"} if name.startswith("Gaussian") else set())
    std = libraries.number("std", arguments["std"]) if "std" in arguments else None
    about = About(title, LIBRARY, libraries.version(LIBRARY), dict(arguments))
    target = PythonDPTarget(name, claim, std, about)
    if name == "Count" and claim.sensitivity != 1:
        raise BadInput("sensitivity", claim.sensitivity, "1, which is what a record counts for")
    if target.integer:
        libraries.integer("sensitivity", claim.sensitivity, title)
    try:
        target.mechanism()
    except (RuntimeError, TypeError, ValueError) as error:
        raise libraries.refused(title, claim, arguments, last_line(error)) from error
    return target
