"""Audits of other people's samplers: targets, witness sets, evidence, reports."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Literal, overload

from dpproofs.kernel.errors import python_names

if TYPE_CHECKING:
    from dpproofs.auditing.claim import AnyClaim
    from dpproofs.auditing.report import AuditReport
    from dpproofs.auditing.sampler import SamplerReport
    from dpproofs.auditing.target import Pair

__all__ = ["audit"]

Subject = Literal["sampler", "numbers", "parameters", "threshold", "all"]


@overload
def audit(
    sampler: Any,
    *,
    epsilon: float | None = ...,
    delta: float | None = ...,
    sensitivity: float | None = ...,
    claim: AnyClaim | None = ...,
    alpha: float = ...,
    max_draws: int = ...,
    seconds: float = ...,
    seed: int = ...,
    pairs: Iterable[Pair | tuple[Any, Any]] | None = ...,
    inputs: Iterable[Any] = ...,
    shifts: Iterable[Any] = ...,
    of: Literal["sampler"] = ...,
    workers: int = ...,
    batch: bool = ...,
    domain: tuple[float, float] | None = ...,
    special: bool = ...,
    fresh: bool = ...,
    sessions: Any = ...,
    power: float | None = ...,
    records: Any = ...,
) -> SamplerReport: ...


@overload
def audit(
    sampler: Any,
    *,
    epsilon: float | None = ...,
    delta: float | None = ...,
    sensitivity: float | None = ...,
    claim: AnyClaim | None = ...,
    alpha: float = ...,
    max_draws: int = ...,
    seconds: float = ...,
    seed: int = ...,
    pairs: Iterable[Pair | tuple[Any, Any]] | None = ...,
    inputs: Iterable[Any] = ...,
    shifts: Iterable[Any] = ...,
    of: Literal["numbers", "parameters", "threshold", "all"] | Sequence[Subject],
    workers: int = ...,
    batch: bool = ...,
    domain: tuple[float, float] | None = ...,
    special: bool = ...,
    fresh: bool = ...,
    sessions: Any = ...,
    power: float | None = ...,
    records: Any = ...,
) -> AuditReport: ...


def audit(  # noqa: PLR0913 (all but the sampler by name, and most are seldom given)
    sampler: Any,
    *,
    epsilon: float | None = None,
    delta: float | None = None,
    sensitivity: float | None = None,
    claim: AnyClaim | None = None,
    alpha: float = 0.05,
    max_draws: int = 1_000_000,
    seconds: float = math.inf,
    seed: int = 0,
    pairs: Iterable[Pair | tuple[Any, Any]] | None = None,
    inputs: Iterable[Any] = (),
    shifts: Iterable[Any] = (),
    of: str | Sequence[str] = "sampler",
    workers: int = 1,
    batch: bool = True,
    domain: tuple[float, float] | None = None,
    special: bool = False,
    fresh: bool = False,
    sessions: Any = None,
    power: float | None = None,
    records: Any = None,
) -> SamplerReport | AuditReport:
    """Look for a violation of a claim of privacy by drawing from a sampler.

    >>> import dpproofs as dp
    >>> noise = dp.Laplace(epsilon=2, sensitivity=1)
    >>> dp.audit(noise, epsilon=1, sensitivity=1).verdict
    'violation'

    Parameters
    ----------
    sampler
        A function from an input to a noisy value (``f(value)``, ``f(value, size=n)``, either with
        ``rng=``), a noise distribution with ``sample`` or ``rvs``, a class of these, a `Target`,
        or a name such as ``"diffprivlib:Laplace"``.
    epsilon, delta, sensitivity
        The claim: P(M(x) in S) <= e^epsilon P(M(x') in S) + delta for all sets S and all inputs
        with |x - x'| <= sensitivity, or all pairs of neighbours. delta is 0 and the sensitivity 1
        where nothing is said.
    claim
        The claim as one object, in their place: `dpproofs.PrivacyClaim`, which may be one of
        zCDP, Renyi DP or Gaussian DP, or a whole privacy profile; or what `dpproofs.compose`
        returns, whose upper bounds are then claimed of a transcript of ``sessions``.
    alpha
        The probability, at most, with which a sampler that keeps the claim is called a violation.
    max_draws, seconds
        The budget: pairs of draws, and time. Where a threshold has shown a violation, each audit
        that draws ends after 30 seconds unless told otherwise.
    seed
        Decides the inputs, and the draws of a sampler that takes a generator.
    pairs
        Neighbouring inputs (x, x'): any objects that the sampler takes, such as lists of records;
        the sensitivity is then only passed on. `dpproofs.auditing.neighbours` makes such pairs.
    inputs, shifts
        Where to look instead of the built-in inputs: numbers, or vectors (then both are needed).
    of
        "sampler", "numbers", "parameters", "threshold", several of these, or "all". A threshold
        comes first, which takes seconds.
    workers
        Processes that draw; the sampler has to be picklable for more than one.
    batch
        Whether a sampler that takes a size is asked for many draws a call. Draws that depend on
        each other are no evidence, and end the audit in an error: False asks for one draw a call.
    domain
        The numbers (low, high) that the sampler is made for, ends included. There it may refuse no
        input: an exception is an outcome. Without it, numbers that the audit chose and that are
        refused every time are left out; those that somebody named are not.
    special
        Whether NaN and the infinities are tried beside 0; additive noise hands them on.
    fresh
        Whether the sampler, a class or a function that makes it, is made anew for every draw: what
        only a first release shows is seen in each of them.
    sessions
        Several calls, with a sampler made anew where there is what makes it, as one outcome, the
        list of their answers: their number, or an analyst ``f(ask)`` who may choose each question
        by the answers before. ``ask(...)`` calls the sampler with the input and its own arguments.
        An exception ends the list.
    power
        Go on until noise of this share of what is needed would have shown, and stop then; when the
        budget is too small for it, the verdict is "undecided".
    records
        For a function of data sets: example records, which are then searched for data sets and
        neighbours that tell a record. A list of records, one record, a Hypothesis strategy of
        records, a DataFrame (pandas, polars) or an array of NumPy; data sets are of the kind of the
        example, and lists otherwise. All are made of these examples. A neighbour has one record
        more or less, and no value is missing; `dpproofs.auditing.data_sets.DataSets.of` has others.

    Returns
    -------
    A `SamplerReport` for "sampler" alone, otherwise an `AuditReport`, which has all of them.

    Raises
    ------
    BadInput
        When an argument is out of range, or the sampler is none.
    """
    from dpproofs.auditing.claim import claimed
    from dpproofs.auditing.whole import Settings, audit_whole

    settings = Settings(
        alpha, max_draws, seconds, seed, pairs, inputs, shifts, workers, batch, domain, special,
        fresh, sessions, power, records,
    )  # fmt: skip
    with python_names():
        given = claimed(claim, epsilon=epsilon, delta=delta, sensitivity=sensitivity)
        return audit_whole(sampler, given, of, settings)
