"""Ways to look for an integral or a sum with SymPy, each of which may be wrong or never end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import sympy as sp

from dpproofs.tactics.betas import with_logarithms
from dpproofs.tactics.fractions import by_fractions
from dpproofs.tactics.searching import Answer, Task
from dpproofs.tactics.series import by_series

Search = Callable[[], Answer | None]
HYPERBOLIC = sp.functions.elementary.hyperbolic.HyperbolicFunction
FORBIDDEN = (sp.Integral, sp.Sum, sp.nan, sp.zoo, sp.AccumBounds, sp.Limit)


def ways(task: Task) -> Iterator[tuple[str, Search]]:
    """The ways that fit a task, the quickest first."""
    if task.kind == "sum":
        if task.upper is sp.oo and task.lower.is_finite is not False:
            yield "a sum of fractions", partial(_by_fractions, task)
        yield "SymPy's summation", partial(_summed, task)
        return
    if task.lower == 0 and task.upper is sp.oo:
        yield "a series of exponentials", partial(_by_series, task)
    if task.lower == 0:
        yield "Beta integrals", partial(_by_betas, task)
    yield "SymPy's integrate", partial(_definite, task, "SymPy's integrate")
    for how, changed in _changes(task):
        yield how, partial(_definite, changed, f"SymPy's integrate, {how}")
    yield "an antiderivative", partial(_indefinite, task, {})
    yield (
        "Meijer's G functions",
        partial(_definite, task, "SymPy's integrate with Meijer's G functions", meijerg=True),
    )
    yield "an antiderivative by hand", partial(_indefinite, task, {"manual": True})


def plain(value: sp.Expr) -> sp.Expr | None:
    """A value without conditions; None for what is no value."""
    while isinstance(value, sp.Piecewise):
        value = value.args[0][0]
    if not isinstance(value, sp.Expr) or value.has(sp.oo, -sp.oo, *FORBIDDEN):
        return None
    single = value.replace(sp.Piecewise, lambda *branches: branches[0][0])
    return single.replace(sp.exp_polar, sp.exp)


def _shorter(value: sp.Expr) -> sp.Expr:
    """An expression with its powers joined, as one fraction in lowest terms."""
    joined = sp.powsimp(sp.powdenest(value, force=True))
    return min((joined, sp.factor(sp.powsimp(sp.together(joined)))), key=sp.count_ops)


def _in_exponentials(value: sp.Expr) -> sp.Expr:
    """The same without hyperbolic functions, in which exponentials may cancel."""
    return sp.powsimp(sp.expand(value.rewrite(sp.exp))) if value.has(HYPERBOLIC) else value


def _best(value: sp.Expr) -> sp.Expr:
    """The shortest of some forms."""
    forms = [value]
    for shorten in (sp.expand_func, _in_exponentials, _shorter, sp.gammasimp, sp.factor):
        try:
            forms.append(shorten(forms[-1]))
        except Exception:  # noqa: BLE001, S112  (SymPy's own mistakes)
            continue
    kept = [form for form in forms if plain(form) is not None]
    return min(kept, key=lambda form: (form.count_ops(), len(str(form))))


def _answer(how: str, value: sp.Expr, inner: sp.Expr | None = None) -> Answer | None:
    found = plain(value)
    return None if found is None else Answer(how, _best(found), inner)


def _definite(task: Task, how: str, **options: Any) -> Answer | None:
    span = (task.x, task.lower, task.upper)
    return _answer(how, sp.integrate(task.term, span, conds="none", **options))


def _by_series(task: Task) -> Answer | None:
    found = by_series(task.term, task.x)
    return None if found is None else _answer("a series of exponentials", found)


def _by_betas(task: Task) -> Answer | None:
    found = with_logarithms(task.term, task.x, task.upper)
    return None if found is None else _answer("derivatives of Beta integrals", found)


def _indefinite(task: Task, options: dict[str, Any]) -> Answer | None:
    inner = plain(sp.integrate(task.term, task.x, **options))
    if inner is None:
        return None
    ends = [
        sp.limit(inner, task.x, end, side) for end, side in ((task.upper, "-"), (task.lower, "+"))
    ]
    how = "an antiderivative by SymPy" + (", by hand" if options else "")
    return _answer(how, ends[0] - ends[1], inner)


def _by_fractions(task: Task) -> Answer | None:
    found = by_fractions(task.term, task.x, task.lower)
    return None if found is None else _answer("zeta functions, or Lerch's transcendent", found)


def _summed(task: Task) -> Answer | None:
    return _answer("SymPy's summation", sp.summation(task.term, (task.x, task.lower, task.upper)))


def _changes(task: Task) -> Iterator[tuple[str, Task]]:
    """The same integral in another variable."""
    x = task.x
    half_line = task.lower == 0 and task.upper == sp.oo
    for parameter in sorted(task.term.free_symbols - {x}, key=str):
        scaled = _moved(task, parameter * x, parameter)
        if parameter not in scaled.lower.free_symbols | scaled.upper.free_symbols and (
            not _inside(scaled.term, x).has(parameter)
        ):
            yield f"in {x}/{parameter}", scaled
    for power in sorted(task.term.atoms(sp.Pow), key=str):
        moves = power.base == x and power.exp.free_symbols and not power.exp.has(x)
        if half_line and moves:
            step = 1 / power.exp
            yield f"in {power}", _moved(task, x**step, step * x ** (step - 1), plainly=True)
    ends = {(0, 1): (0, 1), (0, -1): (1, sp.oo), (-sp.oo, 1): (0, sp.oo), (-sp.oo, -1): (0, sp.oo)}
    rates = {_rate(e, x) for e in task.term.atoms(sp.exp)} if task.upper is sp.oo else set()
    for rate in sorted(rates, key=str):
        side = 1 if rate.is_negative else -1
        if rate != 0 and (task.lower, side) in ends:
            unit = task.term.subs(x, sp.log(x) / rate) / (-side * rate * x)
            where = map(sp.S, ends[task.lower, side])
            yield f"in exp({rate * x})", Task(_shorter(unit), x, *where)


def _rate(exponential: sp.Expr, x: sp.Symbol) -> sp.Expr:
    """The c of exp(c x + d), and 0 of another exponential."""
    slope = sp.diff(exponential.args[0], x)
    return sp.Integer(0) if slope.has(x) else slope


def _moved(task: Task, place: sp.Expr, slope: sp.Expr, *, plainly: bool = False) -> Task:
    term = sp.powsimp(sp.powdenest(task.term.subs(task.x, place) * slope, force=True))
    if plainly:
        return Task(_shorter(term), task.x, task.lower, task.upper)
    ends = (sp.cancel(end / slope) if end.is_finite else end for end in (task.lower, task.upper))
    return Task(_shorter(term), task.x, *ends)


def _inside(term: sp.Expr, x: sp.Symbol) -> sp.Expr:
    """What moves with the variable."""
    return term.as_independent(x, as_Add=False)[1]
