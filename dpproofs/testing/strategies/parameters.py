"""Privacy parameters, with the corners where formulas and samplers break."""

from __future__ import annotations

import math

from hypothesis import strategies as st

from dpproofs.auditing.claim import PrivacyClaim

MOST = 700.0  # e^epsilon has to be a double
LEAST = 1e-300


def epsilons(
    min_value: float = 0.0, max_value: float = MOST, *, zero: bool = True
) -> st.SearchStrategy[float]:
    """Epsilons in [min_value, max_value]: 1, everyday ones, tiny, huge, and 0 unless left out.

    They shrink to 1 where that is allowed, then to short decimal numbers.

    >>> from hypothesis import find
    >>> from dpproofs.testing import strategies
    >>> find(strategies.epsilons(), lambda _: True)
    1.0
    """
    corners = [1.0, 0.1, 0.5, 2.0, 10.0, math.log(3), 1e-3, 1e-8, 1e-16, 1e-300, 40.0, 700.0]
    corners += [0.0] if zero else []
    low = min_value if zero else max(min_value, LEAST)
    return _numbers(corners, low, max_value)


def deltas(
    min_value: float = 0.0, max_value: float = 1 - 2.0**-53, *, zero: bool = True
) -> st.SearchStrategy[float]:
    """Deltas in [min_value, max_value], below 1: 0, everyday ones, 1e-300, 1/2, near 1.

    They shrink to 0 where that is allowed, else to 1e-6 or to short decimal numbers.

    >>> from hypothesis import find
    >>> from dpproofs.testing import strategies
    >>> find(strategies.deltas(), lambda _: True)
    0.0
    """
    corners = [0.0] if zero else []
    corners += [1e-6, 0.5, 0.01, 0.1, 1e-9, 1e-16, 1e-300, 5e-324, 0.9, 1 - 1e-9, 1 - 2.0**-53]
    low = min_value if zero else max(min_value, 5e-324)
    return _numbers(corners, low, max_value)


def sensitivities(min_value: float = 1e-300, max_value: float = 1e300) -> st.SearchStrategy[float]:
    """Sensitivities in [min_value, max_value]: 1, small integers, not dyadic, tiny, huge.

    They shrink to 1 where that is allowed.

    >>> from hypothesis import find
    >>> from dpproofs.testing import strategies
    >>> find(strategies.sensitivities(), lambda _: True)
    1.0
    """
    corners = [1.0, 2.0, 3.0, 0.5, 0.1, 1 / 3, 100.0, 1e-6, 1e6, 2.0**53, 1e-300, 1e300]
    return _numbers(corners, min_value, max_value)


def claims() -> st.SearchStrategy[PrivacyClaim]:
    """Claims of (epsilon, delta)-privacy for a sensitivity; they shrink to (1, 0) for 1.

    >>> from hypothesis import find
    >>> from dpproofs.testing import strategies
    >>> find(strategies.claims(), lambda _: True)
    PrivacyClaim(epsilon=1.0, delta=0.0, sensitivity=1.0)
    """
    return st.builds(PrivacyClaim, epsilons(), deltas(), sensitivities())


def _numbers(corners: list[float], low: float, high: float) -> st.SearchStrategy[float]:
    """Corners within an interval, short decimal numbers, any double."""
    inside = [corner for corner in corners if low <= corner <= high]
    plain = st.floats(low, high, allow_nan=False)
    ways = [st.sampled_from(inside)] if inside else []
    thousandths = (math.ceil(low * 1000), math.floor(min(high, 100.0) * 1000))
    if thousandths[0] <= thousandths[1]:
        ways.append(st.integers(*thousandths).map(_thousandths))
    return st.one_of(*ways, plain)


def _thousandths(number: int) -> float:
    return number / 1000
