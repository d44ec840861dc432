"""The independent checker of certificates.

It imports nothing else of this package, evaluates no strings, and is meant to be read in one
sitting: ``reader`` (safe reading), ``algebra`` (exact fractions and signs), ``calculus``
(derivatives, ends, series), ``balls`` (enclosures), ``rules`` and ``methods`` (what each step has
to show), ``program`` (the verdict).
"""

from dpproofs.replay.program import UNCHECKED, Report, replay, statement_digest
from dpproofs.replay.reader import Rejected

__all__ = ["UNCHECKED", "Rejected", "Report", "replay", "statement_digest"]
