"""The independent checker of certificates.

It imports nothing else of this package, evaluates no strings, and is meant to be read in one
sitting: ``reader`` (safe reading), ``names`` (what is declared), ``algebra`` (exact fractions and
signs), ``calculus`` (derivatives, ends, series), ``balls`` (enclosures), ``table`` (the textbook
rules), ``task`` and ``methods`` (what each step has to show), ``program`` (the verdict),
``release`` (what this release found), ``bracket`` (least costs of noise), ``divergence`` (its least
divergences), ``child`` (limits on memory and time) and ``limited`` (replay within them).
"""

from dpproofs.replaying.limited import replay
from dpproofs.replaying.program import UNCHECKED, statement_digest
from dpproofs.replaying.reader import Rejected
from dpproofs.replaying.release import Released, released
from dpproofs.replaying.report import Report

__all__ = [
    "UNCHECKED", "Rejected", "Released", "Report", "released", "replay", "statement_digest",
]  # fmt: skip
