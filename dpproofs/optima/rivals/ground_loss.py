"""The privacy loss of Schroedinger noise for another cost p than 2.

In the units of the operator -u'' + |y|^p u = E u let z = -u'/u at y > 0, f = u^2, q = y^p - E. By
docs/schroedinger.md z rises. Where q > 0, q^(1/2) <= z <= Z = q^(1/2) + q'/(4 q): with the second
beyond Z once, z would stay there and become infinite, as Z' <= Z^2 - q.

For p < 2 z is concave. Where z'' vanishes, z''' = 2 z'^2 - p (p - 1) y^(p - 2); so where z'' would
become positive it stayed so, as 2 z'^2 rises from there and the other term does not, and z would
grow at least linearly, which Z does not. Then T = Phi^-1(F), F the distribution of the noise, is
concave on y > 0: T''/T' = T T' - 2 z, whose slope is T'^2 - 2 z' where it vanishes. If it became
positive, T' would rise from there on and z' fall, so that it stayed positive, and T would grow at
least linearly; but the tail falls like e^{-O(y^(1 + p/2))}. So T(x + s) - T(x) is largest half-way,
and mu is 2 T(s/2). rho is at most mu^2/2 (Bun & Steinke, 2016, Proposition 1.6).

For p > 2 no rho and no mu is kept: one of them for a shift s would give one for n shifts, n^2 rho
or n mu, and so a tail beyond n s of at least e^{-O(n^2)}.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from dpproofs.kernel.errors import DpproofsError
from dpproofs.mechanisms.formulas.losses import quantile
from dpproofs.optima.rivals.ground_cells import Cells, PowerBudgetLoss

if TYPE_CHECKING:
    from dpproofs.mechanisms.formulas.enclosure import Ball

FINE, COARSE = 32, 4  # cells in a unit; where only a lower end is wanted
SPARE, MOST = 48, 1 << 10  # bits beyond those that a tail takes; bits in all


@dataclass(frozen=True)
class GroundStateLoss(PowerBudgetLoss):
    """Of noise with E|X|^power = budget."""

    SOURCE: ClassVar = "Alghamdi et al., 2022; the proof is in optima/rivals/ground_loss.py"

    def gdp(self) -> Ball:
        if self.power > 2:
            return self.most()
        return -2 * quantile(self.tail(self.sensitivity / 2))

    def zcdp(self) -> Ball:
        if self.power > 2:
            return self.most()
        return self._kullback(COARSE).lower().union(self.gdp() ** 2 / 2)

    def most(self) -> Ball:
        from flint import arb

        return arb.pos_inf()

    def log_moment(self, t: Any) -> Any:
        """For a ball t: sums over cells."""
        from flint import ctx

        with ctx.workprec(self._bits(float(t))):
            return Cells.of(self, float(t), FINE).moment(t).log()

    def kullback(self) -> Any:
        return self._kullback(FINE)

    def _kullback(self, fine: int) -> Ball:
        from flint import ctx

        with ctx.workprec(self._bits(1.0)):
            return Cells.of(self, 1.0, fine).kullback()

    def _bits(self, t: float) -> int:
        p, last = float(self.power), self.end(t) + float(self.sensitivity) / self.about[1]
        deep = 4 * math.pow(last, p / 2 + 1) / (p + 2)
        bits = SPARE + math.ceil(deep / math.log(2))
        if bits > MOST:
            raise DpproofsError(f"of noise for this cost the order {1 + t:g} is not enclosed")
        return bits
