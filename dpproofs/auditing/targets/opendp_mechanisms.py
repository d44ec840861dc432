"""One additive mechanism of OpenDP with its scale and threshold, and how OpenDP makes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.target import About, Computed, Draws, Pair, Target, TargetError
from dpproofs.auditing.targets import libraries
from dpproofs.auditing.targets.naming import last_line
from dpproofs.auditing.targets.outputs import checked

Measurement: TypeAlias = Any
KEY = "key"


@dataclass(frozen=True)
class Kind:
    """What tells one mechanism of OpenDP from another.

    Attributes
    ----------
    constructor
        Its name in ``opendp.measurements``.
    atom
        The type of a number.
    noise
        The name of its noise for the audit of the parameters.
    thresholded
        Whether it releases the keys whose noisy counts reach a threshold.
    """

    constructor: str
    atom: str
    noise: str
    thresholded: bool = False

    @property
    def gaussian(self) -> bool:
        """Whether its map is in zCDP."""
        return "gaussian" in self.noise

    @property
    def arguments(self) -> set[str]:
        """What it takes beyond the claim."""
        if self.constructor == "make_canonical_noise":
            return set()
        if self.constructor == "make_geometric":
            return {"scale", "lower", "upper"}
        grain = {"k"} if self.atom == "f64" else set()
        return {"scale"} | grain | ({"threshold"} if self.thresholded else {"dimension"})


KINDS = {
    "laplace": Kind("make_laplace", "f64", "laplace"),
    "laplace_int": Kind("make_laplace", "i64", "geometric"),
    "gaussian": Kind("make_gaussian", "f64", "gaussian"),
    "gaussian_int": Kind("make_gaussian", "i64", "discrete_gaussian"),
    "geometric": Kind("make_geometric", "i64", "geometric"),
    "canonical_noise": Kind("make_canonical_noise", "f64", "canonical"),
    "laplace_threshold": Kind("make_laplace_threshold", "f64", "laplace", True),
    "laplace_threshold_int": Kind("make_laplace_threshold", "i64", "geometric", True),
    "gaussian_threshold": Kind("make_gaussian_threshold", "f64", "gaussian", True),
    "gaussian_threshold_int": Kind("make_gaussian_threshold", "i64", "discrete_gaussian", True),
}


class OpenDPTarget(Target):
    """One mechanism of OpenDP with its scale and threshold."""

    def __init__(self, name: str, claim: PrivacyClaim, options: Mapping[str, Any], about: About):
        self.kind = KINDS[name]
        self.claim = claim
        self.options = dict(options)
        self.about = about

    def draw(self, value: Any, count: int, rng: np.random.Generator) -> Draws:
        """``count`` outputs, by one call where OpenDP has a mechanism on vectors."""
        del rng
        value = self._input(value)
        whose = f"{self.about.name} at {value!r}"
        try:
            draws = self._released(value, count)
        except Exception as error:
            raise TargetError(f"{whose} raised {last_line(error)}") from error
        return checked(draws, count, whose)

    def pairs(self, claim: PrivacyClaim) -> Sequence[Pair] | None:
        """With and without a key, and around the threshold; at integers; None for shifts."""
        if self.kind.atom == "f64" and not self.kind.thresholded:
            return None
        shift = self._input(claim.sensitivity)
        starts = [(0, shift), (-1000, shift), (2**53 + 1, shift), (2**60 + 128, shift)]
        if self.kind.thresholded:
            threshold = self.options["threshold"]
            starts = [(0, shift), (threshold - shift, shift), (threshold, shift)]
        elif "bounds" in self.options:
            lower, upper = self.options["bounds"]
            starts += [(lower, shift), (upper, -shift)]
        return [Pair(x, x + d) for x, d in starts]

    def landmarks(self) -> Sequence[float]:
        """None: the threshold is a place of the output, not of the noise."""
        return ()

    def computed(self) -> Computed | None:
        """The noise at the calibrated scale; None for noise cut off at bounds, or canonical."""
        if "scale" not in self.options or "bounds" in self.options:
            return None
        parameter = "sigma" if self.kind.gaussian else "scale"
        return Computed(self.kind.noise, {parameter: self.options["scale"]})

    def _input(self, value: Any) -> Any:
        if self.kind.atom == "i64":
            return libraries.integer("input", value, self.about.name)
        return libraries.number("input", value)

    def _released(self, value: Any, count: int) -> Any:
        if self.kind.thresholded:
            data = {} if value == 0 else {KEY: value}
            release = measurement(self.kind, self.claim, self.options)
            absent = self.options["threshold"] - 1
            return [release(data).get(KEY, absent) for _ in range(count)]
        if self.kind.constructor == "make_canonical_noise":
            add = measurement(self.kind, self.claim, self.options)
            return [add(value) for _ in range(count)]
        return measurement(self.kind, self.claim, self.options, count)([value] * count)


def measurement(
    kind: Kind, claim: PrivacyClaim, options: Mapping[str, Any], size: int | None = None
) -> Measurement:
    """The mechanism on a number, or on vectors of a size; on one key's count if thresholded."""
    dp = opendp_prelude()
    constructor = getattr(dp.m, kind.constructor)
    atom = dp.atom_domain(T=kind.atom, nan=False) if kind.atom == "f64" else dp.atom_domain(T="i64")
    domain, metric = atom, dp.absolute_distance(T="f64" if kind.gaussian else kind.atom)
    if kind.thresholded:
        domain = dp.map_domain(dp.atom_domain(T=str), atom)
        metric = (dp.l02inf_distance if kind.gaussian else dp.l01inf_distance)(metric)
    elif size is not None:
        domain = dp.vector_domain(atom, size=size)
        metric = dp.l2_distance(T="f64") if kind.gaussian else dp.l1_distance(T=kind.atom)
    if kind.constructor == "make_canonical_noise":
        return constructor(domain, metric, claim.sensitivity, (claim.epsilon, claim.delta))
    return constructor(domain, metric, **options)


def opendp_prelude() -> Any:
    dp = libraries.load("opendp.prelude", "opendp")
    dp.enable_features("contrib")
    return dp
