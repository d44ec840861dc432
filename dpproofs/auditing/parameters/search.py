"""The search for the claim that computed noise breaks worst, and for a short one."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction

from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.parameters.claims import (
    are_close,
    claims_among,
    claims_near,
    is_usual,
    length,
    scattered_claims,
    short_claims,
    shortened,
)
from dpproofs.auditing.parameters.point import SLACK, Builder, Point, RefusedClaim, point_at
from dpproofs.auditing.parameters.report import CostPoint
from dpproofs.kernel.errors import BadInput
from dpproofs.privacy.enclosed.claims import keeps
from dpproofs.privacy.enclosed.references import excess_costs

STARTS = 3  # points that the search is refined from, of all and of the usual claims
FACTORS = (4.0, 1.5, 1.1, 1.02, 1.002, 1.0002)  # by which a claim is moved, coarse to fine
MOVES = 90  # claims tried from each start
SCATTERED = 240  # claims with an epsilon that is on no grid
AMONG = 480  # ... between those that fail
CANDIDATES = 1500  # short claims tried
COSTS = 120  # claims whose costs are compared
SLACKS = (Fraction(0), *(Fraction(1, 10**k) for k in range(17, 12, -1)), SLACK)


def anywhere(claim: PrivacyClaim) -> bool:
    """Every claim."""
    del claim
    return True


def badness(point: Point) -> tuple[bool, float, int]:
    """Violations first, then by ratio; of equals the shortest."""
    return point.outcome == "violation", point.ratio, -length(point.claim)


@dataclass
class Search:
    """Points tried so far, each once."""

    build: Builder
    deadline: float
    points: list[Point] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    seen: dict[PrivacyClaim, Point | None] = field(default_factory=dict)

    def reaches(self, claim: PrivacyClaim) -> bool:
        """Try a claim if there is time."""
        if time.monotonic() > self.deadline:
            return False
        self.at(claim)
        return True

    def at(self, claim: PrivacyClaim) -> Point | None:
        """The point of a claim; None when it was refused, or there is no time for it."""
        if claim not in self.seen and time.monotonic() <= self.deadline:
            try:
                point = point_at(self.build, claim)
            except RefusedClaim as refusal:
                self.refused[_pattern(str(refusal))] += 1
                self.seen[claim] = None
            else:
                self.points.append(point)
                self.seen[claim] = point
        return self.seen.get(claim)

    def starts(self) -> list[tuple[Point, Callable[[PrivacyClaim], bool]]]:
        """The points to refine, the worst of the usual claims and of all, and where to stay."""
        chosen = [(point, is_usual) for point in self._apart(is_usual)]
        return [*chosen, *((point, anywhere) for point in self._apart(anywhere))]

    def _apart(self, within: Callable[[PrivacyClaim], bool]) -> list[Point]:
        """The worst points of a range of claims, none of them close to a worse one."""
        chosen: list[Point] = []
        for point in sorted(self.points, key=badness, reverse=True):
            if within(point.claim) and not any(are_close(point.claim, c.claim) for c in chosen):
                chosen.append(point)
            if len(chosen) == STARTS:
                break
        return chosen

    def scatter(self) -> None:
        """Try usual claims at epsilons all over their range, and close together where some fail.

        What a library computes in doubles may fail on narrow intervals of epsilon, between which
        it is right. They have the deltas that look worst.
        """
        for claim in scattered_claims([p.claim for p in self._usual()][:STARTS], SCATTERED):
            self.at(claim)
        failed = [p.claim for p in self._usual() if p.outcome == "violation"]
        for claim in claims_among(failed, AMONG):
            self.at(claim)

    def _usual(self) -> list[Point]:
        """The points of usual claims, the worst first; none with epsilon = 0."""
        usual = (point for point in self.points if is_usual(point.claim) and point.claim.epsilon)
        return sorted(usual, key=badness, reverse=True)

    def climb(self, point: Point, within: Callable[[PrivacyClaim], bool] = anywhere) -> None:
        """Move one number at a time while that makes it worse, and stay within a range of claims.

        Among all claims the worst of the usual ones is soon left behind for what nobody asks for.
        """
        left = MOVES
        for factor in FACTORS:
            better: Point | None = point
            while better is not None and left > 0:
                point, better = better, None
                for claim in filter(within, claims_near(point.claim, factor)):
                    left -= 1
                    found = self.at(claim)
                    if found is not None and badness(found) > badness(better or point):
                        better = found

    def shortest(self, worst: Point, *, refine: bool) -> Point:
        """The shortest violation known, or to be found among short claims."""
        enough = min(2.0, 1 + (worst.ratio - 1) / 2)

        def serves(point: Point | None) -> bool:
            return (
                point is not None
                and point.outcome == "violation"
                and point.measure == worst.measure
                and point.ratio >= enough
            )

        best = min(filter(serves, self.points), key=_reading)
        if not refine:
            return best
        for claim in short_claims(best.claim)[:CANDIDATES]:
            if length(claim) >= length(best.claim):
                break
            found = self.at(claim)
            if found is not None and serves(found):
                return found
        changed = True
        while changed:
            changed = False
            for claim in sorted(shortened(best.claim), key=length):
                found = self.at(claim) if length(claim) < length(best.claim) else None
                if found is not None and serves(found):
                    best, changed = found, True
                    break
        return best

    def rounding(self) -> float:
        """The least power of ten that forgives all rounding; 0 when there is none."""
        level = 0
        for point in self.points:
            claim = point.claim
            numbers = claim.epsilon, claim.delta, claim.sensitivity
            while point.outcome == "rounding" and not keeps(point.noise, *numbers, SLACKS[level]):
                level += 1
        return float(SLACKS[level])

    def costs(self, until: float) -> Iterable[CostPoint]:
        """The largest excess for each reference and power, over usual claims of any one unit."""
        claims: dict[tuple[float, float], Point] = {}
        for point in self.points:
            key = point.claim.epsilon, point.claim.delta
            processed = point.computed is not None and point.computed.processed
            if processed or not point.noise.ADDITIVE:  # the output's cost is not the noise's
                continue
            if point.outcome in ("holds", "rounding") and is_usual(point.claim):
                claims[key] = min(claims.get(key, point), point, key=lambda p: length(p.claim))
        found: dict[tuple[str, int], CostPoint] = {}
        for point in sorted(claims.values(), key=lambda p: length(p.claim))[:COSTS]:
            claim = point.claim
            if time.monotonic() > until:
                break
            try:
                numbers = claim.epsilon, claim.delta, claim.sensitivity
                excesses = list(excess_costs(point.noise, *numbers))
            except BadInput:  # less noise than the family is computed for
                continue
            for excess in excesses:
                which = excess.reference, excess.power
                if which not in found or excess.ratio > found[which].excess.ratio:
                    found[which] = CostPoint(claim, excess)
        return found.values()


def _reading(point: Point) -> tuple[int, bool]:
    """How long a point's claim is to read; of equals sensitivity 1 comes first."""
    return length(point.claim), point.claim.sensitivity != 1


def _pattern(reason: str) -> str:
    """A reason without the numbers in it, so that equal reasons are counted together."""
    return re.sub(r"[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?", "#", reason)
