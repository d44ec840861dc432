"""What the bits of doubles give away."""

from __future__ import annotations

import math

import numpy as np

from dpproofs.testing.failures import Finding
from dpproofs.testing.needs import doubles, number_outcomes, strictness
from dpproofs.testing.trial import Trial, check

BITS = "Mironov, 2012: outcomes must not tell the input by the bits they can have"
LOOKED_AT = 4096
SINGLE = 23  # bits after the first one, of a 32-bit float
FULL = 40  # a double uses that many, whoever computed it


@check(BITS, number_outcomes, doubles, order=35)
def resolution_is_not_single_precision(trial: Trial) -> Finding:
    """Outcomes are not floats of 32 bits or less, whose spacing depends on their size.

    Noise in single precision has a few million values near the answer; each input reaches its own.
    A fixed lattice, the same for all sizes, is another thing, and not meant here.
    """
    sampler = trial.sampler
    reach = sampler.claim.sensitivity
    low, high = sampler.domain
    value = reach / 3 if low <= reach / 3 <= high and not sampler.pairs else sampler.origin
    drawn = np.asarray(sampler.layout(trial.draw(value, LOOKED_AT, 1)), dtype=float)
    drawn = drawn[(drawn != 0) & np.isfinite(drawn)]
    if len(drawn) < LOOKED_AT // 8:
        return trial.passed()
    mantissa, exponent = np.frexp(drawn)
    units = np.abs(np.ldexp(mantissa, 53)).astype(np.int64)
    lowest = exponent - 53 + np.log2(units & -units).astype(int)  # exponent of the last bit set
    used = exponent - 1 - lowest
    coarsest = int(exponent.max()) - 1 - SINGLE
    finer = lowest < coarsest
    if used.max() > SINGLE or not finer.any():
        return trial.passed()
    place = int(np.argmax(finer))
    chance = 2.0 ** -min(1000.0, len(drawn) * 1.0)
    return trial.judged(
        chance,
        f"none of {len(drawn):,} outcomes uses more than {int(used.max()) + 1} bits,",
        f"and {float(drawn[place])!r} is on a finer grid than {float(drawn[exponent.argmax()])!r}",
    )


@check(BITS, strictness, order=60)
def no_double_tells_the_input(trial: Trial) -> Finding:
    """No double is reached from one input and not from its neighbour.

    Adding a double to a double rounds in a way that depends on both. Nearly every sampler in
    floating point fails here, so this check is made only when it is asked for, by strict=True.
    """
    from dpproofs.auditing.numbers import audit_numbers

    sampler, given = trial.sampler, trial.allotment
    report = audit_numbers(
        sampler.target,
        sampler.claim,
        alpha=given.level,
        max_draws=100_000,
        seconds=given.seconds,
        seed=given.seed,
    )
    trial.drawn += 2 * report.pairs
    if report.verdict != "violation":
        return trial.passed(min(1.0, 1 / max(report.e_value, 1e-300)))
    lines = [f"e-value {report.e_value:,.4g} after {report.pairs:,} pairs of draws"]
    if report.witness is not None:
        pair, counts = report.witness.pair, report.witness.counts
        lines.append(report.witness.event.text)
        lines.append(
            f"at {pair.input!r} {counts.input} times, at {pair.neighbour!r} {counts.neighbour}"
            f" times, of {counts.draws} fresh draws each"
        )
    return trial.failed(*lines, p=math.exp(-math.log(max(report.e_value, 1.0))))
