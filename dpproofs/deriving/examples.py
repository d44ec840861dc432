"""A family on which docstrings show what can be derived: noise that is uniform on [-s, s]."""

import sympy as sp

from dpproofs.deriving.family import Family
from dpproofs.deriving.piece import Piece
from dpproofs.kernel.domain import Domain, positive

x, s = sp.symbols("x s", positive=True)
box = Family("box", x=x, domain=Domain((positive(s),)), pieces=[Piece(1 / (2 * s), 0, s)])
scale = sp.Symbol("scale", positive=True)
laplace = Family(
    "laplace",
    x=x,
    domain=Domain((positive(scale),)),
    pieces=[Piece(sp.exp(-x / scale) / (2 * scale), 0, sp.oo)],
)
