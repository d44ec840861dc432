"""(82), Definition 4 and Theorem 13: the staircase in place of the exponential function.

An outcome r of cost L(D, r) has weight f(L(D, r)) against a base measure mu. The normaliser depends
on the data as well, and that costs a second factor exp(epsilon).
"""

from __future__ import annotations

from itertools import chain

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, Variable, between, index, positive, real
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import Integral, Limit, Relation, Sum, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.staircase.density import COPIES, f, s
from dpproofs.theorems.staircase.noise import AHEAD, DENSITY, ON, h, show_falling
from dpproofs.theorems.staircase.noise import x as _x
from dpproofs.theorems.staircase.setting import (FAMILY, FIRST_PIECE, PAPER, PERIOD, RATIO,
    SECOND_PIECE, SENSITIVITY, Delta, b, gamma, height, k)

_n = sp.Symbol("n", integer=True)  # a place in a chain of data sets
_c, _m = sp.symbols("c m", positive=True)
_l, _d, _q, _z = (sp.Symbol(name, real=True) for name in ("l", "d", "q", "z"))
_CHAIN = index(_n, 0)

# -- (82): the sensitivity of a cost -------------------------------------------------------------

_cost = Given("L", "function", 1)  # the cost of one outcome along a chain of neighbours
_STEPS = Domain((SENSITIVITY, _CHAIN))
_NEIGHBOURS = (Goal(that(-Delta) <= _cost(_n + 1) - _cost(_n), _STEPS),
    Goal(that(_cost(_n + 1) - _cost(_n)) <= Delta, _STEPS))
_FAR = (Goal(that(_cost(0) - _n * Delta) <= _cost(_n), _STEPS),
    Goal(that(_cost(_n)) <= _cost(0) + _n * Delta, _STEPS))
_MOVED = Domain((SENSITIVITY, real(_l), between(_d, -Delta, Delta, "[]"), positive(_c)))

COST = Statement(id="staircase.eq82", paper=PAPER, item="(82)",
    title="the sensitivity of a cost function",
    printed_latex=r"\Delta:=\max_{r,\ |D_1-D_2|\le1}|L(D_1,r)-L(D_2,r)|",
    parameters=Domain((SENSITIVITY,)), given=(_cost,), printed=_FAR, definition=True,
    hypotheses=_NEIGHBOURS,
    examples=({"L": sp.Lambda(_n, -Delta * _n)}, {"L": sp.Lambda(_n, Delta / (_n + 1))}),
    note="The maximum is a supremum, which need not be attained; it has to be finite, and positive "
    "for f to be defined (at 0 the cost does not depend on the data at all). L(n) is the cost of "
    "one outcome for D_n, where D_0, D_1, ... is a chain of neighbours. For L(D, r) = r - q(D) "
    "this is the sensitivity of q.")


def derive_cost() -> Derivation:
    proof = Proof(_STEPS, COST)
    for goal, sign, change, why in ((_NEIGHBOURS[0], 1, _FAR[0], "fallen"),
            (_NEIGHBOURS[1], -1, _FAR[1], "risen")):
        one = proof.assumes(goal, because="(82) for two neighbours")
        step = proof.follows(that(-Delta) <= sign * _cost(_n + 1) - sign * _cost(_n), one,
            because="the negated cost falls by at most Delta with one change") if sign < 0 else one
        added = proof.applies("induction", uses=(step,),
            because=f"after n changes the cost has {why} by at most n Delta",
            terms=sign * _cost(_n), step=-Delta, last=sp.oo)
        if proof.goal(added) != change:
            proof.follows(change, added, because="the signs of both sides are changed")
    proof.shows(that(_c * (_l + _d) - _c * _l) <= _c * Delta, on=_MOVED, by="sign",
        because="a multiple c of a cost has c times its sensitivity, so that only their quotient "
            "matters")
    on = Domain((between(_m, 1, sp.oo, "[)"),))
    proof.shows(that(1 - 1 / _m) < 1, on=on, by="sign",
        because="no outcome has the cost 1, if the outcomes m = 1, 2, 3 and so on cost 0 for one "
            "data set and 1 - 1/m for its neighbour")
    proof.shows(Limit(1 - 1 / _m, _m, sp.oo, "-", sp.Integer(1)), on=Domain(), by="limit",
        because="the supremum is 1; so the maximum of (82) has to be read as a supremum")
    return proof.done()


# -- Definition 4: the mechanism -----------------------------------------------------------------

_S, _T = sp.symbols("S R", positive=True)  # masses of a set of outcomes and of the rest
_a = sp.Symbol("a", positive=True)  # a height
_MASSES = Domain((positive(_S), positive(_T), positive(_a)))
_mass = Given("C", "function", 1)
_LINKED = Domain((RATIO, _CHAIN))
_NORMALISERS = Goal(that(b * _mass(_n + 1)) <= _mass(_n), _LINKED)
_BOUNDED = Goal(that(_mass(_n)) <= _mass(0) * b**-_n, _LINKED)
_MULTIPLES = Goal(that(f(k * Delta)) == b**k * f(sp.Integer(0)), FAMILY & PERIOD)
_NEGATIVE = Goal(that(f(-k * Delta - s)) == b**k * f(s),
    Domain((*FAMILY, PERIOD, between(s, 0, Delta, "[)"))))
_TOTAL = Goal(that(_S / (_S + _T) + _T / (_S + _T)) == 1, _MASSES)


def _period(level: sp.Expr) -> sp.Expr:
    """Twice the mass of period k."""
    return 2 * (level * b**k * gamma * Delta + level * b ** (k + 1) * (1 - gamma) * Delta)


DEFINITION = Statement(id="staircase.def4", paper=PAPER, item="Definition 4, (84)",
    title="the staircase mechanism over any range of outcomes",
    printed_latex=r"P_D(S)=\frac{\int_Sf_\gamma(L(D,r))\,\mu(dr)}{\int_{\mathcal "
    r"R}f_\gamma(L(D,r))\,\mu(dr)}", parameters=ON, given=(_mass,), definitions=(DENSITY,),
    printed=(_TOTAL, _BOUNDED, _MULTIPLES, _NEGATIVE), definition=True, hypotheses=(_NORMALISERS,),
    examples=({"C": sp.Lambda(_n, b**-_n)}, {"C": sp.Lambda(_n, sp.Integer(2))}),
    note="The paper assumes without saying so that L is measurable in r and that the normaliser is "
    "positive and finite. It is positive unless mu is 0, as f > 0; but it is infinite for L = 0 "
    "and an infinite mu. It is enough to assume that it is finite for one D: then it is for every "
    "D that a finite number of changes leads to. C(n) is the integral of f(L(D_n, r)) over a set "
    "of finite mass along a chain of neighbours; the sets grow to the whole range, for a "
    "sigma-finite mu. That a smaller function has the smaller integral is used in words. Since f "
    "is even, the mechanism sees |L| only, and outcomes are the more likely the nearer L is to 0, "
    "so that a negated score is no cost. Adding a constant to L gives another mechanism, which it "
    "does not for the exponential function. The reduction to the real line is meant with Lebesgue "
    "measure as mu.")


def derive_definition() -> Derivation:
    proof = Proof(_MASSES, DEFINITION)
    proof.part("The mechanism")
    proof.concludes(_TOTAL, by="identity",
        because="a set and its complement have both probabilities, which add up to 1, where the "
            "normaliser is positive and finite")
    proof.shows(that(_a * _S / (_a * _S + _a * _T)) == _S / (_S + _T), by="identity",
        because="a factor that all weights have in common, such as the height of the density, "
            "cancels")
    proof.shows(Integral(_a, _z, sp.Integer(0), _m / _a, _m),
        on=Domain((positive(_a), positive(_m))), by="integral",
        because="the normaliser is more than every m if all outcomes of a half line cost 0, so "
            "that there is no mechanism",
        antiderivative=_a * _z)
    proof.part("Normalisers of data sets that are n changes apart")
    _normalisers(proof)
    proof.part("The real line")
    _reduction(proof)
    proof.part("What the density shares with the exponential function")
    _exponential(proof)
    return proof.done()


def _normalisers(proof: Proof) -> None:
    """Normalisers of data sets that are n changes apart."""
    linked = proof.assumes(_NORMALISERS, because="(39) and (82) for two neighbours, integrated",
        latex=r"e^{-\epsilon}C_{n+1}\le C_n,\qquad C_n=\int f_\gamma(L(D_n,r))\,\mu(dr)")
    scaled = -(b**_n) * _mass(_n)
    grows = proof.follows(Relation(sp.Integer(0), "<=", scaled.xreplace({_n: _n + 1}) - scaled),
        linked, on=_LINKED, because="scale the step from D_n to the next one")
    from_start = proof.applies("induction", on=_LINKED, uses=(grows,),
        because="the scaled normaliser does not grow", terms=scaled, step=0, last=sp.oo)
    proof.follows(_BOUNDED, from_start,
        because="if the normaliser is finite for one data set, it is for all within n changes",
        latex=r"C_n\le e^{n\epsilon}C_0")


def _reduction(proof: Proof) -> None:
    """The real line, Lebesgue measure, L(D, r) = r - q(D): additive staircase noise."""
    pieces = [proof.shows(Integral(height * level, _z, _q + low * Delta, _q + high * Delta,
                height * level * (high - low) * Delta), on=on & real(_q), by="integral",
            because="with the cost z - q on the real line, a piece of the density right of q has "
                "this mass",
            antiderivative=height * level * _z)
        for level, low, high, on in ((b**k, k, k + gamma, FIRST_PIECE),
            (b ** (k + 1), k + gamma, k + 1, SECOND_PIECE))]
    proof.shows(Sum(_period(height), k, sp.Integer(0), sp.oo, sp.Integer(1)), on=FAMILY, by="sum",
        because="the masses of all periods, on both sides, add up to 1 wherever the answer is, so "
            "that the mechanism adds staircase noise to it", uses=pieces, ratio=b)


def _exponential(proof: Proof) -> None:
    """What f shares with the exponential function, and what it does not."""
    copies = _copies(proof)
    even = proof.shows(that(f(-_x)) == f(_x), on=FAMILY & real(_x), by="definition",
        name=DENSITY.name, piece="even", because="from (25): f is even",
        latex=r"f_\gamma(-x)=f_\gamma(x)")
    proof.follows(_MULTIPLES, copies,
        because="on multiples of Delta the weights are those of the exponential mechanism, for "
            "every gamma")
    proof.concludes(_NEGATIVE, by="entailment",
        because="a negative cost counts as much as its absolute value", uses=(copies, even),
        facts=[(even, {_x: k * Delta + s}, 1), (copies, {}, 1)])


def _copies(proof: Proof) -> str:
    """Append that periods are scaled copies of the first."""
    split = gamma * Delta
    parts = []
    for place, (low, high) in enumerate(((sp.Integer(0), split), (split, Delta))):
        level = proof.on_piece(DENSITY, place, because="from (25): either piece has one level")
        parts.append(proof.follows(COPIES.proposition, (level, {_x: k * Delta + s}),
                (level, {_x: s, k: sp.Integer(0)}),
                on=FAMILY & PERIOD & between(s, low, high, "[)", hollow=True),
                because="the level of period k is b^k times that of the first"))
    return proof.shows(COPIES.proposition, on=COPIES.domain, by="cases", uses=parts,
        because="periods are scaled copies of the first, on both pieces",
        latex=r"f_\gamma(k\Delta+s)=b^kf_\gamma(s),\quad 0\le s<\Delta,\ k\in\mathbb N")


# -- Theorem 13 ----------------------------------------------------------------------------------

# The integrals of f(L(D_i, r)) over a set S of outcomes, and over the rest of the range.
_S1, _S2, _R1, _R2 = sp.symbols("S_1 S_2 R_1 R_2", positive=True)
_C = sp.Symbol("C", positive=True)  # a normaliser that two data sets share
_w, _kappa = sp.symbols("w kappa", positive=True)

_y = sp.Symbol("y", nonnegative=True)
_PRIVATE = that(b * f(_l)) <= f(_l + _d)
_WEIGHED = FAMILY & real(_l) & between(_d, -Delta, Delta) & positive(_w)


def _near(low: sp.Expr, *pairs: tuple[sp.Symbol, sp.Symbol]) -> Domain:
    """Pairs of masses, the first of each between ``low`` and 1/b times the second."""
    masses = ((positive(other), between(one, low * other, other / b, "[]")) for one, other in pairs)
    return Domain((RATIO, *chain.from_iterable(masses)))


_p1, _p2 = _S1 / (_S1 + _R1), _S2 / (_S2 + _R2)
_GENERAL = _near(b, (_S1, _S2), (_R1, _R2))
_ORDERED = _near(sp.Integer(1), (_S1, _S2), (_R1, _R2))
_FIXED = _near(b, (_S1, _S2)) & positive(_C)

# Two outcomes with base masses w and 1 and costs (0, Delta) and (Delta, 0); f(0) = a.
_PAIR = Domain((RATIO, positive(_a), positive(_w)))
_first = _w * _a / (_w * _a + b * _a)
_second = _w * b * _a / (_w * b * _a + _a)
_gain = (1 + b * _w) / (b * (b + _w))
_enough = (1 - b**2 * _kappa) / (2 * b * (_kappa - 1))
_SMALLER = Domain((RATIO, between(_kappa, 1, b**-2)))

_POINTWISE = Goal(that(b * _w * f(_l)) <= _w * f(_l + _d), _WEIGHED)
_FORTH, _BACK = (
    Goal(that(b * _w * f(_l)) <= _w * f(_l + far), FAMILY & real(_l) & positive(_w))
    for far in (Delta, -Delta))
_BOUND = Goal(that(_p1) < _p2 / b**2, _GENERAL)
_SHARP = Goal(that(_p1) <= _p2 / (b**2 + (1 - b**2) * _p2), _GENERAL)
_RATIO = Goal(that(_first / _second) == _gain, _PAIR)
_LIMIT = Goal(Limit(_gain, _w, sp.Integer(0), "+", b**-2), Domain((RATIO,)))
_NO_LESS = Goal(that(_kappa) < _gain.xreplace({_w: _enough}), _SMALLER)
_SHARED = Goal(that(_S1 / _C) <= _S2 / _C / b, _FIXED)
_UP, _DOWN = Goal(that(_p1) <= _p2 / b, _ORDERED), Goal(that(_p2) <= _p1 / b, _ORDERED)

THEOREM13 = Statement(id="staircase.thm13", paper=PAPER, item="Theorem 13, (85)-(88)",
    title="the mechanism of Definition 4 is 2 epsilon-private, and no better in general",
    printed_latex=r"P_{D_1}(S)\le e^{2\epsilon}P_{D_2}(S)\quad\text{for all }S,\ |D_1-D_2|\le1",
    printed=(_POINTWISE, _FORTH, _BACK, _BOUND, _SHARP, _RATIO, _LIMIT, _NO_LESS, _SHARED, _UP,
        _DOWN), parameters=ON, definitions=(DENSITY,),
    printed_text="the mechanism of Definition 4 is 2 epsilon-differentially private",
    note="The constant is read as 2, which is what the four lines of the proof and the two "
    "inequalities that it names, one for the numerator and one for the normaliser, give. With b = "
    "exp(-epsilon); S_i and R_i are the integrals of f(L(D_i, r)) over a set of outcomes and over "
    "the rest, both of positive measure (else both probabilities are 0, or 1) and finite. That "
    "they differ by a factor of at most 1/b is the integral of the pointwise bound (39). The rest "
    "is ours. The odds of S change by the factor exp(2 epsilon) at most, so that the bound is "
    "never attained; but two outcomes, the first of a small base mass w, come as near to it as one "
    "likes, for every epsilon and gamma, and for the exponential mechanism too, which is the same "
    "there. Two cases have the factor exp(epsilon): a normaliser that does not depend on the data, "
    "and costs >= 0 of which those of one data set are nowhere above those of its neighbour, since "
    "f does not increase on [0, oo).")


def derive_theorem13() -> Derivation:
    proof = Proof(_GENERAL, THEOREM13)
    proof.part("The density changes by a factor 1/b at most")
    pointwise, forth, back = _show_pointwise(proof)
    proof.follows(_POINTWISE, (pointwise, _w),
        because="an outcome of base mass w has the costs l and l + d for two neighbours; summed "
            "over a set of outcomes, this says that b times its weight for one is at most that for "
            "the other",
            latex=r"e^{-\epsilon}w\,f_\gamma(L(D_1,r))\le w\,f_\gamma(L(D_2,r))")
    for goal, end in ((_FORTH, forth), (_BACK, back)):
        proof.follows(goal, (end, _w), because="the same holds for the longest shifts, Delta and "
            "-Delta")
    proof.part("Numerators and normalisers")
    grows = proof.shows(that(_p1) <= _S2 / (b * (_S1 + _R1)), by="sign",
        because="(86): the numerator grows by a factor 1/b at most")
    shrinks = proof.shows(that(_S2 / (b * (_S1 + _R1))) <= _p2 / b**2, by="sign",
        because="(88): the normaliser shrinks by a factor 1/b at most")
    proof.concludes(_BOUND, by="sign",
        because="the numerator of the difference is positive, since masses change by a factor from "
            "b to 1/b, and b^2 is less than 1",
        latex=r"P_{D_1}(S)<e^{2\epsilon}P_{D_2}(S)")
    proof.concludes(_SHARP, by="sign",
        because="more exactly, the odds of a set change by the factor 1/b^2 at most, since both "
            "masses change by the factor 1/b at most",
        latex=r"P_{D_1}(S)\le\frac{P_{D_2}(S)}{b^2+(1-b^2)P_{D_2}(S)}")
    proof.key(grows, shrinks)
    proof.part("No smaller factor will do")
    _tight(proof)
    proof.part("Two cases with the factor 1/b")
    proof.concludes(_SHARED, by="sign",
        because="with one normaliser C for both data sets the factor is 1/b")
    for goal, which in ((_UP, "upwards"), (_DOWN, "downwards")):
        proof.concludes(goal, by="sign",
            because="numerator and normaliser fall together, if no cost is negative and none of "
                "one "
            f"data set above that of the other; so the factor is 1/b {which}")
    return proof.done()


def _show_pointwise(proof: Proof) -> tuple[str, str, str]:
    """Append (39): f changes by a factor of at most exp(epsilon) over Delta, in all directions."""
    falling, lowered = show_falling(proof)
    claim = that(b * f(_x)) <= f(_y)
    family = FAMILY & AHEAD
    nearer = proof.shows(claim, on=family & between(_y, 0, _x + Delta, "[)"), by="entailment",
        uses=(falling, lowered), because="places nearer to 0 than x + Delta have a larger density",
        facts=[(lowered, {}, b), (falling, {_x: _y, h: _x + Delta - _y}, 1)])
    farthest = proof.follows(that(b * f(_x)) <= f(_x + Delta), (lowered, b), on=family,
        because="x + Delta itself has b times the density of x")
    proof.key(nearer)
    even = proof.shows(that(f(-_x)) == f(_x), on=FAMILY & real(_x), by="definition",
        name=DENSITY.name, piece="even", because="f is even")
    sides = [_one_side(proof, shift, nearer, even, onward=onward)
        for onward, shift in ((False, between(_d, -Delta, 0, "(]")),
            (True, between(_d, 0, Delta, "[)")))]
    inside = proof.shows(_PRIVATE, on=FAMILY & real(_l) & between(_d, -Delta, Delta), by="cases",
        uses=sides,
        because="f changes by a factor 1/b at most over less than Delta",
        latex=r"e^{-\epsilon}f_\gamma(l)\le f_\gamma(l+d),\quad|d|<\Delta")
    ahead, back = (_ending(proof, farthest, nearer, even, way) for way in (1, -1))
    return inside, ahead, back


def _signed(proof: Proof, on: Domain, near: str, even: str, signs: tuple[int, int],
        shift: sp.Expr) -> str:
    """Append the bound where both places have known signs."""
    here, there = signs
    return proof.shows(that(b * f(_l)) <= f(_l + shift), on=on, by="entailment", uses=(near, even),
        because="the distances from 0 differ by at most Delta",
        facts=[(near, {_x: here * _l, _y: there * (_l + shift)}, 1),
            *([(even, {_x: _l}, b)] if here < 0 else []),
            *([(even, {_x: _l + shift}, -1)] if there < 0 else [])])


def _one_side(proof: Proof, shift: Variable, near: str, even: str, *, onward: bool) -> str:
    """Append the bound for shifts to one side that are shorter than Delta."""
    first, second = (-_d, sp.Integer(0)) if onward else (sp.Integer(0), -_d)
    rows = ((between(_l, -sp.oo, first), (-1, -1)),
        (between(_l, first, second, "[)", hollow=True), (-1, 1) if onward else (1, -1)),
        (between(_l, second, sp.oo, "[)"), (1, 1)))
    parts = [_signed(proof, FAMILY & shift & row, near, even, signs, _d) for row, signs in rows]
    whole = proof.shows(_PRIVATE, on=FAMILY & shift & real(_l), by="cases", uses=parts,
        because="this holds whatever the signs of the places are")
    return proof.shows(_PRIVATE, on=FAMILY & real(_l) & shift, by="instance", uses=(whole,), at={},
        because="for shifts to one side")


def _ending(proof: Proof, farthest: str, near: str, even: str, way: int) -> str:
    """Append the bound for the shift Delta, or -Delta."""
    shift = way * Delta
    outside = between(_l, 0, sp.oo, "[)") if way > 0 else between(_l, -sp.oo, 0, "(]")
    far = proof.shows(that(b * f(_l)) <= f(_l + shift), on=FAMILY & outside, by="entailment",
        uses=(farthest, even), because="the place moves outwards by Delta",
        facts=[(farthest, {_x: way * _l}, 1),
            *([(even, {_x: _l}, b), (even, {_x: _l + shift}, -1)] if way < 0 else [])])
    crossing = between(_l, -Delta, 0, "[)") if way > 0 else between(_l, 0, Delta, "(]")
    beyond = between(_l, -sp.oo, -Delta) if way > 0 else between(_l, Delta, sp.oo)
    rows = ((beyond, (-way, -way)), (crossing, (-way, way)))
    parts = [_signed(proof, FAMILY & row, near, even, signs, shift) for row, signs in rows]
    ordered = (*parts, far) if way > 0 else (far, *reversed(parts))
    return proof.shows(that(b * f(_l)) <= f(_l + shift), on=FAMILY & real(_l), by="cases",
        uses=ordered, because="so over the longest shift")


def _tight(proof: Proof) -> None:
    copies = _copies(proof)
    proof.follows(that(f(Delta)) == b * f(sp.Integer(0)),
        (copies, {s: sp.Integer(0), k: sp.Integer(1)}), on=FAMILY,
        because="costs 0 and Delta differ by one such factor, whatever gamma is")
    proof.concludes(_RATIO, by="identity",
        because="two outcomes of base masses w and 1 cost 0 and Delta for one data set, Delta and "
            "0 for its neighbour; the first has the probability w a/(w a + b a) for the one and w "
            "b a/(w b a + a) for the other, with the density a at 0",
        latex=r"\frac{P_1}{P_2}=\frac{wa/(wa+ba)}{wba/(wba+a)}=\frac{1+bw}{b(b+w)}")
    proof.concludes(_LIMIT, by="limit", because="as w tends to 0 the ratio tends to 1/b^2")
    proof.concludes(_NO_LESS, by="sign",
        because="no factor kappa below 1/b^2 will do: at the base mass (1 - b^2 kappa)/(2 b (kappa "
            "- 1)) the ratio is more")


CLAIMS = (Claim(COST, derive_cost), Claim(DEFINITION, derive_definition),
    Claim(THEOREM13, derive_theorem13))
