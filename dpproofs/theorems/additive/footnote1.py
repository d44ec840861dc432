"""Footnote 1: the belief that the noise need not be monotone."""

from __future__ import annotations

from dpproofs.kernel.derivation import Claim, Derivation, Statement
from dpproofs.kernel.erratum import Erratum, Patch, Severity
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.additive import beaten, ripples
from dpproofs.theorems.additive.optimality import AMPLITUDE_LEAST, POWER_LEAST
from dpproofs.theorems.additive.setting import ON, PAPER, PRIVATE, X
from dpproofs.theorems.additive.theorem3 import HIGH_PRIVACY

_NOISES = (ripples.AMPLITUDE, ripples.POWER, ripples.MIXED)

_ERRATUM = Erratum(Severity.result,
    "The assumption of monotone noise cannot be dropped: without it other noise is better, for "
    "delta = 1/3 in amplitude and for delta = 1/2 in power.",
    (Patch("While the optimality result in this paper depends on this assumption, we believe "
        "this assumption can be done away.",
        "The optimality result in this paper depends on this assumption, which cannot be "
        "dropped."),))

FOOTNOTE = Statement(id="additive.fn1", paper=PAPER, item="footnote 1",
    erratum=_ERRATUM,
    title="whether the monotonicity assumption can be dropped",
    printed_latex=r"\text{while the optimality result depends on the assumption that noise is "
    r"monotone, we believe it can be done away}", parameters=ON, given=(X,),
    definitions=tuple(found for noise in _NOISES for found in noise.definitions),
    hypotheses=(PRIVATE,), printed=(AMPLITUDE_LEAST, POWER_LEAST),
    corrected=(*(goal for noise in _NOISES for goal in noise.goals), *beaten.AMPLITUDE,
        *beaten.POWER, *beaten.MIXED), examples=(beaten.EXAMPLE,),
    corrected_latex=r"\begin{gathered}\text{it does: noise that is not monotone is "
    r"better}\\\text{for }p=1,\ \delta=\tfrac13,\tfrac15,\tfrac17,\dots\\\text{and for }p=2,\ "
    r"\delta=\tfrac12,\tfrac13,\tfrac14,\dots\text{ and every }\delta\in[\tfrac23,1)\end{gathered}",
    printed_text="the optimality result depends on the assumption that noise is monotone, but it "
    "is believed that this can be done away",
    corrected_text="it does: for p = 1 and delta = 1/3, 1/5, 1/7, ..., and for p = 2 and delta = "
    "1/2, 1/3, 1/4, ... and all delta >= 2/3 (by optimum.power from 3/5 on), noise that is not "
    "monotone is better",
    note="The footnote states a belief, read as two bounds on all private noise: E|X| >= Delta/(4 "
    "delta) for delta <= 1/2 and E X^2 >= Delta^2/(12 delta^2) for delta <= 2/3. For p = 1 and "
    "delta = 1/3, for p = 2 and delta = 1/2, and for p = 2 and all delta >= 2/3 the better noise "
    "is given as noise, with its privacy and cost; for the other delta its masses are, whose gains "
    "and costs are sums, and that these are the noise's is in words. It is true for p = 1 and "
    "delta >= 1/2, as the lower bound of Corollary 4 shows, and by optimum.amplitude for p = 1 and "
    "delta = 1/(2N) with a whole N. At delta = 2/3 the mixture with an atom saves 1/54 of the "
    "power.")


def derive_footnote() -> Derivation:
    proof = Proof(HIGH_PRIVACY, FOOTNOTE)
    beaten.show_amplitude(proof, AMPLITUDE_LEAST)
    beaten.show_power(proof, POWER_LEAST, {})
    beaten.show_mixed(proof)
    proof.is_long(7)
    return proof.done()


CLAIMS = (Claim(FOOTNOTE, derive_footnote),)
