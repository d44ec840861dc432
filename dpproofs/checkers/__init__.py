"""Checkers: each module here with a ``METHOD`` decides one kind of step by one method.

A checker module defines

``METHOD``
    the name by which steps ask for it;
``check(step, derivation)``
    a :class:`~dpproofs.kernel.verdict.Finding` for the step; earlier steps on which it rests
    are read from the derivation (whether *they* are established is the caller's business).

Modules are discovered: a new method is one new file.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from typing import Protocol, cast

from dpproofs.checkers.normal import Undecided, field
from dpproofs.kernel.derivation import Derivation, Step
from dpproofs.kernel.domain import Domain
from dpproofs.kernel.errors import BadInput, UnsupportedExpression
from dpproofs.kernel.verdict import Finding, unknown


class Checker(Protocol):
    """What a checker module provides."""

    METHOD: str

    def check(self, step: Step, derivation: Derivation) -> Finding:
        """Decide one step."""
        ...


@cache
def checkers() -> dict[str, Checker]:
    """Every checker by the name of its method."""
    modules = (
        importlib.import_module(f"{__name__}.{info.name}")
        for info in pkgutil.iter_modules(__path__)
    )
    return {m.METHOD: cast(Checker, m) for m in modules if hasattr(m, "METHOD")}


def check(step: Step, derivation: Derivation) -> Finding:
    """Decide one step by the method that it names.

    Raises
    ------
    BadInput
        When no checker has that method.
    """
    known = checkers()
    if step.method not in known:
        raise BadInput("method", step.method, "one of " + ", ".join(sorted(known)))
    try:
        return _somewhere(known[step.method].check(step, derivation), step.goal.domain)
    except UnsupportedExpression as problem:  # what cannot be written down cannot be replayed
        return unknown(str(problem))
    except KeyError as hint:
        return unknown(f"the hint {hint} is needed")


def _somewhere(found: Finding, domain: Domain) -> Finding:
    """The finding, when the domain is shown to be in order, so that something is said there."""
    if not found.established:
        return found
    try:
        field(domain)
    except (Undecided, ZeroDivisionError) as problem:
        return unknown(f"the domain is not shown to be in order: {problem}")
    return found
