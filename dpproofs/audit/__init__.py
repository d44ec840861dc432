"""Audits of other people's samplers: targets, witness sets, evidence, reports."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dpproofs.audit.sampler import SamplerReport

__all__ = ["audit"]


def audit(
    sampler: Any,
    *,
    epsilon: float,
    delta: float = 0.0,
    sensitivity: float = 1.0,
    alpha: float = 0.05,
    max_draws: int = 1_000_000,
    seconds: float = math.inf,
    seed: int = 0,
) -> SamplerReport:
    """Look for a violation of (epsilon, delta)-privacy by drawing from a sampler.

    >>> import dpproofs as dp
    >>> noise = dp.Laplace(epsilon=2, sensitivity=1)
    >>> dp.audit(noise, epsilon=1, sensitivity=1).verdict
    'violation'

    Parameters
    ----------
    sampler
        A function from a number to a noisy value (``f(value)``, ``f(value, size=n)``, either with
        ``rng=``), a noise distribution with ``sample`` or ``rvs``, a class of these, a `Target`,
        or a name such as ``"diffprivlib:Laplace"``.
    epsilon, delta, sensitivity
        The claim: P(M(x) in S) <= e^epsilon P(M(x') in S) + delta for all sets S and all inputs
        with |x - x'| <= sensitivity.
    alpha
        The probability, at most, with which a sampler that keeps the claim is called a violation.
    max_draws, seconds
        The budget: pairs of draws, and time.
    seed
        Decides the inputs, and the draws of a sampler that takes a generator.

    Raises
    ------
    BadInput
        When an argument is out of range, or the sampler is none.
    """
    from dpproofs.audit.claim import PrivacyClaim
    from dpproofs.audit.sampler import audit_sampler
    from dpproofs.audit.target import Target
    from dpproofs.audit.targets import find
    from dpproofs.audit.targets.callables import target_of

    claim = PrivacyClaim(epsilon, delta, sensitivity)
    target = sampler
    if isinstance(sampler, str):
        target = find(sampler, claim)
    elif not isinstance(sampler, Target):
        target = target_of(sampler, claim)
    return audit_sampler(
        target, claim, alpha=alpha, max_draws=max_draws, seconds=seconds, seed=seed
    )
