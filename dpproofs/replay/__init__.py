"""The independent checker of certificates.

It imports nothing else of this package, evaluates no strings, and is meant to be read in one
sitting: ``reader`` (safe reading), ``names`` (what is declared), ``algebra`` (exact fractions and
signs), ``calculus`` (derivatives, ends, series), ``balls`` (enclosures), ``table`` (the textbook
rules), ``task`` and ``methods`` (what each step has to show), ``program`` (the verdict),
``release`` (what this release found), ``bracket`` (least costs of noise), ``divergence`` (its least
divergences), ``child`` (limits on memory and time) and ``limited`` (replay within them).
"""

import sys
from types import ModuleType

from dpproofs.replay.limited import replay
from dpproofs.replay.program import UNCHECKED, Report, statement_digest
from dpproofs.replay.reader import Rejected
from dpproofs.replay.release import Released, released

__all__ = [
    "UNCHECKED", "Rejected", "Released", "Report", "released", "replay", "statement_digest",
]  # fmt: skip


class _Room(ModuleType):
    """A module whose submodules are also found through the function that has its name, where
    Python looks up ``import dpproofs.replay.reader as r``.
    """

    def __setattr__(self, name: str, value: object) -> None:
        if isinstance(value, ModuleType):
            setattr(replay, name, value)
        super().__setattr__(name, value)


for _name, _module in list(vars().items()):
    if isinstance(_module, ModuleType) and _module.__name__.startswith(__name__):
        setattr(replay, _name, _module)
sys.modules[__name__].__class__ = _Room
