"""What an implementation claims: privacy of some kind, for a sensitivity."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

from dpproofs.auditing.stated import Stated, stated_as
from dpproofs.kernel.errors import BadInput
from dpproofs.notebook import shown

if TYPE_CHECKING:
    from dpproofs.privacy.composition import Composition

AnyClaim: TypeAlias = "PrivacyClaim | Composition"
MOST = 700.0  # epsilon for which e^epsilon, and a thousand times that, is a double


@dataclass(frozen=True, init=False)
class PrivacyClaim:
    """P(M(x) in S) <= e^epsilon P(M(x') in S) + delta for all sets S and |x - x'| <= sensitivity.

    A claim of another kind is the curve of pairs (epsilon, delta) that follow from it by a theorem
    (`dpproofs.privacy.conversions`): a violation of one of them is one of the claim.

    Parameters
    ----------
    epsilon
        In [0, oo).
    delta
        In [0, 1); 0 unless given. With ``rho`` it makes the claim approximate zCDP.
    sensitivity
        In (0, oo), in units of the input; 1 unless given.
    rho
        In (0, oo): zero-concentrated DP (Bun & Steinke, 2016, Definition 1.1 and section 8).
    renyi
        A pair (order > 1, divergence > 0): Renyi DP (Mironov, 2017, Definition 4).
    mu
        In (0, oo): Gaussian DP (Dong, Roth & Su, 2022).
    profile
        A mechanism, whose privacy profile is claimed, what `dpproofs.compose` returns, of which the
        upper bounds are, or a function from epsilon to delta. Values are taken to nine digits.

    Attributes
    ----------
    epsilon
        Of the claim; where that is of another kind, of the point of its curve whose delta is about
        1e-5, by which audits go that know of one point only.
    delta
        Of the same point.
    sensitivity
        As it was given.
    stated
        What was claimed, where that is of another kind; None otherwise.

    Raises
    ------
    BadInput
        When a number is outside its range, or not exactly one of epsilon, rho, renyi, mu and
        profile is given.

    Examples
    --------
    >>> import dpproofs as dp
    >>> dp.PrivacyClaim(epsilon=1, delta=1e-6)
    PrivacyClaim(epsilon=1, delta=1e-06, sensitivity=1.0)
    >>> claim = dp.PrivacyClaim(rho=0.5)
    >>> claim
    PrivacyClaim(rho=0.5, sensitivity=1.0)
    >>> [f"({point.epsilon:.2f}, {point.delta:.1g})" for point in claim.points][-3:]
    ['(5.30, 7e-07)', '(5.76, 6e-08)', '(6.18, 6e-09)']
    """

    epsilon: float
    delta: float = 0.0
    sensitivity: float = 1.0
    # The metadata says that a record without it has no key for it.
    stated: Stated | None = field(default=None, metadata={"where there": True})

    def __init__(
        self,
        epsilon: float | None = None,
        delta: float | None = None,
        sensitivity: float = 1.0,
        *,
        rho: float | None = None,
        renyi: tuple[float, float] | None = None,
        mu: float | None = None,
        profile: Any = None,
        stated: Stated | None = None,
    ) -> None:
        kinds = {"epsilon": epsilon, "rho": rho, "renyi": renyi, "mu": mu, "profile": profile}
        kinds = {name: value for name, value in kinds.items() if value is not None}
        if stated is None:
            kind, value = _only_one(kinds)
            if kind != "epsilon":
                stated = stated_as(kind, value, delta)
        if stated is not None:
            epsilon, delta = stated.usual
        numbers = {
            "epsilon": epsilon,
            "delta": 0.0 if delta is None else delta,
            "sensitivity": sensitivity,
        }
        for name, number in numbers.items():
            object.__setattr__(self, name, _checked(name, number))
        object.__setattr__(self, "stated", stated)

    def __repr__(self) -> str:
        numbers: dict[str, Any] = {"epsilon": self.epsilon, "delta": self.delta}
        if self.stated is not None:
            numbers = self.stated.arguments or {"profile": self.stated.name}
        shown = {**numbers, "sensitivity": self.sensitivity}
        return f"PrivacyClaim({', '.join(f'{name}={value!r}' for name, value in shown.items())})"

    def _repr_html_(self) -> str:
        rows = [(f"{point.epsilon:.4g}", f"{point.delta:.4g}") for point in self.points]
        return shown(repr(self), ("epsilon", "delta"), rows)

    @cached_property
    def points(self) -> tuple[PrivacyClaim, ...]:
        """Claims (epsilon, delta) that follow from it, epsilon rising; itself where it is one.

        >>> import dpproofs as dp
        >>> dp.PrivacyClaim(epsilon=1).points
        (PrivacyClaim(epsilon=1, delta=0.0, sensitivity=1.0),)
        """
        if self.stated is None:
            return (self,)
        return tuple(PrivacyClaim(*point, self.sensitivity) for point in self.stated.points)

    @property
    def arguments(self) -> dict[str, Any]:
        """What is passed on to those who take arguments of these names.

        >>> import dpproofs as dp
        >>> dp.PrivacyClaim(mu=1, sensitivity=2).arguments
        {'mu': 1.0, 'sensitivity': 2}
        """
        numbers: dict[str, Any] = {"epsilon": self.epsilon, "delta": self.delta}
        if self.stated is not None:
            numbers = self.stated.arguments
        return {**numbers, "sensitivity": self.sensitivity}

    @property
    def ratio(self) -> float:
        """e^epsilon; beyond epsilon = 700, which no draws tell apart, e^700.

        To bet with the smaller ratio multiplies the mean of each bet by 1 + e^-700 at most, under
        the claim, and so the probability of a false alarm by no more than rounding does.

        >>> import dpproofs as dp
        >>> dp.PrivacyClaim(epsilon=0).ratio
        1.0
        """
        return grown(self.epsilon)


_RANGES: dict[str, tuple[Callable[[float], bool], str]] = {
    "epsilon": (lambda value: 0 <= value < math.inf, "a number in [0, inf)"),
    "delta": (lambda value: 0 <= value < 1, "a number in [0, 1)"),
    "sensitivity": (lambda value: 0 < value < math.inf, "a number in (0, inf)"),
}


def _checked(name: str, value: Any) -> Any:
    inside, accepted = _RANGES[name]
    try:
        right = inside(value)
    except TypeError:  # it is no number
        right = False
    if not right:
        raise BadInput(name, value, accepted)
    return value


def _only_one(kinds: dict[str, Any]) -> tuple[str, Any]:
    if len(kinds) != 1:
        accepted = "exactly one of epsilon, rho, renyi, mu and profile"
        raise BadInput("claim", " and ".join(kinds) or "nothing", accepted)
    ((kind, value),) = kinds.items()
    return kind, value


def claimed(claim: AnyClaim | None, **numbers: float | None) -> PrivacyClaim:
    """A claim that was given as one, or by its numbers, of which None stands for nothing.

    What `dpproofs.compose` returns stands for the claim of its upper bounds.

    Raises
    ------
    BadInput
        When it was given in both ways or in neither, or is no claim.
    """
    # A PrivacyClaim has an epsilon that is a number; that of a composition is asked for.
    if not isinstance(claim, PrivacyClaim) and callable(getattr(claim, "epsilon", None)):
        sensitivity = numbers.pop("sensitivity", None)
        claim = PrivacyClaim(profile=claim, sensitivity=1.0 if sensitivity is None else sensitivity)
    given: dict[str, Any] = {name: value for name, value in numbers.items() if value is not None}
    if claim is None:
        return PrivacyClaim(**given)
    if not isinstance(claim, PrivacyClaim):
        raise BadInput("claim", claim, "a PrivacyClaim, or what dpproofs.compose returns")
    if given:
        raise BadInput("claim", claim, f"left out with {' and '.join(given)}")
    return claim


def grown(epsilon: float) -> float:
    """e^epsilon, or e^700 where doubles may not hold it."""
    return math.exp(min(epsilon, MOST))
