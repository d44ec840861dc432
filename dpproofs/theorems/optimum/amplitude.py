"""The least amplitude of any (0, delta)-private noise, monotone or not.

The 2n + 1 intervals of length Delta between x - (n + 1) Delta and x + n Delta hold at most delta
each. What is left lies further out, and integrating it over x in (0, Delta) bounds the amplitude.
"""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.assertions import Expected, Private
from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, between, index
from dpproofs.kernel.proposition import that
from dpproofs.kernel.terms import Mass, Moved, at_least, beyond, interval
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.additive.setting import SENSITIVITY, Delta, X, delta, x
from dpproofs.theorems.samples import uniform

n, N = sp.symbols("n N", integer=True)

#: Every delta in (0, 1) is in the interval of one N.
ON = Domain((SENSITIVITY, index(N, 1), between(delta, 1 / (2 * N + 1), 1 / (2 * N - 1), "[)")))
PRIVATE = Goal(Private(X(), sp.Integer(0), delta, Delta), ON)

_INSIDE = ON & between(x, 0, Delta)
_PERIODS = _INSIDE & index(n, 0)
_EVERY = ON & index(n, 0)
_UP_TO_EVEN = ON.restrict(delta, 1 / (2 * N + 1), 1 / (2 * N), "[]")
_FEWER = ON & index(n, 0, N - 1)

_VALUE = Delta * n * (1 - n * delta)
_BEST = _VALUE.xreplace({n: N})


def _amplitude(least: sp.Expr, on: Domain) -> Goal:
    return Goal(Expected(X(), x, x, ">=", least), on)


_NEARLY = (1 - delta**2) * Delta / (4 * delta)
_EXACTLY, _HALF = N * Delta / 2, n * Delta / 2

LOWER = _amplitude(_VALUE, _EVERY)
NEARLY = _amplitude(_NEARLY, ON)
EXACTLY = _amplitude(_EXACTLY, _UP_TO_EVEN)
HALF = _amplitude(_HALF, _FEWER)

STATEMENT = Statement(id="optimum.amplitude", paper="optimum",
    item="ours: the amplitude without epsilon",
    title="the least amplitude of (0, delta)-private noise, monotone or not", hypotheses=(PRIVATE,),
    printed_latex=r"\begin{gathered}X\text{ }(0,\delta)\text{-private:}\quad\mathbb E|X|\ge n(1-n"
    r"\delta)\,\Delta,\quad n=0,1,2,\dots\\\mathbb E|X|\ge(1-\delta^2)\frac\Delta{4\delta},\qquad"
    r"\mathbb E|X|\ge\frac{n\Delta}2\ \text{ if }\delta\le\tfrac1{2n}\end{gathered}",
    printed_text="no (0, delta)-private noise has an amplitude below n (1 - n delta) Delta, n = 0, "
    "1, 2, ..., and so none below (1 - delta^2) Delta/(4 delta), nor below n Delta/2 for any n "
    "with delta <= 1/(2n), which is Delta/(4 delta) at delta = 1/(2n)", parameters=ON, given=(X,),
    printed=(LOWER, NEARLY, EXACTLY, HALF), examples=({"X": uniform(delta / Delta)},),
    note="N is that integer for which delta is in [1/(2N+1), 1/(2N-1)); so delta <= 1/(2n) means n "
    "< N, or n = N with delta <= 1/(2N). Corollary 4 of the additive paper says that no noise has "
    "an amplitude below Delta/(4 delta), that of uniform noise, for delta <= 1/2. It is right for "
    "delta = 1/2, 1/4, 1/6, ..., where the bound is the same; it is wrong for delta = 1/3, 1/5, "
    "1/7, ... (additive.cor4), but never by more than the share delta^2: noise that is not "
    "monotone saves no more than that. With n = 1 the bound is (1 - delta) Delta, which the noise "
    "P_alpha has for delta >= 1/2 (additive.thm3.cost, alpha = 2 delta - 1).")


def derive() -> Derivation:
    proof = Proof(ON, STATEMENT)
    right, left = at_least(x + n * Delta), interval(-sp.oo, x - (n + 1) * Delta)
    private = proof.assumes(PRIVATE, because="any (0, delta)-private noise")
    across = _moved(proof, private, at_least(x - Delta), Delta, _INSIDE, at_least(x))
    rest = proof.shows(
        that(Mass(X(), at_least(x - Delta)) + Mass(X(), interval(-sp.oo, x - Delta))) == 1,
        on=_INSIDE, by="measure", because="what is left of x - Delta has the rest of the mass")
    out = [_moved(proof, private, right, Delta, _PERIODS, right.xreplace({n: n + 1})),
        _moved(proof, private, left, -Delta, _PERIODS, left.xreplace({n: n + 1}))]
    beyond_both = Mass(X(), right) + Mass(X(), left)
    terms = beyond_both + 2 * n * delta
    grows = proof.follows(that(0) <= terms.xreplace({n: n + 1}) - terms, *out, on=_PERIODS,
        because="one more interval on each side holds at most 2 delta")
    kept = proof.applies("induction", on=_PERIODS, uses=(grows,), because="by induction",
        terms=terms, step=0, last=sp.oo)
    outside = proof.follows(that(1 - (2 * n + 1) * delta) <= beyond_both, kept, across, rest,
        on=_PERIODS, because="so 2n + 1 intervals hold at most (2n + 1) delta")
    _show_bounds(proof, outside)
    return proof.done()


def _moved(proof: Proof, private: str, ray: sp.Expr, shift: sp.Expr, on: Domain,
        there: sp.Expr) -> str:
    """Append what privacy says of a half line, with the moved one written out."""
    said = proof.shows(that(Mass(X(), ray)) <= Mass(X(), Moved(ray, shift)) + delta, on=on,
        by="privacy", uses=(private,), set=ray, shift=shift, because="privacy for this half line")
    same = proof.shows(that(Mass(X(), Moved(ray, shift))) == Mass(X(), there), on=on, by="measure",
        because="where it is moved to")
    return proof.follows(that(Mass(X(), ray)) <= Mass(X(), there) + delta, said, same, on=on,
        because="an interval as long as Delta holds at most delta")


def _show_bounds(proof: Proof, outside: str) -> None:
    near, far = x + n * Delta, Delta - x + n * Delta
    both = Mass(X(), beyond(near)) + Mass(X(), beyond(far))
    ahead = [proof.shows(that(Mass(X(), at_least(place)) + Mass(X(), interval(-sp.oo, -place))) <=
                Mass(X(), beyond(place)), on=_PERIODS, by="measure",
            because="two half lines that do not meet") for place in (near, far)]
    pairs = proof.follows(that(2 * (1 - (2 * n + 1) * delta)) <= both, (outside, {}, 1),
        (outside, {x: Delta - x}), *ahead, on=_PERIODS,
        because="add it at x and at Delta - x: of the four half lines two and two begin as far "
        "from 0 on either side")
    begins = proof.shows(that(_VALUE.xreplace({n: sp.Integer(0)})) <= 0, by="sign",
        because="the bound begins at 0")
    rises = proof.follows(that(2 * (_VALUE.xreplace({n: n + 1}) - _VALUE)) <= Delta * both,
        (pairs, Delta), on=_EVERY & between(x, 0, Delta),
        because="and rises by (1 - (2n + 1) delta) Delta")
    bound = proof.applies("layer cake by pairs", on=LOWER.domain, uses=(begins, rises),
        because="integrate over each period, as Delta n (1 - n delta) is 0 for n = 0 and grows by "
        "Delta (1 - (2 n + 1) delta)",
        noise=X(), width=Delta, value=_VALUE)
    best = proof.at(bound, {n: N}, because="with the integer nearest to 1/(2 delta)")
    near = proof.shows(that(_NEARLY) <= _BEST, on=ON, by="sign",
        because="which differs from it by at most 1/2")
    proof.concludes(NEARLY, by="weaken", uses=(best, near),
        because="with N for n the number 4 delta N (1 - N delta) = 1 - (1 - 2 N delta)^2 is at "
        "least 1 - delta^2, as |1 - 2 N delta| is at most delta")
    for goal, value, least, at, why in ((EXACTLY, _BEST, _EXACTLY, {n: N},
                "at least N/2 for n = N, as N delta is at most 1/2"),
            (HALF, _VALUE, _HALF, {}, "at least n/2, as n delta is less than (N - 1)/(2 N - 1)")):
        there = proof.at(bound, at, on=goal.domain,
            because="the bound for this n, which 1/(2 delta) is not below")
        same = proof.shows(that(least) <= value, on=goal.domain, by="sign", because=f"it is {why}")
        proof.concludes(goal, by="weaken", uses=(there, same),
            because=f"the bound for this n is {why}")


CLAIMS = (Claim(STATEMENT, derive),)
