"""Appendix E: each sum c_i of k^i b^k is bounded by the one before, term by term.

(k+1)^(i+1) - k^(i+1) lies between (i+1) k^i and (i+1) (k+1)^i, and so c_(i+1) between b and 1
times (i+1) c_i / (1-b).
"""

from __future__ import annotations

from dpproofs.kernel.proposition import that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.staircase import powers
from dpproofs.theorems.staircase.power_sums import (HIGHER, TERM, SumSteps, W, i, k, one,
    show_shifted, zero)
from dpproofs.theorems.staircase.setting import b


def show_between(proof: Proof, known: SumSteps, terms: powers.Terms) -> tuple[str, str]:
    """Append the two bounds on c_(i+1) for i >= 1."""
    on = HIGHER
    later, value = show_shifted(proof, known, i + 1, on)
    here, other = show_shifted(proof, known, i, on)
    w, before = b ** (k + 2) * W(i + 1, k + 2), b ** (k + 1) * W(i + 1, k + 1)
    latest = proof.applies("without the first term", on=on, uses=(later,), terms=before,
        value=value, because="nor its term for k = 1")
    start = b * W(i + 1, 1)
    rises = proof.applies("combination of sums", on=on, uses=(latest, later), first=w,
        second=before, value=value - start, other=value, times=one, plus=-b,
        because="less b times the sum with all exponents smaller by 1")
    own = b ** (k + 1) * W(i, k + 1)
    nearer = proof.applies("combination of sums", on=on, uses=(here, here), first=own, second=own,
        value=other, other=other, times=(i + 1) * b, plus=zero,
        because="b (i+1) times the sum before")
    last = proof.applies("without the first term", on=on, uses=(here,), terms=own, value=other,
        because="the sum before without its term for k = 1")
    end, rest = b ** (k + 2) * W(i, k + 2), other - b * W(i, 1)
    farther = proof.applies("combination of sums", on=on, uses=(last, last), first=end, second=end,
        value=rest, other=rest, times=i + 1, plus=zero, because="(i+1) times that")
    gap, scale = w - b * before, b ** (k + 2)
    moved = {powers.r: i, powers.x: k + 1, powers.s: one}
    far, near = ((known.powers, {i: i + 1, k: k + n}, one) for n in (2, 1))
    rise = value - start - b * value
    bounds = []
    for small, great, low, high, sums, tangent, order, why in (
            ((i + 1) * b * own, gap, (i + 1) * b * other, rise, (nearer, rises), terms.tangent,
                (known.powers, {k: k + 1}, (i + 1) * scale),
                "the power i + 1 rises from n + 1 to n + 2 by at least its slope at n + 1"),
            (gap, (i + 1) * end, rise, (i + 1) * rest, (rises, farther), terms.tangent_above,
                (known.powers, {k: k + 2}, -(i + 1) * scale),
                "the power i + 1 rises from n + 1 to n + 2 by at most its slope at n + 2")):
        side = 1 if small != gap else -1
        each = proof.shows(that(small) <= great, on=on & TERM, by="entailment",
            uses=(tangent, known.powers), because=why,
            facts=[(tangent, moved, scale), (far[0], far[1], side * scale),
                (near[0], near[1], -side * scale), (order[0], order[1], -order[2])])
        bounds.append(proof.applies("comparison of sums", on=on, uses=(*sums, each), small=small,
                great=great, less=low, more=high, because=f"{why}; so it is for the sums"))
    return bounds[0], bounds[1]
