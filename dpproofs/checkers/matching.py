"""When two goals say the same, and when a step may be used of a noise at other arguments."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields, replace

import sympy as sp
from sympy.core.function import AppliedUndef

from dpproofs.checkers import identity
from dpproofs.checkers.entailment import Premises, lies_in
from dpproofs.checkers.normal import Undecided
from dpproofs.kernel.assertions import Proper
from dpproofs.kernel.derivation import Derivation, Step
from dpproofs.kernel.domain import Domain, index
from dpproofs.kernel.goal import Goal
from dpproofs.kernel.losses import Loss
from dpproofs.kernel.objects import Law
from dpproofs.kernel.proposition import BOUND, NOISE, Proposition, Relation, Sum, that


def same_goal(given: Goal, wanted: Goal) -> bool:
    """Whether a step says what is wanted; it may leave out variables of which it does not speak."""
    rows = [variable.to_json() for variable in wanted.domain]
    kept = [variable.to_json() for variable in given.domain]
    places = [rows.index(row) for row in kept if row in rows]
    ordered = len(places) == len(kept) and places == sorted(places)
    return ordered and same_claim(given.proposition, wanted.proposition, wanted.domain)


def same_claim(given: Proposition, wanted: Proposition, domain: Domain) -> bool:
    """Whether two propositions are the same on a domain, up to how numbers are written."""
    if given.to_json() == wanted.to_json():
        return True
    if type(given) is not type(wanted):
        return False
    if isinstance(given, Loss) and isinstance(wanted, Loss):
        given = _with_variable(given, wanted.variable)
    return all(_same_part(given, wanted, item.name, domain) for item in fields(given))


def _with_variable(claim: Loss, new: sp.Symbol) -> Loss:
    """The same with another bound variable, of which the loss does not speak."""
    if new in claim.loss.free_symbols:
        return claim
    return replace(claim, variable=new, loss=claim.loss.xreplace({claim.variable: new}))


def _same_part(given: Proposition, wanted: Proposition, name: str, domain: Domain) -> bool:
    a, b = getattr(given, name), getattr(wanted, name)
    if name in NOISE:
        return same_noise(a, b, domain)
    if name == given.body and isinstance(given, Sum) and not _bound(given, domain):
        return same_number(a, b, domain & index(given.index, given.lower, given.upper))
    number = isinstance(a, sp.Expr) and isinstance(b, sp.Expr)
    if number and name not in BOUND and name != given.body:
        return same_number(a, b, domain)
    return bool(a == b)


def _bound(claim: Proposition, domain: Domain) -> bool:
    """Whether a variable of a domain is bound in a proposition."""
    return any(variable.symbol in claim.bound() for variable in domain)


def same_noise(a: sp.Expr, b: sp.Expr, domain: Domain) -> bool:
    """Whether two noises are one."""
    return (
        a.func == b.func
        and len(a.args) == len(b.args)
        and all(same_number(x, y, domain) for x, y in zip(a.args, b.args, strict=True))
    )


def same_number(a: sp.Expr, b: sp.Expr, domain: Domain) -> bool:
    """Whether two numbers are equal on a domain."""
    return a == b or identity.shown(that(a) == b, domain).established


def relation(step: Step) -> Relation:
    """What a step says, when that is a relation.

    Raises
    ------
    Undecided
        When it is something else.
    """
    claim = step.goal.proposition
    if not isinstance(claim, Relation):
        raise Undecided("a relation is needed here")
    return claim


def fits(
    noise: sp.Expr, about: sp.Expr, on: Domain, known: Premises, fixed: Sequence[str] = ()
) -> bool:
    """Whether what is said of ``about`` on a domain may be used of a noise: they are one, or
    ``about`` has variables of the domain for its arguments and those of the noise lie in it. What
    is fixed, a parameter, stays as it is.
    """
    if noise.func != about.func or len(noise.args) != len(about.args):
        return False
    symbols = {variable.symbol for variable in on}
    values = dict(zip(about.args, noise.args, strict=True))
    free = all(argument in symbols for argument in about.args)
    moved = any(str(key) in fixed and key != value for key, value in values.items())
    if moved or len(values) < len(about.args) or not (free or noise == about):
        return False
    try:
        for variable in on:
            lies_in(variable, values if free else {}, known)
    except Undecided:
        return False
    return True


def law(noise: sp.Expr, derivation: Derivation) -> Law | None:
    """The definition of a noise; None for a given one."""
    found = derivation.definition(str(noise.func)) if isinstance(noise, AppliedUndef) else None
    return found if isinstance(found, Law) else None


def used(step: Step, derivation: Derivation) -> Iterator[Step]:
    """The steps that a step uses."""
    return (derivation.step(name) for name in step.uses)


def exists(noise: sp.Expr, step: Step, derivation: Derivation, on: Domain | None = None) -> bool:
    """Whether a noise is given, or one of the steps used says that it exists; on the domain of the
    step, or on another.
    """
    if law(noise, derivation) is None:
        return True
    here = known(step, derivation)
    about = here if on is None else Premises(on, here.goals)
    return any(
        isinstance(other.goal.proposition, Proper)
        and fits(
            noise, other.goal.proposition.noise, other.goal.domain, about, derivation.fixed
        )
        for other in used(step, derivation)
    )  # fmt: skip


def known(step: Step, derivation: Derivation) -> Premises:
    """What may be used on a step's domain: signs, and what the steps used say there."""
    return Premises(step.goal.domain, tuple(other.goal for other in used(step, derivation)))


def all_exist(noises: Iterable[sp.Expr], step: Step, derivation: Derivation) -> str:
    """The name of the first noise of which nothing used says that it exists; or nothing."""
    missing = (str(n.func) for n in noises if not exists(n, step, derivation))
    return next(missing, "")
