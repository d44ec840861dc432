"""The additive mechanisms of OpenDP, calibrated by their own privacy maps.

The scale is the smallest that OpenDP's map accepts for the claim at d_in = sensitivity, found by
its own binary search; ``scale=`` overrides it. Gaussian noise is zCDP to OpenDP, and its map is
cast to (epsilon, delta) by ``make_zCDP_to_approxDP`` and ``make_fix_delta``. ``k=`` sets the
granularity 2^k of the noise on floats.

Draws at one input are one call of the mechanism on a vector that repeats the input: OpenDP's
mechanism on a number is the one on a vector of length 1. ``canonical_noise`` has no vector form.

A thresholded mechanism is given a data set that has one key with the input as its count, or no key
when the input is 0. Its output is the released count, or threshold - 1 when the key is not
released. ``threshold=`` overrides the smallest one that the map accepts; Gaussian noise and the
threshold get half of delta each.

``dimension=`` makes it a mechanism on vectors of that length.

OpenDP takes its randomness from the operating system: draws cannot be repeated.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np

from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.target import About, Argument, Computed, Draws, Pair, Target, TargetError
from dpproofs.auditing.targets import libraries
from dpproofs.auditing.targets.naming import last_line, unknown
from dpproofs.auditing.targets.outputs import checked
from dpproofs.kernel.errors import BadInput

LIBRARY = "opendp"
EXTRA = "opendp"

Measurement: TypeAlias = Any
KEY = "key"
LARGEST_THRESHOLD = 2**40


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
    dp = _opendp()
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


def names() -> list[str]:
    """The additive mechanisms. Raises BadInput when OpenDP is missing."""
    _opendp()
    return list(KINDS)


def refuse_deadly(name: str, claim: PrivacyClaim) -> None:
    """Raises BadInput for canonical noise without delta.

    A draw then ends the process with a segmentation fault (seen with OpenDP 0.16.0).
    """
    if name == "canonical_noise" and claim.delta == 0:
        accepted = f"> 0 for {LIBRARY}:{name}: at 0 a draw crashes OpenDP, and this process with it"
        raise BadInput("delta", claim.delta, accepted)


def build(name: str, claim: PrivacyClaim, arguments: Mapping[str, Argument]) -> OpenDPTarget:
    """A mechanism calibrated for the claim.

    Raises
    ------
    BadInput
        When OpenDP is missing, has no such mechanism, or cannot make it private as claimed, or
        when an argument is not one of the mechanism's.
    """
    dp = _opendp()
    if name not in KINDS:
        raise unknown("TARGET", f"{LIBRARY}:{name}", [f"{LIBRARY}:{known}" for known in KINDS])
    kind, title = KINDS[name], f"{LIBRARY}:{name}"
    libraries.refuse_others(title, arguments, kind.arguments)
    about = About(title, LIBRARY, libraries.version(LIBRARY), dict(arguments))
    arguments = dict(arguments)
    width = arguments.pop("dimension", None)
    _possible(kind, claim, title)
    try:
        options = _options(dp, kind, claim, arguments)
        measurement(kind, claim, options)
    except (dp.OpenDPException, ValueError, TypeError, OverflowError) as error:
        if isinstance(error, BadInput):
            raise
        raise libraries.refused(title, claim, arguments, last_line(error)) from error
    if width is None:
        return OpenDPTarget(name, claim, options, about)
    from dpproofs.auditing.targets.opendp_vectors import OpenDPVectorTarget, width_of

    return OpenDPVectorTarget(name, claim, options, about, width_of(title, width))


def _possible(kind: Kind, claim: PrivacyClaim, title: str) -> None:
    if claim.epsilon == 0:
        raise BadInput("epsilon", claim.epsilon, f"> 0 for {title}")
    if claim.delta == 0 and (kind.gaussian or kind.thresholded):
        raise BadInput("delta", claim.delta, f"> 0 for {title}")
    if kind.atom == "i64":
        libraries.integer("sensitivity", claim.sensitivity, title)


def _options(
    dp: Any, kind: Kind, claim: PrivacyClaim, arguments: Mapping[str, Argument]
) -> dict[str, Any]:
    """The arguments of OpenDP's constructor."""
    if kind.constructor == "make_canonical_noise":
        return {}
    options: dict[str, Any] = {}
    if "k" in arguments:
        options["k"] = libraries.integer("k", arguments["k"])
    ends = [end for end in ("lower", "upper") if end in arguments]
    if len(ends) == 1:
        raise BadInput("--arg", f"{ends[0]}={arguments[ends[0]]}", "lower and upper, or neither")
    if ends:
        options["bounds"] = tuple(libraries.integer(end, arguments[end]) for end in ends)
    if "scale" in arguments:
        options["scale"] = libraries.number("scale", arguments["scale"])
    else:
        options["scale"] = dp.binary_search(_scale_suffices(dp, kind, claim, options), T=float)
    if "threshold" in arguments:
        value = libraries.number("threshold", arguments["threshold"])
        options["threshold"] = _as_atom(kind, value)
    elif kind.thresholded:
        bounds = (math.ceil(claim.sensitivity), LARGEST_THRESHOLD)
        found = dp.binary_search(_threshold_suffices(kind, claim, options), bounds=bounds, T="i64")
        options["threshold"] = _as_atom(kind, found)
    return options


def _scale_suffices(
    dp: Any, kind: Kind, claim: PrivacyClaim, options: Mapping[str, Any]
) -> Callable[[float], bool]:
    """Whether OpenDP's map at a scale is within the claim; a threshold adds no noise."""
    plain = replace(
        kind, constructor=kind.constructor.removesuffix("_threshold"), thresholded=False
    )
    options = {key: value for key, value in options.items() if key != "threshold"}

    def suffices(scale: float) -> bool:
        made = measurement(plain, claim, {**options, "scale": scale})
        if kind.gaussian:
            share = claim.delta / 2 if kind.thresholded else claim.delta
            made = dp.c.make_fix_delta(dp.c.make_zCDP_to_approxDP(made), share)
        spent = made.map(_distance(plain, claim))
        epsilon = spent[0] if isinstance(spent, tuple) else spent
        return bool(epsilon <= claim.epsilon)

    return suffices


def _threshold_suffices(
    kind: Kind, claim: PrivacyClaim, options: Mapping[str, Any]
) -> Callable[[int], bool]:
    """Whether a key of a new count is released with probability delta at most, says the map."""
    share = claim.delta / 2 if kind.gaussian else claim.delta

    def suffices(threshold: int) -> bool:
        made = measurement(kind, claim, {**options, "threshold": _as_atom(kind, threshold)})
        return bool(made.map(_distance(kind, claim))[1] <= share)

    return suffices


def _distance(kind: Kind, claim: PrivacyClaim) -> Any:
    """The claim's sensitivity as a distance of OpenDP's metric."""
    whole = kind.atom == "i64" and not kind.gaussian
    one = int(claim.sensitivity) if whole else float(claim.sensitivity)
    return (1, one, one) if kind.thresholded else one


def _as_atom(kind: Kind, value: float) -> float | int:
    if kind.atom == "i64":
        return libraries.integer("threshold", value)
    return float(value)


def _opendp() -> Any:
    dp = libraries.load("opendp.prelude", EXTRA)
    dp.enable_features("contrib")
    return dp
