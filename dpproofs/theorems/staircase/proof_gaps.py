"""Two lines of the appendices that do not hold as they stand; the lemmas they are to prove do."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, Variable, between, index, positive
from dpproofs.kernel.erratum import Erratum, Patch, Severity
from dpproofs.kernel.proposition import that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.staircase.setting import PAPER, RATIO, b

# -- the exchange in the proof of Lemma 23 --------------------------------------------------------

_near, _far, _next, _second = sp.symbols("a_1 a_f a_n a_2", positive=True)
_inner, _outer = sp.symbols("w_1 w_f", nonnegative=True)
_LEVELS = Domain((RATIO, positive(_near), between(_far, b * _near, _near)))
_ORDERED = Domain(
    (*_LEVELS, between(_second, _far, _near, "[]"), between(_next, b * _second, _far, "[]")))
_COSTS = Domain(
    (*_LEVELS, Variable(_inner, sp.Integer(0), sp.oo, "[)"), Variable(_outer, _inner, sp.oo, "[)")))
_raised = (_near + _far) / (1 + b)
_lowered = b * _raised

_STILL_ORDERED = Goal(that(_next) <= _lowered, _ORDERED)
_SAME_MASS = Goal(that(_raised + _lowered) == _near + _far, _LEVELS)
_EXCHANGED = {Goal(that(_near) < _raised, _LEVELS): "the level nearer to the origin rises",
    Goal(that(_lowered) < _far, _LEVELS): "and the one farther out falls",
    Goal(that(_raised * _inner + _lowered * _outer) <= _near * _inner + _far * _outer, _COSTS):
        "so the cost does not rise, since bins farther out cost at least as much"}

_EXCHANGE_ERRATUM = Erratum(Severity.argument,
    "Lemma 23 stands, by another proof; the exchange may take noise out of the class that the "
    "later lemmas are about.",
    (Patch(r"It is easy to verify that $\{a'_k\}$ is a valid probability density sequence",
        r"The sequence $\{a'_k\}$ has the same sum and no larger cost, but need not decrease: "
        "$a'_{i+1}$ may be below $a_{i+2}$"),))

EXCHANGE = Statement(id="staircase.appB.lem23.proof", paper=PAPER,
    erratum=_EXCHANGE_ERRATUM,
    item="proof of Lemma 23, (188)-(192)", title="the exchange for the second place of a period",
    printed_latex=r"\begin{gathered}a_{i+1}>e^{-\epsilon}a_1,\quad a'_1+a'_{i+1}=a_1+a_{i+1},\quad "
    r"a'_{i+1}=e^{-\epsilon}a'_1:\\ a'_{i+1}\ge a_{i+2},\text{ so that the levels still "
    r"decrease}\end{gathered}",
    printed_text="when mass moves from a_(i+1) to a_1 until a_(i+1) = exp(-epsilon) a_1, the "
    "levels still decrease", printed=(_STILL_ORDERED,), corrected=(_SAME_MASS, *_EXCHANGED),
    corrected_latex=r"\begin{gathered}a'_1=\frac{a_1+a_{i+1}}{1+e^{-\epsilon}}>a_1,\qquad "
    r"a'_{i+1}=e^{-\epsilon}a'_1<a_{i+1},\\ a'_1w_1+a'_{i+1}w_{i+1}\le "
    r"a_1w_1+a_{i+1}w_{i+1}\end{gathered}",
    corrected_text="the exchange keeps the mass and does not raise the cost, but the levels may no "
    "longer decrease",
    note="For i >= 2; a_f stands for a(i+1) and a_n for a(i+2), which privacy and the order leave "
    "between b a(2) and a(i+1). The exchange can lower a(i+1) below a(i+2), and the lemmas before "
    "are about levels that decrease; how the infinitely many exchanges end is not said either. The "
    "lemma is right: claim staircase.appB.lem23 shows it in another way. Exchanged are one level "
    "and the one a period later, w the costs of their bins.")


def derive_exchange() -> Derivation:
    proof = Proof(_LEVELS)
    half = sp.Rational(1, 2)
    proof.fails(_STILL_ORDERED,
        {b: half, _near: sp.Rational(3, 4), _far: half, _second: half, _next: half},
        because="i = 2 and the levels 1, 3/4, 1/2, 1/2, 1/2, ...: the exchange makes them 1, 5/6, "
        "1/2, 5/12, 1/2")
    proof.concludes(_SAME_MASS, by="identity", because="the mass stays the same")
    for goal, why in _EXCHANGED.items():
        proof.concludes(goal, by="sign", because=why)
    return proof.done()


# -- the end point in the proof of Lemma 31 -------------------------------------------------------

_top, _mid, _last = sp.symbols("p q s", positive=True)
_over = sp.Symbol("e", nonnegative=True)
_m = sp.Symbol("m", integer=True, positive=True)
_PERIOD = Domain((RATIO, positive(_top), index(_m, 1), between(_last, b * _top, _top, "[)"),
        between(_mid, _last, _top, "[]")))
_least = b * _top
_STAYS = Domain((RATIO, positive(_top), index(_m, 1),
        between(_over, 0, (1 - b) * _top / (_m + 1), "[)"),
        between(_mid, _least + _over, _top - _m * _over)))
_end = _mid + _m * _over
_REACHED = Goal(that(_least) <= _last - (_top - _mid) / _m, _PERIOD)
_GAINED = Goal(that(_end + _m * _least) == _mid + _m * (_least + _over), _STAYS)
_ABOVE, _BELOW = Goal(that(_least) < _end, _STAYS), Goal(that(_end) < _top, _STAYS)

_END_POINT_ERRATUM = Erratum(Severity.argument,
    "Lemma 31 and Theorem 12 stand, by another proof; the printed extreme points are not all "
    "there are.",
    (Patch(r"To get these two extreme points, we have either $\mathcal{P}(k) = \mathcal{P}(0)$ "
        r"or $\mathcal{P}(k) = \mathcal{P}(\Delta - 1)$.",
        r"At the upper extreme point either $\mathcal{P}(k) = \mathcal{P}(0)$ or $\mathcal{P}(k "
        r"+ 1) = \dots = \mathcal{P}(\Delta - 1) = e^{-\epsilon} \mathcal{P}(0)$."),))

END_POINT = Statement(id="staircase.appF.lem31.proof", paper=PAPER,
    erratum=_END_POINT_ERRATUM,
    item="proof of Lemma 31, (401)-(408)", title="the end points of the intermediate mass",
    printed_latex=r"\begin{gathered}P(0)=p\text{ fixed},\quad P(k)=q,\quad "
    r"P(k+1)=\dots=P(\Delta-1)=s:\\ q\text{ may rise to }p,\text{ as }s-\tfrac{p-q}m\ge "
    r"e^{-\epsilon}p,\qquad m=\Delta-1-k\end{gathered}",
    printed_text="for fixed P(0) the intermediate mass may rise to P(0), the m masses farther out "
    "falling in turn", printed=(_REACHED,), corrected=(_GAINED, _ABOVE, _BELOW),
    corrected_latex=r"m\,(s-e^{-\epsilon}p)<p-q:\quad e^{-\epsilon}p<q+m\,(s-e^{-\epsilon}p)<p",
    corrected_text="privacy may stop it before, when the masses farther out are exp(-epsilon) "
    "P(0): a third level then stays",
    note="The period falls by exactly exp(-epsilon), so that the masses farther out cannot go "
    "below b p, the first mass of the next period. When m (s - b p) < p - q they come there first, "
    "and the intermediate mass ends strictly between b p and p: the cost, which is linear in q, "
    "may be least at an end with three levels. e stands for s - b p. What the paper concludes in "
    "steps 4 and 5 is right all the same: claim staircase.appF.lem29 shows that a period is a "
    "mixture of those of two levels.")


def derive_end_point() -> Derivation:
    proof = Proof(_STAYS)
    proof.fails(_REACHED, {b: sp.Rational(1, 2), _top: 4, _mid: 3, _last: 2, _m: 1},
        because="for a period proportional to (4, 3, 2), with 4 for the 3 the last mass "
        "would be 1, less than half of the first")
    proof.concludes(_GAINED, by="identity",
        because="the mass that the last m places give away is what the intermediate one gains")
    proof.concludes(_ABOVE, by="sign", because="the intermediate mass ends above the lowest level")
    proof.concludes(_BELOW, by="sign", because="it ends below the highest: a third level stays")
    return proof.done()


CLAIMS = (Claim(EXCHANGE, derive_exchange), Claim(END_POINT, derive_end_point))
