"""One gamma in [0, 1] has the least cost, whatever the cost: tails move little with gamma."""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from dpproofs.kernel.proof import Obtained
from dpproofs.kernel.domain import between, index
from dpproofs.kernel.proposition import Relation, that
from dpproofs.kernel.rules import OWN
from dpproofs.kernel.terms import Mass, beyond
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.staircase import noise
from dpproofs.theorems.staircase.noise import COST, ON, STAIRCASE
from dpproofs.theorems.staircase.setting import Delta, b, gamma, weight

# Two gammas, the number of a period, and a place in it: the letters of the rule.
x, d, n, h = (OWN[name] for name in ("x", "d", "n", "h"))
_zero, _one = sp.Integer(0), sp.Integer(1)

#: How much the tails of two staircases may differ, over the difference of their gammas.
SLOPE = b**-2
_PLACES = ON & between(x, 0, 1, "[]") & between(d, 0, x, "[]") & index(n, 0)


def _tail(place: sp.Expr) -> sp.Expr:
    return Mass(STAIRCASE(place), beyond(h + n * Delta))


@dataclass(frozen=True)
class Least:
    """The gamma of the least cost: the step that finds it, where it lies, and that it is least."""

    found: Obtained
    ranges: tuple[str, str]
    least: str

    @property
    def gamma(self) -> sp.Expr:
        """That gamma."""
        return self.found.term


def show_least(proof: Proof, exists: str, tails: tuple[str, str]) -> Least:
    """Append that some gamma costs least; from the steps that say that all staircases exist, and
    what their tails are before gamma Delta and beyond it.
    """
    factor = 1 + SLOPE * (x - d)
    both = [_show_factor(proof, tails, that(_tail(x)) <= factor * _tail(d), (x, d)),
        _show_factor(proof, tails, that(_tail(d)) <= factor * _tail(x), (d, x))]
    found = proof.obtains("least cost", "g", on=ON, uses=(*both, exists),
        because="so the cost is infinite for every gamma, or continuous: let g be a gamma at which "
        "it is least", range=_one, width=Delta, slope=SLOPE, noise=STAIRCASE(x), cost=COST.name)
    low, high, least = (proof.knows(found, place, because=why)
        for place, why in enumerate(("g is at least 0", "and at most 1", "and costs least")))
    return Least(found, (low, high), least)


def _show_factor(proof: Proof, tails: tuple[str, str], claim: Relation,
        pair: tuple[sp.Symbol, sp.Symbol]) -> str:
    """Append that the tail at the first gamma of a pair is at most that at the other, times the
    factor: on both first pieces, on one, and on none.
    """
    before, after = tails
    factor = 1 + SLOPE * (x - d)
    regions = ((between(h, 0, d * Delta, "(]", hollow=True), {x: before, d: before},
            "both levels are first"),
        (between(h, d * Delta, x * Delta, "(]", hollow=True), {x: before, d: after}, "one is"),
        (between(h, x * Delta, Delta, hollow=True), {x: after, d: after}, "none is"))
    parts = []
    for region, kind, why in regions:
        on = _PLACES & region
        facts = [(kind[place], {gamma: place, noise.x: h}, times / weight.xreplace({gamma: place}))
            for place, times in ((pair[0], -_one), (pair[1], factor))]
        parts.append(proof.follows(claim, *facts, on=on, because=f"of the two levels there, {why}"))
    return proof.shows(claim, on=_PLACES & between(h, 0, Delta), by="cases", uses=parts,
        because="the tails of two staircases differ by a factor near 1 at most")
