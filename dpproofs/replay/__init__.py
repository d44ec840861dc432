"""The independent checker of certificates.

It imports nothing else of this package, evaluates no strings, and is meant to be read in one
sitting: ``reader`` (safe reading), ``names`` (what is declared), ``algebra`` (exact fractions and
signs), ``calculus`` (derivatives, ends, series), ``balls`` (enclosures), ``table`` (the textbook
rules), ``task`` and ``methods`` (what each step has to show), ``program`` (the verdict),
``bracket`` (least costs of noise) and ``child`` (limits on memory and time).
"""

from dpproofs.replay.program import UNCHECKED, Report, released, replay, statement_digest
from dpproofs.replay.reader import Rejected

__all__ = ["UNCHECKED", "Rejected", "Report", "released", "replay", "statement_digest"]
