"""How often known mechanisms exceed a threshold, each with its least noise at (epsilon, delta)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from dpproofs.mechanisms.formulas.calibration import calibrated_sigma
from dpproofs.mechanisms.formulas.enclosure import Enclosure, ball, outward

if TYPE_CHECKING:
    import flint

    from dpproofs.optima.bracket.search import Bracket

    Ball: TypeAlias = flint.arb

DIGITS, BITS = 20, 256
HALF = Fraction(1, 2)
FURTHEST, LEAST_DELTA = 16, Fraction(1, 10**12)  # for the Gaussian


def known_tails(found: Bracket, threshold: Fraction) -> dict[str, Enclosure]:
    """P(|X| > threshold) of each known mechanism without a free parameter, enclosed."""
    from flint import ctx

    formulas: dict[str, Callable[[Bracket, Fraction], Ball]] = {
        "Laplace": _laplace, "Gaussian": _gaussian, "Uniform": _uniform,
    }  # fmt: skip
    if found.epsilon and found.delta < HALF:
        formulas["Truncated Laplace"] = _truncated_laplace
    if found.epsilon:
        formulas["Tulap"] = _tulap
    if not found.delta:
        formulas = {"Laplace": _laplace}
    elif found.epsilon > FURTHEST or found.delta < LEAST_DELTA:
        del formulas["Gaussian"]  # for which there is a search
    place, enclosed = threshold / found.sensitivity, {}
    with ctx.workprec(BITS):
        for name, formula in formulas.items():
            tail = formula(found, place)
            enclosed[name] = outward(tail, tail, DIGITS)
    return enclosed


def _laplace(found: Bracket, place: Fraction) -> Ball:
    rate = ball(found.epsilon) - 2 * (1 - ball(found.delta)).log()
    return (-rate * ball(place)).exp()


def _gaussian(found: Bracket, place: Fraction) -> Ball:
    from flint import arb

    return (ball(place) / (calibrated_sigma(found.epsilon, found.delta) * arb(2).sqrt())).erfc()


def _uniform(found: Bracket, place: Fraction) -> Ball:
    """It ends at 1/(2 delta), where it keeps (0, delta)."""
    return ball(max(Fraction(0), 1 - 2 * place * found.delta))


def _truncated_laplace(found: Bracket, place: Fraction) -> Ball:
    """Source: Geng, Ding, Guo & Kumar, "Privacy and Utility Tradeoff ...", Theorem 1."""
    epsilon = ball(found.epsilon)
    end = 1 / (1 + (epsilon.exp() - 1) / (2 * ball(found.delta)))
    return ((-epsilon * ball(place)).exp() - end) / (1 - end)


def _tulap(found: Bracket, place: Fraction) -> Ball:
    """Before it is cut off, b^(k+1)/(1 + b) lies beyond k + 1/2. Source: as for its moments."""
    b, delta = (-ball(found.epsilon)).exp(), ball(found.delta)
    q = 2 * delta * b / (1 - b + 2 * delta * b)
    cell = int(place + HALF)
    beyond = b ** (cell + 1) / (1 + b)
    beyond += (1 - b) / (1 + b) * b**cell * ball(cell + HALF - place)
    rest = 2 * beyond - q
    return ball(0) if rest <= 0 else rest / (1 - q)
