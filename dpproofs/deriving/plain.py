"""A total as a sentence on integrals and sums, for densities that are not even or have atoms off
the origin.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sympy as sp

from dpproofs.deriving.sentences import ProofLine
from dpproofs.deriving.strips import Laid, ends_of, origin
from dpproofs.deriving.totals import PERIODS, Share, Total
from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.domain import Variable
from dpproofs.kernel.proof import Proof
from dpproofs.kernel.proposition import Integral, Proposition, Sum, that


def lines(family: Laid, found: Total, value: sp.Expr, *, signed: bool = False) -> list[ProofLine]:
    """That the strips add up to a value."""
    rows, parts = list[ProofLine](), []
    for part, summed in zip(found.shares, found.periods, strict=True):
        rows.append(share_line(family, part))
        side = (part.strip.side or 2) if signed else part.strip.times
        if summed is None or part.strip.index is None:
            parts.append(side * part.value)
            continue
        claim = Sum(part.value, part.strip.index, sp.Integer(0), sp.oo, summed.value)
        rows.append(
            ProofLine(
                Goal(claim, family.domain), "sum", PERIODS,
                {"ratio": summed.ratio},
            )
        )  # fmt: skip
        parts.append(side * summed.value)
    for atom in family.points:
        mass = atom.mass * atom.side if signed and atom.side else atom.whole
        parts.append(found.weight.xreplace({family.size: atom.place}) * mass)
    if family.integers and family.even and not signed:
        parts.append(-found.weight.xreplace({family.size: sp.Integer(0)}) * origin(family))
    whole = sp.Add(*parts)
    if whole != value:
        rows.append(
            ProofLine(Goal(that(whole) == value, family.domain), "identity",
                 "the parts add up", {})
        )  # fmt: skip
    return rows


def signs(family: Laid) -> Iterator[ProofLine]:
    """That the density is not negative anywhere."""
    for strip in family.strips:
        if strip.density.is_nonnegative and not strip.density.free_symbols:
            continue
        ends = ends_of(strip, family.place)
        inside = Variable(family.place, strip.lower, strip.upper, ends)
        yield ProofLine(
            Goal(that(0) <= strip.density, family.around(strip.index) & inside), "sign",
            "the density is not negative", {},
        )  # fmt: skip
    for atom in family.points:
        if not atom.mass.is_nonnegative:
            yield ProofLine(
                Goal(that(0) <= atom.mass, family.domain), "sign", "the atom is not negative", {}
            )


def share_line(family: Laid, part: Share) -> ProofLine:
    """What a strip adds."""
    x, strip = family.place, part.strip
    term = part.weight.xreplace({family.size: x}) * strip.density
    side = {0: "either side", 1: "the positive side", -1: "the negative side"}[strip.side]
    claim: Proposition
    if family.integers:
        counter = sp.Symbol(x.name, integer=True)
        last = strip.upper if strip.upper is sp.oo else strip.upper - 1
        claim = Sum(term.xreplace({x: counter}), counter, strip.lower, last, part.value)
        hints: dict[str, Any] = dict(part.sum_hints)
    else:
        claim = Integral(term, x, strip.lower, strip.upper, part.value)
        hints = {"antiderivative": part.antiderivative}
    what = "the density" if part.weight == 1 else "the cost times the density"
    kind = "sum" if family.integers else "integral"
    goal = Goal(claim, family.around(strip.index))
    return ProofLine(goal, kind, f"on {side}, {what} has this {kind} over a piece", hints)


def shown(proof: Proof, rows: list[ProofLine]) -> None:
    """Append them as steps, each once."""
    for row in rows:
        proof.concludes(row.goal, by=row.by, because=row.because, **row.hints)
