"""The privacy profile at the worst shift, where the sets that show it are intervals.

The least delta with which noise X is (epsilon, delta)-private is the largest integral of the
positive part of f(x) - e^epsilon f(x + d) over the shifts d that are allowed. A density that falls
away from the origin, on either side, makes d the whole sensitivity: its levels {f > t} are
intervals around the origin, and the overlap of one with a larger one that is moved away does not
grow.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TypeAlias

import sympy as sp

from dpproofs.deriving import plain
from dpproofs.deriving.asked import asked
from dpproofs.deriving.derived import Derived, kept
from dpproofs.deriving.distribution import opened
from dpproofs.deriving.excess import Excess
from dpproofs.deriving.falling import FALLS, falls, worst
from dpproofs.deriving.losses import (
    ZERO,
    Cell,
    NoForm,
    Turning,
    cells,
    exponential,
    levels,
    place_of,
    turning,
)
from dpproofs.deriving.normalised import ONE, Normalised
from dpproofs.deriving.sentences import ProofLine, decided, extended
from dpproofs.deriving.strips import Strip, points, sign_at
from dpproofs.deriving.totals import PERIODS, share
from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.domain import Variable, positive
from dpproofs.kernel.errors import BadInput
from dpproofs.kernel.proposition import Sum, that
from dpproofs.tactics.exponents import by_exponents
from dpproofs.tactics.telescopers import as_plain, telescoped
from dpproofs.tactics.terms import is_zero
from dpproofs.tactics.tidy import tidy

WORST = "The density is shown to fall away from the origin, so that the worst shift is the whole "
WORST += "sensitivity; enclosure() gives certified values there."
UNDECIDED = "No closed form was looked for: the checkers do not decide that the total mass is 1."
OF_ONE_SHIFT = (
    "enclosure() is of the shift by the whole sensitivity alone, which is not shown to be "
)
OF_ONE_SHIFT += "the worst."

Part: TypeAlias = tuple[sp.Expr, sp.Expr, bool]


@dataclass(frozen=True)
class Case:
    """The profile for levels between two ends, with what shows it."""

    lower: sp.Expr
    upper: sp.Expr
    value: sp.Expr
    lines: tuple[ProofLine, ...]
    told: str


def shifted(
    family: Normalised, sensitivity: sp.Expr, *others: sp.Symbol
) -> tuple[Normalised, sp.Expr]:
    """The family where no piece is empty, and the shift by a sensitivity, in its symbols.

    Raises
    ------
    BadInput
        For a sensitivity that is not positive, or neither one of the ``others`` nor a new symbol.
    """
    known = {v.symbol.name: v.symbol for v in family.domain}
    taken = {*known, family.x.name, family.size.name, *(symbol.name for symbol in others)}
    shift = sensitivity.xreplace({s: known.get(s.name, s) for s in sensitivity.free_symbols})
    new = shift.free_symbols - set(known.values())
    if new and not (shift.is_Symbol and shift.name not in taken):
        expected = "a new symbol, or an expression in parameters"
        raise BadInput("sensitivity", str(sensitivity), expected)
    if new:
        shift = sp.Symbol(shift.name, positive=True)
        family = family.with_domain(family.domain & positive(shift))
    if sign_at(shift, family.domain) != 1:
        raise BadInput("sensitivity", str(sensitivity), "positive for all parameters")
    return family.with_domain(opened(family.domain)), shift


def privacy_profile(family: Normalised, epsilon: sp.Symbol, sensitivity: sp.Expr) -> Derived:
    """The profile at e^epsilon for all shifts up to the sensitivity."""
    blank = Derived(f"{family.name}.privacy_profile", family.domain, None)
    return asked(lambda: _profile(family, epsilon, sensitivity), blank, family.seconds)


def _profile(family: Normalised, epsilon: sp.Symbol, sensitivity: sp.Expr) -> Derived:
    taken = {v.symbol.name for v in family.domain} | {family.x.name, family.size.name}
    if not isinstance(epsilon, sp.Symbol) or epsilon.name in taken:
        raise BadInput("epsilon", str(epsilon), "a symbol that the family does not have")
    family, shift = shifted(family, sensitivity, epsilon)
    level = sp.Symbol(epsilon.name, nonnegative=True)
    name = f"{family.name}.privacy_profile"
    domain = family.domain & Variable(level, ZERO, sp.oo, "[)")
    whole, meant = family.normalisation(), Excess(family, level, shift)
    if whole.value != 1:
        return Derived(name, domain, None, note="The total mass is not seen to be 1.")
    if whole.claim is None:  # its value is 1, which no checker decides
        told = (name, WORST) if worst(family) else (f"{name}_at_sensitivity", OF_ONE_SHIFT)
        note = f"{UNDECIDED} {told[1]}"
        return Derived(told[0], domain, None, definition=meant, note=note)
    try:
        fallen = list(falls(family))
    except NoForm as problem:
        note = f"No closed form was found: {problem}. {OF_ONE_SHIFT}"
        return Derived(f"{name}_at_sensitivity", domain, None, definition=meant, note=note)
    try:
        found = [_cases(family, shift, side, level) for side in ((1,) if family.even else (1, -1))]
    except NoForm as problem:
        if not decided(fallen):
            note = f"No closed form was found: {problem}. {OF_ONE_SHIFT}"
            return Derived(f"{name}_at_sensitivity", domain, None, definition=meant, note=note)
        note = f"No closed form was found: {problem}. {WORST}"
        return Derived(name, domain, None, definition=meant, note=note)
    values = [_whole(family, cases, level) for cases in found]
    value = values[0] if len(values) == 1 else sp.Max(*values)
    lines = [*fallen, *(line for cases in found for case in cases for line in case.lines)]
    path = (FALLS + ", so that the worst shift is the whole sensitivity",
            *(case.told for cases in found for case in cases))  # fmt: skip
    once = list({line.goal: line for line in lines}.values())
    printed = rf"\delta({sp.latex(level)})={sp.latex(value)}"
    claim = extended(whole.claim, name, family.name, "the privacy profile", printed, once)
    return kept(Derived(name, domain, value, path, claim, meant))


def _whole(family: Normalised, cases: list[Case], epsilon: sp.Symbol) -> sp.Expr:
    """The cases as one formula in epsilon."""
    rows = []
    for case in cases:
        end = case.upper if exponential(family) else sp.log(case.upper)
        value = case.value.subs(_growth(epsilon), sp.exp(epsilon))
        rows.append((value, True if case.upper is sp.oo else epsilon < end))
    return rows[0][0] if len(rows) == 1 else sp.Piecewise(*rows)


def _growth(epsilon: sp.Symbol) -> sp.Symbol:
    """e^epsilon as a symbol of its own, for densities without exponentials."""
    return sp.Symbol(f"r_{epsilon.name}", positive=True)


def _cases(family: Normalised, shift: sp.Expr, side: int, epsilon: sp.Symbol) -> list[Case]:
    """The formulas between the levels at which a cell turns.

    Raises
    ------
    NoForm
        When a density, an order or an integral is not simple enough.
    """
    turned = [turning(family, cell) for cell in cells(family, shift, side) if cell.here != 0]
    least, level = (ZERO, epsilon) if exponential(family) else (ONE, _growth(epsilon))
    ends = [least, *levels(turned, least, family.domain), sp.oo]
    found = []
    for lower, upper in pairwise(ends):
        inner = family.with_domain(family.domain & Variable(level, lower, upper))
        parts = [(each, _split(inner, each, level, (lower, upper))) for each in turned]
        rows = [row for _, found_parts in parts for row in found_parts]
        whole = all(not is_zero((b - a).subs(level, lower)) for a, b, _ in rows if b is not sp.oo)
        mark = "[)" if whole else "()"  # a part may be empty at the end
        over = family.with_domain(family.domain & Variable(level, lower, upper, mark))
        found.append(_case(over, parts, level, (lower, upper)))
    return found


def _case(
    family: Normalised,
    parts: list[tuple[Turning, list[Part]]],
    level: sp.Symbol,
    ends: tuple[sp.Expr, sp.Expr],
) -> Case:
    growth = sp.exp(level) if exponential(family) else level
    lines, added = list[ProofLine](), [atom.mass for atom in family.points]
    for each, found in parts:
        cell = each.cell
        for lower, upper, more in found:
            lines += _compared(family, each, level, (lower, upper), more=more)
            if more:
                value, rows = _gained(family, cell, lower, upper, growth)
                added.append(value)
                lines += rows
    whole = sp.Add(*added)
    short = tidy(whole, at=points(family.domain, tries=1)[0], seconds=family.seconds)
    value = min(short, by_exponents(short), key=sp.count_ops)
    if whole != value:
        goal = Goal(that(whole) == value, family.domain)
        lines.append(ProofLine(goal, "identity", "the parts add up", {}))
    kind = "epsilon" if exponential(family) else "e^epsilon"
    told = f"for {kind} from {ends[0]} up to {ends[1]}: the integral where the loss exceeds it"
    return Case(*ends, value, tuple(lines), told)


def _split(
    family: Normalised, turned: Turning, level: sp.Symbol, ends: tuple[sp.Expr, sp.Expr]
) -> list[Part]:
    """Parts of a cell, and whether the density is larger there."""
    cell, (lower, upper) = turned.cell, ends
    if _at_most(turned.high, lower, family):
        return [(cell.lower, cell.upper, False)]
    if _at_most(upper, turned.low, family):
        return [(cell.lower, cell.upper, True)]
    at = place_of(family, turned, level)
    rising = bool(turned.rising)
    return [(cell.lower, at, not rising), (at, cell.upper, rising)]


def _at_most(low: sp.Expr, high: sp.Expr, family: Normalised) -> bool:
    if high is sp.oo or low is -sp.oo:
        return True
    if low is sp.oo or high is -sp.oo:
        return False
    return sign_at(high - low, family.domain) in (0, 1)


def _compared(
    family: Normalised,
    turned: Turning,
    level: sp.Symbol,
    ends: tuple[sp.Expr, sp.Expr],
    *,
    more: bool,
) -> Iterator[ProofLine]:
    """That the density is at least, or at most, so many times the shifted one on a part."""
    if turned.loss is None:
        return
    cell, u = turned.cell, family.place
    around = family.around(cell.index)
    moves = cell.here.has(u) or cell.there.has(u)
    inside = around & Variable(u, *ends, "[)", integer=family.integers) if moves else around
    compares = "larger" if more else "no larger"
    if exponential(family):
        ratio = that(cell.here) == sp.exp(turned.loss) * cell.there
        yield ProofLine(Goal(ratio, inside), "identity", "the privacy loss as an exponent", {})
        low, high = (level, turned.loss) if more else (turned.loss, level)
        because = f"the loss is {compares} than {level} there"
    else:
        gain = sp.factor(cell.here - level * cell.there)
        low, high = (ZERO, gain) if more else (gain, ZERO)
        because = f"the density is {compares} than {level} times the shifted one"
    yield ProofLine(Goal(that(low) <= high, inside), "sign", because, {})


def _gained(
    family: Normalised, cell: Cell, lower: sp.Expr, upper: sp.Expr, growth: sp.Expr
) -> tuple[sp.Expr, list[ProofLine]]:
    """What a part adds: the density less so many times the shifted one."""
    if not exponential(family):
        at_once = _added(family, cell.part(lower, upper, cell.here - growth * cell.there))
        if at_once is not None:
            return at_once
    here = _added(family, cell.part(lower, upper, cell.here))
    there = _added(family, cell.part(lower, upper, cell.there))
    if here is None or there is None:
        raise NoForm("an integral that was not found")
    return here[0] - growth * there[0], [*here[1], *there[1]]


def _added(family: Normalised, strip: Strip) -> tuple[sp.Expr, list[ProofLine]] | None:
    """What a part adds, with the lines that show it."""
    found = share(family, strip, ONE)
    if found is None:
        return None
    if found.antiderivative is not None and exponential(family):
        plainer = by_exponents(found.antiderivative)
        found = replace(found, value=by_exponents(found.value), antiderivative=plainer)
    rows = [plain.share_line(family, found)]
    if strip.index is None:
        return found.value, rows
    summed = telescoped(found.value, strip.index, ZERO, sp.oo)
    if summed is None or summed.ratio is None:
        return None
    value = as_plain(summed.value)
    claim = Sum(found.value, strip.index, ZERO, sp.oo, value)
    rows.append(ProofLine(Goal(claim, family.domain), "sum", PERIODS,
                     {"ratio": summed.ratio}))  # fmt: skip
    return value, rows
