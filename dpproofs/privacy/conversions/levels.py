"""The levels of one kind of claim that follow from another kind, rounded to the safe side."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING

from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms.formulas import levels
from dpproofs.mechanisms.formulas.losses import Loss, NormalLoss, ThreeValuedLoss
from dpproofs.privacy.conversions.deltas import (
    above,
    delta_of_gdp,
    delta_of_renyi,
    delta_of_zcdp,
    required,
)

if TYPE_CHECKING:
    from dpproofs.mechanisms.formulas.enclosure import Ball

LARGEST = 1e6  # epsilon
CLOSE = 1e-12  # of an epsilon, relative


def rho_of_pure(epsilon: float) -> float:
    """The least rho for which every epsilon-private mechanism is zCDP: epsilon tanh(epsilon/2).

    Half of epsilon^2 (Bun & Steinke, 2016) is more. Randomised response, of which every such
    mechanism is a function (Kairouz, Oh & Viswanath, 2015), attains it.

    Parameters
    ----------
    epsilon
        In [0, oo).

    Raises
    ------
    BadInput
        When it is outside its domain.

    Examples
    --------
    >>> from dpproofs.privacy.conversions import rho_of_pure
    >>> round(rho_of_pure(1), 6)
    0.462117
    """
    return _of_response(epsilon, levels.zcdp)


def renyi_of_pure(order: float, epsilon: float) -> float:
    """The largest Renyi divergence of an epsilon-private mechanism: that of randomised response.

    Source: Mironov, "Renyi differential privacy", 2017; see `rho_of_pure`.

    Parameters
    ----------
    order, epsilon
        In [1, oo), in [0, oo).

    Raises
    ------
    BadInput
        When a number is outside its domain.

    Examples
    --------
    >>> from dpproofs.privacy.conversions import renyi_of_pure
    >>> round(renyi_of_pure(2, 1), 6)
    0.735326
    """
    exact = Fraction(required("order", order, least=1.0, included=True))
    return _of_response(epsilon, lambda loss: levels.renyi(loss, exact))


def mu_of_pure(epsilon: float) -> float:
    """The least mu with which every epsilon-private mechanism is mu-Gaussian DP.

    It is 2 Phi^-1(e^epsilon/(1 + e^epsilon)), by the corner of the trade-off between errors: Dong,
    Roth & Su, "Gaussian differential privacy", arXiv:1905.02383, equation (5); see `rho_of_pure`.

    Parameters
    ----------
    epsilon
        In [0, oo).

    Raises
    ------
    BadInput
        When it is outside its domain.

    Examples
    --------
    >>> from dpproofs.privacy.conversions import mu_of_pure
    >>> round(mu_of_pure(1), 6)
    1.232035
    """
    return _of_response(epsilon, lambda loss: loss.gdp())


def rho_of_gdp(mu: float) -> float:
    """The least rho with which every mu-Gaussian private mechanism is rho-zCDP: mu^2/2.

    What keeps mu-Gaussian DP is, for any two neighbours, a function of two normal distributions of
    variance 1 whose means are mu apart: Bun & Steinke, 2016, Proposition 1.6. Normal noise attains
    it.

    Parameters
    ----------
    mu
        In [0, oo).

    Raises
    ------
    BadInput
        When it is outside its domain.

    Examples
    --------
    >>> from dpproofs.privacy.conversions import rho_of_gdp
    >>> rho_of_gdp(1)
    0.5
    """
    number = required("mu", mu)
    return _told(lambda: levels.zcdp(NormalLoss(Fraction(number)))) if number else 0.0


def epsilon_of_renyi(order: float, divergence: float, delta: float) -> float:
    """The least epsilon at a delta that follows from a Renyi divergence; see `delta_of_renyi`.

    Parameters
    ----------
    order, divergence, delta
        In (1, oo), in [0, oo), in (0, 1).

    Raises
    ------
    BadInput
        When a number is outside its domain.

    Examples
    --------
    >>> from dpproofs.privacy.conversions import epsilon_of_renyi
    >>> round(epsilon_of_renyi(8, 0.3, 1e-6), 6)
    1.82439
    """
    return _least(lambda epsilon: delta_of_renyi(order, divergence, epsilon), delta)


def epsilon_of_zcdp(rho: float, delta: float) -> float:
    """An epsilon at a delta that follows from rho-zCDP; see `delta_of_zcdp`.

    Parameters
    ----------
    rho, delta
        In [0, oo), in (0, 1).

    Raises
    ------
    BadInput
        When a number is outside its domain.

    Examples
    --------
    >>> from dpproofs.privacy.conversions import epsilon_of_zcdp
    >>> round(epsilon_of_zcdp(0.5, 1e-6), 6)
    5.221534
    """
    return _least(lambda epsilon: delta_of_zcdp(rho, epsilon), delta)


def epsilon_of_gdp(mu: float, delta: float) -> float:
    """The least epsilon at a delta of mu-Gaussian DP; see `delta_of_gdp`.

    Parameters
    ----------
    mu, delta
        In [0, oo), in (0, 1).

    Raises
    ------
    BadInput
        When a number is outside its domain.

    Examples
    --------
    >>> from dpproofs.privacy.conversions import epsilon_of_gdp
    >>> round(epsilon_of_gdp(1, 1e-6), 6)
    4.886554
    """
    return _least(lambda epsilon: delta_of_gdp(mu, epsilon), delta)


def factor_lost_of_zcdp(rho: float, epsilon: float) -> float:
    """How many times too large `delta_of_zcdp` is at most, as normal noise of that rho is zCDP.

    Parameters
    ----------
    rho, epsilon
        In (0, oo), in [0, oo).

    Raises
    ------
    BadInput
        When a number is outside its domain.

    Examples
    --------
    >>> from dpproofs.privacy.conversions import factor_lost_of_zcdp
    >>> round(factor_lost_of_zcdp(0.5, 4), 2)
    4.15
    """
    least = delta_of_gdp(math.sqrt(2 * required("rho", rho)), epsilon)
    return delta_of_zcdp(rho, epsilon) / least if least else math.inf


def _of_response(epsilon: float, value: Callable[[Loss], Ball]) -> float:
    number = required("epsilon", epsilon)
    return _told(lambda: value(ThreeValuedLoss(Fraction(number)))) if number else 0.0


def _told(value: Callable[[], Ball]) -> float:
    from flint import ctx

    with ctx.workprec(levels.BITS):
        return above(value())


def _least(curve: Callable[[float], float], delta: float) -> float:
    """The least double found at which a curve that falls is not above a delta."""
    most = required("delta", delta, least=0.0)
    if not 0 < most < 1:
        raise BadInput("delta", delta, "a number in (0, 1)")
    if curve(0.0) <= most:
        return 0.0
    low, high = 0.0, 1.0
    while curve(high) > most:
        low, high = high, 2 * high
        if high > LARGEST:
            return math.inf
    while high - low > CLOSE * high:
        middle = (low + high) / 2
        low, high = (middle, high) if curve(middle) > most else (low, middle)
    return high
