"""The mechanisms of this package, found in its registry, at parameters of their own domains."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hypothesis import reject
from hypothesis import strategies as st

from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms.parameter import Parameter, declared
from dpproofs.testing.strategies.parameters import deltas, epsilons, sensitivities

CLAIMED = ("epsilon", "delta", "sensitivity")
EVERYDAY = (1e-3, 20.0)  # epsilon
WIDTHS = (0.5, 20.0)  # of noise that says how wide it is
LEAST_DELTA = 1e-9
MOST_WHOLE = 20
PARTS = 20  # of an interval from which other parameters are drawn
POWERS = (1.0, 2.0, 0.5, 1.5, 3.0)  # parameters without an upper end: exponents of costs
HALVINGS = 60


def mechanisms(*, integers: bool | None = None) -> st.SearchStrategy[Any]:
    """Noise of this package with parameters at which all of its formulas make sense.

    Every mechanism of the registry, real ones and those on the integers, or one kind only. They
    shrink to Laplace noise, or to geometric noise on the integers, at epsilon 1 and sensitivity 1.

    >>> from hypothesis import find
    >>> from dpproofs.testing import strategies
    >>> find(strategies.mechanisms(), lambda _: True)
    Laplace(epsilon=1.0, sensitivity=1.0)
    """
    from dpproofs.mechanisms import all_mechanisms, integer_mechanisms

    kinds: list[type] = []
    if integers is not True:
        kinds += _simplest_first(all_mechanisms())
    if integers is not False:
        kinds += _simplest_first(integer_mechanisms())
    return st.one_of(*[mechanisms_of(kind) for kind in kinds])


def _simplest_first(kinds: Mapping[str, type]) -> list[type]:
    return sorted(kinds.values(), key=lambda kind: (*map(len, _asked(kind)), kind.__name__))


@st.composite
def mechanisms_of(draw: st.DrawFn, kind: type) -> Any:
    """One kind of mechanism, with parameters of the domains that it declares.

    Epsilon from 0.001 to 20, delta from 1e-9, sensitivity from 1e-6 to 1e6 (whole ones up to 20).
    Of the parameters that may be left out one at most is given.

    Parameters
    ----------
    kind
        A class whose fields are annotated with `dpproofs.mechanisms.Parameter`.

    Examples
    --------
    >>> from hypothesis import find
    >>> from dpproofs.testing import strategies
    >>> import dpproofs as dp
    >>> find(strategies.mechanisms_of(dp.Gaussian), lambda found: found.epsilon == 1).epsilon
    1.0
    """
    always, optional = _asked(kind)
    values: dict[str, Any] = {}
    for name in always:
        values[name] = draw(_within(name, declared(kind)[name], values))
    if "sensitivity" not in always:  # with fewer choices it would count as simpler than Laplace
        draw(sensitivities(1.0, 20.0))
    chosen = draw(st.sampled_from([None, *optional])) if optional else None
    if chosen is not None:
        values[chosen] = draw(_within(chosen, declared(kind)[chosen], values))
    return _made(kind, values)


def _made(kind: type, values: dict[str, Any]) -> Any:
    """The mechanism, with a parameter halved whose end depends on others in ways undeclared."""
    for _ in range(HALVINGS):
        try:
            return kind(**values)
        except BadInput as refused:
            if refused.argument in CLAIMED or not values.get(refused.argument):
                break
            values[refused.argument] /= 2
    return reject()


def _asked(kind: type) -> tuple[list[str], list[str]]:
    """The declared parameters that are always given, and those that may be left out."""
    taken = inspect.signature(kind).parameters
    names = [name for name in taken if name in declared(kind)]
    free = [
        n for n in names if n not in CLAIMED and taken[n].default is not inspect.Parameter.empty
    ]
    return [name for name in names if name not in free], free


def _within(name: str, parameter: Parameter, earlier: Mapping[str, Any]) -> st.SearchStrategy[Any]:
    """Values of one parameter."""
    low, high = (
        earlier[end] if isinstance(end, str) else end for end in (parameter.lower, parameter.upper)
    )
    if parameter.integer:
        most = int(min(high, MOST_WHOLE))
        return st.integers(int(low), min(3, most)) | st.integers(int(low), most)
    match name:
        case "epsilon":
            return epsilons(max(low, EVERYDAY[0]), min(high, EVERYDAY[1]))
        case "sigma" | "mu":
            return epsilons(*WIDTHS)
        case "delta":
            return deltas(max(low, LEAST_DELTA), 0.99 * high)
        case "sensitivity":
            return sensitivities(1e-6, 1e6)
    if high == float("inf"):
        return st.sampled_from(POWERS)
    first, last = (int(end not in "[]") for end in parameter.ends)
    return st.integers(first, PARTS - last).map(lambda k: low + (high - low) * (k / PARTS))


@dataclass(frozen=True)
class Selecting:
    """A selection mechanism, and the costs of its outcomes for two neighbouring data sets.

    Attributes
    ----------
    mechanism
        It promises epsilon, for costs that differ by at most its sensitivity.
    first
        The costs of the outcomes 0, ..., n - 1.
    second
        Those for the neighbour.
    weights
        The base measure.

    Examples
    --------
    >>> from hypothesis import find
    >>> from dpproofs.testing import strategies
    >>> find(strategies.selections(), lambda _: True).weights
    (1,)
    """

    mechanism: Any
    first: tuple[float, ...]
    second: tuple[float, ...]
    weights: tuple[int, ...]


@st.composite
def selections(draw: st.DrawFn, kind: type | None = None) -> Selecting:
    """Selection mechanisms at neighbouring data sets, of all kinds or of one.

    Sensitivities are powers of two and costs multiples of an eighth of them, so that cost over
    sensitivity is exact. With ``factor=1`` no cost falls from the first data set to the second.

    >>> from hypothesis import find
    >>> from dpproofs.testing import strategies
    >>> find(strategies.selections(), lambda _: True).mechanism
    ExponentialMechanism(epsilon=1.0, sensitivity=1.0, factor=2)
    """
    from dpproofs.mechanisms import selection_mechanisms

    if kind is None:
        kind = draw(st.sampled_from(_simplest_first(selection_mechanisms())))
    width = 2.0 ** draw(st.integers(0, 8) | st.integers(-8, 8))
    ordered = draw(st.booleans())
    made = draw(mechanisms_of(kind))
    mechanism = kind(**{
        **{name: getattr(made, name) for name in declared(kind)},
        "sensitivity": width,
        "factor": 1 if ordered else 2,
    })  # fmt: skip
    count = draw(st.integers(1, 6))

    def row(entries: st.SearchStrategy[int]) -> list[int]:
        return draw(st.lists(entries, min_size=count, max_size=count))

    first = row(st.integers(0, 40))
    moves = row(st.sampled_from([0, 8, -8]) | st.integers(-8, 8))
    second = [max(0, c + (abs(m) if ordered else m)) for c, m in zip(first, moves, strict=True)]
    costs = [tuple(c * width / 8 for c in cost) for cost in (first, second)]
    return Selecting(mechanism, costs[0], costs[1], tuple(row(st.integers(1, 9))))
