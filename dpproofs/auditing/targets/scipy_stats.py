"""The distributions of SciPy, ``scipy:laplace --arg scale=2``: additive noise."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.target import Argument, Target
from dpproofs.auditing.targets.callables import target_of
from dpproofs.auditing.targets.naming import unknown

LIBRARY = "scipy"
EXTRA = ""


def names() -> list[str]:
    """The distributions of numbers in ``scipy.stats``."""
    from scipy import stats

    kinds = stats.rv_continuous | stats.rv_discrete
    return sorted(name for name, value in vars(stats).items() if isinstance(value, kinds))


def build(name: str, claim: PrivacyClaim, arguments: Mapping[str, Argument]) -> Target:
    """Noise from one of the distributions.

    Raises
    ------
    BadInput
        For a name or an argument that SciPy does not know, or a number it refuses.
    """
    from scipy import stats

    if name not in names():
        raise unknown("TARGET", f"{LIBRARY}:{name}", [f"{LIBRARY}:{known}" for known in names()])
    again, title = partial(build, name, claim, arguments), f"{LIBRARY}:{name}"
    return target_of(getattr(stats, name), claim, arguments, name=title, finder=again)
