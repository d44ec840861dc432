"""The privacy loss of Schroedinger noise for another cost than 2: its profile."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from dpproofs.kernel.errors import DpproofsError
from dpproofs.mechanisms.formulas.half_lines import HalfLineLoss

if TYPE_CHECKING:
    from dpproofs.mechanisms.formulas.enclosure import Ball


class GroundStateLoss(HalfLineLoss):
    """Of noise of which only the tails are known."""

    SOURCE: ClassVar = "Alghamdi et al., Schroedinger Mechanisms, 2022; docs/schroedinger.md"

    def log_moment(self, t: Any) -> Any:  # noqa: ARG002  # the same for all
        raise self._unknown()

    def most(self) -> Ball:
        raise self._unknown()

    def gdp(self) -> Ball:
        raise self._unknown()

    def _unknown(self) -> DpproofsError:
        return DpproofsError(
            "of noise for such a cost only the privacy profile is known, not this level"
        )
