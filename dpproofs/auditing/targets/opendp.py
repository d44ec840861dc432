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
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.target import About, Argument
from dpproofs.auditing.targets import libraries
from dpproofs.auditing.targets.naming import last_line, unknown
from dpproofs.auditing.targets.opendp_mechanisms import (
    KINDS,
    Kind,
    OpenDPTarget,
    measurement,
    opendp_prelude,
)
from dpproofs.auditing.targets.opendp_vectors import OpenDPVectorTarget, width_of
from dpproofs.kernel.errors import BadInput

LIBRARY = "opendp"
EXTRA = "opendp"

LARGEST_THRESHOLD = 2**40


def names() -> list[str]:
    """The additive mechanisms. Raises BadInput when OpenDP is missing."""
    opendp_prelude()
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
    dp = opendp_prelude()
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
