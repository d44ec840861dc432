"""One assertion: the sampler is private."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from dpproofs.auditing.claim import AnyClaim
from dpproofs.kernel.errors import BadInput
from dpproofs.testing.failures import Finding
from dpproofs.testing.privacy import DRAWS, Effort, PrivacyReport, examine
from dpproofs.testing.sampler import sampler_of
from dpproofs.testing.session import ALPHA, SECONDS, Allotment, current, fresh_seed
from dpproofs.testing.trial import FAILED, PASSED, UNDECIDED, recorded, settled

NAME = "assert_private"
CLAUSE = "Dwork & Roth, 2014, Definition 2.4"


def assert_private(  # noqa: PLR0913 (independent inputs, all but one by name)
    sampler: Any,
    *,
    epsilon: float | None = None,
    delta: float | None = None,
    sensitivity: float | None = None,
    claim: AnyClaim | None = None,
    pairs: Iterable[Any] | None = None,
    records: Any = None,
    domain: tuple[float, float] | None = None,
    max_draws: int = DRAWS,
    seconds: float | None = None,
    seed: int | None = None,
    power: float | None = None,
) -> None:
    """Fail when draws show that a sampler does not keep its claim of privacy.

    >>> import numpy as np
    >>> from dpproofs.testing import assert_private
    >>> def noisy(value, size, rng):
    ...     return value + rng.laplace(size=size)
    >>> assert_private(noisy, epsilon=1, max_draws=20_000)

    Parameters
    ----------
    sampler
        A function ``f(value)``, ``f(value, rng=)``, ``f(value, size=, rng=)``, a noise
        distribution, a class of these, or a name such as ``"opendp:laplace"``.
    epsilon, delta, sensitivity
        The claim; delta is 0 and the sensitivity 1 where nothing is said.
    claim
        In their place: a claim of any kind, such as ``dp.PrivacyClaim(rho=0.5)``, or what
        ``dp.compose`` returns.
    pairs
        Any objects as pairs of neighbouring inputs, in place of numbers.
    records
        For a function of data sets, in their place: example records, as `dpproofs.audit` takes
        them. Data sets and neighbours that tell a record are then searched for.
    domain
        (low, high): the numbers that the sampler is made for.
    max_draws, seconds
        The budget: pairs of draws, and seconds of the processor, 5 unless the session says
        otherwise.
    seed
        Of inputs and draws; the session's, or a fresh one, when None.
    power
        Noise of this share of what is needed has to show: the check stops when it would have, and
        is no pass when the budget is too small for it. The session's, or any, when None.

    Raises
    ------
    PrivacyViolation
        An AssertionError with ``report``, whose text says what was seen. A sampler that keeps its
        claim has it with the probability, at most, that the session of pytest gives the check;
        elsewhere 0.05.
    NotAudited
        An AssertionError as well, when the sampler failed, or too little was drawn for any fault to
        show, or for one as small as ``power`` demands.
    BadInput
        When an argument is out of range.
    """
    __tracebackhide__ = True
    if max_draws < 1:
        raise BadInput("max_draws", max_draws, "an integer >= 1")
    if seconds is not None and not seconds > 0:
        raise BadInput("seconds", seconds, "a number > 0")
    subject = sampler_of(
        sampler,
        epsilon=epsilon,
        delta=delta,
        sensitivity=sensitivity,
        claim=claim,
        pairs=pairs,
        records=records,
        domain=domain,
        power=power,
    )

    def made(given: Allotment) -> Finding:
        own = given.seed if seed is None else seed
        wanted = given.power if power is None else power
        limits = seconds or given.seconds, max_draws, wanted, power is not None
        effort = Effort(given.level, own, *limits)
        return finding(examine(subject, effort))

    session = current()
    if session is None:
        found = made(Allotment(ALPHA, fresh_seed(), SECONDS))
        settled(found, f"assert_private(..., seed={found.seed})")
        return
    found = session.once(NAME, True, made)
    settled(found, recorded(session, found))


def finding(report: PrivacyReport, name: str = NAME) -> Finding:
    """The report as what a check found."""
    verdict = {"violation": FAILED, "undecided": UNDECIDED}.get(report.verdict, PASSED)
    return Finding(
        name,
        CLAUSE,
        verdict,
        tuple(report.lines()) if verdict != PASSED else (),
        report.level,
        math.exp(-max(0.0, report.log_e)),
        2 * report.pairs,
        report.seconds,
        report.seed,
        report,
    )
