"""Audit of the parameters: what an implementation computes, against what it claims, exactly.

No sampling: an implementation computes a sigma, a scale or a gamma from (epsilon, delta,
sensitivity), and the noise with that parameter has an exact privacy profile. The names of families
and parameters are those of `dpproofs.privacy.enclosed`.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Sequence

from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.parameters.claims import claim_grid, is_usual
from dpproofs.auditing.parameters.point import Builder
from dpproofs.auditing.parameters.report import ParameterReport, Verdict
from dpproofs.auditing.parameters.search import Search, badness
from dpproofs.auditing.target import Computed
from dpproofs.kernel.clock import patience
from dpproofs.kernel.errors import BadInput
from dpproofs.privacy.enclosed import KnownNoise

SHARE = 0.8  # of the time for the search, the rest for costs


def audit_parameters(
    build: Builder | Computed | KnownNoise,
    *,
    claims: Iterable[PrivacyClaim] | None = None,
    name: str = "",
    seconds: float = 60.0,
) -> ParameterReport:
    """Look for the claim that the computed noise breaks worst, over a range of claims.

    Parameters
    ----------
    build
        From a claim to the noise that is computed for it: a `Computed`, a target that tells it, or
        the noise itself. A claim for which it raises is counted as refused. One noise instead of a
        function is held against the given claims only.
    claims
        The range; by default a grid with extremes, refined where it comes closest to a violation.
    seconds
        What is not reached by then is counted, not tried. A call of ``build`` is not interrupted.

    Raises
    ------
    BadInput
        When one noise is given without claims.
    """
    if isinstance(build, Computed | KnownNoise):
        if claims is None:
            raise BadInput("claims", claims, "the claims to hold one fixed noise against")
        fixed = build
        return _audit(lambda claim: fixed, list(claims), name, seconds, refine=False)  # noqa: ARG005  # the same for every claim
    if claims is not None:
        return _audit(build, list(claims), name, seconds, refine=False)
    return _audit(build, claim_grid(), name, seconds, refine=True)


def _audit(
    build: Builder, claims: Sequence[PrivacyClaim], name: str, seconds: float, *, refine: bool
) -> ParameterReport:
    start = time.monotonic()
    allowed = seconds * patience()
    search = Search(build, start + SHARE * allowed)
    unreached = sum(not search.reaches(claim) for claim in claims)
    if refine:
        search.scatter()
        for point, within in search.starts():
            search.climb(point, within)
    worst = max(search.points, key=badness, default=None)
    usual = [p for p in search.points if p.outcome == "violation" and is_usual(p.claim)]
    violated = worst is not None and worst.outcome == "violation"
    decided = sum(point.outcome != "unknown" for point in search.points)
    verdict: Verdict = "no violation found" if decided else "unknown"
    return ParameterReport(
        name=name,
        verdict="violation" if violated else verdict,
        grade="computed" if any(p.noise.GRADE == "computed" for p in search.points) else "enclosed",
        outcomes=Counter(point.outcome for point in search.points),
        refused=search.refused,
        unreached=unreached,
        worst=worst,
        worst_usual=max(usual, key=badness, default=None),
        shortest=search.shortest(worst, refine=refine) if worst is not None and violated else None,
        rounding=search.rounding(),
        costs=tuple(search.costs(until=start + allowed)),
        seconds=time.monotonic() - start,
    )
