"""A noise family: a density in pieces, and atoms, with parameters in a domain."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from typing import Any

import sympy as sp

from dpproofs.deriving import costs, distribution, moments, profile
from dpproofs.deriving.asked import asked, readable
from dpproofs.deriving.derived import Derived
from dpproofs.deriving.minimum import Minimised, minimise
from dpproofs.deriving.piece import UNREADABLE, Piece, expression_of, not_whole
from dpproofs.deriving.proper import refuse_improper
from dpproofs.deriving.strips import Atom, Density, Layout, Strip, layout, points, strips_of
from dpproofs.deriving.totals import Total
from dpproofs.kernel.domain import Domain, index, positive
from dpproofs.kernel.errors import BadInput
from dpproofs.tactics.budget import CALL


@dataclass(frozen=True)
class Family:
    """Noise with a density in pieces, and atoms.

    Parameters
    ----------
    name
        A name made of letters, digits and _, by which results are called.
    x
        The symbol for the place.
    domain
        The parameters, each with what it ranges over.
    pieces
        The density. With ``even`` (the default) it is that of x >= 0, and that of -x is the same.
    atoms
        Pairs (place, mass). Of even noise a place other than 0 has its mirror image besides.
    even
        Whether the noise is symmetric about 0.
    integers
        Whether the noise lives on the integers.
    seconds
        Of the processor, for all searches of one call.
    normalise
        Whether to divide the density, and the atoms, by the total mass, whose formula is found.

    Raises
    ------
    BadInput
        When a piece speaks of a symbol that is none of these, lies across the origin of even noise,
        or ends before it begins; for atoms on the integers; and when the density is seen to be
        negative somewhere, or to have another total mass than 1. With ``normalise``, when no
        formula of the mass is found.

    Examples
    --------
    >>> import dpproofs as dp, sympy as sp
    >>> x, s = sp.symbols("x s", positive=True)
    >>> triangular = dp.Family(
    ...     "triangular",
    ...     x=x,
    ...     domain=dp.Domain((dp.positive(s),)),
    ...     pieces=[dp.Piece((1 - x / s) / s, 0, s)],
    ... )
    >>> triangular.cost(1).value
    s/3
    """

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

    def _read(self) -> None:
        """Refuse what is no density."""
        for place, mass in self.atoms:
            self._known("atoms", place, set())
            self._known("atoms", mass, set())
        points(self.domain)
        if self.strips:  # which refuses pieces that are out of order
            self._apart()
        if self.normalise:
            self._divide(costs.constant(self))
        refuse_improper(self)

    def _divide(self, mass: sp.Expr) -> None:
        """Put the density over its mass."""
        pieces = (replace(piece, density=piece.density / mass) for piece in self.pieces)
        atoms = ((place, weight / mass) for place, weight in self.atoms)
        object.__setattr__(self, "pieces", tuple(pieces))
        object.__setattr__(self, "atoms", tuple(atoms))
        object.__setattr__(self, "normalise", False)  # for it is done
        for found in ("strips", "layout", "points", "laid", "whole"):
            self.__dict__.pop(found, None)

    def __repr__(self) -> str:
        names = ", ".join(variable.symbol.name for variable in self.domain)
        return f"<Family {self.name}({names}): {len(self.pieces)} pieces, {len(self.atoms)} atoms>"

    def _piece(self, piece: Piece, own: sp.Symbol) -> Piece:
        """A piece in symbols of which nothing is assumed but what holds."""
        if not isinstance(piece, Piece):
            raise BadInput("pieces", piece, "a Piece(density, lower, upper)")
        at: dict[sp.Symbol, sp.Symbol] = {self.x: own}
        counter = None
        if piece.index is not None:
            counter = sp.Symbol(piece.index.name, integer=True, nonnegative=True)
            at[piece.index] = counter
        density, lower, upper = (
            expression_of(name, getattr(piece, name)).xreplace(at)
            for name in ("density", "lower", "upper")
        )
        found = Piece(density, lower, upper, counter)
        if density.has(*UNREADABLE) or not density.is_commutative or density.is_Matrix:
            raise BadInput("density", density, "an expression with real values")
        inner = set() if counter is None else {counter}
        self._known("density", found.density, inner | {own})
        for end in (found.lower, found.upper):
            self._known("pieces", end, inner)
        if self.integers and any(not_whole(end) for end in (found.lower, found.upper)):
            raise BadInput("pieces", f"{found.lower} to {found.upper}", "ends that are integers")
        return found

    def _known(self, name: str, expression: sp.Expr, more: set[sp.Symbol]) -> None:
        known = {variable.symbol for variable in self.domain} | more
        if stranger := expression.free_symbols - known:
            names = sorted((self.x if s == self.size else s).name for s in known)
            raise BadInput(name, str(min(map(str, stranger))), f"one of the symbols {names}")

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
        return strips_of(self)

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
        return layout(self.strips, self)

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

    @cached_property
    def whole(self) -> Total | None:
        """The total mass as it was found, or None; its value is 1 where that is seen.

        >>> from dpproofs.deriving.examples import box
        >>> box.whole.value
        1
        """
        return costs.mass(self)

    def with_domain(self, domain: Domain) -> Family:
        """The same family over another domain of the same parameters.

        >>> import dpproofs as dp
        >>> from dpproofs.deriving.examples import box, s
        >>> small = box.with_domain(dp.Domain((dp.between(s, 0, 1),)))
        >>> small.domain[s].upper
        1
        """
        return replace(self, domain=domain)

    # -- what is derived --------------------------------------------------------------------------

    def normalisation(self) -> Derived:
        """The total mass, which is 1 for noise.

        >>> from dpproofs.deriving.examples import box
        >>> box.normalisation().value
        1
        """
        return costs.normalisation(self)

    def cost(self, p: Any) -> Derived:
        """``E abs(X)**p`` for a number p >= 0, or a symbol, which stands for every p > 0 unless the
        domain says otherwise.

        Raises
        ------
        BadInput
            When p is negative, or the density does not have the total mass 1.

        Examples
        --------
        >>> from dpproofs.deriving.examples import box
        >>> box.cost(2).value
        s**2/3
        """
        power = expression_of("p", p)
        if power.is_Symbol:
            inside = {variable.symbol.name: variable.symbol for variable in self.domain}
            symbol = inside.get(power.name, sp.Symbol(power.name, positive=True))
            extra = () if power.name in inside else (positive(symbol),)
            return costs.expected_once(
                self, self.seconds, self.size**symbol, Domain(extra), f"cost_{power.name}"
            )
        if not power.is_Rational or power < 0:
            raise BadInput("p", p, "a rational number >= 0, or a symbol")
        called = f"cost_{str(power).replace('/', '_')}"
        return costs.expected_once(self, self.seconds, self.size**power, Domain(), called)

    def cost_of(self, cost: sp.Expr, name: str = "cost") -> Derived:
        """``E L(abs(X))`` for a nonnegative expression L in x, the ``cost``, called ``name``.

        Raises
        ------
        BadInput
            When the expression speaks of something that is no parameter.

        Examples
        --------
        >>> from dpproofs.deriving.examples import box, x
        >>> box.cost_of(x**3).value
        s**3/4
        """
        given = expression_of("cost", cost)
        mine = {s: self.size for s in given.free_symbols if s.name == self.x.name}
        loss = given.xreplace(mine).replace(sp.Abs, lambda e: e if e == self.size else sp.Abs(e))
        self._known("cost", loss, {self.size})
        return costs.expected_once(self, self.seconds, loss, Domain(), name)

    @property
    def place(self) -> sp.Symbol:
        """A place on [0, oo), where all strips lie.

        >>> from dpproofs.deriving.examples import box
        >>> box.place
        x
        """
        return sp.Symbol(self.x.name, nonnegative=True)

    def tail(self, t: Any) -> Derived:
        """``P(abs(X) >= t)`` as a function of t > 0, for even noise. On the integers t is one.

        A number, or an expression in the parameters, is a place.

        Raises
        ------
        BadInput
            When the noise is not even, has an atom off the origin, or has a parameter called t.

        Examples
        --------
        >>> import sympy as sp
        >>> from dpproofs.deriving.examples import box
        >>> t = sp.Symbol("t", positive=True)
        >>> box.tail(t).holds
        True
        """
        return distribution.tail(self, expression_of("t", t))

    def cdf(self, t: Any) -> Derived:
        """``P(X <= t)`` as a function of t: of t >= 0 for even noise, of all t for other noise. On
        the integers t is one. A number, or an expression in the parameters, is a place.

        Raises
        ------
        BadInput
            When the noise has an atom off the origin, or a parameter called t.

        Examples
        --------
        >>> import sympy as sp
        >>> from dpproofs.deriving.examples import box
        >>> t = sp.Symbol("t", nonnegative=True)
        >>> box.cdf(t).holds
        True
        """
        return distribution.cdf(self, expression_of("t", t))

    def privacy_profile(self, epsilon: sp.Symbol, sensitivity: Any) -> Derived:
        """The least delta at each epsilon >= 0, over all shifts up to the sensitivity.

        For densities that fall away from the origin, whose privacy loss is simple between their
        ends; ``verdict.note`` says what is in the way otherwise. Then ``enclosure`` has certified
        values, of the shift by the whole sensitivity alone where it is not shown to be the worst.

        >>> import sympy as sp
        >>> from dpproofs.deriving.examples import box, s
        >>> box.privacy_profile(sp.Symbol("epsilon", nonnegative=True), s).value
        1/2

        Parameters
        ----------
        epsilon
            A symbol that the family does not have.
        sensitivity
            A new symbol, which stands for any positive number; or an expression in the parameters,
            for which their domain decides the order of the ends of the pieces and their shifts.
            The period where the density is periodic; a number where it lives on the integers.

        Raises
        ------
        BadInput
            For other symbols, or a sensitivity that is not positive.
        """
        shift = expression_of("sensitivity", sensitivity)
        blank = Derived(f"{self.name}.privacy_profile", self.domain, None)
        return asked(lambda: profile.privacy_profile(self, epsilon, shift), blank, self.seconds)

    def minimise(self, parameter: sp.Symbol, cost: Any = 1) -> Minimised:
        """The value of one parameter at which a cost is least, and the least cost.

        Parameters
        ----------
        parameter
            What is chosen; the other parameters are fixed.
        cost
            The exponent of ``abs(X)**p``, a number or a symbol, or an expression in x.

        Raises
        ------
        BadInput
            As :meth:`cost`, and when the family has no such parameter.

        Examples
        --------
        >>> from dpproofs.deriving.examples import box, x, s
        >>> best = box.minimise(s, (x - 1) ** 2)
        >>> best.place, best.value
        (3/2, 1/4)
        """
        given = expression_of("cost", cost)
        names = {symbol.name for symbol in given.free_symbols}
        whole = self.cost_of(given) if self.x.name in names else self.cost(given)
        if not isinstance(parameter, sp.Symbol):
            raise BadInput("parameter", parameter, "a symbol")
        blank = Minimised(f"{whole.name}.least", self.domain.without(parameter), None)
        return asked(lambda: minimise(self, parameter, whole), blank, self.seconds)

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

    def mean(self) -> Derived:
        """``E X``.

        >>> from dpproofs.deriving.examples import box
        >>> box.mean().value
        0
        """
        return moments.mean(self)

    def variance(self) -> Derived:
        """``E (X - E X)**2``.

        >>> from dpproofs.deriving.examples import box
        >>> box.variance().value
        s**2/3
        """
        return moments.variance(self)
