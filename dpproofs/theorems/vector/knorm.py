"""The cost of K-norm noise for every integer power, in every dimension."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, Variable, index, positive
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import that
from dpproofs.kernel.rules import OWN
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.vector.setting import PAPER

n = OWN["n"]
zero, one = sp.Integer(0), sp.Integer(1)
eps, d, m = sp.symbols("epsilon d m", positive=True)
p = sp.Symbol("p", nonnegative=True)

ON = Domain((positive(eps), positive(d)))
ORDER, POWER, COUNT = positive(m), Variable(p, zero, sp.oo, "[)"), index(n, 0)

integral, E, factorial = (Given(name, "function", 1) for name in ("I", "E", "F"))

PARTS = Goal(that(eps * integral(m)) == m * integral(m - 1), ON & ORDER)
SOME = Goal(that(0) < integral(m - 1), ON & ORDER)
COST = Goal(that(E(p) * integral(d - 1)) == integral(d - 1 + p), ON & POWER)
NEXT = Goal(that(factorial(m)) == m * factorial(m - 1), ON & ORDER)
ABOVE = Goal(that(0) < factorial(m - 1), ON & ORDER)

NOTHING = Goal(that(E(0)) == 1, ON)
STEP = Goal(that(eps * E(p + 1)) == (d + p) * E(p), ON & POWER)
CLOSED = Goal(that(eps**n * factorial(d - 1) * E(n)) == factorial(d - 1 + n), ON & COUNT)

_order = sp.Symbol("m", positive=True)

POWERS = Statement(id="vector.knorm.powers", paper=PAPER,
    item="the K-norm mechanism of Hardt and Talwar, for every integer power",
    title="the cost of K-norm noise for every integer power, in every dimension",
    printed_latex=r"\begin{gathered}\epsilon\,I_m=m\,I_{m-1}>0,\qquad "
    r"F_m=m\,F_{m-1}>0\quad(m>0),\qquad E_p=\frac{I_{d-1+p}}{I_{d-1}}\\ \Rightarrow\quad "
    r"E_0=1,\quad E_{p+1}=\frac{d+p}\epsilon E_p\quad(p\ge0),\qquad "
    r"E_n=\frac{F_{d-1+n}}{F_{d-1}\,\epsilon^n}\quad(n=0,1,2,\dots)\end{gathered}", parameters=ON,
    given=(integral, E, factorial), hypotheses=(PARTS, SOME, COST, NEXT, ABOVE),
    printed=(NOTHING, STEP, CLOSED),
    note="For every real d > 0, so for every dimension, and sensitivity 1. I_m is the integral of "
    "r^m exp(-epsilon r) over (0, oo): with vector.knorm, by parts, epsilon I_m = m I_(m-1). E_p "
    "is E||X||^p of K-norm noise, whose radius has the density r^(d-1) exp(-epsilon r)/I_(d-1). "
    "F_m = Gamma(m + 1), so that E||X||^n = Gamma(d + n)/(Gamma(d) epsilon^n), which is d (d + 1) "
    "... (d + n - 1)/epsilon^n. For a real p the same follows with r = t/epsilon from the integral "
    "that defines Gamma: no method changes the variable of an integral, and none adds integrals "
    "whose values are given.",
    examples=({"I": sp.Lambda((_order,), sp.gamma(_order + 1) / eps ** (_order + 1)),
            "E": sp.Lambda((_order,), sp.gamma(d + _order) / sp.gamma(d) / eps**_order),
            "F": sp.Lambda((_order,), sp.gamma(_order + 1))},))


def derive() -> Derivation:
    proof = Proof(ON, POWERS)
    parts, some, cost, following, above = proof.supposes((PARTS, "integration by parts"),
        (SOME, "the integrals are positive"), (COST, "the cost is a quotient"),
        (NEXT, "the factorial"), (ABOVE, "which is positive"))

    def reciprocal(called: str, value: sp.Expr, fact: str, at: sp.Expr,
            on: Domain) -> tuple[sp.Expr, str]:
        there = proof.follows(that(0) < value, (fact, {m: at}), on=on, because="it is positive")
        found = proof.obtains("reciprocal", called, on=on, uses=(there,), value=value,
            because="so it has an inverse")
        return found.term, proof.knows(found, 1, because="times which it is 1")

    part, unit = reciprocal("part", integral(d - 1), some, d, ON)
    nothing = proof.follows(NOTHING, (cost, {p: zero}, part), (unit, {}, 1 - E(0)),
        because="for p = 0 the quotient is 1")
    step = proof.follows(STEP, (cost, {p: p + 1}, eps * part), (cost, {}, -(d + p) * part),
        (parts, {m: d + p}, part), (unit, {}, (d + p) * E(p) - eps * E(p + 1)),
        because="integration by parts goes from one power to the next")
    share, whole = reciprocal("share", factorial(d - 1 + n), above, d + n, ON & COUNT)
    later = share.xreplace({n: n + 1})
    scaled = proof.follows(that((d + n) * later) == share, (following, {m: d + n}, -later * share),
        (whole, {n: n + 1}, share), (whole, {}, -(d + n) * later), on=ON & COUNT,
        because="as the factorial grows, its inverse falls")
    terms = eps**n * E(n) * share
    same = proof.follows(that(terms.xreplace({n: n + 1})) == terms, (step, {p: n}, eps**n * later),
        (scaled, eps**n * E(n)), on=ON & COUNT, because="so the quotient stays what it is")
    bounds = []
    for sign in (1, -1):
        moves = proof.follows(that(0) <= sign * (terms.xreplace({n: n + 1}) - terms), (same, sign),
            on=ON & COUNT, because="it does not move")
        bounds.append(proof.applies("induction", on=ON & COUNT, uses=(moves,), terms=sign * terms,
                step=zero, last=sp.oo, because="so it is what it is at first"))
    first = terms.xreplace({n: zero})
    below, up = (proof.follows(that(low) <= high, fact, on=ON & COUNT, because="on either side")
        for low, high, fact in ((first, terms, bounds[0]), (terms, first, bounds[1])))
    always = proof.applies("antisymmetry", on=ON & COUNT, uses=(below, up), left=first, right=terms,
        because="so the quotient is the first for every n")
    proof.follows(CLOSED.proposition, (always, -factorial(d - 1 + n) * factorial(d - 1)),
        (whole, {n: zero}, E(0) * factorial(d - 1 + n)), (nothing, factorial(d - 1 + n)),
        (whole, -(eps**n) * E(n) * factorial(d - 1)), on=ON & COUNT,
        because="E(0) is 1, so that the quotient is 1 over the first factorial")
    return proof.done()


CLAIMS = (Claim(POWERS, derive),)
