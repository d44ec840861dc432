"""(39): the staircase density changes by a factor of at most exp(epsilon) over Delta."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Proof, Statement
from dpproofs.kernel.domain import Domain, Variable, between
from dpproofs.kernel.proposition import Relation, at_most
from dpproofs.theorems.staircase.density import (
    DEFINITION,
    MODEL,
    f,
    r,
    s,
    show_levels,
    split,
)
from dpproofs.theorems.staircase.setting import (
    PAPER,
    PERIOD,
    SENSITIVITY,
    Delta,
    b,
    gamma,
    k,
)

t = sp.Symbol("t", nonnegative=True)  # a second place within a period
_x = sp.Symbol("x", nonnegative=True)
_y = sp.Symbol("y", real=True)


def _at(place: sp.Symbol, second: bool) -> Variable:
    """A place in the first or the second piece of a period."""
    low, high = (gamma * Delta, Delta) if second else (sp.Integer(0), gamma * Delta)
    return between(place, low, high, "[)")


def _behind(place: sp.Symbol, other: sp.Symbol, second: bool) -> Variable:
    """A place in the same piece as another, and not before it."""
    return between(place, other, Delta if second else gamma * Delta, "[)")


def _cell(one: Variable, other: Variable, seconds: tuple[bool, bool]) -> Domain:
    return Domain((*split(first=not all(seconds), second=any(seconds)), PERIOD, one, other))


def _case(here: int, there: int, domain: Domain) -> Goal:
    """f at s, ``here`` periods further, against f at t, ``there`` periods further."""
    place = k * Delta + s + here * Delta
    other = k * Delta + t + there * Delta
    return Goal(at_most(f(place), f(other) / b), domain)


#: periods of x and y beyond k; pieces of s and t; where they are (s or t first).
_CASES = tuple(
    [
        (0, 0, (p, q), _cell(_at(s, p), _at(t, q), (p, q)))
        for p in (False, True)
        for q in (False, True)
    ]
    + [(0, 1, (p, p), _cell(_at(t, p), _behind(s, t, p), (p, p))) for p in (False, True)]
    + [(0, 1, (True, False), _cell(_at(t, False), _at(s, True), (True, False)))]
    + [(1, 0, (p, p), _cell(_at(s, p), _behind(t, s, p), (p, p))) for p in (False, True)]
    + [(1, 0, (False, True), _cell(_at(s, False), _at(t, True), (False, True)))]
)

_PIECE = {False: "first", True: "second"}
_WHERE = {
    (0, 0): "both places in the same period",
    (0, 1): "the place y in the next period, at most Delta further than x",
    (1, 0): "the place y in the period before, at most Delta nearer than x",
}

_OPPOSITE = Domain((SENSITIVITY, between(_x, 0, Delta, "[)"), between(_y, _x - Delta, 0, "[)")))
_SAME_SIDE = tuple(
    Goal(at_most(larger - smaller, Delta), _OPPOSITE) for larger, smaller in ((-_y, _x), (_x, -_y))
)

PRIVACY = Statement(
    id="staircase.eq39",
    paper=PAPER,
    item="(39)",
    title="the staircase density is epsilon-differentially private",
    printed_latex=r"f_\gamma(x)\le e^{\epsilon}f_\gamma(x+d)\quad\text{for all }x,\ |d|\le\Delta",
    printed=(
        *(_case(here, there, domain) for here, there, _, domain in _CASES),
        *_SAME_SIDE,
    ),
    hypotheses=DEFINITION,
    examples=(MODEL,),
    note="With b = exp(-epsilon) and y = x + d. Ten cases cover all x, y >= 0 with |x - y| <= "
    "Delta: the periods differ by at most 1, and each place is in the first or the second piece "
    "(x first and y second, one period further, would need t >= gamma Delta > s >= t). As f is "
    "even, signs do not matter once ||x| - |y|| <= Delta, which is shown for opposite signs and "
    "clear for equal ones. Integrating over S gives P(S) <= exp(epsilon) P(S + d).",
)


def derive_privacy() -> Derivation:
    proof = Proof(split())
    first, second, onward = show_levels(proof)
    levels = {False: first, True: second}
    for (here, there, (p, q), _), goal in zip(_CASES, PRIVACY.printed, strict=False):
        facts = [(levels[p], {}, -(b**here)), (levels[q], {s: t}, b**there / b)]
        used = [levels[p], levels[q]]
        if here or there:
            place, factor = (s, -1) if here else (t, 1 / b)
            facts.append((onward, {r: k * Delta + place}, factor))
            used.append(onward)
        proof.concludes(
            goal,
            by="entailment",
            because=f"{_WHERE[here, there]}; x in a {_PIECE[p]} piece, y in a {_PIECE[q]} one",
            uses=tuple(dict.fromkeys(used)),
            facts=facts,
        )
    proof.shows(
        Relation(s - t, "<", sp.Integer(0)),
        on=_cell(_at(s, False), _at(t, True), (False, True)),
        by="sign",
        because="from a first piece to the second piece one period further it is more than "
        "Delta, so the factor b^2 never occurs",
    )
    for goal in _SAME_SIDE:
        proof.concludes(
            goal,
            by="sign",
            because="across the origin, with x >= 0 > y: |x| and |y| differ by at most Delta",
        )
    return proof.done()


CLAIMS = (Claim(PRIVACY, derive_privacy),)
