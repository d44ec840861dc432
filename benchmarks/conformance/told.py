"""A fault that a thread tells of, and audits of it and of its mended twin."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

import dpproofs as dp
from dpproofs.auditing.sampler import SamplerReport

Rng = np.random.Generator
Release = Callable[[Any, Rng], Any]


@dataclass(frozen=True)
class Told:
    """A fault that a thread tells of.

    Attributes
    ----------
    name
        In words.
    source
        The thread.
    arguments
        Of `dpproofs.audit`: the claim, and data sets or inputs as a maintainer would give them.
    release
        Makes the faulty sampler of True, the mended one of False.
    """

    name: str
    source: str
    arguments: Mapping[str, Any]
    release: Callable[[bool], Release]

    def audit(self, *, mended: bool, seed: int, draws: int = 1_000_000) -> SamplerReport:
        """An audit of the fault or of its twin."""
        found: SamplerReport = dp.audit(
            self.release(not mended), seed=seed, max_draws=draws, **self.arguments
        )
        return found
