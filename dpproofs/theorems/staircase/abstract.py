"""(82), Definition 4 and Theorem 13: the staircase in place of the exponential function.

An outcome r of cost L(D, r) has weight f(L(D, r)) against a base measure mu. The normaliser depends
on the data as well, and that costs a second factor exp(epsilon).
"""

from __future__ import annotations

from itertools import chain

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Proof, Statement
from dpproofs.kernel.domain import Domain, between, index, positive, real
from dpproofs.kernel.proposition import Integral, Limit, Relation, Sum, at_most, equal, less
from dpproofs.theorems.staircase.density import (
    COPIES,
    EVEN,
    MODEL,
    ONE_STEP,
    f,
    r,
    s,
)
from dpproofs.theorems.staircase.setting import (
    FAMILY,
    FIRST_PIECE,
    PAPER,
    PERIOD,
    RATIO,
    SECOND_PIECE,
    SENSITIVITY,
    Delta,
    b,
    gamma,
    height,
    k,
)

_n = sp.Symbol("n", integer=True)  # a place in a chain of data sets
_c, _m = sp.symbols("c m", positive=True)
_l, _d, _q, _z = (sp.Symbol(name, real=True) for name in ("l", "d", "q", "z"))
_CHAIN = index(_n, 0)

# -- (82): the sensitivity of a cost -------------------------------------------------------------

_cost = sp.Function("L")  # the cost of one outcome along a chain of neighbouring data sets
_NEIGHBOURS = Goal(at_most(-Delta, _cost(_n + 1) - _cost(_n)), Domain((SENSITIVITY, _CHAIN)))
_MOVED = Domain((SENSITIVITY, real(_l), between(_d, -Delta, Delta, "[]"), positive(_c)))

COST = Statement(
    id="staircase.eq82",
    paper=PAPER,
    item="(82)",
    title="the sensitivity of a cost function",
    printed_latex=r"\Delta:=\max_{r,\ |D_1-D_2|\le1}|L(D_1,r)-L(D_2,r)|",
    printed=(),
    definition=True,
    hypotheses=(_NEIGHBOURS,),
    examples=(
        {"L": sp.Lambda(_n, -Delta * _n)},
        {"L": sp.Lambda(_n, Delta / (_n + 1))},
    ),
    note="The maximum is a supremum, which need not be attained; it has to be finite, and "
    "positive for f to be defined (at 0 the cost does not depend on the data at all). L(n) is the "
    "cost of one outcome for D_n, where D_0, D_1, ... is a chain of neighbours; the chain read "
    "backwards gives the bound from the other side. For L(D, r) = r - q(D) this is the "
    "sensitivity of q.",
)


def derive_cost() -> Derivation:
    proof = Proof(Domain((SENSITIVITY, _CHAIN)))
    one = proof.assumes(
        _NEIGHBOURS,
        because="(82) for two neighbours",
        latex=r"-\Delta\le L(D_{n+1},r)-L(D_n,r)",
    )
    proof.shows(
        Relation(_n * -Delta + _cost(0), "<=", _cost(_n)),
        by="rule",
        because="after n changes the cost has fallen by at most n Delta",
        uses=(one,),
        rule="induction",
        bindings={"function": sp.Symbol("L"), "step": -Delta},
        latex=r"L(D_0,r)-n\Delta\le L(D_n,r)",
    )
    proof.shows(
        at_most(_c * (_l + _d) - _c * _l, _c * Delta),
        on=_MOVED,
        by="sign",
        because="c L has sensitivity c Delta: only L/Delta matters to f",
    )
    on = Domain((between(_m, 1, sp.oo, "[)"),))
    proof.shows(
        less(1 - 1 / _m, 1),
        on=on,
        by="sign",
        because="L(D, m) = (1 - 1/m) q(D) with q(D) in {0, 1}: no outcome m = 1, 2, ... attains 1",
    )
    proof.shows(
        Limit(1 - 1 / _m, _m, sp.oo, "-", sp.Integer(1)),
        on=Domain(),
        by="limit",
        because="but the supremum is 1: the maximum of (82) has to be read as a supremum",
    )
    return proof.done()


# -- Definition 4: the mechanism -----------------------------------------------------------------

_S, _T = sp.symbols("S R", positive=True)  # masses of a set of outcomes and of the rest
_a = sp.Symbol("a", positive=True)  # a height
_MASSES = Domain((positive(_S), positive(_T), positive(_a)))
_mass, _scaled = sp.Function("C"), sp.Function("F")
_LINKED = Domain((RATIO, _CHAIN))
_NORMALISERS = Goal(at_most(b * _mass(_n + 1), _mass(_n)), _LINKED)
_SCALED = Goal(equal(_scaled(_n), -(b**_n) * _mass(_n)), _LINKED)


def _period(level: sp.Expr) -> sp.Expr:
    """Twice the mass of period k."""
    return 2 * (level * b**k * gamma * Delta + level * b ** (k + 1) * (1 - gamma) * Delta)


DEFINITION = Statement(
    id="staircase.def4",
    paper=PAPER,
    item="Definition 4, (84)",
    title="the staircase mechanism over any range of outcomes",
    printed_latex=r"P_D(S)=\frac{\int_Sf_\gamma(L(D,r))\,\mu(dr)}"
    r"{\int_{\mathcal R}f_\gamma(L(D,r))\,\mu(dr)}",
    printed=(),
    definition=True,
    hypotheses=(_NORMALISERS, _SCALED, COPIES, EVEN),
    examples=(
        {"C": sp.Lambda(_n, b**-_n), "F": sp.Lambda(_n, -1), **MODEL},
        {"C": sp.Lambda(_n, 2), "F": sp.Lambda(_n, -2 * b**_n), **MODEL},
    ),
    note="The paper assumes without saying so that L is measurable in r and that the normaliser is "
    "positive and finite. It is positive unless mu is 0, as f > 0; but it is infinite for L = 0 "
    "and an infinite mu. It is enough to assume that it is finite for one D: then it is for every "
    "D that a finite number of changes leads to. C(n) is the integral of f(L(D_n, r)) over a set "
    "of finite mass along a chain of neighbours; the sets grow to the whole range, for a "
    "sigma-finite mu. That a smaller function has the smaller integral is used in words. Since f "
    "is even, the mechanism sees |L| only, and outcomes are the more likely the nearer L is to 0, "
    "so that a negated score is no cost. Adding a constant to L gives another mechanism, which it "
    "does not for the exponential function. The reduction to the real line is meant with Lebesgue "
    "measure as mu.",
)


def derive_definition() -> Derivation:
    proof = Proof(_MASSES)
    proof.shows(
        equal(_S / (_S + _T) + _T / (_S + _T), 1),
        by="identity",
        because="a set and its complement: with a normaliser in (0, oo) this is a probability",
    )
    proof.shows(
        equal(_a * _S / (_a * _S + _a * _T), _S / (_S + _T)),
        by="identity",
        because="a factor of f, such as a(gamma), or of mu cancels",
    )
    proof.shows(
        Integral(_a, _z, sp.Integer(0), _m / _a, _m),
        on=Domain((positive(_a), positive(_m))),
        by="integral",
        because="L = 0 on the half line: the normaliser exceeds every m, so there is no mechanism",
        antiderivative=_a * _z,
    )
    _normalisers(proof)
    _reduction(proof)
    _exponential(proof)
    return proof.done()


def _normalisers(proof: Proof) -> None:
    """Normalisers of data sets that are n changes apart."""
    linked = proof.assumes(
        _NORMALISERS,
        because="(39) and (82) for two neighbours, integrated",
        latex=r"e^{-\epsilon}C_{n+1}\le C_n,\qquad C_n=\int f_\gamma(L(D_n,r))\,\mu(dr)",
    )
    scaled = proof.assumes(
        _SCALED, because="a name for the scaled normaliser", latex=r"F(n)=-e^{-n\epsilon}C_n"
    )
    grows = proof.shows(
        Relation(sp.Integer(0), "<=", _scaled(_n + 1) - _scaled(_n)),
        on=_LINKED,
        by="entailment",
        because="scale the step from D_n to the next one",
        uses=(linked, scaled),
        facts=[(linked, {}, b**_n), (scaled, {}, -1), (scaled, {_n: _n + 1}, 1)],
        latex=r"0\le F(n+1)-F(n)",
    )
    from_start = proof.shows(
        Relation(_n * sp.Integer(0) + _scaled(0), "<=", _scaled(_n)),
        on=_LINKED,
        by="rule",
        because="so F never falls below its first value",
        uses=(grows,),
        rule="induction",
        bindings={"function": sp.Symbol("F"), "step": sp.Integer(0)},
        latex=r"F(0)\le F(n)",
    )
    proof.shows(
        at_most(_mass(_n), _mass(0) * b**-_n),
        on=_LINKED,
        by="entailment",
        because="if the normaliser is finite for one data set, it is for all within n changes",
        uses=(from_start, scaled),
        facts=[
            (from_start, {}, b**-_n),
            (scaled, {}, -(b**-_n)),
            (scaled, {_n: sp.Integer(0)}, b**-_n),
        ],
        latex=r"C_n\le e^{n\epsilon}C_0",
    )


def _reduction(proof: Proof) -> None:
    """The real line, Lebesgue measure, L(D, r) = r - q(D): additive staircase noise."""
    pieces = [
        proof.shows(
            Integral(
                height * level, _z, _q + low * Delta, _q + high * Delta,
                height * level * (high - low) * Delta,
            ),
            on=on & real(_q),
            by="integral",
            because="L(D, r) = r - q on the real line with Lebesgue measure: one piece right of q",
            antiderivative=height * level * _z,
        )
        for level, low, high, on in (
            (b**k, k, k + gamma, FIRST_PIECE),
            (b ** (k + 1), k + gamma, k + 1, SECOND_PIECE),
        )
    ]  # fmt: skip
    proof.shows(
        Sum(_period(height), k, sp.Integer(0), sp.oo, sp.Integer(1)),
        on=FAMILY,
        by="sum",
        because="the normaliser is 1 whatever q is, so that P_D has the density f(r - q(D)): the "
        "answer q(D) with staircase noise",
        uses=pieces,
        ratio=b,
    )


def _exponential(proof: Proof) -> None:
    """What f shares with the exponential function, and what it does not."""
    copies, even = (
        proof.assumes(goal, because=reason, latex=latex)
        for goal, reason, latex in (
            (
                COPIES,
                "from (25): periods are scaled copies",
                r"f_\gamma(k\Delta+s)=b^kf_\gamma(s),\quad 0\le s<\Delta,\ k\in\mathbb N",
            ),
            (EVEN, "from (25): f is even", r"f_\gamma(-r)=f_\gamma(r),\quad r\ge0"),
        )
    )
    proof.shows(
        equal(f(k * Delta), b**k * f(0)),
        on=FAMILY & PERIOD,
        by="entailment",
        because="on costs that are multiples of Delta this is the exponential mechanism, with "
        "weights exp(-epsilon L/Delta), for every gamma",
        uses=(copies,),
        facts=[(copies, {s: sp.Integer(0)}, 1)],
    )
    proof.shows(
        equal(f(-k * Delta - s), b**k * f(s)),
        on=Domain((*FAMILY, PERIOD, between(s, 0, Delta, "[)"))),
        by="entailment",
        because="a negative cost counts as much as its absolute value",
        uses=(copies, even),
        facts=[(even, {r: k * Delta + s}, 1), (copies, {}, 1)],
    )


# -- Theorem 13 ----------------------------------------------------------------------------------

# The integrals of f(L(D_i, r)) over a set S of outcomes, and over the rest of the range.
_S1, _S2, _R1, _R2 = sp.symbols("S_1 S_2 R_1 R_2", positive=True)
_C = sp.Symbol("C", positive=True)  # a normaliser that two data sets share
_w, _kappa = sp.symbols("w kappa", positive=True)

_y = sp.Symbol("y", real=True)
_PRIVATE = Goal(
    at_most(b * f(_l), f(_y)), FAMILY & real(_l) & between(_y, _l - Delta, _l + Delta, "[]")
)
_WEIGHED = FAMILY & real(_l) & between(_d, -Delta, Delta, "[]") & positive(_w)


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

_POINTWISE = Goal(at_most(b * _w * f(_l), _w * f(_l + _d)), _WEIGHED)
_BOUND = Goal(less(_p1, _p2 / b**2), _GENERAL)
_SHARP = Goal(at_most(_p1, _p2 / (b**2 + (1 - b**2) * _p2)), _GENERAL)
_RATIO = Goal(equal(_first / _second, _gain), _PAIR)
_LIMIT = Goal(Limit(_gain, _w, sp.Integer(0), "+", b**-2), Domain((RATIO,)))
_NO_LESS = Goal(less(_kappa, _gain.xreplace({_w: _enough})), _SMALLER)
_SHARED = Goal(at_most(_S1 / _C, _S2 / _C / b), _FIXED)
_MONOTONE = (
    Goal(at_most(_p1, _p2 / b), _ORDERED),
    Goal(at_most(_p2, _p1 / b), _ORDERED),
)

THEOREM13 = Statement(
    id="staircase.thm13",
    paper=PAPER,
    item="Theorem 13, (85)-(88)",
    title="the mechanism of Definition 4 is 2 epsilon-private, and no better in general",
    printed_latex=r"P_{D_1}(S)\le e^{2\epsilon}P_{D_2}(S)\quad\text{for all }S,\ |D_1-D_2|\le1",
    printed=(_POINTWISE, _BOUND, _SHARP, _RATIO, _LIMIT, _NO_LESS, _SHARED, *_MONOTONE),
    hypotheses=(_PRIVATE, ONE_STEP),
    examples=(MODEL,),
    printed_text="the mechanism of Definition 4 is 2 epsilon-differentially private",
    note="The constant is read as 2, which is what the four lines of the proof and the two "
    "inequalities that it names, one for the numerator and one for the normaliser, give. With "
    "b = exp(-epsilon); S_i and R_i are the integrals of f(L(D_i, r)) over a set of outcomes and "
    "over the rest, both of positive measure (else both probabilities are 0, or 1) and finite. "
    "That they differ by a factor of at most 1/b is the integral of the pointwise bound (39), "
    "which is claim staircase.eq39. The rest is ours. The odds of S change by the factor "
    "exp(2 epsilon) at most, so that the bound is never attained; but two outcomes, the first of "
    "a small base mass w, come as near to it as one likes, for every epsilon and gamma, and for "
    "the exponential mechanism too, which is the same there. Two cases have the factor "
    "exp(epsilon): a normaliser that does not depend on the data, and costs >= 0 of which those "
    "of one data set are nowhere above those of its neighbour, since f does not increase on "
    "[0, oo).",
)


def derive_theorem13() -> Derivation:
    proof = Proof(_GENERAL)
    pointwise = proof.assumes(
        _PRIVATE,
        because="(39): f changes by a factor of at most exp(epsilon) over Delta",
        latex=r"e^{-\epsilon}f_\gamma(l)\le f_\gamma(y),\quad|y-l|\le\Delta",
    )
    proof.concludes(
        _POINTWISE,
        by="entailment",
        because="for an outcome r of base mass w, with l = L(D_1, r) and l + d = L(D_2, r), where "
        "|d| <= Delta by (82). Integrated over a set: b S_1 <= S_2; with D_1 and D_2 exchanged: "
        "b S_2 <= S_1",
        uses=(pointwise,),
        facts=[(pointwise, {_y: _l + _d}, _w)],
        latex=r"e^{-\epsilon}w\,f_\gamma(L(D_1,r))\le w\,f_\gamma(L(D_2,r))",
    )
    proof.shows(
        at_most(_p1, _S2 / (b * (_S1 + _R1))),
        by="sign",
        because="(86): the numerator grows by a factor of at most exp(epsilon)",
    )
    proof.shows(
        at_most(_S2 / (b * (_S1 + _R1)), _p2 / b**2),
        by="sign",
        because="(87), (88): the normaliser shrinks by a factor of at most exp(epsilon)",
    )
    proof.concludes(
        _BOUND,
        by="sign",
        because="both at once; not with equality, as the numerator is a part of the normaliser",
        latex=r"P_{D_1}(S)<e^{2\epsilon}P_{D_2}(S)",
    )
    proof.concludes(
        _SHARP,
        by="sign",
        because="more exactly, the odds of S change by a factor of at most exp(2 epsilon)",
        latex=r"P_{D_1}(S)\le\frac{P_{D_2}(S)}{b^2+(1-b^2)P_{D_2}(S)}",
    )
    _tight(proof)
    proof.concludes(
        _SHARED,
        by="sign",
        because="with one normaliser C for both data sets the factor is exp(epsilon)",
    )
    for goal, which in zip(_MONOTONE, ("up", "down"), strict=True):
        proof.concludes(
            goal,
            by="sign",
            because="if 0 <= L(D_1, r) <= L(D_2, r) for all r, numerator and normaliser fall "
            f"together, and the factor is exp(epsilon) {which}wards",
        )
    return proof.done()


def _tight(proof: Proof) -> None:
    onward = proof.assumes(
        ONE_STEP,
        because="from (25): one Delta further the density has fallen by the factor b",
        latex=r"f_\gamma(r+\Delta)=b\,f_\gamma(r),\quad r\ge0",
    )
    proof.shows(
        equal(f(Delta), b * f(0)),
        on=FAMILY,
        by="entailment",
        because="costs 0 and Delta differ by one such factor, whatever gamma is",
        uses=(onward,),
        facts=[(onward, {r: sp.Integer(0)}, 1)],
    )
    proof.concludes(
        _RATIO,
        by="identity",
        because="two outcomes of base masses w and 1, with costs 0 and Delta for D_1 and Delta and "
        "0 for D_2; a = f(0). The first has probability P_1 for D_1 and P_2 for D_2",
        latex=r"\frac{P_1}{P_2}=\frac{wa/(wa+ba)}{wba/(wba+a)}=\frac{1+bw}{b(b+w)}",
    )
    proof.concludes(_LIMIT, by="limit", because="as w tends to 0 the ratio tends to exp(2 epsilon)")
    proof.concludes(
        _NO_LESS,
        by="sign",
        because="so no factor kappa < exp(2 epsilon) will do: at "
        "w = (1 - b^2 kappa)/(2 b (kappa - 1)) the ratio exceeds it",
    )


CLAIMS = (
    Claim(COST, derive_cost),
    Claim(DEFINITION, derive_definition),
    Claim(THEOREM13, derive_theorem13),
)
