"""A density on an interval, and the expressions that it is made of."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import sympy as sp

from dpproofs.kernel.errors import BadInput
from dpproofs.tactics.terms import is_zero

UNREADABLE = (sp.nan, sp.zoo, sp.oo, sp.I, sp.Derivative, sp.Integral, sp.Sum)


@dataclass(frozen=True)
class Piece:
    """A density on an interval.

    Attributes
    ----------
    density
        An expression in x, the parameters and the index. On the integers: the mass of x.
    lower, upper
        The ends, expressions in the parameters and the index; ``upper`` may be oo. On the integers
        the piece holds lower, lower + 1, ..., upper - 1.
    index
        A symbol that stands for 0, 1, 2, ..., when there is such a piece for each.

    Examples
    --------
    >>> import dpproofs as dp, sympy as sp
    >>> x, s = sp.symbols("x s", positive=True)
    >>> dp.Piece(1 / (2 * s), 0, s).upper
    s
    """

    density: sp.Expr
    lower: sp.Expr
    upper: sp.Expr
    index: sp.Symbol | None = None


def half(piece: Piece, x: sp.Symbol) -> Piece:
    """The half on x >= 0 of a piece that is seen to be symmetric about 0; any other as it is."""
    lower, upper = expression_of("lower", piece.lower), expression_of("upper", piece.upper)
    if lower != -upper or upper == 0:
        return piece
    size = sp.Dummy(nonnegative=True)
    density = expression_of("density", piece.density)
    ahead, behind = (density.xreplace({x: side * size}) for side in (1, -1))
    return replace(piece, lower=sp.Integer(0)) if is_zero(ahead - behind) else piece


def expression_of(name: str, value: Any) -> sp.Expr:
    """A number or expression as a user gave it; never a text, which would have to be evaluated.

    Raises
    ------
    BadInput
        For anything else, with the ``name`` of what was asked for.
    """
    if isinstance(value, (str, bytes)) or value is None:
        raise BadInput(name, value, "a number or a SymPy expression")
    try:
        found = sp.S(value)
    except (sp.SympifyError, TypeError, ValueError) as problem:
        raise BadInput(name, value, "a number or a SymPy expression") from problem
    if not isinstance(found, sp.Expr):
        raise BadInput(name, value, "a number or a SymPy expression")
    return sp.nsimplify(found, rational=True) if found.has(sp.Float) else found


def not_whole(end: sp.Expr) -> bool:
    """Whether an end of a piece on the integers is seen not to be one."""
    return bool(end.is_finite and end.is_Rational and not end.is_Integer)
