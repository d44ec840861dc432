"""Section I: after many rounds the mechanism with the smaller mean loss may leak more."""

from __future__ import annotations

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, Variable, between, index, positive
from dpproofs.kernel.erratum import Erratum, Patch, Severity
from dpproofs.kernel.proposition import Derivative, that
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.cactus.setting import PAPER

many = sp.Symbol("m", integer=True, positive=True)
y = sp.Symbol("y", positive=True)  # exp(epsilon/2)
u, v = sp.symbols("u v", positive=True)  # square roots of the two masses of an outcome
ROUNDS = index(many, 1)

_odds, _power = sp.Integer(4), 7
_silent = sp.Rational(9, 10)

w = sp.Symbol("w", positive=True)
_log = sp.log(_odds)
_small = (1 - 2 / (1 + _odds)) * _log
_large = (1 - _silent) * (1 - 2 / (1 + _odds**_power)) * _power * _log
_affinity = 2 * sp.sqrt(_odds) / (1 + _odds)

_MEAN = Goal(that(w / (1 + w) * sp.log(w) + sp.log(1 / w) / (1 + w)) ==
    (1 - 2 / (1 + w)) * sp.log(w), Domain((positive(w),)))
_ORDER = Goal(that(_small) < _large, Domain())
_SCALE = Domain((Variable(y, sp.Integer(1), sp.oo, "[)"), positive(v)))
_MIN = (Goal(that(u**2) <= y * u * v, _SCALE & Variable(u, sp.Integer(0), y * v, "(]")),
    Goal(that(y**2 * v**2) <= y * u * v, _SCALE & Variable(u, y * v, sp.oo, "[)")))

#: What randomised response leaves of 1 at most, and what the other mechanism leaves at least.
left, kept = y * _affinity**many, _silent**many
_ON = Domain((ROUNDS, between(y, 0, (_silent / _affinity) ** many)))
_PRINTED = Goal(that(1 - left) <= 1 - kept, _ON)
_TRUE = Goal(that(1 - kept) < 1 - left, _ON)

_ERRATUM = Erratum(Severity.result,
    "A smaller divergence of one output alone does not promise a smaller delta after many "
    "rounds at a fixed epsilon: compare the mechanisms' (epsilon, delta) themselves.",
    (Patch("in the limit of large compositions, privacy mechanisms with lower values of "
        r"$D(P_{Y|X=x}\|P_{Y|X=x'})$ will enjoy stronger (ε,δ) -DP guarantees",
        r"one may look for mechanisms with lower values of $D(P_{Y|X=x}\|P_{Y|X=x'})$, although "
        "these need not enjoy stronger (ε,δ) -DP guarantees in the limit of large compositions"),))

HEURISTIC = Statement(id="cactus.heur", paper=PAPER,
    erratum=_ERRATUM,
    item="Section I, heuristic of many compositions",
    title="after many rounds less mean loss is not less leakage",
    printed_latex=r"\begin{gathered}\text{in the limit of large compositions, mechanisms with "
    r"lower values of }D(P_{Y|X=x}\|P_{Y|X=x'})\\\text{will enjoy stronger "
    r"}(\varepsilon,\delta)\text{-DP guarantees}\end{gathered}",
    printed_text="in the limit of large compositions, mechanisms with lower values of D(P_{Y|X=x} "
    "|| P_{Y|X=x'}) will enjoy stronger (epsilon, delta)-DP guarantees",
    printed=(_MEAN, _ORDER, *_MIN, _PRINTED), corrected=(_TRUE,),
    corrected_latex=r"\begin{gathered}D_1<D_2\ \text{ and yet }\ "
    r"\delta_2^m(\epsilon)\le1-(9/10)^m<1-e^{\epsilon/2}(4/5)^m\le\delta_1^m(\epsilon)\\\text{for "
    r"every number }m\text{ of rounds and }0\le\epsilon<2m\log\tfrac98\end{gathered}",
    corrected_text="D_1 < D_2, and yet delta_2 <= 1 - (9/10)^m < 1 - e^(epsilon/2) (4/5)^m <= "
    "delta_1 after m rounds, for every m >= 1 and 0 <= epsilon < 2 m log(9/8)",
    note="The two mechanisms have one bit as input. The first answers truly with probability 4/5; "
    "its mean loss is D_1, that of the odds 4. The second says nothing with probability 9/10, and "
    "else answers with the odds 4^7; its mean loss D_2, a tenth of that of these odds, is larger. "
    "y = e^(epsilon/2), at least 1. With P and Q the distributions of all m outputs at the two "
    "inputs, 1 - delta is the sum of min(P, e^epsilon Q) over all outcomes, by (4). For the first "
    "it is at most y times the sum of sqrt(P Q), as the two goals about u = sqrt(P) and v = "
    "sqrt(Q) say, and that sum is 2 sqrt(4/25) = 4/5 for one output, and its m-th power for m. For "
    "the second it is at least the chance of m times nothing. So what is printed would imply 1 - y "
    "(4/5)^m <= 1 - (9/10)^m once m is large, for every fixed epsilon; the opposite is true for "
    "all m > epsilon/(2 log(9/8)). At a fixed epsilon both deltas tend to 1, and how fast is a "
    "matter of the Chernoff information and not of the mean loss. What the law of large numbers "
    "does say is that the mean decides when epsilon grows as m e with e between D_1 and D_2; that "
    "is not what is shown here. The least divergence is sought among additive noise of a given "
    "cost; whether the heuristic fails there as well is open.")


def derive() -> Derivation:
    proof = Proof(_ON, HEURISTIC)
    proof.concludes(_MEAN, by="identity",
        because="an answer with the odds w of being true has this mean loss")
    grows, value = Domain((positive(u),)), sp.log(1 + u)
    rate = sp.diff(value, u)
    above = proof.shows(that(0) < value, by="increasing",
        because="logarithms of numbers above 1 are positive",
        uses=(proof.shows(Derivative(value, u, rate), on=grows, by="derivative",
                because="the slope of the logarithm"),
            proof.shows(that(0) < rate, on=grows, by="sign", because="it goes up")), on=grows)
    proof.follows(_ORDER, (above, {u: _odds - 1}, (_large - _small) / _log),
        because="the first mechanism has the smaller mean loss")
    proof.concludes(_MIN[0], by="sign",
        because="the smaller of the two masses is at most their geometric mean")
    proof.concludes(_MIN[1], by="sign", because="whichever it is")
    proof.fails(_PRINTED, {many: 10, y: 2}, because="ten rounds at epsilon = 2 log 2")
    proof.concludes(_TRUE, by="sign",
        because="so the mechanism with the larger mean loss leaks less, round after round")
    return proof.done()


CLAIMS = (Claim(HEURISTIC, derive),)
