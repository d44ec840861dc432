"""What a noise family is given by, read: a density in pieces, atoms, and the parameters' domain."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Any

import sympy as sp

from dpproofs.deriving.balls import Number
from dpproofs.deriving.piece import UNREADABLE, Piece, expression_of, half, not_whole
from dpproofs.deriving.reasons import readable
from dpproofs.deriving.strips import Atom, Density, Layout, Strip, layout, points, strips_of
from dpproofs.kernel.domain import Domain, index
from dpproofs.kernel.errors import BadInput
from dpproofs.tactics.budget import CALL
from dpproofs.tactics.series import without_hyperbolics


@dataclass(frozen=True, repr=False)
class Given:
    """The density, the atoms and the parameters of a family, as :class:`Family` describes them."""

    name: str
    x: sp.Symbol
    domain: Domain
    pieces: Sequence[Piece]
    atoms: Sequence[tuple[Any, Any]] = ()
    even: bool = True
    integers: bool = False
    seconds: float = field(default=CALL, compare=False)
    normalise: bool = field(default=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        if not str(self.name).isidentifier():
            raise BadInput("name", self.name, "a name made of letters, digits and _")
        if not isinstance(self.x, sp.Symbol):
            raise BadInput("x", self.x, "a symbol")
        if not isinstance(self.domain, Domain):
            raise BadInput("domain", self.domain, "a Domain of the parameters")
        names = [variable.symbol.name for variable in self.domain]
        if self.x.name in names:
            raise BadInput("x", self.x, "a symbol that is no parameter")
        own = sp.Symbol(self.x.name, real=True, **({} if not self.even else {"nonnegative": True}))
        pieces = tuple(self._piece(piece, own) for piece in self.pieces)
        if not pieces and not self.atoms:
            raise BadInput("pieces", self.pieces, "at least one piece or atom")
        if self.integers and self.atoms:
            raise BadInput("atoms", self.atoms, "none on the integers, where pieces hold masses")
        atoms = tuple((expression_of("atoms", a), expression_of("atoms", m)) for a, m in self.atoms)
        object.__setattr__(self, "x", own)
        object.__setattr__(self, "pieces", pieces)
        object.__setattr__(self, "atoms", atoms)
        readable("pieces", self.name, self._read)

    def __repr__(self) -> str:
        names = ", ".join(variable.symbol.name for variable in self.domain)
        return f"<Family {self.name}({names}): {len(self.pieces)} pieces, {len(self.atoms)} atoms>"

    def _piece(self, piece: Piece, own: sp.Symbol) -> Piece:
        """A piece in symbols of which nothing is assumed but what holds."""
        if not isinstance(piece, Piece):
            raise BadInput("pieces", piece, "a Piece(density, lower, upper)")
        at: dict[sp.Symbol, sp.Symbol] = {self.x: own}
        counter = None
        if self.even:
            piece = half(piece, self.x)
        if piece.index is not None:
            counter = sp.Symbol(piece.index.name, integer=True, nonnegative=True)
            at[piece.index] = counter
        density, lower, upper = (
            expression_of(name, getattr(piece, name)).xreplace(at)
            for name in ("density", "lower", "upper")
        )
        density = without_hyperbolics(density, own)
        found = Piece(density, lower, upper, counter)
        bare = density.replace(Number, lambda _inner: sp.Integer(1))  # which was read before
        if bare.has(*UNREADABLE) or not density.is_commutative or density.is_Matrix:
            raise BadInput("density", density, "an expression with real values")
        inner = set() if counter is None else {counter}
        known(self, "density", found.density, inner | {own})
        for end in (found.lower, found.upper):
            known(self, "pieces", end, inner)
        if self.integers and any(not_whole(end) for end in (found.lower, found.upper)):
            raise BadInput("pieces", f"{found.lower} to {found.upper}", "ends that are integers")
        return found

    def _apart(self) -> None:
        """Refuse pieces that overlap, as far as points show it."""
        for point in points(self.domain):
            spans = []
            for strip in self.strips:
                at = dict(point) if strip.index is None else {**point, strip.index: sp.Integer(0)}
                ends = (strip.lower.subs(at), strip.upper.subs(at))
                spans += [(side, *ends) for side in ((-1, 1) if not strip.side else (strip.side,))]
            spans.sort(key=lambda span: (span[0], float(span[1])))
            for (side, _, end), (other, start, _) in pairwise(spans):
                if side == other and float(start) < float(end) - 1e-9:
                    raise BadInput("pieces", self.name, "pieces that do not overlap")

    def around(self, counter: sp.Symbol | None) -> Domain:
        """The domain of the parameters, with a ``counter`` from 0 on if there is one.

        >>> import sympy as sp
        >>> from dpproofs.deriving.examples import box
        >>> len(box.around(sp.Symbol("k", integer=True, nonnegative=True)).variables)
        2
        """
        return self.domain if counter is None else self.domain & index(counter, 0)

    @cached_property
    def strips(self) -> tuple[Strip, ...]:
        """The pieces, laid on [0, oo).

        >>> from dpproofs.deriving.examples import box
        >>> [(strip.lower, strip.upper) for strip in box.strips]
        [(0, s)]
        """
        return strips_of(self.pieces, self.x, self)

    @cached_property
    def laid(self) -> Density:
        """The strips and atoms by themselves.

        >>> from dpproofs.deriving.examples import box
        >>> box.laid.even
        True
        """
        return Density(self.place, self.size, self.strips, self.points, self.even, self.integers)

    @cached_property
    def layout(self) -> Layout | None:
        """The pieces in order, for a density that is defined as in the papers.

        >>> from dpproofs.deriving.examples import box
        >>> box.layout is not None
        True
        """
        return layout(self.strips, self.domain)

    @cached_property
    def points(self) -> tuple[Atom, ...]:
        """The atoms, by their distance from the origin.

        >>> import dpproofs as dp, sympy as sp
        >>> x, s = sp.symbols("x s", positive=True)
        >>> inside = dp.Piece(1 / (2 * s), 0, s)
        >>> half = dp.Piece(1 / (4 * s), 0, s)
        >>> box = dp.Family(
        ...     "box", x=x, domain=dp.Domain((dp.positive(s),)), pieces=[half], atoms=[(0, 0.5)]
        ... )
        >>> [(atom.place, atom.mass) for atom in box.points]
        [(0, 1/2)]
        """
        found = []
        for place, mass in self.atoms:
            side = 0 if self.even or place == 0 else (-1 if place.could_extract_minus_sign() else 1)
            found.append(Atom(-place if side < 0 else place, mass, side))
        return tuple(found)

    def _read(self) -> None:
        """Refuse what is no density."""
        for place, mass in self.atoms:
            known(self, "atoms", place, set())
            known(self, "atoms", mass, set())
        points(self.domain)
        if self.strips:  # which refuses pieces that are out of order
            self._apart()

    @property
    def place(self) -> sp.Symbol:
        """A place on [0, oo), where all strips lie.

        >>> from dpproofs.deriving.examples import box
        >>> box.place
        x
        """
        return sp.Symbol(self.x.name, nonnegative=True)

    @property
    def size(self) -> sp.Symbol:
        """abs(X) as a symbol.

        >>> from dpproofs.deriving.examples import box
        >>> box.size
        u
        """
        taken = {variable.symbol.name for variable in self.domain} | {self.x.name}
        name = "u"
        while name in taken:
            name += "_"
        return sp.Symbol(name, nonnegative=True)


def known(family: Given, name: str, expression: sp.Expr, more: set[sp.Symbol]) -> None:
    """Refuse an expression that speaks of something that is no parameter.

    Raises
    ------
    BadInput
        By the ``name`` of the argument; ``more`` symbols may be spoken of besides.
    """
    symbols = {variable.symbol for variable in family.domain} | more
    if stranger := expression.free_symbols - symbols:
        names = sorted((family.x if s == family.size else s).name for s in symbols)
        raise BadInput(name, str(min(map(str, stranger))), f"one of the symbols {names}")
