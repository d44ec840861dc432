"""One gamma in [0, 1] has the least cost, whatever the cost: tails move little with gamma."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import sympy as sp

from dpproofs.kernel.proof import Obtained
from dpproofs.kernel.domain import Domain, between, index, positive
from dpproofs.kernel.proposition import Relation, that
from dpproofs.kernel.rules import OWN
from dpproofs.kernel.terms import Mass, beyond
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.staircase import noise
from dpproofs.theorems.staircase.noise import COST, ON, STAIRCASE
from dpproofs.theorems.staircase.setting import RATIO, Delta, b, gamma, weight

# Two gammas, the number of a period, and a place in it: the letters of the rule.
x, d, n, h = (OWN[name] for name in ("x", "d", "n", "h"))
_zero, _one = sp.Integer(0), sp.Integer(1)

# Levels of two gammas, what is added to one, and sizes that are not negative.
v, w, p, q, r, s = sp.symbols("v w p q r s", real=True)

#: How much the tails of two staircases may differ, over the difference of their gammas.
SLOPE = b**-2
_ORDERED = ON & between(d, 0, 1, "[]") & between(x, d, 1, "[]")
_PLACES = ON & between(x, 0, 1, "[]") & between(d, 0, x, "[]") & index(n, 0)


#: Steps in letters, and what stands for these.
Ratios = dict[tuple[sp.Symbol, int], tuple[str, dict[sp.Symbol, sp.Expr]]]

#: The tail in a period, over the one at its start: before gamma Delta and beyond it.
_BEFORE = 1 - (1 - b) * h / (Delta * weight)
_AFTER = b + b * (1 - b) * (Delta - h) / (Delta * weight)


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
    shares = [
        (proof.follows(that(_tail(gamma)) == b**n * share, (tail, {noise.x: h}, 1 / weight),
                on=ON & between(gamma, 0, 1, "[]") & index(n, 0) & place,
                because=f"the tail {where} gamma Delta, as a share of that at n Delta"), share)
        for tail, share, place, where in (
            (tails[0], _BEFORE, between(h, 0, gamma * Delta, "(]", hollow=True), "before"),
            (tails[1], _AFTER, between(h, gamma * Delta, Delta, "(]", hollow=True), "beyond"))]
    proof.key(*(step for step, _ in shares))
    ratios = _show_ratios(proof)
    both = [_show_factor(proof, ratios, shares, that(_tail(x)) <= factor * _tail(d), (x, d)),
        _show_factor(proof, ratios, shares, that(_tail(d)) <= factor * _tail(x), (d, x))]
    found = proof.obtains("least cost", "g", on=ON, uses=(*both, exists),
        because="the cost is infinite for every gamma, or continuous: let g be a gamma at which it "
            "is least", range=_one, width=Delta, slope=SLOPE, noise=STAIRCASE(x), cost=COST.name)
    low, high, least = (proof.knows(found, place, because=why)
        for place, why in enumerate(("g is at least 0", "and at most 1", "and costs least")))
    return Least(found, (low, high), least)


def _show_ratios(proof: Proof) -> Ratios:
    """Append, in letters, why three of the shares differ by the factor at most; return which, by
    the gamma whose share is the first one and the region.
    """
    larger = 1 + SLOPE * s
    free = Domain((RATIO, *(between(letter, 0, sp.oo, "[)") for letter in (p, s))))
    falls = proof.shows(that(b + p / w) <= larger * (b + p / v),
        on=free & positive(v) & between(w, v, sp.oo, "[)"), by="sign",
        because="a share whose level below the bar is larger is smaller")
    level = v + (1 - b) * s
    rises = proof.shows(that(b + p / v) <= larger * (b + p / level),
        on=free & between(v, b, sp.oo, "[)"), by="sign",
        because="what it is smaller by is within the factor, as the level is at least b")
    sizes = [between(letter, 0, sp.oo, "[)") for letter in (p, q, r)]
    on = Domain((RATIO, between(v, b, sp.oo, "[)"), *sizes, between(s, p + q, sp.oo, "[)")))
    crosses = proof.shows(that((q + b * (v + p + r)) / (v + p + q)) <= larger * (b * (v + r) / v),
        on=on, by="sign",
            because="between the two places where the levels drop the factor is large enough as "
                "well")
    proof.key(falls, rises, crosses)
    lower, upper = (weight.xreplace({gamma: place}) for place in (d, x))
    rest, at = b * (1 - b) * (Delta - h) / Delta, h / Delta
    return {(x, 2): (falls, {p: rest, v: lower, w: upper, s: x - d}),
        (d, 2): (rises, {p: rest, v: lower, s: x - d}),
        (x, 1): (crosses, {v: lower, p: (1 - b) * (at - d), q: (1 - b) * (x - at),
                r: (1 - b) * (1 - at), s: x - d})}


def _show_factor(proof: Proof, ratios: Ratios, shares: Sequence[tuple[str, sp.Expr]],
        claim: Relation, pair: tuple[sp.Symbol, sp.Symbol]) -> str:
    """Append that the tail at the first gamma of a pair is at most that at the other, times the
    factor: on both first pieces, on one, and on none.
    """
    before, after = shares
    factor = 1 + SLOPE * (x - d)
    regions = ((between(h, 0, d * Delta, "(]", hollow=True), {x: before, d: before},
            "both levels are first"),
        (between(h, d * Delta, x * Delta, "(]", hollow=True), {x: before, d: after}, "one is"),
        (between(h, x * Delta, Delta, hollow=True), {x: after, d: after}, "none is"))
    parts = []
    for number, (region, kind, why) in enumerate(regions):
        low, high = (kind[place][1].xreplace({gamma: place}) for place in pair)
        on, because = _ORDERED & region, f"of the two levels there, {why}"
        claimed = that(low) <= factor * high
        if (pair[0], number) not in ratios:
            ratio = proof.shows(claimed, on=on, by="sign", because=because)
        else:
            fact, values = ratios[pair[0], number]
            inside = [proof.shows(where, on=on, by="sign", because=said)
                for where, said in ((that(d) <= h / Delta, "the place is beyond d Delta"),
                    (that(h / Delta) <= x, "and not beyond x Delta")) if number == 1]
            ratio = proof.follows(claimed, (fact, values, 1), on=on, also=inside, because=because)
        facts = [(kind[place][0], {gamma: place}, times)
            for place, times in ((pair[0], -_one), (pair[1], factor))]
        parts.append(proof.follows(claim, *facts, (ratio, {}, b**n), on=_PLACES & region,
                because="the shares of the two tails are in this order, and so are the tails"))
    return proof.shows(claim, on=_PLACES & between(h, 0, Delta), by="cases", uses=parts,
        because="in every period a tail is b^n times a share, which changes by this factor at most "
        f"from {pair[0]} to {pair[1]}")
