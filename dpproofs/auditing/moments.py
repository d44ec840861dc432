"""Bias and variance as a library documents them, against those that its outputs have.

Where the noise is only added and its distribution is known, its second moment is enclosed. Outputs
in an interval are drawn, and have limits by Theorem 4 of A. Maurer and M. Pontil, "Empirical
Bernstein bounds and sample variance penalization" (COLT 2009), which hold for any number of draws.
That documentation is wrong breaks no promise of privacy: it is told beside the verdicts.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.record import MomentRecord
from dpproofs.auditing.sampler.confirmation import plain
from dpproofs.auditing.target import Documented, Target, TargetError
from dpproofs.kernel.errors import BadInput
from dpproofs.privacy.enclosed import known_noise

DRAWS = 20_000  # at each input ...
PILOT = 4  # ... of which one in so many chooses a place
ALPHA = 1e-6  # both limits of a moment are right, but with this probability
CLOSE = 1e-9  # a relative difference that is rounding

Limits = tuple[float, float]


def audit_moments(target: Target, claim: PrivacyClaim, *, seed: int = 0) -> list[MomentRecord]:
    """Bias and variance at the target's inputs, each with what was documented.

    Returns
    -------
    A record for each moment that is documented and could be bounded; none for targets whose
    library documents neither.
    """
    found: list[MomentRecord] = []
    for number, value in enumerate(_inputs(target, claim)):
        documented = target.documented(value)
        if documented is None or (documented.bias is None and documented.variance is None):
            continue
        try:
            limits = _limits(target, value, documented, (seed, number))
        except (TargetError, BadInput):
            continue
        for name, said in (("bias", documented.bias), ("variance", documented.variance)):
            if said is not None and name in limits:
                low, high = limits[name]
                slack = CLOSE * max(abs(low), abs(high))
                agrees = low - slack <= said <= high + slack
                ends = float(low), float(high)
                found.append(MomentRecord(claim, plain(value), name, float(said), ends, agrees))
    return found


def _inputs(target: Target, claim: PrivacyClaim) -> Sequence[float]:
    pairs = target.pairs(claim)
    return [0] if pairs is None else list(dict.fromkeys(pair.input for pair in pairs))


def _limits(
    target: Target, value: float, documented: Documented, seed: tuple[int, int]
) -> dict[str, Limits]:
    """Where bias and variance lie."""
    if documented.bounds is not None:
        draws = target.draw(value, DRAWS, np.random.default_rng(seed)).astype(float)
        return dict(_drawn(draws - value, value, documented.bounds))
    computed = target.computed()
    if computed is None or computed.processed:
        return {}
    cost = known_noise(computed.family, computed.parameters).cost(2)
    return {"bias": (0.0, 0.0), "variance": (float(cost.lower()), float(cost.upper()))}


def _drawn(
    errors: NDArray[np.float64], value: float, bounds: Limits
) -> Iterator[tuple[str, Limits]]:
    """From errors of outputs in an interval: of the bias, and of the variance.

    The variance is that of errors around a place which other draws have chosen.
    """
    pilot, rest = np.split(errors, [len(errors) // PILOT])
    low, high = (end - value for end in bounds)
    bias = _mean(rest, high - low, ALPHA / 2)
    yield "bias", bias
    centre = float(pilot.mean())
    around = _mean((rest - centre) ** 2, max(high - centre, centre - low) ** 2, ALPHA / 2)
    apart = [abs(end - centre) for end in bias]
    nearest = 0.0 if bias[0] <= centre <= bias[1] else min(apart)
    yield "variance", (max(0.0, around[0] - max(apart) ** 2), around[1] - nearest**2)


def _mean(values: NDArray[np.float64], width: float, alpha: float) -> Limits:
    """Limits for the mean of numbers in an interval, wrong with probability alpha at most."""
    count, log = len(values), math.log(4 / alpha)  # 2/(alpha/2), for each side
    spread = math.sqrt(2 * float(values.var(ddof=1)) * log / count)
    spread += 7 * width * log / (3 * (count - 1))
    mean = float(values.mean())
    return mean - spread, mean + spread
