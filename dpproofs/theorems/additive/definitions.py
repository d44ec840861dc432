"""The definitions of the paper, with what they imply at once."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Statement
from dpproofs.kernel.domain import Domain, Variable, positive
from dpproofs.kernel.goal import Goal
from dpproofs.kernel.proposition import Derivative, Relation, that
from dpproofs.kernel.terms import Mass, Moved, interval
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.additive.setting import (MONOTONE, ON, PAIR, PAPER, PRIVATE, Delta, X, delta,
    h, shift, x)
from dpproofs.theorems.samples import symmetric, uniform

d = sp.Symbol("d", real=True)
_S = sp.Function("S")()
_HERE, _MOVED = Mass(X(), _S), Mass(X(), Moved(_S, d))
_SHIFTS = ON & Variable(d, -Delta, Delta, "[]")
_BOTH = tuple(Goal(that(difference / delta) <= 1, _SHIFTS)
    for difference in (_HERE - _MOVED, _MOVED - _HERE))

CONSTRAINT = Statement(id="additive.eq4", paper=PAPER, item="(4), (7)",
    title="the (0, delta) constraint on a noise distribution",
    printed_latex=r"|P(S)-P(S+d)|\le\delta\quad\text{for all measurable }S,\ |d|\le\Delta",
    parameters=ON, given=(X,), hypotheses=(PRIVATE,), printed=_BOTH, definition=True,
    note="(4) bounds P(S) - P(S+d) from above for every S and d; with S+d for S and -d for d it "
    "bounds it from below, so that (4) and the two-sided (7) say the same.",
    examples=({"X": uniform(delta / Delta)},))


def derive_constraint() -> Derivation:
    proof = Proof(_SHIFTS, CONSTRAINT)
    private = proof.assumes(PRIVATE, because="the constraint (4)")
    upper = proof.shows(that(_HERE) <= _MOVED + delta, by="privacy", uses=(private,), set=_S,
        shift=d, because="this is (4), read for the set S and the shift d",
        latex=r"P(S)\le P(S+d)+\delta")
    there = Moved(_S, d)
    said = proof.shows(that(_MOVED) <= Mass(X(), Moved(there, -d)) + delta, by="privacy",
        uses=(private,), set=there, shift=-d,
        because="this is (4), read for the set S + d and the shift -d")
    back = proof.shows(that(Mass(X(), Moved(there, -d))) == _HERE, by="measure",
        because="the set is moved there and back")
    why = "divide one side of (7) by delta"
    proof.follows(_BOTH[0], upper, because=why, latex=r"\frac{P(S)-P(S+d)}{\delta}\le1")
    proof.follows(_BOTH[1], said, back, because=why, latex=r"\frac{P(S+d)-P(S)}{\delta}\le1")
    return proof.done()


_y, _power = sp.symbols("y p", positive=True)
_slope = _power * _y ** (_power - 1)
_POWERS = Domain((positive(_power), positive(_y)))

COST_FUNCTION = Statement(id="additive.prop1", paper=PAPER, item="Property 1",
    title="cost functions: even, and nondecreasing away from 0",
    printed_latex=r"L(x)=L(-x),\qquad L(y)\le L(z)\quad\text{for }0\le y\le z",
    printed=(Goal(Derivative(_y**_power, _y, _slope), _POWERS), Goal(that(0) < _slope, _POWERS)),
    note="The paper writes 'monotonically increasing' and displays the weak inequality; the weak "
    "one is meant, and constant pieces are allowed. The powers |x|^p have the property. In "
    "sentences a cost L is a Borel function of this kind with values in [0, oo].", definition=True)


def derive_cost_function() -> Derivation:
    proof = Proof(_POWERS)
    proof.concludes(COST_FUNCTION.printed[0], by="derivative",
        because="the power functions are the costs of the applications")
    proof.concludes(COST_FUNCTION.printed[1], by="sign",
        because="so they increase away from 0, for every p > 0")
    return proof.done()


def _beyond(place: sp.Expr) -> sp.Expr:
    return Mass(X(), interval(place, sp.oo))


_CONVEX = Goal(Relation(2 * _beyond(x + h), "<=", _beyond(x) + _beyond(x + 2 * h)), PAIR)

MONOTONICITY = Statement(id="additive.prop2", paper=PAPER, item="Property 2",
    title="monotonically decreasing noise",
    printed_latex=r"P(S)\ge P(S+a)\quad\text{for all }a\ge0,\ S\subseteq[0,\infty)", given=(X,),
    hypotheses=(MONOTONE,), printed=(_CONVEX,), definition=True,
    note="Stated for symmetric P, which what is shown here does not need. For intervals (x, x+h], "
    "x >= 0, which is what the theorems use, it speaks of the tail P(X > x) alone, and makes it "
    "midpoint convex, hence convex on [0, oo).",
    examples=({"X": symmetric(sp.Lambda(x, sp.exp(-x)))},
        {"X": symmetric(sp.Lambda(x, 1 / (1 + x)))}))


def show_convex(proof: Proof, noise: sp.Expr, moves: str) -> str:
    """Append that the tail of decreasing noise is midpoint convex on [0, oo)."""
    pieces = [interval(x + k * h, x + (k + 1) * h, "(]") for k in (0, 1)]
    tails = [Mass(noise, interval(x + k * h, sp.oo)) for k in range(3)]
    split = [proof.shows(that(tails[k]) == tails[k + 1] + Mass(noise, pieces[k]), on=PAIR,
            by="measure", because="a tail is a piece and a later tail") for k in (0, 1)]
    return proof.follows(Relation(2 * tails[1], "<=", tails[0] + tails[2]), (moves, {shift: h}),
        *split, on=PAIR, because="with a = h: the tail is midpoint convex")


def derive_monotonicity() -> Derivation:
    proof = Proof(PAIR, MONOTONICITY)
    show_convex(proof, X(), proof.assumes(MONOTONE, because="Property 2 for S = (x, x+h]"))
    return proof.done()


CLAIMS = (Claim(CONSTRAINT, derive_constraint), Claim(COST_FUNCTION, derive_cost_function),
    Claim(MONOTONICITY, derive_monotonicity))
