"""Formulas that SymPy finds, of which the first is taken that agrees with enclosures."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from dataclasses import replace

import sympy as sp

from dpproofs.deriving.enclosure import Over
from dpproofs.deriving.values import CLOSE, agreement
from dpproofs.kernel.domain import Domain
from dpproofs.tactics.budget import CALL
from dpproofs.tactics.remembered import recalled, remember
from dpproofs.tactics.searching import Answer, Task, answers
from dpproofs.tactics.tidy import length


def candidate(
    meant: Over, domain: Domain, seconds: float = CALL, *, search: bool = True
) -> Answer | None:
    """A value of an integral, or of a sum, that agrees with enclosures at three points: what was
    remembered, or else, with ``search``, what is found now.
    """
    known = {
        v.symbol: sp.Symbol(v.symbol.name, positive=True, integer=True if v.integer else None)
        for v in domain
        if v.lower.is_nonnegative and v.ends[0] == "("
    }
    here = sp.Symbol(meant.x.name, real=True)
    if meant.lower.is_nonnegative:
        here = sp.Symbol(meant.x.name, positive=True)
    known[meant.x] = here
    parts = (meant.term, meant.lower, meant.upper)
    term, lower, upper = (part.xreplace(known) for part in parts)
    task, on = Task(term, here, lower, upper, "sum" if meant.integers else "integral"), str(domain)
    back = {new: old for old, new in known.items()}
    before = recalled(task, on)
    found = None if before is None else _agreeing(before, back, meant, domain)
    if found is not None or not search:
        return found
    with closing(answers(task, seconds)) as asked:
        for answer in asked:
            found = _agreeing(answer, back, meant, domain)
            if found is not None:
                remember(task, on, answer)
                return found
    return None


def _agreeing(
    found: Answer, back: Mapping[sp.Symbol, sp.Symbol], meant: Over, domain: Domain
) -> Answer | None:
    """An answer in the symbols of the domain, if it agrees with enclosures."""
    value = None if found.value is None else found.value.xreplace(back)
    if value is None or value.free_symbols - {v.symbol for v in domain}:
        return None
    plain = value.replace(
        lambda e: e.is_Pow and not e.exp.is_number, lambda e: e.base ** sp.cancel(e.exp)
    )
    short = min(plain, sp.factor(plain), key=length)
    digits = agreement(short, meant, domain)
    if digits is None or digits < CLOSE:
        return None
    inner = found.antiderivative
    return replace(
        found, value=short, antiderivative=None if inner is None else inner.xreplace(back)
    )
