"""What follows for a noise from its being a probability: linear relations among masses of sets.

A sum of multiples of masses and a number is nonnegative when the same sum of indicators is, at
every point of the line: the mean of the latter is the former.
"""

from __future__ import annotations

from itertools import chain, combinations, pairwise

import sympy as sp

from dpproofs.checkers import cells as points
from dpproofs.checkers import sign
from dpproofs.checkers.entailment import slack
from dpproofs.checkers.flatten import canonical
from dpproofs.checkers.matching import all_exist
from dpproofs.checkers.normal import Undecided
from dpproofs.checkers.valued import valueless
from dpproofs.kernel.derivation import Derivation, Step
from dpproofs.kernel.domain import Domain
from dpproofs.kernel.expression import noise_tree, set_tree, to_tree
from dpproofs.kernel.proposition import Relation
from dpproofs.kernel.terms import Mass
from dpproofs.kernel.verdict import Finding, Grade, established, unknown

METHOD = "measure"
SETS = 8  # named sets, as seen from the point


def check(step: Step, derivation: Derivation) -> Finding:
    """Established when the sum of indicators has the right sign in every cell."""
    claim, domain = step.goal.proposition, step.goal.domain
    if not isinstance(claim, Relation) or claim.op not in ("==", "<=", ">="):
        return unknown("a relation ==, <= or >= among masses is needed")
    if problem := valueless(claim, domain):
        return unknown(problem)
    try:
        noise, terms, constant = _linear(slack(claim))
        if missing := all_exist([noise], step, derivation):
            return unknown(f"no step used says that {missing} exists")
        order, weak = _ordered({e for where, _ in terms for e in points.ends(where)}, domain)
        _everywhere(claim.op, terms, constant, order, weak, domain)
    except (Undecided, ZeroDivisionError) as error:
        return unknown(str(error))
    return established(
        Grade.proved,
        "in every cell between the ends of the sets the indicators add up as stated",
        noise=noise_tree(noise),
        order=[to_tree(end) for end in order],
        constant=to_tree(constant),
        terms=[[to_tree(factor), set_tree(where)] for where, factor in terms],
    )


Terms = tuple[tuple[sp.Expr, sp.Expr], ...]  # sets with their factors


def _linear(expression: sp.Expr) -> tuple[sp.Expr, Terms, sp.Expr]:
    """The one noise, the factor of each set, and what is free of masses."""
    rest = sp.expand(expression)
    masses = sorted(rest.atoms(Mass), key=sp.default_sort_key)
    noises = {canonical(mass.args[0]) for mass in masses}
    if len(noises) != 1:
        raise Undecided("masses of one noise are needed")
    terms = []
    for mass in masses:
        factor = rest.coeff(mass)
        rest = sp.expand(rest - factor * mass)
        terms.append((mass.args[1], factor))
    if rest.has(Mass) or any(factor.has(Mass) for _, factor in terms):
        raise Undecided("the relation is not linear in the masses")
    return masses[0].args[0], tuple(terms), rest


def _ordered(ends: set[sp.Expr], domain: Domain) -> tuple[list[sp.Expr], list[bool]]:
    """The ends in increasing order, and which neighbours may be equal."""
    order: list[sp.Expr] = []
    for end in sorted(ends, key=sp.default_sort_key):
        place = 0
        while place < len(order) and not _below(end, order[place], domain, strictly=False):
            place += 1
        order.insert(place, end)
    weak = []
    for low, high in pairwise(order):
        weak.append(not _below(low, high, domain, strictly=True))
        if weak[-1] and not _below(low, high, domain, strictly=False):
            raise Undecided(f"cannot show that {low} <= {high}")
    return order, weak


def _below(low: sp.Expr, high: sp.Expr, domain: Domain, *, strictly: bool) -> bool:
    op = "<" if strictly else "<="
    return sign.shown(Relation(low, op, high), domain).established


def _everywhere(
    op: str, terms: Terms, constant: sp.Expr, order: list[sp.Expr], weak: list[bool], domain: Domain
) -> None:
    """Show the sum of indicators to be 0, or not negative, wherever x lies.

    Raises
    ------
    Undecided
        When it is not shown.
    """
    names = sorted({name for where, _ in terms for name in points.named(where)}, key=str)
    if len(names) > SETS:
        raise Undecided(f"more than {SETS} named sets")
    sums = {
        constant
        + sum(
            factor for where, factor in terms if points.holds(where, cell, order, frozenset(inside))
        )
        for cell in (points.cells(weak) if order else ((),))
        for inside in chain.from_iterable(combinations(names, r) for r in range(len(names) + 1))
    }
    for total in sums:
        wanted = Relation(sp.S(total), "==" if op == "==" else ">=", sp.Integer(0))
        if not sign.shown(wanted, domain).established:
            raise Undecided(f"somewhere the indicators add up to {total}")
