"""Entropy, and Renyi divergence of noise from the same noise shifted: totals of other integrands.

The Renyi divergence of order a is log(I)/(a - 1), where I is the integral of f(x)^a f(x + d)^(1-a).
Every such integral is one of hockey-stick divergences over their levels, with weights that are not
negative; so the shift that is the worst for these, the largest one where the density falls away
from the origin, is the worst for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import sympy as sp

from dpproofs.deriving import plain
from dpproofs.deriving.asked import asked
from dpproofs.deriving.crossing import Through
from dpproofs.deriving.derived import Derived, kept
from dpproofs.deriving.enclosure import Definition
from dpproofs.deriving.falling import FALLS, worst
from dpproofs.deriving.losses import Cell, NoForm, cells
from dpproofs.deriving.normalised import ONE, Normalised, writable
from dpproofs.deriving.profile import OF_ONE_SHIFT, shifted
from dpproofs.deriving.sentences import ProofLine, decided, extended
from dpproofs.deriving.strips import Measure, Strip, points
from dpproofs.deriving.totals import total, when_finite
from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.domain import Domain, Variable
from dpproofs.kernel.errors import BadInput
from dpproofs.kernel.proposition import that
from dpproofs.tactics.exponents import by_exponents
from dpproofs.tactics.series import in_exponential
from dpproofs.tactics.terms import is_zero
from dpproofs.tactics.tidy import length, signed

NO_MASS = "The shifted noise has no mass where the noise has some."
POSITIVE = "the noise has mass up to where it ends, and the shifted noise ends before that place"
TOO_SMALL = "The shifted noise is too small near an end, or far out, for the integral to be finite;"
TOO_SMALL += " the checkers do not decide a comparison that shows it."
INNER = sp.Symbol("integral_", real=True)


def _measure(family: Normalised, strips: list[Strip], *, even: bool) -> Measure:
    laid = family.laid
    return Measure(
        laid.place, laid.size, tuple(strips), (), even, laid.integers, family.domain,
        family.seconds,
    )  # fmt: skip


def entropy(family: Normalised) -> Derived:
    """``-E log f(X)``, in nats."""
    if family.points:
        raise BadInput("atoms", family.name, "none, for an entropy")
    strips = [
        replace(s, density=-s.density * _logarithm(s.density, _inside(family, s)))
        for s in family.strips
    ]
    of = _measure(family, strips, even=family.even)
    meant = Definition(of, ONE)
    blank = Derived(f"{family.name}.entropy", family.domain, None, definition=meant)
    return asked(lambda: _found(family, of, blank, "the entropy"), blank, family.seconds)


def _logarithm(density: sp.Expr, around: Domain) -> sp.Expr:
    """The logarithm of what is positive on a domain, powers and products apart."""
    place, q = around.variables[-1].symbol, sp.Dummy("q", positive=True)
    read = in_exponential(density.as_independent(place, as_Add=False)[1], place, q)
    if read is not None:  # so that no logarithm grows
        rate, fraction = read
        density = density.as_independent(place, as_Add=False)[0] * sp.factor(fraction)
        back = {sp.log(q): -rate * place, q: sp.exp(-rate * place)}
    factors = signed(sp.factor(density), points(around, tries=1)[0])
    whole = sp.expand(sp.expand_log(sp.log(factors), force=True))
    return whole if read is None else sp.expand(whole.xreplace(back))


def _inside(family: Normalised, strip: Strip | Cell) -> Domain:
    """The domain of the parameters and a place on a strip."""
    return family.around(strip.index) & Variable(family.place, strip.lower, strip.upper)


def _found(family: Normalised, of: Measure, blank: Derived, title: str) -> Derived:
    """The total of other strips, with the sentence that says what each of them adds."""
    for search in (False, True):
        found = total(of, ONE, together=False, search=search)
        if found is None:
            continue
        base = family.normalisation()
        claim = None
        value = min(found.value, by_exponents(found.value), key=length)
        if base.value == 1 and base.claim is not None and not search and writable(found):
            lines = plain.lines(of, found, value)
            claim = extended(base.claim, blank.name, family.name, title, title, lines)
        derived = kept(
            Derived(blank.name, blank.domain, value, found.path, claim, blank.definition),
            found.finite,
        )
        if derived.value is not None:
            return derived
    return blank


def renyi(family: Normalised, order: sp.Expr, sensitivity: sp.Expr) -> Derived:
    """The Renyi divergence of an order > 1, of the worst shift up to the sensitivity."""
    family, shift = shifted(family, sensitivity)
    if family.points or not family.even:
        raise BadInput("family", family.name, "even noise with a density, or on the integers")
    family, order = _with_order(family, order, shift)
    name = f"{family.name}.renyi"
    blank = Derived(name, family.domain, None)
    return asked(lambda: _renyi(family, order, shift, blank), blank, family.seconds)


def _with_order(family: Normalised, order: sp.Expr, shift: sp.Expr) -> tuple[Normalised, sp.Expr]:
    """The order as a number above 1, or as a further parameter.

    Raises
    ------
    BadInput
        For another one.
    """
    if order.is_Rational and order > 1:
        return family, order
    taken = {family.x.name, *(s.name for s in shift.free_symbols)}
    taken |= {v.symbol.name for v in family.domain}
    if not order.is_Symbol or order.name in taken:
        raise BadInput("order", str(order), "a rational number above 1, or a new symbol")
    symbol = sp.Symbol(order.name, positive=True)
    return family.with_domain(family.domain & Variable(symbol, ONE, sp.oo)), symbol


def _renyi(family: Normalised, order: sp.Expr, shift: sp.Expr, blank: Derived) -> Derived:
    ends = all(s.index is None and s.upper.is_finite for s in family.strips)
    if ends and (not family.integers or (shift.is_Integer and shift > 0)):
        return _without_mass(family, blank)
    try:
        inner = list(_joined(cell for cell in cells(family, shift) if cell.here != 0))
        strips = [_powers(cell, order, _inside(family, cell)) for cell in inner]
    except NoForm as problem:
        return replace(blank, note=f"No closed form was found: {problem}.")
    if None in strips:
        return replace(blank, value=sp.oo, note=NO_MASS)
    of = _measure(family, [strip for strip in strips if strip is not None], even=False)
    if when_finite(of, ONE) is sp.false:  # at this shift, which is one of those that are meant
        return replace(blank, value=sp.oo, note=TOO_SMALL)
    moment = Derived(f"{blank.name}_moment", blank.domain, None, definition=Definition(of, ONE))
    found, shown, name = _found(family, of, moment, "a Renyi moment"), worst(family), blank.name
    note = found.note
    if shown is None:
        name, note = f"{name}_at_sensitivity", f"{note} {OF_ONE_SHIFT}".strip()
    meant = Through(Definition(of, ONE), sp.log(INNER) / (order - 1), INNER)
    if found.value is None:
        return replace(blank, name=name, definition=meant, note=note)
    logarithm = sp.expand_log(sp.log(found.value), force=True) / (order - 1)
    forms = (logarithm, sp.log(found.value) / (order - 1), sp.factor(sp.expand(logarithm)))
    value = min(forms, key=length)
    claim = None if shown is None else found.claim
    if claim is not None and shown is not None:
        rows = [*shown, *_as_exponential(found.value, (order - 1) * value, blank.domain)]
        printed = sp.latex(value)
        claim = claim if not rows else extended(
            claim, name, family.name, "a Renyi divergence", printed, rows
        )  # fmt: skip
    told = () if shown is None else (f"{FALLS}, so that the worst shift is the whole sensitivity",)
    path = (*found.path, *told)
    return kept(Derived(name, blank.domain, value, path, claim, meant, note))


def _without_mass(family: Normalised, blank: Derived) -> Derived:
    """An infinite divergence, for the density ends, and is positive up to there."""
    at = points(family.domain, tries=1)[0]
    last = max(family.strips, key=lambda strip: float(strip.upper.subs(at)))
    near = family.domain & Variable(family.place, last.lower, last.upper)
    line = ProofLine(Goal(that(0) < last.density, near), "sign", POSITIVE)
    found, base = replace(blank, value=sp.oo, path=(NO_MASS,)), family.normalisation()
    if not (base.holds and decided([line])):
        return replace(found, note=NO_MASS)
    claim = extended(
        base.claim, blank.name, family.name, "a Renyi divergence", r"\infty", [line], note=NO_MASS
    )
    return replace(found, claim=claim)


def _as_exponential(moment: sp.Expr, exponent: sp.Expr, on: Domain) -> Iterator[ProofLine]:
    """That the moment is the exponential of what is said, where its form does not say so."""
    said = sp.exp(sp.expand(exponent))
    if said != moment and exponent != sp.log(moment):
        yield ProofLine(Goal(that(moment) == said, on), "identity", "the moment as an exponential")


def _joined(found: Iterable[Cell]) -> Iterator[Cell]:
    """Cells side by side that have one form as one, such as those of a normal density."""
    last: Cell | None = None
    for cell in found:
        if last is not None and last.lower == cell.upper and _alike(last, cell):
            last = replace(last, lower=cell.lower)
        elif last is not None and last.upper == cell.lower and _alike(last, cell):
            last = replace(last, upper=cell.upper)
        else:
            yield from () if last is None else (last,)
            last = cell
    yield from () if last is None else (last,)


def _alike(one: Cell, other: Cell) -> bool:
    same = (one.side, one.index) == (other.side, other.index)
    return same and is_zero(one.here - other.here) and is_zero(one.there - other.there)


def _powers(cell: Cell, order: sp.Expr, inside: Domain) -> Strip | None:
    """f(x)^a f(x + d)^(1 - a) on a cell; None where the shifted density is 0."""
    if cell.there == 0:
        return None
    exponent = order * _logarithm(cell.here, inside)
    exponent += (1 - order) * _logarithm(cell.there, inside)
    return cell.part(cell.lower, cell.upper, _exponential(sp.expand(exponent)))


def _exponential(exponent: sp.Expr) -> sp.Expr:
    """The exponential of a sum, in which multiples of logarithms give powers."""
    powers, rest = sp.Integer(1), sp.Integer(0)
    for term in sp.Add.make_args(exponent):
        logs = [part for part in sp.Mul.make_args(term) if isinstance(part, sp.log)]
        if len(logs) == 1 and not (term / logs[0]).has(sp.log):
            powers *= logs[0].args[0] ** (term / logs[0])
        else:
            rest += term
    return powers * sp.exp(rest)
