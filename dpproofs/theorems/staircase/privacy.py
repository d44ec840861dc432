"""(39): the staircase density changes by a factor of at most exp(epsilon) over Delta."""

from __future__ import annotations

from dataclasses import replace

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, Variable, between
from dpproofs.kernel.proposition import Relation, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.staircase.noise import (AHEAD, DEFINITIONS, DENSITY, EPSILON, IS_PRIVATE, ON,
    Q, h, show_exists, show_falling, x)
from dpproofs.theorems.staircase.setting import FAMILY, PAPER, Delta, b, gamma

_d = sp.Symbol("d", real=True)
_y = sp.Symbol("y", nonnegative=True)


def _f(place: sp.Expr) -> sp.Expr:
    return DENSITY(gamma, place)


_LINE = Variable(x, -sp.oo, sp.oo)


def _moved(shift: Variable) -> Goal:
    """The inequality of densities for shifts to one side."""
    return Goal(that(_f(x)) <= _f(x + _d) / b, FAMILY & shift & _LINE)


LEVELS = (_moved(between(_d, 0, Delta, "[)")), _moved(between(_d, -Delta, 0)))
#: The same for the largest shifts.
ENDS = tuple(Goal(that(_f(x)) <= _f(x + far) / b, FAMILY & _LINE) for far in (Delta, -Delta))

PRIVACY = Statement(id="staircase.eq39", paper=PAPER, item="(39)",
    title="the staircase density is epsilon-differentially private",
    printed_latex=r"f_\gamma(x)\le e^{\epsilon}f_\gamma(x+d)\quad\text{for all }x,\ |d|\le\Delta",
    parameters=ON, definitions=DEFINITIONS, printed=(*LEVELS, *ENDS, IS_PRIVATE),
    note="With b = exp(-epsilon). The inequality of the densities, for all x and shifts to either "
    "side; and what it is for: P(S) <= exp(epsilon) P(S + d) for all Borel sets S.")


def _show_near(proof: Proof, falling: str, lowered: str) -> str:
    """Append ``b f(x) <= f(y)`` for x >= 0 and 0 <= y < x + Delta."""
    return proof.shows(Relation(b * _f(x), "<=", _f(_y)),
        on=FAMILY & AHEAD & between(_y, 0, x + Delta, "[)"), by="entailment",
        uses=(falling, lowered),
        because="the density is at least as high at a place that is nearer to the origin than x + "
            "Delta", facts=[(lowered, {}, b), (falling, {x: _y, h: x + Delta - _y}, 1)])


def _even(proof: Proof) -> str:
    return proof.concludes(Goal(Relation(_f(-x), "==", _f(x)), FAMILY & _LINE), by="definition",
        name=DENSITY.name, piece="even", because="the density is even")


def _show_levels(proof: Proof, even: str, near: str) -> None:
    """Append the inequality of densities, whatever the signs of the places."""
    before, after = ("both places lie left of the origin", "both places lie right of the origin")
    for goal in LEVELS:
        onward = goal is LEVELS[0]
        first, second = (-_d, sp.Integer(0)) if onward else (sp.Integer(0), -_d)
        rows = ((between(x, -sp.oo, first), (-1, -1), before),
            (between(x, first, second, "[)"), (-1, 1) if onward else (1, -1),
                "the places lie on either side of the origin"),
            (between(x, second, sp.oo, "[)"), (1, 1), after))
        parts = [proof.shows(goal.proposition,
                on=Domain((*(v for v in goal.domain if v != _LINE), replace(place, hollow=onward))),
                by="entailment", uses=(near, even), because=because,
                facts=[(near, {x: here * x, _y: there * (x + _d)}, 1 / b),
                    *([(even, {}, 1)] if here < 0 else []),
                    *([(even, {x: x + _d}, -1 / b)] if there < 0 else [])])
            for place, (here, there), because in rows]
        proof.concludes(goal, by="cases",
            uses=parts, because="this holds whatever the signs of the places are")


def _show_ends(proof: Proof, even: str, near: str, lowered: str) -> None:
    """Append the same for the shifts Delta and -Delta."""
    claim = ENDS[0].proposition
    rows = ((between(x, -sp.oo, -Delta), -1, "both places lie left of the origin"),
        (between(x, -Delta, 0, "[)"), 1, "the two places lie on either side of the origin"))
    parts = [proof.shows(claim, on=FAMILY & place, by="entailment", uses=(near, even),
            because=because,
            facts=[(near, {x: -x, _y: there * (x + Delta)}, 1 / b), (even, {}, 1),
                *([(even, {x: x + Delta}, -1 / b)] if there < 0 else [])])
        for place, there, because in rows]
    outward = proof.concludes(ENDS[0], by="cases", uses=(*parts, lowered),
        because="right of the origin the density falls by the factor b at most, and the other two "
            "cases are these")
    proof.follows(ENDS[1], (outward, {x: -x}), even, (even, {x: x - Delta}),
        because="the same holds for the shift the other way")


def derive_privacy() -> Derivation:
    proof = Proof(FAMILY, PRIVACY)
    exists = show_exists(proof)
    falling, lowered = show_falling(proof)
    even, near = _even(proof), _show_near(proof, falling, lowered)
    _show_levels(proof, even, near)
    _show_ends(proof, even, near, lowered)
    proof.applies("privacy, by the density", on=FAMILY, uses=(falling, lowered, exists),
        because="so the masses of all Borel sets keep it as well", noise=Q, epsilon=EPSILON,
        sensitivity=Delta)
    return proof.done()


CLAIMS = (Claim(PRIVACY, derive_privacy),)
