"""Thresholds: the probability of releasing a key that the neighbouring data do not have.

The three audits do not see it: the noise is as it should be, and a release is too rare to draw.
The event "the key is released" has probability 0 without the key, so that with it the probability
has to be at most delta. It is a tail of the noise, and it is counted on many keys at a time.
"""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

import mpmath

from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.record import (
    ComputedRecord,
    SecondWay,
    ThresholdRecord,
    ThresholdWitnessRecord,
)
from dpproofs.auditing.suite.noise import DIGITS, at_least, noise_of
from dpproofs.auditing.suite.second_way import ALPHA, limits_of
from dpproofs.auditing.target import Target

if TYPE_CHECKING:
    from dpproofs.auditing.targets.opendp_mechanisms import OpenDPTarget

KEYS = 100_000  # counted in one release
FREQUENT = 1e-3


def threshold_of(target: Target) -> float | None:
    """The threshold of a target that releases keys; None for others."""
    options = getattr(target, "options", {})
    return options.get("threshold") if isinstance(options, dict) else None


def audit_threshold(target: Target, claim: PrivacyClaim) -> ThresholdRecord | None:
    """A finding when a key with the sensitivity as its count is released too often.

    Returns
    -------
    None when the tail of the noise is within delta, or the noise is not known.
    """
    threshold, computed = threshold_of(target), target.computed()
    if threshold is None or computed is None:
        return None
    with mpmath.workdps(DIGITS):
        noise = noise_of(computed.family, computed.parameters)
        true = at_least(noise, threshold - claim.sensitivity)
        exceeds = bool(true > mpmath.mpf(claim.delta) * (1 + mpmath.mpf(10) ** -9))
        shown = mpmath.nstr(true, 8)
    if not exceeds:
        return None
    text = (
        f"a key with count {claim.sensitivity:g} is released when count + noise >= {threshold:g}: "
        f"with probability {shown}, {float(true) / claim.delta:.4g} times delta; "
        "without the key, never"
    )
    witness = ThresholdWitnessRecord(
        input=f"one key with count {claim.sensitivity:g}",
        neighbour="no key",
        set="the key is released",
        threshold=threshold,
        computed=ComputedRecord(computed.family, dict(computed.parameters)),
        true_delta=shown,
        ratio=float(true) / claim.delta,
    )
    second = counted(target, claim, float(true))
    verdict = "violation" if second.agrees else "undecided"
    return ThresholdRecord(verdict, text, audit="threshold", witness=witness, second_way=second)


def program(target: Target, claim: PrivacyClaim) -> str:
    """A command that asks OpenDP itself.

    It prints what the map says, and how many of a million keys are released; of canonical noise one
    draw.
    """
    from dpproofs.auditing.targets.opendp_mechanisms import OpenDPTarget

    if not isinstance(target, OpenDPTarget):
        return f"dpproofs audit {target.about.name}"
    kind, options = target.kind, target.options
    start = ["import opendp.prelude as dp", 'dp.enable_features("contrib")']
    if kind.constructor == "make_canonical_noise":
        domain = 'dp.atom_domain(T="f64", nan=False), dp.absolute_distance(T="f64")'
        given = f"{float(claim.sensitivity)!r}, {(float(claim.epsilon), float(claim.delta))!r}"
        return _line(*start, f"print(dp.m.{kind.constructor}({domain}, {given})(0.0))")
    metric = "l02inf_distance" if kind.gaussian else "l01inf_distance"
    distance = "f64" if kind.gaussian else kind.atom
    size = _count(target, claim)
    noise = f"scale={options['scale']!r}, threshold={options['threshold']!r}"
    return _line(
        *start,
        f'd = dp.map_domain(dp.atom_domain(T=str), dp.atom_domain(T="{kind.atom}"))',
        f'e = dp.{metric}(dp.absolute_distance(T="{distance}"))',
        f"m = dp.m.{kind.constructor}(d, e, {noise})",
        f"print(m.map((1, {size!r}, {size!r})))",
        f"print(len(m({{str(k): {size!r} for k in range(10**6)}})) / 10**6)",
    )


def _line(*statements: str) -> str:
    return shlex.join(["python", "-c", "; ".join(statements)])


def _count(target: OpenDPTarget, claim: PrivacyClaim) -> float:
    """The count of a key that a neighbour lacks, in the type of the counts."""
    return int(claim.sensitivity) if target.kind.atom == "i64" else float(claim.sensitivity)


def counted(target: Target, claim: PrivacyClaim, true: float) -> SecondWay:
    """How many of many such keys are released, at this threshold or at one that can be seen.

    A tail too rare to count is known from its formula; that the library releases keys at the
    threshold too, and not beyond it only, is counted at a lower threshold then.
    """
    from dpproofs.auditing.targets.opendp_mechanisms import OpenDPTarget

    method = f"{KEYS:,} keys released at once, limits wrong with probability {ALPHA:g} at most"
    if not isinstance(target, OpenDPTarget):
        return SecondWay(False, method, "none: this library has no data of many keys")
    released, low, high = _released(target, claim, target.options["threshold"])
    text = f"{released:,} keys were released: probability in [{low:.4g}, {high:.4g}]"
    if low > claim.delta and low <= true <= high:
        return SecondWay(True, method, text)
    threshold, at, beyond = _seen(target, claim)
    released, low, high = _released(target, claim, threshold)
    agrees = low <= at <= high and beyond < low
    text += (
        f"; at threshold {threshold:g}, {released:,} were, so in [{low:.4g}, {high:.4g}]: with it "
        f"the tail is {at:.4g}, without it {beyond:.4g}"
    )
    return SecondWay(agrees, method, text)


def _released(
    target: OpenDPTarget, claim: PrivacyClaim, threshold: float
) -> tuple[int, float, float]:
    """How many keys were released, and limits for the probability."""
    from dpproofs.auditing.targets.opendp_mechanisms import measurement

    release = measurement(target.kind, target.claim, target.options | {"threshold": threshold})
    count = len(release({str(key): _count(target, claim) for key in range(KEYS)}))
    return count, *limits_of(count, KEYS)


def _seen(target: OpenDPTarget, claim: PrivacyClaim) -> tuple[float, float, float]:
    """The largest threshold at which releases are frequent; the tails from it and beyond it."""
    threshold, size = target.options["threshold"], claim.sensitivity
    computed = target.computed()
    with mpmath.workdps(DIGITS):
        noise = noise_of(computed.family, computed.parameters) if computed else None
        while noise is not None and threshold - 1 > size:
            if at_least(noise, threshold - size) >= FREQUENT:
                break
            threshold -= 1
        if noise is None:
            return threshold, 0.0, 0.0
        tails = [float(at_least(noise, threshold - size + more)) for more in (0, 1)]
    return threshold, tails[0], tails[1] if target.kind.atom == "i64" else tails[0]
