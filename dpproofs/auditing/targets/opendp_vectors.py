"""OpenDP's mechanisms on vectors, at inputs of ``dimension=`` numbers that differ in its metric.

Laplace and geometric noise are calibrated to the sensitivity in l1, normal noise to that in l2. The
noise of the coordinates is independent, so that ``count`` draws are one call on ``count`` copies.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.neighbours import vectors
from dpproofs.auditing.target import About, Draws, Pair, TargetError
from dpproofs.auditing.targets import libraries
from dpproofs.auditing.targets.naming import last_line
from dpproofs.auditing.targets.opendp_mechanisms import OpenDPTarget, measurement
from dpproofs.auditing.targets.outputs import checked
from dpproofs.auditing.targets.vector_noise import row_of
from dpproofs.kernel.errors import BadInput


class OpenDPVectorTarget(OpenDPTarget):
    """One mechanism of OpenDP on vectors of a length."""

    def __init__(
        self, name: str, claim: PrivacyClaim, options: Mapping[str, Any], about: About, width: int
    ):
        super().__init__(name, claim, options, about)
        self.dimension = width
        self.norm = "l2" if self.kind.gaussian else "l1"

    def draw(self, value: Any, count: int, rng: np.random.Generator) -> Draws:
        """``count`` rows, from one call."""
        del rng
        whose = f"{self.about.name} at {value!r}"
        row = row_of(value, self.dimension, whose)
        entries = [self._input(entry) for entry in row.tolist()] * count
        try:
            release = measurement(self.kind, self.claim, self.options, len(entries))
            drawn = np.asarray(release(entries))
        except Exception as error:
            raise TargetError(f"{whose} raised {last_line(error)}") from error
        rows = checked(drawn, len(entries), whose).reshape(count, self.dimension)
        return rows.astype(np.float64)

    def pairs(self, claim: PrivacyClaim) -> Sequence[Pair] | None:
        """As far apart as the sensitivity in OpenDP's metric; for integers along coordinates."""
        norm = "l1" if self.kind.atom == "i64" else self.norm
        return vectors([[0.0] * self.dimension], claim.sensitivity, norm)


def width_of(title: str, value: Any) -> int:
    """A length of vectors.

    Raises
    ------
    BadInput
        When it is none.
    """
    width = libraries.integer("dimension", value, title)
    if width < 1:
        raise BadInput("dimension", width, f"at least 1 for {title}")
    return width
