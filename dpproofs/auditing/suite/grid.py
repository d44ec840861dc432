"""The claims that a mechanism is drawn from at. The audit of the parameters has its own range."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.target import Argument, Target
from dpproofs.auditing.targets import Adapter
from dpproofs.kernel.errors import BadInput

# Whole sensitivities are integers, which a library for counts asks for. The inputs are the
# target's, or the engine's: near 0, large, at powers of two, and where doubles end to be exact.
PURE = (PrivacyClaim(1, 0, 1), PrivacyClaim(5, 0, 1), PrivacyClaim(0.25, 0, 3))
APPROXIMATE = (
    PrivacyClaim(1, 1e-6, 1),
    PrivacyClaim(5, 1e-6, 1),
    PrivacyClaim(1, 1e-3, 1),
    PrivacyClaim(0.5, 0.1, 3),
)
OWN = {
    "Uniform": (PrivacyClaim(0, 0.1, 1), PrivacyClaim(0, 0.01, 3)),  # it takes no epsilon
    "canonical_noise": (PURE[0], *APPROXIMATE[1:]),
}
MOST = 4  # claims a mechanism
# Bounds at which a mechanism on the integers meets integers that doubles cannot tell apart.
FAR: dict[str, Argument] = {"lower": 2**60, "upper": 2**60 + 129}
ARGUMENTS = {"GeometricTruncated": FAR, "GeometricFolded": FAR}
# For the audit of the parameters of a library that is slow.
COMMON = [
    PrivacyClaim(epsilon, delta, 1)
    for epsilon, delta in product((1, 0.1, 5, 20), (1e-6, 0.0, 1e-9, 1e-3, 0.1))
]


def claims_of(adapter: Adapter, name: str) -> Iterator[PrivacyClaim]:
    """Claims with delta = 0 where the mechanism takes them; otherwise with delta > 0."""
    if name in OWN:
        yield from OWN[name]
        return
    pure = [claim for claim in PURE if accepted(adapter, name, claim)]
    yield from pure
    if not pure:
        yield from (claim for claim in APPROXIMATE if accepted(adapter, name, claim))
    elif not is_pure(adapter, name) and accepted(adapter, name, APPROXIMATE[-1]):
        yield APPROXIMATE[-1]


def cases_of(adapter: Adapter, name: str) -> Iterator[tuple[PrivacyClaim, dict[str, Argument]]]:
    """The claims of a mechanism; then arguments of its own that are worth a try, at the first."""
    claims = list(claims_of(adapter, name))
    yield from ((claim, {}) for claim in claims)
    if name in ARGUMENTS and claims:
        yield claims[0], ARGUMENTS[name]


def accepted(adapter: Adapter, name: str, claim: PrivacyClaim) -> Target | None:
    """The target of a claim; None when the library refuses the claim."""
    try:
        return adapter.build(name, claim, {})
    except BadInput:
        return None


def is_pure(adapter: Adapter, name: str) -> bool:
    """Whether the mechanism promises epsilon alone, as far as the target tells."""
    low, high = (accepted(adapter, name, PrivacyClaim(0.5, delta, 1)) for delta in (0.0, 0.1))
    if low is None or high is None:
        return False
    return low.computed() == high.computed() and "delta" not in getattr(high, "constructor", {})


def is_its_own(name: str, claim: PrivacyClaim, *, pure: bool) -> bool:
    """Whether a mechanism makes a claim: one without delta makes none of those with delta > 0."""
    if name == "Uniform":
        return claim.epsilon == 0
    return not (pure and claim.delta)
