"""What known mechanisms cost when each is calibrated to its least noise at (epsilon, delta)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Protocol, TypeAlias

from dpproofs.mechanisms.formulas.calibration import calibrated_sigma
from dpproofs.mechanisms.formulas.enclosure import Enclosure, ball, outward
from dpproofs.mechanisms.formulas.staircase_calibration import calibrated_staircase
from dpproofs.optima.lattice.noise import support
from dpproofs.optima.rivals.mixtures import calibrated, enough_bits
from dpproofs.optima.rivals.tails import known_tails

if TYPE_CHECKING:
    import flint

    Ball: TypeAlias = flint.arb

DIGITS, BITS = 20, 256
HALF = Fraction(1, 2)
SEARCHED = ("Gaussian", "Staircase", "Tulap")  # what has to be searched for, or added up
FURTHEST, LEAST_DELTA, WIDEST = 16, Fraction(1, 10**12), 100_000  # where that is quick
MIXED_COSTS = (1, 2)  # for which mixtures of Gaussians have formulas


class Bracketed(Protocol):
    """A question about the least cost, and an answer: a `Bracket`, or what a file says of one."""

    @property
    def epsilon(self) -> Fraction: ...
    @property
    def delta(self) -> Fraction: ...
    @property
    def sensitivity(self) -> Fraction: ...
    @property
    def cost(self) -> Fraction: ...
    @property
    def lower(self) -> Fraction: ...
    @property
    def upper(self) -> Fraction: ...


@dataclass(frozen=True)
class Standing:
    """A mechanism beside the optimum.

    Attributes
    ----------
    name
        What it is called.
    cost
        Contains its E|X|^p.
    excess
        Contains its cost over the least one of any noise, minus 1.
    cheaper
        Whether it costs less than the noise of the upper end, so that the least cost is no more
        than its cost. A certificate of the bracket does not show that.
    """

    name: str
    cost: Enclosure
    excess: Enclosure
    cheaper: bool


def standings(found: Bracketed) -> tuple[Standing, ...]:
    """The noise of the upper end, then the known mechanisms from cheap to dear."""
    from dpproofs.optima.bracket.search import Bracket

    own = Enclosure(found.upper, found.upper)
    if isinstance(found, Bracket) and found.threshold is not None:
        costs = known_tails(found, found.threshold)
    else:
        costs = known_costs(found)
    known = [_standing(name, cost, found) for name, cost in costs.items()]
    known.sort(key=lambda each: each.cost.lower)
    return _standing("Optimal noise", own, found), *known


def _standing(name: str, cost: Enclosure, found: Bracketed) -> Standing:
    least = max(cost.lower / found.upper - 1, Fraction(0))
    most = cost.upper / found.lower - 1 if found.lower else Fraction(10**300)
    return Standing(name, cost, Enclosure(least, max(most, least)), cost.upper < found.upper)


def known_costs(found: Bracketed) -> dict[str, Enclosure]:
    """The cost of each known mechanism that exists at (epsilon, delta), enclosed."""
    from flint import ctx

    formulas: dict[str, Callable[[Bracketed], Ball]] = {"Laplace": _laplace, "Gaussian": _gaussian}
    formulas |= {"Uniform with an atom": _uniform, "Staircase": _staircase}
    if found.epsilon and found.delta < HALF:
        formulas["Truncated Laplace"] = _truncated_laplace
    if found.epsilon:
        formulas["Staircase, without delta"] = _staircase_without_delta
        formulas["Tulap"] = _tulap
    near = is_near(found)
    if not near:
        formulas = {name: each for name, each in formulas.items() if name not in SEARCHED}
    enclosed = {}
    with ctx.workprec(BITS):
        scale = ball(found.sensitivity) ** ball(found.cost)
        for name, formula in formulas.items():
            cost = formula(found) * scale
            enclosed[name] = outward(cost, cost, DIGITS)
        if near and found.epsilon and found.cost in MIXED_COSTS:
            bits = enough_bits((found.upper - found.lower) / found.upper)
            for kind in ("multi", "quasi"):
                mixed = calibrated(kind, found.epsilon, found.delta, bits)
                if mixed is not None:
                    cost = mixed.moment(found.cost) * scale
                    enclosed[f"{kind.capitalize()}-Gaussian"] = outward(cost, cost, DIGITS)
    return enclosed


def is_near(found: Bracketed) -> bool:
    """Whether epsilon and delta are such that all known mechanisms are listed."""
    near = found.epsilon <= FURTHEST and found.delta >= LEAST_DELTA
    return near and support(float(found.epsilon), float(found.delta)) <= WIDEST


def _laplace(found: Bracketed) -> Ball:
    """Its profile is 1 - e^{(epsilon - 1/b)/2} where that is positive: solved for the scale b."""
    scale = 1 / (ball(found.epsilon) - 2 * (1 - ball(found.delta)).log())
    return _moment(found) * scale ** ball(found.cost)


def _gaussian(found: Bracketed) -> Ball:
    """Source of its least deviation: Balle & Wang, 2018, Theorem 8."""
    from flint import arb

    p = ball(found.cost)
    deviation = calibrated_sigma(found.epsilon, found.delta)
    return (deviation * arb(2).sqrt()) ** p * ((p + 1) / 2).gamma() / arb.pi().sqrt()


def _uniform(found: Bracketed) -> Ball:
    """Source: Geng, Ding, Guo & Kumar, "Optimal Noise-Adding Mechanism ...", Theorem 3."""
    p = found.cost
    atom = max(Fraction(0), 1 - (p + 1) * (1 - found.delta))
    width = (1 - atom) / (found.delta - atom) / 2
    return ball((1 - atom) / (p + 1)) * ball(width) ** ball(p)


def _truncated_laplace(found: Bracketed) -> Ball:
    """Source: Geng, Ding, Guo & Kumar, "Privacy and Utility Tradeoff ...", Theorem 1."""
    p, epsilon = ball(found.cost), ball(found.epsilon)
    ratio = 1 + (epsilon.exp() - 1) / (2 * ball(found.delta))
    return ratio.log().gamma_lower(p + 1) / epsilon**p / (1 - 1 / ratio)


def _staircase(found: Bracketed) -> Ball:
    """The best of those that are private with this delta: their own epsilon and gamma are free."""
    least = calibrated_staircase(found.epsilon, found.delta, found.cost)
    return least.lower.union(least.upper)


def _staircase_without_delta(found: Bracketed) -> Ball:
    """The best noise for delta = 0. Source: Geng & Viswanath, "The Optimal Mechanism ..."."""
    from dpproofs.mechanisms.staircase_optimum import staircase_optimum

    least = staircase_optimum(found.epsilon, found.cost, digits=DIGITS).least_cost
    return ball(least.lower).union(ball(least.upper))


def _tulap(found: Bracketed) -> Ball:
    """A two-sided geometric variable and a uniform one, cut off where the tails hold q/2 each.

    Source: Awan & Slavkovic, "Differentially Private Uniformly Most Powerful Tests for Binomial
    Data", 2018: q = 2 delta b/(1 - b + 2 delta b), b = e^-epsilon; the canonical noise of (epsilon,
    delta) in Awan & Vadhan, "Canonical Noise Distributions and Private Hypothesis Tests", 2023.
    Its density is (1 - b)/(1 + b) b^k between k - 1/2 and k + 1/2.
    """
    p, b, delta = found.cost, (-ball(found.epsilon)).exp(), ball(found.delta)
    q = 2 * delta * b / (1 - b + 2 * delta * b)
    level, beyond = (1 - b) / (1 + b), b / (1 + b)  # beyond 1/2
    cell, spent = 0, ball(0)
    while beyond > q / 2:
        spent += level * _integral(ball(cell + HALF), p)
        if cell:
            spent -= level * _integral(ball(cell - HALF), p)
        cell, level, beyond = cell + 1, level * b, beyond * b
    end = ball(cell + HALF) - (q / 2 - beyond) / level
    spent += level * _integral(end, p)
    if cell:
        spent -= level * _integral(ball(cell - HALF), p)
    return 2 * spent / (1 - q)


def _integral(end: Ball, p: Fraction) -> Ball:
    """Of x^p from 0 to the end."""
    return end ** ball(p + 1) / ball(p + 1)


def _moment(found: Bracketed) -> Ball:
    return (ball(found.cost) + 1).gamma()
