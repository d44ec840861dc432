"""From the definition of a noise family to formulas, each with its verdict and its enclosure.

>>> import dpproofs as dp, sympy as sp
>>> x, s = sp.symbols("x s", positive=True)
>>> family = dp.Family("triangular", x=x, domain=dp.Domain((dp.positive(s),)),
...                    pieces=[dp.Piece((1 - x / s) / s, 0, s)])
>>> family.cost(2).value
s**2/6

The tactics find, :mod:`dpproofs.verifying` decides; what is not decided says so.
"""

from dpproofs.deriving.derived import Derived
from dpproofs.deriving.doors import derive_integral, derive_limit, derive_sum
from dpproofs.deriving.family import Family
from dpproofs.deriving.piece import Piece

__all__ = ["Derived", "Family", "Piece", "derive_integral", "derive_limit", "derive_sum"]
