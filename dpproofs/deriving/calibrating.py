"""The least scale at which noise is (epsilon, delta)-private: its privacy profile solved for it.

Noise whose density is g(x/s)/s has a profile that depends on the ratio of sensitivity to scale
alone. The worst shift up to a sensitivity does not get better when more shifts are allowed, so that
the profile does not rise with the scale, and the scale at which it is delta is the least one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import sympy as sp

from dpproofs.deriving.asked import asked
from dpproofs.deriving.crossing import Crossing, Formula
from dpproofs.deriving.derived import Derived, kept
from dpproofs.deriving.normalised import Normalised
from dpproofs.deriving.profile import privacy_profile
from dpproofs.deriving.sentences import ProofLine, extended
from dpproofs.deriving.strips import points
from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.domain import Domain, Variable, between
from dpproofs.kernel.errors import BadInput
from dpproofs.kernel.proposition import that
from dpproofs.tactics.budget import within
from dpproofs.tactics.terms import is_zero
from dpproofs.tactics.tidy import length, tidy

TRIES = 24
ZERO = sp.Integer(0)
SOLVED = "the privacy profile solved for the scale"
NO_WORST = "The shift by the whole sensitivity is not shown to be the worst; this is a scale at "
NO_WORST += "which that shift alone has the profile delta."


@dataclass(frozen=True)
class Question:
    """What privacy is asked for: each a number, or a symbol of the answer's domain."""

    epsilon: sp.Expr
    delta: sp.Expr
    scale: sp.Symbol
    domain: Domain


def calibrate(
    family: Normalised, epsilon: sp.Expr, delta: sp.Expr, sensitivity: sp.Expr, scale: sp.Symbol
) -> Derived:
    """The least scale with which noise is (epsilon, delta)-private."""
    own = next((v.symbol for v in family.domain if v.symbol.name == str(scale)), None)
    if not isinstance(scale, sp.Symbol) or own is None:
        names = [v.symbol.name for v in family.domain]
        raise BadInput("scale", str(scale), f"one of the symbols {names}")
    if own.name in {s.name for s in sensitivity.free_symbols} or not _scales(family, own):
        raise BadInput("scale", str(scale), "a parameter by which the noise is multiplied")
    level = sp.Symbol(_free(family, epsilon, sensitivity, delta), nonnegative=True)
    profile = privacy_profile(family, level, sensitivity)
    domain = profile.domain.without(level).without(own)
    asked_for = _question(domain, epsilon, delta, own)
    meant = None
    shown = profile.value is not None and profile.holds
    of = Formula(sp.S(profile.value)) if shown else profile.definition
    if of is not None:
        meant = Crossing(
            of, own, asked_for.delta, falls=True, positive=True,
            moved=((level, asked_for.epsilon),),
        )  # fmt: skip
    note = NO_WORST if profile.name.endswith("at_sensitivity") else ""
    blank = Derived(f"{family.name}.calibration", asked_for.domain, None, profile.path,
                    definition=meant, note=note)  # fmt: skip

    def found() -> Derived:
        return _solved(family, profile, level, asked_for, blank)

    return blank if profile.value is None else asked(found, blank, family.seconds)


def _free(family: Normalised, *others: sp.Expr) -> str:
    """A name for the level of the profile."""
    taken = {symbol.name for other in others[1:] for symbol in other.free_symbols}
    taken |= {v.symbol.name for v in family.domain} | {family.x.name, family.size.name}
    name = others[0].name if others[0].is_Symbol else "epsilon"
    while name in taken:
        name += "_"
    return str(name)


def _scales(family: Normalised, scale: sp.Symbol) -> bool:
    """Whether the noise is a multiple, by the scale, of noise without it."""
    if family.integers or family.domain[scale].lower != 0 or family.domain[scale].upper != sp.oo:
        return False
    at = {family.place: scale * family.place}
    parts = [sp.powsimp(sp.expand(s.density.xreplace(at) * scale)) for s in family.strips]
    parts += [end / scale for s in family.strips for end in (s.lower, s.upper) if end.is_finite]
    parts += [part for atom in family.points for part in (atom.place / scale, atom.mass)]
    return all(is_zero(sp.cancel(sp.diff(part, scale))) for part in parts)


def _question(domain: Domain, epsilon: sp.Expr, delta: sp.Expr, scale: sp.Symbol) -> Question:
    """The question, with its symbols as parameters.

    Raises
    ------
    BadInput
        For numbers outside their ranges, and symbols that are taken.
    """
    found: list[sp.Expr] = []
    for name, given, low in (("epsilon", epsilon, True), ("delta", delta, False)):
        if given.is_Symbol and given.name not in {v.symbol.name for v in domain}:
            symbol = sp.Symbol(given.name, **{"nonnegative" if low else "positive": True})
            domain = domain & (
                Variable(symbol, ZERO, sp.oo, "[)") if low else between(symbol, 0, 1)
            )
            found.append(symbol)
        elif given.is_Rational and (given >= 0 if low else 0 < given < 1):
            found.append(given)
        else:
            accepted = "a number >= 0" if low else "a number between 0 and 1"
            raise BadInput(name, str(given), f"{accepted}, or a new symbol")
    return Question(found[0], found[1], scale, domain)


def _solved(
    family: Normalised, profile: Derived, level: sp.Symbol, question: Question, blank: Derived
) -> Derived:
    value = sp.S(profile.value).xreplace({level: question.epsilon})
    cases: list[tuple[sp.Expr, Any]] = (
        list(value.args) if isinstance(value, sp.Piecewise) else [(value, sp.true)]
    )
    where = points(question.domain, tries=TRIES)
    found = [
        (root, number)
        for number, (case, condition) in enumerate(cases)
        for root in within(family.seconds, partial(_roots, case, question)) or ()
        if _applies(root, condition, question, where)
    ]
    if not found:
        return blank
    root, number = min(found, key=lambda pair: length(pair[0]))
    forms = (root, sp.logcombine(root, force=True))
    scale = min((tidy(form, at=where[0]) for form in forms), key=length)
    with sp.evaluate(False):  # else nothing would be left to show
        taken = cases[number][0].xreplace({question.scale: scale})
    line = ProofLine(Goal(that(taken) == question.delta, question.domain), "identity", SOLVED)
    inside = [sp.Gt(scale, 0, evaluate=False), cases[number][1]]
    inside += [sp.Not(condition) for _, condition in cases[:number]]
    lines = [line, *_in_case(inside, scale, question)]
    printed = rf"{sp.latex(question.scale)}={sp.latex(scale)}"
    claim = profile.claim
    if claim is not None:
        claim = extended(claim, blank.name, family.name, "a calibration", printed, lines)
    path = (*blank.path, SOLVED)
    return kept(Derived(blank.name, blank.domain, scale, path, claim, blank.definition, blank.note))


def _in_case(conditions: list[Any], scale: sp.Expr, question: Question) -> Iterator[ProofLine]:
    """That conditions hold at the scale."""
    for condition in conditions:
        if condition == sp.true:
            continue
        at = {question.scale: scale}
        low, high = (side.xreplace(at) for side in (condition.lts, condition.gts))
        strict = isinstance(condition, sp.StrictLessThan | sp.StrictGreaterThan)
        said = that(low) < high if strict else that(low) <= high
        yield ProofLine(Goal(said, question.domain), "sign", "the scale lies where the case does")


def _roots(case: sp.Expr, question: Question) -> list[sp.Expr]:
    """Scales at which one case of the profile is delta."""
    if not case.has(question.scale):
        return []
    unknown = sp.Dummy(positive=True)
    return list(sp.solve(case.xreplace({question.scale: unknown}) - question.delta, unknown))


def _applies(
    root: sp.Expr, condition: Any, question: Question, where: list[dict[sp.Symbol, sp.Expr]]
) -> bool:
    """Whether a scale is positive, and in the case, at all points."""
    for point in where:
        here = root.evalf(30, subs=point)
        if not (here.is_real and here > 0):
            return False
        if condition != sp.true:
            at = condition.subs({question.scale: sp.nsimplify(here)}).subs(point)
            if at != sp.true:
                return False
    return True
