"""Appendix B, steps 4 to 8: from symmetric noise with a step density to the staircase.

The density has the levels a(0), a(1), ... on bins of width Delta/i right of the origin.
"""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, Variable, between, index, positive
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proposition import that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.staircase import levels_sorted, tail_decay
from dpproofs.theorems.staircase.levels_sorted import Sorting
from dpproofs.theorems.staircase.period_layers import Layers
from dpproofs.theorems.staircase.setting import PAPER, RATIO, SENSITIVITY, Delta, b
from dpproofs.theorems.staircase.tail_decay import Decay, c, n

i = sp.Symbol("i", integer=True, positive=True)

# -- Lemmas 21 and 22: sorting -------------------------------------------------------------------

SORTING = Sorting(i, (index(i, 1),), "the i places after p(k), the last of those")

LEMMA21 = Statement(id="staircase.appB.lem21.counting", paper=PAPER,
    item="ours: the counting behind Lemma 21",
    title="with a place whose followers have larger ranks, levels in order are as private",
    printed_latex=r"\begin{gathered}s_0\ge s_1\ge\dots,\quad s_k\le a_{p(k)},\quad "
    r"e^{-\epsilon}a_{p(k)}\le s_{R(k,i)},\quad k=R(k,0)<R(k,1)<\dots<R(k,i):\\ "
    r"e^{-\epsilon}s_k\le s_{k+i};\qquad\sum_{k<r}a_k\le T_r\quad\text{if "
    r"}\sum_{k<n}(a_k-s_r)^+\le T_r-r\,s_r\end{gathered}",
    printed_text="if the i places after p(k) have ranks above k, then s(k) <= exp(epsilon) s(k + "
    "i); and the first r levels are at most T(r)", parameters=SORTING.parameters,
    given=SORTING.given, printed=(*SORTING.goals, levels_sorted.WITHIN),
    hypotheses=tuple(SORTING.hypotheses), examples=SORTING.models,
    note="Not Lemma 21 itself: that s is a rearrangement of a is not said, and what Algorithm 2 "
    "delivers is assumed. The bins have width Delta/i, and a(k+i) >= b a(k) is privacy. Counting "
    "replaces Algorithm 2: take the k + 1 largest levels and the place p(k) that is last among "
    "theirs; the i places after it have different ranks above k, so that the last of these, R(k, "
    "i), is at least k + i. Left in words: that ranks are different, that such a place has come to "
    "its rank, and what the sums over sorted levels are. s is continued between integers as a step "
    "function. A tail that is nowhere larger gives a cost that is not larger, for every even cost "
    "that is nondecreasing on [0, oo) (stochastic order); Lemma 22 follows, as every noise has one "
    "at least as good in the smaller class. Levels are positive (Lemma 18) and tend to 0, so that "
    "they can be sorted.")


def derive_lemma21() -> Derivation:
    proof = Proof(Domain(), LEMMA21)
    SORTING.show(proof)
    proof.concludes(levels_sorted.WITHIN, by="sign",
        because="inside a bin both tails are linear: G, H are the old ones at its ends, U, V the "
        "new ones")
    return proof.done()


# -- Lemma 23: geometric decay -------------------------------------------------------------------

_z, _s = (sp.Symbol(name, nonnegative=True) for name in ("z", "s"))
_y, _x = sp.Symbol("y", nonnegative=True), sp.Symbol("x", real=True)
_k = sp.Symbol("k", integer=True, nonnegative=True)
_DENSITY, _NEW = Given("f", "function", 1), Given("e", "function", 1)
_f, _e = _DENSITY, _NEW
_HALF_LINE = Variable(_z, sp.Integer(0), sp.oo, "[)")
_SHORT = between(_s, 0, Delta, "[]")
DECAY = Decay(Delta, (SENSITIVITY,), between(_y, 0, Delta, "[]"), _HALF_LINE, between(_x, 0, Delta))
_SCALED = Domain((RATIO, SENSITIVITY))
_FAR = _SCALED & _HALF_LINE & _SHORT
_PERIOD_START = _SCALED & between(_y, 0, Delta, "[)")

_DENSITIES = {
    Goal(that(_f(_z + _s)) <= _f(_z), _FAR): "the given density does not increase",
    Goal(that(b * _f(_z)) <= _f(_z + _s), _FAR):
        "privacy of the given noise, for a shift outwards",
    Goal(that(_e(_y)) == c * _f(_y), _PERIOD_START): "the new density in the first period",
    Goal(that(_e(_z + Delta)) == b * _e(_z), _SCALED & _HALF_LINE):
        "and from one period to the next"}
_FALLING = Goal(that(_e(_z + _s)) <= _e(_z), _FAR)
_PRIVATE = Goal(that(b * _e(_z)) <= _e(_z + _s), _FAR)


LEMMA23 = Statement(id="staircase.appB.lem23", paper=PAPER, item="Lemma 23",
    title="densities that fall by exactly exp(-epsilon) in each period are enough",
    printed_latex=r"f'(x)=c\,f(x)\ (0\le x<\Delta),\quad f'(x+\Delta)=e^{-\epsilon}f'(x):\quad "
    r"f'\text{ is private},\quad P'(|X|\ge x)\le P(|X|\ge x)",
    printed_text="the first period, scaled and repeated with the ratio exp(-epsilon), is private "
    "and costs no more", parameters=_SCALED, given=(*DECAY.given, _DENSITY, _NEW),
    printed=(*DECAY.goals, _FALLING, _PRIVATE), hypotheses=(*DECAY.hypotheses, *_DENSITIES),
    examples=({**tail_decay.line_example(Delta),
            "f": sp.Lambda(_z, ((1 + b) / 2) ** sp.floor(_z / Delta)),
            "e": sp.Lambda(_z, 2 * b ** sp.floor(_z / Delta))},),
    note="Shown for every private noise X, symmetric or not, in bins or not, and by another way "
    "than the paper's: see the claim on the proof of Lemma 23. The lemma is right. c P(|X| < "
    "Delta) = 1 - b, as X has no atom at 0 by Lemma 18 (an atom would be counted twice); the first "
    "goal says c >= 1. Y has P(|Y| < x) = c P(|X| < x) in the first period, and its tail falls by "
    "b in each; it costs no more than X, for every cost. f is the density of a symmetric X on [0, "
    "oo), which does not increase, and e that of Y: that these are the densities of X and Y is in "
    "words, and that shifts across the origin are covered, as distances from it differ by at most "
    "|d|.")


def derive_lemma23() -> Derivation:
    proof = Proof(_FAR, LEMMA23)
    DECAY.show(proof)
    falls, private, begins, repeats = (
        proof.assumes(goal, because=why) for goal, why in _DENSITIES.items())
    positive_ = proof.assumed(tail_decay.POSITIVE)
    lower = _falls_at_first(proof, (falls, private, begins, repeats, positive_))
    place = _z - _k * Delta
    anywhere = Domain((RATIO, SENSITIVITY, index(_k, 0)))
    inside = proof.follows(_FALLING.proposition, (lower, {_y: place, n: _k}),
        on=anywhere & between(_z, _k * Delta, (_k + 1) * Delta, "[)") & _SHORT,
        because="so in every period")
    everywhere = proof.concludes(_FALLING, by="multiples", uses=(inside,), variable=_z, width=Delta,
        index=_k, because="the new density does not increase")
    proof.follows(_PRIVATE, (everywhere, {_z: _z + _s, _s: Delta - _s}), repeats,
        because="a shift by at most Delta lowers the density no more than one by Delta does")
    return proof.done()


def _falls_at_first(proof: Proof, known: tuple[str, ...]) -> str:
    """Append that the new density does not increase over a shift that begins in period n."""
    falls, private, begins, repeats, some = known
    claim = that(_e(_y + _s)) <= _e(_y)
    within = proof.follows(claim, (falls, {_z: _y}, c), begins, (begins, {_y: _y + _s}, -1),
        on=_PERIOD_START & between(_s, 0, Delta - _y, "[)"), also=(some,),
        because="within the first period, as f does not increase")
    earlier = _y + _s - Delta
    across = proof.follows(claim, (private, {_z: earlier, _s: Delta - _s}, c), begins,
        (repeats, {_z: earlier}, -1), (begins, {_y: earlier}, -b),
        on=_PERIOD_START & between(_s, Delta - _y, Delta, "[]", hollow=True), also=(some,),
        because="no value of the second period is above one of the first: privacy, scaled")
    first = proof.shows(claim, on=_PERIOD_START & _SHORT, by="cases", uses=(within, across),
        because="so over every shift that begins in the first period")
    ahead = _y + n * Delta
    terms = (_e(ahead) - _e(ahead + _s)) / b**n
    on = _PERIOD_START & _SHORT & tail_decay.COUNT
    same = proof.follows(that(0) <= terms.xreplace({n: n + 1}) - terms, (repeats, b ** (-n - 1)),
        (repeats, -(b ** (-n - 1))), on=on, because="a period later all is scaled by b")
    kept = proof.applies("induction", on=on, uses=(same,),
        because="over b^n the fall of the density over a shift is the same in all periods",
        terms=terms, step=0, last=sp.oo)
    return proof.follows(that(_e(ahead + _s)) <= _e(ahead), kept, first, on=on,
        because="so over every shift that begins in period n")


# -- Lemmas 24 to 27: two levels in a period -----------------------------------------------------

LAYERS = Layers(i)
_top, _last, _rest = sp.symbols("a_0 a_l A", positive=True)
_first, _near, _far, _cost = sp.symbols("w_0 w_j w_m C", nonnegative=True)
_mid, _low = sp.symbols("a_j a_m", nonnegative=True)
_PERIOD = Domain((RATIO, positive(_top), Variable(_last, b * _top, _top, "[]"),
        Variable(_rest, _last, sp.oo, "[)"), Variable(_first, sp.Integer(0), sp.oo, "[)"),
        Variable(_cost, _first * _rest, sp.oo, "[)")))
_lowered = (_last - b * _top) / (b * _rest + _last)
_raised = _lowered * _rest / _top
_after = (1 + _raised) * _top, (1 - _lowered) * _rest  # the first level, and the sum of the others
_SCALES = Goal(that(_lowered) < 1, _PERIOD)
_GAINS = Goal(that(_after[0]) == _top + _rest - _after[1], _PERIOD)
_RATIO = Goal(that(b * _after[0]) == (1 - _lowered) * _last, _PERIOD)
_CHEAPEST = Goal(
    that(_after[0] * _first + (1 - _lowered) * _cost) <= _top * _first + _cost, _PERIOD)
_EXCHANGE = Domain((positive(_top), between(_last, 0, _top), between(_mid, _last, _top),
        between(_low, _last, _mid, "(]"), Variable(_near, sp.Integer(0), sp.oo, "[)"),
        Variable(_far, _near, sp.oo, "[)")))
_TO_TOP, _TO_LAST = (Goal(that((_mid + amount) * _near + (_low - amount) * _far) <=
        _mid * _near + _low * _far, _EXCHANGE) for amount in (_top - _mid, _low - _last))

LEMMA24_STATEMENT = Statement(id="staircase.appB.lem24", paper=PAPER,
    item="Lemmas 24 to 27, (217)-(220)",
    title="a period of two levels, a and a exp(-epsilon), with at most one level in between",
    printed_latex=r"\begin{gathered}a_0=e^{\epsilon}a_{i-1},\qquad a_j=a_0\ (j<k),\quad "
    r"a_j=a_{i-1}\ (j>k)\\ \text{is enough; and so are the periods "
    r"}(1,\dots,1,e^{-\epsilon},\dots,e^{-\epsilon})\end{gathered}",
    printed_text="periods with a(0) = exp(epsilon) a(i-1) and at most one level in between are "
    "enough, and so are those of two levels 1 and exp(-epsilon)", parameters=LAYERS.sizes,
    given=LAYERS.given, hypotheses=tuple(LAYERS.hypotheses), examples=LAYERS.models,
    printed=(_SCALES, _GAINS, _RATIO, _CHEAPEST, _TO_TOP, _TO_LAST, LAYERS.goal),
    note="For i >= 2 bins in a period; with one bin there is nothing to show. By Lemma 23 noise is "
    "given by the levels of one period. In steps 1 to 6, w_k is the cost of bin k and its copies "
    "at level 1, (196), which does not decrease in k. Lemma 24: a_l is the last level, A the sum "
    "and C the cost of all bins but the first, so that C >= w_0 A. Lemma 26: bins j < m exchange "
    "mass until one of them is at the first or the last level; each exchange ends with one more "
    "bin there, so there are at most i - 2 of them. Beyond the printed lemmas, the last goal shows "
    "for every i that some period of two levels, r = 1, ..., i bins of it at the top, costs no "
    "more: if all these cost at least v, so does the given one. There w(n) is the excess, the cost "
    "of bin n less v times its mass, with no assumption on its order; V(i) is the cost of the "
    "noise less v times its mass. a(i) = b a(0) is the first level of the next period. The infima "
    "of Lemmas 25 and 27 agree, as every noise has one at least as good in the smaller class.")


def derive_lemma24() -> Derivation:
    proof = Proof(_PERIOD, LEMMA24_STATEMENT)
    proof.concludes(_SCALES, by="sign",
        because="Lemma 24: the levels but the first, of sum A, are scaled by a positive factor",
        latex=r"\delta'=\frac{a_{i-1}-b\,a_0}{b\,A+a_{i-1}}<1,\qquad\delta=\frac A{a_0}\,\delta'")
    proof.concludes(_GAINS, by="identity", latex=r"(1+\delta)\,a_0=a_0+A-(1-\delta')\,A",
        because="(202): what they lose is what the first level gains")
    proof.concludes(_RATIO, by="identity", latex=r"b\,(1+\delta)\,a_0=(1-\delta')\,a_{i-1}",
        because="(201): the new first level, times b, is what the last one becomes")
    proof.concludes(_CHEAPEST, by="sign", latex=r"(1+\delta)\,a_0w_0+(1-\delta')\,C\le a_0w_0+C",
        because="(197): the first bin is the cheapest, so that the cost does not rise")
    moved = r"(a_j+t)\,w_j+(a_m-t)\,w_m\le a_jw_j+a_mw_m,\quad t="
    proof.concludes(_TO_TOP, by="sign", latex=moved + "a_0-a_j",
        because="Lemma 26: mass moves from a bin to one nearer to the origin, until that one has "
        "the first level")
    proof.concludes(_TO_LAST, by="sign", latex=moved + "a_m-a_{i-1}",
        because="Lemma 26: mass moves from a bin to one nearer to the origin, until the farther "
        "one has the last level")
    LAYERS.show(proof)
    return proof.done()


# -- Step 8: from three levels to the staircase --------------------------------------------------

_a, _w = sp.symbols("a w", positive=True)  # the upper level, and the width of a bin
_share = sp.Symbol("t", nonnegative=True)  # where the intermediate level lies
_k = sp.Symbol("k", integer=True, nonnegative=True)
_value, _outer = (sp.Symbol(name, nonnegative=True) for name in ("l", "L_2"))
_inner = sp.Symbol("L_1", real=True)
_UNIT = between(_share, 0, 1, "[]")
_level = (1 - _share) * b * _a + _share * _a
_BIN = Domain((RATIO, positive(_a), positive(_w), _UNIT))
_COSTS = Domain((*_BIN, Variable(_value, sp.Integer(0), sp.oo, "[)"),
        Variable(_inner, -sp.oo, _value * _share * _w, "(]"),
        Variable(_outer, _value * (1 - _share) * _w, sp.oo, "[)")))
_BINS = Domain((RATIO, SENSITIVITY, index(i, 1), index(_k, 0, i - 1), _UNIT))
_split = (_k + _share) / i
_mass = 2 * Delta / i * (_k + (1 - _share) * b + _share + (i - _k - 1) * b) / (1 - b)

SAME_MASS = Goal(that(_share * _w * _a + (1 - _share) * _w * b * _a) == _level * _w, _BIN)
CHEAPER = Goal(that(_a * _inner + b * _a * _outer) <= _level * (_inner + _outer), _COSTS)
NORMALISED = Goal(that(_mass) == 2 * Delta * (_split + b * (1 - _split)) / (1 - b), _BINS)
IN_RANGE = Goal(that(_split) <= 1, _BINS)

_v = sp.Symbol("v", nonnegative=True)
_mass0, _mass1 = sp.symbols("D_0 D_1", positive=True)
_cost0, _cost1 = sp.symbols("N_0 N_1", nonnegative=True)
_ENDS = Domain((positive(_mass0), positive(_mass1), Variable(_v, sp.Integer(0), sp.oo, "[)"),
        Variable(_cost0, _v * _mass0, sp.oo, "[)"), Variable(_cost1, _v * _mass1, sp.oo, "[)"),
        _UNIT))
_mixed_cost = (1 - _share) * _cost0 + _share * _cost1
_mixed_mass = (1 - _share) * _mass0 + _share * _mass1
NO_BETTER = Goal(that(_v) <= _mixed_cost / _mixed_mass, _ENDS)

STEP8 = Statement(id="staircase.appB.step8", paper=PAPER, item="(241)-(267)",
    title="some staircase costs no more than a period with one level in between",
    printed_latex=r"\gamma=\frac1i\Bigl(k+\frac{a_k-a_{i-1}}{a_0-a_{i-1}}\Bigr):\qquad \int "
    r"L\,dP_\gamma\le\int L\,dP_a",
    printed_text="with gamma = (k + (a_k - a_(i-1))/(a_0 - a_(i-1)))/i the staircase P_gamma costs "
    "no more than P_a", printed=(IN_RANGE, NORMALISED, SAME_MASS, CHEAPER, NO_BETTER),
    note="P_a has the level $a$ in k bins of a period, $(1-t) a b + t a$ in the next and $a b$ in "
    "the others. The paper moves mass inside that one bin of width w, from the part 1-t farther "
    "out to the part t nearer to the origin, where the staircase has $a b$ and $a$: no "
    "interpolation is needed. L_1 and L_2 are the integrals over the two parts of the cost (251), "
    "summed over all periods with weights b^j; it does not decrease, so that L_1 <= l t w and "
    "L_2 >= l (1-t) w for its value l where the parts meet. The last goal is a second way: as t "
    "moves from 0 to 1, cost N and mass D are affine in t, and N/D is nowhere below both its ends, "
    "the two neighbouring staircases with gamma = k/i and (k+1)/i. What is shown on bins here is "
    "for every i, every k and every t.")


def derive_step8() -> Derivation:
    proof = Proof(_BIN)
    proof.concludes(IN_RANGE, by="sign", because="k is at most i - 1, and t at most 1")
    proof.concludes(NORMALISED, by="identity",
        because="the mass is that of the staircase whose upper level covers (k + t)/i of each "
        "period")
    proof.concludes(SAME_MASS, by="identity",
        because="in the bin that differs the staircase has the same mass")
    proof.concludes(CHEAPER, by="sign",
        because="(253): the part nearer to the origin, which gains mass, is not dearer")
    proof.concludes(NO_BETTER, by="sign",
        because="another way: a quotient of affine functions is at least the smaller of its ends")
    return proof.done()


CLAIMS = (Claim(LEMMA21, derive_lemma21), Claim(LEMMA23, derive_lemma23),
    Claim(LEMMA24_STATEMENT, derive_lemma24), Claim(STEP8, derive_step8))
