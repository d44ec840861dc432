"""Formulas that SymPy finds, of which the first is taken that agrees with enclosures."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace

import sympy as sp

from dpproofs.deriving.enclosure import Over
from dpproofs.deriving.values import CLOSE, agreement
from dpproofs.kernel.domain import Domain
from dpproofs.tactics.budget import CALL
from dpproofs.tactics.searching import Answer, Task, answers
from dpproofs.tactics.tidy import length


def candidate(meant: Over, domain: Domain, seconds: float = CALL) -> Answer | None:
    """A value of an integral, or of a sum, that agrees with enclosures at three points."""
    known = {
        v.symbol: sp.Symbol(v.symbol.name, positive=True, integer=True if v.integer else None)
        for v in domain
        if v.lower.is_nonnegative and v.ends[0] == "("
    }
    here = sp.Symbol(meant.x.name, real=True)
    if meant.lower.is_nonnegative:
        here = sp.Symbol(meant.x.name, positive=True)
    known[meant.x] = here
    back = {new: old for old, new in known.items()}
    parts = (meant.term, meant.lower, meant.upper)
    term, lower, upper = (part.xreplace(known) for part in parts)
    kind = "sum" if meant.integers else "integral"
    with closing(answers(Task(term, here, lower, upper, kind), seconds)) as asked:
        for found in asked:
            value = None if found.value is None else found.value.xreplace(back)
            if value is None or value.free_symbols - {v.symbol for v in domain}:
                continue
            short = min(value, sp.factor(value), key=length)
            digits = agreement(short, meant, domain)
            if digits is not None and digits >= CLOSE:
                inner = found.antiderivative
                inner = None if inner is None else inner.xreplace(back)
                return replace(found, value=short, antiderivative=inner)
    return None
