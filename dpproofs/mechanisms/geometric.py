"""The geometric mechanism: the optimal epsilon-private noise for counts."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from dpproofs.mechanisms.discrete_staircase import DiscreteStaircase

if TYPE_CHECKING:
    from dpproofs.mechanisms.formulas.description import Description


@dataclass(frozen=True, init=False, repr=False)
class Geometric(DiscreteStaircase):
    """Noise with P(X = i) = (1 - b)/(1 + b) b^|i|, b = e^{-epsilon}, for queries of sensitivity 1.

    Source: Ghosh, Roughgarden & Sundararajan, "Universally Utility-Maximizing Privacy Mechanisms",
    2009; Geng & Viswanath, "The Optimal Mechanism in Differential Privacy", Theorem 11, for its
    optimality. It is the discrete staircase of sensitivity 1.

    Parameters
    ----------
    epsilon
        In (0, oo). Noise and query are in units of the sensitivity.

    Raises
    ------
    BadInput
        When epsilon lies outside its domain.

    Examples
    --------
    >>> import dpproofs as dp
    >>> round(float(dp.Geometric(epsilon=1).pmf(0)), 4)
    0.4621
    """

    def __init__(self, epsilon: float | Fraction) -> None:
        super().__init__(epsilon, 1, r=1)

    def __repr__(self) -> str:
        return f"Geometric(epsilon={self.epsilon!r})"

    def symbolic(self) -> Description:
        import sympy as sp

        from dpproofs.mechanisms.formulas.description import Piece, symbol

        epsilon, b = symbol("epsilon"), sp.Symbol("b", positive=True)
        x = sp.Symbol("x", integer=True)
        return self._description(
            ("epsilon",),
            pieces=[Piece((1 - b) / (1 + b) * b**x, sp.Integer(0), sp.oo)],
            definitions=[(b, sp.exp(-epsilon))],
            integers=True,
        )
