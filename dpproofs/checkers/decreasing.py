"""Inequalities from monotonicity: right at the right end, and the difference decreases to it."""

from __future__ import annotations

from dpproofs.checkers import monotone
from dpproofs.kernel.derivation import Derivation, Step
from dpproofs.kernel.verdict import Finding

METHOD = "decreasing"


def check(step: Step, derivation: Derivation) -> Finding:
    """Established for ``lhs < rhs`` from two earlier steps on the same domain.

    The first gives the derivative g of rhs - lhs in the domain's last variable, the second says
    ``g < 0``. At the right end of that variable, which may be infinite, rhs - lhs is shown to
    tend to something nonnegative.
    """
    return monotone.decide(step, derivation, grows=False)
