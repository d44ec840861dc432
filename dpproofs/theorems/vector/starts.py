"""The first radius: equal steps that begin beyond Delta are no better, and so no radii are."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, Variable, between, index
from dpproofs.kernel.proposition import that
from dpproofs.kernel.rules import OWN
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.vector.exchange import (COUNT, EVEN, FALLS, FIRST, LATER, ON, PLACE, RISES,
    STEPS, TOTAL, A, Delta, G, S, gap, hollow, k, known_of, n, rho, series, show_exchange, told,
    turn, x, y, zero)
from dpproofs.theorems.vector.setting import PAPER, b

NOTHING = Goal(that(G(0)) <= 0, ON)
BEST = Goal(that(0) <= S(y), ON & between(y, 0, Delta, "[]"))
EVERY = Goal(that(0) <= S(y), ON & PLACE)

_t = sp.Symbol("t", real=True)
_away = sp.Max(0, sp.ceiling((turn - y) / Delta))  # how many of the equal steps are before s

STARTS = Statement(id="vector.exchange.start", paper=PAPER,
    item="ours: the exchange of radii, and the first radius",
    title="no radii with steps of at least Delta cost less than the staircases with a first radius "
    "up to Delta",
    printed_latex=r"\begin{gathered}G\text{ falls on }[0,s]\text{ and rises on }[s,\infty),\qquad "
    r"G(0)\le0,\qquad\rho_0\ge0,\ \rho_{k+1}\ge\rho_k+\Delta\\ \sum_{k\ge0}b^kG(y+k\Delta)\ge0\ \ "
    r"(0\le y\le\Delta)\quad\Rightarrow\quad\sum_{k\ge0}b^kG(y+k\Delta)\ge0\ \ "
    r"(y\ge0),\quad\sum_{k\ge0}b^kG(\rho_k)\ge0\end{gathered}", parameters=ON, given=(G, S, rho, A),
    hypotheses=(FALLS, RISES, EVEN, NOTHING, BEST, FIRST, STEPS, TOTAL),
    printed=(EVERY, Goal(that(0) <= A(), ON)),
    note="For every such G and every b in (0, 1). As S(y) = G(y) + b S(y + Delta) and G <= 0 up to "
    "s, a start that is Delta further out is no better. In R^d, with G(r) the integral over [0, r] "
    "of L - mu against d(r^d) and mu the least cost of a staircase with first radius up to Delta, "
    "this says that no radii rho(b^k t) of private noise have a smaller cost than mu. Private "
    "noise on R^d has such radii: vector.optimal.",
    examples=({"G": sp.Lambda((y,), sp.Max(y - turn, 0)),
            "S": sp.Lambda((y,),
                b**_away * ((y + _away * Delta - turn) / (1 - b) + b * Delta / (1 - b) ** 2)),
            "rho": sp.Lambda((y,), turn + 2 * Delta * y),
            "A": sp.Lambda((), 2 * Delta * b / (1 - b) ** 2)},))


def split(proof: Proof, even: str, base: Domain = ON) -> str:
    """Append S(y) = G(y) + b S(y + Delta) for y >= 0."""
    on = base & PLACE
    there = proof.shows(series(G(y + Delta + n * Delta), S(y + Delta), on).proposition, on=on,
        by="instance", uses=(even,), at={y: y + Delta},
        because="the sum over equal steps one step later")
    shifted = proof.shows(
        that(b ** (n + 1) * G(y + (n + 1) * Delta)) == b * (b**n * G(y + Delta + n * Delta)),
        on=on & COUNT, by="identity",
            because="from the second on the terms are those of a start one step later, times b")
    return proof.applies("first term of a sum", on=on, uses=(even, there, shifted),
        because="so S(y) = G(y) + b S(y + Delta)", terms=b**n * G(y + n * Delta),
        rest=b**n * G(y + Delta + n * Delta), factor=b, value=S(y), remains=S(y + Delta))


def _onward(proof: Proof, base: Domain, falls: str, splits: str, nothing: str) -> str:
    """Append S(y) <= b S(y + Delta) for y in [0, s]."""
    before = base & between(y, 0, turn, "[]")
    low = proof.follows(that(G(y)) <= 0, (falls, {y: zero, gap: y}), nothing, on=before,
        because="G is not positive up to s, as it falls")
    return proof.follows(that(S(y)) <= b * S(y + Delta), splits, low, on=before,
        because="so a start one step later is no better")


def _near(proof: Proof, base: Domain, onward: str, best: str) -> str:
    """Append 0 <= S(y + Delta) for y in [0, s], in the k-th period."""
    inside = base & LATER & between(y, k * Delta, (k + 1) * Delta, "[]")
    on = inside & hollow(_t, y, turn)
    room, terms = told(proof, on), b**n * S(y - (k - n) * Delta)
    here = on & index(n, 0, k)
    reached = proof.follows(that(y - (k - n) * Delta) <= turn, room, on=here,
        because="the starts before are not beyond s")
    rises = proof.follows(that(0) <= terms.xreplace({n: n + 1}) - terms,
        (onward, {y: y - (k - n) * Delta}), on=here, also=(reached,),
        because="so each is no worse than the next")
    first = proof.applies("induction", on=on & index(n, 0, k + 1), uses=(rises,),
        because="no start one step later is better, and so none n steps later",
        terms=terms, step=0, last=k + 1)
    return proof.follows(that(0) <= S(y + Delta), (first, {n: k + 1}, b ** (-k - 1)),
        (best, {y: y - k * Delta}, b ** (-k - 1)), on=on,
        because="the start y - k Delta is at most Delta, where no sum is negative")


def _at_last(proof: Proof, base: Domain, near: str) -> str:
    """Append 0 <= S(s + Delta)."""
    before = base & COUNT & hollow(x, n * Delta, turn)
    at_n = before & hollow(OWN["d"], turn, (n + 1) * Delta)
    begun, ended = told(proof, before), told(proof, at_n)
    there = proof.follows(that(0) <= S(turn + Delta), (near, {k: n, y: turn, _t: turn}), on=at_n,
        also=(begun, ended), because="in the period of s")
    zeroth = proof.shows(that(0) <= turn, on=base, by="sign", because="s is not negative")
    apart = proof.shows(that(Delta) <= (n + 1) * Delta - n * Delta, on=base & COUNT, by="sign",
        because="the periods are Delta long")
    return proof.applies("crossing", on=base, uses=(zeroth, apart, there),
        because="s is in one of the periods, so that this holds",
        terms=n * Delta, step=Delta, level=turn, left=zero,
        right=S(turn + Delta))


def _everywhere(proof: Proof, base: Domain, rises: str, even: str, near: str, best: str) -> str:
    """Append 0 <= S(y) for every y >= 0."""
    period = base & LATER & between(y, k * Delta, (k + 1) * Delta, "[)")
    at_last, last, later = _at_last(proof, base, near), turn + Delta, y + Delta
    inner = proof.follows(that(0) <= S(later), (near, {_t: x}), on=period & hollow(x, y, turn),
        because="the same in other letters")
    on = period & hollow(x, turn, y)
    far = told(proof, on)
    beyond = proof.follows(that(b**n * G(last + n * Delta)) <= b**n * G(later + n * Delta),
        (rises, {y: last + n * Delta, gap: y - turn}), on=on & COUNT, also=(far,),
        because="farther out G is larger, as it rises")
    sums = [proof.shows(series(G(place + n * Delta), S(place), on).proposition, on=on,
            by="instance", uses=(even,), at={y: place}, because="the sum over these steps")
        for place in (last, later)]
    larger = proof.applies("comparison of sums", on=on, uses=(*sums, beyond),
        because="beyond s the terms rise with the start, and so do the sums",
        small=b**n * G(last + n * Delta),
        great=b**n * G(later + n * Delta), less=S(last), more=S(later))
    outer = proof.follows(that(0) <= S(later), larger, at_last, on=on,
        because="so no sum is negative that begins beyond s")
    either = proof.applies("either order", on=period, uses=(inner, outer),
        because="before s or beyond it", first=y, second=turn, left=zero, right=S(later))
    all_later = proof.shows(that(0) <= S(later), on=base & PLACE, by="multiples", uses=(either,),
        variable=y, width=Delta, index=k, because="in every period")
    parts = best, proof.follows(that(0) <= S(y), (all_later, {y: y - Delta}),
        on=base & Variable(y, Delta, sp.oo, "[)"), because="from Delta on")
    return proof.shows(EVERY.proposition, on=base & PLACE, by="cases", uses=parts,
        because="it holds up to Delta by assumption, and so everywhere")


def nowhere_negative(proof: Proof, falls: str, rises: str, even: str, nothing: str, splits: str,
        best: str, base: Domain = ON) -> str:
    """Append 0 <= S(y) for every y >= 0, from the first radii up to Delta."""
    near = _near(proof, base, _onward(proof, base, falls, splits, nothing), best)
    return _everywhere(proof, base, rises, even, near, best)


def derive() -> Derivation:
    proof = Proof(ON, STARTS)
    falls, rises, even, nothing, best, first, steps, total = proof.supposes(
        (FALLS, "G falls up to s"), (RISES, "and rises from there on"),
        (EVEN, "S(y) is the sum over equal steps from y on"), (NOTHING, "G begins at 0 or below"),
        (BEST, "no start up to Delta has a negative sum"), (FIRST, "radii are not negative"),
        (STEPS, "and rise by Delta at least"), (TOTAL, "A is the sum over the radii"))
    proof.idea("As S(y) = G(y) + b S(y + Delta) and G is not positive up to s, there "
        "S(y + Delta) is not negative if S(y) is not, and beyond s the sum S rises. So no sum "
        "over equal steps is negative. Then the radii are exchanged for equal steps: let them "
        "pass s between the numbers m and m + 1, and take equal steps of which the one with "
        "number m + 1 is that radius, where it is at most s + Delta, and the one with number m "
        "is s, where it is not. Each of them is between s and the radius of the same number, so "
        "that G is no larger there.")
    proof.part("No sum over equal steps is negative")
    splits = split(proof, even)
    low = nowhere_negative(proof, falls, rises, even, nothing, splits, best)
    known = known_of(proof, steps, zero, falls=falls, rises=rises, even=even, first=first,
        total=total, low=low)
    show_exchange(proof, known, steps)
    return proof.done()


CLAIMS = (Claim(STARTS, derive),)
