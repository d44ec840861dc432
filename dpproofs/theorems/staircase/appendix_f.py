"""Appendix F: from any private noise on the integers to P_r."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.assertions import Private
from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, Variable, index
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import that
from dpproofs.kernel.rules import OWN
from dpproofs.kernel.terms import Mass, Moved, interval
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.samples import geometric
from dpproofs.theorems.staircase import tail_decay
from dpproofs.theorems.staircase.levels_sorted import Sorting
from dpproofs.theorems.staircase.period_layers import Layers
from dpproofs.theorems.staircase.search import Fact
from dpproofs.theorems.staircase.setting import PAPER, PERIOD, RATIO, b, k
from dpproofs.theorems.staircase.tail_decay import Decay

size, _r = sp.symbols("Delta r", integer=True, positive=True)
_l, _j = sp.symbols("l j", integer=True, positive=True)
_m, _d = sp.symbols("m d", integer=True)
_SIZE = index(size, 1)
_HALF = sp.Rational(1, 2)

# -- Lemma 28: masses in decreasing order at 0, 1, -1, 2, -2, ... ---------------------------------

SORTING = Sorting(2 * size, (_SIZE,), "Delta places after the last and Delta before the first")
PARAMETERS = SORTING.parameters
_s = sp.Function("s")
_RIGHT, _LEFT = (Goal(that(b * _s(place)) <= _s(place + 2 * size), PARAMETERS & index(_l, 1))
    for place in (2 * _l - 1, 2 * _l))

# -- Lemma 29: symmetry --------------------------------------------------------------------------

_UNEVEN = Given("Z", "noise", on="integers")
_PLACE = Variable(_m, -sp.oo, sp.oo, integer=True)
_SHIFTED = PARAMETERS & _PLACE & index(_d, -size, size)
_ORDERED = Domain((PERIOD,))


def _P(place: sp.Expr) -> sp.Expr:  # noqa: N802  # as in the paper
    """The mass of a place."""
    return Mass(_UNEVEN(), interval(place, place, "[]"))


_SYMMETRIC = {
    Goal(Private(_UNEVEN(), -sp.log(b), sp.Integer(0), size), PARAMETERS):
        "privacy on the integers",
    Goal(that(_P(k + 1)) <= _P(k), _ORDERED): "the masses decrease on the right",
    Goal(that(_P(-k - 1)) <= _P(-k), _ORDERED): "and on the left"}


def _average(place: sp.Expr) -> sp.Expr:
    return (_P(place) + _P(-place)) / 2


_EVEN = Goal(that(b * _average(_m)) <= _average(_m + _d), _SHIFTED)
_FALLING = Goal(that(_average(k + 1)) <= _average(k), _ORDERED)

# -- Lemma 30: geometric decay -------------------------------------------------------------------

DECAY = Decay(size, (_SIZE,), index(_l, 1, size), index(_j, 1), index(OWN["n_1"], 1, size),
    "integers")

# -- Lemma 31 and step 5 -------------------------------------------------------------------------

LAYERS = Layers(size, "u", 1)
_RANGE = Domain((RATIO, _SIZE, index(_r, 1, size)))
_NORMALISED = Goal(that(2 * (_r + b * (size - _r)) / (1 - b) - 1) ==
    (2 * _r + 2 * b * (size - _r) - (1 - b)) / (1 - b), _RANGE)
_POSITIVE = Goal(that(2 * (_r + b * (size - _r)) / (1 - b) - 1) > 0, _RANGE)

_slow = 1 - (1 - b) / size  # falls by less than b over the sensitivity

LEMMA28 = Statement(id="staircase.appF.lem28.counting", paper=PAPER,
    item="ours: the counting behind Lemma 28",
    title="masses at 0, 1, -1, 2, -2, ...: with places whose neighbours have larger ranks, private",
    printed_latex=r"\begin{gathered}s_0\ge s_1\ge\dots,\quad s_k\le a_{p(k)},\quad "
    r"e^{-\epsilon}a_{p(k)}\le s_{R(k,2\Delta)},\quad k=R(k,0)<\dots<R(k,2\Delta):\\ "
    r"e^{-\epsilon}s_{2l-1}\le s_{2l-1+2\Delta},\qquad e^{-\epsilon}s_{2l}\le "
    r"s_{2l+2\Delta}\end{gathered}",
    printed_text="if the 2 Delta places around p(k) have ranks above k, then the masses in order, "
    "at 0, 1, -1, 2, -2, ..., are private on both sides", printed=(*SORTING.goals, _RIGHT, _LEFT),
    parameters=PARAMETERS, given=SORTING.given, hypotheses=tuple(SORTING.hypotheses),
    examples=SORTING.models,
    note="Not Lemma 28 itself: that s is a rearrangement of a is not said, and what Algorithm 3 "
    "delivers is assumed. a(0), a(1), ... are the masses in any order, s the same in decreasing "
    "order, now at 0, 1, -1, 2, -2, ...: a place and the one Delta farther out are 2 Delta ranks "
    "apart. Counting replaces Algorithm 3, as for Lemma 21, with Delta places on either side. In "
    "words: ranks are different, and sums over sorted masses are what they are said to be.")

LEMMA29 = Statement(id="staircase.appF.lem29", paper=PAPER, item="Lemmas 29 to 31, (401)-(418)",
    title="from noise on the integers that decreases on both sides to P_r",
    printed_latex=r"\begin{gathered}\text{symmetric; }P(k+\Delta)=e^{-\epsilon}P(k)\ (k\ge0);\\ "
    r"\text{two levels in a period, of ratio }e^{-\epsilon}\text{: each is enough}\end{gathered}",
    printed_text="noise that is symmetric, falls by exp(-epsilon) in each period and has two "
    "levels in it, of ratio exp(-epsilon), is enough",
    printed=(_EVEN, _FALLING, *DECAY.goals, LAYERS.goal, _NORMALISED, _POSITIVE),
    parameters=PARAMETERS, given=(_UNEVEN, *DECAY.given, *LAYERS.given),
    hypotheses=(*_SYMMETRIC, *DECAY.hypotheses, *LAYERS.hypotheses),
    examples=tuple({**model, **tail_decay.integer_example(size), "Z": geometric(_slow)}
        for model in LAYERS.models),
    note="Lemma 29: the average of Z with its mirror image. Lemma 30: X is any private noise on "
    "the integers, and Y has its masses nearer to 0 than Delta, scaled by c, and repeats them; 0 "
    "is counted once, so that P(|X| >= Delta) >= b (1 + P(0)). The paper refers to the exchange of "
    "Lemma 23, whose proof is not complete; the lemma is right. Lemma 31: the proof has a gap, "
    "which is a claim of its own; what steps 4 and 5 conclude is right all the same: the period u "
    "is a mixture of those of two levels 1 and b, r of them 1, so that one of the P_r costs no "
    "more. w(0) is the excess of the place 0, counted once, and w(k) that of k and -k. Delta >= 2 "
    "in Lemma 31; for Delta = 1 Lemma 30 ends the proof. In words: that a mirror image costs the "
    "same.")


def derive_lemma28() -> Derivation:
    proof = Proof(PARAMETERS, LEMMA28)
    private = SORTING.show(proof)
    proof.follows(_RIGHT, private,
        because="on the right: l holds the (2l-1)-st mass, l + Delta the (2l+2Delta-1)-st")
    proof.follows(_LEFT, private,
        because="on the left: -l holds the (2l)-th mass, -l - Delta the (2l+2Delta)-th")
    return proof.done()


def derive_lemma29() -> Derivation:
    proof = Proof(PARAMETERS, LEMMA29)
    proof.part("The average of both sides")
    _symmetrise(proof)
    proof.part("A first period that falls by its factor")
    DECAY.show(proof)
    proof.part("A period is a mixture of periods of two levels")
    LAYERS.show(proof)
    proof.part("The mass of a period of two levels")
    proof.concludes(_NORMALISED, by="identity",
        because="(417): each period has r levels 1 and Delta - r levels b on either side of 0, "
        "which is counted once")
    proof.concludes(_POSITIVE,
        by="sign", because="the mass is positive, so that the noise can be normalised, to P_r")
    return proof.done()


def _symmetrise(proof: Proof) -> None:
    private, right, left = (proof.assumes(goal, because=why) for goal, why in _SYMMETRIC.items())
    sides: list[Fact] = []
    for place, shift in ((_m, _d), (-_m, -_d)):
        point = interval(place, place, "[]")
        there = Mass(_UNEVEN(), Moved(point, shift))
        said = proof.shows(that(_P(place)) <= there / b, on=_SHIFTED, by="privacy",
            uses=(private,), set=point, shift=shift, because="Lemma 29: privacy for one place")
        same = proof.shows(that(there) == _P(place + shift), on=_SHIFTED, by="measure",
            because="which is moved to another")
        sides += [(said, {}, b / 2), (same, {}, -_HALF)]
    proof.follows(_EVEN, *sides,
        because="add half of privacy for m and d to half of that for -m and -d")
    half = _HALF
    proof.follows(_FALLING, (right, half), (left, half),
        because="the average still decreases away from 0")


CLAIMS = (Claim(LEMMA28, derive_lemma28), Claim(LEMMA29, derive_lemma29))
