"""From lattice multipliers to all noise: the lower end of the least cost.

Multipliers and lower costs are numbers on a lattice. What is linear between the points of a lattice
lies between its values there, so that they bound the cost of every noise on the line.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import sympy as sp

from dpproofs.kernel.assertions import Expected, Private
from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, Variable, index, positive, real
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import Relation, that
from dpproofs.kernel.rules import OWN, instance
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.optimum.cell import E, X, eps, i, k, w
from dpproofs.theorems.samples import uniform

x, h, n, n_1 = (OWN[name] for name in ("x", "h", "n", "n_1"))
N = sp.Symbol("N", integer=True, positive=True)
delta = sp.Symbol("delta", positive=True)
s = sp.Symbol("s", nonnegative=True)

#: Multipliers, what they add up to for the shifts up to k w, and bounds of both.
G, V = Given("g", "function", 2), Given("v", "function", 2)
W, B = Given("W", "function", 1), Given("B", "function", 1)
#: The cost, lower costs on the lattice, and the level that is kept there.
C, L, NU = Given("c", "function", 1), Given("l", "function", 1), Given("nu", "function")

ON = Domain((positive(w), Variable(eps, sp.Integer(0), sp.oo, "[)"), positive(delta), index(N, 1)))
SHIFTS = ON & index(k, -N, N)
LATTICE, AHEAD = index(i, -sp.oo), index(i, 0)
SHARE = Variable(s, sp.Integer(0), sp.Integer(1), "[]")
LINE, HALF_LINE = real(x), Variable(x, sp.Integer(0), sp.oo, "[)")
PLACE = (i + s) * w


def linear(function: Callable[[sp.Expr], sp.Expr], at: sp.Expr = i, share: sp.Expr = s) -> sp.Expr:
    """A share of the way from the value at a point of the lattice to that at the next."""
    return (1 - share) * function(at) + share * function(at + 1)


#: Where x is between i w and (i + 1) w, and the shift that is counted by n = 1, 2, ...
WAY, AT = x / w - i, n - N - 1

Fact: TypeAlias = tuple[str, dict[sp.Symbol, sp.Expr], sp.Expr]

PRIVATE = Goal(Private(X(), eps, delta, N * w), ON)
NONNEGATIVE = Goal(that(0) <= G(k, i * w), SHIFTS & LATTICE)
BOUNDED = Goal(that(G(k, i * w)) <= W(k), SHIFTS & LATTICE)
LINEAR = Goal(that(G(k, PLACE)) == linear(lambda place: G(k, place * w)),
    SHIFTS & LATTICE & SHARE)
NOTHING = Goal(that(V(-N - 1, x)) == 0, ON & LINE)
SUMS = Goal(that(V(k, x) - V(k - 1, x)) == G(k, x) - E * G(k, x - k * w), SHIFTS & LINE)
NO_WEIGHT = Goal(that(B(-N - 1)) == 0, ON)
WEIGHTS = Goal(that(B(k) - B(k - 1)) == W(k), SHIFTS)
RISING = Goal(that(C(x)) <= C(x + h), ON & HALF_LINE & positive(h))
COST = Goal(that(0) <= C(x), ON & HALF_LINE)
DEAR = Goal(that(linear(L)) <= C(PLACE), ON & AHEAD & SHARE)
KEPT = tuple(Goal(that(NU()) <= L(i) + V(N, side * i * w), ON & AHEAD) for side in (1, -1))

LEAST = Goal(Expected(X(), x, C(x), ">=", NU() - delta * B(N)), ON)

# -- an example: a constant for every shift, and for the last a tent over all that it reaches ------

_HEIGHT = N * w / (1 + E)
_CONSTANT = _HEIGHT / (4 * N * (1 + E))
_u = sp.Symbol("u", real=True)
_last = sp.Min(1, sp.Max(0, k - N + 1))  # 1 for k = N, and 0 before
_count = k + N + 1


def _tent(place: sp.Expr) -> sp.Expr:
    return _HEIGHT * sp.Max(0, 1 - sp.Max(place, -place) / (N * w))


EXAMPLE = {"X": uniform(delta / (N * w)), "g": sp.Lambda((k, _u), _CONSTANT + _last * _tent(_u)),
    "v": sp.Lambda((k, _u),
        _count * _CONSTANT * (1 - E) + _last * (_tent(_u) - E * _tent(_u - N * w))),
    "W": sp.Lambda(k, _CONSTANT + _last * _HEIGHT),
    "B": sp.Lambda(k, _count * _CONSTANT + _last * _HEIGHT), "c": sp.Lambda(_u, _u),
    "l": sp.Lambda(i, i * w), "nu": sp.Lambda((), _HEIGHT - (2 * N + 1) * _CONSTANT * (E - 1))}

STATEMENT = Statement(id="optimum.below", paper="optimum",
    item="ours: every noise, from multipliers on a lattice",
    title="multipliers on a lattice bound the cost of every noise on the line",
    printed_latex=r"\begin{gathered}X\ (\epsilon,\delta)\text{-private up to }Nw,\quad0\le g_k(iw)"
    r"\le W_k\ (|k|\le N),\quad g_k\text{ linear between},\quad v(x)=\sum_{k=-N}^N\bigl(g_k(x)-e^"
    r"\epsilon g_k(x-kw)\bigr),\\c\ge0\text{ nondecreasing and above the line between }l_i\text{ "
    r"and }l_{i+1}\text{ on }[iw,(i+1)w],\quad l_{|i|}+v(iw)\ge\nu\ (i\in\mathbb Z):\\\mathbb E"
    r"\,c(|X|)\ge\nu-\delta\sum_{k=-N}^NW_k\end{gathered}", parameters=ON,
    printed_text="if X is (epsilon, delta)-private for shifts up to N w, the functions g_k, abs(k) "
    "<= N, are between 0 and W_k at the multiples of w and linear in between, v is the sum of "
    "g_k(x) - exp(epsilon) g_k(x - k w), the cost c >= 0 does not decrease and is not below the "
    "line between l_i and l_{i+1} on [i w, (i+1) w], and l_{abs(i)} + v(i w) >= nu for all "
    "integers i, then E c(abs(X)) >= nu - delta (sum of W_k)", given=(X, G, V, W, B, C, L, NU),
    hypotheses=(PRIVATE, NONNEGATIVE, BOUNDED, LINEAR, NOTHING, SUMS, NO_WEIGHT, WEIGHTS, RISING,
        COST, DEAR, *KEPT), printed=(LEAST,), examples=(EXAMPLE,),
    note="The lower end of `dpproofs optimum`: Theorem 2 of docs/optimum.md, for every cost that "
    "lies above lower costs l_i. v(k, x) and B(k) add up the shifts from -N w to k w: any "
    "multipliers have such sums. The multipliers of the page are g_k/2 for the shift by k w, and "
    "its mirror image for that by -k w. X may have atoms, need not be even, and E c(|X|) may be "
    "infinite. The bound nu - delta W of this sentence is not below nu - delta max(nu, W), which "
    "is what certificates of brackets say. Which l_i are lower costs of a power is in "
    "optimum.below.power and optimum.below.root.")


def derive() -> Derivation:
    proof = Proof(ON, STATEMENT)
    proof.idea("What is linear between the points of a lattice lies between its values there. So "
        "the multipliers, which are known on the lattice, keep their bounds everywhere, and c + v "
        "keeps the level nu. The means of all multipliers, which privacy bounds, then bound the "
        "mean cost.")
    proof.part("The multipliers between the points")
    show_least(proof, lambda above: _kept(proof, above))
    return proof.done()


def show_least(proof: Proof, keep: Callable[[str], tuple[str, str]], on: Domain = ON,
        *costs: str) -> None:
    """Append the bound, for a cost that keeps the level on either side of 0.

    That it does is what ``keep`` appends, when it is told that v is not below the line between its
    values on the lattice. Of the cost, it may be assumed already that it does not decrease and is
    not negative.
    """
    private, lines, nonnegative, bounded, sums, nothing = proof.supposes(
        (PRIVATE, "any private noise"), (LINEAR, "between them they are linear"),
        (NONNEGATIVE, "at multiples of w the multipliers g are not negative"),
        (BOUNDED, "nor are they above W_k"),
        (SUMS, "then for each k what the shift by k w adds"),
        (NOTHING, "v adds up shifts, at first none"))
    low = _everywhere(proof, lambda place: that(0) <= G(k, place), lines, nonnegative, 1)
    high = _everywhere(proof, lambda place: that(G(k, place)) <= W(k), lines, bounded, -1)
    kept = keep(_above_the_line(proof, lines, sums, nothing))
    weights = proof.assumes(WEIGHTS, because="then W_k for each k")
    none = proof.assumes(NO_WEIGHT, because="B adds up the bounds, at first none")
    rising, cost = costs or (proof.assumes(RISING, because="the cost does not decrease"),
        proof.assumes(COST, because="nor is it negative"))
    bindings = {"noise": X(), "epsilon": eps, "delta": delta, "sensitivity": N * w, "width": w,
        "shift": AT * w, "multiplier": G(AT, x), "cap": W(AT), "total": V(AT, x), "weight": B(AT),
        "cost": C(x), "value": NU(), "last": 2 * N + 1}
    here, onward = {k: AT}, {k: AT + 1}
    shown: tuple[tuple[str, dict[sp.Symbol, sp.Expr], int] | str | None, ...] = (private, None,
        None, (low, here, 1), (high, here, 1), (lines, {**here, i: n_1, s: h}, 1),
        (nothing, {}, -1), (sums, onward, -1), (none, {}, 1), (weights, onward, 1), rising, cost,
        *kept)
    uses = [fact if isinstance(fact, str) else _counted(proof, premise, fact)
        for premise, fact in zip(instance("weak duality", bindings, on).premises, shown,
            strict=True)]
    proof.applies("weak duality", on=on, uses=uses,
        because="take the means of all multipliers at once",
        **bindings)


def _counted(proof: Proof, premise: Goal,
        fact: tuple[str, dict[sp.Symbol, sp.Expr], int] | None) -> str:
    """Append a premise in which the shifts are counted from 1 on."""
    claim, on = premise.proposition, premise.domain
    if fact is None:
        return proof.shows(claim, on=on, by="sign", because="no shift is longer than N w")
    return proof.follows(premise, fact, because="the same, with the shifts counted from 1 on")


def _everywhere(proof: Proof, claim: Callable[[sp.Expr], Relation], lines: str, known: str,
        side: int) -> str:
    """Append for all places what is known of multipliers on the lattice."""
    ahead = show_ahead(proof, claim(x), SHIFTS,
        [(lines, {s: WAY}, side), (known, {}, 1 - WAY), (known, {i: i + 1}, WAY)],
        "between two points, to the right of 0")
    behind = show_ahead(proof, claim(-x), SHIFTS,
        [(lines, {i: -i - 1, s: 1 - WAY}, side), (known, {i: -i}, 1 - WAY),
            (known, {i: -i - 1}, WAY)], "the same holds to the left")
    left = SHIFTS & Variable(x, -sp.oo, sp.Integer(0))
    turned = proof.follows(claim(x), behind, on=left, because="at the point -x")
    return proof.shows(claim(x), on=SHIFTS & LINE, by="cases", uses=(turned, ahead),
        because="on either side")


def show_ahead(proof: Proof, claim: Relation, on: Domain, facts: list[Fact], why: str) -> str:
    """Append for x >= 0 what follows between two multiples of w."""
    period = on & AHEAD & Variable(x, i * w, (i + 1) * w, "[)")
    between = proof.follows(claim, *facts, on=period, because=why)
    return proof.shows(claim, on=on & HALF_LINE, by="multiples", uses=(between,), variable=x,
        width=w, index=i, because="and every place is between two points")


def _above_the_line(proof: Proof, lines: str, sums: str, nothing: str) -> str:
    """Append that v is not below the line between its values on the lattice."""
    on = ON & LATTICE & SHARE

    def bent(count: sp.Expr) -> sp.Expr:
        return V(count, PLACE) - linear(lambda place: V(count, place * w))

    ends = ((PLACE, sp.Integer(1)), (i * w, s - 1), ((i + 1) * w, -s))
    grows = proof.follows(that(0) <= bent(AT + 1) - bent(AT),
        *((sums, {k: AT + 1, x: place}, times) for place, times in ends), (lines, {k: AT + 1}, 1),
        (lines, {k: AT + 1, i: i - AT - 1}, -E), on=on & index(n, 0, 2 * N),
        because="each multiplier and the moved one are linear between two multiples of w")
    total = proof.applies("induction", on=on, uses=(grows,),
        because="add up the shifts one after another",
        terms=bent(AT), step=sp.Integer(0), last=2 * N + 1)
    return proof.follows(that(0) <= bent(N), (total, {n: 2 * N + 1}, 1),
        *((nothing, {x: place}, times) for place, times in ends), on=on,
            because="v is nowhere below the line between its values at multiples of w")


def _kept(proof: Proof, above: str) -> tuple[str, str]:
    """Append that the cost and v keep the level everywhere."""
    dear = proof.assumes(DEAR, because="the cost is nowhere below the line between lower costs")
    right, left = (proof.assumes(goal, because=f"the level nu is kept there, {side} of 0")
        for goal, side in zip(KEPT, ("right", "left"), strict=True))
    proof.part("The level between the points")
    kept = (show_ahead(proof, that(NU()) <= C(x) + V(N, x), ON,
            [(dear, {s: WAY}, 1), (above, {s: WAY}, 1), (right, {}, 1 - WAY),
                (right, {i: i + 1}, WAY)], "so the level is kept between two points"),
        show_ahead(proof, that(NU()) <= C(x) + V(N, -x), ON,
            [(dear, {s: WAY}, 1), (above, {i: -i - 1, s: 1 - WAY}, 1), (left, {}, 1 - WAY),
                (left, {i: i + 1}, WAY)], "the same holds to the left of 0"))
    proof.part("The means of all multipliers")
    return kept


CLAIMS = (Claim(STATEMENT, derive),)
