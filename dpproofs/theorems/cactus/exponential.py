"""Exponentials lie above their tangent at 0: what bounds on logarithms come from."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.domain import Domain, Variable, index, positive, real
from dpproofs.kernel.proposition import that
from dpproofs.kernel.rules import OWN
from dpproofs.tactics.proving import Proof

h, step = sp.Symbol("h", real=True), OWN["n"]
#: Logarithms of two masses, and of the ratio of any other two.
first, second, ratio = sp.symbols("a b r", real=True)


def show_line(proof: Proof) -> str:
    """Append h <= exp(h) - 1 for all real h; return the last step."""
    k, claim = sp.Symbol("k", positive=True), that(h) <= sp.exp(h) - 1
    rising, falling = (proof.shows(that(low) < high, on=Domain((positive(k),)), by="ladder",
            because=f"exponentials {where} lie above their tangent at 0")
        for (low, high), where in (((1 + k, sp.exp(k)), "of positive numbers"),
            (((1 - k) * sp.exp(k), 1), "of negative numbers")))
    ahead = Domain((Variable(h, sp.Integer(0), sp.oo, "[)"),))
    near, gap = 1 / (step + 1), h + 1 - sp.exp(h)
    often = proof.follows(that(step * gap) <= h + 1, (rising, {k: h + near}, step * sp.exp(-near)),
        (falling, {k: near}, step * (1 + h + near) * sp.exp(-near)), on=ahead & index(step, 0),
        because="put h + 1/(n + 1) for k in the first and 1/(n + 1) in the second")
    archimedes = proof.applies("Archimedes", on=ahead, uses=(often,),
        because="in the limit this holds, at 0 as well",
        value=gap, bound=h + 1)
    right = proof.follows(claim, archimedes, on=ahead, because="the same in another order")
    left = proof.follows(claim, (falling, {k: -h}, sp.exp(h)),
        on=Domain((Variable(h, -sp.oo, sp.Integer(0)),)),
        because="before 0 the second one says this, with -h for k")
    return proof.shows(claim, on=Domain((real(h),)), by="cases", uses=(left, right),
        because="exponentials lie above their tangent at 0")


def show_plane(proof: Proof) -> str:
    """Append x (log(x/y) - r - 1) + y e^r >= 0 for x = e^a and y = e^b; return the step."""
    line = show_line(proof)
    return proof.follows(that(sp.exp(first) * (ratio + 1) - sp.exp(second + ratio)) <=
            sp.exp(first) * (first - second), (line, {h: second - first + ratio}, sp.exp(first)),
        on=Domain((real(first), real(second), real(ratio))),
        because="a mass lies above its tangent plane: b - a + r is put for h")
