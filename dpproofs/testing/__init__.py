"""For tests of samplers: a conformance suite, Hypothesis strategies, and a plugin of pytest.

>>> from dpproofs.testing import assert_private
>>> import dpproofs as dp
>>> assert_private(dp.Laplace(epsilon=1), max_draws=10_000)

Everything is loaded on first use: pytest imports this package at each of its runs.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dpproofs.testing import strategies
    from dpproofs.testing.assertions import assert_private
    from dpproofs.testing.failures import ConformanceFailure, NotAudited, PrivacyViolation
    from dpproofs.testing.on_set import assert_private_on
    from dpproofs.testing.parametrize import parametrize_with_checks
    from dpproofs.testing.suite import SuiteReport, check_sampler

__all__ = [
    "ConformanceFailure",
    "NotAudited",
    "PrivacyViolation",
    "SuiteReport",
    "assert_private",
    "assert_private_on",
    "check_sampler",
    "parametrize_with_checks",
    "strategies",
]

_HOME = {
    "ConformanceFailure": "failures",
    "NotAudited": "failures",
    "PrivacyViolation": "failures",
    "SuiteReport": "suite",
    "assert_private": "assertions",
    "assert_private_on": "on_set",
    "check_sampler": "suite",
    "parametrize_with_checks": "parametrize",
}


def __getattr__(name: str) -> Any:
    if name == "strategies":
        return importlib.import_module(f"{__name__}.strategies")
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
