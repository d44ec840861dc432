"""The least cost of private noise as one object, for delta = 0 and for delta > 0."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import MAX_EMAX, MIN_EMIN, ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from dpproofs.kernel.errors import DpproofsError
from dpproofs.mechanisms.formulas.enclosure import Enclosure, Exact, exactly
from dpproofs.notebook import shown
from dpproofs.optima.width import digits_wanted, gap_wanted

if TYPE_CHECKING:
    from dpproofs.mechanisms.base import Mechanism
    from dpproofs.optima.bracket.search import Bracket

HEADS = ("mechanism", "cost", "excess")


@dataclass(frozen=True)
class Rival:
    """A known mechanism beside the optimum.

    Attributes
    ----------
    name
        What it is called.
    cost
        Its E|X|^cost, in units of the query to that power; infinite where a double overflows. For
        mixtures of Gaussians, whose least noise is enclosed about as closely as the optimum is
        asked for, the lower end.
    excess
        How much of the least cost it is above it, at least: cost over the least cost, minus 1.
    """

    name: str
    cost: float
    excess: float


@dataclass(frozen=True)
class Optimum:
    """The least E|X|^cost of all noise that makes a query (epsilon, delta)-private, enclosed.

    `optimum` makes it. It displays itself in a notebook.

    Attributes
    ----------
    epsilon
        The privacy that was asked for, as an exact number.
    delta
        The same.
    sensitivity
        That of the query, as an exact number.
    cost
        The exponent of |x|, as an exact number.
    least
        Contains the least cost.
    mechanisms
        Noise that has the upper end, then the known mechanisms.
    gamma
        For delta = 0: contains the gamma of the staircase that has the least cost.
    bracket
        For delta > 0, and for a threshold: what proves both ends.
    threshold
        When it is a number, in units of the query, the cost is P(|X| > threshold), and ``cost`` 0.

    Examples
    --------
    >>> import dpproofs as dp
    >>> dp.optimum(1, cost=1)
    <Optimum at epsilon 1, delta 0, sensitivity 1: 0.959517375667 <= E|X|^1 <= 0.959517375668>
    """

    epsilon: Fraction
    delta: Fraction
    sensitivity: Fraction
    cost: Fraction
    least: Enclosure
    mechanisms: tuple[Rival, ...]
    gamma: Enclosure | None = None
    bracket: Bracket | None = field(default=None, repr=False)
    threshold: Fraction | None = None

    @property
    def lower(self) -> float:
        """A double that is no greater than ``lower_exact``; no noise costs less.

        >>> import dpproofs as dp
        >>> best = dp.optimum(1, cost=1)
        >>> best.lower <= best.lower_exact
        True
        """
        return self.least.floats[0]

    @property
    def upper(self) -> float:
        """A double that is no less than ``upper_exact``; there is noise that costs no more.

        >>> import dpproofs as dp
        >>> best = dp.optimum(1, cost=1)
        >>> best.upper >= best.upper_exact
        True
        """
        return self.least.floats[1]

    @property
    def lower_exact(self) -> Fraction:
        """The lower end, in units of the query to the power of cost.

        >>> import dpproofs as dp
        >>> best = dp.optimum(1, cost=1)
        >>> best.lower_exact < best.upper_exact
        True
        """
        return self.least.lower

    @property
    def upper_exact(self) -> Fraction:
        """The upper end, in units of the query to the power of cost.

        >>> import dpproofs as dp
        >>> best = dp.optimum(1, cost=1)
        >>> best.upper_exact - best.lower_exact < 1e-12
        True
        """
        return self.least.upper

    @property
    def noise(self) -> Mechanism:
        """Noise that costs no more than ``upper_exact``.

        For delta = 0 it is a staircase, and that holds up to the rounding of its gamma.

        >>> import dpproofs as dp
        >>> dp.optimum(1, cost=1).noise
        Staircase(epsilon=1.0, sensitivity=1.0, gamma=0.37754066879814546, cost=1.0)
        """
        if self.bracket is not None:
            from dpproofs.optima.optimal_noise import OptimalNoise

            return OptimalNoise.from_bracket(self.bracket)
        from dpproofs.mechanisms.staircase import Staircase

        return Staircase(float(self.epsilon), float(self.sensitivity), cost=float(self.cost))

    def certificate(self) -> Mapping[str, Any]:
        """What proves both ends for delta > 0, as JSON data that `replay` checks.

        Raises
        ------
        DpproofsError
            For delta = 0, where the least cost is a formula: ``staircase.thm3`` and what follows.

        Examples
        --------
        >>> import dpproofs as dp
        >>> best = dp.optimum(epsilon=1, delta="0.05", cost=1, gap="1e-2")
        >>> dp.replay(best.certificate()).accepted
        True
        """
        if self.bracket is None:
            raise DpproofsError(
                "for delta = 0 the least cost is a formula and needs no certificate"
            )
        return self.bracket.certificate()

    def __repr__(self) -> str:
        asked = f"epsilon {_said(self.epsilon)}, delta {_said(self.delta)}"
        low, high = (
            _said_end(end, rounding)
            for end, rounding in (
                (self.least.lower, ROUND_FLOOR),
                (self.least.upper, ROUND_CEILING),
            )
        )
        name = f"E|X|^{_said(self.cost)}"
        if self.threshold is not None:
            name = f"P(|X| > {_said(self.threshold)})"
        cost = f"{low} <= {name} <= {high}"
        return f"<Optimum at {asked}, sensitivity {_said(self.sensitivity)}: {cost}>"

    def _repr_html_(self) -> str:
        rows = ((each.name, f"{each.cost:.10g}", f"{each.excess:.4g}") for each in self.mechanisms)
        return shown(repr(self)[1:-1], HEADS, rows)


def optimum(
    epsilon: Exact,
    delta: Exact = 0,
    sensitivity: Exact = 1,
    cost: Exact = 1,
    *,
    threshold: Exact | None = None,
    gap: Exact | None = None,
    digits: int | None = None,
    seconds: float | None = None,
) -> Optimum:
    """Enclose the least E|X|^cost of all noise that makes a query (epsilon, delta)-private.

    With a threshold t it is the least P(|X| > t) instead.

    For delta = 0 it is the cost of the best staircase, enclosed by ball arithmetic; that no other
    noise is cheaper is Theorem 3 of Geng & Viswanath, "The Optimal Mechanism in Differential
    Privacy". For delta > 0 a linear program finds noise, and multipliers that prove the lower end
    for all noise on the line (docs/optimum.md, Theorems 1 to 3).

    Parameters
    ----------
    epsilon
        For delta = 0 in [1e-30, 1e5], else in [0, 256]. Numbers are taken as exactly what they say:
        the float 0.1 is its binary value, the texts "0.1" and "1/10" are one tenth.
    delta
        0, or in [1e-300, 1). Where it is very small, or epsilon large, the enclosure may be wide.
    sensitivity
        In units of the query: in [1e-300, 1e300] for delta = 0, else in [1e-100, 1e100].
    cost
        The exponent p of the cost |x|^p: in [1e-6, 1000] for delta = 0, else in [1/16, 16].
    threshold
        In units of the query: at least 1/128 of the sensitivity, and less than where truncated
        Laplace noise ends.
    gap
        How wide the enclosure may be, relative to its upper end: 1e-4 unless it or ``digits`` is
        given. For delta = 0, but for a threshold, it has 15 digits at least.
    digits
        In the place of ``gap``: it is no wider than 10^-digits; from 1 to 1000, for delta > 0 to 7.
    seconds
        For delta > 0: the best enclosure by then is returned; as long as it takes unless given.

    Raises
    ------
    BadInput
        When a number lies outside its domain.

    Examples
    --------
    >>> import dpproofs as dp
    >>> found = dp.optimum(1, "0.05", gap="1e-2")
    >>> 0.78 < found.lower < found.upper < 0.79
    True
    >>> [rival.name for rival in found.mechanisms][:2]
    ['Optimal noise', 'Tulap']
    >>> dp.replay(found.certificate()).accepted
    True
    """
    if threshold is None and exactly("delta", delta, "0", "1") == 0:
        return _without_delta(epsilon, sensitivity, cost, digits_wanted(gap, digits))
    from dpproofs.optima.bracket.everywhere import bracket_anywhere
    from dpproofs.optima.rivals.calibrated import standings

    asked = epsilon, delta, sensitivity, cost
    wanted = gap_wanted(gap, digits)
    found = bracket_anywhere(*asked, threshold=threshold, gap=wanted, seconds=seconds)
    return Optimum(
        found.epsilon,
        found.delta,
        found.sensitivity,
        found.cost,
        Enclosure(found.lower, found.upper),
        tuple(
            Rival(each.name, each.cost.floats[0], each.excess.floats[0])
            for each in standings(found)
        ),
        bracket=found,
        threshold=found.threshold,
    )


def _without_delta(epsilon: Exact, sensitivity: Exact, cost: Exact, digits: int) -> Optimum:
    from dpproofs.mechanisms.staircase_optimum import compared, staircase_optimum

    found = staircase_optimum(epsilon, cost, sensitivity, digits=digits)
    return Optimum(
        found.epsilon,
        Fraction(0),
        found.sensitivity,
        found.cost,
        found.least_cost,
        tuple(Rival(each.name, each.cost, each.excess) for each in compared(found)),
        gamma=found.gamma,
    )


def _said_end(end: Fraction, rounding: str) -> str:
    context = Context(12, rounding, MIN_EMIN, MAX_EMAX)
    return f"{context.divide(Decimal(end.numerator), Decimal(end.denominator)):g}"


def _said(number: Fraction) -> str:
    return f"{float(number):.6g}"
