"""Appendix F: from any private noise on the integers to P_r."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Proof, Statement, relation_goal
from dpproofs.kernel.domain import Domain, Variable, index
from dpproofs.theorems.staircase import tail_decay
from dpproofs.theorems.staircase.levels_sorted import Sorting
from dpproofs.theorems.staircase.period_layers import Layers
from dpproofs.theorems.staircase.setting import PAPER, PERIOD, RATIO, b, k
from dpproofs.theorems.staircase.tail_decay import Decay, Tail, c

size, _r = sp.symbols("Delta r", integer=True, positive=True)
_l, _j = sp.symbols("l j", integer=True, positive=True)
_m, _d = sp.symbols("m d", integer=True)
_SIZE = index(size, 1)

# -- Lemma 28: masses in decreasing order at 0, 1, -1, 2, -2, ... ---------------------------------

SORTING = Sorting(2 * size, (_SIZE,), "Delta places after the last and Delta before the first")
_s = sp.Function("s")
_SIDES = tuple(
    relation_goal(b * _s(place), "<=", _s(place + 2 * size), Domain((RATIO, _SIZE, index(_l, 1))))
    for place in (2 * _l - 1, 2 * _l)
)

# -- Lemma 29: symmetry --------------------------------------------------------------------------

_P = sp.Function("P")
_PLACE = Variable(_m, -sp.oo, sp.oo, integer=True)
_SHIFTED = Domain((RATIO, _SIZE, _PLACE, index(_d, -size, size)))
_ORDERED = Domain((PERIOD,))
_SYMMETRIC = (
    relation_goal(b * _P(_m), "<=", _P(_m + _d), _SHIFTED),
    relation_goal(_P(k + 1), "<=", _P(k), _ORDERED),
    relation_goal(_P(-k - 1), "<=", _P(-k), _ORDERED),
)


def _average(place: sp.Expr) -> sp.Expr:
    return (_P(place) + _P(-place)) / 2


_EVEN = relation_goal(b * _average(_m), "<=", _average(_m + _d), _SHIFTED)
_FALLING = relation_goal(_average(k + 1), "<=", _average(k), _ORDERED)

# -- Lemma 30: geometric decay -------------------------------------------------------------------

_P0 = sp.Function("P_0")()
DECAY = Decay(size, (_SIZE,), index(_l, 1, size), index(_j, 1), b * _P0)


class IntegerTail(sp.Function):  # type: ignore[misc]  # SymPy ships no types
    """P(abs(X) >= j), j >= 1, for noise on the integers that is constant in each period, with
    c times less mass at 0 than noise of the same kind that falls by b has, at rational points.
    """

    @classmethod
    def eval(cls, place: sp.Expr, *parameters: sp.Expr) -> sp.Expr | None:
        """The value at rational arguments; otherwise the function stays as it is."""
        if not all(argument.is_Rational for argument in (place, *parameters)):
            return None
        period, ratio, scale = parameters
        origin = (1 - ratio) / (scale * (2 * period - 1 + ratio))
        found = Tail(place, period, 1 - 2 * period * origin / (1 + origin))
        return (1 + origin) * found if found.is_Rational else None


_z, _n = sp.Symbol("z", real=True), tail_decay.n
_ahead = _l + _n * size
_DECAY_MODEL = {
    "G": sp.Lambda(_z, IntegerTail(_z, size, b, c)),
    "H": sp.Lambda(_z, IntegerTail(_z, size, b, 1)),
    "P_0": sp.Lambda((), (1 - b) / (c * (2 * size - 1 + b))),
    "D": sp.Lambda(_n, (IntegerTail(_ahead, size, b, c) - IntegerTail(_ahead, size, b, 1)) / b**_n),
}

# -- Lemma 31 and step 5 -------------------------------------------------------------------------

LAYERS = Layers(size, "u")
_RANGE = Domain((RATIO, _SIZE, index(_r, 1, size)))
_NORMALISED = relation_goal(
    2 * (_r + b * (size - _r)) / (1 - b) - 1,
    "==",
    (2 * _r + 2 * b * (size - _r) - (1 - b)) / (1 - b),
    _RANGE,
)
_POSITIVE = relation_goal(2 * (_r + b * (size - _r)) / (1 - b) - 1, ">", 0, _RANGE)

LEMMA28 = Statement(
    id="staircase.appF.lem28",
    paper=PAPER,
    item="Lemmas 28 to 31, (401)-(418), Algorithm 3",
    title="from any private noise on the integers to P_r",
    printed_latex=r"\begin{gathered}\text{decreasing on both sides; symmetric; }"
    r"P(k+\Delta)=e^{-\epsilon}P(k)\ (k\ge0);\\ \text{two levels in a period, of ratio }"
    r"e^{-\epsilon}\text{: each is enough}\end{gathered}",
    printed_text="noise that decreases on both sides, is symmetric, falls by exp(-epsilon) in each "
    "period and has two levels in it, of ratio exp(-epsilon), is enough",
    printed=(
        *SORTING.goals,
        *_SIDES,
        _EVEN,
        _FALLING,
        *DECAY.goals,
        LAYERS.goal,
        _NORMALISED,
        _POSITIVE,
    ),
    hypotheses=(*SORTING.hypotheses, *_SYMMETRIC, *DECAY.hypotheses, *LAYERS.hypotheses),
    examples=tuple(
        {**first, **second, **_DECAY_MODEL, "P": sp.Lambda(_z, shape)}
        for first, second, shape in zip(
            SORTING.models,
            LAYERS.models,
            (b ** (sp.Abs(_z - sp.Rational(1, 2)) / size), 1 + b ** (sp.Abs(_z) / size)),
            strict=True,
        )
    ),
    note="Lemma 28: a(0), a(1), ... are the masses in any order, s the same in decreasing order, "
    "now at 0, 1, -1, 2, -2, ...: a place and the one Delta farther out are 2 Delta ranks apart. "
    "Counting replaces Algorithm 3, as in Lemma 21, with Delta places on either side. Lemma 29: "
    "the average with the mirror image. Lemma 30: G(n) = P(|X| >= n); 0 is counted once, so the "
    "given mass satisfies P(|X| >= Delta) >= b (1 + P(0)). The paper refers to the exchange of "
    "Lemma 23, whose proof is not complete; the lemma is right. Lemma 31: for fixed P(0) and k "
    "the paper takes the interval's end at which P(k) = P(0), or P(k) = P(Delta-1); privacy may "
    "forbid the first, as for b = 1/2 and a period proportional to (4, 3, 2), and a third level "
    "then stays. What steps 4 and 5 conclude is right all the same: the period u is a mixture of "
    "those of two levels 1 and b, r of them 1, so that one of the P_r costs no more. w(0) is the "
    "excess of the place 0, counted once, and w(k) that of k and -k. Delta >= 2 in Lemma 31; for "
    "Delta = 1 Lemma 30 ends the proof. In words: ranks are different, sums over sorted masses "
    "are what they are said to be, stochastic order, and that a mirror image costs the same.",
)


def derive() -> Derivation:
    proof = Proof(Domain())
    private = SORTING.show(proof)
    for goal, place, why in zip(
        _SIDES,
        (2 * _l - 1, 2 * _l),
        ("on the right: l holds the (2l-1)-st mass, l + Delta the (2l+2Delta-1)-st",
         "on the left: -l holds the (2l)-th mass, -l - Delta the (2l+2Delta)-th"),
        strict=True,
    ):  # fmt: skip
        proof.concludes(
            goal, by="entailment", because=why, uses=(private,), facts=[(private, {k: place}, 1)]
        )
    _symmetrise(proof)
    DECAY.show(
        proof,
        "privacy for every place k >= 0 and its mirror image, 0 counted twice: what is at least "
        "Delta from 0 is at least b times that",
        (
            r"b\,G(j)\le G(j+\Delta)",
            r"b\,\bigl(1+P(0)\bigr)\le G(\Delta)",
            "",
            r"c\,\bigl(1-G(\Delta)+b\,P(0)\bigr)=1-b",
            r"1-H(l)=c\,\bigl(1-G(l)\bigr)",
            r"H(j+\Delta)=b\,H(j)",
            r"D(n)=b^{-n}\bigl(G(l+n\Delta)-H(l+n\Delta)\bigr)",
        ),
    )
    LAYERS.show(proof)
    proof.concludes(
        _NORMALISED,
        by="identity",
        because="(417): the mass of r levels 1 and Delta - r levels b in each period, 0 counted "
        "once, is 1/a(r) of (80)",
    )
    proof.concludes(_POSITIVE, by="sign", because="so that it can be normalised, to P_r")
    return proof.done()


def _symmetrise(proof: Proof) -> None:
    shift, right, left = (
        proof.assumes(goal, because=why)
        for goal, why in zip(
            _SYMMETRIC,
            ("privacy on the integers", "P decreases on the right", "and on the left"),
            strict=True,
        )
    )
    half = sp.Rational(1, 2)
    proof.concludes(
        _EVEN,
        by="entailment",
        because="Lemma 29: privacy for m and d, and for -m and -d",
        uses=(shift,),
        facts=[(shift, {}, half), (shift, {_m: -_m, _d: -_d}, half)],
    )
    proof.concludes(
        _FALLING,
        by="entailment",
        because="the average still decreases away from 0",
        uses=(right, left),
        facts=[(right, {}, half), (left, {}, half)],
    )


CLAIMS = (Claim(LEMMA28, derive),)
