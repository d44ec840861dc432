"""The claims of other kinds that noise keeps, zCDP, Renyi and Gaussian DP; noise made for them."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from dpproofs.kernel.errors import BadInput, DpproofsError
from dpproofs.mechanisms.parameter import as_float

if TYPE_CHECKING:
    import inspect
    from collections.abc import Callable, Mapping

    from dpproofs.mechanisms.formulas.levels import Level
    from dpproofs.mechanisms.formulas.losses import Loss


class Stated:
    """Levels of claims that are kept, each enclosed, and infinite where none is kept.

    The worst shift within the sensitivity is included; divergences are the same both ways.

    Attributes
    ----------
    orders_drawn
        The orders at which a picture has the Renyi divergences, where they take their time; without
        one it has as many as the curve needs.
    """

    orders_drawn: tuple[float, ...] = ()

    def renyi(self, order: float) -> Level:
        """The Renyi divergence of an order: the least epsilon of (order, epsilon)-Renyi DP.

        Parameters
        ----------
        order
            In [1, oo); 1 stands for Kullback's divergence, its limit there.

        Raises
        ------
        BadInput
            When the order is outside its domain.
        DpproofsError
            When there is no formula for the privacy loss of this noise.

        Examples
        --------
        >>> import dpproofs as dp
        >>> dp.Gaussian.of_sigma(2).renyi(8)
        Level(1)
        >>> dp.Laplace(epsilon=1).renyi(2)
        Level(0.619123629999)
        """
        number = as_float(order)
        if number is None or not 1 <= number < math.inf:
            raise BadInput("order", order, "a number in [1, inf)")
        from dpproofs.mechanisms.formulas import levels

        return self._enclosed_level(lambda loss: levels.renyi(loss, Fraction(order)))

    def zcdp(self) -> Level:
        """The least rho of zCDP: the supremum over orders of the Renyi divergence by the order.

        Source: Bun & Steinke, "Concentrated differential privacy", 2016, Definition 1.1.

        Raises
        ------
        DpproofsError
            When there is no formula for the privacy loss of this noise.

        Examples
        --------
        >>> import dpproofs as dp
        >>> dp.Gaussian.of_sigma(1).zcdp(), dp.Laplace(epsilon=1).zcdp()
        (Level(0.5), Level(0.367879441171))
        >>> dp.Geometric(epsilon=1).zcdp()  # epsilon tanh(epsilon/2)
        Level(0.46211715726)
        >>> dp.TruncatedLaplace(epsilon=1, delta=0.1).zcdp()
        Level(inf)
        """
        from dpproofs.mechanisms.formulas import levels

        return self._enclosed_level(levels.zcdp)

    def gdp(self) -> Level:
        """The least mu of Gaussian DP.

        The errors of every test of two neighbours are at least those of normal distributions of
        variance 1 whose means are mu apart.

        Source: Dong, Roth & Su, "Gaussian differential privacy", 2022.

        Raises
        ------
        DpproofsError
            When there is no formula for the privacy loss of this noise.

        Examples
        --------
        >>> import dpproofs as dp
        >>> dp.Gaussian.of_sigma(2).gdp(), dp.Laplace(epsilon=1).gdp()
        (Level(0.5), Level(1.03006399762))
        """
        return self._enclosed_level(lambda loss: loss.gdp())

    @classmethod
    def of_rho(cls, rho: float, sensitivity: float = 1, **others: Any) -> Self:
        """The least noise of its kind that is rho-zCDP for certain.

        Its parameter is a double at which the claim is shown in ball arithmetic; of noise smaller
        by one part in 2^35 it is not, which but for wide noise on the integers does not keep it.

        Parameters
        ----------
        rho
            In (0, oo).
        sensitivity
            Of the query.
        others
            What else the constructor takes.

        Raises
        ------
        BadInput
            When an argument is outside its domain.
        DpproofsError
            When no noise of this kind is known to keep such a claim.

        Examples
        --------
        >>> import dpproofs as dp
        >>> noise = dp.Laplace.of_rho(0.5)
        >>> round(noise.epsilon, 6), noise.zcdp().upper <= 0.5
        (1.19829, True)
        """
        return cls._calibrated("rho", rho, sensitivity, others, lambda noise: noise.zcdp().upper)

    @classmethod
    def of_mu(cls, mu: float, sensitivity: float = 1, **others: Any) -> Self:
        """The least noise of its kind that is mu-Gaussian DP for certain, as `of_rho` has it.

        Parameters
        ----------
        mu
            In (0, oo).
        sensitivity
            Of the query.
        others
            What else the constructor takes.

        Raises
        ------
        BadInput
            When an argument is outside its domain.
        DpproofsError
            When no noise of this kind is known to keep such a claim.

        Examples
        --------
        >>> import dpproofs as dp
        >>> dp.Gaussian.of_mu(0.5).sigma
        2.0
        """
        return cls._calibrated("mu", mu, sensitivity, others, lambda noise: noise.gdp().upper)

    @classmethod
    def of(cls, epsilon: float, delta: float = 0.0, sensitivity: float = 1, **others: Any) -> Self:
        """The least noise of its kind that is (epsilon, delta)-private for certain, as `of_rho`.

        Parameters
        ----------
        epsilon
            In [0, oo).
        delta
            In [0, 1).
        sensitivity
            Of the query.
        others
            What else the constructor takes.

        Raises
        ------
        BadInput
            When an argument is outside its domain.
        DpproofsError
            When no noise of this kind is known to keep such a claim.

        Examples
        --------
        >>> import dpproofs as dp
        >>> round(dp.Laplace.of(epsilon=1, delta=0.1).scale, 6), dp.Laplace.of(epsilon=1).scale
        (0.825954, 1.0)
        """
        at = _number("epsilon", epsilon, 0, math.inf, "a number in [0, inf)")
        most = _number("delta", delta, 0, 1, "a number in [0, 1)")
        if cls._is_made_for("epsilon", "delta"):
            return cls._with_epsilon(epsilon, sensitivity, {**others, "delta": delta})
        if most == 0 and cls._is_made_for("epsilon"):
            return cls._with_epsilon(epsilon, sensitivity, others)
        if most == 0:
            raise BadInput(
                "delta", delta, f"above 0: {cls.__name__} noise leaks some at any epsilon"
            )
        if cls._is_made_for("delta"):  # whatever the epsilon
            cls._refuse_unknown(others)
            constructor: Any = cls
            made: Self = constructor(delta=most, **_with(cls, sensitivity), **others)
            return made
        return cls._calibrated(
            "delta",
            delta,
            sensitivity,
            others,
            lambda n: n._leaks(Fraction(at)).upper,  # noqa: SLF001  # our own
        )

    @classmethod
    def _calibrated(
        cls,
        name: str,
        most: float,
        sensitivity: float,
        others: dict[str, Any],
        level: Callable[[Self], Any],
    ) -> Self:
        """The noise with the largest parameter at which a level is within a bound."""
        from dpproofs.mechanisms.formulas.levels import largest

        bound = _number(name, most, math.ulp(0.0), math.inf, "a number in (0, inf)")
        start = min(bound, 1.0) if name == "mu" else 1.0  # about the mu of most noise

        def noise(number: float) -> Any:
            return cls._sized(number, sensitivity, others)

        noise(1.0)  # what is wrong with it is wrong with what was given
        try:
            found: Self = noise(largest(lambda number: level(noise(number)), bound, start))
        except ArithmeticError as error:
            raise DpproofsError(f"no {cls.__name__} is known to keep {name} = {most!r}") from error
        except BadInput as error:
            raise DpproofsError(
                f"the {cls.__name__} that just keeps {name} = {most!r} is outside its domain:"
                f" {error}"
            ) from error
        return found

    @classmethod
    def _sized(cls, number: float, sensitivity: float, others: dict[str, Any]) -> Any:
        """What `of_rho` and `of_mu` choose among: noise that grows as this number falls."""
        return cls._with_epsilon(number, sensitivity, others)

    @classmethod
    def _with_epsilon(cls, epsilon: float, sensitivity: float, others: dict[str, Any]) -> Self:
        """Noise that grows as this number falls; it is the epsilon unless overridden."""
        if "epsilon" not in _parameters(cls):
            raise DpproofsError(f"{cls.__name__} is not calibrated: it is made from no epsilon")
        cls._refuse_unknown(others)
        for name, parameter in _parameters(cls).items():
            needed = parameter.default is parameter.empty and name != "epsilon"
            if needed and name not in others:
                raise BadInput(name, None, f"given: {cls.__name__} has no usual value for it")
        constructor: Any = cls
        found: Self = constructor(epsilon=epsilon, **_with(cls, sensitivity), **others)
        return found

    @classmethod
    def _refuse_unknown(cls, others: dict[str, Any]) -> None:
        """Refuse by name what the constructor does not take."""
        for name, value in others.items():
            if name not in _parameters(cls):
                raise BadInput(name, value, f"left out: {cls.__name__} has no such parameter")

    @classmethod
    def _is_made_for(cls, *names: str) -> bool:
        """Whether the constructor takes such a claim, and makes the noise that keeps it."""
        own = cls._with_epsilon.__func__ is Stated._with_epsilon.__func__  # type: ignore[attr-defined]  # of a classmethod
        return own and all(name in _parameters(cls) for name in names)

    def _leaks(self, epsilon: Fraction) -> Level:
        """The least delta at an epsilon, for the worst shift and set."""
        from dpproofs.mechanisms.formulas.enclosure import ball

        return self._enclosed_level(lambda loss: loss.delta(ball(epsilon)))

    def _loss(self) -> Loss:
        """The law of the privacy loss at the worst shift."""
        raise DpproofsError(f"{type(self).__name__} has no formula for its privacy loss")

    def _enclosed_level(self, value: Callable[[Loss], Any]) -> Level:
        from dpproofs.mechanisms.formulas.levels import ENDLESS, told

        profile: Any = getattr(self, "privacy_profile", lambda _: 0.0)
        if float(np.asarray(profile(math.inf))) > 0:
            return ENDLESS
        loss = self._loss()
        return told(loss, lambda: value(loss))


def alone(others: dict[str, Any]) -> None:
    """Refuse what a kind of noise that has one parameter does not take."""
    if others:
        raise BadInput(next(iter(others)), next(iter(others.values())), "left out")


def _parameters(cls: type) -> Mapping[str, inspect.Parameter]:
    import inspect

    return inspect.signature(cls).parameters


def _with(cls: type, sensitivity: float) -> dict[str, float]:
    """The sensitivity, where the noise has one."""
    if "sensitivity" in _parameters(cls):
        return {"sensitivity": sensitivity}
    if sensitivity != 1:
        raise BadInput("sensitivity", sensitivity, f"1 for {cls.__name__}")
    return {}


def _number(name: str, value: Any, least: float, end: float, accepted: str) -> float:
    number = as_float(value)
    if number is None or not least <= number < end:
        raise BadInput(name, value, accepted)
    return number
