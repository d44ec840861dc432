"""A noise family: a density in pieces, and atoms, with parameters in a domain."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sympy as sp

from dpproofs.deriving import costs, distribution, information, moments, profile
from dpproofs.deriving.asked import asked
from dpproofs.deriving.calibrating import calibrate
from dpproofs.deriving.comparison import Compared, compare
from dpproofs.deriving.derived import Derived
from dpproofs.deriving.jointly import best, chosen
from dpproofs.deriving.minimum import Minimised
from dpproofs.deriving.normalised import Normalised
from dpproofs.deriving.piece import expression_of
from dpproofs.deriving.quantile import quantile
from dpproofs.kernel.errors import BadInput


@dataclass(frozen=True, repr=False)
class Family(Normalised):
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
        Whether to divide the density, and the atoms, by the total mass: by its formula, or by the
        sum or integral itself where none is found.

    Raises
    ------
    BadInput
        When a piece speaks of a symbol that is none of these, lies across the origin of even noise,
        or ends before it begins; for atoms on the integers; and when the density is seen to be
        negative somewhere, or to have another total mass than 1. With ``normalise``, when the
        mass has no formula and no enclosure.

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
        return costs.power(self, p)

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
        return costs.of(self, cost, name)

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

    def quantile(self, u: Any) -> Derived:
        """The place up to which the noise has the mass u, as a function of u in (0, 1); a rational
        number may stand in place of u.

        For noise with a density alone. Where the density is 0 on a stretch, the last such place may
        be another one.

        Raises
        ------
        BadInput
            For noise on the integers or with atoms, and for another u.

        Examples
        --------
        >>> import sympy as sp
        >>> from dpproofs.deriving.examples import box
        >>> box.quantile(sp.Rational(3, 4)).value
        s/2
        """
        return quantile(self, expression_of("u", u))

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
        return profile.privacy_profile(self, epsilon, expression_of("sensitivity", sensitivity))

    def entropy(self) -> Derived:
        """``-E log f(X)``, in nats; on the integers f holds the masses.

        Raises
        ------
        BadInput
            For noise with atoms.

        Examples
        --------
        >>> from dpproofs.deriving.examples import box
        >>> box.entropy().value
        log(s) + log(2)
        """
        return information.entropy(self)

    def renyi(self, order: Any, sensitivity: Any) -> Derived:
        """The Renyi divergence of the noise from the noise moved by at most the sensitivity.

        The name ends in ``renyi_at_sensitivity`` where the shift by the whole sensitivity is not
        shown to be the worst.

        Parameters
        ----------
        order
            A rational number above 1, or a new symbol.
        sensitivity
            As for :meth:`privacy_profile`.

        Raises
        ------
        BadInput
            For another order or sensitivity, for noise that is not even, and with atoms.

        Examples
        --------
        >>> import sympy as sp
        >>> from dpproofs.deriving.examples import box
        >>> box.renyi(2, sp.Symbol("d")).value
        oo
        """
        given = expression_of("sensitivity", sensitivity)
        return information.renyi(self, expression_of("order", order), given)

    def calibrate(self, epsilon: Any, delta: Any, sensitivity: Any, *, scale: sp.Symbol) -> Derived:
        """The least scale with which the noise is (epsilon, delta)-private.

        ``verdict.note`` says so where the shift by the whole sensitivity is not shown to be the
        worst. Without a formula, ``enclosure`` isolates the scale by certified values of the
        profile.

        Parameters
        ----------
        epsilon
            A rational number >= 0, or a symbol.
        delta
            A rational number between 0 and 1, or a symbol.
        sensitivity
            As for :meth:`privacy_profile`.
        scale
            A parameter s of which the density is g(x/s)/s.

        Raises
        ------
        BadInput
            For numbers outside these ranges, and another parameter.

        Examples
        --------
        >>> import sympy as sp
        >>> from dpproofs.deriving.examples import laplace, scale
        >>> laplace.calibrate(1, sp.Rational(1, 10), sp.Symbol("d"), scale=scale).value
        d/(2*log(10/9) + 1)
        """
        asked_for = (
            expression_of("epsilon", epsilon),
            expression_of("delta", delta),
            expression_of("sensitivity", sensitivity),
        )
        return calibrate(self, *asked_for, scale)

    def compare(self, other: Family, cost: Any = 1) -> Compared:
        """The cost over that of another family, and for which parameters it is the lower one.

        Parameters of one name are the same parameter.

        Parameters
        ----------
        other
            The other family.
        cost
            As for :meth:`minimise`.

        Raises
        ------
        BadInput
            As :meth:`cost`, and when a parameter of both has two ranges.

        Examples
        --------
        >>> from dpproofs.deriving.examples import box, laplace
        >>> box.compare(laplace).lower
        s < 2*scale
        """
        if not isinstance(other, Family):
            raise BadInput("other", other, "a Family")
        return compare(self, other, cost)

    def minimise(self, parameter: Any, cost: Any = 1, where: Any = ()) -> Minimised:
        """The value of one or two parameters at which a cost is least, and the least cost.

        Parameters
        ----------
        parameter
            What is chosen, a symbol or two; the other parameters are fixed. ``place`` is a Tuple
            for two.
        cost
            The exponent of ``abs(X)**p``, a number or a symbol, or an expression in x.
        where
            An inequality, or several, each a bound of a parameter that is chosen.

        Raises
        ------
        BadInput
            As :meth:`cost`, when the family has no such parameter, and for other conditions.

        Examples
        --------
        >>> from dpproofs.deriving.examples import box, x, s
        >>> best = box.minimise(s, (x - 1) ** 2)
        >>> best.place, best.value
        (3/2, 1/4)
        >>> box.minimise(s, 2, where=s >= 2).value
        4/3
        """
        over = chosen(self, parameter)
        conditions = where if isinstance(where, (tuple, list)) else (where,)
        names = "_".join(symbol.name for symbol in over)
        blank = Minimised(f"{self.name}.least_{names}", self.domain, None)
        return asked(lambda: best(self, over, cost, conditions), blank, self.seconds)

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
